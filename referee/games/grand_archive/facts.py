"""What Grand Archive reports, beside the common facts."""

from referee.fact import CardsSeen, Fact, Term


class PhaseBegan(Fact, frozen=True):
    """A phase of a turn began.

    Args:
        seat: whose turn it is.
        phase: its name.
    """

    seat: str
    phase: str


class CardActivated(Fact, frozen=True):
    """A card was activated.

    Args:
        seat: who did.
        thing: its copy.
        card: the card.
        kind: its type.
        element: its element.
        cost: the reserve cost that was computed; -1 where it has none.
        reserved: how many cards of the hand paid.
        zone: where it came from.
        answers: whether something was on the stack.
    """

    seat: str
    thing: str
    card: str
    kind: str
    element: str
    cost: int
    reserved: int
    zone: str
    answers: bool


class CardMaterialized(Fact, frozen=True):
    """A card was materialized.

    Args:
        seat: who did.
        thing: its copy.
        card: the card.
        kind: its type.
        cost: the memory cost that was computed.
        banished: how many cards of the memory paid.
        floating: how many cards with Floating Memory did.
    """

    seat: str
    thing: str
    card: str
    kind: str
    cost: int
    banished: int
    floating: int


class BanishedAtRandom(Fact, frozen=True):
    """A card of a memory was picked at random and banished (GA-9.10).

    Args:
        seat: whose memory it was.
        card: the card.
        pick: which of the payment it was, from 1.
        of: how many cards the memory held before the payment.
        paid: how many were picked together.
        known: how many cards of the memory were known by name before the payment.
        met: whether one of these, by its name, was picked.
    """

    seat: str
    card: str
    pick: int
    of: int
    paid: int
    known: int = 0
    met: bool = False


class AbilityActivated(Fact, frozen=True):
    """An activated ability was used.

    Args:
        seat: who did.
        thing: its source.
        card: the card.
        ability: which one.
        answers: whether something was on the stack.
    """

    seat: str
    thing: str
    card: str
    ability: str
    answers: bool = False


class ChampionLeveled(Fact, frozen=True):
    """A champion came onto the field, or levelled up or down.

    Args:
        seat: whose it is.
        thing: the champion.
        card: the top card now.
        level: its printed level.
        how: placed, leveled up, deleveled.
    """

    seat: str
    thing: str
    card: str
    level: int
    how: str


class AttackDeclared(Fact, frozen=True):
    """An attack was declared.

    Args:
        seat: who attacks.
        thing: the attacker.
        card: its card.
        target: the first defending object.
        weapons: how many objects take part.
        intents: how many attack cards do.
        means: the cards of both, in the order of their names.
    """

    seat: str
    thing: str
    card: str
    target: str
    weapons: int
    intents: int
    means: tuple[str, ...] = ()


class StrikeReckoned(Fact, frozen=True):
    """The damage of an attacker or a retaliator, term by term (GA-17.43).

    Args:
        seat: whose unit it is.
        thing: the unit.
        target: whom it strikes.
        terms: what makes it up.
        total: what it comes to.
    """

    seat: str
    thing: str
    target: str
    terms: tuple[Term, ...]
    total: int


class AttackRedirected(Fact, frozen=True):
    """An attack has another target (GA-17.10).

    Args:
        seat: who controls the new target.
        thing: the attacker.
        target: the new target.
    """

    seat: str
    thing: str
    target: str


class Retaliated(Fact, frozen=True):
    """A unit retaliates against an attacker (GA-17.32).

    Args:
        seat: who controls it.
        thing: the unit.
        card: its card.
        target: the attacker.
    """

    seat: str
    thing: str
    card: str
    target: str


class LifeReckoned(Fact, frozen=True):
    """The life that is left to a champion, term by term (GA-25.13).

    Args:
        seat: who controls it.
        thing: the champion.
        terms: what makes it up.
        total: what it comes to.
    """

    seat: str
    thing: str
    terms: tuple[Term, ...]
    total: int


