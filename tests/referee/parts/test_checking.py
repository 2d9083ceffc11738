"""The check of a catalog: each slip of its author is named with its place; examples are run."""

import re
from dataclasses import replace

import msgspec
import pytest
from msgspec import Struct

from events.outcome import Nothing, Other
from referee.catalog import Catalog, CatalogError, read_catalog
from referee.parts.effects import CompiledEffect, Effect, compile_effect
from referee.parts.effects.examples import (
    Coverage,
    Example,
    coverage,
    run_examples,
    without_examples,
)
from referee.parts.effects.faults import faults
from referee.parts.effects.in_words import effect_in_words
from referee.parts.effects.schema import steps_type, word_of
from tests.referee.parts.test_proposing import EFFECTS
from tests.referee.parts.toy import (
    EFFECT,
    VOCABULARY,
    WORDS,
    Gain,
    Toy,
    names_on,
    read_effect,
    table,
)

WORD_LIST = {word for words in WORDS.values() for word in words}


def checked(text: str) -> list[str]:
    return faults({"Rite": [read_effect(text)]}, VOCABULARY, WORD_LIST, WORDS)


@pytest.mark.parametrize("text", EFFECTS.values(), ids=EFFECTS.keys())
def test_what_is_well_told_has_no_faults(text: str):
    assert checked(text) == []


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            'steps = [{ do = "damage", monster = { is = "monsters" } }]',
            "Rite, effect 1, step 1 (damage): nothing has the word monsters; did you mean monster?",
        ),
        (
            'aims = { foe = { what = { is = "monster" } } }\n'
            'steps = [{ do = "damage", monster = "fo" }, { do = "damage", monster = "foe" }]',
            "Rite, effect 1, step 1 (damage): nothing is named fo; did you mean foe?",
        ),
        (
            'steps = [{ do = "gain", change = { last = "discrad" } }, { do = "discard" }]',
            "Rite, effect 1, step 1 (gain): no earlier step does discrad",
        ),
        (
            'steps = [{ do = "draw", may = true }, { do = "draw", count = 2 }]',
            "Rite, effect 1: a logged draw may be step 1 or step 2: make one step of them, "
            "or let each be about something else",
        ),
        (
            'steps = [{ do = "draw", count = "X" }]',
            "Rite, effect 1, step 1 (draw): there is no X: give its bounds",
        ),
        (
            'steps = [{ do = "draw", count = "levle" }]',
            "Rite, effect 1, step 1 (draw): no number is named levle; did you mean level?",
        ),
        (
            'steps = [{ do = "draw", count = [3, 1] }]',
            "Rite, effect 1, step 1 (draw): 3 to 1 is no bounds: the least comes first",
        ),
        (
            'steps = [{ do = "damage" }]',
            "Rite, effect 1, step 1 (damage): it does not say which monster",
        ),
        (
            'steps = [{ do = "damage", monster = "it" }]',
            "Rite, effect 1, step 1 (damage): there is no it without each",
        ),
        (
            'steps = [{ do = "fetch", cards = "found" }]',
            "Rite, effect 1, step 1 (fetch): "
            "no earlier step shows cards until one fits, so there is no found",
        ),
        *(
            (
                f'steps = [{{ do = "discard", cards = {{ what = {{ is = "ally", {more} }} }} }}]',
                "Rite, effect 1, step 1 (discard): "
                "cards are picked by their words, names and numbers alone",
            )
            for more in ('of = "opponent"', 'in = "hand"')
        ),
        (
            'modes = [{ name = "dig", steps = [{ do = "draw", count = "levle" }] }]',
            "Rite, effect 1, mode dig, step 1 (draw): "
            "no number is named levle; did you mean level?",
        ),
        (
            'steps = [{ do = "draw", player = "foe" }]',
            "Rite, effect 1, step 1 (draw): no seat is named foe",
        ),
        (
            'steps = [{ do = "discard", place = "bni" }]',
            "Rite, effect 1, step 1 (discard): no place is named bni; did you mean bin?",
        ),
        (
            'steps = [{ do = "draw", if = { least = 2 } }]',
            "Rite, effect 1, step 1 (draw): "
            "a test asks for a count, a number, what a step did, or about words",
        ),
        (
            'aims = { a = { what = { is = "ally" }, count = [0, 2] } }\n'
            'steps = [{ do = "renew", thing = "a" }]',
            "Rite, effect 1, step 1 (renew): a may be several or none: do it for each, to it",
        ),
        (
            'aims = { a = { what = "oponent" } }\nsteps = [{ do = "draw", player = "a" }]',
            "Rite, effect 1: aim a: "
            "nothing can be aimed at that is named oponent; did you mean opponent?",
        ),
        (
            'aims = { a = { what = "opponent", untriggered = true } }\n'
            'steps = [{ do = "draw", player = "a" }]',
            "Rite, effect 1: aim a: only what is pending was set off, or was not",
        ),
        (
            'aims = { a = { what = { is = "ally" } } }\nsteps = [{ do = "draw" }]',
            "Rite, effect 1: nothing is done to a",
        ),
        ('when = "playd"\ntext = "Odd."', "Rite, effect 1: nothing sets it off by playd; did you"),
        ('when = "played"', "Rite, effect 1: it says nothing: give it steps, or a text"),
        (
            'modes = [{ name = "dig", steps = [{ do = "gain" }] }, '
            '{ name = "dig", steps = [{ do = "draw" }] }]',
            "Rite, effect 1: two of its modes have one name",
        ),
        (
            'choose = 2\nmodes = [{ name = "dig", steps = [{ do = "gain" }] }]',
            "Rite, effect 1: 2 of 1 modes are to be chosen",
        ),
        (
            "later = true\n"
            'modes = [{ name = "dig", cost = [{ do = "gain" }], steps = [{ do = "draw" }] }]',
            "Rite, effect 1: a mode that is chosen as it happens costs nothing",
        ),
        (
            'later = true\nsteps = [{ do = "gain" }]',
            "Rite, effect 1: it has no modes that could be chosen so",
        ),
        (
            'when = "static"\ninstead = { of = "damage", amount = { ask = "levle" } }',
            "Rite, effect 1: no number is named levle; did you mean level?",
        ),
        (
            'when = "static"\n'
            'change = [{ on = "self", layer = "add", what = "level", amount = 1, word = "large" }]',
            "Rite, effect 1: add has no word beside what it changes",
        ),
        (
            'aims = { foe = { what = { is = "monster" } } }\n'
            'steps = [{ do = "damage", monster = "foe", as = "foe" }]',
            "Rite, effect 1, step 1 (damage): foe is taken; call what it was about something else",
        ),
        (
            'steps = [{ do = "damage", each = "opponent", monster = "it" }]',
            "Rite, effect 1, step 1 (damage): it is a seat here, not a thing",
        ),
        (
            'steps = [{ do = "draw", player = "it" }]',
            "Rite, effect 1, step 1 (draw): there is no it without each",
        ),
        (
            'steps = [{ do = "draw", count = { ask = "level", least = 3, most = 2 } }]',
            "Rite, effect 1, step 1 (draw): it is at least 3 and at most 2",
        ),
        (
            'steps = [{ do = "draw", count = { ask = "level", count = { is = "monster" } } }]',
            "Rite, effect 1, step 1 (draw): it is one of count, ask and last, not several",
        ),
        (
            'steps = [{ do = "draw", if = { is = "monster" } }]',
            "Rite, effect 1, step 1 (draw): is and not are asked about a thing: say about which",
        ),
    ],
)
def test_a_slip_is_named_with_its_place_and_the_nearest_word(text: str, says: str):
    assert [fault[: len(says)] for fault in checked(text)][:1] == [says]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ('{ do = "draw", may = true }', '{ do = "draw", player = "opponent" }'),
        (
            '{ do = "expend", may = true, thing = { of = "you" } }',
            '{ do = "expend", thing = { of = "opponent" } }',
        ),
        (
            '{ do = "discard", place = "hand", may = true }',
            '{ do = "discard", place = "bin" }',
        ),
        ('{ do = "renew", thing = "self" }', '{ do = "renew", thing = { is = "ally" } }'),
    ],
)
def test_steps_about_different_things_are_told_apart(first: str, second: str):
    assert checked(f"steps = [{first}, {second}]") == []


