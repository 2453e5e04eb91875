"""Wishes about contacts, calls and messages."""

import re
from dataclasses import dataclass

from bench.scenario import Play
from harness.contract import Behaviour, Json

from ..clauses import Clause
from ..world import Row, Unfit, World
from .registry import Step, plan, the_one

_NUMBER_WORDS = "number phone numbers telephone mobile cell whose 电话 号码 电话号码 手机号 手机号码 是"
RELATIONS = (
    "boss|mother|father|sister|brother|wife|husband|partner|son|daughter|landlord|landlady|neighbour|neighbor|dentist|doctor|manager|"
    "colleague|accountant|plumber|coach|teacher|tutor|vet|cousin|aunt|uncle|grandmother|grandfather|roommate|flatmate|nanny"
)
CHANNELS = (
    ("whatsapp", r"\bwhats ?app\b"),
    ("telegram", r"\btelegram\b"),
    ("wechat", r"\bwechat\b|微信"),
    ("sms", r"\bsms\b|短信"),
)
OTHER_CHANNELS = (
    "facebook messenger|instagram|insta|snapchat|microsoft teams|viber|skype|kakaotalk|imessage|facetime|google chat|google meet|linkedin|tiktok"
    "|(?-i:Messenger|Signal|Slack|Discord|Teams|Line|LINE|Zoom|QQ|Twitter|Reddit|X)"
)
"""Where people write to each other and no tool does. Names that are words too are known by their capital."""
_TEXT = (
    r"(?:\b(?:with (?:the )?(?:following )?(?:message|text|content|words)|(?:that )?(?:saying|says|reads?)|(?:the )?(?:message|text|words)|tell(?:ing)? (?:him|her|them))\b"
    r"|短信内容(?:是|为)?|内容(?:是|为)?|短信说|短信|消息|说|告诉(?:他|她))(?=\s*[:：\"“‘'，]|(?:\s+(?:that|says|saying)\b)|(?<=saying)|(?<=says)|(?<=reads)|(?<=说))"
)


@dataclass(frozen=True)
class Whom:
    """Somebody to be reached: a number, a contact's name, or what they are to the user. ``address`` is their number."""

    address: str
    number: str | None = None
    name: str | None = None
    relation: str | None = None

    def look_up(self, play: Play) -> dict[str, Json]:
        """Whom as tools take it; what somebody is to the user must be looked up first."""
        if self.relation is not None:
            found = play.call("search_contacts", why="See who that is.", relation=self.relation)["contacts"]
            return {"contactId": the_one(found, "contact")["id"]}
        return {"number": self.number} if self.number else {"contactName": self.name}


@plan(
    cue=r"\bcontacts?\b|\bsave\b.*\bnumber\b|联系人|通讯录",
    words="contact contacts create add new save make book address enter name named called details following person list first last "
    + _NUMBER_WORDS
    + " 联系人 通讯录 新建 创建 添加 保存 存 加 姓名 名字 叫",
)
def new_contact(clause: Clause, world: World) -> Step | None:
    """Somebody for the address book."""
    if clause.has(r"\b(?:do not|don'?t) (?:hit |press |tap )?save\b|不要保存"):
        raise Unfit("missing_tool", "manage_contact saves every contact that it makes; nothing leaves a form unsaved")
    if not clause.has(r"\b(?:create|add|new|save|make|enter)\b|新建|创建|添加|保存|存|加") or clause.has(
        r"\b(?:delete|remove)\b|删除"
    ):
        return None
    number, email = clause.value("phone"), clause.value("email")
    name = clause.value("text") or clause.name_after(
        r"\b(?:contact (?:for|named|called|name)|for|named|called|name(?: is)?|contact)\b|名为|名字(?:是|叫)?|姓名|叫|联系人"
    )
    name = name or clause.name_after(r"\b(?:add|save|create)\b|添加|保存", stop=r"['’]s\b|\s+(?:as|to|into)\b")
    if not name:
        raise Unfit("incomplete", "says no name for the contact")
    if number is None and email is None:
        raise Unfit("incomplete", "says neither number nor e-mail address of the contact")

    def act(play: Play) -> str:
        play.call("manage_contact", why=f"{name} is new.", action="create", name=name, number=number, email=email)
        return world.say(f"{name} is in the contacts.", f"已添加联系人{name}。")

    return Step(act)


