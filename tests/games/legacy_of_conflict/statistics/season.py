"""What tests of this game's own statistics put into a season."""

from referee.games.legacy_of_conflict.facts import AttackResolved, CardsFlipped
from tests.storage.statistics.season import Season

GAME = "legacy_of_conflict"


def match(season: Season, name: str, *seats: str, **more: object) -> None:
    """A match of this game."""
    season.match(name, *seats, game=GAME, **more)  # type: ignore[arg-type]


def flip(
    two: str, total: int = 2, *, seat: str = "ana", chance: float = 0.15, left: int = 16
) -> CardsFlipped:
    """Two cards of a deck, with a space between them."""
    first, second = two.split()
    return CardsFlipped(seat, first, second, total, chance, "attack", left, "R-4")


def resolved(
    damage: int,
    cover: str = "none",
    *,
    seat: str = "ana",
    other: str = "bo",
    card: str = "Wolf",
    attack: str = "bite",
    flip: int = 2,
) -> AttackResolved:
    """An attack that does so much damage; none for a miss."""
    return AttackResolved(
        seat, card, card, attack, other, "Bear", cover, flip, 9, 8, damage > 0, damage, "R-13"
    )
