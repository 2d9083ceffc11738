"""Effects told in a catalog: what a line may say of them, what is derived, what is refused."""

from dataclasses import replace
from typing import Any

import pytest

from events.outcome import Nothing, Other
from referee.parts.effects import EffectHappened, OutcomeLeftOut, Primitive, Run, happen
from referee.parts.effects.effect_run import Doing
from referee.parts.effects.resolution import Settled
from referee.verdict import Illegal, Incomplete, Legal, OnTrust
from tests.referee.parts.toy import (
    VOCABULARY,
    Damage,
    Discard,
    Draw,
    Gain,
    Renew,
    Toy,
    compiled,
    did,
    table,
)

RITE = compiled(
    """
when = "played"
steps = [{ do = "damage", monster = { is = "monster" }, amount = [1, 3] }, { do = "draw" }]
"""
)
TOLL = compiled(
    """
when = "played"
steps = [{ do = "discard", each = "opponent", player = "it", cards = { by = "holder" } }]
"""
)
BARGAIN = compiled(
    """
when = "played"
may = true
steps = [{ do = "discard", cards = { count = [0, 2] }, place = "hand" },
         { do = "gain", change = { last = "discard", times = 3 } }]
"""
)


def illegal(verdict: Any, rule: str = "TY-1.1") -> str:
    assert isinstance(verdict, Illegal), verdict
    assert verdict.rule == rule
    return verdict.message


def two_ogres() -> Toy:
    return table("Ogre", "Ogre", "ana: Wolf")


def test_an_outcome_left_out_is_derived():
    t = two_ogres()
    assert isinstance(did(t, RITE, Damage("Ogre.1", 3)), Legal)
    assert "Ogre.1" not in t.state.play
    assert t.state.hidden.size("ana.hand") == 1
    assert EffectHappened("ana", "Rite", "Rite", "", "", 0, "all") in t.facts


def test_outcomes_may_stand_in_any_order():
    for line in ((Draw(), Damage("Ogre.1", 3)), (Damage("Ogre.1", 3), Draw("ana", 1))):
        t = two_ogres()
        assert isinstance(did(t, RITE, *line), Legal)
        assert "Ogre.1" not in t.state.play


def test_a_choice_left_out_is_asked_for_with_what_may_be_typed():
    verdict = did(two_ogres(), RITE)
    assert isinstance(verdict, Incomplete)
    assert verdict.message == "Rite: say which monster (did: damage:Ogre.1, damage:Ogre.2)"
    verdict = did(two_ogres(), RITE, Damage("Ogre.2"))
    assert isinstance(verdict, Incomplete)
    assert verdict.choices["did"] == ("damage:Ogre.2:1", "damage:Ogre.2:2", "damage:Ogre.2:3")


def test_a_choice_with_one_possibility_is_no_choice():
    t = table("Ogre", "Wolf")
    assert isinstance(did(t, RITE, Damage(amount=2)), Legal)
    assert t.state.play["Ogre.1"].damage == 2


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ((Damage("Ogre.1", 4),), "Rite: at most 3 damage, logged 4 (outcome 1)"),
        ((Damage("Ogre.1", 0),), "Rite: at least 1 damage, logged 0 (outcome 1)"),
        ((Damage("Wolf.1", 2),), "Rite: it is for a monster, logged Wolf.1 (outcome 1)"),
        ((Damage("Ogre.1", 3), Draw(count=2)), "Rite: count 1, logged 2 (outcome 2)"),
        ((Damage("Ogre.1", 3), Draw("bo")), "Rite: about ana here, logged bo (outcome 2)"),
        ((Damage("Ogre.1", 1), Draw(), Draw()), "Rite: does nothing more, logged draw (outcome 3)"),
        ((Damage("Ogre.1", 1), Gain()), "Rite: does nothing more, logged gain (outcome 2)"),
        ((Damage("Ogre.1", 1), Other("x")), "Rite: does nothing more, logged other (outcome 2)"),
        ((Nothing(),), "Rite: it may not be declined: damage (outcome 1)"),
        ((Damage("Ogre.1", 3), Draw(count=0)), "Rite: count 1, logged 0 (outcome 2)"),
    ],
)
def test_what_contradicts_the_card_is_refused_with_its_place(line: Any, says: str):
    assert illegal(did(two_ogres(), RITE, *line)) == says


