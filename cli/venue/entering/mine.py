"""What the page of a player is told: all that is the player's own of an event (VN-18.9)."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from msgspec import Struct

from cli.failure import Failure
from cli.tournament.explaining.standings import figures_of
from cli.tournament.linked.both import opening_of
from cli.tournament.linked.games import won_of
from cli.tournament.linked.results import differing
from cli.venue.access.home_tables import table_of
from cli.venue.desk.counter import Counter
from cli.venue.desk.overview import Clock, Ranking, clock_of, ranking_of, settled_after
from cli.venue.entering.games import Games
from cli.venue.entering.lists import Judged, as_text, changes_of, closed, closes_at
from cli.venue.seen.concerned import mark_of
from referee.tournament.entrants import can_forfeit, drop_to_take_back
from referee.tournament.judging.clock_events import ends_at, is_paused, minutes_of, seconds_left
from referee.tournament.judging.lost_games import games_to_win
from referee.tournament.policy import Policy
from referee.tournament.stages.cut import final_places
from referee.tournament.stages.length import rounds_of
from referee.tournament.standings.current import standing_of
from referee.tournament.standings.ranking import shown_points
from referee.tournament.state import (
    Contest,
    Entrant,
    Score,
    State,
    is_away,
    number_of,
)
from storage.error import LogError
from storage.match import Match
from storage.tournament.games import games_of
from storage.tournament.played import played_of
from storage.venue.rows import RegistrationRow

Said = tuple[str, tuple[Any, ...]]
"""A text of the catalog by its key, and what belongs into it."""


class Button(NamedTuple):
    """A result as its player says it: the key of its words, with the own figures, and what is
    sent, as the contest was posted."""

    key: str
    own: int
    other: int
    a: int
    b: int
    drawn: int


class GameOn(Struct, frozen=True):
    """A logged game of the own contest."""

    number: int
    match: str
    over: bool
    won: str  # own, other, drawn; empty while it is on


class Seat(Struct, frozen=True):
    """Where a player sits in the newest round."""

    table: int  # 0: the bye
    against: str = ""  # what the other is called
    first: bool = False  # whether the own name was posted first
    feature: bool = False
    own: int = 0  # games won, logged or taken by penalty
    other: int = 0  # those of the other
    games: tuple[GameOn, ...] = ()
    on: str = ""  # the match that is on; empty while none is
    waits: str = ""  # own, other: who is asked who begins the next game; empty: nobody
    next: int = 0  # the number of the next game, where somebody is asked
    # who begins the game that is on, where the policy says so: own, other; and how
    begins: str = ""
    by: str = ""


class Result(Struct, frozen=True):
    """The result of the own contest, as its player sees it."""

    standing: str  # open, said, told, disputed, in
    buttons: tuple[Button, ...]  # what may be said with one tap
    score: tuple[int, int, int] | None  # the result: own, other, drawn
    by: str  # whose word it rests on
    mine: tuple[int, int, int] | None  # what this player has said
    theirs: Button | None  # what the other has said, as a button that agrees
    games: tuple[int, int, int] | None  # what the logged games say, where a word differs


class Way(Struct, frozen=True):
    """A round of the own way."""

    round: int
    against: str
    outcome: str  # win, draw, loss, bye, missed
    score: str
    points: str


class Standing(Struct, frozen=True):
    """The standings of finished rounds, and the own way there."""

    ranking: Ranking
    place: int  # the own place; 0: none
    shared: bool
    ways: tuple[Way, ...]
    points: str
    sums: tuple[tuple[str, str], ...]  # each tiebreak with how its figure comes about


class Penalty(Struct, frozen=True):
    """An own penalty."""

    round: int
    title: str
    penalty: str
    code: str


class Leaving(Struct, frozen=True):
    """What follows where a player drops, or that it may be taken back."""

    may: bool = False  # whether the player may drop
    follows: Said | None = None  # what follows from it
    back: bool = False  # whether it may be taken back
    left: bool = False  # whether the player has left


class OwnList(Struct, frozen=True):
    """The own list."""

    taken: bool  # whether this event takes lists
    text: str  # as it is registered, or as it was given
    registered: bool  # whether that is registered
    why: str  # why no list is taken any more; empty while one is
    until: datetime | None  # until when lists are taken
    changes: int  # how often one was registered
    judged: Judged | None  # what a draft comes to


class Mine(Struct, frozen=True):
    """All that the page of a player shows."""

    event: str
    person: str
    mark: str  # by which its device knows what concerns it
    name: str
    role: str
    now: datetime
    row: RegistrationRow | None
    over: bool
    round: int
    rounds: int
    stage: str
    check_in: bool  # whether *here* is to be tapped
    here: bool
    seat: Seat | None
    clock: Clock
    extended: int  # the seconds of own extensions
    result: Result | None
    call: str  # waiting, coming; empty: no judge is called
    standing: Standing | None
    leaving: Leaving
    rules: tuple[Said, ...]
    penalties: tuple[Penalty, ...]
    final: tuple[int, int] | None  # the own place of how many, once it is over
    finals: tuple[tuple[int, str, bool], ...]  # the first places: place, name, whether own


def mine_of(
    desk: Counter, row: RegistrationRow | None, games: Games, *, whole: bool = True
) -> Mine:
    """What a player, or somebody who has registered, is shown of an event as it stands.

    Args:
        desk: the tournament, as the device has it.
        row: what was registered; None of who was entered at the desk.
        games: what is known of games that are about to be opened.
        whole: whether with the standings, which take longest.
    """
    state, session, now = desk.table.state, desk.device, desk.now
    assert now is not None
    own = state.players.get(session.person, session.person)
    entrant = state.entrants.get(own) if session.role == "player" else None
    seat = _seat(desk, own, games) if entrant is not None else None
    contest = _contest(state, own) if entrant is not None else None
    settled = settled_after(desk) if whole else 0
    standing = None
    if entrant is not None and settled and own in state.entrants:
        standing = _standing(desk, own, settled)
    finals = final_places(state, desk.table.catalog) if state.over and state.rounds else ()
    place = next((each.place for each in finals if each.player == own), 0)
    name, called = row.name if row else "", desk.source.people.get(session.person, "")
    if not name or called.startswith(f"{name} ("):  # somebody else has that name
        name = called
    return Mine(
        desk.name,
        session.person,
        mark_of(session.person),
        name or session.person,
        session.role,
        now,
        row,
        bool(state.over),
        state.turn,
        rounds_of(state),
        state.rounds[-1].stage if state.rounds else "",
        _may_check_in(state, entrant),
        bool(entrant and entrant.here),
        seat,
        *_clock(desk, contest, now),
        _result(desk, contest, own) if contest is not None else None,
        _call(state, session.person),
        standing,
        _leaving(state, own, entrant),
        tuple(rules_of(state, desk.table.catalog)),
        tuple(_penalties(state, desk.table.catalog, session.person)),
        (place, len(finals)) if place else None,
        tuple(
            (
                each.place,
                name if each.player == own else desk.source.people.get(each.player, each.player),
                each.player == own,
            )
            for each in finals[:8]
        ),
    )


def _may_check_in(state: State, entrant: Entrant | None) -> bool:
    """Whether a player taps *here*: before round 1, where the opening asks for it (TR-3.2)."""
    if entrant is None or entrant.here or state.rounds or state.over:
        return False
    return state.options["check_in"] == "yes" and not is_away(entrant, 1)


# -- where to sit -------------------------------------------------------------------------------


def _contest(state: State, own: str) -> Contest | None:
    contests = state.rounds[-1].contests.values() if state.rounds else ()
    return next((each for each in contests if own in (each.a, each.b)), None)


def _seat(desk: Counter, own: str, games: Games) -> Seat | None:
    state = desk.table.state
    table = table_of(desk.device, state)
    contest = _contest(state, own)
    if contest is None:
        return Seat(0) if table == 0 else None
    other = contest.b if own == contest.a else contest.a
    found, won = _games(desk, contest, own)
    asked = games.asked.get((desk.name, state.turn, contest.table))
    waits = "" if asked is None else "own" if desk.device.person in asked.who else "other"
    on = next((each.match for each in reversed(found) if not each.over), "")
    return Seat(
        contest.table,
        desk.source.people.get(other, other),
        own == contest.a,
        contest.feature,
        won[own],
        won[other],
        found,
        on,
        waits if contest.result is None else "",
        asked.game if asked is not None else 0,
        *_begins(desk, found),
    )


def _begins(desk: Counter, games: Sequence[GameOn]) -> tuple[str, str]:
    """Who begins the game that is on, and how that was settled, so that both see it (VN-18.14);
    nobody where somebody was asked, or the game itself says it."""
    on = next((each for each in reversed(games) if not each.over), None)
    begins = desk.table.catalog.begins
    how = "" if on is None else begins.later if on.number > 1 else begins.game_1
    if on is None or how not in ("draw", "seed", "alternate"):
        return "", ""
    match = desk.log.live(on.match)
    if match.game.goes_first_by:
        return "", ""
    first = opening_of(match).seats[0].person
    return "own" if first == desk.device.person else "other", how


def _games(desk: Counter, contest: Contest, own: str) -> tuple[tuple[GameOn, ...], dict[str, int]]:
    """The logged games of a contest, and how many each has won."""
    found: list[GameOn] = []
    ended: list[Match] = []
    for number, match in games_of(
        desk.log, desk.name, desk.table.state.turn, contest.table
    ).items():
        over = bool(match.replay().state.over)
        if over:
            ended.append(match)
        found.append(GameOn(number, match.id, over, _winner(desk, match, own) if over else ""))
    try:
        won = won_of(desk, contest, [played_of(each) for each in ended])
    except (Failure, LogError):
        won = {contest.a: 0, contest.b: 0, "": 0}
    return tuple(found), won


def _winner(desk: Counter, match: Match, own: str) -> str:
    people = {each.seat: each.person for each in opening_of(match).seats}
    players = desk.table.state.players
    won = {players.get(person, person) for person in played_of(match).game.winners}
    if not won or won >= {players.get(each, each) for each in people.values()}:
        return "drawn"
    return "own" if own in won else "other"


# -- the clock ----------------------------------------------------------------------------------


def _clock(desk: Counter, contest: Contest | None, now: datetime) -> tuple[Clock, int]:
    """The clock of the own table, with its own extensions (TR-6.1), and how long these are."""
    found, state, policy = clock_of(desk, now), desk.table.state, desk.table.catalog
    extended = sum(each.seconds for each in contest.extended) if contest is not None else 0
    if contest is None or not extended:
        return found, 0
    minutes = minutes_of(state, policy)
    until = ends_at(state, policy, state.turn, contest)
    if is_paused(state.rounds[-1]):
        left = seconds_left(state, policy, state.turn, contest, now) or 0
        return Clock("paused", minutes, left=left, overtime=found.overtime), extended
    if until is not None and found.standing in ("running", "time"):
        standing = "time" if found.standing == "time" and until <= now else "running"
        return Clock(standing, minutes, until, overtime=found.overtime), extended  # type: ignore[arg-type]
    return found, extended


# -- the result ---------------------------------------------------------------------------------


def _result(desk: Counter, contest: Contest, own: str) -> Result:
    state, policy = desk.table.state, desk.table.catalog
    first = own == contest.a
    other = contest.b if first else contest.a
    mine, theirs = contest.attested.get(own), contest.attested.get(other)
    result = contest.result
    standing = "open"
    if contest.disputed:
        standing = "disputed"
    elif result is not None:
        standing = "in"
    elif mine is not None:
        standing = "said"
    elif theirs is not None:
        standing = "told"
    said = theirs or mine
    games = None
    if said is not None and (result is None or contest.disputed):
        due = differing(desk, state.turn, contest, said)
        games = _turned(due, first=first) if due is not None else None
    return Result(
        standing,
        tuple(_buttons(state, policy, first=first)),
        _turned(result.score, first=first) if result is not None else None,
        result.by if result is not None else "",
        _turned(mine, first=first) if mine is not None else None,
        _button(_turned(theirs, first=first), first=first) if theirs is not None else None,
        games,
    )


def _turned(score: Score, *, first: bool) -> tuple[int, int, int]:
    """A score from the own side."""
    return (score.a, score.b, score.drawn) if first else (score.b, score.a, score.drawn)


def _button(score: tuple[int, int, int], *, first: bool) -> Button:
    own, other, drawn = score
    key = "me.won" if own > other else "me.lost" if own < other else "me.drew"
    a, b = (own, other) if first else (other, own)
    return Button(key, own, other, a, b, drawn)


def _buttons(state: State, policy: Policy, *, first: bool) -> Sequence[Button]:
    """The usual results from the own side (VN-18.12); none where scores count."""
    if policy.score.kind != "games" or number_of(state, "teams"):
        return ()
    most = games_to_win(state, policy)
    scores = [(most, less, 0) for less in range(most)]
    scores += [(less, most, 0) for less in reversed(range(most))]
    if state.rounds[-1].stage != "elimination":
        scores.append((most - 1, most - 1, 1) if most > 1 else (0, 0, 1))
    return [_button(each, first=first) for each in scores]


# -- standings ----------------------------------------------------------------------------------


def _standing(desk: Counter, own: str, after: int) -> Standing:
    state, policy = desk.table.state, desk.table.catalog
    ranking = ranking_of(desk, after)
    found = standing_of(state, policy, own, after)
    ways = []
    for each in found.rounds:
        played = each.played
        against = desk.source.people.get(played.opponent, played.opponent)
        figures = [played.won, played.lost, *([played.drawn] if played.drawn else [])]
        if policy.score.kind == "margin":
            figures = [played.score, played.conceded]
        score = "\u2013".join(map(str, figures))
        ways.append(
            Way(
                played.round,
                against,
                played.outcome,
                score if played.opponent else "",
                shown_points(played.points),
            )
        )
    return Standing(
        ranking,
        found.placed.place if found.placed else 0,
        bool(found.placed and found.placed.shared),
        tuple(ways),
        shown_points(found.points),
        tuple(figures_of(found, policy)),
    )


# -- judges, leaving, penalties -----------------------------------------------------------------


def _call(state: State, person: str) -> str:
    for call in state.calls_open.values():
        if call.by == person:
            return "coming" if call.judge else "waiting"
    return ""


def _leaving(state: State, own: str, entrant: Entrant | None) -> Leaving:
    """What follows from a drop now (TR-3.4)."""
    if entrant is None or state.over or entrant.members or number_of(state, "teams"):
        return Leaving()
    back = drop_to_take_back(state, own) is not None
    if any(not away.back for away in entrant.away):
        return Leaving(back=back, left=True)
    if not state.rounds:
        return Leaving(True, ("me.drop.before", ()))
    contest = _contest(state, own)
    if contest is not None and contest.result is None and can_forfeit(state, own):
        return Leaving(True, ("me.drop.forfeits", (contest.table,)))
    if contest is not None and contest.result is None:
        return Leaving(True, ("me.drop.counts", (state.turn, contest.table)))
    return Leaving(True, ("me.drop.after", (state.turn,)))


def _penalties(state: State, policy: Policy, person: str) -> Sequence[Penalty]:
    known = policy.by_code
    return [
        Penalty(
            each.round,
            known[each.code].title if each.code in known else each.code,
            each.penalty,
            each.code,
        )
        for each in state.infractions
        if each.player == person
    ]


# -- the rules of the event ---------------------------------------------------------------------


def rules_of(state: State, policy: Policy) -> Sequence[Said]:
    """The rules of an event, as texts of the catalog."""
    options = state.options
    rounds = rounds_of(state)
    found: list[Said] = [(f"me.rules.{options['format']}", ())]
    if rounds:
        found.append(("me.rules.rounds", (rounds,)))
    if options["cut"] != "0":
        found.append(("me.rules.cut", (options["cut"],)))
    if policy.score.kind == "games":
        one = options["best_of"] == "1"
        found.append(
            ("me.rules.one-game", ()) if one else ("me.rules.best-of", (options["best_of"],))
        )
    minutes = minutes_of(state, policy)
    found.append(("me.rules.minutes", (minutes,)) if minutes else ("me.rules.untimed", ()))
    if policy.overtime.turns:
        found.append(("me.rules.turns", (policy.overtime.turns,)))
    if policy.overtime.seconds:
        found.append(("me.rules.overtime", (policy.overtime.seconds // 60,)))
    points = policy.points
    if policy.score.kind == "games":
        found.append(("me.rules.points", (str(points.win), str(points.draw), str(points.loss))))
    found.append(
        ("me.rules.agreed-draw", ()) if policy.draws.intentional else ("me.rules.no-agreed", ())
    )
    found.append((f"me.rules.lists-{options['decklists']}", ()))
    if options["sealed"] == "yes":
        found.append(("me.rules.sealed", ()))
    if policy.clock.no_show_after:
        found.append(("me.rules.no-show", (policy.clock.no_show_after // 60,)))
    begins = policy.begins
    if begins.game_1:
        found.append((f"me.rules.first-{begins.game_1}", ()))
    if begins.later:
        found.append((f"me.rules.later-{begins.later}", ()))
    return found


# -- lists --------------------------------------------------------------------------------------


def own_list(desk: Counter, row: RegistrationRow | None, judged: Judged | None) -> OwnList:
    """The own list, as it is registered or as it waits."""
    state, person, now = desk.table.state, desk.device.person, desk.now
    assert now is not None
    deck = state.decks.get(person)
    taken = state.options["decklists"] != "none" and bool(state.options["plays"])
    draft = row.list if row is not None else ""
    registered = deck is not None and bool(deck.cards)
    text = draft
    if not draft and deck is not None:
        text = as_text(deck.name, deck.cards, deck.lists)
    return OwnList(
        taken,
        text,
        registered,
        closed(state, person, now),
        closes_at(state),
        changes_of(desk.source.match, person) if registered else 0,
        judged if draft else None,
    )


def spoken(said: Said, texts: Mapping[str, str]) -> str:
    """A text with what belongs into it."""
    key, values = said
    return texts[key].format(*values)


__all__ = ["Mine", "mine_of", "own_list", "rules_of", "spoken"]
