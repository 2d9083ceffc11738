"""A tournament is opened."""

import secrets
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Annotated

import msgspec
import typer

from cli.answers.tournament import TournamentOpened
from cli.arguments import (
    BeganOption,
    JsonOption,
    LogOption,
    PolicyOption,
    RulesOption,
    commands,
    complete_game,
)
from cli.failure import Failure, Status
from cli.reading.decks import chosen_catalog
from cli.reading.lines import moment_of, new_id
from cli.reading.log import log_path
from cli.reading.matches import is_file, option_pairs
from cli.screen import render
from cli.tournament.stream import refused as refusal
from events.common import Opening, Seating
from events.entry import MatchId
from referee.catalog import Catalog, catalog_hash
from referee.game import Game
from referee.games.registry import game_of
from referee.replay.replay import Replay
from referee.tournament.common_edition import Plays
from referee.tournament.keys import commitment_of
from referee.verdict import Illegal

app = commands()

STREAM = "tournament"

LATE = {"yes": "99", "no": "0"}
"""What ``--option late=`` means in words: in whatever round, or in none (TR-3.3)."""


OrganiserOption = Annotated[
    str,
    typer.Option(
        "--by", metavar="PERSON", envvar="REFEREE_BY", help="The organiser, who opens it."
    ),
]
PlayedOption = Annotated[
    str | None,
    typer.Option(
        "--game", "-g", help="What is played at the tables.", autocompletion=complete_game
    ),
]
SettingsOption = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="NAME=VALUE",
        help="decklists, check_in, late (yes, or the last round for it), teams, sealed, delay,"
        " record.",
    ),
]
SecretOption = Annotated[
    str | None,
    typer.Option(
        "--secret", metavar="TEXT", help="The secret of the pairings; by default one is drawn."
    ),
]


@app.command(epilog="Example: referee tournament new open --by lena --game GAME --rounds 5 --cut 8")
def new(
    event: Annotated[str, typer.Argument(metavar="EVENT", help="What to call the tournament.")],
    by: OrganiserOption,
    policy: PolicyOption = "standard-2026-1",
    game: PlayedOption = None,
    rules: RulesOption = None,
    catalog: Annotated[
        str | None, typer.Option(metavar="FILE", help="The catalog of the game.")
    ] = None,
    choices: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="ID=OPTION", help="An interpretation of the game."),
    ] = None,
    form: Annotated[
        str, typer.Option("--format", help="swiss, elimination or round-robin.")
    ] = "swiss",
    rounds: Annotated[
        int, typer.Option(help="Rounds before the cut; 0: as the policy has it.")
    ] = 0,
    cut: Annotated[int, typer.Option(help="How many play on after them; 0: nobody.")] = 0,
    best_of: Annotated[int, typer.Option(help="Games of a contest.")] = 3,
    minutes: Annotated[int, typer.Option(help="Minutes of a round; 0: as the policy has it.")] = 0,
    options: SettingsOption = None,
    secret: SecretOption = None,
    at: BeganOption = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Open a tournament.

    The log file is made where there is none. A secret is drawn and kept beside the log; the
    opening shows only its hash, and the close reveals it, so that everybody can see that no
    pairing was chosen.
    """
    from storage.log import Draft, Log

    played = game_of(STREAM)
    chosen = chosen_catalog(played, policy)
    now = datetime.now(UTC)
    drawn = secret if secret is not None else secrets.token_hex(16)
    if not drawn:
        raise Failure("--secret is empty", "leave it out to have one drawn")
    given = option_pairs(options or [], "--option")
    if "late" in given:
        given["late"] = LATE.get(given["late"], given["late"])
    asked = {
        **given,
        "format": form,
        "rounds": str(rounds),
        "cut": str(cut),
        "best_of": str(best_of),
        "minutes": str(minutes),
        "commitment": commitment_of(drawn),
    }
    cards: Catalog | None = None
    if game is not None:
        asked["plays"], cards = _plays(game_of(game, rules), catalog, choices or [])
    elif rules or catalog or choices:
        raise Failure("--rules, --catalog and --set are of a game", "--game GAME")
    opening = _opening(
        event, by, played.version, catalog_hash(chosen), played.agreements(chosen, asked)
    )
    refused = Replay(played, chosen).add(opening).verdict
    if isinstance(refused, Illegal):
        raise refusal(refused)
    draft = Draft(opening, new_id(now), moment_of(at, now), now, by)
    with Log.open(log_path(log), write=True) as opened:
        if opened.has(event):
            raise Failure(f"{opened.path}: {event} already exists", "another name")
        opened.keep_secret(event, drawn)
        if cards is not None:
            opened.add_catalog(cards)
        opened.open_match(draft, event, chosen)
    if json:
        render.say_json(TournamentOpened(event, chosen.name, catalog_hash(chosen), opening.options))
        return Status.DONE
    render.say(f"{event} is open: {form}, policy {chosen.name}", style="strong")
    _say_secret(asked["commitment"], drawn if secret is None else "")
    render.say(f"next: referee tournament enter {event} PLAYER ...", style="quiet")
    return Status.DONE


def _say_secret(commitment: str, drawn: str) -> None:
    """That it is kept; and one that was drawn, for paper."""
    render.say(f"the secret of its pairings is kept; its SHA-256 is {commitment}", 0, 2)
    if drawn:
        from storage.tournament.secret import recovery_of

        render.say("without it no round can be posted; on paper, away from players, it is", 0, 2)
        render.say(recovery_of(drawn), 4)


def _plays(game: Game, catalog: str | None, choices: Sequence[str]) -> tuple[str, Catalog]:
    """What is played at the tables, as an opening says it; and its cards."""
    cards = chosen_catalog(game, catalog)
    picked = game.choices_of_new(option_pairs(choices, "--set"))
    return Plays.of(game, cards, picked).written(), cards


def _opening(event: str, by: str, version: str, policy: str, options: dict[str, str]) -> Opening:
    if is_file(event):
        raise Failure(f"{event}: reads as a file", "name the tournament without / and .txt")
    try:
        msgspec.convert(event, MatchId)
    except msgspec.ValidationError:
        raise Failure(
            f"{event!r} cannot be the name of a tournament",
            "letters, digits, . _ and -; at most 64",
        ) from None
    seats = (Seating("desk", by),)
    try:
        opening = Opening(by, STREAM, version, policy, seats, options=options)
        return msgspec.convert(msgspec.to_builtins(opening), Opening)
    except msgspec.ValidationError as error:
        raise Failure(f"this is not an opening: {error}") from None
