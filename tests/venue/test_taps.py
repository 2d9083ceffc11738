"""What may be tapped: every option has a button, and a whole match is few taps."""

from collections.abc import Sequence
from functools import cache

import pytest
from msgspec import json

from cli.venue.taps.offered import buttons
from cli.venue.view import Button
from referee.games.registry import game_ids
from referee.option import Option
from referee.replay.replay import Replay
from tests.laws import played

GAMES = game_ids()
SEEDS = range(2)
EVERY = 7
"""The options are looked at after so many entries of a match."""


@cache
def looked_at(game_id: str) -> list[tuple[Replay, list[Option], tuple[Button, ...]]]:
    """Options and buttons throughout random matches; the replays stand at their ends."""
    found = []
    for seed in SEEDS:
        opened, events = played(game_id, seed)
        match = Replay(opened.game, opened.catalog)
        for number, event in enumerate(events):
            match.add(event)
            if number % EVERY == 0 and not match.state.over:
                options = opened.game.options(match.table)
                found.append((match, options, buttons(options, opened.game.codec)))
    return found


def every(offered: Sequence[Button]) -> list[Button]:
    """All buttons, and those that they open."""
    return [each for button in offered for each in (button, *every(button.opens))]


def leaves(offered: Sequence[Button]) -> list[Button]:
    """All buttons that log something."""
    return [button for button in every(offered) if not button.opens]


@pytest.mark.parametrize("game_id", GAMES)
def test_every_option_has_a_button(game_id: str):
    for match, options, offered in looked_at(game_id):
        events = [leaf.event for leaf in leaves(offered)]
        for option in options:
            given = {name: o[0] for name, c in option.fields.items() if (o := c.only())}
            wanted = json.decode(json.encode({"type": option.verb, **given}))
            assert any(wanted.items() <= event.items() for event in events), (match.events, option)


@pytest.mark.parametrize("game_id", GAMES)
def test_no_two_buttons_of_a_seat_say_the_same(game_id: str):
    for _, _, offered in looked_at(game_id):
        told = [(button.seat, button.label) for button in every(offered)]
        assert len(set(told)) == len(told)
