"""Events that others have run: what is taken in, what is not, and what the figures come to."""

import json
from pathlib import Path
from typing import Any

import pytest

from tests import foreign
from tests.cli.test_home import Home

FRIDAY = """\
round,table,player,player,won,won,drawn
1,1,Ana Müller,Bo Hill,2,1,
1,2,Cy,Dee,1,1,1
1,,Eva,,2,0
2,1,Ana Müller,Cy,2,0,0
2,2,Dee,Eva,0,2
2,,Bo Hill,,2,0
3,1,Ana Müller,Eva,0,0,3
3,2,Bo Hill,Cy,2,0
"""


@pytest.fixture
def desk(tmp_path: Path) -> Home:
    return Home(tmp_path)


def brought(desk: Home, tmp_path: Path, text: str, *options: object, name: str = "f.csv") -> Any:
    file = tmp_path / name
    file.write_text(text)
    return desk.json("tournament", "import", file, *options)


def posts(desk: Home, event: str = "f") -> list[Any]:
    lines = desk.ok("export", event, "--format", "jsonl").splitlines()
    events = [json.loads(line)["event"] for line in lines]
    return [each for each in events if each["type"] == "post"]


def test_a_table_of_rounds_becomes_a_tournament_that_verifies(desk: Home, tmp_path: Path) -> None:
    said = brought(desk, tmp_path, FRIDAY)
    assert [said["players"], said["rounds"], said["untaken"]] == [5, 3, []]
    places = desk.json("tournament", "standings", "f")["places"]
    assert [(each["name"], each["points"]) for each in places] == [
        ("Ana Müller", "7"),
        ("Eva", "7"),
        ("Bo Hill", "6"),
        ("Cy", "1"),
        ("Dee", "1"),
    ]
    assert "EXACT" in desk.ok("verify", "f")


def test_an_event_without_lists_and_without_a_cut_says_so(desk: Home, tmp_path: Path) -> None:
    brought(desk, tmp_path, FRIDAY)
    assert desk.json("tournament", "lists", "f")["lists"] == []
    assert desk.json("tournament", "bracket", "f")["meetings"] == []


def test_ids_are_drawn_and_a_name_that_the_log_knows_keeps_its_id(
    desk: Home, tmp_path: Path
) -> None:
    brought(desk, tmp_path, FRIDAY)
    assert "ller" not in desk.ok("export", "f")
    brought(desk, tmp_path, FRIDAY, "--event", "again")
    first, again = (
        {each["name"]: each["player"] for each in desk.json("tournament", "standings", e)["places"]}
        for e in ("f", "again")
    )
    assert first == again


def test_each_place_of_an_imported_round_is_given_and_no_key_is_asked_for(
    desk: Home, tmp_path: Path
) -> None:
    brought(desk, tmp_path, FRIDAY)
    for post in posts(desk):
        tables = {given[0] for given in post["given"]}
        assert tables >= {pairing[0] for pairing in post["pairings"]} and "key" not in post


def test_what_cannot_be_taken_is_told_line_by_line(desk: Home, tmp_path: Path) -> None:
    wrong = FRIDAY + "3,3,Fay,Gus,x,2\n3,4,Ana Müller,Bo Hill,2,0\n3,2,Cy,Bo Hill,0,2\n1,2,3\n"
    said = brought(desk, tmp_path, wrong)
    assert [each["where"] for each in said["untaken"]] == ["line 10", "line 11", "line 13"]
    assert said["players"] == 5  # the row that tells the other side of a contest adds nothing


def test_a_result_that_no_contest_can_have_is_told_and_the_contest_counts_as_unfinished(
    desk: Home, tmp_path: Path
) -> None:
    said = brought(desk, tmp_path, "1,1,a,b,7,0\n1,2,c,d,2,0\n2,1,a,c,2,0\n2,2,b,d,2,0\n")
    assert "does not fit" in said["untaken"][0]["what"]
    assert posts(desk)[1]["missing"] == [1]


