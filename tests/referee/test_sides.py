"""Sides: who plays for which, what happens when one leaves, who wins; and what is agreed first."""

import dataclasses
from typing import Any

import msgspec
import pytest
from msgspec import field

from cli.screen.sentences import tell
from events.common import Opening, Seating
from events.wondervale import Draw
from referee.fact import Fact, MatchEnded, ScoreChanged, SideLeft
from referee.game import Game
from referee.house import allies, members, remaining, require_playing, side_of, sides
from referee.obligation import Obligation
from referee.replay.simulate import Terms, simulate
from referee.replay.simulate import opening as simulated
from referee.table import MatchState
from referee.verdict import Illegal, Violation
from tests.games.wondervale import table as vale
from tests.table import Match

FOUR = ("ana", "bo", "cy", "di")
PAIRS = {"ana": "red", "bo": "blue", "cy": "red", "di": "blue"}
AGREED = {"length": ("short", "long"), "points": ("75", "100", "*")}


class Place(Obligation):
    """Something of a side is to be placed."""


class Field(MatchState[Place], omit_defaults=True):
    """A state with something of each player's on the table.

    Args:
        pieces: how many pieces each seat has.
        length: what was agreed.
    """

    pieces: dict[str, int] = field(default_factory=dict)
    length: str = ""


def _open(t: Any, e: Opening) -> Field:
    seats = tuple(s.seat for s in e.seats)
    return Field(
        seats,
        allies=allies(e),
        pieces=dict.fromkeys(seats, 3),
        due=[Place(seat, "REF-1.1", 1) for seat in seats],
        length=e.options["length"],
    )


def _leave(t: Any, side: str) -> None:
    for seat in members(t.state, side):
        t.state.pieces[seat] = 0
        t.fact(ScoreChanged(seat, "pieces", 0))


def _nothing(t: Any) -> list[Any]:
    return []


def _draw(t: Any, e: Any) -> None:
    require_playing(t, e.seat)


def game() -> Game:
    """A game of two to four players with the events of another, who may draw cards and leave."""
    made = dataclasses.replace(
        vale.GAME,
        players=(2, 4),
        open=_open,
        state_type=Field,
        handlers={**vale.GAME.handlers, Draw: _draw},
        options=_nothing,
        obligations=_nothing,
        names=_nothing,
        called=lambda t: {},
        leave=_leave,
        agreed=lambda catalog: AGREED,
    )
    made.__dict__["codec"] = vale.GAME.codec
    return made


def table(*seats: str, of: dict[str, str] | None = None, **other: Any) -> Match:
    """A match between these seats, of which those in ``of`` play for a side."""
    named = of or {}
    seating = tuple(Seating(s, f"p-{s}", side=named.get(s, "")) for s in seats)
    return Match(game(), vale.CARDS, vale.opening(seats=seating, **other))


# -- who plays for which -----------------------------------------------------------------------


def test_a_seat_without_a_named_side_is_a_side_of_its_own():
    state = table("ana", "bo", "cy", of={"ana": "red", "cy": "red"}).state
    assert sides(state) == remaining(state) == ["red", "bo"]
    assert [side_of(state, seat) for seat in state.seats] == ["red", "bo", "red"]
    assert members(state, "red") == ["ana", "cy"]
    assert members(state, "bo") == ["bo"]


def test_ref_1_3_a_side_does_not_bear_the_name_of_a_seat_that_is_not_in_it():
    match = table("ana", "bo", "cy", of={"ana": "bo"})
    match.refused("REF-1.3", seat="ana", side="bo")
    match = table("ana", "bo", "cy", of={"ana": "bo", "bo": "red"})
    match.refused("REF-1.3", seat="ana", side="bo")
    match = table("ana", "bo", "cy", of={"cy": "ana", "ana": "ana"})
    assert sides(match.state) == ["ana", "bo"]


@pytest.mark.parametrize("side", ["Red", "1", "red,blue", "red\\n"])
def test_a_side_is_a_word_like_a_seat(side: str):
    line = f'{{"type":"opening","by":"p","game":"g","version":"1","catalog":"{"0" * 64}","seats":'
    with pytest.raises(msgspec.ValidationError, match=r"seats\[0\].side"):
        vale.GAME.codec.event(f'{line}[{{"seat":"ana","person":"p","side":"{side}"}}]}}'.encode())


# -- leaving -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "how", "rule"),
    [
        ("ana concede", "concession", "REF-4.1"),
        ("jo penalty ana game-loss", "game-loss", "REF-3.6"),
        ("jo penalty ana disqualification", "disqualification", "REF-3.6"),
    ],
)
def test_ref_3_6_and_4_1_the_whole_side_leaves_and_the_other_wins(line: str, how: str, rule: str):
    pairs = table(*FOUR, of=PAIRS).play(line)
    assert pairs.facts == [MatchEnded(("blue",), "won", how, rule)]
    assert pairs.state.winner == "blue"
    two_to_one = table("ana", "bo", "cy", of={"ana": "red", "cy": "red"}).play(line)
    assert two_to_one.state.winner == "bo"


@pytest.mark.parametrize(
    ("line", "how", "rule"),
    [
        ("bo concede", "concession", "REF-4.1"),
        ("jo penalty bo disqualification", "disqualification", "REF-3.6"),
    ],
)
def test_ref_4_1_a_match_of_three_sides_goes_on_without_one(line: str, how: str, rule: str):
    match = table("ana", "bo", "cy").play(line)
    assert match.facts == [SideLeft("bo", how, rule), ScoreChanged("bo", "pieces", 0)]
    assert match.state.out == ["bo"]
    assert remaining(match.state) == ["ana", "cy"]
    assert match.state.pieces == {"ana": 3, "bo": 0, "cy": 3}
    assert [due.seat for due in match.state.due] == ["ana", "cy"]
    assert (match.state.over, match.state.winner) == ("", "")
    match.play("ana draw; cy concede")
    assert match.one(MatchEnded).winners == ("ana",)
    assert match.state.out == ["bo"]


