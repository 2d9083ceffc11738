"""Sections 8 and 9: sides, force points, initiative, and whose opportunity it is."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from referee.fact import FirstPlayer, TurnBegan
from referee.games.legacy_of_conflict.characters import Ability
from referee.games.legacy_of_conflict.facts import AttackResolved, CardsFlipped, OrderFixed
from referee.games.legacy_of_conflict.setup import configuration
from referee.verdict import Incomplete
from tests.games.legacy_of_conflict.table import (
    FORCES,
    GAME,
    TEAMS,
    Match,
    begun,
    changed,
    changed_piece,
    changed_scenario,
    forces,
    opened,
    set_up,
    settled,
    teams,
)
from tests.tiers import examples

THIN = {"bo": {"Brute": 1, "Seer": 1}}
"""Bo's force is 56 points short of 162: an underdog bonus of 28."""
FEW = {"ana": {"Warden": 1, "Slinger": 1}, "bo": {"Brute": 1}}
FREE = forces(*(changed(each.name, points=0) for each in FORCES.characters))
"""No character costs anything: every force may be brought, with the same bonus for all."""
ALL = "sides sizes terrain tokens deck points hazards scenario"


def act(match: Match) -> str:
    """Whose opportunity it is, which is used for a short activation."""
    state = match.state
    seat = state.active
    unit = next(
        f.id for f in state.figures.values() if f.seat == seat and not (f.activated or f.down)
    )
    match.play(f"{seat} activate {unit}; {seat} end")
    return seat


def acts(match: Match, count: int) -> str:
    """Whose opportunities the next ones are."""
    return " ".join(act(match) for _ in range(count))


def whole_turn(match: Match) -> str:
    """Whose opportunities the rest of the turn has; then the turn is closed."""
    turn, seats = match.state.turn, []
    while not match.state.due:
        seats.append(act(match))
    assert match.state.turn == turn
    held = " crossing:nobody" if match.state.scenario == "wellspring" else ""
    match.play(f"{match.state.active} close-turn{held}")
    return " ".join(seats)


# -- section 8 ---------------------------------------------------------------------------------


def test_lc_8_1_there_are_two_sides_at_least():
    match = opened("ana bo", sides={"ana": "red", "bo": "red"})
    match.refused("LC-8.1")
    assert not match.replay.opened


CONFIGURATIONS = [
    ("ana bo", {}, "1v1"),
    ("ana bo cy", {}, "1v1v1"),
    ("ana bo cy di", {}, "1v1v1v1"),
    ("ana bo cy", {"ana": "red", "cy": "red"}, "2v1"),
    ("ana bo cy di", TEAMS, "2v2"),
]
OTHERS = [
    ("ana bo cy di", {"ana": "red", "cy": "red", "di": "red"}, "3v1"),
    ("ana bo cy di", {"ana": "red", "cy": "red"}, "2v1v1"),
    ("ana bo cy di eve", {}, "1v1v1v1v1"),
]


def without_word(seats: str, sides: dict[str, str], scenario: str) -> Match:
    """All is settled, except that the last player has not agreed to the sides."""
    match = opened(seats, sides=sides, options={"scenario": scenario}, catalog=FREE)
    for seat in seats.split():
        own = [f.id for f in match.state.figures.values() if f.seat == seat]
        topics = ALL if seat != seats.split()[-1] else ALL.removeprefix("sides ")
        match.play(f"{seat} agree {topics}; {seat} shuffle; {seat} place {' '.join(own)}")
    return match


@pytest.mark.parametrize(("seats", "sides", "split"), CONFIGURATIONS)
def test_lc_8_1_the_usual_sides_need_no_word(seats, sides, split):
    match = without_word(seats, sides, "wellspring")
    assert configuration(match.state) == split
    assert match.state.duel is not None


@pytest.mark.parametrize(("seats", "sides", "split"), OTHERS)
def test_lc_8_1_every_other_split_needs_the_consent_of_every_player(seats, sides, split):
    match = without_word(seats, sides, "wellspring")
    assert configuration(match.state) == split
    last = seats.split()[-1]
    match.refuse("ana flip AS-2S", "LC-8.1", other=last, what="agree: sides")
    match.play(f"{last} agree sides; ana flip AS-2S")


