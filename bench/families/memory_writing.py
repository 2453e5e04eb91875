"""Families that change what is remembered: add, replace, remove, revise together, correct within a dialogue."""

from harness.contract import Call, FollowUp, PastTurn

from .. import entities
from ..draw import Draw
from ..scenario import Draft, Play, family
from ..wording import Wording
from .memory_records import ASSISTANT, MEMORY, Shelf, two_titles

ADD = Wording(
    train=(
        "![remember|keep in mind|note for yourself] that [I keep|I have] {title} {days} at {place}",
        "[for your memory|to remember]: {title} is {days} at {place}",
        "[from now on|these days] I have {title} {days} at {place}, [remember that|do not forget it|keep that in mind]",
        "![store|save] in your memory: {title}, {days}, {place}",
    ),
    held=(
        "you should know from today that {place} is where I have {title} {days}",
        "{title} takes place {days} at {place}; hold on to that for later",
    ),
    wide=(
        "could you [remember|make a mental note] that my {title} is {days} at {place}?",
        "my {title} [happens|is] {days}, [at|over at] {place}. [Please remember|Remember] that",
        "[just so you know|fyi|for the record]: {title}, {days}, at {place}. [Remember it|Keep it in memory]",
        "!memorise [this|the following]: I have {title} {days} at {place}",
        "I [signed up for|started] {title}, it's {days} at {place}, [please remember|keep that in your memory]",
        "so that I don't have to [tell you again|repeat it]: {title} is at {place}, {days}. [Remember|Save] that",
        "note to memory: {title} {days} [@|at] {place}",
        "{days} [I'm at|you'll find me at] {place} for {title}, [remember that|keep it in mind], please",
        "I'd like you to [remember|know for the future] that I go to {title} {days}, [always|and that it's] at {place}",
    ),
    zh_train=("![记住|记一下]：我{days}在{place}有{title}", "我{days}在{place}有{title}，[别忘了|你记着]"),
    zh_held=("往后你要知道，{place}那边{days}是我的{title}",),
    zh_wide=(
        "!把这个[记下来|记住]：{title}，{days}，{place}",
        "我的{title}是{days}，[地点|地方]在{place}，[请记住|帮我记着]",
        "能不能记住我{days}[要去|在]{place}[上|参加|]{title}？",
        "[跟你说一下|告诉你]，{days}我有{title}，在{place}，[记到记忆里|要记住哦]",
    ),
)


@family(
    split="train", capability="memory", behaviour="grounding", domains=ASSISTANT, difficulty=2, languages=("en", "en", "zh")
)
def memory_add_habit(draw: Draw) -> Draft:
    """A new fact is remembered once it is clear that nothing is known about it."""
    shelf, title = Shelf(draw).clutter(3), draw.title()
    place = draw.place() if draw.language == "zh" else draw.pick(entities.VENUES)
    days = draw.say_days(draw.weekdays(1, 1))
    text = draw.tongue(f"Has {title} {days} at {place}.", f"{days}在{place}有{title}。")

    def witness(play: Play) -> None:
        play.call("search_user_memory", why=f"Is something known about {title}?", query=title)
        play.call("add_user_memory", why=f"Nothing is known about {title}.", text=text)
        play.finish(draw.tongue(f"I will remember that you have {title} at {place}.", f"记住了：{title}在{place}。"))

    return Draft(
        draw.say(ADD, title=title, place=place, days=days), witness, offer=MEMORY, memory=shelf.records,
        free={"memory/text": [title, place], "memory/category": []},
    )  # fmt: skip


REPLACE = Wording(
    train=(
        "[my|the] {title} [is now at|has moved to|is at] {place}[, remember that|, update what you know|, keep that in mind]",
        "![remember|note]: {title} is [no longer where it was but|now] at {place}",
        "{title} [takes place|happens] at {place} now, [change it in your memory|correct what you have]",
        "![update|correct] your memory: {title} at {place}",
    ),
    held=(
        "what you know of {title} is out of date, {place} is right",
        "they relocated {title}; {place} is the spot to remember",
    ),
    wide=(
        "could you [note|remember] that {title} is at {place} [from now on|these days]?",
        "{title} has a new [location|venue|place]: {place}. [Remember that|Please update your memory]",
        "I now [go to|have] {title} at {place}, [so change what you remember|please remember the new place]",
        "[new place|change of venue] for {title}: {place}[, please remember|, update your memory]",
        "!change [the place|the location] you [remember|have stored] for {title} to {place}",
        "so that you [don't send me to the old place|have it right]: {title} is now at {place}, [remember it|update it]",
        "they moved {title} [over |]to {place}, [so adjust your memory|please remember]",
        "{title} [isn't where it used to be|is somewhere else now], it's at {place}. [Update|Change] your memory",
        "{title} -> {place} [now|from now on], [update memory|remember]",
    ),
    zh_train=("{title}[现在|如今]在{place}了，[更新一下你的记忆|记一下]", "![更正|改一下]你记的：{title}在{place}"),
    zh_held=("关于{title}你记的过时了，地方换成{place}",),
    zh_wide=(
        "{title}[换地方了|改地点了]，[现在|以后]在{place}，[记住|更新记忆]",
        "!把你记得的{title}的地点[改成|换成]{place}",
        "能不能[记一下|更新一下]：{title}现在在{place}？",
        "我[现在|如今]去{place}[上|参加|]{title}了，[改一下记忆|你更新一下]",
    ),
)