def test_what_lies_not_on_the_table_is_no_aim():
    verdict = did(two_ogres(), RITE, Damage("Ogre.7", 1))
    assert illegal(verdict, "TY-1.2") == "Rite: there is no Ogre.7 on the table (outcome 1)"


def test_what_cannot_be_done_is_left_out_and_told():
    t = table("Wolf")
    assert isinstance(did(t, RITE), Legal)
    assert OutcomeLeftOut("ana", "Rite", "damage", "there is no monster for it") in t.facts
    t = table("Ogre", hands={"ana": 8})
    assert isinstance(did(t, RITE, Damage(amount=1)), Legal)
    assert t.state.play["Ogre.1"].damage == 1


def test_what_the_table_does_not_allow_is_refused_by_its_own_rule_with_its_place():
    t = table("Imp", "Ogre")
    assert illegal(did(t, RITE, Draw(), Damage("Imp.1", 1)), "TY-2.1").endswith("(outcome 2)")


def test_each_opponent_chooses():
    t = table(hands={"bo": 3, "cy": 3})
    line = (Discard(("Mage",), "cy"), Discard(("Warrior",), "bo"))
    assert isinstance(did(t, TOLL, *line), Legal)
    assert t.state.bins == {"ana": [], "bo": ["Warrior"], "cy": ["Mage"]}


def test_an_opponent_with_an_empty_hand_is_left_out():
    t = table(hands={"cy": 3})
    assert isinstance(did(t, TOLL, Discard(("Mage",), "cy")), Legal)
    assert t.state.bins["cy"] == ["Mage"]


def test_an_opponent_with_cards_must_not_be_left_out():
    t = table(hands={"bo": 3, "cy": 3})
    assert isinstance(did(t, TOLL, Discard(("Mage",), "cy")), Incomplete)


def test_an_opponent_who_is_named_twice_is_blamed_for_what_was_logged():
    t = table(hands={"bo": 3, "cy": 3})
    verdict = did(t, TOLL, Discard(("Mage",), "bo"), Discard(("Warrior",), "bo"))
    assert illegal(verdict) == "Rite: about cy here, logged bo (outcome 2)"


def test_cards_that_cannot_be_in_that_hand_are_refused_and_nothing_applies():
    t = table(hands={"bo": 3, "cy": 3})
    verdict = did(t, TOLL, Discard(("Mage",), "bo"), Discard(("Tower",), "cy"))
    assert illegal(verdict, "TY-2.5").endswith("(outcome 2)")


def test_a_later_step_reads_what_an_earlier_one_did():
    t = table(hands={"ana": 4})
    assert isinstance(did(t, BARGAIN, Discard(("Mage", "Warrior"))), Legal)
    assert t.state.gold == {"ana": 6}
    verdict = did(t, BARGAIN, Discard(("Mage", "Warrior")), Gain(change=9))
    assert illegal(verdict) == "Rite: change 6, logged 9 (outcome 2)"
    verdict = did(t, BARGAIN, Discard(("Mage", "Warrior", "Flare")))
    assert illegal(verdict) == "Rite: 0 to 2 cards to discard, 3 named (outcome 1)"


def test_what_may_be_declined_is_declined_by_none():
    t = table(hands={"ana": 4})
    assert isinstance(did(t, BARGAIN, Nothing("declined")), Legal)
    assert t.state.gold == {} and t.state.hidden.size("ana.hand") == 4