def test_of_few_words_all_are_named_where_none_is_near():
    words = replace(VOCABULARY, kinds=("combat", "noncombat"))
    text = 'when = "static"\ninstead = { of = "damage", kind = "zork", prevent = 1 }'
    found = faults({"Rite": [read_effect(text)]}, words, WORD_LIST, WORDS)
    assert any(x.endswith("there is no kind zork; there are combat, noncombat") for x in found)


def test_effects_of_one_card_have_names():
    several = [read_effect('steps = [{ do = "draw" }]')] * 2
    found = faults({"Rite": several}, VOCABULARY, WORD_LIST)
    assert found == ["Rite, effect 2: it needs a name, being one of several"]
    several = [read_effect('name = "dig"\nsteps = [{ do = "draw" }]')] * 2
    found = faults({"Rite": several}, VOCABULARY, WORD_LIST)
    assert found == ["Rite, effect 2: another effect of this card is named dig"]


# -- in words ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            'when = "played"\nsteps = [{ do = "damage", monster = { is = "monster" },'
            ' amount = [1, 3] }, { do = "draw" }]',
            "played: 1 to 3 damage to a monster; you draw 1",
        ),
        (
            'steps = [{ do = "discard", each = "opponent", player = "it", place = "hand",'
            ' cards = { count = 1, by = "holder" } }]',
            "used: for each opponent: they discard 1 card, picked by who holds them from hand",
        ),
        (
            'may = true\nsteps = [{ do = "gain", change = { last = "discard", times = 3 } }]',
            "used [may be declined]: you gain 3 times what discard did gold",
        ),
        (
            'aims = { foe = { what = "opponent" } }\n'
            'steps = [{ do = "draw", player = "foe" }, { do = "gain", player = "opponent" }]',
            "used [foe: 1 opponent]: foe draws 1; an opponent gains 1 gold",
        ),
        ('text = "Odd."', "used: a text alone"),
        (
            'modes = [{ name = "dig", if = { count = { is = "monster" }, least = 2 },'
            ' steps = [{ do = "gain" }] }, { name = "read", steps = [{ do = "draw" }] }]',
            "used: you choose 1 of\n"
            "  dig: if the number of monster is at least 2: you gain 1 gold\n"
            "  read: you draw 1",
        ),
        (
            'later = true\nmodes = [{ name = "dig", steps = [{ do = "gain" }] }]',
            "used: you choose 1, as it happens, of\n  dig: you gain 1 gold",
        ),
    ],
)
def test_an_effect_is_read_back_in_words(text: str, says: str):
    assert effect_in_words(read_effect(text), VOCABULARY) == says


