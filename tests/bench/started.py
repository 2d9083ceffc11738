"""One start, in a process that has done nothing yet: what each stage took of the processor.

``PYTHONPATH=. python tests/bench/started.py GAME`` prints the milliseconds, with ``--anew`` of a
catalog of which nothing is kept. No module but the clock is imported before the first stage.
"""

import time

spent = time.process_time
STARTED = spent()


def kept(game_id: str) -> dict[str, float]:
    """A catalog as commands read it, and a match that is opened with it."""
    from referee.games.registry import game_of
    from storage.catalogs import samples

    game = game_of(game_id)
    imported = spent()
    catalog = next(iter(samples(game_id).values()))
    read = spent()
    from referee.catalog import read_deck
    from referee.replay.replay import Replay
    from tests.bench.matches import begun

    decks = [read_deck(path.read_text("utf-8")) for path in game.sample_decks()]
    first = begun(game, catalog, decks)
    before = spent()
    Replay(game, catalog).add(first)
    return {
        "Python itself": STARTED,
        "imports": imported - STARTED,
        "catalog read": read - imported,
        "catalog read, with Python and imports": read,
        "opening": spent() - before,
    }


def anew(game_id: str) -> dict[str, float]:
    """A catalog of which nothing is kept: put together, built and judged."""
    from referee.catalog import unjudged_catalog
    from referee.games.registry import game_of
    from storage.catalogs import catalog_text

    game = game_of(game_id)
    path, begins = game.sample_catalogs()[0], spent()
    text, joined = catalog_text(path, examples=False), spent()
    catalog, built = unjudged_catalog(text, game.catalog_type), spent()
    faults, judged = catalog.faults(), spent()
    if faults:
        raise SystemExit("\n".join(faults))
    return {
        "anew: files put together": joined - begins,
        "anew: cards built": built - joined,
        "anew: checked": judged - built,
    }


if __name__ == "__main__":
    import sys

    stages = anew(sys.argv[1]) if "--anew" in sys.argv else kept(sys.argv[1])
    for label, seconds in stages.items():
        print(f"{seconds * 1000:.3f} {label}")
