"""Wishes about networks and about the devices around the phone: accessories, screens, computers, printers, the home."""

from collections.abc import Mapping

from bench.scenario import Play
from harness.contract import Json

from ..clauses import Clause
from ..world import Unfit, World
from .forms import Form, add_forms
from .registry import Step, plan, the_one
from .slots import OFF, ON, OTHERWISE, Slot, choice, listed, number, seen, text, value

_WIFI = r"\b(?:wi-?fi|wlan)(?: network)?\b|\bnetwork\b|无线网络?|网络"
_JOIN = r"\b(?:connect|join|log in|get on)(?: (?:me|my phone|this phone|the phone))?(?: (?:to|onto))?\b|连接?上?|加入"
_FORGET = r"\b(?:forget|remove|delete)\b|忘记|忽略|删除"
_CONNECT = r"\b(?:connect|hook up|link)(?: (?:my phone|me|the phone))?(?: (?:to|with))?\b|连接?上?"
_DISCONNECT = r"\bdisconnect(?: from)?\b|断开"
_GIGABYTES = r"(?P<n>\d+(?:\.\d+)?) ?(?:gb|gigs?|gigabytes?|g)\b"


def _gigabytes(argument: str) -> Slot:
    def read(clause: Clause, world: World) -> Json:
        found = clause.take(_GIGABYTES)
        amount = float(found["n"]) if found else None
        return int(amount) if amount is not None and amount == int(amount) else amount

    return Slot(argument, read, "how many gigabytes")


def _network(field: str) -> Slot:
    """A Wi-Fi network in range, or a saved one; a name that the phone does not know is not made up."""
    return listed(
        "ssid", "wifi_networks", "network", field="ssid", marker=field, asks=OTHERWISE, stop=r"\s+(?:wi-?fi|network)\b"
    )


def _off_wifi(world: World, arguments: Mapping[str, Json]) -> None:
    world.arrange("manage_wifi_network", action="disconnect")


def _on_vpn(world: World, arguments: Mapping[str, Json]) -> None:
    names = world.names("vpn_profiles", "name")
    if names:
        world.arrange("manage_vpn", action="connect", name=names[0])


