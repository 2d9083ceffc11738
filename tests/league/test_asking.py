"""A league is asked as a log is: the same rows, but for the store before each id (LG-6)."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from storage.league.lake import Lake, Place, place_at
from storage.league.people import pseudonym_of
from storage.league.taking.intake import take
from storage.league.telling.queries import asked, draw
from storage.log import Log
from storage.projection import refresh
from storage.proof.signatures import new_key
from storage.season.all_persons import rows_of_all
from storage.statistics import Figure, Filters, Known, all_statistics, entries_behind, run
from tests.league.conftest import Shared
from tests.league.stores import MATCHES, PLAYED, League, Store, new_league

ONE = f"{PLAYED}-3-1"


def plain(value: Any, people: dict[str, str]) -> Any:
    """A value of the league as the one store has it: without its id, and with the id of a person
    in the place of a pseudonym."""
    if isinstance(value, list | tuple):
        return [plain(each, people) for each in value]
    if isinstance(value, float):
        return round(value, 9)  # sums are of parts in another order
    if isinstance(value, str):
        return people.get(value, value.removeprefix("north:"))
    return value


@contextmanager
def at_hand(place: Place) -> Iterator[Log]:
    """A league to be asked whose tables were read once, so that a hundred statistics are quick."""
    with Lake(place) as lake:
        lake.rows("SET threads = 1")
        lake.rows("ATTACH ':memory:' AS read_once")
        for table in lake.tables():
            lake.rows(f'CREATE TABLE read_once."{table}" AS FROM lake."{table}"')
        lake.rows("DETACH lake")
        lake.rows("ATTACH ':memory:' AS lake")
        lake.rows("COPY FROM DATABASE read_once TO lake")
        lake.rows("DETACH read_once")
        log = lake.log()
        draw(lake, log)
        yield log


class Asked(NamedTuple):
    """What a statistic comes to."""

    here: Figure  # over a log
    there: Figure  # over a league that has taken it
    same: bool  # but for ids and pseudonyms, and resting on the same entries


class Compared(NamedTuple):
    """Every statistic over a log and over a league."""

    people: dict[str, str]  # pseudonyms, each with the id
    figures: dict[str, Asked]


@pytest.fixture(scope="module")
def compared(shared: Shared, tmp_path_factory: pytest.TempPathFactory) -> Compared:
    """Of a log with every game and an event."""
    folder = tmp_path_factory.mktemp("compared")
    store = shared.stores["north"].copy(folder)
    for game in {each.game for each in all_statistics().values()} - {"", PLAYED, "tournament"}:
        store.ok("simulate", game, "-n", 1, "--seed", 10, "--import")
    event = ("cup", "--players", 4, "--rounds", 2, "--best-of", 1, "--game", PLAYED)
    store.ok("tournament", "simulate", *event)
    with Log.open(store.log, write=True) as log:
        refresh(log)
    league = shared.league.copy(folder)
    league.take(store.parcel())
    place = place_at(league.place)
    found = {}
    with Log.open(store.log) as own, at_hand(place) as lake:
        own.rows("SET threads = 1")
        persons = [row[0] for row in own.rows("SELECT DISTINCT person FROM seats")]
        people = {pseudonym_of(place, "north", each): each for each in persons}
        known: tuple[Known, Known] = ({}, {})
        for number, name in enumerate(all_statistics()):
            here = run(own.connection, name, known=known[0])
            there = run(lake.connection, name, known=known[1])
            same = sorted(map(repr, plain(here.rows, {}))) == sorted(
                map(repr, plain(there.rows, people))
            )
            if number % 5 == 0:  # one macro for all, and each costs as much as the statistic
                behind = entries_behind(own.connection, name)
                same &= plain(entries_behind(lake.connection, name), people) == plain(behind, {})
            found[name] = Asked(here, there, same)
    return Compared(people, found)


PICKED = {
    "advantage": "it is told from nine tenths of the others, picked by the hash of their ids",
    "advantage-calibration": "it picks a side of each match by the hash of its id",
    "first-by-matchup": "likewise",
    "luck": "likewise",
    "wins-by-luck": "likewise",
}
"""Statistics whose rows may be others where ids are, with the reason."""


def test_every_statistic_comes_to_the_same_over_a_league_and_a_log(compared: Compared) -> None:
    differ = {
        name
        for name, each in compared.figures.items()
        if not each.same or (each.here.n, each.here.editions) != (each.there.n, each.there.editions)
    }
    assert differ <= PICKED.keys()


def test_no_figure_that_is_told_names_anybody(compared: Compared) -> None:
    """Whatever a column is called: this finds the statistic whose keys would have to be in WHO."""
    word = re.compile("|".join(compared.people))
    named = set()
    for name, (_, figure, _) in compared.figures.items():
        named |= {name} if word.search(repr(figure.rows)) else set()
        _, rows = rows_of_all(figure.columns, figure.rows)
        assert not word.search(repr(rows)), name
    assert {"dice-fairness", "time-per-turn-by-person"} <= named


def test_a_season_is_of_the_openings_in_it_and_of_its_game(full: League, tmp_path: Path) -> None:
    at = ("--league", full.place)
    (last,) = full.rows("SELECT max(opened_at)::DATE::VARCHAR FROM lake.matches")[0]
    for name, since, until in (
        ("whole", "2026-01-01", last),
        ("none", "2025-01-01", "2025-12-31"),
    ):
        full.ok("league", "season", "add", name, "--from", since, "--until", until, *at)
    whole = full.said("stats", "wins-by-seat", "--season", "whole")
    assert whole["matches"] == 2 * MATCHES
    assert full.said("stats", "wins-by-seat", "--season", "none")["matches"] == 0
    narrowed = full.said("sql", "SELECT count(*) AS n FROM entries", "--season", "none")
    assert narrowed["rows"] == [{"n": 0}]
    assert full.said("sql", "FROM matches", "--game", "chess")["rows"] == []


def test_a_store_whose_clock_is_wrong_is_in_the_season_of_its_openings_and_taken_when_it_was(
    league: League, north: Store
) -> None:
    """Years before the season, or after it: the time of the league alone says when it came."""
    at = ("--league", league.place)
    for match, when in (("early", "2001-02-03 10:00"), ("late", "2091-02-03 10:00")):
        north.open(match, "--at", when)
        days = ("--from", f"{when[:4]}-01-01", "--until", f"{when[:4]}-12-31")
        league.ok("league", "season", "add", match, *days, *at)
    before = datetime.now(UTC).replace(tzinfo=None, microsecond=0)
    assert league.take(north.parcel("early", "late"))["new"] == 2
    for match in ("early", "late"):
        found = league.said("sql", "SELECT match_id FROM matches", "--season", match)["rows"]
        assert found == [{"match_id": f"north:{match}"}]
    taken = league.rows("SELECT DISTINCT taken_at FROM lake.ledger")
    assert all(before <= moment for (moment,) in taken) and len(taken) == 1
    clocks = league.said("stats", "clocks")["rows"]
    assert [(each["mark"], each["n"]) for each in clocks] == [("ahead", 1)]


def test_a_table_as_it_was_published_can_be_counted_again(
    league: League, shared: Shared, north: Store
) -> None:
    league.take(shared.parcels["north"])
    published = league.said("stats", "rulings")
    moment = datetime.now(UTC).isoformat()
    league.take(shared.parcels["south"])
    assert league.said("stats", "rulings") != published
    assert league.said("stats", "rulings", "--as-of", moment) == published


def test_a_lake_of_an_older_program_is_asked_and_gets_its_columns_when_it_takes(
    league: League, shared: Shared
) -> None:
    """Columns are only added (LG-9): nothing is there until it is put in by a program that has it;
    a fact that is new is a table that is empty."""
    league.take(shared.parcels["north"])
    with Lake(place_at(league.place), write=True) as lake:
        lake.rows("ALTER TABLE lake.verdicts DROP COLUMN standing")
        lake.rows("DROP TABLE lake.fact_die_rolled")
    count = "SELECT count(standing) AS n, count(*) AS whole FROM verdicts"
    (before,) = league.said("sql", count)["rows"]
    assert before["n"] == 0 < before["whole"]
    assert league.said("sql", "FROM fact_die_rolled")["rows"] == []
    league.take(shared.parcels["south"])
    (after,) = league.said("sql", count)["rows"]
    assert after["n"] == after["whole"] - before["whole"] > 0
    assert league.said("sql", "SELECT count(*) AS n FROM fact_die_rolled")["rows"][0]["n"]
    with Lake(place_at(league.place), write=True) as lake, lake.transaction():
        lake.rows("UPDATE lake.ledger SET program = 'older' WHERE publisher = 'north'")
    league.said("take", "--again")
    (whole,) = league.said("sql", count)["rows"]
    assert whole["n"] == whole["whole"] == after["whole"]


def test_who_asks_neither_waits_nor_makes_anybody_wait(full: League, shared: Shared) -> None:
    place = place_at(full.place)
    with asked(place) as log:
        before = log.rows("SELECT count(*) FROM entries")
        assert take(place, [*shared.parcels.values()]).known == 2 * MATCHES
        assert log.rows("SELECT count(*) FROM entries") == before


def test_a_filter_works_over_a_league_as_over_a_log(full: League) -> None:
    with asked(place_at(full.place)) as log:
        one = run(log.connection, "match-length", Filters(match=f"north:{ONE}"))
        assert one.n == 1
        (person,) = log.rows("SELECT person FROM seats ORDER BY ALL LIMIT 1")[0]
        assert run(log.connection, "wins-by-seat", Filters(person=person)).n == MATCHES


def test_who_has_won_is_one_person_over_stores_as_who_has_played(tmp_path: Path) -> None:
    stores = [Store(tmp_path, name) for name in ("north", "south")]
    for store in stores:
        store.key.write_text(new_key())
        event = ("cup", "--players", 4, "--rounds", 2, "--best-of", 1)
        store.ok("tournament", "simulate", *event, "--seed", 1)
    league = new_league(tmp_path, *stores)
    league.take(*(store.parcel() for store in stores))
    won = "SELECT winners FROM lake.fact_match_ended WHERE match_id = 'south:cup'"
    (((pseudonym,),),) = league.rows(won)
    asked = f"SELECT person FROM lake.people WHERE pseudonym = '{pseudonym}'"
    ((person,),) = league.rows(asked)
    codes: list[str] = []
    for store in stores:
        words = ("league", "person", "consent", person, "--publisher", store.name)
        more = ("--with", codes[0]) if codes else ()
        codes.append(store.json(*words, "--key", store.key, *more)["code"])
    one = league.said("person", "join", *codes)["pseudonym"]
    assert one != pseudonym
    with at_hand(place_at(league.place)) as log:
        assert log.rows("SELECT DISTINCT winners FROM fact_match_ended") == [([one],)]
        entered = "SELECT count(*) FROM fact_tournament__entered WHERE player = ?"
        assert log.rows(entered, [one]) == [(2,)]
    done = league.said("person", "forget", f"south:{person}")
    assert done["matches"] == ["south:cup"]


def test_ratings_and_profiles_over_stores_are_those_of_logs_and_of_persons_who_are_joined(
    tmp_path: Path,
) -> None:
    stores = [Store(tmp_path, name) for name in ("north", "south")]
    for seed, store in enumerate(stores):
        store.key.write_text(new_key())
        played = ("tournament", "simulate", "cup", "--players", 4, "--rounds", 2, "--best-of", 1)
        store.ok(*played, "--seed", seed)
    league = new_league(tmp_path, *stores)
    league.take(*(store.parcel() for store in stores))

    def figures(found: Any) -> list[tuple[Any, ...]]:
        return sorted((e["mu"], e["sigma"], e["n"], e["wins"]) for e in found["ratings"])

    alone = [figures(store.json("tournament", "ratings")) for store in stores]
    assert figures(league.said("ratings", "--own")) == sorted(alone[0] + alone[1])
    codes: list[str] = []
    for store in stores:
        words = ("league", "person", "consent", "ana", "--publisher", store.name)
        more = ("--with", codes[0]) if codes else ()
        codes.append(store.json(*words, "--key", store.key, *more)["code"])
    one = league.said("person", "join", *codes)["pseudonym"]
    both = {e["player"]: e["n"] for e in league.said("ratings", "--own")["ratings"]}
    each = [
        next(e["n"] for e in s.json("tournament", "ratings")["ratings"] if e["player"] == "ana")
        for s in stores
    ]
    assert both[one] == sum(each)
    days = ("--from", "2000-01-01", "--until", "2999-12-31")
    league.ok("league", "season", "add", "all", *days, "--game", PLAYED, "--league", league.place)
    assert len(league.said("ratings", "--season", "all", "--own")["ratings"]) == len(both)
    # and what a player has played, in both stores, with the places at the end
    profile = league.said("profile", "south:ana", "--own")
    places = {
        f"{store.name}:cup": store.json("tournament", "profile", "ana")["events"][0]["place"]
        for store in stores
    }
    assert {e["event"]: e["place"] for e in profile["events"]} == places
    assert profile["record"] == league.said("profile", "north:ana", "--own")["record"]
    other = next(e["player"] for e in profile["opponents"])
    ((whose, who),) = league.rows(
        f"SELECT publisher, person FROM lake.people WHERE pseudonym = '{other}'"
    )
    league.said("person", "forget", f"{whose}:{who}")
    left = {e["event"]: e["place"] for e in league.said("profile", "south:ana", "--own")["events"]}
    assert left == places | {f"{whose}:cup": None}
    nobody = ("league", "profile", "north:zoe", "--own", "--league", league.place)
    assert "nothing of north:zoe has come in" in league.error(*nobody)
