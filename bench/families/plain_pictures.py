"""Plain requests about what is watched and photographed: videos, downloads, limits, games, the camera and the gallery."""

from datetime import timedelta
from typing import Any

from .. import entities
from ..draw import Draw
from ..plain import About, Slots, plain, wish
from ..rows import Rows
from ..scenario import Draft, family

AUDIO = ("Audio & Entertainment",)
Told = tuple[str, list[tuple[str, ...]]]


def _film(draw: Draw) -> str:
    return draw.pick(entities.SERIES_ZH if draw.language == "zh" else entities.FILMS)


def _series(draw: Draw) -> str:
    return draw.pick(entities.SERIES_ZH if draw.language == "zh" else entities.SERIES)


def _list(draw: Draw, found: list[Any]) -> Told:
    """The names of what was found, and that each has to be said."""
    names = [row["name"] for row in found]
    return draw.tongue(f"Found: {', '.join(names)}.", f"有{'、'.join(names)}。"), [(name,) for name in names]


# -- videos, downloads, limits, games


def _films(*, listed: bool = False) -> About:
    """A film and a series on a service, beside another film."""

    def about(draw: Draw, rows: Rows) -> Slots:
        service, film, series = draw.pick(entities.STORE_APPS), _film(draw), _series(draw)
        rows.app(service, category="entertainment")
        for name in (film, _film(draw)):
            rows.put("videos", rows.video(name, service), watchlist=listed)
        season, number = draw.integer(1, 2), draw.integer(1, 3)
        for part in (1, 2):
            for episode in (1, 2, 3):
                title = draw.tongue(f"Part {part}.{episode}", f"第{part}季第{episode}集")
                rows.video(title, service, series=series, season=part, number=episode)
        return {"film": film, "series": series, "service": service, "season": season, "number": number}

    return about


def _tell_films(draw: Draw, payload: Any, slots: Slots) -> Told:
    return _list(draw, payload["videos"])


def _listed(draw: Draw, rows: Rows) -> Slots:
    for key, row in rows.base.rows("videos").items():
        if row["watchlist"]:
            rows.put("videos", key, watchlist=False)
    return _films(listed=True)(draw, rows)


KINDS = {"song": ("song", "歌曲"), "playlist": ("playlist", "歌单"), "episode": ("podcast episode", "播客单集"),
         "audiobook": ("audiobook", "有声书"), "video": ("film", "电影")}  # fmt: skip


def _offline(*, stored: bool = False) -> About:
    """A song, playlist, episode, audiobook or film that is, or is not, kept on the phone."""

    def about(draw: Draw, rows: Rows) -> Slots:
        kind = draw.choice(sorted(KINDS))
        name = draw.pick(entities.PLAYLISTS_ZH if draw.language == "zh" else entities.PLAYLISTS)
        if kind in ("song", "playlist"):
            songs = [draw.pick(entities.SONGS_ZH if draw.language == "zh" else entities.TUNES) for _ in range(2)]
            keys = [rows.song(song, draw.person(), downloaded=stored) for song in songs]
            rows.playlist(name, keys)
            name = name if kind == "playlist" else songs[0]
        elif kind == "episode":
            name = draw.title()
            key = rows.episode(rows.podcast(draw.title(), draw.person()), name)
            rows.put("episodes", key, downloaded=stored)
        elif kind == "audiobook":
            name = _film(draw)
            rows.add("audiobooks", "ab", name=name, author=draw.person(), narrator=draw.person(), seconds=30_000, chapters=10,
                     size_mb=240.0, downloaded=stored, position=0)  # fmt: skip
        else:
            name, service = _film(draw), draw.pick(entities.STORE_APPS)
            rows.app(service, category="entertainment")
            rows.put("videos", rows.video(name, service), downloaded=stored)
        return {"kind": kind, "item": name, "what": draw.tongue(*KINDS[kind])}

    return about


MUSIC_QUALITY = {
    "low": ("low", "低"),
    "normal": ("normal", "标准"),
    "high": ("high", "高"),
    "lossless": ("lossless", "无损"),
}


