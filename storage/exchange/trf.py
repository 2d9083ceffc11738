"""TRF16, the tournament report file of FIDE, for engines and checkers of the chess world (TR-14.3).

Who is posted first at a table (``a``) stands as White, the other (``b``) as Black; a contest is
one game, won, drawn or lost, whatever games it had. Codes of a round without an opponent: ``U``
the bye of the pairing, ``F`` and ``H`` a bye that counts as a win or a draw and was given
otherwise, ``Z`` a missed round; ``+`` and ``-`` are a contest that nobody played.

Lines that begin with ``XX`` and ``BB`` are no part of TRF16, but of what JaVaFo and bbpPairings
read beside it: the number of rounds, the first colour, and what results give where that is not
1, 1/2 and 0. Only rounds of which all results are in are written, of a tournament with a cut those
before it. Starting ranks are the places in the order of the entrants' numbers, without gaps.
"""

from collections.abc import Iterator, Sequence
from fractions import Fraction

from events.error import RefereeError
from referee.tournament.history import Played, history
from referee.tournament.policy import Policy
from referee.tournament.stages.length import rounds_of
from referee.tournament.standings.current import standings_of
from referee.tournament.state import Round, open_tables
from storage.exchange.tournament import Tournament

_STAGES = {
    "swiss": "Individual: Swiss-System",
    "round-robin": "Individual: Round-Robin",
    "elimination": "Individual: Knock-Out",
}
_CHESS = {"win": Fraction(1), "draw": Fraction(1, 2), "loss": Fraction(0), "bye": Fraction(1)}
"""What readers of the format take for granted."""
_RESULTS = {"win": "1", "draw": "=", "loss": "0"}
_FORFEITS = {"win": "+", "draw": "=", "loss": "-"}
_MOST_POINTS = 99
"""What fits into the four columns of a score."""


class TrfError(RefereeError, ValueError):
    """What happened at a tournament cannot be told in the format; the message says what."""


def trf(of: Tournament) -> str:
    """The rounds that are complete, as TRF16 with lines that end with CR and LF.

    Raises:
        TrfError: points that the codes of the format cannot say.
    """
    if of.policy.score.kind != "games":
        raise TrfError("TRF knows wins, draws and losses: scores with bands cannot be told in it")
    rounds = _complete(of)
    known = history(of.state, of.policy, len(rounds))
    places = {p.player: p.place for p in standings_of(of.state, of.policy, len(rounds))}
    order = sorted(of.state.entrants, key=of.number)
    ranks = {player: at for at, player in enumerate(order, 1)}
    white = {(n, c.a) for n, each in enumerate(rounds, 1) for c in each.contests.values()}
    lines = [*_head(of, rounds)]
    for player in order:
        codes = _unplayed(of, player, known[player], rounds)
        cells = []
        for each in known[player]:
            opponent, colour, result = "0000", "-", codes.get(each.round, "")
            if each.opponent:
                opponent = f"{ranks[each.opponent]:>4}"
                colour = "w" if (each.round, player) in white else "b"
                result = (_FORFEITS if each.how == "no-show" else _RESULTS)[each.outcome]
            cells.append(f"  {opponent} {colour} {result}")
        points = sum((each.points for each in known[player]), Fraction())
        lines.append(
            f"001 {ranks[player]:>4}      {_text(of.name(player), 33):33}{'':10}"
            f"{_programme(of, player):>11}{'':12}"
            f"{_score(player, points)} {places.get(player, ''):>4}" + "".join(cells)
        )
    return "".join(f"{line.rstrip()}\r\n" for line in lines)


def _programme(of: Tournament, player: str) -> str:
    """The number of a player in the programme; empty where there is none that fits."""
    found = of.programme.get(player, "")
    return found if found.isascii() and found.isdigit() and len(found) <= 11 else ""


def _complete(of: Tournament) -> list[Round]:
    """The rounds before a cut of which all results are in."""
    state = of.state
    knock_out = state.options["format"] == "elimination"
    rounds = [each for each in state.rounds if knock_out or each.stage != "elimination"]
    if rounds and rounds[-1] is state.rounds[-1] and open_tables(rounds[-1]):
        rounds.pop()
    return rounds