def test_lc_8_1_a_split_that_the_scenario_is_not_for_needs_it_too():
    match = without_word("ana bo cy", {}, "breakthrough")
    match.refuse("ana flip AS-2S", "LC-8.1", other="cy")


def test_lc_8_2_all_agree_the_total():
    match = opened().play("ana agree; bo agree sizes terrain tokens deck hazards scenario")
    match.play("ana shuffle; bo shuffle; ana place Warden Slinger Colossus")
    match.play("bo place Brute Stalker Stalker.2 Seer")
    match.refuse("ana flip AS-2S", "LC-8.2", other="bo", what="agree: points")
    match.play("bo agree points; ana flip AS-2S")


@pytest.mark.parametrize("points", ["0", "-1", "many", "1.5", "", "100001"])
def test_lc_8_2_the_total_is_a_whole_number(points: str):
    opened(options={"points": points}).refused("LC-8.2", value=points)


def test_lc_8_2_a_side_brings_no_more_than_that():
    match = opened(options={"points": "161"})
    match.refused("LC-8.2", side="ana", have=162, limit=161)
    assert opened(options={"points": "162"}).replay.opened
    assert opened().state.agreed_total == FORCES.scenario["breakthrough"].points == 162


def test_lc_8_2_the_points_of_a_side_are_those_of_all_its_characters():
    match = opened(decks={"bo": {"Brute": 2, "Stalker": 1}})
    match.refused("LC-8.2", side="bo", have=71 * 2 + 28, limit=162)
    match = opened("ana bo cy di", sides=TEAMS, options={"points": "323"})
    match.refused("LC-8.2", side="red", have=324, limit=323)


def test_lc_8_2_every_player_brings_somebody():
    opened(decks={"bo": {}}).refused("LC-8.2", seat="bo")


def test_lc_i_21_whose_points_make_up_the_agreed_total():
    match = opened("ana bo cy di", sides=TEAMS, choices={"LC-I 21": "a_side"})
    match.refused("LC-8.2", side="red", have=324, limit=162)
    match = opened("ana bo cy di", sides=TEAMS, choices={"LC-I 21": "each_player"})
    assert match.replay.opened
    sides = {"ana": "red", "cy": "red"}
    uneven = opened("ana bo cy", sides=sides, choices={"LC-I 21": "each_player"}, decks=THIN)
    assert uneven.state.underdog == {"bo": 28}
    options = {"points": "324"}
    uneven = opened(
        "ana bo cy", sides=sides, choices={"LC-I 21": "a_side"}, decks=THIN, options=options
    )
    assert uneven.state.underdog == {"bo": 109}


def test_lc_i_22_a_side_above_the_agreed_total():
    options = {"points": "120"}
    match = opened(options=options, decks=THIN, choices={"LC-I 22": "refused"})
    match.refused("LC-8.2", side="ana", have=162, limit=120)
    match = opened(options=options, decks=THIN, choices={"LC-I 22": "allowed_without_bonus"})
    assert match.state.underdog == {"bo": 7}


@settings(max_examples=examples(30))
@given(total=st.integers(162, 400), points=st.integers(0, 28))
@pytest.mark.rule("LC-8.3")
def test_lc_8_3_half_of_what_is_lacking_rounded_down(total: int, points: int):
    catalog = forces(changed("Stalker", points=points))
    match = opened(catalog=catalog, options={"points": str(total)})
    own = {"ana": 162, "bo": 106 + 2 * points}
    for side, has in own.items():
        assert match.state.underdog.get(side, 0) == (total - has) // 2


@pytest.mark.rule("LC-8.3")
def test_lc_8_3_it_is_the_bonus_of_a_side():
    match = opened("ana bo cy di", sides=TEAMS, options={"points": "327"})
    assert match.state.underdog == {"red": 1, "blue": 1}


@pytest.mark.rule("LC-8.4")
def test_lc_8_4_it_counts_for_initiative():
    match = set_up(decks=THIN).play("ana flip 3S-BJ; bo flip JS-RJ")
    assert match.state.order == ["bo", "ana"]
    match = set_up().play("ana flip 3S-BJ; bo flip JS-RJ")
    assert match.state.order == ["ana", "bo"]


