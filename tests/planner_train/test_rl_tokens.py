"""What is trained on is what was sampled: token by token, over every kind of thing that can stand between two turns."""

from collections.abc import Sequence
from itertools import groupby
from typing import Any

import pytest

from harness.catalogue import full_catalogue
from harness.contract import Budget, FollowUp, PolicyRef, Task, Trajectory
from harness.environments.phone.environment import PhoneEnvironment
from harness.instructions import load
from harness.models.local import LocalModel, Writing
from harness.models.render import IM_END, encode, render
from harness.rollout import Start, rollout
from planner_train.rl.sampling import SamplingPolicy
from planner_train.rl.transcript import Transcript
from tests.harness.tasks import alarm_task
from tests.planner_train.tiny import tiny_model, tokenizer

ALARM = '{"name": "manage_alarm", "arguments": {"action": "create", "time": "07:15"}}'
CALL = f"<tool_call>\n{ALARM}\n</tool_call>"


class Scripted(LocalModel):
    """Writes given token ids, one list a turn, as far as it is let."""

    def __init__(self, turns: Sequence[Sequence[int]]) -> None:
        super().__init__(tiny_model(), tokenizer())
        self.turns = list(turns)
        self.prompts: list[list[int]] = []

    def begin(self, prompt: Sequence[int], *, max_tokens: int, **fields: Any) -> Writing:
        ids = list(self.turns.pop(0))[:max_tokens]
        self.prompts.append(list(prompt))
        made = Writing(
            prompt=prompt,
            limit=max_tokens,
            stop=self.stop,
            seed=0,
            temperature=1.0,
            name=fields["name"],
            guide=None,
            known=None,
            stream=None,
            ids=ids,
            logprobs=[-float(token) for token in ids],
        )
        made.stopped = bool(ids) and ids[-1] in self.stop
        made.limit = min(max_tokens, len(ids)) if not made.stopped else max_tokens
        return made


def spelled(text: str) -> list[int]:
    return encode(text + IM_END, tokenizer())


def letter_by_letter(text: str) -> list[int]:
    """Ids that decode to the text and that no tokenizer would choose for it."""
    ids = [token for letter in text for token in encode(letter, tokenizer())]
    assert ids != encode(text, tokenizer()) and tokenizer().decode(ids) == text
    return [*ids, *encode(IM_END, tokenizer())]


def play(task: Task, turns: Sequence[Sequence[int]], window: int = 4096) -> tuple[Trajectory, Transcript, Scripted]:
    model = Scripted(turns)
    policy = SamplingPolicy(model, PolicyRef(name="scripted"), turn_tokens=160, window=window)
    made = rollout([Start(task)], policy, environment=lambda: PhoneEnvironment(full_catalogue()), eta=load())
    trajectory = next(iter(made))
    return trajectory, policy.transcripts[trajectory.id], model


def with_loss(transcript: Transcript) -> list[list[int]]:
    """The runs of tokens that carry loss, of which each is one turn."""
    ids, mask, _ = transcript.trained()
    runs = groupby(zip(ids, mask, strict=True), key=lambda pair: pair[1])
    return [[token for token, _ in run] for own, run in runs if own]


def without_loss(transcript: Transcript) -> str:
    ids, mask, _ = transcript.trained()
    return str(tokenizer().decode([token for token, own in zip(ids, mask, strict=True) if not own]))


def test_loss_falls_on_the_sampled_turns_and_on_nothing_between_them() -> None:
    """Two calls in one turn, results, a notice, a line that cannot be read, the user's words, and odd spellings."""
    task = alarm_task(followups=(FollowUp(after="clarify", text="The one at a quarter past seven."),))
    unknown = '<tool_call>\n{"name": "no_such_tool", "arguments": {}}\n</tool_call>'
    turns = [
        spelled(f"<think>\nTwo at once.\n</think>\n\n{unknown}\n{unknown}"),
        letter_by_letter("well <tool_call> what"),
        spelled("[ask] Which   one?"),
        letter_by_letter(CALL.replace(", ", " ,  ")),
        spelled("Done."),
    ]
    trajectory, transcript, model = play(task, turns)
    assert trajectory.verification.success and transcript.turns == 5
    assert with_loss(transcript) == turns
    told = without_loss(transcript)
    assert told.count("<tool_response>") == 3 and "failed 2 times" in told
    assert "could not be read" in told and "quarter past seven" in told
    for said in ("Two at once", "Which   one", "Done."):
        assert said not in told
    assert transcript.respelled == 2  # what was written letter by letter
    for prompt in model.prompts:
        assert transcript.context[: len(prompt)] == prompt
    assert transcript.logprobs == [
        -float(token) if own else 0.0 for token, own in zip(transcript.ids, transcript.sampled, strict=True)
    ]


def test_a_planner_that_spells_as_the_rendering_does_reads_what_it_would_read_when_it_serves() -> None:
    turns = [spelled(f"<think>\nAn alarm.\n</think>\n\n{CALL}"), spelled("Done.")]
    trajectory, transcript, _ = play(alarm_task(), turns)
    rendered = render(trajectory.messages, tokenizer())
    own = len(transcript.context)
    assert transcript.context == rendered.ids[:own] and tokenizer().decode(rendered.ids[own:]) == "\n"
    assert transcript.sampled == [turn >= 0 for turn in rendered.turns[len(transcript.prompt) : own]]
    assert transcript.respelled == 0


