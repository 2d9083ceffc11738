"""Persons of several stores are joined by their own consent, and forgotten."""

from typing import Annotated

import typer

from cli.answers import league as answers
from cli.arguments import JsonOption, commands
from cli.failure import Status
from cli.league.place import LeagueOption, the_league
from cli.screen import render

app = commands()
person = commands()
app.add_typer(person, name="person", help="Join persons of several stores, and forget them.")


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

    Codes are made by referee people consent, and hold for 30 days.
    """
    from storage.league.persons import join as joined

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
    from storage.league.persons import forget as forgotten

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
        told = ", ".join(done.others[:3]) + ("…" if len(done.others) > 3 else "")
        many = render.counted(len(done.others), "match")
        render.say(f"those parcels had {many} besides, which their stores may send anew: {told}", 2)
    render.say("next: referee league tidy --keep TODAY --now, for older moments have it still", 2)
    return Status.DONE
