"""Outcomes in the notation: the list of what an effect did, as a card game writes it."""

from decimal import Decimal
from functools import cache
from typing import Annotated, Any, Literal

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import Meta, Struct

from events.entry import EventCodec
from events.event import Count, Event, Name, NestedEvent, Seat, Text
from events.notation import Malformed, outcomes, read, usage, write
from tests.tiers import examples

Thing = Annotated[str, Meta(min_length=1, max_length=80, extra={"of": "things"})]
Card = Annotated[str, Meta(min_length=1, max_length=64, extra={"of": "cards"})]
Cards = tuple[Card, ...]
Amount = Annotated[int, Meta(ge=-99, le=99, description="a whole number")]
Place = Literal["hand", "deck", "pool", "play"]


class Outcome(Struct, frozen=True, gc=False, forbid_unknown_fields=True, omit_defaults=True):
    """One thing that an effect did."""


class Damage(Outcome, tag="damage", frozen=True):
    monster: Thing | None = None
    amount: Annotated[int, Meta(ge=0, le=99)] | None = None


class Attack(Outcome, tag="attack", frozen=True):
    creature: Thing | None = None
    until: Literal["turn", "3", "game"] = "turn"
    change: Amount = 0


class Magicka(Outcome, tag="magicka", frozen=True):
    change: Amount
    seat: Seat | None = None


class Draw(Outcome, tag="draw", frozen=True):
    count: Count = 1
    seat: Seat | None = None
    place: Place = "hand"


class Discard(Outcome, tag="discard", frozen=True):
    cards: Cards = ()
    seat: Seat | None = None
    blind: bool = False


class Destroy(Outcome, tag="destroy", frozen=True):
    thing: Thing


class Move(Outcome, tag="move", frozen=True):
    cards: Cards
    source: Place
    to: Place = "play"
    spot: tuple[int, int] | None = None
    cost: Decimal | None = None


class Fetch(Outcome, tag="fetch", frozen=True):
    place: str = "deck"
    cards: Cards | None = None
    to: Place = "hand"


class Roll(Outcome, tag="roll", frozen=True):
    die: str = ""
    faces: tuple[Annotated[int, Meta(ge=1, le=6, description="a face")], ...] = (1,)


class Other(Outcome, tag="other", frozen=True):
    text: Text
    more: dict[str, int] = {}


class Play(Outcome, tag="play", frozen=True):
    event: NestedEvent


class Nothing(Outcome, tag="none", frozen=True):
    reason: str | None = "impossible"


Done = Damage | Attack | Magicka | Draw | Discard | Destroy | Move | Fetch | Roll | Other | Play
Done |= Nothing


class Effect(Event, frozen=True):
    """Fields behind the outcomes are named, further outcomes among them."""

    seat: Seat
    source: Card
    aims: tuple[Thing, ...] = ()
    did: tuple[Done, ...] = ()
    mode: str = ""
    x: int = 0
    pays: tuple[Draw | Discard, ...] = ()
    first: tuple[Thing, ...] = ()


class Smite(Event, frozen=True, kw_only=True):
    """One aim that may be left out, and aims and outcomes that must not."""

    seat: Seat
    weapon: Name = ""
    target: Name = "foe"
    others: tuple[Name, ...]
    did: Annotated[tuple[Done, ...], Meta(min_length=1, max_length=3)]


class Push(Struct, tag="push", frozen=True, array_like=True):
    """Outcomes may be arrays in JSON."""

    thing: str = ""
    mm: float = 0.0
    sure: bool = False


class Pull(Struct, tag="pull", frozen=True, array_like=True):
    thing: str
    mm: int = 1


class Shove(Event, frozen=True):
    seat: Seat
    did: tuple[Push | Pull, ...]


class Recall(Event, frozen=True):
    """Outcomes of one type."""

    seat: Seat
    did: tuple[Destroy, ...] = ()


KINDS = (Effect, Smite, Shove, Recall)
CODEC = EventCodec(KINDS)
JSON = msgspec.json.Encoder(order="deterministic")
NAMES = (
    *("ana", "bo", "Ogre", "Ogre.1", "Ogre Mage.1", "Imp", "Imp.2", "Imp.3", "Mage", "Warrior"),
    *("Ember Rite", "Silver Pup", "Silver Pup.3", "Potion Infusion: Blaze"),
)


