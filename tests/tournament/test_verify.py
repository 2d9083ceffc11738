"""Verification across streams: what a tournament and its matches say of each other (TR-14.1)."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest
from typer.testing import CliRunner

from cli.main import app
from events.common import CallJudge, Note, Penalty
from events.tournament import RegisterDeck, Report
from storage.exchange.transfer import export_jsonl, import_jsonl
from storage.log import Log
from storage.proof.given import given_heads
from storage.proof.signatures import new_key, signed
from storage.tournament.checkpoint import checkpoint_of
from storage.verify import Difference, verify, verify_chain
from storage.verify import Report as Found
from tests.logbook import copied, first_entry, new_log
from tests.tournament.histories import shipped
from tests.tournament.logged import (
    CUP,
    SECRET,
    contests,
    draft,
    game,
    logs,
    opened,
    played,
    plays,
    proposed,
)

PLAYERS = ("ana", "bo", "cy", "dee")
ONE_GAME = {"best_of": "1", "plays": plays()}


def posted(path: Path) -> None:
    with Log.open(path, write=True) as log:
        opened(log, ONE_GAME)
        logs(log, [f"lena enter {player}" for player in PLAYERS])
        logs(log, [proposed(log, 1)])


@pytest.fixture
def log(tmp_path: Path):
    """A tournament of four whose first round is posted."""
    with Log.open(copied(tmp_path / "log.duckdb", posted), write=True) as log:
        yield log


def one(log: Log, **asked: Any) -> Difference:
    """The one thing that is not as it should be."""
    report = verify(log, **asked)
    assert not report.exact
    (found,) = report.differences
    assert (found.match, found.what, report.differing) == (CUP, "contest", 1)
    return found


def notes(report: Found) -> list[tuple[str, str]]:
    """The rule and the words of each note, but that the keys wait for the close."""
    return [(each.rule, each.message) for each in report.notes if each.rule != "TR-5.8"]


def other(log: Log, name: str) -> str:
    """The player who has not won a match."""
    match = log.load(name)
    seats = {each.seat: each.person for each in match.entries[0].event.seats}
    return next(p for seat, p in seats.items() if seat != match.replay().state.winner)


# -- what agrees --------------------------------------------------------------------------------


@pytest.mark.rule("TR-14.1")
def test_tr_14_1_a_whole_tournament_agrees_with_its_matches(log: Log, tmp_path: Path):
    logs(log, played(log, 1))
    logs(log, [proposed(log, 2)])
    logs(log, played(log, 2, seed=20))
    root = checkpoint_of(log.load(CUP))
    logs(log, [f"lena checkpoint {root.through} {root.hash}", f'lena close secret="{SECRET}"'])
    report = verify(log, pairings=True)
    assert report.exact, report
    assert report.matches == 5
    assert notes(report) == []
    assert verify(log, [CUP], pairings=True).exact, "the matches are read for it"
    assert verify_chain(log).exact


def test_two_processes_find_the_same(log: Log):
    lines = played(log, 1)
    logs(log, [f"{lines[0].rpartition(':')[0]}:{'ab' * 32}", lines[1]])
    assert one(log) == one(log, jobs=2)


def test_a_log_with_a_tournament_that_has_no_matches_is_exact(log: Log):
    logs(log, "lena report 1 1 1 0; lena report 1 2 0 1")
    assert verify(log, pairings=True).exact


def test_a_match_of_a_stream_that_is_not_in_the_log_is_told_of(tmp_path: Path):
    with Log.open(new_log(tmp_path / "log.duckdb", []), write=True) as log:
        game(log, "g1", ("ana", "bo"), "elsewhere/3/12/1")
        report = verify(log)
        assert report.exact
        assert [(each.match, each.rule) for each in report.notes] == [("g1", "TR-14.1")]


@pytest.mark.parametrize("kept", ["all", "no heads"])
def test_a_tournament_that_is_gone_is_missed(log: Log, kept: str):
    logs(log, played(log, 1))
    log.rows("DELETE FROM entries WHERE match_id = 'cup'")
    log.rows("DELETE FROM matches WHERE match_id = 'cup'")
    if kept == "no heads":
        for table in ("heads", "seals"):
            log.rows(f"DELETE FROM {table}")
        log.rows("DELETE FROM meta WHERE key = 'seals'")
    found = verify(log).differences
    assert "contest" in {each.what for each in found if "the log has no cup" in each.message}


def test_tr_14_2_a_checkpoint_is_a_head_that_was_given_out(log: Log):
    logs(log, played(log, 1))
    root = checkpoint_of(log.load("cup"))
    logs(log, f"lena checkpoint {root.through} {root.hash}")
    last = log.load("cup").last
    assert [(each.match, each.seq) for each in given_heads(log)] == [("cup", last)]
    assert verify(log).exact
    log.rows(f"DELETE FROM entries WHERE match_id = 'cup' AND seq = {last}")
    (found,) = verify(log).differences
    assert (found.match, found.seq, found.what) == ("cup", last, "head")
    log.rows("DELETE FROM heads")
    assert {each.what for each in verify(log).differences} == {"seal"}


def test_heads_that_were_removed_with_all_seals_are_missed_by_the_checkpoints(
    log: Log, tmp_path: Path
):
    logs(log, played(log, 1))
    for _ in range(2):
        root = checkpoint_of(log.load(CUP))
        logs(log, f"lena checkpoint {root.through} {root.hash}")
    last = log.load(CUP).last
    export_jsonl(log, tmp_path / "lines.jsonl")
    assert notes(verify(log)) == []
    log.rows("DELETE FROM heads")
    log.rows("DELETE FROM seals")
    log.rows("DELETE FROM meta WHERE key = 'seals'")
    report = verify(log)
    told = [(each.seq, each.table) for each in report.differences if each.rule == "TR-14.2"]
    assert told == [(last - 1, "heads"), (last, "heads")]
    with Log.open(tmp_path / "other.duckdb", write=True) as other:
        import_jsonl(other, tmp_path / "lines.jsonl")
        assert [each.seq for each in given_heads(other) if each.match == CUP] == [last - 1, last]
        assert not [each for each in verify(other).notes if each.table == "heads"]


def test_a_match_may_go_on_after_its_result_with_remarks(log: Log):
    logs(log, played(log, 1))
    match = log.load("cup-r1-t1")
    log.append(match.id, [draft(Note("lena", "a fine game"), match.last + 1, match.id)])
    assert verify(log).exact


# -- results and games --------------------------------------------------------------------------


@pytest.mark.rule("TR-7.4")
def test_tr_7_4_a_result_that_names_another_winner_than_the_match(log: Log):
    lines = played(log, 1)
    loser = other(log, "cup-r1-t1")
    score = "1 0" if loser == contests(log, 1)[0].a else "0 1"
    chained = lines[0].rpartition(":")[2]
    (wrong,) = logs(log, [f"lena report 1 1 {score} games=cup-r1-t1:{loser}:{chained}"])
    logs(log, lines[1:])
    found = one(log)
    assert (found.rule, found.seq) == ("TR-7.4", wrong.entry.seq)
    assert f"has {loser} as the winner of cup-r1-t1" in found.message
    assert found.there == f"cup-r1-t1 entry {log.load('cup-r1-t1').last}"
    assert str(found).endswith(f"(TR-7.4; see {found.there})")


def test_tr_7_4_a_game_that_the_log_has_not(log: Log):
    logs(log, [f"lena report 1 1 1 0 games=lost:{contests(log, 1)[0].a}:{'ab' * 32}"])
    found = one(log)
    assert (found.rule, found.there) == ("TR-7.4", "lost")


def test_tr_7_4_a_hash_that_the_match_never_had(log: Log):
    lines = played(log, 1)
    logs(log, [f"{lines[0].rpartition(':')[0]}:{'ab' * 32}", lines[1]])
    found = one(log)
    assert found.rule == "TR-7.4"
    assert "has the hash abababababab… of cup-r1-t1" in found.message


def test_tr_7_4_a_slip_that_the_logged_game_contradicts(log: Log):
    played(log, 1)
    a = contests(log, 1)[0].a
    right, wrong = ("0 1", "1 0") if other(log, "cup-r1-t1") == a else ("1 0", "0 1")
    logs(log, f"lena report 1 1 {right}")
    report = verify(log)
    assert report.exact
    assert notes(report) == [
        ("TR-7.4", "the result of round 1, table 1 does not name cup-r1-t1, which is a game of it")
    ]
    strike = log.load(CUP).last
    logs(log, f"lena strike {strike}; lena report 1 1 {wrong}")
    found = one(log)
    assert "its logged games say" in found.message
    assert found.there == "cup-r1-t1"


def test_tr_7_4_a_concession_need_not_be_the_sum_of_the_games(log: Log):
    played(log, 1)
    a = contests(log, 1)[0].a
    wrong = "1 0" if other(log, "cup-r1-t1") == a else "0 1"
    logs(log, f"lena report 1 1 {wrong} how=concession")
    assert verify(log).exact


def test_tr_7_4_a_game_that_no_result_names_beside_one_that_is_named(log: Log):
    lines = played(log, 1)
    logs(log, lines)
    first = contests(log, 1)[0]
    game(log, "again", (first.a, first.b), f"{CUP}/1/1/2", seed=9)
    found = one(log)
    assert (found.rule, found.there.split()[0]) == ("TR-7.4", "again")


# -- matches ------------------------------------------------------------------------------------


@pytest.mark.rule("TR-1.6")
@pytest.mark.parametrize("contest", [f"{CUP}/1/9/1", f"{CUP}/2/1/1"])
def test_tr_1_6_a_match_of_a_table_that_was_never_posted(log: Log, contest: str):
    game(log, "stray", ("ana", "bo"), contest)
    found = one(log)
    assert (found.rule, found.seq, found.there) == ("TR-1.6", 0, "stray entry 1")
    assert "is not posted" in found.message


def test_tr_1_6_a_match_between_others_than_those_posted(log: Log):
    first, second = contests(log, 1)
    game(log, "mixed", (first.a, second.a), f"{CUP}/1/1/1")
    found = one(log)
    assert found.rule == "TR-1.6"
    assert f"{first.a} and {first.b} are posted in round 1, table 1" in found.message


def test_tr_1_6_a_result_names_a_game_of_another_table(log: Log):
    lines = played(log, 1)
    second = contests(log, 1)[1]
    chained = log.load("cup-r1-t2").hashes[-1]
    logs(log, [lines[0], f"lena report 1 2 1 0 games=cup-r1-t1:{second.a}:{chained}"])
    rules = {each.rule for each in verify(log).differences}
    assert rules == {"TR-1.6", "TR-7.4"}


@pytest.mark.rule("TR-1.1")
def test_tr_1_1_a_match_under_another_reading_than_all_tables(tmp_path: Path):
    key, option = next(iter(sorted(first_entry().interpretations.items())))
    with Log.open(tmp_path / "log.duckdb", write=True) as log:
        said = plays().replace(
            f"{key.replace(' ', '_')}={option}", f"{key.replace(' ', '_')}=other"
        )
        opened(log, {**ONE_GAME, "plays": said})
        logs(log, [f"lena enter {player}" for player in ("ana", "bo")])
        logs(log, [proposed(log, 1)])
        logs(log, played(log, 1))
        found = one(log)
    assert found.rule == "TR-1.1"
    assert f"{key} of cup-r1-t1 is {option}, but the tournament plays other" == found.message


# -- decks --------------------------------------------------------------------------------------


def shipped_decks() -> tuple[dict[str, int], dict[str, int]]:
    """The decks of the random matches, first seat first."""
    one, two = first_entry(2).seats
    return dict(one.deck), dict(two.deck)


@pytest.mark.rule("TR-4.4")
def test_tr_4_4_the_opening_takes_the_registered_lists(tmp_path: Path):
    with Log.open(tmp_path / "log.duckdb", write=True) as log:
        opened(log, {**ONE_GAME, "decklists": "closed"})
        logs(log, "lena enter ana; lena enter bo")
        one_deck, two_deck = shipped_decks()
        for player, cards in (("ana", one_deck), ("bo", two_deck)):
            last = log.load(CUP).last
            log.append(CUP, [draft(RegisterDeck("lena", player, "", cards), last + 1)])
        logs(log, [proposed(log, 1)])
        game(log, "right", ("ana", "bo"), f"{CUP}/1/1/1", seed=2)
        assert verify(log).exact, verify(log)
        game(log, "swapped", ("bo", "ana"), f"{CUP}/1/1/1", seed=2)
        found = verify(log).differences
    assert [each.rule for each in found] == ["TR-4.4", "TR-4.4"]
    assert {each.there for each in found} == {"swapped entry 1"}
    assert "the deck of bo in swapped is not the registered list" in {e.message for e in found}


@pytest.mark.rule("TR-4.3")
def test_tr_4_3_a_list_that_was_adjusted_for_a_while_is_one_of_the_player(tmp_path: Path):
    with Log.open(tmp_path / "log.duckdb", write=True) as log:
        opened(log, {**ONE_GAME, "decklists": "closed"})
        logs(log, "lena enter ana; lena enter bo")
        for player, cards in zip(("ana", "bo"), shipped_decks(), strict=True):
            last = log.load(CUP).last
            wrong = dict(list(cards.items())[1:]) if player == "ana" else cards
            log.append(CUP, [draft(RegisterDeck("lena", player, "", wrong), last + 1)])
        logs(log, [proposed(log, 1)])
        game(log, "played", ("ana", "bo"), f"{CUP}/1/1/1", seed=2)
        told = {each.message for each in verify(log).differences}
        assert "the deck of ana in played is not the registered list" in told
        card, copies = next(iter(shipped_decks()[0].items()))
        for count in (copies, 0):
            logs(log, [f'lena adjust card:"ana/{card}":{count} authority=head'])
        told = {each.message for each in verify(log).differences}
        assert "the deck of ana in played is not the registered list" not in told


@pytest.mark.rule("TR-4.1")
def test_tr_4_1_a_faulty_list_is_found_by_the_rules_of_the_game(tmp_path: Path):
    with Log.open(tmp_path / "log.duckdb", write=True) as log:
        opened(log, {**ONE_GAME, "decklists": "closed"})
        game(log, "any", ("x", "y"))
        logs(log, "lena enter ana; lena enter bo")
        cards = {next(iter(shipped_decks()[0])): 1}
        (listed,) = log.append(CUP, [draft(RegisterDeck("lena", "ana", "", cards), 4)])
        found = one(log)
    assert (found.rule, found.seq) == ("TR-4.1", listed.entry.seq)
    assert "the list of ana is faulty" in found.message


# -- posts --------------------------------------------------------------------------------------


@pytest.mark.rule("TR-5.8")
def test_tr_5_8_a_key_that_is_not_of_the_secret(tmp_path: Path):
    with Log.open(tmp_path / "log.duckdb", write=True) as log:
        opened(log, ONE_GAME)
        logs(log, "lena enter ana; lena enter bo")
        (post,) = logs(log, [proposed(log, 1, secret="another")])
        found = one(log)
        assert (found.rule, found.seq) == ("TR-5.8", post.entry.seq)
        assert "the key of round 1" in found.message
        log.rows("DELETE FROM secrets")
        report = verify(log)
    assert report.exact
    assert [each.rule for each in report.notes] == ["TR-5.8"]


def test_tr_5_8_a_kept_secret_that_was_changed(log: Log):
    log.rows("UPDATE secrets SET secret = 'another'")
    found = one(log)
    assert (found.rule, found.table) == ("TR-5.8", "secrets")


@pytest.mark.rule("TR-5.9")
def test_tr_5_9_a_pairing_that_is_not_the_proposal_and_has_no_reason(tmp_path: Path):
    with Log.open(tmp_path / "log.duckdb", write=True) as log:
        opened(log, ONE_GAME)
        logs(log, [f"lena enter {player}" for player in PLAYERS])
        line = proposed(log, 1)
        a, b, c, d = [p for word in line.split() if word[0].isdigit() for p in word.split(":")[1:]]
        head = [word for word in line.split() if not word[0].isdigit() or word == "1"]
        swapped = f"{' '.join(head)} 1:{a}:{c} 2:{b}:{d}"
        (post,) = logs(log, [swapped])
        assert verify(log).exact, "without --pairings nothing is proposed again"
        found = verify(log, pairings=True).differences
        assert [(each.rule, each.seq) for each in found] == [("TR-5.9", post.entry.seq)] * 2
        assert "no reason is given" in found[0].message
        logs(log, [f"lena strike {post.entry.seq}"])
        logs(log, [f"{swapped} given=1:friends,2:friends"])
        report = verify(log, pairings=True)
    assert report.exact, report
    ((rule, said),) = notes(report)
    assert rule == "TR-5.9" and "round 1 is given, and no proposal: friends" in said


def test_tr_5_8_a_round_that_a_head_judge_gives_needs_no_key_and_is_never_called_provable(
    tmp_path: Path,
):
    with Log.open(tmp_path / "log.duckdb", write=True) as log:
        opened(log, ONE_GAME)
        assert log.load("cup").replay().state.options["commitment"]
        logs(log, [f"lena enter {player}" for player in PLAYERS])
        logs(log, ["lena appoint hedy head-judge"])
        words = [word for word in proposed(log, 1).split() if not word.startswith("key=")]
        reason = '"the desk has lost the key"'
        line = " ".join(["hedy", *words[1:], f"given=1:{reason},2:{reason}"])
        logs(log, [line])
        report = verify(log, pairings=True)
    assert report.exact, report
    assert ("TR-5.9", "round 1 is given, and no proposal: the desk has lost the key") in notes(
        report
    )


def test_tr_5_9_a_post_that_is_on_trust_is_told(log: Log):
    logs(log, "lena report 1 1 1 0; lena report 1 2 1 0")
    logs(log, [proposed(log, 2)])
    seq = next(s for s, e in enumerate(log.load(CUP).replay().events, 1) if isinstance(e, Report))
    logs(log, f"lena strike {seq}")
    (note,) = notes(verify(log))
    assert note[0] == "TR-5.9"
    assert note[1].startswith("round 2 is on trust")


# -- judges -------------------------------------------------------------------------------------


def penalised(log: Log, kind: str = "warning", names: int = 0) -> tuple[str, str, int]:
    """A match of table 1 in which the first player has a penalty, which names an infraction that
    comes so many entries later: match, player, entry."""
    played(log, 1)
    infraction = f"{CUP}/{log.load(CUP).last + names}" if names else ""
    match = log.load("cup-r1-t1")
    seat = match.entries[0].event.seats[0]
    penalty = Penalty("judy", seat.seat, kind, reason="slow play", infraction=infraction)
    log.append(match.id, [draft(penalty, match.last + 1, match.id)])
    return match.id, seat.person, match.last + 1


@pytest.mark.rule("TR-10.7")
def test_tr_10_7_a_penalty_in_a_match_that_no_infraction_names(log: Log):
    match, player, entry = penalised(log)
    found = one(log)
    assert (found.rule, found.there) == ("TR-10.7", f"{match} entry {entry}")
    assert f"gives {player} a warning" in found.message


@pytest.mark.rule("TR-10.7")
def test_tr_10_7_a_penalty_and_its_infraction_name_each_other(log: Log):
    match, player, entry = penalised(log, names=1)
    code = shipped().infractions[0].code
    line = f"lena infraction {player} 1 {code} warning table=1 match={match}"
    logs(log, [f"{line} entry={entry}"])
    assert verify(log).exact, verify(log)
    logs(log, [f"lena strike {log.load(CUP).last}", f"{line} entry=2"])
    found = verify(log).differences
    assert [each.rule for each in found] == ["TR-10.7", "TR-10.7"]
    assert found[0].there == f"{match} entry 2"
    assert found[1].there == f"{match} entry {entry}"


def test_tr_10_7_a_penalty_that_does_not_name_its_infraction(log: Log):
    match, player, entry = penalised(log)
    code = shipped().infractions[0].code
    logs(log, [f"lena infraction {player} 1 {code} warning table=1 match={match} entry={entry}"])
    found = one(log)
    assert (found.rule, found.there) == ("TR-10.7", f"{match} entry {entry}")
    assert found.message.endswith("which names no infraction")


def test_tr_10_7_another_penalty_than_the_match_gives(log: Log):
    match, player, entry = penalised(log, "caution")
    code = shipped().infractions[0].code
    logs(log, [f"lena infraction {player} 1 {code} warning table=1 match={match} entry={entry}"])
    found = one(log)
    assert found.rule == "TR-10.7"
    assert f"gives {player} a warning, {match} entry {entry} gives {player} a caution" in (
        found.message
    )


@pytest.mark.rule("TR-11.1")
def test_tr_11_1_a_call_in_a_match_that_no_call_here_names(log: Log):
    first = contests(log, 1)[0]
    match = game(log, "open", (first.a, first.b), f"{CUP}/1/1/1", entries=12)
    log.append("open", [draft(CallJudge(match.entries[0].event.seats[0].seat), 13, "open")])
    found = one(log)
    assert (found.rule, found.there) == ("TR-11.1", "open entry 13")
    logs(log, f'{first.a} call 1 1 about="a question" match=open entry=13')
    assert verify(log).exact, verify(log)
    logs(log, f'{first.a} call 1 1 about="a question" match=open entry=2')
    found = one(log)
    assert (found.rule, found.there) == ("TR-11.1", "open entry 2")


# -- checkpoints --------------------------------------------------------------------------------


@pytest.mark.rule("TR-14.2")
def test_tr_14_2_a_root_that_is_another_when_made_again(log: Log):
    logs(log, f"lena checkpoint 6 {'ab' * 32}")
    found = one(log)
    assert (found.rule, found.there) == ("TR-14.2", "cup entry 6")
    assert f"made again it is {checkpoint_of(log.load(CUP), 6).hash[:12]}…" in found.message


def test_tr_14_2_a_signature_is_checked_by_the_key_that_it_names(log: Log):
    root = checkpoint_of(log.load(CUP))
    key = new_key()
    right = signed(root.hash, key)
    line = f"lena checkpoint {root.through} {root.hash} key_id={right.key_id} signature="
    logs(log, [line + right.signature])
    assert verify(log).exact
    logs(log, [line + signed("ab" * 32, key).signature])
    found = one(log)
    assert found.rule == "TR-14.2"
    assert "the signature is not of this root" in found.message


def test_a_difference_reads_as_json(log: Log):
    logs(log, f"lena checkpoint 6 {'ab' * 32}")
    told = msgspec.to_builtins(one(log))
    assert (told["rule"], told["there"]) == ("TR-14.2", "cup entry 6")


def test_the_command_says_what_differs_and_where(log: Log):
    logs(log, f"lena checkpoint 6 {'ab' * 32}")
    path = log.path
    log.close()
    asked = CliRunner().invoke(app, ["verify", "--pairings", "--log", str(path), "--json"])
    assert asked.exit_code == 4, asked.output
    told = json.loads(asked.stdout)
    assert not told["exact"]
    (found,) = told["differences"]
    assert (found["match"], found["rule"], found["there"]) == (CUP, "TR-14.2", "cup entry 6")
    shown = CliRunner().invoke(app, ["verify", "--log", str(path)]).output
    assert "NOT EXACT" in shown
    assert "TR-14.2; see cup entry 6" in " ".join(shown.split())


def test_a_quick_verification_proposes_nothing(log: Log):
    path = log.path
    log.close()
    asked = CliRunner().invoke(app, ["verify", "--quick", "--pairings", "--log", str(path)])
    assert asked.exit_code
    assert "--quick replays nothing" in asked.output
