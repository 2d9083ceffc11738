"""The words of WarRift's effects: what each outcome of WR-15.6 does, and what a text may read."""

from events import warrift as ev
from referee.games.warrift.catalog import TRIGGERS
from referee.games.warrift.effects import cards, play, seats
from referee.games.warrift.effects.numbers import NUMBERS, has
from referee.games.warrift.effects.protection import ASIDE
from referee.games.warrift.places import LAYOUT, PLACES
from referee.games.warrift.state import strongholds
from referee.games.warrift.triggers import HAPPENINGS
from referee.games.warrift.values import TEXTS
from referee.house import AnyTable
from referee.parts.effects import Among, Primitive, Vocabulary
from referee.rulebook import rulebook_of

ACTS = ("summon", "hire", "gain")
"""What has a price that effects change."""


def cards_in(t: AnyTable, seat: str, place: str) -> Among:
    """The cards in a place; a Garrison is that of all strongholds of a player."""
    if place != "garrison":
        return LAYOUT.find(t, seat, place)
    found: dict[str, int] = {}
    for each in strongholds(t, seat):
        for name in t.state.zones.piles.get(f"{each.id}.garrison", ()):
            found[name] = found.get(name, 0) + 1
    return Among(found, sum(found.values()), True)


VOCABULARY = Vocabulary(
    outcomes={
        ev.Magicka: Primitive(seats.magicka, "{player} gain {change} magicka", kept=play.of_seat),
        ev.Points: Primitive(seats.points, "{player} gain {change} points", kept=play.of_seat),
        ev.Damage: Primitive(play.damage, "{amount} damage to {monster}"),
        ev.Mend: Primitive(play.mend, "take {amount} damage off {monster}", able=play.mendable),
        ev.Counters: Primitive(play.counters, "{change} corrupt counters on {monster}"),
        ev.AttackChange: Primitive(
            play.attack, "attack of {creature} {change} (until end of {until})", kept=play.of_thing
        ),
        ev.HealthChange: Primitive(
            play.health, "health of {monster} {change} (until end of {until})"
        ),
        ev.Kill: Primitive(play.kill_outright, "kill {monster}"),
        ev.Remove: Primitive(play.remove, "put {thing} to {to}", kept=play.of_thing),
        ev.EnterMonsters: Primitive(
            play.enter, "bring in {count} monsters from {place}", able=play.enterable
        ),
        ev.DrawCards: Primitive(
            cards.draw_cards, "{player} draw {count}", able=cards.drawable, kept=play.of_seat
        ),
        ev.Discard: Primitive(
            cards.discard,
            "{player} discard {cards}",
            able=cards.there,
            among=cards.among,
            lacks=cards.lacks,
            picked="picked",
            kept=cards.of_discard,
        ),
        ev.Consume: Primitive(
            cards.consume,
            "{player} consume {cards} from {place}",
            able=cards.there,
            among=cards.among,
            lacks=cards.lacks,
            kept=cards.of_cards,
        ),
        ev.Devour: Primitive(play.devour, "consume {thing}", kept=play.of_thing),
        ev.Move: Primitive(
            cards.move,
            "{cards} from {place} to {to}[ ({where})]",
            able=cards.there,
            among=cards.among,
            lacks=cards.lacks,
            kept=cards.of_cards,
        ),
        ev.Pass: Primitive(
            cards.pass_cards,
            "{count} unseen cards from {place} to {to}[ ({where})]",
            able=cards.passable,
            kept=cards.of_cards,
        ),
        ev.LookAt: Primitive(
            cards.look, "look at {count} cards of {place}", able=cards.there, kept=cards.of_cards
        ),
        ev.Reveal: Primitive(
            cards.reveal,
            "show {cards} of {place}",
            able=cards.there,
            among=cards.among,
            known=cards.on_top,
            lacks=cards.lacks,
            kept=cards.of_cards,
        ),
        ev.Alter: Primitive(
            cards.alter,
            "of the top {count} of {deck}, {bottom} go to the bottom",
            able=cards.alterable,
            there=cards.alterable,
            kept=cards.of_deck,
        ),
        ev.Scout: Primitive(
            cards.scout,
            "look at the top {count} of the monster deck",
            able=cards.scoutable,
            among=cards.in_the_eye,
        ),
        ev.Shuffle: Primitive(cards.shuffle, "shuffle {deck}", kept=cards.of_deck),
        ev.Again: Primitive(play.again, "{creature} may attack again", kept=play.of_thing),
        ev.Cost: Primitive(
            seats.cost,
            "to {act} costs {player} {change} more (until end of {until})",
            kept=play.of_seat,
        ),
        ev.Control: Primitive(play.control, "{player} controls {thing}", kept=play.of_seat),
        ev.Forcefield: Primitive(seats.forcefield, "{player} is under a Forcefield"),
        ev.Grant: Primitive(
            play.grant, "{thing} has {word} (until end of {until})", kept=play.of_thing
        ),
        ev.Endow: Primitive(
            cards.endow,
            "{cards} in hand have {word} (until end of {until})",
            able=cards.there,
            among=cards.among,
            lacks=cards.lacks,
            kept=cards.of_cards,
        ),
        ev.RollDice: Primitive(seats.roll, "roll {face}", faces=lambda r: r.t.state.faces),
        ev.Token: Primitive(seats.token, "turn the token to {side}"),
    },
    things=lambda t: t.state.zones.things,
    has=has,
    cards=cards_in,
    places={place.name: place for place in PLACES},
    numbers=NUMBERS,
    triggers=TRIGGERS,
    happenings=HAPPENINGS,
    contradicts="WR-15.3",
    impossible="WR-15.6",
    untold="WR-15.4",
    aimless=True,
    clouded=TEXTS.clouded,
    lasting=("always",),
    rules=rulebook_of(__package__.rpartition(".")[0]).rules,
    aside=ASIDE,
    pickers={"you": "controller", "opponent": "controller", "chance": "blind"},
    acts=ACTS,
    claims=cards.claim,
)
