"""Families about what is seen: videos, photos, what children may watch, games, and sounds around the phone."""

from harness.contract import FollowUp, Friction

from .. import entities
from ..draw import Draw
from ..rows import Rows
from ..scenario import Draft, Play, family
from ..wording import Wording

AUDIO = ("Audio & Entertainment",)
AGES = (7, 12, 16, 18)


def _service(draw: Draw, rows: Rows) -> str:
    """An app for videos."""
    name = draw.pick(entities.STORE_APPS)
    rows.app(name, category="entertainment")
    return name


WATCH = Wording(
    train=(
        "![play|show me|put on] {which}",
        "[I want|I'd like] to [see|watch] {which}",
        "[time for|now] {which}[, please|]",
        "![start|begin] {which}[ on the phone|]",
        "[let us|let me] watch {which}",
    ),
    held=("{which} is what I feel like seeing tonight", "!have the screen show {which}"),
    zh_train=("![播放|放]{which}", "[我想看|我要看]{which}", "{which}，[放一下|播一下]"),
    zh_held=("今晚就看{which}了", "!让屏幕上出现{which}"),
    wide=(
        "[can I|could I] [see|watch] {which}?",
        "![run|turn on] {which}",
        "I'm in the mood for {which}[, play it|]",
        "{which}[ please| now please|, start it]",
        "[we'd|I'd] love to watch {which} now",
        "[what I want to watch|next on my list]: {which}[, start playing|, play it]",
        "[dinner's ready|I'm on the sofa], so [play|start] {which}",
        "!get {which} [playing|started]",
        "where were we? [Play|Put on] {which}",
        "[it's time to watch|how about] {which}[, play it please|]",
    ),
    zh_wide=(
        "!开始[放|播]{which}",
        "[现在|这会儿]想看{which}，[打开吧|开始放]",
        "看{which}，[打开|播放]",
    ),
)


@family(split="train", behaviour="grounding", domains=AUDIO, languages=("en", "en", "zh"))
def episode_of_a_series(draw: Draw) -> Draft:
    """The next unwatched episode of a series, or the one that is named by its numbers."""
    rows = Rows(draw)
    service = _service(draw, rows)
    names = [draw.pick(entities.SERIES_ZH if draw.language == "zh" else entities.SERIES) for _ in range(2)]
    for name in names:
        for season, number in ((1, 1), (1, 2), (1, 3), (2, 1), (2, 2)):
            title = draw.tongue(f"Episode {season}.{number}", f"第{season}季第{number}集")
            rows.video(title, service, series=name, season=season, number=number, watched=(season, number) == (1, 1))
    series = names[draw.integer(0, 1)]
    numbers = draw.choice((None, (1, 3), (2, 1), (2, 2)))
    if numbers is None:
        which = draw.tongue(
            draw.choice((f"the next episode of {series}", f"the next {series}", f"{series}, the next episode")),
            draw.choice((f"{series}的下一集", f"{series}，下一集")),
        )
    else:
        season, number = numbers
        which = draw.tongue(
            draw.choice((
                f"season {season}, episode {number} of {series}",
                f"episode {number} of the {('first', 'second')[season - 1]} season of {series}",
                f"{series} season {season} episode {number}",
            )),
            f"{series}第{season}季第{number}集",
        )  # fmt: skip

    def witness(play: Play) -> None:
        if numbers is None:
            play.call("play_video", why=f"The next episode of {series}.", series=series)
        else:
            why = f"{series}, season {numbers[0]}, episode {numbers[1]}."
            play.call("play_video", why=why, series=series, season=numbers[0], episode=numbers[1])
        play.finish(draw.tongue(f"{series} is playing.", f"正在播放{series}。"))

    return Draft(draw.say(WATCH, which=which), witness, patches=rows.patches)


