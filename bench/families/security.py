"""Families about codes, fingerprints, saved passwords, a lost phone, and who uses the camera."""

from harness.contract import FollowUp, Friction

from .. import entities
from ..draw import Draw
from ..rows import Rows
from ..scenario import Draft, Play, family
from ..wording import Wording

SECURITY = ("Security & Privacy",)


def _code(draw: Draw) -> str:
    """A PIN of four to six digits that does not start with zero."""
    digits = draw.choice((4, 4, 6))
    return str(draw.integer(10 ** (digits - 1), 10**digits - 1))


def _two_codes(draw: Draw) -> tuple[str, str]:
    first, second = _code(draw), _code(draw)
    return (first, second) if first != second else _two_codes(draw)


LOST = Wording(
    train=(
        "![mark|report] this phone as lost, [with|and show] the message '{message}' and the number {number}",
        "[I lost this phone|this phone is lost]: [show|display] '{message}', number to call {number}",
        "lost mode, please: '{message}' on the lock screen, [call|number] {number}",
        "[my phone was left in a taxi|my phone is gone], [lock it|put it into lost mode] with '{message}' and {number}",
        "![put|set] the phone into lost mode, the finder should [call|ring] {number} and read '{message}'",
    ),
    held=(
        "whoever finds this phone should read '{message}' and ring {number}; lock it for that",
        "it is lost, I'm afraid: let it say '{message}', with {number} for the finder",
    ),
    wide=(
        "could you [set|mark] this phone as lost? It should [say|display] '{message}' and [give|show] {number}[ as "
        "the number to call|]",
        "!activate lost mode [with|showing] '{message}' and the [phone number|number] {number}",
        "phone [lost|stolen|gone]! [Show|Put up] '{message}' and {number}, [lost mode|mark it lost]",
        "I [can't find my phone anywhere|lost my phone], so [declare|report] it lost: message '{message}', "
        "[phone|contact] number {number}",
        "so that [it comes back to me|the finder can call], put the phone in lost mode: '{message}', {number}",
        "I [must have|] left the phone [on the bus|in a cafe]. [Mark|Flag] it as lost. Text on the screen: "
        "'{message}', number: {number}",
        "lost phone: [message|text] '{message}', [call|contact] {number}",
        "the finder [is to|should] see '{message}' and {number}, [so mark the phone as lost|lost mode please]",
        "[please|kindly] turn lost mode on, the number [is|being] {number} and the message '{message}'",
    ),
    zh_train=(
        "手机丢了，[锁上并|开启丢失模式，]显示“{message}”，联系电话{number}",
        "把这部手机标记为丢失，[留言|锁屏显示]“{message}”，电话{number}",
    ),
    zh_held=("这手机找不到了，让捡到的人看到“{message}”，打{number}",),
    zh_wide=(
        "我的手机[不见了|找不着了]，标记为丢失，[屏幕上写|显示]“{message}”，[号码|电话]{number}",
        "!开启丢失模式，[电话|联系号码]{number}，[留言|信息]“{message}”",
        "能不能把手机[设为|标成]丢失？[留言|写上]“{message}”，[电话|联系]{number}",
        "丢失模式：[显示|留言]“{message}”，电话{number}",
    ),
)


@family(split="train", behaviour="conditional", domains=SECURITY, difficulty=3, languages=("en", "en", "zh"))
def lost_phone_with_a_message(draw: Draw) -> Draft:
    """Lost mode needs Find My Phone; the error says so where that is off."""
    rows, message, number, ready = Rows(draw), draw.phrase(), draw.phone_number(), draw.chance(0.5)
    rows.put("find_my_phone", "main", on=ready, lost=False, message=None, number=None)

    def mark(play: Play, why: str, *, fails: bool) -> None:
        play.call("manage_find_my_phone", why=why, fails=fails, action="mark_lost", message=message, number=number)

    def witness(play: Play) -> None:
        mark(play, f"Lost, with {number} to call.", fails=not ready)
        if not ready:
            play.call("manage_find_my_phone", why="Find My Phone is off and is needed.", action="turn_on")
            mark(play, "Find My Phone is on now.", fails=False)
        play.finish(draw.tongue(f"The phone is locked as lost and shows {number}.", f"手机已标记为丢失，显示{number}。"))

    return Draft(draw.say(LOST, message=message, number=number), witness, patches=rows.patches)


