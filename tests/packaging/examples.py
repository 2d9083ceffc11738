"""Runs the examples of the library, each in a folder without a log; prints how many there are.

A program of its own, for the interpreter that the package is installed in.
"""

import doctest
import re
import sys
from pathlib import Path
from shutil import copyfile

import tabletop_referee
from tabletop_referee.storage import surface

_ROOT = Path(__file__).parents[2]
_RECORD = Path("tests/records/wondervale/dispute.txt")


def main() -> int:
    """Run them in this folder; the exit status."""
    _RECORD.parent.mkdir(parents=True)
    copyfile(_ROOT / _RECORD, _RECORD)
    finder = doctest.DocTestFinder()
    found = [
        *finder.find(tabletop_referee, "tabletop_referee", globs={}),
        *finder.find(surface, "surface", globs={}),
    ]
    page = (_ROOT / "storage" / "README.md").read_text("utf-8")
    shown = re.findall(r"^```python\n(.*?)```$", page, re.M | re.S)
    parser = doctest.DocTestParser()
    found += [parser.get_doctest(text, {}, "page", "README.md", 0) for text in shown]
    runner = doctest.DocTestRunner(optionflags=doctest.NORMALIZE_WHITESPACE)
    for test in found:
        if test.examples:
            Path("season.duckdb").unlink(missing_ok=True)
            print(f"{test.name}: {runner.run(test, out=sys.stderr.write).attempted}")
    return int(runner.summarize(verbose=False).failed > 0)


if __name__ == "__main__":
    sys.exit(main())
