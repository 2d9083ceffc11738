"""What tests of this game's own statistics put into a season."""

from referee.fact import FirstPlayer, TurnBegan, TurnEnded
from referee.games.grand_archive.facts import (
    CardActivated,
    CardMaterialized,
    ChampionLeveled,
    PhaseBegan,
)
from tests.storage.statistics.season import Season

GAME = "grand_archive"


def match(season: Season, name: str = "a", *seats: str, **more: object) -> None:
    """A match of this game, of ana and bo where nobody else is named; the first of them begins."""
    found = seats or ("ana", "bo")
    season.match(name, *found, game=GAME, **more)  # type: ignore[arg-type]
    season.fact(name, 1, FirstPlayer(found[0], ""))


def trait(season: Season, kind: str, **values: str) -> None:
    """The catalog knows a trait of these cards."""
    for card, value in values.items():
        season.put("card_traits", "catalog", card, kind, value)


def begun(season: Season, name: str, turn: int, seq: int, seats: str = "ana bo") -> None:
    """A turn begins with its first phase, and the one before it ends."""
    order = seats.split()
    if turn > 1:
        season.fact(name, seq, TurnEnded(order[(turn - 2) % len(order)], turn - 1))
    seat = order[(turn - 1) % len(order)]
    season.fact(name, seq, TurnBegan(seat, turn), PhaseBegan(seat, "main"))


def leveled(seat: str, card: str, level: int, how: str = "leveled up") -> ChampionLeveled:
    """A champion has another top card, or is placed at level 0."""
    how = how if level else "placed"
    return ChampionLeveled(seat, f"{seat}.champion", card, level, how)


def activated(
    seat: str, card: str, reserved: int = 0, *, element: str = "norm", answers: bool = False
) -> CardActivated:
    """A card was activated from the hand."""
    thing = f"{card}.1"
    return CardActivated(
        seat, thing, card, "ally", element, reserved, reserved, "hand", answers
    )  # fmt: skip


def materialized(seat: str, card: str, banished: int = 0) -> CardMaterialized:
    """A card was materialized."""
    return CardMaterialized(seat, f"{card}.1", card, "item", banished, banished, 0)
