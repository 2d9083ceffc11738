"""Games, rulebooks, events, catalogs, decks and people."""

import json
import sys
import tomllib
from pathlib import Path

import msgspec
import pytest

from cli.table.screen import help_lines
from events.notation import outcomes
from referee.games.registry import game_ids, game_of, stream_ids
from referee.house import HOUSE
from referee.rulebook import Interpretation, Rule, Rulebook
from tests.cli.test_home import Home, home, process

__all__ = ["home"]

GAME = game_of("wondervale")
BOOKS = [*game_ids(), *stream_ids()]


def test_games_are_listed(home: Home) -> None:
    assert "wondervale" in home.ok("games")
    found = next(game for game in home.json("games")["games"] if game["id"] == "wondervale")
    assert found["players"] == [2, 2]
    assert "frost-and-sand" in found["decks"]


def test_rules_are_printed_with_their_standing(home: Home) -> None:
    told = home.ok("rules", "wondervale")
    assert "WV-1.3  Deck size (checked)" in told
    assert "WV-1.1  Winning (derived)" in told
    assert "REF-1.1  Opening (checked)" in told
    assert "(default)" in told
    assert len(home.json("rules", "wondervale")["rules"]) > 50


def test_what_rules_prints_as_json_is_the_whole_book(home: Home) -> None:
    told = home.json("rules", "wondervale")
    printed = Rulebook(
        msgspec.convert(told["rules"], list[Rule]),
        msgspec.convert(told["interpretations"], list[Interpretation]),
    )
    book = GAME.rulebook
    assert printed.rules == {**book.rules, **HOUSE.rules}
    assert printed.interpretations == {
        id: msgspec.structs.replace(each, supported=each.playable)
        for id, each in book.interpretations.items()
    }


@pytest.mark.parametrize("game", BOOKS)
def test_what_rules_prints_has_every_rule_and_every_reading_in_full(home: Home, game: str) -> None:
    told = " ".join(home.ok("rules", game).split())
    book = game_of(game).rulebook
    for rule in [*book.rules.values(), *HOUSE.rules.values()]:
        assert f"{rule.id} {rule.title} ({rule.standing}) {rule.statement}" in told
    for reading in book.interpretations.values():
        assert f"{reading.id} {reading.question} {reading.options[0]}" in told


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        ("WV-7.1", ["WV-7.1"]),
        ("7.1", ["WV-7.1"]),
        ("wv-2", ["WV-2.1", "WV-2.2", "WV-2.3", "WV-2.4"]),
        ("REF-2.1", ["REF-2.1", "WV-2.1"][:1]),
    ],
)
def test_a_rule_is_found_by_its_id_or_number(home: Home, asked: str, found: list[str]) -> None:
    assert [rule["id"] for rule in home.json("rules", "wondervale", asked)["rules"]] == found


def test_an_interpretation_is_found_by_its_id(home: Home) -> None:
    told = home.ok("rules", "wondervale", "WV-I 5")
    assert "\n    May the action be skipped?\n      yes  (default)\n      no_if_possible\n" in told
    assert "WV-I 6" not in told
    assert len(home.json("rules", "wondervale", "WV-I")["interpretations"]) > 5


def test_an_unknown_rule_suggests_the_nearest(home: Home) -> None:
    assert "no rule WV-77" in home.error("rules", "wondervale", "WV-77")
    assert "unknown game 'chess'" in home.error("rules", "chess")


def test_events_are_listed_as_they_are_written(home: Home) -> None:
    told = home.ok("events", "wondervale")
    assert "SEAT attack [roll-roll ...]" in told
    assert "JUDGE strike entry" in told
    for repair in game_of("wondervale").repairs.values():
        assert (repair.__doc__ or "?").split()[0] in told
    assert {"verb": "end", "who": "seat"}.items() <= next(
        e for e in home.json("events", "wondervale")["events"] if e["verb"] == "end"
    ).items()


@pytest.mark.parametrize("game", BOOKS)
def test_a_list_of_outcomes_is_told_once_and_referred_to(home: Home, game: str) -> None:
    told = " ".join(home.ok("events", game).split())
    for kind in game_of(game).codec.types:
        for shapes in outcomes(kind).values():
            assert told.count(" ".join(f": {', '.join(shapes)}".split())) == 1


def test_outcomes_that_were_told_before_name_where(home: Home) -> None:
    assert "pays: as did of effect" in home.ok("events", "warrift")


def test_the_schema_of_events_is_json(home: Home) -> None:
    schema = json.loads(home.ok("events", "wondervale", "--schema"))
    assert "Attack" in schema["$defs"]


def test_rules_import_no_duckdb() -> None:
    done = process("rules", "wondervale", "WV-7.1", environment={"PYTHONPROFILEIMPORTTIME": "1"})
    assert done.returncode == 0
    imported = done.stderr.decode()
    assert "referee.rulebook" in imported
    for heavy in ("duckdb", "prompt_toolkit", "rich", "storage.log"):
        assert f" {heavy}\n" not in imported