# -- examples ----------------------------------------------------------------------------------

RITE = read_effect(
    'steps = [{ do = "damage", monster = { is = "monster" }, amount = [1, 3] }, { do = "draw" }]'
)


def lay(line: str) -> Toy:
    return table(*line.split("; "))


def run(*examples: Example) -> list[str]:
    def told_of(card: str, effect: str) -> CompiledEffect | None:
        return compile_effect(RITE, VOCABULARY, card) if card == "Rite" else None

    return run_examples(examples, told_of, lay, names_on)


def test_examples_that_hold_say_nothing():
    lines = Example(
        card="Rite",
        table="Ogre; Ogre",
        legal=("dam:ogre.1:3", "draw dam:ogre.2:1", "damage:ogre.1:3 draw:ana"),
        illegal=("dam:ogre.1:4", "dam:ogre.1:3 draw draw"),
    )
    assert run(lines) == []
    assert without_examples({"Rite": [RITE]}, [lines]) == []


def test_examples_that_do_not_hold_are_told_with_their_line():
    wrong = Example(
        card="Rite", table="Ogre; Ogre", legal=("dam:ogre.1:4", "draw", "dma"), illegal=("dam:3",)
    )
    found = run(wrong)
    assert found[0] == (
        "Rite, example 'dam:ogre.1:4': expected to be legal, and is illegal TY-1.1: "
        "Rite: at most 3 damage, logged 4 (outcome 1)"
    )
    assert found[1].startswith("Rite, example 'draw': incomplete: Rite: say which monster")
    assert found[2].startswith("Rite, example 'dma': ")
    assert found[3].startswith("Rite, example 'dam:3': incomplete")
    alone = Example(card="Rite", table="Ogre", illegal=("dam:3",))
    assert run(alone) == ["Rite, example 'dam:3': expected to be illegal, and is legal"]
    assert run(Example(card="Song", table="")) == ["Song: an example, and no effect"]


def test_examples_may_choose_a_mode_and_say_that_nothing_or_something_else_was_done():
    modes = read_effect(
        'may = true\nrest = true\nmodes = [{ name = "rich", steps = [{ do = "gain" }] },'
        '{ name = "wise", steps = [{ do = "draw" }] }]'
    )
    lines = Example(
        card="Rite",
        table="",
        legal=("mode=rich", "none mode=wise", 'other:"they sang" mode=wise'),
        illegal=("mode=bold",),
    )
    told = compile_effect(modes, VOCABULARY, "Rite")
    assert run_examples((lines,), lambda card, effect: told, lambda line: table(), names_on) == []


def test_an_effect_without_examples_is_named():
    assert without_examples({"Rite": [RITE]}, []) == [
        "Rite: no example of a line that is legal",
        "Rite: no example of a line that is illegal",
    ]


