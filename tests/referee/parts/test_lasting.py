"""Changes that last: begun and ended at their moment, read in layers, and what a price comes to."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.parts.lasting_changes import (
    ChangeBegan,
    ChangeEnded,
    Changes,
    Text,
    begin,
    end,
    enter,
    leave,
    lessen,
    over,
    silence,
    while_there,
)
from referee.parts.layers import (
    has,
    held,
    permitted,
    price_now,
    reckon,
    require_not_forbidden,
    standing,
    terms,
    value,
)
from referee.replay.fold import digest_of
from referee.table import Table
from referee.verdict import Violation
from tests.referee.parts.zoo import TEXTS, ZOO, Beast, Zoo, zoo
from tests.tiers import examples


def power(t: Table[Zoo, None], thing: str = "elk") -> int:
    number = value(t, ZOO, thing, "power")
    assert number == sum(term.value for term in terms(t, ZOO, thing, "power"))
    return number


def comes_into_play(t: Table[Zoo, None], source: str) -> None:
    enter(t, source, TEXTS[source.partition(".")[0]])


# -- numbers -----------------------------------------------------------------------------------


def test_a_number_is_set_first_then_added_to_then_counted_then_swapped_whatever_the_order():
    t = zoo(elk=Beast(2, 5, buffs=1))
    begin(t, "spell", "elk", "swap", "power", word="life")
    begin(t, "spell", "elk", "add", "power", 2)
    begin(t, "spell", "elk", "set", "power", 7)
    begin(t, "spell", "elk", "add", "life", -1)
    assert power(t) == 5 - 1 + 1
    assert value(t, ZOO, "elk", "life") == 7 + 2 + 1
    begin(t, "spell", "elk", "swap", "life", word="power")
    assert power(t) == 7 + 2 + 1


def test_of_two_that_set_a_number_the_newest_wins_and_when_it_ends_the_other():
    t = zoo(elk=Beast(2, 5))
    comes_into_play(t, "Census")
    assert power(t) == 5
    begin(t, "spell", "elk", "set", "power", 1, until="turn")
    assert power(t) == 1
    comes_into_play(t, "Census.2")
    assert power(t) == 5
    leave(t, "Census.2")
    over(t, "turn")
    leave(t, "Census")
    assert power(t) == 2


def test_a_number_stops_where_it_can_be_no_less_and_its_terms_say_so():
    t = zoo(elk=Beast(2))
    begin(t, "curse", "elk", "add", "power", -5)
    assert power(t) == 0
    assert [term.label for term in terms(t, ZOO, "elk", "power")][-1] == "never below 0"
    begin(t, "spell", "elk", "add", "power", 4)
    assert power(t) == 1


def test_nothing_is_added_to_a_number_that_a_thing_does_not_have():
    t = zoo(elk=Beast(None, buffs=2))
    begin(t, "spell", "elk", "add", "power", 4)
    assert (reckon(t, ZOO, "elk", "power"), power(t)) == (None, 0)
    begin(t, "spell", "elk", "set", "power", 1)
    assert power(t) == 7


def test_the_terms_name_the_sources_their_rules_and_the_entries():
    t = zoo(elk=Beast(2), ox=Beast(1))
    t.seq = 8
    comes_into_play(t, "Alpha")
    t.seq = 12
    begin(t, "spell", "elk", "add", "power", 2)
    assert [(s.label, s.value, s.rule, s.entry) for s in terms(t, ZOO, "elk", "power")] == [
        ("printed", 2, "X-1", 0),
        ("Alpha", 1, "X-3", 8),
        ("spell", 2, "X-3", 12),
    ]


def test_a_text_changes_things_while_its_source_is_there_and_is_written_into_none_of_them():
    t = zoo(elk=Beast(2), Alpha=Beast(1))
    before, beasts = digest_of(t.state), dict(t.state.beasts)
    comes_into_play(t, "Alpha")
    assert (power(t), power(t, "Alpha")) == (3, 1)
    t.state.beasts["fox"] = Beast(0)
    assert power(t, "fox") == 1
    del t.state.beasts["fox"]
    assert t.state.beasts == beasts
    silence(t, "Alpha")
    assert power(t) == 2
    t.state.changes.begun = 0
    assert digest_of(t.state) == before


def test_a_text_that_swaps_is_found_from_both_numbers():
    t = zoo(elk=Beast(2, 5), Mirror=Beast(3, 4))
    comes_into_play(t, "Mirror")
    assert (power(t, "Mirror"), value(t, ZOO, "Mirror", "life")) == (4, 3)
    assert (power(t), value(t, ZOO, "elk", "life")) == (2, 5)
    leave(t, "Mirror")
    assert t.state.changes == Changes(begun=1)


# -- words -------------------------------------------------------------------------------------


def test_the_only_word_of_a_family_is_the_newest_that_was_set():
    t = zoo(elk=Beast(2, element="water"))
    begin(t, "dye", "elk", "set", "element", word="fire", until="turn")
    assert (has(t, ZOO, "elk", "fire"), has(t, ZOO, "elk", "water")) == (True, False)
    begin(t, "rain", "elk", "set", "element", word="water")
    assert (has(t, ZOO, "elk", "fire"), has(t, ZOO, "elk", "water")) == (False, True)
    begin(t, "torch", "elk", "grant", "fire")
    assert (has(t, ZOO, "elk", "fire"), has(t, ZOO, "elk", "water")) == (True, True)
    comes_into_play(t, "Dye")
    assert (has(t, ZOO, "elk", "fire"), has(t, ZOO, "elk", "water")) == (True, False)


def test_of_grants_and_losses_the_newest_counts_and_is_named():
    t = zoo(elk=Beast(2, words=("swift",)))
    assert held(t, ZOO, "elk", "swift").by is None
    lost = begin(t, "mud", "elk", "lose", "swift")
    assert held(t, ZOO, "elk", "swift").by == lost
    begin(t, "wind", "elk", "grant", "swift")
    assert has(t, ZOO, "elk", "swift")


def test_what_a_text_depends_on_is_read_before_it_whichever_came_first():
    t = zoo(elk=Beast(2), ox=Beast(1, element="water"))
    comes_into_play(t, "Beacon")
    assert power(t) == 2
    comes_into_play(t, "Dye")
    assert (power(t), power(t, "ox")) == (4, 3)


def test_texts_that_depend_on_one_another_in_a_circle_leave_a_doubt():
    t = zoo(elk=Beast(2))
    assert held(t, ZOO, "elk", "swift").doubts == ()
    comes_into_play(t, "Echo")
    found = held(t, ZOO, "elk", "swift")
    assert not found.held
    assert found.doubts == ("the swift of elk depends on itself by the texts in play",)
    assert held(t, ZOO, "elk", "swift") == found


# -- acts and prices ---------------------------------------------------------------------------


def test_a_refusal_by_what_is_forbidden_names_its_entry():
    t = zoo(elk=Beast(2), ox=Beast(1))
    t.seq = 5
    begin(t, "web", "elk", "forbid", "attack", until="turn")
    with pytest.raises(Violation) as refused:
        require_not_forbidden(t, ZOO, "X-9", "attack", "elk", "ana")
    assert (refused.value.since, str(refused.value)) == (5, "web forbids elk to attack")
    require_not_forbidden(t, ZOO, "X-9", "block", "elk")
    require_not_forbidden(t, ZOO, "X-9", "attack", "ox")
    over(t, "turn")
    require_not_forbidden(t, ZOO, "X-9", "attack", "elk")
    comes_into_play(t, "Fog")
    begin(t, "wind", "ox", "grant", "swift")
    with pytest.raises(Violation):
        require_not_forbidden(t, ZOO, "X-9", "attack", "ox")


def test_an_act_is_on_trust_where_nobody_can_say_whether_it_is_forbidden():
    t = zoo(elk=Beast(2))
    comes_into_play(t, "Echo")
    comes_into_play(t, "Fog")
    require_not_forbidden(t, ZOO, "X-9", "attack", "elk")
    assert t.assumptions == ["the swift of elk depends on itself by the texts in play"]


def test_a_permission_of_a_seat_holds_for_its_things():
    t = zoo(elk=Beast(2))
    assert permitted(t, ZOO, "attack again", "elk", "ana") is None
    begin(t, "horn", "ana", "permit", "attack again")
    found = permitted(t, ZOO, "attack again", "elk", "ana")
    assert found is not None
    assert found.source == "horn"
    assert permitted(t, ZOO, "attack again", "elk", "bo") is None


def paid(t: Table[Zoo, None], printed: int, seat: str = "ana", card: str = "") -> int:
    return price_now(t, ZOO, seat, "summon", printed, card)


def test_a_price_is_set_then_raised_and_lowered_then_removed_and_never_below_nothing():
    t = zoo(elk=Beast(2))
    assert paid(t, 4) == 4
    begin(t, "tax", "ana", "add", "summon", 2)
    begin(t, "sale", "ana", "set", "summon", 1, until="turn")
    assert paid(t, 4) == 3
    begin(t, "gift", "elk", "free", "summon", until="turn")
    assert (paid(t, 4), paid(t, 4, card="elk")) == (3, 0)
    over(t, "turn")
    begin(t, "rebate", "ana", "add", "summon", -9)
    begin(t, "rebate", "ana", "add", "summon", 4)
    assert paid(t, 2) == 0
    assert paid(t, 2, "bo") == 2


def test_a_text_changes_the_prices_that_it_is_about():
    t = zoo(elk=Beast(2))
    comes_into_play(t, "Guild")
    assert (paid(t, 4), paid(t, 4, "bo"), paid(t, 0)) == (3, 4, 0)


# -- begun and ended ---------------------------------------------------------------------------


def test_what_begins_and_ends_is_told():
    t = zoo(elk=Beast(2))
    t.seq = 3
    begin(t, "spell", "elk", "add", "power", 2, until="turn")
    t.seq = 9
    over(t, "turn")
    assert t.facts == [
        ChangeBegan("spell", "elk", "add", "power", 2, "turn"),
        ChangeEnded("spell", "elk", "add", "power", 3),
    ]
    assert over(t, "turn") == []


def test_what_lasts_while_a_thing_is_there_ends_with_it():
    t = zoo(elk=Beast(2), ox=Beast(1))
    begin(t, "ox", "elk", "add", "power", 3, until=while_there("ox"))
    begin(t, "spell", "ox", "add", "power", 1)
    assert [each.on for each in leave(t, "ox")] == ["elk"]
    assert power(t) == 2
    assert t.state.changes == Changes(begun=2)


def test_a_change_may_be_used_up_little_by_little_or_at_once():
    t = zoo(elk=Beast(2))
    begin(t, "ward", "elk", "shield", "harm", 3, until="turn")
    (shield,) = standing(t, ZOO, "shield", "harm", "elk")
    assert shield.layer == "shield"
    lessen(t, t.state.changes.on["elk"][0], 2)
    assert t.state.changes.on["elk"][0].amount == 1
    lessen(t, t.state.changes.on["elk"][0], 1)
    assert t.state.changes == Changes(begun=1)
    once = begin(t, "ward", "elk", "next", "harm", until="turn")
    begin(t, "spell", "elk", "add", "power", 1, until="turn")
    end(t, once)
    assert power(t) == 3
    over(t, "turn")
    assert t.state.changes == Changes(begun=3)


BEASTS = ("elk", "ox", "fox")
ACTS = st.lists(
    st.one_of(
        st.tuples(
            st.just("begin"),
            st.sampled_from(BEASTS),
            st.sampled_from(("set", "add")),
            st.integers(-3, 3),
            st.sampled_from(("", "turn", "combat", "while:ox", "while:fox")),
        ),
        st.tuples(st.just("over"), st.sampled_from(("turn", "combat"))),
        st.tuples(st.just("leave"), st.sampled_from(BEASTS)),
        st.tuples(st.just("enter"), st.sampled_from(BEASTS)),
    ),
    max_size=25,
)


def act(t: Table[Zoo, None], kind: str, *values: Any) -> None:
    if kind == "begin":
        on, layer, amount, until = values
        begin(t, "spell", on, layer, "power", amount, until=until)
    elif kind == "over":
        over(t, *values)
    elif kind == "leave":
        leave(t, *values)
    else:
        enter(t, values[0], (Text("add", "power"), Text("add", "life", number=1)))


@given(acts=ACTS)
@settings(max_examples=examples(150))
def test_everything_begun_is_ended_at_its_moment_and_no_sooner(acts: list[tuple[Any, ...]]):
    t = zoo(elk=Beast(4), ox=Beast(4), fox=Beast(4))
    begun: list[tuple[str, str, int, str]] = []  # on, layer, amount, until
    texts: list[str] = []
    for kind, *values in acts:
        act(t, kind, *values)
        if kind == "begin":
            begun.append(tuple(values))
        elif kind == "over":
            begun = [each for each in begun if each[3] != values[0]]
        elif kind == "leave":
            (gone,) = values
            begun = [each for each in begun if each[0] != gone and each[3] != f"while:{gone}"]
            texts = [each for each in texts if each != gone]
        else:
            texts += values
        for beast in BEASTS:
            sets = [amount for on, layer, amount, _ in begun if (on, layer) == (beast, "set")]
            adds = [amount for on, layer, amount, _ in begun if (on, layer) == (beast, "add")]
            number = (sets[-1] if sets else 4) + sum(adds) + sum(s != beast for s in texts)
            assert power(t, beast) == max(number, 0)
    for moment in ("turn", "combat"):
        over(t, moment)
    for beast in BEASTS:
        leave(t, beast)
    assert t.state.changes == Changes(begun=t.state.changes.begun)


@given(acts=ACTS, more=ACTS)
@settings(max_examples=examples(100))
def test_what_is_refused_after_changes_leaves_the_bytes(
    acts: list[tuple[Any, ...]], more: list[tuple[Any, ...]]
):
    t = zoo(elk=Beast(4), ox=Beast(4), fox=Beast(4))
    for each in acts:
        act(t, *each)
    before = digest_of(t.state)
    with pytest.raises(Violation), t.whole():
        for each in more:
            act(t, *each)
        t.forbid("X-1", "no")
    assert digest_of(t.state) == before
