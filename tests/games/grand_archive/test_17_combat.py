"""Combat: declarations, retaliation, damage, its end (GA-17)."""

import pytest

from events.grand_archive import Attack
from referee.fact import CardMoved, DamageDealt
from referee.games.grand_archive.facts import (
    AttackDeclared,
    AttackRedirected,
    CombatEnded,
    CountersChanged,
    Fizzled,
    ObjectLeft,
    Retaliated,
    StrikeReckoned,
)
from referee.verdict import Incomplete
from tests.games.grand_archive.table import Match, action, ally, turn

HITTER = """
[[cards]]
name = "Hitter"
types = ["ally"]
reserve = 2
power = 3
life = 3
[[cards.effects]]
when = "on hit"
name = "draw"
steps = [{ do = "draw", count = 1 }]
[[cards.effects]]
when = "on kill"
name = "heal"
steps = [{ do = "recover", amount = 1 }]
"""

SHAPES = """
[[cards]]
name = "Zero"
types = ["ally"]
reserve = 1
power = 0
life = 2
keywords = ["ambush"]
[[cards]]
name = "Lurker"
types = ["ally"]
reserve = 1
power = 2
life = 2
keywords = ["ambush", "fast activation"]
[[cards]]
name = "Blunt"
types = ["weapon"]
supertypes = ["regalia"]
memory = 0
power = 0
durability = 2
deck = "material"
[[cards]]
name = "Pistol"
types = ["weapon"]
supertypes = ["regalia"]
subtypes = ["gun"]
memory = 0
power = 1
durability = 2
deck = "material"
[[cards]]
name = "Slug"
types = ["item"]
supertypes = ["regalia"]
subtypes = ["bullet"]
memory = 0
power = 2
deck = "material"
[[cards]]
name = "Thief"
types = ["action"]
reserve = 1
speed = "fast"
[[cards.effects]]
when = "played"
aims.stolen = { what = { is = "ally" } }
steps = [{ do = "control", thing = "stolen", player = "you" }]
"""


def combat(match: Match, attacker: str = "A3", defender: str = "A2") -> tuple[str, str]:
    """An ally of ana attacks one of bo's."""
    mine, other = match.put("ana", attacker), match.put("bo", defender)
    match.play(f"ana attack {mine} {other}")
    return mine, other


# -- who attacks ---------------------------------------------------------------------------------


def test_ga_17_1_an_attack_is_for_an_awake_unit_in_ones_own_main_phase() -> None:
    match = turn()
    mine, other = match.put("ana", "A3", rested=True), match.put("bo", "A2")
    lamp = match.put("ana", "Lamp1")
    match.refuse(f"ana attack {mine} {other}", "GA-17.1")
    match.refuse(f"ana attack {lamp} {other}", "GA-17.1")
    match.refuse(f"ana attack {other} bo", "GA-17.1")
    match.refuse(f"bo attack {other} ana", "GA-17.1")
    match.refuse(f"ana attack Zork {other}", "GA-2.11")
    match.at("end").refuse(f"ana attack {mine} {other}", "GA-17.1")


@pytest.mark.parametrize("edition", ["R25", "R26"])
def test_ga_17_3_a_unit_without_power_does_not_attack(edition: str) -> None:
    match = turn(edition=edition)
    wall = match.put("ana", "Wall3")
    match.refuse(f"ana attack {wall} bo", "GA-17.3", have=0)


@pytest.mark.rule("GA-17.4")
def test_ga_17_4_attacking_rests_the_attacker() -> None:
    match = turn()
    mine, _ = combat(match)
    assert match.thing(mine).rested and match.thing(mine).spent == match.seq


def test_ga_17_5_and_17_6_targets_are_units_and_siegeable_domains_of_others() -> None:
    match = turn()
    mine, own = match.put("ana", "A3"), match.put("ana", "A1")
    lamp, hill = match.put("bo", "Lamp1"), match.put("bo", "Hill3")
    able = f"bo.champion or {hill}"
    assert match.refuse(f"ana attack {mine} {lamp}", "GA-17.5").legal == able
    assert match.refuse(f"ana attack {mine} {own}", "GA-17.6").legal == able
    match.play(f"ana attack {mine} {hill} damage=3")
    assert match.one(ObjectLeft).how == "destroyed"


