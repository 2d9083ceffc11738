"""What may be tapped: every option has a button, each entry can be made, in few taps."""

from collections.abc import Sequence
from contextlib import nullcontext
from functools import cache, partial
from itertools import islice, product
from random import Random
from typing import Any

import pytest
from msgspec import json

from cli.venue.taps.buttons import accepted_at, buttons, forced
from cli.venue.taps.choice_by_choice import asked
from cli.venue.taps.entries import in_words
from cli.venue.taps.field_questions import usual
from cli.venue.taps.typed import value
from cli.venue.taps.uses import Uses
from cli.venue.taps.verbs import openly_named, verbs
from cli.venue.view import (
    AnyStep,
    Button,
    Length,
    Pick,
    Several,
    Throw,
    Turned,
    Way,
    Whole,
)
from events.common import Concede, Strike
from events.entry import verb
from events.notation import Malformed, write
from referee.choice import Fixed
from referee.games.registry import game_ids, game_of
from referee.option import Option
from referee.replay.replay import Replay
from referee.replay.timeline import Step
from referee.table import NOTHING_WAIVED
from referee.verdict import Violation, applied
from tests.golden import records
from tests.laws import played
from tests.venue.robot import Match, measured, played_by_thumb, posted, recorded

GAMES = game_ids()
SEEDS = {"grand_archive": (0, 8, 16), "tower_wizwar": (0, 16), "warrift": (0, 26)}
"""The matches in which the options are looked at; of other games the first two. In those of Grand
Archive something is asked choice by choice; in the second of others an effect can be said in more
ways than stand on buttons, which is rare."""
EVERY = 11
"""The options are looked at after so many entries of a match."""

PER_ENTRY = {
    "grand_archive": 2.2,
    "lanterns": 1.0,
    "legacy_of_conflict": 2.2,
    "tower_wizwar": 2.5,
    "warrift": 2.4,
    "wondervale": 1.5,
}
PER_TURN = {
    "grand_archive": 18.0,
    "lanterns": 1.0,
    "legacy_of_conflict": 90.0,
    "tower_wizwar": 15.0,
    "warrift": 56.0,
    "wondervale": 8.0,
}
"""The most taps that an entry, and a turn or round, may take (VN-7.6)."""

MATCHES = {"legacy_of_conflict": 6, "lanterns": 6, "wondervale": 6}
"""How many matches are played of games whose matches are short."""
FIRST = {"grand_archive": 33, "tower_wizwar": 7, "warrift": 2}
"""The seed of the first match, where one that came before is long or of a kind of its own: in those
of Tower-WizWar an effect is told in free words again and again, a hundred taps a time."""


def seeds(game_id: str) -> tuple[int, ...]:
    return SEEDS.get(game_id, (0, 1))


