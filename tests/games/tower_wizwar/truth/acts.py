"""What wizards do in their turns, and what is logged of it: all but attacks."""

from events import tower_wizwar as log
from tests.games.tower_wizwar.truth import cards as of
from tests.games.tower_wizwar.truth.teller import Teller
from tests.games.tower_wizwar.truth.world import SPOTS, Thing, Wizard


class Acts(Teller):
    """The acts of the phases."""

    # -- the entrance ----------------------------------------------------------------------------

    def sets(self, w: Wizard) -> None:
        """Sets until one has a card that is no spell, which is played (TW-10.4 to 10.8)."""
        while not self.done.entered:
            drawn = [self.world.top(w) or "" for _ in range(5)]
            spells = [card for card in drawn if of.is_spell(card)]
            books, backs = self.books_of(drawn), tuple(of.back(card) for card in drawn)
            if len(spells) < 5:
                w.hand += spells
                w.front += [card for card in drawn if not of.is_spell(card)]
                self.done.entered = True
                self.enter(log.DrawSet(w.seat, backs, books=books))  # type: ignore[arg-type]
                self.play_front(w)
                return
            kept = 2 if len(w.pool) < 10 else 0
            w.pool += drawn[:kept]
            names, unnamed = self.shed(w, drawn[kept:])
            self.enter(log.DrawSet(w.seat, backs, names, unnamed, books))  # type: ignore[arg-type]

    def fill(self, w: Wizard) -> None:
        if not self.done.filled and len(w.pool) < 5 and (w.deck or w.discard):
            self.done.filled = True
            self.draw(w, 5, "pool")

    def draw(self, w: Wizard, count: int, place: str, rule: str = "") -> None:
        drawn = self.world.draw(w, count, place, rule)
        to = place if self.chance.random() < 0.2 else None
        self.enter(
            log.Draw(w.seat, self.backs(drawn), self.made(drawn), self.books_of(drawn.cards), to)  # type: ignore[arg-type]
        )
        if w.fresh and self.chance.random() < 0.3:
            self.enter(log.Reshuffle(w.seat))

    # -- stabilise and drafts --------------------------------------------------------------------

    def stabilise(self, w: Wizard) -> None:
        """A hand of five (TW-11.2, 11.3)."""
        over = len(w.hand) - 5
        if self.done.stabilised or not over:
            return
        if over < 0:
            if w.deck or w.discard:
                self.done.stabilised = True
                self.draw(w, -over, "hand")
            return
        self.done.stabilised = True
        taken = self.world.some(w.hand, over)
        fewest = min(3, over) if self.world.reading["TW-I 26"] == "exactly_three" else 0
        pool = taken[: self.chance.randint(fewest, min(3, over))]
        w.pool += pool
        names, unnamed = self.shed(w, taken[len(pool) :])
        self.enter(log.Drop(w.seat, names, len(pool), unnamed, self.books_of(pool)))

    def draft(self, w: Wizard) -> None:
        """The draft of the tower, or the full one (TW-11.6)."""
        if self.done.drafted or not (w.deck or w.discard):
            return
        tower = w.tower()
        if tower is None or self.chance.random() < 0.6:
            self.full_draft(w)
            return
        self.done.drafted = True
        most = int(of.CARDS[tower.name].draft)
        fewest = most if self.world.reading["TW-I 30"] == "exactly" else 1
        drawn = self.world.draw(w, self.chance.randint(fewest, most), "pool")
        w.drain += drawn.count * self.steps
        backs = tuple(of.back(card) for card in drawn.cards)
        self.enter(
            log.TowerDraft(w.seat, backs, self.books_of(drawn.cards), self.made(drawn))  # type: ignore[arg-type]
        )

    def full_draft(self, w: Wizard) -> None:
        """Five, of which two are discarded (TW-11.8)."""
        if not (w.deck or w.discard):
            return
        self.done.drafted = True
        drawn = self.world.draw(w, 5, "hand", "TW-11.8")
        spells = drawn.spells
        del w.hand[len(w.hand) - len(spells) :]
        mixed = self.chance.sample(spells, len(spells))
        gone, left = mixed[:2], mixed[2:]
        kept = left[: self.chance.randint(0, len(left))]
        w.hand += kept
        w.pool += left[len(kept) :]
        names, unnamed = self.shed(w, gone)
        backs = self.backs(drawn)
        books, kept_books = self.books_of(drawn.cards), self.books_of(kept)
        made = self.made(drawn)
        self.enter(log.FullDraft(w.seat, len(kept), names, unnamed, backs, books, kept_books, made))

    # -- the cast phase --------------------------------------------------------------------------

    def orbital(self, w: Wizard) -> None:
        """The text of an orbital, before the first cast (TW-11.9)."""
        if self.done.orbital or self.done.cast or self.done.trimmed or w.retreat:
            return
        able = [x for x in w.things() if of.kind(x.name) == "orbital" and not x.expended]
        if not able:
            return
        self.done.orbital = True
        hat = self.chance.choice(able)
        did = self.deeds(w.seat, 2) if hat.name == "Cap" else ()
        self.enter(log.UseOrbital(w.seat, hat.id, did))

    def cast(self, w: Wizard) -> None:
        """A card of the hand, on the own map, in retreat on an ally's (TW-12, 18.9)."""
        done, price = self.done, w.surcharge()
        able = [card for card in w.hand if of.cost(card) + price <= len(w.pool)]
        ally = self.chance.choice(self.world.allies(w.seat)) if w.lost else w.seat
        on = self.world.wizards[ally]
        if on.tower_in_spot() is None:
            able = [card for card in able if of.kind(card) != "ritual"]
        if not able or not self.may_cast(w):
            return
        done.cast = True
        card = self.chance.choice(able)
        price += of.cost(card)
        w.hand.remove(card)
        w.drain += 1
        paid = self.world.some(w.pool, min(len(w.pool), price + (self.chance.random() < 0.05)))
        spot = "T" if of.kind(card) == "ritual" else self.chance.choice(self.spots)
        thing = Thing(self.world.numbered(card), card, w.seat, ally, spot)
        if ally == w.seat:
            names, unnamed = self.shed(w, paid)
            self.lands(thing)
            self.enter(log.Cast(w.seat, card, spot, mana=names, unnamed=unnamed))  # type: ignore[arg-type]
            return
        self.cast_at_ally(w, on, thing, paid)

    def lands(self, thing: Thing) -> None:
        """A card comes to lie in its spot (TW-12.5, 12.11, 12.14)."""
        seat, spot = thing.controller, thing.spot
        self.world.only_one(thing)
        if of.kind(thing.name) == "ritual":
            for each in list(self.world.wizards[seat].map[spot]):
                if of.kind(each.name) != "tower":
                    self.world.leaves(each, "discard")
        else:
            self.world.replaced(seat, spot)
        self.world.lay(thing, seat, spot)

    def cast_at_ally(self, w: Wizard, on: Wizard, thing: Thing, paid: list[str]) -> None:
        """The ally accepts, or pays against it (TW-18.9 to 18.13)."""
        rebuked = len(on.pool) >= 3 and self.chance.random() < 0.4
        at_once = not rebuked and self.chance.random() < 0.5
        says_mana = bool(paid) and self.chance.random() < 0.7
        card, spot = thing.name, thing.spot
        names: tuple[str, ...] = ()
        unnamed, before = 0, (w.discard[:], w.unsaid[:])
        if says_mana or at_once:
            names, unnamed = self.shed(w, paid)
        if at_once:
            self.lands(thing)
        self.enter(
            log.Cast(
                w.seat,
                card,
                spot,  # type: ignore[arg-type]
                mana=names,
                unnamed=unnamed,
                ally=on.seat,
                accepted=at_once,
            )
        )
        if at_once:
            return
        if not rebuked:
            names, unnamed = (), 0
            if not says_mana and paid:
                names, unnamed = self.shed(w, paid)
            self.lands(thing)
            self.enter(log.Accept(on.seat, names, unnamed))
            return
        w.discard[:], w.unsaid[:] = before
        w.pool += paid
        w.discard.append(card)
        w.drain -= 1
        on.drain += 1
        self.done.rebuked = self.done.fetch = True
        names, unnamed = self.shed(on, self.world.some(on.pool, 3))
        self.enter(log.Rebuke(on.seat, names, unnamed))
        self.fetch(w)

    def fetch(self, w: Wizard) -> None:
        """Three cards after a rebuke (TW-18.13)."""
        if self.done.fetch:
            self.done.fetch = False
            if w.deck or w.discard:
                self.draw(w, 3, "hand", "TW-18.13")

    def trim(self, w: Wizard) -> None:
        """Two of a pool of ten (TW-11.11)."""
        if len(w.pool) >= 10 and not self.done.trimmed and not self.done.rebuked:
            self.done.trimmed = True
            names, unnamed = self.shed(w, self.world.some(w.pool, 2))
            self.enter(log.Drop(w.seat, names, 0, unnamed))

    # -- movement --------------------------------------------------------------------------------

    def front(self, w: Wizard) -> None:
        """A card of the front is played (TW-11.13)."""
        while self.must_play_front(w) or (self.may_play_front(w) and self.chance.random() < 0.5):
            self.done.fronted = True
            self.play_front(w)

    def play_front(self, w: Wizard) -> None:
        card = self.chance.choice(w.front)
        w.front.remove(card)
        if of.kind(card) == "celestial":
            to = self.world.play_celestial(w, card)
            did = self.deeds(w.seat, 2) if card == "Omen" and not w.lost else ()
        else:
            free = [spot for spot in ("J1", "J2") if spot not in w.map]
            to, did = self.chance.choice(free or ["J1", "J2"]), ()
            self.world.replaced(w.seat, to)
            self.world.lay(Thing(self.world.numbered(card), card, w.seat, w.seat, to), w.seat, to)
        self.enter(log.Play(w.seat, card, to, did))

    def movement(self, w: Wizard) -> None:
        """Up to three cards are moved, and stacks of tokens (TW-11.14 to 11.17)."""
        last = self.world.reading["TW-I 90"] == "after_the_cards"
        if not last:
            self.tokens(w)
        for _ in range(self.chance.randint(0, 2)):
            able = [x for x in w.things() if x.spot != "T" and of.kind(x.name) != "orbital"]
            free = [spot for spot in SPOTS[1:] if spot not in w.map]
            if self.must_play_front(w):
                return
            if self.chance.random() < 0.3 and len(able) > 1 and self.done.moved < 2:
                one, other = self.chance.sample(able, 2)
                self.done.moved += 2
                spots = one.spot, other.spot
                self.world.lift(one)
                self.world.lift(other)
                self.world.lay(one, w.seat, spots[1])
                self.world.lay(other, w.seat, spots[0])
                self.enter(log.Swap(w.seat, one.id, other.id))
            elif able and free and self.done.moved < 3:
                one, spot = self.chance.choice(able), self.chance.choice(free)
                self.done.moved += 1
                self.world.lift(one)
                self.world.lay(one, w.seat, spot)
                self.enter(log.Shift(w.seat, one.id, spot))  # type: ignore[arg-type]
        if last and not self.must_play_front(w):
            self.tokens(w)

    def tokens(self, w: Wizard) -> None:
        """A stack of coins goes from one card to another (TW-11.17)."""
        able = [x for x in w.things() if x.tokens]
        others = w.things()
        if not able or len(others) < 2 or self.done.stacks > 2:
            return
        one = self.chance.choice(able)
        other = self.chance.choice([x for x in others if x is not one])
        colour = self.chance.choice(sorted(one.tokens))
        count = self.chance.randint(1, min(5, one.tokens[colour]))
        self.done.stacks += 1
        one.tokens[colour] -= count
        if not one.tokens[colour]:
            del one.tokens[colour]
        other.tokens[colour] = other.tokens.get(colour, 0) + count
        self.enter(log.MoveTokens(w.seat, one.id, other.id, colour, count))  # type: ignore[arg-type]
