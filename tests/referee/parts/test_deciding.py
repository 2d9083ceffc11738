"""Who decides what a text leaves open, which rules it sets aside, and what may explain it."""

from dataclasses import replace
from typing import Any

import pytest

from events.outcome import Nothing
from referee.parts.effects import Doing, PickedBy, Run
from referee.parts.effects.accepted_lines import Holder, complete, first_of, proposals
from referee.parts.effects.faults import faults
from referee.parts.effects.in_words import effect_in_words
from referee.parts.effects.resolution import happen
from referee.verdict import Illegal, Incomplete, Legal, OnTrust
from tests.referee.parts.toy import (
    VOCABULARY,
    WORDS,
    Damage,
    Discard,
    Draw,
    Exile,
    Gain,
    Toy,
    compiled,
    did,
    read_effect,
    table,
)

HANDS = {"ana": 3, "bo": 3}


def toll(by: str) -> Any:
    return compiled(
        'steps = [{ do = "discard", player = "player", place = "hand", '
        f'cards = {{ by = "{by}" }} }}]'
    )


def picked(t: Toy) -> list[str]:
    return [fact.by for fact in t.facts if isinstance(fact, PickedBy)]


def duel(*things: str) -> Toy:
    t = table(*things, hands=HANDS)
    t.state.seats = ("ana", "bo")
    return t


# -- who decides -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("by", "player", "seat", "says"),
    [
        ("you", "bo", "ana", "Rite: say which cards, 1 card"),
        ("holder", "bo", "bo", "Rite: bo decides; say which cards, 1 card"),
        ("holder", "ana", "ana", "Rite: say which cards, 1 card"),
        ("opponent", "ana", "bo", "Rite: bo decides; say which cards, 1 card"),
        ("chance", "bo", "", "Rite: chance decides; say which cards, 1 card"),
    ],
)
def test_a_choice_that_is_missing_is_asked_of_whoever_decides(
    by: str, player: str, seat: str, says: str
):
    verdict = did(duel(), toll(by), Discard(player=player))
    assert isinstance(verdict, Incomplete)
    assert (verdict.seat, verdict.ask) == (seat, says)


def test_which_of_several_opponents_decides_is_not_guessed():
    t = table(hands=HANDS)
    verdict = did(t, toll("opponent"), Discard(player="ana"))
    assert isinstance(verdict, Incomplete)
    assert (verdict.seat, verdict.ask.partition(";")[0]) == ("", "Rite: an opponent decides")
    verdict = did(t, toll("opponent"), Discard(player="cy"))
    assert isinstance(verdict, Legal)
    verdict = did(t, toll("opponent"), Discard(player="bo"))
    assert isinstance(verdict, Incomplete)
    assert verdict.seat == "bo"


@pytest.mark.parametrize(
    ("by", "word", "facts"),
    [
        ("you", "controller", []),
        ("holder", "holder", ["bo"]),
        ("opponent", "opponent", ["bo"]),
        ("chance", "blind", ["chance"]),
    ],
)
def test_who_picked_is_as_the_card_says_and_told(by: str, word: str, facts: list[str]):
    for said in (word, None):
        t = duel()
        line = Discard(("Mage",), "bo", picker=said)  # type: ignore[arg-type]
        assert isinstance(did(t, toll(by), line), Legal)
        assert picked(t) == facts
    wrong = "blind" if word != "blind" else "holder"
    verdict = did(duel(), toll(by), Discard(("Mage",), "bo", picker=wrong))  # type: ignore[arg-type]
    assert isinstance(verdict, Illegal)
    assert verdict.message == f"Rite: picked by {word}, logged {wrong} (outcome 1)"
    assert verdict.legal == word


def test_who_picks_for_a_step_picks_its_cards_and_things():
    by_holder = compiled(
        'steps = [{ do = "discard", player = "opponent", place = "hand", by = "holder" }]'
    )
    t = duel()
    assert isinstance(did(t, by_holder, Discard(("Mage",), picker="holder")), Legal)
    assert picked(t) == ["bo"]
    of_theirs = compiled(
        'steps = [{ do = "destroy", thing = { is = "monster", of = "opponent" }, by = "holder" }]'
    )
    verdict = did(duel("bo: Ogre", "bo: Ogre"), of_theirs)
    assert isinstance(verdict, Incomplete)
    assert verdict.seat == "bo"


