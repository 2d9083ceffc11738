"""``python -m cli``: the same as the ``referee`` command."""

from cli.main import run

if __name__ == "__main__":
    run()