add_forms(
    Form("join_wifi", "manage_wifi_network", _JOIN, (_network(_JOIN), text("password", r"\bpassword(?: is)?\b|密码(?:是)?")), fixed={"action": "join"}, given=(_off_wifi,),
         words="wifi wi-fi wlan network called named with password to 无线网 无线网络 网络 wifi 密码", unless=r"\b(?:bluetooth|vpn|hotspot|tv|headphones|speaker|car|laptop|computer|printer)\b|蓝牙", done=("The phone is in {ssid} now.", "已连接{ssid}。")),
    Form("forget_wifi", "manage_wifi_network", _FORGET, (_network(_FORGET),), fixed={"action": "forget"}, words="wifi wi-fi wlan network saved called named 无线网 无线网络 网络",
         also=r"\b(?:wi-?fi|wlan|network|forget)\b|网络|无线|忘记|忽略", unless=r"\b(?:photo|note|app|file|contact|vpn|alarm|playlist)\b", done=("{ssid} is forgotten.", "已忘记{ssid}。")),
    Form("leave_wifi", "manage_wifi_network", rf"{_DISCONNECT}|\bleave\b", (), fixed={"action": "disconnect"}, words="current wifi wi-fi network this 无线网 无线网络 网络 当前", unless=r"\b(?:bluetooth|vpn)\b|蓝牙", also=r"(?:wi-?fi|wlan|network|无线|网络)",
         done=("The phone has left the network.", "已断开网络。")),
    Form("leave_vpn", "manage_vpn", r"\bvpn\b", (), fixed={"action": "disconnect"}, words="disconnect from turn switch off stop 断开 关闭 关掉 关", unless=r"\b(?:on|connect|delete|remove|add)\b|打开|连接", given=(_on_vpn,), done=("The VPN is off.", "VPN已断开。")),
    Form("hotspot_password", "manage_hotspot", r"\bhot ?spot\b|热点", (text("password", r"\bpassword(?: (?:is|to))?\b|密码(?:改成|设为|改为)", "the new password"),), fixed={"action": "configure"}, words="set change my personal password to mobile wifi make 设置 修改",
         unless=r"\b(?:what|show|tell)\b|什么|多少", done=("The hotspot has the new password.", "热点密码已修改。")),
    Form("hotspot_name", "manage_hotspot", r"\b(?:rename|name)\b(?=.*\bhot ?spot\b)|\bhot ?spot(?:'s)? name\b", (text("name", r"\b(?:to|as)\b", "the new name"),), fixed={"action": "configure"}, words="change set my hotspot personal mobile name the to", done=("The hotspot is called {name}.", "热点名称已修改。")),
    Form("data_limit", "manage_data_usage", r"\b(?:mobile |cellular )?data(?: usage)?\b|流量", (_gigabytes("gigabytes"), choice("action", ("set_warning", r"\bwarn(?:ing)?\b|\balert\b|警告|提醒"), ("set_limit", r"\blimit\b|\bcap\b|上限|限制"), asks="limit or warning")),
         words="set put a of to at monthly month when i've used have reach me 设置 设为 每月", unless=r"\b(?:app|saver)\b|应用", done=("The data limit is set.", "流量限制已设置。")),
    Form("data_used", "manage_data_usage", r"\bhow much (?:mobile |cellular )?(?:data|internet)\b|用了多少流量", (), fixed={"action": "get"}, words="have has did i've used use so far this month billing cycle been consumed 这个月 本月 已经",
         unless=r"\b(?:app|youtube|instagram|whatsapp|wi-?fi)\b|应用", tell=lambda found: [[f"{found['mobileGb']:g}"]], done=("You have used {answer} GB of mobile data.", "已用移动数据 {answer} GB。")),
    Form("default_sim", "manage_sim", r"(?=\bsim\b|卡[12一二])", (choice("purpose", ("data", r"\b(?:mobile |cellular )?data\b|\binternet\b|流量|上网|数据"), ("messages", r"\b(?:messages|texts?|texting|sms)\b|短信"), ("calls", r"\bcall(?:s|ing)?\b|电话|通话"), asks="for calls, messages or data"),
         listed("sim", "sims", "SIM card", field="label"), choice("sim", ("sim1", r"\bsim(?: card)? ?(?:1|one)\b|卡[1一]"), ("sim2", r"\bsim(?: card)? ?(?:2|two)\b|卡[2二]"), asks="which SIM card")), fixed={"action": "set_default"}, first=(("manage_sim", {"action": "list"}),),
         words="use switch set make change my sim card the for default to mobile as 使用 用 设置 默认 切换 到", unless=r"\bpin\b", done=("That SIM card is used now.", "已设置默认卡。")),
)  # fmt: skip


@plan(cue=r"\bvpn\b", words="vpn connect to turn switch on start use enable my the 连接 打开 开启 开")
def vpn(clause: Clause, world: World) -> Step | None:
    """The VPN connected: the profile that is named, or the only one."""
    if clause.has(r"\b(?:off|disconnect|stop|delete|remove|add)\b|断开|关|删除"):
        return None
    clause.take(ON)
    names = world.names("vpn_profiles", "name")
    said = clause.known_name(names)
    if said is None and len(names) != 1:
        raise Unfit(
            "incomplete", f"does not say which VPN: {', '.join(names)}" if names else "this phone has no VPN profile"
        )
    world.arrange("manage_vpn", action="disconnect")

    def act(play: Play) -> str:
        name = (
            said or the_one(play.call("manage_vpn", why="See which VPN there is.", action="list")["profiles"], "VPN")["name"]
        )
        play.call("manage_vpn", why=f"{name} is the one.", action="connect", name=name)
        return world.say("The VPN is on.", "VPN已连接。")

    return Step(act)


# -- accessories

_TYPES = (
    ("earbuds", r"\b(?:ear ?buds|airpods|buds|earphones)\b|耳机|耳塞"), ("headphones", r"\b(?:headphones|headset)\b|头戴(?:式)?耳机|耳机"), ("speaker", r"\b(?:bluetooth )?speaker\b|音箱|音响"),
    ("watch", r"\b(?:smart ?)?watch\b|手表"), ("car", r"\bcar(?: (?:audio|bluetooth|stereo))?\b|汽车|车"), ("tag", r"\bkeys\b|钥匙"), ("tablet", r"\btablet\b|平板"),
)  # fmt: skip


