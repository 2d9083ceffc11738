"""A game begins: who goes first, decks that change between games, champions that come before the
first turn (sections 3, 26b)."""

from collections import Counter

from events.common import AgreeResult, Begins, Concede
from events.event import Event
from events.grand_archive import Activate, PlaceChampion, Pregame, Sideboard, Starts
from referee.fact import CardMoved, FirstPlayer
from referee.games.grand_archive.course import begin_turn, require_player
from referee.games.grand_archive.decks import (
    MATERIAL,
    SIDEBOARD,
    SIDEBOARDING,
    Decks,
    exchanged,
    faults_after_sideboarding,
)
from referee.games.grand_archive.handlers import handles
from referee.games.grand_archive.lineages import only_spirit, place_champion, place_if_plain
from referee.games.grand_archive.places import enter, size, take
from referee.games.grand_archive.state import (
    Doings,
    GaTable,
    State,
    card_of,
    champion_of,
    controlled,
    following,
    in_r26,
    lapses,
    objects,
)
from referee.hidden import HiddenCards
from referee.house import goes_first_as_said, require_seat
from referee.parts.decks import terms

# -- between games -------------------------------------------------------------------------------


@handles
def sideboard(t: GaTable, e: Sideboard) -> None:
    """Cards are exchanged with the sideboard before a later game, within all limits of decks
    (GA-26.22)."""
    require_seat(t, e.seat)
    state = t.state
    if state.game < 2:
        t.forbid(SIDEBOARDING, "no game of this match was played before")
    if state.presented:
        t.forbid(SIDEBOARDING, "the decks were presented", since=state.presented)
    own = state.lists[e.seat]
    now = Decks(own["main"], {each: own[each] for each in (MATERIAL, SIDEBOARD)})
    decks = exchanged(t.catalog, now, e.out, e.into)
    by = terms(t.choice, {"format": state.format or "standard"}, t.edition)
    for fault in faults_after_sideboarding(t.catalog, decks, by):
        why = "{seat}: " + fault.why
        facts = {**fault.facts, "seat": e.seat}
        t.forbid(fault.rule, why, legal=fault.legal, since=None, **facts)
    lists = {each: dict(Counter(decks.lists[each])) for each in (MATERIAL, SIDEBOARD)}
    t.item(state.lists, e.seat, {"main": dict(decks.deck), **lists})
    t.set(state.zones, "hidden", laid_out(state, most=state.zones.hidden.most_ways))


@handles
def starts(t: GaTable, e: Starts) -> None:
    """The loser of the game before says who takes the first turn (GA-26.20, 26.21)."""
    require_seat(t, e.seat)
    require_seat(t, e.first)
    state = t.state
    if state.game < 2:
        legal = "" if state.presented else f"{state.first} begins"
        t.forbid("GA-26.20", "chance decides in the first game", legal=legal)
    _require_open(t)
    if state.loser == "drawn":
        t.refuse("GA-26.20", "the game before was drawn", legal=f"{state.first} begins again")
    elif not state.loser:
        t.trust(f"{e.seat} lost the game before")
    elif e.seat != state.loser:
        t.refuse("GA-26.20", "{loser} lost the game before", loser=state.loser, legal=state.loser)
    _goes_first(t, e.first, "GA-26.20")


@handles
def begins(t: GaTable, e: Begins) -> None:
    """A player goes first: in the first game whoever chance has it, where the opening leaves that
    open, and the game begins (GA-3.2); in a later one whoever its loser says (GA-26.20)."""
    require_seat(t, e.seat)
    state, seat = t.state, e.seat
    later = state.game > 1
    if state.chose == 0 and state.presented and not later:
        t.refuse("GA-3.2", "{first} goes first by the opening", first=state.first, since=1,
                 legal=f"a game that is opened with {seat} first, or first=told")  # fmt: skip
    _require_open(t)
    goes_first_as_said(t, e)
    if not later:
        _goes_first(t, seat, "GA-3.2")
        begin_play(t)
    elif state.loser == "drawn":
        if seat != state.first:
            t.refuse("GA-26.20", "the game before was drawn", legal=f"{state.first} begins")
        _goes_first(t, seat, "GA-26.20")
    else:
        t.trust(f"{state.loser or 'who lost the game before'} chose so")
        _goes_first(t, seat, "GA-26.20")


