"""The house rules: what holds in every match of every game."""

import dataclasses

import pytest
from msgspec.structs import replace

from events.common import AgreeResult, CloseCall, Penalty, TimeCalled
from events.error import RefereeError
from referee.fact import MatchEnded
from referee.house import AnyTable, Handlers
from referee.verdict import Incomplete, OnTrust
from tests.events.test_notation import stored
from tests.games.wondervale.table import (
    CARDS,
    DECK,
    GAME,
    Has,
    Match,
    begun,
    opened,
    opening,
    position,
)
from tests.table import won

# -- REF-1: the record -------------------------------------------------------------------------


def test_ref_1_1_the_first_entry_opens_the_match():
    match = Match(GAME, AgreeResult("ana"))
    match.refused("REF-1.1")
    assert not match.replay.opened
    match.refuse("ana draw 7", "REF-1.1")


def test_ref_1_1_nothing_is_played_on_a_refused_opening():
    match = opened(decks=[DECK])
    match.refused("WV-1.2")
    match.refuse("ana standard-health", "REF-1.1")
    match.log(opening())
    match.refused("REF-1.1")


def test_ref_1_1_a_match_is_opened_once():
    match = begun()
    before = match.replay.digest()
    match.log(opening())
    match.refused("REF-1.1")
    assert match.replay.digest() == before


LISTED = tuple(replace(s, lists={"sideboard": {"Juryn": 1}}) for s in opening().seats)


@pytest.mark.parametrize(
    ("other", "facts", "legal"),
    [
        ({"game": "chess"}, {"game": "chess", "version": "1.1"}, "wondervale 1.1"),
        ({"version": "1.0"}, {"game": "wondervale", "version": "1.0"}, "wondervale 1.1"),
        ({"catalog": "0" * 64}, {"pinned": "0" * 64, "have": CARDS.hash}, ""),
        ({"lists": {"offer": {"Juryn": 1}}}, {"where": "the table", "name": "offer"}, "no lists"),
        ({"seats": LISTED}, {"where": "ana", "name": "sideboard"}, "no lists"),
        ({"interpretations": {"WV-I 18": "yes"}}, {"id": "WV-I 18"}, ""),
        (
            {"interpretations": {"WV-I 9": "yes"}},
            {"id": "WV-I 9", "option": "yes"},
            "one of reroll, defender_wins",
        ),
    ],
)
def test_ref_1_2_the_opening_names_an_edition_that_can_be_played(other, facts, legal: str):
    assert opened(**other).refused("REF-1.2", **facts).legal == legal
    assert opened().replay.opened


@pytest.mark.parametrize(
    ("seat", "legal"), [("ana", "one of material, tokens"), ("table", "offer")]
)
def test_ref_1_2_the_lists_of_a_game_are_named(seat: str, legal: str):
    game = dataclasses.replace(GAME, lists=("material", "tokens"), table_lists=("offer",))
    game.__dict__["codec"] = GAME.codec
    named = {"offer": {"Juryn": 1}}
    first = opening()
    mine = replace(first.seats[0], lists={"material": {"Juryn": 1}})
    fair = replace(first, seats=(mine, first.seats[1]), lists=named)
    assert Match(game, fair).replay.opened
    if seat == "ana":
        wrong = replace(first, seats=(replace(mine, lists=named), first.seats[1]))
    else:
        wrong = replace(first, lists=mine.lists)
    assert Match(game, wrong).refused("REF-1.2").legal == legal


def test_ref_1_3_no_seat_is_named_twice():
    seats = opening().seats
    opened(seats=(seats[0], seats[0])).refused("REF-1.3", seats="ana, ana")


@pytest.mark.parametrize(
    "line",
    [
        "cy draw 7",
        "cy concede",
        "cy call-judge",
        "cy contest 1",
        "cy confirm 1",
        "jo penalty cy warning",
        "jo agree-result cy",
        "jo time-called cy",
    ],
)
def test_ref_1_3_only_seats_of_the_opening_are_named(line: str):
    verdict = opened().refuse(line, "REF-1.3", seat="cy")
    assert verdict.legal == "one of ana, bo"


