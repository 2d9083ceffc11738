"""What was logged, told to whoever logged it."""

from collections.abc import Sequence

from cli.answers import matches
from cli.answers.entries import outcome_of
from cli.answers.position import position_fields
from cli.reading.lines import Line, Reading
from cli.reading.matches import Source
from cli.screen import render
from cli.screen.trusted import Trusted
from storage.match import Recorded, clock_doubts


def entries_of(match: str, recorded: Sequence[Recorded]) -> str:
    """Which entries of a match are recorded, in words."""
    numbers = [each.entry.seq for each in recorded]
    if not numbers:
        return f"nothing of {match} is recorded"
    first, last = min(numbers), max(numbers)
    if first == last:
        return f"entry {first} of {match} is recorded"
    return f"entries {first} to {last} of {match} are recorded"


def say_logged(
    logged: Source, recorded: Sequence[Recorded], left: Sequence[Line], json: bool
) -> None:
    """What the rules make of what was logged, and what may come next."""
    readings = [Reading(r.entry.event, r.outcome) for r in recorded]
    for each in recorded:
        for doubt in () if each.known else clock_doubts(logged.match, each.entry.seq):
            render.warn(f"note: {doubt}")
    replay = logged.replay()
    if json:
        entries = tuple(outcome_of(r.outcome, r.event, logged.game) for r in readings)
        unlogged = tuple(line.text.strip() for line in left)
        position = position_fields(replay)
        render.say_json(matches.Recorded(logged.match.id, entries, unlogged, **position))
        return
    trusted = Trusted()
    for event, outcome in readings:
        lines = render.outcome_lines(outcome, event, logged.game, logged.line, trusted)
        render.say_lines(lines)
    _say_left(left, logged.last)
    render.say_lines(render.next_lines(replay))


def _say_left(left: Sequence[Line], last: int) -> None:
    """The lines behind one that breaks a rule, which are not logged."""
    if not left:
        return
    lines = render.counted(len(left), "line")
    render.say(f"stopped at entry {last}, which breaks a rule; {lines} after it not logged:", 0, 2)
    for line in left:
        render.say(line.text.strip(), 6)
    render.say("--all logs on behind what breaks a rule", 2)
