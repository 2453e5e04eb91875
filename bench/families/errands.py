"""Families about parcels, bills, money, recipes, food and workouts."""

from datetime import timedelta

from harness.contract import Friction, Json

from .. import entities
from ..draw import Draw
from ..rows import Rows
from ..scenario import Draft, Play, UnsuitableError, family
from ..wording import Wording

LIFE = ("Travel & Lifestyle",)

LEAVE = Wording(
    train=(
        "![leave|have them leave] the parcel with the {product} {where}",
        "my {product} [is on its way|is coming], [it should go|please leave it] {where}",
        "[redirect|send] the {product} parcel: {where}[, please|]",
        "[nobody is home|I won't be home] for the {product}, the courier [can|should] leave it {where}",
        "{product} parcel {where} [instead|]",
    ),
    held=(
        "when the {product} comes I am away; {where} would be the right spot for it",
        "!tell the carrier of my {product} that it belongs {where}",
    ),
    zh_train=("{product}的快递[放|改放]{where}", "我不在家，{product}那个包裹[送到|放到]{where}"),
    zh_held=("{product}到的时候家里没人，让快递员留在{where}",),
    wide=(
        "!have the {product} [left|dropped off] {where}[ instead|]",
        "could the {product} be [left|deposited] {where}?",
        "I'm [at work|out] all day, so the {product} parcel should be left {where}",
        "parcel {product}: [leave|drop off] {where}",
        "!change where my {product} [parcel|package] is delivered: {where}",
        "the delivery of the {product} [should|must] end up {where}",
        "[don't bring|no need to bring] the {product} to my door, [leave it|drop it off] {where}",
        "I can't [take in|accept] the {product} parcel myself, [have it put|please have it left] {where}",
        "!redirect my {product} [parcel|delivery], to be left {where}",
        "about the {product} [parcel|package]: [it can be left|leave it] {where}",
    ),
    zh_wide=(
        "![改|更改]{product}的[派送|投递]，放{where}",
        "{product}[别送上门|不用送上门]，[放|送到]{where}",
        "包裹{product}[改到|请放]{where}",
    ),
)
SPOTS = {
    "neighbour": (("with the neighbour", "next door with the neighbours"), "邻居家"),
    "pickup_point": (("at the pickup point", "at a parcel shop"), "自提点"),
    "safe_place": (("in a safe place", "somewhere safe by the door"), "安全的地方"),
}


@family(split="train", behaviour="boundary", domains=LIFE, languages=("en", "en", "zh"))
def parcel_left_elsewhere(draw: Draw) -> Draft:
    """A parcel can be redirected until the van has it; after that, saying so is all that is left."""
    rows, possible, spot = Rows(draw), draw.chance(0.55), draw.choice(tuple(SPOTS))
    words = entities.PRODUCTS_ZH if draw.language == "zh" else entities.PRODUCTS
    product, other = draw.pick(words), draw.pick(words)
    for name, waits in ((product, possible), (other, True)):
        hours = (-40, -20, 20, 26) if waits else (-60, -30, -2, 3)
        stages = zip(("registered", "in_transit", "out_for_delivery", "delivered"), ("sender", "depot", "van", ""), hours,
                     strict=True)  # fmt: skip
        rows.add(
            "parcels", "pk", name=name, number=f"PX{draw.integer(10**8, 10**9)}", carrier="DPD", instruction="home",
            stages=[{"status": status, "place": place, "at": rows.now + 3600 * hour} for status, place, hour in stages],
        )  # fmt: skip

    def witness(play: Play) -> None:
        play.call("manage_parcel", why=f"{product}: {spot}.", fails=not possible, action="redirect", parcel=product,
                  instruction=spot)  # fmt: skip
        if possible:
            play.finish(draw.tongue(f"The {product} will be left as you wish.", f"{product}会按你说的放。"))
        else:
            play.refuse(draw.tongue(f"The {product} is out for delivery and cannot be redirected.",
                                    f"{product}已在派送中，不能改了。"), why="The van has it already.")  # fmt: skip

    english, chinese = SPOTS[spot]
    request = draw.say(LEAVE, product=product, where=draw.tongue(draw.choice(english), chinese))
    if possible:
        return Draft(request, witness, patches=rows.patches)
    return Draft(
        request, witness, check="behaviour", patches=rows.patches,
        says=[("out for delivery", "on its way", "delivered today", "van", "派送", "配送")],
        friction=[Friction(kind="unsolvable", params={"note": "out for delivery"})],
    )  # fmt: skip


