"""Texts of the shipped catalog that ask for what is gone and what has happened in the turn, that
turn over, that open banishment and graveyards, and that shut what may be played."""

from functools import partial

import pytest

from referee.games.grand_archive.handlers import handles
from referee.games.grand_archive.places import put
from referee.games.grand_archive.triggers import set_off
from referee.games.grand_archive.values import has_word, level_of
from referee.parts.lasting_changes import begin
from referee.parts.layered import known_top
from tests.games.grand_archive import test_effects_played as played
from tests.games.grand_archive.table import Match

DECK = dict.fromkeys(
    (
        *("Gray Wolf", "Ordinary Bear", "Fireball", "Engulf", "Clean Cut", "Arcane Blast"),
        *("Stalwart Shieldmate", "Golden Pawn", "Golden Knight", "Pole-armed Steed"),
        *("Two of Hearts", "Three of Hearts", "Eight of Hearts", "Royal Oathguard"),
        *("Facet the Forgotten", "Tricastles of Lucenia", "Varuck, Smoldering Spire"),
        *("Sacrifice Play", "Field of Ranks and Files", "Skewering Advance", "Blazing Lunge"),
        *("Rowland, Schwartz Knight", "Luminescent Slash", "Siphoning Stab", "Regulus Blitz"),
        *("Seething Intercession", "Limitless Defiance", "Crimson Prescience", "Proof of Life"),
        *("Relentless Outburst", "Deflecting Advantage", "Xukong, Shifted Fates"),
        *(
            "Shattering Discharge",
            "Spellshield: Tera",
            "Cauterizing Seraphim",
            "Reversal's Polarity",
        ),
        *("Warrior of the Fae Realm", "Xuchang, Frozen Citadel", "Shangxiang, Fierce Princess"),
        *("Calming Breeze", "Frostbind", "Heated Vengeance"),
    ),
    4,
)
BESIDE = ("Spirit of Fire", "Spirit of Water", "Training Sword")


def main(ana: str, *material: str, hand: tuple[str, ...] = (), size: int = 9) -> Match:
    """Ana's main phase with this champion, these cards in hand among so many, all elements hers."""
    mine = tuple(dict.fromkeys((*BESIDE, ana, *material)))
    match = played.main(ana, deck=DECK, material=mine)
    more = size - match.size("ana", "hand")
    if more < 0:
        match.ga.zones.hidden.draw(-more, "ana.hand", "ana.deck")
    else:
        match.unseen("ana", "hand", more)
    for element in ("fire", "water", "arcane", "crux", "exia", "luxem", "tera", "exalted"):
        begin(match.t, "", "ana", "permit", f"element {element}", None)
    return match.hold("ana", *hand)


jin = partial(main, "Jin, Zealous Maverick")
alice = partial(main, "Alice, Golden Queen")
rai = partial(main, "Rai, Archmage")
mordred = partial(main, "Mordred, Flawless Blade")


# -- what is gone, and what has happened ---------------------------------------------------------


def test_ga_5_10_what_was_killed_is_asked_as_it_was() -> None:
    match = alice()
    match.put("ana", "Rowland, Schwartz Knight")
    guard = match.put("bo", "Royal Oathguard")
    match.thing(guard).damage = match.t.catalog.by_name["Royal Oathguard"].life - 1
    match.play(f'ana attack "Rowland, Schwartz Knight.1" "{guard}"; ana damage; ana resolve')
    assert guard not in match.ga.zones.things
    assert not match.thing("Rowland, Schwartz Knight.1").rested


@pytest.mark.parametrize(("buffs", "drawn"), [(0, 1), (1, 0)])
def test_ga_5_10_the_life_of_what_was_killed_counts_its_counters(buffs: int, drawn: int) -> None:
    match = alice(hand=("Skewering Advance",))
    match.put("ana", "Golden Knight")
    wolf = match.put("bo", "Gray Wolf")
    match.thing(wolf).counters["buff"] = buffs
    match.thing(wolf).damage = buffs
    match.play(f'ana activate "Skewering Advance" target="{wolf}"; ana damage')
    before = match.size("ana", "hand")
    match.play("ana resolve")
    assert match.size("ana", "hand") == before + drawn


def test_ga_8_9_a_turn_knows_which_cards_were_activated_in_it() -> None:
    match = mordred(hand=("Luminescent Slash", "Clean Cut"))
    match.play('ana activate "Clean Cut" target=bo; ana damage')
    match.champion("ana").rested = False
    match.refuse('ana activate "Luminescent Slash" target=bo reserved=5', "GA-8.9")
    match.play('ana activate "Luminescent Slash" target=bo; ana damage; bo tally damage=10')


