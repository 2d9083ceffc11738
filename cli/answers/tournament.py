"""The answers about tournaments."""

from msgspec import Struct

from cli.answers.answer import Answer, Moment
from cli.answers.entries import EntryOutcome


class TournamentOpened(Answer, frozen=True, tag="referee/tournament-new/1"):
    """A tournament that was opened.

    Args:
        event: the tournament.
        policy: the name of its policy.
        policy_hash: the hash of the policy, which the opening pins.
        options: all that the opening pins beside it.
    """

    event: str
    policy: str
    policy_hash: str
    options: dict[str, str]


class Seats(Struct, frozen=True):
    """A table of a round.

    Args:
        table: its number.
        a: who is posted first.
        b: the other.
        given: why it is not as proposed; empty where it is.
    """

    table: int
    a: str
    b: str
    given: str


class RoundProposed(Answer, frozen=True, tag="referee/tournament-propose/1"):
    """The next round as it would be posted.

    Args:
        event: the tournament.
        round: the number of the round.
        stage: the part of the tournament.
        key: the key of the round.
        cost: items 1 to 6 of TR-5.2.
        window: how far apart two could be in the order of points; 0: all could meet.
        pairings: the tables.
        bye: who has a bye.
        missing: tables of the round before that have no result.
    """

    event: str
    round: int
    stage: str
    key: str
    cost: tuple[int, ...]
    window: int
    pairings: tuple[Seats, ...]
    bye: tuple[str, ...]
    missing: tuple[int, ...]


class Place(Struct, frozen=True):
    """A place of the standings; all figures are exact, as text such as ``19/27``.

    Args:
        place: the place, from 1.
        player: who has it.
        name: the name; empty where none is known.
        points: the points.
        tiebreaks: the figures of the policy's tiebreaks, by their words.
        lot: whether the lot decided it.
        shared: whether others have the same place.
        active: whether the player is still in the tournament.
    """

    place: int
    player: str
    name: str
    points: str
    tiebreaks: dict[str, str]
    lot: bool
    shared: bool
    active: bool


class Standings(Answer, frozen=True, tag="referee/tournament-standings/1"):
    """The standings.

    Args:
        event: the tournament.
        after: the round after which they are.
        open: the tables of that round that have no result yet.
        places: in order.
    """

    event: str
    after: int
    open: tuple[int, ...]
    places: tuple[Place, ...]


class PlaceUnder(Struct, frozen=True):
    """A place of the standings under another policy; all figures are exact.

    Args:
        place: the place under it.
        pinned: the place under the policy that is pinned; null for none.
        player: who has it.
        points: the points.
        tiebreaks: the figures of that policy's tiebreaks, by their words.
    """

    place: int
    pinned: int | None
    player: str
    points: str
    tiebreaks: dict[str, str]


class StandingsCompared(Answer, frozen=True, tag="referee/tournament-standings-under/1"):
    """The standings under another policy.

    Args:
        event: the tournament.
        after: the round after which they are.
        pinned: the policy that is pinned.
        policy: the other one.
        policy_hash: its hash.
        first: the first place that differs; 0 for none.
        places: in the order of the other policy.
    """

    event: str
    after: int
    pinned: str
    policy: str
    policy_hash: str
    first: int
    places: tuple[PlaceUnder, ...]


class CallShown(Struct, frozen=True):
    """A call for a judge that is open.

    Args:
        call: the entry that called.
        round: the round.
        table: the table; 0: at the desk.
        by: who called.
        about: what it is about.
        judge: who answered; empty while nobody has.
        since: when it was recorded.
    """

    call: int
    round: int
    table: int
    by: str
    about: str
    judge: str
    since: Moment


class CallEnded(Struct, frozen=True):
    """A call for a judge that is closed.

    Args:
        call: the entry that called.
        round: the round.
        table: the table; 0: at the desk.
        by: who called.
        judge: who closed it.
        seconds: how long play stood still, as the judge noted it.
        since: when the call was recorded.
        until: when its end was.
        match: the match in which it was called; empty where it was none in the log.
    """

    call: int
    round: int
    table: int
    by: str
    judge: str
    seconds: int
    since: Moment
    until: Moment
    match: str


class Calls(Answer, frozen=True, tag="referee/tournament-calls/1"):
    """The calls for a judge.

    Args:
        event: the tournament.
        calls: those that are open, the oldest first.
        ended: those that are closed, in the order of their ends.
    """

    event: str
    calls: tuple[CallShown, ...]
    ended: tuple[CallEnded, ...]


class EventSimulated(Answer, frozen=True, tag="referee/tournament-simulate/1"):
    """A simulated tournament that is in the log.

    Args:
        event: the tournament.
        entries: how many entries it has.
        matches: how many games of its contests were played as matches.
        players: how many entered.
        rounds: how many rounds were posted, those after a cut included.
        winner: who won the last contest of a cut; empty without one.
        faults: why games could not go on, in the place of which others were played.
    """

    event: str
    entries: int
    matches: int
    players: int
    rounds: int
    winner: str
    faults: tuple[str, ...]


class NotTaken(Struct, frozen=True):
    """Something that a file says and the tournament that was made of it does not.

    Args:
        where: the place in the file, or the round.
        what: what it is, and why it was left out.
    """

    where: str
    what: str


class FigureDiffers(Struct, frozen=True):
    """A figure of the standings that an organiser published, and that the entries do not come to.

    Args:
        player: whose.
        name: what the file calls them.
        figure: points, or the word of a tiebreak.
        published: as published, exact.
        folded: as the entries have it, exact.
        entries: the entries that concern the player.
    """

    player: str
    name: str
    figure: str
    published: str
    folded: str
    entries: tuple[int, ...]


