"""A game in which the cards are really dealt, and a match of it beside what is public of it.

At a table somebody shuffles; each sees the own hand, and what is logged is what all see. So it is
here: in the one account of hidden cards the cards lie where chance has dealt them, the options
are those of whoever sees the own hand, and nothing is shown that is not there. The other account
knows only what was logged; that it allows all of it is asserted, entry by entry.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, fields
from functools import cached_property
from random import Random
from typing import Any

from events.common import Opening
from events.error import ProgramFault
from events.event import Event
from events.notation import write
from referee.catalog import Catalog
from referee.game import Game
from referee.hidden import HiddenCards
from referee.house import AnyState, AnyTable, Handler
from referee.replay.lots import Lots
from referee.replay.replay import Replay
from referee.verdict import Illegal, Verdict, Violation, applied


class DealtError(ProgramFault):
    """What is possible by the cards that were dealt is impossible by what was logged of them."""


@dataclass(frozen=True)
class DealtGame(Game):
    """A game of which the hidden cards are dealt by chance as soon as there are any."""

    seed: int = 0  # what chance begins with; the same entries deal the same cards

    @classmethod
    def of(cls, game: Game, seed: int) -> "DealtGame":
        """The game, dealt so; its options are those of who sees the own cards."""

        def opened(t: AnyTable, e: Opening) -> AnyState:
            state = t.state = game.open(t, e)
            lay_out(game, t, seed)
            return state

        same: dict[str, Any] = {each.name: getattr(game, each.name) for each in fields(Game)}
        return cls(**same | {"open": opened}, seed=seed)

    @cached_property
    def all_handlers(self) -> dict[type[Event], Handler]:
        """The handlers; what is first hidden after one of them is dealt then."""
        return {kind: self._dealing(handler) for kind, handler in super().all_handlers.items()}

    def _dealing(self, handler: Handler) -> Handler:
        def handled(t: AnyTable, e: Any) -> None:
            handler(t, e)
            lay_out(self, t, self.seed)

        return handled


def lay_out(game: Game, t: AnyTable, seed: int) -> None:
    """Deal what is hidden and not dealt yet."""
    for number, account in enumerate(game.accounts(t)):
        if account.deal is None:
            account.lay_out(Random(f"{seed} {t.seq} {number}").getrandbits(63))


class Dealt:
    """A match whose cards are dealt, and beside it the replay of what is logged.

    Args:
        game: the game.
        catalog: the catalog that the opening pins.
        first: the opening.
        chance: the source of chance.
        rulings: whether rulings may come.

    Attributes:
        public: the replay of the log, which knows what all know.
        true: the same entries where the cards lie as they were dealt.

    Raises:
        Violation: the opening is refused.
    """

    def __init__(
        self, game: Game, catalog: Catalog, first: Opening, chance: Random, rulings: bool = False
    ) -> None:
        self.public = Replay(game, catalog, rulings=rulings)
        opened = self.public.add(first).verdict
        if isinstance(opened, Illegal):
            raise Violation(opened.rule, opened.message, legal=opened.legal)
        dealt = DealtGame.of(game, chance.getrandbits(63))
        self.true = Replay(dealt, catalog, rulings=rulings)
        self.true.add(first)
        self._accounts: list[HiddenCards] | None = None

    def lots(self, chance: Random) -> Lots:
        """What may be logged next by those who see their cards, as lots: they are drawn where
        these are seen (:meth:`seen`)."""
        with self.seen():
            return Lots(self.public.game.offered(self.true.table), chance)

    @contextmanager
    def seen(self) -> Iterator[None]:
        """Whoever chooses in this block, in which nothing is logged, sees the cards dealt."""
        accounts = self._accounts
        if accounts is None:
            accounts = self._accounts = self.public.game.accounts(self.true.table)
        _open(accounts, True)
        try:
            yield
        finally:
            _open(accounts, False)

    def play(self, event: Event) -> Verdict:
        """Log an entry, if the cards that were dealt and the rules allow it.

        Raises:
            DealtError: they do, but by what was logged it is refused.
        """
        self._accounts = None
        said = self.true.add(event)
        if not applied(said.verdict):
            self.true.retract()
            return said.verdict
        public = self.public.add(event).verdict
        if not applied(public):
            line = write(event, self.public.game.codec)
            raise DealtError(
                f"entry {said.seq}, {line}, is true by the cards dealt, not by the log: {public}"
            )
        return public

    def slip(self, event: Event) -> None:
        """Log what may be a mistake: it is played where it can be, and stands refused on the
        record where the log alone refuses it. A card that is not there is not shown."""
        refused = isinstance(self.play(event), Illegal)
        if refused and isinstance(self.public.would(event), Illegal):
            self.true.add(event)
            self.public.add(event)


def _open(accounts: Sequence[HiddenCards], open_: bool) -> None:
    for account in accounts:
        if account.deal is not None:
            account.deal.open = open_
