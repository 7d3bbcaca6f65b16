"""Which protections hold on this system, and what is laid out to find out."""

import os
import socket
import tempfile
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any


@dataclass(frozen=True, slots=True)
class Protections:
    """What was tried, and whether it was prevented; and the layers that are active."""

    held: Mapping[str, bool]
    layers: Mapping[str, str]


@contextmanager
def target(memory: int) -> Iterator[dict[str, Any]]:
    """For `probe` to try: a file, a port, a process, and `memory` bytes that are too many."""
    with tempfile.TemporaryDirectory(prefix="quizcli-") as folder, socket.socket() as server:
        secret = Path(folder, "secret")
        secret.write_bytes(b"")
        server.bind(("127.0.0.1", 0))
        server.listen()
        port = server.getsockname()[1]
        yield {"secret": str(secret), "port": port, "pid": os.getpid(), "memory": memory}
