"""What the laws of every game ask of Lanterns."""

from collections.abc import Iterator, Mapping
from typing import TypeGuard

from lanterns.state import LaTable
from referee.fact import CardMoved, Fact
from tests.laws import Known
from tests.laws.matches import told_truly


def counted(t: LaTable) -> Mapping[str, int]:
    """The lanterns of each player: unseen, put away, and lit in any night."""
    lit = [fact.seat for fact in t.facts if _lights(fact)]
    return {
        seat: player.cards.size("deck")
        + player.cards.size("hand")
        + len(player.away)
        + lit.count(seat)
        for seat, player in t.state.players.items()
    }


def _lights(fact: Fact) -> TypeGuard[CardMoved]:
    return isinstance(fact, CardMoved) and fact.target == "table"


def repairs(start: LaTable, goal: LaTable) -> Iterator[str]:
    """The repairs of an opening that make it look like another table of the match: all cards are
    drawn, laid out night after night, and the rest goes back."""
    state, lit = goal.state, [fact for fact in goal.facts if _lights(fact)]
    for seat, player in start.state.players.items():
        yield f"draw:{seat}:{player.cards.size('deck')}"
    before = len(lit) - len(state.lit)
    for at, fact in enumerate(lit):
        if at == before:
            yield f"night:table:{state.nights + 1}"
        yield f"move:{fact.seat}/{fact.card}:hand>table"
    if before == len(lit):
        yield f"night:table:{state.nights + 1}"
    for seat, player in state.players.items():
        yield from (f"move:{seat}/{lantern}:hand>away" for lantern in player.away)
        yield f"points:{seat}:{player.points}"
        yield f"draw:{seat}:{-player.cards.size('deck')}"
    yield f"turn:{state.active}:{state.turn}"


KNOWN = Known(
    truth={"the shipped cards": told_truly("lanterns")},
    counted=counted,
    repairs=repairs,
    unoffered={"light.at": "the only opponent may be named, and need not be"},
)
