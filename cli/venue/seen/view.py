"""The view of a match for one device: made by the writer, from the live match."""

from collections.abc import Mapping, Sequence

from cli.venue.seen.lines import line_of, without_verdict
from cli.venue.view import Owed, Panel, Seat, Sight, View
from events.common import Opening
from storage.match import Match

SHOWN = 12
"""So many of the last entries are told; the page shows two until the log is opened."""


def view_of(
    match: Match,
    sight: Sight,
    *,
    sealed: bool = False,
    by: str = "",
    mine: Sequence[str] = (),
    people: Mapping[str, str] | None = None,
    recording: bool = True,
    recorder: str = "",
) -> View:
    """What one device is shown of a match.

    Args:
        match: the match.
        sight: for whom it is.
        sealed: whether players are told no verdicts and no options (VN-6.2).
        by: whose device it is.
        mine: the seats that it logs for.
        people: names as the organiser wants them shown, by the ids of people.
        recording: whether it records.
        recorder: whose device records.
    """
    replay, game = match.replay(), match.game
    kept_from = sealed and sight != "staff"
    opening = match.entry(1).event
    assert isinstance(opening, Opening)
    names = people or {}
    lines = [line_of(match, seq) for seq in range(max(match.last - SHOWN, 0) + 1, match.last + 1)]
    if kept_from:
        lines = [without_verdict(line) for line in lines]
    table, state = replay.table, replay.state
    return View(
        match=match.id,
        game=game.title,
        at=match.last,
        sight=sight,
        sealed=sealed,
        seats=tuple(
            Seat(s.seat, names.get(s.person, ""), str(game.scores(table).get(s.seat, "")))
            for s in opening.seats
        ),
        mine=tuple(mine),
        by=by,
        turn=state.turn,
        active=state.active,
        over=state.over,
        board=tuple(Panel(each.title, each.rows, each.grid) for each in game.board(table)),
        entries=tuple(lines),
        owed=()
        if kept_from
        else tuple(Owed(due.seat, due.told(), due.must) for due in game.obligations(table)),
        calls=tuple(state.calls),
        recording=recording,
        recorder=recorder,
    )
