"""Section 6: ties of contests, step by step."""

from itertools import permutations, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cli.screen.sentences import sentence
from referee.fact import Term
from referee.games.legacy_of_conflict import deck
from referee.games.legacy_of_conflict.deck import key_of, ranked
from referee.games.legacy_of_conflict.facts import CardsFlipped, ContestPlaced, OrderFixed
from tests.games.legacy_of_conflict.table import CARDS, GAME, Match, changed, forces, opened, set_up
from tests.tiers import examples

OPTIONS = {
    "LC-I 18": ("its_higher_card", "the_sum_of_both"),
    "LC-I 19": ("the_other_card", "the_one_flipped_second"),
    "LC-I 20": ("matching_sides_only", "all_tied_sides"),
}
UNDERDOGS = forces(changed("Stalker", points=27))
"""The wildpack lacks 2 force points: a bonus of 1 for bo, and for di."""


def flipped(*flips: str, choices: dict[str, str] | None = None, **more) -> Match:
    """The flips for initiative, of as many sides as there are flips."""
    seats = " ".join(("ana", "bo", "cy", "di")[: len(flips)])
    match = set_up(seats, choices=choices or {}, **more)
    for seat, two in zip(seats.split(), flips, strict=True):
        match.play(f"{seat} flip {two}")
    return match


def due(match: Match) -> list[str]:
    assert match.state.duel is not None
    return sorted(match.state.duel.due)


# -- the steps ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        ("RJ-BJ", "3S-JS"),
        ("RJ-3C", "2S-JS"),
        ("AS-JC", "AH-JH"),
        ("AH-2C", "AD-2D"),
        ("AD-2C", "BJ-JC"),
        ("3H-3D", "BJ-2C"),
    ],
)
@pytest.mark.rule("LC-6.1")
def test_lc_6_1_the_higher_best_suit_wins(better: str, worse: str):
    assert deck.total_of(better) == deck.total_of(worse)
    assert flipped(better, worse).state.order == ["ana", "bo"]
    assert flipped(worse, better).state.order == ["bo", "ana"]


@pytest.mark.rule("LC-6.1")
def test_lc_6_1_only_where_the_results_are_tied():
    assert flipped("RJ-3S", "2C-AC").state.order == ["bo", "ana"]


@pytest.mark.parametrize(
    ("better", "worse"), [("3S-AH", "2S-2H"), ("2S-AD", "AS-2D"), ("AC-2C", "BJ-JC")]
)
@pytest.mark.rule("LC-6.2")
def test_lc_6_2_of_one_suit_the_higher_value_wins(better: str, worse: str):
    assert deck.total_of(better) == deck.total_of(worse)
    assert flipped(better, worse).state.order == ["ana", "bo"]
    assert flipped(worse, better).state.order == ["bo", "ana"]


@pytest.mark.parametrize(
    ("better", "worse"), [("3S-AH", "AD-3S"), ("2H-2D", "2C-2H"), ("2S-RJ", "RJ-2H")]
)
@pytest.mark.rule("LC-6.3")
def test_lc_6_3_then_the_other_card_decides(better: str, worse: str):
    assert deck.total_of(better) == deck.total_of(worse)
    assert flipped(better, worse).state.order == ["ana", "bo"]
    assert flipped(worse, better).state.order == ["bo", "ana"]


def test_lc_6_4_the_same_two_cards_are_flipped_again():
    match = flipped("AS-2H", "2H-AS")
    assert due(match) == ["ana", "bo"]
    for line in ("activate Warden", "pass", "respond Warden Brace", "move 2", "close-turn"):
        match.refuse(f"ana {line}", "LC-6.4", who="ana, bo")
    match.play("bo flip JS-JH")
    assert match.refuse("bo activate Seer", "LC-6.4").message == "ana first has to flip"
    match.refuse("bo flip JD-JC", "LC-6.4", seat="bo")
    match.play("ana flip JD-JC")
    assert match.one(CardsFlipped).rule == "LC-6.4"
    assert match.state.order == ["bo", "ana"]


def test_lc_6_4_no_tie_is_broken_before_there_is_one():
    match = opened()
    match.refuse("ana flip AS-AH purpose=tie", "LC-6.4", seat="ana")
    match.refuse("ana flip AS-AH", "LC-2.4")


