"""The last texts of the shipped catalog that were told in part, played through whole lines."""

from functools import partial

import pytest

from events.notation.words import quote
from referee.games.grand_archive.handlers import handles
from referee.games.grand_archive.places import LAYOUT, Parting, goes, put, turn_over
from referee.games.grand_archive.state import Activation, Triggered, Used, combat_of
from referee.games.grand_archive.triggers import report, set_off
from referee.games.grand_archive.values import forbidden, has_word, life_of, power_of
from referee.parts.lasting_changes import begin
from referee.verdict import Incomplete, OnTrust
from tests.games.grand_archive import test_effects_played as played
from tests.games.grand_archive.table import Match

DECK = dict.fromkeys(
    (
        *("Fireball", "Frostbind", "Gray Wolf", "Ordinary Bear", "Giant Tortoise", "Clean Cut"),
        *("Smash with Obelisk", "Palatial Concourse", "Innervate Fury", "Freezing Round"),
        *("Honorable Vanguard", "Stalwart Shieldmate", "Deadly Opportunist", "Dungeon Guide"),
        *("Charge the Soul", "Arcane Blast", "Disintegrate", "Kraal, Stonescale Tyrant"),
    ),
    4,
)
MATERIAL = (
    *(
        "Spirit of Fire",
        "Spirit of Wind",
        "Nameless Champion",
        "Rai, Spellcrafter",
        "Nico, Rapture's Embrace",
    ),
    *("Diana, Moonpiercer", "Guo Jia, Blessed Scion", "Alice, Phantom Monarch"),
    *("Temptation's Facade", "Sealed Blade", "Training Sword"),
    "Ciel, Loyal Valet",
)


def main(*elements: str, phase: str = "main", active: str = "ana") -> Match:
    """A phase with hands of six, in which both play these elements, too."""
    match = partial(played.main, deck=DECK, material=MATERIAL)(phase=phase, active=active)
    for seat in ("ana", "bo"):
        for element in elements:
            begin(match.t, "", seat, "permit", f"element {element}", None)
    return match


def test_ga_15_13_a_champion_that_cannot_level_up_does_not() -> None:
    match = main().level("ana", "Nameless Champion")
    assert forbidden(match.t, "level up", "ana.champion")
    assert not forbidden(match.t, "level up", "bo.champion")


def two_fireballs() -> Match:
    """Two of bo's Fireballs at ana's Diana, whose text is to be declared."""
    match = main(active="bo").level("ana", "Diana, Moonpiercer").hold("bo", "Fireball", "Fireball")
    match.unseen("bo", "hand", 14)
    line = "bo activate Fireball ana.champion hold=yes"
    match.play(f"{line}; {line}")
    report(match.t, "becomes distant", "ana.champion")
    handles.follows(match.t)
    return match.play('ana trigger "Diana, Moonpiercer" mode=negate')


@pytest.mark.parametrize(
    ("did", "damage"),
    [("", 0), ('pay:2:bo negate:"Fireball.1"', 1), ("pay:2:bo pay:2:bo", 2)],
)
def test_ga_8_10_each_activation_is_paid_for_apart(did: str, damage: int) -> None:
    match = two_fireballs()
    paid = match.size("bo", "memory")
    match.play(f"ana resolve {did}")
    assert match.size("bo", "memory") == paid + 2 * damage
    match.play("bo end")
    assert match.champion("ana").damage == damage


def test_ga_8_10_where_one_of_two_is_paid_for_it_is_asked_which_is_negated() -> None:
    match = two_fireballs().play("ana resolve pay:2:bo")
    assert isinstance(match.verdict, Incomplete)
    assert match.verdict.choices == {"did": ("negate:Fireball.1", "negate:Fireball.2")}
    match.play('ana resolve pay:2:bo negate:"Fireball.2"')
    assert [each.source for each in match.ga.waiting.stack] == ["Fireball.1"]


@pytest.mark.parametrize(
    "said",
    [
        *("pay:1:bo", "pay:4:bo", "pay:0:bo", "pay:2:bo pay:2:ana", "pay:2:bo draw"),
        'pay:2:bo negate:"Gray Wolf"',
    ],
)
def test_ga_1_6_what_was_said_wrongly_is_refused_before_what_is_missing_is_asked(
    said: str,
) -> None:
    two_fireballs().refuse(f"ana resolve {said}", "GA-1.6", list="outcome")