@plan(
    cue=r"\b(?:connect|pair|unpair|disconnect|ring|find|locate|lost|where|switch|play|put|move|battery)\b|连接|配对|断开|找|响|在哪|电量|取消",
    words="connect pair unpair disconnect my to from with bluetooth device find locate make ring play sound on can't cannot lost misplaced forgot bonded phone have left out "
    "where where's did leave put i've please again over a 连接 配对 断开 蓝牙 取消 设备 找不到 找 帮 让 响 响铃 在哪 哪里 一下 它 不见",
    answers=True,
)
def accessory(clause: Clause, world: World) -> Step | None:
    """An accessory connected, disconnected, paired, unpaired, found or made to ring, by its name or by what it is."""
    kinds = (
        ("manage_bluetooth_device", "unpair", r"\bunpair\b|\bforget\b|取消配对"), ("manage_bluetooth_device", "disconnect", r"\bdisconnect\b|断开"),
        ("find_device", "ring", r"\bring(?:s|ing)?\b|\b(?:play|make) a (?:sound|noise)\b|响铃?"),
        ("manage_bluetooth_device", "connect", r"\bconnect\b|连接"), ("manage_bluetooth_device", "pair", r"\bpair\b|配对"),
        ("find_device", "locate", r"\b(?:where|where's|locate|find)\b|在哪里?|找"),
    )  # fmt: skip
    if clause.has(
        r"\b(?:wi-?fi|network|vpn|tv|cast|file|photo|note|timer|alarm|call|song|music|near(?:by|est)?|closest|restaurant|route|event|meeting)\b|网络|无线|附近|餐"
    ):
        return None
    found = next(((tool, action) for tool, action, words in kinds if clause.take(words)), None)
    if found is None:
        return None
    tool, action = found
    if action == "ring":
        clause.take(
            r"\b(?:i )?(?:can(?:'t|not)|couldn't|could not) find(?: my)?\b|\b(?:i )?(?:have )?lost(?: my)?\b|找不到|不见了?"
        )
        clause.take(r"\bfind\b|\blocate\b")
    rows = [row for row in world.table("bluetooth_devices").values() if row["paired"] != (action == "pair")]
    said = clause.known_name([str(row["name"]) for row in rows])
    fitting = [row for row in rows if said and row["name"] == said]
    if said is None:
        for kind, words in _TYPES:
            fitting = [row for row in rows if row["type"] == kind] if clause.has(words) else []
            if fitting:
                clause.take(words)
                clause.take(words)
                break
    if not fitting:
        if any(clause.has(words) for _, words in _TYPES):
            raise Unfit(
                "missing_entity", f"this phone knows no such accessory; it has {', '.join(str(row['name']) for row in rows)}"
            )
        return None
    if len(fitting) > 1:
        raise Unfit(
            "missing_entity", f"{len(fitting)} accessories answer to that: {', '.join(str(row['name']) for row in fitting)}"
        )
    device = fitting[0]
    name = str(device["name"])
    if action in ("connect", "disconnect"):
        world.arrange("manage_bluetooth_device", action="disconnect" if action == "connect" else "connect", device=name)
    tried = world.attempt(tool, {"action": action, "device": name})
    if tried.refusal is not None and not world.earlier:
        raise tried.refusal
    spoken: list[str] = []

    def act(play: Play) -> str:
        if said is None:
            shown = play.call(
                "manage_bluetooth_device", why="See which one that is.", action="scan" if action == "pair" else "list"
            )["devices"]
            the_one(shown, "accessory", name=name)
        answer = play.call(tool, why=f"{name} is meant.", action=action, device=name)
        if action == "locate":
            spoken.append(str(answer["place"]))
            return world.say(f"{name}: {answer['place']}.", f"{name}在{answer['place']}。")
        return world.say(f"{name}: done.", f"{name}已处理。")

    return Step(act, says=[spoken] if action == "locate" else [])


_NOISE = (
    ("off", OFF), ("transparency", r"\b(?:transparency|ambient(?: sound)?)(?: mode)?\b|通透(?:模式)?"), ("noise_reduction", r"\bnoise[ -]?(?:cancel\w*|reduction)(?: mode)?\b|\banc\b|降噪(?:模式)?"),
)  # fmt: skip
_NOISE_WORDS = seen(*_NOISE[1:])
_PRESETS = (
    ("bass_boost", r"\bbass(?: boost)?\b|\bmore bass\b|低音(?:增强)?"), ("treble_boost", r"\btreble(?: boost)?\b|高音(?:增强)?"), ("vocal", r"\bvocals?\b|人声"),
    ("podcast", r"\bpodcasts?\b|播客"), ("dynamic", r"\bdynamic\b|动感"), ("flat", r"\bflat\b"),
)  # fmt: skip
_HEADPHONES = r"\b(?:head ?phones?|ear ?buds|earphones|buds|airpods)\b|耳机"


