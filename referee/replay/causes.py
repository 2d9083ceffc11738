"""Which refused entries are misplays of their own, and which only follow from an earlier one.

An entry that is illegal is a *consequence* of an earlier one where it would be legal had that
one been in force, or had the step been made before it that was forgotten there. What would be so
is not guessed: the rest of the match is folded again under that repair.
"""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence, Set
from contextlib import suppress
from copy import copy
from itertools import tee
from random import Random
from typing import NamedTuple

from msgspec import Struct
from msgspec.structs import replace

from events.common import RULINGS, Insert, Stand
from events.entry import verb
from events.error import ProgramFault
from events.event import Event
from events.notation import Malformed, read
from referee.game import Game
from referee.obligation import Obligation
from referee.replay.fold import Fold
from referee.replay.replay import Replay, Turned
from referee.replay.simulate import event_of
from referee.replay.timeline import Step
from referee.table import NOTHING_WAIVED
from referee.verdict import LEGAL, Illegal, Verdict, applied

BOUND = 100
"""At most how many times the length of a match is folded for one tracing."""

LEAST_BOUND = 2_000
"""How many steps may be folded for one tracing of a match however short."""

RESTORING = 40
"""What it costs to begin a fold in the middle of a match, or to list its options, in steps."""

FORGOTTEN = 3
"""How many steps in a row may have been forgotten."""

BACK = 6
"""How many steps before it is noticed a step may have been forgotten."""

WAIVED = 3
"""How many rules an entry may break that is let stand."""

_RULINGS = frozenset(RULINGS)

LET_STAND = "let stand"
INSERTED = "repaired by an insert"
REPAIRED = "repaired"
UNDONE = "undone"


class Refusal(Struct, frozen=True):
    """What there is to an entry that was refused when it was logged, or is by a ruling."""

    seq: int  # the entry
    root: int  # the entry that it follows from; its own number where it is a misplay of its own
    # of a root, the steps that were owed or open before it and whose absence it is, where they are;
    # what a root's consequences follow from is that, or its refusal
    forgotten: tuple[Event, ...] = ()
    # what a ruling made of it: ``let stand``, ``repaired by an insert``, ``repaired`` by another
    # ruling, or ``undone``; empty where it still stands as illegal
    remedy: str = ""
    remedied_by: int | None = None  # that ruling


class Cascade(Struct, frozen=True):
    """Entries that are refused because of one of them, or of a step that is missing before it."""

    root: int  # the first of them
    refused: Illegal  # why that is refused
    following: tuple[int, ...]  # the others
    forgotten: tuple[Event, ...] = ()  # the steps that are missing, where they are
    after: int = 0  # the entry behind which those belong
    due: Obligation | None = None  # what was owed there; None where nothing was
    gone: tuple[int, ...] = ()  # the entries whose absence it is, where no smaller step explains it


class _Cause(Struct, frozen=True):
    root: int
    forgotten: tuple[Event, ...] = ()
    after: int = 0


def refusals(replay: Replay) -> dict[int, Refusal]:
    """Every entry that was or is illegal, with its root and what became of it, in order.

    The work is bounded: in a match with very many refusals, those that could not be looked into
    count as roots.
    """
    illegal = {seq for seq, v in enumerate(replay.verdicts, 1) if type(v) is Illegal}
    ruled = not _RULINGS.isdisjoint(map(type, replay.events))
    if not replay.opened:
        return {seq: Refusal(seq, 1) for seq in sorted(illegal)}
    if not ruled and len(illegal) < 2:
        return {seq: Refusal(seq, seq) for seq in illegal}
    fold = replay.fold
    assert fold is not None
    if not illegal and all(type(replay.standing(s.seq)) is not Illegal for s in replay.steps()):
        return {}
    causes: dict[int, _Cause] = {}
    remedies: dict[int, tuple[str, int]] = {}
    tracer = _Tracer(replay.game)
    for turned in replay.turned:
        _rule(tracer, turned, illegal, causes, remedies)
    traced = tracer.trace(fold)
    found: dict[int, Refusal] = {}
    for seq in sorted(illegal | traced.keys()):
        cause = traced.get(seq) or causes.get(seq) or _Cause(seq)
        found[seq] = Refusal(seq, cause.root, cause.forgotten, *remedies.get(seq, ("", None)))
    return {seq: replace(refusal, root=_root(found, seq)) for seq, refusal in found.items()}


def _root(found: Mapping[int, Refusal], seq: int) -> int:
    """The root in the end: a cause that a later ruling gave a cause, or that is none any more."""
    root, seen = found[seq].root, {seq}
    while root in found and root not in seen and found[root].root != root:
        seen.add(root)
        root = found[root].root
    return root if root in found and found[root].root == root else seq


