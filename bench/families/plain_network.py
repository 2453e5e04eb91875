"""Plain requests about radios, networks, sharing and data use."""

from typing import Any

from harness.contract import Json

from .. import entities
from ..draw import Draw
from ..plain import About, Slots, Wish, plain, wish
from ..rows import Rows
from ..scenario import Draft, UnsuitableError, family

NETWORK = ("Network & Connectivity",)
Told = tuple[str, list[tuple[str, ...]]]


def _was(radio: str, **fields: Json) -> About:
    """The phone before the request: what is set of this radio."""

    def about(draw: Draw, rows: Rows) -> Slots:
        rows.put("radios", radio, **fields)
        return {}

    return about


def _in_flight(draw: Draw, rows: Rows) -> Slots:
    dropped = ("wifi", "bluetooth", "mobile_data")
    for radio in dropped:
        rows.put("radios", radio, on=False)
    rows.put("radios", "airplane", on=True, remembered=dict.fromkeys(dropped, True))
    return {}


def _switch(
    tool: str, names: str, zh: str, on: bool, about: About, *, wide: str, held: str, zh_wide: str, zh_held: str,
    **arguments: Json,
) -> Wish:  # fmt: skip
    """Something goes on or off: the plainest requests, and beside them what people say of this one.

    ``names`` and ``zh`` are branches; the report calls it by the first.
    """
    state, name = "on" if on else "off", names.split("|")[0]
    return wish(
        tool, f"Turn {name} {state}", about=about,
        train=f"""![turn|switch] {state} [{names}]
        ![turn|switch] [{names}] {state}
        [{names}] {state}""",
        wide=f"""![{"enable|activate" if on else "disable|deactivate"}] [{names}]
        [{names}] should be {state}[ now|]
        [I want|I'd like|I need] [{names}] {state}
        {wide}""",
        held=held,
        zh_train=f"""![{"打开|开启" if on else "关闭|关掉"}][{zh}]
        !把[{zh}]{"打开" if on else "关掉"}""",
        zh_wide=zh_wide, zh_held=zh_held,
        done=(f"{name[0].upper()}{name[1:]} is {state}.", f"{zh.split('|')[0]}已{'打开' if on else '关闭'}。"),
        **(arguments or {"enabled": on}),
    )  # fmt: skip


RADIO_NAMES = {
    "wifi": ("Wi-Fi", "Wi-Fi"), "bluetooth": ("Bluetooth", "蓝牙"), "mobile_data": ("mobile data", "移动数据"),
    "nfc": ("NFC", "NFC"), "location": ("location", "定位"), "data_saver": ("the data saver", "省流量模式"),
}  # fmt: skip


def _some_radio(draw: Draw, rows: Rows) -> Slots:
    radio = draw.choice(tuple(RADIO_NAMES))
    rows.put("radios", radio, on=draw.chance(0.5))
    return {"radio": radio, "name": draw.tongue(*RADIO_NAMES[radio])}


def _tell_state(draw: Draw, payload: Any, slots: Slots) -> Told:
    name, on = slots["name"][0].upper() + slots["name"][1:], payload[slots["radio"]]
    words = (
        ("is on", "turned on", "switched on", "enabled", "yes", "开着", "已打开", "已开启", "是开的") if on else
        ("is off", "turned off", "switched off", "disabled", "not on", "关着", "已关闭", "没开", "没有打开", "未打开", "未开启")
    )  # fmt: skip
    return draw.tongue(f"{name} is {'on' if on else 'off'}.", f"{name}{'开着' if on else '关着'}。"), [words]


