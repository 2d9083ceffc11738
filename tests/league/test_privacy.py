"""No id of a person stands in what follows from matches (LEAGUE 8): pseudonyms do, in columns and
in the sentences of the referee. What a store calls a seat stays."""

import json
import re
from pathlib import Path

import msgspec
import pytest

from referee.games.registry import game_of, stream_ids
from storage.fact_tables import fact_tables
from storage.league.lake import Lake, place_at
from storage.league.people import (
    OWN_OF_STREAMS,
    Aliases,
    Mentions,
    columns_of,
    mentions_of,
    pseudonym_of,
)
from storage.proof.signatures import new_key
from tests.league.stores import League, Store, forged, new_league

HELD = {
    ("people", "person"),  # the one table that leads back, whose rows can be deleted
    ("entries", "payload"),  # as they were hashed
    ("entries", "recorded_by"),  # likewise
}
"""Where ids of persons are."""


def told(league: League, ids: set[str]) -> set[tuple[str, str]]:
    """The tables and columns of the lake in which any of these ids stands, as a word."""
    either = "|".join(map(re.escape, sorted(ids)))
    pattern = rf"(^|[^\w-])({either})($|[^\w-])"
    found = set()
    with Lake(place_at(league.place)) as lake:
        for table, columns in lake.types().items():
            texts = [column for column, kind in columns.items() if kind in ("VARCHAR", "LIST")]
            has = (f'bool_or(regexp_matches("{column}"::VARCHAR, $1))' for column in texts)
            if texts:
                (row,) = lake.rows(f'SELECT {", ".join(has)} FROM lake."{table}"', [pattern])
                found |= {
                    (table, column) for column, there in zip(texts, row, strict=True) if there
                }
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


@pytest.fixture(scope="module")
def open_once(open_store: Store, tmp_path_factory: pytest.TempPathFactory) -> League:
    return new_league(tmp_path_factory.mktemp("league"), open_store)


@pytest.fixture
def open_league(open_once: League, tmp_path: Path) -> League:
    """A league in which that store may publish."""
    return open_once.copy(tmp_path)


def test_no_id_of_a_person_stands_in_what_follows_from_matches(
    open_store: Store, open_league: League
) -> None:
    league, ids = open_league, ids_of(open_store)
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


def test_what_is_refused_names_nobody(
    open_store: Store, open_league: League, tmp_path: Path
) -> None:
    league = open_league
    parcel, key = open_store.parcel(), open_store.key.read_text()
    sent = forged(parcel, tmp_path, key, "UPDATE t SET recorded_by = 'p-bo' WHERE match_id = 'm'")
    (refused,) = league.take(sent, refused=True)["refused"]
    assert refused["what"] == "columns" and "recorded_by" in refused["why"]
    assert told(league, ids_of(open_store) - {"ana"}) == HELD


@pytest.mark.parametrize("act", ["again", "forget"])
def test_ids_that_an_older_program_has_left_go_with_new_facts_and_with_who_is_forgotten(
    act: str, open_store: Store, open_league: League
) -> None:
    league, ids = open_league, ids_of(open_store)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Aliases, "put", lambda _, match, game, told, rows: rows)
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


OPENING = (
    '{"event":{"seats":[{"seat":"ana","person":"bo"},{"seat":"bo","person":"ana"},'
    '{"seat":"b","person":"p-1","side":"red"}],"judges":{"Käthe":"judge"}}}'
)


def test_who_is_told_of_in_a_match_and_what_sentences_call_them() -> None:
    told = mentions_of(
        "wondervale",
        [
            OPENING,
            '{"event":{"type":"note","by":"jo \\"x\\"","text":"\\"by\\":\\"eve\\""}}',
            '{"event":{"type":"penalty","judge":"b"}}',
            '{"event":{"type":"insert","judge":"red","event":{"type":"note","by":"max"}}}',
            '{"event":{"type":"replace","by":"Snowlitt"}}',  # a card
        ],
    )
    assert told.persons == {"ana", "bo", "p-1", "Käthe", 'jo "x"', "max"}
    # who is called as another seat is: a sentence speaks of seats
    assert told.words == {each: each for each in told.persons} | {"ana": "bo", "bo": "ana"}


