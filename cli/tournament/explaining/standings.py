"""A line of the standings, taken apart (TR-8.10)."""

from collections.abc import Iterator

from cli.answers.explained import RoundPlayed, StandingExplained, TiebreakShown
from cli.failure import Status
from cli.reading.matches import Source
from cli.screen import render
from cli.screen.columns import say_table
from cli.tournament.explaining.exact_figures import (
    both,
    decided,
    decided_text,
    points,
    ratio,
    ratio_text,
    tiebreak,
)
from referee.tournament.history import Played
from referee.tournament.policy import Policy, Tiebreak
from referee.tournament.standings.current import standing_of, standings_of
from referee.tournament.standings.ranking import Decided, Explained, Round, shown_points
from referee.tournament.standings.tiebreaks import LAST, TIEBREAKS
from referee.tournament.state import Found, State

_OF_OPPONENTS = {"omw": "their match win", "ogw": "their game win"}
"""Tiebreaks that are means of what the opponents have, and what that is called."""


def explain_standing(asked: Source, player: str, after: int | None, *, json: bool) -> Status:
    """Explain where an entrant stands, and by what."""
    state: State = asked.replay().state
    policy: Policy = asked.match.catalog  # type: ignore[assignment]
    counted = sum(played.stage != "elimination" for played in state.rounds)
    last = counted if after is None else min(after, counted)
    found = standing_of(state, policy, player, after)
    placed = len(standings_of(state, policy, after))
    penalties = [each for each in state.infractions if each.player == player]
    if json:
        render.say_json(_answer(asked, state, policy, found, last, placed))
        return Status.DONE
    number = state.entrants[player].number
    place = f"place {found.placed.place} of {placed}" if found.placed else "no place"
    shared = ", shared" if found.placed and found.placed.shared else ""
    when = f"after round {last}" if last else "before round 1"
    render.say(f"{asked.person(player)}, number {number}: {place}{shared}, {when}", style="strong")
    if found.rounds:
        _say_rounds(found, policy)
    for line in _sums(found, policy):
        render.say(line, 2)
    if found.above is not None:
        who = found.above.upper
        render.say(_why(found.above, f"{who} stands above", f"shares the place with {who}"), 2)
    if found.below is not None:
        who = found.below.lower
        render.say(_why(found.below, f"stands above {who}", f"shares the place with {who}"), 2)
    for infraction in penalties:
        render.say(_penalty(asked, infraction), 2)
    return Status.DONE


def _say_rounds(found: Explained, policy: Policy) -> None:
    """What each round gave, and what it adds to each tiebreak."""
    words = [word for word in policy.tiebreaks.order if word not in LAST]
    adding = [word for word in words if word in found.sums and word not in _OF_OPPONENTS]
    ratios = [word for word in words if word in _OF_OPPONENTS]
    scores, shown = policy.score.kind == "margin", bool(ratios)
    say_table(
        ("round", "met", "result", "points", *(_OF_OPPONENTS[word] for word in ratios), *adding),
        [
            (
                each.played.round,
                each.played.opponent or "-",
                _result(each, scores=scores, counting=shown),
                shown_points(each.played.points),
                *(_ratio(each, word) for word in ratios),
                *(shown_points(each.adds[word]) if word in each.adds else "-" for word in adding),
            )
            for each in found.rounds
        ],
        keys=("round", "met"),
        right=("points", *adding),
    )


def _ratio(each: Round, word: str) -> str:
    found = each.match_win if word == "omw" else each.game_win
    return ratio_text(found) if found else "-"


def _why(found: Decided, apart: str, together: str) -> str:
    return f"{apart} by {decided_text(found)}" if found.by else together


def _result(each: Round, *, scores: bool, counting: bool) -> str:
    played = each.played
    outcome: str = {"missed": "not there"}.get(played.outcome, played.outcome)
    if played.opponent:
        outcome += f" {_score(played, scores=scores)}"
        outcome += f", {played.how}" if played.how not in ("played", "") else ""
    return outcome if each.counts or not counting else f"{outcome}; not in match win"


def _score(played: Played, *, scores: bool) -> str:
    if scores:
        return f"{played.score}-{played.conceded}"
    return f"{played.won}-{played.lost}" + (f"-{played.drawn}" if played.drawn else "")


def _sums(found: Explained, policy: Policy) -> Iterator[str]:
    """How each figure comes about."""
    given = " + ".join(shown_points(each.played.points) for each in found.rounds)
    yield f"points {both('points', found.points)}" + (f" = {given}" if given else "")
    if "omw" in policy.tiebreaks.order:
        yield f"own match win {ratio_text(found.match_win)} (what opponents get from it)"
    for word, figure in figures_of(found, policy):
        yield f"{word} {figure}: {TIEBREAKS[word].what}"


def figures_of(found: Explained, policy: Policy) -> Iterator[tuple[Tiebreak, str]]:
    """Each tiebreak of the policy, with the figure and how it is made of what the rounds add."""
    words = [word for word in policy.tiebreaks.order if word not in LAST]
    own = {"gw": found.game_win}
    for word in words:
        if word in own:
            yield word, ratio_text(own[word])
            continue
        if word not in found.sums:
            figure = found.placed and both(word, found.placed.tiebreaks[word])
            yield word, figure or "-"
            continue
        total, parts = found.sums[word]
        terms = [each.adds[word] for each in found.rounds if word in each.adds]
        write = str if TIEBREAKS[word].ratio else shown_points
        added = " + ".join(write(each) if each >= 0 else f"({write(each)})" for each in terms)
        shown = both(word, total / max(parts, 1) if TIEBREAKS[word].ratio else total)
        made = f"({added}) / {parts}" if parts > 1 and TIEBREAKS[word].ratio else added
        yield word, f"{shown} = {made}" if terms else shown


def _penalty(asked: Source, found: Found) -> str:
    return (
        f"{found.penalty} in round {found.round} for {found.code}: "
        f"referee explain {asked.match.id} p{found.seq}"
    )


# -- for machines ------------------------------------------------------------------------------


def _answer(
    asked: Source, state: State, policy: Policy, found: Explained, last: int, placed: int
) -> StandingExplained:
    player = found.player
    return StandingExplained(
        asked.match.id,
        player,
        state.entrants[player].number,
        last,
        found.placed.place if found.placed else None,
        placed,
        points(found.points),
        ratio(found.match_win),
        ratio(found.game_win),
        tuple(map(_round, found.rounds)),
        tuple(
            TiebreakShown(
                word,
                TIEBREAKS[word].what,
                tiebreak(word, found.placed.tiebreaks[word]) if found.placed else None,
                tiebreak(word, found.sums[word][0]) if word in found.sums else None,
                found.sums[word][1] if word in found.sums else 0,
            )
            for word in policy.tiebreaks.order
            if word not in LAST
        ),
        decided(found.above),
        decided(found.below),
        tuple(each.seq for each in state.infractions if each.player == player),
    )


def _round(each: Round) -> RoundPlayed:
    played = each.played
    return RoundPlayed(
        played.round,
        played.opponent,
        played.outcome,
        played.how,
        points(played.points),
        played.won,
        played.lost,
        played.drawn,
        played.score,
        played.conceded,
        each.counts,
        ratio(each.match_win) if each.match_win else None,
        ratio(each.game_win) if each.game_win else None,
        {word: tiebreak(word, figure) for word, figure in each.adds.items()},
    )