@plan(
    cue=r"\bcontacts?\b|联系人|通讯录",
    words="contact contacts delete remove erase from book address called named 联系人 通讯录 删除 删掉 移除 从",
)
def deleted_contact(clause: Clause, world: World) -> Step | None:
    """Somebody out of the address book."""
    if not clause.take(r"\b(?:delete|remove|erase)\b|删除|删掉|移除"):
        return None
    name = (
        clause.known_name(world.names("contacts", "name"))
        or clause.value("text")
        or clause.name_after(r"\bcontact(?: named| called)?\b|联系人")
        or clause.capitalised()
    )
    if name is None:
        return None
    contact = world.contact(name)

    def act(play: Play) -> str:
        found = play.call("search_contacts", why=f"Find {name}.", query=name)["contacts"]
        key = the_one(found, "contact", name=contact["name"])["id"]
        play.call("manage_contact", why=f"{name} is {key}.", action="delete", contactId=key)
        return world.say(f"{name} is deleted.", f"已删除联系人{name}。")

    return Step(act, behaviour=Behaviour.REFERENCE)


@plan(
    cue=r"\b(?:call|dial|ring)\b|\bphone (?=(?-i:[A-Z])|my \w+$|\+|\d)|打电话|拨打|致电|通话",
    words="call dial ring phone make give a speaker on put loudspeaker 打电话 打个电话 电话 拨打 打 给 致电 "
    + _NUMBER_WORDS,
)
def call(clause: Clause, world: World) -> Step | None:
    """A call to a person or a number."""
    if clause.has(r"\b(?:volume|block|log|missed|alarm|text|message|sms|taxi|cab|uber|ride|it a|me a)\b|拉黑|音量|短信"):
        return None
    app = channel(clause, ("whatsapp", "telegram", "wechat"))
    speaker = bool(clause.take(r"\bon (?:the )?(?:loud)?speaker\b|免提"))
    whom = recipient(clause, world, r"\b(?:call|dial|ring|phone)\b|打电话给|拨打|致电|给")
    if whom is None:
        return None

    def act(play: Play) -> str:
        play.call("make_call", why="Who is meant is clear.", app=app, speaker=speaker or None, **whom.look_up(play))
        return world.say("The call is going out.", "正在拨打。")

    return Step(act)


_MESSAGE_WORDS = (
    "send text message sms messages write drop tell reply respond answer back words line short new via "
    "发送 发 短信 发短信 消息 信息 写 告诉 回复 回 条 " + _NUMBER_WORDS
)


@plan(
    cue=r"\b(?:reply|respond|answer|write back|text back)\b|回复|回短信",
    words=_MESSAGE_WORDS + " most recent latest last newest received 最近 最新 收到",
)
def answer(clause: Clause, world: World) -> Step | None:
    """A reply: to a number, to a person, or to whoever wrote last."""
    newest = bool(clause.take(r"\b(?:most recent|latest|last|newest)\b|最近|最新|最后"))
    free: dict[str, list[str]] = {}
    text = message_text(clause)
    if newest:
        if not text:
            raise Unfit("incomplete", "does not say what to write")
        person = world.contact(world.draw.person())
        world.rows.message(world.draw.phrase(), person["phones"][0]["number"], contact=person["id"], minutes_ago=4)

        def reply(play: Play) -> str:
            found = play.call("search_messages", why="See who wrote last.", app="sms", direction="in")["messages"]
            sent = play.call(
                "send_message",
                why="The newest message came from there.",
                text=text,
                number=the_one(found, "message")["address"],
            )
            free[f"messages/{sent['messageId']}/text"] = [str(text)]
            return world.say("The reply is sent.", "已回复。")

        return Step(reply, free=free, behaviour=Behaviour.REFERENCE)
    whom = recipient(clause, world, r"\b(?:reply|respond|answer|write back)(?: back)? to\b|\bto\b|回复|回")
    text = text or clause.text_after(r"(?<=\x00)(?!\x00)\s*[:：,，]?")
    if whom is None:
        return None
    if not text:
        raise Unfit("incomplete", "does not say what to write")
    if not any(row["address"] == whom.address and row["direction"] == "in" for row in world.table("messages").values()):
        world.rows.message(world.draw.phrase(), whom.address, minutes_ago=25)

    def act(play: Play) -> str:
        sent = play.call("send_message", why="Who gets the reply is clear.", text=text, **whom.look_up(play))
        free[f"messages/{sent['messageId']}/text"] = [text]
        return world.say("The reply is sent.", "已回复。")

    return Step(act, free=free)


