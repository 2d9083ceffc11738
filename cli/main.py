"""The ``referee`` command: finds the module of a command, and answers for every error.

A module of commands is imported when one of its commands is asked for, so that a command
waits for what it needs itself and for nothing else.
"""

import gc
import os
import sys
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from cli.failure import Failure, Status, failure_of
from cli.group import ByModule, option_meant
from cli.safe import clean

SELDOM = (10_000, 50, 20)
"""After how much that was made the collector of garbage looks for what could go."""

COMMANDS = {
    "new": ".commands.entries",
    "log": ".commands.entries",
    "check": ".commands.entries",
    "table": ".commands.table",
    "show": ".commands.position",
    "options": ".commands.position",
    "explain": ".commands.explanation",
    "replay": ".commands.story",
    "rule": ".commands.ruling",
    "what-if": ".commands.ruling",
    "diff": ".commands.position",
    "verify": ".commands.whole_log",
    "rebuild": ".commands.whole_log",
    "journal": ".commands.damage",
    "backup": ".commands.backup",
    "salvage": ".commands.damage",
    "head": ".commands.proofs",
    "sheet": ".commands.sheet",
    "matches": ".commands.whole_log",
    "export": ".commands.whole_log",
    "import": ".commands.whole_log",
    "stats": ".commands.figures",
    "sql": ".commands.figures",
    "games": ".commands.books",
    "rules": ".commands.books",
    "events": ".commands.books",
    "catalog": ".commands.catalogs.catalogs_and_decks",
    "deck": ".commands.catalogs.catalogs_and_decks",
    "people": ".commands.people",
    "schema": ".commands.manual",
    "help": ".commands.manual",
    "tournament": ".tournament",
    "venue": ".venue",
    "league": ".league",
    "simulate": ".commands.simulation",
    "report": ".report.command",
    "demo": ".commands.demonstration",
}
"""Every command with its module in this package, in the order in which help lists them."""


class Referee(ByModule):
    """All commands; every error becomes one line on standard error and an exit status."""

    modules = COMMANDS
    package = __package__

    def main(
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        complete_var: str | None = None,
        standalone_mode: bool = True,
        windows_expand_args: bool = True,
        **extra: Any,
    ) -> Any:
        """Run the command line and leave with its exit status."""
        for name in ("stdin", "stdout", "stderr"):
            if getattr(sys, name) is None:  # it was closed before this began
                nowhere = os.open(os.devnull, os.O_RDWR)
                setattr(sys, name, os.fdopen(nowhere, "r" if name == "stdin" else "w"))
        for stream in (sys.stdout, sys.stderr):
            if hasattr(stream, "reconfigure"):
                stream.reconfigure(errors="backslashreplace")
        try:
            require_text(sys.argv[1:] if args is None else args)
            status = super().main(args, "referee", complete_var, False, **extra)
            sys.stdout.flush()
        except SystemExit as left:
            if not isinstance(left.__context__, BrokenPipeError):
                raise
            status = _answered(left.__context__, False)  # for which typer leaves with status 1
        except Exception as error:
            status = _answered(error, _wants_json(sys.argv[1:] if args is None else args))
        if status == Status.INTERRUPTED:
            print("referee: interrupted", file=sys.stderr)
        sys.exit(int(status or Status.DONE))


def require_text(args: Sequence[str]) -> None:
    """See that what was typed is text, so that all that is said of it can be shown and kept.

    Raises:
        Failure: some of it is not; a name of a file in another encoding is none either.
    """
    for word in (*args, os.environ.get("REFEREE_LOG", "")):
        if any("\udc80" <= letter <= "\udcff" for letter in word):
            raise Failure(f"{word}: this is not UTF-8 text")


def _wants_json(args: Sequence[str]) -> bool:
    """Whether answers are to be JSON."""
    options = args[: args.index("--")] if "--" in args else args
    return "--json" in options


def _answered(error: Exception, as_json: bool) -> Status:
    """Say what went wrong; the exit status for it.

    In one line, so that programs can read it; a terminal gets lines that fit.
    """
    if isinstance(error, BrokenPipeError):
        _close_output()  # whoever reads it has seen enough, as head has
        return Status.DONE
    if isinstance(error, typer.Abort) or isinstance(error.__cause__, KeyboardInterrupt):
        return Status.INTERRUPTED
    if hasattr(error, "format_message"):
        failure: Failure | None = _misused(error)
    else:
        failure = failure_of(error)
    if failure is None:
        if os.environ.get("REFEREE_TRACEBACK"):
            raise error
        what = f"{type(error).__name__}: {error}"
        failure = Failure(
            f"fault in the program, please report it: {what}",
            "REFEREE_TRACEBACK=1 shows where",
            Status.ENVIRONMENT,
        )
    said = f"referee: {clean(' '.join(str(failure).split()))}"
    if as_json:
        said = _as_json(failure)
    elif _at_a_terminal():
        from cli.screen.render import wrapped

        said = "\n".join(wrapped(said, 0, 2))
    print(said, file=sys.stderr)
    if isinstance(error, OSError) or isinstance(error.__cause__, OSError):
        _close_output()
    return failure.status


def _as_json(failure: Failure) -> str:
    """What went wrong, for programs."""
    import msgspec

    from cli.answers.answer import Problem

    message, hint = (clean(" ".join(each.split())) for each in (failure.message, failure.hint))
    return msgspec.json.encode(Problem(int(failure.status), message, hint)).decode()


def _at_a_terminal() -> bool:
    """Whether a person reads the errors."""
    return sys.stderr.isatty()


def _misused(error: Any) -> Failure:
    """A misuse of the command line itself: an unknown option, a missing argument."""
    meant = option_meant(error)
    message = str(error.message if meant else error.format_message()).rstrip(".")
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else "referee"
    hint = f"did you mean {meant}? {path} --help lists them" if meant else f"see {path} --help"
    return Failure(f"{message[:1].lower()}{message[1:]}", hint)


def _close_output() -> None:
    """Let nothing be written to standard output any more, which has failed."""
    try:
        sys.stdout.flush()
    except OSError:
        with open(os.devnull, "w") as nowhere:
            os.dup2(nowhere.fileno(), sys.__stdout__.fileno() if sys.__stdout__ else 1)


app = typer.Typer(
    cls=Referee,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
    epilog="Start with: referee demo. What there is to read: referee help",
)


def _version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import PackageNotFoundError, version

        try:
            print(f"referee {version('tabletop-referee')}")
        except PackageNotFoundError:
            print("referee, not installed as a package")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def referee(
    ctx: typer.Context,
    version: Annotated[
        bool, typer.Option("--version", help="Print the version.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Log what happens at a tabletop game; have the rules checked, explained and kept.

    Exit status: 0 legal or on trust, 3 illegal, 2 not understood (nothing written), 4 not
    exact, 1 the log or the machine failed.
    """
    if ctx.invoked_subcommand is None:
        print(ctx.get_help())


def run() -> None:
    """The entry point of ``referee``."""
    # What was loaded stays, and a command is over soon: the collector of garbage took a tenth.
    gc.freeze()
    gc.set_threshold(*SELDOM)
    # DuckDB looks for pandas at every parameter: a third of the time of a statement.
    sys.modules.setdefault("pandas", None)  # type: ignore[arg-type]
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(Status.INTERRUPTED)
