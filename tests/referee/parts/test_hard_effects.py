"""Nine effects of card games, each with the lines that are legal and those that are refused."""

from dataclasses import replace
from random import Random
from typing import Any

import msgspec
import pytest

from events.outcome import Nothing
from referee.parts.effects import (
    CompiledEffect,
    Doing,
    OutcomeLeftOut,
    Primitive,
    Run,
    Vocabulary,
    compile_effect,
    declare,
    happen,
)
from referee.parts.effects.accepted_lines import complete, first_of
from referee.parts.effects.resolution import Settled
from referee.verdict import Illegal, Incomplete, Legal, OnTrust, Unsaid, Violation
from tests.referee.parts.test_proposing import EFFECTS, proposed, wide
from tests.referee.parts.toy import (
    VOCABULARY,
    WORDS,
    Body,
    Damage,
    Destroy,
    Discard,
    Exile,
    Gain,
    Mana,
    Reveal,
    Roll,
    compiled,
    did,
    read_effect,
    table,
)


def message(verdict: Any, rule: str = "TY-1.1") -> str:
    assert isinstance(verdict, Illegal), verdict
    assert verdict.rule == rule
    return verdict.message


LASH = compiled(
    """
when = "activated"
aims = { victim = { what = { not = ["ethereal", "tower"], of = "opponent" } } }
cost = [{ do = "mana", count = 1, cards = { count = [0, 9] } }, { do = "expend", thing = "self" }]
steps = [{ do = "damage", monster = "victim", amount = 3 }]""",
    "Storm Lash",
)


def lash_table() -> Any:
    t = table("ana: Tower", "bo: Ogre", "bo: Wolf", "bo: Imp", hands={"ana": 3})
    t.state.gold["ana"] = 1
    return t


def test_an_activation_with_its_cost():
    t = lash_table()
    paid = (Mana(cards=("Mage",)),)
    line: dict[str, Any] = {"source": "Tower.1", "aims": ("Ogre.1",)}
    assert isinstance(did(t, LASH, pays=paid, **line), Legal)
    assert t.state.bins["ana"] == ["Mage"] and "Ogre.1" not in t.state.play
    line["aims"] = ("Wolf.1",)
    assert message(did(t, LASH, pays=paid, **line), "TY-2.2").endswith("is spent")
    t = lash_table()
    two = (Mana(cards=("Mage", "Flare")),)
    assert message(did(t, LASH, pays=two, **line), "TY-2.9") == "1 mana, 2 cards (payment 1)"
    assert isinstance(did(t, LASH, **line), Incomplete), "nobody says what pays"
    says = (
        "Storm Lash: victim is a thing that is not ethereal or tower of an opponent, logged Imp.1"
    )
    assert message(did(t, LASH, pays=paid, source="Tower.1", aims=("Imp.1",))) == says
    extra = (*paid, Gain(change=1))
    says = "Storm Lash: does nothing more, logged gain (payment 2)"
    assert message(did(t, LASH, pays=extra, **line)) == says
    assert isinstance(did(t, LASH, pays=paid, source="Tower.1"), Incomplete)
    assert "it is aimed at 1" in message(
        did(t, LASH, pays=paid, source="Tower.1", aims=("Ogre.1", "Wolf.1"))
    )


WHEEL = compiled(
    """
when = "activated"
uses = 1
aims = { victim = { what = { any = ["monster", "animal"] } } }
[[steps]]
do = "roll"
face = [1, 6]
[[steps]]
do = "destroy"
thing = "victim"
if = { last = "roll", least = 5 }
[[steps]]
do = "damage"
monster = "victim"
amount = { last = "roll", over = 2 }
if = { last = "roll", least = 2, most = 4 }
""",
    "Fate Wheel",
)


