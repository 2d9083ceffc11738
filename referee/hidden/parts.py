"""Which unseen cards are judged together: an account that began with several lists has parts.

Each list is a part of its own, and so is each pool shuffled later into an empty zone. As long as
no zone holds slots of two parts, nothing that is seen of one tells anything about the other, so
each is counted alone. Where their slots come to lie in one zone they become one part, and they
come apart again once the slots do.
"""

from referee.hidden.unseen import Part, Unseen
from referee.hidden.zone import Zone

NOW = -1
"""In place of the entry since which something may pass: it is this one."""


class Parts(Unseen):
    """The parts of an account, by name. The account itself is the part of no name: the only one
    of an account that began with one list."""

    zones: dict[str, Zone]
    parts: dict[str, Part]
    made: int
    since: int
    exact: bool
    bound: int

    @property
    def most_ways(self) -> int:
        """How many ways are told apart at the most; 0 if none are."""
        return self.bound if self.exact else 0

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
        for name in [name for name, one in self.parts.items() if one.counted and not one.left]:
            del self.parts[name]
        self.made += 1
        self.parts[str(self.made)] = part
        return str(self.made)

    def search_in(self, part: Unseen, name: str) -> None:
        """Counting is no longer enough for the part of this name."""
        if part.counted:
            part.search_from_now(
                {zone: place.unseen for zone, place in self.zones.items() if place.part == name}
            )

    def link(self, source: Zone, target: Zone) -> bool:
        """Slots of the source are about to lie in the target, too; whether two parts become one
        by that."""
        kept, gone = target.part, source.part
        if not target.unseen:
            target.part = gone
            return False
        if kept != gone:
            into, other = self.part_of(target), self.part_of(source)
            self.search_in(into, kept)
            self.search_in(other, gone)
            into.absorb(other, self.most_ways)
            del self.parts[gone]
            for place in self.zones.values():
                if place.part == gone:
                    place.part = kept
        return kept != gone

    def forgot(self, part: Unseen) -> None:
        """Something of a part had to be forgotten: from now on it may allow too much."""
        if not self.exact:
            self.loose = True
        elif not part.loose:
            part.loose = True
            self.since = self.since or NOW

    def is_loose(self, part: Unseen, name: str) -> bool:
        """Whether a part may allow too much: not where all that is unseen of it lies in one zone,
        as then it is certain what that is."""
        if not part.loose:
            return False
        return sum(zone.unseen > 0 and zone.part == name for zone in self.zones.values()) > 1

    def settle_part(self, part: Unseen) -> None:
        """Go back to counting where it is enough again; slots that lie apart become parts."""
        searched = part.searched
        if searched is None:
            return
        if searched.widened:
            self.forgot(part)
        if self.parts and len(searched.pools) > 1:
            for other in part.come_apart():
                apart = other.searched
                assert apart is not None
                other.loose = part.loose and self.exact
                name = self.new_part(other)
                for zone in apart.held_in():
                    self.zones[zone].part = name
                other.count_again()
        part.count_again()
