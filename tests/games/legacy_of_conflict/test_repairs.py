"""Repairs by a judge and by all players (REF-3.5, LC-3.4): all of them are made, or none."""

from collections.abc import Callable

import msgspec
import pytest

from events.common import Adjust, Change
from referee.fact import UnitDefeated
from referee.games.legacy_of_conflict.characters import Ability
from referee.games.legacy_of_conflict.deck import CARDS
from referee.games.legacy_of_conflict.repair import REPAIRS
from referee.games.legacy_of_conflict.state import Lasting
from referee.house import adjust_with
from referee.verdict import Violation
from tests.games.legacy_of_conflict.table import (
    Match,
    begun,
    cards_add_up,
    changed,
    changed_piece,
    forces,
    opened,
    set_up,
    teams,
    tokens_add_up,
)

GOOD = {
    "wounds": "Brute:3",
    "tokens": "Warden/move:1",
    "give": "Warden/Slinger:1",
    "condition": "Warden/slow:2",
    "surface": "Seer:ground",
    "within": "Warden/embers:yes",
    "defeat": "Brute:ana",
    "activated": "Warden:yes",
    "moving": "Colossus:1/2/3/6",
    "terrain": "wall:destroyed",
    "door": "gate:open",
    "marker": "crossing:ana",
    "points": "ana:3",
    "flipped": "ana/2S:yes",
    "aside": "bo:yes",
    "turn": "bo:4",
    "order": "bo:1",
    "opportunity": "bo:now",
}
BAD = {
    "wounds": ("Brute:99", "99 is not a whole number from 1 to 7"),
    "tokens": ("Warden/dance:1", "dance is not an action of Warden"),
    "give": ("Warden/Brute:1", "Warden gives nothing to Brute"),
    "condition": ("Warden/sad:1", "sad is not a condition"),
    "surface": ("Seer:moon", "moon is not a terrain piece on this table"),
    "within": ("Warden/embers:perhaps", "perhaps is neither yes nor no"),
    "defeat": ("Brute:bo", "bo cannot be credited"),
    "activated": ("Warden:perhaps", "perhaps is neither yes nor no"),
    "moving": ("Warden:1/2/3/6", "Warden is not being activated"),
    "terrain": ("moon:1", "moon is not a terrain piece that stands"),
    "door": ("wall:open", "wall is not a door or gate"),
    "marker": ("moon:ana", "moon is not a marker of this scenario"),
    "points": ("cy:3", "cy has no points in this match"),
    "flipped": ("ana/4S:yes", "4S is no card of a deck"),
    "aside": ("cy:yes", "cy has no seat"),
    "turn": ("ana:0", "0 is not a whole number from 1 to 9999"),
    "order": ("cy:1", "cy is not in the order"),
    "opportunity": ("cy:now", "cy has no character left to activate"),
}


def as_changes(*repairs: str) -> tuple[Change, ...]:
    """Repairs as they are written, ``wounds:Brute:3``."""
    return tuple(Change(*repair.split(":", 2)) for repair in repairs)


OF_AN_ACTIVATION = ("moving",)


def given_for(what: str) -> Match:
    """A match in which that repair can be made."""
    if what not in OF_AN_ACTIVATION:
        return prepared()
    return prepared().play("jo adjust activated:Colossus:now")


def remaining_after(match: Match, *repairs: str) -> None:
    """These repairs are refused, and the state keeps its bytes: by a judge, and by all players."""
    t = match.replay.table
    before, facts = msgspec.msgpack.encode(t.state), len(t.facts)
    with pytest.raises(Violation), t.whole():
        adjust_with(REPAIRS)(t, Adjust("jo", as_changes(*repairs)))
    assert msgspec.msgpack.encode(t.state) == before
    assert len(t.facts) == facts
    match.play("ana ask about=what")
    before = msgspec.msgpack.encode(match.state)
    match.refuse(f"ana settle outcome=so ana bo changes={','.join(repairs)}", "REF-3.5")
    assert msgspec.msgpack.encode(match.state) == before


