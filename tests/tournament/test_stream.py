"""The stream of a tournament: its opening, who logs what, what is named (section 1)."""

import pytest
from msgspec.structs import replace

from events.common import Opening, Seating
from referee.fact import StateRepaired
from referee.replay.replay import Replay
from referee.tournament.common_edition import Plays
from referee.verdict import Illegal, applied
from tests.table import EXERCISED, Match
from tests.tournament import halls
from tests.tournament.halls import GAME, KEYS, hall, posted, posts, wins
from tests.tournament.histories import shipped

PLAYS = f"wondervale 1.0 {'ab' * 32} WV-I_5=no_if_possible"


def opening(**options: str) -> Opening:
    first = halls.opening(shipped())
    return replace(first, options={**first.options, **options})


def refused(event: Opening, rule: str = "TR-1.1") -> Illegal:
    verdict = Replay(GAME, shipped()).add(event).verdict
    assert isinstance(verdict, Illegal), event
    assert verdict.rule == rule, verdict
    assert verdict.legal and "{" not in verdict.message
    EXERCISED.refused.add(rule)
    return verdict


@pytest.mark.parametrize(
    ("option", "value"),
    [
        ("rounds", "100"),
        ("rounds", "-1"),
        ("rounds", "٣"),
        ("rounds", "many"),
        ("cut", "1"),
        ("cut", "2048"),
        ("best_of", "2"),
        ("best_of", "0"),
        ("best_of", "11"),
        ("minutes", "1441"),
        ("late", "100"),
        ("teams", "1"),
        ("teams", "6"),
        ("delay", "20"),
        ("delay", "20/"),
        ("commitment", "ab"),
        ("commitment", "AB" * 32),
        ("plays", "wondervale"),
        ("plays", f"wondervale 1.0 {'ab' * 32} WV-I 5=no"),
    ],
)
def test_tr_1_1_an_option_has_a_value_that_it_can_have(option: str, value: str):
    assert f"{option} cannot be {value}" in refused(opening(**{option: value})).message


def test_tr_1_1_an_option_of_words_is_one_of_them():
    refused(opening(format="knockout"), "REF-1.2")
    refused(opening(sealed="perhaps"), "REF-1.2")


@pytest.mark.parametrize(
    "options",
    [
        {"format": "swiss", "rounds": "7", "cut": "8", "best_of": "1", "late": "2"},
        {"format": "round-robin", "teams": "3", "minutes": "50", "check_in": "yes"},
        {"format": "elimination", "delay": "20/5", "sealed": "yes", "commitment": "0f" * 32},
        {"plays": PLAYS, "decklists": "closed"},
    ],
)
def test_tr_1_1_options_stay_as_the_opening_has_them(options: dict[str, str]):
    match = hall(**options)
    assert options.items() <= match.state.options.items()


def test_tr_1_1_what_is_played_is_written_as_it_is_read():
    plays = Plays.read(PLAYS)
    assert plays == ("wondervale", "1.0", "ab" * 32, {"WV-I 5": "no_if_possible"})
    assert plays.written() == PLAYS


def test_tr_1_1_what_goes_together():
    assert "no cut" in refused(opening(format="elimination", cut="4")).message
    two = (Seating("desk", "lena"), Seating("ana", "ana"))
    for seats in ((Seating("ana", "ana"),), two):
        refused(replace(opening(), seats=seats))
    refused(replace(opening(), seats=(Seating("desk", "lena", deck={"Rock": 4}),)))
    refused(replace(opening(), seats=(Seating("desk", "lena", side="red"),)))
    refused(replace(opening(), contest="open/1/1/1"))


def test_tr_1_1_whoever_opens_is_the_first_organiser():
    match = hall()
    assert match.state.roles == {"lena": ["organiser"]}
    match.refuse("mia appoint mia judge", "REF-3.8")
    match.play("lena appoint mia scorekeeper; mia enter ana")


