"""``python -m tabletop_referee``: the same as the ``referee`` command."""

from tabletop_referee.cli.main import run

if __name__ == "__main__":
    run()
