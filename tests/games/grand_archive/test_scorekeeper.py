"""What a scorekeeper of Grand Archive types."""

from dataclasses import replace
from statistics import mean

import pytest

from cli.reading.door.address import Situation
from cli.reading.door.hurried import read_part
from cli.venue.taps.typed import value
from events.grand_archive import Ability, Retaliate
from referee.choice import Some
from referee.option import Option
from referee.replay.replay import Replay
from tests.games.grand_archive.table import action, turn
from tests.golden import records, replayed
from tests.typist import before, decisions, typed

RECORDS = [name for name in records() if name.startswith("grand_archive/")]


def keys(record: str) -> list[int]:
    """The keys of each decision of a record, with the one behind it."""
    return [len(each.line) + 1 for each in decisions(record) if each.line]


def test_a_decision_takes_fewer_than_14_characters_over_all_records():
    assert mean(key for record in RECORDS for key in keys(record)) < 14


@pytest.mark.parametrize("record", RECORDS)
def test_a_decision_of_a_record_takes_fewer_than_15_characters(record: str):
    assert mean(keys(record)) < 15


def test_ga_19_4_the_ability_that_every_champion_has_is_typed_by_its_name():
    match = replayed(records()["grand_archive/final-1"])
    events = [entry.event for entry in match.record.entries]
    at = next(n for n, e in enumerate(events) if isinstance(e, Ability) and e.which == "enlighten")
    replay = Replay(match.game, match.replay.catalog).extend(events[:at])
    read = read_part("ab rika.champion which=enl", Situation.of(match.game, replay.table, "kim"))
    assert read == events[at]


@pytest.mark.parametrize("line", ["resolve", "resolve glimpse:2:1"])
def test_what_is_on_top_of_the_stack_resolves_unless_something_else_is_named(line: str):
    assert typed(before("grand_archive/final-1", 21), line) == [f"rika {line}"]
    named = 'rika resolve source="Scry the Skies"'
    assert typed(before("grand_archive/final-1", 21), "resolve source=scry") == [named]


@pytest.mark.parametrize(
    ("verb", "field", "meant"), [("activate", "aims", ["bo"]), ("attack", "target", "bo.champion")]
)
def test_a_name_that_is_typed_on_a_phone_is_a_player_or_the_champion_as_is_on_offer(
    verb: str, field: str, meant: object
):
    hex_ = action(
        "Hex", '{ do = "mill", player = "whose" }', aims='{ whose = { what = "player" } }'
    )
    match = turn(extra=hex_).hold("ana", "Hex")
    match.put("ana", "A1")
    assert value(match.replay.game, match.t, verb, field, "bo") == meant


def test_of_units_that_are_alike_each_is_meant_once_in_a_line():
    match = turn()
    match.put("bo", "A4")
    match.put("bo", "A4")
    units = Some({"A4.1": 1, "A4.2": 1}, 1, 2)
    offered = (Option("bo", "retaliate", {"units": units}),)
    now = replace(Situation.of(match.game, match.t, "kim"), options=offered)
    assert read_part("bo retaliate a4 a4", now) == Retaliate("bo", ("A4.1", "A4.2"))
