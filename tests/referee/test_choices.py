"""What an option leaves open: decided by chance, typed at the table, shown in a few words."""

from random import Random
from typing import Annotated

import pytest
from msgspec import UNSET, Meta
from msgspec.structs import replace

from cli.commands.explanation import _offered
from cli.commands.position import option_lines as listed
from cli.commands.position import option_shown, such_as
from cli.reading.door.address import Group, Situation
from cli.reading.door.cut_short import read_part
from cli.reading.door.typed_choices import fits, typeable
from cli.table.screen import option_lines
from events.entry import EventCodec
from events.event import Event, Seat
from events.notation import Malformed, Word
from referee.choice import Choice, Contest, Dice, Fixed, Measure, Number, OneOf, Perhaps, Some
from referee.game import Game
from referee.games.legacy_of_conflict.choices import Flip
from referee.games.wondervale.choices import Relay
from referee.option import Option, public
from referee.pad import CardPad, DicePad
from referee.replay.simulate import event_of

FLIP = Flip(("AS", "2H", "RJ"), ("2H", "AS"), "-")
RANGE = Measure(2.5, 40)


class Shoot(Event, frozen=True):
    """One character shoots at another.

    Args:
        seat: who shoots.
        target: at whom.
        flip: the cards turned over.
        mm: the distance.
    """

    seat: Seat
    target: str
    flip: Annotated[str, Meta(pattern=r"^[0-9A-Z]{2}-[0-9A-Z]{2}$(?!\n)")]
    mm: float = 0.0


class Toss(Event, frozen=True):
    """A player tosses a coin."""

    seat: Seat
    face: Annotated[str, Meta(pattern="^[a-z]+$")]


class Coin(Choice, frozen=True, tag="coin"):
    """A coin: a kind of choice that nothing but these tests knows."""

    heavy: bool = False

    def decide(self, chance: Random) -> str:
        return "tails" if self.heavy else chance.choice(["heads", "tails"])

    def allows(self, value: object) -> bool:
        return value in self.names()

    def described(self, most: int = 0) -> str:
        return "a coin, heads or tails"

    def names(self) -> list[str]:
        return ["heads", "tails"]


class _Codec:
    codec = EventCodec((Shoot, Toss))


GAME: Game = _Codec()  # type: ignore[assignment]


def shoot(at: str, hint: str = "", /, **fields: Choice) -> Option:
    given = {"target": Fixed(at), "flip": FLIP, "mm": RANGE, **fields}
    return Option("ana", "shoot", given, "R-1", hint=hint)


def now(*options: Option) -> Situation:
    names = frozenset({"ana", "bo", "Ogre", "Elf"})
    return Situation(_Codec.codec, names, ("ana", "bo"), options, ("ana", "bo"), "sk")


def test_a_hidden_card_that_cannot_be_there_is_not_the_first_of_one_either() -> None:
    choice = Some.of_hidden({"Elk": 1, "Owl": 1}, 1, 1, lambda some: "Elk" not in some)
    assert choice.first() == ("Owl",)


def test_who_acts_is_the_first_to_whom_all_words_or_else_the_first_of_them_are_offered():
    situation = now(shoot("Ogre"), replace(shoot("Elf"), seat="bo"))
    elf, nonsense = Word("Elf", 7), Word("sideways", 11)
    assert situation.seat_for("shoot", [elf]) == "bo"
    assert situation.seat_for("shoot", [elf, nonsense]) == "bo"
    assert situation.seat_for("shoot", [nonsense]) == "ana"


# -- by chance ---------------------------------------------------------------------------------


def test_a_flip_turns_over_two_different_cards_and_all_of_them_in_time():
    chance = Random(1)
    seen = {event_of(GAME, shoot("Ogre"), chance).flip for _ in range(200)}
    assert seen == {"AS-2H", "2H-AS", "RJ-AS", "RJ-2H"}


