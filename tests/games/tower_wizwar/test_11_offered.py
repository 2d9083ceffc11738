"""What is asked of rows of spots, and of cards that are alike, is what whole acts would do."""

from collections.abc import Iterable, Mapping

import pytest

from events.event import Event
from events.tower_wizwar import Attack, Cast, Play, Shift, Swap
from referee.games.tower_wizwar.offered.acceptable import accepted
from referee.games.tower_wizwar.offered.options import options
from referee.games.tower_wizwar.state import JUXTAPOSE, SPOTS
from referee.option import Option
from tests.games.tower_wizwar.effects import card
from tests.games.tower_wizwar.table import Match, turn

READINGS = (
    {},
    {"TW-I 12": "yes", "TW-I 34": "one", "TW-I 35": "any_spot", "TW-I 40": "allowed"},
    {"TW-I 35": "nowhere", "TW-I 46": "replaces_one"},
)


def laid(phase: str, choices: Mapping[str, str]) -> Match:
    """Ana has cards in all rows, some of which cannot attack, and cards in hand; bo has cards in
    all rows. Orbitals lie beside the towers where none has to be used first."""
    match = turn(phase=phase, choices=choices).hold("ana", "Rite1", "Tool1", "Ghost2", "C8")
    match.tower("ana", "Keep2")
    spots = {"J1": "Hat1", "S1": "C2", "F1": "C3", "F2": "Ghost2"}
    if phase == "cast":
        del spots["J1"]
    for seat in ("ana", "bo"):
        for spot, name in spots.items():
            match.put(seat, spot, name)
    match.put("ana", "F3", "C4", expended=True)
    return match


def offered(match: Match, verb: str) -> list[Option]:
    found = [each for each in options(match.t) if each.verb == verb]
    assert found
    return found


def would(match: Match, acts: Iterable[Event]) -> list[Event]:
    return [each for each in acts if accepted(match.t, each)]


def ids(match: Match, seat: str) -> list[str]:
    return [each.id for each in match.tw.zones.things.values() if each.controller == seat]


@pytest.mark.parametrize("choices", READINGS)
def test_tw_5_3_cards_that_are_alike_are_cast_into_the_same_spots(choices: Mapping[str, str]):
    match = laid("cast", choices)
    cards = match.t.catalog.cards
    hand = match.tw.zones.hidden.candidates("ana.hand/spell")
    acts = [Cast("ana", name, spot, unnamed=cards[name].cost) for name in hand for spot in SPOTS]
    assert would(match, acts) == [
        Cast("ana", name, spot, unnamed=cards[name].cost)
        for option in offered(match, "cast")
        for name in option.fields["card"].names()
        for spot in SPOTS
        if option.fields["spot"].allows(spot)
    ]


def test_tw_12_6_what_may_lie_over_others_is_offered_over_each_that_takes_it():
    over = card("Cloak1", allows=("overlay",))
    cloak = over + "\n" + card("Canopy1", allows=("overlay", "spot"))
    match = turn(extra=cloak, choices={"TW-I 12": "yes"})
    match.hold("ana", "Cloak1", "Canopy1", "C2", "Rite1").tower("ana", "Keep2")
    match.put("ana", "F1", "C3")
    match.put("ana", "J2", "C4")
    cards = match.t.catalog.cards
    hand = match.tw.zones.hidden.candidates("ana.hand/spell")
    acts = [
        Cast("ana", name, spot, unnamed=cards[name].cost, over=True)
        for name in hand
        if cards[name].kind != "ritual"
        for spot in SPOTS
    ]
    assert {(each.card, each.spot) for each in acts if accepted(match.t, each)} == {
        (option.fields["card"].names()[0], spot)
        for option in offered(match, "cast")
        if "over" in option.fields and option.fields["over"].only() == (True,)
        for spot in option.fields["spot"].names()
    }
    assert would(match, acts)


@pytest.mark.parametrize("choices", READINGS)
def test_tw_11_14_cards_are_moved_and_exchanged_by_rows(choices: Mapping[str, str]):
    match = laid("movement", choices)
    own = ids(match, "ana")
    empty = [spot for spot in SPOTS if spot not in match.side("ana").map]
    assert would(match, (Shift("ana", each, spot) for each in own for spot in empty)) == [
        Shift("ana", each, spot)
        for option in offered(match, "move")
        for each in option.fields["card"].names()
        for spot in option.fields["spot"].names()
    ]
    pairs = [(one, other) for n, one in enumerate(own) for other in own[n + 1 :]]
    assert would(match, (Swap("ana", *pair) for pair in pairs)) == [
        Swap("ana", each, other)
        for option in offered(match, "exchange")
        for each in option.fields["card"].names()
        for other in option.fields["other"].names()
    ]


@pytest.mark.parametrize("choices", READINGS)
def test_tw_11_13_cards_of_the_front_are_played_where_they_may(choices: Mapping[str, str]):
    match = laid("movement", choices).hold("ana", "Sun2", "Hat3", place="front")
    towers = match.tw.zones.piles["ana.towers"]
    acts = [Play("ana", "Sun2", each) for each in dict.fromkeys(towers)]
    acts += [Play("ana", "Hat3", each) for each in JUXTAPOSE]
    assert would(match, acts) == [
        Play("ana", name, to)
        for option in offered(match, "play")
        for name in option.fields["card"].names()
        for to in option.fields["to"].names()
    ]


def test_tw_15_5_and_15_7_each_that_may_attack_is_offered_each_target():
    match = laid("attack", {})
    targets = ["bo", *ids(match, "bo")]
    acts = [Attack("ana", target, (each,)) for target in targets for each in ids(match, "ana")]
    assert would(match, acts) == [
        Attack("ana", target, (each,))
        for option in offered(match, "attack")
        for target in option.fields["target"].names()
        for each in option.fields["attackers"].names()
    ]