def test_ga_16_10_the_first_of_a_turn_alone_is_made_stronger() -> None:
    match = alice(hand=("Golden Pawn", "Golden Pawn"))
    match.put("ana", "Field of Ranks and Files")
    match.play(
        'ana activate "Golden Pawn"; ana resolve; bo pass; ana tally "Golden Pawn.1" power=2'
    )
    match.play(
        'ana activate "Golden Pawn"; ana resolve; bo pass; ana tally "Golden Pawn.2" power=0'
    )


def test_ga_16_20_a_card_enters_the_intent_stronger_by_its_cost_and_by_a_text() -> None:
    match = alice(hand=("Sacrifice Play",))
    for name in ("Golden Knight", *("Golden Pawn",) * 2, "Field of Ranks and Files"):
        match.put("ana", name)
    line = 'ana activate "Sacrifice Play" attacker="Golden Knight.1" target=bo pays='
    match.refuse(line + 'sacrifice:"ana.champion"', "GA-1.6")
    match.play(line + 'sacrifice:"Golden Pawn.1",sacrifice:"Golden Pawn.2"; ana damage')
    match.play("bo tally damage=11")


def test_ga_16_12_a_trigger_of_a_lineage_asks_what_attacks() -> None:
    match = main("Jin, Fate Defiant", "Huaji of Heaven's Rise", hand=("Siphoning Stab",))
    match.put("ana", "Pole-armed Steed")
    match.put("ana", "Huaji of Heaven's Rise")
    match.champion("ana").damage = 9
    match.play('''ana activate "Siphoning Stab" target=bo uses="Huaji of Heaven's Rise.1"''')
    match.play('ana trigger "Jin, Fate Defiant" "Pole-armed Steed.1"; ana damage; ana resolve')
    match.play('ana tally damage=5; ana tally "Pole-armed Steed.1" power=2')


# -- the other side -----------------------------------------------------------------------------


def test_ga_23_8_the_texts_of_the_side_that_lies_up_work_and_those_of_the_other_do_not() -> None:
    match = main("Jin, Undying Resolve", "Huaji of Heaven's Rise")
    sword = match.put("ana", "Huaji of Heaven's Rise")
    princess = match.put("ana", "Shangxiang, Fierce Princess")
    match.play(f'ana attack "{princess}" bo uses="{sword}"; ana damage; bo tally damage=3')
    match.play("ana step end; ana resolve pay:3")
    assert match.thing(sword).marks == ["back"]
    match.play(f'ana end; bo end; ana attack ana.champion bo uses="{sword}"')
    match.play("ana resolve damage:ana.champion:10; ana damage; bo tally damage=9")
    match.play("ana step end")
    match.refuse("ana resolve pay:3", "GA-7.7")


# -- what may be played, and what not -----------------------------------------------------------


def test_ga_1_3_a_card_of_an_opponents_memory_is_played_and_its_name_is_shut() -> None:
    match = main("Merlin, Memorite Vassal", hand=("Facet the Forgotten",))
    match.unseen("bo", "memory", 3)
    match.play('ana activate "Facet the Forgotten"; ana trigger "Facet the Forgotten" bo')
    match.play("ana resolve play:Fireball:memory:activate:free:bo.champion:::bo; ana resolve")
    assert match.size("bo", "graveyard") == 1
    match.play("ana end").hold("bo", "Fireball", "Gray Wolf")
    match.refuse("bo activate Fireball ana.champion", "GA-1.3")
    match.play('bo activate "Gray Wolf"')


def test_ga_1_3_cards_are_forbidden_by_their_elements_until_anybody_silences_the_text() -> None:
    match = main("Rai, Spellcrafter", hand=("Fireball",))
    castle = match.put("ana", "Tricastles of Lucenia")
    match.refuse("ana activate Fireball bo.champion", "GA-1.3")
    match.refuse(f'bo ability "{castle}" pays=banish:Fireball:hand', "GA-1.6")
    match.play(f'bo ability "{castle}" pays=banish:"Gray Wolf":hand; bo resolve')
    match.refuse(f'ana ability "{castle}" pays=banish:"Gray Wolf":hand', "GA-16.6")
    match.play("ana activate Fireball bo.champion; ana end")
    match.hold("bo", "Fireball")
    match.refuse("bo activate Fireball ana.champion", "GA-1.3")


