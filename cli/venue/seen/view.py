"""The view of a match for a class of devices: made from the live match (VN-6.1)."""

from collections.abc import Callable, Mapping

import msgspec

from cli.venue.seen.entries import line_of, without_verdict, written
from cli.venue.seen.withheld import withheld
from cli.venue.view import Line, Owed, Panel, Seat, Sight, View
from events.common import Confirm, Opening
from referee.fact import MatchEnded, TurnBegan, TurnEnded
from referee.light import figures
from referee.replay.replay import Replay
from referee.verdict import applied
from storage.match import Match

SHOWN = 12
"""So many of the last entries are told; the page shows two until the log is opened."""


def view_of(
    match: Match,
    sight: Sight,
    *,
    sealed: bool = False,
    people: Mapping[str, str] | None = None,
    replay: Replay | None = None,
    kept_back: Callable[[int], bool] | None = None,
    delayed: bool = False,
) -> View:
    """What devices of a class are shown of a match, but for what is the device's own.

    While a match is sealed, those at its table are told what they wrote down and no more
    (VN-6.2): a board, a score or a turn that does not move would tell of an entry that it was
    refused, as a verdict does. So it is with spectators who are not behind: one of them may stand
    beside a player.

    Args:
        match: the match.
        sight: for whom it is.
        sealed: whether players are told no verdicts and no options.
        people: names as the organiser wants them shown, by the ids of people.
        replay: the match as far as they see it; by default as it stands.
        kept_back: whether they may not read an entry (TR-10.9); None: they may read all.
        delayed: whether spectators are behind (VN-6.5).
    """
    replay, game, names = replay or match.replay(), match.game, people or {}
    opening = match.entry(1).event
    assert isinstance(opening, Opening)
    blind = sealed and (sight in ("table", "player") or (sight == "public" and not delayed))
    known = View(
        match=match.id,
        game=game.title,
        at=len(replay.events),
        sight=sight,
        sealed=sealed,
        seats=tuple(Seat(s.seat, names.get(s.person, s.person)) for s in opening.seats),
        entries=tuple(_entries(match, sight, replay, kept_back, blind=blind)),
    )
    if sight != "public":
        said = {line.line.partition(" ")[0] for line in known.entries} - {
            s.seat for s in known.seats
        }
        named = {who: names[who] for who in sorted(said) if who in names}
        known = msgspec.structs.replace(known, people=named)
    if sight != "public" and replay.opened:
        calls = tuple(replay.state.calls)
        ended = _newest(replay) if blind else max(replay.noted, default=0)
        agreed = _agreed(replay)
        known = msgspec.structs.replace(known, agreed=agreed, ended=ended, calls=calls)
    if blind and replay.opened:
        return msgspec.structs.replace(known, over=replay.state.over)
    if not replay.opened:
        return known
    table, state = replay.table, replay.state
    scores, (used, began) = game.scores(table) or figures(game, table), _times(match, replay)
    found = msgspec.structs.replace(
        known,
        seats=tuple(
            msgspec.structs.replace(
                seat, score=str(scores.get(seat.seat, "")), used=used.get(seat.seat, 0)
            )
            for seat in known.seats
        ),
        turn=state.turn,
        active=state.active,
        began=began,
        over=state.over,
        board=tuple(Panel(each.title, each.rows, each.grid) for each in game.board(table)),
    )
    if sight == "public":
        return found
    owed = tuple(Owed(due.seat, due.text(), due.must) for due in game.obligations(table))
    return msgspec.structs.replace(found, owed=owed)


def _times(match: Match, replay: Replay) -> tuple[dict[str, int], int]:
    """For how many seconds the turns of each seat have gone on, by when their entries were played,
    and when the one that goes on began, in seconds since 1970; 0 where none does."""
    used: dict[str, int] = {}
    whose, began = "", 0
    for seq, fact in replay.all_facts():
        if not isinstance(fact, TurnBegan | TurnEnded | MatchEnded):
            continue
        at = int(match.entry(seq).played_at.timestamp())
        if whose:
            used[whose] = used.get(whose, 0) + max(0, at - began)
        whose, began = (fact.seat, at) if isinstance(fact, TurnBegan) else ("", 0)
    return used, began


def _entries(
    match: Match,
    sight: Sight,
    replay: Replay,
    kept_back: Callable[[int], bool] | None,
    *,
    blind: bool,
) -> list[Line]:
    """The last entries, as they are shown there."""
    at = len(replay.events)
    numbers = range(max(at - SHOWN, 0) + 1, at + 1)
    if blind:
        lines = [_taken_back(written(match, seq), replay) for seq in numbers]
    else:
        lines = [line_of(match, seq, replay) for seq in numbers]
    if kept_back is not None:
        lines = [withheld(line) if kept_back(line.seq) else line for line in lines]
    if sight == "public":
        lines = [msgspec.structs.replace(without_verdict(line), id="", by="") for line in lines]
    return lines


def _taken_back(line: Line, replay: Replay) -> Line:
    return msgspec.structs.replace(line, undone=replay.undone.get(line.seq, 0))


def _newest(replay: Replay) -> int:
    """The newest entry that players may agree to; where it is sealed, one that ends a turn is not
    told from others."""
    return max(seq for seq, event in enumerate(replay.events, 1) if not isinstance(event, Confirm))


def _agreed(replay: Replay) -> dict[str, int]:
    """Up to which entry each seat has agreed to what was logged (VN-10.4)."""
    found: dict[str, int] = {}
    for seq, event in enumerate(replay.events, 1):
        if isinstance(event, Confirm) and applied(replay.standing(seq)):
            found[event.seat] = max(found.get(event.seat, 0), event.entry)
    return found
