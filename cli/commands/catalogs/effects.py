"""For authors of card catalogs: the check of a file, what it tells, and effects that are asked."""

import sys
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal, cast

import msgspec
import typer

from cli.answers import books
from cli.arguments import GameArgument, JsonOption, LogOption, commands, complete_card
from cli.failure import Failure, Status
from cli.reading.decks import (
    chosen_catalog,
    chosen_deck,
    game_of_catalog,
    named_catalog,
    require_card,
    tables_of,
)
from cli.reading.effect_answers import Answers, Options
from cli.reading.proofread import counted, proofs_of, say_proofread
from cli.reading.usage import usage_in
from cli.screen import render
from cli.screen.columns import say_table
from events.notation.words import nearest
from referee.catalog import (
    EXAMPLES,
    Catalog,
    CatalogError,
    DeckFile,
    catalog_hash,
    examples_beside,
    unjudged_catalog,
)
from referee.game import Game
from referee.games.registry import game_of
from storage.catalogs import BESIDE, catalog_beside, catalog_text
from storage.files import read_text

if TYPE_CHECKING:
    from referee.parts.effects.author_report import Effects
    from referee.parts.effects.examples import How
    from referee.parts.effects.schema import Effect

    EffectsByCard = Mapping[str, Sequence[Effect]]

app = commands()


@app.command("check", epilog="Example: referee catalog check my-cards.toml")
def check_catalog(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="A catalog.")],
    json: JsonOption = False,
) -> Status:
    """Check a catalog file: name its faults, read its effects back, try its examples.

    A file of the folder effects beside a catalog is judged within the whole.
    """
    text = catalog_text(file)
    game = game_of_catalog(text, str(file))
    try:
        found = unjudged_catalog(text, game.catalog_type, str(file))
    except CatalogError as error:
        misfits = str(error).removeprefix(f"{file}: ").splitlines()
        if json or len(misfits) == 1:
            raise
        render.say(f"{file}: no catalog of {game.title} yet", 0, 2)
        _say_listed("faults", misfits)
        return Status.MISUSED
    checked = _checked(game, found, text, file)
    if json:
        render.say_json(checked)
    else:
        _say_checked(checked, game, found)
    return Status.MISUSED if checked.faults else Status.DONE


def _checked(game: Game, catalog: Catalog, text: str, file: Path) -> books.CatalogChecked:
    from cli.reading.effects import cards_with_effects
    from referee.parts.effects.author_report import Judged, judged
    from referee.parts.effects.examples import Example

    faults = list(catalog.faults())
    judgement = Judged()
    examples: tuple[Example, ...] = ()
    elsewhere: tuple[Example, ...] = ()
    try:
        examples = examples_beside(text, Example, str(file))
        if (whole := catalog_beside(file)) is not None:
            elsewhere = examples_beside(catalog_text(whole), Example, str(whole))
    except CatalogError as error:
        faults.append(str(error).removeprefix(f"{file}: "))
    if game.effects is not None:
        only = cards_with_effects(file, game)
        judgement = judged(game.effects, catalog, examples, game.all_names, only, elsewhere)
    elif examples:
        faults.append(f"{EXAMPLES}: {game.title} has no effects that they could be of")
    return books.CatalogChecked(
        file=str(file),
        game=game.id,
        name=catalog.name,
        hash=catalog_hash(catalog),
        faults=tuple(dict.fromkeys([*faults, *judgement.faults])),
        warnings=tuple(judgement.warnings),
        effects=msgspec.convert(
            judgement.effects, tuple[books.EffectReadBack, ...], from_attributes=True
        ),
        examples=judgement.lines,
    )


