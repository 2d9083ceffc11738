"""Entries of a match chosen as a judge speaks of them: by turn, seat, misplay or card."""

from collections.abc import Sequence
from typing import Annotated

import typer

from cli.failure import Failure
from cli.reading.matches import Source
from events.common import Opening
from events.notation.words import matching, nearest
from referee.replay.causes import refusals
from referee.replay.seek import entries_of_turn, entries_touching, names, of_seat

TurnOption = Annotated[
    int | None, typer.Option("--turn", min=1, metavar="N", help="Turn N.", show_default=False)
]
SeatOption = Annotated[
    str | None, typer.Option("--seat", "-s", help="This player.", show_default=False)
]
IllegalOption = Annotated[
    bool, typer.Option("--illegal", help="Misplays, without what was refused because of them.")
]
CardOption = Annotated[
    str | None,
    typer.Option(
        "--card",
        metavar="NAME",
        help="What touched this card, or possibly did where nobody saw.",
        show_default=False,
    ),
]


def chosen(
    asked: Source,
    among: Sequence[int],
    turn: int | None = None,
    seat: str | None = None,
    illegal: bool = False,
    card: str | None = None,
) -> dict[int, bool]:
    """The entries that all that was asked for applies to; false where that is only possible.

    Raises:
        Failure: there is no such turn, seat or card.
    """
    replay = asked.replay()
    found = dict.fromkeys(among, True)
    if turn is not None:
        of_turn = turn_of(asked, turn)
        found = {seq: known for seq, known in found.items() if seq in of_turn}
    if seat is not None:
        check_seat(asked, seat)
        found = {s: known for s, known in found.items() if of_seat(asked.events[s - 1], seat)}
    if illegal:
        roots = {r.seq for r in refusals(replay).values() if r.root == r.seq}
        found = {seq: known for seq, known in found.items() if seq in roots}
    if card is not None:
        touched = entries_touching(replay, card_named(asked, card))
        found = {seq: touched[seq] for seq in found if seq in touched}
    return found


def turn_of(asked: Source, turn: int) -> range:
    """The entries of a turn.

    Raises:
        Failure: it has not begun.
    """
    try:
        return entries_of_turn(asked.replay(), turn)
    except LookupError as error:
        raise Failure(f"--turn {turn}: {error}") from None


def check_seat(asked: Source, seat: str) -> None:
    """Refuse a seat that the match does not have.

    Raises:
        Failure: it has none of that name.
    """
    replay = asked.replay()
    if replay.opened and seat not in replay.state.seats:
        raise Failure(f"--seat {seat}: no such seat", f"seats are {', '.join(replay.state.seats)}")


def card_named(asked: Source, card: str) -> str:
    """A name in play, from one that may be cut short.

    Raises:
        Failure: there is no such name, or there are several.
    """
    replay = asked.replay()
    known = asked.game.all_names(replay.table) if replay.opened else []
    found = matching(card, known)
    if len(found) == 1:
        return found[0]
    if not found and any(names(line, card) for line in map(asked.line, range(2, asked.last + 1))):
        return card
    close = found or nearest(card, known)
    opening = asked.match.entry(1).event
    catalog = opening.catalog[:8] if isinstance(opening, Opening) else "NAME"
    listed = f"referee catalog show {catalog} lists them"
    hint = f"did you mean {' or '.join(close)}?" if close else listed
    raise Failure(f"--card {card}: {'several are called so' if found else 'no such card'}", hint)