def prepared() -> Match:
    """A match in which every repair can be made: Seer is on the wall, and hurt."""
    return begun(on={"Seer": "wall"}).play(
        "jo adjust condition:Warden/slow:1 condition:Warden/dot:1 tokens:Warden/move:2 "
        "marker:crossing:bo within:Warden/mire:yes"
    )


def test_every_repair_is_tried():
    assert set(GOOD) == set(BAD) == set(REPAIRS)


@pytest.mark.parametrize("what", GOOD)
def test_ref_3_5_a_repair_is_taken_back_whole_with_one_that_fails_after_it(what: str):
    made = given_for(what)
    before = msgspec.msgpack.encode(made.state)
    made.play(f"jo adjust {what}:{GOOD[what]}")
    assert msgspec.msgpack.encode(made.state) != before
    remaining_after(given_for(what), f"{what}:{GOOD[what]}", "wounds:Nobody:1")


@pytest.mark.parametrize("what", BAD)
def test_ref_3_5_a_repair_that_fails_takes_those_before_it_back(what: str):
    target, said = BAD[what]
    refused = prepared().refuse(f"jo adjust {what}:{target}", "REF-3.5")
    assert refused.message == said
    remaining_after(prepared(), "wounds:Brute:3", "tokens:Warden/move:1", f"{what}:{target}")


WRONG = {
    "wounds:Brute:0": ("0 is not a whole number from 1 to 7", "1 to 7"),
    "wounds:Nobody:1": (
        "Nobody is not on the table",
        "one of Colossus, Slinger, Warden, Brute, Seer, Stalker",
    ),
    "tokens:Warden/pool:1": (
        "the pool is whatever the actions leave",
        "one of move, Halberd, Brace",
    ),
    "tokens:Warden/dance:1": ("dance is not an action of Warden", "one of move, Halberd, Brace"),
    "tokens:Warden/Halberd:2": ("2 is not a whole number from 0 to 1", "0 to 1"),
    "give:Warden/Warden:1": (
        "Warden gives nothing to Warden",
        "one of Warden/Colossus, Warden/Slinger",
    ),
    "give:Warden/Brute:1": (
        "Warden gives nothing to Brute",
        "one of Warden/Colossus, Warden/Slinger",
    ),
    "give:Warden/Slinger:2": ("2 is not a whole number from 0 to 1", "0 to 1"),
    "condition:Warden/sad:1": ("sad is not a condition", "one of slow, weaken, hinder, dot"),
    "condition:Warden/slow:3": ("3 is not a whole number from 0 to 2", "0 to 2"),
    "surface:Seer:keep": ("keep has levels", "one of keep/hall, keep/roof"),
    "defeat:Brute:bo": ("bo cannot be credited", "ana, or nobody"),
    "defeat:Stalker.2:ana": (
        "Stalker.2 is not on the table",
        "one of Colossus, Slinger, Warden, Brute, Seer, Stalker",
    ),
    "terrain:wall:0": ("0 is not a whole number from 1 to 2", "1 to 2"),
    "terrain:keep:11": ("11 is not a whole number from 1 to 10", "1 to 10"),
    "terrain:fence:1": (
        "fence is not a terrain piece that stands",
        "one of keep, wall, crates, monolith, gate, walkway, woods, mire, embers, chasm, slab",
    ),
    "door:wall:open": ("wall is not a door or gate", "gate"),
    "door:gate:ajar": ("ajar is neither open nor closed", "open or closed"),
    "marker:moon:ana": ("moon is not a marker of this scenario", "one of well, crossing"),
    "marker:crossing:cy": ("cy is not a side of this match", "one of ana, bo, or nobody"),
    "points:cy:1": ("cy has no points in this match", "one of ana, bo"),
    "points:ana:-1": ("-1 is not a whole number from 0 to 10000", "0 to 10000"),
    "flipped:cy/2S:yes": ("cy has no seat", "one of ana, bo"),
    "flipped:ana/2S:out": ("out is neither yes nor no", "yes or no"),
    "aside:ana:1": ("1 is neither yes nor no", "yes or no"),
    "turn:cy:1": ("cy has no seat", "one of ana, bo"),
    "turn:ana:10000": ("10000 is not a whole number from 1 to 9999", "1 to 9999"),
    "order:ana/bo:1": ("bo does not play for ana", "ana/ana"),
    "order:ana:3": ("3 is not a whole number from 1 to 2", "1 to 2"),
    "activated:Warden:1": ("1 is neither yes nor no", "yes, no or now"),
    "moving:Warden:1/2/3/6": ("Warden is not being activated", "activated:Warden:now first"),
    "opportunity:cy:now": ("cy has no character left to activate", "one of ana, bo"),
    "opportunity:bo:later": ("later is not a time", "opportunity:bo:now"),
}