NEW_PIN = Wording(
    train=(
        "![change|set] my [screen |]PIN to {new}{now}",
        "[I want|I'd like] {new} as the [new PIN|PIN of this phone]{now}",
        "new [PIN|code] for the [screen lock|phone]: {new}{now}",
        "[from now on|from today] the phone [opens with|is unlocked by] {new}{now}",
        "!make {new} my [unlock code|PIN]{now}",
    ),
    held=("{new} is what should unlock the phone in future{now}", "the digits for the screen shall be {new}{now}"),
    wide=(
        "could my [PIN|screen PIN|unlock code] be {new} [from now on|in future]{now}?",
        "!update [the|my] [PIN|screen lock code] to {new}{now}",
        "I [want|need] a [different|new] PIN, [namely |]{new}{now}",
        "PIN [->|change to|update:] {new}{now}",
        "[someone saw my PIN|my kids know my PIN], so [change|switch] it to {new}{now}",
        "so that nobody else gets in, [I want|let's have] {new} as my screen PIN{now}",
        "the [screen|phone] PIN [needs to be|has to be|is to become] {new}{now}",
        "please [change|replace] the [code|PIN] for [unlocking|my screen], [the new one is|new one:] {new}{now}",
        "!use {new} as the PIN [for unlocking|of the screen lock]{now}",
    ),
    zh_train=("把锁屏密码[改成|换成]{new}{now}", "锁屏PIN码[改为|设成]{new}{now}"),
    zh_held=("以后用{new}解锁{now}",),
    zh_wide=(
        "我想[换|改]锁屏密码，新的[是|用]{new}{now}",
        "!将解锁密码[设置为|更新为]{new}{now}",
        "能不能把[PIN码|解锁密码]换成{new}{now}？",
        "新的锁屏密码：{new}{now}",
    ),
)
NOW = Wording(
    train=("{now}", "[it's|the old one is|that's] {now}", "[now|so far] it is {now}", "oh, {now}"),
    held=("{now} until today", "the one I use is {now}"),
    wide=(
        "[my|the] current [PIN|one|code] is {now}",
        "[at the moment|right now|currently] it's {now}",
        "{now}[, I think| is the current one| at the moment]",
        "[sure|of course], {now}",
        "[old PIN|current PIN|the old code]: {now}",
        "[hm|sorry|right], that would be {now}",
        "it [was|has been] {now}[ so far|]",
    ),
    zh_train=("{now}", "现在是{now}"),
    zh_held=("一直用的{now}",),
    zh_wide=(
        "[旧的|原来]是{now}",
        "[哦，|嗯，|]{now}",
        "[目前|当前]密码：{now}",
    ),
)


@family(split="train", behaviour="boundary", domains=SECURITY, difficulty=2, languages=("en", "en", "zh"))
def changed_pin(draw: Draw) -> Draft:
    """The code until now is needed; where it was not said, only the user knows it."""
    rows, (old, new), missing = Rows(draw), _two_codes(draw), draw.chance(0.6)
    rows.put("screen_lock", "main", method="pin")
    rows.put("device", "lock", pin=old)

    def witness(play: Play) -> None:
        if missing:
            play.ask(draw.tongue("What is the current PIN?", "现在的密码是什么？"), why="The current PIN was not given.")
        play.call("set_screen_lock", why=f"{old} becomes {new}.", currentCode=old, newCode=new)
        play.finish(draw.tongue(f"The PIN is {new} now.", f"锁屏密码已改为{new}。"))

    said = draw.tongue(
        draw.choice((f", it is {old} now", f", the current one is {old}", f" instead of {old}")), f"，现在是{old}"
    )
    request = draw.say(NEW_PIN, new=new, now="" if missing else said)
    if not missing:
        return Draft(request, witness, patches=rows.patches)
    asks = ("current", "now", "old", "until", "现在", "原来", "旧", "当前")
    return Draft(
        request, witness, check="behaviour", patches=rows.patches,
        followups=[FollowUp(after="clarify", text=draw.say(NOW, bare=True, now=old), asks=asks)],
        friction=[Friction(kind="missing_parameter", params={"note": "current PIN"})],
    )  # fmt: skip


