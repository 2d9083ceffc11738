"""Setup: players and classes, selections, who goes first (section 3, and 17.2)."""

import re
from collections import Counter
from collections.abc import Mapping
from itertools import pairwise
from typing import Any, TypeGuard, get_args

from events.common import CardList, Deck, Opening
from events.warrift import FirstRoll, Flip, Replace
from referee import hidden
from referee.english import listed
from referee.fact import DieRolled, FirstPlayer, ScoreChanged
from referee.game import ANY
from referee.games.warrift.catalog import Cards, Class
from referee.games.warrift.decks import class_in, known_deck_faults, known_table_faults
from referee.games.warrift.due import Due, FlipSelection, RollFirst
from referee.games.warrift.facts import ClassTaken, DifficultySet
from referee.games.warrift.handlers import handles
from referee.games.warrift.places import LAYOUT, pile, require_listed, show_all
from referee.games.warrift.selections import OFFERS, SELECTION
from referee.games.warrift.state import HAND, Side, State, WrTable, teammates, teams
from referee.games.warrift.time_to_act import way_on
from referee.games.warrift.turn import begin_rotation, proceed
from referee.games.warrift.window import due_of
from referee.hidden import KINDS, HiddenCards, most_ways
from referee.house import allies, members, require_playing, side_of, sides
from referee.parts.decks import require_decks
from referee.parts.effects import pending as unsaid
from referee.parts.zones import Zones

CLASSES: tuple[str, ...] = get_args(Class)
LIMITS = {
    "normal": 12,
    "easy": 15,
    "you-suck-at-deckbuilders": 18,
    "hard": 9,
    "insane": 6,
    "rekt": 3,
}
"""The monster limit of each difficulty (WR-3.16)."""

RETAIN = ("none", "1", "2", "3")
"""What it may cost to retain a card; each stands at the place of its number (WR-16.1)."""

USUAL = "usual"
"""The faces of a die that are not declared."""

D6 = (1, 2, 3, 4, 5, 6)
_FACE = re.compile("[0-9]{1,2}")


def agreed(catalog: Any) -> dict[str, tuple[str, ...]]:
    """What the players agree: the difficulty, by its name or its limit (WR-3.16); what it costs
    to retain (WR-16.1); the six faces of a die, where they are declared (WR-I 20); how the account
    of unseen cards is kept (WR-2.7); whether Scout is awaited (WR-15.2); what becomes of an effect
    that was announced and paid for, if nobody says what it did (WR-2.13)."""
    return {
        "difficulty": (*LIMITS, *map(str, LIMITS.values())),
        "retain": RETAIN,
        "faces": (USUAL, ANY),
        "account": (*KINDS,),
        "scouts": (LOGGED, UNSAID),
        **unsaid.AGREED,
    }


LOGGED, UNSAID = "logged", "unsaid"
"""Whether a Scout needs its line, as others may have seen the monsters, or may be passed over."""

FORMERLY = {**hidden.FORMERLY, **unsaid.FORMERLY, "scouts": UNSAID}
"""How matches were played until there was a choice."""

AGREED_RULES = {"difficulty": "WR-3.16", "retain": "WR-16.1"}
"""The rules by which other values are refused."""


def usual_lists(cards: Cards) -> Mapping[str, CardList]:
    """The lists of the shared decks that a catalog proposes."""
    return {name: listed for name, listed in cards.lists.items()}


def open_match(t: WrTable, e: Opening) -> State:
    """The state before the first selection is flipped (WR-3.1 to 3.9)."""
    state = State(tuple(each.seat for each in e.seats), allies=allies(e))
    _require_players(t, state)
    classes = {each.seat: class_in(t.catalog, each, t.choice) for each in e.seats}
    _require_distinct(t, classes)
    require_decks(t, e, known_deck_faults)
    for fault in known_table_faults(t.catalog, e.lists, t.choice):
        raise fault
    difficulty = e.options.get("difficulty", "normal")
    state.limit = LIMITS.get(difficulty) or int(difficulty)
    state.retain = RETAIN.index(e.options.get("retain", "none"))
    state.scouts = e.options.get("scouts") == LOGGED
    state.faces = _faces(t, e.options.get("faces", USUAL))
    t.fact(DifficultySet(_difficulty(state.limit), state.limit, state.retain))
    lists: dict[str, Deck] = {
        "eye": Counter(e.lists["monsters"]),
        "support": Counter(e.lists["support"]),
    }
    for each in e.seats:
        lists[f"{each.seat}.primary"] = each.deck
        lists[f"{each.seat}.class"] = Counter(each.lists["class"])
        state.sides[each.seat] = Side(classes[each.seat], drawn=HAND)
        t.fact(ClassTaken(each.seat, classes[each.seat]))
        t.fact(ScoreChanged(each.seat, "points", 0))
    state.zones = Zones(hidden=HiddenCards.of_lists(lists, most=most_ways(e.options)))
    hidden = state.zones.hidden
    for seat in state.seats:
        hidden.draw(HAND, f"{seat}.primary", f"{seat}.hand")
        count = min(SELECTION, hidden.size(f"{seat}.class"))
        state.due.append(FlipSelection(seat, "WR-3.11", 1, of="class", count=count))
    first = state.seats[0]
    state.due.append(FlipSelection(first, "WR-3.10", 1, of="support", count=OFFERS))
    state.due.append(RollFirst(first, "WR-3.14", 1))
    return state


