"""What the laws of every game ask of Legacy of Conflict."""

from collections.abc import Iterator, Mapping
from math import atan2, cos, hypot, radians, sin
from random import Random

from msgspec.structs import replace

from events.entry import verb
from events.event import Event
from events.legacy_of_conflict import (
    EVENTS,
    Attack,
    Climb,
    Displace,
    Fall,
    Place,
    Push,
    Spot,
    Stride,
)
from referee.games.legacy_of_conflict.options import obligations
from referee.games.legacy_of_conflict.state import Figure, LcTable, standing
from referee.replay.replay import Outcome, Replay
from referee.verdict import OnTrust
from tests.laws import Known
from tests.laws.matches import told_truly


def counted(t: LcTable) -> Mapping[str, int]:
    """The cards of each deck (LC-2.1), and, of each character, its tokens (LC-12.1), with none
    that is nowhere, and its Wounds, with none too many."""
    found: dict[str, int] = {}
    for player in t.state.players.values():
        left = len(set(player.discard) & set(player.cards.left))
        total = player.cards.size("deck") + player.cards.size("discard") + len(player.discard)
        found |= {f"cards of {player.seat}": total, f"cards twice of {player.seat}": left}
    for figure in t.state.figures.values():
        record = t.catalog.character[figure.name]
        tokens = figure.pool + sum(figure.slots.values()) - figure.received - record.capacity
        found[f"tokens too many of {figure.id}"] = 0 if figure.down else tokens
        wrong = [n for n in (figure.pool, *figure.slots.values(), figure.wounds) if n < 0]
        wrong += [n for n in figure.conditions.values() if not 0 < n <= 2]
        found[f"counts out of bounds of {figure.id}"] = len(wrong)
        found[f"Wounds too many of {figure.id}"] = max(0, figure.wounds - record.wounds)
    return found


def pending(t: LcTable) -> bool:
    """Whether something is owed, a contest or an attack is on, or a question is open."""
    return bool(obligations(t))


def repairs(start: LcTable, goal: LcTable) -> Iterator[str]:
    """The repairs of an opening that make it look like another table of the match."""
    state = goal.state
    yield f"turn:{state.active}:{state.turn}"
    for place, side in enumerate(state.order, 1):
        yield f"order:{side}:{place}"
        for seat in state.teams.get(side, ()):
            yield f"order:{side}/{seat}:{len(state.teams[side])}"
    for name, ground in state.ground.items():
        was = start.state.ground[name]
        if ground.destroyed:
            yield f"terrain:{name}:destroyed"
        elif ground.wounds != was.wounds:
            yield f"terrain:{name}:{ground.wounds}"
        if ground.door != was.door:
            yield f"door:{name}:{ground.door}"
    yield from _given(goal)
    for figure in state.figures.values():
        yield from _figure(figure)
    if state.acting:
        yield f"activated:{state.acting}:now"
    yield from (
        f"activated:{f.id}:yes" for f in standing(state) if f.activated and not _acts(goal, f)
    )
    if state.moving is not None:
        m = state.moving
        yield f"moving:{state.acting}:{m.part}/{m.tokens}/{m.used}/{m.limit}"
    for marker, side in state.held.items():
        yield f"marker:{marker}:{side}"
    for side, points in state.points.items():
        yield f"points:{side}:{points}"
    for seat, player in state.players.items():
        yield from (f"flipped:{seat}/{card}:yes" for card in player.discard)
        yield f"aside:{seat}:{'yes' if player.cards.size('discard') else 'no'}"


def _acts(t: LcTable, figure: Figure) -> bool:
    return figure.id == t.state.acting


def _given(t: LcTable) -> Iterator[str]:
    """Tokens went from those who lack them to those of their side who have more."""
    more = {f.id: f.received for f in t.state.figures.values() if f.received > 0}
    for giver in t.state.figures.values():
        left = max(0, -giver.received)
        for receiver in more:
            same = t.state.figures[receiver].side == giver.side
            if same and (count := min(left, more[receiver])):
                yield f"give:{giver.id}/{receiver}:{count}"
                more[receiver] -= count
                left -= count


def _figure(figure: Figure) -> Iterator[str]:
    if figure.down:
        yield f"defeat:{figure.id}:nobody"
        return
    yield f"wounds:{figure.id}:{figure.wounds}"
    yield f"surface:{figure.id}:{figure.on}"
    yield from (f"within:{figure.id}/{piece}:yes" for piece in figure.within)
    yield from (f"tokens:{figure.id}/{slot}:{n}" for slot, n in figure.slots.items())
    yield from (f"condition:{figure.id}/{kind}:{n}" for kind, n in figure.conditions.items())


