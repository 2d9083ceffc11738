"""No id of a person stands in what follows from matches (LEAGUE 8): pseudonyms do, in columns and
in the sentences of the referee. What a store calls a seat stays."""

import json
import re
from pathlib import Path

import pytest

from storage.error import LogError
from storage.exchange.transfer import tables
from storage.league.analysts import WITHHELD, narrow, require_asking
from storage.league.asking import asked
from storage.league.lake import Lake, LeagueError, place_at
from storage.league.people import Aliases, persons_of, pseudonym_of
from storage.proof.signatures import new_key
from tests.league.stores import League, Store, forged, new_league

HELD = {
    ("people", "person"),  # the one table that leads back, whose rows can be deleted
    ("entries", "payload"),  # as they were hashed
    ("entries", "recorded_by"),  # likewise
}
"""Where ids of persons are."""


def told(league: League, ids: set[str], store: str = "north") -> set[tuple[str, str]]:
    """The tables and columns of the lake in which any of these ids stands, as a word."""
    either = "|".join(map(re.escape, sorted(ids)))
    pattern = rf"(^|[^\w-])({either})($|[^\w-])"
    found = set()
    with Lake(place_at(league.place)) as lake:
        for table, columns in lake.types().items():
            for column, kind in columns.items():
                if kind in ("VARCHAR", "LIST") and lake.rows(
                    f'SELECT 1 FROM lake."{table}" '
                    f'WHERE regexp_matches("{column}"::VARCHAR, ?) LIMIT 1',
                    [pattern],
                ):
                    found.add((table, column))
    return found


def ids_of(store: Store) -> set[str]:
    """Every id of somebody that an entry of a store has."""
    found: set[str] = set()

    def look(value: object) -> None:
        if isinstance(value, dict):
            for key, each in value.items():
                if key in ("by", "judge", "person", "recorded_by") and isinstance(each, str):
                    found.add(each)
                look(each)
        elif isinstance(value, list):
            for each in value:
                look(each)

    rows = store.json("sql", "SELECT payload FROM entries")["rows"]
    for row in rows:
        look(json.loads(row["payload"]))
    players = "SELECT DISTINCT payload ->> '$.event.player' AS p FROM entries WHERE type = 'enter'"
    return found | {row["p"] for row in store.json("sql", players)["rows"]}


@pytest.fixture(scope="module")
def open_store(tmp_path_factory: pytest.TempPathFactory) -> Store:
    """A store with what was refused of a match and with an event; a seat is called as who sits
    there, another is not."""
    store = Store(tmp_path_factory.mktemp("open"), "north")
    store.key.write_text(new_key())
    store.open("m", "--by", "zmax", "--person", "bo=p-bo")
    store.ok(
        "log",
        "m",
        "--all",
        "zora appoint zoe judge; ana draw 9; lena appoint zoe judge; zoe strike 2",
        status=3,
    )
    store.ok("tournament", "new", "open", "--by", "mx", "--game", "wondervale")
    store.ok("tournament", "enter", "open", "pip", "--by", "mx")
    return store


def test_no_id_of_a_person_stands_in_what_follows_from_matches(
    open_store: Store, tmp_path: Path
) -> None:
    league, ids = new_league(tmp_path, open_store), ids_of(open_store)
    assert {"ana", "p-bo", "zora", "lena", "zoe", "zmax", "pip", "mx"} <= ids
    assert league.take(open_store.parcel())["new"] == 2
    assert told(league, ids - {"ana"}) == HELD
    in_seats = told(league, {"ana"}) - HELD
    assert in_seats and all(column in ("seat", "side") for _, column in in_seats), in_seats
    refused = league.rows("SELECT message FROM lake.verdicts")
    judge, who = (pseudonym_of(place_at(league.place), "north", each) for each in ("zora", "ana"))
    assert (f"nobody has said that {judge} appoints here",) in refused
    assert (f"{who} draws 9",) in refused
    assert {row[0] for row in league.rows("SELECT person FROM lake.people")} <= ids


def test_what_is_refused_names_nobody(open_store: Store, tmp_path: Path) -> None:
    league = new_league(tmp_path, open_store)
    parcel, key = open_store.parcel(), open_store.key.read_text()
    sent = forged(parcel, tmp_path, key, "UPDATE t SET recorded_by = 'p-bo' WHERE match_id = 'm'")
    (refused,) = league.take(sent, refused=True)["refused"]
    assert refused["what"] == "columns" and "recorded_by" in refused["why"]
    assert told(league, ids_of(open_store) - {"ana"}) == HELD


