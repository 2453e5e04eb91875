"""The catalogue: thirteen domains with exactly the tools that they are meant to have, and the loaders of skills."""

from collections import Counter

from harness.catalogue import full_catalogue
from harness.environments.phone.domains import DOMAINS, modules, phone_tools, tools_of
from harness.skills import SHIPPED, load_skills

SIZES = {
    "Audio & Entertainment": 25,
    "Apps & Storage": 23,
    "Display & Sound": 22,
    "System Settings": 22,
    "Time Management": 16,
    "AI Assistant": 16,
    "Calls & Communication": 15,
    "Network & Connectivity": 14,
    "Travel & Lifestyle": 13,
    "Devices & Cross-device": 13,
    "Input & Interaction": 12,
    "Utilities & Productivity": 11,
    "Security & Privacy": 10,
}


def test_every_domain_has_its_number_of_tools_and_no_other_exists() -> None:
    """Memory and sub-agents are tools of the assistant; a loader of a skill is counted by nobody."""
    counted = Counter(tool.domain for tool in full_catalogue().values() if tool.kind != "skill")
    assert counted == SIZES
    assert sum(SIZES.values()) == 212


def test_the_assistants_tools_are_its_own_its_memory_and_its_sub_agents() -> None:
    kinds = Counter(tool.kind for tool in full_catalogue().values() if tool.domain == "AI Assistant")
    assert kinds == {"phone": 6, "memory": 4, "subagent": 6, "skill": len(load_skills(SHIPPED))}


def test_a_module_holds_one_domain_and_a_domain_is_one_module() -> None:
    titles = [{tool.domain for tool in tools_of(module)} for module in modules()]
    assert [len(found) for found in titles] == [1] * len(DOMAINS)
    assert set.union(*titles) == set(SIZES)
    assert sum(len(tools_of(module)) for module in modules()) == len(phone_tools())
