"""Shipped cards where they were looser, stricter or other than print once."""

import pytest

from referee.games.grand_archive import places
from referee.games.grand_archive.effects.numbers import FACE_DOWN
from referee.games.grand_archive.handlers import handles
from referee.games.grand_archive.places import Coming, enter
from referee.games.grand_archive.state import lineage_of
from referee.games.grand_archive.triggers import set_off
from referee.games.grand_archive.values import elements_of, has_word, power_of, price_of
from referee.parts.lasting_changes import begin
from referee.verdict import Incomplete
from tests.games.grand_archive import test_effects_played as played
from tests.games.grand_archive.table import Match

DECK = dict.fromkeys(
    (
        *("Gray Wolf", "Ordinary Bear", "Giant Tortoise", "Fireball", "Engulf", "Three Visits"),
        *("Rococo, Explosive Maven", "Morgan, Soul Guide", "Tune Up", "Snow Fairy", "Red Slime"),
        *("Second Wind", "Freezing Hail", "Stifling Gyre", "Rouge, Ace of Hearts"),
        *("Winbless Lookout", "Fount Seraphim", "Artificer's Opus", "Fractal of Snow"),
        *("Gather Slimes", "Nimble Longbowman", "Optical Control"),
        *("Jianyu, Fate's Premonition", "Suzaku's Command", "Opening Cut"),
        *("Two of Spades", "Verita, Queen of Hearts", "Arcane Blast", "Luxem Sight"),
        *("Strategem of Myriad Ice", "Under Fire", "Maledictum Vitae", "Two of Hearts"),
        *("Eight of Hearts", "Triskit, Guidance Angel", "Umbra Sight", "Slay the King"),
        *("Red Hare, Unrivaled Stallion", "Arthur, Young Heir"),
    ),
    4,
)
MATERIAL = (
    *("Spirit of Fire", "Spirit of Water", "Spirit of Wind", "Rai, Spellcrafter"),
    *("Rai, Archmage", "Alice, Golden Queen", "Silvie, Wilds Whisperer", "Training Sword"),
    "Diana, Keen Huntress",
)


def main(ana: str = "Spirit of Fire", bo: str = "Spirit of Fire", active: str = "ana") -> Match:
    """A main phase with these champions, and hands of six of these cards that nobody has seen."""
    material = tuple(dict.fromkeys((*MATERIAL, ana, bo)))
    return played.main(ana, bo, active=active, deck=DECK, material=material)


@pytest.mark.rule("GA-16.12")
def test_ga_16_12_nothing_is_aimed_at_where_the_condition_of_a_trigger_fails() -> None:
    match = main().hold("ana", "Rococo, Explosive Maven").unseen("ana", "memory", 1)
    match.play('ana activate "Rococo, Explosive Maven"; ana resolve; ana end')
    assert match.champion("bo").damage == 0
    few = main().hold("ana", "Rococo, Explosive Maven")
    few.play('ana activate "Rococo, Explosive Maven"; ana resolve')
    few.ga.zones.hidden.draw(3, "ana.hand", "ana.deck")
    few.refuse("ana end", "GA-16.12")
    few.play('ana trigger "Rococo, Explosive Maven" bo.champion; ana resolve; ana end')
    assert few.champion("bo").damage == 2


@pytest.mark.rule("GA-1.3")
def test_ga_1_3_who_may_not_recover_keeps_the_damage() -> None:
    match = main().level("ana", "Rai, Spellcrafter", "Rai, Archmage").hold("bo", "Tune Up")
    match.put("ana", "Morgan, Soul Guide")
    match.champion("bo").damage = 5
    match.play('ana activate Fireball bo.champion; bo activate "Tune Up"')
    match.refuse("bo resolve recover:2", "GA-1.3")
    match.play("bo resolve")
    assert match.champion("bo").damage == 5


@pytest.mark.rule("GA-6.10")
def test_ga_6_10_what_does_not_wake_in_the_wake_up_phase_wakes_by_an_effect() -> None:
    match = main("Spirit of Water", bo="Spirit of Wind").hold("bo", "Second Wind")
    wolf = match.put("bo", "Gray Wolf", rested=True)
    fairy = match.thing(match.put("ana", "Snow Fairy"))
    set_off(match.t, fairy, "on enter")
    match.play("ana end; bo step main")
    assert match.thing(wolf).rested
    match.play('bo activate "Second Wind" "Gray Wolf.1"; bo resolve')
    assert not match.thing(wolf).rested


