"""The notation: every event survives its line of text, and every mistake is pointed at."""

import enum
from datetime import datetime
from functools import cache
from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st
from msgspec import Meta, Struct, inspect

from events import legacy_of_conflict, wondervale
from events.common import (
    NEVER_INSERTED,
    Adjust,
    Change,
    Insert,
    Note,
    Opening,
    Rewind,
    Seating,
    Stand,
    Strike,
)
from events.entry import EventCodec, verb
from events.event import Event, Name, RolledPair, Seat
from events.notation import Malformed, quote, read, split_words, usage, write
from events.notation.words import nearest
from events.wondervale import Attack, ChaosHealth, Deposit, Draw, Lay, Mulligan, SeatRoll
from tests.tiers import examples

CODEC = EventCodec(wondervale.EVENTS)
NAMES = ("ana", "bo", "Snowlitt", "Snowball", "Aegaryn", "Duneward", "bank", "Élan")


class Weather(enum.Enum):
    FAIR = "fair"
    FOUL = "foul"


class Place(Struct, frozen=True):
    """No array: written as JSON."""

    x: int
    notes: tuple[str, ...] = ()


class Mark(Struct, frozen=True, array_like=True):
    """A record whose last part may be left out."""

    what: str
    sure: bool
    pair: tuple[int, int] = (0, 0)


class Spot(Struct, frozen=True, array_like=True):
    """Where something stands, and which way it faces."""

    x: float = 0.0
    y: float = 0.0
    facing: float | None = None


class Survey(Event, frozen=True):
    """Every kind of field that a game to come may have."""

    by: Seat
    pairs: tuple[RolledPair, ...]
    range_mm: float
    sure: bool = False
    guess: int | None = None
    word: str | None = "some"
    weather: Weather = Weather.FAIR
    marks: list[Mark] = msgspec.field(default_factory=list)
    stock: dict[Name, int] = msgspec.field(default_factory=dict)
    labels: dict[str, str] = msgspec.field(default_factory=dict)
    place: Place | None = None
    at: datetime | None = None
    mixed: tuple[str, int, bool] = ("", 0, True)
    more: int | str = 0
    tail: tuple[str, ...] = ("a",)
    last: Annotated[tuple[Place, ...], Meta(extra={"named": True})] = ()


class Turnabout(Event, frozen=True, kw_only=True):
    """A field that is needed behind one that is not."""

    seat: Seat
    count: int = 1
    card: Name
    cards: tuple[Name, ...]
    at: Literal["hand", "bank", 3]


class Pace(Event, frozen=True):
    """Records of measurements."""

    seat: Seat
    spot: Spot
    path: tuple[Spot, ...] = ()


class Muster(Event, frozen=True):
    """Bounds on what is listed, and on how a word is made."""

    seat: Seat
    cards: Annotated[tuple[Name, ...], Meta(min_length=1, max_length=2)]
    source: Annotated[str, Meta(pattern=r"^(hand|bank)$(?!\n)")] = "hand"


class Shot(Struct, frozen=True, array_like=True):
    """A record that names a thing in play, which may go by what people call it."""

    target: Annotated[str, Meta(min_length=1, extra={"of": "called"})]
    hits: int | None = None


class Volley(Event, frozen=True):
    """Records with names that are looked up."""

    seat: Seat
    shots: tuple[Shot, ...]


JSON = msgspec.json.Encoder(order="deterministic")


def stored(event: Event) -> bytes:
    """The JSON of an event: the same for the same event, down to what is left out."""
    return JSON.encode(event)


GAMES_TO_COME = EventCodec((*wondervale.EVENTS, Survey, Turnabout, Pace, Muster, Volley))


