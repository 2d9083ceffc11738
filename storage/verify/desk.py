"""What was posted, called, ruled and signed at the desk of a tournament, compared with what it has
to be and with the matches (TR-14.1). As in :mod:`storage.verify.contests`, some of it is a note.
"""

from collections.abc import Iterator

from events.tournament import Call, Checkpoint, Close, Post, Ruling
from referee.tournament.keys import commitment_of, key_of
from referee.tournament.posts import is_drawn, is_given
from referee.verdict import OnTrust
from storage.proof.signatures import can_sign, is_signed
from storage.tournament.played import Played, in_force
from storage.verify.report import NOTE, Difference
from storage.verify.stream import Stream, Walked

# -- posts --------------------------------------------------------------------------------------


def keys_differ(stream: Stream, kept: str | None) -> Iterator[Difference]:
    """The keys of the rounds are those of the secret that was committed to (TR-5.8)."""
    commitment = stream.state.options["commitment"]
    if not commitment:
        return
    if kept is not None and commitment_of(kept) != commitment:
        said = "the secret that the log keeps is not the one committed to: it cannot go on"
        yield Difference(stream.id, 1, "contest", said, "secrets", rule="TR-5.8")
        kept = None
    closed = [(seq, event) for seq, event in in_force(stream.replay, Close)]
    secret, seq = kept, 0
    for seq, event in closed:
        assert isinstance(event, Close)
        secret = event.secret
        if commitment_of(secret) != commitment:
            said = "the secret that the close reveals is not the one committed to"
            yield stream.said(seq, "TR-5.8", said, f"{stream.id} entry 1")
            return
    if secret is None:
        said = (
            "the log does not have the secret of the pairings: the event cannot go on from here "
            "(referee tournament secret), and its keys can be checked when the close reveals it"
        )
        yield stream.said(1, "TR-5.8", said, what=NOTE)
        return
    for number, played in enumerate(stream.state.rounds, 1):
        given = all(contest.reason for contest in played.contests.values())
        if played.key != key_of(secret, number) and (played.key or not given):
            said = f"the key of round {number} is not of the organiser's secret"
            there = f"{stream.id} entry {seq}" if seq else "the secret that the log keeps"
            yield stream.said(played.posted, "TR-5.8", said, there)


def posts_noted(stream: Stream) -> Iterator[Difference]:
    """The posts that are on trust, and the tables that are not as proposed (TR-5.9)."""
    for seq, event in in_force(stream.replay, Post):
        assert isinstance(event, Post)
        standing = stream.replay.standing(seq)
        if isinstance(standing, OnTrust):
            said = f"round {event.round} is on trust: {'; '.join(standing.assumptions)}"
            yield stream.said(seq, "TR-5.9", said, what=NOTE)
        if whole := _given_whole(event):
            yield stream.said(seq, "TR-5.9", whole, what=NOTE)
            continue
        for given in event.given:
            what = f", table {given.table} is not as proposed" if given.table else " has given byes"
            said = f"round {event.round}{what}: {given.reason}"
            yield stream.said(seq, "TR-5.9", said, what=NOTE)


def _given_whole(event: Post) -> str:
    """What is said of a round of which each table is given for one reason; nothing of others, and
    of a single table only where no key was used."""
    reasons = {given.reason for given in event.given}
    alone = len(event.pairings) == 1 and event.key
    if not is_given(event) or len(reasons) != 1 or alone:
        return ""
    return f"round {event.round} is given, and no proposal: {reasons.pop()}"


def pairings_differ(stream: Stream, walked: Walked) -> Iterator[Difference]:
    """Each proposal made again, and what was posted (TR-14.1)."""
    for seq, event in in_force(stream.replay, Post):
        assert isinstance(event, Post)
        if not is_drawn(event):
            continue  # nobody proposed it
        proposal = walked.proposals[seq]
        if isinstance(proposal, str):
            said = f"round {event.round} cannot be proposed again: {proposal}"
            yield stream.said(seq, "TR-14.1", said)
            continue
        given = {each.table: each.reason for each in event.given}
        have = {each.table: {each.a, each.b} for each in event.pairings}
        due = {each.table: {each.a, each.b} for each in proposal.pairings}
        for table in sorted(have.keys() | due.keys()):
            if have.get(table) == due.get(table) or table in given:
                continue
            said = (
                f"round {event.round}, table {table} has {_met(have.get(table))}, the proposal "
                f"made again {_met(due.get(table))}, and no reason is given"
            )
            yield stream.said(seq, "TR-5.9", said)
        if {*event.bye} != {*proposal.bye} and not given:
            posted, made = ", ".join(event.bye), ", ".join(proposal.bye)
            said = (
                f"round {event.round} has a bye for {posted or 'nobody'}, the proposal made again "
                f"for {made or 'nobody'}, and no reason is given"
            )
            yield stream.said(seq, "TR-5.9", said)
        if event.window != proposal.window:
            said = (
                f"round {event.round} notes the window {event.window}, the proposal made again "
                f"has {proposal.window}"
            )
            yield stream.said(seq, "TR-5.5", said)


