"""Deixis over accumulated state: the middle one of three rules that were set one after another in the dialogue.

The phone lists them in another order and beside two older ones, so the middle of its list is not the middle one.
"""

from harness.contract import Behaviour, Capability, Completion, Friction, InitialState, Json, PastTurn, Patch, StateCheck

from .shape import Golden, Wrong, ask, assistant, becomes, call, called, finish, row, task, user

RULE = "manage_call_rule"


def _made(key: str, **fields: Json) -> PastTurn:
    return called(RULE, {"ruleId": key, "created": True}, action="create", **fields)


def _rule(key: str, kind: str, keyword: str = "") -> Patch:
    return row("call_rules", key, id=key, kind=kind, keyword=keyword, enabled=True)


TASK = task(
    "deixis over accumulated state",
    capability=Capability.TOOL_USE,
    behaviour=Behaviour.REFERENCE,
    domains=("Calls & Communication",),
    difficulty=2,
    history=(
        user("I get so much rubbish. Block texts that say Gewinnspiel."),
        _made("cr_prize", kind="keyword", keyword="Gewinnspiel"),
        assistant("Texts with Gewinnspiel are blocked."),
        user("And calls from abroad."),
        _made("cr_abroad", kind="international"),
        assistant("Calls from abroad are blocked."),
        user("Advertising texts too."),
        _made("cr_adverts", kind="marketing_sms"),
        assistant("Advertising texts are blocked."),
    ),
    request="Hm, my friend Øyvind calls from Norway. Switch the middle one off again, but don't throw it away.",
    initial=InitialState(
        profile="lena",
        clock="2026-03-16T09:10:00Z",
        patches=(
            _rule("cr_adverts", "marketing_sms"),
            _rule("cr_abroad", "international"),
            _rule("cr_prize", "keyword", "Gewinnspiel"),
        ),
        friction=(
            Friction(kind="obfuscated_reference", params={"note": "the middle one is the rule against calls from abroad"}),
        ),
    ),
    completion=Completion(check=StateCheck(changes=becomes("call_rules", "cr_abroad", enabled=False))),
)

OFF = call(RULE, "The second of the three was about calls from abroad.", action="update", ruleId="cr_abroad", enabled=False)
SAID = finish("Calls from abroad come through again; the rule is kept and switched off.")

GOLDEN = Golden(
    "deixis over accumulated state",
    TASK,
    witness=(OFF, SAID),
    others={"looks at the list first": (call(RULE, action="list"), OFF, SAID)},
    wrong={
        "takes the middle of the list": Wrong(
            "the list has five rules in an order of its own",
            (
                call(RULE, action="list"),
                call(RULE, action="update", ruleId="cr_adverts", enabled=False),
                finish("The middle one is off."),
            ),
            ("call_rules/cr_abroad/enabled: wants False, not written", "no unrelated write: call_rules/cr_adverts/enabled"),
        ),
        "throws it away": Wrong(
            "off, and kept",
            (call(RULE, action="delete", ruleId="cr_abroad"), finish("The rule against calls from abroad is gone.")),
            ("call_rules/cr_abroad/enabled", "no unrelated write: call_rules/cr_abroad/"),
        ),
        "takes the last one": Wrong(
            "the last one was about advertising",
            (call(RULE, action="update", ruleId="cr_adverts", enabled=False), SAID),
            ("call_rules/cr_abroad/enabled: wants False, not written", "no unrelated write: call_rules/cr_adverts/enabled"),
        ),
        "switches all three off": Wrong(
            "one of three was meant",
            (
                OFF,
                call(RULE, action="update", ruleId="cr_prize", enabled=False),
                call(RULE, action="update", ruleId="cr_adverts", enabled=False),
                finish("All three are off."),
            ),
            ("no unrelated write: call_rules/cr_adverts/enabled, call_rules/cr_prize/enabled",),
        ),
        "asks which one": Wrong(
            "there were three, so there is a middle one",
            (ask("Which of your rules do you mean?"),),
            ("call_rules/cr_abroad/enabled", "reports completion"),
        ),
    },
)