def _say_checked(checked: books.CatalogChecked, game: Game, catalog: Catalog) -> None:
    rows = ", ".join(f"{len(each)} {name}" for name, each in tables_of(catalog).items())
    render.say(
        f"{checked.file}: a catalog of {game.title}, {checked.name}: {rows or 'nothing'}",
        0,
        2,
    )
    render.say(f"hash {checked.hash}")
    before = ""
    for effect in checked.effects:
        if effect.card != before:
            render.say()
            render.say(effect.card, style="strong")
            before = effect.card
        for line in effect.told.splitlines():
            inner = len(line) - len(line.lstrip())
            render.say(line.lstrip(), 2 + inner, 6 + inner)
        if effect.text:
            render.say(f"text: {effect.text}", 4, 10)
    if checked.effects or checked.examples:
        render.say()
        lines = render.counted(checked.examples, "line")
        render.say(f"{render.counted(len(checked.effects), 'effect')}; {lines} of examples tried")
    _say_listed("warnings", checked.warnings)
    _say_listed("faults", checked.faults)


def _say_listed(title: str, found: Sequence[str]) -> None:
    if found:
        render.say()
        render.say(f"{title} ({len(found)})", style="strong")
    for each in found:
        render.say(each, 2, 6)


UsageOption = typer.Option(
    "--usage",
    metavar="FILE",
    help="What people play: JSON of copies by card, or of whole lists.",
    show_default=False,
)