def test_who_is_missing_has_left_and_who_comes_late_has_lost_what_was_before(
    desk: Home, tmp_path: Path
) -> None:
    rounds = "1,,a,b,2,0\n2,,b,c,2,0\n2,,a,,2,0\n3,,a,c,2,0\n3,,b,d,2,0\n"
    said = brought(desk, tmp_path, rounds)
    assert not said["untaken"]
    lines = desk.ok("export", "f", "--format", "jsonl").splitlines()
    kinds = [json.loads(line)["event"]["type"] for line in lines]
    assert kinds.count("enter") == 4 and kinds.index("post") < len(kinds) - kinds[::-1].index(
        "enter"
    )
    rounds = "1,,a,b,2,0\n1,,c,d,2,0\n2,,a,c,2,0\n3,,a,b,2,0\n3,,c,d,2,0\n"
    brought(desk, tmp_path, rounds, name="gap.csv")
    kinds = [
        json.loads(line)["event"]["type"]
        for line in desk.ok("export", "gap", "--format", "jsonl").splitlines()
    ]
    assert [kinds.count("drop"), kinds.count("reinstate")] == [2, 2]


def test_byes_of_a_round_are_full_half_and_zero_as_they_were(desk: Home, tmp_path: Path) -> None:
    rounds = "1,1,a,b,2,0\n1,,c,,2,0\n1,,d,,0,0,1\n1,,e,,0,0\n"
    brought(desk, tmp_path, rounds)
    (post,) = posts(desk)
    assert [len(post["bye"]), len(post["half"]), len(post["zero"])] == [3, 1, 1]
    places = desk.json("tournament", "standings", "f")["places"]
    points = {each["name"]: each["points"] for each in places}
    assert points == {"a": "3", "c": "3", "d": "1", "b": "0", "e": "0"}


def site(standings: list[tuple[int, str, int, float]], *more: dict[str, Any]) -> str:
    return json.dumps(
        {
            "Tournament": {"Name": "Weekly", "Date": "2026-01-11", "Uri": "https://melee.gg/T/1"},
            "Decks": [{"Player": "a", "Mainboard": []}],
            "Rounds": [
                {
                    "RoundName": "Round 1",
                    "Matches": [
                        {"Player1": "a", "Player2": "b", "Result": "2-0-0"},
                        {"Player1": "c", "Player2": "-", "Result": "2-0-0"},
                    ],
                },
                *more,
            ],
            "Standings": [
                {"Rank": rank, "Player": who, "Points": points, "OMWP": omw}
                for rank, who, points, omw in standings
            ],
        }
    )


def test_published_figures_are_held_against_the_folded_ones(desk: Home, tmp_path: Path) -> None:
    text = site([(1, "a", 3, 0.3333333), (2, "c", 3, 0), (3, "b", 0, 1)])
    said = brought(desk, tmp_path, text, name="w.json")
    assert [said["compared"], said["points"], said["tiebreaks"]] == [3, 3, 3]
    assert said["in_order"] and said["policy"] == "melee-2026-1"
    text = site([(1, "c", 6, 0), (2, "a", 3, 0.3333333), (3, "b", 0, 1)])
    said = brought(desk, tmp_path, text, name="x.json")
    (other,) = said["differences"]
    assert [other["name"], other["published"], other["folded"]] == ["c", "6", "3"]
    assert not said["in_order"] and other["entries"]


def final(result: str, *, players: str = "ac") -> dict[str, Any]:
    met = {"Player1": players[0], "Player2": players[1], "Result": result}
    return {"RoundName": "Finals", "Matches": [met]}


def test_a_cut_is_taken_as_an_elimination_after_the_last_round(desk: Home, tmp_path: Path) -> None:
    said = brought(desk, tmp_path, site([], final("0-2-0")), name="w.json")
    assert said["rounds"] == 2 and said["untaken"] == []
    assert [each["stage"] for each in posts(desk, "w")[1:]] == ["elimination"]
    assert "EXACT" in desk.ok("verify", "w")
    assert desk.json("tournament", "standings", "w")["places"][0]["points"] == "3"


