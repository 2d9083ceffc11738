"""What analysts get to see of a league (LEAGUE 8): no payload, nobody's id, no way past that."""

import re

import pytest

from storage.error import LogError
from storage.exchange.transfer import tables
from storage.league.lake import LeagueError, place_at
from storage.league.people import NOBODY
from storage.league.telling.queries import WITHHELD, asked, require_asking
from storage.statistics import ALL
from tests.league import test_privacy
from tests.league.stores import League, Store, new_league
from tests.league.test_privacy import ids_of

open_store = test_privacy.open_store


@pytest.fixture(scope="module")
def open_league(open_store: Store, tmp_path_factory: pytest.TempPathFactory) -> League:
    """A league that has taken what that store has, and a call and what was refused of a judge."""
    folder = tmp_path_factory.mktemp("analysed")
    store = open_store.copy(folder)
    said = 'zoe strike 99; bo call-judge about="p-bo asks"; zoe close-call'
    store.ok("log", "m", "--all", said, status=3)
    league = new_league(folder, store)
    league.take(store.parcel())
    return league


def test_analysts_read_no_id_of_anybody_in_any_table_that_is_listed(
    open_store: Store, open_league: League
) -> None:
    ids = ids_of(open_store) - {"ana"}  # a seat is called so, too
    word = re.compile(rf"(^|[^\w-])({'|'.join(map(re.escape, sorted(ids)))})($|[^\w-])")
    filled = set()
    with asked(place_at(open_league.place), analyst=True) as log:
        for each in tables(log):
            cursor = log.connection.execute(f'FROM "{each.name}"')
            columns, rows = [one[0] for one in cursor.description or ()], cursor.fetchall()
            assert columns == [column.name for column in each.columns]
            assert not {*columns} & {*WITHHELD.get(each.name, ())}
            assert not word.search(repr(rows)), each.name
            assert not NOBODY.search(repr(rows)), each.name  # nobody is told apart either
            filled |= {each.name} if rows else set()
    assert {"calls", "entries", "illegal_entries", "rulings", "seats", "verdicts"} <= filled
    listed = {each["name"] for each in open_league.said("sql")["tables"]}
    assert filled <= listed
    # nor by what is made of them; the seats are there, and what somebody's pseudonym is, is not
    seats = "SELECT match_id, seat, person FROM seats ORDER BY ALL"
    bare, own = (open_league.said("sql", seats, *how)["rows"] for how in ((), ("--own",)))
    assert bare == [{**row, "person": None} for row in own]
    assert all(NOBODY.fullmatch(row["person"]) for row in own)
    by_macro = "SELECT * FROM chosen_seats(NULL, NULL, NULL, NULL, NULL)"
    assert not NOBODY.search(repr(open_league.said("sql", by_macro)["rows"]))
    assert NOBODY.search(repr(open_league.said("sql", by_macro, "--own")["rows"]))
    # a judge reads all
    whole = open_league.said("sql", "SELECT payload, recorded_by FROM entries", "--own")["rows"]
    assert ids & {row["recorded_by"] for row in whole}
    assert open_league.said("sql", "FROM lake.people", "--own")["rows"]


def test_what_analysts_ask_with_comes_to_the_same(open_league: League) -> None:
    for query in (
        "WITH e AS (FROM entries) SELECT count(*) AS n FROM e WHERE seq IN (SELECT seq FROM e)",
        "SELECT count(*) AS n FROM chosen_matches(NULL, NULL, NULL, NULL, NULL)",
        "SELECT count(*) AS n FROM chosen_events(NULL, NULL, NULL, NULL, NULL)",
        "SELECT sum(x) AS n FROM (SELECT unnest([1, 2]) AS x) JOIN range(3) AS r(y) ON true",
    ):
        assert open_league.said("sql", query) == open_league.said("sql", query, "--own"), query
    at = ("--league", open_league.place)
    assert "payload" not in open_league.ok("league", "sql", "DESCRIBE entries", *at)
    assert "entries" in open_league.ok("league", "sql", "EXPLAIN FROM entries", *at).lower()