def test_tr_1_1_the_organiser_changes_the_number_of_rounds():
    match = hall("ana bo", rounds=3).play("lena appoint mia head-judge")
    match.refuse("mia adjust rounds:all:4 authority=head", "TR-1.8")
    match.refuse("lena adjust rounds:all:many authority=head", "TR-1.1")
    match.refuse("lena adjust rounds:ana:4 authority=head", "REF-3.5")
    match.play("lena adjust rounds:all:4 authority=head")
    assert match.state.options["rounds"] == "4"
    assert match.one(StateRepaired) == StateRepaired("rounds", "all", "4")
    wins(posted(match), "ana")
    wins(posts(match, "ana-bo"), "ana")
    match.refuse("lena adjust rounds:all:1 authority=head", "REF-3.5")


def test_an_organiser_repairs_a_table_and_a_team():
    match = hall("ana bo")
    match.play("lena adjust table:ana:5,team:bo:wolves")
    assert (match.state.entrants["ana"].fixed, match.state.entrants["bo"].team) == (5, "wolves")
    match.refuse("lena adjust table:bo:5", "REF-3.5")
    stranger = match.refuse("lena adjust table:cy:5", "REF-3.5", target="cy")
    assert stranger.legal == "one of ana, bo"
    match.refuse("lena adjust table:ana:many", "REF-3.5")
    match.refuse("lena adjust table:ana:10000", "REF-3.5", least=0, most=9_999)
    match.refuse("lena adjust team:ana:a/b", "REF-3.5")
    match.play("lena adjust table:ana:0,team:bo:none")
    assert (match.state.entrants["ana"].fixed, match.state.entrants["bo"].team) == (0, "")


@pytest.mark.parametrize(
    "line",
    [
        "lena drop cy",
        "lena reinstate cy",
        "lena check-in cy",
        "lena report 2 1 2 0",
        "lena report 1 7 2 0",
        "lena decide 3 1 2 0",
        "ana attest 1 2 2 0",
        "lena publish standings 2",
    ],
)
def test_tr_1_3_what_an_entry_names_is_there(line: str):
    match = posts(hall("ana bo"), "ana-bo")
    assert match.refuse(line, "TR-1.3").legal


def test_tr_1_3_a_post_names_entrants():
    match = hall("ana bo")
    match.refuse("lena post 1 1:ana:cy", "TR-1.3", player="cy")
    match.refuse(f"lena post 1 key={KEYS[1]} bye=cy 1:ana:bo", "TR-1.3", player="cy")


def test_tr_1_3_a_result_of_a_round_that_was_struck_is_illegal_and_stays_on_record():
    match = posts(hall("ana bo"), "ana-bo").play("lena report 1 1 2 0; lena strike 4")
    assert match.state.rounds == []
    standing = match.replay.standing(5)
    assert isinstance(standing, Illegal) and standing.rule == "TR-1.3"
    assert applied(match.replay.verdicts[4])


@pytest.mark.rule("TR-1.5")
def test_tr_1_5_the_round_is_the_turn_and_a_digest_is_noted_at_each():
    match = wins(posts(hall("ana bo"), "ana-bo"), "ana")
    assert match.state.turn == 1
    assert list(match.replay.noted) == [4]
    wins(posts(match, "ana-bo"), "bo").play("lena close")
    assert match.state.turn == 2
    assert list(match.replay.noted) == [4, 6, 8]


STAFF = {
    "mia": "scorekeeper",
    "tom": "judge",
    "eva": "head-judge",
}