def test_ga_14_5_an_attacker_does_not_rest_where_a_text_says_so() -> None:
    match = mordred(hand=("Clean Cut", "Clean Cut", "Regulus Blitz"))
    match.champion("ana").rested = True
    match.refuse('ana activate "Clean Cut" target=bo', "GA-14.5")
    match.play('ana ability "Regulus Blitz" pays=pay:2,discard:"Regulus Blitz":ana:hand')
    match.play('ana resolve; ana activate "Clean Cut" target=bo; ana damage')
    match.refuse('ana activate "Clean Cut" target=bo', "GA-14.5")


def test_ga_24_12_cards_of_the_graveyard_have_floating_memory_by_a_text() -> None:
    match = main("Mordred, Fated Luminary", "Mordred, Aurelian Regent")
    match.lay("ana", "graveyard", "Clean Cut", "Fireball").unseen("ana", "memory", 3)
    match.play("ana end; bo end")
    line = 'ana materialize "Mordred, Aurelian Regent" "Gray Wolf" "Gray Wolf" floating='
    match.refuse(line + "Fireball", "GA-24.12")
    before = match.size("ana", "hand")
    match.play(line + '"Clean Cut"; ana resolve; ana resolve; ana resolve')
    assert match.size("ana", "hand") == before + 2


def test_ga_24_41_cards_of_the_graveyard_have_ephemerate_by_a_text() -> None:
    match = main("Mordred, Fated Luminary").lay("ana", "graveyard", "Clean Cut", "Fireball")
    match.refuse("ana activate Fireball bo.champion origin=graveyard", "GA-8.1")
    match.play('ana activate "Clean Cut" target=bo origin=graveyard; ana damage')
    assert (match.size("ana", "banishment"), match.size("ana", "memory")) == (1, 2)


def test_ga_15_13_a_champion_levels_up_into_those_alone_that_its_text_names() -> None:
    names = ("Mordred, Burnished Avenger", "Lorraine, Wandering Warrior")
    match = main("Flawless Spirit of Mordred", *names).unseen("ana", "memory", 3)
    match.play("ana end; bo end")
    match.refuse('ana materialize "Lorraine, Wandering Warrior" Fireball', "GA-15.13")
    match.play('ana materialize "Mordred, Burnished Avenger" Fireball')


def burnished(top: str) -> Match:
    """Ana's Mordred has leveled up, and all know the top card of her deck."""
    match = main("Mordred, Burnished Avenger")
    put(match.t, "ana", "deck", (top,), "top")
    set_off(match.t, match.champion("ana"), "on enter")
    handles.follows(match.t)
    return match


def test_ga_5_6_the_card_banished_is_the_one_looked_at() -> None:
    match = burnished("Gray Wolf")
    match.refuse('ana resolve look banish:"Clean Cut":deck', "GA-1.6")
    match.play("ana resolve look")
    assert known_top(match.ga.zones, "ana.deck") == ["Gray Wolf"]
    match = burnished("Clean Cut")
    match.refuse('ana resolve look banish:"Siphoning Stab":deck', "GA-1.6")
    match.play('ana resolve look banish:"Clean Cut":deck')
    assert match.ga.zones.piles["ana.banishment"] == ["Clean Cut"]


def test_ga_9_12_an_object_pays_a_memory_cost_where_its_text_says_so() -> None:
    match = rai("Art of War", "Orb of Glitter")
    match.put("ana", "Art of War")
    bear = match.put("ana", "Ordinary Bear")
    match.thing(bear).turn = match.ga.turn
    match.refuse(f'ana attack "{bear}" bo', "GA-1.3")
    match.unseen("ana", "memory", 2).play("ana end; bo end")
    match.play('ana materialize "Orb of Glitter" floating="Art of War"')
    assert match.size("ana", "memory") == 2


def test_ga_9_12_an_object_pays_for_nothing_that_floating_memory_alone_pays_for() -> None:
    match = rai("Art of War", "Sealed Blade")
    match.put("ana", "Art of War")
    match.unseen("ana", "memory", 2).play("ana end; bo end")
    match.lay("ana", "graveyard", *["Calming Breeze"] * 3)
    two = '"Calming Breeze","Calming Breeze"'
    match.refuse(f'ana materialize "Sealed Blade" floating={two},"Art of War"', "GA-9.12")
    match.play(f'ana materialize "Sealed Blade" floating={two},"Calming Breeze"')


# -- banishment ---------------------------------------------------------------------------------


def test_ga_8_10_banished_cards_cost_damage_besides() -> None:
    match = jin(hand=("Seething Intercession",), size=4)
    match.play('ana activate "Seething Intercession"')
    match.play('ana resolve banish:"Clean Cut"+"Gray Wolf"+"Gray Wolf":deck')
    match.play('ana activate "Clean Cut" origin=banishment target=bo; ana tally damage=2')
    assert match.size("ana", "memory") == 2 + 1
    match.refuse("ana activate Fireball origin=banishment", "GA-8.1")


