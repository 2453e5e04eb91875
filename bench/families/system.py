"""Families about the battery, screen time and focus, developer options, updates, language, users and emergencies."""

from harness.contract import Friction

from .. import entities
from ..draw import Draw
from ..rows import Rows
from ..scenario import Draft, Play, UnsuitableError, family
from ..wording import Wording

SYSTEM = ("System Settings",)

BATTERY_CARE = Wording(
    train=(
        "![start|turn on] the battery saver by itself at {low} % and [stop charging|end charging] at {full} %",
        "battery: saver [from|below] {low} % on, charging [ends|stops] at {full} %",
        "[don't charge|no charging] beyond {full} percent[, and|;] the battery saver [comes|starts] on its own at {low} percent",
        "[I want|I'd like] the phone to save power from {low} % and to charge [only up to|no further than] {full} %",
        "charging limit {full} %, [automatic|] battery saver at {low} %",
    ),
    held=(
        "once {low} per cent are left the phone should save power unasked; and {full} per cent is as full as it may get",
        "!spare my battery: never fuller than {full} %, thrifty as soon as it is down to {low} %",
    ),
    zh_train=(
        "电量[低于|到]{low}%自动[省电|开省电模式]，[充电|充]到{full}%就停",
        "充电上限{full}%，省电模式{low}%自动[开启|打开]",
    ),
    zh_held=("别充过{full}%，剩{low}%的时候手机自己省电",),
    wide=(
        "!limit charging to {full} % and [have|let] the battery saver [kick in|start] at {low} %",
        "battery saver [automatically |]at {low} percent, charge [limit|cap] {full} percent",
        "to [make the battery last|protect my battery], stop charging at {full} % and [turn on|start] the battery saver automatically at {low} %",
        "could the phone [switch to|enter] battery saver at {low} % [on its own|by itself] and only charge to {full} %?",
        "I [never|don't] want it charged above {full} %, and at {low} % the battery saver should [come on|take over] [automatically|by itself]",
        "charge up to {full} %[, no more|]; [low power mode|power saving] from {low} %",
        "!make {full} % the charging limit and {low} % the level [where|at which] the battery saver [turns on|starts]",
        "when the battery [drops|falls] to {low} %, [save power|go into battery saver] automatically; when it [reaches|is at] {full} %, stop charging",
        "my battery [is ageing|isn't what it was]: [cap|limit] charging at {full} %, battery saver at {low} %",
    ),
    zh_wide=(
        "!设充电上限{full}%，省电模式在{low}%[自动打开|自动启动]",
        "为了保护电池，[最多充到|充到]{full}%，{low}%时自动[进入省电模式|省电]",
        "电池{low}%[就|时]自动开省电，充电[不超过|限制在]{full}%",
    ),
)


@family(split="train", behaviour="grounding", domains=SYSTEM, difficulty=2, languages=("en", "en", "zh"))
def battery_saver_level_and_charging_limit(draw: Draw) -> Draft:
    """Two levels of the battery with two meanings, in either order."""
    low, full = draw.integer(5, 60, 5), draw.choice((80, 85, 90, 95))

    def witness(play: Play) -> None:
        play.calls(
            ("set_battery_saver", {"atPercent": low}),
            ("set_charging_limit", {"percent": full}),
            why=f"The saver starts at {low}, charging ends at {full}.",
        )
        play.finish(draw.tongue(f"Saver at {low} %, charging up to {full} %.", f"{low}%自动省电，充电到{full}%。"))

    return Draft(draw.say(BATTERY_CARE, low=low, full=full), witness, check="calls")


