"""Questions about a record that need a second replay: what if, another edition, two states."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import Struct

from events.common import Ruling
from events.event import Event
from referee.catalog import Catalog
from referee.game import Game, Panel
from referee.replay.causes import Cascade, cascades
from referee.replay.replay import Change, Replay, digest_of, replay
from referee.table import Result, plain, result_of
from referee.verdict import Illegal, Verdict, applied


class Difference(Struct, frozen=True):
    """A place where two states differ.

    Args:
        path: the fields that lead there.
        before: what the first state has there; null where it has nothing.
        after: what the second has.
    """

    path: str
    before: Any
    after: Any


class Effect(Struct, frozen=True):
    """What a ruling would do."""

    verdict: Verdict  # whether the ruling is in order; under another edition, how the match opens
    changes: Sequence[Change]  # the entries whose standing would change
    differences: Sequence[Difference]  # how the state would differ
    boards: tuple[Sequence[Panel], Sequence[Panel]]  # the boards without the ruling and under it
    result_before: Result | None  # how the match ended so far; None where it is on
    result_after: Result | None  # the same under the ruling
    under: Replay  # the match under the ruling

    @property
    def refused(self) -> list[int]:
        """The entries that would be refused, and are not without it."""
        return [
            change.seq
            for change in self.changes
            if isinstance(change.after, Illegal) and not isinstance(change.before, Illegal)
        ]

    @property
    def names(self) -> Collection[str]:
        """What the cards are called that the boards may show."""
        return self.under.traits

    def cascades(self) -> list[Cascade]:
        """Those of them that are refused because of one; it may take seconds to find."""
        gone = [each.seq for each in self.changes if each.after is None and applied(each.before)]
        return cascades(self.under, self.refused, gone)


class Divergence(Struct, frozen=True):
    """The first entry that goes another way under another edition."""

    seq: int  # the entry
    before: Verdict  # the verdict as it was
    after: Verdict  # the verdict under the other edition
    state_differs: bool  # whether the state behind it differs too


def what_if(
    game: Game,
    catalog: Catalog,
    events: Sequence[Event],
    ruling: Ruling | Event,
    before: Replay | None = None,
) -> Effect:
    """What a ruling would do, without making it; ``before`` is the match, where it was replayed."""
    before = before or replay(game, catalog, events)
    after = Replay(game, catalog).extend(events)
    outcome = after.add(ruling)
    return _effect(before, after, outcome.verdict, outcome.changes)


def reread(
    game: Game,
    catalog: Catalog,
    events: Sequence[Event],
    choices: Mapping[str, str],
    other: Game | None = None,
) -> Effect:
    """How a record would go under another reading, or another version of the game.

    Where it cannot be opened under that, the verdict says why, and nothing else is compared.
    """
    before = replay(game, catalog, events)
    after = replay(other or game, catalog, events, choices)
    verdict = after.verdicts[0]
    if not (before.opened and after.opened):
        ended = result_of(before.state) if before.opened else None
        return Effect(verdict, (), (), ((), ()), ended, None, after)
    standings = (
        Change(seq, before.standing(seq), after.standing(seq)) for seq in range(2, len(events) + 1)
    )
    changes = [change for change in standings if change.before != change.after]
    return _effect(before, after, verdict, changes)


def _effect(before: Replay, after: Replay, verdict: Verdict, changes: Sequence[Change]) -> Effect:
    shown, board = before.game.shown, before.game.board
    return Effect(
        verdict,
        changes,
        list(differences(shown(before.table), after.game.shown(after.table))),
        (board(before.table), after.game.board(after.table)),
        result_of(before.state),
        result_of(after.state),
        after,
    )


class Step(NamedTuple):
    """How an entry was decided, and the state behind it; before the match is opened no digest."""

    verdict: Verdict
    digest: str


def course(
    game: Game, catalog: Catalog, events: Sequence[Event], choices: Mapping[str, str] | None = None
) -> Iterator[Step]:
    """How each entry of a match is decided; it ends where the match cannot be opened."""
    replay = Replay(game, catalog, choices=choices)
    for event in events:
        verdict = replay.add(event).verdict
        yield Step(verdict, digest_of(replay.state) if replay.opened else "")
        if isinstance(verdict, Illegal) and not replay.opened:
            return


def parting(one: Iterable[Step], two: Iterable[Step]) -> Divergence | None:
    """Where two courses of the same entries part; None where they go the same way."""
    for seq, (first, second) in enumerate(zip(one, two, strict=False), 1):
        if first != second:
            return Divergence(seq, first.verdict, second.verdict, first.digest != second.digest)
    return None


def differences(before: Any, after: Any) -> Iterator[Difference]:
    """Where two states differ, by the path of each field, in the order of the state."""
    yield from _walk(plain(before), plain(after), "")


def _walk(a: Any, b: Any, path: str) -> Iterator[Difference]:
    if a == b:
        return
    if isinstance(a, dict) and isinstance(b, dict):
        for key in [*a, *(k for k in b if k not in a)]:
            yield from _walk(a.get(key), b.get(key), f"{path}.{key}" if path else str(key))
    elif _named(a) and _named(b):
        yield from _walk({x["id"]: x for x in a}, {x["id"]: x for x in b}, path)
    else:
        yield Difference(path, a, b)


def _named(value: Any) -> bool:
    """Whether a list holds things with ids, which are compared by id and not by place."""
    return (
        isinstance(value, list)
        and bool(value)
        and all(isinstance(x, dict) and "id" in x for x in value)
    )
