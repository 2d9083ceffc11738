"""What the laws of every game ask of Tower-WizWar."""

from collections.abc import Iterator, Mapping, Sequence

from events.event import Event
from events.tower_wizwar import BeginPhase, End
from referee.games.tower_wizwar.card_repairs import DRAWN_TO
from referee.games.tower_wizwar.places import LAYOUT, back_kinds, zone
from referee.games.tower_wizwar.repair import PHASES
from referee.games.tower_wizwar.state import (
    COINS,
    NAMED_PHASES,
    TwTable,
    following,
    phases_of,
)
from referee.games.tower_wizwar.values import has_word, might_of, power_of
from tests.games.tower_wizwar.truth import match, small, twins
from tests.laws import Known


def counted(t: TwTable) -> Mapping[str, int]:
    """Every card that was registered, open and hidden, by its name; what effects have added is
    none of these (TW-20.1)."""
    added = t.state.zones.generated
    found = {name: n - added.get(name, 0) for name, n in LAYOUT.counted(t).items()}
    return {name: n for name, n in found.items() if n}


def repairs(start: TwTable, goal: TwTable) -> Iterator[str]:
    """The repairs of an opening that make it look like another table of the match."""
    state = goal.state
    for seat, side in state.sides.items():
        yield from (f"add:{seat}/{name}:deck" for name, n in side.grown.items() for _ in range(n))
        yield from _cards(goal, seat)
    yield from _things(goal)
    for seat, side in state.sides.items():
        if towers := state.zones.piles.get(f"{seat}.towers"):
            yield f"towers:{seat}:{'>'.join(reversed(towers))}"
        yield f"entered:{seat}:{'yes' if side.entered else 'no'}"
    phase = next(word for word, each in PHASES.items() if each == state.phase)
    others = [seat for seat in state.seats if seat != state.active]
    others.sort(key=lambda seat: state.sides[seat].lost)  # who retreats has an ally by then
    yield (
        f"turn:{state.active}:{state.turn}/{phase}"
        if not state.sides[state.active].retreat
        else f"turn:{state.active}:{state.turn}/cast"
    )
    for seat in (*others, state.active):
        side = state.sides[seat]
        if side.lost:
            yield f"lost:{seat}:{'retreat' if side.retreat else 'out'}"
        yield f"harm:{seat}:{side.harm}"
        yield f"wounds:{seat}:{side.wounds}"
        yield f"drain:{seat}:{side.drain}"
    yield f"phase:{state.active}:{phase}"
    yield from (f"turned:{number}:{n}" for number, n in enumerate(state.turned, 1))


def _cards(goal: TwTable, seat: str) -> Iterator[str]:
    """What lies out of a deck: in the open by its name, else as a number."""
    zones = goal.state.zones
    for place in ("discard", "aether"):
        for card in zones.piles.get(f"{seat}.{place}", ()):
            yield f"move:{seat}/{card}:{_source(goal, card)}>{place}"
    for name, place in DRAWN_TO.items():
        for back in back_kinds(goal, seat):
            if count := zones.hidden.size(zone(seat, place, back)):
                yield f"draw:{seat}/{name}/{back}:{count}"


def _source(t: TwTable, card: str) -> str:
    return "towers" if t.catalog.cards[card].kind == "tower" else "deck"


def _things(goal: TwTable) -> Iterator[str]:
    """What is in play comes by its age, and is then laid as it lies."""
    state, there = goal.state, set()
    for thing in state.zones.things.values():
        spot = f"{thing.controller}.{thing.spot}"
        over = "/over" if spot in there else ""
        there.add(spot)
        yield f"move:{thing.owner}/{thing.id}:{_source(goal, thing.name)}>{spot}{over}"
    for seat, side in state.sides.items():
        for spot, lying in side.map.items():
            yield from (f"spot:{each}:{seat}.{spot}/over" for each in lying[1:])
    for thing in state.zones.things.values():
        yield f"harm:{thing.id}:{thing.harm}"
        yield f"wounds:{thing.id}:{thing.wounds}"
        yield from (f"tokens:{thing.id}/{each}:{thing.tokens.get(each, 0)}" for each in COINS)
        yield f"expended:{thing.id}:{'yes' if thing.expended else 'no'}"
    for thing in state.zones.things.values():
        ethereal = has_word(goal, thing, "ethereal")
        yield f"word:{thing.id}/ethereal:{'yes' if ethereal else 'no'}"
        if not ethereal:
            yield f"power:{thing.id}:{power_of(goal, thing)}"
            yield f"might:{thing.id}:{might_of(goal, thing)}"