class EventImported(Answer, frozen=True, tag="referee/tournament-import/1"):
    """An event that others have run and that is in the log.

    Args:
        event: the tournament.
        form: the form of the file.
        policy: the policy under which it is folded.
        entries: how many entries it has.
        players: how many entered.
        rounds: how many rounds were posted.
        untaken: what could not be taken.
        compared: how many players the published standings have that the folded ones have too.
        points: of how many of them the points are equal.
        tiebreaks: of how many all tiebreaks are.
        in_order: whether the folded figures allow the published order.
        order: why it is another one, as far as that can be told; empty where it is not.
        left: of how many all tiebreaks are those after the last round that they played.
        after: after what most points were as published, where that is not the last round: an
            earlier one, or the cut as well; else empty.
        then: of how many the points are equal then.
        differences: the figures that differ, in the published order.
    """

    event: str
    form: str
    policy: str
    entries: int
    players: int
    rounds: int
    untaken: tuple[NotTaken, ...]
    compared: int
    points: int
    tiebreaks: int
    in_order: bool
    order: str
    left: int
    after: str
    then: int
    differences: tuple[FigureDiffers, ...]


class BothLogged(Answer, frozen=True, tag="referee/tournament-both/1"):
    """Something happened that a tournament and one of its matches both say.

    Args:
        event: the tournament.
        entries: what was logged in it.
        match: the match; empty where none is concerned.
        match_entries: what was logged in the match.
    """

    event: str
    entries: tuple[EntryOutcome, ...]
    match: str
    match_entries: tuple[EntryOutcome, ...]


class TableDrawn(Struct, frozen=True):
    """A table whose decks are to be checked.

    Args:
        table: its number.
        a: who is posted first.
        b: the other.
        done: whether the decks of both have been checked in this round.
    """

    table: int
    a: str
    b: str
    done: bool


class Checks(Answer, frozen=True, tag="referee/tournament-checks/1"):
    """The tables that the key of a round draws for deck checks.

    Args:
        event: the tournament.
        round: the round.
        tables: in the order in which they are drawn.
    """

    event: str
    round: int
    tables: tuple[TableDrawn, ...]


class ContestShown(Struct, frozen=True):
    """A contest of a round.

    Args:
        table: the number of its table.
        a: who was posted first.
        b: the other.
        score: the result, such as ``2-1`` or ``1-1-1, time``; empty while it is open.
        winner: who won; empty in a draw and while it is open.
        how: how it ended, such as played or concession; empty while it is open.
        disputed: whether the result is disputed.
        reported_at: when the result was recorded; null while it is open.
        extended: by how many seconds it was made longer.
        called: for how many seconds calls for a judge that are closed let it stand still.
        games: the matches in the log that are its games.
    """

    table: int
    a: str
    b: str
    score: str
    winner: str
    how: str
    disputed: bool
    reported_at: Moment | None
    extended: int
    called: int
    games: tuple[str, ...]


class RoundShown(Struct, frozen=True):
    """A round as it was posted, and what became of it.

    Args:
        round: its number.
        stage: the part of the tournament.
        posted_at: when it was posted.
        started: when its clock started, as it was said; empty before.
        time: when time was called; empty before.
        last_at: when the last of its results was recorded; null while none is.
        open: the tables without a result, or with one that is disputed.
        byes: who had a bye.
        contests: in the order of the tables.
    """

    round: int
    stage: str
    posted_at: Moment
    started: str
    time: str
    last_at: Moment | None
    open: tuple[int, ...]
    byes: tuple[str, ...]
    contests: tuple[ContestShown, ...]


class Contests(Answer, frozen=True, tag="referee/tournament-contests/1"):
    """Who met whom, and how it ended.

    Args:
        event: the tournament.
        rounds: those that are posted, or the one that was asked for.
    """

    event: str
    rounds: tuple[RoundShown, ...]


class BracketMeeting(Struct, frozen=True):
    """Two places of a round of a bracket.

    Args:
        round: the number of the round; 0 while it is not posted.
        stage: what the round is called, such as final.
        table: the table; 0 while there is none.
        a: who has the upper place; empty while nobody is known.
        a_seed: the seed of that player; 0 for none.
        b: who has the lower place.
        b_seed: the seed of that player; 0 for none.
        score: the result; empty while it is open.
        winner: who goes on; empty while it is open.
    """

    round: int
    stage: str
    table: int
    a: str
    a_seed: int
    b: str
    b_seed: int
    score: str
    winner: str


class Bracket(Answer, frozen=True, tag="referee/tournament-bracket/1"):
    """The bracket of a tournament, from its first round to the final.

    Args:
        event: the tournament.
        seeds: who is in it, the first seed first.
        meetings: round by round, each in the order of the bracket.
    """

    event: str
    seeds: tuple[str, ...]
    meetings: tuple[BracketMeeting, ...]


class ListShown(Struct, frozen=True):
    """A list that a player has registered.

    Args:
        player: whose.
        place: the place in the standings; 0 for none.
        deck: what it is called.
        cards: how many copies of each card.
        lists: what is registered beside it, by name: copies by card, or the cards.
    """

    player: str
    place: int
    deck: str
    cards: dict[str, int]
    lists: dict[str, dict[str, int] | tuple[str, ...]]


class Lists(Answer, frozen=True, tag="referee/tournament-lists/1"):
    """The registered lists that whoever asks may see.

    Args:
        event: the tournament.
        withheld: how many are kept back until decks are published.
        lists: in the order of the standings.
    """

    event: str
    withheld: int
    lists: tuple[ListShown, ...]
