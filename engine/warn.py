"""Warnings that PyTorch gives once in a process."""

import warnings

_given = set()
_always = False


def warn_once(text, stacklevel=2):
    """Warn (UserWarning) the first time this text is to be told, or each time if that was set."""
    if text not in _given or _always:
        _given.add(text)
        warnings.warn(text, UserWarning, stacklevel=stacklevel + 1)


def warn_of_lost_history(stacklevel):
    """Warn that a tensor that requires grad was turned into a Python number."""
    warn_once(
        "a tensor that requires grad was turned into a Python number, which loses its history; "
        "use detach() first, or item()",
        stacklevel + 1,
    )


def set_warn_always(b):
    """Whether warnings that are given once are given each time."""
    global _always
    _always = bool(b)


def is_warn_always_enabled():
    """Whether warnings that are given once are given each time."""
    return _always