def _held_at(draw: Draw, title: str, place: str) -> str:
    return draw.tongue(f"Has {title} at {place}.", f"{title}在{place}。")


def _where(draw: Draw) -> str:
    return draw.place() if draw.language == "zh" else draw.pick(entities.VENUES)


@family(
    split="train", capability="memory", behaviour="revision", domains=ASSISTANT, difficulty=2, languages=("en", "en", "zh")
)
def memory_replace_place(draw: Draw) -> Draft:
    """A remembered fact is no longer true: the record is replaced, its look-alike stays."""
    shelf, (title, other) = Shelf(draw), two_titles(draw)
    old, new = _where(draw), _where(draw)
    gold = shelf.add(_held_at(draw, title, old))
    shelf.add(_held_at(draw, other, _where(draw)))
    shelf.clutter()
    text = _held_at(draw, title, new)

    def witness(play: Play) -> None:
        play.call("search_user_memory", why=f"What is remembered about {title}?", query=title)
        play.call("update_user_memory", why=f"{gold} still says {old}.", memoryId=gold, text=text)
        play.finish(draw.tongue(f"I will remember that {title} is at {new}.", f"记住了：{title}在{new}。"))

    return Draft(
        draw.say(REPLACE, title=title, place=new), witness, offer=MEMORY, memory=shelf.records, gold_memory=[gold],
        free={"memory/text": [title, new], "memory/category": []},
    )  # fmt: skip


FORGET = Wording(
    train=(
        "![forget|delete|erase] what you know about [my|the] {title}",
        "[I gave up|I stopped|I no longer have] {title}, [forget about it|delete it from your memory|remove it]",
        "![remove|drop] {title} from your memory",
        "{title} is [over|history], [forget it|no need to remember it]",
    ),
    held=("nothing of {title} has to stay in your head", "whatever you keep on {title} may go"),
    wide=(
        "could you [forget|delete] what you [remember|have] about [my|the] {title}?",
        "I [quit {title}|am finished with {title}|don't do {title} any more], [so forget it|clear that from your memory|so you "
        "can forget it]",
        "{title} [is no longer true|doesn't apply any more|is done with], [erase|delete] [it|that] from memory",
        "!clear {title} [out of|from] [your memory|what you remember]",
        "[no more|that was it with] {title}, [so delete it|forget it|wipe it] from your memory",
        "I [want|would like] {title} [deleted|removed|wiped] from [your memory|what you remember]",
        "memory: [delete|remove] {title}",
        "so that you don't [bring it up|remind me] again, forget [about|] {title}",
        "you [don't need to|needn't] [remember|know about] {title} [any more|any longer]",
    ),
    zh_train=("![忘掉|删掉|清除]你记的{title}", "{title}我不去了，[把它忘了吧|从记忆里删掉]"),
    zh_held=("{title}的事不用再记着",),
    zh_wide=(
        "!把{title}从记忆里[删除|清掉]",
        "我[不做|不参加]{title}了，[记忆可以删掉|不用再记得]",
        "能不能[忘了|忘掉]我的{title}？",
        "{title}[结束了|取消了]，[忘了吧|把记忆删了]",
    ),
)


@family(
    split="train", capability="memory", behaviour="reference", domains=ASSISTANT, difficulty=2, languages=("en", "en", "zh")
)
def memory_forget_habit(draw: Draw) -> Draft:
    """A record is deleted, its look-alike stays."""
    shelf, (title, other) = Shelf(draw), two_titles(draw)
    gold = shelf.add(_held_at(draw, title, _where(draw)))
    shelf.add(_held_at(draw, other, _where(draw)))
    shelf.clutter()

    def witness(play: Play) -> None:
        play.call("search_user_memory", why=f"Which record is about {title}?", query=title)
        play.call("delete_user_memory", why=f"{gold} is about {title}.", memoryId=gold)
        play.finish(draw.tongue(f"{title} is forgotten.", f"已忘掉{title}。"))

    return Draft(draw.say(FORGET, title=title), witness, offer=MEMORY, memory=shelf.records, gold_memory=[gold])


