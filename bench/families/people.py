"""Families about contacts, messages and calls."""

from harness.contract import FollowUp, Friction, PastTurn

from .. import entities
from ..draw import Draw
from ..rows import Rows
from ..scenario import Draft, Play, UnsuitableError, family
from ..wording import Wording

PEOPLE = ("Calls & Communication",)
RELATIONS = ("dentist", "landlord", "boss", "neighbour", "accountant", "plumber", "coach", "tutor", "vet", "cousin", "nanny")

TEXT = Wording(
    train=(
        "![text|message|write to] {name}: {text}",
        '![send|write] {name} [a message|a text], "{text}"',
        '![let {name} know|tell {name}]: "{text}"',
        "[message|text] to {name}: {text}",
    ),
    held=('{name} should get these words from me: "{text}"', '!drop {name} a line that reads "{text}"'),
    wide=(
        "!shoot {name} a [text|message]: {text}",
        "could you [get a message|get a text] to {name}: {text}",
        "[a new|one] [message|SMS] for {name}: {text}",
        "I [want|need] to [tell|message] {name} [something|this]: {text}",
        "so that {name} [knows|is informed], [text|message] them: {text}",
        "[SMS|text|msg] {name} - {text}",
        "'{text}' - [send|text] that to {name}",
        "!contact {name} by [text|SMS] and [say|write]: {text}",
        '{name} is [waiting for|expecting] a [message|text] from me. [Send|Write] "{text}"',
        '[can|could] {name} [get|be sent] a text [from me|] with "{text}"?',
    ),
    zh_train=("![给{name}发短信|发条短信给{name}]：{text}", "![告诉{name}|跟{name}说]：{text}"),
    zh_held=("我想让{name}收到这句话：{text}",),
    zh_wide=(
        "!发[消息|短信]给{name}，[内容|就写]：{text}",
        "我[要|想]给{name}发个短信：{text}",
        "能不能[帮我|]跟{name}[发短信|短信]说一声“{text}”？",
        "“{text}”，[把这句|这条]发给{name}",
    ),
)


@family(split="train", behaviour="grounding", domains=PEOPLE, languages=("en", "en", "zh"))
def text_to_a_contact(draw: Draw) -> Draft:
    """A message goes to one contact; another one has the same family name."""
    rows, text = Rows(draw), draw.phrase()
    name = draw.person()
    rows.contact(name)
    rows.contact(draw.person() if draw.language == "zh" else f"{draw.first_name()} {name.split()[-1]}")

    def witness(play: Play) -> None:
        play.call("send_message", why=f"The words for {name} are known.", text=text, contactName=name)
        play.finish(draw.tongue(f"I sent {name} the message.", f"已发短信给{name}。"))

    request = draw.say(TEXT, name=name, text=text)
    return Draft(request, witness, patches=rows.patches, free={"messages/text": [text]})


WHICH = Wording(
    train=("{family}", "[the one called |I mean |]{full}", "{full}, [please|of course]", "[it's |]{family}, sorry"),
    held=("{full} is the one", "take {family}"),
    wide=(
        "[oh, |hm, |]{full}",
        "{full}[, sorry|, thanks| I mean]",
        "the [one whose name is|contact called] {full}",
        "[to|for] {full}[, please|]",
        "{family}, [please|I think|not the other one]",
        "[I meant|that's|it should be] {full}",
        "[send it to|text] {full}",
    ),
    zh_train=("{full}", "[是|找]{full}"),
    zh_held=("我说的是{full}",),
    zh_wide=(
        "[哦，|嗯，|]{full}",
        "{full}[，谢谢|那个|吧]",
        "发给{full}",
    ),
)