IF_LOW = Wording(
    train=(
        "if the battery is [below|under] {limit} %, turn on {saver}; [tell me the level|say how full it is] [either way|in any case]",
        "![check|look at] the battery: [below|less than] {limit} % means {saver} on, otherwise just [tell me|report] the level",
        "how full is the battery? [Should it be|If it's] under {limit} %, [start|switch on] {saver}",
        "[turn on|start] {saver}, but only [below|if there is less than] {limit} % battery, and [tell|let] me [know |]the level",
        "battery level please; {saver} on [if that's|when it's] below {limit} percent",
    ),
    held=(
        "what is the battery at? Anything less than {limit} per cent calls for {saver}",
        "!have {saver} run where the charge has fallen below {limit} %; I want to hear the number in either case",
    ),
    zh_train=(
        "电量[不到|低于]{limit}%就打开{saver}，[顺便|然后]告诉我[还有多少电|电量]",
        "看看[还剩多少电|电量多少]，[不足|低于]{limit}%的话[开|打开]{saver}",
    ),
    zh_held=("电池还有多少？少于{limit}%就该用{saver}了",),
    wide=(
        "how much [battery|charge] do I have left? If it's [less than|below] {limit} %, put {saver} on",
        "!tell me the battery level and, [if it's|should it be] [below|under] {limit} %, [activate|enable] {saver}",
        "battery < {limit} %: {saver} on. Report the level [anyway|in any case]",
        "I [have a long day ahead|won't be near a charger]: [say|tell me] what the battery is at, and if that's under {limit} %, [start|turn on] {saver}",
        "could you [check|see] if the battery is [below|under] {limit} % and turn on {saver} then? [I also want|I'd also like] to know the level.",
        "with less than {limit} % [left|in the battery], {saver} should be on, [with more it stays off|otherwise not], and [tell me|I'd like to know] the percentage",
        "!give me the battery [percentage|level], and [enable|switch on] {saver} if there's less than {limit} % left",
        "[do I need|is it time for] {saver}? [Under|Below] {limit} % switch it on; tell me the level [either way|in any case]",
        "battery status[ please|], and {saver} on if it's [less than|below] {limit} %",
    ),
    zh_wide=(
        "!查一下电量[，告诉我|，报给我]，不到{limit}%就[开启|打开]{saver}",
        "现在[多少电|电量多少]？[要是|如果]低于{limit}%，把{saver}[开了|打开]",
        "电量[少于|小于]{limit}%的话[启用|开启]{saver}，并[说一下|告诉我]电量是多少",
    ),
)
SAVERS = {
    "standard": ("the battery saver", "省电模式"),
    "extreme": ("the extreme battery saver", "超级省电模式"),
}


@family(split="train", behaviour="conditional", domains=SYSTEM, difficulty=2, languages=("en", "en", "zh"))
def battery_saver_if_low(draw: Draw) -> Draft:
    """The level decides, and only the phone knows it."""
    rows, limit, mode = Rows(draw), draw.integer(15, 60, 5), draw.choice(tuple(SAVERS))
    low = draw.chance(0.55)
    level = draw.integer(6, limit - 1) if low else draw.integer(limit + 1, 99)
    rows.put("device", "battery", level=level, charging=False)
    saver = draw.tongue(*SAVERS[mode])

    def witness(play: Play) -> None:
        found = play.call("get_battery_status", why="See how full the battery is.")["level"]
        if found < limit:
            play.call("set_battery_saver", why=f"{found} is below {limit}.", mode=mode)
            play.finish(draw.tongue(f"The battery is at {found} %, so {saver} is on.", f"电量{found}%，已打开{saver}。"))
        else:
            text = draw.tongue(f"The battery is at {found} %; {saver} stays off.", f"电量{found}%，不需要{saver}。")
            play.finish(text, why=f"{found} is not below {limit}.")

    return Draft(draw.say(IF_LOW, limit=limit, saver=saver), witness, patches=rows.patches, says=[(str(level),)])


