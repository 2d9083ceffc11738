"""What is false, or out of order, and has to be refused: one thing at a time, as it is tried."""

from collections.abc import Callable

from msgspec.structs import replace

from events.common import CallJudge, Concede
from events.tournament import (
    Attest,
    CheckIn,
    Close,
    Drop,
    Enter,
    Pairing,
    Post,
    Reinstate,
    Report,
)
from referee.tournament.keys import key_of
from referee.tournament.next_round import proposed
from referee.tournament.results import reopened
from referee.tournament.simulating.people import HEAD, JUDGES, ORGANISER, SCORES
from referee.tournament.simulating.run import Run
from referee.tournament.state import open_tables
from tests.tournament.lies_judged import JUDGED
from tests.tournament.moments import NOBODY, any_contest, anybody, newest_round


def lie(run: Run) -> None:
    """Try something that cannot stand, whatever fits the moment."""
    if run.replay.opened and run.state.roles.keys() >= {*JUDGES} and not run.state.over:
        run.chance.choice(LIES)(run)


def _stranger(run: Run) -> None:
    made = run.chance.choice(
        (
            Drop(SCORES, NOBODY),
            CheckIn(SCORES, NOBODY),
            Reinstate(HEAD, NOBODY),
        )
    )
    run.deny("a stranger", made, {"TR-1.3"})


def _stranger_at_a_table(run: Run) -> None:
    if (contest := any_contest(run, over=False)) is not None:
        made = Attest(NOBODY, run.state.turn, contest.table, 2, 0)
        run.deny("a stranger attests", made, {"TR-1.3", "TR-7.2"})


def _enters_twice(run: Run) -> None:
    if player := anybody(run):
        run.deny("entered twice", Enter(SCORES, player), {"TR-3.1"})


def _number_again(run: Run) -> None:
    if run.state.entrants and not run.state.turn:
        run.deny("a number again", Enter(SCORES, NOBODY, number=1), {"TR-3.1"})


def _enters_too_late(run: Run) -> None:
    if run.state.turn > int(run.state.options["late"]):
        run.deny("entered too late", Enter(SCORES, NOBODY), {"TR-3.3"})


def _enters_by_themself(run: Run) -> None:
    run.deny("no one of the desk", Enter(NOBODY, NOBODY), {"TR-1.8"})


def _there_twice(run: Run) -> None:
    here = [name for name, each in run.state.entrants.items() if each.here]
    if here:
        run.deny("checked in twice", CheckIn(SCORES, run.chance.choice(here)), {"TR-3.2"})


def _drops_twice(run: Run) -> None:
    left = [n for n, e in run.state.entrants.items() if any(not a.back for a in e.away)]
    if left:
        run.deny("dropped twice", Drop(SCORES, run.chance.choice(left)), {"TR-3.4"})


def _drops_another(run: Run) -> None:
    if len(run.state.entrants) > 1:
        a, b = run.chance.sample([*run.state.entrants], 2)
        run.deny("dropped by another player", Drop(a, b), {"TR-1.8"})


def _back_without_leaving(run: Run) -> None:
    inside = [n for n, e in run.state.entrants.items() if not e.away]
    if inside:
        run.deny("never left", Reinstate(HEAD, run.chance.choice(inside)), {"TR-3.6"})


def _back_by_the_desk(run: Run) -> None:
    if player := anybody(run):
        run.deny("reinstated by the desk", Reinstate(SCORES, player), {"TR-1.8"})


def _post_twice(run: Run) -> None:
    if (newest := newest_round(run)) is not None:
        run.deny("posted twice", run.replay.events[newest.posted - 1], {"TR-5.1"})


def _post_too_early(run: Run) -> None:
    newest = newest_round(run)
    if newest and open_tables(newest) and len(_playing(run)) > 1 and _more_swiss(run):
        made = proposed(run.replay.table, SCORES, key_of(run.secret, run.state.turn + 1))
        run.deny("results are missing", replace(made, missing=()), {"TR-5.1"})


def _more_swiss(run: Run) -> bool:
    return not run.state.cut and run.state.turn < run.plan.rounds


def _playing(run: Run) -> list[str]:
    return [n for n, e in run.state.entrants.items() if not any(not a.back for a in e.away)]


def next_post(run: Run) -> Post | None:
    """The true post of a round of Swiss that can be posted now, with at least two tables."""
    newest = newest_round(run)
    if len(_playing(run)) < 4 or not _more_swiss(run) or (newest and open_tables(newest)):
        return None
    if reopened(run.state):
        return None
    if not run.state.turn and not all(run.state.entrants[n].here for n in _playing(run)):
        return None
    made = proposed(run.replay.table, SCORES, key_of(run.secret, run.state.turn + 1))
    return made if len(made.pairings) > 1 else None


def _post_without_one(run: Run) -> None:
    if made := next_post(run):
        run.deny("no place for two", replace(made, pairings=made.pairings[1:]), {"TR-5.1"})


