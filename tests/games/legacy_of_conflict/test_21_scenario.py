"""Section 21: what the scenario supplies."""

import msgspec
import pytest

from events.common import Change
from referee.fact import (
    DamageDealt,
    MatchEnded,
    ScoreChanged,
    StateRepaired,
    TurnBegan,
    UnitDefeated,
)
from referee.games.legacy_of_conflict.characters import Ability, Effect
from referee.games.legacy_of_conflict.facts import MarkerHeld
from referee.games.legacy_of_conflict.scenarios import Ending, Hazard, Marker, Scenario, Victory
from tests.games.legacy_of_conflict.table import (
    FORCES,
    GAME,
    Match,
    begun,
    changed,
    changed_piece,
    changed_scenario,
    forces,
    opened,
    opening,
    set_up,
    teams,
)
from tests.table import won

BREAK = {"scenario": "breakthrough"}
WELL = {"scenario": "wellspring"}


def turn(match: Match, close: str = "ana close-turn crossing:nobody") -> Match:
    """Everyone who has not been activated is, and the turn is closed."""
    state = match.state
    number = state.turn
    while state.turn == number and not any(d.task == "close" for d in state.due):
        seat = state.active
        unit = next(
            f.id
            for f in state.figures.values()
            if f.seat == seat and not f.activated and not f.down
        )
        match.play(f"{seat} activate {unit}; {seat} end")
        state = match.state
    return match.play(close) if close else match


def ruled(match: Match, *changes: str, text: str = "so be it") -> Match:
    """All players rule that this is so."""
    seats = ",".join(match.state.seats)
    match.play('ana ask about="what now?"')
    return match.play(f'ana settle consents={seats} outcome="{text}" changes={",".join(changes)}')


def wellspring(**fields) -> Scenario:
    return changed_scenario("wellspring", **fields)


# -- victory -----------------------------------------------------------------------------------


def test_lc_21_1_cleanup_asks_for_what_the_scenario_wants_declared():
    match = turn(begun(), "")
    match.refuse("ana close-turn", "LC-21.1", marker="crossing")
    match.refuse("ana close-turn crossing:zoe", "LC-21.1", side="zoe")
    match.refuse("ana close-turn crossing:ana altar:bo", "LC-21.1", marker="altar")
    match.refuse("ana close-turn crossing:ana well:bo", "LC-21.1", marker="well")
    match.play("ana close-turn crossing:ana")
    assert [(f.marker, f.side, f.rule) for f in match.all(MarkerHeld)] == [
        ("well", "", "LC-10.6"),
        ("crossing", "ana", "LC-10.6"),
    ]
    assert match.one(ScoreChanged) == ScoreChanged("ana", "points", 1)


def test_lc_21_1_the_opening_names_a_scenario_of_the_catalog():
    named = msgspec.structs.replace(opening(), options={"scenario": "skirmish"})
    Match(GAME, FORCES, named).refused("REF-1.2")


def test_lc_21_1_a_catalog_without_scenarios_opens_no_match():
    refused = opened(catalog=msgspec.structs.replace(FORCES, scenarios=())).refused("LC-21.1")
    assert refused.legal == "a catalog with one scenario or more"


@pytest.mark.parametrize("option", ["scenario", "table"])
def test_ref_1_2_the_opening_names_what_is_in_the_catalog(option: str):
    named = msgspec.structs.replace(opening(), options={option: "moon"})
    Match(GAME, FORCES, named).refused("REF-1.2", id=option, option="moon")


def test_lc_21_1_the_last_side_with_characters():
    match = begun()
    foes = [f.id for f in match.state.figures.values() if f.seat == "bo"]
    turn(ruled(match, *(f"defeat:{unit}:ana" for unit in foes)))
    assert match.one(MatchEnded) == MatchEnded(("ana",), "won", "last side standing", "LC-21.1")