def dread(match: Match) -> Match:
    """Bo's Seer has lost a contest by its cards alone."""
    match.play("bo activate Seer; bo use Dread Warden 100")
    return match.play("ana flip 2S-2H; bo flip JH-JD")


@pytest.mark.rule("LC-8.4")
@pytest.mark.parametrize(("scenario", "counts"), [("wellspring", True), ("breakthrough", False)])
def test_lc_8_4_and_for_other_contests_where_the_scenario_says_so(scenario: str, counts: bool):
    match = dread(begun(decks=THIN, options={"scenario": scenario}))
    assert bool(match.due("ana")) is counts


def test_lc_i_23_whether_initiative_needs_the_word_of_the_scenario():
    for bonus_in, reading, order in (
        ((), "initiative_always", ["bo", "ana"]),
        ((), "only_where_scenario_says", ["ana", "bo"]),
        (("initiative",), "only_where_scenario_says", ["bo", "ana"]),
        (("contest",), "only_where_scenario_says", ["ana", "bo"]),
    ):
        catalog = forces(changed_scenario("breakthrough", bonus_in=bonus_in))
        match = set_up(
            catalog=catalog,
            decks=THIN,
            choices={"LC-I 23": reading},
            options={"scenario": "breakthrough"},
        )
        match.play("ana flip 3S-BJ; bo flip JS-RJ")
        assert match.state.order == order


# -- initiative --------------------------------------------------------------------------------


def test_lc_9_1_nobody_activates_before_the_contest():
    match = opened()
    match.refuse("ana activate Warden", "LC-9.1")
    settled(match)
    for line in ("ana activate Warden", "ana pass", "ana move", "ana close-turn"):
        match.refuse(line, "LC-9.1")
    match.play("ana flip AS-2S")
    match.refuse("ana activate Warden", "LC-9.1")
    match.play("bo flip JS-JH; ana activate Warden")


def test_lc_9_1_every_side_flips_once():
    match = set_up("ana bo cy").play("bo flip AS-2S")
    assert match.one(CardsFlipped).rule == "LC-9.1"
    match.refuse("bo flip AH-2H", "LC-6.4", seat="bo")
    match.refuse("ana move", "LC-9.1", who="ana, cy")
    match.play("cy flip AS-AH; ana flip 3S-BJ")
    assert match.state.order == ["ana", "bo", "cy"]


def test_lc_9_1_what_was_settled_is_not_settled_again():
    match = begun()
    for line in ("ana agree", "ana shuffle", "ana place Warden"):
        match.refuse(line, "LC-9.1")


def test_lc_i_24_who_flips_for_a_team():
    def before(reading: str) -> Match:
        return set_up(
            "ana bo cy di", sides=TEAMS, options={"points": "324"}, choices={"LC-I 24": reading}
        )

    one = before("one_member_named").play("cy flip AS-AH")
    one.refuse("ana flip 3S-3H", "LC-6.4", seat="ana")
    one.play("bo flip 2S-2H")
    assert one.state.order == ["blue", "red"]

    each = before("each_member_best_result_counts").play("cy flip AS-AH; bo flip 2S-2H")
    each.refuse("cy flip 3S-3H", "LC-6.4", seat="cy")
    owing = [due.seat for due in GAME.obligations(each.replay.table)]
    assert owing == ["ana", "di"]
    assert [seat for seat in each.state.seats if each.options(seat)] == owing
    each.play("di flip JS-JH")
    each.refuse("ana order ana cy", "LC-9.5")
    each.play("ana flip 3S-3H")
    assert each.state.order == ["red", "blue"]


def test_lc_i_24_of_two_equal_results_the_better_cards_count():
    match = set_up(
        "ana bo cy",
        sides={"ana": "red", "cy": "red"},
        options={"points": "324"},
        choices={"LC-I 24": "each_member_best_result_counts"},
        catalog=FREE,
    )
    match.play("ana flip 2D-2C; cy flip 2S-2H; bo flip 3H-AD")
    assert match.state.order == ["red", "bo"]