INTO_ALBUM = Wording(
    train=(
        "![make|create] an album {album} [with|out of] [the|all] photos from {place}",
        "[the|all my] pictures from {place} [should go into|belong in] a new album[ called|,] {album}",
        "[I want|I'd like] an album [named|called] {album} with [the|all] pictures [I took in|from] {place}",
        "new album {album}: [all|the] photos from {place}",
        "![put|collect] [the|my] {place} photos in a new album {album}",
    ),
    held=(
        "whatever I photographed in {place} shall be found together under {album}",
        "!bundle what the camera saw in {place} as an album, title {album}",
    ),
    zh_train=(
        "![把|将]在{place}拍的照片[建成|放进]新相册{album}",
        "[新建|建]一个相册{album}，放{place}的[照片|所有照片]",
        "{place}的照片[收进|归到]一个新相册，叫{album}",
    ),
    zh_held=("在{place}照的都归在一起，相册名字{album}",),
    wide=(
        "!gather [the|all] photos taken in {place} in an album [titled|named] {album}",
        "could you make [me|us] an album {album} [from|of] [the|all] {place} pictures?",
        "I was in {place}, and [those photos|the pictures from there] need an album of their own, [named|title] {album}",
        "{place} [photos|pictures]: new album[,| called] {album}",
        "[so that I find them again|for my family], put [the|all] photos from {place} in a new album [called|named] {album}",
        "!start a [photo album|new album] {album} and add [all|every one of] my {place} photos",
        "album {album}, [containing|with] everything [taken|shot] in {place}",
        "all my [pictures|photos] from {place} should be [collected|kept] in a new album [called|named] {album}",
        "there should be [a new album|an album] {album} holding [the|my] photos [taken in|from] {place}",
    ),
    zh_wide=(
        "!用{place}的照片[做|建]一个相册，[名称|叫]{album}",
        "想要个相册{album}，[里面是|装]在{place}拍的[照片|所有照片]",
        "相册{album}：{place}[拍的|的]照片[全放进去|都加进去]",
    ),
)


@family(split="train", behaviour="reference", domains=AUDIO, difficulty=2, languages=("en", "en", "zh"))
def photos_of_a_place_in_an_album(draw: Draw) -> Draft:
    """The photos of one place and not of another."""
    rows, places = Rows(draw), [draw.place() for _ in range(2)]
    which = draw.integer(0, 1)
    for index, place in enumerate(places):
        for age in range(draw.integer(2, 3)):
            rows.photo(place=place, days_ago=4 + 6 * index + age)
    place, album = places[which], draw.title() if draw.language == "zh" else draw.pick(entities.PHOTO_ALBUMS)

    def witness(play: Play) -> None:
        found = play.call("search_photos", why=f"Which photos are from {place}?", query=place)
        keys = [photo["photoId"] for photo in found["photos"]]
        why = f"These {len(keys)} are from {place}."
        play.call("manage_photo_album", why=why, action="create", name=album, photoIds=keys)
        play.finish(draw.tongue(f"The album {album} has {len(keys)} photos.", f"相册{album}里有{len(keys)}张照片。"))

    return Draft(draw.say(INTO_ALBUM, place=place, album=album), witness, patches=rows.patches)


SEND_PICTURE = Wording(
    train=(
        "![send|text] {name} the photo [with|of] the {motif} and write: {text}",
        "{name} [should get|wants] my photo of the {motif}, [with the words|together with]: {text}",
        "the {motif} photo to {name}, [text|message]: {text}",
        "![find|look for] the picture with the {motif} and send it to {name}, saying: {text}",
        "[I want|I'd like] {name} to have the picture of the {motif}. [Message|Text]: {text}",
    ),
    held=(
        "{name} has never seen my {motif}, let the picture go there with the line {text}",
        "!share the one shot where a {motif} is to be seen with {name}; the words that go along are {text}",
    ),
    wide=(
        "!forward my [photo|picture] of the {motif} to {name} with the [message|note|text]: {text}",
        "could you send {name} the {motif} [picture|photo] and [add|say]: {text}",
        "photo of the {motif} for {name}, [caption|words]: {text}",
        "I promised {name} [a photo|the picture] of the {motif}. [Send it along with|Send it and write]: {text}",
        "{name} [asked for|would like] the photo that shows the {motif}, so send it [saying|with the words]: {text}",
        "!message {name} the picture [with|of] the {motif}: {text}",
        "somewhere I have a picture of the {motif}, [send that to|it goes to] {name} with [this message|these words]: {text}",
        "!pass the {motif} [photo|picture] on to {name} and [tell them|write]: {text}",
        "[picture|pic] of the {motif} to {name}, [with text|and text them]: {text}",
    ),
)


