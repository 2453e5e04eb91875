"""Plain requests about people: calls, who gets through, messages, contacts and shared location."""

import re
from collections.abc import Sequence
from typing import Any

from .. import entities
from ..draw import Draw
from ..plain import Slots, plain, switch, wish
from ..rows import Rows
from ..scenario import Draft, family

PEOPLE = ("Calls & Communication",)
Told = tuple[str, Sequence[Sequence[str]]]


def _person(draw: Draw, rows: Rows) -> Slots:
    """A contact beside another one, named in full or, where nobody else answers to it, by the first name."""
    full, number = draw.person(), draw.phone_number()
    key = rows.contact(full, number=number)
    rows.contact(draw.person())
    first = full.split()[0]
    words = " ".join(str(row["name"]) for row in rows.base.rows("contacts").values()).casefold().split()
    alone = not any(word.startswith(first.casefold()) for word in words)
    return {"name": first if alone and draw.chance(0.4) else full, "full": full, "contact": key, "number": number}


def _number(draw: Draw, rows: Rows) -> Slots:
    return {"number": draw.phone_number()}


# -- calls


def _person_and_app(draw: Draw, rows: Rows) -> Slots:
    return {**_person(draw, rows), "app": draw.tongue("whatsapp", "wechat"), "label": draw.tongue("WhatsApp", "微信")}


def _call(draw: Draw, rows: Rows, status: str, *, muted: bool = False, speaker: bool = False) -> Slots:
    """A call with a contact that goes on or rings."""
    slots = _person(draw, rows)
    rows.add(
        "calls", "ca", contact=slots["contact"], number=slots["number"], app="phone", status=status, muted=muted,
        direction="in", started=rows.now - (0 if status == "ringing" else 90), seconds=0, speaker=speaker,
    )  # fmt: skip
    return slots


def _ringing(draw: Draw, rows: Rows) -> Slots:
    return _call(draw, rows, "ringing")


def _talking(draw: Draw, rows: Rows) -> Slots:
    return _call(draw, rows, "active")


def _muted(draw: Draw, rows: Rows) -> Slots:
    return _call(draw, rows, "active", muted=True)


def _on_speaker(draw: Draw, rows: Rows, on: bool) -> Slots:
    return _call(draw, rows, "active", speaker=not on)


def _missed(draw: Draw, rows: Rows) -> Slots:
    rows.clear("calls")
    slots = _person(draw, rows)
    rows.call(slots["number"], contact=slots["contact"], status="missed", minutes_ago=draw.integer(5, 200))
    rows.call(draw.phone_number(), direction="out", minutes_ago=draw.integer(2, 300))
    return slots


def _tell_missed(draw: Draw, payload: Any, slots: Slots) -> Told:
    full = slots["full"]
    return draw.tongue(f"You missed a call from {full}.", f"有{full}的未接来电。"), [(full,)]


