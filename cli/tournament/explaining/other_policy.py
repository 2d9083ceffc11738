"""The standings under another policy than the pinned one (TR-2.3)."""

from collections.abc import Mapping, Sequence

from cli.answers.tournament import PlaceUnder, StandingsCompared
from cli.failure import Failure, Status
from cli.reading.decks import chosen_catalog
from cli.reading.matches import Source
from cli.screen import render
from cli.screen.columns import say_table
from cli.tournament.explaining.exact_figures import decided_text
from referee.tournament.policy import Policy
from referee.tournament.standings.current import standings_of
from referee.tournament.standings.ranking import (
    Placed,
    compare,
    decided,
    shown_points,
    shown_tiebreak,
)
from referee.tournament.standings.tiebreaks import LAST
from referee.tournament.state import State


def compare_standings(asked: Source, name: str, after: int | None, *, json: bool) -> Status:
    """Show the standings as they would be under another policy, and the first place that differs.

    Args:
        asked: the tournament.
        name: the other policy: a file, or a shipped one.
        after: after which round; None for now.
        json: whether it is told for machines.

    Raises:
        Failure: there is no such policy, or it counts results of another kind.
    """
    state: State = asked.replay().state
    pinned, other = asked.match.catalog, chosen_catalog(asked.game, name)
    assert isinstance(pinned, Policy) and isinstance(other, Policy)
    if pinned.score.kind != other.score.kind:
        counts = {"games": "games won", "margin": "the scores of a game"}
        raise Failure(
            f"{other.name} counts {counts[other.score.kind]}, "
            f"and the results of {asked.match.id} are {counts[pinned.score.kind]}"
        )
    before, placed = standings_of(state, pinned, after), standings_of(state, other, after)
    found = compare(before, placed)
    was = {each.player: each.place for each in before}
    last = state.turn if after is None else min(after, state.turn)
    if json:
        places = tuple(
            PlaceUnder(
                each.place,
                was.get(each.player),
                each.player,
                str(each.points),
                {word: str(figure) for word, figure in each.tiebreaks.items()},
            )
            for each in placed
        )
        names = pinned.name, other.name, other.hash
        render.say_json(StandingsCompared(asked.match.id, last, *names, found.first, places))
        return Status.DONE
    words = [word for word in other.tiebreaks.order if word not in LAST]
    say_table(
        ("", "was", "player", "points", *words),
        [
            (
                f"{each.place}{'=' if each.shared else ''}",
                str(was.get(each.player, "-")) if was.get(each.player) != each.place else "",
                asked.person(each.player),
                shown_points(each.points),
                *(shown_tiebreak(word, each.tiebreaks[word]) for word in words),
            )
            for each in placed
        ],
        title=f"{asked.match.id} after round {last} under {other.name}, not {pinned.name}",
        keys=("player",),
        right=("", "was", "points", *words),
    )
    _say_first(found.first, placed, was)
    return Status.DONE


def _say_first(place: int, placed: Sequence[Placed], was: Mapping[str, int]) -> None:
    """The first place that differs, and by what."""
    if not place:
        render.say("no place differs")
        return
    first = next(at for at, each in enumerate(placed) if was.get(each.player) != each.place)
    player = placed[first].player
    render.say(f"the first that differs is place {place}: {player}, who has {was.get(player)}")
    if first + 1 < len(placed):
        why = decided(placed[first], placed[first + 1])
        render.say(f"there {player} stands above {why.lower} by {decided_text(why)}", 2)