@pytest.mark.rule("GA-17.7")
def test_ga_17_7_taunt_is_attacked_first_while_it_is_awake() -> None:
    match = turn()
    mine, guard = match.put("ana", "A3"), match.put("bo", "Guard2")
    match.refuse(f"ana attack {mine} bo", "GA-17.7")
    match.thing(guard).rested = True
    match.play(f"ana attack {mine} bo")


def test_ga_17_8_stealth_is_attacked_by_true_sight_alone() -> None:
    match = turn()
    mine, eye = match.put("ana", "A3"), match.put("ana", "Eye2")
    shade = match.put("bo", "Shade2")
    assert match.refuse(f"ana attack {mine} {shade}", "GA-17.8").legal == "bo.champion"
    match.play(f"ana attack {eye} {shade}")


@pytest.mark.rule("GA-17.9")
def test_ga_17_9_there_is_one_combat_at_a_time() -> None:
    match = turn()
    combat(match)
    match.refuse("ana attack A3 bo", "GA-17.9", since=2)


def test_ga_17_10_only_intercept_changes_the_target() -> None:
    match = turn()
    mine, page, plain = match.put("ana", "A1"), match.put("bo", "Page2"), match.put("bo", "A2")
    match.play(f"ana attack {mine} bo")
    match.refuse(f"bo intercept {plain}", "GA-17.10")
    match.play(f"bo intercept {page}")
    assert match.one(AttackRedirected).target == page
    match.play("ana resolve; ana resolve")
    assert match.thing(page).damage == 1


def test_ga_17_15_a_defender_is_not_made_the_target_again() -> None:
    match = turn(edition="R26")
    mine, page = match.put("ana", "A1"), match.put("bo", "Page2")
    match.play(f"ana attack {mine} bo; bo intercept {page}")
    match.refuse(f"bo intercept {page}", "GA-24.18")
    crowd = turn(extra=REDIRECT, edition="R26").hold("bo", "Divert")
    mine, other = combat(crowd)
    crowd.refuse(f"bo activate Divert {other} did=redirect:{other}", "GA-17.15")


REDIRECT = """
[[cards]]
name = "Divert"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
when = "played"
aims.other = { what = { is = "ally" } }
steps = [{ do = "redirect", thing = "other" }]
"""


# -- declaration ---------------------------------------------------------------------------------


@pytest.mark.rule("GA-17.20")
def test_ga_17_20_a_fault_in_a_declaration_undoes_all_of_it() -> None:
    match = turn()
    match.put("ana", "Lamp1")
    match.put("bo", "Blade1")
    match.refuse("ana attack ana.champion bo uses=Lamp1", "GA-17.20")
    match.refuse("ana attack ana.champion bo uses=Blade1", "GA-17.20")
    assert not match.champion("ana").rested


def test_ga_17_21_weapons_are_named_with_the_declaration() -> None:
    match = turn()
    match.put("ana", "Blade1")
    match.put("ana", "Blade2")
    match.play("ana attack ana.champion bo uses=Blade1")
    match.refuse("ana attack ana.champion bo uses=Blade2", "GA-17.21", since=2)


def test_ga_i_13_any_number_of_weapons_or_one() -> None:
    match = turn()
    match.put("ana", "Blade1")
    match.put("ana", "Blade2")
    match.play("ana attack ana.champion bo uses=Blade1,Blade2 damage=5")
    strike = match.one(StrikeReckoned)
    assert [(each.label, each.value) for each in strike.terms] == [("Blade1.1", 2), ("Blade2.1", 3)]
    one = turn(choices={"GA-I 13": "one"})
    one.put("ana", "Blade1")
    one.put("ana", "Blade2")
    one.refuse("ana attack ana.champion bo uses=Blade1,Blade2", "GA-17.22")


