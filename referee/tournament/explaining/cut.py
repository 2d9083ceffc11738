"""Who is in a cut and who is out of it, and by what (TR-12.1)."""

from msgspec import Struct

from referee.tournament.policy import Policy
from referee.tournament.stages.cut import able_to_play_on
from referee.tournament.standings.current import standings_of
from referee.tournament.standings.ranking import Decided, Placed, decided
from referee.tournament.state import State, number_of


class Passed(Struct, frozen=True):
    """Who stands high enough and does not play on.

    Args:
        player: who.
        place: the place.
        why: why not.
    """

    player: str
    place: int
    why: str


class CutExplained(Struct, frozen=True):
    """The cut, as it was made or as it would be now."""

    size: int  # how many play on
    made: tuple[str, ...]  # who plays on, the first seed first; empty while no cut was made
    due: tuple[Placed, ...]  # who plays on by the standings as they are
    passed: tuple[Passed, ...]  # who stands above the last of them and does not
    out: tuple[Placed, ...]  # who comes next, the first to replace one who declines
    # why the last who is in stands above the first who is out; None where nobody is out
    line: Decided | None


def explain_cut(state: State, policy: Policy, size: int = 0) -> CutExplained:
    """The cut taken apart.

    Args:
        state: the tournament.
        policy: its policy.
        size: how many play on; 0: as many as play on, or as the opening says.

    Raises:
        LookupError: no cut was made, and the opening has none.
    """
    size = size or len(state.cut) or number_of(state, "cut")
    if not size:
        raise LookupError("this tournament has no cut")
    able, out, passed = able_in(state, policy), [], []
    due: list[Placed] = []
    for each in standings_of(state, policy):
        if len(due) == size:
            if each.player in able:
                out.append(each)
        elif each.player in able:
            due.append(each)
        else:
            passed.append(Passed(each.player, each.place, "has left"))
    line = decided(due[-1], out[0]) if out else None
    return CutExplained(size, tuple(state.cut), tuple(due), tuple(passed), tuple(out), line)


def able_in(state: State, policy: Policy) -> set[str]:
    """Who may be in the cut: who has not left; where it was made, who had not by then."""
    if not state.cut:
        return {each.player for each in able_to_play_on(state, policy)}
    rounds = sum(played.stage != "elimination" for played in state.rounds)
    gone = {
        player
        for player, entrant in state.entrants.items()
        if any(a.after <= rounds and not a.back and a.cause != "cut" for a in entrant.away)
    }
    return (state.entrants.keys() - gone) | set(state.cut)
