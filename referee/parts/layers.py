"""How changes are read: the numbers and words of a thing, prices, what is permitted or forbidden.

A number is as printed, then as the newest change sets it, then with all that is added, then with
its counters, then swapped (two numbers with one another). A word is there as printed, then as
each change in turn says. Within a layer the oldest change comes first. What a text's extent
depends on is read in full before it, so that a dependent change waits for the other; of changes
that depend on one another in a circle the reading says so, and whoever rests on it is on trust.
"""

from collections.abc import Callable, Mapping, Sequence
from contextvars import ContextVar, Token
from dataclasses import dataclass, field

from msgspec import Struct

from referee.fact import Term
from referee.house import AnyTable
from referee.parts.lasting_changes import Change, Changes, Lasting, Layer, Static


class Share(Term, frozen=True, gc=False):
    """A term of a number that changes: its label is the source, ``entry`` what began it."""

    entry: int = 0


class Reckoned(Struct, frozen=True):
    """A number with its terms, which add up to it, and what speaks against relying on it."""

    value: int
    terms: tuple[Share, ...]
    doubts: tuple[str, ...] = ()


class Held(Struct, frozen=True):
    """Whether a thing has a word, by which change (None: as printed), and what speaks against
    relying on it."""

    held: bool
    by: Change | None
    doubts: tuple[str, ...] = ()


def _no_counters(t: AnyTable, thing: str, what: str) -> int:
    return 0


def _one_by_one(t: AnyTable, thing: str, what: str) -> int | None:
    return None


def _no_family(word: str) -> str:
    return ""


def _any(t: AnyTable, change: Change, seat: str, card: str) -> bool:
    return True


@dataclass(frozen=True)
class Reading:
    """What a game knows of its things, for reading the changes on them."""

    # a number of a thing as printed; None where it has none
    printed: Callable[[AnyTable, str, str], int | None]
    bears: Callable[[AnyTable, str, str], bool]  # whether a thing has a word as printed
    fits: Callable[[AnyTable, Static, str], bool]  # whether a text concerns a thing or seat
    amount: Callable[[AnyTable, Static, str], int]  # how much it is for that thing
    # what the counters on a thing add to a number
    counters: Callable[[AnyTable, str, str], int] = _no_counters
    # the family of a word of which a thing may be set to have one alone, such as its element; empty
    # where it is of none
    family: Callable[[str], str] = _no_family
    # whether a change of a price holds for that seat and card
    charges: Callable[[AnyTable, Change, str, str], bool] = _any
    # what the texts together add to a number of a thing, where that is all they do; None where they
    # are asked one by one
    added: Callable[[AnyTable, str, str], int | None] = _one_by_one
    # whether a change that an effect began is suspended for the present; without it, none ever is
    asleep: Callable[[AnyTable, Lasting], bool] | None = None
    # for each number that cannot be less, what it cannot be less than
    least: Mapping[str, int] = field(default_factory=dict)
    # for each layer, the rule that its terms cite, and for ``printed``, ``counters`` and ``least``
    rules: Mapping[str, str] = field(default_factory=dict)


# -- numbers -----------------------------------------------------------------------------------


def value(t: AnyTable, reading: Reading, thing: str, what: str) -> int:
    """A number of a thing now, without its terms and doubts; 0 where it has none."""
    changes: Changes = t.state.changes
    number = reading.printed(t, thing, what)
    added, newest = 0, 0
    asleep = reading.asleep
    for change in changes.on.get(thing, ()):
        if asleep is not None and asleep(t, change):
            continue
        if change.layer == "swap":
            found = reckon(t, reading, thing, what)
            return found.value if found else 0
        if change.what == what:
            if change.layer == "add":
                added += change.amount or 0
            elif change.layer == "set":
                number, newest = change.amount, change.id
    if what in changes.statics and (token := _ask(thing, what)) is not None:
        try:
            together = reading.added(t, thing, what)
            added += together or 0
            for static in changes.statics[what] if together is None else ():
                if reading.fits(t, static, thing):
                    if static.layer == "add":
                        added += reading.amount(t, static, thing)
                    elif static.layer == "swap":
                        newest = -1
                        break
                    elif static.layer == "set" and static.id > newest:
                        number, newest = reading.amount(t, static, thing), static.id
        finally:
            _OPEN.reset(token)
        if newest < 0:
            found = reckon(t, reading, thing, what)
            return found.value if found else 0
    if number is None:
        return 0
    number += added
    if reading.counters is not _no_counters:
        number += reading.counters(t, thing, what)
    least = reading.least.get(what)
    return number if least is None or number > least else least


def base(t: AnyTable, reading: Reading, thing: str, what: str) -> int | None:
    """A number of a thing as it is printed or set, before anything is added to it; None where it
    has none. In a circle it is answered as printed."""
    changes: Changes = t.state.changes
    number, newest = reading.printed(t, thing, what), 0
    for change in _awake(t, reading, thing):
        if change.what == what and change.layer == "set":
            number, newest = change.amount, change.id
    statics = [each for each in changes.statics.get(what, ()) if each.layer == "set"]
    with _Asking(thing, f"base {what}") as asked:
        for static in statics if asked.first else ():
            if static.id > newest and reading.fits(t, static, thing):
                number, newest = reading.amount(t, static, thing), static.id
    return number