def test_a_measure_has_one_decimal_at_the_most_and_keeps_its_bounds():
    chance = Random(1)
    found = [event_of(GAME, shoot("Ogre", mm=Measure(2.45, 2.85)), chance).mm for _ in range(99)]
    assert set(found) == {2.5, 2.6, 2.7, 2.8}


# -- as typed ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "choice", "fitting"),
    [
        ("AS-2H", FLIP, True),
        ("as-2h", FLIP, True),
        ("RJ-", FLIP, True),
        ("AS-AS", FLIP, False),
        ("2H-RJ", FLIP, False),
        ("AS", FLIP, False),
        ("40", RANGE, True),
        ("40.5", RANGE, True),
        ("40.55", RANGE, False),
        ("-1", RANGE, False),
        ("forty", RANGE, False),
    ],
)
def test_a_word_looks_like_a_choice_or_not(word: str, choice: Choice, fitting: bool):
    assert fits(Word(word, 1), choice) is fitting


def test_what_was_typed_is_possible_or_not():
    assert FLIP.allows("RJ-AS")
    assert not FLIP.allows("AS-RJ")
    assert not FLIP.allows("2H-2H")
    assert RANGE.allows(2.5)
    assert RANGE.allows(40)
    assert not RANGE.allows(40.1)
    assert not RANGE.allows(2)


def test_cards_may_be_logged_later_and_a_distance_only_where_the_default_is_one():
    assert FLIP.allows_default("")
    assert not RANGE.allows_default(0.0)
    assert Measure(0, 9).allows_default(0.0)


def test_a_distance_that_can_only_be_one_is_filled_in():
    assert Measure(40, 40.0).only() == (40.0,)
    assert RANGE.only() is None
    assert FLIP.only() is None
    event = read_part("shoot Ogre AS-2H", now(shoot("Ogre", mm=Measure(40, 40))))
    assert event == Shoot("ana", "Ogre", "AS-2H", 40.0)


def test_a_line_names_cards_in_any_case_and_leaves_the_target_out():
    assert read_part("sh rj-2 12.5", now(shoot("Ogre"))) == Shoot("ana", "Ogre", "RJ-2H", 12.5)


def test_two_cards_that_are_typed_apart_are_one_flip():
    later = shoot("Ogre", flip=Perhaps(FLIP))
    for option in (shoot("Ogre"), later):
        assert read_part("shoot rj 2h 12.5", now(option)) == Shoot("ana", "Ogre", "RJ-2H", 12.5)


def test_several_hidden_cards_may_not_be_possible_together_and_one_may():
    two = Some({"Wolf": 2}, 1, 2)
    assert Option("ana", "discard", {"cards": two}).several()
    assert Option("ana", "discard", {"cards": Perhaps(two)}).several()
    assert not Option("ana", "discard", {"cards": Some({"Wolf": 2}, 1, 1)}).several()
    assert not shoot("Ogre").several()


def test_a_distance_that_is_left_out_is_asked_for():
    with pytest.raises(Malformed, match=r"leaves mm open: 2\.5 to 40 mm"):
        read_part("shoot Ogre AS-2H", now(shoot("Ogre")))


def test_the_flips_that_there_may_be_are_completed():
    assert typeable([FLIP]) == ["AS-2H", "2H-AS", "RJ-2H", "RJ-AS"]
    assert typeable([RANGE]) == []


# -- as shown ----------------------------------------------------------------------------------


def test_choices_are_told_in_a_few_words():
    assert FLIP.described() == "two cards, such as AS-2H"
    assert RANGE.described() == "2.5 to 40 mm"
    assert Measure(40, 40).described() == "40 mm"


def group(*options: Option) -> Group:
    return Group("ana", options[0].verb, options)


def test_a_hint_stands_beside_what_it_is_about():
    near, far = shoot("Ogre", "needed 5 or more: 31 %"), shoot("Elf", "needed 7: 3 %")
    (line, *more) = option_lines([group(near, far)], GAME, whole=True)
    told = " ".join([line, *(each.strip() for each in more)])
    assert "Ogre (needed 5 or more: 31 %), Elf (needed 7: 3 %)" in told
    (line, *more) = option_lines([group(near)], GAME)
    assert " ".join([line, *(each.strip() for each in more)]).endswith("(needed 5 or more: 31 %)")