@family(split="train", behaviour="boundary", domains=PEOPLE, difficulty=3, languages=("en", "en", "zh"))
def text_to_one_of_two(draw: Draw) -> Draft:
    """Two contacts answer to the name: the user must be asked; in its twin the full name is given."""
    rows, text = Rows(draw), draw.phrase()
    chinese = draw.language == "zh"
    given = draw.first_name()
    surnames = [draw.pick(entities.FAMILY_ZH if chinese else entities.FAMILY) for _ in range(2)]
    names = [f"{surname}{given}" if chinese else f"{given} {surname}" for surname in surnames]
    for name in names:
        rows.contact(name)
    which, ambiguous = draw.integer(0, 1), draw.chance(0.65)

    def witness(play: Play) -> None:
        if not ambiguous:
            play.call("send_message", why=f"{names[which]} is named in full.", text=text, contactName=names[which])
        else:
            found = play.call("search_contacts", why=f"See who {given} is.", query=given)
            if len(found["contacts"]) != 2:
                raise UnsuitableError(f"more than two people answer to {given}")
            ids = {item["name"]: item["id"] for item in found["contacts"]}
            first, second = (item["name"] for item in found["contacts"])
            question = draw.tongue(f"Which {given}: {first} or {second}?", f"哪一位{given}：{first}还是{second}？")
            play.ask(question, why=f"Two contacts are called {given}.")
            play.call("send_message", why=f"{names[which]} is meant.", text=text, contactId=ids[names[which]])
        play.finish(draw.tongue(f"I sent {names[which]} the message.", f"已发短信给{names[which]}。"))

    request = draw.say(TEXT, name=given if ambiguous else names[which], text=text)
    free = {"messages/text": [text]}
    if not ambiguous:
        return Draft(request, witness, patches=rows.patches, free=free)
    answer = draw.say(WHICH, bare=True, family=surnames[which], full=names[which])
    return Draft(
        request, witness, check="behaviour", says=[names], patches=rows.patches, free=free,
        followups=[FollowUp(after="clarify", text=answer, asks=(given, *names, *surnames))],
        friction=[Friction(kind="ambiguous_entity", params={"note": given})],
    )  # fmt: skip


RELATION = Wording(
    train=(
        '![text|message|write to] my {relation}: "{text}"',
        "![let my {relation} know|tell my {relation}]: {text}",
        '![send|write] a message to my {relation}, "{text}"',
        "message for my {relation}: {text}",
    ),
    held=('my {relation} needs to hear this from me: "{text}"', "!pass this on to my {relation}: {text}"),
    wide=(
        "!shoot my {relation} a [text|message]: {text}",
        "could you [text|message] my {relation} [with this|the following]: {text}",
        "[a new|one] [text|SMS] for my {relation}: {text}",
        "I [want|need] to [tell|message] my {relation} [something|this]: {text}",
        "so that my {relation} [knows|is informed], [text|message] them: {text}",
        "[SMS|text|msg] my {relation} - {text}",
        "'{text}' - [send|text] that to my {relation}",
        "!contact my {relation} by [text|SMS] and [say|write]: {text}",
        'my {relation} is [waiting for|expecting] a [message|text] from me. [Send|Write] "{text}"',
    ),
)


@family(split="train", behaviour="reference", domains=PEOPLE, difficulty=2)
def text_to_a_relation(draw: Draw) -> Draft:
    """The person is known only by what they are to the user."""
    rows, text = Rows(draw), draw.phrase()
    relations = draw.rng.sample(RELATIONS, 3)
    names = [draw.person() for _ in relations]
    for name, relation in zip(names, relations, strict=True):
        rows.contact(name, relation=relation)

    def witness(play: Play) -> None:
        found = play.call("search_contacts", why=f"Find who the {relations[0]} is.", relation=relations[0])
        match = next(item for item in found["contacts"] if item["name"] == names[0])
        why = f"The {relations[0]} is {names[0]}."
        play.call("send_message", why=why, text=text, contactId=match["id"])
        play.finish(f"I sent {names[0]} the message.")

    rows.clear("contacts", relation=relations[0])
    return Draft(
        draw.say(RELATION, relation=relations[0], text=text), witness, patches=rows.patches,
        free={"messages/text": [text]}, friction=[Friction(kind="obfuscated_reference", params={"note": relations[0]})],
    )  # fmt: skip


