"""What may be logged next, with candidates for each field; physical outcomes are left open.

Options serve the prompts of the table, completion, ``explain``, the simulator, and the buttons
of pages. They are derived from the state whenever they are asked for, and are no part of it.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import UNSET, Struct
from msgspec.structs import replace

from events.entry import EventCodec
from events.event import Event
from events.notation import kinds
from events.notation.plan import Field, Plan, plan_of
from referee.choice import Choice, Question, said
from referee.pad import Pad

if TYPE_CHECKING:
    from random import Random

Accepts = Callable[[Event], bool]
"""Whether an event would be accepted now."""


class Option(Struct, frozen=True):
    """One kind of entry that would be accepted now."""

    seat: str  # whose step it is
    verb: str  # the verb of the event
    # what each field may hold; a field that is absent keeps its default
    fields: dict[str, Choice] = {}
    rule: str = ""  # the rule that opens it
    weight: int = 4  # how eagerly a random player takes it; 0 for what ends a match early
    must: bool = False  # nothing else is accepted until somebody does this
    ends: bool = False  # whether a turn ends with it
    hint: str = ""  # a few words for whoever chooses, such as the chance that it succeeds
    # the same where only judges, and all once the match is over, may know more: from cards that
    # were shown and that players are not told again
    exact: str = ""
    # what stands on its button: the verb and what tells it from the other options of its seat with
    # this verb. :func:`public` makes it where the game says none.
    label: str = ""
    # the fields of which :func:`public` shows more than can be, for only the referee remembers what
    # was seen
    veiled: tuple[str, ...] = ()

    def decide(self, chance: "Random") -> dict[str, Any]:
        """A value for each field by chance, but for those that are left out."""
        decided = {name: choice.decide(chance) for name, choice in self.fields.items()}
        return {name: value for name, value in decided.items() if value is not UNSET}

    def several(self) -> bool:
        """Whether a field takes several things that may not be possible together."""
        return any(choice.several() for choice in self.fields.values())

    def together(self) -> Sequence[Mapping[str, Any]] | None:
        """What the fields that are decided together may hold, one entry after the other; None
        where there are none, or too many entries."""
        several = (choice.together() for choice in self.fields.values())
        lines = next((lines for lines in several if lines is not None), None)
        if lines is None:
            return None
        # what was decided before, or is said later, is no field of it; lines may differ in it alone
        found: list[dict[str, Any]] = []
        for line in lines:
            own = {name: value for name, value in line.items() if name in self.fields}
            if own not in found:
                found.append(own)
        return found

    def whole(self) -> bool:
        """Whether each of these entries was asked about as a whole, and is accepted."""
        return any(choice.whole() for choice in self.fields.values())

    def asked(self, answers: Sequence[Any]) -> "Question | Mapping[str, Any] | None":
        """What is asked next of the fields that are decided together, as
        :meth:`Choice.asked <referee.choice.Choice.asked>` says it."""
        asked = (choice.asked(answers) for choice in self.fields.values())
        found = next((each for each in asked if each is not None), None)
        if isinstance(found, Mapping):
            return {name: value for name, value in found.items() if name in self.fields}
        return found

    def pads(self) -> dict[str, Pad]:
        """What is thrown, measured or turned over for it, by field."""
        pads = {name: choice.pad() for name, choice in self.fields.items()}
        return {name: pad for name, pad in pads.items() if pad is not None}


class Several(NamedTuple):
    """Things of one kind each of which may come to an option: all are asked about together, or,
    where one option will do, one that is drawn is asked about alone."""

    things: Sequence[Any]  # the things, of which it is not known yet whether they come to one
    weights: Sequence[int]  # what their options would weigh
    ask: Callable[[Sequence[Any]], Iterable[Option]]  # the options that some of them come to
    # makes the table what it is as it offers these
    when: Callable[[], AbstractContextManager[None]] = nullcontext


Offer = Option | Several


def every(offers: Iterable[Offer]) -> Iterator[Option]:
    """All options: things are asked about as soon as they are offered, with the table as it is."""
    for offer in offers:
        if isinstance(offer, Several):
            yield from offer.ask(offer.things)
        else:
            yield offer


def public(options: Iterable[Option], codec: EventCodec, *, exact: bool = False) -> list[Option]:
    """Options as views show them: labelled, and without what only the referee remembers.

    Args:
        options: all options of a table, so that each is told from all of its siblings.
        codec: the events of the game.
        exact: whether for a judge, or after the match: hints say all that was shown.

    Example: of the options of a seat to ``lay`` a Wolf or an Elk, paid for with this or that,
    the labels are ``lay Wolf`` and ``lay Elk``.
    """
    found = [
        replace(
            option,
            fields={name: choice.public() for name, choice in option.fields.items()},
            hint=(exact and option.exact) or option.hint,
            exact="",
            veiled=tuple(name for name, choice in option.fields.items() if choice.veiled()),
        )
        for option in options
    ]
    siblings: dict[tuple[str, str], list[int]] = {}
    for index, option in enumerate(found):
        siblings.setdefault((option.seat, option.verb), []).append(index)
    for (_, verb), indices in siblings.items():
        labels = _labels([found[index] for index in indices], plan_of(codec.by_verb[verb]))
        for index, label in zip(indices, labels, strict=True):
            found[index] = replace(found[index], label=found[index].label or label)
    return found


def _labels(options: Sequence[Option], plan: Plan) -> list[str]:
    """Labels of all options of a seat with a verb: no more words than tell them apart.

    What is given says so first, names before numbers; what is left open only where that is not
    enough. An option without siblings says all that is given at its place.
    """
    if len(options) == 1:
        (option,) = options
        filled = [(part, option.fields.get(part.name)) for part in plan.positional]
        given = [_given(part, [c])[0] for part, c in filled if c and not c.allows(part.default)]
        return [" ".join([plan.verb, *filter(None, given)])]
    parts = sorted(plan.fields, key=lambda part: isinstance(part.kind, kinds.Whole | kinds.Number))
    words: dict[str, list[str]] = {}
    labels = [plan.verb] * len(options)
    different = len({_in_full(option) for option in options})
    for say in (_given, _in_words):
        for part in parts:
            if len(set(labels)) == different:
                return labels
            more = {**words, part.name: say(part, [o.fields.get(part.name) for o in options])}
            in_order = [more[each.name] for each in plan.fields if each.name in more]
            longer = [
                " ".join([plan.verb, *filter(None, own)]) for own in zip(*in_order, strict=True)
            ]
            if len(set(longer)) > len(set(labels)):
                words, labels = more, longer
    return labels


def _given(part: Field, choices: Sequence[Choice | None]) -> list[str]:
    """What each choice of a field holds where it can only be one thing.

    What it leaves open is told by the name of the field, where some options do not have it.
    """
    words = []
    for choice in choices:
        only = choice.only() if choice else None
        open_one = part.name if choice and None in choices else ""
        words.append(open_one if only is None else _named(part, said(only[0])))
    return words


def _in_words(part: Field, choices: Sequence[Choice | None]) -> list[str]:
    """Each choice of a field in words, whether it leaves something open or not."""
    return [_named(part, choice.described()) if choice else "" for choice in choices]


def _named(part: Field, text: str) -> str:
    return f"{part.name}={text}" if part.named else text


def _in_full(option: Option) -> tuple[tuple[str, str], ...]:
    """All that may stand in the fields of an option, in words."""
    return tuple(sorted((name, choice.described()) for name, choice in option.fields.items()))
