"""The venue is served from one log, until it is stopped."""

import re
from pathlib import Path
from typing import Annotated

import typer

from cli.arguments import JsonOption, LogOption, commands
from cli.failure import Failure, Status
from cli.reading.log import own_log_path
from cli.reading.matches import loaded

app = commands()

NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9.-]{0,251}[A-Za-z0-9])?")
"""A name that a machine may have on a network."""

CONTACT = re.compile(r"mailto:[!-~]+@[!-~]+|https://[!-~]+")
"""Where somebody can be written to."""

HostOption = Annotated[
    str,
    typer.Option(
        "--host",
        metavar="ADDRESS",
        help="The address to listen at; 0.0.0.0 lets phones on the same network in.",
    ),
]
PortOption = Annotated[int, typer.Option("--port", min=0, max=65535, help="0: any that is free.")]


@app.command(
    epilog="Examples: referee venue serve --log open.duckdb --backup /media/stick. "
    "referee venue serve friday --log open.duckdb"
)
def serve(
    events: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="EVENT",
            help="Say the codes of this tournament; by default of all that are open.",
            show_default=False,
        ),
    ] = None,
    host: HostOption = "0.0.0.0",
    port: PortOption = 8080,
    name: Annotated[
        str,
        typer.Option(
            "--name", metavar="NAME", help="The name of this machine in codes, as referee.lan."
        ),
    ] = "",
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
    push: Annotated[
        str,
        typer.Option(
            "--push",
            metavar="CONTACT",
            help="Notify phones of each round that is posted, over the internet: mailto: or "
            "https: of whom the push services may write to. Needs --tls.",
        ),
    ] = "",
    match: Annotated[
        list[str] | None,
        typer.Option(
            "--match",
            "-m",
            metavar="MATCH",
            help="Say the codes of this match; by default of all that are open.",
        ),
    ] = None,
    forget_pin: Annotated[
        list[str] | None,
        typer.Option("--forget-pin", metavar="PERSON", help="This person chooses a new PIN."),
    ] = None,
    log: LogOption = None,
    json: JsonOption = False,
) -> Status:
    """Serve phones, judges and screens from the log; nobody else has it meanwhile.

    Ctrl-C, or SIGTERM, lets what waits be written and stops.
    """
    require_extra()
    from cli.venue.seen.names import NAMINGS, Naming
    from cli.venue.web.server import Address, run, served
    from cli.venue.welcome import welcome
    from storage.log import Log
    from storage.venue import rows

    path = own_log_path(log)
    if not path.exists():
        raise Failure(f"{path}: there is no such log", "referee tournament new, or referee demo")
    if backup is not None and not backup.is_dir():
        raise Failure(f"--backup {backup}: there is no such folder")
    if tls is not None:
        require_certificate(*tls)
    if push:
        require_push(push, secure=tls is not None)
    if name and not NAME.fullmatch(name):
        raise Failure(
            f"--name {name}: this is no name of a machine", "such as referee.lan, without a port"
        )
    if names not in NAMINGS:
        raise Failure(f"--names {names}: people are not shown so", f"one of {', '.join(NAMINGS)}")
    match = [*(events or ()), *(match or ())]
    with Log.open(path) as opened:
        for each in match:
            loaded(opened, each)  # says what may have been meant
    for person in forget_pin or ():
        with Log.open(path, write=True) as opened:
            if not rows.forget_pin(opened, person):
                raise Failure(f"--forget-pin {person}: this person has no PIN")
    require_writable(path)
    how: Naming = names
    begun = [welcome(match, json=json)]
    hall = served(path, devices=devices, names=how)
    run(hall, Address(host, port, tls, name), begun, backup=backup, contact=push)
    return Status.DONE


def require_writable(path: Path) -> None:
    """See that a log can be written and served, before anybody waits for it.

    Raises:
        LogLocked: another process has it.
        LogError: the disk is full, or the folder or the log is for reading only.
    """
    from cli.screen.render import warn
    from storage.log import Log
    from storage.venue.marks import amiss, renew

    with Log.open(path, write=True) as opened:
        opened.rows("UPDATE meta SET value = value WHERE key = 'format'")
        for each in amiss(opened):
            warn(f"referee: {each.table}: {each.why}; it counts for nothing")
        if renew(opened):
            warn("referee: all devices join anew: referee venue serve shows new codes")


def require_certificate(certificate: Path, key: Path) -> None:
    """See that a certificate and its key can be served with.

    Raises:
        Failure: there is no such file, or it is not what it should be.
    """
    import ssl

    for path in (certificate, key):
        if not path.is_file():
            raise Failure(f"--tls {path}: there is no such file", "--tls CERTIFICATE KEY, as PEM")
    try:
        ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(certificate, key, password="")
    except (OSError, ValueError) as error:
        raise Failure(
            f"--tls {certificate} {key}: {error}",
            "a certificate with its chain and then its key, as PEM, the key without a password",
        ) from None


def require_push(contact: str, *, secure: bool) -> None:
    """See that phones can be notified.

    Raises:
        Failure: browsers would not take it, or what it needs is not installed.
    """
    from importlib.util import find_spec

    if not CONTACT.fullmatch(contact):
        raise Failure(
            f"--push {contact}: nobody can be written to there", "such as mailto:lena@example.org"
        )
    if not secure:
        raise Failure("--push: browsers take it under HTTPS alone", "--tls CERTIFICATE KEY")
    missing = [name for name in ("http_ece", "py_vapid") if find_spec(name) is None]
    if missing:
        raise Failure(
            f"--push needs {', '.join(missing)}", "pip install 'tabletop-referee[venue,push]'"
        )


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
