"""How a catalog tells an effect: closed tables, in which a misspelt word is refused.

The steps of a game are made from its outcomes: a step has the word of an outcome, something for
each of its parts, and the modifiers that every :class:`Step` has.
"""

from collections.abc import Collection, Iterator, Sequence
from functools import cache
from typing import Annotated, Any, Literal, NamedTuple, Union, cast

import msgspec
from msgspec import Meta, Struct, defstruct, field, inspect
from msgspec.structs import astuple

from events.outcome import Nothing, Other, Outcome
from referee.parts.lasting_changes import TextLayer

Words = str | tuple[str, ...]
"""A word, or several."""

Kind = Literal["thing", "seat", "count", "cards", "word", "text"]
"""What a part of an outcome is."""

By = Literal["you", "opponent", "holder", "chance"]
"""Who decides what a text leaves open: who has the effect, an opponent, who holds the cards or
controls the things, or chance, as with a blind pick."""


class Table(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True, kw_only=True):
    """A table of a catalog that refuses what it does not know."""


class Select(Table, frozen=True):
    """Which things or cards are meant; all that is given holds."""

    all_of: Words = field(default=(), name="is")  # words that each of them has (``is``)
    any: Words = ()  # words of which each has one
    none_of: Words = field(default=(), name="not")  # words that none of them has (``not``)
    # whose: yours, an opponent's, an ally's, anybody's, or that of the player at hand (``it``)
    of: Literal["you", "opponent", "ally", "any", "it"] = "any"
    place: str = field(default="", name="in")  # where they are (``in``); without it, in play
    named: Words = ()  # their name, or its part before the comma; one of several
    # named numbers, each with its value or bounds (``with``)
    numbers: dict[str, int | tuple[int, int]] = field(default_factory=dict, name="with")
    other: bool = False  # not the source itself, on the table or among cards
    # counted are cards alone that an earlier step found, or things that it was done to, by its name
    among: str = ""


class Reckon(Table, frozen=True):
    """A number that is reckoned: what there is of something, times, over, plus."""

    count: Select | None = None  # how many of these there are
    highest: Select | None = None  # the most that ``ask`` is of any of these; 0 where there is none
    ask: str = ""  # a named number of the game, or ``x``
    about: str = ""  # of what it is asked: ``self``, ``it``, an aim, an earlier step
    last: str = ""  # how much an earlier step did, by its word or its name
    times: int = 1  # by how much it is multiplied
    over: Annotated[int, Meta(ge=1)] = 1  # by how much it is divided then, rounded down
    rounded_up: bool = False  # what is divided is rounded up
    plus: int = 0  # what is added to that
    least: int | None = None  # it is never less
    most: int | None = None  # it is never more
    up_to: bool = False  # the player picks up to it

    @property
    def named(self) -> bool:
        """Whether it begins with something, and is no mere bounds."""
        return self.count is not None or bool(self.ask or self.last)  # ``highest`` has ``ask``


Amount = int | tuple[int, int] | str | Reckon
"""A number, its bounds, ``X`` or a named number, or one that is reckoned."""


class Test(Table, frozen=True):
    """What must hold: of a number its bounds, at least 1 where none is given; of a thing words."""

    __test__ = False

    count: Select | None = None  # how many of these there are
    ask: str = ""  # a named number of the game, or ``x``
    last: str = ""  # how much an earlier step did
    about: str = ""  # the thing that it is about
    least: int | None = None  # the least number that will do
    most: int | None = None  # the most that will do
    all_of: Words = field(default=(), name="is")  # words that the thing has (``is``)
    none_of: Words = field(default=(), name="not")  # words that it does not have (``not``)


Tests = Test | tuple[Test, ...]
"""One test, or several that must all hold."""


