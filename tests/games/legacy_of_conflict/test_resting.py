"""How a base that is not round rests against what stopped it (LC-20.3)."""

from math import cos, radians, sin

import pytest

from referee.games.legacy_of_conflict import due as owed
from referee.games.legacy_of_conflict.geometry import Base, Place, footprint, gap
from tests.games.legacy_of_conflict.table import changed, forces
from tests.games.legacy_of_conflict.test_positions import placed, shoving


def touching(base: Base, facing: float, bearing: float) -> Place:
    """Where a round base of 30 mm touches an oval at 500:75, seen from its middle."""
    oval = footprint(Place(500, 75, facing), base)
    turn = radians(bearing)
    for tenths in range(150, 600):
        spot = Place(
            round(500 + tenths / 10 * sin(turn), 1), round(75 + tenths / 10 * cos(turn), 1), 0
        )
        if gap(oval, footprint(spot, Base(30, 30))).least > 0:
            return spot
    raise AssertionError("it never comes free")


@pytest.mark.parametrize(
    ("facing", "bearing", "stops"),
    [
        (0, 90, True),  # straight ahead, on its long side
        (0, 50, True),  # aslant ahead
        (0, 130, True),
        (0, 180, True),  # beside it: it may scrape along
        (0, 270, False),  # behind it
        (0, 310, False),
        (90, 90, True),
        (90, 270, False),
        (45, 0, False),  # beside its middle, and its slanting side leads away
        (45, 180, True),  # beside its middle, and its slanting side leads there
        (135, 0, True),
        (135, 180, False),
    ],
)
def test_lc_20_3_an_oval_rests_against_what_stopped_it(facing: int, bearing: int, stops: bool):
    base = Base(80, 30)
    catalog = forces(
        changed("Seer", base=base, wounds=60),
        changed("Slinger", base=(30, 30)),
        base=shoving(),
    )
    stop = touching(base, facing, bearing)
    spots = {"Warden": "400:75:0", "Seer": f"500:75:{facing}", "Slinger": f"{stop.x}:{stop.y}:0"}
    match = placed({**spots, "Colossus": "-"}, catalog=catalog, options={"tolerance": "1"})
    match.play("ana activate Warden")
    match.state.due.append(
        owed.Push("ana", "LC-20.1", 1, unit="Seer", pusher="Warden", source="Shove", mm=25.4)
    )
    line = f"ana push Seer 0 stopped_by=Slinger at=500:75:{facing}"
    if stops:
        match.play(line)
    else:
        match.refuse(line, "LC-20.3", name="Slinger")


def test_lc_20_3_how_an_oval_of_unknown_facing_rests_is_on_trust():
    seer = changed("Seer", base=(60, 30), wounds=60)
    match = placed(
        {"Warden": "385:60:0", "Seer": "440:60", "Slinger": "485:60:0", "Colossus": "-"},
        catalog=forces(seer, base=shoving()),
    )
    match.play("ana activate Warden; ana use Shove Seer 0")
    match.play("ana push Seer 0 stopped_by=Slinger at=440:60")
    assert "how Seer rests against Slinger" in match.trusted()
