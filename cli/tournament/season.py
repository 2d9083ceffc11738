"""Many tournaments together: ratings, and what a player has played."""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Annotated

import typer

from cli.arguments import JsonOption, LogOption, commands
from cli.failure import Failure, Status
from cli.reading.facts import day, over_facts
from cli.screen import render
from cli.screen.columns import say_table
from referee.english import counted
from storage.season.contests import contests
from storage.season.profile import Profile, profile
from storage.season.ratings import Model, Rating
from storage.season.ratings import ratings as rated

if TYPE_CHECKING:
    from storage.log import Log

app = commands()

SinceOption = Annotated[
    str | None, typer.Option("--since", metavar="DATE", help="Only tournaments from this day on.")
]
UntilOption = Annotated[
    str | None, typer.Option("--until", metavar="DATE", help="Only tournaments up to this day.")
]


@app.command(epilog="Example: referee tournament ratings --least 5")
def ratings(
    plays: Annotated[
        str | None, typer.Option("--game", "-g", help="Only tournaments of this game.")
    ] = None,
    event: Annotated[
        str | None, typer.Option("--event", metavar="EVENT", help="Only this tournament.")
    ] = None,
    least: Annotated[
        int, typer.Option("--least", min=1, help="Only who has so many rated contests.")
    ] = 1,
    since: SinceOption = None,
    until: UntilOption = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Rate players over tournaments, each game by itself, from the contests that were played.

    Nothing is kept: ratings are made of the contests in the order of time whenever they are asked
    for. What was not played is not rated: byes, no-shows, forfeits, agreed draws, what a penalty
    decided, and contests without a result.
    """
    period = day(since, "--since"), day(until, "--until")
    met, names = over_facts(
        log,
        lambda opened: (
            contests(opened.connection, plays=plays, event=event, since=period[0], until=period[1]),
            opened.published_people(),
        ),
    )
    model = Model()
    found = [each for each in rated(met, model) if each.n >= least]
    events = len({each.event for each in met})
    played = sum(each.played for each in met)
    if json:
        from cli.answers.season import Rated

        answer = Rated(model.name, model, events, played, len(met) - played, tuple(found))
        render.say_json(answer)
        return Status.DONE
    if not found:
        few = f"nobody has {least} rated contests" if played and least > 1 else ""
        render.say(few or "nothing to rate yet")
    for game in dict.fromkeys(each.plays for each in found):
        _say_ratings(game, [each for each in found if each.plays == game], names)
    basis = f"{counted(played, 'contest')} of {counted(events, 'tournament')}"
    render.say(f"{model.in_words()}; {basis}", 0, 2, style="quiet")
    return Status.DONE


def _called(player: str, names: Mapping[str, str]) -> str:
    """A player as the standings have them: the id, and the name where it is known."""
    name = names.get(player, "")
    return f"{player} ({name})" if name else player


def _say_ratings(game: str, found: list[Rating], names: Mapping[str, str]) -> None:
    say_table(
        ("", "player", "ordinal", "mu", "sigma", "n", "wins", "draws"),
        [
            (
                place,
                _called(each.player, names),
                each.ordinal,
                each.mu,
                each.sigma,
                each.n,
                each.wins,
                each.draws,
            )
            for place, each in enumerate(found, 1)
        ],
        title=f"Ratings: {game}" if game else "Ratings",
        keys=("player",),
        right=("",),
        places=2,
    )


@app.command("profile", epilog="Example: referee tournament profile ana")
def show_profile(
    player: Annotated[str, typer.Argument(metavar="PLAYER", help="The id of a player.")],
    own: Annotated[
        bool,
        typer.Option(
            "--own", help="For the player and the staff: decks and penalties not published, too."
        ),
    ] = False,
    since: SinceOption = None,
    until: UntilOption = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Show what a player has played: tournaments, decks, opponents, ratings, penalties.

    It is what all may see: decks of tournaments that have published their lists, penalties of
    those that have published these. With --own it is what the player and the staff may see.
    """
    period = day(since, "--since"), day(until, "--until")

    def asked(opened: "Log") -> tuple[Profile, dict[str, str]]:
        found = profile(opened, player, own=own, since=period[0], until=period[1])
        return found, opened.published_people()

    found, names = over_facts(log, asked)
    if not found.events:
        raise Failure(
            f"{player} has entered no tournament of this log"
            + (" in that time" if since or until else ""),
            "a player's id, or of teams the team's; referee people list has ids",
        )
    say_profile(found, names, json)
    return Status.DONE


def say_profile(found: Profile, names: Mapping[str, str], json: bool) -> None:
    """Say what a player has played."""
    if json:
        from cli.answers.season import ProfileShown

        render.say_json(
            ProfileShown(
                found.player,
                names.get(found.player, ""),
                found.own,
                found.record,
                found.events,
                found.decks,
                found.opponents,
                found.ratings,
                found.penalties,
            )
        )
    else:
        _say_profile(found, names)


def _say_profile(found: Profile, names: Mapping[str, str]) -> None:
    entered = counted(len(found.events), "tournament")
    render.say(f"{_called(found.player, names)}: {found.record} in {entered}", style="strong")
    steps = {(r.plays, s.event): s.ordinal for r in found.ratings for s in r.course}
    say_table(
        ("event", "day", "game", "deck", "record", "byes", "place", "ordinal"),
        [
            (
                each.event,
                f"{each.opened_at:%Y-%m-%d}",
                each.plays,
                each.deck or "-",
                str(each.record),
                each.byes,
                f"{each.place} of {each.entrants}" if each.place else "-",
                steps.get((each.plays, each.event)),
            )
            for each in found.events
        ],
        title="Tournaments",
        keys=("event",),
        places=2,
        absent="-",
    )
    for title, columns, rows in (
        (
            "Decks",
            ("deck", "game", "events", "record"),
            [(each.deck, each.plays, each.events, str(each.record)) for each in found.decks],
        ),
        (
            "Opponents",
            ("opponent", "n", "record"),
            [(_called(each.player, names), each.n, str(each.record)) for each in found.opponents],
        ),
        (
            "Ratings",
            ("game", "ordinal", "mu", "sigma", "n"),
            [(each.plays, each.ordinal, each.mu, each.sigma, each.n) for each in found.ratings],
        ),
        (
            "Penalties",
            ("event", "entry", "round", "code", "penalty"),
            [(p.event, p.seq, p.round, p.code, p.penalty) for p in found.penalties],
        ),
    ):
        if rows:
            say_table(columns, rows, title=title, keys=columns[:1], places=2)
    if not found.own:
        render.say(
            "what is not published is left out; --own shows all to the player and the staff",
            0,
            2,
            style="quiet",
        )