FIRST_DUE = Wording(
    held=(
        "![pay|settle] [whichever|the] bill [that |]is due first[, the others can wait|, only that one]",
        "I have [some|a few] bills lying around; the most urgent one should be paid[ now|]",
        "[which|what] bill do I have to pay next? [Pay it|Settle that one]",
        "before anything gets overdue, pay the bill with the earliest date, no more than that",
        "next bill due: pay it",
        "I've just got my wages, so let's pay one bill right now, the one with the earliest due date.",
        "!pay all my bills, no, just the one that's due first",
    ),
    zh_held=(
        "把最早到期的那张账单[付了|交了]",
        "账单里最急的那个先[交掉|付掉]，别的不用",
        "把账单都付了，不，先付最早到期的那一张",
    ),
)


@family(split="test", behaviour="reference", domains=LIFE, difficulty=2, languages=("en", "en", "zh"))
def bill_that_is_due_first(draw: Draw) -> Draft:
    """Which bill is meant the due dates tell; one that was due earlier is paid."""
    rows = Rows(draw)
    rows.clear("bills")
    days = draw.rng.sample(range(1, 25), 3)
    for ahead, paid in (*((day, False) for day in days), (-6, True)):
        rows.add("bills", "bl", name=draw.pick(entities.BILLS), amount=float(draw.integer(20, 180)),
                 due=(draw.today + timedelta(days=ahead)).isoformat(), paid=paid, payment=None)  # fmt: skip

    def witness(play: Play) -> None:
        bill = play.call("manage_wallet", why="See which bill is due first.", action="bills")["bills"][0]
        play.call("manage_wallet", why=f"{bill['name']} is due on {bill['due']}.", action="pay_bill", bill=bill["id"])
        play.finish(draw.tongue(f"{bill['name']} is paid: {bill['amount']:g}.", f"{bill['name']}已付{bill['amount']:g}。"))

    friction = [Friction(kind="obfuscated_reference", params={"note": "due first"})]
    return Draft(draw.say(FIRST_DUE), witness, patches=rows.patches, friction=friction)


OWED = Wording(
    held=(
        "![send|pay] {name} {amount} from my {purse}, or from {card} [if there is not enough in it|in case it holds less]",
        "I owe {name} {amount}. The {purse} [pays|is to pay] that if it can, else {card}",
        "{amount} for {name}: is that much in my {purse}? If yes take it from there, if no from {card}",
        "out of the {purse}, as long as it lasts, and otherwise from {card}, {name} gets {amount}",
        "{amount} to {name}: {purse} if it holds enough, else {card}",
        "{name} paid for me yesterday, so I owe {amount}. Take it from the {purse} if there's that much in it, and from {card} if there isn't.",
        "!send {name} {amount} from {card}, no, from the {purse}, and only if that holds too little from {card}",
    ),
)


