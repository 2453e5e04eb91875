"""Wishes about calls that go on, voicemail, mail, messages that are sent later or read, and shared places."""

from collections.abc import Mapping
from datetime import datetime, timedelta

from bench.scenario import Play
from harness.contract import Behaviour, Json

from ..clauses import Clause
from ..world import Unfit, World
from .forms import Form, add_forms
from .people import CHANNELS, channel, message_text, recipient
from .registry import Step, plan, the_one
from .slots import OTHERWISE, Slot, choice, length, person, seen, value

_CALL = r"\b(?:call|phone)\b|电话|来电|通话"


def _rings(world: World, arguments: Mapping[str, Json]) -> None:
    """Somebody of the address book is calling."""
    _call(world, "ringing")


def _talks(world: World, arguments: Mapping[str, Json]) -> None:
    """A call goes on."""
    _call(world, "active")


def _call(world: World, status: str) -> None:
    row = next(row for row in world.table("contacts").values() if row["phones"])
    world.rows.call(row["phones"][0]["number"], contact=row["id"], status=status, minutes_ago=1)


_IN_CALL = (
    ("end", r"\b(?:hang up|end)\b|挂断?"), ("speaker_off", r"\b(?:take|turn|switch).{0,15}\boff (?:the )?speaker(?:phone)?\b|\bspeaker(?:phone)? off\b|关闭免提"),
    ("speaker_on", r"\b(?:put|turn|switch).{0,20}\bon (?:the )?(?:loud)?speaker(?:phone)?\b|\bspeaker(?:phone)? on\b|(?:打开|开)免提"),
    ("unmute", r"\bunmute\b|取消静音"), ("mute", r"\bmute\b|静音"),
)  # fmt: skip
_CHANNEL = Slot("app", lambda clause, world: channel(clause, tuple(item for item, _ in CHANNELS)))
_RINGING = (
    ("answer", r"\b(?:answer|pick up|accept)\b|接听?"),
    ("decline", r"\b(?:decline|reject|refuse|ignore)\b|拒接|拒绝"),
)
_CONDITIONS = (
    ("busy", r"\b(?:when|if) (?:i'm|i am|the line is|my line is) (?:busy|on (?:the phone|another call))\b|\bbusy\b|忙时|占线"), ("no_answer", r"\b(?:when|if) i (?:do not|don't|can't|cannot) (?:answer|pick up)\b|\bno answer\b|\bunanswered\b|无应答|没人接"),
    ("unreachable", r"\b(?:when|if) (?:i'm|i am) (?:unreachable|out of (?:reach|range))\b|\bunreachable\b|无法接通"), ("always", r"\b(?:all|every|always)\b|所有|全部|始终"),
)  # fmt: skip
_FILTERS = (
    ("one_ring", r"\bone[ -]ring(?: calls?)?\b|响一声"), ("international", r"\b(?:international|foreign|overseas)(?: (?:calls?|numbers?))?\b|国际(?:电话|来电)?|境外来电"), ("marketing_sms", r"\b(?:marketing|promotional|advertising|spam|junk) (?:sms|texts?|messages?)\b|(?:营销|推广|广告|垃圾)短信"),
    ("unknown", r"\b(?:unknown|private|hidden)(?: (?:numbers?|callers?|calls?))?\b|未知(?:号码|来电)|陌生(?:号码|来电)"),
)  # fmt: skip

