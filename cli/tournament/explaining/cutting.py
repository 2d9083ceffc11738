"""A cut taken apart: who is in and who is out, and by what (TR-12.1)."""

from cli.answers.explained import CutExplained, PassedShown, PlaceShown
from cli.failure import Failure, Status
from cli.reading.matches import Source
from cli.screen import render
from cli.screen.tables import say_table
from cli.tournament.explaining.figures import decided, decided_text
from referee.tournament.explaining import cutting as taken
from referee.tournament.standings.places import Placed, shown_points

FEW = 4
"""How many of those who are out are listed."""


def explain_cut(asked: Source, *, json: bool) -> Status:
    """Explain who plays on, and by what.

    Raises:
        Failure: there is no cut in this tournament.
    """
    replay = asked.replay()
    try:
        told = taken.explain_cut(replay.state, replay.table.catalog)
    except LookupError as error:
        raise Failure(f"{asked.match.id}: {error}", "the opening says how many play on") from None
    if json:
        render.say_json(
            CutExplained(
                asked.match.id,
                told.size,
                told.made,
                tuple(map(_place, told.due)),
                tuple(PassedShown(each.player, each.place, each.why) for each in told.passed),
                tuple(map(_place, told.out)),
                decided(told.line),
            )
        )
        return Status.DONE
    made = "as it was made" if told.made else "as it would be now"
    render.say(f"the cut to {told.size}, {made}", style="strong")
    seeds = told.made or [each.player for each in told.due]
    due = {each.player: each for each in (*told.due, *told.out)}
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
    for each in told.passed:
        render.say(f"{each.player}, place {each.place}, is not in it: {each.why}", 2)
    if told.line is not None:
        line = told.line
        render.say(f"{line.upper} is in and {line.lower} out by {decided_text(line)}", 2)
    if told.out:
        names = ", ".join(f"{each.player} ({each.place})" for each in told.out[:FEW])
        render.say(f"next: {names}", 2)
    wrong = [player for player in told.made if player not in {each.player for each in told.due}]
    if wrong:
        render.say(f"not by the standings as they are now: {', '.join(wrong)}", 2, style="doubt")
    return Status.DONE


def _place(each: Placed) -> PlaceShown:
    return PlaceShown(each.place, each.player, str(each.points))
