"""Files of public events, held against what their organisers published, and why they differ."""

from collections import Counter
from collections.abc import Iterator
from itertools import count, pairwise
from pathlib import Path
from typing import NamedTuple

from cli.reading.decks import chosen_catalog
from cli.tournament.foreign import policy_for
from referee.games.registry import game_of
from referee.tournament.policy import Policy
from storage.exchange.foreign import Compared, NoEvent, Taken, Told, compared, read_event, taken
from storage.exchange.foreign.told import ToldRound

POINTS = "points and order equal"
ORDER = "points equal, order not"
AGAINST = "points equal, the published order not that of the published figures"


class Event(NamedTuple):
    """A file, and what became of it."""

    path: Path
    entries: int  # 0 where it could not be taken in
    cause: str  # why it differs; how equal it is, where its points are
    complete: bool = False  # whether every round of everybody is in the file
    held: Compared | None = None
    as_of: int = 0  # players whose points are equal as of the round that the standings are of


def event(path: Path) -> Event:
    """A file taken in and compared; nothing is written."""
    try:
        told = read_event(path)
        policy = chosen_catalog(game_of("tournament"), policy_for(told))
        assert isinstance(policy, Policy)

        def fold(told: Told) -> Taken:
            number = count(1)
            return taken(told, game_of("tournament"), policy, "desk", lambda _: f"p{next(number)}")

        found = fold(told)
        held = compared(told, found, fold)
    except NoEvent as error:
        why = "no contest in the file" if "no contest" in str(error) else f"refused: {error}"
        return Event(path, 0, why)
    complete = bool(held.players) and is_complete(told)
    why, points = cause(told, found, held)
    return Event(path, len(found.events), why, complete, held, points)


def is_complete(told: Told) -> bool:
    """Whether the file has the rounds of everybody: the same players stand in its rounds and in
    its standings, with as many rounds as were published, no more points than their rounds can
    give, and no round missing between two where the standings do not say how many they are."""
    played = _played(told)
    lines = {line.player: line for line in told.standings}
    return played.keys() == lines.keys() and all(
        (line.rounds or 0) <= played[line.player]
        and line.points <= 3 * played[line.player]
        and (line.rounds is not None or not _gap(told, line.player))
        for line in lines.values()
    )


def _gap(told: Told, player: str) -> bool:
    here = [player in round.places for round in told.rounds]
    return here != sorted(here, reverse=True)


def _played(told: Told) -> Counter[str]:
    return Counter(player for round in told.rounds for player in round.places) + told.finalists


def cause(told: Told, found: Taken, held: Compared) -> tuple[str, int]:
    """Why published and folded figures differ, as far as it can be computed, and how many players
    have equal points as of the round that the standings are of."""
    if not held.players:
        return "no standings in the file", 0
    if held.points == held.players:
        order = ORDER if is_ordered(told) else AGAINST
        return (POINTS if held.in_order else order), held.points
    if not is_complete(told):
        return "rounds or players missing in the file", held.points
    rounds = told.rounds + told.cut if held.cut else told.rounds
    for last in range(len(rounds) - 1, 0, -1):
        before = _gained(rounds[:last])
        if all(before[line.player] == line.points for line in told.standings):
            return f"stale standings: {counted(len(rounds) - last, 'round')} behind", held.players
    return ", ".join(sorted(_kinds(told, rounds))), held.points


def is_ordered(told: Told) -> bool:
    """Whether the published order is that of the published figures, those of a cut left out."""
    finalists = told.finalists
    ranked = sorted(
        (line for line in told.standings if line.player not in finalists),
        key=lambda line: line.rank,
    )
    keys = [(line.points, *line.tiebreaks.values()) for line in ranked]
    return all(one >= other for one, other in pairwise(keys))


def counted(number: int, word: str) -> str:
    """A number of things."""
    return f"{number} {word}{'s' * (number != 1)}"


_WORTH = {"full": 3, "half": 1, "zero": 0}
_CHANGES = {
    (0, 0): "an assigned loss",
    (1, 1): "another result of a contest",
    (3, 0): "another result of a contest",
    (0, 3): "another result of a contest",
    (3, 3): "an assigned win",
    (1, 0): "an assigned loss",
    (0, 1): "an assigned loss",
}
"""What a contest counts in the standings, for the first and the other, and what that is called."""