def test_lc_i_24_after_an_exact_match_one_of_them_flips_again():
    match = set_up(
        "ana bo cy di",
        sides=TEAMS,
        options={"points": "324"},
        choices={"LC-I 24": "each_member_best_result_counts"},
    )
    match.play("ana flip 3S-3H; cy flip AS-AH; bo flip 3H-3S; di flip AS-AH")
    assert match.state.duel.again
    assert all("flip" in match.options(seat) for seat in ("ana", "bo", "cy", "di"))
    match.play("cy flip JS-JH")
    match.refuse("ana flip 2D-2C", "LC-6.4", seat="ana")
    match.play("bo flip 2S-2H")
    assert match.state.order == ["blue", "red"]


def test_lc_9_2_the_better_the_result_the_earlier_the_side():
    match = set_up("ana bo cy di").play("ana flip JS-JH; bo flip 3S-BJ; cy flip 2S-2H")
    match.play("di flip AS-AH")
    assert [(f.seat, f.rank, f.rule) for f in match.all(OrderFixed)] == [
        ("bo", 1, "LC-9.2"),
        ("cy", 2, "LC-9.2"),
        ("di", 3, "LC-9.2"),
        ("ana", 4, "LC-9.2"),
    ]
    assert match.one(FirstPlayer).seat == "bo"
    assert match.one(TurnBegan).turn == 1
    assert match.state.active == "bo"
    assert acts(match, 5) == "bo cy di ana bo"


def test_lc_9_2_ties_of_lower_places_are_broken():
    match = set_up("ana bo cy").play("ana flip 2H-AS; bo flip 3S-BJ; cy flip 2S-AH")
    assert match.state.order == ["bo", "cy", "ana"]


def test_lc_9_3_there_is_no_second_contest():
    match = begun()
    match.refuse("ana flip AS-2S purpose=initiative", "LC-9.3", seat="ana")
    match.play("ana activate Warden")
    match.refuse("bo flip AS-2S purpose=initiative", "LC-9.3")


def test_lc_9_3_not_even_in_the_place_of_another_one():
    match = begun().play("ana activate Warden; ana end; bo activate Seer; bo use Dread Warden 100")
    match.refuse("bo flip AS-2S purpose=initiative", "LC-9.3", seat="bo")
    match.play("bo flip AS-2S purpose=contest; ana flip AS-2S")


def test_lc_9_3_the_order_stays():
    match = begun(decks=FEW, catalog=FREE)
    for _ in range(3):
        whole_turn(match)
        assert match.state.order == ["ana", "bo"]
        assert match.state.duel is None


def test_lc_i_25_how_often_initiative_is_settled():
    once = begun(decks=FEW, catalog=FREE, choices={"LC-I 25": "once_per_game"})
    whole_turn(once)
    assert (once.state.turn, once.state.duel) == (2, None)

    every = begun(decks=FEW, catalog=FREE, choices={"LC-I 25": "every_turn"})
    assert whole_turn(every) == "ana bo ana"
    assert (every.state.turn, every.state.duel.due) == (1, ["ana", "bo"])
    every.refuse("bo activate Brute", "LC-9.1")
    every.play("bo flip JS-JH; ana flip AS-AH")
    assert every.state.turn == 2
    assert every.state.order == ["ana", "bo"]


def test_lc_i_25_the_winner_of_a_new_initiative_begins():
    match = begun(decks=FEW, catalog=FREE, choices={"LC-I 25": "every_turn"})
    assert whole_turn(match) == "ana bo ana"
    match.play("ana flip 2S-2H; bo flip JS-JH")
    assert match.state.order == ["ana", "bo"]
    assert whole_turn(match) == "ana bo ana"
    match.play("ana flip AS-AH; bo flip 2S-2D")
    assert match.state.order == ["bo", "ana"]
    assert whole_turn(match) == "bo ana ana"


def test_lc_i_25_the_order_of_a_team_still_holds():
    match = teams(choices={"LC-I 25": "every_turn"})
    whole_turn(match)
    match.play("ana flip 2S-2H; bo flip JS-JH")
    assert match.state.turn == 2
    match.refuse("ana order cy ana", "LC-9.6", side="red")


@pytest.mark.rule("LC-9.4")
def test_lc_9_4_a_turn_goes_on_where_the_last_one_stopped():
    match = begun(decks=FEW, catalog=FREE)
    assert [whole_turn(match) for _ in range(3)] == ["ana bo ana", "bo ana ana", "bo ana ana"]


