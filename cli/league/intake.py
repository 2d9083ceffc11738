"""At the league: parcels are taken in, and what was refused is told."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import msgspec
import typer

from cli.answers import anew
from cli.answers import league as answers
from cli.arguments import JobsOption, JsonOption, commands
from cli.failure import Failure, Status
from cli.league.refusals import say_refusals
from cli.league.which_league import (
    WAIT,
    ClusterOption,
    LeagueOption,
    WaitOption,
    patience_of,
    replayed_by,
    the_league,
)
from cli.screen import render

if TYPE_CHECKING:
    from storage.league.lake import Place
    from storage.league.patience import Patience

app = commands()


@app.command(epilog="Examples: referee league take inbox/5f0c… . referee league take --inbox inbox")
def take(
    parcel: Annotated[
        list[str] | None,
        typer.Argument(metavar="PARCEL", help="Parcels; by default those that are due."),
    ] = None,
    inbox: Annotated[
        str | None,
        typer.Option(
            "--inbox", metavar="FOLDER", help="All parcels that lie in a folder, or below s3://…"
        ),
    ] = None,
    again: Annotated[
        bool,
        typer.Option("--again", help="Put facts in anew that an older program has made."),
    ] = False,
    wait: WaitOption = WAIT,
    jobs: JobsOption = None,
    cluster: ClusterOption = None,
    league: LeagueOption = None,
    json: JsonOption = False,
) -> Status:
    """Take parcels in: verify each match by replay, commit what is exact, say what was refused.

    What was taken before is known, and stays as it is. Status 3 where something was refused, or a
    match is not the one which a checkpoint of its tournament covers.

    Where PostgreSQL or the object store is away, it waits and tries again, at longer and longer
    intervals, and goes on where it was. Nothing is taken by halves, and what was taken stays: if
    they stay away (status 1), the same command takes the rest another time.

    With --again, after this program was renewed: the facts of matches that an older one has
    judged are put in anew, by store, game and year. Run referee league verify first.
    """
    from storage.league.parcels import Sent, as_sent, parcels_in
    from storage.league.patience import Effort
    from storage.league.taking.intake import take as taken
    from storage.league.telling.league_answers import due

    place, patience = the_league(league), patience_of(wait)
    if again:
        if parcel or inbox:
            raise Failure("--again is about what was taken before", "no parcels")
        return _take_again(place, replayed_by(jobs, cluster), patience, json)
    parcels: list[Sent] = [as_sent(each) for each in parcel or ()]
    box = None if inbox is None else as_sent(inbox)
    for each in (*parcels, *([] if box is None else [box])):
        if isinstance(each, Path) and not (each.is_dir() or (each is not box and each.is_file())):
            raise Failure(f"{each}: there is no such folder", "a parcel is a folder, or a .zip")
    if box is not None:
        parcels += patience.over(partial(parcels_in, box))
    if parcel is None and box is None:
        parcels += patience.over(partial(due, place))
    by = replayed_by(jobs, cluster)
    with render.progress("taking in") as step:
        done = taken(place, parcels, effort=Effort(by, step, patience))
    status = Status.ILLEGAL if done.refused or done.astray else Status.DONE
    if json:
        render.say_json(
            answers.ParcelsTaken(
                done.parcels,
                done.new,
                done.extended,
                done.known,
                done.older,
                done.entries,
                tuple(done.refused),
                tuple(answers.CheckpointDiffers(*each) for each in done.astray),
                round(patience.waited),
            )
        )
        return status
    counts = [f"{render.counted(done.new, 'match')} new"]
    for count, what in ((done.extended, "gone on"), (done.known, "known"), (done.older, "older")):
        counts += [f"{count:,} {what}"] if count else []
    parcels_said = render.counted(done.parcels, "parcel")
    entries = render.counted(done.entries, "entry")
    render.say(f"{parcels_said}: {', '.join(counts)}; {entries} taken")
    say_refusals(done.refused)
    for other in done.astray:
        word = render.paint("differs", "bad")
        render.say(f"{word}  {other.stream}, entry {other.seq}: checkpoint: {other.why}", 0, 4)
    return status


def _take_again(place: "Place", jobs: int | str, patience: "Patience", json: bool) -> Status:
    from storage.league.anew.again import take_again
    from storage.league.patience import Effort

    with render.progress("taking in anew") as step:
        done = take_again(place, Effort(jobs, step, patience))
    if json:
        left = tuple(anew.MatchDiffers(e.match, e.seq, e.what, e.message) for e in done.left)
        render.say_json(anew.TakenAgain(done.matches, done.entries, left))
    else:
        counts = [render.counted(done.matches, "match"), render.counted(done.entries, "entry")]
        render.say(f"facts put in anew: {', '.join(counts)}")
        for each in done.left:
            render.say(f"left: {each.match}, entry {each.seq}: {each.what}: {each.message}", 2)
    return Status.NOT_EXACT if done.left else Status.DONE


@app.command(epilog="Example: referee league refused --json")
def refused(
    publisher: Annotated[
        str | None, typer.Option("--publisher", metavar="ID", help="Only what this store sent.")
    ] = None,
    league: LeagueOption = None,
    json: JsonOption = False,
) -> Status:
    """List what was not taken, and why: of a fork both heads, and the entry that differs first."""
    from storage.league.lake import Lake
    from storage.league.telling.league_answers import refusals

    with Lake(the_league(league)) as lake:
        only = publisher or ""
        found = refusals(lake, "$1 IN ('', publisher)", [only])
    if json:
        render.say_json(answers.AllRefused(tuple(found)))
        return Status.DONE
    say_refusals(found)
    if not found:
        render.say("nothing was refused")
    return Status.DONE


@app.command(epilog="Example: referee league show north:r1-t4 --head acorn-…")
def show(
    match: Annotated[
        str, typer.Argument(metavar="MATCH", help="A match: STORE:MATCH.", show_default=False)
    ],
    head: Annotated[
        str | None,
        typer.Option("--head", metavar="HEAD", help="Whether this head is in, as hash or words."),
    ] = None,
    own: Annotated[
        bool, typer.Option("--own", help="For judges: what was logged, and by whom, too.")
    ] = False,
    league: LeagueOption = None,
    json: JsonOption = False,
) -> Status:
    """What the league holds of a match: every head that was taken, by whose key, what was refused,
    and each entry with what the referee says of it. With --head, only whether the match reaches a
    head that a player was given (status 4).

    With --json each head has its receipt, signed by the league: the store keeps that, and checks
    it by referee league receipt FILE.
    """
    from storage.league.lake import Lake
    from storage.league.telling.league_answers import receipts, record, shown

    place = the_league(league)
    with Lake(place) as lake:
        found = shown(lake, match, head or "")
        lines = record(lake, match, own=own) if not head else []
    status = Status.NOT_EXACT if head and found.reached is None else Status.DONE
    if json:
        signs = receipts(place, match, found.heads)
        heads = tuple(
            answers.HeadTaken(*each, None if sign is None else answers.LeagueSignature(*sign))
            for each, sign in zip(found.heads, signs, strict=True)
        )
        refused = tuple(found.refused)
        reached = found.reached if head else msgspec.UNSET
        render.say_json(
            answers.LeagueMatch(
                found.match_id,
                found.game,
                found.opened_at,
                heads,
                refused,
                reached,
                msgspec.UNSET if head else tuple(answers.LineTold(*each) for each in lines),
            )
        )
        return status
    if found.heads:
        render.say(f"{match}: {found.game}, opened {found.opened_at} UTC", style="strong")
    for each in found.heads:
        render.say(
            f"entry {each.seq} {each.hash[:16]}… taken {each.taken_at} UTC, "
            f"parcel {each.parcel[:16]}…, key {each.key_id[:16]}…"
            + ("" if each.counts else ", set aside"),
            2,
        )
    say_refusals(found.refused)
    for line in lines:
        why = " ".join(filter(None, (line.rule, line.message)))
        said = f"{line.seq}. {line.line or line.type}  {line.standing}"
        render.say(f"{said}: {why}" if why else said, 2)
    if lines:
        more = f"referee league packet {match} -o FILE gives it out with its proof"
        render.say(more if own else f"{more}; --own tells judges what was logged", style="quiet")
    if head:
        reached = found.reached
        said = "the match does not reach it" if reached is None else f"that of entry {reached}"
        render.say(f"HEAD  {said}", style="bad" if reached is None else "good")
    return status
