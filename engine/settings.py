"""Choices for the whole process; all but the default dtype are remembered, and change nothing."""

from engine.dtype import set_default_dtype
from engine.warn import warn_once

_PRECISIONS = ("highest", "high", "medium")
_MODES = {"default": 0, "warn": 1, "error": 2}


class _Chosen:
    precision = "highest"
    deterministic = 0  # 1: warn, 2: refuse what is not
    warn_only = False  # remembered even where nothing is asked for
    interop_threads = 1


def get_num_threads():
    """1."""
    return 1


def set_num_threads(count):
    """Nothing: the engine itself uses one thread."""


def get_num_interop_threads():
    """How many were asked for."""
    return _Chosen.interop_threads


def set_num_interop_threads(count):
    """Remembered: the engine itself uses one thread."""
    _Chosen.interop_threads = count


def use_deterministic_algorithms(mode, *, warn_only=False):
    """Remembered: every algorithm here is deterministic."""
    _Chosen.deterministic = (1 if warn_only else 2) if mode else 0
    _Chosen.warn_only = warn_only


def are_deterministic_algorithms_enabled():
    """Whether they were asked for."""
    return bool(_Chosen.deterministic)


def is_deterministic_algorithms_warn_only_enabled():
    """Whether they were asked for with `warn_only`."""
    return _Chosen.warn_only


def set_deterministic_debug_mode(debug_mode):
    """The same choice as a number or a word: default, warn or error."""
    if isinstance(debug_mode, str):
        if debug_mode not in _MODES:
            raise RuntimeError(f"the mode is default, warn or error, not {debug_mode!r}")
        debug_mode = _MODES[debug_mode]
    if debug_mode not in _MODES.values():
        raise RuntimeError(f"the mode is 0, 1 or 2, not {debug_mode}")
    _Chosen.deterministic, _Chosen.warn_only = debug_mode, debug_mode == 1


def get_deterministic_debug_mode():
    """0 for default, 1 for warn, 2 for error."""
    return _Chosen.deterministic


def get_float32_matmul_precision():
    """What was chosen."""
    return _Chosen.precision


def set_float32_matmul_precision(precision):
    """Remembered: products are in full precision always."""
    if precision in _PRECISIONS:
        _Chosen.precision = precision
    else:
        warn_once(f"the precision is one of {', '.join(_PRECISIONS)}, not {precision!r}")


def set_flush_denormal(mode):
    """False: this cannot be chosen."""
    return False


def set_default_tensor_type(t):
    """Set the default dtype to that of a class such as `torch.DoubleTensor`, or of its name."""
    from engine.conversion import legacy_dtype

    warn_once("set_default_tensor_type() is deprecated; use set_default_dtype()", 2)
    set_default_dtype(legacy_dtype(t))


__all__ = [
    "are_deterministic_algorithms_enabled",
    "get_deterministic_debug_mode",
    "get_float32_matmul_precision",
    "get_num_interop_threads",
    "get_num_threads",
    "is_deterministic_algorithms_warn_only_enabled",
    "set_default_tensor_type",
    "set_deterministic_debug_mode",
    "set_float32_matmul_precision",
    "set_flush_denormal",
    "set_num_interop_threads",
    "set_num_threads",
    "use_deterministic_algorithms",
]
