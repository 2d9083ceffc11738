"""What proves a match to others: its head, and packets."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec

from cli.answers.whole_log import HeadShown, PacketRefuted, PacketVerified
from cli.arguments import JsonOption, LogOption, MatchArgument, commands
from cli.failure import Status
from cli.reading.heads import given_out
from cli.reading.log import opened_log
from cli.reading.matches import Source, is_file, loaded, source
from cli.screen import render
from cli.screen.qr import code_lines
from storage.exchange.output import appearing
from storage.proof.head import PHRASE_BITS, Head, find_head

app = commands()


@app.command(epilog="Example: referee head r1-t4")
def head(match: MatchArgument, log: LogOption = None, json: JsonOption = False) -> Status:
    """Print the head of a match: the hash of its last entry, a phrase and a QR code.

    Who has the head can tell later whether the match still holds all that led to it:
    referee verify MATCH --head HEAD. The log keeps the heads that it has given out.
    """
    asked = source(match, log)
    found = head_of(asked)
    if not asked.file:
        given_out(log, {asked.match.id: found})
    if json:
        render.say_json(
            HeadShown(
                match=asked.match.id,
                seq=found.seq,
                hash=found.hash,
                phrase=found.phrase,
                phrase_bits=PHRASE_BITS,
                head=str(found),
            )
        )
        return Status.DONE
    render.say(f"{asked.match.id}: entry {found.seq} is the last", style="strong")
    render.say_lines(
        [
            f"hash    {found.hash}",
            f"phrase  {found.phrase}",
            "",
            *code_lines(str(found).upper()),
            "",
        ]
    )
    render.say(f"The phrase holds {PHRASE_BITS} bits of the hash; the code holds all.")
    return Status.DONE


def head_of(asked: Source) -> Head:
    """The head of a match."""
    return Head(asked.last, asked.match.hashes[-1])


def reached_head(hashes: Sequence[str], said: str) -> dict[str, int | None]:
    """The entry that a head is of, or None, and the last entry, by the hashes of a match.

    Raises:
        HeadError: what is said is no head.
    """
    return {"reached": find_head(hashes, said), "last": len(hashes)}


def reached_line(found: dict[str, int | None]) -> str:
    """Whether a match reaches a head, in words."""
    seq, last = found["reached"], found["last"] or 0
    if seq is None:
        return f"{render.paint('OTHER HEAD', 'bad')}  no entry of the match has that head"
    more = f"; {render.counted(last - seq, 'entry')} followed" if last > seq else ""
    return f"{render.paint('HEAD', 'good')}  it is that of entry {seq}{more}"


# -- packets -----------------------------------------------------------------------------------


def is_packet(name: str) -> bool:
    """Whether what stands for a match is the path of a packet."""
    return name.endswith((".packet", ".zip")) or (is_file(name) and not name.endswith(".txt"))


def exported_packet(match: str, path: Path, log: Path | None) -> Status:
    """Write the packet of a match. The file appears when it is whole, or not at all.

    Raises:
        Failure: there is no such match.
        OSError: the file cannot be written.
    """
    from storage.proof.packet import packet_of

    with opened_log(log) as opened:
        found = loaded(opened, match).match
    content = packet_of(found)
    with appearing(path) as part:
        part.write_bytes(content)
    named = path if is_packet(str(path)) else f"./{path}"
    render.say(f"{match} is in {path}; referee verify {named} proves it anywhere")
    given_out(log, {match: Head(found.last, found.hashes[-1])})
    return Status.DONE


def verified_packet(path: Path, head: str | None, json: bool) -> Status:
    """Say whether a packet is EXACT, and whether its match reaches a head.

    Raises:
        PacketError: the file is no packet.
        HeadError: what is said is no head.
        OSError: the file cannot be read.
    """
    from storage.proof.packet import Unproven, prove_packet

    try:
        found = prove_packet(path)
    except Unproven as error:
        if json:
            render.say_json(PacketRefuted(False, str(path), str(error)))
        else:
            render.say_lines([f"{render.paint('NOT EXACT', 'bad')}  {path}"])
            render.say(str(error), 2)
        return Status.NOT_EXACT
    reached = {} if head is None else reached_head(found.hashes, head)
    if json:
        fields: dict[str, Any] = {**msgspec.structs.asdict(found), **reached}
        fields["hashes"] = tuple(found.hashes)
        render.say_json(PacketVerified(exact=True, packet=str(path), **fields))
    else:
        entries = render.counted(found.entries, "entry")
        states = render.counted(found.digests, "noted state")
        render.say_lines([f"{render.paint('EXACT', 'good')}  {found.match}, {entries}, {states}"])
        render.say(f"{found.game} {found.version}, catalog {found.catalog[:12]}…", 2)
        render.say(f"head {found.head}", 2)
        if reached:
            render.say_lines([reached_line(reached)])
    return Status.NOT_EXACT if reached.get("reached", 1) is None else Status.DONE