CALLS = (
    wish(
        "make_call", "A call to {name}", about=_person, contactName="{name}",
        train="""![call|phone|ring] {name}
        ![give {name} a call|make a call to {name}]""",
        wide="""call {name} [now|for me|up]
        I [need|want] to [talk to|speak with] {name}, [call|ring] them
        can you [call|phone|get] {name}[ on the phone|]?
        [it's urgent|this can't wait], [call|phone] {name}
        phone call to {name}[, please|]
        ![dial|ring up] {name}
        I'd like to [call|ring] {name}""",
        held="""!get {name} on the line
        !put a call through to {name}""",
        zh_train="""!给{name}打[个|]电话
        !打电话给{name}""",
        zh_wide="""!呼叫{name}
        我想跟{name}[通话|说几句]，[打个|拨个]电话""",
        zh_held="!拨通{name}的电话",
        done=("I am calling {name}.", "正在呼叫{name}。"),
    ),
    wish(
        "make_call", "A call to {number}", about=_number, number="{number}",
        train="""![call|dial|phone] {number}
        ![call|ring] the number {number}""",
        wide="""{number}, [call|dial] it[ please|]
        I [need|want] to call {number}
        can you [dial|ring|call] {number}[ for me|]?
        [someone left me their number|they asked me to call back], [it's {number}, call it|call {number}]
        phone call to {number}
        !make a call to {number}""",
        held="""!get {number} on the line
        !put a call through to {number}""",
        zh_train="""![拨打|打]{number}
        !给{number}打电话""",
        zh_wide="""{number}，[拨一下|打过去]
        我要打{number}这个号码""",
        zh_held="!拨通{number}",
        done=("I am calling {number}.", "正在呼叫{number}。"),
    ),
    wish(
        "make_call", "A call to {name} on speaker", about=_person, contactName="{name}", speaker=True,
        train="""![call|phone|ring] {name} on speaker
        ![call|phone] {name} with the speaker on""",
        wide="""speaker call to {name}
        I'm [driving|cooking], call {name} on speaker
        can you [call|ring] {name} and put it on speaker?
        my hands are full, [call|phone] {name} on [speakerphone|speaker]
        I want to call {name} hands-free, on speaker""",
        held="""!get {name} on the line, and let me hear them through the speaker
        !put a call through to {name} and use the loudspeaker""",
        zh_train="!开免提给{name}打电话",
        zh_wide="""!免提打给{name}
        我在做饭，给{name}打电话，开免提""",
        zh_held="!拨通{name}的电话，用免提",
        done=("I am calling {name} on speaker.", "正在用免提呼叫{name}。"),
    ),
    wish(
        "make_call", "A {label} call to {name}", about=_person_and_app, contactName="{name}", app="{app}",
        train="""![call|phone|ring] {name} [on|via|over] {label}
        !make a {label} call to {name}""",
        wide="""{label} call to {name}[, please|]
        I want to [call|talk to] {name} on {label}, [call|ring] them
        can you [call|ring] {name} with {label}?
        [calls abroad are expensive|they're overseas], call {name} on {label}
        {label}: call {name}""",
        held="""!get {name} on the line using {label}
        !put a {label} call through to {name}""",
        zh_train="!用{label}给{name}打[个|]电话",
        zh_wide="""!{label}呼叫{name}
        打国际长途太贵，用{label}打给{name}""",
        zh_held="我想跟{name}通个{label}电话",
        done=("I am calling {name} on {label}.", "正在用{label}呼叫{name}。"),
    ),
    wish(
        "control_call", "The call ended", about=_talking, action="end",
        train="""!hang up
        !end the call""",
        wide="""![end|finish] this call
        hang up[ now| please|]
        we're done [talking|here], [hang up|end the call]
        can you [hang up|end this call] for me?
        call [over|finished], hang up""",
        held="""we've said our goodbyes, you can drop the call
        !disconnect this call""",
        zh_train="""!挂[断|掉]电话
        !结束通话""",
        zh_wide="""挂了吧
        我们聊完了，[挂断|结束通话]""",
        zh_held="说完了，断开这通电话吧",
        done=("The call has ended.", "通话结束了。"),
    ),
    wish(
        "control_call", "The ringing call answered", about=_ringing, action="answer",
        train="""![answer|take] the call
        !pick up[ the phone|]""",
        wide="""answer[ it| the phone|, please]
        my phone is ringing, [pick up|answer it]
        can you [answer|take] this call for me?
        my hands are [wet|dirty], [answer|pick up] the call
        accept the [incoming |]call""",
        held="""yes, connect me to the person who's calling
        !get that call for me, I can't reach the phone""",
        zh_train="!接[听|]电话",
        zh_wide="""电话响了，接[一下|起来]
        手湿着呢，[帮我|]接电话""",
        zh_held="这个来电我要接",
        done=("I took the call.", "电话接通了。"),
    ),
    wish(
        "control_call", "The ringing call declined", about=_ringing, action="decline",
        train="""![decline|reject] the call
        don't [answer|take] [this call|it], [decline|reject] it""",
        wide="""decline[ it|, please|]
        I can't talk [now|right now], [reject|decline] the [incoming |]call
        can you [reject|decline] this call?
        I'm in a meeting, decline [that|the] call
        ![turn down|refuse] the incoming call""",
        held="""!dismiss this incoming call, I'm busy
        no, I'm not taking that call, get rid of it""",
        zh_train="!拒[接|绝]来电",
        zh_wide="""现在不方便，[拒接|拒掉这个电话]
        在开会，来电拒接""",
        zh_held="这个来电不接，按掉吧",
        done=("I declined the call.", "来电已拒接。"),
    ),
    wish(
        "control_call", "The microphone of the call off", about=_talking, action="mute",
        train="""!mute [the call|this call|me on the call]
        !mute my microphone [in|on|for] this call""",
        wide="""call on mute[, please|]
        the dog is barking, mute me on this call
        can you mute me [in|on] this call?
        they [shouldn't|mustn't] hear me right now, mute the call
        put this call on mute""",
        held="""I'll just listen for now, switch my mic off on this call
        don't let the other person on the call hear me for now""",
        zh_train="!把通话静音",
        zh_wide="""狗在叫，通话先静音
        !把这个电话的麦克风静音""",
        zh_held="通话里先别让对方听到我的声音",
        done=("You are muted on the call.", "通话已静音。"),
    ),
    wish(
        "control_call", "The microphone of the call on", about=_muted, action="unmute",
        train="""!unmute [the call|this call|me on the call]
        !unmute my microphone [in|on|for] this call""",
        wide="""call off mute[, please|]
        I want to say something, unmute me on this call
        can you unmute me [in|on] this call?
        they can't hear me on the call, unmute [me|it]
        take this call off mute""",
        held="""I'm ready to speak, switch my mic back on for this call
        let the other person on the call hear me again""",
        zh_train="!取消通话静音",
        zh_wide="""我要说话了，通话取消静音
        !这个电话别静音了""",
        zh_held="可以让对方听到我了，把通话的麦克风打开",
        done=("You are no longer muted on the call.", "通话取消静音了。"),
    ),
    *switch(
        "control_call", "speakerphone", "免提", said="the speakerphone", key="action", values=("speaker_on", "speaker_off"),
        before=_on_speaker,
        on="""put [this|the] call on speaker
        my hands are full, put [the call|them] on speaker
        can everyone here hear this call? Put it on speaker""",
        off="""take [this|the] call off speaker
        everyone can hear us, take the call off speaker
        can you take this call off speaker?""",
        held_on="use the loudspeaker for this call, I can't hold the phone to my ear",
        held_off="this call is getting private, go back to the earpiece",
        zh_on="这个通话外放，让大家都听听", zh_off="通话别外放了，换回听筒",
    ),
    wish(
        "manage_call_log", "The missed calls", about=_missed, tell=_tell_missed, action="list", kind="missed",
        train="""whose call did I miss?
        do I have [any |]missed calls? From whom?""",
        wide="""missed calls[?|, please]
        who [called|rang] while I [was away|didn't hear it]?
        can you [check|look up] whose call I missed?
        I missed a call, who was it[ from|]?
        !tell me who I missed a call from""",
        held="""who tried calling me when I didn't answer?
        I see a missed call, who tried to reach me?""",
        zh_train="我漏接了谁的电话？",
        zh_wide="""看看有谁的未接来电
        刚才没接到的电话是谁打的？""",
        zh_held="有个电话我没接着，是谁来的？",
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=PEOPLE, languages=("en", "en", "zh"))
def plain_calls(draw: Draw) -> Draft:
    """A call made, taken or ended, or what is done while it lasts."""
    return plain(draw, CALLS)


# -- who gets through


CASES = {
    "always": (("all the time", "in every case"), ("任何时候", "无论什么情况下")),
    "busy": (("when the line is busy", "when I'm on another call"), ("占线时", "我在通话中时")),
    "no_answer": (("when I don't answer", "if I don't pick up"), ("无人接听时", "我没接时")),
    "unreachable": (("when I can't be reached", "when my phone is out of reach"), ("无法接通时", "手机没信号时")),
}
"""When calls are forwarded, in English and in Chinese."""
KINDS = {
    "one_ring": (("calls that ring only once", "one-ring calls"), ("响一声的电话", "响一声就挂的电话")),
    "international": (("calls from abroad", "international calls"), ("境外来电", "国际来电")),
    "marketing_sms": (("marketing texts", "advertising texts"), ("推销短信", "广告短信")),
    "unknown": (("calls from unknown numbers", "unknown callers"), ("陌生来电", "陌生号码的来电")),
}
"""What a rule filters, in English and in Chinese."""
WORDS_ZH = (
    "贷款", "中奖", "发票", "优惠券", "理财", "博彩", "兼职", "信用卡", "返利", "保险", "股票", "抽奖", "红包", "清仓", "特价", "会员",
    "代购", "积分", "投资", "促销",
)  # fmt: skip


def _forwarding(draw: Draw, rows: Rows, cases: Sequence[str] = tuple(CASES)) -> Slots:
    condition = draw.choice(cases)
    when = draw.choice(CASES[condition][draw.language == "zh"])
    told = when.replace("I'm ", "you're ").replace("I ", "you ").replace("my ", "your ").replace("我", "你")
    return {**_number(draw, rows), "condition": condition, "when": when, "told": told}


def _forwarded(draw: Draw, rows: Rows, cases: Sequence[str] = tuple(CASES)) -> Slots:
    slots = _forwarding(draw, rows, cases)
    rows.put("call_forwarding", slots["condition"], on=True, number=slots["number"])
    return slots


def _forwarded_at_times(draw: Draw, rows: Rows) -> Slots:
    return _forwarded(draw, rows, ("busy", "no_answer", "unreachable"))


def _forwarded_always(draw: Draw, rows: Rows) -> Slots:
    return _forwarded(draw, rows, ("always",))


def _tell_forwarding(draw: Draw, payload: Any, slots: Slots) -> Told:
    number, told = slots["number"], slots["told"]
    return draw.tongue(f"Your calls go to {number} {told}.", f"{told}来电会转到{number}。"), [(number,)]


def _blocked(draw: Draw, rows: Rows) -> Slots:
    slots = _number(draw, rows)
    rows.clear("blocked_numbers")
    rows.add("blocked_numbers", "bn", number=slots["number"], contact=None)
    return slots


def _tell_blocked(draw: Draw, payload: Any, slots: Slots) -> Told:
    number = slots["number"]
    return draw.tongue(f"One number is blocked: {number}.", f"屏蔽了一个号码：{number}。"), [(number,)]


def _kind(draw: Draw, rows: Rows) -> Slots:
    kind = draw.choice(tuple(KINDS))
    rows.clear("call_rules")
    return {"kind": kind, "them": draw.choice(KINDS[kind][draw.language == "zh"])}


def _keyword(draw: Draw, rows: Rows) -> Slots:
    return {"keyword": draw.pick(WORDS_ZH if draw.language == "zh" else entities.KEYWORDS)}


def _voicemail(draw: Draw, rows: Rows) -> Slots:
    rows.clear("voicemails")
    slots, text = _person(draw, rows), draw.phrase()
    rows.add(
        "voicemails", "vm", number=slots["number"], contact=slots["contact"], text=text, seconds=draw.integer(6, 40),
        heard=False, saved=False, time=rows.now - 60 * draw.integer(10, 300),
    )  # fmt: skip
    return {**slots, "words": text}


def _tell_voicemail(draw: Draw, payload: Any, slots: Slots) -> Told:
    full, words = slots["full"], slots["words"]
    said = draw.tongue(f'{full} left you a message: "{words}"', f"{full}给你留言：“{words}”")
    return said, [(full,), (words,)]


CALLERS = (
    wish(
        "manage_call_forwarding", "Calls to {number} in the case {condition}", about=_forwarding, action="enable",
        condition="{condition}", number="{number}",
        train="""!forward my calls to {number} {when}
        !send [my|incoming] calls [on |]to {number} {when}""",
        wide="""call forwarding to {number} {when}
        {when}, [forward|divert] my calls to {number}
        can you divert my calls to {number} {when}?
        [a colleague covers for me|my assistant takes over], forward calls to {number} {when}
        I want calls forwarded to {number} {when}""",
        held="""I'd like my incoming calls to ring at {number} {when}
        !redirect incoming calls to {number} {when}""",
        zh_train="{when}把来电转[接|移]到{number}",
        zh_wide="""呼叫转移：{when}转到{number}
        同事替我接，{when}电话转给{number}""",
        zh_held="{when}，我的来电都转给{number}来接",
        done=("Calls go to {number} {told}.", "{told}来电会转到{number}。"),
    ),
    wish(
        "manage_call_forwarding", "No forwarding in the case {condition}", about=_forwarded_at_times, action="disable",
        condition="{condition}",
        train="""!stop forwarding my calls {when}
        ![turn off|switch off] call forwarding for calls {when}""",
        wide="""no more call forwarding {when}
        I'm back, my calls should not be forwarded {when} any more
        can you cancel the forwarding of my calls {when}?
        calls {when}: forwarding off
        I don't want my calls diverted {when} any longer""",
        held="""calls shouldn't be redirected to another number {when} any more
        !remove the call forwarding that applies {when}""",
        zh_train="!取消{when}的呼叫转移",
        zh_wide="""我回来了，{when}不用再转移来电
        呼叫转移：{when}的那个关掉""",
        zh_held="{when}的来电不要再转给别的号码了",
        done=("Calls are no longer forwarded {told}.", "{told}的呼叫转移已关闭。"),
    ),
    wish(
        "manage_call_forwarding", "No forwarding of every call", about=_forwarded_always, action="disable",
        condition="always",
        train="""!stop forwarding all my calls
        !turn off unconditional call forwarding""",
        wide="""unconditional forwarding off
        every call gets forwarded, [stop that|turn that off]
        I'm back at my phone, [end|cancel] the forwarding of all my calls
        can you [cancel|switch off] the unconditional call forwarding?
        my calls should not all be forwarded any more""",
        held="""all my calls are going to another number, undo that
        !remove the forwarding for all calls, I want to get them on this phone again""",
        zh_train="![关闭|取消]无条件呼叫转移",
        zh_wide="""别再把所有来电都转走
        我回来了，所有来电的转移都关掉""",
        zh_held="来电全都转到别的号码去了，不要再转了",
        done=("Your calls are no longer all forwarded.", "无条件呼叫转移已关闭。"),
    ),
    wish(
        "manage_call_forwarding", "Where calls are forwarded to", about=_forwarded, tell=_tell_forwarding, action="get",
        train="""are my calls forwarded? Where to?
        which number are my calls forwarded to?""",
        wide="""call forwarding: [what is set|which number]?
        where do my forwarded calls go?
        can you check [what|which] call forwarding [I have set|is on]?
        I [forgot|don't know] where my calls get forwarded to
        !tell me where my calls are diverted to""",
        held="""if someone calls me, which number are they redirected to?
        what number did I set up for call forwarding?""",
        zh_train="我的来电转移到哪个号码了？",
        zh_wide="""看看呼叫转移设了哪个号码
        我的电话会转到哪儿？""",
        zh_held="别人打给我，会转接到哪个号码？",
    ),
    wish(
        "manage_blocked_number", "{number} blocked", about=_number, action="block", number="{number}",
        train="""!block [the number |]{number}
        !block {number} [from calling me|for me]""",
        wide="""{number}, block [it|that one]
        {number} [keeps calling me|won't leave me alone], block [it|that number]
        can you block calls and texts from {number}?
        I don't want [to hear|any more calls] from {number}, block [them|it]
        new blocked number: {number}""",
        held="""don't let {number} call or text me any more
        !add {number} to my block list""",
        zh_train="![拉黑|屏蔽]{number}",
        zh_wide="""{number}老打来，[拉黑|屏蔽]它
        !把{number}加进黑名单""",
        zh_held="别再让{number}打电话、发短信给我",
        done=("{number} is blocked.", "{number}已屏蔽。"),
    ),
    wish(
        "manage_blocked_number", "{name} blocked", about=_person, action="block", contactName="{name}",
        train="""!block {name}
        !block {name}'s number""",
        wide="""{name}: block [them|the number]
        {name} [keeps calling me|won't leave me alone], block them
        can you block calls and texts from {name}?
        I don't want to hear from {name} any more, block [them|the number]
        [we broke up|we had a fight], block {name}""",
        held="""!stop {name} from calling or texting me
        !add {name} to my block list""",
        zh_train="![拉黑|屏蔽]{name}",
        zh_wide="""{name}老打来，[拉黑|屏蔽]
        !把{name}加进黑名单""",
        zh_held="别再让{name}打电话、发短信给我",
        done=("{name} is blocked.", "{name}已屏蔽。"),
    ),
    wish(
        "manage_blocked_number", "{number} no longer blocked", about=_blocked, action="unblock", number="{number}",
        train="""!unblock [the number |]{number}
        !stop blocking {number}""",
        wide="""{number}, unblock [it|that one]
        I blocked {number} by mistake, unblock it
        can you take {number} off the blocked numbers?
        {number} [may|can] call me again, unblock it
        blocked numbers: remove {number}""",
        held="""!let {number} call and text me again
        {number} shouldn't be on my block list any more""",
        zh_train="!取消[屏蔽|拉黑]{number}",
        zh_wide="""{number}拉黑错了，放出来
        !把{number}移出黑名单""",
        zh_held="!解除对{number}的屏蔽",
        done=("{number} is no longer blocked.", "{number}不再屏蔽了。"),
    ),
    wish(
        "manage_blocked_number", "Who is blocked", about=_blocked, tell=_tell_blocked, action="list",
        train="""which numbers [are blocked|have I blocked]?
        !list my blocked numbers""",
        wide="""blocked numbers[?|, please]
        who is [blocked|on my block list]?
        can you [show|tell] me the blocked numbers?
        I forgot [which number|who] I blocked
        do I have any number blocked? Which[ one|]?""",
        held="""which callers did I block?
        !read me my block list""",
        zh_train="我屏蔽了哪些号码？",
        zh_wide="""!列出黑名单
        黑名单里有谁？""",
        zh_held="我都把谁拉黑了？",
    ),
    wish(
        "manage_call_rule", "A rule against {kind}", about=_kind, action="create", kind="{kind}",
        train="""!filter {them}
        ![add|create|make] a rule [against|that filters] {them}""",
        wide="""new rule: filter {them}
        I'm tired of {them}, filter them
        can you [filter out|screen] {them}?
        [I get too many|I can't stand these] {them}, add a filter for them
        I want a [filter|rule] for {them}""",
        held="""I don't want {them} reaching me, set up a rule for that
        !have {them} filtered automatically""",
        zh_train="![过滤|拦截]{them}",
        zh_wide="""{them}太多了，[拦截|过滤]掉
        !加一条规则，拦截{them}""",
        zh_held="以后把{them}自动拦下来",
        done=("There is a rule now that filters {them}.", "加了拦截{them}的规则。"),
    ),
    wish(
        "manage_call_rule", "A rule against the word {keyword}", about=_keyword, action="create", kind="keyword",
        keyword="{keyword}",
        train="""!filter [texts|messages] [with|that contain] the word "{keyword}"
        ![add|create|make] a rule against [texts|messages] with "{keyword}" in them""",
        wide="""new rule: filter [texts|messages] with "{keyword}"
        I'm tired of [texts|messages] that mention "{keyword}", filter them
        can you filter out messages that have "{keyword}" in them?
        keyword filter for messages: "{keyword}"
        I want messages containing "{keyword}" to be filtered""",
        held="""any [text|message] that says "{keyword}" should be filtered out
        !have texts that say "{keyword}" caught by a keyword rule""",
        zh_train="![过滤|拦截]带“{keyword}”的短信",
        zh_wide="""短信里老有“{keyword}”，[拦截|过滤]掉
        !加一条关键词规则，拦截含“{keyword}”的短信""",
        zh_held="短信里出现“{keyword}”就自动拦下来",
        done=("Messages with \"{keyword}\" are filtered now.", "含“{keyword}”的短信会被拦截。"),
    ),
    wish(
        "manage_voicemail", "The voicemail", about=_voicemail, tell=_tell_voicemail, action="list",
        train="""what does my voicemail say?
        !read [me |]my voicemail""",
        wide="""voicemail[?|, please]
        do I have [a |]voicemail? What does it say, and who left it?
        can you [check|read out] my voicemail?
        [I missed a call|my phone was off], is there a voicemail? Read it to me
        who left me a voicemail, and saying what?""",
        held="""there's a new voicemail on my phone, who is it from and what's the message?
        did a caller leave me a voice message? I'd like to know what it says and who it's from""",
        zh_train="!读一下我的语音留言",
        zh_wide="""语音信箱里[有什么|说了什么]？
        谁给我[留了言|语音留言]，说了什么？""",
        zh_held="语音信箱里有人留言吗？谁留的，说的什么？",
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=PEOPLE, languages=("en", "en", "zh"))
def plain_callers(draw: Draw) -> Draft:
    """Who gets through to the phone, where calls go instead, and what callers left."""
    return plain(draw, CALLERS)


# -- messages and mail


def _text(draw: Draw, rows: Rows) -> Slots:
    return {**_person_and_app(draw, rows), "text": draw.phrase()}


def _text_to_a_number(draw: Draw, rows: Rows) -> Slots:
    return {**_number(draw, rows), "text": draw.phrase()}


def _address(draw: Draw, name: str = "") -> str:
    """The e-mail address of somebody, by a name that English letters can spell."""
    words = name.split() if name.isascii() and name else (draw.pick(entities.GIVEN), draw.pick(entities.FAMILY))
    return ".".join(re.sub("[^a-z]", "", word.casefold()) for word in words) + "@example.com"


def _mail(draw: Draw, rows: Rows) -> Slots:
    """A mail to an address that is no contact's, or to a contact who has one."""
    address, name = _address(draw), draw.person()
    rows.contact(name, email=_address(draw, name))
    return {"address": address, "name": name, "subject": draw.title(), "text": draw.phrase()}


def _later(draw: Draw, rows: Rows) -> Slots:
    moment = draw.moment()
    return {**_text(draw, rows), "moment": moment, "at": draw.say_moment(moment)}


def _waiting(draw: Draw, rows: Rows) -> Slots:
    rows.clear("scheduled_messages")
    slots = _text(draw, rows)
    rows.add(
        "scheduled_messages", "sm", app="sms", contact=slots["contact"], address=slots["number"], text=slots["text"],
        send_at=rows.now + 3600 * draw.integer(20, 90), status="pending",
    )  # fmt: skip
    return slots


def _tell_waiting(draw: Draw, payload: Any, slots: Slots) -> Told:
    full, text = slots["full"], slots["text"]
    return draw.tongue(f'One to {full} is waiting: "{text}"', f"有一条给{full}的：“{text}”"), [(full,), (text,)]


def _written(draw: Draw, rows: Rows) -> Slots:
    """A contact has written, and nothing else is unread."""
    rows.clear("messages", unread=True)
    slots = _text(draw, rows)
    rows.message(slots["text"], slots["number"], contact=slots["contact"], minutes_ago=draw.integer(3, 300))
    return slots


def _tell_written(draw: Draw, payload: Any, slots: Slots) -> Told:
    full, text = slots["full"], slots["text"]
    return draw.tongue(f'{full} wrote: "{text}"', f"{full}说：“{text}”"), [(full,), (text,)]


def _tell_words(draw: Draw, payload: Any, slots: Slots) -> Told:
    name, text = slots["name"], slots["text"]
    return draw.tongue(f'{name} wrote: "{text}"', f"{name}说：“{text}”"), [(text,)]


MESSAGES = (
    wish(
        "send_message", "A text to {name}", about=_text, contactName="{name}", text="{text}",
        train="""![text|message] {name}: {text}
        ![send|write] {name} a text: {text}""",
        wide="""text {name} "{text}"
        SMS to {name}: {text}
        can you [text|message] {name} "{text}"?
        ![let {name} know|tell {name}] by text: {text}
        I [need|want] to text {name}: {text}
        text message for {name}: {text}""",
        held="""!drop {name} a quick text: {text}
        !send this to {name} by SMS: {text}""",
        zh_train="!给{name}发[个|条]短信：{text}",
        zh_wide="""!发短信给{name}：{text}
        短信{name}：{text}""",
        zh_held="!用短信告诉{name}：{text}",
        done=("I sent {name} the text.", "短信发给{name}了。"),
    ),
    wish(
        "send_message", "A text to {number}", about=_text_to_a_number, number="{number}", text="{text}",
        train="""![text|message] {number}: {text}
        ![send|write] a text to {number}: {text}""",
        wide="""text {number} "{text}"
        SMS to {number}: {text}
        can you [text|message] {number} "{text}"?
        the number is {number}, text them this: {text}
        text message for {number}: {text}""",
        held="""!drop a quick text to {number}: {text}
        !send this to {number} by SMS: {text}""",
        zh_train="!给{number}发[个|条]短信：{text}",
        zh_wide="""!发短信到{number}：{text}
        号码{number}，发短信：{text}""",
        zh_held="有条短信要发到{number}：{text}",
        done=("I sent the text to {number}.", "短信发到{number}了。"),
    ),
    wish(
        "send_message", "A {label} message to {name}", about=_text, contactName="{name}", app="{app}", text="{text}",
        train="""![message|write to] {name} on {label}: {text}
        !send {name} a {label} message: {text}""",
        wide="""{label} to {name}: {text}
        {label} message for {name}: {text}
        can you [send|write] {name} on {label} "{text}"?
        I want {name} to get this on {label}: {text}
        !use {label} to tell {name}: {text}
        {name} only reads {label}, so send it there: {text}""",
        held="""!drop {name} a line on {label}: {text}
        !send this to {name} through {label}: {text}""",
        zh_train="!用{label}[给|跟]{name}说：{text}",
        zh_wide="""!给{name}发{label}：{text}
        {label}上发给{name}：{text}""",
        zh_held="!在{label}里告诉{name}：{text}",
        done=("I sent {name} the message on {label}.", "{label}消息发给{name}了。"),
    ),
    wish(
        "send_email", "A mail to {address}", about=_mail, to="{address}", subject="{subject}", body="{text}",
        train="""!email {address} with the subject "{subject}" and the text "{text}"
        !send [an e-mail|a mail] to {address}, subject "{subject}": {text}""",
        wide="""mail to {address}, subject "{subject}": {text}
        new e-mail to {address}. Subject: "{subject}". Text: {text}
        can you email {address} under the subject "{subject}" and write "{text}"?
        I need to [mail|email] {address}, subject line "{subject}", body "{text}"
        !write to the address {address}, subject "{subject}": {text}""",
        held="""!write an e-mail to {address} with "{subject}" as the subject and this message: {text}
        this should go by e-mail to {address}, titled "{subject}": {text}""",
        zh_train="!发邮件到{address}，主题“{subject}”，内容：{text}",
        zh_wide="""邮件：{address}，主题“{subject}”，正文：{text}
        !给{address}写封邮件，主题是“{subject}”：{text}""",
        zh_held="有封邮件要发到{address}，标题是“{subject}”，内容是：{text}",
        done=("I sent the mail to {address}.", "邮件发到{address}了。"),
    ),
    wish(
        "send_email", "A mail to {name}", about=_mail, contactName="{name}", subject="{subject}", body="{text}",
        train="""!email {name} with the subject "{subject}" and the text "{text}"
        !send {name} [an e-mail|a mail], subject "{subject}": {text}""",
        wide="""mail to {name}, subject "{subject}": {text}
        new e-mail to {name}. Subject: "{subject}". Text: {text}
        can you email {name} under the subject "{subject}" and write "{text}"?
        I need to [mail|email] {name}, subject line "{subject}", body "{text}"
        {name} should get an e-mail, subject "{subject}": {text}""",
        held="""!write an e-mail to {name} with "{subject}" as the subject and this message: {text}
        this should go to {name} by e-mail, titled "{subject}": {text}""",
        zh_train="!给{name}发邮件，主题“{subject}”，内容：{text}",
        zh_wide="""邮件给{name}，主题“{subject}”，正文：{text}
        !给{name}写封邮件，主题是“{subject}”：{text}""",
        zh_held="有封邮件要发给{name}，标题是“{subject}”，内容是：{text}",
        done=("I sent {name} the mail.", "邮件发给{name}了。"),
    ),
    wish(
        "manage_scheduled_message", "A text to {name} at {moment}", about=_later, action="create", contactName="{name}",
        sendAt="{moment}", text="{text}",
        train="""!schedule a text to {name} {at}: {text}
        !send {name} this text {at}, not now: {text}""",
        wide="""scheduled text, {name}, {at}: {text}
        not now but {at}, text {name}: {text}
        can you text {name} {at} "{text}"?
        I want a text to go [out |]to {name} {at}: {text}
        I'll be [asleep|busy] then, so schedule this text to {name} {at}: {text}""",
        held="""{name} should get this text {at}, so schedule it: {text}
        !prepare a text for {name} and send it {at}: {text}""",
        zh_train="!定时{at}给{name}发短信：{text}",
        zh_wide="""定时短信：{at}发给{name}：{text}
        我到时候没空，{at}替我给{name}发短信：{text}""",
        zh_held="到{at}再把这条短信发给{name}：{text}",
        done=("The text goes to {name} {at}.", "短信会在{at}发给{name}。"),
    ),
    wish(
        "manage_scheduled_message", "The scheduled messages", about=_waiting, tell=_tell_waiting, action="list",
        train="""which messages are scheduled? To whom, and what do they say?
        !show my scheduled messages""",
        wide="""scheduled messages[?|, please]
        !list the [texts|messages] I scheduled
        can you [check|tell me] what messages I have scheduled?
        I scheduled a text, to whom and what was it?
        do I have a scheduled message? What does it say and who gets it?""",
        held="""what messages are waiting to be sent later, and who are they for?
        did I set up any texts to go out later? Tell me who they're for and what they say""",
        zh_train="我有哪些定时短信？",
        zh_wide="""!列出定时发送的消息
        我定时要发什么，发给谁？""",
        zh_held="还有什么短信等着到点发？发给谁，写的什么？",
    ),
    wish(
        "search_messages", "What {name} wrote", about=_written, tell=_tell_words, contactName="{name}",
        train="""what did {name} [write|text me]?
        !read [me |]the message from {name}""",
        wide="""message from {name}, what does it say?
        has {name} [written|texted]? What[ did they say|]?
        can you read me what {name} [sent|wrote]?
        [I can't look at the screen|I'm driving], read {name}'s message [to me|aloud]
        I want to hear what {name} texted me""",
        held="""tell me what's in the text {name} sent me
        I got a message from {name}, read out the whole thing""",
        zh_train="{name}给我发了什么[消息|]？",
        zh_wide="""!读一下{name}的消息
        我在开车，念念{name}的短信""",
        zh_held="{name}的短信里写了什么？",
    ),
    wish(
        "search_messages", "What is unread", about=_written, tell=_tell_written, unreadOnly=True,
        train="""[do I have|are there] unread messages? From whom, and what do they say?
        !read [me |]my unread messages""",
        wide="""unread messages[?|, please]
        any new messages? Who from, and saying what?
        can you read out the messages I haven't read[ yet|]?
        I haven't looked at my messages, [read|tell] me the unread ones
        !check my unread messages and read them to me""",
        held="""which messages haven't I opened yet? Who sent them and what do they say?
        !catch me up on my unread messages, who sent what""",
        zh_train="我有什么未读消息？谁发的？",
        zh_wide="""!读一下未读消息
        谁给我发了新消息，说什么？""",
        zh_held="还没看的消息有哪些，谁发的，写了什么？",
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=PEOPLE, languages=("en", "en", "zh"))
def plain_messages(draw: Draw) -> Draft:
    """A message or mail, sent now or later, or read."""
    return plain(draw, MESSAGES)


# -- contacts and shared location


RELATIONS = (
    ("dentist", "牙医"), ("landlord", "房东"), ("boss", "老板"), ("neighbour", "邻居"), ("accountant", "会计"), ("coach", "教练"),
    ("tutor", "家教"), ("nanny", "保姆"), ("cousin", "表弟"), ("plumber", "水管工"),
)  # fmt: skip
"""What people are to the user, in English and in Chinese."""


def _relation(draw: Draw, rows: Rows) -> Slots:
    relation = draw.choice(RELATIONS)[draw.language == "zh"]
    rows.clear("contacts", relation=relation)
    full = draw.person()
    rows.contact(full, relation=relation)
    return {"relation": relation, "full": full}


def _tell_relation(draw: Draw, payload: Any, slots: Slots) -> Told:
    relation, full = slots["relation"], slots["full"]
    return draw.tongue(f"Your {relation} is {full}.", f"你的{relation}是{full}。"), [(full,)]


def _tell_number(draw: Draw, payload: Any, slots: Slots) -> Told:
    name, number = slots["name"], slots["number"]
    return draw.tongue(f"{name} has the number {number}.", f"{name}的号码是{number}。"), [(number,)]


def _newcomer(draw: Draw, rows: Rows) -> Slots:
    relation = draw.choice(RELATIONS)[draw.language == "zh"]
    name = draw.person()
    return {"name": name, **_number(draw, rows), "address": _address(draw, name), "relation": relation}


def _share(draw: Draw, rows: Rows) -> Slots:
    minutes = draw.choice((15, 20, 30, 45, 90, 120, 180, 240, 300, 480))
    return {**_person(draw, rows), "minutes": minutes, "said": draw.say_minutes(minutes)}


def _shared(draw: Draw, rows: Rows) -> Slots:
    rows.clear("location_shares")
    slots = _person(draw, rows)
    rows.add("location_shares", "ls", contact=slots["contact"], address=slots["number"], app="sms", minutes=240,
             until=rows.now + 60 * draw.integer(40, 200))  # fmt: skip
    return slots


def _tell_shared(draw: Draw, payload: Any, slots: Slots) -> Told:
    full = slots["full"]
    return draw.tongue(f"{full} sees your location.", f"{full}能看到你的位置。"), [(full,)]


CONTACTS = (
    wish(
        "search_contacts", "The number of {name}", about=_person, tell=_tell_number, query="{name}",
        train="""what is {name}'s [phone |]number?
        !look up {name}'s [phone |]number""",
        wide="""{name}'s number[?|, please]
        !find me the number of {name}
        can you tell me {name}'s [phone |]number?
        do I have {name}'s number? What is it?
        someone needs {name}'s number, [what is it|read it to me]
        I [need|want] the [phone |]number of {name}""",
        held="""which number do I have for {name}?
        what number do I dial to reach {name}?""",
        zh_train="{name}的[电话|]号码是多少？",
        zh_wide="""!查一下{name}的号码
        别人问我{name}的电话，是多少？""",
        zh_held="联系{name}要打哪个号码？",
    ),
    wish(
        "search_contacts", "Who the {relation} is", about=_relation, tell=_tell_relation, relation="{relation}",
        train="""[who is|what is the name of] my {relation}?
        !look up who my {relation} is""",
        wide="""my {relation}'s name[?|, please]
        !find my {relation} in my contacts
        can you tell me [my {relation}'s name|what my {relation} is called]?
        I forgot [the name of my {relation}|my {relation}'s name], what is it?
        which of my contacts is my {relation}?""",
        held="""who do I have saved as my {relation}?
        what name did I save my {relation} under?""",
        zh_train="我的{relation}叫什么[名字|]？",
        zh_wide="""!查一下通讯录里我的{relation}是谁
        我忘了{relation}的名字，叫什么？""",
        zh_held="通讯录里我{relation}存的是什么名字？",
    ),
    wish(
        "manage_contact", "A contact {name}, {number}", about=_newcomer, action="create", name="{name}", number="{number}",
        train="""![save|add] {name} as a [new |]contact, number {number}
        ![add|create] a [new |]contact: {name}, {number}""",
        wide="""new contact {name}, {number}
        {name}'s number is {number}, save it [in|to] my contacts
        can you [put|save] {name} with the number {number} in my contacts?
        I met {name}, add them to my contacts: {number}
        contacts: add {name} {number}""",
        held="""{name} isn't in my contacts yet, put them in with {number}
        !store {number} in my contacts under {name}""",
        zh_train="![新建联系人|添加联系人]{name}，号码{number}",
        zh_wide="""{name}的号码是{number}，存到通讯录
        !把{name}加到联系人，电话{number}""",
        zh_held="通讯录里还没有{name}，号码是{number}，存一下",
        done=("{name} is among your contacts.", "联系人{name}已保存。"),
    ),
    wish(
        "manage_contact", "A contact {name}, {address}", about=_newcomer, action="create", name="{name}",
        email="{address}",
        train="""![save|add] {name} as a [new |]contact, e-mail {address}
        ![add|create] a [new |]contact: {name}, {address}""",
        wide="""new contact {name}, mail {address}
        {name}'s e-mail is {address}, save it as a new contact
        can you [put|save] {name} with the e-mail address {address} in my contacts?
        I met {name}, add them to my contacts: {address}
        contacts: add {name} {address}""",
        held="""{name} isn't in my contacts yet, put them in with the e-mail {address}
        !store {address} in my contacts under {name}""",
        zh_train="![新建联系人|添加联系人]{name}，邮箱{address}",
        zh_wide="""{name}的邮箱是{address}，存成新联系人
        !把{name}加到联系人，邮箱{address}""",
        zh_held="通讯录里还没有{name}，邮箱是{address}，存一下",
        done=("{name} is among your contacts.", "联系人{name}已保存。"),
    ),
    wish(
        "manage_contact", "A contact {name}, the {relation}", about=_newcomer, action="create", name="{name}",
        number="{number}", relation="{relation}",
        train="""![save|add] my {relation} {name} as a [new |]contact, number {number}
        ![add|create] a contact: {name}, {number}, relation: {relation}""",
        wide="""new contact, my {relation}: {name}, {number}
        my new {relation} is {name}, number {number}, save that [in|to] my contacts
        can you put {name} in my contacts as my {relation}, with the number {number}?
        {name} is my {relation} now, add a contact with {number}""",
        held="""{name} isn't in my contacts yet, put them in as my {relation}, on {number}
        !store {number} in my contacts for my {relation}, {name}""",
        zh_train="!新建联系人{name}，号码{number}，关系是{relation}",
        zh_wide="""我的新{relation}是{name}，号码{number}，存到通讯录
        !把我{relation}{name}加到联系人，电话{number}""",
        zh_held="通讯录里还没有{name}，号码{number}，存成我的{relation}",
        done=("{name} is among your contacts.", "联系人{name}已保存。"),
    ),
    wish(
        "manage_location_sharing", "My location to {name} for {minutes} minutes", about=_share, action="start",
        contactName="{name}", minutes="{minutes}",
        train="""!share my location with {name} for {said}
        ![let {name} see|show {name}] my location for {said}""",
        wide="""location to {name}, {said}
        {name} [should|may] see where I am for {said}, share my location
        can you share my live location with {name} for {said}?
        [we're meeting up|I'm on my way], share my location with {name} for {said}
        for {said}, share my location with {name}""",
        held="""I want {name} to be able to follow me on the map for {said}
        !start sharing where I am with {name}, {said} is enough""",
        zh_train="!跟{name}共享位置{said}",
        zh_wide="""!给{name}共享我的实时位置，{said}
        我在路上，位置共享给{name}{said}""",
        zh_held="接下来{said}让{name}看得到我的位置",
        done=("{name} sees your location for {said}.", "{name}能看到你的位置，{said}。"),
    ),
    wish(
        "manage_location_sharing", "My location no longer to {name}", about=_shared, action="stop", contactName="{name}",
        train="""!stop sharing my location with {name}
        {name} should no longer see my location""",
        wide="""location sharing with {name} off
        I've arrived, stop sharing my location with {name}
        can you end the location sharing with {name}?
        I don't want {name} to see where I am any more
        no more location for {name}""",
        held="""!take {name} off my location sharing
        I'm home, {name} doesn't need to know my location any more""",
        zh_train="!停止跟{name}共享位置",
        zh_wide="""我到了，别再给{name}共享位置
        !关掉对{name}的位置共享""",
        zh_held="不用再让{name}看我的位置了",
        done=("{name} no longer sees your location.", "{name}看不到你的位置了。"),
    ),
    wish(
        "manage_location_sharing", "Who sees my location", about=_shared, tell=_tell_shared, action="list",
        train="""who can see my location?
        with whom am I sharing my location?""",
        wide="""location sharing: with whom?
        !tell me who [sees|can see] my location
        can you check who I'm sharing my location with?
        am I sharing my location with anyone? Who[ is it|]?
        I forgot who I share my location with""",
        held="""which of my contacts can see where I am right now?
        is anyone getting my live location? If so, who?""",
        zh_train="谁能看到我的位置？",
        zh_wide="""我在跟谁共享位置？
        看看位置共享给谁了""",
        zh_held="现在哪些人看得到我的实时位置？",
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=PEOPLE, languages=("en", "en", "zh"))
def plain_contacts(draw: Draw) -> Draft:
    """A contact, or who sees where the phone is."""
    return plain(draw, CONTACTS)