def test_ga_8_7_the_aim_of_an_activation_is_changed() -> None:
    match = main("water", active="bo").level("ana", "Nico, Rapture's Embrace")
    match.hold("bo", "Disintegrate").unseen("bo", "hand", 9)
    facade, sword = match.put("ana", "Temptation's Facade"), match.put("ana", "Training Sword")
    match.play(f'bo activate Disintegrate "{sword}"; ana ability "{facade}" Disintegrate')
    match.play("ana resolve; bo resolve")
    assert (sword in match.ga.zones.things, facade in match.ga.zones.things) == (True, False)


@pytest.mark.parametrize("what", ["trigger", "link", "ability"])
def test_ga_8_7_nothing_is_aimed_elsewhere_that_was_not_activated(what: str) -> None:
    match = main("water").level("ana", "Nico, Rapture's Embrace").unseen("bo", "hand", 9)
    facade, wolf = match.put("ana", "Temptation's Facade"), match.put("ana", "Gray Wolf")
    link = LAYOUT.enter(match.t, "Training Sword", "stack", "bo").id if what == "link" else ""
    match.ga.waiting.stack.append(
        {
            "trigger": Triggered(
                1, "bo", "bo.champion", aims=(wolf,), declared=True, card="Fireball"
            ),
            "link": Activation(
                1, "bo", link, aims=(wolf,), card="Training Sword", materialized=True
            ),
            "ability": Used(1, "bo", "bo.champion", aims=(wolf,), declared=True, card="Fireball"),
        }[what]
    )
    match.play(f'ana ability "{facade}" "{link or "bo.champion"}"')
    used = match.ga.waiting.stack[-1]
    assert isinstance(used, Used) and bool(used.aims) is (what == "ability")
    assert isinstance(match.verdict, OnTrust) is (what != "ability")


@pytest.mark.parametrize(("dealt", "queen"), [(7, True), (6, False)])
def test_ga_16_13_a_pawn_is_promoted_after_seven_damage(dealt: int, queen: bool) -> None:
    match = main().level("ana", "Alice, Phantom Monarch")
    pawn, bear = match.put("ana", "Pawn Piece"), match.put("bo", "Ordinary Bear")
    set_off(match.t, match.thing(pawn), "on hit", about=bear, amount=dealt)
    handles.follows(match.t)
    line = f'ana resolve sacrifice:"{pawn}" summon:"Queen Piece"'
    if queen:
        match.play(line)
        assert "Queen Piece.1" in match.ga.zones.things
    else:
        match.refuse(line, "GA-1.6")
        match.play("ana resolve; ana step main")


def test_ga_1_3_a_shadow_attacks_what_the_champion_has_hit_alone() -> None:
    match = main()
    shadow, sword = match.put("ana", "Ominous Shadow"), match.put("ana", "Training Sword")
    wolf, tortoise = match.put("bo", "Giant Tortoise"), match.put("bo", "Giant Tortoise")
    match.refuse(f'ana attack "{shadow}" "{wolf}"', "GA-1.3")
    match.play(f'ana attack ana.champion "{wolf}" uses="{sword}"; ana step main')
    match.refuse(f'ana attack "{shadow}" "{tortoise}"', "GA-1.3")
    match.refuse(f'ana attack "{shadow}" bo.champion', "GA-1.3")
    match.play(f'ana attack "{shadow}" "{wolf}"')


def test_ga_8_10_an_attack_has_the_cost_of_the_domain_that_was_sacrificed_for_it() -> None:
    match = main("neos").hold("ana", "Smash with Obelisk").unseen("ana", "hand", 4)
    domain = match.put("ana", "Palatial Concourse")
    line = f'ana activate "Smash with Obelisk" target=bo.champion pays=sacrifice:"{domain}"'
    match.play(f"{line} damage=8")
    assert match.champion("bo").damage == 8


