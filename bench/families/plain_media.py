"""Plain requests about what is listened to: music and what controls it, radio, podcasts, audiobooks, recordings."""

from dataclasses import replace
from typing import Any

from .. import entities
from ..draw import Draw
from ..plain import About, Slots, plain, wish
from ..rows import Rows
from ..scenario import Draft, family

AUDIO = ("Audio & Entertainment",)
Told = tuple[str, list[tuple[str, ...]]]


def _title(draw: Draw) -> str:
    return draw.pick(entities.SONGS_ZH if draw.language == "zh" else entities.TUNES)


def _artist(draw: Draw) -> str:
    return draw.person() if draw.language == "zh" else draw.pick(entities.BANDS)


def _playlist(draw: Draw) -> str:
    return draw.pick(entities.PLAYLISTS_ZH if draw.language == "zh" else entities.PLAYLISTS)


def _station(draw: Draw) -> str:
    return draw.pick(entities.STATIONS_ZH if draw.language == "zh" else entities.STATIONS)


def _podcast(draw: Draw) -> str:
    return draw.title() if draw.language == "zh" else draw.pick(entities.PODCASTS)


def _book(draw: Draw) -> str:
    return draw.pick(entities.SERIES_ZH if draw.language == "zh" else entities.FILMS)


def _names(draw: Draw, found: list[Any], field: str = "name") -> tuple[list[str], list[tuple[str, ...]]]:
    names = [row[field] for row in found]
    return names, [(name,) for name in names]


# -- music

GENRES = {"jazz": ("jazz", "爵士"), "rock": ("rock", "摇滚"), "folk": ("folk", "民谣"), "classical": ("classical", "古典"),
          "pop": ("pop", "流行"), "hip-hop": ("hip-hop", "说唱")}  # fmt: skip


def _songs(draw: Draw, rows: Rows) -> Slots:
    """Two songs, one of them a favourite, and a playlist, beside others."""
    title, liked, playlist, new = _title(draw), _title(draw), _playlist(draw), _playlist(draw)
    artist, genre = _artist(draw), draw.tongue(*GENRES[draw.choice(sorted(GENRES))])
    key = rows.song(title, artist)
    rows.put("tracks", key, genre=genre, lyrics=draw.phrase())
    rows.put("tracks", rows.song(liked, artist), genre=genre, favourite=True)
    other = rows.song(_title(draw), _artist(draw))
    rows.playlist(playlist, [key, other])
    rows.playlist(_playlist(draw), [other])
    return {"title": title, "liked": liked, "artist": artist, "genre": genre, "playlist": playlist, "new": new}


def _heard(state: str = "playing", at: int = 1, **fields: Any) -> About:
    """Songs in the player; ``now`` plays, ``soon`` follows, ``title`` is not among them."""

    def about(draw: Draw, rows: Rows) -> Slots:
        titles = [_title(draw) for _ in range(4)]
        keys = [rows.song(title, _artist(draw)) for title in titles]
        rows.playing(keys[:3])
        rows.put("players", "audio", index=at, state=state, **fields)
        return {"before": titles[0], "now": titles[at], "soon": titles[2], "title": titles[3]}

    return about


def _speed(draw: Draw, rows: Rows) -> Slots:
    return {"speed": draw.choice((0.5, 0.75, 1.25, 1.5, 1.75, 2))}


def _repeat(draw: Draw, rows: Rows) -> Slots:
    repeat = draw.choice(("one", "all"))
    before = "all" if repeat == "one" else "off"
    slots = _heard(repeat=before)(draw, rows)
    said = {"one": ("this song", "这首歌"), "all": ("the whole queue", "整个播放队列")}
    return {**slots, "repeat": repeat, "what": draw.tongue(*said[repeat])}


def _minutes(draw: Draw, rows: Rows) -> Slots:
    minutes = draw.choice((10, 15, 20, 25, 30, 35, 40, 45, 50, 60, 75, 90, 120))
    return {**_heard()(draw, rows), "minutes": minutes, "said": draw.say_minutes(minutes)}


def _sleeping(draw: Draw, rows: Rows) -> Slots:
    minutes = draw.choice((30, 45, 60))
    rows.put("sleep_timer", "main", on=True, minutes=minutes, expires=rows.now + 60 * minutes)
    return _heard()(draw, rows)


def _around(draw: Draw, rows: Rows) -> Slots:
    rows.put("surroundings", "main", song={"name": _title(draw), "artist": _artist(draw)})
    return {}


def _tell_around(draw: Draw, payload: Any, slots: Slots) -> Told:
    title, artist = payload["title"], payload["artist"]
    return draw.tongue(f"That is {title} by {artist}.", f"这是{artist}的{title}。"), [(title,), (artist,)]


def _tell_now(draw: Draw, payload: Any, slots: Slots) -> Told:
    return draw.tongue(f"{slots['now']} is playing.", f"正在播放{slots['now']}。"), [(slots["now"],)]


def _tell_next(draw: Draw, payload: Any, slots: Slots) -> Told:
    return draw.tongue(f"Next comes {slots['soon']}.", f"接下来是{slots['soon']}。"), [(slots["soon"],)]


def _tell_lyrics(draw: Draw, payload: Any, slots: Slots) -> Told:
    return draw.tongue(f"It goes: {payload['lyrics']}", f"歌词是：{payload['lyrics']}"), [(payload["lyrics"],)]


def _tell_songs(draw: Draw, payload: Any, slots: Slots) -> Told:
    names, says = _names(draw, payload["songs"])
    return draw.tongue(f"Found: {', '.join(names)}.", f"有{'、'.join(names)}。"), says


