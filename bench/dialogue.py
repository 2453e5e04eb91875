"""A dialogue around a task: what was talked about before the request, so that the request is one of several turns.

The exchanges before it are small talk and questions of general knowledge, answered without a call: nothing in them is to be
done, nothing in them is needed, and no state of any phone can contradict them. What a task asks for stays as it is.
"""

import random

from harness.contract import PastTurn, Task

Exchange = tuple[str, str]

_TRAIN: dict[str, tuple[Exchange, ...]] = {
    "en": (
        ("How many minutes are in a day?", "1,440."),
        ("What does RSVP stand for?", "It is French: répondez s'il vous plaît, please reply."),
        ("Is a tomato a fruit?", "Botanically yes, in the kitchen usually not."),
        ("Good morning!", "Good morning. What can I do for you?"),
        ("Which planet is the largest?", "Jupiter."),
        ("Another word for happy?", "Cheerful, glad or content."),
        ("How long should pasta rest?", "It need not rest: serve it as soon as it is drained."),
        ("Who wrote Hamlet?", "William Shakespeare."),
        ("Are you there?", "Yes, go ahead."),
        ("What is the capital of Peru?", "Lima."),
    ),
    "zh": (
        ("在吗？", "在，请说。"),
        ("一天有多少分钟？", "1440分钟。"),
        ("《红楼梦》是谁写的？", "曹雪芹。"),
        ("秘鲁的首都是哪里？", "利马。"),
    ),
}
_HELD: dict[str, tuple[Exchange, ...]] = {
    "en": (
        ("Which is further north, Oslo or Riga?", "Oslo."),
        ("How do you spell accommodate?", "A-c-c-o-m-m-o-d-a-t-e: two c and two m."),
        ("What is the square root of 144?", "12."),
        ("Hi, me again.", "Welcome back. How can I help?"),
        ("Do penguins live at the North Pole?", "No, only in the southern hemisphere."),
        ("Give me a synonym for quick.", "Swift."),
        ("Which metal is liquid at room temperature?", "Mercury."),
        ("What rhymes with orange?", "Hardly anything; sporange comes close."),
        ("I am back from lunch.", "I hope it was good. What is next?"),
        ("In which year did the Berlin Wall fall?", "1989."),
    ),
    "zh": (
        ("我回来了。", "欢迎回来，需要我做什么？"),
        ("144的平方根是多少？", "12。"),
        ("企鹅住在北极吗？", "不，它们住在南半球。"),
        ("“快”的近义词是什么？", "迅速。"),
    ),
}


def small_talk(rng: random.Random, language: str, *, held: bool, exchanges: int) -> tuple[PastTurn, ...]:
    """So many different exchanges that have nothing to do with any task."""
    pool = (_HELD if held else _TRAIN)[language]
    past: list[PastTurn] = []
    for question, answer in rng.sample(pool, exchanges):
        past += [PastTurn(role="user", text=question), PastTurn(role="assistant", text=answer)]
    return tuple(past)


def in_dialogue(task: Task, *, held: bool) -> Task:
    """The task as the last of several turns; which ones came before depends on the task's id alone."""
    rng = random.Random(f"dialogue/{task.id}")
    past = small_talk(rng, task.language.value, held=held, exchanges=rng.randint(2, 3))
    return task.model_copy(update={"id": f"{task.id}-dialogue", "history": (*past, *task.history)})