@pytest.mark.rule("GA-16.31")
def test_ga_16_31_a_unit_does_not_wake_in_its_controllers_next_wake_up_phase() -> None:
    match = main("Spirit of Water", active="bo").hold("ana", "Freezing Hail")
    tortoise = match.put("bo", "Giant Tortoise", rested=True)
    match.play("bo step main")
    match.play('ana activate "Freezing Hail" "Giant Tortoise.1"; ana resolve; bo end')
    match.play("ana end; bo step main")
    assert match.thing(tortoise).rested
    match.play("bo end; ana end; bo step main")
    assert not match.thing(tortoise).rested


@pytest.mark.rule("GA-11.11")
def test_ga_11_11_a_negated_card_goes_where_its_text_sends_it() -> None:
    match = main("Spirit of Wind", bo="Spirit of Water").level("ana", "Rai, Spellcrafter")
    match.lay("ana", "graveyard", "Three Visits").hold("bo", "Engulf")
    match.play('ana activate "Three Visits" origin=graveyard')
    match.play('bo activate Engulf "Three Visits.1"; bo resolve')
    assert match.ga.zones.piles.get("ana.banishment") == ["Three Visits"]
    assert not match.ga.zones.piles.get("ana.graveyard")


@pytest.mark.rule("GA-5.10")
def test_ga_5_10_what_is_asked_of_the_dead_is_as_it_was_last() -> None:
    match = main("Spirit of Fire").level("ana", "Silvie, Wilds Whisperer").hold("ana", "Fireball")
    slime = match.put("ana", "Red Slime")
    tortoise = match.put("bo", "Giant Tortoise")
    bear = match.put("bo", "Ordinary Bear")
    begin(match.t, "test", slime, "add", "power", 2, until="turn")
    match.play('ana activate Fireball "Red Slime.1"; ana resolve')
    match.refuse('ana resolve damage:"Giant Tortoise.1":3', "GA-1.6")
    match.play('ana resolve damage:"Giant Tortoise.1":5')
    assert match.thing(tortoise).damage == 5
    assert bear not in match.ga.zones.things


@pytest.mark.rule("GA-5.24")
def test_ga_5_24_what_comes_rested_is_never_awake() -> None:
    match = main("Spirit of Water").hold("bo", "Gray Wolf")
    seraphim = match.thing(match.put("ana", "Fount Seraphim", marks=["imbued"]))
    set_off(match.t, seraphim, "on enter")
    match.play('ana end; bo step main; bo activate "Gray Wolf"; bo resolve')
    assert match.thing("Gray Wolf.1").rested
    assert not match.ga.waiting.stack
    match.put("ana", "Artificer's Opus")
    assert match.thing("Artificer's Opus.1").rested


def test_ga_16_20_allies_that_come_together_all_come_rested() -> None:
    match = main("Spirit of Water").level("ana", "Alice, Golden Queen")
    match.put("ana", "Fractal of Snow")
    match.play('ana ability "Fractal of Snow"; ana resolve')
    rested = [
        enter(match.t, "Ominous Shadow", "ana", "ana", Coming(token=True, more=more)).rested
        for more in (True, False, False)
    ]
    assert rested == [True, True, False]


def test_ga_24_25_each_on_enter_trigger_is_heard_by_itself() -> None:
    match = main("Spirit of Wind", bo="Spirit of Wind").level("bo", "Silvie, Wilds Whisperer")
    match.put("ana", "Stifling Gyre", marks=["named Winbless Lookout"])
    match.hold("bo", "Winbless Lookout").at("main", "bo")
    match.play('bo activate "Winbless Lookout"; bo resolve')
    triggers = [each.trigger for each in match.ga.waiting.stack]
    assert triggers.count("on enter") == triggers.count("triggers") == 2


@pytest.mark.rule("GA-16.20")
def test_ga_16_20_what_is_chosen_as_an_object_comes_is_there_before_anybody_answers() -> None:
    match = main("Spirit of Water").hold("ana", "Jianyu, Fate's Premonition").hold("bo", "Fireball")
    match.play("""ana activate "Jianyu, Fate's Premonition\"""")
    match.play("ana resolve")
    assert isinstance(match.verdict, Incomplete)
    match.play("ana resolve name:Fireball")
    assert not match.ga.waiting.stack
    hand = match.size("bo", "hand")
    match.play("ana end; bo step main; bo activate Fireball ana.champion")
    assert match.size("bo", "hand") == hand - 1 - 3 - 2 - 1