TWO_MOVES = Wording(
    train=(
        "![remember|note]: {first} is now at {here} and {second} at {there}",
        "{first} [has moved|moved] to {here}, {second} to {there}; [update your memory|keep that in mind]",
        "[two changes|two things changed]: {first} at {here}, {second} at {there}[, remember both|]",
        "![correct|update] what you know: {first} at {here}, and {second} at {there}",
    ),
    held=(
        "{here} for {first} and {there} for {second} are the right spots from today, so mend your memory",
        "your knowledge of {first} and {second} has aged: {here} and {there}, in this order",
    ),
    wide=(
        "could you [remember|note] two new places: {first} at {here}, {second} at {there}?",
        "I now have {first} at {here} and {second} at {there}, [please remember both|update your memory]",
        "[new places|moved]: {first} -> {here}, {second} -> {there}[, remember|, update your memory]",
        "{first} [isn't|is no longer] where it was, it's at {here}. [Same with|The same goes for] {second}, now at {there}. "
        "[Remember|Update] both",
        "!change two [things|places] in your memory: {first} is at {here}, {second} is at {there}",
        "they moved both, {first} to {here} and {second} to {there}; [please|so] [update|correct] what you remember",
        "so that you [have it right|know]: {first} at {here} now, {second} at {there}. [Change|Correct] both in your memory",
        "{first} [has gone|went] to {here} [and|while] {second} is now at {there}, [remember it|keep both in mind]",
        "at {here} I have {first} [now|from now on], at {there} {second}; [update|correct] [both|the two] in your memory",
    ),
    zh_train=(
        "![更新|记一下]：{first}在{here}，{second}在{there}",
        "{first}搬到{here}了，{second}搬到{there}了，[都改一下|记住]",
    ),
    zh_held=("{first}和{second}换了地方，前者{here}，后者{there}",),
    zh_wide=(
        "两[个地方|处]变了：{first}现在在{here}，{second}现在在{there}，[请更新|都记住]",
        "!把{first}的地点改成{here}，{second}[的地点|]改成{there}，[记到记忆里|更新记忆]",
        "能不能[记一下|更新]：{first}改在{here}，{second}改在{there}？",
    ),
)


@family(
    split="train", capability="memory", behaviour="revision", domains=ASSISTANT, difficulty=3, languages=("en", "en", "zh")
)
def memory_revise_two(draw: Draw) -> Draft:
    """Two records are replaced together, each by its own id; a third stays byte for byte."""
    shelf, (first, third), second = Shelf(draw), two_titles(draw), draw.title()
    here, there = _where(draw), _where(draw)
    one, two = shelf.add(_held_at(draw, first, _where(draw))), shelf.add(_held_at(draw, second, _where(draw)))
    shelf.add(_held_at(draw, third, _where(draw)))
    shelf.clutter(1)
    texts = {one: _held_at(draw, first, here), two: _held_at(draw, second, there)}

    def witness(play: Play) -> None:
        play.calls(
            ("search_user_memory", {"query": first}),
            ("search_user_memory", {"query": second}),
            why=f"Two records are needed: {first} and {second}.",
        )
        play.calls(
            *(("update_user_memory", {"memoryId": key, "text": text}) for key, text in texts.items()),
            why=f"{one} is {first}, {two} is {second}.",
        )
        play.finish(draw.tongue(f"{first} is at {here}, {second} at {there}.", f"{first}在{here}，{second}在{there}。"))

    return Draft(
        draw.say(TWO_MOVES, first=first, second=second, here=here, there=there), witness, offer=MEMORY,
        memory=shelf.records, gold_memory=[one, two],
        free={f"memory/{one}/text": [first, here], f"memory/{two}/text": [second, there]},
    )  # fmt: skip


MOVED_CITY = Wording(
    held=(
        "[we moved|I moved] from {old} to {new}: [update|correct] {first} and {second} in your memory, nothing else",
        "{first} and {second} are in {new} now, not in {old}; [remember that|update both] and leave the rest",
        "![change|correct] the city of {first} and {second} from {old} to {new}[, only these two|]",
        "{old} is now {new} for {first} and {second}[, remember that|]",
        "since the move {first} and {second} are things of {new}; all else that you hold about {old} remains",
        "!let your memory say {new} for both {first} and {second}, where it said {old}",
        "the move is done! {first} and {second} used to be in {old}, they are in {new} now. Remember those two, nothing else.",
        "!change everything, no, only {first} and {second} from {old} to {new} in your memory",
    ),
)