@pytest.mark.rule("LC-9.4")
def test_lc_9_4_a_pass_is_an_opportunity_too():
    choices = {"LC-I 30": "passing_always_allowed"}
    match = begun(decks=FEW, catalog=FREE, choices=choices)
    assert acts(match, 2) == "ana bo"
    match.play("ana pass")
    assert whole_turn(match) == ""
    assert match.state.active == "bo"


@pytest.mark.parametrize("reading", ["finish_it", "stop_at_once"])
@pytest.mark.rule("LC-9.4")
def test_lc_9_4_a_turn_that_the_scenario_ends_goes_on_there_too(reading: str):
    match = begun(choices={"LC-I 31": reading}, options={"scenario": "breakthrough"})
    match.play("ana activate Warden; ana declare nightfall")
    if reading == "finish_it":
        match.play("ana end")
    match.play("ana close-turn")
    assert match.state.active == "bo"


def test_lc_i_26_with_whom_the_next_turn_goes_on():
    after = {"LC-I 26": "player_after_the_last_opportunity"}
    match = begun(decks=FEW, catalog=FREE, choices=after)
    assert [whole_turn(match), match.state.active] == ["ana bo ana", "bo"]
    top = {"LC-I 26": "top_of_the_order"}
    match = begun(decks=FEW, catalog=FREE, choices=top)
    assert [whole_turn(match), match.state.active] == ["ana bo ana", "ana"]


# -- teams -------------------------------------------------------------------------------------


def teams_flipped() -> Match:
    """Initiative of a 2v2 is settled, and no team has its order: red, then blue."""
    match = set_up("ana bo cy di", sides=TEAMS, options={"points": "324"})
    return match.play("ana flip 3S-BJ; bo flip JS-JH")


def test_lc_9_5_a_team_fixes_its_order_before_anything_else():
    match = teams_flipped()
    assert match.due("ana") == [("order", "LC-9.5")]
    assert match.due("bo") == [("order", "LC-9.5")]
    for line in ("ana activate Warden", "ana pass", "ana close-turn", "ana move", "ana end"):
        match.refuse(line, "LC-9.5")
    match.play("cy order cy ana")
    assert [(f.seat, f.rank, f.rule) for f in match.all(OrderFixed)] == [
        ("cy", 1, "LC-9.5"),
        ("ana", 2, "LC-9.5"),
    ]
    match.refuse("cy activate Warden.2", "LC-9.5")
    match.play("bo order di bo")
    assert acts(match, 5) == "cy ana di bo cy"


@pytest.mark.parametrize("members", ["ana ana", "ana bo", "ana cy cy", "ana cy bo", "bo"])
def test_lc_9_5_the_order_names_each_member_once(members: str):
    teams_flipped().refuse(f"ana order {members}", "LC-9.5", side="red")


def test_lc_9_5_who_is_left_out_of_the_order_is_asked_about():
    match = teams_flipped()
    match._log("ana order cy")
    assert match.verdict == Incomplete("say where ana comes in the order of red")


def test_lc_9_5_a_single_player_has_no_order_to_fix():
    begun().refuse("ana order ana", "LC-9.5", side="ana")
    match = set_up("ana bo cy", sides={"ana": "red", "cy": "red"}, options={"points": "324"})
    match.refuse("ana order ana cy", "LC-9.5", side="red")
    match.play("ana flip 3S-BJ; bo flip JS-JH")
    match.refuse("bo order bo", "LC-9.5", side="bo")


def test_lc_9_6_a_team_order_holds_all_game():
    match = teams_flipped().play("ana order cy ana")
    match.refuse("ana order ana cy", "LC-9.6", side="red")
    match.play("bo order bo di")
    match.refuse("cy order ana cy", "LC-9.6", side="red")
    whole_turn(match)
    match.refuse("ana order ana cy", "LC-9.6", side="red")
    assert match.state.teams == {"red": ["cy", "ana"], "blue": ["bo", "di"]}


# -- whose opportunity it is -------------------------------------------------------------------


def test_lc_9_7_players_act_in_turn():
    match = begun()
    match.refuse("bo activate Brute", "LC-9.7", seat="bo", active="ana")
    match.refuse("bo pass", "LC-9.7", seat="bo", active="ana")
    assert act(match) == "ana"
    match.refuse("ana activate Slinger", "LC-9.7", seat="ana", active="bo")
    match.play("bo activate Brute")
    match.refuse("ana end", "LC-9.7", seat="ana", active="bo")


