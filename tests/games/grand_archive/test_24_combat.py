"""Keywords of combat (section 24)."""

import pytest

from referee.games.grand_archive.facts import StrikeReckoned
from tests.games.grand_archive.table import Match, turn


def ally(name: str, power: int, life: int, *keywords: str, more: str = "") -> str:
    """An ally of class warrior, as no champion is."""
    return (
        f'[[cards]]\nname = "{name}"\ntypes = ["ally"]\nclasses = ["warrior"]\nreserve = 2\n'
        f"power = {power}\nlife = {life}\nkeywords = {list(keywords)}\n{more}\n"
    )


def drawing(*triggers: str) -> str:
    """Effects that draw a card each."""
    return "\n".join(
        f'[[cards.effects]]\nname = "{each}"\nwhen = "{each}"\n'
        'steps = [{ do = "draw", count = 1 }]'
        for each in triggers
    )


FIGHTERS = "\n".join(
    (
        ally("Lurker", 2, 3, "ambush"),
        ally("Crusher", 2, 3, "critical 1"),
        ally("Wrecker", 2, 3, "critical 2"),
        ally("Riposte", 1, 3, "retort 2"),
        ally("Ghost", 2, 3, "unblockable"),
        ally("Sworn", 1, 3, "intercept", "pride 3"),
        ally("Shade", 1, 3, "intercept", "stealth"),
        ally("Hero", 1, 3, "commanded will 2"),
        ally("Flurry", 2, 3, "multistrike 2"),
        ally("Scout", 2, 3, more=drawing("on attack", "on hit", "on kill")),
        ally("Fan", 2, 3, more=drawing("on champion hit", "on enter", "on leave", "on death")),
        ally("Hunter", 2, 3, more=drawing("on ally hit")),
        '[[cards]]\nname = "Drill"\ntypes = ["attack"]\nreserve = 1\npower = 1',
        'keywords = ["command"]\nnamed = { command = ["fire"] }',
        ally("Scarred", 2, 3, "taunt", more='conditions = { taunt = [["class bonus"]] }'),
    )
)


def dealt(match: Match, seat: str = "ana") -> list[int]:
    """What the units of a player dealt in the newest strike."""
    return [fact.total for fact in match.all(StrikeReckoned) if fact.seat == seat]


# -- who retaliates --------------------------------------------------------------------------------


@pytest.mark.rule("GA-24.2")
def test_ga_24_2_an_awake_unit_with_ambush_retaliates_without_defending():
    match = turn(extra=FIGHTERS)
    lurker, other = match.put("bo", "Lurker"), match.put("bo", "A2")
    tired = match.put("bo", "Lurker", rested=True)
    match.play(f"ana attack {match.put('ana', 'A3')} bo")
    match.refuse(f"bo retaliate {other}", "GA-17.32", thing=other)
    match.refuse(f"bo retaliate {tired}", "GA-17.32", thing=tired)
    match.play(f"bo retaliate {lurker}; ana damage")
    assert dealt(match, "bo") == [2]
    assert match.thing(lurker).damage == 0, "it was not attacked"


@pytest.mark.rule("GA-24.35")
def test_ga_24_35_a_steadfast_unit_retaliates_rested_and_does_not_rest():
    match = turn()
    tired, stone = match.put("bo", "Stone2", rested=True), match.put("bo", "Stone2")
    for attacked in (tired, stone):
        match.play(f"ana attack {match.put('ana', 'A2')} {attacked}; bo retaliate {attacked}")
        match.play("ana damage")
        assert dealt(match, "bo") == [1]
    assert match.thing(tired).rested and not match.thing(stone).rested


@pytest.mark.rule("GA-24.32")
def test_ga_24_32_retort_adds_power_while_it_retaliates_only():
    match = turn(extra=FIGHTERS)
    defends, attacks = match.put("bo", "Riposte"), match.put("ana", "Riposte")
    match.play(f"ana attack {attacks} {defends}; bo retaliate {defends}; ana damage")
    assert (dealt(match), dealt(match, "bo")) == ([1], [3])


# -- what is attacked ------------------------------------------------------------------------------


