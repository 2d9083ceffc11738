"""Counters, and what a state check does with them (GA-19, GA-20)."""

import pytest

from events.grand_archive import Settle
from referee.fact import CardsDrawn
from referee.games.grand_archive.facts import CountersChanged, LifeReckoned, ObjectLeft
from referee.games.grand_archive.namesakes_and_wither import recount
from referee.games.grand_archive.state import MAIN
from referee.games.grand_archive.values import level_of, life_of, power_of
from referee.parts.lasting_changes import begin
from referee.verdict import Incomplete
from tests.games.grand_archive.table import Match, ally, opened, turn

READY = """
[[cards]]
name = "Ready1"
types = ["action"]
reserve = 1
speed = "fast"
keywords = ["prepare 2"]
[[cards]]
name = "Shrink"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
when = "played"
aims.unit = { what = { is = "ally" } }
steps = [{ do = "set", thing = "unit", what = "power", amount = 5, until = "turn" }]
[[cards]]
name = "Charm"
types = ["item"]
reserve = 1
[[cards.effects]]
when = "on enter"
aims.unit = { what = { is = "ally" } }
steps = [{ do = "link", thing = "unit" }]
"""


def withering() -> tuple[Match, str]:
    """ana's recollection phase, with an ally that has two wither counters."""
    match = turn(phase="recollection")
    return match, match.put("ana", "A3", counters={"wither": 2})


@pytest.mark.rule("GA-19.1")
@pytest.mark.rule("GA-5.9")
def test_ga_19_1_counters_do_not_go_to_another_zone() -> None:
    match = turn()
    mine = match.put("ana", "A1", counters={"buff": 2}, damage=9)
    match.play("ana tally")
    assert mine not in match.ga.zones.things
    assert match.put("ana", "A1") != mine


@pytest.mark.rule("GA-19.2")
def test_ga_19_2_buff_and_debuff_change_power_and_life_and_cancel_out() -> None:
    match = turn()
    mine = match.put("ana", "A3", counters={"buff": 3, "debuff": 1})
    lamp = match.put("ana", "Lamp1", counters={"buff": 1})
    match.play("ana tally")
    thing = match.thing(mine)
    assert thing.counters == {"buff": 2}
    assert (power_of(match.t, thing), life_of(match.t, thing)) == (5, 5)
    assert power_of(match.t, match.thing(lamp)) is None
    assert [(each.kind, each.change) for each in match.all(CountersChanged)] == [
        ("buff", -1),
        ("debuff", -1),
    ]


def test_ga_i_11_when_buff_counters_apply() -> None:
    for choice, power in (("layer_e", 6), ("before_other_changes", 5)):
        match = turn(extra=READY, choices={"GA-I 11": choice}).hold("ana", "Shrink")
        mine = match.put("ana", "A1", counters={"buff": 1})
        assert power_of(match.t, match.thing(mine)) == 2
        match.play(f"ana activate Shrink {mine}; ana resolve; ana tally {mine} power={power}")


@pytest.mark.rule("GA-19.3")
def test_ga_19_3_damage_on_a_champion_and_durability_are_counters() -> None:
    match = turn()
    match.put("ana", "Blade1")
    match.play("ana attack ana.champion bo uses=Blade1 damage=2")
    assert match.one(CountersChanged).kind == "durability"
    assert match.one(LifeReckoned).terms[-1].rule == "GA-18.5"
    match.play("bo tally damage=2 life=13")


def test_ga_19_4_three_enlighten_counters_are_a_card() -> None:
    match = turn()
    match.champion("ana").counters["enlighten"] = 4
    assert "ability" in match.options("ana")
    match.play("ana ability ana.champion which=enlighten")
    assert match.champion("ana").counters == {"enlighten": 1}
    match.play("ana resolve")
    assert match.one(CardsDrawn).count == 1
    match.refuse("ana ability ana.champion", "GA-19.4", have=1)
    match.put("ana", "A1")
    match.refuse("ana ability A1 which=enlighten", "GA-19.4")


@pytest.mark.rule("GA-19.5")
def test_ga_19_5_level_counters_add_to_the_level() -> None:
    match = turn().level("ana", "Kai, One")
    match.champion("ana").counters["level"] = 2
    assert level_of(match.t, match.champion("ana")) == 3
    match.play("ana tally level=3")


def test_ga_19_6_preparation_counters_pay_for_prepare() -> None:
    match = turn(extra=READY).hold("ana", "Ready1", "Ready1")
    match.champion("ana").counters["preparation"] = 3
    match.play("ana activate Ready1 prepare=yes")
    assert match.champion("ana").counters == {"preparation": 1}
    match.refuse("ana activate Ready1 prepare=yes", "GA-19.6", have=1)