SCREEN_LIMIT = Wording(
    train=(
        "if I [used|was on] {app} for more than {spent} minutes today, limit it to {limit} minutes a day; [tell me how long it was|say how long]",
        "how long was I [on|using] {app} today? [Over|More than] {spent} minutes: [a limit of|allow only] {limit} minutes a day",
        "![check|look up] my {app} time of today. [Above|If it's over] {spent} minutes, set a daily limit of {limit}[ minutes|], [else|otherwise] only tell me",
        "{app}: [not more than|at most] {limit} minutes a day from now on, [but only if|if] today was over {spent} minutes; [what was it|tell me]",
        "[tell me|I want to know] today's minutes in {app}, and cap it at {limit} a day if they are above {spent}",
    ),
    held=(
        "in case {app} has eaten more than {spent} minutes of my day, it gets {limit} minutes daily; how many were they?",
        "{limit} minutes a day is what {app} may have, provided that today it took over {spent}. And how much was it?",
    ),
    wide=(
        "!see how [long I've been on|many minutes I've used] {app} today and tell me; if it's [more than|over] {spent} minutes, limit it to {limit} minutes [a day|daily]",
        "I [worry|fear] I spend too long in {app}. How many minutes was it today? If [over|more than] {spent}, put a daily limit of {limit} minutes on it",
        "{app} today: how long? If over {spent} min, [daily timer|daily limit] {limit} min",
        "could you tell me my {app} [usage|time] today, and [cap it at|limit it to] {limit} minutes per day if it was over {spent} minutes?",
        "{app} gets a daily [timer|limit] of {limit} minutes if I used it for more than {spent} minutes today, [and say how long I did|and I'd like to know how long]",
        "[more than|over] {spent} minutes of {app} today is too much: in that case allow {limit} minutes a day. Tell me [the time|how much it was] either way",
        "what did {app} cost me in minutes today? [Above|Over] {spent} it [gets|needs] a limit of {limit} minutes a day",
        "to [cut down|get off the phone more], [limit|restrict] {app} to {limit} minutes per day, but only if I was on it longer than {spent} minutes today. Tell me the minutes, too.",
        "depending on today's [use|usage] of {app}, which I'd like to know: over {spent} minutes means a daily limit of {limit} minutes, [less means none|otherwise no limit]",
    ),
)


@family(split="train", behaviour="conditional", domains=SYSTEM, difficulty=2)
def app_limit_by_todays_use(draw: Draw) -> Draft:
    """How long an app was used decides whether it gets a limit."""
    rows, limit = Rows(draw), draw.integer(15, 60, 5)
    over = draw.chance(0.55)
    spent = draw.integer(60, 120, 10)
    used = draw.integer(spent + 3, spent + 60) if over else draw.integer(12, spent - 3)
    app, other = draw.pick(entities.STORE_APPS), draw.pick(entities.STORE_APPS)
    for name, minutes in ((app, used), (other, draw.integer(10, 170))):
        key = rows.app(name, category="social")
        rows.put("app_usage", key, app=key, minutes={draw.today.isoformat(): minutes})

    def witness(play: Play) -> None:
        found = play.call("get_screen_time", why=f"See how long {app} was used today.", period="today", appName=app)[
            "minutes"
        ]
        if found > spent:
            play.call("set_app_timer", why=f"{found} is more than {spent}.", appName=app, minutes=limit)
            play.finish(f"{app} was used for {found} minutes and now has {limit} a day.")
        else:
            play.finish(f"{app} was used for {found} minutes; no limit is set.", why=f"{found} is not over {spent}.")

    request = draw.say(SCREEN_LIMIT, app=app, spent=spent, limit=limit)
    return Draft(request, witness, patches=rows.patches, says=[(str(used),)])


