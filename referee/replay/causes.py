"""Which refused entries are misplays of their own, and which only follow from an earlier one.

An entry that is illegal is a *consequence* of an earlier one where it would be legal had that
one been in force, or had the step been made before it that was forgotten there. What would be so
is not guessed: the rest of the match is folded again under that repair.
"""

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from msgspec import Struct
from msgspec.structs import replace

from events.common import RULINGS, Insert, Stand
from events.entry import verb
from events.error import ProgramFault
from events.event import Event
from referee.game import Game
from referee.obligation import Obligation
from referee.replay.fold import Fold
from referee.replay.replay import Change, Replay
from referee.replay.simulate import event_of
from referee.replay.timeline import REWRITING, Step
from referee.table import NOTHING_WAIVED
from referee.verdict import Illegal, Verdict, applied

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
    """What there is to an entry that was refused when it was logged, or is by a ruling.

    Args:
        seq: the entry.
        root: the entry that it follows from; its own number where it is a misplay of its own.
        forgotten: of a root, the steps that were owed or open before it and whose absence it
            is, where they are; what a root's consequences follow from is that, or its refusal.
        remedy: what a ruling made of it: ``let stand``, ``repaired by an insert``, ``repaired``
            by another ruling, or ``undone``; empty where it still stands as illegal.
        remedied_by: that ruling.
    """

    seq: int
    root: int
    forgotten: tuple[Event, ...] = ()
    remedy: str = ""
    remedied_by: int | None = None


class Cascade(Struct, frozen=True):
    """Entries that are refused because of one of them, or of a step that is missing before it.

    Args:
        root: the first of them.
        refused: why that is refused.
        following: the others.
        forgotten: the steps that are missing, where they are.
        after: the entry behind which those belong.
        due: what was owed there; None where nothing was.
        gone: the entries whose absence it is, where no smaller step explains it.
    """

    root: int
    refused: Illegal
    following: tuple[int, ...]
    forgotten: tuple[Event, ...] = ()
    after: int = 0
    due: Obligation | None = None
    gone: tuple[int, ...] = ()


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
    if not illegal and all(type(replay.standing(s.seq)) is not Illegal for s in replay.steps()):
        return {}
    causes: dict[int, _Cause] = {}
    remedies: dict[int, tuple[str, int]] = {}
    again = Replay(replay.game, replay.catalog)
    for seq, event in enumerate(replay.events, 1):
        before = again.fold
        changes = again.add(event).changes
        if before is not None and type(event) in REWRITING and changes:
            _rule(replay.game, before, Step(seq, event, NOTHING_WAIVED, seq), changes, illegal,
                  causes, remedies)  # fmt: skip
    assert again.fold is not None
    traced = trace(replay.game, again.fold)
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
    fold = replay.fold
    if fold is None or len(among) < 2:
        return []
    traced = trace(replay.game, fold)
    groups: dict[int, list[int]] = {}
    for seq in among:
        if seq in traced:
            groups.setdefault(traced[seq].root, []).append(seq)
    found: list[Cascade] = []
    for root, seqs in groups.items():
        refused = replay.standing(root)
        if len(seqs) > 1 and isinstance(refused, Illegal):
            cause = traced[root]
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
    game: Game,
    before: Fold,
    ruling: Step,
    changes: Sequence[Change],
    illegal: set[int],
    causes: dict[int, _Cause],
    remedies: dict[int, tuple[str, int]],
) -> None:
    """What a ruling made of the refusals that there were when it was made."""
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
    traced = trace(game, before)
    for seq in gone:
        causes[seq] = traced[seq]
    if cured:  # what one ruling repairs has one cause: that of the first of them
        cured.sort(key=lambda seq: place[seq])
        first = traced.get(cured[0]) or _Cause(cured[0])
        causes |= dict.fromkeys(cured, _Cause(first.root)) | {cured[0]: first}


def _remedy(ruling: Event, seq: int) -> str:
    if isinstance(ruling, Stand) and ruling.entry == seq:
        return LET_STAND
    return INSERTED if isinstance(ruling, Insert) else REPAIRED


# -- what if -----------------------------------------------------------------------------------


