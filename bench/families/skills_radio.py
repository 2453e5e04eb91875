"""Families whose skill is about radios: flights, hotspots, and orders that undo each other."""

from harness.contract import FollowUp, Friction, Patch

from ..draw import Draw
from ..scenario import Draft, Play, family
from ..wording import Wording
from .skills_offer import load, offered, routed

RADIO = ("AI Assistant", "Network & Connectivity")

FLIGHT = Wording(
    train=(
        "[I am boarding|my plane leaves|we are about to take off]: airplane mode, [but|and] keep {radio} [usable|working|on]",
        "![turn on|switch on|activate] airplane mode [and|but] leave {radio} [on|running] [for my {use}|]",
        "[I want|I need] {radio} on the plane, [so flight mode with {radio}|so airplane mode, then {radio}]",
        "airplane mode with {radio}[ for the {use}|]",
    ),
    held=(
        "all transmitters may rest during the flight except {radio}",
        "!make the phone fit for flying, though my {use} still must have {radio}",
    ),
    wide=(
        "could you put the phone [in|into] [flight|airplane] mode [with|but keep] {radio} [on|available]?",
        "[boarding now|on the plane now|strapped in already]. [Airplane|Flight] mode, {radio} [has to stay "
        "on|should stay on]",
        "!go into [flight|airplane] mode and [have|get] {radio} [back on|on again] [for my {use}|after that]",
        "[flight|airplane] mode + {radio}[ for my {use}|, please|]",
        "my {use} [won't work|can't do] without {radio}, so [airplane|flight] mode [but with {radio} on|and {radio} on]",
        "so that I can keep using {radio} [on board|during the flight], [flight|airplane] mode with "
        "{radio} [enabled|switched on]",
        "the crew wants [airplane|flight] mode on. [Do that|Turn it on], but {radio} [must be on|should be on] [all the same|too]",
        "[airplane|flight] mode needs to be on, [and|but] so does {radio}",
        "I'm flying [today|in a minute]: [airplane|flight] mode on, {radio} [on too|on as well]",
    ),
    zh_train=(
        "[要登机了|飞机要起飞了]，开飞行模式，但{radio}[要能用|留着]",
        "![打开|开启]飞行模式，{radio}[继续开着|还要用]",
    ),
    zh_held=("坐飞机时{radio}不能断，其他信号都关",),
    zh_wide=(
        "能不能[开飞行模式|进入飞行模式]，[但|同时]{radio}[保持打开|继续用]？",
        "我上飞机了，飞行模式[打开|开一下]，{radio}[别关|也开着]",
        "!切到飞行模式，[再|然后]把{radio}[打开|开回来]",
    ),
)


@family(
    split="train", capability="skills", behaviour="conditional", domains=RADIO, difficulty=3, languages=("en", "en", "zh")
)
def skill_flight_with_radio(draw: Draw) -> Draft:
    """Airplane mode first, then the one radio that is still wanted."""
    bluetooth = draw.chance(0.5)
    tool = "set_bluetooth" if bluetooth else "set_wifi"
    radio = "Bluetooth" if bluetooth else "Wi-Fi"
    use = draw.choice(("headphones", "earbuds", "watch") if bluetooth else ("tablet", "laptop", "films"))

    def witness(play: Play) -> None:
        load(play, "airplane-wireless", f"airplane mode with {radio}")
        play.call("set_airplane_mode", why="Airplane mode drops all radios, so it comes first.", enabled=True)
        play.call(tool, why=f"Now {radio} again.", enabled=True)
        play.finish(draw.tongue(f"Airplane mode is on and {radio} works.", f"飞行模式已开，{radio}可用。"))

    return Draft(
        draw.say(FLIGHT, radio=radio, use=use), witness, gold_skills=["airplane-wireless"], routing=routed(draw),
        offer=offered(draw, "airplane-wireless"), order=[("set_airplane_mode", tool)],
    )  # fmt: skip