def test_chance_decides_what_follows():
    line: dict[str, Any] = {"source": "Tower.1", "aims": ("Ogre.1",)}
    t = table("ana: Tower", "bo: Ogre")
    assert isinstance(did(t, WHEEL, Roll(4), **line), Legal)
    assert t.state.play["Ogre.1"].damage == 2
    assert message(did(t, WHEEL, Roll(4), **line)) == "Fate Wheel: used 2 times, at most 1 a turn"
    t = table("ana: Tower", "bo: Ogre")
    says = "Fate Wheel: only if what roll did is at least 5, logged Ogre.1 (outcome 2)"
    assert message(did(t, WHEEL, Roll(4), Destroy("Ogre.1"), **line)) == says
    assert "at most 6" in message(did(t, WHEEL, Roll(7), **line))
    assert isinstance(did(t, WHEEL, **line), Incomplete)
    assert isinstance(did(t, WHEEL, Roll(1), **line), Legal)
    t = table("ana: Tower", "bo: Ogre")
    assert isinstance(did(t, WHEEL, Destroy(), Roll(5), **line), Legal)
    assert "Ogre.1" not in t.state.play


SIGIL = compiled(
    """
when = "activated"
cost = [{ do = "expend", thing = "self" }]
choose = 1
by = "opponent"
[[modes]]
name = "cancelled"
steps = [{ do = "cancel", what = "cast" }]
[[modes]]
name = "paid"
steps = [{ do = "discard", player = "opponent", place = "hand", cards = { count = 2 } }]
""",
    "Null Sigil",
)


def test_what_is_pending_is_cancelled_unless_the_other_player_pays():
    def pending() -> Any:
        t = table("ana: Tower", hands={"bo": 3, "cy": 3})
        t.state.pending.append("Rite")
        return t

    t = pending()
    assert isinstance(did(t, SIGIL, source="Tower.1"), Incomplete)
    assert isinstance(did(t, SIGIL, mode=("cancelled",), source="Tower.1"), Legal)
    assert t.state.pending == [] and t.state.play["Tower.1"].spent
    t = pending()
    pays = Discard(("Mage", "Flare"), "bo")
    assert isinstance(did(t, SIGIL, pays, mode=("paid",), source="Tower.1"), Legal)
    assert t.state.pending == ["Rite"]
    t = pending()
    one = did(t, SIGIL, Discard(("Mage",), "bo"), mode=("paid",), source="Tower.1")
    assert message(one) == "Null Sigil: 2 cards to discard, 1 named (outcome 1)"
    empty = table("ana: Tower")
    message(did(empty, SIGIL, mode=("cancelled",), source="Tower.1"), "TY-2.8")


SPLIT = compiled(
    """
when = "resolves"
x = [0, 20]
aims = { victims = { what = { is = "ally" }, count = { ask = "x", up_to = true } } }
[[steps]]
do = "expend"
each = "victims"
thing = "it"
[[steps]]
do = "draw"
if = { ask = "class bonus" }
""",
    "Tidal Split",
)


def test_as_many_aims_as_were_paid_for_and_one_that_is_gone_when_it_resolves():
    t = table("bo: Pup", "bo: Wolf", "bo: Ogre")
    t.state.gold["ana"] = 1
    assert isinstance(did(t, SPLIT, x=2, aims=("Pup.1", "Wolf.1")), Legal)
    assert t.state.play["Pup.1"].spent and t.state.play["Wolf.1"].spent
    assert t.state.hidden.size("ana.hand") == 1
    t = table("bo: Pup", "bo: Wolf", "bo: Ogre")
    verdict = did(t, SPLIT, x=1, aims=("Pup.1", "Wolf.1"))
    assert message(verdict) == "Tidal Split: it is aimed at 1, logged Pup.1, Wolf.1"
    assert isinstance(did(t, SPLIT, aims=("Pup.1",)), Incomplete)
    assert "logged Ogre.1" in message(did(t, SPLIT, x=1, aims=("Ogre.1",)))
    doing = Doing("ana", "Rite", x=2, aims=("Pup.1", "Wolf.1"))
    declare(t, SPLIT, doing)
    assert not t.state.play["Wolf.1"].spent
    del t.state.play["Pup.1"]
    happen(t, SPLIT, doing, late=True)
    assert t.state.play["Wolf.1"].spent
    why = "Pup.1 is no aim any more"
    assert OutcomeLeftOut("ana", "Rite", "victims", why) in t.facts