MOST_USED = Wording(
    held=(
        "the app [I was in|that I used] longest today [must go|has to pause]: [make it one of the distracting ones|put it among the distracting apps] and start focus mode",
        "!count whatever stole most of my time today as distracting, then switch focus mode on",
        "[focus mode, please|I need to focus], and my most used app of today [belongs|goes] on its list first",
        "what have I been on the most today? That one counts as distracting from now on, and focus mode shall begin",
        "today's most used app onto the distracting list, then focus mode on",
        "I've wasted half the day in a single app. See which one I used longest today, add it to the distracting apps and turn focus mode on.",
        "!turn on focus mode, no, first add the app I used longest today to the distracting ones, and then turn it on",
    ),
    zh_held=(
        "今天用得最久的那个应用[算作|加到]分心应用，然后打开专注模式",
        "专注模式[开起来|打开]，先把今天用时最长的应用加进去",
        "看看今天哪个应用用得最久，设为分心应用，再打开专注模式",
    ),
)


@family(split="test", behaviour="reference", domains=SYSTEM, difficulty=3, languages=("en", "en", "zh"))
def focus_against_the_most_used_app(draw: Draw) -> Draft:
    """Which app is meant only the screen time tells."""
    rows, today = Rows(draw), draw.today.isoformat()
    longest = max((row["minutes"].get(today, 0) for row in rows.base.rows("app_usage").values()), default=0)
    most = draw.integer(max(longest + 20, 150), max(longest + 20, 150) + 60)
    used = [most, most - draw.integer(5, 15), draw.integer(20, 60)]
    draw.rng.shuffle(used)
    for minutes in used:
        key = rows.app(draw.pick(entities.STORE_APPS), category="social")
        rows.put("app_usage", key, app=key, minutes={today: minutes})

    def witness(play: Play) -> None:
        found = play.call("get_screen_time", why="See which app was used longest today.", period="today")
        app = found["apps"][0]["app"]
        play.call("manage_focus_mode", why=f"{app} was used longest.", action="add_app", appName=app)
        play.call("manage_focus_mode", why=f"{app} is on the list.", action="turn_on")
        play.finish(draw.tongue(f"Focus mode is on and pauses {app}.", f"专注模式已打开，{app}已暂停。"))

    friction = [Friction(kind="obfuscated_reference", params={"note": "the most used app"})]
    return Draft(draw.say(MOST_USED), witness, patches=rows.patches, friction=friction)


OPTION = Wording(
    train=(
        "[I want|I'd like] [my phone|the phone] to {does}",
        "![make|let] the phone {does}",
        "developer option: {does}",
        "![set|change] the developer options so that the phone [will|does] {does}",
        "[for testing,|I'm debugging an app,] the phone [must|should|needs to] {does}",
    ),
    held=(
        "a developer is at work here: it ought to {does}",
        "whatever it takes in the settings for programmers, have it {does}",
    ),
    wide=(
        "[could|can] you make [the|my] phone {does}?",
        "!get [the|my] phone to {does}",
        "I need [the|this] phone to {does}",
        "!enable the [setting|option] that makes the phone {does}",
        "there's [an option|a developer option] to {does}, [turn it on|enable it]",
        "!find the developer setting to {does} and [enable it|switch it on]",
        "I'm [testing|developing] something and want the phone to {does}",
        "{does}, that's what [my phone|the phone] should do",
        "in the developer [settings|options], turn on what makes the phone {does}",
        "the phone doesn't {does} yet, [change that, please|please change that]",
    ),
)
OPTIONS = {
    "stay_awake": ("stay awake while it charges", "keep the screen on while charging"),
    "show_taps": ("show my taps", "show where I touch the screen"),
    "usb_debugging": ("allow USB debugging", "accept debugging over the USB cable"),
}


