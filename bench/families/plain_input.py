"""Plain requests about typing, and about what touches, keys and the home screen do."""

from collections.abc import Sequence
from typing import Any

from harness.contract import Json

from .. import entities
from ..draw import Draw
from ..plain import About, Before, Slots, Wish, kept, one_of, plain, switch, tell_names, wish
from ..rows import Rows
from ..scenario import Draft, family

INPUT = ("Input & Interaction",)

# -- keyboards and languages

TONGUES = {
    "fr": ("French", "法语"), "de": ("German", "德语"), "it": ("Italian", "意大利语"), "ko": ("Korean", "韩语"),
    "ru": ("Russian", "俄语"), "ar": ("Arabic", "阿拉伯语"), "vi": ("Vietnamese", "越南语"), "th": ("Thai", "泰语"),
}  # fmt: skip
"""Languages that the keyboards of no profile in training have."""


def _keyboard(enabled: bool) -> About:
    """A keyboard that is enabled or not, and another one that is not meant."""

    def about(draw: Draw, rows: Rows) -> Slots:
        names = entities.KEYBOARDS_ZH if draw.language == "zh" else entities.KEYBOARDS
        keyboard, other = draw.pick(names), draw.pick(names)
        for name in (keyboard, other):
            rows.add("keyboards", "kb", name=name, enabled=enabled, default=False)
        return {"keyboard": keyboard}

    return about


def _language(there: bool) -> About:
    def about(draw: Draw, rows: Rows) -> Slots:
        known = rows.base.rows("keyboard_languages")
        code = draw.choice([code for code in TONGUES if code not in known])
        if there:
            rows.put("keyboard_languages", code, id=code, selected=False)
        return {"language": draw.tongue(*TONGUES[code]), "english": TONGUES[code][0], "code": code}

    return about


def _dictation(draw: Draw, rows: Rows) -> Slots:
    return _language(False)(draw, rows)


def _shortcut(there: bool) -> About:
    """An abbreviation, and, where it is there, the phrase that it stands for now."""

    def about(draw: Draw, rows: Rows) -> Slots:
        shortcut, phrase = draw.pick(entities.SHORTCUTS), draw.phrase()
        rows.add("text_shortcuts", "sx", shortcut=draw.pick(entities.SHORTCUTS), phrase=draw.phrase())
        if there:
            rows.add("text_shortcuts", "sx", shortcut=shortcut, phrase=draw.phrase())
        return {"shortcut": shortcut, "text": phrase}

    return about


def _tell_keyboards(draw: Draw, payload: Any, slots: Slots) -> tuple[str, Sequence[Sequence[str]]]:
    return tell_names(draw, [row["name"] for row in payload["keyboards"]])


def _tell_languages(draw: Draw, payload: Any, slots: Slots) -> tuple[str, Sequence[Sequence[str]]]:
    return tell_names(draw, [row["language"] for row in payload["languages"]])


def _tell_shortcuts(draw: Draw, payload: Any, slots: Slots) -> tuple[str, Sequence[Sequence[str]]]:
    return tell_names(draw, [row["shortcut"] for row in payload["shortcuts"]])