def test_ref_1_3_a_side_that_is_out_plays_no_more():
    match = table(*FOUR, of={"ana": "red", "bo": "red"}).play("bo concede")
    for line in ("ana draw", "ana concede", "jo agree-result red", "jo time-called bo"):
        verdict = match.refuse(line, "REF-1.3", side="red")
        assert verdict.legal == "one of cy, di"
    match.play('ana call-judge about="what now"; bo note text=bye; jo close-call')


def test_ref_3_6_a_penalty_to_a_side_that_is_out_changes_nothing():
    match = table("ana", "bo", "cy").play("bo concede")
    before = match.replay.digest()
    match.play("jo penalty bo disqualification")
    assert match.facts == []
    assert match.replay.digest() == before


def test_ref_3_6_a_penalty_after_the_end_takes_no_side_out():
    match = table("ana", "bo", "cy").play("ana agree-result cy; jo penalty bo game-loss")
    assert (match.state.winner, match.state.out, match.state.pieces["bo"]) == ("cy", [], 3)


def test_ref_3_1_a_rewind_brings_a_side_back():
    match = table("ana", "bo", "cy").play("ana draw")
    before = match.replay.digest()
    match.play("bo concede; jo rewind 2; bo draw")
    assert match.state.out == []
    assert match.replay.digest() == before


# -- winning -----------------------------------------------------------------------------------


@pytest.mark.parametrize("winner", ["red", "ana", "cy"])
@pytest.mark.parametrize("line", ["ana agree-result", "jo time-called"])
def test_ref_4_2_and_4_3_a_winner_is_named_by_seat_or_side(line: str, winner: str):
    match = table(*FOUR, of=PAIRS).play(f"{line} {winner}")
    assert match.state.winner == "red"
    assert match.one(MatchEnded).winners == ("red",)


def test_ref_1_3_only_a_side_or_seat_of_the_match_wins():
    match = table(*FOUR, of=PAIRS)
    match.refuse("ana agree-result green", "REF-1.3", seat="green")
    match.play("ana agree-result")
    assert (match.state.over, match.state.winner) == ("agreed result", "")


def test_a_seat_that_a_game_lets_win_wins_for_its_side():
    match = table(*FOUR, of=PAIRS)
    match.replay.table.end_match("di", "points", "REF-4.2")
    assert match.state.winner == "blue"


# -- what is agreed ----------------------------------------------------------------------------


def test_what_is_not_said_is_agreed_as_usual():
    assert game().agreements(vale.CARDS, {}) == {"length": "short", "points": "75"}
    chosen = {"points": "60", "length": "long"}
    assert game().agreements(vale.CARDS, chosen) == {"length": "long", "points": "60"}
    assert table("ana", "bo").state.length == "short"
    assert table("ana", "bo", options={"length": "long"}).state.length == "long"


@pytest.mark.parametrize(
    ("options", "facts"),
    [
        ({"weather": "fair"}, {"id": "weather"}),
        ({"length": "endless"}, {"id": "length", "option": "endless"}),
    ],
)
def test_ref_1_2_the_players_agree_what_there_is_to_agree(
    options: dict[str, str], facts: dict[str, str]
):
    table("ana", "bo", options=options).refused("REF-1.2", **facts)
    with pytest.raises(Violation):
        game().agreements(vale.CARDS, options)


def test_a_game_in_which_nothing_is_agreed_reads_no_options():
    """So it was before there was anything to agree, and old records stay as they are."""
    assert vale.opened(options={"round": "4"}).replay.opened
    with pytest.raises(Violation, match="is not an option of this game"):
        vale.GAME.agreements(vale.CARDS, {"round": "4"})


def test_a_random_match_pins_sides_and_all_that_is_agreed():
    terms = Terms(sides=PAIRS, options={"points": "60"})
    first = simulated(game(), vale.CARDS, [("", {})] * 4, terms=terms)
    assert [(s.seat, s.side) for s in first.seats] == list(PAIRS.items())
    assert first.options == {"length": "short", "points": "60"}


def test_an_opening_that_is_refused_is_no_fault_of_the_simulation():
    decks = [("", vale.DECK)] * 2
    terms = Terms(sides={"ana": "red", "bo": "red"})
    first = simulated(vale.GAME, vale.CARDS, decks, terms=terms)
    with pytest.raises(Violation) as refused:
        simulate(vale.GAME, vale.CARDS, first, None)  # type: ignore[arg-type]
    assert refused.value.rule == "WV-1.2"


def test_facts_that_are_told_name_the_side():
    told: list[Fact] = [
        SideLeft("red", "concession", "REF-4.1"),
        MatchEnded(("blue",), "won", "points", ""),
    ]
    assert tell(told) == ["red is out of the match: concession", "blue wins: points"]


def test_both_players_of_a_duel_are_no_side():
    match = vale.opened(seats=tuple(_sided(s, "red") for s in vale.opening().seats))
    assert isinstance(match.verdict, Illegal)
    match.refused("WV-1.2", side="red")
    first, second = vale.opening().seats
    match = vale.opened(seats=(_sided(first, "red"), second)).play("bo concede")
    assert match.state.winner == "red"


def _sided(seating: Seating, side: str) -> Seating:
    return Seating(seating.seat, seating.person, seating.deck, seating.deck_name, side)
