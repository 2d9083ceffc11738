"""At the store: what is new goes to the league as a parcel, and what became of it is asked."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from cli.answers import league as answers
from cli.arguments import JsonOption, LogOption, MatchesArgument, commands
from cli.failure import Failure, Status
from cli.league.refusals import say_refusals
from cli.league.which_league import KeyOption, LeagueOption, the_league
from cli.reading.heads import given_out
from cli.reading.log import copied_log
from cli.screen import render
from cli.tournament.checkpoints import made_key
from storage.files import read_text

if TYPE_CHECKING:
    from storage.league.parcels import Listed
    from storage.league.sending.left_out import LeftOut

app = commands()


@app.command(epilog="Example: referee league parcel --publisher north --key north.pem -o outbox")
def parcel(
    match: MatchesArgument = None,
    publisher: Annotated[
        str | None,
        typer.Option(
            "--publisher",
            metavar="ID",
            help="What the league calls this store.",
            show_default=False,
        ),
    ] = None,
    key: KeyOption = None,
    new_key: Annotated[
        Path | None, typer.Option("--new-key", metavar="FILE", help="Make a key, and keep it here.")
    ] = None,
    output: Annotated[
        str | None,
        typer.Option(
            "--output", "-o", metavar="FOLDER", help="In which folder it will lie, or s3://…"
        ),
    ] = None,
    zipped: Annotated[
        bool, typer.Option("--zip", help="As one file, a zip archive; to s3:// it always is.")
    ] = False,
    since: Annotated[
        str | None,
        typer.Option(
            "--since",
            metavar="HEADS",
            help="Only what went on since: a parcel that was sent, or a file of heads, as referee "
            "head, referee league status --json or a receipt give them.",
        ),
    ] = None,
    told_seats: Annotated[
        bool,
        typer.Option(
            "--told-seats", help="Also matches in which a seat is called as who sits there."
        ),
    ] = False,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """At the store: put matches into a parcel, signed by the key of the store.

    All of the log, or those that are named. It reads a copy, also while a venue serves the log.
    Left out are matches of who has opted out, and of minors: where a guardian agrees, referee
    people opt-out ID --end. There are no names in it: a match in which a
    text has one, or a seat is called as who sits there, is left out; where a person is called by
    name as an id, it is refused. How to get at a bucket the environment says: AWS_ACCESS_KEY_ID and
    the like.
    """
    from storage.files import Scratch
    from storage.league.parcels import Chosen, Sender, as_sent, pack, send
    from storage.league.sending.sent_before import heads_before
    from storage.proof.head import written_head
    from storage.proof.signatures import public_key

    if new_key is not None:
        key = made_key(new_key)
    if key is None:
        raise Failure("a parcel is signed", "--key FILE, or --new-key FILE makes a key")
    if publisher is None or output is None:
        key_id = public_key(read_text(key))
        if json:
            render.say_json(answers.KeyShown(key_id))
        else:
            render.say(f"the key of this store is {key_id}")
            render.say(
                f"the league lets it publish: referee league publisher add ID --key {key_id}"
            )
        return Status.DONE
    sent = None if since is None else heads_before(since, publisher)
    target = as_sent(output)
    with (
        Scratch() as scratch,
        copied_log(log) as copy,
        render.progress("making a parcel") as step,
    ):
        own = target if isinstance(target, Path) else Path(scratch)
        as_zip = zipped or own is not target
        sender = Sender(publisher, read_text(key))
        chosen = Chosen(match or None, sent, told_seats)
        made, out, seats = pack(copy, sender, own, chosen, zipped=as_zip, progress=step)
        where = "" if made is None else str(made.folder)
        if made is not None and isinstance(target, str):
            where = send(made, target)
    if made is not None:
        given_out(log, {name: written_head(head) for name, head in made.listed.heads.items()})
    heads = {} if made is None else made.listed.heads
    entries = sum(int(head.partition(":")[0]) for head in heads.values())
    if json:
        name = "" if made is None else made.name
        render.say_json(
            answers.ParcelMade(
                *(name, where, len(heads), entries),
                tuple(answers.NameFound(*each) for each in out.named.items()),
                tuple(answers.SeatTells(*each) for each in (out.seats or seats).items()),
                len(out.opted_out),
                len(out.minors),
            )
        )
        return Status.DONE
    _say_left_out(out)
    if made is None:
        render.say("nothing is new: no parcel was made")
    else:
        what = f"{render.counted(len(heads), 'match')}, {render.counted(entries, 'entry')}"
        render.say(f"{what} in {where}")
    return Status.DONE


def _say_left_out(out: "LeftOut") -> None:
    """What is not in a parcel, why, and what to do about it."""
    for found, why in (
        (out.opted_out, "somebody in them has opted out: referee people list"),
        (
            out.minors,
            "somebody in them is a minor: where a guardian agrees, referee people opt-out ID --end",
        ),
    ):
        if found:
            render.warn(f"referee: {render.counted(len(found), 'match')} left out: {why}")
    for each, seq in out.named.items():
        render.warn(f"referee: {each} is left out: entry {seq} has the name of somebody in it")
    if out.seats:
        match_id, seat = next(iter(out.seats.items()))
        render.warn(
            f"referee: {render.counted(len(out.seats), 'match')} left out: a seat is called as who "
            f"sits there, as {seat} of {match_id}: no pseudonym hides who that is. referee new "
            "--opaque calls seats by words that tell nothing; --told-seats sends these as they "
            "are, where those people agree"
        )


@app.command(epilog="Example: referee league receipt r1-t4.json --key 5f0c…")
def receipt(
    file: Annotated[
        Path, typer.Argument(metavar="FILE", help="What league show MATCH --json has printed.")
    ],
    key: Annotated[
        str | None, typer.Option("--key", metavar="KEY", help="The id of the key of the league.")
    ] = None,
    json: JsonOption = False,
) -> Status:
    """At the store: check receipts, by which a league says what it has taken of a match and when.

    Status 4 where one is not signed as it stands or, with --key, is by another key. No league is
    needed for that.
    """
    from storage.league.telling.league_answers import read_receipts

    checked = read_receipts(file)
    false = checked.false
    rows = tuple(
        answers.ReceiptChecked(
            *(each.seq, each.hash, each.parcel, each.taken_at),
            None if each.receipt is None else each.receipt.key_id,
            each not in false and (not key or (each.receipt and each.receipt.key_id) == key),
        )
        for each in checked.heads
    )
    if json:
        render.say_json(answers.ReceiptsChecked(checked.match, rows))
    for each in () if json else rows:
        word = render.paint(*(("SIGNED", "good") if each.signed else ("NOT SIGNED", "bad")))
        by = f", by the key {each.key_id[:16]}…" if each.key_id else ""
        render.say(
            f"{word}  {checked.match}: entry {each.seq} {each.hash[:16]}… taken "
            f"{each.taken_at:%Y-%m-%d %H:%M} UTC{by}"
        )
    return Status.DONE if all(each.signed for each in rows) else Status.NOT_EXACT


@app.command(epilog="Example: referee league status --key north.pem --league league")
def status(
    sent: Annotated[
        str | None,
        typer.Argument(metavar="PARCEL", help="A parcel; by default all.", show_default=False),
    ] = None,
    key: KeyOption = None,
    league: LeagueOption = None,
    json: JsonOption = False,
) -> Status:
    """What became of the parcels of a store: taken, or refused, and why. Asked by its key."""
    from storage.league.parcels import as_sent, opened
    from storage.league.telling.league_answers import fate
    from storage.proof.signatures import public_key

    if key is None:
        raise Failure("the store is known by its key", "--key FILE")
    listed: Listed | None = None
    name = ""
    if sent is not None:
        with opened(as_sent(sent)) as found:
            name, listed = found.name, found.listed
    became = fate(the_league(league), public_key(read_text(key)), name, listed)
    if json:
        render.say_json(
            answers.PublisherStatus(
                became.publisher,
                tuple(answers.ParcelTaken(*each) for each in became.parcels),
                tuple(became.refused),
                tuple(became.waiting),
                became.heads,
            )
        )
        return Status.ILLEGAL if became.refused else Status.DONE
    for each in became.parcels:
        aside = f", {each.aside:,} set aside" if each.aside else ""
        render.say(
            f"{each.parcel[:16]}… {each.matches:,} in force{aside}, taken {each.taken_at} UTC"
        )
    for match in became.waiting:
        render.say(f"{match}: not taken yet")
    say_refusals(became.refused)
    if not became.parcels and not became.refused:
        render.say(f"nothing of {became.publisher} has come in yet")
    return Status.ILLEGAL if became.refused else Status.DONE
