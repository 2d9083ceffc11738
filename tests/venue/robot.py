"""A thumb that plays matches through the buttons of a table page, and counts its taps."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from msgspec import json

from cli.venue.view import (
    AnyStep,
    Button,
    Length,
    Pick,
    Several,
    Throw,
    Turned,
    Typed,
    Value,
    Whole,
    Words,
)

FEW_NUMBERS = 12
"""So many whole numbers stand on buttons; of more there is a pad."""


class Tapped(NamedTuple):
    """An entry that was tapped.

    Attributes:
        taps: how many taps it took.
        event: the event that the page would post.
        button: the button it began with; None where it went with another.
    """

    taps: int
    event: dict[str, Any]
    button: Button


class Answer(NamedTuple):
    """What a step was answered with, and in how many taps."""

    taps: int
    value: Any


def tapped(buttons: Iterable[Button], wanted: dict[str, Any]) -> Tapped | None:
    """An event in the fewest taps that these buttons allow; None where they do not have it.

    What stands alone is open at once: its steps, or what it opens.

    Args:
        buttons: what is on offer.
        wanted: the event as JSON has it, defaults left out or not.
    """
    buttons = list(buttons)
    at_hand = [button for button in buttons if not button.more]
    opened = len(at_hand) == 1 and bool(at_hand[0].opens or at_hand[0].steps)
    ways = [
        way
        for button in buttons
        for way in _ways(button, wanted, 2 if button.more else 0 if opened else 1)
    ]
    return min(ways, key=lambda way: way.taps, default=None)


def _ways(button: Button, wanted: dict[str, Any], taps: int) -> Iterator[Tapped]:
    for inner in button.opens:
        yield from _ways(inner, wanted, taps + 1)
    if button.opens or any(
        name in wanted and _plain(wanted[name]) != _plain(value)
        for name, value in button.event.items()
    ):
        return
    if wanted.keys() - button.event.keys() - {step.field for step in button.steps}:
        return
    event = dict(button.event)
    for step in button.steps:
        given = answered(step, wanted)
        if given is None:
            return
        taps += given.taps
        if given.value is not ...:
            event[step.field] = given.value
    done = bool(button.steps) and all(step.optional for step in button.steps)
    yield Tapped(taps + done, event, button)


def answered(step: AnyStep, wanted: dict[str, Any]) -> Answer | None:
    """How a step is answered to get what is wanted; None where it cannot."""
    if step.field not in wanted:
        if step.optional:
            return Answer(0, ...)
        if step.later:
            return Answer(1, ...)
        return _by_default(step)
    value = wanted[step.field]
    match step:
        case Pick():
            return _picked(step.values, value)
        case Several():
            return _several(step, value)
        case Throw():
            return _thrown(step, value)
        case Length():
            text = f"{value:g}"
            if not step.least <= value <= step.most or value != round(value, 1):
                return None
            return Answer(1 if value in step.usual else len(text) + 1, value)
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
            return None


def _by_default(step: AnyStep) -> Answer | None:
    """A step whose field stays at its default, by the value that says so."""
    match step:
        case Pick():
            empty = [each for each in step.values if each.value in ("", [], 0, None, False)]
            return Answer(1, empty[0].value) if empty else None
        case Several(least=0):
            return Answer(1, [])
        case Length(least=0) | Whole(least=0):
            return Answer(2, 0)
    return None


def _picked(values: Sequence[Value], value: Any) -> Answer | None:
    found = next((each for each in values if _plain(each.value) == _plain(value)), None)
    return Answer(1, found.value) if found else None


def _several(step: Several, value: Sequence[Any]) -> Answer | None:
    left = list(step.counts)
    taken = []
    for each in value:
        at = next((i for i, v in enumerate(step.values) if _plain(v.value) == _plain(each)), None)
        if at is None or not left[at]:
            return None
        left[at] -= 1
        taken.append(step.values[at].value)
    if not step.least <= len(taken) <= step.most:
        return None
    done = len(taken) < step.most and not step.optional
    return Answer(len(taken) + done, taken)


def _thrown(step: Throw, value: Any) -> Answer | None:
    """Dice as they fall: a pair is one tap, any other die one each."""
    faces = step.faces or tuple(range(1, step.sides + 1))
    match step.shape:
        case "face":
            throws = [[value]]
        case "throw":
            throws = [value]
        case "throws":
            throws = value
        case "seated":
            throws = [[die] for _, die in value]
    if not all(len(throw) == step.dice and set(throw) <= set(faces) for throw in throws):
        return None
    if step.shape == "seated":
        if [seat for seat, _ in value] != list(_seats(step, [die for _, die in value])):
            return None
    elif step.shape == "throws":
        *earlier, last = [tuple(throw) for throw in throws]
        if last in step.again or not all(throw in step.again for throw in earlier):
            return None
    return Answer(sum(1 if step.dice == 2 else len(throw) for throw in throws), value)


def _seats(step: Throw, dice: Sequence[int]) -> Iterator[str]:
    """Who throws in turn, until it is settled."""
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


def _plain(value: Any) -> Any:
    """A value whose parts stand in one order, without those at the end that say nothing."""
    if not isinstance(value, list):
        return value
    while value and value[-1] is None:
        value = value[:-1]
    return sorted(repr(_plain(part)) for part in value)


def body(tapped: Tapped) -> bytes:
    """The event as it is posted."""
    return json.encode(tapped.event)
