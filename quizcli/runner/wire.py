"""Messages between processes: JSON preceded by its length in four bytes."""

import json
import os
import struct
from typing import Any

_LENGTH = struct.Struct(">I")
_write = os.write  # bound here, out of reach of programs


def pack(message: Any) -> bytes:
    """The bytes of one message."""
    body = json.dumps(message).encode()
    return _LENGTH.pack(len(body)) + body


def send(fd: int, message: Any) -> None:
    """Send one message; raises OSError if nobody reads it."""
    write_all(fd, pack(message))


def receive(fd: int) -> Any:
    """Receive one message; None at the end of the stream."""
    head = _read_exactly(fd, _LENGTH.size)
    body = _read_exactly(fd, _LENGTH.unpack(head)[0]) if head else None
    return json.loads(body) if body else None


def unpack(data: bytes) -> Any:
    """The message that `data` starts with; None while it is incomplete."""
    if len(data) < _LENGTH.size:
        return None
    end = _LENGTH.size + _LENGTH.unpack_from(data)[0]
    return json.loads(data[_LENGTH.size : end]) if len(data) >= end else None


def write_all(fd: int, data: bytes) -> None:
    """Write all of `data`, even if the pipe fills up."""
    rest = memoryview(data)
    while rest:
        rest = rest[_write(fd, rest) :]


def _read_exactly(fd: int, count: int) -> bytes | None:
    parts = []
    while count:
        part = os.read(fd, min(count, 1 << 20))
        if not part:
            return None
        parts.append(part)
        count -= len(part)
    return b"".join(parts)
