"""A league is kept: its files in order, its forks ruled on, one match given out as a packet."""

from collections.abc import Mapping
from datetime import UTC
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from msgspec.structs import astuple

from cli.answers import anew, whole_log
from cli.answers import league as answers
from cli.arguments import JobsOption, JsonOption, OtherRulesOption, UnderOption, commands
from cli.failure import Failure, Status
from cli.league.refusals import say_refusals
from cli.league.which_league import (
    WAIT,
    ClusterOption,
    LeagueOption,
    SeasonOption,
    WaitOption,
    moment,
    patience_of,
    replayed_by,
    the_league,
)
from cli.screen import render
from cli.screen.columns import say_table

if TYPE_CHECKING:
    from storage.league.anew.other_reading import LeagueReread
    from storage.league.lake import Place
    from storage.league.patience import Patience
    from storage.verify.reread import Reading

app = commands()
MatchArgument = Annotated[
    str, typer.Argument(metavar="MATCH", help="A match: STORE:MATCH.", show_default=False)
]


@app.command(epilog="Example: referee league dispute north:r1-t4 --for 96:5f0c…")
def dispute(
    match: MatchArgument,
    head: Annotated[
        str | None,
        typer.Option("--for", metavar="HEAD", help="Rule that this side counts; signed."),
    ] = None,
    league: LeagueOption = None,
    json: JsonOption = False,
) -> Status:
    """Show both sides of a fork, or what was set aside; with --for, rule which one counts.

    The ruling is signed by the key of the league. The other side stays in the ledger, set aside.
    """
    from storage.league.taking.rulings import disputed, ruled

    place = the_league(league)
    made = ruled(place, match, head) if head is not None else None
    found, forks = disputed(place, match, open_=made is None)
    if json:
        ruling = None
        if made is not None:
            sign = made.key_id, made.signature
            ruling = answers.ForkRuled(*sign, head=made.heads[match])
        heads = tuple(answers.HeadTaken(*each) for each in found.heads)
        render.say_json(answers.Dispute(match, heads, tuple(forks), ruling))
        return Status.DONE
    if made is not None:
        render.say(f"{match}: {made.heads[match][:24]}… counts, by the key {made.key_id[:16]}…")
        return Status.DONE
    for held in found.heads:
        in_force = held.counts and held is found.heads[-1]
        word = "in force" if in_force else "before" if held.counts else "set aside"
        render.say(f"{word}: {held.seq}:{held.hash}, taken {held.taken_at} UTC")
    say_refusals(forks)
    render.say(f"to take the other: referee league dispute {match} --for HEAD", style="quiet")
    return Status.DONE


@app.command(epilog="Examples: referee league tidy . referee league tidy --keep 2026-01-01 --now")
def tidy(
    keep: Annotated[
        str | None,
        typer.Option(
            "--keep", metavar="TIME", help="What was before can be asked no longer; default all."
        ),
    ] = None,
    now: Annotated[
        bool,
        typer.Option("--now", help="Delete at once what nobody needs, not when it is a day old."),
    ] = False,
    catalog: Annotated[
        bool, typer.Option("--catalog", help="Make a lost catalog again from the parcels.")
    ] = False,
    refill: Annotated[
        bool, typer.Option("--refill", help="Put matches in anew whose files are lost or damaged.")
    ] = False,
    run: Annotated[
        str | None,
        typer.Option("--run", metavar="NAME", help="With --refill: also what that run has named."),
    ] = None,
    wait: WaitOption = WAIT,
    league: LeagueOption = None,
    json: JsonOption = False,
) -> Status:
    """Merge small files and delete what no moment needs, as what an intake that was killed left.

    With --refill, matches whose files are gone or cannot be read are put in anew, of their parcels;
    with --run those, too, that this run of referee league verify has named.

    With --catalog, a catalog that was lost is made of the parcels and rulings that are kept:
    publishers and seasons are to be added again. Broken off, it is begun anew by the same.
    """
    from storage.league.keeping.upkeep import rebuild
    from storage.league.keeping.upkeep import tidy as tidied

    place, patience = the_league(league), patience_of(wait)
    if (catalog and (now or keep or refill)) or (refill and (now or keep)):
        one = "--catalog makes a lost catalog" if catalog else "--refill puts in what was lost"
        raise Failure(f"{one}, and does nothing else")
    if run is not None and not refill:
        raise Failure("--run says what is put in anew", "--refill --run NAME")
    if refill:
        return _refill(place, run or "", patience, json)
    if catalog:
        with render.progress("making the catalog") as step:
            made = rebuild(place, step, patience)
        keys = tuple(answers.KeyFound(*each) for each in made.keys)
        if json:
            render.say_json(
                answers.CatalogMade(
                    made.taken.parcels, made.taken.new, made.taken.entries, made.rulings, keys
                )
            )
            return Status.DONE
        matches = render.counted(made.taken.new, "match")
        render.say(f"{render.counted(made.taken.parcels, 'parcel')} taken again: {matches}")
        say_refusals([each for each in made.taken.refused if not each.match_id])
        for each in keys:
            render.say(
                f"next: referee league publisher add {each.publisher} --key {each.key_id}", 2
            )
        return Status.DONE
    before = moment(keep, "--keep") if keep else None
    with render.progress("putting in order") as step:
        done = tidied(place, before, now=now, progress=step, patience=patience)
    if json:
        render.say_json(answers.Tidied(*done))
        return Status.DONE
    render.say(
        f"of {render.counted(done.before, 'file')} {done.files:,} count now; deleted: "
        f"{done.deleted:,} that no moment needs, {done.orphans:,} of no commit and no parcel"
    )
    return Status.DONE


