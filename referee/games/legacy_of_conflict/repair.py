"""The primitive repairs that a judge, or all players together, may make (REF-3.5, LC-21.8).

===========  ==================  ==================================================
word         target              value
===========  ==================  ==================================================
wounds       character           Wounds left, above 0 and at most its own
tokens       character/slot      tokens on an action; ``pool`` takes or gives the rest
give         character/other     tokens that go from one pool to another of its side
condition    character/kind      tokens of a condition, 0 to 2
surface      character           the surface that it stands on
within       character/piece     yes or no
defeat       character           the seat that is credited, or nobody
activated    character           yes, no, or now while it is being activated
moving       character           its Move Action, as part/of/Strides used/Strides it has
terrain      piece               Wounds left, at most its own, or ``destroyed``
door         piece               open or closed
marker       marker              the side that holds it, or nobody
points       side                the scenario's points
flipped      seat/card           whether it was flipped since the last refresh: yes or no
aside        seat                whether a card lies unseen in the discard pile: yes or no
turn         seat                the number of the turn, and whose opportunity it is
order        side or side/seat   its place in the order of initiative, or of its side
opportunity  seat                whose opportunity it is
===========  ==================  ==================================================
"""

from collections.abc import Callable, Mapping

from referee.english import one_of
from referee.fact import UnitDefeated
from referee.games.legacy_of_conflict import due as owed
from referee.games.legacy_of_conflict.attack import resolve
from referee.games.legacy_of_conflict.deck import CARDS
from referee.games.legacy_of_conflict.harm import free_conditions, score, settle_removals, take_off
from referee.games.legacy_of_conflict.state import (
    CONDITIONS,
    MOST_OF_A_CONDITION,
    MOVE,
    PLAY,
    Figure,
    LcTable,
    Moving,
    Player,
    actions_of,
    members_of,
    record_of,
    scenario_of,
    standing,
    to_come,
    tokens_of,
)
from referee.games.legacy_of_conflict.surfaces import require_enterable, require_surface
from referee.games.legacy_of_conflict.terrain import destroy, new_ground
from referee.games.legacy_of_conflict.turn import pass_on, set_turn, settled
from referee.house import AnyTable, Repair, sides
from referee.repair import (
    NOBODY,
    forbid_repair,
    require_credited,
    require_number,
    require_seat,
    require_yes_or_no,
)

POOL = "pool"
MOST_TURNS = 9_999
MOST_STRIDES = 999

_RULE = "REF-3.5"
"""The rule of repairs."""


def _require_figure(t: LcTable, unit: str) -> Figure:
    """The character of that name that is on the table."""
    figure = t.state.figures.get(unit)
    if figure is None or figure.down:
        standing = one_of(f.id for f in t.state.figures.values() if not f.down)
        forbid_repair("{unit} is not on the table", unit=unit, legal=standing)
    return figure


def _follow(t: LcTable, *consequences: Callable[[LcTable], None]) -> None:
    """What follows from a repair. It may change anything, so the state is kept whole first."""
    t.keep(t.state)
    for consequence in consequences:
        consequence(t)


def _wounds(t: AnyTable, target: str, value: str) -> None:
    """wounds:Brute:3  Wounds left, above 0 and at most its own"""
    figure = _require_figure(t, target)
    t.set(figure, "wounds", require_number(value, 1, record_of(t, figure).wounds))
    if figure.id in t.state.fallen:
        t.pull(t.state.fallen, figure.id)


def _put(t: LcTable, tokens: dict[str, int], name: str, count: int) -> None:
    """So many tokens lie there now."""
    if name in tokens:
        t.item(tokens, name)
    if count:
        t.item(tokens, name, count)


def _tokens(t: AnyTable, target: str, value: str) -> None:
    """tokens:Warden/move:1  tokens on an action; the pool has the rest"""
    unit, _, slot = target.partition("/")
    figure = _require_figure(t, unit)
    record = record_of(t, figure)
    actions = actions_of(record)
    if slot not in actions:
        forbid_repair(
            "the pool is whatever the actions leave"
            if slot == POOL
            else "{slot} is not an action of {unit}",
            slot=slot,
            unit=unit,
            legal=one_of(actions),
        )
    others = sum(n for action, n in figure.slots.items() if action != slot)
    free = tokens_of(t, figure) - others
    count = require_number(value, 0, free)
    _put(t, figure.slots, slot, count)
    t.set(figure, "pool", free - count)
    miscount = t.state.miscount
    if miscount is not None and miscount.unit == figure.id:
        t.set(t.state, "question", 0)
        t.set(t.state, "miscount", None)


