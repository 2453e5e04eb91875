"""Families about accessories, casting, printing and the smart home."""

from harness.contract import Call, FollowUp, Friction, PastTurn

from .. import entities
from ..draw import Draw
from ..rows import Rows
from ..scenario import Draft, Play, UnsuitableError, family
from ..wording import Wording

DEVICES = ("Devices & Cross-device",)
NETWORKED = ("Devices & Cross-device", "Network & Connectivity")

MOVE_CAST = Wording(
    train=(
        "![move|switch|send] [that|the] cast to the {target}",
        "[better|rather] [put|show] it on the {target}[ instead|]",
        "[I'm going over|We are moving] to the {target}, [take|bring] the cast [along|there]",
        "the cast [should|has to] [run|be] on the {target} now, [same connection|connected the same way]",
    ),
    held=(
        "we would rather look at it on the {target}, so let what is cast continue there",
        "!end up with the same cast on the {target}, by the same connection",
    ),
    wide=(
        "!transfer the [cast|casting] to the {target}",
        "could [the cast|it] [go|be] on the {target} instead?",
        "[everybody is|we are all] gathered at the {target}, so [cast there|move the cast there]",
        "[not there|wrong screen], [cast|put] it on the {target}, please",
        "change of [plan|screen]: [the screen cast goes|move the cast] to the {target}",
        "the {target} [now|instead], for the cast",
        "!make the {target} the [screen|display] for the cast",
        "I want to [continue|keep watching] on the {target}, [move it|bring it] over, connected [as before|like now]",
        "the cast is on the wrong [screen|device], it [belongs|should be] on the {target}",
        "!end [that|the] cast and start it again on the {target}, [same way|the same way as before]",
    ),
)


@family(split="train", behaviour="reference", domains=DEVICES, difficulty=3)
def cast_moved_to_another_screen(draw: Draw) -> Draft:
    """A second cast was rejected although the assistant said done: the one that really runs is stopped, its way kept."""
    rows = Rows(draw)
    first, second, target = (draw.pick(entities.SCREENS) for _ in range(3))
    method = draw.choice(("wireless", "usb"))
    keys = {
        name: rows.screen(name, "projector" if "Projector" in name else "tv", usb=True) for name in (first, second, target)
    }
    cast = rows.add(
        "casts", "cs", target=keys[first], method=method, direction="phone_to_device", state="active", reason=None,
        started=rows.now - 900,
    )  # fmt: skip
    start = {"action": "start", "connectionMethod": method, "targetDeviceName": first}
    again = {"action": "start", "connectionMethod": method, "targetDeviceName": second}
    started = {"castId": cast, "target": first, "connectionMethod": method, "castDirection": "phone_to_device"}
    refused = {"error": "CONFLICT", "message": f"already casting: {first}; stop it first"}
    said = "by cable" if method == "usb" else "over Wi-Fi"
    history = [
        PastTurn(role="user", text=f"Cast my screen to the {first} {said}."),
        PastTurn(
            role="assistant", calls=(Call(id="h0", name="control_screen_casting", arguments=start),), results=(started,)
        ),
        PastTurn(role="assistant", text=f"The screen is on the {first}."),
        PastTurn(role="user", text=f"And on the {second} as well."),
        PastTurn(
            role="assistant", calls=(Call(id="h1", name="control_screen_casting", arguments=again),), results=(refused,)
        ),
        PastTurn(role="assistant", text="Done."),
    ]

    def witness(play: Play) -> None:
        play.call("control_screen_casting", why=f"Only the cast to {first} really runs.", action="stop")
        play.call(
            "control_screen_casting", why=f"It ran by {method}, so it goes on by {method}.", action="start",
            connectionMethod=method, targetDeviceName=target,
        )  # fmt: skip
        play.finish(f"The cast runs on the {target} now.")

    return Draft(draw.say(MOVE_CAST, target=target), witness, patches=rows.patches, history=history)


CAST_IF = Wording(
    held=(
        "![cast|show] my screen on the {target}; if [something else is being cast|a cast is running], [end|stop] that first",
        "I want the {target} to show my phone, whatever is cast elsewhere may end",
        "the {target} takes over: any other cast stops, then mine goes there",
        "should I be casting to something already, stop; then start on the {target}",
        "cast to the {target}, and before that end any other cast",
        "we're all sitting in front of the {target} already. Put my screen on it, and if I'm still casting elsewhere, stop that first.",
        "!cast my screen to the {target}, oh, and should there be another cast, stop it before you do",
    ),
)