@pytest.mark.rule("GA-17.22")
def test_ga_17_22_power_attack_card_and_weapon_add_up() -> None:
    material = ("Fire", "Kai, One", "Brute, Two")
    match = turn(materials={"ana": material}).level("ana", "Kai, One", "Brute, Two")
    match.hold("ana", "Cut2")
    match.put("ana", "Blade1")
    match.play("ana activate Cut2 target=bo uses=Blade1 damage=5")
    terms = match.one(StrikeReckoned).terms
    labels = [(each.label, each.value) for each in terms]
    assert labels == [("ana.champion", 1), ("Cut2.1", 2), ("Blade1.1", 2)]


@pytest.mark.rule("GA-17.25")
def test_ga_17_25_attacker_and_target_have_their_roles() -> None:
    match = turn()
    mine, other = combat(match)
    declared = match.one(AttackDeclared)
    assert (declared.thing, declared.target) == (mine, other)


# -- retaliation ---------------------------------------------------------------------------------


@pytest.mark.rule("GA-17.42")
def test_ga_17_32_an_awake_defender_rests_to_retaliate() -> None:
    match = turn()
    mine, other = combat(match)
    match.play(f"bo retaliate {other}")
    assert match.one(Retaliated).target == mine and match.thing(other).rested
    match.refuse(f"bo retaliate {other}", "GA-17.32")
    match.play("ana resolve; ana resolve")
    assert match.thing(mine).damage == 2
    assert other not in match.ga.zones.things


def test_ga_17_32_who_is_not_attacked_does_not_retaliate() -> None:
    match = turn()
    match.put("bo", "A4")
    combat(match)
    match.refuse("bo retaliate A4.1", "GA-17.32")
    match.refuse("ana retaliate A3.1", "GA-17.32")


def test_ga_17_33_a_defender_without_power_does_not_retaliate() -> None:
    match = turn()
    _, wall = combat(match, "A3", "Wall3")
    match.refuse(f"bo retaliate {wall}", "GA-17.33")
    match.play("ana end")
    champion = turn()
    champion.put("bo", "Blade1")
    champion.put("ana", "A3")
    champion.play("ana attack A3 bo")
    champion.refuse("bo retaliate bo.champion", "GA-17.33")


def test_ga_17_34_what_comes_after_the_window_does_not_retaliate() -> None:
    match = turn(extra=SHAPES).hold("bo", "Lurker", "Lurker")
    _, other = combat(match)
    match.play("bo activate Lurker; bo resolve; bo retaliate Lurker.1")
    late = turn(extra=SHAPES).hold("bo", "Lurker")
    _, other = combat(late)
    late.play(f"bo retaliate {other}; bo activate Lurker; bo resolve")
    late.refuse("bo retaliate Lurker.1", "GA-17.34", since=3)


@pytest.mark.rule("GA-17.35")
def test_ga_17_35_steadfast_needs_no_rest_and_ambush_no_attack_on_it() -> None:
    match = turn(extra=SHAPES)
    stone = match.put("bo", "Stone2", rested=True)
    lurker = match.put("bo", "Lurker")
    mine = match.put("ana", "A4")
    match.play(
        f"ana attack {mine} {stone}; bo retaliate {stone},{lurker}; ana resolve; ana resolve"
    )
    assert match.thing(mine).damage == 3
    assert match.thing(lurker).rested


@pytest.mark.rule("GA-17.36")
def test_ga_17_36_a_retaliator_keeps_its_target() -> None:
    match = turn(extra=SHAPES, edition="R26").hold("bo", "Thief")
    mine, other = combat(match, "A4", "A2")
    match.play(f"bo retaliate {other}; bo activate Thief {mine}; bo resolve")
    match.play("bo resolve")
    strike = match.one(StrikeReckoned)
    assert (strike.thing, strike.target) == (other, mine)


# -- damage --------------------------------------------------------------------------------------