@cache
def looked_at(game_id: str) -> list[tuple[Replay, list[Option], tuple[Button, ...]]]:
    """Matches up to some entry, with the options and the buttons there."""
    found = []
    for seed in seeds(game_id):
        opened, events = played(game_id, seed)
        for number in range(1, len(events), max(EVERY, len(events) // 12)):
            match = Replay(opened.game, opened.catalog).extend(events[:number])
            options = opened.game.options(match.table)
            offered = buttons(options, opened.game.codec, accepts=accepted_at(match))
            found.append((match, options, offered))
    return found


@cache
def thumbed(game_id: str) -> list[Match]:
    """Random matches in which people measure what they mostly measure, made by the thumb."""
    first = FIRST.get(game_id, 0)
    seeds = range(first, first + MATCHES.get(game_id, 2))
    return [played_by_thumb(*measured(game_id, seed)) for seed in seeds]


def every(offered: Sequence[Button]) -> list[Button]:
    """All buttons, and those that they open."""
    return [each for button in offered for each in (button, *every(button.opens))]


def leaves(offered: Sequence[Button]) -> list[Button]:
    """All buttons that log something."""
    return [button for button in every(offered) if not button.opens]


# -- how many taps (VN-7.6) --------------------------------------------------------------------


@pytest.mark.parametrize("game_id", GAMES)
def test_an_entry_is_few_taps(game_id: str):
    taken = [each for match in thumbed(game_id) for each in match.entries]
    assert sum(each.taps for each in taken) <= PER_ENTRY[game_id] * len(taken)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_turn_is_few_taps(game_id: str):
    matches = thumbed(game_id)
    taps = sum(each.taps for match in matches for each in match.entries)
    assert taps <= PER_TURN[game_id] * sum(match.turns for match in matches)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_match_that_is_tapped_is_legal_or_on_trust_to_its_end(game_id: str):
    for match in thumbed(game_id):
        assert all(map(applied, match.replay.verdicts))
        assert match.replay.state.over


@pytest.mark.parametrize("game_id", GAMES)
def test_most_entries_are_on_a_button(game_id: str):
    taken = [each for match in thumbed(game_id) for each in match.entries]
    assert sum(each.how == "other" for each in taken) <= len(taken) // 10


# -- what buttons hold -------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", GAMES)
def test_every_option_has_a_button(game_id: str):
    for match, options, offered in looked_at(game_id):
        events = [leaf.event for leaf in leaves(offered)]
        for option in options:
            given = {name: o[0] for name, c in option.fields.items() if (o := c.only())}
            wanted = json.decode(json.encode({"type": option.verb, **given}))
            assert any(wanted.items() <= event.items() for event in events), (match.events, option)


@pytest.mark.parametrize("game_id", GAMES)
def test_no_two_buttons_of_a_seat_say_the_same(game_id: str):
    for _, _, offered in looked_at(game_id):
        told = [(button.seat, button.label) for button in every(offered)]
        assert len(set(told)) == len(told)


@pytest.mark.parametrize("game_id", GAMES)
def test_a_level_of_a_verb_has_no_more_buttons_than_a_thumb_finds(game_id: str):
    for _, _, offered in looked_at(game_id):
        for more in (False, True):
            at_top = [(b.seat, b.group) for b in offered if b.more is more]
            assert all(at_top.count(each) <= 12 for each in at_top)


def answers(step: AnyStep) -> list[Any]:
    """Some answers to a step; none where it is left out."""
    match step:
        case Pick():
            return [each.value for each in step.values]
        case Several():
            there = [
                v.value for v, n in zip(step.values, step.counts, strict=True) for _ in "x" * n
            ]
            return [there[: step.least], there[: step.most]]
        case Throw(shape="face"):
            return [1, step.sides]
        case Throw(shape="throw"):
            return [[face] * step.dice for face in step.faces or (1, step.sides)]
        case Throw(shape="throws"):
            pairs = [[a, b] for a in (1, step.sides) for b in (1, step.sides)]
            return [[pair] for pair in pairs if tuple(pair) not in step.again]
        case Throw(shape="seated", ties=False):
            return [[[step.seats[0], step.sides]]]
        case Length():
            return [step.most, *step.usual]
        case Whole():
            return [step.least, step.most]
        case Turned():
            firsts = [offer[0] for offer in step.offers]
            return [step.mark.join((firsts[0], *(offer[1] for offer in step.offers[1:])))]
    return []


def made(button: Button) -> list[dict[str, Any]]:
    """Some events that a button gives: each answer of each step in turn."""
    given = [
        [(step.field, answer) for answer in answers(step)][:4]
        for step in button.steps
        if not step.optional
    ]
    if not all(given):
        return []
    return [{**button.event, **dict(way)} for way in islice(product(*given), 12)]


@pytest.mark.parametrize("game_id", GAMES)
def test_what_a_button_gives_is_well_formed_and_accepted(game_id: str):
    seen = 0
    for match, options, offered in looked_at(game_id):
        several = {(o.seat, o.verb) for o in options if o.several()}
        steps, seq = match.steps(), len(match.events) + 1
        assert match.fold
        here = match.fold.again(steps, max(1, len(steps) - 1))  # it keeps a copy to go on from
        for button in leaves(offered):
            asked = [(step.optional, step.later) for step in button.steps]
            assert asked == sorted(asked), "what may be left out is asked last"
            for event in made(button):
                logged = posted(match.game, event)
                seen += 1
                ordered = any(isinstance(s, Several) and s.ordered for s in button.steps)
                if ordered or ((button.seat, button.group) in several and button.steps):
                    continue
                step = Step(seq, logged, NOTHING_WAIVED, seq)
                verdict = here.again([*steps, step], len(steps)).verdicts[-1]
                assert applied(verdict), (
                    f"{button.label}: {write(logged, match.game.codec)}: {verdict}"
                )
    assert seen


WALKED = 3
"""How often each is asked, with other answers."""
ASKED = tuple(game for game in GAMES if game in ("grand_archive", "tower_wizwar", "warrift"))
"""The games with effects that can be said in more ways than stand on buttons."""


@pytest.mark.parametrize("game_id", ASKED)
def test_a_line_that_is_asked_choice_by_choice_is_accepted_in_the_end(game_id: str):
    chance, whole, refused = Random(game_id), 0, 0
    for match, options, offered in looked_at(game_id):
        codec = match.game.codec
        for button in leaves(offered) * WALKED:
            if len(button.steps) != 1 or not isinstance(button.steps[0], Way):
                continue
            said: list[Any] = []
            try:
                while not isinstance(found := asked(options, codec, button.event, said), dict):
                    said.append(chance.choice(answers(found)))
            except Violation:  # what is possible one by one need not be so together
                refused += 1
                continue
            verdict = match.would(posted(match.game, {**button.event, **found}))
            assert applied(verdict), (button.label, said, verdict)
            whole += 1
            with pytest.raises(LookupError) if said else nullcontext():
                asked(options, codec, button.event, ["nobody"])
            with pytest.raises(LookupError, match="not on offer"):
                asked(options, codec, {**button.event, "source": "nobody"}, [])
    assert whole >= refused and whole


def test_what_would_read_the_same_is_told_apart_by_a_number():
    codec = game_of("wondervale").codec
    same = [Option("ana", "draw", {"count": Fixed(count)}, label="draw") for count in (1, 2)]
    told = buttons(same, codec)
    assert [(b.label, b.event["count"]) for b in told] == [("draw", 1), ("draw (2)", 2)]
    assert len(buttons([same[0], same[0]], codec)) == 1


def test_what_ends_a_turn_or_the_match_early_is_under_more_and_what_must_be_done_comes_alone():
    codec = game_of("wondervale").codec
    end, draw = Option("ana", "end", ends=True), Option("ana", "draw")
    early, must = Option("bo", "swap", weight=0), Option("bo", "promote", must=True)

    def at_hand(*options: Option) -> list[str]:
        return [button.group for button in buttons(options, codec) if not button.more]

    assert at_hand(end) == ["end"]
    assert at_hand(end, draw) == ["draw"]
    assert at_hand(draw, early) == ["draw"]
    assert at_hand(end, draw, must) == ["promote"]


@pytest.mark.parametrize(("record", "per_entry"), [("wondervale", 1.7), ("tower_wizwar", 3.5)])
def test_a_recorded_match_can_be_tapped_with_what_was_illegal_in_it(record: str, per_entry: float):
    taken = []
    for name in records():
        if name.startswith(f"{record}/"):
            opened, events = recorded(name)
            match = played_by_thumb(opened, events)
            assert len(match.replay.events) == len(events)
            taken += [each.taps for each in match.entries]
    assert sum(taken) <= per_entry * len(taken)


# -- verbs (VN-6.2) ----------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", GAMES)
def test_every_verb_of_a_game_is_there_whatever_is_legal(game_id: str):
    match, _, _ = looked_at(game_id)[-1]
    seats = match.state.seats
    told = verbs(match.game, match.table, seats, "kim")
    found = {button.event["type"] for button in told.buttons}
    own = {verb(kind) for kind in match.game.events if kind.__struct_fields__[0] != "judge"}
    assert found > own
    assert verb(Concede) in found
    opened, events = played(game_id, seeds(game_id)[-1])
    before = Replay(opened.game, opened.catalog).extend(events[:2])
    assert verbs(match.game, before.table, seats, "kim").buttons == told.buttons


@pytest.mark.parametrize("game_id", GAMES)
def test_whose_device_it_is_goes_without_a_tap(game_id: str):
    match, _, _ = looked_at(game_id)[-1]
    one = verbs(match.game, match.table, match.state.seats[:1], "kim")
    both = verbs(match.game, match.table, match.state.seats, "kim")
    (own,) = [b for b in one.buttons if b.group == "concede"]
    (either,) = [b for b in both.buttons if b.group == "concede"]
    assert (own.event, own.steps) == ({"type": "concede", "seat": match.state.seats[0]}, ())
    assert [v.value for v in either.steps[0].values] == list(match.state.seats)


# -- what is typed, measured, forced -----------------------------------------------------------


def test_what_only_the_notation_can_say_is_read_as_json():
    match, _, _ = looked_at("wondervale")[-1]
    seats = match.state.seats
    text = f"{seats[0]}:1 {seats[1]}:4"
    read = value(match.game, match.table, "chaos-health", "rolls", text)
    assert read == [[seats[0], 1], [seats[1], 4]]
    with pytest.raises(Malformed, match="<= 6"):
        value(match.game, match.table, "chaos-health", "rolls", f"{seats[0]}:7")
    with pytest.raises(LookupError):
        value(match.game, match.table, "chaos-health", "luck", "7")


def test_a_distance_has_a_button_for_the_full_one_half_and_the_last_three():
    assert usual(0, 120, (30, 45.5, 12)) == (120, 60, 12, 45.5, 30)
    assert usual(50, 80, (30, 60, 80)) == (80, 60)


def test_the_verb_that_came_next_most_often_comes_first():
    match, options, _ = next(each for each in looked_at("wondervale") if len(each[1]) > 1)
    groups = list(dict.fromkeys(o.verb for o in options if o.weight and not o.ends))
    uses = Uses()
    for _ in range(3):
        uses.after["draw", groups[-1]] += 1
    told = buttons(options, match.game.codec, uses, "draw")
    assert told[0].group == groups[-1] or told[0].due


def test_a_step_that_alone_is_possible_is_shown_before_the_buttons_behind_it():
    opened, events = played("lanterns", 0)
    for number in range(1, len(events)):
        trial = Replay(opened.game, opened.catalog).extend(events[:number])
        steps, offered = forced(trial, lambda trial=trial: trial)
        assert [posted(opened.game, step.event) for step in steps] == trial.events[number:]
        assert trial.state.over or offered


@pytest.mark.parametrize("game_id", GAMES)
def test_vn_7_5_a_step_is_forced_where_it_alone_is_possible_of_all_seats(game_id: str):
    for match, options, _ in looked_at(game_id):
        again = partial(Replay(match.game, match.catalog).extend, match.events)
        for step in forced(match, again)[0][:1]:
            eager = [(each.seat, each.verb) for each in options if each.weight]
            assert eager == [(step.seat, step.group)]


@pytest.mark.parametrize("game_id", ["wondervale", "legacy_of_conflict"])
def test_vn_17_17_an_end_without_choice_is_filled_in_before_a_tap_and_told_otherwise_while_newest(
    game_id: str,
):
    opened, events = played(game_id, 0)
    tried = 0
    for number in range(1, 60):

        def again(so_far: Sequence[Any] = events[:number]) -> Replay:
            return Replay(opened.game, opened.catalog).extend(so_far)

        steps, offered = forced(again(), again)
        taps = [each for each in offered if not (each.steps or each.opens or each.more)]
        if [step.group for step in steps] != ["end"] or not taps:
            continue
        led = again()
        for each in (steps[0], taps[0]):
            assert applied(led.add(posted(opened.game, each.event)).verdict)
        led = again()
        before = led.digest()
        led.add(posted(opened.game, steps[0].event))
        led.add(Strike("sk", len(led.events), authority="scorekeeper"))
        assert led.digest() == before
        tried += 1
    assert tried


@pytest.mark.parametrize("game_id", GAMES)
def test_vn_7_2_no_button_speaks_notation(game_id: str):
    def labels(some: Sequence[Button]) -> list[str]:
        return [text for each in some for text in (each.label, *labels(each.opens))]

    for _, _, offered in looked_at(game_id):
        assert [text for text in labels(offered) if "=" in text] == []


def test_vn_7_2_a_choice_of_yes_or_no_is_said_in_words():
    assert in_words("stride ahead=no") == "stride, not ahead"
    assert in_words("stride ahead=yes upto=4") == "stride, ahead, upto 4"
    assert in_words("lay Wolf") == "lay Wolf"


# -- sealed (VN-6.2) ---------------------------------------------------------------------------


@pytest.mark.parametrize("game_id", GAMES)
def test_what_may_be_named_in_a_sealed_match_does_not_hang_on_what_was_accepted(game_id: str):
    opened, events = played(game_id, 0)
    names = []
    for entries in (events[1:60], events[59:0:-1]):
        match = Replay(opened.game, opened.catalog).extend([events[0], *entries])
        refused = sum(not applied(verdict) for verdict in match.verdicts)
        names.append((refused, sorted(openly_named(match))))
    (none, in_order), (many, backwards) = names
    assert (none, many > 0) == (0, True)
    assert in_order == backwards
    assert "ana" in in_order