CALL_BACK = Wording(
    train=(
        "![call|ring|phone] back [whoever|the person who] [called last and I missed|I just missed]",
        "[I missed a call|Someone rang and I did not hear it], [call|ring] them back",
        "!return my [last|latest|most recent] missed call",
        "[who called while I was away?|whose call did I miss?] [Call|Ring] the last one back",
    ),
    held=(
        "my phone rang in vain a moment ago, get me that caller on the line",
        "!dial the number of the newest call that I did not take",
    ),
    wide=(
        "could you [call|phone] the [person|number] back [whose call I just missed|that I just missed]?",
        "I [just missed|didn't get to] a call, [so please phone|please call] that [person|number] back",
        "!phone [whoever|the one who] tried [to reach me|me] last [without success|and didn't get me]",
        "[last|latest] missed call: call back[ please|]",
        "[was in the shower|my phone was on silent|I couldn't pick up] and missed a call. [Call|Phone] [the "
        "number|them] back",
        "[look|check] who I missed [last|most recently] and [call|phone] them",
        "somebody tried to [call|reach] me [just now|a moment ago] and I missed it, I [want|need] to call back",
        "callback for [my|the] most recent missed call",
        "I'd like to [talk to|get] whoever [made|was behind] my latest missed call, so [ring|call] that number",
    ),
    zh_train=("[刚才|刚刚]有个电话没接到，[回拨一下|打回去]", "![回拨|打回]最近的未接来电"),
    zh_held=("谁刚打来我没听见？给那个号码打过去",),
    zh_wide=(
        "!给最[近|后]一个未接来电[回个电话|拨回去]",
        "我[漏接了|没接到]一个电话，[帮忙|请]回过去",
        "能不能[回拨|打回]我刚[漏掉|错过]的那个电话？",
        "看看[最新|最近]的未接是谁，[打过去|回个电话]",
    ),
)


@family(split="train", behaviour="reference", domains=PEOPLE, difficulty=2, languages=("en", "en", "zh"))
def missed_call_returned(draw: Draw) -> Draft:
    """The newest missed call is returned; newer answered and older missed ones are not meant."""
    rows, numbers = Rows(draw), [draw.phone_number() for _ in range(3)]
    known = draw.chance(0.5)
    contact = rows.contact(draw.person(), number=numbers[1]) if known else None
    rows.call(numbers[0], minutes_ago=draw.integer(3, 9))
    rows.call(numbers[1], contact=contact, status="missed", minutes_ago=draw.integer(12, 30))
    rows.call(numbers[2], status="missed", minutes_ago=draw.integer(40, 90))

    def witness(play: Play) -> None:
        found = play.call("manage_call_log", why="The newest missed call is needed.", action="list", kind="missed")
        number = found["calls"][0]["number"]
        play.call("make_call", why=f"{number} is the newest missed one.", number=number)
        play.finish(draw.tongue(f"I am calling {number}.", f"正在呼叫{number}。"))

    return Draft(draw.say(CALL_BACK), witness, patches=rows.patches)


SPAM = Wording(
    held=(
        "![block|ban] the number that [keeps texting me|wrote to me] about {keyword}",
        "[someone|a stranger] [sends|sent] me texts about {keyword}, [block the sender|don't let them reach me again]",
        "no more messages from whoever offers me {keyword}: put that number on the blocked list",
        "the {keyword} texts annoy me, shut out the number they come from",
        "block the {keyword} sender",
        "I can't take another text about {keyword}. Find out which number they come from and block it.",
        "!delete the text about {keyword}, no, better block the number it came from",
    ),
)


@family(split="dev", behaviour="reference", domains=PEOPLE, difficulty=2)
def sender_blocked(draw: Draw) -> Draft:
    """The number is known only by what was written from it."""
    rows, keywords = Rows(draw), [draw.pick(entities.KEYWORDS) for _ in range(2)]
    numbers = [draw.phone_number() for _ in range(3)]
    for number, keyword in zip(numbers, keywords, strict=False):
        text = draw.choice(("Congratulations! {k}: call now", "Your {k} is waiting, reply YES", "Only today: {k}"))
        rows.message(text.format(k=keyword), number, minutes_ago=draw.integer(5, 300))
    rows.message(draw.phrase(), numbers[2], minutes_ago=2)

    def witness(play: Play) -> None:
        found = play.call("search_messages", why=f"Find the {keywords[0]} message.", query=keywords[0], direction="in")
        number = found["messages"][0]["address"]
        play.call("manage_blocked_number", why=f"It came from {number}.", action="block", number=number)
        play.finish(f"{number} is blocked.")

    return Draft(draw.say(SPAM, keyword=keywords[0]), witness, patches=rows.patches)


