"""Champions: leveling, lineages, deleveling, their attacks and their end (GA-15)."""

from typing import Any

import pytest

from referee.fact import CardMoved, MatchEnded, ScoreChanged
from referee.games.grand_archive.facts import ChampionLeveled, LifeReckoned, ObjectLeft
from referee.games.grand_archive.lineages import enter_champion
from referee.games.grand_archive.values import elements_of, enabled, holds, level_of, life_of
from referee.verdict import Incomplete
from tests.games.grand_archive.table import MATERIAL, Match, opened, turn

CHAMPIONS = """
[[cards]]
name = "Flawless Spirit of Kai"
types = ["champion"]
level = 1
memory = 1
life = 20
deck = "material"
[[cards]]
name = "Wanderer"
types = ["champion"]
level = 1
memory = 1
life = 20
deck = "material"
[[cards.effects]]
when = "always"
change = [{ on = "self", layer = "permit", what = "level up" }]
[[cards]]
name = "Nameless"
types = ["champion"]
level = 1
memory = 1
life = 20
deck = "material"
[[cards.effects]]
when = "always"
change = [{ on = "self", layer = "forbid", what = "level up" }]
[[cards]]
name = "Jo, Other"
types = ["champion"]
level = 1
memory = 1
life = 20
deck = "material"
[[cards]]
name = "Gift"
types = ["champion"]
level = 1
memory = 1
life = 20
deck = "material"
[[cards.effects]]
when = "on enter"
steps = [{ do = "draw", count = 2 }]
[[cards.effects]]
when = "always"
name = "inherited"
inherited = true
change = [{ on = { is = "champion", of = "you" }, layer = "add", what = "life", amount = 3 }]
[[cards]]
name = "Kai, Late"
types = ["champion"]
level = 2
memory = 2
life = 9
deck = "material"
[[cards]]
name = "Ascend"
types = ["action"]
reserve = 0
speed = "slow"
[[cards.effects]]
when = "played"
steps = [{ do = "level" }]
[[cards]]
name = "Descend"
types = ["action"]
reserve = 0
speed = "slow"
[[cards.effects]]
when = "played"
steps = [{ do = "delevel" }]
"""


def with_champions(*names: str, **more: Any) -> Match:
    """ana's material deck has these champions beside her own."""
    material = ("Fire", "Kai, One", "Kai, Two", "Kai, Three", "Kai, Storm", *names)
    return turn(extra=CHAMPIONS, materials={"ana": material}, **more)


def second(match: Match, name: str = "Water", seat: str = "ana") -> str:
    """A player has a second champion; its id."""
    match.t.state.zones.hidden.show(f"{seat}.material", (name,))
    told = len(match.t.facts)
    champion = enter_champion(match.t, seat, name)
    match.t.state.heard.clear()
    del match.t.facts[told:]
    return champion.id


def memory(match: Match, *names: str) -> Match:
    """Cards whose names are known lie in ana's memory."""
    return match.hold("ana", *names, place="memory")


# -- the first champion --------------------------------------------------------------------------


@pytest.mark.rule("GA-15.3")
def test_ga_15_3_each_player_places_one_spirit_without_an_answer() -> None:
    two = {"ana": (*MATERIAL[:-1], "Water")}
    match = opened(materials=two)
    match.refuse('ana place "Kai, One"', "GA-15.3")
    match.play("ana place Water")
    assert match.one(ChampionLeveled).how == "placed" and not match.ga.waiting.holder
    match.refuse("ana place Fire", "GA-15.3")


def test_ga_15_4_an_effect_cannot_materialize_a_level_0_champion() -> None:
    plays = 'steps = [{ do = "play", how = "materialize", free = "free" }]'
    text = CHAMPIONS.replace('steps = [{ do = "level" }]', plays)
    match = turn(extra=text, materials={"ana": (*MATERIAL[:-1], "Water")}).hold("ana", "Ascend")
    match.play("ana activate Ascend")
    match.refuse("ana resolve did=play:Water", "GA-15.4")


def test_ga_15_2_no_exchange_puts_a_champion_into_the_main_deck() -> None:
    match = opened(contest="m")
    state = match.t.state
    state.game, state.presented = 2, 0
    state.lists["ana"]["main"]["Kai, One"] = 1
    match.refuse("ana sideboard", "GA-15.2")


