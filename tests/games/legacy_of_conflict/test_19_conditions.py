"""Section 19: Slow, Weaken, Hinder, damage over time."""

from typing import Any

import msgspec
import pytest

from referee.choice import Fixed, OneOf, Perhaps
from referee.fact import DamageDealt, TotalsCompared, UnitDefeated
from referee.games.legacy_of_conflict import due as owed
from referee.games.legacy_of_conflict.characters import Ability, Effect
from referee.games.legacy_of_conflict.facts import ActivationEnded, ConditionChanged
from tests.games.legacy_of_conflict.table import (
    FORCES,
    GAME,
    Match,
    begun,
    changed,
    forces,
    opening,
)


def afflicted(*tokens: str, **more) -> Match:
    """A match in which these tokens lie on characters, ``Warden/slow:2``, by a ruling of all."""
    changes = ",".join(f"condition:{each}" for each in tokens)
    match = begun(**more).play('ana ask about="which tokens?"')
    return match.play(f'ana settle consents=ana,bo outcome="these" changes={changes}')


def cursed(*effects: Effect, **more) -> Match:
    """Slinger uses Curse on Brute."""
    curse = Ability("Curse", targets=("foe", "friend"), effects=effects)
    match = begun(catalog=forces(changed("Slinger", abilities=(curse,))), **more)
    return match.play("ana activate Slinger; ana use Curse Brute 50")


def next_turn(match: Match, left: str) -> Match:
    """All that is left of the turn; ``left`` is whom to activate, in order."""
    for unit in left.split():
        seat = match.state.figures[unit].seat
        match.play(f"{seat} activate {unit}; {seat} end")
    return match.play("ana close-turn crossing:nobody")


REST = "Brute Slinger Seer Colossus Stalker Stalker.2"


def test_lc_19_1_at_most_two_tokens_of_each_kind():
    match = cursed(Effect("condition", condition="weaken", amount=3))
    assert match.one(ConditionChanged) == ConditionChanged(
        "bo", "Brute", "weaken", 2, 2, "LC-13.10"
    )
    match = cursed(*[Effect("condition", condition="slow")] * 3)
    assert match.state.figures["Brute"].conditions == {"slow": 2}


def test_lc_19_1_of_each_of_the_four_kinds():
    kinds = ("slow", "weaken", "hinder", "dot")
    match = cursed(*[Effect("condition", condition=kind, amount=2) for kind in kinds])
    assert match.state.figures["Brute"].conditions == dict.fromkeys(kinds, 2)


def test_lc_19_1_what_the_effect_leaves_open_the_owner_chooses():
    match = cursed(Effect("condition", condition="any"))
    assert match.due("bo") == [("choose", "LC-19.1")]
    match.play("bo choose Brute hinder")
    assert match.one(ConditionChanged).rule == "LC-19.1"


def test_lc_19_1_nothing_is_left_to_choose_where_two_of_each_lie_there():
    full = Effect("condition", condition="any", amount=3)
    match = afflicted(
        "Brute/slow:2",
        "Brute/weaken:2",
        "Brute/hinder:1",
        catalog=forces(
            changed("Slinger", abilities=(Ability("Curse", targets=("foe",), effects=(full,)),))
        ),
    )
    match.play("ana activate Slinger; ana use Curse Brute 50; bo choose Brute hinder; ana end")
    assert match.state.figures["Brute"].conditions == {"slow": 2, "weaken": 2, "hinder": 2}


def test_lc_i_86_a_third_token_is_not_placed():
    match = cursed(Effect("condition", condition="slow", amount=3))
    assert not match.due("ana") and not match.due("bo")


