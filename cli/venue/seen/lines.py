"""Entries as pages and streams show them, with or without what the referee says of them."""

from typing import Any

import msgspec

from cli.venue.view import Line
from events.common import Opening
from events.notation import write
from referee.games.registry import is_stream
from referee.verdict import Illegal, Legal, OnTrust
from storage.log import Log
from storage.match import Match

_PLAIN = ("seq", "id", "line", "by")


def line_of(match: Match, seq: int) -> Line:
    """An entry with its verdict as it stands now."""
    replay = match.replay()
    entry = match.entry(seq)
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
    text = (
        f"opened: {', '.join(seating.seat for seating in entry.event.seats)}"
        if isinstance(entry.event, Opening)
        else write(entry.event, match.game.codec)
    )
    undone = replay.undone.get(seq, 0)
    return Line(seq, entry.id, text, verdict, rule, why, undone, entry.recorded_by)


def without_verdict(line: Line) -> Line:
    """The same for those who are told no verdicts (VN-6.2)."""
    return msgspec.structs.replace(line, verdict="", rule="", why="")


def told(match: Match, line: Line) -> dict[str, Any]:
    """What a stream says of a new entry to those who see all."""
    found = msgspec.to_builtins(line)
    assert isinstance(found, dict)
    return {**found, "verb": _verb(match, line.seq)}


def told_less(match: Match, line: Line, *, sealed: bool) -> dict[str, Any]:
    """What a stream says of a new entry to players: of a tournament only that there is one and
    what of, of a match without verdicts where it is sealed (VN-6.2)."""
    if is_stream(match.game.id):
        return {"verb": _verb(match, line.seq)}
    return told(match, without_verdict(line) if sealed else line)


def _verb(match: Match, seq: int) -> str:
    return str(match.entry(seq).event.__struct_config__.tag)


def is_sealed(log: Log, match: Match) -> bool:
    """Whether players are told no options and no verdicts during this match (TR-1.1): the
    tournament that it belongs to says so, and it has no result yet (VN-6.4)."""
    stream = stream_of(match)
    if not stream or not match.replay().opened or match.replay().state.over:
        return False
    if not log.has(stream):
        return False
    held = log.live(stream).replay()
    return held.opened and held.state.options.get("sealed") == "yes"


def contest_of(match: Match) -> str:
    """The contest that a match is a game of, ``stream/round/table/game``; empty where of none."""
    opening = match.entry(1).event
    return opening.contest if isinstance(opening, Opening) else ""


def stream_of(match: Match) -> str:
    """The tournament that a match belongs to; empty where it belongs to none."""
    return contest_of(match).partition("/")[0]
