"""Sections 2, 4, 5 and 7: the deck of 18, flips, how the deck cycles, and exact chances."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cli.screen.sentences import sums, tell
from events.legacy_of_conflict import Refresh
from events.notation import Malformed, read
from referee.fact import DeckRebuilt, Term, TotalsCompared
from referee.games.legacy_of_conflict import deck
from referee.games.legacy_of_conflict.characters import Attack, Equipment, Grant
from referee.games.legacy_of_conflict.facts import (
    AttackResolved,
    CardSetAside,
    CardsFlipped,
    ConditionChanged,
    ContestPlaced,
)
from referee.verdict import Violation
from tests.games.legacy_of_conflict.table import (
    CARDS,
    FORCES,
    GAME,
    Match,
    begun,
    cards_add_up,
    changed,
    forces,
    opened,
    set_up,
)
from tests.tiers import examples

SHOTS = tuple(Attack(f"s{n}", range=(0, 600)) for n in range(1, 21))
SHOOTER = forces(changed("Warden", capacity=20, attacks=SHOTS), changed("Brute", defense=30))
"""The Warden can attack the Brute 20 times in one activation, and never hits."""

FIRST_CYCLE = ("AS-AH", "AD-AC", "2S-2H", "2D-2C", "3H-3D", "3C-JS", "JH-JD", "JC-RJ")
"""What ana has left after 3S and BJ, two by two."""

TWO = ("3S-BJ", *FIRST_CYCLE)
"""All 18 cards, two by two."""


def shooting(**choices: str) -> Match:
    """Ana's Warden is activated; 16 cards are in her deck, without 3S and BJ."""
    chosen = {f"LC-I {name[1:]}": option for name, option in choices.items()}
    return begun(catalog=SHOOTER, choices=chosen).play("ana activate Warden")


def line(match: Match, two: str) -> str:
    """The next attack of the Warden, with these cards."""
    return f"ana attack s{len(match.state.figures['Warden'].slots) + 1} Brute 10 {two}"


def shoot(match: Match, *flips: str) -> Match:
    """So many attacks of the Warden."""
    for two in flips:
        match.play(line(match, two))
    return match


def emptied(**choices: str) -> Match:
    """Ana's deck is empty: nine flips of the first deck."""
    return shoot(shooting(**choices), *FIRST_CYCLE)


def one_left(**choices: str) -> Match:
    """Ana's second deck has one card left, AC or RJ; the other of them went unseen."""
    match = emptied(**choices).play("ana refresh")
    return shoot(match, "3S-BJ", *("AS-AH", "AD-JC", *FIRST_CYCLE[2:7]))


def in_deck(match: Match, seat: str = "ana") -> int:
    return deck.deck_size(match.state.players[seat])


def contest() -> Match:
    """Bo's Seer contests with ana's Warden; both have to flip."""
    match = begun().play("ana activate Slinger; ana end; bo activate Seer")
    return match.play("bo use Dread Warden 100")


# -- section 2 ---------------------------------------------------------------------------------


def test_lc_2_1_a_deck_is_ace_two_three_jack_of_four_suits_and_two_jokers():
    expected = {f"{rank}{suit}" for rank in "A23J" for suit in "SHDC"} | {"RJ", "BJ"}
    match = opened()
    for player in match.state.players.values():
        assert player.cards.left == {card: 1 for card in expected}
        assert player.cards.size("deck") == 18


@pytest.mark.parametrize(
    ("cards", "card", "have"),
    [
        (CARDS[:-1], "BJ", 0),
        ((*CARDS, "AS"), "AS", 2),
        ((*CARDS[1:], "2S"), "AS", 0),
        ((*CARDS[:-2], "BJ", "BJ"), "RJ", 0),
    ],
)
def test_lc_2_1_another_deck_is_refused(cards, card: str, have: int):
    match = opened()
    match.refuse(f"ana deck {' '.join(cards)}", "LC-2.1", card=card, have=have)


def test_lc_2_1_the_list_of_18_is_as_good_as_the_word():
    match = opened().play("ana agree sizes terrain tokens points hazards scenario; ana shuffle")
    match.play("ana place Warden Slinger Colossus; bo place Brute Stalker Stalker.2 Seer")
    match.play("bo agree; bo shuffle")
    match.refuse("bo flip AS-2S", "LC-2.1", other="ana", what="agree: deck")
    match.play(f"ana deck {' '.join(reversed(CARDS))}; ana flip AS-2S")


def test_lc_2_1_the_deck_is_not_listed_again_later():
    begun().refuse(f"ana deck {' '.join(CARDS)}", "LC-2.1")