ANSWERED = Wording(
    train=(
        '[has {name} written|did {name} write] about the {topic}? If so reply "{yes}", [if not|otherwise] [ask|write] "{no}"',
        '![look|check] whether {name} [wrote|has written] about the {topic}: if yes, text back "{yes}"; if no, "{no}"',
        '[if there is|in case there is] a message from {name} about the {topic}, answer "{yes}", else send "{no}"',
        'text {name} "{yes}" if [they have|there was] a message about the {topic}, [and otherwise|or else] "{no}"',
    ),
    held=(
        'a word from {name} on the {topic} deserves "{yes}" as an answer; without one, {name} gets "{no}"',
        '!go by what {name} sent: anything about the {topic} means I say "{yes}", nothing means I say "{no}"',
    ),
    wide=(
        '[is there|do I have] anything from {name} about the {topic}? [Yes|If there is]: text "{yes}". [No|If '
        'there isn\'t]: text "{no}"',
        'could you [see|find out] if {name} [texted|messaged] me about the {topic}, and [answer|reply] "{yes}" if '
        'so, "{no}" if not?',
        '{name} may have [written|texted] about the {topic}: [then|in that case] text back "{yes}", [if there is '
        'nothing|if not], "{no}"',
        '!search for a message by {name} about the {topic}. [Found one|There is one]: reply "{yes}". [Nothing '
        'there|None]: text "{no}"',
        'I\'m not sure if {name} [wrote to|texted] me about the {topic}. [If yes|If they did], send them "{yes}", '
        'if no, [send|text them] "{no}"',
        '{name} about the {topic}: message there -> "{yes}", [none|no message] -> "{no}"',
        'text "{no}" to {name} [unless|except if] they [wrote|texted] me about the {topic}, [in which case|and '
        'then] it should be "{yes}"',
        'depending on whether {name} [messaged|texted] me about the {topic}, [send them|text them] "{yes}" (they '
        'did) or "{no}" (they [didn\'t|did not])',
    ),
)


@family(split="train", behaviour="conditional", domains=PEOPLE, difficulty=2)
def answer_by_what_was_written(draw: Draw) -> Draft:
    """What to write depends on whether a message is there."""
    rows, name, topic = Rows(draw), draw.person(), draw.pick(entities.TOPICS)
    number, other = draw.phone_number(), draw.phone_number()
    contact, stranger = rows.contact(name, number=number), rows.contact(draw.person(), number=other)
    there = draw.chance(0.5)
    if there:
        rows.message(f"the {topic} {draw.choice(('is fine', 'works for me', 'starts late'))}", number, contact=contact)
    else:
        rows.message(draw.phrase(), number, contact=contact)
    rows.message(f"{topic} looks good", other, contact=stranger, minutes_ago=9)
    yes = draw.choice(("great, thank you", "perfect, see you", "thanks for telling me", "good, I am glad"))
    no = draw.choice(("any news yet?", "please let me know", "did you decide?", "are you still in?"))

    def witness(play: Play) -> None:
        why = f"See whether {name} wrote about the {topic}."
        found = play.call("search_messages", why=why, query=topic, contactName=name, direction="in")
        text = yes if found["total"] else no
        why = f"There is {'a' if found['total'] else 'no'} message about the {topic}."
        play.call("send_message", why=why, text=text, contactName=name)
        play.finish(f'I wrote {name}: "{text}"')

    request = draw.say(ANSWERED, name=name, topic=topic, yes=yes, no=no)
    free = {"messages/text": [yes if there else no]}
    return Draft(request, witness, patches=rows.patches, free=free)