@pytest.mark.rule("GA-17.41")
def test_ga_17_41_the_attacking_player_orders_the_retaliators() -> None:
    match = turn(extra=SHAPES + HITTER)
    mine, other = match.put("ana", "A3"), match.put("bo", "Hitter")
    lurker = match.put("bo", "Lurker")
    match.play(f"ana attack {mine} {other}; bo retaliate {other},{lurker}")
    match.refuse(f"bo damage first={lurker},{other}", "GA-17.41")
    match.refuse(f"ana damage first={lurker},{mine}", "GA-17.41")
    match.play(f"ana damage first={lurker},{other}")
    dealt = [(each.source, each.cause) for each in match.all(DamageDealt)]
    assert dealt == [("A3", "attack"), ("Lurker", "retaliation"), ("Hitter", "retaliation")]


@pytest.mark.rule("GA-17.50")
def test_ga_17_50_only_the_lethal_retaliator_has_killed() -> None:
    for first, kills in ((("Hitter.1", "Lurker.1"), True), (("Lurker.1", "Hitter.1"), False)):
        match = turn(extra=SHAPES + HITTER)
        mine = match.put("ana", "A2")
        match.put("bo", "Hitter")
        match.put("bo", "Lurker")
        match.play(f"ana attack {mine} Hitter; bo retaliate Hitter,Lurker")
        match.play(f"ana damage first={','.join(first)}")
        heard = {each.trigger for each in match.ga.waiting.stack}  # type: ignore[union-attr]
        assert heard == ({"on hit", "on kill"} if kills else {"on hit"})


@pytest.mark.rule("GA-17.44")
def test_ga_17_43_damage_is_summed_up_and_said_term_by_term() -> None:
    match = turn()
    mine, _ = combat(match)
    match.thing(mine).counters["buff"] = 2
    match.play("ana resolve")
    match.refuse("ana damage 4", "GA-17.43", total=5, said=4)
    match.play("ana damage 5")
    terms = match.one(StrikeReckoned).terms
    assert [(each.value, each.rule) for each in terms] == [(3, "GA-2.32"), (2, "GA-19.2")]
    assert match.one(DamageDealt).source == match.thing(mine).name


SHIELD = """
[[cards]]
name = "Shield"
types = ["item"]
reserve = 0
[[cards.effects]]
when = "activated"
steps = [
    { do = "prevent", thing = { is = "champion", of = "you" }, amount = 1, until = "turn" },
]
"""


@pytest.mark.parametrize("said", [3, 2])
def test_ga_17_43_the_damage_said_is_before_prevention_or_after_it(said: int) -> None:
    match = turn(extra=SHIELD)
    match.put("ana", "A3")
    match.put("bo", "Shield")
    match.play("bo ability Shield; ana attack A3 bo.champion")
    match.refuse("ana damage 1", "GA-17.43", total=3, said=1)
    match.refuse("ana damage 0", "GA-17.43", total=3, said=0)
    match.play(f"ana damage {said}")
    assert match.champion("bo").damage == 2


SECRET = """
[[cards]]
name = "Secret"
types = ["phantasia"]
reserve = 1
[[cards.effects]]
when = "always"
text = "Something about power."
touches = ["power"]
"""


@pytest.mark.parametrize(
    ("line", "dealt", "doubted"),
    [
        ("ana attack A1 bo.champion damage=3", 3, True),
        ("ana attack A1 bo.champion; ana damage 3", 3, True),
        ("ana attack A1 bo.champion damage=0", 0, True),
        ("ana attack A1 bo.champion damage=1", 1, False),
        ("ana activate Cut2 target=bo.champion damage=5", 5, True),
    ],
)
def test_ga_17_43_what_a_text_that_nobody_tells_may_explain_is_dealt_as_said(
    line: str, dealt: int, doubted: bool
) -> None:
    match = turn(extra=SECRET).hold("ana", "Cut2")
    match.put("ana", "A1")
    match.refuse("ana attack A1 bo.champion damage=3", "GA-17.43", total=1, said=3)
    match.put("bo", "Secret")
    match.play(line)
    assert match.champion("bo").damage == dealt
    for strike in match.all(StrikeReckoned):
        assert sum(each.value for each in strike.terms) == strike.total
    own = "GA-17.43: the text of Secret.1 may allow it"
    assert (own in getattr(match.verdict, "assumptions", ())) == doubted
    match.play(f"bo tally damage={dealt}")


