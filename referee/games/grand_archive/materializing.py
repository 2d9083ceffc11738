"""Cards are materialized: champions and regalia (section 10)."""

from collections.abc import Sequence

from events.grand_archive import Activate, Materialize, Preserve
from events.notation.words import quote
from events.outcome import Outcome
from referee.games.grand_archive.begun_texts import used_up
from referee.games.grand_archive.beyond_need import (
    Due,
    paid_beside,
    require_as_it_comes,
    require_own_moment,
)
from referee.games.grand_archive.catalog import Card
from referee.games.grand_archive.champions import champion_for, require_lineage
from referee.games.grand_archive.costs import pay_of_reserve
from referee.games.grand_archive.course import go_to, require_active, require_begun
from referee.games.grand_archive.elements import require_elements
from referee.games.grand_archive.facts import CardMaterialized
from referee.games.grand_archive.further_ways import is_dearer, pay_cost_of_text
from referee.games.grand_archive.handlers import handles
from referee.games.grand_archive.namesakes_and_wither import require_settled
from referee.games.grand_archive.part_payment import ask_for_part, may_pay_part, pay_part
from referee.games.grand_archive.payment import (
    MemoryPayment,
    memory_cost,
    pay_memory,
    require_reserved,
    require_x,
)
from referee.games.grand_archive.phases import is_distorted, require_in_turn
from referee.games.grand_archive.places import LAYOUT, find, moved, put, size, take
from referee.games.grand_archive.state import (
    LATE,
    MATERIALIZE,
    STACK,
    Activation,
    GaTable,
    InPlay,
    card_of,
    note,
    note_banished,
)
from referee.games.grand_archive.targets import is_linking, require_link, require_targetable
from referee.games.grand_archive.triggers import report
from referee.games.grand_archive.values import (
    require_elements_allowed,
    require_few_played,
    require_not_forbidden,
)
from referee.parts.responses import pend


@handles
def materialize(t: GaTable, e: Materialize) -> None:
    """A card of the material deck is materialized, once in the phase (GA-6.21, 10.1 to 10.5)."""
    require_active(t, e.seat, "GA-10.1")
    require_begun(t)
    _require_phase(t, e.seat)
    require_settled(t)
    card = card_of(t, e.card)
    champion = require_materializable(t, e, card)
    require_x(t, card, e.x)
    take(t, e.seat, "material", (e.card,))
    cost = memory_cost(t, e.seat, card, e.x)
    part = e.pays if may_pay_part(t, card) else ()
    picked = len(e.random) or size(t, e.seat, "memory")
    ask_for_part(t, e.seat, card, e.pays, cost - picked - len(e.floating))
    cost -= pay_part(t, e.seat, card, part, cost)
    pay_memory(t, e.seat, cost, card, MemoryPayment(e.random, e.floating, e.method))
    t.set(t.state.done, "materialized", t.seq)
    thing = LAYOUT.enter(t, e.card, STACK, e.seat, turn=t.state.turn)
    item = Activation(
        t.seq,
        e.seat,
        thing.id,
        card=e.card,
        materialized=True,
        lineage=champion.id if champion is not None else "",
        aims=e.aims,
        mode=e.mode,
        x=e.x,
        did=e.did,
        hold=e.hold,
    )
    if e.method and not e.random:
        t.refuse("GA-9.11", "none of the memory was picked, logged {method}", method=e.method)
    note_banished(t, thing, (*e.random, *e.floating))
    _pay_besides(t, e, card, thing.id, () if part else e.pays)
    if is_linking(card, item.trigger):
        item.aims = (require_link(t, item, e.aims), *e.aims[1:])
        item.declared = True
        require_targetable(t, item, item.aims)
    require_as_it_comes(t, item)
    require_own_moment(t, item, e.did)
    pend(t, None, item)
    t.set(t.state.waiting, "holder", e.seat)
    t.fact(
        CardMaterialized(
            e.seat, thing.id, e.card, card.types[0], cost, len(e.random), len(e.floating)
        )
    )
    note(t, "materialized", e.seat)
    note(t, "played", e.seat)
    used_up(t, "materialize", e.seat, e.card)
    report(t, "materializes", e.card, e.seat)


