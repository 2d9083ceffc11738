"""What judges do in a simulated round: calls, rulings, appeals, deck checks, penalties.

Standards are counted here a second time, from what players really did.
"""

from dataclasses import dataclass
from functools import partial

from events import tournament as ev
from events.common import Strike
from referee.tournament.policy import PENALTIES, PenaltyKind
from referee.tournament.simulating.people import HEAD, JUDGES, Player
from referee.tournament.simulating.run import Run
from referee.tournament.state import Score

RULINGS: tuple[ev.RulingKind, ...] = (
    "simple-backup",
    "partial-fix",
    "leave",
    "information",
    "information",
    "no-error",
)
ABOUT = ("a missed trigger", "how a card works", "the life totals", "slow play", "a card too many")


@dataclass
class Called:
    """A call, while it goes on."""

    by: str  # who called
    judge: str  # who answers
    seconds: int  # how long play stands still
    call: int = 0  # its entry
    ruling: int = 0  # the entry of what was ruled
    appeal: int = 0  # the entry of the appeal


def judged(run: Run, number: int, table: int, a: Player, b: Player, seconds: int) -> int:
    """What judges will do at a table whose contest takes so many seconds without them; returns how
    many it takes with them."""
    if run.happens(run.plan.checks):
        seconds += _check(run, number, table, a, b)
    if run.happens(run.plan.calls):
        seconds += _call(run, number, table, a, b, seconds)
    if run.happens(run.plan.infractions) and run.policy.infractions:
        moment = run.chance.randint(30, max(31, seconds - 30))
        player = run.chance.choice((a, b))
        run.later(moment, partial(_infraction, run, number, table, player))
    return seconds


def is_on(run: Run, number: int, table: int) -> bool:
    """Whether a contest has not ended yet."""
    return run.tally.contests[number, table][2] is None


# -- time ---------------------------------------------------------------------------------------


