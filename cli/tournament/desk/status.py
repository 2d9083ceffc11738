"""Where the event stands: what is missing, and the step that comes next."""

from cli.screen.render import wrapped
from referee.game import Game
from referee.tournament.due import next_step
from referee.tournament.state import Hall, open_tables


def step_of(table: Hall) -> str:
    """The step that an empty line takes, in a word or two; empty where there is none yet."""
    state = table.state
    if state.over:
        return ""
    if not state.rounds or not open_tables(state.rounds[-1]):
        return next_step(state)
    newest = state.rounds[-1]
    if not newest.started:
        return "start"
    return "" if newest.time else "time"


def status_lines(table: Hall, game: Game) -> list[str]:
    """What is missing, one line each, and the next step."""
    due = game.obligations(table)
    step = step_of(table)
    if step:
        offered = f"next: {step}"
    elif table.state.over:
        offered = "nothing is left to do"
    else:
        offered = "next: their slips; missing goes on without them"
    lines = [each.text() for each in due if each.must or each.rule != "TR-5.1"]
    return [*(line for each in lines for line in wrapped(f"  {each}", 2)), offered]
