"""What an entry that is accepted may not have been meant to do, for a table to ask about."""

from collections.abc import Iterator, Sequence

from events.event import Event
from events.tower_wizwar import Attack, Forfeit
from referee.fact import Fact, TurnEnded
from referee.game import Offered
from referee.games.tower_wizwar.facts import AttackDeclared, PhaseBegan
from referee.games.tower_wizwar.state import ATTACK, CAST, DRAFT, MOVEMENT, PHASE_NAMES

_DONE_IN = {
    PHASE_NAMES[DRAFT]: {"tower-draft", "full-draft"},
    PHASE_NAMES[CAST]: {"orbital", "cast"},
    PHASE_NAMES[MOVEMENT]: {"play", "move", "exchange", "tokens"},
    PHASE_NAMES[ATTACK]: {"attack"},
}
"""What a phase is for, by its verbs."""


def unmeant(event: Event, facts: Sequence[Fact], offered: Offered) -> Iterator[str]:
    """A wizard who is given up, another's phases that nobody had come to, and a card that attacks
    itself."""
    seat = getattr(event, "seat", "")
    if isinstance(event, Forfeit):
        yield f"this takes {seat} out of the match"
    for ended in facts:
        if isinstance(ended, TurnEnded) and ended.seat != seat:
            began = {
                each.phase
                for each in facts
                if isinstance(each, PhaseBegan) and each.seat == ended.seat
            }
            able = offered(ended.seat) if began else ()
            left = [phase for phase, verbs in _DONE_IN.items()
                    if phase in began and not verbs.isdisjoint(able)]  # fmt: skip
            if left:
                phases = f"{' and '.join(left)} phase{'s' if len(left) > 1 else ''}"
                yield f"this ends {ended.seat}'s turn without the {phases}"
    for each in facts:
        if (
            isinstance(event, Attack)
            and isinstance(each, AttackDeclared)
            and each.target in event.attackers
        ):
            yield f"{each.target} attacks itself"
