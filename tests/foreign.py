"""Files of public events, held against what their organisers published, and why they differ."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import count
from pathlib import Path
from typing import NamedTuple

from cli.reading.decks import chosen_catalog
from cli.tournament.foreign import policy_for
from referee.games.registry import game_of
from referee.tournament.policy import Policy
from storage.exchange.foreign import Compared, ForeignEvent, NoEvent, compared, read_event, taken
from storage.exchange.foreign.compared import WITH_CUT
from storage.exchange.foreign.tournament import Met

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
        foreign = read_event(path)
        policy = chosen_catalog(game_of("tournament"), policy_for(foreign))
        assert isinstance(policy, Policy)
        number = count(1)
        found = taken(foreign, game_of("tournament"), policy, "desk", lambda _: f"p{next(number)}")
    except NoEvent as error:
        why = "no contest in the file" if "no contest" in str(error) else f"refused: {error}"
        return Event(path, 0, why)
    held = compared(foreign, found)
    complete = bool(held.players) and is_complete(foreign)
    return Event(path, len(found.events), cause(foreign, held), complete, held)


def is_complete(foreign: ForeignEvent) -> bool:
    """Whether everybody has a place in each round from the first to the last that they played,
    whoever has points has any, nobody else has, and as many rounds were played as published."""
    lines = {line.player: line for line in foreign.standings}
    rounds: dict[str, list[int]] = {}
    for number, round in enumerate(foreign.rounds, 1):
        for player in round.places:
            rounds.setdefault(player, []).append(number)
    whole = all(found[-1] - found[0] + 1 == len(found) for found in rounds.values())
    known = all(line.player in rounds or not line.points for line in foreign.standings)
    counted = all(
        (line.rounds or 0) <= len(rounds.get(line.player, ())) + foreign.cut.get(line.player, 0)
        for line in foreign.standings
    )
    reached = all(round.places for round in foreign.rounds)
    return whole and known and counted and reached and rounds.keys() <= lines.keys()


def cause(foreign: ForeignEvent, held: Compared) -> str:
    """Why published and folded figures differ, as far as it can be computed: from the standings
    and the rounds alone."""
    if not held.players:
        return "no standings in the file"
    if held.points == held.players:
        return f"{ORDER}: {held.order}" if held.order else POINTS
    if not is_complete(foreign):
        return "rounds or players missing in the file"
    found = []
    counted = foreign.cut_points if held.after == WITH_CUT else {}
    if held.after:
        counts = held.after == WITH_CUT
        found.append("the standings count the cut" if counts else f"stale standings: {held.after}")
    if held.then < held.players and (not held.after or counted):
        more = {
            each.player: each.published - each.folded - counted.get(each.player, 0)
            for each in held.differences
            if each.figure == "points"
        }
        found += sorted({_cause_of(foreign, player, more) for player in more if more[player]})
    elif held.then < held.players:
        found.append("others")
    return " and ".join(found)


def _cause_of(foreign: ForeignEvent, player: str, more: Mapping[str, Fraction]) -> str:
    """Why one player's points differ."""
    places = [round.places.get(player) for round in foreign.rounds]
    worth = [round.byes.get(player) for round in foreign.rounds]
    differs = more[player]
    unplayed = sum(met is not None and not any(met.won) for met in places)
    if unplayed and differs in (-unplayed, 2 * unplayed):
        return "0-0-0 counts for nothing" if differs < 0 else "0-0-0 counts as a win"
    full = worth.count("full")
    if full and -differs in (2 * full, 3 * full):
        return "a bye counts as a draw" if -differs == 2 * full else "a bye counts for nothing"
    late = next(at for at, met in enumerate(places) if met is not None or worth[at] is not None)
    if late and differs == 3 * late:
        return "a bye that no row tells"
    if _is_corrected(player, places, more):
        return "a result that was corrected"
    if differs < 0:
        return "an assigned loss"
    return "an award that no row tells"


def _is_corrected(player: str, places: Sequence[Met | None], more: Mapping[str, Fraction]) -> bool:
    """Whether another result of one of the player's contests explains what both have more or
    less."""
    for met in filter(None, places):
        one = (more.get(met.a, Fraction(0)), more.get(met.b, Fraction(0)))
        a, b, _ = met.won
        now = (3, 0) if a > b else (0, 3) if b > a else (1, 1)
        if any(one == (other[0] - now[0], other[1] - now[1]) for other in _RESULTS - {now}):
            return True
    return False


_RESULTS = {(3, 0), (0, 3), (1, 1), (0, 0)}
"""The points that a contest may bring both."""


def folder(path: Path) -> Iterator[Event]:
    """Every file of a folder, and of those in it."""
    for file in sorted(path.rglob("*")):
        if file.suffix in (".json", ".csv", ".trf", ".trfx") and file.is_file():
            yield event(file)


def table(path: Path) -> Iterator[str]:
    """Lines of a table by cause, over a folder, and the figures behind it."""
    causes: Counter[tuple[bool, str]] = Counter()
    entries = players = equal = then = 0
    for each in folder(path):
        causes[each.complete, each.cause] += 1
        entries += each.entries
        if each.complete and each.held is not None:
            players += each.held.players
            equal += each.held.points
            then += each.held.then
    for complete in (True, False):
        yield "every round of everybody in the file" if complete else "others"
        for (whole, why), events in causes.most_common():
            if whole is complete:
                yield f"{events:6} {why}"
    good = causes[True, POINTS]
    other = sum(n for (whole, why), n in causes.items() if whole and why.startswith(ORDER))
    yield f"{sum(causes.values())} events, {entries:,} entries"
    yield f"points equal for {equal:,} of {players:,} players ({equal / max(players, 1):.2%})"
    share = f"{then / max(players, 1):.2%}"
    yield f"after the round, or the cut, that the standings are of for {then:,} ({share})"
    yield f"order equal in {good} of {good + other} events ({good / max(good + other, 1):.2%})"
