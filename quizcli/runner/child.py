"""The child process: loads the engine (or torch), then runs the programs it receives."""

import atexit
import gc
import importlib
import os
import sys
import traceback
import warnings
from pathlib import Path
from typing import Any

from quizcli.runner import namespaces, posing, wire
from quizcli.runner.capture import show_warning
from quizcli.runner.confine import adopt_orphans, python_folders, rehearse
from quizcli.runner.execute import Tools
from quizcli.runner.pristine import remember
from quizcli.runner.supervise import World, become, run_in_fork

USUAL = (  # standard modules that programs often import: loaded once, not by each of them
    *("abc", "asyncio", "collections", "contextlib", "copy", "ctypes", "dataclasses", "enum"),
    *("functools", "gc", "inspect", "itertools", "json", "linecache", "math", "operator", "os"),
    *("pickle", "random", "re", "statistics", "string", "tempfile", "textwrap", "threading"),
    *("time", "traceback", "types", "typing", "unittest.mock", "warnings", "weakref"),
)


def serve(backend: str) -> None:
    """Fork for each request on standard input and reply on standard output, until input closes."""
    requests, replies = os.dup(0), os.dup(1)
    nothing = os.open(os.devnull, os.O_RDWR)
    for fd in (0, 1):
        os.dup2(nothing, fd)
    os.close(nothing)
    try:
        inside = namespaces.enter()
        adopt_orphans()
        hello = warm(backend)
        if "ready" not in hello:
            wire.send(replies, hello)
            os._exit(0)
        world = prepare(backend, inside=inside)
        wire.send(replies, hello)
        while (request := wire.receive(requests)) is not None:
            run_in_fork(request, world, requests, replies)
    except BrokenPipeError:
        pass
    except Exception:  # noqa: BLE001 - the other side has no other way to hear of it
        wire.send(replies, {"crash": traceback.format_exc()})
    os._exit(0)


def run_once(backend: str) -> None:
    """Run the one request from standard input; the report goes to the file it names."""
    hello = warm(backend)
    world = prepare(backend, inside=False) if "ready" in hello else None
    request = wire.receive(0)
    if request is None:
        os._exit(0)
    result, nonce = os.open(request["result"], os.O_WRONLY), request["nonce"].encode()
    Path(request["begun"]).touch()
    if world is None:
        wire.write_all(result, nonce + wire.pack(hello))
        os._exit(0)
    os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
    become(request, world, request["work"], result, nonce)


def warm(backend: str) -> dict[str, Any]:
    """Load what programs import; the reply says whether that worked."""
    try:
        if backend == "engine":
            posing.pose()
        else:
            importlib.import_module("torch").set_num_threads(1)
            importlib.import_module("torch._dynamo")  # else loaded by a first optimizer step
        importlib.import_module("numpy").random.seed(0)
    except Exception as error:  # noqa: BLE001 - told to the parent, which tells the user
        return {"missing": getattr(error, "name", None), "message": repr(error)}
    for name in USUAL:
        importlib.import_module(name)
    warnings.showwarning = show_warning
    sys.argv = [""]
    return {"ready": True}


def prepare(backend: str, *, inside: bool) -> World:
    """Prepare what all programs share; from here on this process only forks."""
    read_only = inside and namespaces.make_read_only()
    restore = remember() if backend == "engine" else list
    watch = importlib.import_module("quizcli.runner.trace").tracer(backend)  # needs NumPy
    hidden = [name for name in sys.modules if name.partition(".")[0] == "quizcli"]
    tools = Tools(restore, hidden, watch)
    world = World(tools, python_folders(), in_memory=read_only, first=inside)
    rehearse()
    atexit._clear()  # exit handlers of libraries must not run in programs
    gc.collect()
    gc.freeze()
    gc.disable()
    return world
