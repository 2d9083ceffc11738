"""No id of a person stands in what follows from matches (LEAGUE 8): pseudonyms do, in columns and
in the sentences of the referee. What a store calls a seat stays."""

import json
import re
from pathlib import Path

import pytest

from storage.league.lake import Lake, place_at
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