@family(split="train", behaviour="reference", domains=(*AUDIO, "Calls & Communication"), difficulty=2)
def photo_sent_to_someone(draw: Draw) -> Draft:
    """A photo is known by what is on it, and a message takes its id."""
    rows, name, text = Rows(draw), draw.person(), draw.phrase()
    rows.contact(name)
    rows.contact(draw.person())
    motifs = [draw.pick(entities.MOTIFS) for _ in range(3)]
    for age, motif in enumerate(motifs):
        rows.photo(tags=[motif], days_ago=2 + age)
    motif = motifs[draw.integer(0, 2)]

    def witness(play: Play) -> None:
        found = play.call("search_photos", why=f"Which photo shows the {motif}?", query=motif)
        key = found["photos"][0]["photoId"]
        why = f"{key} shows the {motif}; it goes to {name}."
        play.call("send_message", why=why, text=text, contactName=name, attachmentId=key)
        play.finish(f"{name} has the photo of the {motif}.")

    return Draft(
        draw.say(SEND_PICTURE, name=name, motif=motif, text=text), witness, patches=rows.patches,
        free={"messages/text": [text]},
    )  # fmt: skip


LIMIT = Wording(
    train=(
        "![set|change] the age limit for videos to {age}{with_pin}",
        "[from now on|from today] videos [up to|until] age {age} [may be watched|are allowed]{with_pin}",
        "[I want|I'd like] the age limit for films [to be|at] {age}{with_pin}",
        "videos: age limit {age}{with_pin}",
        "the [children|kids] may see films [rated up to|up to] {age}{with_pin}",
    ),
    held=(
        "videos rated {age} or less can be shown on this phone, and none above that age{with_pin}",
        "!let {age} be the age where videos stop{with_pin}",
    ),
    zh_train=("![把|将]视频的年龄限制[设为|改成]{age}岁{with_pin}", "视频[最多放到|限制在]{age}岁级别{with_pin}"),
    zh_held=("以后手机上只能看{age}岁以下分级的片子，包括{age}岁{with_pin}",),
    wide=(
        "!adjust the [video|film] age limit to {age}{with_pin}",
        "could the age limit [for|on] videos be {age}{with_pin}?",
        "age {age} [should be|is to be] the limit for videos[ from now on|]{with_pin}",
        "no [videos|films] rated [above|higher than] {age}{with_pin}",
        "my [son|daughter] uses this phone, so [set|put] the age limit of videos at {age}{with_pin}",
        "content limit: [films|videos] {age}{with_pin}",
        "I want to [change|set] the video age limit: {age}{with_pin}",
        "the age limit for [videos|films] isn't right, [it should be|make it] {age}{with_pin}",
        "![allow|permit] videos up to [age |]{age} and no higher{with_pin}",
        "age rating for videos: [max|up to] {age}{with_pin}",
    ),
    zh_wide=(
        "!设置视频年龄[上限|限制]为{age}岁{with_pin}",
        "视频年龄[分级|限制][调到|定为]{age}岁{with_pin}",
        "孩子要用手机，视频[只放到|限到]{age}岁级{with_pin}",
    ),
)
PIN_ANSWER = Wording(
    train=("{pin}", "[it is|it's|the PIN is|that's] {pin}", "{pin}[, of course|, here you go]", "ah yes, {pin}"),
    held=("sure, take {pin}", "try {pin}, that should work"),
    zh_train=("{pin}", "[密码是|是]{pin}"),
    zh_held=("用{pin}就行",),
    wide=(
        "[the code is|my PIN is] {pin}",
        "{pin}[, go ahead|, thanks]",
        "[yes|right|okay], {pin}",
        "[here|here it is]: {pin}",
        "[use|enter] {pin}",
        "[PIN|code]: {pin}",
        "[that would be|should be] {pin}",
    ),
    zh_wide=(
        "[好的|嗯]，{pin}",
        "{pin}，[谢谢|就是这个]",
        "[PIN是|密码]{pin}",
    ),
)
ASKS_PIN = ("PIN", "code", "passcode", "密码")


