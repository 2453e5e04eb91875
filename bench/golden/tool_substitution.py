"""Tool substitution: the converter is out of order, the calculator is not, and the result goes to whom was named before."""

from harness.contract import Action, Behaviour, Capability, Completion, Friction, InitialState, StateCheck

from .shape import Golden, Wrong, assistant, becomes, call, finish, refuse, row, task, together, user, words

TASK = task(
    "tool substitution",
    capability=Capability.TOOL_USE,
    behaviour=Behaviour.BOUNDARY,
    domains=("Utilities & Productivity", "Calls & Communication"),
    difficulty=4,
    history=(
        user("Rosa Delgado is coming on Thursday to fit the worktop. She's from Madrid and only does metric."),
        assistant("Good to know. Tell me if you need anything for it."),
        user("How many centimeters are in one inch?"),
        assistant("Exactly 2.54."),
    ),
    request="OK, the worktop is 94 inches long. Convert that to centimeters and text it to her.",
    initial=InitialState(
        profile="marcus",
        clock="2026-10-20T14:05:00Z",
        patches=(
            row(
                "contacts", "ct_rosa", id="ct_rosa", name="Rosa Delgado",
                phones=[{"type": "mobile", "number": "+13125550142"}], emails=[], relation="fitter",
                favourite=False, note="",
            ),
            row(
                "contacts", "ct_rosie", id="ct_rosie", name="Rosa Delgadillo",
                phones=[{"type": "mobile", "number": "+13125550177"}], emails=[], relation="", favourite=False,
                note="",
            ),
        ),
        friction=(
            Friction(kind="broken_tool", params={"tool": "convert_unit", "substitute": "calculate"}),
            Friction(kind="obfuscated_reference", params={"note": "her is Rosa Delgado"}),
        ),
    ),
    completion=Completion(
        check=StateCheck(
            changes=becomes(
                "messages", "*", app="sms", direction="out", contact="ct_rosa", address="+13125550142",
                text=words("238.76"), status="sent",
            )
        )
    ),
)  # fmt: skip

CONVERT = call("convert_unit", "94 inches to centimeters.", category="length", fromUnit="inch", toUnit="cm", value=94)
AGAIN = CONVERT.model_copy(update={"thought": "Once more: it may have been a passing fault."})
COMPUTE = call("calculate", "The converter is out of order; an inch is 2.54 cm.", expression="94 * 2.54")


def _text(said: str, name: str = "Rosa Delgado", thought: str = "") -> Action:
    return call("send_message", thought, text=said, contactName=name)


SEND = _text("The worktop is 238.76 cm long.", thought="Rosa Delgado is the one who fits it.")
SAID = finish("94 inches are 238.76 cm, and Rosa Delgado has it by text.")

GOLDEN = Golden(
    "tool substitution",
    TASK,
    witness=(CONVERT, AGAIN, COMPUTE, SEND, SAID),
    others={
        "computes at once": (COMPUTE, SEND, SAID),
        "looks the contact up and computes beside it": (
            CONVERT,
            together(COMPUTE, call("search_contacts", query="Rosa Delgado")),
            call("send_message", text="238.76 cm", contactId="ct_rosa"),
            SAID,
        ),
    },
    wrong={
        "gives up with the converter": Wrong(
            "another tool can do it",
            (CONVERT, AGAIN, refuse("The unit converter is out of order, so I cannot do that now.")),
            ("messages/*/", "reports completion"),
        ),
        "rounds in its head": Wrong(
            "240 is not what 94 inches are",
            (CONVERT, AGAIN, _text("The worktop is about 240 cm long."), SAID),
            ("messages/*/text: wants ['238.76']", "no unrelated write: messages/ms_"),
        ),
        "sends inches": Wrong(
            "she only does metric: the conversion was the point",
            (CONVERT, AGAIN, _text("The worktop is 94 inches long."), SAID),
            ("messages/*/text: wants ['238.76']", "no unrelated write: messages/ms_"),
        ),
        "texts the look-alike": Wrong(
            "Rosa Delgadillo was never spoken of",
            (CONVERT, AGAIN, COMPUTE, _text("238.76 cm", "Rosa Delgadillo"), SAID),
            ("messages/*/contact", "messages/*/address", "no unrelated write: messages/ms_"),
        ),
        "tells only the user": Wrong(
            "converted, and never sent",
            (CONVERT, AGAIN, COMPUTE, finish("94 inches are 238.76 cm; Rosa has it.")),
            ("messages/*/",),
        ),
        "sends it twice": Wrong(
            "one text was asked for",
            (COMPUTE, SEND, _text("That is 238.76 cm for the worktop."), SAID),
            ("no unrelated write: messages/ms_",),
        ),
    },
)