@family(split="test", behaviour="conditional", domains=DEVICES, difficulty=3)
def cast_after_ending_another(draw: Draw) -> Draft:
    """Whether something runs must be found out; only then there is something to stop."""
    rows, other, target = Rows(draw), draw.pick(entities.SCREENS), draw.pick(entities.SCREENS)
    keys = [rows.screen(name) for name in (other, target)]
    if draw.chance(0.6):
        rows.add(
            "casts", "cs", target=keys[0], method="wireless", direction="phone_to_device", state="active", reason=None,
            started=rows.now - 900,
        )  # fmt: skip

    def witness(play: Play) -> None:
        status = play.call("control_screen_casting", why="See whether something is cast.", action="status")
        if status["active"]:
            play.call("control_screen_casting", why=f"{other} is being cast to; that ends.", action="stop")
        play.call(
            "control_screen_casting", why=f"Nothing else runs; cast to {target}.", action="start", targetDeviceName=target
        )
        play.finish(f"The screen is on the {target}.")

    return Draft(draw.say(CAST_IF, target=target), witness, patches=rows.patches)


PRESETS = {
    "bass_boost": ("more bass", "the bass preset", "bass boost"),
    "vocal": ("the vocal preset", "clear voices", "the voice setting"),
    "podcast": ("the podcast preset", "podcast sound"),
    "treble_boost": ("more treble", "the treble preset", "treble boost"),
}
TUNE = Wording(
    train=(
        "![connect|use] my {device} [and set|with] {preset}",
        "{device}: [connect|connect them], [then|and] {preset}",
        "[I want|I'd like] to listen with the {device}, with {preset}",
        "![pair up with|connect to] the {device} and [give me|choose] {preset}",
    ),
    held=(
        "{preset} for the {device}, which must be connected before",
        "my ears get the {device} now; they should have {preset}",
    ),
    wide=(
        "[headphones|my headphones]: {device} connected, with {preset}",
        "could I have the {device} [connected|on], with {preset}?",
        "!get my {device} connected and [choose|select] {preset} for them",
        "I'm going to [wear|use] my {device}: [connect them|get them connected] and [set|pick] {preset}",
        "connect {device}[ via bluetooth|], equalizer: {preset}",
        "my {device} should be connected and [play with|use] {preset}",
        "once my {device} [are connected|are on], I want {preset}, [please do both|so do both]",
        "!use {preset} on my {device}, [after connecting them|connecting them first]",
        "![connect|link up] my {device}, [setting|choosing] {preset} as their sound",
    ),
)


@family(split="train", behaviour="conditional", domains=DEVICES, difficulty=2)
def headphones_connected_and_tuned(draw: Draw) -> Draft:
    """The equalizer belongs to the headphones that were just connected, not to the others."""
    rows = Rows(draw)
    names = [draw.pick(entities.HEADPHONES) for _ in range(2)]
    for name in names:
        rows.accessory(name)
    device, preset = names[draw.integer(0, 1)], draw.choice(tuple(PRESETS))

    def witness(play: Play) -> None:
        play.call("manage_bluetooth_device", why=f"{device} must be connected first.", action="connect", device=device)
        play.call("set_headphone_equalizer", why=f"{preset} for {device}.", preset=preset, device=device)
        play.finish(f"{device} is connected with {preset}.")

    return Draft(draw.say(TUNE, device=device, preset=draw.choice(PRESETS[preset])), witness, patches=rows.patches)


LIGHT = Wording(
    held=(
        "![turn|switch] [on the {light}|the {light} on]{where}",
        "[it is dark here|I can't see a thing], {light} on{where}",
        "the {light}{where} should [be on|shine]",
        "!give me light: the {light}{where}",
        "{light}{where}: on",
        "I'm about to sit down with a book, so put the {light}{where} on for me.",
        "!turn off, no, turn on the {light}{where}",
    ),
)
ROOM = Wording(
    held=(
        "the one in the {room}",
        "{room}",
        "[I mean |]the {room}[, please|]",
        "in the {room}",
        "[oh, |sorry, ]the {room} one",
    ),
)
LAMPS = ("floor lamp", "desk lamp", "reading light", "wall light", "night light", "string lights", "spotlight", "table lamp")