@pytest.mark.parametrize(
    ("flips", "rule", "told"),
    [
        (("3S-BJ", "2S-2H"), "LC-9.2", ""),
        (("RJ-BJ", "3S-JS"), "LC-6.1", " by the best suit"),
        (("3S-AH", "2S-2H"), "LC-6.2", " by the value in the best suit"),
        (("3S-AH", "AD-3S"), "LC-6.3", " by the other card"),
        (("AS-2H", "2H-AS", "3D-3C", "AD-AC"), "LC-6.4", " after another flip"),
    ],
)
def test_the_contest_for_initiative_says_which_step_broke_a_tie(
    flips: tuple[str, ...], rule: str, told: str
):
    match = flipped(*flips[:2])
    for seat, two in zip(("ana", "bo"), flips[2:], strict=False):
        match.play(f"{seat} flip {two}")
    first, second = match.all(ContestPlaced)
    assert (first.participant, first.rank, first.rule) == ("ana", 1, rule)
    assert (second.participant, second.rank, second.rule) == ("bo", 2, rule)
    assert first.again == "".join(flips[2:3])
    assert (
        sentence(first, GAME.words) == f"ana comes to {first.total} for initiative, number 1{told}"
    )


def test_the_contest_for_initiative_says_the_bonus_of_the_underdog():
    match = flipped("2S-2H", "2D-2C", catalog=UNDERDOGS)
    bo, ana = match.all(ContestPlaced)
    assert bo.terms == (Term("cards 2D-2C", 4, "LC-4.2"), Term("underdog bonus", 1, "LC-8.4"))
    assert (bo.bonus, bo.total, bo.won) == (1, 5, True)
    assert (ana.bonus, ana.total, ana.won) == (0, 4, False)


def test_lc_6_4_play_does_not_go_on_without_it():
    match = flipped("AS-2H", "2H-AS")
    match.refuse("ana move", "LC-6.4", who="ana, bo")
    match.play("ana flip 3S-3H")
    match.refuse("ana move", "LC-6.4", who="bo")


def test_lc_6_4_there_is_no_other_reason_to_flip_again():
    match = set_up().play("ana flip AS-2H")
    match.refuse("ana flip 3S-3H", "LC-6.4", seat="ana")
    match.refuse("bo flip 3S-3H purpose=tie", "LC-6.4")
    match.play("bo flip AD-2C")
    match.refuse("bo flip 3S-3H purpose=tie", "LC-6.4")


def test_lc_6_4_a_match_may_follow_a_match():
    match = flipped("AS-2H", "AS-2H").play("ana flip 3S-3H purpose=tie; bo flip 3H-3S")
    assert due(match) == ["ana", "bo"]
    match.play("ana flip JS-JH; bo flip JD-RJ")
    assert match.state.order == ["ana", "bo"]


def test_lc_6_4_only_the_cards_of_the_deck_that_are_left():
    flipped("AS-2H", "AS-2H").refuse("ana flip AS-3H", "LC-4.5", card="AS")


def test_lc_6_4_only_those_who_match_flip_again():
    match = flipped("AS-2H", "2S-AH", "2H-AS")
    assert due(match) == ["ana", "cy"]
    match.refuse("bo flip 3S-3H", "LC-6.4", seat="bo")
    match.play("ana flip JS-JH; cy flip 3S-3H")
    assert match.state.order == ["bo", "cy", "ana"]


def test_lc_6_4_two_pairs_may_match_at_once():
    match = flipped("AS-2H", "JS-JH", "2H-AS", "JH-JS")
    assert due(match) == ["ana", "bo", "cy", "di"]
    match.play("ana flip JS-JH; bo flip 3S-3H; cy flip JD-JC; di flip 3D-3C")
    assert match.state.order == ["ana", "cy", "bo", "di"]


def test_lc_i_20_who_flips_again():
    flips = ("AS-2H", "2S-AH", "2H-AS")  # one total, and bo has none of the same two cards
    match = flipped(*flips, choices={"LC-I 20": "matching_sides_only"})
    assert due(match) == ["ana", "cy"]
    match = flipped(*flips, choices={"LC-I 20": "all_tied_sides"})
    assert due(match) == ["ana", "bo", "cy"]
    match.play("ana flip 3S-3H; bo flip JS-JH; cy flip 3D-3C")
    assert match.state.order == ["ana", "cy", "bo"]
    placed = [(each.participant, each.again, each.rule) for each in match.all(ContestPlaced)]
    assert placed == [
        ("ana", "3S-3H", "LC-6.4"),
        ("cy", "3D-3C", "LC-6.4"),
        ("bo", "JS-JH", "LC-6.4"),
    ]


def test_lc_i_20_those_of_another_total_do_not_flip_again():
    flips = ("AS-2H", "3S-3H", "2H-AS", "JS-JH")
    match = flipped(*flips, choices={"LC-I 20": "all_tied_sides"})
    assert due(match) == ["ana", "cy"]
    match.play("ana flip JS-JH; cy flip 3S-BJ")
    assert match.state.order == ["bo", "cy", "ana", "di"]


