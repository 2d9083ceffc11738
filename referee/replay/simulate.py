"""Whole random matches of any game, played from its options alone.

The source of chance is handed in, so that the same seed gives the same match. Decks are shuffled
and hands are drawn (`referee.replay.dealt`); only what is public of them is logged.
"""

from collections.abc import Mapping, Sequence
from itertools import chain, repeat
from random import Random
from typing import NamedTuple

import msgspec

from events.common import AgreeResult, CardList, Opening, Penalty, Rewind, Seating, Strike
from events.error import ProgramFault
from events.event import Event
from events.outcome import Nothing
from referee.catalog import Catalog, catalog_hash
from referee.game import Game
from referee.option import Option
from referee.replay.dealt import Dealt
from referee.replay.replay import Replay
from referee.verdict import Illegal, Incomplete, Verdict, applied

MOST_ENTRIES = 5_000
"""A match that is longer is agreed a draw."""

SIMULATOR = "simulator"
"""Who records what is played at random, by which statistics know it."""

SEATS = (
    *("ana", "bo", "cy", "di", "eli", "fay", "gus", "hal"),
    *("ivy", "jan", "kit", "lou", "mia", "ned", "oda", "pip"),
)
"""What the seats of a random match are called, as many as any game takes."""

RETRIES = 200
"""How often a choice of several hidden cards is made again before it counts as refused."""


class SimulationError(ProgramFault):
    """An option led to an entry that the referee refuses: the options and the rules disagree."""


class Terms(NamedTuple):
    """What of a match is settled otherwise than usual."""

    interpretations: Mapping[str, str] = {}  # the readings that are not the usual ones
    sides: Mapping[str, str] = {}  # for each seat that does not play alone, its side
    options: Mapping[str, str] = {}  # what the players agree that is not usual
    table_lists: Mapping[str, CardList] = {}  # the cards of the table, where they are not the usual


USUAL = Terms()


class Mishaps(NamedTuple):
    """How often before an entry, from 0 to 1, something happens that nobody has planned."""

    # something is logged by mistake: what was done before, or by another seat. Where the rules
    # allow it, it is played
    slips: float = 0.0
    rulings: float = 0.0  # a judge rules


NO_MISHAPS = Mishaps()


def opening(
    game: Game,
    catalog: Catalog,
    decks: Sequence[tuple[str, Mapping[str, int]]],
    seats: Sequence[str] = SEATS,
    *,
    lists: Sequence[Mapping[str, CardList]] = (),
    terms: Terms = USUAL,
) -> Opening:
    """An opening for a random match between the first seats, one deck each.

    Args:
        game: the game.
        catalog: the catalog to pin.
        decks: a name and the cards for each seat that plays.
        seats: what the seats are called.
        lists: what each seat that plays registers beside its deck.
        terms: what is not as usual.

    Raises:
        Violation: REF-1.2, an interpretation or something agreed that the game does not have.
    """
    of = terms.sides
    return Opening(
        by=SIMULATOR,
        game=game.id,
        version=game.version,
        catalog=catalog_hash(catalog),
        seats=tuple(
            Seating(seat, f"p-{seat}", dict(deck), name, of.get(seat, ""), dict(beside))
            for seat, (name, deck), beside in zip(
                seats, decks, chain(lists, repeat({})), strict=False
            )
        ),
        lists=game.lists_of_table(catalog, terms.table_lists),
        interpretations=game.choices_of_new(terms.interpretations),
        options=game.agreements(catalog, terms.options),
    )


