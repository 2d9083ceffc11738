"""Cards in zones: what tells a card from its namesakes, and which places a game has."""

from typing import Literal

from msgspec import Struct, field

Openness = Literal["play", "public", "hidden"]


class Copy(Struct, omit_defaults=True, kw_only=True):
    """A card that is told from its namesakes: in play, on the stack, in an intent, in a lineage.

    A game extends it with what its rules keep of such a card.

    Args:
        id: the name and a number, ``Ogre.2``; new after each change of zones.
        name: the name of the card.
        owner: whose card it is; empty where it is the table's.
        controller: who controls it; empty where nobody does.
        place: where it is.
        since: the entry with which it came there.
        uses: how often its effects were used, each with the turn, or 0 for all time.
    """

    id: str
    name: str
    owner: str = ""
    controller: str = ""
    place: str = ""
    since: int = 0
    uses: dict[str, tuple[int, int]] = field(default_factory=dict)


class Place(Struct, frozen=True):
    """A place where cards may lie.

    Args:
        name: its name, as catalogs and logs say it.
        kind: in play, where each card has an id; public, where all see the names; hidden.
        ordered: the order of its cards matters, and the last name is on top.
        of: whether each seat has one, or the table.
    """

    name: str
    kind: Openness
    ordered: bool = False
    of: Literal["seat", "table"] = "seat"

    def zone(self, seat: str) -> str:
        """The name of the zone of a seat, ``ana.hand``; or of the table's, ``deck``."""
        return f"{seat}.{self.name}" if self.of == "seat" and seat else self.name
