"""Tests which protections hold, by attempting what a program must not be able to do.

Runs in a process that is confined like any program, but without the guard, so that only what the
system itself enforces counts.
"""

import contextlib
import mmap
import os
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

Trial = Callable[[dict[str, Any]], object]
FILES, PIECE = 3, 32 << 20  # bytes: each file is within the limit, all together are not


def probe(target: dict[str, Any]) -> dict[str, bool]:
    """For each protection, whether it held; `target` is what the parent set up to be attacked."""
    return {name: _held(trial, target) for name, trial in TRIALS.items()}


def _held(trial: Trial, target: dict[str, Any]) -> bool:
    """Whether the system refused; an attempt that succeeds returns normally."""
    try:
        trial(target)
    except (OSError, MemoryError, ValueError):
        return True
    return False


def _read(target: dict[str, Any]) -> None:
    Path(target["secret"]).read_bytes()


def _write(target: dict[str, Any]) -> None:
    Path(target["secret"]).with_name("written").write_bytes(b"")


def _change(target: dict[str, Any]) -> None:
    Path(target["secret"]).chmod(0o600)


def _connect(target: dict[str, Any]) -> None:
    socket.create_connection(("127.0.0.1", target["port"]), timeout=1).close()


def _signal(target: dict[str, Any]) -> None:
    os.kill(target["pid"], 0)


def _start(target: dict[str, Any]) -> None:
    process = subprocess.Popen([sys.executable, "-c", ""], stderr=subprocess.DEVNULL)
    process.wait()


def _memory(target: dict[str, Any]) -> None:
    mmap.mmap(-1, target["memory"]).close()


def _disk(target: dict[str, Any]) -> None:
    files = [Path(f"big-{number}") for number in range(FILES)]
    try:
        for file in files:
            file.write_bytes(bytes(PIECE))
    finally:
        for file in files:
            with contextlib.suppress(OSError):
                file.unlink()


TRIALS: dict[str, Trial] = {
    "read": _read,
    "write": _write,
    "change": _change,
    "network": _connect,
    "processes": _start,
    "signals": _signal,
    "memory": _memory,
    "disk": _disk,
}