@pytest.mark.parametrize(
    ("line", "able"),
    [
        ("{} enter dee", {"lena", "mia", "eva"}),
        ("{} check-in ana", {"lena", "mia", "eva", "ana"}),
        ("{} drop ana", {"lena", "mia", "eva", "ana"}),
        ("{} drop ana cause=no-show", {"lena", "mia", "eva", "tom"}),
        ("{} drop ana cause=disqualified", {"lena", "eva"}),
        ("{} reinstate gone", {"lena", "eva"}),
        ("{} report 1 1 2 0", {"lena", "mia", "eva"}),
        ("{} decide 1 1 2 0", {"lena", "tom", "eva"}),
        ("{} publish standings 1", {"lena", "mia", "eva"}),
        (f"{{}} checkpoint 3 {'ab' * 32}", {"lena", "mia", "eva"}),
        ("{} post 2 1:ana:bo missing=1 cost=1,0,0,0,0,0", {"lena", "mia", "eva"}),
        ("{} repair 1 1:bo:ana cost=0,0,0,0,0,0 reason=again", {"lena", "eva"}),
        ("{} register-deck gone Red", {"lena", "mia", "eva"}),
        ("{} deck-check ana 1", {"lena", "tom", "eva"}),
        ("{} start 1 2026-11-22T10:00:00Z", {"lena", "mia", "eva"}),
        ("{} extend 1 1 60 other", {"lena", "tom", "eva"}),
        ("{} arrive 1 ana 2026-11-22T10:00:00Z", {"lena", "mia", "eva", "tom"}),
        ("{} call 1 1", {"lena", "mia", "eva", "tom", "ana", "bo"}),
        ("{} infraction ana 1 PE-4 warning", {"lena", "tom", "eva"}),
        ("{} close", {"lena"}),
    ],
)
def test_tr_1_8_who_may_log_what(line: str, able: set[str]):
    match = hall("ana bo gone", late=1).play("lena drop gone")
    for person, role in STAFF.items():
        match.play(f"lena appoint {person} {role}")
    posts(match, "ana-bo")
    if "close" in line or "publish" in line:
        match.play("lena report 1 1 2 0")
    for person in ("lena", "mia", "tom", "eva", "ana", "bo"):
        one = Match(GAME, shipped(), match.replay.events[0])
        for event in match.replay.events[1:]:
            one.log(event)
        if person in able:
            one.play(line.format(person))
        else:
            refusal = one.refuse(line.format(person), "TR-1.8", by=person)
            assert "lena" in refusal.legal


def test_tr_1_8_a_role_that_is_taken_back_is_one_no_longer():
    match = hall().play("lena appoint mia scorekeeper; mia enter ana")
    match.play("lena appoint mia scorekeeper ends=yes")
    assert match.refuse("mia enter bo", "TR-1.8").legal == "lena"


def test_tr_14_2_a_checkpoint_covers_what_is_logged_and_no_less_than_the_one_before():
    root = "ab" * 32
    match = hall("ana bo")
    assert match.refuse(f"lena checkpoint 4 {root}", "TR-14.2", through=4).legal == "3"
    match.play(f"lena checkpoint 3 {root}; lena checkpoint 3 {root}")
    behind = match.refuse(f"lena checkpoint 2 {root}", "TR-14.2", covered=3)
    assert behind.legal == "through=6"
    assert match.play(f"lena checkpoint 6 {root}").state.through == 6


@pytest.mark.parametrize(
    ("line", "meant"),
    [
        ("desk concede", "drop"),
        ("desk agree-result", "attest"),
        ("lena time-called", "time"),
        ("desk call-judge", "call"),
        ("lena close-call", "end-call"),
        ("desk contest 2", "appeal"),
        ("desk confirm 2", "attest"),
        ("lena penalty desk warning", "infraction"),
        ("desk score 3", "report"),
        ("desk begins", "game itself"),
        ("lena record life", "opening"),
    ],
)
def test_tr_1_9_an_event_of_a_match_names_the_one_that_is_meant(line: str, meant: str):
    match = hall("ana bo")
    assert meant in match.refuse(line, "TR-1.9").legal


def test_tr_1_1_a_tournament_is_told_whole_and_says_how_much_is_told_of_its_games():
    match = hall("ana bo")
    first = match.replay.events[0]
    assert isinstance(first, Opening)
    light = Replay(match.game, match.replay.catalog).add(replace(first, record="life"))
    assert isinstance(light.verdict, Illegal)
    assert light.verdict.rule == "REF-1.2"
    assert "record" not in match.state.options  # as before there was one
    asked = replace(first, options={**first.options, "record": "life"})
    told = Replay(match.game, match.replay.catalog).extend([asked])
    assert told.state.options["record"] == "life"
