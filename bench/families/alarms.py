"""Families about alarms."""

from ..draw import Draw
from ..scenario import Draft, Play, family
from ..wording import Wording

TIME = ("Time Management",)

REPEATING = Wording(
    train=(
        "![set|create|add|make] an alarm for {time} [on|every] {days}[, called| labelled| with the name] {title}",
        "![wake me|get me up|ring] at {time} {days}[, and call the alarm {title}|, label it {title}]",
        "[I want|I need|I'd like] an alarm [named|called] {title} at {time}, repeating {days}",
        "{title} alarm: {time}, {days}",
    ),
    held=(
        "{days} I have to be up at {time}; have something ring then under the name {title}",
        "!make sure the phone rings at {time} on {days} and shows {title}",
    ),
    zh_train=("![设|定]一个{time}的闹钟，{days}重复，[标题|名字]叫{title}", "{days}{time}叫我，闹钟名称{title}"),
    zh_held=("我{days}{time}得起来，闹钟写上{title}",),
)


@family(split="train", behaviour="grounding", domains=TIME, languages=("en", "en", "zh"))
def repeating_alarm(draw: Draw) -> Draft:
    """One alarm with a time, days and a name."""
    time, days, title = draw.time(), draw.weekdays(2, 5), draw.title()

    def witness(play: Play) -> None:
        play.call("manage_alarm", why="A repeating alarm is wanted.", action="create", time=time, title=title, days=days)
        play.finish(f"The alarm {title} rings at {time}.")

    request = draw.say(REPEATING, time=draw.say_time(time), days=draw.say_days(days), title=title)
    return Draft(request, witness)
