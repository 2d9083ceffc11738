"""What a game answers of a table whose record is light: the same questions, less to say.

A game answers every question of a table by what the table's state is, so that nobody who asks
needs to know how much is told.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from typing import Any

from events.event import Event
from referee.choice import Fixed, Number
from referee.house import AnyTable, members, remaining, side_of
from referee.light.state import LightState, owners, tracks_of
from referee.light.track import CountedGame, Track
from referee.measure import Measure
from referee.obligation import Obligation
from referee.option import Option
from referee.picture import Panel
from referee.remedies import of_the_house
from referee.table import plain

Question = Callable[..., Any]

FIGURES = (-9_999, 9_999)
DEPTHS_IN_WORDS = {
    "result": "the result alone",
    "life": "scores and turns",
    "key-plays": "scores, turns, and plays that nobody checks",
}
"""What is told at each depth, in words."""
UNTOLD = "not recorded"
"""What stands where nobody has said anything."""


class AskResult(Obligation):
    """A figure is where the match may be over; the result is offered."""

    measure: str = ""
    value: int = 0
    says: str = ""

    def text(self) -> str:
        """What has to be done, in words."""
        reached = f"{self.seat}'s {self.measure} is {self.value}"
        return f"{reached}: {self.says or 'is the match over?'}"


def by_depth(full: Question, light: Question) -> Question:
    """A question that is answered as the record of the table is."""
    full = getattr(full, "in_full", full)

    @wraps(full)
    def answer(t: AnyTable, *more: Any) -> Any:
        return light(t, *more) if type(t.state) is LightState else full(t, *more)

    answer.in_full = full  # type: ignore[attr-defined]
    return answer


def measures_by_depth(measures: Sequence[Measure]) -> tuple[Measure, ...]:
    """The measures of a game, which a light record has as they were said."""

    def said(name: str) -> Callable[[Any], Mapping[str, int]]:
        return lambda t: t.state.scores.get(name, {})

    return tuple(each._replace(of=by_depth(each.of, said(each.name))) for each in measures)


def answers(game: CountedGame) -> dict[str, Question]:
    """The answers of a light record of a game, by the name of the question."""

    def tracks(t: AnyTable) -> Sequence[Track]:
        return tracks_of(game, t) if t.state.depth != "result" else ()

    def options(t: AnyTable) -> list[Option]:
        return _options(t, tracks(t))

    def obligations(t: AnyTable) -> list[Obligation]:
        return [*_asked(t, tracks(t))]

    def board(t: AnyTable) -> list[Panel]:
        return _board(t, tracks(t))

    def scores(t: AnyTable) -> Mapping[str, int]:
        found = tracks(t)
        return t.state.scores.get(found[0].measure, {}) if found else {}

    return {
        "options": options,
        "obligations": obligations,
        "board": board,
        "scores": scores,
        "names": lambda t: [*t.state.seats],
        "shown": lambda t: plain(t.state),
        "odds": lambda t, event, exact: [],
        "hidden": lambda t: [],
        "dealt": lambda t, seat: False,
        "called": lambda t: {},
        "alike": lambda t, names: False,
        "remedies": of_the_house,
        "itemises": lambda t, thing, history: [],
        "leave": lambda t, side: None,
    }


def _asked(t: AnyTable, tracks: Sequence[Track]) -> list[AskResult]:
    """What is asked because a figure is where it is asked about."""
    if t.state.over:
        return []
    found = []
    for track in tracks:
        figures: dict[str, int] = {}
        for owner in owners(t, track):
            value = t.state.scores[track.measure].get(owner)
            whose = side_of(t.state, owner) if track.of_side else owner
            if value is not None:
                figures[whose] = figures.get(whose, 0) + value
        found += [
            AskResult(whose, track.rule, 0, False, track.measure, value, track.says)
            for whose, value in figures.items()
            if track.reached(value)
        ]
    return found


def _options(t: AnyTable, tracks: Sequence[Track]) -> list[Option]:
    """What may be told next: results that a figure asks for, whose turn begins, and scores."""
    state: LightState = t.state
    if state.over:
        return []
    found = []
    for won in dict.fromkeys(_winners(t, tracks)):
        said = _result(t, won, tracks)
        who = members(state, won)[0]
        found.append(
            Option(who, "agree-result", {"winner": Fixed(won)}, "REF-4.2", weight=8, label=said)
        )
    if state.depth == "result":
        return found
    seats = [seat for seat in state.seats if side_of(state, seat) not in state.out]
    found += [
        Option(seat, "begins", {}, "REF-5.3", ends=bool(state.turn))
        for seat in seats
        if seat != state.active or len(seats) == 1
    ]
    for place, track in enumerate(tracks):
        measure = {} if not place else {"measure": Fixed(track.measure)}
        found += [
            Option(owner, "score", {"value": Number(*FIGURES), **measure}, "REF-5.1")
            for owner in owners(t, track)
        ]
    return found


def winners_of(game: CountedGame, t: AnyTable) -> list[str]:
    """Who would have won by the figures of a light record; nobody where they do not say so."""
    return _winners(t, tracks_of(game, t)) if t.state.depth != "result" else []


def _winners(t: AnyTable, tracks: Sequence[Track]) -> list[str]:
    """Who would have won by the figures: where all of every other side have lost by one."""
    lost = {each.seat for each in _asked(t, tracks) if not each.says}
    left = [
        side
        for side in remaining(t.state)
        if side not in lost and not lost.issuperset(members(t.state, side))
    ]
    return left if lost and len(left) == 1 else []


def _result(t: AnyTable, won: str, tracks: Sequence[Track]) -> str:
    """What stands on the button: ``ana won 17 to 0``."""
    figures: dict[str, int] = t.state.scores[tracks[0].measure]
    sides = [won, *(side for side in remaining(t.state) if side != won)]
    shown = [str(figures[who]) for side in sides for who in _of_side(t, side, figures)]
    return f"{won} won{' ' if shown else ''}{' to '.join(shown)}"


def _of_side(t: AnyTable, side: str, figures: Mapping[str, int]) -> list[str]:
    return [side] if side in figures else [s for s in members(t.state, side) if s in figures]


def _board(t: AnyTable, tracks: Sequence[Track]) -> list[Panel]:
    """The figures, who goes first and whose turn it is."""
    state: LightState = t.state
    now = f"turn {state.turn}, {state.active}; " if state.active else ""
    rows = [("record", f"{now}a light record: {DEPTHS_IN_WORDS[state.depth]}")]
    if state.first:
        rows.append(("first", state.first))
    if state.proposed is not None:
        rows.append(("position", f"declared by {' and '.join(state.proposed.sides)}"))
    rows.append(("all else", UNTOLD))
    panels = [Panel("match", tuple(rows))]
    for track in tracks:
        figures = state.scores.get(track.measure, {})
        lines = tuple((owner, str(figures.get(owner, UNTOLD))) for owner in owners(t, track))
        panels.append(Panel(track.measure, lines))
    return panels


__all__ = ["AskResult", "Event", "answers", "by_depth", "measures_by_depth"]
