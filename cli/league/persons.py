"""Persons of several stores are joined by their own consent, and forgotten."""

from typing import Annotated

import typer

from cli.answers import league as answers
from cli.arguments import JsonOption, LogOption, commands
from cli.failure import Failure, Status
from cli.league.which_league import KeyOption, LeagueOption, the_league
from cli.reading.log import opened_log
from cli.screen import render
from storage.files import read_text

app = commands()
person = commands()
app.add_typer(person, name="person", help="Join persons of several stores, and forget them.")


PersonArgument = Annotated[
    str, typer.Argument(metavar="PERSON", help="The id of a person in the log.")
]


@person.command(
    "consent", epilog="Example: referee league person consent p-7 --publisher north --key north.pem"
)
def consent(
    who: PersonArgument,
    publisher: Annotated[
        str, typer.Option("--publisher", metavar="ID", help="What the league calls this store.")
    ],
    key: KeyOption = None,
    first: Annotated[
        str | None,
        typer.Option("--with", metavar="CODE", help="The code that another store gave them."),
    ] = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Give a person who asks for it a code, by which a league takes them for one with a person of
    another store.

    The desk of the first store gives one, that of the second takes it, --with CODE, and gives
    another. Both go to the league: referee league person join CODE CODE.
    """
    from storage.league.keeping.persons import consent as given
    from storage.league.sending.left_out import has_person

    if key is None:
        raise Failure("a code is signed by the key of the store", "--key FILE")
    with opened_log(log) as opened:
        if not has_person(opened, who):
            raise Failure(f"nobody has played as {who} in this log")
    made = given(publisher, who, read_text(key), first or "")
    if json:
        render.say_json(
            answers.ConsentGiven(f"{publisher}:{who}", made.until.isoformat(), made.code)
        )
    else:
        render.say_lines([made.code])
    return Status.DONE


@person.command("join", epilog="Example: referee league person join CODE CODE")
def join(
    one: Annotated[str, typer.Argument(metavar="CODE", help="The code of the first store.")],
    other: Annotated[
        str, typer.Argument(metavar="CODE", help="That of the second, which took the first.")
    ],
    league: LeagueOption = None,
    json: JsonOption = False,
) -> Status:
    """Take persons of two stores for one, as they have asked at both desks.

    Codes are made by referee league person consent, and hold for 30 days.
    """
    from storage.league.keeping.persons import join as joined

    done = joined(the_league(league), one, other)
    if json:
        render.say_json(answers.PersonsJoined(*done))
    else:
        render.say(f"{done.one} and {done.other} are one person: {done.pseudonym}")
    return Status.DONE


@person.command("forget", epilog="Example: referee league person forget north:p-7")
def forget(
    named: Annotated[str, typer.Argument(metavar="PERSON", help="STORE:PERSON.")],
    league: LeagueOption = None,
    json: JsonOption = False,
) -> Status:
    """Forget whose a pseudonym is, and delete the entries and parcels of all their matches.

    What follows from these matches stays, by pseudonym, and so do their heads. They are not taken
    again. Older moments of the league have the entries still: referee league tidy --keep lets
    these go, and --now deletes the files.
    """
    from storage.league.keeping.persons import forget as forgotten

    done = forgotten(the_league(league), named)
    if json:
        render.say_json(
            answers.PersonForgotten(
                done.person,
                tuple(done.matches),
                done.entries,
                tuple(done.parcels),
                tuple(done.others),
            )
        )
        return Status.DONE
    matches = render.counted(len(done.matches), "match")
    parcels = render.counted(len(done.parcels), "parcel")
    render.say(
        f"{done.person} is forgotten: {render.counted(done.entries, 'entry')} of {matches} and "
        f"{parcels} were deleted"
    )
    if done.others:
        named = ", ".join(done.others[:3]) + ("…" if len(done.others) > 3 else "")
        many = render.counted(len(done.others), "match")
        render.say(
            f"those parcels had {many} besides, which their stores may send anew: {named}", 2
        )
    render.say("next: referee league tidy --keep TODAY --now, for older moments have it still", 2)
    return Status.DONE
