"""Wishes about music and what else is listened to and watched, the camera, photos and recordings."""

import re
from collections.abc import Mapping

from bench.scenario import Play
from harness.contract import Behaviour, Json
from harness.environments.phone.lookups import name_matches
from harness.environments.phone.phone import fold

from ..clauses import Clause
from ..world import Unfit, World, is_name
from .forms import Form, add_forms
from .registry import Step, plan, the_one
from .slots import OFF, OTHERWISE, choice, length, listed, name, number, seen

_PLAY = r"\b(?:play|put on|listen to|start|blast|hear|stream)\b|播放|放一?首|放|听"
_MUSIC = "music songs song tracks track tunes something from by the artist band singer album playlist of called named titled my library some shuffle on in order 歌 歌曲 音乐 首 一首 专辑 歌单 播放列表 的 点 随机"
GENRES = "indie rock pop jazz classical folk electronic hip-hop hip hop rap country blues soul metal ambient reggae".split()


def _songs_play(world: World, arguments: Mapping[str, Json]) -> None:
    """Three songs are in the player, the middle one playing."""
    artist = world.draw.person()
    songs = [world.rows.song(world.draw.title(), artist) for _ in range(3)]
    world.rows.playing(songs)
    world.change_last(index=1)


def _paused(world: World, arguments: Mapping[str, Json]) -> None:
    _songs_play(world, arguments)
    world.change_last(state="paused")


def _song(world: World, title: str) -> None:
    world.rows.song(title, world.draw.person())


_PLAYING = r"\b(?:music|songs?|track|playback|video|movie|podcast|audio ?book|radio|it|this|that|playing|tune|episode)\b|音乐|歌曲?|视频|播客|播放|这首"
_CONTROLS = (
    ("next", r"\b(?:skip|next(?: song| track| one)?)\b|下一(?:首|曲|个)|跳过|切歌"), ("previous", r"\b(?:previous(?: song| track| one)?|last song|go back (?:a|one) (?:song|track))\b|上一(?:首|曲)"),
    ("pause", r"\bpause\b|暂停"), ("resume", r"\b(?:resume|unpause|continue|keep)\b|继续"), ("stop", r"\b(?:stop|turn off)\b|停止|停|关掉"),
)  # fmt: skip

