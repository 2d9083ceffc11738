"""A table for tests: the plain cards, positions in a line or two, play as notation.

Further cards, with effects, are given by a test as TOML.
"""

from collections.abc import Mapping
from typing import Any, Self

from events.common import Opening, Seating
from events.event import Event
from referee.games.grand_archive import lineages, places
from referee.games.grand_archive.state import (
    DRAW,
    END,
    MAIN,
    MATERIALIZE,
    RECOLLECTION,
    Doings,
    InPlay,
    Side,
    State,
)
from referee.games.registry import game_of
from referee.verdict import Illegal, Incomplete, Verdict
from tests import table

SEATS = table.SEATS[:4]
PHASES = {
    "materialize": MATERIALIZE,
    "recollection": RECOLLECTION,
    "draw": DRAW,
    "main": MAIN,
    "end": END,
}


DECK = {
    **{f"A{n}": 4 for n in (1, 2, 3, 4)},
    **dict.fromkeys(("Wall3", "Fire2", "Guard2", "Shade2", "Page2", "Owl1"), 2),
    **dict.fromkeys(("Stone2", "Proud3", "King4", "Eye2", "Slow2", "Vigor2", "Bowman2"), 2),
    **dict.fromkeys(("Bolt1", "Bolt2", "Rite3", "Ember2", "Cut2"), 2),
    **dict.fromkeys(("Slash3", "Lamp1"), 2),
    **dict.fromkeys(("Sweep4", "Cmd2", "Hill3", "Mist2"), 1),
}
MATERIAL = (
    *("Fire", "Kai, One", "Kai, Two", "Kai, Three", "Kai, Storm", "Mo, One"),
    *("Blade0", "Blade1", "Blade2", "Ring0", "Ring1", "Pact"),
)


def action(name: str, *steps: str, **effect: str) -> str:
    """A fast action with reserve cost 0 as TOML, that does these steps.

    Args:
        name: the card.
        steps: what it does.
        effect: what else its text says: ``aims``, ``may`` …
    """
    return _with_a_text(name, 'types = ["action"]\nspeed = "fast"', "played", steps, effect)


def ally(name: str, *steps: str, life: int = 1, **effect: str) -> str:
    """An ally with reserve cost 0 and power 1 as TOML, that does these steps as it comes, or when
    else its text says."""
    head = f'types = ["ally"]\npower = 1\nlife = {life}'
    return _with_a_text(name, head, "on enter", steps, effect)


def _with_a_text(
    name: str, head: str, when: str, steps: tuple[str, ...], effect: Mapping[str, str]
) -> str:
    said = {"when": f'"{when}"', **effect}
    if steps:
        said["steps"] = f"[{', '.join(steps)}]"
    told = "\n".join(f"{key} = {value}" for key, value in said.items())
    return f'\n[[cards]]\nname = "{name}"\nreserve = 0\n{head}\n[[cards.effects]]\n{told}\n'


def catalog(extra: str = "", partial: bool = False) -> Any:
    """The plain cards, and those that a test brings as TOML."""
    return table.plain("grand_archive", f"partial = true\n{extra}" if partial else extra)


def opening(
    players: int = 2,
    *,
    cards: Any = None,
    edition: str = "R25",
    decks: Mapping[str, Mapping[str, int]] | None = None,
    materials: Mapping[str, Any] | None = None,
    sideboards: Mapping[str, Any] | None = None,
    choices: Mapping[str, str] | None = None,
    contest: str = "",
    **options: str,
) -> Opening:
    """The opening of a match.

    Args:
        players: how many.
        cards: the catalog, where it is another than the plain one.
        edition: the rules.
        decks: for a seat, its main deck, where it is another.
        materials: for a seat, its material deck.
        sideboards: for a seat, its sideboard.
        choices: interpretations that are not the usual ones.
        contest: the contest that it is a game of.
        options: what is agreed: format, event.
    """
    used = cards or catalog()
    game = game_of("grand_archive", edition)
    seats = tuple(
        Seating(
            seat,
            seat.title(),
            dict((decks or {}).get(seat, DECK)),
            lists={
                "material": (materials or {}).get(seat, MATERIAL),
                **({"sideboard": sideboards[seat]} if sideboards and seat in sideboards else {}),
            },
        )
        for seat in SEATS[:players]
    )
    return table.opening_of(game, used, seats, choices, options, contest=contest)


