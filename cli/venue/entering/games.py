"""The games of contests open by themselves, and who begins them (VN-18.13, VN-18.14)."""

import logging
from collections.abc import Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import TYPE_CHECKING, NamedTuple

from cli.failure import Failure
from cli.reading.matches import Source
from cli.tournament.linked.games import Agreed, due_game, loser_of, opened_game, won_of
from cli.tournament.stream import Desk
from events.entry import entry_id
from referee.tournament.common_edition import Plays
from referee.tournament.judging.lost_games import games_to_win
from referee.tournament.state import Contest, number_of
from storage.error import LogError
from storage.tournament.games import games_of
from storage.tournament.played import played_of

if TYPE_CHECKING:
    from storage.log import Log
    from storage.match import Match

ANSWER = timedelta(seconds=60)
"""For so long it is waited for who is asked who begins; then the game's own rule holds."""

_log = logging.getLogger(__name__)

Place = tuple[str, int, int]
"""A tournament, a round, a table."""


class Asked(NamedTuple):
    """Who is asked who begins the next game of a contest."""

    game: int  # its number
    who: tuple[str, ...]  # who may say it
    until: datetime | None  # when the game's own rule holds; None: it is waited


class Games:
    """What the venue knows of games that are about to be opened. For the writer's thread."""

    def __init__(self) -> None:
        self.asked: dict[Place, Asked] = {}
        self.chosen: dict[tuple[Place, int], str] = {}
        self.new: list[Place] = []
        """Where somebody is asked since pages were told last."""
        self.unopened: dict[Place, str] = {}
        """Why the game of a table could not be opened, for the desk."""

    def choose(self, at: Place, person: str, first: str) -> bool:
        """Somebody who is asked says who begins; whether that one was asked."""
        asked = self.asked.get(at)
        if asked is None or person not in asked.who:
            return False
        self.chosen[at, asked.game] = first
        return True


def open_due(
    log: "Log", games: Games, stream: str, tables: Sequence[int], now: datetime, *, all_: bool
) -> list[int]:
    """Open the next game of each of these tables at which one is due; the tables at which one was.

    Args:
        log: the log, open for writing.
        games: what is known of them.
        stream: the tournament.
        tables: the tables of the newest round.
        now: what time it is, UTC.
        all_: whether first games are opened where the opening of the tournament does not say so,
            and nobody is waited for.
    """
    match = log.live(stream)
    replay = match.replay()
    if not replay.opened or replay.state.over or not replay.state.rounds:
        return []
    state = replay.state
    plays = Plays.read(state.options["plays"]) if state.options["plays"] else None
    if plays is None or number_of(state, "teams"):
        return []
    by = match.entry(state.rounds[-1].posted).recorded_by
    desk = Desk(log, Source(match, log.people()), by)
    found = []
    for table in tables:
        contest = state.rounds[-1].contests.get(str(table))
        if contest is not None and _open(desk, games, contest, now, all_=all_):
            found.append(table)
    return found


def _open(desk: Desk, games: Games, contest: Contest, now: datetime, *, all_: bool) -> bool:
    state = desk.table.state
    at = (desk.name, state.turn, contest.table)
    if contest.result is not None or contest.disputed:
        games.asked.pop(at, None)
        games.unopened.pop(at, None)
        return False
    before = [*games_of(desk.log, desk.name, state.turn, contest.table).values()]
    if not before and not all_ and state.options.get("games", "") != "post":
        return False
    if before and not before[-1].replay().state.over:
        games.asked.pop(at, None)
        return False
    if before and _is_won(desk, contest, before):
        games.asked.pop(at, None)
        return False
    number = len(before) + 1
    chosen = games.chosen.get((at, number), "")
    if not chosen and not all_ and _waits(desk, games, contest, before, at, now):
        return False
    games.asked.pop(at, None)
    try:
        due = due_game(desk, contest.table)
        opened_game(desk, due, Agreed(chosen=chosen), entry=opening_id(desk, contest, number))
    except (Failure, LogError) as error:
        _log.warning("%s table %s: %s", desk.name, contest.table, error)
        games.unopened[at] = str(error)
        return False
    games.chosen.pop((at, number), None)
    games.unopened.pop(at, None)
    return True


def _is_won(desk: Desk, contest: Contest, before: "Sequence[Match]") -> bool:
    """Whether one of the two has won the contest: then its result is asked, and no game opened."""
    try:
        won = won_of(desk, contest, [played_of(each) for each in before])
    except Failure:
        return False  # opening says why
    return max(won[contest.a], won[contest.b]) >= games_to_win(desk.table.state, desk.table.catalog)


def _waits(
    desk: Desk,
    games: Games,
    contest: Contest,
    before: "Sequence[Match]",
    at: Place,
    now: datetime,
) -> bool:
    """Whether it is waited for somebody to say who begins."""
    begins = desk.table.catalog.begins
    who: tuple[str, ...] = ()
    if before and begins.later == "loser":
        loser = loser_of(before[-1])
        who = (loser,) if loser else ()
    elif not before and begins.game_1 == "roll":
        who = (contest.a, contest.b)
    if not who:
        return False
    known = games.asked.get(at)
    if known is None or known.game != len(before) + 1:
        until = now + ANSWER if before else None
        known = games.asked[at] = Asked(len(before) + 1, who, until)
        games.new.append(at)
    return known.until is None or now < known.until


def opening_id(desk: Desk, contest: Contest, number: int) -> str:
    """The id of an opening, made from the contest and the number of the game, so that there is
    one (VN-18.13)."""
    state = desk.table.state
    posted = desk.source.match.entry(state.rounds[-1].posted).recorded_at
    said = f"{desk.name}/{state.turn}/{contest.table}/{number}"
    return entry_id(int(posted.timestamp() * 1000), sha256(said.encode()).digest()[:10])


__all__ = ["ANSWER", "Games", "open_due", "opening_id"]
