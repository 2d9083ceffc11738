"""The fold: entries in force, one by one, into a state, with a verdict and facts for each."""

import hashlib
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import msgspec
from msgspec.structs import replace

from events.common import Record
from events.error import ProgramFault
from events.event import Event
from events.notation import write
from referee.fact import Fact
from referee.game import Game
from referee.house import AnyState, AnyTable
from referee.light import LightState
from referee.replay.timeline import ASIDE, Step
from referee.table import NOTHING_WAIVED, Table
from referee.verdict import LEGAL, Illegal, OnTrust, Unsaid, Verdict, Violation, applied

SNAPSHOT_EVERY = 16
"""How many steps lie between two kept copies of the state, from which a ruling folds again."""

BYTES_A_STEP = 512
"""Where a copy is larger than this for each of these steps, more steps lie between two."""

_digest_encoder = msgspec.msgpack.Encoder(order="deterministic")
_copy_encoder = msgspec.msgpack.Encoder()


def digest_of(state: AnyState | None) -> str:
    """The SHA-256 of a state's bytes (MessagePack, keys sorted, fields as they are
    declared): equal digests, equal states."""
    return hashlib.sha256(_digest_encoder.encode(state)).hexdigest()


LIGHT = b"\xc1"
"""What stands before a copy of a light record's state; no MessagePack begins with it."""
_light_decoder = msgspec.msgpack.Decoder(LightState)


def encoded(state: AnyState) -> bytes:
    """A copy of a state, full or light."""
    copy = _copy_encoder.encode(state)
    return LIGHT + copy if type(state) is LightState else copy


class Decoder:
    """Makes a state of its copy, full or light."""

    __slots__ = ("_full",)

    def __init__(self, state_type: type[AnyState]) -> None:
        self._full = msgspec.msgpack.Decoder(state_type)

    def decode(self, copy: bytes) -> Any:
        """The state of a copy."""
        if copy[:1] == LIGHT:
            return _light_decoder.decode(memoryview(copy)[1:])
        return self._full.decode(copy)


class HandlerFault(ProgramFault):
    """A handler fails otherwise than by a refusal: the state it leaves is not to be used.

    Args:
        table: the table as it was left.
        event: the event that was being folded.
        error: what the handler raised.
    """

    def __init__(self, table: AnyTable, event: Event, error: Exception) -> None:
        game, line = table.catalog.game, write(event)
        super().__init__(
            f"{game}, entry {table.seq} ({line}): a fault in the program, please report it: "
            f"{type(error).__name__}: {error}"
        )
        self.seq = table.seq