def test_lc_2_1_each_member_of_a_team_has_an_own_deck():
    match = set_up("ana bo cy", sides={"ana": "red", "cy": "red"}, options={"points": "324"})
    match.play("ana flip AS-2S")
    assert [in_deck(match, seat) for seat in ("ana", "cy")] == [16, 18]


@pytest.mark.rule("LC-2.2")
def test_lc_2_2_what_a_card_is_worth():
    worth = {"A": 1, "2": 2, "3": 3, "J": -1}
    expected = {card: worth[card[0]] for card in CARDS if card not in ("RJ", "BJ")}
    assert expected | {"RJ": -2, "BJ": 4} == deck.VALUE


@pytest.mark.parametrize(
    ("two", "total"), [("AS-2H", 3), ("3D-JC", 2), ("RJ-BJ", 2), ("JS-RJ", -3), ("BJ-3S", 7)]
)
@pytest.mark.rule("LC-2.2")
def test_lc_2_2_a_flip_is_worth_its_two_values(two: str, total: int):
    match = set_up().play(f"ana flip {two}")
    fact = match.one(CardsFlipped)
    assert (fact.seat, fact.first, fact.second, fact.total) == ("ana", two[:2], two[3:], total)
    assert (fact.purpose, fact.left, fact.rule) == ("initiative", 16, "LC-9.1")


@pytest.mark.rule("LC-2.3")
def test_lc_2_3_the_suits_from_high_to_low():
    by_rank = sorted(CARDS, key=lambda card: -deck.SUIT_RANK[card])
    suits = list(dict.fromkeys(c[0] if c in ("RJ", "BJ") else c[1] for c in by_rank))
    assert suits == ["R", "S", "H", "D", "C", "B"]


def test_lc_2_4_a_deck_is_shuffled_before_its_first_flip():
    opened().refuse("ana flip AS-2S", "LC-2.4", seat="ana", other="ana")
    match = opened().play("ana agree; bo agree; bo shuffle")
    match.play("ana place Warden Slinger Colossus; bo place Brute Stalker Stalker.2 Seer")
    match.refuse("ana flip AS-2S", "LC-2.4", what="shuffle the deck")
    match.refuse("bo flip AS-2S", "LC-2.4", other="ana")
    match.play("ana shuffle; ana flip AS-2S")


def test_lc_2_4_once_is_enough():
    match = opened().play("ana shuffle")
    match.refuse("ana shuffle", "LC-2.4", seat="ana")
    match.play("bo shuffle")


@pytest.mark.parametrize(("reading", "size"), [("no", 18), ("yes", 17)])
def test_lc_i_10_whether_a_card_goes_unseen_after_the_first_shuffle(reading: str, size: int):
    match = set_up(choices={"LC-I 10": reading})
    assert in_deck(match) == size
    cards_add_up(match)
    match.play("ana flip 3S-BJ; bo flip AS-AH; ana activate Warden")
    assert in_deck(match) == size - 2


def test_lc_i_10_then_the_first_deck_gives_eight_flips_and_one_card_over():
    match = emptied_by_one(i10="yes")
    assert in_deck(match) == 1
    match.refuse(line(match, "AS/JC"), "LC-4.5", card="AS")
    match.refuse(line(match, "JC-RJ"), "LC-5.6", have=1)
    shoot(match, "JC/RJ")
    cards_add_up(match)
    assert in_deck(emptied_by_one(i10="no")) == 2


def emptied_by_one(**choices: str) -> Match:
    """Eight flips of ana's first deck."""
    return shoot(shooting(**choices), *FIRST_CYCLE[:7])


# -- section 4 ---------------------------------------------------------------------------------


def test_lc_4_1_nobody_flips_without_a_reason():
    match = begun()
    match.refuse("ana flip AS-2H", "LC-4.1", seat="ana")
    match.refuse("bo flip AS-2H", "LC-4.1", seat="bo")
    match.play("ana activate Warden")
    match.refuse("ana flip AS-2H", "LC-4.1", seat="ana")


def test_lc_4_1_the_active_player_flips_and_nobody_else():
    match = begun().play("ana activate Warden; ana move")
    match.play("ana stride 10 into=embers")
    match.refuse("bo flip AS-2H", "LC-4.1", seat="bo")
    match.play("ana flip AS-2H")
    assert match.one(CardsFlipped).purpose == "hazard"


@pytest.mark.parametrize("cards", ["AS", "AS-2H-3D", "", "AS2H", "XX-AS", "10S-AS", "AS-1H"])
def test_lc_4_1_a_flip_is_two_cards_no_more_and_no_fewer(cards: str):
    with pytest.raises(Malformed):
        read(f"ana flip {cards}", GAME.codec)
    assert read("ana flip AS-2H", GAME.codec)