def test_options_that_nothing_tells_apart_share_a_hint_or_have_none():
    either = {"target": OneOf(("Ogre", "Elf"))}
    same = [shoot("", "31 %", **either), shoot("", "31 %", **either)]
    assert "(31 %)" in "".join(option_lines([group(*same)], GAME))
    other = [shoot("", "31 %", **either), shoot("", "3 %", **either)]
    assert "%" not in "".join(option_lines([group(*other)], GAME))


def test_a_hint_is_listed_told_and_in_json():
    option = shoot("Ogre", "31 %")
    assert "(31 %)" in " ".join(listed([option], GAME, bool))
    assert option_shown(option, GAME, bool).hint == "31 %"
    assert option_shown(option, GAME, bool).fields["mm"] == {
        "type": "measure",
        "least": 2.5,
        "most": 40,
    }
    assert list(_offered([option, option])) == ["shoot [R-1] (31 %)"]
    assert list(_offered([option, shoot("Elf")])) == ["shoot [R-1]"]


def test_views_offer_every_card_of_a_deck_and_not_those_that_are_left():
    left = Flip(("AS", "2H"), ("AS", "2H"), "-", ("AS", "2H", "JC"))
    option = Option("ana", "shoot", {"flip": left, "target": Perhaps(left), "mm": Number(1, 2)})
    whole = ("AS", "2H", "JC")
    (seen,) = public([option], _Codec.codec)
    assert seen.fields == {
        "flip": Flip(whole, whole, "-"),
        "target": Perhaps(Flip(whole, whole, "-")),
        "mm": Number(1, 2),
    }
    assert seen.pads()["flip"] == CardPad((whole, whole), "-")


def test_what_may_be_left_out_is_typed_or_not():
    choice = Perhaps(OneOf((("wall",), ("fence",))))
    assert choice.described() == "perhaps wall, fence"
    assert choice.allows_default(())
    assert choice.allows(["wall"])
    assert choice.allows(UNSET)
    assert not choice.allows(["moat"])
    assert fits(Word("wal", 0), choice)
    assert choice.only() is None


# -- labels ------------------------------------------------------------------------------------


def labels(*options: Option) -> list[str]:
    return [option.label for option in public(options, _Codec.codec)]


def test_a_label_says_no_more_than_tells_an_option_from_its_siblings():
    assert labels(shoot("Ogre"), shoot("Frost Elf")) == ["shoot Ogre", "shoot Frost Elf"]
    near, far = shoot("Ogre", mm=Fixed(10.0)), shoot("Ogre", mm=Fixed(25.4))
    assert labels(near, far) == ["shoot 10", "shoot 25.4"]
    assert labels(near, shoot("Elf", mm=Fixed(25.4))) == ["shoot Ogre", "shoot Elf"]


def test_an_option_without_siblings_is_labelled_with_all_that_is_given():
    assert labels(shoot("Ogre")) == ["shoot Ogre"]
    assert labels(shoot("", target=OneOf(("Ogre", "Elf")))) == ["shoot"]
    bo = Option("bo", "shoot", {"target": Fixed("Ogre")})
    assert labels(shoot("Ogre"), bo) == ["shoot Ogre", "shoot Ogre"]


def test_what_is_left_open_tells_options_apart_where_nothing_else_does():
    near, far = shoot("Ogre", mm=Measure(0, 10)), shoot("Ogre", mm=Measure(10, 20))
    assert labels(near, far) == ["shoot 0 to 10 mm", "shoot 10 to 20 mm"]
    without = Option("ana", "shoot", {"target": Fixed("Ogre")})
    with_a_flip = Option("ana", "shoot", {"target": Fixed("Ogre"), "flip": FLIP})
    assert labels(without, with_a_flip) == ["shoot", "shoot flip"]


