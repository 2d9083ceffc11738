"""What tests of this game's own statistics put into a season."""

from referee.fact import CardMoved, ScoreChanged
from referee.games.warrift.facts import (
    CardPlayed,
    CardSummoned,
    ClassTaken,
    DifficultySet,
    MonsterKilled,
    RotationBegan,
    RotationEnded,
    SupportTaken,
)
from tests.storage.statistics.season import Season

GAME = "warrift"
CLASSES = ("arbiter", "necromancer", "werewolf", "grandmaster")
LIMITS = {"normal": 12, "hard": 9, "rekt": 3}


def match(
    season: Season,
    name: str,
    *seats: str,
    difficulty: str = "normal",
    classes: tuple[str, ...] = CLASSES,
    **more: object,
) -> None:
    """A match of this game, of ana and bo where nobody else is named; they play the classes in
    their order."""
    seated = seats or ("ana", "bo")
    season.match(name, *seated, game=GAME, **more)  # type: ignore[arg-type]
    season.fact(name, 1, DifficultySet(difficulty, LIMITS[difficulty], 0))
    for seat, cls in zip(seated, classes, strict=False):
        season.fact(name, 1, ClassTaken(seat, cls), ScoreChanged(seat, "points", 0))


def rotation(number: int, seat: str = "ana") -> RotationBegan:
    """A rotation begins."""
    return RotationBegan(seat, number, False)


def monsters(rotation: int, count: int, limit: int = 12) -> RotationEnded:
    """A rotation ends with so many monsters."""
    return RotationEnded(rotation, count, limit)


def killed(seat: str, points: int = 1, stolen: str = "") -> MonsterKilled:
    """A kill of somebody, or of nobody."""
    return MonsterKilled(seat, "Rat.1", "Rat", points, "A2.1", stolen)


def played(seat: str, owner: str = "", card: str = "A2") -> CardPlayed:
    """A card played; the own one unless another's is named."""
    return CardPlayed(seat, f"{card}.1", card, False, owner or seat)


def summoned(card: str, *offered: str, seat: str = "ana") -> CardSummoned:
    """A card summoned out of those that lay beside it."""
    return CardSummoned(seat, card, 2, "rift", offered)


def taken(kind: str, card: str, *offered: str, seat: str = "ana") -> SupportTaken:
    """A mercenary hired, or a stronghold gained."""
    return SupportTaken(seat, f"{card}.1", card, 1, kind, offered)


def traded(giver: str, receiver: str, card: str) -> CardMoved:
    """A card that went from hand to hand by name."""
    return CardMoved(giver, card, f"{giver}.hand", f"{receiver}.hand", "WR-11.3")