def test_ga_19_7_what_withers_is_paid_for_or_sacrificed() -> None:
    match, mine = withering()
    match.hold("ana", "A1")
    match.refuse("ana activate A1", "GA-19.7")
    match.refuse("ana end", "GA-19.7")
    match.play("ana step main")
    assert ("PayWither", "GA-19.7") in [(each.__class__.__name__, each.rule) for each in due(match)]
    match.refuse("ana attack A3 bo", "GA-19.7")
    match.refuse("bo activate Bolt1", "GA-20.10")
    before = match.size("ana", "hand")
    match.play("ana settle")
    assert match.thing(mine).counters == {} and match.size("ana", "hand") == before - 2
    match.play("ana activate A1")


def due(match: Match) -> list[object]:
    """What is owed."""
    return list(match.game.obligations(match.t))


def test_ga_19_7_wither_may_be_settled_ahead_of_the_main_phase() -> None:
    match, mine = withering()
    match.play(f"ana settle {mine}")
    assert match.one(ObjectLeft).how == "sacrificed" and match.ga.phase == 5
    match.play("ana end")


def test_ga_19_7_without_a_card_to_pay_nothing_is_said() -> None:
    match, mine = withering()
    hidden = match.t.state.zones.hidden
    hidden.draw(hidden.size("ana.hand"), "ana.hand", "ana.facedown")
    match.at("draw").play("ana step main")
    assert mine not in match.ga.zones.things and match.one(ObjectLeft).how == "sacrificed"


@pytest.mark.rule("GA-19.8")
def test_ga_19_8_bulwark_stops_combat_damage_once() -> None:
    match = turn(edition="R26")
    mine, other = match.put("ana", "A3"), match.put("bo", "A2", counters={"bulwark": 1})
    match.play(f"ana attack {mine} {other} damage=3")
    assert match.thing(other).damage == 0 and match.thing(other).counters == {}
    sure = turn(edition="R26")  # what nothing prevents takes the counter and is dealt (GA-18.12)
    mine, other = sure.put("ana", "A3"), sure.put("bo", "A2", counters={"bulwark": 1})
    begin(sure.t, "", mine, "grant", "unpreventable attack")
    sure.play(f"ana attack {mine} {other} damage=3")
    assert other not in sure.ga.zones.things
    old = turn()
    mine, other = old.put("ana", "A3"), old.put("bo", "A2", counters={"bulwark": 1})
    old.play(f"ana attack {mine} {other} damage=3")
    assert other not in old.ga.zones.things


# -- state checks --------------------------------------------------------------------------------


@pytest.mark.rule("GA-20.5")
def test_ga_14_16_of_unique_namesakes_one_stays() -> None:
    match = turn().hold("ana", "King4").hold("bo", "Bolt1")
    first = match.put("ana", "King4")
    match.play("ana activate King4; ana resolve")
    match.refuse("ana end", "GA-14.16")
    match.refuse("bo activate Bolt1", "GA-20.10")
    match.refuse("ana settle ana.champion", "GA-20.5")
    match.refuse(f"ana settle {first},King4.2", "GA-20.5")
    asked = match.replay.would(Settle("ana"))
    assert isinstance(asked, Incomplete) and asked.choices == {"objects": (first, "King4.2")}
    match.refuse(f"ana settle {first} pays=pay:1", "GA-19.7", seat="ana", paid=1)
    match.play(f"ana settle {first}")
    assert match.one(ObjectLeft).how == "sacrificed"
    match.play("ana end")


def test_ga_4_10_whoever_has_something_to_settle_may_still_concede() -> None:
    match = turn().hold("ana", "King4")
    match.put("ana", "King4")
    match.play("ana activate King4; ana resolve; ana concede")
    assert match.ga.over


def test_ga_20_5_with_nothing_to_settle_nothing_is_settled() -> None:
    match = turn()
    match.put("ana", "A1")
    match.refuse("ana settle A1", "GA-20.5")


def test_ga_20_5_what_a_judge_lets_stand_of_it_leaves_the_phase_as_it_is() -> None:
    match = opened(edition="R26").play("jo adjust turn:ana:3/main move:ana/A1:deck>field")
    match.refuse("ana settle A1", "GA-20.5")
    match.play("jo stand 3 GA-20.5")
    assert (match.ga.active, match.ga.phase) == ("ana", MAIN)
    assert match.ga.zones.piles["ana.graveyard"] == ["A1"]


def test_ga_20_10_nothing_takes_effect_before_all_is_settled() -> None:
    match = turn().hold("ana", "King4", "Bolt1")
    match.put("ana", "King4")
    match.play("ana activate King4; ana pass; bo pass")
    match.refuse("bo pass", "GA-20.10")
    match.refuse("ana pass", "GA-14.16")
    match.play("ana settle King4.1")


TWIN = """
[[cards]]
name = "Twin"
types = ["ally"]
supertypes = ["unique", "token"]
deck = "none"
power = 1
life = 1
"""


def hearing(name: str, moment: str, step: str) -> str:
    """An ally whose text does this at a moment of its player's turn."""
    return ally(name, step, when=f'{{ on = "{moment}", seat = "you" }}')