def test_ga_16_20_a_card_type_that_was_chosen_costs_more_at_once() -> None:
    match = main("Lorraine, Crux Knight").hold("ana", "Optical Control").hold("bo", "Fireball")
    begin(match.t, "test", "ana", "permit", "element luxem")
    match.play('ana activate "Optical Control"; ana resolve begin:actions')
    assert not match.ga.waiting.stack
    match.unseen("bo", "hand", 3)
    match.play("bo activate Fireball ana.champion")
    assert match.size("bo", "memory") == 4 + 4


def test_ga_16_20_the_next_card_alone_comes_as_it_was_promised() -> None:
    match = main("Spirit of Water", bo="Spirit of Water").hold("ana", "Gray Wolf", "Ordinary Bear")
    match.level("ana", "Silvie, Wilds Whisperer").hold("bo", "Engulf")
    set_off(match.t, match.champion("ana"), "on enter")
    match.play('ana activate "Gray Wolf"; bo activate Engulf "Gray Wolf.1"; bo resolve')
    match.play('ana activate "Ordinary Bear"; ana resolve; ana end')
    assert match.thing("Ordinary Bear.1").counters == {}


def test_ga_16_20_an_ally_comes_distant_whoever_puts_it_there() -> None:
    match = main().level("ana", "Diana, Keen Huntress").hold("ana", "Nimble Longbowman")
    match.play('ana activate "Nimble Longbowman"; ana resolve')
    assert "distant" in match.thing("Nimble Longbowman.1").marks
    assert len(match.ga.waiting.stack) == 1
    assert "distant" in enter(match.t, "Nimble Longbowman", "ana", "ana").marks
    assert "distant" not in enter(match.t, "Nimble Longbowman", "bo", "bo").marks


@pytest.mark.rule("GA-17.4")
def test_ga_17_4_a_weapon_that_costs_is_not_used_for_nothing() -> None:
    match = main()
    sword = match.put("ana", "Bulwark Sword")
    match.ga.zones.hidden.draw(5, "ana.hand", "ana.deck")
    line = f'ana attack ana.champion bo.champion uses="{sword}"'
    match.refuse(line, "GA-17.4", cost=2, have=1)
    match.unseen("ana", "hand", 2).play(line)
    assert (match.size("ana", "hand"), match.size("ana", "memory")) == (1, 2)
    assert [each.trigger for each in match.ga.waiting.stack if hasattr(each, "trigger")] == []


def test_ga_17_4_a_weapon_that_joins_an_attack_card_is_paid_for() -> None:
    match = main().hold("ana", "Opening Cut")
    sword = match.put("ana", "Bulwark Sword")
    match.play('ana activate "Opening Cut"; ana resolve')
    memory = match.size("ana", "memory")
    match.play(f'ana attack ana.champion bo.champion uses="{sword}"')
    assert match.size("ana", "memory") == memory + 2


@pytest.mark.rule("GA-17.7")
def test_ga_17_7_the_next_attack_is_unblockable_as_it_is_declared() -> None:
    match = main().hold("ana", "Suzaku's Command")
    match.level("ana", "Silvie, Wilds Whisperer", "Rai, Archmage")
    bear = match.put("ana", "Ordinary Bear")
    match.put("bo", "Fount Seraphim")
    match.refuse(f'ana attack "{bear}" bo.champion', "GA-17.7")
    match.play(f"""ana activate "Suzaku's Command" "{bear}"; ana resolve""")
    match.play(f'ana attack "{bear}" bo.champion; ana step main')
    assert match.champion("bo").damage == 2 + 2
    assert not match.ga.begun


@pytest.mark.rule("GA-16.31")
def test_ga_16_31_what_the_next_attack_has_is_over_with_it() -> None:
    match = main("Mordred, Aurelian Regent")
    match.champion("ana").damage = 9
    sword = match.put("ana", "Training Sword")
    fog = match.put("bo", "Gray Wolf")
    set_off(match.t, match.champion("ana"), "on enter")
    begin(match.t, "test", fog, "next", "damage", None, until="turn")
    match.play(f'ana attack ana.champion "{fog}" uses="{sword}"; ana step main')
    assert match.champion("ana").damage == 9
    match.champion("ana").rested = False
    match.play(f'ana attack ana.champion bo.champion uses="{sword}"; ana step main')
    assert (match.champion("ana").damage, match.champion("bo").damage) == (9, 1)


def test_ga_16_31_a_change_lasts_until_the_end_of_the_next_own_turn() -> None:
    match = main()
    two = match.put("ana", "Two of Spades")
    queen = match.thing(match.put("ana", "Verita, Queen of Hearts"))
    set_off(match.t, queen, "on death")
    match.play("ana end; bo end; ana step main")
    assert power_of(match.t, match.thing(two)) == 2
    match.play("ana end; bo step main")
    assert power_of(match.t, match.thing(two)) == 1