PAST = (
    "FROM main.entries",
    "FROM memory.main.entries",
    "FROM lake.entries",
    "FROM lake.people",
    "SELECT (SELECT any_value(person) FROM lake.people)",
    "WITH x AS (FROM lake.people) FROM x",
    "SELECT 1 UNION ALL SELECT count(*) FROM lake.people",
    "EXPLAIN ANALYZE FROM lake.people",
    "FROM query('FROM lake.people')",
    "FROM query_table('lake.people')",
    "FROM read_parquet('{data}/*/entries/**')",
    "FROM '{data}/*/entries/**/*.parquet'",
    "FROM (WITH \"{data}/a.parquet\" AS (SELECT 1) SELECT 1), '{data}/a.parquet'",
    "FROM __ducklake_metadata_lake.ducklake_data_file",
    "SUMMARIZE lake.people",
    "FROM duckdb_secrets()",
)
"""Ways past the views of analysts."""


def test_no_query_leads_past_what_analysts_may_see(open_league: League) -> None:
    place = place_at(open_league.place)
    with asked(place, analyst=True) as log:
        for query in PAST:
            with pytest.raises(LeagueError, match="analysts ask the tables that"):
                require_asking(log, query.format(data=open_league.place / "data"))
        for column in ("payload", "recorded_by"):
            with pytest.raises(LogError, match=column):
                log.rows(f"SELECT e.{column} FROM entries AS e")
        with pytest.raises(LeagueError, match="cannot be told"):
            require_asking(log, "EXPLAIN (FORMAT json) FROM entries")


def test_no_figure_is_of_one_person_but_to_that_person_and_judges(full: League) -> None:
    """Of a statistic whose rows go by persons, a league tells those of all together."""
    asking = ("stats", "dice-fairness")
    own = full.said(*asking, "--own")
    assert {row["person"] for row in own["rows"]} > {ALL}
    told = full.said(*asking)
    assert told["rows"] == [
        {name: value for name, value in row.items() if name != "person"}
        for row in own["rows"]
        if row["person"] == ALL
    ]
    assert "Rows of single persons are left out: --own tells them" in told["notes"][-1]
    at = ("--league", full.place)
    (someone, *_) = {row["person"] for row in own["rows"]} - {ALL}
    one = ("--entries", "--row", f"person={someone}")
    assert "no such column" in full.error("league", *asking, *one, *at)
    assert full.said(*asking, *one, "--own")["entries"]
    # a command that is of single persons says so
    for of_one in (("ratings",), ("profile", "north:p-ana"), (*asking, "--person", someone)):
        assert "for them and for judges (--own)" in full.error("league", *of_one, *at)
    assert full.said("ratings", "--own")["ratings"] == []
    # where each row is of one person, there is nothing else to tell
    asking = ("stats", "time-per-turn-by-person")
    assert full.said(*asking, "--own")["rows"]
    assert "--own tells them" in full.ok("league", *asking, *at)


def test_show_tells_the_record_and_what_was_logged_to_judges_alone(
    open_store: Store, open_league: League
) -> None:
    ids = ids_of(open_store) - {"ana"}  # a seat is called so, too
    word = re.compile(rf"(^|[^\w-])({'|'.join(map(re.escape, sorted(ids)))})($|[^\w-])")
    matches = [row["match_id"] for row in open_league.said("sql", "FROM matches")["rows"]]
    match = next(each for each in matches if each.endswith(":m"))
    told, own = (open_league.said("show", match, *how) for how in ((), ("--own",)))
    bare = [
        {
            **line,
            "line": None,
            "recorded_by": None,
            "message": NOBODY.sub("somebody", line["message"]),
        }
        for line in own["record"]
    ]
    assert bare != [{**line, "line": None, "recorded_by": None} for line in own["record"]]
    assert told["record"] == bare and not word.search(repr(told))
    assert [line["seq"] for line in bare] == [*range(1, told["heads"][-1]["seq"] + 1)]
    refused = next(line for line in own["record"] if line["line"] == "zoe strike 99")
    assert refused["standing"] == "illegal" and refused["rule"] and refused["message"]
    assert refused["recorded_by"] in ids
    at = ("--league", open_league.place)
    said = open_league.ok("league", "show", match, *at)
    assert f"{refused['seq']}. strike illegal: {refused['rule']}" in " ".join(said.split())
    assert "zoe strike 99" in open_league.ok("league", "show", match, "--own", *at)
    head = ("--head", told["heads"][-1]["hash"])
    assert "record" not in open_league.said("show", match, *head)