def _pin(draw: Draw, rows: Rows) -> str:
    pin = f"{draw.integer(1000, 9999)}"
    rows.put("device", "lock", pin=pin)
    return pin


@family(split="train", behaviour="boundary", domains=AUDIO, difficulty=2, languages=("en", "en", "zh"))
def age_limit_of_videos(draw: Draw) -> Draft:
    """Only loosening the limit takes the PIN, which only the user knows: it is asked for unless it was said."""
    rows = Rows(draw)
    pin, (before, age) = _pin(draw, rows), draw.rng.sample(AGES, 2)
    rows.put("content_limit", "main", max_age=before)
    loosens, said = age > before, draw.chance(0.3)
    said, missing = said and loosens, loosens and not said

    def witness(play: Play) -> None:
        limit = play.call("manage_content_limit", why="Is the limit loosened, so that it takes the PIN?", action="get")
        now = limit["maxAge"]
        if missing:
            question = draw.tongue(
                f"What is the PIN, to raise the limit from {now} to {age}?", f"从{now}放宽到{age}要密码，是多少？"
            )
            play.ask(question, why=f"{now} to {age} loosens it; the PIN is unknown.")
        why = f"{age} is above {now}, so it takes the PIN." if loosens else f"{age} is below {now}, so no PIN."
        play.call("manage_content_limit", why=why, action="set", maxAge=age, pin=pin if loosens else None)
        play.finish(draw.tongue(f"Videos are allowed up to {age}.", f"视频的年龄限制现在是{age}岁。"))

    shown = (
        draw.choice((f", the PIN is {pin}", f" (PIN {pin})", f", PIN {pin}")) if draw.language == "en" else f"，密码{pin}"
    )
    request = draw.say(LIMIT, age=age, with_pin=shown if said else "")
    if not missing:
        return Draft(request, witness, patches=rows.patches)
    return Draft(
        request, witness, check="behaviour", patches=rows.patches,
        followups=[FollowUp(after="clarify", text=draw.say(PIN_ANSWER, bare=True, pin=pin), asks=ASKS_PIN)],
        friction=[Friction(kind="missing_parameter", params={"note": "pin"})],
    )  # fmt: skip


ABOVE = Wording(
    held=(
        "![play|show] {title}, [even if|and if] the age limit [is in the way|forbids it], raise it [just as far as|no further than] it takes",
        "[I want|I'd like] to watch {title}; [should|if] its rating be too high, [lift the limit to it|let the limit be just that rating]",
        "film night: {title}. [The limit may go up to its rating, if needed|If it is above the age limit, raise that to its rating]",
        "!let {title} run, and where an age limit stops it, move the limit up to that film's age, not beyond",
        "!play {title}, the age limit up to its rating if need be",
        "the children are asleep, so let's watch {title}. Should the age limit block it, raise it to exactly that film's rating.",
        "!play {title}; if it's blocked, take the age limit off, no, only raise it to the film's rating",
    ),
    zh_held=(
        "![播放|放]{title}，超过年龄限制的话就把限制放宽到它的级别",
        "想看{title}，要是被年龄限制拦住，就调到刚好能看",
        "放{title}吧，看不了就把年龄限制调到它的级别，别调得更高",
    ),
)


