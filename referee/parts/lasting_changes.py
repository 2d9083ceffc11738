"""Changes that last: what effects began, until its moment, and what texts do while in play.

A game keeps :class:`Changes` in the field ``changes`` of its state. How they are read, layer by
layer, is said in ``layers``; a change to what would happen in ``replacement``. Moments are words of
the game (``turn``, ``combat``), and of this part the moment at which a thing leaves
(:func:`while_there`).
"""

from collections.abc import Sequence
from typing import Literal

from msgspec import Struct, field
from msgspec.structs import replace

from referee.fact import Fact
from referee.house import AnyTable

TextLayer = Literal["set", "grant", "lose", "add", "free", "swap", "permit", "forbid"]
"""What a ``change`` of a catalog does, while its source is in play; see :data:`Layer`."""

Layer = Literal[TextLayer, "instead", "shield", "next", "untold"]
"""What a change does.

``set`` a number, or the only word of a family; ``grant`` or ``lose`` a word; ``add`` to a number
or a price; ``free`` a price; ``swap`` two numbers; ``permit`` or ``forbid`` an act. ``instead``
puts something in the place of what would happen; a ``shield`` prevents up to its amount and
shrinks by that; ``next`` prevents once and is used up by the attempt. ``untold``, of nothing,
stands for a text that is not told, or told in part, and is asked what it may explain.
"""


class Change(Struct, frozen=True, omit_defaults=True):
    """What lasting and static changes have in common."""

    id: int  # counts what has begun in the match, so that a smaller one is older
    entry: int  # the entry that began it
    source: str  # the thing or card whose text it is
    layer: Layer  # what it does
    what: str  # to what: a number, a word, a family of words, an act, an outcome
    word: str = ""  # the only word of a family that it sets; the number that it swaps with
    number: int = 0  # which of the source's texts it is, from 0, for what is read in the catalog


class Lasting(Change, frozen=True, omit_defaults=True, kw_only=True):
    """A change that an effect began, of one thing or seat, until its moment."""

    on: str  # the thing or seat
    amount: int | None = None  # how much; None where it has none, or, of a prevention, all
    until: str = ""  # the moment that ends it; empty where nothing does


class Static(Change, frozen=True, omit_defaults=True):
    """A change by a text while its source is in play; whom it concerns, and by how much, is
    asked of the catalog each time."""


class Text(Struct, frozen=True):
    """What a text in the catalog changes while its source is in play; see :class:`Change`."""

    layer: Layer
    what: str
    word: str = ""
    number: int = 0


class Changes(Struct, omit_defaults=True):
    """All changes in force."""

    begun: int = 0  # how many have begun in the match
    # those that effects began, by the thing or seat that they are on, oldest first
    on: dict[str, list[Lasting]] = field(default_factory=dict)
    # for each moment, the things and seats with a change that it ends
    ends: dict[str, list[str]] = field(default_factory=dict)
    # those of texts, by what they change, oldest first
    statics: dict[str, list[Static]] = field(default_factory=dict)
    # for each source in play with such texts, what they change
    texts: dict[str, list[str]] = field(default_factory=dict)


class ChangeBegan(Fact, frozen=True):
    """An effect changed a thing or seat for some time.

    Args:
        source: the thing or card whose text it is.
        target: the thing or seat that is changed.
        layer: what the change does: set, add, grant …
        what: the number, word, act or outcome that is changed.
        amount: how much; none where it has no amount, or, of a prevention, all.
        until: the moment that ends it; empty where nothing does.
    """

    source: str
    target: str
    layer: str
    what: str
    amount: int | None
    until: str


class ChangeEnded(Fact, frozen=True):
    """Such a change is over: its moment has come, it was used up, or its thing is gone.

    Args:
        source: the thing or card whose text it is.
        target: the thing or seat that was changed.
        layer: what the change did.
        what: the number, word, act or outcome that was changed.
        entry: the entry that began it.
    """

    source: str
    target: str
    layer: str
    what: str
    entry: int


FACTS: tuple[type[Fact], ...] = (ChangeBegan, ChangeEnded)
"""The facts that a game with lasting changes can give, beside its own."""


def while_there(source: str) -> str:
    """The moment at which a thing leaves, for what lasts while it is there."""
    return f"{_WHILE}{source}"


def while_it_is_there(moment: str) -> str:
    """The thing while which something lasts; empty where another moment ends it."""
    return moment.removeprefix(_WHILE) if moment.startswith(_WHILE) else ""


_WHILE = "while:"


