"""A cut taken apart: who is in and who is out, and by what (TR-12.1)."""

from cli.answers.explained import CutExplained, PlaceShown
from cli.failure import Failure, Status
from cli.reading.matches import Source
from cli.screen import render
from cli.screen.columns import say_table
from cli.tournament.explaining.exact_figures import decided, decided_text
from referee.tournament.explaining import cut as taken
from referee.tournament.standings.ranking import Placed, shown_points

FEW = 4
"""How many of those who are out are listed."""


def explain_cut(asked: Source, *, json: bool) -> Status:
    """Explain who plays on, and by what.

    Raises:
        Failure: there is no cut in this tournament.
    """
    replay = asked.replay()
    try:
        cut = taken.explain_cut(replay.state, replay.table.catalog)
    except LookupError as error:
        raise Failure(f"{asked.match.id}: {error}", "the opening says how many play on") from None
    if json:
        render.say_json(
            CutExplained(
                asked.match.id,
                cut.size,
                cut.made,
                tuple(map(_place, cut.due)),
                cut.passed,
                tuple(map(_place, cut.out)),
                decided(cut.line),
            )
        )
        return Status.DONE
    made = "as it was made" if cut.made else "as it would be now"
    render.say(f"the cut to {cut.size}, {made}", style="strong")
    seeds = cut.made or [each.player for each in cut.due]
    due = {each.player: each for each in (*cut.due, *cut.out)}
    say_table(
        ("seed", "player", "place", "points"),
        [
            (
                seed,
                asked.person(player),
                due[player].place if player in due else "-",
                shown_points(due[player].points) if player in due else "-",
            )
            for seed, player in enumerate(seeds, 1)
        ],
        keys=("seed", "player"),
        right=("place", "points"),
    )
    for each in cut.passed:
        render.say(f"{each.player}, place {each.place}, is not in it: {each.why}", 2)
    if cut.line is not None:
        line = cut.line
        render.say(f"{line.upper} is in and {line.lower} out by {decided_text(line)}", 2)
    if cut.out:
        names = ", ".join(f"{each.player} ({each.place})" for each in cut.out[:FEW])
        render.say(f"next: {names}", 2)
    wrong = [player for player in cut.made if player not in {each.player for each in cut.due}]
    if wrong:
        render.say(f"not by the standings as they are now: {', '.join(wrong)}", 2, style="doubt")
    return Status.DONE


def _place(each: Placed) -> PlaceShown:
    return PlaceShown(each.place, each.player, str(each.points))
