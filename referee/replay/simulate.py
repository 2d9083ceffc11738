"""Whole random matches of any game, played from its options alone.

The source of chance is handed in, so that the same seed gives the same match. Hidden cards
are decided when they are shown: any card that may still be there is as good as dealt.
"""

from collections.abc import Mapping, Sequence
from itertools import chain, repeat
from random import Random

import msgspec

from events.common import AgreeResult, CardList, Opening, Penalty, Rewind, Seating, Strike
from events.error import ProgramFault
from events.event import Event
from referee.catalog import Catalog, catalog_hash
from referee.game import Game
from referee.option import Option
from referee.replay.replay import Replay
from referee.verdict import Illegal, Incomplete, Verdict, Violation, applied

MOST_ENTRIES = 5_000
"""A match that is longer is agreed a draw."""

SEATS = (
    *("ana", "bo", "cy", "di", "eli", "fay", "gus", "hal"),
    *("ivy", "jan", "kit", "lou", "mia", "ned", "oda", "pip"),
)
"""What the seats of a random match are called, as many as any game takes."""

RETRIES = 200
"""How often a choice of several hidden cards is made again before it counts as refused."""


class SimulationError(ProgramFault):
    """An option led to an entry that the referee refuses: the options and the rules disagree."""


def opening(
    game: Game,
    catalog: Catalog,
    decks: Sequence[tuple[str, Mapping[str, int]]],
    seats: Sequence[str] = SEATS,
    interpretations: Mapping[str, str] | None = None,
    *,
    sides: Mapping[str, str] | None = None,
    options: Mapping[str, str] | None = None,
    lists: Sequence[Mapping[str, CardList]] = (),
    table_lists: Mapping[str, CardList] | None = None,
) -> Opening:
    """An opening for a random match between the first seats, one deck each.

    Args:
        game: the game.
        catalog: the catalog to pin.
        decks: a name and the cards for each seat that plays.
        seats: what the seats are called.
        interpretations: the readings that are not the usual ones.
        sides: for each seat that does not play alone, its side.
        options: what the players agree that is not usual.
        lists: what each seat that plays registers beside its deck.
        table_lists: the cards that belong to the table, where they are not the usual ones.

    Raises:
        Violation: REF-1.2, an interpretation or something agreed that the game does not have.
    """
    of = sides or {}
    return Opening(
        by="simulator",
        game=game.id,
        version=game.version,
        catalog=catalog_hash(catalog),
        seats=tuple(
            Seating(seat, f"p-{seat}", dict(deck), name, of.get(seat, ""), dict(beside))
            for seat, (name, deck), beside in zip(
                seats, decks, chain(lists, repeat({})), strict=False
            )
        ),
        lists=game.lists_of_table(catalog, table_lists or {}),
        interpretations=game.choices_of_new(interpretations or {}),
        options=game.agreements(catalog, options or {}),
    )


def simulate(
    game: Game,
    catalog: Catalog,
    first: Opening,
    chance: Random,
    then: Sequence[Event] = (),
    *,
    slips: float = 0.0,
    rulings: float = 0.0,
) -> Replay:
    """Play a match to its end and return its replay.

    Args:
        game: the game.
        catalog: the catalog that the opening pins.
        first: the opening.
        chance: the source of chance.
        then: entries to begin with, before chance decides.
        slips: how often something is logged by mistake before an entry, from 0 to 1: what was
            done before, or by another seat. Where the rules allow it, it is played.
        rulings: how often a judge rules before an entry, from 0 to 1.

    Raises:
        Violation: the opening is refused.
        SimulationError: an option was refused.
    """
    replay = Replay(game, catalog, rulings=rulings > 0)
    opened = replay.add(first).verdict
    if isinstance(opened, Illegal):
        raise Violation(opened.rule, opened.message, legal=opened.legal)
    for event in then:
        _take(replay, event)
    while not replay.state.over:
        if len(replay.events) >= MOST_ENTRIES:
            _take(replay, AgreeResult("simulator"))
            break
        if slips and chance.random() < slips:
            _slip(replay, chance)
        if rulings and chance.random() < rulings:
            _rule(replay, chance)
        if not replay.state.over:
            _play(replay, chance)
    return replay


def _play(replay: Replay, chance: Random) -> None:
    """One more entry.

    Cards of a hidden hand that are possible one by one need not be possible together; such a
    choice is made again.
    """
    game = replay.game
    options = game.options(replay.table)
    for tries_left in reversed(range(RETRIES)):
        option = choose(options, chance)
        event = event_of(game, option, chance)
        verdict = replay.add(event).verdict
        if applied(verdict):
            return
        if not option.several() or not tries_left:
            raise _refused(event, verdict)
        replay.retract()


def _slip(replay: Replay, chance: Random) -> None:
    """Something is logged by mistake, which the referee refuses, or else it is played."""
    game = replay.game
    earlier = [event for event in replay.events[1:] if type(event) in game.events]
    if earlier and chance.random() < 0.5:
        slip = chance.choice(earlier)
    else:
        slip = event_of(game, choose(game.options(replay.table), chance), chance)
        who = slip.__struct_fields__[0]
        slip = msgspec.structs.replace(slip, **{who: chance.choice([*replay.state.seats])})
    if isinstance(replay.add(slip).verdict, Incomplete):
        replay.retract()


def _rule(replay: Replay, chance: Random) -> None:
    """A judge strikes what was refused last, backs up by a few entries, or cautions somebody."""
    last = len(replay.events)
    refused = (seq for seq in range(last, 1, -1) if isinstance(replay.standing(seq), Illegal))
    wrong = next(refused, None)
    ruling: Event
    if wrong is not None and chance.random() < 0.5:
        ruling = Strike("judge", wrong)
    elif chance.random() < 0.5:
        ruling = Rewind("judge", max(1, last - chance.randint(1, 4)))
    else:
        ruling = Penalty("judge", chance.choice([*replay.state.seats]), "caution")
    if not applied(replay.add(ruling).verdict):
        replay.retract()


def choose(options: Sequence[Option], chance: Random) -> Option:
    """One of the options, by weight.

    Raises:
        SimulationError: there is none.
    """
    open_ones = [o for o in options if o.weight]
    if not open_ones:
        raise SimulationError("the match is not over, but nothing may be logged")
    return chance.choices(open_ones, [o.weight for o in open_ones])[0]


def event_of(game: Game, option: Option, chance: Random) -> Event:
    """An event that the option allows, with what it leaves open decided by chance."""
    kind = game.codec.by_verb[option.verb]
    who = kind.__struct_fields__[0]
    return msgspec.convert({who: option.seat, "type": option.verb, **option.decide(chance)}, kind)


def _take(replay: Replay, event: Event) -> None:
    verdict = replay.add(event).verdict
    if not applied(verdict):
        raise _refused(event, verdict)


def _refused(event: Event, verdict: Verdict) -> SimulationError:
    if isinstance(verdict, Illegal):
        return SimulationError(f"{event} is refused by {verdict.rule}: {verdict.message}")
    return SimulationError(f"{event} is not accepted: {verdict}")
