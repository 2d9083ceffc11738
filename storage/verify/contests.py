"""What a tournament says of its games, and what the matches say themselves (TR-14.1).

Each disagreement names both places and the rule. What cannot be a disagreement, since the rules
leave it to somebody's word, is told as a note.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from events.common import CardList, Seating
from referee.game import Game
from referee.light import DEPTHS
from referee.parts.decks import terms
from referee.tournament.common_edition import Plays
from referee.tournament.state import Deck
from storage.tournament.played import Played, Undecided, agrees, result_of_games, winner_of
from storage.verify.report import NOTE, Difference
from storage.verify.stream import Place, Stream

Lists = Mapping[str, Sequence[Deck]]
"""For each player, every list that ever was registered."""

_FREELY = ("played", "time")
"""How a contest ends whose result is the sum of its games, and of those that were not logged."""


# -- results ------------------------------------------------------------------------------------


def results_differ(stream: Stream) -> Iterator[Difference]:
    """Every game that a result names is in the log and says the same (TR-7.4)."""
    for place in stream.places():
        if place.result is None or place.contest.boards:  # whose games are of its boards
            continue
        agree = True
        for game in place.result.games:
            for found in _game(stream, place, game.match, game.winner, game.hash):
                agree = False
                yield found
        if agree:
            yield from _sum(stream, place)


def _game(
    stream: Stream, place: Place, match: str, winner: str, chained: str
) -> Iterator[Difference]:
    assert place.result is not None
    seq, contest = place.result.seq, place.contest
    played = stream.games.get(match)
    if played is None:
        said = f"the result of {place} names {match}, which the log has not or cannot replay"
        yield stream.said(seq, "TR-7.4", said, match)
        return
    of = played.game
    if not _is_of(of.opening.contest, stream, place):
        own = of.opening.contest or "no contest"
        said = f"the result of {place} names {match}, which is a game of {own} by its opening"
        yield stream.said(seq, "TR-1.6", said, f"{match} entry 1")
    if chained != played.hash and chained not in stream.chains.get(match, ()):
        said = f"the result of {place} has the hash {chained[:12]}… of {match}, which has no such"
        yield stream.said(seq, "TR-7.4", said, f"{match} entry {of.last}")
    try:
        won = winner_of(
            played,
            (contest.a, contest.b),
            {} if place.board else stream.state.players,
            unfinished=place.result.score.how != "played",
        )
    except Undecided as error:
        said = f"the result of {place} names a game that does not fit: {error}"
        yield stream.said(seq, "TR-7.4", said, f"{match} entry {of.last}")
        return
    if won != winner:
        here, there = winner or "nobody", won or "nobody"
        said = f"the result of {place} has {here} as the winner of {match}, which {there} has won"
        yield stream.said(seq, "TR-7.4", said, f"{match} entry {of.last}")


def _is_of(contest: str, stream: Stream, place: Place) -> bool:
    return contest.rpartition("/")[0] == f"{stream.id}/{place.round}/{place.contest.table}"


def _sum(stream: Stream, place: Place) -> Iterator[Difference]:
    """The games that were logged add up to the result, whether it names them or not."""
    result, contest = place.result, place.contest
    assert result is not None
    named = [stream.games[game.match] for game in result.games if game.match in stream.games]
    games = named or ([] if place.board else _games_of(stream, place))
    if not games or result.score.how not in _FREELY or contest.lost:
        return
    margin = stream.policy.score.kind == "margin"
    if margin and not (result.score.how == "played" and any(g.game.scores for g in games)):
        return
    try:
        drawn = result_of_games(
            games,
            contest.a,
            contest.b,
            margin=margin,
            players={} if place.board else stream.state.players,
            unfinished=result.score.how == "time",
        )
    except Undecided:
        return
    have, due = result.score, drawn.score
    whole = margin or (bool(named) and have.how == "played")
    if not agrees(have, due, whole=whole):  # not every game need be logged
        names = ", ".join(game.match for game in games)
        said = f"the result of {place} is {have.a}-{have.b}, its logged games say {due.a}-{due.b}"
        yield stream.said(result.seq, "TR-7.4", said, names)


def _games_of(stream: Stream, place: Place) -> list[Played]:
    """The matches that claim to be games of a contest, in the order of their numbers."""
    own = [g for g in stream.games.values() if _is_of(g.game.opening.contest, stream, place)]
    return sorted(own, key=lambda g: int(g.game.opening.contest.rpartition("/")[2]))


# -- matches ------------------------------------------------------------------------------------


def matches_differ(stream: Stream, lists: Lists) -> Iterator[Difference]:
    """Every match that names the stream is a game of a table that was posted (TR-1.6, TR-4.4)."""
    places: dict[tuple[int, int], list[Place]] = {}
    for place in stream.places():
        places.setdefault((place.round, place.contest.table), []).append(place)
    plays = Plays.read(stream.state.options["plays"])
    for match, played in sorted(stream.games.items()):
        own, _, rest = played.game.opening.contest.partition("/")
        if own != stream.id:
            continue
        number, table, nth = map(int, rest.split("/"))
        found = places.get((number, table))
        what = "contest" if _is_decided(played) else NOTE
        there = f"{match} entry 1"
        if found is None:
            said = f"{match} is a game of round {number}, table {table}, which is not posted"
            yield stream.said(0, "TR-1.6", said, there, what=what)
            continue
        yield from _claim(stream, match, played, found, what)
        if plays is not None:
            yield from _played_alike(stream, match, played, plays)
        yield from _unless_enough(stream, match, played)
        if stream.state.options["decklists"] != "none":
            yield from _decks(stream, match, played, lists, nth)


def _is_decided(played: Played) -> bool:
    """Whether a match has a result: one that was left off may be given up for another."""
    return played.game.ended is not None and played.game.ended.result != "no result"


def _claim(
    stream: Stream, match: str, played: Played, found: list[Place], what: str
) -> Iterator[Difference]:
    place = found[0]
    contest = place.contest
    posted = stream.state.rounds[place.round - 1].posted
    players = stream.state.players
    there = {players.get(person, person) for person in played.game.people}
    if there != {contest.a, contest.b}:
        said = (
            f"{contest.a} and {contest.b} are posted in {place}, but {match} is between "
            f"{' and '.join(sorted(there))}"
        )
        yield stream.said(posted, "TR-1.6", said, f"{match} entry 1", what=what)
        return
    reported = [each.result for each in found if each.result is not None]
    games = [game for result in reported for game in result.games]
    if reported and match not in {game.match for game in games}:
        said = f"the result of {place} does not name {match}, which is a game of it"
        seq = reported[-1].seq
        last = f"{match} entry {played.game.last}"
        yield stream.said(seq, "TR-7.4", said, last, what=what if games else NOTE)


def _played_alike(stream: Stream, match: str, played: Played, plays: Plays) -> Iterator[Difference]:
    """All tables play the same game, version, catalog and interpretations (TR-1.1)."""
    opening = played.game.opening
    pairs: list[tuple[str, object, object]] = [
        ("the game", opening.game, plays.game),
        ("the version", opening.version, plays.version),
        ("the catalog", opening.catalog[:12], plays.catalog[:12]),
    ]
    for key, option in plays.choices.items():
        pairs.append((key, opening.interpretations.get(key, option), option))
    for name, have, due in pairs:
        if have != due:
            said = f"{name} of {match} is {have}, but the tournament plays {due}"
            yield stream.said(1, "TR-1.1", said, f"{match} entry 1")


def _unless_enough(stream: Stream, match: str, played: Played) -> Iterator[Difference]:
    """As much is told of each game as the tournament asks for at the least, where no judge has
    said that it is less (TR-1.7)."""
    least = stream.state.options.get("record", "result")
    for seq, depth in played.game.depths:
        if DEPTHS.index(depth) < DEPTHS.index(least) and seq not in played.game.judged:
            said = f"of {match} less is told than {least}: {depth}"
            yield stream.said(1, "TR-1.7", said, f"{match} entry {seq}", what=NOTE)
            return


def _decks(
    stream: Stream, match: str, played: Played, lists: Lists, nth: int
) -> Iterator[Difference]:
    """The opening takes each deck from the registered list; between games of a contest cards may
    change places with the sideboard (TR-4.4)."""
    for seating in played.game.opening.seats:
        own = lists.get(seating.person, ())
        if not any(_is_list(seating, deck, exactly=nth == 1) for deck in own):
            seq = own[-1].seq if own else 0
            has = "is not the registered list" if own else "was never registered"
            said = f"the deck of {seating.person} in {match} {has}"
            yield stream.said(seq, "TR-4.4", said, f"{match} entry 1")


def _is_list(seating: Seating, deck: Deck, *, exactly: bool) -> bool:
    if exactly:
        return seating.deck == deck.cards and _plain(seating.lists) == _plain(deck.lists)
    return _pool(seating.deck, seating.lists) == _pool(deck.cards, deck.lists)


def _plain(lists: Mapping[str, CardList]) -> dict[str, object]:
    return {
        name: own if isinstance(own, dict) else tuple(own) for name, own in lists.items() if own
    }


def _pool(deck: Mapping[str, int], lists: Mapping[str, CardList]) -> Counter[str]:
    """All cards that are registered, wherever."""
    found = Counter(deck)
    for own in lists.values():
        found.update(own)
    return found


def lists_differ(stream: Stream, game: Game, catalog: Any, plays: Plays) -> Iterator[Difference]:
    """Every registered list is one that the game takes (TR-4.1)."""
    choice = terms(game.choices(plays.choices), {}, game.version)
    for player, deck in stream.state.decks.items():
        if not deck.cards:
            continue
        listed = Seating("list", player, deck.cards, deck.name, lists=deck.lists)
        for fault in game.deck_faults(catalog, listed, choice)[:1]:
            said = f"the list of {player} is faulty: {fault} ({fault.rule})"
            yield stream.said(deck.seq, "TR-4.1", said)


__all__ = ["lists_differ", "matches_differ", "results_differ"]
