"""The words of Grand Archive's effects: what each outcome does, and what a text may read."""

from collections import Counter as Tally
from typing import get_args

from events import grand_archive as ev
from referee.games.grand_archive.catalog import AS_OMEN, NORM, ORIGINS, TRIGGERS
from referee.games.grand_archive.champions import ONLY
from referee.games.grand_archive.changed_cards import ELEMENT, as_it_lies
from referee.games.grand_archive.effects import (
    card_copies,
    cards,
    levels,
    objects,
    plays,
    rights,
    unseen,
)
from referee.games.grand_archive.effects.numbers import HISTORY, NUMBERS
from referee.games.grand_archive.effects.resolution import called
from referee.games.grand_archive.effects.stands import STANDS
from referee.games.grand_archive.effects.thing_words import MEMORIES, element_of, forgot, had, has
from referee.games.grand_archive.elements import (
    ANY_ELEMENT,
    BANISHED,
    BURIED_PLAYED,
    DECK_PLAYED,
    KEPT_PLAYED,
)
from referee.games.grand_archive.elsewhere import STARCALLING
from referee.games.grand_archive.harm import WOUNDS
from referee.games.grand_archive.places import LAYOUT, PLACES
from referee.games.grand_archive.prevention import COMBAT, OTHER, SURE, instead_of
from referee.games.grand_archive.state import (
    FIELD,
    INTENT,
    LINEAGE,
    R26,
    STACK,
    GaTable,
    InPlay,
    Item,
    card_of,
    item_names,
    triggers_pending,
)
from referee.games.grand_archive.triggers import HEARD_IN_WORDS, OF_CARDS, OF_PLAYERS, TURNS
from referee.games.grand_archive.values import (
    AS_ALLIES,
    ATTACKS_ALONE,
    BURIED,
    CARDISTRY,
    COMES_ELSEWHERE,
    COMES_OTHERWISE,
    DECK_OUT,
    DRAWS,
    FROM_MEMORY,
    GAIN_STEALTH,
    INFLUENCE,
    LEVELS_BACK,
    OUT_OF_MATERIAL,
    PAYS_MEMORY,
    PLAYS,
    STAYS_AWAKE,
    TEXTS,
    TOKENS,
    UNUSED,
    remembered,
)
from referee.house import AnyTable
from referee.parts.effects import Among, Primitive, Vocabulary
from referee.parts.zones import Place
from referee.rulebook import rulebook_of

ACTS = (
    *sorted(get_args(ev.Deed)),
    *(ANY_ELEMENT, BANISHED, BURIED, CARDISTRY, DECK_OUT, DRAWS, FROM_MEMORY, GAIN_STEALTH),
    *(INFLUENCE, LEVELS_BACK, ONLY, OUT_OF_MATERIAL, PAYS_MEMORY, PLAYS, STARCALLING, STAYS_AWAKE),
    *(AS_ALLIES, ATTACKS_ALONE, COMES_ELSEWHERE, COMES_OTHERWISE, SURE, UNUSED, WOUNDS),
    *(BURIED_PLAYED, DECK_PLAYED, KEPT_PLAYED),
)
"""What effects allow, forbid, or change the price of; texts in play allow cards to be played
whatever their elements."""

_EITHER = ("thing", "player")


BESIDE = (Place(STACK, "public"), Place(LINEAGE, "public"), Place(INTENT, "public"))
"""Where cards have an id and are no objects: a text means them only where it says so."""


def cards_in(t: AnyTable, seat: str, place: str) -> Among:
    """The cards in a place; those of a lineage with its top card (GA-15.17)."""
    if place in (STACK, LINEAGE, INTENT):
        found = Tally(
            each.name
            for each in t.state.zones.things.values()
            if each.controller == seat
            and (each.place == place or (place == LINEAGE and _is_champion(t, each)))
        )
        return Among(dict(found), found.total(), True)
    return LAYOUT.find(t, seat, place)


def _is_champion(t: GaTable, thing: InPlay) -> bool:
    return thing.place == FIELD and card_of(t, thing).is_champion


def aimed_at(t: GaTable, source: str) -> tuple[str, ...] | None:
    """What is aimed at by what of a source is on the stack; None where that is still to be said."""
    found = [each for each in t.state.waiting.stack if each.source == source]
    if not all(each.declared or each.aims for each in found if isinstance(each, Item)):
        return None
    return tuple(aim for each in found if isinstance(each, Item) for aim in each.aims)


def _rules() -> frozenset[str]:
    """The ids of all rules, of both editions."""
    package = __package__.rpartition(".")[0]
    return frozenset(rulebook_of(package, "R25").rules) | frozenset(rulebook_of(package, R26).rules)


