"""What holds of a match that is played by its options."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import chain
from random import Random

import msgspec

from events.common import AgreeResult, Confirm, KeptHand, Note, Opening, ShowsHand
from events.entry import settled
from events.event import Event
from events.notation import read, write
from referee.games.registry import game_of
from referee.hidden import HiddenPlace
from referee.obligation import Obligation
from referee.option import Offer, Option, public
from referee.replay.dealt import Dealt
from referee.replay.replay import Replay, digest_of, replay
from referee.replay.simulate import event_of, play_on
from referee.verdict import LEGAL, Illegal, Incomplete, OnTrust, applied
from storage.exchange.record import read_record, write_record
from tests.laws.known import known
from tests.laws.law import law
from tests.laws.players import (
    LONGEST,
    Opened,
    begun,
    chained,
    drawn,
    in_words,
    offered,
    played,
    replayed,
)

MOMENTS = 12
"""After how many entries of a match all that is told together is tried."""

NAMING = ("answers", "attack", "cause", "entry")
"""The fields that name an earlier entry of a match by its number."""


@law
def a_match_by_the_options_comes_to_its_end(game_id: str, seed: int) -> None:
    match = replayed(game_id, seed)
    assert match.state.over
    assert all(map(applied, match.verdicts))
    assert not any(isinstance(event, AgreeResult) for event in match.events), "it does not end"


@law
def the_cards_that_were_dealt_explain_what_was_logged(game_id: str, seed: int) -> None:
    """Where they lie at the end, so many and such cards are unseen in the account; and it differs
    in nothing else."""
    chance = Random(f"{game_id} {seed}")
    opened = drawn(game_id, chance)
    match = Dealt(*opened, chance)
    while not match.public.state.over and len(match.public.events) < LONGEST:
        play_on(match, chance)
    for account in opened.game.accounts(match.true.table):
        deal, account.deal = account.deal, None
        assert deal is not None
        unseen = {name: place.unseen for name, place in account.zones.items() if place.unseen}
        assert unseen == {zone: len(cards) for zone, cards in deal.cards.items()}
        known = Counter(n for place in account.zones.values() for n in counted(place.known))
        assert account.unseen_total() == Counter(chain(*deal.cards.values())) + known
    assert match.true.digest() == match.public.digest()
    assert match.true.verdicts == match.public.verdicts


@law
def who_asks_about_one_thing_alone_is_offered_what_all_are_offered(game_id: str, seed: int) -> None:
    """With the weights that were told before; by those who see their cards, and by all others."""
    chance = Random(f"alone {game_id} {seed}")
    opened = drawn(game_id, chance)
    game, match = opened.game, Dealt(*opened, chance)
    while not match.public.state.over and len(match.public.events) < LONGEST:
        if chance.random() < 0.4:
            with match.seen():
                for table in (match.true.table, match.public.table):
                    alone = [each for offer in [*game.offered(table)] for each in _alone(offer)]
                    assert public(alone, game.codec) == public(game.options(table), game.codec)
        play_on(match, chance)


def _alone(offer: Offer) -> Iterator[Option]:
    """The options that an offer comes to, each thing asked about by itself."""
    if isinstance(offer, Option):
        yield offer
        return
    for thing, weight in zip(offer.things, offer.weights, strict=True):
        with offer.when():
            found = [*offer.ask([thing])]
        assert all(option.weight == weight for option in found)
        yield from found


@law
def a_hand_that_is_told_is_believed_and_one_that_is_not_there_refused(
    game_id: str, seed: int
) -> None:
    """While it is as it was dealt as the hand that was kept, later as the hand that is shown; what
    is told so stays true, and changes nothing but what is known. Nobody shows a hand that is not
    hidden."""
    chance = Random(f"hands {game_id} {seed}")
    opened = drawn(game_id, chance)
    match = Dealt(*opened, chance, rulings=True)  # asks what would be without a replay
    state = match.public.state
    while not state.over and len(match.public.events) < LONGEST:
        play_on(match, chance)
        if chance.random() < 0.1 or any(_as_dealt(match)):
            _tell_hands(match, chance)
    _tell_hands(match, chance)


def told_truly(game_id: str) -> Callable[[int, int], Counter[str]]:
    """A truth oracle of a game in which nothing but a hand or a deck is hidden: matches whose cards
    are dealt, of which what is public is logged, and hands that are told.

    Returns:
        What plays one by a seed and the most entries, and tells what was tried. It fails where the
        truth is refused, or a hand passes that nobody can have.
    """

    def trial(seed: int, most: int) -> Counter[str]:
        chance = Random(f"truth {game_id} {seed}")
        match = Dealt(*drawn(game_id, chance), chance, rulings=True)
        while not match.public.state.over and len(match.public.events) < most:
            play_on(match, chance)
            if chance.random() < 0.1:
                _tell_hands(match, chance)
        assert all(map(applied, match.public.verdicts))
        kinds = Counter(type(event).__name__ for event in match.public.events)
        return Counter(matches=1, entries=len(match.public.events)) + kinds

    return trial


@law
def a_hand_is_the_one_that_was_dealt_as_long_as_the_game_says_so(game_id: str, seed: int) -> None:
    """In its first turns no card comes to it or goes from it before the game says that it may be
    another."""
    chance = Random(f"dealt {game_id} {seed}")
    match = Dealt(*drawn(game_id, chance), chance)
    was: dict[str, tuple[str, ...]] = {}
    for _ in range(LONGEST // 2):
        if match.public.state.over:
            return
        play_on(match, chance)
        for seat in _as_dealt(match) if match.public.state.turn else ():
            hand = dealt_hand(match, seat)
            assert was.setdefault(seat, hand) == hand


def _as_dealt(match: Dealt) -> list[str]:
    """Whose hidden hands are as they were dealt."""
    game, table = match.public.game, match.public.table
    seats = table.state.seats
    return [s for s in seats if hand_place(match.public, s) is not None and game.dealt(table, s)]


def _tell_hands(match: Dealt, chance: Random) -> None:
    state = match.public.state
    for seat in state.seats:
        if hand_place(match.public, seat) is None:
            refused = match.public.would(ShowsHand(seat))
            assert isinstance(refused, Illegal) and refused.rule == "REF-2.3"
            continue
        hand = dealt_hand(match, seat)
        first = seat in _as_dealt(match)
        kind = KeptHand if first and chance.random() < 0.5 else ShowsHand
        before = (state.active, state.turn, len(state.due))
        for wrong in _wrong_hands(match, hand, chance):
            said = match.public.would(kind(seat, wrong))
            few = len(wrong) < len(hand)
            fine = isinstance(said, Incomplete) if few else isinstance(said, Illegal)
            assert fine and (few or said.rule[:5] == "REF-2"), (wrong, said)
        believed = match.play(kind(seat, hand))
        wide = [
            each.since for each in match.public.game.accounts(match.public.table) if each.widened
        ]
        if wide and isinstance(believed, OnTrust):  # what rests on it is, with the entry (TW-20.7)
            assert all(f"since entry {wide[0]} " in each for each in believed.assumptions), believed
        else:
            assert believed == LEGAL
        assert (state.active, state.turn, len(state.due)) == before
        told = hand_place(match.public, seat)
        assert told is None or sorted(told.known().elements()) == sorted(hand)


def hand_place(match: Replay, seat: str) -> HiddenPlace | None:
    """The hidden hand of a seat."""
    return next((p for p in match.game.hidden(match.table) if p.name == f"{seat}.hand"), None)


def dealt_hand(match: Dealt, seat: str) -> tuple[str, ...]:
    """The cards that a seat really holds."""
    hand = hand_place(match.true, seat)
    assert hand is not None and hand.account.deal is not None
    deal = hand.account.deal
    dealt = Counter(chain(*(deal.cards.get(zone, ()) for zone in hand.zones)))
    return tuple(sorted((dealt + hand.known()).elements()))


def _wrong_hands(match: Dealt, hand: tuple[str, ...], chance: Random) -> Iterator[tuple[str, ...]]:
    """Hands that cannot be: with a card too many, one too few, and one that nobody has."""
    if hand:
        yield (*hand, chance.choice(hand))
        yield ("Nothing At All", *hand[1:])
    if len(hand) > 1:
        yield hand[1:]


def counted(cards: Mapping[str, int]) -> Iterator[str]:
    """Each of the cards as often as it is there."""
    return Counter(cards).elements()


@law
def a_replay_equals_a_replay(game_id: str, seed: int) -> None:
    """In one go or one by one, with copies kept for rulings or without."""
    (game, catalog, first), events = played(game_id, seed)
    whole = replayed(game_id, seed)
    for match in (begun(Opened(game, catalog, first), rules=rules) for rules in (False, True)):
        turns = {1: match.noted[1]} if 1 in match.noted else {}
        for event in events[1:]:
            turn, before = match.state.turn, len(match.table.facts)
            outcome = match.add(event)
            assert list(outcome.facts) == match.table.facts[before:]
            if match.state.turn != turn or match.state.ended == outcome.seq:
                turns[outcome.seq] = digest_of(match.state)
            assert outcome.digest == turns.get(outcome.seq, "")
        assert turns == match.noted == whole.noted
        assert_same(match, whole)


def assert_same(match: Replay, other: Replay) -> None:
    """Two replays have come to the same."""
    assert match.digest() == other.digest()
    assert match.noted == other.noted
    assert match.verdicts == other.verdicts
    assert list(match.all_facts()) == list(other.all_facts())
    assert match.undone == other.undone
    numbers = range(1, len(match.events) + 1)
    assert [match.standing(seq) for seq in numbers] == [other.standing(seq) for seq in numbers]


@law
def a_stored_match_equals_the_live_one(game_id: str, seed: int) -> None:
    """As the bytes of its entries, and as a text record."""
    (game, catalog, _), events = played(game_id, seed)
    match = replayed(game_id, seed)
    sealed = chained(events)
    assert_same(replay(game, catalog, game.codec.events_of([s.payload for s in sealed])), match)
    entries = [game.codec.entry(each.payload) for each in sealed]
    assert entries == [each.entry for each in sealed]
    text = write_record(entries, game.codec, match.noted)
    record = read_record(text, lambda _, version: game_of(game_id, version).codec)
    assert record.digests == match.noted
    assert chained([entry.event for entry in record.entries]) == sealed
    assert record.entries == entries


@law
def every_entry_is_read_back_from_its_line_and_its_json(game_id: str, seed: int) -> None:
    (game, _, _), events = played(game_id, seed)
    for event in events:
        stored = msgspec.json.encode(settled(event))
        again = game.codec.event(stored)
        assert again == event
        assert msgspec.json.encode(again) == stored
        if not isinstance(event, Opening):
            assert read(write(event, game.codec), game.codec) == event


@law
def a_copy_of_the_state_is_the_state(game_id: str, seed: int) -> None:
    """Read back from its bytes at any point, it has the same digest and plays on alike."""
    (game, catalog, first), events = played(game_id, seed)
    chance = Random(seed)
    match = begun(Opened(game, catalog, first))
    for event in events[1:]:
        if chance.random() < 0.1:
            copy = msgspec.msgpack.decode(msgspec.msgpack.encode(match.state), type=game.state_type)
            assert copy == match.state
            assert digest_of(copy) == match.digest()
            match.table.state = copy
        match.add(event)
    assert_same(match, replayed(game_id, seed))


@law
def every_option_makes_an_entry_that_is_accepted(game_id: str, seed: int) -> None:
    """Also the options that a random player hardly ever takes."""
    (game, catalog, _), events = played(game_id, seed)
    chance = Random(seed)
    before = events[: chance.randrange(1, len(events))]
    match = Replay(game, catalog).extend(before)
    options = game.options(match.table)
    for option in chance.sample(options, min(len(options), 12)):
        for _ in range(50 if option.several() else 1):
            event = event_of(game, option, chance)
            if applied(match.would(event)):
                break
        else:
            outcome = match.add(event)
            raise AssertionError(f"offered, and {in_words(match, event, outcome)}")


@law
def remarks_between_the_entries_change_no_state(game_id: str, seed: int) -> None:
    opened, events = played(game_id, seed)
    match = begun(opened)
    numbers = [0, 1]
    for event in events[1:]:
        numbers.append(match.add(renumbered(event, numbers)).seq)
        before = match.digest()
        for remark in (Note("tess", "a remark"), Confirm(opened.first.seats[0].seat, 1)):
            assert match.add(remark).verdict == LEGAL
            assert match.digest() == before
    assert match.state.over


def renumbered(event: Event, numbers: Sequence[int]) -> Event:
    """An event that names the entries that have become others by these numbers."""
    named = {name: getattr(event, name, None) for name in NAMING}
    said = {name: numbers[entry] for name, entry in named.items() if type(entry) is int}
    return msgspec.structs.replace(event, **said) if said else event


@law
def what_is_counted_is_conserved_at_every_entry(game_id: str, seed: int) -> None:
    opened, events = played(game_id, seed)
    match = begun(opened)
    counted = known(game_id).counted
    registered = counted(match.table)
    for event in events[1:]:
        match.add(event)
        assert counted(match.table) == registered, write(event, opened.game.codec)


@law
def what_is_owed_is_told_and_can_be_done(game_id: str, seed: int) -> None:
    opened, events = played(game_id, seed)
    match, options = begun(opened), offered(game_id, seed)
    for event, now in zip(events[1:], options, strict=False):
        assert_owed(match, now)
        match.add(event)
    assert not options[-1]


def assert_owed(match: Replay, options: Sequence[Option]) -> None:
    """What is due is of a class of its own, says so in words, and somebody can do something."""
    game, t = match.game, match.table
    before = match.digest()
    dues = [*match.state.due, *game.obligations(t)]
    for due in dues:
        assert type(due) is not Obligation
        assert due.seat in t.state.seats
        assert due.text().strip() and not set(due.text()) & set("{}"), due
        assert game.rule(due.rule), due
        assert due.since <= len(match.events), due
    owing = {due.seat for due in dues if due.must}
    doing = {option.seat for option in options}
    assert not owing or owing & doing, f"{sorted(owing)} owe, {sorted(doing)} may act"
    assert all(game.rule(option.rule) for option in options if option.rule)
    assert game.board(t)
    assert match.digest() == before, "a look changed the state"


@law
def what_is_told_of_several_fields_together_is_accepted(game_id: str, seed: int) -> None:
    """Also where something is pending that takes effect first."""
    opened, events = played(game_id, seed)
    codec = opened.game.codec
    match = begun(opened, rules=True)
    moments = set(Random(seed).sample(range(len(events)), min(MOMENTS, len(events))))
    for number, event in enumerate(events[1:]):
        match.add(event)
        if number not in moments:
            continue
        for option in opened.game.options(match.table):
            given = {name: only[0] for name, c in option.fields.items() if (only := c.only())}
            for line in list(option.together() or ())[:6]:
                told = codec.by_verb[option.verb](seat=option.seat, **{**given, **line})
                verdict = match.would(told)
                assert applied(verdict), f"{write(told, codec)}: {verdict}"