@pytest.mark.rule("GA-17.45")
@pytest.mark.rule("GA-17.46")
def test_ga_17_45_and_17_46_what_has_left_deals_and_takes_nothing() -> None:
    match = turn(extra=BOLT).hold("bo", "Zap")
    mine, other = combat(match, "A3", "A2")
    match.play(f"bo retaliate {other}; bo activate Zap {mine}; bo resolve; ana end")
    assert match.thing(other).damage == 0
    gone = turn(extra=BOLT).hold("ana", "Zap")
    mine, other = combat(gone, "A3", "A2")
    gone.play(f"bo retaliate {other}; ana activate Zap {other}; ana resolve; ana resolve")
    assert gone.thing(mine).damage == 0 and gone.one(CombatEnded).how == "without a target"


BOLT = """
[[cards]]
name = "Zap"
types = ["action"]
reserve = 0
speed = "fast"
[[cards.effects]]
when = "played"
aims.struck = { what = { is = "ally" } }
steps = [{ do = "destroy", thing = "struck" }]
"""


@pytest.mark.rule("GA-17.47")
def test_ga_17_47_each_weapon_used_loses_durability() -> None:
    match = turn()
    blade = match.put("ana", "Blade1")
    match.play("ana attack ana.champion bo uses=Blade1 damage=2")
    assert match.one(CountersChanged).left == 1
    match.champion("ana").rested = False
    match.play("ana attack ana.champion bo uses=Blade1 damage=2")
    assert blade not in match.ga.zones.things
    assert match.size("ana", "banishment") == 1


@pytest.mark.rule("GA-17.48")
def test_ga_17_48_without_a_target_no_durability_is_lost() -> None:
    match = turn(extra=BOLT).hold("bo", "Zap")
    blade = match.put("ana", "Blade1")
    other = match.put("bo", "A2")
    match.play(f"ana attack ana.champion {other} uses=Blade1; bo activate Zap {other}; bo resolve")
    match.play("ana end")
    assert match.thing(blade).counters["durability"] == 2


@pytest.mark.rule("GA-17.49")
def test_ga_17_49_an_attack_goes_on_without_power() -> None:
    match = turn()
    mine, other = combat(match)
    match.thing(mine).counters["debuff"] = 3
    match.thing(mine).counters["buff"] = 0
    match.put("ana", "A1")
    del match.thing(mine).counters["buff"]
    match.thing(mine).damage = 0
    match.thing(mine).marks.append("immortality")
    match.play("ana resolve; ana resolve")
    assert match.one(CombatEnded).how == "struck" and match.thing(other).damage == 0


# -- attack cards --------------------------------------------------------------------------------


def test_ga_17_11_nothing_comes_between_intent_and_declaration() -> None:
    match = turn().hold("ana", "Cut2").hold("bo", "Bolt1")
    match.put("bo", "A2")
    match.play("ana activate Cut2; ana pass; bo pass")
    match.refuse("bo activate Bolt1", "GA-17.11")
    match.refuse("bo pass", "GA-17.11")
    match.refuse("ana end", "GA-14.6")
    match.play("ana attack ana.champion bo")
    assert match.one(AttackDeclared).intents == 1
    match.play("bo activate Bolt1")


def test_ga_25_10_an_attack_card_is_performed_by_who_was_rested_for_it() -> None:
    match = turn().hold("ana", "Cut2")
    mine = match.put("ana", "A3")
    match.put("bo", "A2")
    match.play("ana activate Cut2")
    match.refuse(f"ana attack {mine} bo", "GA-25.10", since=2)


@pytest.mark.rule("GA-17.12")
@pytest.mark.rule("GA-17.13")
@pytest.mark.parametrize(("edition", "rule"), [("R25", "GA-17.13"), ("R26", "GA-17.12")])
def test_ga_17_12_and_17_13_an_attack_card_out_of_time_fizzles(edition: str, rule: str) -> None:
    match = turn(edition=edition).hold("ana", "Cut2")
    match.play("ana activate Cut2").at("main", "bo")
    match.play("ana resolve")
    assert rule in {getattr(each, "rule", "") for each in match.facts}
    assert match.size("ana", "graveyard") == 1