def _difficulty(limit: int) -> str:
    """The name of a difficulty (WR-3.16)."""
    return next(name for name, each in LIMITS.items() if each == limit)


def _require_players(t: WrTable, state: State) -> None:
    """Two to four, each alone, or two teams of two (WR-1.1, 17.2)."""
    seats = state.seats
    if not 2 <= len(seats) <= 4:
        t.forbid(
            "WR-1.1", "{have:player takes|players take} part", have=len(seats), legal="2, 3 or 4"
        )
    if not teams(state):
        return
    if [len(members(state, side)) for side in sides(state)] != [2, 2]:
        split = "; ".join(f"{side}: {', '.join(members(state, side))}" for side in sides(state))
        t.forbid(
            "WR-17.2",
            "the teams are {split}",
            split=split,
            legal="each player alone, or four players in two teams of two",
        )
    for one, two in pairwise(seats):
        if t.choice["WR-I 69"] == "teammates_alternate" and teammates(state, one, two):
            t.forbid(
                "WR-17.2",
                "{one} and {two} play together and sit side by side",
                one=one,
                two=two,
                legal="teammates opposite each other",
            )


def _require_distinct(t: WrTable, classes: Mapping[str, str]) -> None:
    """No two players take the same class (WR-3.1)."""
    taken: dict[str, str] = {}
    for seat, cls in classes.items():
        if cls and cls in taken:
            t.forbid(
                "WR-3.1",
                "{one} and {two} both take the {cls}",
                one=taken[cls],
                two=seat,
                cls=cls,
                legal=f"another class: {', '.join(c for c in CLASSES if c not in taken)}",
            )
        taken[cls] = seat


def _faces(t: WrTable, named: str) -> tuple[int, ...]:
    """What a WarRift die can show (WR-5.2, I 20)."""
    reading = t.choice["WR-I 20"]
    legal = "faces: six whole numbers from 0 to 99, such as 0,1,1,2,2,3"
    if reading != "declared":
        if named != USUAL:
            t.forbid(
                "WR-5.2",
                "faces {faces} are named, but the die is {reading}",
                faces=named,
                reading=reading,
                legal=f"faces {USUAL}, or WR-I 20 as declared",
            )
        return D6 if reading == "one_to_six" else tuple(range(7))
    if named == USUAL:
        t.forbid("WR-5.2", "the faces of the die are not declared", legal=legal)
    faces = tuple(each.strip() for each in named.split(","))
    if len(faces) != 6 or not all(_FACE.fullmatch(each) for each in faces):
        t.forbid("WR-5.2", "{faces} are not the faces of a die", faces=named, legal=legal)
    return tuple(map(int, faces))


# -- the steps, in any order (WR-3.17) ---------------------------------------------------------


@handles
def flip(t: WrTable, e: Flip) -> None:
    """A selection is flipped (WR-3.10, 3.11)."""
    require_playing(t, e.seat)
    support = e.of == "support"
    rule = "WR-3.10" if support else "WR-3.11"
    due = next((each for each in t.state.due if _flips(each, e)), None)
    if due is None:
        whose = "the support selection" if support else f"{e.seat}'s class selection"
        t.forbid(rule, "{whose} is laid out already", whose=whose, legal=way_on(t))
    if len(e.cards) != due.count:
        t.forbid(
            rule,
            "{have:card is|cards are} flipped",
            have=len(e.cards),
            legal=f"exactly {due.count}",
        )
    seat, place, target = ("", "support", "offers") if support else (e.seat, "class", "selection")
    show_all(t, seat, place, e.cards, {})
    t.item(t.state.zones.piles, LAYOUT.places[target].zone(seat), list(e.cards))
    if not support:
        t.set(t.state.sides[e.seat], "flipped", True)
    t.pull(t.state.due, due)
    _begin_if_ready(t)


def _flips(due: Due, e: Flip) -> TypeGuard[FlipSelection]:
    """Whether this is what a selection was due for; anybody may flip the support selection."""
    return (
        isinstance(due, FlipSelection)
        and due.of == e.of
        and (due.of == "support" or due.seat == e.seat)
    )