@plan(
    cue=r"\b(?:resend|send again|forward)\b|重新发送|再发一遍|重发",
    words=_MESSAGE_WORDS + " resend again just sent last same recently i 重新 再 一遍 重发 刚 刚才",
)
def sent_again(clause: Clause, world: World) -> Step | None:
    """What was just sent to somebody, once more."""
    if not clause.take(r"\b(?:resend|send again)\b|重新发送|再发一遍|重发"):
        return None
    whom = recipient(clause, world, r"\bto\b|给")
    if whom is None:
        return None
    world.arrange("send_message", text=world.draw.phrase(), number=whom.address)
    free: dict[str, list[str]] = {}

    def act(play: Play) -> str:
        found = play.call("search_messages", why="See what was sent last.", app="sms", direction="out")["messages"]
        text = the_one(found, "message to", address=whom.address)["text"]
        sent = play.call("send_message", why="The same words again.", text=text, resend=True, **whom.look_up(play))
        free[f"messages/{sent['messageId']}/text"] = [text]
        return world.say("The message went out again.", "已重新发送。")

    return Step(act, free=free, behaviour=Behaviour.REFERENCE)


@plan(
    cue=r"\b(?:send|text|message|sms|share|forward)\b|发",
    words=_MESSAGE_WORDS
    + " clipboard content contents copied entire whole all share its of note the 剪贴板 复制 内容 笔记 分享 全部",
)
def shared_text(clause: Clause, world: World) -> Step | None:
    """What is on the clipboard, or in the note that was spoken of, as a message."""
    clipboard = bool(clause.take(r"\bclipboard(?:'s)?(?: contents?)?\b|\bwhat I copied\b|剪贴板"))
    note = world.new_note
    refers = clause.take(r"\b(?:contents? of (?:the|this|that) note|the (?:entire |whole )?note|it)\b|这条笔记")
    if not clipboard and not (note and refers):
        return None
    app = channel(clause, tuple(name for name, _ in CHANNELS))
    whom = recipient(clause, world, r"\b(?:to|with)(?: the phone number| number)?\b|给")
    if whom is None:
        raise Unfit("incomplete", "does not say to whom")
    if clipboard and world.table("clipboard")["main"]["text"] is None:
        world.arrange("manage_clipboard", action="copy", text=world.draw.phrase())
    free: dict[str, list[str]] = {}

    def act(play: Play) -> str:
        if clipboard:
            text = play.call("manage_clipboard", why="See what was copied.", action="read")["text"]
        else:
            text = note() if note else ""
        sent = play.call("send_message", why="That goes out.", text=text, app=app, **whom.look_up(play))
        free[f"messages/{sent['messageId']}/text"] = [text]
        return world.say("It is sent.", "已发送。")

    return Step(act, free=free, behaviour=Behaviour.REFERENCE)


@plan(
    cue=r"\bsent me\b|发给我的",
    words=_MESSAGE_WORDS + " forward just sent me what that address event details it info information 转发 刚 刚才 我",
)
def forwarded(clause: Clause, world: World) -> Step | None:
    """What one person wrote goes to another."""
    sender = clause.name_after(r"\b(?:that|what)\b(?= [A-Z])|把", stop=r"\s+(?:just|sent)\b|刚|发")
    receiver = clause.name_after(r"\bto\b|转发给|给", stop=r"\s+that\b")
    if sender is None or receiver is None:
        return None
    writer = world.contact(sender)
    world.contact(receiver)
    words = world.draw.place() if clause.has(r"\baddress\b|地址") else world.draw.phrase()
    world.rows.message(words, writer["phones"][0]["number"], contact=writer["id"], minutes_ago=2)
    free: dict[str, list[str]] = {}

    def act(play: Play) -> str:
        found = play.call("search_messages", why=f"See what {sender} wrote.", contactName=sender, direction="in")["messages"]
        text = the_one(found, "message")["text"]
        sent = play.call("send_message", why=f"That is for {receiver}.", text=text, contactName=receiver)
        free[f"messages/{sent['messageId']}/text"] = [text]
        return world.say(f"{receiver} has it.", f"已转发给{receiver}。")

    return Step(act, free=free, behaviour=Behaviour.REFERENCE)


@plan(cue=r"\b(?:send|text|message|sms|tell|write|whatsapp)\b|发|告诉|短信", words=_MESSAGE_WORDS)
def new_message(clause: Clause, world: World) -> Step | None:
    """Words to a person or a number."""
    if clause.has(
        r"\b(?:e-?mails?|clipboard|files?|notes?|photos?|pictures?|videos?|location|money|later|again|delete|remove|read)\b|邮件|剪贴板|文件|位置|照片|删除"
    ):
        return None
    if clause.has(r"\btell\b.{1,40}? to (?!\d)\w"):
        return None  # words that must be put differently first
    if clause.has(r"\b(?:send|text|forward|share) (?:it|this|that|them|these)\b"):
        return None
    text = message_text(clause)
    app = channel(clause, tuple(name for name, _ in CHANNELS))
    if text is None:
        text, whom = name_and_text(clause, world)
    else:
        whom = recipient(clause, world, r"\b(?:to|text|tell|message|send|write(?: to)?)\b|发给|发送给|给|告诉")
    if whom is None:
        return None
    if not text:
        raise Unfit("incomplete", "does not say what to write")
    free: dict[str, list[str]] = {}

    def act(play: Play) -> str:
        sent = play.call("send_message", why="Who and what are clear.", text=text, app=app, **whom.look_up(play))
        free[f"messages/{sent['messageId']}/text"] = [text]
        return world.say("The message is sent.", "短信已发送。")

    return Step(act, free=free)