def _give(t: AnyTable, target: str, value: str) -> None:
    """give:Warden/Slinger:1  tokens that go from one pool to another of its side"""
    unit, _, other = target.partition("/")
    giver, receiver = _require_figure(t, unit), _require_figure(t, other)
    if giver is receiver or giver.side != receiver.side:
        fellows = [f.id for f in standing(t.state) if f.side == giver.side and f is not giver]
        forbid_repair(
            "{unit} gives nothing to {other}",
            one_of(f"{unit}/{fellow}" for fellow in fellows) or "it has nobody to give to",
            unit=unit,
            other=other,
        )
    count = require_number(value, 0, giver.pool)
    for figure, tokens in ((giver, -count), (receiver, count)):
        t.set(figure, "pool", figure.pool + tokens)
        t.set(figure, "received", figure.received + tokens)


def _condition(t: AnyTable, target: str, value: str) -> None:
    """condition:Brute/slow:1  tokens of a condition, 0 to 2"""
    unit, _, condition = target.partition("/")
    figure = _require_figure(t, unit)
    if condition not in CONDITIONS:
        forbid_repair(
            "{kind} is not a condition",
            kind=condition,
            legal=one_of(CONDITIONS),
        )
    _put(t, figure.conditions, condition, require_number(value, 0, MOST_OF_A_CONDITION))
    if any(owed.takes_off(due, figure.id) for due in t.state.due):
        _follow(t, lambda t: settle_removals(t, figure))
    if not free_conditions(figure):
        state = t.state
        t.set(state, "due", [d for d in state.due if not owed.chooses(d, figure.id)])
        _follow(t, settled)


def _surface(t: AnyTable, target: str, value: str) -> None:
    """surface:Brute:keep/roof  the surface that it stands on"""
    figure = _require_figure(t, target)
    require_surface(t, value, _RULE)
    t.set(figure, "on", value)
    t.set(figure, "at", None)
    state = t.state
    t.set(state, "due", [d for d in state.due if not owed.falls(d, figure.id)])
    if state.moving is not None and state.acting == figure.id:
        t.set(state.moving, "stands", True)
    _follow(t, settled)


def _within(t: AnyTable, target: str, value: str) -> None:
    """within:Brute/mire:yes  whether it stands in a hazard or difficult piece"""
    unit, _, piece = target.partition("/")
    figure = _require_figure(t, unit)
    require_enterable(t, (piece,), _RULE)
    inside = require_yes_or_no(value)
    if piece in figure.within:
        t.pull(figure.within, piece)
    if inside:
        t.push(figure.within, piece)


def _defeat(t: AnyTable, target: str, value: str) -> None:
    """defeat:Brute:ana  a character is defeated; the seat credited, or nobody"""
    state = t.state
    figure = _require_figure(t, target)
    rivals = [p.seat for p in state.players.values() if p.side != figure.side]
    by = require_credited(value, rivals)
    worth = scenario_of(t).defeat_points
    t.keep(state)
    take_off(t, figure)
    t.fact(UnitDefeated(figure.seat, figure.id, figure.name, by, _RULE))
    if by and worth:
        score(t, state.players[by].side, worth)
    _follow(t, resolve, settled, pass_on)


def _activated(t: AnyTable, target: str, value: str) -> None:
    """activated:Brute:yes  whether it has activated this turn; now while it is being activated"""
    figure = _require_figure(t, target)
    if value == "now":
        _acting(t, figure)
        return
    if value not in ("yes", "no"):
        forbid_repair("{value} is neither yes nor no", "yes, no or now", value=value)
    done = value == "yes"
    if t.state.acting == figure.id and not done:
        forbid_repair("{unit} is being activated", unit=target, legal="after its activation")
    if done and t.state.phase != PLAY:
        forbid_repair(
            "no character has activated between two turns",
            legal="in the activation phase",
        )
    t.set(figure, "activated", done)
    _follow(t, pass_on)


