"""Nested backward passes, which a Function or a hook may start."""

import contextlib
import threading

from engine.autograd.mode import mode


class _Here(threading.local):
    """What the backward passes of one thread share."""

    depth = 0  # how many passes are nested
    walk = None  # the innermost running pass, for callbacks queued by nodes
    forward = 0  # 1 or 2 in the first or second of the two passes that compute a tangent
    batched = None  # what was unpacked in passes that PyTorch runs as one batch


here = _Here()
THREAD_EVERY = 40  # nested passes per thread, because of Python's recursion limit


@contextlib.contextmanager
def forwards(stage):
    """Within the block, passes are steps towards a tangent; see `here.forward`."""
    before, here.forward = here.forward, stage
    try:
        yield
    finally:
        here.forward = before


def in_thread(function):
    """Run `function` on a fresh stack, with this thread's modes."""
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
