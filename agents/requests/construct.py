"""From a person's own requests to proven tasks: recall, ground, read, play, prove; or the list of what is missing.

The request of such a task is exactly the person's words. A plan plays the witness on the live phone, the goal is read off
that play, and the task is linted and screened as every other one. Its ``source.constructor`` is ``requests``.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Literal

from bench.draw import Draw
from bench.scenario import Draft, Family, Play, build
from bench.suite import families_of
from harness.catalogue import full_catalogue
from harness.contract import Behaviour, Capability, Split, Task, Witness
from harness.environments.phone.lint import lint
from harness.environments.phone.tools import Catalogue
from harness.errors import UserError
from harness.instructions import Eta
from harness.recall import recall_for

from ..constructor import Screen
from ..similarity import jaccard, ngrams
from .beyond import UNKNOWN, lacking
from .clauses import Clause, Wish, compiled, split_request
from .languages import language_of
from .plans import Misread, Step, merged, read_parts
from .reading import PersonRequest
from .results import Outcome, RequestPart, RequestReport, RequestResult, coverage
from .values import QUOTES, currencies_of
from .world import Entity, Unfit, World, known_entities

CONSTRUCTOR = "requests"
PROFILES = {"en": ("emma", "marcus", "aisha"), "zh": ("liwei",)}
NAMED_TABLES = (
    ("apps", "name", "app"), ("contacts", "name", "contact"), ("notes", "title", "note"), ("files", "name", "file"),
    ("folders", "id", "folder"), ("events", "title", "event"), ("todos", "title", "to-do"), ("reminders", "title", "reminder"),
    ("smart_devices", "name", "smart device"), ("bluetooth_devices", "name", "accessory"), ("cast_targets", "name", "screen"),
    ("wifi_networks", "ssid", "network"), ("app_store", "name", "app in the store"), ("vpn_profiles", "name", "VPN"),
    ("smart_devices", "room", "room"), ("sims", "label", "SIM card"), ("pc_links", "name", "computer"), ("printers", "name", "printer"),
    ("nearby_devices", "name", "device nearby"), ("keyboards", "name", "keyboard"), ("wallpapers", "name", "wallpaper"),
    ("tones", "name", "tone"), ("tracks", "name", "song"), ("tracks", "artist", "artist"), ("tracks", "album", "album"),
    ("playlists", "name", "playlist"), ("podcasts", "name", "podcast"), ("radio_stations", "name", "station"),
    ("audiobooks", "name", "audiobook"), ("videos", "name", "video"), ("videos", "series", "series"),
    ("photo_albums", "name", "photo album"), ("recordings", "name", "recording"), ("places", "name", "place"),
    ("saved_places", "name", "saved place"), ("bills", "name", "bill"), ("payment_methods", "name", "payment method"),
    ("parcels", "name", "parcel"), ("products", "name", "product"), ("recipes", "title", "recipe"), ("routines", "name", "routine"),
)  # fmt: skip


@dataclass
class _Attempt:
    """One reading of a request on one profile."""

    profile: str
    outcome: Outcome
    reasons: tuple[str, ...]
    parts: tuple[RequestPart, ...] = ()
    entities: tuple[Entity, ...] = ()
    stands_in: dict[str, str] | None = None
    made: tuple[Task, Witness] | None = None


def construct_from_requests(
    requests: Sequence[PersonRequest],
    catalogue: Catalogue,
    eta: Eta,
    *,
    held_out: Sequence[Task] = (),
    seed: int = 0,
    iteration: int = 0,
    progress: Callable[[int], None] = lambda _: None,
) -> tuple[list[tuple[Task, Witness]], RequestReport]:
    """The proven tasks, and what became of each request, in order. Equal arguments give equal results."""
    screen = Screen(held_out)
    recall = recall_for(catalogue, eta)
    made: list[tuple[Task, Witness]] = []
    results: list[RequestResult] = []
    by_words: dict[str, RequestResult] = {}
    for number, request in enumerate(requests):
        words = " ".join(request.request.split())
        if words in by_words:
            results.append(_repeated(request, by_words[words]))
            progress(1)
            continue
        parts, remarks = split_request(request.request)
        attempt = _best_attempt(
            request, parts, catalogue, seed=seed, number=iteration * 100_000 + number, iteration=iteration
        )
        objection = screen.leak(attempt.made[0]) if attempt.made else None
        if objection:
            attempt = replace(attempt, outcome="held_out", reasons=(objection,), made=None)
        if attempt.made:
            made.append(attempt.made)
        result = _result(request, attempt, remarks, recall.top([request.request], eta.settings.recall.tools))
        results.append(result)
        by_words[words] = result
        progress(1)
    return made, RequestReport(results=tuple(results), coverage=coverage(results))


def _repeated(request: PersonRequest, first: RequestResult) -> RequestResult:
    """A request in the words of an earlier one: it shares that one's task, or its reasons."""
    outcome: Outcome = "same_task" if first.task_id else first.outcome
    reasons = (f"in the same words as {first.id}",) if first.task_id else first.reasons
    return first.model_copy(update={"id": request.id, "outcome": outcome, "reasons": reasons})


