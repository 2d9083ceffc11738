"""The replay of one match: the fold over its entries, the verdict on each, and its rulings.

A replay reads no clock and draws no random number: the same entries give the same state,
verdicts, facts and digests.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from copy import copy
from functools import cached_property
from itertools import chain, count, repeat
from operator import attrgetter, sub
from typing import Any, NamedTuple, NoReturn, cast

import msgspec
from msgspec import Struct

from events.common import (
    RULINGS,
    Insert,
    Note,
    Opening,
    Overrule,
    Record,
    Rewind,
    Ruling,
    Stand,
    Strike,
)
from events.event import Event
from referee.catalog import Catalog
from referee.fact import DepthChanged, Fact
from referee.game import Game
from referee.house import AnyTable, require_judge
from referee.light import DEPTHS, LightState
from referee.option import Option
from referee.replay.edition import asked_under, require_edition, with_agreements
from referee.replay.fold import LIGHT, Fold, digest_of
from referee.replay.timeline import (
    REWRITING,
    Rewriting,
    Rewritten,
    Step,
    Timeline,
    index_of,
    rewritten,
    timeline,
)
from referee.table import NOTHING_WAIVED, MatchState, Table
from referee.verdict import Illegal, Incomplete, Unsaid, Verdict, Violation, applied, forbid

_RULINGS: frozenset[type[Event]] = frozenset(RULINGS)
_NOTED = _RULINGS | {Record}
"""Behind these the digest is noted, and a match without them is folded faster."""
_FIRST = re.compile(r'[^\s":,+=*/>#]+')
"""What stands before the first blank or mark of a name."""


WITHOUT_RULINGS = "this replay was made for a match without rulings, which is told at one depth"


class Change(Struct, frozen=True):
    """An entry whose standing a ruling changed; ``None`` stands for not in force."""

    seq: int
    before: Verdict | None
    after: Verdict | None


class Turned(NamedTuple):
    """A ruling that changed how refused entries stand."""

    ruling: Step  # the ruling
    before: Fold  # the steps that were in force before it
    changes: Sequence[Change]  # the entries whose standing it changed


class Outcome(Struct, frozen=True):
    """What one entry came to."""

    seq: int  # the entry
    verdict: Verdict  # what the referee says of it
    facts: Sequence[Fact]  # what followed
    digest: str = ""  # the digest to note in the log at this entry; empty where none is noted
    changes: Sequence[Change] = ()  # for a ruling, the earlier entries whose standing changed


class Replay:
    """One match as the referee sees it, entry by entry.

    Args:
        game: the game under the rules version that the opening pins.
        catalog: the catalog that the opening pins.
        choices: other interpretations than the opening's, to ask how the match would have gone;
            where they are given (empty will do), the game may be another version, too.
        rulings: whether rulings may come; without them it is faster, and a ruling that comes
            all the same is a ValueError.

    Example:
        >>> replay = Replay(game, catalog)                              # doctest: +SKIP
        >>> replay.add(opening).verdict                                 # doctest: +SKIP
        Legal()
    """

    def __init__(
        self,
        game: Game,
        catalog: Catalog,
        *,
        choices: Mapping[str, str] | None = None,
        rulings: bool = True,
    ) -> None:
        self.game = game
        self.catalog = catalog
        self.events: list[Event] = []
        self.verdicts: list[Verdict] = []
        """The verdict on each entry when it was logged; :meth:`standing` says what it is now."""
        self.noted: dict[int, str] = {}
        """The digests to note in the log, by entry."""
        self.undone: dict[int, int] = {}
        """The entries that are out of force, each with the ruling that took it out."""
        self.turned: list[Turned] = []
        """The rulings that changed how refused entries stand."""
        self._override = choices
        self._keep = rulings
        self._fold: Fold | None = None
        self._struck: set[int] = set()
        """The struck notes that the fold still lists: many are left out of it at once."""
        self._newest = 1
        """No entry behind this one was played and is in force."""
        self._upheld: set[int] = set()
        self._turn = 0
        self._ended = 0
        self._index: dict[int, int] | None = None
        self._options: Sequence[Option] | None = None

    # -- what is so -----------------------------------------------------------------------

    @property
    def opened(self) -> bool:
        """Whether a legal opening stands at entry 1."""
        return self._fold is not None

    @property
    def table(self) -> AnyTable:
        """The table as it stands. Look, do not touch.

        Raises:
            LookupError: the match has no legal opening.
        """
        if self._fold is None:
            raise LookupError("the match has no legal opening")
        return self._fold.table

    @property
    def light(self) -> bool:
        """Whether less is told of the match now than all."""
        return self._fold is not None and type(self._fold.table.state) is LightState

    @property
    def depth(self) -> str:
        """How much is told of the match, at the least of all times: what it counts as."""
        if self._fold is None or not (
            self._fold.snapshots[1][:1] == LIGHT or Record in map(type, self.events)
        ):
            return "full"
        return min((f.depth for _, f in self.all_facts() if type(f) is DepthChanged),
                   key=DEPTHS.index, default="full")  # fmt: skip

    @cached_property
    def traits(self) -> dict[str, dict[str, str]]:
        """What the catalog says of each card, for whoever asks at every line."""
        return self.game.traits(self.catalog)

    @cached_property
    def cards_of_words(self) -> dict[str, list[str]]:
        """The cards whose names are several words, the longest first, by how the first begins."""
        found: dict[str, list[str]] = {}
        for name in sorted(self.traits, key=len, reverse=True):
            if " " in name and (first := _FIRST.match(name)):
                found.setdefault(first[0].casefold(), []).append(name)
        return found

    @cached_property
    def cards_in_any_case(self) -> dict[str, str]:
        """The cards by their names in small letters."""
        return {name.casefold(): name for name in self.traits}

    @property
    def state(self) -> Any:
        """The state as it stands; errors as for :attr:`table`."""
        return self.table.state

    def options(self) -> Sequence[Option]:
        """What may be logged next, worked out once for the match as it stands; errors as for
        :attr:`table`."""
        if self._options is None:
            self._options = tuple(self.game.options(self.table))
        return self._options

    @property
    def fold(self) -> Fold | None:
        """The steps in force, folded, to fold others from; None without a legal opening."""
        self._leave_out_struck()
        fold = self._fold
        if fold is not None and len(fold.steps) < len(fold.verdicts):
            fold.steps = [Step(n, e, NOTHING_WAIVED, n) for n, e in enumerate(self.events, 1)]
        return fold

    def digest(self) -> str:
        """The digest of the state as it stands."""
        return digest_of(self._fold.table.state if self._fold else None)

    def standing(self, seq: int) -> Verdict | None:
        """The verdict on an entry with all rulings so far; None where it is not in force."""
        if self._fold is None or type(self.events[seq - 1]) in REWRITING:
            return None if seq in self.undone else self.verdicts[seq - 1]
        index = self._indices().get(seq)
        return None if index is None else self._fold.verdicts[index]

    def facts(self, seq: int) -> Sequence[Fact]:
        """What followed from an entry, as it stands now; empty where it is not in force."""
        if self._fold is None:
            return ()
        index = self._indices().get(seq)
        return () if index is None else self._fold.facts_of(index)

    def all_facts(self) -> Iterable[tuple[int, Fact]]:
        """Every fact in force with its entry, in the order of play."""
        self._leave_out_struck()
        if (fold := self._fold) is None:
            return ()
        counts = map(sub, fold.ends, chain((0,), fold.ends))
        entries = map(attrgetter("seq"), fold.steps) if fold.keep else count(1)
        seqs = map(repeat, entries, counts)
        return zip(chain.from_iterable(seqs), fold.table.facts, strict=False)

    def steps(self) -> Sequence[Step]:
        """The steps in force, in the order of play."""
        fold = self.fold
        return () if fold is None else fold.steps

    def _indices(self) -> Mapping[int, int]:
        assert self._fold is not None
        self._leave_out_struck()
        if self._index is None or len(self._index) != len(self._fold.verdicts):
            self._index = {step.seq: i for i, step in enumerate(self.steps())}
        return self._index

    def _leave_out_struck(self) -> None:
        if self._struck and self._fold is not None:
            self._fold.leave_out(self._struck)
            self._struck.clear()

    # -- one more entry -------------------------------------------------------------------

    def add(self, event: Event) -> Outcome:
        """Take the next entry into the record and say what it comes to."""
        verdict, changes = self._add(event)
        seq = len(self.events)
        fold = self._fold
        if fold is None or type(event) in REWRITING:
            facts = self.facts(seq) if type(event) is Insert else ()
        else:
            facts = fold.facts_of(len(fold.verdicts) - 1)
        return Outcome(seq, verdict, facts, self.noted.get(seq, ""), changes)

    def would(self, event: Event) -> Verdict:
        """What would be said of an event if it came next; the record stays as it is."""
        fold, kind = self._fold, type(event)
        if fold is None or not self._keep:
            anew = Replay(self.game, self.catalog, choices=self._override)
            return anew.extend(self.events).add(event).verdict
        if kind in REWRITING:
            return self._apart()._add(event)[0]
        seq = len(self.events) + 1
        step = Step(seq, event, NOTHING_WAIVED, seq)
        self._leave_out_struck()
        with fold.aside((kind,)) as on:
            return on(step)

    def _apart(self) -> "Replay":
        """The same record in another hand: a ruling there changes nothing here, as what it lets
        stand is folded from a copy of the state."""
        self._leave_out_struck()
        other = copy(self)
        other.events, other.verdicts = [*self.events], [*self.verdicts]
        other.noted, other.undone = {**self.noted}, {**self.undone}
        other.turned, other._upheld = [*self.turned], {*self._upheld}
        other._struck = set()
        return other

    def retract(self) -> None:
        """Take the newest entry out of the record again, which was not applied.

        Raises:
            ValueError: the newest entry changed the state, or is a ruling or the opening.
        """
        newest = len(self.events)
        if newest < 2 or self._fold is None or applied(self.verdicts[-1]):
            raise ValueError("only an entry that was not applied can be retracted")
        self._options = None
        if type(self.events[-1]) not in REWRITING:
            self._fold.drop()
            self._fold.table.seq = newest - 1
        self.events.pop()
        self.verdicts.pop()
        self.noted.pop(newest, None)

    def extend(self, events: Iterable[Event]) -> "Replay":
        """Take many entries; returns itself."""
        rest = iter(events)
        for event in rest:
            self._add(event)
            if not self._keep:
                break
        if not self._keep and self._fold is not None:
            self._options = None
            plain = list(rest)
            first = len(self.events) + 1
            if Record in map(type, plain):
                raise ValueError(WITHOUT_RULINGS)
            self.events += plain
            self._fold.extend(plain, first, self.noted)
            self.verdicts += self._fold.verdicts[first - 1 :]
            self._turn, self._ended = self.state.turn, self.state.ended
        for event in rest:
            self._add(event)
        return self

    def _add(self, event: Event) -> tuple[Verdict, Sequence[Change]]:
        self._options = None
        events = self.events
        events.append(event)
        seq = len(events)
        fold = self._fold
        changes: Sequence[Change] = ()
        kind = type(event)
        if fold is None:
            verdict = self._open(event) if seq == 1 else _not_open()
            fold = self._fold
            if fold is None:
                self.verdicts.append(verdict)
                return verdict, ()
        elif kind in REWRITING:
            verdict, changes = self._rule(seq, cast(Rewriting, event))
            fold = self._fold
            assert fold is not None
        elif kind is Record and not self._keep:
            raise ValueError(WITHOUT_RULINGS)
        else:
            verdict = fold.add(Step(seq, event, NOTHING_WAIVED, seq))
        self.verdicts.append(verdict)
        if kind not in REWRITING or kind is Insert or kind is Overrule:
            self._newest = seq
        state = fold.table.state
        if state.turn != self._turn or state.ended != self._ended or kind in _NOTED:
            self._turn, self._ended = state.turn, state.ended
            self.noted[seq] = digest_of(state)
            if kind in _RULINGS and applied(verdict):
                self._upheld.add(seq)
        return verdict, changes

    def _open(self, event: Event) -> Verdict:
        if not isinstance(event, Opening):
            return Illegal("REF-1.1", "entry 1 opens the match", legal="opening")
        game = self.game
        table: AnyTable = Table(
            MatchState(()), self.catalog, {}, game.version, logged=self.verdicts
        )
        try:
            asked = event if self._override is None else asked_under(game, event, self._override)
            require_edition(game, self.catalog, asked)
            table.choice = game.choices(asked.interpretations)
            table.persons = {seating.seat: seating.person for seating in event.seats}
            played = with_agreements(game, self.catalog, asked)
            table.opening = msgspec.structs.replace(played, record="")
            table.state = game.open(table, played)
            for person, role in event.judges.items():
                table.state.roles.setdefault(person, []).append(role)
        except (Violation, Unsaid) as refusal:
            return refusal.verdict()
        self._fold = fold = Fold(game, table, self._keep)
        fold.start(Step(1, event, NOTHING_WAIVED, 1))
        return fold.verdicts[0]

    # -- rulings --------------------------------------------------------------------------

    def _rule(self, seq: int, event: Rewriting) -> tuple[Verdict, Sequence[Change]]:
        """Check a ruling that decides what is in force, and fold again under it."""
        assert self._fold is not None
        if not self._keep:
            raise ValueError(WITHOUT_RULINGS)
        old = self._fold
        table = old.table
        table.waived = NOTHING_WAIVED
        try:
            if event.authority != "scorekeeper":
                require_judge(table, event.judge, event.authority)
            self._require_target(seq, event)
            if (struck := self._struck_note(seq, event)) is not None:
                return table.accepted(), (struck,)
            self._leave_out_struck()
            steps, at, undone = self._rewritten(seq, event)
            new = old.again(steps, at)
            self._require_effect(event, new, at)
        except (Violation, Unsaid) as refusal:
            table.assumptions.clear()
            return refusal.verdict(), ()
        self._fold = new
        self._index = None
        self.undone = undone
        changes = [each for each in _changes(old, new, at) if each.seq != seq]
        if any(type(self.verdicts[each.seq - 1]) is Illegal for each in changes):
            self.turned.append(Turned(Step(seq, event, NOTHING_WAIVED, seq), old, changes))
        return table.accepted(), changes

    def _struck_note(self, seq: int, event: Rewriting) -> Change | None:
        """Strike a note, without which everything stands as it did."""
        assert self._fold is not None
        if type(event) is not Strike or type(self.events[event.entry - 1]) is not Note:
            return None
        at = index_of(self._fold.steps, event.entry)
        assert at is not None
        verdict = self._fold.verdicts[at]
        if not applied(verdict) or not applied(self.verdicts[event.entry - 1]):
            return None
        self._struck.add(event.entry)
        self.undone[event.entry] = seq
        return Change(event.entry, verdict, None)

    def _rewritten(self, seq: int, event: Rewriting) -> Rewritten:
        """The steps in force with a ruling, and all that is out of force then.

        What an overruled ruling did is undone by applying all others again.
        """
        assert self._fold is not None
        old = self._fold.steps
        nested = self.game.codec.nested
        if not isinstance(event, Overrule):
            found = rewritten(old, seq, self.events, nested)
            return found._replace(undone={**self.undone, **found.undone})
        line = timeline(self.events, self._upheld | {seq}, nested)
        pairs = enumerate(zip(old, line.steps, strict=False))
        at = next((n for n, (a, b) in pairs if a != b), min(len(old), len(line.steps)))
        return Rewritten(line.steps, at, line.undone)

    def _require_target(self, seq: int, event: Rewriting) -> None:
        """REF-3.1 and REF-3.2: what a ruling may name, and by what right."""
        assert self._fold is not None
        match event:
            case Rewind(to=target) | Insert(after=target):
                if target >= seq:
                    self._no_target(target, f"an entry from 1 to {seq - 1}")
            case Strike(entry=target) | Stand(entry=target):
                gone = target in self._struck or index_of(self._fold.steps, target) is None
                if target == 1 or gone:
                    self._no_target(target, "an entry that was played and is in force")
            case Overrule(ruling=target):
                if target not in self._upheld or target in self.undone:
                    self._no_target(target, "a ruling that is in force")
            case _:
                pass
        authority = event.authority
        if isinstance(event, Overrule) and authority != "head":
            forbid("REF-3.2", "{authority} may not overrule", authority=authority, legal="head")
        if authority == "scorekeeper":
            newest = self._newest_played()
            if not isinstance(event, Strike) or event.entry != newest:
                forbid(
                    "REF-3.2",
                    "a scorekeeper may only strike the newest entry, {newest}",
                    newest=newest,
                    legal=f"strike {newest}, or a judge's ruling"
                    if newest > 1
                    else "a judge's ruling",
                )

    def _no_target(self, target: int, legal: str) -> NoReturn:
        """REF-3.1: a ruling names an entry that it cannot apply to."""
        if target in self.undone:
            by = self.undone[target]
            why = "entry {entry} is no longer in force, by entry {by}"
            forbid("REF-3.1", why, entry=target, by=by, legal=legal, since=by)
        why = "a ruling of this kind cannot name entry {entry}"
        forbid("REF-3.1", why, entry=target, legal=legal)

    def _newest_played(self) -> int:
        """The newest entry that was played and is in force."""
        assert self._fold is not None
        for seq in range(self._newest, 1, -1):
            self._newest = seq
            kind = type(self.events[seq - 1])
            played = kind not in REWRITING or kind is Insert
            if played and seq not in self.undone and index_of(self._fold.steps, seq) is not None:
                return seq
        return 1

    def _require_effect(self, event: Event, new: Fold, at: int) -> None:
        """REF-3.1, REF-3.3 and REF-3.4: what a ruling has to achieve."""
        assert self._fold is not None
        if isinstance(event, Rewind) and len(new.steps) == len(self._fold.steps):
            forbid("REF-3.1", "nothing in force was played after entry {to}", to=event.to)
        if isinstance(event, Stand):
            if type(self._fold.verdicts[at]) is not Illegal:
                forbid(
                    "REF-3.3", "entry {entry} is not illegal; it already stands", entry=event.entry
                )
            left = new.verdicts[at]
            if isinstance(left, Illegal):
                waived = left.rule in event.waive  # and nothing could follow from it
                forbid(
                    "REF-3.3",
                    "entry {entry} would still break {rule}: {why}",
                    entry=event.entry,
                    rule=left.rule,
                    why=left.message,
                    legal="adjust the state instead"
                    if waived
                    else f"waive {left.rule} too, or adjust the state instead",
                )
        if isinstance(event, Insert):
            found = new.verdicts[at]
            if isinstance(found, Incomplete):
                raise Unsaid(found.ask, found.choices)
            if isinstance(found, Illegal):
                forbid(
                    "REF-3.4",
                    "after entry {after} it would break {rule}: {why}",
                    after=event.after,
                    rule=found.rule,
                    why=found.message,
                    legal=found.legal,
                    since=found.since,
                )


def replay(
    game: Game, catalog: Catalog, events: Sequence[Event], choices: Mapping[str, str] | None = None
) -> Replay:
    """Replay a whole record; its cost grows linearly with its length."""
    rulings = not _NOTED.isdisjoint(map(type, events))
    return Replay(game, catalog, choices=choices, rulings=rulings).extend(events)


def _not_open() -> Illegal:
    return Illegal("REF-1.1", "the match has no legal opening", legal="opening")


def _changes(old: Fold, new: Fold, at: int) -> list[Change]:
    """What stands otherwise now; before that index nothing does."""
    before = {s.seq: v for s, v in zip(old.steps[at:], old.verdicts[at:], strict=True)}
    after = {s.seq: v for s, v in zip(new.steps[at:], new.verdicts[at:], strict=True)}
    return [
        Change(seq, before.get(seq), after.get(seq))
        for seq in sorted(before.keys() | after.keys())
        if before.get(seq) != after.get(seq)
    ]


__all__ = [
    "Change",
    "Outcome",
    "Replay",
    "Ruling",
    "Timeline",
    "digest_of",
    "replay",
    "require_edition",
]