def test_ga_24_36_what_has_stealth_is_attacked_by_true_sight_alone():
    match = turn().hold("ana", "Cut2")
    shade = match.put("bo", "Shade2")
    match.refuse(f"ana attack {match.put('ana', 'A2')} {shade}", "GA-17.8", thing=shade)
    match.play("ana activate Cut2")
    match.refuse(f"ana attack ana {shade}", "GA-24.36", thing=shade)
    match = turn()
    shade = match.put("bo", "Shade2")
    match.play(f"ana attack {match.put('ana', 'Eye2')} {shade}")


def test_ga_24_37_what_has_taunt_is_attacked_first_while_awake():
    match = turn().hold("ana", "Cut2", "Cut2")
    guard = match.put("bo", "Guard2")
    match.refuse(f"ana attack {match.put('ana', 'A2')} bo", "GA-17.7", taunting=guard)
    match.refuse("ana activate Cut2 target=bo", "GA-24.37", taunting=guard)
    match.thing(guard).rested = True
    match.play("ana activate Cut2; ana attack ana bo; ana damage")


@pytest.mark.rule("GA-24.37")
def test_ga_24_37_taunt_under_a_condition_that_fails_is_nothing():
    match = turn(extra=FIGHTERS)
    match.put("bo", "Scarred")
    match.play(f"ana attack {match.put('ana', 'A2')} bo")


@pytest.mark.rule("GA-24.38")
def test_ga_24_38_an_unblockable_attack_passes_taunt_and_is_not_intercepted():
    match = turn(extra=FIGHTERS)
    match.put("bo", "Guard2")
    page = match.put("bo", "Page2")
    match.play(f"ana attack {match.put('ana', 'Ghost')} bo")
    match.refuse(f"bo intercept {page}", "GA-24.38")


@pytest.mark.rule("GA-24.18")
def test_ga_24_18_an_awake_ally_takes_the_attack_on_its_champion():
    match = turn(extra=FIGHTERS)
    page, plain = match.put("bo", "Page2"), match.put("bo", "A2")
    tired, sworn = match.put("bo", "Page2", rested=True), match.put("bo", "Sworn")
    match.play(f"ana attack {match.put('ana', 'A1')} {plain}")
    match.refuse(f"bo intercept {page}", "GA-24.18")
    match.play(f"ana damage; ana attack {match.put('ana', 'A1')} bo")
    match.refuse(f"bo intercept {tired}", "GA-24.18", thing=tired)
    match.refuse(f"bo intercept {sworn}", "GA-24.28", thing=sworn)
    match.refuse(f"bo intercept {plain}", "GA-17.10", thing=plain)
    match.play(f"bo intercept {page}; ana damage")
    assert match.thing(page).damage == 1
    assert match.champion("bo").damage == 0


@pytest.mark.rule("GA-17.70")
@pytest.mark.parametrize("edition", ["R25", "R26"])
def test_ga_17_70_an_ally_with_stealth_that_intercepts_defends_no_more(edition: str):
    for attacker, damage in (("A1", 0), ("Eye2", 2)):
        match = turn(extra=FIGHTERS, edition=edition)
        shade = match.put("bo", "Shade")
        match.play(f"ana attack {match.put('ana', attacker)} bo; bo intercept {shade}; ana damage")
        assert match.thing(shade).damage == damage
        assert match.champion("bo").damage == 0


@pytest.mark.rule("GA-24.5")
def test_ga_24_5_cleave_strikes_all_that_a_player_has_and_is_not_intercepted():
    match = turn().hold("ana", "Sweep4")
    one, page, hill = match.put("bo", "A3"), match.put("bo", "Page2"), match.put("bo", "Hill3")
    match.play("ana activate Sweep4; ana resolve")
    match.refuse(f"bo intercept {page}", "GA-24.5")
    match.play("ana damage")
    assert dealt(match) == [2, 2, 2, 2]
    assert match.champion("bo").damage == match.thing(one).damage == 2
    assert match.thing(hill).counters == {"durability": 1}
    assert page not in match.ga.zones.things


# -- Command ---------------------------------------------------------------------------------------


