"""The line of an effect that is asked choice by choice (:class:`~cli.venue.view.Way`)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from cli.venue.taps.field_questions import as_json, step_in
from cli.venue.view import AnyStep
from events.entry import EventCodec
from events.notation.plan import plan_of
from referee.option import Option


def asked(
    options: Iterable[Option], codec: EventCodec, event: Mapping[str, Any], answers: Sequence[Any]
) -> AnyStep | dict[str, Any]:
    """What is asked next, or the fields that are left once all is answered.

    Args:
        options: what may be logged.
        codec: the events of the game.
        event: the event as far as it is made, as JSON has it.
        answers: what was answered so far.

    Raises:
        LookupError: no option is like that, or one of the answers is not to choose from.
        Violation: what was answered is not possible together.
    """
    for option in options:
        if _is_like(option, codec, event) and (found := option.asked(answers)) is not None:
            if isinstance(found, Mapping):
                return {name: as_json(value) for name, value in found.items()}
            return step_in(found)
    raise LookupError("this is not on offer any more")


def _is_like(option: Option, codec: EventCodec, event: Mapping[str, Any]) -> bool:
    """Whether an option may be this event, as far as that is made."""
    if option.verb != event.get("type"):
        return False
    plan = plan_of(codec.by_verb[option.verb])
    given = {name: value for name, value in event.items() if name not in ("type", plan.who.name)}
    return option.seat == event.get(plan.who.name) and all(
        name in option.fields and option.fields[name].allows(value) for name, value in given.items()
    )
