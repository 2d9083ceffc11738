"""Nobody truthful is accused: matches whose positions are measured with a slip of less than the
tolerance, and whose declarations are what the oracle of the geometry sees at the true places."""

from math import cos, hypot, pi, sin
from random import Random

import pytest

from referee.games.legacy_of_conflict.scenarios import Laid, Table
from referee.verdict import Illegal
from tests.games.legacy_of_conflict.table import (
    FIRST,
    FORCES,
    Match,
    changed_piece,
    forces,
    opened,
)
from tests.games.legacy_of_conflict.test_geometry_oracle import (
    Ellipse,
    Point,
    along,
    in_polygon,
    polygon,
)

NAMES = ("fence", "slab", "crates", "wall", "embers")
SLIP = 1.4
"""How many mm a position that is logged is off at most; the tolerance is 3."""
TABLES = 40


def base_of(unit: str, x: float, y: float, facing: float = 0) -> Ellipse:
    return Ellipse(x, y, facing, *FORCES.character[unit].base)


def slipped(chance: Random, one: Ellipse) -> str:
    turn, far = chance.uniform(0, 2 * pi), chance.uniform(0, SLIP)
    return f"{one.x + far * sin(turn):.1f}:{one.y + far * cos(turn):.1f}:{one.facing:g}"


def outline(x: float, y: float, facing: float, width: float, depth: float) -> tuple[Point, ...]:
    turn = pi * facing / 180
    return tuple(
        (x + u * cos(turn) + v * sin(turn), y - u * sin(turn) + v * cos(turn))
        for u, v in (
            (-width / 2, -depth / 2),
            (width / 2, -depth / 2),
            (width / 2, depth / 2),
            (-width / 2, depth / 2),
        )
    )


def apart(one: Ellipse, piece: tuple[Point, ...]) -> bool:
    inside = any(one.holds(p) for p in piece) or any(in_polygon(p, piece) for p in one.filled())
    return not inside


def on_a_line(a: Point, b: Point, pieces: dict[str, tuple[Point, ...]]) -> set[str]:
    return {n for n, piece in pieces.items() if any(in_polygon(p, piece) for p in along(a, b, 2))}


def seen(one: Ellipse, other: Ellipse, pieces: dict[str, tuple[Point, ...]]) -> list[set[str]]:
    """What each of many lines between two bases runs through."""
    ends = [[*e.edge(14), (e.x, e.y)] for e in (one, other)]
    return [on_a_line(a, b, pieces) for a in ends[0] for b in ends[1]]


@pytest.mark.parametrize("seed", range(TABLES))
def test_lc_16_1_what_a_truthful_player_sees_is_never_refused(seed: int) -> None:
    chance = Random(seed)
    slinger = base_of("Slinger", 300, 150)
    brute = base_of("Brute", chance.uniform(240, 360), 320, chance.choice([0, 45, 90]))
    laid, pieces, made = [], {}, []
    for name in NAMES[: chance.randint(1, 5)]:
        width, deep = chance.choice([20.0, 40.0, 70.0]), chance.choice([8.0, 25.0])
        x, y, facing = (
            round(chance.uniform(230, 370)),
            round(chance.uniform(185, 270)),
            chance.choice([0.0, 20.0, 90.0, 135.0]),
        )
        piece = outline(x, y, facing, width, deep)
        if not (apart(slinger, piece) and apart(brute, piece)):
            continue
        made.append(
            changed_piece(
                name, size=1, width=width, depth=deep, round=False, kind="standard", solid=True,
                hazard=None,
            )
        )  # fmt: skip
        laid.append(Laid(name, (x, y, facing)))
        pieces[name] = piece
        assert polygon(piece)
    catalog = forces(*made, Table("drawn", 610, 610, tuple(laid) or (Laid("keep", (50, 500, 0)),)))
    lines = seen(slinger, brute, pieces)
    declared = min(lines, key=len) if set() in lines else chance.choice(lines)
    match = began(catalog, {"Slinger": slipped(chance, slinger), "Brute": slipped(chance, brute)})
    near = min(hypot(a - c, b - d) for a, b in slinger.edge(160) for c, d in brute.edge(160))
    between = f" between={','.join(sorted(declared))}" if declared else ""
    match.play(f"ana attack Sling Brute {near:.1f} AS-AH tokens=2{between}")


def began(catalog: object, where: dict[str, str]) -> Match:
    """A match in its first turn with these positions, the Slinger activated."""
    match = opened(catalog=catalog, options={"table": "drawn"})
    match.play("ana agree; ana shuffle; bo agree; bo shuffle")
    for figure in list(match.state.figures.values()):
        at = f" at={where[figure.id]}" if figure.id in where else ""
        match.play(f"{figure.seat} place {figure.id}{at}")
    return match.play(f"ana flip {FIRST[0]}; bo flip {FIRST[1]}; ana activate Slinger")


@pytest.mark.parametrize("seed", range(TABLES))
def test_who_stands_in_contact_is_never_said_to_stand_in_another(seed: int) -> None:
    """The Slinger strides up to a base that stands at a wall, in contact with either or both."""
    chance = Random(seed + 700)
    turn = chance.uniform(-pi / 2, pi / 2)
    stalker = base_of("Stalker", 300, 300)
    touch = (base_of("Slinger", 0, 0).longest + stalker.longest) / 2
    slinger = base_of("Slinger", 300 + touch * sin(turn), 300 + touch * cos(turn))
    start = slinger._replace(x=slinger.x + 28 * sin(turn), y=slinger.y + 28 * cos(turn))
    under = min(one.y - one.longest / 2 for one in (slinger, stalker))
    wall = changed_piece("wall", width=200, depth=20)
    laid = Laid("wall", (300, round(under - 10.05, 1), 0))
    catalog = forces(wall, Table("drawn", 610, 610, (laid,)))
    places = {"Stalker": slipped(chance, stalker), "Slinger": slipped(chance, start)}
    match = began(catalog, places).play("ana move 1")
    match.play(f"ana stride 28 at={slipped(chance, slinger)}")
    assert not isinstance(match.verdict, Illegal)