LATER = Wording(
    held=(
        '[have|let] a message go out to {name} {when}: "{text}"',
        '!send {name} "{text}", [but only|not now but] {when}',
        "{when} {name} should get a text from me saying {text}",
        "{name} must hear this from me {when}, not before: {text}",
        'text for {name}, going out {when}: "{text}"',
        'I would only forget it. {when}, text {name} "{text}"',
        '!text {name} now, no, {when}: "{text}"',
    ),
    zh_held=(
        "![{when}给{name}发短信|到{when}再发短信给{name}]：{text}",
        "{when}的时候让{name}收到：{text}",
        "现在给{name}发，不，{when}再发：{text}",
    ),
)


@family(split="test", behaviour="grounding", domains=PEOPLE, languages=("en", "en", "zh"))
def message_for_later(draw: Draw) -> Draft:
    """A message that goes out by itself at a time."""
    rows, name, text, when = Rows(draw), draw.person(), draw.phrase(), draw.moment(1, 6)
    rows.contact(name)
    rows.contact(draw.person())

    def witness(play: Play) -> None:
        why = f"The message is for {when}."
        play.call("manage_scheduled_message", why=why, action="create", text=text, sendAt=when, contactName=name)
        play.finish(draw.tongue(f"{name} gets the message at {when}.", f"{name}会在{when}收到短信。"))

    request = draw.say(LATER, name=name, text=text, when=draw.say_moment(when))
    return Draft(request, witness, patches=rows.patches, free={"scheduled_messages/text": [text]})


KINDS = {
    "one_ring": ("Hang up on calls that ring only once", "Calls that ring once are filtered."),
    "international": ("Filter calls from abroad", "Calls from abroad are filtered."),
    "marketing_sms": ("No advertising texts any more", "Advertising texts are filtered."),
    "unknown": ("Keep unknown callers away", "Unknown callers are filtered."),
}
MIDDLE = Wording(
    held=(
        "![turn|switch] the {nth} [one|of those|of these] off again, [the others stay|leave the rest]",
        "the {nth} [rule|filter|one] was a mistake, [deactivate it but don't delete it|let it rest]",
        "[not the {nth} one, that should be off|I don't want the {nth} of the three active]",
        "!pause the {nth} of the filters that you made",
        "{nth} one off",
        "thinking about it, the {nth} of the three was too much. Turn that off and keep the others on.",
        "!turn them all off, no, only the {nth} one",
    ),
)


@family(split="test", behaviour="reference", domains=PEOPLE, difficulty=2)
def the_middle_of_three_rules(draw: Draw) -> Draft:
    """Deixis over filters that were set one after another in the dialogue."""
    rows, kinds = Rows(draw), draw.rng.sample(list(KINDS), 3)
    rows.clear("call_rules")
    history = []
    for kind in kinds:
        history += [PastTurn(role="user", text=KINDS[kind][0]), PastTurn(role="assistant", text=KINDS[kind][1])]
    ids = {}
    for kind in draw.rng.sample(kinds, 3):
        ids[kind] = rows.add("call_rules", "cr", kind=kind, keyword="", enabled=True)
    which = draw.integer(0, 2)
    nth = ("first", "middle", "last")[which]

    def witness(play: Play) -> None:
        why = f"The {nth} one was about {kinds[which].replace('_', ' ')}; its id is needed."
        found = play.call("manage_call_rule", why=why, action="list")
        key = next(rule["id"] for rule in found["rules"] if rule["id"] == ids[kinds[which]])
        play.call("manage_call_rule", why=f"{key} is that rule.", action="update", ruleId=key, enabled=False)
        play.finish(f"The {nth} filter is off.")

    return Draft(
        draw.say(MIDDLE, nth=nth), witness, patches=rows.patches, history=history,
        friction=[Friction(kind="obfuscated_reference", params={"note": nth})],
    )  # fmt: skip