def stored(event: Event) -> bytes:
    return JSON.encode(event)


# What is written reads back

HARD = (
    "",
    "none",
    "draw",
    "Draw",
    "dam",
    "3",
    "-2",
    "+3",
    "3+4",
    "1e5",
    "a+b",
    "a:b",
    "a,b",
    "a*3",
)
HARD += ('a"b', "a b", "a=b", "yes", "+", ":", "a\\", "#", "ﬀ", "\u2028", "é·木", "Ogre.2", "turn")
TRICKY = st.text("ab :,+*\"-3.'", max_size=6)
texts = st.one_of(st.sampled_from(HARD), st.text(max_size=12), TRICKY)
names = texts.filter(bool)
seats = st.one_of(st.none(), names)
cards = st.lists(names, max_size=4).map(tuple)
amounts = st.integers(-99, 99)
places = st.sampled_from(["hand", "deck", "pool", "play"])


@cache
def any_outcomes(*kinds: type[Outcome]) -> st.SearchStrategy[Any]:
    things = st.one_of(st.none(), names)
    of: dict[type[Outcome], st.SearchStrategy[Any]] = {
        Damage: st.builds(Damage, things, st.one_of(st.none(), st.integers(0, 99))),
        Attack: st.builds(Attack, things, st.sampled_from(["turn", "3", "game"]), amounts),
        Magicka: st.builds(Magicka, amounts, seats),
        Draw: st.builds(Draw, st.integers(0, 9), seats, places),
        Discard: st.builds(Discard, cards, seats, st.booleans()),
        Destroy: st.builds(Destroy, names),
        Move: st.builds(
            Move,
            cards,
            places,
            places,
            st.one_of(st.none(), st.tuples(amounts, amounts)),
            st.one_of(st.none(), st.decimals(-9, 9, places=1)),
        ),
        Fetch: st.builds(Fetch, texts, st.one_of(st.none(), cards), places),
        Roll: st.builds(Roll, texts, st.lists(st.integers(1, 6), max_size=3).map(tuple)),
        Other: st.builds(Other, names, st.dictionaries(texts, amounts, max_size=2)),
        Play: st.builds(lambda card: Play({"type": "recall", "seat": card}), names),
        Nothing: st.builds(Nothing, st.one_of(st.none(), texts)),
    }
    chosen = [of[kind] for kind in kinds or of]
    return st.lists(st.one_of(chosen), max_size=3).map(tuple)


events = st.one_of(
    st.builds(
        Effect,
        names,
        names,
        cards,
        any_outcomes(),
        texts,
        amounts,
        any_outcomes(Draw, Discard),
        cards,
    ),
    st.builds(
        Smite, seat=names, weapon=names, target=names, others=cards, did=any_outcomes().filter(bool)
    ),
    st.builds(
        Shove,
        names,
        st.lists(
            st.one_of(
                st.builds(Push, texts, st.floats(-9, 9), st.booleans()),
                st.builds(Pull, texts, amounts),
            ),
            max_size=3,
        ).map(tuple),
    ),
    st.builds(Recall, names, any_outcomes(Destroy)),
)


