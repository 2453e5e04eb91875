"""Families about what is listened to: songs, playlists, radio, podcasts, and what controls them."""

from harness.contract import FollowUp, Friction

from .. import entities
from ..draw import Draw
from ..rows import Rows
from ..scenario import Draft, Play, family
from ..wording import Wording

AUDIO = ("Audio & Entertainment",)


def _artist(draw: Draw) -> str:
    return draw.person() if draw.language == "zh" else draw.pick(entities.BANDS)


def _song(draw: Draw) -> str:
    return draw.pick(entities.SONGS_ZH if draw.language == "zh" else entities.TUNES)


def _playlist(draw: Draw) -> str:
    return draw.pick(entities.PLAYLISTS_ZH if draw.language == "zh" else entities.PLAYLISTS)


def _station(draw: Draw) -> str:
    return draw.pick(entities.STATIONS_ZH if draw.language == "zh" else entities.STATIONS)


SONG = Wording(
    train=(
        "![play|put on|start] {title} by {artist}",
        "[I want|I'd like] to hear {title}, [the one|the version] by {artist}",
        "{artist}, {title}[, play it|, put it on|, that song please]",
        "![let me hear|give me] {artist} with {title}",
        "[some music|a song]: {title}, [as sung by|the song of] {artist}",
    ),
    held=(
        "my ears are longing for {title}, and nobody but {artist} may sing it",
        "!have the speaker play what {artist} recorded under the name {title}",
    ),
    zh_train=(
        "![播放|放]{artist}的{title}",
        "[我想听|来一首]{title}，{artist}[唱的|那个版本]",
        "{artist}，{title}[，放一下|]",
    ),
    zh_held=("现在就要听到{title}，得是{artist}的那一首", "!让手机唱{artist}的《{title}》"),
    wide=(
        "{title} by {artist}[ please| now|]",
        "![turn on|stick on] {title} from {artist}",
        "could I [hear|get] {title} [sung by|performed by] {artist}?",
        "I'm in the mood for {artist}, [namely|specifically] [the song |]{title}",
        "![start|play] the {artist} [song|track] {title}",
        "there's [a song|this song] [called|named] {title} by {artist}, [play that one|I want to listen to it]",
        "to [cheer me up|get me going], {title} please, [by|it's by] {artist}",
        "[music|music please]: {artist} - {title}",
        "!find {title}, [artist|by] {artist}, and [play it|start playing]",
        "what about [some|a bit of] {artist}? {title} [would be nice|is the one I want]",
    ),
    zh_wide=(
        "![播|点]一首{artist}[的|唱的]{title}",
        "有首歌叫{title}，{artist}[的|唱的]，[播一下|放来听听]",
        "{title}（{artist}），[开始播|播放吧]",
        "好久没听{artist}了，[放那首|来首]{title}",
    ),
)


@family(split="train", behaviour="grounding", domains=AUDIO, languages=("en", "en", "zh"))
def song_by_one_artist(draw: Draw) -> Draft:
    """Two artists have a song of that title, and the artist has another song."""
    rows, title = Rows(draw), _song(draw)
    artist, other = _artist(draw), _artist(draw)
    for name, singer in ((title, other), (title, artist), (_song(draw), artist)):
        rows.song(name, singer)

    def witness(play: Play) -> None:
        play.call("play_music", why=f"{title} by {artist} is wanted.", title=title, artist=artist)
        play.finish(draw.tongue(f"{title} by {artist} is playing.", f"正在播放{artist}的{title}。"))

    return Draft(draw.say(SONG, title=title, artist=artist), witness, patches=rows.patches)


