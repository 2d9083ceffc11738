"""Damage, and what prevents it (section 18)."""

import pytest

from referee.fact import DamageDealt
from referee.games.grand_archive.facts import StrikeReckoned
from referee.parts.replacement import Replaced
from referee.verdict import Incomplete
from tests.games.grand_archive.table import Match, turn
from tests.games.grand_archive.test_22_cards import action


def spell(name: str, *steps: str, **more: str) -> str:
    """A fast action with reserve cost 0 that is aimed at a unit and does these steps to it."""
    said = "\n".join(f"{key} = {value}" for key, value in more.items())
    return f"""
[[cards]]
name = "{name}"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
when = "played"
aims = {{ one = {{ what = {{ any = ["ally", "champion"] }} }} }}
{said}
steps = [{", ".join(steps)}]
"""


CARDS = (
    spell("Zap1", '{ do = "damage", thing = "one", amount = 1 }')
    + spell("Zap3", '{ do = "damage", thing = "one", amount = 3 }')
    + spell("Burn3", '{ do = "damage", thing = "one", amount = 3, how = "unpreventable" }')
    + spell("Less", '{ do = "damage", thing = "one", amount = { ask = "hand", times = -1 } }')
    + spell("Shield2", '{ do = "prevent", thing = "one", amount = 2 }')
    + spell("Ward", '{ do = "prevent", thing = "one" }')
    + spell("Thick1", '{ do = "prevent", thing = "one", amount = 1, how = "each" }')
    + spell("Calm2", '{ do = "prevent", thing = "one", amount = 2, how = "below" }')
    + spell("Parry", '{ do = "prevent", thing = "one", of = "combat damage" }')
    + action("Mend", '{ do = "recover", amount = 3 }')
    + action("Wave", '{ do = "damage", thing = "it", each = { is = "ally" }, amount = 2 }')
    + """
[[cards]]
name = "Lily"
types = ["item"]
reserve = 0
[[cards.effects]]
name = "blooms"
when = { on = "recovers", seat = "you" }
steps = [{ do = "draw" }]

[[cards]]
name = "Drum"
types = ["item"]
reserve = 0
[[cards.effects]]
name = "beats"
when = { on = "damaged", what = { is = "ally" } }
steps = [{ do = "recover", amount = 1 }]
"""
    + spell("Veil", '{ do = "prevent", thing = "one", of = "noncombat damage" }')
)

SPELLS = (
    *("Zap1", "Zap3", "Burn3", "Less", "Shield2", "Ward", "Thick1", "Calm2", "Parry", "Veil"),
    *("Zap1", "Zap3", "Mend", "Wave"),
)


def field(*objects: str) -> Match:
    """Ana's main phase with those objects of bo; ana holds the spells."""
    m = turn(extra=CARDS).hold("ana", *SPELLS)
    for each in objects:
        m.put("bo", each)
    return m


def cast(m: Match, name: str, at: str = "Wall3.1") -> Match:
    """A spell takes effect."""
    m.play(f"ana activate {name} {at}")
    m.play("ana resolve")
    return m


@pytest.mark.rule("GA-18.2")
def test_ga_18_2_damage_below_zero_is_none() -> None:
    m = cast(field("Wall3"), "Less")
    assert m.thing("Wall3.1").damage == 0
    assert not m.all(DamageDealt)


@pytest.mark.rule("GA-18.7")
def test_ga_18_7_the_source_of_damage_is_the_action_or_the_unit_that_strikes() -> None:
    m = cast(field("Wall3"), "Zap1")
    assert m.one(DamageDealt).source == "Zap1"
    m.put("ana", "A1")
    m.play("ana attack A1.1 bo; ana damage")
    assert m.one(DamageDealt).source == "A1"


@pytest.mark.rule("GA-18.4")
def test_ga_18_4_damage_on_an_ally_is_gone_with_the_turn() -> None:
    m = cast(field("Wall3"), "Zap1")
    assert m.thing("Wall3.1").damage == 1
    m.play("ana end")
    assert m.thing("Wall3.1").damage == 0


@pytest.mark.rule("GA-18.5")
def test_ga_18_5_damage_on_a_champion_stays() -> None:
    m = cast(field(), "Zap3", "bo.champion")
    m.play("ana end")
    assert m.champion("bo").damage == 3


def test_ga_16_21_what_is_prevented_was_replaced_and_its_cause_resolved() -> None:
    m = cast(cast(field("Wall3"), "Ward"), "Zap1")
    assert m.one(Replaced).prevented == 1
    assert "Zap1" in m.ga.zones.piles["ana.graveyard"]


