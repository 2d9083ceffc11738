"""The table: what a block that is done whole takes back, and how a match may end."""

from typing import Any

import pytest
from msgspec import Struct, field

from referee.fact import DieRolled, MatchEnded
from referee.hidden import HiddenCards
from referee.replay.fold import digest_of
from referee.table import MatchState, Result, Table, result_of
from referee.verdict import Illegal, Unsaid, Violation


class Pot(Struct, omit_defaults=True):
    """Something with a number in it."""

    coins: int = 0


class Kitchen(MatchState[Any], omit_defaults=True):
    """A state of every kind of thing."""

    pots: dict[str, Pot] = field(default_factory=dict)
    shelf: list[str] = field(default_factory=list)
    cards: HiddenCards | None = None


def kitchen() -> Table[Kitchen, None]:
    pots = {"b": Pot(2), "a": Pot(1)}
    cards = HiddenCards.opened({"Elk": 2, "Wolf": 1})
    state = Kitchen(("ana", "bo", "cy"), pots=pots, shelf=["salt", "oil", "salt"], cards=cards)
    return Table(state, None, {})


def stir(t: Table[Kitchen, None]) -> None:
    """Change the state in every way."""
    state = t.state
    assert state.cards is not None
    t.set(state.pots["a"], "coins", 7)
    t.item(state.pots, "c", Pot(9))
    t.item(state.pots, "b")
    t.item(state.pots, "a", Pot(3))
    t.push(state.shelf, "rice", "tea")
    t.pull(state.shelf, "oil")
    t.keep(state.cards)
    state.cards.draw(1)
    t.set(state, "active", "bo")
    t.fact(DieRolled("ana", 6, 4, "soup"))
    t.trust("the soup is hot")


def test_a_block_that_fails_takes_nothing_back_of_one_that_was_done_before():
    t = kitchen()
    with t.whole():
        stir(t)
    done = digest_of(t.state)
    with pytest.raises(Violation), t.whole():
        t.keep(t.state.cards)
        t.state.cards.draw(2)
        t.forbid("X-1", "too hot")
    assert digest_of(t.state) == done
    t.wholly(stir_again, t)
    done = digest_of(t.state)
    with pytest.raises(Violation):
        t.wholly(stir_and_fail, t)
    assert digest_of(t.state) == done


def stir_again(t: Table[Kitchen, None]) -> None:
    """Draw a card."""
    assert t.state.cards is not None
    t.push(t.state.shelf, "salt")
    t.keep(t.state.cards)
    t.state.cards.draw(1)


def stir_and_fail(t: Table[Kitchen, None]) -> None:
    """Draw a card, and refuse it."""
    stir_again(t)
    t.forbid("X-1", "too hot")


def test_a_block_that_is_left_by_an_error_changes_nothing():
    t = kitchen()
    t.fact(DieRolled("ana", 6, 1, "before"))
    before, order = digest_of(t.state), list(t.state.pots)
    with pytest.raises(Violation), t.whole():
        stir(t)
        assert digest_of(t.state) != before
        t.forbid("X-1", "too hot")
    assert digest_of(t.state) == before
    assert list(t.state.pots) == order
    assert [fact.purpose for fact in t.facts if isinstance(fact, DieRolled)] == ["before"]
    assert t.assumptions == []


def test_a_block_that_ends_has_done_all_of_it():
    t, plain = kitchen(), kitchen()
    stir(plain)
    with t.whole():
        stir(t)
    assert digest_of(t.state) == digest_of(plain.state) != digest_of(kitchen().state)
    assert t.facts == plain.facts
    assert t.assumptions == plain.assumptions


def test_an_inner_block_is_taken_back_alone_and_an_outer_one_with_it():
    t = kitchen()
    before = digest_of(t.state)
    with pytest.raises(Unsaid), t.whole():
        t.push(t.state.shelf, "rice")
        once = digest_of(t.state)
        with pytest.raises(Violation), t.whole():
            stir(t)
            t.forbid("X-1", "too hot")
        assert digest_of(t.state) == once
        with t.whole():
            stir(t)
        t.incomplete("say which pot", pot=("a", "b"))
    assert digest_of(t.state) == before


def test_cards_that_were_kept_before_are_kept_anew_in_an_inner_block():
    t = kitchen()
    cards, before = t.state.cards, digest_of(t.state)
    assert cards is not None

    def take_one() -> None:
        t.keep(cards)
        cards.draw(1)

    with pytest.raises(Unsaid), t.whole():
        take_one()
        take_one()
        twice = digest_of(t.state)
        with pytest.raises(Violation), t.whole():
            take_one()
            t.forbid("X-1", "too hot")
        assert digest_of(t.state) == twice != before
        take_one()
        t.incomplete("say which pot", pot=("a", "b"))
    assert digest_of(t.state) == before


