"""A light record: a match of any game of which less is told than all, and less is judged."""

from referee.light.handlers import DEPTHS, in_full, light_handlers_of, open_light
from referee.light.light_game import answers, by_depth, winners_of
from referee.light.state import LightState, figures, owners, tracks_of
from referee.light.track import Ask, FromHere, Track, no_tracks

__all__ = [
    "DEPTHS",
    "Ask",
    "FromHere",
    "LightState",
    "Track",
    "answers",
    "by_depth",
    "figures",
    "in_full",
    "light_handlers_of",
    "no_tracks",
    "open_light",
    "owners",
    "tracks_of",
    "winners_of",
]
