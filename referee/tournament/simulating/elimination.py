"""The cut of a simulated event, and the rounds of elimination up to the final."""

from events.tournament import Cut, Drop, Publish
from referee.replay.simulate import SimulationError
from referee.tournament.keys import key_of
from referee.tournament.next_round import proposed
from referee.tournament.posts import NEEDED
from referee.tournament.simulating.people import SCORES
from referee.tournament.simulating.rounds import play
from referee.tournament.simulating.run import Run
from referee.tournament.stages.cut import able_to_play_on


def knock_out(run: Run) -> str:
    """The elimination after the last round; returns the champion, or nobody where there is none.

    Raises:
        SimulationError: somebody plays on who has left, or a contest has no winner.
    """
    run.tally.through = number = run.state.turn
    run.say(Publish(SCORES, "standings", number), 120)
    for placed in able_to_play_on(run.state, run.policy)[: run.plan.cut]:
        if run.happens(run.plan.drops / 2):
            run.players[placed.player].gone = number
            run.say(Drop(placed.player, placed.player, number, "cut"), 60)
    able = [each.player for each in able_to_play_on(run.state, run.policy)]
    if gone := [name for name in able if not run.players[name].plays(number + 1)]:
        raise SimulationError(f"these have left and could play on: {', '.join(gone)}")
    seeds = tuple(able[: run.plan.cut])
    if len(seeds) < NEEDED:
        return ""
    run.say(Cut(SCORES, run.plan.cut, seeds), 300)
    left = [*seeds]
    while len(left) > 1:
        left = _round(run, left)
    return left[0]


def _round(run: Run, left: list[str]) -> list[str]:
    """A round of elimination; returns who is left after it."""
    number = run.state.turn + 1
    post = proposed(run.replay.table, SCORES, key_of(run.secret, number))
    named = [name for p in post.pairings for name in (p.a, p.b)] + [*post.bye]
    if sorted(named) != sorted(left):
        raise SimulationError(f"round {number} is of {named}; left are {left}")
    run.say(post, 60)
    for pairing in post.pairings:
        run.tally.contests[number, pairing.table] = pairing.a, pairing.b, None
    play(run, number)
    lost = set()
    for pairing in post.pairings:
        a, b, score = run.tally.contests[number, pairing.table]
        if score is None or score.a == score.b:
            raise SimulationError(f"round {number}, table {pairing.table} has no winner")
        lost.add(b if score.a > score.b else a)
    return [name for name in left if name not in lost]
