"""Whole matches on cards that are truly known, of which only what is public is logged.

Nothing of it may be refused, and after every entry that brings a reader up to date the account
agrees with what is really so.
"""

from collections import Counter
from random import Random
from typing import Any

from events import grand_archive as log
from events.event import Event
from events.notation import write
from referee.games.grand_archive.handlers import handles
from referee.games.grand_archive.places import LAYOUT
from referee.games.grand_archive.window import WINDOW
from referee.games.registry import game_of
from referee.parts.acceptable import would_do
from referee.replay.replay import Replay
from referee.verdict import Illegal, Verdict, applied
from tests.games.grand_archive.table import SEATS, catalog, opening
from tests.games.grand_archive.truth.cards import OF, deck_of, material_of
from tests.games.grand_archive.truth.liar import Liar
from tests.games.grand_archive.truth.lies import a_lie
from tests.games.grand_archive.truth.teller import Teller
from tests.games.grand_archive.truth.turns import TurnLost, Turns
from tests.games.grand_archive.truth.world import Player, World
from tests.games.truth import Accused, Enough


class TrueMatch:
    """A match, and where its cards really are.

    Args:
        seed: of all that is left to chance.
        most: how many entries are logged at most.
    """

    def __init__(self, seed: int, most: int) -> None:
        self.chance = chance = Random(f"truth {seed}")
        self.most = most
        seats = SEATS[: chance.choice((2, 2, 2, 3))]
        edition = chance.choice(("R25", "R26"))
        event = chance.random() < 0.5
        record = chance.random() < 0.25
        decks = {seat: deck_of(chance) for seat in seats}
        materials = {seat: material_of(chance) for seat in seats}
        first = opening(
            len(seats),
            edition=edition,
            decks=decks,
            materials=materials,
            event="yes" if event else "no",
            choices={"GA-I 19": "must_be_logged"} if record else {},
        )
        self.game = game_of("grand_archive", edition)
        self.match = Replay(self.game, catalog())
        self.tried: Counter[str] = Counter(matches=1)
        self.world = World(
            chance,
            {seat: Player(seat, decks[seat], materials[seat], chance) for seat in seats},
            edition,
            event=event,
            record=record,
        )
        self.teller = Teller(self.world, self.enter, chance.choice((0.0, 0.1, 0.4)))
        self.turns = Turns(self.world, self.teller, self.leisure)
        self.liar = Liar(self.world, self.turns)
        verdict = self.match.add(first).verdict
        assert applied(verdict), verdict
        self.whole = Counter(LAYOUT.counted(self.match.table))

    def play(self) -> None:
        """The match, to its end or as far as is asked for; then all hidden cards are shown."""
        try:
            self.turns.play()
            self.tried["ended"] += 1
        except (Enough, TurnLost):
            pass
        if self.teller.synced or self.world.over:
            self.inspect()

    # -- one entry -------------------------------------------------------------------------------

    def enter(self, event: Event) -> None:
        """An entry that is true, and has happened on the true table already."""
        outcome = self.match.add(event)
        self.tried["entries"] += 1
        verdict = outcome.verdict
        if not applied(verdict):
            told = f"entry {outcome.seq}, {write(event, self.game.codec)}"
            raise Accused(f"{told}: {said(verdict)}\n{self.lines()}")
        w = self.world
        if self.teller.synced and w.active and (w.over or not w.players[w.active].lost):
            try:
                self.check()
            except AssertionError as error:
                told = f"after entry {outcome.seq}, {write(event, self.game.codec)}: {error}"
                raise AssertionError(f"{told}\n{self.lines()}") from error
            pending = self.match.state.waiting.stack
            declares = bool(pending) and pending[-1].stage == "intent"
            waits = declares or self.world.unsettled()
            if self.chance.random() < 0.3 and not w.over and not waits:
                self.lie()
        if self.tried["entries"] >= self.most:
            raise Enough

    def lines(self) -> str:
        """What was logged so far, the newest last."""
        events = self.match.events[1:][-25:]
        return "\n".join(f"    {write(each, self.game.codec)}" for each in events)

    def leisure(self) -> None:
        """The turn player could take a slow action, or lie."""
        if self.chance.random() < 0.1:
            self.counted()
        waits = any(OF[each.name].type == "attack" for each in self.teller.read.stack)
        if not waits and self.chance.random() < 0.2:
            self.lie(free=True)

    def counted(self) -> None:
        """Whatever went unsaid, figures that are right now, and hidden cards as they lie, would be
        accepted (GA-5.42)."""
        p = self.world.players[self.chance.choice(self.world.standing())]
        place: log.Place = self.chance.choice(("hand", "memory", "deck"))
        for event in (
            self.turns.tally(p),
            log.Inspection(p.seat, place, tuple(getattr(p, place))),
        ):
            self.tried["cross-checks"] += 1
            if not would_do(self.match.table, WINDOW, handles, event):
                raise Accused(f"{write(event, self.game.codec)}\n{self.lines()}")

    def lie(self, *, free: bool = False) -> None:
        """What can be proved to be no truth is refused, and changes nothing."""
        lie = a_lie(self.liar, free=free)
        if lie is None:
            return
        before = self.match.digest()
        verdict = self.match.add(lie.event).verdict
        told = f"{lie.kind}: {write(lie.event, self.game.codec)}"
        if not isinstance(verdict, Illegal):
            raise AssertionError(f"a lie passes, {told}: {said(verdict)}\n{self.lines()}")
        if verdict.rule not in lie.rules:
            rules = ", ".join(sorted(lie.rules))
            raise AssertionError(f"{told}: {said(verdict)}, not by {rules}\n{self.lines()}")
        assert self.match.digest() == before, f"refused, yet something changed: {told}"
        self.match.retract()
        self.tried[f"lies: {lie.kind}"] += 1

    def inspect(self) -> None:
        """All hidden cards are laid open (GA-26.23)."""
        for p in self.world.players.values():
            if p.lost and not self.world.over:
                continue
            for place in ("hand", "memory", "deck"):
                shown = tuple(getattr(p, place))
                event = log.Inspection(p.seat, place, shown)
                verdict = self.match.add(event).verdict
                self.tried["inspections"] += 1
                if not applied(verdict):
                    told = write(event, self.game.codec)
                    raise Accused(f"{told}: {said(verdict)}\n{self.lines()}")

    # -- what has to hold ------------------------------------------------------------------------

    def check(self) -> None:
        """What all see is as it really is, and no card has come or gone."""
        w, state = self.world, self.match.state
        if w.over:
            winner = state.winner if state.over else None
            _same("the winner", winner, w.winner[0] if len(w.winner) == 1 else winner)
            _same("whether it is over", bool(state.over), True)
            return
        _same("the cards", Counter(LAYOUT.counted(self.match.table)), self.whole)
        _same("whether it is over", bool(state.over), False)
        _same("whose turn it is", state.active, w.active)
        hidden, piles = state.zones.hidden, state.zones.piles
        for seat, p in w.players.items():
            _same(f"whether {seat} lost", bool(state.players[seat].lost), p.lost)
            for place in ("hand", "memory", "deck", "material"):
                _same(f"{seat}'s {place}", hidden.size(f"{seat}.{place}"), len(getattr(p, place)))
            for place in ("graveyard", "banishment"):
                pile = sorted(piles.get(f"{seat}.{place}", ()))
                _same(f"{seat}'s {place}", pile, sorted(getattr(p, place)))
        things = state.zones.things.values()
        have = {x.id: _seen(x) for x in things if x.place == "field"}
        _same("the field", have, {x.id: _true(x) for x in w.field})
        stack = [
            each.source
            for each in state.waiting.stack
            if hasattr(each, "card") and each.stage != "intent"
        ]
        _same("the stack", sorted(stack), sorted(each.id for each in w.stack))
        if self.chance.random() < 0.1:
            self._possible()

    def _possible(self) -> None:
        """The account holds possible what is really there."""
        for seat, p in self.world.players.items():
            for place in ("hand", "memory"):
                really = getattr(p, place)
                refused = self.match.state.zones.hidden.refuses(f"{seat}.{place}", really)
                if refused is not None:
                    raise Accused(f"{seat}'s {place} really is {really}: {refused}")


def _seen(x: Any) -> tuple[object, ...]:
    return (x.name, x.controller, x.rested, x.damage, x.counters.get("durability"))


def _true(x: Any) -> tuple[object, ...]:
    return (x.name, x.seat, x.rested, x.damage, x.durability)


def said(verdict: Verdict) -> str:
    """A verdict in words."""
    return f"{verdict.rule}: {verdict.message}" if isinstance(verdict, Illegal) else str(verdict)


def _same(what: str, have: object, truth: object) -> None:
    if have != truth:
        raise AssertionError(f"{what}: by the account {have}, really {truth}")


def trial(seed: int, most: int) -> Counter[str]:
    """A match of at most so many entries; what was tried."""
    true = TrueMatch(seed, most)
    true.play()
    return true.tried
