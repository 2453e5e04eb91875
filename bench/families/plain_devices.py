"""Plain requests about what the phone works together with: accessories, the smart home, other screens and printers."""

from collections.abc import Sequence
from typing import Any

from harness.contract import Json

from .. import entities
from ..draw import Draw
from ..plain import About, Before, Slots, Wish, plain, switch, tell_names, wish
from ..rows import Rows
from ..scenario import Draft, family

DEVICES = ("Devices & Cross-device",)
LISTED = 6


# -- accessories


def _accessory(kind: str = "", **fields: Json) -> About:
    """An accessory in a state, and another one that is not meant."""

    def about(draw: Draw, rows: Rows) -> Slots:
        sort = kind or draw.choice(("headphones", "speaker"))
        names = entities.SPEAKERS if sort == "speaker" else entities.HEADPHONES
        device, other, new = (draw.pick(names) for _ in range(3))
        battery, place = draw.integer(5, 98), draw.place()
        key = rows.accessory(device, sort, battery=battery, place=place)
        rows.accessory(other, sort)
        rows.put("bluetooth_devices", key, **fields)
        many = draw.language == "en" and sort == "headphones"
        it, be, does = ("them", "are", "do") if many else ("it", "is", "does")
        return {"device": device, "new": new, "it": it, "be": be, "does": does}

    return about


def _speaker(draw: Draw, rows: Rows) -> Slots:
    return _accessory("speaker", connected=True)(draw, rows)


def _sound_elsewhere(draw: Draw, rows: Rows) -> Slots:
    key = rows.accessory(draw.pick(entities.SPEAKERS), "speaker", connected=True)
    rows.put("audio_route", "main", output=key)
    return {}


def _tell_found(draw: Draw, payload: Any, slots: Slots) -> tuple[str, Sequence[Sequence[str]]]:
    return tell_names(draw, [device["name"] for device in payload["devices"]], LISTED)


def _tell_battery(draw: Draw, payload: Any, slots: Slots) -> tuple[str, Sequence[Sequence[str]]]:
    level = payload["accessories"][0]["battery"]
    return draw.tongue(f"{slots['device']} is at {level} percent.", f"{slots['device']}还有{level}%的电。"), [(str(level),)]


def _tell_place(draw: Draw, payload: Any, slots: Slots) -> tuple[str, Sequence[Sequence[str]]]:
    place = payload["place"]
    return draw.tongue(f"{slots['device']} was last seen in {place}.", f"{slots['device']}最后在{place}。"), [(place,)]


