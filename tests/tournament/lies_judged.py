"""What is false, or out of order, of the clock, of judges, of lists and of the cut."""

from collections.abc import Callable

from events import tournament as ev
from referee.tournament.policy import PENALTIES
from referee.tournament.simulating.judges import standard
from referee.tournament.simulating.people import HEAD, JUDGES, SCORES
from referee.tournament.simulating.run import Run
from referee.tournament.stages.cut import able_to_play_on
from referee.tournament.state import open_tables
from tests.tournament.moments import NOBODY, any_contest, anybody, newest_round


def _starts_twice(run: Run) -> None:
    newest = newest_round(run)
    if newest is not None and newest.started:
        run.deny("started twice", ev.Start(SCORES, run.state.turn, _now(run)), {"TR-6.1"})


def _resumes_what_runs(run: Run) -> None:
    newest = newest_round(run)
    if newest is not None and all(len(each) > 1 for each in newest.pauses):
        run.deny("resumed while it runs", ev.Resume(SCORES, run.state.turn, _now(run)), {"TR-6.1"})


def _starts_in_the_past(run: Run) -> None:
    newest = newest_round(run)
    if newest is not None and newest.started:
        made = ev.Pause(SCORES, run.state.turn, "2020-01-01T00:00:00Z")
        run.deny("before the last move", made, {"TR-6.1"})


def _now(run: Run) -> str:
    """A time no earlier than any that was logged."""
    return "2099-12-31T23:59:59Z"


def _extends_by_a_player(run: Run) -> None:
    if (contest := any_contest(run, over=False)) is not None:
        made = ev.Extend(contest.a, run.state.turn, contest.table, 60, "other")
        run.deny("more time by a player", made, {"TR-1.8"})


def _extends_without_a_check(run: Run) -> None:
    contest = any_contest(run, over=False)
    checked = {each.player for each in run.state.checks}
    if contest is not None and not checked & {contest.a, contest.b}:
        made = ev.Extend(HEAD, run.state.turn, contest.table, 600, "check")
        run.deny("more time for no check", made, {"TR-6.4"})


def _answers_no_call(run: Run) -> None:
    run.deny("no such call", ev.Answer(HEAD, 2**31 - 1), {"TR-1.3"})


def _ends_a_call_of_another(run: Run) -> None:
    for seq, call in run.state.calls_open.items():
        if call.judge == JUDGES[0]:
            made = ev.EndCall(JUDGES[1], int(seq), 60)
            run.deny("a call of another judge", made, {"TR-11.5"})
            return


def _ends_a_call_twice(run: Run) -> None:
    if run.state.calls_ended:
        made = ev.EndCall(HEAD, int(run.chance.choice([*run.state.calls_ended])), 60)
        run.deny("a call ended twice", made, {"TR-11.1"})


def _backs_up_without_leave(run: Run) -> None:
    if run.state.calls_open:
        made = ev.Ruling(JUDGES[0], int(next(iter(run.state.calls_open))), "full-backup")
        run.deny("a full backup without leave", made, {"TR-11.2"})


def _appeals_twice(run: Run) -> None:
    for seq, ruled in run.state.rulings.items():
        call = run.state.calls_ended.get(str(ruled.call))
        if ruled.appeal and call is not None:
            made = ev.Appeal(call.by, int(seq))
            run.deny("appealed twice", made, {"TR-11.4"})
            return


def _penalises_otherwise(run: Run) -> None:
    """Another penalty than the policy's, without the right to deviate."""
    if not run.policy.infractions or not run.state.turn:
        return
    player, code = anybody(run), run.chance.choice(run.policy.infractions).code
    right = standard(run, player, code)
    wrong = run.chance.choice([each for each in PENALTIES if each != right])
    made = ev.Infraction(JUDGES[0], player, run.state.turn, code, wrong)
    run.deny("another penalty", made, {"TR-10.3"}, keep=False)


def _penalises_for_nothing(run: Run) -> None:
    if run.state.turn:
        made = ev.Infraction(HEAD, anybody(run), run.state.turn, "XX-99", "warning")
        run.deny("no such infraction", made, {"TR-10.3"})


def _changes_a_list(run: Run) -> None:
    if run.state.turn:
        placed = [p for c in run.state.rounds[0].contests.values() for p in (c.a, c.b)]
        made = ev.RegisterDeck(SCORES, run.chance.choice(placed), "another", {"Other": 4})
        run.deny("a list after the deadline", made, {"TR-4.3"})


# -- the cut ------------------------------------------------------------------------------------


def _cuts_too_early(run: Run) -> None:
    early = run.plan.cut and not run.state.cut and run.state.turn < run.plan.rounds
    if early and len(run.state.entrants) > 1:
        made = ev.Cut(SCORES, run.plan.cut, tuple([*run.state.entrants][:2]))
        run.deny("cut too early", made, {"TR-12.1"})


def _cuts_in_another_order(run: Run) -> None:
    newest = newest_round(run)
    if not run.plan.cut or run.state.cut or run.state.turn < run.plan.rounds:
        return
    if newest is None or open_tables(newest):
        return
    able = [each.player for each in able_to_play_on(run.state, run.policy)][: run.plan.cut]
    if len(able) > 1:
        made = ev.Cut(SCORES, run.plan.cut, (*able[1:], able[0]))
        run.deny("seeds in another order", made, {"TR-12.1"})


def _draws_in_the_elimination(run: Run) -> None:
    contest = any_contest(run, over=False)
    if contest is not None and run.state.cut and not contest.lost:
        made = ev.Report(SCORES, run.state.turn, contest.table, 0, 0, how="intentional-draw")
        run.deny("a draw in the elimination", made, {"TR-12.3", "TR-7.1"})


def _enters_after_the_cut(run: Run) -> None:
    if run.state.cut:
        run.deny("entered after the cut", ev.Enter(SCORES, NOBODY), {"TR-3.3"})


JUDGED: tuple[Callable[[Run], None], ...] = (
    _starts_twice,
    _resumes_what_runs,
    _starts_in_the_past,
    _extends_by_a_player,
    _extends_without_a_check,
    _answers_no_call,
    _ends_a_call_of_another,
    _ends_a_call_twice,
    _backs_up_without_leave,
    _appeals_twice,
    _penalises_otherwise,
    _penalises_for_nothing,
    _changes_a_list,
    _cuts_too_early,
    _cuts_in_another_order,
    _draws_in_the_elimination,
    _enters_after_the_cut,
)
"""All of them."""