def _acting(t: LcTable, figure: Figure) -> None:
    """It is being activated; nothing is done yet in its activation."""
    state = t.state
    if state.phase != PLAY or state.acting:
        forbid_repair(
            "nobody is activated now" if state.phase != PLAY else "{unit} is being activated",
            "between two activations",
            unit=state.acting,
        )
    t.set(figure, "activated", t.choice["LC-I 33"] == "declaration")
    t.set(state, "active", figure.seat)
    t.set(state, "acting", figure.id)
    t.set(state, "passes", 0)


def _moving(t: AnyTable, target: str, value: str) -> None:
    """moving:Brute:1/2/3/6  its Move Action: the first of 2, with 3 of its 6 Strides used"""
    state = t.state
    figure = _require_figure(t, target)
    if state.acting != figure.id:
        forbid_repair("{unit} is not being activated", f"activated:{target}:now first", unit=target)
    said = value.split("/")
    if len(said) != 4:
        forbid_repair("{value} is no Move Action", "such as 1/2/3/6", value=value)
    part, tokens, used, limit = said
    of = require_number(tokens, 1, 2)
    most = require_number(limit, 0, MOST_STRIDES)
    # where each Stride counts them anew, there were more before a Slow that came since
    anew = t.choice["LC-I 88"] == "at_every_stride"
    spent = require_number(used, 0, MOST_STRIDES if anew else most)
    moving = Moving(of, most, require_number(part, 1, of), spent, seq=t.seq)
    t.set(state, "moving", moving)
    t.set(figure, "strides", spent)
    if MOVE not in figure.actions:
        t.push(figure.actions, MOVE)


def _terrain(t: AnyTable, target: str, value: str) -> None:
    """terrain:wall:2  Wounds left of a piece, at most its own, or destroyed"""
    ground = t.state.ground.get(target)
    if ground is None or ground.destroyed:
        standing = [name for name, each in t.state.ground.items() if not each.destroyed]
        forbid_repair(
            "{piece} is not a terrain piece that stands",
            piece=target,
            legal=one_of(standing) or "none stands",
        )
    piece = t.catalog.piece[target]
    if value == "destroyed":
        _follow(t, lambda t: destroy(t, piece, None, _RULE))
    else:
        whole = new_ground(piece, t.choice["LC-I 74"])
        t.set(ground, "wounds", require_number(value, 1, whole.wounds))


def _door(t: AnyTable, target: str, value: str) -> None:
    """door:gate:open  whether a door or gate is open or closed"""
    ground = t.state.ground.get(target)
    if ground is None or not ground.door:
        doors = [name for name, each in t.state.ground.items() if each.door]
        forbid_repair(
            "{door} is not a door or gate",
            door=target,
            legal=one_of(doors) or "there is none on this table",
        )
    if value not in ("open", "closed"):
        forbid_repair("{value} is neither open nor closed", value=value, legal="open or closed")
    t.set(ground, "door", value)


def _marker(t: AnyTable, target: str, value: str) -> None:
    """marker:font:ana  the side that holds a marker, or nobody"""
    state = t.state
    markers = scenario_of(t).marker
    if target not in markers:
        forbid_repair(
            "{marker} is not a marker of this scenario",
            marker=target,
            legal=one_of(markers) or "it has none",
        )
    if value not in (NOBODY, *sides(state)):
        forbid_repair(
            "{side} is not a side of this match",
            side=value,
            legal=one_of(sides(state), besides=NOBODY),
        )
    if target in state.held:
        t.item(state.held, target)
    if value != NOBODY:
        t.item(state.held, target, value)


def _points(t: AnyTable, target: str, value: str) -> None:
    """points:ana:3  the scenario's points of a side"""
    points = t.state.points
    if target not in points:
        forbid_repair(
            "{side} has no points in this match" if points else "nobody has points before play",
            side=target,
            legal=one_of(points) or "after initiative",
        )
    score(t, target, require_number(value, 0, 10_000) - points[target])


