"""Texts of the shipped catalog that were told last, played through whole lines: what is dealt to
another object or left of it, what is prepared with an X, additional attacks, omens, curses."""

from typing import Any

import pytest

from referee.games.grand_archive.catalog import HIT
from referee.games.grand_archive.lineages import enter_champion
from referee.games.grand_archive.state import TOOK
from referee.games.grand_archive.values import number_of, power_of
from referee.games.registry import game_of
from referee.parts.lasting_changes import begin
from referee.verdict import Incomplete
from tests.games.grand_archive.table import Match, opening
from tests.games.grand_archive.test_effects_played import shipped

DECK = dict.fromkeys(
    (
        *("Gray Wolf", "Ordinary Bear", "Fireball", "Dungeon Guide", "Honorable Vanguard"),
        *("Storm of Thorns", "Shadowstrike", "Slice and Dice", "Beguiling Coup", "Clean Cut"),
        *("Slime King", "Dewy Slime", "Red Slime", "Green Slime", "Rainwoven Crysalis"),
        *("Luster's Shroud", "Heated Vengeance", "Hexbound Blade", "Cosmic Focus"),
        *("Xiao Qiao, Cinderkeeper", "Diana, Haunt Reminiscence", "Manabolt Convergence"),
        *("Charge the Soul", "Summon Sentinels", "Frostbind", "Fractal of Snow", "Disintegrate"),
        *("Tweedledum, Rattled Dancer", "Suited Trickery", "Backstep", "Storm Slime"),
        *("Argus, All-Seeing Giant", "Duchess, Six of Hearts", "Spark Alight"),
    ),
    4,
)
SPIRITS = ("Spirit of Fire", "Spirit of Water")


def main(*material: str, edition: str = "R26", phase: str = "main") -> Match:
    """A phase of ana, with Spirits of Fire, hands of eight that nobody has seen, all elements and
    these cards in the material decks; of the champions among them ana's lineage is made."""
    players, cards = ("ana", "bo"), shipped()
    materials: Any = dict.fromkeys(players, (*SPIRITS, *material))
    e = opening(
        cards=cards, decks=dict.fromkeys(players, DECK), materials=materials, edition=edition
    )
    match = Match(game_of("grand_archive", edition), cards, e)
    state = match.t.state
    state.waiting.stack.clear()
    for seat in players:
        side = state.players[seat]
        side.champions.clear()
        state.zones.hidden.show(f"{seat}.material", ("Spirit of Fire",))
    state.zones.things.clear()
    for seat in players:
        enter_champion(match.t, seat, "Spirit of Fire")
        state.players[seat].begun = 3
        match.unseen(seat, "hand", 8 - match.size(seat, "hand"))
        for element in ("water", "wind", "umbra", "tera", "neos", "astra", "exalted", "norm"):
            begin(match.t, "", seat, "permit", f"element {element}", None)
    match.level("ana", *(name for name in material if cards.by_name[name].is_champion))
    state.heard.clear()
    state.turn = 7
    return match.at(phase)


TRISTANS = ("Tristan, Underhanded", "Tristan, Hired Blade")


@pytest.mark.rule("GA-24.26")
def test_ga_24_26_what_is_prepared_with_an_x_has_as_much_more_power() -> None:
    match = main()
    match.champion("ana").counters["preparation"] = 3
    match.refuse("ana activate Shadowstrike prepare=yes x=0", "GA-24.26")
    match.refuse("ana activate Shadowstrike prepare=yes x=4", "GA-19.6", have=3, number=4)
    match.play("ana activate Shadowstrike prepare=yes x=2; bo pass; ana damage")
    assert match.champion("ana").counters == {"preparation": 1}
    assert match.champion("bo").damage == 6


@pytest.mark.rule("GA-18.10")
def test_ga_18_10_who_deals_what_is_prevented_is_dealt_damage_for_it() -> None:
    match = main()
    vanguard = match.put("bo", "Honorable Vanguard")
    match.play('ana activate "Storm of Thorns"; bo pass').at("main", "bo")
    match.play(f'bo attack "{vanguard}" ana.champion; bo damage; ana pass; bo pass')
    assert (match.champion("ana").damage, match.thing(vanguard).damage) == (0, 1)
    match.play("bo activate Fireball ana.champion; ana pass")
    assert match.champion("ana").damage == 0
    assert not match.ga.waiting.stack


@pytest.mark.rule("GA-18.11")
@pytest.mark.parametrize(
    ("line", "left"),
    [
        ('ana activate "Rainwoven Crysalis"', 1),
        ("""ana activate "Luster's Shroud" ana.champion""", 0),
    ],
)
def test_ga_18_11_the_next_damage_is_prevented_but_for_so_much(line: str, left: int) -> None:
    match = main()
    match.play(f"{line}; bo pass").at("main", "bo")
    vanguard = match.put("bo", "Honorable Vanguard")
    match.thing(vanguard).counters["buff"] = 2
    match.play(f'bo attack "{vanguard}" ana.champion; bo damage')
    assert match.champion("ana").damage == left


