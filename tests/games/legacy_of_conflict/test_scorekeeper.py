"""What a scorekeeper types in a hurry, and what the screen says before and after it."""

import pytest

from cli.reading.door import event_of
from cli.reading.door.address import Situation
from cli.reading.door.cut_short import read_part
from cli.table.screen import board_lines, option_lines, status_lines
from events.notation import Malformed, read, write
from events.notation.words import offered
from referee.catalog import CatalogError, read_catalog
from referee.games.legacy_of_conflict.catalog import Forces
from referee.verdict import Illegal, OnTrust
from tests.games.legacy_of_conflict.table import GAME, Match, begun, opened, set_up, teams


def typed(match: Match, line: str) -> str:
    """What a hurried line means, in full."""
    event = read_part(line, Situation.of(GAME, match.replay.table, "kim"))
    assert event is not None
    return write(event, GAME.codec)


def screen(match: Match) -> list[str]:
    """What stands below the board."""
    now = Situation.of(GAME, match.replay.table, "kim")
    return status_lines(match.replay, now.groups())


def refused(match: Match, line: str) -> Illegal:
    """The verdict on a line that breaks a rule."""
    verdict = match.log(read(line, GAME.codec)).verdict
    assert isinstance(verdict, Illegal)
    return verdict


def hit() -> Match:
    """The Warden has hit the Brute, and owes its push."""
    match = begun("ana bo", options={"points": "500"})
    return match.play("ana activate Warden; ana attack Halberd Brute 5 2S-2H tokens=2")


def test_a_push_that_is_short_is_asked_about_and_not_explained_by_itself():
    match = hit()
    with pytest.raises(Malformed, match=r"push leaves stopped_by open: .*chasm.*Slinger"):
        typed(match, "p 20")
    assert typed(match, "p 25.4") == "ana push Brute 25.4"
    assert typed(match, "p 20 stop=sli") == "ana push Brute 20 stopped_by=Slinger"
    assert "25.4 mm straight away; less only with stopped_by" in " ".join(
        " ".join(screen(match)).split()
    )


def test_a_name_cut_short_is_logged_in_full_though_as_typed_it_would_be_on_trust():
    lenient = {"LC-I 43": "tokens_spent_no_attack"}
    match = begun("ana bo", choices=lenient, options={"points": "500"})
    match.play("ana activate Warden")
    line = "ana attack Halberd Brut 5 2S-2H tokens=2"
    assert isinstance(match.replay.would(read(line, GAME.codec)), OnTrust)
    event = event_of(line, match.replay)
    assert event == read(line.replace("Brut", "Brute"), GAME.codec)


@pytest.mark.parametrize("cards", ["js-jh", "js jh", "JS JH", "JS-JH"])
def test_two_cards_are_taken_however_they_are_typed(cards: str):
    match = begun().play("ana activate Warden")
    assert typed(match, f"a h brute 5 {cards}") == "ana attack Halberd Brute 5 JS-JH"
    match.play("ana attack Halberd Brute 5")
    assert typed(match, f"f {cards}") == "ana flip JS-JH"


def test_small_letters_mean_cards_also_where_no_flip_is_on_offer():
    assert typed(begun(), "ana flip js-jh") == "ana flip JS-JH"


def test_what_are_no_cards_is_answered_in_words():
    with pytest.raises(Malformed, match=r"expected two cards such as AS-2H$"):
        typed(set_up(), "ana flip 4s-jh")


def test_the_number_of_a_character_is_enough_behind_a_short_name():
    assert typed(begun().play("ana activate Warden; ana end"), "a st.2") == "bo activate Stalker.2"
    assert offered("st.2", ["Stalker", "Stalker.2", "Stalker.12"]) == ["Stalker.2"]
    assert offered("st.x", ["Stalker.2"]) == []
    assert offered("st.2", ["Stalker.2", "Stork.2"]) == ["Stalker.2", "Stork.2"]


def test_a_defeated_character_is_not_read_as_an_ability_that_begins_like_it():
    match = begun()
    match.state.figures["Brute"].down = True
    with pytest.raises(Malformed, match="did you mean Brace or Brute"):
        typed(match, "tally br 3")
    assert typed(match, "tally bru 3") == "ana tally Brute 3"


def test_a_field_cut_short_is_first_one_that_is_always_named():
    match = begun().play("ana activate Warden")
    assert typed(match, "a h brute 5 t=2") == "ana attack Halberd Brute 5 tokens=2"
    match.play("ana move")
    assert typed(match, "s 30 a=n") == "ana stride 30 ahead=no"
    assert typed(match, "s 30 a=300:200") == "ana stride 30 at=300:200"


def test_names_within_records_may_be_cut_short():
    match = begun().play("ana activate Colossus")
    line = typed(match, "a slam point 0 caught=brute:20,seer:30")
    assert line == "ana attack Slam point 0 caught=Brute:20,Seer:30"


def test_the_screen_says_whose_step_it_is_and_the_pool():
    match = begun().play("ana activate Warden; ana move")
    assert screen(match)[0] == "turn 1, ana activates Warden, pool 2"
    board = "\n".join(board_lines(GAME.board(match.replay.table), match.state.seats))
    assert "now turn" not in board
    assert "scenario wellspring" in board
    assert "Warden 6/6 Wounds, pool 2, move 1, acting" in board
    match.play("ana end")
    board = "\n".join(board_lines(GAME.board(match.replay.table), match.state.seats))
    assert "pool 2, move 1, activated" in board