@family(split="dev", behaviour="boundary", domains=DEVICES, difficulty=2)
def light_in_one_of_two_rooms(draw: Draw) -> Draft:
    """Two lights are named alike: without the room the user must be asked."""
    rows, lamp = Rows(draw), draw.choice(LAMPS)
    rooms = [draw.pick(entities.ROOMS) for _ in range(2)]
    for room in rooms:
        rows.light(lamp, room)
    room, ambiguous = rooms[draw.integer(0, 1)], draw.chance(0.6)

    def witness(play: Play) -> None:
        if ambiguous:
            play.call("control_smart_home_device", why=f"Turn on the {lamp}.", fails=True, action="turn_on", device=lamp)
            play.ask(f"Which {lamp}: in the {rooms[0]} or the {rooms[1]}?", why=f"Two rooms have a {lamp}.")
        why = f"The {lamp} in the {room} is meant."
        play.call("control_smart_home_device", why=why, action="turn_on", device=lamp, room=room)
        play.finish(f"The {lamp} in the {room} is on.")

    request = draw.say(LIGHT, light=lamp, where="" if ambiguous else f" in the {room}")
    if not ambiguous:
        return Draft(request, witness, patches=rows.patches)
    return Draft(
        request, witness, check="behaviour", patches=rows.patches, says=[rooms],
        followups=[FollowUp(after="clarify", text=draw.say(ROOM, bare=True, room=room), asks=("which", "where", "room", *rooms))],
        friction=[Friction(kind="ambiguous_entity", params={"note": lamp})],
    )  # fmt: skip


PRINT = Wording(
    train=(
        "!print {file}{how}",
        "[I need|I want] {file} on paper{how}",
        "{file}{how}, [print it|to the printer] please",
        "![make|get] [me|] a printout of {file}{how}",
    ),
    held=("{file} should come out of the printer{how}", "!put {file} on paper{how}"),
    wide=(
        "[can|could] you get {file} printed{how}?",
        "[print job|printing]: {file}{how}",
        "I have to hand {file} in, so [print it|a printout please]{how}",
        "![send|pass] {file} to the printer{how}",
        "a [hard copy|paper version] of {file} [please|is what I need]{how}",
        "{file} [has to be|must be] printed{how}",
        "[for my meeting|for school] I need {file} printed{how}",
        "is it possible to print {file}{how}? [Then do so|Please do]",
        "![put|run] {file} through the printer{how}",
        "!print [out|off] {file}{how}",
    ),
)


@family(split="train", behaviour="boundary", domains=("Devices & Cross-device", "Apps & Storage"))
def printout_of_a_file(draw: Draw) -> Draft:
    """Where the phone can print, it prints; where no tool does, saying so is the only honest answer."""
    rows, name = Rows(draw), draw.file_name()
    rows.file(name, "Documents")
    rows.file(draw.file_name(), "Documents")
    possible, copies = draw.chance(0.55), draw.integer(1, 5)
    rows.add("printers", "pr", name=f"{draw.pick(entities.ROOMS)} printer", place="home", color=True, two_sided=True,
             state="ready", default=False)  # fmt: skip
    printers = rows.base.rows("printers").values()
    if not any(row["default"] and row["state"] == "ready" for row in printers):
        raise UnsuitableError("the profile's default printer cannot print")

    def witness(play: Play) -> None:
        if possible:
            play.call("print_document", why=f"{name}, {copies} times.", file=name, copies=copies if copies > 1 else None)
            play.finish(f"{name} is being printed.")
        else:
            play.refuse(f"Nothing here can print {name}.", why="There is no way to print on this phone.")

    how = "" if copies == 1 else draw.choice((f", {copies} copies", f", {copies} times", f" in {copies} copies"))
    request = draw.say(PRINT, file=name, how=how)
    if possible:
        return Draft(request, witness, patches=rows.patches, offer=("send_file_nearby",))
    return Draft(
        request, witness, check="behaviour", says=[("print", "printing", "printer", "printed")], patches=rows.patches,
        offer=("send_file_nearby", "manage_file", "compress_files"),
        friction=[
            Friction(kind="missing_tool", params={"tool": "print_document"}),
            Friction(kind="extraneous_tools"),
            Friction(kind="unsolvable", params={"note": "no tool"}),
        ],
    )  # fmt: skip