@pytest.mark.parametrize(
    ("step", "line", "open_line", "facts"),
    [
        ('do = "gain", player = "opponent", change = [1, 3]', Gain(change=2), Gain(), ["bo"]),
        ('do = "draw", player = "player"', Draw("bo"), Draw(), ["bo"]),
        (
            'do = "discard", player = "opponent", place = ["hand", "bin"]',
            Discard(("Mage",), place="hand"),
            Discard(),
            ["bo", "bo"],
        ),
    ],
)
def test_who_decides_a_number_a_seat_or_a_word_is_told_and_asked(
    step: str, line: Any, open_line: Any, facts: list[str]
):
    effect = compiled(f'steps = [{{ {step}, by = "opponent" }}]')
    t = duel()
    assert isinstance(did(t, effect, line), Legal)
    assert picked(t) == facts
    verdict = did(duel(), effect, open_line)
    assert isinstance(verdict, Incomplete)
    assert verdict.seat == "bo"
    t = duel()
    happen(t, effect, Doing("ana", "Rite"), chooser=first_of)
    assert set(picked(t)) == set(facts)  # an empty place is no choice, so that fewer may be asked


def test_what_is_suggested_leaves_out_who_picks():
    verdict = did(duel(), toll("holder"), Discard(player="bo"))
    assert isinstance(verdict, Incomplete)
    assert verdict.choices["did"][0] == "discard:Flare:bo:hand"


def test_what_nobody_could_pick_otherwise_nobody_picked():
    t = duel("bo: Ogre")
    of_theirs = compiled(
        'steps = [{ do = "destroy", thing = { is = "monster", of = "opponent" }, by = "holder" }]'
    )
    assert isinstance(did(t, of_theirs), Legal)
    assert picked(t) == []


def test_an_opponent_aims_and_chooses_the_mode():
    aimed = compiled(
        'aims = { foe = { what = { is = "monster" }, by = "opponent" } }\n'
        'steps = [{ do = "damage", monster = "foe" }]'
    )
    t = duel("Ogre", "Ogre")
    verdict = did(t, aimed)
    assert isinstance(verdict, Incomplete)
    assert (verdict.seat, verdict.message) == (
        "bo",
        "Rite: bo decides; say which foe (aims: Ogre.1, Ogre.2)",
    )
    assert isinstance(did(t, aimed, aims=("Ogre.2",)), Legal)
    assert picked(t) == ["bo"]
    modes = compiled(
        'by = "opponent"\n'
        'modes = [{ name = "a", steps = [{ do = "draw" }] },'
        ' { name = "b", steps = [{ do = "gain" }] }]'
    )
    verdict = did(duel(), modes)
    assert isinstance(verdict, Incomplete)
    assert verdict.seat == "bo"
    t = duel()
    assert isinstance(did(t, modes, mode=("a",)), Legal)
    assert picked(t) == ["bo"]


OF_MODES = compiled(
    'aims = { foe = { what = { is = "monster" }, count = [0, 1], modes = ["kill", "both"] },'
    ' friend = { what = { any = ["animal", "small"] }, count = [0, 1],'
    ' modes = ["ban", "both"] } }\n'
    'modes = [{ name = "kill", steps = [{ do = "destroy", each = "foe", thing = "it" }] },'
    ' { name = "ban", steps = [{ do = "exile", each = "friend", thing = "it" }] },'
    ' { name = "both", steps = [{ do = "destroy", each = "foe", thing = "it" },'
    ' { do = "exile", each = "friend", thing = "it" }] }]'
)


@pytest.mark.parametrize(
    ("mode", "aims", "left"),
    [
        ("kill", ("Ogre.1",), ["Imp.1", "Wolf.1"]),
        ("ban", ("Wolf.1",), ["Imp.1", "Ogre.1"]),
        ("both", ("Ogre.1", "Wolf.1"), ["Imp.1"]),
        ("both", ("Ogre.1",), ["Imp.1", "Wolf.1"]),
        ("both", ("Wolf.1",), ["Imp.1", "Ogre.1"]),
        ("both", ("Ogre.1", "Imp.1"), ["Wolf.1"]),
        ("both", (), ["Imp.1", "Ogre.1", "Wolf.1"]),
    ],
)
def test_an_aim_is_of_its_modes_alone_and_may_be_left_before_another(
    mode: str, aims: tuple[str, ...], left: list[str]
):
    t = duel("Ogre", "Wolf", "Imp")
    assert isinstance(did(t, OF_MODES, mode=(mode,), aims=aims), Legal)
    assert sorted(t.state.play) == left