def _result(request: PersonRequest, attempt: _Attempt, remarks: Sequence[str], recalled: Sequence[str]) -> RequestResult:
    needed: tuple[str, ...] = ()
    task_id = None
    if attempt.made is not None:
        task, witness = attempt.made
        task_id = task.id
        needed = tuple(dict.fromkeys(call.name for turn in witness.turns for call in turn.calls))
    family, likeness = nearest_family(request, needed or tuple(recalled[:3]))
    return RequestResult(
        id=request.id,
        request=request.request,
        outcome=attempt.outcome,
        reasons=attempt.reasons,
        task_id=task_id,
        profile=attempt.profile,
        parts=attempt.parts,
        remarks=tuple(remarks),
        recalled=tuple(recalled),
        needed=needed,
        all_recalled=set(needed) <= set(recalled) if needed else None,
        entities=attempt.entities,
        stands_in=attempt.stands_in or {},
        family=family,
        likeness=likeness,
    )


# -- one request


def _best_attempt(
    request: PersonRequest, parts: Sequence[Wish], catalogue: Catalogue, *, seed: int, number: int, iteration: int
) -> _Attempt:
    """The first profile on which the request becomes a proven task; otherwise the attempt on the profile that fits best."""
    beyond = lacking(QUOTES.sub(" ", request.request), catalogue)
    attempts = []
    for profile in _profiles(request):
        attempt = _attempt(request, parts, profile, catalogue, seed=seed, number=number, iteration=iteration)
        if attempt.outcome == "task":
            return attempt
        attempts.append(attempt)
        if attempt.outcome in ("missing_tool", "not_understood", "incomplete"):
            if attempt.outcome == "missing_tool" or (attempt.outcome == "not_understood" and beyond):
                attempts = [attempt]  # that holds on every phone, whatever the ones before lack
            break  # no other phone would change that
    best = attempts[0]
    foreign = (
        language_of(QUOTES.sub(" ", request.request))
        if best.outcome == "not_understood" and request.language == "en"
        else None
    )
    if foreign and request.is_readable:
        return replace(best, reasons=(f"no plan reads {foreign}; plans read English and Chinese",))
    if best.outcome in ("not_understood", "incomplete") and compiled(UNKNOWN).search(request.request):
        return replace(
            best, outcome="missing_entity", reasons=("what is on the picture is not known, and no plan makes it up",)
        )
    if best.outcome in ("not_understood", "incomplete") and beyond:
        best = replace(best, outcome="missing_tool", reasons=(beyond,))
    return best


def _profiles(request: PersonRequest) -> list[str]:
    """The profiles of the request's language, those first that hold most of what it names."""
    names = PROFILES[request.language]
    counted = {name: len(_named(request, name)) for name in names}
    named = currencies_of(request.request)
    for name in names:
        counted[name] += str(_look(name).table("wallet")["main"]["currency"]) in named
    return sorted(names, key=lambda name: (-counted[name], names.index(name)))


@cache
def _look(profile: str) -> World:
    draw = Draw(f"look/{profile}", pool="train", held=False, language="zh" if profile == "liwei" else "en")
    draw.settle(profile)
    return World(draw, full_catalogue())


def _named(request: PersonRequest, profile: str) -> list[Entity]:
    return known_entities(request.request, NAMED_TABLES, _look(profile))


def _attempt(
    request: PersonRequest,
    parts: Sequence[Wish],
    profile: str,
    catalogue: Catalogue,
    *,
    seed: int,
    number: int,
    iteration: int,
) -> _Attempt:
    if not request.is_readable or not parts:
        named = tuple(_named(request, profile))
        reason = f"no plan reads this language: it is {language_of(request.request) or 'none that is known'}"
        return _Attempt(profile, "not_understood", (reason,), entities=named)
    state = _Reading(profile, request, parts, catalogue)
    family = Family(
        "own_request", Split.TRAIN, Capability.TOOL_USE, Behaviour.GROUNDING, (), 1, (request.language,), state.draft
    )  # fmt: skip
    try:
        task, witness = build(family, number, catalogue, seed=seed, iteration=iteration)
    except Unfit as problem:
        return state.attempt(problem.kind, problem.reason)
    except UserError as problem:
        return state.attempt("not_proven", str(problem))
    task = state.finished(task, witness, catalogue)
    problems = lint(task, witness, catalogue).problems
    if problems:
        return state.attempt("not_proven", *(f"{item.code}: {item.detail}" for item in problems))
    return replace(state.attempt("task"), made=(task, witness))