def test_looking_at_a_record_imports_no_duckdb(home: Home) -> None:
    from tests.cli.test_home import DISPUTE

    code = (
        "import sys, cli.main\n"
        "try:\n    cli.main.run()\n"
        "except SystemExit: pass\n"
        "print([m for m in ('duckdb', 'rich', 'prompt_toolkit') if m in sys.modules],"
        " file=sys.stderr)"
    )
    import subprocess

    done = subprocess.run(
        [sys.executable, "-c", code, "show", str(DISPUTE)], capture_output=True, check=True
    )
    assert done.stderr.decode().strip() == "[]"


# -- catalogs ----------------------------------------------------------------------------------


def test_catalogs_are_listed_checked_shown_and_added(home: Home) -> None:
    file = GAME.sample_catalogs()[0]
    assert "shipped" in home.ok("catalog", "list")
    checked = home.ok("catalog", "check", file)
    assert "54 characters" in " ".join(checked.split())  # where it wraps is up to the path
    assert "Snowlitt: level apprentice" in home.ok("catalog", "show", "sample-vale")
    key = home.json("catalog", "add", file)["hash"]
    listed = [
        row for row in home.json("catalog", "list")["catalogs"] if row["game"] == "wondervale"
    ]
    assert [(r["where"], r["matches"]) for r in listed] == [("shipped", None), ("log", 0)]
    assert home.json("catalog", "show", key[:10])["name"] == "sample-vale"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("game = ", "c.toml"),
        ('game = "chess"\nname = "x"', "unknown game 'chess'"),
        ('game = "wondervale"\nname = "x"', "missing required field `characters`"),
        ('game = "wondervale"\nname = "x"\ncharacters = 3\ntribe_cards = []', "$.characters"),
        ("\udcff", "not UTF-8"),
    ],
)
def test_a_faulty_catalog_is_named(home: Home, text: str, said: str) -> None:
    file = home.folder / "c.toml"
    file.write_bytes(text.encode(errors="surrogateescape"))
    assert said in home.error("catalog", "add", file)
    checked = home.run("catalog", "check", file)  # which lists them where there are several
    assert checked.exit_code == 2
    assert said in checked.stdout + checked.stderr
    assert said in home.error("catalog", "check", file, "--json")


def test_an_unknown_catalog_is_misused(home: Home) -> None:
    assert "no catalog nosuch" in home.error("catalog", "show", "nosuch")
    assert "No such file" in home.error("catalog", "check", home.folder / "no.toml", status=1)


# -- decks -------------------------------------------------------------------------------------


def test_a_legal_deck(home: Home) -> None:
    assert "legal" in home.ok("deck", "check", "frost-and-sand")
    assert home.json("deck", "check", GAME.sample_decks()[0])["faults"] == []


def test_every_fault_of_a_deck_is_listed_by_rule(home: Home) -> None:
    file = home.folder / "d.toml"
    file.write_text(
        'game = "wondervale"\nname = "d"\n[cards]\nSnowlitt = 4\nBlizzmaul = 1\nNobody = 2\n'
    )
    told = home.ok("deck", "check", file, status=3)
    found = [fault["rule"] for fault in home.json("deck", "check", file, status=3)["faults"]]
    assert {"WV-1.3", "WV-1.4", "WV-1.5", "WV-1.6", "WV-1.7"} <= set(found)
    assert all(rule in told for rule in found)


def test_a_deck_that_cannot_be_read(home: Home) -> None:
    file = home.folder / "d.toml"
    file.write_text('game = "wondervale"\nname = "d"\n[cards]\nSnowlitt = 0\n')
    assert "Snowlitt = 0" in home.error("deck", "check", file)
    assert "no deck nosuch" in home.error("deck", "check", "nosuch")
    assert "No such file" in home.error("deck", "check", "./nosuch.toml", status=1)


def as_people_write_it(deck: Path) -> str:
    """A shipped deck as a builder of decks would export it."""
    cards = tomllib.loads(deck.read_text())["cards"]
    return "\n".join(["Deck", *(f"{copies}x {name}" for name, copies in cards.items())])


def test_a_list_as_people_write_it_is_checked_and_sat_down_with(home: Home) -> None:
    file = home.folder / "mine.txt"
    file.write_text(as_people_write_it(GAME.sample_decks()[0]))
    asked = ("deck", "check", file, "--game", GAME.id)
    assert home.json(*asked)["faults"] == []
    assert home.json(*asked)["deck"] == "mine"
    home.ok("new", "m", "-g", GAME.id, "--seat", f"ana={file}", "--seat", "bo=frost-and-sand")
    assert "--game says it" in home.error("deck", "check", file)


def test_each_line_of_a_list_that_is_not_understood_is_named(home: Home) -> None:
    file = home.folder / "mine.txt"
    file.write_text("Deck\n2 Snowlit\n1 Blizzmaul\n999 Blizzmaul\n3 Rubbish that nobody knows\n")
    told = home.error("deck", "check", file, "--game", GAME.id)
    assert "mine.txt:2: 2 Snowlit: no card is named so; did you mean Snowlitt?" in told
    assert "mine.txt:4: 999 Blizzmaul: expected 1 to 200 copies" in told
    assert "mine.txt:5: 3 Rubbish that nobody knows" in told
    file.write_text("Deck\n")
    assert "expected a card on each line" in home.error("deck", "check", file, "-g", GAME.id)