def values(info: inspect.Type) -> st.SearchStrategy[Any]:
    """Any value of a type, as msgspec sees the type."""
    match info:
        case inspect.Metadata(type=inner, extra=extra):
            return (
                insertable().map(stored).map(msgspec.json.decode)
                if (extra or {}).get("event")
                else values(inner)
            )
        case inspect.StrType(pattern=str() as pattern):
            return st.from_regex(pattern)
        case inspect.StrType(min_length=least, max_length=most):
            return st.text(min_size=least or 0, max_size=min(most or 20, 20))
        case inspect.IntType(ge=least, le=most):
            return st.integers(least, most)
        case inspect.FloatType(ge=least, le=most):
            return st.floats(least, most, allow_nan=False, allow_infinity=False)
        case inspect.BoolType():
            return st.booleans()
        case inspect.NoneType():
            return st.none()
        case inspect.DateTimeType():
            return st.datetimes()
        case inspect.LiteralType(values=choices):
            return st.sampled_from(choices)
        case inspect.EnumType(cls=members):
            return st.sampled_from(list(members))
        case inspect.UnionType(types=types):
            return st.one_of([values(each) for each in types])
        case inspect.VarTupleType(item_type=item, min_length=least, max_length=most):
            return st.lists(values(item), min_size=least or 0, max_size=most or 4).map(tuple)
        case inspect.ListType(item_type=item):
            return st.lists(values(item), max_size=4)
        case inspect.TupleType(item_types=items):
            return st.tuples(*map(values, items))
        case inspect.DictType(key_type=key, value_type=value):
            return st.dictionaries(values(key), values(value), max_size=4)
        case inspect.StructType(cls=cls):
            return structs(cls)
    raise NotImplementedError(info)


@cache
def structs(cls: type[Any]) -> st.SearchStrategy[Any]:
    """Any value of a Struct; each field with a default is often at its default.

    A default that is drawn is left out, as encoding tells the default from its equal.
    """
    info = inspect.type_info(cls)
    assert isinstance(info, inspect.StructType)
    needed = {f.name: values(f.type) for f in info.fields if f.required}
    optional = {f.name: values(f.type) for f in info.fields if not f.required}
    defaults = {f.name: f.default for f in info.fields}
    fields = st.fixed_dictionaries(needed, optional=optional)
    return fields.map(lambda drawn: cls(**{f: v for f, v in drawn.items() if v != defaults[f]}))


@cache
def any_event() -> st.SearchStrategy[Event]:
    """Any event of the sample game."""
    return st.deferred(lambda: st.one_of([structs(event_type) for event_type in CODEC.types]))


def insertable() -> st.SearchStrategy[Event]:
    """Any event that a ruling may put in its place."""
    return st.one_of([structs(t) for t in CODEC.types if t not in NEVER_INSERTED])


MANY = settings(suppress_health_check=list(HealthCheck))
FEW = settings(MANY, max_examples=examples(20))


# What is written reads back


@pytest.mark.parametrize("event_type", GAMES_TO_COME.types, ids=verb)
@given(data=st.data())
@FEW
def test_an_event_reads_back_from_its_line(event_type: type[Event], data: st.DataObject) -> None:
    event = data.draw(structs(event_type))
    line = write(event, GAMES_TO_COME)
    assert len(line.splitlines()) == 1
    assert line.isprintable()
    assert stored(read(line, GAMES_TO_COME)) == stored(event)
    assert stored(read(f"  {line}# and a comment", GAMES_TO_COME)) == stored(event)


@pytest.mark.parametrize("event_type", GAMES_TO_COME.types, ids=verb)
@given(data=st.data())
@FEW
def test_an_event_reads_back_from_its_json(event_type: type[Event], data: st.DataObject) -> None:
    event = data.draw(structs(event_type))
    assert stored(GAMES_TO_COME.event(stored(event))) == stored(event)


@pytest.mark.parametrize("event_type", GAMES_TO_COME.types, ids=verb)
def test_an_event_type_has_a_json_schema_and_a_usage(event_type: type[Event]) -> None:
    schema = msgspec.json.schema(event_type)
    assert schema["$defs"][event_type.__name__]["properties"]["type"]["enum"] == [verb(event_type)]
    assert usage(event_type).startswith(verb(event_type))


@given(any_event())
@MANY
def test_an_event_reads_back_where_the_line_may_begin_with_the_verb(event: Event) -> None:
    who = getattr(event, event.__struct_fields__[0])
    assert stored(read(write(event, CODEC), CODEC, seat=who)) == stored(event)