# -- leveling up ---------------------------------------------------------------------------------


@pytest.mark.rule("GA-15.6")
@pytest.mark.rule("GA-15.11")
@pytest.mark.rule("GA-15.14")
def test_ga_15_6_the_next_champion_is_laid_upon_the_lineage() -> None:
    match = memory(turn(phase="materialize"), "A1")
    match.play('ana materialize "Kai, One" A1; ana resolve')
    champion = match.champion("ana")
    assert (champion.id, champion.name) == ("ana.champion", "Kai, One")
    (below,) = (each for each in match.ga.zones.things.values() if each.under == champion.id)
    assert (below.name, below.place) == ("Fire", "lineage")
    assert match.one(ChampionLeveled).how == "leveled up"


def test_the_life_that_a_level_brings_is_noted_and_all_that_is_left_as_a_turn_ends() -> None:
    match = memory(turn(phase="materialize"), "A1")
    match.play('ana materialize "Kai, One" A1; ana resolve')
    assert match.one(ScoreChanged) == ScoreChanged("ana", "life", 20)
    match.champion("ana").damage = 3
    match.play("ana end")
    noted = [(fact.seat, fact.value) for fact in match.all(ScoreChanged)]
    assert noted == [("ana", 17), ("bo", 15)]
    boards = {panel.title: dict(panel.rows) for panel in match.game.board(match.replay.table)}
    assert "life 17 of 20" in boards["ana"]["champion"]
    assert "life 15 of 15" in boards["bo"]["champion"]


def test_ga_15_7_a_champion_is_not_activated() -> None:
    match = turn(materials={"ana": MATERIAL})
    match.refuse('ana activate "Kai, One"', "GA-15.7")
    match.refuse('ana act level:"Kai, One"', "GA-15.7")


@pytest.mark.rule("GA-15.8")
def test_ga_15_8_the_printed_level_is_one_higher_whatever_the_counters() -> None:
    match = memory(turn(phase="materialize"), "A1", "A2").level("ana", "Kai, One")
    match.champion("ana").counters["level"] = 2
    assert level_of(match.t, match.champion("ana")) == 3
    match.refuse('ana materialize "Mo, One" A1', "GA-15.8", level=1, now=1)
    match.play('ana materialize "Kai, Two" A1 A2; ana resolve')
    assert match.one(ChampionLeveled).level == 2


@pytest.mark.rule("GA-15.9")
def test_ga_15_9_elements_are_not_asked_of_a_champion() -> None:
    match = memory(turn(phase="materialize"), "A1", "A2", "A3").level("ana", "Kai, One", "Kai, Two")
    assert "arcane" not in enabled(match.t, "ana")
    match.play('ana materialize "Kai, Storm" A1 A2 A3; ana resolve')
    assert "arcane" in enabled(match.t, "ana")


@pytest.mark.rule("GA-15.10")
@pytest.mark.rule("GA-15.22")
@pytest.mark.rule("GA-19.10")
def test_ga_15_10_and_15_22_leveling_up_changes_only_what_is_printed() -> None:
    match = memory(turn(phase="materialize"), "A1")
    champion = match.champion("ana")
    champion.rested, champion.damage, champion.counters["enlighten"] = True, 4, 2
    match.play('ana materialize "Kai, One" A1; ana resolve')
    assert champion.rested and champion.damage == 4 and champion.counters == {"enlighten": 2}
    assert life_of(match.t, champion) == 20 and match.champion("ana") is champion


def test_ga_15_12_nobody_levels_up_anothers_champion() -> None:
    match = memory(turn(phase="materialize"), "A1")
    match.refuse('ana materialize "Kai, One" A1 lineage=bo.champion', "GA-15.12")


def test_ga_15_13_a_champion_that_may_not_level_up_does_not() -> None:
    match = memory(with_champions("Nameless", phase="materialize"), "A1", "A2")
    match.level("ana", "Nameless")
    match.refuse('ana materialize "Kai, Two" A1 A2', "GA-24.21")
    other = memory(with_champions("Nameless", "Kai, Late", phase="materialize"), "A1", "A2")
    other.level("ana", "Nameless")
    other.refuse('ana materialize "Kai, Late" A1 A2', "GA-15.13")