def test_ga_16_20_damage_to_a_champion_is_dealt_to_what_a_regalia_is_linked_to() -> None:
    match = main("Covenant of Thorns")
    guide = match.put("ana", "Dungeon Guide")
    match.put("ana", "Covenant of Thorns", link=guide)
    match.at("main", "bo").play("bo activate Fireball ana.champion; ana pass")
    assert (match.champion("ana").damage, match.thing(guide).damage) == (0, 1)


def test_ga_16_20_a_unit_that_was_hit_is_banished_where_it_would_die() -> None:
    match = main()
    cat = match.put("ana", "Xiao Qiao, Cinderkeeper")
    match.thing(cat).counters["buff"] = 3
    guide, other = match.put("bo", "Dungeon Guide"), match.put("bo", "Dungeon Guide")
    match.play(f'ana attack "{cat}" "{guide}"; ana damage')
    assert (match.size("bo", "graveyard"), match.size("bo", "banishment")) == (0, 1)
    match.thing(other).damage = 9
    match.play("ana pass")
    assert match.size("bo", "graveyard") == 1


def test_ga_17_4_an_attack_card_lets_its_attacker_attack_once_more() -> None:
    match = main()
    match.champion("ana").counters["preparation"] = 3
    match.play('ana activate "Slice and Dice" prepare=yes; bo pass; ana damage')
    match.play("ana resolve phase:combat:extra; ana attack ana.champion bo.champion; ana damage")
    assert match.champion("bo").damage == 3 + 6
    assert match.size("ana", "graveyard") == 1
    match.play("ana end")


def test_ga_19_8_an_omen_comes_into_the_intent_and_another_strengthens_attacks() -> None:
    match = main("Ciel, Loyal Valet", "Ciel, Mirage's Grave").lay("ana", "banishment", "Clean Cut")
    match.side("ana").omens = ["Clean Cut"]
    match.play('ana activate "Beguiling Coup" target=bo.champion')
    match.play('ana ability "Beguiling Coup" "Clean Cut"; bo pass; ana damage')
    assert match.champion("bo").damage == 2 + 1
    assert match.side("ana").omens[-1] == "Beguiling Coup"


def test_ga_8_9_cards_of_different_elements_are_banished_and_remembered() -> None:
    match = main().lay("ana", "graveyard", "Dewy Slime", "Red Slime", "Green Slime", "Red Slime")
    pays = 'pays=banish:"Dewy Slime"+"Red Slime"+'
    match.refuse(f'ana activate "Slime King" {pays}"Red Slime"', "GA-1.6", apart="element")
    match.play(f'ana activate "Slime King" {pays}"Green Slime"; bo pass')
    taken = {f"{TOOK}{name}" for name in ("Dewy Slime", "Green Slime")}
    assert taken < {*match.thing("Slime King.1").marks}


@pytest.mark.parametrize(("haunted", "damage"), [(False, 2 + 3), (True, 2 + 2)])
def test_ga_24_17_a_curse_hurts_more_unless_it_has_lost_its_abilities(
    haunted: bool, damage: int
) -> None:
    match = main(*TRISTANS, "Tristan, Shadowdancer", "Diana, Keen Huntress")
    match.t.state.players["ana"].champions[:] = ["ana.champion"]
    champion = match.champion("ana")
    champion.name = "Tristan, Shadowdancer"
    match.champion("bo").name = "Diana, Keen Huntress"
    if haunted:
        diana = match.put("bo", "Diana, Haunt Reminiscence")
    match.play('ana activate "Hexbound Blade" target=bo.champion; ana damage')
    match.play('ana trigger "Hexbound Blade" bo.champion; bo pass')
    champion.rested = False
    match.at("main").unseen("ana", "hand", 4)
    match.play('ana activate "Hexbound Blade" target=bo.champion; ana damage')
    assert match.champion("bo").damage == damage
    if haunted:
        assert number_of(match.t, match.thing(diana), "ranged") == 3 + 3


def test_ga_24_29_ranged_lasts_while_a_champion_is_distant() -> None:
    match = main()
    match.play('ana activate "Cosmic Focus"; bo pass')
    assert match.champion("ana").marks == ["distant"]
    match.play('ana activate "Cosmic Focus"; ana resolve return:"Cosmic Focus.2":deck:fourth')
    assert number_of(match.t, match.champion("ana"), "ranged") == 4
    top = match.ga.zones.layers["ana.deck"][0]
    assert match.ga.zones.hidden.size(top) == 3
    match.play("ana end")
    assert number_of(match.t, match.champion("ana"), "ranged") == 0