def test_a_text_alone_is_on_trust_and_its_outcomes_apply_in_the_logged_order():
    text = compiled('text = "Something odd."')
    t = two_ogres()
    verdict = did(t, text, Damage("Ogre.1", 3), Gain(change=-1))
    assert illegal(verdict, "TY-2.6").endswith("(outcome 2)")
    verdict = did(t, text, Gain(change=2), Damage("Ogre.1", 3), Gain(change=-2))
    assert verdict == OnTrust(("Rite: its text is not in the catalog",))
    assert t.state.gold == {"ana": 0}


def test_beside_a_text_told_in_part_further_outcomes_are_on_trust():
    part = compiled('rest = true\nsteps = [{ do = "draw", count = 2 }]')
    t = two_ogres()
    assert isinstance(did(t, part), Legal)
    verdict = did(t, part, Draw(count=2))
    assert verdict == OnTrust(("Rite: more of its text than the catalog tells",))
    verdict = did(t, part, Gain(change=2), Draw(), Other("sings"))
    assert verdict == OnTrust(
        ("Rite: more of its text than the catalog tells", "Rite: sings"),
    )
    assert illegal(did(t, part, Draw(count=3))) == "Rite: count 2, logged 3 (outcome 1)"


def test_steps_with_one_word_are_told_apart_by_what_they_are_about():
    pair = compiled(
        'aims = { a = { what = { is = "ally" } } }\n'
        'steps = [{ do = "damage", monster = "self", amount = 1 },'
        ' { do = "damage", monster = "a", amount = 2 }]'
    )
    for line in ((Damage("Wolf.2"), Damage("Wolf.1")), (Damage("Wolf.2", 2),), ()):
        t = table("ana: Wolf", "bo: Wolf")
        assert isinstance(did(t, pair, *line, source="Wolf.1", aims=("Wolf.2",)), Legal)
        assert [body.damage for body in t.state.play.values()] == [1, 2]
    t = table("ana: Wolf", "bo: Wolf", "bo: Wolf")
    verdict = did(t, pair, Damage("Wolf.3", 2), source="Wolf.1", aims=("Wolf.2",))
    assert illegal(verdict) == "Rite: about Wolf.2 here, logged Wolf.3 (outcome 1)"


def test_uses_are_counted_on_the_copy_and_by_the_turn():
    once = compiled('uses = 1\nsteps = [{ do = "gain", change = 1 }]')
    t = table("ana: Wolf", "ana: Wolf")
    assert isinstance(did(t, once, source="Wolf.1"), Legal)
    assert isinstance(did(t, once, source="Wolf.2"), Legal)
    assert illegal(did(t, once, source="Wolf.1")) == "Rite: used 2 times, at most 1 a turn"
    t.state.turn += 1
    assert isinstance(did(t, once, source="Wolf.1"), Legal)


def test_a_condition_is_read_when_its_step_is_reached():
    test = compiled(
        'steps = [{ do = "gain", change = 2 },'
        ' { do = "draw", if = { ask = "class bonus", least = 3 } }]'
    )
    t = table()
    assert isinstance(did(t, test), Legal)
    assert t.state.hidden.size("ana.hand") == 0
    assert isinstance(did(t, test), Legal)
    assert t.state.hidden.size("ana.hand") == 1
    t = table()
    says = "Rite: only if class bonus is at least 3, logged draw (outcome 1)"
    assert illegal(did(t, test, Draw())) == says


def test_a_step_that_may_be_left_is_done_only_if_logged():
    may = compiled(
        'steps = [{ do = "draw", may = true }, { do = "gain", change = { last = "draw" } }]'
    )
    t = table()
    assert isinstance(did(t, may), Legal)
    assert t.state.gold == {}, "nothing is gained for no card"
    assert isinstance(did(t, may, Draw()), Legal)
    assert t.state.gold == {"ana": 1}