def test_ref_1_4_nothing_is_played_after_the_end():
    match = begun().play("bo concede")
    for line in ["ana draw 1", "bo concede", "ana agree-result ana", "jo time-called bo"]:
        verdict = match.refuse(line, "REF-1.4", since=6, how="concession")
        assert verdict.legal == "a remark or a ruling"


def test_ref_1_4_remarks_and_rulings_may_follow():
    match = begun().play(
        """
        bo concede
        ana note text="well played"
        bo contest 6
        ana confirm 6
        bo call-judge
        jo close-call
        jo penalty bo warning
        jo adjust health:ana:100
        """
    )
    assert match.state.over == "concession"
    match.play("jo strike 6; ana draw 1")
    assert match.state.over == ""


@pytest.mark.parametrize("verb", ["contest", "confirm"])
def test_ref_1_5_a_remark_names_an_entry_of_the_record(verb: str):
    match = begun()
    match.refuse(f"ana {verb} 6", "REF-1.5", entry=6, last=5)
    match.refuse(f"ana {verb} 99", "REF-1.5", entry=99, last=6)
    match.play(f"ana {verb} 5; bo {verb} 6")


def test_ref_1_5_remarks_change_nothing():
    match = begun()
    before = match.replay.digest()
    match.play('tess note text="rain"; ana contest 3 reason="slow"; bo confirm 5')
    assert match.replay.digest() == before
    assert match.facts == []


# -- REF-2: cards ------------------------------------------------------------------------------

THREE_OUT = Has(
    bench="Frostling [Juryn]; Frostling [Juryn]",
    discard="Frostling Starguard",
    bank="Juryn*2 Aegaryn",
    battle="Starling [Ascyr]",
    hand=6,
)
"""All three Frostlings, all four Juryn cards and the only Starguard of the deck lie open."""


@pytest.mark.parametrize(
    ("step", "line", "card"),
    [
        ("discard", "discard Frostling", "Frostling"),
        ("discard", "discard Juryn", "Juryn"),
        ("deposit", "deposit Juryn", "Juryn"),
        ("deploy", "lay Frostling tribes=Juryn", "Frostling"),
        ("deploy", "upgrade Starling Starguard tribes=Juryn*2", "Starguard"),
    ],
)
def test_ref_2_1_a_fourth_copy_of_three_is_refused_in_a_turn(step: str, line: str, card: str):
    match = position(ana=THREE_OUT, step=step)
    match.refuse(f"ana {line}", "REF-2.1", seat="ana", card=card, have=0, asked=1)


@pytest.mark.parametrize(
    ("winner", "line", "card"),
    [
        ("Duneling", "ana sift Frostling", "Frostling"),
        ("Cityling", "ana replace Aegaryn bank Juryn", "Juryn"),
        ("Fernling", "ana graft Juryn bank", "Juryn"),
    ],
)
def test_ref_2_1_a_fourth_copy_is_refused_in_an_ability(winner: str, line: str, card: str):
    ana = Has(**{**vars(THREE_OUT), "battle": winner})
    match = position(ana=ana, bo=Has(battle="Waveling -49")).play("ana attack 6-1")
    match.refuse(line, "REF-2.1", seat="ana", card=card, have=0, asked=1)


def test_ref_2_1_a_fourth_copy_is_refused_when_it_is_picked():
    match = position(
        ana=Has(battle="Frostling"), bo=Has(**{**vars(THREE_OUT), "battle": "Waveling -49"})
    )
    match.play("ana attack 6-1")
    match.refuse("ana pick Frostling", "REF-2.1", seat="bo", card="Frostling", have=0)
    match.play("ana pick Starlord")


def test_ref_2_1_a_fourth_copy_is_refused_at_the_hand_limit():
    match = position(ana=Has(**{**vars(THREE_OUT), "hand": 8}))
    match.refuse("ana discard Frostling", "REF-2.1", card="Frostling", have=0)
    match.play("ana discard Starlord")


def test_ref_2_1_a_fourth_copy_is_refused_in_a_repair():
    match = position(ana=THREE_OUT)
    match.refuse("jo adjust move:ana/Frostling:hand>discard", "REF-2.1", card="Frostling", have=0)


