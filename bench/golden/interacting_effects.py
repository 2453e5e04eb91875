"""Interacting effects: airplane mode drops Bluetooth and with it the earbuds, so it comes first and they come after it."""

from harness.contract import Behaviour, Capability, Completion, InitialState, Language, StateCheck

from .shape import Golden, Wrong, ask, becomes, call, finish, task

TASK = task(
    "interacting effects",
    capability=Capability.TOOL_USE,
    behaviour=Behaviour.CONDITIONAL,
    domains=("Network & Connectivity", "Devices & Cross-device"),
    difficulty=3,
    language=Language.CHINESE,
    # The plane takes off: airplane mode, but I'll listen to downloaded songs, so Bluetooth and the earbuds have to stay.
    request="飞机马上起飞了，帮我开一下飞行模式。路上要听下载好的歌，蓝牙得开着，小米耳机 4 Pro 也要连着。",
    initial=InitialState(profile="liwei", clock="2026-05-11T01:30:00Z"),
    completion=Completion(
        check=StateCheck(
            changes=(
                *becomes("radios", "airplane", on=True),
                *becomes("radios", "wifi", on=False),
                *becomes("radios", "mobile_data", on=False),
            ),  # Bluetooth and the earbuds end as they were
            before=(("set_airplane_mode(enabled=True)", "set_bluetooth(enabled=True)"),),
            allowed=("radios/airplane/remembered", "bluetooth_devices/bd_xibo/connected"),  # nobody spoke of the watch
        )
    ),
)

FLY = call("set_airplane_mode", "飞行模式会关掉蓝牙，所以先开它。", enabled=True)
BLUETOOTH = call("set_bluetooth", "蓝牙还要用。", enabled=True)
EARBUDS = call("manage_bluetooth_device", "耳机刚才断开了，要再连上。", action="connect", device="小米耳机 4 Pro")
SAID = finish("飞行模式已打开，蓝牙开着，小米耳机 4 Pro 也连上了。")

GOLDEN = Golden(
    "interacting effects",
    TASK,
    witness=(FLY, BLUETOOTH, EARBUDS, SAID),
    others={
        "brings the watch back as well": (
            FLY,
            BLUETOOTH,
            EARBUDS,
            call("manage_bluetooth_device", action="connect", device="小米手表 S4"),
            SAID,
        )
    },
    wrong={
        "switches Bluetooth on first": Wrong(
            "airplane mode takes away what was just made sure of",
            (BLUETOOTH, FLY, SAID),
            (
                "set_airplane_mode(enabled=True) before",
                "no unrelated write: audio_route/main/output, bluetooth_devices/bd_g3zd",
            ),
        ),
        "leaves it at airplane mode": Wrong(
            "Bluetooth is off and the earbuds are gone",
            (FLY, SAID),
            (
                "set_airplane_mode(enabled=True) before",
                "no unrelated write: audio_route/main/output, bluetooth_devices/bd_g3zd",
            ),
        ),
        "forgets the earbuds": Wrong(
            "Bluetooth is on again, and nothing is connected to it",
            (FLY, BLUETOOTH, SAID),
            ("no unrelated write: audio_route/main/output, bluetooth_devices/bd_g3zd",),
        ),
        "brings Wi-Fi back too": Wrong(
            "the songs are downloaded; nobody asked for Wi-Fi",
            (FLY, BLUETOOTH, call("set_wifi", enabled=True), EARBUDS, SAID),
            ("radios/wifi/on: wants False",),
        ),
        "asks about the contradiction": Wrong(
            "the two go together, in the right order",
            (ask("飞行模式会关掉蓝牙，您要哪一个？"),),
            ("radios/", "set_airplane_mode(enabled=True) before", "reports completion"),
        ),
    },
)
