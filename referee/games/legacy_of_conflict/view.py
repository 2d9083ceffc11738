"""A match of Legacy of Conflict as people read it; discard piles are counts (LC-5.2, LC-I 15)."""

from typing import Any

from events.common import Opening
from referee.game import Panel
from referee.games.legacy_of_conflict.catalog import Forces
from referee.games.legacy_of_conflict.deck import deck_size, discard_size
from referee.games.legacy_of_conflict.scenarios import GROUND
from referee.games.legacy_of_conflict.setup import missing
from referee.games.legacy_of_conflict.state import (
    CONDITIONS,
    MOVE,
    PHASE_NAMES,
    PLAY,
    SETUP,
    Figure,
    LcTable,
    State,
    members_of,
    record_of,
    scenario_of,
    standing,
)
from referee.hidden import HiddenPlace
from referee.house import AnyTable
from referee.light import Track
from referee.picture import Picture, Shape
from referee.table import end_in_words, plain


def board(t: AnyTable) -> list[Panel]:
    """The match in panels: where it stands, each player, the terrain."""
    state: State = t.state
    panels = [Panel("Match", tuple(_match(t)))]
    panels += [Panel(seat, tuple(_player(t, seat))) for seat in state.seats]
    panels.append(Panel("Terrain", tuple(_terrain(t)) or (("none", ""),)))
    return panels


def _match(t: LcTable) -> list[tuple[str, str]]:
    state = t.state
    if state.over:
        now = end_in_words(state)
    elif state.phase == PLAY:
        now = f"turn {state.turn}, {state.active}" + (
            f" activates {state.acting}" if state.acting else "'s opportunity"
        )
        if state.acting:
            now += f", pool {state.figures[state.acting].pool}"
    else:
        now = PHASE_NAMES[state.phase] + (f", turn {state.turn}" if state.turn else "")
    rows = [("now", now), ("scenario", f"{state.scenario} on {state.table}")]
    if state.phase == SETUP:
        rows += [("missing", f"{due.seat} has to {due.text()}") for due in missing(t)]
    if state.order:
        rows.append(("order", ", ".join(_named(state, side) for side in state.order)))
    if any(state.points.values()):
        rows.append(("points", ", ".join(f"{s} {p}" for s, p in state.points.items())))
    for marker in scenario_of(t).markers:
        rows.append((marker.name, f"held by {state.held.get(marker.name, 'nobody')}"))
    if state.moving is not None:
        m = state.moving
        done = f"Move Action {m.part} of {m.tokens}, {m.used} of {m.limit} Strides"
        rows.append(("moving", done))
    if state.aim is not None:
        whom = ", ".join(a.id for a in state.aim.targets)
        rows.append(("attack", f"{state.aim.figure} with {state.aim.attack} at {whom}"))
    if state.duel is not None:
        rows.append(("contest", f"{state.duel.kind}: {', '.join(state.duel.due)} to flip"))
    if state.question:
        about = f": the tokens of {state.miscount.unit}" if state.miscount else ""
        rows.append(("question", f"open since entry {state.question}{about}"))
    return rows


def _named(state: State, side: str) -> str:
    team = members_of(state, side)
    return side if team == [side] else f"{side} ({', '.join(team)})"


def _player(t: LcTable, seat: str) -> list[tuple[str, str]]:
    state = t.state
    player = state.players[seat]
    deck = f"deck {deck_size(player)}, discard {discard_size(player)}"
    bonus = state.underdog.get(player.side)
    head = deck if player.side == seat else f"side {player.side}, {deck}"
    rows = [("cards", head + (f", underdog bonus {bonus}" if bonus else ""))]
    if t.choice["LC-I 15"] == "all_flips_since_refresh":
        rows.append(("flipped", ", ".join(player.discard) or "none"))
    rows += [(f.id, _figure(t, f)) for f in state.figures.values() if f.seat == seat]
    return rows


def _figure(t: LcTable, figure: Figure) -> str:
    if figure.down:
        return "defeated"
    record = record_of(t, figure)
    said = [f"{figure.wounds}/{record.wounds} Wounds", f"pool {figure.pool}"]
    said += [f"{action} {n}" for action, n in figure.slots.items()]
    said += [f"{c} {figure.conditions[c]}" for c in CONDITIONS if c in figure.conditions]
    if figure.on != GROUND:
        said.append(f"on {figure.on}")
    if figure.within:
        said.append(f"in {', '.join(figure.within)}")
    if not figure.placed:
        said.append("not set up")
    if figure.id == t.state.acting:
        said.append("acting")
    elif figure.activated:
        said.append("activated")
    return ", ".join(said)


