"""Families where memory meets the phone as it is now: only what is missing is done."""

from .. import entities
from ..draw import Draw
from ..rows import Rows
from ..scenario import Draft, Play, family
from ..wording import Wording
from .memory_records import Shelf

BOTH_ALARMS = Wording(
    train=(
        "![make sure|see to it that] [both|the two] alarms for {title} are [set|there]",
        "[I need|I want] [both|the two] {title} alarms [you know of|I told you about]; [add|create] [what is missing|the one that is missing]",
        "![check|look whether] [both|the two] {title} alarms exist and [add|create] the missing one",
        "{title}: two alarms as always, [set what is missing|add the missing one]",
    ),
    held=(
        "of the pair of rings I take for {title} one may be absent, so complete it",
        "!complete the pair of {title} alarms that I once described to you",
    ),
    wide=(
        "could you [see|check] that I have [both|the two] alarms for {title}, and [add|create] the one that [isn't "
        "there|I don't have]?",
        "I [should have|always use] two alarms for {title}, [one may be missing|I think one is missing]. [Add "
        "it|Please set that one]",
        "{title} alarms: [are both there?|both set?] [Add|Create] the one that's [missing|not there]",
        "!see to my {title} alarms: [there should be|I told you about] two, [set|add] the one that [is "
        "missing|isn't set yet]",
        "so that I [don't oversleep|wake up for] {title}, I need [both|the two] alarms [I told you about|you "
        "know]; [put in|create] whichever is missing",
        "you know [both|the two] [times|alarms] I use for {title}; [one is set|one of them exists], [add|create] the other",
        "[look|see] which of my two {title} alarms is missing and [put it in|set it up|add it]",
        "two alarms for {title}[, as ever|, like always], the missing one [needs to be added|has to be set]",
        "[both|the two] alarms for {title} [must|have to] be there, [so add|please add] the one that is not set",
    ),
    zh_train=("![检查|看看]{title}的两个闹钟都在不在，[缺的补上|少了就加]", "{title}的两个闹钟[要齐|都要有]，缺哪个加哪个"),
    zh_held=("{title}那一对闹钟，少的那个补一下",),
    zh_wide=(
        "{title}我[一向|总是]要两个闹钟，[看看少了哪个|检查一下]，[没有的补上|缺的加上]",
        "能不能[确认|检查]{title}的两个闹钟[都设了|都有]，[没设的|少的]帮我加上？",
        "!把{title}[缺的|没设的]那个闹钟[加上|设好]，[应该有两个|一共两个]",
    ),
)


@family(
    split="train", capability="memory", behaviour="conditional", domains=("AI Assistant", "Time Management"), difficulty=3,
    languages=("en", "en", "zh"),
)  # fmt: skip
def memory_missing_alarm(draw: Draw) -> Draft:
    """Memory names two times, one alarm is set already: add the other and leave that one alone."""
    if draw.profile == "marcus":  # so many alarms that the list would be cut
        draw.profile = "emma"
    shelf, rows, title = Shelf(draw), Rows(draw), draw.title()
    first, second = draw.time(5, 7), draw.time(8, 10)
    there, missing = (first, second) if draw.chance(0.5) else (second, first)
    gold = shelf.add(
        draw.tongue(f"For {title} there are two alarms: {first} and {second}.", f"{title}有两个闹钟：{first}和{second}。")
    )
    shelf.clutter()
    rows.alarm(there, title)

    def witness(play: Play) -> None:
        play.calls(
            ("search_user_memory", {"query": title}),
            ("manage_alarm", {"action": "list"}),
            why=f"Which alarms does {title} need, and which are set?",
        )
        why = f"{there} is set, {missing} is missing."
        play.call("manage_alarm", why=why, action="create", time=missing, title=title)
        play.finish(draw.tongue(f"Added the {title} alarm at {missing}.", f"已补上{missing}的“{title}”闹钟。"))

    return Draft(draw.say(BOTH_ALARMS, title=title), witness, patches=rows.patches, memory=shelf.records, gold_memory=[gold])


TRIP = Wording(
    held=(
        "![set up|create] the {condition} [watches|monitors] for my [trip|journey], each [reminds me of|warns about] {topic}",
        "[watch|monitor] {condition} in the cities of my trip where it is not watched yet, [to remind me of|because of] {topic}",
        "![make sure|see that] {condition} is [watched|monitored] in every city of my trip, [reminding me of|a warning about] {topic}",
        "{condition} monitors for my trip, [all cities|every city], [reminder|about]: {topic}",
        "everywhere my travel takes me I want {condition} to bring {topic} to my mind, nothing twice",
        "!complete the {condition} warnings concerning {topic} for the places I am going to",
        "trip cities, {condition}: add the missing monitor, {topic} as the reminder",
        "I'm packing already. Wherever my trip goes, {condition} should remind me of {topic}, so set up what isn't watched yet.",
    ),
)


