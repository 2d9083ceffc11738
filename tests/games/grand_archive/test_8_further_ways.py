"""Cards that their text lets be activated in place of their reserve cost, or from elsewhere."""

from functools import partial

from referee.games.grand_archive.begun_texts import TextBegan, begin
from tests.games.grand_archive import test_effects_played as played

DECK = dict.fromkeys(
    (
        *("Resolute Stand", "Song of Frost", "Ensnaring Fumes", "Gray Wolf", "Reclaim", "Fireball"),
        *("Ordinary Bear", "Ordinary Horse", "Dungeon Guide", "Trained Hawk", "Fairy Whispers"),
        *("Arcane Blast", "Three Visits", "Harness Lightning", "Veteran Soldier"),
    ),
    4,
)
MATERIAL = (
    *("Spirit of Fire", "Spirit of Water", "Spirit of Wind", "Rai, Spellcrafter", "Rai, Archmage"),
    *("Silvie, Wilds Whisperer", "Tristan, Underhanded", "Lost Providence", "Mercenary's Blade"),
)
main = partial(played.main, deck=DECK, material=MATERIAL)


def test_ga_8_10_it_costs_nothing_and_the_next_draw_phase_is_skipped() -> None:
    match = main("Rai, Archmage").hold("ana", "Resolute Stand")
    hand = match.size("ana", "hand")
    match.play('ana activate "Resolute Stand" ana.champion mode=unpaid')
    assert match.size("ana", "hand") == hand - 1
    assert match.side("ana").skips == {"draw": 1}


def test_ga_8_10_that_nothing_is_reserved_says_it_too() -> None:
    match = main("Rai, Archmage").hold("ana", "Resolute Stand")
    match.play('ana activate "Resolute Stand" ana.champion reserved=0')
    assert match.side("ana").skips == {"draw": 1}


def test_ga_8_9_without_a_word_of_it_the_reserve_cost_is_paid() -> None:
    match = main("Rai, Archmage").hold("ana", "Resolute Stand")
    hand = match.size("ana", "hand")
    match.play('ana activate "Resolute Stand" ana.champion')
    assert match.size("ana", "hand") == hand - 4
    assert match.side("ana").skips == {}


def test_ga_1_6_below_level_2_it_is_paid_for() -> None:
    match = main("Rai, Spellcrafter").hold("ana", "Resolute Stand")
    match.refuse('ana activate "Resolute Stand" ana.champion mode=unpaid', "GA-1.6")


def test_ga_8_10_another_cost_is_paid_in_its_place() -> None:
    match = main("Spirit of Water").level("ana", "Silvie, Wilds Whisperer")
    match.hold("ana", "Song of Frost").lay("ana", "graveyard", "Reclaim", "Fireball")
    hand = match.size("ana", "hand")
    match.refuse('ana activate "Song of Frost" pays=banish:Fireball:graveyard', "GA-1.6")
    match.play('ana activate "Song of Frost" pays=banish:Reclaim:graveyard')
    assert match.size("ana", "hand") == hand - 1
    assert match.ga.zones.piles["ana.banishment"] == ["Reclaim"]


def test_ga_8_5_another_cost_is_paid_from_wherever_the_card_is_activated() -> None:
    match = main("Spirit of Water").level("ana", "Silvie, Wilds Whisperer")
    match.lay("ana", "banishment", "Song of Frost").lay("ana", "graveyard", "Reclaim")
    line = 'ana activate "Song of Frost" pays=banish:Reclaim:graveyard origin=banishment'
    match.refuse(line, "GA-8.1")
    text = TextBegan("ana", "Seething Intercession", "open", "", "game", 0)
    begin(match.t, text, ("Song of Frost",))
    hand = match.size("ana", "hand")
    match.play(line)
    assert match.size("ana", "hand") == hand
    assert match.ga.zones.piles["ana.banishment"] == ["Reclaim"]
    assert match.champion("ana").damage == 2


def test_ga_8_10_counters_pay_and_are_there() -> None:
    match = main("Spirit of Wind").hold("ana", "Ensnaring Fumes")
    match.champion("ana").counters["preparation"] = 2
    match.refuse('ana activate "Ensnaring Fumes" mode=prepared', "GA-8.10")
    match.champion("ana").counters["preparation"] = 3
    match.play('ana activate "Ensnaring Fumes" mode=prepared')
    assert match.champion("ana").counters.get("preparation", 0) == 0


def test_ga_8_1_a_card_of_the_material_deck_is_activated_where_its_text_says_so() -> None:
    match = main("Spirit of Fire")
    match.play('ana activate "Lost Providence" origin=material; ana resolve')
    thing = match.thing("Lost Providence.1")
    assert thing.place == "field" and thing.rested and "ephemeral" in thing.marks


def test_ga_8_1_and_only_under_its_condition() -> None:
    match = main("Tristan, Underhanded")
    match.champion("ana").counters["preparation"] = 1
    match.play('ana activate "Mercenary\'s Blade" origin=material; ana resolve')
    assert match.thing("Mercenary's Blade.1").place == "field"
    assert match.champion("ana").counters.get("preparation", 0) == 0
    other = main("Spirit of Fire")
    other.champion("ana").counters["preparation"] = 1
    other.refuse('ana activate "Mercenary\'s Blade" origin=material', "GA-8.1")


def test_ga_11_8_where_a_card_goes_is_asked_of_where_it_was_activated_from() -> None:
    match = main("Spirit of Wind").level("ana", "Rai, Spellcrafter").hold("ana", "Three Visits")
    match.play('ana activate "Three Visits"; ana resolve glimpse:2')
    assert match.ga.zones.piles["ana.graveyard"] == ["Three Visits"]
    match.champion("ana").rested = False
    match.play('ana activate "Three Visits" origin=graveyard; ana resolve glimpse:2')
    assert match.ga.zones.piles["ana.banishment"] == ["Three Visits"]
    match.champion("ana").rested = False
    deck = match.size("ana", "deck")
    match.play('ana activate "Three Visits" origin=banishment; ana resolve glimpse:2')
    assert match.size("ana", "deck") == deck + 1
    assert not match.ga.zones.piles["ana.banishment"]


def test_ga_12_5_a_card_ignores_its_elements_while_its_own_text_says_so() -> None:
    match = main("Spirit of Fire").hold("ana", "Harness Lightning", "Harness Lightning")
    match.refuse('ana activate "Harness Lightning" mode=empower', "GA-8.4")
    match.put("ana", "Avatar of Suzaku")
    match.refuse('ana activate "Harness Lightning" mode=empower', "GA-8.4")
    match.put("ana", "Seiryuu, Azure Dragon")
    match.play('ana activate "Harness Lightning" mode=empower')
