"""Coordinated memory revision: two records are replaced, each by its id; a third that looks alike stays byte for byte."""

from harness.contract import Behaviour, Capability, Completion, Gates, InitialState, StateCheck

from .shape import Golden, Wrong, becomes, call, finish, remembered, task, together, words

SEARCH, UPDATE = "search_user_memory", "update_user_memory"

TASK = task(
    "coordinated memory revision",
    capability=Capability.MEMORY,
    behaviour=Behaviour.REVISION,
    domains=("AI Assistant",),
    difficulty=4,
    request=(
        "Our studio has moved from Surry Hills to Redfern, and I take the T4 train there now instead of the bus. Correct "
        "what you remember about the two. I still swim in Surry Hills, so keep that."
    ),
    initial=InitialState(
        profile="noah",
        clock="2026-10-02T22:10:00Z",
        memory=(
            remembered("mem_studio", "The architecture studio is in Surry Hills.", "place", "2025-02-10"),
            remembered("mem_way", "Takes the 373 bus to the studio.", "routine", "2025-02-10"),
            remembered("mem_pool", "Swims at the pool in Surry Hills on Thursdays.", "routine", "2025-06-01"),
            remembered("mem_coffee", "Drinks flat whites.", "preference", "2025-03-22"),
        ),
    ),
    completion=Completion(
        check=StateCheck(
            changes=(
                *becomes("memory", "mem_studio", text=words("Redfern")),
                *becomes("memory", "mem_way", text=words("T4")),
            )
        ),
        gates=Gates(memory=("mem_studio", "mem_way")),
        forbidden=("memory/mem_pool/*",),
    ),
)

FIND = together(
    call(SEARCH, "Two records are about the studio.", query="studio Surry Hills"),
    call(SEARCH, query="bus to the studio"),
)
PLACE = call(UPDATE, "mem_studio says where it is.", memoryId="mem_studio", text="The architecture studio is in Redfern.")
WAY = call(UPDATE, "mem_way says how he gets there.", memoryId="mem_way", text="Takes the T4 train to the studio.")
SAID = finish("I have noted Redfern for the studio and the T4 train for the way there; the pool is as it was.")

GOLDEN = Golden(
    "coordinated memory revision",
    TASK,
    witness=(FIND, together(PLACE, WAY), SAID),
    others={
        "the way first, each in a turn": (FIND, WAY, PLACE, SAID),
        "one search finds both": (call(SEARCH, query="studio bus Surry Hills", maxResults=5), PLACE, WAY, SAID),
    },
    wrong={
        "adds instead of replacing": Wrong(
            "the old facts are still remembered beside the new ones",
            (
                FIND,
                together(
                    call("add_user_memory", text="The architecture studio is in Redfern."),
                    call("add_user_memory", text="Takes the T4 train to the studio."),
                ),
                SAID,
            ),
            ("memory/mem_studio/text", "memory/mem_way/text", "no unrelated write: memory/mem_"),
        ),
        "replaces one of two": Wrong(
            "the bus is still remembered", (FIND, PLACE, SAID), ("memory/mem_way/text: wants ['T4'], not written",)
        ),
        "rewrites the look-alike too": Wrong(
            "the pool has not moved",
            (FIND, PLACE, WAY, call(UPDATE, memoryId="mem_pool", text="Swims at the pool in Redfern on Thursdays."), SAID),
            ("no unrelated write: memory/mem_pool/text", "memory/mem_pool/"),
        ),
        "mixes up the ids": Wrong(
            "each fact has its own record",
            (
                FIND,
                together(
                    call(UPDATE, memoryId="mem_way", text="The architecture studio is in Redfern."),
                    call(UPDATE, memoryId="mem_studio", text="Takes the T4 train to the studio."),
                ),
                SAID,
            ),
            ("memory/mem_studio/text", "memory/mem_way/text", "no unrelated write: memory/mem_"),
        ),
        "forgets the old and adds the new": Wrong(
            "a record that is replaced keeps its id and its history",
            (
                FIND,
                call("delete_user_memory", memoryId="mem_way"),
                call("add_user_memory", text="Takes the T4 train to the studio."),
                PLACE,
                SAID,
            ),
            ("memory/mem_way/text: wants ['T4'], got None", "no unrelated write: memory/mem_"),
        ),
        "says it is noted": Wrong(
            "nothing was written", (FIND, finish("Noted: Redfern, and the T4 train.")), ("memory/mem_",)
        ),
    },
)  # fmt: skip
