"""What Tower-WizWar reports, beside the common facts."""

from referee.fact import CardsSeen, Fact, Term


class PhaseBegan(Fact, frozen=True):
    """A phase of a turn began.

    Args:
        seat: whose turn it is.
        phase: its name.
    """

    seat: str
    phase: str


class Drafted(Fact, frozen=True):
    """A wizard drafted.

    Args:
        seat: who.
        kind: tower or full.
        spells: how many spells came.
        pool: how many of them went to the pool.
        hand: how many went to the hand.
    """

    seat: str
    kind: str
    spells: int
    pool: int
    hand: int


class CardCast(Fact, frozen=True):
    """A spell card was cast.

    Args:
        seat: who cast it.
        thing: its copy.
        card: the card.
        kind: its kind.
        spot: where it lies.
        cost: the mana that it cost, the surcharge with it.
        surcharge: how much of that the drain counter asked for.
        on: on whose map it lies.
    """

    seat: str
    thing: str
    card: str
    kind: str
    spot: str
    cost: int
    surcharge: int
    on: str


class CardPlayed(Fact, frozen=True):
    """A celestial, an orbital or a tower was played.

    Args:
        seat: who played it.
        thing: its copy; empty for a celestial, which does not stay.
        card: the card.
        kind: celestial, orbital or tower.
    """

    seat: str
    thing: str
    card: str
    kind: str


class ManaSpent(Fact, frozen=True):
    """Mana was made.

    Args:
        seat: whose mana it was.
        made: how many cards were discarded for it.
        used: how much of it paid for something.
        purpose: cast, activation, payment, rebuke or nothing.
        surcharge: how much of what was asked for was surcharge.
    """

    seat: str
    made: int
    used: int
    purpose: str
    surcharge: int = 0


class PoolLeft(Fact, frozen=True):
    """A turn ended with spells left in its wizard's mana pool.

    Args:
        seat: the wizard.
        spells: how many.
    """

    seat: str
    spells: int


class DrainMoved(Fact, frozen=True):
    """A drain counter moved.

    Args:
        seat: whose.
        change: by how much.
        left: where it stands now.
        rule: the rule that moved it.
    """

    seat: str
    change: int
    left: int
    rule: str


class AttackDeclared(Fact, frozen=True):
    """An attack was declared.

    Args:
        seat: who attacks.
        target: the id of a card, or a seat.
        defender: whose card it is, or the wizard.
        attackers: how many.
        power: their power together, as it is then.
        rule: the rule that declares it.
    """

    seat: str
    target: str
    defender: str
    attackers: int
    power: int
    rule: str = "TW-15.4"


class AttackBlocked(Fact, frozen=True):
    """An attack was blocked, or not.

    Args:
        seat: who could block.
        attack: the entry of the attack.
        blockers: how many blocked.
        rule: the rule by which it is said.
    """

    seat: str
    attack: int
    blockers: int
    rule: str = "TW-15.8"


class DamageReckoned(Fact, frozen=True):
    """The damage of an attack or a counterattack was added up.

    Args:
        seat: whose cards deal it.
        attack: the entry of the attack.
        kind: attack or counterattack.
        terms: the power of each card, with what changes it.
        total: the damage.
        rule: the rule that adds it up.
    """

    seat: str
    attack: int
    kind: str
    terms: tuple[Term, ...]
    total: int
    rule: str


class DamageAssigned(Fact, frozen=True):
    """Damage was assigned; of one attack in the order of these facts.

    Args:
        target: the id of a card, or a seat.
        amount: how much.
        harm: the harm that came of it.
        might: the Might against which it was held.
        source: attack, counterattack, or the card of an effect.
        rule: the rule by which it was reckoned.
        left: what was left of it for others.
        attack: the entry of the attack; 0 of an effect.
    """

    target: str
    amount: int
    harm: int
    might: int
    source: str
    rule: str
    left: int = 0
    attack: int = 0


class DamageLost(Fact, frozen=True):
    """Damage found nothing more to be assigned to.

    Args:
        attack: the entry of the attack.
        source: attack or counterattack.
        amount: how much.
        rule: the rule by which it is lost.
    """

    attack: int
    source: str
    amount: int
    rule: str


class HarmChanged(Fact, frozen=True):
    """Harm came onto a card or a wizard, or went.

    Args:
        target: the id of a card, or a seat.
        change: how much.
        left: how much is there now.
        cause: what did it.
        rule: the rule by which it did.
    """

    target: str
    change: int
    left: int
    cause: str
    rule: str = ""


class WoundsChanged(Fact, frozen=True):
    """Wounds came onto a card or a wizard, or went.

    Args:
        target: the id of a card, or a seat.
        seat: the wizard, or whose card it is.
        change: how many.
        left: how many are there now.
        cause: what did it.
        rule: the rule by which it did.
    """

    target: str
    seat: str
    change: int
    left: int
    cause: str
    rule: str = ""


class Expended(Fact, frozen=True):
    """A card was expended, or renewed.

    Args:
        thing: the card.
        expended: whether it is expended now.
        rule: the rule by which.
    """

    thing: str
    expended: bool
    rule: str = ""


class Moved(Fact, frozen=True):
    """A card in play went to another spot.

    Args:
        thing: the card.
        source: where it was: the seat and the spot.
        target: where it is now.
    """

    thing: str
    source: str
    target: str


class TokensChanged(Fact, frozen=True):
    """Tokens came onto a card, or went.

    Args:
        thing: the card.
        colour: of which type.
        change: how many.
        left: how many are there now.
        rule: the rule by which they did.
    """

    thing: str
    colour: str
    change: int
    left: int
    rule: str = ""


class DraftTurned(Fact, frozen=True):
    """A draft card was turned.

    Args:
        seat: for whose effect.
        number: the number on it.
        left: how many cards of the pass were still face down, this one with them.
        alike: how many of them had this number.
    """

    seat: str
    number: int
    left: int
    alike: int


class Cancelled(Fact, frozen=True):
    """Something pending was cancelled.

    Args:
        seat: whose it was.
        entry: the entry that began it.
        kind: cast, attack or effect.
    """

    seat: str
    entry: int
    kind: str


class WizardLost(Fact, frozen=True):
    """A wizard lost.

    Args:
        seat: the wizard.
        cause: how.
        rule: the rule.
    """

    seat: str
    cause: str
    rule: str


class SpaceCleared(Fact, frozen=True):
    """The play space of a wizard that has lost was cleared.

    Args:
        seat: the wizard.
        retreat: whether it plays on in retreat.
        rule: the rule.
    """

    seat: str
    retreat: bool
    rule: str


OWN: tuple[type[Fact], ...] = (
    PhaseBegan,
    Drafted,
    CardCast,
    CardPlayed,
    ManaSpent,
    PoolLeft,
    DrainMoved,
    AttackDeclared,
    AttackBlocked,
    DamageReckoned,
    DamageAssigned,
    DamageLost,
    HarmChanged,
    WoundsChanged,
    Expended,
    Moved,
    TokensChanged,
    DraftTurned,
    Cancelled,
    WizardLost,
    SpaceCleared,
    CardsSeen,
)
