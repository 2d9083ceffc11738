"""Exact search over the ways in which unseen cards can lie, for more than one pool or with claims.

Every unseen slot lies in a lot: slots that have shared their way since they entered their zone.
A lot says which pools its cards may be of. A world gives each card of each pool to one slot of a
lot that allows it. A showing whose slot or pool is not settled is kept, together with the lots
and pools that it may have come from; something is possible if a world fits all that is kept.
"""

from collections.abc import Collection, Mapping
from functools import lru_cache

import msgspec
from msgspec import Struct, field

from referee.hidden.counting import Sparing
from referee.hidden.flow import can_be_one
from referee.hidden.likely import guessed
from referee.hidden.linked_pools import alike, joinable, linked, linked_in_turn, masks
from referee.hidden.search import Search
from referee.hidden.slots import Claim, Lot, Showing, take
from referee.hidden.sure_showings import Settling

MOST_APART = 80
"""How many lots and open showings of several pools are told apart at the most."""
MOST_OF_MANY = 40
"""The same where there are more than five pools."""
SPARE = 8
"""So many lots and showings one change may add."""


class Worlds(Struct):
    """Unseen slots and cards that are judged together, with all that has been seen of them."""

    # for each pool, its cards that no settled showing has taken
    pools: dict[str, dict[str, int]] = field(default_factory=dict)
    lots: dict[str, Lot] = field(default_factory=dict)  # the slots
    # the claims that still concern a lot, in the order in which they were made
    claims: list[Claim] = field(default_factory=list)
    shown: list[Showing] = field(default_factory=list)  # the showings that are not settled
    clock: int = 0  # how many claims there have been
    next: int = 0  # the number of the next pool or lot
    widened: bool = False  # something had to be forgotten, so some impossible things may pass

    @classmethod
    def started(cls, left: Mapping[str, int], unseen: Mapping[str, int]) -> "Worlds":
        """One pool that lies in the zones."""
        worlds = cls(next=1)
        if left:
            worlds.pools["0"] = dict(left)
        for zone, count in unseen.items():
            if count:
                worlds._new_lot(zone, ["0"], count)
        return worlds

    def _new_lot(self, zone: str, pools: list[str], count: int) -> str:
        key = str(self.next)
        self.next += 1
        self.lots[key] = Lot(zone, pools, count)
        return key

    def _lots_in(self, zone: str) -> list[str]:
        return [key for key, lot in self.lots.items() if lot.zone == zone]

    def absorb(self, other: "Worlds") -> None:
        """All that lies in another account of worlds now belongs to this one."""
        for pool, left in other.pools.items():
            self.pools[self._shifted(pool)] = left
        self.pools = dict(sorted(self.pools.items()))
        for key, lot in other.lots.items():
            self.lots[self._shifted(key)] = lot
        holders: list[Lot | Claim | Showing] = [*other.lots.values(), *other.claims, *other.shown]
        for holder in holders:
            holder.pools = sorted(map(self._shifted, holder.pools))
        concerned: list[Claim | Showing] = [*other.claims, *other.shown]
        for one in concerned:
            one.lots = list(map(self._shifted, one.lots))
            one.clock += self.clock
        self.claims += other.claims
        self.shown += other.shown
        self.clock += other.clock
        self.next += other.next
        self.widened |= other.widened
        self.forget_some()

    def _shifted(self, number: str) -> str:
        return str(int(number) + self.next)

    def come_apart(self) -> list["Worlds"]:
        """Give away what no longer concerns the rest: lots that share no zone, pool or showing."""
        bits, every = self._bits()
        zones: dict[str, int] = {}
        holders = []
        for lot in self.lots.values():
            mask = 0
            for pool in lot.pools:
                mask |= bits[pool]
            holders.append(mask)
            if lot.zone:
                zones[lot.zone] = zones.get(lot.zone, 0) | mask
        holders += masks(bits, self.shown)
        if len(linked(every, [*zones.values(), *holders])) == 1:
            return []
        holders += zones.values()
        _, *others = [self._named(group) for group in linked_in_turn(every, holders)]
        return [self._part_of(pools) for pools in others]

    def _part_of(self, pools: set[str]) -> "Worlds":
        part = Worlds(clock=self.clock, next=self.next)
        part.pools = {pool: left for pool, left in self.pools.items() if pool in pools}
        part.lots = {key: lot for key, lot in self.lots.items() if lot.pools[0] in pools}
        part.shown = [one for one in self.shown if one.pools[0] in pools]
        part.claims = [
            Claim(
                claim.seq,
                claim.names,
                [key for key in claim.lots if key in part.lots],
                [pool for pool in claim.pools if pool in pools],
                claim.clock,
            )
            for claim in self.claims
        ]
        part.claims = [claim for claim in part.claims if part._matters(claim)]
        self.pools = {pool: left for pool, left in self.pools.items() if pool not in pools}
        self.lots = {key: lot for key, lot in self.lots.items() if key not in part.lots}
        self.shown = [one for one in self.shown if one.pools[0] not in pools]
        for claim in self.claims:
            claim.lots = [key for key in claim.lots if key not in part.lots]
            claim.pools = [pool for pool in claim.pools if pool not in pools]
        self.claims = [claim for claim in self.claims if self._matters(claim)]
        return part

    def held_in(self) -> set[str]:
        """The zones that hold any of it."""
        return {lot.zone for lot in self.lots.values() if lot.zone}

    # Questions

    def _asked(self, zone: str, cards: Mapping[str, int]) -> list[Showing]:
        """What showing these cards now would add."""
        lots = self._lots_in(zone)
        asked = []
        for card, count in cards.items():
            pools = sorted(
                {p for key in lots for p in self.lots[key].pools if card in self.pools[p]}
            )
            ways = [key for key in lots if not self._apart(self.lots[key].pools, pools)]
            asked.append(Showing(card, ways, pools, self.clock, count))
        return asked

    def can_show(
        self, zone: str, cards: Mapping[str, int], without: Collection[int] | None = ()
    ) -> bool | None:
        """Whether these cards can be shown together now; None if the search gives up.

        Args:
            without: the entries of claims to leave out; None leaves out all.
        """
        claims = self._claims(without)
        if not claims and not self.shown and sum(cards.values()) == 1:
            return can_be_one(self.pools, self.lots, zone, next(iter(cards)))
        sparing = Sparing(self.pools, self.lots, claims, self.shown)
        if sparing.can_show(self._lots_in(zone), cards):
            return True
        return self._possible(self._asked(zone, cards), claims)

    def can_lack(
        self, zone: str, names: Collection[str], without: Collection[int] | None = ()
    ) -> bool | None:
        """Whether the unseen slots of the zone can hold none of these names; None if unsure."""
        claims = self._claims(without)
        sparing = Sparing(self.pools, self.lots, claims, self.shown)
        if sparing.can_lack(self._lots_in(zone), names):
            return True
        claim = self._claimed(zone, names, -1)
        return self._possible([], claims if claim is None else [*claims, claim])

    def _claims(self, without: Collection[int] | None) -> list[Claim]:
        if not without and without is not None:
            return self.claims
        return [one for one in self.claims if without is not None and one.seq not in without]

    def _claimed(self, zone: str, names: Collection[str], seq: int) -> Claim | None:
        lots = self._lots_in(zone)
        pools = sorted({pool for key in lots for pool in self.lots[key].pools})
        could = sorted(name for name in set(names) if any(name in self.pools[p] for p in pools))
        return Claim(seq, could, lots, pools, self.clock + 1) if could else None

    def _possible(self, asked: list[Showing], claims: list[Claim]) -> bool | None:
        shown = self.shown + asked
        if not claims and guessed(self.pools, self.lots, shown):
            return True
        return Search(self.pools, self.lots, claims, shown).found()

    def most(self, zone: str, slots: int) -> dict[str, int]:
        """For each name, how many copies could be shown together now, of so many slots.

        Between two entries it is asked again and again: the last answers are remembered.
        """
        return dict(_most(_ENCODER.encode(self), zone, slots))

    def _most(self, zone: str, slots: int) -> dict[str, int]:
        lots = self._lots_in(zone)
        pools = sorted({pool for key in lots for pool in self.lots[key].pools})
        kept: dict[str, int] = {}
        for showing in self.shown:
            within = showing.count if set(pools).issuperset(showing.pools) else 0
            kept[showing.card] = kept.get(showing.card, 0) + within
        alike: dict[tuple[object, ...], int] = {}
        found: dict[str, int] = {}
        for name in {name: None for pool in pools for name in self.pools[pool]}:
            have = [self.pools[pool].get(name, 0) for pool in pools]
            kind = (
                name if name in kept else "",
                *have,
                *(number for number, claim in enumerate(self.claims) if name in claim.names),
            )
            most = alike.get(kind)
            if most is None:
                most = 0
                while (
                    most < min(sum(have) - kept.get(name, 0), slots)
                    and self.can_show(zone, {name: most + 1}) is not False
                ):
                    most += 1
                alike[kind] = most
            if most:
                found[name] = most
        return found

    def unseen(self, card: str) -> int:
        """How many copies of a card nobody has seen yet."""
        count = 0
        for left in self.pools.values():
            count += left.get(card, 0)
        for showing in self.shown:
            if showing.card == card:
                count -= showing.count
        return count

    def total(self) -> dict[str, int]:
        """The cards that nobody has seen yet."""
        total: dict[str, int] = {}
        for left in self.pools.values():
            for name, count in left.items():
                total[name] = total.get(name, 0) + count
        for showing in self.shown:
            take(total, showing.card, showing.count)
        return total

    def of_pools(self, zone: str, card: str) -> int:
        """How many copies of a card are in the pools that the zone may hold."""
        pools = {pool for key in self._lots_in(zone) for pool in self.lots[key].pools}
        return sum(self.pools[pool].get(card, 0) for pool in pools)

    def claimed_at(self) -> list[int]:
        """The entries of the claims, ascending."""
        return sorted({claim.seq for claim in self.claims})

    def denied(self, zone: str) -> list[tuple[int, list[str]]]:
        """What is claimed of slots that may lie in a zone: by which entry, and which names."""
        there = {key for key, lot in self.lots.items() if lot.zone == zone}
        return [(one.seq, one.names) for one in self.claims if not there.isdisjoint(one.lots)]

    # Changes; the caller has asked whether they are possible

    def show(self, zone: str, cards: Mapping[str, int]) -> bool:
        """These cards leave their slots, face up; whether more than two counts has changed."""
        lots, pools = len(self.lots), len(self.pools)
        if self._shown_from_a_lot(zone, cards):
            return (lots, pools) != (len(self.lots), len(self.pools))
        if not self._shown_by_counting(zone, cards):
            self.shown += self._asked(zone, cards)
            self.tidy()
            self.forget_some()
        return True

    def _shown_from_a_lot(self, zone: str, cards: Mapping[str, int]) -> bool:
        """Show a card for which only one lot and only one pool come into question, where nothing
        else is open that this could settle; whether it was so."""
        if self.claims or self.shown or len(cards) > 1 or not self._tidied():
            return False
        pools = self.pools
        ((card, count),) = cards.items()
        found: list[tuple[Lot, dict[str, int]]] = []
        for lot in self.lots.values():
            if lot.zone == zone:
                found += [(lot, pools[pool]) for pool in lot.pools if card in pools[pool]]
        if len(found) != 1:
            return False
        ((lot, left),) = found
        take(left, card, count)
        lot.count -= count
        if not left:
            self._join_pools()
        if not (left and lot.count):
            self.tidy(settle=False)
        return True

    def _shown_by_counting(self, zone: str, cards: Mapping[str, int]) -> bool:
        """Show cards of the only pool where it is plain which slots they leave; whether it was.

        Cards that the only claim names come from slots that it does not concern, others from
        those that it does: a world in which they lay elsewhere has a twin in which two cards
        change places.
        """
        lots = self._lots_in(zone)
        if (
            len(self.pools) > 1
            or self.shown
            or not self.claims
            or (len(self.claims) > 1 and len(lots) > 1)
        ):
            return False
        (left,) = self.pools.values()
        claim = self.claims[0]
        lots.sort(key=lambda key: key not in claim.lots)
        for card, count in cards.items():
            take(left, card, count)
            for key in lots:
                lot = self.lots[key]
                if len(lots) == 1 or key not in claim.lots or card not in claim.names:
                    some = min(count, lot.count)
                    lot.count -= some
                    count -= some
        self._remove_lots({key for key in lots if not self.lots[key].count})
        self.claims = [claim for claim in self.claims if self._matters(claim)]
        self._join_lots()
        return True

    def claim(self, zone: str, names: Collection[str], seq: int) -> bool:
        """The slots that are now in the zone hold none of these names."""
        claim = self._claimed(zone, names, seq)
        if claim is not None:
            self.clock += 1
            self.claims.append(claim)
            if self._tidied():
                self._join_lots()
            else:
                self.tidy(settle=False)
        return True

    def forget_claim(self, seq: int) -> None:
        """The claims of this entry count no longer."""
        self.claims = [claim for claim in self.claims if claim.seq != seq]
        self.tidy()

    def add(self, zone: str, cards: Mapping[str, int]) -> bool:
        """Seen cards become unseen slots of the zone: a pool of their own, mixed in later."""
        pool = str(self.next)
        self.next += 1
        self.pools[pool] = dict(cards)
        self._new_lot(zone, [pool], sum(cards.values()))
        return True

    def _tidied(self) -> bool:
        """Whether nothing is left to join that the last change made possible.

        A claim that ended, or a pool and its lot that are the newest numbers, may have left some.
        """
        if str(self.next - 2) in self.pools:
            return False
        return not self.clock or (len(self.pools) == 1 and not self.shown)

    def move(self, count: int, source: str, target: str, held: int) -> bool:
        """Some of the `held` unseen slots of a zone go to another; whether what lay together may
        have come apart."""
        if not count:
            return False
        mixed = len(self._lots_in(source)) > 1
        loosened = not self._tidied()
        if count == held:
            for lot in self.lots.values():
                if lot.zone == source:
                    lot.zone = target
        else:
            if mixed:
                self._mix(source)
                loosened = True
            (key,) = self._lots_in(source)
            lot = self.lots[key]
            lot.count -= count
            part = self._new_lot(target, list(lot.pools), count)
            for claim in self.claims:
                if key in claim.lots:
                    claim.lots.append(part)
        if loosened:
            self.tidy(settle=False)
        else:
            # All that lay together, or a part of one lot that stays: nothing has vanished that
            # could settle or join more.
            self._join_lots()
        return self.forget_some() or loosened

    # Keeping the account small

    def may_forget(self, zone: str) -> bool:
        """Whether a change at a zone might make the account forget something."""
        near = len(self.lots) + len(self.shown) + SPARE > MOST_OF_MANY and len(self.pools) > 1
        return near or len(self._lots_in(zone)) > 1

    def _mix(self, zone: str) -> None:
        """The lots of a zone become one: nobody can say any longer which slot is of which lot.

        Nothing is lost if the counts alone still tell how many slots are of which pool, and if
        showings and claims concern all lots that could matter to them. Otherwise the account
        becomes too generous, never too strict, and says so in `widened`.
        """
        parts = self._lots_in(zone)
        pools = sorted({pool for key in parts for pool in self.lots[key].pools})
        count = sum(self.lots[key].count for key in parts)
        exact = self._counts_tell(parts, set(pools), count)
        whole = self._new_lot(zone, pools, count)
        for showing in self.shown:
            away = [key for key in parts if key not in showing.lots]
            if len(away) < len(parts):
                exact &= all(self._apart(self.lots[key].pools, showing.pools) for key in away)
                showing.lots = [whole]
        for claim in self.claims:
            away = [key for key in parts if key not in claim.lots]
            kept = [key for key in claim.lots if key not in parts]
            if len(kept) < len(claim.lots):
                if all(self._apart(self.lots[key].pools, claim.pools) for key in away):
                    kept.append(whole)
                else:
                    exact = False
                claim.lots = kept
        for key in parts:
            del self.lots[key]
        self.widened |= not exact

    @staticmethod
    def _apart(some: list[str], others: list[str]) -> bool:
        return set(some).isdisjoint(others)

    def _counts_tell(self, parts: list[str], pools: set[str], count: int) -> bool:
        """Whether each way to fill the parts as one lot is also a way to fill them apart."""
        kinds = sorted({tuple(self.lots[key].pools) for key in parts})
        if len(kinds) > 8:
            return False
        for chosen in range(1, 1 << len(kinds)):
            inside = {p for n, kind in enumerate(kinds) if chosen >> n & 1 for p in kind}
            outside = pools - inside
            bound = sum(
                lot.count
                for key, lot in self.lots.items()
                if key in parts and inside.issuperset(lot.pools)
            )
            least = count - sum(sum(self.pools[pool].values()) for pool in outside)
            for key, lot in self.lots.items():
                if key not in parts and outside.issuperset(lot.pools):
                    least += lot.count
            if bound > max(least, 0):
                return False
        return True

    def may_forget_with(self, other: "Worlds") -> bool:
        """Whether it might forget something if another account were part of it."""
        both = len(self.lots) + len(self.shown) + len(other.lots) + len(other.shown)
        return both > MOST_OF_MANY

    def tidy(self, settle: bool = True) -> None:
        """Settle what has only one way left, and drop what can matter no longer.

        Args:
            settle: whether showings can have got settled.
        """
        changed, before = True, None
        settled: tuple[int, list[str]] | None = None
        while changed:
            left = self._drop_spent()
            self._join_lots()
            # What has been settled and joined with the same lots and pools stays as it is.
            shape = len(self.lots), list(self.pools)
            changed = False
            if settle and self.shown and settled != shape:
                settling = Settling(self.pools, self.lots, self.claims, self.shown)
                self.shown, changed = settling.settle()
                settled = None if settling.merged else shape
            if before == shape and not left and not changed:
                break
            joined = self._join_pools()
            before = len(self.lots), list(self.pools)
            settle |= joined
            changed |= joined
        self.claims = [claim for claim in self.claims if self._matters(claim)]

    def forget_some(self) -> bool:
        """Keep the account within bounds: pools become one whose cards are then told apart no
        longer. It becomes more generous, never stricter, and says so in `widened`. Whether any
        did.
        """
        forgot = False
        while (pools := len(self.pools)) > 1 and len(self.lots) + len(self.shown) > (
            MOST_OF_MANY if pools > 5 else MOST_APART
        ):
            self._forget_pool()
            self.tidy()
            forgot = True
        return forgot

    def _forget_pool(self) -> None:
        """The pool with the fewest cards left joins the one that it is mingled with most."""
        shared: dict[str, dict[str, int]] = {pool: {} for pool in self.pools}
        holders: list[Lot | Showing] = [*self.lots.values(), *self.shown]
        for holder in holders:
            for pool in holder.pools:
                for other in holder.pools:
                    if other != pool:
                        shared[pool][other] = shared[pool].get(other, 0) + 1
        mingled = [pool for pool in self.pools if shared[pool]] or list(self.pools)
        gone = min(mingled, key=lambda pool: (sum(self.pools[pool].values()), int(pool)))
        near = shared[gone] or dict.fromkeys((p for p in self.pools if p != gone), 1)
        kept = max(near, key=lambda pool: (near[pool], -int(pool)))
        both = {gone, kept}
        # A claim about one of them does not bind the cards of the other.
        self.claims = [one for one in self.claims if len(both.intersection(one.pools)) != 1]
        for name, count in self.pools.pop(gone).items():
            self.pools[kept][name] = self.pools[kept].get(name, 0) + count
        self._rename_pools(both, both, kept)
        self.widened = True

    def _matters(self, claim: Claim) -> bool:
        return bool(claim.lots) and any(
            name in self.pools[pool] for pool in claim.pools for name in claim.names
        )

    def _remove_lots(self, gone: set[str]) -> None:
        for key in gone:
            del self.lots[key]
        holders: list[Claim | Showing] = [*self.claims, *self.shown]
        for holder in holders:
            if not gone.isdisjoint(holder.lots):
                holder.lots = [key for key in holder.lots if key not in gone]

    def _drop_spent(self) -> bool:
        """Lots without slots go; the lots of a zone that has shown all its slots leave it, and
        whether some did."""
        held: dict[str, int] = {}
        empty: set[str] = set()
        for key, lot in self.lots.items():
            held[lot.zone] = held.get(lot.zone, 0) + lot.count
            if not lot.count:
                empty.add(key)
        for showing in self.shown:
            held[self.lots[showing.lots[0]].zone] -= showing.count
        left = False
        if 0 in held.values():
            for lot in self.lots.values():
                if lot.zone and not held[lot.zone]:
                    lot.zone, left = "", True
        if empty:
            self._remove_lots(empty)
        return left

    def _join_pools(self) -> bool:
        """Pools become one if all slots that are still unseen may hold cards of each of them."""
        changed = False
        if not all(self.pools.values()):
            empty = {pool for pool, left in self.pools.items() if not left}
            self._rename_pools(empty, set(), "")
            self.pools = {pool: left for pool, left in self.pools.items() if left}
            # A lot whose pools are all empty has no slot left, and goes next.
            changed = not all(lot.pools for lot in self.lots.values())
        bits, every = self._bits()
        live: set[int] = set()
        gone: set[int] = set()
        for lot in self.lots.values():
            mask = 0
            for pool in lot.pools:
                mask |= bits[pool]
            (live if lot.zone else gone).add(mask)
        holders = live | gone
        if self.shown:
            holders.update(masks(bits, self.shown))
        for group in linked(every, holders):
            if joinable(group, live, gone):
                groups = linked_in_turn(every, self._holders(bits))
                for pools in [self._named(one) for one in groups]:
                    changed |= self._join_linked(pools)
                self._join_alike_pools()
                break
        else:
            if alike(every, holders):
                self._join_alike_pools()
        numbers = list(self.pools)
        if numbers != sorted(numbers):
            self.pools = dict(sorted(self.pools.items()))
        return changed

    def _join_linked(self, pools: set[str]) -> bool:
        """Linked pools become one, if they can; whether they did."""
        lots = {key: lot for key, lot in self.lots.items() if pools.intersection(lot.pools[:1])}
        live = [lot for lot in lots.values() if lot.zone]
        gone = {key for key, lot in lots.items() if not lot.zone}
        kept = set(live[0].pools) if live else set()
        if len(pools) == 1 and not gone and live:
            return False
        if any(kept.symmetric_difference(lot.pools) for lot in live) or any(
            not kept.issubset(claim.pools)
            for claim in self.claims
            if any(key in lots and key not in gone for key in claim.lots)
        ):
            return False
        joined: dict[str, int] = {}
        for pool in sorted(pools):
            for name, count in self.pools.pop(pool).items():
                joined[name] = joined.get(name, 0) + count
        # The cards of lots that have shown all their slots are known by name.
        spent = [one for one in self.shown if not gone.isdisjoint(one.lots)]
        for showing in spent:
            take(joined, showing.card, showing.count)
        self.shown = [one for one in self.shown if one not in spent]
        self._remove_lots(gone)
        number = min(kept, default="")
        if live:
            self.pools[number] = joined
        self._rename_pools(pools, kept, number)
        return True

    def _rename_pools(self, gone: set[str], kept: set[str], number: str) -> None:
        """What concerned one of the kept pools now concerns the joined one instead."""
        holders: list[Lot | Claim | Showing] = [*self.lots.values(), *self.claims, *self.shown]
        for holder in holders:
            if not gone.isdisjoint(holder.pools):
                rest = {pool for pool in holder.pools if pool not in gone}
                holder.pools = sorted(rest if kept.isdisjoint(holder.pools) else rest | {number})

    def _join_alike_pools(self) -> None:
        """Pools become one if the same lots, claims and showings concern them."""
        kinds = dict.fromkeys(sorted(self.pools), 0)
        bit = 1
        holders: list[Lot | Claim | Showing] = [*self.lots.values(), *self.claims, *self.shown]
        for holder in holders:
            for pool in holder.pools:
                kinds[pool] |= bit
            bit <<= 1
        if len(set(kinds.values())) == len(kinds):
            return
        first: dict[int, str] = {}
        for pool, kind in kinds.items():
            same = first.setdefault(kind, pool)
            if same != pool:
                for name, count in self.pools.pop(pool).items():
                    self.pools[same][name] = self.pools[same].get(name, 0) + count
                self._rename_pools({same, pool}, {same, pool}, same)

    def _bits(self) -> tuple[dict[str, int], int]:
        """The pools as the bits of a number, and all of them."""
        bits: dict[str, int] = {}
        bit = 1
        for pool in self.pools:
            bits[pool] = bit
            bit <<= 1
        return bits, bit - 1

    def _holders(self, bits: Mapping[str, int]) -> list[int]:
        return [*masks(bits, self.lots.values()), *masks(bits, self.shown)]

    def _named(self, group: int) -> set[str]:
        return {pool for at, pool in enumerate(self.pools) if group >> at & 1}

    def _join_lots(self) -> None:
        """Lots become one if the same pools and claims concern them and it loses nothing.

        Nothing is lost if each has room for all showings that concern it and not the other.
        """
        lots = self.lots.values()
        if len({(lot.zone, *lot.pools) for lot in lots}) == len(lots):
            return
        kinds: dict[tuple[object, ...], list[str]] = {}
        for key, lot in list(self.lots.items()):
            claims = [number for number, one in enumerate(self.claims) if key in one.lots]
            firsts = kinds.setdefault((lot.zone, *lot.pools, None, *claims), [])
            for first in firsts:
                if self._roomy(first, key) and self._roomy(key, first):
                    self.lots[first].count += lot.count
                    self._rename_lot(key, first)
                    break
            else:
                firsts.append(key)

    def _roomy(self, lot: str, other: str) -> bool:
        alone = sum(one.count for one in self.shown if lot in one.lots and other not in one.lots)
        return alone <= self.lots[lot].count

    def _rename_lot(self, gone: str, kept: str) -> None:
        del self.lots[gone]
        holders: list[Claim | Showing] = [*self.claims, *self.shown]
        for holder in holders:
            if gone in holder.lots:
                holder.lots = [key for key in holder.lots if key not in (gone, kept)] + [kept]

    def single(self) -> dict[str, int] | None:
        """The cards of the only pool if nothing but counting is left to do."""
        if self.claims or self.shown or len(self.pools) > 1:
            return None
        return next(iter(self.pools.values()), {})


_ENCODER = msgspec.msgpack.Encoder()
_DECODER = msgspec.msgpack.Decoder(Worlds)


@lru_cache(maxsize=64)
def _most(kept: bytes, zone: str, slots: int) -> dict[str, int]:
    return _DECODER.decode(kept)._most(zone, slots)
