"""A table for tests: plain cards with round numbers, positions in a line or two, play as notation.

No plain card has an effect but the Spirits, which draw seven; its name says what it is:

    Fire, Water        Lv 0 champions of those elements: On Enter, draw seven
    Kai, One..Three    norm champions of Lv 1 to 3 (Kai Lineage from 2 on); Kai, Four is Lv 4
    Kai, Storm         a Lv 3 arcane champion of Kai Lineage
    Mo, One            a Lv 1 norm champion of another name
    Brute, Two         a Lv 2 champion with power 1 and no Lineage
    A1..A4             norm allies with reserve cost 1 to 4, power and life as much
    Wall3              an ally 0/3; Fire2 a fire ally 2/2; Wave2 a water ally 2/2
    Guard2             an ally 1/3 with Taunt; Shade2 one 2/1 with Stealth; Eye2 2/2 with True Sight
    Page2              an ally 1/2 with Intercept; Owl1 one 1/1 with Floating Memory
    Stone2             an ally 1/3 with Steadfast; Proud3 one 3/3 with Pride 2; King4 a unique 2/4
    Slow2              an ally 2/2 with Hindered; Vigor2 2/2 with Vigor; Bowman2 2/2 with Ranged 2
    Bolt1, Bolt2       fast actions; Rite3 a slow one; Ember2 a fast fire action
    Cut2, Slash3       attack cards with power 2 and 3; Sweep4 power 2 with Cleave
    Cmd2               an attack card with Command and power 1
    Lamp1              an item with reserve cost 1 (Reservable)
    Hill3              a siegeable domain with durability 3; Mist2 a phantasia
    Blade0..Blade2     regalia weapons with memory cost 0 to 2, power 1 to 3, durability 2
    Ring0, Ring1       regalia items with memory cost 0 and 1; Pact a fire regalia item of cost 1
    Imp                an ally token 1/1

Further cards, with effects, are given by a test as TOML.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, Self

from events.common import Opening, Seating
from events.event import Event
from referee.catalog import catalog_hash, read_catalog
from referee.games.grand_archive import lineages, places
from referee.games.grand_archive.state import (
    DRAW,
    END,
    MAIN,
    MATERIALIZE,
    RECOLLECTION,
    Doings,
    GaTable,
    InPlay,
    Side,
    State,
)
from referee.games.registry import game_of
from tests import table

SEATS = ("ana", "bo", "cy", "di")
PHASES = {
    "materialize": MATERIALIZE,
    "recollection": RECOLLECTION,
    "draw": DRAW,
    "main": MAIN,
    "end": END,
}


def _card(name: str, types: str, **more: Any) -> str:
    said = {"types": types.split("+"), **more}
    lines = "\n".join(f"{key} = {_toml(value)}" for key, value in said.items())
    return f'[[cards]]\nname = "{name}"\n{lines}'


def _toml(value: Any) -> str:
    if isinstance(value, list | tuple):
        return "[" + ", ".join(f'"{each}"' for each in value) + "]"
    return str(value) if isinstance(value, int) else f'"{value}"'


def _ally(name: str, cost: int, power: int, life: int, element: str = "norm", **more: Any) -> str:
    return _card(
        name,
        "ally",
        reserve=cost,
        power=power,
        life=life,
        element=element,
        elements=[element],
        **more,
    )


def _champion(name: str, level: int, element: str = "norm", **more: Any) -> str:
    life = 15 + 5 * level if level else 15
    more = {"classes": ["mage"], **more}
    return _card(
        name,
        "champion",
        level=level,
        memory=level,
        life=life,
        element=element,
        elements=[element],
        deck="material",
        **more,
    )


def _spirit(name: str, element: str) -> str:
    found = _champion(name, 0, element, classes=["spirit"])
    draws = '[[cards.effects]]\nwhen = "on enter"\nsteps = [{ do = "draw", count = 7 }]'
    return f"{found}\n{draws}"


def _lineage(name: str, level: int, element: str = "norm") -> str:
    more = {"requires": "Kai", "keywords": ["kai lineage"]} if level > 1 else {}
    return _champion(name, level, element, **more)


def _regalia(name: str, types: str, memory: int, element: str = "norm", **more: Any) -> str:
    return _card(
        name,
        types,
        supertypes=["regalia"],
        memory=memory,
        element=element,
        elements=[element],
        deck="material",
        **more,
    )


def catalog_text() -> str:
    """The plain cards as TOML."""
    found = ['game = "grand_archive"\nname = "test-archive"']
    found += [_spirit("Fire", "fire"), _spirit("Water", "water")]
    names = ("One", "Two", "Three", "Four")
    found += [_lineage(f"Kai, {name}", level) for level, name in enumerate(names, 1)]
    found += [_lineage("Kai, Storm", 3, "arcane"), _champion("Mo, One", 1)]
    found += [_champion("Brute, Two", 2, power=1)]
    found += [_ally(f"A{n}", n, n, n, classes=["warrior"]) for n in (1, 2, 3, 4)]
    found += [_ally("Wall3", 2, 0, 3), _ally("Fire2", 2, 2, 2, "fire")]
    found += [_ally("Wave2", 2, 2, 2, "water")]
    for name, cost, power, life, words in (
        ("Guard2", 2, 1, 3, "taunt"),
        ("Shade2", 2, 2, 1, "stealth"),
        ("Eye2", 2, 2, 2, "true sight"),
        ("Page2", 2, 1, 2, "intercept"),
        ("Owl1", 1, 1, 1, "floating memory"),
        ("Stone2", 2, 1, 3, "steadfast"),
        ("Proud3", 3, 3, 3, "pride 2"),
        ("Slow2", 2, 2, 2, "hindered"),
        ("Vigor2", 2, 2, 2, "vigor"),
        ("Bowman2", 2, 2, 2, "ranged 2"),
    ):
        found.append(_ally(name, cost, power, life, keywords=[words]))
    found.append(_ally("King4", 4, 2, 4, supertypes=["unique"]))
    found += [
        _card(f"Bolt{n}", "action", reserve=n, speed="fast", subtypes=["spell"]) for n in (1, 2)
    ]
    found += [_card("Rite3", "action", reserve=3, speed="slow", subtypes=["spell"])]
    ember = {"speed": "fast", "element": "fire", "elements": ["fire"]}
    found += [_card("Ember2", "action", reserve=2, **ember)]
    found += [_card("Cut2", "attack", reserve=1, power=2)]
    found += [_card("Slash3", "attack", reserve=2, power=3)]
    found += [_card("Sweep4", "attack", reserve=3, power=2, keywords=["cleave"])]
    found += [_card("Cmd2", "attack", reserve=1, power=1, keywords=["command"])]
    found += [_card("Lamp1", "item", reserve=1, keywords=["reservable"])]
    found += [_card("Hill3", "domain", reserve=3, durability=3, subtypes=["siegeable"])]
    found += [_card("Mist2", "phantasia", reserve=2)]
    found += [
        _regalia(f"Blade{n}", "weapon", n, power=n + 1, durability=2, subtypes=["sword"])
        for n in (0, 1, 2)
    ]
    found += [_regalia(f"Ring{n}", "item", n) for n in (0, 1)]
    found += [_regalia("Pact", "item", 1, "fire")]
    found += [_card("Imp", "ally", supertypes=["token"], power=1, life=1, deck="none")]
    return "\n".join(found)


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


@cache
def catalog(extra: str = "", partial: bool = False) -> Any:
    """The plain cards, and those that a test brings as TOML."""
    game = game_of("grand_archive", "R25")
    text = catalog_text()
    if partial:
        text = text.replace('name = "test-archive"', 'name = "test-archive"\npartial = true', 1)
    return read_catalog(f"{text}\n{extra}", game.catalog_type, "test-archive")


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
    return Opening(
        by="desk",
        game=game.id,
        version=edition,
        catalog=catalog_hash(used),
        seats=seats,
        interpretations=game.choices_of_new(choices or {}),
        options=game.agreements(used, options),
        contest=contest,
    )


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

    @property
    def t(self) -> GaTable:
        """The table itself."""
        return self.replay.table

    def put(self, seat: str, name: str, **fields: Any) -> str:
        """An object on the field; its id. What its coming triggers is not waited for."""
        card = self.t.catalog.by_name[name]
        told = len(self.t.facts)
        thing = places.enter(self.t, name, seat, seat, token=card.is_token)
        self.t.state.heard.clear()
        del self.t.facts[told:]
        for field, value in fields.items():
            setattr(thing, field, value)
        return thing.id

    def level(self, seat: str, *names: str) -> Self:
        """A champion has these cards on top of its lineage."""
        champion = self.t.state.zones.things[self.t.state.players[seat].champions[0]]
        told = len(self.t.facts)
        for name in names:
            self.t.state.zones.hidden.show(f"{seat}.material", (name,))
            lineages.level_up(self.t, champion, name)
        self.t.state.heard.clear()
        del self.t.facts[told:]
        return self

    def hold(self, seat: str, *names: str, place: str = "hand") -> Self:
        """Cards more in a hidden place, which all have seen there."""
        self.t.state.zones.hidden.put(f"{seat}.{place}", names)
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

    def thing(self, id: str) -> InPlay:
        """What has that id."""
        found: InPlay = self.t.state.zones.things[id]
        return found

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
    state, told = match.t.state, len(match.t.facts)
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
    del match.t.facts[told:]
    state.turn = 2 * players + 1
    return match.at(phase, seat)
