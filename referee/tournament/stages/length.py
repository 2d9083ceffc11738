"""How many rounds are played before the cut or the end (TR-1.1, TR-2.1)."""

from referee.tournament.policy import Policy
from referee.tournament.state import State, number_of


def rounds_of(state: State) -> int:
    """How many rounds of Swiss or round-robin there are; 0: as many as the desk posts.

    The opening or an adjustment says it, or else the policy's table as it was read at the post of
    round 1.
    """
    return number_of(state, "rounds") or state.length


def usual_length(state: State, policy: Policy, players: int) -> int:
    """How many rounds so many players play where the opening leaves that open; 0: any number.

    In a round-robin everybody meets everybody once; an elimination ends by itself.
    """
    match state.options["format"]:
        case "swiss":
            return policy.rounds_for(players)
        case "round-robin":
            return players - 1 + players % 2
        case _:
            return 0
