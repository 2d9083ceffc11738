"""The cards of a part of the account: of one pool, or of several whose slots lie mingled."""

from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache

import msgspec
from msgspec import Raw, Struct

from referee.hidden.lots_and_ways import lots_of, ways_of
from referee.hidden.way import TooMany
from referee.hidden.ways import Ways, kept, opened
from referee.hidden.worlds import Worlds
from referee.hidden.zone import Impossible, Zone

NONE = Raw()
"""No ways."""


class Unseen:
    """Unseen cards that are judged together: by counting, or where that is not enough by search.

    `left` are the cards while counting is enough, otherwise empty; `worlds` is the account of
    them while it is not, or `ways` (as bytes) where that would have to forget something. It is
    `loose` where something had to be forgotten, so that some impossible things may pass.
    """

    left: dict[str, int]
    worlds: Worlds | None
    ways: Raw
    loose: bool

    @property
    def counted(self) -> bool:
        """Whether counting is enough."""
        return self.worlds is None and self.ways is NONE

    @property
    def searched(self) -> Worlds | Ways | None:
        """The account of them while counting is not enough."""
        return self.worlds if self.ways is NONE else opened(self.ways)

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
        worlds = self.searched
        for card, count in need.items():
            if count > (self.left.get(card, 0) if worlds is None else worlds.unseen(card)):
                return False
        return worlds is None or not need or worlds.can_show(zone, need, without)

    def may_hold(self, place: Zone, card: str) -> bool:
        """Whether an unseen slot of the zone might hold this card; at times too careful."""
        return place.unseen > 0 and (not self.counted or card in self.left)

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
        if self.counted:
            self.left, self.worlds = {}, Worlds.started(self.left, unseen)

    def count_again(self) -> None:
        """Go back to counting if it is enough again."""
        searched = self.searched
        if searched is not None:
            left = searched.single()
            if left is not None:
                self.left, self.worlds, self.ways = dict(sorted(left.items())), None, NONE

    def absorb(self, other: "Unseen", most: int) -> None:
        """The cards of another part are judged together with these from now on; see `change`."""
        self.loose |= other.loose
        mine, others = self.worlds, other.worlds
        if mine is not None and others is not None:
            if not most or self.loose or not mine.may_forget_with(others):
                mine.absorb(others)
                return
            before = _ENCODER.encode(mine), _ENCODER.encode(others)
            mine.absorb(others)
            if not mine.widened:
                return
            mine, others = map(_DECODER.decode, before)
        try:
            ways = opened(self.ways) if mine is None else ways_of(mine, most)
            more = opened(other.ways) if others is None else ways_of(others, most)
            both = ways.absorb(more)
        except TooMany:
            if mine is not None and others is not None:
                return
            lots = lots_of(opened(self.ways)) if mine is None else mine
            lots.absorb(lots_of(opened(other.ways)) if others is None else others)
            self.worlds, self.ways = lots, NONE
        else:
            self.worlds, self.ways = None, kept(both)

    def come_apart(self) -> list["Part"]:
        """What no longer concerns the rest becomes parts of its own."""
        if self.ways is NONE:
            return [Part({}, apart) for apart in self.worlds.come_apart()] if self.worlds else []
        rest, *others = opened(self.ways).come_apart()
        if others:
            self.ways = kept(rest)
        return [Part({}, ways=kept(apart)) for apart in others]

    def drop_claim(self, seq: int) -> None:
        """The claims made at this entry count no longer."""
        if self.ways is not NONE:
            self.ways = kept(opened(self.ways).forget_claim(seq))
        elif self.worlds is not None:
            self.worlds.forget_claim(seq)

    def change(self, zone: str, act: Callable[[Worlds | Ways], Ways | bool], most: int) -> bool:
        """Change the account of what counting is not enough for, at a zone. Where it would forget
        something by that, the ways are told apart; where they are too many, they are no longer.

        Args:
            zone: where the slots are that are changed.
            act: changes lots, or makes other ways.
            most: how many ways are told apart at the most; 0 if none are.

        Returns:
            Whether things may have come apart by it.
        """
        if self.ways is not NONE:
            ways = opened(self.ways)
            try:
                self.ways = _kept(act(ways))
            except TooMany:
                self.worlds, self.ways = lots_of(ways), NONE
                act(self.worlds)
            return True
        worlds = self.worlds
        assert worlds is not None
        if not most or self.loose or not worlds.may_forget(zone):
            return bool(act(worlds))
        before = _ENCODER.encode(worlds)
        done = act(worlds)
        if worlds.widened:
            try:
                self.ways = _kept(act(_ways_of(before, most)))
            except TooMany:
                return True
            self.worlds = None
        return bool(done) or self.worlds is None


def _kept(ways: Ways | bool) -> Raw:
    assert isinstance(ways, Ways)
    return kept(ways)


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(Worlds)


@lru_cache(maxsize=4)
def _ways_of(kept: bytes, most: int) -> Ways:
    """Between two entries the same lots are laid again and again."""
    return ways_of(_DECODER.decode(kept), most)


class Part(Unseen, Struct, omit_defaults=True):
    """One part of an account that began with several lists."""

    left: dict[str, int]
    worlds: Worlds | None = None
    ways: Raw = NONE
    loose: bool = False