@pytest.mark.parametrize(
    ("played", "why"),
    [
        (final("1-1-0"), "TR-12.3"),
        (final("2-0-0", players="ab"), "not the first 2 of the standings"),
    ],
)
def test_what_is_no_cut_by_the_rules_is_told_with_its_rule_and_left_out(
    desk: Home, tmp_path: Path, played: dict[str, Any], why: str
) -> None:
    said = brought(desk, tmp_path, site([], played), name="w.json")
    assert said["rounds"] == 1 and said["untaken"][-1]["where"] == "a cut"
    assert why in said["untaken"][-1]["what"]


def met(*rows: tuple[str | None, str, str]) -> dict[str, Any]:
    names = ("Player1", "Result", "Player2")
    return {"RoundName": "2", "Matches": [dict(zip(names, row, strict=True)) for row in rows]}


@pytest.mark.parametrize("nobody", ["Bye", "BYE", " - ", "", None])
def test_nobody_as_an_opponent_is_a_bye_whoever_stands_first(
    desk: Home, tmp_path: Path, nobody: str | None
) -> None:
    round = {"RoundName": "2", "Matches": [{"Player1": nobody, "Player2": "a", "Result": "0-2-0"}]}
    more = met(("c", "2-0-0", "b"))
    round["Matches"] += more["Matches"]  # type: ignore[operator]
    said = brought(desk, tmp_path, site([], round), name="w.json")
    assert [said["players"], said["untaken"]] == [3, []]
    assert [len(post["bye"]) for post in posts(desk, "w")] == [1, 1]


def test_a_name_with_spaces_around_it_is_the_same_name(desk: Home, tmp_path: Path) -> None:
    text = site(
        [(1, "a ", 6, 0.5), (2, " c", 3, 0.5), (3, "b", 0, 0.5)], met((" a", "2-0-0", "c "))
    )
    said = brought(desk, tmp_path, text, name="w.json")
    assert [said["players"], said["compared"], said["points"]] == [3, 3, 3]


def test_topdeck_tells_who_won_and_no_games(desk: Home, tmp_path: Path) -> None:
    text = json.loads(site([(1, "c", 4, 2 / 3), (2, "a", 4, 7 / 12), (3, "b", 3, 2 / 3)]))
    text["Tournament"]["Uri"] = "https://topdeck.gg/event/1"
    text["Rounds"] = [
        {
            "RoundName": name,
            "Matches": [{"Player1": a, "Player2": b, "Result": won} for a, b, won in (one, other)],
        }
        for name, one, other in (
            ("1", ("a", "b", "1-0-0"), ("c", "", "0-0-1")),
            ("2", ("a", "c", "0-0-1"), ("b", "", "0-0-1")),
        )
    ]
    for line in text["Standings"]:
        line["GWP"] = 0.9
    said = brought(desk, tmp_path, json.dumps(text), name="w.json")
    assert [said["form"], said["policy"]] == ["topdeck", "topdeck-2024-1"]
    # a bye is told as a draw and counts as a win; what games there were is not held against any
    assert [said["points"], said["tiebreaks"], said["in_order"]] == [3, 3, True]


@pytest.mark.parametrize(
    ("day", "policy", "drawn", "lost"),
    [
        ("2024-04-18", "melee-2024-1", "1/3", "1/3"),
        ("2024-04-19", "melee-2024-2", "4/9", "1/3"),
        ("2024-05-16", "melee-2024-3", "4/9", "0"),
        ("2025-11-13", "melee-2026-1", "4/9", "1/3"),
    ],
)
def test_what_changed_at_a_site_over_the_years_is_an_edition_of_its_policy(
    desk: Home, tmp_path: Path, day: str, policy: str, drawn: str, lost: str
) -> None:
    text = json.loads(site([], met(("b", "1-1-1", "c"), ("a", "2-0-0", "d"))))
    text["Tournament"]["Date"] = day
    text["Rounds"][0]["Matches"] = text["Rounds"][1]["Matches"]
    said = brought(desk, tmp_path, json.dumps(text), name="w.json")
    places = desk.json("tournament", "standings", "w")["places"]
    own = {each["name"]: each["tiebreaks"]["gw"] for each in places}
    assert [said["policy"], own["b"], own["d"]] == [policy, drawn, lost]


