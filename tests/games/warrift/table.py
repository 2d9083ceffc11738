"""A table for tests: plain cards with round numbers, positions in a line or two, play as notation.

Each class has two starting cards and five class cards without any effect; X is A (arbiter),
N (necromancer), W (werewolf) or G (grandmaster)::

    Xmage     Tier 1     magicka 1            Xwarrior  Tier 1     attack 1
    X2        Tier 2     cost 2, attack 2     X3        Tier 3     cost 3, attack 3, magicka 1
    X4        Tier 4     cost 4, attack 4     X5        Tier 5     cost 5, attack 5, magicka 2
    XL1..3    legendary  cost 6, attack 6     XA        Tier 2     cost 2, attack 2, Ambush

Monsters without effects are Rat (Tier 1, health 1), Wolf (2, health 2), Ogre (3, health 4) and
Dragon1..6 (legendary, health 8). Mercenaries Hand1..3 cost so many cards and attack for as much,
HandL1..6 cost 3; Sneak1 costs 1 and has Ambush. Strongholds Hut1..3 cost so many points, HutL1..6
cost 6; Hut2 has Garrison 2. Further cards, with effects, are given by a test as TOML.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any, Self

from events.common import Opening, Seating
from referee.catalog import catalog_hash, read_catalog
from referee.games.registry import game_of
from referee.games.warrift.places import LAYOUT
from referee.games.warrift.state import InPlay, State, WrTable, class_of, class_seat
from tests import table

GAME = game_of("warrift", "1.0")
CLASSES = {"A": "arbiter", "N": "necromancer", "W": "werewolf", "G": "grandmaster"}
SEATS = ("ana", "bo", "cy", "di")
COSTS = {2: (2, 2, 0), 3: (3, 3, 1), 4: (4, 4, 0), 5: (5, 5, 2)}


def catalog_text() -> str:
    """The plain cards as TOML."""
    found = ['game = "warrift"', 'name = "test-rift"']
    for mark, cls in CLASSES.items():
        for role, values in (("mage", "magicka = 1\nattack = 0"), ("warrior", "attack = 1")):
            found.append(
                "[[starting_cards]]\n"
                f'name = "{mark}{role}"\ncls = "{cls}"\nrole = "{role}"\n{values}'
            )
        for tier, (cost, attack, magicka) in COSTS.items():
            found.append(_class_card(f"{mark}{tier}", cls, str(tier), cost, attack, magicka))
        found.append(_class_card(f"{mark}A", cls, "2", 2, 2, 0) + '\nwords = ["ambush"]')
        for number in (1, 2, 3):
            found.append(_class_card(f"{mark}L{number}", cls, '"legendary"', 6, 6, 0))
    for name, tier, health in (("Rat", "1", 1), ("Wolf", "2", 2), ("Ogre", "3", 4)):
        found.append(f'[[monsters]]\nname = "{name}"\ntier = {tier}\nhealth = {health}')
    for number in range(1, 7):
        found.append(f'[[monsters]]\nname = "Dragon{number}"\ntier = "legendary"\nhealth = 8')
    for tier in (1, 2, 3):
        found.append(
            f'[[mercenaries]]\nname = "Hand{tier}"\ntier = {tier}\ncost = {tier}\nattack = {tier}'
        )
        garrison = "\ngarrison = 2" if tier == 2 else ""
        found.append(f'[[strongholds]]\nname = "Hut{tier}"\ntier = {tier}\ncost = {tier}{garrison}')
    found.append(
        '[[mercenaries]]\nname = "Sneak1"\ntier = 1\ncost = 1\nattack = 1\nwords = ["ambush"]'
    )
    for number in range(1, 7):
        found.append(
            f'[[mercenaries]]\nname = "HandL{number}"\ntier = "legendary"\ncost = 3\nattack = 4'
        )
        found.append(f'[[strongholds]]\nname = "HutL{number}"\ntier = "legendary"\ncost = 6')
    return "\n".join(found)


def _class_card(name: str, cls: str, tier: str, cost: int, attack: int, magicka: int) -> str:
    return (
        f'[[class_cards]]\nname = "{name}"\ncls = "{cls}"\ntier = {tier}\ncost = {cost}\n'
        f"attack = {attack}\nmagicka = {magicka}"
    )


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


@cache
def catalog(extra: str = "") -> Any:
    """The plain cards, and those that a test brings as TOML."""
    return read_catalog(f"{catalog_text()}\n{extra}", GAME.catalog_type, "test-rift")


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
    return Opening(
        by="desk",
        game=GAME.id,
        version=GAME.version,
        catalog=catalog_hash(used),
        seats=seats,
        interpretations=GAME.choices_of_new(choices or {}),
        options=GAME.agreements(used, options),
        lists=dict(lists or {"monsters": MONSTERS, "support": SUPPORT}),
    )


class Match(table.Match):
    """A match with shortcuts to positions; what they set up was never logged."""

    @property
    def t(self) -> WrTable:
        """The table itself."""
        return self.replay.table

    def put(self, seat: str, *names: str, **fields: Any) -> list[str]:
        """Copies of cards in play, of nobody where the seat is empty; their ids."""
        t = self.t
        made = []
        for name in names:
            cls = class_of(t.catalog.cards[name])
            owner = class_seat(t.state, cls) if cls else ""
            made.append(LAYOUT.enter(t, name, "play", owner, seat, **fields).id)
        return made

    def hold(self, seat: str, *names: str) -> Self:
        """Cards more in a hand, which all have seen there."""
        self.t.state.zones.hidden.put(f"{seat}.hand", names)
        return self

    def give(self, seat: str, **values: int) -> Self:
        """Points and magicka of a player."""
        for name, value in values.items():
            setattr(self.t.state.sides[seat], name, value)
        return self

    def pile(self, zone: str, *names: str) -> Self:
        """What lies in a public place, by its zone: ``ana.selection``, ``offers``."""
        self.t.state.zones.piles[zone] = list(names)
        return self

    def thing(self, id: str) -> InPlay:
        """What is in play by that id."""
        found: InPlay = self.t.state.zones.things[id]
        return found

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