@given(structs(Insert))
@FEW
def test_an_event_within_an_event_reads_back_without_the_codec(event: Insert) -> None:
    assert stored(read(write(event), CODEC)) == stored(event)


@given(st.text())
@MANY
@example("none")
@example("3-6")
@example("120")
@example("a=b")
@example("x | y # z")
@example("\u2028\x00\x85\U000e0001")
def test_any_text_is_one_quoted_word(text: str) -> None:
    (word,) = split_words(quote(text))
    assert word.text == text


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (Attack("ana", ((3, 6), (2, 2))), "ana attack 3-6 2-2"),
        (Attack("ana"), "ana attack"),
        (Draw("ana"), "ana draw"),
        (Draw("ana", 2), "ana draw 2"),
        (Lay("bo", "Snowlitt", ("Aegaryn", "Duneward")), "bo lay Snowlitt tribes=Aegaryn,Duneward"),
        (Lay("bo", "Frost Wolf"), 'bo lay "Frost Wolf"'),
        (Lay("bo", 'A"\\\n*', (",", " ")), 'bo lay "A\\"\\\\\\n*" tribes=","," "'),
        (Mulligan("ana", ()), "ana mulligan"),
        (
            ChaosHealth("ana", (SeatRoll("ana", 4), SeatRoll("b:o", 6))),
            'ana chaos-health ana:4 "b:o":6',
        ),
        (Note("2nd", "hi"), '"2nd" note text="hi"'),
        (Strike("sk", 9, "head", rule="WV-7.1"), 'sk strike 9 authority=head rule="WV-7.1"'),
        (Stand("sk", 9, ("WV-7.1", "WV-7.2")), "sk stand 9 WV-7.1 WV-7.2"),
        (Adjust("sk", (Change("health", "bo", "180"),)), "sk adjust health:bo:180"),
        (
            Insert("judge", 12, {"type": "draw", "seat": "ana"}, reason="forgotten draw"),
            'judge insert 12 "ana draw" reason="forgotten draw"',
        ),
        (
            Insert("judge", 12, {"type": "lay", "seat": "ana", "card": "a b"}),
            'judge insert 12 "ana lay \\"a b\\""',
        ),
        (
            Opening("p", "wondervale", "1.1", "0" * 64, (Seating("ana", "p"),), {"WV-I 1": "two"}),
            f'p opening wondervale 1.1 {"0" * 64} "{{\\"seat\\":\\"ana\\",\\"person\\":\\"p\\"}}"'
            ' interpretations="WV-I 1":two',
        ),
        (
            Survey("ana", ((1, 2), (3, 4)), 2.5, True, None, None, stock={"a b": 3, "c": 1}),
            'ana survey 1-2,3-4 2.5 yes word=none stock="a b":3,c:1',
        ),
        (Survey("ana", (), 1.0, word="none"), 'ana survey pairs= range_mm=1 word="none"'),
        (Survey("ana", (), 1.0, tail=()), "ana survey pairs= range_mm=1 tail="),
        (Survey("ana", (), -0.5), "ana survey pairs= range_mm=-0.5"),
        (Survey("ana", (), 1e15), "ana survey pairs= range_mm=1000000000000000"),
        (Survey("ana", (), 1e300), "ana survey pairs= range_mm=1e+300"),
        (
            Survey("ana", (), 1.0, marks=[Mark("a", True), Mark("b", False, (1, 2))]),
            ("ana survey pairs= range_mm=1 marks=a:yes,b:no:1-2"),
        ),
        (Pace("ana", Spot(120.0, 340.0)), "ana pace 120:340"),
        (Pace("ana", Spot(120.5, 0.0, 90.0)), "ana pace 120.5:0:90"),
        (Pace("ana", Spot(), (Spot(1.0), Spot(0.0, 2.0))), "ana pace 0 1 0:2"),
        (
            Turnabout(seat="ana", card="x", cards=("a", "b"), at=3),
            "ana turnabout card=x cards=a,b at=3",
        ),
        (
            Turnabout(seat="ana", count=2, card="x", cards=("a", "b"), at="hand"),
            "ana turnabout 2 x a,b hand",
        ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_line_is_written_so(event: Event, line: str) -> None:
    assert write(event, GAMES_TO_COME) == line
    assert read(line, GAMES_TO_COME) == event


@pytest.mark.parametrize("spot", [Spot(-0.0), Spot(1.0, -0.0)])
def test_less_than_nothing_is_not_left_out(spot: Spot) -> None:
    """Zero and its negative are equal, and the hash tells them apart."""
    event = Pace("ana", spot)
    assert stored(read(write(event, GAMES_TO_COME), GAMES_TO_COME)) == stored(event)


@pytest.mark.parametrize("inner", ["judge rewind 3", 'judge insert 2 \\"ana draw\\"'])
def test_a_ruling_cannot_be_inserted(inner: str) -> None:
    with pytest.raises(Malformed, match="cannot be inserted"):
        read(f'judge insert 1 "{inner}"', CODEC)
    plain = {"type": "rewind", "judge": "j", "to": 3}
    with pytest.raises(msgspec.ValidationError, match="event of play"):
        CODEC.event(msgspec.json.encode(Insert("j", 1, plain)))


# What people type


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("  ana   at  3-6 # missed", Attack("ana", ((3, 6),))),
        ("ana Draw 2", Draw("ana", 2)),
        ("ana draw count=2", Draw("ana", 2)),
        ("ana deposit Aegaryn*3 Duneward", Deposit("ana", ("Aegaryn",) * 3 + ("Duneward",))),
        ("ana lay Snowlitt t=Aegaryn", Lay("ana", "Snowlitt", ("Aegaryn",))),
        ("ana deposit Aegaryn,Aegaryn", Deposit("ana", ("Aegaryn",) * 2)),
        ("ana deposit cards=Aegaryn*2", Deposit("ana", ("Aegaryn",) * 2)),
        (
            "ana lay Snowlitt tribes=Aegaryn*2,Duneward",
            Lay("ana", "Snowlitt", ("Aegaryn", "Aegaryn", "Duneward")),
        ),
        ("ana attack 3-6*2", Attack("ana", ((3, 6), (3, 6)))),
        ('ana deposit "A*3"', Deposit("ana", ("A*3",))),
        ("ana note text=late", Note("ana", "late")),
        ("sk rewind 3 auth", None),
        ("sk rewind 3 authority=h", Rewind("sk", 3, "head")),
        ('sk insert 3 "ana dra 2"', Insert("sk", 3, {"type": "draw", "seat": "ana", "count": 2})),
        (
            'sk insert 3 "{\\"type\\":\\"draw\\",\\"seat\\":\\"ana\\",\\"count\\":1}"',
            Insert("sk", 3, {"type": "draw", "seat": "ana"}),
        ),
    ],
)
def test_a_line_may_be_typed_so(line: str, event: Event | None) -> None:
    if event is None:
        with pytest.raises(Malformed):
            read(line, CODEC)
    else:
        assert read(line, CODEC) == event


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("draw 2", Draw("ana", 2)),
        ("dra 2", Draw("ana", 2)),
        ("bo draw 2", Draw("bo", 2)),
        ('"draw" draw 2', Draw("draw", 2)),
        ("note text=x", Note("ana", "x")),
        ("deposit draw", Deposit("ana", ("draw",))),
    ],
)
def test_with_a_seat_the_line_may_begin_with_the_verb(line: str, event: Event) -> None:
    assert read(line, CODEC, seat="ana") == event