FINGER = Wording(
    train=(
        "!replace the fingerprint {old} [by|with] {new}, my PIN is {pin}",
        "fingerprints: {old} [goes|out], {new} [comes|in][ instead|], PIN {pin}",
        "[I don't need|I never use] the fingerprint {old}; [add|register] {new} [instead|in its place], the PIN is {pin}",
        "{new} [should unlock|must be able to unlock] the phone, {old} [no longer|not any more]; PIN {pin}",
        "![remove|delete] the fingerprint {old} and [enrol|add] {new}, with the PIN {pin}",
    ),
    held=(
        "the place of {old} among the fingerprints belongs to {new} now; {pin} is my PIN",
        "with {pin} as PIN: out with the finger {old}, in with {new}",
    ),
    wide=(
        "could you [take out|delete] the fingerprint {old} and [register|save] {new} [for it|in its place]? [My "
        "PIN|PIN]: {pin}",
        "!swap the fingerprint {old} for {new}, [the PIN is|PIN] {pin}",
        "[new finger|different finger]: {new} [in place of|instead of|for] {old}, PIN {pin}",
        "I [hurt|cut] my hand, so [I need|please add] {new} as a fingerprint and [drop|remove] {old}. [The PIN "
        "is|My PIN:] {pin}",
        "so that I can [unlock with|use] {new}, [register|add] that as a fingerprint and [remove|delete] {old}, PIN {pin}",
        "{old} -> {new} [for|in] the fingerprints, PIN [is |]{pin}",
        "the fingerprint {old} [isn't needed|can go]. [Enrol|Set up] {new} [instead|then], [PIN|my PIN is] {pin}",
        "my PIN is {pin}: [delete|remove] the fingerprint {old}, [then|and] [register|enrol] {new}",
        "I'd like {new} [to replace|in place of] {old} as a fingerprint, [PIN|the PIN is] {pin}",
    ),
)
FINGERS = ("thumb", "index finger", "middle finger", "ring finger")


@family(split="train", behaviour="reference", domains=SECURITY, difficulty=2)
def fingerprint_in_place_of_another(draw: Draw) -> Draft:
    """A phone keeps five fingerprints and has five, so one goes before another comes."""
    rows, pin = Rows(draw), _code(draw)
    names = [f"{draw.first_name()}'s {draw.choice(FINGERS)}" for _ in range(6)]
    old, new = names[draw.integer(0, 4)], names[5]
    rows.clear("biometrics")
    for name in names[:5]:
        rows.add("biometrics", "bm", kind="fingerprint", name=name, added=rows.now - 900_000)
    rows.put("biometric_unlock", "fingerprint", on=True)
    rows.put("device", "lock", pin=pin)

    def witness(play: Play) -> None:
        play.call("manage_biometric", why=f"{old} goes first.", action="remove", kind="fingerprint", name=old)
        why = f"There is room for {new}."
        play.call("manage_biometric", why=why, action="add", kind="fingerprint", name=new, pin=pin)
        play.finish(f"{new} unlocks the phone instead of {old}.")

    return Draft(draw.say(FINGER, old=old, new=new, pin=pin), witness, patches=rows.patches)


REVEAL = Wording(
    held=(
        "what is [my|the] password for {site}? [My PIN is|The PIN:] {pin}",
        "![show|tell] me the {site} password, I unlock with {pin}",
        "I can't get into {site}; {pin} is the code of this phone, so look up what I signed up with",
        "with the code {pin} you can read the saved password of {site} to me",
        "{site} password, PIN {pin}",
        "I'm at a friend's computer and can't remember my password for {site}. Look it up for me, the PIN is {pin}.",
        "!open {site}, no, just tell me the password I saved for it, PIN {pin}",
    ),
    zh_held=(
        "{site}的密码是什么？锁屏密码{pin}",
        "[帮我看一下|告诉我]{site}保存的密码，PIN是{pin}",
        "我忘了{site}的密码，用PIN {pin}查给我看",
    ),
)


@family(split="dev", behaviour="boundary", domains=SECURITY, languages=("en", "en", "zh"))
def saved_password_for_a_code(draw: Draw) -> Draft:
    """The right code opens the password manager; a wrong one does not, and no guessing helps."""
    rows, (pin, wrong), right = Rows(draw), _two_codes(draw), draw.chance(0.5)
    site, secret = draw.pick(entities.SITES), draw.pick(entities.PASSWORDS) + "!"
    for name, password in ((site, secret), (draw.pick(entities.SITES), draw.pick(entities.PASSWORDS))):
        user = f"{draw.first_name().casefold()}@example.com"
        rows.add("passwords", "pw", name=name, username=user, password=password, leaked=False, saved=rows.now - 900_000)
    rows.put("device", "lock", pin=pin)
    said = pin if right else wrong

    def witness(play: Play) -> None:
        why = f"The password of {site} with the code {said}."
        found = play.call("manage_saved_password", why=why, fails=not right, action="reveal", site=site, pin=said)
        if right:
            play.finish(draw.tongue(f"The password is {found['password']}", f"密码是{found['password']}"))
        else:
            play.refuse(draw.tongue(f"The PIN {said} is wrong, so I cannot show it.", f"密码{said}不对，无法查看。"),
                        why="The code is wrong.")  # fmt: skip

    request = draw.say(REVEAL, site=site, pin=said)
    if right:
        return Draft(request, witness, patches=rows.patches, says=[(secret,)])
    return Draft(
        request, witness, check="behaviour", patches=rows.patches,
        says=[("wrong", "incorrect", "not right", "not correct", "不对", "错误", "不正确")],
        friction=[Friction(kind="unsolvable", params={"note": "the code is wrong"})],
    )  # fmt: skip