def test_a_deck_of_a_game_without_dates_is_the_same_on_each_day(home: Home) -> None:
    told = home.json("deck", "check", "frost-and-sand", "--date", "2020-02-29")
    assert (told["faults"], told["on_trust"]) == ([], [])
    assert "expected a day" in home.error("deck", "check", "frost-and-sand", "--date", "29.2.")


# -- people ------------------------------------------------------------------------------------


def test_a_name_is_set_listed_and_forgotten(home: Home) -> None:
    home.open()
    home.ok("people", "set", "ana", "Ana Example")
    assert home.json("people", "list")["people"] == {"ana": "Ana Example"}
    assert "ana (Ana Example)" in home.ok("show", "r1")
    home.ok("people", "forget", "ana")
    assert home.json("people", "list")["people"] == {}
    assert "no name" in home.error("people", "forget", "ana")
    home.ok("verify")


def test_people_need_a_log(home: Home) -> None:
    assert "there is no such log" in home.error("people", "set", "ana", "Ana")
    assert not Path(home.log).exists()


def test_the_penalties_of_a_person_are_traced_over_all_matches(home: Home) -> None:
    for match, person in (("r1", "bo=p-ana"), ("r2", "ana=p-ana"), ("r3", "bo=p-cy")):
        home.open(match, "--person", person, "--judge", "lena", "--judge", "sato=head")
    home.ok("rule", "r1", "penalty", "bo", "warning", "-j", "lena", "--at", "2026-03-14T10:00:00Z")
    home.ok("rule", "r1", "penalty", "ana", "caution", "-j", "lena")
    home.ok("rule", "r3", "penalty", "bo", "caution", "-j", "lena")
    home.ok(
        *("rule", "r2", "penalty", "ana", "caution", "-j", "lena", "-r", "slow play"),
        *("--rule", "REF-1.4", "--at", "2026-03-15T10:00:00Z"),
    )
    home.ok("rule", "r2", "overrule", 2, "-j", "sato", "--authority", "head")
    found = home.json("people", "trace", "p-ana")["penalties"]
    columns = ("match", "seq", "seat", "kind", "rule", "judge", "standing", "undone_by")
    assert [tuple(each[name] for name in columns) for each in found] == [
        ("r1", 2, "bo", "warning", "", "lena", "legal", None),
        ("r2", 2, "ana", "caution", "REF-1.4", "lena", "not in force", 3),
    ]
    told = home.ok("people", "trace", "p-ana")
    assert told.startswith("2026-03-14 10:00 r1 entry 2: warning to bo from lena: infraction\n")
    assert "slow play, not in force (entry 3)" in " ".join(told.split())
    assert home.ok("people", "trace", "p-bo") == "p-bo has no penalty in this log\n"
    explained = home.ok("explain", "r2", 2)
    assert "earlier penalties of p-ana\n  2026-03-14 10:00 r1 entry 2: warning" in explained
    assert [each["match"] for each in home.json("explain", "r2", 2)["earlier"]] == ["r1"]
    assert "earlier penalties" not in home.ok("explain", "r1", 2)


@pytest.mark.parametrize("game", BOOKS)
def test_what_an_event_means_is_told_without_marks_of_the_documentation(
    home: Home, game: str
) -> None:
    for told in (home.ok("events", game), home.ok("events", game, "--json")):
        assert "``" not in told
        assert ":class:" not in told
    for kind in game_of(game).codec.types:
        assert "``" not in "\n".join(help_lines(kind))


def test_a_match_is_opened_and_simulated_by_the_version_of_the_rules_that_is_named(
    home: Home,
) -> None:
    seats = ("--seat", "ana=rai-wind", "--seat", "bo=lorraine-wind")
    home.ok("new", "usual", "--game", "grand_archive", *seats)
    home.ok("new", "next", "--game", "grand_archive", "--rules", "R26", *seats)
    openings = [json.loads(home.ok("show", name, "--json")) for name in ("usual", "next")]
    assert [each["version"] for each in openings] == ["R25", "R26"]
    home.ok("simulate", "grand_archive", "--rules", "R26", "-n", "1", "--import")
    played = json.loads(home.ok("show", "grand_archive-1-1", "--json"))
    assert played["version"] == "R26"
    unknown = home.error("new", "r3", "--game", "grand_archive", "--rules", "R27", *seats)
    assert "known: R25, R26" in unknown


def test_a_rulebook_is_printed_in_the_version_that_is_named(home: Home) -> None:
    usual, named = (home.ok("rules", "grand_archive", *more) for more in ((), ("--rules", "R26")))
    assert "other versions, by --rules: R26" in usual
    assert "Grand Archive, rules R26" in named
    assert "GA-3.9 " in named and "GA-3.9 " not in usual