add_forms(
    Form("skip", "control_playback", seen(*_CONTROLS[:2]), (choice("action", *_CONTROLS[:2], asks=OTHERWISE),), words="song track to the this one go play please ahead music playing 这首 歌 首 放 播放 到 跳到", unless=r"\b(?:alarm|event|meeting|week|month|day|episode|photo|page|call|turn)\b|闹钟|日程",
         given=(_songs_play,), done=("Done.", "已切换。")),
    Form("playback", "control_playback", seen(*_CONTROLS[2:]), (choice("action", *_CONTROLS[2:], asks=OTHERWISE),), words="music song songs track playback playing the this that audio from where i it left off podcast audiobook radio play 音乐 歌 歌曲 播放 放 这首 在",
         unless=r"\b(?:timer|stop ?watch|alarm|recording|navigation|cast\w*|sharing|sleep|video|movie|hotspot|in|after|until|for)\b|计时|秒表|录音|导航|后", also=r"(?:music|song|track|play|audio|podcast|radio|音乐|歌|播放)",
         given=(_songs_play, _paused), done=("Done.", "好了。")),
    Form("sleep_timer", "manage_sleep_timer", r"\bsleep timer\b|\b(?:stop|pause|turn off)(?: playing)?(?: the)? (?:music|playback|playing|audio|podcast|audiobook|song)s?\b|睡眠定时|停止播放", (length("minutes", 60, "after how long"),), fixed={"action": "set"},
         words="set start a for in after music the to of playing 设置 设 后 之后 个", unless=r"\b(?:cancel|end)\b|取消", done=("Playback ends in {minutes} minutes.", "{minutes}分钟后停止播放。")),
    Form("no_sleep_timer", "manage_sleep_timer", r"\bsleep timer\b|睡眠定时", (), fixed={"action": "cancel"}, words="cancel turn off stop the music 取消 关闭 器", unless=r"\bset\b|\d", given=(lambda world, arguments: world.arrange("manage_sleep_timer", action="set", minutes=90),), done=("The sleep timer is off.", "睡眠定时已取消。")),
    Form("repeat", "set_playback_mode", r"\b(?:repeat|loop)\b|循环", (choice("repeat", ("off", OFF), ("one", r"\b(?:one|this|current)(?: song| track)?\b|单曲|这首"), ("all", r"\b(?:all|everything|whole|playlist|queue|songs)\b|列表|全部"), asks="this song or all"),),
         words="turn on repeat put set mode playing play the song track playlist queue songs 播放 模式 打开 歌", unless=r"\b(?:alarm|event|reminder|message)\b", done=("Done.", "循环模式已设置。")),
    Form("speed", "set_playback_mode", r"\b(?:playback |play(?:ing)? )?speed\b|倍速|播放速度", (number("speed", 0.5, 3, asks="which speed"),), words="set change play to at x times the podcast video 播放 倍 设置 设为 调到", unless=r"\b(?:internet|test|wi-?fi|fan|speech|voice)\b|网速|风", done=("The speed is {speed}.", "播放速度已设为{speed}。")),
    Form("like_song", "manage_favourite_song", r"\b(?:like|love|favou?rite|heart)\b(?=.*\b(?:song|track)\b)|\badd\b(?=.*\bfavou?rites?\b)|(?:喜欢|收藏)(?=.*(?:歌|首))", (listed("title", "tracks", "song", marker=r"\bsong(?: called| named)?(?= [A-Z\"“])", add=_song),), fixed={"action": "add"},
         words="this song track the to my favourites favorites favourite favorite songs liked that i playing it mark as add currently 这首 歌 歌曲 收藏 喜欢 添加", unless=r"\b(?:unlike|remove|photo|contact|place|play|would)\b|取消", given=(_songs_play,), done=("That song is a favourite now.", "已收藏。")),
    Form("lyrics", "get_lyrics", r"\blyrics\b|\bwords (?:of|to) (?:the|this) song\b|歌词", (listed("title", "tracks", "song", marker=r"\b(?:of|to|for)\b(?= [A-Z\"“])", asks="of which song"),), words="show what are me the of to for song get find 显示 看 查 查一下 歌 什么",
         tell=lambda found: [str(found["lyrics"]).splitlines()[0]], done=("{answer} ...", "{answer}……")),
    Form("recognize", "recognize_song", r"\b(?:what(?:'s| is)? (?:this|that)? ?(?:song|tune|music|track)(?: is)?(?: this| that)?(?: playing)?|(?:what|which) song is (?:this|that|playing)|(?:identify|recogni[sz]e|name|shazam) (?:this|that|the) (?:song|tune|music|track))\b|(?:这|现在)?(?:是|放的是)?什么歌|听歌识曲|识别(?:这首)?歌曲?",
         (), words="playing around me here right now called in the background 正在 放 播放 首 叫 识别 一下 歌曲", unless=r"\b(?:that's|is) on\b", tell=lambda found: [found["title"]], done=("That is {answer}.", "这首歌是{answer}。")),
    Form("queue", "manage_play_queue", r"\badd\b(?=.*\bqueue\b)|\bqueue(?: up)?\b|加入?(?=.*(?:队列|播放列表))", (choice("position", ("next", r"\b(?:next|after this(?: one)?)\b|下一首")), listed("title", "tracks", "song", marker=r"\b(?:add|queue(?: up)?|song)\b|把", asks="which song", stop=r"\s+(?:next|to|after)\b", add=_song)), fixed={"action": "add"},
         words="add put queue up to the my song track play playing as 加入 添加 到 播放 队列 歌", unless=r"\b(?:clear|remove|show|what)\b|[;；]|清空", given=(_songs_play,), done=("{title} is in the queue.", "{title}已加入播放队列。")),
    Form("clear_queue", "manage_play_queue", r"\b(?:clear|empty)\b(?=.*\bqueue\b)|清空(?=.*(?:队列))", (), fixed={"action": "clear"}, words="the my play playing queue up next music 播放 队列", given=(_songs_play,), done=("The queue is empty.", "播放队列已清空。")),
    Form("play_favourites", "play_music", _PLAY, (choice("favourites", (True, r"\b(?:my )?(?:favou?rites?|liked)(?: songs| music| tracks| tunes)?\b|(?:我)?(?:喜欢|收藏)的(?:歌曲?|音乐)"), asks=OTHERWISE), choice("shuffle", (True, r"\b(?:shuffled?|on shuffle|random(?:ly)?)\b|随机"))),
         words=_MUSIC + " play", unless=r"\b(?:podcast|radio|video|movie|playlist|contacts?)\b", done=("Your favourites are playing.", "正在播放喜欢的歌。")),
    Form("play_playlist", "play_music", _PLAY, (choice("shuffle", (True, r"\b(?:shuffled?|on shuffle|in random order)\b|随机")), listed("playlist", "playlists", "playlist", marker=r"\bplaylist(?: called| named)?\b|歌单", asks=OTHERWISE)),
         words=_MUSIC + " play", unless=r"\b(?:create|make|add|delete|rename|podcast|radio|video|new|dead|safe)\b|创建", also=r"(?:playlist|歌单|播放列表)", done=("The playlist {playlist} is playing.", "正在播放歌单{playlist}。")),
    Form("play_genre", "play_music", _PLAY, (choice("genre", *((item, rf"\b{item}\b") for item in GENRES), asks=OTHERWISE), choice("shuffle", (True, r"\bshuffled?\b|随机"))), words=_MUSIC + " play", unless=r"\b(?:podcast|radio|station|video|movie|playlist)\b|电台", done=("There is {genre}.", "正在播放{genre}。")),
    Form("play_podcast", "manage_podcast", _PLAY, (listed("podcast", "podcasts", "podcast", marker=r"\bpodcast\b|播客", asks="which podcast", stop=r"\s+podcast\b"),), fixed={"action": "play"}, words="play podcast the new episode of from my next an 播客 一集 期 的",
         unless=r"\b(?:song|music|subscribe|follow)\b", also=r"(?:podcast|episode|播客)", done=("{podcast} is playing.", "正在播放{podcast}。")),
    Form("follow_podcast", "manage_podcast", r"\b(?:subscribe|follow|unsubscribe|unfollow)\b|取消订阅|订阅", (choice("action", ("unsubscribe", r"\b(?:unsubscribe|unfollow)\b|取消订阅"), ("subscribe", r"\b(?:subscribe|follow)\b|订阅")), listed("podcast", "podcasts", "podcast", marker=r"\bpodcast\b|\bto\b|播客", asks="which podcast", stop=r"\s+podcast\b")),
         words="to from the podcast show me 播客", unless=r"\b(?:newsletter|channel|route|directions)\b", done=("Done.", "已完成。")),
    Form("radio", "manage_radio", r"\bradio\b|\bstation\b|\bfm\b|电台|收音机|广播|(?=\b(?:play|listen to|tune (?:in )?to|put on)\b)", (listed("station", "radio_stations", "station", marker=r"\bstation\b|\bto\b(?= [A-Z])", asks=OTHERWISE),), fixed={"action": "play"}, words="play put on listen to tune in into the radio station turn 播放 听 收听 打开 电台 收音机 放",
         unless=r"\b(?:song|album|podcast|near(?:est)?|train|petrol|gas|playlist|by)\b|地铁|火车|歌", done=("{station} is on.", "正在播放{station}。")),
    Form("audiobook", "manage_audiobook", r"\b(?:audio ?book|book)\b|有声书|听书|(?=\b(?:play|continue|resume|listen to)\b)", (listed("title", "audiobooks", "audiobook", asks=OTHERWISE), number("chapter", 1, 999)), fixed={"action": "play"}, words="play continue resume listen to the my audiobook book audio from chapter where i left off at start 播放 继续 听 章 有声书 从 第",
         unless=r"\b(?:bookmark|table|flight|hotel|download|movie|song)\b", done=("{title} is playing.", "正在播放{title}。")),
    Form("watch_video", "play_video", r"\b(?:watch|play|put on|start|continue)\b|播放|看", (listed("title", "videos", "video", asks=OTHERWISE), choice("restart", (True, r"\bfrom (?:the )?(?:beginning|start)\b|从头"))), words="watch play put on start the movie film video clip episode show continue on to 播放 看 电影 视频 继续 部",
         unless=r"\b(?:watchlist|list|download|add|song)\b|收藏", done=("{title} is playing.", "正在播放{title}。")),
    Form("watch_series", "play_video", r"\b(?:watch|play|put on|start|continue)\b|播放|看", (listed("series", "videos", "series", field="series", marker=r"\bepisode of\b", asks=OTHERWISE), number("season", 1, 99), number("episode", 1, 999)), words="watch play put on start the next episode of show series continue my where i left off season episode s e 播放 看 继续 下一集 集 第 季 剧",
         unless=r"\b(?:watchlist|list|download|add|latest|last)\b|最新", done=("{series} is playing.", "正在播放{series}。")),
    Form("watchlist", "manage_watchlist", r"\bwatch ?list\b|\bto watch later\b|想看|稍后再看|待看", (choice("action", ("remove", r"\b(?:remove|take|delete)\b|删除|移除"), ("add", r"\b(?:add|put|save)\b|添加|加入?|放"), asks="what to do with the watchlist"), listed("title", "videos", "video", marker=r"\b(?:add|put|save|remove|take)\b|把", asks="which video", stop=r"\s+(?:to|on|from|off)\b")),
         words="to from on off my the movie film series show watch later list 电影 列表 到 从 片单", done=("Done.", "已完成。")),
    Form("offline", "manage_offline_media", r"\b(?:download|save)\b|下载", (choice("kind", ("playlist", r"\bplaylist\b|歌单"), ("episode", r"\bepisode\b"), ("audiobook", r"\baudio ?book\b|有声书"), ("song", r"\b(?:song|track)\b|歌曲?"), ("video", r"\b(?:movie|film|video)\b|电影|视频"), asks=OTHERWISE), listed("item", "playlists", "playlist"), listed("item", "audiobooks", "audiobook"), listed("item", "videos", "video"), listed("item", "tracks", "song", asks="which one")),
         fixed={"action": "download"}, words="the my for offline listening so i can listen watch to it on use later without internet 离线 到 手机 电影", unless=r"\b(?:app|file|photo|remove|delete|from)\b|https?|应用", done=("{item} is on the phone.", "{item}已下载。")),
    Form("stream_quality", "manage_streaming_settings", r"\b(?:streaming|music|audio|video|stream) quality\b|(?:音乐|视频)?音?质量?(?=.*(?:无损|高|低|标准))", (choice("musicQuality", ("lossless", r"\blossless\b|无损"), ("high", r"\bhigh\b|高"), ("normal", r"\bnormal\b|标准"), ("low", r"\blow\b|低"), asks="which quality"),), fixed={"action": "set"},
         words="set change make my the to of music streaming audio best 设置 设为 改成 音乐 质量 音质", unless=r"\b(?:video|1080p|720p|480p|4k)\b|视频", done=("Music streams in {musicQuality} quality.", "音乐音质已设置。")),
)  # fmt: skip


