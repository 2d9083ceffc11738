"""The table of one match: its state, and what a handler may ask, refuse, trust and report."""

from collections.abc import Mapping
from typing import Any, Generic, NoReturn, TypeVar

from msgspec import Struct, field

from referee.fact import Fact, MatchEnded
from referee.option import Obligation
from referee.verdict import Violation

NOTHING_WAIVED: frozenset[str] = frozenset()


class MatchState(Struct, omit_defaults=True):
    """What the state of every game holds. A game's own state extends it.

    Everything in a state is made of Structs, lists, dicts, strings, numbers: it has a digest,
    and a copy is its bytes read back. Fields at their default are left out of those bytes, so
    that a field added later does not change the digests of old records. A default is None,
    False, 0 or empty: of any other, an equal value is not always recognised as the default.

    Args:
        seats: the seats in order.
        turn: how many turns have begun.
        active: the seat whose turn it is; empty before the first.
        due: what is required or offered, oldest first.
        calls: entries that called a judge and are not closed.
        over: how the match ended; empty while it is on.
        winner: the side that won; empty for a draw.
        ended: the entry that ended it.
        allies: for each seat whose side the opening names, that side; any other seat is a side
            of its own, by its own name.
        out: the sides that have left the match.
    """

    seats: tuple[str, ...]
    turn: int = 0
    active: str = ""
    due: list[Obligation] = field(default_factory=list)
    calls: list[int] = field(default_factory=list)
    over: str = ""
    winner: str = ""
    ended: int = 0
    allies: dict[str, str] = field(default_factory=dict)
    out: list[str] = field(default_factory=list)


S = TypeVar("S", bound=MatchState)
C = TypeVar("C")


class Table(Generic[S, C]):
    """What a handler works on. One table serves one match from its opening to its end.

    A handler checks everything first and calls :meth:`refuse` where a rule is broken; then it
    changes ``state``; it reports what followed with ``fact`` and what it could not see with
    ``trust``. Nothing of a refused entry remains.

    Attributes:
        state: the state so far.
        catalog: the catalog that the match pins.
        choice: the option in force of every interpretation.
        seq: the number of the entry being folded.
        waived: rules that a judge waived for this entry.
        facts: all facts so far, in the order of play.
        assumptions: what this entry rests on so far.
        fact: reports a fact.
        trust: states what this entry rests on that nobody has shown.
    """

    __slots__ = (
        "assumptions",
        "catalog",
        "choice",
        "fact",
        "facts",
        "seq",
        "state",
        "trust",
        "waived",
    )

    def __init__(self, state: S, catalog: C, choice: Mapping[str, str]) -> None:
        self.state = state
        self.catalog = catalog
        self.choice = choice
        self.seq = 1
        self.waived: frozenset[str] = NOTHING_WAIVED
        self.facts: list[Fact] = []
        self.fact = self.facts.append
        self.assumptions: list[str] = []
        self.trust = self.assumptions.append

    def refuse(
        self,
        rule: str,
        why: str,
        /,
        *,
        legal: str = "",
        since: int | None = None,
        **facts: int | str,
    ) -> None:
        """Refuse the entry by a rule, unless a judge waived that rule for it.

        Raises:
            Violation: always, except where the rule is waived.
        """
        if rule not in self.waived:
            raise Violation(rule, why, legal=legal, since=since, **facts)

    def end_match(self, winner: str, how: str, rule: str) -> None:
        """The match is over; the first end counts. A seat that wins does so for its side."""
        state = self.state
        if not state.over:
            winner = state.allies.get(winner, winner)
            state.over, state.winner, state.ended = how, winner, self.seq
            state.due.clear()
            self.fact(MatchEnded(winner, how, rule))


def plain(value: Any) -> Any:
    """A state as dicts and lists, with the fields at their default too."""
    if isinstance(value, Struct):
        return {name: plain(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    return value


def impossible(rule: str, why: str, /, *, legal: str = "", **facts: int | str) -> NoReturn:
    """Refuse what no ruling can let stand, because the state could not follow it.

    Raises:
        Violation: always.
    """
    raise Violation(rule, why, legal=legal, since=None, **facts)
