"""The questions that make an effect: whatever is answered, what comes of it has no faults."""

from random import Random

import msgspec
import pytest

from referee.parts.effects import compile_effect
from referee.parts.effects.effect_answers import Answers, Unfit
from referee.parts.effects.effect_questions import Question, effect_asked, example_asked
from referee.parts.effects.faults import faults
from tests.referee.parts.toy import EFFECT, VOCABULARY, WORDS

KNOWN = sorted({word for words in WORDS.values() for word in words})


class TooMany(Exception):
    """Enough was asked."""


class Guessing:
    """Answers by chance, now and then what cannot be."""

    def __init__(self, dice: Random) -> None:
        self._dice, self._asked = dice, 0

    def __call__(self, question: Question) -> str:
        self._asked += 1
        if self._asked > 50:
            raise TooMany
        dice = self._dice
        if question.key in ("steps", "cost") and dice.random() < 0.7:
            word = dice.choice(["", *question.known])
            parts = VOCABULARY.parts[word] if word and dice.random() < 0.5 else ()
            return " ".join([word, *(f"{part.name}='{self._any()}'" for part in parts)])
        if question.key == "aim":
            return dice.choice(["", "", "foe", "foes: 0-2 ally", "who: opponent", "a b: monster"])
        if question.default is not None and dice.random() < 0.5:
            return question.default
        return dice.choice([*question.known, self._any()])

    def _any(self) -> str:
        word, other = self._dice.choice(KNOWN), self._dice.choice(KNOWN)
        said = [word, f"{word} or {other} not large of opponent", f"other {word} in bin", "X"]
        said += ["1-3", "3-1", "2 by holder", f"0-2 {word} by chance", "foe", "foes", "it", "self"]
        return self._dice.choice([*said, "who", "you", "level", "bin", "or", "not", "=", "-5"])

    def refused(self, why: str) -> None:
        assert why


@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_answered_the_effect_has_no_faults(seed: int):
    made = 0
    for number in range(25):
        try:
            found = effect_asked(Guessing(Random(100 * seed + number)), VOCABULARY, KNOWN, "Rite")
        except TooMany:
            continue
        effect = msgspec.convert(found, EFFECT)
        assert faults({"Rite": [effect]}, VOCABULARY, KNOWN) == []
        compile_effect(effect, VOCABULARY, "Rite")
        made += 1
    assert made > 5


class Given:
    """Answers what was given for a question, else the default."""

    def __init__(self, **given: str) -> None:
        self.given = given

    def __call__(self, question: Question) -> str:
        return self.given.pop(question.key, question.default or "")

    def refused(self, why: str) -> None:
        raise AssertionError(why)


def test_what_an_effect_waits_for_is_asked_with_what_it_is_about_and_whose():
    asked = Given(when="dies", about="ally not tower", whose="opponent", text="Odd.")
    found = effect_asked(asked, VOCABULARY, KNOWN, "Rite")
    waits = {"on": "dies", "what": {"is": "ally", "not": "tower"}, "seat": "opponent"}
    assert found["when"] == waits
    assert faults({"Rite": [msgspec.convert(found, EFFECT)]}, VOCABULARY, KNOWN) == []


def test_an_effect_of_which_nothing_was_told_is_asked_for_its_text_once_more():
    asked = Dialogue(when=["played"], text=["", "Odd."])
    assert effect_asked(asked, VOCABULARY, KNOWN, "Rite") == {"when": "played", "text": "Odd."}
    assert asked.refusals == []


class Dialogue:
    """Gives the answers to each question in turn, else the default; keeps what was refused."""

    def __init__(self, **answers: list[str]) -> None:
        self.answers = answers
        self.refusals: list[str] = []

    def __call__(self, question: Question) -> str:
        left = self.answers.get(question.key)
        return left.pop(0) if left else question.default or ""

    def refused(self, why: str) -> None:
        self.refusals.append(why)