def _require_open(t: GaTable) -> None:
    """Refuse to say who goes first once it was said, or the decks were presented (GA-26.20)."""
    state = t.state
    if state.chose:
        rule = "GA-26.21" if state.game > 1 else "GA-3.2"
        t.refuse(rule, "it was said that {first} begins", first=state.first, since=state.chose)
    if state.presented:
        t.forbid(
            "GA-26.20",
            "the decks were presented",
            since=state.presented,
            legal=f"{state.first} goes first",
        )


def _goes_first(t: GaTable, seat: str, rule: str) -> None:
    t.set(t.state, "first", seat)
    t.set(t.state, "chose", t.seq)
    t.fact(FirstPlayer(seat, rule))


def laid_out(state: State, *, most: int) -> HiddenCards:
    """The decks of all players, and no card anywhere else (GA-3.1, 3.3)."""
    lists: dict[str, dict[str, int]] = {}
    for seat, own in state.lists.items():
        lists[f"{seat}.deck"] = dict(own["main"])
        lists[f"{seat}.material"] = dict(own[MATERIAL])
    hidden = HiddenCards.of_lists(lists, most=most)
    for seat in state.lists:
        for place in ("hand", "memory", "facedown"):
            hidden.draw(0, f"{seat}.deck", f"{seat}.{place}")
    return hidden


# -- the first turn ------------------------------------------------------------------------------


def begin_play(t: GaTable) -> None:
    """Decks are presented, and the game begins: in R26 with all champions, in R25 with the first
    turn. A champion that can only be one is placed by itself (GA-3.4, 3.9).

    Raises:
        Violation: GA-26.5, time was called before.
    """
    state = t.state
    if state.overtime < 0:
        t.forbid("GA-26.5", "time was called, no game begins", since=state.called)
    t.set(state, "presented", t.seq)
    if not in_r26(t):
        begin_turn(t, state.first)
        handles.follows(t)
        return
    for seat in in_order(t):
        place_if_plain(t, seat)
    _begin_if_placed(t)


def _presents(t: GaTable, e: Event) -> None:
    """The first thing of a later game presents its decks; before the first one somebody has to say
    who goes first (GA-3.2), where the opening left that open. Who plays a card has drawn a hand
    before: the champion's own text took effect, also where the card could have answered it. Who
    places the first champion goes first, whom the loser of the game before has chosen (GA-26.20).
    """
    if t.state.game > 1:
        _shows_who_goes_first(t, e)
        begin_play(t)
        if isinstance(e, Activate) and e.seat in t.state.players and lapses(t):
            while t.state.waiting.stack and not size(t, e.seat, "hand"):
                handles.play_on(t)
    elif not isinstance(e, Concede | AgreeResult):
        t.refuse("GA-3.2", "nobody has said who goes first",
                 legal=" or ".join(f"{seat} begins" for seat in t.state.seats))  # fmt: skip


handles.presents = _presents


def _shows_who_goes_first(t: GaTable, e: Event) -> None:
    state = t.state
    if not isinstance(e, PlaceChampion) or in_r26(t) or e.seat not in state.players:
        return
    if state.chose or e.seat == state.first:
        return
    if state.loser == "drawn":
        t.refuse("GA-26.20", "the game before was drawn", legal=f"{state.first} begins")
    t.trust(f"{state.loser or 'who lost the game before'} chose so")
    _goes_first(t, e.seat, "GA-26.20")


