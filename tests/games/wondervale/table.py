"""A table for tests: the plain cards, positions in a line or two, and play as notation."""

import dataclasses
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

from events.common import Opening, Seating
from events.event import Event
from referee.game import Game
from referee.games.registry import game_of
from referee.games.wondervale.state import Side, State, Unit
from referee.hidden import HiddenCards
from tests import table

GAME = game_of("wondervale", "1.1")

CARDS = table.plain(GAME.id)
_COPIES = {"apprentice": 3, "guardian": 1, "hero": 1}
DECK: dict[str, int] = {
    **{card.name: _COPIES[card.level] for card in CARDS.characters},
    **{card.name: 4 for card in CARDS.tribe_cards},
    "Bulkling": 2,
    "Tundra Banner": 3,
}
"""A legal deck: 20 apprentices, 7 guardians, 6 heroes, 27 tribe cards."""


# -- words of the set-up -----------------------------------------------------------------------


def cards(text: str) -> list[str]:
    """The cards of a list such as ``Frostling Aegaryn*3 Tundra_Banner``."""
    found: list[str] = []
    for word in text.replace(",", " ").split():
        name, _, times = word.partition("*")
        found += [name.replace("_", " ")] * int(times or 1)
    return found


_UNIT = re.compile(r"(?P<cards>\S+)(?: \[(?P<tribes>.*)\])?(?: -(?P<damage>\d+))?(?P<flat> flat)?")


def unit(text: str) -> Unit:
    """A unit such as ``Frostling+Frostguard [Aegaryn*3] -40 flat``: damaged, and horizontal."""
    found = _UNIT.fullmatch(text.strip())
    assert found, text
    names = found["cards"].split("+")
    return Unit(
        names[0],
        names,
        cards(found["tribes"] or ""),
        damage=int(found["damage"] or 0),
        vertical=not found["flat"],
    )


@dataclass(frozen=True)
class Has:
    """What a player has in a position.

    Args:
        battle: the unit in the battle position.
        bench: the units on the bench, between semicolons.
        bank: tribe cards in the bank.
        hand: how many cards are in hand.
        hidden: the cards of hand and deck together; unless said, what the public ones leave of
            ``DECK``.
        known: further cards in hand, seen by all.
        discard: the discard pile.
        defeat_pile: the defeat pile.
        defeated: how many units of the opponent were defeated.
        health: the Champion's health.
    """

    battle: str = ""
    bench: str = ""
    bank: str = ""
    hand: int = 5
    hidden: str | None = None
    known: str = ""
    discard: str = ""
    defeat_pile: str = ""
    defeated: int = 0
    health: int = 250

    def side(self, seat: str) -> Side:
        """The side in the state."""
        battle = unit(self.battle) if self.battle else None
        bench = [unit(text) for text in self.bench.split(";") if text.strip()]
        units = [*([battle] if battle else []), *bench]
        laid: Counter[str] = Counter()
        for each in units:
            laid[each.id] += 1
            if laid[each.id] > 1:
                each.id = f"{each.id}.{laid[each.id]}"
        side = Side(
            seat,
            HiddenCards.opened({}),
            health=self.health,
            discard=cards(self.discard),
            bank=cards(self.bank),
            bench=bench,
            battle=battle,
            defeat_pile=cards(self.defeat_pile),
            defeated=self.defeated,
            laid=dict(laid),
            hand_drawn=True,
        )
        if self.hidden is None:
            pool = Counter(DECK) - Counter(cards(self.known)) - public_cards(side)
        else:
            pool = Counter(cards(self.hidden))
        side.hidden = HiddenCards.opened(pool)
        side.hidden.draw(self.hand)
        side.hidden.put("hand", cards(self.known))
        return side


def public_cards(side: Side) -> Counter[str]:
    """All cards of a player that lie open."""
    units = [*([side.battle] if side.battle else []), *side.bench]
    return Counter(
        [
            *side.discard,
            *side.bank,
            *side.defeat_pile,
            *(card for each in units for card in (*each.cards, *each.tribes)),
        ]
    )


def all_cards(side: Side) -> Counter[str]:
    """All cards of a player, open and hidden."""
    return public_cards(side) + Counter(side.hidden.unseen_total())


# -- the match ---------------------------------------------------------------------------------


class Match(table.Match):
    """A match to play in tests, from its opening on."""

    follows_hints = True

    def __init__(self, game: Game, opening: Event) -> None:
        super().__init__(game, CARDS, opening)

    @property
    def state(self) -> State:
        """The state as it stands."""
        state: State = self.replay.state
        return state

    @property
    def ana(self) -> Side:
        """What ana has."""
        return self.state.sides["ana"]

    @property
    def bo(self) -> Side:
        """What bo has."""
        return self.state.sides["bo"]


def opening(
    *,
    decks: Iterable[Mapping[str, int]] = (DECK, DECK),
    choices: Mapping[str, str] | None = None,
    **other: Any,
) -> Opening:
    """An opening between ana and bo (and cy and di, for further decks)."""
    seats = (
        Seating(seat, f"p-{seat}", dict(deck), "test deck")
        for seat, deck in zip(table.SEATS, decks, strict=False)
    )
    made = table.opening_of(GAME, CARDS, seats, choices, by="tess", options={})
    return replace(made, **other)


def opened(
    *,
    decks: Iterable[Mapping[str, int]] = (DECK, DECK),
    choices: Mapping[str, str] | None = None,
    **other: Any,
) -> Match:
    """A match that was opened, in order or not, and nothing more."""
    return Match(GAME, opening(decks=decks, choices=choices, **other))


def begun(choices: Mapping[str, str] | None = None, **other: Any) -> Match:
    """A match in which ana is about to take the first turn; entries 1 to 5 are the set-up."""
    match = opened(choices=choices, **other)
    return match.play("ana standard-health; ana draw 7; bo draw 7; ana first-roll 6-1")


_STEPS = ("setup", "discard", "deposit", "deploy", "action", "limit")


def position(
    ana: Has | None = None,
    bo: Has | None = None,
    *,
    turn: int = 5,
    active: str = "ana",
    step: str = "deposit",
    choices: Mapping[str, str] | None = None,
) -> Match:
    """A match that begins in a position: the opening, entry 1, has made it.

    Unless said, ana has drawn for turn 5 and may do anything else.
    """

    def made(table: Any, event: Opening) -> State:
        sides = {"ana": (ana or Has()).side("ana"), "bo": (bo or Has()).side("bo")}
        return State(
            ("ana", "bo"),
            turn=turn,
            active=active,
            sides=sides,
            health=250,
            step=_STEPS.index(step),
        )

    game = dataclasses.replace(GAME, open=made)
    game.__dict__["codec"] = GAME.codec
    return Match(game, opening(choices=choices))


def position_with(choice: str, option: str, **given: Any) -> Match:
    """A position under one interpretation."""
    return position(choices={choice: option}, **given)