def _connected_headphones(world: World, arguments: Mapping[str, Json]) -> None:
    """One pair of headphones that the phone knows is connected."""
    rows = list(world.table("headphones").values())
    if rows:
        world.arrange("manage_bluetooth_device", action="connect", device=str(rows[0]["device"]))


def _casting(world: World, arguments: Mapping[str, Json]) -> None:
    """Something is cast already."""
    for row in world.table("cast_targets").values():
        if row["online"] and "wireless" in row["methods"] and "phone_to_device" in row["directions"]:
            world.arrange("control_screen_casting", action="start", targetDeviceName=str(row["name"]))
            return


_SCREENS = (("tv", r"\b(?:tv|telly|television)\b|电视"), ("computer", r"\b(?:computer|laptop|pc)\b|电脑"), ("projector", r"\bprojector\b|投影(?:仪)?"), ("tablet", r"\btablet\b|平板"))  # fmt: skip
_CAST = r"\b(?:cast(?:ing)?|mirror(?:ing)?|screen[ -]?cast(?:ing)?|project)\b|投屏|投到|投射"
_HOME_SETTINGS = (
    ("brightness", r"\b(?:brightness|bright|dim)\b|亮度"), ("temperature", r"\b(?:temperature|degrees?|°c?|celsius)\b|度|温度"), ("speed", r"\bspeed\b|风速|档"),
    ("position", r"\b(?:position|open)\b|位置"), ("volume", r"\bvolume\b|音量"),
)  # fmt: skip


_DEVICE = listed("device", "smart_devices", "smart home device", asks=OTHERWISE)
_ROOM = Slot("room", lambda clause, world: clause.known_name(world.names("smart_devices", "room")))
_ON_OFF = choice("action", ("turn_off", OFF), ("turn_on", ON), asks=OTHERWISE)
_TURN = "turn switch put set make in the on off my please at to 打开 关闭 关掉 开 关 把 里 的 调到 调成 设为 设置"


@plan(cue=r"\blights?\b|灯", words="turn switch put lights light all the in of every 打开 关闭 关掉 开 关 所有 全部 灯")
def room_lights(clause: Clause, world: World) -> Step | None:
    """All lights of a room, or of the home, on or off."""
    if not clause.has(r"\blights\b|灯"):
        return None
    room = clause.known_name(world.names("smart_devices", "room"))
    off, on = clause.take(OFF), clause.take(ON)
    if bool(off) == bool(on) or (room is None and not clause.has(r"\ball\b|所有|全部")):
        return None
    found = (
        world.ask("list_smart_home_devices", room=room, deviceType="light")
        if room
        else world.ask("list_smart_home_devices", deviceType="light")
    )
    lights = [row for row in found["devices"] if row["online"]] if found else []
    if not lights:
        raise Unfit("missing_entity", f"this home has no light in {room}" if room else "this home has no light")
    action, contrary = ("turn_off", "turn_on") if off else ("turn_on", "turn_off")
    for row in lights:
        world.arrange("control_smart_home_device", action=contrary, device=row["id"])

    def act(play: Play) -> str:
        shown = play.call("list_smart_home_devices", why="See which lights there are.", room=room, deviceType="light")[
            "devices"
        ]
        for row in shown:
            if row["online"]:
                play.call("control_smart_home_device", why=f"{row['name']} is one of them.", action=action, device=row["id"])
        return world.say(f"The lights are {'off' if off else 'on'}.", f"灯已{'关闭' if off else '打开'}。")

    return Step(act)


