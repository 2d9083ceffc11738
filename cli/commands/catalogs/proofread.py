"""For readers of a catalog: what is printed beside what is told, and what they found."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from cli.answers import books
from cli.arguments import JsonOption, LogOption, commands
from cli.failure import Failure, Status
from cli.reading.decks import named_catalog, require_card, tables_of
from cli.reading.proofread import counted, proofs_of, say_proofread, table_beside
from cli.screen import render
from referee.catalog import Catalog
from referee.catalog_import import Printed
from referee.game import Game
from referee.games.registry import game_of
from storage.files import read_text

if TYPE_CHECKING:
    from referee.parts.effects.proofread import Proof

app = commands()

_NOT_PRINTED = ("name", "effects", "text", "back", "limits")


@app.command("read", epilog="Example: referee catalog read my-cards.toml --printed cards.json")
def read_catalog_cards(
    name: Annotated[
        str, typer.Argument(metavar="CATALOG", help="A name, the beginning of a hash, or a file.")
    ],
    cards: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="CARD...", help="Cards; by default all with effects.", show_default=False
        ),
    ] = None,
    printed: Annotated[
        list[Path] | None,
        typer.Option(
            "--printed",
            metavar="FILE",
            help="What the publisher's card interface answered; may be given again.",
        ),
    ] = None,
    unread: Annotated[
        bool, typer.Option("--unread", help="Only cards that were not read twice as they are now.")
    ] = False,
    count: Annotated[
        int, typer.Option("-n", "--count", min=1, metavar="N", help="How many are listed.")
    ] = 20,
    found: Annotated[
        Path | None,
        typer.Option(
            "--found",
            metavar="FILE",
            help="Take in what a reader found: lines of a card, a comma, and right, looser, "
            "stricter or wrong.",
            show_default=False,
        ),
    ] = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Show what is printed on cards beside what is told of them, and keep what readers found.

    Two read each card, apart from each other. Their words are kept in proofread.csv beside the
    catalog, with the hash of the text; of a card that was changed since they say nothing more.
    """
    catalog = named_catalog(name, log)
    game = game_of(catalog.game)
    if game.effects is None:
        raise Failure(f"{game.title} has no effects in its catalogs")
    texts = _printed(game, printed or [])
    if found is not None:
        if cards or unread:
            raise Failure("cards or --found, not both")
        return _take(name, game, catalog, texts, found, json)
    proofs = proofs_of(name, game, catalog)
    listed = _beside(game, catalog, texts, proofs, cards or [], unread)
    answer = books.CatalogRead(
        game.id, catalog.name, tuple(listed[:count]), max(0, len(listed) - count)
    )
    if json:
        render.say_json(answer)
    else:
        _say(answer)
    return Status.DONE


def _printed(game: Game, files: Sequence[Path]) -> Mapping[str, Printed]:
    if not files:
        return {}
    if game.printed is None:
        raise Failure(f"{game.title} has no printed texts that can be read")
    return game.printed({str(file): read_text(file) for file in files})


def _beside(
    game: Game,
    catalog: Catalog,
    texts: Mapping[str, Printed],
    proofs: "Mapping[str, Proof]",
    cards: Sequence[str],
    unread: bool,
) -> list[books.CardRead]:
    from referee.parts.effects.author_report import read_back
    from referee.parts.effects.examples import how_far
    from referee.parts.effects.proofread import how_often

    assert game.effects is not None
    effects_by_card = game.effects.cards(catalog)
    for card in cards:
        require_card(card, effects_by_card, catalog)
    facts = _facts(catalog)
    listed = []
    for card in cards or [
        card for card in sorted(effects_by_card) if how_far(effects_by_card[card]) != "plain"
    ]:
        text = texts.get(card) or Printed(card, "", "")
        proof = proofs.get(card)
        often = how_often(proof, effects_by_card[card], text.hash)
        if not (unread and often == "twice"):
            effects = msgspec.convert(
                list(read_back(game.effects, card, effects_by_card[card])),
                tuple[books.EffectReadBack, ...],
                from_attributes=True,
            )
            listed.append(_read(card, text, facts.get(card, ""), effects, proof, often))
    return listed


