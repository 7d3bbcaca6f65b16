"""Linux namespaces: isolate the child from the network, other processes and writable disks.

Entered once, before anything is loaded, so that they cost nothing per program. Only available
where the kernel allows ordinary users to create them.
"""

import contextlib
import ctypes
import os
import signal
from pathlib import Path

from quizcli.runner import linux

NEW_MOUNTS, NEW_IPC, NEW_USER = 0x00020000, 0x08000000, 0x10000000
NEW_PIDS, NEW_NET = 0x20000000, 0x40000000
MS_NOSUID, MS_NODEV, MS_NOEXEC, MS_REC, MS_PRIVATE = 2, 4, 8, 1 << 14, 1 << 18
MNT_DETACH = 2
AT_FDCWD, AT_RECURSIVE = -100, 0x8000
ATTR_READ_ONLY = 1


class MountAttributes(ctypes.Structure):
    _fields_ = (
        ("set", ctypes.c_uint64),
        ("clear", ctypes.c_uint64),
        ("propagation", ctypes.c_uint64),
        ("user_namespace", ctypes.c_uint64),
    )


def enter() -> bool:
    """Continue in new namespaces as their first process; False if the system does not allow it.

    The calling process stays behind, waits, and exits like the new one.
    """
    if not linux.SUPPORTED or not _succeeds_elsewhere(_separate):
        return False
    _separate()
    pid = os.fork()
    if pid:
        _stand_by(pid)
    linux.prctl(linux.PR_SET_PDEATHSIG, signal.SIGKILL)
    return True


def make_read_only() -> bool:
    """Make all file systems of this namespace read-only; returns whether the kernel could."""
    attributes = MountAttributes(set=ATTR_READ_ONLY)
    size = ctypes.sizeof(attributes)
    reference = ctypes.byref(attributes)
    try:
        linux.call("mount", b"none", b"/", None, MS_REC | MS_PRIVATE, None)
        linux.call("mount_setattr", AT_FDCWD, b"/", AT_RECURSIVE, reference, size)
    except OSError:
        return False
    return True


def mount_memory(place: str, size: int, files: int) -> bool:
    """Mount an empty in-memory file system of `size` bytes over the folder `place`."""
    options = f"size={size},nr_inodes={files},mode=0700".encode()
    flags = MS_NOSUID | MS_NODEV | MS_NOEXEC
    try:
        linux.call("mount", b"tmpfs", os.fsencode(place), b"tmpfs", flags, options)
    except OSError:
        return False
    return True


def unmount(place: str) -> None:
    """Unmount what `mount_memory` mounted."""
    linux.call("umount2", os.fsencode(place), MNT_DETACH)


def _separate() -> None:
    user, group = os.geteuid(), os.getegid()
    linux.call("unshare", NEW_USER | NEW_PIDS | NEW_NET | NEW_MOUNTS | NEW_IPC)
    for name, line in (
        ("setgroups", "deny"),
        ("uid_map", f"{user} {user} 1"),
        ("gid_map", f"{group} {group} 1"),
    ):
        Path(f"/proc/self/{name}").write_text(line, encoding="ascii")


def _succeeds_elsewhere(step: object) -> bool:
    """Whether `step` works, tried in a throw-away process because it cannot be undone."""
    pid = os.fork()
    if pid == 0:
        with contextlib.suppress(OSError):
            step()  # type: ignore[operator]
            os._exit(0)
        os._exit(1)
    return os.waitpid(pid, 0)[1] == 0


def _stand_by(pid: int) -> None:
    for fd in range(3):
        os.close(fd)
    _pid, status = os.waitpid(pid, 0)
    os._exit(status and 1)