def _post_with_one_twice(run: Run) -> None:
    if made := next_post(run):
        one, two = made.pairings[:2]
        both = (one, Pairing(two.table, one.a, two.b), *made.pairings[2:])
        run.deny("one player at two tables", replace(made, pairings=both), {"TR-5.1"})


def _post_with_a_table_twice(run: Run) -> None:
    if made := next_post(run):
        one, two = made.pairings[:2]
        both = (one, Pairing(one.table, two.a, two.b), *made.pairings[2:])
        run.deny("two contests at one table", replace(made, pairings=both), {"TR-5.1"})


def _post_at_another_cost(run: Run) -> None:
    if made := next_post(run):
        first, *others = made.cost
        lie = replace(made, cost=(first + 1, *others))
        run.deny("another cost", lie, {"TR-5.9"})


def _post_without_a_key(run: Run) -> None:
    if made := next_post(run):
        run.deny("no key", replace(made, key=""), {"TR-5.8"})


def _post_out_of_turn(run: Run) -> None:
    if made := next_post(run):
        run.deny("a round left out", replace(made, round=made.round + 1), {"TR-5.1"})


def _post_by_a_judge(run: Run) -> None:
    if made := next_post(run):
        run.deny("posted by a judge", replace(made, by=JUDGES[0]), {"TR-1.8"})


def _report_again(run: Run) -> None:
    if (contest := any_contest(run, over=True)) is not None and contest.result is not None:
        score = contest.result.score
        made = Report(SCORES, run.state.turn, contest.table, score.b, score.a, how="judge")
        run.deny("reported again", made, {"TR-7.5"}, keep=False)


def _report_no_table(run: Run) -> None:
    made = Report(SCORES, max(run.state.turn, 1), 9_999, 2, 0)
    run.deny("no such table", made, {"TR-1.3"})


def _report_a_coming_round(run: Run) -> None:
    made = Report(SCORES, run.state.turn + 1, 1, 2, 0)
    run.deny("no such round", made, {"TR-1.3"})


def _report_by_a_player(run: Run) -> None:
    if (contest := any_contest(run, over=False)) is not None:
        made = Report(contest.a, run.state.turn, contest.table, 2, 0)
        run.deny("reported by a player", made, {"TR-1.8"})


def _report_what_does_not_fit(run: Run) -> None:
    contest, best_of = any_contest(run, over=False), run.plan.best_of
    if contest is None or run.policy.score.kind != "games":
        return
    most = best_of // 2 + 1
    a, b, drawn = run.chance.choice(
        ((most + 1, 0, 0), (most, most, 0), (best_of, best_of, 0), (0, most - 1, 0))
    )
    made = Report(SCORES, run.state.turn, contest.table, a, b, drawn)
    run.deny("a score that does not fit", made, {"TR-7.1"})


def _agree_on_a_winner(run: Run) -> None:
    if (contest := any_contest(run, over=False)) is not None:
        made = Report(SCORES, run.state.turn, contest.table, 1, 0, how="intentional-draw")
        run.deny("a draw with a winner", made, {"TR-7.1"})


def _attest_elsewhere(run: Run) -> None:
    contest = any_contest(run, over=False)
    if contest is not None:
        others = [name for name in run.state.entrants if name not in (contest.a, contest.b)]
        if not others:
            return
        who = run.chance.choice(others)
        made = Attest(who, run.state.turn, contest.table, 2, 0)
        run.deny("attested at another table", made, {"TR-7.2"})


def _close_by_another(run: Run) -> None:
    run.deny("closed by the desk", Close(SCORES, run.secret), {"TR-1.8"})


def _close_with_another_secret(run: Run) -> None:
    run.deny("another secret", Close(ORGANISER, run.secret[::-1] + "x"), {"TR-5.8"})


def _close_too_early(run: Run) -> None:
    newest = newest_round(run)
    if newest is not None and open_tables(newest):
        run.deny("closed with tables open", Close(ORGANISER, run.secret), {"TR-5.1"})


def _of_a_match(run: Run) -> None:
    made = run.chance.choice((Concede("desk"), CallJudge("desk")))
    run.deny("of a match", made, {"TR-1.9"})


LIES: tuple[Callable[[Run], None], ...] = (
    _stranger,
    _stranger_at_a_table,
    _enters_twice,
    _number_again,
    _enters_too_late,
    _enters_by_themself,
    _there_twice,
    _drops_twice,
    _drops_another,
    _back_without_leaving,
    _back_by_the_desk,
    _post_twice,
    _post_too_early,
    _post_without_one,
    _post_with_one_twice,
    _post_with_a_table_twice,
    _post_at_another_cost,
    _post_without_a_key,
    _post_out_of_turn,
    _post_by_a_judge,
    _report_again,
    _report_no_table,
    _report_a_coming_round,
    _report_by_a_player,
    _report_what_does_not_fit,
    _agree_on_a_winner,
    _attest_elsewhere,
    _close_by_another,
    _close_with_another_secret,
    _close_too_early,
    _of_a_match,
    *JUDGED,
)
"""All of them; each does nothing where the moment does not offer it."""
