"""What a table is shown of a light record: counters, who goes first, and the way to a full one."""

from collections.abc import Collection

from msgspec.structs import replace

from cli.venue.view import Asked, Counter, Light, View
from events.common import Opening
from referee.light import DEPTHS, LightState, owners, tracks_of, winners_of
from storage.match import Match


def without_names(light: Light, own: Collection[str]) -> Light:
    """What is asked without the cards of others, which somebody else names (TR-4.2)."""
    asks = tuple(
        replace(each, answers=(), typed=True) if each.answers and each.seat not in own else each
        for each in light.asks
    )
    return replace(light, asks=asks)


def with_light(match: Match, view: View, least: str = "result") -> View:
    """A view with what is told of a light record, and to which depths one can go from here.

    Args:
        match: the match, which is opened and not over.
        view: what is shown of it so far.
        least: the least depth that the event asks for (VN-17.16).
    """
    replay = match.replay()
    game, table = match.game, replay.table
    state = table.state
    now = state.depth if isinstance(state, LightState) else "full"
    able = [each for each in DEPTHS if each != now and DEPTHS.index(each) >= DEPTHS.index(least)]
    if now == "full":
        return replace(view, depths=tuple(able))
    assert isinstance(state, LightState)
    listed = isinstance(opening := replay.events[0], Opening) and any(
        seating.deck or seating.lists for seating in opening.seats
    )
    here = game.from_here if listed else None
    counters = [
        Counter(
            owner, track.measure, state.scores[track.measure].get(owner), track.steps, track.into
        )
        for track in (tracks_of(game, table) if now != "result" else ())
        for owner in owners(table, track)
    ]
    proposed = state.proposed
    light = Light(
        depth=now,
        counters=tuple(counters),
        first=state.first,
        turns=now != "result",
        began=int(match.entry(1).played_at.timestamp()),
        won=next(iter(winners_of(game, table)), ""),
        asks=tuple(
            Asked(each.seat, each.label, each.makes, each.answers, each.many)
            for each in (here.asks(table) if here is not None else ())
        ),
        declared=tuple(proposed.sides) if proposed is not None else (),
        declared_at=max(proposed.sides.values()) if proposed is not None else 0,
        changes=tuple(f"{c.what}:{c.target}:{c.value}" for c in proposed.changes)
        if proposed is not None
        else (),
    )
    if here is None:
        able.remove("full")
    return replace(view, light=light, depths=tuple(able))
