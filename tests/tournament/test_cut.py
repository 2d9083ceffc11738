"""The cut after the last round (TR-12.1), and how many rounds there are before it."""

import pytest

from referee.tournament.due import missing
from referee.tournament.facts import CutMade
from referee.tournament.history import history
from referee.tournament.stages.cut import able_to_play_on, champion, final_places
from tests.table import Match
from tests.tournament.halls import hall, meets, posted, posts, wins
from tests.tournament.histories import shipped

SIX = "ana bo cy dee eva fox"


def swiss(players: str = SIX, **options: str | int) -> Match:
    """Two rounds: ana has two wins; bo, cy, dee and eva one each; fox none."""
    match = hall(players, **{"rounds": 2, "cut": 4, **options})
    wins(posts(match, "ana-bo", "cy-dee", "eva-fox"), "ana", "cy", "eva")
    return wins(posts(match, "ana-cy", "bo-eva", "dee-fox"), "ana", "bo", "dee")


def first(match: Match, size: int = 4) -> str:
    """The seeds that are right now."""
    return ",".join(p.player for p in able_to_play_on(match.state, shipped())[:size])


@pytest.mark.rule("TR-12.1")
def test_tr_12_1_the_first_of_the_standings_play_on():
    match = swiss()
    seeds = first(match)
    assert seeds.startswith("ana,") and "fox" not in seeds
    match.play(f"lena cut 4 {seeds}")
    assert [f.player for f in match.all(CutMade)] == seeds.split(",")
    one, two, three, four = seeds.split(",")
    posted(match)
    assert meets(match) == {f"{one}-{four}", f"{two}-{three}"}
    assert match.state.rounds[-1].stage == "elimination"


def test_tr_12_1_other_seeds_are_refused_and_the_right_ones_named():
    match = swiss()
    refused = match.refuse("lena cut 4 ana,bo,cy,fox", "TR-12.1", size=4)
    assert refused.legal == f"seeds={first(match)}"
    one, two, *others = first(match).split(",")
    match.refuse(f"lena cut 4 {two} {one} {' '.join(others)}", "TR-12.1")
    match.refuse("lena cut 4 ana ana bo cy", "TR-12.1", player="ana")
    match.refuse("lena cut 2 ana bo", "TR-12.1", size=4)
    match.refuse("lena cut 4 ana bo cy nobody", "TR-1.3")
    match.play(f"lena cut 4 {refused.legal.removeprefix('seeds=')}")
    match.refuse("lena cut 4 ana bo cy dee", "TR-12.1")


def test_tr_12_1_who_declines_or_has_dropped_is_replaced_by_the_next():
    match = swiss()
    seeds = first(match).split(",")
    match.play(f"lena drop {seeds[1]} cause=cut; lena drop {seeds[3]}")
    assert match.state.declined == [seeds[1]]
    now = first(match).split(",")
    assert len(now) == 4 and "fox" in now
    match.refuse(f"lena cut 4 {' '.join(seeds)}", "TR-12.1")
    match.play(f"lena cut 4 {' '.join(now)}")
    match.refuse(f"lena drop {now[0]} cause=cut", "TR-12.1")


def test_tr_12_1_a_player_may_decline_while_the_last_round_is_on_and_still_plays_it():
    match = hall("ana bo cy dee", rounds=1, cut=2)
    posts(match, "ana-bo", "cy-dee").play("ana drop ana cause=cut")
    assert match.state.rounds[0].contests["1"].result is None
    wins(match, "ana", "cy")
    seeds = first(match, 2).split(",")
    assert seeds[0] == "cy"
    assert "ana" not in seeds


def test_tr_12_1_the_cut_is_made_after_the_last_round():
    match = hall("ana bo cy dee", rounds=2, cut=2)
    match.refuse("lena cut 2 ana bo", "TR-12.1", turn=0)
    wins(posts(match, "ana-bo", "cy-dee"), "ana", "cy")
    match.refuse("lena cut 2 ana cy", "TR-12.1", turn=1, rounds=2)
    posts(match, "ana-cy", "bo-dee")
    match.refuse("lena cut 2 ana cy", "TR-12.1", have=2)
    hall("ana bo", rounds=1).refuse("lena cut 2 ana bo", "TR-12.1")
    hall("ana bo", rounds=1).refuse("lena drop ana cause=cut", "TR-12.1")


def test_tr_12_1_a_cut_is_made_by_the_desk_to_the_size_that_was_announced():
    match = swiss().play("lena appoint tom judge; lena appoint mia scorekeeper")
    for person in ("tom", "ana"):
        match.refuse(f"{person} cut 4 {first(match)}", "TR-1.8", by=person)
    assert match.refuse(f"mia cut 2 {first(match, 2)}", "TR-12.1", size=4).legal == "size 4"
    match.play(f"mia cut 4 {first(match)}")


