"""Repairs by a judge and by all players (REF-3.5, LC-3.4): all of them are made, or none."""

from collections.abc import Callable

import msgspec
import pytest

from events.common import Adjust, Change
from referee.games.legacy_of_conflict.characters import Ability
from referee.games.legacy_of_conflict.repair import REPAIRS
from referee.house import adjust_with
from referee.verdict import Violation
from tests.games.legacy_of_conflict.table import Match, begun, changed, changed_piece, forces

GOOD = {
    "wounds": "Brute:3",
    "tokens": "Warden/move:1",
    "condition": "Warden/slow:2",
    "surface": "Seer:ground",
    "within": "Warden/embers:yes",
    "defeat": "Brute:ana",
    "activated": "Warden:yes",
    "terrain": "wall:destroyed",
    "door": "gate:open",
    "marker": "crossing:ana",
    "points": "ana:3",
    "opportunity": "bo:now",
}
BAD = {
    "wounds": ("Brute:99", "99 is not a whole number from 1 to 7"),
    "tokens": ("Warden/dance:1", "dance is not an action of Warden"),
    "condition": ("Warden/sad:1", "sad is not a condition"),
    "surface": ("Seer:moon", "moon is not a terrain piece on this table"),
    "within": ("Warden/embers:perhaps", "perhaps is neither yes nor no"),
    "defeat": ("Brute:bo", "bo cannot be credited"),
    "activated": ("Warden:perhaps", "perhaps is neither yes nor no"),
    "terrain": ("moon:1", "moon is not a terrain piece that stands"),
    "door": ("wall:open", "wall is not a door or gate"),
    "marker": ("moon:ana", "moon is not a marker of this scenario"),
    "points": ("cy:3", "cy has no points in this match"),
    "opportunity": ("cy:now", "cy has no character left to activate"),
}


def as_changes(*repairs: str) -> tuple[Change, ...]:
    """Repairs as they are written, ``wounds:Brute:3``."""
    return tuple(Change(*repair.split(":", 2)) for repair in repairs)


def remaining_after(match: Match, *repairs: str) -> None:
    """These repairs are refused, and the state keeps its bytes: by a judge, and by all players."""
    t = match.replay.table
    before, facts = msgspec.msgpack.encode(t.state), len(t.facts)
    with pytest.raises(Violation), t.whole():
        adjust_with(REPAIRS)(t, Adjust("jo", as_changes(*repairs)))
    assert msgspec.msgpack.encode(t.state) == before
    assert len(t.facts) == facts
    match.play("ana ask about=what")
    before = msgspec.msgpack.encode(match.state)
    match.refuse(f"ana settle outcome=so ana bo changes={','.join(repairs)}", "REF-3.5")
    assert msgspec.msgpack.encode(match.state) == before


def prepared() -> Match:
    """A match in which every repair can be made: Seer is on the wall, and hurt."""
    return begun(on={"Seer": "wall"}).play(
        "jo adjust condition:Warden/slow:1 condition:Warden/dot:1 tokens:Warden/move:2 "
        "marker:crossing:bo within:Warden/mire:yes"
    )


def test_every_repair_is_tried():
    assert set(GOOD) == set(BAD) == set(REPAIRS)


@pytest.mark.parametrize("what", GOOD)
def test_ref_3_5_a_repair_is_taken_back_whole_with_one_that_fails_after_it(what: str):
    made = prepared()
    before = msgspec.msgpack.encode(made.state)
    made.play(f"jo adjust {what}:{GOOD[what]}")
    assert msgspec.msgpack.encode(made.state) != before
    remaining_after(prepared(), f"{what}:{GOOD[what]}", "wounds:Nobody:1")


@pytest.mark.parametrize("what", BAD)
def test_ref_3_5_a_repair_that_fails_takes_those_before_it_back(what: str):
    target, said = BAD[what]
    refused = prepared().refuse(f"jo adjust {what}:{target}", "REF-3.5")
    assert refused.message == said
    remaining_after(prepared(), "wounds:Brute:3", "tokens:Warden/move:1", f"{what}:{target}")


def in_a_blow() -> Match:
    """Two defenders are hit; the attack waits for the cards of one."""
    nimble = Ability("Nimble", "always", flip="adds")
    return begun(catalog=forces(changed("Brute", abilities=(nimble,)))).play(
        "ana activate Colossus; ana attack Slam Brute 0 AS-AH caught=Brute:0,Seer:10"
    )


def in_an_activation() -> Match:
    return begun().play(
        "jo adjust condition:Warden/dot:1; ana activate Warden; ana move; ana stride 10"
    )


def in_a_fall() -> Match:
    catalog = forces(changed("Seer", wounds=60), changed_piece("wall", wounds=1))
    match = begun(catalog=catalog, on={"Seer": "wall"}).play("jo adjust terrain:wall:destroyed")
    return match.play(
        "ana fall Seer ground; jo adjust condition:Seer/slow:2 condition:Seer/weaken:2"
    )


@pytest.mark.parametrize(
    ("given", "repairs"),
    [
        (in_a_blow, ["wounds:Brute:2", "defeat:Brute:nobody"]),
        (in_an_activation, ["surface:Warden:wall", "defeat:Warden:bo", "opportunity:bo:now"]),
        (in_a_fall, ["condition:Seer/hinder:2", "activated:Brute:yes"]),
        (begun, [f"activated:{unit}:yes" for unit in ("Warden", "Slinger", "Colossus")]),
        (
            begun,
            [f"defeat:{unit}:bo" for unit in ("Warden", "Slinger", "Colossus")] + ["points:bo:9"],
        ),
    ],
)
def test_ref_3_5_what_follows_from_repairs_is_taken_back_with_them(
    given: Callable[[], Match], repairs: list[str]
):
    given().play(f"jo adjust {' '.join(repairs)}")
    remaining_after(given(), *repairs, "wounds:Nobody:1")