def _points(won: tuple[int, int, int]) -> tuple[int, int]:
    a, b, _ = won
    return (3, 0) if a > b else (0, 3) if b > a else (1, 1)


def _gained(rounds: list[ToldRound]) -> Counter[str]:
    points: Counter[str] = Counter()
    for round in rounds:
        for met in round.contests:
            points.update(dict(zip(met[:2], _points(met.won), strict=True)))
        points.update({player: _WORTH[worth] for player, worth in round.byes.items()})
    return points


def _kinds(told: Told, rounds: list[ToldRound]) -> set[str]:
    """The causes of an event: each is one change of what the file tells after which both players
    of a contest, or who has a bye, have as many points as were published."""
    gained = _gained(rounds)
    lines = {line.player: line for line in told.standings}
    apart = {name: int(line.points) - gained[name] for name, line in lines.items()}
    apart = {name: points for name, points in apart.items() if points}
    found: set[str] = set()
    last = rounds[-1]
    for name in [*apart]:
        if name not in last.places or apart[name] > 0:
            continue
        met = last.places[name]
        worth = _WORTH[last.byes[name]] if met is None else _points(met.won)[name != met.a]
        if -apart[name] == worth and (lines[name].rounds or 0) < len(rounds):
            behind = lines[name].rounds is not None and lines[name].rounds < _played(told)[name]
            if behind:
                found.add("results of the last round not counted")
                del apart[name]
    for round in reversed(rounds):
        for name, worth in round.byes.items():
            if apart.get(name, 0) + _WORTH[worth] in {*_WORTH.values()} - {_WORTH[worth]}:
                found.add("a bye counted otherwise")
                del apart[name]
    for alone in (False, True):
        for round in reversed(rounds):
            for met in round.contests:
                if bool(met.a in apart) + bool(met.b in apart) != 2 - alone:
                    continue
                a, b = _points(met.won)
                counts = a + apart.get(met.a, 0), b + apart.get(met.b, 0)
                drawn = sorted(counts) == [0, 1]  # a loss of one of two who have drawn
                if counts in _CHANGES and (not drawn or a == b):
                    empty = not any(met.won) and counts == (0, 0)
                    found.add("0-0-0 counted as lost by both" if empty else _CHANGES[counts])
                    apart.pop(met.a, None)
                    apart.pop(met.b, None)
    return found | ({"unknown"} if apart or not found else set())


def folder(path: Path) -> Iterator[Event]:
    """Every file of a folder, and of those in it."""
    for file in sorted(path.rglob("*")):
        if file.suffix in (".json", ".csv", ".trf", ".trfx") and file.is_file():
            yield event(file)


def table(path: Path) -> Iterator[str]:
    """Lines of a table by cause, over a folder, and the figures behind it."""
    causes: Counter[tuple[bool, str]] = Counter()
    cuts: Counter[str] = Counter()
    entries = players = equal = as_of = 0
    for each in folder(path):
        causes[each.complete, each.cause] += 1
        entries += each.entries
        if each.complete and each.held is not None:
            cuts[each.held.cut] += bool(each.held.cut)
            players += each.held.players
            equal += each.held.points
            as_of += each.as_of
    for complete in (True, False):
        yield "every round of everybody in the file" if complete else "others"
        for (whole, why), events in causes.most_common():
            if whole is complete:
                yield f"{events:6} {why}"
    for whose, events in sorted(cuts.items()):
        if whose:
            yield f"{events:6} of them count the cut, for {whose}"
    good, other, against = (causes[True, why] for why in (POINTS, ORDER, AGAINST))
    every = good + other + against
    yield f"{sum(causes.values())} events, {entries:,} entries"
    yield f"points equal for {equal:,} of {players:,} players ({equal / max(players, 1):.2%})"
    yield f"with stale standings as of their round {as_of:,} ({as_of / max(players, 1):.2%})"
    yield f"order equal in {good} of {every} events ({good / max(every, 1):.2%})"
    ruled = good + other
    yield f"of {ruled} that are ordered by their own figures ({good / max(ruled, 1):.2%})"