@pytest.mark.rule("GA-8.6")
def test_ga_8_6_each_obelisk_is_chosen_once() -> None:
    match = main("Tonoris, Genesis Aegis", active="bo")
    for mode in ("armaments", "fabrication", ""):
        match.play("bo end")
        match.play(f'ana trigger "Tonoris, Genesis Aegis" mode={mode}' if mode else "ana step main")
        match.play("ana step main; ana end")
    match.play("bo end; ana step main")
    found = sorted(x.name for x in match.ga.zones.things.values() if x.name.startswith("Obelisk"))
    assert [each.split()[-1] for each in found] == ["Armaments", "Fabrication", "Protection"]


@pytest.mark.parametrize("dealt", [6, 7])
def test_ga_24_24_what_a_hit_triggers_asks_how_much_it_was(dealt: int) -> None:
    match = main("Vanitas, Convergent Ruin")
    champion, struck = match.champion("ana"), match.champion("bo")
    set_off(match.t, champion, "on champion hit", about=struck.id, amount=dealt)
    match.play("ana step end")
    assert price_of(match.t, "bo", "materialize", 1, "Rai, Spellcrafter") == 1 + (dealt == 7)


def test_ga_16_15_the_first_action_of_a_turn_counts_wherever_the_text_was() -> None:
    for earlier in (False, True):
        match = main().hold("ana", "Fireball", "Fireball").level("ana", "Rai, Spellcrafter")
        if earlier:
            match.play("ana activate Fireball bo.champion; ana resolve")
        match.level("ana", "Rai, Archmage").champion("ana").counters.clear()
        match.play("ana activate Fireball bo.champion; ana step end")
        assert match.champion("ana").counters.get("enlighten", 0) == (not earlier)


@pytest.mark.parametrize(("held", "counters"), [(2, 0), (3, 1), (6, 2)])
def test_ga_6_31_who_recollects_is_heard_with_how_much(held: int, counters: int) -> None:
    match = main("Merlin, Memorite Vassal").unseen("bo", "memory", held)
    match.play("ana end; bo step main")
    assert match.champion("bo").counters.get("sheen", 0) == counters


def test_ga_24_15_cards_of_a_norm_memory_imbue_nothing() -> None:
    for norm in (False, True):
        match = main(bo="Spirit of Water", active="bo").hold("bo", "Fount Seraphim")
        begin(match.t, "test", "bo", "permit", "element luxem")
        match.hold("bo", *["Luxem Sight"] * 3)
        mirror = match.put("ana", "Nullifying Mirror", rested=False)
        match.play("bo step main")
        if norm:
            match.play(f'ana ability "{mirror}" bo; ana resolve')
        match.play('bo activate "Fount Seraphim" imbue="Luxem Sight","Luxem Sight"')
        assert ("imbued" in match.thing("Fount Seraphim.1").marks) is not norm


@pytest.mark.rule("GA-24.10")
def test_ga_24_10_a_spell_that_is_empowered_costs_less_by_its_own_text() -> None:
    match = main("Spirit of Water").level("ana", "Rai, Spellcrafter")
    match.hold("ana", "Strategem of Myriad Ice")
    match.side("ana").direction = "east"
    match.side("ana").empower = 2
    match.play('ana activate "Strategem of Myriad Ice" reserved=3')


def test_ga_11_13_damage_that_is_prevented_was_done() -> None:
    match = main("Diana, Keen Huntress").hold("ana", "Under Fire")
    begin(match.t, "test", "ana", "permit", "element fire")
    champion = match.champion("ana")
    begin(match.t, "test", champion.id, "shield", "damage", 9, until="turn", word="shield")
    match.play('ana activate "Under Fire"; ana resolve damage:ana.champion:4')
    assert champion.damage == 0
    assert has_word(match.t, champion, "stealth")


@pytest.mark.rule("GA-11.8")
def test_ga_11_8_a_curse_comes_into_a_lineage_out_of_the_graveyard() -> None:
    match = main("Alice, Golden Queen").lay("ana", "graveyard", "Maledictum Vitae", "Fireball")
    begin(match.t, "test", match.champion("ana").id, "grant", "element umbra")
    match.champion("bo").damage = 6
    match.play('ana ability "Maledictum Vitae" bo.champion pays=banish:Fireball:graveyard')
    match.play("ana resolve")
    assert match.champion("bo").damage == 6
    match.play("ana resolve")
    assert match.champion("bo").damage == 2
    assert [each.name for each in lineage_of(match.t, match.champion("bo"))] == ["Maledictum Vitae"]