SHARE = Wording(
    train=(
        "![send|beam|give] {file} to {receiver}",
        "{receiver} [needs|should get] {file}, [it's nearby|they are right here]",
        "![share {file} with|transfer {file} to] {receiver} [next to me|nearby]",
        "{file} to {receiver}, [without a message|directly]",
    ),
    held=("the device {receiver} beside me must have {file}", "!hand {file} over to {receiver} through the air"),
    wide=(
        "!pass {file} [on |]to {receiver}, [it's|which is] nearby",
        "could {receiver} [get|receive] {file} from me?",
        "{file} -> {receiver}[, nearby share| (nearby)]",
        "I'm near {receiver} and [want|would like] to send {file} over",
        "!drop {file} [onto|on] {receiver}, [nearby|it's close by]",
        "nearby [sharing|share]: {file}, [to |receiver ]{receiver}",
        "so that we both have it, [send|copy] {file} to {receiver}",
        "!use nearby sharing to [send|get] {file} to {receiver}",
        "{receiver} is [waiting for|missing] {file}, send it [directly|over]",
        "!transmit {file} [wirelessly |]to {receiver}",
    ),
)


@family(split="train", behaviour="conditional", domains=NETWORKED, difficulty=3)
def file_to_a_device_nearby(draw: Draw) -> Draft:
    """Sharing needs Bluetooth: where it is off, the error says so, and it is turned on."""
    rows, name = Rows(draw), draw.file_name(draw.choice(("pdf", "docx", "jpg")))
    rows.file(name, draw.choice(("Documents", "Downloads")))
    receivers = [f"{draw.first_name()}'s {draw.choice(('phone', 'tablet', 'laptop'))}" for _ in range(2)]
    for receiver in receivers:
        rows.add("nearby_devices", "nd", name=receiver, type="phone", owner=receiver.split("'")[0], visible=True)
    off = draw.chance(0.5)
    if off:
        rows.put("radios", "bluetooth", on=False)
    receiver = receivers[draw.integer(0, 1)]

    def witness(play: Play) -> None:
        play.call("send_file_nearby", why=f"{name} goes to {receiver}.", fails=off, file=name, receiver=receiver)
        if off:
            play.call("set_bluetooth", why="Bluetooth is off and is needed.", enabled=True)
            play.call("send_file_nearby", why="Bluetooth is on now.", file=name, receiver=receiver)
        play.finish(f"{receiver} has {name}.")

    return Draft(draw.say(SHARE, file=name, receiver=receiver), witness, patches=rows.patches)


RING = Wording(
    held=(
        "my {device} [must be|are] somewhere [around|in the house], [make them ring|let them make a noise]",
        "where [are|did I put] the {device}? [Have them ring|Play a sound on them]",
        "!make a sound with my {device} so that I can find them",
        "I lost the {device} between the cushions, I need to hear them",
        "!ring my {device}",
        "I've turned the whole flat upside down for my {device}. Can you make them play a sound?",
        "!call my, no, not call: let my {device} play a sound, they're somewhere around",
    ),
)


@family(split="gate", behaviour="grounding", domains=DEVICES)
def lost_earbuds(draw: Draw) -> Draft:
    """An accessory is found by its sound."""
    rows, names = Rows(draw), [draw.pick(entities.HEADPHONES) for _ in range(2)]
    for name in names:
        rows.accessory(name)

    def witness(play: Play) -> None:
        play.call("find_device", why=f"{names[0]} should ring.", action="ring", device=names[0])
        play.finish(f"{names[0]} is ringing.")

    return Draft(draw.say(RING, device=names[0]), witness, patches=rows.patches)


CHARGE = Wording(
    held=(
        "![check|look at] the battery of my {device}: below {limit} %, put '{title}' on my to-do list; otherwise [connect them|connect to them]",
        "if the {device} [have|are at] less than {limit} percent, [add a to-do|note the to-do] '{title}', else connect them",
        "the {device} get connected if they have {limit} % or more, if not I want the to-do '{title}'",
        "do my {device} still have {limit} %? Then connect to them. If they don't, the to-do list gets '{title}'",
        "{device} at {limit} % or more: connect; less: to-do '{title}'",
        "I'd like to listen to something on my {device}. Connect them, but if they're under {limit} %, put the to-do '{title}' on my list instead.",
        "!connect my {device}, no, look at the battery first: under {limit} % just add the to-do '{title}', otherwise connect",
    ),
)


