"""Somebody who lies: what can be asked of a true match before a lie is thought of."""

from tests.games.grand_archive.truth.cards import MAIN, OF
from tests.games.grand_archive.truth.turns import Turns
from tests.games.grand_archive.truth.world import Player, Thing, World


class Liar:
    """Somebody who lies, knowing all cards.

    Args:
        world: the true table.
        turns: whose turn it is, and what was done in it.
    """

    def __init__(self, world: World, turns: Turns) -> None:
        self.world, self.turns = world, turns
        self.chance = world.chance
        self.slow_only = False

    def before(self) -> set[str]:
        """The rules that come first where a unique object that comes is to be settled."""
        cards = [OF[each.name] for each in self.world.stack if not each.trigger]
        found = {"GA-14.16", "GA-20.10"} if any(card.unique for card in cards) else set()
        if self.world.record:  # what needs passes first is refused for want of them
            found |= {"GA-7.7", "GA-7.5", "GA-7.3", "GA-7.1", "GA-6.48"}
        return found

    # -- what may be asked -------------------------------------------------------------------------

    def free(self, p: Player) -> bool:
        """Whether a player may take slow actions now (GA-7.1)."""
        w = self.world
        return p.seat == w.active and w.phase == "main" and not w.stack and w.fight is None

    def materializes(self, p: Player) -> bool:
        """Whether a player may materialize now (GA-6.21)."""
        w = self.world
        return (
            p.seat == w.active
            and w.phase == "materialize"
            and p.turns > 1
            and not w.materialized
            and not w.stack
        )

    def elsewhere(self, p: Player, place: str) -> list[str]:
        """The cards that all know not to be in a hidden place: every copy lies in the open, or all
        have seen what the place can hold."""
        public = self.world.public(p.seat)
        seen = (place == "hand" and p.open_hand) or (place == "memory" and p.open_memory)
        there = getattr(p, place)
        return [
            name
            for name in MAIN
            if public[name] == p.registered[name] or (seen and name not in there)
        ]

    def playable(self, p: Player, name: str) -> bool:
        """Whether a card could be played now, if it were in the hand."""
        card = OF[name]
        if card.fast:
            timely = (
                not self.slow_only
                and self.world.phase in ("main", "end")
                and self.turns.keeps(p.seat)
            )
        else:
            timely = self.free(p)
        performed = card.type != "attack" or bool(self.turns.performers(p.seat, name))
        return timely and performed and card.element in p.elements

    def commanded(self, p: Player, name: str) -> str:
        """Who performs a Command card; nobody has to say it of others."""
        return self.turns.performers(p.seat, name)[0] if "command" in OF[name].words else ""

    def pick(self, able: list[str]) -> str | None:
        """One of these, if there is any."""
        return self.chance.choice(able) if able else None

    def one(self, able: list[Thing]) -> Thing | None:
        """One of these, if there is any."""
        return self.chance.choice(able) if able else None