def trace(game: Game, fold: Fold) -> dict[int, _Cause]:
    """The cause of every refusal that is in force.

    From the first to the last, each is repaired in every way that there is; those behind it that
    are legal then follow from it, where the repair heals more than it breaks. The next is judged
    in the match so repaired, since what was misplayed twice was misplayed twice.
    """
    refused = [s.seq for s, v in zip(fold.steps, fold.verdicts, strict=True) if _refused(v)]
    found: dict[int, _Cause] = {}
    world = fold
    unexplained: set[tuple[str, str]] = set()
    work = _Work(max(LEAST_BOUND, BOUND * len(fold.steps)))
    for number, seq in enumerate(refused, 1):
        if seq in found:
            continue
        later = [other for other in refused[number:] if other not in found]
        found[seq] = _Cause(seq)
        if not later:
            break
        best, healed, least = world, list[int](), 0
        kind = _kind(world, seq)
        back = 0 if kind in unexplained else BACK
        for repaired in _repaired(game, world, seq, back, work):
            standing = _standing(repaired)
            better = [other for other in later if applied(standing[other])]
            broken = sum(
                applied(verdict) and not applied(standing[step.seq])
                for step, verdict in zip(world.steps, world.verdicts, strict=True)
                if step.place
            )
            if len(better) - broken > least:
                best, healed, least = repaired, better, len(better) - broken
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


def _kind(world: Fold, seq: int) -> tuple[str, str]:
    """What an entry was refused for: where that has led nowhere, it is not looked for far back."""
    step_verdict = zip(world.steps, world.verdicts, strict=True)
    verdict = next(v for s, v in step_verdict if s.seq == seq and s.place)
    return (verdict.rule, verdict.why) if isinstance(verdict, Illegal) else ("", "")


class _Work:
    """How many steps may still be folded."""

    def __init__(self, steps: int) -> None:
        self.left = steps

    def again(self, fold: Fold, steps: Sequence[Step]) -> Fold | None:
        """The fold of other steps; None where too much was folded already, or it fails."""
        if self.left <= 0:
            return None
        try:
            found = fold.again(steps)
        except ProgramFault:  # a match that nobody played is no reason to refuse this one
            return None
        self.left -= RESTORING + len(steps) - max((i for i in fold.snapshots if i < len(steps)),
                                                  default=0)  # fmt: skip
        return found

    def on(self, fold: Fold, steps: Sequence[Step]) -> Iterator[Fold]:
        """The fold, gone on with further steps; nothing where it does not get to their end."""
        self.left -= len(steps)
        try:
            for step in steps:
                fold.add(step)
        except ProgramFault:
            return
        yield fold


def _repaired(game: Game, world: Fold, seq: int, back: int, work: _Work) -> Iterator[Fold]:
    """The match to its end with a refused entry made legal: by steps before it, or let stand."""
    at = next(i for i, s in enumerate(world.steps) if s.seq == seq and s.place)
    yield from _completed(game, world, at, at, work)
    yield from _let_stand(world, at, work)
    for place in range(at - 1, max(at - back, 1), -1):
        yield from _completed(game, world, at, place, work)


def _let_stand(world: Fold, at: int, work: _Work) -> Iterator[Fold]:
    step, verdict = world.steps[at], world.verdicts[at]
    for _ in range(WAIVED):
        if not isinstance(verdict, Illegal) or verdict.rule in step.waived:
            return
        step = step._replace(waived=step.waived | {verdict.rule})
        stood = work.again(world, [*world.steps[:at], step])
        if stood is None:
            return
        verdict = stood.verdicts[-1]
        if applied(verdict):
            yield from work.on(stood, world.steps[at + 1 :])


def _completed(game: Game, world: Fold, at: int, place: int, work: _Work) -> Iterator[Fold]:
    """The match with steps made at a place that are forgotten there, and so the entry legal."""
    head, between, rest = world.steps[:place], world.steps[place : at + 1], world.steps[at + 1 :]
    for made in _forgotten(game, world, head, world.steps[at].seq, work, FORGOTTEN):
        tried = work.again(world, [*head, *made, *between])
        if tried is None:
            return
        if applied(tried.verdicts[-1]):
            yield from work.on(tried, rest)


def _forgotten(
    game: Game, world: Fold, head: Sequence[Step], seq: int, work: _Work, most: int
) -> Iterator[list[Step]]:
    """The steps that may have been forgotten: those owed, and those that leave nothing open.

    Where nothing else may be logged before a step is made, it may be one of several in a row.
    """
    stood = work.again(world, head)
    if stood is None or stood.table.state.over:
        return
    options = game.options(stood.table)
    work.left -= RESTORING
    chance = Random(0)
    owed: Step | None = None
    for option in options:
        if not option.must and any(c.only() is None for c in option.fields.values()):
            continue
        if option.weight:
            step = Step(seq, event_of(game, option, chance), NOTHING_WAIVED, 0)
            owed = owed or (step if option.must else None)
            yield [step]
    if owed is not None and most > 1:
        for more in _forgotten(game, world, [*head, owed], seq, work, most - 1):
            yield [owed, *more]


def _standing(fold: Fold) -> dict[int, Verdict]:
    return {s.seq: v for s, v in zip(fold.steps, fold.verdicts, strict=True) if s.place}


def _refused(verdict: Verdict) -> bool:
    return type(verdict) is Illegal
