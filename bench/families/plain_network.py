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
        I want to use the Wi-Fi here, but it's off at the moment""",
        zh_wide="""Wi-Fi[开一下|打开]
        到家了，[开|打开]Wi-Fi吧""", zh_held="Wi-Fi怎么是关的，给我打开吧",
    ),
    _switch(
        "set_wifi", "Wi-Fi|wifi|the Wi-Fi", "Wi-Fi|无线网", False, _was("wifi", on=True),
        wide="""the Wi-Fi here is [terrible|useless|so slow], [turn|switch] it off
        I don't [need|want] Wi-Fi [right now|at the moment], [turn|switch] it off""",
        held="""kill the Wi-Fi
        shut the Wi-Fi down, I'm out anyway""",
        zh_wide="""Wi-Fi[关一下|关了吧]
        这里的无线网太慢，[关了|关掉]吧""", zh_held="我现在用不着Wi-Fi，先关上",
    ),
    _switch(
        "set_bluetooth", "Bluetooth|bluetooth|BT", "蓝牙", True, _was("bluetooth", on=False),
        wide="""my [headphones|earbuds] can't connect because Bluetooth is off, [turn|switch] it on
        I'm [getting into|in] the car and need Bluetooth, [switch|turn] it on""",
        held="""I'd like to use my wireless speaker, can you get Bluetooth going?
        Bluetooth is off, please change that""",
        zh_wide="""蓝牙[开一下|打开]
        要连耳机，先[开|打开]蓝牙""", zh_held="我要用蓝牙音箱，先启用蓝牙",
    ),
    _switch(
        "set_bluetooth", "Bluetooth|bluetooth|BT", "蓝牙", False, _was("bluetooth", on=True),
        wide="""Bluetooth is [draining|eating] my battery, [turn|switch] it off
        I'm [done with|not using] Bluetooth[ for now|], [turn|switch] it off""",
        held="""kill Bluetooth
        I've taken my earbuds out, Bluetooth can go off now""",
        zh_wide="""蓝牙[关一下|关了吧]
        蓝牙太费电，[关了|关掉]它""", zh_held="耳机摘了，蓝牙可以关了",
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
        held="""my friend is searching for my phone on Bluetooth, please let it be found
        !make me show up in the Bluetooth list on other people's devices""",
        zh_train="!让[手机|别的设备能]通过蓝牙被发现", zh_wide="""!打开蓝牙可见性
        旁边的设备用蓝牙搜不到我的手机，让它[可见|能被搜到]""", zh_held="朋友的手机搜不到我的蓝牙，让它能搜到",
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
        held="""I don't want my phone to show up in other people's Bluetooth lists, but I'm still using Bluetooth
        !stop other devices from finding me over Bluetooth, without switching it off""",
        zh_train="!蓝牙开着，但[别让别人搜到|不要被发现]", zh_wide="""!关闭蓝牙可见性，蓝牙[本身|]别关
        蓝牙我还要用，[只是|但]不想让陌生设备看见手机""", zh_held="蓝牙继续用，但别人的设备不能搜到我",
        done=("Bluetooth is on, and the phone is hidden.", "蓝牙开着，手机不会再被搜到。"),
    ),
    _switch(
        "set_mobile_data", "mobile data|cellular data|my mobile data", "移动数据|手机流量", True,
        _was("mobile_data", on=False),
        wide="""[there's|I have] no Wi-Fi here, [turn|switch] mobile data on
        I'm [out and about|on the train|leaving the house] and need [internet|to be online], mobile data on""",
        held="""I have no internet out here, can you get mobile data going?
        my mobile data seems to be disabled, please change that""",
        zh_wide="""[流量|移动数据][开一下|打开]
        外面没Wi-Fi，[开|打开]移动数据""", zh_held="在外面上不了网，移动数据启用一下",
    ),
    _switch(
        "set_mobile_data", "mobile data|cellular data|my mobile data", "移动数据|手机流量", False,
        _was("mobile_data", on=True),
        wide="""my data [plan|allowance] is [nearly|almost] used up, [turn|switch] mobile data off
        I only want to be online over Wi-Fi, [turn|switch] off mobile data""",
        held="""!stop using mobile data, I want to save what's left of my plan
        my children have used up a lot of mobile data, please shut it off""",
        zh_wide="""[流量|移动数据][关一下|关了吧]
        流量快用完了，[关|关掉]移动数据""", zh_held="先别用移动数据上网了",
    ),
    _switch(
        "set_airplane_mode", "airplane mode|flight mode|aeroplane mode", "飞行模式", True, _was("airplane", on=False),
        wide="""[I'm boarding|boarding now|we're about to take off], [airplane|flight] mode please
        the [doors are closing|plane is leaving], put the phone in [airplane|flight] mode""",
        held="""I'm on a plane, so please use flight mode now
        the cabin crew says all phones have to go into airplane mode""",
        zh_wide="""飞行模式[开一下|打开]
        马上起飞了，[开|调成]飞行模式""", zh_held="我上飞机了，手机要进入飞行模式",
    ),
    _switch(
        "set_airplane_mode", "airplane mode|flight mode|aeroplane mode", "飞行模式", False, _in_flight,
        wide="""we've [just |]landed, [turn|switch] [airplane|flight] mode off
        ![end|leave|exit] [airplane|flight] mode""",
        held="""the flight is over, so flight mode isn't needed any more
        back on the ground, no more airplane mode""",
        zh_wide="""飞行模式[关一下|关了吧]
        飞机落地了，[退出|取消]飞行模式""", zh_held="下飞机了，飞行模式不需要了",
    ),
    _switch(
        "set_nfc", "NFC", "NFC", True, _was("nfc", on=False),
        wide="""I want to pay [with my phone|contactless], [turn|switch] NFC on
        the card reader doesn't [see|recognise] my phone, NFC must be off, [turn|switch] it on""",
        held="""I'm at the checkout and NFC is off, please get it working
        I want to tap my phone at the ticket gate, that needs NFC""",
        zh_wide="""NFC[开一下|打开]
        要刷手机坐地铁，[开|打开]NFC""", zh_held="刷手机没反应，把NFC启用一下",
    ),
    _switch(
        "set_nfc", "NFC", "NFC", False, _was("nfc", on=True),
        wide="""I don't [use|need] NFC, [turn|switch] it off
        nobody should [read|steal] anything off my phone [on the tube|in a crowd], NFC off""",
        held="""kill NFC
        shut NFC down, I never tap to pay""",
        zh_wide="""NFC[关一下|关了吧]
        NFC我用不着，[关了|关掉]吧""", zh_held="我从来不刷手机付钱，NFC停用吧",
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
        held="""is {name} active at the moment?
        I'm not sure about {name}, is it currently enabled?""",
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
        held="""I'm at a friend's place, their Wi-Fi is {ssid} and its password is {password}, please get me online
        the sign says the Wi-Fi password is {password} and the network is {ssid}, please connect my phone""",
        zh_train="!连[接|上]Wi-Fi {ssid}，密码[是|]{password}", zh_wide="""Wi-Fi叫{ssid}，密码是{password}，[连一下|连上去]
        !用密码{password}连接{ssid}这个无线网""", zh_held="这里的Wi-Fi是{ssid}，密码写的是{password}，给手机连一下",
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
        held="""!reconnect to {ssid}, we've used that Wi-Fi before
        the phone should be connected to {ssid}, that Wi-Fi is already saved""",
        zh_train="!连[接|上]Wi-Fi {ssid}", zh_wide="""![换|切换]到Wi-Fi {ssid}，以前连过
        这个网太慢，[改连|换成]保存过的{ssid}""", zh_held="{ssid}这个Wi-Fi存过密码，直接连吧",
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
        held="""I need to get off {ssid} for a while, but don't touch the Wi-Fi itself
        !disconnect my phone from this Wi-Fi, though I want Wi-Fi to stay enabled""",
        zh_train="!断开{ssid}，[但|]Wi-Fi别关", zh_wide="""!断开当前的Wi-Fi网络，[不用|别]关Wi-Fi
        先别连{ssid}了，Wi-Fi[开着|留着]""", zh_held="{ssid}断开就行，Wi-Fi不要关",
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
        held="""I've moved out, so {ssid} can be deleted from my Wi-Fi list
        I don't want my phone to remember the Wi-Fi {ssid} or its password""",
        zh_train="![忘记|忽略]Wi-Fi {ssid}", zh_wide="""!把{ssid}从保存的Wi-Fi里[删掉|移除]
        手机老是自动连{ssid}这个Wi-Fi，[忘掉|忽略]它""", zh_held="以后不连{ssid}了，这个Wi-Fi让手机忘掉",
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
        held="""which Wi-Fi networks does my phone already know?
        !read out the Wi-Fi networks that are stored on my phone""",
        zh_train="手机[保存了|存了]哪些Wi-Fi？", zh_wide="""!列出保存过的Wi-Fi
        我以前[连过|存过]的Wi-Fi有哪些？""", zh_held="手机记住的Wi-Fi都叫什么？",
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
        held="""are there any Wi-Fi networks close by? What are they called?
        I need internet in this cafe, look around for Wi-Fi and tell me the names""",
        zh_train="附近有[哪些|什么]Wi-Fi？", zh_wide="""![扫描|搜索]一下[周围|附近]的Wi-Fi，[都有哪些|报一下名字]
        这里能[连|搜到]哪些Wi-Fi？""", zh_held="看看旁边有没有Wi-Fi，都叫什么？",
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
        held="""the phone says it's on Wi-Fi, but on which network?
        what's the network name of the Wi-Fi I've got right now?""",
        zh_train="我[现在|]连的是哪个Wi-Fi？", zh_wide="""手机[现在|]连着什么Wi-Fi？
        !看看[当前|现在]连的Wi-Fi叫什么""", zh_held="手机这会儿用的Wi-Fi是哪一个？",
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
        held="""how many megabits per second does my internet connection give me?
        videos keep stopping, can you test how fast the internet is?""",
        zh_train="![测|测一下]网速", zh_wide="""[现在|我的]网速[有多快|是多少]？
        感觉网有点慢，[测测|测一下]速度""", zh_held="看视频老卡，网速到底有多少？",
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
        held="""I'd like to share my internet with my laptop, so start the hotspot
        my friend has no data left, can you start a hotspot for her?""",
        zh_wide="""热点[开一下|打开]
        电脑要上网，[开|打开]手机热点""", zh_held="我想给电脑分享手机网络，启用热点吧", action="turn_on",
    ),
    _switch(
        "manage_hotspot", "the hotspot|hotspot|my hotspot|the mobile hotspot", "热点|个人热点", False, _sharing,
        wide="""nobody [needs|is using] my hotspot [any more|now], [turn|switch] it off
        ![stop|end] the hotspot""",
        held="""we're done sharing, please shut the hotspot down
        !stop sharing my internet, that hotspot isn't needed now""",
        zh_wide="""热点[关一下|关了吧]
        热点没人用了，[关了|关掉]吧""", zh_held="不用再给别人分享网络了，热点停了吧", action="turn_off",
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
        held="""what do people have to enter to join my hotspot?
        my colleague is asking for my hotspot's password, which is it?""",
        zh_train="[我的|手机]热点密码是[什么|多少]？", zh_wide="""!看一下[我的|]热点密码
        朋友要连我的热点，密码是[啥|多少]？""", zh_held="同事想用我的热点，要输什么密码？",
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
        held="""for my hotspot, please make the password {password}
        I'd like a different password on my hotspot, let's take {password}""",
        zh_train="!把热点密码[改成|设为]{password}", zh_wide="""热点密码[换成|用]{password}
        知道我热点密码的人太多了，[改成|换成]{password}""", zh_held="以后连我的热点，密码要输{password}",
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
        held="""other people should see my hotspot as {name}
        !give the hotspot a different name, {name}""",
        zh_train="!把热点[改名为|名字改成]{name}", zh_wide="""热点名称[用|换成]{name}
        我的热点叫{name}[就好|吧]""", zh_held="给我的热点起个新名字，就叫{name}",
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
        held="""for the band of my hotspot, please choose {said}
        my laptop only works with {said}, so please change the hotspot's band""",
        zh_train="!把热点[改到|换到]{said}频段", zh_wide="""!把热点频段[设为|换成]{said}
        平板找不到我的热点，[换成|改用]{said}""", zh_held="热点的频段选{said}那个",
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
        held="""if no one has used my hotspot for {said}, it should end by itself
        I want the hotspot to stop automatically when {said} have passed with nobody using it""",
        zh_train="热点{said}没[人|设备]连就自动关闭", zh_wide="""!把热点[设成|设置成]{said}无设备后自动关
        我老忘关热点，空闲{said}就[自己|自动]关掉""", zh_held="热点要是{said}没人用就自动停掉",
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
        held="""before I do my banking, get the VPN {vpn} running
        !put my connection through the VPN called {vpn}""",
        zh_train="!连[接|上]{vpn}[的|这个]VPN", zh_wide="""!打开{vpn}的VPN
        这里是公共网络，[走|连]{vpn}那个VPN""", zh_held="我要用{vpn}这个VPN上网",
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
        held="""I'd like to go online without the VPN again
        !end the VPN connection {vpn}""",
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
        held="""I have a new VPN to enter: the server is {server}, it's called {vpn} and uses {said}
        !save these VPN details for me: {said} is the protocol, {server} the server and {vpn} the name""",
        zh_train="!添加[一个|]VPN，名称{vpn}，服务器{server}，协议{said}", zh_wide="""!新建{said}类型的VPN {vpn}，服务器是{server}
        公司给了个VPN：{vpn}，{server}，{said}，[加一下|加上]""", zh_held="要配一个VPN：服务器地址{server}，用{said}，起名{vpn}",
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
        held="""!clear {vpn} out of the VPN settings
        I've stopped paying for the VPN {vpn}, so it can be removed""",
        zh_train="![删除|移除]VPN {vpn}", zh_wide="""VPN {vpn}[不用了|用不着了]，[删了|删掉]吧
        !把{vpn}这个VPN[删掉|移除]""", zh_held="{vpn}那个VPN过期了，从手机上删除",
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
        held="""what are all my VPN connections called?
        are there any VPNs on this phone, and what are their names?""",
        zh_train="[手机里|我]有哪些VPN？", zh_wide="!列出[所有|我的]VPN\n我[设过|配置过]哪些VPN？", zh_held="我手机上的VPN都叫什么名字？",
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
        held="""I'm going to Spain, so my mobile data has to work with roaming there
        the phone should use roaming while I'm travelling""",
        zh_wide="""!允许[数据|]漫游
        到国外了，[开|打开]漫游""", zh_held="明天出国，手机要能漫游上网",
    ),
    _switch(
        "set_data_roaming", "data roaming|roaming", "数据漫游|漫游", False,
        _was("mobile_data", roaming=True),
        wide="""I don't want [roaming charges|a huge bill] [on holiday|abroad], so [turn|switch] roaming off
        [forbid|don't allow] [data |]roaming""",
        held="""!make sure the phone isn't roaming while we travel, it's too expensive
        !stop the roaming, I'll use the hotel's Wi-Fi""",
        zh_wide="""!禁止[数据|]漫游
        国外流量太贵，[关|关掉]漫游""", zh_held="怕漫游扣钱，别让手机漫游",
    ),
    _switch(
        "set_data_saver", "the data saver|data saver|data saving", "省流量模式|流量节省", True, _was("data_saver", on=False),
        wide="""I'm [low on|running out of] data, [turn|switch] the data saver on
        !save [mobile |]data, put the data saver on""",
        held="""I'm almost out of data, start the data saver
        !put the phone in data saving mode, my plan is running low""",
        zh_wide="""省流量模式[开一下|打开]
        流量不多了，[开|打开]省流量""", zh_held="流量得省着用，启用省流量模式",
    ),
    _switch(
        "set_data_saver", "the data saver|data saver|data saving", "省流量模式|流量节省", False, _was("data_saver", on=True),
        wide="""I have [plenty of|enough] data, [turn|switch] the data saver off
        my apps [don't refresh|get nothing] in the background, [turn|switch] the data saver off""",
        held="""I've got a bigger plan now, so I no longer need the data saver
        !stop the data saver, it makes everything load slowly""",
        zh_wide="""省流量模式[关一下|关了吧]
        流量够用，[关|关掉]省流量""", zh_held="套餐够大，省流量模式可以停了",
    ),
    _switch(
        "set_location", "location|location services|GPS", "定位|位置服务|GPS", True, _was("location", on=False),
        wide="""[maps|the map app] can't find me, [turn|switch] [location|GPS] on
        I need [directions|navigation], so location [on|must be on]""",
        held="""the map can't show where I am because location is off, please change that
        I'm about to go hiking and want GPS running""",
        zh_wide="""定位[开一下|打开]
        地图找不到我，[开|打开]定位""", zh_held="地图上看不到我的位置，把定位启用一下",
    ),
    _switch(
        "set_location", "location|location services|GPS", "定位|位置服务|GPS", False, _was("location", on=True),
        wide="""I don't want to be tracked, [turn|switch] [location|GPS] off
        [GPS|location] [drains|eats] my battery, [turn|switch] it off""",
        held="""I don't want the phone to know my location any more
        no app should be able to see where I am, please stop location services""",
        zh_wide="""定位[关一下|关了吧]
        不想被追踪，[关|关掉]定位""", zh_held="我不想让手机知道我的位置，定位停用吧",
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
        held="""my location mode is wrong, it should be {said}
        for finding my location, {said} is the mode I prefer""",
        zh_train="!把定位[模式|]改成{said}[模式|]", zh_wide="""定位模式[用|选]{said}
        定位[换成|切到]{said}模式""", zh_held="定位的方式选成{said}",
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
        held="""!stop my mobile data once it has reached {gigabytes} gigabytes
        {gigabytes} GB is all the data I'm paying for, so set the limit there""",
        zh_train="!把流量上限[设为|设成]{gigabytes}GB", zh_wide="""每月流量[最多|不超过]{gigabytes}GB，[设个上限|限制一下]
        !限制手机流量到{gigabytes}G""", zh_held="流量用满{gigabytes}GB就别再用了，设成上限",
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
        held="""!give me a heads-up as soon as I've used {gigabytes} GB of mobile data
        I'd like to be warned about my data at {gigabytes} gigabytes""",
        zh_train="流量用到{gigabytes}GB[提醒我|时警告我]", zh_wide="""!把流量警告[设为|设成]{gigabytes}GB
        手机流量满{gigabytes}G就[提醒|警告]我一声""", zh_held="流量跑到{gigabytes}GB的时候警告一下",
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
        held="""!let me use as much mobile data as I like, without a limit
        I've changed my plan, so my mobile data shouldn't be limited now""",
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
        held="""I once set a limit for mobile data, how many gigabytes was it?
        after how many gigabytes does my mobile data stop?""",
        zh_train="[我的|]流量上限是多少？", zh_wide="""!看看流量[上限|限额]设了多少
        我[设的|设置的]流量上限是几个G？""", zh_held="流量用到多少GB就到上限了？",
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
        held="""how much of my mobile data is gone already?
        I've been online a lot, how many gigabytes of mobile data was that this month?""",
        zh_train="[这个月|我]用了多少手机流量？", zh_wide="""!查一下[我的|]手机流量用了多少
        流量[已经|到现在]用掉几个G了？""", zh_held="到今天为止，移动数据跑了多少GB？",
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
        held="""what app is eating up my data the most?
        of all my apps, which one has the highest data usage?""",
        zh_train="哪个应用[最费流量|用的流量最多]？", zh_wide="""!看看什么应用用流量最多
        流量老是不够，[是哪个应用|哪个软件]用得最多？""", zh_held="流量都被哪个应用用掉了？",
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
        held="""!pick the {sim} SIM for {use} from now on
        I'd rather have {use} on the {sim} SIM""",
        zh_train="{use}[默认|]用{sim}卡", zh_wide="""!把{use}的默认SIM卡[设为|换成]{sim}卡
        以后{use}都[走|用]{sim}那张卡""", zh_held="{use}的默认卡选{sim}",
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
        held="""someone wants to call me on my {sim} SIM, what number should I give them?
        !look at my {sim} SIM and give me its number""",
        zh_train="我{sim}卡的号码是多少？", zh_wide="""!查一下{sim}[那张|]SIM卡的[手机|]号码
        我忘了{sim}卡的[号|号码]，是多少？""", zh_held="要告诉别人我{sim}那张SIM卡的号码，是多少？",
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=NETWORK, languages=("en", "en", "zh"))
def plain_data(draw: Draw) -> Draft:
    """Mobile data, SIM cards and the phone's own position are set or told."""
    return plain(draw, DATA)
