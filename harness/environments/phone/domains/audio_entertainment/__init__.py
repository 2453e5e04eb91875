"""Audio and entertainment: music, radio, podcasts, audiobooks, videos, recordings, camera and gallery, games."""

from .gallery import control_camera, manage_photo, manage_photo_album, search_photos
from .limits import manage_content_limit, manage_game_mode
from .music import (
    get_lyrics,
    manage_favourite_song,
    manage_playlist,
    play_music,
    recognize_song,
    search_music,
)
from .offline import manage_offline_media, manage_streaming_settings
from .playback import control_playback, manage_play_queue, manage_sleep_timer, set_playback_mode
from .recorder import manage_voice_recording
from .spoken import manage_audiobook, manage_podcast, manage_radio
from .videos import manage_watchlist, play_video, search_videos

__all__ = [
    "control_camera", "control_playback", "get_lyrics", "manage_audiobook", "manage_content_limit",
    "manage_favourite_song", "manage_game_mode", "manage_offline_media", "manage_photo", "manage_photo_album",
    "manage_play_queue", "manage_playlist", "manage_podcast", "manage_radio", "manage_sleep_timer",
    "manage_streaming_settings", "manage_voice_recording", "manage_watchlist", "play_music", "play_video",
    "recognize_song", "search_music", "search_photos", "search_videos", "set_playback_mode",
]  # fmt: skip
