"""Plain requests about locks and codes, hidden apps, what apps may do, a lost phone, and saved passwords."""

from typing import Any

from .. import entities
from ..draw import Draw
from ..plain import Slots, flips, on_or_off, plain, wish
from ..rows import Rows
from ..scenario import Draft, family

SECURITY = ("Security & Privacy",)
Told = tuple[str, list[tuple[str, ...]]]

DELAYS = {
    5: ("5 seconds", "5秒"), 15: ("15 seconds", "15秒"), 30: ("30 seconds", "30秒"), 60: ("one minute", "1分钟"),
    300: ("5 minutes", "5分钟"), 600: ("10 minutes", "10分钟"),
}  # fmt: skip
KINDS = {"fingerprint": ("fingerprint", "指纹"), "face": ("face", "人脸")}
FINGERS = (
    ("right thumb", "右手拇指"), ("left thumb", "左手拇指"), ("right index finger", "右手食指"),
    ("left index finger", "左手食指"), ("right middle finger", "右手中指"), ("left ring finger", "左手无名指"),
)  # fmt: skip


def _code(draw: Draw) -> str:
    """A PIN of four or six digits that does not start with zero."""
    digits = draw.choice((4, 4, 6))
    return str(draw.integer(10 ** (digits - 1), 10**digits - 1))


def _locked(draw: Draw, rows: Rows) -> str:
    """The PIN that the screen lock has."""
    pin = _code(draw)
    rows.put("screen_lock", "main", method="pin")
    rows.put("device", "lock", pin=pin)
    return pin


# -- the screen lock, fingerprints and faces


def _delay(draw: Draw, rows: Rows) -> Slots:
    seconds = draw.choice(tuple(DELAYS))
    rows.put("screen_lock", "main", lock_after_seconds=draw.choice([other for other in (0, *DELAYS) if other != seconds]))
    return {"seconds": seconds, "said": draw.tongue(*DELAYS[seconds])}


def _no_delay(draw: Draw, rows: Rows) -> Slots:
    rows.put("screen_lock", "main", lock_after_seconds=draw.choice(tuple(DELAYS)))
    return {}


def _shows_nothing(draw: Draw, rows: Rows) -> Slots:
    rows.put("screen_lock", "main", notifications="none")
    return {}


def _pin(draw: Draw, rows: Rows) -> Slots:
    old = _locked(draw, rows)
    new = _code(draw)
    return {"old": old, "new": new if new != old else f"{new[:-1]}{(int(new[-1]) + 1) % 10}"}


def _unprotected(draw: Draw, rows: Rows) -> Slots:
    """Nothing on the phone needs its screen lock."""
    rows.clear("private_apps")
    for key, app in rows.base.rows("apps").items():
        if app["locked"]:
            rows.put("apps", key, locked=False)
    return {"old": _locked(draw, rows)}


def _password(draw: Draw, rows: Rows) -> Slots:
    return {"old": _locked(draw, rows), "new": draw.pick(entities.PASSWORDS)}


def _enrolled(draw: Draw, rows: Rows) -> dict[str, str]:
    """A fingerprint and a face are enrolled, nothing else; returns their kinds by name."""
    rows.clear("biometrics")
    names = {draw.tongue("Left little finger", "左手小指"): "fingerprint", draw.tongue("My face", "我的脸"): "face"}
    for name, kind in names.items():
        rows.add("biometrics", "bm", kind=kind, name=name, added=rows.now - 900_000)
    for kind in KINDS:
        rows.put("biometric_unlock", kind, on=True)
    return names


def _unlock(draw: Draw, rows: Rows) -> Slots:
    _enrolled(draw, rows)
    kind, enabled = draw.choice(tuple(KINDS)), draw.chance(0.5)
    rows.put("biometric_unlock", kind, on=not enabled)
    action = "enable" if enabled else "disable"
    return {**on_or_off(draw, enabled), "action": action, "kind": kind, "said": draw.tongue(*KINDS[kind])}


def _new_finger(draw: Draw, rows: Rows) -> Slots:
    _enrolled(draw, rows)
    return {"pin": _locked(draw, rows), "finger": draw.tongue(*draw.choice(FINGERS))}


def _old_finger(draw: Draw, rows: Rows) -> Slots:
    _enrolled(draw, rows)
    finger = draw.tongue(*draw.choice(FINGERS))
    rows.add("biometrics", "bm", kind="fingerprint", name=finger, added=rows.now - 900_000)
    return {"finger": finger}


