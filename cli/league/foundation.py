"""A league is made, and told who may publish and what its seasons are."""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.answers import league as answers
from cli.arguments import JsonOption, commands, complete_game
from cli.failure import Failure, Status
from cli.league.which_league import LeagueOption, moment, the_league
from cli.screen import render
from cli.screen.columns import say_table

if TYPE_CHECKING:
    from storage.league.publishers import Ruling

app = commands()
publisher = commands()
season = commands()
app.add_typer(publisher, name="publisher", help="Say who may publish, by which key.")
app.add_typer(season, name="season", help="Say what a season is, and list them.")

_SHOWN = 20
"""How many matches are told that were set aside; JSON has all."""
PublisherArgument = Annotated[
    str, typer.Argument(metavar="ID", help="The store, such as north.", show_default=False)
]


@app.command(
    epilog="Examples: referee league new league . referee league new league "
    "--catalog 'postgres:dbname=league host=db' --data s3://bucket/league"
)
def new(
    folder: Annotated[Path, typer.Argument(metavar="FOLDER", help="A new folder.")],
    catalog: Annotated[
        str | None,
        typer.Option("--catalog", metavar="postgres:…", help="The catalog in PostgreSQL."),
    ] = None,
    data: Annotated[
        str | None, typer.Option("--data", metavar="s3://…", help="The files in an object store.")
    ] = None,
    json: JsonOption = False,
) -> Status:
    """Make a league in a folder of its own, and draw its key.

    Who has league.key can say whose a pseudonym is: it belongs where nobody else reads.
    """
    from storage.league.lake import make

    key_id = make(folder, catalog or "", data or "")
    if json:
        render.say_json(answers.LeagueMade(str(folder), key_id))
    else:
        render.say(f"a league is in {folder}; its key is {key_id}")
        render.say(f"next: referee league publisher add ID --key KEY --league {folder}", 2)
    return Status.DONE


@app.command(epilog="Example: referee league move /srv/league")
def move(
    target: Annotated[
        Path, typer.Argument(metavar="TO", help="A new folder, or that of a new league.")
    ],
    league: LeagueOption = None,
    json: JsonOption = False,
) -> Status:
    """Copy a league into another: all it holds now, with its key, parcels and rulings.

    To servers: make the other with referee league new TO --catalog --data, then move. Times are
    kept; older moments can be asked of the first alone, which stays as it is.
    """
    from storage.league.keeping.league_copy import move as moved

    with render.progress("copying") as step:
        done = moved(the_league(league), target, step)
    if json:
        render.say_json(answers.LeagueMoved(str(target), *done))
    else:
        counts = [
            render.counted(done.matches, "match"),
            render.counted(done.entries, "entry"),
            render.counted(done.parcels, "parcel"),
        ]
        render.say(f"{', '.join(counts)} copied to {target}")
    return Status.DONE


@publisher.command("add", epilog="Example: referee league publisher add north --key 5f0c…")
def add_publisher(
    name: PublisherArgument,
    key: Annotated[
        str, typer.Option("--key", metavar="KEY", help="The id of its key: 64 hexadecimal digits.")
    ],
    league: LeagueOption = None,
    json: JsonOption = False,
) -> Status:
    """Let a store publish, by a key that it has told you, from now on.

    The store makes one with referee league parcel --new-key FILE.
    """
    from storage.league.publishers import add_publisher as added

    now = datetime.now(UTC).replace(microsecond=0)
    added(the_league(league), name, key, now)
    if json:
        render.say_json(answers.PublisherAdded(name, key, now))
    else:
        render.say(f"{name} may publish by the key {key[:16]}…")
    return Status.DONE


@publisher.command("end", epilog="Example: referee league publisher end north --from 2026-03-14")
def end_publisher(
    name: PublisherArgument,
    since: Annotated[
        str | None,
        typer.Option(
            "--from", metavar="TIME", help="From when on its key counts no more; by default now."
        ),
    ] = None,
    key: Annotated[
        str | None,
        typer.Option("--key", metavar="KEY", help="That key alone; by default all that it has."),
    ] = None,
    league: LeagueOption = None,
    json: JsonOption = False,
) -> Status:
    """Let a store publish no longer. With --from, as where its key was stolen, what was taken since
    is listed and set aside, by a ruling that the key of the league signs.

    Of each match the head counts that was taken before; of one that came since, nothing, nor of one
    whose older parcel cannot be taken (status 4; the same command tries it again). A match counts
    again as referee league publisher restore or referee league dispute say, or when the
    store sends it anew, by another key.
    """
    from storage.league.lake import Lake
    from storage.league.publishers import end_publisher as end
    from storage.league.taking.rulings import NOTHING_ASIDE, ended

    place = the_league(league)
    if since is None:  # what came up to now counts, also what came in this second
        ends, done = datetime.now(UTC), NOTHING_ASIDE
        with Lake(place, write=True) as lake:
            end(lake, name, ends, key or "")
    else:
        ends = moment(since, "--from")
        done = ended(place, name, ends, key or "")
    status = Status.NOT_EXACT if done.left else Status.DONE
    if json:
        doubtful = tuple(
            answers.Doubtful(
                e.match_id, e.seq, e.hash, None if e.match_id in done.left else e.instead or None
            )
            for e in done.doubtful
        )
        render.say_json(answers.PublisherEnded(name, ends, doubtful, _ruling(done.ruling)))
        return status
    render.say(f"{name} may publish no longer, as of {ends:%Y-%m-%d %H:%M} UTC")
    for each in done.doubtful[:_SHOWN]:
        counts = each.instead.partition(":")[0]
        said = f"entry {counts} is the last that counts" if counts else "nothing of it counts"
        if each.match_id in done.left:
            said = f"entry {counts} should count and cannot be taken: {done.left[each.match_id]}"
        render.say(f"set aside: {each.match_id}, up to entry {each.seq}; {said}", 2)
    if len(done.doubtful) > _SHOWN:
        render.say(f"and {len(done.doubtful) - _SHOWN:,} more; --json lists them", style="quiet")
    return status