LANDED = Wording(
    held=(
        "[we landed|the plane has landed], [end|leave|switch off] airplane mode but [no|without] Bluetooth",
        "![turn off|end] flight mode, Bluetooth [shall stay off|must stay off]",
        "airplane mode off[, please|], and [keep Bluetooth off|no Bluetooth]",
        "[I am off the plane|after the flight]: normal mode again, [only Bluetooth off|except Bluetooth]",
        "back on the ground all may come back, Bluetooth excepted",
        "!undo the flight setting, yet leave Bluetooth silent",
        "what a flight! Airplane mode can go off now, but I want Bluetooth to stay off.",
        "!turn airplane mode and Bluetooth off, I mean, Bluetooth must be off afterwards as well",
    ),
)


@family(split="test", capability="skills", behaviour="conditional", domains=RADIO, difficulty=3)
def skill_landed_without_bluetooth(draw: Draw) -> Draft:
    """Ending airplane mode brings Bluetooth back, so turning it off comes after."""
    radios = ("wifi", "bluetooth", "mobile_data")
    patches = [Patch(table="radios", key=name, fields={"on": False}) for name in radios]
    remembered = {"wifi": True, "bluetooth": True, "mobile_data": True, "hotspot": False}
    patches.append(Patch(table="radios", key="airplane", fields={"on": True, "remembered": remembered}))

    def witness(play: Play) -> None:
        load(play, "airplane-wireless", "airplane mode ends")
        play.call("set_airplane_mode", why="The radios come back first.", enabled=False)
        play.call("set_bluetooth", why="Bluetooth came back and is not wanted.", enabled=False)
        play.finish("Airplane mode is off; Bluetooth stays off.")

    return Draft(
        draw.say(LANDED), witness, patches=patches, gold_skills=["airplane-wireless"], routing=routed(draw),
        offer=offered(draw, "airplane-wireless"), order=[("set_airplane_mode", "set_bluetooth")],
    )  # fmt: skip


HOTSPOT = Wording(
    held=(
        "![share|give] my [internet|mobile internet] [with|to] the {guest}[, hotspot name {name}| under the name {name}]",
        "[the {guest} needs|I need for the {guest}] a hotspot [called|named] {name}",
        "![turn on|open] a hotspot {name} for the {guest}",
        "hotspot {name}[, for the {guest}|, please]",
        "my {guest} has no net, let it use mine under {name}",
        "!become an access point called {name}",
        "there's no Wi-Fi at this place. Let the {guest} use my mobile internet through a hotspot called {name}.",
        "!connect to a hotspot, no, open one of mine, named {name}, for the {guest}",
    ),
)


@family(split="gate", capability="skills", behaviour="conditional", domains=RADIO, difficulty=4)
def skill_hotspot_blocked(draw: Draw) -> Draft:
    """A hotspot that data saver and missing mobile data stand in the way of."""
    name = draw.title().replace(" ", "-")
    saver, data = draw.choice(((True, False), (True, True), (False, False)))
    patches = [
        Patch(table="radios", key="data_saver", fields={"on": saver}),
        Patch(table="radios", key="mobile_data", fields={"on": data}),
    ]

    def witness(play: Play) -> None:
        load(play, "share-hotspot", "a hotspot is wanted")
        if saver:
            play.call("set_data_saver", why="Data saver blocks a hotspot.", enabled=False)
        if not data:
            play.call("set_mobile_data", why="A hotspot needs mobile data.", enabled=True)
        play.call("manage_hotspot", why=f"Now the hotspot {name}.", action="turn_on", name=name)
        play.finish(f"The hotspot {name} is on.")

    return Draft(
        draw.say(HOTSPOT, name=name, guest=draw.choice(("laptop", "tablet", "colleague"))), witness, patches=patches,
        gold_skills=["share-hotspot"], routing=routed(draw), offer=offered(draw, "share-hotspot"),
        allowed=["radios/data_saver/on", "radios/mobile_data/on"],
    )  # fmt: skip