LOCKS = (
    wish(
        "set_screen_lock", "locks after {seconds} seconds", about=_delay, lockAfterSeconds="{seconds}",
        train="""!lock the phone after {said}
        !set auto-lock to {said}
        auto-lock after {said}""",
        wide="""the phone should lock itself after {said}
        !make the phone lock automatically after {said}
        I want the phone to lock after {said}
        can the phone lock itself after {said}?
        automatic locking: after {said}
        !change the time until the phone locks to {said}
        someone looked into my phone, lock it after {said} [from now on|in future]""",
        held="""the phone can lock itself once I haven't used it for {said}
        !give it {said} before the screen locks""",
        zh_train="{said}后自动[锁定|上锁]", zh_wide="""!把自动锁定设为{said}
        手机{said}没人用就锁上""", zh_held="手机闲着{said}就自动锁屏",
        done=("The phone locks itself after {said}.", "{said}后自动锁定。"),
    ),
    wish(
        "set_screen_lock", "locks at once", about=_no_delay, lockAfterSeconds=0,
        train="""!lock the phone [immediately|right away] when the screen goes off
        auto-lock immediately""",
        wide="""the phone should lock as soon as the screen [goes|turns] off
        !set auto-lock to immediately
        I want the phone locked the moment the screen is off
        can the phone lock without any delay when the screen goes dark?
        no delay for auto-lock
        lock it straight away whenever the screen turns off, I don't trust people here""",
        held="""the phone takes too long to lock after the screen goes off, it should be instant
        I want the screen lock to kick in instantly when the display turns off""",
        zh_train="屏幕一[关|黑]就[立即|马上]锁定", zh_wide="""!自动锁定设为立即
        黑屏就上锁，不要等""", zh_held="屏幕一熄灭就自动锁屏，不要延迟",
        done=("The phone locks as soon as the screen goes off.", "屏幕一关就会锁定。"),
    ),
    wish(
        "set_screen_lock", "all notifications on the lock screen", about=_shows_nothing, showNotifications="all",
        train="""!show all notifications on the lock screen
        lock screen: show all notifications""",
        wide="""!show [full notifications|notifications with their content] on the lock screen
        I want to [see|read] every notification on the lock screen in full
        the lock screen should show all notifications
        can the lock screen show all my notifications?
        all notifications on the lock screen, with content
        I don't want to unlock the phone to read my notifications, show them all on the lock screen""",
        held="""even when the phone is locked, my notifications should show up in full
        on the lock screen I'd like to read all my notifications without unlocking""",
        zh_train="锁屏[显示|上显示]所有通知", zh_wide="""!让锁屏上能看到全部通知
        锁屏通知全部显示""", zh_held="锁屏状态下也要能看到所有通知的内容",
        done=("The lock screen shows all notifications.", "锁屏会显示所有通知。"),
    ),
    wish(
        "set_screen_lock", "no sensitive content on the lock screen", about=_shows_nothing,
        showNotifications="hide_sensitive",
        train="""!hide sensitive content on the lock screen
        !show notifications on the lock screen but hide sensitive [content|ones]""",
        wide="""lock screen: hide sensitive notifications
        the lock screen should show notifications without sensitive content
        I want notifications on the lock screen, but nothing sensitive
        can the lock screen hide what's sensitive in notifications?
        sensitive notifications [must|should] not be readable on the lock screen, the others may be
        !set the lock screen to hide sensitive content""",
        held="""notifications can show up while the phone is locked, but keep private content hidden
        people at work can see my lock screen, so notifications yes, sensitive stuff no""",
        zh_train="锁屏隐藏敏感[内容|通知]", zh_wide="""!锁屏上显示通知但隐藏敏感内容
        锁屏通知里敏感的别显示""", zh_held="锁屏可以来通知，但敏感的内容要遮住",
        done=("The lock screen hides sensitive content.", "锁屏会隐藏敏感内容。"),
    ),
    wish(
        "set_screen_lock", "the PIN {new} instead of {old}", about=_pin, currentCode="{old}", newCode="{new}",
        train="""!change my PIN from {old} to {new}
        !change the screen lock PIN to {new}, the current one is {old}""",
        wide="""new PIN {new}, old PIN {old}
        !replace my PIN {old} with {new}
        I want {new} as the PIN for unlocking the phone instead of {old}
        can you change the phone's PIN {old} to {new}?
        somebody saw my PIN {old}, make it {new}
        PIN change: {old} becomes {new}""",
        held="""I unlock my phone with {old}, but I'd like the PIN to be {new} from now on
        my brother knows my phone's PIN is {old}, please update it to {new}""",
        zh_train="!把锁屏密码从{old}改成{new}", zh_wide="""锁屏PIN原来是{old}，换成{new}
        !手机密码{old}改为{new}""", zh_held="我的锁屏PIN是{old}，以后想用{new}",
        done=("The PIN is {new} now.", "锁屏密码已改为{new}。"),
    ),
    wish(
        "set_screen_lock", "a password instead of the PIN", about=_password, method="password", currentCode="{old}",
        newCode="{new}",
        train="""!use the password {new} as screen lock instead of the PIN {old}
        !change the screen lock from the PIN {old} to the password {new}""",
        wide="""screen lock: password {new} rather than the PIN {old}
        !lock the phone with the password {new}, my PIN was {old}
        I want a password instead of my PIN {old}, namely {new}
        can the phone be locked with the password {new}? The PIN is {old}
        a PIN is not safe enough, take the password {new}; the PIN was {old}""",
        held="""the PIN {old} is too easy to guess, make {new} the screen lock password
        I'd feel safer unlocking with a password, {new}; the PIN so far was {old}""",
        zh_train="!把锁屏从PIN {old}换成字母密码{new}", zh_wide="""锁屏方式改成字母密码{new}，PIN是{old}
        PIN {old}不安全，改用字母密码{new}""", zh_held="我想用密码{new}锁手机，不用PIN {old}了",
        done=("The screen lock is a password now.", "锁屏方式已换成字母密码。"),
    ),
    wish(
        "set_screen_lock", "no screen lock", about=_unprotected, method="swipe", currentCode="{old}",
        train="""!remove the screen lock, my PIN is {old}
        !turn off the screen lock, PIN {old}""",
        wide="""no screen lock any more, the PIN is {old}
        I want to open the phone by just swiping, my PIN is {old}
        !get rid of the PIN {old}, swiping is enough
        can you take away the screen lock? The PIN is {old}
        screen lock off, current PIN {old}
        I'm tired of typing {old}, set the phone to swipe""",
        held="""typing my PIN {old} every time is annoying, I just want to swipe to unlock
        my phone never leaves the house, so no screen lock, only a swipe; the PIN is {old}""",
        zh_train="!取消锁屏密码，现在是{old}", zh_wide="""锁屏改成滑动就行，密码{old}
        !把锁屏密码{old}去掉""", zh_held="每次输PIN {old}太麻烦，锁屏改成滑一下就开",
        done=("The phone has no code any more; a swipe opens it.", "锁屏密码已取消，滑动即可打开。"),
    ),
    wish(
        "manage_biometric", "{kind} unlock {turned}", about=_unlock, action="{action}", kind="{kind}",
        train="""!turn {state} {said} unlock
        !switch {said} unlock {state}
        unlocking by {said}: {state}""",
        wide="""I want {said} unlock {state}
        can you turn {said} unlock {state}?
        unlock with {said}: {state}
        !{switch} {said} unlock
        the {said} unlock should be {state}
        !turn unlocking by {said} {state}""",
        held="""the option to unlock with my {said} should be {state} from today
        could {said} recognition for the lock screen be {state}?""",
        zh_train="""!{state}{said}解锁
        !把{said}解锁{state}""", zh_wide="""{said}解锁{state}一下
        {said}解锁给我{state}""", zh_held="用{said}解锁手机这个，{state}",
        done=("Unlocking by {said} is {state}.", "{said}解锁已{state}。"),
    ),
    wish(
        "manage_biometric", "the fingerprint {finger}", about=_new_finger, action="add", kind="fingerprint", name="{finger}",
        pin="{pin}",
        train="""!add a fingerprint, {finger}, my PIN is {pin}
        !add my {finger} as a fingerprint, PIN {pin}""",
        wide="""new fingerprint: {finger}, PIN {pin}
        !register my {finger} for unlocking, the PIN is {pin}
        I want to unlock with my {finger} too, the PIN is {pin}
        can you add the fingerprint of my {finger}? PIN {pin}
        another fingerprint please, {finger}; the code is {pin}""",
        held="""I also use my {finger}, so set it up as a fingerprint; my PIN is {pin}
        my {finger} doesn't unlock the phone yet, add its fingerprint, {pin} is my PIN""",
        zh_train="!添加指纹{finger}，密码{pin}", zh_wide="""!把{finger}录成指纹，密码是{pin}
        再加一个{finger}的指纹，密码{pin}""", zh_held="我想用{finger}也能指纹解锁，锁屏密码是{pin}",
        done=("The fingerprint {finger} is added.", "指纹{finger}已添加。"),
    ),
    wish(
        "manage_biometric", "no fingerprint {finger}", about=_old_finger, action="remove", name="{finger}",
        train="""!remove the fingerprint {finger}
        !delete the fingerprint of my {finger}""",
        wide="""my {finger} should no longer be among the fingerprints
        fingerprints: remove {finger}
        !take the {finger} out of the saved fingerprints
        can you delete the fingerprint {finger}?
        I don't use the fingerprint {finger} any more, delete it
        the {finger} fingerprint can go""",
        held="""the phone still recognises my {finger}, erase that fingerprint
        there's a {finger} fingerprint on this phone that I want gone""",
        zh_train="!删除指纹{finger}", zh_wide="""!把{finger}的指纹删掉
        {finger}这个指纹不用了""", zh_held="{finger}的指纹我不用了，从手机里去掉",
        done=("The fingerprint {finger} is removed.", "指纹{finger}已删除。"),
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=SECURITY, languages=("en", "en", "zh"))
def plain_locks(draw: Draw) -> Draft:
    """The screen lock and its code, fingerprints and faces."""
    return plain(draw, LOCKS)


# -- hidden apps, what apps may do, the SIM card, a lost phone

SENSORS = {"camera": ("camera", "相机"), "microphone": ("microphone", "麦克风")}


def _app(draw: Draw, rows: Rows) -> Slots:
    app = draw.pick(entities.STORE_APPS)
    rows.app(app)
    _locked(draw, rows)
    return {"app": app}


def _hidden_app(draw: Draw, rows: Rows) -> Slots:
    app = draw.pick(entities.STORE_APPS)
    key = rows.app(app)
    rows.put("private_apps", key, app=key)
    rows.put("private_space", "main", unlocked=True)
    return {"app": app}


def _closed_space(draw: Draw, rows: Rows) -> Slots:
    rows.put("private_space", "main", unlocked=False)
    return {"pin": _locked(draw, rows)}


def _open_space(draw: Draw, rows: Rows) -> Slots:
    rows.put("private_space", "main", unlocked=True)
    return {}


def _sim_pin(draw: Draw, rows: Rows) -> Slots:
    enabled, pin = draw.chance(0.5), str(draw.integer(1000, 9999))
    rows.put("sim_pins", "sim1", pin=pin, on=not enabled)
    return {**on_or_off(draw, enabled), "pin": pin, "action": "enable" if enabled else "disable"}


def _new_sim_pin(draw: Draw, rows: Rows) -> Slots:
    pin, new = str(draw.integer(1000, 4999)), str(draw.integer(5000, 9999))
    rows.put("sim_pins", "sim1", pin=pin, on=True)
    return {"pin": pin, "new": new}


def _sensor(draw: Draw, rows: Rows) -> Slots:
    sensor = draw.choice(tuple(SENSORS))
    return {**flips("sensors", sensor)(draw, rows), "sensor": sensor, "said": draw.tongue(*SENSORS[sensor])}


def _installer(draw: Draw, rows: Rows) -> Slots:
    app, allowed = draw.pick(entities.STORE_APPS), draw.chance(0.5)
    key = rows.app(app)
    rows.put("install_sources", key, app=key, allowed=not allowed)
    verb, may, let = ("allow", "may", "let") if allowed else ("forbid", "may not", "don't let")
    said = draw.tongue(verb, "允许" if allowed else "禁止")
    return {
        "app": app,
        "allowed": allowed,
        "verb": said,
        "may": may,
        "let": let,
        "turned": "allowed" if allowed else "forbidden",
    }


def _not_found_yet(draw: Draw, rows: Rows) -> Slots:
    rows.put("radios", "location", on=True)
    rows.put("find_my_phone", "main", on=False, lost=False)
    return {}


def _found(draw: Draw, rows: Rows) -> Slots:
    rows.put("find_my_phone", "main", on=True, lost=False)
    return {"pin": _locked(draw, rows)}


def _lost(draw: Draw, rows: Rows) -> Slots:
    pin = _locked(draw, rows)
    rows.put("find_my_phone", "main", on=True, lost=True, message=None, number=draw.phone_number())
    return {"pin": pin}


def _to_be_lost(draw: Draw, rows: Rows) -> Slots:
    rows.put("find_my_phone", "main", on=True, lost=False)
    _locked(draw, rows)
    return {"number": draw.phone_number()}


GUARDS = (
    wish(
        "manage_private_space", "{app} hidden", about=_app, action="hide", appName="{app}",
        train="""!hide {app} in the private space
        !hide the app {app}""",
        wide="""!put {app} in the private space
        nobody should see that I have {app}, hide it
        {app} belongs in the private space
        can you hide {app} from others?
        private space: add {app}
        I want {app} hidden""",
        held="""I don't want anyone finding {app}, move it to my private space
        could {app} go into my private space?""",
        zh_train="!把{app}隐藏起来", zh_wide="""!把{app}放进私密空间
        别让人看到我装了{app}，藏起来""", zh_held="{app}不想让人看见，收到私密空间里",
        done=("{app} is hidden in the private space.", "{app}已隐藏到私密空间。"),
    ),
    wish(
        "manage_private_space", "{app} no longer hidden", about=_hidden_app, action="unhide", appName="{app}",
        train="""!take {app} out of the private space
        !unhide {app}""",
        wide="""{app} need not be hidden any more
        !move {app} out of the private space
        private space: remove {app}
        can you make {app} visible again?
        I want {app} back among my normal apps, out of the private space
        !stop hiding {app}""",
        held="""{app} doesn't have to be in my private space any longer
        I hid {app} a while ago, but now I want to see it with my other apps again""",
        zh_train="!把{app}移出私密空间", zh_wide="""!取消隐藏{app}
        {app}不用再藏着了""", zh_held="{app}从私密空间里拿出来吧",
        done=("{app} is no longer hidden.", "{app}已不再隐藏。"),
    ),
    wish(
        "manage_private_space", "the private space unlocked", about=_closed_space, action="unlock", pin="{pin}",
        train="""!unlock the private space, my PIN is {pin}
        !open the private space with {pin}""",
        wide="""private space open please, PIN {pin}
        I need my hidden apps, unlock the private space, {pin}
        can you unlock the private space? The PIN is {pin}
        !unlock my private space, code {pin}
        the code is {pin}, open the private space""",
        held="""I'd like to get into my private space, my PIN is {pin}
        let me see my hidden apps, {pin} is the PIN""",
        zh_train="!解锁私密空间，密码{pin}", zh_wide="""!用{pin}打开私密空间
        要用藏起来的应用，私密空间解锁，密码是{pin}""", zh_held="我想进私密空间，密码是{pin}",
        done=("The private space is unlocked.", "私密空间已解锁。"),
    ),
    wish(
        "manage_private_space", "the private space locked", about=_open_space, action="lock",
        train="""!lock the private space
        private space: lock""",
        wide="""!close the private space
        I'm done with my hidden apps, lock the private space
        can you lock my private space again?
        the private space should be locked
        !lock up the private space, someone is coming
        I want the private space locked""",
        held="""I'm finished with my private space, it can be locked again
        the private space is still open, please lock it""",
        zh_train="!锁上私密空间", zh_wide="""!把私密空间锁起来
        有人来了，私密空间锁一下""", zh_held="私密空间还开着，锁好吧",
        done=("The private space is locked.", "私密空间已锁上。"),
    ),
    wish(
        "manage_sim_pin", "the PIN of SIM 1 {turned}", about=_sim_pin, action="{action}", sim="sim1", pin="{pin}",
        train="""!turn {state} the SIM PIN of SIM 1, it is {pin}
        !switch the PIN of SIM 1 {state}, SIM PIN {pin}""",
        wide="""SIM 1: PIN {state}, the PIN is {pin}
        I want the SIM PIN {state} for SIM 1, it's {pin}
        can you turn {state} the PIN of SIM 1? It is {pin}
        the PIN request of SIM 1 should be {state}, PIN {pin}
        !set the SIM PIN of SIM 1 to {state}, its PIN is {pin}""",
        held="""for SIM 1 I'd like the PIN lock to be {state}, my SIM PIN is {pin}
        my SIM PIN for SIM 1 is {pin} and I need that lock {state}""",
        zh_train="!{state}SIM 1的PIN码，PIN是{pin}", zh_wide="""SIM 1的PIN码{state}，原PIN {pin}
        !把SIM 1的PIN锁{state}，码是{pin}""", zh_held="SIM 1的卡锁我想{state}，PIN码是{pin}",
        done=("The PIN of SIM 1 is {state}.", "SIM 1的PIN码已{state}。"),
    ),
    wish(
        "manage_sim_pin", "the PIN of SIM 1 from {pin} to {new}", about=_new_sim_pin, action="change", sim="sim1", pin="{pin}",
        newPin="{new}",
        train="""!change the SIM PIN of SIM 1 from {pin} to {new}
        SIM 1: new PIN {new}, old one {pin}""",
        wide="""!change the PIN of SIM 1 to {new}, it was {pin}
        I want {new} as the PIN of SIM 1 instead of {pin}
        can you change SIM 1's PIN {pin} to {new}?
        !replace the SIM PIN {pin} of SIM 1 with {new}
        the PIN of SIM 1 should be {new}, so far it is {pin}""",
        held="""the PIN on SIM 1 is still {pin}, I'd rather have {new}
        could SIM 1 have {new} as its PIN? The old one is {pin}""",
        zh_train="!把SIM 1的PIN码从{pin}改成{new}", zh_wide="""SIM 1换PIN：{pin}改{new}
        SIM 1的PIN原来{pin}，改为{new}""", zh_held="我想给SIM 1换个PIN码，现在是{pin}，要换成{new}",
        done=("The PIN of SIM 1 is changed.", "SIM 1的PIN码已修改。"),
    ),
    wish(
        "set_sensor_access", "the {sensor} for apps {turned}", about=_sensor, sensor="{sensor}", enabled="{enabled}",
        train="""!turn [{said} access|access to the {said}] {state} for all apps
        {said} access for all apps: {state}""",
        wide="""!switch [the {said}|{said} access] {state} for [every app|all apps]
        I want {said} access {state} for all apps
        can you turn {state} {said} access for all apps at once?
        privacy: {said} access {state} for every app
        !{switch} {said} access for all apps
        access to the {said} should be {state} for all apps""",
        held="""I don't care which app it is, {said} access needs to be {state} for every one of them
        as for privacy, the {said} should be {state} for every app on the phone""",
        zh_train="!{state}所有应用的{said}访问", zh_wide="""!把全部应用的{said}权限总开关{state}
        所有应用的{said}访问{state}一下""", zh_held="不管哪个应用，{said}的使用权限一律{state}",
        done=("Access to the {said} is {state} for all apps.", "所有应用的{said}访问已{state}。"),
    ),
    wish(
        "set_install_source", "{turned} for {app} to install unknown apps", about=_installer, appName="{app}", allowed="{allowed}",
        train="""!{verb} {app} to install unknown apps
        {app} {may} install unknown apps""",
        wide="""!{let} {app} install apps from outside the store
        {app} {may} install APKs
        unknown apps from {app}: {verb} that
        can you {verb} {app} to install apps from unknown sources?
        !{let} {app} put unknown apps on my phone
        installing from unknown sources: {app} {may}""",
        held="""when {app} wants to install apps from unknown sources, {verb} it
        as for apps from outside the store, {app} {may} install them""",
        zh_train="!{verb}{app}安装未知应用", zh_wide="""未知来源安装：{verb}{app}
        {verb}{app}装商店以外的应用""", zh_held="遇到{app}装未知来源应用，一律{verb}",
        done=("Installing unknown apps from {app} is {turned}.", "{app}安装未知应用：{verb}。"),
    ),
    wish(
        "manage_find_my_phone", "Find My Phone on", about=_not_found_yet, action="turn_on",
        train="""!turn on Find My Phone
        !turn Find My Phone on""",
        wide="""!switch Find My Phone on
        I want to be able to find this phone if I lose it, turn on Find My Phone
        !activate Find My Phone
        can you turn on Find My Phone?
        have Find My Phone on from now on
        !make this phone findable in case it gets lost""",
        held="""I'm always leaving my phone somewhere, so Find My Phone should be running
        if my phone ever gets stolen I want to be able to locate it, please set that up""",
        zh_train="!打开查找手机[功能|]", zh_wide="""怕手机丢，把查找手机开了
        !启用查找我的手机""", zh_held="我老丢三落四，查找手机给我开着",
        done=("Find My Phone is on.", "查找手机已打开。"),
    ),
    wish(
        "manage_find_my_phone", "Find My Phone off", about=_found, action="turn_off", pin="{pin}",
        train="""!turn off Find My Phone, my PIN is {pin}
        !turn Find My Phone off, PIN {pin}""",
        wide="""!switch Find My Phone off, {pin} is the PIN
        I'm selling the phone, turn off Find My Phone, PIN {pin}
        can you turn off Find My Phone? The PIN is {pin}
        I don't need Find My Phone any more, turn it off, the code is {pin}
        !deactivate Find My Phone with {pin}""",
        held="""I don't want this phone to be tracked, so no more Find My Phone; my PIN is {pin}
        I'm giving this phone away, Find My Phone has to be off first, PIN {pin}""",
        zh_train="!关闭查找手机，密码{pin}", zh_wide="""手机要卖了，查找手机关掉，密码{pin}
        !把查找我的手机停用，密码是{pin}""", zh_held="查找手机这个功能我不想用了，密码{pin}",
        done=("Find My Phone is off.", "查找手机已关闭。"),
    ),
    wish(
        "manage_find_my_phone", "lost, with {number} to call", about=_to_be_lost, action="mark_lost", number="{number}",
        train="""!mark the phone as lost and show the number {number}
        !put the phone into lost mode with {number} [to call|as the number]""",
        wide="""lost mode, number for the finder: {number}
        my phone is lost, mark it as lost with {number} as the number to call
        I can't find the phone, put it in lost mode, {number} should be shown
        can you put my phone in lost mode with the number {number}?
        !turn on lost mode, the finder should call {number}
        the phone is gone: lost mode, {number}""",
        held="""I left my phone on the bus, have it show {number} so that whoever finds it can call me
        I've lost my phone, anyone who finds it should call {number}""",
        zh_train="!把手机标记为丢失，显示号码{number}", zh_wide="""手机丢了，开丢失模式，号码{number}
        !进入丢失模式，让捡到的人打{number}""", zh_held="手机落在公交上了，设成丢失，让捡到的人联系{number}",
        done=("The phone is in lost mode and shows {number}.", "手机已进入丢失模式，显示{number}。"),
    ),
    wish(
        "manage_find_my_phone", "no longer lost", about=_lost, action="mark_found", pin="{pin}",
        train="""I found the phone, end lost mode, my PIN is {pin}
        !mark the phone as found, PIN {pin}""",
        wide="""!turn off lost mode, the PIN is {pin}
        the phone is back, no more lost mode, {pin} is my PIN
        lost mode off, PIN {pin}
        can you end lost mode? My PIN is {pin}
        I've got the phone again: mark it as found with {pin}""",
        held="""good news, somebody returned my phone, so it isn't lost any more, PIN {pin}
        my phone turned up under the sofa, you can stop lost mode, {pin} is the PIN""",
        zh_train="手机找到了，退出丢失模式，密码{pin}", zh_wide="""!标记手机已找回，密码{pin}
        手机拿回来了，丢失模式关掉，密码是{pin}""", zh_held="手机在沙发下面找着了，不用再算丢失，密码{pin}",
        done=("The phone is no longer marked as lost.", "手机已不再标记为丢失。"),
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=SECURITY, languages=("en", "en", "zh"))
def plain_guards(draw: Draw) -> Draft:
    """Hidden apps, what all apps or one may do, the SIM card's PIN, and a phone that is lost."""
    return plain(draw, GUARDS)


# -- passwords, and who used what

USES = {
    "camera": ("camera", "相机"), "microphone": ("microphone", "麦克风"), "location": ("location", "位置"),
    "contacts": ("contacts", "联系人"), "photos": ("photos", "照片"),
}  # fmt: skip
RISKS = {"usb_debugging": ("USB debugging", "USB调试"), "wireless_debugging": ("wireless debugging", "无线调试")}
THREATS = (("spies on messages", "窃取短信"), ("shows ads over other apps", "弹出广告"), ("records calls", "偷录通话"))


def _login(draw: Draw, rows: Rows) -> Slots:
    user = f"{draw.pick(entities.GIVEN).casefold()}{draw.integer(2, 98)}"
    return {"site": draw.pick(entities.SITES), "user": user, "password": draw.pick(entities.PASSWORDS)}


def _saved_login(draw: Draw, rows: Rows) -> Slots:
    login = _login(draw, rows)
    for site, user in ((login["site"], login["user"]), (draw.pick(entities.SITES), f"{login['user']}0")):
        rows.add("passwords", "pw", name=site, username=user, password=f"{login['password']}{site[:3]}", leaked=False,
                 saved=rows.now - 900_000)  # fmt: skip
    return login


def _tell_user(draw: Draw, payload: Any, slots: Slots) -> Told:
    site, user = payload["passwords"][0]["site"], payload["passwords"][0]["username"]
    return draw.tongue(f"Your user name for {site} is {user}.", f"{site}的用户名是{user}。"), [(user,)]


def _leaked_login(draw: Draw, rows: Rows) -> Slots:
    rows.clear("passwords")
    leaked = draw.integer(0, 2)
    for index in range(3):
        secret = f"{draw.pick(entities.PASSWORDS)}{draw.integer(100, 999)}+{draw.choice('KLMNP')}"
        rows.add("passwords", "pw", name=draw.pick(entities.SITES), username=f"{draw.pick(entities.GIVEN).casefold()}7",
                 password=secret, leaked=index == leaked, saved=rows.now - 900_000)  # fmt: skip
    return {}


def _tell_leaked(draw: Draw, payload: Any, slots: Slots) -> Told:
    site = payload["passwords"][0]["site"]
    return draw.tongue(f"The password for {site} was leaked.", f"{site}的密码泄露了。"), [(site,)]


def _use(draw: Draw, rows: Rows) -> Slots:
    kind = draw.choice(tuple(USES))
    rows.clear("permission_usage")
    for permission in (kind, draw.choice([other for other in USES if other != kind])):
        key = rows.app(draw.pick(entities.STORE_APPS))
        rows.add("permission_usage", "pu", app=key, permission=permission, at=rows.now - 60 * draw.integer(20, 900))
    return {"kind": kind, "said": draw.tongue(*USES[kind])}


def _tell_use(draw: Draw, payload: Any, slots: Slots) -> Told:
    app = payload["uses"][0]["app"]
    return draw.tongue(f"{app} used your {slots['said']}.", f"用过{slots['said']}的是{app}。"), [(app,)]


def _safe(draw: Draw, rows: Rows) -> None:
    """Nothing that a scan would report."""
    _locked(draw, rows)
    rows.clear("app_threats")
    for name in rows.base.rows("install_sources"):
        rows.put("install_sources", name, allowed=False)
    for name in rows.base.rows("developer"):
        rows.put("developer", name, on=False)
    rows.put("find_my_phone", "main", on=True, lost=False)


def _threat(draw: Draw, rows: Rows) -> Slots:
    _safe(draw, rows)
    key = rows.app(draw.pick(entities.STORE_APPS))
    rows.put("app_threats", key, app=key, threat=draw.tongue(*draw.choice(THREATS)), severity="high")
    return {}


def _tell_threat(draw: Draw, payload: Any, slots: Slots) -> Told:
    app, threat = payload["apps"][0]["app"], payload["apps"][0]["threat"]
    text = draw.tongue(f"The scan found a harmful app: {app} ({threat}).", f"扫描发现有害应用{app}：{threat}。")
    return text, [(app,)]


def _risk(draw: Draw, rows: Rows) -> Slots:
    _safe(draw, rows)
    option = draw.choice(tuple(RISKS))
    rows.put("developer", "developer_mode", on=True)
    rows.put("developer", option, on=True)
    return {"option": option}


def _tell_risk(draw: Draw, payload: Any, slots: Slots) -> Told:
    english, chinese = RISKS[slots["option"]]
    return draw.tongue(f"One setting is risky: {english} is on.", f"有一项设置有风险：{chinese}是打开的。"), [
        (english, chinese)
    ]


PRIVACY = (
    wish(
        "manage_saved_password", "the login of {site}", about=_login, action="save", site="{site}", username="{user}",
        password="{password}",
        train="""!save my login for {site}: user name {user}, password {password}
        !save the password {password} for {user} at {site}""",
        wide="""new login for {site}, user {user}, password {password}
        !keep my {site} login: {user} with the password {password}
        I'm {user} at {site}, password {password}, save that
        can you save the {site} login {user} with password {password}?
        !add {site} to my saved passwords: {user}, {password}
        password manager: {site}, {user}, {password}""",
        held="""!remember my password for {site}: I log in as {user} with {password}
        for {site} I use {user} and {password}, please store that login""",
        zh_train="!保存{site}的登录，用户名{user}，密码{password}", zh_wide="""!记住{site}的账号{user}和密码{password}
        {site}的登录存一下：{user}，{password}""", zh_held="我登录{site}用{user}，密码是{password}，存好",
        done=("The login of {user} for {site} is saved.", "已保存{site}的登录{user}。"),
    ),
    wish(
        "manage_saved_password", "no password of {site}", about=_saved_login, action="delete", site="{site}",
        train="""!delete the saved password for {site}
        !remove the {site} login from my passwords""",
        wide="""the saved password of {site} can go
        I no longer use {site}, delete its saved password
        !forget my {site} password
        can you delete the saved login for {site}?
        saved passwords: delete {site}
        I don't want the {site} password saved any more""",
        held="""I closed my account with {site}, so you can get rid of the password
        don't keep my login for {site} on this phone""",
        zh_train="!删除{site}[保存的|]密码", zh_wide="""!把存着的{site}登录信息删掉
        {site}不用了，保存的密码删了吧""", zh_held="密码管理里{site}那条不要了",
        done=("The saved password for {site} is deleted.", "{site}保存的密码已删除。"),
    ),
    wish(
        "manage_saved_password", "the user name at {site}", about=_saved_login, tell=_tell_user, action="search", site="{site}",
        train="""what's my user name for {site}?
        !look up my user name at {site} in the saved passwords""",
        wide="""which user name do I have at {site}?
        !tell me the user name that is saved for {site}
        I forgot my user name for {site}, what is it?
        user name {site}?
        who am I at {site}? I mean the saved user name
        !find my {site} login name""",
        held="""which login name did I save for {site}?
        I can't log in to {site} because I don't remember my user name, what did I save?""",
        zh_train="我在{site}的用户名是什么？", zh_wide="""!查一下{site}保存的用户名
        忘了{site}的用户名，是哪个""", zh_held="{site}要我输用户名，我存的是哪个",
    ),
    wish(
        "manage_saved_password", "which password leaked", about=_leaked_login, tell=_tell_leaked, action="check",
        train="""!check my saved passwords
        were any of my passwords leaked?""",
        wide="""have any saved passwords been leaked, and which?
        !run a password check
        is there a leak among my saved passwords? Of which site?
        !check whether any of my saved passwords leaked
        password check[, please|]
        I heard of a data breach, are my saved passwords affected?""",
        held="""have hackers got hold of any of my passwords?
        could you see if one of my passwords has been stolen or leaked somewhere?""",
        zh_train="我的密码有没有泄露？", zh_wide="""!检查一下保存的密码
        听说有数据泄露，我哪个密码受影响""", zh_held="存着的密码里有没有被泄露出去的",
    ),
    wish(
        "get_privacy_dashboard", "who used the {kind}", about=_use, tell=_tell_use, permission="{kind}",
        train="""which app used my {said} in the last 24 hours?
        what app has accessed my {said} [since yesterday|in the last day]?""",
        wide="""who used my {said} in the past 24 hours?
        !show me which app accessed my {said} in the last day
        was my {said} used by an app in the last 24 hours? By which?
        !check which app used the {said} in the last 24 hours
        {said} access in the last day: which app?
        I have a strange feeling, what app used my {said} in the last 24 hours?""",
        held="""in the privacy dashboard, which app shows up for {said} in the last 24 hours?
        over the past day, has any app accessed my {said}? Which one?""",
        zh_train="过去24小时哪个应用用过我的{said}？", zh_wide="""!看看最近一天谁访问过{said}
        这一天里有应用用了{said}吗，是哪个""", zh_held="近24小时里，我的{said}被哪个应用用过",
    ),
    wish(
        "run_security_scan", "what a scan finds", about=_threat, tell=_tell_threat,
        train="""!run a security scan
        !scan [the|my] phone for threats""",
        wide="""security scan[, please|]
        is my phone safe? Scan it
        !do a full security scan of the phone
        can you scan the whole phone and tell me what's dangerous?
        something's odd with my phone, scan it for dangers
        I want a full scan of the phone""",
        held="""I clicked on a strange link, check the whole phone for anything dangerous
        has my phone been hacked? Do a security check of everything""",
        zh_train="!做一次安全扫描", zh_wide="""手机安全吗，扫描一下
        !全面扫描手机有没有危险""", zh_held="把手机里里外外检查一遍，有没有不安全的",
    ),
    wish(
        "run_security_scan", "which app is harmful", about=_threat, tell=_tell_threat, target="apps",
        train="""!scan my apps for viruses
        is any of my apps harmful?""",
        wide="""are there any harmful apps on my phone?
        !check the apps for malware
        virus scan of the apps
        can you scan my apps for malware?
        which of my apps is dangerous? Scan them
        !look for viruses in the installed apps""",
        held="""I think one of my apps has a virus, could you check them?
        do any of the apps I installed look like malware?""",
        zh_train="!扫描应用有没有病毒", zh_wide="""我装的应用里有有害的吗？
        !查一下应用里有没有恶意软件""", zh_held="我怀疑哪个应用有病毒，查一查应用",
    ),
    wish(
        "run_security_scan", "which setting is risky", about=_risk, tell=_tell_risk, target="settings",
        train="""!check my settings for security risks
        are any of my settings risky?""",
        wide="""!scan the settings for risks
        which setting endangers my phone?
        is there a risky setting on the phone?
        can you check if my settings are secure?
        security check of the settings[, please|]
        !look for unsafe settings""",
        held="""is there anything in my settings that makes the phone unsafe?
        !go through my settings and see whether one of them is a security problem""",
        zh_train="!检查设置有没有安全风险", zh_wide="""我的设置里有危险的吗？
        !扫描一下不安全的设置""", zh_held="我手机的设置里有没有哪项不安全",
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=SECURITY, languages=("en", "en", "zh"))
def plain_privacy(draw: Draw) -> Draft:
    """Saved passwords, which app used what, and what a scan finds."""
    return plain(draw, PRIVACY)
