"""LC-3.1: an act that breaks two rules is refused by the one that the book's page asks first."""

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
