"""What may be logged next in a match of Tower-WizWar, and what is owed or offered.

What a rule decides is asked of the rule itself (``trying``); what is open is made here.
"""

from collections.abc import Iterator

from events.tower_wizwar import Attack, BeginPhase, Cast, Shift
from referee.choice import Choice, Fixed, OneOf, Some
from referee.games.tower_wizwar.catalog import CELESTIAL, ORBITAL, SPELL
from referee.games.tower_wizwar.drawing import spells_left
from referee.games.tower_wizwar.due import (
    AnswerCast,
    CarryOutOrbital,
    DraftFive,
    DrawASet,
    DrawUp,
    PlayFront,
    PlayOfSet,
    SayBlock,
    SayOrder,
    Shed,
)
from referee.games.tower_wizwar.groups import could_block
from referee.games.tower_wizwar.offered.trying import accepted
from referee.games.tower_wizwar.places import pile, spells_in, zone
from referee.games.tower_wizwar.reckoning import cost_of
from referee.games.tower_wizwar.state import (
    ATTACK,
    CAST,
    DRAFT,
    JUXTAPOSE,
    MOVEMENT,
    SPOTS,
    State,
    Strike,
    TwTable,
    at,
    card_of,
    controlled,
    opponents,
    phases_of,
    tower_of,
)
from referee.games.tower_wizwar.turn import duties
from referee.house import AnyTable
from referee.obligation import Obligation
from referee.option import Option


def obligations(t: AnyTable) -> list[Obligation]:
    """What is compulsory now."""
    return [] if t.state.over else list(duties(t))


def options(t: AnyTable) -> list[Option]:
    """What may be logged next, for every wizard that may act."""
    state: State = t.state
    if state.over:
        return []
    owed = list(duties(t))
    if owed:
        return list(_due(t, owed[0]))
    return list(_turn(t, state.active))


def _candidates(t: TwTable, seat: str, place: str, back: str = SPELL) -> dict[str, int]:
    return t.state.zones.hidden.candidates(zone(seat, place, back))


def _due(t: TwTable, due: Obligation) -> Iterator[Option]:
    seat = due.seat
    fields: dict[str, Choice] = {}
    if isinstance(due, DrawASet):
        yield from _sets(t, seat, due.rule)
    elif isinstance(due, PlayOfSet | PlayFront):
        yield from _fronts(t, seat, due.rule)
    elif isinstance(due, DrawUp):
        yield from _drawing(t, seat, "draw", due.count, due.rule)
    elif isinstance(due, Shed):
        cards = _candidates(t, seat, due.place)
        yield Option(seat, "discard", {"cards": Some(cards, due.count, due.count)}, due.rule)
    elif isinstance(due, DraftFive):
        yield from _full_draft(t, seat)
    elif isinstance(due, CarryOutOrbital):
        fields = {"source": OneOf(due.orbitals)}
        yield Option(seat, "orbital", fields, due.rule)
    elif isinstance(due, SayBlock):
        strike = next(e for e in reversed(t.state.waiting.stack) if isinstance(e, Strike))
        able = tuple(each.id for each in could_block(t, strike))
        if able:
            yield Option(seat, "block", {"blocker": OneOf(able)}, due.rule)
        yield Option(seat, "no-block", {}, due.rule)
    elif isinstance(due, SayOrder):
        yield Option(seat, "order", {"cards": Fixed(due.cards)}, due.rule)
    elif isinstance(due, AnswerCast):
        yield Option(seat, "accept", {}, due.rule)


def _others(t: TwTable, seat: str) -> list[str]:
    """Non-spell cards that could come in the next draw, one of each back."""
    hidden = t.state.zones.hidden
    return [back for back in (CELESTIAL, ORBITAL) if hidden.size(zone(seat, "deck", back))]


def _drawing(t: TwTable, seat: str, verb: str, count: int, rule: str) -> Iterator[Option]:
    due = min(count, spells_left(t, seat))
    backs: list[tuple[str, ...]] = []
    for other in _others(t, seat):
        if due and spells_in(t, seat, "deck") > due:
            backs.append((SPELL,) * (due - 1) + (other, SPELL))
    if backs and not t.state.sides[seat].begun and due < 2:
        backs = []
    yield Option(seat, verb, {}, rule, weight=4)
    for each in backs:
        yield Option(seat, verb, {"backs": Fixed(each)}, rule)


