"""What players have learned since an entry, which no ruling takes back.

A judge who would back a match up asks whether that is still fair. This tells what came to be known
behind an entry, by the entries in force; it never rules. What is certain is told apart from what
one player alone can know.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Literal, NamedTuple

from msgspec import Struct

from events.common import Record, Rewind
from events.event import Event
from events.notation import write
from referee.english import counted, listed
from referee.fact import CardsDrawn, CardsSeen, DeckRebuilt, DieRolled, Fact
from referee.game import Game
from referee.hidden import HiddenPlace
from referee.house import AnyTable
from referee.replay.replay import Replay
from referee.replay.timeline import Step, behind
from referee.verdict import applied

Kind = Literal["shown", "looked at", "drawn", "order", "shuffled", "dice", "plan"]


class Learned(Struct, frozen=True):
    """One thing that was learned.

    Args:
        seq: by which entry.
        kind: in which way; ``plan`` is what a player declared, ``order`` how cards of a pile lie.
        seats: the seats that have learned it, as far as the log tells.
        text: what it is, in words.
        place: of hidden cards, where they lie, or lay; empty where the log does not tell.
        count: of hidden cards, how many.
        cards: the cards that the log names: these are certain.
        possible: of cards that one player alone has seen, each name that they may have.
    """

    seq: int
    kind: Kind
    seats: tuple[str, ...]
    text: str
    place: str
    count: int
    cards: tuple[str, ...]
    possible: tuple[str, ...]


def undone_by(ruling: Event) -> int | None:
    """Behind which entry a ruling takes out of force all that was played; None: no such ruling."""
    return ruling.to if isinstance(ruling, Rewind) else None


def learned(replay: Replay, since: int) -> list[Learned]:
    """What players know now and did not behind an entry, by the entries in force, in their order.

    Args:
        replay: the match.
        since: the entry, play or ruling; what a rewind to it would undo is asked about.

    Raises:
        LookupError: there is no such entry.
    """
    fold, game = replay.fold, replay.game
    if fold is None or not 1 <= since <= len(replay.events):
        raise LookupError(f"there is no entry {since}")
    at = behind(fold.steps, since, replay.events)
    again = fold.again(fold.steps[:at])
    found: list[Learned] = []
    before = _Known.of(game, again.table)
    for index, step in enumerate(fold.steps[at:], at):
        if applied(again.add(step)):
            now = _Known.of(game, again.table)
            if not isinstance(step.event, Record):  # which tells less, or what lies open
                found += _learned_by(game, step, again.facts_of(index), before, now)
            before = now
        found += _declared(game, step, before.seats)  # what was refused was said, too
    return found


class _Place(NamedTuple):
    """What all know of a hidden place."""

    unseen: int
    top: list[str]
    bottom: list[str]


class _Known(NamedTuple):
    """What all know of hidden cards at a moment."""

    seats: tuple[str, ...]
    unseen: Counter[str]  # the cards that lie somewhere, nobody can tell where
    places: dict[str, HiddenPlace]
    before: dict[str, _Place]  # each place as it is at that moment

    @classmethod
    def of(cls, game: Game, table: AnyTable) -> "_Known":
        unseen: Counter[str] = Counter()
        for account in game.accounts(table):
            for part in account.every_part():
                unseen.update(part.total())
        places = {place.name: place for place in game.hidden(table)}
        then = {n: _Place(p.unseen(), p.on_top(), p.at_bottom()) for n, p in places.items()}
        return cls(tuple(table.state.seats), unseen, places, then)

    def changed(self, before: "_Known", by: int) -> list[str]:
        """The places in which there are more unseen cards than before (1), or fewer (-1)."""
        return [
            name
            for name, place in self.before.items()
            if (place.unseen - before.before.get(name, _NO_PLACE).unseen) * by > 0
        ]

    def possible(self, place: str) -> tuple[str, ...]:
        """The names that an unseen card of a place may have; none where there is no such place."""
        return tuple(self.places[place].possible()) if place in self.places else ()


_NO_PLACE = _Place(0, [], [])


def _learned_by(
    game: Game, step: Step, facts: Sequence[Fact], before: _Known, now: _Known
) -> Iterator[Learned]:
    """What one entry told."""
    seq, everybody = step.seq, now.seats
    if shown := sorted((before.unseen - now.unseen).elements()):
        left = now.changed(before, -1)
        where = left[0] if len(left) == 1 else ""
        text = f"{listed(shown)}{f' of {where}' if where else ''}"
        yield Learned(seq, "shown", everybody, text, where, len(shown), tuple(shown), ())
    for fact in facts:
        if isinstance(fact, CardsDrawn):
            where = _drawn_to(game, fact.seat, now.changed(before, 1))
            yield _alone(now, seq, "drawn", fact.seat, where, fact.count)
        elif isinstance(fact, CardsSeen) and not fact.cards and fact.seat:
            yield _alone(now, seq, "looked at", fact.seat, fact.zone, fact.count)
        elif isinstance(fact, DeckRebuilt):
            text = f"{counted(fact.count, 'card')} to a new deck of {fact.seat or 'the table'}"
            yield Learned(seq, "shuffled", everybody, text, "", fact.count, (), ())
    for name, place in now.before.items():
        was = before.before.get(name, _NO_PLACE)
        for end, cards, known in (
            ("on top of", place.top, was.top),
            ("at the bottom of", place.bottom, was.bottom),
        ):
            if not _lies_in(cards, known):
                text = f"{listed(cards)} {end} {name}"
                yield Learned(seq, "order", everybody, text, name, len(cards), tuple(cards), ())
    if dice := [fact for fact in facts if isinstance(fact, DieRolled)]:
        text = ", ".join(str(fact.value) for fact in dice)
        yield Learned(seq, "dice", everybody, text, "", 0, (), ())


def _declared(game: Game, step: Step, seats: Sequence[str]) -> Iterator[Learned]:
    """What the others know of a player's intent, whether the rules allowed it or not."""
    who = getattr(step.event, "seat", "")
    if type(step.event) in game.events and who:
        others = tuple(seat for seat in seats if seat != who)
        yield Learned(step.seq, "plan", others, write(step.event, game.codec), "", 0, (), ())


