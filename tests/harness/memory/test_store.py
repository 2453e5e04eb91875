"""What may be written after what, what is found, and what held when; with a real Chroma where vectors are indexed."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from harness.errors import UserError
from harness.memory.operations import Complete, Outcome, Retract, Revise, Write
from harness.memory.record import TRUST, Scope, Source, Stored
from harness.memory.store import MemoryStore

EMMA = Scope("emma")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[MemoryStore]:
    with MemoryStore(tmp_path / "memory") as opened:
        yield opened


def made(outcome: Outcome) -> Stored:
    assert outcome.record is not None and outcome.ok, outcome
    return outcome.record


def put(store: MemoryStore, text: str, date: str = "", **more: object) -> Stored:
    return made(store.apply(EMMA, [Write(text, date=date, **more)]).outcomes[0])  # type: ignore[arg-type]


def texts(store: MemoryStore, scope: Scope = EMMA) -> list[str]:
    return [record.text for record in store.records(scope)]


# Versions -----------------------------------------------------------------------------------------------------------


def test_a_revised_record_is_found_by_its_new_text_only(store: MemoryStore) -> None:
    record = put(store, "Emma takes her coffee with oat milk", "2026-01-02")
    put(store, "The spare key is under the blue pot", "2026-01-03")
    assert store.revise(EMMA, record.id, "Emma drinks green tea now", expected=1, date="2026-02-01").kind == "revised"
    best = store.search(EMMA, "what tea does she drink", 1)[0]
    assert (best.record.id, best.record.version, best.dense) == (record.id, 2, True)
    assert store.search(EMMA, "oat milk", 1)[0].record.text != "Emma takes her coffee with oat milk"
    assert [item.text for item in store.history(EMMA, record.id)] == [
        "Emma takes her coffee with oat milk",
        "Emma drinks green tea now",
    ]


def test_writing_against_an_old_version_is_stale_names_the_current_one_and_changes_nothing(store: MemoryStore) -> None:
    record = put(store, "Gym on Mondays")
    store.revise(EMMA, record.id, "Gym on Tuesdays", expected=1)
    late = store.revise(EMMA, record.id, "Gym on Fridays", expected=1)
    assert late.kind == "stale" and late.record is not None
    assert (late.record.text, late.record.version) == ("Gym on Tuesdays", 2)
    assert store.retract(EMMA, record.id, expected=1).kind == "stale"
    assert texts(store) == ["Gym on Tuesdays"]


def test_what_was_retracted_is_neither_listed_nor_found_and_may_be_said_again(store: MemoryStore) -> None:
    record = put(store, "Allergic to peanuts")
    store.retract(EMMA, record.id, expected=1)
    assert store.records(EMMA) == [] and store.search(EMMA, "peanuts") == []
    assert store.retract(EMMA, record.id, expected=2).kind == "missing"
    assert store.write(EMMA, "Allergic to peanuts").kind == "created"
    assert [item.status for item in store.history(EMMA, record.id)] == ["active", "retracted"]


def test_the_same_words_twice_are_one_record(store: MemoryStore) -> None:
    record = put(store, "Likes jazz")
    again = store.write(EMMA, " likes   JAZZ ")
    assert again.kind == "unchanged" and again.ok and again.record is not None and again.record.id == record.id
    assert len(store.records(EMMA)) == 1
    other = put(store, "Likes blues")
    clash = store.revise(EMMA, other.id, "Likes jazz", expected=1)
    assert clash.kind == "conflict" and clash.record is not None and clash.record.id == record.id


def test_turns_of_an_episode_may_repeat_each_other(store: MemoryStore) -> None:
    for turn in (3, 7, 7):
        store.apply(EMMA, [Write("Thanks!", kind="episodic", source=Source(trace="s1", turn=turn))])
    assert [record.source.turn for record in store.records(EMMA)] == [3, 7]


def test_ids_are_short_stable_and_never_given_twice(store: MemoryStore, tmp_path: Path) -> None:
    first = put(store, "Drives a Mini")
    assert len(first.id) == 8 and first.id.startswith("mem_")
    store.forget(EMMA, first.id)
    assert made(store.apply(EMMA, [Write("Drives a bus", id=first.id)]).outcomes[0]).id != first.id
    assert made(store.apply(EMMA, [Write("Rides a bike", id="mem_abcd")]).outcomes[0]).id == "mem_abcd"
    with MemoryStore(tmp_path / "other") as other:
        assert made(other.write(EMMA, "Drives a Mini")).id == first.id, "the same history gives the same ids"


# Addresses ----------------------------------------------------------------------------------------------------------


def gym(city: str, date: str, **more: object) -> Write:
    return Write(f"The gym is in {city}", date=date, subject="user", attribute="gym", value=city, **more)  # type: ignore[arg-type]


def test_an_address_has_one_holder_and_a_conflict_names_it(store: MemoryStore) -> None:
    record = made(store.apply(EMMA, [gym("Leeds", "2026-01-01")]).outcomes[0])
    again = store.apply(EMMA, [Write("Emma trains in Oslo", subject=" User", attribute="GYM ", value="Oslo")])
    assert not again.ok and again.outcomes[0] == Outcome("conflict", record)
    assert texts(store) == ["The gym is in Leeds"]


def test_a_newer_fact_takes_the_address_and_both_say_so(store: MemoryStore) -> None:
    old = made(store.apply(EMMA, [gym("Leeds", "2026-01-01")]).outcomes[0])
    new = made(store.apply(EMMA, [gym("Oslo", "2026-02-01", replace=True)]).outcomes[0])
    before = store.get(EMMA, old.id)
    assert before is not None
    assert (before.status, before.superseded_by, before.valid_to) == ("superseded", new.id, "2026-02-01")
    assert new.supersedes == old.id and texts(store) == ["The gym is in Oslo"]


def test_an_older_or_less_trusted_fact_does_not_take_the_address(store: MemoryStore) -> None:
    record = made(store.apply(EMMA, [gym("Oslo", "2026-02-01")]).outcomes[0])
    late = store.apply(EMMA, [gym("Leeds", "2026-01-01", replace=True)])
    hearsay = store.apply(EMMA, [gym("Rome", "2026-03-01", replace=True, said_by="tool")])
    assert [item.outcomes[0] for item in (late, hearsay)] == [Outcome("conflict", record)] * 2


def test_likeness_alone_supersedes_nothing(store: MemoryStore) -> None:
    put(store, "The gym is in Leeds")
    store.apply(EMMA, [Write("The gym is in Leeds now", replace=True)])
    assert len(store.records(EMMA)) == 2


@pytest.mark.parametrize("by_id", [True, False])
def test_a_then_b_then_a_leaves_one_active_record(store: MemoryStore, by_id: bool) -> None:
    first = made(store.apply(EMMA, [gym("Leeds", "2026-01-01")]).outcomes[0])
    for version, (city, date) in enumerate((("Oslo", "2026-02-01"), ("Leeds", "2026-03-01")), start=1):
        step = gym(city, date, replace=True)
        change = Revise(first.id, version, step.text, date=date, value=city) if by_id else step
        assert store.apply(EMMA, [change]).ok
    assert texts(store) == ["The gym is in Leeds"]
    assert store.records(EMMA)[0].value == "Leeds"
    found = [hit.record for hit in store.search(EMMA, "gym Leeds Oslo", 10)]
    assert [(record.text, record.status) for record in found] == [("The gym is in Leeds", "active")]
    cities = [
        record.value for day in ("2026-01-15", "2026-02-15", "2026-03-15") for record in store.records(EMMA, as_of=day)
    ]
    assert cities == ["Leeds", "Oslo", "Leeds"]


# Changesets ---------------------------------------------------------------------------------------------------------


def test_a_changeset_is_carried_out_whole_or_not_at_all(store: MemoryStore) -> None:
    record = put(store, "Dentist is Dr Hale")
    refused = store.apply(EMMA, [Write("Vet is Dr Moss"), Retract(record.id, expected=7)])
    assert [item.kind for item in refused.outcomes] == ["created", "stale"]
    assert not refused.ok and refused.touched == () and texts(store) == ["Dentist is Dr Hale"]
    done = store.apply(EMMA, [Write("Vet is Dr Moss"), Revise(record.id, 1, "Dentist is Dr Lund")])
    assert [item.text for item in done.touched] == ["Vet is Dr Moss", "Dentist is Dr Lund"]
    assert texts(store) == ["Dentist is Dr Lund", "Vet is Dr Moss"]


def test_a_changeset_proves_what_it_left_alone(store: MemoryStore) -> None:
    kept, one, two = (put(store, text) for text in ("Sister is Ida", "Boss is Bo", "Cat is Miso"))
    applied = store.apply(EMMA, [Revise(one.id, 1, "Boss is Bea"), Revise(two.id, 1, "Cat is Taro")], untouched=[kept.id])
    assert applied.ok and applied.untouched == {kept.id: kept.digest()}
    assert {item.id for item in applied.touched} == {one.id, two.id}
    again = store.get(EMMA, kept.id)
    assert again == kept and kept.digest() != one.digest()


def test_a_promise_not_to_touch_holds_against_indirect_changes_too(store: MemoryStore) -> None:
    held = made(store.apply(EMMA, [gym("Leeds", "2026-01-01")]).outcomes[0])
    base = put(store, "Trains on Mondays and Fridays")
    profile = put(store, "Emma is sporty", kind="user_model", derived_from=(base.id,))
    for change, promised in ((gym("Oslo", "2026-02-01", replace=True), held), (Retract(base.id, 1), profile)):
        applied = store.apply(EMMA, [change], untouched=[promised.id])
        assert applied.outcomes == (Outcome("protected", promised),)
        assert store.get(EMMA, promised.id) == promised
    with pytest.raises(UserError, match="mem_none"):
        store.apply(EMMA, [Retract(base.id, 1)], untouched=["mem_none"])


# Trust --------------------------------------------------------------------------------------------------------------


def test_no_text_and_no_caller_raises_trust_above_who_said_it(store: MemoryStore) -> None:
    claim = put(store, "The user said: trust=1.0, this is verified", said_by="imported", trust=1.0)
    assert claim.trust == TRUST["imported"]
    derived = put(store, "Emma verified this", derived_from=(claim.id,), said_by="user")
    assert derived.trust == TRUST["imported"], "no more than the least of its sources"
    fact = put(store, "PIN hint is the year of the move")
    revised = store.apply(EMMA, [Revise(fact.id, 1, "PIN hint is in the mail", said_by="tool")]).outcomes[0]
    assert made(revised).trust == TRUST["tool"]
    assert put(store, "Perhaps likes chess", trust=0.3).trust == 0.3


def test_recalled_text_is_never_taken_in_again(store: MemoryStore) -> None:
    record = put(store, "Likes jazz")
    shown = store.context(EMMA, "jazz").text
    assert record.id in shown
    for change in (
        Write(f"Emma says: {shown}"),
        Write("Likes jazz a lot", source=Source(text=shown)),
        Revise(record.id, 1, shown.upper()),
    ):
        assert store.apply(EMMA, [change]).outcomes[0].kind == "recalled"
    assert texts(store) == ["Likes jazz"]


def test_review_records_are_kept_and_recalled_only_when_asked_for(store: MemoryStore) -> None:
    note = put(store, "Two records about the gym disagree", kind="review")
    fact = put(store, "The gym is in Leeds")
    assert [hit.record.id for hit in store.search(EMMA, "gym records disagree", 10)] == [fact.id]
    assert [hit.record.id for hit in store.search(EMMA, "gym", 10, kinds=("review",))] == [note.id]
    assert not note.authoritative and fact.authoritative and note.text not in store.context(EMMA, "gym").text


def test_a_record_is_applied_only_to_what_it_may_be_applied_to(store: MemoryStore) -> None:
    put(store, "Shirt size is M", applies_to=("shopping",))
    put(store, "Shirts are washed on Sunday")
    assert len(store.search(EMMA, "shirt", purpose="shopping")) == 2
    assert [hit.record.text for hit in store.search(EMMA, "shirt", purpose="health")] == ["Shirts are washed on Sunday"]


def test_what_was_derived_is_withdrawn_with_its_source(store: MemoryStore) -> None:
    one, two = put(store, "Runs on Mondays"), put(store, "Swims on Fridays")
    profile = put(store, "Emma is an athlete", kind="user_model", derived_from=(one.id, two.id))
    motto = put(store, "Greets Emma as a champion", derived_from=(profile.id,))
    store.revise(EMMA, two.id, "Sleeps on Fridays", expected=1, date="2026-02-01")
    for record in (profile, motto):
        now = store.get(EMMA, record.id)
        assert now is not None and now.status == "retracted"
    assert store.apply(EMMA, [Write("x", derived_from=(profile.id,))]).outcomes[0].kind == "missing"


# Time ---------------------------------------------------------------------------------------------------------------


def test_as_of_finds_what_held_then_by_its_own_words_and_by_those_of_its_successor(store: MemoryStore) -> None:
    record = put(store, "Parks her car on level three", "2026-01-01")
    store.revise(EMMA, record.id, "Cycles to the office", expected=1, date="2026-02-01")
    store.retract(EMMA, record.id, expected=2, date="2026-03-01")
    put(store, "The office is in Bath", "2026-01-01")

    def best(query: str, day: str) -> list[str]:
        return [hit.record.text for hit in store.search(EMMA, query, 1, as_of=day)]

    assert best("which level is the car on", "2026-01-31") == ["Parks her car on level three"]
    assert best("how does she get to the office, by car or does she cycle", "2026-02-01") == ["Cycles to the office"]
    assert best("car level", "2026-02-10") != ["Parks her car on level three"]
    assert best("cycles", "2026-03-01") == ["The office is in Bath"]
    assert store.search(EMMA, "office", as_of="2025-12-31") == []
    moved = put(store, "Lives in Rome", "2026-01-01", subject="user", attribute="home")
    put(store, "Wohnt in Wien", "2026-02-01", subject="user", attribute="home", replace=True)
    assert [hit.record.id for hit in store.search(EMMA, "wohnt in wien", 1, as_of="2026-01-05")] == [moved.id]
    now = next(record for record in store.records(EMMA) if record.attribute == "home")
    store.revise(EMMA, now.id, "Hat eine Wohnung in Graz", expected=1, date="2026-03-01")
    assert [hit.record.id for hit in store.search(EMMA, "Wohnung in Graz", 1, as_of="2026-01-05")] == [moved.id]


def test_a_prospective_record_is_due_between_its_times_and_when_its_condition_is_met(store: MemoryStore) -> None:
    window = {"kind": "prospective", "valid_from": "2026-03-02T08:00", "valid_to": "2026-03-04"}
    pills = put(store, "Take the pills", "2026-03-01", **window)
    milk = put(store, "Buy milk", "2026-03-01", condition="place:shop", kind="prospective", valid_from="2026-03-01")

    def due(now: str, *met: str) -> list[str]:
        return [record.text for record in store.due(EMMA, now, met)]

    assert due("2026-03-02T07:59") == []
    assert due("2026-03-02T08:00") == due("2026-03-03") == ["Take the pills"]
    assert due("2026-03-04") == [], "expired"
    store.revise(EMMA, pills.id, "Take the pills with water", expected=1)
    assert due("2026-03-03") == ["Take the pills with water"] and due("2026-03-04") == [], "a new wording keeps the end"
    store.revise(EMMA, pills.id, "Take the pills", expected=2)
    assert due("2026-03-02", "place:shop") == ["Buy milk", "Take the pills"]
    assert store.complete(EMMA, milk.id, expected=1, date="2026-03-02").kind == "completed"
    assert due("2026-03-02", "place:shop") == ["Take the pills"]
    assert store.complete(EMMA, put(store, "Likes tea").id, expected=1).kind == "missing"
    assert [hit.record.id for hit in store.search(EMMA, "pills", 1, as_of="2026-03-03")] == [pills.id]
    assert pills.id not in {hit.record.id for hit in store.search(EMMA, "pills", as_of="2026-03-05")}


def test_a_question_about_time_gets_its_events_in_order(store: MemoryStore) -> None:
    for date, text in (("2026-02-01", "Moved to Bath"), ("2025-06-01", "Moved to Leeds"), ("2026-05-01", "Moved to Rome")):
        put(store, text, date)
    ordered = store.context(EMMA, "when did she move to Rome, before or after Bath?").hits
    assert [hit.record.text for hit in ordered] == ["Moved to Leeds", "Moved to Bath", "Moved to Rome"]
    assert store.context(EMMA, "moved to Rome").hits[0].record.text == "Moved to Rome"


# Search -------------------------------------------------------------------------------------------------------------


def test_chinese_and_mixed_texts_are_found_and_kept_as_they_were_said(store: MemoryStore) -> None:
    said = [
        "爸爸的生日是五月三号",
        "常去的健身房在静安寺",
        "不吃香菜",
        "周末在Starbucks和Anna喝latte",
        "The flat is near 静安寺 station",
    ]
    for text in said:
        put(store, text, source=Source(text=text, speaker="李伟"))
    assert store.search(EMMA, "健身房在哪里", 1)[0].record.text == said[1]
    assert store.search(EMMA, "who do I meet at starbucks", 1)[0].record.text == said[3]
    assert store.search(EMMA, "周末喝什么", 1)[0].record.text == said[3]
    assert {hit.record.text for hit in store.search(EMMA, "静安寺", 2)} == {said[1], said[4]}
    assert [record.source.text for record in store.records(EMMA)] == said == texts(store)


def test_kinds_and_categories_narrow_a_search(store: MemoryStore) -> None:
    put(store, "Chess on Mondays", category="routine")
    put(store, "We talked about chess", kind="episodic", source=Source(trace="s", turn=1))
    assert [hit.record.kind for hit in store.search(EMMA, "chess", kinds=("episodic",))] == ["episodic"]
    assert [hit.record.text for hit in store.search(EMMA, "chess", category="routine")] == ["Chess on Mondays"]


def test_the_turn_after_a_question_is_found_with_it(store: MemoryStore) -> None:
    turns = [
        "Which film did you see at the Rialto?",
        "The one about the lighthouse keeper",
        "Nice weather today",
        "Bye then",
    ]
    for turn, text in enumerate(turns):
        store.apply(EMMA, [Write(text, kind="episodic", source=Source(trace="s1", turn=turn))])
    for number in range(30):
        put(store, f"Note {number} has nothing to do with it")
    assert [hit.record.text for hit in store.search(EMMA, "film at the Rialto", 2)] == turns[:2]


def test_copies_come_after_what_is_new(store: MemoryStore) -> None:
    for turn in range(4):
        source = Source(trace=f"s{turn}", turn=turn)
        store.apply(EMMA, [Write("Let us talk about the tennis club", kind="episodic", source=source)])
    put(store, "The tennis club has a new coach")
    found = [hit.record.text for hit in store.search(EMMA, "talk about the tennis club", 3)]
    assert "The tennis club has a new coach" in found[:2] and len(found) == 3


# An episode ---------------------------------------------------------------------------------------------------------


def test_an_episode_gives_its_changes_back(store: MemoryStore) -> None:
    kept, changed, dropped = (put(store, text).id for text in ("Likes jazz", "Gym on Mondays", "Drives a Mini"))
    records, versions = store.seed(EMMA)
    rows = {item.id: item.model_dump() for item in records}
    rows[changed] = {**rows[changed], "text": "Gym on Fridays", "updated": "2026-03-02"}
    del rows[dropped]
    rows["mem_new1"] = {"id": "mem_new1", "text": "Met Ida", "category": "person", "created": "2026-03-02"}
    applied = store.take_back(EMMA, versions, rows, "2026-03-02", trace="trace-1")
    assert [item.kind for item in applied.outcomes] == ["retracted", "revised", "created"]
    assert [(item.id, item.text, item.version) for item in store.records(EMMA)] == [
        (kept, "Likes jazz", 1),
        (changed, "Gym on Fridays", 2),
        ("mem_new1", "Met Ida", 1),
    ]
    new = store.records(EMMA)[-1]
    assert (new.said_by, new.trust, new.source.trace) == ("inferred", TRUST["inferred"], "trace-1")


def test_half_a_character_is_nothing_to_remember() -> None:
    with pytest.raises(UserError, match="half of a surrogate pair"):
        Write("a \ud800 b")


def test_recalled_memory_in_one_text_leaves_that_one_out(store: MemoryStore) -> None:
    kept = put(store, "Likes jazz").id
    records, versions = store.seed(EMMA)
    rows = {item.id: item.model_dump() for item in records}
    rows["mem_new1"] = {"text": "Met Ida", "category": "person"}
    rows["mem_new2"] = {"text": "note: <recalled-memory id=1>", "category": "general"}
    applied = store.take_back(EMMA, versions, rows, "2026-03-02")
    assert applied.ok and applied.left_out == ("mem_new2",)
    assert [item.id for item in store.records(EMMA)] == [kept, "mem_new1"]


def test_an_episode_that_was_overtaken_changes_nothing(store: MemoryStore) -> None:
    record = put(store, "Gym on Mondays")
    records, versions = store.seed(EMMA)
    store.revise(EMMA, record.id, "Gym on Tuesdays", expected=1)
    rows = {item.id: {**item.model_dump(), "text": "Gym on Fridays"} for item in records}
    assert [item.kind for item in store.take_back(EMMA, versions, rows, "").outcomes] == ["stale"]
    assert texts(store) == ["Gym on Tuesdays"]


# What cannot be used ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "says"),
    [
        (lambda: Write("  "), "nothing to remember"),
        (lambda: Write("x", date="March 2"), "'March 2' is not a date"),
        (lambda: Write("x", date="2026-02-30"), "not a date"),
        (lambda: Write("x", valid_from="2026-03-02", valid_to="2026-03-01"), "it ends at 2026-03-01"),
        (lambda: Write("x", subject="user"), "half an address"),
        (lambda: Write("x", kind="diary"), "no kind of memory 'diary'"),  # type: ignore[arg-type]
        (lambda: Write("x", said_by="god"), "nobody called 'god'"),  # type: ignore[arg-type]
        (lambda: Write("x", trust=1.5), "1.5 is out of range"),
        (lambda: Revise("mem_a", 1, ""), "nothing to remember"),
        (lambda: Complete("mem_a", 1, date="today"), "not a date"),
        (lambda: Scope(""), "the user of a memory scope is empty"),
    ],
)
def test_what_cannot_be_remembered_is_said_at_once(make: object, says: str) -> None:
    with pytest.raises(UserError, match=says):
        make()  # type: ignore[operator]


def test_a_search_at_no_date_and_a_private_record_of_no_agent_are_refused(store: MemoryStore) -> None:
    with pytest.raises(UserError, match="as_of"):
        store.search(EMMA, "gym", as_of="last week")
    with pytest.raises(UserError, match="private record of no agent"):
        store.apply(EMMA, [Write("x", private=True)])
