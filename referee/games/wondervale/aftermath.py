"""What a defeat leaves to the players: tribe cards to take back, or nothing of all it offers."""

from collections import Counter
from collections.abc import Sequence

from events.notation import quote
from events.wondervale import Decline, Reclaim
from referee.fact import CardMoved
from referee.games.wondervale.cards import require_known, take
from referee.games.wondervale.due import Due, TakeBack
from referee.games.wondervale.handlers import handles
from referee.games.wondervale.possible import way_on
from referee.games.wondervale.state import Side, WvTable
from referee.house import require_seat

# -- tribe cards are taken back ----------------------------------------------------------------


def rights_of(t: WvTable, seat: str) -> list[TakeBack]:
    """The rights of a player to take tribe cards back, one for each fallen unit."""
    return [due for due in t.state.due if type(due) is TakeBack and due.seat == seat]


def shared_out(rights: Sequence[TakeBack], cards: Sequence[str]) -> list[list[str]] | None:
    """The cards shared out among fallen units, each with no more than it gives; None if none is.

    Those of an earlier right go first.
    """
    shares: list[list[str]] = [[] for _ in rights]

    def share(at: int) -> bool:
        if at == len(cards):
            return True
        card = cards[at]
        for right, own in zip(rights, shares, strict=True):
            if len(own) < right.count and own.count(card) < right.cards.count(card):
                own.append(card)
                if share(at + 1):
                    return True
                own.pop()
        return False

    return shares if share(0) else None


def can_take_back(t: WvTable, seat: str) -> dict[str, int]:
    """Each card that may be taken back alone now, with the most copies that could be."""
    rights = rights_of(t, seat)
    taken = [card for right in rights for card in right.taken]
    found: dict[str, int] = {}
    pile = t.state.sides[seat].discard
    for card in dict.fromkeys(card for right in rights for card in right.cards):
        copies = 0
        while copies < pile.count(card) and shared_out(rights, [*taken, *[card] * (copies + 1)]):
            copies += 1
        if copies:
            found[card] = copies
    return found


@handles
def reclaim(t: WvTable, e: Reclaim) -> None:
    """WV-7.12: tribe cards of fallen units come back to hand."""
    require_seat(t, e.seat)
    side = t.state.sides[e.seat]
    require_known(t, e.cards)
    rights = rights_of(t, e.seat)
    shares = _require_right(t, side, e, rights)
    take(side.discard, e.cards)
    side.hidden.put("hand", e.cards)
    used_up = shares is None or sum(map(len, shares)) >= sum(right.count for right in rights)
    if shares is None or used_up:
        t.state.due = [due for due in t.state.due if due not in rights]
    else:
        for right, share in zip(rights, shares, strict=True):
            right.taken = share
    for card in e.cards:
        t.fact(CardMoved(e.seat, card, "discard", "hand", "WV-7.12"))


def _require_right(
    t: WvTable, side: Side, e: Reclaim, rights: Sequence[TakeBack]
) -> list[list[str]] | None:
    """What each fallen unit gives, once these cards are taken too; None where a judge let it be.

    The cards are there, and none of the units gives more than one for each guardian and hero.
    """
    if not rights:
        t.forbid("WV-7.12", "{seat} has no tribe cards to take back now", seat=e.seat)
    taken = [card for right in rights for card in right.taken]
    could = Counter(card for right in rights for card in right.cards)
    units = ", ".join(right.unit for right in rights)
    for card, asked in Counter(e.cards).items():
        have = min(could[card] - taken.count(card), side.discard.count(card))
        if asked > have:
            t.forbid(
                "WV-7.12",
                "{asked} of {card} taken back; {units} left {have}",
                asked=asked,
                card=card,
                units=units,
                have=have,
                since=rights[0].since,
            )
    limit = sum(right.count for right in rights) - len(taken)
    shares = shared_out(rights, [*taken, *e.cards])
    if shares is None:
        t.refuse(
            "WV-7.12",
            "{have} taken back; at most {limit} for the guardians and heroes of {units}",
            have=len(e.cards),
            limit=limit,
            units=units,
            legal=f"at most {limit}" if len(e.cards) > limit else "fewer of one unit",
            since=rights[0].since,
        )
    return shares


# -- nothing of it -----------------------------------------------------------------------------


@handles
def decline(t: WvTable, e: Decline) -> None:
    """A player passes on what one source offers; what is owed cannot be declined.

    The source is a fallen unit, with the cards and the draw that it gives, or the verb of an
    ability. Where none is named it is the one that offered first.
    """
    require_seat(t, e.seat)
    state = t.state
    offers = offers_of(t, e.seat)
    if not offers:
        owing = next((due for due in state.due if due.seat == e.seat), None)
        t.forbid(
            owing.rule if owing else "WV-7.13",
            "{seat} has nothing to decline",
            seat=e.seat,
            legal=way_on(t),
        )
    sources = list(dict.fromkeys(due.source for due in offers))
    source = e.what or sources[0]
    if source not in sources:
        t.forbid(
            "WV-7.13",
            "nothing is offered to {seat} for {what}",
            what=source,
            seat=e.seat,
            legal=" or ".join(f"{e.seat} decline {quote(each)}" for each in sources),
        )
    _share_out_again(t, e.seat, source)
    passed = [due for due in offers if due.source == source]
    state.due = [due for due in state.due if due not in passed]


def offers_of(t: WvTable, seat: str) -> list[Due]:
    """What a player may do, and need not."""
    return [due for due in t.state.due if due.seat == seat and not due.must]


def _share_out_again(t: WvTable, seat: str, unit: str) -> None:
    """Cards that were taken back are put down to the unit whose right ends, where they may be."""
    rights = sorted(rights_of(t, seat), key=lambda right: right.unit != unit)
    if not any(right.taken for right in rights):
        return
    shares = shared_out(rights, [card for right in rights for card in right.taken])
    for right, share in zip(rights, shares or [], strict=bool(shares)):
        right.taken = share