def consequences(found: dict[int, Refusal]) -> dict[int, list[int]]:
    """For every root, the entries that follow from it."""
    following: dict[int, list[int]] = {r.root: [] for r in found.values()}
    for refusal in found.values():
        if refusal.root != refusal.seq:
            following[refusal.root].append(refusal.seq)
    return following


def cascades(replay: Replay, among: Sequence[int], gone: Sequence[int] = ()) -> list[Cascade]:
    """Of entries that are refused, those that are so because of one of them, the largest first.

    Args:
        replay: the match.
        among: the entries.
        gone: the entries that a ruling took out of force, without which all of them were in order.
    """
    if replay.fold is None or len(among) < 2:
        return []
    traced = _Tracer(replay.game).trace(replay.fold)
    groups: dict[int, list[int]] = {}
    for seq in among:
        if seq in traced:
            groups.setdefault(traced[seq].root, []).append(seq)
    found: list[Cascade] = []
    for root, seqs in groups.items():
        refused, cause = replay.standing(root), traced[root]
        if gone and not cause.forgotten:
            continue  # that it is refused has the same cause
        if len(seqs) > 1 and isinstance(refused, Illegal):
            following = tuple(seq for seq in seqs if seq != root)
            due = _due(replay, cause) if cause.forgotten else None
            found.append(Cascade(root, refused, following, cause.forgotten, cause.after, due))
    explained = {seq for each in found for seq in (each.root, *each.following)}
    first, *rest = [seq for seq in among if seq not in explained] or [0]
    refused = replay.standing(first) if rest and gone else None
    if isinstance(refused, Illegal):
        found.append(Cascade(first, refused, tuple(rest), gone=tuple(gone)))
    return sorted(found, key=lambda each: -len(each.following))


def _due(replay: Replay, cause: _Cause) -> Obligation | None:
    """What was owed where steps are missing, if the first of them is that."""
    assert replay.fold is not None
    steps, first = replay.fold.steps, cause.forgotten[0]
    at = next(i for i, step in enumerate(steps) if step.seq == cause.after)
    table = replay.fold.again(steps[: at + 1]).table
    seat = getattr(first, "seat", "")
    offered = (
        o for o in replay.game.options(table) if (o.seat, o.verb) == (seat, verb(type(first)))
    )
    rules = {option.rule for option in offered if option.must}
    owed = (due for due in replay.game.obligations(table) if due.must and due.seat == seat)
    return next((due for due in owed if due.rule in rules), None)


def _rule(
    tracer: "_Tracer",
    turned: Turned,
    illegal: set[int],
    causes: dict[int, _Cause],
    remedies: dict[int, tuple[str, int]],
) -> None:
    """What a ruling made of the refusals that there were when it was made."""
    ruling, before, changes = turned
    place = {step.seq: at for at, step in enumerate(before.steps)}
    cured: list[int] = []
    gone: list[int] = []
    for change in changes:
        seq = change.seq
        if seq not in illegal or (applied(change.before) and applied(change.after)):
            continue
        remedies.pop(seq, None)
        if applied(change.after):
            remedies[seq] = (_remedy(ruling.event, seq), ruling.seq)
        elif change.after is None:
            remedies[seq] = (UNDONE, ruling.seq)
        else:
            causes.pop(seq, None)
        if type(change.before) is Illegal and seq in place:
            (cured if applied(change.after) else gone).append(seq)
    gone = [seq for seq in gone if seq in remedies]
    if not cured and not gone:
        return
    cured.sort(key=lambda seq: place[seq])
    traced = tracer.trace(before, {*gone, *cured[:1]})
    for seq in gone:
        causes[seq] = traced[seq]
    if cured:  # what one ruling repairs has one cause: that of the first of them
        first = traced.get(cured[0]) or _Cause(cured[0])
        causes |= dict.fromkeys(cured, _Cause(first.root)) | {cured[0]: first}


def _remedy(ruling: Event, seq: int) -> str:
    if isinstance(ruling, Stand) and ruling.entry == seq:
        return LET_STAND
    return INSERTED if isinstance(ruling, Insert) else REPAIRED


# -- what if -----------------------------------------------------------------------------------


class _Repair:
    """What may make a refused entry legal, tried as far as was worth while.

    Args:
        stood: the steps in force, with what is repaired so far.
        ahead: the step that is made there, and those from there up to the entry, each with the
            verdict that it had; none where the entry is in order already.
    """

    def __init__(self, stood: Fold, ahead: Sequence[tuple[Step, Verdict]]) -> None:
        self.stood = stood
        self.ahead = ahead
        self.fold = None if ahead else stood
        """The steps up to the entry, where that is legal."""
        self.broken = 0
        """How many of these steps at least were in order, and are not then."""
        self.failed = False
        """The entry is refused all the same."""


