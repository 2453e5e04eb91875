"""Made-up tools over made-up things: the worlds of the synthetic pretraining text.

A world has a few things (a `tide_gauge`, a `pastry crate`), each with fields, some stored rows and tools that list, read,
create, change and act on them, some dials without rows, and unrelated tools as distractors. Names are composed at random and
keep clear of words for phones, so that no tool of the real environments can appear.
"""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

from planner_train.embedded import lexicon, values
from planner_train.embedded.values import Argument, Kind, Value, make_argument, phrase

NOUNS = """acorn anchor antler apron aquarium arch arrow artifact atlas awning axle badge bakery ballad
balloon bamboo banner barge barn barrel basin basket bassoon beacon beaker bean bell bench berry blanket
boiler bolt bonfire bookcase boulder bouquet bowl bracelet bramble brick bridge broom brush bucket bundle
bungalow burrow bust cabin cabinet cactus candle canoe canvas canyon cape caravan cargo carpet carriage
carton carving cask casserole castle cauldron cedar ceiling cellar chandelier chapel chariot cheese chest
chimney choir chisel cistern clay clinic cloak coach cocoon coil colony comet compass conveyor copper coral
cottage cradle crane crater crayon crew crop crown crystal cushion cylinder dairy dam deck depot diagram
dial dinghy dome donkey dough dragon drawbridge drill drum dune dynamo easel eclipse elevator ember engine
enzyme estuary exhibit fable falcon feather fence fern ferry festival fiddle flask fleet flint flock flute
foal forge fossil fountain freezer fresco furnace galaxy garden garland gasket gate gazebo gear geyser
glacier glider goblet gondola granary grove guild hammer hammock harbor harness harp harvest hatch hedge
helmet herb hive hull igloo incubator ingot inkwell irrigation island ivy jar jetty juggler jungle juniper
kayak kennel kettle kiln kite knot ladder lagoon lamp lantern lathe lattice lavender ledger lens lever
lichen lighthouse loom lumber lute magnet mantle manuscript maple marble marina mask mast meadow medal
melody meteor mill mineral monument mosaic moss mural nectar needle nest oar oasis oboe observatory olive
opera orchard orchid ore organ otter oven paddle pagoda palette pantry parade parcel pasture patent pebble
pendulum pepper petal pigment pillar pipeline piston plank planet plaster plow pond poppy pottery prairie
prism propeller pulley pump puppet puzzle pyramid quarry quilt raft rail ranch ravine reactor reef regatta
relic reservoir ribbon ridge rocket rudder saddle sail sample sapling satchel sawmill scaffold scarf
sculpture seedling shed shipment shovel shrine silo sketch sled sluice soil spindle spire sponge spool
spring stable stable statue stove sundial swing tapestry tent terrace theater thistle tide tile timber
toolbox torch totem tower tractor trapeze trellis trench trough trowel tulip tunnel turbine turret umbrella
vase vat vault velvet vessel vine violin voyage wagon walnut warehouse waterfall weaver wharf wheel whistle
willow winch windmill winery workshop wreath yacht yarn yoke zeppelin""".split()
ACTIONS = {
    "archive": "archive|file away",
    "approve": "approve|sign off",
    "reject": "reject|turn down",
    "start": "start|kick off|get going with|run",
    "stop": "stop|halt|shut down",
    "pause": "pause|hold",
    "resume": "resume|carry on with|continue",
    "lock": "lock|secure",
    "unlock": "unlock",
    "open": "open|open up",
    "close": "close|shut",
    "ship": "ship|dispatch|send off",
    "print": "print|print out",
    "publish": "publish|make public",
    "hide": "hide|conceal",
    "clean": "clean|wash",
    "inspect": "inspect|look over|examine",
    "water": "water|give water to",
    "release": "release|let go of",
    "freeze": "freeze",
    "duplicate": "duplicate|make a copy of|clone",
    "star": "star|mark with a star",
    "rotate": "rotate|turn",
    "refresh": "refresh|reload",
    "scan": "scan",
    "calibrate": "calibrate|tune",
    "renew": "renew|extend",
    "repair": "repair|fix|mend",
    "reserve": "reserve|book|hold",
    "cancel": "cancel|call off",
    "paint": "paint",
    "polish": "polish",
    "weigh": "weigh",
    "deliver": "deliver|hand over",
    "park": "park",
    "fold": "fold",
    "sharpen": "sharpen",
    "feed": "feed",
    "test": "test|try out",
    "restore": "restore|bring back",
    "connect": "connect|hook up",
    "disconnect": "disconnect|unhook",
    "confirm": "confirm",
    "flag": "flag|mark",
    "dismiss": "dismiss|wave away",
    "empty": "empty|clear out",
    "fill": "fill|top up",
    "heat": "heat|warm up",
    "cool": "cool|cool down",
    "launch": "launch|fire up",
    "return": "return|give back",
    "label": "label",
    "join": "join|enter",
    "leave": "leave|quit",
    "move": "move|shift",
    "measure": "measure",
    "wrap": "wrap|wrap up",
    "merge": "merge",
    "split": "split",
    "harvest": "harvest|gather in",
}
CREATE = (
    ("create", "add", "make", "register", "new", "insert", "plan", "log"),
    "create|add|make|set up|register|put in|enter|i need|log|start",
)
DELETE = (("delete", "remove", "discard", "drop"), "delete|remove|get rid of|scrap|take out|throw away|drop|erase")
UPDATE = (("update", "edit", "change", "modify", "set"), "change|update|edit|adjust|modify")
LIST = (("list", "get_all", "show", "browse", "list_all"), "list|show me|give me")
SEARCH = (("search", "find", "query", "lookup", "filter"), "find|look up|search for")
GET = (("get", "read", "fetch", "show", "check", "describe"), "check|look at|read|tell me about")
SET_DIAL = (("set", "adjust", "change", "configure"), "set|put|turn|bring|change|adjust|move")
ERROR_TYPES = ("unavailable", "timeout", "runtime_error", "conflict", "permission_denied", "not_found", "invalid_argument")