def _sets(t: TwTable, seat: str, rule: str) -> Iterator[Option]:
    for other in _others(t, seat):
        backs = (SPELL, SPELL, other, SPELL, SPELL)
        yield Option(seat, "set", {"backs": Fixed(backs)}, rule, weight=2)
    full = spells_in(t, seat, "pool") >= 10
    cards = _candidates(t, seat, "deck")
    yield Option(seat, "set", {"discards": Some(cards, 5 if full else 3, 5 if full else 3)}, rule)


def _fronts(t: TwTable, seat: str, rule: str) -> Iterator[Option]:
    celestials = _candidates(t, seat, "front", CELESTIAL)
    towers = tuple(sorted(set(pile(t, seat, "towers"))))
    if celestials:
        fields: dict[str, Choice] = {"card": OneOf(tuple(celestials))}
        if towers:
            fields["to"] = OneOf(towers)
        yield Option(seat, "play", fields, rule)
    orbitals = _candidates(t, seat, "front", ORBITAL)
    if orbitals:
        fields = {"card": OneOf(tuple(orbitals)), "to": OneOf(JUXTAPOSE)}
        yield Option(seat, "play", fields, rule)


def _full_draft(t: TwTable, seat: str) -> Iterator[Option]:
    cards = _candidates(t, seat, "deck")
    if spells_in(t, seat, "deck") >= 5:
        for hand in (0, 1, 2, 3):
            fields: dict[str, Choice] = {"hand": Fixed(hand), "discards": Some(cards, 2, 2)}
            yield Option(seat, "full-draft", fields, "TW-11.8")


def _turn(t: TwTable, seat: str) -> Iterator[Option]:
    state = t.state
    phases = [each for each in phases_of(state) if each >= state.phase]
    if DRAFT in phases and not state.done.drafted:
        tower = tower_of(t, seat)
        if tower is not None:
            yield from _drawing(t, seat, "tower-draft", card_of(t, tower).draft, "TW-11.7")
        yield from _full_draft(t, seat)
    if CAST in phases:
        yield from _casts(t, seat)
    if MOVEMENT in phases:
        yield from _moves(t, seat)
    if ATTACK in phases:
        yield from _attacks(t, seat)
    words = {DRAFT: "draft", CAST: "cast", MOVEMENT: "movement", ATTACK: "attack"}
    for phase in phases[1:]:
        if phase in words and accepted(t, BeginPhase(seat, words[phase])):  # type: ignore[arg-type]
            yield Option(seat, "phase", {"phase": Fixed(words[phase])}, "TW-11.1")
            break
    else:
        yield Option(seat, "end", {}, "TW-11.22")


def _casts(t: TwTable, seat: str) -> Iterator[Option]:
    pool = _candidates(t, seat, "pool")
    have = spells_in(t, seat, "pool")
    for name in _candidates(t, seat, "hand"):
        price = cost_of(t, seat, name, card_of(t, name).cost)
        if price > have:
            continue
        mana = tuple(n for n, c in pool.items() for _ in range(c))[:price]
        for spot in SPOTS:
            if accepted(t, Cast(seat, name, spot, mana=mana)):  # type: ignore[arg-type]
                fields: dict[str, Choice] = {"card": Fixed(name), "spot": Fixed(spot)}
                if price:
                    fields["mana"] = Some(pool, price, price)
                yield Option(seat, "cast", fields, "TW-12.1", weight=4)


def _moves(t: TwTable, seat: str) -> Iterator[Option]:
    for thing in controlled(t, seat):
        for spot in SPOTS:
            if at(t, seat, spot) is None and accepted(t, Shift(seat, thing.id, spot)):  # type: ignore[arg-type]
                yield Option(
                    seat, "move", {"card": Fixed(thing.id), "spot": Fixed(spot)}, "TW-11.14"
                )


def _attacks(t: TwTable, seat: str) -> Iterator[Option]:
    targets = [*opponents(t.state, seat)]
    for other in opponents(t.state, seat):
        targets += [each.id for each in controlled(t, other)]
    for thing in controlled(t, seat):
        able = [each for each in targets if accepted(t, Attack(seat, each, (thing.id,)))]
        if able:
            fields: dict[str, Choice] = {
                "target": OneOf(tuple(able)),
                "attackers": Fixed((thing.id,)),
            }
            yield Option(seat, "attack", fields, "TW-15.4", weight=16)
