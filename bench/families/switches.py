"""Families about settings that take one call each, many of them, so that many tools are met by what they do."""

from typing import Any

from harness.contract import Json

from ..draw import Draw
from ..plain import Wish, plain, wish
from ..scenario import Draft, Play, UnsuitableError, family
from ..wording import Wording

DOMAINS = ("System Settings", "Security & Privacy", "AI Assistant")


def _wish(tool: str, what: str, train: str, held: str, zh_train: str, zh_held: str, **arguments: Json) -> Wish:
    """One wish of which nothing is drawn."""
    done = ("Done: {what}.", "已设置。")
    return wish(tool, what, train=train, held=held, zh_train=zh_train, zh_held=zh_held, done=done, **arguments)


WISHES = (
    _wish(
        "set_auto_update", "apps update over Wi-Fi only",
        """apps [should|may] update themselves [only over Wi-Fi|over Wi-Fi only]
        [update apps|app updates] [by itself|automatically], but only [on|over] Wi-Fi""",
        """new versions of my apps shall come unasked, though never through mobile data
        as for apps, updating automatically is fine where there is Wi-Fi and only there""",
        "应用[只在|仅在]Wi-Fi下自动更新", "有Wi-Fi的时候应用自己升级就好，别用流量", target="apps", mode="wifi_only",
    ),
    _wish(
        "set_auto_update", "no automatic system updates",
        """[no automatic|turn off automatic] system updates
        the system [must|should] [not|never] update itself""",
        """I decide when the phone's software changes, it must not do that of its own accord
        automatic updates of the system are not what I want""",
        "[关闭|关掉]系统自动更新", "系统别自己升级", target="system", mode="off",
    ),
    _wish(
        "set_regional_preferences", "temperatures in Fahrenheit",
        """[show|give me] temperatures in Fahrenheit
        [I want|use] Fahrenheit [for temperatures|instead of Celsius]""",
        """degrees should be Fahrenheit ones from here on
        it is Fahrenheit that I think in, so put the temperature that way""",
        "温度[用|改成]华氏度", "以后气温都按华氏显示", temperatureUnit="fahrenheit",
    ),
    _wish(
        "set_regional_preferences", "the week starts on Saturday",
        """the week [should start|starts] on [a |]Saturday
        [make|set] Saturday the first day of the week""",
        """in calendars I count from Saturday on
        a week begins with Saturday for me""",
        "每周[从|第一天是]周六[开始|]", "日历里一周以周六打头", firstDayOfWeek="saturday",
    ),
    _wish(
        "set_regional_preferences", "metric units",
        """[use|switch to] metric units
        [metric|kilometres and kilograms] [instead of imperial|, please, no miles]""",
        """miles and pounds mean nothing to me, I am used to the metric system
        for units, have the metric ones""",
        "单位[用|改成]公制", "英里我看不懂，换成公制", measurementSystem="metric",
    ),
    _wish(
        "set_date_time_format", "dates as YYYY-MM-DD",
        """[write|show] dates [as|like] YYYY-MM-DD
        the date format should be YYYY-MM-DD""",
        """year first, then month, then day, as in YYYY-MM-DD: dates should look so
        YYYY-MM-DD is the way that I'd like to see dates""",
        "日期格式[改成|用]YYYY-MM-DD", "日期按YYYY-MM-DD这样写", dateFormat="YYYY-MM-DD",
    ),
    _wish(
        "manage_accessibility", "TalkBack on",
        """[turn on|start] [TalkBack|the TalkBack screen reader]
        [I can't see well|my eyes are tired], switch TalkBack on""",
        """have what I touch read aloud to me, the feature for blind people
        I need TalkBack to be on now""",
        "[打开|开启]TalkBack[读屏|]", "眼睛看不清，把读屏的TalkBack开起来", action="set", feature="talkback", enabled=True,
    ),
    _wish(
        "manage_accessibility", "flash alerts on",
        """flash [a light|the light] for [alerts|notifications]
        [turn on|I want] flash alerts""",
        """I hear badly: the lamp should blink when something comes in
        alerts with a flash are what I need""",
        "[打开|开启]闪光提醒", "听不太清，来消息时让闪光灯亮", action="set", feature="flash_alerts", enabled=True,
    ),
    _wish(
        "manage_accessibility", "no animations",
        """[remove|no] animations[, they make me dizzy|]
        [turn off|get rid of] the animations""",
        """nothing on the display should slide or zoom, I get seasick
        animations are to be removed""",
        "[移除|去掉]动画", "界面别动来动去，动画效果不要了", action="set", feature="remove_animations", enabled=True,
    ),
    _wish(
        "set_sensor_access", "no camera for any app",
        """[block|switch off] the camera for all apps
        no app [may|should] use the camera""",
        """the lens must be dead for every program on here
        for the camera, access is over: all apps""",
        "[禁止|不让]所有应用[使用|用]相机", "相机对任何应用都关掉", sensor="camera", enabled=False,
    ),
    _wish(
        "set_sensor_access", "no microphone for any app",
        """[block|mute|switch off] the microphone for all apps
        no app [may|should] [listen|use the microphone]""",
        """I don't want any program to hear me, not a single one
        the microphone is out of bounds for each and every app""",
        "[禁止|不让]所有应用[使用|用]麦克风", "谁也别想听我说话，麦克风全关", sensor="microphone", enabled=False,
    ),
    _wish(
        "set_screen_lock", "locks after 15 seconds",
        """lock the [phone|screen] after 15 seconds
        [the phone should lock|auto-lock] after 15 seconds""",
        """when I leave it lying for 15 seconds it has to close itself off
        15 seconds is how long it may take to lock""",
        "15秒后自动锁屏", "放着15秒没动就锁上", lockAfterSeconds=15,
    ),
    _wish(
        "set_screen_lock", "no notifications on the lock screen",
        """[no|hide all] notifications on the lock screen
        [don't show|keep] notifications [on|off] the lock screen""",
        """nobody who picks the phone up should read what came in, the locked screen stays empty
        a lock screen without notifications is what I'd like""",
        "锁屏[不显示|隐藏]通知", "没解锁的时候一条通知都别显示", showNotifications="none",
    ),
    _wish(
        "set_account_sync", "background sync off",
        """[turn off|stop] [the |]background sync
        no [background|automatic] sync[ any more|]""",
        """accounts should not exchange anything behind my back
        syncing in the background has to end""",
        "[关闭|关掉]后台同步", "账号别在后台传数据了", enabled=False,
    ),
    _wish(
        "manage_biometric", "fingerprint unlock off",
        """[turn off|disable] [unlocking by fingerprint|fingerprint unlock]
        fingerprints [should|must] not unlock the phone[ for now|]""",
        """no finger may open this phone for the time being
        unlocking with a fingerprint shall not work any more""",
        "[关闭|关掉]指纹解锁", "先别让指纹开锁", action="disable", kind="fingerprint",
    ),
    _wish(
        "manage_backup", "cloud backup off",
        """[turn off|stop] the cloud backup
        no more backups [to|in] the cloud""",
        """my data should no longer be copied to anybody's servers
        backing up to the cloud has to end""",
        "[关闭|关掉]云备份", "别再把东西备份到云上", action="turn_off",
    ),
    _wish(
        "manage_focus_mode", "focus mode on",
        """[turn on|start] focus mode
        [pause|block] [the |]distracting apps""",
        """what distracts me should rest, I have to work
        time for focus mode""",
        "[打开|开启]专注模式", "要干活了，让分心的应用歇一歇", action="turn_on",
    ),
    _wish(
        "set_assistant_preferences", "no answers on the lock screen",
        """[you should|] not answer on the lock screen
        [stay|be] silent while the phone is locked, [don't answer there|no answers on the lock screen]""",
        """as long as the screen is locked you are not to react
        on a locked screen I want no answer from you""",
        "锁屏时[不要|别]应答", "没解锁的时候你别出声", onLockScreen=False,
    ),
    _wish(
        "set_assistant_preferences", "every reply spoken",
        """[always|] [speak|read] your replies aloud, always
        I want [every answer|all answers] spoken""",
        """let me hear each of your answers rather than read it
        replies should be spoken whatever happens""",
        "[每次|总是]把回答念出来", "你的回答我都想用听的", spokenReplies="always",
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=DOMAINS, languages=("en", "en", "zh"))
def one_setting(draw: Draw) -> Draft:
    """Nothing but the right tool and its arguments are to be found."""
    return plain(draw, WISHES)


BOTH = Wording(
    held=(
        "[two|a couple of] things about the phone: {first}; {second}",
        "first, {first}. And second, {second}",
        "there are two settings that I want otherwise: {first}, and {second}",
        "I have two wishes: {first}, besides {second}",
        "settings: {first}; also {second}",
        "while I think of it, {first}. And another thing: {second}",
        "would you see to two things for me? They are these: {first}; {second}",
    ),
    zh_held=(
        "[两件事|有两个设置]：{first}；{second}",
        "手机要改两处：{first}，另外{second}",
        "设置改一下：{first}，还有{second}",
    ),
)


@family(split="test", behaviour="grounding", domains=DOMAINS, difficulty=2, languages=("en", "en", "zh"))
def two_settings(draw: Draw) -> Draft:
    """Two wishes in words that were never heard in training; both are carried out and nothing else."""
    first, second = draw.rng.sample(WISHES, 2)
    if first.tool == second.tool:
        raise UnsuitableError("both wishes need the same tool")

    def witness(play: Play) -> None:
        calls = [(chosen.tool, chosen.arguments) for chosen in (first, second)]
        answers: list[Any] = play.calls(*calls, why=f"{first.what}; {second.what}.")
        if not all(answer["changed"] for answer in answers):
            raise UnsuitableError("the phone is already as the request wants it")
        play.finish(draw.tongue(f"Done: {first.what}; {second.what}.", "都设置好了。"))

    one, other = (draw.say(chosen.wording, bare=True) for chosen in (first, second))
    return Draft(draw.say(BOTH, first=one, second=other), witness)