def test_an_act_is_done_wholly_or_not_at_all_and_gives_what_it_gives():
    t = kitchen()
    before = digest_of(t.state)

    def spill(why: str) -> None:
        t.push(t.state.shelf, "rice")
        t.wholly(stir, t)
        t.forbid("X-1", why)

    with pytest.raises(Violation):
        t.wholly(spill, "too hot")
    assert digest_of(t.state) == before
    assert t.facts == t.assumptions == []
    assert t.wholly(lambda words: f"{words} soup", "hot") == "hot soup"


def test_a_state_that_is_kept_whole_is_restored_in_place():
    t = kitchen()
    pot, before, order = t.state.pots["a"], digest_of(t.state), list(t.state.pots)
    with pytest.raises(Violation), t.whole():
        t.set(pot, "coins", 7)
        t.keep(t.state)
        pot.coins = 8
        t.state.pots = {"z": Pot(1)}
        t.state.shelf.clear()
        t.end_match("ana", "points", "X-1")
        t.forbid("X-1", "too hot")
    assert digest_of(t.state) == before
    assert list(t.state.pots) == order
    assert t.state.pots["a"] is pot
    assert t.facts == []


def test_what_speaks_against_an_act_is_told_and_nothing_is_done():
    t = kitchen()
    before = digest_of(t.state)

    def spill() -> None:
        stir(t)
        t.forbid("X-1", "too hot")

    assert t.refusal(spill) == Illegal("X-1", "too hot")
    assert digest_of(t.state) == before
    assert t.refusal(lambda: stir(t)) is None
    assert digest_of(t.state) != before


def test_what_was_written_since_a_moment_is_told_and_where_nobody_can_say_that_is_told_too():
    t = kitchen()
    pot = t.state.pots["a"]

    def names(since: object | None) -> list[str] | None:
        written = t.written(since)
        return None if written is None else [name for _, _, name, _ in written]

    with t.whole():
        assert names(t.moment()) is None  # nothing was ever written
        t.set(pot, "coins", 2)
        first = t.moment()
        assert names(first) == []
        t.set(t.state, "shelf", ["rice"])
        with pytest.raises(Violation), t.whole():
            t.set(t.state, "over", "fire")
            gone = t.moment()
            assert names(first) == ["shelf", "over"]
            t.forbid("X-1", "too hot")
        assert names(first) == ["shelf"]
        assert names(gone) is None
    last = t.moment()
    assert names(last) is None  # no block is on
    with t.whole():
        assert t.moment() is last
        assert names(last) == []
        t.set(pot, "coins", 3)
        assert names(last) == ["coins"]
        assert names(first) is None


def test_whether_an_act_is_refused_is_told_and_nothing_of_it_stays():
    t = kitchen()
    before = digest_of(t.state)

    def spill() -> None:
        stir(t)
        t.forbid("X-1", "too hot")

    assert not t.would(spill)
    assert t.would(stir, t)
    with t.whole():
        assert t.would(stir, t)
    assert digest_of(t.state) == before
    assert t.facts == t.assumptions == []


def test_what_is_pulled_has_to_be_there():
    t = kitchen()
    with pytest.raises(ValueError, match="pepper"):
        t.pull(t.state.shelf, "pepper")


def test_words_of_a_catalog_with_braces_are_told_as_they_are():
    refusal = Illegal("X-1", "{card} costs {cost}, not {price}", {"card": "Arc {cost}", "cost": 3})
    assert refusal.message == "Arc {cost} costs 3, not {price}"


def test_what_is_incomplete_names_the_choices():
    with pytest.raises(Unsaid) as asked:
        kitchen().incomplete("say which pot", pot=("a", "b"))
    assert asked.value.verdict().message == "say which pot (pot: a, b)"


@pytest.mark.parametrize(
    ("winner", "unwon", "result"),
    [
        ("ana", None, Result("points", "won", ("ana",))),
        (("ana", "cy"), None, Result("points", "shared", ("ana", "cy"))),
        (("ana", "ana"), None, Result("points", "won", ("ana",))),
        ("", None, Result("points", "draw", ())),
        ((), "all lost", Result("points", "all lost", ())),
        ((), "no result", Result("points", "no result", ())),
    ],
)
def test_a_match_may_end_for_one_for_several_or_for_nobody(winner: Any, unwon: Any, result: Result):
    t = kitchen()
    assert result_of(t.state) is None
    t.end_match(winner, "points", "X-1", unwon)
    assert result_of(t.state) == result
    assert t.facts == [MatchEnded(result.winners, result.result, "points", "X-1")]
    t.end_match("bo", "later", "X-2")
    assert result_of(t.state) == result


def test_seats_of_one_side_win_as_that_side():
    t = kitchen()
    t.state.allies = {"ana": "red", "bo": "red"}
    t.end_match(("ana", "bo", "cy"), "points", "X-1")
    assert result_of(t.state) == Result("points", "shared", ("red", "cy"))
