"""Replacement and prevention: each at most once, in what order, and what it uses up."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct, field

from referee.house import AnyTable
from referee.parts.lasting_changes import Change, Changes, Text, begin, enter, leave, over
from referee.parts.replacement import Prevent, Replaced, Replacing, replaced
from referee.replay.fold import digest_of
from referee.table import MatchState, Table
from referee.verdict import Unsaid, Violation
from tests.tiers import examples


class Ring(MatchState[Any], omit_defaults=True):
    """What is changed."""

    changes: Changes = field(default_factory=Changes)


class Seen(Struct, frozen=True):
    """A charm's text: the outcome it turns into, and by what the harm is multiplied."""

    become: str = ""
    times: int = 1


CHARMS = {
    "Phoenix": Seen("exile"),
    "Grave": Seen("bury"),
    "Double": Seen("", 2),
    "Triple": Seen("", 3),
    "Back": Seen("die"),
}


def becomes(t: AnyTable, change: Change, word: str, values: Any) -> Any:
    if change.source == "Armour":
        return Prevent(1)
    charm = CHARMS.get(change.source)
    if charm is None:
        return Prevent(getattr(change, "amount", None))
    return charm.become or word, {
        key: value * charm.times if key == "harm" else value for key, value in values.items()
    }


RING = Replacing(
    subjects=lambda word, values: (values["thing"], values.get("seat", "")),
    fits=lambda t, change, word, values: change.source != values["thing"],
    becomes=becomes,
    amounts={"damage": "harm"},
    preventable=lambda t, word, values: not values.get("sure", False),
    excepted=frozenset({"win"}),
)


def ring(*texts: tuple[str, str]) -> Table[Ring, None]:
    t: Table[Ring, None] = Table(Ring(("ana", "bo")), None, {})
    for source, what in texts:
        enter(t, source, (Text("instead", what),))
    return t


def harm(t: Table[Ring, None], amount: int, *first: str, **more: Any) -> int:
    """How much of some harm to the elk is left."""
    word, values = replaced(t, RING, "damage", {"thing": "elk", "harm": amount, **more}, first)
    assert word == "damage"
    return int(values["harm"])


def test_what_would_die_is_exiled_and_it_is_told():
    t = ring(("Phoenix", "die"))
    assert replaced(t, RING, "die", {"thing": "elk"}) == ("exile", {"thing": "elk"})
    assert t.facts == [Replaced("Phoenix", 1, "die", "exile", 0)]
    assert replaced(t, RING, "die", {"thing": "Phoenix"})[0] == "die"
    assert replaced(t, RING, "draw", {"thing": "elk"})[0] == "draw"
    leave(t, "Phoenix")
    assert replaced(t, RING, "die", {"thing": "elk"})[0] == "die"


def test_each_applies_at_most_once_however_they_turn_into_one_another():
    t = ring(("Phoenix", "die"), ("Back", "exile"))
    assert replaced(t, RING, "die", {"thing": "elk"})[0] == "die"
    assert [(fact.was, fact.became) for fact in t.facts if isinstance(fact, Replaced)] == [
        ("die", "exile"),
        ("exile", "die"),
    ]


def test_the_oldest_goes_first_or_the_one_that_is_named():
    t = ring(("Phoenix", "die"), ("Grave", "die"))
    assert replaced(t, RING, "die", {"thing": "elk"})[0] == "exile"
    assert replaced(t, RING, "die", {"thing": "elk"}, ("Grave",))[0] == "bury"


def test_where_the_order_makes_a_difference_it_is_asked_and_nothing_is_changed():
    t = ring(("Phoenix", "die"), ("Grave", "die"))
    before = digest_of(t.state)
    with pytest.raises(Unsaid) as asked:
        replaced(t, RING, "die", {"thing": "elk"}, ask=True)
    assert asked.value.choices == {"first": ("Phoenix", "Grave")}
    assert (digest_of(t.state), t.facts) == (before, [])
    assert replaced(t, RING, "die", {"thing": "elk"}, ("Grave",), ask=True)[0] == "bury"
    assert replaced(t, RING, "die", {"thing": "elk"}, ("Phoenix",), ask=True)[0] == "exile"


