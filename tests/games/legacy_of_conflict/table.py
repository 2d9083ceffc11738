"""A table for the tests of Legacy of Conflict, with the sample forces or others.

Given a position, when a line is played, then this verdict and these facts::

    match = begun().play("ana activate Warden")
    match.refuse("ana attack Halberd Brute 60 AS-2H", "LC-13.3", have="60", limit="50.8")

Ana has Warden, Slinger and Colossus, bo has Brute, Stalker, Stalker.2 and Seer. Each test flips
cards that can still be in the deck; the first flips of :func:`begun` are for initiative.
"""

from collections.abc import Mapping
from itertools import cycle
from typing import Any

import msgspec

from events.common import Opening, Seating
from referee.catalog import read_catalog, read_deck
from referee.games.legacy_of_conflict.catalog import Forces
from referee.games.legacy_of_conflict.characters import Character
from referee.games.legacy_of_conflict.deck import CARDS
from referee.games.legacy_of_conflict.scenarios import Piece, Scenario, Table
from referee.games.registry import game_of
from tests.table import Match, opening_of

GAME = game_of("legacy_of_conflict", "1.0")
FORCES: Forces = read_catalog(GAME.sample_catalogs()[0].read_text(), Forces)
DECKS = {d.name: d.cards for d in (read_deck(p.read_text()) for p in GAME.sample_decks())}
TEAMS = {"ana": "red", "bo": "blue", "cy": "red", "di": "blue"}


def forces(*things: Character | Piece | Scenario | Table, base: Forces = FORCES) -> Forces:
    """The sample catalog with these things added, or put in the place of those of their name."""
    fields = {Character: "characters", Piece: "pieces", Scenario: "scenarios", Table: "tables"}
    changed: dict[str, Any] = {}
    for thing in things:
        field = fields[type(thing)]
        kept = changed.get(field, getattr(base, field))
        changed[field] = (*(each for each in kept if each.name != thing.name), thing)
    made = msgspec.structs.replace(base, **changed)
    assert made.faults() == []
    return made


def changed(name: str, **fields: Any) -> Character:
    """A character of the sample with other values."""
    return msgspec.structs.replace(FORCES.character[name], **fields)


def changed_piece(name: str, **fields: Any) -> Piece:
    """A piece of the sample with other values."""
    return msgspec.structs.replace(FORCES.piece[name], **fields)


def changed_scenario(name: str, **fields: Any) -> Scenario:
    """A scenario of the sample with other values."""
    return msgspec.structs.replace(FORCES.scenario[name], **fields)


def opening(
    seats: str = "ana bo",
    *,
    catalog: Forces = FORCES,
    decks: Mapping[str, Mapping[str, int]] | None = None,
    sides: Mapping[str, str] | None = None,
    options: Mapping[str, str] | None = None,
    choices: Mapping[str, str] | None = None,
) -> Opening:
    """An opening; the seats take ironwatch and wildpack by turns unless ``decks`` says so."""
    given = decks or {}
    seated = (
        Seating(
            seat, f"p-{seat}", dict(given.get(seat, DECKS[name])), name, (sides or {}).get(seat, "")
        )
        for seat, name in zip(seats.split(), cycle(DECKS), strict=False)
    )
    return opening_of(GAME, catalog, seated, choices, options, by="sk")


def opened(seats: str = "ana bo", *, catalog: Forces = FORCES, **more: Any) -> Match:
    """A match after its opening, legal or not; arguments as for :func:`opening`."""
    return Match(GAME, catalog, opening(seats, catalog=catalog, **more))


def settled(match: Match, on: Mapping[str, str] | None = None) -> Match:
    """All is agreed, shuffled and set up: on the ground, or where ``on`` says."""
    surfaces = on or {}
    for seat in match.state.seats:
        match.play(f"{seat} agree; {seat} shuffle")
    for figure in list(match.state.figures.values()):
        if not figure.placed:
            surface = surfaces.get(figure.id, "ground")
            match.play(f"{figure.seat} place {figure.id} on={surface}")
    return match


def set_up(seats: str = "ana bo", *, on: Mapping[str, str] | None = None, **more: Any) -> Match:
    """A match before initiative."""
    return settled(opened(seats, **more), on)


FIRST = ("3S-BJ", "3S-3H", "2S-2H", "AS-AH")
"""What the sides flip for initiative in :func:`begun`, best first."""


def begun(seats: str = "ana bo", *, on: Mapping[str, str] | None = None, **more: Any) -> Match:
    """A match in its first turn, the sides in seating order; each team in its seating order.

    Every player that flipped for initiative has 16 cards left: ana without 3S and BJ, the
    second side's player without 3S and 3H.
    """
    match = set_up(seats, on=on, **more)
    state = match.state
    flips = iter(FIRST)
    for player in list(state.players.values()):
        if state.duel is not None and player.side in state.duel.due:
            match.play(f"{player.seat} flip {next(flips)}")
    for due in list(state.due):
        team = [p.seat for p in state.players.values() if p.side == due.side]
        match.play(f"{due.seat} order {' '.join(team)}")
    return match


def teams(**more: Any) -> Match:
    """A 2v2 in its first turn: ana and cy (red) against bo and di (blue), ana first."""
    options = {"points": "324", **more.pop("options", {})}
    return begun("ana bo cy di", sides=TEAMS, options=options, **more)


def cards_add_up(match: Match) -> None:
    """Every deck has 18 cards in all (LC-2.1)."""
    for player in match.state.players.values():
        cards = player.cards
        total = cards.size("deck") + cards.size("discard") + len(player.discard)
        assert total == len(CARDS)
        assert not set(player.discard) & set(cards.left)


def tokens_add_up(match: Match) -> None:
    """Pool and slots of each character on the table are all its tokens (LC-12.1), and Wounds are
    never above its own."""
    catalog = match.replay.catalog
    assert isinstance(catalog, Forces)
    for figure in match.state.figures.values():
        record = catalog.character[figure.name]
        assert 0 <= figure.wounds <= record.wounds
        assert all(0 < n <= 2 for n in figure.conditions.values())
        if not figure.down:
            total = record.capacity + figure.received
            assert figure.pool + sum(figure.slots.values()) == total
            assert figure.pool >= 0