def in_order(t: GaTable) -> list[str]:
    """The players in the order of their turns, from whoever begins."""
    seats, found = t.state.seats, [t.state.first]
    while len(found) < len(seats):
        found.append(seats[(seats.index(found[-1]) + 1) % len(seats)])
    return found


def _begin_if_placed(t: GaTable) -> None:
    """When all champions are placed, what they trigger resolves in the order of the turns, and the
    first turn begins (GA-3.9)."""
    handles.follows(t)
    state = t.state
    if not all(side.had or side.lost for side in state.players.values()):
        return
    order = in_order(t)
    stack = sorted(state.waiting.stack, key=lambda each: -order.index(each.seat))
    t.set(state.waiting, "stack", stack)
    first = state.first if not state.players[state.first].lost else following(state, state.first)
    begin_turn(t, first)


@handles
def place(t: GaTable, e: PlaceChampion) -> None:
    """A Lv 0 champion comes onto the field; nobody can respond to that (GA-3.4, 3.5, 15.3)."""
    require_player(t, e.seat)
    state = t.state
    side = state.players[e.seat]
    if side.had:
        _say_again(t, e)
        return
    if not in_r26(t) and e.seat != state.active:
        t.forbid("GA-3.4", "it is {active}'s turn", active=state.active)
    place_champion(t, e.seat, e.champion or only_spirit(t, e.seat))
    t.set(side, "placed", t.seq)
    if in_r26(t):
        _begin_if_placed(t)


def _say_again(t: GaTable, e: PlaceChampion) -> None:
    """A champion that could only be one was placed by itself; who says so all the same is right,
    once, and before anything else."""
    side = t.state.players[e.seat]
    champion = champion_of(t, e.seat)
    name = champion.name if champion is not None else ""
    if side.placed or side.begun > 1 or e.champion not in ("", name):
        t.forbid("GA-15.3", "{seat} has placed {card}", seat=e.seat, card=name or "a champion")
    t.set(side, "placed", t.seq)


def dealt(t: GaTable, seat: str) -> bool:
    """The hand is as the champion's own text has made it (GA-3.12) until something else is drawn or
    played: all cards of the main deck are in one of the two, in the first turn of a player, or of
    all in R26, and nothing is there that could have changed it."""
    state, done, own = t.state, t.state.done, seat == t.state.active
    first = state.turn == 1 if in_r26(t) else own and state.players[seat].begun == 1
    if not first or done.played or (own and done.drew):
        return False
    if state.waiting.stack or state.heard or not size(t, seat, "hand"):
        return False
    if not all(card_of(t, thing).is_champion for thing in objects(t)):
        return False
    mine = {thing.id for thing in controlled(t, seat)}
    if any(each.source not in mine for heard in state.listeners.values() for each in heard):
        return False
    main = sum(state.lists[seat]["main"].values())
    return size(t, seat, "hand") + size(t, seat, "deck") == main


@handles
def pregame(t: GaTable, e: Pregame) -> None:
    """A card that may begin in play does so; champions that can only be one were placed with the
    opening, and do not stand in the way (GA-3.11)."""
    require_player(t, e.seat)
    state = t.state
    if not in_r26(t):
        t.forbid("GA-3.4", "R25 has no actions before the game")
    if state.turn > 1 or (state.turn and (state.done != Doings() or state.waiting.stack)):
        t.forbid("GA-3.9", "the game has begun", since=state.presented)
    place = MATERIAL if card_of(t, e.card).deck == MATERIAL else "deck"
    take(t, e.seat, place, (e.card,))
    if not t.catalog.by_name[e.card].is_object:
        t.forbid("GA-1.6", "{card} is no card for the field", card=e.card)
    enter(t, e.card, e.seat, e.seat)
    t.fact(CardMoved(e.seat, e.card, f"{e.seat}.{place}", f"{e.seat}.field", "GA-3.11"))
    t.trust(f"{e.card} may begin in play")