@family(split="test", capability="memory", behaviour="revision", domains=ASSISTANT, difficulty=3)
def memory_moved_city(draw: Draw) -> Draft:
    """One search finds three records of the old city; two of them change, the third must not."""
    shelf, old, new = Shelf(draw), draw.place(), draw.place()
    first, second, third = (draw.pick(entities.TOPICS) for _ in range(3))
    one, two = shelf.add(f"Goes to {first} in {old}."), shelf.add(f"Goes to {second} in {old}.")
    kept = shelf.add(f"Once had {third} in {old}.", days_ago=draw.integer(100, 300))
    shelf.clutter(1)

    def witness(play: Play) -> None:
        play.call("search_user_memory", why=f"What is remembered about {old}?", query=old, maxResults=10)
        play.calls(
            ("update_user_memory", {"memoryId": one, "text": f"Goes to {first} in {new}."}),
            ("update_user_memory", {"memoryId": two, "text": f"Goes to {second} in {new}."}),
            why=f"{one} and {two} change, {kept} stays.",
        )
        play.finish(f"{first} and {second} are now remembered in {new}.")

    return Draft(
        draw.say(MOVED_CITY, first=first, second=second, old=old, new=new), witness, offer=MEMORY,
        memory=shelf.records, gold_memory=[one, two], forbidden=[f"memory/{kept}/*"],
        free={f"memory/{one}/text": [first, new], f"memory/{two}/text": [second, new]},
    )  # fmt: skip


KNOWN = Wording(
    held=(
        "![remember|keep in mind] that I have {title} at {place}",
        "[for your memory|to remember]: I have {title} at {place}",
        "I have {title} at {place}, [remember that|do not forget it]",
        "![store|save] in your memory: {title}, {place}",
        "{place} is where I have {title}, hold on to that",
        "you should know that {title} is at {place}",
        "in case I haven't told you yet, {title} is at {place}. Remember that, would you?",
    ),
)


@family(split="dev", capability="memory", behaviour="boundary", domains=ASSISTANT)
def memory_known_already(draw: Draw) -> Draft:
    """What shall be remembered is remembered: nothing is written, and the user hears that it is known."""
    shelf, title, place = Shelf(draw), draw.title(), draw.pick(entities.VENUES)
    gold = shelf.add(f"Has {title} at {place}.")
    shelf.clutter()

    def witness(play: Play) -> None:
        play.call("search_user_memory", why=f"Is something known about {title}?", query=title)
        play.finish(f"I know that already: {title} is at {place}.", why=f"{gold} says it already.")

    return Draft(
        draw.say(KNOWN, title=title, place=place), witness, check="behaviour", says=[["already", "known", "know"]],
        offer=MEMORY, memory=shelf.records, gold_memory=[gold],
    )  # fmt: skip


SLIP = Wording(
    train=(
        "[no|sorry|oh], {title} is at {place}, [I mixed that up|my mistake|not what I said]",
        "[wait|actually], I meant {place} for {title}",
        "[correction|I was wrong]: {title} is at {place}",
        "[that was wrong|I got that wrong], {place} is where I have {title}",
    ),
    held=("I misspoke about {title}, it should have been {place}", "make that {place}, as to {title}"),
    wide=(
        "oh [no|wait], {title} is at {place}[, not there|]",
        "[my bad|oops], it's {place} for {title}",
        "I [meant|wanted to say] that {title} is at {place}",
        "[hang on|hold on], {title}? That's at {place}",
        "[fix|correct] that, {title} is at {place}",
        "{title} is [actually|really] at {place}, [sorry|I confused it]",
        "not [that place|there], {place} [is right|is correct] for {title}",
        "can you [fix|change] that? {title} is at {place}",
    ),
    zh_train=("[不对|说错了]，{title}在{place}", "[等等|更正]，{title}应该是{place}"),
    zh_held=("刚才{title}的地方讲错了，是{place}",),
    zh_wide=(
        "[哎|哦]，[搞错了|记错了]，{title}是在{place}",
        "[改一下|纠正一下]，{title}在{place}才对",
        "[抱歉|不好意思]，{title}[其实|实际上]在{place}",
    ),
)


