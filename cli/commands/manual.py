"""What there is to read: the pages of the house, and the JSON Schema of every answer."""

from typing import Annotated

import typer

from cli.answers import books
from cli.arguments import JsonOption, commands
from cli.failure import Failure, Status
from cli.reading.topics import Page, page, pages
from cli.screen import render
from cli.screen.columns import say_table
from cli.screen.prose import say_page
from events.notation.words import nearest

app = commands()


def _complete_topic(incomplete: str) -> list[str]:
    return [topic for topic in pages() if topic.startswith(incomplete)]


@app.command("help", epilog="Example: referee help table")
def help_with(
    topic: Annotated[
        str | None,
        typer.Argument(
            metavar="TOPIC",
            help="What the page is about; by default all are listed.",
            autocompletion=_complete_topic,
        ),
    ] = None,
    json: JsonOption = False,
) -> Status:
    """Open a page of the manual, or list its topics.

    What a single command does is said by its own --help.
    """
    if topic is not None:
        found = page(topic)
        if json:
            render.say_json(books.TopicShown(_listed(found), found.text))
        else:
            say_page(found.text)
        return Status.DONE
    if json:
        render.say_json(books.Topics(tuple(map(_listed, pages().values()))))
        return Status.DONE
    say_table(("topic", "about"), [(each.topic, each.about) for each in pages().values()])
    render.say()
    render.say("referee help TOPIC opens a page; referee COMMAND --help tells of a command")
    return Status.DONE


def _listed(found: Page) -> books.TopicListed:
    return books.TopicListed(found.topic, found.title, found.about, found.path)


def _complete_command(incomplete: str) -> list[str]:
    from cli.answers.schema import ANSWERS

    return [command for command in ANSWERS if command.startswith(incomplete)]


@app.command(epilog="Example: referee schema show")
def schema(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="COMMAND",
            help="A command that has --json; by default all.",
            autocompletion=_complete_command,
        ),
    ] = None,
) -> Status:
    """Print the JSON Schema of what commands answer with --json.

    Every answer is an object; its field schema says which one it is, with the number of its
    version. What is added later leaves that number; what goes, or holds something else, raises it.
    """
    from cli.answers.schema import ANSWERS, document

    command = " ".join(words or ())
    if command and command not in ANSWERS:
        close = nearest(command, ANSWERS)
        meant = f"did you mean {' or '.join(close)}? " if close else ""
        raise Failure(
            f"{command}: no command with --json", f"{meant}there are: {', '.join(ANSWERS)}"
        )
    render.say_schema(document([command] if command else ANSWERS))
    return Status.DONE