def _terrain(t: LcTable) -> list[tuple[str, str]]:
    rows = []
    for name, ground in t.state.ground.items():
        piece = t.catalog.piece[name]
        said = [f"Size {piece.size:g}", piece.kind]
        if ground.destroyed:
            said = ["destroyed, difficult ground" if ground.rubble else "destroyed"]
        else:
            if piece.kind != "indestructible":
                said.append(f"{ground.wounds} Wound{'s' * (ground.wounds != 1)}")
            said += [
                word
                for word, so in (
                    (ground.door, bool(ground.door)),
                    ("bridge", piece.bridge),
                    ("difficult", piece.difficult),
                    ("impassable", piece.impassable),
                    ("hazard", piece.hazard is not None),
                    ("area", not piece.solid),
                )
                if so
            ]
        rows.append((name, ", ".join(said)))
    return rows


def shown(t: AnyTable) -> Any:
    """The state as views show it: the cards of decks and discard piles are counts (LC-5.2), and
    which were flipped is told only where the players agreed so (LC-I 15)."""
    state = plain(t.state)
    for seat, player in state["players"].items():
        owner = t.state.players[seat]
        player["cards"] = {"deck": deck_size(owner), "discard": discard_size(owner)}
        if t.choice["LC-I 15"] == "counts_only":
            del player["discard"]
    return state


def hidden(t: AnyTable) -> list[HiddenPlace]:
    """The decks, and the cards of discard piles that nobody saw (LC-5.2, LC-I 15)."""
    secret = t.choice["LC-I 15"] == "counts_only"
    return [
        HiddenPlace(f"{seat}.{place}", player.cards, (place,), secret)
        for seat, player in t.state.players.items()
        for place in ("deck", "discard")
    ]


def scores(t: AnyTable) -> dict[str, int]:
    """The points of each side, where the scenario is won by points (LC-21.1)."""
    state: State = t.state
    counts = any(each.kind in ("points", "most_points") for each in scenario_of(t).victory)
    return dict(state.points) if counts else {}


def names(t: AnyTable) -> list[str]:
    """What a scorekeeper may name: characters, actions, terrain, surfaces, markers, seats."""
    state: State = t.state
    found = {GROUND, MOVE, "point", "edge", "nobody", *state.seats, *state.ground}
    for name in state.ground:
        piece = t.catalog.piece[name]
        found |= {*piece.surfaces, *(f.name for f in piece.features)}
    scenario = scenario_of(t)
    found |= {*scenario.marker, *scenario.ending}
    found |= set(state.figures)
    for figure in standing(state):
        record = record_of(t, figure)
        found |= {*record.attack, *record.ability}
        found |= {name for name, grant in record.grants if grant.when}
    return sorted(found)


def traits(forces: Forces) -> dict[str, dict[str, str]]:
    """What statistics may group characters by."""
    return {
        c.name: {"size": f"{c.size:g}", "base": f"{c.longest:g} mm", "points": str(c.points)}
        for c in forces.characters
    }


def drawing(t: AnyTable) -> Picture | None:
    """The table from above, where positions are known."""
    state: State = t.state
    figures = [f for f in standing(state) if f.at is not None]
    pieces = t.catalog.outlines[state.table]
    if not figures and not pieces:
        return None
    from referee.games.legacy_of_conflict.geometry import outline_of

    table = t.catalog.table[state.table]
    shapes = [
        Shape(
            "terrain" if t.catalog.piece[name].solid else "area",
            name,
            name,
            outline_of(shape),
            faded=state.ground[name].destroyed,
            note=state.ground[name].door,
        )
        for name, shape in pieces.items()
    ]
    shapes += [
        Shape("marker", m.name, m.name, (m.at,), note=state.held.get(m.name, ""))
        for m in scenario_of(t).markers
        if m.at is not None
    ]
    shapes += [_drawn(t, figure) for figure in figures]
    return Picture(table.width, table.depth, tuple(shapes))


def _drawn(t: LcTable, figure: Figure) -> Shape:
    from math import cos, radians, sin

    from referee.games.legacy_of_conflict.geometry import outline_of
    from referee.games.legacy_of_conflict.positions.where import shape_of

    assert figure.at is not None
    x, y = figure.at
    line = None
    if figure.facing is not None:
        far = record_of(t, figure).longest / 2
        turn = radians(figure.facing)
        line = (x, y, x + far * sin(turn), y + far * cos(turn))
    return Shape(
        "character",
        figure.id,
        figure.id,
        outline_of(shape_of(t, figure)),
        figure.seat,
        line,
        note="" if figure.on == GROUND else figure.on,
    )


def points(t: AnyTable) -> dict[str, int]:
    """The points of each side in the scenario (LC-21.1)."""
    return dict(t.state.points)


def tracks(forces: Forces, opening: Opening) -> tuple[Track, ...]:
    """The points of each side, where its scenario counts them (LC-21.1)."""
    named = opening.options.get("scenario") or next(iter(forces.scenario), "")
    scenario = forces.scenario.get(named)
    if scenario is None or all(each.kind == "last_side" for each in scenario.victory):
        return ()
    owners = tuple(dict.fromkeys(each.side or each.seat for each in opening.seats))
    return (Track("points", owners, dict.fromkeys(owners, 0), (1, 2, -1), rule="LC-21.1"),)