add_forms(
    Form("in_call", "control_call", seen(*_IN_CALL), (choice("action", *_IN_CALL, asks=OTHERWISE),), words="the this current my phone call me myself microphone mic on in during put it 电话 通话 当前", also=rf"{_CALL}|\bhang up\b|挂|免提|\bspeaker", unless=r"\b(?:dial|ring|mum|to|volume|video)\b|给|打", given=(_talks,), done=("Done.", "已完成。")),
    Form("ringing", "control_call", seen(*_RINGING), (choice("action", *_RINGING, asks=OTHERWISE),), words="the this incoming phone call it 电话 来电", also=_CALL, unless=r"\b(?:to|with|who|forward|voicemail|don't|if)\b|给", given=(_rings,), done=("Done.", "已完成。")),
    Form("forward_calls", "manage_call_forwarding", r"\b(?:forward|divert|redirect)(?:ing)?\b|(?:呼叫)?转移|转接", (choice("condition", *_CONDITIONS, asks="when to forward: always, busy, no answer or unreachable"), value("number", "phone", "the number to forward to")), fixed={"action": "enable"},
         words="my calls call incoming to the number set up turn on phone 来电 电话 到 设置 把", unless=r"\b(?:message|text|sms|mail|off|stop|cancel)\b|短信|取消|关", done=("Calls are forwarded.", "呼叫转移已设置。")),
    Form("stop_forwarding", "manage_call_forwarding", r"\bcall forwarding\b|\bforwarding (?:my )?calls\b|呼叫转移", (choice("condition", *_CONDITIONS, asks="which forwarding: always, busy, no answer or unreachable"),), fixed={"action": "disable"}, words="stop turn off cancel disable my calls switch 关闭 取消", also=r"\b(?:stop|off|cancel|disable)\b|关闭|取消", done=("Calls are no longer forwarded.", "呼叫转移已关闭。"),
         given=(lambda world, arguments: world.arrange("manage_call_forwarding", action="enable", condition=arguments["condition"], number=world.draw.phone_number()),)),
    Form("call_filter", "manage_call_rule", r"\b(?:block|filter|reject|stop|silence)\b|拦截|屏蔽|拒接", (choice("kind", *_FILTERS, asks=OTHERWISE),), fixed={"action": "create"}, words="all calls from numbers callers messages the me any getting 所有 电话 来电 号码 短信", unless=r"\b(?:unblock|contact|except|but)\b|取消|除", done=("Those are filtered from now on.", "已开启拦截。")),
    Form("unblocked", "manage_blocked_number", r"\bunblock\b|\b(?:remove|take).{0,40}\b(?:from|off) (?:the |my )?(?:block|black) ?list\b|取消(?:拉黑|屏蔽)|移出黑名单", (value("number", "phone", "whose number"),), fixed={"action": "unblock"}, words="the number remove take from off my block blacklist blocklist list calls 号码 把", given=(lambda world, arguments: world.arrange("manage_blocked_number", action="block", number=arguments["number"]),), done=("The number is unblocked.", "已取消拉黑。")),
    Form("share_location", "manage_location_sharing", r"\b(?:share|send)\b(?=.*\b(?:location|where i am)\b)|(?:分享|共享|发)(?=.*(?:位置|定位))", (length("minutes", 60), _CHANNEL, person("contactName", r"\b(?:with|to)\b|给|和|与", "with whom")), fixed={"action": "start"},
         words="share send my live current location position where i am with to for on via 我的 实时 位置 定位 给 和 与 用", unless=r"\b(?:stop|end|photo|event)\b|停止", done=("{contactName} sees where you are.", "已向{contactName}共享位置。")),
    Form("stop_location", "manage_location_sharing", r"\bstop\b(?=.*\blocation\b)|停止(?:共享|分享)(?=.*位置)", (person("contactName", r"\b(?:with|to)\b|给|和|与", "with whom to stop"),), fixed={"action": "stop"}, words="sharing my live location with 我的 位置 和 与 给", given=(lambda world, arguments: world.arrange("manage_location_sharing", action="start", contactName=arguments["contactName"]),), done=("{contactName} no longer sees where you are.", "已停止共享位置。")),
)  # fmt: skip


_VOICEMAIL = r"\bvoice ?mails?\b|语音(?:信箱|留言)"