def test_what_was_said_in_advance_is_refused_when_it_is_declared_and_lapses_when_it_resolves():
    rite = compiled('steps = [{ do = "damage", monster = { is = "monster" }, amount = [1, 3] }]')
    t = table("Ogre", "Ogre")
    with pytest.raises(Violation):
        declare(t, rite, Doing("ana", "Rite", (Damage("Ogre.1", 4),)))
    doing = Doing("ana", "Rite", (Damage("Ogre.1", 3),))
    declare(t, rite, doing)
    assert t.state.play["Ogre.1"].damage == 0
    del t.state.play["Ogre.1"]
    happen(t, rite, doing, late=True, settled=Settled(advance=True))
    assert [type(fact) for fact in t.facts if isinstance(fact, OutcomeLeftOut)] == [OutcomeLeftOut]
    assert t.state.play["Ogre.2"].damage == 0


def test_a_mode_is_chosen_as_it_happens_whatever_was_said_as_it_was_declared():
    rite = compiled(
        'cost = [{ do = "gain", change = -1 }]\nlater = true\n'
        'modes = [{ name = "rich", steps = [{ do = "gain", change = 4 }] }, '
        '{ name = "wise", steps = [{ do = "draw" }] }]'
    )
    for said in ((), ("wise",)):
        t = table()
        t.state.gold["ana"] = 1
        declare(t, rite, Doing("ana", "Rite", mode=said))
        assert t.state.gold["ana"] == 0
        happen(t, rite, Doing("ana", "Rite", mode=("rich",)), late=True)
        assert t.state.gold["ana"] == 4
    with pytest.raises(Unsaid):
        happen(t, rite, Doing("ana", "Rite"), late=True)


def test_a_condition_that_was_settled_is_not_asked_again():
    rite = compiled(
        'if = [{ count = { is = "monster" } }, { count = { is = "tower" } }]\n'
        'steps = [{ do = "gain" }]'
    )
    for there, fixed in ((["Ogre"], (1,)), ([], (0, 1))):
        t = table(*there)
        t.state.gold["ana"] = 0
        happen(t, rite, Doing("ana", "Rite"), late=True, settled=Settled(fixed=fixed))
        assert t.state.gold["ana"] == 1
    with pytest.raises(Violation):
        happen(
            table("Ogre"),
            rite,
            Doing("ana", "Rite", (Gain(),)),
            late=True,
            settled=Settled(fixed=(0,)),
        )


HOUND = compiled(
    """
when = "on enter"
steps = [{ do = "reveal", place = "deck", cards = { until = { is = "tamer" }, count = [1, 4] } },
         { do = "fetch", cards = "found" }, { do = "bottom", cards = "rest" }]""",
    "Salvage Hound",
)


def test_cards_are_shown_until_one_fits():
    t = table()
    assert isinstance(did(t, HOUND, Reveal(("Flare", "Flare", "Pup"))), Legal)
    assert t.state.hidden.known("ana.hand") == {"Pup": 1}
    assert t.state.hidden.zones["ana.deck"].bottom == ["Flare", "Flare"]
    t = table()
    says = "Salvage Hound: it stops at Pup, logged Flare, Pup, Mage (outcome 1)"
    assert message(did(t, HOUND, Reveal(("Flare", "Pup", "Mage")))) == says
    says = "Salvage Hound: it goes on until a tamer is shown, logged Flare, Flare (outcome 1)"
    assert message(did(t, HOUND, Reveal(("Flare", "Flare")))) == says
    message(did(t, HOUND, Reveal(("Flare", "Flare", "Flare", "Flare"))), "TY-2.7")
    few = table(hands={"ana": 6})
    assert isinstance(did(few, HOUND, Reveal(("Flare", "Flare"))), Legal), "the deck is empty then"
    assert isinstance(did(t, HOUND), Incomplete)


