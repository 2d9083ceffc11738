"""The standings of a tournament as its state has them."""

from referee.tournament.history import history
from referee.tournament.policy import Policy
from referee.tournament.standings.places import Placed, standings
from referee.tournament.state import State


def standings_of(state: State, policy: Policy, through: int | None = None) -> tuple[Placed, ...]:
    """The standings after a round, or as they are now (TR-8); of a tournament with a cut those of
    the rounds before it. Who is disqualified has no place (TR-10.6)."""
    rounds = [played for played in state.rounds if played.stage != "elimination"]
    last = len(rounds) if through is None else min(through, len(rounds))
    key = rounds[last - 1].key if last else ""
    numbers = {player: entrant.number for player, entrant in state.entrants.items()}
    return standings(
        history(state, policy, through),
        policy,
        numbers,
        key=key,
        through=through,
        without=disqualified(state),
    )


def disqualified(state: State) -> set[str]:
    """Who is disqualified."""
    return {
        player
        for player, entrant in state.entrants.items()
        if any(away.cause == "disqualified" and not away.back for away in entrant.away)
    }
