"""The chances of a flip (section 7), as far as those may know them who ask.

What was flipped from a deck is told to judges, and to all once the match is over. Where the views
show counts only (LC-I 15), players are told the chance from a fresh deck instead; what they
remember of the flips, they add themselves.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from events.event import Event
from events.legacy_of_conflict import Attack, Flip
from referee.games.legacy_of_conflict import due as owed
from referee.games.legacy_of_conflict.attack import attack, needed
from referee.games.legacy_of_conflict.deck import FRESH, Sums, chance_of, chances
from referee.games.legacy_of_conflict.state import LcTable, record_of
from referee.house import AnyTable

_FRESH: Sums = tuple(FRESH.items())


class Chance(NamedTuple):
    """A chance in words: for players, and exactly."""

    counted: str
    exact: str


def odds(t: AnyTable, e: Event, exact: bool) -> list[str]:
    """What an attack needed of its two cards and how likely that was; for a hazard, what harms.

    Args:
        t: the table before the event; it is used up, for the declaration is played on it.
        e: the event.
        exact: whether for a judge, or after the match.
    """
    if isinstance(e, Attack) and e.cards:
        if t.refusal(lambda: attack(t, replace(e, cards=""))) is not None:
            return []
    elif not isinstance(e, Flip):
        return []
    hazards = [d for d in t.state.due if isinstance(d, owed.Hazard) and d.seat == e.seat]
    if isinstance(e, Flip) and hazards:
        return [_of_chance(_hazard(t, hazards[0]), exact)]
    aim = t.state.aim
    if aim is None or t.state.figures[aim.figure].seat != e.seat:
        return []
    figure = t.state.figures[aim.figure]
    chosen = record_of(t, figure).attack[aim.attack]
    return [
        _of_chance(at_least(t, e.seat, [(f"{a.id}: ", needed(t, figure, chosen, a.id))]), exact)
        for a in aim.targets
    ]


def _of_chance(chance: Chance, exact: bool) -> str:
    return chance.exact if exact else chance.counted


def at_least(
    t: LcTable, seat: str, sums: Sequence[tuple[str, int]], likely: Sums | None = None
) -> Chance:
    """The sums of two cards that are needed, each with its chance.

    Args:
        t: the table.
        seat: whose cards.
        sums: what stands before each, and the sum.
        likely: the chances of the next two cards, where they are known.
    """
    asked = [(f"{head}needed {least} or more", least, True) for head, least in sums]
    return _chance(t, asked, likely or chances(t, t.state.players[seat]))


def _hazard(t: LcTable, due: owed.Hazard) -> Chance:
    hazard = t.catalog.piece[due.piece].hazard
    assert hazard is not None
    most = hazard.at_most
    asked = [(f"{due.unit}: harmed by {most} or less", most + 1, False)]
    return _chance(t, asked, chances(t, t.state.players[due.seat]))


def _chance(t: LcTable, asked: Sequence[tuple[str, int, bool]], likely: Sums) -> Chance:
    """The chances of a flip, each of a sum or more, or of less than it."""
    exact = _in_words(tuple(asked), likely)
    if t.choice["LC-I 15"] == "all_flips_since_refresh":
        return Chance(exact, exact)
    return Chance(f"{_in_words(tuple(asked), _FRESH)}, from a fresh deck", exact)


@lru_cache(4096)
def _in_words(asked: tuple[tuple[str, int, bool], ...], sums: Sums) -> str:
    likely = (
        (words, chance_of(sums, least) if more else 1 - chance_of(sums, least))
        for words, least, more in asked
    )
    return "; ".join(f"{words}: {100 * chance:.0f} %" for words, chance in likely)