def with_positions(match: Replay, event: Event, chance: Random) -> Event:
    """Who logs positions sets up one by one, anywhere, and says where each way ends."""
    t: LcTable = match.table
    turn = float(chance.randrange(0, 360, 45))
    if isinstance(event, Place):
        at = Spot(float(chance.randint(30, 850)), float(chance.randint(30, 550)), turn)
        return replace(event, characters=(chance.choice(event.characters),), at=at)
    acting = t.state.figures.get(t.state.acting)
    if isinstance(event, Attack):
        target = t.state.figures.get(event.target)
        if acting is None or target is None or acting.at is None or target.at is None:
            return event
        apart = hypot(target.at[0] - acting.at[0], target.at[1] - acting.at[1])
        bases = [max(t.catalog.character[each.name].base) / 2 for each in (acting, target)]
        return replace(event, mm=round(max(0.0, apart - sum(bases)), 1))
    if not isinstance(event, Stride | Climb | Push | Fall | Displace):
        return event
    moved = acting
    if isinstance(event, Push | Fall | Displace):
        name = event.target if isinstance(event, Push) else event.character
        moved = t.state.figures.get(name)
    if moved is None or moved.at is None:
        return event
    x, y = moved.at
    far = 0.0 if isinstance(event, Fall) else event.mm
    way = radians(turn)
    if isinstance(event, Stride):
        far += event.inside
        way = radians(moved.facing) if event.ahead and moved.facing is not None else way
    elif isinstance(event, Push) and acting and acting.at and acting is not moved:
        way = atan2(x - acting.at[0], y - acting.at[1])
    end = Spot(round(x + far * sin(way), 1), round(y + far * cos(way), 1), moved.facing or 0.0)
    return replace(event, at=end)


_FIELDS = {verb(kind): {"seat", *kind.__struct_fields__} for kind in EVENTS}


def _of(verbs: str, fields: str, reason: str) -> dict[str, str]:
    """The reason for each of these fields that each of these verbs has."""
    return {
        f"{name}.{field}": reason
        for name in verbs.split()
        for field in fields.split()
        if field in _FIELDS[name]
    }


UNOFFERED: dict[str, str] = {
    **dict.fromkeys(("ask", "tally", "differ", "look"), "may come up at any time"),
    "agree": "what is agreed may be agreed again",
    "refresh": "a deck that is not empty may be refreshed where nobody objects",
    "place": "a figure that is set up may be set up elsewhere, until the first flip",
    "declare": "only the players see whether it came true",
    **_of("agree", "to", "one topic, several or all"),
    **_of(
        "agree close-turn declare settle order refresh place fall displace",
        "seat",
        "anybody may log what the players do together, in any order, or what happens by itself",
    ),
    "attack": "it may be declared before the deck is refreshed for it",
    "interact": "it may be done again, to no use",
    **_of("settle", "outcome changes", "free words, and repairs that all agree to"),
    **_of("place", "characters on within", "all together, one by one, on any surface"),
    **_of("flip", "purpose", "may be said, and is left out by the options"),
    **_of(
        "stride climb traverse interact door shake",
        "part",
        "may be said, and is left out by the options",
    ),
    **_of(
        "stride climb traverse push throw fall displace place",
        "at",
        "positions are logged by those who like to",
    ),
    **_of(
        "attack use",
        "between bonuses clear_path level caught",
        "a declaration of the players; the options say what is usual",
    ),
    **_of(
        "stride climb traverse push throw fall displace",
        "ahead contact inside into off_table on onto out_of over stands stopped_by "
        "straight_away through",
        "a declaration of the players; the options say what is usual",
    ),
    **_of(
        "stride climb traverse attack use push throw displace",
        "mm",
        "options offer what is well within reach, and whole measures",
    ),
    **_of("use", "removes", "options offer one condition, and none where nothing is to choose"),
    **_of("attack", "target", "terrain may be attacked, which options leave out"),
    **_of("use", "target", "a character may name itself or nobody, where that is the same"),
    **_of("interact", "target", "any piece may be one that a scenario lets interact"),
    **_of("attack use respond", "tokens", "a cost that is no range may be said"),
    **_of("respond", "answers", "the entry that it answers may be named; the options leave it out"),
    **_of("climb", "to", "any piece of that height may be climbed"),
}


def idle(event: Event, outcome: Outcome) -> bool:
    """Whether it says an attack on what is no target of it, so that none happens (LC-I 43)."""
    on_trust = outcome.verdict.assumptions if isinstance(outcome.verdict, OnTrust) else ()
    return any(each.startswith("no attack happens: ") for each in on_trust)


KNOWN = Known(
    idle=idle,
    unheard={
        "clear_path": "between figures on one level no rule asks for it, and it may be told",
        **dict.fromkeys(
            ("into", "over", "out_of", "through"),
            "what it enters, leaves or crosses allows that, and asks for nothing more",
        ),
        **_of("ask", "about entry", "what a question is about is kept in the log, in any words"),
        **_of("push throw", "at", "who leaves the table stands nowhere, and it may be told where"),
        "part": "where two Move Actions have their Strides together, either may be named",
        "flip.purpose": "a flip for initiative is a contest, too, and may be called either",
        "between": "what lies between is seen across, and gives cover where it is large enough",
        "stopped_by": "what stopped it may be told though it went all the way",
    },
    needed={
        "caught": "the rule asks who is declared to be in the area (LC-13.11)",
        "clear_path": "the rule asks that the path between levels is declared (LC-16.1)",
        "held": "the rule asks for what the scenario wants declared (LC-21.1)",
        "into": "that it is in such ground is said by this, and else that it is in none",
        "out_of": "that it leaves the ground is said by this, and else that it stays in it",
        "settle.consents": "who is not named has not consented",
        "stopped_by": "that something stopped it is said by this, and else that nothing did",
        "use.target": "where the ability may be used on oneself, that is meant without it",
    },
    counted=counted,
    truth={"the shipped cards": told_truly("legacy_of_conflict")},
    pending=pending,
    repairs=repairs,
    agreed={"points": ("162", "324"), "tolerance": ("0", "10")},
    ways=(with_positions,),
    refused=dict.fromkeys(
        ("by the positions", "the positions show"),
        "options do not look along the lines of sight, which would take long",
    ),
    unoffered=UNOFFERED,
)