def test_lc_i_86_or_the_effect_picks_another_condition():
    choices = {"LC-I 86": "the_effect_picks_another"}
    match = cursed(Effect("condition", condition="slow", amount=4), choices=choices)
    assert match.due("ana") == [("choose", "LC-19.1")] * 2
    match.refuse("bo choose Brute hinder", "LC-19.1", seat="bo")
    match.refuse("ana choose Brute slow", "LC-19.1", have=2)
    match.play("ana choose Brute hinder; ana choose Brute hinder; ana end")
    assert match.state.figures["Brute"].conditions == {"slow": 2, "hinder": 2}


def test_lc_i_86_of_a_hazard_the_owner_picks():
    match = afflicted("Slinger/hinder:2", choices={"LC-I 86": "the_effect_picks_another"})
    match.play("ana activate Slinger; ana move; ana stride 10 into=embers; ana flip JS-AD")
    assert match.due("ana") == [("choose", "LC-19.1")]


@pytest.mark.rule("LC-19.2")
def test_lc_19_2_two_tokens_work_twice_but_for_damage_over_time():
    match = afflicted("Slinger/hinder:2", "Brute/weaken:2", "Slinger/slow:2", "Slinger/dot:2")
    match.play("ana activate Slinger; ana attack Sling Brute 99 AS-AH tokens=2")
    totals = match.one(TotalsCompared)
    assert [t.value for t in totals.terms if t.label == "Hinder"] == [-2]
    assert [t.value for t in totals.other_terms if t.label == "Weaken"] == [-2]
    match.play("ana move 1")
    assert match.state.moving.limit == 1
    match.play("ana end")
    assert match.one(DamageDealt).amount == 1


@pytest.mark.rule("LC-19.3")
def test_lc_19_3_slow_takes_a_stride_for_each_token():
    match = afflicted("Slinger/slow:1").play("ana activate Slinger; ana move 2; ana stride 9")
    match.play("ana stride 9; ana stride 9; ana stride 9")
    match.refuse("ana stride 9", "LC-14.3", have=3, limit=2)
    match = afflicted("Warden/slow:2").play("ana activate Warden; ana move 1; ana stride 9")
    match.refuse("ana stride 9", "LC-14.3", have=2, limit=1)


def test_lc_19_4_weaken_lowers_defense():
    match = afflicted("Brute/weaken:1").play("ana activate Slinger")
    totals = match.play("ana attack Sling Brute 99 AS-AH tokens=2").one(TotalsCompared)
    assert [(t.label, t.value) for t in totals.other_terms if t.rule == "LC-19.4"] == [
        ("Weaken", -1)
    ]
    assert totals.other_total == 3 - 1


def test_lc_19_5_hinder_lowers_attack_skill():
    match = afflicted("Slinger/hinder:1").play("ana activate Slinger")
    totals = match.play("ana attack Sling Brute 99 AS-AH tokens=2").one(TotalsCompared)
    assert [(t.label, t.value) for t in totals.terms if t.rule == "LC-19.5"] == [("Hinder", -1)]
    assert totals.total == 1 + 1 + 2 - 1


@pytest.mark.parametrize("tokens", [1, 2])
def test_lc_19_6_damage_over_time_is_one_wound_when_the_activation_closes(tokens: int):
    match = afflicted(f"Warden/dot:{tokens}").play("ana activate Warden")
    assert match.all(DamageDealt) == []
    hurt = match.play("ana end").one(DamageDealt)
    assert (hurt.amount, hurt.left, hurt.cause, hurt.rule) == (1, 5, "DOT", "LC-19.6")
    assert match.state.figures["Warden"].conditions == {"dot": tokens}


def test_lc_19_6_it_stops_only_when_all_its_tokens_are_gone():
    match = afflicted("Warden/dot:2").play("ana activate Warden; ana move 1; ana shake dot")
    assert match.play("ana end").one(DamageDealt).amount == 1
    match = afflicted("Warden/dot:1").play("ana activate Warden; ana move 1; ana shake dot")
    assert match.play("ana end").all(DamageDealt) == []


def test_lc_19_6_nothing_in_the_activation_of_others_and_none_without_one():
    match = afflicted("Brute/dot:1").play("ana activate Warden; ana end; bo activate Seer; bo end")
    assert match.state.figures["Brute"].wounds == 7