@pytest.mark.parametrize(
    ("person", "said", "due"),
    [
        ("ana", "ana's, (ana), not-ana, ana-2, anas", "{0}'s, ({0}), not-ana, ana-2, anas"),
        ("ana", "ana\u2019s, ana.", "{0}\u2019s, {0}."),
        ("Käthe", 'Käthe: Käthes, "Käthe"', '{0}: Käthes, "{0}"'),
        ("K", "Käthe, K.", "Käthe, {0}."),
        ("7", "has 7, limit 17 by XX-7.7, 0.7, 7.5", "has {0}, limit 17 by XX-7.7, 0.7, 7.5"),
        ("p.1+", "p.1+ p01+", "{0} p01+"),
        ('jo "x"', 'jo "x" draws', "{0} draws"),
    ],
)
def test_in_a_sentence_pseudonyms_take_the_place_of_whole_words(
    person: str, said: str, due: str, league: League
) -> None:
    place = place_at(league.place)
    told, pseudonym = Mentions({person}, {person: person}), pseudonym_of(place, "north", person)
    row = {"match_id": f"north:{person}", person: person, "message": said}
    lines = msgspec.json.Encoder().encode_lines([row])
    count, put = Aliases(place).put("north:m", "wondervale", told, {"verdicts": (1, lines)})[
        "verdicts"
    ]
    assert (count, json.loads(put)) == (1, row | {"message": due.format(pseudonym)})


def test_whatever_people_are_called_no_fact_is_another(tmp_path: Path) -> None:
    """But for the pseudonyms it is the same lake as where their ids tell nothing."""
    found = []
    for ids in (["7", "null", "a", "legal", "slip"], ["p-1", "p-2", "p-3", "p-4", "p-5"]):
        folder = tmp_path / ids[0]
        folder.mkdir()
        store = Store(folder, "north")
        store.key.write_text(new_key())
        store.open("m", "--by", ids[2], "--person", f"ana={ids[3]}", "--person", f"bo={ids[0]}")
        store.ok("log", "m", "ana draw 9", status=3)
        store.ok("tournament", "new", "open", "--by", ids[1], "--game", "wondervale")
        store.ok("tournament", "enter", "open", *ids, "--by", ids[1])
        league = new_league(folder, store)
        assert league.take(store.parcel())["new"] == 2
        key = {pseudonym_of(place_at(league.place), "north", id): n for n, id in enumerate(ids)}
        seated = "SELECT person FROM lake.seats UNION ALL SELECT player FROM "
        assert {key[row[0]] for row in league.rows(f"{seated}lake.fact_tournament__entered")} == {
            *range(5)
        }
        left_out = {"entries", "ledger", "people", "matches", "logged", "decisions"}
        lake = {table: repr(r) for table, r in league.content().items() if table not in left_out}
        for made, number in key.items():
            lake = {table: rows.replace(made, f"p{number}") for table, rows in lake.items()}
        found.append(lake)
    assert found[0] == found[1]


NO_PERSON = {
    *("rule", "stage", "how", "kind", "found", "what", "at", "cause", "cited", "board", "name"),
    *("match", "code", "path", "penalty", "standard"),
}
"""Columns of a tournament's facts that hold a word of the rules, a match, or a deck's name."""


def test_of_each_column_of_a_tournament_it_is_said_whether_somebody_stands_in_it() -> None:
    for stream in stream_ids():
        tables = fact_tables(game_of(stream).facts, stream).values()
        texts = {c.name for each in tables for c in each.columns if "VARCHAR" in c.type}
        told = {*OWN_OF_STREAMS.persons, *OWN_OF_STREAMS.sentences}
        assert texts - {"match_id"} == told | NO_PERSON
        ended = columns_of(f"fact_{stream}__contest_ended", ("a", "winner", "by"), stream=True)
        assert ended.persons == ("a", "winner"), "a slip is nobody"
        assert not told & NO_PERSON