@pytest.mark.parametrize("act", ["again", "forget"])
def test_ids_that_an_older_program_has_left_go_with_new_facts_and_with_who_is_forgotten(
    act: str, open_store: Store, tmp_path: Path
) -> None:
    league, ids = new_league(tmp_path, open_store), ids_of(open_store)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Aliases, "put", lambda _, match, persons, rows: rows)
        league.take(open_store.parcel())
    ids.remove("ana")
    assert {("verdicts", "message"), ("seats", "person")} <= told(league, ids)
    if act == "again":
        with Lake(place_at(league.place), write=True) as lake, lake.transaction():
            lake.rows("UPDATE lake.ledger SET program = 'older'")
        league.said("take", "--again")
        assert told(league, ids) == HELD
        return
    with Lake(place_at(league.place), write=True) as lake, lake.transaction():
        lake.rows(
            "INSERT INTO lake.refused SELECT match_id, publisher, seq, hash, parcel, 'columns', "
            "1, 'recorded_by is p-bo, not ana p-bo', NULL, NULL, taken_at FROM lake.ledger"
        )
    for each in ("p-bo", "pip"):
        league.said("person", "forget", f"north:{each}")
    # who judged and who refereed, too: no entry is left to tell who they were
    assert told(league, ids - {"mx"}) == set()


def test_pseudonyms_take_the_place_of_whole_ids_alone(league: League) -> None:
    opening = (
        '{"event":{"seats":[{"seat":"ana","person":"ana"},{"seat":"b","person":"p-1"}],'
        '"judges":{"Käthe":"judge"}}}'
    )
    said = '{"event":{"type":"note","by":"jo \\"x\\"","judge":"b"}}'
    persons = persons_of("wondervale", [opening, said])
    assert persons.everywhere == {b"p-1"}
    assert persons.in_words == {b"ana", "Käthe".encode(), b'jo \\"x\\"'}
    place = place_at(league.place)
    ana, kathe = (pseudonym_of(place, "north", each) for each in ("ana", "Käthe"))
    row = (
        '{"match_id":"north:ana","ana":"ana",'
        '"message":"ana\'s, not-ana, anas, p-12 and Käthe: ana"}'
    )
    aliases = Aliases(place)
    put = aliases.put("north:ana", persons, {"verdicts": (1, row.encode())})["verdicts"]
    assert put == (
        1,
        f'{{"match_id":"north:ana","ana":"{ana}","message":"{ana}\'s, not-ana, anas, p-12 and '
        f'{kathe}: {ana}"}}'.encode(),
    )
    assert sorted(aliases.rows.values()) == [("north", "Käthe"), ("north", "ana")]


# -- analysts ------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def open_league(open_store: Store, tmp_path_factory: pytest.TempPathFactory) -> League:
    """A league that has taken what that store has."""
    league = new_league(tmp_path_factory.mktemp("analysed"), open_store)
    league.take(open_store.parcel())
    return league


def test_analysts_read_no_id_of_anybody_in_any_table_that_is_listed(
    open_store: Store, open_league: League
) -> None:
    ids = ids_of(open_store) - {"ana"}  # a seat is called so, too
    word = re.compile(rf"(^|[^\w-])({'|'.join(map(re.escape, sorted(ids)))})($|[^\w-])")
    filled = set()
    with asked(place_at(open_league.place)) as log:
        narrow(log)
        for each in tables(log):
            cursor = log.connection.execute(f'FROM "{each.name}"')
            columns, rows = [one[0] for one in cursor.description or ()], cursor.fetchall()
            assert columns == [column.name for column in each.columns]
            assert not {*columns} & {*WITHHELD.get(each.name, ())}
            assert not word.search(repr(rows)), each.name
            filled |= {each.name} if rows else set()
    assert {"entries", "illegal_entries", "rulings", "seats", "verdicts"} <= filled
    listed = {each["name"] for each in open_league.said("sql")["tables"]}
    assert filled <= listed
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
    with asked(place) as log:
        narrow(log)
        for query in PAST:
            with pytest.raises(LeagueError, match="analysts ask the tables that"):
                require_asking(log, query.format(data=open_league.place / "data"))
        for column in ("payload", "recorded_by"):
            with pytest.raises(LogError, match=column):
                log.rows(f"SELECT e.{column} FROM entries AS e")
        with pytest.raises(LeagueError, match="cannot be told"):
            require_asking(log, "EXPLAIN (FORMAT json) FROM entries")