@pytest.mark.rule("REF-3.5")
@pytest.mark.parametrize("repair", WRONG)
def test_ref_3_5_what_cannot_be_is_refused_with_what_can(repair: str):
    match = prepared().play("jo adjust defeat:Stalker.2:nobody terrain:fence:destroyed")
    refused = match.refuse(f"jo adjust {repair}", "REF-3.5")
    assert (refused.message, refused.legal) == WRONG[repair]


@pytest.mark.rule("REF-3.5")
@pytest.mark.parametrize(
    ("given", "repair", "message", "legal"),
    [
        (set_up, "activated:Warden:yes", "no character has activated", "in the activation phase"),
        (set_up, "opportunity:ana:now", "nobody has an opportunity", "between two activations"),
        (opened, "points:ana:1", "nobody has points before play", "after initiative"),
        (begun, "activated:Warden:no", "Warden is being activated", "after its activation"),
        (set_up, "activated:Warden:now", "nobody is activated now", "between two activations"),
        (begun, "activated:Seer:now", "Warden is being activated", "between two activations"),
        (begun, "moving:Warden:1/2/3", "1/2/3 is no Move Action", "such as 1/2/3/6"),
        (begun, "moving:Warden:2/1/3/6", "2 is not 1, which alone is possible", "1"),
        (begun, "moving:Warden:1/3/3/6", "3 is not a whole number from 1 to 2", "1 to 2"),
        (begun, "moving:Warden:1/1/7/6", "7 is not a whole number from 0 to 6", "0 to 6"),
        (opened, "order:ana:1", "nobody has an order", "after initiative, or a turn first"),
        (begun, "opportunity:ana:now", "nobody has an opportunity", "between two activations"),
    ],
)
def test_ref_3_5_a_repair_has_its_time(
    given: Callable[[], Match], repair: str, message: str, legal: str
):
    match = given()
    if given is begun:
        match.play("ana activate Warden")
    refused = match.refuse(f"jo adjust {repair}", "REF-3.5")
    assert refused.message.startswith(message)
    assert refused.legal == legal


@pytest.mark.rule("REF-3.5")
@pytest.mark.parametrize(
    ("value", "rule", "piece"),
    [("wall", "LC-14.8", "wall"), ("chasm", "LC-18.12", "chasm")],
)
def test_ref_3_5_nobody_is_put_into_what_one_cannot_enter(value: str, rule: str, piece: str):
    prepared().refuse(f"jo adjust within:Warden/{value}:yes", rule, piece=piece)


