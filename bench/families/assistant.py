"""Families about routines, the screen, how the assistant speaks, and what it was asked before."""

from harness.contract import FollowUp, Json

from .. import entities
from ..draw import Draw
from ..rows import Rows
from ..scenario import Draft, Play, family
from ..wording import Wording

ASSISTANT = ("AI Assistant",)

DEEDS: dict[tuple[str, str], dict[str, Json]] = {
    ("dark mode on", "打开深色模式"): {"tool": "set_dark_mode", "arguments": {"mode": "on"}},
    ("Wi-Fi off", "关闭Wi-Fi"): {"tool": "set_wifi", "arguments": {"enabled": False}},
    ("Bluetooth off", "关闭蓝牙"): {"tool": "set_bluetooth", "arguments": {"enabled": False}},
    ("Bluetooth on", "打开蓝牙"): {"tool": "set_bluetooth", "arguments": {"enabled": True}},
    ("mobile data off", "关闭移动数据"): {"tool": "set_mobile_data", "arguments": {"enabled": False}},
    ("location off", "关闭定位"): {"tool": "set_location", "arguments": {"enabled": False}},
}
ROUTINE = Wording(
    train=(
        "![create|make|set up] a routine {title}: {deed} at {time}{days}",
        "routine {title}, {time}{days}: {deed}",
        "[I want|I'd like] {deed} [automatically|by itself] at {time}{days}, as the routine {title}",
        "at {time}{days} the phone should [do|have] {deed} [by itself|automatically], call the routine {title}",
        "[new|another] routine [named|called] {title}: at {time}{days}, {deed}",
    ),
    held=(
        "{deed} without my doing, namely at {time}{days}; the routine's name is {title}",
        "let {title} be a routine that brings {deed} whenever it is {time}{days}",
    ),
    zh_train=("[建|创建]一个例程{title}：{days}{time}{deed}", "例程{title}，{days}{time}自动{deed}"),
    zh_held=("{days}{time}的时候手机自己{deed}，例程叫{title}",),
    wide=(
        "!add a routine [named|called] {title}: {deed}, {time}{days}",
        "could there be a routine {title} [for|with] {deed} at {time}{days}?",
        "I [keep forgetting|never remember] it, so [please automate|automate] {deed} at {time}{days}, routine name {title}",
        "automation: {time}{days} {deed}, [name|title] {title}",
        "!schedule {deed} for {time}{days} [as|in] a routine called {title}",
        "the routine {title}, new, has one [step|action]: {deed} at {time}{days}",
        "at {time}{days} I want {deed}, automatically. [Call|Name] that routine {title}.",
        "{deed}, {time}{days}, [automatic please|every time]: routine {title}",
        "!automate this as [the routine |]{title}: at {time}{days}, {deed}",
        "!build me a routine, [name|title] {title}, for this: {deed} at {time}{days}",
    ),
    zh_wide=(
        "[添加|新增]例程，[名字|名称]{title}，{days}{time}{deed}",
        "{days}每到{time}就{deed}，[做成|设成]例程{title}",
        "[自动化|定时]：{days}{time}{deed}，例程名{title}",
    ),
)


@family(split="train", behaviour="grounding", domains=ASSISTANT, languages=("en", "en", "zh"))
def routine_at_a_time(draw: Draw) -> Draft:
    """What the phone shall do by itself, when, and under which name."""
    title, time, days = draw.title(), draw.time(20, 23), draw.weekdays(1, 3) if draw.chance(0.6) else []
    deed = draw.choice(tuple(DEEDS))

    def witness(play: Play) -> None:
        play.call(
            "manage_routine", why=f"{deed[0]} at {time}.", action="create", routine=title, trigger="time", time=time,
            days=days or None, steps=[DEEDS[deed]],
        )  # fmt: skip
        play.finish(draw.tongue(f"The routine {title} runs at {time}.", f"例程“{title}”会在{time}运行。"))

    on = draw.tongue(f" {draw.say_on_days(days)}" if days else "", draw.say_days(days) if days else "")
    request = draw.say(ROUTINE, title=title, time=draw.say_time(time), days=on, deed=draw.tongue(*deed))
    return Draft(request, witness)