def shoved_into_embers(**choices: str) -> Match:
    chosen = {f"LC-I {name[1:]}": option for name, option in choices.items()}
    match = begun(choices=chosen).play("ana activate Warden; ana attack Halberd Brute 10 2H-2S")
    return match.play("ana push Brute 25.4 into=embers")


def test_lc_i_12_who_flips_for_a_character_moved_into_a_hazard():
    match = shoved_into_embers(i12="active_player")
    match.refuse("bo flip AS-2H", "LC-4.1")
    match.play("ana flip 3H-3D")
    match = shoved_into_embers(i12="its_controller")
    match.refuse("ana flip 3H-3D", "LC-4.1")
    match.play("bo flip AS-2H")
    assert match.one(CardsFlipped).seat == "bo"


def test_lc_i_12_an_own_move_into_a_hazard_is_flipped_for_by_its_player():
    for reading in ("active_player", "its_controller"):
        match = begun(choices={"LC-I 12": reading}).play("ana activate Warden; ana move")
        match.play("ana stride 10 into=embers; ana flip AS-2H")


def test_lc_4_2_the_result_is_the_two_values_and_the_modifiers():
    match = begun().play("ana activate Warden; ana attack Halberd Brute 10 AS-2H tokens=2")
    compared = match.one(TotalsCompared)
    assert [(term.value, term.rule) for term in compared.terms] == [(3, "LC-4.2"), (3, "LC-13.4")]
    assert compared.total == 6


def test_lc_4_2_modifiers_count_in_a_contest():
    thin = {"bo": {"Brute": 1, "Seer": 1}}
    match = set_up(decks=thin).play("ana flip 2S-2H; bo flip 2D-2C")
    assert match.state.underdog == {"bo": 28}
    assert match.state.order == ["bo", "ana"]


def test_lc_4_3_all_participants_flip_and_the_highest_result_wins():
    match = contest()
    assert match.due("ana") == match.due("bo") == []
    assert match.options("ana") == match.options("bo") == {"flip"}
    match.play("ana flip JS-JH")
    assert not match.all(ConditionChanged)
    match.play("bo flip 2S-2H")
    fact = match.one(CardsFlipped)
    assert (fact.seat, fact.total, fact.purpose, fact.rule) == ("bo", 4, "contest", "LC-4.3")
    assert match.due("ana") == [("choose", "LC-19.1")]
    match = contest().play("ana flip 2S-2H; bo flip JS-JH")
    assert match.due("ana") == []
    assert match.state.duel is None


def test_lc_4_3_a_missing_flip_holds_play_up():
    match = contest()
    for text in ("bo end", "bo move", "bo attack Bolt Warden 50 AS-AH"):
        match.refuse(text, "LC-4.3", who="Seer, Warden")
    match.play("bo flip 2S-2H")
    match.refuse("bo end", "LC-4.3", who="Warden")
    match.play("ana flip 2S-2D; ana choose Warden slow; bo end")


def test_lc_4_3_only_participants_flip_each_once():
    match = begun("ana bo cy").play("ana activate Slinger; ana end; bo activate Seer")
    match.play("bo use Dread Warden 100")
    match.refuse("cy flip AS-2H", "LC-4.3", seat="cy")
    match.play("bo flip 2S-2H")
    match.refuse("bo flip 2D-2C", "LC-6.4", seat="bo")
    match.refuse("cy flip AS-2H", "LC-4.3", seat="cy")


def test_lc_4_3_a_tie_is_broken_by_the_cards():
    match = contest().play("ana flip 2H-2D; bo flip 2S-2C")
    assert match.due("ana") == [("choose", "LC-19.1")]
    match = contest().play("ana flip 2S-2C; bo flip 2H-2D")
    assert match.due("ana") == []


def test_lc_4_3_the_same_two_cards_are_flipped_again_in_any_contest():
    match = contest().play("ana flip 2S-2C; bo flip 2C-2S")
    match.refuse("bo end", "LC-6.4", who="Seer, Warden")
    match.play("bo flip AS-AH; ana flip JH-JD")
    assert match.due("ana") == [("choose", "LC-19.1")]