@pytest.mark.parametrize(("bear", "tortoise", "whole"), [(3, 4, True), (3, 3, False)])
def test_ga_18_1_all_seven_are_split(bear: int, tortoise: int, whole: bool) -> None:
    match = main().level("ana", "Rai, Spellcrafter").hold("ana", "Innervate Fury")
    match.champion("ana").damage = 6
    one, other = match.put("bo", "Ordinary Bear"), match.put("bo", "Giant Tortoise")
    match.play(f'ana activate "Innervate Fury" "{one}" "{other}"')
    line = f'ana resolve damage:"{one}":{bear} damage:"{other}":{tortoise}'
    if whole:
        match.play(line)
    else:
        match.refuse(line, "GA-1.6")


def test_ga_18_1_what_was_for_an_ally_that_is_gone_is_dealt_to_nobody() -> None:
    match = main().level("ana", "Rai, Spellcrafter").hold("ana", "Innervate Fury")
    match.champion("ana").damage = 6
    one, other = match.put("bo", "Ordinary Bear"), match.put("bo", "Giant Tortoise")
    match.play(f'ana activate "Innervate Fury" "{one}" "{other}"')
    goes(match.t, Parting(match.thing(one), "destroyed", "GA-21.1"))
    match.refuse(f'ana resolve damage:"{other}":7', "GA-1.6")  # the other had 1 at least
    match.play(f'ana resolve damage:"{other}":4')
    assert match.thing(other).damage == 4


@pytest.mark.parametrize("none", ["none", "none:impossible", "none:declined"])
@pytest.mark.parametrize("said", ["", "34"])
def test_ga_11_6_that_it_was_paid_for_is_no_reason_for_nothing_to_be_dealt(
    said: str, none: str
) -> None:
    match, _ = fury(said)
    match.refuse(f"ana resolve {none}", "GA-11.6")


def fury(said: str = "", allies: int = 2) -> tuple[Match, list[str]]:
    """Ana's Innervate Fury at so many of bo's tortoises, of which that is said."""
    match = main().level("ana", "Rai, Spellcrafter").hold("ana", "Innervate Fury")
    match.champion("ana").damage = 6
    aims = [match.put("bo", "Giant Tortoise") for _ in range(allies)]
    did = ",".join(f'damage:"{one}":{share}' for one, share in zip(aims, said, strict=False))
    line = f'ana activate "Innervate Fury" {" ".join(map(quote, aims))}'
    match.play(f"{line} did={did} hold=yes" if did else f"{line} hold=yes")
    return match, aims


@pytest.mark.parametrize(
    ("shares", "dealt"), [("711", 9), ("171", 9), ("333", 9), ("52", 8), ("111", 3)]
)
def test_ga_1_6_what_is_split_is_the_whole_together(shares: str, dealt: int) -> None:
    match, aims = fury(allies=3)
    said = (f'damage:"{one}":{n}' for one, n in zip(aims, shares, strict=False))
    match.refuse(f"ana resolve {' '.join(said)}", "GA-1.6", whole=7, shared=dealt)
    said = (f'damage:"{one}":{n}' for one, n in zip(aims, "421", strict=True))
    match.play(f"ana resolve {' '.join(said)}")
    assert [match.thing(one).damage for one in aims] == [4, 2, 1]


def test_ga_8_7_what_is_declared_is_the_whole_together() -> None:
    with pytest.raises(AssertionError, match="7 damage is split, 9 of it is dealt"):
        fury("711", allies=3)
    match, aims = fury("511", allies=3)
    match.play("ana resolve")
    assert [match.thing(one).damage for one in aims] == [5, 1, 1]


def test_ga_1_6_of_what_is_split_one_is_left_for_each_other() -> None:
    match, _ = fury(allies=3)
    match.play("ana resolve")
    assert isinstance(match.verdict, Incomplete)
    assert match.verdict.choices["did"][-1] == 'damage:"Giant Tortoise.1":5'


def test_ga_8_7_seven_damage_has_at_most_seven_targets() -> None:
    match, _ = fury(allies=7)
    match.play("ana resolve" + "".join(f' damage:"Giant Tortoise.{at}":1' for at in range(1, 8)))
    assert [match.thing(f"Giant Tortoise.{at}").damage for at in range(1, 8)] == [1] * 7
    with pytest.raises(AssertionError, match="aimed at 7"):
        fury(allies=8)


def test_ga_18_1_the_only_target_has_all_of_it() -> None:
    match, (one,) = fury(allies=1)
    match.refuse(f'ana resolve damage:"{one}":6', "GA-1.6")
    match.play("ana resolve")
    assert one not in match.ga.zones.things or match.thing(one).damage == 7