@handles
def replace(t: WrTable, e: Replace) -> None:
    """Cards of a class selection are put back, after others were flipped (WR-3.12)."""
    require_playing(t, e.seat)
    state = t.state
    side, hidden = state.sides[e.seat], state.zones.hidden
    if not before_the_first_event(state):
        t.forbid("WR-3.12", "the first turn is under way; nothing is replaced any more")
    if not side.flipped:
        t.forbid("WR-3.12", "{seat} has no class selection yet", seat=e.seat, legal=way_on(t))
    if side.replaced and t.choice["WR-I 15"] == "once":
        t.forbid("WR-3.12", "{seat} has replaced cards already", seat=e.seat, legal=way_on(t))
    zone, deck = f"{e.seat}.selection", f"{e.seat}.class"
    left = list(pile(t, zone))
    for card in e.cards:
        if card not in left:
            require_listed(t, card)
            t.forbid(
                "WR-2.4",
                "{card} is not in {seat}'s class selection",
                card=card,
                seat=e.seat,
                legal=f"of {listed(left)}" if left else "",
            )
        left.remove(card)
    if not e.flipped:
        t.incomplete("say which cards were flipped", flipped=list(hidden.candidates(deck)))
    if len(e.flipped) != len(e.cards):
        t.forbid(
            "WR-3.12",
            "{back} put back, {have} flipped",
            back=len(e.cards),
            have=len(e.flipped),
            legal=f"{len(e.cards)} flipped",
        )
    show_all(t, e.seat, "class", e.flipped, dict.fromkeys(e.cards, "WR-3.12"))
    hidden.shuffle(deck, Counter(e.cards))
    t.item(state.zones.piles, zone, [*left, *e.flipped])
    t.set(side, "replaced", side.replaced + 1)


@handles
def first_roll(t: WrTable, e: FirstRoll) -> None:
    """Who goes first: the highest roll, and whoever ties for it rolls again (WR-3.14, I 16).

    A line holds one round of rolls, or several; where the last one is a tie, the next line goes
    on with those who tied.
    """
    require_playing(t, e.seat)
    state = t.state
    due = due_of(state, RollFirst)
    if due is None:
        t.forbid("WR-3.14", "{first} goes first already", first=state.first, legal=way_on(t))
    for roll in e.rolls:
        require_playing(t, roll.seat)
    left: list[str] = [e.seat]
    if t.choice["WR-I 16"] == "any_roll":
        if e.rolls:
            rolls = ", ".join(f"{roll.seat} {roll.die}" for roll in e.rolls)
            t.trust(f"how {e.seat} won the roll: {rolls}")
    else:
        left = _rolled_highest(t, e, list(due.among or _playing(state)))
    if len(left) > 1:
        t.set(due, "among", tuple(left))
        t.set(due, "seat", left[0])
        return
    t.set(state, "first", left[0])
    if t.choice["WR-I 17"] == "stays":
        t.set(state, "scorekeeper", left[0])
    t.fact(FirstPlayer(left[0], "WR-3.15"))
    t.pull(state.due, due)
    _begin_if_ready(t)


def _rolled_highest(t: WrTable, e: FirstRoll, rolling: list[str]) -> list[str]:
    """Who rolled highest in the last round that a line has; several where they tie.

    Raises:
        Violation: WR-3.14, somebody rolled who had not to, or what no die shows.
        Unsaid: a round is not complete.
    """
    faces = D6 if t.choice["WR-I 16"] == "d6_highest_tied_reroll" else t.state.faces
    thrown: list[DieRolled] = []
    left = list(e.rolls)
    while left or not thrown:
        if len(rolling) == 1:
            t.forbid("WR-3.14", "{winner} has won the roll; more were logged", winner=rolling[0])
        dice: dict[str, int] = {}
        for roll in left[: len(rolling)]:
            if roll.seat not in rolling or roll.seat in dice:
                t.forbid(
                    "WR-3.14",
                    "{seat} does not roll now",
                    seat=roll.seat,
                    legal=", ".join(seat for seat in rolling if seat not in dice),
                )
            if roll.die not in faces:
                shown = ", ".join(map(str, dict.fromkeys(faces)))
                t.forbid("WR-3.14", "no die shows {die}", die=roll.die, legal=f"one of {shown}")
            dice[roll.seat] = roll.die
            thrown.append(DieRolled(roll.seat, len(faces), roll.die, "first player", faces))
        if missing := [seat for seat in rolling if seat not in dice]:
            t.incomplete(f"say what {' and '.join(missing)} rolled")
        left = left[len(rolling) :]
        highest = max(dice.values())
        rolling = [seat for seat in rolling if dice[seat] == highest]
    for each in thrown:
        t.fact(each)
    return rolling


def _playing(state: State) -> list[str]:
    """Who is still in the match."""
    return [seat for seat in state.seats if side_of(state, seat) not in state.out]


def before_the_first_event(state: State) -> bool:
    """Whether the first turn has had no event yet, or has not begun."""
    return state.rotation <= 1 and not state.begun


def _begin_if_ready(t: WrTable) -> None:
    """The first turn begins when all of it is done (WR-3.17)."""
    if not t.state.due:
        begin_rotation(t)
        proceed(t)
