"""What words of a card keep off: Forcefield, the ban on ambushed discards, rules set aside
(WR-14.9, 14.18 to 14.20, 15.7)."""

from collections.abc import Sequence

from referee.games.warrift.ambush import may_make_discard
from referee.games.warrift.catalog import Monster
from referee.games.warrift.state import Effective, InPlay, Strike, WrTable, card_of, turn_of
from referee.games.warrift.values import lent
from referee.parts.effects import Run
from referee.parts.lasting_changes import Lasting, begin, while_there

ASIDE = ("WR-14.9", "WR-14.12", "WR-14.15", "WR-14.20")
"""The rules that a text may set aside (WR-15.7)."""


# -- rules that a text may set aside -------------------------------------------------------------


def sets_aside(r: Run, rule: str) -> bool:
    """Whether the text beats a rule (WR-I 67)."""
    reading = r.t.choice["WR-I 67"]
    return reading == "always" or (reading != "never" and r.sets_aside(rule))


def require_aside(
    r: Run,
    rule: str,
    why: str,
    /,
    *,
    cited: str = "",
    since: int | None = None,
    **facts: int | str,
) -> None:
    """A rule is broken: refused, unless the text sets it aside (WR-15.7).

    Of a text that is not told it is on trust, and the rule is named (WR-15.4).

    Args:
        r: the run.
        rule: the rule.
        why: how it is broken, with the facts in braces.
        cited: the rule that refuses it, where that is another.
        since: the entry that it rests on.
        facts: what was compared.

    Raises:
        Violation: by that rule, unless it is waived.
    """
    if sets_aside(r, rule):
        return
    if r.compiled.free and r.t.choice["WR-I 67"] != "never":
        r.t.trust(f"{r.compiled.card}: its text would have to set {rule} aside")
        return
    r.t.refuse(cited or rule, why, legal="", since=since, **facts)


def wakes(r: Run, thing: InPlay | str, seat: str = "") -> bool:
    """Whether a card in a player's hand or in play awakens where it would be consumed (WR-14.12,
    14.13)."""
    has = bool(r.vocabulary.has(r.t, thing, "awaken"))
    if not has and isinstance(thing, str):
        has = any(each.what == "awaken" for each in lent(r.t, seat, thing))
    return has and not sets_aside(r, "WR-14.12")


def require_consumed(r: Run, card: str) -> None:
    """A card with Awaken is not moved to the Necropolis, as that is to consume it (WR-15.7).

    Raises:
        Violation: WR-15.7, unless the text sets Awaken aside.
    """
    if r.at:
        why = "{name} has Awaken, and is discarded where it would go to the Necropolis"
        require_aside(r, "WR-14.12", why, cited="WR-15.7", name=card)


# -- Forcefield ----------------------------------------------------------------------------------


def forcefields(t: WrTable, seat: str) -> Sequence[Lasting]:
    """The Forcefields that a player is under."""
    changes = t.state.changes.on.get(seat)
    if not changes:
        return ()
    return [each for each in changes if each.what == "forcefield"]


def protect(t: WrTable, source: str, seat: str, target: str) -> None:
    """A player is under a Forcefield, as long as the reading says (WR-14.18, WR-I 60).

    Args:
        t: the table.
        source: the card that gives it.
        seat: whose card it is.
        target: the player who is protected.
    """
    reading = t.choice["WR-I 60"]
    until = "turn"
    if reading == "while_its_source_is_in_play" and source in t.state.zones.things:
        until = while_there(source)
    elif reading == "to_own_next_turn":
        until = turn_of(target)
    begin(t, source, target, "grant", "forcefield", until=until)


def kept_off(r: Run, seat: str, *, cards: bool = False) -> Lasting | None:
    """The Forcefield that keeps an effect off a player; None where none does (WR-14.18, 14.19).

    Args:
        r: the run.
        seat: the player.
        cards: whether it is about cards in hand, decks, piles or the selection (WR-I 61).
    """
    t = r.t
    if not seat or seat == r.seat or seat not in t.state.changes.on:
        return None
    found = forcefields(t, seat)
    if not found or isinstance(card_of(t, r.compiled.card), Monster):
        return None
    if cards and t.choice["WR-I 61"] == "cards_in_play_and_strongholds":
        return None
    if seat in getattr(r.doing, "permitted", ()) or sets_aside(r, "WR-14.20"):
        return None
    return found[-1]


def require_open(r: Run, seat: str, *, cards: bool = False) -> None:
    """Refuse what another player's card does to a protected player (WR-14.20).

    Raises:
        Violation: WR-14.20, the player is under a Forcefield.
    """
    found = kept_off(r, seat, cards=cards)
    if found is not None:
        why = "{seat} is under the Forcefield of {source}"
        require_aside(r, "WR-14.20", why, since=found.entry, seat=seat, source=found.source)


def protected_kill(r: Run, monster: InPlay) -> Lasting | None:
    """The Forcefield of a player whose attack on a monster is pending, where stealing that kill
    is an effect on the player (WR-I 62)."""
    if r.t.choice["WR-I 62"] != "yes":
        return None
    for each in r.t.state.waiting.stack:
        if not isinstance(each, Strike) or all(part.monster != monster.id for part in each.parts):
            continue
        if (found := kept_off(r, each.seat)) is not None:
            return found
    return None


# -- discards ------------------------------------------------------------------------------------


def discard_banned(r: Run, seat: str) -> bool:
    """Whether an Ambush card may not make a player discard now (WR-14.9, WR-I 58)."""
    source = r.source if isinstance(r.source, InPlay) else None
    return not may_make_discard(r.t, source, r.seat, seat) and not sets_aside(r, "WR-14.9")


def require_discard(r: Run, seat: str) -> None:
    """Refuse a discard that an Ambush card may not cause (WR-14.9).

    Raises:
        Violation: WR-14.9, it was played as a response or too late.
    """
    if discard_banned(r, seat):
        why = "{card} makes {seat} discard, played as a response or after the start of that turn"
        require_aside(r, "WR-14.9", why, card=r.compiled.card, seat=seat)


def aims_kept_off(t: WrTable, pending: Effective) -> list[str]:
    """The players that an effect was aimed at and who came under another's Forcefield since
    (WR-14.21)."""
    return [
        aim
        for aim in pending.aims
        if aim != pending.seat
        and aim not in pending.permitted
        and any(each.entry > pending.entry for each in forcefields(t, aim))
    ]
