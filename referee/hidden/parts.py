"""Which unseen cards are judged together: an account that began with several lists has parts.

Each list is a part of its own, and so is each pool shuffled later into an empty zone. As long as
no zone holds slots of two parts, nothing that is seen of one tells anything about the other, so
each is counted alone. Where their slots come to lie in one zone they become one part, and they
come apart again once the slots do.
"""

from referee.hidden.unseen import Part, Unseen
from referee.hidden.worlds import Worlds
from referee.hidden.zone import Zone


class Parts(Unseen):
    """The parts of an account, by name. The account itself is the part of no name: the only one
    of an account that began with one list."""

    zones: dict[str, Zone]
    parts: dict[str, Part]
    made: int
    widened: bool

    def part_of(self, place: Zone) -> Unseen:
        """The part that the unseen slots of the zone belong to."""
        return self.parts.get(place.part, self) if place.part else self

    def every_part(self) -> list[Unseen]:
        """All of them."""
        return [self, *self.parts.values()] if self.parts else [self]

    def alone(self, place: Zone) -> bool:
        """Whether no other zone has unseen slots of the same part."""
        return not any(
            other.unseen and other.part == place.part and other is not place
            for other in self.zones.values()
        )

    def new_part(self, part: Part) -> str:
        """Name a part; those with nothing left go."""
        for name in [name for name, one in self.parts.items() if not (one.left or one.worlds)]:
            del self.parts[name]
        self.made += 1
        self.parts[str(self.made)] = part
        return str(self.made)

    def search_in(self, part: Unseen, name: str) -> Worlds:
        """The part's account of what counting is no longer enough for."""
        if part.worlds is None:
            return part.search_from_now(
                {zone: place.unseen for zone, place in self.zones.items() if place.part == name}
            )
        return part.worlds

    def link(self, source: Zone, target: Zone) -> bool:
        """Slots of the source are about to lie in the target, too; whether two parts become one
        by that."""
        kept, gone = target.part, source.part
        if not target.unseen:
            target.part = gone
            return False
        if kept != gone:
            worlds = self.search_in(self.part_of(target), kept)
            worlds.absorb(self.search_in(self.part_of(source), gone))
            del self.parts[gone]
            for place in self.zones.values():
                if place.part == gone:
                    place.part = kept
        return kept != gone

    def settle_part(self, part: Unseen) -> None:
        """Go back to counting where it is enough again; slots that lie apart become parts."""
        worlds = part.worlds
        if worlds is None:
            return
        self.widened |= worlds.widened
        if self.parts and len(worlds.pools) > 1:
            for apart in worlds.come_apart():
                other = Part({}, apart)
                name = self.new_part(other)
                for lot in apart.lots.values():
                    if lot.zone:
                        self.zones[lot.zone].part = name
                other.count_again()
        part.count_again()
