"""The end of a tournament: what is published, checkpoints, the close (sections 5, 12, 14)."""

from events.tournament import Checkpoint, Close, Publish
from referee.tournament.facts import Published
from referee.tournament.handlers import handles
from referee.tournament.keys import commitment_of, key_of
from referee.tournament.results import lost_result, round_of
from referee.tournament.roles import DESK, ORGANISER, require_role
from referee.tournament.stages.cut import champion
from referee.tournament.state import Hall, open_tables


@handles
def publish(t: Hall, e: Publish) -> None:
    """TR-4.2, TR-10.9: something is open to all from now on."""
    require_role(t, e.by, DESK)
    if e.round:
        round_of(t, e.round)
    t.state.published[e.what if not e.round else f"{e.what} {e.round}"] = t.seq
    t.fact(Published(e.what, e.round))


@handles
def checkpoint(t: Hall, e: Checkpoint) -> None:
    """TR-14.2: it covers what was logged before it, and no less than the one before."""
    require_role(t, e.by, DESK)
    if e.through >= t.seq:
        t.forbid(
            "TR-14.2", "entry {through} is not logged", through=e.through, legal=str(t.seq - 1)
        )
    if e.through < t.state.through:
        t.refuse(
            "TR-14.2",
            "an earlier checkpoint covers entry {covered}",
            covered=t.state.through,
            legal=f"through={t.seq - 1}",
        )
    t.state.through = e.through


@handles
def close(t: Hall, e: Close) -> None:
    """TR-5.8: the secret fits its commitment, and every key that was shown fits the secret."""
    require_role(t, e.by, ORGANISER)
    state = t.state
    commitment = state.options["commitment"]
    if commitment:
        if not e.secret:
            t.refuse("TR-5.8", "the secret is missing", legal="secret=…")
        elif commitment_of(e.secret) != commitment:
            t.refuse(
                "TR-5.8",
                "the secret does not fit its commitment {commitment}",
                commitment=commitment[:12] + "…",
                legal="the secret that was committed to",
            )
        for number, played in enumerate(state.rounds, 1):
            if played.key and e.secret and played.key != key_of(e.secret, number):
                t.refuse(
                    "TR-5.8",
                    "the key of round {round} is not of this secret",
                    round=number,
                    since=played.posted,
                    legal=f"key={key_of(e.secret, number)[:12]}… in its post",
                )
    elif e.secret:
        t.refuse("TR-5.8", "nothing was committed to", legal="no secret")
    if state.rounds and (left := open_tables(state.rounds[-1])):
        t.refuse(
            "TR-5.1",
            "{have:table has|tables have} no result: {tables}",
            have=len(left),
            tables=", ".join(map(str, left[:12])),
            legal="their results",
        )
    if (earlier := lost_result(state, "TR-5.1")) and earlier.rule not in t.waived:
        raise earlier
    won = champion(state, t.catalog)
    t.end_match(won, "closed", "TR-5.8", None if won else "no result")
