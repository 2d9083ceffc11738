"""What a correction would change: points, places, pairings, the cut, penalties (TR-9.3, TR-10.5).

Pairings are asked of the record as it was when each round was posted, with the correction made
before the post: so a round is held against what the right results would have made of it.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from msgspec import Struct

from events.common import RULINGS
from events.event import Event
from referee.catalog import Catalog
from referee.game import Game
from referee.replay.replay import Change, Replay, replay
from referee.tournament.explaining.cut import able_in, explain_cut
from referee.tournament.explaining.pairing import Meeting
from referee.tournament.history import history, totals
from referee.tournament.judging.infractions import changed
from referee.tournament.judging.penalties import Shift
from referee.tournament.next_round import proposed
from referee.tournament.pairing import Unpairable
from referee.tournament.posts import active, awarded, paired
from referee.tournament.stages.cut import champion
from referee.tournament.standings.current import standings_of
from referee.tournament.standings.ranking import Compared, compare
from referee.tournament.state import Hall, State, number_of
from referee.verdict import Verdict, applied


class PointsChanged(Struct, frozen=True):
    """An entrant whose points change; None where there is no such entrant."""

    player: str
    before: Fraction | None
    after: Fraction | None


class PairedOtherwise(Struct, frozen=True):
    """A posted round that would have been paired otherwise."""

    round: int  # its number
    # who was to meet and would not; table 0 for the bye, or where they were not posted
    gone: tuple[Meeting, ...]
    new: tuple[tuple[str, str], ...]  # who would have met; the second is empty for the bye
    tables: tuple[int, ...]  # the tables of ``gone`` whose results are in
    # whether the round was posted as it was proposed; where not, the two proposals are compared
    as_proposed: bool


class CutChanged(Struct, frozen=True):
    """Who would be in the cut by the standings, and would not."""

    size: int  # how many play on
    made: bool  # whether the cut has been made
    comes_in: tuple[str, ...]  # who would be in it and is not
    goes_out: tuple[str, ...]  # who is in it and would not be
    # who keeps in but on another seed, with the seeds before and after
    seeds: tuple[tuple[str, int, int], ...]


class Correction(Struct, frozen=True):
    """What a correction would change."""

    verdicts: tuple[Verdict, ...]  # on each of its entries, in their order
    changes: tuple[Change, ...]  # the entries of the record whose standing would change
    points: tuple[PointsChanged, ...]  # whose points
    places: Compared  # which places
    rounds: tuple[PairedOtherwise, ...]  # the posted rounds that would have been paired otherwise
    # who would come into the cut and go out of it; None where nothing of it changes
    cut: CutChanged | None
    penalties: tuple[Shift, ...]  # the infractions whose standard penalty would be another
    champion: tuple[str, str]  # who has won and who would have; nobody while that is open


def what_if_corrected(
    game: Game, catalog: Catalog, events: Sequence[Event], correction: Sequence[Event]
) -> Correction:
    """What a correction would change, without making it.

    Args:
        game: the tournament as a game.
        catalog: its policy.
        events: the record.
        correction: what would be logged, such as a strike and a report.

    Raises:
        LookupError: the record has no legal opening.
    """
    before = replay(game, catalog, events)
    after = Replay(game, catalog).extend(events)
    outcomes = [after.add(event) for event in correction]
    turned: dict[int, Change] = {}
    for each in (change for outcome in outcomes for change in outcome.changes):
        first = turned.get(each.seq, each)
        turned[each.seq] = Change(each.seq, first.before, each.after)
    old, new = before.table, after.table
    return Correction(
        tuple(outcome.verdict for outcome in outcomes),
        tuple(turned[seq] for seq in sorted(turned) if seq <= len(events)),
        tuple(_points(old, new)),
        compare(standings_of(old.state, old.catalog), standings_of(new.state, new.catalog)),
        tuple(_rounds(before, correction)),
        _cut(old, new),
        changed(old.catalog, old.state, new.state),
        (champion(old.state, old.catalog), champion(new.state, new.catalog)),
    )


def _points(old: Hall, new: Hall) -> Iterator[PointsChanged]:
    was = totals(history(old.state, old.catalog))
    now = totals(history(new.state, new.catalog))
    for player in [*was, *(player for player in now if player not in was)]:
        if was.get(player) != now.get(player):
            yield PointsChanged(player, was.get(player), now.get(player))


def _cut(old: Hall, new: Hall) -> CutChanged | None:
    if not (old.state.cut or number_of(old.state, "cut")):
        return None
    size = len(old.state.cut) or number_of(old.state, "cut")
    if len(able_in(old.state, old.catalog)) < size:
        return None
    was, now = (
        [each.player for each in explain_cut(t.state, t.catalog, size).due] for t in (old, new)
    )
    if was == now:
        return None
    return CutChanged(
        size,
        bool(old.state.cut),
        tuple(player for player in now if player not in was),
        tuple(player for player in was if player not in now),
        tuple(
            (player, was.index(player) + 1, seed)
            for seed, player in enumerate(now, 1)
            if player in was and was.index(player) + 1 != seed
        ),
    )


# -- pairings -----------------------------------------------------------------------------------


def _rounds(before: Replay, correction: Sequence[Event]) -> Iterator[PairedOtherwise]:
    """The rounds that would have been paired otherwise, had it been right when they were posted."""
    events = before.events
    named = [_named(event) for event in correction]
    first = min((seq for seq in named if seq), default=0)
    then = Replay(before.game, before.catalog)
    for number, played in enumerate(before.state.rounds, 1):
        if played.posted <= first:
            continue
        then.extend(events[len(then.events) : played.posted - 1])
        right = Replay(before.game, before.catalog).extend(events[: played.posted - 1])
        if not all(applied(right.add(event).verdict) for event in correction):
            continue
        found = _otherwise(before.state, then.table, right.table, number)
        if found is not None:
            yield found


def _named(event: Event) -> int:
    """The entry that a ruling takes back; 0 for what names none."""
    if not isinstance(event, RULINGS):
        return 0
    named = (getattr(event, name, 0) for name in ("entry", "ruling", "to", "after"))
    return next((int(seq) for seq in named if seq), 0)


def _asked(t: Hall, number: int) -> object:
    """All that the pairing of a Swiss round goes by, but for its key."""
    free = set(awarded(t.state, number))
    return paired(t, [p for p in active(t.state, number) if p not in free], number)


def _otherwise(state: State, then: Hall, right: Hall, number: int) -> PairedOtherwise | None:
    played = state.rounds[number - 1]
    if played.stage == "swiss" and _asked(then, number) == _asked(right, number):
        return None
    was, now = _proposed(then, played.key), _proposed(right, played.key)
    if was == now or not was or not now:
        return None
    posted = {
        frozenset((c.a, c.b)): Meeting(c.table, c.a, c.b) for c in played.contests.values()
    } | {frozenset((player, "")): Meeting(0, player, "") for player in played.byes}
    gone = [posted.get(pair, _unposted(pair)) for pair in was - now]
    return PairedOtherwise(
        number,
        tuple(sorted(gone, key=lambda m: (not m.table, m.table, m.a))),
        tuple(sorted(_in_order(pair) for pair in now - was)),
        tuple(sorted(m.table for m in gone if m.table and played.contests[str(m.table)].result)),
        was <= posted.keys(),
    )


def _proposed(t: Hall, key: str) -> set[frozenset[str]]:
    """Who would meet in the next round; the bye is the empty one. Nobody where nobody can be
    paired, as in an elimination with a table that has no winner."""
    try:
        found = proposed(t, "", key)
    except Unpairable:
        return set()
    pairs = {frozenset((each.a, each.b)) for each in found.pairings}
    return pairs | {frozenset((player, "")) for player in found.bye}


def _unposted(pair: frozenset[str]) -> Meeting:
    return Meeting(0, *_in_order(pair))


def _in_order(pair: frozenset[str]) -> tuple[str, str]:
    """The two, the bye behind."""
    a, b = sorted(pair)
    return (a, b) if a else (b, a)