class Fold:
    """The steps in force so far, folded: a verdict on each, and where its facts end.

    Where no rulings can come (``keep`` is false) the steps are simply the entries, and are not
    listed. Once the match is over, only ``after`` is folded, and all else is refused by
    ``over_rule``.
    """

    __slots__ = (
        "after",
        "decoder",
        "ends",
        "game",
        "handlers",
        "keep",
        "next_copy",
        "over_rule",
        "snapshots",
        "steps",
        "table",
        "verdicts",
    )

    def __init__(
        self,
        game: Game,
        table: AnyTable,
        keep: bool,
        decoder: "Decoder | None" = None,
    ) -> None:
        self.game = game
        self.after, self.over_rule = game.after_the_end, game.rule_of_the_end
        self.decoder = decoder or Decoder(game.state_type)
        self.table = table
        self._settle()
        self.keep = keep
        self.steps: list[Step] = []
        self.verdicts: list[Verdict] = []
        self.ends: list[int] = []
        self.snapshots: dict[int, bytes] = {}
        self.next_copy = 0

    def _settle(self) -> None:
        """Go on by the handlers of the record that is kept now, full or light."""
        light = type(self.table.state) is LightState
        game = self.game
        self.handlers = game.light_handlers if light else game.all_handlers

    def start(self, step: Step) -> None:
        """Take the opening in, which the table has folded."""
        table = self.table
        self._take(step, table.accepted())
        self.snapshots[1] = encoded(table.state)

    def add(self, step: Step) -> Verdict:
        """Fold one more step; an illegal one changes nothing but the record."""
        count = len(self.verdicts)
        if self.keep and count % SNAPSHOT_EVERY == 0 and count >= self.next_copy:
            self.copy()
        verdict = self._fold(step)
        self._take(step, verdict)
        return verdict

    def copy(self) -> bytes:
        """Keep a copy of the state as it stands."""
        count = len(self.verdicts)
        self.snapshots[count] = copy = encoded(self.table.state)
        self.next_copy = count + len(copy) // BYTES_A_STEP
        return copy

    def _take(self, step: Step, verdict: Verdict) -> None:
        if self.keep:
            self.steps.append(step)
        self.verdicts.append(verdict)
        self.ends.append(len(self.table.facts))

    def _fold(self, step: Step) -> Verdict:
        table = self.table
        table.seq = step.seq
        table.waived = step.waived
        kind = type(step.event)
        if table.state.over and kind not in self.after:
            return _after_the_end(table.state, self.over_rule)
        verdict = self.handle(kind, step.event)
        table.waived = NOTHING_WAIVED  # what may be logged next is asked of this table
        if kind not in ASIDE and applied(verdict):
            table.last = step.seq
        return verdict

    @contextmanager
    def aside(self, kinds: Collection[type[Event]]) -> Iterator[Callable[[Step], Verdict]]:
        """Folds steps of these kinds on from here, each with its verdict; all is taken back.

        Where a handler might write otherwise than by the table's own methods, they are folded on
        a copy of the state.
        """
        game, table = self.game, self.table
        light = type(table.state) is LightState
        if game.window is None or light or any(kind not in game.events for kind in kinds):
            yield self._copied(len(self.verdicts), encoded(table.state))._fold
            return
        seq, last = table.seq, table.last
        try:
            with table.tried():
                yield self._fold
        finally:
            table.seq, table.last = seq, last

    def drop(self) -> None:
        """Forget the newest step, which changed nothing."""
        if self.keep:
            self.steps.pop()
        self.verdicts.pop()
        self.ends.pop()

    def leave_out(self, seqs: Collection[int]) -> None:
        """Forget steps that changed nothing and had no facts, wherever they stand."""
        kept = [index for index, step in enumerate(self.steps) if step.seq not in seqs]
        self.next_copy -= len(self.steps) - len(kept)
        self.steps = [self.steps[index] for index in kept]
        self.verdicts = [self.verdicts[index] for index in kept]
        self.ends = [self.ends[index] for index in kept]
        self.snapshots = {bisect_left(kept, at): copy for at, copy in self.snapshots.items()}

    def handle(self, kind: type[Event], event: Event) -> Verdict:
        """The verdict of the event's handler, which has changed the state unless illegal."""
        table = self.table
        mark = len(table.facts)
        try:
            self.handlers[kind](table, event)
        except (Violation, Unsaid) as refusal:
            del table.facts[mark:]
            table.assumptions.clear()
            verdict = _refused(refusal, table.seq)
            if table.state.declared and isinstance(verdict, Illegal) and verdict.since is None:
                return replace(verdict, since=table.state.declared)
            return verdict
        except Exception as error:
            raise HandlerFault(table, event, error) from error
        if kind is Record:
            self._settle()
        elif (declared := table.state.declared) and kind not in ASIDE:
            table.trust(f"it rests on the position that was declared at entry {declared}")
        return table.accepted()

    def extend(self, events: Sequence[Event], first: int, noted: dict[int, str]) -> None:
        """Fold many entries that hold no rulings, the first of them numbered ``first``.

        This is :meth:`add` for each of them with everything looked up once: the speed of a
        bulk replay is decided here.
        """
        table = self.table
        state = table.state
        handlers, after = self.handlers, self.after
        facts, assumptions = table.facts, table.assumptions
        verdicts, ends = self.verdicts, self.ends
        table.waived = NOTHING_WAIVED
        turn = state.turn
        for seq, event in enumerate(events, first):
            table.seq = seq
            kind = type(event)
            if state.over and kind not in after:
                verdicts.append(_after_the_end(state, self.over_rule))
                ends.append(len(facts))
                continue
            try:
                handlers[kind](table, event)
            except (Violation, Unsaid) as refusal:
                del facts[ends[-1] :]
                assumptions.clear()
                if seq > self.next_copy:  # from here its cause is looked for
                    self.copy()
                verdicts.append(_refused(refusal, seq))
            except Exception as error:
                raise HandlerFault(table, event, error) from error
            else:
                if kind not in ASIDE:
                    table.last = seq
                if assumptions:
                    verdicts.append(OnTrust(tuple(assumptions)))
                    assumptions.clear()
                else:
                    verdicts.append(LEGAL)
                if state.turn != turn or state.ended == seq:
                    turn = state.turn
                    noted[seq] = digest_of(state)
            ends.append(len(facts))

    def facts_of(self, index: int) -> Sequence[Fact]:
        """What followed from the step at that index."""
        return self.table.facts[self.ends[index - 1] if index else 0 : self.ends[index]]

    def fork(self, at: int, copy: bytes = b"") -> "Fold":
        """The fold as it stood before the step at that index, from a copy of the state there;
        by default that which is kept."""
        copy = copy or self.snapshots[at]
        fold = self._copied(at, copy)
        fold.keep = True
        fold.table.facts += self.table.facts[: self.ends[at - 1]]
        fold.steps = self.steps[:at]
        fold.verdicts = self.verdicts[:at]
        fold.ends = self.ends[:at]
        fold.snapshots = {
            i: kept
            for i, kept in self.snapshots.items()
            if i < at and (i % SNAPSHOT_EVERY == 0 or i == 1)
        }
        fold.snapshots[at] = copy
        fold.next_copy = at + len(copy) // BYTES_A_STEP
        return fold

    def _copied(self, at: int, copy: bytes) -> "Fold":
        """A fold that goes on from the copy of the state before the step at that index, and knows
        nothing of the steps before."""
        here = self.table
        state = self.decoder.decode(copy)
        table: AnyTable = Table(state, here.catalog, here.choice, here.edition, here.logged)
        table.persons, table.opening = here.persons, here.opening
        table.seq = self.steps[at - 1].seq
        table.last = self._last_play(at)
        table.repaired = here.repaired
        return Fold(self.game, table, False, self.decoder)

    def _last_play(self, at: int) -> int:
        """The newest play before the step at that index."""
        for index in range(at - 1, 0, -1):
            step = self.steps[index]
            if type(step.event) not in ASIDE and applied(self.verdicts[index]):
                return step.seq
        return 1

    def stands_as(self, other: "Fold", at: int) -> bool:
        """Whether whatever comes next is the same here as it was in another fold before the step
        at that index, as far as a copy of the state there is kept."""
        copy = other.snapshots.get(at)
        if copy is None or encoded(self.table.state) != copy:
            return False
        return self.table.last == other._last_play(at)

    def apart(self) -> "Fold":
        """The fold as it stands, from a copy of the state: what is added there is not added
        here."""
        return self.fork(len(self.steps), encoded(self.table.state))

    def copies(self, first: int, last: int) -> dict[int, bytes]:
        """Copies of the state as it stood before each of the steps from one index to another."""
        start = max(i for i in self.snapshots if i <= first)
        walk = self.fork(start)
        found: dict[int, bytes] = {}
        for at in range(start, last + 1):
            if at >= first:
                found[at] = walk.copy()
            if at < last:
                walk.add(self.steps[at])
        return found

    def again(self, steps: Sequence[Step], same: int | None = None) -> "Fold":
        """The fold of other steps, from the last kept copy before the first that differs.

        Args:
            steps: the other steps.
            same: before which index they are known to be the same; looked up where None.
        """
        if same is None:
            same = 0
            for old, new in zip(self.steps, steps, strict=False):
                if old != new:
                    break
                same += 1
        start = max(i for i in self.snapshots if i <= same)
        fold = self.fork(start)
        for step in steps[start : same + 1]:
            fold.add(step)
        # what is asked for when it is logged may be refused later, which is no ruling's doing
        fold.verdicts[start:same] = self.verdicts[start:same]
        fold.copy()  # the next ruling is often one for the same place
        for step in steps[same + 1 :]:
            fold.add(step)
        return fold


def _refused(refusal: Violation | Unsaid, seq: int) -> Verdict:
    """The verdict of a refusal. What it rests on is an earlier entry: what waited and takes effect
    ahead of the refused one is not so when it is taken back."""
    verdict = refusal.verdict()
    if isinstance(verdict, Illegal) and verdict.since is not None and verdict.since >= seq:
        return replace(verdict, since=None)
    return verdict


def _after_the_end(state: AnyState, rule: str) -> Illegal:
    return Illegal(
        rule,
        "the match is over by {how}",
        {"how": state.over},
        "a remark or a ruling",
        state.ended or None,
    )