def later(t: TwTable) -> Iterator[Sequence[Event]]:
    """The lines by which the phases begin that are still to come of the turn, and those of the
    next, whose wizard may act at once, and whose effects before may be of it too, where nobody
    has said that the turn is over (TW-11.1, 11.23)."""
    state = t.state
    word = {phase: name for name, phase in NAMED_PHASES.items()}
    for phase in phases_of(state):
        if phase > state.phase and phase in word:
            yield (BeginPhase(state.active, word[phase]),)
    yield (End(state.active),)
    other = following(state, state.active)
    for phase in phases_of(state, other):
        if phase in word:
            yield End(state.active), BeginPhase(other, word[phase])
            yield (BeginPhase(other, word[phase]),)


KNOWN = Known(
    counted=counted,
    later=later,
    gives_up=("forfeit",),
    repairs=repairs,
    unheard={
        "names.cards": "cards that are named after a shuffle are on trust, whichever they are"
    },
    brief={
        "attack.waiting": "a step of the attack waits, or is passed by: it comes to the same",
        "cast.over": "a ritual over a tower lies so without the word",
    },
    needed={
        "backs": "without them the cards drawn are spells alone, as many as are due",
        "discard.pool": "a number says how many of the excess go to the pool, and else none does",
        "discard.cards": "fewer cards are taken away than are due",
        "discards": "of a set or a draft fewer cards are discarded than the rule says",
        **dict.fromkeys(
            ("effect.source", "effect.aims", "use.source"),
            "what is aimed at is then said to do it, or aimed at by what another is",
        ),
        "mana": "fewer cards pay less than it costs",
        "attack.target": "the first of the attackers is then said to be attacked",
        "block.blocker": "who joins it is then said to block",
        "phase.seat": "of the phase of a later turn, the player in turn is then meant",
    },
    unoffered={
        **dict.fromkeys(
            [
                f"{verb}.unnamed"
                for verb in (
                    *("cast", "discard", "full-draft", "set"),
                    *("accept", "rebuke", "effect", "orbital"),
                )
            ],
            "options name the cards, and so many that nobody names will do",
        ),
        **dict.fromkeys(
            ("set.discards", "discard.cards", "full-draft.discards", "rebuke.mana", "accept.mana"),
            "options name as many as are due, and some of these need no name",
        ),
        **dict.fromkeys(
            ("cast.mana", "effect.mana", "orbital.mana"),
            "options pay what is asked for, and more is lost",
        ),
        **dict.fromkeys(
            (
                *("cast.did", "cast.aims", "cast.mode", "cast.x"),
                *("play.did", "play.aims", "play.mode", "play.x"),
                *("orbital.did", "orbital.aims", "orbital.mode", "orbital.x"),
                *("effect.did", "effect.aims", "effect.mode", "effect.x", "effect.pays"),
            ),
            "what a card did may be said with it or by a line of its own, and of a card of which "
            "nothing is told anything, on trust",
        ),
        **dict.fromkeys(
            (
                *("draw.books", "set.books", "tower-draft.books", "discard.books"),
                *("full-draft.books", "full-draft.kept"),
            ),
            "options say all spellbooks; the only ones that can be need not be said, and any may "
            "be open",
        ),
        "tower-draft.backs": "options draft as many as may be, where they say the spellbooks",
        "attack.target": "options offer what is an opponent's, and one's own may be attacked",
        "orbital.source": "where one can be used alone it need not be named",
        "effect.trigger": "the trigger may be said where there is only one",
        "effect.cause": "which entry set an effect off may be said where it is clear",
        "effect.answers": "any effect may be marked as an answer, and what is pending waits for it",
        "cast.ally": "one's own map may be named",
        "draw.place": "the rule has the place, which may be said",
        "cast.over": "a ritual lies over the tower in any case, which may be said",
        "cast.accepted": "that the ally has accepted already may be said with the cast",
        **dict.fromkeys(
            ("attack.waiting", "block.waiting", "no-block.waiting"),
            "an attack may be held back at each of its moments",
        ),
        **dict.fromkeys(
            ("attack.block", "attack.unblocked", "attack.order", "attack.counter", "block.order"),
            "what follows an attack may be said with it, or by a line of its own",
        ),
        **dict.fromkeys(
            ("no-block", "go-on", "order"),
            "of an attack that is over it may be said late, and changes nothing",
        ),
        **dict.fromkeys(
            ("exchange.card", "exchange.other"), "options name each pair in one order only"
        ),
        "full-draft.hand": "options keep no card in hand or as many as may be, where they say of "
        "which spellbooks these are",
        "mana": "mana may be made at any time, for nothing",
        "tally": "a cross-check of figures may be logged at any time",
        "reshuffle": "a cross-check of the newest deck may be logged at any time",
        "names": "cards that nobody named may be named at any time",
        "inspection": "hidden cards may be laid open at any time",
        "phase": "a phase may be said to begin; options offer what is done in it",
        "use": "an effect may be announced before it is said what it did",
    },
    truth={
        "texts that leave everything open": match.trial,
        "the shipped cards": twins.trial,
        "small tables": small.trial,
    },
)
