"""How an event type is laid out in a line of notation, found once for each type."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, TypeGuard

from msgspec import NODEFAULT, inspect

from events.entry import verb
from events.event import Event, Name, Person, Seat
from events.notation.kinds import (
    Choice,
    Dice,
    Items,
    Json,
    Kind,
    Maybe,
    Nested,
    Number,
    Plain,
    Record,
    Table,
    Whole,
    Words,
    singular,
)
from events.notation.outcomes import Form, Outcome, Part, Several
from events.notation.words import Word, quote

_PERSON = inspect.type_info(Person)
_LISTED = (inspect.type_info(Seat), inspect.type_info(Name))
_STRINGS = (
    inspect.DateTimeType,
    inspect.DateType,
    inspect.TimeType,
    inspect.UUIDType,
    inspect.DecimalType,
)


_IN_SEVERAL = (Words, Whole, Number, Choice, Plain)


@dataclass(frozen=True)
class Field:
    """A field of an event type in the notation.

    Args:
        name: as it is written.
        attribute: as the Struct has it.
        kind: how its values look.
        named: whether it is always written ``name=value``.
        variadic: whether it takes all words that are left.
        required: whether it has no default.
        default: the default; unused where it is required.
        skipped: whether an outcome may stand in its place, as one does after the aims.
    """

    name: str
    attribute: str
    kind: Kind
    named: bool
    variadic: bool
    required: bool
    default: Any
    skipped: bool = False

    @property
    def outcome(self) -> Outcome | None:
        """What its items are, where it takes all outcomes of a line."""
        kind = self.kind.item if self.variadic and isinstance(self.kind, Items) else None
        return kind if isinstance(kind, Outcome) else None

    def at_default(self, value: Any) -> bool:
        """Whether a value is left out."""
        return not self.required and bool(value == self.default)

    def usage(self) -> str:
        """The field in the signature of its verb."""
        if self.variadic and isinstance(self.kind, Items):
            shown = f"{self.kind.item.shape(singular(self.name))} ..."
            return shown if self.required and self.kind.least else f"[{shown}]"
        shown = self.kind.shape(self.name)
        shown = f"{self.name}={shown}" if self.named else shown
        return shown if self.required else f"[{shown}]"


@dataclass(frozen=True)
class Plan:
    """The layout of one event type: who, the verb, then the fields in order."""

    type: type[Event]
    verb: str
    who: Field
    fields: tuple[Field, ...]
    positional: tuple[Field, ...]
    by_name: dict[str, Field]

    def usage(self) -> str:
        """The signature of the verb, such as ``attack [roll-roll ...]``."""
        return " ".join([self.verb, *(field.usage() for field in self.fields)])

    @property
    def nests(self) -> bool:
        """Whether an event of this type holds another event."""
        return any(field.kind.nests for field in self.fields)


@cache
def plan_of(event_type: type[Event]) -> Plan:
    """The layout of an event type.

    Raises:
        TypeError: the type has no field that could say who.
    """
    info = inspect.type_info(event_type)
    if not isinstance(info, inspect.StructType) or not info.fields:
        raise TypeError(f"{event_type.__name__} has no first field that says who")
    who, *others = info.fields
    variadic = _variadic(others)
    fields = _with_aims(
        [
            _field(
                each, after=variadic is not None and index > variadic, variadic=index == variadic
            )
            for index, each in enumerate(others)
        ]
    )
    return Plan(
        event_type,
        verb(event_type),
        _field(who),
        fields,
        tuple(field for field in fields if not field.named),
        {field.name: field for field in fields},
    )


def place_of(places: Sequence[Field], at: int, word: Word, names: Collection[str]) -> int:
    """At which of the places a word stands: the next one, or the outcomes that it belongs to."""
    last = len(places) - 1
    outcome = places[-1].outcome if at < last else None
    if outcome is None or not all(field.skipped for field in places[at:last]):
        return at
    return last if outcome.begins(word, names) else at


def _variadic(fields: Sequence[inspect.Field]) -> int | None:
    """Which field takes all words that are left: the first sequence of outcomes, or else the last
    sequence, that no needed word follows."""
    found = None
    for index in range(len(fields) - 1, -1, -1):
        base, notes = _base(fields[index].type)
        if "named" in notes:
            continue
        if _is_sequence(base) and (found is None or _outcome(base.item_type)):
            found = index
        elif fields[index].required:
            break
    return found


def _with_aims(fields: list[Field]) -> tuple[Field, ...]:
    """The fields, where an outcome may come instead of the names right before the outcomes.

    A sequence of names there, such as the aims, takes all words up to the first outcome.
    """
    listing = next((field for field in fields if field.outcome), None)
    if listing is None or listing.outcome is None:
        return tuple(fields)
    beside = tuple(listing.outcome.forms)
    before = [i for i in range(fields.index(listing)) if not fields[i].named]
    for index in reversed(before):
        field, kind = fields[index], fields[index].kind
        if isinstance(kind, Items) and isinstance(kind.item, Words) and index == before[-1]:
            named = replace(kind, item=replace(kind.item, beside=beside))
            fields[index] = replace(field, kind=named, variadic=True, skipped=True)
        elif isinstance(kind, Words) and not field.required:
            fields[index] = replace(field, kind=replace(kind, beside=beside), skipped=True)
        else:
            break
    return tuple(fields)


def _field(field: inspect.Field, *, after: bool = False, variadic: bool = False) -> Field:
    _, notes = _base(field.type)
    return Field(
        field.encode_name,
        field.name,
        _kind(field.type),
        after or "named" in notes,
        variadic,
        field.required,
        _default(field),
    )


def _default(field: inspect.Field) -> Any:
    if field.default_factory is NODEFAULT:
        return field.default
    return field.default_factory()


def _base(info: inspect.Type) -> tuple[inspect.Type, dict[str, Any]]:
    """A type without its notes, and the notes: what its ``Meta`` says beside its limits."""
    notes: dict[str, Any] = {}
    while isinstance(info, inspect.Metadata):
        notes = {**(info.extra_json_schema or {}), **(info.extra or {}), **notes}
        info = info.type
    return info, {note: value for note, value in notes.items() if value}


def _is_sequence(base: inspect.Type) -> TypeGuard[inspect.VarTupleType | inspect.ListType]:
    return isinstance(base, inspect.VarTupleType | inspect.ListType)


def _kind(info: inspect.Type) -> Kind:
    base, notes = _base(info)
    if "event" in notes:
        return Nested()
    if _is_sequence(base):
        outcome = _outcome(base.item_type)
        item = outcome or _kind(base.item_type)
        counts = str(notes.get("counts", ""))
        return Items(item, base.min_length or 0, base.max_length, outcome is None, counts)
    if isinstance(base, inspect.StrType):
        free = "named" in notes and "word" not in notes
        named = not free or "of" in notes  # of what bears a name, however it is written
        listed = base.pattern is None and info != _PERSON and named
        return _words(base, notes, free=free, listed=listed)
    if isinstance(base, inspect.DictType):
        key, value = _simple(base.key_type), _simple(base.value_type)
        return Table(key, value) if isinstance(key, Words) and value else Json()
    return _simple(info) or _record(base) or _perhaps(base) or Json()


def _simple(info: inspect.Type) -> Kind | None:
    """The kind of a value that may stand inside another, or nothing where it may not."""
    base, notes = _base(info)
    if isinstance(base, inspect.StrType):
        return _words(base, notes, listed=info in _LISTED or "of" in notes)
    if isinstance(base, inspect.IntType):
        return Whole(_expected(base, notes))
    if isinstance(base, inspect.FloatType):
        return Number(_expected(base, notes))
    if isinstance(base, inspect.BoolType):
        return Choice({"yes": True, "no": False})
    if isinstance(base, inspect.LiteralType):
        return _choice(base.values)
    if isinstance(base, inspect.EnumType):
        return _choice([member.value for member in base.cls])
    if isinstance(base, _STRINGS):
        return Plain()
    if isinstance(base, inspect.TupleType):
        numbers = tuple(filter(None, map(_simple, base.item_types)))
        dice = tuple(number for number in numbers if isinstance(number, Whole))
        return Dice(dice) if dice and len(dice) == len(base.item_types) else None
    if isinstance(base, inspect.UnionType) and base.includes_none and len(base.types) == 2:
        (inner,) = (each for each in base.types if not isinstance(each, inspect.NoneType))
        kind = _simple(inner)
        return Maybe(kind) if kind else None
    return None


def _perhaps(base: inspect.Type) -> Maybe | None:
    """A record or nothing."""
    if isinstance(base, inspect.UnionType) and base.includes_none and len(base.types) == 2:
        (inner,) = (each for each in base.types if not isinstance(each, inspect.NoneType))
        kind = _record(inner)
        return Maybe(kind) if kind else None
    return None


def _choice(values: Sequence[Any]) -> Choice | None:
    labels = {str(value): value for value in values}
    plain = all(isinstance(value, str | int) for value in values)
    return Choice(labels) if plain and len(labels) == len(values) else None


def _record(base: inspect.Type) -> Record | None:
    """An array-like Struct, or a fixed tuple, if all its parts are simple."""
    if isinstance(base, inspect.StructType) and base.array_like and base.tag is None:
        names = tuple(field.encode_name for field in base.fields)
        attributes = tuple(field.name for field in base.fields)
        types = [field.type for field in base.fields]
        needed = sum(field.required for field in base.fields)
        defaults = tuple(_default(field) for field in base.fields[needed:])
    elif isinstance(base, inspect.TupleType):
        types, needed = list(base.item_types), len(base.item_types)
        names, attributes, defaults = ("value",) * needed, (), ()
    else:
        return None
    kinds = tuple(filter(None, map(_simple, types)))
    if not kinds or len(kinds) != len(types):
        return None
    return Record(names, kinds, attributes, needed, defaults)


def _outcome(info: inspect.Type) -> Outcome | None:
    """A tagged Struct, or one of several, each with a tag that is a plain word."""
    base, _ = _base(info)
    types = base.types if isinstance(base, inspect.UnionType) else (base,)
    forms: dict[str, Form] = {}
    for each in types:
        if not isinstance(each, inspect.StructType) or not isinstance(each.tag, str):
            return None
        if quote(each.tag) != each.tag:
            return None
        parts = tuple(
            Part(f.encode_name, f.name, _part(f), f.required, _default(f)) for f in each.fields
        )
        forms[each.tag] = Form(each.tag, parts, str(each.tag_field), each.array_like)
    return Outcome(forms)


def _part(field: inspect.Field) -> Kind:
    """The kind of a part of an outcome; what holds marks of its own is quoted JSON."""
    base, _ = _base(field.type)
    if isinstance(base, inspect.UnionType) and base.includes_none and len(base.types) == 2:
        (inner,) = (each for each in base.types if not isinstance(each, inspect.NoneType))
        kind = _whole_part(inner)
        if isinstance(kind, Several):
            return kind if field.default is None else Json()
        return Maybe(kind)
    return _whole_part(field.type)


def _whole_part(info: inspect.Type) -> Kind:
    base, _ = _base(info)
    if _is_sequence(base):
        item = _kind(base.item_type)
        return Several(item) if isinstance(item, _IN_SEVERAL) else Json()
    kind = _kind(info)
    return kind if isinstance(kind, (*_IN_SEVERAL, Dice, Nested)) else Json()


def _words(
    base: inspect.StrType, notes: dict[str, Any], *, free: bool = False, listed: bool
) -> Words:
    also = notes.get("also", ())  # words, or these with what each means
    pairs = also.items() if isinstance(also, Mapping) else zip(also, also, strict=True)
    return Words(free, listed, _expected(base, notes), notes.get("of", ""), also=(*pairs,))


def _expected(
    base: inspect.StrType | inspect.IntType | inspect.FloatType, notes: dict[str, Any]
) -> str:
    described = notes.get("description", "")
    if isinstance(base, inspect.StrType):
        limits = (
            f", {base.min_length or 0} to {base.max_length} characters" if base.max_length else ""
        )
        limits += f" like {base.pattern}" if base.pattern and not described else ""
        return f"{described or 'text'}{limits}"
    noun = f"{described}," if described else "a number"
    bounds = (
        base.ge if base.ge is not None else base.gt,
        base.le if base.le is not None else base.lt,
    )
    least, most = (f"{bound:g}" if isinstance(bound, float) else bound for bound in bounds)
    above = "" if base.ge is not None else "above "
    below = "" if base.le is not None else "below "
    if least is not None and most is not None:
        return f"{noun} from {above}{least} to {below}{most}"
    if least is not None:
        return f"{noun} {above or 'at least '}{least}"
    if most is not None:
        return f"{noun} {below or 'at most '}{most}"
    return described or noun