@family(split="train", behaviour="conditional", domains=SYSTEM, difficulty=3)
def developer_option_after_its_mode(draw: Draw) -> Draft:
    """An option needs developer mode; the error says so where that is off."""
    rows, option, ready = Rows(draw), draw.choice(tuple(OPTIONS)), draw.chance(0.45)
    for name in rows.base.rows("developer"):
        rows.put("developer", name, on=ready and name == "developer_mode")
    rows.put("developer", "usb_debugging", computer=None)

    def witness(play: Play) -> None:
        play.call("set_developer_option", why=f"{option} is wanted.", fails=not ready, option=option, enabled=True)
        if not ready:
            play.call(
                "set_developer_option", why="Developer mode is off and is needed.", option="developer_mode", enabled=True
            )
            play.call("set_developer_option", why="Developer mode is on now.", option=option, enabled=True)
        play.finish(f"{option} is on.")

    return Draft(draw.say(OPTION, does=draw.choice(OPTIONS[option])), witness, patches=rows.patches)


OVER_WIFI = Wording(
    held=(
        "[debugging without a cable|wireless debugging], please; [turn on|switch on] whatever it needs",
        "!let my computer debug the phone through the air, with everything that takes",
        "I left the cable at home and want to debug [all the same|anyway]: set the phone up for that without wires",
        "!make the phone debuggable over Wi-Fi, and if a switch is in the way, flip it",
        "wireless debugging on, and anything it requires",
        "my cable broke and I still have to debug something from the computer. Turn on wireless debugging and whatever has to be on for it.",
        "!turn on USB debugging, no, the wireless kind, and everything it needs",
    ),
)


@family(split="dev", behaviour="conditional", domains=("System Settings", "Network & Connectivity"), difficulty=3)
def debugging_without_a_cable(draw: Draw) -> Draft:
    """What is missing, Wi-Fi or developer mode or both, the errors say one after the other."""
    rows = Rows(draw)
    wifi, mode = draw.choice(((False, True), (False, False), (True, False)))
    for name in rows.base.rows("developer"):
        rows.put("developer", name, on=mode and name == "developer_mode")
    rows.put("developer", "usb_debugging", computer=None)
    rows.put("radios", "wifi", on=wifi)

    def attempt(play: Play, why: str, *, fails: bool) -> None:
        play.call("set_developer_option", why=why, fails=fails, option="wireless_debugging", enabled=True)

    def witness(play: Play) -> None:
        attempt(play, "Wireless debugging is wanted.", fails=True)
        if not wifi:
            play.call("set_wifi", why="Wi-Fi is off and is needed.", enabled=True)
            attempt(play, "Wi-Fi is on now.", fails=not mode)
        if not mode:
            play.call("set_developer_option", why="Developer mode is off.", option="developer_mode", enabled=True)
            attempt(play, "Developer mode is on now.", fails=False)
        play.finish("Wireless debugging is on.")

    return Draft(draw.say(OVER_WIFI), witness, patches=rows.patches)


SOS = Wording(
    train=(
        "![turn on|set up|enable] emergency SOS with {seconds} seconds [to cancel|countdown], [sharing my location|and share where I am] with {name}",
        "emergency SOS on: {seconds} seconds countdown, [my location|where I am] goes to {name}",
        "[in an emergency|if I call for help], {name} should [see|get] my location: SOS on, {seconds} seconds countdown",
        "!make {name} my emergency contact and [turn on|activate] SOS with location sharing, {seconds} seconds to cancel",
        "SOS please, with a countdown of {seconds} seconds and [my location|location sharing] for {name}",
    ),
    held=(
        "should something happen to me, {name} must learn where I am: have the SOS gesture ready, with {seconds} seconds to call it off",
        "{seconds} seconds before the SOS call goes out, and {name} as the one who is told my location",
    ),
    zh_train=(
        "[打开|开启]紧急求助，倒计时{seconds}秒，位置[分享|发]给{name}",
        "把{name}设为紧急联系人，打开紧急求助[并|，]共享位置，倒计时{seconds}秒",
    ),
    zh_held=("万一出事要让{name}知道我在哪：求助功能打开，留{seconds}秒取消",),
    wide=(
        "!activate emergency SOS: [countdown|cancel time] {seconds} seconds, [location goes to|share my location with] {name}",
        "I [hike|live] alone, so [set up|turn on] SOS with a {seconds}-second countdown and [let|have] my location be shared with {name}",
        "could you [set up|enable] emergency SOS so that {name} [gets|receives] my location, with {seconds} seconds to cancel?",
        "emergency SOS, {seconds} seconds [countdown|to cancel], location to {name}",
        "{name} should be [notified of|shown] my location when I [trigger|use] SOS. [Turn it on|Switch it on] with {seconds} seconds of countdown",
        "for [my safety|safety reasons]: SOS [on|enabled], a countdown of {seconds} seconds, and {name} [can see|sees] where I am",
        "![add|use] {name} as emergency contact, [enable|turn on] SOS, share my location there and [leave|give] me {seconds} seconds to cancel",
        "if I ever [press|trigger] SOS, I want {seconds} seconds to [cancel|stop it] and my location sent to {name}. [Enable that|Set that up].",
        "SOS [feature on|on please]: share location with {name}, [countdown|timer] {seconds} seconds",
    ),
    zh_wide=(
        "!设置紧急求助：[位置发给|定位共享给]{name}，倒计时{seconds}秒",
        "我一个人[出门|住]，紧急求助[开一下|打开]，{seconds}秒倒计时，位置[告诉|共享给]{name}",
        "紧急联系人[用|加]{name}，求助时[共享位置|发位置]，{seconds}秒倒计时，[开启|打开]紧急求助",
    ),
)


