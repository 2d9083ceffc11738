"""The games, their rulebooks, and how their events are written."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Annotated

import msgspec
import typer
from msgspec import UNSET

from cli.answers import books
from cli.arguments import GameArgument, JsonOption, RulesOption, commands
from cli.failure import Failure, Status
from cli.reading.decks import shipped_catalogs
from cli.screen import render
from cli.screen.columns import say_table
from cli.screen.sentences import about_event
from events.common import COMMON
from events.entry import verb
from events.event import Event
from events.notation import outcomes, usage
from events.notation.words import matching, nearest
from referee.game import ANY, Game
from referee.games.registry import game_ids, game_of
from referee.house import HOUSE
from referee.rulebook import Interpretation, Rule

app = commands()


@app.command(epilog="Example: referee games")
def games(json: JsonOption = False) -> Status:
    """List the games that can be played."""
    found = [game_of(game_id) for game_id in game_ids()]
    if json:
        render.say_json(
            books.Games(
                tuple(
                    books.GameListed(
                        id=game.id,
                        title=game.title,
                        version=game.version,
                        players=game.players,
                        rules=len(game.rulebook.rules),
                        interpretations=len(game.rulebook.interpretations),
                        catalogs=tuple(path.name for path in game.sample_catalogs()),
                        decks=tuple(path.stem for path in game.sample_decks()),
                    )
                    for game in found
                )
            )
        )
        return Status.DONE
    say_table(
        ("game", "rules", "players", "title", "shipped decks"),
        [
            (
                game.id,
                ", ".join(game.versions),
                "-".join(str(n) for n in dict.fromkeys(game.players)),
                game.title,
                ", ".join(path.stem for path in game.sample_decks()),
            )
            for game in found
        ],
        keys=("game",),
    )
    return Status.DONE


@app.command(epilog="Example: referee rules GAME 7.1")
def rules(
    game: GameArgument,
    wanted: Annotated[
        str | None,
        typer.Argument(metavar="ID", help="A rule or interpretation, or the beginning of its id."),
    ] = None,
    version: RulesOption = None,
    json: JsonOption = False,
) -> Status:
    """Print a rulebook: each rule with what the referee does about it.

    checked: what breaks it is refused by its id. derived: its outcome is computed. declared:
    the players declare what it rests on. not applicable: nothing for a record to hold.
    """
    played = game_of(game, version)
    book = [*played.rulebook.rules.values(), *HOUSE.rules.values()]
    readings = list(played.rulebook.interpretations.values())
    catalogs = shipped_catalogs(played) if wanted is None else []
    agreed = played.agreed(catalogs[0]) if catalogs else {}
    if wanted is not None:
        book = [rule for rule in book if _meant(wanted, rule.id)]
        readings = [reading for reading in readings if _meant(wanted, reading.id)]
        if not book and not readings:
            _unknown_rule(played, wanted)
    if json:
        render.say_json(
            books.Rules(
                game=played.id,
                version=played.version,
                rules=tuple(map(_rule_shown, book)),
                interpretations=tuple(map(_reading_shown, readings)),
                agreed=agreed,
                table_lists=played.table_lists,
            )
        )
        return Status.DONE
    if wanted is None:
        render.say(f"{played.title}, rules {played.version}", style="strong")
        if others := [each for each in played.versions if each != played.version]:
            render.say(f"other versions, by --rules: {', '.join(others)}")
    for rule in book:
        render.say(f"{rule.id}  {rule.title} ({rule.standing})", style="strong")
        render.say(rule.statement, 4)
    if readings and wanted is None:
        render.say()
        render.say("Interpretations, where the rules are silent", style="strong")
    for reading in readings:
        _say_reading(reading)
    _say_agreed(agreed)
    if wanted is None:
        _say_sums(played, book, len(readings))
    return Status.DONE


def _say_agreed(agreed: Mapping[str, Sequence[str]]) -> None:
    """What the players agree before the start, the usual first."""
    if agreed:
        render.say()
        render.say("Agreed before the start, such as --option NAME=VALUE", style="strong")
    for name, values in agreed.items():
        others = ["any other" if value == ANY else value for value in values[1:]]
        or_others = f"; or {', '.join(others)}" if others else ""
        render.say(f"{name}: {values[0]}{or_others}", 4)


def _say_sums(game: Game, book: Sequence[Rule], readings: int) -> None:
    """The lists of the table, and how many rules and interpretations there are."""
    if game.table_lists:
        render.say()
        render.say("Cards of the table, such as --list NAME=DECK", style="strong")
        render.say(", ".join(game.table_lists), 4)
    counts = Counter(rule.standing for rule in book)
    standings = ", ".join(f"{count} {name}" for name, count in counts.items())
    render.say()
    render.say(f"{len(book)} rules: {standings}; {readings} interpretations")


def _meant(wanted: str, rule_id: str) -> bool:
    """Whether an id is meant: the same, its number alone, or a part of its section."""
    asked, full = wanted.casefold().strip(), rule_id.casefold()
    number = full.partition("-")[2]
    squeezed = asked.replace(" ", "")
    if squeezed in (full.replace(" ", ""), number.replace(" ", "")):
        return True
    sections = tuple(f"{asked}{mark}" for mark in ".- ")
    return full.startswith(sections) or number.startswith(f"{asked}.")


def _unknown_rule(game: Game, wanted: str) -> None:
    ids = [*game.rulebook.rules, *HOUSE.rules, *game.rulebook.interpretations]
    close = matching(wanted, ids) or nearest(wanted, ids)
    hint = f"did you mean {' or '.join(close[:3])}?" if close else f"referee rules {game.id}"
    raise Failure(f"{game.id}: no rule {wanted}", hint)


def _rule_shown(rule: Rule) -> books.RuleShown:
    return books.RuleShown(**msgspec.structs.asdict(rule), standing=rule.standing)


def _reading_shown(reading: Interpretation) -> books.InterpretationShown:
    fields = {**msgspec.structs.asdict(reading), "supported": reading.playable}
    return books.InterpretationShown(**fields)


def _say_reading(reading: Interpretation) -> None:
    render.say(reading.id, style="strong")
    render.say(reading.question, 4)
    for option in reading.options:
        notes = ["default"] if option == reading.default else []
        notes += [] if option in reading.playable else ["not supported"]
        notes += ["where an opening names none"] if option == reading.before else []
        render.say(option + (f"  ({', '.join(notes)})" if notes else ""), 6)


@app.command(epilog="Example: referee events GAME")
def events(
    game: GameArgument,
    schema: Annotated[bool, typer.Option("--schema", help="Print the JSON schema.")] = False,
    json: JsonOption = False,
) -> Status:
    """List how each event is written: who, the verb, then the fields in order.

    What stands in brackets may be left out; name= fields are always written so.
    """
    played = game_of(game)
    if schema:
        from cli.answers.schema import DIALECT

        found = msgspec.json.schema(played.codec.union, ref_template="#/$defs/{name}")
        render.say_schema({"$schema": DIALECT, **found})
        return Status.DONE
    if json:
        described = tuple(map(_event_described, played.codec.types))
        render.say_json(books.Events(played.id, described))
        return Status.DONE
    shown: dict[Sequence[str], str] = {}
    render.say(f"{played.title}, rules {played.version}", style="strong")
    _say_events(played.events, shown)
    render.say()
    render.say("In every game", style="strong")
    _say_events(COMMON, shown)
    render.say()
    render.say("Repairs that adjust may make", style="strong")
    for repair in played.repairs.values():
        render.say(repair.__doc__ or "", 2)
    return Status.DONE


def _say_events(kinds: tuple[type[Event], ...], shown: dict[Sequence[str], str]) -> None:
    """How events are written; outcomes that were told before are referred to.

    Args:
        kinds: the events.
        shown: where which outcomes were told so far.
    """
    for kind in kinds:
        for line in render.wrapped(f"{_who(kind)} {usage(kind)}", 2, 8):
            print(render.paint(line, "strong"))
        render.say(about_event(kind), 8)
        for field, shapes in outcomes(kind).items():
            listed = ", ".join(shapes)
            before = shown.setdefault(tuple(shapes), f"{field} of {verb(kind)}")
            here = before == f"{field} of {verb(kind)}"
            render.say(f"{field}: {listed if here else f'as {before}'}", 8)


def _who(kind: type[Event]) -> str:
    return kind.__struct_fields__[0].upper()


def _event_described(kind: type[Event]) -> books.EventDescribed:
    written = {field: tuple(shapes) for field, shapes in outcomes(kind).items()}
    return books.EventDescribed(
        verb=verb(kind),
        who=kind.__struct_fields__[0],
        usage=usage(kind),
        about=about_event(kind),
        outcomes=written or UNSET,
    )
