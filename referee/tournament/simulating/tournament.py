"""A whole event from a seed."""

from random import Random

from msgspec.structs import replace

from events.common import Appoint, Opening, Seating
from events.tournament import CheckIn, Close
from referee.catalog import catalog_hash
from referee.game import Game
from referee.replay.replay import Replay
from referee.replay.simulate import SimulationError
from referee.tournament.keys import commitment_of
from referee.tournament.policy import Policy
from referee.tournament.simulating.elimination import knock_out
from referee.tournament.simulating.logged import ListOf, Tables
from referee.tournament.simulating.people import HEAD, JUDGES, ORGANISER, SCORES
from referee.tournament.simulating.planned_event import Plan
from referee.tournament.simulating.rounds import enter, finish, require_truth, swiss
from referee.tournament.simulating.run import Run, Simulated
from referee.tournament.simulating.tally import Tally
from referee.verdict import Illegal

ARCHETYPES = tuple(
    ListOf(name, {f"{name} {kind}": 4 for kind in ("lord", "bolt", "wall", "spring")}, {})
    for name in ("aggro", "control", "midrange", "combo", "tempo")
)
"""What is played where the games are not."""


def simulate_event(
    game: Game,
    policy: Policy,
    plan: Plan,
    chance: Random,
    *,
    name: str = "open",
    tables: Tables | None = None,
) -> Simulated:
    """Play an event from the opening to the close.

    All that it logs in order is true and has to be accepted; what it logs that is false or out of
    order has to be refused. The points are counted a second time from what is true.

    Args:
        game: the tournament as a game.
        policy: its policy.
        plan: what it is to be like.
        chance: the source of chance; the same makes the same event.
        name: of the stream; the matches are called after it.
        tables: what is played; then the games of the contests are simulated as well, as matches
            of their own, each of which takes as long as any.

    Raises:
        SimulationError: the truth was refused, something false accepted, or a count differs.
    """
    rounds = plan.rounds or policy.rounds_for(plan.players) or 3
    run = Run(
        game=game,
        policy=policy,
        plan=replace(plan, rounds=rounds),
        chance=chance,
        secret=f"{chance.getrandbits(128):032x}",
        replay=Replay(game, policy),
        tally=Tally(policy),
        decks=ARCHETYPES if tables is None else tables.decks,
        name=name,
        tables=tables,
    )
    _open(run)
    for _ in range(plan.players):
        enter(run)
    for player in run.players.values():
        if plan.check_in and not run.happens(0.03):
            player.here = True
            run.say(CheckIn(player.name, player.name), 3)
    for number in range(1, rounds + 1):
        if not swiss(run, number):
            break
        if number == plan.overnight:
            run.sleep()
    finish(run)
    require_truth(run)
    champion = knock_out(run) if plan.cut and run.state.turn == rounds else ""
    run.say(Close(ORGANISER, run.secret), 600)
    if champion and run.state.winner != champion:
        raise SimulationError(f"{champion} has won the final, not {run.state.winner or 'nobody'}")
    require_no_blame(run)
    return run


def _open(run: Run) -> None:
    plan = run.plan
    given = {
        "rounds": str(plan.rounds),
        "cut": str(plan.cut),
        "best_of": str(plan.best_of),
        "minutes": str(run.policy.clock.minutes),
        "decklists": plan.decks,
        "plays": run.tables.plays() if run.tables else "",
        "check_in": "yes" if plan.check_in else "no",
        "late": str(min(2, plan.rounds - 1)) if plan.late else "0",
        "commitment": commitment_of(run.secret),
    }
    run.say(
        Opening(
            ORGANISER,
            run.game.id,
            run.game.version,
            catalog_hash(run.policy),
            (Seating("desk", ORGANISER),),
            options=run.game.agreements(run.policy, given),
        )
    )
    run.say(Appoint(ORGANISER, HEAD, "head-judge"), 10)
    run.say(Appoint(ORGANISER, SCORES, "scorekeeper"), 10)
    for judge in JUDGES:
        run.say(Appoint(ORGANISER, judge, "judge"), 10)


def require_no_blame(run: Run) -> None:
    """No entry that is true is illegal now, whatever was struck since.

    Raises:
        SimulationError: one is.
    """
    for seq in range(1, run.seq + 1):
        verdict = run.replay.standing(seq)
        if isinstance(verdict, Illegal) and seq not in run.lies:
            raise SimulationError(f"entry {seq} is true, and illegal now: {verdict.message}")