@pytest.mark.rule("REF-3.5")
def test_ref_3_5_the_state_is_what_the_repairs_say():
    match = prepared().play(
        "jo adjust wounds:Brute:7 wounds:Seer:1 tokens:Warden/move:0 tokens:Warden/Halberd:2 "
        "condition:Warden/slow:0 condition:Warden/dot:2 surface:Seer:keep/hall "
        "within:Warden/mire:no within:Warden/embers:yes activated:Slinger:yes terrain:wall:1 "
        "door:gate:open marker:crossing:nobody marker:well:ana points:bo:3 opportunity:bo:now"
    )
    state, figures = match.state, match.state.figures
    warden, seer = figures["Warden"], figures["Seer"]
    assert (figures["Brute"].wounds, seer.wounds, seer.on) == (7, 1, "keep/hall")
    assert (warden.pool, warden.slots, warden.conditions) == (1, {"Halberd": 2}, {"dot": 2})
    assert (warden.within, warden.activated, figures["Slinger"].activated) == (
        ["embers"],
        False,
        True,
    )
    assert (state.ground["wall"].wounds, state.ground["gate"].door) == (1, "open")
    assert (state.held, state.points, state.active) == ({"well": "ana"}, {"ana": 0, "bo": 3}, "bo")
    match.play("bo activate Seer")


def in_a_blow() -> Match:
    """Two defenders are hit; the attack waits for the cards of one."""
    nimble = Ability("Nimble", "always", flip="adds")
    return begun(catalog=forces(changed("Brute", abilities=(nimble,)))).play(
        "ana activate Colossus; ana attack Slam Brute 0 AS-AH caught=Brute:0,Seer:10"
    )


def in_an_activation() -> Match:
    return begun().play(
        "jo adjust condition:Warden/dot:1; ana activate Warden; ana move; ana stride 10"
    )


def in_a_fall() -> Match:
    catalog = forces(changed("Seer", wounds=60), changed_piece("wall", wounds=1))
    match = begun(catalog=catalog, on={"Seer": "wall"}).play("jo adjust terrain:wall:destroyed")
    return match.play(
        "ana fall Seer ground; jo adjust condition:Seer/slow:2 condition:Seer/weaken:2"
    )


@pytest.mark.parametrize(
    ("given", "repairs"),
    [
        (in_a_blow, ["wounds:Brute:2", "defeat:Brute:nobody"]),
        (in_an_activation, ["surface:Warden:wall", "defeat:Warden:bo", "opportunity:bo:now"]),
        (in_a_fall, ["condition:Seer/hinder:2", "activated:Brute:yes"]),
        (begun, [f"activated:{unit}:yes" for unit in ("Warden", "Slinger", "Colossus")]),
        (
            begun,
            [f"defeat:{unit}:bo" for unit in ("Warden", "Slinger", "Colossus")] + ["points:bo:9"],
        ),
    ],
)
def test_ref_3_5_what_follows_from_repairs_is_taken_back_with_them(
    given: Callable[[], Match], repairs: list[str]
):
    given().play(f"jo adjust {' '.join(repairs)}")
    remaining_after(given(), *repairs, "wounds:Nobody:1")


@pytest.mark.rule("LC-9.9")
def test_ref_3_5_who_has_nobody_left_after_a_repair_is_skipped():
    match = begun().play("jo adjust activated:Warden:yes activated:Slinger:yes")
    assert (match.state.active, match.state.due) == ("ana", [])
    match.play("jo adjust activated:Colossus:yes")
    assert (match.state.active, match.state.due) == ("bo", [])
    match.play("jo adjust activated:Colossus:no; bo activate Seer; bo end")
    assert match.state.active == "ana"


@pytest.mark.rule("LC-10.4")
def test_ref_3_5_the_turn_is_over_when_nobody_is_left_after_a_repair():
    match = begun().play("ana activate Warden; ana end")
    rest = ("Slinger", "Colossus", "Brute", "Seer", "Stalker", "Stalker.2")
    match.play(f"jo adjust {' '.join(f'activated:{unit}:yes' for unit in rest)}")
    assert match.due("ana") == [("close", "LC-10.7")]


EVERYBODY = ("Warden", "Slinger", "Colossus", "Brute", "Seer", "Stalker", "Stalker.2")

# -- a table set up anew -----------------------------------------------------------------------