def _extend(run: Run, number: int, table: int, judge: str, asked: int, call: int = 0) -> None:
    """A judge gives more time, rounded up, as far as the cap has room."""
    clock, given = run.policy.clock, run.given.setdefault((number, table), [])
    seconds = -(-asked // clock.step) * clock.step
    checked = not call or any(cause == "check" for cause, _ in given)
    cap = (clock.check_cap if checked else 0) or clock.cap
    room = cap - sum(each for _, each in given) if cap else seconds
    if min(seconds, room) > 0 and is_on(run, number, table):
        cause = "call" if call else "check"
        made = ev.Extend(judge, number, table, min(seconds, room), cause, call)  # type: ignore[arg-type]
        run.say(made, 5)
        given.append((cause, made.seconds))


def _check(run: Run, number: int, table: int, a: Player, b: Player) -> int:
    """Both decks are checked; one of them may be found wrong."""
    took = run.chance.randint(240, 600)
    judge = run.chance.choice(JUDGES)

    def end() -> None:
        if is_on(run, number, table):
            for player in (a, b):
                found = (
                    "right" if run.happens(0.9) else run.chance.choice(("wrong-deck", "wrong-list"))
                )
                differs = "" if found == "right" else "one card more than listed"
                run.say(
                    ev.DeckCheck(judge, player.name, number, "random", took, found, differs),  # type: ignore[arg-type]
                    5,
                )
            _extend(run, number, table, judge, took + run.policy.clock.check_bonus)

    run.later(took, end)
    return took + 60


# -- calls --------------------------------------------------------------------------------------


def _call(run: Run, number: int, table: int, a: Player, b: Player, seconds: int) -> int:
    """A player calls a judge, who rules; some appeal."""
    chance = run.chance
    took = chance.randint(20, 900)
    at = Called(chance.choice((a, b)).name, chance.choice((*JUDGES, HEAD)), took)
    begins = chance.randint(20, max(21, seconds - 20))
    run.later(begins, partial(_called, run, number, table, at, [a.name, b.name]))
    return took + 400


def _called(run: Run, number: int, table: int, at: Called, players: list[str]) -> None:
    chance = run.chance
    if not is_on(run, number, table):
        return
    at.call = run.say(ev.Call(at.by, number, table, chance.choice(ABOUT)))
    wait = chance.randint(10, 120)
    if run.happens(0.9):
        run.later(wait, lambda: _answered(run, at))
    if run.happens(0.8):
        run.later(wait + 5, lambda: _ruled(run, at))
        if at.judge != HEAD and run.happens(run.plan.appeals):
            run.later(wait + 10, lambda: _appealed(run, number, table, at, chance.choice(players)))
    run.later(wait + at.seconds + 60, lambda: _ended(run, number, table, at))


def _answered(run: Run, at: Called) -> None:
    run.say(ev.Answer(at.judge, at.call))


def _ruled(run: Run, at: Called) -> None:
    made = ev.Ruling(at.judge, at.call, run.chance.choice(RULINGS), reason="as the rules have it")
    at.ruling = run.say(made)


def _appealed(run: Run, number: int, table: int, at: Called, by: str) -> None:
    if not is_on(run, number, table):
        return
    at.appeal = run.say(ev.Appeal(by, at.ruling, "it was seen otherwise"), 2)
    upheld = run.happens(0.7)
    run.say(ev.Settle(HEAD, at.appeal, upheld, "both were heard"), 20)
    if not upheld:
        run.say(ev.Ruling(HEAD, at.call, "partial-fix", reason="instead of it"), 5)


def _ended(run: Run, number: int, table: int, at: Called) -> None:
    run.say(ev.EndCall(at.judge, at.call, at.seconds, "play goes on"))
    if at.seconds >= run.policy.clock.call_after and is_on(run, number, table):
        _extend(run, number, table, at.judge, at.seconds, at.call)


# -- penalties ----------------------------------------------------------------------------------


def standard(run: Run, player: str, code: str) -> PenaltyKind:
    """What an infraction gives, by the policy and by what the player really did before."""
    policy = run.policy
    known = policy.by_code[code]
    path = policy.by_path[known.path]
    count = 0
    for who, earlier, day in run.found.values():
        other = policy.by_code[earlier]
        alike = (
            other.path == known.path
            if path.counts == "path"
            else (other.counts_as or other.code) == (known.counts_as or known.code)
        )
        count += who == player and alike and (path.within == "event" or day == run.day)
    return path.steps[min(count, len(path.steps) - 1)]


def _infraction(run: Run, number: int, table: int, player: Player) -> None:
    if not is_on(run, number, table):
        return
    code = run.chance.choice(run.policy.infractions).code
    gives = penalty = standard(run, player.name, code)
    deviation, judge = "", run.chance.choice(JUDGES)
    if run.happens(0.08) and PENALTIES.index(gives) > 1:
        penalty, deviation = PENALTIES[PENALTIES.index(gives) - 1], "a first event"
    if deviation or penalty in run.policy.only_head_judge:
        judge = HEAD
    if run.tables and penalty not in ("caution", "warning"):
        return  # what is logged is played to its end
    made = ev.Infraction(judge, player.name, number, code, penalty, table, deviation)
    seq = run.say(made, 30)
    run.found[seq] = player.name, code, run.day
    if penalty in ("caution", "warning"):
        if run.happens(0.05):
            run.say(Strike(HEAD, seq, "head", "there was none"), 120)
            del run.found[seq]
        return
    a, b, _ = run.tally.contests[number, table]
    lost = run.lost.setdefault((number, table), {})
    lost[player.name] = lost.get(player.name, 0) + (1 if penalty == "game-loss" else most(run))
    if lost[player.name] >= most(run):
        won = most(run) if run.policy.score.kind == "games" else run.policy.score.bands[-1][0]
        score = Score(0, won, 0, "judge") if player.name == a else Score(won, 0, 0, "judge")
        run.tally.contests[number, table] = a, b, score
    if penalty == "disqualification":
        player.gone, player.cause = number, "disqualified"


def most(run: Run) -> int:
    """How many games win a contest."""
    return run.plan.best_of // 2 + 1 if run.policy.score.kind == "games" else 1


def held(run: Run, number: int, table: int, score: Score, decisive: bool) -> Score:
    """How a contest ended, with the games that penalties have taken."""
    a, b, _ = run.tally.contests[number, table]
    lost = run.lost.get((number, table), {})
    if not lost or score.how in ("intentional-draw", "no-show"):
        return score
    won = [max(score.a, lost.get(b, 0)), max(score.b, lost.get(a, 0))]
    if decisive and won[0] == won[1]:
        won[a in lost] += 1
    drawn = max(0, min(score.drawn, run.plan.best_of - sum(won)))
    over = max(won) == most(run) or sum(won) + drawn == run.plan.best_of
    return Score(won[0], won[1], drawn, score.how if over else "time")