def test_coverage_counts_what_is_told_by_copies():
    alone = read_effect('text = "Odd."')
    part = read_effect('rest = true\nsteps = [{ do = "draw" }]')
    effects = {"Rite": [RITE], "Song": [alone], "Chant": [part], "Hymn": [RITE, alone]}
    deck = {"Rite": 3, "Song": 2, "Chant": 1, "Hymn": 1, "Rock": 4}
    assert coverage(effects, deck) == Coverage(3, 2, 2, 4, ("Song", "Chant", "Hymn"))


# -- tables of a catalog that do not know a word ------------------------------------------------


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("steps = [{ do = 'damage', amuont = 1 }]", "unknown field `amuont`"),
        ("steps = [{ do = 'damge' }]", "Invalid value 'damge'"),
        ("steps = [{ do = 'damage', monster = { iss = 'x' } }]", "unknown field `iss`"),
        ("steps = [{ do = 'draw', count = { cuont = {} } }]", "unknown field `cuont`"),
        ("aims = { a = { waht = 'player' } }", "unknown field `waht`"),
        ("changes = []", "unknown field `changes`"),
    ],
)
def test_a_table_refuses_what_it_does_not_know(text: str, says: str):
    with pytest.raises(msgspec.ValidationError, match=says):
        read_effect(text)


def test_the_effect_type_is_an_effect():
    assert isinstance(read_effect(""), Effect)
    assert read_effect("").text_alone


def test_no_step_says_that_nothing_or_something_else_was_done():
    steps = steps_type((Gain, Nothing, Other))
    assert msgspec.convert({"do": "gain"}, steps)
    for word in map(word_of, (Nothing, Other)):
        with pytest.raises(msgspec.ValidationError, match=f"'{word}'"):
            msgspec.convert({"do": word}, steps)


class Card(Struct, frozen=True, forbid_unknown_fields=True):
    """A card of the toy game."""

    name: str
    effects: tuple[EFFECT, ...] = ()  # type: ignore[valid-type]


class Cards(Catalog, frozen=True):
    """A catalog of the toy game."""

    cards: tuple[Card, ...]


@pytest.mark.parametrize(
    ("step", "says"),
    [
        ("{ do = 'damage', amuont = 1 }", "did you mean amount?"),
        ("{ do = 'damge' }", "did you mean damage?"),
        (
            "{ do = 'damage', monster = { iss = 'x' } }",
            "did you mean is?",
        ),
        (
            "{ do = 'draw', count = { cuont = {} } }",
            "did you mean count?",
        ),
        ("{ do = 'draw', may_ = true }", "did you mean may?"),
    ],
)
def test_a_misspelt_word_of_a_table_is_named_with_its_card_and_the_nearest(step: str, says: str):
    head = 'game = "toy"\nname = "toy"\n[[cards]]\nname = "Rite"\n'
    text = f"{head}[[cards.effects]]\nsteps = [{step}]"
    with pytest.raises(CatalogError, match=re.escape(f"(Rite, effect 1, step 1); {says}")):
        read_catalog(text, Cards)


def test_all_that_does_not_fit_is_named_at_once():
    text = """
game = "toy"
name = "few"
colour = "red"
[[cards]]
name = "Rite"
[[cards.effects]]
wehn = "played"
steps = [{ do = "draw", cuont = 2 }, { do = "damage", amount = true }, { do = "drwa" }]
[[cards.effects]]
name = "more"
aims = { foe = { waht = "player" } }
[[cards]]
nmae = "Song"
"""
    with pytest.raises(CatalogError) as told:
        read_catalog(text, Cards, "few.toml")
    assert str(told.value).removeprefix("few.toml: ").splitlines() == [
        "Object contains unknown field `cuont` - at `$.cards[0].effects[0].steps[0]` "
        "(Rite, effect 1, step 1); did you mean count?",
        "Expected `int | str | object | array | null`, got `bool` - at "
        "`$.cards[0].effects[0].steps[1].amount` (Rite, effect 1, step 2)",
        "Invalid value 'drwa' - at `$.cards[0].effects[0].steps[2].do` "
        "(Rite, effect 1, step 3); did you mean draw?",
        "Object contains unknown field `wehn` - at `$.cards[0].effects[0]` "
        "(Rite, effect 1); did you mean when?",
        "Object contains unknown field `waht` - at `$.cards[0].effects[1].aims.foe` "
        "(Rite, more); did you mean what?",
        "Object missing required field `what` - at `$.cards[0].effects[1].aims.foe` (Rite, more)",
        "Object contains unknown field `nmae` - at `$.cards[1]` (card 2); did you mean name?",
        "Object missing required field `name` - at `$.cards[1]` (card 2)",
        "Object contains unknown field `colour` - at `$` (few)",
    ]
