"""Opening, logging and checking: every exit status, and nothing written where it should not."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from referee.games.registry import game_ids, game_of
from tests.cli.test_home import DECKS, OPENED, ROOT, Home, home

__all__ = ["home"]


# -- new ---------------------------------------------------------------------------------------


def test_new_opens_a_match_and_says_what_comes_next(home: Home) -> None:
    told = home.ok("new", "r1", "--game", "wondervale", *DECKS)
    assert told.startswith("r1 is open: ")
    assert "legal" in told
    assert "ana must: draw 7 cards [WV-3.1]" in told
    assert "next: bo draw" in told


def test_new_pins_the_interpretations_that_are_set(home: Home) -> None:
    home.open("r1", "--set", "WV-I 5=no_if_possible", "--person", "ana=p-ana")
    opening = home.json("explain", "r1", 1)["event"]
    assert opening["interpretations"]["WV-I 5"] == "no_if_possible"
    assert [seat["person"] for seat in opening["seats"]] == ["p-ana", "bo"]


def test_new_takes_a_deck_and_a_catalog_from_files(home: Home) -> None:
    game = game_of("wondervale")
    deck, catalog = game.sample_decks()[0], game.sample_catalogs()[0]
    told = home.json(
        "new", "r1", "--game", "wondervale", "--seat", f"ana={deck}",
        "--seat", "bo=all-six", "--catalog", catalog,
    )  # fmt: skip
    assert told["entries"][0]["verdict"] == "legal"


def test_an_opening_that_breaks_a_rule_is_refused_by_its_id(home: Home) -> None:
    told = home.ok("new", "r1", "--game", "wondervale", "--seat", "ana=all-six", status=3)
    assert "refused; nothing is written" in told
    assert "WV-1.2" in told
    assert not home.log.exists()


@pytest.mark.parametrize("game", game_ids())
def test_without_decks_the_shipped_ones_are_named_with_what_to_type(home: Home, game: str) -> None:
    bare = home.ok("new", "r1", "--game", game, "--seat", "ana", "--seat", "bo", status=3)
    told = " ".join(bare.split())
    for path in game_of(game).sample_decks():
        assert path.stem in told.partition("shipped are")[2]
    typed = told.partition("such as: ")[2].split()
    assert len(typed) == 4
    home.ok("new", "r1", "--game", game, *typed)


def test_the_lists_of_the_table_are_named_where_a_catalog_proposes_none(home: Home) -> None:
    (path,) = game_of("warrift").sample_catalogs()
    bare = home.folder / "bare.toml"
    bare.write_text(path.read_text().partition("[lists.")[0])
    seats = ("--seat", "ana=arbiter", "--seat", "bo=werewolf")
    told = home.ok("new", "r1", "--game", "warrift", *seats, "--catalog", bare, status=3)
    assert "no deck is named" not in told
    said = "the table has no cards for monsters, support: --list monsters=FILE --list support=FILE"
    assert said in " ".join(told.split())


def test_a_match_is_opened_once(home: Home) -> None:
    home.open()
    assert "a match r1 already exists" in home.error("new", "r1", "--game", "wondervale", *DECKS)
    assert home.entries() == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("r 1", "--game", "wondervale", *DECKS), "cannot be the name of a match"),
        (("r1", "--game", "chess", *DECKS), "unknown game 'chess'"),
        (("r1", "--game", "wondervale", "--seat", "ana=frost"), "did you mean frost-and-sand?"),
        (("r1", "--game", "wondervale", "--seat", "ana="), "expected SEAT=DECK"),
        (("r1", "--game", "wondervale", "--seat", "Ana!"), "--seat Ana!: expected a name of"),
        (("r1", "--game", "wondervale", *DECKS, "--set", "WV-I 5"), "expected name=value"),
        (("r1", "--game", "wondervale", *DECKS, "--catalog", "nosuch"), "no catalog nosuch"),
        (("r1", "--game", "wondervale", *DECKS, "--at", "noon"), "expected a time"),
    ],
)
def test_what_is_no_opening_is_misused(home: Home, arguments: tuple[str, ...], said: str) -> None:
    assert said in home.error("new", *arguments)
    assert not home.log.exists()


def test_an_interpretation_that_is_not_supported_is_refused(home: Home) -> None:
    said = home.error(
        "new", "r1", "--game", "wondervale", *DECKS, "--set", "WV-I 5=perhaps", status=3
    )
    assert said == "REF-1.2: WV-I 5 cannot be perhaps; legal: one of yes, no_if_possible"
    assert not home.log.exists()


# -- log ---------------------------------------------------------------------------------------


def test_log_prints_the_verdict_and_what_followed(home: Home) -> None:
    home.open()
    told = home.ok("log", "r1", "ana standard-health")
    assert "   2  legal     ana standard-health" in told
    assert "ana's health is 250" in told
    assert "bo must: draw 7" in told


def test_several_lines_come_in_arguments_and_between_semicolons(home: Home) -> None:
    home.play()
    assert home.entries() == 15


def test_the_words_of_one_line_may_be_given_unquoted(home: Home) -> None:
    home.open()
    assert "ana draw 7" in home.ok("log", "r1", "ana", "draw", "7")
    assert 'bo note text="my turn?"' in home.ok("log", "r1", "bo", "note", "text=my turn?")
    assert home.entries() == 3


def test_the_seat_may_be_left_out(home: Home) -> None:
    home.open()
    home.ok("log", "r1", "--seat", "ana", "standard-health", "draw 7")
    assert home.entries() == 3


def test_an_illegal_line_is_recorded_with_status_3(home: Home) -> None:
    home.play()
    told = home.ok("log", "r1", "ana attack 5-2", status=3)
    assert "illegal   ana attack 5-2" in told
    assert "WV-7.4" in told
    assert "legal: ana direct-attack" in told
    assert home.entries() == 16


def test_the_entry_that_created_a_limit_is_quoted(home: Home) -> None:
    home.play()
    home.ok("log", "r1", "ana direct-attack; ana end; bo draw; bo promote Tinkerel")
    home.ok("log", "r1", "bo attack 6-1; bo attack 6-1; bo attack 5-1")
    told = home.ok("log", "r1", "bo attack 6-1", status=3)
    assert "since entry 22: bo attack 5-1" in told


@pytest.mark.parametrize(
    ("lines", "said"),
    [
        (("ana atack 3-6",), 'column 5: "atack": no such verb; did you mean attack?'),
        (("ana attack 3-7",), '"3-7"'),
        (("ana lay Snowlttt",), "Snowlitt"),
        (("ana end", "bo drw"), 'line 2, column 4: "drw"'),
        (("ana end; bo drw",), 'line 2, column 13: "drw"'),
        (("", " # nothing"), "there is no event here"),
        (("ana", "frobnicate"), '"frobnicate": no such verb'),
        (('ana note text="open',), "this quotation mark is not closed"),
    ],
)
def test_a_typo_is_named_and_nothing_is_written(
    home: Home, lines: tuple[str, ...], said: str
) -> None:
    home.play()
    assert said in home.error("log", "r1", *lines)
    assert home.entries() == 15


def test_all_lines_are_well_formed_before_any_is_written(home: Home) -> None:
    home.open()
    home.error("log", "r1", "ana standard-health", "ana draw 7", "ana banana")
    assert home.entries() == 1


def test_lines_come_from_a_file_or_standard_input(home: Home) -> None:
    home.open()
    lines = "# the start\nana standard-health\n\nana draw 7   # seven\n"
    file = home.folder / "lines.txt"
    file.write_text(lines)
    home.ok("log", "r1", "--file", file)
    home.ok("log", "r1", "-", input="bo draw 7\r\n")
    home.ok("log", "r1", "-f", "-", input="\ufeffana first-roll 5-2\n".encode())
    assert home.entries() == 5


def test_an_error_in_a_file_names_the_line(home: Home) -> None:
    home.open()
    file = home.folder / "lines.txt"
    file.write_text("ana standard-health\nana drwa 7\n")
    assert f"{file}:2, column 5" in home.error("log", "r1", "--file", file)
    assert home.entries() == 1


@pytest.mark.parametrize("content", [b"ana draw \xff\n", b"\xff\xfea\x00"])
def test_a_file_that_is_not_utf8_is_misused(home: Home, content: bytes) -> None:
    home.open()
    file = home.folder / "lines.txt"
    file.write_bytes(content)
    assert "not UTF-8" in home.error("log", "r1", "--file", file)
    assert "not UTF-8" in home.error("log", "r1", "-", input=content)


def test_a_file_that_cannot_be_read_is_the_environment(home: Home) -> None:
    home.open()
    assert "No such file" in home.error("log", "r1", "--file", home.folder / "no", status=1)
    assert "directory" in home.error("log", "r1", "--file", home.folder, status=1)


def test_expect_refuses_where_the_match_went_on(home: Home) -> None:
    home.open()
    home.ok("log", "r1", "ana standard-health", "--expect", 1)
    assert "the last is 2" in home.error("log", "r1", "ana draw 7", "--expect", 1, status=1)
    assert home.entries() == 2


def test_when_it_happened_and_who_wrote_it_may_be_said(home: Home) -> None:
    home.open()
    home.ok(
        "log", "r1", "ana standard-health", "--at", "2026-03-14T10:00:30+01:00", "--by", "sk-lena"
    )
    entry = home.json("explain", "r1", 2)
    assert entry["played_at"] == "2026-03-14T09:00:30Z"
    assert entry["recorded_by"] == "sk-lena"
    assert entry["recorded_at"] > "2026-03-15"


def test_an_unknown_match_suggests_the_nearest(home: Home) -> None:
    home.open("round-1")
    assert "did you mean round-1?" in home.error("log", "round-2", "ana draw 7")
    assert "referee matches" in home.error("log", "zzzz", "ana draw 7")


def test_without_a_log_nothing_is_made(home: Home) -> None:
    assert "there is no such log" in home.error("log", "r1", "ana draw")
    assert list(home.folder.iterdir()) == []


def test_a_text_record_is_not_written_to(home: Home) -> None:
    home.open()
    assert "can only be read" in home.error("log", "./r1.txt", "ana draw")


def test_json_of_log_has_verdict_consequences_and_what_is_due(home: Home) -> None:
    home.open()
    told = home.json("log", "r1", "ana standard-health", "ana draw 7")
    assert [entry["seq"] for entry in told["entries"]] == [2, 3]
    assert told["entries"][0]["consequences"][0]["fact"] == "score-changed"
    assert told["due"][0]["task"] == "draw"
    assert told["next"]["bo"] == ["draw"]


# -- several lines -----------------------------------------------------------------------------


def test_log_stops_at_the_first_line_that_breaks_a_rule(home: Home) -> None:
    home.play()
    told = home.ok("log", "r1", "ana direct-attack; ana attack 5-2; ana end", "bo draw", status=3)
    assert home.entries() == 17
    assert "stopped at entry 17, which breaks a rule; 2 lines after it not logged:" in told
    assert "      ana end\n      bo draw\n  --all logs on" in told


def test_json_of_log_names_what_is_not_logged(home: Home) -> None:
    home.play()
    told = home.json("log", "r1", "ana attack 5-2", "ana direct-attack; ana end", status=3)
    assert [entry["verdict"] for entry in told["entries"]] == ["illegal"]
    assert told["not_logged"] == ["ana direct-attack", "ana end"]
    assert home.json("log", "r1", "ana direct-attack")["not_logged"] == []


def test_all_logs_on_behind_what_breaks_a_rule(home: Home) -> None:
    home.play()
    told = home.ok("log", "r1", "--all", "ana attack 5-2; ana direct-attack", "ana end", status=3)
    assert home.entries() == 18
    assert "not logged" not in told


def test_a_typo_behind_what_breaks_a_rule_leaves_all_unwritten(home: Home) -> None:
    home.play()
    told = home.error("log", "r1", "ana attack 5-2; ana edn")
    assert 'line 2, column 21: "edn": no such verb' in told
    assert home.entries() == 15


def test_names_behind_what_breaks_a_rule_may_rest_on_it(home: Home) -> None:
    home.play()
    home.ok("log", "r1", "ana direct-attack; ana end; bo draw; bo deposit Juryn Verdari")
    lines = ("bo lay Tinkerel tribes=Verdari,Verdari", "bo promote Tinkerel.2")
    told = home.json("log", "r1", *lines, status=3)
    assert told["not_logged"] == ["bo promote Tinkerel.2"]


def test_a_seat_that_is_mistyped_is_not_logged_as_a_card_that_begins_like_it(home: Home) -> None:
    home.play()
    before = home.entries()
    assert '"na": no such seat; did you mean ana?' in home.error("log", "r1", "na draw")
    assert '"cy": no such seat' in home.error("log", "r1", "cy draw")
    assert home.entries() == before
    home.ok("log", "r1", "an note text=x", "bo note text=y")
    assert home.entries() == before + 2


def test_standard_input_takes_what_an_argument_takes(home: Home) -> None:
    home.open()
    lines = 'standard-health; draw 7  # both\nbo draw 7; bo note text="a; b"\n\n# nothing; here\n'
    home.ok("log", "r1", "-", "--seat", "ana", input=lines)
    assert home.entries() == 5
    assert 'bo note text="a; b"' in home.ok("explain", "r1", 5)
    file = home.folder / "lines.txt"
    file.write_text("ana first-roll 5-2; ana drwa\n")
    assert f"{file}:1, column 25" in home.error("log", "r1", "--file", file)
    assert home.entries() == 5


# -- check -------------------------------------------------------------------------------------


def test_check_tells_and_writes_nothing(home: Home) -> None:
    home.play()
    assert "legal" in home.ok("check", "r1", "ana direct-attack")
    assert "WV-7.4" in home.ok("check", "r1", "ana attack 5-2", status=3)
    assert "no such verb" in home.error("check", "r1", "ana atack")
    assert home.entries() == 15


def test_a_line_asked_about_means_what_it_means_logged(home: Home) -> None:
    home.open("r1", "--judge", "lena")
    for line, said in (
        ("note cut again", "scorekeeper note"),
        ("appoint kim judge", "scorekeeper"),
    ):
        assert said in home.ok("check", "r1", line)
        assert said in home.ok("log", "r1", line)
    for command in ("check", "log"):
        told = home.error(command, "r1", "lenna penalty ana warning")
        assert "neither a seat nor a judge" in told
    assert "kim note" in home.ok("check", "r1", "note cut", "--by", "kim")


def test_check_takes_each_line_after_the_one_before(home: Home) -> None:
    home.play()
    told = home.json("check", "r1", "ana direct-attack; ana end; bo draw")
    assert [entry["verdict"] for entry in told["entries"]] == ["legal"] * 3


def test_a_refusal_by_what_is_checked_with_it_quotes_that_line(home: Home) -> None:
    record = home.folder / "cut.txt"
    whole = (ROOT / "tests" / "records" / "warrift" / "stolen.txt").read_text("utf-8")
    record.write_text(whole.partition("\n182 ")[0] + "\n", "utf-8")
    told = home.ok("check", record, 'rina play "Hedge Chaplain"; rina play Page', status=3)
    assert 'since entry 182: rina play "Hedge Chaplain"' in told


def test_check_of_a_whole_match_lists_what_is_not_legal(home: Home) -> None:
    home.play()
    assert home.ok("check", "r1") == "r1: 15 entries: 15 legal\n"
    home.ok("log", "r1", "ana attack 5-2", status=3)
    assert "15 legal, 1 illegal" in home.ok("check", "r1", status=3)


def test_a_text_record_is_checked_like_a_match(home: Home) -> None:
    home.play()
    record = home.folder / "r1.txt"
    home.ok("export", "r1", "-o", record)
    assert home.ok("check", record) == "r1: 15 entries: 15 legal\n"
    assert "legal" in home.ok("check", record, "ana direct-attack")
    assert home.json("show", record)["at"] == 15


def test_a_record_that_states_another_digest_is_not_exact(home: Home) -> None:
    home.play()
    record = Path(home.folder / "r1.txt")
    text = home.ok("export", "r1")
    digest = text.rpartition("digest=")[2][:64]
    record.write_text(text.replace(digest, "0" * 64))
    assert "the state differs" in home.ok("check", record, status=4)


def test_lines_and_file_exclude_each_other(home: Home) -> None:
    home.open()
    assert "not from both" in home.error("check", "r1", "ana draw", "--file", "x")


def test_opened_lines_are_what_they_say() -> None:
    assert sum(line.count(";") + 1 for line in OPENED) + 1 == 15


# -- who judges --------------------------------------------------------------------------------


def judged(home: Home) -> None:
    home.open("r1", "--judge", "lena", "--judge", "sato=head")
    home.ok("log", "r1", "ana standard-health", "ana draw 7")


def test_judges_are_named_when_a_match_is_opened(home: Home) -> None:
    judged(home)
    assert "judges: lena, sato (head)" in home.ok("show", "r1")
    assert home.json("show", "r1")["judges"] == {"lena": "floor", "sato": "head"}
    assert home.run("rule", "r1", "strike", 3, "--judge", "kim").exit_code == 3
    assert "REF-3.7" in home.run("rule", "r1", "strike", 3, "--judge", "kim").output
    home.ok("rule", "r1", "strike", 3, "--judge", "lena")
    assert "legal" in home.ok("what-if", "r1", "overrule 6").splitlines()[1]


def test_the_roles_of_judges_may_be_written_as_in_a_record(home: Home) -> None:
    home.ok("new", "r1", "-g", "wondervale", *DECKS, "-j", "lena=judge", "-j", "sato=head-judge")
    assert home.json("show", "r1")["judges"] == {"lena": "floor", "sato": "head"}


def test_a_judge_that_is_named_wrongly_opens_nothing(home: Home) -> None:
    for given in (("lena=floor",), ("lena", "lena=head"), ("=head",)):
        judges = [word for each in given for word in ("--judge", each)]
        assert "--judge" in home.error("new", "r1", "-g", "wondervale", *DECKS, *judges)


def test_an_unknown_word_before_a_ruling_is_never_logged_as_a_judge(home: Home) -> None:
    judged(home)
    told = home.error("log", "r1", "ana call-judge; lenna strike 3")
    assert "lenna is neither a seat nor a judge of this match (lena, sato)" in told
    assert home.json("show", "r1")["entries"] == 3
    home.ok("log", "r1", "sato appoint lenna judge; lenna strike 3")


def test_a_ruling_closes_the_call_that_it_answers_and_no_other(home: Home) -> None:
    judged(home)
    home.ok("log", "r1", "ana call-judge about=dice", "bo call-judge")
    assert "--call 3" in home.error("rule", "r1", "strike", 3, "-j", "lena", "--call", 3)
    told = home.json("rule", "r1", "strike", 3, "-j", "lena", "--call", 4)
    lines = [entry["line"] for entry in told["entries"]]
    assert lines == ["lena strike 3", "lena close-call 4"]
    assert told["calls"] == [5]
    home.ok("rule", "r1", "strike", 3, "-j", "lena", "--call", 5, status=3)
    assert home.json("show", "r1")["calls"] == [5]
    found = home.json("sql", "SELECT seq, seat, about, judge, closed_seq FROM calls ORDER BY seq")[
        "rows"
    ]
    assert [list(row.values()) for row in found] == [
        [4, "ana", "dice", "lena", 7],
        [5, "bo", "a question", None, None],
    ]


# -- once and only once -----------------------------------------------------------------------

ID = "01968b3c-7000-7000-8000-ffffffffffff"


def test_the_same_id_sent_again_is_no_second_entry(home: Home) -> None:
    home.play()
    said = "ana direct-attack; bo note text=well"
    first = home.run("log", "r1", said, "--id", ID)
    home.ok("log", "r1", "ana note text=later")
    again = home.run("log", "r1", said, "--id", ID, "--at", "2026-05-01 10:00", "--expect", 15)
    assert again.exit_code == first.exit_code == 0
    assert again.stdout.splitlines()[:4] == first.stdout.splitlines()[:4]
    assert (first.stderr, again.stderr) == (
        "",
        "note: entries 16 to 17 of r1 are recorded already\n",
    )
    found = home.ok("sql", "SELECT seq, id FROM entries WHERE seq > 15 ORDER BY ALL", "--csv")
    assert found.split()[1:3] == [f"16,{ID}", "17,01968b3c-7000-7000-8001-000000000000"]
    assert len(found.split()) == 4


def test_of_lines_sent_again_only_those_that_are_there_are_said_to_be(home: Home) -> None:
    home.play()
    home.ok("log", "r1", "ana note text=one", "--id", ID)
    more = home.run("log", "r1", "ana note text=one; ana note text=two", "--id", ID)
    assert more.exit_code == 0
    assert "entry 16 of r1 is recorded already" in more.stderr
    assert home.entries() == 17


def test_the_same_id_for_something_else_is_refused(home: Home) -> None:
    home.play()
    home.ok("log", "r1", "ana note text=one", "--id", ID)
    for words in (["ana note text=two"], ["ana note text=one", "--by", "kim"]):
        said = home.error("log", "r1", *words, "--id", ID, status=1)
        assert f"the id {ID} already belongs to entry 16, which differs" in said
    assert "expected a UUID version 7" in home.error("log", "r1", "ana end", "--id", "1")


@pytest.mark.parametrize(("form", "status"), [([], 1), (["--json"], 1)])
def test_an_answer_that_cannot_be_printed_says_that_the_entries_are_recorded(
    home: Home, form: list[str], status: int
) -> None:
    home.play()
    command = ["log", "r1", "ana direct-attack; ana note text=x", "--id", ID, *form]
    with open("/dev/full", "w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "cli", *command],
            cwd=ROOT,
            env={**os.environ, "REFEREE_LOG": str(home.log)},
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
        )
    assert done.returncode == status
    told = "entries 16 to 17 of r1 are recorded; the answer cannot be printed: No space left"
    assert told in done.stderr
    assert "Exception" not in done.stderr
    home.ok(*command)
    assert home.ok("sql", "SELECT max(seq) FROM entries", "--csv").split()[1] == "17"


def test_whoever_stops_reading_is_told_that_the_entries_are_recorded(home: Home) -> None:
    home.play()
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-m", "cli", "log", "r1", "bo draw 9"],
        cwd=ROOT,
        env={**os.environ, "REFEREE_LOG": str(home.log)},
        stdout=write,
        stderr=subprocess.PIPE,
        text=True,
    )
    os.close(write)
    assert done.returncode == 3
    assert "entry 16 of r1 is recorded; the answer cannot be printed: Broken" in done.stderr


def test_more_seats_than_a_match_has_are_refused_before_their_decks_are_read(home: Home) -> None:
    seats = [word for n in range(17) for word in ("--seat", f"s{n}=no-such-deck")]
    told = home.error("new", "r9", "--game", "wondervale", *seats)
    assert "--seat is given 17 times; a match has at most 16 seats" in told


def test_table_entry_says_that_lines_were_left_when_nobody_reads_its_answers(home: Home) -> None:
    home.open("r1")
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "cli", "table", "r1", "--log", str(home.log)],
        cwd=ROOT,
        input="sk-lena note text=late\n",
        stdout=writer,
        stderr=subprocess.PIPE,
        text=True,
    )
    os.close(writer)
    assert done.returncode == 1
    assert done.stderr == (
        "referee: the answers cannot be printed, so that lines were left unread "
        "(referee show r1 has what is logged)\n"
    )


def test_what_is_logged_with_the_output_closed_is_logged_without_a_word(home: Home) -> None:
    home.open("r1")
    words = [sys.executable, "-m", "cli", "log", "r1", "sk-lena note text=late", "--log"]
    shell = ["sh", "-c", '"$@" >&-', "sh", *words, str(home.log)]
    done = subprocess.run(shell, cwd=ROOT, stderr=subprocess.PIPE, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert home.json("explain", "r1", 2)["event"]["text"] == "late"
