"""The event of a rehearsal: the organiser's own entries and policy in a log of its own, under
another secret, so that it foretells no pairing of the real one."""

import secrets
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from msgspec.structs import replace

from cli.failure import Failure
from cli.reading.decks import shipped_decks
from cli.reading.lines import new_id
from cli.venue.demonstration.tournament import PLAYERS
from cli.venue.entering.lists import Played, played_at
from events.common import Appoint, Opening
from events.event import Event
from events.tournament import Drop, Enter, Post, RegisterDeck
from referee.games.registry import game_of
from referee.tournament.common_edition import Plays
from referee.tournament.keys import commitment_of
from referee.tournament.stages.length import rounds_of
from referee.tournament.state import State, is_active
from referee.verdict import applied
from storage.log import Draft, Log
from storage.match import Match

KEPT = (Appoint, Enter, Drop, RegisterDeck)
"""What is copied of all that happened before the first round: who works there, and who plays."""
LEAST = 6
"""With fewer players than these, invented ones come to make it eight."""
MOST = 8
ROUNDS = 2
"""So many rounds a rehearsal needs."""


def copied(log: Log, event: str, path: Path, now: datetime) -> None:
    """Make the log of a rehearsal. The real one is only read.

    Args:
        log: the real log.
        event: the tournament.
        path: the new log, which is not there yet.
        now: when, UTC.

    Raises:
        Failure: the tournament cannot be rehearsed.
        LogError: a log cannot be read or written.
    """
    source = log.load(event)
    opening = _rehearsable(source)
    state: State = source.replay().state
    secret = secrets.token_hex(16)
    options = {**opening.options, "commitment": commitment_of(secret)}
    if state.options["rounds"] == "1":
        options["rounds"] = str(ROUNDS)
    played, plays = played_at(log, state), state.options["plays"]
    of_game = Plays.read(plays) if plays else None
    entries = [*_before_the_first_round(source)]
    names = {**log.names()}
    with Log.open(path, write=True) as made:

        def add(event_: Event, by: str) -> None:
            made.append(event, [Draft(event_, new_id(now), now, now, by)], match=made.live(event))

        made.keep_secret(event, secret)
        if of_game is not None:
            game = game_of(of_game.game, of_game.version)
            made.add_catalog(log.catalog_for(of_game.catalog, game))
        begun = replace(opening, options=options)
        made.open_match(Draft(begun, new_id(now), now, now, opening.by), event, source.catalog)
        for each, by in entries:
            add(each, by)
        by = opening.by
        here: State = made.live(event).replay().state
        for player in _missing(here):
            add(Enter(by, player), by)
            names.setdefault(player, PLAYERS[player])
        for player in [*here.entrants]:
            deck = _list_for(here, player, played)
            if deck is not None:
                add(replace(deck, by=by), by)
        entered = {
            person: names[person]
            for person in (*here.players, *here.roles, *here.entrants)
            if person in names
        }
        made.name_people(entered)
        if rounds_of(here) == 1:
            raise Failure(f"{event}: a rehearsal needs two rounds", "--rounds 2 or more")


def _rehearsable(source: Match) -> Opening:
    """The opening of a tournament that can be rehearsed.

    Raises:
        Failure: it cannot.
    """
    replay, opening = source.replay(), source.entry(1).event
    if not replay.opened or not isinstance(opening, Opening):
        raise Failure(f"{source.id} has no legal opening")
    if replay.state.options["teams"] != "0":
        raise Failure(
            f"{source.id} is an event of teams, which is not rehearsed: robots play no boards",
            "referee venue demo shows a venue with single players",
        )
    return opening


def _before_the_first_round(source: Match) -> Iterator[tuple[Event, str]]:
    """What is copied, each with who recorded it; what was taken back is left out."""
    replay = source.replay()
    for seq, event in enumerate(replay.events, 1):
        if isinstance(event, Post):
            return
        in_force = applied(replay.standing(seq)) and seq not in replay.undone
        if isinstance(event, KEPT) and in_force:
            yield event, source.entry(seq).recorded_by


def _missing(state: State) -> list[str]:
    """Invented players, where too few have entered."""
    playing = sum(is_active(each, 1) for each in state.entrants.values())
    if playing >= LEAST:
        return []
    return [each for each in PLAYERS if each not in state.entrants][: MOST - playing]


def _list_for(state: State, player: str, played: Played | None) -> RegisterDeck | None:
    """A list for somebody who has handed in none: that of somebody else, or one that ships with
    the game; none where none is taken or to be had."""
    known = state.decks.get(player)
    if state.options["decklists"] == "none" or (known is not None and known.cards):
        return None
    other = next((deck for deck in state.decks.values() if deck.cards), None)
    if other is not None:
        return RegisterDeck("", player, other.name, other.cards, other.lists)
    if played is None:
        return None
    for name, deck in shipped_decks(played.game).items():
        if deck.catalog in ("", played.catalog.name):
            return RegisterDeck("", player, name, deck.cards, deck.lists)
    return None


__all__ = ["copied"]