@family(split="train", behaviour="conditional", domains=SYSTEM, difficulty=2, languages=("en", "en", "zh"))
def sos_that_tells_somebody_where(draw: Draw) -> Draft:
    """The location can be shared only with an emergency contact, so that one comes first."""
    rows, name, seconds = Rows(draw), draw.person(), draw.choice((5, 10, 15, 30))
    rows.contact(name)
    rows.contact(draw.person())
    rows.clear("emergency_contacts")
    rows.put("emergency_sos", "main", on=False, share_location=False, countdown_seconds=5 if seconds != 5 else 30)

    def witness(play: Play) -> None:
        play.call("manage_emergency_info", why=f"{name} must be an emergency contact first.", action="add_contact",
                  contactName=name)  # fmt: skip
        play.call("set_emergency_sos", why=f"{seconds} seconds, with the location.", enabled=True,
                  countdownSeconds=seconds, shareLocation=True)  # fmt: skip
        play.finish(draw.tongue(f"SOS is on and tells {name} where you are.", f"紧急求助已打开，位置会发给{name}。"))

    return Draft(draw.say(SOS, name=name, seconds=seconds), witness, patches=rows.patches)


REPLACED = Wording(
    held=(
        "{new} [takes the place of|replaces] {old} as my emergency contact; my location must [still|go on to] be shared in an emergency",
        "not {old} but {new} is [the one to reach|whom to call] if something happens to me, and SOS keeps sharing my location",
        "my only emergency contact is {old}. [Make that|I want] {new} instead, without SOS losing the location sharing",
        "!exchange {old} for {new} in my emergency contacts, the SOS settings stay as they are",
        "emergency contact: {new} instead of {old}, SOS still sharing my location",
        "{old} has moved abroad, so I'd rather have {new} as my emergency contact. The SOS location sharing must not get lost on the way.",
        "!add {new} as an emergency contact, no, in place of {old}, and SOS must keep sharing my location",
    ),
)


@family(split="test", behaviour="conditional", domains=SYSTEM, difficulty=2)
def emergency_contact_replaced(draw: Draw) -> Draft:
    """Without any emergency contact SOS stops sharing the location, so the new one comes before the old one goes."""
    rows, old, new = Rows(draw), draw.person(), draw.person()
    rows.clear("emergency_contacts")
    key = rows.contact(old)
    rows.contact(new)
    rows.put("emergency_contacts", key, contact=key)
    rows.put("emergency_sos", "main", on=True, share_location=True)

    def witness(play: Play) -> None:
        play.call("manage_emergency_info", why=f"{new} first, so that there is always one.", action="add_contact",
                  contactName=new)  # fmt: skip
        play.call("manage_emergency_info", why=f"{old} may go now.", action="remove_contact", contactName=old)
        play.finish(f"{new} is your emergency contact instead of {old}.")

    return Draft(draw.say(REPLACED, old=old, new=new), witness, patches=rows.patches)


