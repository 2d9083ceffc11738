"""What pages say may be typed short: it means the same at the table and in the log."""

from pathlib import Path
from random import Random

import pytest

from cli.reading.door import event_of as read_line
from cli.reading.door.address import Situation, address
from cli.reading.matches import record_source
from events.notation import Malformed, read, split_words, write
from events.notation.words import SHORT
from referee.games.registry import game_ids
from referee.replay.replay import Replay
from tests.laws import drawn, played
from tests.pages import PAGES, blocks, shown

TYPED = {
    **{"dep": "deposit", "la": "lay", "e": "end", "dr": "draw"},
    **{"ac": "activate", "at": "attack"},
}
"""The verbs that pages and the help of the table cut short, in full."""


def test_the_short_verbs_of_the_pages_are_these() -> None:
    found = (each for page in PAGES for block in blocks(page) for each in shown(block))
    lines = [line for each in found if " table " in each.command for line in each.typed]
    words = {word for line in lines for part in line.split(";") for word in part.split()[:2]}
    assert words & TYPED.keys() == TYPED.keys()
    assert SHORT.items() <= TYPED.items()


@pytest.mark.parametrize("game_id", game_ids())
def test_a_short_verb_of_the_pages_is_understood_wherever_its_verb_is_offered(game_id: str) -> None:
    (game, catalog, _), events = played(game_id, 0)
    replay = Replay(game, catalog)
    met = 0
    for event in events[:150]:
        replay.add(event)
        if replay.state.over:
            break
        now = Situation.of(game, replay.table, "kim")
        for short, verb in TYPED.items():
            for seat in {o.seat for o in now.options if o.verb == verb}:
                for typed in (short, f"{seat} {short}"):
                    assert address(split_words(typed), now, ()).verb == verb, typed
                met += 1
    assert met or not TYPED.keys() & game.codec.by_verb.keys()


@pytest.mark.parametrize("game_id", game_ids())
def test_a_line_of_the_log_takes_the_shortest_verbs(game_id: str) -> None:
    chance = Random(1)
    game, catalog, first = drawn(game_id, chance)
    replay = Replay(game, catalog).extend([first])
    names = game.all_names(replay.table)
    for short, verb in SHORT.items():
        if verb not in game.codec.by_verb:
            continue
        seat = replay.state.seats[0]
        kind = game.codec.by_verb[verb]
        for line, said in ((f"{seat} {short}", None), (short, seat), (f"{seat} {short}", seat)):
            try:
                assert type(read(line, game.codec, seat=said, names=names)) is kind
            except Malformed as error:
                assert f"{verb} needs" in str(error), line


def test_e_ends_the_turn_in_a_game_that_has_no_verb_for_it() -> None:
    stolen = Path(__file__).parents[1] / "records" / "warrift" / "stolen.txt"
    asked, met = record_source(stolen, None), 0
    replay = Replay(asked.game, asked.match.catalog)
    for event in asked.events:
        if replay.opened and write(event, asked.game.codec).endswith(" step end"):
            met += 1
            seat = replay.state.active
            assert "end" not in asked.game.codec.by_verb
            for typed in ("e", f"{seat} e", f"{seat} E  # done"):
                assert read_line(typed, replay) == event
        replay.add(event)
    assert met > 10
    with pytest.raises(Malformed, match="more than one verb"):
        read_line("rina e 4", replay)