@plan(cue=_PLAY, words=_MUSIC + " play put listen to start blast hear stream i'd like song called")
def play_named(clause: Clause, world: World) -> Step | None:
    """A song, what somebody sings, or an album, by name; what the library lacks is put into it."""
    if clause.has(
        r"\b(?:podcast|radio|station|video|movie|film|episode|audio ?book|playlist|game|stop ?watch|timer|workout|route|navigation|recording|voice ?mail|message|next|previous|queue|lyrics)\b|播客|电台|视频|电影|有声书|歌单|录音|导航|留言|下一"
    ):
        return None
    if clause.app and any(
        fold(row["name"]) == fold(clause.app) and row["category"] != "music" for row in world.table("apps").values()
    ):
        return None  # what plays there is no music of the library
    shuffle = bool(clause.take(r"\b(?:on shuffle|shuffled?|in random order)\b|随机")) or None
    album = clause.take(r"\b(?:the )?album\b|专辑")
    tracks = list(world.table("tracks").values())
    artist = clause.known_name(sorted({str(row["artist"]) for row in tracks}))
    title = None if album else clause.known_name(sorted({str(row["name"]) for row in tracks}))
    record = clause.known_name(sorted({str(row["album"]) for row in tracks})) if album else None
    artist = artist or clause.name_after(
        r"\b(?:songs?|music|tracks?|something|anything|tunes?|hits|stuff|album\b.{0,40}?)? ?\b(?:by|from)\b(?: the (?:band|artist|singer))?",
        stop=r"\s+on\b",
    )
    if artist is None and (chinese := clause.take(r"(?P<who>[\u3400-\u9fff·]{2,8})的(?:歌曲?|音乐)")):
        artist = chinese["who"]
        artist = artist.lstrip("放听点播首一")
    if title is None and record is None:
        said = clause.value("text") or clause.name_after(
            r"\b(?:songs?|track|album)(?: called| named| titled)?\b(?= (?-i:[A-Z]))", stop=r"\s+by\b"
        )
        if said is None and (bare := clause.name_after(rf"(?:{_PLAY})(?= (?-i:[A-Z]))", stop=r"\s+by\b")):
            said = bare
            if artist is None and any(fold(row["name"]) == fold(bare) for row in world.table("playlists").values()):
                return _named_playlist(world, bare)
            if artist is None and clause.app is None:
                raise Unfit("missing_entity", f"nothing to be played on this phone is called {bare!r}")
        title, record = (None, said) if album else (said, None)
    if artist is None and title is None and record is None:
        if clause.has(r"\b(?:songs?|music|something|tunes?)\b|歌|音乐"):
            raise Unfit("incomplete", "does not say which music: a song, an artist, an album, a genre or a playlist")
        return None
    _provide(world, title, artist, record)
    given: dict[str, Json] = {"title": title, "artist": artist, "album": record, "shuffle": shuffle}
    given = {key: item for key, item in given.items() if item is not None}
    tried = world.attempt("play_music", given)
    if tried.refusal is not None and not world.earlier:
        raise tried.refusal

    def act(play: Play) -> str:
        play.call("play_music", why="That is what shall be heard.", **given)
        heard = title or record or artist
        return world.say(f"{heard} is playing.", f"正在播放{heard}。")

    return Step(act)