LATER = Wording(
    held=(
        "[hm|on second thoughts], {time} [suits me better|is better] [for it|]",
        "no, wait: {time}",
        "[actually|thinking of it], have it run at {time}",
        "{time}[ instead|], please",
        "[sorry|wait], I meant {time}",
    ),
    zh_held=(
        "还是{time}吧",
        "[算了，|嗯，]换到{time}",
        "不对，应该是{time}",
    ),
)
EVENING = Wording(
    held=(
        "{title} is to be a routine of mine: {deed}, {time}",
        "!have the phone see to {deed} on its own at {time}, by a routine {title}",
        "something automatic named {title}, please, at {time}: {deed}",
        "when it is {time} I would always like {deed}, and {title} as the name of that routine",
        "routine {title}: {time}, {deed}",
        "I always forget it in the evening: {deed} at {time}, so make that a routine and call it {title}.",
    ),
    zh_held=(
        "弄个叫{title}的例程，{time}{deed}",
        "[一到|到了]{time}手机自动{deed}，名字用{title}",
        "我老是忘，建个例程{title}，{time}{deed}",
    ),
)


@family(split="test", behaviour="revision", domains=ASSISTANT, difficulty=2, languages=("en", "en", "zh"))
def routine_put_to_another_time(draw: Draw) -> Draft:
    """The routine that was just made gets another time; nothing is made twice."""
    title, deed = draw.title(), draw.choice(tuple(DEEDS))
    first, second = draw.time(20, 21), draw.time(22, 23)

    def witness(play: Play) -> None:
        play.call("manage_routine", why=f"{deed[0]} at {first}.", action="create", routine=title, trigger="time", time=first,
                  steps=[DEEDS[deed]])  # fmt: skip
        play.finish(draw.tongue(f"The routine {title} runs at {first}.", f"例程“{title}”会在{first}运行。"))
        play.call(
            "manage_routine", why=f"{title} exists; only its time changes.", action="update", routine=title, time=second
        )
        play.finish(draw.tongue(f"{title} runs at {second} now.", f"“{title}”改到了{second}。"))

    request = draw.say(EVENING, title=title, time=draw.say_time(first), deed=draw.tongue(*deed))
    words = draw.say(LATER, bare=True, time=draw.say_time(second))
    return Draft(request, witness, followups=[FollowUp(after="finish", text=words[0].upper() + words[1:])])


SHOWN = Wording(
    train=(
        "![save|store|keep] the [phone |]number on [my|the] screen as {name}",
        "the number [that is shown|on the screen] is {name}'s, [save it|add it to my contacts]",
        "new contact {name}, [the number is|you see the number] on my screen",
        "[make|add] a contact {name} with the number [you can see here|on this page]",
        "{name} [has|can be reached at] the number on my screen, put that into my contacts",
    ),
    held=(
        "what you read there on the display is how to call {name}; I want to have it in my address book",
        "!take the digits that I am looking at into the contacts, for {name}",
    ),
    zh_train=("把屏幕上的号码存为{name}", "新建联系人{name}，号码[在屏幕上|就是这页上的]"),
    zh_held=("我正看着的这个电话是{name}的，存到通讯录",),
    wide=(
        "!add {name} to my contacts, [number|phone number] as on [the|my] screen",
        "could you save the number [on my screen|that's displayed] [for|under] {name}?",
        "that number [there|on the screen] belongs to {name}, [make it a contact|please save it]",
        "contact: {name}, number [from the screen|see screen]",
        "so I can [call|reach] {name} later, save the number [you see|shown] on my screen",
        "!read the number off my screen and [store|save] it [as|under] {name}",
        "I've got {name}'s number [on the screen|open here], put it in my [contacts|phone book]",
        "{name} isn't in my contacts yet, [take|use] the number [on screen|from my screen]",
        "![create|make] a contact for {name} from the [phone |]number displayed [here|on my screen]",
    ),
    zh_wide=(
        "屏幕上[那个|这个]电话[存成|记成]{name}",
        "[加|添加]联系人{name}，用屏幕上的[号码|电话]",
        "{name}的号码就在屏幕上，[存一下|加到联系人里]",
    ),
)


@family(
    split="train", behaviour="reference", domains=("AI Assistant", "Calls & Communication"), difficulty=2,
    languages=("en", "en", "zh"),
)  # fmt: skip
def number_on_the_screen(draw: Draw) -> Draft:
    """What is meant stands on the screen, between an address and opening hours."""
    rows, name, number = Rows(draw), draw.person(), draw.phone_number()
    place = draw.pick(entities.VENUES_ZH if draw.language == "zh" else entities.VENUES)
    hours = f"{draw.time(7, 10, 30)} - {draw.time(16, 20, 30)}"
    shown = draw.tongue(f"{place}. Open {hours}. Call {number}.", f"{place}。营业时间 {hours}。电话 {number}。")
    rows.put("screen", "main", shown="app", app="Chrome", text=shown)

    def witness(play: Play) -> None:
        found = play.call("read_screen", why="The number is on the screen.", extract="phone_numbers")
        seen = found["phone_numbers"][0]
        play.call("manage_contact", why=f"{seen} is {name}'s number.", action="create", name=name, number=seen)
        play.finish(draw.tongue(f"{name} is saved with {seen}.", f"已保存{name}，号码{seen}。"))

    return Draft(draw.say(SHOWN, name=name), witness, patches=rows.patches)