def test_ga_9_1_banished_cards_are_free_and_wake_the_champion() -> None:
    match = jin(hand=("Limitless Defiance",), size=14)
    match.champion("ana").damage = 3
    match.play('ana activate "Limitless Defiance"')
    match.play('ana resolve banish:"Clean Cut"+"Clean Cut"+"Gray Wolf":deck')
    cut = 'ana activate "Clean Cut" origin=banishment target=bo'
    match.play(f"{cut}; ana resolve; ana damage; {cut}")
    assert match.size("ana", "memory") == 12
    match.refuse('ana activate "Gray Wolf" origin=banishment', "GA-8.1")


def test_ga_19_1_a_card_that_was_banished_from_the_memory_is_charged_once() -> None:
    match = rai("Orb of Glitter")
    match.lay("ana", "banishment", "Shattering Discharge")
    line = 'ana activate "Shattering Discharge" bo.champion origin=banishment'
    match.refuse(line, "GA-8.1")
    match.unseen("ana", "memory", 2).play("ana end; bo end")
    match.play('ana materialize "Orb of Glitter" "Shattering Discharge"; ana resolve')
    match.play(f"ana step main; {line}; ana resolve; bo tally damage=2")
    match.refuse(line, "GA-8.1")


def test_ga_8_1_a_banished_card_is_played_in_a_later_turn() -> None:
    name = "Warrior of the Fae Realm"
    match = main("Lorraine, Wandering Warrior", hand=(name,))
    match.play(f'ana activate "{name}"; ana resolve banish:"Clean Cut":hand')
    line = 'ana activate "Clean Cut" origin=banishment target=bo'
    match.refuse(line, "GA-8.1")
    match.play(f"ana end; bo end; {line}")


def test_ga_24_27_cards_come_preserved_into_the_material_deck() -> None:
    match = main("Kongming, Wayward Maven", "Fan of Seven Debts")
    match.put("ana", "Xukong, Shifted Fates")
    match.put("ana", "Fan of Seven Debts")
    match.ga.players["ana"].mastery = "Shifting Currents"
    match.ga.players["ana"].direction = "north"
    match.play('ana ability "Fan of Seven Debts"; ana resolve mastery::south')
    match.play('ana trigger "Xukong, Shifted Fates" bo.champion')
    match.play('ana resolve reveal:Fireball+"Gray Wolf"+Engulf:deck; bo tally damage=9')
    match.play("ana end; bo end; ana preserve Engulf")


# -- damage -------------------------------------------------------------------------------------


def test_ga_18_10_damage_by_what_has_a_named_card_is_prevented() -> None:
    match = jin(hand=("Crimson Prescience", "Fireball"))
    match.play('ana activate "Crimson Prescience"; ana resolve name:Fireball')
    match.play("ana activate Fireball ana.champion; ana resolve; ana tally damage=0")


def test_ga_16_20_the_next_damage_is_doubled_and_no_other() -> None:
    match = jin(hand=("Proof of Life", "Fireball", "Fireball"), size=14)
    match.play('ana activate "Proof of Life"; ana activate Fireball ana.champion; ana resolve')
    match.play("ana tally damage=6; ana activate Fireball ana.champion; ana resolve")
    match.play("ana tally damage=9")


def test_ga_18_10_a_shield_is_against_what_others_control_alone() -> None:
    match = jin("Huaji of Heaven's Rise", hand=("Deflecting Advantage", "Fireball"))
    match.champion("ana").damage = 10
    sword = match.put("ana", "Huaji of Heaven's Rise")
    match.play('ana activate "Deflecting Advantage" ana.champion; ana resolve')
    assert match.thing(sword).counters["durability"] == 3
    match.play("ana activate Fireball ana.champion; ana resolve; ana tally damage=13")


def test_ga_18_12_nothing_prevents_damage_of_sources_that_a_text_names() -> None:
    match = rai(hand=("Fireball", "Arcane Blast"))
    match.put("ana", "Varuck, Smoldering Spire")
    begin(match.t, "", "bo.champion", "shield", "damage", 2, until="turn", word="shield")
    match.play("ana activate Fireball bo.champion; ana resolve; bo tally damage=3")


