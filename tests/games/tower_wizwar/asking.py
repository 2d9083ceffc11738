"""What tests of Tower-WizWar ask of a match."""

from events.notation import read
from referee.verdict import Incomplete
from tests.games.tower_wizwar.table import Match


def asks(match: Match, line: str) -> dict[str, tuple[str, ...]]:
    """What a line leaves unsaid that has to be said."""
    match.log(read(line, match.game.codec))
    assert isinstance(match.verdict, Incomplete), match.verdict
    return dict(match.verdict.choices)


def hidden(match: Match, seat: str, place: str, back: str = "spell") -> int:
    """How many cards with a back a hidden place holds."""
    return match.tw.zones.hidden.size(f"{seat}.{place}/{back}")


def pile(match: Match, seat: str, place: str) -> list[str]:
    """The cards of a public place, its top last."""
    return match.tw.zones.piles.get(f"{seat}.{place}", [])


def spots(match: Match, seat: str) -> dict[str, list[str]]:
    """The spots of a map that are taken, each with what lies there, its top last."""
    return match.side(seat).map