def test_lc_21_1_nobody_left_is_a_draw():
    match = begun()
    units = list(match.state.figures)
    ruled(match, *(f"defeat:{unit}:nobody" for unit in units))
    if not match.state.over:
        turn(match)
    assert (match.state.over, match.state.winner) == ("last side standing", "")


def test_lc_21_1_enough_points():
    match = ruled(begun(options=BREAK), "points:bo:6")
    turn(match, "ana close-turn")
    assert match.one(MatchEnded) == MatchEnded(("bo",), "won", "points", "LC-21.1")


@pytest.mark.parametrize(("points", "winner"), [(3, "bo"), (2, "")])
def test_lc_21_1_the_most_points_at_the_turn_limit(points: int, winner: str):
    match = begun(catalog=forces(wellspring(turns=2)), options=WELL)
    ruled(match, "points:ana:2", f"points:bo:{points}")
    turn(match)
    assert match.one(TurnBegan).turn == 2
    turn(match)
    assert match.one(MatchEnded) == MatchEnded(*won(winner), "turn limit", "LC-21.1")


def test_lc_21_1_a_side_wins_together():
    match = ruled(teams(), "points:blue:5")
    for _ in range(5):
        turn(match)
    assert match.one(MatchEnded).winners == ("blue",)


def test_lc_21_1_defeats_score_where_the_scenario_says():
    match = ruled(begun(), "defeat:Brute:ana")
    assert match.one(ScoreChanged) == ScoreChanged("ana", "points", 2)
    match = ruled(begun(), "defeat:Brute:nobody")
    assert match.all(ScoreChanged) == []


# -- what ends a turn or the game --------------------------------------------------------------


@pytest.mark.rule("LC-21.2")
def test_lc_21_2_a_condition_that_ends_the_turn():
    match = begun(options=BREAK)
    match.refuse("ana declare sunrise", "LC-21.1", condition="sunrise")
    match.play("bo declare nightfall")
    assert match.due("ana") == [("close", "LC-10.7")]
    match.play("ana close-turn")
    assert match.state.turn == 2


@pytest.mark.rule("LC-21.2")
def test_lc_21_2_a_condition_that_ends_the_game():
    match = ruled(begun(options=BREAK), "points:bo:1")
    match.play("ana activate Warden; ana declare banner-home; ana end; ana close-turn")
    assert match.one(MatchEnded) == MatchEnded(("bo",), "won", "the scenario's end", "LC-21.1")


@pytest.mark.rule("LC-21.3")
def test_lc_21_3_the_scenario_says_which_contests_get_the_underdog_bonus():
    """Bo has 10 points less than agreed, so 5 more; under wellspring in contests too."""
    few = {"Brute": 1, "Stalker": 1, "Seer": 1}
    decks = {"bo": few}
    plain = forces(wellspring(bonus_in=("initiative",)))
    for catalog, bonus in ((None, {"Seer": 14}), (plain, {})):
        more = {"catalog": catalog} if catalog else {}
        match = begun(decks=decks, options=WELL, **more)
        while match.state.active != "bo":
            match.play("ana activate Warden; ana end")
        match.play("bo activate Seer; bo use Dread Warden 100")
        assert match.state.duel is not None
        assert match.state.duel.bonus == bonus


# -- terrain, markers, changes -----------------------------------------------------------------


def test_lc_21_4_what_destroyed_terrain_and_hazards_do_is_agreed():
    match = opened()
    for seat in "ana", "bo":
        match.play(f"{seat} shuffle; {seat} agree sizes terrain tokens deck points hazards")
        units = [f.id for f in match.state.figures.values() if f.seat == seat]
        match.play(f"{seat} place {' '.join(units)}")
    match.play("bo agree scenario").refuse("ana flip AS-AH", "LC-21.4", other="ana")
    match.play("ana agree scenario; ana flip AS-AH")