def test_lc_19_6_it_can_defeat():
    match = afflicted("Warden/dot:1", catalog=forces(changed("Warden", wounds=1)))
    match.play("ana activate Warden; ana end")
    assert match.one(UnitDefeated).unit == "Warden"
    assert match.one(ActivationEnded).unit == "Warden"
    assert match.state.active == "bo"


@pytest.mark.rule("LC-19.7")
def test_lc_19_7_conditions_stay_until_they_are_removed():
    match = afflicted("Warden/hinder:1", "Seer/slow:2", "Seer/dot:1")
    match.play("ana activate Warden; ana end")
    next_turn(match, REST)
    assert match.state.turn == 2
    assert match.state.figures["Warden"].conditions == {"hinder": 1}
    assert match.state.figures["Seer"].conditions == {"slow": 2, "dot": 1}


def test_lc_19_7_an_effect_removes_them():
    match = afflicted("Slinger/weaken:1").play("ana activate Slinger; ana use Salve Slinger")
    assert match.one(ConditionChanged).change == -1
    assert match.state.figures["Slinger"].conditions == {}


def salved(conditions: str, use: str = "ana use Salve Slinger", **more: Any) -> Match:
    """The Slinger, with these conditions, has used an ability that takes one off."""
    match = afflicted(*(f"Slinger/{each}" for each in conditions.split()), **more)
    return match.play(f"ana activate Slinger; {use}")


@pytest.mark.rule("LC-19.7")
def test_lc_19_7_the_owner_chooses_which_where_the_effect_leaves_it_open():
    match = salved("slow:1 hinder:1 dot:1")
    used = match.seq
    assert match.due("ana") == [("remove", "LC-19.7")]
    [option] = GAME.options(match.replay.table)
    assert (option.verb, option.fields["condition"]) == (
        "remove",
        OneOf(("slow", "hinder", "dot")),
    )
    match.refuse("ana end", "LC-19.7", since=used, task="choose which condition comes off Slinger")
    match.refuse("bo remove Slinger slow", "LC-19.7", seat="bo", since=used)
    match.refuse("ana remove Slinger weaken", "LC-19.7", condition="weaken")
    match.refuse("ana remove Warden slow", "LC-19.7", unit="Warden")
    match.play("ana remove Slinger hinder")
    assert match.one(ConditionChanged) == ConditionChanged(
        "ana", "Slinger", "hinder", -1, 0, "LC-19.7"
    )
    assert match.state.figures["Slinger"].conditions == {"slow": 1, "dot": 1}
    match.refuse("ana remove Slinger slow", "LC-19.7", unit="Slinger")
    match.play("ana end")


@pytest.mark.rule("LC-19.7")
def test_lc_19_7_the_line_of_the_ability_may_say_which():
    match = salved("slow:1 hinder:1", "ana use Salve Slinger removes=hinder")
    assert match.state.figures["Slinger"].conditions == {"slow": 1}
    assert match.due("ana") == []
    options = GAME.options(afflicted("Slinger/slow:1").play("ana activate Slinger").replay.table)
    assert all("removes" not in option.fields for option in options)
    match = afflicted("Slinger/slow:1", "Slinger/dot:1").play("ana activate Slinger")
    [own] = [
        option
        for option in GAME.options(match.replay.table)
        if option.verb == "use" and option.fields["target"] == Fixed("Slinger")
    ]
    assert own.fields["removes"] == Perhaps(OneOf((("slow",), ("dot",))))


@pytest.mark.rule("LC-19.7")
def test_lc_19_7_only_what_is_there_and_no_more_than_the_ability_takes_off():
    match = afflicted("Slinger/slow:1", "Slinger/dot:1").play("ana activate Slinger")
    match.refuse("ana use Salve Slinger removes=weaken", "LC-19.7", have=0, condition="weaken")
    match.refuse("ana use Salve Slinger removes=slow,dot", "LC-19.7", have=2, limit=1)
    match = begun().play("ana activate Slinger; ana end; bo activate Seer")
    match.refuse("bo use Dread Warden 100 removes=slow", "LC-19.7", have=1, limit=0)


