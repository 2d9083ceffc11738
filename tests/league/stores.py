"""Stores that publish, a league that takes, and forgeries: what the tests of the league share."""

import json
import shutil
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import duckdb
import msgspec

from storage.fact_tables import quoted
from storage.league.lake import Lake, place_at
from storage.league.parcels import COLUMNS, LIST, Listed, _hash_of, root_of
from storage.log import Log
from storage.proof.signatures import PARCEL, new_key, public_key, signed
from tests.cli.test_home import Home

PLAYED = "wondervale"
STORES = {"north": 0.03, "south": 0.1}
"""Two stores: what they call their matches is the same, what happened in them is not."""
MATCHES = 2
Content = dict[str, list[tuple[Any, ...]]]
"""What a lake holds: the rows of each table, in order."""
_OF_THE_LEAGUE = {"meta", "turn", "parcels", "refused", "publishers"}
"""The tables of a lake that say how it came to be so, not what it holds."""


class Store(Home):
    """A store with a log and a key of its own."""

    def __init__(self, folder: Path, name: str) -> None:
        super().__init__(folder)
        self.name = name
        self.log = folder / f"{name}.duckdb"
        self.key = folder / f"{name}.pem"

    def copy(self, folder: Path) -> "Store":
        """The same store in another folder, which may go on for itself."""
        made = Store(folder, self.name)
        for path in (self.log, self.key):
            shutil.copyfile(path, folder / path.name)
        return made

    def parcel(self, *arguments: object, into: str = "out") -> Path:
        """A parcel of what the log holds, whatever its seats are called."""
        told = self.json(
            *("league", "parcel", *arguments, "--publisher", self.name, "--key", self.key),
            *("-o", self.folder / into, "--told-seats"),
        )
        return Path(told["folder"])

    @property
    def key_id(self) -> str:
        """Its public key."""
        return public_key(self.key.read_text())

    def add_note(self, match: str, text: str = "late") -> None:
        """Have a match go on."""
        self.ok("log", match, f"lena note text={text}")

    def chain(self, match: str) -> list[str]:
        """The hash of every entry."""
        with Log.open(self.log) as log:
            found = log.rows("SELECT hash FROM entries WHERE match_id = ? ORDER BY seq", [match])
        return [hash for (hash,) in found]


class League(Home):
    """A league in a folder of its own."""

    def __init__(self, folder: Path) -> None:
        super().__init__(folder)
        self.place = folder / "league"

    def copy(self, folder: Path) -> "League":
        """The same league in another folder."""
        made = League(folder)
        shutil.copytree(self.place, made.place)
        return made

    def said(self, *arguments: object, status: int = 0) -> Any:
        """What a command of the league answers, as JSON."""
        return self.json("league", *arguments, "--league", self.place, status=status)

    def take(self, *parcels: Path, refused: bool = False) -> dict[str, Any]:
        """Take parcels in."""
        told: dict[str, Any] = self.said("take", *parcels, status=3 if refused else 0)
        return told

    def add(self, *stores: Store) -> None:
        """Let stores publish."""
        for each in stores:
            self.ok(
                *("league", "publisher", "add", each.name, "--key", each.key_id),
                *("--league", self.place),
            )

    def rows(self, query: str) -> list[tuple[Any, ...]]:
        """What the lake holds."""
        with Lake(place_at(self.place)) as lake:
            return lake.rows(query)

    def content(self) -> Content:
        """All that a lake holds, in order, but for when it came in and in which parcel."""
        with Lake(place_at(self.place)) as lake:
            found: Content = {}
            for table in sorted(lake.tables() - _OF_THE_LEAGUE):
                left_out = "EXCLUDE (taken_at, parcel)" if table == "ledger" else ""
                rows = lake.rows(f'SELECT * {left_out} FROM lake."{table}"')
                if rows:
                    found[table] = sorted(rows, key=repr)
            return found


def new_store(folder: Path, name: str, slips: float) -> Store:
    """A store that has logged a few matches."""
    store = Store(folder, name)
    store.key.write_text(new_key())
    store.ok(
        *("simulate", PLAYED, "-n", MATCHES, "--seed", 3, "--slips", slips, "--rulings", 0.02),
        "--import",
    )
    return store


def new_league(folder: Path, *stores: Store) -> League:
    """A league that these stores may publish in."""
    league = League(folder)
    league.ok("league", "new", league.place)
    league.add(*stores)
    return league


def forged(
    parcel: Path,
    target: Path,
    key: str,
    sql: str = "",
    *,
    table: str = "entries",
    listed: Callable[[dict[str, Any]], object] | None = None,
) -> Path:
    """A parcel in which something was changed, signed anew by the key of the store: all that its
    own list says is right.

    Args:
        parcel: the parcel that it is made of.
        target: in which folder it will lie.
        key: the private key, PEM.
        sql: what is done to the rows of the table ``t``.
        table: which of its tables that is.
        listed: what is done to its list, before it is signed.
    """
    made = target / "forged"
    shutil.copytree(parcel, made)
    if sql:
        file = made / f"{table}.parquet"
        with duckdb.connect() as connection:
            connection.execute(f"CREATE TABLE t AS FROM read_parquet({quoted(str(file))})")
            connection.execute(sql)
            connection.execute(f"COPY t TO {quoted(str(file))} (FORMAT parquet)")
    said = json.loads((made / LIST).read_text())
    said["files"] = {name: _hash_of(made / name) for name in COLUMNS}
    if listed is not None:
        listed(said)
    sign = signed(root_of(said["publisher"], said["heads"]), key, PARCEL)
    said |= {"key_id": sign.key_id, "signature": sign.signature}
    return named(made, said)


def named(folder: Path, said: Mapping[str, Any]) -> Path:
    """A parcel under the name that is due to what its list says now."""
    msgspec.convert(said, Listed)
    (folder / LIST).write_bytes(msgspec.json.encode(said))
    return folder.rename(folder.with_name(_hash_of(folder / LIST)))
