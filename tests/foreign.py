"""Files of public events, held against what their organisers published, and why they differ."""

from collections import Counter
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import NamedTuple

from cli.reading.decks import chosen_catalog
from cli.tournament.foreign import policy_for
from referee.games.registry import game_of
from referee.tournament.history import history, totals
from referee.tournament.policy import Policy
from storage.exchange.foreign import Compared, NoEvent, Taken, Told, compared, read_event, taken

POINTS = "points and order equal"
ORDER = "points equal, order not"


class Event(NamedTuple):
    """A file, and what became of it."""

    path: Path
    entries: int  # 0 where it could not be taken in
    cause: str  # why it differs; how equal it is, where its points are
    complete: bool = False  # whether every round of everybody is in the file
    held: Compared | None = None


def event(path: Path) -> Event:
    """A file taken in and compared; nothing is written."""
    try:
        told = read_event(path)
        policy = chosen_catalog(game_of("tournament"), policy_for(told))
        assert isinstance(policy, Policy)
        number = count(1)
        found = taken(told, game_of("tournament"), policy, "desk", lambda _: f"p{next(number)}")
    except NoEvent as error:
        why = "no contest in the file" if "no contest" in str(error) else f"refused: {error}"
        return Event(path, 0, why)
    held = compared(told, found)
    complete = bool(held.players) and is_complete(told)
    return Event(path, len(found.events), cause(told, found, held), complete, held)


def is_complete(told: Told) -> bool:
    """Whether the file has as many rounds of everybody as were published, and nobody else."""
    played = _played(told)
    lines = {line.player: line for line in told.standings}
    return played.keys() <= lines.keys() and all(
        (line.rounds or 0) <= played[line.player] for line in lines.values()
    )


def _played(told: Told) -> Counter[str]:
    return Counter(player for round in told.rounds for player in round.places) + Counter(told.cut)


def cause(told: Told, found: Taken, held: Compared) -> str:
    """Why published and folded figures differ, as far as it can be computed."""
    if not held.players:
        return "no standings in the file"
    if held.points == held.players:
        return POINTS if held.in_order else ORDER
    if not is_complete(told):
        return "rounds or players missing in the file"
    table = found.replay.table
    known = history(table.state, table.catalog)
    for number in range(len(table.state.rounds) - 1, 0, -1):
        before = totals(known, number)
        if all(before[found.ids[line.player]] == line.points for line in told.standings):
            return f"stale standings: {len(table.state.rounds) - number} rounds behind"
    played = _played(told)
    lines = {line.player: line for line in told.standings}
    if any((line.rounds or 0) < played[line.player] for line in lines.values()):
        return "rounds that the standings do not count"
    return "corrections: as many rounds, other results"


def folder(path: Path) -> Iterator[Event]:
    """Every file of a folder, and of those in it."""
    for file in sorted(path.rglob("*")):
        if file.suffix in (".json", ".csv", ".trf", ".trfx") and file.is_file():
            yield event(file)


def table(path: Path) -> Iterator[str]:
    """Lines of a table by cause, over a folder, and the figures behind it."""
    causes: Counter[tuple[bool, str]] = Counter()
    entries = players = equal = 0
    for each in folder(path):
        causes[each.complete, each.cause] += 1
        entries += each.entries
        if each.complete and each.held is not None:
            players += each.held.players
            equal += each.held.points
    for complete in (True, False):
        yield "every round of everybody in the file" if complete else "others"
        for (whole, why), events in causes.most_common():
            if whole is complete:
                yield f"{events:6} {why}"
    good, other = causes[True, POINTS], causes[True, ORDER]
    yield f"{sum(causes.values())} events, {entries:,} entries"
    yield f"points equal for {equal:,} of {players:,} players ({equal / max(players, 1):.2%})"
    yield f"order equal in {good} of {good + other} events ({good / max(good + other, 1):.2%})"