def test_ga_24_6_an_obedient_awake_ally_performs_a_command_card():
    match = turn(extra=FIGHTERS).hold("ana", "Cmd2", "Cut2")
    ready, tired = match.put("ana", "A2"), match.put("ana", "A3", rested=True)
    proud = match.put("ana", "Proud3")
    match.refuse(f"ana activate Cmd2 attacker={tired}", "GA-24.6", thing=tired)
    match.refuse(f"ana activate Cmd2 attacker={proud}", "GA-24.6", thing=proud)
    match.refuse(f"ana activate Cut2 attacker={ready}", "GA-24.6", card="Cut2")
    match.play(f"ana activate Cmd2 attacker={ready} target=bo; ana resolve; ana damage")
    assert match.thing(ready).rested and not match.champion("ana").rested
    assert match.champion("bo").damage == 3


def test_ga_24_6_a_command_card_is_for_such_allies_as_it_names():
    match = turn(extra=FIGHTERS).hold("ana", "Drill")
    match.refuse("ana activate Drill", "GA-24.6", card="Drill")
    other, one = match.put("ana", "A2"), match.put("ana", "Fire2")
    match.refuse(f"ana activate Drill attacker={other}", "GA-24.6", thing=other)
    match.play("ana activate Drill")
    assert match.thing(one).rested


@pytest.mark.rule("GA-24.41")
def test_ga_24_41_commanded_will_adds_power_to_an_attack_with_a_command_card():
    match = turn(extra=FIGHTERS, edition="R26").hold("ana", "Cmd2")
    hero = match.put("ana", "Hero")
    match.play(f"ana attack {hero} bo; ana damage")
    assert dealt(match) == [1]
    match.thing(hero).rested = False
    match.play(f"ana activate Cmd2 attacker={hero} target=bo; ana resolve; ana damage")
    assert dealt(match) == [1 + 1 + 2]


def test_r25_has_no_commanded_will():
    match = turn(extra=FIGHTERS).hold("ana", "Cmd2")
    hero = match.put("ana", "Hero")
    match.play(f"ana activate Cmd2 attacker={hero} target=bo; ana resolve; ana damage")
    assert dealt(match) == [1 + 1]


# -- Multistrike -----------------------------------------------------------------------------------


def test_ga_24_41_multistrike_attacks_as_many_further_targets_as_it_says():
    match = turn(extra=FIGHTERS, edition="R26")
    hits = match.put("ana", "Flurry")
    one, two, three = (match.put("bo", name) for name in ("A3", "A4", "A1"))
    line = f"ana attack {hits} {one}"
    match.refuse(f"{line} further={two},{three},bo", "GA-24.41", most=2, count=3)
    match.refuse(f"{line} further={one}", "GA-17.15", thing=one)
    match.refuse(f"ana attack {match.put('ana', 'A2')} {one} further={two}", "GA-24.41", most=0)
    match.play(f"{line} further={two},bo; bo retaliate {two}; ana damage")
    assert dealt(match) == [2, 2, 2]
    assert match.champion("bo").damage == match.thing(two).damage == 2


def test_ga_17_20_nothing_is_attacked_twice_by_a_text_that_no_catalog_tells():
    gale = ally("Gale", 1, 3, more='[[cards.effects]]\nwhen = "always"\ntext = "It attacks more."')
    match = turn(extra=gale)
    line = f"ana attack {match.put('ana', 'Gale')} bo"
    match.refuse(f"{line} further=bo", "GA-17.20", thing=match.champion("bo").id)
    match.play(f"{line} further={match.put('bo', 'A2')}")


def test_ga_24_41_a_further_target_of_a_name_that_both_sides_bear_is_the_others():
    match = turn(extra=FIGHTERS, edition="R26")
    match.put("ana", "Flurry")
    match.put("ana", "A4")
    one, two = match.put("bo", "A3"), match.put("bo", "A4")
    match.play(f"ana attack Flurry {one} further=A4; ana damage")
    assert match.thing(two).damage == 2