@pytest.mark.parametrize(
    ("line", "event"),
    [
        ("BO lay snowl tribes=aeg,DUNEWARD", Lay("bo", "Snowlitt", ("Aegaryn", "Duneward"))),
        ("bo graft aeg ban", wondervale.Graft("bo", "Aegaryn", "bank")),
        ("bo chaos an:3 bo:4", ChaosHealth("bo", (SeatRoll("ana", 3), SeatRoll("bo", 4)))),
        ("bo pick élan", wondervale.Pick("bo", "Élan")),
        ("sk-lena adjust health:bo:180", Adjust("sk-lena", (Change("health", "bo", "180"),))),
        (
            'sk adjust "move:bo/Frost, Elk:hand>bank" "health:bo:9"',
            Adjust(
                "sk", (Change("move", "bo/Frost, Elk", "hand>bank"), Change("health", "bo", "9"))
            ),
        ),
        ("sk-lena stand 3 WV-7.15", Stand("sk-lena", 3, ("WV-7.15",))),
        (
            'sk insert 3 "an lay snowb"',
            Insert("sk", 3, {"type": "lay", "seat": "ana", "card": "Snowball"}),
        ),
        ("bo note text=snow", Note("bo", "snow")),
    ],
)
def test_with_names_a_word_may_be_cut_short(line: str, event: Event) -> None:
    assert read(line, CODEC, names=NAMES) == event


