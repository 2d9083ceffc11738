"""Every command that has ``--json``, on a match of every game: its answer has the shape that
``referee schema`` says, and what was promised of that shape still holds."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from functools import cache, reduce
from itertools import count
from operator import or_
from typing import Any

import msgspec
import pytest
import typer
from jsonschema import Draft202012Validator, FormatChecker

from cli.answers.corrected import CorrectionTried
from cli.answers.entries import standing_of
from cli.answers.explained import EXPLAINED
from cli.answers.schema import ANSWERS, document, tag_of
from cli.main import app
from cli.reading.matches import logged_source
from referee.games.registry import game_ids, game_of
from referee.verdict import Incomplete
from storage.catalogs import catalog_text
from storage.statistics import all_statistics
from tests.answers import broken, promised
from tests.cli.test_home import DISPUTE, Home, home
from tests.cli.test_packet import changed
from tests.cli.toybox import brought_in

__all__ = ["home"]

GAMES = game_ids()
ONE = game_of("wondervale").id
DISPUTED = "vale-open-r4-t1-g2"
WITH_RECIPES = "grand_archive"
SHORT = {
    "grand_archive": (3, 9),
    "legacy_of_conflict": (4, 10),
    "tower_wizwar": (15, 13),
    "wondervale": (6, 7),
}
"""The seeds of two short matches of games; see :func:`seeds`."""
JUDGE = ("-j", "lena")
UTC_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z")
TIME = re.compile(r"\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d\S*")
FORMATS = FormatChecker(())
FORMATS.checks("date-time")(lambda value: UTC_TIME.fullmatch(str(value)) is not None)


def with_json(group: Any, path: str = "") -> Iterator[str]:
    """The commands that have ``--json``, as they are typed."""
    context = typer.Context(group)
    for name in group.list_commands(context):
        command, full = group.get_command(context, name), f"{path} {name}".lstrip()
        if hasattr(command, "list_commands"):
            yield from with_json(command, full)
        elif any("--json" in each.opts for each in command.params):
            yield full


COMMANDS = sorted(with_json(typer.main.get_command(app)))
OF_TOURNAMENTS = (*EXPLAINED, CorrectionTried)
"""What these commands answer of a tournament alone; it is run in ``tests/tournament``."""
OF_MATCHES = [c for c in COMMANDS if not c.startswith(("tournament ", "venue ", "league "))]
"""Those that are run on every game; the others in ``tests/tournament``, ``tests/venue`` and
``tests/league``."""


@cache
def validator(command: str) -> Draft202012Validator:
    Draft202012Validator.check_schema(document([command]))
    return Draft202012Validator(document([command]), format_checker=FORMATS)


class Played(Home):
    """A log with a whole match of every game, and a disputed one."""

    seen: set[str]
    """What ``schema`` held in the answers so far."""
    numbers: Iterator[int]
    """For the names of matches that are opened."""

    def answer(self, command: str, *arguments: object) -> Any:
        """What a command answers, whatever the verdict; its shape is right, its times are UTC."""
        result = self.run(*command.split(), *arguments, "--json")
        assert result.exit_code in (0, 3, 4), result.output + result.stderr
        told = json.loads(result.stdout)
        validator(command).validate(told)
        assert told["schema"] in map(tag_of, ANSWERS[command])
        msgspec.json.decode(result.stdout, type=reduce(or_, ANSWERS[command]), strict=True)
        moments = [t for text in texts(told) if (t := TIME.fullmatch(text))]
        assert [t[0] for t in moments if not UTC_TIME.fullmatch(t[0])] == []
        self.seen.add(told["schema"])
        return told


def texts(value: Any) -> Iterator[str]:
    """All texts in a value."""
    if isinstance(value, dict):
        value = [*value, *value.values()]
    if isinstance(value, list):
        for each in value:
            yield from texts(each)
    elif isinstance(value, str):
        yield value


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    found = Played(tmp_path_factory.mktemp("answers"))
    found.seen = set()
    found.numbers = count()
    for game in GAMES:
        found.ok("simulate", game, "-n", 1, "--seed", seeds(game)[0], "--import")
    found.ok("import", DISPUTE)
    found.ok("people", "set", "p-ana", "Ana Example")
    return found


def seeds(game: str) -> tuple[int, int]:
    return SHORT.get(game, (10, 11))


def simulated(game: str) -> str:
    """The match of a game that the log has from the start."""
    return f"{game}-{seeds(game)[0]}-1"


def matches_of(game: str) -> Sequence[str]:
    return [simulated(game), *([DISPUTED] if game == ONE else [])]


@cache
def opening(played: Played, match: str) -> Mapping[str, Any]:
    found: Mapping[str, Any] = played.answer("explain", match, 1)["event"]
    return found


# -- how each command is run, on a match or a game -----------------------------------------------


def _new(played: Played, game: str) -> str:
    first = opening(played, simulated(game))
    seats = [f"{s['seat']}={s['deck_name']}".rstrip("=") for s in first["seats"]]
    agreed = [f"{name}={value}" for name, value in first.get("options", {}).items()]
    seated = [word for seat in seats for word in ("--seat", seat)]
    chosen = [word for each in agreed for word in ("--option", each)]
    name = f"{game}-{next(played.numbers)}"
    played.answer("new", name, "--game", game, *seated, *chosen, "--judge", "lena")
    refused = played.answer("new", f"{name}-no", "--game", game, "--seat", "ana", *chosen)
    assert refused["refused"]["verdict"] == "illegal"
    return name


def _log(played: Played, game: str) -> None:
    match = _new(played, game)
    option = played.answer("options", match)["options"][0]
    assert played.answer("log", match, option["such_as"])["entries"][0]["verdict"] != "illegal"
    told = played.answer("log", simulated(game), "ana concede", "ana note text=late")
    assert told["entries"][0]["verdict"] == "illegal"
    assert told["not_logged"] == ["ana note text=late"]


def _check(played: Played, game: str) -> None:
    for match in matches_of(game):
        played.answer("check", match)
        played.answer("check", match, "lena note text=seen; lena note text=again")


def _show(played: Played, game: str) -> None:
    for match in matches_of(game):
        last = played.answer("show", match)["entries"]
        for at in range(1, last, last // 4):
            assert played.answer("show", match, "--at", at)["at"] == at
        for seat in opening(played, match)["seats"]:
            for card in list(seat["deck"])[:1]:
                assert "touched" in played.answer("show", match, "--card", card)


def _options(played: Played, game: str) -> None:
    for match in matches_of(game):
        last = played.answer("options", match)["at"]
        for at in range(1, last, last // 4):
            played.answer("options", match, "--at", at)


def _explain(played: Played, game: str) -> None:
    for match in matches_of(game):
        last = played.answer("show", match)["entries"]
        for seq in range(1, last + 1, last // 5):
            assert played.answer("explain", match, seq)["seq"] == seq
        seat = opening(played, match)["seats"][0]["seat"]
        assert played.answer("explain", match, seat)["thing"]
        asked = logged_source(match, played.log)
        for place in asked.game.hidden(asked.replay().table):
            hidden = played.answer("explain", match, place.name, *JUDGE)
            assert (hidden["place"], hidden["withheld"]) == (place.name, False)


def _replay(played: Played, game: str) -> None:
    for match in matches_of(game):
        told = played.answer("replay", match)
        assert len(told["entries"]) == played.answer("show", match)["entries"]
        assert len(played.answer("replay", match, "--boards")["entries"]) == len(told["entries"])
        played.answer("replay", match, "--illegal")
        played.answer("replay", match, "--turn", 1)
        for seat in opening(played, match)["seats"]:
            for card in list(seat["deck"])[:1]:
                played.answer("replay", match, "--card", card)
    version = game_of(game).version
    played.answer("replay", simulated(game), "--rules", version)
    for reading in played.answer("rules", game)["interpretations"][:1]:
        for option in reading["supported"]:
            played.answer("replay", simulated(game), "--under", f"{reading['id']}={option}")


def _rule(played: Played, game: str) -> None:
    seed = seeds(game)[1]
    played.ok("simulate", game, "-n", 1, "--seed", seed, "--import")
    match = f"{game}-{seed}-1"  # of its own: what is rewound here, others look for
    seat = opening(played, match)["seats"][0]["seat"]
    assert played.answer("rule", match, 5)["seq"] == 5
    played.answer("rule", match, "penalty", seat, "warning", *JUDGE, "--reason", "slow")
    later = played.answer("rule", match, "penalty", seat, "caution", *JUDGE)["entries"][0]["seq"]
    assert played.answer("explain", match, later)["earlier"]
    played.answer("rule", match, "stand", 1, "REF-1.1", *JUDGE, "--reason", "nothing to stand")
    played.answer("rule", match, "rewind", 6, *JUDGE, "--yes")
    assert any(e["standing"]["verdict"] == "not in force" for e in _entries(played, match))


def _entries(played: Played, match: str) -> Sequence[Any]:
    entries: Sequence[Any] = played.answer("replay", match)["entries"]
    return entries


def _what_if(played: Played, game: str) -> None:
    for match in matches_of(game):
        half = len(_entries(played, match)) // 2
        for line in ("strike 3", f"strike {half}", f"rewind {half}", "overrule 1"):
            played.answer("what-if", match, f"lena {line}")


def _diff(played: Played, game: str) -> None:
    for match in matches_of(game):
        half = len(_entries(played, match)) // 2
        assert played.answer("diff", match, 1, half)["differences"]
        played.answer("diff", match, half, half)


def _verify(played: Played, game: str) -> None:
    match = matches_of(game)[-1]
    packet = played.folder / f"{game}.packet"
    head = played.answer("head", match)
    played.answer("verify")
    played.answer("verify", "--rules", f"{game}={game_of(game).version}")
    assert played.answer("verify", match, "--head", head["phrase"])["reached"] == head["seq"]
    played.ok("export", match, "--packet", packet)
    assert played.answer("verify", packet)["exact"] is True
    assert played.answer("verify", packet, "--head", "f" * 64)["reached"] is None
    packet.write_bytes(changed(packet.read_bytes(), "packet.json", match.encode(), b"another"))
    assert played.answer("verify", packet)["exact"] is False


def _head(played: Played, game: str) -> None:
    for match in matches_of(game):
        played.answer("head", match)


def _matches(played: Played, game: str) -> None:
    assert len(played.answer("matches", "--game", game)["matches"]) >= len(matches_of(game))


def _import(played: Played, game: str) -> None:
    file = played.folder / f"{game}.jsonl"
    played.ok("export", *matches_of(game), "--format", "jsonl", "-o", file)
    assert played.answer("import", file)["matches"] == 0


def _backup(played: Played, game: str) -> None:
    file = played.folder / f"{game}-copy.duckdb"
    assert played.answer("backup", file)["exact"]


def _stats(played: Played, game: str) -> None:
    played.answer("stats")
    with played.unchanged():
        for name, each in all_statistics().items():
            if each.game == game or (game == GAMES[0] and not each.game):
                played.answer("stats", name, "--game", game)
    played.answer("stats", "endings", "--entries")


def _sql(played: Played, game: str) -> None:
    tables = [table["name"] for table in played.answer("sql")["tables"]]
    columns = "SELECT table_name AS name, list(DISTINCT data_type) AS types"
    found = played.answer("sql", f"{columns} FROM information_schema.columns GROUP BY 1")["rows"]
    tried = set[str]()
    with played.unchanged():
        for each in found:
            if each["name"] in tables and not tried.issuperset(each["types"]):
                played.answer("sql", f"FROM {each['name']} LIMIT 20")  # types make the shape
                tried.update(each["types"])
    assert {"BIGINT", "VARCHAR", "TIMESTAMP"} <= tried
    played.answer("sql", f"FROM player_matches WHERE game = '{game}'")


def _catalog_list(played: Played, game: str) -> None:
    assert game in {each["game"] for each in played.answer("catalog list")["catalogs"]}


def _catalog(played: Played, game: str) -> None:
    for path in game_of(game).sample_catalogs():
        file = played.folder / path.name
        # what many examples say is tried with their game
        file.write_text(catalog_text(path, examples=False), encoding="utf-8")
        checked = played.answer("catalog check", file)
        assert played.answer("catalog add", file)["hash"] == checked["hash"]
        assert played.answer("catalog show", checked["hash"])["catalog"]["game"] == game


def _coverage(played: Played, game: str) -> None:
    file = played.folder / "toy.toml"
    file.write_text('game = "toy"\nname = "few"\n[[cards]]\nname = "Rock"\n')
    with brought_in():
        assert played.answer("catalog coverage", file)["plain"] == 1
        usage = played.folder / "played.json"
        usage.write_text('{"cards": [{"card": "Rock", "copies": 4, "lists": 1}]}')
        assert played.answer("catalog coverage", file, "--usage", usage)["plain"] == 4
        asked = ("toy", "--usage", usage, "--catalog", file)
        assert played.answer("catalog next", *asked)["left"] == 0


def _notation(played: Played, game: str) -> None:
    if game_of(game).effects is not None:
        assert played.answer("catalog notation", game)["words"]
    assert played.answer("catalog notation", WITH_RECIPES, "recipes", "draw")["recipes"]


def _catalog_read(played: Played, game: str) -> None:
    file, texts = played.folder / "toy.toml", played.folder / "printed.json"
    rite = 'effects = [{ when = "played", text = "Draw.", steps = [{ do = "draw" }] }]'
    file.write_text(f'game = "toy"\nname = "few"\n[[cards]]\nname = "Rite"\n{rite}\n')
    texts.write_text('{"Rite": "Draw."}')
    found = played.folder / "found.csv"
    found.write_text("Rite,right\n")
    with brought_in():
        asked = (file, "--printed", texts)
        assert played.answer("catalog read", *asked, "--found", found)["first"] == 1
        (card,) = played.answer("catalog read", *asked)["cards"]
        assert card["first"] == "right"


def _catalog_import(played: Played, game: str) -> None:
    old, cards = played.folder / "old.toml", played.folder / "cards.json"
    old.write_text('game = "toy"\nname = "few"\n[[cards]]\nname = "Rock"\n')
    cards.write_text('["Elk"]')
    target = played.folder / f"{game}.json"
    with brought_in():
        asked = ("--catalog", old, "-o", target)
        assert played.answer("catalog import", cards, *asked)["added"] == ["Elk"]


def _deck(played: Played, game: str) -> None:
    for path in game_of(game).sample_decks():
        played.answer("deck check", path.stem, "--game", game)


def _help(played: Played, game: str) -> None:
    for each in played.answer("help")["topics"]:
        assert played.answer("help", each["topic"])["page"] == each


def _people_trace(played: Played, game: str) -> None:
    match = simulated(game)
    first = opening(played, match)["seats"][0]
    played.answer("rule", match, "penalty", first["seat"], "warning", *JUDGE)
    assert played.answer("people trace", first["person"])["penalties"]


RUNS = {
    "new": _new,
    "log": _log,
    "check": _check,
    "show": _show,
    "options": _options,
    "explain": _explain,
    "replay": _replay,
    "rule": _rule,
    "what-if": _what_if,
    "diff": _diff,
    "verify": _verify,
    "rebuild": lambda played, game: played.answer("rebuild", matches_of(game)[0]),
    "journal": lambda played, game: played.answer("journal"),
    "backup": _backup,
    "head": _head,
    "matches": _matches,
    "import": _import,
    "stats": _stats,
    "sql": _sql,
    "games": lambda played, game: played.answer("games"),
    "rules": lambda played, game: played.answer("rules", game),
    "events": lambda played, game: played.answer("events", game),
    "catalog list": _catalog_list,
    "catalog check": _catalog,
    "catalog coverage": _coverage,
    "catalog next": _coverage,
    "catalog notation": _notation,
    "catalog read": _catalog_read,
    "catalog show": _catalog,
    "catalog add": _catalog,
    "catalog import": _catalog_import,
    "deck check": _deck,
    "help": _help,
    "people list": lambda played, game: played.answer("people list"),
    "people opt-out": lambda played, game: played.answer("people opt-out", "p-ana"),
    "people trace": _people_trace,
    "simulate": lambda played, game: played.answer("simulate", game, "-n", 1),
}
"""How each command is run for a game."""


def test_every_command_with_json_has_answers_and_is_run_here() -> None:
    assert sorted(ANSWERS) == COMMANDS
    assert sorted(RUNS) == OF_MATCHES


OF_EVERY_GAME = {
    *("backup", "catalog coverage", "catalog import", "catalog list", "catalog next"),
    *("catalog notation", "catalog read", "games"),
    *("head", "help"),
    *(
        "import",
        "journal",
        "matches",
        "people list",
        "people opt-out",
        "people trace",
        "rebuild",
        "sql",
        "verify",
    ),
}
"""These answer alike whatever is played: they are run once."""
TRIED = [
    (command, game)
    for at, command in enumerate(OF_MATCHES)
    if RUNS[command] not in [RUNS[each] for each in OF_MATCHES[:at]]
    for game in ([ONE] if command in OF_EVERY_GAME else GAMES)
]


@pytest.mark.parametrize(("command", "game"), TRIED)
def test_every_answer_has_the_shape_that_the_schema_says(
    played: Played, command: str, game: str
) -> None:
    played.seen.clear()
    RUNS[command](played, game)
    together = [each for each in OF_MATCHES if RUNS[each] == RUNS[command]]
    answers = {answer for each in together for answer in ANSWERS[each]}
    assert set(map(tag_of, answers - set(OF_TOURNAMENTS))) <= played.seen


def test_the_schema_of_a_command_is_printed(home: Home) -> None:
    every = json.loads(home.ok("schema"))
    assert set(every["commands"]) == set(ANSWERS)
    one = json.loads(home.ok("schema", "catalog", "list"))
    assert one["commands"] == {"catalog list": ["Catalogs"]}
    assert set(one["$defs"]) == {"Catalogs", "CatalogListed", "Problem"}
    assert "no command with --json" in home.error("schema", "table")
    assert "did you mean show?" in home.error("schema", "shwo")


def test_every_field_says_what_it_is() -> None:
    found = document()["$defs"]
    untold = [
        f"{name}.{field}"
        for name, definition in found.items()
        for field, held in definition["properties"].items()
        if field != "schema" and "description" not in held
    ]
    assert untold == []
    assert all(definition["description"] for definition in found.values())


def test_every_answer_has_a_name_and_a_version_of_its_own() -> None:
    kinds = {answer for answers in ANSWERS.values() for answer in answers}
    tags = [tag_of(answer) for answer in kinds]
    assert len(set(tags)) == len(tags)
    assert all(re.fullmatch(r"referee/[a-z-]+/[1-9]\d*", tag) for tag in tags)


def test_an_error_is_json_on_standard_error(home: Home) -> None:
    for arguments, status in ((("head", "r1"), 2), (("show",), 2), (("matches", "--log", "/"), 1)):
        result = home.run(*arguments, "--json")
        assert result.stdout == ""
        told = json.loads(result.stderr)
        validator("show").validate(told)
        assert told["schema"] == "referee/error/1"
        assert (result.exit_code, told["status"]) == (status, status)
        assert told["message"]
    assert home.run("check", "r1", "--", "--json").stderr.startswith("referee: ")


# -- what was promised ---------------------------------------------------------------------------


def test_answers_are_as_promised_or_have_another_version() -> None:
    assert broken(promised(), document()) == []
    assert promised() == document(), "python -m tests.golden writes down what is new"


def _of(schema: dict[str, Any], name: str) -> dict[str, Any]:
    found: dict[str, Any] = schema["$defs"][name]
    return found


def test_a_field_more_and_other_words_break_no_promise() -> None:
    after = deepcopy(promised())
    _of(after, "HeadShown")["properties"]["colour"] = {"type": "string"}
    _of(after, "HeadShown")["required"].append("colour")
    _of(after, "HeadShown")["properties"]["seq"]["description"] = "other words"
    assert broken(promised(), after) == []


@pytest.mark.parametrize("seat", ["bo", ""])
def test_a_choice_that_is_missing_is_answered_with_whose_it_is(seat: str) -> None:
    standing = standing_of(Incomplete("say which cards", {"did": ("discard:Elk",)}, seat))
    told = msgspec.to_builtins(standing)
    assert told.get("seat", "") == seat
    assert told["choices"] == {"did": ("discard:Elk",)}


def test_a_field_that_goes_or_holds_something_else_breaks_a_promise() -> None:
    def told(name: str, change: Any) -> list[str]:
        after = deepcopy(promised())
        change(_of(after, name))
        return broken(promised(), after)

    head = "referee/head/1"
    assert told("HeadShown", lambda d: d["properties"].pop("seq")) == [f"{head}.seq: is gone"]
    assert told("HeadShown", lambda d: d["required"].remove("seq")) == [
        f"{head}.seq: may be absent"
    ]
    assert told("HeadShown", lambda d: d["properties"]["seq"].update(type="string")) == [
        f"{head}.seq:type: integer became string"
    ]
    nested = told("Standing", lambda d: d["properties"]["verdict"]["enum"].append("doubtful"))
    assert any(place.startswith("referee/new-refused/1.refused.verdict") for place in nested)
    raised = told(
        "HeadShown",
        lambda d: d["properties"].update(schema={"enum": ["referee/head/2"]}, seq={}),
    )
    assert raised == []