_BARE_TEXT = (
    r"(?<=\x00)(?!\x00) (?=(?:i|i'm|i'll|i've|i'd|we|we're|we'll|we've|you|happy|good|sorry|thanks|thank you|see you|on my way|hello|hi|hey|love you|can you|could you|"
    r"are you|where are you|what time|it's|don't|congratulations)\b)"
)
"""Where the words of a message begin without a sign, right behind a name: text Anna I'm late."""


def message_text(clause: Clause) -> str | None:
    """The words of a message: what follows "saying" and its like, or what stands in quotation marks."""
    return clause.text_after(_TEXT) or clause.value("text")


def name_and_text(clause: Clause, world: World) -> tuple[str | None, Whom | None]:
    """``Tell Anna that ...``, ``text Anna: ...``: whom first, then the words."""
    whom = recipient(clause, world, r"\b(?:text|tell|message|to|send)\b|发给|给|告诉")
    if whom is None:
        return None, None
    return clause.text_after(r"(?<=\x00)(?!\x00)\s*(?:[:：]|\bthat\b|发短信|说|发消息|发)+") or clause.text_after(
        _BARE_TEXT
    ), whom


@plan(cue=r"\bblock\b|拉黑|屏蔽", words="block number calls from caller stop 拉黑 屏蔽 号码 来电 这个 " + _NUMBER_WORDS)
def blocked(clause: Clause, world: World) -> Step | None:
    """A number that shall not ring any more."""
    if clause.has(r"\bunblock\b|取消"):
        return None
    whom = recipient(clause, world, r"\bblock\b|拉黑|屏蔽")
    if whom is None or whom.relation:
        return None

    def act(play: Play) -> str:
        play.call(
            "manage_blocked_number", why="That one is unwanted.", action="block", number=whom.number, contactName=whom.name
        )
        return world.say("The number is blocked.", "已拉黑。")

    return Step(act)


def channel(clause: Clause, allowed: tuple[str, ...]) -> str | None:
    """The app that the person names; None for the usual one. Raises ``Unfit`` for one that no tool reaches people by."""
    other = clause.app if clause.app and re.fullmatch(OTHER_CHANNELS, clause.app, re.IGNORECASE) else None
    other = other or (
        (found := clause.take(rf"\b(?:on|via|by|over|through|in) (?:{OTHER_CHANNELS})\b")) and found[0].split(maxsplit=1)[1]
    )
    if other and not clause.has(r"\b(?:story|stories|feed|post|reel)\b"):
        raise Unfit("missing_tool", f"messages and calls go by {', '.join(name for name, _ in CHANNELS)}, not by {other}")
    if clause.app is not None:
        for name, words in CHANNELS:
            if name in allowed and re.fullmatch(words, clause.app, re.IGNORECASE):
                return name
    for name, words in CHANNELS:
        if name in allowed and clause.take(
            rf"(?:\b(?:on|via|by|over|in|using|through)\s+)?(?:{words})(?:\s+(?:message|text)\b)?|用(?:{words})"
        ):
            return name if name != "sms" else None
    return None


def recipient(clause: Clause, world: World, marker: str) -> Whom | None:
    """The number, the contact of the phone, the relation, or the name after a marker."""
    number = clause.value("phone")
    if number is not None:
        return Whom(str(number), number=str(number))
    known = clause.known_name(world.names("contacts", "name"))
    stop = "(?<=[\u3400-\u9fff])(?:发|打|说|转|回)"
    relation = None if known else clause.take(rf"\bmy (?P<relation>{RELATIONS})\b")
    if relation:
        said = relation["relation"].casefold()
        return Whom(_related(world, said)["phones"][0]["number"], relation=said)
    name = known or clause.name_after(marker, stop)
    if name is None:
        return None
    return Whom(world.contact(name)["phones"][0]["number"], name=name)


def _related(world: World, relation: str) -> Row:
    """The user's contact of that relation; one that the phone lacks is added."""
    same = [row for row in world.table("contacts").values() if row["relation"].casefold() == relation]
    if len(same) > 1:
        raise Unfit("missing_entity", f"{len(same)} contacts of this phone are the user's {relation}")
    world.note_entity("contact", f"my {relation}", added=not same)
    if same:
        return same[0]
    key = world.rows.contact(world.draw.person(), relation=relation)
    return world.table("contacts")[key]