class CombatEnded(Fact, frozen=True):
    """A combat is over.

    Args:
        seat: who attacked.
        thing: the attacker.
        how: struck, without a target, ended.
    """

    seat: str
    thing: str
    how: str


class ObjectLeft(Fact, frozen=True):
    """An object left the field.

    Args:
        seat: who controlled it.
        thing: the object.
        card: its card.
        how: died, destroyed, sacrificed, banished, returned.
        by: what did it.
    """

    seat: str
    thing: str
    card: str
    how: str
    by: str


class CountersChanged(Fact, frozen=True):
    """Counters came onto an object, or went.

    Args:
        seat: who controls it.
        thing: the object.
        kind: which counters.
        change: how many more; below 0 for fewer.
        left: how many there are now.
    """

    seat: str
    thing: str
    kind: str
    change: int
    left: int


class Recovered(Fact, frozen=True):
    """Damage counters went from a champion.

    Args:
        seat: whose champion it is.
        amount: how many.
    """

    seat: str
    amount: int


class Fizzled(Fact, frozen=True):
    """What was on the stack did nothing (GA-11.1), or was negated (GA-11.10).

    Args:
        seat: whose it was.
        card: the card that it is of.
        why: why.
        rule: the rule.
    """

    seat: str
    card: str
    why: str
    rule: str


class Recollected(Fact, frozen=True):
    """A memory was taken up into the hand (GA-6.31).

    Args:
        seat: whose.
        count: how many cards.
    """

    seat: str
    count: int


class Glimpsed(Fact, frozen=True):
    """Cards on top of a deck were looked at (GA-22.5).

    Args:
        seat: who did.
        count: how many.
        bottom: how many of them went to the bottom.
    """

    seat: str
    count: int
    bottom: int


class RandomResult(Fact, frozen=True):
    """A fair random result (GA-22.8).

    Args:
        seat: whose effect asked for it.
        source: what it is of.
        number: the result.
    """

    seat: str
    source: str
    number: int


class TriggerMissed(Fact, frozen=True):
    """A trigger or turn-based action was not done when it was due.

    Args:
        seat: who missed it.
        what: which.
        added: whether it was done later.
        cause: the entry that set it off, where that was said.
    """

    seat: str
    what: str
    added: bool
    cause: int = 0


class KeywordWorked(Fact, frozen=True):
    """A keyword did by itself what it says.

    Args:
        seat: whose it is.
        thing: the object or the card on the stack that has it.
        word: the keyword.
        amount: its number, such as how many cards or counters; 0 where it has none.
        rule: the rule of the keyword.
    """

    seat: str
    thing: str
    word: str
    amount: int
    rule: str


class TurnStood(Fact, frozen=True):
    """How a player stands as a turn ends.

    Args:
        seat: the player.
        turn: the turn.
        level: the level of the champion.
        life: the life that is left to it.
        influence: cards in hand and memory.
        deck: cards in the main deck.
    """

    seat: str
    turn: int
    level: int
    life: int
    influence: int
    deck: int


class TieBroken(Fact, frozen=True):
    """A game without a winner in time was decided by a figure (GA-26.8).

    Args:
        seat: who wins.
        figure: which figure.
        own: the winner's.
        next: the best of the others'.
    """

    seat: str
    figure: str
    own: int
    next: int


OWN: tuple[type[Fact], ...] = (
    PhaseBegan,
    CardActivated,
    CardMaterialized,
    BanishedAtRandom,
    AbilityActivated,
    ChampionLeveled,
    AttackDeclared,
    AttackRedirected,
    Retaliated,
    StrikeReckoned,
    LifeReckoned,
    CombatEnded,
    ObjectLeft,
    CountersChanged,
    Recovered,
    Fizzled,
    Recollected,
    Glimpsed,
    CardsSeen,
    RandomResult,
    TriggerMissed,
    KeywordWorked,
    TurnStood,
    TieBroken,
)
"""The facts of this game alone."""
