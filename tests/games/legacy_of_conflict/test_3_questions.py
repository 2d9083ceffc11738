"""Section 3: which rule wins, and questions that the players settle."""

from typing import Any

import msgspec
import pytest

from referee.fact import StateRepaired, TotalsCompared
from referee.games.legacy_of_conflict.characters import Ability, Effect, Grant
from referee.games.legacy_of_conflict.state import sets_aside
from tests.games.legacy_of_conflict.table import (
    FORCES,
    GAME,
    Match,
    begun,
    changed,
    changed_scenario,
    forces,
    opened,
    set_up,
    teams,
)


def ability(name: str = "Brace", **fields: Any) -> Ability:
    """The Warden's ability with other values."""
    return msgspec.structs.replace(FORCES.character["Warden"].abilities[0], name=name, **fields)


LARGE = changed("Brute", size=9)
"""Too large for the Warden to push (LC-20.2)."""


def hit_the_large(**more: Any) -> Match:
    """The Warden hits a Brute of Size 9 with its Halberd."""
    match = begun(**more).play("ana activate Warden")
    return match.play("ana attack Halberd Brute 10 2H-2S tokens=2")


# -- LC-3.1 to 3.3 -----------------------------------------------------------------------------


@pytest.mark.rule("LC-3.1")
def test_lc_3_1_the_rule_for_a_kind_of_terrain_beats_the_one_for_terrain():
    defense = {}
    for piece in ("wall", "crates", "keep"):
        match = begun().play(f"ana activate Warden; ana attack Halberd {piece} 10 2H-2S")
        [term] = match.one(TotalsCompared).other_terms
        defense[piece] = (term.value, term.rule)
    assert defense == {"wall": (2, "LC-17.2"), "crates": (0, "LC-17.7"), "keep": (7, "LC-17.6")}


@pytest.mark.rule("LC-3.1")
def test_lc_3_1_what_a_record_says_of_itself_beats_its_kind():
    wall = msgspec.structs.replace(FORCES.piece["wall"], defense=6)
    match = begun(catalog=forces(wall)).play("ana activate Warden")
    match.play("ana attack Halberd wall 10 2H-2S")
    assert match.one(TotalsCompared).other_total == 6


@pytest.mark.rule("LC-3.2")
def test_lc_3_2_an_ability_beats_a_core_rule_that_it_names():
    strong = ability("Strong", kind="always", flip="no", changes=("LC-20.2",))
    match = hit_the_large(catalog=forces(LARGE, changed("Warden", abilities=(strong,))))
    assert match.due("ana") == [("push", "LC-20.1")]


@pytest.mark.rule("LC-3.2")
@pytest.mark.parametrize(
    "other",
    [
        {"kind": "always", "flip": "no"},
        {"kind": "always", "flip": "no", "changes": ("LC-16.5", "LC-18.5")},
        {"kind": "response", "changes": ("LC-20.2",)},
    ],
)
def test_lc_3_2_and_no_other(other: dict[str, Any]):
    match = hit_the_large(catalog=forces(LARGE, changed("Warden", abilities=(ability(**other),))))
    assert match.due("ana") == []
    match.refuse("ana push Brute 80", "LC-20.2", unit="Brute")


def test_lc_3_2_only_of_the_character_that_has_it():
    strong = ability("Strong", kind="always", flip="no", changes=("LC-20.2",))
    match = hit_the_large(catalog=forces(LARGE, changed("Slinger", abilities=(strong,))))
    match.refuse("ana push Brute 80", "LC-20.2", unit="Brute")


def test_lc_3_2_what_no_ability_can_set_aside_is_no_catalog():
    bad = changed("Warden", abilities=(ability(changes=("LC-12.2",)),))
    made = msgspec.structs.replace(FORCES, characters=(bad, *FORCES.characters[1:]))
    assert any("LC-12.2 cannot be set aside" in fault for fault in made.faults())