@pytest.mark.rule("GA-17.14")
def test_ga_17_14_a_powerless_ally_performs_a_command_in_r26() -> None:
    match = turn(edition="R26").hold("ana", "Cmd2")
    wall = match.put("ana", "Wall3")
    match.play(f"ana activate Cmd2 attacker={wall} target=bo damage=1")
    old = turn().hold("ana", "Cmd2")
    wall = old.put("ana", "Wall3")
    old.refuse(f"ana activate Cmd2 attacker={wall} target=bo", "GA-17.3")


@pytest.mark.rule("GA-17.24")
def test_ga_17_24_loaded_cards_enter_the_intent() -> None:
    match = turn(extra=SHAPES)
    gun, bullet = match.put("ana", "Pistol"), match.put("ana", "Slug")
    match.refuse("ana attack ana.champion bo uses=Pistol", "GA-14.15")
    match.thing(bullet).place, match.thing(bullet).under = "loaded", gun
    match.play("ana attack ana.champion bo uses=Pistol damage=3")
    assert [each.target for each in match.all(CardMoved)] == ["ana.banishment"]


def test_ga_i_12_a_weapon_of_no_power_alone() -> None:
    for edition, choice, allowed in (
        ("R25", "by_edition", False),
        ("R26", "by_edition", True),
        ("R25", "allowed", True),
        ("R26", "illegal", False),
    ):
        match = turn(extra=SHAPES, edition=edition, choices={"GA-I 12": choice})
        blunt = match.put("ana", "Blunt")
        if allowed:
            match.play(f"ana attack ana.champion bo uses={blunt} damage=0")
            assert match.thing(blunt).counters["durability"] == 1
        else:
            match.refuse(f"ana attack ana.champion bo uses={blunt}", "GA-17.16")


# -- its end and its roles -----------------------------------------------------------------------


@pytest.mark.rule("GA-17.61")
@pytest.mark.parametrize(("edition", "left"), [("R25", 0), ("R26", 1)])
def test_ga_17_61_triggers_of_the_damage_come_before_or_after_the_intents_go(
    edition: str, left: int
) -> None:
    extra = HITTER.replace('["ally"]', '["attack"]').replace("life = 3\n", "")
    match = turn(extra=extra, edition=edition).hold("ana", "Hitter")
    match.play("ana activate Hitter target=bo damage=3")
    intents = [each for each in match.ga.zones.things.values() if each.place == "intent"]
    assert len(intents) == left
    match.play("ana resolve")
    assert match.size("ana", "hand") == 6
    match.play("ana end")
    assert match.size("ana", "graveyard") == 1


@pytest.mark.rule("GA-17.60")
@pytest.mark.rule("GA-17.62")
def test_ga_17_62_after_combat_it_is_the_main_phase_again() -> None:
    match = turn()
    mine, other = match.put("ana", "A3"), match.put("bo", "A2")
    match.play(f"ana attack {mine} {other} damage=3")
    assert match.one(CombatEnded).thing == mine
    another = match.put("ana", "A1")
    match.play(f"ana attack {another} bo")


@pytest.mark.rule("GA-17.63")
def test_ga_17_63_an_attack_card_goes_to_the_graveyard_at_the_end() -> None:
    match = turn().hold("ana", "Cut2").play("ana activate Cut2 target=bo damage=2")
    assert match.ga.zones.piles["ana.graveyard"] == ["Cut2"]


@pytest.mark.rule("GA-17.70")
@pytest.mark.rule("GA-17.71")
@pytest.mark.rule("GA-20.8")
def test_ga_17_71_without_targets_an_attacker_stops_attacking_in_r25() -> None:
    for edition in ("R25", "R26"):
        match = turn(extra=BOLT, edition=edition).hold("bo", "Zap")
        _, other = combat(match)
        match.play(f"bo activate Zap {other}; bo resolve")
        (on,) = match.ga.waiting.stack
        assert on.targets == []  # type: ignore[union-attr]
        assert on.gone == (edition == "R25")  # type: ignore[union-attr]


