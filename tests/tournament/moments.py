"""What there is, at a moment of a simulated event, to say something false of."""

from referee.tournament.simulating.run import Run
from referee.tournament.state import Contest, Round

NOBODY = "nobody"
"""Who never enters."""


def newest_round(run: Run) -> Round | None:
    """The round that is on."""
    return run.state.rounds[-1] if run.state.rounds else None


def any_contest(run: Run, over: bool) -> Contest | None:
    """Any contest of the newest round that has a result, or has none."""
    newest = newest_round(run)
    found = [
        each
        for each in (newest.contests.values() if newest else ())
        if (each.result is not None) == over and not each.disputed and not each.boards
    ]
    return run.chance.choice(found) if found else None


def anybody(run: Run) -> str:
    """One who has entered; empty while nobody has."""
    entered = [*run.state.entrants]
    return run.chance.choice(entered) if entered else ""