def _named_playlist(world: World, name_: str) -> Step:
    def act(play: Play) -> str:
        play.call("play_music", why=f"{name_} is a playlist.", playlist=name_)
        return world.say(f"{name_} is playing.", f"正在播放{name_}。")

    return Step(act)


def _provide(world: World, title: str | None, artist: str | None, album: str | None, *, sure: bool = False) -> None:
    """Puts what is named into the library where it is lacking. ``sure``: it stands where only a name can stand."""
    rows = list(world.table("tracks").values())
    same = [
        row for row in rows
        if (title is None or fold(row["name"]) == fold(title) or name_matches(title, row["name"]))
        and (artist is None or fold(row["artist"]) == fold(artist)) and (album is None or fold(row["album"]) == fold(album))
    ]  # fmt: skip
    named = title or album or artist or ""
    kind = "song" if title else "album" if album else "artist"
    world.note_entity(kind, named, added=not same)
    if same:
        return
    if not all(item is None or (is_name(item) if sure else world.may_be_added(item)) for item in (title, artist, album)):
        raise Unfit("missing_entity", f"the music library has no {kind} {named!r}, and that is no name to add one by")
    who = artist or world.draw.person()
    for name_ in [title] if title else [world.draw.title(), world.draw.title()]:
        world.rows.song(name_, who, album=album or "")