IN_FLIGHT = Wording(
    train=(
        'text {name} "{text}". {rule}',
        '![send|write] {name} a text: "{text}". {rule}',
        "![tell|inform] {name} by text: {text}. {rule}",
        'a text to {name}: "{text}". {rule}',
    ),
    held=('{name} has to get this text: "{text}". {rule}', '!see that "{text}" reaches {name} by text. {rule}'),
    wide=(
        '[can|could] you text {name} for me? [It should say|Write]: "{text}". {rule}',
        'message {name}: "{text}". {rule}',
        '[I need|I want] {name} to [get|receive] a text that says "{text}". {rule}',
        '!shoot {name} a text with "{text}". {rule}',
        "[sms|text] for {name}: {text}. {rule}",
        '[please|kindly] text this to {name}: "{text}". {rule}',
        'so that {name} knows, text them "{text}". {rule}',
        '"{text}", [that goes|this goes] to {name} as a text. {rule}',
        "one [text|SMS] for {name}. {rule}. [It says|Here it is]: {text}",
    ),
)
MAY_LAND = Wording(
    train=(
        "[In case|If] [airplane|flight] mode is on, turn it off [first|for that]",
        "[You may|Feel free to] [end|switch off] airplane mode [if it is on|if needed]",
        "Airplane mode [need not|doesn't have to] stay on",
    ),
    held=("Should the phone be in flight mode, that can end now", "I have landed, so flight mode is not needed"),
    wide=(
        "[Flight|Airplane] mode can be [turned|switched] off [for it|if that's in the way|if necessary]",
        "If flight mode [is in the way|blocks it], [disable|end] it",
        "[It's fine|It's OK|No problem] to [end|exit|turn off] airplane mode",
        "[Turn|Switch] off flight mode if [you have to|you need to|it's on]",
        "I'm [back on the ground|off the plane], [you can turn|turn] airplane mode off",
        "We [can|may] [drop|end] airplane mode[ now|]",
        "Airplane mode off [first|before that] [if it's on|if needed]",
        "I don't need airplane mode [any more|any longer]",
    ),
)
MUST_FLY = Wording(
    train=(
        "[Leave|Keep] airplane mode [on|as it is], [I'm on a plane|I am still flying]",
        "Airplane mode [must|has to] stay on",
        "[Don't|Do not] touch airplane mode",
    ),
    held=("Whatever happens, the phone remains in flight mode", "We are in the air, so flight mode must not end"),
    wide=(
        "[Flight|Airplane] mode [stays|is to stay] on",
        "But airplane mode [can't|cannot|may not] be [switched|turned] off",
        "[Under no circumstances|By no means] turn off airplane mode",
        "I'm [on board|in the plane], so [no turning off|don't turn off] flight mode",
        "[Just|Only] don't [turn off|end|disable] airplane mode",
        "The crew [wants|told us to keep] airplane mode on[, so it stays on|, so leave it]",
        "[Hands off|No changes to] [airplane|flight] mode, [please|we're flying]",
        "You [can't|must not] [end|disable] flight mode[ for it|]",
    ),
)


@family(split="train", behaviour="boundary", domains=("Calls & Communication", "Network & Connectivity"), difficulty=3)
def text_in_airplane_mode(draw: Draw) -> Draft:
    """No service in airplane mode: it may be ended first, or it must not and the text cannot go out."""
    rows, name, text = Rows(draw), draw.person(), draw.phrase()
    rows.contact(name)
    airplane_mode(rows)
    allowed = draw.chance(0.6)

    def witness(play: Play) -> None:
        play.call("send_message", why=f"{name} gets a text.", fails=True, text=text, contactName=name)
        if not allowed:
            why = "There is no service, and airplane mode must stay on."
            play.refuse(f"In airplane mode there is no service, so {name} did not get the text.", why=why)
            return
        play.call("set_airplane_mode", why="Airplane mode blocks texts and may end.", enabled=False)
        play.call("send_message", why="Now there is service.", text=text, contactName=name)
        play.finish(f"Airplane mode is off and {name} has the text.")

    rule = draw.say(MAY_LAND if allowed else MUST_FLY, bare=True)
    free = {"messages/text": [text]}
    request = draw.say(IN_FLIGHT, name=name, text=text, rule=rule)
    if allowed:
        return Draft(request, witness, patches=rows.patches, free=free)
    return Draft(
        request, witness, check="behaviour", says=[("airplane", "flight", "service", "network")], patches=rows.patches,
        friction=[Friction(kind="contradictory_request"), Friction(kind="unsolvable", params={"note": "no service"})],
    )  # fmt: skip


