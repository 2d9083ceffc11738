"""Pages for the printer: HTML to a file, or as PDF where something is there that makes one."""

import os
import shutil
import subprocess
from pathlib import Path

from cli.failure import Failure, Status
from storage.exchange.output import appearing
from storage.files import Scratch

BROWSERS = ("chromium", "chromium-browser", "google-chrome")
PATIENCE = 120
"""How many seconds a renderer has."""


def write_page(html: str, path: Path) -> None:
    """Write a page, as PDF where the name of the file ends in ``.pdf``.

    The file appears when it is whole, or not at all.

    Raises:
        Failure: there is nothing that makes a PDF, or it fails.
        OSError: the file cannot be written.
    """
    with Scratch() as folder:
        page = Path(folder) / "page.html"
        page.write_text(html, encoding="utf-8")
        made = page if path.suffix.lower() != ".pdf" else _rendered(page)
        with appearing(path) as part:
            shutil.copyfile(made, part)


def _rendered(page: Path) -> Path:
    """The PDF of a page, beside it."""
    made = page.with_suffix(".pdf")
    command = _command(page, made)
    try:
        done = subprocess.run(command, capture_output=True, timeout=PATIENCE, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Failure(f"{command[0]}: {error}", _BY_HAND, Status.ENVIRONMENT) from None
    if done.returncode or not made.exists():
        last = done.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        said = f"{command[0]} made no PDF: {last or f'status {done.returncode}'}"
        raise Failure(said, _BY_HAND, Status.ENVIRONMENT)
    return made


def _options(page: Path) -> list[str]:
    """How a browser is started for that alone: it keeps nothing and asks nobody on the network.

    The page is our own and has no scripts, so that it needs no sandbox, which chromium refuses to
    make for root.
    """
    quiet = ["--headless", "--disable-gpu", "--no-first-run", "--disable-background-networking"]
    profile = f"--user-data-dir={page.parent / 'profile'}"
    root = hasattr(os, "geteuid") and os.geteuid() == 0
    return [*quiet, profile, "--no-pdf-header-footer", *["--no-sandbox"][:root]]


_BY_HAND = "-o FILE.html writes a page that any browser prints"


def _command(page: Path, made: Path) -> list[str]:
    """What makes a PDF of a page on this machine.

    Raises:
        Failure: nothing does.
    """
    if found := shutil.which("weasyprint"):
        return [found, str(page), str(made)]
    for name in BROWSERS:
        if found := shutil.which(name):
            return [found, *_options(page), f"--print-to-pdf={made}", page.as_uri()]
    raise Failure("neither weasyprint nor chromium is there to make a PDF", _BY_HAND)


__all__ = ["write_page"]
