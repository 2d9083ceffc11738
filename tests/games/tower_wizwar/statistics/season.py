"""What tests of this game's own statistics put into a season."""

from referee.fact import TurnBegan, TurnEnded
from referee.games.tower_wizwar.facts import HarmChanged, WoundsChanged
from tests.storage.statistics.season import Season

GAME = "tower_wizwar"
KINDS = {"Wolf": "minion", "Ogre": "monster", "Keep": "tower", "Sun": "celestial", "Hat": "orbital"}


def match(season: Season, name: str = "a", *seats: str, **more: object) -> None:
    """A match of this game, of ana and bo where nobody else is named."""
    season.match(name, *(seats or ("ana", "bo")), game=GAME, **more)  # type: ignore[arg-type]


def kinds(season: Season) -> None:
    """The catalog knows what kinds of cards there are."""
    for card, kind in KINDS.items():
        season.put("card_traits", "catalog", card, "kind", kind)


def seat_of(turn: int) -> str:
    """Whose turn it is, of two."""
    return ("bo", "ana")[turn % 2]


def begun(season: Season, name: str, turn: int, seq: int = 2) -> None:
    """A turn begins, and the one before it ends."""
    if turn > 1:
        season.fact(name, seq, TurnEnded(seat_of(turn - 1), turn - 1))
    season.fact(name, seq, TurnBegan(seat_of(turn), turn))


def harmed(target: str, change: int, left: int, cause: str) -> HarmChanged:
    """Harm came onto something, or went."""
    return HarmChanged(target, change, left, cause)


def wounded(target: str, change: int, left: int, cause: str, seat: str = "bo") -> WoundsChanged:
    """Wounds came onto something of a wizard, or went."""
    return WoundsChanged(target, seat, change, left, cause)
