"""A table for tests: the plain cards, positions in a line or two, play as notation.

Further cards, with effects, are given by a test as TOML.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any, Self

from events.common import Opening, Seating
from referee.games.registry import game_of
from referee.games.warrift.places import LAYOUT
from referee.games.warrift.state import State, class_of, class_seat
from tests import table

GAME = game_of("warrift", "1.0")
CLASSES = {"A": "arbiter", "N": "necromancer", "W": "werewolf", "G": "grandmaster"}
SEATS = table.SEATS[:4]
catalog = partial(table.plain, GAME.id)
"""The plain cards, and those that a test brings as TOML."""

MONSTERS = {"Rat": 24, "Wolf": 18, "Ogre": 12, **{f"Dragon{n}": 1 for n in range(1, 7)}}
SUPPORT = {
    "Hand1": 10,
    "Sneak1": 1,
    "Hand2": 8,
    "Hand3": 5,
    "Hut1": 11,
    "Hut2": 8,
    "Hut3": 5,
    **{f"HandL{n}": 1 for n in range(1, 7)},
    **{f"HutL{n}": 1 for n in range(1, 7)},
}


def starting_deck(mark: str) -> dict[str, int]:
    """Five mages and five warriors."""
    return {f"{mark}mage": 5, f"{mark}warrior": 5}


def class_deck(mark: str) -> dict[str, int]:
    """A legal class deck of fifty."""
    return {
        f"{mark}2": 16,
        f"{mark}A": 4,
        f"{mark}3": 12,
        f"{mark}4": 9,
        f"{mark}5": 6,
        **{f"{mark}L{number}": 1 for number in (1, 2, 3)},
    }


def opening(
    players: int = 2,
    *,
    cards: Any = None,
    teams: bool = False,
    swaps: Mapping[str, Mapping[str, int]] | None = None,
    choices: Mapping[str, str] | None = None,
    lists: Mapping[str, Any] | None = None,
    **options: str,
) -> Opening:
    """The opening of a match: ana plays the arbiter, bo the necromancer, cy, di the others.

    Args:
        players: how many.
        cards: the catalog, where it is another than the plain one.
        teams: whether ana and cy play against bo and di.
        swaps: for a seat, its class deck, where it is another.
        choices: interpretations that are not the usual ones.
        lists: the lists of the table, where they are others.
        options: what is agreed: difficulty, retain.
    """
    used = cards or catalog()
    seats = tuple(
        Seating(
            seat,
            seat.title(),
            starting_deck(mark),
            side=("odd", "even")[at % 2] if teams else "",
            lists={"class": dict((swaps or {}).get(seat, class_deck(mark)))},
        )
        for at, (seat, mark) in enumerate(zip(SEATS[:players], CLASSES, strict=False))
    )
    tables = dict(lists or {"monsters": MONSTERS, "support": SUPPORT})
    return table.opening_of(GAME, used, seats, choices, options, lists=tables)


class Match(table.Match):
    """A match with shortcuts to positions; what they set up was never logged."""

    follows_hints = True

    def put(self, seat: str, *names: str, **fields: Any) -> list[str]:
        """Copies of cards in play, of nobody where the seat is empty; their ids."""
        t = self.t
        made = []
        for name in names:
            cls = class_of(t.catalog.cards[name])
            owner = class_seat(t.state, cls) if cls else ""
            made.append(LAYOUT.enter(t, name, "play", owner, seat, **fields).id)
        return made

    def pile(self, zone: str, *names: str) -> Self:
        """What lies in a public place, by its zone: ``ana.selection``, ``offers``."""
        self.t.state.zones.piles[zone] = list(names)
        return self

    @property
    def wr(self) -> State:
        """The state, typed."""
        state: State = self.replay.state
        return state


def opened(players: int = 2, extra: str = "", **more: Any) -> Match:
    """A match that was opened, and nothing is flipped yet."""
    cards = catalog(extra)
    return Match(GAME, cards, opening(players, cards=cards, **more))


def begun(players: int = 2, extra: str = "", **more: Any) -> Match:
    """A match up to the first roll for the Eye, which is ana's."""
    match = opened(players, extra, **more)
    for seat, mark in zip(SEATS[:players], CLASSES, strict=False):
        match.play(f"{seat} selection {mark}2 {mark}2 {mark}3 {mark}4 {mark}A")
    match.play("ana selection Hand1 Hand2 Sneak1 Hut1 Hut2 Hut3 of=support")
    rolls = " ".join(f"{seat}:{6 - at}" for at, seat in enumerate(SEATS[:players]))
    return match.play(f"ana first-roll {rolls}")


def mid(players: int = 2, extra: str = "", **more: Any) -> Match:
    """A match in ana's first mid step, without monsters."""
    match = begun(players, extra, **more)
    return match.play(f"ana eye-roll {' '.join('0' * players)}; ana step mid")