def test_lc_9_7_team_mates_do_not_act_for_each_other():
    match = teams()
    match.refuse("cy activate Warden.2", "LC-9.7", active="ana")
    match.play("ana activate Warden")
    match.refuse("cy move", "LC-9.7", active="ana")


def test_lc_9_7_through_the_sides_and_through_their_members():
    match = teams()
    assert acts(match, 8) == "ana cy bo di ana cy bo di"


def test_lc_i_27_how_many_members_act_when_a_team_is_up():
    match = teams(choices={"LC-I 27": "each_member_in_turn"})
    assert acts(match, 6) == "ana cy bo di ana cy"
    match = teams(choices={"LC-I 27": "one_member_per_visit"})
    assert acts(match, 6) == "ana bo cy di ana bo"


def test_lc_i_27_members_go_on_rotating_in_the_next_turn():
    decks = {"ana": {"Warden": 1}, "cy": {"Slinger": 2}, "bo": {"Seer": 2}}
    match = begun(
        "ana bo cy",
        sides={"ana": "red", "cy": "red"},
        decks=decks,
        catalog=FREE,
        choices={"LC-I 27": "one_member_per_visit"},
    )
    match.play("ana activate Warden; ana end")
    assert whole_turn(match) == "bo cy bo cy"
    assert whole_turn(match) == "bo ana bo cy cy"


def three_against_one(reading: str) -> Match:
    """Red is ana with one character, cy and di with three; blue is bo with nine."""
    sides = {"ana": "red", "cy": "red", "di": "red"}
    decks = {"ana": {"Warden": 1}, "cy": {"Seer": 3}, "di": {"Slinger": 3}, "bo": {"Stalker": 9}}
    return begun(
        "ana bo cy di", sides=sides, decks=decks, catalog=FREE, choices={"LC-I 27": reading}
    )


@pytest.mark.rule("LC-9.8")
def test_lc_9_8_a_member_without_characters_is_stepped_over():
    match = three_against_one("each_member_in_turn")
    assert acts(match, 12) == "ana cy di bo cy di bo cy di bo bo bo"


@pytest.mark.rule("LC-9.8")
def test_lc_9_8_the_others_go_on_rotating():
    match = three_against_one("one_member_per_visit")
    assert acts(match, 14) == "ana bo cy bo di bo cy bo di bo cy bo di bo"


@pytest.mark.rule("LC-9.9")
def test_lc_9_9_who_has_nobody_left_is_skipped_until_the_next_turn():
    decks = {"ana": {"Warden": 1}, "bo": {"Seer": 3}, "cy": {"Slinger": 2}}
    match = begun("ana bo cy", decks=decks, catalog=FREE)
    assert whole_turn(match) == "ana bo cy bo cy bo"
    assert whole_turn(match) == "cy ana bo cy bo bo"


@pytest.mark.rule("LC-9.9")
def test_lc_9_9_a_character_that_is_defeated_is_not_to_come():
    match = begun(decks=FEW, catalog=FREE).play("ana activate Warden; ana end")
    match.play('ana ask about="gone?"; ana settle outcome=yes ana bo changes=defeat:Slinger:bo')
    assert whole_turn(match) == "bo"
    assert whole_turn(match) == "ana bo"


# -- a side that leaves ------------------------------------------------------------------------


def test_a_side_that_leaves_before_the_start_holds_nobody_up():
    match = opened("ana bo cy").play("cy agree; cy concede")
    settled_seats = ("ana", "bo")
    for seat in settled_seats:
        own = [f.id for f in match.state.figures.values() if f.seat == seat]
        match.play(f"{seat} agree; {seat} shuffle; {seat} place {' '.join(own)}")
    assert match.state.duel.due == ["ana", "bo"]
    match.play("ana flip 3S-BJ; bo flip JS-JH; ana activate Warden")


def test_a_side_that_was_waited_for_before_the_start_holds_nobody_up():
    match = opened("ana bo cy")
    for seat in ("ana", "bo"):
        own = [f.id for f in match.state.figures.values() if f.seat == seat]
        match.play(f"{seat} agree; {seat} shuffle; {seat} place {' '.join(own)}")
    match.play("cy concede")
    assert match.state.duel.due == ["ana", "bo"]


