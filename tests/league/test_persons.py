"""Persons of several stores: joined by their consent, and forgotten."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from unittest.mock import ANY

import duckdb
import pytest

from storage.league.keeping import persons
from storage.league.lake import LeagueError, place_at
from storage.proof.signatures import new_key
from tests.league.conftest import Shared
from tests.league.stores import MATCHES, PLAYED, League, Store

ASKED = (
    "FROM (SELECT DISTINCT match_id, person FROM seats) SELECT person, count(*) AS n "
    "GROUP BY ALL ORDER BY ALL"
)


def played(league: League) -> list[tuple[str, int]]:
    """How many matches each person has, as statistics have it."""
    rows = league.said("sql", ASKED, "--own")["rows"]
    return [(row["person"], row["n"]) for row in rows]


def codes(shared: Shared, one: str = "p-ana", other: str = "p-ana") -> tuple[str, str]:
    """The codes of two desks."""
    north, south = (shared.stores[name] for name in ("north", "south"))
    first = consent(north, one)
    return first, consent(south, other, "--with", first)


def consent(store: Store, person: str, *more: str) -> str:
    """The code that a store's desk shows."""
    words = (
        "league",
        "person",
        "consent",
        person,
        "--publisher",
        store.name,
        "--key",
        store.key,
        *more,
    )
    code: str = store.json(*words)["code"]
    assert store.ok(*words) == f"{code}\n"
    return code


def test_persons_of_two_stores_are_one_once_both_desks_have_said_so(
    full: League, shared: Shared
) -> None:
    before = played(full)
    assert len(before) == 4 and all(n == MATCHES for _, n in before)
    done = full.said("person", "join", *codes(shared))
    after = played(full)
    assert (done["one"], done["other"]) == ("north:p-ana", "south:p-ana")
    assert dict(after)[done["pseudonym"]] == 2 * MATCHES and len(after) == 3
    said = full.ok("league", "person", "join", *codes(shared, "p-bo"), "--league", full.place)
    assert "are one person" in said
    # all four are one now, also where a code is taken twice
    assert full.said("person", "join", *codes(shared, "p-bo", "p-bo"))["one"] == "north:p-bo"
    assert [n for _, n in played(full)] == [2 * MATCHES]


def test_a_code_counts_for_its_person_its_store_and_its_days(
    league: League, full: League, shared: Shared
) -> None:
    first, second = codes(shared)
    place, at = place_at(full.place), ("--league", full.place)
    for one, other, said in (
        (second, first, "is not signed by"),
        (first, consent(shared.stores["south"], "p-ana"), "for the other code"),
        (first.replace("p-ana", "p-bo"), second, "north:p-bo is not signed by north"),
        (first[:-3] + "AAA", second, "is not signed by north"),
        ("north", second, "no code of a person; expected STORE:PERSON:DAY:SIGNATURE"),
    ):
        assert said in full.error("league", "person", "join", one, other, *at)
    later = datetime.now(UTC) + timedelta(days=persons.DAYS + 1)
    with pytest.raises(LeagueError, match="has lapsed"):
        persons.join(place, first, second, later)
    nothing = ("league", "person", "join", first, second, "--league", league.place)
    assert "nothing of north:p-ana has come in" in league.error(*nothing)
    north = shared.stores["north"]
    words = ("league", "person", "consent", "p-zoe", "--publisher", "north", "--key", north.key)
    assert "nobody has played as p-zoe" in north.error(*words)
    same = ("league", "person", "consent", "p-ana", "--publisher", "north", "--key", north.key)
    assert "of another store" in north.error(*same, "--with", first)
    assert len(played(full)) == 4


