"""The cut after the last round, and the places of the whole tournament (TR-12.1, TR-10.6)."""

from collections.abc import Sequence

from msgspec import Struct

from events.tournament import Cut
from referee.tournament.facts import CutMade
from referee.tournament.handlers import handles
from referee.tournament.policy import Policy
from referee.tournament.posts import NEEDED
from referee.tournament.results import lost_result
from referee.tournament.roles import DESK, require_role
from referee.tournament.stages.fixed import bracket_of, knock_outs, seeds_of
from referee.tournament.stages.length import rounds_of
from referee.tournament.standings.current import disqualified, standings_of
from referee.tournament.standings.ranking import Placed
from referee.tournament.state import (
    Hall,
    State,
    is_away,
    losers,
    missed_showing,
    number_of,
    open_tables,
    winner_of,
)
from referee.verdict import Violation


def able_to_play_on(state: State, policy: Policy) -> tuple[Placed, ...]:
    """The standings of those who have neither dropped nor declined (TR-12.1)."""
    gone = missed_showing(state)
    return tuple(
        each
        for each in standings_of(state, policy)
        if each.player not in gone and not is_away(state.entrants[each.player], state.turn + 1)
    )


@handles
def cut(t: Hall, e: Cut) -> None:
    """TR-12.1: the first of the standings after the last round play on."""
    require_role(t, e.by, DESK)
    state = t.state
    for player in e.seeds:
        if player not in state.entrants:
            t.forbid("TR-1.3", "{player} has not entered", player=player, legal="an entrant")
        if e.seeds.count(player) > 1:
            t.forbid("TR-12.1", "{player} is named twice", player=player, legal="each once")
    _require_time(t)
    size = number_of(state, "cut")
    if e.size != size:
        t.refuse("TR-12.1", "the cut is to {size}", size=size, legal=f"size {size}")
    able = able_to_play_on(state, t.catalog)
    if len(able) < NEEDED:
        few = "{have:player|players} can play on"
        t.refuse_if_new(Violation("TR-12.1", few, have=len(able), legal="close"))
    _require_seeds(t, e.seeds, able[:size], able)
    state.cut = list(e.seeds)
    for seed, player in enumerate(e.seeds, 1):
        t.fact(CutMade(player, seed, e.size))


def _require_time(t: Hall) -> None:
    """TR-12.1: there is a cut, it is made once, and after the last round."""
    state = t.state
    if state.cut:
        t.forbid("TR-12.1", "the cut has been made", legal="a post")
    if not number_of(state, "cut") or state.options["format"] == "elimination":
        t.forbid("TR-12.1", "this tournament has no cut", legal="a post, or close")
    if not state.rounds or state.turn < rounds_of(state):
        t.refuse(
            "TR-12.1",
            "the cut follows the last round, and {turn} of {rounds} are posted",
            turn=state.turn,
            rounds=rounds_of(state) or 1,
            legal=f"round {state.turn + 1}, or fewer rounds by an adjustment",
        )
    if earlier := lost_result(state, "TR-12.1"):
        t.refuse_if_new(earlier)
    left = open_tables(state.rounds[-1]) if state.rounds else []
    if left:
        t.refuse_if_new(
            Violation(
                "TR-12.1",
                "{have:table has|tables have} no result: {tables}",
                have=len(left),
                tables=", ".join(map(str, left[:12])),
                legal="their results",
            )
        )


def _require_seeds(
    t: Hall, seeds: Sequence[str], right: Sequence[Placed], able: Sequence[Placed]
) -> None:
    """TR-12.1: who plays on; those who share a place may have drawn lots among themselves."""
    place = {each.player: each.place for each in able}
    if [place.get(player) for player in seeds] != [each.place for each in right]:
        t.refuse_if_new(
            Violation(
                "TR-12.1",
                "these are not the first {size} of the standings who play on",
                size=len(right),
                legal=f"seeds={','.join(each.player for each in right)}",
            )
        )
    elif any(each.shared for each in right):
        t.trust("those who share a place have drawn lots for the order of their seeds")


# -- the end ------------------------------------------------------------------------------------


class FinalPlace(Struct, frozen=True):
    """A place of the whole tournament."""

    place: int  # from 1; those who went out in the same round share theirs
    player: str  # who
    # the round of elimination that was lost; 0 for the champion, and where there was none
    out: int = 0
    contests: int = 0  # how many contests that round had: 1 is the final, 2 the semi-finals


def final_places(state: State, policy: Policy) -> tuple[FinalPlace, ...]:
    """The places after the last round: those of the bracket, and then the standings (section 12).

    While the elimination is on, those who are in it share the places that are open. Who is
    disqualified has none (TR-10.6).
    """
    rounds = knock_outs(state)
    without = disqualified(state)
    if not rounds and not state.cut:
        if state.options["format"] == "elimination":
            return ()
        return tuple(FinalPlace(p.place, p.player) for p in standings_of(state, policy))
    after = state.turn + 1
    lost: dict[str, int] = {}
    reached = dict.fromkeys(seeds_of(state), (rounds or [after])[0])
    playing = {player for pair in bracket_of(state, after) for player in pair}
    for number in rounds:
        played = state.rounds[number - 1]
        for contest in played.contests.values():
            lost |= dict.fromkeys(losers(contest), number)
            reached[winner_of(contest)] = number + 1
            if contest.result is None:
                playing |= {contest.a, contest.b}
        reached |= dict.fromkeys(played.byes, number + 1)

    def out(player: str) -> int:
        return 0 if player in playing else lost.get(player, reached[player])

    ranked = sorted(
        (player for player in seeds_of(state) if player not in without),
        key=lambda player: -(out(player) or after + 1),
    )
    found: list[FinalPlace] = []
    for at, player in enumerate(ranked, 1):
        number = out(player)
        level = found and found[-1].out == number
        contests = len(bracket_of(state, number)) if number else 0
        found.append(FinalPlace(found[-1].place if level else at, player, number, contests))
    if state.cut:
        others = [p for p in standings_of(state, policy) if p.player not in state.cut]
        shift = 0
        for at, each in enumerate(others):
            shift = shift if at and others[at - 1].place == each.place else len(found) + 1
            found.append(FinalPlace(shift, each.player))
    return tuple(found)


def champion(state: State, policy: Policy) -> str:
    """Who has won the tournament; nobody while that is open, or where two share the first place."""
    if not state.rounds or open_tables(state.rounds[-1]):
        return ""
    if not knock_outs(state) and (state.turn < rounds_of(state) or number_of(state, "cut")):
        return ""
    first = [each.player for each in final_places(state, policy) if each.place == 1]
    return first[0] if len(first) == 1 else ""
