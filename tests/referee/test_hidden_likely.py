"""The guess that spares a search: whatever it says is possible, a search finds too."""

from random import Random

import pytest

from referee.hidden.likely import guessed
from referee.hidden.search import Search
from referee.hidden.slots import Lot, Showing


def lain(chance: Random) -> tuple[dict[str, dict[str, int]], dict[str, Lot], list[Showing]]:
    """Three pools whose cards lie in five lots, and showings that may or may not be possible."""
    pools: dict[str, dict[str, int]] = {}
    slots = dict.fromkeys("abcde", 0)
    may = {key: set(chance.sample("012", chance.choice((1, 2, 2, 3)))) for key in slots}
    for pool in "012":
        pools[pool] = {name: chance.randint(0, 2) for name in "ABC"}
        pools[pool] = {name: count for name, count in pools[pool].items() if count} or {"A": 1}
        for _ in range(sum(pools[pool].values())):
            key = chance.choice("abcde")
            may[key].add(pool)
            slots[key] += 1
    lots = {key: Lot("hand", sorted(may[key]), count) for key, count in slots.items() if count}
    shown = []
    for _ in range(chance.randint(1, 5)):
        ways = chance.sample(sorted(lots), chance.randint(1, len(lots)))
        of = sorted({pool for key in ways for pool in lots[key].pools})
        shown.append(Showing(chance.choice("ABC"), ways, of, 0, chance.choice((1, 1, 2))))
    return pools, lots, shown


@pytest.mark.parametrize("seed", range(20))
def test_what_is_guessed_is_found_by_the_search_too(seed: int):
    chance, told = Random(seed), set()
    for _ in range(40):
        pools, lots, shown = lain(chance)
        found = Search(pools, lots, [], shown).found()
        guess = guessed(pools, lots, shown)
        told.add((found, guess))
        assert found or not guess
    assert {(True, True), (False, False)} <= told


def test_a_guess_is_mended_where_too_many_cards_would_have_to_lie_in_the_same_places():
    # The first guess is that both are of pool 2, of which only one of the two slots can be.
    pools = {"0": {"Elk": 1}, "1": {"Elk": 2}, "2": {"Elk": 2}}
    lots = {
        "a": Lot("hand", ["0", "1"], 1),
        "b": Lot("hand", ["0", "1", "2"], 1),
        "c": Lot("deck", ["0", "1", "2"], 3),
    }
    assert guessed(pools, lots, [Showing("Elk", ["a", "b"], ["0", "1", "2"], 0, 2)])
    assert not guessed(pools, lots, [Showing("Elk", ["a", "b"], ["2"], 0, 2)])


def test_a_showing_gives_its_copy_up_for_one_that_can_be_of_no_other_pool():
    pools = {"0": {"Elk": 1, "Owl": 1}, "1": {"Elk": 1}}
    lots = {"a": Lot("hand", ["0", "1"], 2), "b": Lot("deck", ["0", "1"], 1)}
    either = Showing("Elk", ["a"], ["0", "1"], 0)
    assert guessed(pools, lots, [either, Showing("Elk", ["a", "b"], ["0"], 0)])
    assert not guessed(pools, lots, [either, Showing("Elk", ["a", "b"], ["0"], 0, 2)])
