"""What a state check or a limit leaves open is settled (GA-6.52, 14.16, 19.7, 20.5)."""

from collections.abc import Sequence
from contextlib import suppress

from events.grand_archive import Discard, Settle
from referee.games.grand_archive.beyond_need import Due, paid_beside
from referee.games.grand_archive.catalog import Card
from referee.games.grand_archive.checks import change_counters
from referee.games.grand_archive.course import go_to, next_window, require_player
from referee.games.grand_archive.handlers import handles
from referee.games.grand_archive.namesakes_and_wither import namesakes, recount, withering
from referee.games.grand_archive.payment import ReservePayment, pay_reserve
from referee.games.grand_archive.places import (
    Parting,
    bound_for,
    find,
    go_together,
    moved,
    put,
    take,
)
from referee.games.grand_archive.state import (
    END,
    MAIN,
    GaTable,
    InPlay,
    card_of,
    controlled,
    in_r26,
    lapses,
)
from referee.games.grand_archive.triggers import report
from referee.games.grand_archive.turn_actions import beyond_limit, clean_up
from referee.games.grand_archive.values import INFLUENCE, limit_of, refuse_if_sure
from referee.verdict import Unsaid, Violation


@handles
def settle(t: GaTable, e: Settle) -> None:
    """Of several unique objects the ones that go; of those with wither too, and the others are
    paid for (GA-14.16, 19.7, 20.5)."""
    require_player(t, e.seat)
    _reach(t, e)
    wither = [each for each in withering(t) if each.controller == e.seat]
    several = namesakes(t, e.seat)
    own = [each for group in several for each in group]
    named = [find(t, each, e.seat, "GA-20.5") for each in e.objects]
    down = _discards(t, e) if not wither else []
    if not (own or wither or e.cards or down):
        t.refuse("GA-20.5", "{seat} has nothing to settle", seat=e.seat)
    says_something = named or e.cards or down or (wither and e.pays)
    if own and t.state.asks_aims and not says_something:
        t.incomplete("say which of them go", objects=[each.id for each in own])
    for thing in named:
        if thing not in own and thing not in wither:
            t.refuse("GA-20.5", "{thing} is not to be settled", thing=thing.id)
    for group in several:
        if all(each in named for each in group):
            t.refuse("GA-20.5", "one {name} stays", name=group[0].name)
    go_together(
        t,
        [Parting(x, "sacrificed", "GA-14.16" if x in own else "GA-19.7") for x in named],
    )
    if wither and (e.pays or not own or any(each in wither for each in named)):
        _pay(t, e, [each for each in wither if each not in named], card_of(t, wither[0]))
    elif e.pays and not down:
        t.refuse("GA-19.7", "{seat} has nothing with wither, {paid} paid", seat=e.seat,
                 paid=len(e.pays))  # fmt: skip
    if own:
        recount(t)
    if e.cards or down:
        _discard_down(t, e, down)


def _reach(t: GaTable, e: Settle) -> None:
    """Wither is settled as the main phase begins, and namesakes in the phase that brings them: play
    goes on to that."""
    state = t.state
    if not state.turn or state.unsettled:
        return
    early = e.seat == state.active and state.phase < MAIN
    if early and any(each.counters.get("wither") for each in controlled(t, e.seat)):
        go_to(t, MAIN)
    elif e.objects and lapses(t):
        turn = state.turn
        with suppress(Violation, Unsaid), t.whole():
            while not (state.unsettled or state.over) and state.turn == turn:
                if state.waiting.stack:
                    handles.play_on(t)
                else:
                    next_window(t)
            if not namesakes(t, e.seat):
                t.forbid("GA-20.5", "{seat} has nothing to settle", seat=e.seat)


def _pay(t: GaTable, e: Settle, kept: list[InPlay], card: Card) -> None:
    """One reserve for each wither counter; what is paid for is rid of them (GA-19.7)."""
    cost = sum(each.counters["wither"] for each in kept)
    resting = paid_beside(t, e.seat, e.pays, card, Due("wither", "GA-19.7", cost))
    have = t.state.zones.hidden.size(f"{e.seat}.hand") + len(resting)
    if cost > have:
        t.forbid("GA-19.7", "{cost:is|are} due, {seat} can pay {have}", cost=cost, seat=e.seat,
                 have=have, legal="sacrifice them")  # fmt: skip
    if cost:
        pay_reserve(t, e.seat, cost, card, ReservePayment(resting=resting), "GA-19.7")
    for each in kept:
        change_counters(t, each, "wither", -each.counters["wither"])
    t.set(t.state, "withering", [])


def _discards(t: GaTable, e: Settle) -> list[str]:
    """The cards of the memory that are said to be discarded to a limit."""
    found: list[str] = []
    for each in e.pays if limit_of(t, e.seat, INFLUENCE) is not None else ():
        if not isinstance(each, Discard) or each.player not in (None, e.seat):
            return []
        if each.place != "memory":
            return []
        found += each.cards or ()
    return found


def _discard_down(t: GaTable, e: Settle, memory: Sequence[str]) -> None:
    """Cards are discarded to a limit of hand and memory, by the player whose turn it is, in the
    clean-up; a limit is in force by a text alone (GA-6.52). What that triggers comes before the
    end of the turn (GA-6.53)."""
    state = t.state
    if e.seat != state.active:
        t.forbid("GA-6.52", "it is {active}'s turn", active=state.active)
    go_to(t, END)
    if limit_of(t, e.seat, INFLUENCE) is None:
        refuse_if_sure(t, ("hand", "memory"), "GA-6.52", "no limit of hand or memory is in force")
    else:
        due, source = beyond_limit(t, e.seat)
        if len(e.cards) + len(memory) != due:
            t.refuse("GA-6.52", "by {source} {seat} discards {due}, logged {logged}", source=source,
                     seat=e.seat, due=due, logged=len(e.cards) + len(memory),
                     legal=f"exactly {due}")  # fmt: skip
    for place, cards in (("hand", e.cards), ("memory", tuple(memory))):
        take(t, e.seat, place, cards, "GA-6.52")
        for name in cards:
            put(t, e.seat, bound_for(t, name, "graveyard"), (name,))
        moved(t, e.seat, cards, place, "graveyard", "GA-6.52")
    for _ in (*e.cards, *memory):
        report(t, "discards", e.seat, e.seat)
    if in_r26(t) or not state.done.cleaned:
        clean_up(t)
