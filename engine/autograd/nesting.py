"""Backward passes within backward passes, which a Function or a hook may ask for."""

import threading

from engine.autograd.mode import mode


class _Here(threading.local):
    """What walks know of each other in one thread."""

    depth = 0  # how many are nested
    walk = None  # the innermost one under way, for callbacks queued by nodes
    batched = None  # what was unpacked, where several are one in PyTorch, which passes batches


here = _Here()
THREAD_EVERY = 40  # nested walks share a thread up to here, for Python's limit on recursion


def in_thread(function):
    """Run `function` on a fresh stack, in this thread's modes."""
    enabled, inference, level = mode.enabled, mode.inference, here.depth
    tangents, walk = mode.tangents, here.walk
    outcome = []

    def target():
        mode.inference, mode.tangents = inference, tangents
        here.depth, here.walk = level, walk
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