def simulate(
    game: Game,
    catalog: Catalog,
    first: Opening,
    chance: Random,
    then: Sequence[Event] = (),
    *,
    mishaps: Mishaps = NO_MISHAPS,
) -> Replay:
    """Play a match to its end and return its replay.

    Args:
        game: the game.
        catalog: the catalog that the opening pins.
        first: the opening.
        chance: the source of chance.
        then: entries to begin with, before chance decides.
        mishaps: what happens that nobody has planned.

    Raises:
        Violation: the opening is refused.
        SimulationError: an option was refused.
        DealtError: what the cards allow is refused by what was logged of them.
    """
    slips, rulings = mishaps
    match = Dealt(game, catalog, first, chance, rulings > 0)
    replay = match.public
    for event in then:
        _take(match, event)
    while not replay.state.over:
        if len(replay.events) >= MOST_ENTRIES:
            _take(match, AgreeResult(SIMULATOR))
            break
        if slips and chance.random() < slips:
            _slip(match, chance)
        if rulings and chance.random() < rulings:
            _rule(match, chance)
        if not replay.state.over:
            play_on(match, chance)
    return replay


def play_on(match: Dealt, chance: Random) -> Event:
    """One more entry, which is returned.

    Cards of a hand that are possible one by one need not be possible together; such a choice is
    made again. Where a player who sees the cards has nothing to say but the log asks, it is chosen
    from what all others think possible.

    Raises:
        SimulationError: what was offered is refused.
        DealtError: what the cards allow is refused by what was logged of them.
    """
    lots = match.lots(chance)
    for _ in range(RETRIES):
        with match.seen():
            option = lots.draw()
            if option is None:
                break
            event = event_of(match.public.game, option, chance)
        verdict = match.play(event)
        if applied(verdict):
            return event
        lacking = isinstance(verdict, Incomplete) and "did" in verdict.choices
        if lacking and (nothing := _nothing_there(match, event)) is not None:
            return nothing
    options = match.public.game.options(match.public.table)
    for _ in range(RETRIES):
        option = choose(options, chance)
        event = event_of(match.public.game, option, chance)
        verdict = match.play(event)
        if applied(verdict):
            return event
        if (nothing := _nothing_there(match, event)) is not None:
            return nothing
        if not option.several() and not applied(match.public.would(event)):
            break
    raise _refused(event, verdict)


def _nothing_there(match: Dealt, event: Event) -> Event | None:
    """The same of somebody who sees that there is nothing to take, and says so, if that is so."""
    if not hasattr(event, "did"):
        return None
    event = msgspec.structs.replace(event, **{"did": (Nothing(),)})
    return event if applied(match.play(event)) else None


def _slip(match: Dealt, chance: Random) -> None:
    """Something is logged by mistake, which the referee refuses, or else it is played."""
    replay = match.public
    game = replay.game
    earlier = [event for event in replay.events[1:] if type(event) in game.events]
    if earlier and chance.random() < 0.5:
        slip = chance.choice(earlier)
    else:
        lots = match.lots(chance)
        with match.seen():
            option = lots.draw()
        if option is None:
            return
        slip = event_of(game, option, chance)
        who = slip.__struct_fields__[0]
        slip = msgspec.structs.replace(slip, **{who: chance.choice([*replay.state.seats])})
    match.slip(slip)


def _rule(match: Dealt, chance: Random) -> None:
    """A judge strikes what was refused last, backs up by a few entries, or cautions somebody: in a
    game of a contest that would be for its event to name."""
    replay = match.public
    opened = replay.events[0]
    of_contest = isinstance(opened, Opening) and bool(opened.contest)
    last = len(replay.events)
    refused = (seq for seq in range(last, 1, -1) if isinstance(replay.standing(seq), Illegal))
    wrong = next(refused, None)
    ruling: Event
    if wrong is not None and chance.random() < 0.5:
        ruling = Strike("judge", wrong)
    elif of_contest or chance.random() < 0.5:
        ruling = Rewind("judge", max(1, last - chance.randint(1, 4)))
    else:
        ruling = Penalty("judge", chance.choice([*replay.state.seats]), "caution")
    match.play(ruling)


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


def _take(match: Dealt, event: Event) -> None:
    verdict = match.play(event)
    if not applied(verdict):
        raise _refused(event, verdict)


def _refused(event: Event, verdict: Verdict) -> SimulationError:
    if isinstance(verdict, Illegal):
        return SimulationError(f"{event} is refused by {verdict.rule}: {verdict.message}")
    return SimulationError(f"{event} is not accepted: {verdict}")
