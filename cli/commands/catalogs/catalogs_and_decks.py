"""Catalogs and decks: listed, checked, shown, kept in the log."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Annotated, Any

import msgspec
import typer

from cli.answers import books
from cli.arguments import (
    AgreedOption,
    CatalogOption,
    JsonOption,
    LogOption,
    ReadingsOption,
    RulesOption,
    commands,
    complete_game,
)
from cli.commands.catalogs import effects, proofread
from cli.failure import Failure, Status
from cli.reading.decks import (
    catalog_in,
    chosen_catalog,
    chosen_deck,
    deck_file,
    is_text,
    named_catalog,
    shipped_catalogs,
    tables_of,
)
from cli.reading.log import is_served, log_path, opened_log
from cli.reading.matches import option_pairs
from cli.screen import render
from cli.screen.columns import say_table
from referee.catalog import Catalog, DeckFile, catalog_hash, copies, read_catalog, read_deck, size
from referee.game import Game
from referee.games.registry import game_ids, game_of, stream_ids
from referee.parts.decks import terms
from referee.verdict import Violation
from storage.catalogs import BESIDE, catalog_text
from storage.files import read_text

app = commands()
catalog = commands()
deck = commands()
app.add_typer(
    catalog, name="catalog", help="List, check, show and keep catalogs; write their effects."
)
app.add_typer(deck, name="deck", help="Check decks.")
catalog.add_typer(effects.app)
catalog.add_typer(proofread.app)

GameOption = Annotated[
    str | None,
    typer.Option("--game", "-g", help="The game.", autocompletion=complete_game),
]


@catalog.command("list", epilog="Example: referee catalog list")
def list_catalogs(log: LogOption = None, json: JsonOption = False) -> Status:
    """List the catalogs that are shipped, and those that the log keeps."""
    found = [
        books.CatalogListed(game, each.name, catalog_hash(each), "shipped", None)
        for game in (*game_ids(), *stream_ids())
        for each in shipped_catalogs(game_of(game))
    ]
    if is_served(log) or log_path(log).exists():
        with opened_log(log) as opened:
            for row in opened.catalogs():
                found.append(books.CatalogListed(row.game, row.name, row.hash, "log", row.matches))
    if json:
        render.say_json(books.Catalogs(tuple(found)))
        return Status.DONE
    say_table(
        ("game", "catalog", "hash", "where"),
        [(row.game, row.name, row.hash, _where(row)) for row in found],
        keys=("game", "catalog"),
    )
    return Status.DONE


def _where(row: books.CatalogListed) -> str:
    if row.matches is None:
        return row.where
    return f"log, {render.counted(row.matches, 'match')}"


@catalog.command("show", epilog="Example: referee catalog show NAME")
def show_catalog(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="A name, the beginning of a hash, or a file.")
    ],
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Show what a catalog holds."""
    found = named_catalog(name, log)
    if json:
        fields = msgspec.to_builtins(found)
        render.say_json(books.CatalogShown(catalog_hash(found), found.game, found.name, fields))
        return Status.DONE
    render.say(f"{found.name}, a catalog of {game_of(found.game).title}", style="strong")
    render.say(f"hash {catalog_hash(found)}")
    for title, settings in msgspec.to_builtins(found).items():
        if isinstance(settings, dict) and settings:
            parts = [
                f"{key.replace('_', ' ')} {_value(value)}"
                for key, value in settings.items()
                if value not in (None, "", [])
            ]
            render.say(f"{title.replace('_', ' ')}: {', '.join(parts)}", 0, 2)
    for title, rows in tables_of(found).items():
        render.say()
        render.say(f"{title.replace('_', ' ')} ({len(rows)})", style="strong")
        for row in rows:
            first, *rest = row.items()
            values = ", ".join(f"{key} {_value(value)}" for key, value in rest if value)
            render.say(f"{first[1]}: {values}" if values else str(first[1]), 2, 6)
    return Status.DONE