def terms(t: AnyTable, reading: Reading, thing: str, what: str) -> tuple[Share, ...]:
    """A number of a thing now, term by term; none where it has no such number."""
    found = reckon(t, reading, thing, what)
    return found.terms if found else ()


def reckon(t: AnyTable, reading: Reading, thing: str, what: str) -> Reckoned | None:
    """A number of a thing now, with its terms; None where it has no such number."""
    with _Asking(thing, what) as asked:
        found = _in_force(t, reading, thing, what, asked)
        of, swaps = what, []
        for change, _ in found:
            if change.layer == "swap":
                of = change.word if of == change.what else change.what
                swaps.append(change)
        if of != what:
            found = _in_force(t, reading, thing, of, asked)
        parts = _number(t, reading, thing, of, found)
    if parts is None:
        return None
    rules = reading.rules
    if swaps and of != what:
        newest = swaps[-1]
        swapped = sum(each.value for each in parts)
        parts = [Share(newest.source, swapped, rules.get("swap", ""), newest.entry)]
    total = sum(each.value for each in parts)
    least = reading.least.get(what)
    if least is not None and total < least:
        parts.append(Share(f"never below {least}", least - total, rules.get("least", "")))
        total = least
    return Reckoned(total, tuple(parts), asked.doubtful())


def _number(
    t: AnyTable,
    reading: Reading,
    thing: str,
    what: str,
    found: list[tuple[Change, int]],
) -> list[Share] | None:
    """The terms of a number up to its counters."""
    printed, rules = reading.printed(t, thing, what), reading.rules
    sets = [(change, amount) for change, amount in found if change.layer == "set"]
    if printed is None and not sets:
        return None
    parts = [] if printed is None else [Share("printed", printed, rules.get("printed", ""))]
    if sets:
        newest, base = sets[-1]
        parts.append(
            Share(newest.source, base - (printed or 0), rules.get("set", ""), newest.entry)
        )
    rule = rules.get("add", "")
    parts += [Share(c.source, amount, rule, c.entry) for c, amount in found if c.layer == "add"]
    counters = reading.counters(t, thing, what)
    if counters:
        parts.append(Share("counters", counters, rules.get("counters", "")))
    return parts


def price_now(
    t: AnyTable,
    reading: Reading,
    seat: str,
    act: str,
    printed: int,
    card: str = "",
    own: Sequence[tuple[Change, int]] = (),
) -> int:
    """What a seat pays for an act now: as printed, as set, more and less, nothing; never below 0.

    Args:
        t: the table.
        reading: what the game knows.
        seat: who pays.
        act: for what, in the game's words.
        printed: the price as printed.
        card: the card or thing that is paid for, where one is.
        own: what the card's own texts change of it, wherever it lies, each with its amount.
    """
    changes: Changes = t.state.changes
    on = changes.on
    if not (own or changes.statics.get(act) or (on and (seat in on or card in on))):
        return max(0, printed)
    base, added = printed, 0
    for change, amount in _charged(t, reading, seat, act, card, own):
        if change.layer == "set":
            base = amount
        elif change.layer == "add":
            added += amount
        elif change.layer == "free":
            return 0
    return max(0, base + added)


def _charged(
    t: AnyTable,
    reading: Reading,
    seat: str,
    act: str,
    card: str,
    own: Sequence[tuple[Change, int]],
) -> list[tuple[Change, int]]:
    """What changes a price, each with its amount, oldest first."""
    changes: Changes = t.state.changes
    found = [*own]
    statics = changes.statics.get(act, ())
    with _Asking(seat, f"{act} {card}") as asked:
        for each in dict.fromkeys((seat, card)):
            for change in _awake(t, reading, each):
                if change.what == act and reading.charges(t, change, seat, card):
                    found.append((change, change.amount or 0))
        for static in statics if asked.first else ():
            if reading.charges(t, static, seat, card):
                found.append((static, reading.amount(t, static, card or seat)))
    found.sort(key=lambda each: each[0].id)
    return found


# -- words and acts ----------------------------------------------------------------------------


def has(t: AnyTable, reading: Reading, thing: str, word: str) -> bool:
    """Whether a thing has a word now: a type, an element, a keyword, a state."""
    if _as_printed(t, reading, thing, word, reading.family(word)):
        return reading.bears(t, thing, word)
    return held(t, reading, thing, word).held


def held(t: AnyTable, reading: Reading, thing: str, word: str) -> Held:
    """Whether a thing has a word now, and by which change."""
    family = reading.family(word)
    there = reading.bears(t, thing, word)
    if _as_printed(t, reading, thing, word, family):
        return Held(there, None)
    by: Change | None = None
    with _Asking(thing, word) as asked:
        found = _in_force(t, reading, thing, word, asked)
        if family:
            found += _in_force(t, reading, thing, family, asked)
            found.sort(key=lambda each: each[0].id)
    for change, _ in found:
        if change.layer == "set" and change.what == family:
            there, by = change.word == word, change
        elif change.layer in ("grant", "lose"):
            there, by = change.layer == "grant", change
    return Held(there, by, asked.doubtful())