LEAKED = Wording(
    held=(
        "one of my saved [passwords|logins] has leaked: [delete|remove] that one, [leave the others|keep the rest]",
        "![find|look for] the password that [leaked|was in a leak] and throw it away; weak ones stay",
        "I heard of a data breach. Whichever saved password is in it should be gone, no other",
        "!check my saved logins and get rid of the leaked [one|password]",
        "a [hacker|stranger] may know one of my passwords. [Look which one leaked|Find out which] and [delete|drop] it",
    ),
    zh_held=(
        "有个保存的密码泄露了，[找出来删掉|把它删了]，别的不动",
        "检查一下保存的密码，删掉泄露的那个",
        "哪个保存的密码泄露了？删掉那一个",
    ),
)


@family(split="test", behaviour="reference", domains=SECURITY, difficulty=2, languages=("en", "en", "zh"))
def leaked_password_deleted(draw: Draw) -> Draft:
    """Which one leaked only the check tells; a weak one is reported as well."""
    rows, sites = Rows(draw), [draw.pick(entities.SITES) for _ in range(4)]
    rows.clear("passwords")
    weak, strong = draw.pick(entities.PASSWORDS)[-4:], draw.pick(entities.PASSWORDS)
    words = [weak, f"{strong}-{strong}", f"{strong}+{weak}{strong}", f"{strong}/{draw.integer(1000, 9999)}{strong}"]
    leaked = draw.integer(1, 3)
    for index, (site, password) in enumerate(zip(sites, words, strict=True)):
        user = f"{draw.first_name().casefold()}@example.com"
        rows.add("passwords", "pw", name=site, username=user, password=password, leaked=index == leaked,
                 saved=rows.now - 900_000)  # fmt: skip

    def witness(play: Play) -> None:
        found = play.call("manage_saved_password", why="See which one leaked.", action="check")
        row = next(item for item in found["passwords"] if "leaked" in item["problems"])
        why = f"The one of {row['site']} leaked."
        play.call("manage_saved_password", why=why, action="delete", passwordId=row["id"])
        play.finish(draw.tongue(f"The leaked password of {row['site']} is deleted.", f"已删除{row['site']}泄露的密码。"))

    friction = [Friction(kind="obfuscated_reference", params={"note": "the leaked one"})]
    return Draft(draw.say(LEAKED), witness, patches=rows.patches, friction=friction)


WATCHING = Wording(
    held=(
        "{first} or {second}, which of them used my {sensor} [today|in the last day]? [Hide that one|Into the private space with it]",
        "![hide|put into the private space] whichever of {first} and {second} has used the {sensor} since yesterday",
        "one of {first} and {second} had access to the {sensor} lately. I don't want to see it any more: hide it",
        "look who used the {sensor}: is it {first} or {second}? The culprit goes into hiding, the other stays",
        "{first}, {second}: hide the one that used the {sensor} since yesterday",
        "I had a strange feeling this morning. Either {first} or {second} has used my {sensor} in the last day. Check, and hide the one that did.",
        "!uninstall, no, just hide whichever of {first} and {second} used the {sensor} in the last day",
    ),
)
SENSORS = {"camera": "camera", "microphone": "microphone", "location": "location"}


@family(split="test", behaviour="reference", domains=SECURITY, difficulty=2)
def app_hidden_for_what_it_used(draw: Draw) -> Draft:
    """Both apps used something; only one of them used what is asked about, and within a day."""
    rows, sensor = Rows(draw), draw.choice(tuple(SENSORS))
    apps = [draw.pick(entities.STORE_APPS) for _ in range(2)]
    guilty = draw.integer(0, 1)
    other = draw.choice([name for name in SENSORS if name != sensor])
    for index, name in enumerate(apps):
        key = rows.app(name)
        recent, old = (sensor, other) if index == guilty else (other, sensor)
        for permission, hours in ((recent, 1), (old, 40)):
            rows.add("permission_usage", "pu", app=key, permission=permission, at=rows.now - hours * 3600 + 60 * index)

    def witness(play: Play) -> None:
        found = play.call("get_privacy_dashboard", why=f"See who used the {sensor}.", permission=sensor)
        app = next(use["app"] for use in found["uses"] if use["app"] in apps)
        play.call("manage_private_space", why=f"{app} used the {sensor}.", action="hide", appName=app)
        play.finish(f"{app} used the {sensor} and is hidden now.")

    friction = [Friction(kind="obfuscated_reference", params={"note": "the one that used it"})]
    request = draw.say(WATCHING, first=apps[0], second=apps[1], sensor=SENSORS[sensor])
    return Draft(request, witness, patches=rows.patches, friction=friction)
