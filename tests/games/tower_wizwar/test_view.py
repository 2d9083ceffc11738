"""What people read of a table: the panels, the maps from above, and what a scorekeeper may name."""

from referee.games.tower_wizwar.picture import MAP, drawing
from referee.games.tower_wizwar.view import GRID, called, names, traits
from tests.games.tower_wizwar.effects import text
from tests.games.tower_wizwar.table import Match, catalog, opened, turn


def panel(match: Match, title: str) -> dict[str, str]:
    """The rows of a panel."""
    (found,) = [each for each in match.game.board(match.t) if each.title == title]
    return dict(found.rows)


def crowded() -> Match:
    """Ana's attack phase, with something in every place."""
    match = turn(phase="attack").give("ana", drain=7, harm=1, wounds=2)
    match.tower("ana", "Keep3")
    match.put("ana", "T", "Rite1")
    coins = {"gold": 2, "light": 1}
    match.put("ana", "F1", "C3", harm=2, wounds=1, tokens=coins, expended=True)
    match.put("ana", "S2", "Ghost2")
    match.thing(match.put("bo", "F5", "C4", wounds=2)).owner = "ana"
    match.put("bo", "S1", "Guard1")
    match.hold("ana", "C2", "C2", "Tool1").hold("ana", "C5", place="pool")
    match.unseen("ana", "front", 2, "celestial").unseen("ana", "front", 1, "orbital")
    match.unseen("ana", "unseen", 1)
    match.tw.zones.piles["ana.discard"] = ["C1", "C8", "C1"]
    match.tw.zones.piles["bo.aether"] = ["Hat1", "Sun1"]
    match.tw.turned = [2, 0, 0, 1, 0, 0]
    return match


def test_a_panel_for_each_wizard_says_all_that_is_seen_at_the_table():
    match = crowded()
    assert panel(match, "Match") == {
        "now": "turn 1, ana, attack",
        "draft deck": "15 of 18, turned 1 x2, 4",
    }
    assert panel(match, "ana") == {
        "wizard": "harm 1, wounds 2 of 3",
        "drain": "7, surcharge 2",
        "hand": "8 (known: C2 x2, Tool1); pool 7 (known: C5)",
        "front": "2 celestials, 1 orbital",
        "decks": "deck 45, discard 3",
        "towers": "Keep2, Keep5",
        "discard": "C1 x2, C8",
        "aether": "1 unseen",
        "T": "Rite1.1 00/01, over Keep3.1 03/03",
        "S2": "Ghost2.1",
        "F1": "C3.1 03/03 2 harm 1 wound 2 gold 1 light expended",
    }
    assert panel(match, "bo") == {
        "wizard": "harm 0, wounds 0 of 3",
        "drain": "0",
        "hand": "5; pool 6",
        "front": "none",
        "decks": "deck 49, discard 0",
        "towers": "Keep2, Keep3, Keep5",
        "discard": "empty",
        "aether": "Hat1, Sun1",
        "S1": "Guard1.1 01/03",
        "F5": "C4.1 04/04 2 wounds of ana",
    }


def test_what_is_pending_is_told_newest_first():
    match = text(phase="attack")
    match.put("ana", "F2", "C3")
    match.put("bo", "F1", "Text")
    match.put("bo", "S1", "C1")
    match.play("ana attack bo F2 waiting=yes; bo block S1 waiting=yes; bo use Text.2")
    assert panel(match, "Pending, newest first") == {
        "entry 4": "bo's Text.2, activated",
        "entry 2": "ana: C3.1 on bo, blocked by C1.1",
    }
    held = turn().hold("ana", "C0").play("ana cast C0 F2")
    assert panel(held, "Pending, newest first") == {"entry 2": "ana casts C0 into ana.F2"}
    assert panel(held, "ana")["F2"] == "C0 (cast)"


def test_the_first_panel_tells_an_entrance_and_an_end():
    match = opened()
    assert panel(match, "Match") == {
        "now": "turn 1, ana, its entrance, the sets of the entrance",
        "draft deck": "18 of 18",
    }
    assert panel(turn().play("bo forfeit"), "Match")["now"] == "over: last standing, ana wins"
    both = text().give("ana", wounds=2).give("bo", wounds=2)
    both.play("ana effect Text wound:ana:1 wound:bo:1")
    assert panel(both, "Match")["now"] == "over: all wizards lost"


