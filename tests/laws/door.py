"""What is typed at the one door (:mod:`cli.reading.door`) means what it says."""

from random import Random

from cli.reading.door import event_of as read_line
from events.entry import settled
from events.notation import write
from referee.replay.replay import Replay
from referee.replay.simulate import event_of
from referee.verdict import applied
from tests.laws.law import law
from tests.laws.players import played
from tests.slips import slips

MOMENTS = 6
"""At how many moments of a match lines are typed."""


@law
def what_is_accepted_is_read_back_at_the_door_from_its_line(game_id: str, seed: int) -> None:
    """What was played, what is on offer, and what somebody does by mistake, at any moment."""
    (game, catalog, first), events = played(game_id, seed)
    chance = Random(f"{game_id} {seed}")
    for at in sorted(chance.sample(range(1, len(events)), min(MOMENTS, len(events) - 1))):
        match = Replay(game, catalog).extend([first, *events[1:at]])
        options = game.options(match.table)
        open_ones = [each for each in options if each.weight]
        offered = [
            event_of(game, each, chance)
            for each in chance.sample(open_ones, min(6, len(open_ones)))
        ]
        by_mistake = [each for each in slips(match, options, chance, 4) if each is not None]
        for event in (events[at], *offered, *by_mistake):
            if applied(match.would(event)):
                line = write(event, game.codec)
                assert read_line(line, match) == settled(event), line