RADIOS = (
    _switch(
        "set_wifi", "Wi-Fi|wifi|the Wi-Fi", "Wi-Fi|无线网", True, _was("wifi", on=False),
        wide="""I'm [home|back home|at my desk], [turn|switch] the Wi-Fi [back on|on]
        I'd rather not [burn|use up] my data plan, so [put|turn] Wi-Fi on""",
        held="""start up the Wi-Fi again
        the Wi-Fi radio has to be running""",
        zh_wide="""Wi-Fi[开一下|打开]
        到家了，[开|打开]Wi-Fi吧""", zh_held="我要用Wi-Fi，给弄开",
    ),
    _switch(
        "set_wifi", "Wi-Fi|wifi|the Wi-Fi", "Wi-Fi|无线网", False, _was("wifi", on=True),
        wide="""the Wi-Fi here is [terrible|useless|so slow], [turn|switch] it off
        I don't [need|want] Wi-Fi [right now|at the moment], [turn|switch] it off""",
        held="""kill the Wi-Fi
        shut the Wi-Fi down, I'm out anyway""",
        zh_wide="""Wi-Fi[关一下|关了吧]
        这里的无线网太慢，[关了|关掉]吧""", zh_held="先不要用Wi-Fi了，断掉它",
    ),
    _switch(
        "set_bluetooth", "Bluetooth|bluetooth|BT", "蓝牙", True, _was("bluetooth", on=False),
        wide="""my [headphones|earbuds] can't connect because Bluetooth is off, [turn|switch] it on
        I'm [getting into|in] the car and need Bluetooth, [switch|turn] it on""",
        held="""start up Bluetooth, my speaker is waiting for it
        Bluetooth has to be running""",
        zh_wide="""蓝牙[开一下|打开]
        要连耳机，先[开|打开]蓝牙""", zh_held="蓝牙得用起来",
    ),
    _switch(
        "set_bluetooth", "Bluetooth|bluetooth|BT", "蓝牙", False, _was("bluetooth", on=True),
        wide="""Bluetooth is [draining|eating] my battery, [turn|switch] it off
        I'm [done with|not using] Bluetooth[ for now|], [turn|switch] it off""",
        held="""kill Bluetooth
        there's no use for Bluetooth today, shut it down""",
        zh_wide="""蓝牙[关一下|关了吧]
        蓝牙太费电，[关了|关掉]它""", zh_held="蓝牙不用了，停掉",
    ),
    wish(
        "set_bluetooth", "Make the phone visible over Bluetooth", enabled=True, discoverable=True,
        train="""!make [my|this] phone [visible|discoverable] [over|via] Bluetooth
        ![turn|switch] on Bluetooth visibility
        Bluetooth [visibility|discoverability] on""",
        wide="""[other|nearby] devices should [see|find] my phone [over|via] Bluetooth
        [my laptop|the car|a friend's phone] doesn't [see|find] this phone over Bluetooth, make it [visible|discoverable]
        can you make the phone Bluetooth discoverable?
        I [want|need] this phone to be [visible|discoverable] over Bluetooth
        !let other Bluetooth devices [find|see] me""",
        held="""through Bluetooth, anything around should be able to spot this handset
        a new gadget has to detect us on Bluetooth, so show yourself""",
        zh_train="!让[手机|别的设备能]通过蓝牙被发现", zh_wide="""!打开蓝牙可见性
        旁边的设备用蓝牙搜不到我的手机，让它[可见|能被搜到]""", zh_held="别人的蓝牙要能看见这台手机",
        done=("The phone can be seen over Bluetooth.", "手机现在可以被蓝牙搜到了。"),
    ),
    wish(
        "set_bluetooth", "Hide the phone from Bluetooth devices, with Bluetooth on", enabled=True, discoverable=False,
        about=_was("bluetooth", on=True, discoverable=True),
        train="""![keep|leave] Bluetooth on, but make the phone [invisible|undiscoverable]
        !hide my phone from [other|nearby] Bluetooth devices, [but keep|keep] Bluetooth on
        Bluetooth stays on, visibility off""",
        wide="""[strangers|other people] shouldn't see my phone over Bluetooth, [but|though] Bluetooth [itself |]stays on
        ![turn|switch] off Bluetooth visibility without turning Bluetooth off
        I [need|want] Bluetooth on, just not [visible|discoverable]
        can you make the phone undiscoverable and leave Bluetooth on?
        my headphones need Bluetooth, but nobody else should [find|see] the phone, [hide it|make it invisible]""",
        held="""nobody may spot this handset on Bluetooth, though its radio goes on working
        with Bluetooth still running, stay out of sight of unknown gadgets""",
        zh_train="!蓝牙开着，但[别让别人搜到|不要被发现]", zh_wide="""!关闭蓝牙可见性，蓝牙[本身|]别关
        蓝牙我还要用，[只是|但]不想让陌生设备看见手机""", zh_held="蓝牙保持连接，手机隐身就行",
        done=("Bluetooth is on, and the phone is hidden.", "蓝牙开着，手机不会再被搜到。"),
    ),
    _switch(
        "set_mobile_data", "mobile data|cellular data|my mobile data", "移动数据|手机流量", True,
        _was("mobile_data", on=False),
        wide="""[there's|I have] no Wi-Fi here, [turn|switch] mobile data on
        I'm [out and about|on the train|leaving the house] and need [internet|to be online], mobile data on""",
        held="""start using the SIM card's internet connection
        let the phone go online through the cell network again""",
        zh_wide="""[流量|移动数据][开一下|打开]
        外面没Wi-Fi，[开|打开]移动数据""", zh_held="没有无线网，用手机卡上网吧",
    ),
    _switch(
        "set_mobile_data", "mobile data|cellular data|my mobile data", "移动数据|手机流量", False,
        _was("mobile_data", on=True),
        wide="""my data [plan|allowance] is [nearly|almost] used up, [turn|switch] mobile data off
        I only want to be online over Wi-Fi, [turn|switch] off mobile data""",
        held="""stop the phone from going online through the cell network
        no internet by way of the SIM card any more""",
        zh_wide="""[流量|移动数据][关一下|关了吧]
        流量快用完了，[关|关掉]移动数据""", zh_held="别再用手机卡上网了",
    ),
    _switch(
        "set_airplane_mode", "airplane mode|flight mode|aeroplane mode", "飞行模式", True, _was("airplane", on=False),
        wide="""[I'm boarding|boarding now|we're about to take off], [airplane|flight] mode please
        the [doors are closing|plane is leaving], put the phone in [airplane|flight] mode""",
        held="""get the phone ready for the flight, the crew wants every radio silent
        the cabin crew asks for phones to be set for flying""",
        zh_wide="""飞行模式[开一下|打开]
        马上起飞了，[开|调成]飞行模式""", zh_held="登机了，手机按飞机上的要求设置",
    ),
    _switch(
        "set_airplane_mode", "airplane mode|flight mode|aeroplane mode", "飞行模式", False, _in_flight,
        wide="""we've [just |]landed, [turn|switch] [airplane|flight] mode off
        ![end|leave|exit] [airplane|flight] mode""",
        held="""the flight is over, the phone may leave its in-flight setting
        back on the ground, no more airplane mode""",
        zh_wide="""飞行模式[关一下|关了吧]
        飞机落地了，[退出|取消]飞行模式""", zh_held="下飞机了，飞行模式不需要了",
    ),
    _switch(
        "set_nfc", "NFC", "NFC", True, _was("nfc", on=False),
        wide="""I want to pay [with my phone|contactless], [turn|switch] NFC on
        the card reader doesn't [see|recognise] my phone, NFC must be off, [turn|switch] it on""",
        held="""start up NFC, I'm at the till
        NFC has to be running for the ticket gate""",
        zh_wide="""NFC[开一下|打开]
        要刷手机坐地铁，[开|打开]NFC""", zh_held="刷卡感应用不了，让NFC用起来",
    ),
    _switch(
        "set_nfc", "NFC", "NFC", False, _was("nfc", on=True),
        wide="""I don't [use|need] NFC, [turn|switch] it off
        nobody should [read|steal] anything off my phone [on the tube|in a crowd], NFC off""",
        held="""kill NFC
        shut NFC down, I never tap to pay""",
        zh_wide="""NFC[关一下|关了吧]
        NFC我用不着，[关了|关掉]吧""", zh_held="感应功能NFC停掉，我不刷手机",
    ),
    wish(
        "get_network_status", "See whether {name} is on", about=_some_radio, tell=_tell_state,
        train="""is {name} on?
        is {name} [on or off|turned on|switched on]?""",
        wide="""[tell me|check] [whether|if] {name} is on
        do I have {name} [on|switched on] [right now|at the moment]?
        {name}: on or off?
        I [can't remember|forgot] [whether|if] {name} is on
        can you [see|check] [whether|if] {name} is [on|enabled]?""",
        held="""I wonder about {name}, running or not?
        what state is {name} in at present?""",
        zh_train="{name}[开着吗|是开着的吗]？", zh_wide="""!看看{name}[开没开|开了没有]
        {name}现在是开着还是关着？""", zh_held="我记不清{name}有没有启用，查一下",
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=NETWORK, languages=("en", "en", "zh"))
def plain_radios(draw: Draw) -> Draft:
    """A radio goes on or off."""
    return plain(draw, RADIOS)


# -- Wi-Fi networks


def _in_range(draw: Draw, rows: Rows) -> Slots:
    ssid, password = draw.pick(entities.WIFI_NAMES), draw.pick(entities.PASSWORDS)
    rows.wifi(ssid, password)
    return {"ssid": ssid, "password": password}


def _saved(draw: Draw, rows: Rows) -> Slots:
    ssid = draw.pick(entities.WIFI_NAMES)
    rows.wifi(ssid, draw.pick(entities.PASSWORDS), saved=True)
    return {"ssid": ssid}


def _joined(draw: Draw, rows: Rows) -> Slots:
    slots = _saved(draw, rows)
    rows.put("radios", "wifi", on=True, ssid=slots["ssid"])
    return slots


def _few_networks(draw: Draw, rows: Rows) -> Slots:
    rows.thin("wifi_networks", 3)
    for saved in (True, draw.chance(0.5)):
        rows.wifi(draw.pick(entities.WIFI_NAMES), draw.pick(entities.PASSWORDS), saved=saved)
    return {}


def _tell_networks(draw: Draw, payload: Any, slots: Slots) -> Told:
    names = [row["ssid"] for row in payload["networks"]]
    return draw.tongue(f"These: {', '.join(names)}.", f"有这些：{'、'.join(names)}。"), [(name,) for name in names]


def _tell_joined(draw: Draw, payload: Any, slots: Slots) -> Told:
    name = payload["network"]
    return draw.tongue(f"The phone is on {name}.", f"手机连着{name}。"), [(name,)]


def _tell_speed(draw: Draw, payload: Any, slots: Slots) -> Told:
    down, up = payload["speed"]["downMbps"], payload["speed"]["upMbps"]
    report = draw.tongue(f"{down} Mbps down and {up} Mbps up.", f"下载{down} Mbps，上传{up} Mbps。")
    return report, [(str(down),)]


WIFI = (
    wish(
        "manage_wifi_network", "Join {ssid} with its password", about=_in_range,
        action="join", ssid="{ssid}", password="{password}",
        train="""![join|connect to] the Wi-Fi {ssid}, [the password is|password] {password}
        ![connect|get] me [to|onto] the network {ssid} with the password {password}
        [Wi-Fi|network] {ssid}, password {password}""",
        wide="""[they gave me|here's|I've got] the Wi-Fi password for {ssid}: {password}. [Connect me|Join it], please
        [I want|I need|I'd like] to [use|join|get on] the Wi-Fi {ssid}, its [password|key] is {password}
        ![log|sign] [in to|on to] the [Wi-Fi|wireless] network {ssid} using {password} as the password
        can you get [me|us|this phone] on the Wi-Fi called {ssid}? The password's {password}
        the [cafe|hotel|guest] Wi-Fi is [called |]{ssid} and the password is {password}, [connect|join it]""",
        held="""{password} opens the wireless network {ssid}, so hook the phone up
        a network named {ssid} is here, {password} gets us in, use it""",
        zh_train="!连[接|上]Wi-Fi {ssid}，密码[是|]{password}", zh_wide="""Wi-Fi叫{ssid}，密码是{password}，[连一下|连上去]
        !用密码{password}连接{ssid}这个无线网""", zh_held="无线网{ssid}，口令{password}，让手机上网",
        done=("The phone is on {ssid}.", "已连接到{ssid}。"),
    ),
    wish(
        "manage_wifi_network", "Join the saved network {ssid}", about=_saved, action="join", ssid="{ssid}",
        train="""![join|connect to] the [saved |]Wi-Fi {ssid}
        ![switch|change] to the Wi-Fi [network |]{ssid}
        Wi-Fi: connect to {ssid}""",
        wide="""[I want|I'd like] to be on the [Wi-Fi|network] {ssid}[ instead|], [the password is saved|it's saved]
        ![use|go on] the [saved |]Wi-Fi [network |]{ssid} [instead of this one|now]
        the [signal|connection] is [bad|weak] on this Wi-Fi, [switch|move] [me |]to {ssid}
        can we [connect to|use] the Wi-Fi {ssid}? [The phone knows it|I've been on it before]
        !get [me|us|the phone] on the [known|saved] network {ssid}""",
        held="""{ssid} is the wireless network that the phone ought to hook up with, it has its key
        we've been on {ssid} before, hop over there with the wireless""",
        zh_train="!连[接|上]Wi-Fi {ssid}", zh_wide="""![换|切换]到Wi-Fi {ssid}，以前连过
        这个网太慢，[改连|换成]保存过的{ssid}""", zh_held="无线网用{ssid}那个，密码手机里有",
        done=("The phone is on {ssid}.", "已连接到{ssid}。"),
    ),
    wish(
        "manage_wifi_network", "Leave the network and keep Wi-Fi on", about=_joined, action="disconnect",
        train="""!disconnect from {ssid}[,|] but [keep|leave] Wi-Fi on
        !disconnect [from |]the [current|present] Wi-Fi network, [keep|leave] Wi-Fi [itself |]on
        Wi-Fi: disconnect from {ssid}[, that's all|]""",
        wide="""!leave the Wi-Fi network {ssid} [for now|for the moment], without turning Wi-Fi off
        I don't want to be [on|connected to] {ssid} [just now|right now], [but|though] Wi-Fi [should stay|stays] on
        !drop the connection to the Wi-Fi {ssid}, but leave the Wi-Fi on
        can you disconnect me from the Wi-Fi {ssid}? [Wi-Fi itself can stay on|Don't turn Wi-Fi off]
        {ssid} [is slow|doesn't work] today, disconnect, but [keep|leave] the Wi-Fi running""",
        held="""get us off the wireless network we are using, its radio may go on looking for others
        no longer stay in {ssid}, though I'll still need the Wi-Fi radio and that network later""",
        zh_train="!断开{ssid}，[但|]Wi-Fi别关", zh_wide="""!断开当前的Wi-Fi网络，[不用|别]关Wi-Fi
        先别连{ssid}了，Wi-Fi[开着|留着]""", zh_held="从{ssid}下来，无线功能照常开着",
        done=("The phone has left {ssid}; Wi-Fi is on.", "已断开{ssid}，Wi-Fi仍开着。"),
    ),
    wish(
        "manage_wifi_network", "Forget {ssid}", about=_saved, action="forget", ssid="{ssid}",
        train="""!forget the [Wi-Fi|network|Wi-Fi network] {ssid}
        ![delete|remove] {ssid} from [my|the] saved [networks|Wi-Fi networks]
        forget Wi-Fi {ssid}""",
        wide="""the phone should forget the [Wi-Fi|network] {ssid}[ for good|]
        I [never|no longer] use the saved Wi-Fi {ssid}, [forget|delete] it
        it keeps [joining|connecting to] the [Wi-Fi|network] {ssid}, make the phone forget it
        can you [delete|remove] the saved Wi-Fi [network |]{ssid}?
        ![erase|remove] the Wi-Fi {ssid} with its [saved |]password""",
        held="""{ssid} has no business among the wireless networks that this phone knows
        from now on we don't know any wireless network {ssid}, strike it off""",
        zh_train="![忘记|忽略]Wi-Fi {ssid}", zh_wide="""!把{ssid}从保存的Wi-Fi里[删掉|移除]
        手机老是自动连{ssid}这个Wi-Fi，[忘掉|忽略]它""", zh_held="保存过的无线网{ssid}不要了",
        done=("{ssid} is forgotten.", "已忘记{ssid}。"),
    ),
    wish(
        "manage_wifi_network", "List the saved networks", about=_few_networks, tell=_tell_networks, action="list",
        train="""which Wi-Fi networks are saved[ on my phone|]?
        ![list|show me] [the|my] saved Wi-Fi networks
        saved Wi-Fi networks""",
        wide="""what [Wi-Fi|Wi-Fi networks] [does the phone remember|have I saved]?
        I'd like to [know|see] which Wi-Fi networks are saved[ here|]
        [tell|read] me the [names of the |]saved Wi-Fi networks
        which Wi-Fi passwords does [my|this] phone [still |]have saved, I mean for which networks?
        can you [list|name] every saved Wi-Fi network?""",
        held="""which wireless networks does this phone already know, wherever they are?
        name all the wireless networks kept in memory""",
        zh_train="手机[保存了|存了]哪些Wi-Fi？", zh_wide="""!列出保存过的Wi-Fi
        我以前[连过|存过]的Wi-Fi有哪些？""", zh_held="记住的无线网都叫什么",
    ),
    wish(
        "manage_wifi_network", "Scan for networks", about=_few_networks, tell=_tell_networks, action="scan",
        train="""which Wi-Fi networks are [around|nearby|in range]?
        ![scan|look] for Wi-Fi networks and tell me what you find
        Wi-Fi scan[, what's there|]?""",
        wide="""what Wi-Fi is there [around me|around here|near me]?
        I want to [know|see] what Wi-Fi networks [are in range|I could join here]
        [I'm in a new place|I've just checked in], what Wi-Fi networks are there?
        can you [find|see] any Wi-Fi [networks |][here|nearby]? [Which ones?|Name them all]
        ![search|check] for [nearby Wi-Fi|Wi-Fi networks nearby] and [list them|tell me all their names]""",
        held="""what wireless networks does the aerial pick up at the moment?
        name every wireless network that reaches this spot""",
        zh_train="附近有[哪些|什么]Wi-Fi？", zh_wide="""![扫描|搜索]一下[周围|附近]的Wi-Fi，[都有哪些|报一下名字]
        这里能[连|搜到]哪些Wi-Fi？""", zh_held="周围收得到的无线网都叫什么",
    ),
    wish(
        "get_network_status", "See which network the phone is on", about=_joined, tell=_tell_joined,
        train="""which Wi-Fi [network |]am I [on|connected to]?
        what Wi-Fi [network |]is [my|the] phone [on|connected to]?
        which Wi-Fi is this?""",
        wide="""what's the [name of the |]Wi-Fi [that |]I'm [on|using]?
        [tell me|check] which Wi-Fi [network |]I'm connected to
        am I on the right Wi-Fi? Which one is it?
        I'd like to know [what|which] Wi-Fi the phone [has joined|is using]
        current Wi-Fi network?""",
        held="""through whose wireless network are we online at present?
        the wireless network in use right now, what's it called?""",
        zh_train="我[现在|]连的是哪个Wi-Fi？", zh_wide="""手机[现在|]连着什么Wi-Fi？
        !看看[当前|现在]连的Wi-Fi叫什么""", zh_held="眼下用的是谁家的无线网",
    ),
    wish(
        "get_network_status", "Measure the speed", tell=_tell_speed, speedTest=True,
        train="""how fast is my [internet|connection|internet connection]?
        ![run|do] [a|an internet] speed test
        speed test""",
        wide="""![test|measure|check] [the|my] internet speed
        the internet [feels|is] [slow|sluggish] today, how fast is it[ really|]?
        what [download speed|speed] [am I getting|do I get]?
        I'd like to know how fast [I'm|the phone is] downloading
        is my [internet|connection] fast enough for [video calls|streaming]? How many Mbps [is it|do I get]?""",
        held="""how many megabits a second come through at present?
        find out what pace the net has here""",
        zh_train="![测|测一下]网速", zh_wide="""[现在|我的]网速[有多快|是多少]？
        感觉网有点慢，[测测|测一下]速度""", zh_held="这网一秒能下多少兆",
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=NETWORK, languages=("en", "en", "zh"))
def plain_wifi(draw: Draw) -> Draft:
    """A Wi-Fi network is joined, left or forgotten, or something about the connection is told."""
    return plain(draw, WIFI)


# -- hotspot and VPN


def _sharing(draw: Draw, rows: Rows) -> Slots:
    hotspot = rows.base.get("radios", "hotspot")
    assert hotspot is not None
    rows.put("radios", "hotspot", on=True)
    if not hotspot["shares_wifi"]:
        rows.put("radios", "wifi", on=False)
    return {}


def _hotspot_password(draw: Draw, rows: Rows) -> Slots:
    return {"password": draw.pick(entities.PASSWORDS)}


def _hotspot_has_password(draw: Draw, rows: Rows) -> Slots:
    rows.put("radios", "hotspot", password=draw.pick(entities.PASSWORDS))
    return {}


def _hotspot_name(draw: Draw, rows: Rows) -> Slots:
    return {"name": draw.pick(entities.WIFI_NAMES)}


def _band(draw: Draw, rows: Rows) -> Slots:
    band, other = draw.rng.sample(("2.4GHz", "5GHz"), 2)
    rows.put("radios", "hotspot", band=other)
    return {"band": band, "said": band.replace("GHz", draw.tongue(draw.choice(("GHz", " GHz", " gigahertz")), "GHz"))}


def _idle_minutes(draw: Draw, rows: Rows) -> Slots:
    minutes = draw.integer(5, 120, 5)
    return {"minutes": minutes, "said": draw.say_minutes(minutes)}


def _tell_password(draw: Draw, payload: Any, slots: Slots) -> Told:
    password = payload["password"]
    return draw.tongue(f"The hotspot password is {password}.", f"热点密码是{password}。"), [(password,)]


PROTOCOLS = {"wireguard": "WireGuard", "openvpn": "OpenVPN", "ikev2": "IKEv2"}


def _new_vpn(draw: Draw, rows: Rows) -> Slots:
    protocol = draw.choice(tuple(PROTOCOLS))
    server = f"vpn.{draw.pick(entities.SITES).casefold()}.example"
    said = PROTOCOLS[protocol]
    n = "n" if said[0] in "OI" else ""
    return {"vpn": draw.place(), "server": server, "protocol": protocol, "said": said, "n": n}


def _vpn(draw: Draw, rows: Rows) -> Slots:
    slots = _new_vpn(draw, rows)
    key = rows.add("vpn_profiles", "vp", name=slots["vpn"], server=slots["server"], protocol=slots["protocol"])
    return {**slots, "key": key}


def _vpn_on(draw: Draw, rows: Rows) -> Slots:
    slots = _vpn(draw, rows)
    rows.put("radios", "vpn", on=True, profile=slots["key"])
    return slots


def _tell_vpns(draw: Draw, payload: Any, slots: Slots) -> Told:
    names = [row["name"] for row in payload["profiles"]]
    return draw.tongue(f"These: {', '.join(names)}.", f"有这些：{'、'.join(names)}。"), [(name,) for name in names]


SHARING = (
    _switch(
        "manage_hotspot", "the hotspot|hotspot|my hotspot|the mobile hotspot", "热点|个人热点", True, _was("hotspot", on=False),
        wide="""my [laptop|tablet] needs internet, [turn|switch] [the|my] hotspot on
        ![share|let me share] my mobile data [over|as] a hotspot""",
        held="""other gadgets here should get online through this phone
        start tethering, my computer wants to use this phone's internet""",
        zh_wide="""热点[开一下|打开]
        电脑要上网，[开|打开]手机热点""", zh_held="让别的设备用我手机的网", action="turn_on",
    ),
    _switch(
        "manage_hotspot", "the hotspot|hotspot|my hotspot|the mobile hotspot", "热点|个人热点", False, _sharing,
        wide="""nobody [needs|is using] my hotspot [any more|now], [turn|switch] it off
        ![stop|end] the hotspot""",
        held="""other gadgets no longer get to go online through this phone
        no more tethering""",
        zh_wide="""热点[关一下|关了吧]
        热点没人用了，[关了|关掉]吧""", zh_held="别再把手机的网分给别人", action="turn_off",
    ),
    wish(
        "manage_hotspot", "Look up the hotspot password", about=_hotspot_has_password, tell=_tell_password, action="status",
        train="""what's [my|the] hotspot password?
        ![tell|show] me the [hotspot password|password of my hotspot]
        hotspot password?""",
        wide="""[my friend|somebody|my sister] wants to use my hotspot, what's the password?
        what [password|key] does my [mobile |]hotspot have?
        I [forgot|don't remember] the password [of|for] my hotspot
        which password do others need for my [phone's |]hotspot?
        could you [read out|look up] my hotspot's password?""",
        held="""what does one have to type in to get onto this phone's own network?
        to share my connection I need the secret word that guests enter""",
        zh_train="[我的|手机]热点密码是[什么|多少]？", zh_wide="""!看一下[我的|]热点密码
        朋友要连我的热点，密码是[啥|多少]？""", zh_held="别人蹭我手机的网，要输什么口令",
    ),
    wish(
        "manage_hotspot", "Change the hotspot password to {password}", about=_hotspot_password, action="configure", password="{password}",
        train="""![set|change] [my|the] hotspot password to {password}
        ![make {password} the|use {password} as the] [hotspot password|password of my hotspot]
        hotspot password: {password}""",
        wide="""my hotspot should have the password {password}[ from now on|]
        I want {password} [as|to be] the [new |]password for my hotspot
        can you [protect|secure] my hotspot with [the password |]{password}?
        too many people know my hotspot password, [change|set] it to {password}
        !give my hotspot the [new |]password {password}""",
        held="""whoever wants to tether to this phone has to type {password}
        {password} shall be the key for getting onto this phone's own network""",
        zh_train="!把热点密码[改成|设为]{password}", zh_wide="""热点密码[换成|用]{password}
        知道我热点密码的人太多了，[改成|换成]{password}""", zh_held="以后连我的热点要输{password}",
        done=("The hotspot password is {password}.", "热点密码已改为{password}。"),
    ),
    wish(
        "manage_hotspot", "Call the hotspot {name}", about=_hotspot_name, action="configure", name="{name}",
        train="""!rename [my|the] hotspot to {name}
        ![call|name] my hotspot {name}
        hotspot name: {name}""",
        wide="""my hotspot should be [called|named] {name}
        I want {name} as the name of my hotspot
        can you [change|set] the hotspot's name to {name}?
        nobody recognises my hotspot, [call|name] it {name}
        !change the [mobile |]hotspot's name, make it {name}""",
        held="""{name} is what others should see when this phone shares its internet
        for tethering, let the phone appear as {name}""",
        zh_train="!把热点[改名为|名字改成]{name}", zh_wide="""热点名称[用|换成]{name}
        我的热点叫{name}[就好|吧]""", zh_held="别人搜到我手机热点时显示{name}",
        done=("The hotspot is called {name}.", "热点已改名为{name}。"),
    ),
    wish(
        "manage_hotspot", "Set the hotspot to {band}", about=_band, action="configure", band="{band}",
        train="""![set|switch|change] [my|the] hotspot to {said}
        !use {said} for [my|the] hotspot
        hotspot band: {said}""",
        wide="""my hotspot should [run|be] on {said}
        I want [my|the] hotspot on the {said} band
        can you put [my|the] hotspot on {said}?
        [an old laptop|my tablet|the console] can't find my hotspot, set its band to {said}
        ![move|switch] the hotspot to the {said} band""",
        held="""when this phone shares its internet, have it do so at {said}
        {said} is the frequency that I'd like tethering to go over""",
        zh_train="!把热点[改到|换到]{said}频段", zh_wide="""!把热点频段[设为|换成]{said}
        平板找不到我的热点，[换成|改用]{said}""", zh_held="共享网络的频率选{said}",
        done=("The hotspot uses {band}.", "热点已使用{band}频段。"),
    ),
    wish(
        "manage_hotspot", "Let the hotspot end after {said} without devices", about=_idle_minutes, action="configure",
        autoOffMinutes="{minutes}",
        train="""the hotspot should turn itself off after {said} without [any |]devices
        !set the hotspot to turn off [by itself|automatically] after {said} without [a device|devices]
        hotspot auto-off: {said}""",
        wide="""when nobody is connected for {said}, [the|my] hotspot should turn off[ by itself|]
        !have [my|the] hotspot switch [itself |]off when it's been idle for {said}
        I keep forgetting the hotspot, let it turn off after {said} without [devices|anybody on it]
        can the hotspot turn itself off after {said} with nothing connected?
        idle hotspot: off after {said}""",
        held="""if no gadget has been using this phone's shared internet for {said}, sharing may end on its own
        let tethering shut down automatically once {said} have gone by with nobody on it""",
        zh_train="热点{said}没[人|设备]连就自动关闭", zh_wide="""!把热点[设成|设置成]{said}无设备后自动关
        我老忘关热点，空闲{said}就[自己|自动]关掉""", zh_held="要是{said}都没人蹭网，热点自己停",
        done=("The hotspot turns off after {said} without devices.", "热点在{said}无设备连接后自动关闭。"),
    ),
    wish(
        "manage_vpn", "Connect the VPN {vpn}", about=_vpn, action="connect", name="{vpn}",
        train="![connect|connect to|start] the [VPN {vpn}|{vpn} VPN]\n![turn|switch] on the {vpn} VPN\nVPN {vpn} on",
        wide="""[I'm on public Wi-Fi|I need to get into the office network], connect [to |]the VPN {vpn}
        [I want|I need|I'd like] to [use|be on] the {vpn} VPN
        can you [put me on|get me onto|connect me to] the VPN {vpn}?
        ![use|go through|activate] the VPN {vpn}
        connect me through the {vpn} VPN""",
        held="""my traffic should run through the tunnel named {vpn} from the VPN list
        establish the VPN link called {vpn}""",
        zh_train="!连[接|上]{vpn}[的|这个]VPN", zh_wide="""!打开{vpn}的VPN
        这里是公共网络，[走|连]{vpn}那个VPN""", zh_held="上网经过VPN {vpn}",
        done=("The VPN {vpn} is connected.", "已连接VPN {vpn}。"),
    ),
    wish(
        "manage_vpn", "Disconnect the VPN", about=_vpn_on, action="disconnect",
        train="![disconnect|turn off|stop] the VPN\n![turn|switch] the {vpn} VPN off\nVPN off",
        wide="""I don't need the VPN [any more|right now], [disconnect|turn it off]
        the VPN [slows everything down|makes everything slow], [turn it off|disconnect it]
        can you [disconnect|switch off] the {vpn} VPN?
        [I'm|we're] done with the VPN {vpn}, disconnect
        !get me off the VPN""",
        held="""close the tunnel {vpn}, I'd like to surf without a VPN
        no VPN from here on""",
        zh_train="![断开|关闭|关掉]VPN", zh_wide="""VPN[不用了|用完了]，[断开|关掉]
        !把{vpn}的VPN断开""", zh_held="上网别再走VPN",
        done=("The VPN is off.", "VPN已断开。"),
    ),
    wish(
        "manage_vpn", "Add the VPN {vpn}", about=_new_vpn,
        action="add", name="{vpn}", server="{server}", protocol="{protocol}",
        train="""![add|set up|create] [a|the] VPN [called|named] {vpn}: server {server}, {said}
        ![add|set up] a{n} {said} VPN {vpn} with the server {server}
        new VPN: {vpn}, {server}, {said}""",
        wide="""I need a new VPN [profile |][called|named] {vpn}, [it uses|with] {said}, and the server is {server}
        our [admin|IT] gave me a VPN: name {vpn}, server {server}, [type|protocol] {said}. Add it, please
        !put a [new |]VPN profile on the phone, {vpn}, on {server} [over|with|using] {said}
        can you add {server} as a{n} {said} VPN [called|named] {vpn}?
        !save [a new|the] VPN {vpn}: {said}, {server}""",
        held="""a tunnel via {server} is missing from my VPN list, it speaks {said} and goes by the name {vpn}
        {vpn} shall be a further VPN entry, {said} to the host {server}""",
        zh_train="!添加[一个|]VPN，名称{vpn}，服务器{server}，协议{said}", zh_wide="""!新建{said}类型的VPN {vpn}，服务器是{server}
        公司给了个VPN：{vpn}，{server}，{said}，[加一下|加上]""", zh_held="VPN列表里要多一个{vpn}，走{said}，地址{server}",
        done=("The VPN {vpn} is set up.", "已添加VPN {vpn}。"),
    ),
    wish(
        "manage_vpn", "Remove the VPN {vpn}", about=_vpn, action="remove", name="{vpn}",
        train="![delete|remove] the [VPN {vpn}|{vpn} VPN]\n![delete|remove] the VPN profile {vpn}",
        wide="""I [don't|no longer] need the VPN [profile |]{vpn}, [delete|remove] it
        !take the VPN {vpn} [off my phone|off the list]
        can you [remove|delete] the {vpn} VPN [from my phone|for good]?
        I've [left that company|cancelled that service], so delete the VPN {vpn}
        VPN {vpn}: delete""",
        held="""{vpn} should vanish from my VPN entries
        erase that {vpn} tunnel in the VPN settings""",
        zh_train="![删除|移除]VPN {vpn}", zh_wide="""VPN {vpn}[不用了|用不着了]，[删了|删掉]吧
        !把{vpn}这个VPN[删掉|移除]""", zh_held="VPN列表里别留{vpn}",
        done=("The VPN {vpn} is removed.", "已删除VPN {vpn}。"),
    ),
    wish(
        "manage_vpn", "List the VPNs", about=_vpn, tell=_tell_vpns, action="list",
        train="which VPNs [are set up|do I have|are there]?\n![list|show me] [my|the] VPN[s| profiles]\nVPN list",
        wide="""what VPN[s| profiles] [have I set up|are on this phone]?
        I'd like to [know|see] all [my|the] VPNs[ on here|]
        can you [tell|read] me the names of my VPNs?
        [tell me|name] every VPN [I have|I've got|on the phone]
        which VPNs [can|could] I [choose from|connect to]?""",
        held="""among which VPN tunnels may I pick?
        name whatever VPN entries exist""",
        zh_train="[手机里|我]有哪些VPN？", zh_wide="!列出[所有|我的]VPN\n我[设过|配置过]哪些VPN？", zh_held="能选的VPN都叫什么",
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=NETWORK, languages=("en", "en", "zh"))
def plain_hotspot_and_vpn(draw: Draw) -> Draft:
    """The phone shares its connection, or goes through a VPN."""
    return plain(draw, SHARING)


# -- mobile data, SIM cards, location


def _gigabytes(draw: Draw, rows: Rows) -> Slots:
    return {"gigabytes": draw.integer(2, 95)}


def _limited(draw: Draw, rows: Rows) -> Slots:
    slots = _gigabytes(draw, rows)
    rows.put("data_plan", "main", limit_gb=slots["gigabytes"])
    return slots


def _tell_limit(draw: Draw, payload: Any, slots: Slots) -> Told:
    limit = f"{payload['limitGb']:g}"
    return draw.tongue(f"The limit is {limit} GB.", f"上限是{limit} GB。"), [(limit,)]


def _used(draw: Draw, rows: Rows) -> Slots:
    app = draw.choice(tuple(rows.base.rows("data_usage")))
    rows.put("data_usage", app, mobile_mb=draw.integer(310, 4990, 10))
    return {}


def _tell_used(draw: Draw, payload: Any, slots: Slots) -> Told:
    used = f"{payload['mobileGb']:g}"
    return draw.tongue(f"{used} GB of mobile data so far.", f"目前用了{used} GB流量。"), [(used,)]


def _hungry_app(draw: Draw, rows: Rows) -> Slots:
    usage = rows.base.rows("data_usage")
    most = {field: max(row[field] for row in usage.values()) for field in ("mobile_mb", "wifi_mb")}
    rows.put("data_usage", draw.choice(tuple(usage)), **{field: most[field] + draw.integer(120, 900) for field in most})
    return {}


def _tell_hungry(draw: Draw, payload: Any, slots: Slots) -> Told:
    app = payload["apps"][0]["app"]
    return draw.tongue(f"{app} uses the most data.", f"用流量最多的是{app}。"), [(app,)]


def _default_sim(draw: Draw, rows: Rows) -> Slots:
    sims = rows.base.rows("sims")
    if len(sims) < 2:
        raise UnsuitableError("there is only one SIM card to choose")
    slot, other = draw.rng.sample(list(sims), 2)
    uses = {"calls": ("calls", "打电话"), "messages": ("text messages", "发短信"), "data": ("mobile data", "上网")}
    purpose = draw.choice(tuple(uses))
    rows.put("radios", "sim_defaults", **{purpose: other})
    sim = sims[slot][draw.choice(("label", "carrier"))]
    return {"sim": sim, "purpose": purpose, "use": draw.tongue(*uses[purpose])}


def _one_sim(draw: Draw, rows: Rows) -> Slots:
    slot, row = draw.choice(list(rows.base.rows("sims").items()))
    number = draw.phone_number()
    rows.put("sims", slot, number=number)
    return {"sim": row[draw.choice(("label", "carrier"))], "number": number}


def _tell_number(draw: Draw, payload: Any, slots: Slots) -> Told:
    number = slots["number"]
    return draw.tongue(f"It is {number}.", f"号码是{number}。"), [(number, number[1:])]


def _location_mode(draw: Draw, rows: Rows) -> Slots:
    said = {
        "high_accuracy": ("high accuracy", "高精度"), "battery_saving": ("battery saving", "省电"),
        "device_only": ("device only", "仅限设备"),
    }  # fmt: skip
    mode, other = draw.rng.sample(list(said), 2)
    rows.put("radios", "location", on=True, mode=other)
    return {"mode": mode, "said": draw.tongue(*said[mode])}


DATA = (
    _switch(
        "set_data_roaming", "data roaming|roaming", "数据漫游|漫游", True,
        _was("mobile_data", roaming=False),
        wide="""I'm [abroad|in another country] and [need|want] internet, [turn|switch] roaming on
        !allow [data |]roaming""",
        held="""mobile internet should work in foreign countries too
        across the border I still want to be online with my SIM, let that happen""",
        zh_wide="""!允许[数据|]漫游
        到国外了，[开|打开]漫游""", zh_held="出国也要能用手机流量",
    ),
    _switch(
        "set_data_roaming", "data roaming|roaming", "数据漫游|漫游", False,
        _was("mobile_data", roaming=True),
        wide="""I don't want [roaming charges|a huge bill] [on holiday|abroad], so [turn|switch] roaming off
        [forbid|don't allow] [data |]roaming""",
        held="""no mobile internet in foreign countries, that gets expensive
        across the border the SIM must not be used for going online""",
        zh_wide="""!禁止[数据|]漫游
        国外流量太贵，[关|关掉]漫游""", zh_held="在国外别用手机卡上网，免得被扣钱",
    ),
    _switch(
        "set_data_saver", "the data saver|data saver|data saving", "省流量模式|流量节省", True, _was("data_saver", on=False),
        wide="""I'm [low on|running out of] data, [turn|switch] the data saver on
        !save [mobile |]data, put the data saver on""",
        held="""be stingy with megabytes from now on, apps included
        the phone should get by on as few megabytes as it can""",
        zh_wide="""省流量模式[开一下|打开]
        流量不多了，[开|打开]省流量""", zh_held="上网省着点用，后台也别跑流量",
    ),
    _switch(
        "set_data_saver", "the data saver|data saver|data saving", "省流量模式|流量节省", False, _was("data_saver", on=True),
        wide="""I have [plenty of|enough] data, [turn|switch] the data saver off
        my apps [don't refresh|get nothing] in the background, [turn|switch] the data saver off""",
        held="""no need to be stingy with megabytes any longer
        apps may fetch as many megabytes as they like again, end the saving""",
        zh_wide="""省流量模式[关一下|关了吧]
        流量够用，[关|关掉]省流量""", zh_held="不必再省流量了",
    ),
    _switch(
        "set_location", "location|location services|GPS", "定位|位置服务|GPS", True, _was("location", on=False),
        wide="""[maps|the map app] can't find me, [turn|switch] [location|GPS] on
        I need [directions|navigation], so location [on|must be on]""",
        held="""apps may know where I am again, in general
        have the phone work out its position once more""",
        zh_wide="""定位[开一下|打开]
        地图找不到我，[开|打开]定位""", zh_held="让手机能知道自己在哪儿",
    ),
    _switch(
        "set_location", "location|location services|GPS", "定位|位置服务|GPS", False, _was("location", on=True),
        wide="""I don't want to be tracked, [turn|switch] [location|GPS] off
        [GPS|location] [drains|eats] my battery, [turn|switch] it off""",
        held="""the phone shouldn't work out its position any more
        nothing on this phone may know where I am""",
        zh_wide="""定位[关一下|关了吧]
        不想被追踪，[关|关掉]定位""", zh_held="别让手机知道我在哪儿",
    ),
    wish(
        "set_location", "Put location in {said} mode", about=_location_mode, enabled=True, mode="{mode}",
        train="""![set|switch|change] location to {said}[ mode|]
        !put location [services |]in {said} mode
        location mode: {said}""",
        wide="""location should [run|be] in {said} mode
        I want [location|my location] in {said} mode
        can you [use|choose] {said} for location?
        for location, use the {said} mode
        [the mode for location|the location mode] should be {said}""",
        held="""my position is to be found the {said} way
        when the phone works out where it is, let it go by {said}""",
        zh_train="!把定位[模式|]改成{said}[模式|]", zh_wide="""定位模式[用|选]{said}
        定位[换成|切到]{said}模式""", zh_held="找位置按{said}的方式来",
        done=("Location runs in {said} mode.", "定位已改为{said}模式。"),
    ),
    wish(
        "manage_data_usage", "Set a data limit of {gigabytes} GB", about=_gigabytes,
        action="set_limit", gigabytes="{gigabytes}",
        train="""!limit [my |]mobile data to {gigabytes} [GB|gigabytes|gigs]
        !set [a data limit of|the mobile data limit to] {gigabytes} [GB|gigabytes|gigs]
        data limit: {gigabytes} GB""",
        wide="""my [mobile |]data limit should be {gigabytes} [GB|gigabytes|gigs]
        I don't want to use more than {gigabytes} [GB|gigs] of mobile data, [limit it|set that as the limit]
        my plan [has|comes with] {gigabytes} GB, make that the [mobile |]data limit
        can you cap [my |]mobile data at {gigabytes} [GB|gigabytes]?
        !cap mobile data at {gigabytes} [GB|gigs] [per|a] [month|cycle]""",
        held="""{gigabytes} GB is the most that may go through the SIM in a billing cycle
        once {gigabytes} gigabytes have gone, there is to be no further mobile internet until the next cycle""",
        zh_train="!把流量上限[设为|设成]{gigabytes}GB", zh_wide="""每月流量[最多|不超过]{gigabytes}GB，[设个上限|限制一下]
        !限制手机流量到{gigabytes}G""", zh_held="一个周期最多让用{gigabytes}GB流量",
        done=("Mobile data is limited to {gigabytes} GB.", "流量上限已设为{gigabytes}GB。"),
    ),
    wish(
        "manage_data_usage", "Set a data warning at {gigabytes} GB", about=_gigabytes,
        action="set_warning", gigabytes="{gigabytes}",
        train="""!warn me [at|after] {gigabytes} [GB|gigabytes|gigs] of mobile data
        !set a [mobile |]data warning at {gigabytes} [GB|gigabytes|gigs]
        data warning: {gigabytes} GB""",
        wide="""[I want|I'd like] a warning [once|when] {gigabytes} [GB|gigs] of mobile data are used
        [tell|warn] me when my mobile data use reaches {gigabytes} [GB|gigabytes]
        can you [alert|warn] me when I've used {gigabytes} [GB|gigs] of data?
        I [always run|keep running] out of data without noticing, warn me at {gigabytes} GB
        my data warning should come at {gigabytes} [GB|gigabytes]""",
        held="""give me a heads-up as soon as {gigabytes} GB have gone through the SIM
        from {gigabytes} gigabytes of mobile internet on, let me know so that I can be careful""",
        zh_train="流量用到{gigabytes}GB[提醒我|时警告我]", zh_wide="""!把流量警告[设为|设成]{gigabytes}GB
        手机流量满{gigabytes}G就[提醒|警告]我一声""", zh_held="这个月跑了{gigabytes}GB流量就说一声",
        done=("You are warned at {gigabytes} GB of mobile data.", "流量用到{gigabytes}GB时会提醒你。"),
    ),
    wish(
        "manage_data_usage", "Remove the data limit", about=_limited, action="clear_limit",
        train="""![remove|clear|delete] [my|the] [mobile |]data limit
        no [mobile |]data limit[ any more|]
        ![take|lift] the [limit off mobile data|data limit, I don't want one]""",
        wide="""I [have|got] unlimited data now, [remove|clear] the [data |]limit
        I don't want a data limit [any more|any longer]
        can you [get rid of|remove] the [mobile |]data limit?
        the {gigabytes} GB data limit [can go|isn't needed any more]
        mobile data should have no limit""",
        held="""let the SIM go through as many gigabytes as it likes, no cap
        that cap of {gigabytes} gigabytes on mobile internet: away with it""",
        zh_train="![取消|去掉]流量上限", zh_wide="""流量[不用|不要]再限制了，[取消上限|去掉限额]
        换成不限量套餐了，[去掉|取消]流量上限""", zh_held="流量想用多少用多少，别设限了",
        done=("Mobile data has no limit.", "已取消流量上限。"),
    ),
    wish(
        "manage_data_usage", "Look up the data limit", about=_limited, tell=_tell_limit, action="get",
        train="""what's my [mobile |]data limit?
        [what|which] limit is set for mobile data?
        data limit?""",
        wide="""how [high|big] is my [mobile |]data limit?
        [tell me|check] what [mobile |]data limit [is set|I have set]
        at how many gigabytes is my mobile data [limited|capped]?
        I forgot [what|which] data limit I set
        is there a [mobile |]data limit? [How much|What is it]?""",
        held="""how many gigabytes may go through the SIM before it is cut off?
        where does the cap on mobile internet stand?""",
        zh_train="[我的|]流量上限是多少？", zh_wide="""!看看流量[上限|限额]设了多少
        我[设的|设置的]流量上限是几个G？""", zh_held="流量用到多少会被停",
    ),
    wish(
        "manage_data_usage", "Look up the mobile data used", about=_used, tell=_tell_used, action="get",
        train="""how much mobile data have I used[ this month| so far|]?
        what's my mobile data usage?
        mobile data used?""",
        wide="""how [much|many gigabytes of] mobile data [did I use|has this phone used] [this cycle|so far]?
        [tell me|check] how much mobile data [I've|I have] used
        am I using [a lot of|too much] mobile data? How much is it [so far|up to now]?
        I'd like to know [how much|how many GB of] mobile data I've gone through
        mobile data so far, how many GB?""",
        held="""how many gigabytes have gone through the SIM in the current billing cycle?
        my consumption of mobile internet up to today, please""",
        zh_train="[这个月|我]用了多少手机流量？", zh_wide="""!查一下[我的|]手机流量用了多少
        流量[已经|到现在]用掉几个G了？""", zh_held="手机卡上网到今天跑了多少GB",
    ),
    wish(
        "manage_data_usage", "See which app uses the most data", about=_hungry_app, tell=_tell_hungry, action="get",
        train="""which app [uses|has used] the most data?
        what [app |]uses [up |]the most data?
        biggest data user among my apps?""",
        wide="""which of my apps [is eating|eats] [up |]the most data?
        [tell me|find out] which app [goes through|uses up] the most data
        my data [is always gone|keeps running out], which app uses [the most|most of it]?
        what's the most data-hungry app [on here|on my phone]?
        I want to know which app [takes|needs] the most data""",
        held="""who is the worst megabyte guzzler on this phone?
        of all the programs, which one consumes most when it comes to megabytes?""",
        zh_train="哪个应用[最费流量|用的流量最多]？", zh_wide="""!看看什么应用用流量最多
        流量老是不够，[是哪个应用|哪个软件]用得最多？""", zh_held="谁是手机里的流量大户",
    ),
    wish(
        "manage_sim", "Use the SIM {sim} for {use}", about=_default_sim, action="set_default", purpose="{purpose}", sim="{sim}",
        train="""!use the {sim} SIM for {use}
        !make the {sim} SIM the default for {use}
        default SIM for {use}: {sim}""",
        wide="""for {use}, [I want|use|take] the {sim} SIM[ card|]
        the {sim} SIM should be [used|the default] for {use}
        I'd like [my |]{use} to go [through|over] the {sim} SIM
        can you [switch|set] {use} to the {sim} SIM?
        ![change|set] the default SIM for {use} to {sim}""",
        held="""when it comes to {use}, it's the {sim} card that the phone ought to go by
        as regards {use}, prefer the {sim} card over the other one""",
        zh_train="{use}[默认|]用{sim}卡", zh_wide="""!把{use}的默认SIM卡[设为|换成]{sim}卡
        以后{use}都[走|用]{sim}那张卡""", zh_held="{use}的时候选{sim}的卡",
        done=("The {sim} SIM is the default for {use}.", "{use}已默认使用{sim}卡。"),
    ),
    wish(
        "manage_sim", "Look up the number of the SIM {sim}", about=_one_sim, tell=_tell_number, action="list",
        train="""what's the number of my {sim} SIM?
        ![tell|show] me the phone number [of|on] my {sim} SIM
        number of the {sim} SIM?""",
        wide="""[which|what] number does my {sim} SIM have?
        I [can't remember|forgot|need] the number of my {sim} SIM
        [somebody asks|I have to fill in a form]: what is the phone number of my {sim} SIM?
        can you [look up|read me] the number of my {sim} SIM card?
        what's my own number on the {sim} SIM?""",
        held="""under which digits can people reach me on the {sim} card?
        I have to give somebody my own number, the one of the {sim} card""",
        zh_train="我{sim}卡的号码是多少？", zh_wide="""!查一下{sim}[那张|]SIM卡的[手机|]号码
        我忘了{sim}卡的[号|号码]，是多少？""", zh_held="别人要打我{sim}那张卡，该拨什么号",
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=NETWORK, languages=("en", "en", "zh"))
def plain_data(draw: Draw) -> Draft:
    """Mobile data, SIM cards and the phone's own position are set or told."""
    return plain(draw, DATA)