def test_a_name_within_a_record_may_be_cut_short_too() -> None:
    names, called = (
        (*NAMES, "Elk", "Elk.2"),
        {"Elk": ["Elk.2"], "Snowball": ["Aegaryn", "Duneward"]},
    )
    event = read("ana volley aeg elk:3 ELK.2:1", GAMES_TO_COME, names=names, called=called)
    assert event == Volley("ana", (Shot("Aegaryn"), Shot("Elk.2", 3), Shot("Elk.2", 1)))
    for line, column, suggested in [
        ("ana volley aeg Egaryn:3", 16, ("Aegaryn",)),
        ("ana volley snow:3", 12, ("Snowball", "Snowlitt")),
        ("ana volley snowb:3", 12, ("Aegaryn", "Duneward")),
    ]:
        with pytest.raises(Malformed) as caught:
            read(line, GAMES_TO_COME, names=names, called=called)
        assert (caught.value.column, caught.value.suggestions) == (column, suggested)


def test_a_copy_that_is_not_there_any_more_is_named_by_its_number() -> None:
    names, called = (*NAMES, "Elk", "Elk.2"), {"Elk": ["Elk.2"]}
    line = 'sk insert 3 "ana volley Elk.1 Elk.7:2"'
    inner = {"type": "volley", "seat": "ana", "shots": [["Elk.1", None], ["Elk.7", 2]]}
    assert read(line, GAMES_TO_COME, names=names, called=called) == Insert("sk", 3, inner)
    with pytest.raises(Malformed, match=r"Elk\.2"):
        read("ana volley Elks.1", GAMES_TO_COME, names=names, called=called)


def test_a_card_in_a_pile_is_named_with_whose_pile_that_is() -> None:
    names = (*NAMES, "Elk", "ana", "bo")
    event = read('ana volley "Elk of bo"', GAMES_TO_COME, names=names)
    assert event == Volley("ana", (Shot("Elk of bo"),))
    for line in ('ana volley "Elk of nobody"', 'ana volley "Elf of bo"'):
        with pytest.raises(Malformed, match="no such name"):
            read(line, GAMES_TO_COME, names=names)


def test_a_name_in_full_is_itself_though_others_begin_with_it() -> None:
    names = ("ana", "Elkit", "Elkit.2", "elkit.2")
    assert read("ana promote elkit", CODEC, names=names) == wondervale.Promote("ana", "Elkit")
    assert read("ana promote Elkit.2", CODEC, names=names) == wondervale.Promote("ana", "Elkit.2")
    with pytest.raises(Malformed) as caught:
        read("ana promote ELKIT.2", CODEC, names=names)
    assert caught.value.suggestions == ("Elkit.2", "elkit.2")


@pytest.mark.parametrize(
    ("typed_out", "left_out"),
    [
        ("ana graft x y source=hand", "ana graft x y"),
        ("ana contest 4 reason=disputed", "ana contest 4"),
        ('sk strike 4 authority=floor reason=mis-logged rule=""', "sk strike 4"),
        ("ana survey 1-1 1.5 no none some tail=a", "ana survey 1-1 1.5"),
        ('sk insert 4 "ana graft x y hand"', 'sk insert 4 "ana graft x y"'),
        (
            r'sk insert 4 "{\"type\":\"graft\",\"seat\":\"ana\",\"card\":\"x\",\"onto\":\"y\",'
            r'\"source\":\"hand\"}"',
            'sk insert 4 "ana graft x y"',
        ),
    ],
)
def test_a_default_typed_out_is_stored_as_if_left_out(typed_out: str, left_out: str) -> None:
    event = read(typed_out, GAMES_TO_COME)
    assert stored(event) == stored(read(left_out, GAMES_TO_COME))