def test_an_aim_of_a_mode_that_is_not_chosen_is_no_aim():
    t = duel("Ogre", "Wolf")
    assert isinstance(did(t, OF_MODES, mode=("ban",), aims=("Ogre.1",)), Illegal)
    assert isinstance(did(t, OF_MODES, mode=("kill",), aims=("Ogre.1", "Wolf.1")), Illegal)


def test_what_two_aims_could_be_that_may_both_be_left_is_asked():
    verdict = did(duel("Imp"), OF_MODES, mode=("both",), aims=("Imp.1",))
    assert isinstance(verdict, Incomplete)
    assert "say what foe and friend are, or one mode" in verdict.message


def test_a_proposal_says_who_decides_what_it_leaves_open():
    t = duel()
    line = complete(t, toll("holder"), Doing("ana", "Rite", (Discard(player="bo"),)), first_of)
    assert line.deciders == ("bo",)
    assert isinstance(did(t, toll("holder"), *line.whole.did), Legal)
    both = compiled(
        'steps = [{ do = "damage", monster = { is = "monster" } },'
        ' { do = "discard", player = "opponent", place = "hand", by = "chance" }]'
    )
    t = duel("Ogre", "Ogre")
    assert complete(t, both, Doing("ana", "Rite"), first_of).deciders == ("ana", "chance")
    option = proposals(t, both, Doing("ana", "Rite"), Holder("effect"))
    assert option is not None
    assert option.hint.endswith(", decided by chance")
    assert "\n" not in option.hint


def test_who_decides_is_read_back():
    text = """
        aims = { foe = { what = { is = "monster" }, by = "chance" } }
        steps = [{ do = "damage", monster = "foe", by = "opponent" },
                 { do = "discard", place = "hand", cards = { by = "holder" } }]"""
    words = effect_in_words(read_effect(text), VOCABULARY)
    assert "foe: 1 monster, chosen by chance" in words
    assert "(the choice is made by an opponent)" in words
    assert "1 card, picked by who holds them" in words


def test_nothing_is_declined_by_somebody_else():
    t = duel()
    assert isinstance(did(t, toll("holder"), Nothing()), Illegal)
    run = happen(t, toll("holder"), Doing("ana", "Rite", (Discard(("Mage",), "bo"),)))
    assert run.deciders == ()


# -- rules set aside ---------------------------------------------------------------------------

STEP = 'steps = [{ do = "exile", thing = { any = ["tower", "monster"] } }]'


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        (STEP, Illegal),
        (f'{STEP}\naside = ["TY-2.1"]', Illegal),
        (f'{STEP}\naside = ["TY-2.10"]', Legal),
    ],
)
def test_a_rule_stands_unless_the_text_sets_it_aside(text: str, verdict: type[Any]):
    t = table("Tower")
    found = did(t, compiled(text), Exile("Tower.1"))
    assert isinstance(found, verdict)
    if isinstance(found, Illegal):
        assert (found.rule, found.message) == ("TY-2.10", "Tower.1 stays where it is (outcome 1)")
    else:
        assert "Tower.1" not in t.state.play


def test_a_primitive_asks_whether_a_rule_is_set_aside():
    aside = compiled(f'{STEP}\naside = ["TY-2.10"]')
    run = Run(table(), aside, Doing("ana", "Rite"))
    assert run.sets_aside("TY-2.10")
    assert not run.sets_aside("TY-2.1")