@pytest.mark.parametrize(
    ("reading", "order"), [("its_higher_card", ["ana", "bo"]), ("the_sum_of_both", ["bo", "ana"])]
)
def test_lc_i_18_both_cards_in_the_best_suit(reading: str, order: list[str]):
    # two spades of 2 and -1: the higher is as good as bo's 2, and the other card a spade
    assert flipped("JS-2S", "2S-JH", choices={"LC-I 18": reading}).state.order == order


def test_lc_i_18_with_modifiers():
    # bo's bonus of 1 makes it 3 each
    flips = ("2S-AS", "3S-JH")
    higher = flipped(*flips, catalog=UNDERDOGS, choices={"LC-I 18": "its_higher_card"})
    assert higher.state.order == ["bo", "ana"]
    both = flipped(*flips, catalog=UNDERDOGS, choices={"LC-I 18": "the_sum_of_both"})
    assert both.state.order == ["ana", "bo"]


def test_lc_i_19_which_card_is_the_second():
    # the ace of spades is the best card of both; bo flipped it second
    other = flipped("AS-2H", "2D-AS", choices={"LC-I 19": "the_other_card"})
    assert other.state.order == ["ana", "bo"]
    second = flipped("AS-2H", "2D-AS", choices={"LC-I 19": "the_one_flipped_second"})
    assert second.state.order == ["bo", "ana"]


@pytest.mark.parametrize(("first", "second"), [("2H-AS", "2D-AS"), ("2D-AS", "2H-AS")])
def test_lc_i_19_the_best_card_again_does_not_leave_a_tie(first: str, second: str):
    match = flipped(first, second, choices={"LC-I 19": "the_one_flipped_second"})
    assert match.state.order == (["ana", "bo"] if first == "2H-AS" else ["bo", "ana"])


@pytest.mark.rule("LC-6.5")
def test_lc_6_5_modifiers_count_in_the_total_alone():
    # 3 and 2 + 1: a tie, in which bo's bonus does not count again
    match = flipped("2S-AD", "AH-AC", catalog=UNDERDOGS)
    assert match.state.underdog == {"bo": 1}
    assert match.state.order == ["ana", "bo"]
    match = flipped("AH-2C", "AS-AC", catalog=UNDERDOGS)
    assert match.state.order == ["bo", "ana"]
    match = flipped("AS-2S", "AH-2C", catalog=UNDERDOGS)
    assert match.state.order == ["bo", "ana"]


@pytest.mark.rule("LC-6.5")
def test_lc_6_5_a_side_keeps_its_modifiers_in_a_re_flip():
    flips = ("AS-2H", "AD-AC", "2H-AS")
    match = flipped(*flips, catalog=UNDERDOGS, choices={"LC-I 20": "all_tied_sides"})
    assert due(match) == ["ana", "bo", "cy"]
    match.play("ana flip 2S-AH; bo flip 2D-AH; cy flip JS-JH")
    assert match.state.order == ["bo", "ana", "cy"]


@pytest.mark.rule("LC-6.5")
def test_lc_6_5_the_key_is_both_cards_the_best_first():
    table = set_up().replay.table
    assert key_of(table, "2H-AS") == key_of(table, "AS-2H")
    keys = {key_of(table, f"{a}-{b}") for a, b in permutations(CARDS, 2)}
    assert len(keys) == 153


# -- the procedure, written once more ----------------------------------------------------------

SUITS = ["red joker", "S", "H", "D", "C", "black joker"]
JOKERS = {"RJ": "red joker", "BJ": "black joker"}
WORTH = {"A": 1, "2": 2, "3": 3, "J": -1}


def suit(card: str) -> str:
    return JOKERS.get(card) or card[1]


def worth(card: str) -> int:
    return {"RJ": -2, "BJ": 4}[card] if card in JOKERS else WORTH[card[0]]


def best_of(cards: list[str]) -> str:
    """The card of the highest suit; of two, the one of the higher value."""
    highest = min((suit(card) for card in cards), key=SUITS.index)
    return max((card for card in cards if suit(card) == highest), key=worth)


def ahead(one: str, other: str, summed: bool, by_order: bool) -> bool | None:
    """Whether one flip beats the other of the same total; None where they flip again."""
    mine, theirs = one.split("-"), other.split("-")
    a, b = best_of(mine), best_of(theirs)
    if suit(a) != suit(b):  # step 1
        return SUITS.index(suit(a)) < SUITS.index(suit(b))
    value = [
        sum(worth(c) for c in cards if suit(c) == suit(a)) if summed else worth(best_of(cards))
        for cards in (mine, theirs)
    ]
    if value[0] != value[1]:  # step 2
        return value[0] > value[1]
    rest = without(mine, a), without(theirs, b)
    for x, y in [(mine[1], theirs[1]), rest] if by_order else [rest]:  # step 3
        if suit(x) != suit(y):
            return SUITS.index(suit(x)) < SUITS.index(suit(y))
        if worth(x) != worth(y):
            return worth(x) > worth(y)
    return None  # step 4


