"""The table of one match: its state, and what a handler may ask, refuse, trust and report."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from operator import setitem
from types import MappingProxyType
from typing import Any, Generic, Literal, NoReturn, TypeVar

from msgspec import Raw, Struct, field, msgpack

from events.common import Opening
from referee import verdict as verdicts
from referee.fact import Ending, Fact, MatchEnded
from referee.verdict import LEGAL, Illegal, Incomplete, Legal, OnTrust, Unsaid, Violation, forbid

NOTHING_WAIVED: frozenset[str] = frozenset()
NOBODY: Mapping[str, str] = MappingProxyType({})

_ABSENT: Any = object()

D = TypeVar("D")
R = TypeVar("R")
Undo = tuple[Callable[[Any, Any, Any], object], Any, Any, Any]
"""What takes back one write: what to call, and with what."""
Unwon = Literal["all lost", "no result"]


class MatchState(Struct, Generic[D], omit_defaults=True):
    """What the state of every game holds. A game's own state extends ``MatchState[Due]``.

    ``Due`` is the union of its obligations.

    Everything in a state is made of Structs, lists, dicts, strings, numbers: it has a digest,
    and a copy is its bytes read back. Fields at their default are left out of those bytes, so
    that a field added later does not change the digests of old records. A default is None,
    False, 0 or empty: of any other, an equal value is not always recognised as the default.
    """

    seats: tuple[str, ...]  # the seats in order
    turn: int = 0  # how many turns have begun
    active: str = ""  # the seat whose turn it is; empty before the first
    due: list[D] = field(default_factory=list)  # what is required or offered, oldest first
    calls: list[int] = field(default_factory=list)  # entries that called a judge and are not closed
    over: str = ""  # how the match ended; empty while it is on
    winner: str = ""  # the side that won, the first of several; empty where none did
    ended: int = 0  # the entry that ended it
    # for each seat whose side the opening names, that side; any other seat is a side of its own, by
    # its own name
    allies: dict[str, str] = field(default_factory=dict)
    out: list[str] = field(default_factory=list)  # the sides that have left the match
    sharing: list[str] = field(default_factory=list)  # the other sides that won with ``winner``
    unwon: str = ""  # ``all lost`` or ``no result``, where that is how it ended; a draw is neither
    # for each person whom the match names, the roles: judge, head-judge …
    roles: dict[str, list[str]] = field(default_factory=dict)
    # the entry that declared the position from which all is told; 0 where that is the opening
    declared: int = 0

    def plays_on(self, seat: str) -> bool:
        """Whether a seat has not left the match by itself, though its side may be in it still."""
        return True


class Result(Struct, frozen=True):
    """How a match ended, with what result, and for which sides."""

    how: str
    result: Ending
    winners: tuple[str, ...]


def result_of(state: MatchState[Any]) -> Result | None:
    """How the match ended; None while it is on."""
    if not state.over:
        return None
    if state.unwon:
        return Result(state.over, "all lost" if state.unwon == "all lost" else "no result", ())
    if not state.winner:
        return Result(state.over, "draw", ())
    sides = (state.winner, *state.sharing)
    return Result(state.over, "shared" if state.sharing else "won", sides)


def end_in_words(state: MatchState[Any]) -> str:
    """How the match ended and who won, for its board."""
    won = (state.winner, *state.sharing) if state.winner else ()
    wins = f", {' and '.join(won)} {'win' if len(won) > 1 else 'wins'}" if won else ""
    return f"over: {state.over}{wins}"


S = TypeVar("S", bound=MatchState[Any])
C = TypeVar("C")


class Table(Generic[S, C]):
    """What a handler works on. One table serves one match from its opening to its end.

    A handler checks everything first: :meth:`refuse` where a rule is broken, :meth:`forbid`
    where no judge could let that stand, :meth:`incomplete` where a choice is missing. Then it
    changes ``state``; it reports what followed with ``fact`` and what it could not see with
    ``trust``. Nothing of a refused entry remains. What can only be checked by doing it is done
    in a block ``with t.whole():``, through :meth:`set`, :meth:`item`, :meth:`push` and
    :meth:`keep`: a refusal in it takes all of it back.

    Attributes:
        state: the state so far.
        catalog: the catalog that the match pins.
        choice: the option in force of every interpretation.
        edition: the rules version that the match is played by.
        persons: who sits at each seat, as the opening has it.
        repaired: the entries that have set the table otherwise than by play: what came with one
            of them bears nothing of how it would have come, but what was said of it.
        logged: the verdict on each entry when it was logged.
        opening: the opening that is played, with all that is agreed; None before it.
        seq: the number of the entry being folded.
        last: the number of the newest play in force before it, which is no remark and no refusal.
        waived: rules that a judge waived for this entry.
        facts: all facts so far, in the order of play.
        assumptions: what this entry rests on so far.
        fact: reports a fact.
        trust: states what this entry rests on that nobody has shown.
    """

    __slots__ = (
        "_journal",
        "_kept",
        "_mark",
        "_stayed",
        "assumptions",
        "catalog",
        "choice",
        "edition",
        "fact",
        "facts",
        "last",
        "logged",
        "opening",
        "persons",
        "repaired",
        "seq",
        "state",
        "trust",
        "waived",
    )

    def __init__(
        self,
        state: S,
        catalog: C,
        choice: Mapping[str, str],
        edition: str = "",
        logged: Sequence[verdicts.Verdict] = (),
    ) -> None:
        self.state = state
        self.catalog = catalog
        self.choice = choice
        self.edition = edition
        self.persons: Mapping[str, str] = NOBODY
        self.logged = logged
        self.opening: Opening | None = None
        self._journal: list[Undo] | None = None
        self._mark = 0
        self._stayed: Undo | None = None
        self._kept: dict[int, int] = {}
        self.seq = 1
        self.last = 1
        self.repaired: frozenset[int] = frozenset()
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

    forbid = staticmethod(forbid)

    @staticmethod
    def incomplete(ask: str, **choices: Sequence[str]) -> NoReturn:
        """A choice is missing that has to be logged; it is asked for, and nobody is accused.

        Args:
            ask: what has to be said, such as "say which monster".
            choices: the fields that may hold it, each with the words that would do.

        Raises:
            Unsaid: always.
        """
        raise Unsaid(ask, {name: tuple(words) for name, words in choices.items()})

    def refuse_if_new(self, broken: Violation) -> None:
        """Refuse the entry, unless it was accepted when it was logged: then a ruling has changed
        since what it rests on, others have gone by it, and it is on trust."""
        if len(self.logged) >= self.seq and verdicts.applied(self.logged[self.seq - 1]):
            self.trust(f"it was logged before this was changed: {broken}")
        elif broken.rule not in self.waived:
            raise broken

    def accepted(self) -> Legal | OnTrust:
        """The verdict on an entry that is not refused: on trust where it rests on something."""
        if not self.assumptions:
            return LEGAL
        verdict = OnTrust(tuple(self.assumptions))
        self.assumptions.clear()
        return verdict

    # -- all of it or nothing ----------------------------------------------------------------

    def whole(self) -> "_Whole":
        """What is done in this block is done whole, or, where it is left by an error, not at all.

        It takes back what was written by the methods below, and the facts and assumptions. A
        block within a block is taken back alone.
        """
        return _Whole(self)

    def tried(self) -> "_Tried":
        """What is done in this block is taken back at its end, whatever came of it; an error that
        leaves it goes on."""
        return _Tried(self)

    def wholly(self, act: Callable[..., R], *args: Any) -> R:
        """Do what is done in a block :meth:`whole` by itself, in half the time."""
        journal, mark = self._journal, self._mark
        outermost = journal is None
        if outermost:
            self._journal = journal = []
        self._mark = now = len(journal)  # type: ignore[arg-type]
        facts, assumptions = len(self.facts), len(self.assumptions)
        try:
            return act(*args)
        except BaseException:
            self._take_back(now, facts, assumptions)
            raise
        finally:
            self._mark = mark
            if outermost:
                self._end()

    def _take_back(self, mark: int, facts: int, assumptions: int) -> None:
        """What was written since is as it was, the newest first."""
        journal = self._journal
        assert journal is not None
        while len(journal) > mark:
            undo, thing, name, old = journal.pop()
            undo(thing, name, old)
        del self.facts[facts:]
        del self.assumptions[assumptions:]
        self._kept.clear()

    def _end(self) -> None:
        """The outermost block is over, and what was done in it stays."""
        if self._journal:
            self._stayed = self._journal[-1]
        self._journal = None
        if self._kept:
            self._kept.clear()

    def set(self, thing: Any, name: str, value: Any) -> None:
        """Set a field of a thing of the state."""
        journal = self._journal
        if journal is not None:
            journal.append((setattr, thing, name, getattr(thing, name)))
        setattr(thing, name, value)

    def item(self, table: dict[Any, Any], key: Any, value: Any = _ABSENT) -> None:
        """Set an item of a dict of the state; without a value, take it out."""
        if self._journal is not None:
            if value is _ABSENT:
                self._journal.append((_restored, table, None, dict(table)))
            elif key not in table:
                self._journal.append((_taken_out, table, key, None))
            else:  # a key that stays keeps its place
                self._journal.append((setitem, table, key, table[key]))
        if value is _ABSENT:
            del table[key]
        else:
            table[key] = value

    def repairs(self) -> None:
        """The entry that is folded sets the table otherwise than by play."""
        if self.seq not in self.repaired:
            self.set(self, "repaired", self.repaired | {self.seq})

    def push(self, items: list[Any], *values: Any) -> None:
        """Add to the end of a list of the state."""
        journal = self._journal
        if journal is not None:
            journal.append((_cut, items, len(items), None))
        items.extend(values)

    def pull(self, items: list[Any], value: Any) -> None:
        """Take the first equal value out of a list of the state.

        Raises:
            ValueError: there is none.
        """
        at = items.index(value)
        if self._journal is not None:
            self._journal.append((list.insert, items, at, items[at]))
        del items[at]

    def keep(self, thing: Struct) -> None:
        """Remember a part of the state with all that is in it, or the state itself, before it is
        changed by other means than these. A part that has ``keep`` and ``restore`` of its own,
        as the account of hidden cards, is kept by them, once in a block."""
        journal = self._journal
        if journal is None:
            return
        restore = getattr(type(thing), "restore", None)
        if restore is None:
            journal.extend(_as_it_is(thing))
        elif self._kept.get(id(thing), -1) < self._mark:
            self._kept[id(thing)] = len(journal)
            kept = thing.keep()  # type: ignore[attr-defined]
            journal.append((_kept_again, thing, restore, kept))

    def moment(self) -> object | None:
        """The newest write that was made in a block, None before the first: while it is the same
        one, nothing has been written in any since."""
        return self._journal[-1] if self._journal else self._stayed

    def written(self, since: object | None) -> list[Undo] | None:
        """What has been written in the block that is on since a moment of it, or since it began
        where that was the moment then, oldest first; None where nobody can say."""
        journal = self._journal
        if since is None or journal is None:
            return None
        at = len(journal)
        while at and journal[at - 1] is not since:
            at -= 1
        return journal[at:] if at or since is self._stayed else None

    def refusal(self, act: Callable[[], object]) -> Illegal | Incomplete | None:
        """What speaks against an act that checks first; None where it is done."""
        try:
            self.wholly(act)
        except (Violation, Unsaid) as refused:
            return refused.verdict()
        return None

    def would(self, act: Callable[..., object], *args: Any) -> bool:
        """Whether an act is not refused; it is done in a block of its own and taken back."""
        journal, mark = self._journal, self._mark
        outermost = journal is None
        if journal is None:
            self._journal = journal = []
        self._mark = now = len(journal)
        facts, assumptions = len(self.facts), len(self.assumptions)
        try:
            act(*args)
        except (Violation, Unsaid):
            return False
        else:
            return True
        finally:
            self._take_back(now, facts, assumptions)
            self._mark = mark
            if outermost:
                self._end()

    # -- the end -----------------------------------------------------------------------------

    def end_match(
        self, winner: str | Sequence[str], how: str, rule: str, unwon: Unwon | None = None
    ) -> None:
        """The match is over; the first end counts. A seat that wins does so for its side.

        Args:
            winner: the side or seat that wins, or all that do; empty where none does.
            how: how it ended, in a word or two.
            rule: the rule that ends it.
            unwon: ``all lost`` or ``no result``, where it is that; with no winner and
                without this, it is a draw.
        """
        state = self.state
        if state.over:
            return
        won = (winner,) if isinstance(winner, str) else winner
        sides = [state.allies.get(seat, seat) for seat in dict.fromkeys(won) if seat]
        first, *others = dict.fromkeys(sides) or [""]
        for name, value in (
            ("over", how),
            ("winner", first),
            ("ended", self.seq),
            ("sharing", others),
            ("unwon", unwon or ""),
        ):
            self.set(state, name, value)
        if self._journal is not None:
            self._journal.append((setitem, state.due, slice(None), list(state.due)))
        state.due.clear()
        result = result_of(state)
        assert result is not None
        self.fact(MatchEnded(result.winners, result.result, how, rule))


class _Whole:
    """A block that is done whole or not at all; a class of its own because it is entered often."""

    __slots__ = ("assumptions", "facts", "now", "outer", "outermost", "table")

    def __init__(self, table: Table[Any, Any]) -> None:
        self.table = table

    def __enter__(self) -> None:
        table = self.table
        self.outer = table._mark
        self.outermost = table._journal is None
        if table._journal is None:
            table._journal = []
        table._mark = self.now = len(table._journal)
        self.facts, self.assumptions = len(table.facts), len(table.assumptions)

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        table = self.table
        if kind is not None:
            table._take_back(self.now, self.facts, self.assumptions)
        table._mark = self.outer
        if self.outermost:
            table._end()


class _Tried(_Whole):
    """A block that is taken back."""

    __slots__ = ()

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        super().__exit__(kind or _Tried, error, trace)


def _taken_out(table: dict[Any, Any], key: Any, old: None) -> None:
    del table[key]


def _cut(items: list[Any], size: int, old: None) -> None:
    del items[size:]


def _restored(table: dict[Any, Any], key: None, old: dict[Any, Any]) -> None:
    """Makes a dict what it was, its order too."""
    table.clear()
    table.update(old)


def _kept_again(thing: Any, restore: Callable[[Any, Any], object], kept: Any) -> None:
    restore(thing, kept)


def _as_it_is(thing: Any) -> Iterator[Undo]:
    """Makes a thing what it is now, and each thing in it, which stays the same object."""
    inner: Iterable[Any] = ()
    if isinstance(thing, Struct):
        fields = {name: getattr(thing, name) for name in thing.__struct_fields__}
        inner = fields.values()
        if not thing.__struct_config__.frozen:
            yield from ((setattr, thing, name, value) for name, value in fields.items())
    elif isinstance(thing, dict):
        inner = thing.values()
        yield _restored, thing, None, dict(thing)
    elif isinstance(thing, list | tuple):
        inner = thing
        if isinstance(thing, list):
            yield setitem, thing, slice(None), list(thing)
    for each in inner:
        yield from _as_it_is(each)


def plain(value: Any) -> Any:
    """A state as dicts and lists, with the fields at their default too."""
    if isinstance(value, Struct):
        return {name: plain(getattr(value, name)) for name in value.__struct_fields__}
    if isinstance(value, dict):
        return {key: plain(item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item) for item in value]
    if isinstance(value, Raw):  # what a state keeps as bytes
        return plain(msgpack.decode(value)) if bytes(value) else None
    return value