# -- the check of a catalog --------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('aside = ["TY-2.11"]', "there is no rule TY-2.11"),
        ('aside = ["TY-2.1"]', "no text sets TY-2.1 aside"),
        ('when = { on = "dis" }', "nothing happens named dis; did you mean dies?"),
        ('change = [{ on = "self", layer = "add", what = "level" }]', "set off by static"),
        (
            'when = "static"\ninstead = { of = "damage", prevent = 1, shield = true }',
            "a shield is begun by a step; a text in play prevents each time",
        ),
        (
            'when = "static"\ninstead = { of = "damage" }',
            "it either prevents, or says what happens instead",
        ),
        (
            'when = "static"\ninstead = { of = "destroy", to = "hand" }',
            "destroy goes nowhere",
        ),
        (
            'when = "static"\nchange = [{ on = "slef", layer = "add", what = "level" }]',
            "nothing can be changed that is named slef; did you mean self?",
        ),
        (
            'when = "static"\nchange = [{ on = "self", layer = "grant", what = "larg" }]',
            "nothing has the word larg; did you mean large?",
        ),
        (
            'when = "static"\nchange = [{ on = "you", layer = "forbid", what = "atack" }]',
            "nobody does anything named atack; did you mean attack?",
        ),
        (
            'when = "static"\n'
            'change = [{ on = "self", layer = "set", what = "element", word = "fir" }]',
            "no element is named fir; did you mean fire?",
        ),
        (
            'when = "static"\n'
            'change = [{ on = "self", layer = "swap", what = "level", word = "helth" }]',
            "no number is named helth; did you mean health?",
        ),
        (
            'when = "static"\n'
            'change = [{ on = "self", layer = "add", what = "level", amount = [1, 2] }]',
            "nobody chooses a number while it lasts: say one",
        ),
        (
            'when = "static"\n'
            'change = [{ on = "self", layer = "add", what = "level", '
            'amount = { count = { is = "monster" }, up_to = true } }]',
            "nobody chooses a number while it lasts: say one",
        ),
        (
            'steps = [{ do = "discard", place = "hand", picker = "blind" }]',
            "who picks is said with by, not with picker",
        ),
        (
            'when = "static"\ninstead = { of = "damage", what = "foe", prevent = 1 }',
            "nothing is named foe",
        ),
        (
            'steps = [{ do = "discard", place = "hand", by = "chance", '
            'cards = { by = "opponent" } }]',
            "it says twice, and not the same, who picks",
        ),
        (
            'touches = ["damge"]',
            "no outcome, number, word or act is named damge; did you mean damage?",
        ),
    ],
)
def test_a_slip_in_what_lasts_or_who_decides_is_named(text: str, says: str):
    words = {word for words in WORDS.values() for word in words}
    effect = read_effect(f'text = "Odd."\n{text}')
    assert any(says in fault for fault in faults({"Rite": [effect]}, VOCABULARY, words))


def test_who_picks_has_a_word_in_the_log():
    effect = read_effect('steps = [{ do = "discard", place = "hand", by = "chance" }]')
    words = {word for words in WORDS.values() for word in words}
    odd = replace(VOCABULARY, pickers={})
    assert faults({"Rite": [effect]}, VOCABULARY, words) == []
    assert faults({"Rite": [effect]}, odd, words) == [
        "Rite, effect 1, step 1 (discard): discard is never picked by chance"
    ]


# -- what may explain a contradiction ----------------------------------------------------------


def clouded_by(*words: str) -> Any:
    return replace(VOCABULARY, clouded=lambda t, word: "Idol" if word in words else "")


@pytest.mark.parametrize(
    ("text", "line", "more", "word"),
    [
        ('steps = [{ do = "gain", change = "level" }]', (Gain(change=5),), {}, "level"),
        (
            'steps = [{ do = "damage", monster = { is = "monster", with = { health = 1 } } }]',
            (Damage("Ogre.1"),),
            {},
            "health",
        ),
        (
            'aims = { foe = { what = { is = "small" } } }\n'
            'steps = [{ do = "damage", monster = "foe" }]',
            (),
            {"aims": ("Ogre.1",)},
            "small",
        ),
        (
            'if = { ask = "class bonus" }\nsteps = [{ do = "draw" }]',
            (Draw(),),
            {},
            "class bonus",
        ),
        (
            'steps = [{ do = "draw" }, { do = "gain", if = { ask = "class bonus" } }]',
            (Gain(),),
            {},
            "class bonus",
        ),
        ('x = "level"\nsteps = [{ do = "draw" }]', (), {"x": 3}, "level"),
    ],
)
def test_what_was_read_from_a_number_that_an_untold_text_may_touch_is_on_trust(
    text: str, line: Any, more: dict[str, Any], word: str
):
    for vocabulary, verdict in ((clouded_by(word), OnTrust), (clouded_by("other"), Illegal)):
        found = did(table("Ogre"), compiled(text, vocabulary=vocabulary), *line, **more)
        assert isinstance(found, verdict)
        if isinstance(found, OnTrust):
            assert found.assumptions[0] == f"Rite: {word} as the text of Idol may have it"