def _music_quality(draw: Draw, rows: Rows) -> Slots:
    quality = draw.choice(sorted(MUSIC_QUALITY))
    return {"quality": quality, "said": draw.tongue(*MUSIC_QUALITY[quality])}


def _video_quality(draw: Draw, rows: Rows) -> Slots:
    quality = draw.choice(("480p", "720p", "1080p", "4k"))
    return {"quality": quality, "said": quality.replace("k", "K")}


def _switch(*fields: str, table: str = "streaming") -> About:
    """A switch that is the other way round; ``on`` is how it shall be, and ``say`` the word for it."""

    def about(draw: Draw, rows: Rows) -> Slots:
        on = draw.chance(0.5)
        rows.put(table, "main", **dict.fromkeys(fields, not on))
        return {"on": on, "say": draw.tongue("on" if on else "off", "打开" if on else "关闭"),
                "may": draw.tongue("may" if on else "must not", "可以" if on else "不许"),
                "should": draw.tongue("should" if on else "should not", "要" if on else "不要")}  # fmt: skip

    return about


def _age(draw: Draw, rows: Rows) -> Slots:
    rows.put("content_limit", "main", max_age=18, explicit_music=True)
    return {"age": draw.choice((7, 12, 16))}


def _tell_age(draw: Draw, payload: Any, slots: Slots) -> Told:
    age = str(payload["maxAge"])
    return draw.tongue(f"Videos play up to an age rating of {age}.", f"视频最高播放{age}岁级。"), [(age,)]


def _age_set(draw: Draw, rows: Rows) -> Slots:
    rows.put("content_limit", "main", max_age=draw.choice((7, 12, 16, 18)))
    return {}


PERFORMANCE = {"battery": ("saving battery", "省电"), "balanced": ("balanced", "均衡"), "high": ("high", "高")}


def _game(draw: Draw, rows: Rows) -> Slots:
    performance = draw.choice(sorted(PERFORMANCE))
    return {"performance": performance, "said": draw.tongue(*PERFORMANCE[performance])}


def _gaming(draw: Draw, rows: Rows) -> Slots:
    rows.put("game_mode", "main", on=True)
    return {}


