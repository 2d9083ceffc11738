"""What holds of the options of every game: at each step of random matches, for each choice."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import chain, islice
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec import UNSET, to_builtins

from cli.reading.door.address import Situation
from cli.reading.door.cut_short import read_part
from cli.reading.door.typed_choices import fits
from events.event import Event
from events.notation import Word, quote, read, split_words, write
from events.notation.kinds import Reading
from events.notation.plan import Field, plan_of
from events.notation.words import offered
from referee.choice import (
    Choice,
    Contest,
    Dice,
    Fixed,
    Measure,
    Number,
    OneOf,
    Perhaps,
    Some,
    together,
)
from referee.game import Game
from referee.games.registry import game_ids, game_of
from referee.option import Option, public
from referee.pad import CardPad, DicePad, LengthPad
from referee.replay.replay import Replay
from referee.replay.simulate import event_of
from tests import laws
from tests.tiers import examples

GAMES = game_ids()
SEEDS = (1, 2)
EVERY = 14
"""How many entries lie between two steps that are looked at."""


def steps(game_id: str, seed: int) -> Iterator[tuple[Replay, list[Option]]]:
    """A random match, at every step the replay and the options that are open."""
    chance = Random(seed)
    return laws.steps(laws.drawn(game_id, chance), chance)


@cache
def looked_at(game_id: str) -> list[tuple[Option, Event]]:
    """Options of random matches, each with an event that it allows."""
    game = game_of(game_id)
    chance = Random(0)
    return [
        (option, event_of(game, option, chance))
        for seed in SEEDS
        for _, options in islice(steps(game_id, seed), 0, None, EVERY)
        for option in options
    ]


def told(game: Game, option: Option, event: Event) -> Iterator[tuple[Field, Choice, str]]:
    """The fields that an option has and that the line of an event says, with what it says."""
    plan = plan_of(type(event))
    for name, choice in option.fields.items():
        field = plan.by_name[name]
        value = getattr(event, field.attribute)
        if not field.at_default(value):
            yield field, choice, field.kind.write(value, lambda _: "")


# -- what is decided, read and typed -----------------------------------------------------------


@pytest.mark.parametrize("game_id", GAMES)
def test_what_a_choice_decides_it_allows(game_id: str):
    chance = Random(3)
    for option, _ in looked_at(game_id):
        for name, choice in option.fields.items():
            value = choice.decide(chance)
            assert choice.allows(value), (option.verb, name, choice, value)
            shown = choice.public()
            assert shown.allows(value), (option.verb, name, shown, value)
            if (only := choice.only()) is not None:
                assert choice.allows(only[0])


@pytest.mark.parametrize("game_id", GAMES)
def test_what_an_option_allows_is_read_back_from_its_line_and_still_allowed(game_id: str):
    game = game_of(game_id)
    for option, event in looked_at(game_id):
        line = write(event, game.codec)
        assert read(line, game.codec) == event
        for field, choice, text in told(game, option, event):
            value = field.kind.read(Word(text, 1), Reading((), lambda word: word.text))
            assert choice.allows(value), (line, field.name, choice)


@pytest.mark.parametrize("game_id", GAMES)
def test_what_an_option_allows_looks_like_its_choice_when_it_is_typed(game_id: str):
    game = game_of(game_id)
    for option, event in looked_at(game_id):
        for field, choice, text in told(game, option, event):
            assert fits(Word(text, 1), choice), (option.verb, field.name, text)


@pytest.mark.parametrize("game_id", GAMES)
def test_every_name_on_offer_is_one_word_that_means_itself(game_id: str):
    for option, _ in looked_at(game_id):
        for choice in option.fields.values():
            names = choice.names()
            for name in names[:20]:
                (word,) = split_words(quote(name))
                assert offered(word.text, names) == [name]


@pytest.mark.parametrize("game_id", GAMES)
def test_a_whole_line_means_the_same_at_the_table(game_id: str):
    game = game_of(game_id)
    chance = Random(5)
    for replay, options in islice(steps(game_id, 3), 0, None, 2 * EVERY):
        now = Situation.of(game, replay.table, "kim")
        option = chance.choice(options)
        event = event_of(game, option, chance)
        line = write(event, game.codec)
        assert read_part(line, now) == event, line


# -- what views show ---------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", GAMES)
def test_a_label_tells_an_option_from_its_siblings(game_id: str):
    game = game_of(game_id)
    for _, options in islice(steps(game_id, 4), 0, None, EVERY):
        found: dict[tuple[str, str], Option] = {}
        for option in public(options, game.codec):
            assert option.label.split()[0] == option.verb
            other = found.setdefault((option.seat, option.label), option)
            for name in {*option.fields, *other.fields}:
                one, two = option.fields.get(name), other.fields.get(name)
                assert one is two or (one and two and one.described() == two.described()), option


@pytest.mark.parametrize("game_id", GAMES)
def test_asking_what_is_open_changes_nothing(game_id: str):
    game = game_of(game_id)
    chance = Random(0)
    for replay, options in islice(steps(game_id, 3), 0, None, EVERY):
        before = replay.digest()
        for option in public(options, game.codec):
            event_of(game, option, chance)
        assert game.options(replay.table) == options
        assert replay.digest() == before


def throws(pad: DicePad, text: str) -> list[tuple[int, ...]]:
    """The throws that a text holds, as the pad says that they are written."""
    if pad.shape == "throw":
        return [tuple(map(int, text.split(",")))]
    found = []
    for number, each in enumerate(text.split(",")):
        seat, colon, dice = each.rpartition(":")
        turn = [pad.seats[number % len(pad.seats)]] if pad.seats else [""]
        assert seat in (pad.seats if pad.ties else turn)
        assert bool(colon) is bool(pad.seats)
        found.append(tuple(int(die) for die in dice.split("-")))
    return found


def test_what_is_physical_is_entered_with_its_pad():
    seen = set()
    for game_id in GAMES:
        game = game_of(game_id)
        options = [told(game, option, event) for option, event in looked_at(game_id)]
        for _, choice, text in chain.from_iterable(options):
            pad = choice.pad()
            seen |= {type(pad)} if pad else set()
            match pad:
                case DicePad():
                    if not text:
                        assert pad.ties
                        continue
                    *earlier, last = throws(pad, text)
                    assert pad.ties or all(throw in pad.again for throw in earlier)
                    assert last not in pad.again
                    faces = pad.faces or range(1, pad.sides + 1)
                    assert all(
                        len(throw) == pad.dice and set(throw) <= set(faces)
                        for throw in (*earlier, last)
                    )
                case LengthPad():
                    assert pad.least <= float(text) <= pad.most
                case CardPad():
                    cards = text.split(pad.mark)
                    assert len(set(cards)) == len(cards)
                    assert all(c in o for c, o in zip(cards, pad.offers, strict=True))
    assert seen == {DicePad, LengthPad, CardPad}


# -- the kinds that any game may need ----------------------------------------------------------

NAMES = st.sampled_from(["Wolf", "Frost Wolf", "Elk", "Potion: Blaze", "bank", "Wolf.2"])
BOUNDS = st.tuples(st.integers(0, 90), st.integers(0, 90)).map(sorted)


@st.composite
def somes(draw: st.DrawFn) -> Some:
    cards = draw(st.dictionaries(NAMES, st.integers(1, 3), min_size=1))
    least, most = sorted(draw(st.tuples(*[st.integers(0, sum(cards.values()))] * 2)))
    return Some(cards, least, most)


KINDS: dict[type[Choice], st.SearchStrategy[Choice]] = {
    Fixed: st.one_of(NAMES, st.booleans(), st.floats(0, 90), st.lists(NAMES).map(tuple)).map(Fixed),
    OneOf: st.lists(NAMES | st.lists(NAMES).map(tuple), min_size=1).map(tuple).map(OneOf),
    Some: somes(),
    Number: BOUNDS.map(lambda b: Number(*b)),
    Measure: BOUNDS.map(lambda b: Measure(b[0] / 2, b[1] / 2)),
    Dice: st.integers(2, 20).map(Dice),
    Contest: st.builds(Contest, st.integers(4, 12), st.integers(-3, 3), st.booleans()),
}
NONSENSE = [None, "nobody", -7, {}, [[]], ["Wolf"] * 99, [["Wolf", 1, 2]], object()]
CHOICES = st.one_of(*KINDS.values(), st.one_of(*KINDS.values()).map(Perhaps))


@settings(max_examples=examples(300))
@given(CHOICES, st.integers())
def test_a_choice_of_any_kind_allows_what_it_decides(choice: Choice, seed: int):
    value = choice.decide(Random(seed))
    assert choice.allows(value)
    assert value is UNSET or choice.allows(to_builtins(value))
    only = choice.only()
    assert only is None or value == only[0] or Counter(value) == Counter(only[0])
    assert choice.described()
    assert to_builtins(choice)["type"]


@settings(max_examples=examples(200))
@given(CHOICES, st.sampled_from(NONSENSE))
def test_a_choice_of_any_kind_refuses_what_no_game_could_mean(choice: Choice, value: Any):
    assert not choice.allows(value)


def test_choices_of_every_general_kind_are_tried_here():
    general = {kind for kind in Choice.__subclasses__() if kind.__module__ == Choice.__module__}
    assert general == {*KINDS, Perhaps}


@pytest.mark.parametrize(
    ("choice", "wrong"),
    [
        (Contest(6), [(3, 3)]),
        (Contest(6), [(3, 2), (4, 1)]),
        (Contest(6, 1), [(3, 4)]),
        (Contest(6, 0, again=False), [(3, 3), (4, 1)]),
        (Contest(6), [(7, 1)]),
        (Contest(6), []),
        (Dice(6), 7),
        (Dice(6), 0),
        (Some({"Wolf": 2, "Elk": 1}, 1, 2), ["Elk", "Elk"]),
        (Some({"Wolf": 2, "Elk": 1}, 1, 2), []),
        (Some({"Wolf": 2, "Elk": 1}, 1, 2), ["Wolf", "Wolf", "Elk"]),
        (Number(2, 4), 5),
        (Number(0, 4), True),
        (Measure(0, 4), True),
        (Dice(6), True),
        (Measure(2, 4), 3.25),
        (Fixed(("Wolf", "Elk")), ("Elk", "Wolf")),
        (OneOf((("Wolf",), ("Elk",))), ["Wolf", "Elk"]),
    ],
)
def test_what_cannot_have_happened_is_not_allowed(choice: Choice, wrong: Any):
    assert not choice.allows(wrong)
    assert not Perhaps(choice).allows(wrong)


def test_single_values_are_told_together_and_others_one_by_one():
    assert together([Fixed("Wolf"), OneOf(("Elk", "Wolf"))]) == "Wolf, Elk"
    assert together([Fixed("Wolf"), Number(1, 3)]) == "Wolf or 1 to 3"
    assert together([Number(1, 3), Number(1, 3)]) == "1 to 3"


def test_a_word_that_cannot_be_read_fits_nothing():
    assert not fits(Word(r'"\q"', 1), OneOf(("Wolf",)))