def test_a_game_may_say_a_label_itself():
    own = replace(shoot("Ogre"), label="fire at will")
    assert labels(own, shoot("Elf"))[0] == "fire at will"
    assert option_shown(public([own], _Codec.codec)[0], GAME, bool).label == "fire at will"


# -- pads, and a kind of one's own -------------------------------------------------------------


def test_pads_say_as_data_what_is_thrown_measured_or_turned_over():
    assert option_shown(shoot("Ogre"), GAME, bool).pads == {
        "flip": {"type": "cards", "offers": (("AS", "2H", "RJ"), ("2H", "AS")), "mark": "-"},
        "mm": {"type": "millimetres", "least": 2.5, "most": 40},
    }
    assert Dice(20).pad() == DicePad(20)
    assert Perhaps(Contest(4, 1)).pad() == DicePad(4, 2, ((1, 2), (2, 3), (3, 4)), shape="throws")
    assert Contest(4, 1, again=False).pad() == DicePad(4, 2, shape="throws")
    assert Relay(6, ("ana", "bo"), 3).pad() == DicePad(
        6, 1, ((1,), (2,)), ("ana", "bo"), shape="seated"
    )
    assert OneOf(("Ogre",)).pad() is None


def test_a_relay_goes_on_by_turns_until_it_is_settled():
    relay = Relay(6, ("ana", "bo"), 3)
    assert relay.allows([("ana", 2), ("bo", 1), ("ana", 3)])
    assert not relay.allows([("ana", 2)])
    assert not relay.allows([("ana", 3), ("bo", 4)])
    assert not relay.allows([("ana", 2), ("ana", 4)])
    assert not relay.allows([("bo", 4)])
    assert not relay.allows([("ana", 7)])
    assert not relay.allows([])
    assert relay.described() == "dice such as ana:6, on until 3 or more"
    assert fits(Word("ana:4", 1), relay)
    assert not fits(Word("ana", 1), relay)


def test_a_kind_that_only_its_game_knows_is_played_typed_and_shown():
    option = Option("ana", "toss", {"face": Coin()})
    chance = Random(1)
    tossed = {event_of(GAME, option, chance) for _ in range(20)}
    assert tossed == {Toss("ana", "heads"), Toss("ana", "tails")}
    assert read_part("to hea", now(option)) == Toss("ana", "heads")
    with pytest.raises(Malformed, match="leaves face open: a coin, heads or tails"):
        read_part("toss", now(option))
    assert "a coin, heads or tails" in " ".join(listed([option], GAME, bool))
    assert "a coin, heads or tails" in " ".join(
        option_lines([Group("ana", "toss", (option,))], GAME)
    )
    assert option_shown(option, GAME, bool).fields == {"face": {"type": "coin", "heavy": False}}


def test_options_that_a_value_does_not_fit_are_left_aside():
    near = shoot("Ogre", mm=Measure(0, 10), flip=Fixed("AS-2H"))
    far = shoot("Elf", mm=Fixed(50.0), flip=Fixed("2H-AS"))
    assert read_part("shoot mm=50", now(near, far)) == Shoot("ana", "Elf", "2H-AS", 50.0)
    assert read_part("shoot mm=5", now(near, far)) == Shoot("ana", "Ogre", "AS-2H", 5.0)


@pytest.mark.parametrize("face", ["heads", "tails"])
def test_the_line_that_is_shown_for_an_option_is_one_that_is_accepted(face: str):
    option = Option("ana", "toss", {"face": Coin()})
    assert such_as(option, GAME, lambda event: event == Toss("ana", face)) == f"ana toss {face}"


def test_an_outcome_as_json_has_it_is_told_as_it_is_typed() -> None:
    nothing: dict[str, object] = {"do": "none", "reason": ""}
    damage = {"do": "damage", "target": "Page.1", "by": 2}
    assert Fixed((nothing,)).described() == "none"
    assert Fixed((damage,)).described() == "damage:Page.1:2"
