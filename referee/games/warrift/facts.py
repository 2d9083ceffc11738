"""What follows from an entry of WarRift, beside what all games share."""

from referee.fact import CardsSeen, Fact


class DifficultySet(Fact, frozen=True):
    """The difficulty was agreed, and what it costs to retain a card.

    Args:
        difficulty: its name.
        limit: how many monsters may be in play when a rotation ends.
        retain: what it costs to retain a card; 0 where that is not played.
    """

    difficulty: str
    limit: int
    retain: int


class ClassTaken(Fact, frozen=True):
    """A player plays a class.

    Args:
        seat: the player.
        cls: the class; empty where it is not known.
    """

    seat: str
    cls: str


class RotationBegan(Fact, frozen=True):
    """A rotation began, counted from 1.

    Args:
        seat: its first player.
        rotation: which it is.
        ending: whether it is the game-ending one.
    """

    seat: str
    rotation: int
    ending: bool


class RotationEnded(Fact, frozen=True):
    """A rotation ended.

    Args:
        rotation: which it was.
        monsters: how many monsters were in play.
        limit: how many may be.
    """

    rotation: int
    monsters: int
    limit: int


class EyeOpened(Fact, frozen=True):
    """The dice of the Eye gave a number of monsters.

    Args:
        seat: who rolled.
        count: how many are to come out.
    """

    seat: str
    count: int


class MonsterEntered(Fact, frozen=True):
    """A monster came into play.

    Args:
        thing: the monster.
        card: its card.
        source: what brought it in: the Eye, or a card.
    """

    thing: str
    card: str
    source: str


class MonsterKilled(Fact, frozen=True):
    """A monster died.

    Args:
        seat: the killer; empty where it is nobody's kill.
        thing: the monster.
        card: its card.
        points: what the killer got for it.
        source: what took its last health.
        stolen: whose attack on it was pending then; empty where none was.
    """

    seat: str
    thing: str
    card: str
    points: int
    source: str
    stolen: str


class CardPlayed(Fact, frozen=True):
    """A card came into play from a hand.

    Args:
        seat: who played it.
        thing: the copy in play.
        card: the card.
        ambush: whether on another's turn or as a response.
        owner: the player of its class; empty where it has none.
    """

    seat: str
    thing: str
    card: str
    ambush: bool
    owner: str = ""


class CardSummoned(Fact, frozen=True):
    """A card was summoned.

    Args:
        seat: who summoned it.
        card: the card.
        cost: what was paid for it.
        target: rift or discard.
        offered: what lay in the selection beside it.
    """

    seat: str
    card: str
    cost: int
    target: str
    offered: tuple[str, ...]


class SupportTaken(Fact, frozen=True):
    """A mercenary was hired, or a stronghold gained.

    Args:
        seat: by whom.
        thing: the copy in play.
        card: the card.
        cost: what was paid: cards, or points.
        kind: mercenary or stronghold.
        offered: what lay in the selection beside it.
    """

    seat: str
    thing: str
    card: str
    cost: int
    kind: str
    offered: tuple[str, ...]


class RiftDealt(Fact, frozen=True):
    """A player got so many cards of the Rift.

    Args:
        seat: who got them.
        count: how many.
        summoned: how many the player had summoned to it.
        total: how many cards were in the Rift.
    """

    seat: str
    count: int
    summoned: int
    total: int


class MagickaLost(Fact, frozen=True):
    """A player did not spend so much magicka.

    Args:
        seat: whose it was.
        amount: how much.
    """

    seat: str
    amount: int


class Traded(Fact, frozen=True):
    """Two players traded.

    Args:
        seat: the one.
        other: the other.
        gave: how many cards and strongholds the one gave.
        took: how many the other gave.
    """

    seat: str
    other: str
    gave: int
    took: int


class CountersChanged(Fact, frozen=True):
    """Corrupt counters were put on a monster by an effect, or taken off.

    Args:
        thing: the monster.
        change: how many.
        left: how many it has now.
        source: by what.
    """

    thing: str
    change: int
    left: int
    source: str


class CardsPassed(Fact, frozen=True):
    """Cards that nobody saw went from one face-down place to another by an effect.

    Args:
        seat: whose effect.
        source: where they were.
        target: where they went.
        count: how many.
    """

    seat: str
    source: str
    target: str
    count: int


class TokenTurned(Fact, frozen=True):
    """The first-player token was turned by an effect.

    Args:
        seat: whose effect.
        side: day or night.
    """

    seat: str
    side: str


OWN: tuple[type[Fact], ...] = (
    DifficultySet,
    ClassTaken,
    RotationBegan,
    RotationEnded,
    EyeOpened,
    MonsterEntered,
    MonsterKilled,
    CardPlayed,
    CardSummoned,
    SupportTaken,
    RiftDealt,
    MagickaLost,
    Traded,
    CountersChanged,
    CardsSeen,
    CardsPassed,
    TokenTurned,
)
