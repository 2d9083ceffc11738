"""One line of text for each event, both ways: ``ana attack 3-6 2-2``.

A line says who, the verb, then the fields in their order; the event types alone decide how::

    ana lay Wolf tribes=Ice,Sand   # a comment
    ana deposit Ice*3
    ana first-dice ana:4 bo:4 ana:2 bo:6
    sk-lena insert 12 "ana draw" reason="forgotten draw"
    ana effect "Ember Rite" Ogre.2 damage:Ogre.2:3 draw   # in a game with such outcomes

- A field without a default is a word at its place. One with a default follows while all before
  it stand at their places, else it is written ``name=value``; at its default it is left out.
  Free text, and what an event type marks so, is always ``name=value``.
- The last sequence at a place takes all words that are left; what comes after it is named. A
  named sequence is ``tribes=Ice,Sand``, an empty one ``tribes=``; ``Ice*3`` is
  short for three.
- Numbers thrown together are ``3-6``, the parts of a record ``ana:4``, tables
  ``Wolf:3,Elk:1``; truth is ``yes`` or ``no``; nothing is ``none``; an event within an
  event is a quoted line (or quoted JSON), anything else is quoted JSON.
- A sequence of tagged Structs is one of outcomes, each a word with its parts:
  ``discard:Mage+Imp*2:bo``, ``+`` between the items of one part. The last parts at their defaults
  are left out, one in between is empty (``attack::3``), and an empty sequence that is no default
  is ``none``. The first such sequence at a place takes all words that are left. Names at a place
  right before it, such as aims, stand before the first outcome; one that is the word of an
  outcome is quoted.
- ``"…"`` quotes what would be misread, with the escapes ``\\" \\\\ \\n \\r \\t \\u2028
  \\U0001f600``. ``#`` outside quotes begins a comment.

Whatever was written reads back as the same event. On reading, verbs, outcomes and names may be cut
short; any word of a name may begin it, and the number of a copy (``Ogre.2``) is only needed where
two are meant. A number goes to the first part of an outcome that takes one: ``attack:3``.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

import msgspec

from events.bounds import MOST_LINE
from events.common import NEVER_INSERTED
from events.entry import EventCodec, settled
from events.event import Event
from events.notation.kinds import Items, Kind, Reading, Words, WriteEvent
from events.notation.outcomes import Outcome
from events.notation.plan import Field, Plan, place_of, plan_of
from events.notation.words import (
    Malformed,
    Word,
    choose,
    matching,
    nearest,
    quote,
    split_words,
    verbs_meant,
)

__all__ = ["Malformed", "Word", "outcomes", "quote", "read", "split_words", "usage", "write"]

_PATH = re.compile(r"(.*?)(?: - at .*?`\$(.*)`)?", re.DOTALL)
_STEP = re.compile(r"\.(\w+)|\[(\d+)\]")
_json = msgspec.json.Encoder(order="deterministic")


def usage(event_type: type[Event]) -> str:
    """The signature of a verb, for help: what is needed, and in brackets what may be left out.

    Example:
        >>> from events.common import Strike
        >>> usage(Strike)
        'strike entry [authority=floor|head|scorekeeper] [reason="..."] [rule="..."]'
    """
    return plan_of(event_type).usage()


def outcomes(event_type: type[Event]) -> dict[str, list[str]]:
    """What each kind of outcome looks like, by the field that lists them: more than usage has room
    for.

    Example:
        >>> from events.common import Strike
        >>> outcomes(Strike)
        {}
    """
    return {
        field.name: [form.shape() for form in field.kind.item.forms.values()]
        for field in plan_of(event_type).fields
        if isinstance(field.kind, Items) and isinstance(field.kind.item, Outcome)
    }


def write(event: Event, codec: EventCodec | None = None) -> str:
    """The line of an event. With the codec of its game, events within it are lines as well.

    Example:
        >>> from events.common import Note
        >>> write(Note("bo", "my turn?"))
        'bo note text="my turn?"'
    """
    plan = plan_of(type(event))

    def nested(plain: dict[str, Any]) -> str:
        return _nested_line(plain, codec)

    words = [_who(plan, event, nested), plan.verb]
    in_place = reached = True  # reached: but for words that an outcome may come instead of
    for field in plan.fields:
        value = getattr(event, field.attribute)
        kind = field.kind
        here = reached if field.outcome else in_place
        if field.at_default(value) or (field.variadic and field.required and not value):
            in_place = in_place and field.named
            reached = reached and (field.named or field.skipped)
        elif isinstance(kind, Items) and field.variadic and here and value:
            words += kind.words(value, nested)
        else:
            word = kind.write(value, nested)
            in_place = in_place and (field.named or bool(word))
            here = here and bool(word) and not field.named
            reached = reached and (field.named or field.skipped or here)
            words.append(word if here else f"{field.name}={word}")
    return " ".join(words)


def _who(plan: Plan, event: Event, nested: WriteEvent) -> str:
    """Who did it; in quotes where it could be taken for a number, a time or JSON."""
    word = plan.who.kind.write(getattr(event, plan.who.attribute), nested)
    return quote(word, always=True) if word[0].isdigit() or word[0] == "{" else word


def _nested_line(plain: dict[str, Any], codec: EventCodec | None) -> str:
    """An event within an event: its line, or its JSON where a line would quote a quoted line."""
    if codec is not None:
        inner: Event | None = None
        with suppress(msgspec.ValidationError):
            inner = msgspec.convert(plain, codec.union)
        if inner is not None and not plan_of(type(inner)).nests:
            return write(inner, codec)
    return _json.encode(plain).decode()


def read(
    line: str,
    codec: EventCodec,
    *,
    seat: str | None = None,
    names: Collection[str] = (),
    called: Mapping[str, Sequence[str]] = {},
) -> Event:
    """The event that a line holds.

    Args:
        line: one line, with or without a comment.
        codec: the events of the game.
        seat: who did it where the line does not say so; it may then begin with the verb.
        names: the seats, cards and units in play (and words such as ``bank`` that may stand for
            one). Where given, a word that names one may be in other case or cut short, and one
            that names none is refused. Persons, free text and strings with a pattern of their
            own are taken as they are, as are strings inside a record that are no seat or card
            and have no ``of``. A type with ``Meta(extra={"of": "things"})`` rather means
            numbered copies (``Ogre.2``) where ``Ogre`` is a name as well, one ``of`` ``cards``
            rather not. Words that its ``also`` has may stand there though nothing is called so.
        called: what else people call the things in play, such as a unit by the card on top, each
            with the names that it may mean; for a type ``of`` ``called``.

    Raises:
        Malformed: the line is no event; points at the word.

    Example:
        >>> codec = EventCodec(())
        >>> read("ana conc", codec), read("concede", codec, seat="ana")
        (Concede(seat='ana'), Concede(seat='ana'))
    """
    if len(line) > MOST_LINE:
        raise Malformed(f"a line of {len(line):,} characters; at most {MOST_LINE:,}")
    words = split_words(line)
    who, verb, rest = _address(words, codec, seat, names)
    plan = plan_of(codec.by_verb[_verb(verb, who, codec, seat, names)])
    reading = Reading(names, lambda word: _read_nested(word, codec, names, called), called)
    given = _assign(plan, rest, names)

    plain: dict[str, Any] = {"type": plan.verb}
    sources: dict[str, list[Word]] = {plan.who.name: [who or verb]}
    plain[plan.who.name] = seat if who is None else plan.who.kind.read(who, reading)
    for field in plan.fields:
        if field.name in given:
            found = given[field.name]
            plain[field.name], sources[field.name] = _value(field, found, reading)
        elif field.variadic and field.required:
            plain[field.name], sources[field.name] = [], []
        elif field.required:
            raise verb.wrong(f"{plan.verb} needs {field.name}: {plan.usage()}")
    try:
        event = msgspec.convert(plain, plan.type)
    except msgspec.ValidationError as error:
        raise _explain(error, plan, verb, sources) from None
    return settled(event)


def read_value(
    text: str,
    codec: EventCodec,
    verb: str,
    name: str,
    *,
    names: Collection[str] = (),
    called: Mapping[str, Sequence[str]] = {},
) -> Any:
    """What JSON has for a field whose value is written so.

    Args:
        text: the value as a line has it, without the name of the field; a sequence may be several
            words.
        codec: the events of the game.
        verb: the verb of the event.
        name: the field.
        names: as for :func:`read`.
        called: as for :func:`read`.

    Raises:
        Malformed: it is no such value; points at the word.
        LookupError: there is no such verb, or it has no such field.

    Example:
        >>> read_value('"cut again"', EventCodec(()), "note", "text")
        'cut again'
    """
    plan = plan_of(codec.by_verb[verb])
    field = plan.by_name[name]
    words = split_words(text)
    if not words or (len(words) > 1 and not isinstance(field.kind, Items)):
        word = words[1] if words else Word("", 1)
        raise word.wrong(f"expected one value: {field.usage()}")
    reading = Reading(names, lambda word: _read_nested(word, codec, names, called), called)
    value, sources = _value(field, words, reading)
    kind = next(f.type for f in msgspec.structs.fields(plan.type) if f.encode_name == name)
    try:
        return msgspec.json.decode(_json.encode(msgspec.convert(value, kind)))
    except msgspec.ValidationError as error:
        raise sources[0].wrong(str(error)) from None


def _verb(
    verb: Word, who: Word | None, codec: EventCodec, seat: str | None, names: Collection[str]
) -> str:
    """The verb that is meant; where several begin so, a player's line means a player's verb.

    ``ana str`` is her stride and never a judge's strike.
    """
    player = seat is not None if who is None else who.text in names
    found = verbs_meant(verb.text, codec.by_verb)
    if len(found) == 1:
        return found[0]
    if player and found:
        own = [each for each in found if _by_seat(codec.by_verb[each])]
        if len(own) == 1:
            return own[0]
    return choose(verb, codec.by_verb, "verb")


def _by_seat(kind: type[Event]) -> bool:
    """Whether it is a seat that logs such events."""
    first = plan_of(kind).who.kind
    return isinstance(first, Words) and first.known


class _Address(NamedTuple):
    who: Word | None
    verb: Word
    rest: list[Word]


def _address(
    words: list[Word], codec: EventCodec, seat: str | None, names: Collection[str]
) -> _Address:
    """Who did it (nobody where that is left to ``seat``), the verb, and the words after it."""
    if not words:
        expected = "a seat or person and a verb" if seat is None else "a verb"
        raise Malformed(f"there is no event here: expected {expected}")
    first, *rest = words
    followed = bool(rest) and _is_verb(rest[0], codec)
    if seat is None:
        if not followed and first.raw in codec.by_verb:
            raise first.wrong("expected a seat or person before the verb")
        if first.named():
            raise first.wrong("expected a seat or person")
        if not rest:
            raise first.wrong("expected a verb after it")
        return _Address(first, rest[0], rest[1:])
    begins = not first.raw.startswith('"') and _is_verb(first, codec)
    known = first.text == seat or first.text in names
    says_who = followed and known if begins else followed or (known and bool(rest))
    return _Address(first, rest[0], rest[1:]) if says_who else _Address(None, first, rest)


def _is_verb(word: Word, codec: EventCodec) -> bool:
    return len(verbs_meant(word.text, codec.by_verb)) == 1


def _assign(plan: Plan, words: list[Word], names: Collection[str]) -> dict[str, list[Word]]:
    """The words that hold each field: by name, or by their place among the unnamed words."""
    given: dict[str, list[Word]] = {}
    by_name: set[str] = set()
    place = 0
    for word in words:
        named = word.named()
        if named:
            name, value = named
            begun = matching(name, plan.by_name) if name else []
            if len(begun) != 1:
                raise _no_field(plan, word, name)
            field = plan.by_name[begun[0]]
            name = field.name
            twice = name in given
            by_name.add(name)
        elif place < len(plan.positional):
            place = place_of(plan.positional, place, word, names)
            field, value = plan.positional[place], word
            place += not field.variadic
            twice = field.name in (by_name if field.variadic else given)
        else:
            raise word.wrong(f"one word too many: {plan.usage()}")
        if twice:
            raise word.wrong(f"{field.name} is given twice")
        given.setdefault(field.name, []).append(value)
    return given


def _no_field(plan: Plan, word: Word, name: str) -> Malformed:
    if not name:
        return word.wrong("expected name=value without spaces")
    if name == plan.who.name:
        return word.wrong(f"{name} is written as the first word of the line")
    message = f"{plan.verb} has no field called that"
    return Malformed(message, word.column, name, nearest(name, plan.by_name))


def _value(field: Field, words: list[Word], reading: Reading) -> tuple[Any, list[Word]]:
    """The plain value of a field, and the word that each item of it came from."""
    if isinstance(field.kind, Items):
        pairs = field.kind.pairs(words, reading)
        return [value for _, value in pairs], [word for word, _ in pairs] or words
    return field.kind.read(words[0], reading), words


def _read_nested(
    word: Word,
    codec: EventCodec,
    names: Collection[str],
    called: Mapping[str, Sequence[str]],
) -> Any:
    """The JSON object of an event within an event."""
    text = word.text
    try:
        if text.lstrip().startswith("{"):
            event = codec.event(text)
        else:
            event = read(text, codec, names=names, called=called)
        if isinstance(event, NEVER_INSERTED):
            raise word.wrong("an opening or a ruling cannot be inserted")
        return msgspec.json.decode(_json.encode(event))
    except Malformed as error:
        column = word.column_of(error.column - 1)
        raise Malformed(error.message, column, error.word, error.suggestions) from None
    except msgspec.DecodeError as error:
        raise word.wrong(f"this JSON is not an event: {error}") from None
    except RecursionError:
        raise word.wrong("events are nested too deeply") from None


def _explain(
    error: msgspec.ValidationError, plan: Plan, verb: Word, sources: dict[str, list[Word]]
) -> Malformed:
    """The error of an event type, put to the word that caused it."""
    found = _PATH.fullmatch(str(error))
    message, path = (found.group(1), found.group(2) or "") if found else (str(error), "")
    steps = _STEP.findall(path)
    fields = {plan.who.name: plan.who, **plan.by_name}
    if not steps or steps[0][0] not in fields:
        return verb.wrong(f"{message[:1].lower()}{message[1:]}")
    field = fields[steps[0][0]]
    words = sources[field.name]
    if isinstance(field.kind, Items) and len(steps) == 1:
        return _wrong_count(field, field.kind, plan, words or [verb])
    word = words[int(steps[1][1])] if isinstance(field.kind, Items) else words[0]
    kind: Kind | None = field.kind
    for name, index in steps[1:]:
        inner = kind.within(word, name or index) if kind else None
        word, kind = inner or (word, None)
    if kind is None or not kind.expected:
        return word.wrong(f"{message[:1].lower()}{message[1:]}")
    return word.wrong(f"expected {kind.expected}")


def _wrong_count(field: Field, items: Items, plan: Plan, words: list[Word]) -> Malformed:
    if items.most is not None and len(words) > items.most:
        return words[items.most].wrong(f"{plan.verb} takes at most {items.most} {field.name}")
    least = f"at least {items.least} " if items.least > 1 else ""
    return words[-1].wrong(f"{plan.verb} needs {least}{field.name}: {plan.usage()}")