ACCESSORIES = (
    wish(
        "manage_bluetooth_device", "{device} is to be connected", about=_accessory(), action="connect", device="{device}",
        done=("{device} is connected.", "{device}已连接。"),
        train="""!connect [to |][my |the |]{device}
        connect {device}[ over Bluetooth|]""",
        wide="""I want to [listen with|use] [my|the] {device}, connect {it}
        ![link|hook] the phone up with [my|the] {device}
        {device}: connect
        the phone should be connected to [my|the] {device}
        can you get [my|the] {device} connected?
        why is there no sound? Connect my {device}""",
        held="""my {device} isn't connected to the phone yet, hook it up over Bluetooth
        !get the {device} connected, I'd like to listen to something""",
        zh_train="!连接[我的|]{device}", zh_wide="!把{device}连上\n我要用{device}，连一下", zh_held="用蓝牙连一下我的{device}",
    ),
    wish(
        "manage_bluetooth_device", "{device} is to be disconnected", about=_accessory(connected=True), action="disconnect",
        device="{device}", done=("{device} is disconnected.", "{device}已断开。"),
        train="""!disconnect [from |][my |the |]{device}
        disconnect {device}""",
        wide="""I'm done with [my|the] {device}, disconnect {it}
        {device}: disconnect
        the phone should not be connected to [my|the] {device} any more
        ![cut|end] the connection [to|with] [my|the] {device}
        can you disconnect {device}[ for now|]?""",
        held="""I've finished with the {device}, so break its Bluetooth connection for now
        !drop the Bluetooth connection to my {device}, but leave it paired""",
        zh_train="!断开{device}", zh_wide="!把{device}断开\n{device}不用了，断开连接", zh_held="先别跟{device}连着了",
    ),
    wish(
        "manage_bluetooth_device", "{device} is to be paired", about=_accessory(paired=False), action="pair",
        device="{device}", done=("{device} is paired.", "{device}已配对。"),
        train="""!pair [with |][my |the |][new |]{device}
        pair {device}[ over Bluetooth|]""",
        wide="""I [bought|have] a new {device}, pair {it}
        {device}: pair
        the phone should be paired with [my|the] {device}
        ![add|set up] {device} as a new Bluetooth device, pair it
        can you pair the phone with {device}?""",
        held="""I just unpacked my new {device}, get it paired over Bluetooth
        !set up Bluetooth pairing with my {device}""",
        zh_train="!配对[新的|]{device}", zh_wide="!跟{device}配对", zh_held="新买的{device}，用蓝牙配对一下",
    ),
    wish(
        "manage_bluetooth_device", "{device} is to be unpaired", about=_accessory(), action="unpair", device="{device}",
        done=("{device} is unpaired.", "{device}已取消配对。"),
        train="""!unpair [my |the |]{device}
        ![forget|remove] the Bluetooth device {device}""",
        wide="""I [sold|gave away] my {device}, unpair {it}
        {device}: unpair
        the phone should forget the Bluetooth device {device}
        ![delete|remove] {device} from my Bluetooth devices
        can you forget {device}, the Bluetooth device?""",
        held="""I don't own the {device} any more, so take it off the paired devices
        the phone can forget about the {device}, I don't want it paired""",
        zh_train="!取消[和|与]{device}的配对", zh_wide="!从蓝牙设备里删掉{device}", zh_held="{device}送人了，蓝牙里忘掉它",
    ),
    wish(
        "manage_bluetooth_device", "{device} becomes {new}", about=_accessory(), action="rename", device="{device}",
        newName="{new}", done=("{device} is called {new} now.", "{device}改名为{new}了。"),
        train="""!rename [my |the |]{device} to {new}
        ![call|name] [my |the |]{device} {new}[ from now on|]""",
        wide="""![change|set] the name of [my |the |]{device} to {new}
        [my |the |]{device} should be called {new}
        the name {device} is confusing, rename it to {new}
        {device}: rename to {new}
        can you give {device} the name {new}?""",
        held="""I'd like my {device} to show up as {new} on Bluetooth
        !give my Bluetooth device {device} a new name: {new}""",
        zh_train="!把{device}改名为{new}", zh_wide="{device}的名字改成{new}", zh_held="我那个蓝牙设备{device}以后叫{new}",
    ),
    wish(
        "manage_bluetooth_device", "new devices nearby", about=_accessory(paired=False), tell=_tell_found, action="scan",
        train="""!scan for [new |]Bluetooth devices
        which [new|unpaired] Bluetooth devices are [nearby|around]?""",
        wide="""![look|search] for [new |]Bluetooth devices[ to pair|]
        is there a new Bluetooth device around? [Which|Which one]?
        I want to pair something, which Bluetooth devices are [there|in range]?
        what can I pair with here?
        Bluetooth scan, please""",
        held="""is there any Bluetooth thing around here I haven't paired yet?
        !check what Bluetooth devices I could pair with nearby""",
        zh_train="!扫描[附近的|]蓝牙设备", zh_wide="附近有哪些没配对的蓝牙设备", zh_held="搜一下周围有什么新的蓝牙设备能连",
    ),
    wish(
        "manage_bluetooth_device", "which devices are paired", about=_accessory(), tell=_tell_found, action="list",
        train="""which Bluetooth devices are paired?
        ![list|show me] [my|the] paired Bluetooth devices""",
        wide="""[what|which] Bluetooth devices do I have?
        my Bluetooth devices?
        tell me [which|what] Bluetooth devices the phone is paired with
        what is the phone paired with?""",
        held="""which Bluetooth things have I paired so far?
        remind me what's paired with this phone over Bluetooth""",
        zh_train="配对了哪些蓝牙设备", zh_wide="!列出已配对的蓝牙设备", zh_held="手机配过对的蓝牙都有哪几个",
    ),
    wish(
        "get_accessory_battery", "how full {device} is", about=_accessory(connected=True), tell=_tell_battery,
        device="{device}",
        train="""how much battery {does} [my|the] {device} have[ left|]?
        {device} battery?""",
        wide="""what is the battery [level|] of [my|the] {device}?
        tell me how full the battery of [my|the] {device} is
        {does} [my|the] {device} need charging? How much battery is left?
        battery of [my|the] {device}?
        at [how many|what] percent {be} [my|the] {device}?""",
        held="""do I need to charge my {device}, or how much battery is in there?
        how far down is the battery on my {device}?""",
        zh_train="{device}还有多少电", zh_wide="{device}电量多少", zh_held="{device}要不要充电，电量剩百分之几",
    ),
    wish(
        "find_device", "where {device} is", about=_accessory(), tell=_tell_place, action="locate", device="{device}",
        train="""where {be} my {device}?
        ![locate|find out where] my {device}""",
        wide="""where did I [leave|last have] my {device}?
        I can't find my {device}, where was the last place?
        last known location of my {device}?
        tell me where my {device} {be}
        I [lost|forgot] my {device} somewhere, where?""",
        held="""have you any idea where my {device} might be?
        my {device} went missing, where was it last seen?""",
        zh_train="我的{device}在哪", zh_wide="!查一下{device}在什么地方", zh_held="{device}落哪儿了，最后的位置告诉我",
    ),
    wish(
        "find_device", "{device} is to ring", about=_accessory(connected=True), action="ring", device="{device}",
        done=("{device} is ringing.", "{device}正在响。"),
        train="""![make|let] my {device} ring
        !ring my {device}""",
        wide="""I can't find my {device}, [make|let] {it} ring
        {device}: ring
        my {device} should make a sound so that I find {it}
        ![play|make] a sound on my {device} so I can find {it}
        can my {device} ring?""",
        held="""my {device} must be under the sofa, have it beep
        I need to find my {device}, have it make some noise""",
        zh_train="!让[我的|]{device}响[一下|]", zh_wide="{device}找不到了，让它响铃", zh_held="{device}不知塞哪了，叫它响两声",
    ),
    wish(
        "find_device", "{device} is to be quiet", about=_accessory(connected=True, ringing=True), action="stop",
        device="{device}", done=("{device} has stopped ringing.", "{device}不响了。"),
        train="""!stop [ringing my {device}|my {device} from ringing]
        [my|the] {device} should stop ringing""",
        wide="""I found my {device}, stop the ringing
        {device}: stop ringing
        ![end|stop] the sound on my {device}
        my {device} need not ring any more
        can my {device} stop ringing?""",
        held="""OK, got my {device}, it can stop beeping
        I'm holding my {device} already, so turn off that ringing""",
        zh_train="!让{device}别响了", zh_wide="{device}找到了，停止响铃", zh_held="{device}找着了，铃声可以停了",
    ),
    wish(
        "set_audio_output", "sound on {device}", about=_speaker, output="{device}",
        done=("Sound comes out of {device}.", "声音从{device}播放。"),
        train="""!play the sound [on|through] [my |the |]{device}
        sound [on|through] [my |the |]{device}""",
        wide="""the sound should come [out of|from] [my |the |]{device}
        ![switch|move] the sound to [my |the |]{device}
        audio output: {device}
        I want to hear it on [my |the |]{device}, not here
        can the sound come from [my |the |]{device}?""",
        held="""I'd rather listen on the {device}, put the sound there
        !let the {device} play the audio instead of the phone""",
        zh_train="声音[从|用]{device}[播放|放]", zh_wide="!把声音切到{device}", zh_held="我想用{device}听，声音转过去",
    ),
    wish(
        "set_audio_output", "sound on the phone's speaker", about=_sound_elsewhere, output="speaker",
        done=("Sound comes out of the phone's speaker.", "声音从手机扬声器播放。"),
        train="""!play the sound on the phone's [own |]speaker
        sound on the phone's [own |]speaker""",
        wide="""the sound should come out of the phone[ itself|'s speaker]
        ![switch|move] the sound [back |]to the phone's speaker
        audio output: phone speaker
        the sound comes from the wrong place, I want it on the phone's speaker
        can the sound come from the phone itself?""",
        held="""I'd rather hear this straight from the phone, use its speaker
        !put the audio on the phone's loudspeaker again""",
        zh_train="声音[从|用]手机[自己的|]扬声器[播放|放]", zh_wide="!把声音切回手机扬声器", zh_held="声音直接用手机外放就行",
    ),
    wish(
        "set_audio_output", "sound on the earpiece", about=_sound_elsewhere, output="earpiece",
        done=("Sound comes out of the earpiece.", "声音从听筒播放。"),
        train="""!play the sound on the earpiece
        sound on the earpiece""",
        wide="""the sound should come out of the earpiece
        ![switch|move] the sound to the earpiece
        audio output: earpiece
        nobody else should listen, play it through the earpiece at my ear
        can the sound come from the earpiece?""",
        held="""I've got the phone at my ear, so put the audio on the earpiece
        !let me listen privately through the earpiece""",
        zh_train="声音[从|用]听筒[播放|放]", zh_wide="!把声音切到听筒", zh_held="我贴着耳朵听，声音走听筒",
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=DEVICES, languages=("en", "en", "zh"))
def plain_accessory(draw: Draw) -> Draft:
    """A Bluetooth accessory: its connection, its battery, where it is, and whether sound comes out of it."""
    return plain(draw, ACCESSORIES)


# -- headphones and watch

NOISE = {
    "noise_reduction": ("noise cancelling", "降噪"), "transparency": ("transparency", "通透"), "off": ("off", "关闭"),
}  # fmt: skip
PRESETS = {
    "flat": ("flat", "平直"), "bass_boost": ("bass boost", "低音增强"), "treble_boost": ("treble boost", "高音增强"),
    "vocal": ("vocal", "人声"), "podcast": ("podcast", "播客"), "dynamic": ("dynamic", "动感"),
}  # fmt: skip


def _wear(draw: Draw, rows: Rows) -> str:
    """The only headphones that are connected."""
    for key in rows.base.rows("headphones"):
        rows.put("bluetooth_devices", key, connected=False)
    key = rows.accessory(draw.pick(entities.HEADPHONES), connected=True)
    rows.put("audio_route", "main", output=key)
    return key


def _noise(mode: str) -> About:
    def about(draw: Draw, rows: Rows) -> Slots:
        rows.put("headphones", _wear(draw, rows), noise=draw.choice([other for other in NOISE if other != mode]))
        return {}

    return about


def _any_noise(draw: Draw, rows: Rows) -> Slots:
    rows.put("headphones", _wear(draw, rows), noise=draw.choice(tuple(NOISE)))
    return {}


def _tell_noise(draw: Draw, payload: Any, slots: Slots) -> tuple[str, Sequence[Sequence[str]]]:
    mode = payload["mode"]
    english, chinese = NOISE[mode]
    words = (english, chinese, mode.replace("_", " "))
    return draw.tongue(f"Noise control: {english}.", f"噪声控制：{chinese}。"), [words]


def _preset(draw: Draw, rows: Rows) -> Slots:
    preset, before = draw.rng.sample(list(PRESETS), 2)
    rows.put("headphones", _wear(draw, rows), equalizer=before)
    return {"preset": preset, "said": draw.tongue(*PRESETS[preset]), "english": PRESETS[preset][0]}


def _watch(setting: str) -> Before:
    def before(draw: Draw, rows: Rows, on: bool) -> Slots:
        for key in rows.base.rows("watches"):
            rows.put("bluetooth_devices", key, connected=False)
        key = rows.accessory(f"{draw.pick(entities.HEADPHONES)} Watch", "watch", connected=True)
        settings = {"notifications": True, "theater_mode": False, "raise_to_wake": True, "unlock_phone": False}
        rows.put("watches", key, device=key, **{**settings, setting: not on})
        return {}

    return before


WORN = (
    wish(
        "manage_noise_control", "noise cancelling", about=_noise("noise_reduction"), action="set", mode="noise_reduction",
        done=("Noise cancelling is on.", "降噪已打开。"),
        train="""![turn|switch] on noise [cancelling|cancellation|reduction]
        noise [cancelling|cancellation] on""",
        wide="""it's loud [here|on this train], noise cancelling please
        my headphones should [block out|cancel] the noise
        ![enable|activate] noise cancelling on my headphones
        I want noise cancelling [on|in my headphones]
        ![block out|shut out] the noise around me with the headphones""",
        held="""it's so noisy here, have my headphones block that out
        !use noise cancelling, I can't concentrate with all this racket""",
        zh_train="![打开|开启][耳机|]降噪", zh_wide="周围太吵，耳机开降噪", zh_held="戴着耳机，外面的吵闹声给我隔掉",
    ),
    wish(
        "manage_noise_control", "transparency", about=_noise("transparency"), action="set", mode="transparency",
        done=("Transparency is on.", "通透模式已打开。"),
        train="""![turn|switch] on transparency[ mode|]
        transparency mode on""",
        wide="""I want to hear [what is going on around me|my surroundings] with my headphones on
        my headphones should let outside sound in
        ![put|set|switch] the headphones to transparency
        I'm in traffic, headphones on transparency mode
        ![enable|activate] transparency on my headphones""",
        held="""I need to hear people talk to me while wearing my headphones
        !let the sounds around me through my headphones""",
        zh_train="![打开|开启][耳机|]通透模式", zh_wide="戴着耳机也要听见周围的声音", zh_held="耳机别把外面隔开，有人叫我得听见",
    ),
    wish(
        "manage_noise_control", "noise control off", about=_noise("off"), action="set", mode="off",
        done=("Noise control is off.", "噪声控制已关闭。"),
        train="""![turn|switch] off the noise control[ of my headphones|]
        noise control off""",
        wide="""my headphones should neither cancel noise nor let it in, noise control off
        ![put|set|switch] the noise control of the headphones to off
        save the headphones' battery, no noise control
        I want the headphones' noise control off
        ![disable|deactivate] noise control""",
        held="""my headphones don't need any noise control right now
        no noise cancelling and no transparency on the headphones, just plain sound""",
        zh_train="![关闭|关掉]耳机的噪声控制", zh_wide="耳机噪声控制关掉", zh_held="耳机既不隔音也不放外面的声音进来",
    ),
    wish(
        "manage_noise_control", "how noise control is set", about=_any_noise, tell=_tell_noise, action="get",
        train="""which noise control mode are my headphones in?
        how is [the|my headphones'] noise control set?""",
        wide="""what is the noise control of my headphones set to?
        tell me the noise control mode of my headphones
        headphones: which noise control is on?
        [what|which] noise mode do my headphones have now?""",
        held="""are my headphones on noise cancelling or transparency or neither?
        what's the noise control on my headphones doing at the moment?""",
        zh_train="耳机现在是什么噪声模式", zh_wide="耳机的噪声控制[设成什么了|是哪种]", zh_held="耳机现在开的是降噪还是通透",
    ),
    wish(
        "set_headphone_equalizer", "headphones on {english}", about=_preset, preset="{preset}",
        done=("The headphones' equalizer is on {said}.", "耳机均衡器已设为{said}。"),
        train="""![set|put|switch] my headphones' equalizer to {said}
        headphone equalizer: {said}""",
        wide="""my headphones should use the {said} equalizer
        I want [the |]{said} [preset|sound] on my headphones
        my headphones sound [odd|dull], take the {said} preset
        could my headphones' equalizer be on {said}?
        ![use|choose] the {said} preset for my headphones""",
        held="""music would sound better on my headphones with the {said} equalizer
        !put the headphone equalizer on {said}""",
        zh_train="![把|将]耳机均衡器[调到|设为]{said}", zh_wide="耳机音效用{said}", zh_held="耳机的均衡器我想听{said}的",
    ),
    *switch(
        "manage_watch", "the notifications on the watch", "手表通知", said="[the |]notifications on [my|the] watch", be="are",
        before=_watch("notifications"), action="set", setting="notifications",
        on="""my watch should show [my|the phone's] notifications
        I want to see on my watch when a message comes in""",
        off="""my watch should not show [my|the phone's] notifications
        !stop sending notifications to my watch""",
        held_on="let me read my notifications on my watch too", held_off="I don't want my watch buzzing with the phone's notifications",
        zh_on="来通知时手表上也要能看到", zh_off="来通知别再推到手表上",
    ),
    *switch(
        "manage_watch", "the watch's theatre mode", "手表影院模式", said="[theatre|theater|cinema] mode on [my|the] watch",
        before=_watch("theater_mode"), action="set", setting="theater_mode",
        on="""I'm at the cinema, my watch should stay dark
        my watch should go into theatre mode""",
        off="""the film is over, my watch can light up again
        my watch should leave theatre mode""",
        held_on="the play is about to start, so put my watch in theatre mode", held_off="the play is over, so take my watch out of theatre mode",
        zh_on="看电影呢，手表别亮", zh_off="电影散场了，手表可以亮了",
    ),
    *switch(
        "manage_watch", "raise to wake on the watch", "手表抬腕亮屏", said="raise to wake on [my|the] watch",
        before=_watch("raise_to_wake"), action="set", setting="raise_to_wake",
        on="""my watch should [light up|wake] when I raise my arm
        I want my watch to wake up when I lift it""",
        off="""my watch should not [light up|wake] when I raise my arm
        my watch wakes with every movement of my arm, stop that""",
        held_on="let me see the time on my watch just by raising my wrist",
        held_off="my watch shouldn't light up every time I raise my wrist",
        zh_on="手腕一抬手表就亮起来", zh_off="抬手的时候手表别亮",
    ),
    *switch(
        "manage_watch", "unlocking with the watch", "手表解锁手机", said="unlocking [the|my] phone with [my|the] watch",
        before=_watch("unlock_phone"), action="set", setting="unlock_phone",
        on="""my watch should unlock the phone[ while I wear it|]
        ![let|allow] my watch to unlock this phone""",
        off="""my watch should not unlock the phone[ any more|]
        !don't let my watch unlock this phone""",
        held_on="as long as I'm wearing my watch, it can unlock my phone for me", held_off="my phone shouldn't unlock just because my watch is near",
        zh_on="戴着手表就能开手机", zh_off="不许手表再开我的手机",
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=DEVICES, languages=("en", "en", "zh"))
def plain_worn(draw: Draw) -> Draft:
    """How the headphones treat sound, or what the watch may do."""
    return plain(draw, WORN)


# -- the smart home

ROOMS_ZH = ("书房", "阳台", "厨房", "餐厅", "儿童房", "车库", "玄关", "客房", "地下室", "阁楼", "洗衣房", "走廊")
THINGS = {
    "light": (("floor lamp", "desk lamp", "reading light", "wall light", "spotlight", "table lamp"), ("落地灯", "壁灯", "射灯")),
    "plug": (("kettle", "heater", "coffee machine", "radio"), ("电水壶", "取暖器", "咖啡机")),
    "fan": (("fan", "ceiling fan"), ("吊扇", "落地扇")),
    "vacuum": (("robot vacuum",), ("拖地机器人",)),
    "aircon": (("air conditioner",), ("柜机空调",)),
    "speaker": (("smart speaker",), ("智能音箱",)),
}  # fmt: skip
SETTINGS: dict[str, tuple[str, int, int, tuple[str, ...], tuple[str, ...]]] = {
    "brightness": ("light", 5, 100, ("floor lamp", "desk lamp", "reading light", "wall light"), ("落地灯", "壁灯", "射灯")),
    "temperature": ("thermostat", 16, 27, ("thermostat", "heating"), ("温控器", "暖气")),
    "position": ("blind", 0, 100, ("blind", "roller blind", "shutter"), ("百叶窗", "卷帘")),
    "speed": ("fan", 1, 5, ("ceiling fan", "standing fan"), ("吊扇", "落地扇")),
    "volume": ("speaker", 5, 95, ("smart speaker", "wall speaker"), ("智能音箱", "壁挂音箱")),
}
"""Setting -> the kind of thing that has it, its range, and what such things are called."""


def _room(draw: Draw) -> str:
    return draw.pick(ROOMS_ZH if draw.language == "zh" else entities.ROOMS)


def _thing(on: bool) -> About:
    """Something in a room that is to be turned on or off, and the same thing in another room."""

    def about(draw: Draw, rows: Rows) -> Slots:
        kind = draw.choice(tuple(THINGS))
        thing, room = draw.choice(THINGS[kind][draw.language == "zh"]), _room(draw)
        for where in (room, _room(draw)):
            rows.add("smart_devices", "sh", name=thing, type=kind, room=where, on=not on, online=True)
        return {"thing": thing, "room": room}

    return about


def _setting(setting: str) -> About:
    """Something in a room and the value that it gets."""
    kind, low, high, english, chinese = SETTINGS[setting]

    def about(draw: Draw, rows: Rows) -> Slots:
        thing, room = draw.choice(chinese if draw.language == "zh" else english), _room(draw)
        value, before = draw.rng.sample(range(low, high + 1), 2)
        fields: dict[str, Json] = {setting: before}
        for where in (room, _room(draw)):
            rows.add("smart_devices", "sh", name=thing, type=kind, room=where, on=True, online=True, **fields)
        return {"thing": thing, "room": room, "value": value}

    return about


def _tell_things(draw: Draw, payload: Any, slots: Slots) -> tuple[str, Sequence[Sequence[str]]]:
    return tell_names(draw, [device["name"] for device in payload["devices"]], LISTED)


HOME = (
    wish(
        "control_smart_home_device", "{thing} in {room} off", about=_thing(False), action="turn_off", device="{thing}",
        room="{room}", done=("The {thing} in the {room} is off.", "{room}的{thing}已关闭。"),
        train="""![turn|switch] off the {thing} in the {room}
        {thing} in the {room} off""",
        wide="""the {thing} in the {room} should be off
        ![turn|switch] the {thing} in the {room} off
        I'm leaving, [turn|switch] off the {thing} in the {room}
        did I leave the {thing} in the {room} on? Turn it off
        {room}: {thing} off
        I don't need the {thing} in the {room} any more, off with it""",
        held="""I'm off to bed, so shut off the {thing} in the {room}
        is the {thing} still running in the {room}? Shut it off""",
        zh_train="![关掉|关闭]{room}的{thing}", zh_wide="!把{room}的{thing}关了\n{room}{thing}关掉", zh_held="{room}那个{thing}别开着了",
    ),
    wish(
        "control_smart_home_device", "{thing} in {room} on", about=_thing(True), action="turn_on", device="{thing}",
        room="{room}", done=("The {thing} in the {room} is on.", "{room}的{thing}已打开。"),
        train="""![turn|switch] on the {thing} in the {room}
        {thing} in the {room} on""",
        wide="""the {thing} in the {room} should be on
        ![turn|switch] the {thing} in the {room} on
        I'm coming home, [turn|switch] on the {thing} in the {room}
        I need the {thing} in the {room}[ now|], turn it on
        {room}: {thing} on
        ![start|get] the {thing} in the {room}[ going| running]""",
        held="""it would be nice to have the {thing} going in the {room}, put it on
        !get the {thing} running for me in the {room}""",
        zh_train="![打开|开启]{room}的{thing}", zh_wide="!把{room}的{thing}打开\n{room}{thing}开一下", zh_held="{room}那个{thing}给我开起来",
    ),
    wish(
        "control_smart_home_device", "{thing} in {room} at {value} percent", about=_setting("brightness"), action="set",
        device="{thing}", room="{room}", setting="brightness", value="{value}",
        done=("The {thing} in the {room} is at {value} percent.", "{room}的{thing}亮度已设为{value}%。"),
        train="""![set|dim|put] the {thing} in the {room} to {value}[%| percent]
        {thing} in the {room} at {value}[%| percent]""",
        wide="""the {thing} in the {room} should have {value} percent brightness
        the light in the {room} is not right, make the {thing} {value} percent bright
        {room}: {thing} {value}%
        I want the {thing} in the {room} at {value}[%| percent]
        can the {thing} in the {room} shine at {value} percent?""",
        held="""!adjust the brightness of the {thing} in the {room} to {value} percent
        in the {room} I'd like the {thing} at {value} percent brightness""",
        zh_train="![把|将]{room}的{thing}亮度[调到|设为]{value}%", zh_wide="{room}{thing}亮度{value}%", zh_held="{room}那盏{thing}只要百分之{value}的光",
    ),
    wish(
        "control_smart_home_device", "{thing} in {room} at {value} degrees", about=_setting("temperature"), action="set",
        device="{thing}", room="{room}", setting="temperature", value="{value}",
        done=("The {thing} in the {room} is set to {value} degrees.", "{room}的{thing}已设为{value}度。"),
        train="""![set|put|turn] the {thing} in the {room} to {value} degrees
        {thing} in the {room} at {value} degrees""",
        wide="""the {thing} in the {room} should be at {value} degrees
        it's not the right temperature in the {room}, set the {thing} to {value} degrees
        {room}: {thing} {value} degrees
        I want {value} degrees on the {thing} in the {room}
        can the {thing} in the {room} be at {value} degrees?""",
        held="""in the {room} I'd like it {value} degrees, so adjust the {thing}
        !make the {thing} in the {room} heat to {value} degrees""",
        zh_train="![把|将]{room}的{thing}[调到|设为]{value}度", zh_wide="{room}{thing}{value}度", zh_held="{room}的{thing}让屋里到{value}度",
    ),
    wish(
        "control_smart_home_device", "{thing} in {room} {value} percent open", about=_setting("position"), action="set",
        device="{thing}", room="{room}", setting="position", value="{value}",
        done=("The {thing} in the {room} is at {value} percent.", "{room}的{thing}已到{value}%的位置。"),
        train="""![set|move|put] the {thing} in the {room} to {value}[%| percent]
        {thing} in the {room} to position {value}[%|]""",
        wide="""the {thing} in the {room} should be at position {value}
        the sun is low, move the {thing} in the {room} to {value} percent
        {room}: {thing} position {value}%
        I want the {thing} in the {room} at the {value} percent position
        can the {thing} in the {room} go to {value}[%| percent]?""",
        held="""!open the {thing} in the {room} to {value} percent
        in the {room} the {thing} should be {value} percent open""",
        zh_train="![把|将]{room}的{thing}[调到|移到]{value}%", zh_wide="{room}{thing}位置{value}%", zh_held="{room}的{thing}开到百分之{value}的位置",
    ),
    wish(
        "control_smart_home_device", "{thing} in {room} at speed {value}", about=_setting("speed"), action="set",
        device="{thing}", room="{room}", setting="speed", value="{value}",
        done=("The {thing} in the {room} runs at speed {value}.", "{room}的{thing}已调到{value}档。"),
        train="""![set|put|turn] the {thing} in the {room} to speed {value}
        {thing} in the {room} at speed {value}""",
        wide="""the {thing} in the {room} should run at speed {value}
        it's stuffy in the {room}, set the {thing} to speed {value}
        {room}: {thing} speed {value}
        I want speed {value} on the {thing} in the {room}
        can the {thing} in the {room} run at [level|speed] {value}?""",
        held="""!change the speed of the {thing} in the {room} to {value}
        in the {room} I'd like the {thing} running at speed {value}""",
        zh_train="![把|将]{room}的{thing}[调到|开到]{value}档", zh_wide="{room}{thing}{value}档", zh_held="{room}的{thing}风速换成{value}档",
    ),
    wish(
        "control_smart_home_device", "{thing} in {room} at volume {value}", about=_setting("volume"), action="set",
        device="{thing}", room="{room}", setting="volume", value="{value}",
        done=("The {thing} in the {room} is at volume {value}.", "{room}的{thing}音量已设为{value}%。"),
        train="""![set|put|turn] the volume of the {thing} in the {room} to {value}[%| percent]
        {thing} in the {room} at volume {value}""",
        wide="""the {thing} in the {room} should have volume {value}
        I can't hear it right in the {room}, volume of the {thing} to {value} percent
        {room}: {thing} volume {value}%
        I want volume {value} on the {thing} in the {room}
        can the {thing} in the {room} play at {value} percent volume?""",
        held="""!change the volume to {value} percent on the {thing} in the {room}
        in the {room} I'd like the {thing} to play at volume {value}""",
        zh_train="![把|将]{room}的{thing}音量[调到|设为]{value}%", zh_wide="{room}{thing}音量{value}%", zh_held="{room}的{thing}声音要百分之{value}那么响",
    ),
    wish(
        "list_smart_home_devices", "what is in {room}", about=_thing(True), tell=_tell_things, room="{room}",
        train="""which smart devices are in the {room}?
        ![list|show me] the smart devices in the {room}""",
        wide="""what [smart devices|smart things] do I have in the {room}?
        smart devices, {room}?
        tell me [which|what] smart devices the {room} has
        what can you control in the {room}?
        I want to know [what|which] smart home devices there are in the {room}""",
        held="""what's in the {room} that belongs to the smart home?
        which things in the {room} can I control from the phone?""",
        zh_train="{room}有哪些智能设备", zh_wide="!列出{room}的智能家居设备", zh_held="{room}里都装了什么智能家居",
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=DEVICES, languages=("en", "en", "zh"))
def plain_home(draw: Draw) -> Draft:
    """Something of the smart home in one of the rooms."""
    return plain(draw, HOME)


# -- other screens, computers, printers

FEATURES = {
    "screen_mirroring": ("screen mirroring", "屏幕镜像"), "input_sharing": ("input sharing", "键鼠共享"),
    "clipboard_sharing": ("clipboard sharing", "剪贴板共享"), "file_transfer": ("file transfer", "文件传输"),
}  # fmt: skip


def _target(draw: Draw, rows: Rows) -> Slots:
    target, other = draw.pick(entities.SCREENS), draw.pick(entities.SCREENS)
    rows.screen(target, usb=True)
    rows.screen(other, usb=True)
    return {"target": target}


def _computer_screen(draw: Draw, rows: Rows) -> Slots:
    target = draw.pick(entities.COMPUTERS)
    rows.add(
        "cast_targets", "tg", name=target, type="computer", methods=["wireless"], online=True, plugged=False,
        directions=["phone_to_device", "device_to_phone"],
    )  # fmt: skip
    return {"target": target}


def _casting(draw: Draw, rows: Rows) -> Slots:
    target = draw.pick(entities.SCREENS)
    rows.add(
        "casts", "cs", target=rows.screen(target), method="wireless", direction="phone_to_device", state="active",
        reason=None, started=rows.now - 900,
    )  # fmt: skip
    return {"target": target}


def _tell_cast(draw: Draw, payload: Any, slots: Slots) -> tuple[str, Sequence[Sequence[str]]]:
    target = payload["active"]["target"]
    return draw.tongue(f"The screen is cast to the {target}.", f"正投屏到{target}。"), [(target,)]


def _computer(connected: bool, **features: Json) -> About:
    """A computer that is linked or not; no other one is linked."""

    def about(draw: Draw, rows: Rows) -> Slots:
        for key in rows.base.rows("pc_links"):
            rows.put("pc_links", key, connected=False)
        name = draw.pick(entities.COMPUTERS)
        rows.add(
            "pc_links", "pc", name=name, os="Windows 11", connected=connected, online=True,
            **{**dict.fromkeys(FEATURES, True), **features},
        )  # fmt: skip
        return {"pc": name}

    return about


def _feature(feature: str) -> Before:
    def before(draw: Draw, rows: Rows, on: bool) -> Slots:
        return _computer(True, **{feature: not on})(draw, rows)

    return before


def _tell_computer(draw: Draw, payload: Any, slots: Slots) -> tuple[str, Sequence[Sequence[str]]]:
    name = next(row["name"] for row in payload["computers"] if row["connected"])
    return draw.tongue(f"It is linked with {name}.", f"现在连着{name}。"), [(name,)]


def _nearby(draw: Draw, rows: Rows) -> Slots:
    file, owner = draw.file_name(draw.choice(("pdf", "docx", "jpg"))), draw.first_name()
    kind, zh = draw.choice((("phone", "手机"), ("tablet", "平板"), ("laptop", "笔记本")))
    receiver = draw.tongue(f"{owner}'s {kind}", f"{owner}的{zh}")
    rows.file(file, draw.choice(("Documents", "Downloads")))
    rows.add("nearby_devices", "nd", name=receiver, type="computer" if kind == "laptop" else kind, owner=owner, visible=True)
    return {"file": file, "receiver": receiver}


def _print(draw: Draw, rows: Rows) -> Slots:
    file, copies = draw.file_name(draw.choice(("pdf", "docx"))), draw.integer(2, 20)
    rows.file(file, draw.choice(("Documents", "Downloads")))
    printer = draw.tongue(f"{draw.pick(entities.ROOMS)} printer", f"{draw.pick(ROOMS_ZH)}打印机")
    rows.add("printers", "pr", name=printer, place="home", color=True, two_sided=True, state="ready", default=False)
    return {"file": file, "copies": copies, "printer": printer}


def _page_feature(
    feature: str, on: str, off: str, held_on: str, held_off: str, zh_on: str, zh_off: str
) -> tuple[Wish, Wish]:
    """The wishes for one feature of the link with a computer."""
    english, chinese = FEATURES[feature]
    return switch(
        "manage_pc_link", f"{english} with the computer", f"电脑{chinese}", key="action", values=("enable", "disable"),
        said=f"{english} with [the|my] [computer|PC]", before=_feature(feature), feature=feature, on=on, off=off,
        held_on=held_on, held_off=held_off, zh_on=zh_on, zh_off=zh_off,
    )  # fmt: skip


SCREENS = (
    wish(
        "control_screen_casting", "the screen on {target}", about=_target, action="start", targetDeviceName="{target}",
        done=("The screen is cast to the {target}.", "屏幕已投到{target}。"),
        train="""!cast [my|the] screen to the {target}
        cast to the {target}""",
        wide="""![show|put] my screen on the {target}
        my phone's screen should be on the {target}
        ![start|begin] casting to the {target}
        I want [everyone|us all] to see this, cast my screen to the {target}
        {target}: cast my screen there
        can you mirror my phone on the {target}?""",
        held="""!let me watch this on the {target} instead of my phone
        I'd like to see my phone screen on the {target}""",
        zh_train="!把[手机|]屏幕投到{target}\n!投屏到{target}", zh_wide="我要在{target}上看手机画面", zh_held="手机画面给我投上{target}",
    ),
    wish(
        "control_screen_casting", "the screen on {target} by cable", about=_target, action="start",
        targetDeviceName="{target}", connectionMethod="usb",
        done=("The screen is cast to the {target} by USB.", "屏幕已通过USB投到{target}。"),
        train="""!cast [my|the] screen to the {target} [over|by] USB
        cast to the {target}, [over|by] USB""",
        wide="""![show|put] my screen on the {target} [through|using] the USB cable
        my phone's screen should be on the {target}, connected by USB
        the Wi-Fi is slow, cast to the {target} over the USB cable
        {target}: cast my screen there by USB cable
        can you mirror my phone on the {target} via USB?""",
        held="""there's a USB cable between us and the {target}, so use it to cast my screen there
        !put what's on my phone onto the {target} with the USB cable""",
        zh_train="!用USB[线|]把屏幕投到{target}", zh_wide="USB投屏到{target}", zh_held="插着USB线呢，手机画面走线投上{target}",
    ),
    wish(
        "control_screen_casting", "{target} on the phone", about=_computer_screen, action="start",
        targetDeviceName="{target}", castDirection="device_to_phone",
        done=("The screen of {target} is on the phone.", "{target}的画面已显示在手机上。"),
        train="""!show the screen of {target} on [my|the] phone
        !cast [the screen of |]{target} to [my|the] phone""",
        wide="""I want to see the screen of {target} on my phone
        {target} to phone: cast [it|that way]
        !bring the screen of {target} onto [my|the] phone
        the phone should show what is on {target}
        I'm not at my desk, show the screen of {target} here on the phone""",
        held="""!let me watch the {target} screen on this phone
        can I see what's on the {target} screen from my phone?""",
        zh_train="!把{target}的屏幕投到手机上", zh_wide="我要在手机上看{target}的画面", zh_held="{target}的屏幕，投过来让我在手机上看",
    ),
    wish(
        "control_screen_casting", "no more casting", about=_casting, action="stop",
        done=("The casting has stopped.", "投屏已停止。"),
        train="""!stop casting[ my screen|]
        stop the [cast|screen cast]""",
        wide="""![end|finish|quit] the casting
        nobody [needs to|should] see my screen any more, stop casting
        casting off
        my screen should not be cast any more
        can you stop [casting|mirroring] my screen?""",
        held="""the others have seen enough, I'd like the casting to end
        !end the screen mirroring""",
        zh_train="!停止投屏", zh_wide="投屏关了吧\n!结束投屏", zh_held="手机画面别再投到大屏上了",
    ),
    wish(
        "control_screen_casting", "what is cast to", about=_casting, tell=_tell_cast, action="status",
        train="""[where|to what] is my screen being cast?
        what am I casting to?""",
        wide="""which device am I casting [to|my screen to]?
        on which screen is my phone [shown|mirrored]?
        casting: to where?
        tell me where my screen is cast [to|now]""",
        held="""where is my phone screen being shown at the moment?
        which TV or monitor is my phone casting to?""",
        zh_train="现在投屏到哪里", zh_wide="手机屏幕正投在哪个设备上", zh_held="我手机的画面投在哪块屏幕上",
    ),
    wish(
        "manage_pc_link", "linked with {pc}", about=_computer(False), action="connect", pcName="{pc}",
        done=("The phone is linked with {pc}.", "手机已与{pc}连接。"),
        train="""![link|connect] [the|my] phone [with|to] [the computer |my PC |]{pc}
        link with the computer {pc}""",
        wide="""the phone should be linked with [the computer|my PC] {pc}
        I want to use the phone together with my computer {pc}, link them
        computer {pc}: link
        !start the link with [the|my] computer {pc}
        can you link this phone with my PC {pc}?""",
        held="""I'd like my phone and the computer {pc} to work together, connect them
        !set up the connection to my computer {pc}""",
        zh_train="!把手机和电脑{pc}连起来", zh_wide="!连接电脑{pc}", zh_held="手机跟{pc}那台电脑联动起来",
    ),
    wish(
        "manage_pc_link", "no link with the computer", about=_computer(True), action="disconnect",
        done=("The link with the computer has ended.", "已断开与电脑的连接。"),
        train="""!disconnect [the phone |]from [the|my] [computer|PC]
        [end|cut] the link with [the|my] [computer|PC]""",
        wide="""the phone should not be linked with [the|my] computer any more
        I'm done at the computer, end the link with it
        computer link: disconnect
        ![stop|close] the link between [the|my] phone and the computer
        can you unlink the phone and the PC?""",
        held="""my phone doesn't have to be connected to the computer any longer
        !unlink my computer from the phone""",
        zh_train="!断开手机和电脑的连接", zh_wide="电脑互联[断开|断了吧]", zh_held="手机别再跟电脑连着了",
    ),
    wish(
        "manage_pc_link", "which computer is linked", about=_computer(True), tell=_tell_computer, action="status",
        train="""which [computer|PC] is [the|my] phone linked with?
        [what|which] [computer|PC] am I linked to?""",
        wide="""linked computer?
        tell me which computer the phone is linked [with|to]
        with which PC does the phone work together[ now|]?
        is the phone linked with a computer, and with which?""",
        held="""what's the name of the computer my phone is connected to?
        which computer have I got my phone hooked up to?""",
        zh_train="手机连着哪台电脑", zh_wide="现在和哪台电脑互联", zh_held="跟手机联动的是哪台电脑",
    ),
    *_page_feature(
        "clipboard_sharing",
        """what I copy here I want to paste on the linked computer
        the linked computer should get what I copy""",
        """the linked computer should not get what I copy
        what I copy stays on the phone, no sharing with the linked computer""",
        "let me copy text on the phone and paste it on my PC", "text I copy on the phone shouldn't be shared with my PC",
        "手机上复制的，连着的电脑上能粘贴", "手机上复制的别同步到连着的电脑",
    ),
    *_page_feature(
        "screen_mirroring",
        """I want to see the phone's screen in a window of the linked computer
        the linked computer should mirror my screen""",
        """the linked computer should not mirror my screen any more
        no window with my phone's screen on the linked computer""",
        "let me have the phone's screen mirrored on my PC", "my PC shouldn't be able to mirror the phone's screen",
        "互联的电脑上要能看到手机画面", "互联的电脑上别再显示手机画面",
    ),
    *_page_feature(
        "input_sharing",
        """I want to use the linked computer's mouse and keyboard on the phone
        the linked computer's keyboard should also type on the phone""",
        """the linked computer's mouse and keyboard should leave the phone alone
        I don't want the computer's mouse on the phone""",
        "let me control the phone with my PC's mouse and keyboard", "my PC's mouse and keyboard shouldn't control the phone",
        "互联电脑的鼠标键盘也能用在手机上", "互联电脑的鼠标键盘别再控制手机",
    ),
    *_page_feature(
        "file_transfer",
        """the linked computer should be able to [get|exchange] files with the phone
        I want to drag files between phone and linked computer""",
        """the linked computer should not be able to get files from the phone
        no more files between phone and linked computer""",
        "let me move files between the phone and my PC", "my PC shouldn't be able to exchange files with the phone",
        "手机和互联的电脑之间要能互传文件", "手机和互联的电脑之间别再传文件",
    ),
    wish(
        "send_file_nearby", "{file} to {receiver}", about=_nearby, file="{file}", receiver="{receiver}",
        done=("{file} is on its way to {receiver}.", "已把{file}发给{receiver}。"),
        train="""![send|beam] {file} to {receiver} nearby
        nearby share {file} to {receiver}""",
        wide="""![share|transfer] {file} [with|to] {receiver} [over|by] nearby share
        {receiver} is right here, send {file} over
        {receiver} should get {file} by nearby sharing
        {file} to {receiver}, it's [nearby|next to me]
        can {receiver} next to me have {file}?""",
        held="""!get {file} over to {receiver}, it's right next to me
        {receiver} is close by, so share {file} with it directly""",
        zh_train="!把{file}传给[附近的|旁边的]{receiver}", zh_wide="{file}用附近分享发到{receiver}", zh_held="{receiver}就在旁边，{file}直接传一份过去",
    ),
    wish(
        "print_document", "{file} printed", about=_print, file="{file}", done=("{file} is being printed.", "正在打印{file}。"),
        train="""!print {file}
        print {file}[ once|]""",
        wide="""I need {file} [on paper|printed]
        {file}: print
        ![make|give me] a printout of {file}
        I have to hand {file} in, print it
        can you print {file} for me?""",
        held="""!run {file} through the printer
        I could use a paper copy of {file}""",
        zh_train="!打印{file}", zh_wide="!把{file}打印出来", zh_held="{file}打一份纸质的给我",
    ),
    wish(
        "print_document", "{file} printed {copies} times", about=_print, file="{file}", copies="{copies}",
        done=("{copies} copies of {file} are being printed.", "正在打印{file}，共{copies}份。"),
        train="""!print {copies} copies of {file}
        !print {file} {copies} times""",
        wide="""I need {copies} copies of {file}[ on paper|]
        {file}: print, {copies} copies
        ![make|give me] {copies} printouts of {file}
        there will be {copies} of us, print {file} for everyone
        can you print {file} for me, {copies} copies?""",
        held="""everyone gets a paper copy of {file}, so {copies} prints altogether
        !run off {copies} copies of {file} on the printer""",
        zh_train="!打印{copies}份{file}", zh_wide="!把{file}打印{copies}份", zh_held="{file}要纸质的，打{copies}份",
    ),
    wish(
        "print_document", "{file} printed on {printer}", about=_print, file="{file}", printer="{printer}", color=True,
        done=("{file} is being printed in colour on the {printer}.", "{printer}正在彩色打印{file}。"),
        train="""!print {file} in colour on the {printer}
        !print {file} on the {printer}, in colour""",
        wide="""I need {file} in colour from the {printer}
        {file}: colour print, {printer}
        ![make|give me] a colour printout of {file} on the {printer}
        it has photos, so print {file} in colour on the {printer}
        can you print {file} in colour on the {printer}?""",
        held="""{file} should come out of the {printer} in colour
        !run {file} through the {printer}, not black and white but colour""",
        zh_train="!用{printer}彩色打印{file}", zh_wide="{file}在{printer}上彩打", zh_held="{file}从{printer}打出来，要彩色的",
    ),
    wish(
        "print_document", "{file} two-sided on {printer}", about=_print, file="{file}", printer="{printer}", twoSided=True,
        done=("{file} is being printed two-sided on the {printer}.", "{printer}正在双面打印{file}。"),
        train="""!print {file} [two-sided|double-sided] on the {printer}
        !print {file} on the {printer}, on both sides""",
        wide="""I need {file} on both sides of the paper from the {printer}
        {file}: [two-sided|double-sided] print, {printer}
        ![make|give me] a two-sided printout of {file} on the {printer}
        to save paper, print {file} double-sided on the {printer}
        can you print {file} on both sides on the {printer}?""",
        held="""{file} should come out of the {printer} printed on both sides
        !run {file} through the {printer}, using the front and back of the paper""",
        zh_train="!用{printer}双面打印{file}", zh_wide="{file}在{printer}上双面打", zh_held="{file}从{printer}打出来，正反面都印",
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=DEVICES, languages=("en", "en", "zh"))
def plain_machines(draw: Draw) -> Draft:
    """Another screen, a linked computer, a device nearby or a printer."""
    return plain(draw, SCREENS)
