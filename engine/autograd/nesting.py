"""Backward passes within backward passes, which a Function or a hook may ask for."""

import contextlib
import threading

from engine.autograd.mode import mode


class _Here(threading.local):
    """What walks know of each other in one thread."""

    depth = 0  # how many are nested
    walk = None  # the innermost one under way, for callbacks queued by nodes
    forward = 0  # 1 or 2 in the first or second of two passes that give a derivative forwards
    batched = None  # what was unpacked in passes that PyTorch makes at once, over a batch


here = _Here()
THREAD_EVERY = 40  # nested walks share a thread up to here, for Python's limit on recursion


@contextlib.contextmanager
def forwards(stage):
    """Within, passes are steps to a derivative forwards; see `here.forward`."""
    before, here.forward = here.forward, stage
    try:
        yield
    finally:
        here.forward = before


def in_thread(function):
    """Run `function` on a fresh stack, in this thread's modes."""
    enabled, inference, level = mode.enabled, mode.inference, here.depth
    tangents, walk, forward = mode.tangents, here.walk, here.forward
    outcome = []

    def target():
        mode.inference, mode.tangents = inference, tangents
        here.depth, here.walk, here.forward = level, walk, forward
        mode.switch(enabled)
        try:
            outcome.append(_run_counted(function))
        except BaseException as error:  # noqa: BLE001 (raised again in the calling thread)
            outcome.append(error)

    thread = threading.Thread(target=target)
    thread.start()
    thread.join()
    if isinstance(outcome[0], BaseException):
        raise outcome[0]
    return outcome[0]


def _run_counted(function):
    here.depth += 1
    return function()
