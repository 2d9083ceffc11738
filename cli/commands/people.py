"""The names of people, kept apart from the record, where they can be blanked."""

from pathlib import Path
from typing import Annotated

import typer

from cli.answers.whole_log import OptedOut, Penalties, People
from cli.arguments import JsonOption, LogOption, commands
from cli.failure import Failure, Status
from cli.reading.log import opened_log
from cli.screen import render
from cli.screen.columns import say_table
from cli.screen.sentences import penalty_text

app = commands()
people = commands()
app.add_typer(
    people,
    name="people",
    help="Name people, forget names, list them, trace penalties, publish nothing of them.",
)

PersonArgument = Annotated[str, typer.Argument(metavar="PERSON", help="The id of a person.")]


@people.command("set", epilog="Example: referee people set p-ana 'Ana Example'")
def set_name(
    person: PersonArgument,
    name: Annotated[str, typer.Argument(metavar="NAME", help="What to call them.")],
    log: LogOption = None,
) -> Status:
    """Note what a person is called."""
    if not person.strip() or not name.strip() or len(person) > 64 or len(name) > 200:
        raise Failure("expected an id of up to 64 and a name of up to 200 characters")
    with opened_log(log, write=True) as opened:
        opened.name_person(person, name)
    render.say(f"{person} is {name}")
    return Status.DONE


@people.command("forget", epilog="Example: referee people forget p-ana --copies /media/stick")
def forget(
    person: PersonArgument,
    copies: Annotated[
        Path | None,
        typer.Option(
            "--copies", metavar="FOLDER", help="Where a venue keeps copies: they are listed."
        ),
    ] = None,
    log: LogOption = None,
) -> Status:
    """Blank a person's name, and what was registered by phone.

    Records keep the id, and every chain stays whole. Copies that a venue has made have the name
    still: they are listed, and a log that is restored from one forgets it again.
    """
    from cli.venue.keeping.second_folder import shelves_in
    from storage.venue import rows

    with opened_log(log, write=True) as opened:
        known = person in opened.names()
        opened.forget_person(person)
        registered = rows.forget(opened, person)
    if not known and not registered and copies is None:
        raise Failure(f"{person} has no name in this log")
    render.say(f"{person} no longer has a name")
    if copies is None:
        return Status.DONE
    try:
        holding = [each for shelf in shelves_in(copies) for each in shelf.forget(person)]
    except OSError as error:
        raise Failure(f"{copies}: {error.strerror or error}", "--copies FOLDER") from None
    for each in holding:
        render.say(f"{each} may have it still", 2)
    render.say("a log that is restored from there forgets it again", style="quiet")
    return Status.DONE


@people.command("opt-out", epilog="Example: referee people opt-out p-ana")
def opt_out(
    person: PersonArgument,
    again: Annotated[bool, typer.Option("--end", help="They may be published again.")] = False,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Keep matches of a person out of parcels to a league: referee league parcel.

    A minor, as who has registered or was entered so, is kept out without that, until --end says
    that a guardian agrees.
    What was published before stays there.
    """
    from storage.league.sending.left_out import opt_out as noted

    if not person.strip() or len(person) > 64:
        raise Failure("expected an id of up to 64 characters")
    with opened_log(log, write=True) as opened:
        count = noted(opened, person, not again)
    if json:
        render.say_json(OptedOut(person, again, count))
        return Status.DONE
    said = "may be published again" if again else "go into no parcel"
    render.say(f"matches of {person} {said}: {count:,} of this log")
    return Status.DONE


@people.command("list", epilog="Example: referee people list")
def list_people(log: LogOption = None, json: JsonOption = False) -> Status:
    """List the people who have a name, and who is in no parcel to a league, and why."""
    from storage.league.sending.left_out import kept_out

    with opened_log(log) as opened:
        found, out = opened.names(), kept_out(opened)
    if json:
        render.say_json(People(found, {**out}))
    elif not found and not out:
        render.say("nobody has a name in this log")
    elif not out:
        say_table(("person", "name"), list(found.items()))
    else:
        say_table(
            ("person", "name", "in no parcel"),
            [(each, found.get(each), out.get(each)) for each in sorted({*found, *out})],
            absent="-",
        )
    return Status.DONE


@people.command("trace", epilog="Example: referee people trace p-ana")
def trace(person: PersonArgument, log: LogOption = None, json: JsonOption = False) -> Status:
    """List all penalties of a person, in every match of the log, the oldest first."""
    from storage.season.penalties import penalties_of

    with opened_log(log) as opened:
        found = penalties_of(opened, person)
    if json:
        render.say_json(Penalties(person, tuple(found)))
    elif not found:
        render.say(f"{person} has no penalty in this log")
    for each in [] if json else found:
        render.say(penalty_text(each), 0, 4)
    return Status.DONE
