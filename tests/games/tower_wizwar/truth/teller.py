"""Wizards at their table: whose turn it is, what was done in it, and how it is told."""

from collections.abc import Callable
from dataclasses import dataclass

from events import tower_wizwar as log
from events.event import Event
from tests.games.tower_wizwar.truth import cards as of
from tests.games.tower_wizwar.truth.deeds import Deeds
from tests.games.tower_wizwar.truth.world import HIDDEN, SPOTS, Drawn, Wizard, World

ENTRANCE = ("sets", "fill", "cast", "last")
WHOLE = ("stabilise", "renew", "draft", "cast", "movement", "attack", "last")
RETREAT = ("stabilise", "renew", "draft", "cast", "last")


class TurnOver(Exception):
    """The wizard whose turn it was has lost, and its turn is over (TW-I 86)."""


@dataclass
class Done:
    """What was done in this turn."""

    stabilised: bool = False
    entered: bool = False
    filled: bool = False
    drafted: bool = False
    orbital: bool = False
    cast: bool = False
    trimmed: bool = False
    rebuked: bool = False
    fetch: bool = False
    fronted: bool = False
    moved: int = 0
    stacks: int = 0
    attacks: int = 0
    pool: int = 0


class Teller:
    """What all that is done at the table has in common.

    Args:
        world: the true table.
        enter: logs an entry, which has happened.
        books: whether spellbooks are kept.
    """

    def __init__(self, world: World, enter: Callable[[Event], None], *, books: bool) -> None:
        self.world, self.logs, self.books = world, enter, books
        self.chance = world.chance
        self.seats = list(world.wizards)
        self.active, self.phase, self.done = self.seats[0], "sets", Done()
        self.fighting = False
        """Whether an attack is held back."""
        self.silent = False
        """Whether a phase was come to that no entry tells of yet."""
        self.busy = self.chance.choice((0.1, 0.3, 0.6))
        self.spots = self.chance.choice((SPOTS[1:], SPOTS[3:], ("S1", "S2", "F1", "F2", "F3")))
        self.weary = 0.001 if len(self.seats) == 2 else self.chance.choice((0, 0.01, 0.05))
        named = world.reading["TW-I 87"] == "named"
        self.vague = 0 if named else self.chance.choice((0, 0.2, 0.6))
        self.steps = 3 if world.reading["TW-I 17"] == "surcharge_points" else 1
        """How many steps of the drain counter a rule means by one."""
        self.bare = 0.0
        """How often a spellbook that is kept is not said."""

    def following(self, seat: str) -> str:
        """Who acts next (TW-10.2, 18.2)."""
        at = self.seats.index(seat)
        for each in [*self.seats[at + 1 :], *self.seats[: at + 1]]:
            w = self.world.wizards[each]
            if not w.lost or w.retreat:
                return each
        return seat

    def phases(self, w: Wizard) -> tuple[str, ...]:
        return RETREAT if w.retreat else WHOLE if w.entered else ENTRANCE

    def enter(self, event: Event) -> None:
        """An entry of what has happened; a wizard that lost with it in its own turn ends that."""
        self.silent = False
        lost = self.world.wizards[self.active].lost_now()
        if lost and self.world.winner is None:
            self.turn_ends()
        self.logs(event)
        if lost or self.world.winner is not None:
            raise TurnOver

    def turn_ends(self) -> None:
        """Harm turns, and the next wizard's turn begins (TW-11.21, 11.22)."""
        w = self.world.wizards[self.active]
        everywhere = self.world.reading["TW-I 65"] == "all_spaces" and not w.retreat
        for thing in self.world.all_things() if everywhere else w.things():
            harm, thing.harm = thing.harm, 0
            if harm:
                self.world.put_wounds(thing, harm)
        w.entered = True
        self.active = self.next_seat = self.following(self.active)
        self.done = Done()
        now = self.world.wizards[self.active]
        now.loser = now.lost
        self.phase = self.phases(now)[0]

    # -- what may or must be done now ------------------------------------------------------------

    def may_cast(self, w: Wizard) -> bool:
        """Whether a card may be cast now."""
        done = self.done
        waits = not (done.orbital or done.cast or w.lost) and any(
            of.kind(x.name) == "orbital" and not x.expended for x in w.things()
        )
        ended = done.trimmed or done.rebuked or done.fetch
        return self.phase == "cast" and not (waits or ended)

    def may_draft(self, w: Wizard) -> bool:
        return self.phase == "draft" and not self.done.drafted

    def may_play_front(self, w: Wizard) -> bool:
        """Whether a card of the front may be played now (TW-11.13)."""
        now = w.seat == self.active and self.phase == "movement"
        more = not self.done.fronted or self.world.reading["TW-I 33"] == "all_one_at_a_time"
        late = self.done.stacks and self.world.reading["TW-I 90"] == "after_the_cards"
        return now and bool(w.front) and more and not self.done.moved and not late

    def must_play_front(self, w: Wizard) -> bool:
        """Whether a card of the front has to be played now."""
        return self.world.reading["TW-I 32"] != "may_in_movement" and self.may_play_front(w)

    def must_stabilise(self, w: Wizard) -> bool:
        now = w.seat == self.active and self.phase in ("stabilise", "last")
        return now and not self.done.stabilised

    # -- how cards are told ----------------------------------------------------------------------

    def backs(self, drawn: Drawn) -> tuple[log.Back, ...]:
        found = tuple(of.back(card) for card in drawn.cards)
        plain = drawn.count == len(found)
        return () if plain and self.chance.random() < 0.3 else found  # type: ignore[return-value]

    def books_of(self, cards: list[str]) -> tuple[str, ...]:
        spells = [card for card in cards if of.is_spell(card)] if self.books else []
        if self.bare and self.chance.random() < self.bare:
            return tuple(self.chance.choice((of.book(card), "spell")) for card in spells)
        return tuple(of.book(card) for card in spells)

    def made(self, drawn: Drawn) -> int | None:
        """After how many cards a new deck was made, if that is said."""
        return drawn.made[-1] if drawn.made and self.chance.random() < 0.5 else None

    def shed(self, w: Wizard, cards: list[str]) -> tuple[tuple[str, ...], int]:
        """Cards go to the discard: their names, and how many are only counted."""
        w.discard += cards
        counted = self.chance.randint(0, len(cards)) if self.chance.random() < self.vague else 0
        w.unsaid += cards[:counted]
        if self.books:
            return (*cards[counted:], *self.books_of(cards[:counted])), 0
        return tuple(cards[counted:]), counted

    # -- at any time -----------------------------------------------------------------------------

    def deeds(self, seat: str, most: int) -> tuple[log.Did, ...]:
        if self.chance.random() < 0.3:
            return ()
        return Deeds(self.world, seat, books=self.books).some(most)  # type: ignore[return-value]

    def effect(self) -> None:
        """An activated text that leaves everything open (TW-19.3)."""
        able = [
            x
            for x in self.world.all_things()
            if x.name in of.OPEN_TEXTS
            and not x.expended
            and self.world.wizards[x.controller].surcharge()
            <= len(self.world.wizards[x.controller].pool)
        ]
        if not able:
            return
        thing = self.chance.choice(able)
        w = self.world.wizards[thing.controller]
        names, unnamed = self.shed(w, self.world.some(w.pool, w.surcharge()))
        w.drain += 1
        did = Deeds(self.world, w.seat, books=self.books, still=self.fighting).some(3)
        if not did:
            did = (log.Drain(0, w.seat),)
        self.enter(log.Effect(w.seat, thing.id, did=did, mana=names, unnamed=unnamed))  # type: ignore[arg-type]

    def mana(self) -> None:
        """Somebody makes mana for nothing (TW-4.7)."""
        able = [w for w in self.world.wizards.values() if w.pool and (not w.lost or w.retreat)]
        if able:
            w = self.chance.choice(able)
            count = self.chance.randint(1, min(2, len(w.pool)))
            names, unnamed = self.shed(w, self.world.some(w.pool, count))
            self.enter(log.Mana(w.seat, names, unnamed))

    def names(self) -> None:
        """Cards that nobody named are named (TW-20.10)."""
        able = [w for w in self.world.wizards.values() if w.unsaid]
        if able:
            w = self.chance.choice(able)
            found = self.world.some(w.unsaid, self.chance.randint(1, min(3, len(w.unsaid))))
            self.enter(log.NameCards(w.seat, tuple(found)))

    def forfeit(self) -> None:
        """Somebody loses by saying so (TW-17.7)."""
        seat = self.chance.choice(self.world.standing())
        self.world.lose(self.world.wizards[seat])
        self.enter(log.Forfeit(seat))

    def tally(self) -> None:
        """Somebody counts."""
        w = self.chance.choice(list(self.world.wizards.values()))
        counts = {place: len(w.pile(place)) for place in (*HIDDEN, "discard")}
        self.enter(log.Tally(w.seat, **counts, drain=w.drain, harm=w.harm, wounds=w.wounds))