UNDO = Wording(
    train=(
        "![turn on|switch on] {radio} and [turn on|activate] {mode}, [both must hold in the end|I want both]",
        "[I want|I need] {radio} on, [and also|plus] {mode} on",
        "{radio} on and {mode} on, [sort out the order|in the right order]",
        "![enable|activate] {radio}, [then|also] {mode}; [at the end both are on|both shall be on]",
    ),
    held=("in the end {radio} as well as {mode} have to be active", "!arrange that {radio} runs while {mode} is active"),
    wide=(
        "could you [have|get] {radio} and {mode} [both on|on together][, please|]?",
        "{mode} [plus|with] {radio}, [both on|both active][ please|]",
        "I'd like {radio} [running|on] [with|together with] {mode} [on|as well]",
        "[the|my] phone [should have|needs] {radio} on and {mode} on[ at the same time|, both]",
        "!put {radio} on, and {mode} [on too|on as well], [so that both are on|and leave both on]",
        "so that I can use {radio} in {mode}, [switch|turn] both on",
        "!start {radio} [and|as well as] {mode}, [neither may end up off|both must be on when you're done]",
        "two [things|switches]: {radio} on, {mode} on. [Both|The two of them] should be on [afterwards|at the end]",
        "I [want|need] {mode} and still [want|need] {radio}, so [turn on|enable] both",
    ),
)


@family(split="train", capability="skills", behaviour="revision", domains=RADIO, difficulty=3)
def skill_order_of_undoing_steps(draw: Draw) -> Draft:
    """Two wishes of which the second, done last, would undo the first: the arbiter gives the order."""
    bluetooth = draw.chance(0.5)
    tool, radio = ("set_bluetooth", "Bluetooth") if bluetooth else ("set_wifi", "Wi-Fi")

    def witness(play: Play) -> None:
        load(play, "arbitrate", f"airplane mode undoes {radio}")
        play.call("set_airplane_mode", why="What resets others comes first.", enabled=True)
        play.call(tool, why=f"{radio} comes after it.", enabled=True)
        play.finish(f"Airplane mode is on and {radio} is on.")

    return Draft(
        draw.say(UNDO, radio=radio, mode="airplane mode"), witness, gold_skills=["arbitrate"],
        offer=["skill__arbitrate", "skill__quiet-focus", "set_airplane_mode", tool], order=[("set_airplane_mode", tool)],
    )  # fmt: skip


ONE_ALARM = Wording(
    held=(
        "![set|make] exactly one alarm {title}, at {first} and at {second}",
        "[I want|I need] a single alarm [called|named] {title}: {first} and {second}",
        "one alarm only, {title}, [ringing|that rings] at {first} as well as at {second}",
        "{title} alarm, just one, {first} plus {second}",
        "no more than one alarm {title} may exist and it has to ring at {first} and {second}",
        "!create {title} once, for {first} and for {second}",
        "I can't stand several alarms. Just one, {title}, that rings at {first} and also at {second}.",
        "!set two, no, just one alarm {title}, for {first} and {second}",
    ),
)
CHOICE = Wording(
    held=(
        "{time}",
        "[take|then] {time}",
        "{time}, [the other was a mistake|forget the other]",
        "{time} matters more",
        "let {time} win",
        "{time}, please",
        "[hm, |]then {time}, not the other one",
    ),
)


@family(split="dev", capability="skills", behaviour="boundary", domains=("AI Assistant", "Time Management"), difficulty=3)
def skill_wishes_that_exclude(draw: Draw) -> Draft:
    """Two wishes that cannot both hold, neither said later: ask which one."""
    title, first, second = draw.title(), draw.time(5, 8), draw.time(9, 11)
    chosen = draw.choice((first, second))
    answer = FollowUp(after="clarify", text=draw.say(CHOICE, bare=True, time=draw.say_time(chosen)))

    def witness(play: Play) -> None:
        load(play, "arbitrate", "one alarm cannot ring at two times")
        play.ask(f"Shall {title} ring at {first} or at {second}?", why="Both cannot hold, so the user decides.")
        load(play, "wake-plan", "the alarm that the user chose")  # where tools come through skills alone, it brings the tool
        play.call("manage_alarm", why=f"The user chose {chosen}.", action="create", time=chosen, title=title)
        play.finish(f"The alarm {title} rings at {chosen}.")

    return Draft(
        draw.say(ONE_ALARM, title=title, first=draw.say_time(first), second=draw.say_time(second)), witness,
        gold_skills=["arbitrate"], offer=["skill__arbitrate", "skill__wake-plan", "manage_alarm"], followups=[answer],
        friction=[Friction(kind="contradictory_request")],
    )  # fmt: skip
