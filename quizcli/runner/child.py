"""The child process: loads the engine (or torch), then runs each program that it is sent."""

import gc
import importlib
import os
import sys
import traceback
from typing import Any

from quizcli.runner import posing, wire
from quizcli.runner.supervise import run_in_fork


def main(backend: str) -> None:
    """Serves requests on standard input, with replies on standard output, until it is closed."""
    requests, replies = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    for fd in (0, 1):
        os.dup2(nothing, fd)
    os.close(nothing)
    try:
        wire.send(replies, warm(backend))
        while (request := wire.receive(requests)) is not None:
            wire.send(replies, run_in_fork(request, requests))
    except BrokenPipeError:
        os._exit(0)
    except BaseException:  # noqa: BLE001 - the other side has no other way to hear of it
        wire.send(replies, {"outcome": "crashed", "crash": traceback.format_exc()})
        os._exit(1)


def warm(backend: str) -> dict[str, Any]:
    """Loads what programs import, and says whether that worked."""
    try:
        if backend == "engine":
            posing.pose()
        else:
            importlib.import_module("torch").set_num_threads(1)
    except ImportError as error:
        return {"missing": error.name or backend, "message": str(error)}
    sys.argv = [""]
    gc.collect()
    gc.freeze()
    return {"ready": True}
