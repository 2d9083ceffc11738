"""A thumb that plays matches through the buttons of a table page, and counts its taps.

It knows no game: it has the buttons as the page has them, and what was played as JSON has it.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace as altered
from functools import partial
from itertools import combinations
from random import Random
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import replace

from cli.venue.taps import choice_by_choice, typed
from cli.venue.taps.buttons import forced
from cli.venue.taps.field_questions import usual
from cli.venue.taps.uses import Uses
from cli.venue.taps.verbs import verbs
from cli.venue.view import (
    AnyStep,
    Button,
    Length,
    Pick,
    Several,
    Throw,
    Turned,
    Typed,
    Way,
    Whole,
    Words,
)
from events.common import Opening
from events.entry import verb
from events.event import Event
from events.notation.plan import plan_of
from referee.choice import Choice, Measure, OneOf
from referee.game import Game
from referee.option import Option
from referee.replay.replay import Replay
from referee.replay.simulate import simulate
from referee.replay.trial import Trial
from referee.verdict import Violation
from tests.golden import records, replayed
from tests.laws import drawn
from tests.laws.players import Opened

FEW_NUMBERS = 12
"""So many whole numbers stand on buttons; of more there is a pad."""

FEW_CHIPS = 8
"""So many values of what may be left out stand beside what is asked; more are asked for."""

OTHER = 2
"""What it takes to come to a verb that is not on offer: *other*, and the verb."""

Event_ = dict[str, Any]
Lists = Mapping[str, Sequence[str]]


class Tapped(NamedTuple):
    """An event that was tapped: in how many taps, and as the page would post it."""

    taps: int
    event: Event_


class Taken(NamedTuple):
    """An entry of a match, as the thumb made it.

    Attributes:
        verb: its verb.
        taps: how many taps it took.
        how: ``button``, ``forced`` where it went with another tap, or ``other``: by the verbs
            that are there whatever is legal.
    """

    verb: str
    taps: int
    how: str


class Match(NamedTuple):
    """What a match took.

    Attributes:
        entries: each entry after the opening.
        turns: how many turns it had.
        replay: the match of what the thumb logged.
    """

    entries: list[Taken]
    turns: int
    replay: Replay


# -- whole matches -----------------------------------------------------------------------------


def measured(game_id: str, seed: int) -> tuple[Opened, Sequence[Event]]:
    """A random match in which people measure as the page expects: the full distance, or half."""
    chance = Random(f"{game_id} {seed}")
    opened = drawn(game_id, chance)
    game = opened.game

    def options(t: Any) -> list[Option]:
        return [replace(o, fields=_measured(o.fields)) for o in game.options(t)]

    player = altered(game, options=options)
    return opened, simulate(player, opened.catalog, opened.first, chance).events


def _measured(fields: Mapping[str, Choice]) -> dict[str, Choice]:
    return {
        name: OneOf(usual(choice.least, choice.most, ())) if type(choice) is Measure else choice
        for name, choice in fields.items()
    }


def recorded(record: str) -> tuple[Opened, Sequence[Event]]:
    """A match of the shipped records."""
    found = replayed(records()[record])
    events = found.replay.events
    first = events[0]
    assert isinstance(first, Opening)
    return Opened(found.game, found.replay.catalog, first), events


def played_by_thumb(opened: Opened, events: Sequence[Event]) -> Match:
    """A match, entry by entry through the page; fails where an entry cannot be made.

    What is no entry of the game, such as a ruling, goes in by itself and is not counted.
    """
    game = opened.game
    match, trial = Replay(game, opened.catalog), Trial(game, opened.catalog)
    uses, taken = Uses(), []
    match.add(events[0])
    waiting: list[Button] = []
    buttons: Sequence[Button] = ()
    for number, event in enumerate(events[1:], 1):
        if type(event) not in game.events:
            match.add(event)
            waiting = []
            continue
        if not waiting:
            again = partial(trial.at, match.events)
            steps, buttons = forced(match, again, uses, verb(match.events[-1]))
            waiting = list(steps)
        if waiting and posted(game, waiting[0].event) == event:
            way, how = Tapped(0 if number + 1 < len(events) else 1, waiting.pop(0).event), "forced"
        else:
            waiting = []
            found = tapped(buttons, event, (game, match.table, event))
            way, how = (found, "button") if found else (other(match, event), "other")
        logged = posted(game, way.event)
        assert _same(logged, event), f"wanted {event}, tapped {logged}"
        match.add(logged)
        uses.add(logged)
        taken.append(Taken(verb(event), way.taps, how))
    return Match(taken, match.state.turn, match)


def posted(game: Game, event: Event_) -> Event:
    """What the server reads of what the page posts."""
    return game.codec.event(msgspec.json.encode(event))


def other(match: Replay, event: Event) -> Tapped:
    """An event by the verbs that are there whatever is legal."""
    game, table = match.game, match.table
    who = next(iter(msgspec.structs.asdict(event).values()))
    every = verbs(game, table, table.state.seats, who)
    (button,) = [each for each in every.buttons if each.label == verb(event)]
    found = logged_by(button, Wanted.of(event), OTHER, every.lists, (game, table, event))
    assert found, f"no way to {event}"
    return found


def _same(made: Event, wanted: Event) -> bool:
    """Whether two events are one, but for an order that says nothing."""
    return Wanted.of(made).plain() == Wanted.of(wanted).plain()


# -- one entry ---------------------------------------------------------------------------------


class Wanted(NamedTuple):
    """An event as JSON has it.

    Attributes:
        full: with its defaults.
        told: the fields that are not at their defaults.
    """

    full: Event_
    told: frozenset[str]

    @classmethod
    def of(cls, event: Event) -> "Wanted":
        held = {f.encode_name: getattr(event, f.name) for f in msgspec.structs.fields(event)}
        full = {"type": verb(event), **msgspec.json.decode(msgspec.json.encode(held))}
        told = msgspec.json.decode(msgspec.json.encode(event))
        return cls(full, frozenset(told))

    def plain(self) -> Any:
        return plain(self.full)


def tapped(buttons: Iterable[Button], event: Event, place: "Place | None" = None) -> Tapped | None:
    """An event in the fewest taps that these buttons allow; None where they do not have it.

    What stands alone is open at once: its steps, or what it opens. What ends a match or a turn
    early is one tap further.
    """
    buttons, wanted = list(buttons), Wanted.of(event)
    at_hand = [button for button in buttons if not button.more]
    opened = len(at_hand) == 1 and bool(at_hand[0].opens or at_hand[0].steps)
    found = [
        way
        for button in buttons
        for way in _ways(button, wanted, 2 if button.more else 0 if opened else 1, place)
    ]
    return min(found, key=lambda way: way.taps, default=None)


def _ways(button: Button, wanted: Wanted, taps: int, place: "Place | None") -> Iterator[Tapped]:
    for inner in button.opens:
        yield from _ways(inner, wanted, taps + 1, place)
    if not button.opens and (found := logged_by(button, wanted, taps, {}, place)):
        yield found


Place = tuple[Game, Any, Event]
"""The game, the table and the event, where something has to be typed."""


def logged_by(
    button: Button, wanted: Wanted, taps: int, lists: Lists, place: Place | None = None
) -> Tapped | None:
    """What a button that logs something takes for an event; None where it does not give it."""
    full = wanted.full
    if any(plain(full.get(name)) != plain(value) for name, value in button.event.items()):
        return None
    if wanted.told - button.event.keys() - set(_fields_of(button.steps)):
        return None
    event = dict(button.event)
    for step in button.steps:
        if isinstance(step, Way):
            walked = asked_on(step, event, wanted, place)
            if walked is None:
                return None
            taps += walked.taps
            event |= walked.fields
            continue
        if step.field not in wanted.told and (step.optional or step.later):
            taps += step.later
            continue
        given = answered(step, full[step.field], lists, place)
        if given is None:
            return None
        taps += given.taps + (step.optional and not on_chips(step, lists))
        event[step.field] = given.value
    done = bool(button.steps) and all(step.optional for step in button.steps)
    return Tapped(taps + done, event)


class Answer(NamedTuple):
    """What a step was answered with, and in how many taps."""

    taps: int
    value: Any


def answered(step: AnyStep, value: Any, lists: Lists, place: Place | None) -> Answer | None:
    """How a step is answered to get what is wanted; None where it cannot be."""
    match step:
        case Pick():
            found = among(values_of(step, lists), value)
            return None if found is None else Answer(1, found)
        case Several():
            return _several(step, value, lists)
        case Throw():
            return _thrown(step, value)
        case Length():
            if not step.least <= value <= step.most or value != round(value, 1):
                return None
            return Answer(1 if value in step.usual else len(f"{value:g}") + 1, value)
        case Whole():
            if not step.least <= value <= step.most:
                return None
            few = step.most - step.least < FEW_NUMBERS
            return Answer(1 if few else len(str(value)) + 1, value)
        case Turned():
            cards = value.split(step.mark)
            fits = len(cards) == len(step.offers) == len(set(cards))
            fits = fits and all(c in o for c, o in zip(cards, step.offers, strict=True))
            return Answer(len(cards), step.mark.join(cards)) if fits else None
        case Words():
            return Answer(len(value) + 1, value)
        case Typed():
            return _typed(step, value, place)


def _fields_of(steps: Iterable[AnyStep]) -> Iterator[str]:
    for step in steps:
        yield from (each.field for each in step.typed) if isinstance(step, Way) else [step.field]


MOST_WAYS = 400
"""So many ways to answer are tried before one is called untappable."""


class Walked(NamedTuple):
    """A line that was asked choice by choice.

    Attributes:
        taps: in how many taps.
        fields: its fields, as JSON has them.
        said: each question with its answer; none where all is left for later.
    """

    taps: int
    fields: Event_
    said: Sequence[tuple[AnyStep, Any]] = ()


def asked_on(step: Way, event: Event_, wanted: Wanted, place: Place | None) -> Walked | None:
    """The fields of a line that is asked choice by choice, as what is wanted has them."""
    if place is None:
        return None
    filled = {each.field for each in step.typed}
    if step.later and not filled & wanted.told:
        return Walked(1, {})
    game, table, _ = place
    options = game.options(table)
    parts = [*_parts({name: wanted.full[name] for name in filled})]
    lists = [p for p in parts if isinstance(p, list) and p and all(isinstance(x, str) for x in p)]
    words = Counter(repr(part) for part in parts if not isinstance(part, list))
    aim = {name: plain(wanted.full[name]) for name in filled}
    left = [MOST_WAYS]

    def go_on(given: list[tuple[AnyStep, Any]], taps: int) -> Walked | None:
        left[0] -= 1
        answers = [value for _, value in given]
        if left[0] < 0:
            return None
        try:
            found = choice_by_choice.asked(options, game.codec, event, answers)
        except (Violation, LookupError):
            return None
        if isinstance(found, dict):
            plan = plan_of(game.codec.by_verb[event["type"]])
            full = {name: found.get(name, plan.by_name[name].default) for name in filled}
            made = {name: plain(value) for name, value in full.items()}
            return Walked(taps, found, given) if made == aim else None
        said = Counter(map(repr, _parts(answers)))
        for value in _likely(found, lists, lambda v: words[repr(v)] - said[repr(v)]):
            one = answered(found, value, {}, place)
            if one and (walked := go_on([*given, (found, one.value)], taps + one.taps)):
                return walked
        return None

    return go_on([], 0)


def _likely(
    step: AnyStep, lists: Sequence[Sequence[Any]], left: Callable[[Any], int]
) -> Iterator[Any]:
    """Answers to a question, those first that are in what is wanted and were not said yet.

    Args:
        step: the question.
        lists: the lists in what is wanted.
        left: how often something is there that was not said yet.
    """
    match step:
        case Pick(values=values):
            yield from sorted((v.value for v in values), key=lambda v: left(v) <= 0)
        case Several(values=values, counts=counts, least=least, most=most):
            there = {v.value: n for v, n in zip(values, counts, strict=True)}
            for each in lists:
                fits = all(n <= there.get(v, 0) for v, n in Counter(each).items())
                if fits and least <= len(each) <= most:
                    yield [*each]
            mine = [v for v, n in there.items() for _ in range(min(n, left(v)))]
            others = [v for v, n in there.items() for _ in range(n) if left(v) <= 0]
            for size in range(min(most, len(mine)), -1, -1):
                for some in dict.fromkeys(combinations(mine, size)):
                    lacking = max(0, least - size)
                    yield [*some, *others[:lacking]]
        case Whole(least=least, most=most):
            yield from sorted(range(least, most + 1), key=lambda n: left(n) <= 0)
        case Throw():
            yield from (step.faces or range(1, step.sides + 1))


def _parts(value: Any) -> Iterator[Any]:
    """All that a value of JSON is made of, lists among it."""
    if isinstance(value, dict):
        value = [*value.values()]
    elif isinstance(value, list):
        yield value
    else:
        yield value
        return
    for each in value:
        yield from _parts(each)


def on_chips(step: AnyStep, lists: Lists) -> bool:
    """Whether the values of what may be left out stand beside what is asked."""
    return isinstance(step, Pick) and len(values_of(step, lists)) <= FEW_CHIPS


def values_of(step: Pick | Several, lists: Lists) -> list[Any]:
    return [*lists.get(step.among, ())] or [each.value for each in step.values]


def among(values: Iterable[Any], value: Any) -> Any:
    return next((each for each in values if plain(each) == plain(value)), None)


def _several(step: Several, value: Sequence[Any], lists: Lists) -> Answer | None:
    """Each tap adds one; sent at the most, else by *done*."""
    taken = [among(values_of(step, lists), each) for each in value]
    there = {repr(v.value): n for v, n in zip(step.values, step.counts, strict=False)}
    if None in taken or not step.least <= len(taken) <= step.most:
        return None
    if any(n > there.get(each, n) for each, n in Counter(map(repr, taken)).items()):
        return None
    done = len(taken) < step.most
    return Answer(len(taken) + done, taken)


def in_pairs(step: Throw) -> bool:
    """Whether two dice that fall together are one tap in a grid."""
    return (len(step.seats) or step.dice) == 2 and len(step.faces or range(step.sides)) <= 6


def _thrown(step: Throw, value: Any) -> Answer | None:
    """Dice as they fall: a pair is one tap in a grid, any other die one each."""
    faces = step.faces or tuple(range(1, step.sides + 1))
    shapes = {"face": [[value]], "throw": [value], "throws": value}
    throws = shapes[step.shape] if step.shape in shapes else [[die] for _, die in value]
    if not all(len(throw) == step.dice and set(throw) <= set(faces) for throw in throws):
        return None
    if step.shape == "seated":
        if [seat for seat, _ in value] != list(_turns(step, [die for _, die in value])):
            return None
    elif not step.open:
        *earlier, last = [tuple(throw) for throw in throws]
        if last in step.again or not all(throw in step.again for throw in earlier):
            return None
    taps = sum(map(len, throws)) // (2 if in_pairs(step) else 1)
    return Answer(taps + step.open, value)


def _turns(step: Throw, dice: Sequence[int]) -> Iterator[str]:
    """Who throws, until it is settled."""
    if not step.ties:
        for number, die in enumerate(dice):
            yield step.seats[number % len(step.seats)]
            if (die,) not in step.again:
                return
        return
    rolling, left = list(step.seats), list(dice)
    while len(rolling) > 1 and left:
        yield from rolling
        now = dict(zip(rolling, left, strict=False))
        left = left[len(rolling) :]
        rolling = [seat for seat in rolling if now.get(seat) == max(now.values())]


def _typed(step: Typed, wanted: Any, place: Place | None) -> Answer | None:
    """What only the notation can say, a tap for each letter."""
    if place is None:
        return None
    game, table, event = place
    field = plan_of(type(event)).by_name[step.field]
    text = field.kind.write(getattr(event, field.attribute), str)
    read = typed.value(game, table, verb(event), step.field, text)
    return Answer(len(text) + 1, read) if plain(read) == plain(wanted) else None


def plain(value: Any) -> Any:
    """A value whose parts stand in one order, without those at the end that say nothing; a page
    tells no 0 from 0.0."""
    if isinstance(value, int) and not isinstance(value, bool):
        return float(value)
    if isinstance(value, dict):
        return {name: plain(part) for name, part in sorted(value.items())}
    if not isinstance(value, list | tuple):
        return value
    while value and value[-1] is None:
        value = value[:-1]
    return sorted(repr(plain(part)) for part in value)