def phoenix(r: Run, word: str, values: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """Allies are exiled in place of being destroyed."""
    if word == "destroy" and "ally" in WORDS[values["thing"].name]:
        return "exile", values
    return word, values


PHOENIX = replace(VOCABULARY, replaced=phoenix)


def test_what_is_replaced_may_be_logged_as_it_was_or_as_it_became():
    text = (
        'aims = { a = { what = {} } }\nsteps = [{ do = "destroy", thing = "a" },'
        ' { do = "draw", if = { last = "destroy" } }]'
    )
    ruin = compiled(text, "Ruin", PHOENIX)
    for line in ((), (Destroy("Pup.1"),), (Exile("Pup.1"),), (Exile(),)):
        t = table("bo: Pup")
        assert isinstance(did(t, ruin, *line, aims=("Pup.1",)), Legal)
        assert t.state.play == {} and t.state.bins["bo"] == []
        assert t.state.hidden.size("ana.hand") == 1, "it counts as done"
    t = table("bo: Pup", "bo: Wolf")
    verdict = did(t, ruin, Exile("Wolf.1"), aims=("Pup.1",))
    assert message(verdict) == "Ruin: about Pup.1 here, logged Wolf.1 (outcome 1)"
    both = did(t, ruin, Destroy("Pup.1"), Exile("Pup.1"), aims=("Pup.1",))
    assert message(both) == "Ruin: does nothing more, logged exile (outcome 2)"


def shielded(r: Run, word: str, values: dict[str, Any]) -> tuple[str, dict[str, Any]]:
    """One of each damage is prevented."""
    if word == "damage":
        return word, {**values, "amount": values["amount"] - 1}
    return word, values


def test_a_number_may_be_logged_as_the_card_has_it_or_as_it_became():
    strike = compiled(
        'steps = [{ do = "damage", monster = { is = "monster" }, amount = 2 }]',
        "Strike",
        replace(VOCABULARY, replaced=shielded),
    )
    for line in ((), (Damage(amount=2),), (Damage(amount=1),)):
        t = table("Ogre")
        assert isinstance(did(t, strike, *line), Legal)
        assert t.state.play["Ogre.1"].damage == 1
    verdict = did(table("Ogre"), strike, Damage(amount=3))
    assert message(verdict) == "Strike: amount 2, logged 3 (outcome 1)"


def test_fewer_cards_that_fit_in_a_hand_than_asked_are_on_trust():
    burn = compiled('steps = [{ do = "discard", cards = { count = 2, what = { is = "mage" } } }]')
    t = table(hands={"ana": 4})
    verdict = did(t, burn, Discard(("Mage",)))
    assert verdict == OnTrust(("Rite: there is no further mage",))
    assert isinstance(did(t, burn), Incomplete)
    says = "Rite: each is a mage, logged Flare (outcome 1)"
    assert message(did(t, burn, Discard(("Mage", "Flare")))) == says
    assert isinstance(did(t, burn, Discard(())), OnTrust)


def test_a_public_pile_leaves_no_choice_where_all_of_it_goes():
    sweep = compiled('steps = [{ do = "discard", place = "bin", cards = { count = 2 } }]')
    t = table()
    t.state.bins["ana"] = ["Mage", "Flare"]
    assert isinstance(did(t, sweep), Legal)
    assert t.state.bins["ana"] == []
    t.state.bins["ana"] = ["Mage", "Flare", "Pup"]
    assert isinstance(did(t, sweep), Incomplete)


def test_nothing_is_not_what_happened_where_something_had_to():
    gift = compiled('steps = [{ do = "gain", change = 1 }]')
    assert message(did(table(), gift, Nothing())) == "Rite: it may not be declined (outcome 1)"
    none = compiled('steps = [{ do = "damage", monster = { is = "monster" } }]')
    assert isinstance(did(table(), none, Nothing("impossible")), Legal)


# -- the law of all or nothing -----------------------------------------------------------------


def breaking(vocabulary: Vocabulary, at: int) -> Vocabulary:
    """The vocabulary, of which the act number ``at`` is done and then refused."""
    count = 0

    def broken(primitive: Primitive) -> Primitive:
        def act(r: Run, **values: Any) -> int | None:
            nonlocal count
            done = primitive.act(r, **values)
            count += 1
            if count == at:
                r.t.forbid("TY-9.9", "it breaks here")
            return done

        given = {**dict.fromkeys(values_of(primitive)), **primitive.defaults}
        act.__signature__ = signature_of(given, primitive.defaults)  # type: ignore[attr-defined]
        return replace(primitive, act=act)

    return replace(vocabulary, outcomes={k: broken(v) for k, v in vocabulary.outcomes.items()})


def values_of(primitive: Primitive) -> list[str]:
    from inspect import signature

    return list(signature(primitive.act).parameters)


def signature_of(names: dict[str, Any], defaults: Any) -> Any:
    from inspect import Parameter, Signature

    keyword = Parameter.KEYWORD_ONLY
    return Signature(
        [Parameter(n, keyword, default=defaults.get(n, Parameter.empty)) for n in names]
    )


@pytest.mark.parametrize("text", EFFECTS.values(), ids=EFFECTS.keys())
def test_what_is_refused_at_any_of_its_outcomes_leaves_no_trace(text: str):
    effect = read_effect(text)
    chance = Random(text)
    for _ in range(10):
        line = proposed(wide(), compile_effect(effect, VOCABULARY, "Rite"), chance).whole
        count = sum(not isinstance(done, Nothing) for done in line.did + line.pays)
        for at in range(1, count + 1):
            t = wide()
            before = msgspec.msgpack.encode(t.state)
            broken = compile_effect(effect, breaking(VOCABULARY, at), "Rite")
            with pytest.raises(Violation, match="it breaks here"):
                happen(t, broken, line)
            assert msgspec.msgpack.encode(t.state) == before
            assert t.facts == [] and t.assumptions == []


@pytest.mark.parametrize("effect", [LASH, WHEEL, SIGIL, SPLIT], ids=lambda told: told.card)
def test_a_hard_effect_that_is_refused_at_any_of_its_outcomes_leaves_no_trace(
    effect: CompiledEffect,
):
    def fresh() -> Any:
        t = table("ana: Tower", "bo: Ogre", "bo: Wolf", "cy: Pup", hands={"ana": 3, "bo": 3})
        t.state.gold["ana"] = 1
        t.state.pending.append("Rite")
        return t

    doing = Doing("ana", "Tower.1")
    line = complete(fresh(), effect, doing, first_of).whole
    for at in range(1, len(line.did) + len(line.pays) + 1):
        t = fresh()
        before = msgspec.msgpack.encode(t.state)
        broken = compile_effect(effect.effect, breaking(VOCABULARY, at), effect.card)
        with pytest.raises(Violation, match="it breaks here"):
            happen(t, broken, line)
        assert msgspec.msgpack.encode(t.state) == before
    assert isinstance(fresh().state.play["Tower.1"], Body)


def test_what_a_text_has_set_off_is_not_what_a_player_has_activated():
    vocabulary = replace(
        VOCABULARY, pending=lambda t: ("Rite", "Storm"), set_off=lambda t: ("Storm",)
    )
    aims = 'when = "resolves"\naims = { one = { what = "pending", %s } }\nsteps = [{ do = "gain" }]'
    for word, legal in (("untriggered = true", False), ("count = 1", True)):
        found = compiled(aims % word, vocabulary=vocabulary)
        assert isinstance(did(table(), found, aims=("Rite",)), Legal)
        assert isinstance(did(table(), found, aims=("Storm",)), Legal if legal else Illegal)