@pytest.mark.rule("GA-15.20")
def test_ga_15_20_a_champion_is_of_the_elements_that_were_chosen() -> None:
    match = main("Prismatic Spirit")
    set_off(match.t, match.champion("ana"), "on enter")
    handles.follows(match.t)
    match.refuse("ana resolve element:fire element:fire", "GA-1.6")
    match.play("ana resolve element:fire element:wind")
    match.level("ana", "Rai, Spellcrafter")
    assert elements_of(match.t, match.champion("ana")) == {"norm", "fire", "wind"}
    assert has_word(match.t, match.champion("ana"), "wind")
    assert not has_word(match.t, match.champion("ana"), "water")


def test_ga_8_9_the_next_cardistry_costs_less_and_its_ally_is_stronger() -> None:
    match = main()
    match.put("ana", "Two of Hearts")
    eight = match.put("ana", "Eight of Hearts")
    match.put("ana", "The Duchess's Thornes", rested=False)
    match.ga.zones.hidden.draw(6, "ana.hand", "ana.deck")
    match.refuse(f'ana ability "{eight}"', "GA-9.1")
    match.play("""ana ability "The Duchess's Thornes" which=cheaper; ana resolve""")
    match.play(f'ana ability "{eight}"')
    assert not match.ga.begun
    other = main()
    two = other.put("ana", "Two of Hearts")
    other.put("ana", "The Duchess's Thornes", rested=False)
    other.play(f'ana ability "{two}" pays=pay:1; ana step main')
    assert power_of(other.t, other.thing(two)) == 1 + 2 + 1
    assert has_word(other.t, other.thing(two), "true sight")


@pytest.mark.rule("GA-4.6")
def test_ga_4_6_who_may_have_a_champion_has_not_lost() -> None:
    match = main()
    angel = match.thing(match.put("ana", "Triskit, Guidance Angel"))
    set_off(match.t, angel, "on enter")
    handles.follows(match.t)
    match.play("ana resolve banish-object:ana.champion")
    assert match.trusted()
    assert not match.ga.over


def test_ga_16_13_a_while_is_asked_as_it_triggers_alone() -> None:
    match = main("Alice, Phantom Monarch").hold("ana", "Umbra Sight", "Luxem Sight")
    for element in ("umbra", "luxem"):
        begin(match.t, "test", "ana", "permit", f"element {element}")
    match.play('ana activate "Luxem Sight"')
    match.play('ana activate "Umbra Sight"; ana resolve source="Umbra Sight" draw draw:1::memory')
    match.play("ana step end")
    assert match.champion("ana").damage == 7 + 7 + 2


@pytest.mark.parametrize("left", [True, False])
def test_ga_16_30_what_has_triggered_stands_though_the_human_is_gone(left: bool) -> None:
    match = main().unseen("ana", "hand", 1)
    hare = match.put("ana", "Red Hare, Unrivaled Stallion", rested=False)
    human = match.put("ana", "Arthur, Young Heir")
    if left:
        match.play(f'ana attack "{hare}" bo.champion')
    else:
        places.goes(match.t, places.Parting(match.thing(human), "died", "GA-21.1"))
        match.refuse(f'ana attack "{hare}" bo.champion', "GA-21.11")
        return
    places.goes(match.t, places.Parting(match.thing(human), "died", "GA-21.1"))
    match.play("ana resolve discard:Fireball draw")
    assert match.ga.zones.piles["ana.graveyard"][-1] == "Fireball"


@pytest.mark.rule("GA-16.22")
def test_ga_16_22_a_card_is_played_by_its_usual_way() -> None:
    match = main("Spirit of Fire")
    grail = match.put("ana", "Quicksilver Grail")
    match.t.state.zones.hidden.draw(1, "ana.material", "ana.facedown")
    match.thing(grail).marks = [FACE_DOWN]
    match.play(f'ana ability "{grail}" which=pour')
    match.refuse('ana resolve play:"Training Sword":facedown:activate', "GA-1.6")


def test_ga_24_24_what_an_attack_gained_is_said_as_it_kills() -> None:
    match = main("Lorraine, Crux Knight").hold("ana", "Slay the King")
    wolf = match.put("bo", "Gray Wolf")
    match.play('ana activate "Slay the King"; ana resolve')
    match.play(f'ana attack ana.champion "{wolf}"')
    match.play('ana resolve banish:"Training Sword":material')
    match.play('ana resolve play:"Training Sword":banishment:materialize; ana step end')
    assert match.thing("Training Sword.1").place == "field"