class Pick(Table, frozen=True):
    """Cards that are picked or shown."""

    count: Amount = 1  # how many
    what: Select | None = None  # what each of them is
    by: By = "you"  # who picks; without it, who picks for the step
    # they are shown until one is this; later steps call it ``found``, the others ``rest``
    until: Select | None = None
    distinct: bool = False  # no name twice
    apart: str = ""  # no two of the same, such as of one element, in a word of the game
    rare: Select | None = None  # of this at most so many are among them: ``at_most``
    at_most: int = 0  # how many of what is rare
    # of all of them together, named numbers, each with its value or bounds
    total: dict[str, int | tuple[int, int]] = {}
    # they are among these, which an earlier step found; later steps call those left ``rest``
    of: str = ""


class Aim(Table, frozen=True):
    """What is chosen when an effect is declared."""

    what: str | Select  # which things, or ``player``, ``opponent``, ``pending``
    count: Amount = 1  # how many; bounds for optional ones
    by: Literal["you", "opponent", "chance"] = "you"  # who chooses
    modes: Words = ()  # the modes that it is of; without them, of all
    # of players, named numbers, each with its value or bounds (``with``)
    numbers: dict[str, int | tuple[int, int]] = field(default_factory=dict, name="with")
    aimed: Select | None = None  # of what is pending, only what is aimed at one of these
    untriggered: bool = False  # of what is pending, only what a player has activated


class Listen(Table, frozen=True):
    """A happening that an effect waits for."""

    on: str  # the word of the happening
    kind: Words = ()  # only where it is of this kind, such as damage of a combat; one of several
    what: Literal["self"] | Select | None = None  # what it happens to: ``self``, or things or cards
    seat: Literal["you", "opponent", "ally", "any"] = "any"  # whose it is
    # what must hold as it happens (``if``), and is not asked again as the effect takes place
    tests: Tests = field(default=(), name="if")


class Instead(Table, frozen=True):
    """A replacement or prevention: what becomes of an outcome that would happen."""

    of: str  # the word of that outcome
    kind: str = ""  # only where it is of this kind, such as damage of a combat
    # to what it would happen: ``self``, things, or ``you``, ``opponent``, ``player``
    what: str | Select | None = None
    prevent: int | Literal["all"] | Reckon | None = None  # how much of it is prevented
    shield: bool = False  # prevention shrinks by what it prevents
    become: str = ""  # the word of the outcome that happens instead
    to: str = ""  # where it goes instead
    onto: str = ""  # the thing to which it happens instead, by a name of the game
    amount: Amount | None = None  # how much it is instead; X is how much it would be
    more: Amount | None = None  # how much more it is
    by: Select | None = None  # only where a card is its source that is this


class Change(Table, frozen=True):
    """A change that holds while its source is in play (``lasting_changes``, ``layers``)."""

    # what is changed: ``self``, things, or ``you``, ``opponent``, ``player``. Of a price: the cards
    # that it is paid for, or who pays.
    on: str | Select
    layer: TextLayer  # what the change does: ``set``, ``add``, ``grant`` …
    what: str  # the number, the word, the family of words, or the act that is changed
    word: str = ""  # the only word of a family that is set; the number that it is swapped with
    amount: Amount = 1  # by how much, or to what; ``it`` is the thing that is changed


class Step(Table, frozen=True):
    """What every step may say beside its word and its parts."""

    tests: Tests = field(default=(), name="if")  # read when the step is reached (``if``)
    each: str | Select | None = None  # once for each of these; the one at hand is ``it``
    # how often, each time with its own choices (``times``)
    repeat: Amount = field(default=1, name="times")
    may: bool = False  # only if logged
    by: By = "you"  # who decides what it leaves open
    called: str = field(default="", name="as")  # a name for what it was about (``as``)


class Mode(Table, frozen=True):
    """One of several ways, of which some are chosen."""

    name: str  # by which it is chosen
    tests: Tests = field(default=(), name="if")  # what must hold for it to be chosen (``if``)
    cost: tuple[Any, ...] = ()  # what is paid first, beside the cost of the effect
    steps: tuple[Any, ...] = ()  # what happens


