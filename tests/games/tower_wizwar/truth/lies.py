"""Lies that all at the table can prove: none of them may be believed, or leave a trace."""

from collections import Counter
from collections.abc import Iterator

from events import tower_wizwar as log
from events.event import Event
from events.notation import write
from referee.verdict import applied
from tests.games.tower_wizwar.table import GAME
from tests.games.tower_wizwar.truth import cards as of
from tests.games.tower_wizwar.truth.match import TrueMatch
from tests.games.tower_wizwar.truth.world import Wizard


class Believed(AssertionError):
    """The referee took what could not be."""


class Liar:
    """Tells a lie after some entries of a true match, and takes it back.

    Args:
        true: the match.
    """

    def __init__(self, true: TrueMatch) -> None:
        self.true, self.told = true, Counter[str]()
        true.hooks.append(self.after)

    def after(self, event: Event) -> None:
        """Now and then somebody lies."""
        chance, match = self.true.chance, self.true.match
        if chance.random() > 0.3:
            return
        wizard = chance.choice(list(self.true.world.wizards.values()))
        lie = chance.choice(list(self.lies(wizard)))
        digest = match.digest()
        if applied(match.add(lie).verdict):
            raise Believed(write(lie, GAME.codec))
        if match.digest() != digest:
            raise Believed(f"{write(lie, GAME.codec)}: refused, and the state changed")
        match.retract()
        self.told[type(lie).__name__] += 1

    def lies(self, w: Wizard) -> Iterator[Event]:
        """What a wizard may say that cannot be so."""
        yield log.Mana(w.seat, unnamed=len(w.pool) + 1)
        yield log.Draw(w.seat, (*["celestial"] * 7, "spell"))  # type: ignore[arg-type]
        yield log.Tally(w.seat, pool=len(w.pool) + 1)
        yield log.Tally(w.seat, drain=w.drain + 3)
        yield log.NameCards(w.seat, (w.towers or ["C1"])[:1] * (len(w.unsaid) + 61))  # type: ignore[arg-type]
        for card in self.seen(w):
            if of.is_spell(card):
                yield log.Mana(w.seat, (card,))
                yield log.Cast(w.seat, card, "F1")
                yield log.Inspection(w.seat, hand=(*w.hand[1:], card))
            else:
                yield log.Play(w.seat, card)

    def seen(self, w: Wizard) -> list[str]:
        """The cards of which all copies lie before all eyes."""
        lying = Counter(w.discard) - Counter(w.unsaid) + Counter(w.aether)
        for other in self.true.world.wizards.values():
            lying.update(thing.name for thing in other.things() if thing.owner == w.seat)
        whole = Counter(w.registered)
        return sorted(card for card in lying if lying[card] == whole[card])


def trial(seed: int, most: int) -> Counter[str]:
    """A match of so many entries with lies in between; how many of each kind were told."""
    true = TrueMatch(seed, most)
    liar = Liar(true)
    true.play()
    return liar.told
