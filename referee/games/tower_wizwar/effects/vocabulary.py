"""The words of Tower-WizWar's effects: what each primitive of TW-19 does, and what a text may
read."""

from typing import get_args

from events import tower_wizwar as ev
from referee.games.tower_wizwar.catalog import TRIGGERS
from referee.games.tower_wizwar.effects import cancel, cards, chance, costs, play, rights, seen
from referee.games.tower_wizwar.effects.numbers import NUMBERS, has
from referee.games.tower_wizwar.effects.resolution import by_spot
from referee.games.tower_wizwar.places import LAYOUT, PLACES
from referee.games.tower_wizwar.state import stands
from referee.games.tower_wizwar.triggers import HEARD_IN_WORDS, OF_CARDS, OF_WIZARDS
from referee.games.tower_wizwar.values import TEXTS
from referee.house import AnyTable
from referee.parts.effects import Among, Primitive, Vocabulary
from referee.rulebook import rulebook_of

ACTS = tuple(
    sorted({*get_args(ev.Ban), *get_args(ev.Permission), "activate", "cast"} - {*rights.ABOVE_ALL})
)
"""What effects forbid, allow, or change the price of; never what would change TW-1.1 to 1.5."""

_EITHER = ("card", "wizard")


def cards_in(t: AnyTable, seat: str, place: str) -> Among:
    """The cards in a place."""
    return LAYOUT.find(t, seat, place)


VOCABULARY = Vocabulary(
    outcomes={
        ev.PayMana: Primitive(
            costs.mana,
            "{wizard} pays {count} mana",
            asks={"unnamed": costs.with_unnamed, "cards": costs.none_named},
        ),
        ev.DrawCards: Primitive(
            cards.draw_cards,
            "{wizard} draw {count} into the {place}",
            able=cards.drawable,
            asks={
                "backs": cards.backs_drawn,
                **dict.fromkeys(("cards", "towers"), cards.as_said),
                "books": seen.books_drawn,
            },
        ),
        ev.Discard: Primitive(
            cards.discard,
            "{wizard} discard {cards} from the {place}",
            able=seen.there,
            among=seen.among,
            lacks=seen.lacks,
            asks={"towers": cards.as_said},
        ),
        ev.Take: Primitive(
            cards.take,
            "{wizard} take {cards} from the {place} to {to}[ ({where})]",
            able=seen.there,
            among=seen.among,
            lacks=seen.lacks,
            asks={"spot": cards.its_spot},
        ),
        ev.Pass: Primitive(
            cards.pass_cards,
            "{wizard} put {count} unseen from the {place} to {to}[ ({where})]",
            able=cards.passable,
            asks={"books": seen.books_passed},
        ),
        ev.Put: Primitive(cards.put, "put {card} to {to}"),
        ev.Destroy: Primitive(play.destroy, "destroy {card}"),
        ev.Move: Primitive(
            play.move,
            "move {card} to {spot}",
            asks={"spot": play.free_spots, "wizard": play.on_its_map},
        ),
        ev.Exchange: Primitive(play.exchange, "exchange {card} and {other}"),
        ev.Damage: Primitive(play.damage, "{amount} damage to {card}", either=_EITHER),
        ev.Harm: Primitive(play.harm, "{change} harm on {card}", either=_EITHER),
        ev.Wound: Primitive(play.wound, "{change} wounds on {card}", either=_EITHER),
        ev.TurnHarm: Primitive(
            play.turn,
            "turn harm of {card} into wounds: {count}",
            able=play.turning,
            kept=play.kept("turning"),
            either=_EITHER,
        ),
        ev.Expend: Primitive(
            play.expend, "expend {card}", able=play.not_expended, kept=play.kept("expend")
        ),
        ev.Renew: Primitive(
            play.renew, "renew {card}", able=play.is_expended, kept=play.kept("renew")
        ),
        ev.TakeCoin: Primitive(
            chance.coin,
            "a[ {colour}] coin on {card}",
            asks={"number": chance.number_turned, "card": chance.where_a_coin_goes},
        ),
        ev.PayCoins: Primitive(
            chance.coins, "discard {count} {colour} of {card}", able=chance.coins_there
        ),
        ev.MoveCoins: Primitive(
            chance.shift, "{count} {colour} from {card} to {other}", able=chance.coins_there
        ),
        ev.Random: Primitive(
            chance.random,
            "turn a draft card",
            faces=chance.numbers_left,
            asks={"number": chance.number_turned},
        ),
        ev.Drain: Primitive(play.drain, "the drain of {wizard} moves by {change}"),
        ev.TowerPlay: Primitive(
            play.tower, "{wizard} play a tower", asks={"tower": play.which_tower}
        ),
        ev.Modify: Primitive(
            rights.modify,
            "{what} of {card} changes by {change}[ until {moment}]",
            either=_EITHER,
        ),
        ev.Grant: Primitive(rights.grant, "{card} is {word}[ until {moment}]"),
        ev.Lose: Primitive(rights.lose, "{card} is not {word}[ until {moment}]"),
        ev.Allow: Primitive(
            rights.allow,
            "allowed for {card}: {what}[ until {moment}]",
            either=_EITHER,
        ),
        ev.Forbid: Primitive(
            rights.forbid,
            "forbidden for {card}: {what}[ until {moment}]",
            either=_EITHER,
        ),
        ev.Reveal: Primitive(
            seen.reveal,
            "{wizard} show {cards} of the {place}",
            able=seen.there,
            among=seen.among,
            lacks=seen.lacks,
        ),
        ev.LookAt: Primitive(
            seen.look, "look at {count} cards of the {place} of {wizard}", able=seen.there
        ),
        ev.Shuffle: Primitive(seen.shuffle, "{wizard} shuffle the {deck}"),
        ev.Cancel: Primitive(
            cancel.cancel,
            "cancel the pending {what}",
            able=cancel.cancellable,
            asks={"what": cancel.which},
        ),
        ev.GiveUp: Primitive(play.forfeit, "{wizard} forfeit"),
        ev.AddCard: Primitive(cards.add, "{wizard} add {cards} to the {to}", among=seen.addable),
    },
    things=lambda t: t.state.zones.things,
    has=has,
    cards=cards_in,
    places={place.name: place for place in PLACES},
    numbers=NUMBERS,
    triggers=TRIGGERS,
    contradicts="TW-19.9",
    impossible="TW-19.6",
    unpaid="TW-19.4",
    untold="TW-19.9",
    clouded=TEXTS.clouded,
    lasting=("always",),
    happenings=(*OF_CARDS, *OF_WIZARDS),
    heard=HEARD_IN_WORDS,
    rules=rulebook_of(__package__.rpartition(".")[0]).rules,
    aside=(),
    pickers={"you": "controller", "opponent": "controller", "chance": "blind"},
    acts=ACTS,
    claims=seen.claim,
    called=by_spot,
    plays=lambda t, seat: stands(t.state, seat),
)
"""What effects do to cards, wizards and the table."""