def test_ref_2_1_a_third_copy_is_accepted_and_a_second_showing_is_not():
    match = position(ana=Has(bench="Frostling; Frostling"), step="discard")
    verdict = match.refuse("ana discard Frostling*2", "REF-2.1", asked=2, card="Frostling", have=1)
    assert verdict.message == "ana shows 2 of Frostling, but at most 1 can be in hand"
    match.play("ana discard Frostling")
    match.refuse("ana discard Frostling", "REF-2.1", have=0)


def test_ref_2_1_no_more_cards_are_shown_than_are_in_hand():
    match = position(ana=Has(hand=1), step="discard")
    verdict = match.refuse("ana discard Juryn Aegaryn", "REF-2.1", seat="ana", asked=2, have=1)
    assert verdict.message == "ana shows 2 cards from a hand of 1"


def test_ref_2_1_a_card_that_was_taken_back_may_be_shown_again():
    match = position(
        ana=Has(battle="Cityling+Cityguard"),
        bo=Has(battle="Duneling+Duneguard [Verdari*3] -80", hidden="Juryn*5", hand=1),
    )
    match.play("ana attack 6-1; bo reclaim Verdari; ana end; bo draw 1; bo deposit Verdari")
    match.refuse("bo deposit Verdari", "REF-2.1", have=0)


def test_ref_2_1_a_deck_of_open_cards_is_known_while_the_older_hand_is_not():
    ana = Has(hidden="Juryn*2 Frostling*3", hand=4, discard="Aegaryn*4")
    match = position(ana=ana, step="discard").play("ana discard Frostling; ana draw 2")
    assert match.ana.hidden.size("hand") == 5
    match.refuse("ana deposit Aegaryn*2", "REF-2.1", card="Aegaryn", asked=2)
    match.play("ana deposit Juryn*2")
    match.refuse("ana discard Frostling", "WV-4.7")


def test_ref_2_1_what_was_shown_of_a_pool_is_spent():
    ana = Has(hidden="Juryn*2 Frostling*2", hand=4, discard="Aegaryn*2")
    match = position(ana=ana, step="discard").play("ana draw 1; ana deposit Juryn Aegaryn; ana end")
    match.play("bo draw 1; bo end")
    match.refuse("ana discard Aegaryn", "REF-2.1", card="Aegaryn", have=0)
    match.play("ana discard Frostling*2; ana draw 3")
    match.play("ana deposit Aegaryn")


# -- REF-3.6 and REF-4: how a match ends ---------------------------------------------------------


def ends(line: str, how: str, winner: str, rule: str) -> None:
    match = begun().play(line)
    assert match.one(MatchEnded) == MatchEnded(*won(winner), how, rule)
    assert (match.state.over, match.state.winner, match.state.ended) == (how, winner, 6)
    assert match.outcome.digest == match.replay.digest()


@pytest.mark.parametrize("kind", ["game-loss", "match-loss", "disqualification"])
@pytest.mark.parametrize(("seat", "other"), [("ana", "bo"), ("bo", "ana")])
def test_ref_3_6_a_lost_game_goes_to_the_other_side(kind: str, seat: str, other: str):
    ends(f"jo penalty {seat} {kind}", kind, other, "REF-3.6")


@pytest.mark.parametrize(("seat", "other"), [("ana", "bo"), ("bo", "ana")])
def test_ref_4_1_who_concedes_loses_at_once(seat: str, other: str):
    ends(f"{seat} concede", "concession", other, "REF-4.1")


@pytest.mark.parametrize("winner", ["ana", "bo", ""])
def test_ref_4_2_players_agree_on_a_winner_or_a_draw(winner: str):
    ends(f"ana agree-result {winner}", "agreed result", winner, "REF-4.2")


@pytest.mark.parametrize("winner", ["ana", "bo", ""])
def test_ref_4_3_time_ends_the_match(winner: str):
    ends(f"jo time-called {winner}", "time called", winner, "REF-4.3")