@pytest.mark.rule("LC-4.3")
def test_lc_4_3_a_contest_is_told_with_totals_terms_and_places():
    match = contest().play("ana flip 2S-2H; bo flip JS-JH")
    assert match.all(ContestPlaced) == [
        ContestPlaced(
            "Dread",
            "ana",
            "Warden",
            (Term("cards 2S-2H", 4, "LC-4.2"),),
            bonus=0,
            total=4,
            again="",
            rank=1,
            won=True,
            rule="LC-4.3",
        ),
        ContestPlaced(
            "Dread",
            "bo",
            "Seer",
            (Term("cards JS-JH", -2, "LC-4.2"),),
            bonus=0,
            total=-2,
            again="",
            rank=2,
            won=False,
            rule="LC-4.3",
        ),
    ]
    assert tell(match.all(ContestPlaced), GAME.words) == [
        "Warden comes to 4 for Dread and wins",
        "Seer comes to -2 for Dread and loses",
    ]


@pytest.mark.rule("LC-4.2")
def test_lc_4_2_each_modifier_of_a_contest_is_a_term_of_its_own():
    thin = {"bo": {"Brute": 1, "Seer": 1}}
    cloak = Equipment("Cloak", (Grant("contest", 2),))
    catalog = forces(changed("Seer", equipment=(cloak,)))
    match = set_up(decks=thin, catalog=catalog).play("ana flip 3S-BJ; bo flip 3S-3H")
    match.play("bo activate Seer; bo use Dread Warden 100; ana flip 2S-2H; bo flip JS-JH")
    seer, _ = match.all(ContestPlaced)
    assert seer.terms == (
        Term("cards JS-JH", -2, "LC-4.2"),
        Term("Cloak", 2, "LC-13.5"),
        Term("underdog bonus", 28, "LC-8.4"),
    )
    assert (seer.participant, seer.bonus, seer.total, seer.won) == ("Seer", 30, 28, True)
    assert sums(seer) == [("terms", seer.terms, 28)]


def attacked() -> Match:
    """Bo's Brute attacks ana's Warden; the cards of the attack are not flipped."""
    match = begun().play("ana activate Slinger; ana end; bo activate Brute")
    return match.play("bo attack Maul Warden 10 tokens=2")


def test_lc_4_4_the_defender_does_not_flip():
    match = attacked()
    match.refuse("ana flip AS-2H", "LC-4.4", seat="ana")
    match.refuse("ana flip AS-2H purpose=defense", "LC-4.4")
    match.play("bo flip AS-2H")
    assert match.one(AttackResolved).flip == 3
    match.refuse("ana flip AS-2H purpose=defense", "LC-4.4")


def test_lc_4_4_unless_an_ability_grants_it():
    match = attacked().play("ana respond Warden Brace AS-2H; bo flip 2S-2D")
    compared = match.one(TotalsCompared)
    assert [(t.label, t.value) for t in compared.other_terms if t.rule == "LC-4.4"] == [
        ("cards AS-2H", 3)
    ]
    assert (compared.total, compared.other_total) == (8, 6)


def test_lc_4_4_then_the_attack_waits_for_the_defender():
    match = attacked().play("ana respond Warden Brace")
    assert match.due("ana") == [("defense", "LC-4.4")]
    match.play("bo flip 2S-2D")
    assert not match.all(AttackResolved)
    match.refuse("bo end", "LC-4.4", seat="ana")
    match.play("ana flip AS-2H")
    assert match.one(AttackResolved).other_total == 6


def test_lc_4_4_an_ability_that_does_not_say_so_grants_no_flip():
    brace = msgspec.structs.replace(FORCES.character["Warden"].abilities[0], flip="no")
    match = begun(catalog=forces(changed("Warden", abilities=(brace,))))
    match.play("ana activate Slinger; ana end; bo activate Brute")
    match.play("bo attack Maul Warden 10 tokens=2")
    match.refuse("ana respond Warden Brace AS-2H", "LC-4.4", ability="Brace")


@pytest.mark.parametrize(
    ("reading", "terms"),
    [
        ("adds_to_defense_total", [("Defense", 3), ("cards AS-2H", 3)]),
        ("replaces_Defense", [("cards AS-2H", 3)]),
    ],
)
def test_lc_i_13_what_the_flip_of_a_defender_does(reading: str, terms):
    brace = msgspec.structs.replace(FORCES.character["Warden"].abilities[0], flip="unsaid")
    catalog = forces(changed("Warden", abilities=(brace,)))
    match = begun(catalog=catalog, choices={"LC-I 13": reading})
    match.play("ana activate Slinger; ana end; bo activate Brute")
    match.play("bo attack Maul Warden 10 tokens=2; ana respond Warden Brace AS-2H; bo flip 2S-2D")
    compared = match.one(TotalsCompared)
    assert [(t.label, t.value) for t in compared.other_terms] == terms