def seats(table: int | str, players: str, winner: str, status: str = "Completed") -> dict[str, Any]:
    named = [{"name": player, "id": None} for player in players.split()]
    return {"table": table, "players": named, "winner": winner, "status": status}


def test_what_topdeck_itself_gives_is_taken(desk: Home, tmp_path: Path) -> None:
    event = {
        "TID": "t",
        "tournamentName": "Legacy Night",
        "startDate": 1_741_000_000,
        "rounds": [
            {"round": 1, "tables": [seats(7, "a b", "a"), seats(8, "c d", "Draw")]},
            {"round": 2, "tables": [seats(1, "a c", "c"), seats("Byes", "b d", "", "Bye")]},
            {"round": "Top 2", "tables": [seats(1, "c a", "a")]},
        ],
        "standings": [
            {"name": name, "points": points, "wins": 0, "decklist": None}
            for name, points in (("c", 4), ("d", 4), ("a", 3), ("b", 3))
        ],
    }
    said = brought(desk, tmp_path, json.dumps(event), "--policy", "topdeck-2024-1", name="t.json")
    assert [said["form"], said["compared"], said["points"]] == ["topdeck", 4, 4]
    first, second = posts(desk, "t")
    assert [pairing[0] for pairing in first["pairings"]] == [7, 8] and len(second["bye"]) == 2
    assert [each["where"] for each in said["untaken"]] == ["rounds[2]", "a cut"]
    assert "not the first 2" in said["untaken"][1]["what"]
    event["rounds"][0]["tables"] += [seats(9, "e f g h", "e"), seats(9, "i j", "k")]  # type: ignore[index]
    said = brought(desk, tmp_path, json.dumps(event), name="u.json")
    assert [each["where"] for each in said["untaken"][:2]] == [
        "rounds[0].tables[2]",
        "rounds[0].tables[3]",
    ]


def test_the_draw_that_the_site_writes_for_an_agreed_one_is_apart_from_one_that_was_played(
    desk: Home, tmp_path: Path
) -> None:
    brought(desk, tmp_path, site([], met(("a", "0-0-3", "c"))), name="w.json")
    brought(desk, tmp_path, site([], met(("a", "1-1-1", "c"))), name="x.json")
    how = [
        json.loads(line)["event"].get("how", "played")
        for event in "wx"
        for line in desk.ok("export", event, "--format", "jsonl").splitlines()
        if '"report"' in line
    ]
    assert how == ["played", "intentional-draw", "played", "time"]


def test_tiebreaks_of_who_left_may_be_those_of_the_last_round_they_played(
    desk: Home, tmp_path: Path
) -> None:
    text = site(
        [(1, "c", 6, 0.5), (2, "a", 3, 2 / 3), (3, "b", 0, 1)],
        met(("c", "2-0-0", "a"), ("d", "2-0-0", None)),
    )
    said = brought(desk, tmp_path, text, name="w.json")
    assert [said["tiebreaks"], said["left"], said["differences"][-1]["figure"]] == [2, 1, "omw"]


def test_what_is_left_out_beside_a_cut_that_is_none_is_told_once(
    desk: Home, tmp_path: Path
) -> None:
    text = site([], met(("a", "7-0-0", "c")), final("1-1-0"))
    said = brought(desk, tmp_path, text, name="w.json")
    assert sum("does not fit" in each["what"] for each in said["untaken"]) == 1


def test_what_was_played_for_places_beside_a_cut_is_left_out(desk: Home, tmp_path: Path) -> None:
    def played(name: str, *rows: tuple[str, str]) -> dict[str, Any]:
        matches = [{"Player1": a, "Player2": b, "Result": "2-0-0"} for a, b in rows]
        return {"RoundName": name, "Matches": matches}

    text = told_by("a 2-0-0 d, b 2-0-0 c", "a 2-0-0 b, d 2-0-0 c", standings="a=6 b=3 d=3 c=0")
    text["Rounds"] += [
        played("Semifinals", ("a", "c"), ("b", "d")),
        played("Match for 3rd place", ("d", "c")),
        played("Finals", ("a", "b")),
    ]
    said = brought(desk, tmp_path, json.dumps(text), name="w.json")
    assert [each["where"] for each in said["untaken"]] == ["Match for 3rd place"]
    stages = [each["stage"] for each in posts(desk, "w")[2:]]
    assert [said["rounds"], stages] == [4, ["elimination", "elimination"]]


