"""Every verb of a game, with every candidate that public knowledge gives (VN-6.2).

Nothing here asks what may be logged: two tables at which the same is known have the same verbs.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple, get_args

from msgspec import inspect, json, structs

from cli.venue.taps.field_questions import title_of
from cli.venue.view import (
    AnyStep,
    Button,
    Length,
    Pick,
    Several,
    Throw,
    Typed,
    Value,
    Whole,
    Words,
)
from events.common import AgreeResult, CallJudge, Concede, Contest, Note
from events.event import Event, Seat
from events.notation import kinds
from events.notation.plan import Field, Plan, plan_of
from referee.catalog import Catalog
from referee.game import Game
from referee.house import AnyTable
from referee.replay.replay import Replay

ALWAYS: tuple[type[Event], ...] = (Concede, AgreeResult, CallJudge, Contest, Note)
"""What people log in any game, beside its own events."""

MOST = 10_000
"""The bound of a number that has none."""


class Verbs(NamedTuple):
    """Every verb, and the names that its steps share."""

    buttons: tuple[Button, ...]  # a button for each
    # the names that may stand in a field, by the name of the list
    lists: Mapping[str, tuple[str, ...]]


def verbs(
    game: Game,
    table: AnyTable,
    seats: Sequence[str],
    by: str = "",
    names: Sequence[str] | None = None,
) -> Verbs:
    """Every verb of a game.

    Args:
        game: the game.
        table: the table; of it only what lies openly there is told.
        seats: the seats that the device logs for.
        by: whose device it is.
        names: what may be named, where that is not what the table says.
    """
    known = game.all_names(table) if names is None else names
    lists = {"names": tuple(known), "seats": tuple(table.state.seats)}
    return Verbs(buttons(game.events, tuple(seats), by), lists)


@cache
def buttons(events: tuple[type[Event], ...], seats: tuple[str, ...], by: str) -> tuple[Button, ...]:
    """A button for every verb, as in :func:`verbs`, without the names."""
    plans = [plan_of(kind) for kind in (*events, *ALWAYS)]
    return tuple(_button(plan, seats, by) for plan in plans if plan.who.name != "judge")


def _button(plan: Plan, seats: tuple[str, ...], by: str) -> Button:
    who = plan.who
    event: dict[str, Any] = {"type": plan.verb}
    first: list[AnyStep] = []
    if who.name == "by":
        event[who.name] = by
    elif len(seats) == 1:
        event[who.name] = seats[0]
    else:
        first = [Pick(who.name, values=tuple(Value(seat, seat) for seat in seats))]
    return Button(plan.verb, event, (*first, *_steps(plan.type)), group=plan.verb)


@cache
def _steps(kind: type[Event]) -> tuple[AnyStep, ...]:
    """What is asked for a verb, whoever logs it."""
    plan = plan_of(kind)
    steps = [_step(field, plan) for field in plan.fields]
    return tuple(sorted(steps, key=lambda step: step.optional))


def _step(field: Field, plan: Plan) -> AnyStep:
    """How a field of that kind is asked, whatever may stand in it now."""
    least, most = _bounds(plan, field)
    names = _list(plan, field)
    how: dict[str, Any] = {
        "field": field.name,
        "title": title_of(field),
        "optional": not field.required,
    }
    kind = field.kind.inner if isinstance(field.kind, kinds.Maybe) else field.kind
    match kind:
        case kinds.Words(known=True):
            return Pick(**how, among=names)
        case kinds.Words(free=True):
            return Words(**how, most=2000)
        case kinds.Choice(values):
            return Pick(**how, values=tuple(Value(text, value) for text, value in values.items()))
        case kinds.Whole():
            return Whole(**how, least=int(least), most=int(most))
        case kinds.Number():
            return Length(**how, least=least, most=most)
        case kinds.Items(item=kinds.Words(known=True), least=fewest, most=several):
            most = several or MOST
            return Several(**how, among=names, least=fewest, most=most, ordered=True)
        case kinds.Items(item=kinds.Choice(values), least=fewest, most=several):
            shown = tuple(Value(text, value) for text, value in values.items())
            most = several or MOST
            return Several(**how, values=shown, least=fewest, most=most, ordered=True)
        case kinds.Items(item=kinds.Dice(numbers)):
            return Throw(**how, sides=6, dice=len(numbers), open=True, shape="throws")
    return Typed(**how, such_as=field.usage())


def _list(plan: Plan, field: Field) -> str:
    """The list of the names that may stand in a field."""
    annotation = next(f.type for f in structs.fields(plan.type) if f.encode_name == field.name)
    return "seats" if Seat in (annotation, *get_args(annotation)) else "names"


@cache
def _types(kind: type[Event]) -> dict[str, inspect.Type]:
    """The type of each field."""
    info = inspect.type_info(kind)
    assert isinstance(info, inspect.StructType)
    return {field.encode_name: field.type for field in info.fields}


def _bounds(plan: Plan, field: Field) -> tuple[float, float]:
    """The least and the most of a number."""
    base = _types(plan.type)[field.name]
    while isinstance(base, inspect.Metadata | inspect.UnionType):
        if isinstance(base, inspect.Metadata):
            base = base.type
        else:
            base = next(each for each in base.types if not isinstance(each, inspect.NoneType))
    if not isinstance(base, inspect.IntType | inspect.FloatType):
        return 0, 0
    least, most = base.ge or 0, MOST if base.le is None else base.le
    return max(least, -MOST), min(most, MOST)


def openly_named(replay: Replay) -> tuple[str, ...]:
    """What may be named in a match that is sealed (VN-6.2).

    Nothing of the state is told, which only moves where an entry is accepted: it is what could be
    named at the opening and what entries named, whatever became of them, with as many copies of a
    card as it was named; how many were registered is not for the opponent (TR-4.2).
    """
    start = replay.game.all_names(at_the_start(replay.game, replay.catalog, replay.events))
    return tuple(dict.fromkeys((*start, *named_since(replay))))


def named_since(replay: Replay) -> list[str]:
    """What the entries of a match named, whatever became of them, and as many copies of a card as
    it was named."""
    named = Counter[str]()
    for event in replay.events[1:]:
        if type(event) in replay.game.events:
            named.update(names_in(event))
    cards = [card for card in replay.traits if card in named]
    copies = [f"{card}.{number}" for card in cards for number in range(1, named[card] + 1)]
    return [*named, *copies]


def at_the_start(game: Game, catalog: Catalog, events: Sequence[Event]) -> AnyTable:
    """The table as it was before anything was played."""
    return Replay(game, catalog).extend(events[:1]).table


def names_in(event: Event | Button) -> Iterator[str]:
    """All names that stand in an event, or that can be chosen by a button."""
    return _named(json.decode(json.encode(event)))


def _named(value: Any) -> Iterator[str]:
    """All names in the lists and records of an event, and those that stand alone."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for name, part in value.items():
            if name not in ("type", "do"):
                yield from _named(part)
    elif isinstance(value, Sequence):
        for part in value:
            yield from _named(part)
