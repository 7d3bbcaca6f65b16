"""Functions that are written out as text, as dataclasses write `__init__`.

Compiling the texts would be half of what importing costs, so what was compiled is kept beside the
compiled modules and under their rules: for this version of Python, unless nothing may be written.
"""

import contextlib
import marshal
import os
import sys
from importlib.util import MAGIC_NUMBER, cache_from_source
from pathlib import Path


def written(text, name, place, scope):
    """The function of that name that the text defines among the names of `scope`.

    Tracebacks and profiles say `<place>` for its file.
    """
    exec(_code_of(text), scope)  # noqa: S102 (our own text)
    function = scope[name]
    function.__code__ = function.__code__.replace(co_filename=f"<{place}>")
    return function


def _code_of(text):
    """Operations of one form share a text."""
    code = _used.get(text)
    if code is None:
        code = _used[text] = _kept.get(text) or compile(text, "<operation>", "exec")
    return code


# ---- kept from one import to the next -----------------------------------------------------------


def _read(file):
    """What an earlier import compiled: text → code."""
    try:
        magic, codes = marshal.loads(file.read_bytes())  # noqa: S302 (trusted as .pyc files are)
    except (OSError, EOFError, ValueError, TypeError):
        return {}
    return codes if magic == MAGIC_NUMBER else {}


def keep_compiled():
    """Keep what this import compiled, if it is not what was kept before."""
    if sys.dont_write_bytecode or _used.keys() == _kept.keys():
        return
    written = FILE.with_suffix(f".{os.getpid()}")
    with contextlib.suppress(OSError):  # a folder that cannot be written: compiled each time
        FILE.parent.mkdir(exist_ok=True)
        written.write_bytes(marshal.dumps((MAGIC_NUMBER, _used)))
        written.replace(FILE)


FILE = Path(cache_from_source(__file__)).with_suffix(".texts")
_kept, _used = _read(FILE), {}
