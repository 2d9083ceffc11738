"""Lists that players paste: read, held against the rules of the game, registered (VN-18.7)."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import msgspec
from msgspec import Struct

from cli.failure import Failure
from cli.reading.decks import FaultyLine, read_list
from events.tournament import RegisterDeck
from referee.catalog import Catalog, DeckFile
from referee.game import Game
from referee.games.registry import game_of
from referee.tournament.common_edition import Plays
from referee.tournament.decks import registered_until
from referee.tournament.state import State

if TYPE_CHECKING:
    from storage.log import Log
    from storage.match import Match

MOST_CHANGES = 20
"""So often a player may change a list that is registered (VN-18.8)."""


class Fault(Struct, frozen=True, omit_defaults=True):
    """Something that is wrong with a list."""

    kind: str  # unknown, many, none: of a line; rule: by the rules of the game
    line: int = 0  # the line, from 1; 0: of the list as a whole
    text: str = ""  # what the line says, or what the rule has against the list
    rule: str = ""  # the rule
    nearest: tuple[str, ...] = ()  # the names that may have been meant
    lang: str = ""  # the language of the text, where it is not that of who asked


class Judged(Struct, frozen=True):
    """What a pasted list comes to."""

    deck: DeckFile | None  # what was read; None where it has no card
    cards: int  # how many cards the deck has
    beside: dict[str, int]  # how many each of the other lists has
    faults: tuple[Fault, ...]

    @property
    def right(self) -> bool:
        """Whether it may be registered."""
        return self.deck is not None and not self.faults


class Played(Struct, frozen=True):
    """What the tables of a tournament play, as lists are held against it."""

    game: Game
    catalog: Catalog
    choices: dict[str, str]


def played_at(log: "Log", state: State) -> Played | None:
    """What is played where lists are taken; None where none are.

    Raises:
        LogError: the catalog cannot be read.
    """
    plays = Plays.read(state.options["plays"]) if state.options["plays"] else None
    if plays is None or state.options["decklists"] == "none":
        return None
    game = game_of(plays.game, plays.version)
    choices = {**game.choices(plays.choices), "edition": game.version}
    return Played(game, log.catalog_for(plays.catalog, game), choices)


def judged(played: Played, text: str) -> Judged:
    """Read a list, and hold it against the rules of its game. Asks no log.

    Raises:
        Failure: it is too long.
    """
    found = read_list(text, played.game, played.catalog)
    faults = [_of_line(each) for each in found.faults]
    deck = found.deck
    if deck is None:
        return Judged(None, 0, {}, tuple(faults))
    for each in played.game.deck_faults(played.catalog, deck, played.choices):
        names = [str(value) for value in each.facts.values()]
        line = next((found.at[name] for name in names if name in found.at), 0)
        text = str(each).removeprefix(f"{each.rule}: ")
        text += f"; legal: {each.legal}" if each.legal else ""
        faults.append(Fault("rule", line, text, each.rule))
    beside = {
        name: sum(cards.values()) if isinstance(cards, dict) else len(cards)
        for name, cards in deck.lists.items()
    }
    return Judged(deck, sum(deck.cards.values()), beside, tuple(faults))


def _of_line(line: FaultyLine) -> Fault:
    return Fault(line.kind, line.number, line.text, nearest=line.nearest)


def closes_at(state: State) -> datetime | None:
    """Until when lists are taken by phone; None: until the first round."""
    until = state.options.get("lists_until", "")
    return datetime.fromisoformat(until).astimezone(UTC) if until else None


def closed(state: State, player: str, now: datetime) -> str:
    """Why no list of a player is taken any more: ``posted``, ``late``, ``over``; empty while one
    is (VN-18.8)."""
    if state.over:
        return "over"
    if registered_until(state, player):
        return "posted"
    until = closes_at(state)
    return "late" if until is not None and now >= until else ""


def changes_of(match: "Match", player: str) -> int:
    """How often a list of a player was registered."""
    return sum(
        isinstance(each, RegisterDeck) and each.player == player for each in match.replay().events
    )


def registration_of(by: str, player: str, deck: DeckFile) -> RegisterDeck:
    """The entry that registers a list.

    Raises:
        Failure: it is not well-formed.
    """
    made = RegisterDeck(by, player, deck.name, dict(deck.cards), dict(deck.lists))
    try:
        return msgspec.convert(msgspec.to_builtins(made), RegisterDeck)
    except msgspec.ValidationError as error:
        raise Failure(f"this list cannot be registered: {error}") from None


def as_text(name: str, cards: object, lists: object) -> str:
    """A registered list as somebody would paste it; :func:`~cli.reading.decks.read_list` reads
    it."""
    lines = [f"Name: {name}"] if name else []
    lines += _lines(cards)
    for each, beside in lists.items() if isinstance(lists, dict) else ():
        lines += ["", each.capitalize(), *_lines(beside)]
    return "\n".join(lines)


def _lines(cards: object) -> Sequence[str]:
    if isinstance(cards, dict):
        return [f"{copies} {name}" for name, copies in cards.items()]
    return [str(name) for name in cards] if isinstance(cards, list | tuple) else []


__all__ = [
    "MOST_CHANGES",
    "Fault",
    "Judged",
    "Played",
    "as_text",
    "changes_of",
    "closed",
    "closes_at",
    "judged",
    "played_at",
    "registration_of",
]
