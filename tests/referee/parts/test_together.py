"""The parts in one another: effects that wait, are answered and replaced, and what lasts."""

from dataclasses import replace
from typing import Any

import pytest
from msgspec import field

from events.event import Event
from referee.house import AnyTable
from referee.parts.effects import CompiledEffect, Doing, OutcomeLeftOut, Run, declare, happen
from referee.parts.lasting_changes import Changes, Text, begin, enter, leave
from referee.parts.replacement import Prevent, Replaced, Replacing, replaced
from referee.parts.responses import Pending, Resolved, Waiting, Window, answered, pend
from referee.parts.triggers import Hearing, Listener, happened, listen, silence
from referee.replay.fold import digest_of
from referee.table import Table
from referee.verdict import Violation
from tests.referee.parts import toy
from tests.referee.parts.toy import VOCABULARY, Body, Damage, Destroy, Exile


class Cast(Pending):
    """An effect that was declared; what it was is kept with the match, as a game does by card."""

    card: str = ""
    aims: tuple[str, ...] = ()


class Arena(toy.State, omit_defaults=True):
    """The toy of effects with all parts."""

    waiting: Waiting[Cast] = field(default_factory=Waiting)
    changes: Changes = field(default_factory=Changes)
    listeners: dict[str, list[Listener]] = field(default_factory=dict)


class Play(Event, frozen=True):
    """An effect is declared; it answers what is pending, or ends that."""

    seat: str
    card: str
    aims: tuple[str, ...] = ()
    did: tuple[Any, ...] = ()
    answers: int = 0


REPLACING = Replacing(
    subjects=lambda word, values: [each.id for each in values.values() if isinstance(each, Body)],
    fits=lambda t, change, word, values: True,
    becomes=lambda t, change, word, values: (
        ("exile", values) if word == "destroy" else Prevent(change.amount)
    ),
    amounts={"damage": "amount"},
)
HEARING = Hearing(
    hears=lambda t, listener, word, thing: listener.source != thing,
    controller=lambda t, source: t.state.play[source].controller,
    was=lambda t, thing: t.state.play[thing].name,
)


def destroyed(r: Run, thing: Body) -> None:
    """What is destroyed is reported, then gone with all that is on it."""
    heard = happened(r.t, HEARING, "dies", thing.id)
    toy.destroy(r, thing)
    leave(r.t, thing.id)
    silence(r.t, thing.id)
    for each in heard:
        pend(r.t, WINDOW, Cast(r.t.seq, each.seat, each.source, card="Mourning"))


OUTCOMES = {
    **VOCABULARY.outcomes,
    Destroy: replace(VOCABULARY.outcomes[Destroy], act=destroyed),
}
WORDS = replace(
    VOCABULARY,
    outcomes=OUTCOMES,
    replaced=lambda r, word, values: replaced(r.t, REPLACING, word, values, r.doing.first),
)
CARDS: dict[str, CompiledEffect] = {
    card: toy.compiled(text, card, WORDS)
    for card, text in {
        "Bolt": """
            aims = { foe = { what = { is = "monster" } } }
            steps = [{ do = "damage", monster = "foe", amount = 3 }]""",
        "Ruin": """
            aims = { victim = { what = { any = ["monster", "ally"] } } }
            steps = [{ do = "destroy", thing = "victim" }, { do = "gain", change = 2 }]""",
        "Mourning": 'steps = [{ do = "gain", change = 1 }]',
    }.items()
}


def cast(t: AnyTable, p: Cast) -> None:
    happen(t, CARDS[p.card], Doing(p.seat, p.source, aims=p.aims), late=True)


WINDOW = Window(lambda t, e: "answer" if e.answers else "ends", {Cast: cast})


def play(t: AnyTable, e: Play) -> None:
    declare(t, CARDS[e.card], Doing(e.seat, e.card, e.did, e.aims))
    pend(t, WINDOW, Cast(t.seq, e.seat, e.card, e.answers, card=e.card, aims=e.aims))


