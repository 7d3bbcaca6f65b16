"""Landlock: restricts this process to given files and no network; Linux 5.13 or newer."""

import contextlib
import ctypes
import os
import stat
from collections.abc import Iterable

from quizcli.runner import linux

EXECUTE, WRITE_FILE, READ_FILE, READ_DIR = 1 << 0, 1 << 1, 1 << 2, 1 << 3
MAKE_CHAR, MAKE_BLOCK = 1 << 6, 1 << 11
TRUNCATE, IOCTL_DEV = 1 << 14, 1 << 15
FILES_BY_ABI = {1: (1 << 13) - 1, 2: (1 << 14) - 1, 3: (1 << 15) - 1, 4: (1 << 15) - 1}
FILES_FROM_5 = (1 << 16) - 1
NET = 0b11  # TCP bind and connect, since ABI 4
SCOPED = 0b11  # scoped abstract sockets and signals, since ABI 6

READ = READ_FILE | READ_DIR
NEVER = EXECUTE | MAKE_CHAR | MAKE_BLOCK | IOCTL_DEV
OF_A_FILE = EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV
VERSION = 1  # flag: query the ABI
PATH_BENEATH = 1


class Ruleset(ctypes.Structure):
    _fields_ = (("files", ctypes.c_uint64), ("net", ctypes.c_uint64), ("scoped", ctypes.c_uint64))


class PathBeneath(ctypes.Structure):
    _pack_ = 1
    _layout_ = "ms"  # implied by packing, but required explicitly since Python 3.14
    _fields_ = (("allowed", ctypes.c_uint64), ("parent", ctypes.c_int32))


def abi() -> int:
    """The kernel's Landlock version; 0 for none."""
    try:
        return linux.call("landlock_create_ruleset", None, 0, VERSION)
    except OSError:
        return 0


def restrict(readable: Iterable[str], writable: Iterable[str]) -> int:
    """Restrict this process to what is below these paths; returns the ABI. Raises OSError."""
    version = abi()
    files = FILES_BY_ABI.get(version, FILES_FROM_5)
    rules = Ruleset(files, NET if version >= 4 else 0, SCOPED if version >= 6 else 0)
    size = 24 if version >= 6 else 16 if version >= 4 else 8
    ruleset = linux.call("landlock_create_ruleset", ctypes.byref(rules), size, 0)
    try:
        for path in readable:
            _allow(ruleset, path, files & READ)
        for path in writable:
            _allow(ruleset, path, files & ~NEVER)
        linux.prctl(linux.PR_SET_NO_NEW_PRIVS, 1)
        linux.call("landlock_restrict_self", ruleset, 0)
    finally:
        os.close(ruleset)
    return version


def _allow(ruleset: int, path: str, allowed: int) -> None:
    with contextlib.suppress(FileNotFoundError):
        fd = os.open(path, os.O_PATH | os.O_CLOEXEC)
        try:
            if not stat.S_ISDIR(os.fstat(fd).st_mode):
                allowed &= OF_A_FILE
            rule = PathBeneath(allowed, fd)
            linux.call("landlock_add_rule", ruleset, PATH_BENEATH, ctypes.byref(rule), 0)
        finally:
            os.close(fd)
