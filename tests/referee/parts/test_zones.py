"""Cards that move between zones: numbers, conservation, and what the account allows."""

from collections import Counter
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec import field

from referee.hidden import Backs, HiddenCards
from referee.parts.zones import Among, Copy, Layout, Place, Zones
from referee.table import MatchState, Table
from referee.verdict import Violation

SEATS = ("ana", "bo")
DECK = {"Elk": 3, "Owl": 2, "Fox": 1}


class Body(Copy, omit_defaults=True):
    """A copy with counters, which are gone once it leaves."""

    counters: int = 0


class State(MatchState[Any], omit_defaults=True):
    """A state that keeps its cards in zones."""

    cards: Zones[Body] = field(default_factory=lambda: Zones[Body]())
    left: list[str] = field(default_factory=list)


Toy = Table[State, None]


def home(t: Toy, thing: Body) -> tuple[str, str]:
    return (thing.owner, "" if thing.name == "Token" else "bin")


def leaving(t: Toy, thing: Body) -> None:
    t.push(t.state.left, thing.id)


PLACES = (
    Place("play", "play"),
    Place("stack", "play", of="table"),
    Place("bin", "public", ordered=True),
    Place("row", "public", of="table"),
    Place("deck", "hidden", ordered=True),
    Place("hand", "hidden"),
)
LAYOUT: Layout[Body] = Layout(PLACES, lambda t: t.state.cards, Body, home, leaving)


def table() -> Toy:
    state = State(SEATS)
    lists = {f"{seat}.deck": DECK for seat in SEATS}
    state.cards.hidden = HiddenCards.of_lists(lists)
    return Table(state, None, {})


def ana(place: str) -> tuple[str, str]:
    return ("ana", place)


def drawn(count: int = 4) -> Toy:
    t = table()
    LAYOUT.move(t, count, ana("deck"), ana("hand"))
    return t


def test_a_copy_has_a_new_number_after_each_change_of_zones():
    t = drawn()
    (elk,) = LAYOUT.move(t, ["Elk"], ana("hand"), ana("play"))
    assert (elk.id, elk.owner, elk.controller, elk.since) == ("Elk.1", "ana", "ana", 1)
    LAYOUT.leave(t, elk, "ana", "play")
    assert list(LAYOUT.things(t)) == ["Elk.2"]
    assert t.state.left == ["Elk.1"]


def test_a_copy_that_leaves_goes_home_to_its_owner_without_its_counters():
    t = drawn()
    (elk,) = LAYOUT.move(t, ["Elk"], ana("hand"), ana("play"))
    t.set(elk, "controller", "bo")
    t.set(elk, "counters", 2)
    LAYOUT.leave(t, elk)
    assert t.state.cards.piles == {"ana.bin": ["Elk"]}
    (again,) = LAYOUT.move(t, ["Elk"], ana("bin"), ana("play"))
    assert (again.id, again.counters, again.controller) == ("Elk.2", 0, "ana")


def test_what_was_generated_is_counted_until_it_is_no_card_any_more():
    t = table()
    token = LAYOUT.generate(t, "Token", "play", owner="ana")
    assert LAYOUT.counted(t)["Token"] == t.state.cards.generated["Token"] == 1
    LAYOUT.leave(t, token)
    assert "Token" not in LAYOUT.counted(t) and t.state.cards.generated == {}
    assert LAYOUT.generate(t, "Token", "play", owner="ana").id == "Token.2"


def test_a_named_card_from_a_hidden_place_has_to_be_possible_there():
    t = drawn(6)
    LAYOUT.move(t, ["Fox"], ana("hand"), ana("bin"))
    with pytest.raises(Violation) as refused:
        LAYOUT.move(t, ["Fox"], ana("hand"), ana("bin"))
    assert refused.value.rule == "REF-2.1"
    with pytest.raises(Violation, match="ana shows 7 cards from a deck of 0"):
        LAYOUT.move(t, 7, ana("deck"), ana("hand"))
    with pytest.raises(Violation, match="ana shows 1 of Elk, but at most 0 can be in bin"):
        LAYOUT.move(t, ["Elk"], ana("bin"), ana("play"))


def test_cards_that_change_hands_are_judged_together():
    t = drawn(2)
    LAYOUT.move(t, 1, ana("hand"), ("bo", "hand"))
    LAYOUT.move(t, ["Fox"], ("bo", "hand"), ("bo", "bin"))
    with pytest.raises(Violation):
        LAYOUT.move(t, ["Fox"], ana("hand"), ana("bin"))


def test_a_card_put_on_top_is_drawn_next_and_one_at_the_bottom_last():
    t = drawn(2)
    LAYOUT.move(t, ["Owl"], ana("hand"), ana("deck"), "top")
    LAYOUT.move(t, 1, ana("deck"), ana("hand"))
    assert t.state.cards.hidden.known("ana.hand") == {"Owl": 1}
    LAYOUT.move(t, ["Owl"], ana("hand"), ana("bin"))
    LAYOUT.move(t, ["Owl"], ana("bin"), ana("deck"), "bottom")
    assert t.state.cards.hidden.zones["ana.deck"].bottom == ["Owl"]
    LAYOUT.put_back(t, "ana", "row", ["Moth"])
    assert t.state.cards.piles["row"] == ["Moth"]