KEYBOARDS = (
    wish(
        "manage_keyboard", "{keyboard} enabled", about=_keyboard(False), action="enable", keyboard="{keyboard}",
        done=("The keyboard {keyboard} is enabled.", "输入法{keyboard}已启用。"),
        train="""![enable|turn on] the keyboard {keyboard}
        keyboard {keyboard}: on""",
        wide="""I want to have the keyboard {keyboard} available
        the {keyboard} keyboard should be [enabled|on]
        ![activate|switch on] the {keyboard} keyboard
        I installed {keyboard} for typing, enable that keyboard
        can you enable the keyboard {keyboard}?""",
        held="""I'd like to be able to pick {keyboard} when I type, so switch that keyboard on
        the {keyboard} keyboard is still off, turn it on for me""",
        zh_train="![启用|打开]{keyboard}这个输入法", zh_wide="!把输入法{keyboard}启用", zh_held="打字时要能选到{keyboard}",
    ),
    wish(
        "manage_keyboard", "{keyboard} disabled", about=_keyboard(True), action="disable", keyboard="{keyboard}",
        done=("The keyboard {keyboard} is disabled.", "输入法{keyboard}已停用。"),
        train="""![disable|turn off] the keyboard {keyboard}
        keyboard {keyboard}: off""",
        wide="""I don't want to have the keyboard {keyboard} any more
        the {keyboard} keyboard should be [disabled|off]
        ![deactivate|switch off] the {keyboard} keyboard
        I never type with {keyboard}, disable that keyboard
        can you disable the keyboard {keyboard}?""",
        held="""{keyboard} keeps popping up among my keyboards, switch it off
        !turn that {keyboard} keyboard off, it only gets in the way""",
        zh_train="![停用|关闭]{keyboard}这个输入法", zh_wide="!把输入法{keyboard}停用", zh_held="打字时别再让我选到{keyboard}",
    ),
    wish(
        "manage_keyboard", "{keyboard} as default", about=_keyboard(True), action="set_default", keyboard="{keyboard}",
        done=("{keyboard} is the default keyboard.", "默认输入法是{keyboard}了。"),
        train="""![make|set] {keyboard} [as |]my default keyboard
        default keyboard: {keyboard}""",
        wide="""I want to type with {keyboard} by default
        the default keyboard should be {keyboard}
        ![switch|change] the default keyboard to {keyboard}
        I like {keyboard} best, make it the default keyboard
        can {keyboard} be the default keyboard?""",
        held="""whenever I type, {keyboard} should be the keyboard that opens
        !use {keyboard} as the standard keyboard everywhere""",
        zh_train="!把{keyboard}设为默认输入法", zh_wide="默认输入法换成{keyboard}", zh_held="不管在哪打字，都先出来{keyboard}",
    ),
    wish(
        "manage_keyboard", "which keyboards there are", about=_keyboard(True), tell=_tell_keyboards, action="list",
        train="""which keyboards are there?
        ![list|show me] the keyboards""",
        wide="""what keyboards do I have?
        keyboards on this phone?
        tell me [which|what] keyboards are installed
        which keyboards can I [choose from|type with]?""",
        held="""what keyboard apps have I got installed?
        remind me what keyboards I've got on here""",
        zh_train="有哪些输入法", zh_wide="!列出手机上的输入法", zh_held="我装了哪些打字用的输入法",
    ),
    wish(
        "manage_keyboard_language", "{english} on the keyboard", about=_language(False), action="add", language="{language}",
        done=("The keyboard has {language} now.", "键盘已添加{language}。"),
        train="""!add {language} to the keyboard
        ![put|get] {language} on [the|my] keyboard""",
        wide="""I want {language} as [another|an extra] keyboard language
        keyboard language: add {language}
        I'm learning {language}, add it to the keyboard languages
        the keyboard should also have {language}
        can you add {language} to my keyboard languages?""",
        held="""my keyboard can't do {language} yet, add that language
        I need to type in {language} as well, but it isn't on my keyboard""",
        zh_train="!给键盘添加{language}", zh_wide="键盘语言加一个{language}", zh_held="我在学{language}，打字得有这门语言",
    ),
    wish(
        "manage_keyboard_language", "no {english} on the keyboard", about=_language(True), action="remove",
        language="{language}", done=("The keyboard has no {language} any more.", "键盘已移除{language}。"),
        train="""![remove|delete|take] {language} from the keyboard
        keyboard language: remove {language}""",
        wide="""I don't need {language} as a keyboard language any more
        I gave up {language}, remove it from the keyboard languages
        the keyboard should not have {language} any more
        ![throw|take] {language} out of the keyboard languages
        can you delete {language} from my keyboard languages?""",
        held="""{language} is on my keyboard but I never type it, get rid of that language
        I've stopped writing in {language}, so drop it from my keyboard""",
        zh_train="!从键盘[移除|删掉]{language}", zh_wide="键盘语言去掉{language}", zh_held="我不打{language}了，键盘里不用留",
    ),
    wish(
        "manage_keyboard_language", "typing in {english}", about=_language(True), action="select", language="{language}",
        done=("The keyboard types {language} now.", "键盘已切换到{language}。"),
        train="""![switch|change] the keyboard to {language}
        keyboard to {language}""",
        wide="""I want to type in {language}[ now|]
        I'm writing to a friend in {language}, switch the keyboard to that
        the keyboard should type {language} now
        ![select|choose] {language} as the keyboard's language
        can the keyboard be in {language} now?""",
        held="""my next message has to be in {language}, so set the keyboard to it
        !let me type {language} now, it's already on my keyboard""",
        zh_train="!把键盘切换到{language}", zh_wide="键盘换成{language}", zh_held="接下来我要用{language}打字，键盘切一下",
    ),
    wish(
        "manage_keyboard_language", "which languages there are", about=_language(True), tell=_tell_languages, action="list",
        train="""which languages [are on|does] the keyboard[ have|]?
        ![list|show me] the keyboard languages""",
        wide="""what languages can I type in?
        keyboard languages?
        tell me [which|what] languages my keyboard [has|knows]
        in which languages can I type?""",
        held="""how many languages have I got on my keyboard, and which ones?
        remind me which languages I set up for the keyboard""",
        zh_train="键盘有哪些语言", zh_wide="!列出键盘语言", zh_held="打字能用哪几门语言",
    ),
    wish(
        "manage_text_shortcut", "{shortcut} is to become the phrase", about=_shortcut(False), action="add",
        shortcut="{shortcut}", phrase="{text}", done=("{shortcut} now becomes: {text}", "输入{shortcut}会变成：{text}"),
        train="""!add a [text |]shortcut {shortcut} for: {text}
        new text shortcut {shortcut}: {text}""",
        wide="""!create the typing shortcut {shortcut} for: {text}
        I need a new abbreviation {shortcut} for: {text}
        I always write the same, so add the shortcut {shortcut}, meaning: {text}
        !save the new text shortcut {shortcut}: {text}""",
        held="""when I type {shortcut} I want the keyboard to write: {text}
        !set up a text shortcut so that {shortcut} turns into: {text}""",
        zh_train="!新建快捷短语{shortcut}：{text}", zh_wide="!加一个输入缩写{shortcut}，代表：{text}", zh_held="教输入法一个新的简写{shortcut}，意思是{text}",
    ),
    wish(
        "manage_text_shortcut", "{shortcut} is to become another phrase", about=_shortcut(True), action="update",
        shortcut="{shortcut}", phrase="{text}", done=("{shortcut} now becomes: {text}", "输入{shortcut}现在变成：{text}"),
        train="""!change the text shortcut {shortcut} to: {text}
        text shortcut {shortcut}, change it to: {text}""",
        wide="""!update the typing shortcut {shortcut}, now it stands for: {text}
        my abbreviation {shortcut} is out of date, it should now become: {text}
        what the shortcut {shortcut} expands to has changed, make it: {text}
        !edit the text shortcut {shortcut} so that it says: {text}""",
        held="""typing {shortcut} still gives me the old text, the shortcut should now give: {text}
        my text shortcut {shortcut} needs new wording: {text}""",
        zh_train="!把快捷短语{shortcut}改成：{text}", zh_wide="输入缩写{shortcut}的内容换成：{text}", zh_held="简写{shortcut}原来的意思过时了，现在是{text}",
    ),
    wish(
        "manage_text_shortcut", "no shortcut {shortcut}", about=_shortcut(True), action="remove", shortcut="{shortcut}",
        done=("The text shortcut {shortcut} is removed.", "快捷短语{shortcut}已删除。"),
        train="""![remove|delete] the text shortcut {shortcut}
        text shortcut {shortcut}: remove""",
        wide="""![get rid of|throw out] the typing shortcut {shortcut}
        I don't need the abbreviation {shortcut} any more, delete that text shortcut
        the keyboard should not expand {shortcut} any more, delete that shortcut
        can you remove my text shortcut {shortcut}?""",
        held="""typing {shortcut} shouldn't turn into anything, erase that text shortcut
        !drop {shortcut} from my text shortcuts""",
        zh_train="!删除快捷短语{shortcut}", zh_wide="输入缩写{shortcut}不要了", zh_held="{shortcut}这个简写删了吧，我不用了",
    ),
    wish(
        "manage_text_shortcut", "which shortcuts there are", about=_shortcut(True), tell=_tell_shortcuts, action="list",
        train="""which text shortcuts [are there|do I have]?
        ![list|show me] my text shortcuts""",
        wide="""what abbreviations does the keyboard expand?
        my text shortcuts?
        tell me [which|what] typing shortcuts I have saved
        which text shortcuts are saved?""",
        held="""what shortcuts have I set up for typing?
        remind me which abbreviations I've saved as text shortcuts""",
        zh_train="有哪些快捷短语", zh_wide="!列出我的输入缩写", zh_held="我存过哪些简写",
    ),
    *switch(
        "set_voice_typing", "voice typing", "语音输入", said="[voice typing|dictation]",
        before=kept("keyboard", "voice", "enabled"),
        on="""I want to [speak|dictate] instead of typing
        my fingers are cold, [let|allow] me dictate text""",
        off="""I don't want to dictate text any more
        the keyboard should not listen to me any more""",
        held_on="typing on this keyboard takes me forever, let me do it by voice instead", held_off="the keyboard doesn't need to take voice input, I like to type",
        zh_on="我想用说的代替打字", zh_off="不用说话代替打字了",
    ),
    *switch(
        "set_voice_typing", "automatic punctuation in voice typing", "语音输入自动标点", key="autoPunctuation",
        said="automatic punctuation [in|for] [voice typing|dictation]", before=kept("keyboard", "voice", "autoPunctuation"),
        on="""commas and full stops should appear by themselves when I dictate
        ![set|put] the punctuation automatically when I dictate""",
        off="""I say the commas and full stops myself when I dictate, no automatic ones
        when I dictate, don't set punctuation by yourself""",
        held_on="voice typing should add the commas and periods for me",
        held_off="voice typing shouldn't add commas and periods on its own",
        zh_on="说话转文字时自己加上逗号句号", zh_off="说话转文字时别自己加逗号句号",
    ),
    wish(
        "set_voice_typing", "dictation in {english}", about=_dictation, language="{language}",
        done=("Voice typing understands {language} now.", "语音输入语言已设为{language}。"),
        train="""![set|change|switch] [voice typing|dictation] to {language}
        [voice typing|dictation] language: {language}""",
        wide="""I want to dictate in {language}
        voice typing should understand {language}
        I'm going to dictate a letter in {language}, set the dictation language to that
        the language of voice typing should be {language}
        can voice typing be in {language}?""",
        held="""when I speak to the keyboard it'll be in {language}, so set voice typing up for that
        I'm going to talk in {language}, make voice typing expect that""",
        zh_train="!把语音输入语言[设为|换成]{language}", zh_wide="语音输入用{language}", zh_held="我说{language}，转成文字按这门语言来",
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=INPUT, languages=("en", "en", "zh"))
def plain_keyboard(draw: Draw) -> Draft:
    """A keyboard, a language to type or speak in, or an abbreviation."""
    return plain(draw, KEYBOARDS)


# -- how typing helps, looks and feels

STRENGTHS = {"off": ("no", "关闭"), "light": ("light", "弱"), "medium": ("medium", "中等"), "strong": ("strong", "强")}
SHAPES = {
    "standard": ("standard", "标准"), "one_handed": ("one-handed", "单手"), "floating": ("floating", "悬浮"),
    "split": ("split", "分离"),
}  # fmt: skip
HEIGHTS = {"short": ("short", "矮"), "normal": ("normal", "正常"), "tall": ("tall", "高")}
THEMES = {"light": ("light", "浅色"), "dark": ("dark", "深色"), "system": ("system", "跟随系统")}


def _aid(
    aid: str, what: str, zh: str, on: str, off: str, held_on: str, held_off: str, zh_on: str, zh_off: str, *,
    said: str = "", be: str = "is",
) -> tuple[Wish, Wish]:  # fmt: skip
    """The wishes for one help with typing."""
    return switch(
        "set_typing_aid", what, zh, before=kept("typing_aids", aid), aid=aid, said=said, be=be, on=on, off=off,
        held_on=held_on, held_off=held_off, zh_on=zh_on, zh_off=zh_off,
    )  # fmt: skip


TYPING = (
    *_aid(
        "autocorrect", "autocorrect", "自动更正",
        """![correct|fix] my typing errors automatically
        my typos should be corrected by themselves""",
        """!stop changing the words that I type
        the keyboard keeps changing my words, no more autocorrect""",
        "when I make a typo, just correct it for me", "leave my words the way I typed them, don't correct anything",
        "打错字自动给我改过来", "别再擅自改我打的字", said="[autocorrect|auto-correction]",
    ),
    *_aid(
        "suggestions", "word suggestions", "联想词建议",
        """the keyboard should suggest words while I type
        ![suggest|propose] the next words while I type""",
        """!stop suggesting words while I type
        the suggested words distract me, no more of them""",
        "show me which word I might type next above the keyboard", "I don't want the keyboard guessing my next word",
        "打字时给我推荐下一个词", "打字时别推荐词给我", said="word suggestions[ when typing|]", be="are",
    ),
    *_aid(
        "auto_capitalization", "automatic capitals", "自动大写",
        """every sentence should start with a capital by itself
        !start my sentences with a capital letter automatically""",
        """sentences should not start with a capital by themselves
        I set my capitals myself, no automatic ones""",
        "the keyboard should capitalize the first word of each sentence for me",
        "the keyboard shouldn't capitalize the first word of a sentence on its own",
        "句首字母自己变大写", "句首字母别自己变大写", said="[automatic capitals|auto-capitalization]", be="are",
    ),
    *_aid(
        "spell_check", "spell check", "拼写检查",
        """misspelt words should be underlined
        I spell badly, mark my spelling mistakes""",
        """misspelt words should not be underlined
        !stop marking my spelling mistakes""",
        "put a red line under words I've spelled wrong", "I don't want red lines under my spelling mistakes",
        "打字时单词拼错了给我标出来", "打字时单词拼错了不用标", said="[spell check|the spell checker]",
    ),
    *_aid(
        "glide_typing", "glide typing", "滑行输入",
        """I want to type by [swiping|gliding] over the letters
        ![let|allow] me swipe from letter to letter to type""",
        """typing by swiping over the letters should stop
        I tap every letter, no gliding over the keyboard""",
        "I'd like to slide my finger across the keyboard to write words", "sliding my finger across the keyboard shouldn't type anything",
        "手指在键盘上划过去就能打字", "手指在键盘上划过去别出字", said="[glide typing|swipe typing]",
    ),
    *_aid(
        "double_space_period", "the full stop by double space", "双击空格输句号",
        """two spaces should [become|make] a full stop
        ![type|write] a full stop when I tap space twice""",
        """two spaces should stay two spaces and not [become|make] a full stop
        !don't write a full stop when I tap space twice""",
        "pressing the space bar twice should give me a period",
        "pressing the space bar twice shouldn't give me a period",
        "连敲两下空格就出一个句号", "连敲两下空格别出句号", said="the [full stop|period] by [double space|two spaces]",
    ),
    *_aid(
        "emoji_suggestions", "emoji suggestions", "表情建议",
        """the keyboard should suggest emoji [while I type|for my words]
        ![suggest|offer] emoji for my words""",
        """the keyboard should not suggest emoji
        !stop suggesting emoji [while I type|for my words]""",
        "when I type, show me emoji that fit what I'm writing", "I'm sick of the keyboard offering me emoji",
        "打字时推荐合适的小表情", "打字时别推荐小表情", be="are",
    ),
    *_aid(
        "block_offensive_words", "the block on offensive words", "屏蔽冒犯性词语",
        """the keyboard should never suggest [rude|offensive] words
        ![block|hide] rude words on the keyboard""",
        """the keyboard may suggest [rude|offensive] words
        !don't block rude words on the keyboard""",
        "my kid uses this keyboard, keep swear words out of its suggestions", "the keyboard can suggest swear words, I'm an adult",
        "输入法别出现脏话", "输入法出现脏话也没关系", said="the [block on|filter for] offensive words",
    ),
    wish(
        "set_keyboard_feedback", "{english} key vibration", about=one_of(STRENGTHS, "keyboard", "feedback", "vibration"),
        vibration="{value}", done=("There is {said} vibration when you type.", "按键振动已设为{said}。"),
        train="""{said} vibration when [I type|typing]
        ![set|choose] {said} vibration for the [keys|keyboard]""",
        wide="""I want {said} vibration when I type
        the keyboard should have {said} vibration
        keyboard vibration: {said} vibration
        !give the keys {said} vibration
        can the keyboard have {said} vibration?""",
        held="""every time I press a key on the keyboard there should be {said} vibration
        I'd like {said} vibration on each key press when typing""",
        zh_train="!把按键振动[设为|调成]{said}", zh_wide="打字振动{said}", zh_held="敲字母时的震感要{said}",
    ),
    *switch(
        "set_keyboard_feedback", "the key sound", "按键音", key="sound", said="the [key|keyboard] sound[s|]",
        before=kept("keyboard", "feedback", "sound"),
        on="""the keys should click when I type
        I want to hear [a click|every key] when I type""",
        off="""the keys should not click when I type
        my typing disturbs [others|people], no clicks from the keyboard""",
        held_on="make a little sound every time I tap a key on the keyboard", held_off="the noise when I type is annoying, make the keyboard silent",
        zh_on="打字要听到嗒嗒声", zh_off="打字别有嗒嗒声",
    ),
    *switch(
        "set_keyboard_feedback", "the key popup", "按键弹出", key="popup", said="the [key popup|popup of the keys]",
        before=kept("keyboard", "feedback", "popup"),
        on="""the letter should pop up when I press its key
        I want to see each letter pop up as I press it""",
        off="""letters should not pop up when I press their keys
        nobody should see which key I press, no letters popping up""",
        held_on="show me the letter above my finger when I press a key", held_off="don't show the letter above my finger when I press a key",
        zh_on="打字时按哪个键，字母就弹出来给我看", zh_off="打字按键时字母别弹出来",
    ),
    wish(
        "set_keyboard_layout", "a {english} keyboard", about=one_of(SHAPES, "keyboard", "layout", "mode"), mode="{value}",
        done=("The keyboard is {said} now.", "键盘已设为{said}模式。"),
        train="""![set|change|switch] the keyboard to {said}[ mode|]
        {said} keyboard""",
        wide="""I want a {said} keyboard
        the keyboard should be {said}
        ![use|give me] the {said} keyboard
        I can't reach all the keys, give me the {said} keyboard
        can I have the {said} keyboard?""",
        held="""!put my keyboard into its {said} layout
        typing would be easier if the keyboard layout was {said}""",
        zh_train="!把键盘[设为|换成]{said}模式", zh_wide="键盘用{said}的", zh_held="键盘布局我想要{said}的",
    ),
    wish(
        "set_keyboard_layout", "keyboard height {english}", about=one_of(HEIGHTS, "keyboard", "layout", "height"),
        height="{value}", done=("The keyboard's height is set to {said}.", "键盘高度已设为{said}。"),
        train="""![set|change] the keyboard height to {said}
        keyboard height {said}""",
        wide="""I want the keyboard's height to be {said}
        the height of the keyboard should be {said}
        the keys have the wrong size, make the keyboard height {said}
        can the keyboard height be {said}?
        ![use|choose] {said} as the keyboard height""",
        held="""I'd be more comfortable typing on a {said} keyboard, change its height
        the height of my keyboard doesn't suit me, {said} would be better""",
        zh_train="!把键盘高度[设为|调成]{said}", zh_wide="键盘高度要{said}", zh_held="键盘的高矮改成{said}的",
    ),
    wish(
        "set_keyboard_layout", "keyboard theme {english}", about=one_of(THEMES, "keyboard", "layout", "theme"),
        theme="{value}", done=("The keyboard's theme is set to {said}.", "键盘主题已设为{said}。"),
        train="""![set|change] the keyboard theme to {said}
        keyboard theme {said}""",
        wide="""I want the {said} theme for the keyboard
        the keyboard's theme should be {said}
        the keyboard looks wrong, give it the {said} theme
        can the keyboard have the {said} theme?
        ![use|choose] the {said} keyboard theme""",
        held="""my keyboard's colours should follow the {said} theme
        !put the {said} theme on my keyboard""",
        zh_train="!把键盘主题[设为|换成]{said}", zh_wide="键盘主题用{said}", zh_held="键盘的配色换成{said}",
    ),
    *switch(
        "set_keyboard_layout", "the number row", "键盘数字行", key="numberRow",
        said="the [number row|row of numbers] [on|of] the keyboard", before=kept("keyboard", "layout", "numberRow"),
        on="""I type many numbers, show a row of them on the keyboard
        the keyboard should have a number row[ on top|]""",
        off="""the keyboard needs no number row
        the number row takes up space on the keyboard, hide it""",
        held_on="I'd like the digits right above the letters when I type", held_off="take the digits above the letters off my keyboard",
        zh_on="字母上面一直排一行数字", zh_off="字母上面那行数字去掉",
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=INPUT, languages=("en", "en", "zh"))
def plain_typing(draw: Draw) -> Draft:
    """How the keyboard helps, what it looks like and how its keys answer."""
    return plain(draw, TYPING)


# -- touches, keys and the home screen

FUNCTIONS = {
    "double_press_power": {
        "camera": ("open the camera", "打开相机"), "flashlight": ("switch on the flashlight", "打开手电筒"),
        "assistant": ("call the assistant", "叫出助理"), "wallet": ("open the wallet", "打开钱包"), "off": ("do nothing", "什么都不做"),
    },
    "shake": {
        "flashlight": ("switch on the flashlight", "打开手电筒"), "assistant": ("call the assistant", "叫出助理"),
        "off": ("do nothing", "什么都不做"),
    },
    "back_tap": {
        "screenshot": ("take a screenshot", "截屏"), "flashlight": ("switch on the flashlight", "打开手电筒"),
        "assistant": ("call the assistant", "叫出助理"), "camera": ("open the camera", "打开相机"), "off": ("do nothing", "什么都不做"),
    },
}  # fmt: skip
MOTIONS = {
    "double_press_power": ("pressing the power key twice", "连按两次电源键"), "shake": ("shaking the phone", "摇一摇手机"),
    "back_tap": ("tapping the back of the phone", "敲击手机背面"),
}  # fmt: skip
SENSITIVITY = {"low": ("low", "低"), "medium": ("medium", "中"), "high": ("high", "高")}
PLACES = {"dock": ("the dock", "底栏"), "edge_panel": ("the edge panel", "侧边栏")}


def _motion(draw: Draw, rows: Rows) -> Slots:
    gesture = draw.choice(tuple(MOTIONS))
    function, before = draw.rng.sample(list(FUNCTIONS[gesture]), 2)
    rows.put("gestures", gesture, function=before)
    motion, does = draw.tongue(*MOTIONS[gesture]), draw.tongue(*FUNCTIONS[gesture][function])
    return {"gesture": gesture, "function": function, "motion": motion, "does": does}


def _showing(shown: str) -> About:
    """What the screen shows before a key is pressed."""

    def about(draw: Draw, rows: Rows) -> Slots:
        rows.put("screen", "main", shown=shown, text="")
        return {}

    return about


def _buttons(draw: Draw, rows: Rows) -> Slots:
    rows.put("touch", "navigation", mode="gestures")
    return {}


def _gestures(draw: Draw, rows: Rows) -> Slots:
    rows.put("touch", "navigation", mode="three_buttons")
    rows.put("touch", "one_handed_mode", on=False)
    return {}


def _sensitivity(draw: Draw, rows: Rows) -> Slots:
    rows.put("touch", "navigation", mode="gestures")
    value, before = draw.rng.sample(list(SENSITIVITY), 2)
    rows.put("touch", "navigation", backSensitivity=before)
    return {"value": value, "said": draw.tongue(*SENSITIVITY[value]), "english": SENSITIVITY[value][0]}


def _one_hand(draw: Draw, rows: Rows, on: bool) -> Slots:
    rows.put("touch", "navigation", mode="gestures")
    rows.put("touch", "one_handed_mode", on=not on)
    return {}


def _stylus(option: str) -> Before:
    def before(draw: Draw, rows: Rows, on: bool) -> Slots:
        rows.put("touch", option, present=True, on=not on)
        return {}

    return before


def _option(option: str, what: str, zh: str, on: str, off: str, held_on: str, held_off: str, zh_on: str, zh_off: str, *,
            said: str = "", before: Before | None = None) -> tuple[Wish, Wish]:  # fmt: skip
    """The wishes for one touch option."""
    return switch(
        "set_touch_option", what, zh, before=before or kept("touch", option), option=option, said=said, on=on, off=off,
        held_on=held_on, held_off=held_off, zh_on=zh_on, zh_off=zh_off,
    )  # fmt: skip


def _gesture(gesture: str, function: str, what: str, zh: str, on: str, off: str, held_on: str, held_off: str, zh_on: str,
             zh_off: str) -> tuple[Wish, Wish]:  # fmt: skip
    """The wishes for a gesture that can do one thing or nothing."""
    return switch(
        "manage_gesture", what, zh, key="function", values=(function, "off"), on=on, off=off, held_on=held_on,
        before=kept("gestures", gesture, "function", (function, "off")), action="set", gesture=gesture,
        held_off=held_off, zh_on=zh_on, zh_off=zh_off,
    )  # fmt: skip


TOUCH = (
    *_gesture(
        "double_tap_to_wake", "wake", "double tap to wake", "双击亮屏",
        """two taps on the [dark|sleeping] screen should wake it
        I want to wake the screen by tapping it twice""",
        """two taps should not wake the [dark|sleeping] screen
        the screen wakes in my pocket when it is tapped twice, stop that""",
        "when the phone is asleep, a double tap on the screen should wake it up", "a double tap on the screen shouldn't wake the phone when it's asleep",
        "黑着屏敲两下就亮", "黑着屏敲两下别亮",
    ),
    *_gesture(
        "lift_to_wake", "wake", "lift to wake", "抬起亮屏",
        """the screen should come on when I lift the phone
        I want the phone to wake up when I pick it up""",
        """the screen should stay dark when I lift the phone
        the phone need not wake up when I pick it up""",
        "as soon as I pick the phone up, the screen should light up", "the screen shouldn't light up every time I pick up the phone",
        "手机一拿起来屏幕就亮", "手机拿起来屏幕别亮",
    ),
    *_gesture(
        "flip_to_mute", "mute", "flip to mute", "翻转静音",
        """turning the phone face down should mute it
        I want to mute the phone by laying it on its face""",
        """turning the phone face down should not mute it
        laying the phone on its face should no longer mute it""",
        "let me silence the phone by flipping it over", "flipping the phone over shouldn't silence it",
        "手机扣在桌上就不出声", "手机扣在桌上也照样出声",
    ),
    *_gesture(
        "three_finger_swipe", "screenshot", "the three-finger swipe for screenshots", "三指下滑截屏",
        """swiping with three fingers should take a screenshot
        I want to take screenshots by swiping with three fingers""",
        """swiping with three fingers should not take a screenshot
        I take screenshots by accident when three fingers swipe, end that""",
        "I'd like to take a screenshot by dragging three fingers down", "dragging three fingers down shouldn't take a screenshot any more",
        "开个手势，三根手指往下划就截图", "三根手指往下划截图的手势不要了",
    ),
    wish(
        "manage_gesture", "{gesture}: {function}", about=_motion, action="set", gesture="{gesture}", function="{function}",
        done=("Set: {motion} will {does}.", "设好了：{motion}就{does}。"),
        train="""{motion} should {does}
        ![let|have] {motion} {does}""",
        wide="""I want {motion} to {does}
        ![set|change] the gesture: {motion} should {does}
        from now on {motion} [should|is to] {does}
        gesture: {motion} = {does}
        can {motion} {does} from now on?""",
        held="""when I'm {motion}, it should {does}
        the phone should {does} when I'm {motion}""",
        zh_train="{motion}就{does}", zh_wide="!设置成{motion}时{does}", zh_held="我{motion}的话，手机应该{does}",
    ),
    *_option(
        "one_handed_mode", "one-handed mode", "单手模式",
        """I want to use the phone with one hand
        my other hand is full, [start|use] one-handed mode""",
        """I have both hands free[ again|], no one-handed mode
        ![end|leave] one-handed mode""",
        "I've only got one hand free, bring the top of the screen within reach", "both my hands are free now, so one-handed mode can stop",
        "我只有一只手空着，让我单手也够得着屏幕上面", "我两只手都空着，不用照顾单手了", said="one-handed mode", before=_one_hand,
    ),
    *_option(
        "high_sensitivity", "high touch sensitivity", "高触控灵敏度",
        """I wear gloves, the screen should [notice|feel] my touches
        the screen should be more sensitive to touch""",
        """I took off my gloves, the screen need not be so sensitive
        the screen is too sensitive to touch""",
        "the screen doesn't react when I have gloves on, make touch more sensitive", "I'm not wearing gloves any more, set the touch sensitivity back to normal",
        "戴着手套也要能点屏幕", "不戴手套了，屏幕不用那么灵", said="[high touch sensitivity|the glove mode of the screen]",
    ),
    *_option(
        "assistant_menu", "the assistant menu", "助理菜单",
        """I want the assistant menu on the screen
        ![show|display] the assistant menu on the screen""",
        """the assistant menu should leave the screen
        ![hide|remove] the assistant menu from the screen""",
        "give me that floating assistant menu button to tap on",
        "the floating assistant menu button is in my way, take it away",
        "把助理菜单的小圆点调出来", "助理菜单那个小圆点别显示了",
    ),
    *_option(
        "accidental_touch_protection", "protection against accidental touches", "防误触",
        """in my pocket the screen should ignore touches
        the phone does things in my pocket, protect it from accidental touches""",
        """the screen need not ignore touches in the dark
        the screen ignores me in the dark, no more protection from accidental touches""",
        "the phone keeps getting pressed in my bag, block those accidental touches", "you can stop blocking accidental touches in my bag",
        "手机放兜里老是误触屏幕，给我防着点", "手机放兜里误触也没关系，不用防了", said="[protection against accidental touches|accidental touch protection]",
    ),
    *_option(
        "stylus_handwriting", "handwriting with the pen", "手写笔书写",
        """I want to write by hand with the pen into text fields
        ![let|allow] me write with the stylus instead of typing""",
        """I don't want to write with the stylus into text fields any more
        text fields should not take handwriting from the pen""",
        "what I write with my stylus should turn into typed text", "what I write with my stylus shouldn't turn into typed text any more",
        "手写笔写的字直接变成文字", "手写笔写的字别变成文字", said="handwriting with the [pen|stylus]",
        before=_stylus("stylus_handwriting"),
    ),
    *_option(
        "stylus_hover_preview", "the pen's hover preview", "手写笔悬停预览",
        """I want a preview when I hold the pen over something
        holding the stylus above a thing should show a preview""",
        """I don't want a preview when I hold the pen over something
        holding the stylus above a thing should show nothing""",
        "show me a preview as soon as my pen hovers over something",
        "no more previews popping up when my pen hovers over something",
        "手写笔悬在上面时先给我预览一下", "手写笔悬在上面时别弹预览", said="the [hover preview of the pen|pen's hover preview|stylus hover preview]",
        before=_stylus("stylus_hover_preview"),
    ),
    *_option(
        "pointer_trail", "the pointer trail", "指针轨迹",
        """the mouse pointer should leave a trail
        I keep losing the mouse pointer, show its trail""",
        """the mouse pointer should not leave a trail
        the trail behind the mouse pointer disturbs me""",
        "the mouse pointer is hard to follow, let it draw a trail behind it", "that trail following the mouse pointer is distracting, remove it",
        "鼠标箭头后面拖条尾巴", "鼠标箭头后面别拖尾巴", said="the [pointer trail|trail of the mouse pointer]",
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=INPUT, languages=("en", "en", "zh"))
def plain_touch(draw: Draw) -> Draft:
    """What a gesture does, or an option for touches, pen and pointer."""
    return plain(draw, TOUCH)


KEYS = (
    wish(
        "press_key", "back to the app", about=_showing("notifications"), key="back",
        done=("Gone back.", "已返回。"),
        train="""!go back
        !press back""",
        wide="""!press the back key
        one step back
        ![go|take me] back one step
        I opened this by mistake, go back""",
        held="""!return to the previous screen
        !take me back to what I was looking at before""",
        zh_train="!返回\n!按返回键", zh_wide="退回上一步", zh_held="回到刚才那里",
    ),
    wish(
        "press_key", "the home screen", about=_showing("app"), key="home", done=("The home screen is shown.", "已回到桌面。"),
        train="""!go to the home screen
        !show [me |]the home screen""",
        wide="""!press the home key
        home screen
        ![take|bring] me to the home screen
        I'm done in this app, back to the home screen
        I want to see the home screen""",
        held="""!get me out of this app and onto my home screen
        where are all my icons? Bring up the home screen""",
        zh_train="!回到桌面\n!按主屏幕键", zh_wide="回主屏幕", zh_held="我要看主屏幕上的图标",
    ),
    wish(
        "press_key", "the recent apps", about=_showing("app"), key="recent_apps",
        done=("The recent apps are shown.", "已显示最近使用的应用。"),
        train="""!show [me |]the recent apps
        !open the list of recent apps""",
        wide="""!press the key for recent apps
        recent apps
        I want to [switch|go] to another app, show the recent ones
        which apps did I just have open? Show them on the screen
        ![bring|call] up the app switcher""",
        held="""!let me see my recently used apps so I can switch
        I'd like to jump back to an app I used recently, bring up the list""",
        zh_train="!显示最近[使用的|]应用\n!打开多任务", zh_wide="最近用的应用列出来", zh_held="我刚才用过的应用都列出来让我挑",
    ),
    wish(
        "press_key", "the notification shade", about=_showing("app"), key="notifications",
        done=("The notification shade is open.", "通知栏已打开。"),
        train="""!open the notification [shade|panel]
        !pull down the notification [shade|panel]""",
        wide="""notification panel down
        !bring the notification [shade|panel] down
        I want the notification [shade|panel] open
        I can't reach the top of the screen, pull down the notification shade""",
        held="""!slide down the panel with my notifications
        I'd like to look at my notifications myself, bring the panel down""",
        zh_train="!打开通知栏\n!下拉通知栏", zh_wide="通知面板拉下来", zh_held="把顶上的通知拉出来看看",
    ),
    wish(
        "press_key", "quick settings", about=_showing("app"), key="quick_settings",
        done=("Quick settings are open.", "快捷设置已打开。"),
        train="""!open [the |]quick settings
        !show [me |]the quick settings[ panel|]""",
        wide="""quick settings
        !pull down the quick settings
        I want to see the quick settings
        I need the tiles with Wi-Fi and flashlight, open quick settings""",
        held="""!swipe down the panel with the quick switches
        where are the quick toggles for things like Wi-Fi? Open that panel for me""",
        zh_train="!打开快捷设置\n!显示控制中心", zh_wide="快捷开关面板拉下来", zh_held="把顶上的快捷开关拉下来看看",
    ),
    wish(
        "press_key", "the power menu", about=_showing("app"), key="power_menu", done=("The power menu is open.", "电源菜单已打开。"),
        train="""!open the power menu
        !show [me |]the power menu""",
        wide="""power menu
        !bring up the power menu
        I want to see the power menu
        my power button is broken, show me its menu
        can you show the power menu?""",
        held="""I want the menu you get when holding the power button
        !let me choose between restart and power off, bring that menu up""",
        zh_train="!打开电源菜单", zh_wide="!调出电源菜单", zh_held="长按电源键出来的那个菜单，给我显示一下",
    ),
    wish(
        "press_key", "a screenshot", key="screenshot", done=("The screenshot is saved.", "截屏已保存。"),
        train="""![take|make] a screenshot
        screenshot""",
        wide="""![capture|save] [the|my] screen[ as a picture|]
        I want a picture of [the|my] screen
        I need to keep what is on the screen, take a screenshot
        can I have a screenshot of this?
        !screenshot this""",
        held="""!grab a screen capture of this page
        !snap a picture of what's on my screen right now""",
        zh_train="!截屏\n!截个图", zh_wide="把现在的屏幕截下来", zh_held="把现在这一屏存成图片",
    ),
    wish(
        "set_navigation_mode", "three buttons", about=_buttons, mode="three_buttons",
        done=("There are three navigation buttons now.", "已改为三键导航。"),
        train="""![use|switch to] three-button navigation
        three-button navigation""",
        wide="""I want the three buttons at the bottom[ of the screen|]
        I [can't get used to|don't like] swiping, give me the three buttons for navigation
        navigation with three buttons
        ![set|change] the navigation to [three buttons|buttons]
        can I navigate with buttons instead of gestures?""",
        held="""!bring back the back, home and recents buttons at the bottom
        my mother can't swipe well, so put the three navigation buttons back""",
        zh_train="!改成三键导航\n!用三键导航", zh_wide="导航换成底部三个按键", zh_held="不想划来划去，下面要有三个键可点",
    ),
    wish(
        "set_navigation_mode", "gestures", about=_gestures, mode="gestures",
        done=("You navigate with gestures now.", "已改为手势导航。"),
        train="""![use|switch to] gesture navigation
        gesture navigation""",
        wide="""I want to [navigate|get around] by swiping
        the buttons at the bottom take up space, use gesture navigation
        navigation with gestures
        ![set|change] the navigation to gestures
        can I navigate with gestures instead of buttons?""",
        held="""I'd like to swipe to go back and home instead of using the buttons
        !hide the navigation buttons, I'll swipe instead""",
        zh_train="!改成手势导航\n!用手势导航", zh_wide="导航换成手势", zh_held="下面那几个键不要了，划一划就行",
    ),
    wish(
        "set_navigation_mode", "back sensitivity {english}", about=_sensitivity, mode="gestures", backSensitivity="{value}",
        done=("The back gesture's sensitivity is {said}.", "返回手势灵敏度已设为{said}。"),
        train="""gesture navigation with {said} [back sensitivity|sensitivity of the back gesture]
        ![use|set] gesture navigation with {said} back sensitivity""",
        wide="""I want gesture navigation, and {said} sensitivity of the back gesture
        the back gesture should have {said} sensitivity, with gesture navigation
        the back gesture answers badly, use gestures with {said} back sensitivity
        gesture navigation, back sensitivity {said}""",
        held="""I get around by swiping, with the back gesture set to {said} sensitivity
        with gestures for navigation, how sensitive the back swipe is should be {said}""",
        zh_train="!用手势导航，返回灵敏度{said}", zh_wide="手势导航的返回灵敏度[设为|要]{said}", zh_held="手势导航不变，返回的灵敏程度改成{said}",
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=INPUT, languages=("en", "en", "zh"))
def plain_keys(draw: Draw) -> Draft:
    """A key or a panel that a hand would reach for, or how one navigates."""
    return plain(draw, KEYS)


def _new_item(kind: str) -> About:
    """An app, or somebody, that is not on the home screen; a folder that is, and a dock or edge panel with room."""

    def about(draw: Draw, rows: Rows) -> Slots:
        name = draw.person() if kind == "contact" else draw.pick(entities.STORE_APPS)
        _ = rows.contact(name) if kind == "contact" else rows.app(name)
        folder = draw.pick(entities.FOLDER_NAMES)
        rows.add("home_items", "hi", kind="folder", name=folder, app=None, contact=None, area="home", page=3, folder=None)
        page = draw.integer(2, 5)
        place = draw.choice(tuple(PLACES))
        rows.clear("home_items", area=place)
        return {"name": name, "folder": folder, "page": page, "area": place, "where": draw.tongue(*PLACES[place])}

    return about


def _item(kind: str) -> About:
    """An app or a folder that is on the home screen."""

    def about(draw: Draw, rows: Rows) -> Slots:
        slots = dict(_new_item("app")(draw, rows))
        home: dict[str, Json] = {"area": "home", "page": 6, "folder": None, "contact": None, "kind": kind}
        if kind == "folder":
            slots["name"] = draw.pick(entities.FOLDER_NAMES)
            rows.add("home_items", "hi", name=slots["name"], app=None, **home)
        else:
            app = next(patch.key for patch in rows.patches if patch.table == "apps")
            rows.add("home_items", "hi", name=slots["name"], app=app, **home)
        return slots

    return about


def _few_items(draw: Draw, rows: Rows) -> Slots:
    slots = _item("app")(draw, rows)
    for area in [area for area in ("home", *PLACES) if area != slots["area"]]:
        rows.clear("home_items", area=area)
    return slots


def _tell_items(draw: Draw, payload: Any, slots: Slots) -> tuple[str, Sequence[Sequence[str]]]:
    return tell_names(draw, [item["name"] for item in payload["items"]])


HOME_SCREEN = (
    wish(
        "manage_home_screen", "{name} on the home screen", about=_new_item("app"), action="add", name="{name}",
        done=("{name} is on the home screen.", "{name}已放到桌面。"),
        train="""![put [the app |]{name} on|add [the app |]{name} to] [the|my] home screen
        {name} on the home screen""",
        wide="""I want [an icon of|the icon of|the app] {name} on my home screen
        I use {name} all the time, put its icon on the home screen
        the home screen should have the app {name}
        home screen: add the app {name}
        can I have {name} on my home screen?""",
        held="""!make a shortcut to the {name} app on my home screen
        I can never find the {name} app, put it where I see it on my home screen""",
        zh_train="!把[应用|]{name}放到桌面", zh_wide="桌面上加个{name}的图标", zh_held="主屏幕上要能直接点开{name}",
    ),
    wish(
        "manage_home_screen", "{name} in {area}", about=_new_item("app"), action="add", name="{name}", area="{area}",
        done=("{name} is in {where}.", "{name}已放到{where}。"),
        train="""![put [the app |]{name} into|add [the app |]{name} to] {where}
        {name} into {where}""",
        wide="""I want [the icon of|the app] {name} in {where}
        I use {name} all the time, put its icon into {where}
        {where} should have the app {name}
        {where}: add the app {name}
        can I have {name} in {where}?""",
        held="""!pin the {name} app to {where}
        I'd like to get at the {name} app quickly from {where}, so add it there""",
        zh_train="!把[应用|]{name}放到{where}", zh_wide="{where}加上{name}", zh_held="{where}里要能直接点开{name}",
    ),
    wish(
        "manage_home_screen", "{name} on page {page}", about=_new_item("app"), action="add", name="{name}", page="{page}",
        done=("{name} is on page {page} of the home screen.", "{name}已放到桌面第{page}页。"),
        train="""![put [the app |]{name} on|add [the app |]{name} to] page {page} of [the|my] home screen
        {name} on home screen page {page}""",
        wide="""I want the icon of {name} on the home screen's page {page}
        page {page} of the home screen should have the app {name}
        home screen, page {page}: add the app {name}
        the first page is for other things, put {name} on page {page} of the home screen
        can I have {name} on page {page} of my home screen?""",
        held="""!stick the {name} app on my home screen, page {page}
        the {name} app belongs on the home screen, on page number {page}""",
        zh_train="!把[应用|]{name}放到桌面第{page}页", zh_wide="桌面第{page}页加个{name}", zh_held="主屏幕第{page}页我想放{name}",
    ),
    wish(
        "manage_home_screen", "a widget of {name}", about=_new_item("app"), action="add", kind="widget", name="{name}",
        done=("The widget of {name} is on the home screen.", "{name}的小组件已放到桌面。"),
        train="""![put the {name} widget on|add the widget of {name} to] [the|my] home screen
        widget of {name} on the home screen""",
        wide="""I want a {name} widget on my home screen
        I want to see {name} at a glance, put its widget on the home screen
        the home screen should have the widget of {name}
        home screen: add the {name} widget
        can I have the {name} widget on my home screen?""",
        held="""!stick a {name} widget on my home screen
        I'd like {name} on the home screen as a widget, not just an icon""",
        zh_train="!把{name}的小组件放到桌面", zh_wide="桌面加个{name}小组件", zh_held="主屏幕上来一个{name}的小部件",
    ),
    wish(
        "manage_home_screen", "{name} on the home screen", about=_new_item("contact"), action="add", kind="contact",
        name="{name}", done=("{name} is on the home screen.", "联系人{name}已放到桌面。"),
        train="""![put the contact {name} on|add my contact {name} to] [the|my] home screen
        the contact {name} on the home screen""",
        wide="""I want [my|the] contact {name} on my home screen
        I call {name} every day, put that contact on the home screen
        the home screen should have the contact {name}
        home screen: add the contact {name}
        can I have the contact {name} on my home screen?""",
        held="""!make a home screen shortcut for my contact {name}
        I ring {name} a lot, so I'd like that contact right there on the home screen""",
        zh_train="!把联系人{name}放到桌面", zh_wide="桌面上加联系人{name}", zh_held="主屏幕放个{name}的联系人快捷方式",
    ),
    wish(
        "manage_home_screen", "a folder {folder}", action="add", kind="folder", name="{folder}",
        about=lambda draw, rows: {"folder": draw.pick(entities.FOLDER_NAMES)},
        done=("The folder {folder} is on the home screen.", "桌面已新建文件夹{folder}。"),
        train="""![make|create|add] a folder {folder} on [the|my] home screen
        home screen: new folder {folder}""",
        wide="""I want a folder called {folder} on my home screen
        the home screen should have a folder {folder}
        my icons are a mess, make a folder called {folder} on the home screen
        ![put|set up] a new folder called {folder} on the home screen
        can I have a folder {folder} on my home screen?""",
        held="""!start a new home screen folder and name it {folder}
        I'd like to group some apps on the home screen, so create a folder named {folder}""",
        zh_train="!在桌面新建文件夹{folder}", zh_wide="桌面上建个叫{folder}的文件夹", zh_held="主屏幕上弄个文件夹，名叫{folder}",
    ),
    wish(
        "manage_home_screen", "{name} off the home screen", about=_item("app"), action="remove", name="{name}",
        done=("{name} is off the home screen.", "{name}已从桌面移除。"),
        train="""![remove|take] [the app |]{name} [from|off] [the|my] home screen
        {name} off the home screen""",
        wide="""I don't want the icon of {name} on my home screen
        I hardly use {name}, take its icon off the home screen
        the home screen should not have the app {name} any more
        home screen: remove the app {name}
        ![clear|get] the icon of {name} off my home screen""",
        held="""the {name} app clutters my home screen, take it off there but keep it installed
        !get rid of the {name} shortcut on my home screen""",
        zh_train="!把[应用|]{name}从桌面移除", zh_wide="桌面上的{name}图标去掉", zh_held="主屏幕别放{name}了，应用留着",
    ),
    wish(
        "manage_home_screen", "no folder {name}", about=_item("folder"), action="remove", kind="folder", name="{name}",
        done=("The folder {name} is off the home screen.", "桌面文件夹{name}已移除。"),
        train="""![remove|delete] the folder {name} from [the|my] home screen
        home screen: remove the folder {name}""",
        wide="""I don't want the folder {name} on my home screen any more
        the home screen needs no folder {name}
        ![take|get] the folder {name} off the home screen
        the folder {name} is in the way, remove it from the home screen
        can you delete the folder {name} on my home screen?""",
        held="""!get rid of the folder named {name} on my home screen
        I no longer use the {name} folder, so clear it off the home screen""",
        zh_train="!把桌面上的文件夹{name}[移除|删掉]", zh_wide="桌面文件夹{name}不要了", zh_held="主屏幕那个叫{name}的文件夹拿掉",
    ),
    wish(
        "manage_home_screen", "{name} into {folder}", about=_item("app"), action="move", name="{name}", folder="{folder}",
        done=("{name} is in the folder {folder}.", "{name}已移到文件夹{folder}。"),
        train="""![move|put] [the app |]{name} [on the home screen |]into the folder {folder}
        home screen: {name} into the folder {folder}""",
        wide="""the icon of {name} should be in the home screen folder {folder}
        I want {name} in the folder {folder} on my home screen
        ![drag|tidy] the icon of {name} into the folder {folder}
        my home screen is full, move {name} into the folder {folder}
        can {name} go into the folder {folder} on the home screen?""",
        held="""!tuck the {name} app away in my {folder} folder on the home screen
        the {name} icon on my home screen belongs in the folder called {folder}""",
        zh_train="!把桌面上的{name}移到文件夹{folder}", zh_wide="桌面的{name}放进{folder}文件夹", zh_held="主屏幕上的{name}收到{folder}那个文件夹里",
    ),
    wish(
        "manage_home_screen", "{name} to page {page}", about=_item("app"), action="move", name="{name}", page="{page}",
        done=("{name} is on page {page} of the home screen.", "{name}已移到桌面第{page}页。"),
        train="""!move [the app |]{name} to page {page} of [the|my] home screen
        home screen: move {name} to page {page}""",
        wide="""the icon of {name} should move to page {page} of the home screen
        I want to move {name} to the home screen's page {page}
        ![drag|shift] the icon of {name} to page {page} of the home screen
        the icon of {name} is on the wrong page, move it to home screen page {page}
        can the icon of {name} move to page {page} of the home screen?""",
        held="""I'd rather have the {name} app on home screen page {page}, so move it there
        !take the {name} app over to page {page} of my home screen""",
        zh_train="!把桌面上的{name}移到第{page}页", zh_wide="桌面的{name}挪到第{page}页", zh_held="主屏幕上的{name}搬去第{page}页那边",
    ),
    wish(
        "manage_home_screen", "{name} to {area}", about=_item("app"), action="move", name="{name}", area="{area}",
        done=("{name} is in {where}.", "{name}已移到{where}。"),
        train="""!move [the app |]{name} from [the|my] home screen [into|to] {where}
        home screen: move {name} to {where}""",
        wide="""the icon of {name} should move from the home screen to {where}
        I want to move {name} on the home screen to {where}
        ![drag|shift] the home screen icon of {name} to {where}
        {name} is in the way on the home screen, move it to {where}""",
        held="""the {name} icon on my home screen would be handier in {where}, so move it there
        !transfer the {name} app from my home screen into {where}""",
        zh_train="!把桌面上的{name}移到{where}", zh_wide="桌面的{name}挪到{where}", zh_held="主屏幕上的{name}搬去{where}那边",
    ),
    wish(
        "manage_home_screen", "what is on the home screen", about=_few_items, tell=_tell_items, action="list",
        train="""what is on [the|my] home screen?
        ![list|show me] what is on [the|my] home screen""",
        wide="""which [icons|items] are on my home screen?
        what [icons|items] does my home screen have?
        tell me what is on the home screen
        contents of the home screen?""",
        held="""what have I got on my home screen?
        !read me everything that's on my home screen""",
        zh_train="桌面上有什么", zh_wide="!列出桌面上的[图标|东西]", zh_held="主屏幕都放了些什么",
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=INPUT, languages=("en", "en", "zh"))
def plain_home_screen(draw: Draw) -> Draft:
    """An icon, a widget or a folder comes on the home screen, moves or leaves it."""
    return plain(draw, HOME_SCREEN)
