"""Takes from the process of one program all that the program does not need.

Layer by layer, each as far as this system has it; what held is told, never assumed.
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
else:  # bound here, where no program can change them
    _get_limit, _set_limit = resource.getrlimit, resource.setrlimit
    _ADDRESS_SPACE = resource.RLIMIT_AS

FILE_SIZE = 64 << 20  # bytes
OPEN_FILES = 256
BREATH = 64 << 20  # bytes that are left to report when a program has used up its own
READABLE = (  # besides Python's own folders
    *("/usr", "/lib", "/lib64", "/etc/localtime", "/etc/ld.so.cache", "/etc/mime.types"),
    *("/dev/urandom", "/dev/random", "/dev/zero", "/sys/devices/system/cpu", "/proc/cpuinfo"),
)
DEVICES = ("/dev/null",)


def confine(
    parent: int, seconds: float, memory: int, readable: Sequence[str], writable: str
) -> dict[str, str]:
    """Confines this process for good; for each layer that holds, what it is.

    It ends with the process `parent`, its own; `readable` and `writable` are paths.
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
    """Makes what outlives its parent below this process a child of it, where Linux can do that."""
    if linux.SUPPORTED:
        with contextlib.suppress(OSError):
            linux.prctl(linux.PR_SET_CHILD_SUBREAPER, 1)


def rehearse() -> None:
    """Works out once, before any fork, what is the same for every program."""
    address_space()
    if linux.SUPPORTED:
        linux.libc()
        seccomp.common()


def python_folders() -> list[str]:
    """What a program may read: Python, its packages (the engine is one) and system libraries."""
    found = {sys.prefix, sys.base_prefix, sys.exec_prefix, *site.getsitepackages()}
    found |= {sysconfig.get_path("stdlib"), sysconfig.get_path("platstdlib")}
    engine = sys.modules.get("engine")
    found |= set(engine.__path__ if engine is not None else ())
    found |= {entry for entry in sys.path if entry.endswith(("site-packages", "dist-packages"))}
    return sorted({os.path.realpath(path) for path in (*found, *READABLE)} - {"/"})


def limit(seconds: float, memory: int) -> str:
    """Sets the limits that POSIX has for one process; the names of those that it accepted."""
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
    """Lets a process that used up its memory have enough to report that."""
    if resource is not None:
        _soft, hard = _get_limit(_ADDRESS_SPACE)
        _set_limit(_ADDRESS_SPACE, (hard, hard))


@cache
def address_space() -> int:
    """Bytes that this process has mapped before the program asks for any; measured once."""
    try:
        pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[0])
        return pages * os.sysconf("SC_PAGE_SIZE")
    except OSError:
        return 1 << 32


def _die_with(parent: int) -> None:
    linux.prctl(linux.PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it ended before the kernel was told
        os._exit(1)