@pytest.mark.rule("GA-18.9", "GA-16.21")
def test_ga_18_9_what_is_prevented_does_not_happen() -> None:
    m = cast(cast(field("Wall3"), "Ward"), "Zap1")
    assert m.thing("Wall3.1").damage == 0
    assert not m.all(DamageDealt)
    assert m.one(Replaced).prevented == 1


@pytest.mark.rule("GA-18.10")
def test_ga_18_10_a_shield_shrinks_by_what_it_prevents() -> None:
    m = cast(cast(field("Wall3"), "Shield2"), "Zap1")
    assert m.thing("Wall3.1").damage == 0
    cast(m, "Zap3")
    assert m.thing("Wall3.1").damage == 2


@pytest.mark.parametrize("none", ["none", "none:impossible", ""])
def test_ga_18_10_a_shield_shrinks_though_nothing_is_said_to_be_dealt(none: str) -> None:
    m = cast(field("Wall3"), "Shield2").play(f"ana activate Zap1 Wall3.1; ana resolve {none}")
    cast(m, "Zap3")
    assert m.thing("Wall3.1").damage == 2


def test_ga_18_10_which_shield_shrinks_is_asked_where_nothing_is_said_to_be_dealt() -> None:
    zap = '{ do = "damage", thing = { is = "ally" }, amount = 1 }'
    m = turn(extra=CARDS + action("Any", zap)).hold("ana", *SPELLS, "Shield2", "Any")
    for wall in (m.put("bo", "Wall3"), m.put("bo", "Wall3")):
        cast(m, "Shield2", wall)
    m.play("ana activate Any; ana resolve none")
    assert isinstance(m.verdict, Incomplete)
    m.play("ana resolve damage:Wall3.2")
    cast(m, "Zap3", "Wall3.2")
    assert m.thing("Wall3.2").damage == 2


@pytest.mark.rule("GA-18.11")
def test_ga_18_11_the_next_time_is_used_up_by_the_attempt() -> None:
    m = cast(cast(field("Wall3"), "Ward"), "Zap1")
    cast(m, "Zap1")
    assert m.thing("Wall3.1").damage == 1


@pytest.mark.rule("GA-18.12")
def test_ga_18_12_unpreventable_damage_uses_up_the_next_time_but_no_shield() -> None:
    m = cast(cast(field(), "Shield2", "bo"), "Burn3", "bo")
    assert m.champion("bo").damage == 3
    cast(m, "Zap3", "bo")
    assert m.champion("bo").damage == 4
    m = cast(cast(field(), "Ward", "bo"), "Burn3", "bo")
    cast(m, "Zap3", "bo")
    assert m.champion("bo").damage == 6


@pytest.mark.rule("GA-18.13")
def test_ga_18_13_each_time_and_below_a_number_are_not_used_up() -> None:
    m = cast(cast(field(), "Thick1", "bo"), "Zap1", "bo")
    cast(m, "Zap3", "bo")
    assert m.champion("bo").damage == 2
    m = cast(cast(field(), "Calm2", "bo"), "Zap1", "bo")
    cast(m, "Zap3", "bo")
    assert m.champion("bo").damage == 3


@pytest.mark.rule("GA-18.1")
def test_ga_18_1_combat_damage_is_told_from_other_damage() -> None:
    m = cast(field(), "Parry", "bo")
    cast(m, "Zap1", "bo")
    assert m.champion("bo").damage == 1
    m.put("ana", "A2")
    m.play("ana attack A2.1 bo; ana end")
    assert m.champion("bo").damage == 1
    m = cast(field(), "Veil", "bo")
    m.put("ana", "A2")
    m.play("ana attack A2.1 bo; ana step damage; ana end")
    assert m.champion("bo").damage == 2


@pytest.mark.rule("GA-18.3")
def test_ga_18_3_nobody_is_hit_by_damage_that_is_prevented() -> None:
    m = cast(field("Wall3"), "Ward")
    m.put("ana", "A4")
    m.play("ana attack A4.1 Wall3.1; ana end")
    assert not m.all(DamageDealt)
    assert "Wall3.1" in m.ga.zones.things


@pytest.mark.rule("GA-18.14", "GA-16.20")
def test_ga_18_14_the_order_of_preventions_is_said_where_it_matters() -> None:
    m = cast(cast(field(), "Shield2", "bo"), "Ward", "bo")
    m.play("ana activate Zap3 bo")
    m.refuse("bo resolve first=Thick1", "GA-16.20")
    m.refuse("ana resolve first=Ward", "GA-18.14")
    m.play("bo resolve first=Ward")
    assert m.champion("bo").damage == 0
    cast(m, "Zap3", "bo")
    assert m.champion("bo").damage == 1