def test_ga_8_1_a_card_of_a_graveyard_is_activated_once_and_one_off_a_deck_where_a_text_lets() -> (
    None
):
    match = main("Gaia's Blessing").lay("ana", "graveyard", *["Charge the Soul"] * 2)
    match.play('ana activate "Manabolt Convergence" "Charge the Soul"; bo pass')
    line = 'ana activate "Charge the Soul" bo.champion origin=graveyard'
    match.play(f"{line}; bo pass").refuse(line, "GA-8.1")
    match.refuse('ana activate "Gray Wolf" origin=deck', "GA-8.1")
    match.put("ana", "Gaia's Blessing")
    match.play('ana activate "Gray Wolf" origin=deck')
    match.refuse("ana activate Fireball bo.champion origin=deck", "GA-8.1")


def test_ga_14_11_an_ally_uses_a_weapon_where_its_text_lets_it() -> None:
    match = main(*TRISTANS, "Tristan, Shadowdancer", "Shadow's Claw")
    claw, shadow = match.put("ana", "Shadow's Claw"), match.put("ana", "Ominous Shadow")
    wolf = match.put("ana", "Honorable Vanguard")
    match.refuse(f'ana attack "{wolf}" bo.champion uses="{claw}"', "GA-14.11")
    match.ga.done.happened[f"{HIT} ana.champion bo.champion"] = 1
    match.play(f'ana attack "{shadow}" bo.champion uses="{claw}"; ana pass; bo pass')
    assert match.thing(claw).counters["durability"] == 4
    match.play("ana damage")
    assert match.champion("bo").damage == 2


def test_ga_23_1_other_tokens_are_summoned_in_place_of_what_a_card_says() -> None:
    line = 'ana activate "Summon Sentinels"; ana resolve summon:"Aurousteel Greatsword":{}'
    lineage = ("Tonoris, Lone Mercenary", "Tonoris, Might of Humanity", "Tonoris, Creation's Will")
    match = main(*lineage)
    match.play('ana activate "Summon Sentinels"')
    match.refuse('ana resolve summon:"Aurousteel Greatsword":1', "GA-1.6")
    match.play('ana resolve summon:"Aurousteel Greatsword":2')
    sword = match.thing("Aurousteel Greatsword.1")
    assert power_of(match.t, sword) == 4
    begin(match.t, "", sword.id, "add", "power", 2, until="turn")
    match.play('ana ability "Aurousteel Greatsword.1" "Aurousteel Greatsword.2"; bo pass')
    assert power_of(match.t, match.thing("Aurousteel Greatsword.2")) == 4 + 6
    other = main()
    other.play('ana activate "Summon Sentinels"')
    other.refuse(line.format(2).split("; ")[1], "GA-1.6")


def test_ga_15_16_she_levels_up_within_her_level_and_what_she_banished_is_played() -> None:
    match = main(*TRISTANS, "Tristan, Shadowreaver", phase="materialize")
    champion = match.champion("ana")
    assert champion.name == "Tristan, Shadowreaver"
    match.unseen("bo", "facedown", 4)
    match.side("bo").keepers["ana"] = 4
    match.at("main").refuse('ana activate "Fractal of Snow" origin=facedown owner=bo', "GA-8.2")
    begin(match.t, "", "ana", "permit", "activate face down", None)
    match.play('ana activate "Fractal of Snow" origin=facedown owner=bo; bo pass')
    assert match.side("bo").keepers["ana"] == 3
    match.refuse("bo activate Fireball ana.champion origin=facedown", "GA-8.1")


def test_ga_17_20_an_opponent_says_what_is_attacked() -> None:
    match = main()
    tweedledum = match.put("ana", "Tweedledum, Rattled Dancer")
    match.put("bo", "Dungeon Guide")
    match.play(f'ana attack "{tweedledum}"')
    assert isinstance(match.verdict, Incomplete)
    assert match.verdict.seat == "bo"
    match.play(f'ana attack "{tweedledum}" bo.champion')


def test_ga_9_5_each_card_pays_three_of_a_cost() -> None:
    match = main("Crystal of Argus", "Eye of Argus")
    match.play(
        'ana activate "Argus, All-Seeing Giant" pays=banish:"Crystal of Argus"+"Eye of Argus"'
    )
    assert match.size("ana", "hand") == 8 - 1 - 4


def test_ga_23_4_a_copy_of_a_banished_card_is_activated_for_nothing() -> None:
    match = main().lay("ana", "graveyard", "Spark Alight")
    duchess = match.put("ana", "Duchess, Six of Hearts")
    match.play(f'ana ability "{duchess}"')
    match.play(
        'ana resolve banish:"Spark Alight" play:"Spark Alight":banishment:copy:free:bo.champion'
    )
    match.play("bo pass")
    assert match.champion("bo").damage == 2
    assert (match.size("ana", "banishment"), match.size("ana", "graveyard")) == (1, 0)