def test_ga_15_15_lineage_asks_for_the_character_below() -> None:
    match = turn(extra=CHAMPIONS).hold("ana", "Ascend").level("ana", "Mo, One")
    match.play("ana activate Ascend")
    match.refuse('ana resolve did=level:"Kai, Two"', "GA-15.15", lineage="Kai")


def test_ga_24_21_a_champion_is_materialized_onto_its_own_lineage() -> None:
    match = memory(turn(phase="materialize"), "A1", "A2").level("ana", "Mo, One")
    match.refuse('ana materialize "Kai, Two" A1 A2', "GA-24.21", lineage="Kai")


@pytest.mark.rule("GA-15.16")
def test_ga_15_16_a_text_may_allow_the_same_level() -> None:
    match = memory(with_champions("Wanderer", "Jo, Other", phase="materialize"), "A1")
    match.level("ana", "Wanderer").play('ana materialize "Jo, Other" A1; ana resolve')
    assert match.champion("ana").name == "Jo, Other"


def test_ga_i_18_which_of_two_champions_levels_up() -> None:
    spirits = {"ana": (*MATERIAL[:-1], "Water")}
    match = memory(turn(phase="materialize", materials=spirits), "A1")
    other = second(match)
    match.play(f'ana materialize "Kai, One" A1 lineage={other}; ana resolve')
    assert match.one(ChampionLeveled).thing == other
    first = turn(phase="materialize", materials=spirits, choices={"GA-I 18": "only_the_first"})
    other = second(memory(first, "A1"))
    first.refuse(f'ana materialize "Kai, One" A1 lineage={other}', "GA-15.8")


@pytest.mark.rule("GA-15.11")
def test_ga_15_11_the_leveling_itself_is_not_answered() -> None:
    match = memory(turn(phase="materialize"), "A1").play('ana materialize "Kai, One" A1')
    assert match.champion("ana").name == "Fire"
    match.play("ana resolve")
    assert match.champion("ana").name == "Kai, One" and match.ga.waiting.stack == []


@pytest.mark.rule("GA-15.14")
def test_ga_15_14_leveling_up_by_an_effect_is_no_materialization() -> None:
    match = with_champions().hold("ana", "Ascend").play("ana activate Ascend")
    match.play('ana resolve did=level:"Kai, One"')
    assert match.champion("ana").name == "Kai, One" and not match.ga.done.materialized


def test_ga_15_15_only_what_can_come_on_top_is_asked_about() -> None:
    match = with_champions().hold("ana", "Ascend").play("ana activate Ascend")
    match._log("ana resolve")
    assert isinstance(match.verdict, Incomplete)
    assert match.verdict.choices == {"did": ('level:"Kai, One":ana',)}


@pytest.mark.rule("GA-15.22")
def test_ga_15_22_what_is_on_the_champion_stays() -> None:
    match = memory(turn(phase="materialize"), "A1")
    match.champion("ana").counters["level"] = 1
    match.play('ana materialize "Kai, One" A1; ana resolve; ana tally level=2')


# -- lineages ------------------------------------------------------------------------------------


@pytest.mark.rule("GA-15.18")
@pytest.mark.rule("GA-15.19")
def test_ga_15_18_and_15_19_only_inherited_effects_count_below() -> None:
    match = with_champions("Gift", "Kai, Late").level("ana", "Gift", "Kai, Late")
    champion = match.champion("ana")
    assert life_of(match.t, champion) == 9 + 3
    match.play("ana tally life=12 level=2")


@pytest.mark.rule("GA-15.20")
@pytest.mark.rule("GA-15.44")
def test_ga_15_20_and_15_44_a_lineage_has_all_elements_of_its_cards() -> None:
    match = turn().level("ana", "Kai, One", "Kai, Two", "Kai, Storm")
    assert elements_of(match.t, match.champion("ana")) == {"fire", "norm", "arcane"}
    assert {"fire", "arcane"} <= enabled(match.t, "ana")


@pytest.mark.rule("GA-15.19")
def test_ga_15_19_power_and_class_below_are_as_if_not_there() -> None:
    material = ("Fire", "Kai, One", "Brute, Two", "Kai, Three", "Big, Three")
    big = CHAMPIONS + '[[cards]]\nname = "Big, Three"\ntypes = ["champion"]\nlevel = 3\n'
    big += 'memory = 3\nlife = 30\ndeck = "material"\n'
    match = turn(extra=big, materials={"ana": material})
    match.level("ana", "Kai, One", "Brute, Two", "Big, Three")
    match.refuse("ana attack ana.champion bo", "GA-15.40")