def without(cards: list[str], card: str) -> str:
    """The other one of two cards."""
    return cards[1] if cards[0] == card else cards[0]


@pytest.mark.parametrize(
    "readings",
    list(product(OPTIONS["LC-I 18"], OPTIONS["LC-I 19"])),
    ids=lambda each: "-".join(each),
)
def test_the_keys_put_all_flips_of_one_total_in_the_order_of_the_procedure(readings):
    table = set_up(choices=dict(zip(("LC-I 18", "LC-I 19"), readings, strict=True))).replay.table
    summed, by_order = (readings[0] == "the_sum_of_both", readings[1] == "the_one_flipped_second")
    flips = [f"{a}-{b}" for a, b in permutations(CARDS, 2)]
    keys = {two: key_of(table, two) for two in flips}
    for one, other in product(flips, repeat=2):
        found = None if keys[one] == keys[other] else keys[one] > keys[other]
        assert found == ahead(one, other, summed, by_order), (one, other)
        if found is None:
            same = one == other if by_order else set(one.split("-")) == set(other.split("-"))
            assert same


FLIPS = st.permutations(CARDS).map(lambda cards: f"{cards[0]}-{cards[1]}")
FEW = st.sampled_from(["AS-2H", "2H-AS", "AS-2D", "2D-AS", "2S-AH", "JS-JH", "3S-BJ", "BJ-JC"])


@settings(max_examples=examples(50))
@given(
    flips=st.lists(FLIPS | FEW, min_size=2, max_size=4),
    more=st.lists(st.lists(FLIPS | FEW, min_size=4, max_size=4), min_size=4, max_size=4),
    bonus=st.lists(st.integers(0, 2), min_size=4, max_size=4),
    readings=st.tuples(*map(st.sampled_from, OPTIONS.values())),
)
def test_every_contest_ends_in_an_order_that_agrees_with_the_procedure(
    flips, more, bonus, readings
):
    table = set_up(choices=dict(zip(OPTIONS, readings, strict=True))).replay.table
    summed, by_order, everyone = (
        reading != default[0] for reading, default in zip(readings, OPTIONS.values(), strict=True)
    )
    sides = ["ana", "bo", "cy", "di"][: len(flips)]
    given = {side: [two] for side, two in zip(sides, flips, strict=True)}
    extra = dict(zip(sides, bonus, strict=False))

    def total(side: str, depth: int) -> int:
        return sum(map(worth, given[side][depth].split("-"))) + extra[side]

    def tied(one: str, other: str, depth: int) -> bool:
        """The two have gone through the same totals so far, and no card has set them apart."""
        return total(one, depth) == total(other, depth)

    def match(one: str, other: str, depth: int) -> bool:
        beats = ahead(given[one][depth], given[other][depth], summed, by_order)
        return tied(one, other, depth) and beats is None

    def again(among: list[str], depth: int) -> list[set[str]]:
        """The groups that flip again after this flip."""
        found: list[set[str]] = []
        for side in among:
            alike = {o for o in among if match(side, o, depth)}
            if everyone:
                same = {o for o in among if tied(side, o, depth)}
                if any(match(a, b, depth) for a in same for b in same if a != b):
                    alike = same
            if len(alike) > 1 and alike not in found:
                found.append(alike)
        return found

    groups, depth = [set(sides)], 0
    while True:
        waiting = [g for group in groups for g in again(sorted(group), depth)]
        order, asked = ranked(table, given, extra, sides, 0)
        assert set(asked) == set().union(*waiting)
        assert len(asked) == len(set(asked))
        assert sorted(order) == sides
        if not waiting or depth == 4:
            break
        for side in asked:
            given[side].append(more[depth][sides.index(side)])
        groups, depth = waiting, depth + 1
    if waiting:
        return
    place = {side: order.index(side) for side in sides}
    for one, other in permutations(sides, 2):
        last = min(len(given[one]), len(given[other])) - 1
        for depth in range(last + 1):
            if not tied(one, other, depth):
                assert (place[one] < place[other]) is (total(one, depth) > total(other, depth))
                break
            if depth == last:
                beats = ahead(given[one][depth], given[other][depth], summed, by_order)
                assert (place[one] < place[other]) is beats
            elif not everyone and not match(one, other, depth):
                beats = ahead(given[one][depth], given[other][depth], summed, by_order)
                assert (place[one] < place[other]) is beats
                break


def test_lower_places_are_decided_too():
    match = flipped("AD-2C", "3S-BJ", "AH-2D", "AS-2H")
    facts = [(fact.seat, fact.rank) for fact in match.all(OrderFixed)]
    assert facts == [("bo", 1), ("di", 2), ("cy", 3), ("ana", 4)]
