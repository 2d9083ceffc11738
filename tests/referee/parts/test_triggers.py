"""Triggers: who hears what happens, what has left is seen as it was, and whose come first."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import Struct, field

from referee.house import AnyTable
from referee.parts.triggers import Heard, Hearing, Listener, happened, in_turn, listen, silence
from referee.replay.fold import digest_of
from referee.table import MatchState, Table
from referee.verdict import Violation
from tests.tiers import examples


class Rat(Struct, frozen=True):
    """A rat in play."""

    seat: str
    size: int


class Nest(MatchState[Any], omit_defaults=True):
    """The rats, and whose texts listen."""

    rats: dict[str, Rat] = field(default_factory=dict)
    listeners: dict[str, list[Listener]] = field(default_factory=dict)


def hears(t: AnyTable, listener: Listener, word: str, thing: str, least: int = 0) -> bool:
    """Text 0 hears of other things, text 1 of its own, text 2 of all that are big."""
    if listener.number == 2:
        return bool(t.state.rats[thing].size >= least)
    return (listener.source == thing) == (listener.number == 1)


NEST = Hearing(
    hears,
    controller=lambda t, source: t.state.rats[source].seat,
    was=lambda t, thing: t.state.rats[thing],
)


def nest() -> Table[Nest, None]:
    rats = {"a": Rat("ana", 1), "b": Rat("bo", 2), "c": Rat("ana", 3)}
    return Table(Nest(("ana", "bo"), active="bo", rats=rats), None, {})


def sources(heard: Any) -> list[tuple[str, str]]:
    return [(each.source, each.seat) for each in heard]


def test_what_nobody_listens_for_is_one_lookup():
    looked: list[str] = []

    class Looked(dict[str, list[Listener]]):
        def get(self, key: str, default: Any = None) -> Any:
            looked.append(key)
            return super().get(key, default)

    t = nest()
    t.state.listeners = Looked()
    listen(t, "enters", "a")
    looked.clear()
    deaf = Hearing(hears=_never, controller=_never, was=_never)
    assert happened(t, deaf, "dies", "b", least=1) == ()
    assert looked == ["dies"]


def _never(*values: Any) -> Any:
    raise AssertionError("nobody listens")


def test_only_those_hear_whose_text_is_about_it_the_eldest_first():
    t = nest()
    listen(t, "dies", "c")
    listen(t, "dies", "a", 1)
    listen(t, "dies", "b")
    assert sources(happened(t, NEST, "dies", "b")) == [("c", "ana")]
    assert sources(happened(t, NEST, "dies", "a")) == [("c", "ana"), ("a", "ana"), ("b", "bo")]
    listen(t, "dies", "a", 2)
    assert [each.number for each in happened(t, NEST, "dies", "b", least=3)] == [0]
    assert [each.number for each in happened(t, NEST, "dies", "b", least=2)] == [0, 2]


def test_what_has_left_is_seen_as_it_was_and_hears_what_left_with_it():
    t = nest()
    t.seq = 7
    listen(t, "dies", "a", 1)
    listen(t, "dies", "b")
    heard = [*happened(t, NEST, "dies", "a"), *happened(t, NEST, "dies", "b")]
    for each in ("a", "b"):
        t.item(t.state.rats, each)
        silence(t, each)
    assert heard == [
        Heard("a", 1, "ana", "dies", "a", 7, Rat("ana", 1)),
        Heard("b", 0, "bo", "dies", "a", 7, Rat("ana", 1)),
    ]
    assert t.state.listeners == {}
    assert happened(t, NEST, "dies", "c") == ()


def test_a_delayed_trigger_hears_once():
    t = nest()
    listen(t, "dies", "a")
    listen(t, "dies", "b", once=True)
    assert sources(happened(t, NEST, "dies", "b")) == [("a", "ana")]
    assert sources(happened(t, NEST, "dies", "c")) == [("a", "ana"), ("b", "bo")]
    assert sources(happened(t, NEST, "dies", "c")) == [("a", "ana")]


def test_those_of_the_active_seat_come_first_each_in_its_own_order():
    t = nest()
    for each in "abc":
        listen(t, "enters", each, 2)
    heard = in_turn(happened(t, NEST, "enters", "a"), ("bo", "ana"))
    assert sources(heard) == [("b", "bo"), ("a", "ana"), ("c", "ana")]


SOURCES, WORDS = st.sampled_from("abc"), st.sampled_from(("dies", "enters"))
ACTS = st.lists(
    st.one_of(
        st.tuples(st.just(listen), WORDS, SOURCES, st.integers(0, 2), st.booleans()),
        st.tuples(st.just(silence), SOURCES),
        st.tuples(st.just(happened), WORDS, SOURCES),
    ),
    max_size=20,
)


def act(t: Table[Nest, None], kind: Any, *values: Any) -> Any:
    if kind is listen:
        word, source, number, once = values
        return listen(t, word, source, number, once=once)
    return happened(t, NEST, *values) if kind is happened else silence(t, *values)


@given(acts=ACTS, more=ACTS)
@settings(max_examples=examples(150))
def test_who_listens_is_heard_until_silenced_and_what_is_refused_leaves_the_bytes(
    acts: list[tuple[Any, ...]], more: list[tuple[Any, ...]]
):
    t = nest()
    listening: list[tuple[str, str, int, bool]] = []
    for kind, *values in acts:
        found = act(t, kind, *values)
        if kind is listen:
            listening.append(tuple(values))
        elif kind is silence:
            listening = [each for each in listening if each[1] != values[0]]
        else:
            word, thing = values
            heard = [
                each
                for each in listening
                if each[0] == word and (each[2] == 2 or (each[1] == thing) == (each[2] == 1))
            ]
            assert [(h.source, h.number) for h in found] == [each[1:3] for each in heard]
            for each in heard:
                if each[3]:
                    listening.remove(each)
    before = digest_of(t.state)
    with pytest.raises(Violation), t.whole():
        for each in more:
            act(t, *each)
        t.forbid("X-1", "no")
    assert digest_of(t.state) == before
    for source in "abc":
        silence(t, source, ("dies", "enters"))
    assert t.state.listeners == {}
