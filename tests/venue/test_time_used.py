"""A table sees how long each player's turns have gone on (VN-17.19)."""

from pathlib import Path

from cli.reading.lines import new_id
from cli.venue.seen.view import view_of
from events.notation import read
from storage.log import Draft, Log
from storage.match import Match
from tests.tournament.logged import game
from tests.venue.halls import friendly, later


def played(log: Log, match: Match, line: str, minute: float) -> None:
    """Log a line, as played so many minutes after the beginning."""
    at = later(minutes=minute)
    event = read(line, match.game.codec)
    log.append(match.id, [Draft(event, new_id(at), at, at, "juno")], match=match)


def test_vn_17_19_each_turn_counts_for_its_player_and_what_is_struck_does_not(tmp_path: Path):
    with Log.open(tmp_path / "log.duckdb", write=True) as log:
        match = game(log, "long", ("una", "vic"), seed=9, entries=9)
        state = match.replay().state
        one = state.active
        other = next(seat for seat in state.seats if seat != one)
        before = {seat.seat: seat.used for seat in view_of(match, "table").seats}
        began = view_of(match, "table").began
        start = later(minutes=0).timestamp()
        played(log, match, f"{one} end", 5)
        shown = view_of(match, "table")
        used = {seat.seat: seat.used for seat in shown.seats}
        assert used[one] == before[one] + start + 300 - began
        assert used[other] == before[other]
        assert shown.began == start + 300
        played(log, match, f"{one} concede", 9)
        shown = view_of(match, "table")
        assert shown.began == 0
        assert {s.seat: s.used for s in shown.seats} == {**used, other: used[other] + 240}
        played(log, match, f"juno strike {match.last}", 10)
        shown = view_of(match, "table")
        assert (shown.began, {s.seat: s.used for s in shown.seats}) == (start + 300, used)
        played(log, match, f"juno strike {match.last - 2}", 11)  # the end of the turn
        shown = view_of(match, "table")
        assert (shown.began, {s.seat: s.used for s in shown.seats}) == (began, before)


def test_vn_17_19_where_a_table_is_sealed_no_time_is_told(tmp_path: Path):
    with Log.open(tmp_path / "log.duckdb", write=True) as log:
        friendly(log)
        shown = view_of(log.live("friendly"), "table", sealed=True)
        assert shown.began == 0
        assert all(seat.used == 0 for seat in shown.seats)
