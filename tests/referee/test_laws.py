"""The laws of every game, each tried on a few random matches of each registered game.

``python -m tests.trials laws`` tries them on many. A game is here by being registered.
"""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from events.entry import verb
from events.event import Event
from events.notation import read, write
from referee.games.registry import game_ids, game_of, stream_ids
from tests.events.test_notation import FEW, stored, structs
from tests.laws import LAWS, known, trial

GAMES = game_ids()
MATCHES = {"grand_archive": 1, "warrift": 1}
"""On how many matches each law is tried here, where one costs seconds; two are a game's share."""
TRIED = [(law, game_id) for law in LAWS for game_id in GAMES]


@pytest.mark.parametrize(("law", "game_id"), TRIED)
def test_of_every_game(law: str, game_id: str):
    for seed in range(MATCHES.get(game_id, 2)):
        trial(law, game_id, seed)


@pytest.mark.parametrize("game_id", GAMES)
def test_few_words_of_a_game_change_nothing_or_cannot_be_left_out(game_id: str):
    assert len({*known(game_id).unheard.values()}) <= 10
    assert len({*known(game_id).needed.values()}) <= 10


@pytest.mark.parametrize("game_id", GAMES)
def test_every_game_has_a_truth_oracle_and_what_is_true_of_the_shipped_cards_is_accepted(
    game_id: str,
):
    assert known(game_id).truth["the shipped cards"](1, 40)["entries"] > 20


FOLDED = [*GAMES, *stream_ids()]
"""With what is no game for a table, such as a tournament."""
TYPES = [(game_id, kind) for game_id in FOLDED for kind in game_of(game_id).events]


@pytest.mark.parametrize(
    ("game_id", "kind"), TYPES, ids=[f"{game_id}-{verb(kind)}" for game_id, kind in TYPES]
)
@given(data=st.data())
@FEW
def test_any_event_is_read_back_from_its_line_and_its_json(
    game_id: str, kind: type[Event], data: st.DataObject
):
    codec = game_of(game_id).codec
    event: Any = data.draw(structs(kind))
    assert stored(read(write(event, codec), codec)) == stored(event)
    assert stored(codec.event(stored(event))) == stored(event)


@pytest.mark.parametrize("game_id", FOLDED)
def test_every_repair_says_how_it_is_written(game_id: str):
    for word, repair in game_of(game_id).repairs.items():
        written = (repair.__doc__ or "").split()[0]
        assert written.split(":")[0] == word
        assert len(written.split(":")) == 3, written
        assert "\n" not in (repair.__doc__ or ""), f"{word}: it is listed on a line of its own"
