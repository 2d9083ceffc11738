"""What the desk shows: its keys, the tables of a round, the standings."""

from collections.abc import Callable, Sequence

from cli.screen.render import painted_standing, reason_lines, wrapped
from cli.screen.sentences import tell
from cli.screen.standing import FEW, standing_summary
from events.entry import verb
from events.notation import write
from events.tournament import Post
from referee.game import Game
from referee.tournament.pairing import ITEMS
from referee.tournament.standings.current import standings_of
from referee.tournament.standings.ranking import shown_points
from referee.tournament.state import Contest, Hall
from storage.match import Recorded

SHORT = 60
"""A line of so many characters is shown whole where an entry has no more to tell."""

Named = Callable[[str], str]
"""How a player is told."""

KEYS = (
    ("in ana bo", "players are here; in all, in all but cy"),
    ("17 2 1", "the slip of table 17: 2-1; 17 1 1 1 a third game drawn"),
    ("17b 2 1", "where teams play: of board b of table 17"),
    ("3/17 2 1", "a slip of an earlier round that was taken in wrong"),
    ("17 1 1 t", "how: t time, c concession, d intentional draw, n no-show"),
    ("", "(an empty line) the next step, as it is offered"),
    ("x 17", "the result of table 17 is wrong: take it back"),
    ("decide 17 2 1 WHY", "a judge decides a table"),
    ("post", "propose the next round; post! posts it without asking"),
    ("swap A=B WHY", "the same with two players changed"),
    ("missing", "post although results are missing: they count as unfinished draws"),
    ("start, time", "the clock of the round"),
    ("j 17 order", "table 17 calls a judge; end 41 180: call 41 took 180 seconds"),
    ("drop ana", "a player leaves"),
    ("repair", "who came late is taken into the round; repair 3,9 WHY pairs tables again"),
    ("ana call 3 17", "any event begins with who did it, if not you; ? call shows how"),
    ("p, p 17, p ana", "the pairings of the round, or one table"),
    ("s, s 8", "the standings, or the first of them"),
    ("l", "what is missing; what others have logged"),
    ("u", "take back what was logged last"),
    ("q", "leave the desk"),
    ("enter fay …", "any other event, as referee log has it; ? VERB shows how"),
)


def help_lines() -> list[str]:
    """The keys of the desk."""
    return [line for key, what in KEYS for line in wrapped(f"{key:<18} {what}", 0, 19)]


def post_lines(found: Post) -> list[str]:
    """The pairings of a round that is to be posted, and what they cost."""
    given = {each.table: each.reason for each in found.given}
    costs = [f"{item} {cost}" for cost, item in zip(found.cost, ITEMS, strict=False) if cost]
    return [
        f"round {found.round}:",
        *(
            f"{each.table:>4}  {each.a} - {each.b}"
            + (f"  ({given[each.table]})" if each.table in given else "")
            for each in found.pairings
        ),
        *(f" bye  {player}" for player in found.bye),
        *wrapped(f"cost: {'; '.join(costs) or 'nothing'}", 2),
    ]


def contest_lines(contest: Contest, named: Named) -> list[str]:
    """A table of a round with what is known of its result."""
    said = ""
    if contest.result is not None:
        score = contest.result.score
        said = f"  {score.a}-{score.b}" + (f"-{score.drawn}" if score.drawn else "")
        said += f" {score.how}" if score.how != "played" else ""
    disputed = "  disputed" if contest.disputed else ""
    line = f"{contest.table:>4}  {named(contest.a)} - {named(contest.b)}{said}{disputed}"
    return wrapped(line, 0, 6)


def standing_lines(table: Hall, most: int | None, named: Named) -> Sequence[str]:
    """The standings, or the first of them."""
    placed = standings_of(table.state, table.catalog)[:most]
    return [
        f"{each.place:>4}  {shown_points(each.points):>5}  {named(each.player)}" for each in placed
    ]


def recorded_lines(each: Recorded, game: Game) -> list[str]:
    """What an entry came to, in the few lines that a desk reads."""
    outcome, event = each.outcome, each.entry.event
    word = f"{outcome.seq:>4}  {painted_standing(outcome.verdict)}"
    facts = list(tell(outcome.facts[:FEW], game.words))
    if not facts:
        line = write(event, game.codec)
        facts = [line if len(line) <= SHORT else verb(event)]
    if (left := len(outcome.facts) - 1) >= FEW:
        facts = [f"{facts[0]}, and {left} more"]
    first, *more = [line for fact in facts for line in wrapped(fact, 16)]
    lines = [f"{word:<14}  {first.lstrip()}", *more]
    lines += reason_lines(outcome.verdict, game, 16)
    if outcome.changes:
        lines += wrapped(standing_summary(outcome.changes), 16)
    return lines