def _head(of: Tournament, rounds: Sequence[Round]) -> Iterator[str]:
    """The tournament: what it is, whose, when, and what its results give."""
    state = of.state
    yield f"012 {_text(of.stream, 120)}"
    days = [each.started[:10].replace("-", "/") for each in rounds]
    dated = [day for day in days if day]
    if dated:
        yield f"042 {dated[0]}"
        yield f"052 {dated[-1]}"
    yield f"062 {len(state.entrants)}"
    yield "072 0"
    yield f"092 {_STAGES[state.options['format']]}"
    for person, roles in state.roles.items():
        if "head-judge" in roles:
            yield f"102 {_text(of.name(person), 60)}"
    for person, roles in state.roles.items():
        if "judge" in roles:
            yield f"112 {_text(of.name(person), 60)}"
    if state.options["minutes"] != "0":
        yield f"122 {state.options['minutes']} minutes a round"
    if dated:
        yield f"132{'':88}" + "".join(f"{day[2:]:8}  " for day in days)
    planned = max(rounds_of(state), len(rounds))
    if planned:
        yield f"XXR {planned}"
    yield "XXC white1"
    yield from _points(of.policy)


def _points(policy: Policy) -> Iterator[str]:
    """What results give, as each of the two engines has it told."""
    win, draw, loss, bye = (policy.points.value(each) for each in ("win", "draw", "loss", "bye"))
    if [win, draw, loss, bye] == list(_CHESS.values()):
        return
    for code, figure in (("W", win), ("D", draw), ("L", loss), ("Z", loss), ("F", loss)):
        yield f"BB{code} {_score(policy.name, figure)}"
    yield f"BBU {_score(policy.name, bye)}"
    worth = {"WW": win, "BW": win, "WD": draw, "BD": draw, "WL": loss, "BL": loss, "ZPB": loss}
    worth |= {"HPB": draw, "FPB": win, "PAB": bye, "FW": win, "FL": loss}
    yield "XXS " + " ".join(f"{code}={_score('', each).strip()}" for code, each in worth.items())


def _unplayed(
    of: Tournament, player: str, known: Sequence[Played], rounds: Sequence[Round]
) -> dict[int, str]:
    """The codes of the rounds without an opponent. Points that were given for several missed
    rounds together are told as full and half byes of the first of them.

    Raises:
        TrfError: they are no sum of wins and draws.
    """
    entrant, value = of.state.entrants[player], of.policy.points.value
    codes, left = {}, Fraction()
    others = []
    for each in known:
        if each.opponent:
            continue
        part = of.state.part_byes.get(str(each.round), {}).get(player)
        if part is not None:
            codes[each.round] = "H" if part == "half" else "Z"
            continue
        awarded = entrant.first == 1 and each.round <= entrant.byes
        if player in rounds[each.round - 1].byes and not awarded:
            codes[each.round] = "U"
        else:
            others.append(each.round)
            left += each.points - value("missed")
    full, half = value("win") - value("missed"), value("draw") - value("missed")
    for number in others:
        codes[number] = "F" if left >= full else "H" if left >= half > 0 else "Z"
        left -= {"F": full, "H": half, "Z": Fraction()}[codes[number]]
    if left:
        raise TrfError(
            f"{player}: what was given for rounds without an opponent is no sum of wins and draws,"
            " and cannot be told in TRF"
        )
    return codes


def _score(whose: str, points: Fraction) -> str:
    """A figure in its four columns.

    Raises:
        TrfError: it does not fit.
    """
    tenths = points * 10
    if tenths.denominator != 1 or not 0 <= points <= _MOST_POINTS:
        raise TrfError(f"{whose}: {points} points cannot be told in TRF: tenths from 0 to 99")
    return f"{tenths.numerator // 10:>2}.{tenths.numerator % 10}"


def _text(text: str, most: int) -> str:
    """A text in its columns, without what would end a line."""
    return "".join(c if c.isprintable() else " " for c in text)[:most].strip()


__all__ = ["TrfError", "trf"]