@family(split="test", behaviour="conditional", domains=("Devices & Cross-device", "Utilities & Productivity"), difficulty=2)
def headphones_if_charged(draw: Draw) -> Draft:
    """What to do depends on a number that only the accessory knows."""
    rows, device, limit = Rows(draw), draw.pick(entities.HEADPHONES), draw.integer(20, 60, 5)
    low = draw.chance(0.5)
    rows.accessory(device, battery=draw.integer(3, limit - 2) if low else draw.integer(limit + 2, 100))
    title = f"charge {device}"

    def witness(play: Play) -> None:
        found = play.call("get_accessory_battery", why=f"See how full {device} is.", device=device)
        level = found["accessories"][0]["battery"]
        if level < limit:
            play.call("manage_todo", why=f"{level} is below {limit}.", action="create", title=title)
            play.finish(f'{device} is at {level} %, so "{title}" is on the list.')
        else:
            play.call("manage_bluetooth_device", why=f"{level} is enough.", action="connect", device=device)
            play.finish(f"{device} is at {level} % and connected.")

    return Draft(draw.say(CHARGE, device=device, limit=limit, title=title), witness, patches=rows.patches)


TRADE = Wording(
    held=(
        "on my watch, {first} and {second} should swap: what is on goes off, what is off goes on",
        "![exchange|swap] {first} and {second} on the watch, [the other settings stay|nothing else]",
        "the watch has one of {first} and {second} on; make it the other of the two",
        "!look at my watch and reverse both {first} and {second}",
        "watch: flip {first} and {second}",
        "I've set up my watch the wrong way round. Of {first} and {second}, turn off the one that's on, and on the one that's off.",
        "!turn both {first} and {second} on for my watch, no, swap them: whichever is on goes off and the other one comes on",
    ),
)
WATCH = {"notifications": "notifications", "theater_mode": "theatre mode", "raise_to_wake": "raise to wake"}


@family(split="test", behaviour="reference", domains=DEVICES, difficulty=3)
def swapped_watch_settings(draw: Draw) -> Draft:
    """A neighbour of the swapped reading aids: exactly two settings of the watch change."""
    rows = Rows(draw)
    devices = rows.base.rows("bluetooth_devices")
    worn = [key for key in rows.base.rows("watches") if devices[key]["connected"]]
    if len(worn) != 1:
        raise UnsuitableError(f"{draw.profile} does not wear exactly one watch")
    first, second, third = draw.rng.sample(list(WATCH), 3)
    on = draw.chance(0.5)
    rows.put("watches", worn[0], **{first: on, second: not on, third: draw.chance(0.5)})

    def witness(play: Play) -> None:
        state = play.call("manage_watch", why=f"See which of {first} and {second} is on.", action="status")
        play.calls(
            *(("manage_watch", {"action": "set", "setting": name, "enabled": not state[name]}) for name in (first, second)),
            why=f"{first if state[first] else second} is on, so the two swap.",
        )
        play.finish(f"{WATCH[first]} and {WATCH[second]} have swapped.")

    return Draft(draw.say(TRADE, first=WATCH[first], second=WATCH[second]), witness, patches=rows.patches)


LINK = Wording(
    held=(
        "![link|connect] the phone [to|with] {computer} and [share|turn on sharing of] the {feature}",
        "{computer} and my phone should share the {feature}, [link them|connect the two] first",
        "I want the {feature} to work across the phone and {computer}, which are not linked yet",
        "!set up a link to {computer} so that the {feature} is shared",
        "{computer}: link, then share the {feature}",
        "I'm sitting at {computer} and would love to share the {feature} with my phone. There is no link yet, so make one first.",
        "!link the phone to {other}, no, to {computer}, and share the {feature}",
    ),
)
FEATURES = {"clipboard_sharing": "clipboard", "input_sharing": "mouse and keyboard", "screen_mirroring": "screen"}


@family(split="dev", behaviour="conditional", domains=DEVICES, difficulty=2)
def computer_linked_for_a_feature(draw: Draw) -> Draft:
    """A feature belongs to the linked computer, so the link comes first."""
    rows, names = Rows(draw), [draw.pick(entities.COMPUTERS) for _ in range(2)]
    rows.clear("pc_links")
    features = dict.fromkeys((*FEATURES, "file_transfer"), False)
    for name in names:
        rows.add("pc_links", "pc", name=name, os="Windows 11", connected=False, online=True, **features)
    feature = draw.choice(tuple(FEATURES))

    def witness(play: Play) -> None:
        play.call("manage_pc_link", why=f"{names[0]} must be linked first.", action="connect", pcName=names[0])
        play.call("manage_pc_link", why=f"{names[0]} is linked.", action="enable", feature=feature)
        play.finish(f"{names[0]} is linked and the {FEATURES[feature]} is shared.")

    request = draw.say(LINK, computer=names[0], other=names[1], feature=FEATURES[feature])
    return Draft(request, witness, patches=rows.patches)
