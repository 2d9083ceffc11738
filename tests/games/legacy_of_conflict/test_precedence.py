"""LC-3.1: an act that breaks two rules is refused by the one that the book's page asks first."""

from itertools import combinations

import pytest

from referee.games.legacy_of_conflict.characters import Ability, Area, Effect
from referee.games.legacy_of_conflict.characters import Attack as AttackRecord
from tests.games.legacy_of_conflict.table import Match, begun, changed, forces


def pushed(kind: str = "push", **fields: float) -> Match:
    """Ana's Warden has used Shove on a Stalker on the ground."""
    shove = Ability("Shove", targets=("foe",), effects=(Effect(kind, **fields),))
    match = begun(catalog=forces(changed("Warden", abilities=(shove,))))
    return match.play("ana activate Warden; ana use Shove Stalker 10")


def two_pushed_one_into_a_hazard() -> Match:
    """An attack on an area pushes two characters, and the first of them into the embers."""
    sweep = AttackRecord(
        "Sweep", tokens=(1, 1), range=(0, 100), area=Area(100), effects=(Effect("push"),)
    )
    match = begun(catalog=forces(changed("Warden", attacks=(sweep,)))).play("ana activate Warden")
    match.play("ana attack Sweep Brute 10 JS-JH caught=Brute:0,Stalker:50")
    return match.play("ana push Brute 25.4 into=embers")


@pytest.mark.rule("LC-18.13")
@pytest.mark.parametrize("line", ["ana end", "ana move", "bo activate Brute", "ana push Stalker 2"])
def test_lc_18_13_a_hazard_comes_before_what_else_is_owed(line: str):
    match = two_pushed_one_into_a_hazard()
    assert {rule for _, rule in match.due("ana")} == {"LC-20.1", "LC-18.13"}
    verdict = match.refuse(line, "LC-18.13", unit="Brute")
    assert verdict.legal == "ana flip"
    match.play("ana flip 2S-2D; ana push Stalker 25.4; ana end")


def test_lc_18_13_and_before_a_response():
    spikes = Ability(
        "Spikes", kind="response", answers="hit", effects=(Effect("bonus", to="self"),)
    )
    match = begun(catalog=forces(changed("Brute", abilities=(spikes,)))).play("ana activate Warden")
    match.play("ana move; ana stride 50 into=embers")
    match.refuse("bo respond Brute Spikes", "LC-18.13", unit="Warden")


@pytest.mark.rule("LC-14.2")
@pytest.mark.parametrize(
    "line",
    [
        "ana climb keep/roof contact=no",
        "ana climb keep/roof 40",
        "ana climb chasm",
        "ana climb gate stands=no",
        "ana traverse steps keep/roof",
        "ana traverse steps keep/hall contact=no",
    ],
)
def test_lc_14_2_a_move_action_comes_before_where_it_leads(line: str):
    match = begun().play("ana activate Warden")
    verdict = match.refuse(line, "LC-14.2", unit="Warden")
    assert verdict.legal == "ana move"
    match.play(verdict.legal)
    assert match.refuse(line, _alone(line)).rule != "LC-14.2"


def _alone(line: str) -> str:
    """The rule that a line breaks in a Move Action."""
    if "traverse" in line:
        return "LC-18.4"
    if "chasm" in line:
        return "LC-18.12"
    if "gate" in line:
        return "LC-18.10"
    return "LC-15.3"


@pytest.mark.rule("LC-17.9")
def test_lc_17_9_what_is_no_target_comes_before_how_far_it_is():
    match = begun(options={"scenario": "wellspring"}).play("ana activate Warden")
    match.refuse("ana attack Halberd monolith 500 AS-2H", "LC-17.9", target="monolith")
    match.refuse("ana attack Halberd wall 500 AS-2H", "LC-13.3", have="500")


def test_lc_13_3_whom_an_attack_is_not_for_comes_before_how_far_it_is():
    match = begun().play("jo adjust defeat:Seer:nobody; ana activate Warden")
    for target in ("Seer", "Warden"):
        assert "wrong" in match.refuse(f"ana attack Halberd {target} 500", "LC-13.3").facts
    match.refuse("ana attack Halberd point 500", "LC-13.2", attack="Halberd")


@pytest.mark.rule("LC-20.1")
@pytest.mark.parametrize("mm", [10, 60])
def test_lc_20_1_what_must_stop_a_push_comes_before_how_far_it_went(mm: int):
    pushed().refuse(f"ana push Stalker {mm} into=wall", "LC-20.1", piece="wall")
    pushed().refuse(f"ana push Stalker {mm} into=chasm", "LC-18.12", piece="chasm")
    pushed().refuse(f"ana push Stalker {mm} on=keep/hall", "LC-18.5", unit="Stalker")
    thrown = pushed("throw", mm=50.8)
    thrown.refuse(f"ana throw Stalker {mm + 2} into=wall", "LC-20.3", piece="wall")
    thrown.refuse(f"ana throw Stalker {mm + 2} on=keep/roof", "LC-18.5", unit="Stalker")


STRIDE = {
    "part=2": "LC-14.2",
    "through=Brute": "LC-14.7",
    "off_table=yes": "LC-14.7",
    "over=wall": "LC-14.8",
    "into=fence": "LC-14.8",
    "on=keep/roof": "LC-15.3",
    "mm=999": "LC-14.5",
}
ATTACK = {
    "tokens=3": "LC-12.2",
    "target=monolith": "LC-17.9",
    "mm=500": "LC-13.3",
    "cards=3S-BJ": "LC-4.5",
}
CLIMB = {
    "part=2": "LC-14.2",
    "to=chasm": "LC-18.12",
    "contact=no": "LC-15.3",
    "stands=no": "LC-15.2",
    "into=wall": "LC-14.8",
    "mm=40": "LC-15.4",
}
PUSH = {
    "straight_away=no": "LC-20.1",
    "on=keep/hall": "LC-18.5",
    "into=chasm": "LC-18.12",
    "mm=5": "LC-20.3",
}
"""What may be wrong with an act, in the order of the book's page, and the rule of each."""


@pytest.mark.parametrize(
    ("line", "faults"),
    [
        ("ana stride mm=10", STRIDE),
        ("ana attack attack=Halberd target=wall mm=10 cards=2S-2H", ATTACK),
        ("ana climb to=wall mm=5", CLIMB),
        ("ana push target=Stalker mm=25.4", PUSH),
    ],
    ids=("stride", "attack", "climb", "push"),
)
def test_lc_3_1_of_any_two_faults_the_one_that_is_asked_first_is_cited(
    line: str, faults: dict[str, str]
):
    wrong = {fault: _with(line, fault) for fault in faults}
    for fault, each in wrong.items():
        _begun(line).refuse(each, faults[fault])
    for first, second in combinations(faults, 2):
        _begun(line).refuse(_with(wrong[first], second), faults[first])
    _begun(line).play(line)


def _with(line: str, field: str) -> str:
    """The line with this field, in the place of its own."""
    name = field.partition("=")[0]
    return " ".join([*(w for w in line.split() if not w.startswith(f"{name}=")), field])


def _begun(line: str) -> Match:
    if " push " in line:
        return pushed()
    match = begun().play("ana activate Warden")
    return match if " attack " in line else match.play("ana move")


def test_lc_9_7_whose_opportunity_it_is_is_told_with_what_is_open_to_them():
    match = begun()
    assert match.refuse("bo activate Brute", "LC-9.7").legal == "ana activates or passes"
    match.play("ana activate Warden; ana end")
    assert match.refuse("ana pass", "LC-9.7").legal == "bo activates"