@plan(cue=r"\bepisode\b|一期|一集", words="play put on listen to the of from podcast episode a 播放 听 播客 的")
def newest_episode(clause: Clause, world: World) -> Step | None:
    """The newest episode of a podcast, whether or not it was heard before."""
    if not clause.take(r"\b(?:latest|newest|last|most recent)\b|最新"):
        return None
    podcast = clause.known_name(world.names("podcasts", "name"))
    if podcast is None or not clause.take(_PLAY):
        return None

    def act(play: Play) -> str:
        found = play.call(
            "manage_podcast", why="See which is the newest.", action="episodes", podcast=podcast, maxResults=1
        )["episodes"]
        play.call("manage_podcast", why="That one.", action="play", episodeId=found[0]["id"])
        return world.say(f"The newest episode of {podcast} is playing.", f"正在播放{podcast}最新一期。")

    return Step(act, behaviour=Behaviour.REFERENCE)


# -- playlists

_PLAYLIST = r"\bplaylists?\b|歌单|播放列表"
_PLAYLIST_WORDS = "create make new playlist called named titled with the following songs in order a an start and put add songs song tracks to my from of 创建 新建 歌单 播放列表 名为 叫 加入 添加 歌曲 把 到 里"


def _titles(words: str) -> list[str]:
    parts = re.split(r"\s*[;；]\s*", words) if re.search(r"[;；]", words) else re.split(r"\s*(?:,|，|、|\band\b)\s*", words)
    return [part.strip(' .。"“”') for part in parts if part.strip(' .。"“”')]


@plan(cue=_PLAYLIST, words=_PLAYLIST_WORDS)
def new_playlist(clause: Clause, world: World) -> Step | None:
    """A playlist, empty or with songs in order; songs that the library lacks are put into it."""
    if clause.has(r"\b(?:provided|given|these|those) songs\b|\bduration\b"):
        raise Unfit("incomplete", "does not say which songs it shall be made of")
    if not clause.has(r"\b(?:create|make|new|start)\b|创建|新建") or clause.has(
        r"\b(?:delete|rename|remove|play|export|duration|between|minutes)\b|删除|\.(?:mp4|mkv|avi|txt|mov)\b"
    ):
        return None
    if clause.value("file"):
        raise Unfit("missing_tool", "manage_playlist holds songs of the music library, no files")
    title = clause.name_after(r"\b(?:called|named|titled)\b|名为|叫做?") or clause.value("text")
    titles = _titles(
        clause.text_after(
            r"\b(?:with|songs?|tracks?)(?: the)?(?: following)?(?: songs| tracks)?,? ?(?:in (?:this )?order)?\s*[:：]"
        )
        or ""
    )
    clause.weak_app()
    if title is None:
        raise Unfit("incomplete", "does not say what the playlist is called")
    if any(fold(row["name"]) == fold(title) for row in world.table("playlists").values()):
        raise Unfit("missing_entity", f"a playlist called {title} is on this phone already")
    for item in titles:
        _provide(world, item, None, None, sure=True)

    def act(play: Play) -> str:
        keys = [_track(play, item) for item in titles]
        play.call("manage_playlist", why=f"{title} is new.", action="create", name=title, trackIds=keys or None)
        return world.say(f"The playlist {title} is there.", f"歌单{title}已创建。")

    return Step(act, behaviour=Behaviour.REFERENCE if titles else Behaviour.GROUNDING)