def test_a_side_that_leaves_before_it_flips_leaves_the_contest_decided():
    match = set_up("ana bo cy").play("ana flip AS-AH; bo flip 3S-BJ; cy concede")
    assert match.state.order == ["bo", "ana"]
    assert match.state.active == "bo"
    match.play("bo activate Brute")


def test_a_side_that_leaves_after_a_match_leaves_it_decided():
    match = set_up("ana bo cy").play("ana flip AS-AH; bo flip AS-AH; cy flip 3S-BJ; bo concede")
    assert match.state.order == ["cy", "ana"]
    match.refuse("ana flip 2S-2H", "LC-4.1")


def test_a_match_of_three_goes_on_without_the_one_that_leaves():
    match = set_up("ana bo cy di").play("ana flip AS-AH; bo flip AS-AH; cy flip AS-AH")
    match.play("di flip 3S-BJ; ana flip 2S-2H; cy concede")
    assert match.state.duel.due == ["bo"]
    match.play("bo flip 3S-3H")
    assert match.state.order == ["di", "bo", "ana"]


def test_a_team_that_leaves_before_it_has_its_order_holds_nobody_up():
    match = set_up(
        "ana bo cy di", sides={"ana": "red", "cy": "red"}, options={"points": "324"}
    ).play("ana flip AS-AH; bo flip 3S-BJ; di flip 2S-2H")
    assert match.due("ana") == [("order", "LC-9.5")]
    match.play("ana concede")
    assert match.state.active == "bo"
    assert acts(match, 4) == "bo di bo di"


@pytest.mark.rule("LC-9.7")
def test_lc_9_7_the_next_player_follows_one_who_leaves():
    match = begun("ana bo cy")
    assert acts(match, 1) == "ana"
    match.play("bo concede")
    assert acts(match, 3) == "cy ana cy"
    match = begun("ana bo cy")
    assert acts(match, 2) == "ana bo"
    match.play("bo concede")
    assert acts(match, 3) == "cy ana cy"


@pytest.mark.rule("LC-9.4")
def test_lc_9_4_after_the_first_side_has_left_another_player_closes_the_turn():
    match = begun("ana bo cy")
    assert act(match) == "ana"
    match.play("ana concede")
    assert whole_turn(match).startswith("bo cy bo cy")
    assert match.state.turn == 2


NIMBLE = forces(changed("Brute", abilities=(Ability("Nimble", "always", flip="adds"),)))
"""Brute always flips as a defender."""


@pytest.mark.rule("LC-13.1")
def test_an_attacker_that_leaves_is_not_waited_for():
    match = begun("ana bo cy", catalog=NIMBLE)
    match.play("ana activate Warden; ana attack Halberd Brute 10; ana concede")
    assert match.state.due == []
    match.play("bo activate Brute")


@pytest.mark.rule("LC-13.1")
def test_an_attack_goes_on_without_a_defender_that_leaves():
    match = begun("ana bo cy", catalog=NIMBLE).play("ana activate Colossus")
    match.play("ana attack Slam Brute 0 AS-AH caught=Brute:0,Warden.2:10; bo concede")
    assert match.one(AttackResolved).target == "Warden.2"
    match.play("ana end")


@pytest.mark.rule("LC-17.5")
def test_lc_17_5_who_lost_the_ground_falls_though_the_attacker_leaves():
    weak = forces(changed_piece("wall", wounds=1), changed("Warden", skill=8))
    match = begun("ana bo cy", catalog=weak, on={"Seer": "wall"})
    match.play("ana activate Warden; ana attack Halberd wall 10 2C-2D; ana concede")
    assert match.due("bo") == [("fall", "LC-17.5")]
    match.play("bo fall Seer ground; bo choose Seer slow; bo activate Seer")


def test_lc_8_1_a_table_has_room_for_eight():
    seats = "ana bo cy di ed fi gus hal ida"
    opened(seats).refused("LC-8.1", have=9)


@pytest.mark.rule("LC-10.6")
def test_a_side_that_leaves_holds_no_marker_and_the_others_keep_theirs():
    match = begun("ana bo cy").play("jo adjust marker:well:bo marker:crossing:cy; cy concede")
    assert match.state.held == {"well": "bo"}