def test_a_penalty_may_name_its_infraction_and_is_written_as_before_where_it_does_not():
    plain, named = Penalty("jo", "ana", "warning"), "cup/57"
    assert stored(plain) == b'{"type":"penalty","judge":"jo","seat":"ana","kind":"warning"}'
    match = begun().play(f"jo penalty ana match-loss infraction={named}")
    assert match.replay.events[-1].infraction == named
    with pytest.raises(RefereeError):
        begun().play("jo penalty ana warning infraction=57")


@pytest.mark.parametrize("kind", ["caution", "warning"])
def test_ref_3_6_a_lesser_penalty_ends_nothing(kind: str):
    match = begun().play(f"jo penalty ana {kind} reason=slow rule=WV-4.3; ana draw 1")
    assert match.state.over == ""


def test_ref_3_6_a_penalty_after_the_end_leaves_the_result():
    match = begun().play("bo concede; jo penalty ana disqualification")
    assert (match.state.over, match.state.winner) == ("concession", "ana")


@pytest.mark.rule("REF-4.4")
def test_ref_4_4_a_call_is_open_until_a_judge_closes_it():
    match = begun()
    match.refuse("jo close-call", "REF-4.4")
    match.play("ana call-judge about=dice; bo call-judge")
    assert match.state.calls == [7, 8]
    match.refuse("jo close-call call=6", "REF-4.4", call=6)
    match.play("lena close-call 8")
    assert match.state.calls == [7]
    match.refuse("lena close-call 8", "REF-4.4", call=8)
    match.play("jo close-call")
    assert match.state.calls == []
    match.refuse("jo close-call", "REF-4.4")


def test_ref_4_4_what_a_judge_lets_stand_of_no_open_call_closes_none():
    match = begun()
    match.refuse("jo close-call", "REF-4.4")
    match.play(f"jo stand {match.seq} REF-4.4; ana call-judge")
    assert match.state.calls == [match.seq]


def test_ref_4_4_where_several_calls_are_open_it_is_asked_which_is_closed():
    match = begun().play("ana call-judge; bo call-judge")
    match.log(CloseCall("jo"))
    assert match.verdict == Incomplete("say which call is closed", {"call": ("6", "7")})
    assert match.state.calls == [6, 7]


def test_ref_4_4_play_may_go_on_during_a_call():
    begun().play("bo call-judge; ana draw 1; jo close-call")


def test_common_events_are_checked_in_full():
    for event in (AgreeResult("ana", "bo"), TimeCalled("jo")):
        match = begun(judges={"jo": "judge"})
        match.log(event)
        assert not isinstance(match.verdict, OnTrust)


def test_ref_4_2_players_agree_that_nobody_or_that_several_won():
    for line, ended in (
        ("ana agree-result unwon=all-lost", MatchEnded((), "all lost", "agreed result", "REF-4.2")),
        (
            "ana agree-result unwon=no-result",
            MatchEnded((), "no result", "agreed result", "REF-4.2"),
        ),
        (
            "ana agree-result ana sharing=bo",
            MatchEnded(("ana", "bo"), "shared", "agreed result", "REF-4.2"),
        ),
    ):
        assert begun().play(line).one(MatchEnded) == ended


def test_ref_4_2_and_4_3_nobody_wins_what_all_have_lost():
    begun().refuse("ana agree-result ana unwon=all-lost", "REF-4.2", winner="ana")
    begun().refuse("jo time-called ana unwon=no-result", "REF-4.3", unwon="no result")


# -- handlers ----------------------------------------------------------------------------------


def test_a_handler_is_found_by_the_events_that_its_annotation_names():
    handles = Handlers()

    @handles
    def end(t: AnyTable, e: AgreeResult | TimeCalled) -> None:
        """The match ends."""

    assert handles == {AgreeResult: end, TimeCalled: end}

    def again(t: AnyTable, e: TimeCalled) -> None:
        """Time is called."""

    def nothing(t: AnyTable, e: int) -> None:
        """A number comes."""

    for wrong, kind in ((again, TimeCalled), (nothing, int)):
        with pytest.raises(TypeError, match="is not an event, or already has a handler") as found:
            handles(wrong)  # type: ignore[type-var]
        assert str(kind) in str(found.value)
    assert handles == {AgreeResult: end, TimeCalled: end}