def test_lc_4_5_no_card_comes_twice_before_the_refresh():
    match = shooting()
    match.refuse(line(match, "3S-AS"), "LC-4.5", card="3S", seat="ana")
    match.refuse(line(match, "AS-BJ"), "LC-4.5", card="BJ")
    match.refuse(line(match, "AS-AS"), "LC-4.5", card="AS")
    shoot(match, "AS-AH")
    match.refuse(line(match, "2S-AH"), "LC-4.5", card="AH")
    shoot(match, "2S-2H")


def test_lc_4_5_each_deck_counts_for_itself():
    match = shooting().play("ana end; bo activate Brute")
    match.play("bo attack Maul Warden 10 BJ-2H")
    match.refuse("bo flip 3S-AS", "LC-4.1")


def test_lc_4_5_after_the_refresh_every_card_may_come_again():
    match = emptied().play("ana refresh")
    shoot(match, "3S-BJ", "JC-RJ")
    match.refuse(line(match, "RJ-AS"), "LC-4.5", card="RJ")


def test_lc_4_5_the_first_card_of_a_split_flip_does_not_come_again():
    match = one_left()
    match.refuse(line(match, "AC/AC"), "LC-4.5", card="AC")
    match.refuse(line(match, "AS/AC"), "LC-4.5", card="AS")
    shoot(match, "AC/AS")
    match.refuse(line(match, "AC-2S"), "LC-4.5", card="AC")
    match.refuse(line(match, "AS-2S"), "LC-4.5", card="AS")
    shoot(match, "RJ-2S")


@pytest.mark.rule("LC-4.6")
def test_lc_4_6_a_flip_is_open_to_all():
    match = set_up().play("ana flip AS-2H")
    fact = match.one(CardsFlipped)
    assert (fact.first, fact.second, fact.total) == ("AS", "2H", 3)
    assert match.state.duel.flips == {"ana": ["AS-2H"], "bo": []}


# -- section 5 ---------------------------------------------------------------------------------


@pytest.mark.rule("LC-5.1")
def test_lc_5_1_flipped_cards_go_to_the_discard_pile_of_their_owner():
    match = set_up().play("ana flip AS-2H; bo flip 3S-RJ")
    players = match.state.players
    assert players["ana"].discard == ["AS", "2H"]
    assert players["bo"].discard == ["3S", "RJ"]
    assert deck.discard_size(players["ana"]) == 2
    assert in_deck(match) == 16
    cards_add_up(match)


def test_lc_5_2_nobody_looks_through_a_discard_pile():
    match = begun()
    for looking, owner in (("ana", "ana"), ("ana", "bo"), ("bo", "ana")):
        match.refuse(f"{looking} look {owner}", "LC-5.2", seat=looking, owner=owner)


def test_lc_i_14_whether_the_owner_may_look():
    begun(choices={"LC-I 14": "nobody"}).refuse("ana look ana", "LC-5.2")
    match = begun(choices={"LC-I 14": "owner"}).play("ana look ana")
    match.refuse("ana look bo", "LC-5.2", seat="ana", owner="bo")


def shown(match: Match) -> str:
    panels = GAME.board(match.replay.table)
    return " ".join(text for panel in panels for row in panel.rows for text in row)


def test_lc_5_2_no_view_lists_it():
    text = shown(begun())
    assert "discard 2" in text
    assert not any(card in text for card in CARDS)


def test_lc_i_15_what_the_views_show_of_earlier_flips():
    counts = shown(begun(choices={"LC-I 15": "counts_only"}))
    assert not any(card in counts for card in CARDS)
    listed = shown(begun(choices={"LC-I 15": "all_flips_since_refresh"}))
    assert {card for card in CARDS if card in listed} == {"3S", "BJ", "3H"}
    match = emptied(i15="all_flips_since_refresh").play("ana refresh")
    assert "flipped none" in shown(match)


def test_lc_5_3_a_deck_with_cards_is_not_refreshed():
    match = shooting()
    match.refuse("ana refresh", "LC-5.3", have=16)
    match = one_left()
    match.refuse("ana refresh", "LC-5.3", have=1)
    opened().refuse("ana refresh", "LC-5.3", have=18)


def test_lc_5_3_an_empty_deck_is_refreshed_before_the_next_flip():
    match = emptied()
    match.refuse(line(match, "AS-AH"), "LC-5.3", have=0)
    match.play("ana refresh")
    assert match.one(DeckRebuilt) == DeckRebuilt("ana", 18, "LC-5.3")
    match.refuse("ana refresh", "LC-5.3", have=17)
    shoot(match, "AS-AH")