def test_lc_21_4_the_scenario_says_what_is_left():
    match = begun(options=BREAK).play(
        "ana activate Colossus; ana move 1; ana stride 60 over=crates"
    )
    assert match.state.ground["crates"].rubble
    match = begun().play("ana activate Colossus; ana move 1; ana stride 60 over=crates")
    assert not match.state.ground["crates"].rubble


def test_lc_21_4_those_who_stood_on_it_may_be_hurt():
    burning = changed_piece("crates", destroyed=(Effect("damage", amount=2),))
    match = begun(catalog=forces(burning), on={"Seer": "crates"})
    match.play("ana activate Slinger; ana attack Sling crates 50 AS-AH tokens=2")
    hurt = next(f for f in match.all(DamageDealt) if f.target == "Seer")
    assert (hurt.amount, hurt.rule) == (2, "LC-17.4")


@pytest.mark.rule("LC-21.5")
def test_lc_21_5_interact_does_what_the_scenario_says():
    match = begun().play("ana activate Slinger; ana move 1; ana interact well")
    assert match.one(ScoreChanged) == ScoreChanged("ana", "points", 1)
    match = begun(options=BREAK).play("ana activate Slinger; ana move 1; ana interact banner")
    assert match.all(ScoreChanged) == []
    assert match.state.held == {"banner": "ana"}
    match.play("ana end")
    turn(match, "ana close-turn")
    assert match.one(MarkerHeld) == MarkerHeld("banner", "ana", 1, "LC-10.6")
    assert match.state.points["ana"] == 1
    idle = forces(wellspring(markers=(Marker("stone"),)))
    match = begun(catalog=idle, options=WELL).play(
        "ana activate Slinger; ana move 1; ana interact stone"
    )
    assert match.state.held == {}
    assert match.facts == []


@pytest.mark.rule("LC-21.5")
def test_lc_21_5_a_marker_changes_hands():
    match = begun(options=BREAK).play("ana activate Slinger; ana move 1; ana interact banner")
    match.play("ana end; bo activate Seer; bo move 1; bo interact banner")
    assert match.state.held == {"banner": "bo"}


@pytest.mark.rule("LC-21.6")
def test_lc_21_6_the_scenario_changes_core_rules_by_id():
    match = begun().play("ana activate Slinger")
    match.refuse("ana attack Sling monolith 50 AS-AH tokens=2", "LC-17.9", target="monolith")
    match = begun(options=BREAK).play("ana activate Slinger")
    match.play("ana attack Sling monolith 50 AS-AH tokens=2")
    free = forces(wellspring(changes=("LC-14.7", "LC-18.11")))
    match = begun(catalog=free, options=WELL).play("ana activate Warden; ana move 1")
    match.play("ana stride 50 through=Brute; ana stride 10 inside=40 into=woods")


def test_lc_21_7_where_the_characters_stand_at_the_start():
    match = opened().play("ana place Warden Slinger; bo place Seer on=keep/roof")
    assert match.state.figures["Seer"].on == "keep/roof"
    match.refuse("ana place Colossus on=tower", "LC-21.7", piece="tower")
    match.refuse("ana place Colossus Warden at=100:100", "LC-21.7", have=2)
    match.refuse("ana place Colossus within=moon", "LC-21.7", piece="moon")
    match.refuse("ana place Colossus within=wall", "LC-14.8", piece="wall")
    assert match.refuse("ana place Brute", "LC-11.2", unit="Brute", seat="ana").legal == (
        "Colossus, Slinger, Warden"
    )
    match.refuse("ana place Colossus at=20:100", "LC-21.7", unit="Colossus")
    match.play("ana place Colossus within=woods at=120:480:0")
    assert match.state.figures["Colossus"].within == ["woods"]
    assert ("ana", "place") in {(d.seat, d.task) for d in _owed(opened())}


def _owed(match: Match):
    return match.game.obligations(match.replay.table)