@pytest.mark.rule("LC-3.3")
def test_lc_3_3_the_scenario_beats_the_core_rules():
    free = changed_scenario("wellspring", changes=("LC-20.2",))
    match = hit_the_large(catalog=forces(LARGE, free), options={"scenario": "wellspring"})
    assert match.due("ana") == [("push", "LC-20.1")]
    match.play("ana push Brute 88.9; ana end")


@pytest.mark.rule("LC-3.3")
def test_lc_3_3_in_that_game_only():
    free = changed_scenario("wellspring", changes=("LC-20.2",))
    catalog = forces(LARGE, free)
    for scenario, aside in (("wellspring", True), ("breakthrough", False)):
        match = hit_the_large(catalog=catalog, options={"scenario": scenario})
        assert bool(match.due("ana")) is aside
        assert sets_aside(match.replay.table, "LC-20.2") is aside
        assert not sets_aside(match.replay.table, "LC-16.5")


def test_lc_3_3_a_scenario_may_fix_a_reading():
    fixed = changed_scenario("wellspring", interpretations={"LC-I 25": "every_turn"})
    catalog = forces(fixed)
    options = {"scenario": "wellspring"}
    match = opened(catalog=catalog, options=options)
    match.refused("LC-3.3", id="LC-I 25", option="every_turn", scenario="wellspring")
    assert opened(catalog=catalog, options=options, choices={"LC-I 25": "every_turn"}).replay.opened
    assert opened(catalog=catalog, options={"scenario": "breakthrough"}).replay.opened


@pytest.mark.parametrize(
    "fixes", [{"LC-I 999": "yes"}, {"LC-I 25": "sometimes"}, {"LC-I 46": "stays_as_a_marker"}]
)
def test_lc_3_3_what_a_scenario_fixes_can_be_played(fixes: dict[str, str]):
    fixed = changed_scenario("wellspring", interpretations=fixes)
    made = msgspec.structs.replace(FORCES, scenarios=(fixed,))
    match = opened(catalog=made, options={"scenario": "wellspring"})
    match.refused("LC-3.3", id=next(iter(fixes)))


# -- LC-3.4 ------------------------------------------------------------------------------------


ANYTHING = (
    "ana end",
    "ana move",
    "ana attack Halberd Brute 10 AS-2H",
    "ana flip AS-2H",
    "ana refresh",
    "ana look ana",
    'ana ask about="what else?"',
    "ana tally Warden 3",
    "ana declare nightfall",
    "ana close-turn",
    "bo activate Brute",
    "bo pass",
    "ana agree",
    "ana order ana",
)


@pytest.mark.parametrize("line", ANYTHING)
def test_lc_3_4_an_open_question_holds_all_play_up(line: str):
    match = begun().play('ana activate Warden; bo ask about="may it turn first?"')
    asked = match.seq
    match.refuse(line, "LC-3.4", since=asked)
    assert match.options("ana") | match.options("bo") == {"settle"}


def test_lc_3_4_until_all_have_settled_it():
    match = begun().play('ana activate Warden; bo ask about="may it turn first?"')
    match.play("ana settle outcome=yes ana bo")
    assert match.trusted() == ("all players agree: yes",)
    match.play("ana move; ana stride 10; ana end")


def test_lc_3_4_every_player_consents():
    match = begun().play('bo ask about="whose is it?"')
    match.refuse("bo settle outcome=mine bo", "LC-3.4", seats="ana")
    match.refuse("ana activate Warden", "LC-3.4")
    match.play("bo settle outcome=mine bo ana; ana activate Warden")


def test_lc_3_4_every_member_of_a_team_consents():
    match = teams().play('di ask about="whose is it?"')
    match.refuse("di settle outcome=ours ana bo di", "LC-3.4", seats="cy")
    match.refuse("di settle outcome=ours ana di", "LC-3.4", seats="bo, cy")
    match.play("di settle outcome=ours ana bo cy di")


