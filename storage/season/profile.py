"""What one player has played over tournaments (TR-4.2, TR-10.9 for who may see what)."""

from collections.abc import Callable
from datetime import date, datetime
from typing import TYPE_CHECKING, Any

from msgspec import Struct

from storage.season.contests import contests
from storage.season.ratings import Rating, ratings
from storage.statistics import period, prepare

if TYPE_CHECKING:
    from storage.log import Log

_EVENTS = """
WITH
chosen AS (FROM chosen_events(NULL, NULL, $since, $until, $player)),
met AS (FROM entrant_contests(NULL, NULL, $since, $until, $player)),
open_to_all AS (SELECT DISTINCT match_id FROM fact_tournament__published WHERE what = 'decks')
SELECT
    chosen.match_id, plays, opened_at,
    (SELECT arg_max(deck, match_id) FROM registered_decks() AS decks
     WHERE decks.match_id = chosen.match_id AND decks.player = $player
        AND ($own OR decks.match_id IN (SELECT match_id FROM open_to_all))) AS deck,
    (SELECT count_if(won) FROM met WHERE met.match_id = chosen.match_id) AS wins,
    (SELECT count_if(how <> 'on' AND NOT won AND NOT level) FROM met
     WHERE met.match_id = chosen.match_id) AS losses,
    (SELECT count_if(level) FROM met WHERE met.match_id = chosen.match_id) AS draws,
    (SELECT count(*) FROM places_posted() AS posted
     WHERE posted.match_id = chosen.match_id AND "table" = 0 AND a = $player) AS byes,
    (SELECT count(*) FROM fact_tournament__entered AS entered
     WHERE entered.match_id = chosen.match_id) AS entrants
FROM chosen
ORDER BY opened_at, chosen.match_id
"""
_OPPONENTS = """
SELECT
    opponent, count(*) AS n, count_if(won) AS wins, count_if(NOT won AND NOT level) AS losses,
    count_if(level) AS draws
FROM entrant_contests(NULL, NULL, $since, $until, $player)
WHERE how <> 'on'
GROUP BY opponent
ORDER BY n DESC, wins DESC, opponent
"""
_PENALTIES = """
SELECT match_id, found.seq, round, code, penalty
FROM fact_tournament__penalty_given AS found
JOIN chosen_events(NULL, NULL, $since, $until, $player) USING (match_id)
WHERE player = $player AND ($own OR match_id IN (
    SELECT match_id FROM fact_tournament__published WHERE what = 'penalties'
))
ORDER BY opened_at, match_id, seq
"""


class Record(Struct, frozen=True):
    """What contests came to, those included that were not played.

    Args:
        wins: won.
        losses: lost.
        draws: drawn.
    """

    wins: int = 0
    losses: int = 0
    draws: int = 0

    def __add__(self, other: "Record") -> "Record":
        """Both together."""
        return Record(self.wins + other.wins, self.losses + other.losses, self.draws + other.draws)

    def __str__(self) -> str:
        return f"{self.wins}-{self.losses}" + (f"-{self.draws}" if self.draws else "")


class EventPlayed(Struct, frozen=True):
    """A tournament that the player has entered.

    Args:
        event: the tournament.
        plays: the game.
        opened_at: when it was opened, UTC.
        deck: the name of the deck; None where none was registered, or it is not shown.
        record: the contests that are over; byes are none.
        byes: how many byes.
        entrants: how many entered.
        place: of them, at the end; None while it is on, and where the player has none.
    """

    event: str
    plays: str
    opened_at: datetime
    deck: str | None
    record: Record
    byes: int
    entrants: int
    place: int | None = None


class Opponent(Struct, frozen=True):
    """Whom the player has met.

    Args:
        player: the opponent.
        n: how often they met.
        record: what it came to.
    """

    player: str
    n: int
    record: Record


class DeckPlayed(Struct, frozen=True):
    """With which deck the player came.

    Args:
        plays: the game.
        deck: the name of the deck.
        events: to how many tournaments.
        record: what it came to.
    """

    plays: str
    deck: str
    events: int
    record: Record


class PenaltyHad(Struct, frozen=True):
    """A penalty that is in force.

    Args:
        event: the tournament.
        seq: the entry that gave it.
        round: in which round.
        code: of the infraction.
        penalty: what was given.
    """

    event: str
    seq: int
    round: int
    code: str
    penalty: str


class Profile(Struct, frozen=True):
    """What a player has played."""

    player: str  # who; where teams enter, the team
    own: bool  # whether it is the player's own, with what others may not see
    record: Record  # over all tournaments
    events: tuple[EventPlayed, ...]  # in the order of time
    decks: tuple[DeckPlayed, ...]  # those that are shown
    opponents: tuple[Opponent, ...]  # those met most first
    ratings: tuple[Rating, ...]  # of each game, with the course over the tournaments
    penalties: tuple[PenaltyHad, ...]  # those that are shown


def profile(
    log: "Log",
    player: str,
    *,
    own: bool = False,
    since: date | None = None,
    until: date | None = None,
    known_as: Callable[[str], str] | None = None,
) -> Profile:
    """What a player has played.

    Others see a deck once the lists of its tournament are published (TR-4.2), and penalties once
    those are (TR-10.9).

    Args:
        log: a log whose facts are projected.
        player: who.
        own: whether the player asks, or the staff: everything is shown.
        since: only of tournaments opened then or later, UTC.
        until: only of tournaments opened on or before that day, or before that time.
        known_as: what the entries of a tournament call the player, where that is something else;
            empty where there are none any more.
    """
    called = known_as or (lambda event: player)
    prepare(log.connection)
    chosen = {"player": player, **period(since, until)}

    def asked(query: str, **more: object) -> list[tuple[Any, ...]]:
        return log.connection.execute(query, {**chosen, **more}).fetchall()

    events = tuple(
        EventPlayed(
            event, plays, opened, deck, Record(*record), byes, of, _place(log, event, called(event))
        )
        for event, plays, opened, deck, *record, byes, of in asked(_EVENTS, own=own)
    )
    met = contests(log.connection, since=since, until=until) if events else []
    return Profile(
        player,
        own,
        sum((each.record for each in events), Record()),
        events,
        _decks(events),
        tuple(Opponent(who, n, Record(*record)) for who, n, *record in asked(_OPPONENTS)),
        tuple(each for each in ratings(met) if each.player == player),
        tuple(PenaltyHad(*row) for row in asked(_PENALTIES, own=own)),
    )


def _place(log: "Log", event: str, player: str) -> int | None:
    """The place at the end, as the stream says under its own policy; None where it is not told."""
    if not player:
        return None
    from referee.tournament.stages.cut import final_places

    table = log.load(event).replay().table
    if not table.state.over:
        return None
    places = final_places(table.state, table.catalog)
    return next((each.place for each in places if each.player == player), None)


def _decks(events: tuple[EventPlayed, ...]) -> tuple[DeckPlayed, ...]:
    found: dict[tuple[str, str], tuple[int, Record]] = {}
    for each in events:
        if each.deck is not None:
            n, record = found.get((each.plays, each.deck), (0, Record()))
            found[each.plays, each.deck] = n + 1, record + each.record
    return tuple(DeckPlayed(*key, n, record) for key, (n, record) in sorted(found.items()))
