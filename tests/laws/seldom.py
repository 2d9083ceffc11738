"""What players may log and options do not offer, such as counts, notes, and what comes seldom."""

from collections.abc import Iterator
from random import Random

from msgspec.structs import replace

from events.event import Event
from referee.replay.replay import Replay
from referee.verdict import applied
from tests.laws.slipped import came_too_late
from tests.slips import Words

KINDS = 1
"""How many types of entry are tried at a moment."""

TRIES = 6
"""How often one of a type is drawn until it is accepted."""


def seldom(match: Replay, chance: Random) -> Iterator[Event]:
    """Entries of types that no option has now, which would be accepted as the next."""
    options = match.game.options(match.table)
    offered = {match.game.codec.by_verb[each.verb] for each in options}
    kinds = [kind for kind in match.game.events if kind not in offered]
    if match.state.over or not kinds:
        return
    words = Words.of(match, options, chance)
    for kind in chance.sample(kinds, min(len(kinds), KINDS)):
        who = kind.__struct_fields__[0]
        for _ in range(TRIES):
            event = words.event(kind, chance)
            if event is None:
                continue
            event = replace(event, **{who: chance.choice(match.state.seats)})
            verdict = match.would(event)
            if applied(verdict) and not came_too_late(verdict):
                yield event
                break
