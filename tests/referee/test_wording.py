"""English that depends on a number: in sentences of the program, and in why an entry is refused."""

import ast
import re
from pathlib import Path

import pytest

import referee
from cli.screen.sentences import sentence
from referee.english import a_or_an, counted, moment_in_words, one_of, plural
from referee.fact import CardMoved, CardsSeen, Fact
from referee.parts.effects.facts import EffectHappened, OutcomeLeftOut
from referee.parts.lasting_changes import ChangeBegan
from referee.parts.words import WORDS
from referee.verdict import Illegal

COUNTED = "cards points spells copies tokens wounds creatures monsters characters players units"
NUMBERS = "have asked said due shown found amount cost lines count logged limit left"
BARE = re.compile(
    rf"\{{\w+\}} (?:{'|'.join(COUNTED.split())})\b(?! counters)"
    rf"|\{{(?:{'|'.join(NUMBERS.split())})(?::[\w|]+)?\}} (?:that )?(?:are|were|have)\b"
    r"|\ba \{(?:kind|per|type|wanted)\}"
)


@pytest.mark.parametrize(
    ("noun", "more"),
    [
        ("card", "cards"),
        ("copy", "copies"),
        ("day", "days"),
        ("match", "matches"),
        ("die", "dice"),
        ("new entry", "new entries"),
    ],
)
def test_more_than_one_of_a_thing(noun: str, more: str):
    assert plural(noun) == more
    assert counted(1, noun) == f"1 {noun}"
    assert [counted(n, noun) for n in (0, 2, 1200)] == [f"0 {more}", f"2 {more}", f"1,200 {more}"]


@pytest.mark.parametrize(
    ("why", "have", "said"),
    [
        ("the bench holds {have:unit}", 1, "the bench holds 1 unit"),
        ("the bench holds {have:unit}", 4, "the bench holds 4 units"),
        ("{have:card is|cards are} flipped", 1, "1 card is flipped"),
        ("{have:card is|cards are} flipped", 0, "0 cards are flipped"),
        ("{have:card is|cards are} flipped", 3, "3 cards are flipped"),
        ("limit {have}", 1, "limit 1"),
        ("{have:card}, as said", "two", "two, as said"),
        ("{have:a} is not cast", "orbital", "an orbital is not cast"),
    ],
)
def test_a_refusal_counts_as_people_do(why: str, have: int | str, said: str):
    assert Illegal("X-1", why, {"have": have}).message == said


def test_a_name_that_is_no_fact_stays_as_it_is_written():
    assert Illegal("X-1", "{card:card} {more}").message == "{card:card} {more}"


def test_no_refusal_counts_one_thing_as_several():
    found = []
    for path in Path(referee.__file__).parent.rglob("*.py"):
        if path.name == "vocabulary.py":  # how outcomes are told has its own form
            continue
        tree = ast.parse(path.read_text("utf-8"))
        calls = (node for node in ast.walk(tree) if isinstance(node, ast.Call | ast.Assign))
        for call in calls:
            given = call.args if isinstance(call, ast.Call) else [call.value]
            texts = (each.value for each in given if isinstance(each, ast.Constant))
            found += [f"{path.name}: {t}" for t in texts if isinstance(t, str) and BARE.search(t)]
    assert found == []


@pytest.mark.parametrize(
    ("phrase", "said"),
    [
        ("unit", "a unit"),
        ("unique ally", "a unique ally"),
        ("ally", "an ally"),
        ("monster", "a monster"),
        ("other unit", "another unit"),
    ],
)
def test_a_thing_has_the_article_that_is_spoken(phrase: str, said: str):
    assert a_or_an(phrase) == said


@pytest.mark.parametrize(
    ("moment", "said"),
    [
        ("turn", "the end of the turn"),
        ("attack", "the end of the attack"),
        ("match", "the end of the match"),
        ("stay", "it leaves"),
        ("while:Hedge Chaplain.1", "Hedge Chaplain.1 leaves"),
        ("next:ana", "the next turn of ana"),
    ],
)
def test_a_moment_is_told_in_words(moment: str, said: str):
    assert moment_in_words(moment) == said


@pytest.mark.parametrize(
    ("fact", "told"),
    [
        (
            ChangeBegan("Oak", "Elk.1", "shield", "damage", 2, "turn"),
            "2 damage of Elk.1 is prevented until the end of the turn, by Oak",
        ),
        (ChangeBegan("Oak", "Elk.1", "set", "power", 3, ""), "power of Elk.1 is set to 3, by Oak"),
        (
            ChangeBegan("Oak", "Elk.1", "add", "power", 3, ""),
            "power of Elk.1 changes by +3, by Oak",
        ),
        (ChangeBegan("Oak", "Elk.1", "grant", "roar", 2, ""), "roar 2 of Elk.1 is granted, by Oak"),
        (
            OutcomeLeftOut("ana", "Oak.2", "", "Oak: its condition does not hold"),
            "Oak.2 does nothing: its condition does not hold",
        ),
        (
            EffectHappened("ana", "Oak.1", "Oak", "", "turn_start", 0, "all"),
            "Oak's effect happens: turn start",
        ),
        (
            CardsSeen("ana", "bo.hand", 2, "Elk,Umbra, the Long Night"),
            "ana sees 2 cards of bo.hand: Elk, Umbra, the Long Night",
        ),
        (CardMoved("ana", "Elk", "", "ana.hand", "X-1"), "ana's Elk comes to ana.hand"),
        (
            CardMoved("ana", "Elk", "deck", "ana.hand", "X-1"),
            "ana's Elk goes from deck to ana.hand",
        ),
    ],
)
def test_what_followed_is_told_in_english(fact: Fact, told: str):
    assert sentence(fact, WORDS) == told


def test_one_name_is_no_list():
    assert one_of(["Elk"]) == "Elk"
    assert one_of(["Elk"], besides="nobody") == "Elk, or nobody"
    assert one_of(["Elk", "Frost Wolf"]) == 'one of Elk, "Frost Wolf"'
