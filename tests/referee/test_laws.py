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
from referee.game import Game
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


FOUND = [
    ("grand_archive", 11000494, "the_cards_that_were_dealt_explain_what_was_logged"),
    ("grand_archive", 11000650, "what_a_refusal_suggests_is_accepted_as_it_stands"),
    ("grand_archive", 11000682, "what_is_told_of_several_fields_together_is_accepted"),
    ("grand_archive", 11000751, "whatever_a_judge_rules_the_match_goes_on_and_replays"),
    ("grand_archive", 15000056, "what_is_said_changes_something_or_agrees"),
    ("grand_archive", 15000241, "a_match_by_the_options_comes_to_its_end"),
    ("legacy_of_conflict", 11300234, "what_follows_a_refused_entry_is_as_if_it_were_a_remark"),
    ("tower_wizwar", 11200221, "every_option_makes_an_entry_that_is_accepted"),
    ("tower_wizwar", 11200229, "a_hand_that_is_told_is_believed_and_one_that_is_not_there_refused"),
    ("tower_wizwar", 12000684, "what_is_told_of_several_fields_together_is_accepted"),
    ("tower_wizwar", 12000696, "what_is_told_of_several_fields_together_is_accepted"),
    ("tower_wizwar", 11200557, "what_follows_a_refused_entry_is_as_if_it_were_a_remark"),
    ("tower_wizwar", 11200437, "a_slip_is_refused_and_leaves_no_trace_or_was_offered"),
    ("tower_wizwar", 11200633, "a_slip_is_refused_and_leaves_no_trace_or_was_offered"),
    ("warrift", 11100264, "a_slip_is_refused_and_leaves_no_trace_or_was_offered"),
]
"""Matches in which a law was broken once, by what few others would meet."""


@pytest.mark.parametrize(("game_id", "seed", "law"), FOUND)
def test_where_a_law_was_broken_it_holds(
    game_id: str, seed: int, law: str, monkeypatch: pytest.MonkeyPatch
):
    """Those matches were drawn from all options, asked about before."""
    monkeypatch.setattr(Game, "offered", lambda game, t: game.options(t))
    trial(law, game_id, seed)


def test_an_ability_is_asked_about_alone_on_the_table_as_it_will_be():
    trial("who_asks_about_one_thing_alone_is_offered_what_all_are_offered", "grand_archive", 4)


@pytest.mark.parametrize("game_id", GAMES)
def test_few_words_of_a_game_change_nothing_or_cannot_be_left_out(game_id: str):
    game = known(game_id)
    assert len({*game.unheard.values(), *game.brief.values(), *game.twice.values()}) <= 10
    assert len({*game.needed.values()}) <= 10


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