@family(split="dev", behaviour="conditional", domains=("Travel & Lifestyle", "Calls & Communication"), difficulty=2)
def money_from_where_there_is_enough(draw: Draw) -> Draft:
    """The balance decides from where the money goes; the default method is neither of the two."""
    rows, name, amount, enough = Rows(draw), draw.person(), draw.integer(20, 150), draw.chance(0.5)
    rows.contact(name)
    rows.contact(draw.person())
    purse = f"{draw.pick(entities.SITES)} balance"
    card = f"{draw.pick(entities.SITES)} card"
    holds = amount + draw.integer(4, 60) if enough else draw.integer(3, amount - 4)
    for method, balance in ((purse, float(holds)), (card, None)):
        rows.add("payment_methods", "pm", name=method, kind="balance" if balance else "card", balance=balance, expires=None,
                 default=False)  # fmt: skip

    def witness(play: Play) -> None:
        found = play.call("manage_wallet", why=f"See what {purse} holds.", action="methods")["methods"]
        balance = next(row["balance"] for row in found if row["name"] == purse)
        chosen = purse if balance >= amount else card
        play.call("manage_wallet", why=f"{purse} holds {balance:g}.", action="send", contactName=name, amount=amount,
                  paymentMethod=chosen)  # fmt: skip
        play.finish(f"{name} got {amount} from {chosen}.")

    return Draft(draw.say(OWED, name=name, amount=amount, purse=purse, card=card), witness, patches=rows.patches)


DINNER = Wording(
    held=(
        "the recipe with {ingredient} that [takes|needs] no more than {minutes} minutes: [change|set] it to {servings} servings",
        "we are {servings} tonight and hungry: make my quick {ingredient} recipe, {minutes} minutes at most, one for so many",
        "![adapt|rewrite] the dish with {ingredient} that is done in {minutes} minutes; it should serve {servings}",
        "among my recipes with {ingredient} there is one of {minutes} minutes or less. {servings} servings for that one, please",
        "{ingredient} recipe, up to {minutes} minutes: {servings} servings",
        "{servings} people are coming and I'm short of time. My {ingredient} recipe that takes {minutes} minutes at most should be for that many.",
        "!set my {ingredient} recipe that takes at most {minutes} minutes to two, no, {servings} servings",
    ),
)


@family(split="gate", behaviour="reference", domains=LIFE, difficulty=2)
def quick_recipe_for_more(draw: Draw) -> Draft:
    """Two dishes hold the ingredient and two are quick; only one is both."""
    rows, ingredient, other = Rows(draw), *draw.groceries(2, 2)
    minutes, servings, before = draw.integer(15, 40, 5), draw.integer(5, 12), draw.integer(2, 4)
    for holds, takes in ((ingredient, minutes - draw.integer(0, 8)), (ingredient, minutes + 25), (other, minutes - 5)):
        rows.add("recipes", "rp", title=draw.pick(entities.RECIPES), ingredients=[f"300 g {holds}", "1 pinch"],
                 directions="Cook gently.", minutes=takes, servings=before, created=rows.now - 900_000)  # fmt: skip

    def witness(play: Play) -> None:
        why = f"Find {ingredient} in at most {minutes} minutes."
        found = play.call("manage_recipe", why=why, action="list", minutes=minutes, query=ingredient)["recipes"]
        if len(found) != 1:
            raise UnsuitableError(f"the profile has more recipes with {ingredient}")
        key, title = found[0]["id"], found[0]["title"]
        play.call("manage_recipe", why=f"{title} is meant.", action="update", recipeId=key, servings=servings)
        play.finish(f"{title} is for {servings} now.")

    request = draw.say(DINNER, ingredient=ingredient, minutes=minutes, servings=servings)
    return Draft(request, witness, patches=rows.patches)


SECOND_CHOICE = Wording(
    held=(
        "![order|get] me {first} from {place}, delivered home; [if they don't have that|should it not be on the menu], {second}",
        "hungry! {place} should bring {first} to my home, or {second} in case {first} is not to be had",
        "{first} from {place} to my door, please. They may not make it any more: then {second}",
        "I'd love {first} from {place} at home, and would settle for {second} where that is off the menu",
        "{place}, delivered home: {first}, or else {second}",
        "I'm too tired to cook. Have {place} bring {first} to my home, and if they don't do that any more, {second}.",
        "!order {second} from {place}, no, {first}, and {second} only if they don't have it; bring it to my home",
    ),
)


