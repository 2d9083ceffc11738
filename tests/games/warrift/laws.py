"""What the laws of every game ask of WarRift."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import dropwhile

from events.event import Event
from events.warrift import Effect, RiftDeal, Step
from referee.games.warrift.catalog import Fighter, Monster
from referee.games.warrift.due import DealRift
from referee.games.warrift.places import LAYOUT, stored
from referee.games.warrift.repair import STEPS, WORDS
from referee.games.warrift.state import InPlay, WrTable, card_of, class_of, class_seat, hand_size
from referee.games.warrift.values import attack_of, has_word, health_left
from referee.parts import layered
from referee.parts.effects.facts import EffectHappened
from referee.parts.responses import Resolved
from referee.replay.replay import Outcome
from tests.games.warrift.truth import match, small, twins
from tests.laws import Known


def counted(t: WrTable) -> Mapping[str, int]:
    """Every card of the match, open and hidden, by its name (WR-2.3); one that lies on its pile
    while it acts is one (WR-I 28)."""
    twice = t.state.zones.generated
    return {name: n - twice.get(name, 0) for name, n in LAYOUT.counted(t).items()}


def repairs(start: WrTable, goal: WrTable) -> Iterator[str]:
    """The repairs of an opening that make it look like another table of the match."""
    state = goal.state
    if state.scorekeeper:
        yield f"rotation:{state.scorekeeper}:1"
    yield f"rotation:{state.first}:{state.rotation}"
    step = next(word for word, step in STEPS.items() if step == state.phase)
    yield f"turn:{state.active}:{state.turn}/{step}"
    for seat, side in state.sides.items():
        yield f"points:{seat}:{side.points}"
        yield f"magicka:{seat}:{side.magicka}"
    yield f"ending:table:{state.ending}"
    yield f"token:table:{'night' if state.night else 'day'}"
    yield from _cards(start, goal)
    for thing in state.zones.things.values():
        if isinstance(card := card_of(goal, thing), Monster):
            lost = thing.damage + thing.counters
            yield f"health:{thing.id}:{health_left(goal, thing) + lost}"
            yield f"damage:{thing.id}:{thing.damage}"
            yield f"counters:{thing.id}:{thing.counters}"
        elif isinstance(card, Fighter):
            yield f"attack:{thing.id}:{attack_of(goal, thing)}"
            for word in WORDS:
                has = "yes" if has_word(goal, thing, word) else "no"
                yield f"word:{thing.id}/{word}:{has}"


def _cards(start: WrTable, goal: WrTable) -> Iterator[str]:
    """First what lies open or is in play, then how many cards nobody sees; a card that lies on its
    pile while it acts comes there from play."""
    state = goal.state
    left = {
        zone: dict(start.state.zones.hidden.parts[place.part].left)
        for zone, place in start.state.zones.hidden.zones.items()
        if place.part
    }
    for seat in state.seats:
        yield f"unseen:{seat}/hand>{seat}/primary:{hand_size(start.state, seat)}"
    laid = dict.fromkeys(state.zones.piles, 0)
    acting = _piled(goal)

    def lay(zone: str, upto: int | None) -> Iterator[str]:
        whose, _, place = zone.rpartition(".")
        for at, card in enumerate(state.zones.piles[zone][laid[zone] : upto], laid[zone]):
            whose = state.rift[at] if place == "rift" else whose
            of, source = _origin(goal, left, card, whose)
            yield f"move:{of}/{card}:{source}>{whose or 'table'}/{place}"

    for thing in state.zones.things.values():
        if thing.id in acting:
            zone, at = acting[thing.id]
            yield from lay(zone, at)
            laid[zone] = at + 1
        yield from _thing(goal, left, thing)
        if thing.piled and thing.id not in acting:  # its pile became a deck while it acts
            yield f"move:{thing.owner}/{thing.name}:discard>{thing.owner}/primary"
            deck = left[f"{thing.owner}.primary"]
            deck[thing.name] = deck.get(thing.name, 0) + 1
    for zone in state.zones.piles:
        if not zone.endswith(".garrison"):
            yield from lay(zone, None)
    yield from _unseen(goal, left)


def _piled(t: WrTable) -> dict[str, tuple[str, int]]:
    """Of what acts in play while it lies on a pile, on which, and where in it (WR-I 28): what was
    played later lies above."""
    found, below = dict[str, tuple[str, int]](), dict[str, int]()
    for thing in reversed(t.state.zones.things.values()):
        zone = f"{thing.owner}.discard"
        cards = t.state.zones.piles.get(zone, [])[: below.get(zone)]
        if thing.piled and thing.name in cards:
            below[zone] = len(cards) - 1 - cards[::-1].index(thing.name)
            found[thing.id] = zone, below[zone]
    return found


def _origin(t: WrTable, left: dict[str, dict[str, int]], card: str, seat: str) -> tuple[str, str]:
    """Where an open card was hidden in the beginning, which holds one less by that."""
    seats = [class_seat(t.state, class_of(t.catalog.cards[card])), seat, *t.state.seats]
    zones = [f"{each}.{deck}" for each in seats for deck in ("class", "primary")]
    zone = next(each for each in ("eye", "support", *zones) if left.get(each, {}).get(card))
    left[zone][card] -= 1
    owner, _, place = zone.rpartition(".")
    return owner or "table", place


def _unseen(goal: WrTable, left: dict[str, dict[str, int]]) -> Iterator[str]:
    """Cards go from those who have too many unseen to those who have too few; then the hands are
    drawn, and what was dealt on top of a deck is drawn and put back."""
    zones = goal.state.zones
    more, fewer = [], []
    away = sum(left["support"].values()) - layered.size_of(zones, "support")
    for seat in goal.state.seats:
        for card in [c for c in zones.hidden.zones[f"{seat}.hand"].known if left["support"].get(c)]:
            if away:  # a creature that came back from play
                away -= 1
                left[f"{seat}.primary"][card] = left[f"{seat}.primary"].get(card, 0) + 1
                yield f"move:table/{card}:support>{seat}/hand"
                yield f"unseen:{seat}/hand>{seat}/primary:1"
        size = layered.size_of(zones, f"{seat}.primary") + hand_size(goal.state, seat)
        have = sum(left[f"{seat}.primary"].values())
        fewer += [seat] * (size - have)
        more += [f"{seat}/primary"] * (have - size)
        out = sum(left[f"{seat}.class"].values()) - layered.size_of(zones, f"{seat}.class")
        more += [f"{seat}/class"] * out
    for source, seat in zip(more, fewer, strict=False):
        yield f"unseen:{source}>{seat}/primary:1"
    yield from (f"unseen:{source}>table/rift:1" for source in more[len(fewer) :])
    for seat in goal.state.seats:
        deck = f"{seat}.primary"
        layers = layered.layers_of(zones, deck)
        dealt = sum(map(zones.hidden.size, layers[: layers.index(deck)]))
        yield f"unseen:{seat}/primary>{seat}/hand:{hand_size(goal.state, seat) + dealt}"
        yield f"draw:{seat}:{-dealt}"


def _thing(t: WrTable, left: dict[str, dict[str, int]], thing: InPlay) -> Iterator[str]:
    """A thing comes into play, and what is stored in it."""
    of, source = _origin(t, left, thing.name, thing.owner or thing.controller)
    yield f"move:{of}/{thing.id}:{source}>{thing.controller or 'table'}/play"
    for card in stored(t, thing):
        of, source = _origin(t, left, card, thing.controller)
        yield f"move:{of}/{card}:{source}>{thing.id}/garrison"
    if not isinstance(card_of(t, thing), Monster):
        yield f"attacks:{thing.id}:{max(0, thing.attacks - thing.again)}"


def later(t: WrTable) -> Iterator[Sequence[Event]]:
    """The steps of the turn, which begin with what belongs to them (WR-4.5), and the Rift that is
    dealt, before which gaps may be filled that are filled then (WR-9.7)."""
    yield (Step(t.state.active, "mid"),)
    yield (Step(t.state.active, "end"),)
    yield from ((RiftDeal(due.seat),) for due in t.state.due if isinstance(due, DealRift))


def idle(event: Event, outcome: Outcome) -> bool:
    """Whether it says of an effect whose condition does not hold that it did nothing, after all
    that waited before it."""
    quiet = isinstance(event, Effect) and not event.did and not event.pays
    its_own = dropwhile(lambda fact: not isinstance(fact, EffectHappened), outcome.facts)
    return quiet and all(isinstance(each, EffectHappened | Resolved) for each in its_own)


KNOWN = Known(
    later=later,
    idle=idle,
    counted=counted,
    repairs=repairs,
    truth={
        "texts that leave everything open": match.trial,
        "the shipped cards": twins.trial,
        "small tables": small.trial,
    },
    agreed={"faces": ("0,0,1,1,2,3", "1,1,1,2,2,6")},
    needed={
        "answers": "without its mark it answers nothing, and lets all that is pending take effect",
        "selection.of": "without it the class selection is meant",
        "did.consume.player": "without a player the own hand is meant",
        "attack.parts": "fewer parts are another sum than the power of the attack",
        "first-roll.rolls": "without a roll others have tied, or one has won",
        **dict.fromkeys(
            (
                "eye-roll.dice",
                "hire.discards",
                "selection.cards",
                "replace.cards",
            ),
            "fewer are said than there have to be",
        ),
        **dict.fromkeys(
            ("effect.source", "use.source", "hire.mercenary", "summon.card", "gain.stronghold"),
            "what it is aimed at, or what pays for it, is then said to do it",
        ),
        **dict.fromkeys(
            ("trade.gives", "trade.takes", "trade.unseen", "trade.taken"),
            "who names and counts no card gives nothing",
        ),
    },
    unheard={
        **dict.fromkeys(
            ("look.place", "look.count", "look.player"), "what lies open may be looked at by all"
        ),
        "effect.answers": "the entry with which an effect came up may be said, or what that "
        "answers",
        "effect.did.alter.count": "of a deck with fewer cards, how many the text alters may be "
        "said, or how many there were",
    },
    unoffered={
        **dict.fromkeys(
            (
                f"{verb}.{field}"
                for verb in ("play", "hire", "gain")
                for field in ("did", "aims", "mode", "x")
            ),
            "what a card did may be said with it, or by a line of its own",
        ),
        **dict.fromkeys(
            ("effect.aims", "effect.mode", "effect.x"),
            "what is said of an effect that did nothing is on trust",
        ),
        "effect.trigger": "the trigger may be said where there is only one",
        "permit": "to permit again what was permitted changes nothing",
        "permit.effect": "options permit the newest effect, and an older one may be named",
        "effect.seat": "what a monster does is offered to whom it is about, and anybody may log it",
        "enter.seat": "monsters are offered to whose turn it is, and anybody may turn them over",
        "refill.seat": "a gap is offered to who made it, and anybody may fill that of the support",
        "refill.of": "of which selection it is may be left out where only one has a gap",
        "selection.seat": "the support selection is offered to the first, and anybody may flip it",
        "first-roll.rolls": "where any roll will do, the rolls may be said, and are on trust",
        "first-roll.seat": "what all do together is offered to the first and may be logged for any",
        "enter.monsters": "options offer one monster, and several may be named in one line",
        "play.cards": "options offer one card, and several may be named in one line",
        **dict.fromkeys(
            (f"trade.{name}" for name in ("seat", "other", "gives", "takes", "unseen", "taken")),
            "options offer one card for one or none, and any may be traded for any",
        ),
        **dict.fromkeys(
            ("play.answers", "effect.answers", "attack.answers", "hire.answers", "summon.answers"),
            "a mark that changes nothing may stand on any line",
        ),
        **dict.fromkeys(
            (
                *(
                    "store.creature",
                    "store.stronghold",
                    "take.stronghold",
                    "attack.creature",
                    "attack.parts",
                ),
                *("effect.source", "use.source", "retarget.monster", "effect.also"),
            ),
            "where one thing of a name is in play, its name will do; several are said in a line",
        ),
        **dict.fromkeys(
            ("summon.flipped", "hire.flipped", "gain.flipped"),
            "the card flipped may be said with what made the gap, or by a refill",
        ),
        "rift-deal.recipients": "who is dealt to follows, and may be said",
        "use": "an effect may be announced first; options offer it with what it does",
        "tally": "a cross-check of figures may be logged at any time",
        "draw": "a cross-check of the last draw may be logged at any time",
        "reshuffle": "a cross-check of the last new deck may be logged at any time",
        "look": "a look that no effect gave is refused",
    },
)