def mended(*effects: Effect, **more) -> Match:
    """The Slinger's Salve with other effects; the Slinger has a Slow and a Hinder token."""
    salve = msgspec.structs.replace(FORCES.character["Slinger"].ability["Salve"], effects=effects)
    catalog = forces(changed("Slinger", abilities=(salve,)))
    match = afflicted("Slinger/slow:1", "Slinger/hinder:1", catalog=catalog, **more)
    return match.play("ana activate Slinger")


def test_lc_19_7_what_an_ability_takes_off_its_own_character_may_be_said_with_it():
    match = mended(Effect("remove", to="self"))
    own = [o for o in GAME.options(match.replay.table) if "removes" in o.fields]
    assert {o.fields["target"] for o in own} == {Fixed("Slinger")}
    match.play("ana use Salve removes=hinder")
    assert match.state.figures["Slinger"].conditions == {"slow": 1}
    assert match.due("ana") == []


def test_lc_19_7_an_effect_before_bears_on_what_may_be_taken_off():
    match = mended(Effect("condition", condition="weaken"), Effect("remove"))
    match.play("ana use Salve Slinger removes=weaken")
    assert match.state.figures["Slinger"].conditions == {"slow": 1, "hinder": 1}
    match = mended(Effect("remove", condition="hinder"), Effect("remove"))
    assert all("removes" not in o.fields for o in GAME.options(match.replay.table))
    match.refuse("ana use Salve Slinger removes=hinder", "LC-19.7", have=0, condition="hinder")
    match.play("ana use Salve Slinger removes=slow")
    assert match.state.figures["Slinger"].conditions == {}


@pytest.mark.rule("LC-19.1")
def test_lc_19_1_a_condition_that_the_effect_leaves_open_may_be_any():
    match = begun().play("ana activate Warden; ana end; bo activate Seer")
    match.play("bo use Dread Slinger 10; ana flip AS-AH; bo flip BJ-2S")
    [chosen] = [o for o in GAME.options(match.replay.table) if o.verb == "choose"]
    assert chosen.fields["condition"] == OneOf(("slow", "weaken", "hinder", "dot"))
    match.play("ana choose Slinger dot; bo end")
    assert match.state.figures["Slinger"].conditions == {"dot": 1}


@pytest.mark.parametrize("conditions", ["slow:2", "dot:1"])
def test_lc_19_7_nothing_is_asked_where_there_is_nothing_to_choose(conditions: str):
    match = salved(conditions)
    assert match.due("ana") == []
    assert sum(match.state.figures["Slinger"].conditions.values()) == int(conditions[-1]) - 1


def test_lc_19_7_several_tokens_are_chosen_one_by_one_or_with_the_ability():
    salve = msgspec.structs.replace(
        FORCES.character["Slinger"].ability["Salve"],
        effects=(Effect("remove", condition="any", amount=2),),
    )
    catalog = forces(changed("Slinger", abilities=(salve,)))
    worn = "slow:1 weaken:1 hinder:2"
    match = salved(worn, catalog=catalog).play("ana remove Slinger hinder")
    assert match.due("ana") == [("remove", "LC-19.7")]
    match.play("ana remove Slinger weaken")
    assert match.state.figures["Slinger"].conditions == {"slow": 1, "hinder": 1}
    match = salved(worn, "ana use Salve Slinger removes=hinder", catalog=catalog)
    match.play("ana remove Slinger slow")
    assert match.state.figures["Slinger"].conditions == {"weaken": 1, "hinder": 1}
    match = salved("slow:1 hinder:2", catalog=catalog).play("ana remove Slinger slow")
    assert match.state.figures["Slinger"].conditions == {"hinder": 1}
    assert match.due("ana") == []