def test_lc_5_3_the_last_flip_is_in_the_shuffle():
    match = emptied().play("ana refresh")
    shoot(match, "JC-RJ")
    cards_add_up(match)


def test_lc_i_16_or_it_is_refreshed_at_once_and_the_cards_in_use_stay_out():
    match = emptied(i16="at_once")
    assert [due.text() for due in GAME.obligations(match.replay.table)] == ["refresh the deck"]
    assert match.options("ana") == {"refresh"}
    for other in (line(match, "AS-AH"), "ana move", "ana end"):
        assert match.refuse(other, "LC-5.3", seat="ana").legal == "ana refresh"
    match.play("ana refresh")
    assert match.one(DeckRebuilt) == DeckRebuilt("ana", 16, "LC-5.3")
    assert in_deck(match) == 15 and not GAME.obligations(match.replay.table)
    match.refuse(line(match, "JC-AH"), "LC-4.5", card="JC")
    shoot(match, "AS-AH")
    cards_add_up(match)


def test_lc_i_16_at_once_also_holds_up_the_next_activation():
    match = emptied(i16="at_once").play("ana refresh; ana end")
    player = match.state.players["bo"]
    player.cards.draw(deck.deck_size(player), "deck", "discard")
    for refused in ("bo activate Seer", "bo pass"):
        match.refuse(refused, "LC-5.3", seat="bo")
    match.play("bo refresh; bo activate Seer")


def test_lc_5_4_one_card_goes_unseen():
    match = emptied().play("ana refresh")
    assert match.one(CardSetAside) == CardSetAside("ana", "LC-5.4")
    player = match.state.players["ana"]
    assert in_deck(match) == 17
    assert deck.discard_size(player) == 1
    assert player.discard == []
    assert player.cards.known("discard") == {}
    assert deck.remaining(player) == tuple(sorted(CARDS))
    cards_add_up(match)


def test_lc_5_4_an_entry_that_names_that_card_is_refused():
    emptied().refuse("ana refresh card=AS", "LC-5.4", card="AS")


@pytest.mark.rule("LC-5.5")
def test_lc_5_5_a_first_deck_gives_nine_flips():
    match = shooting()
    left = [16]
    for two in FIRST_CYCLE:
        left.append(shoot(match, two).one(CardsFlipped).left)
    assert left == [16, 14, 12, 10, 8, 6, 4, 2, 0]


@pytest.mark.rule("LC-5.5")
def test_lc_5_5_a_refreshed_deck_gives_eight_flips_and_one_card_over():
    match = emptied().play("ana refresh")
    left = []
    for two in TWO[:8]:
        left.append(shoot(match, two).one(CardsFlipped).left)
    assert left == [15, 13, 11, 9, 7, 5, 3, 1]
    match.refuse(line(match, TWO[8]), "LC-5.6", have=1)


def test_lc_5_6_a_flip_that_finds_one_card_takes_the_other_from_the_new_deck():
    match = one_left()
    match.refuse(line(match, "AC-RJ"), "LC-5.6", have=1)
    shoot(match, "AC/AS")
    assert match.one(DeckRebuilt) == DeckRebuilt("ana", 17, "LC-5.6")
    assert match.one(CardSetAside) == CardSetAside("ana", "LC-5.4")
    assert match.one(CardsFlipped).left == 15
    assert match.one(CardsFlipped).total == 2
    player = match.state.players["ana"]
    assert player.discard == ["AC", "AS"]
    assert deck.discard_size(player) == 3
    cards_add_up(match)


def test_lc_5_6_a_flip_is_split_only_where_one_card_is_left():
    match = shooting()
    match.refuse(line(match, "AS/AH"), "LC-5.3", have=16)
    match = emptied()
    match.refuse(line(match, "AS/AH"), "LC-5.6", have=0)


def test_lc_5_6_after_a_split_flip_the_deck_is_odd_again():
    match = shoot(one_left(), "AC/AS", "RJ-2S", "AD-AH")
    assert in_deck(match) == 11


@pytest.mark.rule("LC-5.6")
def test_lc_i_17_the_first_card_of_a_split_flip():
    out = shoot(one_left(i17="stays_out_of_the_shuffle"), "AC/AS")
    out.refuse(line(out, "AC-2S"), "LC-4.5", card="AC")
    assert in_deck(out) == 15
    match = one_left(i17="is_shuffled_in")
    shoot(match, "AC/AS")
    assert match.one(DeckRebuilt).count == 18
    assert in_deck(match) == 16
    assert match.state.players["ana"].discard == ["AS"]
    cards_add_up(match)
    shoot(match, "AC-2S")
    same = shoot(one_left(i17="is_shuffled_in"), "AC/AC")
    assert same.one(CardsFlipped).total == 2


