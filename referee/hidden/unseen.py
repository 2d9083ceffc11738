"""The cards of a part of the account: of one pool, or of several whose slots lie mingled."""

from collections.abc import Callable, Collection, Mapping, Sequence

from msgspec import Struct

from referee.hidden.worlds import Worlds
from referee.hidden.zone import Impossible, Zone


class Unseen:
    """Unseen cards that are judged together: by counting, or where that is not enough by search.

    `left` are the cards while counting is enough, otherwise empty; `worlds` is the account of
    them while it is not.
    """

    left: dict[str, int]
    worlds: Worlds | None

    def total(self) -> dict[str, int]:
        """All of them, by name."""
        return dict(self.left) if self.worlds is None else self.worlds.total()

    def can_show(
        self,
        zone: str,
        place: Zone,
        cards: Sequence[str],
        without: Collection[int] | None = (),
    ) -> bool | None:
        """Whether a zone can show these cards together; None if the search gives up.

        Args:
            without: the entries of claims to leave out; None leaves out all.
        """
        need = place.not_known(cards)
        if sum(need.values()) > place.unseen:
            return False
        worlds = self.worlds
        for card, count in need.items():
            if count > (self.left.get(card, 0) if worlds is None else worlds.unseen(card)):
                return False
        return worlds is None or not need or worlds.can_show(zone, need, without)

    def may_hold(self, place: Zone, card: str) -> bool:
        """Whether an unseen slot of the zone might hold this card; at times too careful."""
        return place.unseen > 0 and (self.worlds is not None or card in self.left)

    def explained(
        self,
        possible: Callable[[Collection[int] | None], bool | None],
        card: str,
        have: int,
        asked: int,
    ) -> Impossible:
        """Why it is impossible, given whether it would be possible without some claims."""
        if self.worlds is None or not self.worlds.claims or possible(None) is False:
            return Impossible("pool", card, have, asked)
        seqs = sorted({claim.seq for claim in self.worlds.claims})
        since = next((seq for seq in seqs if possible((seq,)) is not False), seqs[0])
        return Impossible("claim", card, have, asked, since)

    def add(self, cards: Mapping[str, int]) -> None:
        """More cards of the pool that is counted."""
        for card, count in cards.items():
            self.left[card] = self.left.get(card, 0) + count
        self.left = dict(sorted(self.left.items()))

    def search_from_now(self, unseen: Mapping[str, int]) -> Worlds:
        """Counting is no longer enough.

        Args:
            unseen: how many of the slots each zone has.
        """
        if self.worlds is None:
            self.left, self.worlds = {}, Worlds.started(self.left, unseen)
        return self.worlds

    def count_again(self) -> None:
        """Go back to counting if it is enough again."""
        if self.worlds is not None:
            left = self.worlds.single()
            if left is not None:
                self.left, self.worlds = dict(sorted(left.items())), None


class Part(Unseen, Struct, omit_defaults=True):
    """One part of an account that began with several lists."""

    left: dict[str, int]
    worlds: Worlds | None = None
