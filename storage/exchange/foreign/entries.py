"""An event that others have run, as the entries of a tournament (TR-5.9).

Every round stands as it was played: each table is given, the cost is computed, and there is no
commitment, so that nothing of it is called provable. Who is missing in a round has left after the
one before, and is back, or enters late, where the file has them again. At the end it is closed,
unless there was a cut that cannot be taken.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from msgspec.structs import replace

from events.common import Opening, Seating
from events.event import Event
from events.tournament import (
    Arrive,
    Close,
    Cut,
    Drop,
    Enter,
    Given,
    Pairing,
    Player,
    Post,
    Reinstate,
    Report,
    Stage,
)
from referee.catalog import catalog_hash
from referee.game import Game
from referee.replay.replay import Replay
from referee.tournament.policy import Policy
from referee.tournament.posts import NEEDED, active, cost_of_posted
from referee.tournament.stages.cut import able_to_play_on
from referee.tournament.state import missed_showing, open_tables
from referee.verdict import Illegal
from storage.exchange.foreign.tournament import (
    CUT,
    MOST_PLAYERS,
    ForeignEvent,
    ForeignRound,
    Met,
    NoEvent,
    is_name,
)

GIVEN = "as it was played"
MOST_GAMES = 9
"""The longest contest, in games."""


@dataclass
class Taken:
    """An event as entries, and what they fold to."""

    events: list[Event]
    replay: Replay
    ids: dict[str, Player]  # the ids by the names of the file
    entries: dict[str, list[int]]  # the entries of each player, by name


class _Taking:
    """The entries so far, and the fold of them."""

    def __init__(self, game: Game, policy: Policy, by: str, ids: dict[str, Player]) -> None:
        self.policy = policy
        self.replay = Replay(game, policy)
        self.events: list[Event] = []
        self.by, self.ids = by, ids
        self.entries: dict[str, list[int]] = {name: [] for name in ids}

    def add(self, event: Event, where: str, names: Iterable[str] = ()) -> None:
        """Add an entry.

        Raises:
            NoEvent: the rules refuse it.
        """
        verdict = self.replay.add(event).verdict
        if isinstance(verdict, Illegal):
            raise NoEvent(f"{where}: {verdict.rule}: {verdict.message}")
        self.events.append(event)
        for name in names:
            self.entries[name].append(len(self.events))


def taken(
    foreign: ForeignEvent, game: Game, policy: Policy, by: str, id_of: Callable[[str], Player]
) -> Taken:
    """The entries that say what the file tells.

    Args:
        foreign: what the file tells; what cannot be taken is added to it.
        game: the tournament's rules.
        policy: what counts.
        by: who takes it in.
        id_of: the id of a name.

    Raises:
        NoEvent: the rules refuse a round.
    """
    ids = {name: id_of(name) for name in _names(foreign)}
    left = list(foreign.untaken)
    try:
        found = _taken(foreign, foreign.played_on, _Taking(game, policy, by, ids))
    except _NoCut as error:
        foreign.untaken = left
        foreign.leave(CUT, str(error))
        return _taken(foreign, [], _Taking(game, policy, by, ids))
    foreign.untaken = [each for each in foreign.untaken if not each.what.startswith(CUT)]
    _close(found, foreign, by)
    return found


def _close(found: Taken, foreign: ForeignEvent, by: str) -> None:
    """It is over, where all of it was taken in."""
    close = Close(by)
    verdict = found.replay.add(close).verdict
    if isinstance(verdict, Illegal):
        foreign.leave("the end", f"it is not closed: {verdict.rule}: {verdict.message}")
    else:
        found.events.append(close)


class _NoCut(NoEvent):
    """What was played after the last round is no cut by the rules."""


def _taken(foreign: ForeignEvent, cut: list[ForeignRound], taking: _Taking) -> Taken:
    names = list(taking.ids)
    try:
        taking.add(_opening(foreign, cut, taking), "the opening")
    except NoEvent as error:
        raise (_NoCut(str(error)) if cut else error) from None
    played = set[str]().union(*(round.places for round in foreign.rounds))
    number = 0
    for at, round in enumerate(foreign.rounds, 1):
        where = f"round {at}"
        if not _is_played(round):
            foreign.leave(where, "nobody meets in it")
            continue
        number += 1
        _come_and_go(taking, names, played, round, number, where)
        _post(taking, round, number, where)
        _report(taking, foreign, round, number, where)
    try:
        _play_on(taking, foreign, cut)
    except NoEvent as error:
        raise _NoCut(str(error)) from None
    return Taken(taking.events, taking.replay, taking.ids, taking.entries)


def _names(foreign: ForeignEvent) -> list[str]:
    """Everybody, in the order in which the rounds first have them."""
    found: dict[str, None] = {}
    for round in foreign.rounds:
        found |= dict.fromkeys(round.places)
    for round in foreign.played_on:
        found |= dict.fromkeys(round.places)
    known = [*foreign.players, *(line.player for line in foreign.standings)]
    found |= dict.fromkeys(filter(is_name, known))
    if len(found) > MOST_PLAYERS:
        raise NoEvent(f"more than {MOST_PLAYERS:,} players")
    return [*found]


def _opening(foreign: ForeignEvent, cut: list[ForeignRound], taking: _Taking) -> Opening:
    every = foreign.rounds + cut
    games = [(max(a, b), a + b) for round in every for _, _, (a, b, _), *_ in round.contests]
    most = max((max(2 * won - 1, both) for won, both in games), default=1)
    best_of = min(max(most + (most % 2 == 0), 1), MOST_GAMES)
    rounds = str(sum(_is_played(round) for round in foreign.rounds))
    asked = {"best_of": str(best_of), "rounds": rounds, "late": rounds, "commitment": ""}
    if cut:
        asked["cut"] = str(len(cut[0].places))
    game, policy, by = taking.replay.game, taking.policy, taking.by
    agreed = game.agreements(policy, asked)
    seats = (Seating("desk", by),)
    return Opening(by, game.id, game.version, catalog_hash(policy), seats, options=agreed)


def _is_played(round: ForeignRound) -> bool:
    return bool(round.contests) and len(round.places) >= NEEDED


def _play_on(taking: _Taking, foreign: ForeignEvent, cut: list[ForeignRound]) -> None:
    """The rounds after the last one, where they are those of a cut (TR-12.1, TR-12.2)."""
    if not cut:
        return
    state, policy = taking.replay.state, taking.policy
    size = len(cut[0].places)
    seeds = tuple(each.player for each in able_to_play_on(state, policy)[:size])
    if {*seeds} != {taking.ids[name] for name in cut[0].places}:
        raise NoEvent(f"those who play on are not the first {size} of the standings")
    taking.add(Cut(taking.by, size, seeds), CUT, cut[0].places)
    for at, round in enumerate(cut, 1):
        where = f"round {at} after the cut"
        number = taking.replay.state.turn + 1
        _post(taking, round, number, where, stage="elimination")
        _report(taking, foreign, round, number, where)


def _come_and_go(
    taking: _Taking,
    names: list[str],
    played: set[str],
    round: ForeignRound,
    number: int,
    where: str,
) -> None:
    """Before a post: who plays in the round is in the tournament, and nobody else."""
    state, by, ids = taking.replay.state, taking.by, taking.ids
    for name in names:
        if ids[name] not in state.entrants if state.entrants else True:
            known = name in round.places or (number == 1 and name not in played)
            if known:
                taking.add(Enter(by, ids[name]), where, [name])
    state = taking.replay.state
    here = {*active(state, number)}
    absent = {*missed_showing(state)}
    for name in names:
        player = ids[name]
        if player not in state.entrants or (player in here) == (name in round.places):
            continue
        if player in here:
            taking.add(Drop(by, player, number - 1), where, [name])
        elif player in absent:
            taking.add(Arrive(by, number - 1, player, "1970-01-01T00:00:00Z"), where, [name])
        else:
            taking.add(Reinstate(by, player), where, [name])


def _post(
    taking: _Taking, round: ForeignRound, number: int, where: str, stage: Stage = "swiss"
) -> None:
    ids = taking.ids
    tables = _tables(round.contests)
    pairings = tuple(
        Pairing(table, ids[met.a], ids[met.b])
        for table, met in zip(tables, round.contests, strict=True)
    )
    byes = {worth: [] for worth in ("full", "half", "zero")}  # type: dict[str, list[str]]
    for name, worth in round.byes.items():
        byes[worth].append(ids[name])
    bye = tuple(ids[name] for name in round.byes)
    given = [0, *tables] if bye else tables
    post = Post(
        taking.by,
        number,
        stage=stage,
        pairings=pairings,
        bye=bye,
        given=tuple(Given(table, GIVEN) for table in given),
        half=tuple(byes["half"]),
        zero=tuple(byes["zero"]),
        missing=tuple(open_tables(rounds[-1])) if (rounds := taking.replay.state.rounds) else (),
    )
    if stage == "swiss":
        post = replace(post, cost=cost_of_posted(taking.replay.table, number, pairings, bye))
    taking.add(post, where, round.places)


def _tables(contests: list[Met]) -> list[int]:
    """Their numbers: as told where all are, and each once; else from 1."""
    foreign = [met.table for met in contests]
    if all(foreign) and len({*foreign}) == len(foreign):
        return foreign
    return [*range(1, len(contests) + 1)]


def _report(
    taking: _Taking, foreign: ForeignEvent, round: ForeignRound, number: int, where: str
) -> None:
    best_of = int(taking.replay.state.options["best_of"])
    agreed = taking.replay.table.catalog.draws
    for table, met in zip(_tables(round.contests), round.contests, strict=True):
        a, b, drawn = met.won
        if max(a, b) > (best_of + 1) // 2 or a + b > best_of:
            foreign.leave(where, f"{met.a} {a}-{b} {met.b}: does not fit best of {best_of}")
            continue
        over = max(a, b) == (best_of + 1) // 2 or a + b + drawn >= best_of
        how = met.how or ("played" if over and a != b else "time")
        if not met.how and agreed.intentional and agreed.recorded == met.won:
            how = "intentional-draw"
        report = Report(taking.by, number, table, a, b, drawn, how)  # type: ignore[arg-type]
        taking.add(report, where, met[:2])