@family(split="test", behaviour="boundary", domains=LIFE, difficulty=2)
def food_of_second_choice(draw: Draw) -> Draft:
    """Only the menu knows whether the first wish can be had."""
    rows, place, has = Rows(draw), draw.pick(entities.RESTAURANTS), draw.chance(0.4)
    first, second, *rest = (draw.pick(entities.RECIPES) for _ in range(4))
    key = rows.place(place, category="restaurant")
    dishes: list[Json] = [
        {"name": name, "price": draw.integer(14, 30)} for name in (*([first] if has else []), *rest, second)
    ]
    rows.put("menus", key, id=key, items=dishes, fee=2, minimum=10, minutes=30)

    def order(play: Play, dish: str, why: str, *, fails: bool) -> None:
        play.call(
            "manage_food_order", why=why, fails=fails, action="order", restaurant=place, items=[dish], deliverTo="home"
        )

    def witness(play: Play) -> None:
        order(play, first, f"{first} is the first wish.", fails=not has)
        if not has:
            order(play, second, f"There is no {first}, so {second}.", fails=False)
        play.finish(f"{first if has else second} from {place} is ordered.")

    request = draw.say(SECOND_CHOICE, place=place, first=first, second=second)
    return Draft(request, witness, patches=rows.patches)


DONE = Wording(
    train=(
        "[log|note|record] a {kind} of {km} km, {minutes} minutes, {when}",
        "{when} I [did|finished] a {kind}: {km} km in {minutes} minutes, [log it|write it down]",
        "workout: {kind}, {km} km, {minutes} minutes, {when}",
        "[put|enter] [my|the] {kind} {when} [in|into] the log: {minutes} minutes, {km} km",
        "[add|save] {minutes} minutes of a {kind}, {km} km, started {when}",
    ),
    held=(
        "my training {when} was a {kind}; it took {minutes} minutes for {km} km, keep that",
        "{km} km, that is how far the {kind} {when} went, and {minutes} minutes how long; it belongs to my activities",
    ),
    zh_train=(
        "[记一下|记录]{when}的{kind}，{km}公里，{minutes}分钟",
        "{when}{kind}{minutes}分钟，{km}公里，[记到运动里|记下来]",
    ),
    zh_held=("我{when}{kind}了{km}公里，用时{minutes}分钟，存进运动记录",),
    wide=(
        "!track a {kind}: {km} km, {minutes} [minutes|min], started {when}",
        "I [went for|was out for] a {kind} {when}, {km} km in {minutes} minutes. [Add it to|Put it in] my workouts",
        "could you [add|log] a {kind} [of|over] {km} km that took {minutes} minutes, {when}?",
        "{kind} {when}, {km} km, {minutes} min, [log that|save it]",
        "log entry: {kind} {when}, [distance|length] {km} km, [duration|time] {minutes} minutes",
        "for my [workout records|training diary]: {when} a {kind}, {minutes} minutes, {km} km",
        "!save my {kind}, {km} km and {minutes} minutes, [it began|it started] {when}",
        "I covered {km} km in {minutes} minutes on a {kind} {when}, [please record that|that should be in the log]",
        "!enter a workout: {kind}, [start|begun] {when}, {minutes} minutes, {km} km",
        "forgot to log [this|it]: a {kind} {when}, {km} km, {minutes} minutes",
    ),
    zh_wide=(
        "!添加一次{kind}：{when}[开始|]，{minutes}分钟，{km}公里",
        "运动：{kind}，{when}，[时长|用了]{minutes}分钟，[距离|]{km}公里",
        "{when}去{kind}，{km}公里{minutes}分钟，[登记一下|加到锻炼里]",
    ),
)
KINDS = {"run": ("run", "跑步"), "walk": ("walk", "散步"), "cycle": ("bike ride", "骑行"), "hike": ("hike", "徒步"),
         "swim": ("swim", "游泳")}  # fmt: skip