@pytest.mark.rule("LC-5.7")
def test_lc_5_7_the_unseen_card_comes_back_with_the_next_refresh():
    match = one_left()
    assert deck.remaining(match.state.players["ana"]) == ("AC", "RJ")
    match.refuse(line(match, "RJ-AC"), "LC-5.6", have=1)
    shoot(match, "AC/RJ")  # RJ was the unseen one
    cards_add_up(match)
    other = shoot(one_left(), "RJ/AS", "AC-AH")
    cards_add_up(other)


@pytest.mark.rule("LC-5.7")
def test_lc_5_7_the_card_that_nobody_saw_is_still_shown_nowhere():
    match = one_left()
    assert not any(card in shown(match) for card in CARDS)
    assert match.state.players["ana"].cards.known("discard") == {}


# -- laws of the deck --------------------------------------------------------------------------

READINGS = st.fixed_dictionaries(
    {
        "LC-I 10": st.sampled_from(["no", "yes"]),
        "LC-I 16": st.sampled_from(["when_a_card_is_next_needed", "at_once"]),
        "LC-I 17": st.sampled_from(["stays_out_of_the_shuffle", "is_shuffled_in"]),
    }
)


class Physical:
    """A deck of real cards, as it lies on a table."""

    def __init__(self, chance: Random, readings: dict[str, str]) -> None:
        self.chance = chance
        self.stays_out = readings["LC-I 17"] == "stays_out_of_the_shuffle"
        self.at_once = readings["LC-I 16"] == "at_once"
        self.deck = list(CARDS)
        self.discard: list[str] = []
        self.shown: list[str] = []
        chance.shuffle(self.deck)
        if readings["LC-I 10"] == "yes":
            self.discard.append(self.deck.pop())

    def refresh(self, *held: str) -> None:
        """All cards but those held are shuffled, and the top card goes unseen."""
        self.deck = [card for card in CARDS if card not in held]
        self.chance.shuffle(self.deck)
        self.discard, self.shown = [self.deck.pop()], []

    def renew(self) -> None:
        """An empty deck is refreshed; at once, before the last two cards are laid aside."""
        held = self.shown[-2:] if self.at_once else []
        self.refresh(*held)
        self.shown = held

    def flip(self) -> str:
        """Two cards; the deck is not empty."""
        first = self.deck.pop()
        sign = "-"
        if not self.deck:
            sign = "/"
            self.refresh(*((first,) if self.stays_out else ()))
        second = self.deck.pop()
        self.shown += [second] if sign == "/" and not self.stays_out else [first, second]
        return f"{first}{sign}{second}"

    def all(self) -> Counter[str]:
        return Counter(self.deck + self.discard + self.shown)


@settings(max_examples=examples(30))
@given(seed=st.integers(0, 10**9), readings=READINGS, flips=st.integers(1, 60))
def test_whatever_real_cards_do_is_accepted_and_18_stay_18(seed, readings, flips):
    chance = Random(seed)
    table = set_up(choices=readings).replay.table
    real = Physical(chance, readings)
    player = table.state.players["ana"]
    for _ in range(flips):
        if not real.deck:
            real.renew()
            deck.refresh(table, Refresh("ana"))
        two = real.flip()
        assert deck.flip(table, "ana", two, "contest", "LC-4.3") == deck.total_of(two)
        assert real.all() == Counter(CARDS)
        assert deck.deck_size(player) == len(real.deck)
        assert sorted(player.discard) == sorted(real.shown)
        assert deck.deck_size(player) + deck.discard_size(player) == 18
        unseen = {*real.deck, *real.discard} if real.deck else set()
        assert unseen == set(deck.remaining(player))


@settings(max_examples=examples(30))
@given(seed=st.integers(0, 10**9), readings=READINGS, flips=st.integers(0, 30))
def test_whatever_real_cards_cannot_do_is_refused(seed, readings, flips):
    chance = Random(seed)
    table = set_up(choices=readings).replay.table
    real = Physical(chance, readings)
    player = table.state.players["ana"]
    for _ in range(flips):
        if not real.deck:
            real.renew()
            deck.refresh(table, Refresh("ana"))
        deck.flip(table, "ana", real.flip(), "contest", "LC-4.3")
    hidden = [*real.deck, *real.discard]
    size = len(real.deck)
    for first, sign, second in (
        (first, sign, second) for first in CARDS for sign in "-/" for second in CARDS
    ):
        if sign == "-":
            fits = size > 1 and first != second and {first, second} <= set(hidden)
        else:
            fits = size == 1 and first in hidden and (first != second or not real.stays_out)
        if fits:
            deck.require_in_deck(table, player, f"{first}{sign}{second}")
        else:
            with pytest.raises(Violation):
                deck.require_in_deck(table, player, f"{first}{sign}{second}")