def test_where_the_order_makes_none_nobody_is_asked():
    t = ring(("Double", "damage"), ("Triple", "damage"))
    word, values = replaced(t, RING, "damage", {"thing": "elk", "harm": 3}, ask=True)
    assert (word, values["harm"]) == ("damage", 18)


def test_a_shield_shrinks_by_what_it_prevents():
    t = ring()
    begin(t, "ward", "elk", "shield", "damage", 5, until="turn")
    assert [harm(t, 2), harm(t, 0), harm(t, 4), harm(t, 2)] == [0, 0, 1, 2]
    assert t.state.changes == Changes(begun=1)


def test_what_prevents_the_next_time_is_used_up_by_the_attempt():
    t = ring()
    begin(t, "dodge", "elk", "next", "damage", until="turn")
    begin(t, "dodge", "elk", "next", "damage", 2)
    assert [harm(t, 0), harm(t, 3)] == [0, 3]
    begin(t, "dodge", "elk", "next", "damage")
    assert [harm(t, 7), harm(t, 7)] == [0, 7]


def test_what_cannot_be_prevented_uses_up_the_next_time_and_no_shield():
    t = ring()
    begin(t, "ward", "elk", "shield", "damage", 2)
    begin(t, "dodge", "elk", "next", "damage")
    assert harm(t, 3, sure=True) == 3
    assert [harm(t, 3), harm(t, 3)] == [1, 3]


def test_a_shield_of_a_seat_and_one_of_a_thing_both_prevent_and_either_may_be_first():
    t = ring()
    begin(t, "ward", "elk", "shield", "damage", 2)
    begin(t, "wall", "ana", "shield", "damage", 2)
    with pytest.raises(Unsaid):
        replaced(t, RING, "damage", {"thing": "elk", "seat": "ana", "harm": 3}, ask=True)
    assert harm(t, 3, "wall", seat="ana") == 0
    assert list(t.state.changes.on) == ["elk"]
    assert harm(t, 3, seat="ana") == 2


def test_a_text_that_prevents_some_each_time_is_never_used_up():
    t = ring(("Armour", "damage"))
    assert [harm(t, 3), harm(t, 1), harm(t, 1, sure=True)] == [2, 0, 1]


def test_double_and_prevented_differ_by_their_order():
    t = ring(("Double", "damage"), ("Armour", "damage"))
    assert [harm(t, 3), harm(t, 3, "Armour")] == [5, 4]


def test_what_the_rulebook_excepts_is_replaced_by_nothing():
    t = ring(("Phoenix", "win"))
    assert replaced(t, RING, "win", {"thing": "elk"})[0] == "win"


@given(
    made=st.lists(
        st.tuples(
            st.sampled_from(("shield", "next")),
            st.sampled_from(("elk", "ana")),
            st.one_of(st.none(), st.integers(1, 4)),
            st.sampled_from(("", "turn")),
        ),
        max_size=5,
    ),
    harms=st.lists(st.tuples(st.integers(0, 5), st.booleans()), max_size=5),
)
@settings(max_examples=examples(150))
def test_all_harm_is_dealt_or_prevented_and_what_is_refused_uses_nothing_up(
    made: list[tuple[Any, ...]], harms: list[tuple[int, bool]]
):
    t = ring()
    for layer, on, amount, until in made:
        begin(t, "ward", on, layer, "damage", amount, until=until)
    before = digest_of(t.state)
    with pytest.raises(Violation), t.whole():
        for amount, sure in harms:
            harm(t, amount, seat="ana", sure=sure)
        t.forbid("X-1", "no")
    assert digest_of(t.state) == before
    for amount, sure in harms:
        told = len(t.facts)
        left = harm(t, amount, seat="ana", sure=sure)
        turns = [fact for fact in t.facts[told:] if isinstance(fact, Replaced)]
        assert left + sum(fact.prevented for fact in turns) == amount
        assert not sure or left == amount
    over(t, "turn")
    leave(t, "elk")
    leave(t, "ana")
    assert t.state.changes == Changes(begun=len(made))
