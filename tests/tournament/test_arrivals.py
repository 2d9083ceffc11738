"""Who comes, and who comes late: lists of players, check-in, a place in a round that is posted."""

from pathlib import Path

import pytest

from cli.reading.decks import shipped_decks
from events.notation import write
from referee.games.registry import game_of
from referee.tournament.due import missing
from referee.tournament.next_round import repaired
from referee.tournament.pairing import Unpairable
from referee.verdict import Illegal
from tests.cli.test_home import ROOT, Home
from tests.logbook import copied
from tests.tournament.halls import GAME, hall, meets, posts
from tests.tournament.test_desk import AtDesk


def with_check_in(path: Path) -> None:
    found = Home(path.parent)
    found.log = path
    options = ("--option", "check_in=yes", "--option", "late=2", "--rounds", 3)
    found.ok("tournament", "new", "open", "--by", "lena", *options)


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """A tournament with check-in that nobody has entered."""
    found = Home(tmp_path)
    copied(found.log, with_check_in)
    return found


def entrants(home: Home) -> dict[str, str]:
    """Who has entered, with the team."""
    found = AtDesk(home).session.state.entrants
    return {player: entrant.team for player, entrant in found.items()}


def listed(home: Home, path: Path, text: str) -> Home:
    path.write_text(text, encoding="utf-8")
    home.ok("tournament", "enter", "open", "--file", path)
    return home


def test_the_first_line_of_a_list_may_head_its_columns(home: Home, tmp_path: Path):
    listed(home, tmp_path / "a.csv", "Club,Player,Name\nwolves,ana,Ana Hill\n,bo,\n")
    assert entrants(home) == {"ana": "wolves", "bo": ""}


def test_ids_are_made_of_names_where_a_list_has_none(home: Home, tmp_path: Path):
    listed(home, tmp_path / "a.csv", "name,club\nKäthe O'Hara,FC Küche\nBo Lee,\n")
    listed(home, tmp_path / "b.csv", "name\nBo Lee\n")
    assert entrants(home) == {"kathe-o-hara": "fc-kuche", "bo-lee": "", "bo-lee-2": ""}
    assert "Käthe O'Hara" in home.ok("tournament", "standings", "open")


def test_a_name_in_other_letters_has_an_id_too_and_its_club_is_kept(home: Home, tmp_path: Path):
    listed(home, tmp_path / "a.csv", "name,club\n王伟,俱乐部\n李娜,俱乐部\n王伟,\n")
    found = entrants(home)
    assert len(found) == 3
    one, two, none = found.values()
    assert one == two != none == ""
    assert "王伟" in home.ok("tournament", "standings", "open")


def test_a_name_of_which_no_id_can_be_made_is_an_error_of_its_line(home: Home, tmp_path: Path):
    path = tmp_path / "a.csv"
    path.write_text("name\nBo Lee\n…\n", encoding="utf-8")
    assert f"{path}:3: no id" in home.error("tournament", "enter", "open", "-f", path)
    assert entrants(home) == {}


def test_all_but_some_are_checked_in_by_one_command(home: Home):
    home.ok("tournament", "enter", "open", "ana", "bo", "cy", "dee")
    assert "next: check players in" in home.error("tournament", "propose", "open")
    said = home.ok("tournament", "check-in", "open", "--all", "--but", "cy")
    assert "3 checked in" in said and "check in, or drop: cy" in said
    said = home.error("tournament", "check-in", "open", "ana", status=3)
    assert "TR-3.2" in said
    home.error("tournament", "check-in", "open")
    home.ok("tournament", "check-in", "open", "--all")
    assert "everybody is checked in" in home.error("tournament", "check-in", "open", "--all")


def test_the_desk_checks_several_in_by_the_beginning_of_their_ids(home: Home):
    home.ok("tournament", "enter", "open", "ana", "bo", "cy", "dee", "eva")
    desk = AtDesk(home)
    assert "check in, or drop: dee, eva" in desk.type("in a b c")
    assert "expected all, or all but" in desk.type("in all dee")
    assert "check in, or drop: eva" in desk.type("in all but eva")
    assert [player for player, e in desk.session.state.entrants.items() if not e.here] == ["eva"]


def test_who_comes_late_is_taken_into_the_round(home: Home):
    home.ok("tournament", "enter", "open", "ana", "bo", "cy", "--here")
    home.ok("tournament", "post", "open")
    assert "nobody waits for a place" in home.error("tournament", "repair", "open")
    said = home.ok("tournament", "enter", "open", "fay", "--here")
    assert "waiting for a place in this round: fay; repair" in said
    home.ok("tournament", "repair", "open")
    desk = AtDesk(home)
    assert len(desk.session.state.rounds[0].contests) == 2
    assert desk.session.state.rounds[0].byes == []


def test_tables_are_paired_again_at_the_desk_with_a_reason(home: Home):
    home.ok("tournament", "enter", "open", "ana", "bo", "cy", "dee", "eva", "--here")
    desk = AtDesk(home)
    desk.type("", "y")
    assert "would be paired as they are" in desk.type("repair 1,2 wrong slip")
    assert "needs a reason" in desk.type("repair 1,2")
    assert "no table 9" in desk.type("repair 9 wrong slip")
    assert "expected repair" in desk.type("repair wrong slip")


# -- the proposal of a repair ---------------------------------------------------------------------