@plan(
    cue=_VOICEMAIL,
    words="play listen to check read tell show what's what is says said in the my last latest new newest voicemail voicemails voice mail message from me 听 播放 查看 最新 最近 语音留言 语音信箱 说 什么",
    answers=True,
)
def heard_voicemail(clause: Clause, world: World) -> Step | None:
    """What the newest voicemail says."""
    if clause.has(r"\b(?:delete|save|call|leave|any|how many|who)\b|删除|保存|有没有"):
        return None
    clause.take(_VOICEMAIL)
    _one_voicemail(world)
    spoken: list[str] = []

    def act(play: Play) -> str:
        newest = play.call("manage_voicemail", why="See what was left.", action="list")["voicemails"][0]
        spoken.append(newest["text"])
        return str(newest["text"])

    return Step(act, says=[spoken])


def _one_voicemail(world: World) -> None:
    if not world.table("voicemails"):
        row = next(row for row in world.table("contacts").values() if row["phones"])
        world.rows.add("voicemails", "vm", contact=row["id"], number=row["phones"][0]["number"], text=world.draw.phrase(), seconds=14,
                       time=world.rows.now - 4000, heard=False, saved=False)  # fmt: skip
        world.note_entity("voicemail", world.say("a voicemail", "一条留言"), added=True)


@plan(
    cue=r"\bmissed\b|\bmiss\b(?=.*\bcalls?\b)|\bwho (?:called|rang|phoned)\b|未接(?:来电|电话)|谁(?:给我)?打",
    words="who called rang phoned me last do i have any did the miss missed calls call today from show list tell recently was my what are what's 谁 给 打 电话 未接 来电 有 没有 最近 看看 查看 哪些 过",
    answers=True,
)
def missed_calls(clause: Clause, world: World) -> Step | None:
    """Who called and was missed, or who called last."""
    missed = bool(clause.take(r"\bmissed(?: calls?)?\b|\bmiss any calls?\b|未接(?:来电|电话)"))
    clause.take(r"\bwho (?:called|rang|phoned)(?: me)?(?: last)?\b|谁(?:给我)?打(?:过|的)?电话")
    if clause.has(r"\b(?:delete|clear|yesterday|how many|week)\b|删除|多少|昨天") or clause.peek("date"):
        return None
    kind = "missed" if missed else "incoming"
    if not (world.ask("manage_call_log", action="list", kind=kind) or {"calls": []})["calls"]:
        row = next(row for row in world.table("contacts").values() if row["phones"])
        world.rows.call(
            row["phones"][0]["number"], contact=row["id"], status="missed" if missed else "ended", minutes_ago=42
        )
    spoken: list[list[str]] = []

    def act(play: Play) -> str:
        found = play.call("manage_call_log", why="Look at the log.", action="list", kind=kind)["calls"]
        names = [str(item.get("contactName", item["number"])) for item in (found if missed else found[:1])]
        names = list(dict.fromkeys(names))
        spoken.extend([item] for item in names)
        return ", ".join(names)

    return Step(act, says=spoken)


_READ = r"\b(?:read|show|check|see|what)\b|读|看|查|什么"
_READ_WORDS = "read show check tell what what's did does say said write wrote text texted message messages sms whatsapp the my last latest newest most recent new from me to send sent unread out loud 读 看看 看 查看 短信 消息 最新 最近 一条 发 什么 说 来 的 最后"


@plan(cue=r"\b(?:messages?|texts?|sms|say|write|wrote|send|sent|said)\b|短信|消息|说", words=_READ_WORDS, answers=True)
def read_message(clause: Clause, world: World) -> Step | None:
    """What the newest message says, or what somebody wrote last."""
    if not clause.has(_READ) or clause.has(
        r"\b(?:reply|forward|delete|tell|again|note|mail|e-?mail|voicemail|screen|how many|all)\b|回复|删除|转发|邮件"
    ):
        return None
    newest = bool(clause.take(r"\b(?:last|latest|newest|most recent|new)\b|最新|最近|最后"))
    clause.take(r"\b(?:what did|did|what does)\b")
    who = clause.known_name(world.names("contacts", "name")) or clause.name_after(r"\bfrom\b(?= (?-i:[A-Z]))")
    if not newest and who is None:
        return None
    if who:
        contact = world.contact(who)
        if not any(row["contact"] == contact["id"] and row["direction"] == "in" for row in world.table("messages").values()):
            world.rows.message(world.draw.phrase(), contact["phones"][0]["number"], contact=contact["id"], minutes_ago=33)
    spoken: list[str] = []

    def act(play: Play) -> str:
        found = play.call("search_messages", why="Look at what came.", contactName=who, direction="in", maxResults=1)[
            "messages"
        ]
        spoken.append(str(the_one(found, "message")["text"]))
        return spoken[0]

    return Step(act, says=[spoken])


