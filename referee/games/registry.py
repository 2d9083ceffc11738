"""The registry of games: the one place that lists them."""

from functools import cache
from importlib import import_module
from importlib.util import resolve_name

from referee.game import Game

_REGISTERED: dict[str, dict[str, str]] = {
    "legacy_of_conflict": {"1.0": ".legacy_of_conflict"},
    "wondervale": {"1.1": ".wondervale"},
}
"""For each game id, its rules versions (newest last) and the package here that plays it."""


class UnknownGame(LookupError):
    """No such game or version; the message says which there are."""


def game_ids() -> list[str]:
    """The ids of all games."""
    return sorted(_REGISTERED)


def package_of(game_id: str) -> str:
    """The name of the package of a game under its newest rules; nothing of it is imported."""
    return resolve_name(list(_REGISTERED[game_id].values())[-1], __package__)


@cache
def game_of(game_id: str, version: str | None = None) -> Game:
    """The game of that id, under that version of its rules or the newest.

    Raises:
        UnknownGame: there is none.
    """
    versions = _REGISTERED.get(game_id)
    if versions is None:
        raise UnknownGame(f"unknown game {game_id!r}; known: {', '.join(game_ids())}")
    if version is None:
        version = list(versions)[-1]
    if version not in versions:
        raise UnknownGame(
            f"{game_id}: unknown rules version {version!r}; known: {', '.join(versions)}"
        )
    game = import_module(versions[version], __package__).GAME
    assert isinstance(game, Game)
    return game
