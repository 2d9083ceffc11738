"""Entries as pages and streams show them, with or without what the referee says of them."""

from collections.abc import Sequence
from typing import Any

import msgspec

from cli.venue.access.home_tables import Tournament, contest_at, place_of_match
from cli.venue.access.session import JUDGES, Session
from cli.venue.seen.concerned import marks_of
from cli.venue.seen.withheld import RULED, is_withheld, withheld
from cli.venue.view import Line
from events.common import Adjust, Opening
from events.notation import write
from events.tournament import DeckCheck, Infraction, RegisterDeck
from referee.games.registry import is_stream
from referee.replay.replay import Replay
from referee.tournament.decks import may_see_list
from referee.tournament.judging.infractions import is_published
from referee.verdict import Illegal, Legal, OnTrust
from storage.log import Log
from storage.match import Match
from storage.venue.rows import taps_of

OF_LISTS = ("card", "side")
"""The repairs of a tournament that name a card of a list (TR-4.3)."""
_PLAIN = ("seq", "id", "line", "by")


def line_of(match: Match, seq: int, replay: Replay | None = None) -> Line:
    """An entry with its verdict as it stands now, or in another replay of the match."""
    replay = replay or match.replay()
    standing = replay.standing(seq) if replay.opened else replay.verdicts[seq - 1]
    verdict, rule, why = "", "", ""
    match standing:
        case Legal():
            verdict = "legal"
        case OnTrust(assumptions=assumptions):
            verdict, why = "on trust", "; ".join(assumptions)
        case Illegal():
            verdict, rule, why = "illegal", standing.rule, standing.message
        case _:
            pass
    undone = replay.undone.get(seq, 0)
    return msgspec.structs.replace(
        written(match, seq), verdict=verdict, rule=rule, why=why, undone=undone
    )


def staff_line(match: Match, seq: int, session: Session) -> Line:
    """An entry of a tournament as a device of its staff reads it: no list that it may not see
    (TR-4.2), and who does not judge no penalty that is not published (TR-10.9)."""
    line = line_of(match, seq)
    if not match.replay().opened:
        return line
    judges = session.role in JUDGES
    event, state = match.entry(seq).event, match.replay().table.state
    match event:
        case RegisterDeck(player=player) if not may_see_list(state, session.person, player):
            event = msgspec.structs.replace(event, cards={}, lists={})
        case DeckCheck(player=player) if not may_see_list(state, session.person, player):
            event = msgspec.structs.replace(event, differs="")
        case Adjust(changes=changes) if any(
            each.what in OF_LISTS
            and not (judges and may_see_list(state, session.person, each.target.partition("/")[0]))
            for each in changes
        ):
            return withheld(line)
        case Infraction(round=number) if not judges and not is_published(state, number):
            return withheld(line)
        case _:
            return line
    return msgspec.structs.replace(line, line=write(event, match.game.codec))


def written(match: Match, seq: int) -> Line:
    """An entry as it was written down, whatever became of it."""
    entry = match.entry(seq)
    text = (
        f"opened: {', '.join(seating.seat for seating in entry.event.seats)}"
        if isinstance(entry.event, Opening)
        else write(entry.event, match.game.codec)
    )
    return Line(seq, entry.id, text, by=entry.recorded_by)


def with_filled(log: Log, match: Match, lines: Sequence[Line]) -> tuple[Line, ...]:
    """Entries in a row, those marked that the page of a table filled in before a tap (VN-17.17)."""
    filled = taps_of(log, match.id, lines[0].seq) if lines else set()
    return tuple(
        msgspec.structs.replace(line, filled=True) if line.seq in filled else line for line in lines
    )


def without_verdict(line: Line) -> Line:
    """The same for those who are told no verdicts (VN-6.2)."""
    return msgspec.structs.replace(line, verdict="", rule="", why="")


def line_fields(match: Match, line: Line) -> dict[str, Any]:
    """What a stream says of a new entry to those who see all."""
    found = msgspec.to_builtins(line)
    assert isinstance(found, dict)
    return {**found, "verb": _verb(match, line.seq)}


def line_for_players(
    match: Match, line: Line, tournament: Tournament | None, *, sealed: bool
) -> dict[str, Any]:
    """What a stream says of a new entry to players: of a tournament only that there is one, what
    of, and to those whom it concerns that it does; of a match without verdicts where it is sealed
    (VN-6.2), and of a penalty only that a judge ruled until it is published (TR-10.9)."""
    if is_stream(match.game.id):
        replay = match.replay()
        marks = marks_of(match.entry(line.seq).event, replay.table) if replay.opened else []
        return {"verb": _verb(match, line.seq), **({"for": marks} if marks else {})}
    if is_withheld(match, line.seq, tournament):
        return {**line_fields(match, withheld(line)), "verb": RULED}
    return line_fields(match, without_verdict(line) if sealed else line)


def line_for_public(match: Match, seq: int, tournament: Tournament | None) -> dict[str, Any]:
    """What a stream says of an entry to spectators: what was written, and no more."""
    line = written(match, seq)
    if is_withheld(match, seq, tournament):
        return {"line": withheld(line).line, "verb": RULED}
    return {"line": line.line, "verb": _verb(match, seq)}


def _verb(match: Match, seq: int) -> str:
    return str(match.entry(seq).event.__struct_config__.tag)


def tournament_of(log: Log, match: Match) -> Tournament | None:
    """The tournament of a match as it stands; None where it is of none, or not in this log."""
    stream = stream_of(match)
    if not stream or not (stream in log.at_hand or log.has(stream)):
        return None
    held = log.live(stream).replay()
    return held.table if held.opened else None


def is_sealed(log: Log, match: Match) -> bool:
    """Whether players are told no options and no verdicts during this match (TR-1.1): the
    tournament that it belongs to says so, and its contest has no result (VN-6.4). That the match
    is over is not enough: who conceded and took that back would have seen all."""
    if not match.replay().opened:
        return False
    table, at = tournament_of(log, match), place_of_match(match)
    if table is None or at is None or table.state.options.get("sealed") != "yes":
        return False
    contest = contest_at(table.state, at.round, at.table)
    return contest is None or contest.result is None


def least_depth(log: Log, match: Match) -> str:
    """How much is told of a match at the least, as its tournament says (VN-17.16)."""
    table = tournament_of(log, match)
    return table.state.options.get("record", "result") if table is not None else "result"


def contest_of(match: Match) -> str:
    """The contest that a match is a game of, ``stream/round/table/game``; empty where of none."""
    opening = match.entry(1).event
    return opening.contest if isinstance(opening, Opening) else ""


def stream_of(match: Match) -> str:
    """The tournament that a match belongs to; empty where it belongs to none."""
    return contest_of(match).partition("/")[0]