def test_lc_3_4_only_those_at_the_table_consent():
    match = begun().play('bo ask about="whose is it?"')
    match.refuse("bo settle outcome=mine ana bo zed", "REF-1.3", seat="zed")
    match.play("bo settle outcome=mine ana bo")


def test_lc_3_4_nothing_is_settled_that_nobody_asked():
    begun().refuse("ana settle outcome=yes ana bo", "LC-3.4")


def test_lc_3_4_a_question_may_be_about_an_entry_of_the_record():
    match = begun()
    match.refuse('bo ask about="was that right?" entry=99', "LC-3.4", entry=99)
    match.play('bo ask about="was that right?" entry=2; ana settle outcome=yes ana bo')


def test_lc_3_4_a_question_may_come_up_before_the_start():
    match = opened().play('ana ask about="which table?"')
    match.refuse("ana agree", "LC-3.4")
    match.play("ana settle outcome=this ana bo; ana agree")


def test_lc_3_4_a_question_holds_up_the_contest_for_initiative():
    match = set_up().play('ana ask about="who flips?"')
    match.refuse("ana flip AS-2S", "LC-3.4")
    match.play("ana settle outcome=all ana bo; ana flip AS-2S")


def test_lc_3_4_what_is_due_is_due_afterwards():
    match = begun().play("ana activate Warden; ana attack Halberd Brute 10")
    match.play('bo ask about="in sight?"; bo settle outcome=yes ana bo')
    match.refuse("ana end", "LC-13.1")
    match.play("ana flip AS-2H")


def test_lc_3_4_a_ruling_may_repair_the_state():
    match = begun().play('bo ask about="was it hit?"')
    match.play("ana settle outcome=yes ana bo changes=wounds:Brute:3")
    assert match.one(StateRepaired) == StateRepaired("wounds", "Brute", "3")
    assert match.state.figures["Brute"].wounds == 3


@pytest.mark.parametrize(
    ("changes", "rule"),
    [
        ("wounds:Brute:99", "REF-3.5"),
        ("wounds:Brute:3,wounds:Nobody:1", "REF-3.5"),
        ("luck:Brute:3", "LC-21.8"),
    ],
)
def test_lc_3_4_a_ruling_that_cannot_be_made_leaves_the_question_open(changes: str, rule: str):
    match = begun().play('bo ask about="was it hit?"')
    asked = match.seq
    match.refuse(f"ana settle outcome=yes ana bo changes={changes}", rule)
    match.refuse("ana activate Warden", "LC-3.4", since=asked)
    assert match.state.figures["Brute"].wounds == 7


def test_lc_3_4_an_effect_that_waits_for_a_ruling_waits_still_after_another_question():
    omen = ability(
        "Omen",
        kind="action",
        flip="no",
        targets=("self",),
        effects=(Effect("ruling", text="an omen"),),
        grants=(Grant("attack", 1, "at night"),),
    )
    grants_nothing = msgspec.structs.replace(omen, grants=())
    match = begun(catalog=forces(changed("Warden", abilities=(grants_nothing,))))
    match.play("ana activate Warden; ana use Omen")
    assert match.due("ana") == [("settle", "LC-21.8")]
    match.play('bo ask about="an omen?"; bo settle outcome=yes ana bo')
    match.refuse("ana end", "LC-21.8")
    match.play("ana settle outcome=luck ana bo; ana end")


def test_lc_3_4_who_has_left_the_match_need_not_consent():
    match = begun("ana bo cy").play('ana ask about="who is it?"; cy concede')
    match.refuse("ana settle outcome=me ana", "LC-3.4", seats="bo")
    match.play("ana settle outcome=me ana bo")


def test_lc_3_4_a_question_before_the_first_flip_is_owed_an_answer():
    match = opened().play('ana ask about="whose table?"')
    first, *_ = GAME.obligations(match.replay.table)
    assert (first.seat, first.rule, match.options("ana")) == ("ana", "LC-3.4", {"settle"})