def _pay_besides(
    t: GaTable, e: Materialize, card: Card, thing: str, pays: Sequence[Outcome]
) -> None:
    """What a card costs besides its memory cost (GA-8.10, 10.4); of what is reserved for that it
    may be said how much."""
    before = size(t, e.seat, "memory")
    if is_dearer(t, e.card):
        pay_cost_of_text(t, e.seat, e.card, thing, pays)
    else:
        paid_beside(t, e.seat, pays, card, Due("materialize", "GA-8.10", 0))
    paid = size(t, e.seat, "memory") - before
    if e.reserved is None or not paid:
        said = Activate(e.seat, e.card, reserved=e.reserved)
        pay_of_reserve(t, said, card, "materialize")
    else:
        require_reserved(t, "materialize", card, paid, e.reserved)


def require_materializable(t: GaTable, e: Materialize, card: Card) -> InPlay | None:
    """That a card may be materialized by this player; the champion that levels up by it, if any
    (GA-6.21, 10.3, 10.7, 15.6)."""
    if card.deck != "material" and not (card.is_champion or card.is_regalia):
        t.forbid("GA-6.21", "{card} is neither a regalia nor a champion", card=e.card)
    require_few_played(t, e.seat, e.card)
    require_not_forbidden(t, "materialize", e.seat, e.card)
    require_elements_allowed(t, e.seat, card)
    if card.is_champion:
        return _require_level(t, e, card)
    if e.lineage:
        t.forbid("GA-15.6", "{card} is no champion", card=e.card, legal="no lineage")
    require_elements(t, e.seat, card, "GA-10.7")
    return None


def _require_phase(t: GaTable, seat: str) -> None:
    """The materialize phase, in which nothing was materialized yet (GA-6.20, 6.21)."""
    state = t.state
    side = state.players[seat]
    if side.begun == 1:
        t.refuse("GA-6.20", "the first turn has no materialize phase")
    if state.done.materialized:
        t.refuse("GA-10.1", "one card is materialized in a phase", since=state.done.materialized)
    phase = LATE if is_distorted(t) else MATERIALIZE
    require_in_turn(t, phase)
    if state.phase > phase:
        t.refuse("GA-10.1", "the materialize phase is over", since=state.came)
        return
    go_to(t, phase)
    require_in_turn(t, phase)


def _require_level(t: GaTable, e: Materialize, card: Card) -> InPlay:
    """The champion that levels up, and that it may (GA-10.3, 10.6, 15.4, 15.8, 15.13, 24.21)."""
    if card.level == 0:
        t.refuse("GA-10.6", "{card} is Lv 0", card=card.name, legal="a champion of a higher level")
    champion = find(t, e.lineage, e.seat, "GA-15.8") if e.lineage else champion_for(t, e.seat, card)
    if champion.controller != e.seat:
        t.forbid("GA-15.12", "{thing} is not {seat}'s", thing=champion.id, seat=e.seat)
    first = t.state.players[e.seat].champions[0]
    if champion.id != first and t.choice["GA-I 18"] == "only_the_first":
        t.refuse("GA-15.8", "{thing} is not the first", thing=champion.id, legal=quote(first))
    require_lineage(t, champion, card, "GA-24.21")
    return champion


@handles
def preserve(t: GaTable, e: Preserve) -> None:
    """A preserved card goes to the hand in place of the materialization (GA-6.24, 24.27)."""
    require_active(t, e.seat, "GA-6.24")
    require_begun(t)
    _require_phase(t, e.seat)
    preserved = t.state.players[e.seat].preserved
    if e.card not in preserved:
        t.forbid(
            "GA-6.24",
            "{card} is not preserved",
            card=e.card,
            legal=" or ".join(map(quote, sorted(set(preserved)))),
        )
    take(t, e.seat, "material", (e.card,), "GA-24.27")
    put(t, e.seat, "hand", (e.card,))
    moved(t, e.seat, (e.card,), "material", "hand", "GA-24.27")
    t.set(t.state.done, "materialized", t.seq)