MEANS = {
    "activated": "an ability that its controller uses at will",
    "used by anybody": "an ability that any player may use",
    "otherwise": "another way to pay for the card, in place of its reserve cost",
    **{
        f"from {place}": f"the card may be activated out of your {place}"
        for place in ("memory", "material", "graveyard", "banishment")
    },
    "in graveyard": "an ability that is used while the card lies there",
    "in banishment": "an ability that is used while the card lies there",
    "in hand": "an ability that is used out of the hand",
    "preserved": "as the recollection phase begins of whoever has the card preserved",
    "as an omen": "what holds, or is used, while the card is an omen",
    "paying": "this card may pay 1 of what another costs, or has another cost besides",
    "paying 3": "the same for 3",
    "materialized": "what it costs besides to materialize it",
    "played": "what an action or attack does as it resolves, or what it costs besides",
    "comes": "how an object is as it comes, before anything is set off",
    "on enter": "once it has come, on the stack",
    "triggered": "logged by hand: what the text waits for is nothing that is heard",
    "lent": "an ability of the object to which the card gives it",
    "ended": "what a text that was begun does as it is over, at once",
    "afterwards": "what a text that was begun puts on the stack as it is over",
    "always": "what holds while the card is in play, and texts that are begun: change, instead",
    "lineage release": "an ability that is used out of the inner lineage",
}
"""What sets an effect off, for authors, where its word does not say it (section 16)."""