UNSUNG = Wording(
    train=(
        "![play|put on|start] {title}{by}",
        "[I want|I'd like] to hear {title}{by}",
        "[music, please|some music]: the song {title}{by}",
        "![let me hear|give me] {title}{by}",
        "{title}{by}, [that song|the song], please",
    ),
    held=("my ears are longing for {title}{by}", "!have the speaker play the song {title}{by}"),
    zh_train=("![播放|放][歌曲|]{title}{by}", "[我想听|来一首]{title}{by}"),
    zh_held=("现在就要听到{title}{by}",),
    wide=(
        "could I [hear|listen to] {title}{by}?",
        "![turn on|stick on] {title}{by}",
        "I'm in the mood for [the song |]{title}{by}",
        "![start|run] the [song|track] {title}{by}",
        "to [cheer me up|get me going], [play|put on] {title}{by}",
        "[music|music please]: {title}{by}",
        "there's [this|a] song I [love|like], {title}{by}. [Play it|Let's hear it].",
        "!find {title}{by} and [play it|start it]",
        "how about [playing|putting on] {title}{by}?",
        "[now|and now] a song, {title}{by}",
    ),
    zh_wide=(
        "有首歌叫{title}{by}，[播一下|放来听听]",
        "![点播|播]{title}{by}",
        "现在[听|放]{title}{by}",
        "[音乐|歌曲]：{title}{by}",
    ),
)
SINGER = Wording(
    train=("{artist}", "[by|from|the one by] {artist}", "{artist}[, please| please| of course]", "oh, the one by {artist}"),
    held=("I thought of {artist}", "{artist} is who I mean"),
    zh_train=("{artist}", "[是|要]{artist}[的|唱的]"),
    zh_held=("我指的是{artist}那首",),
    wide=(
        "[the|that's the] {artist} [one|version]",
        "{artist}'s[, please|]",
        "[I want|I'd like] {artist}'s",
        "[make it|go for] {artist}'s version",
        "[well|hm], {artist}",
        "[play|take] the {artist} one",
        "it's [by|from] {artist}",
    ),
    zh_wide=(
        "{artist}的[版本|那版]",
        "[就|放]{artist}的",
        "{artist}[吧|的吧]",
    ),
)


@family(split="train", behaviour="boundary", domains=AUDIO, difficulty=2, languages=("en", "en", "zh"))
def song_that_two_artists_sing(draw: Draw) -> Draft:
    """Without the artist the title may mean two songs, and then only the user can tell; its twins say or need none."""
    rows, title = Rows(draw), _song(draw)
    singers = [_artist(draw), _artist(draw)]
    artist, other = singers[draw.integer(0, 1)], _song(draw)
    case = draw.choice(("asked", "asked", "said", "single"))
    for singer in singers:
        rows.song(title if singer == artist or case != "single" else other, singer)

    def witness(play: Play) -> None:
        named = artist if case == "said" else None
        why = f"{title} is wanted." if named is None else f"{title} by {artist} is wanted."
        play.call("play_music", why=why, fails=case == "asked", title=title, artist=named)
        if case == "asked":
            question = draw.tongue(f"By {singers[0]} or by {singers[1]}?", f"是{singers[0]}的还是{singers[1]}的？")
            play.ask(question, why=f"Two artists have {title}.")
            play.call("play_music", why=f"{artist} is meant.", title=title, artist=artist)
        play.finish(draw.tongue(f"{title} by {artist} is playing.", f"正在播放{artist}的{title}。"))

    by = draw.tongue(f" by {artist}", f"，{artist}唱的") if case == "said" else ""
    request = draw.say(UNSUNG, title=title, by=by)
    if case != "asked":
        return Draft(request, witness, patches=rows.patches)
    asks = ("who", "which", "artist", "by", "哪", "谁", *singers)
    return Draft(
        request, witness, check="behaviour", patches=rows.patches, says=[singers],
        followups=[FollowUp(after="clarify", text=draw.say(SINGER, bare=True, artist=artist), asks=asks)],
        friction=[Friction(kind="ambiguous_entity", params={"note": title})],
    )  # fmt: skip


ONTO = Wording(
    train=(
        "![add {title} by {artist} to|put {title} by {artist} on] [my|the] playlist {playlist}",
        "[the|my] playlist {playlist} [needs|should have] {title} by {artist}",
        "{title}, {artist}: [onto|into] the playlist {playlist}[, please|]",
        "[I want|I'd like] {title} from {artist} [on|in] {playlist}[, my playlist|]",
        "{artist}'s {title} [belongs|should go] on the playlist {playlist}",
    ),
    held=(
        "whenever I listen to the playlist {playlist}, {title} as {artist} sings it has to come up too",
        "!let the list of songs named {playlist} grow by one: {title}, from {artist}",
    ),
    zh_train=(
        "![把|将]{artist}的{title}[加进|放进]歌单{playlist}",
        "歌单{playlist}里[加上|要有]{artist}的{title}",
        "{artist}的{title}，[收到|加到]{playlist}歌单里",
    ),
    zh_held=("以后听{playlist}这个歌单，也要能听到{artist}那首{title}",),
    wide=(
        "!stick {title} by {artist} [on|onto] [my|the] {playlist} playlist",
        "playlist {playlist}: add {title}[,| by] {artist}",
        "could {title} by {artist} be [added to|put on] [my|the] playlist {playlist}?",
        "my {playlist} playlist is [missing|lacking] {title} by {artist}, [put it there|add it] please",
        "!include {title} from {artist} in [my|the] playlist {playlist}",
        "I [love|like] {title} by {artist}, so [it goes|I want it] on [my|the] playlist {playlist}",
        "on [my|the] playlist {playlist} there [should|ought to] be {title}, [the one by|sung by] {artist}",
        "!extend [my|the] playlist {playlist} with {artist}'s {title}",
        "{title} by {artist} goes [on|onto] {playlist}, [that's my playlist|the playlist]",
        "!add to {playlist}[ (the playlist)|, my playlist]: {title}, {artist}",
    ),
    zh_wide=(
        "!往歌单{playlist}里[添|加]一首{title}，{artist}[唱的|的]",
        "{title}，{artist}唱的，[添进|归到]歌单{playlist}",
        "我的歌单{playlist}[少了|还缺]{artist}的{title}，[补上|加一下]",
    ),
)