def test_ref_3_5_a_turn_is_set_from_the_opening_and_played_on():
    match = opened().play("jo adjust turn:bo:3 order:bo:1")
    state = match.state
    assert (state.turn, state.active, state.order, state.due) == (3, "bo", ["bo", "ana"], [])
    assert state.points == {"ana": 0, "bo": 0}
    assert all(figure.placed for figure in state.figures.values())
    match.refuse("ana agree", "LC-9.1")
    match.play("bo activate Brute; bo end; ana activate Warden; ana end")
    assert state.active == "bo"


def test_ref_3_5_nobody_has_acted_in_a_turn_that_is_set_and_whoever_is_in_the_air_falls():
    match = begun(on={"Seer": "wall"}).play(
        "ana activate Warden; ana end; jo adjust activated:Seer:now terrain:wall:destroyed"
    )
    match.play("jo adjust turn:ana:1")
    assert not any(figure.activated for figure in match.state.figures.values())
    assert (match.state.acting, match.due("bo")) == ("", [("fall", "LC-17.5")])
    match.play("jo adjust surface:Seer:ground; ana activate Warden")


def test_ref_3_5_a_turn_that_is_set_ends_what_was_going_on():
    contest = set_up().play("jo adjust turn:ana:1")
    contest.play("ana activate Warden")
    closing = begun().play(" ".join(("jo adjust", *(f"activated:{u}:yes" for u in EVERYBODY))))
    assert closing.due("ana") == [("close", "LC-10.7")]
    assert closing.play("jo adjust turn:bo:2").state.due == []
    attack = begun().play("ana activate Warden; ana attack Halberd Brute 20")
    attack.play("jo adjust turn:ana:1; ana activate Warden")
    attack.play("ana attack Halberd Brute 20 3H-2H")
    assert attack.state.struck
    attack.state.figures["Seer"].bonuses = [
        Lasting("attack", 1, "Oath", until) for until in ("activation", "turn", "game")
    ]
    attack.state.ending = attack.state.last_turn = 1
    state = attack.play("jo adjust turn:ana:1").state
    assert (state.struck, state.ending, state.last_turn) == ([], 0, 0)
    assert [bonus.until for bonus in state.figures["Seer"].bonuses] == ["game"]
    passed = begun().play("ana pass; jo adjust turn:ana:1").state
    assert (passed.players["ana"].passed, passed.passes) == (False, 0)


def test_ref_3_5_points_and_order_stay_in_a_turn_that_is_set():
    match = begun().play("jo adjust order:bo:1 points:bo:3 turn:ana:2")
    assert (match.state.order, match.state.points) == (["bo", "ana"], {"ana": 0, "bo": 3})
    first = opened().play("jo adjust turn:ana:1; ana activate Warden; ana end")
    assert (first.state.order, first.state.active) == (["ana", "bo"], "bo")


@pytest.mark.parametrize(("reading", "done"), [("declaration", True), ("end_of_activation", False)])
def test_ref_3_5_an_activation_that_is_set_is_as_one_that_is_declared(reading: str, done: bool):
    match = begun(choices={"LC-I 33": reading})
    match.play("ana pass; jo adjust activated:Brute:yes activated:Brute:now")
    assert (match.state.figures["Brute"].activated, match.state.passes) == (done, 0)


def test_ref_3_5_decks_are_shuffled_in_a_turn_that_is_set_and_a_card_is_laid_aside_where_it_is():
    match = opened(choices={"LC-I 10": "yes"}).play("jo adjust turn:ana:1")
    for player in match.state.players.values():
        assert (player.shuffled, player.cards.size("discard")) == (True, 1)


def test_ref_3_5_who_has_fallen_at_0_wounds_is_defeated_before_a_turn_that_is_set():
    catalog = forces(changed("Seer", wounds=1), changed_piece("wall", wounds=1))
    match = begun(catalog=catalog, on={"Seer": "wall"}).play("jo adjust terrain:wall:destroyed")
    match.play("ana fall Seer ground; jo adjust defeat:Brute:nobody defeat:Stalker:nobody")
    match.play("jo adjust defeat:Stalker.2:nobody turn:bo:1")
    assert (match.state.figures["Seer"].down, match.state.active) == (True, "ana")
    assert [f.by for f in match.outcome.facts if isinstance(f, UnitDefeated)][-1] == "ana"