def _read(
    card: str,
    text: Printed,
    facts: str,
    effects: tuple[books.EffectReadBack, ...],
    proof: "Proof | None",
    often: books.Proofread,
) -> books.CardRead:
    return books.CardRead(
        card=card,
        set=text.set or (proof.set if proof is not None else ""),
        printed=text.text,
        rulings=text.rulings,
        facts=facts,
        effects=effects,
        first=proof.first if proof is not None else "",
        first_on=proof.first_on if proof is not None else "",
        second=proof.second if proof is not None else "",
        second_on=proof.second_on if proof is not None else "",
        proofread=often,
    )


def _facts(catalog: Catalog) -> dict[str, str]:
    """What a catalog says of each card beside its effects, in words."""
    found = {}
    for rows in tables_of(catalog).values():
        for row in rows:
            said = [
                f"{key} {' '.join(map(str, value)) if isinstance(value, list | tuple) else value}"
                for key, value in row.items()
                if key not in _NOT_PRINTED and value not in (None, "", [], (), {})
            ]
            found[str(row.get("name", ""))] = ", ".join(said)
    return found


def _say(answer: books.CatalogRead) -> None:
    for card in answer.cards:
        render.say(card.card + (f" ({card.set})" if card.set else ""), style="strong")
        render.say(card.facts, 2, 4)
        if not card.printed:
            render.say("print: none was given, or there is no text", 2, 9)
        for line in card.printed.splitlines():
            if line:
                render.say(f"print: {line}", 2, 9)
        for ruling in card.rulings:
            render.say(f"ruled: {ruling}", 2, 9)
        for effect in card.effects:
            for line in effect.told.splitlines():
                inner = len(line) - len(line.lstrip())
                render.say(f"told:  {line.lstrip()}" if not inner else line.lstrip(), 2 + inner, 9)
            if effect.text:
                render.say(f"text:  {effect.text}", 2, 9)
        render.say(_readers(card), 2, 4)
        render.say()
    if answer.left:
        render.say(f"{answer.left} more: -n {len(answer.cards) + answer.left}")


def _readers(card: books.CardRead) -> str:
    if not card.first:
        return "nobody has read it"
    said = f"{card.first} on {card.first_on}"
    if card.second:
        said += f", {card.second} on {card.second_on}"
    return f"read: {said}; changed since" if card.proofread == "unread" else f"read: {said}"


def _take(
    name: str,
    game: Game,
    catalog: Catalog,
    texts: Mapping[str, Printed],
    found: Path,
    json: bool,
) -> Status:
    from referee.parts.effects.proofread import (
        Proof,
        mark_of,
        results_in,
        table_of,
        with_results,
    )

    assert game.effects is not None
    table = table_beside(name, game, catalog)
    if table is None:
        raise Failure(f"{name}: no file that a table could lie beside", "the file of the catalog")
    try:
        results = results_in(read_text(found))
    except ValueError as error:
        raise Failure(f"{found}: {error}") from None
    effects_by_card = game.effects.cards(catalog)
    day = datetime.now(UTC).date().isoformat()
    fresh = {}
    for card, result in results.items():
        require_card(card, effects_by_card, catalog)
        if card not in texts:
            raise Failure(f"{found}: no file has the text of {card}", "--printed FILE with it")
        text = texts[card]
        fresh[card] = Proof(
            card, text.set, text.hash[:16], mark_of(effects_by_card[card]), result, day
        )
    before = proofs_of(name, game, catalog)
    after = with_results(before, results, fresh, effects_by_card)
    table.write_text(table_of(after.values()), encoding="utf-8", newline="")
    second = sum(after[card] != fresh[card] for card in results)
    answer = books.ReadersFound(
        str(table),
        game.id,
        catalog.name,
        len(results) - second,
        second,
        counted(after, game, catalog, dict.fromkeys(effects_by_card, 1)),
    )
    if json:
        render.say_json(answer)
        return Status.DONE
    render.say(f"{table}: {render.counted(answer.first, 'card')} read first, {second} again", 0, 2)
    say_proofread(answer.proofread, "card")
    return Status.DONE
