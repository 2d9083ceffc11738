"""Lines that would be accepted: an effect is walked with a chooser, and all is taken back."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import lru_cache, partial
from itertools import combinations, islice, permutations
from math import lcm, perm
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from events.error import RefereeError
from events.outcome import Outcome
from referee.choice import Choice, Dice, Fixed, Number, OneOf, Question, Some, said
from referee.house import AnyTable
from referee.option import Option
from referee.parts.effects.effect_run import Chooser, Doing, Run
from referee.parts.effects.in_words import effect_in_words
from referee.parts.effects.planned import CompiledEffect
from referee.parts.effects.resolution import Settled, declare, happen
from referee.parts.effects.schema import Pick
from referee.verdict import Unsaid, Violation

if TYPE_CHECKING:
    from random import Random

_TRIES = 8
_TURNS = 24
"""How many lines with other cards are tried, before an effect counts as one that cannot happen."""


class Proposal(NamedTuple):
    """A line of an effect."""

    whole: Doing  # with everything said
    short: Doing  # without what is as the card says: the fewest words for the same
    # who decides what the line leaves open: seats, ``chance``, and ``opponent`` where it may be any
    # of several
    deciders: tuple[str, ...] = ()


def complete(
    t: AnyTable,
    compiled: CompiledEffect,
    doing: Doing,
    chooser: Chooser,
    *,
    late: bool = False,
    ahead: bool = False,
) -> Proposal:
    """A line with all that it leaves open decided by a chooser; the table stays as it is.

    Args:
        t: the table.
        compiled: the effect.
        doing: whose it is, where it comes from, and what else is settled.
        chooser: decides.
        late: whether it was declared and paid for before.
        ahead: whether it is declared and paid for now, and what it does is for later.

    Raises:
        Violation: what was said, or what was chosen, is not possible.
    """
    with t.tried():
        if ahead:
            run = declare(t, compiled, doing, chooser)
        else:
            run = happen(t, compiled, doing, chooser=chooser, late=late)
    return _proposal(run)


def _proposal(r: Run) -> Proposal:
    """The line of an effect that was walked."""
    more = {
        "aims": tuple(one for aim in r.aims.values() for one in aim),
        "mode": tuple(mode.name for mode in r.modes),
        "x": r.x if r.compiled.x is not None else None,
    }
    whole = replace(r.doing, did=_said(r.made), pays=_said(r.paid), **more)
    if not (r.made or r.paid):
        return Proposal(whole, whole, r.deciders)
    short = replace(whole, did=_said(r.made, True), pays=_said(r.paid, True))
    return Proposal(whole, short, r.deciders)


def _said(made: Sequence[tuple[Outcome, bool]], short: bool = False) -> tuple[Outcome, ...]:
    return tuple(outcome for outcome, is_open in made if is_open or not short)


def by_chance(chance: "Random") -> Chooser:
    """Decides everything by chance."""
    return lambda word, part, choice: choice.decide(chance)


def first_of(word: str, part: str, choice: Choice) -> Any:
    """Decides for the first of everything, and the least."""
    match choice:
        case OneOf(values):
            return values[0]
        case Number(least, _):
            return least
        case Dice():
            return 1
        case Some():
            return choice.first()
    raise TypeError(f"no first of {choice}")


# -- options -----------------------------------------------------------------------------------


class _Walk:
    """Makes whole lines by chance, and hands out each field of one after another.

    Attributes:
        chose: whether anything was to be chosen in the line that stands for all others.
    """

    def __init__(
        self,
        line: Callable[["Random"], Doing],
        lines: Callable[[], Sequence[Mapping[str, Any]] | None],
        asked: Callable[[Sequence[Any]], Question | Mapping[str, Any]],
        whole: bool,
        chose: bool,
    ) -> None:
        self._line, self._every, self.asked = line, lines, asked
        self.whole, self.chose = whole, chose
        self._lines: list[Sequence[Mapping[str, Any]] | None] = []
        self._doing: Doing | None = None
        self._given: set[str] = set()

    def __eq__(self, other: object) -> bool:
        """They differ in what they have handed out, which is no part of an option."""
        return isinstance(other, _Walk)

    __hash__ = None  # type: ignore[assignment]

    def lines(self) -> Sequence[Mapping[str, Any]] | None:
        if not self._lines:
            self._lines.append(self._every())
        return self._lines[0]

    def field(self, name: str, chance: "Random") -> Any:
        if self._doing is None or name in self._given:
            self._doing, self._given = self._line(chance), set()
        self._given.add(name)
        return _held(self._doing, name)


def _held(doing: Doing, name: str) -> Any:
    """What a field of a line holds, if anything."""
    value = getattr(doing, name)
    return UNSET if value is None or value == () else value


class Line(Choice, frozen=True, tag="line"):
    """A field of the line of an effect: its aims, its outcomes … decided together."""

    field: str  # the field
    told: str  # the effect in words
    known: tuple[str, ...]  # what may be named in it
    walk: Any  # decides all fields together; nobody but the referee has it
    such: Any = UNSET  # what it holds in one line that would be accepted, for everybody else

    def decide(self, chance: "Random") -> Any:
        return self.such if self.walk is None else self.walk.field(self.field, chance)

    def allows(self, value: Any) -> bool:
        return value is UNSET or isinstance(value, tuple | list | int)

    def described(self, most: int = 8) -> str:
        return self.told

    def fits(self, text: str) -> bool:
        if self.field == "x":
            return text.isdecimal()
        outcomes = self.field in ("did", "pays")
        return text.partition(":")[0].isalpha() if outcomes else super().fits(text)

    def names(self) -> Sequence[str]:
        return self.known

    def several(self) -> bool:
        return True

    def together(self) -> Sequence[Mapping[str, Any]] | None:
        return None if self.walk is None else self.walk.lines()

    def whole(self) -> bool:
        return self.walk is not None and self.walk.whole

    def asked(self, answers: Sequence[Any]) -> Question | Mapping[str, Any] | None:
        return None if self.walk is None else self.walk.asked(answers)

    def public(self) -> Choice:
        return replace(self, walk=None)


def _some_run(
    t: AnyTable, compiled: CompiledEffect, doing: Doing, late: bool, ahead: bool
) -> tuple[Run, bool] | None:
    """A reading that is accepted, and whether anything was to be chosen in it: what is possible one
    by one need not be so together, and then others are tried; None where none of these tries is."""
    found: list[Run] = []

    def read(turns: "_Turns") -> None:
        if ahead:
            found.append(declare(t, compiled, doing, turns))
        else:
            found.append(happen(t, compiled, doing, chooser=turns, late=late))

    refused: list[tuple[int, int]] = []
    for turn in range(_TURNS):
        if any(turn % after == again for again, after in refused):
            continue
        turns = _Turns(turn)
        if t.would(read, turns):
            return found[0], turns.asked
        if turns.after == 1:
            return None
        refused.append((turn % turns.after, turns.after))
    return None


class _Turns:
    """Chooses the first of everything in the first turn, and others in others; given enough turns,
    everything with everything else.

    Attributes:
        after: after how many turns the same is chosen again.
        asked: whether there was anything to choose.
    """

    def __init__(self, turn: int) -> None:
        self._turn, self._passed, self.after, self.asked = turn, 1, 1, False

    def __call__(self, word: str, part: str, choice: Choice) -> Any:
        self.asked = True
        if isinstance(choice, Number) and choice.least < choice.most:
            return choice.least + self._next(choice.most - choice.least + 1)
        if isinstance(choice, OneOf) and len(choice.values) > 1:
            return choice.values[self._next(len(choice.values))]
        if not isinstance(choice, Some) or not choice.least:
            return first_of(word, part, choice)
        first = choice.first()
        others = Counter(choice.cards) - Counter(first)
        return self._some([*first, *others.elements()], choice.least)

    def _some(self, cards: Sequence[str], count: int) -> tuple[str, ...]:
        """So many of the cards: every order of them is had where there are few, else each of them
        comes first."""
        if 0 < perm(len(cards), count) <= _TURNS:
            orders = tuple(permutations(cards, count))
            return orders[self._at(len(orders))]
        at = self._at(len(cards))
        return (*cards[at:], *cards[:at])[:count]

    def _next(self, count: int) -> int:
        at = self._at(count)
        self._passed *= count
        return at

    def _at(self, ways: int) -> int:
        """Which of some ways it is now: the next in each turn, and one further when what was
        chosen before comes around with the same, which it would do ever again."""
        around = lcm(self.after, self._passed * ways)
        self.after *= ways
        further = self._turn // around % (self.after // around)
        return (self._turn // self._passed + further) % ways


When = Callable[[], AbstractContextManager[None]]
"""Makes the table what it will be when a line is read."""
NO_FIELDS: Mapping[str, Choice] = MappingProxyType({})
Fits = Callable[[Mapping[str, Any]], bool]
"""Whether the fields of a line are accepted in the event that holds them."""


class Holder(NamedTuple):
    """The event of a game that holds the line of an effect."""

    verb: str
    # makes the table what it will be by then, as it is when this is called; lines that are decided
    # later are tried on that
    when: When = nullcontext
    fields: Mapping[str, Choice] = NO_FIELDS  # its other fields; ``source`` is given by itself
    # what else is asked of lines that are told one by one, on the table as it will be by then,
    # where it has rules of its own
    fits: Fits | None = None
    # the same of the one line that stands for all others, where less has to be asked of it now;
    # where it is not so, it is asked of others, too
    stands: Fits | None = None
    whole: bool = False  # whether ``fits`` asks of the whole event


def proposals(
    t: AnyTable, compiled: CompiledEffect, doing: Doing, holder: Holder, *, ahead: bool = False
) -> Option | None:
    """What may be logged of an effect; None where it cannot happen now.

    Args:
        t: the table.
        compiled: the effect.
        doing: whose it is, where it comes from, and what else is settled.
        holder: the event that holds its line.
        ahead: whether it is declared and paid for now, and what it does is for later: that is not
            tried then, unless it tells who decides it.
    """
    return _proposed(t, compiled, doing, holder, late=False, ahead=ahead)


def late_proposals(
    t: AnyTable, compiled: CompiledEffect, doing: Doing, holder: Holder
) -> Option | None:
    """The same of an effect that was declared and paid for before."""
    return _proposed(t, compiled, doing, holder, late=True, ahead=False)


def _proposed(
    t: AnyTable,
    compiled: CompiledEffect,
    doing: Doing,
    holder: Holder,
    *,
    late: bool,
    ahead: bool,
) -> Option | None:
    verb, _, fields, fits, stands, whole = holder
    when = partial(_as_now, t, t.seq, holder.when)
    declared, ahead = ahead, ahead and _decides_alone(compiled)
    found = _some_run(t, compiled, doing, late, ahead)
    if found is None:
        return None
    run, chose = found
    line = _proposal(run)

    def draw(chance: "Random") -> Doing:
        for _ in range(_TRIES):
            try:
                with when():
                    return complete(t, compiled, doing, by_chance(chance), late=late).short
            except (Violation, Unsaid):
                continue
        return line.short

    words = _words_of(compiled, tuple([who for who in line.deciders if who != doing.seat]))
    names = _open_fields(compiled)

    def every() -> Sequence[Mapping[str, Any]] | None:
        with when():
            found = _every_line(t, compiled, doing, names, late, declared)
            return found if fits is None or found is None else [*filter(fits, found)] or None

    def asked(answers: Sequence[Any]) -> Question | Mapping[str, Any]:
        with when():
            line = _answered(t, compiled, doing, answers, late=late, ahead=declared)
        if isinstance(line, Question):
            return line
        held = {name: _held(line, name) for name in names}
        return {name: value for name, value in held.items() if value is not UNSET}

    such: Mapping[str, Any] = {name: _held(line.short, name) for name in names}
    stands = stands or fits
    if stands and not stands({k: v for k, v in such.items() if v is not UNSET}):
        with when():
            others = _every_line(t, compiled, doing, names, late, ahead)
        such = next(filter(stands, others or ()), such)
    walk = _Walk(draw, every, asked, whole, chose)
    held: dict[str, Choice] = {"source": Fixed(doing.source), **fields}
    for name in names:
        held[name] = Line(name, words, _known(name, run, ahead), walk, such.get(name, UNSET))
    return Option(doing.seat, verb, held, hint=words)


@contextmanager
def _as_now(t: AnyTable, seq: int, when: When) -> Iterator[None]:
    """In this block the table is what it will be by then, with the next entry as now, though it is
    entered later."""
    later, t.seq = t.seq, seq
    try:
        with when():
            yield
    finally:
        t.seq = later


def _known(field: str, run: Run, ahead: bool) -> tuple[str, ...]:
    """What may be named in a field of a line."""
    compiled = run.compiled
    if field == "mode":
        return tuple(mode.name for mode in compiled.modes)
    if field != "aims":
        return ()
    if ahead and len(compiled.aims) == 1 and run.could is not None:
        return tuple(dict.fromkeys(run.could))
    anew = Run(run.t, compiled, run.doing)
    return tuple(dict.fromkeys(one for aim in compiled.aims for one in aim.options(anew)))


@lru_cache(1024)
def _open_fields(compiled: CompiledEffect) -> tuple[str, ...]:
    """The fields of a line that say something of an effect."""
    effect = compiled.effect
    fields = {
        "aims": compiled.aims,
        "x": compiled.x,
        "mode": compiled.modes,
        "pays": compiled.all_costs,
        "did": effect.steps or effect.modes,
    }
    return tuple(filter(fields.get, fields))


@lru_cache(1024)
def _decides_alone(compiled: CompiledEffect) -> bool:
    """Whether nobody but whose effect it is decides anything of what it does."""
    effect = compiled.effect
    if any(step.primitive.chance or step.primitive.faces for step in compiled.all_steps):
        return False
    said = effect.all_steps
    parts = [getattr(step, name) for step in said for name in step.__struct_fields__]
    by = [*(step.by for step in said), *(part.by for part in parts if isinstance(part, Pick))]
    return all(who == "you" for who in by)


@lru_cache(1024)
def words_ahead(compiled: CompiledEffect) -> str:
    """What an effect does, where nothing is chosen or paid as it is declared, and nobody else
    decides of it: it can always be; empty where anything has to be asked."""
    asks = compiled.asks or compiled.cost or compiled.effect.uses is not None
    return "" if asks or not _decides_alone(compiled) else _words_of(compiled, ())


@lru_cache(1024)
def _words_of(compiled: CompiledEffect, others: tuple[str, ...]) -> str:
    """What an effect does, and which others decide of it."""
    lines = [
        each.strip() for each in effect_in_words(compiled.effect, compiled.vocabulary).splitlines()
    ]
    return ", ".join([*lines, *([f"decided by {' and '.join(others)}"] if others else [])])


# -- every way to choose ------------------------------------------------------------------------

_MOST_LINES = 48
"""How many lines of an effect are told one by one, tried and counted; of more, none is."""


def _every_line(
    t: AnyTable,
    compiled: CompiledEffect,
    doing: Doing,
    names: Sequence[str],
    late: bool,
    ahead: bool = False,
) -> Sequence[Mapping[str, Any]] | None:
    """What the fields hold in each line that is accepted; None where there are too many ways."""
    ways: list[tuple[int, ...]] = [()]
    found: list[Mapping[str, Any]] = []
    for left in reversed(range(_MOST_LINES)):
        chooser = _Chooser(ways.pop(), of_piles=True)
        try:
            line = complete(t, compiled, doing, chooser, late=late, ahead=ahead).short
            if chooser.chosen and not (line.did or ahead):
                # what comes to nothing need not be said, but which of several that is may be
                with t.tried():
                    happen(t, compiled, line, late=late)
            held = {name: _held(line, name) for name in names}
            found.append({name: value for name, value in held.items() if value is not UNSET})
        except _Many:
            return None
        except (Violation, Unsaid):
            pass
        ways += reversed(chooser.others)
        if not ways:
            return [one for at, one in enumerate(found) if one not in found[:at]] or None
        if len(ways) > left:  # each takes a try
            return None
    return None


# -- one choice after the other ------------------------------------------------------------------


class _Open(Exception):
    """There is a choice that was not answered yet."""

    def __init__(self, question: Question) -> None:
        self.question = question


class NoAnswer(RefereeError, LookupError):
    """What was answered is none of what could be."""


def _answered(
    t: AnyTable,
    compiled: CompiledEffect,
    doing: Doing,
    answers: Sequence[Any],
    *,
    late: bool,
    ahead: bool,
) -> Question | Doing:
    """What is asked of a line after some answers, or the line after all of them."""
    chooser = _by_answers(answers)
    try:
        return complete(t, compiled, doing, chooser, late=late, ahead=ahead).short
    except _Open as left:
        return left.question


def _by_answers(answers: Sequence[Any]) -> Chooser:
    """Decides as was answered, in order, where there is more than one way."""
    left = iter(answers)

    def choose(word: str, part: str, choice: Choice) -> Any:
        only = choice.only()
        if only is None and (bounds := choice.bounds()) and bounds[0] == bounds[1]:
            only = (bounds[0],)
        if only is not None:
            return only[0]
        try:
            answer = next(left)
        except StopIteration:
            raise _Open(Question(_title(word, part), choice)) from None
        if isinstance(answer, list):
            answer = tuple(answer)
        if not choice.allows(answer):
            raise NoAnswer(f"{said(answer)} cannot be chosen: {choice.described()}")
        return answer

    return choose


def _title(word: str, part: str) -> str:
    if part in ("may", "if", ""):
        return f"{word}?" if word else "do it?"
    return f"{word}, how often" if part == "times" else f"{word} {part}".strip()


# -- whether anything comes of it ----------------------------------------------------------------

_WAYS = 64
"""How many ways to choose are tried; of more it is not said that none of them does anything."""


class _Many(Exception):
    """There is a choice of cards, or of more than is tried one by one."""


def is_idle(
    t: AnyTable,
    compiled: CompiledEffect,
    doing: Doing,
    *,
    late: bool = False,
    fixed: Collection[int] = (),
    untouched: bool = False,
) -> bool:
    """Whether an effect does nothing, whatever is chosen where the line leaves it open.

    Every way to choose is tried and taken back, as far as they can be counted.

    Args:
        t: the table.
        compiled: the effect.
        doing: what the line says of it.
        late: whether it was declared before, and is paid for.
        fixed: the conditions that held then and are not asked again.
        untouched: whether it has not even anything to do it to.
    """
    ways: list[tuple[int, ...]] = [()]
    for left in reversed(range(_WAYS)):
        chooser = _Chooser(ways.pop())
        changed = False
        try:
            with t.tried():
                run = happen(
                    t, compiled, doing, late=late, settled=Settled(fixed=fixed), chooser=chooser
                )
                changed = run.acts > 0 if untouched else run.changed
        except _Many:
            return False
        except (Violation, Unsaid):
            pass
        ways += chooser.others
        if changed:
            return False
        if not ways:
            return True
        if len(ways) > left:  # each takes a try
            return False
    return False


class _Chooser:
    """Chooses as a way says, by places, then the first; the ways that branch off are left over."""

    def __init__(self, way: tuple[int, ...], *, of_piles: bool = False) -> None:
        self.way, self.chosen, self._of_piles = way, 0, of_piles
        self.others: list[tuple[int, ...]] = []

    def __call__(self, word: str, part: str, choice: Choice) -> Any:
        values = _listed(choice, self._of_piles)
        if self.chosen == len(self.way):
            self.others += [(*self.way, other) for other in range(1, len(values))]
            self.way = (*self.way, 0)
        self.chosen += 1
        return values[self.way[self.chosen - 1]]


def _listed(choice: Choice, of_piles: bool) -> Sequence[Any]:
    values = choice.listed()
    if isinstance(choice, Number) and choice.most - choice.least < _WAYS:
        values = range(choice.least, choice.most + 1)
    if of_piles and isinstance(choice, Dice):
        values = range(1, choice.sides + 1)
    if of_piles and isinstance(choice, Some):
        values = _taken(choice)
    if not values:
        raise _Many
    return values


def _taken(some: Some) -> Sequence[Any]:
    """All that may be taken of a pile, each in the order of the pile."""
    cards = [*Counter(some.cards).elements()]
    sizes = range(some.least, min(some.most, len(cards)) + 1)
    every = (taken for size in sizes for taken in combinations(cards, size))
    tried = list(islice(every, 4 * _MOST_LINES + 1))
    found = list(dict.fromkeys(tried))
    if len(found) > _MOST_LINES or len(tried) > 4 * _MOST_LINES:
        raise _Many
    return found
