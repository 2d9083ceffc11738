"""The standings of a tournament as its state has them."""

from referee.tournament.history import history
from referee.tournament.policy import Policy
from referee.tournament.standings.ranking import Explained, Placed, explain, standings
from referee.tournament.state import State


def standings_of(state: State, policy: Policy, through: int | None = None) -> tuple[Placed, ...]:
    """The standings after a round, or as they are now (TR-8); of a tournament with a cut those of
    the rounds before it. Who is disqualified has no place (TR-10.6)."""
    return standings(
        history(state, policy, through),
        policy,
        _numbers_of_placed(state),
        key=_key(state, through),
        through=through,
    )


def standing_of(state: State, policy: Policy, player: str, through: int | None = None) -> Explained:
    """The standing of an entrant taken apart, after a round or as it is now (TR-8.10).

    Raises:
        KeyError: nobody is called that.
    """
    return explain(
        player,
        history(state, policy, through),
        policy,
        _numbers_of_placed(state),
        key=_key(state, through),
        through=through,
    )


def numbers(state: State) -> dict[str, int]:
    """The numbers of the entrants."""
    return {player: entrant.number for player, entrant in state.entrants.items()}


def _numbers_of_placed(state: State) -> dict[str, int]:
    """The numbers of those who have a place."""
    out = disqualified(state)
    return {player: number for player, number in numbers(state).items() if player not in out}


def _key(state: State, through: int | None) -> str:
    """The key by which lots are drawn: that of the last round (TR-8.7)."""
    rounds = [played for played in state.rounds if played.stage != "elimination"]
    last = len(rounds) if through is None else min(through, len(rounds))
    return rounds[last - 1].key if last else ""


def disqualified(state: State) -> set[str]:
    """Who is disqualified."""
    return {
        player
        for player, entrant in state.entrants.items()
        if any(away.cause == "disqualified" and not away.back for away in entrant.away)
    }