@family(split="train", behaviour="grounding", domains=LIFE, languages=("en", "en", "zh"))
def workout_logged(draw: Draw) -> Draft:
    """Kind, start, length and distance, in any order; a locked database asks for a second try."""
    kind, start = draw.choice(tuple(KINDS)), draw.moment(-6, -1, hours=(6, 20))
    minutes, km = draw.integer(20, 115, 5), draw.integer(20, 120) / 10
    busy = draw.chance(0.2)

    def log(play: Play, why: str, *, fails: bool) -> None:
        play.call("manage_workout", why=why, fails=fails, action="log", kind=kind, start=start, minutes=minutes,
                  distanceKm=km)  # fmt: skip

    def witness(play: Play) -> None:
        log(play, f"A {KINDS[kind][0]} of {km:g} km in {minutes} minutes.", fails=busy)
        if busy:
            log(play, "The database was locked; once more.", fails=False)
        play.finish(draw.tongue(f"The {KINDS[kind][0]} of {km:g} km is logged.", f"已记录{KINDS[kind][1]}{km:g}公里。"))

    request = draw.say(DONE, kind=draw.tongue(*KINDS[kind]), when=draw.say_moment(start), minutes=minutes, km=f"{km:g}")
    friction = [Friction(kind="database_conflict", params={"tool": "manage_workout", "first": 1})] if busy else []
    return Draft(request, witness, friction=friction)


MEASURED = Wording(
    held=(
        "my {kind} {on} was {km} km, not what the log says[: correct it|]",
        "the log is wrong about the {kind} {on}: {km} km it was",
        "!correct the distance of the {kind} I did {on}: my watch counted {km} km",
        "{km} km is the right length of the {kind} {on}, change that entry",
        "{kind} {on}: {km} km, [fix|correct] the entry",
        "my watch had lost its signal. The {kind} {on} was {km} km long, so correct the distance in my log.",
        "!change the distance of the {kind} {on} to 20, no, {km} km",
    ),
    zh_held=(
        "{on}的{kind}其实是{km}公里，[改一下|更正]",
        "运动记录里{on}那次{kind}距离不对，应该是{km}公里",
        "{on}那次{kind}的距离改成20，不，改成{km}公里",
        "手表记错了，{on}的{kind}是{km}公里，改过来",
    ),
)


@family(split="test", behaviour="reference", domains=LIFE, difficulty=2, languages=("en", "en", "zh"))
def workout_corrected(draw: Draw) -> Draft:
    """The entry is known by its day and kind; another kind that day and another day of that kind stay."""
    rows, (kind, other) = Rows(draw), draw.rng.sample(list(KINDS), 2)
    day, another = (draw.today - timedelta(days=ago) for ago in draw.rng.sample(range(1, 9), 2))
    km, wrong = (value / 10 for value in draw.rng.sample(range(20, 150), 2))
    for what, date, time in ((kind, day, "07:30"), (other, day, "17:15"), (kind, another, "18:00")):
        rows.add("workouts", "wo", kind=what, start=f"{date}T{time}", minutes=draw.integer(20, 90), kilometres=wrong)

    def witness(play: Play) -> None:
        when = day.isoformat()
        found = play.call("manage_workout", why=f"Find the {kind} of {when}.", action="list", kind=kind, fromDate=when,
                          toDate=when)["workouts"]  # fmt: skip
        if len(found) != 1:
            raise UnsuitableError(f"the profile has another {kind} on {when}")
        key = found[0]["id"]
        play.call("manage_workout", why=f"{key} is the one.", action="update", workoutId=key, distanceKm=km)
        play.finish(draw.tongue(f"The {KINDS[kind][0]} of {when} has {km:g} km now.", f"已改为{km:g}公里。"))

    request = draw.say(MEASURED, kind=draw.tongue(*KINDS[kind]), on=draw.say_on(day), km=f"{km:g}")
    return Draft(request, witness, patches=rows.patches)