def test_a_step_is_done_as_often_as_the_card_says_each_time_with_its_own_choice():
    twice = compiled(
        'steps = [{ do = "damage", times = 2, monster = { is = "monster" }, amount = 1 }]'
    )
    t = two_ogres()
    assert isinstance(did(t, twice, Damage("Ogre.1"), Damage("Ogre.2")), Legal)
    assert isinstance(did(t, twice, Damage("Ogre.1")), Incomplete)
    upto = compiled(
        'steps = [{ do = "damage", times = [0, 2], monster = { is = "monster" }, amount = 1 }]'
    )
    assert isinstance(did(t, upto), Legal)
    assert isinstance(did(t, upto, Damage("Ogre.1")), Legal)
    verdict = did(t, upto, *[Damage("Ogre.2")] * 3)
    assert illegal(verdict) == "Rite: does nothing more, logged damage (outcome 3)"


def test_one_of_several_modes_is_chosen_and_only_its_steps_happen():
    modes = compiled(
        'modes = [{ name = "rich", steps = [{ do = "gain", change = 2 }] },'
        ' { name = "wise", if = { ask = "class bonus" }, steps = [{ do = "draw" }] }]'
    )
    t = table()
    assert isinstance(did(t, modes), Legal), "the other is not possible yet"
    assert t.state.gold == {"ana": 2}
    assert isinstance(did(t, modes), Incomplete)
    assert isinstance(did(t, modes, mode=("wise",)), Legal)
    says = "Rite: does nothing more, logged gain (outcome 1)"
    assert illegal(did(t, modes, Gain(), mode=("wise",))) == says
    assert illegal(did(t, modes, mode=("bold",))) == "Rite: it has no mode bold"
    says = "Rite: 1 of its modes, logged rich, wise"
    assert illegal(did(t, modes, mode=("rich", "wise"))) == says


def test_what_a_judge_waives_is_done_as_it_was_logged():
    t = two_ogres()
    t.waived = frozenset({"TY-1.1"})
    assert isinstance(did(t, RITE, Damage("Ogre.1", 2), Draw(count=2), Gain(change=1)), Legal)
    assert t.state.gold == {"ana": 1} and t.state.hidden.size("ana.hand") == 2


def test_numbers_and_words_of_things_are_read_when_they_are_needed():
    count = compiled(
        'steps = [{ do = "gain", change = { count = { is = "monster" }, times = 2, plus = 1 } },'
        ' { do = "damage", each = { with = { health = [1, 2] } }, monster = "it" }]'
    )
    t = two_ogres()
    t.state.play["Ogre.2"].damage = 1
    assert isinstance(did(t, count), Legal)
    assert t.state.gold == {"ana": 5}
    assert [body.damage for body in t.state.play.values()] == [0, 2, 0]


def test_a_condition_on_cards_that_nobody_has_seen_is_on_trust():
    rich = compiled(
        'steps = [{ do = "draw", if = { count = { is = "mage", of = "you", in = "hand" } } }]'
    )
    t = table(hands={"ana": 2})
    assert isinstance(did(t, rich, Draw()), OnTrust)
    assert isinstance(did(t, rich), OnTrust)
    assert isinstance(did(table(), rich), Legal)
    assert t.state.hidden.size("ana.hand") == 3
    full = compiled('steps = [{ do = "gain", change = { count = { of = "you", in = "hand" } } }]')
    assert isinstance(did(t, full), Legal)
    assert t.state.gold == {"ana": 3}


def test_while_an_untold_text_may_explain_it_a_contradiction_is_on_trust():
    fog = replace(VOCABULARY, clouded=lambda t, word: "Fog.1")
    cloudy = compiled('steps = [{ do = "gain", change = 2 }]', vocabulary=fog)
    t = table()
    verdict = did(t, cloudy, Gain(change=5))
    assert verdict == OnTrust(("Rite: gain as the text of Fog.1 may have it",))
    assert t.state.gold == {"ana": 5}


def test_nothing_that_can_be_done_is_asked_of_a_thing_for_which_it_is_impossible():
    renewing = compiled('steps = [{ do = "renew", each = { is = "ally" }, thing = "it" }]')
    t = table("ana: Wolf", "ana: Wolf")
    t.state.play["Wolf.2"].spent = True
    assert isinstance(did(t, renewing, Renew("Wolf.2")), Legal)
    assert not t.state.play["Wolf.2"].spent
    assert isinstance(did(t, renewing), Legal)