VIDEOS = (
    wish(
        "play_video", "The film {film}", about=_films(), done=("{film} is playing.", "正在播放{film}。"), title="{film}",
        train="""!play the film {film}
        !play the movie {film}""",
        wide="""I want to watch the film {film}
        movie {film}[, please|]
        !put on the film {film}
        [it's movie night|the popcorn is ready], start the movie {film}
        can we watch the film {film}?""",
        held="""tonight we're watching {film}, so start that movie
        we'd like to watch {film}, it's a movie""",
        zh_train="![播放|放]电影{film}", zh_wide="我想看{film}这部电影", zh_held="今晚看电影，就放{film}",
    ),
    wish(
        "play_video", "The series {series}", about=_films(), done=("{series} is playing.", "正在播放{series}。"), series="{series}",
        train="""!play the series {series}
        !continue the series {series}""",
        wide="""I want to watch the series {series}
        !put on the next episode of the series {series}
        TV series {series}[, please|]
        [dinner's over|I'm on the sofa], go on with the series {series}
        can I see the next episode of the series {series}?""",
        held="""where were we in the series {series}? Play on from there
        let's carry on with the series {series}""",
        zh_train="![播放|接着放]电视剧{series}", zh_wide="我想[看|追]{series}这部剧", zh_held="{series}那部剧轮到哪集就放哪集",
    ),
    wish(
        "play_video", "{series}, season {season}, episode {number}", about=_films(), done=("{series} is playing.", "正在播放{series}。"),
        series="{series}", season="{season}", episode="{number}",
        train="""!play season {season}, episode {number} of the series {series}
        !play the series {series}, season {season} episode {number}""",
        wide="""series {series} S{season}E{number}
        I want to watch episode {number} of season {season} of the series {series}
        !put on {series}, the series, season {season}, episode {number}
        I missed season {season} episode {number} of the series {series}, play it
        can we see the series {series}, episode {number} from season {season}?""",
        held="""from the series {series} I'd like to see season {season}, episode {number}
        !start the series {series} at season {season}, episode {number}""",
        zh_train="![播放|放]电视剧{series}第{season}季第{number}集", zh_wide="想看{series}第{season}季第{number}集", zh_held="{series}那部剧，第{season}季，从第{number}集开始看",
    ),
    wish(
        "manage_watchlist", "{film} for later", about=_films(), done=("{film} is on the watchlist.", "{film}已加入想看。"), action="add",
        title="{film}",
        train="""!put {film} on my watchlist
        !add the film {film} to the watchlist""",
        wide="""watchlist: {film}
        I want to watch the film {film} later, [note it|put it on the watchlist]
        {film} should be on my watchlist
        somebody recommended the film {film}, save it for later
        can you add {film} to the films I want to see?""",
        held="""I'd like to see the film {film} some day, add it to my list of films
        !keep the film {film} for later on my watchlist""",
        zh_train="![把|将]电影{film}加到想看[清单|]", zh_wide="想看清单[加上|添上]{film}", zh_held="{film}这部电影以后想看，先记到清单里",
    ),
    wish(
        "manage_watchlist", "{film} off the list", about=_films(listed=True), done=("{film} is off the watchlist.", "{film}已移出想看清单。"),
        action="remove", title="{film}",
        train="""!take {film} off my watchlist
        !remove the film {film} from the watchlist""",
        wide="""watchlist without {film}[, please|]
        I don't want to watch the film {film} any more, take it off the watchlist
        {film} can go from my watchlist
        the reviews of {film} are bad, remove it from the watchlist
        can you delete {film} from my watchlist?""",
        held="""I've changed my mind about the film {film}, it can come off my watchlist
        !drop the film {film} from my watchlist""",
        zh_train="![把|将]电影{film}从想看清单移除", zh_wide="想看清单里[去掉|删掉]{film}", zh_held="{film}这部片不打算看了，从想看的里面拿掉",
    ),
    wish(
        "manage_watchlist", "{film} has been seen", about=_films(listed=True), done=("{film} is marked as watched.", "{film}已标记为看过。"),
        action="mark_watched", title="{film}",
        train="""!mark the film {film} as watched
        I've watched the film {film}, mark it as watched""",
        wide="""film {film}: watched
        !set {film} to watched on my watchlist
        I've [already|just] seen {film}, tick it off the watchlist as watched
        {film} counts as a film I've seen, mark it
        could you mark {film}, the movie, as seen?""",
        held="""I saw the film {film} last night, so it can be marked as watched
        !put the film {film} down as watched""",
        zh_train="![把|将]电影{film}标记为看过", zh_wide="{film}我看过了，[标一下|标记已看]", zh_held="{film}这片子在影院看完了，标成看过",
    ),
    wish(
        "manage_watchlist", "What is on the watchlist", about=_listed, tell=_tell_films, action="list",
        train="""what's on my watchlist?
        !show me my watchlist""",
        wide="""which films are on my watchlist?
        watchlist[?|, please]
        what did I want to watch?
        it's movie night, what's on the watchlist?
        can you read me my watchlist?""",
        held="""which movies did I save to watch later?
        what's left on my list of films to watch?""",
        zh_train="我的想看清单里有什么", zh_wide="![看看|念一下]想看清单", zh_held="我存着以后想看的电影都有哪些",
    ),
    wish(
        "search_videos", "Films on {service}", about=_films(), tell=_tell_films, service="{service}", kind="movie",
        train="""which films are there on {service}?
        ![list|show] the films on {service}""",
        wide="""what movies does {service} have?
        films on {service}[?|, please]
        !look for films on {service}
        I've got {service}, what films can I watch there?
        can you tell me what movies are on {service}?""",
        held="""what films can I find on {service}?
        !tell me all the movies that {service} has""",
        zh_train="{service}上有哪些电影", zh_wide="![查一下|列出]{service}里的电影", zh_held="开了{service}的会员，那儿能看什么电影",
    ),
    wish(
        "manage_offline_media", "The {kind} {item} for offline", about=_offline(), done=("{item} is on the phone.", "{item}已下载。"),
        action="download", kind="{kind}", item="{item}",
        train="""!download the {what} {item}
        !download the {what} {item} for offline use""",
        wide="""!make the {what} {item} available offline
        I want the {what} {item} on my phone
        I'm going on a flight, download the {what} {item}
        !save the {what} {item} for when I'm offline
        can I have the {what} {item} without internet?""",
        held="""there's no internet where I'm going, I need the {what} {item} downloaded
        !store the {what} {item} on my phone so it works without internet""",
        zh_train="下载{what}{item}", zh_wide="![把|将]{what}{item}缓存下来", zh_held="路上没网，{what}{item}先存到手机里",
    ),
    wish(
        "manage_offline_media", "The download of {item} goes", about=_offline(stored=True), done=("The download of {item} is removed.", "{item}的下载已删除。"),
        action="remove", kind="{kind}", item="{item}",
        train="""!remove the download of the {what} {item}
        !delete the downloaded {what} {item}""",
        wide="""the {what} {item}: remove the download
        I don't need the {what} {item} offline any more
        storage is tight, delete the download of the {what} {item}
        the {what} {item} needn't be on the phone [any more|any longer], remove the download
        can you delete the offline copy of the {what} {item}?""",
        held="""I can stream the {what} {item} now, so it can go from my downloads
        !free up space by removing the {what} {item} from my downloads""",
        zh_train="删除{what}{item}的下载", zh_wide="{what}{item}的缓存[清掉|删了]", zh_held="{what}{item}不用离线留着了",
    ),
    wish(
        "manage_streaming_settings", "Music in {quality} quality", about=_music_quality, done=("Music streams in {said} quality.", "音乐音质已设为{said}。"),
        action="set", musicQuality="{quality}",
        train="""!set the music quality to {said}
        !stream music in {said} quality""",
        wide="""music streaming quality: {said}
        I want my music in {said} quality
        music quality {said}[, please|]
        the sound isn't what I want, make the music quality {said}
        can I stream music in {said} quality?""",
        held="""songs should stream in {said} quality from now on
        !change the quality of streamed music to {said}""",
        zh_train="音乐音质[调成|设为]{said}", zh_wide="听歌用{said}音质", zh_held="在线的歌曲，音质要{said}的",
    ),
    wish(
        "manage_streaming_settings", "Videos in {quality}", about=_video_quality, done=("Videos stream in {said}.", "视频画质已设为{said}。"),
        action="set", videoQuality="{quality}",
        train="""!set the video quality to {said}
        !stream videos in {said}""",
        wide="""video streaming quality: {said}
        I want videos in {said}
        video quality {said}[, please|]
        the picture isn't right for me, stream films in {said}
        can you switch video streaming to {said}?""",
        held="""when I stream films, the picture quality should be {said}
        !change the quality of streamed videos to {said}""",
        zh_train="视频画质[调成|设为]{said}", zh_wide="看视频用{said}", zh_held="在线的片子，清晰度要{said}",
    ),
    wish(
        "manage_streaming_settings", "Streaming on mobile data: {say}", about=_switch("on_mobile_data"),
        done=("Streaming on mobile data is {say}.", "移动数据流媒体播放已{say}。"), action="set", streamOnMobileData="{on}",
        train="""!turn streaming on mobile data {say}
        music and videos {may} stream on mobile data""",
        wide="""streaming on mobile data: {say}
        I want streaming over mobile data {say}
        [because of my data plan|with my new plan], music and films {may} stream over mobile data
        !switch streaming over the mobile network {say}
        can you turn streaming with mobile data {say}?""",
        held="""streaming {may} use my mobile data when there's no Wi-Fi
        !set streaming over mobile data to {say}""",
        zh_train="{say}移动数据播放音乐和视频", zh_wide="听歌看片{may}用流量", zh_held="在线听歌看视频，没Wi-Fi时{may}走流量",
    ),
    wish(
        "manage_streaming_settings", "Downloads on Wi-Fi only: {say}", about=_switch("download_on_wifi_only"),
        done=("Downloading media on Wi-Fi only is {say}.", "仅Wi-Fi下载影音已{say}。"), action="set", downloadOnWifiOnly="{on}",
        train="""!turn Wi-Fi only for music and video downloads {say}
        music and video downloads {should} be limited to Wi-Fi""",
        wide="""media downloads on Wi-Fi only: {say}
        downloading songs and films {should} be restricted to Wi-Fi
        I want the Wi-Fi only option for music and video downloads {say}
        [because of my data plan|with my data plan], downloads of songs and films {should} wait for Wi-Fi
        can you turn Wi-Fi only for downloading music and videos {say}?""",
        held="""music and videos {should} wait for Wi-Fi before downloading
        !set Wi-Fi-only downloads of songs and films to {say}""",
        zh_train="{say}仅在Wi-Fi下下载音乐和视频", zh_wide="下载歌曲和电影{should}限定Wi-Fi", zh_held="音乐视频{should}等有了Wi-Fi再下载",
    ),
    wish(
        "manage_streaming_settings", "Autoplay: {say}", about=_switch("autoplay"), done=("Autoplay is {say}.", "自动播放下一集已{say}。"),
        action="set", autoplay="{on}",
        train="""!turn autoplay of the next episode {say}
        !switch autoplay for series {say}""",
        wide="""autoplay {say}
        the next episode {should} start by itself
        I want autoplay {say} for series
        I [fall asleep|sit] in front of the TV series, the next episode {should} play on its own
        can you turn autoplay {say}?""",
        held="""when an episode of a series is over, the next one {should} play automatically
        !set autoplay for my series to {say}""",
        zh_train="{say}自动播放下一集", zh_wide="看剧{should}自动放下一集", zh_held="看完一集，下一集{should}自动播放",
    ),
    wish(
        "manage_content_limit", "Videos up to {age}", about=_age, done=("Videos play up to an age rating of {age}.", "视频限{age}岁及以下。"),
        action="set", maxAge="{age}",
        train="""!limit videos to an age rating of {age}
        !allow only videos rated up to {age}""",
        wide="""age limit for videos: {age}
        !set the parental limit to {age}
        my child uses this phone, only videos up to an age rating of {age}
        videos should only play up to {age} years
        can you block videos that are rated above {age}?""",
        held="""the kids get this phone, so no videos rated over {age}
        !cap the age rating for videos at {age}""",
        zh_train="视频[限制|限定]在{age}岁级", zh_wide="家长限制设为{age}岁", zh_held="孩子要用手机，超过{age}岁级的视频别放",
    ),
    wish(
        "manage_content_limit", "No explicit songs", about=_age, done=("Explicit songs are blocked.", "已屏蔽露骨歌曲。"), action="set",
        explicitMusic=False,
        train="""!block explicit songs
        !block explicit music""",
        wide="""no explicit songs[, please|]
        explicit music must not play on this phone
        the kids are listening, block songs with explicit lyrics
        I don't want any explicit music to be played
        can you turn off explicit songs?""",
        held="""my little sister is listening, so no songs with swear words
        !keep songs with explicit language from playing on this phone""",
        zh_train="![屏蔽|禁止]露骨歌曲", zh_wide="带脏话的歌[别放|不许播放]", zh_held="孩子也在听，歌词带脏字的歌都别放",
    ),
    wish(
        "manage_content_limit", "Up to which age videos play", about=_age_set, tell=_tell_age, action="get",
        train="""up to which age rating do videos play on this phone?
        what's the age limit for videos?""",
        wide="""what is the parental limit set to?
        age limit for videos[?|, please]
        I want to know up to what age rating videos are allowed here
        how high is the age limit for videos on this phone?
        can you check the parental age limit?""",
        held="""what age rating are videos limited to on this phone?
        which age are the parental controls set to for videos?""",
        zh_train="视频的年龄限制是多少", zh_wide="![看看|查一下]家长限制设到几岁", zh_held="这手机的视频最多能放几岁级的",
    ),
    wish(
        "manage_game_mode", "Game mode, {performance}", about=_game, done=("Game mode is on, performance {said}.", "游戏模式已打开，性能{said}。"),
        action="turn_on", performance="{performance}",
        train="""!turn on game mode, performance {said}
        game mode on with performance {said}""",
        wide="""game mode, performance {said}
        I'm going to play, turn on game mode with the performance set to {said}
        !start game mode, performance: {said}
        I want game mode on and its performance {said}
        can you turn on the game booster with performance {said}?""",
        held="""let's get ready to play, game mode with the performance at {said}
        !put the phone in game mode and set its performance to {said}""",
        zh_train="打开游戏模式，性能[选|设为]{said}", zh_wide="我要打游戏，游戏模式开起来，性能{said}", zh_held="准备开黑，进游戏模式，性能调成{said}",
    ),
    wish(
        "manage_game_mode", "Game mode off", about=_gaming, done=("Game mode is off.", "游戏模式已关闭。"), action="turn_off",
        train="""![turn|switch] off game mode
        game mode off""",
        wide="""!end game mode
        no more game mode[, please|]
        I've finished playing, turn game mode off
        I want game mode off
        can you turn off the game booster?""",
        held="""I'm done gaming, the phone can leave game mode
        !take the phone out of game mode""",
        zh_train="![关闭|关掉]游戏模式", zh_wide="游戏模式[关了|退出]", zh_held="游戏打完了，游戏模式不用了",
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=AUDIO, languages=("en", "en", "zh"))
def plain_videos(draw: Draw) -> Draft:
    """A film or a series, what is kept for offline, how it streams, and what may be watched and played."""
    return plain(draw, VIDEOS)


# -- camera and gallery

MODES = {"portrait": ("portrait mode", "人像模式"), "night": ("night mode", "夜景模式")}


def _shot(draw: Draw, rows: Rows) -> Slots:
    mode = draw.choice(sorted(MODES))
    return {"mode": mode, "said": draw.tongue(*MODES[mode])}


def _filming(draw: Draw, rows: Rows) -> Slots:
    rows.put("camera", "main", recording=True, lens="rear", since=rows.now - 40)
    return {}


def _album_name(draw: Draw) -> str:
    return draw.title() if draw.language == "zh" else draw.pick(entities.PHOTO_ALBUMS)


def _album(draw: Draw, rows: Rows) -> Slots:
    album, new, keys = _album_name(draw), _album_name(draw), [rows.photo(days_ago=age) for age in (3, 4)]
    for name in (album, _album_name(draw)):
        rows.add("photo_albums", "pa", name=name, photos=keys, created=rows.now - 900_000)
    return {"album": album, "new": new}


def _tell_albums(draw: Draw, payload: Any, slots: Slots) -> Told:
    return _list(draw, payload["albums"])


def _photos(draw: Draw, rows: Rows) -> Slots:
    """Photos of one place, of another, and of a person."""
    place, count = draw.place(), draw.integer(2, 5)
    for age in range(count):
        rows.photo(place=place, days_ago=5 + age)
    rows.photo(place=draw.place(), days_ago=4)
    return {"place": place, "count": count}


def _person(draw: Draw, rows: Rows) -> Slots:
    person, days = draw.person(), draw.integer(3, 20)
    rows.put("photos", rows.photo(days_ago=days), people=[person])
    rows.photo(days_ago=2)
    return {"person": person, "taken": (draw.today - timedelta(days=days)).isoformat()}


def _tell_photos(draw: Draw, payload: Any, slots: Slots) -> Told:
    count = str(payload["total"])
    return draw.tongue(f"There are {count} photos from {slots['place']}.", f"有{count}张{slots['place']}的照片。"), [
        (count,)
    ]


def _tell_person(draw: Draw, payload: Any, slots: Slots) -> Told:
    name = payload["photos"][0]["name"]
    return draw.tongue(f"{slots['person']} is on {name}.", f"{slots['person']}在{name}上。"), [(name,)]


PICTURES = (
    wish(
        "control_camera", "A photo", done=("The photo is taken.", "照片拍好了。"), action="take_photo",
        train="""!take a photo
        !take a picture""",
        wide="""photo[, please|]
        !take a photo with the camera
        I want to take a photo
        what a view, take a picture [of it|]
        can you take a photo for me?""",
        held="""I'd like a picture of this, use the camera
        !snap a quick photo""",
        zh_train="拍[一张照片|张照片|照]", zh_wide="用相机拍一张", zh_held="这风景好看，照张相吧",
    ),
    wish(
        "control_camera", "A selfie", done=("The selfie is taken.", "自拍拍好了。"), action="take_photo", lens="front",
        train="""!take a selfie
        !take a photo with the front camera""",
        wide="""selfie[, please|]
        !take a picture of me with the front camera
        I want a selfie
        everybody smile, [take a selfie|selfie time]
        can you take a selfie of us?""",
        held="""we're all smiling, so snap a selfie of us
        !use the front camera for a picture of us""",
        zh_train="[来张自拍|自拍一张]", zh_wide="用前置摄像头拍一张", zh_held="我摆好姿势了，拍个自拍吧",
    ),
    wish(
        "control_camera", "A photo in {mode} mode", about=_shot, done=("The photo is taken in {said}.", "已用{said}拍照。"), action="take_photo",
        mode="{mode}",
        train="""!take a photo in {said}
        !take a picture in {said}""",
        wide="""photo in {said}[, please|]
        !use {said} for a photo
        I want to take a picture in {said}
        the light here calls for it, take a photo in {said}
        can you take a photo with the camera in {said}?""",
        held="""I need a photo, but with the camera in {said}
        !switch the camera to {said} and snap a picture""",
        zh_train="用{said}拍一张照片", zh_wide="{said}，拍照", zh_held="这光线得用{said}，照一张",
    ),
    wish(
        "control_camera", "Film something", done=("The camera is recording.", "正在录像。"), action="start_video",
        train="""!start recording a video
        !record a video""",
        wide="""video recording, start
        !start filming
        I want to record a video
        the show begins, start recording a video
        can you film this with the camera?""",
        held="""this has to be on video, get the camera going
        !film what's happening here""",
        zh_train="![开始|启动]录像", zh_wide="[录一段视频|拍视频]", zh_held="要开演了，用相机录视频",
    ),
    wish(
        "control_camera", "Stop filming", about=_filming, done=("The video is saved.", "视频录好了。"), action="stop_video",
        train="""!stop recording the video
        !stop filming""",
        wide="""stop the video recording
        !end the video
        that's enough footage, stop filming
        I want the video recording to stop
        can you stop the camera recording?""",
        held="""we've got everything on video now, stop the camera
        !finish the video you're recording""",
        zh_train="![停止|结束]录像", zh_wide="视频[别录了|录完了，停]", zh_held="演完了，视频不用再录了",
    ),
    wish(
        "manage_photo_album", "An album {new}", about=_album, done=("There is an album {new} now.", "相册{new}建好了。"), action="create",
        name="{new}",
        train="""![create|make] a photo album [called|named] {new}
        new photo album {new}""",
        wide="""!start an empty album {new} in the gallery
        I want a new photo album {new}
        I need a photo album called {new}, empty for now
        can you set up a photo album named {new}?
        photo album {new}, create it""",
        held="""I'd like a new album for my photos, called {new}
        !add an empty album to my gallery and name it {new}""",
        zh_train="![新建|创建]相册{new}", zh_wide="图库里加个新相册，叫{new}", zh_held="弄个空相册，名字{new}，照片以后再放",
    ),
    wish(
        "manage_photo_album", "{album} becomes {new}", about=_album, done=("The album is called {new} now.", "相册改名为{new}了。"),
        action="rename", name="{album}", newName="{new}",
        train="""!rename the photo album {album} to {new}
        the photo album {album} should be called {new}""",
        wide="""photo album {album}: rename to {new}
        !change the name of the album {album} to {new}
        I don't like the name of my photo album {album}, [make|call] it {new}
        I want the photo album {album} renamed to {new}
        could you give the photo album {album} the name {new}?""",
        held="""the photo album {album} needs a better name: {new}
        !change what my album {album} is called to {new}""",
        zh_train="![把|将]相册{album}改名为{new}", zh_wide="相册{album}[改叫|重命名成]{new}", zh_held="{album}那个相册的名字换成{new}",
    ),
    wish(
        "manage_photo_album", "No {album} any more", about=_album, done=("The album {album} is deleted; the photos stay.", "相册{album}已删除，照片还在。"),
        action="delete", name="{album}",
        train="""!delete the photo album {album}
        !remove my photo album {album}""",
        wide="""delete album {album}
        I don't need the photo album {album} [any more|any longer], delete it
        !get rid of the photo album {album}
        the photo album {album} can go
        can you delete the album {album} in my gallery?""",
        held="""I don't want the album {album} in my gallery any more
        !erase my photo album called {album}""",
        zh_train="![删除|删掉]相册{album}", zh_wide="相册{album}[不要了|没用了]，删了", zh_held="{album}那个相册多余，去掉吧",
    ),
    wish(
        "manage_photo_album", "Which albums there are", about=_album, tell=_tell_albums, action="list",
        train="""which photo albums do I have?
        !list my photo albums""",
        wide="""what albums are there in my gallery?
        !show me my photo albums
        photo albums[?|, please]
        I want to put pictures into an album, which ones have I got?
        can you name my photo albums?""",
        held="""what albums do I have for my photos?
        !tell me the names of the albums in my gallery""",
        zh_train="我有哪些相册", zh_wide="![列出|看看]我的相册", zh_held="图库里都分了哪几个相册",
    ),
    wish(
        "search_photos", "Photos from {place}", about=_photos, tell=_tell_photos, query="{place}",
        train="""how many photos from {place} do I have?
        how many pictures did I take in {place}?""",
        wide="""number of photos from {place}[?|, please]
        !count my photos from {place}
        I was in {place}, how many pictures [are there|did I take]?
        !check the gallery: how many photos from {place}?
        can you tell me how many photos of {place} there are in my gallery?""",
        held="""how many of my pictures are from {place}?
        I took photos in {place}, tell me how many""",
        zh_train="我有多少张{place}的照片", zh_wide="![数一下|查一下]在{place}拍了几张照片", zh_held="图库里{place}的照片一共多少张",
    ),
    wish(
        "search_photos", "Who is on which photo", about=_person, tell=_tell_person, query="{person}",
        train="""which photo shows {person}?
        ![find|search for] the photo of {person}""",
        wide="""photo with {person}[?|, please]
        on which picture is {person}?
        I need the photo with {person} on it, which file is that?
        !look for {person} in my photos
        can you find the picture of {person} in my gallery?""",
        held="""there's a photo of {person} somewhere in my gallery, what's the file called?
        which of my photos has {person} in it?""",
        zh_train="哪张照片上有{person}", zh_wide="![找一下|搜索]{person}的照片", zh_held="图库里拍到{person}的照片叫什么名",
    ),
)  # fmt: skip


@family(split="train", behaviour="grounding", domains=AUDIO, languages=("en", "en", "zh"))
def plain_pictures(draw: Draw) -> Draft:
    """A photo or a video is taken or looked for, or an album is made, renamed or deleted."""
    return plain(draw, PICTURES)