class _Repairs(NamedTuple):
    """The ways to make an entry legal, kept as they are found."""

    steps: Sequence[Step]  # the steps in force up to the entry
    here: Iterator[_Repair]  # by steps right before it, or let stand
    back: Iterator[_Repair]  # by steps further back


class _Tracer:
    """Finds the causes of refusals, each time that a ruling changed them.

    What repairs an entry depends on what stands before it, and is looked for once.

    Args:
        game: the game of the match.
    """

    def __init__(self, game: Game) -> None:
        self._game = game
        self._left = 0
        self._repairs: dict[int, _Repairs] = {}

    def trace(self, fold: Fold, asked: Set[int] | None = None) -> dict[int, _Cause]:
        """The cause of every refusal that is in force, at least of those that are asked for.

        From the first to the last, each is repaired in every way that there is; those behind it
        that are legal then follow from it, where the repair heals more than it breaks. The next
        is judged in the match so repaired, since what was misplayed twice was misplayed twice.
        """
        refused = [s.seq for s, v in zip(fold.steps, fold.verdicts, strict=True) if _refused(v)]
        found: dict[int, _Cause] = {}
        world = fold
        unexplained: set[tuple[str, str]] = set()
        self._left = max(LEAST_BOUND, BOUND * len(fold.steps))
        for number, seq in enumerate(refused, 1):
            if asked is not None and found.keys() >= asked:
                break
            if seq in found:
                continue
            later = [other for other in refused[number:] if other not in found]
            found[seq] = _Cause(seq)
            if not later:
                break
            at = next(i for i, s in enumerate(world.steps) if s.seq == seq and s.place)
            kind = _kind(world.verdicts[at])
            best, healed, least = world, list[int](), 0
            for repair in self._ways(world, at, far=kind not in unexplained):
                played = self._played_on(world, at, repair, later, least)
                if played is not None:
                    best, healed, least = played
                if least == len(later):
                    break
            if not healed:
                unexplained.add(kind)
            else:
                made = [i for i, s in enumerate(best.steps) if s.seq == seq and not s.place]
                after = best.steps[made[0] - 1].seq if made else 0
                found[seq] = _Cause(seq, tuple(best.steps[i].event for i in made), after)
                found |= dict.fromkeys(healed, _Cause(seq))
                world = best
        return found

    def _played_on(
        self, world: Fold, at: int, repair: _Repair, later: Collection[int], least: int
    ) -> tuple[Fold, list[int], int] | None:
        """The match to its end under a repair, the entries that heals, and how many more than it
        breaks; None, and it is not played to its end, where those cannot be more than ``least``.
        """
        legal = self._legal(repair, len(later) - least)
        if legal is None:
            return None
        broken, end = repair.broken, len(legal.steps)
        due, healed = set(later), list[int]()
        fold: Fold | None = None
        for index in range(at + 1, len(world.steps)):
            gained = len(healed) - broken
            if gained + len(due) <= least:
                return None
            if gained <= least and (fold or legal).stands_as(world, index):
                return None
            fold = fold or legal.fork(end)
            step, before = world.steps[index], world.verdicts[index]
            verdict = self._folded(fold.add, step)
            if verdict is None:
                return None
            if step.place and step.seq in due:
                due.remove(step.seq)
                if applied(verdict):
                    healed.append(step.seq)
            else:
                broken += _broken(step, before, verdict)
        if fold is None or len(healed) - broken <= least:
            return None
        return fold, healed, len(healed) - broken

    def _legal(self, repair: _Repair, bound: int) -> Fold | None:
        """The match up to the entry under a repair by which it is legal, and that breaks fewer
        steps than the bound; None where it is not so."""
        if repair.fold is None and not repair.failed and repair.broken < bound:
            self._try(repair, bound)
        return repair.fold if repair.broken < bound else None

    def _try(self, repair: _Repair, bound: int) -> None:
        ahead, repair.broken = repair.ahead, 0
        verdict: Verdict | None = LEGAL
        with repair.stood.aside({type(step.event) for step, _ in ahead}) as on:
            for number, (step, before) in enumerate(ahead):
                verdict = self._folded(on, step)
                repair.broken += _broken(step, before, verdict)
                if verdict is None or not (number or applied(verdict)):
                    break
                if repair.broken >= bound:
                    return
        repair.failed = verdict is None or not applied(verdict)
        if not repair.failed:
            repair.fold = repair.stood.apart()
            for step, _ in ahead:
                repair.fold.add(step)
            repair.fold.copy()

    def _ways(self, world: Fold, at: int, *, far: bool) -> Iterator[_Repair]:
        """A refused entry made legal: by steps before it, far back or not, or let stand."""
        seq, steps = world.steps[at].seq, world.steps[: at + 1]
        known = self._repairs.get(seq)
        if known is None or known.steps != steps:
            near = _Near(world, at)
            here, back = self._here(near, far), self._back(near)
            known = self._repairs[seq] = _Repairs(steps, *tee(here, 1), *tee(back, 1))
        yield from copy(known.here)
        if far:
            yield from copy(known.back)

    def _here(self, near: "_Near", far: bool) -> Iterator[_Repair]:
        world, at = near.world, near.at
        yield from self._as_told(near, near.before(at, far))
        yield from self._completed(near, at, near.before(at, far), FORGOTTEN)
        step, verdict = world.steps[at], world.verdicts[at]
        stood = near.before(at, far)
        for _ in range(WAIVED):
            if not isinstance(verdict, Illegal) or verdict.rule in step.waived:
                return
            step = step._replace(waived=step.waived | {verdict.rule})
            again = self._folded(stood.add, step)
            if again is None:
                return
            verdict = again
            if applied(verdict):
                stood.copy()
                yield _Repair(stood, ())
            else:
                stood.drop()

    def _as_told(self, near: "_Near", stood: Fold) -> Iterator[_Repair]:
        """With the step made that the refusal says would be legal instead."""
        verdict, ahead = near.world.verdicts[near.at], near.ahead(near.at)
        if self._left <= 0 or stood.table.state.over or not isinstance(verdict, Illegal):
            return
        for line in verdict.legal.split(" or "):
            with suppress(Malformed):
                event = read(line, self._game.codec)
                step = Step(ahead[0][0].seq, event, NOTHING_WAIVED, 0)
                yield _Repair(stood, [(step, LEGAL), *ahead])

    def _back(self, near: "_Near") -> Iterator[_Repair]:
        for place in range(near.at - 1, near.furthest - 1, -1):
            yield from self._completed(near, place, near.before(place, True), FORGOTTEN)

    def _completed(self, near: "_Near", place: int, stood: Fold, most: int) -> Iterator[_Repair]:
        """With steps made at a place that may have been forgotten there: those owed, and those
        that leave nothing open.

        Where nothing else may be logged before a step is made, it may be one of several in a row.
        What was made at the place anyway is no such step: twice, it is tried behind it.
        """
        if self._left <= 0 or stood.table.state.over:
            return
        chance, ahead = Random(0), near.ahead(place)
        made = ahead[0][0].event if place < near.at else None
        seq, *_ = near.world.steps[near.at]
        owed: Step | None = None
        self._left -= RESTORING
        for option in self._game.options(stood.table):
            if not option.must and any(c.only() is None for c in option.fields.values()):
                continue
            if not option.weight:
                continue
            step = Step(seq, event_of(self._game, option, chance), NOTHING_WAIVED, 0)
            if option.must:
                owed = owed or step
            if step.event != made:
                yield _Repair(stood, [(step, LEGAL), *ahead])
        if owed is not None and owed.event != made and most > 1:
            further = stood.apart()
            if applied(self._folded(further.add, owed)):
                yield from self._completed(near, place, further, most - 1)

    def _folded(self, add: Callable[[Step], Verdict], step: Step) -> Verdict | None:
        """One more step; None where too much was folded already, or it fails."""
        if self._left <= 0:
            return None
        self._left -= 1
        try:
            return add(step)
        except ProgramFault:  # a match that nobody played is no reason to refuse this one
            return None