def test_lc_19_7_the_owner_of_another_character_chooses():
    salve = FORCES.character["Slinger"].ability["Salve"]
    any_one = msgspec.structs.replace(salve, targets=("character",))
    catalog = forces(changed("Slinger", abilities=(any_one,)))
    match = afflicted("Brute/slow:1", "Brute/dot:1", catalog=catalog).play("ana activate Slinger")
    match.play("ana use Salve Brute 10")
    assert match.due("bo") == [("remove", "LC-19.7")]
    match.refuse("ana remove Brute dot", "LC-19.7", seat="ana")
    match.play("bo remove Brute dot; ana end")
    match = afflicted("Brute/slow:1", "Brute/dot:1", catalog=catalog).play("ana activate Slinger")
    match.play("ana use Salve Brute 10 removes=dot")
    assert "bo chooses dot for Brute" in match.trusted()


def test_lc_19_7_a_repair_that_leaves_no_choice_settles_it():
    match = salved("slow:1 dot:1").play("jo adjust condition:Slinger/slow:0")
    assert match.state.figures["Slinger"].conditions == {}
    match.play("ana end")


def test_an_opening_that_names_no_removal_is_played_in_the_fixed_order_of_its_day():
    new = opening()
    assert new.options["removal"] == "owner_chooses"
    options = {name: value for name, value in new.options.items() if name != "removal"}
    old = Match(GAME, FORCES, msgspec.structs.replace(new, options=options))
    assert not old.state.owner_removes
    match = salved("hinder:1 slow:1", options={"removal": "fixed_order"})
    assert match.state.figures["Slinger"].conditions == {"hinder": 1}
    match = salved(
        "hinder:1 slow:1",
        "ana use Salve Slinger removes=hinder",
        options={"removal": "fixed_order"},
    )
    assert match.state.figures["Slinger"].conditions == {"slow": 1}


# -- interpretations ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("reading", "limit"), [("strides_left_at_least_1", 1), ("loss_at_least_1", 0)]
)
def test_lc_i_87_what_the_minimum_of_1_is_about(reading: str, limit: int):
    match = afflicted("Warden/slow:2", choices={"LC-I 87": reading})
    match.play("ana activate Warden; ana move 1")
    assert match.state.moving.limit == limit
    if limit:
        match.play("ana stride 9")
    else:
        match.refuse("ana stride 9", "LC-14.3", have=1, limit=0)


@pytest.mark.parametrize(
    ("reading", "strides"), [("start_of_each_move_action", 2), ("at_every_stride", 3)]
)
def test_lc_i_88_when_slow_is_read(reading: str, strides: int):
    match = afflicted("Slinger/slow:1", choices={"LC-I 88": reading})
    match.play("ana activate Slinger; ana move 1; ana shake slow")
    for _ in range(strides - 1):
        match.play("ana stride 9")
    match.refuse("ana stride 9", "LC-14.3", have=strides + 1, limit=strides)


@pytest.mark.parametrize(("reading", "stays"), [("never", True), ("at_the_end_phase", False)])
def test_lc_i_89_whether_conditions_run_out(reading: str, stays: bool):
    match = afflicted("Seer/slow:2", choices={"LC-I 89": reading})
    match.play("ana activate Warden; ana end")
    next_turn(match, REST)
    assert match.state.figures["Seer"].conditions == ({"slow": 2} if stays else {})


def test_lc_19_1_a_choice_of_a_condition_is_of_one_character_and_of_nothing_else():
    choice = owed.Choose("ana", "LC-19.1", 1, unit="Seer")
    removal = owed.Remove("ana", "LC-19.7", 1, unit="Seer")
    assert [owed.chooses(choice, unit) for unit in ("Seer", "Brute")] == [True, False]
    assert not owed.chooses(removal, "Seer")