@pytest.mark.rule("GA-18.14")
def test_ga_18_14_where_passes_are_on_record_the_order_is_offered_behind_the_last() -> None:
    m = turn(extra=CARDS, choices={"GA-I 19": "must_be_logged"}).hold("ana", *SPELLS)
    for each in ("Shield2", "Ward"):
        m.play(f"ana activate {each} bo; ana pass; bo pass")
    m.put("ana", "A4")
    m.play("ana attack A4.1 bo")
    for _ in range(12):
        ordered = [each for each in m.replay.game.options(m.t) if each.verb == "damage"]
        if ordered:
            break
        m.play(f"{m.ga.waiting.holder or m.ga.active} pass")
    assert [(each.seat, *each.fields["first"].listed()) for each in ordered] == [
        ("bo", ("Shield2.1",), ("Ward.1",))
    ]
    m.play("bo damage first=Ward.1")


def test_ga_16_20_the_next_line_does_not_pass_over_an_order_that_is_to_be_said() -> None:
    m = cast(cast(field(), "Shield2", "bo"), "Ward", "bo")
    m.play("ana activate Zap3 bo")
    m.refuse("ana end", "GA-16.20")


def test_ga_16_20_an_order_that_is_to_be_said_is_offered_and_suggested_as_it_is_typed() -> None:
    m = cast(cast(field(), "Shield2", "bo"), "Ward", "bo")
    m.play("ana activate Zap3 bo")
    ordered = [each for each in m.replay.game.options(m.t) if each.verb == "resolve"]
    assert [(each.seat, *each.fields["first"].listed()) for each in ordered] == [
        ("bo", ("Shield2.1",), ("Ward.1",))
    ]
    assert {due.seat for due in m.replay.game.obligations(m.t)} == {"bo"}
    m = turn(extra=CARDS + spell("Long Ward", '{ do = "prevent", thing = "one" }'))
    m.hold("ana", "Long Ward", "Shield2", "Zap3")
    cast(cast(m, '"Long Ward"', "bo"), "Shield2", "bo").play("ana activate Zap3 bo")
    assert m.refuse("ana end", "GA-16.20").legal == 'bo resolve first="Long Ward.1"'


@pytest.mark.rule("GA-18.6")
def test_ga_18_6_no_more_is_recovered_than_there_is() -> None:
    m = field()
    m.champion("ana").damage = 2
    cast(m, "Mend", "")
    assert m.champion("ana").damage == 0
    m.champion("ana").damage = 5
    cast(m.hold("ana", "Mend"), "Mend", "")
    assert m.champion("ana").damage == 2


def test_ga_18_6_recovering_without_damage_is_heard_in_the_newer_edition() -> None:
    for edition, heard in (("R25", 0), ("R26", 1)):
        m = turn(extra=CARDS, edition=edition).hold("ana", "Mend")
        m.put("ana", "Lily")
        cast(m, "Mend", "")
        assert len(m.ga.waiting.stack) == heard


@pytest.mark.rule("GA-18.8")
def test_ga_18_8_one_amount_for_all_is_dealt_before_any_of_them_dies() -> None:
    m = field("A1", "A2", "Wall3")
    m.put("ana", "Drum")
    cast(m, "Wave", "")
    dealt = [fact.amount for fact in m.all(DamageDealt)]
    assert dealt == [2, 2, 2]
    assert {"A1.1", "A2.1"}.isdisjoint(m.ga.zones.things)
    assert len(m.ga.waiting.stack) == 3


def test_ga_18_14_which_of_two_shields_alike_goes_first_is_not_asked() -> None:
    m = field().hold("bo", "Shield2", "Shield2")
    m.put("ana", "A3")
    m.play("ana attack A3.1 bo; bo activate Shield2 bo; bo resolve; bo activate Shield2 bo")
    m.play("bo resolve; ana step main")
    assert m.champion("bo").damage == 0
    cast(m, "Zap3", "bo")
    assert m.champion("bo").damage == 3 - 1


def test_ga_18_2_an_attack_of_less_than_no_power_deals_nothing() -> None:
    drain = action(
        "Drain",
        '{ do = "modify", thing = "one", what = "power", change = -5, until = "turn" }',
        aims='{ one = { what = { is = "unit" } } }',
    )
    m = turn(extra=drain).hold("bo", "Drain")
    m.put("ana", "A2")
    m.play("ana attack A2 bo; bo activate Drain A2; bo resolve; ana damage")
    reckoned = m.one(StrikeReckoned)
    assert [each.value for each in reckoned.terms] == [2, -5, 3]
    assert (reckoned.total, m.champion("bo").damage) == (0, 0)
