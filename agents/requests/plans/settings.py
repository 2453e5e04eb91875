"""Wishes about brightness, sound, apps and power."""

from bench.scenario import Play

from ..clauses import Clause
from ..values import number_of
from ..world import Unfit, World
from .registry import Step, plan
from .slots import OFF, ON, percent

_LEVEL_WORDS = (
    "turn set put change adjust make raise increase lower reduce dim bring get level value volume brightness screen display down percent as "
    "possible 调到 调成 调为 调 设为 设置为 设置 设 成 亮度 音量 屏幕 声音"
)


@plan(cue=r"bright|\bdim|亮度", words=_LEVEL_WORDS)
def brightness(clause: Clause, world: World) -> Step | None:
    """The screen as bright as that."""
    if clause.has(r"auto|adaptive|自动"):
        return None
    level = percent(clause)
    if level is None:
        raise Unfit("incomplete", "says no brightness to set")
    if world.table("display")["brightness"]["level"] == level:
        world.arrange("set_brightness", level=35 if level != 35 else 60)

    def act(play: Play) -> str:
        play.call("set_brightness", why=f"The screen at {level} percent.", level=level)
        return world.say(f"The brightness is {level}%.", f"亮度已设为{level}%。")

    return Step(act)


_STREAMS = (
    ("media", r"\b(?:media|music|video)\b|媒体|音乐"), ("ring", r"\b(?:ring(?:er|tone)?)\b|铃声"), ("notification", r"\bnotifications?\b|通知"),
    ("alarm", r"\balarm\b|闹钟"), ("call", r"\b(?:call|in-call)\b|通话"), ("system", r"\bsystem\b|系统"),
)  # fmt: skip


@plan(cue=r"\bvolume\b|音量", words=_LEVEL_WORDS)
def volume(clause: Clause, world: World) -> Step | None:
    """One stream as loud as that."""
    stream = next((name for name, noun in _STREAMS if clause.take(noun)), None)
    level = 0 if clause.take(r"\bmute\b|静音") else percent(clause)
    if level is None:
        raise Unfit("incomplete", "says no volume to set")
    if stream is None:
        raise Unfit("incomplete", "does not say which volume: media, ring, notification, alarm or call")
    if world.table("sound")["volume"][stream] == level:
        world.arrange("set_volume", stream=stream, level=35 if level != 35 else 60)

    def act(play: Play) -> str:
        play.call("set_volume", why=f"{stream} at {level} percent.", stream=stream, level=level)
        return world.say(f"The {stream} volume is {level}%.", f"音量已设为{level}%。")

    return Step(act)


@plan(
    cue=r"\b(?:silent|vibrate|vibration mode|ringer|mute the phone)\b|静音|振动模式",
    words="turn set put switch mode phone ringer change my mute 调成 设为 调到 设置为 模式 切换",
)
def ringer(clause: Clause, world: World) -> Step | None:
    """Ring, vibrate or be silent."""
    kinds = (
        ("silent", r"\b(?:silent|silence|mute)\b|静音"),
        ("vibrate", r"\b(?:vibrate|vibration)\b|振动"),
        ("normal", r"\bnormal\b|响铃"),
    )
    mode = next((name for name, noun in kinds if clause.take(noun)), None)
    if mode is None:
        return None
    if world.table("sound")["ringer"]["mode"] == mode:
        world.arrange("set_ringer_mode", mode="normal" if mode != "normal" else "silent")

    def act(play: Play) -> str:
        play.call("set_ringer_mode", why=f"The ringer on {mode}.", mode=mode)
        return world.say(f"The phone is on {mode} now.", "铃声模式已切换。")

    return Step(act)


@plan(
    cue=r"screen (?:timeout|off|time-?out)|(?:息屏|熄屏|锁屏)时间",
    words="set make change turn screen timeout time out off after go goes 设为 调到 设置 时间 屏幕 息屏 熄屏 锁屏 设置为",
)
def screen_timeout(clause: Clause, world: World) -> Step | None:
    """The screen sleeps after that long."""
    seconds = clause.value("span")
    if seconds is None:
        raise Unfit("incomplete", "does not say after how long")
    allowed = world.catalogue["set_screen_timeout"].parameters["properties"]["seconds"]["enum"]
    if seconds not in allowed:
        raise Unfit("missing_tool", f"the phone offers no screen timeout of {seconds} seconds")
    if world.table("display")["screen_timeout"]["seconds"] == seconds:
        world.arrange("set_screen_timeout", seconds=next(item for item in allowed if item != seconds))

    def act(play: Play) -> str:
        play.call("set_screen_timeout", why=f"The screen sleeps after {seconds} seconds.", seconds=seconds)
        return world.say("The screen timeout is set.", "息屏时间已设置。")

    return Step(act)


_APP_WORDS = "app apps application up from store phone it program 应用 软件 程序 商店 应用商店"


def _app_named(clause: Clause, world: World) -> str | None:
    table = "apps"
    name = clause.known_name(world.names(table, "name"))
    return name or clause.name_after(
        r"(?:open|launch|start|close|quit|uninstall|(?:delete|remove|get rid of)(?= (?:the |my )?(?:app|\w+ app)\b))(?: the| my)?(?: app)?",
        stop=r"\s+app\b",
    )