def _drawn_to(game: Game, seat: str, more: Sequence[str]) -> str:
    """Which of the places that have more cards than before is the hand that a seat drew to; empty
    where that cannot be told."""
    hands = [f"{seat}.{hand}" for hand in game.hands]
    return next((name for name in more if name in hands), "")


def _alone(now: _Known, seq: int, kind: Kind, seat: str, place: str, count: int) -> Learned:
    """What one player alone has seen."""
    possible = now.possible(place)
    text = counted(count, "card")
    if place:
        text += f" of {place}" if kind == "looked at" else f" to {place}"
    return Learned(seq, kind, (seat,), text, place, count, (), possible)


def _lies_in(cards: Sequence[str], known: Sequence[str]) -> bool:
    """Whether cards in their order are a piece of what was known before."""
    size = len(cards)
    return any(known[at : at + size] == cards for at in range(len(known) - size + 1))


def lines(found: Iterable[Learned], seats: Sequence[str]) -> Iterator[str]:
    """What was learned in words, a line each; what was played is one line for all of it."""
    plans: dict[tuple[str, ...], list[int]] = {}
    for each in found:
        if each.kind == "plan":
            plans.setdefault(each.seats, []).append(each.seq)
            continue
        who = "all" if len(each.seats) == len(seats) else f"{' and '.join(each.seats)} alone"
        may = f", {counted(len(each.possible), 'name')} possible" if each.possible else ""
        yield f"{each.seq}: {who}, {each.kind}: {each.text}{may}"
    for others, seqs in plans.items():
        yield f"{' and '.join(others)}: what was declared in {counted(len(seqs), 'entry')}"