@given(events)
@settings(max_examples=examples(600), suppress_health_check=list(HealthCheck))
def test_an_event_with_outcomes_reads_back_from_its_line_and_from_its_json(event: Event) -> None:
    line = write(event, CODEC)
    assert line.isprintable()
    assert read(line, CODEC) == event
    assert stored(read(line, CODEC)) == stored(CODEC.event(stored(event)))
    who = event.seat
    assert read(line, CODEC, seat=who) == event


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (Effect("ana", "Imp"), "ana effect Imp"),
        (
            Effect("ana", "Ember Rite", (), (Damage("Ogre.2", 3), Draw())),
            'ana effect "Ember Rite" damage:Ogre.2:3 draw',
        ),
        (
            Effect(
                "ana", "Imp", ("Ogre.2", "bo"), (Damage(None, 3),), "paid", 2, (Discard(("Imp",)),)
            ),
            "ana effect Imp Ogre.2 bo damage::3 mode=paid x=2 pays=discard:Imp",
        ),
        (
            Effect("ana", "Imp", pays=(Discard(("Imp", "Mage"), "bo"), Draw(2))),
            "ana effect Imp pays=discard:Imp+Mage:bo,draw:2",
        ),
        (
            Effect("ana", "Imp", (), (Damage("Potion Infusion: Blaze", 3),)),
            'ana effect Imp damage:"Potion Infusion: Blaze":3',
        ),
        (
            Effect("ana", "Imp", (), (Discard(("A+B", "C*2", "none", "4")),)),
            'ana effect Imp discard:"A+B"+"C*2"+none+"4"',
        ),
        (Effect("ana", "Imp", (), (Discard(("none",)),)), 'ana effect Imp discard:"none"'),
        (Effect("ana", "Imp", (), (Damage("3"),)), 'ana effect Imp damage:"3"'),
        (
            Effect("ana", "Imp", (), (Magicka(-2), Attack(change=3), Attack("x", "3"))),
            "ana effect Imp magicka:-2 attack:::3 attack:x:3",
        ),
        (
            Effect("ana", "Imp", (), (Move((), "deck"), Move(("A",), "hand", spot=(1, -2)))),
            "ana effect Imp move:none:deck move:A:hand::1--2",
        ),
        (
            Effect("ana", "Imp", (), (Fetch(), Fetch(cards=()), Roll(faces=()), Roll("", (3, 4)))),
            "ana effect Imp fetch fetch::none roll::none roll::3+4",
        ),
        (
            Effect("ana", "Imp", (), (Other("a b", {"c": 1}), Nothing(), Nothing(None))),
            'ana effect Imp other:"a b":"{\\"c\\":1}" none none:none',
        ),
        (
            Effect("ana", "Imp", (), (Play({"type": "recall", "seat": "bo"}),)),
            'ana effect Imp play:"bo recall"',
        ),
        (Smite(seat="ana", others=(), did=(Draw(),)), "ana smite draw"),
        (Smite(seat="ana", weapon="Draw", others=(), did=(Draw(),)), 'ana smite "Draw" draw'),
        (Smite(seat="ana", others=("x",), did=(Draw(),)), "ana smite others=x draw"),
        (Shove("ana", (Push("", 1.5), Pull("x"))), "ana shove push::1.5 pull:x"),
        (Recall("ana", (Destroy("x"),)), "ana recall destroy:x"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_line_with_outcomes_is_written_so(event: Event, line: str) -> None:
    assert write(event, CODEC) == line
    assert read(line, CODEC) == event


def test_an_aim_that_is_called_like_an_outcome_is_quoted() -> None:
    event = Effect("ana", "Imp", ("draw", "DRAW", "dra", "a:b"), (Draw(), Discard()))
    line = write(event)
    assert line == 'ana effect Imp "draw" "DRAW" dra "a:b" draw discard'
    assert read(line, CODEC) == event
    assert read("ana effect Imp draw dra", CODEC) == Effect("ana", "Imp", (), (Draw(), Draw()))
    assert read('ana effect Imp "draw"', CODEC) == Effect("ana", "Imp", ("draw",))
    assert read("ana effect Imp aims=draw", CODEC) == Effect("ana", "Imp", ("draw",))


@pytest.mark.parametrize(
    ("typed_out", "left_out"),
    [
        ("draw:1:bo:hand", "draw::bo"),
        ("fetch:deck", "fetch"),
        ("none:impossible", "none"),
        ("discard:none", "discard"),
        ("damage:none:none", "damage"),
        ("roll::1", "roll"),
    ],
)
def test_a_part_typed_out_at_its_default_is_stored_as_if_left_out(
    typed_out: str, left_out: str
) -> None:
    event = read(f"ana effect Imp {typed_out}", CODEC)
    assert stored(event) == stored(read(f"ana effect Imp {left_out}", CODEC))


def test_json_that_writes_a_default_of_an_outcome_out_is_stored_as_if_left_out() -> None:
    text = (
        '{"type":"effect","seat":"ana","source":"Imp",'
        '"did":[{"type":"fetch","place":"deck"},{"type":"none","reason":"impossible"}]}'
    )
    assert stored(CODEC.event(text)) == (
        b'{"type":"effect","seat":"ana","source":"Imp","did":[{"type":"fetch"},{"type":"none"}]}'
    )


# What people type


@pytest.mark.parametrize(
    ("line", "written"),
    [
        ("ana effect ember dam:ogre.1:3", 'ana effect "Ember Rite" damage:Ogre.1:3'),
        ("ana effect rite dam:ogre:3 dra", 'ana effect "Ember Rite" damage:Ogre.1:3 draw'),
        ("ana effect ember ogre dam:3", 'ana effect "Ember Rite" Ogre.1 damage::3'),
        ("ana effect ember dra", 'ana effect "Ember Rite" draw'),
        ("ana effect imp pup dest:pup", 'ana effect Imp "Silver Pup.3" destroy:"Silver Pup.3"'),
        ("ana effect ember pup.3", 'ana effect "Ember Rite" "Silver Pup.3"'),
        ("ana effect imp bo", "ana effect Imp bo"),
        (
            "ana effect imp disc:pup+imp*2+WAR:an",
            'ana effect Imp discard:"Silver Pup"+Imp+Imp+Warrior:ana',
        ),
        ('ana effect imp dam:"infusion: b":3', 'ana effect Imp damage:"Potion Infusion: Blaze":3'),
        ("ana effect imp dam:blaze:3", 'ana effect Imp damage:"Potion Infusion: Blaze":3'),
        ("ana effect imp att:3", "ana effect Imp attack::3"),
        ("ana effect imp att:+4", "ana effect Imp attack:::4"),
        ("ana effect imp att:-4", "ana effect Imp attack:::-4"),
        ("ana effect imp roll:3+4", "ana effect Imp roll::3+4"),
        ("ana effect imp mag:+2:bo", "ana effect Imp magicka:2:bo"),
        ("ana effect imp draw:2,disc:imp none", "ana effect Imp draw:2 discard:Imp none"),
        ("ana effect imp imp.2,imp.3 draw", "ana effect Imp Imp.2 Imp.3 draw"),
        ("ana effect imp draw aims=ogre", "ana effect Imp Ogre.1 draw"),
        ("ana effect imp did=draw ogre", "ana effect Imp Ogre.1 draw"),
        (
            "ana effect imp p=disc:imp,dr:2 m=paid",
            "ana effect Imp mode=paid pays=discard:Imp,draw:2",
        ),
        ("ana effect imp disc:imp::yes disc:::y", "ana effect Imp discard:Imp::yes discard:::yes"),
        (
            'ana effect imp play:"bo rec dest:pup"',
            'ana effect Imp play:"bo recall destroy:\\"Silver Pup.3\\""',
        ),
    ],
)
def test_a_line_with_outcomes_may_be_typed_so(line: str, written: str) -> None:
    event = read(line, CODEC, names=(*NAMES, "paid"))
    assert event == read(written, CODEC)
    assert read(write(event, CODEC), CODEC, names=(*NAMES, "paid")) == event


def test_a_word_cut_short_before_the_first_outcome_is_a_name_where_one_begins_so() -> None:
    line = "ana effect imp dra draw dra"
    known = (*NAMES, "Dragon.1")
    assert read(line, CODEC, names=NAMES) == Effect("ana", "Imp", (), (Draw(), Draw(), Draw()))
    assert read(line, CODEC, names=known) == Effect("ana", "Imp", ("Dragon.1",), (Draw(), Draw()))
    assert read(line, CODEC) == Effect("ana", "imp", ("dra",), (Draw(), Draw()))


# What is wrong is pointed at


@pytest.mark.parametrize(
    ("line", "column", "word", "says"),
    [
        ("ana effect imp dma:ogre", 16, "dma", "no such outcome; did you mean damage?"),
        (
            "ana effect imp d:3",
            16,
            "d",
            "more than one outcome begins like this; did you mean damage, ",
        ),
        ("ana effect imp drwa", 16, "drwa", "no such name; did you mean draw?"),
        ("ana effect imp draw x", 21, "x", "no such outcome"),
        ("ana effect imp draw imp.3", 21, "imp.3", "no such outcome"),
        ('ana effect imp draw "x"', 21, "x", "a word without quotes"),
        (
            "ana effect imp imp",
            16,
            "imp",
            "more than one name begins like this; did you mean Imp.2 or Imp.3?",
        ),
        ("ana effect imp dam:imp:3", 20, "imp", "did you mean Imp.2 or Imp.3?"),
        ("ana effect imp dam:ipm.2:3", 20, "ipm.2", "no such name; did you mean Imp.2"),
        ("ana effect imp disc:mage+wariror", 26, "wariror", "no such name; did you mean Warrior?"),
        ("ana effect imp dam:ogre:100", 25, "100", "expected a number from 0 to 99"),
        ("ana effect imp dam:100", 20, "100", "expected a number from 0 to 99"),
        ("ana effect imp dam:ogre:x", 25, "x", "expected a number from 0 to 99"),
        ("ana effect imp roll::3+7", 24, "7", "expected a face, from 1 to 6"),
        ("ana effect imp roll::3*2+7", 26, "7", "expected a face, from 1 to 6"),
        ("ana effect imp dam:ogre:3:4", 27, "4", "one part too many: damage[:monster][:amount]"),
        ("ana effect imp dam:3:ogre", 22, "ogre", "one part too many"),
        ("ana effect imp dest", 16, "dest", "destroy needs thing: destroy:thing"),
        (
            "ana effect imp move:imp",
            16,
            "move:imp",
            "move needs source: move:card+...:deck|hand|play|pool[:",
        ),
        ("ana effect imp move:imp:hnad", 25, "hnad", "did you mean hand?"),
        ("ana effect imp disc:imp*0", 25, "0", "from 1 to 1000"),
        ("ana effect imp disc:imp+", 25, "", "expected text, 1 to 64 characters here"),
        ("ana effect imp draw*2", 16, "draw", "no such name; did you mean draw?"),
        ("ana effect imp ogre,dam:x", 16, "ogre", "no such outcome"),
        ("ana effect imp pays=dam:x", 21, "dam", "no such outcome; did you mean draw?"),
        ('ana effect imp play:"bo recl"', 25, "recl", "no such verb; did you mean recall"),
        ("ana effect imp other:x:y", 24, "y", "expected quoted JSON"),
        (
            "ana smite imp",
            5,
            "smite",
            "smite needs did: smite [weapon] [target] [other ...] damage|",
        ),
        ("ana smite draw draw draw draw", 26, "draw", "smite takes at most 3 did"),
        ("ana shove pull", 11, "pull", "pull needs thing: pull:thing[:mm]"),
    ],
)
def test_a_mistake_in_an_outcome_is_pointed_at(
    line: str, column: int, word: str, says: str
) -> None:
    with pytest.raises(Malformed) as caught:
        read(line, CODEC, names=NAMES)
    assert (caught.value.column, caught.value.word) == (column, word)
    assert says in str(caught.value)


@given(st.text('ab:,+*"=3- ', max_size=20), st.sampled_from(["damage:", "move:", "draw ", ""]))
@settings(max_examples=examples(300))
def test_whatever_stands_behind_the_verb_is_an_event_or_malformed(text: str, begun: str) -> None:
    line = f"ana effect imp {begun}{text}"
    for known in ((), NAMES):
        try:
            event = read(line, CODEC, names=known)
        except Malformed as error:
            assert 1 <= error.column <= len(line) + 1
        else:
            assert read(write(event, CODEC), CODEC) == event


# Help


@pytest.mark.parametrize(
    ("kind", "signature"),
    [
        (
            Effect,
            "effect source [aim ...] [damage|attack|... ...] [mode=mode] [x=x]"
            " [pays=draw|discard,...] [first=first,...]",
        ),
        (Recall, "recall [destroy ...]"),
        (Shove, "shove [push|pull ...]"),
    ],
)
def test_usage_shows_where_aims_and_outcomes_stand(kind: type[Event], signature: str) -> None:
    assert usage(kind) == signature


def test_the_shapes_of_outcomes_are_listed_for_help() -> None:
    shapes = outcomes(Effect)
    assert list(shapes) == ["did", "pays"]
    assert shapes["pays"] == [
        "draw[:count][:seat][:deck|hand|play|pool]",
        "discard[:card+...][:seat][:yes|no]",
    ]
    assert "magicka:change[:seat]" in shapes["did"]
    assert 'other:"..."[:json]' in shapes["did"]