def _met(players: set[str] | None) -> str:
    return " and ".join(sorted(players)) if players else "nobody"


# -- judges -------------------------------------------------------------------------------------


def penalties_differ(stream: Stream) -> Iterator[Difference]:
    """A penalty in a match and its infraction name each other (TR-10.7)."""
    named: set[tuple[str, int]] = set()
    for found in stream.state.infractions:
        if not found.match:
            continue
        named.add((found.match, found.entry))
        there = f"{found.match} entry {found.entry}"
        played = stream.games.get(found.match)
        if played is None:
            said = f"an infraction of {found.player} names {found.match}, which the log has not"
            yield stream.said(found.seq, "TR-10.7", said, found.match)
            continue
        given = next((p for p in played.game.penalties if p.seq == found.entry), None)
        if given is None:
            said = f"an infraction of {found.player} names {there}, which is no penalty in force"
            yield stream.said(found.seq, "TR-10.7", said, there)
        elif (given.person, given.kind) != (found.player, found.penalty):
            said = (
                f"an infraction gives {found.player} a {found.penalty}, {there} gives "
                f"{given.person} a {given.kind}"
            )
            yield stream.said(found.seq, "TR-10.7", said, there)
        elif given.infraction != f"{stream.id}/{found.seq}":
            other = f"the infraction {given.infraction}" if given.infraction else "no infraction"
            said = f"an infraction of {found.player} names {there}, which names {other}"
            yield stream.said(found.seq, "TR-10.7", said, there)
    for match, played in sorted(stream.games.items()):
        for given in played.game.penalties:
            if (match, given.seq) not in named and _is_claimed(stream, played):
                said = f"{match} gives {given.person} a {given.kind} that no infraction here names"
                yield stream.said(0, "TR-10.7", said, f"{match} entry {given.seq}")


def _is_claimed(stream: Stream, played: Played) -> bool:
    return played.game.opening.contest.partition("/")[0] == stream.id


def calls_differ(stream: Stream) -> Iterator[Difference]:
    """A call in a match and the call here name each other; a ruling names an entry (TR-11.1)."""
    named: set[tuple[str, int]] = set()
    for seq, event in in_force(stream.replay, Call, Ruling):
        assert isinstance(event, Call | Ruling)
        if not event.match:
            continue
        rule, what = ("TR-11.1", "call") if isinstance(event, Call) else ("TR-11.3", "ruling")
        there = f"{event.match} entry {event.entry}"
        played = stream.games.get(event.match)
        if played is None:
            said = f"a {what} names {event.match}, which the log has not"
            yield stream.said(seq, rule, said, event.match)
        elif isinstance(event, Call):
            named.add((event.match, event.entry))
            called = next((c for c in played.game.calls if c.seq == event.entry), None)
            if called is None and event.entry in played.game.taken_back:
                if str(seq) in stream.state.calls_open:
                    said = f"a call is open here and was taken back in {event.match}"
                    yield stream.said(seq, rule, said, there, what=NOTE)
            elif called is None:
                said = f"a call names {there}, which calls no judge"
                yield stream.said(seq, rule, said, there)
            elif called.call not in ("", f"{stream.id}/{seq}"):
                said = f"a call names {there}, which names {called.call}"
                yield stream.said(seq, rule, said, there)
            elif called.open != (str(seq) in stream.state.calls_open):
                said = (
                    f"a call has ended here and is open in {event.match}"
                    if called.open
                    else f"a call is open here and was closed in {event.match}"
                )
                yield stream.said(seq, rule, said, there, what=NOTE)
        elif event.entry > played.game.last:
            said = f"a ruling names {there}, and its last entry is {played.game.last}"
            yield stream.said(seq, rule, said, there)
    for match, played in sorted(stream.games.items()):
        for called in played.game.calls:
            if (match, called.seq) not in named and _is_claimed(stream, played):
                said = f"{called.person} called a judge in {match}, and no call here names it"
                yield stream.said(0, "TR-11.1", said, f"{match} entry {called.seq}")


# -- checkpoints --------------------------------------------------------------------------------


def checkpoints_differ(stream: Stream, walked: Walked) -> Iterator[Difference]:
    """Each root, made again, and its signature (TR-14.2)."""
    for seq, event in in_force(stream.replay, Checkpoint):
        assert isinstance(event, Checkpoint)
        there = f"{stream.id} entry {event.through}"
        due = walked.roots.get(event.through)
        if due != event.root:
            said = f"the checkpoint has the root {event.root[:12]}…, made again it is "
            said += f"{due[:12]}…" if due else "none"
            yield stream.said(seq, "TR-14.2", said, there)
        if not event.signature:
            continue
        if not can_sign():
            said = "the signature is not checked: that needs the extra sign"
            yield stream.said(seq, "TR-14.2", said, what=NOTE)
        elif not is_signed(event.root, event.key_id, event.signature):
            said = f"the signature is not of this root by the key {event.key_id[:12]}…"
            yield stream.said(seq, "TR-14.2", said, there)


__all__ = [
    "calls_differ",
    "checkpoints_differ",
    "keys_differ",
    "pairings_differ",
    "penalties_differ",
    "posts_noted",
]