def test_ref_3_5_a_turn_is_of_who_has_somebody_on_the_table():
    match = begun("ana bo cy").play("cy concede")
    refused = match.refuse("jo adjust turn:cy:2", "REF-3.5")
    assert refused.message == "cy has no character on the table"
    assert refused.legal == "one of ana, bo"


def test_ref_3_5_a_team_has_its_order():
    match = teams().play("jo adjust order:blue:1 order:red/cy:1")
    state = match.state
    assert (state.order, state.teams["red"]) == (["blue", "red"], ["cy", "ana"])
    assert state.sequence == ["bo", "di", "cy", "ana"]


def test_ref_3_5_an_activation_and_its_move_are_set_and_gone_on_with():
    match = begun().play("jo adjust activated:Brute:now tokens:Brute/move:2 moving:Brute:1/2/2/3")
    assert match.state.active == "bo"
    match.play("bo stride 10").refuse("bo stride 10 part=1", "LC-14.3")
    match.play("bo stride 10").refuse("bo stride 10 part=1", "LC-14.2")
    match.refuse("bo move", "LC-12.5")


def test_ref_3_5_a_move_that_is_set_was_the_move_of_its_activation():
    match = begun(choices={"LC-I 35": "one_of_each_kind"})
    match.play("jo adjust activated:Brute:now moving:Brute:1/1/0/3").refuse("bo move", "LC-11.6")
    match = begun(choices={"LC-I 52": "character_value_per_activation"})
    match.play("jo adjust activated:Brute:now moving:Brute:1/2/3/3")
    match.refuse("bo stride 10 part=2", "LC-14.3")


def test_ref_3_5_more_strides_may_be_used_than_are_left_where_each_counts_them_anew():
    match = begun(choices={"LC-I 88": "at_every_stride"})
    match.play("jo adjust activated:Brute:now moving:Brute:1/2/2/1")
    assert match.state.moving.used == 2


def test_ref_3_5_tokens_that_are_given_are_all_there():
    match = begun().play("jo adjust give:Warden/Slinger:2")
    warden, slinger = match.state.figures["Warden"], match.state.figures["Slinger"]
    assert (warden.received, slinger.received) == (-2, 2)
    tokens_add_up(match)
    match.refuse("jo adjust tokens:Warden/move:2", "REF-3.5")


def test_ref_3_5_cards_leave_the_deck_and_come_back():
    match = begun().play("jo adjust flipped:bo/2S:yes aside:bo:yes")
    bo = match.state.players["bo"]
    assert (bo.discard[-1], bo.cards.size("discard"), bo.cards.size("deck")) == ("2S", 1, 14)
    cards_add_up(match)
    match.play("jo adjust activated:Brute:now").refuse("bo attack Maul Warden 0 2S-2C", "LC-4.5")
    match.play("jo adjust flipped:bo/2S:no aside:bo:no aside:bo:no flipped:bo/2S:no")
    assert (bo.cards.size("discard"), bo.cards.size("deck")) == (0, 16)
    cards_add_up(match)


def test_ref_3_5_an_empty_deck_has_no_card_to_flip_or_to_lay_aside():
    match = opened()
    match.play("jo adjust " + " ".join(f"flipped:ana/{card}:yes" for card in CARDS[1:]))
    match.play("jo adjust aside:ana:yes")
    refused = match.refuse(f"jo adjust flipped:ana/{CARDS[0]}:yes", "REF-3.5")
    assert refused.message == f"{CARDS[0]} cannot be in ana's deck"
    match.play(f"jo adjust aside:ana:no flipped:ana/{CARDS[0]}:yes")
    assert match.refuse("jo adjust aside:ana:yes", "REF-3.5").message == "ana's deck is empty"
