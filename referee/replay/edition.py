"""What an opening pins: whether this referee can play it, and the opening that it plays."""

from collections.abc import Mapping

import msgspec

from events.common import Opening
from referee.catalog import Catalog, catalog_hash
from referee.english import one_of
from referee.game import Game
from referee.house import allies
from referee.verdict import forbid


def require_edition(game: Game, catalog: Catalog, opening: Opening) -> None:
    """Whether this referee can play what an opening pins (REF-1.2).

    Raises:
        Violation: it cannot.
    """
    if (opening.game, opening.version) != (game.id, game.version):
        forbid(
            "REF-1.2",
            "the opening names {game} {version}",
            game=opening.game,
            version=opening.version,
            legal=f"{game.id} {game.version}",
        )
    have = catalog_hash(catalog)
    if opening.catalog != have:
        forbid("REF-1.2", "the opening pins a different catalog", pinned=opening.catalog, have=have)
    seats = [s.seat for s in opening.seats]
    if len(set(seats)) != len(seats):
        forbid("REF-1.3", "a seat is named twice", seats=", ".join(seats))
    for where, lists, known in (
        ("the table", opening.lists, game.table_lists),
        *((seat.seat, seat.lists, game.lists) for seat in opening.seats),
    ):
        for name in lists:
            if name not in known:
                forbid(
                    "REF-1.2",
                    "{where} has a list {name}, but this game has no such list",
                    where=where,
                    name=name,
                    legal=one_of(known) or "no lists",
                )
    side = allies(opening)
    for each in opening.seats:
        if each.side in seats and side.get(each.side) != each.side:
            forbid(
                "REF-1.3",
                "{seat} plays for {side}, but the seat {side} does not",
                seat=each.seat,
                side=each.side,
                legal=f"{each.side} on the side named after it, or another name for the side",
            )


def asked_under(game: Game, opening: Opening, choices: Mapping[str, str]) -> Opening:
    """The opening as if it had named this version of the game and these interpretations."""
    known = game.rulebook.interpretations
    pinned = {key: value for key, value in opening.interpretations.items() if key in known}
    return msgspec.structs.replace(
        opening, version=game.version, interpretations={**pinned, **choices}
    )


def with_agreements(game: Game, catalog: Catalog, opening: Opening) -> Opening:
    """The opening with all that is agreed, and what was not to agree on its day as it was played
    then. A game that leaves nothing open reads no options."""
    if not game.agreed(catalog):
        return opening
    named = {**game.formerly, **opening.options}
    return msgspec.structs.replace(opening, options=game.agreements(catalog, named))


__all__ = ["asked_under", "require_edition", "with_agreements"]