def test_what_the_model_wrote_earlier_in_a_dialogue_is_prompt() -> None:
    from harness.contract import PastTurn

    task = alarm_task().model_copy(
        update={"history": (PastTurn(role="user", text="Hi"), PastTurn(role="assistant", text="Hello."))}
    )
    _, transcript, _ = play(task, [spelled("Done.")])
    assert with_loss(transcript) == [spelled("Done.")]
    assert "Hello." in tokenizer().decode(transcript.prompt)


def test_a_turn_that_is_cut_off_carries_loss_up_to_the_cut_and_not_on_the_mark_that_closes_it() -> None:
    task = alarm_task().model_copy(update={"budget": Budget(turns=4, tokens=6)})
    long = spelled("a very long thought about alarms that never comes to any end at all")
    short = spelled("Done.")
    _, transcript, model = play(task, [long, short])
    assert with_loss(transcript) == [long[:6], short]
    assert transcript.cut == 1
    gap = transcript.ids[6 : -len(short)]
    assert gap[0] == encode(IM_END, tokenizer())[0] and "cut off" in tokenizer().decode(gap)
    assert model.prompts[1] == [*transcript.prompt, *long[:6], *gap]


def test_no_token_after_the_last_one_of_the_model_is_trained_on() -> None:
    task = alarm_task().model_copy(update={"budget": Budget(turns=1)})
    call = spelled(CALL)
    _, transcript, _ = play(task, [call])
    ids, mask, logprobs = transcript.trained()
    assert (ids, mask, logprobs) == (call, [True] * len(call), [-float(token) for token in call])


def test_where_the_window_ends_the_model_writes_no_more_and_the_episode_is_a_failure() -> None:
    first = play(alarm_task(), [spelled(CALL), spelled("Done.")])[1]
    window = len(first.prompt) + len(spelled(CALL)) - 3
    trajectory, transcript, _ = play(alarm_task(), [spelled(CALL)] * 9, window)
    assert len(first.prompt) + len(transcript.trained()[0]) == window
    assert transcript.written == len(spelled(CALL)) - 3
    assert trajectory.verification.valid and not trajectory.verification.success


def test_a_prompt_that_fills_the_window_is_no_failure_of_the_policy() -> None:
    trajectory, transcript, _ = play(alarm_task(), [spelled("Done.")], window=64)
    assert trajectory.end == "infrastructure" and not trajectory.verification.valid
    assert "fills the window of 64" in trajectory.verification.reason
    assert transcript.written == 0


def test_a_failure_of_the_model_breaks_the_episode_and_says_what_it_was() -> None:
    class Failing(Scripted):
        def begin(self, prompt: Sequence[int], *, max_tokens: int, **fields: Any) -> Writing:
            made = super().begin(prompt, max_tokens=max_tokens, **fields)
            made.failure = RuntimeError("no memory")
            return made

    policy = SamplingPolicy(Failing([[1]]), PolicyRef(name="x"), turn_tokens=8, window=4096)
    trajectory = next(
        rollout([Start(alarm_task())], policy, environment=lambda: PhoneEnvironment(full_catalogue()), eta=load())
    )
    assert trajectory.verification.reason == "the model failed: RuntimeError: no memory"


def test_turns_that_come_out_of_order_are_noticed() -> None:
    from harness.policy import PolicyRequest

    policy = SamplingPolicy(Scripted([[1], [1]]), PolicyRef(name="x"), turn_tokens=8, window=4096)
    messages = [{"role": "user", "content": "hi"}]
    first = PolicyRequest("e", "t", 0, messages, [], 0)
    policy.begin(first)
    with pytest.raises(AssertionError, match="in order"):
        policy.begin(PolicyRequest("e", "t", 1, [*messages, {"role": "assistant", "content": "x"}], [], 0))


def test_a_real_model_gives_log_probabilities_of_its_own_tokens_and_the_same_ones_again() -> None:
    """Those that it sampled by are those that one reading of the whole transcript gives."""
    import torch

    def run() -> Transcript:
        model = LocalModel(tiny_model(), tokenizer())
        policy = SamplingPolicy(model, PolicyRef(name="tiny"), turn_tokens=10, window=4096, seed=5)
        task = alarm_task().model_copy(update={"budget": Budget(turns=3)})
        trajectory = next(rollout([Start(task)], policy, environment=lambda: PhoneEnvironment(full_catalogue()), eta=load()))
        return policy.transcripts[trajectory.id]

    transcript, again = run(), run()
    assert transcript == again and transcript.turns == 3
    ids = torch.tensor([transcript.context])
    with torch.no_grad():
        logs = torch.log_softmax(tiny_model()(input_ids=ids).logits[0].float(), -1)
    start = len(transcript.prompt)
    for place, own in enumerate(transcript.sampled):
        if own:
            assert transcript.logprobs[place] == pytest.approx(
                float(logs[start + place - 1, transcript.ids[place]]), abs=1e-4
            )