@plan(cue=r"\b(?:open|launch|start|go to|bring up)\b|打开|启动", words="open launch start go bring 打开 启动 " + _APP_WORDS)
def open_app(clause: Clause, world: World) -> Step | None:
    """An app in front."""
    if clause.has(r"stopwatch|timer|\bfile\b|website|\bnew\b|计时|秒表|文件"):
        return None
    name = _app_named(clause, world)
    if name is None:
        return None
    app = world.app(name)
    if app["running"]:
        world.arrange("close_app", appName=app["name"])

    def act(play: Play) -> str:
        play.call("open_app", why=f"{app['name']} is installed.", appName=name)
        return world.say(f"{app['name']} is open.", f"{app['name']}已打开。")

    return Step(act)


@plan(cue=r"\b(?:close|quit|kill)\b|关闭|关掉", words="close quit kill 关闭 关掉 " + _APP_WORDS)
def close_app(clause: Clause, world: World) -> Step | None:
    """An app stopped."""
    name = _app_named(clause, world)
    if name is None:
        return None
    app = world.app(name)
    if not app["running"]:
        world.arrange("open_app", appName=app["name"])

    def act(play: Play) -> str:
        play.call("close_app", why=f"{app['name']} is installed.", appName=name)
        return world.say(f"{app['name']} is closed.", f"{app['name']}已关闭。")

    return Step(act)


@plan(cue=r"\b(?:install|download|get)\b|安装|下载", words="install download get 安装 下载 " + _APP_WORDS)
def install_app(clause: Clause, world: World) -> Step | None:
    """An app from the store."""
    name = clause.known_name(world.names("app_store", "name"))
    if name is None:
        return None
    world.note_entity("app in the store", name)
    if name.casefold() in (item.casefold() for item in world.names("apps", "name")):
        world.arrange("uninstall_app", appName=name)

    def act(play: Play) -> str:
        play.call("install_app", why=f"{name} is in the store.", appName=name)
        return world.say(f"{name} is installed.", f"{name}已安装。")

    return Step(act)


@plan(
    cue=r"\b(?:uninstall|delete|remove|get rid of)\b|卸载|删除|删掉",
    words="uninstall delete remove get rid of 卸载 删除 删掉 掉 completely " + _APP_WORDS,
)
def uninstall_app(clause: Clause, world: World) -> Step | None:
    """An app gone."""
    if clause.has(
        r"\b(?:home ?screen|dock|folder|focus|data|caches?|lock|notifications?|album|trash)\b|桌面|缓存|数据|通知"
    ):
        return None
    named = clause.has(r"\b(?:apps?|uninstall)\b|卸载|应用|软件")
    name = _app_named(clause, world)
    if name is None or (not named and world.app(name)["system"]):
        return None  # photos and files are deleted too
    app = world.app(name)
    if app["system"]:
        raise Unfit("missing_tool", f"{app['name']} is part of the system and cannot be uninstalled")

    def act(play: Play) -> str:
        play.call("uninstall_app", why=f"{app['name']} is installed.", appName=name)
        return world.say(f"{app['name']} is uninstalled.", f"{app['name']}已卸载。")

    return Step(act)


@plan(
    cue=r"\b(?:lock|restart|reboot|shut ?down|power off|turn off|switch off)\b|锁屏|重启|关机|锁定屏幕|手机锁|锁(?:定|上)?手机",
    words="lock restart reboot power off turn switch shut down screen phone device 重新 启动 屏幕",
)
def power(clause: Clause, world: World) -> Step | None:
    """The screen locked, the phone restarted or off."""
    kinds = (
        ("lock_screen", r"\block (?:the |my )?(?:screen|phone)\b|锁屏|锁定屏幕|手机锁(?:了|上|定|起来)?|锁(?:定|上)?手机"), ("reboot", r"\b(?:restart|reboot)\b|重启"),
        ("power_off", r"\b(?:shut ?down|power off|(?:turn|switch) (?:the |my )?(?:phone|device) off|(?:turn|switch) off (?:the |my )?(?:phone|device))\b|关机"),
    )  # fmt: skip
    action = next((name for name, noun in kinds if clause.take(noun)), None)
    if action is None:
        return None

    def act(play: Play) -> str:
        play.call("control_power", why="That is what was asked.", action=action)
        return world.say("Done as asked.", "已按要求操作。")

    return Step(act, check="calls" if action == "reboot" else "state")


@plan(cue=r"\b(?:light|lamp|lights)\b|灯", words="turn switch put light lamp lights 打开 关闭 关掉 开 关")
def smart_light(clause: Clause, world: World) -> Step | None:
    """A lamp of the home on or off."""
    name = clause.known_name(world.names("smart_devices", "name"))
    off, on = clause.take(OFF), clause.take(ON)
    if name is None or bool(off) == bool(on):
        return None
    world.note_entity("smart device", name)
    world.arrange("control_smart_home_device", action="turn_on" if off else "turn_off", device=name)

    def act(play: Play) -> str:
        play.call("control_smart_home_device", why=f"{name} is known.", action="turn_off" if off else "turn_on", device=name)
        return world.say(f"{name} is {'off' if off else 'on'}.", f"{name}已{'关闭' if off else '打开'}。")

    return Step(act)


def count_words(number: int) -> list[str]:
    """A small number as people say it."""
    words = [
        word
        for word in ("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
        if number_of(word) == number
    ]
    return [str(number), *words]


def hours_words(minutes: int) -> list[str]:
    """A length of time as people say it."""
    hours, rest = divmod(minutes, 60)
    forms = [f"{minutes}"]
    if hours:
        forms += [
            f"{hours}h {rest}",
            f"{hours} h {rest}",
            f"{hours} hours {rest}",
            f"{hours} hour {rest}",
            f"{hours} hours and {rest}",
            f"{hours} hour and {rest}",
            f"{hours}小时{rest}",
        ]
    return forms