def test_a_measure_of_nothing_that_is_said_is_stored_as_if_left_out() -> None:
    codec = EventCodec(legacy_of_conflict.EVENTS)
    said = codec.event(b'{"type":"stride","seat":"ana","mm":5.0,"inside":0.0}')
    assert stored(said) == b'{"type":"stride","seat":"ana","mm":5.0}'


# What is wrong is pointed at


@pytest.mark.parametrize(
    ("line", "column", "word", "says"),
    [
        ("", 1, "", "expected a seat or person and a verb"),
        ("   # nothing", 1, "", "expected a seat or person and a verb"),
        ("ana", 1, "ana", "expected a verb"),
        ("draw 2", 1, "draw", "expected a seat or person before the verb"),
        ("seat=ana draw", 1, "seat=ana", "expected a seat or person"),
        ("ana drwa 2", 5, "drwa", "no such verb; did you mean draw"),
        (
            "ana de 2",
            5,
            "de",
            "more than one verb begins like this; did you mean decline or deposit?",
        ),
        ("ana lay", 5, "lay", "lay needs card: lay card [tribes=tribe,...]"),
        ("ana first", 5, "first", "first-roll needs rolls: first-roll roll-roll ..."),
        ("ana first rolls=", 17, "", "first-roll needs rolls"),
        ("ana end now", 9, "now", "one word too many: end"),
        ("ana draw 2 3", 12, "3", "one word too many: draw [count]"),
        ("ana draw 2 count=3", 12, "count=3", "count is given twice"),
        ("ana draw count=2 3", 18, "3", "count is given twice"),
        ("ana attack rolls=3-6 2-2", 22, "2-2", "rolls is given twice"),
        ("ana attack 3-6 rolls=2-2", 16, "rolls=2-2", "rolls is given twice"),
        ("ana lay A trobe=B", 11, "trobe", "no field called that; did you mean tribes?"),
        ("ana lay A tribes = B", 11, "tribes", "one word too many"),
        ("ana lay A =B", 11, "=B", "name=value without spaces"),
        ("ana draw seat=bo", 10, "seat=bo", "seat is written as the first word"),
        ("ana draw two", 10, "two", "expected a number from 1 to 1000000"),
        ("ana draw 7000000", 10, "7000000", "expected a number from 1 to 1000000"),
        (f"ana draw {'9' * 5000}", 10, "9" * 5000, "too many digits"),
        ("ana draw count=0", 16, "0", "expected a number from 1 to 1000000"),
        ("ana draw count=", 16, "", "expected a number from 1 to 1000000 here"),
        ("ana attack 3-6 3-7", 16, "3-7", "a die, from 1 to 6"),
        ("ana attack 3-6,3-7 1-1", 16, "3-7", "from 1 to 6"),
        ("ana attack 3-6 5", 16, "5", "2 numbers joined by -"),
        ("ana attack rolls=3-6,2-9", 22, "2-9", "from 1 to 6"),
        ("ana chaos ana:4 bo:7", 17, "bo:7", "from 1 to 6"),
        ("ana chaos ana:4 bo:x", 20, "x", "from 1 to 6"),
        ("ana chaos ana:4 bo", 17, "bo", "expected seat:die"),
        ("ana deposit A*0", 15, "0", "a number from 1 to 1000"),
        ("ana deposit A*B", 13, "A*B", "expected item*3"),
        (
            "ana deposit A,,B",
            15,
            "",
            "nothing stands beside a comma; a name that has one needs quotes",
        ),
        ("ana muster A B C", 16, "C", "muster takes at most 2 cards"),
        ("ana muster A*3", 12, "A", "muster takes at most 2 cards"),
        ('ana lay ""', 9, "", "expected a name from the catalog"),
        (f"ana lay {'x' * 65}", 9, "x" * 65, "the catalog, 1 to 64 characters"),
        ("ana muster A source=hamd", 21, "hamd", "like ^(hand|bank)$"),
        ("sk penalty bo warm", 15, "warm", "did you mean warning?"),
        ("sk strike 3 authority=floo9", 23, "floo9", "expected floor or head or scorekeeper"),
        ("sk stand 3 WV-7 7.15", 17, "7.15", "expected a rule id"),
        ('sk insert 12 "ana drwa 2"', 19, "drwa", "no such verb"),
        ('sk insert 12 "ana lay \\"x\\" y"', 29, "y", "one word too many"),
        ('sk insert 12 "ana"', 15, "ana", "expected a verb"),
        ('sk insert 12 ""', 15, "", "there is no event here"),
        ('sk insert 12 "{}"', 14, "{}", "missing required field"),
        ("sk insert 12 {", 14, "{", "not an event"),
        ('p opening g 1 x {"', 18, '"', "not closed"),
        (f"p opening g 1 {'0' * 64} 3", 80, "3", "expected `object`, got `int`"),
        (f"p opening g 1 {'0' * 64} x", 80, "x", "expected quoted JSON"),
        (f"p opening g 1 {'0' * 64} {'[' * 9000}", 80, "[" * 9000, "expected quoted JSON"),
        ('ana note text="x', 15, "x", "this quotation mark is not closed"),
        ('ana note text="a\\x"', 17, "\\x", "unknown escape"),
        ('ana note text="a\\ud800"', 17, "\\ud800", "no such character"),
        ("ana note text=\ud800", 15, "\ud800", "cannot be stored"),
        ("ana survey 1-1 far", 16, "far", "expected a number"),
        ("ana survey 1-1 1e999", 16, "1e999", "expected a number"),
        ("ana survey 1-1 1.5 stock=a:1,b", 30, "b", "expected name:value"),
        ("ana survey 1-1 1.5 stock=a:1,a:2", 30, "a", "twice"),
        ("ana survey 1-1 1.5 maybe", 20, "maybe", "expected yes or no"),
        ("ana survey 1-1 1.5 at=noon", 23, "noon", "invalid RFC3339"),
    ],
)
def test_a_mistake_is_pointed_at(line: str, column: int, word: str, says: str) -> None:
    with pytest.raises(Malformed) as caught:
        read(line, GAMES_TO_COME)
    error = caught.value
    assert (error.column, error.word) == (column, word)
    assert says in str(error)
    assert str(error).startswith(f"column {column}: ")
    assert str(error).isprintable()