@app.command("coverage", epilog="Example: referee catalog coverage my-cards.toml my-deck.toml")
def show_coverage(
    name: Annotated[
        str, typer.Argument(metavar="CATALOG", help="A name, the beginning of a hash, or a file.")
    ],
    deck: Annotated[
        str | None,
        typer.Argument(
            metavar="DECK",
            help="A file, or a shipped deck; by default every card once.",
            show_default=False,
        ),
    ] = None,
    usage: Annotated[Path | None, UsageOption] = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Count the cards whose texts are told in full, in part, or stand as a text alone."""
    from referee.parts.effects.examples import coverage, how_far

    catalog = named_catalog(name, log)
    game = game_of(catalog.game)
    effects, cards = _effects_in(game, catalog)
    if usage is not None:
        if deck is not None:
            raise Failure("a deck or --usage, not both")
        return _say_usage(_usage_covered(game, catalog, name, usage), json)
    texts = effects.cards(catalog)
    chosen = chosen_deck(game, deck) if deck is not None else None
    counts = _copies(chosen) if chosen is not None else dict.fromkeys(cards, 1)
    for card in counts:
        require_card(card, cards, catalog, f"{deck}: ")
    found = coverage(cards, counts)
    covered = books.CatalogCovered(
        game=game.id,
        catalog=catalog.name,
        deck=chosen.name if chosen is not None else "",
        told=found.told,
        part=found.part,
        alone=found.alone,
        plain=found.plain,
        cards=tuple(
            books.CardCovered(card, count, how_far(cards[card])) for card, count in counts.items()
        ),
        effects=dict(Counter(how_far([e]) for card in counts for e in texts.get(card, ()))),
        proofread=counted(proofs_of(name, game, catalog), game, catalog, counts),
    )
    if json:
        render.say_json(covered)
    else:
        _say_covered(covered)
    return Status.DONE


def _effects_in(game: Game, catalog: Catalog) -> "tuple[Effects, EffectsByCard]":
    """What may be told of a game, and what its catalog tells of each card that is played.

    Raises:
        Failure: the game has no effects.
    """
    if game.effects is None:
        raise Failure(
            f"{game.title} has no effects in its catalogs",
            "how far each of its rules is checked: referee rules " + game.id,
        )
    return game.effects, (game.effects.played or game.effects.cards)(catalog)


def _how_of(cards: "EffectsByCard", used: Iterable[str]) -> "dict[str, How]":
    """How far each card is told; a card that the catalog does not have is not."""
    from referee.parts.effects.examples import how_far

    return {card: how_far(cards[card]) if card in cards else "alone" for card in used}


def _usage_covered(game: Game, catalog: Catalog, name: str, file: Path) -> books.UsageCovered:
    played = usage_in(file)
    how = _how_of(_effects_in(game, catalog)[1], (used.card for used in played.cards))
    copies = Counter[str]()
    for used in played.cards:
        copies[how[used.card]] += used.copies
    known = {card for card, kind in how.items() if kind in ("told", "plain")}
    return books.UsageCovered(
        game=game.id,
        catalog=catalog.name,
        told=copies["told"],
        part=copies["part"],
        alone=copies["alone"],
        plain=copies["plain"],
        lists=len(played.lists),
        lists_told=sum(cards <= known for cards in played.lists),
        proofread=counted(
            proofs_of(name, game, catalog),
            game,
            catalog,
            {used.card: used.copies for used in played.cards},
        ),
    )


def _say_usage(covered: books.UsageCovered, json: bool) -> Status:
    if json:
        render.say_json(covered)
        return Status.DONE
    counts = [(words, getattr(covered, kind)) for kind, words in _KINDS]
    total = sum(count for _, count in counts)
    render.say(f"{covered.catalog}: {total} copies that are played", 0, 2, style="strong")
    rows = [(words, count, f"{100 * count / max(total, 1):.1f} %") for words, count in counts]
    say_table(("texts", "copies", "share"), rows)
    say_proofread(covered.proofread, "copy")
    if covered.lists:
        share = f"{covered.lists_told} of {covered.lists} lists"
        render.say(f"{share} hold no card that is told in part or by a text alone", 0, 2)
    return Status.DONE


@app.command("next", epilog="Example: referee catalog next GAME --usage played.json")
def next_to_tell(
    game: GameArgument,
    usage: Annotated[Path, UsageOption],
    name: Annotated[
        str | None,
        typer.Option(
            "--catalog",
            metavar="CATALOG",
            help="A file, or a shipped catalog; by default the one that the decks are made for.",
            show_default=False,
        ),
    ] = None,
    count: Annotated[
        int, typer.Option("-n", "--count", min=1, metavar="N", help="How many are listed.")
    ] = 20,
    json: JsonOption = False,
) -> Status:
    """List the cards that are not told in full, the most played first."""
    chosen = game_of(game)
    catalog = chosen_catalog(chosen, name)
    cards = usage_in(usage).cards
    how = _how_of(_effects_in(chosen, catalog)[1], (used.card for used in cards))
    total = sum(used.copies for used in cards)
    untold = [used for used in cards if how[used.card] in ("part", "alone")]
    done = total - sum(used.copies for used in untold)
    listed = []
    for used in untold[:count]:
        done += used.copies
        share = round(done / max(total, 1), 4)
        kind = cast(Literal["part", "alone"], how[used.card])
        listed.append(books.CardToTell(used.card, kind, used.copies, used.lists, share))
    found = books.CardsToTell(chosen.id, catalog.name, len(untold), tuple(listed))
    if json:
        render.say_json(found)
        return Status.DONE
    left = render.counted(found.left, "card")
    render.say(f"{found.catalog}: {left} to tell", 0, 2, style="strong")
    words = dict(_KINDS)
    rows = [
        (each.card, words[each.how], each.copies, each.lists, f"{100 * each.after:.1f} %")
        for each in found.cards
    ]
    say_table(("card", "texts", "copies", "lists", "told then"), rows)
    return Status.DONE


@app.command("notation", epilog="Example: referee catalog notation GAME damage")
def show_notation(
    game: GameArgument,
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[WORD...]",
            help="Words of the language, or chapters; by default all.",
            show_default=False,
        ),
    ] = None,
    json: JsonOption = False,
) -> Status:
    """Show the language in which a catalog tells effects: each word with a line of a real card,
    and how texts of a pattern are told."""
    from referee.parts.effects.notation import notation, recipes_in

    chosen = game_of(game)
    if chosen.effects is None:
        raise Failure(f"{chosen.title} has no effects in its catalogs")
    catalog = chosen_catalog(chosen, None)
    file = chosen.sample("recipes.toml")
    noted = notation(chosen.effects, catalog)
    recipes = recipes_in(read_text(file)) if file.is_file() else ()
    if words:
        wanted = {word.casefold() for word in words}
        known = {each for word in noted for each in (word.word, word.chapter)} | {RECIPES}
        known.update(part.partition(":")[0] for word in noted for part in word.parts)
        for word in words:
            if word not in known:
                close = nearest(word, known)
                raise Failure(
                    f"{word} is no word of the effects of {chosen.title}",
                    f"did you mean {close[0]}?" if close else "",
                )
        noted = [
            each
            for each in noted
            if wanted & {each.word, each.chapter, *(part.partition(":")[0] for part in each.parts)}
        ]
        recipes = recipes if RECIPES in wanted else ()
    cards = chosen.effects.cards(catalog)
    answer = books.NotationShown(
        chosen.id,
        catalog.name,
        msgspec.convert(noted, tuple[books.WordOfEffects, ...], from_attributes=True),
        tuple(
            books.Recipe(
                each.text, each.card, msgspec.to_builtins(cards[each.card][each.effect - 1])
            )
            for each in recipes
        ),
    )
    if json:
        render.say_json(answer)
    else:
        if not words:
            render.say_lines(_BEFORE.splitlines())
        _say_notation(answer)
    return Status.DONE


_BEFORE = """\
A file has [[cards]], each with its name, and under it [[cards.effects]]; in the
folder effects beside a catalog it adds to the cards of that. A card with
several effects has a name for each but one. Keywords that are printed on a line
of their own are fields of the card, which a catalog has already: they are not
told again. What a text says in brackets before it, such as a bonus of the
class, is its if.

[[examples]] beside it hold a table and lines that are legal or illegal there:
card, effect (its name, where it has one), table, legal, illegal. The table says
what each seat has (ana, whose effect it is; bo; cy; di), with commas between,
names with a comma in quotes: 'ana: "A, the First" damage 2, Elk; bo: Fox'. A
line is what would be logged: 'Fox.1 damage:Fox.1:3' (what is aimed at, then
what is done, each part behind a colon), mode=NAME, x=2, pays=...; '' where all
follows.

catalog new-effect writes the frame, catalog check reads it back in words."""
"""What an author has to know before the words."""

RECIPES = "recipes"
"""The chapter of texts by their patterns."""


def _say_notation(answer: books.NotationShown) -> None:
    from cli.reading.effects import inline, table_text
    from referee.parts.effects.notation import TABLES, WORDS

    about = {**{name: what for name, (_, what) in TABLES.items()}, **WORDS}
    chapter = ""
    for each in answer.words:
        if each.chapter != chapter:
            chapter = each.chapter
            render.say()
            render.say(f"{chapter}: {about[chapter]}", 0, 2, style="strong")
        parts = f" ({', '.join(each.parts)})" if each.parts else ""
        render.say(f"{each.word}{parts}{f': {each.says}' if each.says else ''}", 2, 6)
        if each.card:
            _say_toml(inline(each.line), 6, f"{each.card}: ")
    if answer.recipes:
        render.say()
        render.say(f"{RECIPES}: how a text of a pattern is told", 0, 2, style="strong")
    for recipe in answer.recipes:
        render.say()
        render.say(recipe.text, 2, 4)
        render.say(f"{recipe.card}:", 4)
        for line in table_text(recipe.effect, "[[cards.effects]]").splitlines():
            _say_toml(line, 6)


def _say_toml(line: str, indent: int, before: str = "") -> None:
    """A line of TOML behind words, which can still be read where it is broken."""
    from cli.reading.effects import broken

    inner = indent + len(line) - len(line.lstrip())
    first, *more = broken(line.strip(), 76 - inner, before)
    render.say_lines([" " * inner + first, *(" " * (inner + 4) + each for each in more)])


def _copies(deck: DeckFile) -> dict[str, int]:
    """How many there are of each card, over all its lists."""
    counts = Counter(deck.cards)
    for cards in deck.lists.values():
        counts.update(cards)
    return dict(counts)


_KINDS = (
    ("told", "told in full"),
    ("part", "told in part"),
    ("alone", "a text alone"),
    ("plain", "no text"),
)


def _say_covered(covered: books.CatalogCovered) -> None:
    total = sum(card.copies for card in covered.cards)
    of = f"{covered.deck}, by {covered.catalog}" if covered.deck else covered.catalog
    render.say(f"{of}: {render.counted(total, 'card')}", 0, 2, style="strong")
    rows = []
    for kind, words in _KINDS:
        copies = getattr(covered, kind)
        share = f"{100 * copies / total:.0f} %" if total else ""
        rows.append((words, copies, share, covered.effects.get(kind, "")))
    say_table(("texts", "cards", "share", "effects"), rows)
    say_proofread(covered.proofread, "card")
    for kind, words in _KINDS[1:3]:
        names = [card.card for card in covered.cards if card.how == kind]
        if names:
            render.say()
            render.say(f"{words}: {', '.join(names)}", 0, 2)


# -- an effect that is asked --------------------------------------------------------------------


FileArgument = Annotated[
    Path | None,
    typer.Argument(
        metavar="FILE",
        help="The catalog that gets it, or a file of effects; by default it is printed.",
        show_default=False,
    ),
]
NameOption = Annotated[
    str | None,
    typer.Option("--name", metavar="NAME", help="Its name, where the card has others."),
]
AimsOption = Annotated[
    list[str] | None,
    typer.Option("--aim", metavar="NAME:WHAT", help="What is chosen when it is declared."),
]
StepsOption = Annotated[
    list[str] | None,
    typer.Option("--do", metavar="STEP", help="What happens: 'WORD part=value ...'."),
]


@app.command("new-effect", epilog="Example: referee catalog new-effect GAME CARD my-cards.toml")
def new_effect(
    game: GameArgument,
    card: Annotated[
        str, typer.Argument(metavar="CARD", help="A card.", autocompletion=complete_card)
    ],
    file: FileArgument = None,
    when: Annotated[
        str | None, typer.Option("--when", metavar="WORD", help="What sets it off.")
    ] = None,
    name: NameOption = None,
    text: Annotated[
        str | None, typer.Option("--text", help="What it does, in your own words.")
    ] = None,
    aims: AimsOption = None,
    steps: StepsOption = None,
) -> Status:
    """Write an effect by answering questions, at a terminal or line by line from a pipe.

    ? lists what may be answered. With --text, --aim or --do nothing is asked. What the questions
    do not reach, such as modes, is written by hand.
    """
    from cli.reading.effects import MINE, CardFile, content_of, place_of, table_text, with_card
    from referee.parts.effects.author_report import example_tried
    from referee.parts.effects.effect_questions import effect_asked, example_asked

    played = game_of(game)
    if played.effects is None:
        raise Failure(f"{played.title} has no effects in its catalogs")
    target = None
    if file is not None:
        file = file / MINE if file.is_dir() and file.name == BESIDE else file
        content = content_of(file)
        catalog = unjudged_catalog(catalog_text(file, content), played.catalog_type, str(file))
        if catalog.game != played.id:
            raise Failure(f"{file}: a catalog of {catalog.game}, not of {played.id}")
        target = CardFile(with_card(content, file, played, catalog, card), str(file), played, card)
    else:
        catalog = chosen_catalog(played, None)
    given = {"when": [when], "name": [name], "text": [text], "aim": aims, "steps": steps}
    said = {key: list(filter(None, values or ())) for key, values in given.items()}
    answers: Answers | Options = Options(said) if any((text, aims, steps)) else Answers(sys.stdin)
    effects = played.effects
    table = effect_asked(
        answers,
        effects.vocabulary,
        effects.words(catalog),
        card,
        effects.cards(catalog).get(card, ()),
    )
    example = example_asked(
        answers,
        card,
        table.get("name", ""),
        lambda example: example_tried(effects, catalog, table, example, played.all_names),
    )
    if target is None or file is None:
        place = place_of(played, catalog, card)
        print(table_text(table, f"[[{place.cards}.{place.field}]]"), end="")
        if example:
            print("\n" + table_text(example, f"[[{EXAMPLES}]]"), end="")
        return Status.DONE
    written = target.with_effect(table, example)
    _require_no_new_faults(played, file, written, set(catalog.faults()))
    file.parent.mkdir(exist_ok=True)
    file.write_text(written, encoding="utf-8", newline="")
    render.say(f"{card} has it in {file}: referee catalog check {file}", 0, 2)
    return Status.DONE


def _require_no_new_faults(game: Game, file: Path, text: str, known: Collection[str]) -> None:
    """See that a catalog of that text has no fault that is not known."""
    whole = unjudged_catalog(catalog_text(file, text), game.catalog_type, str(file))
    for fault in whole.faults():
        if fault not in known:
            raise Failure(f"{fault} (nothing was written)")
