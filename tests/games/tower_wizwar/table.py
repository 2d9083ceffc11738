"""A table for tests: the plain cards, positions in a line or two, play as notation.

Further cards, with effects, are given by a test as TOML.
"""

from collections.abc import Mapping
from functools import partial
from typing import Any, Self

from events.common import Opening, Seating
from referee.games.registry import game_of
from referee.games.tower_wizwar import places
from referee.games.tower_wizwar.state import (
    ATTACK,
    CAST,
    DRAFT,
    LAST,
    MOVEMENT,
    RENEW,
    STABILISE,
    Doings,
    Side,
    State,
)
from tests import table

GAME = game_of("tower_wizwar", "1")
SEATS = table.SEATS
catalog = partial(table.plain, GAME.id)
"""The plain cards, and those that a test brings as TOML."""

PHASES = {
    "stabilise": STABILISE,
    "renew": RENEW,
    "draft": DRAFT,
    "cast": CAST,
    "movement": MOVEMENT,
    "attack": ATTACK,
    "last": LAST,
}


DECK = {
    **{f"C{n}": 3 for n in range(9)},
    **{f"Guard{n}": 2 for n in (1, 2, 3)},
    "Mist1": 1,
    "Mist0": 1,
    "Glass2": 2,
    "Ghost2": 2,
    "Tool1": 2,
    "Relic2": 2,
    "Glade1": 2,
    "Rite1": 2,
    "Rite2": 2,
    "Rite3": 1,
    **{f"Sun{n}": 1 for n in range(1, 7)},
    **{f"Hat{n}": 1 for n in range(1, 5)},
}
TOWERS = ("Keep2", "Keep3", "Keep5")


def opening(
    players: int = 2,
    *,
    cards: Any = None,
    teams: bool | None = None,
    decks: Mapping[str, Mapping[str, int]] | None = None,
    towers: Mapping[str, Any] | None = None,
    choices: Mapping[str, str] | None = None,
    **options: str,
) -> Opening:
    """The opening of a match; four and six wizards play odd against even.

    Args:
        players: how many.
        cards: the catalog, where it is another than the plain one.
        teams: whether two sides play; where nobody says it, with more than two wizards.
        decks: for a seat, its deck of magic, where it is another.
        towers: for a seat, its deck of towers.
        choices: interpretations that are not the usual ones.
        options: what is agreed: backs, type.
    """
    used = cards or catalog()
    sides = players > 2 if teams is None else teams
    seats = tuple(
        Seating(
            seat,
            seat.title(),
            dict((decks or {}).get(seat, DECK)),
            side=("odd", "even")[at % 2] if sides else "",
            lists={"towers": (towers or {}).get(seat, TOWERS)},
        )
        for at, seat in enumerate(SEATS[:players])
    )
    return table.opening_of(GAME, used, seats, choices, options)


class Match(table.Match):
    """A match with shortcuts to positions; what they set up was never logged."""

    follows_hints = True

    def put(self, seat: str, spot: str, name: str, **fields: Any) -> str:
        """A card on a map, on top of what is there; its id."""
        thing = places.enter(self.t, name, seat, seat, spot)
        for field, value in fields.items():
            setattr(thing, field, value)
        return thing.id

    def tower(self, seat: str, name: str) -> str:
        """A tower of the deck of towers is in play; its id."""
        self.t.state.zones.piles[f"{seat}.towers"].remove(name)
        return self.put(seat, "T", name)

    def hold(self, seat: str, *names: str, place: str = "hand") -> Self:
        """Cards more in a hidden place, which all have seen there."""
        places.backs_of(self.t, seat).put(self.t.state.zones.hidden, f"{seat}.{place}", names)
        return self

    def unseen(self, seat: str, place: str, count: int, back: str = "spell") -> Self:
        """Unseen cards of a deck come to another place."""
        source, target = f"{seat}.deck/{back}", f"{seat}.{place}/{back}"
        self.t.state.zones.hidden.draw(count, source, target)
        return self

    def at(self, phase: str, seat: str = "ana") -> Self:
        """The turn of a wizard stands at a phase, and nothing was done in it."""
        state = self.t.state
        state.active, state.phase, state.done = seat, PHASES[phase], Doings()
        state.done.pool = state.zones.hidden.size(f"{seat}.pool/spell")
        return self

    def side(self, seat: str) -> Side:
        """What a wizard has."""
        found: Side = self.tw.sides[seat]
        return found

    @property
    def tw(self) -> State:
        """The state, typed."""
        state: State = self.replay.state
        return state


def opened(players: int = 2, extra: str = "", **more: Any) -> Match:
    """A match that was opened; ana's entrance begins."""
    cards = catalog(extra)
    return Match(GAME, cards, opening(players, cards=cards, **more))


def turn(players: int = 2, extra: str = "", phase: str = "cast", **more: Any) -> Match:
    """A match in ana's turn after all entrances: hands of five, pools of six, no card in play."""
    match = opened(players, extra, **more)
    for seat in match.tw.seats:
        side = match.tw.sides[seat]
        side.entered = side.begun = True
        match.unseen(seat, "hand", 5).unseen(seat, "pool", 6)
    return match.at(phase)