# -- section 7 ---------------------------------------------------------------------------------

PAIRS = {-3: 4, -2: 6, -1: 4, 0: 20, 1: 20, 2: 23, 3: 20, 4: 22, 5: 20, 6: 10, 7: 4}
"""LC-7.1."""


def near(chances: dict[int, float], exact: dict[int, Fraction]) -> bool:
    return chances.keys() == exact.keys() and all(
        abs(chance - exact[total]) < 1e-9 for total, chance in chances.items()
    )


def shares(totals: Counter[int]) -> dict[int, Fraction]:
    return {total: Fraction(n, totals.total()) for total, n in totals.items()}


def test_lc_7_1_the_153_pairs_of_a_fresh_deck():
    pairs = Counter(deck.VALUE[a] + deck.VALUE[b] for a, b in combinations(CARDS, 2))
    assert pairs == PAIRS
    assert near(deck.FRESH, shares(Counter(PAIRS)))
    match = set_up()
    assert dict(deck.chances(match.replay.table, match.state.players["ana"])) == deck.FRESH


def test_lc_7_3_the_mean_of_a_fresh_flip_and_the_chance_of_a_hazard():
    mean = sum(total * chance for total, chance in deck.FRESH.items())
    assert mean == pytest.approx(22 / 9)
    spread = sum(total**2 * chance for total, chance in deck.FRESH.items()) - mean**2
    assert spread**0.5 == pytest.approx(2.36, abs=0.005)
    match = set_up()
    least_1 = deck.chance_of(deck.chances(match.replay.table, match.state.players["ana"]), 1)
    assert 1 - least_1 == pytest.approx(34 / 153)


def by_enumeration(left: tuple[str, ...], size: int, shuffled_in: bool) -> dict[int, Fraction]:
    """Every order in which the cards may lie, the unseen one among them, counted."""
    value = deck.VALUE
    unseen = len(left) - size
    assert unseen in (0, 1)
    totals: Counter[int] = Counter()
    if size > 1:
        for order in permutations(left, 2 + unseen):
            totals[value[order[-2]] + value[order[-1]]] += 1
    else:
        for order in permutations(left, 1 + unseen):
            rest = [card for card in CARDS if shuffled_in or card != order[-1]]
            for _, second in permutations(rest, 2):
                totals[value[order[-1]] + value[second]] += 1
    return shares(totals)


@settings(max_examples=examples(25))
@given(seed=st.integers(0, 10**9), readings=READINGS, flips=st.integers(0, 20))
def test_lc_7_4_the_chances_are_those_of_all_ways_the_cards_may_lie(seed, readings, flips):
    table = set_up(choices=readings).replay.table
    real = Physical(Random(seed), readings)
    player = table.state.players["ana"]
    for _ in range(flips):
        if not real.deck:
            real.renew()
            deck.refresh(table, Refresh("ana"))
        deck.flip(table, "ana", real.flip(), "contest", "LC-4.3")
    size, left = deck.deck_size(player), deck.remaining(player)
    if not size:
        left = tuple(c for c in CARDS if not real.at_once or c not in real.shown[-2:])
        size = len(left) - 1
    exact = by_enumeration(left, size, not real.stays_out)
    found = deck.chances(table, player)
    assert near(dict(found), exact)
    assert sum(dict(found).values()) == pytest.approx(1)
    for least in range(-3, 8):
        over = sum(share for total, share in exact.items() if total >= least)
        assert deck.chance_of(found, least) == pytest.approx(float(over))


def test_lc_7_4_a_split_flip_has_its_own_chances():
    match = one_left()
    player = match.state.players["ana"]
    exact = by_enumeration(("AC", "RJ"), 1, False)
    assert near(dict(deck.chances(match.replay.table, player)), exact)
    # AC first: 17 others; RJ first: 17 others
    assert exact[5] == Fraction(1, 34)  # AC then BJ
    assert max(exact) == 5


def test_lc_7_4_the_unseen_card_changes_no_chance_after_a_refresh():
    match = emptied()
    table, player = match.replay.table, match.state.players["ana"]
    before = deck.chances(table, player)
    match.play("ana refresh")
    assert near(dict(before), shares(Counter(PAIRS)))
    assert dict(deck.chances(table, match.state.players["ana"])) == pytest.approx(dict(before))