def test_ga_8_7_a_split_that_was_declared_stays() -> None:
    match, (one, other) = fury("34")
    match.refuse(f'ana resolve damage:"{one}":5 damage:"{other}":2', "GA-1.6")
    match.play(f'ana resolve damage:"{other}":4')
    assert (match.thing(one).damage, match.thing(other).damage) == (3, 4)


def test_ga_8_7_what_was_declared_for_what_is_gone_is_lost() -> None:
    match, (one, other) = fury("34")
    goes(match.t, Parting(match.thing(one), "destroyed", "GA-21.1"))
    match.refuse(f'ana resolve damage:"{other}":7', "GA-1.6")
    match.play("ana resolve")
    assert match.thing(other).damage == 4


def test_ga_8_7_an_aim_that_might_take_none_takes_nothing_else_either() -> None:
    match = main("water", active="bo").level("ana", "Nico, Rapture's Embrace")
    match.hold("bo", "Innervate Fury").level("bo", "Rai, Spellcrafter")
    match.champion("bo").damage = 6
    facade, one = match.put("ana", "Temptation's Facade"), match.put("ana", "Giant Tortoise")
    match.play(f'bo activate "Innervate Fury" "{one}"; ana ability "{facade}" "Innervate Fury"')
    match.refuse(f'ana resolve redirect:"{facade}":"Innervate Fury.1":"{one}"', "GA-8.7")
    match.play("ana resolve")
    assert match.ga.waiting.stack[-1].aims == (one,)


def test_ga_8_7_the_player_says_which_of_several_objects_is_replaced() -> None:
    match = main("water").level("ana", "Nico, Rapture's Embrace").unseen("bo", "hand", 9)
    facade, sword = match.put("ana", "Temptation's Facade"), match.put("ana", "Training Sword")
    other = match.put("ana", "Training Sword")
    match.ga.waiting.stack.append(
        Used(1, "bo", "bo.champion", aims=(sword, other), declared=True, card="Fireball")
    )
    match.play(f'ana ability "{facade}" bo.champion; ana resolve')
    assert isinstance(match.verdict, Incomplete)
    match.play(f'ana resolve redirect:"{facade}":bo.champion:"{other}"')
    assert match.ga.waiting.stack[-1].aims == (sword, facade)


def attacked_diana(*activated: str) -> Match:
    """Bo's attack on ana's Diana, whose first text is to resolve, and bo's cards at her."""
    match = main("water", active="bo").level("ana", "Diana, Moonpiercer").hold("bo", *activated)
    match.unseen("bo", "hand", 12)
    vanguard = match.put("bo", "Honorable Vanguard")
    match.play(f'bo attack "{vanguard}" ana.champion')
    for card in activated:
        match.play(f"bo activate {card} ana.champion hold=yes")
    report(match.t, "becomes distant", "ana.champion")
    handles.follows(match.t)
    return match.play('ana trigger "Diana, Moonpiercer" mode=negate')


@pytest.mark.parametrize(
    ("did", "attacks"), [("", False), ("phase:combat:end", False), ("pay:2:bo", True)]
)
def test_ga_6_70_the_combat_ends_as_the_cards_are_negated_unless_it_is_paid_for(
    did: str, attacks: bool
) -> None:
    match = attacked_diana().play(f"ana resolve {did}")
    assert (combat_of(match.ga) is not None) == attacks
    assert not [x for x in match.ga.waiting.stack if isinstance(x, Triggered)]


def test_ga_8_10_of_a_card_and_an_attack_it_is_asked_which_is_paid_for() -> None:
    match = attacked_diana("Fireball").play("ana resolve pay:2:bo")
    assert isinstance(match.verdict, Incomplete)
    assert match.verdict.choices == {"did": ("negate:Fireball.1", "phase:combat:end")}
    match.play('ana resolve negate:"Fireball.1" pay:2:bo')
    assert combat_of(match.ga) is not None
    assert "Fireball.1" not in match.ga.zones.things