class Effect(Table, frozen=True):
    """What a card does; see the fields of a catalog for the words in brackets."""

    when: str | Listen = "used"  # what sets it off
    name: str = ""  # tells several effects of a card apart
    text: str = ""  # what it does in the author's own words; shown, never read
    may: bool = False  # it may be declined as a whole
    uses: Annotated[int, Meta(ge=1)] | None = None  # how often; without it, any number of times
    per: Literal["turn", "game", "entry"] = "turn"  # in what time
    tests: Tests = field(default=(), name="if")  # what must hold (``if``)
    # that is asked as it is set off, and not again: something has the text while it holds
    had: bool = False
    x: Amount | None = None  # the bounds of X
    aims: dict[str, Aim] = {}  # what is chosen when it is declared
    cost: tuple[Any, ...] = ()  # what is paid first
    choose: Annotated[int, Meta(ge=1)] = 1  # how many of the modes
    unchosen: bool = False  # a mode is chosen once, as long as its source is there
    by: Literal["you", "opponent"] = "you"  # who chooses them
    modes: tuple[Mode, ...] = ()  # the ways to choose from
    later: bool = False  # one is chosen as it happens, and not as it is declared
    steps: tuple[Any, ...] = ()  # what happens, in the order of the text
    rounds: Amount = 1  # how often all the steps are done, one round after the other
    rest: bool = False  # the text says more than the steps
    instead: Instead | None = None  # a replacement or prevention, while its source is in play
    change: tuple[Change, ...] = ()  # what it changes while its source is in play
    # of a text that is not told, or told in part: which outcomes, numbers and words of other cards
    # it can alter while its source is in play; without it, all of them where it lasts, and none
    # where it does not
    touches: tuple[str, ...] | None = None
    inherited: bool = False  # it works in the lineage
    speed: Literal["", "fast", "slow"] = ""  # fast or slow
    aside: tuple[str, ...] = ()  # the ids of the rules that the text sets aside
    # what it is besides, whatever its source is: a type or subtype, such as spell
    acts_as: str = ""

    @property
    def text_alone(self) -> bool:
        """Whether nothing but a text says what it does."""
        return not self.does and bool(self.text or not self.tests)

    @property
    def all_steps(self) -> tuple[Any, ...]:
        """What happens, the steps of its modes too."""
        return (*self.steps, *(step for mode in self.modes for step in mode.steps))

    @property
    def all_costs(self) -> tuple[Any, ...]:
        """What is paid, for its modes too."""
        return (*self.cost, *(step for mode in self.modes for step in mode.cost))

    @property
    def does(self) -> bool:
        """Whether its tables say that anything happens or changes."""
        does = self.steps or self.modes or self.cost or self.change
        return bool(does) or self.instead is not None


def names_read(read: Any) -> list[str]:
    """The numbers and words that something of a catalog is read from."""
    found: list[str] = []
    _read_names(read, found)
    return found


def _read_names(read: Any, found: list[str]) -> None:
    if isinstance(read, str):
        found.append(read)
    elif isinstance(read, tuple):
        for each in read:
            _read_names(each, found)
    elif isinstance(read, Select):
        for words in (read.all_of, read.any, read.none_of):
            if words:
                _read_names(words, found)
        found += read.numbers
    elif isinstance(read, Reckon | Test):
        asked = (read.highest,) if isinstance(read, Reckon) else (read.all_of, read.none_of)
        for named in (read.ask, read.count, *asked):
            if named:
                _read_names(named, found)


def asked_in(effect: Effect, words: Collection[str]) -> list[Select | Reckon | Test | str]:
    """What an effect asks for, and which of these words stand in it, in no order: as
    :func:`within` finds them, in a third of the time."""
    found: list[Select | Reckon | Test | str] = []
    waiting: list[Any] = [effect]
    while waiting:
        part = waiting.pop()
        if isinstance(part, Struct):
            if isinstance(part, Select | Reckon | Test):
                found.append(part)
            part = astuple(part)
        for each in part.values() if isinstance(part, dict) else part:
            if each:
                kind = type(each)
                if kind is str:
                    if each in words:
                        found.append(each)
                elif kind is not int and kind is not bool:
                    waiting.append(each)
    return found


# -- the steps of a game -----------------------------------------------------------------------


class Part(NamedTuple):
    """A part of an outcome: its name, what it is, and the words that it may be."""

    name: str
    kind: Kind
    words: tuple[str, ...] = ()