def _track(play: Play, title: str) -> str:
    found = play.call("search_music", why=f"Find {title}.", query=title)["songs"]
    return str(the_one(found, "song", name=title)["id"])


@plan(
    cue=_PLAYLIST, words=_PLAYLIST_WORDS + " this remove take off delete current playing currently it 这首 歌 从 删除 移除"
)
def playlist_songs(clause: Clause, world: World) -> Step | None:
    """A song put into a playlist, or taken out of it; the one that plays where none is named."""
    action = (
        "add"
        if clause.take(r"\b(?:add|put|save)\b|添加|加入?|收藏")
        else "remove"
        if clause.take(r"\b(?:remove|take|delete)\b|删除|移除")
        else None
    )
    known = clause.known_name(world.names("playlists", "name")) or clause.name_after(r"\bplaylist\b(?= [A-Z\"“])")
    if action is None or known is None or clause.has(r"\b(?:create|new|make)\b"):
        return None
    current = clause.take(
        r"\b(?:this|the current|that)(?: song| track| one)?(?: that is| that's)?(?: playing)?\b|这首歌?|正在(?:播放|放)的歌?"
    )
    title = (
        None
        if current
        else clause.known_name(world.names("tracks", "name"))
        or clause.value("text")
        or clause.name_after(r"\bsong\b", stop=r"\s+(?:to|from|off)\b")
    )
    if not current and title is None:
        return None
    if not any(fold(row["name"]) == fold(known) for row in world.table("playlists").values()):
        raise Unfit("missing_entity", f"this phone has no playlist {known}")
    if current:
        _songs_play(world, {})
    elif title:
        _provide(world, title, None, None)

    def act(play: Play) -> str:
        if title is None:
            name_ = play.call("control_playback", why="See what is playing.", action="status", player="audio")["players"][0]
            key = str(name_.get("id") or name_.get("trackId") or _track(play, str(name_["name"])))
        else:
            key = _track(play, title)
        play.call("manage_playlist", why="That song is meant.", action=action, name=known, trackIds=[key])
        return world.say(f"The playlist {known} is changed.", f"歌单{known}已更新。")

    return Step(act, behaviour=Behaviour.REFERENCE)


@plan(
    cue=r"\bqueue\b|队列",
    words="add put queue up the following songs song tracks in order to my playing play up next music 加入 添加 到 播放 队列 歌曲 依次",
)
def queued_songs(clause: Clause, world: World) -> Step | None:
    """Several songs at the end of what is playing, in order."""
    if clause.has(r"\b(?:clear|remove|show|what)\b|清空|删除"):
        return None
    listed_ = clause.take(
        r"(?<=[:：,] )(?P<songs>[^:：,]+[;；][^:：]+?)(?= to (?:my|the)\b| in [A-Z]|[.]?$)|[:：]\s*(?P<all>[^:：]+)$"
    )
    clause.weak_app()
    titles = _titles(listed_["songs"] or listed_["all"]) if listed_ else []
    if len(titles) < 2:
        return None
    for item in titles:
        _provide(world, item, None, None, sure=True)
    _songs_play(world, {})

    def act(play: Play) -> str:
        for item in titles:
            play.call("manage_play_queue", why=f"{item} comes next.", action="add", title=item)
        return world.say("They are in the queue.", "已加入播放队列。")

    return Step(act)


add_forms(
    Form("delete_playlist", "manage_playlist", _PLAYLIST, (listed("name", "playlists", "playlist", marker=r"\bplaylist\b", asks="which playlist", stop=r"\s+playlist\b"),), fixed={"action": "delete"}, words="delete remove get rid of my called named the 删除 删掉",
         unless=r"\b(?:song|songs|from|add|create|play|rename|track)\b|歌曲|创建|播放|添加", also=r"(?:delete|remove|rid|删)", done=("The playlist {name} is deleted.", "歌单{name}已删除。")),
    Form("rename_playlist", "manage_playlist", _PLAYLIST, (listed("name", "playlists", "playlist", asks="which playlist"), name("newName", r"\b(?:to|as|into)\b|改成|改为", "the new name")), fixed={"action": "rename"}, words="rename change the name of my to 重命名 改名 改 名字",
         also=r"(?:rename|name|改名|重命名|改成|改为)", done=("The playlist is called {newName}.", "歌单已改名为{newName}。")),
)  # fmt: skip