def test_a_hand_has_no_top_from_which_unseen_cards_would_be_taken():
    t = drawn(2)
    LAYOUT.put_back(t, "ana", "hand", ["Owl"], "top")
    LAYOUT.move(t, 1, ana("hand"), ("bo", "hand"))
    assert t.state.cards.hidden.known("bo.hand") == {}


def test_the_top_of_a_pile_is_its_last_and_the_topmost_copy_leaves_first():
    t = drawn(4)
    LAYOUT.put_back(t, "ana", "bin", ["Owl", "Elk"], "top")
    LAYOUT.put_back(t, "ana", "bin", ["Owl"], "bottom")
    assert t.state.cards.piles["ana.bin"] == ["Owl", "Elk", "Owl"]
    LAYOUT.move(t, ["Owl"], ana("bin"), ana("play"))
    assert t.state.cards.piles["ana.bin"] == ["Owl", "Elk"]


def test_cards_that_are_shown_stay_and_are_known():
    t = drawn(3)
    LAYOUT.show(t, "ana", "hand", ["Fox"])
    assert t.state.cards.hidden.known("ana.hand") == {"Fox": 1}
    with pytest.raises(Violation):
        LAYOUT.show(t, "ana", "deck", ["Fox"])


def test_find_says_what_is_there_and_whether_all_can_see_it():
    t = drawn(2)
    hand = LAYOUT.find(t, "ana", "hand")
    assert hand[:3] == ({"Elk": 2, "Fox": 1, "Owl": 2}, 2, False)
    assert hand.together is not None
    assert hand.together(("Elk", "Fox")) and not hand.together(("Fox", "Fox"))
    LAYOUT.move(t, ["Elk"], ana("hand"), ana("play"))
    LAYOUT.put_back(t, "bo", "bin", ["Owl", "Owl"])
    assert LAYOUT.find(t, "ana", "play") == Among({"Elk": 1}, 1, True)
    assert LAYOUT.find(t, "bo", "play") == Among({}, 0, True)
    assert LAYOUT.find(t, "bo", "bin") == Among({"Owl": 2}, 2, True)


def test_public_backs_are_counted_before_names_are_asked():
    backs = Backs({"Spark": "red", "Wave": "blue"})
    places = (Place("deck", "hidden", backs=True), Place("hand", "hidden", backs=True))
    layout: Layout[Body] = Layout(
        (*places, Place("bin", "public")), lambda t: t.state.cards, Body, home, backs=backs
    )
    t = table()
    t.state.cards.hidden = backs.opened({"ana.deck": {"Spark": 2, "Wave": 2}})
    layout.move(t, {"red": 1}, ana("deck"), ana("hand"))
    with pytest.raises(Violation, match="shows 1 card from a hand of 0"):
        layout.move(t, ["Wave"], ana("hand"), ana("bin"))
    layout.move(t, ["Spark"], ana("hand"), ana("bin"))
    assert layout.find(t, "ana", "hand").size == 0
    with pytest.raises(ValueError, match="by names, not unseen"):
        layout.move(t, 1, ana("deck"), ana("hand"))


# -- laws --------------------------------------------------------------------------------------

Move = tuple[Any, tuple[str, str], tuple[str, str], Any]


def truthful(chance: Random, real: dict[str, list[str]]) -> Move | None:
    """A move that truly happens, with the real cards of each place."""
    seat = chance.choice(SEATS)
    source, target = chance.choice(
        [("deck", "hand"), ("hand", "bin"), ("bin", "deck"), ("hand", "deck"), ("bin", "hand")]
    )
    to = chance.choice(SEATS) if target == "hand" else seat
    lies, goes = real[f"{seat}.{source}"], real[f"{to}.{target}"]
    if not lies:
        return None
    if source == "deck":
        goes.append(lies.pop())
        return (1, (seat, source), (to, target), "anywhere")
    card = lies.pop(chance.randrange(len(lies)))
    goes.append(card)
    return ([card], (seat, source), (to, target), "top" if target == "deck" else "anywhere")


def test_what_truly_happens_is_possible_and_no_card_is_lost():
    for seed in range(25):
        chance, t = Random(seed), table()
        real: dict[str, list[str]] = {f"{s}.{p}": [] for s in SEATS for p in ("hand", "bin")}
        for seat in SEATS:
            real[f"{seat}.deck"] = list(Counter(DECK).elements())
            chance.shuffle(real[f"{seat}.deck"])
        for _ in range(40):
            move = truthful(chance, real)
            if move is not None:
                LAYOUT.move(t, *move)
            assert LAYOUT.counted(t) == {name: 2 * n for name, n in sorted(DECK.items())}
        for seat in SEATS:
            assert LAYOUT.find(t, seat, "hand").size == len(real[f"{seat}.hand"])


def test_a_move_that_is_taken_back_leaves_the_bytes_as_they_were():
    for seed in range(25):
        chance, t = Random(seed), drawn(3)
        real: dict[str, list[str]] = {f"{s}.{p}": ["Elk"] for s in SEATS for p in ("hand", "bin")}
        real |= {f"{seat}.deck": ["Elk"] for seat in SEATS}
        before = msgspec.msgpack.encode(t.state)
        with pytest.raises(ZeroDivisionError), t.whole():
            for _ in range(6):
                move = truthful(chance, real)
                try:
                    if move is not None:
                        LAYOUT.move(t, *move)
                except Violation:
                    break
            elk = LAYOUT.generate(t, "Elk", "play", owner="ana")
            LAYOUT.leave(t, elk)
            raise ZeroDivisionError
        assert msgspec.msgpack.encode(t.state) == before