def word_of(outcome: type[Outcome]) -> str:
    """The word of an outcome.

    >>> word_of(Nothing)
    'none'
    """
    return str(outcome.__struct_config__.tag)


@cache
def parts_of(outcome: type[Outcome]) -> tuple[Part, ...]:
    """The parts of an outcome, in the order in which they are logged.

    Raises:
        TypeError: a part cannot be left unsaid, is of no known kind, or has the name of a modifier.
    """
    info = inspect.type_info(outcome)
    assert isinstance(info, inspect.StructType)
    found = []
    for each in info.fields:
        place = f"{outcome.__name__}.{each.name}"
        if each.required or each.default is not None:
            raise TypeError(f"{place}: a part that is not said is None")
        if each.name in _MODIFIERS:
            raise TypeError(f"{place}: every step says {each.name}")
        found.append(_part(each, place))
    return tuple(found)


_MODIFIERS = {each.encode_name for each in msgspec.structs.fields(Step)} | {"do"}


def _part(info: inspect.Field, place: str) -> Part:
    base: Any = info.type
    extra: dict[str, Any] = {}
    if isinstance(base, inspect.UnionType):
        base = next(each for each in base.types if not isinstance(each, inspect.NoneType))
    while isinstance(base, inspect.Metadata):
        extra |= base.extra or {}
        base = base.type
    match base:
        case inspect.StrType() if extra.get("named"):
            return Part(info.name, "text")
        case inspect.StrType():
            return Part(info.name, extra.get("part", "word"))
        case inspect.IntType():
            return Part(info.name, "count")
        case inspect.VarTupleType():
            return Part(info.name, "cards")
        case inspect.LiteralType(values):
            return Part(info.name, "word", tuple(map(str, values)))
    raise TypeError(f"{place}: expected a thing, a seat, a count, cards or a word")


_SAID: dict[Kind, Any] = {
    "thing": str | Select,
    "seat": str,
    "count": Amount,
    "cards": str | Pick,
    "word": Words,
}


def steps_type(outcomes: Sequence[type[Outcome]]) -> Any:
    """The type of a step in the catalog of a game with these outcomes."""
    made = []
    for outcome in outcomes:
        if issubclass(outcome, Other | Nothing):
            continue
        fields = [
            (part.name, _SAID[part.kind] | None, None)
            for part in parts_of(outcome)
            if part.kind != "text"
        ]
        made.append(
            defstruct(
                f"{outcome.__name__}Step",
                fields,
                bases=(Step,),
                frozen=True,
                kw_only=True,
                forbid_unknown_fields=True,
                omit_defaults=True,
                tag_field="do",
                tag=word_of(outcome),
            )
        )
    return Union[tuple(made)]  # noqa: UP007  (of as many as there are)


def effect_type(outcomes: Sequence[type[Outcome]]) -> type[Effect]:
    """The type of an effect in the catalog of a game with these outcomes.

    A type checker is told that it is an :class:`Effect`.
    """
    steps: Any = tuple.__class_getitem__((steps_type(outcomes), ...))
    settings: Any = {
        "frozen": True,
        "kw_only": True,
        "forbid_unknown_fields": True,
        "omit_defaults": True,
    }
    lists = [("cost", steps, ()), ("steps", steps, ())]
    mode = defstruct("ModeOfGame", lists, bases=(Mode,), **settings)
    modes = ("modes", tuple[mode, ...], ())  # type: ignore[valid-type]
    made: Any = defstruct("EffectOfGame", [*lists, modes], bases=(Effect,), **settings)
    return cast(type[Effect], made)


def within(table: Any) -> Iterator[Any]:
    """An effect, or a part of one, and all parts that it has in turn, but for those that say
    nothing: most of them are left out, and of a whole catalog that is a long way."""
    waiting = [table]
    while waiting:
        part = waiting.pop()
        yield part
        if isinstance(part, Struct):
            waiting += [each for each in reversed(astuple(part)) if each]
        elif isinstance(part, tuple):
            waiting += reversed(part)
        elif isinstance(part, dict):
            waiting += reversed(part.values())