def test_lc_21_8_what_no_record_describes_is_applied_only_by_ruling():
    match = begun()
    match.refuse('ana settle consents=ana,bo outcome="it heals" changes=wounds:Brute:7', "LC-21.8")
    match.play('ana ask about="does it heal?"')
    match.refuse(
        'ana settle consents=ana,bo outcome="yes" changes=weather:rain:now',
        "LC-21.8",
        what="weather",
    )
    match.play('ana settle consents=ana,bo outcome="yes" changes=wounds:Brute:5')
    assert match.one(StateRepaired) == StateRepaired("wounds", "Brute", "5")
    assert match.replay.events[-1].changes == (Change("wounds", "Brute", "5"),)


def test_lc_21_8_an_effect_by_ruling_waits_for_it():
    odd = Ability("Odd", targets=("foe",), effects=(Effect("ruling", text="what is odd"),))
    match = begun(catalog=forces(changed("Slinger", abilities=(odd,))))
    match.play("ana activate Slinger; ana use Odd Brute 10")
    assert match.due("ana") == [("settle", "LC-21.8")]
    match.refuse("ana end", "LC-21.8")
    match.refuse('ana settle consents=ana outcome="nothing"', "LC-3.4", seats="bo")
    match.play('ana settle consents=ana,bo outcome="nothing"; ana end')


def test_lc_21_8_so_does_what_a_hazard_does_by_ruling():
    hazard = Hazard(effects=(Effect("ruling", text="the embers flare"),))
    match = begun(catalog=forces(changed_piece("embers", hazard=hazard)))
    match.play("ana activate Warden; ana move 1; ana stride 50 into=embers; ana flip JS-JH")
    match.refuse("ana stride 10", "LC-21.8", task="settle with all players: the embers flare")


# -- interpretations ---------------------------------------------------------------------------


NO_VICTORY = wellspring(victory=(), endings=(Ending("dusk", "game", "it is dusk"),))


def test_lc_i_103_without_a_victory_condition_the_last_side_wins():
    match = begun(catalog=forces(NO_VICTORY), options=WELL)
    foes = [f.id for f in match.state.figures.values() if f.seat == "bo"]
    turn(ruled(match, *(f"defeat:{unit}:ana" for unit in foes)))
    assert match.one(MatchEnded) == MatchEnded(("ana",), "won", "last side standing", "LC-21.1")
    match = begun(catalog=forces(NO_VICTORY), options=WELL).play("ana declare dusk")
    match.play("ana close-turn crossing:nobody")
    assert match.one(MatchEnded).winners == ()


def test_lc_i_103_or_such_a_scenario_is_refused():
    match = opened(
        catalog=forces(NO_VICTORY), options=WELL, choices={"LC-I 103": "refused_at_setup"}
    )
    match.refused("LC-21.1", scenario="wellspring")
    assert opened(choices={"LC-I 103": "refused_at_setup"}).replay.opened


AT_ONCE = wellspring(victory=(Victory("points", 1, at_once=True), Victory("last_side")))


def test_lc_21_1_points_are_scores_where_the_scenario_is_won_by_them():
    match = begun(catalog=forces(AT_ONCE), options=WELL)
    assert match.game.scores(match.replay.table) == {"ana": 0, "bo": 0}
    match.play("ana activate Slinger; ana move 1; ana interact well; ana end")
    assert match.game.scores(match.replay.table) == {"ana": 1, "bo": 0}
    match = begun(catalog=forces(NO_VICTORY), options=WELL)
    assert match.game.scores(match.replay.table) == {}


def test_lc_i_104_victory_is_checked_at_cleanup():
    match = begun(catalog=forces(AT_ONCE), options=WELL)
    match.play("ana activate Slinger; ana move 1; ana interact well; ana end")
    assert not match.state.over
    turn(match)
    assert match.one(MatchEnded).winners == ("ana",)