@pytest.mark.rule("GA-15.44")
def test_ga_15_44_a_card_of_an_element_below_is_played() -> None:
    match = turn().level("ana", "Kai, One").hold("ana", "Fire2")
    match.play("ana activate Fire2")


@pytest.mark.rule("GA-15.21")
def test_ga_15_21_the_card_laid_on_top_triggers_its_on_enter() -> None:
    match = memory(with_champions("Gift", phase="materialize"), "A1")
    before = match.size("ana", "hand")
    match.play("ana materialize Gift A1; ana resolve; ana resolve")
    assert match.size("ana", "hand") == before + 2


@pytest.mark.rule("GA-15.23")
def test_ga_15_23_the_champion_is_as_old_as_its_first_card() -> None:
    match = memory(turn(phase="materialize"), "A1")
    since = match.champion("ana").since
    match.play('ana materialize "Kai, One" A1; ana resolve')
    assert match.champion("ana").since == since


@pytest.mark.rule("GA-15.24")
@pytest.mark.rule("GA-15.25")
@pytest.mark.rule("GA-15.50")
def test_ga_15_24_lineage_and_counters_go_with_the_champion() -> None:
    spirits = {"ana": (*MATERIAL[:-1], "Water")}
    match = turn(edition="R26", materials=spirits)
    other = second(match)
    match.level("ana", "Kai, One")
    match.champion("ana").counters["level"] = 1
    match.champion("ana").damage = 20
    match.play("ana tally")
    assert match.side("ana").champions == [other]
    assert sorted(match.ga.zones.piles["ana.banishment"]) == ["Fire", "Kai, One"]
    assert match.thing(other).counters == {} and match.thing(other).damage == 0


@pytest.mark.rule("GA-15.26")
def test_ga_15_26_a_lineage_is_called_after_its_top_card() -> None:
    cards = turn().t.catalog.by_name
    assert cards["Kai, Two"].lineage == "Kai" and cards["Mo, One"].lineage == "Mo"
    match = memory(turn(phase="materialize"), "A1", "A2").level("ana", "Kai, One")
    match.play('ana materialize "Kai, Two" A1 A2')


@pytest.mark.rule("GA-15.28")
@pytest.mark.parametrize(("edition", "is_kai"), [("R25", True), ("R26", False)])
def test_ga_15_28_a_name_inside_a_name(edition: str, is_kai: bool) -> None:
    match = with_champions("Flawless Spirit of Kai", phase="materialize", edition=edition)
    memory(match, "A1", "A2").level("ana", "Flawless Spirit of Kai")
    if is_kai:
        match.play('ana materialize "Kai, Two" A1 A2')
    else:
        match.refuse('ana materialize "Kai, Two" A1 A2', "GA-24.21")


@pytest.mark.rule("GA-15.26")
@pytest.mark.parametrize(("edition", "inside"), [("R25", True), ("R26", False)])
def test_ga_15_26_a_champion_bonus_knows_a_name_inside_a_name_in_r25(
    edition: str, inside: bool
) -> None:
    match = with_champions("Flawless Spirit of Kai", edition=edition)
    match.level("ana", "Flawless Spirit of Kai")
    card = match.t.catalog.by_name["A1"]
    for name, found in (
        ("kai", inside),
        ("spirit of kai", inside),
        ("flawless spirit of kai", True),
        ("ai", False),
        ("mo", False),
    ):
        assert holds(match.t, "ana", card, [f"{name} bonus"]) == found, name
    match.level("ana", "Kai, One")
    assert holds(match.t, "ana", card, ["kai bonus"])
    assert not holds(match.t, "ana", card, ["one bonus"])


@pytest.mark.rule("GA-15.50")
@pytest.mark.parametrize("edition", ["R25", "R26"])
def test_ga_15_50_a_champion_card_is_in_no_graveyard(edition: str) -> None:
    match = memory(turn(phase="materialize", edition=edition), "A1")
    match.play('ana materialize "Kai, One" A1').level("ana", "Mo, One")
    match.play("ana resolve")
    assert match.ga.zones.piles["ana.banishment"] == ["A1", "Kai, One"]
    assert match.size("ana", "graveyard") == 0