class _Reading:
    """The making of one task: ``draft`` is what a scenario family's function is."""

    def __init__(self, profile: str, request: PersonRequest, parts: Sequence[Wish], catalogue: Catalogue) -> None:
        self._profile, self._request, self._texts, self._catalogue = profile, request, parts, catalogue
        self._steps: list[Step] = []
        self._parts: list[RequestPart] = []
        self._world: World | None = None

    def draft(self, draw: Draw) -> Draft:
        """Reads every part on the profile's phone. Raises ``Unfit`` for the first that cannot be carried."""
        draw.settle(self._profile)
        world = self._world = World(draw, self._catalogue)
        apps = world.names("apps", "name")
        found = read_parts(self._texts, world, lambda words: Clause(words, draw.today, apps))
        if isinstance(found, Misread):
            self._parts = [RequestPart(text=found.text, plan=found.plan, problem=found.reason)]
            raise Unfit(found.kind, found.reason)
        self._parts = [RequestPart(text=text, plan=plan.name) for text, plan, _ in found]
        steps = self._steps = [step for _, _, step in found]
        says: list[list[str]] = []
        free: dict[str, list[str]] = {}

        def witness(play: Play) -> None:
            told = [step.act(play) for step in steps]
            words, fields, _ = merged(steps)
            says.extend(words)
            free.update(fields)
            play.finish(" ".join(told) if draw.language == "en" else "".join(told))

        check: Literal["state", "calls"] = "calls" if any(step.check == "calls" for step in steps) else "state"
        reads = tuple(dict.fromkeys(tool for step in steps for tool in step.reads))
        return Draft(self._request.request, witness, check=check, says=says, free=free, reads=reads, patches=world.patches)

    def finished(self, task: Task, witness: Witness, catalogue: Catalogue) -> Task:
        """The task with what only its witness tells: domains, difficulty, behaviour; and where it comes from."""
        calls = [call for turn in witness.turns for call in turn.calls]
        _, _, behaviour = merged(self._steps)
        return task.model_copy(
            update={
                "domains": tuple(dict.fromkeys(catalogue[call.name].domain for call in calls)),
                "difficulty": max(1, len(calls)),
                "behaviour": behaviour,
                "source": task.source.model_copy(update={"constructor": CONSTRUCTOR, "gap": f"requests-{self._request.id}"}),
                "budget": task.budget.model_copy(update={"turns": max(15, len(witness.turns) + 6)}),
            }
        )

    def attempt(self, outcome: Outcome, *reasons: str) -> _Attempt:
        """What is known about this reading, whatever became of it."""
        world = self._world
        return _Attempt(
            self._profile,
            outcome,
            reasons,
            tuple(self._parts),
            tuple(world.entities) if world and world.entities else tuple(_named(self._request, self._profile)),
            dict(world.stands_in) if world else {},
        )


# -- the family it is most like


@cache
def _family_samples(language: str) -> tuple[tuple[str, frozenset[str], frozenset[tuple[str, ...]]], ...]:
    """Of each training family that speaks a language: the tools of a witness, and the words of its request."""
    found = []
    for item in families_of(Split.TRAIN):
        if language in item.languages:
            task, witness = build(item, 0, full_catalogue(), language=language)
            tools = frozenset(call.name for turn in witness.turns for call in turn.calls)
            found.append((item.name, tools, ngrams(task.request, 1)))
    return tuple(found)


def nearest_family(request: PersonRequest, tools: Sequence[str]) -> tuple[str | None, float]:
    """The training family that is most like a request, by shared tools and shared words; None where nothing is shared."""
    wanted, words = frozenset(tools), ngrams(request.request, 1)
    best, name = 0.0, None
    for family, uses, wording in _family_samples(request.language):
        shared = len(wanted & uses) / len(wanted | uses) if wanted | uses else 0.0
        likeness = 0.5 * shared + 0.5 * jaccard(words, wording)
        if shared and likeness > best:
            best, name = likeness, family
    return name, round(best, 4)
