"""From the options of a table to complete entries, as far as these are few (VN-7.4 a, b)."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from msgspec import UNSET, json
from msgspec.structs import replace

from cli.venue.taps.field_questions import FEW, as_json, values_of
from events.entry import EventCodec
from events.notation.plan import Plan, plan_of
from referee.choice import Choice, Fixed
from referee.option import Accepts, Option, public

Line = Mapping[str, Any]
"""What fields that are decided together hold, by field."""


NO_LINE: Line = {}


class Complete(NamedTuple):
    """An option with what can only be one thing filled in."""

    option: Option  # the option; its fields are those that are given
    open: Mapping[str, Choice]  # what is still asked, by field
    lines: Sequence[Line] = ()  # where fields are decided together in several ways, all of them

    def event(self, plan: Plan, line: Line = NO_LINE) -> dict[str, Any]:
        """What is logged, as JSON has it, without what is asked."""
        given = {name: only[0] for name, c in self.option.fields.items() if (only := c.only())}
        fields = as_json({**given, **line})
        in_order = {f.name: fields[f.name] for f in plan.fields if f.name in fields}
        return {"type": plan.verb, plan.who.name: self.option.seat, **in_order}


def completed(
    options: Sequence[Option], codec: EventCodec, accepts: Accepts | None = None
) -> list[Complete]:
    """All options, labelled; those of a verb that come to few complete entries one by one.

    Args:
        options: the options.
        codec: the events of the game.
        accepts: where it is given, lines of effects that would be refused are left out.
    """
    groups: dict[tuple[str, str], list[Complete]] = {}
    for option in options:
        of_verb = groups.setdefault((option.seat, option.verb), [])
        of_verb += _filled(option, codec, accepts)
    for (_, verb), found in groups.items():
        _spread(found, plan_of(codec.by_verb[verb]))
    every = [each for found in groups.values() for each in found]
    shown = [
        replace(each.option, fields={**each.option.fields, **each.open}, ends=False)
        for each in every
    ]
    labels = [in_words(option.label) for option in public(shown, codec)]
    return [
        each._replace(option=replace(each.option, label=label))
        for each, label in zip(every, labels, strict=True)
    ]


_FIELD_OF_LINE = re.compile(r" ([a-z][a-z0-9_-]*)=(yes\b|no\b)?")


def in_words(label: str) -> str:
    """A label without the signs of the notation.

    Example:
        >>> in_words("stride ahead=no"), in_words("trade unseen=0")
        ('stride, not ahead', 'trade, unseen 0')
    """

    def said(found: re.Match[str]) -> str:
        name, answer = found[1].replace("_", " "), found[2]
        return f", {'not ' * (answer == 'no')}{name}{'' if answer else ' '}"

    return _FIELD_OF_LINE.sub(said, label)


def _filled(option: Option, codec: EventCodec, accepts: Accepts | None) -> Iterator[Complete]:
    """An option, what can only be one thing apart from what is open; the one line that there is
    filled in."""
    lines = option.together()
    fields: dict[str, Choice] = {}
    still: dict[str, Choice] = {}
    for name, choice in option.fields.items():
        if lines is not None and choice.together() is not None:
            continue
        only = choice.only()
        (still if only is None else fields)[name] = choice
    if lines is not None and accepts is not None and not (still or option.whole()):
        bare = Complete(replace(option, fields=fields), {})
        plan = plan_of(codec.by_verb[option.verb])
        lines = [
            line for line in lines if accepts(codec.event(json.encode(bare.event(plan, line))))
        ]
    if lines is not None and len(lines) == 1:
        fields |= {name: Fixed(value) for name, value in lines[0].items()}
        lines = None
    yield Complete(replace(option, fields=fields), still, lines or ())


def _spread(found: list[Complete], plan: Plan) -> None:
    """Fields that are open filled in every way, one field after another, while that comes to few
    entries of the verb."""
    for field in plan.fields:
        spread: list[Complete] = []
        for each in found:
            choice = each.open.get(field.name)
            values = values_of(choice) if choice is not None else None
            if choice is None or values is None:
                spread.append(each)
                continue
            may_be_absent = not field.required and choice.allows_default(field.default)
            if may_be_absent and len(each.open) > 1:
                spread.append(each)
                continue
            still = {name: c for name, c in each.open.items() if name != field.name}
            if may_be_absent and as_json(field.default) not in values:
                values = [UNSET, *values]
            for value in values:
                fields = dict(each.option.fields)
                if value is not UNSET:
                    fields[field.name] = Fixed(value)
                spread.append(Complete(replace(each.option, fields=fields), still, each.lines))
        if sum(max(1, len(each.lines)) for each in spread) <= FEW:
            found[:] = spread
