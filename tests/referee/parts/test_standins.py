"""Parts that a card does not say: one of several, those that a game fills in, and choices with
which nothing could be done."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import msgspec

from events.outcome import Outcome, Player, Thing, Whole
from referee.choice import OneOf
from referee.parts.effects import (
    CompiledEffect,
    Primitive,
    Run,
    compile_effect,
    effect_in_words,
    effect_type,
)
from referee.parts.effects.faults import faults
from referee.parts.lasting_changes import begin, while_there
from referee.parts.layers import has, permitted, value
from referee.verdict import Illegal, Incomplete, Legal
from tests.referee.parts.toy import (
    OUTCOMES,
    VOCABULARY,
    Body,
    Expend,
    Gain,
    Renew,
    did,
    read_effect,
    table,
)
from tests.referee.parts.zoo import ZOO, Beast, zoo


class Hurt(Outcome, frozen=True):
    thing: Thing | None = None
    amount: Whole | None = None
    player: Player | None = None


class Toss(Outcome, frozen=True):
    face: Whole | None = None
    onto: Thing | None = None


DONE: list[Any] = []


def hurt(r: Run, amount: int, thing: Body | None = None, player: str | None = None) -> int:
    DONE.append((thing.id if thing is not None else player, amount))
    return amount


def toss(r: Run, face: int, onto: Body | None = None) -> int:
    DONE.append((face, onto.id if onto is not None else ""))
    return face


def some_face(r: Run, values: Mapping[str, Any], spelled: Callable[[str], str]) -> int:
    return int(r.choose("face", OneOf((1, 2)), "say the face", spelled))


def nowhere(r: Run, values: Mapping[str, Any], spelled: Callable[[str], str]) -> None:
    return None


WORDS = replace(
    VOCABULARY,
    outcomes={
        **VOCABULARY.outcomes,
        Hurt: Primitive(hurt, "{amount} to {thing}", either=("thing", "player")),
        Toss: Primitive(toss, "toss {face}", asks={"face": some_face, "onto": nowhere}),
    },
    heard={"dies": "{what} dies"},
    unpaid="TY-2.1",
)
EFFECT = effect_type((*OUTCOMES, Hurt, Toss))


def effect(steps: str, when: str = '"used"') -> Any:
    return msgspec.toml.decode(f"when = {when}\nsteps = [{steps}]", type=EFFECT)


def told(steps: str) -> CompiledEffect:
    return compile_effect(effect(steps), WORDS, "Rite")


def test_an_outcome_is_about_the_one_that_its_step_says():
    DONE.clear()
    t = table("bo: Ogre")
    assert isinstance(did(t, told('{ do = "hurt", player = "opponent", amount = 2 }'),
                          Hurt(None, None, "bo")), Legal)  # fmt: skip
    assert DONE == [("bo", 2)]
    other = did(t, told('{ do = "hurt", player = "opponent", amount = 2 }'), Hurt("Ogre.1", 2))
    assert isinstance(other, Illegal | Incomplete)
    thing = told('{ do = "hurt", thing = { is = "monster" }, amount = 1 }')
    assert isinstance(did(t, thing, Hurt("Ogre.1", 1, "bo")), Illegal)
    assert isinstance(did(t, thing), Legal)
    assert DONE == [("bo", 2), ("Ogre.1", 1)]


def test_a_step_says_one_of_them():
    def wrong(steps: str) -> list[str]:
        return faults({"Rite": [effect(steps)]}, WORDS, {"monster"})

    assert "one of thing, player" in wrong('{ do = "hurt", amount = 1 }')[0]
    assert "one of thing, player" in wrong('{ do = "hurt", thing = "self", player = "you" }')[0]
    assert not wrong('{ do = "hurt", player = "you" }')


def test_it_is_told_by_the_one_that_is_said():
    assert "2 to an opponent" in effect_in_words(
        effect('{ do = "hurt", player = "opponent", amount = 2 }'), WORDS
    )


def test_what_a_card_need_not_say_is_as_it_was_logged_or_as_the_game_says():
    DONE.clear()
    t = table("bo: Ogre")
    asked = did(t, told('{ do = "toss" }'))
    assert isinstance(asked, Incomplete)
    assert asked.choices == {"did": ("toss:1", "toss:2")}
    assert isinstance(did(t, told('{ do = "toss" }'), Toss(2, "Ogre")), Legal)
    assert isinstance(did(t, told('{ do = "toss" }'), Toss(1)), Legal)
    assert DONE == [(2, "Ogre.1"), (1, "")]


def test_a_thing_with_which_nothing_could_be_done_is_not_asked_for():
    t = table("bo: Ogre", "bo: Ogre", "bo: Ogre")
    one = told('{ do = "renew", thing = { is = "monster" } }')
    t.state.play["Ogre.2"].spent = True
    assert isinstance(did(t, one), Legal)
    assert not t.state.play["Ogre.2"].spent
    assert isinstance(did(t, one), Legal)
    t.state.play["Ogre.1"].spent = t.state.play["Ogre.3"].spent = True
    asked = did(t, one)
    assert isinstance(asked, Incomplete)
    assert asked.choices == {"did": ("renew:Ogre.1", "renew:Ogre.3")}
    assert isinstance(did(t, one, Renew("Ogre.2")), Illegal)


def test_what_cannot_be_paid_is_refused_by_the_rule_of_costs():
    paid = compile_effect(
        msgspec.toml.decode(
            'when = "used"\ncost = [{ do = "renew", thing = "self" }]\n'
            'steps = [{ do = "expend", thing = "self" }]',
            type=EFFECT,
        ),
        WORDS,
        "Ogre",
    )
    t = table("ana: Ogre")
    refused = did(t, paid, Expend("Ogre.1"), source="Ogre.1")
    assert isinstance(refused, Illegal)
    assert refused.rule == "TY-2.1"


def test_what_happens_to_a_thing_is_told_as_that():
    listens = effect('{ do = "expend", thing = "self" }', '{ on = "dies", what = "self" }')
    assert effect_in_words(listens, WORDS).startswith("when this card dies")
    yours = effect('{ do = "expend", thing = "self" }', '{ on = "dies", seat = "you" }')
    assert effect_in_words(yours, WORDS).startswith("when a card of yours dies")


def test_a_change_that_is_asleep_changes_nothing_until_it_wakes():
    t = zoo(elk=Beast(2, 5))
    begin(t, "elk", "elk", "add", "power", 5, until=while_there("elk"))
    begin(t, "elk", "elk", "grant", "winged", until=while_there("elk"))
    begin(t, "elk", "elk", "permit", "attack", until=while_there("elk"))
    awake = value(t, ZOO, "elk", "power")
    asleep = replace(ZOO, asleep=lambda t, change: change.source == "elk")
    assert value(t, asleep, "elk", "power") == awake - 5
    assert has(t, ZOO, "elk", "winged")
    assert not has(t, asleep, "elk", "winged")
    assert permitted(t, ZOO, "attack", "elk")
    assert not permitted(t, asleep, "attack", "elk")


def test_a_seat_that_the_game_says_plays():
    def nobody(r: Run, values: Mapping[str, Any], spelled: Callable[[str], str]) -> str:
        return "bo"

    words = replace(
        VOCABULARY,
        outcomes={
            **VOCABULARY.outcomes,
            Gain: replace(VOCABULARY.outcomes[Gain], asks={"player": nobody}),
        },
    )
    effect = compile_effect(
        read_effect('when = "played"\nsteps = [{ do = "gain", change = 1 }]'), words, "Rite"
    )
    t = table()
    verdict = did(t, effect, Gain("di", 1))
    assert isinstance(verdict, Illegal)
    assert verdict.message == "Rite: di does not play (outcome 1)"
    assert isinstance(did(t, effect, Gain("cy", 1)), Legal)
    assert isinstance(did(t, effect), Legal)
    assert t.state.gold == {"cy": 1, "bo": 1}