def test_ga_10_5_a_link_that_is_materialized_is_no_activation_to_pay_for() -> None:
    match = attacked_diana("Fireball")
    link = LAYOUT.enter(match.t, "Training Sword", "stack", "bo").id
    stack = match.ga.waiting.stack
    aims = ("ana.champion",)
    stack.insert(0, Activation(1, "bo", link, card="Training Sword", materialized=True, aims=aims))
    match.play("ana resolve pay:2:bo pay:2:bo")
    assert not isinstance(match.verdict, Incomplete) and combat_of(match.ga) is not None
    assert "Fireball.1" in match.ga.zones.things


def test_ga_16_15_what_was_frozen_comes_back_with_its_owners_next_end_phase() -> None:
    match = main().unseen("bo", "memory", 2)
    text = match.put("ana", "Freezing Round")
    set_off(match.t, match.thing(text), "on champion hit", about="bo.champion", amount=2)
    handles.follows(match.t)
    match.play("ana resolve banish:Fireball:memory:bo; ana end")
    assert (match.size("bo", "banishment"), match.size("bo", "memory")) == (1, 1)
    match.play("bo step end; bo resolve")
    assert (match.size("bo", "banishment"), match.size("bo", "memory")) == (0, 1)


@pytest.mark.parametrize(("pays", "rule"), [("random", "GA-9.12"), ("floating", "")])
def test_ga_9_12_a_cost_is_paid_with_floating_memory_alone(pays: str, rule: str) -> None:
    match = main(phase="materialize").unseen("ana", "memory", 4)
    match.lay("ana", "graveyard", *["Honorable Vanguard"] * 3)
    if rule:
        match.refuse('ana materialize "Sealed Blade" random=Fireball+Fireball+Fireball', rule)
    else:
        three = ",".join(['"Honorable Vanguard"'] * 3)
        match.play(f'ana materialize "Sealed Blade" floating={three}')


def fallen_phoenix(fire: int) -> Match:
    """A Suzaku of ana's is banished, who has so many fire cards in the graveyard."""
    match = main().level("ana", "Guo Jia, Blessed Scion")
    stone = match.put("ana", "Fabled Ruby Fatestone")
    turn_over(match.t, match.thing(stone))
    match.lay("ana", "graveyard", *["Fireball"] * fire)
    goes(match.t, Parting(match.thing(stone), "banished", "GA-21.6", "banishment"))
    handles.follows(match.t)
    return match


def test_ga_16_10_a_phoenix_comes_back_for_three_fire_cards() -> None:
    match = fallen_phoenix(3).play("ana resolve banish:Fireball+Fireball+Fireball")
    (back,) = [each for each in match.ga.zones.things.values() if "back" in each.marks]
    assert (back.name, match.size("ana", "banishment")) == ("Fabled Ruby Fatestone", 3)


@pytest.mark.parametrize(("fire", "said"), [(2, "Fireball+Fireball"), (3, "Fireball+Fireball")])
def test_ga_11_6_what_brings_a_phoenix_back_is_done_in_full_or_not_at_all(
    fire: int, said: str
) -> None:
    match = fallen_phoenix(fire)
    match.refuse(f"ana resolve banish:{said}", "GA-1.6")
    match.play("ana resolve none")
    assert match.size("ana", "graveyard") == fire


def test_ga_8_4_what_a_dragon_makes_is_activated_whatever_its_element() -> None:
    match = main().level("ana", "Guo Jia, Blessed Scion").unseen("ana", "hand", 14)
    text = match.put("ana", "Fabled Azurite Fatestone")
    turn_over(match.t, match.thing(text))
    set_off(match.t, match.thing(text), "on attack")
    handles.follows(match.t)
    match.play('ana trigger "Seiryuu, Azure Dragon" mode=blast; ana resolve')
    match.lay("ana", "banishment", "Arcane Blast")
    line = 'ana activate "Arcane Blast" bo.champion origin=banishment'
    match.hold("ana", "Arcane Blast").refuse('ana activate "Arcane Blast" bo.champion', "GA-8.4")
    match.play(f"{line}; ana resolve").unseen("ana", "hand", 14)
    match.refuse(line, "GA-8.1")


def test_ga_8_9_the_first_beast_of_a_turn_costs_less() -> None:
    match = main().level("ana", "Guo Jia, Blessed Scion").unseen("ana", "hand", 9)
    turn_over(match.t, match.thing(match.put("ana", "Fabled Emerald Fatestone")))
    match.hold("ana", "Ordinary Bear", "Ordinary Bear")
    for cost in (1, 3):
        before = match.size("ana", "memory")
        match.play('ana activate "Ordinary Bear"; ana step main')
        assert match.size("ana", "memory") == before + cost


