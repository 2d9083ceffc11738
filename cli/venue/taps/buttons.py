"""The buttons of a table: what may be logged now, few taps away, in an order that stays."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from operator import attrgetter

from msgspec.json import encode
from msgspec.structs import replace

from cli.venue.taps.entries import Complete, Line, completed, in_words
from cli.venue.taps.field_questions import as_json, said, step_of
from cli.venue.taps.uses import Uses
from cli.venue.view import AnyStep, Button, Several, Typed, Way
from events.entry import EventCodec
from events.notation.plan import Plan, plan_of
from referee.option import Accepts, Option
from referee.parts.acceptable import would_do
from referee.replay.replay import Replay

MANY = 12
"""More buttons of one verb than these are opened by others."""

FORCED = 8
"""So many steps that alone are possible go before a tap."""

NOTHING = Uses()


def buttons(
    options: Sequence[Option],
    codec: EventCodec,
    uses: Uses = NOTHING,
    last: str = "",
    accepts: Accepts | None = None,
) -> tuple[Button, ...]:
    """What may be tapped (VN-7.4).

    Args:
        options: what may be logged next, as the game says it.
        codec: the events of the game.
        uses: what was logged up to the beginning of the turn, here and in other matches of the
            game, so that the order stays within a turn.
        last: the verb of the newest entry.
        accepts: where it is given, lines of effects that would be refused are left out.
    """
    groups: dict[tuple[str, str], list[Complete]] = {}
    for each in completed(options, codec, accepts):
        groups.setdefault((each.option.seat, each.option.verb), []).append(each)
    alone = any(option.must for option in options)
    busy = {option.seat for option in options if option.weight and not option.ends}
    found: list[Button] = []
    for (seat, verb), entries in groups.items():
        plan = plan_of(codec.by_verb[verb])
        lately = {f.name: uses.lately.get((verb, f.name), ()) for f in plan.fields}
        for more in (False, True):
            some = [
                each
                for each, option in ((each, each.option) for each in entries)
                if more
                is bool(
                    not option.weight
                    or (option.ends and seat in busy)
                    or (alone and not option.must)
                )
            ]
            offered = _of_verb(some, plan, lately)
            found += [replace(each, more=True) for each in offered] if more else offered
    unique = _distinct_labels(found)
    return tuple(sorted(unique, key=lambda b: (not b.due, b.more, uses.rank(b.group, last))))


def forced(
    match: Replay, again: Callable[[], Replay], uses: Uses = NOTHING, last: str = ""
) -> tuple[tuple[Button, ...], tuple[Button, ...]]:
    """The steps that alone are possible, in order, and what may be tapped after them (VN-7.5).

    Args:
        match: the match as it stands; it is only looked at.
        again: gives a second replay of it, which is led on by these steps where there are any.
        uses: as for :func:`buttons`.
        last: the verb of the newest entry.
    """
    steps: list[Button] = []
    codec = match.game.codec
    while True:
        options = [] if match.state.over else match.options()
        eager = [option for option in options if option.weight]
        accepts = accepted_at(match)
        few = len(eager) == 1 and len(steps) < FORCED
        alone = buttons(eager, codec, accepts=accepts) if few else ()
        if len(alone) != 1 or alone[0].opens or alone[0].steps:
            return tuple(steps), buttons(options, codec, uses, last, accepts)
        if not steps:
            match = again()
        match.add(codec.event(encode(alone[0].event)))
        steps.append(alone[0])
        last = alone[0].group


def accepted_at(match: Replay) -> Accepts | None:
    """What would be accepted at a table; None in a game in which nothing waits."""
    window = None if match.light else match.game.window
    return partial(would_do, match.table, window, match.game.handlers) if window else None


# -- the buttons of a verb ---------------------------------------------------------------------


def _of_verb(
    entries: Sequence[Complete], plan: Plan, lately: Mapping[str, Sequence[float]]
) -> list[Button]:
    """The buttons of a seat with a verb; those of one thing are opened by one where there are
    many."""
    inline = sum(max(1, len(each.lines)) for each in entries) <= MANY
    shown = [(each, _of_entry(each, plan, lately, inline)) for each in entries]
    return _opened(shown, plan)


def _of_entry(
    entry: Complete, plan: Plan, lately: Mapping[str, Sequence[float]], inline: bool
) -> list[Button]:
    option = entry.option
    steps = [
        step_of(f, entry.open[f.name], lately[f.name]) for f in plan.fields if f.name in entry.open
    ]
    steps.sort(key=attrgetter("optional", "later"))
    if any(each.asked(()) is not None for each in entry.open.values()):
        steps = _one_by_one(steps)
    plain = Button(
        option.label,
        entry.event(plan),
        tuple(steps),
        seat=option.seat,
        group=option.verb,
        due=option.must,
        hint=option.hint,
    )
    if entry.lines:
        words = _lines_in_words(entry.lines, plan)
        found = [
            replace(plain, label=f"{option.label}: {said}", event=entry.event(plan, line), hint="")
            for line, said in zip(entry.lines, words, strict=True)
        ]
        return found if inline else [_menu(plain, f"{option.label} ...", found)]
    unsaid = any(isinstance(step, Typed) for step in steps)
    if steps and not unsaid and all(step.optional for step in steps):
        names = ", ".join(step.title or step.field for step in steps)
        return [
            replace(plain, steps=()),
            replace(plain, label=f"{option.label}, {names}", steps=_asked(steps)),
        ]
    return [plain]


def _one_by_one(steps: Sequence[AnyStep]) -> list[AnyStep]:
    """Steps of which those that would be typed are asked by the server, choice by choice."""
    typed = tuple(step for step in steps if isinstance(step, Typed))
    later = all(step.optional or step.later for step in typed)
    return [*(s for s in steps if not isinstance(s, Typed)), Way("", later=later, typed=typed)]


def _asked(steps: Sequence[AnyStep]) -> tuple[AnyStep, ...]:
    """Steps that may be left out, where at least one is meant to be taken."""
    if len(steps) > 1:
        return tuple(steps)
    (only,) = steps
    least = {"least": max(1, only.least)} if isinstance(only, Several) else {}
    return (replace(only, optional=False, **least),)


def _lines_in_words(lines: Sequence[Line], plan: Plan) -> list[str]:
    """What tells lines of an effect apart, as the notation has it, without its quotes."""
    words: list[list[str]] = [[] for _ in lines]
    for field in plan.fields:
        said = [
            field.kind.write(line[field.name], str).replace('"', "") if field.name in line else ""
            for line in lines
        ]
        if len(set(said)) > 1:
            for own, each in zip(words, said, strict=True):
                own += [f"{field.name}={each}" if field.named else each] if each else []
    return [in_words(f" {' '.join(own)}").strip(", ") or "nothing" for own in words]


# -- many buttons ------------------------------------------------------------------------------


Shown = tuple[Complete, list[Button]]


def _opened(shown: Sequence[Shown], plan: Plan) -> list[Button]:
    """Buttons of a verb; where there are many, those with the same in a field behind one."""
    flat = [button for _, some in shown for button in some]
    if len(flat) <= MANY:
        return flat
    ways = [(field.name, _split(shown, field.name)) for field in plan.fields]
    ways = [(name, parts) for name, parts in ways if 1 < len(parts) < len(shown)]
    inner = flat
    if ways:
        name, parts = min(
            ways, key=lambda way: max(len(way[1]), *(len(part) for part in way[1].values()))
        )
        inner = []
        for value, part in parts.items():
            own = _opened(part, plan)
            label = f"{plan.verb} {value or f'without {name}'} ..."
            inner += own if len(own) == 1 else [_menu(own[0], label, own)]
    return inner if len(inner) <= MANY else [_menu(inner[0], f"{plan.verb} ...", inner)]


def _split(shown: Sequence[Shown], name: str) -> dict[str, list[Shown]]:
    """Entries by what a field of them holds, in words."""
    parts: dict[str, list[Shown]] = {}
    for each in shown:
        choice = each[0].option.fields.get(name)
        only = choice.only() if choice else None
        parts.setdefault(said(as_json(only[0])) if only else "", []).append(each)
    return parts


def _menu(like: Button, label: str, opens: Sequence[Button]) -> Button:
    """A button that opens others of its verb."""
    return Button(
        label,
        {},
        opens=tuple(opens),
        seat=like.seat,
        group=like.group,
        due=any(button.due for button in opens),
    )


def _distinct_labels(found: Sequence[Button]) -> list[Button]:
    """The buttons, each once, with a number behind those whose label another of the seat has."""
    found = [each for at, each in enumerate(found) if each not in found[:at]]
    seen: Counter[tuple[str, str]] = Counter()

    def own(button: Button) -> Button:
        key = button.seat, button.label
        seen[key] += 1
        label = f"{button.label} ({seen[key]})" if seen[key] > 1 else button.label
        return replace(button, label=label, opens=tuple(map(own, button.opens)))

    return [own(button) for button in found]