@catalog.command("add", epilog="Example: referee catalog add my-cards.toml")
def add_catalog(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A catalog.")],
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Keep a catalog in the log, so that records which pin it can be imported."""
    from storage.log import Log

    found = catalog_in(file)
    with Log.open(log_path(log), write=True) as opened:
        key = opened.add_catalog(found)
    if json:
        render.say_json(books.CatalogAdded(key, found.name, found.game))
    else:
        render.say(f"{found.name} is kept in {log_path(log)} as {key}", 0, 2)
    return Status.DONE


def _value(value: Any) -> str:
    if isinstance(value, list | tuple):
        return " ".join(map(_value, value))
    if isinstance(value, dict):
        return " ".join(f"{k}={_value(v)}" for k, v in value.items())
    return str(value)


BeforeOption = Annotated[
    str | None,
    typer.Option(
        "--catalog",
        metavar="CATALOG",
        help="The catalog before: a name, the beginning of a hash, or a file; by default the "
        "shipped one.",
        show_default=False,
    ),
]
OthersOption = Annotated[
    bool,
    typer.Option("--others", help="Keep the cards of before that the files do not have."),
]
BareOption = Annotated[
    bool,
    typer.Option("--bare", help="Leave the effects out: the folder effects beside tells them."),
]
WrittenToOption = Annotated[
    Path | None,
    typer.Option(
        "--output",
        "-o",
        metavar="FILE",
        help="Where to write it; by default beside you, under its name.",
    ),
]


@catalog.command("import", epilog="Example: referee catalog import cards.json -o new.json")
def import_catalog(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE...", help="What the publisher's card interface answered."),
    ],
    game: GameOption = None,
    before: BeforeOption = None,
    name: Annotated[
        str, typer.Option("--name", metavar="NAME", help="What the new one is called.")
    ] = "",
    others: OthersOption = False,
    bare: BareOption = False,
    output: WrittenToOption = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Make a catalog of cards that the publisher hands out as JSON, and tell what is new.

    Effects stay with the cards whose text is the same as in the import before; no text is kept.
    Nothing is written that could not be read again.
    """
    from cli.reading.effects import places
    from referee.catalog_import import written

    old = None if before is None else named_catalog(before, log)
    played = _importing(game or (old.game if old is not None else None))
    if old is None:
        old = chosen_catalog(played, None)
    elif old.game != played.id:
        raise Failure(f"{before}: a catalog of {old.game}, not of {played.id}")
    assert played.imports is not None
    found = played.imports({str(file): read_text(file) for file in files}, old, name, others)
    made = found.catalog
    target = output or Path(f"{made.name}.json")
    _require_free(target, bare)
    text = written(made, {place.field for place in places(played)} if bare else ())
    whole = read_catalog(catalog_text(target, text), played.catalog_type, str(target))
    target.write_text(text, encoding="utf-8", newline="")
    changes = {name: getattr(found, name) for name in found.__struct_fields__ if name != "catalog"}
    answer = books.CatalogImported(
        file=str(target),
        hash=catalog_hash(whole),
        game=made.game,
        name=made.name,
        before=old.name,
        **changes,
    )
    if json:
        render.say_json(answer)
    else:
        _say_imported(answer)
    return Status.DONE


def _importing(named: str | None) -> Game:
    """The game whose cards are imported: the one that is named, or the only one that does it.

    Raises:
        Failure: it imports none, or several do.
    """
    able = [game_of(named)] if named is not None else [game_of(each) for each in game_ids()]
    found = [each for each in able if each.imports is not None]
    if len(found) == 1:
        return found[0]
    if named is not None:
        raise Failure(f"{able[0].title} has no import of cards")
    listed = ", ".join(each.id for each in found)
    raise Failure("say of which game: --game", f"one of {listed}" if found else "no game has any")


def _require_free(target: Path, bare: bool) -> None:
    """A file that is not there yet, and has nobody's effects beside it.

    Raises:
        Failure: it is there; or a folder beside it would add effects to those that it keeps.
    """
    if target.exists() or target.is_symlink():
        raise Failure(f"{target}: is there already", "another name: -o FILE")
    if not bare and any((target.parent / BESIDE).glob("*.toml")):
        why = f"{target}: the folder {BESIDE} beside it has effects, and the catalog holds them too"
        raise Failure(why, "another folder: -o FILE; or leave the effects out: --bare")


_CAME = (
    ("added", "new"),
    ("gone", "gone"),
    ("kept", "effects kept, the text is the same"),
    ("unread", "effects kept, the text was not compared"),
    ("dropped", "effects left out, the text has changed"),
)


def _say_imported(found: books.CatalogImported) -> None:
    render.say(f"{found.file}: {found.name}, against {found.before}", 0, 2, style="strong")
    render.say(f"hash {found.hash}")
    for field, words in _CAME:
        if names := getattr(found, field):
            render.say()
            render.say(f"{words} ({len(names)})", style="strong")
            render.say("; ".join(names), 2, 2)
    if found.changed:
        render.say()
        render.say(f"changed ({len(found.changed)})", style="strong")
    for each in found.changed:
        changed = "" if each.field == "text" else f" {each.before} is {each.after}"
        render.say(f"{each.card}: {each.field}{changed}", 2, 6)
    if not (found.added or found.gone or found.changed):
        render.say("no card is new, gone or changed")
    if found.added:
        plain, alike = len(found.plain), len(found.alike)
        left = len(found.added) - plain - alike
        render.say(
            f"of {render.counted(len(found.added), 'new card')}, {plain} are told by keywords, "
            f"{alike} are like cards that are told, {left} are left",
            0,
            2,
        )
    if found.words:
        render.say()
        render.say(f"no rule knows ({len(found.words)})", style="strong")
    for new in found.words:
        cards = f"{new.cards[0]}{f' and {len(new.cards) - 1} more' if new.cards[1:] else ''}"
        render.say(f"{new.kind} {new.word} ({cards}): {new.means}", 2, 6)
    if found.doubts:
        render.say()
        render.say(f"in doubt ({len(found.doubts)})", style="strong")
    for doubt in found.doubts:
        render.say(doubt, 2, 6)


@deck.command("check", epilog="Example: referee deck check my-deck.toml")
def check_deck(
    file: Annotated[str, typer.Argument(metavar="DECK", help="A file, or a shipped deck.")],
    game: GameOption = None,
    cards: CatalogOption = None,
    choices: ReadingsOption = None,
    options: AgreedOption = None,
    rules: RulesOption = None,
    date: Annotated[
        str | None,
        typer.Option(
            metavar="DAY",
            help="Hold it against what was banned on a day, such as 2026-06-29.",
            show_default=False,
        ),
    ] = None,
    as_list: Annotated[
        str | None,
        typer.Option(
            "--list", metavar="NAME", help="Check it as this list of the table, not as a deck."
        ),
    ] = None,
    json: JsonOption = False,
) -> Status:
    """Check a deck against the rules of its game; every rule that it breaks is listed.

    A .txt is read as a list as people write it, a card on each line: 4 NAME.
    """
    played = game_of(game or _game_of_deck(file), rules)
    path = Path(file)
    if path.is_file() and not is_text(file):
        found = deck_file(played, path)
    else:
        found = chosen_deck(played, file, chosen_catalog(played, cards))
    pinned = chosen_catalog(played, cards, [found.catalog])
    unknown: Sequence[str] = ()
    if date is not None:
        pinned, unknown = pinned.on_day(_day(date), _all_cards(found))
    chosen = played.choices_of_new(option_pairs(choices or [], "--set"))
    if as_list is None:
        agreed = played.agreements(pinned, option_pairs(options or [], "--option"))
        faults = played.deck_faults(pinned, found, terms(chosen, agreed, played.version))
    else:
        faults = _list_faults(played, pinned, found, chosen, as_list)
    checked = books.DeckChecked(
        deck=found.name,
        game=played.id,
        catalog=pinned.name,
        cards=copies(found.cards),
        lists={name: size(cards) for name, cards in found.lists.items()},
        faults=tuple(books.DeckFault(f.rule, str(f), f.legal, f.facts) for f in faults),
        on_trust=tuple(unknown),
    )
    if json:
        render.say_json(checked)
    else:
        _say_checked(checked, faults, played)
    return Status.ILLEGAL if faults else Status.DONE


def _say_checked(checked: books.DeckChecked, faults: Sequence[Violation], game: Game) -> None:
    counted = render.counted(checked.cards, "card")
    beside = "".join(f", {name} {cards}" for name, cards in checked.lists.items())
    by = f", rules {game.version}" if len(game.versions) > 1 else ""
    render.say(f"{checked.deck}: {counted}{beside} of {checked.catalog}{by}", 0, 2, style="strong")
    for fault in faults:
        render.say_lines(render.verdict_lines(fault.verdict(), game, 2))
    if not faults:
        render.say_lines([f"  {render.paint('legal', 'good')}"])
    for each in checked.on_trust:
        render.say(f"on trust: {each}", 2, 4)


def _day(text: str) -> str:
    """A day as catalogs write it.

    Raises:
        Failure: it is none.
    """
    try:
        return datetime.strptime(text, "%Y-%m-%d").date().isoformat()
    except ValueError:
        raise Failure(f"--date {text}: expected a day, such as 2026-06-29") from None


def _all_cards(deck: DeckFile) -> set[str]:
    """The names in a deck and its other lists."""
    return {*deck.cards, *(name for cards in deck.lists.values() for name in cards)}


def _list_faults(
    game: Game, catalog: Catalog, found: DeckFile, choice: Mapping[str, str], name: str
) -> list[Violation]:
    """What is wrong with the lists of the table, where a deck file is the one of this name.

    Raises:
        Failure: the game has no list of that name.
    """
    if name not in game.table_lists:
        known = (
            f"its lists are {', '.join(game.table_lists)}" if game.table_lists else "it has none"
        )
        raise Failure(f"--list {name}: the table of {game.title} has no list of that name", known)
    lists = game.lists_of_table(catalog, {name: dict(found.cards)})
    return game.table_faults(catalog, lists, choice)


def _game_of_deck(file: str) -> str:
    """The game that a deck is of: as its file says, or where it is shipped."""
    if is_text(file):
        raise Failure(f"{file}: a list does not say of which game it is", "--game says it")
    if Path(file).is_file() or "/" in file:
        return read_deck(read_text(Path(file)), file).game
    for game in game_ids():
        if file in {path.stem for path in game_of(game).sample_decks()}:
            return game
    raise Failure(f"no deck {file}, and no such file", "referee games lists the shipped ones")