@pytest.mark.parametrize(
    ("answers", "refusal", "found"),
    [
        (
            {"when": ["noon", "played"], "text": ["Odd."]},
            "nothing sets it off by noon; "
            "there are activated, dies, drawn, on enter, played, resolves, static, used",
            {"when": "played", "text": "Odd."},
        ),
        (
            {"aim": ["f?: monster", "foe: monster", ""], "steps": ["damage monster=foe amount=1"]},
            "expected a name of letters, not 'f?'",
            {"aims": {"foe": {"what": {"is": "monster"}}}},
        ),
        (
            {"aim": ["it: monster", "foe: monster", ""], "steps": ["damage monster=foe amount=1"]},
            "Rite, effect 1: aim it: it is a word of the language; call it something else",
            {"aims": {"foe": {"what": {"is": "monster"}}}},
        ),
        (
            {"steps": ["dance", "draw", ""]},
            "no outcome is named dance; did you mean cancel?",
            {"steps": [{"do": "draw"}]},
        ),
        (
            {"steps": ["draw cuont=2", "draw", ""]},
            "draw has no cuont; did you mean count?",
            {"steps": [{"do": "draw"}]},
        ),
        (
            {"steps": ["damage monster=monster amount=3-1", "draw", ""]},
            "3 to 1 is no bounds: the least comes first",
            {"steps": [{"do": "draw"}]},
        ),
        (
            {"steps": ["draw player=any", "draw", ""]},
            "Rite, effect 1, step 1 (draw): no seat is named any; there are opponent, player, you",
            {"steps": [{"do": "draw"}]},
        ),
        (
            {"text": [""], "steps": ["", "draw", ""]},
            "Rite, effect 1: it says nothing: give it steps, or a text",
            {"steps": [{"do": "draw"}]},
        ),
    ],
)
def test_what_cannot_be_is_said_and_asked_again(
    answers: dict[str, list[str]], refusal: str, found: dict[str, object]
):
    asked = Dialogue(**answers)
    made = effect_asked(asked, VOCABULARY, KNOWN, "Rite")
    assert asked.refusals == [refusal]
    assert found.items() <= made.items()


def test_an_example_is_asked_again_until_it_holds():
    def tried(example: dict[str, object]) -> list[str]:
        lines = [
            str(line) for key in ("table", "legal", "illegal") for line in example.get(key, [])
        ]
        bad = "bad" in str(example["table"]) or any("wrong" in line for line in lines)
        return [f"it does not hold: {example['table']}"] if bad else []

    asked = Dialogue(
        table=["a bad one", "an ogre"],
        legal=["a wrong line", "ana play", ""],
        illegal=["bo play", "bo wrong", ""],
    )
    assert example_asked(asked, "Rite", "second", tried) == {
        "card": "Rite",
        "effect": "second",
        "table": "an ogre",
        "legal": ["ana play"],
        "illegal": ["bo play"],
    }
    assert asked.refusals == [
        "it does not hold: a bad one",
        "it does not hold: an ogre",
        "it does not hold: an ogre",
    ]
    assert example_asked(Dialogue(), "Rite", "", tried) == {}


READ = Answers(VOCABULARY, [*KNOWN, "very large"])


@pytest.mark.parametrize(
    ("answer", "found"),
    [
        ("monster", {"is": "monster"}),
        ("monster large", {"is": ["monster", "large"]}),
        ("ally or animal or tower", {"any": ["ally", "animal", "tower"]}),
        ("monster large or small", {"is": "monster", "any": ["large", "small"]}),
        (
            "other ally not tower in bin of you",
            {"other": True, "is": "ally", "not": "tower", "in": "bin", "of": "you"},
        ),
        ("very large monster", {"is": ["very large", "monster"]}),
    ],
)
def test_things_are_told_by_their_words(answer: str, found: object):
    assert READ.select(answer) == found


@pytest.mark.parametrize(
    ("answer", "found"),
    [("2", 2), ("0-2", [0, 2]), ("0 to 2", [0, 2]), ("-1", -1), ("x", "X"), ("level", "level")],
)
def test_how_many_is_a_number_its_bounds_or_a_name(answer: str, found: object):
    assert READ.count(answer) == found


@pytest.mark.parametrize("answer", ["", "or ally", "ally of bo", "ally in bni", "not"])
def test_what_no_thing_can_be_is_refused(answer: str):
    with pytest.raises(Unfit):
        READ.select(answer)
