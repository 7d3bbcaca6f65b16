"""Turns the end of a program's process into the reply that the parent reads."""

import contextlib
import signal
from typing import Any

from quizcli.runner import wire

RESULT_SIZE = 1 << 26  # bytes; a longer report is not valid


def read_report(data: bytes, nonce: bytes) -> dict[str, Any] | None:
    """The report, once complete; anything that does not start with the nonce is not a report."""
    if not data.startswith(nonce):
        return None
    report = wire.unpack(data[len(nonce) :])
    assert report is None or isinstance(report, dict)
    return report


def reply(
    request: dict[str, Any],
    ending: str,
    streams: tuple[bytes, bytes],
    report: dict[str, Any] | None,
    death: dict[str, Any],
) -> dict[str, Any]:
    """The reply for a run that ended by itself ("ended") or was stopped ("timeout", …)."""
    output, errors = (each[: request["output"]].decode("utf-8", "replace") for each in streams)
    told = {"stdout": output, "stderr": errors}
    if ending != "ended":
        return told | {"outcome": ending, "error": {"type": ending, "message": ""}}
    return told | (report or {"outcome": "died", "error": death})


def death(exit_code: int, *, wrote: bool) -> dict[str, Any]:
    """The reply for a process that ended without a report, or wrote something invalid as one."""
    if wrote:
        return {"type": "forged", "message": ""}
    if exit_code < 0:
        with contextlib.suppress(ValueError):
            return {"type": signal.Signals(-exit_code).name, "message": ""}
    return {"type": "exit", "message": str(exit_code)}
