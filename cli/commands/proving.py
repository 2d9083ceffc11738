"""What proves a match to others: its head."""

from cli.arguments import JsonOption, LogOption, MatchArgument, commands
from cli.failure import Status
from cli.reading.heads import given_out
from cli.reading.matches import Source, source
from cli.screen import render
from cli.screen.qr import code_lines
from storage.proof.head import PHRASE_BITS, Head

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
        render.say_json(head_json(asked.match.id, found))
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


def head_json(match_id: str, found: Head) -> dict[str, object]:
    """A head for machines; ``head`` is what the QR code holds, in capitals there."""
    return {
        "match": match_id,
        "seq": found.seq,
        "hash": found.hash,
        "phrase": found.phrase,
        "phrase_bits": PHRASE_BITS,
        "head": str(found),
    }