def arena(*things: str) -> Table[Arena, Any]:
    old = toy.table(*things)
    fields = {name: getattr(old.state, name) for name in toy.State.__struct_fields__}
    return Table(Arena(**fields), old.catalog, {})


def log(t: Table[Arena, Any], seat: str, card: str, *aims: str, **more: Any) -> None:
    t.seq += 1
    answered(WINDOW, play)(t, Play(seat, card, aims, **more))


def end(t: Table[Arena, Any]) -> None:
    t.seq += 1
    answered(WINDOW, lambda t, e: None)(t, Play("ana", ""))


def told_of(t: Table[Arena, Any], kind: type[Any]) -> list[Any]:
    return [fact for fact in t.facts if isinstance(fact, kind)]


def test_an_effect_waits_is_answered_and_finds_its_aim_gone():
    t = arena("Ogre", "Ogre")
    log(t, "ana", "Bolt", "Ogre.1")
    log(t, "bo", "Ruin", "Ogre.1", answers=2)
    assert list(t.state.play) == ["Ogre.1", "Ogre.2"]
    end(t)
    assert list(t.state.play) == ["Ogre.2"]
    assert [fact.entry for fact in told_of(t, Resolved)] == [3, 2]
    assert told_of(t, OutcomeLeftOut)[0].why == "Ogre.1 is no aim any more"


def test_an_aim_that_is_illegal_lets_nothing_take_effect():
    t = arena("Ogre", "Tower")
    log(t, "ana", "Bolt", "Ogre.1")
    before, facts = digest_of(t.state), list(t.facts)
    with pytest.raises(Violation):
        log(t, "bo", "Bolt", "Tower.1")
    assert (digest_of(t.state), t.facts) == (before, facts)


def test_what_is_said_in_advance_has_to_fit_the_card():
    t = arena("Ogre")
    before = digest_of(t.state)
    with pytest.raises(Violation):
        log(t, "ana", "Bolt", "Ogre.1", did=(Damage("Ogre.1", 4),))
    assert digest_of(t.state) == before
    log(t, "ana", "Bolt", "Ogre.1", did=(Damage("Ogre.1", 3),))
    assert "Ogre.1" in t.state.play


@pytest.mark.parametrize("logged", [(), (Destroy("Pup.1"),), (Exile("Pup.1"),)])
def test_what_would_be_destroyed_is_exiled_however_it_is_logged(logged: tuple[Any, ...]):
    t = arena("bo: Pup", "bo: Wolf")
    enter(t, "Wolf.1", (Text("instead", "destroy"),))
    listen(t, "dies", "Wolf.1")
    happen(t, CARDS["Ruin"], Doing("ana", "Ruin", logged, ("Pup.1",)))
    assert "Pup.1" not in t.state.play
    assert t.state.bins["bo"] == []
    assert t.state.waiting.stack == []
    assert t.state.gold["ana"] == 2
    assert [(fact.source, fact.became) for fact in told_of(t, Replaced)] == [("Wolf.1", "exile")]


def test_a_shield_takes_some_of_the_damage_of_an_effect():
    t = arena("Ogre")
    begin(t, "ward", "Ogre.1", "shield", "damage", 2)
    happen(t, CARDS["Bolt"], Doing("ana", "Bolt", aims=("Ogre.1",)))
    assert t.state.play["Ogre.1"].damage == 1
    assert t.state.changes.on == {}


def test_a_death_while_an_effect_takes_effect_is_heard_and_waits_its_turn():
    t = arena("Ogre", "bo: Wolf", "cy: Pup")
    listen(t, "dies", "Wolf.1")
    listen(t, "dies", "Ogre.1")
    log(t, "ana", "Ruin", "Ogre.1")
    end(t)
    assert t.state.gold == {"ana": 2, "bo": 1}
    assert [fact.source for fact in told_of(t, Resolved)] == ["Ruin", "Wolf.1"]
    assert list(t.state.listeners) == ["dies"]
