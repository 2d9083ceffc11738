"""The handlers of a light record: how it is opened (VN-17.1 of the specification); what is said is
kept, what is played is noted (REF-5.1 to 5.4).

Everything that is written here is written through the table, so that a position that is declared
can be tried and taken back.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import NoReturn

from msgspec.structs import replace

from events import common as ev
from events.event import Event, kebab
from referee.english import one_of
from referee.fact import (
    DepthChanged,
    FirstPlayer,
    ScoreChanged,
    StateRepaired,
    TurnBegan,
    TurnEnded,
)
from referee.house import (
    COMMON_HANDLERS,
    AnyTable,
    Handler,
    allies,
    goes_first_as_said,
    judges,
    parting_with,
    remaining,
    require_judge,
    require_playing,
    side_of,
)
from referee.light.state import LightState, Proposed, owners, started, tracks_of
from referee.light.track import CountedGame
from referee.parts.decks import require_decks
from referee.verdict import forbid

AS_SAID = "it is as said; nobody checks it"
NOTED = "noted, not checked: the record is of key plays"
MOST_DECLARED = 10
"""How many positions a seat may declare in a match before a judge does it."""

DEPTHS = ("result", "life", "key-plays", "full")
"""How much may be told, the least first."""


def open_light(game: CountedGame, t: AnyTable, e: ev.Opening) -> LightState:
    """The state at the start. Lists may be missing; what is given is checked as ever."""
    least, most = game.players
    if not least <= len(e.seats) <= most:
        t.forbid(
            "REF-1.2",
            "{have:player takes|players take} part",
            have=len(e.seats),
            legal=str(least) if least == most else f"{least} to {most}",
        )
    handed = tuple(seating for seating in e.seats if seating.deck or seating.lists)
    require_decks(t, replace(e, seats=handed), game.deck_faults)
    state = LightState(
        seats=tuple(seating.seat for seating in e.seats), allies=allies(e), depth=e.record
    )
    tracks = game.tracks(t.catalog, e)
    state.scores = started(tracks)
    t.fact(DepthChanged("", e.record))
    if e.record != "result":
        for measure, figures in state.scores.items():
            for owner, value in figures.items():
                t.fact(ScoreChanged(owner, measure, value))
    return state


def light_handlers_of(game: CountedGame) -> dict[type[Event], Handler]:
    """The handlers of a light record of a game."""
    plays: tuple[type[Event], ...] = (*game.events, ev.KeptHand, ev.ShowsHand)
    return {
        **COMMON_HANDLERS,
        **parting_with(_leave),
        **dict.fromkeys(plays, _noted),
        ev.Score: partial(_score, game),
        ev.Begins: _begins,
        ev.Record: partial(_record, game),
        ev.Contest: _contest,
        ev.Adjust: partial(_adjust, game),
    }


def _score(game: CountedGame, t: AnyTable, e: ev.Score) -> None:
    state = _require_depth(t, e, "life")
    track = next((each for each in tracks_of(game, t) if e.measure in ("", each.measure)), None)
    if track is None:
        named = one_of(each.measure for each in tracks_of(game, t))
        forbid("REF-5.1", "{measure} is not counted here", measure=e.measure or "nothing",
               legal=named or "no score")  # fmt: skip
    if e.seat not in owners(t, track):
        forbid("REF-5.1", "{seat} has no {measure}", seat=e.seat, measure=track.measure,
               legal=one_of(owners(t, track)))  # fmt: skip
    t.trust(AS_SAID)
    _lapse(t)
    figures = state.scores[track.measure]
    if figures.get(e.seat) != e.value:
        t.item(figures, e.seat, e.value)
        t.fact(ScoreChanged(e.seat, track.measure, e.value))


def _begins(t: AnyTable, e: ev.Begins) -> None:
    state = _require_depth(t, e, "life")
    require_playing(t, e.seat)
    t.trust(AS_SAID)
    goes_first_as_said(t, e)
    _lapse(t)
    if not state.turn:
        t.set(state, "first", e.seat)
        t.fact(FirstPlayer(e.seat, "REF-5.3"))
    else:
        t.fact(TurnEnded(state.active, state.turn))
    t.set(state, "turn", state.turn + 1)
    t.set(state, "active", e.seat)
    t.fact(TurnBegan(e.seat, state.turn))


def _record(game: CountedGame, t: AnyTable, e: ev.Record) -> None:
    state: LightState = t.state
    seat = _who(t, e.by)
    if e.depth != "full":
        _require_no_position(e)
        if e.depth != state.depth:
            _lapse(t)
            t.set(state, "depth", e.depth)
            t.fact(DepthChanged(seat, e.depth))
        return
    if game.from_here is None:
        forbid(
            "REF-5.4",
            "this game cannot begin from a position",
            legal=f"{e.by} record key-plays",
        )
    with t.whole():
        by = _declared(t, state, seat, e)
        left = [side for side in remaining(t.state) if side not in by] if seat else []
        if not left:
            _go_full(game, t, state, seat, e)
            t.trust("the position is as it was declared, and nothing else lasts")
            return
        if not t.would(_go_full, game, t, state, seat, e):
            _go_full(game, t, state, seat, e)  # which says why
        t.set(state, "proposed", Proposed(list(e.changes), by))
        rest = f"{' and '.join(left)} {'declares' if len(left) == 1 else 'declare'}"
        t.trust(f"it counts when {rest} the same position")


def _contest(t: AnyTable, e: ev.Contest) -> None:
    COMMON_HANDLERS[ev.Contest](t, e)
    proposed = t.state.proposed
    if proposed is not None and e.entry in proposed.sides.values():
        _lapse(t)


def _adjust(game: CountedGame, t: AnyTable, e: ev.Adjust) -> None:
    require_judge(t, e.judge, e.authority)
    tracks = {each.measure: each for each in tracks_of(game, t)}
    with t.whole():
        for change in e.changes:
            track = tracks.get(change.what)
            if track is None or change.target not in owners(t, track):
                forbid("REF-3.5", "{what}:{target} is no figure of a light record",
                       what=change.what, target=change.target,
                       legal=one_of(tracks))  # fmt: skip
            value = _figure(change.value)
            t.item(t.state.scores[change.what], change.target, value)
            t.fact(StateRepaired(change.what, change.target, change.value))
            t.fact(ScoreChanged(change.target, change.what, value))
    _lapse(t)


def _noted(t: AnyTable, e: Event) -> None:
    _require_depth(t, e, "key-plays")
    who = getattr(e, e.__struct_fields__[0], "")
    if isinstance(who, str) and who in t.state.seats:
        require_playing(t, who)
    t.trust(NOTED)
    _lapse(t)


def in_full(game: CountedGame) -> dict[type[Event], Handler]:
    """The handlers by which a full record takes what a light one is for, and becomes one."""

    def follows(t: AnyTable, e: ev.Score | ev.Begins) -> None:
        require_playing(t, e.seat)
        legal = f"what was played, or {e.seat} record life"
        if isinstance(e, ev.Begins) and game.goes_first_by:
            why = "whose turn it is follows from what is played, and {verb} says who goes first"
            forbid("REF-5.2", why, verb=game.goes_first_by, legal=legal)
        what = "a score" if isinstance(e, ev.Score) else "whose turn it is"
        forbid("REF-5.2", "{what} follows from what is played", what=what, legal=legal)

    def record(t: AnyTable, e: ev.Record) -> None:
        seat = _who(t, e.by)
        _require_no_position(e)
        if e.depth == "full":
            return
        t.set(t, "state", _let_go(game, t, e.depth))
        t.fact(DepthChanged(seat, e.depth))

    return {ev.Score: follows, ev.Begins: follows, ev.Record: record}


def _let_go(game: CountedGame, t: AnyTable, depth: str) -> LightState:
    """What a light record goes on with: all but what lies on the table."""
    old = t.state
    tracks = tracks_of(game, t)
    scores = started(tracks)
    counted = {each.name: each.of(t) for each in game.measures}
    for track in tracks:
        found: Mapping[str, int] = counted.get(track.measure, {})
        scores[track.measure].update((who, n) for who, n in found.items() if who in track.owners)
    kept = {name: getattr(old, name) for name in _KEPT}
    return LightState(**kept, depth=depth, scores=scores)


_KEPT = ("seats", "turn", "active", "calls", "allies", "out", "roles")
"""What any record of a match goes on with."""


def _go_full(game: CountedGame, t: AnyTable, light: LightState, seat: str, e: ev.Record) -> None:
    """All is told from here, from the position that was declared (REF-5.4)."""
    assert game.from_here is not None
    assert t.opening is not None
    with t.whole():
        mark, said = len(t.facts), frozenset(change.what for change in e.changes)
        t.repairs()
        t.set(t, "state", light)  # an opening may write it, and not by the table
        t.state = game.open(t, t.opening)
        for name in ("calls", "out", "roles"):
            t.set(t.state, name, getattr(light, name))
        game.from_here.begun(t, light)
        _repair(game, t, _changes(game.from_here.before(t, light, said)))
        _repair(game, t, e.changes)
        _repair(game, t, _changes(game.from_here.after(t, light, said)))
        t.set(t.state, "declared", t.seq)
        del t.facts[mark:]  # nothing of it has happened now
        for change in e.changes:
            t.fact(StateRepaired(change.what, change.target, change.value))
        for measure in game.measures:
            before = light.scores.get(measure.name, {})
            for whose, value in measure.of(t).items():
                if before.get(whose) != value:
                    t.fact(ScoreChanged(whose, measure.name, value))
        t.fact(DepthChanged(seat, "full"))


def _repair(game: CountedGame, t: AnyTable, changes: Iterable[ev.Change]) -> None:
    """Make these repairs (REF-3.5)."""
    for change in changes:
        repair = game.repairs.get(change.what)
        if repair is None:
            forbid("REF-3.5", "{what} is not a repair of this game", what=change.what,
                   legal=one_of(sorted(game.repairs)))  # fmt: skip
        repair(t, change.target, change.value)


_PARTS = re.compile(r":(?! )")
"""What parts a repair; a colon within a name has a space behind it."""


def _changes(said: Iterable[str]) -> Iterator[ev.Change]:
    for each in said:
        yield ev.Change(*_PARTS.split(each))


def _declared(t: AnyTable, state: LightState, seat: str, e: ev.Record) -> dict[str, int]:
    """The sides that have declared this position now, each with the entry."""
    times = state.declared_by.get(seat, 0)
    if seat and times >= MOST_DECLARED:
        t.refuse("REF-5.4", "{seat} has declared {times} positions", seat=seat, times=times,
                 legal=" or ".join(judges(t.state)) or "a judge")  # fmt: skip
    if seat:
        t.item(state.declared_by, seat, times + 1)
    before = state.proposed
    same = before is not None and before.changes == list(e.changes)
    by = dict(before.sides) if before is not None and same else {}
    if seat:
        by[side_of(t.state, seat)] = t.seq
    return by


def _lapse(t: AnyTable) -> None:
    """What was declared is of a moment that is gone."""
    if t.state.proposed is not None:
        t.set(t.state, "proposed", None)


def _who(t: AnyTable, by: str) -> str:
    """The seat of a player who says how much is told; empty for a judge."""
    sits = (seat for seat, person in t.persons.items() if person == by)
    seat = next(sits, by if by in t.state.seats else "")
    if seat:
        require_playing(t, seat)
    else:
        require_judge(t, by)
    return seat


def _require_no_position(e: ev.Record) -> None:
    if e.changes:
        forbid("REF-5.4", "a position is declared for a full record alone",
               legal="no changes, or full")  # fmt: skip


def _require_depth(t: AnyTable, e: Event, least: str) -> LightState:
    """The state, where what is logged is told at its depth (REF-5.3)."""
    state: LightState = t.state
    if DEPTHS.index(state.depth) < DEPTHS.index(least):
        said = getattr(e, e.__struct_fields__[0], "")
        who = said if said in state.seats else state.seats[0]
        forbid("REF-5.3", "{verb} is not told in a record of {depth}", verb=kebab(type(e).__name__),
               depth=_in_words(state.depth), legal=f"{who} record {least}")  # fmt: skip
    return state


def _in_words(depth: str) -> str:
    return {"result": "the result alone", "key-plays": "key plays"}.get(depth, depth)


def _figure(value: str) -> int:
    try:
        number = int(value)
    except ValueError:
        number = 10_000
    if not -9_999 <= number <= 9_999:
        _refuse_figure(value)
    return number


def _refuse_figure(value: str) -> NoReturn:
    """REF-3.5: what is no figure."""
    forbid("REF-3.5", "{value} is no figure", value=value, legal="-9999 to 9999")


def _leave(t: AnyTable, side: str) -> None:
    """A side that leaves has nothing on the table."""
