"""The cards of a part of the account: of one pool, or of several whose slots lie mingled."""

from collections.abc import Callable, Collection, Mapping, Sequence

import msgspec
from msgspec import Struct

from referee.hidden.lots_and_ways import lots_of, ways_of
from referee.hidden.way import TooMany
from referee.hidden.ways import Ways
from referee.hidden.worlds import Worlds
from referee.hidden.zone import Impossible, Zone


class Unseen:
    """Unseen cards that are judged together: by counting, or where that is not enough by search.

    `left` are the cards while counting is enough, otherwise empty; `worlds` is the account of
    them while it is not, or `ways` where that would have to forget something. It is `loose` where
    something had to be forgotten, so that some impossible things may pass.
    """

    left: dict[str, int]
    worlds: Worlds | None
    ways: Ways | None
    loose: bool

    @property
    def searched(self) -> Worlds | Ways | None:
        """The account of them while counting is not enough."""
        return self.worlds if self.ways is None else self.ways

    def total(self) -> dict[str, int]:
        """All of them, by name."""
        searched = self.searched
        return dict(self.left) if searched is None else searched.total()

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
        worlds = self.worlds if self.ways is None else self.ways
        for card, count in need.items():
            if count > (self.left.get(card, 0) if worlds is None else worlds.unseen(card)):
                return False
        return worlds is None or not need or worlds.can_show(zone, need, without)

    def may_hold(self, place: Zone, card: str) -> bool:
        """Whether an unseen slot of the zone might hold this card; at times too careful."""
        return place.unseen > 0 and (self.searched is not None or card in self.left)

    def explained(
        self,
        possible: Callable[[Collection[int] | None], bool | None],
        card: str,
        have: int,
        asked: int,
    ) -> Impossible:
        """Why it is impossible, given whether it would be possible without some claims."""
        searched = self.searched
        if searched is None or not searched.claims or possible(None) is False:
            return Impossible("pool", card, have, asked)
        seqs = searched.claimed_at()
        since = next((seq for seq in seqs if possible((seq,)) is not False), seqs[0])
        return Impossible("claim", card, have, asked, since)

    def add(self, cards: Mapping[str, int]) -> None:
        """More cards of the pool that is counted."""
        for card, count in cards.items():
            self.left[card] = self.left.get(card, 0) + count
        self.left = dict(sorted(self.left.items()))

    def search_from_now(self, unseen: Mapping[str, int]) -> None:
        """Counting is no longer enough.

        Args:
            unseen: how many of the slots each zone has.
        """
        if self.searched is None:
            self.left, self.worlds = {}, Worlds.started(self.left, unseen)

    def count_again(self) -> None:
        """Go back to counting if it is enough again."""
        searched = self.searched
        if searched is not None:
            left = searched.single()
            if left is not None:
                self.left, self.worlds, self.ways = dict(sorted(left.items())), None, None

    def absorb(self, other: "Unseen", exact: bool) -> None:
        """The cards of another part are judged together with these from now on; see `change`."""
        self.loose |= other.loose
        mine, others = self.worlds, other.worlds
        if mine is not None and others is not None:
            if not exact or self.loose or not mine.may_forget_with(others):
                mine.absorb(others)
                return
            kept = _ENCODER.encode(mine), _ENCODER.encode(others)
            mine.absorb(others)
            if not mine.widened:
                return
            mine, others = map(_DECODER.decode, kept)
        try:
            ways = self.ways if mine is None else ways_of(mine)
            more = other.ways if others is None else ways_of(others)
            assert ways is not None and more is not None
            ways.absorb(more)
        except TooMany:
            if self.ways is not None:
                self.worlds, self.ways = lots_of(self.ways), None
            if other.ways is not None:
                assert self.worlds is not None
                self.worlds.absorb(lots_of(other.ways))
        else:
            self.worlds, self.ways = None, ways

    def change(self, zone: str, act: Callable[[Worlds | Ways], bool], exact: bool) -> bool:
        """Change the account of what counting is not enough for, at a zone. Where it would forget
        something by that, the ways are told apart, if it is to be exact; where they are too many,
        they are no longer."""
        if self.ways is not None:
            try:
                return act(self.ways)
            except TooMany:
                self.worlds, self.ways = lots_of(self.ways), None
                act(self.worlds)
                return True
        worlds = self.worlds
        assert worlds is not None
        if not exact or self.loose or not worlds.may_forget(zone):
            return act(worlds)
        kept = _ENCODER.encode(worlds)
        done = act(worlds)
        if worlds.widened:
            try:
                ways = ways_of(_DECODER.decode(kept))
                act(ways)
            except TooMany:
                return True
            self.worlds, self.ways = None, ways
        return done or self.worlds is None


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(Worlds)


class Part(Unseen, Struct, omit_defaults=True):
    """One part of an account that began with several lists."""

    left: dict[str, int]
    worlds: Worlds | None = None
    ways: Ways | None = None
    loose: bool = False