@family(split="test", capability="memory", behaviour="conditional", domains=("AI Assistant",), difficulty=4)
def memory_trip_monitor(draw: Draw) -> Draft:
    """A saved trip covers two cities, one is monitored already: create the other, ignore an old third city."""
    shelf, rows = Shelf(draw), Rows(draw)
    watched, missing, former = draw.place(), draw.place(), draw.place()
    condition, topic = draw.choice(("rain", "snow", "storm", "frost")), draw.title()
    does = f"remind me of {topic}"
    gold = shelf.add(f"Trip this spring: {watched} and {missing}.", "plan", days_ago=draw.integer(2, 15))
    shelf.add(f"Once monitored {condition} in {former}; no longer needed.", "plan", days_ago=draw.integer(200, 300))
    shelf.clutter(1)
    rows.add("automations", "au", trigger=f"{condition} in {watched}", instruction=does, active=True, created=rows.now)

    def witness(play: Play) -> None:
        play.calls(
            ("search_user_memory", {"query": "trip"}),
            ("control_automation_agent", {"action": "status"}),
            why="Which cities has the trip, and which are monitored?",
        )
        trigger = f"{condition} in {missing}"
        why = f"{watched} is monitored, {missing} is missing."
        made = play.call("control_automation_agent", why=why, action="start", trigger=trigger, instruction=does)
        play.call("control_automation_agent", why="That is all.", action="finish", sessionId=made["sessionId"])
        play.finish(f"{missing} is now monitored for {condition}; {watched} already was.")

    return Draft(
        draw.say(TRIP, condition=condition, topic=topic), witness, patches=rows.patches, memory=shelf.records, gold_memory=[gold],
        offer=["control_automation_agent"],
        free={
            "automations/trigger": [condition, missing], "subagents/target": [condition, missing],
            "automations/instruction": [topic], "subagents/instructions": [topic],
        },
    )  # fmt: skip


SHOPPING = Wording(
    held=(
        "![put|add] what I always [buy|get] for {title} on my [list|to-do list], [but nothing twice|without doubles]",
        "[I am preparing|Preparing] {title}; [add|put] the usual things to my to-do list, [skip what is there|only what is missing]",
        "![complete|fill up] my to-do list with the usual {title} shopping",
        "usual {title} shopping onto the to-do list, [nothing twice|only what is missing]",
        "my to-do list lacks something I always fetch for {title}",
        "!see that nothing I take along for {title} is absent from the to-do list",
        "{title} is coming up and I can't think of everything. Put what I usually buy for it on my to-do list, if it isn't there.",
        "!add the usual things for {title} to my to-do list, all of them, no, only what isn't on it yet",
    ),
)


@family(
    split="dev",
    capability="memory",
    behaviour="conditional",
    domains=("AI Assistant", "Utilities & Productivity"),
    difficulty=3,
)
def memory_missing_todo(draw: Draw) -> Draft:
    """Memory names two things to buy, one is on the list already."""
    shelf, rows, title = Shelf(draw), Rows(draw), draw.title()
    there, missing = draw.pick(entities.GROCERIES), draw.pick(entities.GROCERIES)
    both = [there, missing] if draw.chance(0.5) else [missing, there]
    gold = shelf.add(f"Always buys for {title}: {both[0]} and {both[1]}.")
    shelf.clutter()
    rows.add("todos", "td", title=there, list="to-do", due=None, priority="normal", done=False, created=rows.now - 3600)

    def witness(play: Play) -> None:
        play.calls(
            ("search_user_memory", {"query": title}),
            ("manage_todo", {"action": "list", "listName": "to-do"}),
            why=f"What belongs to {title}, and what is on the list?",
        )
        play.call("manage_todo", why=f"{there} is there, {missing} is missing.", action="create", title=missing)
        play.finish(f"Added {missing}; {there} was there.")

    return Draft(
        draw.say(SHOPPING, title=title), witness, patches=rows.patches, memory=shelf.records, gold_memory=[gold],
        free={"todos/title": [missing], "todos/list": [], "todos/priority": []},
    )  # fmt: skip
