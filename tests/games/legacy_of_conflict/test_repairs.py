"""Repairs by a judge and by all players (REF-3.5, LC-3.4): all of them are made, or none."""

from collections.abc import Callable

import msgspec
import pytest

from events.common import Adjust, Change
from referee.games.legacy_of_conflict.characters import Ability
from referee.games.legacy_of_conflict.repair import REPAIRS
from referee.house import adjust_with
from referee.verdict import Violation
from tests.games.legacy_of_conflict.table import (
    Match,
    begun,
    changed,
    changed_piece,
    forces,
    opened,
    set_up,
)

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


WRONG = {
    "wounds:Brute:0": ("0 is not a whole number from 1 to 7", "1 to 7"),
    "wounds:Nobody:1": (
        "Nobody is not on the table",
        "one of Colossus, Slinger, Warden, Brute, Seer, Stalker",
    ),
    "tokens:Warden/pool:1": (
        "the pool is whatever the actions leave",
        "one of move, Halberd, Brace",
    ),
    "tokens:Warden/dance:1": ("dance is not an action of Warden", "one of move, Halberd, Brace"),
    "tokens:Warden/Halberd:2": ("2 is not a whole number from 0 to 1", "0 to 1"),
    "condition:Warden/sad:1": ("sad is not a condition", "one of slow, weaken, hinder, dot"),
    "condition:Warden/slow:3": ("3 is not a whole number from 0 to 2", "0 to 2"),
    "surface:Seer:keep": ("keep has levels", "one of keep/hall, keep/roof"),
    "defeat:Brute:bo": ("bo cannot be credited", "one of ana, or nobody"),
    "defeat:Stalker.2:ana": (
        "Stalker.2 is not on the table",
        "one of Colossus, Slinger, Warden, Brute, Seer, Stalker",
    ),
    "terrain:wall:0": ("0 is not a whole number from 1 to 2", "1 to 2"),
    "terrain:keep:11": ("11 is not a whole number from 1 to 10", "1 to 10"),
    "terrain:fence:1": (
        "fence is not a terrain piece that stands",
        "one of keep, wall, crates, monolith, gate, walkway, woods, mire, embers, chasm, slab",
    ),
    "door:wall:open": ("wall is not a door or gate", "one of gate"),
    "door:gate:ajar": ("ajar is neither open nor closed", "open or closed"),
    "marker:moon:ana": ("moon is not a marker of this scenario", "one of well, crossing"),
    "marker:crossing:cy": ("cy is not a side of this match", "one of ana, bo, or nobody"),
    "points:cy:1": ("cy has no points in this match", "one of ana, bo"),
    "points:ana:-1": ("-1 is not a whole number from 0 to 10000", "0 to 10000"),
    "opportunity:cy:now": ("cy has no character left to activate", "one of ana, bo"),
    "opportunity:bo:later": ("later is not a time", "opportunity:bo:now"),
}


@pytest.mark.rule("REF-3.5")
@pytest.mark.parametrize("repair", WRONG)
def test_ref_3_5_what_cannot_be_is_refused_with_what_can(repair: str):
    match = prepared().play("jo adjust defeat:Stalker.2:nobody terrain:fence:destroyed")
    refused = match.refuse(f"jo adjust {repair}", "REF-3.5")
    assert (refused.message, refused.legal) == WRONG[repair]


@pytest.mark.rule("REF-3.5")
@pytest.mark.parametrize(
    ("given", "repair", "message", "legal"),
    [
        (set_up, "activated:Warden:yes", "no character has activated", "in the activation phase"),
        (set_up, "opportunity:ana:now", "nobody has an opportunity", "between two activations"),
        (opened, "points:ana:1", "nobody has points before play", "after initiative"),
        (begun, "activated:Warden:no", "Warden is being activated", "after its activation"),
        (begun, "opportunity:ana:now", "nobody has an opportunity", "between two activations"),
    ],
)
def test_ref_3_5_a_repair_has_its_time(
    given: Callable[[], Match], repair: str, message: str, legal: str
):
    match = given()
    if given is begun:
        match.play("ana activate Warden")
    refused = match.refuse(f"jo adjust {repair}", "REF-3.5")
    assert refused.message.startswith(message)
    assert refused.legal == legal


@pytest.mark.rule("REF-3.5")
@pytest.mark.parametrize(
    ("value", "rule", "piece"),
    [("wall", "LC-14.8", "wall"), ("chasm", "LC-18.12", "chasm")],
)
def test_ref_3_5_nobody_is_put_into_what_one_cannot_enter(value: str, rule: str, piece: str):
    prepared().refuse(f"jo adjust within:Warden/{value}:yes", rule, piece=piece)


@pytest.mark.rule("REF-3.5")
def test_ref_3_5_the_state_is_what_the_repairs_say():
    match = prepared().play(
        "jo adjust wounds:Brute:7 wounds:Seer:1 tokens:Warden/move:0 tokens:Warden/Halberd:2 "
        "condition:Warden/slow:0 condition:Warden/dot:2 surface:Seer:keep/hall "
        "within:Warden/mire:no within:Warden/embers:yes activated:Slinger:yes terrain:wall:1 "
        "door:gate:open marker:crossing:nobody marker:well:ana points:bo:3 opportunity:bo:now"
    )
    state, figures = match.state, match.state.figures
    warden, seer = figures["Warden"], figures["Seer"]
    assert (figures["Brute"].wounds, seer.wounds, seer.on) == (7, 1, "keep/hall")
    assert (warden.pool, warden.slots, warden.conditions) == (1, {"Halberd": 2}, {"dot": 2})
    assert (warden.within, warden.activated, figures["Slinger"].activated) == (
        ["embers"],
        False,
        True,
    )
    assert (state.ground["wall"].wounds, state.ground["gate"].door) == (1, "open")
    assert (state.held, state.points, state.active) == ({"well": "ana"}, {"ana": 0, "bo": 3}, "bo")
    match.play("bo activate Seer")


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


@pytest.mark.rule("LC-9.9")
def test_ref_3_5_who_has_nobody_left_after_a_repair_is_skipped():
    match = begun().play("jo adjust activated:Warden:yes activated:Slinger:yes")
    assert (match.state.active, match.state.due) == ("ana", [])
    match.play("jo adjust activated:Colossus:yes")
    assert (match.state.active, match.state.due) == ("bo", [])
    match.play("jo adjust activated:Colossus:no; bo activate Seer; bo end")
    assert match.state.active == "ana"


@pytest.mark.rule("LC-10.4")
def test_ref_3_5_the_turn_is_over_when_nobody_is_left_after_a_repair():
    match = begun().play("ana activate Warden; ana end")
    rest = ("Slinger", "Colossus", "Brute", "Seer", "Stalker", "Stalker.2")
    match.play(f"jo adjust {' '.join(f'activated:{unit}:yes' for unit in rest)}")
    assert match.due("ana") == [("close", "LC-10.7")]