@family(split="train", behaviour="reference", domains=AUDIO, difficulty=2, languages=("en", "en", "zh"))
def song_onto_a_playlist(draw: Draw) -> Draft:
    """The song's id is found under a title that two artists share."""
    rows, title = Rows(draw), _song(draw)
    singers = [_artist(draw), _artist(draw)]
    for singer in singers:
        rows.song(title, singer)
    playlist, other = _playlist(draw), _playlist(draw)
    held = [rows.song(_song(draw), _artist(draw)) for _ in range(2)]
    rows.playlist(other, held)
    rows.playlist(playlist, held)
    artist = singers[draw.integer(0, 1)]

    def witness(play: Play) -> None:
        found = play.call("search_music", why=f"The id of {title} by {artist} is needed.", query=title)
        key = next(song["id"] for song in found["songs"] if song["artist"] == artist)
        play.call("manage_playlist", why=f"{key} is by {artist}.", action="add", name=playlist, trackIds=[key])
        play.finish(draw.tongue(f"{title} by {artist} is on {playlist}.", f"已把{artist}的{title}加入{playlist}。"))

    return Draft(draw.say(ONTO, title=title, artist=artist, playlist=playlist), witness, patches=rows.patches)


NAP = Wording(
    train=(
        "![play|put on] {station} and [stop|end it|turn it off] after {length}",
        "{station} on the radio, [for|but only] {length}, then [silence|it stops]",
        "[I want|let me] fall asleep to {station}[:|,] {length}, then it [should stop|may end]",
        "![tune in to|switch on] the station {station}, with a sleep timer of {length}",
        "the radio, {station}, [going off|and off] after {length}",
    ),
    held=(
        "sounds of {station} shall be around me until {length} are over",
        "!set {station} going and see that it falls silent {length} from now",
    ),
    zh_train=("![放|打开]{station}，{length}后[自动停|关掉]", "[听着|想听]{station}睡觉，{length}之后停止播放", "电台{station}，定时{length}"),
    zh_held=("睡前来点{station}，过了{length}就别再响了",),
    wide=(
        "!play the radio, {station}, and [shut it off|switch it off] {length} later",
        "{length} of {station}, [after that|then] [off|quiet]",
        "I'm [going to bed|off to sleep], play {station} and set the sleep timer [to|for] {length}",
        "could you [play|turn on] {station} with a sleep timer of {length}?",
        "radio {station}, [sleep timer|timer] {length}",
        "to [doze off|help me sleep]: the station {station}, and it [should|may] stop [by itself |]after {length}",
        "![start|launch] {station} [on the radio|] and let it [run|play] for {length} only",
        "I'd like to [hear|listen to] {station}, but just for {length}, so [stop it then|it should stop then]",
        "![stop|end] the radio after {length}, but [first|for now] play {station}",
        "[bedtime radio|radio for the night]: {station}, off [in|after] {length}",
    ),
    zh_wide=(
        "!播电台{station}，[设置|设个]{length}的睡眠定时",
        "[准备睡了|要睡了]，[打开|播]{station}，{length}后[停|关]",
        "听{station}{length}，[之后|然后]自动关",
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=AUDIO, difficulty=2, languages=("en", "en", "zh"))
def radio_until_asleep(draw: Draw) -> Draft:
    """A station, known by its name or its frequency, and a sleep timer in minutes."""
    rows, names = Rows(draw), [_station(draw) for _ in range(2)]
    taken = {row["fm"] for row in rows.base.rows("radio_stations").values()}
    frequencies = [number / 10 for number in draw.rng.sample(range(881, 1079), 9) if number / 10 not in taken]
    for name, frequency in zip(names, frequencies, strict=False):
        rows.station(name, frequency)
    minutes = draw.choice((15, 20, 25, 30, 40, 45, 60, 75, 90, 120))
    by_name = draw.chance(0.6)
    station = names[1] if by_name else f"{frequencies[1]}"
    said = station if by_name else draw.choice((f"FM {station}", f"{station} FM"))

    def witness(play: Play) -> None:
        play.call("manage_radio", why=f"{station} is the station.", action="play", station=station)
        play.call("manage_sleep_timer", why=f"It should stop after {minutes} minutes.", action="set", minutes=minutes)
        play.finish(draw.tongue(f"{said} plays for {minutes} minutes.", f"正在播放{said}，{minutes}分钟后停止。"))

    return Draft(draw.say(NAP, station=said, length=draw.say_minutes(minutes)), witness, patches=rows.patches)


MOBILE = Wording(
    train=(
        "![play|start] [my|the] playlist {playlist}; [if mobile data is not allowed for it, allow that|mobile data may be used, allow it if it isn't]",
        "[I'm out|I am on the bus] and want to hear the playlist {playlist}. [If streaming on mobile data is off, turn it on|Allow streaming on mobile data if need be]",
        "{playlist}, the playlist, [please|now], [even over|also over] mobile data: [permit that if it is forbidden|switch that on if it is off]",
        "![put on|let me hear] the playlist {playlist}, and [should|if] mobile streaming [be|is] blocked, [unblock it|allow it]",
        "playlist {playlist}: [start it|play it], [streaming over mobile data is fine|I have enough mobile data], so allow it where it is off",
    ),
    held=(
        "without Wi-Fi I still want the playlist {playlist} in my ears; whatever forbids streaming over the mobile network, lift it",
        "the songs of the list {playlist} have to play, and mobile data that was kept from streaming need not be spared any longer",
    ),
    zh_train=(
        "![播放|放]歌单{playlist}，不让用流量[就允许一下|就打开]",
        "[在外面|没有无线网]，想听歌单{playlist}，流量播放没开的话[打开|开一下]",
    ),
    zh_held=("{playlist}这个歌单现在就要听，流量要是被限制了就放开",),
    wide=(
        "[play|start] the playlist {playlist}. If [it won't stream|nothing plays] because mobile data isn't allowed, [allow it|switch that on].",
        "[no Wi-Fi here|there's no Wi-Fi around], but I want the playlist {playlist}: [use mobile data|stream over mobile data], and [enable|allow] that if it's off",
        "could I hear the playlist {playlist}? [Mobile data is okay|I don't mind using mobile data], [allow|permit] streaming over it if that's [disabled|switched off].",
        "playlist {playlist} please, mobile data [ok|fine], [enable if needed|turn on streaming over it if needed]",
        "I'm [on the train|away from home] and in the mood for my playlist {playlist}. [Let|Have] it stream over mobile data, changing the setting if that's off.",
        "!put {playlist} on, my playlist, [turning on|allowing] streaming over mobile data first if it's [blocked|not allowed]",
        "if streaming over mobile data is [forbidden|turned off], [permit it|turn it on]; [either way|in any case] play the playlist {playlist}",
        "I've got [plenty of|enough] data left, so play my playlist {playlist} over the mobile network and [allow that|turn that on] if it's [off|not allowed yet]",
        "!get the playlist {playlist} playing, mobile data [included|and all]: if that is off in the settings, turn it on",
    ),
    zh_wide=(
        "没连上WiFi，[也想|还是想]听歌单{playlist}，流量播放[关着|不允许]就打开",
        "!播歌单{playlist}，[用流量也行|可以走流量]，没允许就[开启|允许]",
        "歌单{playlist}[放起来|播起来]，要是流量播放没开，[打开它|允许一下]",
    ),
)  # fmt: skip


@family(split="train", behaviour="boundary", domains=AUDIO, difficulty=3, languages=("en", "en", "zh"))
def playlist_over_mobile_data(draw: Draw) -> Draft:
    """Away from Wi-Fi nothing streams until that is allowed, which it may be already."""
    rows, blocked, playlist = Rows(draw), draw.chance(0.65), _playlist(draw)
    for name in (playlist, _playlist(draw)):
        rows.playlist(name, [rows.song(_song(draw), _artist(draw)) for _ in range(2)])
    rows.put("radios", "wifi", on=False, ssid=None)
    rows.put("streaming", "main", on_mobile_data=not blocked)

    def witness(play: Play) -> None:
        play.call("play_music", why=f"{playlist} is wanted.", fails=blocked, playlist=playlist)
        if blocked:
            why = "Streaming on mobile data is off and may be allowed."
            play.call("manage_streaming_settings", why=why, action="set", streamOnMobileData=True)
            play.call("play_music", why="Mobile data is allowed now.", playlist=playlist)
        play.finish(draw.tongue(f"{playlist} is playing.", f"正在播放{playlist}。"))

    return Draft(draw.say(MOBILE, playlist=playlist), witness, patches=rows.patches)


NEW_LIST = Wording(
    train=(
        "![make|create|start] a playlist {wrong}[, no, |, sorry, |... wait, ]{right}, with {title} by {artist} on it",
        "a new playlist with {title} by {artist}, [call it|name it] {wrong}[, hm, rather |, I mean |. No, make that ]{right}",
        "[I want|I'd like] {title} by {artist} on a new playlist called {wrong}[, correction: |, or rather ]{right}",
        "new playlist: {wrong}[, scratch that, |, no, ]{right}. First song: {title} by {artist}",
        "![start|open] a playlist with {title}, {artist}. Its name is {wrong}[, oh no, |, wait, ]{right}",
    ),
    held=(
        "{wrong} was my first thought for a playlist, but {right} it shall be, holding {title} by {artist} to begin with",
        "!gather {title} by {artist} under a playlist name, {wrong}; I take that back, {right}",
    ),
    zh_train=(
        "![新建|建]一个歌单叫{wrong}[，不对，|，还是]叫{right}吧，放进{artist}的{title}",
        "用{artist}的{title}建个新歌单，名字{wrong}[，哦不，|，算了，]{right}",
    ),
    zh_held=("歌单名我原想用{wrong}，现在改主意了，用{right}，里面先放{artist}的{title}",),
    wide=(
        "![set up|begin] a new playlist {wrong}[, sorry, |, ah no, |, I mean ]{right}, and put {title} by {artist} [on it|in it]",
        "could you [make|create] me a playlist named {wrong}[, er, |, or no, ]{right}, with {artist}'s {title} [on it|as its first song]?",
        "{artist}'s {title} [deserves|needs] a new playlist: {wrong}[, no wait, |, sorry, I mean ]{right}",
        "playlist {wrong}[ no |, nope, |, make it ]{right}, new, with {title} by {artist}",
        "I want to start a playlist with {title} by {artist}. [Name|Title]: {wrong}[, hang on, |, oops, |, rather ]{right}",
        "!put {title} by {artist} on a new playlist called {wrong}[, no, not that, | - sorry, ]{right}",
        "for {title} by {artist} [open|make] a new playlist[ named|,] {wrong}[, well, better |, actually ]{right}",
        "there [should|ought to] be a new playlist {wrong}[, hmm, no, |, let me correct that: ]{right} with {title} from {artist} in it",
        "let's [call|name] a new playlist {wrong}[, no, let's say |, oh, rather ]{right}. It [starts|begins] with {title} by {artist}.",
    ),
    zh_wide=(
        "!创建歌单{wrong}，[等等|错了]，[名字是|应该叫]{right}，[加上|放]{artist}唱的{title}",
        "新歌单：{wrong}，[不是|哦不]，{right}，[第一首|里面]是{artist}的{title}",
        "想给{artist}的{title}建个歌单，叫{wrong}，[还是算了|不好]，叫{right}",
    ),
)  # fmt: skip


@family(split="train", behaviour="revision", domains=AUDIO, difficulty=2, languages=("en", "en", "zh"))
def playlist_named_after_a_slip(draw: Draw) -> Draft:
    """A name is taken back before the sentence ends; the song's id must be found."""
    rows, title, artist = Rows(draw), _song(draw), _artist(draw)
    rows.song(title, _artist(draw))
    rows.song(title, artist)
    wrong, right = _playlist(draw), _playlist(draw)

    def witness(play: Play) -> None:
        found = play.call("search_music", why=f"The id of {title} by {artist} is needed.", query=title)
        key = next(song["id"] for song in found["songs"] if song["artist"] == artist)
        why = f"{right} replaces {wrong}; {key} is by {artist}."
        play.call("manage_playlist", why=why, action="create", name=right, trackIds=[key])
        play.finish(draw.tongue(f"The playlist {right} has {title} on it.", f"已建歌单{right}，里面有{title}。"))

    request = draw.say(NEW_LIST, wrong=wrong, right=right, title=title, artist=artist)
    return Draft(request, witness, patches=rows.patches)


ON_EARS = Wording(
    train=(
        "![connect|use] my {device} and [then |]play the playlist {playlist}",
        "[I want|I'd like] to hear the playlist {playlist} [on|with|through] the {device}[, connect them first|, which must be connected first]",
        "{device}: [connect|connect them], [then|and after that] the playlist {playlist}",
        "![play|start|put on] the playlist {playlist}, [but before that|but first] connect the {device}",
        "my {device} on, [then|and then] music: [the|my] playlist {playlist}",
    ),
    held=(
        "nobody else shall hear my playlist {playlist}: get the {device} linked up before the music plays",
        "!let the music of {playlist} come out of the {device}, once those are joined to the phone",
    ),
    wide=(
        "!hook up my {device}, then [start|play] the playlist {playlist}",
        "could you [connect|hook up] the {device} and [after that|then] put on the playlist {playlist}?",
        "playlist {playlist}, {device} [connected first|first]",
        "[I'm on the train|people are sleeping here], so it has to be through my {device}: [connect them|get them connected] and play [my|the] playlist {playlist}",
        "[headphones first|first things first]: connect my {device}. [Then|After that] the playlist {playlist}, please",
        "!get my {device} [connected|going], I want to [listen to|hear] the playlist {playlist} with them",
        "once [my|the] {device} are connected, which needs doing first, [play|start] the playlist {playlist}",
        "the playlist {playlist} [is for|should play through] my {device}, so connect [those|them] before you start it",
        "!connect my {device}[ over bluetooth|] and [start|turn on] the music, playlist {playlist}",
    ),
)


@family(split="train", behaviour="conditional", domains=("Devices & Cross-device", *AUDIO), difficulty=2)
def playlist_on_headphones(draw: Draw) -> Draft:
    """The headphones are connected before anything plays, so that nobody else hears it."""
    rows, names = Rows(draw), [draw.pick(entities.HEADPHONES) for _ in range(2)]
    for name in names:
        rows.accessory(name)
    playlist = _playlist(draw)
    for name in (playlist, _playlist(draw)):
        rows.playlist(name, [rows.song(_song(draw), _artist(draw)) for _ in range(2)])
    device = names[draw.integer(0, 1)]

    def witness(play: Play) -> None:
        play.call("manage_bluetooth_device", why=f"{device} comes first.", action="connect", device=device)
        play.call("play_music", why=f"{device} is connected; now {playlist}.", playlist=playlist)
        play.finish(f"{playlist} is playing on {device}.")

    return Draft(
        draw.say(ON_EARS, device=device, playlist=playlist), witness, patches=rows.patches,
        order=[("manage_bluetooth_device(action=connect)", "play_music")],
    )  # fmt: skip


ALL_OF = Wording(
    held=(
        "![make|create] a playlist {playlist} [with|out of] [every song|all songs] by {artist}",
        "all my songs by {artist} [should be|belong] in a new playlist called {playlist}",
        "[I want|I'd like] a playlist of nothing but {artist}, [named|called] {playlist}, with everything I have of them",
        "!collect whatever {artist} recorded, as far as I have it, in the new playlist {playlist}",
        "new playlist {playlist}: everything by {artist}",
        "I've had {artist} in my ears all week. Make me a playlist {playlist} with all the songs I have by them.",
        "!make a playlist of my favourites, no, of all my songs by {artist}, and call it {playlist}",
    ),
    zh_held=(
        "![把|将]{artist}的所有歌建成一个歌单，叫{playlist}",
        "我要一个新歌单{playlist}，里面是{artist}的全部歌曲",
        "新歌单{playlist}，我有的{artist}的歌都放进去",
    ),
)


@family(split="test", behaviour="reference", domains=AUDIO, difficulty=2, languages=("en", "en", "zh"))
def playlist_of_one_artist(draw: Draw) -> Draft:
    """A neighbour of one song on a playlist: everything of one artist, nothing of another."""
    rows, artist, other = Rows(draw), _artist(draw), _artist(draw)
    for _ in range(draw.integer(2, 4)):
        rows.song(_song(draw), artist)
    rows.song(_song(draw), other)
    playlist = _playlist(draw)

    def witness(play: Play) -> None:
        found = play.call("search_music", why=f"Which songs are by {artist}?", artist=artist)
        keys = [song["id"] for song in found["songs"]]
        why = f"These {len(keys)} are by {artist}."
        play.call("manage_playlist", why=why, action="create", name=playlist, trackIds=keys)
        play.finish(
            draw.tongue(f"{playlist} has {len(keys)} songs by {artist}.", f"{playlist}里有{artist}的{len(keys)}首歌。")
        )

    return Draft(draw.say(ALL_OF, artist=artist, playlist=playlist), witness, patches=rows.patches)


KEEP = Wording(
    held=(
        "[I like this song|This one is good], [give it a like|mark it as a favourite] and [put it on|add it to] the playlist {playlist}",
        "what is on now should be among my favourites and on the playlist {playlist}",
        "![like|favour] the song that is playing and add it to the playlist {playlist} too",
        "this song, what a find! A heart for it, and a place on the playlist {playlist}",
        "this song: like it, and onto the playlist {playlist}",
        "!add the song that's playing to the playlist {playlist}, oh, and like it as well",
    ),
    zh_held=(
        "![收藏|喜欢]正在放的这首歌，再加进歌单{playlist}",
        "这首好听，点个红心，也放到{playlist}歌单里",
        "现在放的这首歌收藏一下，顺便加到歌单{playlist}",
    ),
)


@family(split="test", behaviour="reference", domains=AUDIO, difficulty=3, languages=("en", "en", "zh"))
def song_that_is_playing_kept(draw: Draw) -> Draft:
    """Which song is meant only the player knows; it is liked and goes onto a playlist."""
    rows = Rows(draw)
    songs = [rows.song(_song(draw), _artist(draw)) for _ in range(4)]
    rows.playing(songs)
    playlist, other = _playlist(draw), _playlist(draw)
    for name in (other, playlist):
        rows.playlist(name, songs[2:])

    def witness(play: Play) -> None:
        found = play.call("control_playback", why="Which song is playing?", action="status", player="audio")
        now = found["players"][0]
        play.calls(
            ("manage_favourite_song", {"action": "add", "trackId": now["id"]}),
            ("manage_playlist", {"action": "add", "name": playlist, "trackIds": [now["id"]]}),
            why=f"It is {now['name']}, {now['id']}.",
        )
        play.finish(draw.tongue(f"{now['name']} is liked and on {playlist}.", f"已收藏{now['name']}并加入{playlist}。"))

    return Draft(
        draw.say(KEEP, playlist=playlist), witness, patches=rows.patches,
        friction=[Friction(kind="obfuscated_reference", params={"note": "the song that is playing"})],
    )  # fmt: skip


ONE_EPISODE = Wording(
    held=(
        "![play|start] the [latest|newest] {podcast} I have not heard and [stop|end] when [it|the episode] is over",
        "{podcast}, the next unheard episode, and [nothing after it|then quiet]",
        "one more episode of {podcast} before I sleep, [the phone should stop|it must stop] at its end",
        "!let {podcast} run, the newest one not yet heard, with playback ending together with the episode",
        "newest unheard {podcast}, then stop",
        "I'm off to bed with {podcast}. Play the latest episode I haven't heard and stop when it's over.",
        "!play {podcast} for an hour, no, just the newest episode I haven't heard, and stop at its end",
    ),
)


@family(split="test", behaviour="conditional", domains=AUDIO, difficulty=2)
def episode_until_its_end(draw: Draw) -> Draft:
    """The end can only be waited for once the episode plays."""
    rows, names = Rows(draw), [draw.pick(entities.PODCASTS) for _ in range(2)]
    rows.put("players", "audio", state="stopped", queue=[], kind=None, index=0)
    for name in names:
        show = rows.podcast(name, draw.person())
        rows.episode(show, draw.title(), days_ago=2, played=draw.chance(0.5))
        rows.episode(show, draw.title(), days_ago=9)
    podcast = names[draw.integer(0, 1)]

    def witness(play: Play) -> None:
        started = play.call("manage_podcast", why=f"The newest unheard of {podcast}.", action="play", podcast=podcast)
        name = started["playing"]["name"]
        play.call("manage_sleep_timer", why=f"{name} plays; stop at its end.", action="set", endOfItem=True)
        play.finish(f"{name} of {podcast} plays and then it stops.")

    return Draft(draw.say(ONE_EPISODE, podcast=podcast), witness, patches=rows.patches)


TAKE_ALONG = Wording(
    held=(
        "![download|save] the {podcast} episode {episode} for the flight; [if|where] downloads wait for Wi-Fi, [lift that|let them use mobile data]",
        "I need {episode} from {podcast} offline, [mobile data is fine for it|let downloads use mobile data if they may not yet]",
        "{episode} by {podcast} on the phone itself, please, and don't let the Wi-Fi rule for downloads stop you, drop it",
        "!keep {episode}, a {podcast} episode, for later without internet, over mobile data if it takes that, allow it then",
        "{podcast}, {episode}: download, over mobile data if it must be",
        "I'm at the gate without Wi-Fi. Download {episode} from {podcast}, and if downloads only run over Wi-Fi, change that.",
        "!play, no, download {episode} from {podcast}; if downloads are limited to Wi-Fi, allow mobile data",
    ),
)


@family(split="test", behaviour="boundary", domains=AUDIO, difficulty=3)
def episode_for_the_flight(draw: Draw) -> Draft:
    """A neighbour of streaming on mobile data: a download waits for Wi-Fi unless that is changed."""
    rows, blocked = Rows(draw), draw.chance(0.65)
    names = [draw.pick(entities.PODCASTS) for _ in range(2)]
    titles = [draw.title() for _ in names]
    for name, title in zip(names, titles, strict=True):
        rows.episode(rows.podcast(name, draw.person()), title)
    rows.put("streaming", "main", download_on_wifi_only=blocked)
    rows.put("radios", "wifi", on=False, ssid=None)
    podcast, episode = names[0], titles[0]

    def witness(play: Play) -> None:
        arguments = {"action": "download", "kind": "episode", "item": episode}
        play.calls(("manage_offline_media", arguments), why=f"{episode} is wanted offline.", fails=blocked)
        if blocked:
            why = "Downloads wait for Wi-Fi; mobile data may be used."
            play.call("manage_streaming_settings", why=why, action="set", downloadOnWifiOnly=False)
            play.calls(("manage_offline_media", arguments), why="Mobile data is allowed now.")
        play.finish(f"{episode} is downloaded.")

    return Draft(draw.say(TAKE_ALONG, podcast=podcast, episode=episode), witness, patches=rows.patches)


UNTIL = Wording(
    held=(
        "![stop|end] the music in {length}",
        "music off in {length}, [please|if you can]",
        "after {length} the songs should [end|stop]",
        "!let the music go silent once {length} are over",
        "music: stop in {length}",
        "I'll be asleep soon. {length} more of music, then it can stop.",
        "!stop the music in three hours, no, in {length}",
    ),
)
SOONER = Wording(
    held=(
        "[hm, |oh, |]{length} [will do|is enough]",
        "better {length}",
        "make it {length} instead",
        "on second thoughts, {length}",
        "[sorry|wait], I meant {length}",
    ),
)


@family(split="test", behaviour="revision", domains=AUDIO, difficulty=2)
def sleep_timer_changed_afterwards(draw: Draw) -> Draft:
    """After the work is reported the time becomes another one."""
    rows = Rows(draw)
    rows.playing([rows.song(_song(draw), _artist(draw)) for _ in range(5)])
    first, second = draw.rng.sample((20, 25, 30, 40, 45, 60, 75, 90), 2)

    def witness(play: Play) -> None:
        play.call("manage_sleep_timer", why=f"It should stop after {first} minutes.", action="set", minutes=first)
        play.finish(f"The music stops in {first} minutes.")
        play.call("manage_sleep_timer", why=f"{second} minutes replace {first}.", action="set", minutes=second)
        play.finish(f"The music stops in {second} minutes.")

    words = draw.say(SOONER, bare=True, length=draw.say_minutes(second))
    return Draft(
        draw.say(UNTIL, length=draw.say_minutes(first)), witness, patches=rows.patches,
        followups=[FollowUp(after="finish", text=words[0].upper() + words[1:])],
    )  # fmt: skip


NEXT_UP = Wording(
    held=(
        "![play|put] {title} by {artist} [next|after this song]",
        "after this song [I want|I'd like] {title} by {artist}",
        "{title}, {artist}, as soon as the current song is over",
        "!let {artist} follow the song that is on now, with {title}",
        "next: {title}, {artist}",
        "don't cut this one off, but right after it I'd love to hear {title} by {artist}.",
        "!play {title} by {artist} now, no, let this song finish and play it next",
    ),
    zh_held=(
        "![下一首放|接下来播]{artist}的{title}",
        "这首完了就放{artist}唱的{title}",
        "这首别切，放完就播{artist}的{title}",
    ),
)


@family(split="gate", behaviour="grounding", domains=AUDIO, difficulty=2, languages=("en", "en", "zh"))
def song_after_this_one(draw: Draw) -> Draft:
    """A song comes next without ending the current one; the player may answer only at the second try."""
    rows, title, artist = Rows(draw), _song(draw), _artist(draw)
    rows.song(title, _artist(draw))
    rows.song(title, artist)
    rows.playing([rows.song(_song(draw), _artist(draw)) for _ in range(4)])
    fails = draw.chance(0.4)

    def witness(play: Play) -> None:
        arguments = {"action": "add", "title": title, "artist": artist, "position": "next"}
        play.calls(("manage_play_queue", arguments), why=f"{title} by {artist} comes next.", fails=fails)
        if fails:
            play.calls(("manage_play_queue", arguments), why="The service did not answer; try again.")
        play.finish(draw.tongue(f"{title} by {artist} comes next.", f"下一首是{artist}的{title}。"))

    friction = [Friction(kind="runtime_error", params={"tool": "manage_play_queue", "first": 1})] if fails else []
    return Draft(draw.say(NEXT_UP, title=title, artist=artist), witness, patches=rows.patches, friction=friction)