class Match(table.Match):
    """A match with shortcuts to positions; what they set up was never logged."""

    told = 0

    def log(self, event: Event) -> Self:
        """Log an event; what a position was set up by is no part of what follows from it."""
        if self.replay.opened:
            del self.t.facts[self.told :]
        super().log(event)
        if self.replay.opened:
            self.told = len(self.t.facts)
        return self

    def put(self, seat: str, name: str, **fields: Any) -> str:
        """An object on the field; its id. What its coming triggers is not waited for."""
        card = self.t.catalog.by_name[name]
        thing = places.enter(self.t, name, seat, seat, places.Coming(token=card.is_token))
        self.t.state.heard.clear()
        for field, value in fields.items():
            setattr(thing, field, value)
        return thing.id

    def level(self, seat: str, *names: str) -> Self:
        """A champion has these cards on top of its lineage."""
        champion = self.t.state.zones.things[self.t.state.players[seat].champions[0]]
        for name in names:
            self.t.state.zones.hidden.show(f"{seat}.material", (name,))
            lineages.level_up(self.t, champion, name)
        self.t.state.heard.clear()
        return self

    def unseen(self, seat: str, place: str, count: int) -> Self:
        """Unseen cards of the main deck come to another place."""
        self.t.state.zones.hidden.draw(count, f"{seat}.deck", f"{seat}.{place}")
        return self

    def lay(self, seat: str, place: str, *names: str) -> Self:
        """Cards lie in a graveyard or in banishment."""
        piles = self.t.state.zones.piles
        piles[f"{seat}.{place}"] = [*piles.get(f"{seat}.{place}", ()), *names]
        return self

    def at(self, phase: str, seat: str = "ana") -> Self:
        """The turn of a player stands at a phase, and nothing was done in it."""
        state = self.t.state
        state.active, state.phase, state.done = seat, PHASES[phase], Doings()
        return self

    def champion(self, seat: str) -> InPlay:
        """A player's champion."""
        return self.thing(self.side(seat).champions[0])

    def side(self, seat: str) -> Side:
        """What a player has."""
        found: Side = self.ga.players[seat]
        return found

    def size(self, seat: str, place: str) -> int:
        """How many cards a place holds."""
        if place in places.HIDDEN:
            return places.size(self.t, seat, place)
        return len(places.pile(self.t, seat, place))

    @property
    def ga(self) -> State:
        """The state, typed."""
        state: State = self.replay.state
        return state


def opened(players: int = 2, extra: str = "", *, partial: bool = False, **more: Any) -> Match:
    """A match that was opened; ana's champion is on the field (R26: all of them)."""
    cards = catalog(extra, partial)
    e = opening(players, cards=cards, **more)
    return Match(game_of("grand_archive", e.version), cards, e)


def turn(
    players: int = 2, extra: str = "", phase: str = "main", seat: str = "ana", **more: Any
) -> Match:
    """A match in ana's third turn: Lv 0 champions, hands of seven, memories of two, no other
    object."""
    match = opened(players, extra, **more)
    state = match.t.state
    state.waiting.stack.clear()
    for each in state.seats:
        side = state.players[each]
        if not side.had:
            match.t.state.zones.hidden.show(f"{each}.material", ("Fire",))
            lineages.enter_champion(match.t, each, "Fire")
        side.begun = 3
        hand = state.zones.hidden.size(f"{each}.hand")
        match.unseen(each, "hand", max(0, 7 - hand)).unseen(each, "memory", 2)
    state.heard.clear()
    state.turn = 2 * players + 1
    return match.at(phase, seat)


def hint(verdict: Verdict) -> str:
    """The line that would be legal in the place of one that was refused, or that is asked for
    before one that is incomplete."""
    if isinstance(verdict, Incomplete):
        return verdict.ask.rpartition(": ")[2]
    assert isinstance(verdict, Illegal)
    return verdict.legal