@dataclass(frozen=True)
class Tool:
    """A made-up tool; `line` is its compact signature."""

    name: str
    arguments: tuple[Argument, ...]
    about: str = ""

    @property
    def line(self) -> str:
        """The signature line that stands in the system text."""
        return f"{self.name}({', '.join(argument.signature for argument in self.arguments)}){self.about}"

    def ordered(self, arguments: dict[str, Any]) -> dict[str, Any]:
        """The given arguments in signature order."""
        return {a.name: arguments[a.name] for a in self.arguments if a.name in arguments}


@dataclass
class Thing:
    """A kind of object with rows, and the tools that handle it: operation name -> (tool, fixed arguments)."""

    noun: str
    words: str
    plural: str
    id_name: str
    label: Argument
    fields: list[Argument]
    rows: list[dict[str, Any]] = field(default_factory=list)
    said: list[dict[str, str]] = field(default_factory=list)
    tools: dict[str, tuple[Tool, dict[str, Any]]] = field(default_factory=dict)
    rows_key: str = "rows"


@dataclass
class Dial:
    """A setting without rows: one value, a tool that sets it and perhaps one that reads it."""

    words: str
    argument: Argument
    setter: Tool
    getter: Tool | None
    extra: tuple[Argument, ...] = ()


class World:
    """Things, dials and distractors of one synthetic episode."""

    def __init__(self, rng: random.Random) -> None:
        self.rng = rng
        self.now = datetime(2024, 1, 1, tzinfo=UTC) + timedelta(minutes=rng.randrange(60 * 24 * 900))
        self.snake = rng.random() < 0.25
        self.camel_tools = rng.random() < 0.12
        self.separate = rng.random()
        self.described = rng.random() < 0.12
        self.rows_key = rng.choice(("rows", "items", "results", "", "", ""))
        self.enveloped = rng.choice(("ok", "ok", "success", "", "", ""))
        self.used_words: set[str] = set()
        self.tools: dict[str, Tool] = {}

    def noun_words(self) -> str:
        """One or two words that no other thing of this world uses."""
        rng = self.rng
        while True:
            roll = rng.random()
            first = rng.choice(NOUNS) if roll < 0.6 else lexicon.word(rng)
            text = (
                first if rng.random() < 0.55 else f"{lexicon.word(rng) if rng.random() < 0.6 else rng.choice(NOUNS)} {first}"
            )
            parts = text.split()
            if len(set(parts)) == len(parts) and not (set(parts) & (self.used_words | set(lexicon.EVERYDAY))):
                if rng.random() > 0.25:
                    self.used_words.update(parts)
                return text

    def tool_name(self, verb: str, noun: str) -> str:
        """`verb_noun` in the style of this world."""
        name = f"{verb}_{noun}" if self.separate < 0.9 else f"{noun}_{verb}"
        name = name.replace(" ", "_")
        if self.camel_tools:
            name = re.sub(r"_([a-z0-9])", lambda m: m.group(1).upper(), name)
        return name

    def add_tool(self, name: str, arguments: list[Argument], about: str = "") -> Tool:
        """Register a tool; arguments that are required come first."""
        ordered = sorted(arguments, key=lambda a: not a.required)
        tool = Tool(name, tuple(ordered), f" - {about}" if self.described and about else "")
        self.tools[name] = tool
        return tool

    def arguments(
        self, count: int, taken: set[str], noun: str = "", kinds: tuple[Kind, ...] = values.FIELD_KINDS
    ) -> list[Argument]:
        """Up to `count` arguments of random kinds."""
        made = (make_argument(self.rng, self.rng.choice(kinds), taken, False, self.snake, noun) for _ in range(count))
        return [argument for argument in made if argument is not None]

    def thing(self, rows: int | None = None, operations: tuple[str, ...] = ()) -> Thing:
        """A new thing with its tools; `operations` are made sure to exist."""
        rng = self.rng
        words = self.noun_words()
        noun = words.replace(" ", "_")
        plural = words + ("es" if words[-1] in "sxz" or words.endswith(("ch", "sh")) else "s")
        camel = re.sub(r"_([a-z])", lambda m: m.group(1).upper(), noun)
        id_name = rng.choice(("id", f"{camel}Id", f"{camel}Id", f"{camel}Id"))
        if self.snake:
            id_name = rng.choice(("id", f"{noun}_id"))
        taken = {id_name}
        label = make_argument(
            rng, rng.choice((values.TITLE, values.TITLE, values.TITLE, values.PERSON)), taken, True, self.snake
        )
        assert label is not None
        fields = self.arguments(rng.choice((1, 2, 2, 3, 3, 4, 5)), taken, camel)
        if not fields:
            fields = self.arguments(3, taken, camel, (values.LEVEL, values.TIME, values.CODE))
        thing = Thing(noun, words, plural, id_name, label, fields)
        thing.rows_key = self.rows_key or plural.replace(" ", "_")
        identity = Argument(id_name, values.IDENT, True)
        wanted = set(operations) | {op for op in ("list", "create", "delete", "update") if rng.random() < 0.45}
        if "list" in wanted and rng.random() < 0.25:
            wanted.discard("list")
            wanted.add("search")
        for action in rng.sample(sorted(ACTIONS), rng.choice((0, 1, 1, 2))):
            wanted.add(action)
        fields_required = [Argument(f.name, f.kind, rng.random() < 0.3, f.choices, f.words) for f in fields]
        if self.separate < 0.4:
            self._manage(thing, wanted, identity, fields)
        else:
            self._separate(thing, wanted, identity, fields_required)
        self._store(thing, rng.choice((1, 2, 3, 3, 4, 4, 5, 6)) if rows is None else rows)
        return thing

    def _manage(self, thing: Thing, wanted: set[str], identity: Argument, fields: list[Argument]) -> None:
        rng = self.rng
        operations = sorted(wanted)
        names = {op: self.operation_verb(op) for op in operations}
        key = rng.choice(("action", "action", "operation", "op", "mode"))
        if key == thing.id_name or any(key == f.name for f in fields):
            key = "command"
        choice = Argument(key, values.CHOICE, True, tuple(dict.fromkeys(names.values())), key)
        query = [Argument("query", values.TITLE, False)] if "search" in wanted else []
        optional = [Argument(a.name, a.kind, False, a.choices, a.words) for a in (identity, thing.label, *fields)]
        verb = rng.choice(("manage", "manage", "handle", "control", "use"))
        tool = self.add_tool(self.tool_name(verb, thing.noun), [choice, *query, *optional], f"work with {thing.plural}")
        for op in operations:
            thing.tools[op] = (tool, {key: names[op]})

    def operation_verb(self, operation: str) -> str:
        """The program's verb for an operation."""
        table = {"create": CREATE, "delete": DELETE, "update": UPDATE, "list": LIST, "search": SEARCH, "get": GET}
        return self.rng.choice(table[operation][0]) if operation in table else operation

    def _separate(self, thing: Thing, wanted: set[str], identity: Argument, fields: list[Argument]) -> None:
        rng = self.rng
        for op in sorted(wanted):
            verb = self.operation_verb(op)
            name = self.tool_name(verb, thing.noun if op not in ("list", "search") or rng.random() < 0.3 else thing.plural)
            if op == "list":
                arguments = [Argument("limit", values.COUNT, False)] if rng.random() < 0.2 else []
            elif op == "search":
                arguments = [Argument(rng.choice(("query", "query", "text", "keyword")), values.TITLE, True)]
            elif op == "create":
                arguments = [thing.label, *fields]
            elif op == "update":
                arguments = [
                    identity,
                    *(Argument(a.name, a.kind, False, a.choices, a.words) for a in (thing.label, *fields)),
                ]
            else:
                arguments = [identity]
            thing.tools[op] = (self.add_tool(name, arguments, f"{verb.replace('_', ' ')} {thing.words}"), {})

    def _store(self, thing: Thing, count: int) -> None:
        rng = self.rng
        seen: set[str] = set()
        stored = [f for f in thing.fields if rng.random() < 0.75] or thing.fields[:1]
        layout = rng.choice((True, True, False))
        for _ in range(count):
            label = thing.label.value(rng, self.now)
            if label.said.lower() in seen:
                continue
            seen.add(label.said.lower())
            drawn = {f.name: f.value(rng, self.now) for f in stored}
            identity = lexicon.identifier(rng, thing.noun)
            if any(row[thing.id_name] == identity for row in thing.rows):
                continue
            head = {thing.id_name: identity, thing.label.name: label.written}
            tail = {name: value.written for name, value in drawn.items()}
            thing.rows.append({**head, **tail} if layout else {**tail, **head})
            thing.said.append({thing.label.name: label.said, **{name: value.said for name, value in drawn.items()}})

    def dial(self) -> Dial:
        """A setting: `set_kiln_heat(level:int)`."""
        rng = self.rng
        words = self.noun_words()
        taken: set[str] = set()
        kind = rng.choice(
            (
                values.LEVEL,
                values.LEVEL,
                values.FLAG,
                values.FLAG,
                values.CHOICE,
                values.CHOICE,
                values.TIME,
                values.MINUTES,
                values.SECONDS,
                values.TITLE,
                values.DECIMAL,
                values.CODE,
            )
        )
        argument = make_argument(rng, kind, taken, True, self.snake)
        assert argument is not None
        extra = (
            [make_argument(rng, rng.choice((values.CHOICE, values.MINUTES, values.PLACE)), taken, False, self.snake)]
            if rng.random() < 0.15
            else []
        )
        others = tuple(a for a in extra if a is not None)
        verb = rng.choice(("toggle", "set", "switch", "enable")) if kind is values.FLAG else rng.choice(SET_DIAL[0])
        setter = self.add_tool(self.tool_name(verb, words), [argument, *others], f"{verb} the {words}")
        getter = None
        if rng.random() < 0.5:
            getter = self.add_tool(self.tool_name(rng.choice(("get", "read", "check")), words), [], f"read the {words}")
        return Dial(words, argument, setter, getter, others)

    def messenger(self) -> tuple[Tool, Argument, Argument, str]:
        """A tool that carries a text to a receiver: (tool, receiver argument, text argument, its noun)."""
        rng = self.rng
        taken: set[str] = set()
        receiver = make_argument(
            rng,
            rng.choice((values.PERSON, values.PERSON, values.PHONE, values.EMAIL, values.PLACE)),
            taken,
            True,
            self.snake,
        )
        text = make_argument(rng, values.TEXT, taken, True, self.snake)
        assert receiver is not None and text is not None
        noun = self.noun_words()
        verb = rng.choice(("send", "post", "deliver", "forward", "share", "whisper", "fax"))
        arguments = [
            receiver,
            text,
            *self.arguments(rng.choice((0, 0, 1)), taken, "", (values.FLAG, values.CHOICE, values.TIME)),
        ]
        return self.add_tool(self.tool_name(verb, noun), arguments, f"{verb} a {noun}"), receiver, text, noun

    def distract(self, total: int, similar: list[Thing]) -> None:
        """Fill the world up to `total` tools, some of them close relatives of the things in use."""
        rng = self.rng
        while len(self.tools) < total:
            roll = rng.random()
            if roll < 0.3 and similar:
                thing = rng.choice(similar)
                verb = rng.choice((*ACTIONS, "export", "count", "get", "share"))
                identity = Argument(thing.id_name, values.IDENT, True)
                extra = self.arguments(rng.choice((0, 0, 1)), {thing.id_name})
                self.add_tool(self.tool_name(verb, thing.noun), [identity, *extra], f"{verb} {thing.words}")
            elif roll < 0.5:
                self.dial()
            elif roll < 0.6:
                self.messenger()
            elif roll < 0.75:
                self.thing(rows=0)
            else:
                taken: set[str] = set()
                made = self.arguments(rng.choice((0, 1, 1, 2, 3, 4)), taken)
                made = [Argument(a.name, a.kind, rng.random() < 0.4, a.choices, a.words) for a in made]
                verb = rng.choice((*ACTIONS, "get", "set", "list", "create", "export", "import", "convert", "compare"))
                self.add_tool(self.tool_name(verb, self.noun_words()), made)

    def lines(self, keep: set[str], total: int) -> list[str]:
        """Signature lines of the tools to keep and of others up to `total`, in random order."""
        rng = self.rng
        others = [name for name in self.tools if name not in keep]
        rng.shuffle(others)
        names = [*(name for name in self.tools if name in keep), *others[: max(0, total - len(keep))]]
        rng.shuffle(names)
        return [self.tools[name].line for name in names]


def cue(rng: random.Random, argument: Argument, value: Value) -> str:
    """The words that carry one argument in a request."""
    if argument.choices:
        patterns: tuple[str, ...] = values.CHOICE.cues
    else:
        patterns = argument.kind.cues
    return phrase(rng, rng.choice(patterns), v=value.said, a=argument.words or values.spoken(argument.name))