@publisher.command(
    "restore",
    epilog="Examples: referee league publisher restore north. "
    "referee league publisher restore north north:r1-t4",
)
def restore_publisher(
    name: PublisherArgument,
    match: Annotated[
        list[str] | None,
        typer.Argument(metavar="MATCH", help="Matches: STORE:MATCH; by default all."),
    ] = None,
    league: LeagueOption = None,
    json: JsonOption = False,
) -> Status:
    """Let count again what was set aside as a key of a store had ended, by another ruling.

    What came in meanwhile stays: where that is another match, referee league dispute rules.
    """
    from storage.league.taking.rulings import restored

    done = restored(the_league(league), name, match or ())
    back = sorted({} if done.ruling is None else {*done.ruling.heads} - {*done.left})
    if json:
        render.say_json(
            answers.PublisherRestored(name, tuple(back), tuple(done.left), _ruling(done.ruling))
        )
        return Status.DONE
    count = "count" if len(back) > 1 else "counts"
    render.say(f"{render.counted(len(back), 'match')} of {name} {count} again")
    for each in done.left:
        render.say(f"left: {each}: another came in meanwhile, or its parcel is here no more", 2)
    return Status.DONE


def _ruling(made: "Ruling | None") -> answers.LeagueSignature | None:
    return None if made is None else answers.LeagueSignature(made.key_id, made.signature)


@publisher.command("list", epilog="Example: referee league publisher list")
def list_publishers(league: LeagueOption = None, json: JsonOption = False) -> Status:
    """List who may publish, by which key, from when to when."""
    from storage.league.lake import Lake
    from storage.league.publishers import publishers

    with Lake(the_league(league)) as lake:
        found = publishers(lake)
    if json:
        listed = tuple(answers.PublisherListed(*row) for row in found)
        render.say_json(answers.Publishers(listed))
    elif not found:
        render.say("nobody may publish yet: referee league publisher add ID --key KEY")
    else:
        say_table(
            ("publisher", "key", "from (UTC)", "until"),
            [(name, key[:16], _moment(since), _moment(until)) for name, key, since, until in found],
            keys=("publisher",),
            absent="-",
        )
    return Status.DONE


@season.command("add", epilog="Example: referee league season add spring --from 2026-01-01")
def add_season(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What to call it.")],
    since: Annotated[str, typer.Option("--from", metavar="DATE", help="Its first day, UTC.")],
    until: Annotated[str, typer.Option("--until", metavar="DATE", help="Its last day, UTC.")],
    game: Annotated[
        str | None,
        typer.Option("--game", "-g", help="Of this game alone.", autocompletion=complete_game),
    ] = None,
    league: LeagueOption = None,
    json: JsonOption = False,
) -> Status:
    """Say what a season is: the matches that were opened on these days."""
    from referee.games.registry import game_of
    from storage.league.publishers import Season, plain
    from storage.league.publishers import add_season as added

    if game is not None:
        game_of(game)  # which says what games there are
    if not name.strip() or len(name) > 64:
        raise Failure("expected a name of up to 64 characters")
    first, last = moment(since, "--from"), moment(until, "--until")
    if len(until) <= 10:
        last += timedelta(days=1)
    made = Season(name, game or "", plain(first), plain(last))
    added(the_league(league), made)
    if json:
        render.say_json(answers.SeasonAdded(*made))
        return Status.DONE
    render.say(f"{name} is a season: {since} to {until}" + (f", {game}" if game else ""))
    return Status.DONE


@season.command("list", epilog="Example: referee league season list")
def list_seasons(league: LeagueOption = None, json: JsonOption = False) -> Status:
    """List the seasons of the league."""
    from storage.league.lake import Lake
    from storage.league.publishers import seasons

    with Lake(the_league(league)) as lake:
        found = seasons(lake)
    if json:
        render.say_json(answers.Seasons(tuple(answers.SeasonListed(*each) for each in found)))
    elif not found:
        render.say("there is no season yet: referee league season add NAME --from DAY --until DAY")
    else:
        say_table(
            ("season", "game", "from (UTC)", "before"),
            [(e.name, e.game or "all", _moment(e.since), _moment(e.until)) for e in found],
            keys=("season",),
        )
    return Status.DONE


def _moment(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat(" ", "minutes")