def _refill(place: "Place", run: str, patience: "Patience", json: bool) -> Status:
    from storage.league.keeping.upkeep import refill as refilled

    with render.progress("looking at files") as step:
        done = refilled(place, run, step, patience)
    if json:
        render.say_json(
            answers.LakeRefilled(done.files, done.matches, done.entries, tuple(done.left))
        )
    else:
        matches = render.counted(done.matches, "match")
        entries = render.counted(done.entries, "entry")
        files = render.counted(done.files, "file")
        render.say(f"gone or damaged: {files}; put in anew: {matches}, {entries}")
        for each, why in done.left.items():
            render.say(f"left: {each}: {why}", 2)
    return Status.NOT_EXACT if done.left else Status.DONE


@app.command(epilog="Example: referee league packet north:r1-t4 -o r1-t4.packet")
def packet(
    match: MatchArgument,
    output: Annotated[
        Path, typer.Option("--output", "-o", metavar="FILE", help="The file that it will be.")
    ],
    league: LeagueOption = None,
    json: JsonOption = False,
) -> Status:
    """Write a match as one file that proves itself: referee verify FILE."""
    from storage.exchange.output import appearing
    from storage.league.telling.queries import packet as packed

    content, head = packed(the_league(league), match)
    with appearing(output) as part:
        part.write_bytes(content)
    if json:
        render.say_json(answers.LeaguePacket(match, str(output), head))
    else:
        render.say(f"{match} is in {output}; referee verify {output} proves it anywhere")
    return Status.DONE


@app.command(
    epilog="Examples: referee league verify --run spring. "
    "referee league verify --season spring --under 'XX-I 5=no'"
)
def verify(
    run: Annotated[
        str | None,
        typer.Option("--run", metavar="NAME", help="Its name: one that was stopped goes on."),
    ] = None,
    season: SeasonOption = None,
    under: UnderOption = None,
    rules: OtherRulesOption = None,
    jobs: JobsOption = None,
    cluster: ClusterOption = None,
    wait: WaitOption = WAIT,
    league: LeagueOption = None,
    json: JsonOption = False,
) -> Status:
    """Judge all matches again, by replay: EXACT, or of each that is not, the first entry that
    differs (status 4).

    It is of the moment at which the run began. A run that was stopped goes on under its name.

    With --under or --rules: by game, rule and store, what would be judged otherwise, and which
    matches would have ended otherwise. Nothing that is in force changes.
    """
    from storage.league.anew.verification import verify as verified
    from storage.league.patience import Effort

    if run is not None and not (len(run.strip()) > 0 and len(run) <= 64):
        raise Failure("expected a name of up to 64 characters", "--run NAME")
    place, own, patience = the_league(league), replayed_by(jobs, cluster), patience_of(wait)
    if under or rules:
        from cli.judging.other_readings import readings_of
        from storage.league.anew.other_reading import reread_league

        readings = readings_of(rules or (), under or ())
        with render.progress("reading anew") as step:
            again = reread_league(
                place, readings, run or "", season=season or "", effort=Effort(own, step, patience)
            )
        return _say_reread(again, readings, json)
    with render.progress("judging again") as step:
        done = verified(place, run or "", season=season or "", effort=Effort(own, step, patience))
    status = Status.NOT_EXACT if done.differ else Status.DONE
    if json:
        differ = tuple(anew.MatchDiffers(e.match, e.seq, e.what, e.message) for e in done.differ)
        render.say_json(
            anew.LeagueVerified(
                done.run,
                done.moment.replace(tzinfo=UTC),
                not differ,
                done.matches,
                done.entries,
                differ,
            )
        )
        return status
    counts = f"{render.counted(done.matches, 'match')}, {render.counted(done.entries, 'entry')}"
    word = render.paint(*(("NOT EXACT", "bad") if done.differ else ("EXACT", "good")))
    render.say_lines([f"{word}  {counts}; run {done.run}"])
    for each in done.differ:
        render.say(f"{each.match}, entry {each.seq}: {each.what}: {each.message}", 2)
    return status


def _say_reread(done: "LeagueReread", readings: "Mapping[str, Reading]", json: bool) -> Status:
    """Matches under other readings, by game, rule and store."""
    from cli.judging.other_readings import reread_fields, say_reread, warn_of_faults

    warn_of_faults(done.whole)
    if json:
        stores = tuple(
            anew.StoreReread(
                each.publisher,
                each.matches,
                each.changed,
                each.results,
                tuple(whole_log.RuleReread(*astuple(rule)) for rule in each.rules),
            )
            for each in done.stores
        )
        render.say_json(
            anew.LeagueReread(
                run=done.run,
                moment=done.moment.replace(tzinfo=UTC),
                by_store=stores,
                **reread_fields(done.whole, readings),
            )
        )
    else:
        say_reread(done.whole, readings)
        if done.whole.changed:
            say_table(
                ("store", "matches", "differ", "results"),
                [(e.publisher, e.matches, e.changed, e.results) for e in done.stores],
                keys=("store",),
            )
        render.say(f"run {done.run}", style="quiet")
    return Status.NOT_EXACT if done.whole.faults else Status.DONE