def test_who_is_forgotten_stands_in_no_entry_and_no_parcel_and_comes_not_again(
    full: League, shared: Shared, tmp_path: Path
) -> None:
    full.said("person", "join", *codes(shared))
    verdicts = full.rows("SELECT count(*) FROM lake.verdicts")
    done = full.said("person", "forget", "north:p-ana")
    assert (len(done["matches"]), len(done["parcels"]), done["others"]) == (MATCHES, 1, [])
    assert full.rows("SELECT DISTINCT split_part(match_id, ':', 1) FROM lake.entries") == [
        ("south",)
    ]
    assert full.rows("SELECT count(*) FROM lake.verdicts") == verdicts
    assert full.rows("SELECT person FROM lake.people WHERE publisher = 'north'") == [("p-bo",)]
    assert [n for _, n in played(full)] == [MATCHES] * 4
    assert not (full.place / "parcels" / "north" / done["parcels"][0]).exists()
    at = ("--league", full.place)
    assert "nothing of north:p-ana" in full.error("league", "person", "forget", "north:p-ana", *at)
    (refused,) = full.take(shared.parcels["north"], refused=True)["refused"]
    assert (refused["what"], "was forgotten" in refused["why"]) == ("forgotten", True)
    packet = ("league", "packet", done["matches"][0], "-o", tmp_path / "x", *at)
    assert "was forgotten" in full.error(*packet)
    assert full.said("verify")["matches"] == MATCHES
    full.said("tidy", "--keep", "2100-01-01", "--now")
    kept = [path.read_bytes() for path in full.place.rglob("*") if path.is_file()]
    assert not any(b"north:p-ana" in each for each in kept)
    # a catalog that was made again forgets the same
    (full.place / "catalog.ducklake").unlink()
    full.said("tidy", "--catalog")
    full.add(shared.stores["north"])
    assert full.take(shared.parcels["north"], refused=True)["refused"][0]["what"] == "forgotten"


def test_a_judge_and_who_is_spoken_of_in_a_note_are_found_when_they_are_forgotten(
    full: League, shared: Shared, north: Store
) -> None:
    """Also in what was set aside, and in the other side of a fork, which the lake has not."""
    at = ("--league", full.place)
    north.add_note(f"{PLAYED}-3-1", "ask-p-zoe")
    north.add_note(f"{PLAYED}-3-2", "p-zoe")
    other = shared.stores["north"].copy(full.folder)
    other.add_note(f"{PLAYED}-3-2", "p-zoes")
    full.take(other.parcel(f"{PLAYED}-3-2"))
    fork = north.parcel(f"{PLAYED}-3-2")
    full.take(fork, refused=True)
    full.take(north.parcel(f"{PLAYED}-3-1"))
    nobody = ("league", "person", "forget")
    assert "nothing of south:p-zoe" in full.error(*nobody, "south:p-zoe", *at)
    done = full.said("person", "forget", "north:p-zoe")
    assert (done["matches"], done["parcels"]) == ([f"north:{PLAYED}-3-2"], ANY)
    assert fork.name in done["parcels"]
    kept = [path.read_bytes() for path in (full.place / "parcels").rglob("*.parquet")]
    with duckdb.connect() as connection:
        every = f"{full.place}/parcels/*/*/entries.parquet"
        assert connection.execute(
            f"SELECT count(*) FROM read_parquet('{every}') WHERE contains(payload, '\"p-zoe\"')"
        ).fetchone() == (0,)
    assert kept and full.said("person", "forget", "north:lena")["matches"] == [
        f"north:{PLAYED}-3-1"
    ]


def test_who_is_named_in_an_opening_alone_is_forgotten_and_nobody_of_a_longer_name(
    league: League, north: Store
) -> None:
    north.open("k", "--judge", "kim=head")
    north.open("j", "--judge", "Käthe")
    north.ok("log", "j", 'Käthe note text="ask Kät, or 9.5 of them"')
    league.take(north.parcel("k", "j"))
    at = ("--league", league.place)
    for nobody in ("K", "the", "5", "9"):
        assert f"nothing of north:{nobody}" in league.error(
            *("league", "person", "forget", f"north:{nobody}", *at)
        )
    assert league.said("person", "forget", "north:kim")["matches"] == ["north:k"]
    assert league.said("person", "forget", "north:Kät")["matches"] == ["north:j"]