def _require_player(t: LcTable, seat: str) -> Player:
    return t.state.players[require_seat(seat, t.state.players)]


def _flipped(t: AnyTable, target: str, value: str) -> None:
    """flipped:ana/RJ:yes  whether a card was flipped since the last refresh; no puts it back"""
    seat, _, card = target.partition("/")
    player = _require_player(t, seat)
    out = require_yes_or_no(value)
    if card not in CARDS:
        forbid_repair("{card} is no card of a deck", one_of(CARDS), card=card)
    if out == (card in player.discard):
        return
    t.keep(player.cards)
    if out:
        if player.cards.refuses("deck", (card,)):
            left = one_of(player.cards.candidates("deck"))
            forbid_repair("{card} cannot be in {seat}'s deck", left, card=card, seat=seat)
        player.cards.show("deck", (card,))
        t.push(player.discard, card)
    else:
        t.pull(player.discard, card)
        player.cards.put("deck", (card,))


def _aside(t: AnyTable, target: str, value: str) -> None:
    """aside:ana:yes  whether a card of the deck lies unseen in the discard pile"""
    cards = _require_player(t, target).cards
    aside = require_yes_or_no(value)
    if aside == bool(cards.size("discard")):
        return
    if aside and not cards.size("deck"):
        forbid_repair("{seat}'s deck is empty", "no", seat=target)
    t.keep(cards)
    if aside:
        cards.draw(1, "deck", "discard")
    else:
        cards.draw(1, "discard", "deck")


def _turn(t: AnyTable, target: str, value: str) -> None:
    """turn:ana:3  the number of the turn, and whose opportunity it is; nothing was done in it"""
    _require_player(t, target)
    number = require_number(value, 1, MOST_TURNS)
    state = t.state
    if not any(f.seat == target for f in standing(state)):
        able = [seat for seat in state.players if any(f.seat == seat for f in standing(state))]
        forbid_repair("{seat} has no character on the table", one_of(able), seat=target)
    _follow(t, lambda t: set_turn(t, target, number), settled, pass_on)


def _order(t: AnyTable, target: str, value: str) -> None:
    """order:ana:1  the place of a side in the order of initiative; order:red/ana:1 in its side's"""
    state = t.state
    side, _, seat = target.partition("/")
    if not state.order:
        forbid_repair("nobody has an order before play", "after initiative, or a turn first")
    if side not in state.order:
        forbid_repair("{side} is not in the order", one_of(state.order), side=side)
    team = members_of(state, side)
    if seat and seat not in team:
        legal = one_of(f"{side}/{each}" for each in team)
        forbid_repair("{seat} does not play for {side}", legal, seat=seat, side=side)
    placed, moved = (team, seat) if seat else (state.order, side)
    place = require_number(value, 1, len(placed))
    others = [each for each in placed if each != moved]
    order = [*others[: place - 1], moved, *others[place - 1 :]]
    if seat:
        t.item(state.teams, side, order)
    else:
        t.set(state, "order", order)
    t.set(state, "sequence", [each for side in state.order for each in members_of(state, side)])


def _opportunity(t: AnyTable, target: str, value: str) -> None:
    """opportunity:ana:now  whose opportunity it is"""
    state = t.state
    if state.phase != PLAY or state.acting:
        forbid_repair("nobody has an opportunity now", legal="between two activations")
    able = [seat for seat in state.players if to_come(state, seat)]
    if target not in able:
        forbid_repair(
            "{seat} has no character left to activate",
            seat=target,
            legal=one_of(able),
        )
    if value != "now":
        forbid_repair("{value} is not a time", value=value, legal=f"opportunity:{target}:now")
    t.set(state, "active", target)


REPAIRS: Mapping[str, Repair] = {
    "wounds": _wounds,
    "tokens": _tokens,
    "give": _give,
    "condition": _condition,
    "surface": _surface,
    "within": _within,
    "defeat": _defeat,
    "activated": _activated,
    "moving": _moving,
    "terrain": _terrain,
    "door": _door,
    "marker": _marker,
    "points": _points,
    "flipped": _flipped,
    "aside": _aside,
    "turn": _turn,
    "order": _order,
    "opportunity": _opportunity,
}