MUSIC = (
    wish(
        "play_music", "The song {title}", about=_songs, done=("{title} is playing.", "正在播放{title}。"), title="{title}",
        train="""!play the song {title}
        !play {title}""",
        wide="""!put on {title}
        I want to hear {title}
        song {title}, please
        can I hear the song {title}?
        [I'm in the mood for|I feel like hearing] the song {title}""",
        held="""I've got {title} stuck in my head, can you play that song?
        !start the song called {title}""",
        zh_train="![播放|放]歌曲{title}", zh_wide="我想听{title}这首歌", zh_held="{title}那首歌放一下",
    ),
    wish(
        "play_music", "Songs by {artist}", about=_songs, done=("Songs by {artist} are playing.", "正在播放{artist}的歌。"),
        artist="{artist}",
        train="""!play [something|music|songs] by {artist}
        !play the band {artist}""",
        wide="""!put on some [songs|music] by {artist}
        I want to hear [the band|something by|music by] {artist}
        music by {artist}[, please| now|]
        what about some songs by {artist}?
        I feel like listening to the band {artist}""",
        held="""anything by {artist} will do, I just want some music
        !let me listen to {artist}, any of their songs is fine""",
        zh_train="![播放|放]{artist}的歌", zh_wide="想听{artist}[唱的|的音乐]", zh_held="来几首{artist}的歌听听",
    ),
    wish(
        "play_music", "The playlist {playlist}", about=_songs, done=("The playlist {playlist} is playing.", "正在播放歌单{playlist}。"),
        playlist="{playlist}",
        train="""!play the playlist {playlist}
        !play my {playlist} playlist""",
        wide="""!put on my playlist {playlist}
        playlist {playlist}[, please|]
        I want to [hear|listen to] the playlist {playlist}
        [I'm cooking|guests are coming], [start|play] my playlist {playlist}
        can you start the {playlist} playlist?""",
        held="""I made a playlist called {playlist}, play that one
        !get the {playlist} playlist going""",
        zh_train="![播放|放]歌单{playlist}", zh_wide="我要听{playlist}这个歌单", zh_held="把{playlist}那个歌单从头放起来",
    ),
    wish(
        "play_music", "Some {genre}", about=_songs, done=("Playing {genre} music.", "正在播放{genre}音乐。"), genre="{genre}",
        train="""!play some {genre}
        !play {genre} music""",
        wide="""!put on some {genre}
        {genre} music, please
        I want to hear {genre}
        I'm in the mood for {genre}
        how about some {genre}?""",
        held="""a bit of {genre} music would be nice right now
        got any {genre}? Play me that kind of music""",
        zh_train="![放点|播放]{genre}音乐", zh_wide="想听{genre}", zh_held="来点{genre}音乐听听",
    ),
    wish(
        "play_music", "The favourite songs, shuffled", about=_songs, done=("Your favourite songs are playing, shuffled.", "正在随机播放你喜欢的歌。"),
        favourites=True, shuffle=True,
        train="""!shuffle my favourite songs
        !play my favourite songs [on shuffle|shuffled|in random order]""",
        wide="""my favourites on shuffle[, please|]
        I want to hear the songs I like in random order
        !put on my favourite songs, shuffled
        favourite songs, random order
        can you shuffle the songs I liked?""",
        held="""play all the songs I marked as favourites, but mix them up
        !start my favourite songs in shuffle mode""",
        zh_train="随机播放我喜欢的歌", zh_wide="打乱顺序放我收藏的歌", zh_held="把我点过红心的歌打乱了放",
    ),
    wish(
        "control_playback", "Pause the music", about=_heard(), done=("The music is paused.", "音乐已暂停。"), action="pause",
        train="""!pause the music
        !pause the song""",
        wide="""pause[, please|]
        pause music
        somebody's at the door, pause the music
        I want the music paused [for a moment|]
        can you pause the song?""",
        held="""somebody wants to talk to me, so hold the song for a bit
        !hold the music for a second""",
        zh_train="![暂停音乐|音乐暂停]", zh_wide="歌先暂停一下", zh_held="音乐先停一停，待会接着听",
    ),
    wish(
        "control_playback", "Go on with the music", about=_heard("paused"), done=("The music goes on.", "音乐继续播放了。"),
        action="resume",
        train="""!resume the music
        !continue the music""",
        wide="""go on with the music
        resume music
        I'm back, [continue|resume] the song
        I want the music to go on
        can you unpause the music?""",
        held="""you can let the song play on now
        !carry on with the song from where I paused it""",
        zh_train="![继续播放|继续放]音乐", zh_wide="音乐接着放", zh_held="刚才暂停的那首歌，接着往下放",
    ),
    wish(
        "control_playback", "Stop the music", about=_heard(), done=("The music has stopped.", "音乐已停止。"), action="stop",
        train="""!stop the music
        !stop playing music""",
        wide="""stop music[, please|]
        music off
        ![turn|switch] off the music
        I've had enough music, stop it
        I want the music to stop""",
        held="""that's enough music for today, end it
        !quit playing music, I'm done listening""",
        zh_train="![停止播放|关掉]音乐", zh_wide="音乐[关了|停了]，不听了", zh_held="别再放音乐了，听够了",
    ),
    wish(
        "control_playback", "The next song", about=_heard(), done=("On to {soon}.", "下一首是{soon}。"), action="next",
        train="""next song[, please|]
        !skip this song""",
        wide="""!play the next song
        !skip to the next [song|track]
        I don't like this song, [next|skip it]
        can we skip this one?
        next track""",
        held="""I'm bored of this track, skip ahead to the one after it
        !go forward one track""",
        zh_train="下一首", zh_wide="![跳过|切掉]这首歌", zh_held="这首歌不好听，换后面那首",
    ),
    wish(
        "control_playback", "The song before", about=_heard(), done=("Back to {before}.", "回到{before}。"), action="previous",
        train="""previous song[, please|]
        ![go|skip] back to the previous song""",
        wide="""!play the previous song [again|]
        back one song
        that last song was great, go back to it
        can we go back a track?
        previous track""",
        held="""I liked the song before this one, play it once more
        !go back one track""",
        zh_train="上一首", zh_wide="![回到|播放]上一首歌", zh_held="往回退一首歌，刚才那首我还想听",
    ),
    wish(
        "control_playback", "What is playing", about=_heard(), tell=_tell_now, action="status",
        train="""what's playing [right now|on my phone|]?
        which song is my player playing?""",
        wide="""what's the name of the song that's playing on my phone?
        [tell|show] me what's playing
        I like this, what am I listening to?
        what am I hearing on my headphones right now?
        song title of what's playing[, please|]""",
        held="""this song that my phone is playing, what's it called?
        the track in my player, what's its title?""",
        zh_train="手机现在[在放什么歌|放的是什么歌]", zh_wide="我正在听的这首叫什么", zh_held="播放器里正放着的是哪首歌",
    ),
    wish(
        "set_playback_mode", "Shuffle on", about=_heard(shuffle=False), done=("Shuffle is on.", "随机播放已打开。"), shuffle=True,
        train="""![turn|switch] on shuffle
        shuffle on""",
        wide="""!turn shuffle mode on
        [shuffle|mix up] the songs in the queue
        I don't want the songs in order, turn shuffle on
        I want shuffle [on|turned on]
        could I have shuffle mode?""",
        held="""the songs that are playing should come in random order
        !put the player in shuffle mode""",
        zh_train="![打开|开启]随机播放", zh_wide="随机播放[打开|开一下]", zh_held="歌别按顺序播放，打乱着来",
    ),
    wish(
        "set_playback_mode", "Shuffle off", about=_heard(shuffle=True), done=("Shuffle is off.", "随机播放已关闭。"), shuffle=False,
        train="""![turn|switch] off shuffle
        shuffle off""",
        wide="""!turn shuffle mode off
        no more shuffle[, please|]
        I want the songs in order, [shuffle off|turn shuffle off]
        shuffle should be off
        can you stop shuffling?""",
        held="""I'd like the songs to play in their normal order again
        !take the player out of shuffle mode""",
        zh_train="![关闭|关掉]随机播放", zh_wide="随机播放[关了|关一下]", zh_held="歌别再随机了，按顺序播放",
    ),
    wish(
        "set_playback_mode", "Repeat {what}", about=_repeat, done=("Repeating {what}.", "{what}会循环播放。"), repeat="{repeat}",
        train="""!repeat {what}
        !put {what} on repeat""",
        wide="""repeat mode for {what}
        I want {what} [repeated|on repeat]
        {what} on repeat[, please|]
        !loop {what}
        can you repeat {what} all the time?""",
        held="""!keep playing {what} over and over
        when {what} ends, play it again, and keep repeating it""",
        zh_train="循环播放{what}", zh_wide="{what}[设成循环|一直循环]", zh_held="{what}放完再从头播放，一直重复",
    ),
    wish(
        "set_playback_mode", "No repeat", about=_heard(repeat="all"), done=("Repeat is off.", "循环播放已关闭。"), repeat="off",
        train="""!turn off repeat
        repeat off""",
        wide="""!stop repeating the songs
        no repeat[, please|]
        the songs come over and over again, turn repeat off
        I don't want the music on repeat [any more|any longer]
        could you switch the repeat mode off?""",
        held="""don't loop the songs, once through is enough
        !take the music off repeat""",
        zh_train="![关闭|取消]循环播放", zh_wide="循环[关掉|取消]", zh_held="歌放一遍就行，别重复了",
    ),
    wish(
        "set_playback_mode", "Speed {speed}", about=_speed, done=("It plays at {speed} times the speed.", "播放速度是{speed}倍。"),
        speed="{speed}",
        train="""!set the playback speed to {speed}
        playback speed {speed}[x|]""",
        wide="""!play at {speed}x speed
        I want to listen at {speed} times the speed
        {speed}x playback speed, please
        the speakers don't have the right pace for me, change the playback speed to {speed}
        can you change the playback speed to {speed}x?""",
        held="""I'd like playback to be {speed} times as fast as normal
        !change how fast it plays to {speed}x""",
        zh_train="播放速度[调到|设为]{speed}倍", zh_wide="![用|以]{speed}倍速播放", zh_held="播放快慢改成{speed}倍",
    ),
    wish(
        "manage_sleep_timer", "Stop after {said}", about=_minutes, done=("Playback stops in {said}.", "{said}后停止播放。"), action="set",
        minutes="{minutes}",
        train="""!set a sleep timer for {said}
        sleep timer {said}""",
        wide="""!turn the music off in {said}
        !stop the music after {said}
        the music should stop in {said}
        I'm going to bed, [stop|pause] the music in {said}
        can you let the music play for {said} and then stop?""",
        held="""I'll be asleep in {said}, so end the music then
        !have the music switch itself off {said} from now""",
        zh_train="![设一个|定个]{said}的睡眠定时", zh_wide="{said}后[停止播放|关掉音乐]", zh_held="再听{said}音乐就自动停",
    ),
    wish(
        "manage_sleep_timer", "Stop at the end of the song", about=_heard(), done=("Playback stops after this song.", "这首放完就停。"),
        action="set", endOfItem=True,
        train="""!stop playing after this song
        stop the music at the end of this song""",
        wide="""sleep timer: end of this song
        when this song is over, stop the music
        one more minute, [then|] stop when the song ends
        I want the music to stop [when|once] this song is over
        could the music stop after the current song?""",
        held="""let this song finish, and end the music after it
        I only want to hear this song to the end, stop playing after that""",
        zh_train="这首歌放完就停", zh_wide="听完这首[停止播放|关掉音乐]", zh_held="等这首歌结束就别再播放了",
    ),
    wish(
        "manage_sleep_timer", "No sleep timer", about=_sleeping, done=("The sleep timer is off.", "睡眠定时已取消。"), action="cancel",
        train="""!cancel the sleep timer
        ![turn|switch] off the sleep timer""",
        wide="""sleep timer off
        no sleep timer[, please|]
        I'm not going to bed yet, [cancel|stop] the sleep timer
        I don't want the sleep timer [any more|after all]
        can you remove the sleep timer?""",
        held="""I'm staying up, so the music shouldn't stop by itself any more
        !forget the sleep timer, I'm wide awake""",
        zh_train="![取消|关掉]睡眠定时", zh_wide="睡眠定时[不要了|取消吧]", zh_held="我还不睡，音乐别定时停了",
    ),
    wish(
        "manage_play_queue", "{title} next", about=_heard(), done=("{title} comes next.", "下一首放{title}。"), action="add", title="{title}",
        position="next",
        train="""!play {title} next
        {title} next[, please|]""",
        wide="""!put {title} next in the queue
        after this song, play {title}
        I want to hear {title} next
        the next song should be {title}
        can {title} come next?""",
        held="""{title} should be the song after this one
        !queue up {title} right after this song""",
        zh_train="下一首放{title}", zh_wide="![把|将]{title}排到下一首", zh_held="这首歌完了接着放{title}",
    ),
    wish(
        "manage_play_queue", "{title} at the end", about=_heard(), done=("{title} is in the queue.", "{title}已加入播放队列。"), action="add",
        title="{title}",
        train="""!add {title} to the queue
        !add the song {title} to the play queue""",
        wide="""!queue {title}
        {title} [into|to] the queue
        !put {title} at the end of the queue
        I want {title} in the queue too
        can you queue up the song {title}?""",
        held="""{title} should play last, after all the songs in the queue
        !stick {title} at the back of the queue""",
        zh_train="![把|将]{title}加入播放队列", zh_wide="播放队列[加上|里加]{title}", zh_held="把{title}排在队列最后",
    ),
    wish(
        "manage_play_queue", "{soon} out of the queue", about=_heard(), done=("{soon} is out of the queue.", "{soon}已移出播放队列。"),
        action="remove", title="{soon}",
        train="""!remove {soon} from the queue
        !take {soon} out of the play queue""",
        wide="""{soon} out of the queue[, please|]
        I don't want {soon} in the queue
        not {soon}, [remove|take] it from the queue
        the queue should do without {soon}
        could you drop {soon} from the queue?""",
        held="""I don't feel like hearing {soon}, kick it off the queue
        !cut {soon} from the songs in the queue""",
        zh_train="![把|将]{soon}移出播放队列", zh_wide="播放队列里[去掉|删掉]{soon}", zh_held="队列里那首{soon}不听了，删了吧",
    ),
    wish(
        "manage_play_queue", "Clear the queue", about=_heard(), done=("Nothing comes after this song.", "播放队列已清空。"), action="clear",
        train="""!clear the [play |]queue
        !empty the queue""",
        wide="""clear queue[, please|]
        ![remove|delete] everything from the queue
        no more songs in the queue
        I want an empty play queue
        could you clear the songs that come up next?""",
        held="""I'll pick other songs, so wipe the play queue
        !throw out everything that's in the queue""",
        zh_train="清空播放队列", zh_wide="播放队列[清掉|全删了]", zh_held="队列里后面的歌都不要了",
    ),
    wish(
        "manage_play_queue", "What comes next", about=_heard(), tell=_tell_next, action="list",
        train="""what's next in the queue?
        which song comes next?""",
        wide="""what comes after this song?
        show me the queue
        what's up next?
        [tell|show] me which songs are in the queue
        I want to know what's coming up [next|in the queue]""",
        held="""what song will I hear after this one?
        what has the queue got lined up?""",
        zh_train="下一首是什么", zh_wide="播放队列里[还有什么|有什么歌]", zh_held="队列里这首歌后面是哪首",
    ),
    wish(
        "manage_favourite_song", "Like what is playing", about=_heard(), done=("{now} is a favourite now.", "已收藏{now}。"), action="add",
        train="""!like this song
        !add this song to my favourites""",
        wide="""I like this song, [save|mark] it as a favourite
        this song to the favourites[, please|]
        favourite this song
        !mark what's playing as a favourite
        can you put a heart on this song?""",
        held="""I love this one, put it with my favourite songs
        !save the song I'm hearing to my favourites""",
        zh_train="![收藏|喜欢]这首歌", zh_wide="这首歌[加到我喜欢的音乐|点个红心]", zh_held="正在放的这首我很喜欢，收藏了吧",
    ),
    wish(
        "manage_favourite_song", "Like {title}", about=_songs, done=("{title} is a favourite now.", "已收藏{title}。"), action="add",
        title="{title}",
        train="""!add the song {title} to my favourites
        !like the song {title}""",
        wide="""!mark {title} as a favourite song
        {title} to my favourite songs
        I love {title}, [add it to|it belongs with] my favourite songs
        the song {title} should be among my favourites
        can you favourite the song {title}?""",
        held="""I really like {title}, so save that song to my favourites
        !put the song {title} with my favourites""",
        zh_train="![收藏|喜欢]歌曲{title}", zh_wide="![把|将]{title}加到我喜欢的歌里", zh_held="{title}这首歌给个红心",
    ),
    wish(
        "manage_favourite_song", "No longer like {liked}", about=_songs, done=("{liked} is no longer a favourite.", "已取消收藏{liked}。"),
        action="remove", title="{liked}",
        train="""!remove the song {liked} from my favourites
        !unlike the song {liked}""",
        wide="""the song {liked} is no longer a favourite of mine
        {liked} out of my favourite songs
        I'm tired of {liked}, take it off my favourite songs
        I don't want {liked} among my favourite songs
        can you unfavourite the song {liked}?""",
        held="""{liked} doesn't belong with my favourite songs any longer
        !drop the song {liked} from my favourites""",
        zh_train="取消收藏歌曲{liked}", zh_wide="![把|将]{liked}从我喜欢的歌里去掉", zh_held="{liked}这首歌的红心拿掉",
    ),
    wish(
        "get_lyrics", "The words of {title}", about=_songs, tell=_tell_lyrics, title="{title}",
        train="""show me the lyrics of {title}
        what are the lyrics of {title}?""",
        wide="""lyrics {title}
        the words of the song {title}[, please|]
        I want to sing along to {title}, what are the words?
        how do the lyrics of {title} go?
        can I see the lyrics to the song {title}?""",
        held="""what do they sing in the song {title}? I'd like to read it
        !find me the lyrics for {title}""",
        zh_train="![显示|看看]{title}的歌词", zh_wide="{title}的歌词是什么", zh_held="{title}这首歌唱的是什么词",
    ),
    wish(
        "recognize_song", "Which song is heard here", about=_around, tell=_tell_around,
        train="""what song is this? Listen.
        which song is playing [here|in this shop|around me]?""",
        wide="""!name that tune
        !recognise the song that's playing around me
        [they're playing|there's] a nice song [in this bar|here in the café], which one is it?
        I hear a song [on the neighbour's balcony|over there], [listen|have a listen] and tell me what it is
        !identify this song [for me|], you can hear it""",
        held="""somebody here is playing music, can you hear which song it is?
        I don't know the song on these speakers, can you recognise it?""",
        zh_train="![听一下|识别]周围放的是什么歌", zh_wide="这家店里放的[是什么歌|歌叫什么]", zh_held="听歌识曲，旁边放的是哪首",
    ),
    wish(
        "search_music", "Songs by {artist}", about=_songs, tell=_tell_songs, artist="{artist}",
        train="""which songs by {artist} do I have?
        !list my songs by {artist}""",
        wide="""what music do I have by {artist}?
        [show|tell] me [all|] the songs by {artist} in my library
        songs by {artist} in my library?
        what songs of {artist} are on my phone?
        I want to know which songs by {artist} I've got""",
        held="""which songs from {artist} have I got saved?
        !look through my music for {artist} and tell me the songs""",
        zh_train="我有{artist}的哪些歌", zh_wide="![查一下|列出]曲库里{artist}的歌", zh_held="{artist}的歌我这里存了哪几首",
    ),
    wish(
        "manage_playlist", "A playlist {new}", about=_songs, done=("There is a playlist {new} now.", "歌单{new}建好了。"), action="create",
        name="{new}",
        train="""![create|make] a playlist [called|named] {new}
        new playlist {new}""",
        wide="""!start an empty playlist [called|named] {new}
        I want a new playlist {new}
        I need a playlist called {new}, empty for now
        can you set up a playlist named {new}?
        playlist {new}, create it""",
        held="""I'd like to start a playlist, its name should be {new}
        !make me an empty playlist with the name {new}""",
        zh_train="![新建|创建]歌单{new}", zh_wide="我要一个新歌单，叫{new}", zh_held="弄个空歌单，名字{new}，歌以后再挑",
    ),
    wish(
        "manage_playlist", "{playlist} becomes {new}", about=_songs, done=("The playlist is called {new} now.", "歌单改名为{new}了。"),
        action="rename", name="{playlist}", newName="{new}",
        train="""!rename the playlist {playlist} to {new}
        the playlist {playlist} should be called {new}""",
        wide="""playlist {playlist}: rename to {new}
        !change the name of my playlist {playlist} to {new}
        I don't like the name of the playlist {playlist}, [make|call] it {new}
        I want {playlist} renamed to {new}, it's a playlist
        could you give the playlist {playlist} the name {new}?""",
        held="""my playlist {playlist} should have the name {new} instead
        I've got a better name for my playlist {playlist}: {new}. Change it, please""",
        zh_train="![把|将]歌单{playlist}改名为{new}", zh_wide="歌单{playlist}[改叫|重命名成]{new}", zh_held="{playlist}那个歌单的名字换成{new}",
    ),
    wish(
        "manage_playlist", "No {playlist} any more", about=_songs, done=("The playlist {playlist} is deleted.", "歌单{playlist}已删除。"),
        action="delete", name="{playlist}",
        train="""!delete the playlist {playlist}
        !remove my playlist {playlist}""",
        wide="""delete playlist {playlist}
        I don't need the playlist {playlist} [any more|any longer], delete it
        !get rid of the {playlist} playlist
        the playlist {playlist} can go
        can you delete my {playlist} playlist?""",
        held="""I never listen to my playlist {playlist}, throw it out
        !erase the playlist called {playlist}""",
        zh_train="![删除|删掉]歌单{playlist}", zh_wide="歌单{playlist}[不要了|没用了]，删了", zh_held="{playlist}那个歌单从来不听，扔了吧",
    ),
    wish(
        "manage_playlist", "What is on {playlist}", about=_songs, tell=_tell_songs, action="show", name="{playlist}",
        train="""which songs are on the playlist {playlist}?
        what's on my playlist {playlist}?""",
        wide="""!show me the songs on the playlist {playlist}
        playlist {playlist}: what's on it?
        I forgot what's on my {playlist} playlist, tell me
        what songs does the playlist {playlist} have?
        can you list the songs of the playlist {playlist}?""",
        held="""what have I put on the playlist {playlist}?
        !read out the songs in my {playlist} playlist""",
        zh_train="歌单{playlist}里有哪些歌", zh_wide="![看看|列出]歌单{playlist}的歌", zh_held="{playlist}那个歌单都收了哪些歌",
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=AUDIO, languages=("en", "en", "zh"))
def plain_music(draw: Draw) -> Draft:
    """Music is found, played, controlled, liked or put into lists."""
    return plain(draw, MUSIC)


# -- radio, podcasts, audiobooks, recordings


def _stations(*, saved: bool = False) -> About:
    """A station, beside another one."""

    def about(draw: Draw, rows: Rows) -> Slots:
        taken = {row["fm"] for row in rows.base.rows("radio_stations").values()}
        free = [number / 10 for number in range(881, 1079) if number / 10 not in taken]
        station, (fm, other) = _station(draw), draw.rng.sample(free, 2)
        rows.put("radio_stations", rows.station(station, fm), saved=saved)
        rows.station(_station(draw), other)
        return {"station": station, "fm": f"{fm}"}

    return about


def _by_genre(draw: Draw, rows: Rows) -> Slots:
    genre = draw.tongue(*draw.choice((("jazz", "爵士"), ("blues", "蓝调"), ("reggae", "雷鬼"), ("classical", "古典"))))
    rows.clear("radio_stations", genre=genre)
    station = _station(draw)
    rows.station(station, 88.3, genre=genre)
    return {"station": station, "genre": genre}


def _tell_stations(draw: Draw, payload: Any, slots: Slots) -> Told:
    names, says = _names(draw, payload["stations"])
    return draw.tongue(f"Found: {', '.join(names)}.", f"有{'、'.join(names)}。"), says


def _podcasts(*, subscribed: bool = True) -> About:
    """A podcast with two episodes, the older one played, beside another podcast."""

    def about(draw: Draw, rows: Rows) -> Slots:
        name, old, new = _podcast(draw), draw.title(), draw.title()
        key = rows.podcast(name, draw.person())
        rows.put("podcasts", key, subscribed=subscribed)
        rows.episode(key, old, days_ago=9, played=True)
        rows.episode(key, new, days_ago=2)
        rows.episode(rows.podcast(_podcast(draw), draw.person()), draw.title())
        return {"podcast": name, "old": old, "new": new}

    return about


def _tell_episodes(draw: Draw, payload: Any, slots: Slots) -> Told:
    names, says = _names(draw, payload["episodes"], "title")
    return draw.tongue(f"Found: {', '.join(names)}.", f"有{'、'.join(names)}。"), says


def _books(draw: Draw, rows: Rows) -> Slots:
    book = _book(draw)
    for name in (book, _book(draw)):
        rows.add("audiobooks", "ab", name=name, author=draw.person(), narrator=draw.person(), seconds=36_000, chapters=12,
                 size_mb=310.0, downloaded=True, position=draw.integer(900, 30_000))  # fmt: skip
    return {"book": book, "note": draw.title()}


def _tell_books(draw: Draw, payload: Any, slots: Slots) -> Told:
    names, says = _names(draw, payload["audiobooks"])
    return draw.tongue(f"Found: {', '.join(names)}.", f"你有{'、'.join(names)}。"), says


def _recorder(state: str = "idle") -> About:
    """A finished recording ``kept``, and the recorder in a state."""

    def about(draw: Draw, rows: Rows) -> Slots:
        title, kept = draw.title(), draw.title()
        for name in (kept, draw.title()):
            key = rows.file(f"{name}.m4a", "Recordings", size_mb=1.4)
            rows.put("files", key, type="audio")
            rows.put(
                "recordings", key, id=key, seconds=draw.integer(40, 900), recorded=rows.now - draw.integer(5, 20) * 86_400
            )
        if state != "idle":
            rows.put("recorder", "main", state=state, title=title, seconds=64, since=rows.now - 30)
        return {"title": title, "kept": kept}

    return about


SPOKEN = (
    wish(
        "manage_radio", "The station {station}", about=_stations(), done=("{station} is playing.", "正在播放{station}。"), action="play",
        station="{station}",
        train="""!play the radio station {station}
        !play {station} on the radio""",
        wide="""!turn on the radio, {station}
        radio: {station}
        !tune in to {station} on the radio
        I want to listen to {station} on the radio
        can I hear the station {station}?""",
        held="""I'd like some radio now, the station {station}
        !switch the radio to {station}""",
        zh_train="![播放|打开]电台{station}", zh_wide="收音机[听|放]{station}", zh_held="收音机调到{station}那个台",
    ),
    wish(
        "manage_radio", "Radio on {fm}", about=_stations(), done=("The radio plays {fm}.", "收音机正在播放{fm}。"), action="play",
        station="{fm}",
        train="""!play {fm} FM
        !tune the radio to {fm}""",
        wide="""radio {fm}[, please|]
        FM {fm}
        I want to hear {fm} on the radio
        !turn on the radio at {fm} megahertz
        could you put the radio on {fm}?""",
        held="""there's a radio station on {fm} that I'd like to listen to
        !set the radio to the frequency {fm}""",
        zh_train="收音机调到{fm}", zh_wide="![听|播放]FM {fm}", zh_held="想听{fm}这个频率的广播",
    ),
    wish(
        "manage_radio", "Save {station}", about=_stations(), done=("{station} is among your stations.", "{station}已存为预设。"), action="save",
        station="{station}",
        train="""!save the radio station {station}
        !add {station} to my [saved |]radio stations""",
        wide="""radio: save {station}
        I want {station} among my radio presets
        !make {station} a radio preset
        I listen to {station} a lot, save the station
        can you keep the station {station} in my radio presets?""",
        held="""I want to find the radio station {station} again, so save it
        !keep {station} with my favourite radio stations""",
        zh_train="![收藏|保存]电台{station}", zh_wide="![把|将]电台{station}加到预设", zh_held="{station}这个电台我常听，存起来",
    ),
    wish(
        "manage_radio", "No longer keep {station}", about=_stations(saved=True), done=("{station} is no longer saved.", "{station}已从预设移除。"),
        action="unsave", station="{station}",
        train="""!remove {station} from my [saved |]radio stations
        !unsave the radio station {station}""",
        wide="""radio: remove the preset {station}
        {station} out of my radio presets[, please|]
        I never listen to {station}, take it off my radio presets
        I don't want {station} among my saved stations [any more|]
        can you remove the station {station} from the presets?""",
        held="""I don't listen to the radio station {station} now, it can go from my saved ones
        !drop {station} from my saved radio stations""",
        zh_train="取消收藏电台{station}", zh_wide="![把|将]{station}从电台预设里去掉", zh_held="{station}这个台不听了，别留在收藏里",
    ),
    wish(
        "manage_radio", "Stations with {genre}", about=_by_genre, tell=_tell_stations, action="search", genre="{genre}",
        train="""which radio stations play {genre}?
        ![find|search for] a radio station with {genre}""",
        wide="""is there a radio station with {genre}?
        {genre} radio stations[?|, please]
        on which station do they play {genre}?
        !look for radio stations that play {genre}
        I'd like to know where on the radio there's {genre}""",
        held="""what can I listen to on the radio if I like {genre}?
        any radio station that plays {genre}? Just tell me its name""",
        zh_train="哪些电台放{genre}", zh_wide="![找|搜]一下{genre}电台", zh_held="收音机里哪个台有{genre}",
    ),
    wish(
        "manage_podcast", "Follow {podcast}", about=_podcasts(subscribed=False), done=("You follow {podcast} now.", "已订阅{podcast}。"),
        action="subscribe", podcast="{podcast}",
        train="""!subscribe to the podcast {podcast}
        !follow the podcast {podcast}""",
        wide="""podcast {podcast}: subscribe
        I want to [follow|subscribe to] the podcast {podcast}
        a friend recommended the podcast {podcast}, [follow it|subscribe to it]
        !add {podcast} to my podcasts
        can you subscribe me to the {podcast} podcast?""",
        held="""I don't want to miss any new episodes of the podcast {podcast}, so subscribe me
        !sign me up for the podcast {podcast}""",
        zh_train="订阅播客{podcast}", zh_wide="我想关注播客{podcast}", zh_held="播客{podcast}以后每期都想听，订上",
    ),
    wish(
        "manage_podcast", "No longer follow {podcast}", about=_podcasts(), done=("You no longer follow {podcast}.", "已取消订阅{podcast}。"),
        action="unsubscribe", podcast="{podcast}",
        train="""!unsubscribe from the podcast {podcast}
        !unfollow the podcast {podcast}""",
        wide="""podcast {podcast}: unsubscribe
        I don't want to follow the podcast {podcast} [any more|any longer]
        {podcast} has become boring, unsubscribe from that podcast
        !stop following the {podcast} podcast
        !remove {podcast} from my podcasts""",
        held="""I'm done with the podcast {podcast}, cancel my subscription
        !take the podcast {podcast} off my subscriptions""",
        zh_train="取消订阅播客{podcast}", zh_wide="播客{podcast}[不想关注了|退订]", zh_held="播客{podcast}不再追了",
    ),
    wish(
        "manage_podcast", "The latest of {podcast}", about=_podcasts(), done=("{new} of {podcast} is playing.", "正在播放{podcast}的{new}。"),
        action="play", podcast="{podcast}",
        train="""!play the latest episode of the podcast {podcast}
        !play the podcast {podcast}""",
        wide="""!put on the podcast {podcast}
        podcast {podcast}[, please|, the newest episode]
        I want to hear the podcast {podcast}
        I'm [on the train|going for a run], play the {podcast} podcast
        can I hear the new episode of {podcast}, the podcast?""",
        held="""has the podcast {podcast} got a new episode? Play that
        !start the most recent episode of the podcast {podcast}""",
        zh_train="![播放|放]播客{podcast}", zh_wide="想听播客{podcast}的最新一期", zh_held="播客{podcast}刚更新的那集，放来听听",
    ),
    wish(
        "manage_podcast", "{old} of {podcast}", about=_podcasts(), done=("{old} of {podcast} is playing.", "正在播放{podcast}的{old}。"),
        action="play", podcast="{podcast}", episode="{old}",
        train="""!play the episode {old} of the podcast {podcast}
        !play {old} from the podcast {podcast}""",
        wide="""podcast {podcast}, episode {old}
        I want to hear the episode {old} of {podcast}, the podcast
        !put on the {podcast} podcast, the episode {old}
        they talked about it in {old}, play that episode of the podcast {podcast}
        can you start the podcast episode {old} by {podcast}?""",
        held="""in the podcast {podcast} there's an episode {old}, play that one
        !find {old} in the podcast {podcast} and play it""",
        zh_train="![播放|放]播客{podcast}的{old}那一期", zh_wide="想听播客{podcast}里的《{old}》", zh_held="播客{podcast}有一集叫{old}，就放它",
    ),
    wish(
        "manage_podcast", "{new} has been heard", about=_podcasts(), done=("{new} is marked as played.", "{new}已标记为听过。"),
        action="mark_played", podcast="{podcast}", episode="{new}",
        train="""!mark the episode {new} of the podcast {podcast} as played
        the episode {new} of the podcast {podcast} counts as played""",
        wide="""podcast {podcast}: mark {new} as played
        I've already heard {new} of the podcast {podcast}, mark it as played
        !set the {podcast} podcast episode {new} to played
        I want {new} marked as played, it's an episode of the podcast {podcast}
        could you mark {new}, from the podcast {podcast}, as listened to?""",
        held="""I heard {new} in the car, so mark that episode of the podcast {podcast} as played
        !check off the episode {new} of the podcast {podcast}, I've listened to it""",
        zh_train="![把|将]播客{podcast}的{new}标记为已播放", zh_wide="播客{podcast}的《{new}》我听过了，标记一下", zh_held="播客{podcast}那集{new}听完了，别再显示没听",
    ),
    wish(
        "manage_podcast", "The episodes of {podcast}", about=_podcasts(), tell=_tell_episodes, action="episodes", podcast="{podcast}",
        train="""which episodes of the podcast {podcast} are there?
        !list the episodes of the podcast {podcast}""",
        wide="""what episodes does the podcast {podcast} have?
        !show me the episodes of {podcast}, the podcast
        podcast {podcast}: what's there to hear?
        I want to see the episodes of the podcast {podcast}
        episodes of the {podcast} podcast[?|, please]""",
        held="""what episodes has the podcast {podcast} put out so far?
        !tell me all the episodes of the podcast {podcast}""",
        zh_train="播客{podcast}有哪些节目", zh_wide="![列出|看看]播客{podcast}的各期", zh_held="播客{podcast}都出过哪几集",
    ),
    wish(
        "manage_audiobook", "The audiobook {book}", about=_books, done=("The audiobook {book} goes on.", "有声书{book}接着播放了。"),
        action="play", title="{book}",
        train="""!play the audiobook {book}
        !continue my audiobook {book}""",
        wide="""audiobook {book}[, please|]
        !read me the audiobook {book}
        I want to [listen to|go on with] the audiobook {book}
        where was I in the audiobook {book}? Play on from there.
        bedtime, start the audiobook {book}""",
        held="""I have time to listen now, so play {book}, my audiobook
        !pick up my audiobook of {book} where I stopped""",
        zh_train="![播放|继续播放]有声书{book}", zh_wide="我要听有声书{book}", zh_held="有声书{book}上次听到哪，接着往下放",
    ),
    wish(
        "manage_audiobook", "A bookmark in {book}", about=_books, done=("There is a bookmark in {book}: {note}.", "{book}已加书签：{note}。"),
        action="bookmark", title="{book}", note="{note}",
        train="""!set a bookmark in the audiobook {book} with the note {note}
        !bookmark the audiobook {book}, note: {note}""",
        wide="""audiobook {book}, bookmark {note}
        I want a bookmark in my audiobook {book}, [noted|named] {note}
        I need to find this place in the audiobook {book} again, bookmark it as {note}
        can you add a bookmark to the audiobook {book}, with {note} as the note?
        !mark this place in the audiobook {book} as {note}""",
        held="""this part of the audiobook {book} is good, save the spot with the note {note}
        !put a bookmark where I am in the audiobook {book} and write {note} on it""",
        zh_train="![给|在]有声书{book}加个书签，备注{note}", zh_wide="有声书{book}[这里|现在的位置]做书签：{note}", zh_held="有声书{book}听到这儿，帮我做个记号，写上{note}",
    ),
    wish(
        "manage_audiobook", "Which audiobooks there are", about=_books, tell=_tell_books, action="list",
        train="""which audiobooks do I have?
        !list my audiobooks""",
        wide="""what audiobooks are there on my phone?
        !show me my audiobooks
        my audiobooks[?|, please]
        I want something read to me, which audiobooks have I got?
        can you tell me what audiobooks I own?""",
        held="""which books can I listen to on this phone?
        !tell me the titles of all the audiobooks I've got""",
        zh_train="我有哪些有声书", zh_wide="![列出|看看]我的有声书", zh_held="手机里存的有声书都叫什么",
    ),
    wish(
        "manage_voice_recording", "Record {title}", about=_recorder(), done=("{title} is being recorded.", "正在录音：{title}。"),
        action="start", title="{title}",
        train="""!start a voice recording [called|titled] {title}
        !record a voice memo [called|titled] {title}""",
        wide="""voice recording {title}, start
        I want to record a voice memo named {title}
        [I've got an idea|the lecture begins], start a voice recording with the title {title}
        new voice memo, title {title}
        can you turn on the voice recorder? Call it {title}""",
        held="""I want to say something, record it and call it {title}
        !turn on the recorder and name the recording {title}""",
        zh_train="![开始|启动]录音，标题{title}", zh_wide="录一段语音备忘，[叫|名称]{title}", zh_held="打开录音机，这段就叫{title}",
    ),
    wish(
        "manage_voice_recording", "Stop recording", about=_recorder("recording"), done=("{title} is recorded.", "录音{title}已保存。"),
        action="stop",
        train="""!stop the voice recording
        !stop recording my voice""",
        wide="""end the voice recording
        stop the voice recorder
        that's all I wanted to say, stop the voice recording
        the voice recording should stop [now|]
        can you finish the voice memo?""",
        held="""that's it for the voice memo, save it
        I've said everything, you can end the recording of my voice""",
        zh_train="停止录音", zh_wide="录音[结束|可以停了]", zh_held="说完了，录音停下来存好",
    ),
    wish(
        "manage_voice_recording", "Interrupt the recording", about=_recorder("recording"), done=("The recording is paused.", "录音已暂停。"),
        action="pause",
        train="""!pause the voice recording
        !pause the voice recorder""",
        wide="""voice recording: pause
        !interrupt the voice recording [for a moment|]
        I have to cough, pause the voice recording
        I want the voice recording paused
        can you pause the voice memo?""",
        held="""I need a minute, hold the voice memo until I'm back
        !hold the recording for a moment, I'll say more in a bit""",
        zh_train="暂停录音", zh_wide="录音先[暂停|停一下]，等会儿继续", zh_held="录音先歇一下，我马上接着讲",
    ),
    wish(
        "manage_voice_recording", "Go on recording", about=_recorder("paused"), done=("The recording goes on.", "录音继续了。"),
        action="resume",
        train="""!resume the voice recording
        !continue the voice recording""",
        wide="""go on with the voice recording
        voice recording: resume
        the break is over, continue the voice recording
        I want the voice recording to go on
        can you unpause the voice recorder?""",
        held="""I'm ready again, keep recording my voice memo
        !carry on with the recording I paused""",
        zh_train="继续录音", zh_wide="录音[接着录|恢复]", zh_held="休息好了，录音往下录",
    ),
    wish(
        "manage_voice_recording", "{kept} becomes {title}", about=_recorder(), done=("The recording is called {title} now.", "录音改名为{title}了。"),
        action="rename", title="{kept}", newTitle="{title}",
        train="""!rename the voice recording {kept} to {title}
        !change the name of the recording {kept} to {title}""",
        wide="""voice memo {kept}: rename to {title}
        the voice recording {kept} should be called {title}
        I gave the voice recording {kept} the wrong name, [make|call] it {title}
        I want the recording {kept} renamed to {title}
        can you give the voice memo {kept} the name {title}?""",
        held="""the voice recording called {kept} needs another name: {title}
        !change what the voice memo {kept} is called to {title}""",
        zh_train="![把|将]录音{kept}改名为{title}", zh_wide="录音{kept}[改叫|重命名为]{title}", zh_held="{kept}那段录音换个名，就用{title}",
    ),
    wish(
        "manage_voice_recording", "Delete {kept}", about=_recorder(), done=("The recording {kept} is in the trash.", "录音{kept}已移到回收站。"),
        action="delete", title="{kept}",
        train="""!delete the voice recording {kept}
        !delete the voice memo {kept}""",
        wide="""delete recording {kept}
        I don't need the voice recording {kept} [any more|any longer], delete it
        !get rid of the voice memo {kept}
        the voice recording {kept} can go
        can you throw away the voice recording {kept}?""",
        held="""{kept} is an old voice memo, you can bin it
        !erase the recording named {kept}""",
        zh_train="![删除|删掉]录音{kept}", zh_wide="录音{kept}[不要了|没用了]，删了", zh_held="{kept}那段录音不用留着",
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=AUDIO, languages=("en", "en", "zh"))
def plain_spoken(draw: Draw) -> Draft:
    """A radio station, a podcast, an audiobook or a voice recording; of a new one only its file has fields to compare."""
    return replace(plain(draw, SPOKEN), allowed=("recordings/*",))