def test_ga_24_41_one_target_of_several_is_intercepted():
    match = turn(extra=FIGHTERS, edition="R26")
    one, page = match.put("bo", "A3"), match.put("bo", "Page2")
    match.play(f"ana attack {match.put('ana', 'Flurry')} {one} further=bo; bo intercept {page}")
    match.play("ana damage")
    assert match.champion("bo").damage == 0
    assert match.thing(one).damage == 2


# -- Critical --------------------------------------------------------------------------------------


@pytest.mark.rule("GA-24.7")
def test_ga_24_7_critical_doubles_the_damage_unless_an_opponent_discards():
    match = turn(extra=FIGHTERS).hold("bo", "A1", "A2")
    match.play(f"ana attack {match.put('ana', 'Crusher')} bo; ana damage")
    assert dealt(match) == [4]
    match.play(f"ana attack {match.put('ana', 'Crusher')} bo")
    match.refuse("bo damage discards=A1,A2", "GA-24.7", count=2, number=1)
    match.refuse("ana damage discards=A1", "GA-24.7", seat="ana")
    match.play("bo damage discards=A1")
    assert dealt(match) == [2]
    assert match.ga.zones.piles["bo.graveyard"] == ["A1"]


def test_ga_24_7_critical_adds_up():
    match = turn(extra=FIGHTERS).hold("bo", "A1", "A2", "A3")
    thing = match.put("ana", "Wrecker")
    match.play(f"ana attack {thing} bo")
    match.refuse("bo damage discards=A1", "GA-24.7", number=2)
    match.play("bo damage discards=A1,A2")
    assert dealt(match) == [2]


# -- Ranged ----------------------------------------------------------------------------------------


@pytest.mark.rule("GA-24.29")
def test_ga_24_29_ranged_adds_power_while_distant_until_the_turn_of_its_player_ends():
    match = turn()
    bowman = match.put("ana", "Bowman2")
    match.play(f"ana attack {bowman} bo; ana damage")
    assert dealt(match) == [2]
    match.thing(bowman).rested = False
    match.thing(bowman).marks.append("distant")
    match.play(f"ana attack {bowman} bo; ana damage")
    assert dealt(match) == [4]
    match.play("ana end")
    assert match.thing(bowman).marks == []


# -- triggers --------------------------------------------------------------------------------------


@pytest.mark.rule("GA-24.24")
def test_ga_24_24_on_attack_on_hit_and_on_kill_trigger_each_at_its_moment():
    match = turn(extra=FIGHTERS)
    scout, prey = match.put("ana", "Scout"), match.put("bo", "A2")
    hand = match.size("ana", "hand")
    match.play(f"ana attack {scout} {prey}; ana resolve")
    assert match.size("ana", "hand") == hand + 1, "On Attack"
    match.play("ana damage; ana step end")
    assert match.size("ana", "hand") == hand + 3, "On Hit and On Kill"


@pytest.mark.rule("GA-24.24")
@pytest.mark.parametrize(("name", "target", "drawn"), [
    ("Fan", "bo", 1), ("Fan", "Wall3.1", 0), ("Hunter", "bo", 0), ("Hunter", "Wall3.1", 1),
])  # fmt: skip
def test_ga_24_24_some_hear_of_a_champion_hit_or_an_ally_hit_only(
    name: str, target: str, drawn: int
):
    match = turn(extra=FIGHTERS)
    match.put("bo", "Wall3")
    hand = match.size("ana", "hand")
    match.play(f"ana attack {match.put('ana', name)} {target}; ana damage; ana step end")
    assert match.size("ana", "hand") == hand + drawn


@pytest.mark.rule("GA-24.25")
def test_ga_24_25_on_enter_on_leave_and_on_death_trigger_each_at_its_moment():
    match = turn(extra=FIGHTERS).hold("ana", "Fan")
    match.play("ana activate Fan; ana resolve")
    hand = match.size("ana", "hand")
    match.play("ana resolve")
    assert match.size("ana", "hand") == hand + 1, "On Enter"
    foe = match.put("bo", "A4")
    match.play(f"ana attack Fan.1 {foe}; bo retaliate {foe}; ana damage; ana step end")
    assert match.size("ana", "hand") == hand + 3, "On Leave and On Death"