@pytest.mark.parametrize(
    ("line", "column", "suggestions"),
    [
        ("ana lay Snowlit", None, None),
        ("ana lay Snowlith", 9, ("Snowlitt", "Snowball")),
        ("ana lay snow", 9, ("Snowball", "Snowlitt")),
        ("ana lay snwl", 9, ("Snowlitt", "Snowball")),
        ("ana lay Aegaryn tribes=Duneward,Dunewadr", 33, ("Duneward",)),
        ("anna draw", 1, ("ana",)),
        ("ana chaos anna:4", 11, ("ana",)),
        ("ana lay zzzz", 9, ()),
    ],
)
def test_an_unknown_name_is_refused_with_the_nearest(
    line: str, column: int | None, suggestions: tuple[str, ...] | None
) -> None:
    if column is None:
        assert read(line, CODEC, names=NAMES) == Lay("ana", "Snowlitt")
        return
    with pytest.raises(Malformed) as caught:
        read(line, CODEC, names=NAMES)
    assert (caught.value.column, caught.value.suggestions) == (column, suggestions)


def test_with_a_seat_and_names_the_wrong_word_is_found() -> None:
    for line, column in [("bo drwa", 4), ("drwa 2", 1), ("d 2", 1), ("", 1)]:
        with pytest.raises(Malformed) as caught:
            read(line, CODEC, seat="ana", names=NAMES)
        assert caught.value.column == column