VOCABULARY = Vocabulary(
    means=MEANS,
    outcomes={
        ev.Damage: Primitive(objects.damage, "{amount} damage to {thing}[ ({how})]"),
        ev.Recover: Primitive(
            objects.recover, "{player} recover {amount}", kept=objects.kept_from_recovering
        ),
        ev.Counter: Primitive(
            objects.counter, "{change} {kind} counters on {thing}", able=objects.counters_there
        ),
        ev.DrawCards: Primitive(
            cards.draw, "{player} draw {count} into the {place}", able=cards.may_draw
        ),
        ev.Glimpse: Primitive(
            cards.glimpse,
            "glimpse {count}",
            asks={"bottom": cards.none_down, "called": cards.as_said, "onto": cards.as_said},
        ),
        ev.Fetch: Primitive(
            cards.fetch,
            "{player} take {cards} from the {place} to the {to}[ ({where})]",
            able=cards.there,
            among=cards.findable,
            declined=True,
        ),
        ev.Mill: Primitive(
            cards.mill,
            "{player} put {cards} from the top of the deck into the graveyard",
            able=cards.left_in_deck,
            among=cards.in_a_deck,
            known=cards.on_top,
        ),
        ev.Scavenge: Primitive(
            cards.scavenge,
            "{player} scavenge {count} for {kind}",
            asks={"cards": cards.to_scavenge},
        ),
        ev.PassCards: Primitive(
            unseen.pass_cards,
            "{player} put {count} unseen from the {place} to the {to}[ ({where})]",
            able=cards.there,
        ),
        ev.Reveal: Primitive(
            cards.reveal,
            "{player} show {cards} of the {place}",
            able=cards.there,
            among=cards.to_show,
            known=cards.on_top,
            lacks=cards.lacks,
        ),
        ev.LookAt: Primitive(
            cards.look, "look at {count} cards of the {place} of {player}", able=cards.there
        ),
        ev.Discard: Primitive(
            cards.discard,
            "{player} discard {cards} from the {place}",
            able=cards.there,
            among=cards.among,
            lacks=cards.lacks,
        ),
        ev.Banish: Primitive(
            cards.banish,
            "{player} banish {cards} from the {place}",
            able=cards.there,
            among=cards.among,
            known=cards.banished_from_top,
            lacks=cards.lacks,
        ),
        ev.BanishObject: Primitive(
            objects.banish_object,
            "banish {thing}[ with a {kind} counter]",
            own={"kind": cards.never},
        ),
        ev.Reserve: Primitive(
            cards.reserve, "{player} put {count} from hand to memory", able=cards.in_hand
        ),
        ev.PutBack: Primitive(objects.put_back, "return {thing} to the {to}[ ({where})]"),
        ev.Destroy: Primitive(objects.destroy, "destroy {thing}"),
        ev.Sacrifice: Primitive(objects.sacrifice, "sacrifice {thing}"),
        ev.Suppress: Primitive(objects.suppress, "suppress {thing}"),
        ev.Rest: Primitive(objects.rest, "rest {thing}", able=objects.is_awake),
        ev.Wake: Primitive(objects.wake, "wake {thing}", able=objects.is_rested),
        ev.Transform: Primitive(objects.transform, "transform {thing}"),
        ev.Control: Primitive(objects.control, "{player} gain control of {thing}"),
        ev.Attach: Primitive(objects.link, "link to {thing}"),
        ev.Load: Primitive(
            levels.load, "load {thing}", among=cards.among, own={"cards": levels.is_itself}
        ),
        ev.LevelUp: Primitive(
            levels.level,
            "{player} level up into {card}",
            among=levels.next_champions,
            declined=True,
        ),
        ev.Delevel: Primitive(levels.delevel, "{player} delevel"),
        ev.PlayCard: Primitive(
            plays.play,
            "{how} {card} of the {place}",
            able=plays.in_such_a_way,
            among=plays.playable,
            declined=True,
            asks={"aims": plays.aims_to_say, "mode": plays.mode_to_say, "x": plays.x_to_pay},
        ),
        ev.Summon: Primitive(objects.summon, "{player} summon {count} {card}", among=levels.tokens),
        ev.Generate: Primitive(
            cards.generate, "{player} generate {cards} into the {to}", among=cards.generable
        ),
        ev.Gather: Primitive(levels.gather, "gather {card}", among=levels.ingredients),
        ev.CopyItem: Primitive(card_copies.copy, "copy {item}", asks={"aims": cards.as_said}),
        ev.NameCard: Primitive(
            rights.name_card, "name {card}[, {kind}]", asks={"card": rights.to_name}
        ),
        ev.Negate: Primitive(rights.negate, "negate {item}"),
        ev.Redirect: Primitive(
            objects.redirect,
            "{thing} is the target[ of {item}][ instead of {instead}]",
            own={"item": cards.never, "instead": cards.never},
        ),
        ev.Empower: Primitive(rights.empower, "{player} empower {amount}"),
        ev.Modify: Primitive(
            rights.modify,
            "{what} of {thing} changes by {change}[ until {moment}]",
            either=_EITHER,
        ),
        ev.SetNumber: Primitive(
            rights.set_number, "{what} of {thing} is {amount}[ until {moment}]"
        ),
        ev.Grant: Primitive(rights.grant, "{thing} has {word}[ until {moment}]", either=_EITHER),
        ev.Lose: Primitive(rights.lose, "{thing} has no {word}[ until {moment}]"),
        ev.Allow: Primitive(
            rights.allow, "allowed for {thing}: {what}[ until {moment}]", either=_EITHER
        ),
        ev.Forbid: Primitive(
            rights.forbid, "forbidden for {thing}: {what}[ until {moment}]", either=_EITHER
        ),
        ev.Prevent: Primitive(
            rights.prevent, "prevent {amount} {of} to {thing}[ ({how})][ until {moment}]"
        ),
        ev.ChangePhase: Primitive(rights.phase, "{how} the {what}"),
        ev.Element: Primitive(rights.element, "{how} {element} for {player}"),
        ev.Master: Primitive(rights.mastery, "{player} has {card}"),
        ev.Shuffle: Primitive(cards.shuffle, "{player} shuffle the deck"),
        ev.Random: Primitive(
            rights.random,
            "a random {number}[ of {faces}]",
            asks={"number": rights.result_of},
            chance=True,
        ),
        ev.Win: Primitive(rights.win, "{player} win"),
        ev.GiveUp: Primitive(rights.give_up, "{player} lose"),
        ev.SetOff: Primitive(objects.trigger_again, "the {moment} abilities of {thing} trigger"),
        ev.Begin: Primitive(
            rights.begin_text,
            "its text {effect} holds[ on {thing}][ until {moment}]",
            asks={"thing": rights.on_nothing, "cards": cards.as_said},
        ),
        ev.PayDown: Primitive(
            cards.pay,
            "{player} pay {count}[ for {thing}]",
            able=cards.payable,
            whole=True,
            asks={"resting": cards.to_rest},
            own={"thing": cards.never},
        ),
    },
    things=lambda t: t.state.zones.things,
    has=has,
    cards=cards_in,
    places={place.name: place for place in (*PLACES, *BESIDE)},
    numbers=NUMBERS,
    triggers=TRIGGERS,
    contradicts="GA-1.6",
    impossible="GA-11.5",
    unpaid="GA-8.10",
    aiming="GA-8.7",
    choosing="GA-8.6",
    untold="GA-1.6",
    clouded=TEXTS.clouded,
    memories=MEMORIES,
    forgot=forgot,
    lasting=("always", AS_OMEN),
    ways=("otherwise", *ORIGINS),
    piles=("graveyard", "banishment"),
    lying=as_it_lies,
    itself=cards.itself,
    kept=cards.kept,
    names=lambda t: t.catalog.by_name,
    record=remembered,
    had=had,
    history=HISTORY,
    families={ELEMENT: (NORM,), TOKENS: ()},
    kinds=(COMBAT, OTHER, *TURNS),
    apart={ELEMENT: element_of},
    happenings=(*OF_CARDS, *OF_PLAYERS),
    heard=HEARD_IN_WORDS,
    rules=_rules(),
    pickers={},
    acts=(*ACTS, *(each for each in get_args(ev.Price) if each not in ACTS)),
    claims=cards.claim,
    aimless=False,
    pending=lambda t: item_names(t.state),
    set_off=lambda t: triggers_pending(t.state),
    aimed_at=aimed_at,
    called=called,
    plays=lambda t, seat: t.state.plays_on(seat),
    stands=STANDS,
    replaced=instead_of,
    about=(
        "triggered",
        "on prevention",
        "on hit",
        "on champion hit",
        "on ally hit",
        "on kill",
        "on ally kill",
    ),
)
"""What effects do to objects, cards and players."""
