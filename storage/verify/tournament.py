"""The tournaments of a log, held against their matches once all of these are replayed (TR-14.1)."""

from collections.abc import Iterator, Sequence

import msgspec

from events.common import Seating
from referee.games.registry import is_stream
from referee.tournament.common_edition import Plays
from referee.verdict import Violation
from storage import schema
from storage.error import LogError
from storage.log import Log
from storage.match_pages import Stored
from storage.replays import Came
from storage.tournament.played import Played, played_of
from storage.verify.contests import lists_differ, matches_differ, results_differ
from storage.verify.desk import (
    calls_differ,
    checkpoints_differ,
    keys_differ,
    pairings_differ,
    penalties_differ,
    posts_noted,
)
from storage.verify.report import NOTE, Difference
from storage.verify.stream import Stream


class Tournaments:
    """The tournaments among the matches that are verified.

    Args:
        log: the log; open for reading will do.
        match_ids: which matches are verified; all where None.
    """

    def __init__(self, log: Log, match_ids: Sequence[str] | None) -> None:
        found = log.rows("SELECT match_id, game FROM matches ORDER BY opened_at, match_id")
        asked = None if match_ids is None else {*match_ids}
        self._log = log
        self._there = {match_id for match_id, _ in found}
        self._astray: list[Difference] = []
        self._ids = [
            match_id
            for match_id, game in found
            if is_stream(game) and (asked is None or match_id in asked)
        ]
        self._games: dict[str, dict[str, Played]] = {match_id: {} for match_id in self._ids}
        self._seats: dict[bytes, Seating] = {}

    def take(self, stored: Stored, came: Came) -> None:
        """Note what a match comes to, so that it need not be replayed again."""
        game = came.game
        if game is None or not game.opening.contest:
            return
        contest = game.opening.contest
        stream = contest.partition("/")[0]
        if stream not in self._there:
            said = f"it is a game of {contest}, and the log has no {stream}"
            what = "contest" if self._was_here(stream) else NOTE  # a game may be sent on alone
            self._astray.append(Difference(stored.id, 1, what, said, rule="TR-14.1"))
        own = self._games.get(stream)
        if own is None:
            return
        seats = tuple(  # who plays many games with one deck has it in memory once
            self._seats.setdefault(msgspec.json.encode(seat), seat) for seat in game.opening.seats
        )
        opening = msgspec.structs.replace(game.opening, seats=seats)
        own[stored.id] = Played(stored.id, stored.rows[-1].hash, game._replace(opening=opening))

    def _was_here(self, stream: str) -> bool:
        """Whether what is kept beside the entries knows a tournament that is not there."""
        named = (("secrets", "match_id"), ("venue_codes", "stream"), ("venue_devices", "stream"))
        return any(
            self._log.rows(f"SELECT 1 FROM {table} WHERE {column} = ? LIMIT 1", [stream])
            for table, column in named
            if self._log.has_table(table)
        )

    def differences(self, *, pairings: bool) -> Iterator[Difference]:
        """What the tournaments and their matches do not agree about, and the notes.

        Args:
            pairings: whether to make each proposal again.
        """
        yield from self._astray
        for match_id in self._ids:
            try:
                stream = Stream(self._log.load(match_id))
            except LogError:
                continue  # its own record says what is wrong
            if stream.replay.opened:
                yield from self._of(stream, pairings=pairings)

    def _of(self, stream: Stream, *, pairings: bool) -> Iterator[Difference]:
        self._gather(stream)
        walked = stream.walked(pairings=pairings)
        yield from results_differ(stream)
        yield from matches_differ(stream, walked.lists)
        yield from self._lists(stream)
        yield from keys_differ(stream, self._log.kept_secret(stream.id))
        yield from posts_noted(stream)
        if pairings:
            yield from pairings_differ(stream, walked)
        yield from penalties_differ(stream)
        yield from calls_differ(stream)
        yield from checkpoints_differ(stream, walked)

    def _gather(self, stream: Stream) -> None:
        """Have all its matches at hand: those that name it, and those that it names."""
        stream.games = self._games.pop(stream.id)
        claims = self._log.rows(schema.sql("contested"), [stream.id])
        for match_id in sorted({each[0] for each in claims} | stream.named()):
            if match_id not in stream.games:
                try:
                    stream.games[match_id] = played_of(self._log.load(match_id))
                except LogError:
                    continue  # who names it is told so
        for place in stream.places():
            for game in place.result.games if place.result else ():
                played = stream.games.get(game.match)
                if played is not None and played.hash != game.hash:
                    rows = self._log.rows(
                        "SELECT hash FROM entries WHERE match_id = ?", [game.match]
                    )
                    stream.chains[game.match] = frozenset(chained for (chained,) in rows)

    def _lists(self, stream: Stream) -> Iterator[Difference]:
        """The registered lists by the rules of the game that is played."""
        if not any(deck.cards for deck in stream.state.decks.values()):
            return
        plays = Plays.read(stream.state.options["plays"])
        try:
            if plays is None:
                raise LogError("the opening does not say what is played")
            game = self._log.game(plays.game, plays.version)
            catalog = self._log.catalog_for(plays.catalog, game)
            yield from lists_differ(stream, game, catalog, plays)
        except (LogError, Violation) as error:
            said = f"the lists cannot be checked: {error}"
            yield stream.said(1, "TR-4.1", said, what=NOTE)


__all__ = ["Tournaments"]