@pytest.mark.parametrize("options", [{"rounds": 1, "cut": 0}, {"format": "elimination"}])
def test_tr_12_1_where_no_cut_was_announced_none_is_made(options: dict[str, str | int]):
    match = wins(posted(hall("ana bo", **options)), "ana")
    assert "no cut" in match.refuse("lena cut 2 ana bo", "TR-12.1").message


def test_nobody_enters_or_comes_back_once_the_cut_is_made():
    match = swiss(late=9).play("lena drop fox")
    match.play(f"lena cut 4 {first(match)}")
    assert match.refuse("lena enter gus", "TR-3.3").message == "the cut has been made"
    assert match.refuse("lena reinstate fox", "TR-3.6").legal == "nobody comes back"


def test_tr_12_1_who_is_disqualified_is_left_out():
    match = swiss()
    match.play("lena drop ana cause=disqualified")
    assert "ana" not in first(match)
    assert "ana" not in [p.player for p in final_places(match.state, shipped())]


def test_tr_12_1_who_did_not_show_up_for_the_last_round_is_left_out():
    match = hall("ana bo cy dee", rounds=2, cut=2)
    wins(posts(match, "ana-bo", "cy-dee"), "ana", "cy")
    posts(match, "ana-cy", "bo-dee").play("lena report 2 1 0 2 how=no-show")
    wins(match, "bo")
    assert first(match, 2) == "cy,bo"
    match.play(f"lena arrive 2 ana {'2026-11-22T12:00:00Z'}")
    assert "ana" in first(match, 3)


def test_tr_12_1_a_cut_that_was_made_stays_when_a_result_is_changed():
    match = swiss()
    entry = match.state.rounds[1].contests["3"].result.seq
    match.play(f"lena cut 4 {first(match).replace(',', ' ')}")
    cut = list(match.state.cut)
    match.play(f"lena strike {entry}; lena report 2 3 0 2")
    assert match.state.cut == cut


def test_tr_12_1_without_a_key_who_shares_a_place_may_have_drawn_lots():
    match = hall("ana bo cy dee", rounds=1, cut=2)
    match.play("lena post 1 1:ana:bo 2:cy:dee cost=0,0,0,0,0,0")
    wins(match, "ana", "cy")
    match.play("lena cut 2 cy ana")
    assert "lots" in match.trusted()[0]


def test_the_champion_leads_and_the_standings_follow_the_bracket():
    match = swiss()
    match.play(f"lena cut 4 {first(match).replace(',', ' ')}")
    one, two, three, four = match.state.cut
    wins(posted(match), four, two)
    wins(posted(match), four)
    places = [(p.place, p.player) for p in final_places(match.state, shipped())]
    assert places[:2] == [(1, four), (2, two)]
    assert set(places[2:4]) == {(3, one), (3, three)}
    assert [place for place, _ in places[4:]] == [5, 6]
    assert places[5][1] == "fox"
    assert champion(match.state, shipped()) == four


def test_rounds_after_the_cut_have_no_draw_and_give_no_points():
    match = swiss()
    match.play(f"lena cut 4 {first(match).replace(',', ' ')}")
    before = history(match.state, shipped())
    posted(match).refuse("lena report 3 1 1 1 1 how=time", "TR-12.3")
    wins(match, *match.state.cut[:2])
    assert history(match.state, shipped()) == before


def test_while_a_table_of_the_last_round_is_open_there_is_no_champion():
    match = wins(posts(hall("ana bo cy", rounds=2), "ana-bo", "cy"), "ana")
    posts(match, "ana-cy", "bo")
    assert champion(match.state, shipped()) == ""
    assert champion(wins(match, "ana").state, shipped()) == "ana"
    assert champion(hall("ana bo").state, shipped()) == ""


def test_the_policy_says_how_many_rounds_where_the_opening_does_not():
    match = hall("ana bo cy dee")
    wins(posted(match), "ana", "bo", "cy", "dee")

    assert match.state.length == shipped().rounds_for(4) == 2
    number = 2
    for contest in match.state.rounds[0].contests.values():
        if contest.result is None:
            match.play(f"lena report 1 {contest.table} 2 0")
    posted(match)
    for contest in match.state.rounds[1].contests.values():
        match.play(f"lena report {number} {contest.table} 2 0")
    match.refuse("lena post 3 1:ana:bo 2:cy:dee", "TR-5.1", rounds=2)
    assert [due.what for due in missing(match.replay.table)] == ["close"]
    match.play('lena adjust rounds:all:3 authority=head reason="a third round"')
    assert [due.what for due in missing(match.replay.table)] == ["propose round 3"]


def test_the_desk_is_told_to_cut_after_the_last_round():
    assert [due.what for due in missing(swiss().replay.table)] == ["cut"]