# -- camera, recordings

_PHOTO = r"\b(?:photos?|pictures?|pics?|selfies?|shots?|snaps?)\b|照片?|相片|自拍|拍照"
_SNAP = r"\b(?:take|snap|shoot|capture|get)\b|拍个?|照"


add_forms(
    Form("photo", "control_camera", rf"(?:{_SNAP})(?=.*(?:{_PHOTO}))|(?=拍照|自拍)", (choice("lens", ("front", r"\bselfie\b|\b(?:front|selfie)(?:[ -]facing)?(?: camera| lens)?\b|自拍|前置(?:摄像头|镜头)?"), ("rear", r"\b(?:rear|back|main)(?:[ -]facing)?(?: camera| lens)?\b|后置(?:摄像头|镜头)?")),
         choice("mode", ("portrait", r"\bportrait(?: mode)?\b|人像(?:模式)?"), ("night", r"\bnight(?: mode)?\b|夜景(?:模式)?")), length("timerSeconds", 1)), fixed={"action": "take_photo"},
         words="take a one photo picture pic photograph shot snap of me with the camera using after timer second seconds delay in mode front rear 张 拍 照片 照 拍照 一张 用 相机 后 模式 定时 个", unless=r"\b(?:screen ?shot|video|send|album|delete|show|find|last|read|scan|then|note|every)\b|截|视频|发|删除|找",
         done=("The photo is taken.", "已拍照。")),
    Form("start_video", "control_camera", r"\b(?:start|begin)(?: recording| filming| shooting)?(?: a)? (?:video|film|movie)(?: recording)?\b|\b(?:start|begin) (?:filming|recording (?:a )?video)\b|开始(?:录像|录视频|拍视频)", (choice("lens", ("front", r"\b(?:front|selfie)(?:[ -]facing)?(?: camera| lens)?\b|前置(?:摄像头)?")),), fixed={"action": "start_video"},
         words="with the camera using now a 用 相机", unless=r"\b(?:call|screen|watch)\b|屏幕", done=("A video is being recorded.", "正在录像。")),
    Form("stop_video", "control_camera", r"\b(?:stop|end|finish)(?: the)? (?:recording(?: the| a| this)? video|filming|video recording)\b|停止(?:录像|录视频)", (), fixed={"action": "stop_video"}, words="the now recording", unless=r"\b(?:call|playing|screen|play)\b|播放",
         given=(lambda world, arguments: world.arrange("control_camera", action="start_video"),), done=("The video is saved.", "录像已保存。")),
    Form("video", "control_camera", r"\b(?:take|record|shoot|film|make|capture)(?: me)? (?:a|one|another)(?: short| quick)? video(?: clip)?\b|(?:录|拍)(?:一?段|个|一个)(?:短)?视频", (choice("lens", ("front", r"\b(?:front|selfie)(?:[ -]facing)?(?: camera| lens)?\b|前置(?:摄像头)?")),), fixed={"action": "start_video"}, then=(("control_camera", {"action": "stop_video"}),),
         words="with the camera using of me and save it 用 相机", unless=r"\b(?:call|screen|tutorial|send|app)\b|屏幕", done=("The video is saved.", "视频已保存。")),
    Form("record_voice", "manage_voice_recording", r"\b(?:start|begin)(?: an?| the)?(?: new)? ?(?:(?:audio|voice|sound)[ -]?)?(?:recording|recorder|memo)(?: (?:audio|sound|an? (?:voice )?memo))?\b|\brecord (?:an? |my |this )?(?:voice ?(?:memo|note|recording)?|audio(?: clip| note| memo)?|sound|memo|conversation|meeting|lecture|interview|(?:short )?audio clip)\b|(?:开始)?录音|录一?段(?:声音|语音|音)", (name("title", r"\b(?:called|named|titled|with (?:the )?(?:name|title))\b|名为|叫做?|命名为"),), fixed={"action": "start"},
         words="voice memo with the recorder using an a app audio new now 用 录音机 一段 开始 个 一下", unless=r"\b(?:screen|video|call|phone call|stop|save|delete|rename|transcri\w+|workout|expense)\b|屏幕|视频|通话|停止|保存|删除", done=("It is being recorded.", "正在录音。")),
    Form("recording", "manage_voice_recording", r"\brecord (?:an? |my )?(?:voice ?(?:memo|note|recording)?|audio(?: clip| note| memo)?|sound|memo)\b|录一?段音", (name("title", r"\b(?:called|named|titled|with (?:the )?(?:name|title)|as)\b|名为|叫做?|命名为|保存为"),), fixed={"action": "start"}, then=(("manage_voice_recording", {"action": "stop"}),),
         words="save it and with the recorder using an a app audio voice 保存 并 用 录音机", unless=r"\b(?:screen|video|call|delete|rename)\b|屏幕|视频", also=r"(?:save|保存)", check="calls", done=("The recording is saved.", "录音已保存。")),
    Form("stop_recording", "manage_voice_recording", r"\b(?:stop|end|finish)(?: the)? (?:(?:audio|voice|sound)[ -]?)?record(?:ing|er)\b|停止录音|结束录音", (), fixed={"action": "stop"}, words="the voice memo audio now and save it", unless=r"\b(?:screen|video)\b|屏幕|视频",
         given=(lambda world, arguments: world.arrange("manage_voice_recording", action="start"),), check="calls", done=("The recording is saved.", "录音已保存。")),
)  # fmt: skip