def begin(
    t: AnyTable,
    source: str,
    on: str,
    layer: Layer,
    what: str,
    amount: int | None = None,
    *,
    until: str = "",
    word: str = "",
) -> Lasting:
    """Begin a change; see :class:`Lasting` for what it takes."""
    changes: Changes = t.state.changes
    made = Lasting(
        changes.begun + 1,
        t.seq,
        source,
        layer,
        what,
        word,
        on=on,
        amount=amount,
        until=until,
    )
    t.set(changes, "begun", made.id)
    t.item(changes.on, on, [*changes.on.get(on, ()), made])
    if until:
        things = changes.ends.get(until, [])
        if on not in things:
            t.item(changes.ends, until, [*things, on])
    t.fact(ChangeBegan(source, on, layer, what, amount, until))
    return made


def over(t: AnyTable, moment: str) -> list[Lasting]:
    """A moment has come: end what it ends, oldest first, and say what that was."""
    changes: Changes = t.state.changes
    ended: list[Lasting] = []
    for thing in changes.ends.get(moment, ()):
        ended += [each for each in changes.on[thing] if each.until == moment]
        _keep(t, thing, [each for each in changes.on[thing] if each.until != moment])
    if ended:
        t.item(changes.ends, moment)
        ended.sort(key=lambda each: each.id)
        for each in ended:
            _tell(t, each)
    return ended


def end(t: AnyTable, change: Lasting) -> None:
    """End one change before its moment, because it has been used up."""
    _drop(t, [change])
    _tell(t, change)


def lessen(t: AnyTable, change: Lasting, by: int) -> None:
    """So much of a change is used up; one of which nothing is left ends."""
    if change.amount is None or by == 0:
        return
    if by >= change.amount:
        end(t, change)
        return
    less = replace(change, amount=change.amount - by)
    now = [less if each.id == change.id else each for each in t.state.changes.on[change.on]]
    t.item(t.state.changes.on, change.on, now)


def enter(t: AnyTable, source: str, texts: Sequence[Text]) -> None:
    """A thing is in play, whose texts change things from now on."""
    changes: Changes = t.state.changes
    named: list[str] = list(changes.texts.get(source, ()))
    for text in texts:
        t.set(changes, "begun", changes.begun + 1)
        made = Static(changes.begun, t.seq, source, text.layer, text.what, text.word, text.number)
        for what in dict.fromkeys((text.what, text.word) if text.layer == "swap" else (text.what,)):
            t.item(changes.statics, what, [*changes.statics.get(what, ()), made])
            if what not in named:
                named.append(what)
    if named:
        t.item(changes.texts, source, named)


def leave(t: AnyTable, thing: str) -> list[Lasting]:
    """A thing is gone: what its texts change, what is on it, and what lasts while it is there.

    Returns:
        The changes of other things that ended by it, oldest first.
    """
    changes: Changes = t.state.changes
    if thing in changes.texts:
        silence(t, thing)
    own = changes.on.get(thing)
    if own:
        _drop(t, own)
        for each in own:
            _tell(t, each)
    return over(t, while_there(thing)) if changes.ends else []


def silence(t: AnyTable, source: str) -> None:
    """The texts of a thing change nothing any more, though it may still be there."""
    changes: Changes = t.state.changes
    for what in changes.texts.get(source, ()):
        left = [each for each in changes.statics[what] if each.source != source]
        if left:
            t.item(changes.statics, what, left)
        else:
            t.item(changes.statics, what)
    if source in changes.texts:
        t.item(changes.texts, source)


def _drop(t: AnyTable, gone: Sequence[Lasting]) -> None:
    """Take changes of one thing away, and out of the index of moments."""
    changes: Changes = t.state.changes
    thing, ids = gone[0].on, {each.id for each in gone}
    left = [each for each in changes.on[thing] if each.id not in ids]
    _keep(t, thing, left)
    lasting = {each.until for each in left}
    for moment in dict.fromkeys(each.until for each in gone):
        if not moment or moment in lasting:
            continue
        things = [each for each in changes.ends[moment] if each != thing]
        if things:
            t.item(changes.ends, moment, things)
        else:
            t.item(changes.ends, moment)


def _keep(t: AnyTable, thing: str, left: list[Lasting]) -> None:
    on = t.state.changes.on
    if left:
        t.item(on, thing, left)
    else:
        t.item(on, thing)


def _tell(t: AnyTable, gone: Lasting) -> None:
    t.fact(ChangeEnded(gone.source, gone.on, gone.layer, gone.what, gone.entry))
