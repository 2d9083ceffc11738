"""Exact figures and places, as answers have them and as people read them."""

from fractions import Fraction

from cli.answers.explained import DecidedShown, Figure, RatioShown
from referee.tournament.standings.crosstable import Ratio
from referee.tournament.standings.ranking import Decided, shown, shown_points, shown_tiebreak
from referee.tournament.standings.tiebreaks import TIEBREAKS


def points(figure: Fraction) -> Figure:
    """Points, as an answer has them."""
    return Figure(str(figure), shown_points(figure))


def tiebreak(word: str, figure: Fraction) -> Figure:
    """A tiebreak, as an answer has it."""
    return Figure(str(figure), shown_tiebreak(word, figure))


def ratio(found: Ratio) -> RatioShown:
    """Match win or game win, as an answer has it."""
    plain, value = (Figure(str(each), shown(each)) for each in (found.plain, found.value))
    return RatioShown(str(found.won), str(found.possible), plain, value, found.raised)


def ratio_text(found: Ratio) -> str:
    """Match win or game win: what was won of what could be, and the floor where it is used.

    Example:
        >>> ratio_text(Ratio(Fraction(1), Fraction(9), Fraction(33, 100)))
        '1/9 = .1111, floor .3300'
    """
    rate = f"{shown_points(found.won)}/{shown_points(found.possible)} = {shown(found.plain)}"
    return f"{rate}, floor {shown(found.value)}" if found.raised else rate


def both(word: str, figure: Fraction) -> str:
    """A figure with its exact value, where the decimals are not that."""
    read = tiebreak(word, figure).shown if word in TIEBREAKS else shown_points(figure)
    return read if Fraction(read) == figure else f"{read} ({figure})"


def decided(found: Decided | None) -> DecidedShown | None:
    """Why one stands above another, as an answer has it."""
    if found is None:
        return None
    upper = lower = None
    if found.figures is not None:
        upper, lower = (
            tiebreak(found.by, each) if found.by in TIEBREAKS else points(each)
            for each in found.figures
        )
    return DecidedShown(found.upper, found.lower, found.by, upper, lower)


def decided_text(found: Decided) -> str:
    """By what one stands above another, without their names."""
    if found.figures is not None:
        upper, lower = (both(found.by, each) for each in found.figures)
        return f"{found.by}, {upper} to {lower}"
    return {
        "lot": "lot, by the key of the last round (TR-8.7)",
        "entry": "the order of entering",
        "": "nothing",
    }[found.by]