def test_a_match_in_which_a_text_has_a_name_is_left_out_of_parcels(north: Store) -> None:
    words = ("league", "parcel", "--publisher", "north", "--key", north.key, "-o", north.folder)
    north.ok("people", "set", "p-1", "Zoe Lang")
    north.ok("people", "set", "p-2", "Zoe")
    north.add_note(f"{PLAYED}-3-1", '"for zoe  lang"')
    north.add_note(f"{PLAYED}-3-2", '"zoe langer"')
    assert north.json(*words)["named"] == []
    north.add_note(f"{PLAYED}-3-1", '"then ZOE LANG left"')
    last = len(north.chain(f"{PLAYED}-3-1"))
    done = north.json(*words)
    assert (done["matches"], done["named"]) == (1, [{"match": f"{PLAYED}-3-1", "entry": last}])
    said = north.run(*map(str, words))
    assert f"{PLAYED}-3-1 is left out: entry {last} has the name of somebody" in said.stderr
    north.ok("people", "set", "p-3", "Lena")
    assert "lena is a name" in north.error(*words)


def test_a_match_in_which_a_seat_is_called_as_who_sits_there_is_left_out(tmp_path: Path) -> None:
    store = Store(tmp_path, "north")
    store.key.write_text(new_key())
    store.open("a", "--person", "ana=p-1", "--person", "bo=p-2")
    drawn = ("-s", "p-0a1b2c3d=frost-and-sand", "-s", "p-9x8y7z6w=city-and-canopy")
    store.ok("new", "drawn", "--game", PLAYED, *drawn)
    words = ("league", "parcel", "--publisher", "north", "--key", store.key, "-o", store.folder)
    told = store.json(*words)
    assert (told["matches"], told["seats"]) == (2, [])
    store.open("b", "--person", "ana=p-1")
    store.ok("people", "set", "p-1", "Ana")
    told = store.json(*words)
    seats = [{"match": "a", "seat": "ana"}, {"match": "b", "seat": "ana"}]
    assert (told["matches"], told["seats"]) == (1, seats)
    said = store.run(*map(str, words)).stderr
    assert "2 matches left out: a seat is called as who sits there, as ana of a" in said
    told = store.json(*words, "--told-seats")
    assert (told["matches"], told["seats"]) == (3, seats)


def test_seats_are_counted_where_ids_are_drawn(tmp_path: Path) -> None:
    store = Store(tmp_path, "north")
    store.key.write_text(new_key())
    who = ("-s", "ana=frost-and-sand", "-s", "p1=city-and-canopy", "--person", "p1=p-b")
    assert "ana sits at p2" in store.ok("new", "m", "--game", PLAYED, *who, "--opaque")
    store.ok("log", "m", "p2 standard-health")
    words = ("league", "parcel", "--publisher", "north", "--key", store.key, "-o", store.folder)
    told = store.json(*words)
    assert (told["matches"], told["seats"]) == (1, [])
    said = store.json("sql", "SELECT payload FROM entries")["rows"]
    assert not any('"ana"' in row["payload"] for row in said)


def test_a_player_of_a_tournament_who_has_opted_out_is_in_no_parcel(tmp_path: Path) -> None:
    store = Store(tmp_path, "north")
    store.ok("tournament", "new", "open", "--by", "mx", "--game", "wondervale")
    store.ok("tournament", "enter", "open", "pip-dubois", "--by", "mx")
    assert "1 of this log" in store.ok("people", "opt-out", "pip-dubois")


def test_ids_that_tell_nothing_are_drawn_where_a_log_is_to_be_published(tmp_path: Path) -> None:
    store = Store(tmp_path, "north")
    listed = tmp_path / "players.csv"
    listed.write_text("Pip Dubois\nKäthe\nid-given,Max\n")
    store.ok("tournament", "new", "open", "--by", "mx", "--game", "warrift")
    entered = ("tournament", "enter", "open", "--by", "mx", "--file", listed, "--opaque")
    store.ok(*entered)
    store.ok(
        "new",
        "m",
        "--game",
        "warrift",
        "-s",
        "ana=arbiter",
        "-s",
        "bo=necromancer",
        "--opaque",
        "--person",
        "bo=p-b",
    )
    people = store.json("people", "list")["people"]
    drawn = {name for id, name in people.items() if id[:2] == "p-" and len(id) == 10}
    assert drawn == {"Pip Dubois", "Käthe", "ana"}
    assert people["id-given"] == "Max" and "p-b" not in people
    said = store.json("sql", "SELECT payload FROM entries")["rows"]
    assert not any(name in row["payload"] for row in said for name in ("Pip", "pip", "thee"))
    assert "--file FILE" in store.error(
        "tournament", "enter", "open", "zoe", "--by", "mx", "--opaque"
    )