def test_ga_i_14_a_combatant_that_changes_control() -> None:
    for edition, choice, leaves in (
        ("R25", "by_edition", False),
        ("R26", "by_edition", True),
        ("R25", "leaves_combat", True),
        ("R26", "attack_goes_on", False),
    ):
        match = turn(extra=SHAPES, edition=edition, choices={"GA-I 14": choice}).hold("bo", "Thief")
        mine, _ = combat(match)
        match.play(f"bo activate Thief {mine}; bo resolve; bo resolve; bo resolve")
        assert bool(match.all(StrikeReckoned)) != leaves


@pytest.mark.rule("GA-17.72")
def test_ga_17_72_a_retaliator_that_changes_control_is_out_of_combat() -> None:
    match = turn(extra=SHAPES, edition="R26").hold("ana", "Thief")
    mine, other = combat(match)
    match.play(f"bo retaliate {other}; ana activate Thief {other}; ana resolve; ana resolve")
    assert match.thing(mine).damage == 0


@pytest.mark.rule("GA-17.73")
@pytest.mark.parametrize("edition", ["R25", "R26"])
def test_ga_17_73_cleave_attacks_all_that_one_opponent_has(edition: str) -> None:
    match = turn(edition=edition).hold("ana", "Sweep4")
    first, page = match.put("bo", "A1"), match.put("bo", "Page2")
    match.play("ana activate Sweep4")
    match.refuse(f"ana attack ana.champion {first}", "GA-17.73")
    match.refuse(f"ana attack ana.champion bo further={first}", "GA-17.73", player="bo")
    match.play("ana attack ana.champion bo")
    match.refuse(f"bo intercept {page}", "GA-24.5")
    match.play(f"bo retaliate {first},{page}; ana damage 2")
    assert {each.target for each in match.all(StrikeReckoned)} == {
        "bo.champion",
        first,
        page,
        "ana.champion",
    }
    assert match.champion("bo").damage == 2 and match.champion("ana").damage == 2


def test_ga_17_62_after_a_combat_the_same_main_phase_goes_on_by_a_step() -> None:
    match = turn(seat="ana")
    mine = match.put("ana", "A2")
    match.play(f"ana attack {mine} bo; ana step main")
    assert match.one(CombatEnded).how == "struck" and match.champion("bo").damage == 2


@pytest.mark.parametrize("edition", ["R25", "R26"])
def test_ga_4_11_an_attacking_champion_that_is_killed_leaves_with_its_fight(edition: str) -> None:
    match = turn(3, edition=edition).hold("ana", "Cut2")
    match.champion("ana").damage = 14
    match.put("bo", "A2")
    match.play("ana activate Cut2 target=A2; bo retaliate A2; ana damage")
    assert match.side("ana").lost and not match.ga.waiting.stack
    assert match.ga.active == "bo" and match.size("ana", "graveyard") == 0


def test_ga_25_10_another_unit_attacks_after_a_card_that_could_only_be_aimed_at_one() -> None:
    match = turn().hold("ana", "Cut2")
    mine = match.put("ana", "A3")
    match.play(f"ana activate Cut2; ana attack {mine}; ana end")
    assert match.champion("bo").damage == 2 + 3


@pytest.mark.parametrize("line", ["ana resolve", "bo pass"])
def test_ga_17_21_weapons_join_an_attack_card_once_it_has_resolved(line: str) -> None:
    match = turn().hold("ana", "Cut2")
    match.put("ana", "Blade1")
    match.play(f"ana activate Cut2; {line}; ana attack ana.champion bo uses=Blade1; ana end")
    assert match.champion("bo").damage == 2 + 2


def test_ga_17_11_of_one_target_only_a_resolved_attack_card_needs_no_word() -> None:
    match = turn().hold("ana", "Cut2").hold("bo", "Bolt1")
    match.play("ana activate Cut2; ana resolve; bo activate Bolt1; ana end")
    assert match.champion("bo").damage == 2