def test_lc_i_104_or_at_once_when_the_scenario_says():
    reading = {"LC-I 104": "at_once_when_the_scenario_says"}
    match = begun(catalog=forces(AT_ONCE), options=WELL, choices=reading)
    match.play("ana activate Slinger; ana move 1; ana interact well")
    assert match.one(MatchEnded) == MatchEnded(("ana",), "won", "points", "LC-21.1")
    later = wellspring(victory=(Victory("points", 1),))
    match = begun(catalog=forces(later), options=WELL, choices=reading)
    match.play("ana activate Slinger; ana move 1; ana interact well; ana end")
    assert not match.state.over


def test_lc_21_1_a_side_that_left_does_not_win_by_its_points():
    few = {"ana": {"Warden": 1}, "bo": {"Seer": 1}, "cy": {"Seer": 1}}
    options = {"scenario": "wellspring"}
    match = begun("ana bo cy", decks=few, catalog=forces(wellspring(turns=1)), options=options)
    match.play("jo adjust points:ana:9; jo adjust points:bo:1; ana concede")
    match.play("bo activate Seer; bo end; cy activate Seer.2; cy end")
    match.play(f"{match.state.active} close-turn crossing:nobody")
    assert match.state.winner == "bo"


def test_lc_21_1_a_defeat_by_a_response_scores_for_its_side():
    bite = Ability(
        "Bite", "response", answers="hit", targets=("foe",), effects=(Effect("damage", amount=9),)
    )
    match = begun(catalog=forces(changed("Brute", wounds=60, abilities=(bite,))))
    match.play("ana activate Slinger; ana attack Sling Brute 60 2S-2H tokens=2")
    match.play("bo respond Brute Bite")
    assert match.one(UnitDefeated).by == "bo"
    assert match.state.points == {"ana": 0, "bo": 2}


# -- repairs -----------------------------------------------------------------------------------


def test_ref_3_5_a_piece_destroyed_during_initiative_holds_the_first_turn_up_only_for_the_fall():
    match = set_up(on={"Seer": "wall"}).play("jo adjust terrain:wall:destroyed")
    match.play("ana flip 3S-BJ; bo flip 3S-3H; bo fall Seer ground; bo choose Seer slow")
    match.play("ana activate Warden")


def test_ref_3_5_a_piece_has_no_more_wounds_than_its_own():
    match = begun()
    match.refuse("jo adjust terrain:wall:3", "REF-3.5", value="3")
    match.play("jo adjust terrain:wall:2")


def test_ref_3_5_nothing_is_left_to_choose_where_two_of_each_lie_there():
    catalog = forces(changed("Seer", wounds=60), changed_piece("wall", wounds=1))
    match = begun(catalog=catalog, on={"Seer": "wall"}).play("jo adjust terrain:wall:destroyed")
    match.play("ana fall Seer ground; jo adjust condition:Seer/slow:2 condition:Seer/weaken:2")
    assert match.due("bo") == [("choose", "LC-20.7")]
    match.play("jo adjust condition:Seer/hinder:2; ana activate Warden")


def test_ref_3_5_an_attack_goes_on_without_a_defender_that_a_judge_takes_off():
    nimble = Ability("Nimble", "always", flip="adds")
    match = begun(catalog=forces(changed("Brute", abilities=(nimble,)))).play(
        "ana activate Colossus; ana attack Slam Brute 0 AS-AH caught=Brute:0,Seer:10"
    )
    match.play("jo adjust defeat:Brute:nobody; ana end")


def test_ref_3_5_whom_a_judge_puts_on_a_surface_stands_there():
    match = begun(on={"Warden": "walkway"})
    match.play("ana activate Warden; ana move 1; ana stride 10 stands=no")
    match.play("jo adjust surface:Warden:ground")
    match.refuse("ana fall Warden ground", "LC-20.6")
    match.play("ana end")


def test_ref_3_5_nobody_has_activated_before_the_turn():
    set_up().refuse("jo adjust activated:Warden:yes", "REF-3.5")
