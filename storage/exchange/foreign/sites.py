"""JSON of the sites where events are run, in the form in which collections of them keep it: rounds
with their matches, and the standings (Melee, Manatraders, Topdeck, CardsRealm)."""

from fractions import Fraction
from math import isfinite

import msgspec
from msgspec import Struct

from storage.exchange.foreign.tournament import (
    CUT,
    ForeignEvent,
    ForeignRound,
    Met,
    NoEvent,
    Published,
    Worth,
    moment,
    number_in,
    score_of,
)

NOBODY = frozenset({"", "-", "bye"})
"""What stands in the place of an opponent where there is none, in small letters."""
SITES = {
    "melee.gg": "melee",
    "manatraders": "manatraders",
    "topdeck": "topdeck",
    "cardsrealm": "cardsrealm",
}
"""The form by a part of the address that the file names."""
_TIEBREAKS = {"omw": "OMWP", "gw": "GWP", "ogw": "OGWP"}


class _Match(Struct, rename="pascal"):
    player1: str | None = None
    player2: str | None = None
    result: str | None = None


class _Round(Struct, rename="pascal"):
    round_name: str
    matches: list[_Match] = []


class _Standing(Struct):
    Rank: int
    Player: str
    Points: float
    Wins: int | None = None
    Losses: int | None = None
    Draws: int | None = None
    OMWP: float | None = None
    GWP: float | None = None
    OGWP: float | None = None


class _About(Struct, rename="pascal"):
    name: str = ""
    date: str | None = None
    uri: str | None = None


class _Site(Struct, rename="pascal"):
    tournament: _About
    rounds: list[_Round] | None
    standings: list[_Standing] | None = None


def read_site(text: str, name: str) -> ForeignEvent:
    """An event of a site.

    Raises:
        NoEvent: it is no such JSON; names the place.
    """
    try:
        site = msgspec.json.decode(text, type=_Site)
    except (msgspec.DecodeError, RecursionError) as error:
        raise NoEvent(f"{name}: {error or 'nested too deep'}") from None
    about = site.tournament
    form = next((form for part, form in SITES.items() if part in (about.uri or "")), "site")
    foreign = ForeignEvent(form, about.name, moment(about.date), games=form != "topdeck")
    for at, round in enumerate(site.rounds or []):
        place = f"Rounds[{at}]"
        number = number_in(round.round_name)
        if number is None:
            foreign.leave(place, f"{CUT}: {round.round_name[:40]}, {len(round.matches)} contests")
            foreign.played_on.append(ForeignRound(round.round_name[:40]))
            for each in round.matches:
                _take_cut(foreign, each, place)
            continue
        foreign.reach(number, f"{name}: {place}")
        for row, match in enumerate(round.matches):
            _take(foreign, number, match, f"{place}.Matches[{row}]")
    for at, line in enumerate(site.standings or []):
        _publish(foreign, line, f"Standings[{at}]")
    foreign.part_cut()
    foreign.part_places()
    return foreign


def _publish(foreign: ForeignEvent, line: _Standing, where: str) -> None:
    figures: dict[str, float | None] = {w: getattr(line, key) for w, key in _TIEBREAKS.items()}
    known = {word: figure for word, figure in figures.items() if figure is not None}
    if not all(map(isfinite, (line.Points, *known.values()))):
        foreign.leave(where, "a figure without an end")
        return
    points = Fraction(line.Points)
    wins, losses, draws = line.Wins or 0, line.Losses or 0, line.Draws or 0
    rounds = wins + losses + draws if 3 * wins + draws == points else None
    foreign.publish(Published(line.Rank, line.Player.strip(), points, known, rounds), where)


def _players(match: _Match) -> tuple[str, str]:
    """Both by name; empty where nobody is."""
    a, b = ((name or "").strip() for name in (match.player1, match.player2))
    return "" if a.casefold() in NOBODY else a, "" if b.casefold() in NOBODY else b


def _take_cut(foreign: ForeignEvent, match: _Match, where: str) -> None:
    a, b = _players(match)
    if a and b:
        foreign.play_on(Met(a, b, score_of(match.result or "") or (0, 0, 0)), where)


def _take(foreign: ForeignEvent, number: int, match: _Match, where: str) -> None:
    a, b = _players(match)
    score = score_of(match.result or "")
    if score is None:
        foreign.leave(where, f"{(match.result or 'nothing')[:40]!r} is no result")
        return
    won, lost, drawn = score
    if not a:
        a, b, won, lost = b, a, lost, won
    if not a:
        foreign.leave(where, "nobody is named")
    elif not b:
        full = won > lost or not foreign.games  # where games are not told, a bye is no draw of one
        worth: Worth = "full" if full else "half" if won == lost and drawn else "zero"
        foreign.take_bye(number, a, worth, where)
    else:
        foreign.take(number, Met(a, b, (won, lost, drawn)), where)
