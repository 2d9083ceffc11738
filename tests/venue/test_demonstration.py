"""The hall that plays by itself can be looked at with every game."""

from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from cli.venue.access.home_tables import place_of_match
from cli.venue.demonstration.players import Players
from cli.venue.demonstration.tournament import EVENT, set_up
from referee.games.registry import game_ids, game_of
from storage.log import Log
from storage.match import Match
from tests.tournament.logged import logs


@pytest.mark.parametrize("game", game_ids())
def test_each_table_has_a_match_in_each_round_whatever_is_played(game: str, tmp_path: Path) -> None:
    path = tmp_path / "hall.duckdb"
    set_up(path, game_of(game))
    with Log.open(path, write=True) as log:
        first = _matches(log, 1)
        for each in first:
            logs(log, f"{each.replay().state.seats[0]} concede", each.id)
        assert Players(cast(Any, None), 1, Random(1))._go_on(log)
        for matches in (first, _matches(log, 2)):
            assert len(matches) == 8
            assert all(each.replay().opened for each in matches)


def _matches(log: Log, number: int) -> list[Match]:
    """The matches of a round."""
    known = [log.live(row.id) for row in log.matches() if row.id != EVENT]
    places = [(place_of_match(each), each) for each in known]
    return [each for place, each in places if place is not None and place.round == number]