# -- from there on --------------------------------------------------------------------------------


def test_an_event_that_is_taken_in_is_over_and_everybody_has_a_place(
    desk: Home, tmp_path: Path
) -> None:
    brought(desk, tmp_path, FRIDAY.replace("3,1,Ana Müller,Eva,0,0,3", "3,1,Ana Müller,Eva,2,0"))
    first = desk.json("tournament", "standings", "f")["places"][0]
    (event,) = desk.json("tournament", "profile", first["player"])["events"]
    assert [first["name"], event["place"], event["entrants"]] == ["Ana Müller", 1, 5]
    assert "Ana Müller" in desk.ok("tournament", "profile", first["player"])


def test_players_of_many_events_are_rated_by_name(desk: Home, tmp_path: Path) -> None:
    for number in range(3):
        brought(desk, tmp_path, FRIDAY, "--event", f"f{number}")
    said = desk.json("tournament", "ratings")
    assert [said["events"], said["contests"], len(said["ratings"])] == [3, 18, 5]
    desk.columns = 120
    assert "(Ana Müller)" in desk.ok("tournament", "ratings")


def test_pages_and_statistics_are_made_of_an_event_that_was_taken_in(
    desk: Home, tmp_path: Path
) -> None:
    brought(desk, tmp_path, FRIDAY)
    page = tmp_path / "f.html"
    desk.ok("report", "f", "-o", page)
    assert "Ana Müller" in page.read_text("utf-8") and "Bo Hill" in page.read_text("utf-8")
    (row, *_) = desk.json("stats", "rounds")["rows"]
    assert [row["round"], row["events"], row["n"], row["byes"]] == [1, 1, 2, 1]
    (left,) = desk.json("stats", "drops")["rows"]
    assert [left["round"], left["cause"], left["gone"]] == [2, "own", 1]
    assert "Bo Hill" in desk.ok("tournament", "contests", "f")
    assert "Ana Müller" in desk.ok("tournament", "print", "f", "standings")


def test_a_standing_under_a_policy_with_the_last_round_with_a_place_is_explained(
    desk: Home, tmp_path: Path
) -> None:
    brought(desk, tmp_path, FRIDAY, "--policy", "manatraders-2024-1")
    first = desk.json("tournament", "standings", "f")["places"][0]["player"]
    assert "stayed 3: the last round with a place" in desk.ok("explain", "f", first)


def test_the_beginning_of_several_policies_names_them(desk: Home, tmp_path: Path) -> None:
    brought(desk, tmp_path, FRIDAY)
    said = desk.error("tournament", "standings", "f", "--policy", "melee", status=2)
    assert "melee-2024-1" in said and "chess" not in said
    other = desk.ok("tournament", "standings", "f", "--policy", "melee-2026-1")
    assert "under melee-2026-1, not standard-2026-1" in other


def told_by(*rounds: str, standings: str, cut: str = "") -> dict[str, Any]:
    """An event of a site: each round as ``a 2-0-0 b, c 2-0-0 -``, and the points of everybody."""

    def played(name: str, line: str) -> dict[str, Any]:
        rows = [each.split() for each in line.split(", ")]
        matches = [{"Player1": a, "Result": won, "Player2": b} for a, won, b in rows]
        return {"RoundName": name, "Matches": matches}

    lines = [played(f"Round {number}", line) for number, line in enumerate(rounds, 1)]
    ranked = [each.split("=") for each in standings.split()]
    return {
        "Tournament": {"Name": "Cup", "Date": "2026-01-11", "Uri": "https://melee.gg/T/1"},
        "Rounds": [*lines, *([played("Finals", cut)] if cut else [])],
        "Standings": [
            {"Rank": rank, "Player": player, "Points": int(points)}
            for rank, (player, points) in enumerate(ranked, 1)
        ],
    }