def test_the_screen_says_how_long_a_stride_may_be_and_how_many_are_left():
    match = begun().play("ana activate Warden; ana end; bo activate Brute; bo move")
    shown = " ".join(" ".join(screen(match)).split())
    assert "stride mm: 0 to 75 mm" in shown
    assert "(2 left; 75 mm ahead, else 60 mm with ahead=no)" in shown
    match.play("bo stride 75")
    assert "(1 left; 75 mm ahead" in " ".join(screen(match))


def test_an_attack_names_several_targets_in_two_lines_and_all_chances_on_demand():
    match = begun().play("ana activate Warden")
    groups = Situation.of(GAME, match.replay.table, "kim").groups()
    (attack,) = [g for g in groups if g.verb == "attack"]
    brief = option_lines([attack], GAME)
    assert len(brief) == 2
    assert "Halberd: Brute, Seer, Stalker, Stalker.2, " in brief[0]
    assert "tokens=perhaps 1, 2" in brief[1]
    whole = " ".join(" ".join(option_lines([attack], GAME, whole=True)).split())
    assert whole.count("needed") > 10


def test_the_markers_of_a_turn_are_shown_as_they_are_typed():
    match = begun()
    for figure in match.state.figures.values():
        figure.activated = figure.id != "Warden"
    match.play("ana activate Warden; ana end")
    assert "close-turn crossing:nobody, crossing:ana, crossing:bo" in screen(match)[-1]
    assert typed(match, "cl cr:b") == "ana close-turn crossing:bo"


def test_an_open_question_is_owed():
    match = begun().play("ana ask about=what")
    assert "ana must: settle the open question with all players [LC-3.4]" in screen(match)


def test_no_line_of_the_screen_is_wider_than_the_terminal():
    for match in (opened(), begun(), hit(), teams().play("ana activate Warden; ana move 2")):
        lines = screen(match) + board_lines(GAME.board(match.replay.table), match.state.seats)
        assert max(map(len, lines)) <= 80


@pytest.mark.parametrize(
    ("line", "said", "legal"),
    [
        (
            "ana push Brute 40",
            "the distance is fixed at 25.4 mm",
            "25.4 mm, or less with what stopped it",
        ),
        ("ana end", "ana first has to log the push of Brute, 25.4 mm", "ana push"),
        ("ana push Warden 25.4", "no push of Warden is due", "a push of Brute"),
        ("ana fall Warden ground", "does not fall", "nobody falls now"),
    ],
)
def test_what_is_forgotten_after_a_hit_is_named(line: str, said: str, legal: str):
    verdict = refused(hit(), line)
    assert said in verdict.message
    assert verdict.legal == legal


def test_counts_in_messages_read_well():
    match = begun().play("ana activate Warden; ana move; ana stride 5; ana stride 5")
    assert refused(match, "ana move").message == "1 token lies on move of Warden"
    verdict = refused(match, "ana stride 5")
    assert verdict.legal == "no Stride is left: another action, or the end"
    match = begun().play("ana activate Warden; ana move 2")
    assert refused(match, "ana move").message == "2 tokens lie on move of Warden"


def test_a_contest_names_all_who_still_flip():
    match = begun().play("ana activate Warden; ana end; bo activate Seer; bo use Dread Warden 5")
    assert "Seer, Warden first have to flip" in refused(match, "bo end").message
    match.play("bo flip JS-JD")
    assert "Warden first has to flip" in refused(match, "bo end").message


@pytest.mark.parametrize(
    ("options", "said", "legal"),
    [
        ({"points": "lots"}, "points cannot be lots", "a whole number from 1 to 100000"),
        ({"points": ""}, "points cannot be empty", "a whole number from 1 to 100000"),
        ({"tolerance": "x"}, "tolerance cannot be x", "a whole number from 0 to 100000"),
        ({"points": "100"}, "162 force points", "at most 100, or another total (points)"),
    ],
)
def test_an_opening_that_is_refused_says_what_was_expected(
    options: dict[str, str], said: str, legal: str
):
    verdict = opened(options=options).verdict
    assert isinstance(verdict, Illegal)
    assert said in verdict.message
    assert verdict.legal == legal


SAMPLE = GAME.sample_catalogs()[0].read_text()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('"reinforced"', '"strong"', r"pieces\[0\].kind` \(keep\); expected one of fragile, "),
        ('kind = "push", when', 'kind = "shove", when', r"\(Warden, Halberd, effect 1\); expected"),
        ("skill = 3", 'skill = "three"', r"`int`, got `str` .*characters\[0\].skill` \(Warden\)"),
        ("range = [0, 50.8]", "range = [60, 50.8]", r"Warden: Halberd: range \[60, 50.8\]; exp"),
        ('"ground", "keep/hall"', '"ground", "keep/attic"', "expected one of ground, keep/hall, k"),
    ],
)
def test_a_fault_of_a_catalog_names_the_thing_and_what_was_expected(old: str, new: str, said: str):
    with pytest.raises(CatalogError, match=said):
        read_catalog(SAMPLE.replace(old, new, 1), Forces, "c.toml")
