"""An effect while it is read: what is known, what is asked, and what contradicts the card."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NoReturn

from msgspec import Struct

from events.notation.words import quote
from events.outcome import Outcome
from referee.choice import Choice, Number, OneOf, Some, said
from referee.house import AnyTable, remaining, side_of
from referee.parts.effects.schema import Effect, Part
from referee.parts.effects.vocabulary import Primitive, Vocabulary
from referee.parts.zones import Copy

Chooser = Callable[[str, str, Choice], Any]
"""Decides what is open: the word of the outcome, the part, and what it may be."""

_SHOWN = 12


class Doing(Struct, frozen=True, gc=False, omit_defaults=True):
    """What a line says of an effect.

    Args:
        seat: whose effect it is.
        source: the id of the thing, or the name of the card, that it comes from.
        did: the outcomes.
        aims: what was aimed at, in the order in which the card names its aims.
        mode: the modes chosen.
        x: the number chosen for X.
        pays: the outcomes that pay its cost.
        first: which replacements go first.
        trigger: what set it off.
        cause: the entry that set it off.
    """

    seat: str
    source: str
    did: tuple[Outcome, ...] = ()
    aims: tuple[str, ...] = ()
    mode: tuple[str, ...] = ()
    x: int | None = None
    pays: tuple[Outcome, ...] = ()
    first: tuple[str, ...] = ()
    trigger: str = ""
    cause: int = 0


class Lapsed(Exception):
    """What was said in advance has become impossible."""


class Settler:
    """How a part of a step is settled.

    Args:
        name: of the part.
        settle: its value, by the run, what was logged and what is settled so far;
            :data:`IMPOSSIBLE` where there can be none.
        accepts: whether what was logged may be this part; None where it tells no steps apart.
        told: the part in words.
        within: whether a logged number is within its bounds; None where it is no number.
    """

    __slots__ = ("accepts", "name", "settle", "told", "within")

    def __init__(
        self,
        name: str,
        settle: Callable[["Run", Any, dict[str, Any]], Any],
        accepts: Callable[["Run", Any], bool] | None,
        told: str,
        within: Callable[["Run", int], bool] | None = None,
    ) -> None:
        self.name, self.settle, self.accepts, self.told = name, settle, accepts, told
        self.within = within


IMPOSSIBLE: Any = object()
"""Stands for a part that nothing on the table can be."""

Span = tuple[int, int]
"""The least and the most that a number can be."""


class Planned:
    """A step as it is read.

    Args:
        word: of its outcome.
        outcome: the type of its outcome.
        primitive: what it does.
        settlers: how its parts are settled, in that order.
        tests: whether it is reached; None where nobody can see that. Empty where it always is.
        each: for each of which it is done; None where it is done once.
        repeat: how often; None for once.
        may: only if logged.
        called: the name for what it was about.
        shared: whether another step has its word, so that subjects tell them apart.
        condition: the tests in words.
        whether: whether it could be done at all, where it has no number or cards.
    """

    __slots__ = (
        "called",
        "condition",
        "each",
        "may",
        "outcome",
        "primitive",
        "repeat",
        "settlers",
        "shared",
        "tests",
        "whether",
        "word",
    )

    def __init__(self, word: str, outcome: type[Outcome], primitive: Primitive) -> None:
        self.word, self.outcome, self.primitive = word, outcome, primitive
        self.settlers: tuple[Settler, ...] = ()
        self.tests: tuple[Callable[[Run], bool | None], ...] = ()
        self.each: Callable[[Run], Sequence[str]] | None = None
        self.repeat: Callable[[Run], Span] | None = None
        self.whether: Callable[[Run, Mapping[str, Any]], int] | None = None
        self.may = self.shared = False
        self.called = self.condition = ""


class PlannedAim:
    """An aim as it is read: its name, its candidates, what fits, how many, and it in words."""

    __slots__ = ("count", "fits", "name", "options", "told")

    def __init__(
        self,
        name: str,
        options: Callable[["Run"], Sequence[str]],
        fits: Callable[["Run", str], bool],
        count: Callable[["Run"], Span],
        told: str,
    ) -> None:
        self.name, self.options, self.fits, self.count = name, options, fits, count
        self.told = told


class PlannedMode:
    """A mode as it is read."""

    __slots__ = ("cost", "name", "steps", "tests")

    def __init__(
        self,
        name: str,
        tests: tuple[Callable[["Run"], bool | None], ...],
        cost: tuple[Planned, ...],
        steps: tuple[Planned, ...],
    ) -> None:
        self.name, self.tests, self.cost, self.steps = name, tests, cost, steps


class Told:
    """An effect as it is read: of one card, in the words of one game."""

    __slots__ = (
        "aims",
        "card",
        "cost",
        "effect",
        "free",
        "modes",
        "steps",
        "tests",
        "vocabulary",
        "x",
    )

    def __init__(self, effect: Effect, vocabulary: Vocabulary, card: str) -> None:
        self.effect, self.vocabulary, self.card = effect, vocabulary, card
        self.free = effect.rest or effect.text_alone
        self.tests: tuple[Callable[[Run], bool | None], ...] = ()
        self.x: Callable[[Run], Span] | None = None
        self.aims: tuple[PlannedAim, ...] = ()
        self.cost: tuple[Planned, ...] = ()
        self.steps: tuple[Planned, ...] = ()
        self.modes: tuple[PlannedMode, ...] = ()

    @property
    def whole(self) -> str:
        """How much of the text is told: all, part or none."""
        return "none" if self.effect.text_alone else "part" if self.free else "all"


class Run:
    """One reading of one effect, which primitives and named numbers are given.

    Attributes:
        t: the table.
        told: the effect.
        doing: what the line says of it.
        seat: whose effect it is: ``you``.
        source: the copy that it comes from, as it was; None where it has none.
        it: the seat or thing at hand of a step for each.
        aims: what was aimed at, by the name of the aim.
        x: the number chosen for X.
        done: how much each step did, by its word and by its name.
        found: names of cards that steps found, by ``found``, ``rest`` and their names.
        named: what steps were about, by their names.
        modes: the modes chosen.
        log: the outcomes logged, None where a step took one.
        at: the place of the outcome at hand, from 1; 0 where it was not logged.
        made: the outcomes that were done, each with whether anything in it was open.
        chooser: decides what is open; None where it has to be logged.
        paid: the outcomes that paid its cost, as in ``made``.
        open: whether something in the outcome at hand was for somebody to decide.
        must: whether it has to be said that it happened at all.
        near: for each word, why what was logged with it may be no step's own.
        acts: how many outcomes were done.
        late: whether it was declared before, and what has become impossible does nothing.
        advance: whether its outcomes were said then, and none of them is refused any more.
    """

    __slots__ = (
        "acts",
        "advance",
        "aims",
        "at",
        "chooser",
        "doing",
        "done",
        "found",
        "it",
        "late",
        "list",
        "log",
        "made",
        "modes",
        "must",
        "named",
        "near",
        "open",
        "paid",
        "seat",
        "source",
        "t",
        "told",
        "vocabulary",
        "word",
        "x",
    )

    def __init__(self, t: AnyTable, told: Told, doing: Doing) -> None:
        self.t, self.told, self.doing = t, told, doing
        self.vocabulary = told.vocabulary
        self.seat = doing.seat
        self.source: Copy | None = self.vocabulary.things(t).get(doing.source)
        self.it = ""
        self.aims: dict[str, tuple[str, ...]] = {}
        self.x = 0
        self.done: dict[str, int] = {}
        self.found: dict[str, tuple[str, ...]] = {}
        self.named: dict[str, str] = {}
        self.modes: tuple[PlannedMode, ...] = ()
        self.log: list[Outcome | None] = []
        self.list = "outcome"
        self.at = 0
        self.word = ""
        self.open = self.must = False
        self.near: dict[str, tuple[str, str]] = {}
        self.made: list[tuple[Outcome, bool]] = []
        self.chooser: Chooser | None = None
        self.paid: list[tuple[Outcome, bool]] = []
        self.acts = 0
        self.late = self.advance = False

    def thing(self, name: str) -> Copy | None:
        """The copy of that id; None where it is on the table no more."""
        return self.vocabulary.things(self.t).get(name)

    def number(self, name: str, about: Copy | str | None = None) -> int:
        """A named number of the game, or ``x``."""
        if name.casefold() == "x":
            return self.x
        return self.vocabulary.numbers[name](self, about)

    def opponents(self) -> list[str]:
        """The seats that play against this one, in their order from it."""
        state = self.t.state
        if not state.allies:
            return [seat for seat in self.players() if seat != self.seat]
        own = side_of(state, self.seat)
        return [seat for seat in self.players() if side_of(state, seat) != own]

    def players(self) -> list[str]:
        """All seats in the match, this one first."""
        state = self.t.state
        seats = list(state.seats)
        if state.out:
            sides = remaining(state)
            seats = [seat for seat in seats if side_of(state, seat) in sides]
        at = seats.index(self.seat) if self.seat in seats else 0
        return seats[at:] + seats[:at]

    # -- what is open, and what is wrong ------------------------------------------------------

    def choose(
        self, part: str, choice: Choice, ask: str, spelled: Callable[[str], str] | None = None
    ) -> Any:
        """What somebody has to decide.

        Args:
            part: the part of the outcome, or the field of the line.
            choice: what it may be.
            ask: what to say where nobody did.
            spelled: how a value of it is written.

        Raises:
            Unsaid: nobody said it.
        """
        self.open = True
        if self.chooser is not None:
            return self.chooser(self.word, part, choice)
        words = choice.names()
        if isinstance(choice, OneOf):
            words = [quote(said(value)) for value in choice.values]
        if isinstance(choice, Some):
            some = [name for name, n in choice.cards.items() for _ in range(n)][: choice.least]
            words = ["+".join(map(quote, some))] if choice.least > 1 else list(map(quote, words))
        if isinstance(choice, Number):
            words = list(map(str, range(choice.least, min(choice.most, choice.least + _SHOWN) + 1)))
        field = part if spelled is None else "pays" if self.list == "payment" else "did"
        spelt = [spelled(word) if spelled else word for word in words[:_SHOWN]]
        self.t.incomplete(f"{self.told.card}: {ask}", **({field: spelt} if spelt else {}))

    def contradict(self, why: str, /, *, legal: str = "", **facts: int | str) -> None:
        """What was logged is not what the card says.

        Nothing is held against anybody while something on the table has a text that nobody told
        and that may explain it: then it is on trust.

        Raises:
            Violation: it contradicts, and that is not waived.
        """
        if self.advance:
            raise Lapsed(why)
        if cloud := self.vocabulary.clouded(self.t, self.word):
            self.t.trust(f"{self.told.card}: {self.word} as the text of {cloud} may have it")
            return
        if self.at:
            why += " ({list} {place})"
            facts |= {"list": self.list, "place": self.at}
        facts["card"] = self.told.card
        rule = self.vocabulary.contradicts
        self.t.refuse(rule, "{card}: " + why, legal=legal, since=None, **facts)

    def forbid(self, why: str, /, **facts: int | str) -> NoReturn:
        """The table does not allow it, and no judge could let it stand.

        Raises:
            Violation: always, by the rule for what is impossible.
        """
        if self.late and (self.advance or not self.at):
            raise Lapsed(why)
        if self.at:
            why += " ({list} {place})"
            facts |= {"list": self.list, "place": self.at}
        rule = self.vocabulary.impossible or self.vocabulary.contradicts
        facts |= {"card": self.told.card, "outcome": self.word}
        self.t.forbid(rule, "{card}: " + why, legal="", since=None, **facts)


def spelling(parts: Sequence[Part], word: str, values: Mapping[str, Any], name: str) -> Any:
    """How an outcome is written with this for one of its parts, and what is settled so far."""

    def spell(value: str) -> str:
        told = [_spelt(values.get(part.name)) if part.name != name else value for part in parts]
        while told and not told[-1]:
            told.pop()
        return ":".join([word, *told])

    return spell


def _spelt(value: Any) -> str:
    if value is None or value is IMPOSSIBLE:
        return ""
    if isinstance(value, Copy):
        return quote(value.id)
    if isinstance(value, tuple):
        return "+".join(map(quote, value)) or "none"
    return quote(str(value))