def test_tables_are_paired_again_by_the_standings_as_they_are_now():
    match = posts(hall("ana bo cy dee eva fox", rounds=3), "ana-bo", "cy-eva", "dee-fox")
    match.play("lena report 1 1 2 0; lena report 1 2 2 0; lena report 1 3 2 0")
    entry = match.state.rounds[0].contests["1"].result.seq
    posts(match, "ana-cy", "dee-eva", "bo-fox").play(f"lena strike {entry}; lena report 1 1 0 2")
    found = repaired(match.replay.table, "lena", "", [1, 3], "wrong slip")
    assert found.keep == (2,)
    assert not isinstance(match.play(write(found, GAME.codec)).verdict, Illegal)
    assert meets(match) == {"dee-eva", "bo-cy", "ana-fox"}
    assert sorted(match.state.rounds[1].contests) == ["1", "2", "3"]


def test_the_bye_stays_where_an_even_number_is_paired_again():
    match = posts(hall("ana bo cy dee eva", rounds=3), "ana-bo", "cy-dee", "eva")
    for key in ("", "a" * 64, "b" * 64):
        try:
            assert repaired(match.replay.table, "lena", key, [1, 2], "sisters").bye == ("eva",)
        except Unpairable as error:
            assert "as they are" in str(error)


def test_who_left_after_the_post_is_not_paired_again():
    match = posts(hall("ana bo cy dee", rounds=3), "ana-bo", "cy-dee")
    match.play("lena drop dee")
    found = repaired(match.replay.table, "lena", "", [1, 2], "left")
    assert len(found.bye) == 1 and "dee" not in str(found)
    assert not isinstance(match.play(write(found, GAME.codec)).verdict, Illegal)


# -- what the desk is told ------------------------------------------------------------------------


def test_many_tables_without_a_result_are_told_by_their_numbers():
    players = [f"p{n}" for n in range(20)]
    pairs = [f"{a}-{b}" for a, b in zip(players[::2], players[1::2], strict=True)]
    match = posts(hall(" ".join(players)), *pairs).play("lena report 1 3 2 0")
    told = [due.text() for due in missing(match.replay.table)]
    assert told == ["no result: 9 tables: 1, 2, 4 to 10"]


def test_an_open_call_does_not_keep_the_desk_from_the_next_step(home: Home):
    home.ok("tournament", "enter", "open", "ana", "bo", "--here")
    desk = AtDesk(home)
    desk.type("", "y", "ana call 1 1", "1 2 0")
    assert desk.session.status()[-1] == "next: propose round 2"


def test_after_time_the_desk_waits_for_slips_and_says_so(home: Home):
    home.ok("tournament", "enter", "open", "ana", "bo", "--here")
    desk = AtDesk(home)
    desk.type("", "y", "", "")
    assert desk.session.state.rounds[0].time
    assert desk.session.status()[-1] == "next: their slips; missing goes on without them"


def test_what_breaks_a_rule_is_refused_before_it_is_asked(home: Home):
    home.ok("tournament", "enter", "open", "ana", "bo", "--here")
    desk = AtDesk(home)
    desk.type("", "y")
    assert "not logged" in desk.type("close")
    assert not desk.session.asking


def test_a_folder_of_lists_is_registered_all_or_none(tmp_path: Path):
    home, lists = Home(tmp_path), tmp_path / "lists"
    lists.mkdir()
    deck = (ROOT / "referee/games/wondervale/sample/decks/frost-and-sand.toml").read_text("utf-8")
    (lists / "ana.toml").write_text(deck, "utf-8")
    (lists / "bo.toml").write_text(deck.replace("= 3", "= 30", 1), "utf-8")
    options = ("--game", "wondervale", "--option", "decklists=closed")
    home.ok("tournament", "new", "open", "--by", "lena", *options)
    home.ok("tournament", "enter", "open", "ana", "bo", "cy")
    result = home.run("tournament", "deck", "open", "--folder", lists)
    assert result.exit_code and "the deck of bo; nothing is written" in result.stderr
    assert AtDesk(home).session.state.decks == {}
    (lists / "bo.toml").write_text(deck, "utf-8")
    said = home.ok("tournament", "deck", "open", "--folder", lists)
    assert "2 lists registered; 1 is missing" in said
    assert set(AtDesk(home).session.state.decks) == {"ana", "bo"}
    assert "expected PLAYER and DECK" in home.error("tournament", "deck", "open", "ana")


def test_a_list_as_builders_export_it_is_registered_too(home: Home, tmp_path: Path):
    options = ("--game", "wondervale", "--option", "decklists=open")
    home.ok("tournament", "new", "txt", "--by", "lena", *options)
    home.ok("tournament", "enter", "txt", "ana")
    deck = shipped_decks(game_of("wondervale"))["frost-and-sand"]
    lines = [f"{copies}x {name}" for name, copies in deck.cards.items()]
    path = tmp_path / "ana.txt"
    path.write_text("\n".join(lines))
    assert "deck" in home.ok("tournament", "deck", "txt", "ana", path)
    path.write_text("\n".join([*lines, "2 Nosuchcard"]))
    told = home.error("tournament", "deck", "txt", "ana", path)
    assert f"{len(lines) + 1}: 2 Nosuchcard: no card is named so" in told


def test_an_own_drop_is_taken_back_by_the_command_tr_3_4(home: Home):
    home.ok("tournament", "new", "back", "--by", "lena")
    home.ok("tournament", "enter", "back", "ana")
    home.ok("tournament", "drop", "back", "ana")
    assert "back from round 1" in home.ok("tournament", "drop", "back", "ana", "--back")
    assert "has not left" in home.error("tournament", "drop", "back", "ana", "--back", status=3)
