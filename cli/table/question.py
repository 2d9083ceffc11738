"""What the table asks before it logs a line: who rules here, and whether the match is over."""

from collections.abc import Iterator, Sequence

from events.common import TAKING, AgreeResult, Appoint, Concede, Insert, Penalty, TimeCalled
from events.event import Event
from events.notation import write
from referee.game import Game
from referee.house import judges, signers
from referee.replay.replay import Replay


def questions(game: Game, replay: Replay, events: Sequence[Event]) -> Iterator[str]:
    """What has to be confirmed before these events are logged, each in a sentence.

    A name that the match does not know is never taken for a judge's, and nothing that ends a
    match is logged by one slip of the pen.
    """
    state = replay.state
    known = {*state.seats, *state.roles, *signers(replay.events)}
    for event in events:
        name = getattr(event, "judge", "")
        if isinstance(event, Appoint):
            known.add(event.person)
        elif getattr(event, "authority", "") == "scorekeeper":
            pass  # who takes back what was mis-logged is no judge
        elif name and name not in known and not judges(state):
            known.add(name)
            yield f"nobody has said that {name} judges here: {write(event, game.codec)}"
        if ends(game.codec.nested(event) if isinstance(event, Insert) else event):
            yield f"this ends the match, or takes a side out of it: {write(event, game.codec)}"


def ends(event: Event) -> bool:
    """Whether an event is there to end a match, or to take a side out of it."""
    if isinstance(event, Penalty):
        return event.kind in TAKING
    return isinstance(event, Concede | AgreeResult | TimeCalled)
