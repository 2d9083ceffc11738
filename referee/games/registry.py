"""The registry of games: the one place that lists them.

A Python package from elsewhere brings a game through the entry point group
``tabletop_referee.games``; the shipped ones need none.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from importlib import import_module
from importlib.util import find_spec, resolve_name
from pathlib import Path
from typing import TYPE_CHECKING

from events.error import RefereeError
from events.notation.words import nearest
from referee.game import Game

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

_SHIPPED = {
    "grand_archive": ".grand_archive",
    "legacy_of_conflict": ".legacy_of_conflict",
    "tower_wizwar": ".tower_wizwar",
    "warrift": ".warrift",
    "wondervale": ".wondervale",
}
"""For each game id, the package beside this module that plays it; its ``GAME`` is the game."""

_STREAMS = {"tournament": "..tournament"}
"""What is folded like a game and is none for a table: its package."""

GROUP = "tabletop_referee.games"
"""The entry point group: name = game id, value = the package with the ``GAME``."""


class UnknownGame(RefereeError, LookupError):
    """No such game or version, or none that can be played; the message says which there are."""


@cache
def _elsewhere() -> "Mapping[str, EntryPoint]":
    """The games of other packages, by id. Looked up once, and only where a shipped one is not
    meant: it takes as long as there are packages."""
    from importlib.metadata import entry_points

    return {found.name: found for found in entry_points(group=GROUP)}


def game_ids() -> list[str]:
    """The ids of all games that are played at a table."""
    return sorted({*_SHIPPED, *_elsewhere()})


def elsewhere_ids() -> list[str]:
    """The ids of the games that other packages bring."""
    return sorted(_elsewhere().keys() - _SHIPPED.keys())


def stream_ids() -> list[str]:
    """The ids of what is folded like a game and is none for a table, such as a tournament."""
    return sorted(_STREAMS)


def is_stream(game_id: str) -> bool:
    """Whether it is no game for a table but a stream of its own, such as a tournament: it is
    verified, explained and ruled like a match, and not offered where games are."""
    return game_id in _STREAMS


def package_of(game_id: str) -> str:
    """The name of the package of a game; nothing of it is imported.

    Raises:
        UnknownGame: there is none.
    """
    if here := _SHIPPED.get(game_id) or _STREAMS.get(game_id):
        return resolve_name(here, __package__)
    if game_id in _elsewhere():
        return _elsewhere()[game_id].module
    near = nearest(game_id, game_ids())
    meant = f"did you mean {near[0]}? " if near else ""
    raise UnknownGame(f"unknown game {game_id!r}; {meant}known: {', '.join(game_ids())}")


def folder_of(game_id: str) -> Path | None:
    """Where the package of a game lies; nothing of it is imported. None where it is no folder, or
    is not there, which a game says when it is asked for."""
    try:
        package = find_spec(package_of(game_id))
    except ModuleNotFoundError:
        return None
    places = (package and package.submodule_search_locations) or ()
    return next(map(Path, places), None)


@cache
def game_of(game_id: str, version: str | None = None) -> Game:
    """The game of that id, under that version of its rules or its usual one.

    Raises:
        UnknownGame: there is none, or the package that brings it cannot be used.
    """
    package = package_of(game_id)
    try:
        game = import_module(package).GAME
    except Exception as error:
        if game_id in _SHIPPED or game_id in _STREAMS:
            raise
        said = f"{type(error).__name__}: {error}"
        raise UnknownGame(f"{game_id}: {package} cannot be used: {said}") from error
    if not isinstance(game, Game) or game.id != game_id:
        raise UnknownGame(f"{game_id}: {package} has no GAME with that id")
    if version is None or version == game.version:
        return game
    if version not in game.versions:
        known = ", ".join(game.versions)
        raise UnknownGame(f"{game_id}: unknown rules version {version!r}; known: {known}")
    others = tuple(each for each in game.versions if each != version)
    return replace(game, version=version, other_versions=others)