def airplane_mode(rows: Rows) -> None:
    """The phone starts in airplane mode, with the radios as it leaves them."""
    remembered = {"wifi": True, "bluetooth": True, "mobile_data": True, "hotspot": False}
    rows.put("radios", "airplane", on=True, remembered=remembered)
    for name in remembered:
        rows.put("radios", name, on=False)


CARD = Wording(
    train=(
        "![save|add|store] {name} [as a contact|to my contacts], number {number}",
        "[new contact|contact]: {name}, {number}",
        "{name}'s number is {number}, [save it|put it in my contacts|keep it]",
        "![create|make] a contact for {name} with [the number|] {number}",
    ),
    held=(
        "I met {name} and got {number}; my address book should know",
        "{number} belongs to {name}, remember that as a contact",
    ),
    wide=(
        "could you [put|enter] {name} [in|into] my [phone book|contacts|address book][?|, please?] [Number|The "
        "number is] {number}",
        "!add [a|the] new contact {name}, [tel.|phone] {number}",
        "{name} {number} [- add to contacts|new contact|save as contact]",
        "I [want|need] to have {name} in my [contacts|phone book], [the number is|number] {number}",
        "so that I can [call|reach] {name} later, [store|save] [the|this] number: {number}",
        "[this is|here's] the [phone|mobile] number of {name}: {number}. [Add it to|Save it in] my contacts",
        "!enter {number} in my [contacts|phone book] [under|as] {name}",
        "I [got|have] {name}'s number[ now|], it's {number}, [make|so make] a contact of it",
        "{number} is [the number of|how to reach] {name}, [please add|add] this [person|contact] to my contacts",
    ),
    zh_train=("![新建联系人|存一个联系人]{name}，号码{number}", "{name}的号码是{number}，[存一下|加到通讯录]"),
    zh_held=("刚认识{name}，电话{number}，记到通讯录里",),
    zh_wide=(
        "!把{name}[加|存]进[通讯录|电话簿]，[电话|手机号]{number}",
        "{name}，{number}，[存成|添加为]联系人",
        "能不能[存一下|保存]{name}的[手机号|电话]：{number}？",
        "我要[加个|添加]联系人{name}，[电话是|手机]{number}",
    ),
)


@family(split="train", behaviour="grounding", domains=PEOPLE, languages=("en", "en", "zh"))
def new_contact(draw: Draw) -> Draft:
    """A name and a number are saved."""
    name, number = draw.person(), draw.phone_number()
    spaced = draw.choice((number, f"{number[:3]} {number[3:7]} {number[7:]}"))

    def witness(play: Play) -> None:
        play.call("manage_contact", why=f"{name} is new.", action="create", name=name, number=number)
        play.finish(draw.tongue(f"{name} is saved with {number}.", f"已保存{name}：{number}。"))

    return Draft(draw.say(CARD, name=name, number=spaced), witness)


CHANGED = Wording(
    held=(
        "{name} has a new number: {number}[, change it in my contacts|, please correct the entry]",
        "![change|update] {name}'s number [in my contacts|in the address book] to {number}",
        "from now on {name} is reached under {number}, so fix the contact",
        "the number I have for {name} is out of date, {number} is right",
        "{name}: new number {number}",
        "I ran into {name}, who has switched providers. The new number is {number}, so change it in my contacts.",
        "!add {name} with the number {number}, no, I have that contact already, so just change the number",
    ),
    zh_held=(
        "{name}换号了，[新号码|现在是]{number}，[改一下通讯录|更新联系人]",
        "![把|将]联系人{name}的号码改成{number}",
        "加个联系人{name}，哦不，已经有了，把号码换成{number}就行",
    ),
)