class _Near:
    """The match as it stood shortly before one of its entries.

    Args:
        world: the match.
        at: the index of the entry.
    """

    def __init__(self, world: Fold, at: int) -> None:
        self.world = world
        self.at = at
        self.furthest = min(at, max(at - BACK, 1) + 1)
        self._copies: dict[int, bytes] = {}

    def before(self, place: int, far: bool) -> Fold:
        """The match before a step, of which others may be asked for, too."""
        if place not in self._copies:
            self._copies |= self.world.copies(self.furthest if far else place, self.at)
        return self.world.fork(place, self._copies[place])

    def ahead(self, place: int) -> list[tuple[Step, Verdict]]:
        """The steps from one index up to the entry, each with its verdict."""
        steps, verdicts = self.world.steps, self.world.verdicts
        return [*zip(steps[place : self.at + 1], verdicts[place : self.at + 1], strict=True)]


def _broken(step: Step, before: Verdict, now: Verdict | None) -> bool:
    """Whether a step that somebody made was in order before, and is not now."""
    return bool(step.place) and applied(before) and not applied(now)


def _kind(verdict: Verdict) -> tuple[str, str]:
    """What an entry was refused for: where that has led nowhere, it is not looked for far back."""
    return (verdict.rule, verdict.why) if isinstance(verdict, Illegal) else ("", "")


def _refused(verdict: Verdict) -> bool:
    return type(verdict) is Illegal