FRAGMENTS = [
    *(verb(event_type) for event_type in GAMES_TO_COME.types),
    *(f"{name}=" for event_type in GAMES_TO_COME.types for name in event_type.__struct_fields__),
    *'"\\#=,*:-|{}[]019é',
    *(
        "ana",
        "bo",
        " ",
        "  ",
        "3-6",
        "a:3",
        "yes",
        "none",
        '"x"',
        '\\"',
        "{}",
        "null",
        "\n",
        "\ud800",
    ),
]


@given(st.one_of(st.text(), st.lists(st.sampled_from(FRAGMENTS), max_size=12).map("".join)))
@settings(MANY, max_examples=examples(500))
def test_random_text_is_an_event_or_malformed(line: str) -> None:
    read_or_refuse(line)


@given(any_event(), st.data())
@settings(MANY, max_examples=examples(200))
def test_a_damaged_line_is_an_event_or_malformed(event: Event, data: st.DataObject) -> None:
    line = write(event, CODEC)
    start = data.draw(st.integers(0, len(line)))
    end = data.draw(st.integers(start, min(start + 3, len(line))))
    read_or_refuse(line[:start] + data.draw(st.sampled_from(["", *FRAGMENTS])) + line[end:])


def read_or_refuse(line: str) -> None:
    for names in ((), NAMES):
        for seat in (None, "ana"):
            try:
                event = read(line, GAMES_TO_COME, seat=seat, names=names)
            except Malformed as error:
                assert 1 <= error.column <= len(line) + 1
                assert str(error).isprintable()
            else:
                assert read(write(event, GAMES_TO_COME), GAMES_TO_COME) == event
                assert stored(GAMES_TO_COME.event(stored(event))) == stored(event)


# Help


@pytest.mark.parametrize(
    ("event_type", "signature"),
    [
        (Attack, "attack [roll-roll ...]"),
        (Draw, "draw [count]"),
        (Lay, "lay card [tribes=tribe,...]"),
        (Mulligan, "mulligan [hand ...]"),
        (Deposit, "deposit card ..."),
        (ChaosHealth, "chaos-health seat:die ..."),
        (Note, 'note text="..."'),
        (
            Adjust,
            'adjust what:target:value ... [authority=floor|head|scorekeeper] [reason="..."]'
            ' [rule="..."]',
        ),
        (
            Survey,
            "survey pair-pair,... range_mm [yes|no] [guess|none] [word|none] [fair|foul]"
            " [what:yes|no[:pair-pair],...] [name:value,...] [name:value,...] [json] [at|none]"
            " [value:value:yes|no] [json] [tail ...] [last=json,...]",
        ),
        (Pace, "pace x[:y][:facing|none] [x[:y][:facing|none] ...]"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_usage_is_the_signature_of_a_verb(event_type: type[Event], signature: str) -> None:
    assert usage(event_type) == signature


def test_a_players_line_means_a_players_verb_where_several_begin_alike():
    codec = EventCodec(legacy_of_conflict.EVENTS)
    assert read("ana str 40", codec, names=["ana"]) == legacy_of_conflict.Stride("ana", 40)
    assert read("str 40", codec, seat="ana") == legacy_of_conflict.Stride("ana", 40)
    with pytest.raises(Malformed, match="more than one verb begins like this"):
        read("fj-lind str 40", codec, names=["ana"])


def test_the_name_of_a_card_is_rather_suggested_than_a_word_of_the_rules() -> None:
    assert nearest("Dungon", ["gone", "Dungeon Guide", "dragon"]) == ["Dungeon Guide"]
    assert nearest("dungon", ["gone", "dragon"]) == ["dragon", "gone"]
    assert nearest("Anna", ["ana", "Bastion"]) == ["ana"]


def test_a_repair_in_one_pair_of_quotes_may_name_what_has_a_colon() -> None:
    whole = 'lena adjust "move:ana/Bloom: Summer\'s Glow:deck>hand"'
    parts = 'lena adjust move:"ana/Bloom: Summer\'s Glow":deck>hand'
    assert read(whole, CODEC) == read(parts, CODEC)
