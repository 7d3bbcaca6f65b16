"""System calls by number, for which Python 3.11 has no functions; Linux only.

This module can be loaded anywhere; `KERNEL` is None if the calls are unavailable.
"""

import ctypes
import os
import platform
import sys
from functools import cache
from typing import Any

NUMBERS: dict[str, tuple[int, int]] = {  # name: (x86_64, aarch64); -1 where there is none
    "accept": (43, 202),
    "accept4": (288, 242),
    "add_key": (248, 217),
    "bind": (49, 200),
    "bpf": (321, 280),
    "capset": (126, 91),
    "chmod": (90, -1),
    "chown": (92, -1),
    "chroot": (161, 51),
    "clone": (56, 220),
    "clone3": (435, 435),
    "connect": (42, 203),
    "execve": (59, 221),
    "execveat": (322, 281),
    "fchmod": (91, 52),
    "fchmodat": (268, 53),
    "fchmodat2": (452, 452),
    "fchown": (93, 55),
    "fchownat": (260, 54),
    "fork": (57, -1),
    "fremovexattr": (199, 16),
    "fsconfig": (431, 431),
    "fsetxattr": (190, 7),
    "fsmount": (432, 432),
    "fsopen": (430, 430),
    "fspick": (433, 433),
    "futimesat": (261, -1),
    "io_uring_enter": (426, 426),
    "io_uring_register": (427, 427),
    "io_uring_setup": (425, 425),
    "ioprio_set": (251, 30),
    "kcmp": (312, 272),
    "keyctl": (250, 219),
    "kill": (62, 129),
    "landlock_add_rule": (445, 445),
    "landlock_create_ruleset": (444, 444),
    "landlock_restrict_self": (446, 446),
    "lchown": (94, -1),
    "listen": (50, 201),
    "lremovexattr": (198, 15),
    "lsetxattr": (189, 6),
    "memfd_create": (319, 279),
    "memfd_secret": (447, 447),
    "mount": (165, 40),
    "migrate_pages": (256, 238),
    "mount_setattr": (442, 442),
    "move_mount": (429, 429),
    "move_pages": (279, 239),
    "mq_open": (240, 180),
    "msgget": (68, 186),
    "open_tree": (428, 428),
    "perf_event_open": (298, 241),
    "pidfd_getfd": (438, 438),
    "pidfd_open": (434, 434),
    "pidfd_send_signal": (424, 424),
    "pivot_root": (155, 41),
    "prctl": (157, 167),
    "prlimit64": (302, 261),
    "process_madvise": (440, 440),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
    "ptrace": (101, 117),
    "removexattr": (197, 14),
    "request_key": (249, 218),
    "rt_sigqueueinfo": (129, 138),
    "rt_tgsigqueueinfo": (297, 240),
    "sched_setaffinity": (203, 122),
    "sched_setattr": (314, 274),
    "sched_setparam": (142, 118),
    "sched_setscheduler": (144, 119),
    "semget": (64, 190),
    "setpriority": (141, 140),
    "setns": (308, 268),
    "setxattr": (188, 5),
    "shmget": (29, 194),
    "socket": (41, 198),
    "tgkill": (234, 131),
    "tkill": (200, 130),
    "umount2": (166, 39),
    "unshare": (272, 97),
    "userfaultfd": (323, 282),
    "utime": (132, -1),
    "utimensat": (280, 88),
    "utimes": (235, -1),
    "vfork": (58, -1),
}

_MACHINES = {"x86_64": 0, "aarch64": 1}
MACHINE = platform.machine() if sys.platform == "linux" and sys.maxsize > 1 << 32 else ""
SUPPORTED = MACHINE in _MACHINES

PR_SET_PDEATHSIG = 1
PR_SET_SECCOMP = 22
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38
CAPABILITY_VERSION_3 = 0x20080522


def number(name: str) -> int:
    """The number of a system call on this machine; -1 if there is none."""
    return NUMBERS[name][_MACHINES[MACHINE]]


@cache
def libc() -> Any:
    """The C library of this process."""
    return ctypes.CDLL(None, use_errno=True)


def call(name: str, *arguments: Any) -> int:
    """Make a system call; raises OSError if it fails or this machine is unknown."""
    if not SUPPORTED:
        raise OSError(f"{name}: no system calls by number on {platform.machine()}")
    wide = [ctypes.c_long(each) if isinstance(each, int) else each for each in arguments]
    return _checked(libc().syscall(ctypes.c_long(number(name)), *wide), name)


def prctl(option: int, *arguments: Any) -> int:
    """Set an attribute of this process; raises OSError."""
    wide = [ctypes.c_ulong(each) if isinstance(each, int) else each for each in arguments]
    wide += [ctypes.c_ulong(0)] * (4 - len(wide))
    return _checked(libc().prctl(option, *wide), "prctl")


def give_up_privileges() -> None:
    """Drop all capabilities irrevocably: no later call or program regains them."""
    prctl(PR_SET_NO_NEW_PRIVS, 1)
    header = (ctypes.c_uint32 * 2)(CAPABILITY_VERSION_3, 0)
    call("capset", ctypes.byref(header), ctypes.byref((ctypes.c_uint32 * 6)()))


def _checked(result: int, name: str) -> int:
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, f"{name}: {os.strerror(code)}")
    return result