@pytest.mark.rule("GA-15.25")
def test_ga_15_25_another_champion_has_nothing_of_the_first() -> None:
    match = turn(edition="R26", materials={"ana": (*MATERIAL[:-1], "Water")})
    match.champion("ana").damage = 9
    match.champion("ana").counters["enlighten"] = 3
    other = match.thing(second(match))
    assert other.damage == 0 and other.counters == {}


@pytest.mark.rule("GA-15.27")
def test_ga_15_27_the_name_changes_with_the_top_card() -> None:
    match = memory(with_champions("Jo, Other", "Kai, Late", phase="materialize"), "A1", "A2")
    match.level("ana", "Jo, Other").play('ana materialize "Kai, Late" A1 A2; ana resolve')
    match.at("materialize")
    memory(match, "A1", "A2", "A3").play('ana materialize "Kai, Three" A1 A2 A3')


# -- deleveling ----------------------------------------------------------------------------------


def test_ga_15_30_nobody_delevels_without_a_reason() -> None:
    match = turn().level("ana", "Kai, One")
    match.refuse("ana act delevel", "GA-15.30")


@pytest.mark.rule("GA-15.31")
def test_ga_15_31_the_top_card_is_in_the_material_deck_again() -> None:
    match = with_champions().level("ana", "Kai, One").hold("ana", "Descend")
    before = match.size("ana", "material")
    match.play("ana activate Descend; ana resolve")
    assert match.champion("ana").name == "Fire"
    assert match.size("ana", "material") == before + 1
    assert match.one(ChampionLeveled).how == "deleveled"


@pytest.mark.rule("GA-15.32")
def test_ga_15_32_damage_stays_and_may_be_too_much() -> None:
    match = with_champions().level("ana", "Kai, One").hold("ana", "Descend")
    match.champion("ana").damage = 16
    match.play("ana activate Descend; ana resolve")
    assert match.one(MatchEnded).winners == ("bo",)


@pytest.mark.rule("GA-15.33")
def test_ga_15_33_a_card_leveled_into_again_is_a_new_one() -> None:
    match = memory(with_champions("Gift", phase="materialize"), "A1").hold("ana", "Descend")
    match.play("ana materialize Gift A1; ana resolve; ana resolve; ana activate Descend")
    match.play("ana resolve").at("materialize")
    memory(match, "A1").play("ana materialize Gift A1; ana resolve")
    assert [each.trigger for each in match.ga.waiting.stack] == ["on enter"]  # type: ignore[union-attr]


@pytest.mark.rule("GA-15.34")
def test_ga_15_34_the_last_card_may_go_and_its_player_loses() -> None:
    match = with_champions().hold("ana", "Descend").play("ana activate Descend; ana resolve")
    assert match.one(MatchEnded).rule == "GA-4.6"


def test_ga_i_7_the_last_card_of_a_lineage() -> None:
    match = with_champions().hold("ana", "Descend").play("ana activate Descend; ana resolve")
    assert match.one(MatchEnded).winners == ("bo",)
    kept = with_champions(choices={"GA-I 7": "refused"}).hold("ana", "Descend")
    kept.play("ana activate Descend")
    kept.play("ana resolve")
    assert kept.champion("ana").name == "Fire"


@pytest.mark.parametrize(("choice", "drawn"), [("no", 0), ("triggers", 2)])
def test_ga_i_8_the_card_laid_bare_enters_or_not(choice: str, drawn: int) -> None:
    match = with_champions("Gift", "Kai, Late", choices={"GA-I 8": choice})
    match.level("ana", "Gift", "Kai, Late").hold("ana", "Descend")
    before = match.size("ana", "hand")
    match.play("ana activate Descend; ana resolve; ana step end")
    assert match.size("ana", "hand") == before - 1 + drawn


# -- attacks -------------------------------------------------------------------------------------


def test_ga_15_40_a_champion_attacks_by_a_card_or_a_weapon() -> None:
    match = turn().hold("ana", "Cut2")
    match.refuse("ana attack ana.champion bo", "GA-15.40")
    match.play("ana activate Cut2 target=bo damage=2")


