"""Cards that are shown from a hidden zone, and cannot be there (REF-2.1), or perhaps cannot."""

from typing import NoReturn

from referee.hidden import NOW, HiddenCards, Impossible
from referee.house import AnyTable


def forbid_showing(t: AnyTable, seat: str, found: Impossible, place: str = "hand") -> NoReturn:
    """Refuse a showing that the cards themselves make impossible, whatever was claimed.

    Args:
        t: the table.
        seat: who shows the cards.
        found: why they cannot be there; not a claim, which has a rule of the game's own.
        place: where they are shown from, as people call it.

    Raises:
        Violation: REF-2.1, always.
    """
    if found.kind == "size":
        t.forbid(
            "REF-2.1",
            "{seat} shows {asked:card} from a {place} of {have}",
            seat=seat,
            asked=found.asked,
            place=place,
            have=found.have,
        )
    t.forbid(
        "REF-2.1",
        "{seat} shows {asked} of {card}, but at most {have} can be in {place}",
        seat=seat,
        asked=found.asked,
        card=found.card,
        have=found.have,
        place=place,
    )


def say_what_passed(t: AnyTable, hidden: HiddenCards) -> None:
    """A card that was shown is on trust where the account of hidden cards may allow too much."""
    if hidden.since == NOW:
        hidden.since = t.seq
    if card := hidden.doubted:
        hidden.doubted = ""
        t.trust(
            f"that {card} was there: since entry {hidden.since} unseen cards can have changed "
            "places in more ways than are told apart; hands laid open would settle it"
        )
