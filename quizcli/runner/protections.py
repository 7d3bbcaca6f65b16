"""The protections that hold on this system, and the targets for testing them."""

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
    """What was attempted and whether it was prevented, and the active layers."""

    held: Mapping[str, bool]
    layers: Mapping[str, str]


@contextmanager
def target(memory: int) -> Iterator[dict[str, Any]]:
    """Targets for `probe`: a file, a port, a process, and an excessive number of `memory` bytes."""
    with tempfile.TemporaryDirectory(prefix="quizcli-") as folder, socket.socket() as server:
        secret = Path(folder, "secret")
        secret.write_bytes(b"")
        server.bind(("127.0.0.1", 0))
        server.listen()
        port = server.getsockname()[1]
        yield {"secret": str(secret), "port": port, "pid": os.getpid(), "memory": memory}
