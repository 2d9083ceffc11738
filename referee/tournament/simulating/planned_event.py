"""What a simulated event is to be like."""

from collections.abc import Callable
from typing import Any

from msgspec import Struct


def _nothing(run: Any) -> None:
    """Nothing false is tried."""


class Plan(Struct, frozen=True, kw_only=True):
    """The size of an event, and how often from 0 to 1 the things happen that happen."""

    players: int = 16  # how many enter before round 1
    rounds: int = 0  # of Swiss; 0: as the policy's table says
    cut: int = 0  # how many play on after them; 0: nobody
    best_of: int = 3  # games
    overnight: int = 0  # the round after which the event goes on the next day; 0: it takes one day
    decks: str = "none"  # the kind of lists: none, closed, open
    awarded: float = 0.03  # of all players, who is awarded a bye for round 1
    check_in: bool = True  # whether players check in, which some forget
    late: float = 0.08  # of all players, how many more enter after round 1 has been posted
    drops: float = 0.03  # of all players, who leaves in each round
    back: float = 0.2  # of those who left, who is reinstated before the next round
    absent: float = 0.02  # of all players, who does not show up in a round
    agreed: float = 0.04  # contests that are drawn by agreement
    attested: float = 0.4  # results on which both players attest; the others come in on slips
    disputed: float = 0.04  # contests of which the two sides say different things
    mistaken: float = 0.04  # slips that are taken in wrongly, and put right when it is noticed
    unfinished: float = 0.05  # rounds that are followed by the next one with a table still missing
    given: float = 0.02  # rounds that are not posted as proposed
    repaired: float = 0.2  # rounds that take in a late player after they are posted
    calls: float = 0.1  # contests in which a judge is called
    appeals: float = 0.1  # rulings that are appealed
    checks: float = 0.03  # contests whose decks are checked
    infractions: float = 0.05  # contests in which a judge finds one
    paused: float = 0.1  # rounds whose clock stands still for a while
    # how often something false is tried before an entry; all of it must be refused
    lies: float = 0.0
    lie: Callable[[Any], None] = _nothing  # tries it, in a ``Run``