UPDATE = Wording(
    held=(
        "the system update [can|may] be installed [now|right away]; [should|if] the battery [be|is] too low for that, [do it|then] tonight",
        "!bring the system up to date at once, or in the night if there isn't enough charge for it now",
        "I see there is a new Android version. On with it, and if the phone refuses for lack of battery, leave it for the night",
        "is the battery full enough for the software update? If so go ahead, if not schedule it for tonight",
        "system update: now, or tonight if the battery is too low",
        "I've put off that system update for days. Install it now, and if there isn't enough battery for that, have it done tonight.",
        "!install the system update tonight, no, right now, and tonight only if the battery is too low",
    ),
    zh_held=(
        "系统更新现在就装，电量不够的话[今晚再装|就安排在夜里]",
        "[把|帮我把]手机系统升级一下，要是电不够就夜里自动装",
        "系统更新今晚装，不，现在就装，电量不够才等到今晚",
    ),
)


@family(split="test", behaviour="boundary", domains=SYSTEM, difficulty=2, languages=("en", "en", "zh"))
def system_update_now_or_tonight(draw: Draw) -> Draft:
    """An update needs some battery: where the phone refuses, the night remains."""
    rows, enough = Rows(draw), draw.chance(0.5)
    rows.put("device", "battery", level=draw.integer(38, 95) if enough else draw.integer(8, 26), charging=False)
    rows.put("system_update", "main", version="16", offer_version="16.1", offer_build=f"BP{draw.integer(100, 999)}",
             offer_patch="2026-11-05", offer_mb=draw.integer(200, 900), tonight=False, install_at=None)  # fmt: skip

    def witness(play: Play) -> None:
        play.call("manage_system_update", why="Now, if the battery allows it.", fails=not enough, action="install")
        if enough:
            play.finish(draw.tongue("The update is installed; the phone restarts.", "更新已安装，手机正在重启。"))
            return
        play.call("manage_system_update", why="The battery is too low for now.", action="install_tonight")
        play.finish(draw.tongue("The battery is too low; it is installed tonight.", "电量不够，今晚安装。"))

    return Draft(draw.say(UPDATE), witness, patches=rows.patches, allowed=["device/power/ready_at"])


BY_CLOCK = Wording(
    held=(
        "the phone should [switch itself off|go off] at {off} and [come|switch itself] on [again |]at {on}, {days}",
        "!have the phone off between {off} and {on}, {days}, without me touching it",
        "between {off} and {on} I don't need a phone: let it turn off and on by itself, {days}",
        "{days}: power off at {off}, power on at {on}, [all by itself|automatically]",
        "I'd like to have evenings without a phone. Let it go off at {off} and on at {on}, all by itself, {days}.",
        "!let the phone turn itself off at {off} and on at noon, no, at {on}, {days}",
    ),
    zh_held=(
        "{days}{off}自动关机，{on}自动开机",
        "手机{days}{off}自己关、{on}自己开",
        "设个定时开关机，{days}，{off}关，{on}开",
    ),
)