def test_ga_17_32_with_passes_on_record_retaliation_is_chosen_after_those_before_it() -> None:
    match = turn(choices={"GA-I 19": "must_be_logged"})
    mine, theirs = match.put("ana", "A2"), match.put("bo", "A3")
    match.play(f"ana attack {mine} {theirs}; ana pass; bo pass; bo retaliate {theirs}")
    match.play("ana pass; bo pass")
    assert match.side("ana").champions and match.size("ana", "graveyard") == 1
    match = turn(choices={"GA-I 19": "must_be_logged"})
    mine, theirs = match.put("ana", "A2"), match.put("bo", "A3")
    match.play(f"ana attack {mine} {theirs}; ana pass; bo pass; ana pass")
    match.refuse(f"bo retaliate {theirs}", "GA-17.32")


@pytest.mark.rule("GA-17.6")
def test_ga_17_6_a_name_that_both_sides_bear_means_what_can_be_attacked() -> None:
    match = turn()
    match.put("ana", "A1")
    match.put("bo", "A1")
    match.play("ana attack A1 A1; ana end")
    assert match.size("bo", "graveyard") == 1
    match = turn()
    match.put("ana", "A1")
    match.play("ana attack A1 Fire; ana end")
    assert match.champion("bo").damage == 1


@pytest.mark.rule("GA-17.6")
def test_ga_17_6_of_several_of_that_name_that_can_be_attacked_one_is_asked_for() -> None:
    match = turn()
    match.put("ana", "A2")
    match.put("ana", "A1")
    target = match.put("bo", "A1")
    assert match.log(Attack("ana", "A2", "A1")).one(AttackDeclared).target == target
    match = turn()
    match.put("ana", "A2")
    for seat, damage in (("ana", 0), ("bo", 0), ("bo", 2)):
        match.put(seat, "A4", damage=damage)
    match._log("ana attack A2 A4")
    assert isinstance(match.verdict, Incomplete)
    assert match.verdict.choices == {"target": ("A4.2", "A4.3")}


@pytest.mark.rule("GA-17.7")
def test_ga_17_7_what_has_taunt_is_named_as_it_is_typed() -> None:
    wall = ally("Old Wall", '{ do = "draw" }').replace(
        "power = 1", 'power = 1\nkeywords = ["taunt"]'
    )
    match = turn(extra=wall)
    match.put("ana", "A2")
    match.put("bo", "Old Wall")
    refused = match.refuse("ana attack A2 bo", "GA-17.7", taunting="Old Wall.1")
    match.play(f"ana attack A2 {refused.legal}")


@pytest.mark.rule("GA-17.7")
def test_ga_17_7_a_name_that_both_sides_bear_is_not_ones_own_where_another_has_taunt() -> None:
    match = turn()
    match.put("ana", "A2")
    for seat, name in (("ana", "A1"), ("bo", "A1"), ("bo", "A1"), ("bo", "Guard2")):
        match.put(seat, name)
    assert match.refuse("ana attack A2 A1", "GA-17.7").legal == "Guard2.1"


def test_a_text_hears_that_an_ally_hits():
    drum = """
[[cards]]
name = "Drum"
types = ["item"]
[[cards.effects]]
when = { on = "hits", what = { is = "ally", of = "you" } }
steps = [{ do = "draw" }]
"""
    match = turn(extra=drum)
    match.put("ana", "Drum")
    match.put("ana", "A2")
    hand = match.size("ana", "hand")
    match.play("ana attack A2 bo; ana damage; ana resolve")
    assert match.size("ana", "hand") == hand + 1


def test_ga_17_3_the_attack_of_an_ally_that_lost_its_power_before_it_was_declared_fizzles():
    drain = action(
        "Drain",
        '{ do = "modify", thing = "one", what = "power", change = -5, until = "turn" }',
        aims='{ one = { what = { is = "unit" } } }',
    )
    match = turn(extra=drain).hold("ana", "Cmd2").hold("bo", "Drain")
    match.put("ana", "A2")
    match.play("ana activate Cmd2 attacker=A2; bo activate Drain A2; bo resolve; ana resolve")
    lost = match.one(Fizzled)
    assert (lost.card, lost.why, lost.rule) == ("Cmd2", "A2.1 has power -3", "GA-17.3")