FOUR = ("a 2-0-0 b, c 2-1-0 d", "a 2-0-0 c, b 2-0-0 d")
FIVE = ("a 2-0-0 b, c 2-1-0 d, e 2-0-0 -", "a 2-0-0 c, e 2-0-0 d, b 2-0-0 -")
TEN = (
    "a 2-0-0 j, b 2-0-0 i, c 2-0-0 h, d 2-0-0 g, e 2-0-0 f",
    "a 2-0-0 b, c 2-0-0 d, e 2-0-0 g, f 2-0-0 h, i 2-0-0 j",
    "a 2-0-0 i, c 2-0-0 f, e 2-0-0 d, b 2-0-0 g",
    "a 2-0-0 b, c 2-0-0 e",
)
"""Two rounds, and a cut of eight of which the final was not played."""


@pytest.mark.parametrize(
    ("event", "cause"),
    [
        (told_by(*FOUR, standings="a=6 b=3 c=3 d=0"), "points and order equal"),
        (
            told_by(*FOUR, standings="a=6 c=3 b=3 d=0"),
            "points equal, order not: by the last digits of a mean",
        ),
        (
            told_by(*FOUR, standings="c=3 a=6 b=3 d=0"),
            "points equal, order not: against its own figures",
        ),
        (told_by(*FOUR, standings="a=3 c=3 b=0 d=0"), "stale standings: the last round but one"),
        (
            told_by(*FOUR, standings="a=3 c=3 b=0 d=0", cut="a 2-0-0 b"),
            "stale standings: the last round but one",
        ),
        (
            told_by(*FOUR, standings="a=9 c=3 b=3 d=0", cut="a 2-0-0 c"),
            "the standings count the cut",
        ),
        (
            told_by(*FOUR, standings="a=7 c=4 b=3 d=0", cut="a 0-0-3 c"),
            "the standings count the cut",
        ),
        (
            told_by(*TEN, standings="a=6 c=6 e=6 b=3 d=3 i=3 f=3 g=0 h=0 j=0"),
            "points and order equal",
        ),
        (told_by(*FIVE, standings="a=6 b=3 c=3 d=0 e=4"), "a bye counts as a draw"),
        (told_by(*FIVE, standings="a=6 b=0 c=3 d=0 e=6"), "a bye counts for nothing"),
        (
            told_by(
                "a 2-0-0 b, c 2-1-0 d, e 2-0-0 f",
                "a 0-0-0 c, e 2-0-0 b, f 2-0-0 d",
                standings="e=6 a=3 c=3 f=3 b=0 d=0",
            ),
            "0-0-0 counts for nothing",
        ),
        (told_by(*FOUR, standings="a=3 c=6 b=3 d=0"), "a result that was corrected"),
        (told_by(*FOUR, standings="a=4 c=4 b=3 d=0"), "a result that was corrected"),
        (told_by(*FOUR, standings="a=5 c=3 b=3 d=0"), "an assigned loss"),
        (told_by(*FOUR, standings="a=6 c=3 b=3 d=2"), "an award that no row tells"),
        (
            told_by("a 2-0-0 b", "a 2-0-0 c, b 2-0-0 d", standings="a=6 c=3 b=3 d=0"),
            "a bye that no row tells",
        ),
        (
            told_by(*FOUR, "a 2-0-0 b", standings="a=9 c=6 b=3 d=3"),
            "an award that no row tells",
        ),
        (
            told_by(*FOUR, "a 2-0-0 b", "a 2-0-0 c, b 2-0-0 d", standings="a=9 c=6 b=3 d=3"),
            "rounds or players missing in the file",
        ),
    ],
)
def test_why_an_event_differs_is_computed(tmp_path: Path, event: Any, cause: str) -> None:
    file = tmp_path / "cup.json"
    file.write_text(json.dumps(event))
    assert foreign.event(file).cause == cause


