"""Facts in words: one sentence for each fact type, and something readable for unknown types."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Any, TypeAlias

from msgspec import structs

from events.event import Event
from referee import fact as facts
from referee.english import counted
from referee.fact import Fact, Term
from referee.parts.effects.facts import EffectHappened
from referee.parts.responses import Passed, Resolved
from referee.table import Result

if TYPE_CHECKING:
    from storage.season.penalties import Penalised

Words: TypeAlias = Mapping[type[Fact], Callable[[Any], str]]
"""How a game tells the facts of its own."""

NO_WORDS: Words = {}
"""Of no game: its facts are told by their fields."""


def sentence(fact: Fact, words: Words = NO_WORDS) -> str:
    """One fact in words, without the rule it cites.

    Args:
        fact: a common one, or one of a game.
        words: how that game tells its own.

    Example:
        >>> sentence(facts.CardsDrawn("ana", 2, "X-1.1"))
        'ana draws 2 cards'
    """
    kind = type(fact)
    return (_WORDS.get(kind) or words.get(kind) or _unknown)(fact)


def cited(fact: Fact, words: Words = NO_WORDS) -> str:
    """One fact in words, with the rule it cites in brackets."""
    rule = getattr(fact, "rule", "")
    said = sentence(fact, words)
    return f"{said} [{rule}]" if rule else said


def tell(followed: Sequence[Fact], words: Words = NO_WORDS) -> list[str]:
    """The facts of one entry as short sentences, without what others of them say already.

    Dice that stand in an itemised total, a score that a damage has just named, and passes that
    nobody said before what took effect are left out, as is that something took effect whose effect
    is told; cards that took the same way are told together.
    """
    pending = {f.entry for f in followed if isinstance(f, Resolved)}
    caused = {f.cause for f in followed if isinstance(f, EffectHappened)}
    followed = [
        f
        for f in followed
        if not (isinstance(f, Passed) and f.implied and f.entry in pending)
        and not (isinstance(f, Resolved) and f.how == "took effect" and f.entry in caused)
    ]
    compared = any(isinstance(f, facts.TotalsCompared) for f in followed)
    sentences: list[str] = []
    left: set[tuple[str, int]] = set()
    for key, run in groupby(followed, _alike):
        group = list(run)
        first = group[0]
        if isinstance(first, facts.DieRolled) and compared:
            continue
        if isinstance(first, facts.DamageDealt):
            left |= {(f.other_seat, f.left) for f in group if isinstance(f, facts.DamageDealt)}
        if isinstance(first, facts.ScoreChanged):
            group = [
                f
                for f in group
                if isinstance(f, facts.ScoreChanged) and (f.seat, f.value) not in left
            ]
        if key[0] is facts.CardMoved and len(group) > 1:
            sentences.append(_cards_moved(group))
        elif key[0] is facts.DieRolled and len(group) > 1:
            sentences.append(_dice_rolled(group))
        else:
            sentences += [sentence(f, words) for f in group]
    return sentences


def sums(fact: Fact) -> list[tuple[str, Sequence[Term], int]]:
    """The itemised totals that a fact holds: whose, the terms, and the total."""
    if isinstance(fact, facts.TotalsCompared):
        return [
            (_owned(fact.seat, fact.card), fact.terms, fact.total),
            (_owned(fact.other_seat, fact.other_card), fact.other_terms, fact.other_total),
        ]
    found: list[tuple[str, Sequence[Term], int]] = []
    for name, value in structs.asdict(fact).items():
        if isinstance(value, tuple) and value and isinstance(value[0], Term):
            found.append((_spaced(name), value, sum(term.value for term in value)))
    return found


def added(terms: Sequence[Term]) -> str:
    """Terms as a sum: ``die 6 + offense 2 - vulnerable 1``."""
    text = ""
    for term in terms:
        if text:
            text += " - " if term.value < 0 else " + "
            text += f"{term.label} {abs(term.value)}"
        else:
            text = f"{term.label} {term.value}"
    return text


def _alike(fact: Fact) -> tuple[Any, ...]:
    """What consecutive facts must share to be told together."""
    if isinstance(fact, facts.CardMoved):
        return (facts.CardMoved, fact.seat, fact.source, fact.target, fact.rule)
    if isinstance(fact, facts.DieRolled):
        return (facts.DieRolled, fact.purpose)
    return (type(fact),)


def _cards_moved(group: Iterable[Fact]) -> str:
    moved = [f for f in group if isinstance(f, facts.CardMoved)]
    cards = ", ".join(f.card for f in moved)
    where = f"go from {moved[0].source}" if moved[0].source else "come"
    return f"{_owned(moved[0].seat, cards)} {where} to {moved[0].target}"


def _dice_rolled(group: Iterable[Fact]) -> str:
    dice = [f for f in group if isinstance(f, facts.DieRolled)]
    return f"{dice[0].purpose}: " + ", ".join(f"{f.seat} rolls {f.value}" for f in dice)


def _owned(seat: str, thing: str) -> str:
    return f"{seat}'s {thing}" if seat else thing


def _named(card: str, unit: str) -> str:
    return card if card == unit else f"{card} ({unit})"


def _die_rolled(f: facts.DieRolled) -> str:
    die = f"a die from {f.faces[0]} to {f.faces[-1]}" if f.faces else f"a d{f.sides}"
    return f"{f.seat} rolls {f.value} on {die}, {f.purpose}"


def _totals_compared(f: facts.TotalsCompared) -> str:
    ours = f"{_owned(f.seat, f.card)} {f.total} ({added(f.terms)})"
    theirs = f"{_owned(f.other_seat, f.other_card)} {f.other_total} ({added(f.other_terms)})"
    won = f.total > f.other_total or (f.total == f.other_total and f.winner == f.seat)
    lost = f.total < f.other_total or (f.winner and f.winner == f.other_seat)
    against = "beats" if won else "loses to" if lost else "ties with"
    return f"{f.kind}: {ours} {against} {theirs}"


def _damage_dealt(f: facts.DamageDealt) -> str:
    target = _owned(f.other_seat, _named(f.card, f.target))
    if not f.seat and f.source == f.cause:
        return f"{target} takes {f.amount} ({f.cause}), {f.left} left"
    source = _owned(f.seat, f.source)
    return f"{source} deals {f.amount} to {target} ({f.cause}), {f.left} left"


def _unit_defeated(f: facts.UnitDefeated) -> str:
    by = f" by {f.by}" if f.by else ""
    return f"{_owned(f.seat, _named(f.card, f.unit))} is defeated{by}"


def _score_changed(f: facts.ScoreChanged) -> str:
    if f.seat and f.measure.endswith("s"):
        return f"{f.seat} has {counted(f.value, f.measure[:-1])}"
    return f"{_owned(f.seat, f.measure)} is {f.value}"


def _cards_drawn(f: facts.CardsDrawn) -> str:
    return f"{f.seat} draws {counted(f.count, 'card')}"


def _card_moved(f: facts.CardMoved) -> str:
    where = f"goes from {f.source}" if f.source else "comes"
    return f"{_owned(f.seat, f.card)} {where} to {f.target}"


def _deck_rebuilt(f: facts.DeckRebuilt) -> str:
    return f"{_owned(f.seat, 'deck')} is shuffled anew, {counted(f.count, 'card')}"


def _hand_kept(f: facts.HandKept) -> str:
    return f"{f.seat} keeps {_copies(f.copies, f.card)}"


def _hand_returned(f: facts.HandReturned) -> str:
    return f"{f.seat} returns {_copies(f.copies, f.card)}"


def _hand_shown(f: facts.HandShown) -> str:
    return f"{f.seat} holds {_copies(f.copies, f.card)}"


def _copies(copies: int, card: str) -> str:
    return card if copies == 1 else f"{copies} {card}"


def _unit_entered(f: facts.UnitEntered) -> str:
    return f"{_owned(f.seat, _named(f.card, f.unit))}: {f.how}"


def _units_readied(f: facts.UnitsReadied) -> str:
    return f"{f.seat} readies {counted(f.count, 'unit')}"


def _ability_used(f: facts.AbilityUsed) -> str:
    return f"{_owned(f.seat, f.card)} uses its ability {f.ability}"


def _turn_began(f: facts.TurnBegan) -> str:
    return f"turn {f.turn} begins" + (f", {f.seat}" if f.seat else "")


def _turn_ended(f: facts.TurnEnded) -> str:
    return f"turn {f.turn} ends"


def _first_player(f: facts.FirstPlayer) -> str:
    return f"{f.seat} goes first"


def _depth_changed(f: facts.DepthChanged) -> str:
    depths = {
        "result": "the result alone is told",
        "life": "scores and turns are told",
        "key-plays": "scores, turns and key plays are told",
        "full": "everything is told",
    }
    return f"{depths.get(f.depth, f.depth)} from here"


def _state_repaired(f: facts.StateRepaired) -> str:
    return f"repaired: {f.what} of {f.target} is {f.value}"


def _side_left(f: facts.SideLeft) -> str:
    return f"{f.side} is out of the match: {f.how}"


def _match_ended(f: facts.MatchEnded) -> str:
    return f"{result_words(f)}: {f.how}"


def result_words(ended: facts.MatchEnded | Result) -> str:
    """Who won, in words: ``ana wins``, ``ana and bo win``, ``a draw``, ``everybody loses``."""
    sides = ended.winners
    match ended.result:
        case "won":
            return f"{sides[0]} wins"
        case "shared":
            return f"{', '.join(sides[:-1])} and {sides[-1]} win"
        case "all lost":
            return "everybody loses"
    return "a draw" if ended.result == "draw" else "no result"


def _unknown(fact: Fact) -> str:
    """A fact of a type that this page does not know, from the names of its fields."""
    values = structs.asdict(fact)
    seat = values.pop("seat", "")
    values.pop("rule", None)
    parts = [_part(name, value) for name, value in values.items() if value not in ("", None, ())]
    words = ": ".join(filter(None, [_spaced(str(fact.__struct_config__.tag)), ", ".join(parts)]))
    return f"{seat}, {words}" if seat else words


def _part(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return f"{_spaced(name)} {'yes' if value else 'no'}"
    if isinstance(value, tuple | list):
        if isinstance(value[0], Term):
            return f"{_spaced(name)} {added(value)}"
        value = " ".join(map(str, value))
    return f"{_spaced(name)} {value}"


def _spaced(name: str) -> str:
    return name.replace("_", " ").replace("-", " ")


_WORDS: dict[type[Fact], Callable[[Any], str]] = {
    facts.DieRolled: _die_rolled,
    facts.TotalsCompared: _totals_compared,
    facts.DamageDealt: _damage_dealt,
    facts.UnitDefeated: _unit_defeated,
    facts.ScoreChanged: _score_changed,
    facts.CardsDrawn: _cards_drawn,
    facts.CardMoved: _card_moved,
    facts.DeckRebuilt: _deck_rebuilt,
    facts.HandKept: _hand_kept,
    facts.HandReturned: _hand_returned,
    facts.HandShown: _hand_shown,
    facts.UnitEntered: _unit_entered,
    facts.UnitsReadied: _units_readied,
    facts.AbilityUsed: _ability_used,
    facts.TurnBegan: _turn_began,
    facts.TurnEnded: _turn_ended,
    facts.FirstPlayer: _first_player,
    facts.DepthChanged: _depth_changed,
    facts.StateRepaired: _state_repaired,
    facts.SideLeft: _side_left,
    facts.MatchEnded: _match_ended,
}


def penalty_text(penalty: "Penalised") -> str:
    """A penalty with when, where, why, from whom, and how it stands."""
    rule = f" by {penalty.rule}" if penalty.rule else ""
    by = f" (entry {penalty.undone_by})" if penalty.undone_by else ""
    standing = "" if penalty.standing == "legal" else f", {penalty.standing}{by}"
    return (
        f"{penalty.played_at:%Y-%m-%d %H:%M} {penalty.match} entry {penalty.seq}: {penalty.kind}"
        f"{rule} to {penalty.seat} from {penalty.judge}: {penalty.reason}{standing}"
    )


def about_event(kind: type[Event]) -> str:
    """What an event means: the first paragraph of its documentation, as people read it."""
    first = (kind.__doc__ or "").strip().partition("\n\n")[0]
    return " ".join(first.split()).replace("``", "")