@family(split="test", behaviour="boundary", domains=AUDIO, difficulty=4, languages=("en", "en", "zh"))
def film_above_the_age_limit(draw: Draw) -> Draft:
    """A neighbour of the age limit: only the failed attempt tells that it is in the way, and the PIN is asked for."""
    rows, title = Rows(draw), draw.pick(entities.FILMS)
    service, blocked = _service(draw, rows), draw.chance(0.65)
    low, high = sorted(draw.rng.sample(AGES[:3] if not blocked else AGES, 2))
    limit, rating = (low, high) if blocked else (high, low)
    rows.put("content_limit", "main", max_age=limit)
    rows.video(draw.pick(entities.FILMS), service, rating=low)
    rows.video(title, service, rating=rating)
    pin = _pin(draw, rows)

    def witness(play: Play) -> None:
        play.call("play_video", why=f"{title} is wanted.", fails=blocked, title=title)
        if blocked:
            question = draw.tongue(
                f"What is the PIN, to raise the limit to {rating}?", f"把限制放宽到{rating}要密码，是多少？"
            )
            play.ask(question, why=f"The limit is {limit}, the film {rating}.")
            play.call("manage_content_limit", why=f"The limit goes to {rating}.", action="set", maxAge=rating, pin=pin)
            play.call("play_video", why="It is allowed now.", title=title)
        play.finish(draw.tongue(f"{title} is playing.", f"正在播放{title}。"))

    request = draw.say(ABOVE, title=title)
    if not blocked:
        return Draft(request, witness, patches=rows.patches)
    return Draft(
        request, witness, check="behaviour", patches=rows.patches,
        followups=[FollowUp(after="clarify", text=draw.say(PIN_ANSWER, bare=True, pin=pin), asks=ASKS_PIN)],
        friction=[Friction(kind="missing_parameter", params={"note": "pin"})],
    )  # fmt: skip


GAMING = Wording(
    held=(
        "[game|gaming] mode with [high|full] performance, [and if|even if] the battery saver [is in the way, end it|forbids it, switch that off]",
        "![turn on|start] game mode at high performance; the battery saver [can|may] go off for that",
        "I am about to play and need high performance in game mode, [drop|end] the battery saver [if it blocks that|should it matter]",
        "!let the phone give its best for a game, high performance in game mode, whatever the battery saver says, turn that off then",
        "game mode, high performance, and battery saver off if need be",
        "my friends are waiting for me online. Game mode with high performance, and if the battery saver won't allow it, turn that off.",
        "!turn on game mode, no, wait, with high performance please, and end the battery saver if that's what it takes",
    ),
)


@family(split="test", behaviour="boundary", domains=(*AUDIO, "System Settings"), difficulty=3)
def game_mode_at_full_power(draw: Draw) -> Draft:
    """The battery saver forbids high performance; it may be ended, if it is on at all."""
    rows, saver = Rows(draw), draw.chance(0.65)
    if saver:
        rows.put("modes", "battery_saver", on=True)

    def witness(play: Play) -> None:
        arguments = {"action": "turn_on", "performance": "high"}
        play.calls(("manage_game_mode", arguments), why="Game mode with high performance.", fails=saver)
        if saver:
            play.call("set_battery_saver", why="The battery saver forbids it and may end.", mode="off")
            play.calls(("manage_game_mode", arguments), why="The battery saver is off now.")
        play.finish("Game mode is on with high performance.")

    return Draft(draw.say(GAMING), witness, patches=rows.patches)


CLEAR_OUT = Wording(
    held=(
        "![delete|throw away] [the|all] photos of the {motif} [that are not favourites|except my favourites]",
        "[the|all] {motif} pictures can go, [but not the favourites|the ones I marked as favourites stay]",
        "[I don't need|I have too many] photos of the {motif}, [delete|remove] those I have not marked as favourites",
        "!rid the gallery of every {motif} shot without a heart",
        "{motif} photos: delete all but the favourites",
        "I got carried away photographing the {motif}. Delete those photos, but keep the ones I marked as favourites.",
        "!delete all my photos of the {motif}, no, not the favourites, only the others",
    ),
)


