"""The words of Tower-WizWar's effects: what each primitive of TW-19 does, and what a text may
read."""

from events.tower_wizwar import (
    Allow,
    Damage,
    Destroy,
    Discard,
    Drain,
    DrawCards,
    Exchange,
    Expend,
    Forbid,
    GiveUp,
    Grant,
    Harm,
    LookAt,
    Modify,
    Move,
    MoveCoins,
    PayCoins,
    PayMana,
    Random,
    Renew,
    Reveal,
    TakeCoin,
    TowerPlay,
    TurnHarm,
    Wound,
)
from referee.games.tower_wizwar.catalog import TRIGGERS
from referee.games.tower_wizwar.effects import cards, play
from referee.games.tower_wizwar.effects.numbers import NUMBERS, has
from referee.games.tower_wizwar.places import LAYOUT, PLACES
from referee.games.tower_wizwar.reckoning import TEXTS
from referee.house import AnyTable
from referee.parts.effects import Among, Primitive, Vocabulary
from referee.rulebook import rulebook_of

ACTS = ("cast", "attack", "block", "target", "expend", "renew", "activate", "turning")
"""What effects forbid, allow, or change the price of."""


def cards_in(t: AnyTable, seat: str, place: str) -> Among:
    """The cards in a place."""
    return LAYOUT.find(t, seat, place)


VOCABULARY = Vocabulary(
    outcomes={
        PayMana: Primitive(cards.mana, "pay {count} mana"),
        DrawCards: Primitive(cards.draw_cards, "{wizard} draw {count} into the {place}"),
        Discard: Primitive(cards.discard, "{wizard} discard {cards} from the {place}"),
        Destroy: Primitive(play.destroy, "destroy {card}"),
        Move: Primitive(play.move, "move {card} to {spot}"),
        Exchange: Primitive(play.exchange, "exchange {card} and {other}"),
        Damage: Primitive(play.damage, "{amount} damage to {card}"),
        Harm: Primitive(play.harm, "{change} harm on {card}"),
        Wound: Primitive(play.wound, "{change} wounds on {card}"),
        TurnHarm: Primitive(play.turn, "turn {count} harm of {card} into wounds"),
        Expend: Primitive(play.expend, "expend {card}"),
        Renew: Primitive(play.renew, "renew {card}"),
        TakeCoin: Primitive(play.coin, "a {colour} coin on {card}"),
        PayCoins: Primitive(play.coins, "discard {count} {colour} of {card}"),
        MoveCoins: Primitive(play.shift, "{count} {colour} from {card} to {other}"),
        Random: Primitive(play.random, "turn a draft card: {number}"),
        Drain: Primitive(play.drain, "the drain of {wizard} moves by {change}"),
        TowerPlay: Primitive(play.tower, "{wizard} plays the tower {tower}"),
        Modify: Primitive(play.modify, "{what} of {card} {change} (until end of {until})"),
        Grant: Primitive(play.grant, "{card} has {word} (until end of {until})"),
        Allow: Primitive(play.allow, "{card} is allowed {what} (until end of {until})"),
        Forbid: Primitive(play.forbid, "{card} is forbidden to {what} (until end of {until})"),
        Reveal: Primitive(cards.reveal, "{wizard} shows {cards} of the {place}"),
        LookAt: Primitive(cards.look, "look at {count} cards of {wizard}'s {place}"),
        GiveUp: Primitive(play.forfeit, "{wizard} forfeits"),
    },
    things=lambda t: t.state.zones.things,
    has=has,
    cards=cards_in,
    places={place.name: place for place in PLACES},
    numbers=NUMBERS,
    triggers=TRIGGERS,
    contradicts="TW-19.9",
    impossible="TW-19.6",
    untold="TW-19.9",
    clouded=TEXTS.clouded,
    lasting=("always",),
    rules=rulebook_of(__package__.rpartition(".")[0]).rules,
    pickers={"you": "controller", "opponent": "controller", "chance": "blind"},
    acts=ACTS,
)
"""What effects do to cards, wizards and the table."""