def _as_printed(t: AnyTable, reading: Reading, thing: str, word: str, family: str) -> bool:
    """Whether nothing changes a word of a thing."""
    changes: Changes = t.state.changes
    if word in changes.statics or (family and family in changes.statics):
        return False
    for each in changes.on.get(thing, ()):
        if each.what == word or (family and each.what == family):
            return False
    return True


def standing(
    t: AnyTable, reading: Reading, layer: Layer, what: str, *things: str
) -> list[Lasting | Static]:
    """The changes of a layer that hold for any of these things and seats, oldest first."""
    return _standing(t, reading, layer, what, things)[0]


def permitted(t: AnyTable, reading: Reading, act: str, *things: str) -> Change | None:
    """The newest change that permits an act to any of these; None where none does."""
    found = standing(t, reading, "permit", act, *things)
    return found[-1] if found else None


def require_not_forbidden(t: AnyTable, reading: Reading, rule: str, act: str, *things: str) -> None:
    """Refuse, by that rule, an act that is forbidden to any of these.

    The entry of the newest change that forbids it is named. Where the texts in play leave a doubt
    of whom they concern, the act is on trust.
    """
    found, doubts = _standing(t, reading, "forbid", act, things)
    if doubts:
        for doubt in doubts:
            t.trust(doubt)
    elif found:
        t.refuse(
            rule,
            "{source} forbids {thing} to {act}",
            source=found[-1].source,
            thing=things[0],
            act=act,
            since=found[-1].entry,
        )


def _standing(
    t: AnyTable, reading: Reading, layer: Layer, what: str, things: tuple[str, ...]
) -> tuple[list[Lasting | Static], tuple[str, ...]]:
    changes: Changes = t.state.changes
    found: list[Lasting | Static] = [
        each
        for thing in things
        for each in _awake(t, reading, thing)
        if each.layer == layer and each.what == what
    ]
    statics = changes.statics.get(what)
    if not statics:
        found.sort(key=lambda each: each.id)
        return found, ()
    with _Asking(" ".join(things), f"{layer} {what}") as asked:
        if asked.first:
            for static in statics:
                if static.layer == layer and any(reading.fits(t, static, one) for one in things):
                    found.append(static)
    found.sort(key=lambda each: each.id)
    return found, asked.doubtful()


# -- which changes are in force ----------------------------------------------------------------


def _awake(t: AnyTable, reading: Reading, thing: str) -> Sequence[Lasting]:
    """The changes that effects have begun of a thing, but for those that are suspended."""
    found: Sequence[Lasting] = t.state.changes.on.get(thing, ())
    if not found or (asleep := reading.asleep) is None:
        return found
    return [each for each in found if not asleep(t, each)]


def _in_force(
    t: AnyTable, reading: Reading, thing: str, what: str, asked: "_Asking"
) -> list[tuple[Change, int]]:
    """What changes that number or word of a thing, each with its amount, oldest first."""
    changes: Changes = t.state.changes
    found: list[tuple[Change, int]] = [
        (each, each.amount or 0)
        for each in _awake(t, reading, thing)
        if each.what == what or (each.layer == "swap" and each.word == what)
    ]
    if asked.first and what in changes.statics:
        for static in changes.statics[what]:
            if reading.fits(t, static, thing):
                counted = static.layer in ("set", "add") and not static.word
                found.append((static, reading.amount(t, static, thing) if counted else 0))
        found.sort(key=lambda each: each[0].id)
    return found


_Questions = tuple[tuple[tuple[str, str], ...], list[str]]
_OPEN: ContextVar[_Questions | None] = ContextVar("_OPEN", default=None)
"""The questions that are being answered, innermost last, and what speaks against the answers."""


class _Asking:
    """Ask a question, which in a circle is answered without texts, and with a doubt.

    Attributes:
        first: whether it is not asked within itself.
        doubts: what speaks against the answers so far.
    """

    __slots__ = ("_outermost", "_question", "_token", "doubts", "first")

    def __init__(self, thing: str, what: str) -> None:
        self._question = (thing, what)

    def __enter__(self) -> "_Asking":
        outer = _OPEN.get()
        self._outermost = outer is None
        self._token = _ask(*self._question)
        self.first = self._token is not None
        self.doubts = (outer or _OPEN.get() or ((), []))[1]
        return self

    def __exit__(self, *_: object) -> None:
        if self._token is not None:
            _OPEN.reset(self._token)

    def doubtful(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(self.doubts)) if self._outermost else ()


def _ask(thing: str, what: str) -> Token[_Questions | None] | None:
    """Begin to answer a question; None, and a doubt, where it is being answered already."""
    asked, doubts = _OPEN.get() or ((), [])
    question = (thing, what)
    if question in asked:
        doubts.append(f"the {what} of {thing} depends on itself by the texts in play")
        return None
    return _OPEN.set(((*asked, question), doubts))