@family(split="dev", behaviour="reference", domains=AUDIO, difficulty=2)
def photos_deleted_but_favourites(draw: Draw) -> Draft:
    """Of several photos that show the same thing only those without a mark go."""
    rows, motif, other = Rows(draw), draw.pick(entities.MOTIFS), draw.pick(entities.MOTIFS)
    marks = [True, False, False, draw.chance(0.5)]
    draw.rng.shuffle(marks)
    for age, mark in enumerate(marks):
        rows.photo(tags=[motif], favourite=mark, days_ago=2 + age)
    rows.photo(tags=[other], days_ago=9)

    def witness(play: Play) -> None:
        why = f"Which photos of the {motif} are no favourites?"
        found = play.call("search_photos", why=why, query=motif, favourite=False)
        keys = [photo["photoId"] for photo in found["photos"]]
        play.call("manage_photo", why=f"These {len(keys)} are no favourites.", action="delete", photoIds=keys)
        play.finish(f"{len(keys)} photos of the {motif} are in the trash; the favourites stay.")

    return Draft(draw.say(CLEAR_OUT, motif=motif), witness, patches=rows.patches)


WHAT_SONG = Wording(
    held=(
        "[what is this song|which song is that]? [Add it to|Put it on] the playlist {playlist}; you may [use|allow yourself] the microphone",
        "![listen to|recognise] the song that is on here and put it on the playlist {playlist}, [grant|allow] yourself the microphone [if you lack it|if needed]",
        "whatever is playing around me belongs on the playlist {playlist}, [find out what it is|listen], and take the microphone permission if it is missing",
        "!hear what song they play in here and add it to the playlist {playlist}; access to the microphone is all right, give it to yourself",
        "song that's on in here: recognise it, onto the playlist {playlist}, microphone allowed",
        "they're playing something lovely in this café. Listen to it, you may give yourself the microphone, and put it on my playlist {playlist}.",
        "!tell me, no, better add it to the playlist {playlist}: the song you hear in here, and allow yourself the microphone if you have to",
    ),
)


@family(split="dev", behaviour="boundary", domains=(*AUDIO, "Apps & Storage"), difficulty=3)
def heard_song_onto_a_playlist(draw: Draw) -> Draft:
    """What is heard is recognised, once the microphone may be used, and goes onto a playlist."""
    rows, title, artist = Rows(draw), draw.pick(entities.TUNES), draw.pick(entities.BANDS)
    rows.song(title, draw.pick(entities.BANDS))
    rows.song(title, artist)
    rows.put("surroundings", "main", song={"name": title, "artist": artist})
    denied = draw.chance(0.6)
    rows.put("permissions", "assistant.microphone", app="assistant", permission="microphone", granted=not denied)
    playlist, other = draw.pick(entities.PLAYLISTS), draw.pick(entities.PLAYLISTS)
    held = [rows.song(draw.pick(entities.TUNES), draw.pick(entities.BANDS)) for _ in range(2)]
    for name in (other, playlist):
        rows.playlist(name, held)

    def witness(play: Play) -> None:
        heard = play.call("recognize_song", why="Listen to what is on.", fails=denied, action="listen")
        if denied:
            why = "The microphone is denied and may be granted."
            play.call("manage_app_permission", why=why, action="grant", appName="assistant", permission="microphone")
            heard = play.call("recognize_song", why="The microphone may be used now.", action="listen")
        key = heard["trackId"]
        why = f"It is {heard['title']}, {key}."
        play.call("manage_playlist", why=why, action="add", name=playlist, trackIds=[key])
        play.finish(f"It is {title} by {artist}, now on {playlist}.")

    friction = [Friction(kind="permission_block", params={"note": "microphone"})] if denied else []
    return Draft(draw.say(WHAT_SONG, playlist=playlist), witness, patches=rows.patches, friction=friction)
