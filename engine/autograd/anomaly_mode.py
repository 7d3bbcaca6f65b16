"""`torch.autograd.anomaly_mode`: finds where a NaN or an error in a backward pass came from."""

import functools
import sys
import traceback
import warnings

import numpy as np

from engine.autograd import complex_paths
from engine.autograd.mode import careful
from engine.autograd.nesting import here
from engine.autograd.node import accumulator
from engine.tensor import Tensor

__all__ = ["detect_anomaly", "set_detect_anomaly"]


class _Anomaly:
    enabled = False
    check_nan = True
    visiting = ()  # nodes being visited: parents of nodes recorded meanwhile


state = _Anomaly()


def note(node):
    """Keep with a new node the traceback of its forward call, and the node being visited."""
    metadata = node.metadata
    metadata["traceback_"] = traceback.format_stack()[:-3]
    if state.visiting:
        metadata["parent_"] = state.visiting[-1]


def told(visit):
    """Decorate a visit of a node or leaf: if it raises, warn with the forward call to blame."""

    @functools.wraps(visit)
    def watched(walk, node, *rest):
        try:
            return visit(walk, node, *rest)
        except BaseException:
            if state.enabled:
                _tell(accumulator(node) if isinstance(node, Tensor) else node)
            raise

    return watched


def run(node, grad, record, edges):
    """`node.run`; RuntimeError if one of its gradients has a NaN."""
    state.visiting = (*state.visiting, node)
    try:
        grads = complex_paths.visit(node, grad, record, edges)
    finally:
        state.visiting = state.visiting[:-1]
    if state.check_nan and not here.forward:  # where PyTorch makes no backward pass
        for place, value in enumerate(grads):
            if value is not None and np.isnan(value._data if record else value).any():
                raise RuntimeError(
                    f"{node.name()} returned nan values as gradient {place}; the warning above has "
                    "the forward line that it is due to"
                )
    return grads


def _warn(text):
    """Warn, or print if warnings are errors, since another error is about to be raised."""
    try:
        warnings.warn(text, UserWarning, stacklevel=5)
    except UserWarning:
        print(f"UserWarning: {text}", file=sys.stderr)


def _tell(node):
    """Warn with the traceback of the node's forward call, and of those of its parents."""
    metadata = node._metadata or {}
    if "traceback_" not in metadata:
        _warn(
            f"Error in {node.name()}; no forward line is known for it, "
            "because anomaly detection was off when it ran"
        )
        return
    seen = {id(node)}
    lines = [f"Error in {node.name()}. Traceback of the forward call that it is due to:\n"]
    lines += metadata["traceback_"]
    parent = metadata.get("parent_")
    _warn("".join(lines))
    while parent is not None and id(parent) not in seen:
        seen.add(id(parent))
        above = parent._metadata or {}
        text = "".join(above.get("traceback_", ["(unknown)\n"]))
        _warn(f"{node.name()} was itself made by {parent.name()}, whose forward call is:\n{text}")
        node, parent = parent, above.get("parent_")


class set_detect_anomaly:
    """Switch anomaly detection: immediately, or for a block as a context manager."""

    def __init__(self, mode, check_nan=True):
        self.before = _set(mode, check_nan)

    def __enter__(self):
        return None

    def __exit__(self, *_):
        _set(*self.before)


class detect_anomaly(set_detect_anomaly):
    """Within the block, store forward lines in nodes, and raise on NaN gradients."""

    def __init__(self, check_nan=True):
        self.check_nan = check_nan
        warnings.warn(
            "anomaly detection is on: it slows every operation, use it for debugging only",
            UserWarning,
            stacklevel=2,
        )

    def __enter__(self):
        self.before = _set(True, self.check_nan)


def _set(enabled, check_nan):
    """Switch it and return the previous state."""
    before = state.enabled, state.check_nan
    state.enabled, state.check_nan = bool(enabled), check_nan
    if enabled and "anomaly" not in careful:
        careful.append("anomaly")
    elif not enabled and "anomaly" in careful:
        careful.remove("anomaly")
    return before


def is_anomaly_enabled():
    """Whether anomaly detection is on."""
    return state.enabled


def is_anomaly_check_nan_enabled():
    """Whether anomaly detection refuses NaN gradients."""
    return state.check_nan


def check_batched():
    """Refuse a batched pass while checking for NaN."""
    if state.enabled and state.check_nan:
        raise RuntimeError("batched gradients are not looked through for NaN; see detect_anomaly()")
