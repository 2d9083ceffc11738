"""What fields of options may hold: backs of draws and of sets, spellbooks, groups of cards."""

from random import Random

import pytest
from msgspec import UNSET

from referee.games.tower_wizwar.offered.choices import Books, Drawn, Groups, Mana, Mixed

S, C, O = "spell", "celestial", "orbital"  # noqa: E741

TWO = Drawn({S: 9, C: 1, O: 2}, 2)
"""Two spells out of a deck with enough of them."""
LAST = Drawn({S: 1, C: 2, O: 0}, 3, discard=4)
"""Three spells out of a deck with one, whose discard has four."""
UP_TO = Drawn({S: 9, C: 1, O: 2}, 3, fewest=1)
A_SET = Drawn({S: 9, C: 1, O: 2}, size=5, first=True)


@pytest.mark.parametrize(
    ("choice", "value", "fits"),
    [
        (TWO, UNSET, True),
        (TWO, (S, S), True),
        (TWO, (C, S, O, S), True),
        (TWO, (), True),
        (TWO, (S,), False),
        (TWO, (S, S, S), False),
        (TWO, (C, C, S, S), False),
        (TWO, "spell", False),
        (LAST, (S, C, C, S, S), True),
        (LAST, (S, S), False),
        (LAST, (S, S, S, O), False),
        (UP_TO, (S,), True),
        (UP_TO, (S, S, S), True),
        (UP_TO, (C,), False),
        (A_SET, (S, S, C, O, O), True),
        (A_SET, (S, S, S, S), False),
        (A_SET, (S, S, S, C, C), False),
        (A_SET, "spell", False),
    ],
)
def test_tw_9_3_the_backs_of_a_draw_and_of_a_set(choice: Drawn, value: object, fits: bool):
    assert choice.allows(value) is fits


@pytest.mark.parametrize("choice", [TWO, LAST, UP_TO, A_SET])
def test_what_chance_draws_is_what_may_be_drawn(choice: Drawn):
    drawn = [choice.decide(Random(seed)) for seed in range(60)]
    assert all(choice.allows(each) for each in drawn)
    said = [each for each in drawn if each is not UNSET]
    assert {back for each in said for back in each} >= {S, C}
    if choice is A_SET:
        assert {each[0] for each in said} == {S}


def test_chance_leaves_out_what_is_usual_and_draws_what_there_is():
    assert Drawn({S: 9, C: 0}, 2).decide(Random(1)) is UNSET
    assert Drawn({S: 9, C: 0}, size=5).decide(Random(1)) is UNSET
    assert Drawn({S: 0, C: 0}, 2).decide(Random(1)) == ()
    assert Drawn({S: 1, C: 0}, 2, discard=3).decide(Random(1)) is UNSET
    assert {len(Drawn({S: 9}, 3, fewest=1).decide(Random(seed)) or (0, 0, 0))
            for seed in range(20)} == {1, 2, 3}  # fmt: skip


@pytest.mark.parametrize(
    ("choice", "usual"),
    [
        (TWO, [S, S]),
        (LAST, [S, C, C, S, S]),
        (Drawn({S: 1, C: 0, O: 1}, 4, discard=2), [S, O, S, S]),
    ],
)
def test_tw_9_4_the_usual_draw_has_as_few_cards_as_can_be(choice: Drawn, usual: list[str]):
    assert choice.usual() == usual


def test_draws_in_words_and_as_piles():
    assert TWO.described() == "the backs until 2 spells have come"
    assert Drawn({S: 9}, 1).described() == "the backs until 1 spell has come"
    assert A_SET.described() == "5 backs, left to right"
    piles = [each.pile() for each in (TWO, LAST, UP_TO, A_SET)]
    assert [(each.least, each.most, each.ordered) for each in piles] == [
        (2, 5, True),
        (3, 5, True),
        (1, 6, True),
        (5, 5, True),
    ]
    assert dict(zip(piles[1].values, piles[1].counts, strict=True)) == {S: 3, C: 2, O: 0}
    assert [TWO.fits(text) for text in ("s", "cel", "orbital*2", "", "x", "*2")] == [
        True, True, True, False, False, False,
    ]  # fmt: skip


MIXED = Mixed(((S, S, C, S, S), (S, S, S, S, O)), {S: 9, C: 1, O: 1}, first=True)


@pytest.mark.parametrize(
    ("value", "fits"),
    [
        ((S, C, S, O, S), True),
        ((S, S, S, S, S), False),
        ((C, S, S, S, S), False),
        ((S, S, S, C), False),
        ((S, S, S, C, C), False),
        ("spell", False),
    ],
)
def test_tw_10_7_a_set_with_other_cards_than_spells(value: object, fits: bool):
    assert MIXED.allows(value) is fits


def test_a_mixed_set_may_have_so_many_spells_alone():
    four = Mixed(((S, S, C, S, S),), {S: 9, C: 2, O: 1}, spells=4)
    assert four.allows((C, S, S, S, S)) and not four.allows((C, S, S, S, O))
    assert (MIXED.described(), MIXED.only()) == ("5 backs, left to right", None)
    assert (MIXED.pile().least, MIXED.pile().most, MIXED.pile().ordered) == (5, 5, True)
    assert MIXED.decide(Random(1)) in MIXED.values


def test_books_are_so_many_of_those_that_there_are():
    books = Books({"White": 2, "Blue": 1}, 2)
    assert books.allows(["White", "Blue"]) and books.allows(["White", "White"])
    assert not books.allows(["Blue", "Blue"]) and not books.allows(["White"])
    assert all(books.allows(books.decide(Random(seed))) for seed in range(9))
    assert (books.described(), books.names()) == ("2 of White, Blue", ["White", "Blue"])
    assert (books.pile().least, books.pile().most, books.pile().ordered) == (2, 2, True)
    assert books.several() and Mana({"C1": 2}, 1, 1).several()


GROUP = Groups(("A", "B"), ("B", "C", "D"), 3)


@pytest.mark.parametrize(
    ("value", "fits"),
    [
        (["A"], True),
        (["B", "A"], True),
        (["A", "C", "D"], True),
        (["C"], False),
        ([], False),
        (["A", "A"], False),
        (["A", "E"], False),
        (["A", "B", "C", "D"], False),
        ("A", False),
    ],
)
def test_tw_1_5_a_group_has_a_first_and_so_many_at_most(value: object, fits: bool):
    assert GROUP.allows(value) is fits


def test_groups_that_chance_makes_in_words_and_as_piles():
    made = [GROUP.decide(Random(seed)) for seed in range(60)]
    assert all(GROUP.allows(each) for each in made)
    assert {len(each) for each in made} == {1, 2, 3}
    assert GROUP.described() == "1 to 3 of A, B, C, D"
    assert Groups(("A",), ("B",)).described() == "1 to 2 of A, B"
    assert GROUP.described(2) == "1 to 3 of A, B"
    assert Groups(("A",), ()).described() == "1 of A"
    assert GROUP.names() == ["A", "B", "C", "D"]
    assert (GROUP.pile().least, GROUP.pile().most, GROUP.pile().ordered) == (1, 3, True)
    assert GROUP.several()