def test_ga_5_10_as_much_damage_as_the_ally_that_was_killed_had_power_and_life() -> None:
    match = main()
    match.champion("ana").name = "Lu Bu, Wrath Incarnate"
    wolf = match.put("bo", "Gray Wolf")
    match.thing(wolf).counters["buff"] = 2
    match.play(f'ana attack ana.champion "{wolf}"; ana step main')
    assert match.champion("bo").damage == 4 + 4


def test_ga_19_8_a_servant_is_stronger_by_its_players_omens() -> None:
    match = main().level("ana", "Ciel, Loyal Valet")
    servant = match.thing(match.put("ana", "Vacuous Servant"))
    match.lay("ana", "banishment", "Clean Cut", "Clean Cut", "Gray Wolf")
    match.side("ana").omens = ["Clean Cut", "Gray Wolf"]
    assert (power_of(match.t, servant), life_of(match.t, servant)) == (1 + 1, 1 + 1)


def test_ga_24_23_the_ally_that_an_avatar_is_linked_to_has_taunt_and_no_pride() -> None:
    match = main()
    wolf = match.put("ana", "Gray Wolf")
    match.refuse(f'ana attack "{wolf}" bo.champion', "GA-21.11")
    match.put("ana", "Avatar of Gaia", link=wolf)
    assert has_word(match.t, match.thing(wolf), "taunt")
    match.play(f'ana attack "{wolf}" bo.champion')


def test_ga_8_10_two_preserved_cards_are_banished_for_a_dragon() -> None:
    match = main("tera").level("ana", "Guo Jia, Blessed Scion").unseen("ana", "hand", 9)
    match.hold("ana", "Kraal, Stonescale Tyrant")
    line = 'ana activate "Kraal, Stonescale Tyrant" pays=banish:Fireball+Fireball:material'
    put(match.t, "ana", "material", ("Fireball", "Fireball"))
    match.refuse(line, "GA-1.6")
    match.side("ana").preserved = ["Fireball", "Fireball"]
    match.play(f"{line}; ana resolve")
    assert match.size("ana", "banishment") == 2
    match.play('ana attack "Kraal, Stonescale Tyrant.1" bo.champion')
    match.play("ana resolve reveal:Fireball+Frostbind:deck")
    assert match.side("ana").preserved == ["Fireball", "Frostbind"]


def test_ga_13_8_what_an_attack_gained_with_a_weapon_stays_when_the_weapon_leaves() -> None:
    fuel, wing = "Piercing Aetherfuel", "Seeker's Aetherwing"
    own = ("Spirit of Fire", "Spirit of Wind", "Diana, Keen Huntress", "Training Sword", wing)
    match = played.main(deck={**DECK, fuel: 4}, material=own).level("ana", "Diana, Keen Huntress")
    match.hold("ana", fuel, "Fireball").lay("ana", "graveyard", *["Fireball"] * 2)
    match.play(f'ana activate "{fuel}"; ana resolve discard:Fireball banish:Fireball+Fireball')
    used, sword = match.put("ana", wing), match.put("ana", "Training Sword")
    begin(match.t, "", "bo.champion", "shield", "damage", 9, until="turn")
    match.play(f'ana attack ana.champion bo.champion uses="{used}","{sword}"')
    goes(match.t, Parting(match.thing(used), "banished", "GA-21.1"))
    match.refuse("ana resolve none", "GA-11.6")
    match.play("ana resolve; ana step main")
    assert match.champion("bo").damage == 1


@pytest.mark.parametrize("said", ["pay:2:ana", "pay:2:bo pay:2:ana"])
def test_ga_1_6_who_is_to_pay_is_named_where_another_is_said_to(said: str) -> None:
    match = attacked_diana("Fireball")
    told = match.refuse(f"ana resolve {said}", "GA-1.6", wanted="bo", logged="ana")
    assert "about bo here, logged ana" in told.message


def test_ga_1_6_who_is_to_pay_is_named_where_one_card_is_aimed_at_the_champion() -> None:
    two_fireballs().refuse("ana resolve pay:2:ana", "GA-1.6", wanted="bo", logged="ana")