add_forms(
    Form("noise_control", "manage_noise_control", _NOISE_WORDS, (choice("mode", ("off", rf"(?:{OFF})(?=.*(?:noise|anc|降噪|transparency|通透))|(?<=noise cancelling )off|(?<=noise cancellation )off"), *_NOISE[1:]),), fixed={"action": "set"},
         words="turn switch set put on off my headphones earbuds buds mode noise control cancelling cancellation enable activate to anc 打开 关闭 开启 耳机 切换到", given=(_connected_headphones,), done=("The headphones are set.", "耳机已设置。")),
    Form("headphone_equalizer", "set_headphone_equalizer", _HEADPHONES, (choice("preset", *_PRESETS, asks="which preset"),), words="set change boost equalizer eq preset on my to put turn up use more increase 均衡器 设为 设置 增强 打开",
         unless=r"\b(?:connect|volume|find|battery|noise)\b|连接|音量|电量|降噪", given=(_connected_headphones,), done=("The headphones' equalizer is set.", "耳机均衡器已设置。")),
    Form("accessory_battery", "get_accessory_battery", r"\bbattery\b|电量", (listed("device", "bluetooth_devices", "accessory", asks="of which accessory"),), words="how much is what's level left charge of my does have what the check 多少 剩 剩余 还有 还剩 查",
         tell=lambda found: [[f"{item['battery']}%", str(item["battery"])] for item in found["accessories"] if item["battery"] is not None], done=("{device}: {answer}.", "{device}电量{answer}。")),
    Form("audio_output", "set_audio_output", r"\b(?:sound|audio|music)\b(?=.*\b(?:through|on|to|over|from)\b)|声音(?=.*(?:切换|换|从))", (choice("output", ("speaker", r"\b(?:phone(?:'s)? )?speakers?\b|扬声器|外放"), ("earpiece", r"\bearpiece\b|听筒"), asks=OTHERWISE),),
         words="play switch the sound audio output to through on phone from move put 切换 换 到 输出 播放", unless=r"\b(?:call|volume|bluetooth|song|playlist|jbl|sonos)\b", done=("The sound comes out of the {output}.", "声音已切换。")),
    Form("cast", "control_screen_casting", _CAST, (listed("targetDeviceName", "cast_targets", "screen"), choice("targetDeviceType", *_SCREENS)), fixed={"action": "start"},
         words="my phone screen to the on onto start share this show 手机 屏幕 到 开始", unless=r"\b(?:stop|end|video|movie|photo|what)\b|停止|结束|取消", done=("The screen is being cast.", "已开始投屏。")),
    Form("stop_cast", "control_screen_casting", _CAST, (), fixed={"action": "stop"}, words="stop end the my screen to tv phone 停止 结束 取消 屏幕 电视", unless=r"\bstart\b|开始", given=(_casting,), done=("Casting has stopped.", "投屏已停止。")),
    Form("pc_link", "manage_pc_link", r"\b(?:link|connect)\b|连接", (listed("pcName", "pc_links", "computer", asks=OTHERWISE),), fixed={"action": "connect"}, words="my phone to with and computer pc laptop 手机 电脑 和 到", unless=r"\b(?:disconnect|wi-?fi|bluetooth)\b|断开",
         given=(lambda world, arguments: world.arrange("manage_pc_link", action="disconnect"),), done=("The phone is linked with {pcName}.", "已连接{pcName}。")),
    Form("send_nearby", "send_file_nearby", r"\b(?:send|share|beam|transfer)\b|发送?|分享|传", (value("file", "file", OTHERWISE), listed("receiver", "nearby_devices", "device nearby", asks=OTHERWISE)), words="file document nearby via to over share quick air with the by 文件 到 给 附近",
         unless=r"\b(?:e-?mail|text|message|whatsapp)\b|短信|邮件|微信", given=(lambda world, arguments: world.file(str(arguments["file"]), None),), done=("{file} is on its way.", "已发送{file}。")),
    Form("print", "print_document", r"\bprint(?: out| off)?\b|打印", (value("file", "file", "which file"), number("copies", 1, 99), listed("printer", "printers", "printer"), choice("twoSided", (True, r"\b(?:double|two|both)[ -]sided?s?\b|双面")), choice("color", (True, r"\bin colou?r\b|彩色"))),
         words="file document copies copy of on the printer times please a 份 文件 一下 用 打印机", unless=r"\bscreen\b", given=(lambda world, arguments: world.file(str(arguments["file"]), None),), done=("{file} is being printed.", "正在打印{file}。")),
    Form("home_device", "control_smart_home_device", r"(?=.)", (_ON_OFF, _DEVICE, _ROOM), words=_TURN, unless=r"\b(?:set|dim|degrees?|percent|alarm|timer)\b|%|亮度|度", done=("{device} is switched.", "{device}已切换。")),
    Form("home_setting", "control_smart_home_device", seen(*_HOME_SETTINGS) + r"|(?=.*%)", (_DEVICE, _ROOM, choice("setting", *_HOME_SETTINGS, asks="which setting"), number("value", 0, 100, kinds=("percent", "number"), asks="what to set it to")), fixed={"action": "set"}, words=_TURN + " degrees percent dim down up turn",
         unless=r"\b(?:screen|phone)\b|屏幕|手机", done=("{device} is set.", "{device}已设置。")),
)  # fmt: skip
