"""Tournaments in a log, with matches that are games of their contests."""

import random
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime, timedelta

import msgspec

from events.entry import entry_id
from events.event import Event
from events.notation import read
from referee.catalog import Catalog
from referee.replay.simulate import simulate
from referee.tournament.common_edition import Plays
from referee.tournament.keys import commitment_of, key_of
from referee.tournament.pairing import propose
from referee.tournament.posts import active, awarded, paired
from referee.tournament.state import Contest
from referee.verdict import Illegal
from storage.log import Draft, Log, Recorded
from storage.match import Match
from storage.tournament.played import played_of, result_of_games
from tests.logbook import CATALOG, GAME, first_entry
from tests.tournament.halls import GAME as TOURNAMENT
from tests.tournament.halls import opening
from tests.tournament.histories import shipped

START = datetime(2026, 3, 14, 9, tzinfo=UTC)
SECRET = "a lantern in the rain"
CUP = "cup"


def draft(event: Event, number: int, stream: str = CUP) -> Draft:
    """What was logged at its number in a stream, 20 seconds after the one before."""
    at = START + timedelta(seconds=20 * number)
    entropy = random.Random(f"{stream} {number} {event}").randbytes(10)
    return Draft(event, entry_id(int(at.timestamp() * 1000), entropy), at, at, "lena")


def opened(
    log: Log,
    options: Mapping[str, str] = {},
    *,
    name: str = "standard",
    stream: str = CUP,
    secret: str = SECRET,
) -> Match:
    """A tournament, opened by lena, that has committed to a secret which the log keeps."""
    rules = shipped(name)
    first = opening(rules, **{"rounds": "3", "commitment": commitment_of(secret), **options})
    log.keep_secret(stream, secret)
    log.open_match(draft(first, 1, stream), stream, rules)
    return log.load(stream)


def logs(log: Log, lines: str | Iterable[str], stream: str = CUP) -> list[Recorded]:
    """Log lines of a tournament, of which none is illegal."""
    found = []
    match = log.load(stream)
    for line in lines.split("; ") if isinstance(lines, str) else lines:
        event = read(line, TOURNAMENT.codec)
        (recorded,) = log.append(stream, [draft(event, match.last + 1, stream)], match=match)
        assert not isinstance(recorded.outcome.verdict, Illegal), (line, recorded.outcome.verdict)
        found.append(recorded)
    return found


def proposed(log: Log, number: int, stream: str = CUP, secret: str = SECRET) -> str:
    """The line that posts the proposal of a round."""
    match = log.load(stream)
    table = match.replay().table
    free = awarded(table.state, number)
    known = paired(table, [p for p in active(table.state, number) if p not in free], number)
    by = {each.number: player for player, each in known.items()}
    key = key_of(secret, number) if secret else ""
    found = propose(list(known.values()), key)
    byes = [*free, *([by[found.bye]] if found.bye else [])]
    words = [
        f"lena post {number} key={key} cost={','.join(map(str, found.cost))}",
        f"window={found.window}",
        *(f"{each.table}:{by[each.a]}:{by[each.b]}" for each in found.tables),
        *([f"bye={','.join(byes)}"] if byes else []),
    ]
    return " ".join(words)


def game(
    log: Log,
    match_id: str,
    players: tuple[str, str],
    contest: str = "",
    seed: int = 1,
    entries: int | None = None,
) -> Match:
    """A random match between two players, a game of a contest: whole, or its first entries."""
    first = first_entry(seed)
    seats = tuple(
        msgspec.structs.replace(seat, person=player)
        for seat, player in zip(first.seats, players, strict=True)
    )
    first = msgspec.structs.replace(first, seats=seats, contest=contest)
    replay = simulate(GAME, CATALOG, first, random.Random(seed))
    drafts = [draft(event, n, match_id) for n, event in enumerate(replay.events, 1)]
    cards: Catalog = CATALOG
    log.open_match(drafts[0], match_id, cards)
    log.append(match_id, drafts[1:entries])
    return log.load(match_id)


def plays() -> str:
    """What all tables play: the shipped game of the matches."""
    return Plays.of(GAME, CATALOG, first_entry().interpretations).written()


def contests(log: Log, number: int, stream: str = CUP) -> list[Contest]:
    """Who meets in a round, by table."""
    found = log.load(stream).replay().state.rounds[number - 1].contests.values()
    return sorted(found, key=lambda contest: contest.table)


def played(log: Log, number: int, stream: str = CUP, seed: int = 1) -> list[str]:
    """Play a round of contests of one game each, which are logged; the lines that report them."""
    lines = []
    for contest in contests(log, number, stream):
        name = f"{stream}-r{number}-t{contest.table}"
        known = f"{stream}/{number}/{contest.table}/1"
        found = played_of(game(log, name, (contest.a, contest.b), known, seed + contest.table))
        drawn = result_of_games([found], contest.a, contest.b)
        (logged,) = drawn.games
        lines.append(
            f"lena report {number} {contest.table} {drawn.score.a} {drawn.score.b} "
            f"{drawn.score.drawn} games={logged.match}:{logged.winner}:{logged.hash}"
        )
    return lines


def into_log(log: Log, name: str, events: Iterable[Event], times: Iterable[datetime]) -> None:
    """Log a tournament under a name."""
    drafts = []
    for seq, (each, at) in enumerate(zip(events, times, strict=False), 1):
        ident = entry_id(int(at.timestamp() * 1000), f"{name:>4}"[:4].encode() + b"%06d" % seq)
        drafts.append(Draft(each, ident, at, at, "lena"))
    log.open_match(drafts[0], name, shipped())
    log.append(name, drafts[1:])


def minutes(day: int = 0) -> list[datetime]:
    """A time for each entry of a day."""
    start = datetime(2025, 5, 1, 18, tzinfo=UTC) + timedelta(days=day)
    return [start + timedelta(minutes=minute) for minute in range(1_000)]
