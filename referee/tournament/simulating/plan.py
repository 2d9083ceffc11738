"""What a simulated event is to be like."""

from msgspec import Struct


class Plan(Struct, frozen=True, kw_only=True):
    """The size of an event, and how often from 0 to 1 the things happen that happen.

    Args:
        players: how many enter before round 1.
        rounds: of Swiss; 0: as the policy's table says.
        cut: how many play on after them; 0: nobody.
        best_of: games.
        overnight: the round after which the event goes on the next day; 0: it takes one day.
        decks: the kind of lists: none, closed, open.
        awarded: of all players, who is awarded a bye for round 1.
        check_in: whether players check in, which some forget.
        late: of all players, how many more enter after round 1 has been posted.
        drops: of all players, who leaves in each round.
        back: of those who left, who is reinstated before the next round.
        absent: of all players, who does not show up in a round.
        agreed: contests that are drawn by agreement.
        attested: results on which both players attest; the others come in on slips.
        disputed: contests of which the two sides say different things.
        mistaken: slips that are taken in wrongly, and put right when it is noticed.
        unfinished: rounds that are followed by the next one with a table still missing.
        given: rounds that are not posted as proposed.
        repaired: rounds that take in a late player after they are posted.
        calls: contests in which a judge is called.
        appeals: rulings that are appealed.
        checks: contests whose decks are checked.
        infractions: contests in which a judge finds one.
        paused: rounds whose clock stands still for a while.
        lies: how often something false is tried before an entry; all of it must be refused.
    """

    players: int = 16
    rounds: int = 0
    cut: int = 0
    best_of: int = 3
    overnight: int = 0
    decks: str = "none"
    awarded: float = 0.03
    check_in: bool = True
    late: float = 0.08
    drops: float = 0.03
    back: float = 0.2
    absent: float = 0.02
    agreed: float = 0.04
    attested: float = 0.4
    disputed: float = 0.04
    mistaken: float = 0.04
    unfinished: float = 0.05
    given: float = 0.02
    repaired: float = 0.2
    calls: float = 0.1
    appeals: float = 0.1
    checks: float = 0.03
    infractions: float = 0.05
    paused: float = 0.1
    lies: float = 0.0