@pytest.mark.rule("GA-15.41")
def test_ga_15_41_a_rested_champion_does_not_attack() -> None:
    match = turn().hold("ana", "Cut2")
    match.put("ana", "Blade1")
    match.champion("ana").rested = True
    match.refuse("ana attack ana.champion bo uses=Blade1", "GA-15.41")
    match.refuse("ana activate Cut2", "GA-14.5")


@pytest.mark.rule("GA-15.42")
def test_ga_15_42_a_champion_rests_once_for_an_attack_card() -> None:
    match = turn().hold("ana", "Cut2").play("ana activate Cut2")
    assert match.champion("ana").rested
    match.play("ana attack ana.champion bo damage=2")
    assert match.champion("ana").spent == 2


@pytest.mark.rule("GA-15.43")
def test_ga_15_43_a_champion_with_power_attacks_by_itself() -> None:
    material = ("Fire", "Kai, One", "Brute, Two")
    match = turn(materials={"ana": material}).level("ana", "Kai, One", "Brute, Two")
    match.play("ana attack ana.champion bo damage=1")


# -- the end of a champion -----------------------------------------------------------------------


@pytest.mark.rule("GA-15.51")
@pytest.mark.rule("GA-25.13")
def test_ga_15_51_lethal_damage_loses_the_game_and_is_explained() -> None:
    match = turn()
    match.champion("bo").damage = 13
    mine = match.put("ana", "A2")
    match.play(f"ana attack {mine} bo damage=2")
    life = match.one(LifeReckoned)
    assert [(each.label, each.value) for each in life.terms] == [("Fire", 15), ("damage", -15)]
    assert match.one(MatchEnded).winners == ("ana",) and life.total == 0
    spared = turn()
    spared.champion("bo").damage = 15
    spared.champion("bo").marks.append("immortality")
    spared.play("ana tally")
    assert not spared.ga.over


@pytest.mark.rule("GA-15.52")
def test_ga_15_52_a_champion_dies_though_it_is_banished() -> None:
    match = turn()
    match.champion("bo").damage = 15
    match.play("ana tally")
    assert match.one(MatchEnded).rule == "GA-4.5"


@pytest.mark.parametrize(
    ("choice", "edition", "over"),
    [("yes", "R25", True), ("yes", "R26", False), ("no", "R25", False)],
)
def test_ga_i_9_whether_lethal_damage_is_death(choice: str, edition: str, over: bool) -> None:
    spirits = {"ana": (*MATERIAL[:-1], "Water")}
    match = turn(materials=spirits, edition=edition, choices={"GA-I 9": choice})
    second(match)
    match.champion("ana").damage = 15
    match.play("ana tally")
    assert bool(match.ga.over) == over
    if not over:
        how = "died" if choice == "yes" else "destroyed"
        assert match.one(ObjectLeft).how == how
        assert {each.target for each in match.all(CardMoved)} == {"ana.banishment"}


def test_ga_15_24_a_champion_goes_over_with_its_lineage() -> None:
    text = CHAMPIONS.replace(
        'steps = [{ do = "delevel" }]',
        'aims.taken = { what = { is = "champion", of = "opponent" } }\n'
        'steps = [{ do = "control", thing = "taken", player = "you" }]',
    )
    match = turn(3, extra=text).level("bo", "Kai, One").hold("ana", "Descend")
    match.play("ana activate Descend bo.champion; ana resolve")
    assert match.side("bo").lost and not match.ga.over
    assert match.side("ana").champions == ["ana.champion"]  # what bo owns has left the game


def test_ga_i_18_who_has_several_champions_says_which_levels_up():
    choices, materials = {"GA-I 18": "player_chooses"}, {"ana": (*MATERIAL, "Water")}
    match = turn(phase="materialize", choices=choices, materials=materials, format="casual")
    enter_champion(match.t, "ana", "Water")
    match.hold("ana", "A1", place="memory")
    match.play('ana materialize "Kai, One" A1')
    assert isinstance(match.verdict, Incomplete)
    assert match.verdict.choices == {"lineage": ("ana.champion", "ana.champion.2")}
    match.play('ana materialize "Kai, One" A1 lineage=ana.champion.2; ana resolve')
    assert match.thing("ana.champion.2").name == "Kai, One"
    match.at("materialize").hold("ana", "A1", "A2", place="memory")
    match.play('ana materialize "Kai, Two" A1 A2; ana resolve')
    assert match.thing("ana.champion.2").name == "Kai, Two"