def test_a_trial_counts_events_by_cause_and_players_then(tmp_path: Path) -> None:
    for at, points in enumerate(("a=6 b=3 c=3 d=0", "a=3 c=3 b=0 d=0", "a=6 c=6 b=3 d=0")):
        (tmp_path / f"{at}.json").write_text(json.dumps(told_by(*FOUR, standings=points)))
    lines = [*foreign.table(tmp_path)]
    assert [line.strip() for line in lines[1:4]] == [
        "1 points and order equal",
        "1 stale standings: the last round but one",
        "1 an award that no row tells",
    ]
    assert lines[-3:] == [
        "points equal for 9 of 12 players (75.00%)",
        "after the round, or the cut, that the standings are of for 11 (91.67%)",
        "order equal in 1 of 1 events (100.00%)",
    ]


def test_the_command_says_after_what_the_published_points_are(desk: Home, tmp_path: Path) -> None:
    text = json.dumps(told_by(*FOUR, standings="a=3 c=3 b=0 d=0"))
    said = brought(desk, tmp_path, text, name="w.json")
    assert [said["points"], said["after"], said["then"]] == [2, "the last round but one", 4]


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("", "no contest"),
        ("{", "truncated"),
        ('{"Tournament": ' + "[" * 5000, "f.csv"),
        ('{"Tournament": {}, "Rounds": [{"RoundName": 7}]}', "$.rounds[0].RoundName"),
        ("100,1,a,b,2,0", "round 100"),
        ("1,1,a,b,two,0", "line 1"),
        ('"' + "x" * 200_000, "field larger"),
    ],
)
def test_a_file_that_is_no_event_is_refused_with_its_place_and_nothing_is_written(
    desk: Home, tmp_path: Path, text: str, place: str
) -> None:
    file = tmp_path / "f.csv"
    file.write_text(text)
    assert place.casefold() in str(desk.error("tournament", "import", file, status=2)).casefold()
    assert not desk.log.exists()


def results(desk: Home, event: str) -> list[tuple[str, str, list[str]]]:
    """The lines of the players in the report, without their places."""
    text = desk.ok("tournament", "export", event, "trf")
    lines = [line for line in text.splitlines() if line.startswith("001")]
    return [(line[14:47].strip(), line[80:84], line[91:].split()) for line in lines]


def test_a_report_of_chess_written_and_read_is_the_same_event(desk: Home, tmp_path: Path) -> None:
    rounds = (
        "1,1,Ana,Bo,1,0\n1,2,Cy,Dee,0,0,1\n1,,Eva,,1,0\n"
        "2,1,Cy,Ana,0,1\n2,2,Dee,Eva,1,0\n2,,Bo,,0,0,1\n"
        "3,1,Ana,Dee,0,1\n3,2,Bo,Eva,1,0\n"
    )
    brought(desk, tmp_path, rounds, "--policy", "chess-like-2026-1")
    report = desk.ok("tournament", "export", "f", "trf")
    said = brought(desk, tmp_path, report, name="g.trf")
    assert [said["form"], said["compared"], said["points"], said["untaken"]] == ["trf", 5, 5, []]
    assert results(desk, "g") == results(desk, "f")


def test_who_did_not_come_has_lost_and_plays_on_where_the_report_has_them_again(
    desk: Home, tmp_path: Path
) -> None:
    def line(rank: int, name: str, points: str, *cells: str) -> str:
        return f"001 {rank:>4}      {name:33}{'':33}{points:>4} {rank:>4}" + "".join(
            f"  {cell}" for cell in cells
        )

    report = "\n".join(
        (
            "012 Cup",
            line(1, "Ana", "2.0", "   2 w +", "   3 b 1"),
            line(2, "Bo", "0.5", "   1 b -", "   4 w ="),
            line(3, "Cy", "1.0", "   4 w 1", "   1 w 0"),
            line(4, "Dee", "0.5", "   3 b 0", "   2 b ="),
        )
    )
    said = brought(desk, tmp_path, report, name="cup.trf")
    assert [said["points"], said["rounds"], said["untaken"]] == [4, 2, []]
    assert "EXACT" in desk.ok("verify", "cup")
