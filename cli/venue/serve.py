"""The venue is served from one log, until it is stopped."""

from pathlib import Path
from typing import Annotated

import typer

from cli.arguments import JsonOption, LogOption, commands
from cli.failure import Failure, Status
from cli.reading.log import own_log_path
from cli.reading.matches import loaded

app = commands()

HostOption = Annotated[
    str, typer.Option("--host", metavar="ADDRESS", help="The address to listen at.")
]
PortOption = Annotated[int, typer.Option("--port", min=0, max=65535, help="0: any that is free.")]


@app.command(epilog="Example: referee venue serve --log open.duckdb --backup /media/stick")
def serve(
    host: HostOption = "0.0.0.0",
    port: PortOption = 8080,
    tls: Annotated[
        tuple[Path, Path] | None,
        typer.Option("--tls", metavar="CERT KEY", help="Serve under HTTPS with this certificate."),
    ] = None,
    backup: Annotated[
        Path | None,
        typer.Option("--backup", metavar="FOLDER", help="Where copies go: a stick, another disk."),
    ] = None,
    devices: Annotated[
        int, typer.Option("--devices", min=1, max=100_000, help="How many devices are expected.")
    ] = 500,
    names: Annotated[
        str,
        typer.Option(
            "--names",
            metavar="HOW",
            help="How people are shown: names, first-names, initials, ids.",
        ),
    ] = "names",
    match: Annotated[
        list[str] | None,
        typer.Option(
            "--match",
            "-m",
            metavar="MATCH",
            help="Say the codes of this match; by default of all that are open.",
        ),
    ] = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Serve phones, judges and screens from the log; nobody else has it meanwhile.

    Ctrl-C, or SIGTERM, lets what waits be written and stops.
    """
    require_extra()
    from cli.venue.seen.names import NAMINGS, Naming
    from cli.venue.web.server import run
    from cli.venue.welcome import welcome
    from storage.log import Log

    path = own_log_path(log)
    if not path.exists():
        raise Failure(f"{path}: there is no such log", "referee tournament new, or referee demo")
    if backup is not None and not backup.is_dir():
        raise Failure(f"--backup {backup}: there is no such folder")
    if names not in NAMINGS:
        raise Failure(f"--names {names}: people are not shown so", f"one of {', '.join(NAMINGS)}")
    with Log.open(path) as opened:
        for name in match or ():
            loaded(opened, name)  # says what may have been meant
    how: Naming = names
    begun = [welcome(match or (), json=json)]
    run(path, host, port, tls, begun, backup=backup, devices=devices, names=how)
    return Status.DONE


def require_extra() -> None:
    """See that what the venue needs is installed.

    Raises:
        Failure: it is not.
    """
    from importlib.util import find_spec

    missing = [name for name in ("litestar", "uvicorn", "jinja2") if find_spec(name) is None]
    if missing:
        raise Failure(
            f"the venue needs {', '.join(missing)}", "pip install 'tabletop-referee[venue]'"
        )