def test_who_has_lost_is_out_or_in_retreat():
    four = turn(4).play("bo forfeit")
    assert panel(four, "bo")["wizard"] == "harm 0, wounds 0 of 3, in retreat"
    three = turn(3, teams=False, choices={"TW-I 1": "free_for_all"}).play("cy forfeit")
    assert panel(three, "cy")["wizard"] == "harm 0, wounds 0 of 3, lost"


def grids(match: Match) -> list[str]:
    """Whose maps are drawn."""
    return [each.title for each in match.game.board(match.t) if each.grid == GRID]


def test_of_more_than_two_the_maps_are_drawn_of_whoever_is_on_and_whom_they_face():
    match = turn(4, phase="attack")
    for seat in match.tw.seats:
        match.put(seat, "F1", "C3")
        match.put(seat, "S1", "Guard1")
    assert grids(match) == ["ana", "bo"]
    match.play("ana attack di F1 waiting=yes")
    assert grids(match) == ["ana", "di"]
    match.play("di no-block")
    assert grids(match.at("cast", "bo")) == ["bo", "cy"]
    two = turn()
    assert grids(two) == []
    two.put("bo", "F1", "C3")
    assert grids(two) == ["bo"]


def test_tw_5_1_the_maps_lie_with_their_forward_spots_to_each_other():
    match = turn()
    match.put("bo", "S1", "Guard1")
    picture = drawing(match.t)
    assert (picture.width, picture.depth) == (422.0, 666.0) == (MAP[0], 2 * MAP[1])
    left_low = {each.id: each.points[0] for each in picture.shapes}
    assert len(left_low) == 2 * 11 + 1
    assert left_low["ana.T"] == (176.0, 12.0)
    assert [left_low[f"ana.J{n}"] for n in (1, 2)] == [(94.0, 12.0), (258.0, 12.0)]
    assert [left_low[f"ana.S{n}"][0] for n in (1, 2, 3)] == [94.0, 176.0, 258.0]
    assert [left_low[f"ana.F{n}"][0] for n in range(1, 6)] == [12.0, 94.0, 176.0, 258.0, 340.0]
    assert (left_low["ana.S1"][1], left_low["ana.F1"][1]) == (119.0, 226.0)
    assert [left_low[f"bo.F{n}"][0] for n in range(1, 6)] == [340.0, 258.0, 176.0, 94.0, 12.0]
    assert [left_low[f"bo.{spot}"][1] for spot in ("F1", "S1", "T")] == [345.0, 452.0, 559.0]
    (guard,) = [each for each in picture.shapes if each.id == "Guard1.1"]
    assert guard.points == ((263.0, 457.0), (323.0, 457.0), (323.0, 542.0), (263.0, 542.0))
    assert (guard.kind, guard.seat, guard.note) == ("terrain", "bo", "01/03")


def test_wizards_of_one_side_lie_side_by_side_and_who_has_lost_has_no_map():
    match = turn(4)
    left_low = {each.id: each.points[0] for each in drawing(match.t).shapes}
    assert left_low["cy.T"] == (176.0 + MAP[0], 12.0)
    assert left_low["di.T"] == (176.0 + MAP[0], 559.0)
    shapes = drawing(match.play("bo forfeit").t).shapes
    assert {each.seat for each in shapes} == {"ana", "cy", "di"}


def test_a_scorekeeper_names_what_is_in_play_by_its_card_and_its_spot():
    match = turn()
    match.put("ana", "F1", "C3")
    match.put("bo", "F2", "C3")
    assert called(match.t) == {
        "C3": ["C3.1", "C3.2"],
        "ana.F1": ["C3.1"],
        "bo.F2": ["C3.2"],
    }
    listed = names(match.t)
    assert listed == sorted(listed)
    assert {"C3.2", "bo.F2", "F5", "spell", "ana", "Blue", "Sun1", "Keep2"} <= {*listed}


def test_statistics_group_cards_by_what_is_printed_on_them():
    found = traits(catalog())
    kinds = {"kind": "minion", "element": "none", "spellbook": "White", "cost": "3"}
    assert found["C3"] == kinds
    assert found["Sun1"] == {"kind": "celestial", "element": "none"}
