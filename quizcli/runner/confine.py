"""Removes from a program's process all rights that the program does not need.

Works layer by layer, as far as the system supports each; reports which layers hold.
"""

import contextlib
import math
import os
import signal
import site
import sys
import sysconfig
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from quizcli.runner import landlock, linux, seccomp

try:
    import resource
except ImportError:  # Windows
    resource = None  # type: ignore[assignment]
else:  # bound here, out of reach of programs
    _get_limit, _set_limit = resource.getrlimit, resource.setrlimit
    _ADDRESS_SPACE = resource.RLIMIT_AS

FILE_SIZE = 64 << 20  # bytes
OPEN_FILES = 256
BREATH = 64 << 20  # bytes reserved for the report when a program has used up its memory
READABLE = (  # besides Python's own folders
    *("/usr", "/lib", "/lib64", "/etc/localtime", "/etc/ld.so.cache", "/etc/mime.types"),
    *("/dev/urandom", "/dev/random", "/dev/zero", "/sys/devices/system/cpu", "/proc/cpuinfo"),
)
DEVICES = ("/dev/null",)


def confine(
    parent: int, seconds: float, memory: int, readable: Sequence[str], writable: str
) -> dict[str, str]:
    """Confine this process irrevocably; returns the layers that hold, with details.

    The process exits with its parent, `parent`; `readable` and `writable` are paths.
    """
    layers = {"limits": limit(seconds, memory)}
    if not linux.SUPPORTED:
        return layers
    for name, step in (
        ("parent", lambda: _die_with(parent)),
        ("privileges", linux.give_up_privileges),
        ("landlock", lambda: landlock.restrict(readable, (writable, *DEVICES))),
        ("seccomp", seccomp.restrict),
    ):
        with contextlib.suppress(OSError):
            layers[name] = str(step() or "on")
    return layers


def adopt_orphans() -> None:
    """Adopt descendants whose parent has exited (Linux only)."""
    if linux.SUPPORTED:
        with contextlib.suppress(OSError):
            linux.prctl(linux.PR_SET_CHILD_SUBREAPER, 1)


def rehearse() -> None:
    """Compute once, before any fork, what is the same for every program."""
    address_space()
    if linux.SUPPORTED:
        linux.libc()
        seccomp.common()


def python_folders() -> list[str]:
    """The paths a program may read: Python, its packages (with the engine), system libraries."""
    found = {sys.prefix, sys.base_prefix, sys.exec_prefix, *site.getsitepackages()}
    found |= {sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")}
    engine = sys.modules.get("engine")
    found |= set(engine.__path__ if engine is not None else ())
    found |= {entry for entry in sys.path if entry.endswith(("site-packages", "dist-packages"))}
    return sorted({os.path.realpath(path) for path in (*found, *READABLE)} - {"/"})


def limit(seconds: float, memory: int) -> str:
    """Set POSIX resource limits; returns the names of those that were accepted."""
    if resource is None:
        return ""
    processor = math.ceil(seconds) * 2 + 1  # several threads; wall time is watched from outside
    space = address_space() + memory
    wanted = {
        "RLIMIT_AS": (space, space + BREATH),
        "RLIMIT_CPU": (processor, processor),
        "RLIMIT_FSIZE": (FILE_SIZE, FILE_SIZE),
        "RLIMIT_NOFILE": (OPEN_FILES, OPEN_FILES),
        "RLIMIT_CORE": (0, 0),
    }
    held = []
    for name, values in wanted.items():
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(getattr(resource, name), values)
            held.append(name.removeprefix("RLIMIT_"))
    return " ".join(held)


def breathe() -> None:
    """Give a process that ran out of memory enough to report it."""
    if resource is not None:
        _soft, hard = _get_limit(_ADDRESS_SPACE)
        _set_limit(_ADDRESS_SPACE, (hard, hard))


@cache
def address_space() -> int:
    """Bytes mapped by this process before the program allocates any; measured once."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        return pages * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 1 << 32


def _die_with(parent: int) -> None:
    linux.prctl(linux.PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # the parent exited before the kernel was told
        os._exit(1)
