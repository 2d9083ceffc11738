"""A table for tests: plain cards with round numbers, positions in a line or two, play as notation.

No plain card has an effect; its name says what it is:

    C0..C8     creatures that cost so much, with so much power and so much Might (C0: 00/01)
    Guard1..3  minions 01/03 with Guardian that cost so much
    Mist1      a minion 02/02 with Ephemeral; Mist0 one of 01/00
    Glass2     a minion 03/00
    Ghost2     an Ethereal minion
    Tool1      an implement 00/01; Relic2 an artifact 00/02; Glade1 an Ethereal locus
    Rite1..3   rituals that cost so much
    Sun1..6    celestials; Hat1..4 orbitals
    Keep2..5   towers of that value, draft value 2, 3, 4, 5, stat lines 02/02 to 05/05

C0 to C8 and the guardians are of the spellbook White, all other spells of Blue. Further cards,
with effects, are given by a test as TOML.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, Self

from events.common import Opening, Seating
from referee.catalog import catalog_hash, read_catalog
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
    InPlay,
    Side,
    State,
    TwTable,
)
from tests import table

GAME = game_of("tower_wizwar", "1")
SEATS = ("ana", "bo", "cy", "di", "ed", "flo")
PHASES = {
    "stabilise": STABILISE,
    "renew": RENEW,
    "draft": DRAFT,
    "cast": CAST,
    "movement": MOVEMENT,
    "attack": ATTACK,
    "last": LAST,
}


def _creature(name: str, cost: int, power: int, might: int, words: str = "") -> str:
    kind = "minion" if cost <= 3 else "monster" if cost <= 6 else "demigod"
    stats = "" if "ethereal" in words else f"power = {power}\nmight = {might}\n"
    book = "White" if name[0] in "CG" and name != "Glass2" and name != "Ghost2" else "Blue"
    keywords = f'keywords = ["{words}"]\n' if words else ""
    return (
        f'[[creatures]]\nname = "{name}"\nspellbook = "{book}"\ncost = {cost}\n'
        f'type = "{kind}"\n{stats}{keywords}'
    )


def _spell(table: str, name: str, cost: int, more: str = "") -> str:
    return f'[[{table}]]\nname = "{name}"\nspellbook = "Blue"\ncost = {cost}\n{more}'


def catalog_text() -> str:
    """The plain cards as TOML."""
    found = ['game = "tower_wizwar"', 'name = "test-towers"']
    found += [f'[[spellbooks]]\nname = "{book}"' for book in ("White", "Blue")]
    found += [_creature(f"C{n}", n, n, n or 1) for n in range(9)]
    found += [_creature(f"Guard{n}", n, 1, 3, "guardian") for n in (1, 2, 3)]
    found += [_creature("Mist1", 1, 2, 2, "ephemeral"), _creature("Mist0", 1, 1, 0, "ephemeral")]
    found += [_creature("Glass2", 2, 3, 0), _creature("Ghost2", 2, 0, 0, "ethereal")]
    found += [_spell("implements", "Tool1", 1)]
    found += [_spell("artifacts", "Relic2", 2, "power = 0\nmight = 2")]
    found += [_spell("loci", "Glade1", 1, 'keywords = ["ethereal"]')]
    found += [_spell("rituals", f"Rite{n}", n) for n in (1, 2, 3)]
    found += [f'[[celestials]]\nname = "Sun{n}"' for n in range(1, 7)]
    found += [f'[[orbitals]]\nname = "Hat{n}"' for n in range(1, 5)]
    found += [
        f'[[towers]]\nname = "Keep{n}"\nvalue = {n}\ndraft = {n}\npower = {n}\nmight = {n}'
        for n in (2, 3, 4, 5)
    ]
    return "\n".join(found)


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


@cache
def catalog(extra: str = "") -> Any:
    """The plain cards, and those that a test brings as TOML."""
    return read_catalog(f"{catalog_text()}\n{extra}", GAME.catalog_type, "test-towers")


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
    return Opening(
        by="desk",
        game=GAME.id,
        version=GAME.version,
        catalog=catalog_hash(used),
        seats=seats,
        interpretations=GAME.choices_of_new(choices or {}),
        options=GAME.agreements(used, options),
    )


class Match(table.Match):
    """A match with shortcuts to positions; what they set up was never logged."""

    @property
    def t(self) -> TwTable:
        """The table itself."""
        return self.replay.table

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
        places.backs_of(self.t).put(self.t.state.zones.hidden, f"{seat}.{place}", names)
        return self

    def unseen(self, seat: str, place: str, count: int, back: str = "spell") -> Self:
        """Unseen cards of a deck come to another place."""
        source, target = f"{seat}.deck/{back}", f"{seat}.{place}/{back}"
        self.t.state.zones.hidden.draw(count, source, target)
        return self

    def give(self, seat: str, **values: int) -> Self:
        """Drain, harm and wounds of a wizard."""
        for name, value in values.items():
            setattr(self.t.state.sides[seat], name, value)
        return self

    def at(self, phase: str, seat: str = "ana") -> Self:
        """The turn of a wizard stands at a phase, and nothing was done in it."""
        state = self.t.state
        state.active, state.phase, state.done = seat, PHASES[phase], Doings()
        state.done.pool = state.zones.hidden.size(f"{seat}.pool/spell")
        return self

    def thing(self, id: str) -> InPlay:
        """What is in play by that id."""
        found: InPlay = self.t.state.zones.things[id]
        return found

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
