"""A model that plays the phone perfectly: it runs the programmatic tool on a copy and tells what happened."""

import json
from dataclasses import dataclass, field

from harness.contract import Json, Patch
from harness.environments.phone.errors import Code
from harness.environments.phone.phone import Phone, Result
from harness.environments.phone.tools import Arguments, Catalogue
from harness.environments.simulated.answer import Answer, Failed, Worked
from harness.environments.simulated.contradictions import known_table
from harness.environments.simulated.environment import SimulatedEnvironment


def true_answer(phone: Phone, catalogue: Catalogue, name: str, arguments: Arguments) -> Answer:
    """What the programmatic tool does on a copy of this phone, in the words of the simulated one."""
    twin = phone.fork()
    twin.catalogue = catalogue
    result = twin.call(name, arguments)
    if result.error is not None:
        error = result.error
        return Failed(status="error", code=Code(error.code), message=error.message, accepted=error.accepted)
    return _worked(result)


def _worked(result: Result) -> Worked:
    """The writes of a call, one a row, with new rows called new1, new2, ..."""
    rows: dict[tuple[str, str], list[Json]] = {}
    for write in result.writes:
        rows.setdefault((write.table, write.key), [write.before, None])[1] = write.after
    names: dict[str, str] = {}
    for (table, key), (before, after) in rows.items():
        if before is None and after is not None and known_table(table).prefix:
            names[key] = f"new{len(names) + 1}"
    writes = []
    for (table, key), (before, after) in rows.items():
        if after is None:
            if before is not None:
                writes.append(Patch(table=table, key=key, fields=None))
            continue
        old = before or {}
        fields = {name: value for name, value in after.items() if name not in old or old[name] != value}
        if key in names:
            fields.pop("id")
        writes.append(Patch(table=table, key=names.get(key, key), fields=_renamed(fields, names)))
    return Worked(status="ok", payload=_renamed(result.payload, names), writes=tuple(writes))


def _renamed(value: Json, names: dict[str, str]) -> Json:
    text = json.dumps(value)
    for key, name in names.items():
        text = text.replace(json.dumps(key), json.dumps(name))
    return json.loads(text)


@dataclass
class TruthfulModel:
    """Answers prompts for the environment it is given. ``prompts`` is what it was asked."""

    catalogue: Catalogue
    environment: SimulatedEnvironment | None = None
    prompts: list[str] = field(default_factory=list)

    def __call__(self, prompt: str) -> str:
        self.prompts.append(prompt)
        assert self.environment is not None
        call = json.loads(prompt.split("## The call\n", 1)[1].split("\n", 1)[0])
        answer = true_answer(self.environment.phone, self.catalogue, call["name"], call["arguments"])
        return f"Certainly!\n```json\n{answer.model_dump_json()}\n```"