def test_ga_2_36_what_an_object_does_as_it_comes_knows_its_x() -> None:
    match = rai(hand=("Cauterizing Seraphim", "Arcane Blast", "Arcane Blast"), size=10)
    bear = match.put("bo", "Ordinary Bear")
    match.play(
        'ana activate "Cauterizing Seraphim" imbue="Arcane Blast","Arcane Blast" x=2; ana resolve'
    )
    match.play(f'ana resolve; bo tally "{bear}" damage=2')


# -- prices -------------------------------------------------------------------------------------


def test_ga_9_5_sacrificed_allies_pay_three_each() -> None:
    match = rai(hand=("Eight of Hearts",), size=4)
    for name in ("Two of Hearts", "Two of Hearts", "Eight of Hearts"):
        match.put("ana", name)
    line = 'ana activate "Eight of Hearts" pays=sacrifice:"Two of Hearts.1",sacrifice:"'
    match.refuse(line + 'Eight of Hearts.1"', "GA-1.6")
    match.play(line + 'Two of Hearts.2"')
    assert match.size("ana", "memory") == 2


def test_ga_8_9_the_next_ability_of_its_label_costs_less() -> None:
    match = rai("The Duchess's Thornes", size=4)
    for name in ("Two of Hearts", "Eight of Hearts", "The Duchess's Thornes"):
        match.put("ana", name)
    match.thing("The Duchess's Thornes.1").rested = False
    match.play("""ana ability "The Duchess's Thornes" which=cheaper; ana resolve""")
    match.play('ana ability "Eight of Hearts.1"')
    assert match.size("ana", "memory") == 0
    match.refuse('ana ability "Two of Hearts.1" pays=pay:1', "GA-1.6")


@pytest.mark.parametrize("given", [False, True])
def test_ga_8_9_the_next_card_of_an_opponent_costs_more_unless_that_banishes_one(
    given: bool,
) -> None:
    match = rai()
    match.put("ana", "Xuchang, Frozen Citadel")
    match.lay("bo", "graveyard", "Stalwart Shieldmate")
    match.play("ana end; bo step recollection")
    if given:
        match.play('bo resolve banish:"Stalwart Shieldmate":graveyard:bo')
    match.play('bo step main; bo activate "Gray Wolf"')
    assert match.size("bo", "memory") == (2 if given else 4)


# -- abilities and cards of others --------------------------------------------------------------


def test_ga_16_30_an_object_comes_with_the_abilities_of_what_was_banished_for_it() -> None:
    match = main("Rai, Storm Seer", "Tome of Sacred Lightning", "Tome of Abyssal Heaven")
    match.put("ana", "Tome of Abyssal Heaven")
    sword = match.put("ana", "Training Sword")
    match.champion("ana").damage = 9
    tome = "Tome of Sacred Lightning.1"
    match.play('ana activate "Tome of Sacred Lightning" origin=material; ana resolve')
    match.play(f'ana tally "{tome}" counters=9 kind=page')
    assert has_word(match.t, match.thing(sword), "spellshroud")
    assert not has_word(match.t, match.thing(tome), "spellshroud")
    match.play(f'ana end; bo end; ana step main; ana tally "{tome}" counters=1 kind=page')


def test_ga_16_30_the_abilities_that_an_object_came_with_are_used() -> None:
    match = main("Rai, Storm Seer", "Tome of Sacred Lightning", "Tome of Knowledge")
    match.put("ana", "Tome of Knowledge")
    level = level_of(match.t, match.champion("ana"))
    match.play('ana activate "Tome of Sacred Lightning" origin=material; ana resolve')
    assert level_of(match.t, match.champion("ana")) == level
    match.play('ana ability "Tome of Sacred Lightning.1" which=draw; ana resolve')
    assert level_of(match.t, match.champion("ana")) == level - 1


def test_ga_10_4_a_card_has_a_further_cost_and_plays_what_it_has_banished() -> None:
    match = main("Kongming, Wayward Maven", "Coronal of Rejuvenation")
    match.lay("ana", "graveyard", "Fireball", "Arcane Blast").unseen("ana", "memory", 2)
    match.ga.zones.hidden.put("ana.material", ("Gray Wolf",))
    match.ga.players["ana"].preserved = ["Gray Wolf"]
    match.play("ana end; bo end")
    line = 'ana materialize "Coronal of Rejuvenation" "Ordinary Bear" pays=banish:"'
    match.refuse(line + 'Ordinary Bear":material', "GA-1.6")
    match.play(line + 'Gray Wolf":material; ana resolve; ana resolve banish:Fireball')
    match.play('ana step main; ana ability "Coronal of Rejuvenation"')
    match.refuse('ana resolve play:"Arcane Blast":banishment:activate', "GA-1.6")
    match.play('ana resolve play:"Ordinary Bear":banishment:activate')