_LATER_WORDS = "send text message schedule sms at on to write drop a tell saying for later on 发 短信 发短信 消息 定时 给 发送 说 在 告诉"


@plan(cue=r"\b(?:send|text|message|schedule|tell)\b|发|短信|告诉", words=_LATER_WORDS)
def later_message(clause: Clause, world: World) -> Step | None:
    """A message that goes out by itself at a time."""
    if clause.has(r"\b(?:remind|e-?mail|call|event|meeting|appointment|reply)\b|提醒|邮件|会议|回复"):
        return None
    quoted = clause.peek("text") is not None
    app = channel(clause, tuple(item for item, _ in CHANNELS))
    said = message_text(clause) if quoted else None
    day, time = clause.value("date"), clause.value("time")
    if time is None or not (quoted or clause.has(r"\bschedule\b|定时")):
        return None  # a time inside unquoted words belongs to the words
    who = recipient(clause, world, r"\b(?:to|text|tell|message|send)\b|给|告诉")
    if who is None or who.relation:
        return None
    if said is None:
        raise Unfit("incomplete", "does not say what to write")
    now = world.draw.now
    date = day or (now.date().isoformat() if time > now.strftime("%H:%M") else _next(now))
    free: dict[str, list[str]] = {"scheduled_messages/text": [said]}

    def act(play: Play) -> str:
        play.call(
            "manage_scheduled_message",
            why="It goes out later.",
            action="create",
            text=said,
            sendAt=f"{date}T{time}",
            app=app,
            number=who.number,
            contactName=who.name,
        )
        return world.say(f"The message goes out at {date} {time}.", f"短信将在{date} {time}发出。")

    return Step(act, free=free)


def _next(now: datetime) -> str:
    return (now.date() + timedelta(days=1)).isoformat()


_MAIL = r"\be-?mail\b|\bmail\b|邮件"


@plan(
    cue=_MAIL,
    words="send write compose an a e-mail email mail to with the subject body text message saying that says about and content 发 写 封 邮件 给 主题 内容 正文 为",
)
def new_mail(clause: Clause, world: World) -> Step | None:
    """A mail with subject and body to an address or a person."""
    if (
        clause.has(
            r"\b(?:read|reply|delete|forward|attach\w*|search|find|unread|check|what|file|photo)\b|回复|删除|附件|查|\.\w{3}\b"
        )
        and clause.peek("email") is None
    ):
        return None
    to = clause.value("email")
    subject = (
        clause.text_after(r"\b(?:with )?(?:the )?subject(?: line)?(?: is)?\b|主题(?:是|为)?")
        if clause.has(r"\bsubject\b|主题") and clause.peek("text")
        else clause.name_after(
            r"\b(?:with )?(?:the )?subject(?: line)?(?: is)?\b|主题(?:是|为)?", stop=r"\s+(?:and|saying|body)\b"
        )
    )
    body = clause.text_after(
        r"\b(?:and )?(?:the )?(?:body|text|content|message)(?: is)?\b|\b(?:saying|that says|says|telling (?:him|her|them))\b(?: that)?|内容(?:是|为|说)?|正文(?:是|为)?|说"
    ) or clause.value("text")
    who = (
        None
        if to
        else clause.known_name(world.names("contacts", "name"))
        or clause.name_after(r"\bto\b|\be?-?mail\b(?= (?-i:[A-Z]))|给", "(?<=[\u3400-\u9fff])(?:发|写)")
    )
    if to is None and who is None:
        raise Unfit("incomplete", "does not say to whom the mail goes")
    if subject is None or body is None:
        raise Unfit("incomplete", f"says no {'subject' if subject is None else 'text'} of the mail")
    if who and not (contact := world.contact(who))["emails"]:
        if contact["id"] in world.rows.base.rows("contacts"):
            raise Unfit("missing_entity", f"the contact {who} has no e-mail address")
        world.rows.put("contacts", contact["id"], emails=[f"{who.split()[0].casefold()}@example.com"])
    free = {"messages/text": [body], "messages/subject": [subject]}

    def act(play: Play) -> str:
        play.call("send_email", why="Who and what are clear.", subject=subject, body=body, to=to, contactName=who)
        return world.say("The mail is sent.", "邮件已发送。")

    return Step(act, free=free)