SPEAK = Wording(
    held=(
        "[your voice should be|I want you to sound] {voice}, and [speak|talk] {rate}",
        "![speak|talk] {rate} and use a {voice} voice",
        "my grandmother is going to use you: {rate} speech, the {voice} voice",
        "the {voice} one of your voices, please, at {rate} speed",
        "voice {voice}, speed {rate}",
        "nothing against how you sound, but a {voice} voice would suit me better, with the speech at {rate} speed.",
        "your voice should be {other}, no, {voice}, and your speech {rate}",
    ),
    zh_held=(
        "声音[换成|用]{voice}的，语速{rate}",
        "说话{rate}，声音要{voice}",
        "声音用{other}的，不，还是{voice}的，语速{rate}",
        "我想听{voice}的声音，说话速度{rate}",
    ),
)
VOICES = {"warm": ("warm", "温暖"), "bright": ("bright", "明亮"), "calm": ("calm", "平静"), "deep": ("deep", "低沉")}
RATES = {"slow": ("slow", "慢一点"), "normal": ("normal", "正常"), "fast": ("fast", "快一点")}


@family(split="test", behaviour="grounding", domains=ASSISTANT, languages=("en", "en", "zh"))
def how_the_assistant_speaks(draw: Draw) -> Draft:
    """Two preferences out of six; the others stay."""
    now = Rows(draw).base.rows("assistant")["main"]
    voice = draw.choice([name for name in VOICES if name != now["voice"]])
    rate = draw.choice([name for name in RATES if name != now["speechRate"]])
    other = draw.choice([name for name in VOICES if name != voice])

    def witness(play: Play) -> None:
        play.call("set_assistant_preferences", why=f"A {voice} voice, {rate} speech.", voice=voice, speechRate=rate)
        play.finish(draw.tongue(f"I speak {rate} with a {voice} voice now.", "好的，声音和语速已调整。"))

    tone, wrong, pace = (draw.tongue(*words) for words in (VOICES[voice], VOICES[other], RATES[rate]))
    return Draft(draw.say(SPEAK, voice=tone, other=wrong, rate=pace), witness)


FORGET = Wording(
    held=(
        "nobody should see that I asked you about {topic}: [delete that|remove it] from the history[, only that|]",
        "![delete|remove] [what|everything that] I asked [you |]about {topic} from your history",
        "take my questions on {topic} out of what you keep of our conversations, the others may stay",
        "!let what you were asked about {topic} disappear",
        "history: everything about {topic} out, nothing else",
        "my family uses this phone as well, and what I asked about {topic} is a surprise. Delete only that from your history.",
        "!clear your whole history, no, only what I asked about {topic}",
    ),
    zh_held=(
        "把我问过{topic}的记录删掉，别的留着",
        "[删除|清掉]关于{topic}的提问记录",
        "把历史记录全删了，不，只删我问{topic}的那几条",
    ),
)
QUESTIONS = (("When is the {} this week?", "On Thursday."), ("How much does the {} cost?", "About 30."),
             ("Who runs the {}?", "I could not find that."))  # fmt: skip
QUESTIONS_ZH = (("{}是星期几？", "星期四。"), ("{}要多少钱？", "大约30元。"), ("{}由谁负责？", "没有查到。"))


@family(split="gate", behaviour="reference", domains=ASSISTANT, difficulty=2, languages=("en", "en", "zh"))
def questions_forgotten(draw: Draw) -> Draft:
    """The entries about one thing go, those about another stay."""
    rows = Rows(draw)
    topic, other = (draw.pick(entities.TOPICS_ZH if draw.language == "zh" else entities.TOPICS) for _ in range(2))
    questions = draw.rng.sample(QUESTIONS_ZH if draw.language == "zh" else QUESTIONS, 3)
    for index, subject in enumerate((topic, topic, other)):
        question, reply = questions[index]
        rows.add(
            "assistant_history", "hx", request=question.format(subject), reply=reply, time=rows.now - 7000 * (index + 1)
        )

    def witness(play: Play) -> None:
        found = play.call(
            "manage_assistant_history", why=f"Find what was asked about {topic}.", action="search", query=topic
        )
        keys = [entry["id"] for entry in found["entries"]]
        play.call("manage_assistant_history", why=f"{len(keys)} entries are about {topic}.", action="delete", entryIds=keys)
        play.finish(
            draw.tongue(f"{len(keys)} entries about {topic} are deleted.", f"已删除{len(keys)}条关于{topic}的记录。")
        )

    return Draft(draw.say(FORGET, topic=topic), witness, patches=rows.patches)