@family(split="gate", behaviour="reference", domains=PEOPLE, difficulty=2, languages=("en", "en", "zh"))
def changed_number(draw: Draw) -> Draft:
    """A contact that exists gets another number; no second contact is made."""
    rows, name, number = Rows(draw), draw.person(), draw.phone_number()
    rows.contact(name, relation=draw.choice(("", "friend")))
    rows.contact(draw.person() if draw.language == "zh" else f"{draw.first_name()} {name.split()[-1]}")

    def witness(play: Play) -> None:
        found = play.call("search_contacts", why=f"The id of {name} is needed.", query=name)
        key = next(item["id"] for item in found["contacts"] if item["name"] == name)
        play.call("manage_contact", why=f"{key} is {name}.", action="update", contactId=key, number=number)
        play.finish(draw.tongue(f"{name} now has the number {number}.", f"{name}的号码已改为{number}。"))

    return Draft(draw.say(CHANGED, name=name, number=number), witness, patches=rows.patches)


MISDIALLED = Wording(
    held=(
        "![save|add] {name}, number {wrong}[, no, |, sorry, |... wait, ]{number}",
        "new contact {name}: {wrong}. [Hm, no, |Wrong, it is |Correction: ]{number}",
        "{name} can be reached at {wrong}, I mean {number}; my contacts should have that",
        "put {name} into the address book with {wrong}, scratch that, with {number}",
        "!save {name} under {wrong}, hang on, the card says {number}, so take that",
        "I've just met {name}, who can be reached at {wrong}, or rather {number}, I misread it. Save that as a contact.",
    ),
)


@family(split="gate", behaviour="revision", domains=PEOPLE)
def number_corrected_in_mid_sentence(draw: Draw) -> Draft:
    """The first number is taken back before the sentence ends."""
    name, wrong, number = draw.person(), draw.phone_number(), draw.phone_number()

    def witness(play: Play) -> None:
        play.call("manage_contact", why=f"{number} replaces {wrong}.", action="create", name=name, number=number)
        play.finish(f"{name} is saved with {number}.")

    return Draft(draw.say(MISDIALLED, name=name, wrong=wrong, number=number), witness)


MAIL = Wording(
    held=(
        "!send {name} an e-mail with the subject {subject}: we meet at {wrong}, [no|sorry], at {place}",
        "{name} should get a mail, subject {subject}, saying that we meet at {wrong}, [hm, no|I mean] {place}",
        "mail to {name}, subject {subject}: meeting place {wrong}... wait, {place}",
        "an e-mail for {name}, please, {subject} as the subject. We meet at {wrong}. No, that is closed, at {place}",
        "!write {name} a mail that we meet at {wrong}, scratch that, {place}; the subject is {subject}",
        "{name} does not read texts, so it has to be a mail. Subject {subject}, and say that we meet at {wrong}, or rather {place}",
    ),
)


@family(split="gate", behaviour="revision", domains=PEOPLE)
def mail_with_a_corrected_place(draw: Draw) -> Draft:
    """A mail to a contact says where to meet; the first place is taken back in mid-sentence and must not go out."""
    rows, name, subject = Rows(draw), draw.person(), draw.title()
    wrong, place = draw.pick(entities.VENUES), draw.pick(entities.VENUES)
    handle = name.casefold().replace(" ", ".").encode("ascii", "ignore").decode()
    rows.contact(name, email=f"{handle}@example.com")
    rows.contact(f"{draw.first_name()} {name.split()[-1]}")

    def witness(play: Play) -> None:
        why = f"{place} replaces {wrong}."
        play.call("send_email", why=why, subject=subject, body=f"We meet at {place}.", contactName=name)
        play.finish(f"{name} has a mail: we meet at {place}.")

    return Draft(
        draw.say(MAIL, name=name, subject=subject, wrong=wrong, place=place), witness, patches=rows.patches,
        free={"messages/text": [place]}, without={"messages/text": [wrong]},
    )  # fmt: skip
