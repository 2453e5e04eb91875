"""Memory against live state: memory says what is wanted, the phone says what is there, and only the rest is done.

The trip has two cities. Lisbon is monitored already; Porto is not. Madrid's threshold belongs to a trip that is over.
"""

from harness.contract import Action, Behaviour, Capability, Completion, Gates, InitialState, StateCheck

from .shape import Golden, Wrong, ask, becomes, call, finish, remembered, row, task, together

TASK = task(
    "memory against live state",
    capability=Capability.MEMORY,
    behaviour=Behaviour.CONDITIONAL,
    domains=("AI Assistant", "Travel & Lifestyle"),
    difficulty=4,
    request="Can you put rain alerts on both cities of my spring trip, at my usual level? One of them may have it already.",
    initial=InitialState(
        profile="lena",
        clock="2026-03-16T07:40:00Z",
        patches=(
            row(
                "monitors", "mo_lisbon", id="mo_lisbon", kind="rain", subject="Lisbon", condition="above", threshold=40,
                active=True, created=1773300000,
            ),
        ),
        memory=(
            remembered("mem_trip", "Spring trip from 11 to 18 April: Lisbon first, then Porto.", "plan", "2026-02-20"),
            remembered("mem_level", "Wants rain alerts when the chance is above 40 percent.", "preference", "2026-01-12"),
            remembered("mem_madrid", "For last year's Madrid trip the rain alert was at 70 percent.", "plan", "2025-05-03"),
            remembered("mem_seat", "Prefers a seat by the window on trains.", "preference", "2025-11-30"),
        ),
    ),
    completion=Completion(
        check=StateCheck(
            changes=becomes("monitors", "*", kind="rain", subject="Porto", condition="above", threshold=40, active=True)
        ),
        gates=Gates(memory=("mem_trip", "mem_level")),
    ),
)  # fmt: skip

RECALL = together(
    call("search_user_memory", "Which cities has the trip, and what is the usual level?", query="spring trip"),
    call("search_user_memory", query="rain alert level"),
)
LOOK = call("manage_monitor", "Which of the two is monitored already?", action="list", kind="rain")


def _alert(city: str, percent: int, thought: str = "") -> Action:
    return call(
        "manage_monitor", thought, action="create", kind="rain", subject=city, condition="above", threshold=percent
    )  # fmt: skip


PORTO = _alert("Porto", 40, "Lisbon is there, Porto is missing.")
SAID = finish("Porto has a rain alert above 40 % now; Lisbon had one already.")

GOLDEN = Golden(
    "memory against live state",
    TASK,
    witness=(RECALL, LOOK, PORTO, SAID),
    others={
        "looks first, remembers then": (LOOK, RECALL, PORTO, SAID),
        "tries both, the phone refuses a double": (RECALL, _alert("Lisbon", 40), PORTO, SAID),
    },
    wrong={
        "trusts the old threshold": Wrong(
            "70 percent was for Madrid, on a trip that is over",
            (RECALL, LOOK, _alert("Porto", 70), finish("Porto is monitored above 70 %.")),
            ("monitors/*/threshold: wants 40", "no unrelated write: monitors/mo_"),
        ),
        "does the old city too": Wrong(
            "Madrid is no city of this trip",
            (RECALL, LOOK, PORTO, _alert("Madrid", 70), finish("All three are monitored.")),
            ("no unrelated write: monitors/mo_",),
        ),
        "makes what is there anew": Wrong(
            "the monitor of Lisbon is as it should be and stays untouched",
            (
                RECALL,
                call("manage_monitor", action="delete", monitorId="mo_lisbon"),
                together(PORTO, _alert("Lisbon", 40)),
                finish("Both cities are monitored above 40 %."),
            ),
            ("no unrelated write: monitors/mo_",),
        ),
        "takes memory for the phone": Wrong(
            "that she wants alerts does not mean that there are any",
            (RECALL, finish("Both cities have their rain alert above 40 % already.")),
            ("monitors/*/",),
        ),
        "guesses and is lucky": Wrong(
            "nothing in the request says which cities or which level",
            (LOOK, PORTO, SAID),
            ("memory mem_trip", "memory mem_level"),
        ),
        "asks what it could look up": Wrong(
            "the usual level is remembered",
            (call("search_user_memory", query="spring trip"), ask("What is your usual level for rain alerts?")),
            ("monitors/*/", "memory mem_level", "reports completion"),
        ),
    },
)