def with_twin(begins: str, *others: str, **more: str) -> Match:
    """Ana's Twin is one of two as soon as that begins, ahead of what others of her allies do."""
    founds = hearing("Founder", begins, '{ do = "summon", card = { what = { named = "Twin" } } }')
    match = turn(extra=TWIN + founds + hearing("Reader", begins, '{ do = "draw" }'), **more)
    for name in ("Twin", *others, "Founder"):
        match.put("ana", name)
    return match


def test_ga_20_10_of_what_a_phase_triggers_nothing_takes_effect_before_all_is_settled() -> None:
    match = with_twin("recollection begins", "Reader", phase="materialize")
    refused = match.refuse("ana step main", "GA-14.16", count=2)
    match.play(refused.legal).play("ana step main")


def test_ga_20_10_nothing_is_materialized_before_all_is_settled() -> None:
    match = with_twin("materialize begins", edition="R26")
    match.side("ana").distorted = True
    refused = match.refuse("ana materialize Ring0", "GA-14.16", count=2)
    match.play(refused.legal).play("ana materialize Ring0")


def test_ga_20_5_namesakes_of_the_next_turn_are_settled_in_that() -> None:
    match = with_twin("turn begins", seat="bo")
    match.refuse("ana settle Twin.1", "GA-20.5")
    match.play("bo end; ana settle Twin.1")


def test_ga_20_5_where_passes_are_on_record_nothing_takes_effect_to_be_settled() -> None:
    match = turn(choices={"GA-I 19": "must_be_logged"}).hold("ana", "King4")
    match.put("ana", "King4")
    match.play("ana activate King4").refuse("ana settle King4.1", "GA-20.5")
    match.play("ana pass; bo pass; ana settle King4.1")


def test_ga_20_10_namesakes_are_settled_before_what_withers_in_a_later_phase() -> None:
    match, _ = withering()
    for _ in range(2):
        match.put("ana", "King4")
    recount(match.t)
    before = match.ga.phase
    match.play("ana settle King4.1")
    assert match.ga.phase == before


@pytest.mark.rule("GA-20.1")
@pytest.mark.rule("GA-20.3")
@pytest.mark.rule("GA-14.2")
@pytest.mark.rule("GA-14.3")
def test_ga_20_3_a_unit_dies_of_as_much_damage_as_life() -> None:
    match = turn()
    match.put("ana", "A3", damage=3)
    match.put("ana", "A2", counters={"debuff": 2})
    match.play("ana tally")
    assert [each.how for each in match.all(ObjectLeft)] == ["died", "died"]
    assert sorted(match.ga.zones.piles["ana.graveyard"]) == ["A2", "A3"]


@pytest.mark.rule("GA-14.12")
@pytest.mark.rule("GA-20.4")
def test_ga_20_4_what_has_no_durability_is_destroyed() -> None:
    match = turn()
    match.put("ana", "Blade1", counters={"durability": 0})
    match.put("ana", "Hill3", counters={"durability": 0})
    match.play("ana tally")
    assert [each.how for each in match.all(ObjectLeft)] == ["destroyed", "destroyed"]
    assert match.ga.zones.piles["ana.banishment"] == ["Blade1"]
    assert match.ga.zones.piles["ana.graveyard"] == ["Hill3"]


@pytest.mark.rule("GA-20.7")
def test_ga_20_7_a_broken_link_sacrifices() -> None:
    match = turn(extra=READY)
    mine = match.put("ana", "A1")
    match.put("ana", "Charm", link=mine)
    match.thing(mine).damage = 1
    match.play("ana tally")
    assert [(each.card, each.how) for each in match.all(ObjectLeft)] == [
        ("A1", "died"),
        ("Charm", "sacrificed"),
    ]


@pytest.mark.rule("GA-20.6")
def test_ga_20_6_a_token_that_leaves_is_no_more() -> None:
    match = turn()
    imp = match.put("ana", "Imp", damage=1)
    match.play("ana tally")
    assert imp not in match.ga.zones.things
    assert match.one(ObjectLeft).how == "died" and match.size("ana", "graveyard") == 0


@pytest.mark.rule("GA-20.2")
def test_ga_20_2_the_end_of_the_game_comes_before_all_else() -> None:
    match = turn()
    match.champion("bo").damage = 15
    weak = match.put("ana", "A1", damage=1)
    match.play("ana tally")
    assert match.ga.over and weak in match.ga.zones.things


@pytest.mark.rule("GA-20.9")
def test_ga_20_9_triggers_go_on_the_stack_with_the_check() -> None:
    match = turn(extra=READY).hold("ana", "Charm")
    mine = match.put("ana", "A1")
    match.play("ana activate Charm; ana resolve")
    (item,) = match.ga.waiting.stack
    assert item.trigger == "on enter"  # type: ignore[union-attr]
    match.play(f"ana trigger Charm {mine}; ana resolve")
    assert match.thing("Charm.1").link == mine
