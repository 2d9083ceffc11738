"""What play can reach, repairs can set."""

import re
from itertools import takewhile
from random import Random

from events.common import Adjust, Begins, Change
from referee.game import Panel
from referee.replay.replay import Replay
from referee.verdict import applied
from tests.laws.known import known
from tests.laws.law import law
from tests.laws.players import played

MOMENTS = 4
"""At how many moments of a match its table is set up anew."""
_KNOWN = re.compile(r", known: [^;]*| \(known: .*?\)(?=;|$)")
_PARTS = re.compile(r":(?! )")
"""What parts a repair; a colon within a name has a space behind it."""


@law
def what_play_reaches_repairs_set(game_id: str, seed: int) -> None:
    """From the opening alone to what is shown of any moment at which nothing is pending; what was
    known of hidden cards may be less."""
    own = known(game_id)
    assert own.repairs is not None, "nobody has said by which repairs"
    (game, catalog, first), events = played(game_id, seed)
    chance = Random(f"{game_id} {seed}")
    start = [first, *takewhile(lambda event: isinstance(event, Begins), events[1:])]
    moments = range(len(start), len(events))
    for at in chance.sample(moments, min(MOMENTS, len(moments))):
        goal = Replay(game, catalog).extend([first, *events[1:at]])
        if goal.state.over or not goal.state.turn or own.pending(goal.table):
            continue
        match = Replay(game, catalog).extend(start)
        changes = tuple(
            Change(*_PARTS.split(each)) for each in own.repairs(match.table, goal.table)
        )
        assert applied(match.add(Adjust("jo", changes)).verdict), match.verdicts[-1]
        assert shown(match) == shown(goal), f"seed {seed}, entry {at}"
        assert own.counted(match.table) == own.counted(goal.table)


def shown(match: Replay) -> list[Panel]:
    """The board, without what is known of hidden cards."""
    board = match.game.board(match.table)
    return [
        panel.__class__(panel.title, tuple((name, _KNOWN.sub("", row)) for name, row in panel.rows))
        for panel in board
    ]