@family(split="test", behaviour="grounding", domains=SYSTEM, difficulty=2, languages=("en", "en", "zh"))
def phone_off_and_on_by_the_clock(draw: Draw) -> Draft:
    """Two times with two meanings, on the same days."""
    off, on, days = draw.time(21, 23, 15), draw.time(5, 7, 15), draw.weekdays(2, 5)

    def witness(play: Play) -> None:
        play.calls(
            *(("manage_scheduled_power", {"action": "set", "event": event, "time": time, "days": list(days)})
              for event, time in (("power_off", off), ("power_on", on))),
            why=f"Off at {off}, on at {on}.",
        )  # fmt: skip
        play.finish(draw.tongue(f"The phone goes off at {off} and on at {on}.", f"{off}关机，{on}开机。"))

    request = draw.say(BY_CLOCK, off=draw.say_time(off), on=draw.say_time(on), days=draw.say_days(days))
    return Draft(request, witness, check="calls")


MENUS = Wording(
    held=(
        "the menus should be in {language} and the clock [in the|use the] {format}",
        "![switch|change] the phone to {language}, with a {format} clock",
        "I'm learning {language}: put the whole phone in it; and the time as {format}",
        "{format} for the time, {language} for everything the phone says",
        "phone language {language}, clock in {format}",
        "my aunt will be using this phone and reads only {language}. Put it in that, and the clock in the {format} she is used to.",
        "!set the clock to the {format} and the phone to English, no, {language}",
    ),
    zh_held=(
        "手机[界面|菜单]换成{language}，时间用{format}",
        "时间显示改成{format}，系统语言用{language}",
        "手机换成英语，不对，换成{language}，时间用{format}",
    ),
)
LANGUAGES = {
    "German": "德语", "French": "法语", "Italian": "意大利语", "Polish": "波兰语", "Japanese": "日语", "Korean": "韩语",
    "Hindi": "印地语", "Arabic": "阿拉伯语",
}  # fmt: skip
FORMATS = {"12h": ("12-hour format", "12小时制"), "24h": ("24-hour format", "24小时制")}


@family(split="dev", behaviour="grounding", domains=SYSTEM, difficulty=2, languages=("en", "en", "zh"))
def language_and_clock(draw: Draw) -> Draft:
    """Two settings that people speak of together and that two tools hold."""
    regional = Rows(draw).base.rows("regional")["main"]
    english = draw.choice(tuple(LANGUAGES))
    hours = "12h" if regional["hour_format"] == "24h" else "24h"
    language = draw.tongue(english, LANGUAGES[english])

    def witness(play: Play) -> None:
        play.calls(
            ("manage_language", {"action": "set_primary", "language": language}),
            ("set_date_time_format", {"hourFormat": hours}),
            why=f"{language} for the menus, {hours} for the clock.",
        )
        play.finish(draw.tongue(f"The phone speaks {language} with a {hours} clock.", f"已换成{language}，{hours}。"))

    return Draft(draw.say(MENUS, language=language, format=draw.tongue(*FORMATS[hours])), witness)


LENT = Wording(
    held=(
        "{name} [will use|borrows] my phone [now|for a while]: [a user of their own|an own user], please, and go over to it",
        "![create|make] a user {name} on this phone and [switch|change] to it",
        "I hand the phone to {name}, who has never had a user here. Set one up and leave it active",
        "!put a new user called {name} on the phone, which I want to be in when you are done",
        "new user {name}, then switch to it",
        "{name} has come without a phone and needs mine for an hour. Add {name} as a user and switch over.",
        "!add a guest, no, a proper user called {name}, and switch to that",
    ),
)


@family(split="gate", behaviour="conditional", domains=SYSTEM, difficulty=2)
def phone_lent_to_somebody(draw: Draw) -> Draft:
    """Somebody must exist as a user before the phone can go over to them."""
    name = draw.first_name()

    def witness(play: Play) -> None:
        play.call("manage_user", why=f"{name} is not a user yet.", action="add", user=name)
        play.call("manage_user", why=f"{name} uses the phone now.", action="switch", user=name)
        play.finish(f"The phone is {name}'s now.")

    if any(row["name"].casefold() == name.casefold() for row in Rows(draw).base.rows("users").values()):
        raise UnsuitableError(f"{name} is a user already")
    return Draft(draw.say(LENT, name=name), witness)