def test_a_run_tells_what_was_done():
    t = table()
    run = happen(t, compiled('steps = [{ do = "gain", change = 4 }]'), Doing("ana", "Rite"))
    assert run.done == {"gain": 4}


def test_a_text_alone_may_have_aims_modes_and_an_x():
    text = compiled('text = "Something odd."')
    verdict = did(two_ogres(), text, aims=("Ogre.1",), mode=("both",), x=2)
    assert verdict == OnTrust(("Rite: its text is not in the catalog",))


def test_who_aims_with_an_effect_that_chooses_later_is_asked_and_not_accused():
    verdict = did(two_ogres(), RITE, aims=("Ogre.1",))
    assert isinstance(verdict, Incomplete)
    assert verdict.ask == "Rite: it is aimed at nothing beforehand; say what it did"


def test_a_judge_may_waive_what_an_aim_has_to_be():
    effect = compiled(
        'aims = { a = { what = { is = "monster" } } }\nsteps = [{ do = "expend", thing = "a" }]'
    )
    t = two_ogres()
    t.waived = frozenset({"TY-1.1"})
    assert isinstance(did(t, effect, aims=("Wolf.1",)), Legal)
    assert t.state.play["Wolf.1"].spent


def test_what_was_paid_for_may_turn_out_to_be_impossible():
    effect = compiled(
        'cost = [{ do = "gain", change = -1 }]\n'
        'steps = [{ do = "damage", monster = { is = "monster" } }]'
    )
    t = table("ana: Wolf")
    t.state.gold["ana"] = 1
    assert isinstance(did(t, effect, Nothing("impossible")), Legal)
    assert t.state.gold == {"ana": 0}
    assert illegal(did(t, effect), "TY-2.6") == "ana has too little gold"


def test_a_condition_that_fails_when_an_effect_resolves_leaves_it_undone():
    effect = compiled('if = { ask = "class bonus" }\nsteps = [{ do = "draw" }]')
    t = table()
    assert illegal(did(t, effect)) == "Rite: its condition does not hold"
    happen(t, effect, Doing("ana", "Rite"), late=True)
    assert t.state.hidden.size("ana.hand") == 0
    assert OutcomeLeftOut("ana", "Rite", "", "its condition does not hold") in t.facts


def test_what_was_said_in_advance_and_does_not_fit_any_more_lapses():
    t = table("ana: Wolf")
    doing = Doing("ana", "Rite", (Damage("Ogre.1", 3), Draw(count=2), Gain(change=1)))
    happen(t, RITE, doing, late=True, settled=Settled(advance=True))
    assert t.state.gold == {} and t.state.hidden.size("ana.hand") == 0
    assert sum(isinstance(fact, OutcomeLeftOut) for fact in t.facts) == 2


def test_a_seat_or_cards_that_need_not_be_said_are_as_the_outcome_says():
    def draw(r: Run, count: int, player: str = "") -> None:
        seen.append((player, count))

    def discard(r: Run, player: str, cards: tuple[str, ...] = (), **more: str) -> None:
        seen.append((player, cards))

    seen: list[tuple[str, object]] = []
    outcomes = {
        **VOCABULARY.outcomes,
        Draw: Primitive(draw, "draw {count}"),
        Discard: Primitive(discard, "discard {cards}"),
    }
    vocabulary = replace(VOCABULARY, outcomes=outcomes)
    may = 'steps = [{ do = "draw", player = "player" }, { do = "discard", cards = { count = 1 } }]'
    effect = compiled(may, vocabulary=vocabulary)
    assert isinstance(did(table(), effect), Legal)
    assert seen == [("", 1), ("ana", ())]
    seen.clear()
    assert isinstance(did(table(), effect, Draw("bo"), Discard(("Mage",))), Legal)
    assert seen == [("bo", 1), ("ana", ("Mage",))]
    says = "Rite: 1 card to discard, 2 named (outcome 1)"
    assert illegal(did(table(), effect, Discard(("Mage", "Mage")))) == says


