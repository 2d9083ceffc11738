"""A toy game: blows against creatures, which may be answered, under each of three windows."""

from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

from msgspec import Struct, field

from events.event import Event
from referee.house import AFTER_THE_END, COMMON_HANDLERS, AnyTable, Handlers, parting_with
from referee.parts.responses import (
    Bearing,
    Pending,
    Reaches,
    Waiting,
    Window,
    answered,
    dry_run,
    passes,
    pend,
    pending_of,
    take_away,
)
from referee.replay.fold import Fold, digest_of
from referee.table import MatchState, Table
from referee.verdict import Verdict, name_of


class Strike(Pending):
    """A blow at a creature."""

    target: str = ""
    harm: int = 0


class Ban(Pending):
    """What it answers does not happen."""


class Duel(MatchState[Any], omit_defaults=True):
    """The creatures with their health, the kills of each seat, and what is pending."""

    health: dict[str, int] = field(default_factory=dict)
    kills: list[str] = field(default_factory=list)
    waiting: Waiting[Strike | Ban] = field(default_factory=Waiting)


class Hit(Event, frozen=True):
    """Strikes; ``kills`` is said in advance."""

    seat: str
    target: str
    harm: int
    answers: int = 0
    kills: bool | None = None


class Forbid(Event, frozen=True):
    """Cancels what it answers."""

    seat: str
    answers: int


class Turn(Event, frozen=True):
    """Gives a blow that is pending another target."""

    seat: str
    entry: int
    target: str


class Block(Event, frozen=True):
    """Says who stands in the way of a blow; empty: nobody."""

    seat: str
    entry: int
    blocker: str = ""


class Pass(Event, frozen=True):
    """Passes."""

    seat: str


class Trade(Event, frozen=True):
    """Is apart from all."""

    seat: str


class End(Event, frozen=True):
    """Ends a turn; ``claim`` is refused by its own handler."""

    seat: str
    claim: bool = False


HANDLES = Handlers({**COMMON_HANDLERS, **parting_with(lambda t, side: None)})


def require_pending(t: AnyTable, entry: int) -> Any:
    found = pending_of(t, entry)
    if found is None:
        t.forbid("X-1", "nothing that entry {entry} began is pending", entry=entry)
    return found


def deal(t: AnyTable, seat: str, target: str, harm: int) -> bool:
    health = t.state.health
    t.item(health, target, health[target] - harm)
    if health[target] > 0:
        return False
    t.item(health, target)
    t.push(t.state.kills, f"{seat} {target}")
    if len(t.state.kills) == 4:
        t.end_match(seat, "kills", "X-4")
    return True


@HANDLES
def hit(t: AnyTable, e: Hit) -> None:
    if e.answers:
        require_pending(t, e.answers)
    if e.target not in t.state.health:
        t.forbid("X-2", "no such creature")
    trusted: Sequence[str] = ()

    def said() -> None:
        t.trust("nobody saw the blade")
        if deal(t, e.seat, e.target, e.harm) is not e.kills:
            t.forbid("X-3", "it does otherwise")

    if e.kills is not None:
        trusted = dry_run(t, said)
    blow = Strike(
        t.seq, e.seat, e.seat, e.answers, trusted=tuple(trusted), target=e.target, harm=e.harm
    )
    pend(t, WINDOW[t.edition], blow)


@HANDLES
def ban(t: AnyTable, e: Forbid) -> None:
    require_pending(t, e.answers)
    pend(t, WINDOW[t.edition], Ban(t.seq, e.seat, answers=e.answers))


@HANDLES
def turn(t: AnyTable, e: Turn) -> None:
    blow = require_pending(t, e.entry)
    if e.target not in t.state.health or not isinstance(blow, Strike):
        t.forbid("X-2", "no such creature, or no blow")
    t.set(blow, "target", e.target)


@HANDLES
def block(t: AnyTable, e: Block) -> None:
    blow = require_pending(t, e.entry)
    t.set(blow, "stage", "blocked")
    if e.blocker:
        t.set(blow, "target", e.blocker)


@HANDLES
def passing(t: AnyTable, e: Pass) -> None:
    if passes(t, WINDOW[t.edition], e.seat):
        t.state.turn += 1


@HANDLES
def trade(t: AnyTable, e: Trade) -> None:
    pass


@HANDLES
def end(t: AnyTable, e: End) -> None:
    if e.claim:
        t.forbid("X-9", "a false claim")
    seats = t.state.seats
    t.state.turn += 1
    t.state.active = seats[(seats.index(e.seat) + 1) % len(seats)]


def struck(t: AnyTable, p: Strike) -> None:
    if p.trusted:
        t.trust(p.trusted[0])
    if p.target in t.state.health:
        deal(t, p.seat, p.target, p.harm)
    else:
        take_away(t, p, "its target is gone")


def struck_in_stages(t: AnyTable, p: Strike) -> None:
    if p.stage == "":
        t.refuse("X-8", "entry {entry} is not blocked or let through", entry=p.entry, since=p.entry)
    elif p.stage == "blocked":
        struck(t, p)
        t.set(p, "stage", "counter")


def banned(t: AnyTable, p: Ban) -> None:
    other = pending_of(t, p.answers)
    if other is not None:
        take_away(t, other, "cancelled")


def bearing(t: AnyTable, e: Any) -> Bearing:
    if isinstance(e, Trade | Pass):
        return "apart"
    if isinstance(e, Turn | Block):
        return Reaches(require_pending(t, e.entry))
    return "answer" if isinstance(e, Hit | Forbid) and e.answers else "ends"


WINDOW = {
    "next": Window(bearing, {Strike: struck, Ban: banned}),
    "stages": Window(bearing, {Strike: struck_in_stages, Ban: banned}),
    "passes": Window(bearing, {Strike: struck, Ban: banned}, passing=True),
}


class Match:
    """A match of the toy under one window, and what its entries are."""

    def __init__(self, window: str, seats: tuple[str, ...] = ("ana", "bo", "cy"), **health: int):
        creatures = health or {"ogre": 3, "imp": 1}
        state = Duel(seats, active=seats[0], health=creatures)
        self.table: Table[Duel, None] = Table(state, None, {}, window)
        game: Any = SimpleNamespace(
            all_handlers={kind: answered(WINDOW[window], each) for kind, each in HANDLES.items()},
            state_type=Duel,
            after_the_end=AFTER_THE_END,
            rule_of_the_end="REF-1.4",
        )
        self.fold = Fold(game, self.table, keep=False)

    @property
    def state(self) -> Duel:
        return self.table.state

    @property
    def digest(self) -> str:
        return digest_of(self.state)

    @property
    def pending(self) -> list[int]:
        return [each.entry for each in self.state.waiting.stack]

    def log(self, event: Event) -> Verdict:
        """Fold an entry, which has the next number whether it is legal or not."""
        self.table.seq += 1
        self.facts = len(self.table.facts)
        return self.fold.handle(type(event), event)

    def plays(self, *events: Event) -> list[str]:
        return [name_of(self.log(event)) for event in events]

    def told(self, kind: type[Struct]) -> list[Any]:
        """The newest entry's facts of a kind."""
        return [fact for fact in self.table.facts[self.facts :] if isinstance(fact, kind)]