# -- the address book

_CHANGE = r"\b(?:change|update|edit|set|add|new)\b|改|修改|更新|添加"


@plan(
    cue=r"\b(?:number|e-?mail|contacts?|favou?rites?)\b|号码|联系人|收藏",
    words="change update edit set add mark as the phone number mobile e-mail email address of for to contact contacts my is now new has a favourite favorite favourites favorites in his her their 改 改成 改为 修改 更新 号码 电话 手机号 联系人 添加 收藏 设为",
)
def changed_contact(clause: Clause, world: World) -> Step | None:
    """A contact's new number or address, or that somebody is a favourite."""
    if not clause.has(_CHANGE + r"|\b(?:mark|make)\b|设") or clause.has(
        r"\b(?:delete|remove|block|emergency|named|called|song|photo|place|call|text|wi-?fi|password)\b|删除|拉黑|歌"
    ):
        return None
    who = clause.known_name(world.names("contacts", "name"))
    if who is None:
        return None
    number, mail = clause.value("phone"), clause.value("email")
    favourite = bool(clause.take(r"\bfavou?rites?\b|收藏")) or None
    if not (number or mail or favourite):
        return None
    contact = world.contact(who)
    if favourite and contact["favourite"]:
        world.rows.put("contacts", contact["id"], favourite=False)

    def act(play: Play) -> str:
        found = play.call("search_contacts", why=f"Find {who}.", query=who)["contacts"]
        key = the_one(found, "contact", name=contact["name"])["id"]
        play.call(
            "manage_contact",
            why=f"{who} is {key}.",
            action="update",
            contactId=key,
            number=number,
            email=mail,
            favourite=favourite,
        )
        return world.say(f"{who} is updated.", f"{who}已更新。")

    return Step(act, behaviour=Behaviour.REFERENCE)


@plan(
    cue=r"\bnumber\b|\be-?mail\b|号码|邮箱|电话",
    words="what what's is the phone number mobile of for do you have tell me show find give look up e-mail email address 什么 是 多少 电话 号码 手机号 邮箱 查 查一下 告诉",
    answers=True,
)
def asked_contact(clause: Clause, world: World) -> Step | None:
    """Somebody's number or address."""
    if not clause.has(r"\b(?:what|what's|whats|tell|show|find|give|look up|do i have)\b|什么|多少|查|告诉") or clause.has(
        r"\b(?:change|update|text|call|send|serial|tracking|model|block|my|wi-?fi)\b|改|打|发"
    ):
        return None
    mail = bool(clause.take(r"\be-?mail(?: address)?\b|邮箱"))
    who = clause.known_name(world.names("contacts", "name")) or clause.name_after(
        r"\b(?:of|for|is)\b(?= (?-i:[A-Z]))", stop=r"['’]s\b"
    )
    if who is None:
        return None
    clause.take(r"['’]s\b")
    contact = world.contact(who)
    if mail and not contact["emails"]:
        world.rows.put("contacts", contact["id"], emails=[f"{world.draw.first_name().casefold()}@example.com"])
    spoken: list[str] = []

    def act(play: Play) -> str:
        row = the_one(
            play.call("search_contacts", why=f"Find {who}.", query=who)["contacts"], "contact", name=contact["name"]
        )
        spoken.append(str(row["emails" if mail else "numbers"][0]))
        return spoken[0]

    return Step(act, says=[spoken])
