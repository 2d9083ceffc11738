"""The standings as they are put up, and the bracket after a cut."""

from collections.abc import Iterator, Sequence
from xml.etree.ElementTree import Element

from cli.failure import Failure
from cli.screen.print_page import add, kept, written
from cli.tournament.paper.sheet import NO_OPPONENT, Asked, headed, listing, score_text
from referee.english import counted
from referee.tournament.stages.cut import FinalPlace, final_places
from referee.tournament.stages.fixed import bracket_of, knock_outs, seeds_of
from referee.tournament.standings.current import standings_of
from referee.tournament.standings.ranking import Placed, shown_points, shown_tiebreak
from referee.tournament.standings.tiebreaks import LAST, TIEBREAKS
from referee.tournament.state import is_away, open_tables, winner_of
from storage.exchange.tournament import Tournament

WIDEST = 32
"""How many seeds a bracket has that is drawn as one; larger ones are lists of rounds."""
OPEN = "—"
"""In the place of who is not known yet."""
_HASH_SHOWN = 12


def standings(of: Tournament, asked: Asked) -> str:
    """The standings with every tiebreak, what they mean, and the code of the checkpoint."""
    state = of.state
    swiss = [each for each in state.rounds if each.stage != "elimination" or not state.cut]
    after = len(swiss) if asked.round is None else asked.round
    if not 0 <= after <= len(swiss):
        raise Failure(
            f"there are no standings after round {after}", f"{counted(len(swiss), 'round')} so far"
        )
    left = len(open_tables(swiss[after - 1])) if after else 0
    about = f"{counted(left, 'table')} still without a result" if left else "all results are in"
    root, body = headed(of, asked, f"standings after round {after}", about if after else "")
    words = [word for word in of.policy.tiebreaks.order if word not in LAST]
    clubs = any(each.team for each in state.entrants.values())
    columns = ("place", "number", "player", *["team"] * clubs, "points", *words, "note")
    placed = standings_of(state, of.policy, after)
    rows = [
        (
            each.place,
            of.number(each.player),
            of.name(each.player),
            *[state.entrants[each.player].team] * clubs,
            shown_points(each.points),
            *(shown_tiebreak(word, each.tiebreaks[word]) for word in words),
            _note(of, each, after),
        )
        for each in placed
    ]
    listing(body, columns, rows, " ".join(("place number points", *words)))
    for word in words:
        add(body, "p", f"{word}: {TIEBREAKS[word].what}", class_="quiet")
    policy = f"policy {of.policy.name}, {of.policy.hash[:_HASH_SHOWN]}"
    add(body, "p", policy, class_="quiet")
    add(body, "p", _checkpoint(of), class_="quiet")
    return written(root, asked.language)


def _note(of: Tournament, placed: Placed, after: int) -> str:
    entrant = of.state.entrants[placed.player]
    said = ["by lot"] if placed.lot else ["shared"] if placed.shared else []
    if after and is_away(entrant, after + 1):
        said.append("left")
    return ", ".join(said)


def _checkpoint(of: Tournament) -> str:
    through = of.state.through
    if not through:
        return "no checkpoint so far"
    return f"checkpoint of entries 1 to {through}" + (f": {of.code}" if of.code else "")


def final(of: Tournament, asked: Asked) -> str:
    """The places of the whole tournament, the bracket before the standings."""
    places = final_places(of.state, of.policy)
    if not places:
        raise Failure("nobody has a place so far", "places follow the first round")
    over = "closed" if of.state.over else "not closed so far"
    root, body = headed(of, asked, "final places", over)
    rows = [
        (each.place, of.number(each.player), of.name(each.player), _out(each)) for each in places
    ]
    listing(body, ("place", "number", "player", "out in"), rows, "place number")
    add(body, "p", _checkpoint(of), class_="quiet")
    return written(root, asked.language)


def _out(place: FinalPlace) -> str:
    """In which round of the bracket somebody went out."""
    return round_name(place.contests.bit_length(), 0) if place.out else ""


def bracket(of: Tournament, asked: Asked) -> str:
    """The bracket: who met whom, who plays next, and room for what is not played.

    Raises:
        Failure: there is none so far.
    """
    seeds = seeds_of(of.state)
    if not seeds:
        raise Failure("there is no bracket so far", "it follows the cut")
    root, body = headed(of, asked, f"bracket of {counted(len(seeds), 'player')}")
    rounds = list(_rounds(of, seeds))
    if len(seeds) <= WIDEST:
        _drawn(body, rounds)
        return written(root, asked.language)
    for number, contests in enumerate(rounds):
        add(body, "h2", round_name(len(rounds), number))
        listing(body, ("player (seed)", "against (seed)", "score"), contests)
    return written(root, asked.language)


def _drawn(body: Element, rounds: Sequence[Sequence[tuple[str, str, str]]]) -> None:
    """A column for each round, each contest beside the two that lead to it."""
    table = add(body, "table")
    head = add(add(table, "thead"), "tr")
    for number in range(len(rounds)):
        add(head, "th", round_name(len(rounds), number))
    rows = add(table, "tbody")
    for at in range(len(rounds[0])):
        row = add(rows, "tr")
        for number, contests in enumerate(rounds):
            if at % 2**number:
                continue
            cell = add(row, "td", rowspan=2**number if number else None)
            cell.set("class", "middle")
            one, other, score = contests[at // 2**number]
            for player in (one, other):
                named = add(cell, "p", player)
                if player != NO_OPPONENT:
                    kept(named)
            if score:
                add(cell, "p", score)


def _rounds(of: Tournament, seeds: Sequence[str]) -> Iterator[list[tuple[str, str, str]]]:
    """The contests of each round, from the first to the final: two players and the score."""
    state = of.state
    numbers = knock_outs(state)
    size = 1 << (len(seeds) - 1).bit_length()
    for at in range(size.bit_length() - 1):
        number = (*numbers, state.turn + 1, *[0] * at)[at]
        pairs = bracket_of(state, number) if number else []
        pairs += [("", "")] * ((size >> at + 1) - len(pairs))
        yield [_contest(of, seeds, number if at < len(numbers) else 0, at, pair) for pair in pairs]


def _contest(
    of: Tournament, seeds: Sequence[str], number: int, at: int, pair: tuple[str, str]
) -> tuple[str, str, str]:
    """Two players and the score; ``number`` is 0 while the round is not posted."""
    one, other = (f"{of.name(p)} ({seeds.index(p) + 1})" if p else OPEN for p in pair)
    posted = of.state.rounds[number - 1] if number else None
    if pair[0] and not pair[1] and (not at or (posted is not None and pair[0] in posted.byes)):
        other = NO_OPPONENT
    for contest in posted.contests.values() if posted is not None else ():
        if {contest.a, contest.b} == set(pair):
            score = score_text(of, number, contest.table)
            won = winner_of(contest) if not contest.disputed else ""
            where = f"table {contest.table}" + (f": {score}" if score else "")
            return one, other, f"{where}, {of.name(won)} won" if won else where
    return one, other, ""


def round_name(rounds: int, number: int) -> str:
    """What a round of an elimination is called."""
    ahead = rounds - number
    return {1: "final", 2: "semi-finals", 3: "quarter-finals"}.get(ahead, f"last {2**ahead}")


__all__ = ["bracket", "final", "round_name", "standings"]