# -- photos

_WHICH_PHOTOS = "photo photos picture pictures pic pics image images video my the last latest most recent newest one that i took just from of with all every favourite favorite favourites to album into in put add mark as delete remove make 照片 图片 相片 张 最近 最新 最后 拍 刚 删除 添加 到 相册 收藏 把 所有 全部 设为"


@plan(cue=r"\b(?:photos?|pictures?|pics?|selfie|screen ?shot|image)s?\b|照片|相片|图片|截图", words=_WHICH_PHOTOS)
def newest_photo(clause: Clause, world: World) -> Step | None:
    """The newest photo or screenshot deleted, marked as a favourite, or put into an album."""
    if not clause.take(r"\b(?:the )?(?:last|latest|most recent|newest)\b|最近|最新|最后|刚拍"):
        return None
    if clause.has(r"\b(?:send|share|print|edit|crop|show|take|text|e-?mail|post|two|three|few|\d+)\b|发|分享|打印"):
        return None
    album = None
    if clause.take(r"\b(?:delete|remove|trash)\b|删除|删掉"):
        action = "delete"
    elif clause.take(r"\bfavou?rites?\b|收藏"):
        action = "favourite"
    else:
        album = clause.known_name(world.names("photo_albums", "name"))
        if album is None:
            return None
        action = "add"
    kind = "screenshot" if clause.take(r"\bscreen ?shots?\b|截图") else "video" if clause.take(r"\bvideos?\b") else "photo"
    if world.earlier:
        return None
    if kind == "photo":
        world.rows.photo(place=world.draw.place(), days_ago=0)
        world.change_last(taken=world.rows.now - 900)
    elif not (world.ask("search_photos", kind=kind, maxResults=1) or {"photos": []})["photos"]:
        raise Unfit("missing_entity", f"this phone has no {kind}")

    def act(play: Play) -> str:
        key = play.call("search_photos", why="See which is the newest.", kind=kind, maxResults=1)["photos"][0]["photoId"]
        if album:
            play.call("manage_photo_album", why="That one.", action="add", name=album, photoIds=[key])
        else:
            play.call("manage_photo", why="That one.", action=action, photoIds=[key])
        return world.say("Done.", "已完成。")

    return Step(act, behaviour=Behaviour.REFERENCE)


add_forms(
    Form("new_album", "manage_photo_album", r"\b(?:create|make|start|add|new)\b(?=.*\balbum\b)|(?:创建|新建)(?=.*相册)", (name("name", r"\b(?:called|named|titled)\b|\balbum\b|名为|叫做?", "what the album is called"),), fixed={"action": "create"}, words="a new photo photos picture album for called create make 创建 新建 相册 个 照片",
         unless=r"\b(?:song|music|playlist|play)\b", done=("The album {name} is there.", "相册{name}已创建。")),
    Form("delete_album", "manage_photo_album", r"\b(?:delete|remove)\b(?=.*\balbum\b)|删除(?=.*相册)", (listed("name", "photo_albums", "album", marker=r"\balbum\b", asks="which album", stop=r"\s+album\b"),), fixed={"action": "delete"}, words="the my photo photos album called but keep 相册", unless=r"\b(?:song|music|from)\b", done=("The album {name} is deleted.", "相册{name}已删除。")),
)  # fmt: skip