def test_what_a_rule_keeps_off_is_left_out_before_anything_is_asked_and_refused_if_logged():
    def discard(r: Run, player: str, cards: tuple[str, ...], **more: str) -> None:
        if player == "bo":
            r.t.refuse("TY-2.5", "{seat} is kept off", seat=player)

    kept = Primitive(
        discard,
        "{player} discard {cards}",
        kept=lambda r, values: "bo is kept off" if values["player"] == "bo" else "",
    )
    vocabulary = replace(VOCABULARY, outcomes={**VOCABULARY.outcomes, Discard: kept})
    step = 'steps = [{ do = "discard", player = "it", each = "opponent" }]'
    effect = compiled(step, vocabulary=vocabulary)
    t = table(hands={"bo": 2, "cy": 2})
    assert isinstance(did(t, effect, Discard(("Mage",), "cy")), Legal)
    assert [fact.why for fact in t.facts if isinstance(fact, OutcomeLeftOut)] == ["bo is kept off"]
    t = table(hands={"bo": 2, "cy": 2})
    refused = did(t, effect, Discard(("Mage",), "bo"), Discard(("Mage",), "cy"))
    assert isinstance(refused, Illegal) and refused.rule == "TY-2.5"


# -- who plays ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("effect", "line", "says"),
    [
        (RITE, (Damage("Ogre.1", 1), Draw("di")), "Rite: di does not play (outcome 2)"),
        (
            compiled('when = "played"\nsteps = [{ do = "draw", player = "opponent" }]'),
            (Draw("di"),),
            "Rite: di does not play (outcome 1)",
        ),
        (
            compiled('when = "played"\ntext = "Odd."\nrest = true'),
            (Draw("di"),),
            "Rite: di does not play (outcome 1)",
        ),
    ],
)
def test_an_outcome_is_of_somebody_who_plays(effect: Any, line: Any, says: str):
    assert illegal(did(two_ogres(), effect, *line), "TY-1.2") == says


def test_a_cost_that_something_keeps_off_cannot_be_paid():
    gain = replace(VOCABULARY.outcomes[Gain], kept=lambda r, values: "it is night")
    night = replace(VOCABULARY, outcomes={**VOCABULARY.outcomes, Gain: gain})
    paid = 'when = "played"\ncost = [{ do = "gain", change = 1 }]\nsteps = [{ do = "draw" }]'
    verdict = did(two_ogres(), compiled(paid, vocabulary=night))
    assert illegal(verdict, "TY-1.2") == "Rite: its cost cannot be paid: it is night"
    free = compiled('when = "played"\nsteps = [{ do = "gain", change = 1 }]', vocabulary=night)
    t = two_ogres()
    assert isinstance(did(t, free), Legal)
    assert t.state.gold == {}


def test_of_several_places_of_which_the_first_cannot_be_it_is_asked_which():
    steps = '{ do = "discard", place = "hand", cards = { count = [0, 9] } }'
    both = compiled(f"steps = [{steps}, {steps.replace('hand', 'bin')}]")
    verdict = did(table(hands={"ana": 0}), both, Discard(cards=("Ogre",)))
    assert isinstance(verdict, Incomplete)
    assert verdict.ask == "Rite: say which place of discard, outcome 1"
    alone = compiled(f"steps = [{steps}]")
    assert isinstance(did(table(hands={"ana": 0}), alone, Discard(cards=("Ogre",))), Illegal)


def test_of_several_who_could_have_done_it_it_is_asked_whose_it_is():
    t = table(hands={"bo": 1, "cy": 1})
    verdict = did(t, TOLL, Discard(cards=("Ogre",)), Discard(cards=("Mage",)))
    assert isinstance(verdict, Incomplete)
    assert verdict.ask == "Rite: say whose discard it is, outcome 1"
    assert verdict.choices == {"player": ("bo", "cy")}