@family(split="train", capability="memory", behaviour="revision", domains=ASSISTANT, languages=("en", "en", "zh"))
def memory_slip_of_the_tongue(draw: Draw) -> Draft:
    """The user corrects what was remembered a moment ago; its id stands in the dialogue."""
    shelf, title = Shelf(draw), draw.title()
    wrong, right = _where(draw), _where(draw)
    text = _held_at(draw, title, wrong)
    key = shelf.add(text, days_ago=0)
    shelf.clutter()
    call = Call(id="h0", name="add_user_memory", arguments={"text": text})
    history = (
        PastTurn(role="user", text=draw.tongue(f"Remember that I have {title} at {wrong}.", f"记住，{title}在{wrong}。")),
        PastTurn(role="assistant", calls=(call,), results=({"memoryId": key, "created": True},)),
        PastTurn(role="assistant", text=draw.tongue("I will remember it.", "记住了。")),
    )

    def witness(play: Play) -> None:
        new = _held_at(draw, title, right)
        play.call("update_user_memory", why=f"{key} was just saved with {wrong}.", memoryId=key, text=new)
        play.finish(draw.tongue(f"Corrected: {title} is at {right}.", f"已更正：{title}在{right}。"))

    return Draft(
        draw.say(SLIP, bare=True, title=title, place=right), witness, offer=MEMORY, memory=shelf.records, history=history,
        free={"memory/text": [title, right], "memory/category": []},
    )  # fmt: skip


LEARN = Wording(
    train=(
        "![remember|keep in mind] that I get up at {time} for {title}",
        "[for your memory|to remember]: {title} means getting up at {time}",
        "I get up at {time} for {title}, [remember that|do not forget it]",
        "![store|save] in your memory: up at {time} for {title}",
    ),
    held=("you should know that {title} has me out of bed at {time}", "{time} is my hour for {title}, hold on to that"),
    wide=(
        "could you remember [my getting-up time|when I get up] for {title}? It's {time}",
        "!memorise [this|the following]: for {title} I [get up|am up] at {time}",
        "for {title} I [always|usually] get up at {time}, [please remember|remember it|keep it in your memory]",
        "[fyi|just so you know], {title} = up at {time}. [Remember that|Please remember]",
        "when I have {title} I [get up|rise] at {time}. [Keep that in mind|Please remember that]",
        "so that I needn't [tell you again|repeat it]: [getting up|I get up] for {title} at {time}. [Remember|Save] that",
        "my getting-up time for {title} is {time}, [please remember|remember] [that|it]",
        "{time}, that's when I [get up|wake up] for {title}, [remember it|keep it in mind]",
        "I'd like you to [remember|know]: [on days with|for] {title} I'm up at {time}",
    ),
)
THEN_ALARM = Wording(
    train=(
        "[good|fine|thanks], now set [that alarm|an alarm for it], [called|named] {title}",
        "[and|now] [make|add] an alarm {title} at that time",
        "[great|perfect]. [Set|Create] the {title} alarm [for it|at that time] [too|as well]",
        "alarm {title} [then|at that hour], please",
    ),
    held=("let it also ring then, under {title}", "so have something named {title} sound at that hour"),
    wide=(
        "[could you|can you] [set|add] an alarm {title} for that [time|hour]?",
        "I [need|want] an alarm for it [too|as well], [called|name] {title}",
        "[also|and] an alarm [for then|at that time], {title}",
        "[now|and now] put in an alarm for that time, [call it|title] {title}",
        "[thank you|super|nice]. [Then please|Please] create an alarm {title} for that time",
        "[add|create] {title} as an alarm at [the time I said|that time]",
        "[next|and then], [the alarm for it|an alarm at that hour]: {title}",
        "so that I do get up, set an alarm {title} for [then|that time]",
    ),
)


@family(split="train", capability="memory", behaviour="reference", domains=("AI Assistant", "Time Management"), difficulty=3)
def memory_learn_then_use(draw: Draw) -> Draft:
    """Something is remembered; the user's next words rely on it."""
    shelf, title, time = Shelf(draw).clutter(3), draw.title(), draw.time(5, 9)
    after = FollowUp(after="finish", text=draw.say(THEN_ALARM, bare=True, title=title))

    def witness(play: Play) -> None:
        play.call("search_user_memory", why=f"Is something known about {title}?", query=title)
        text = f"Gets up at {time} for {title}."
        play.call("add_user_memory", why=f"Nothing is known about {title}.", text=text)
        play.finish(f"I will remember {time} for {title}.")
        play.call("manage_alarm", why=f"That time is {time}.", action="create", time=time, title=title)
        play.finish(f"The alarm {title} rings at {time}.")

    return Draft(
        draw.say(LEARN, title=title, time=draw.say_time(time)), witness, offer=MEMORY, memory=shelf.records,
        followups=[after], free={"memory/text": [title], "memory/category": []},
    )  # fmt: skip
