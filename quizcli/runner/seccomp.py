"""A seccomp filter: system calls that no program needs fail with EPERM; Linux only."""

import ctypes
import errno
import os
import struct
from functools import cache

from quizcli.runner import linux

DENIED = (
    # other processes, and programs
    *("fork", "vfork", "execve", "execveat", "ptrace", "process_vm_readv", "process_vm_writev"),
    *("kcmp", "pidfd_open", "pidfd_getfd", "pidfd_send_signal", "process_madvise", "tkill"),
    *("rt_sigqueueinfo", "rt_tgsigqueueinfo", "setpriority", "ioprio_set"),
    *("move_pages", "migrate_pages"),
    # the network (except socketpair, which asyncio needs)
    *("socket", "connect", "bind", "listen", "accept", "accept4"),
    # what would outlive the process, or escape its limits on memory
    *("shmget", "semget", "msgget", "mq_open", "memfd_create", "memfd_secret"),
    *("keyctl", "add_key", "request_key"),
    # file attributes, which Landlock does not protect
    *("chmod", "fchmod", "fchmodat", "fchmodat2", "chown", "fchown", "lchown", "fchownat"),
    *("setxattr", "lsetxattr", "fsetxattr", "removexattr", "lremovexattr", "fremovexattr"),
    *("utime", "utimes", "futimesat", "utimensat"),
    # kernel facilities
    *("mount", "umount2", "pivot_root", "chroot", "mount_setattr", "move_mount", "open_tree"),
    *("fsopen", "fsconfig", "fsmount", "fspick", "unshare", "setns", "bpf", "perf_event_open"),
    *("userfaultfd", "io_uring_setup", "io_uring_enter", "io_uring_register"),
)
ONLY_ITSELF = ("kill", "tgkill")  # the first argument must be this process
OR_NOBODY = (  # this process, or 0, which means the caller
    *("prlimit64", "sched_setaffinity", "sched_setattr", "sched_setparam", "sched_setscheduler"),
)

FILTER = 2  # mode of PR_SET_SECCOMP
ARCHES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
X32 = 0x40000000  # numbers from here on are x86_64's second ABI
CLONE_THREAD = 0x00010000

LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
NUMBER, ARCH, FIRST_LOW, FIRST_HIGH = 0, 4, 16, 20  # offsets in the kernel's seccomp_data
ALLOW, FAIL, KILL = 0x7FFF0000, 0x00050000, 0x80000000

Instruction = tuple[int, int, int, int]  # operation, jump if true, jump if false, operand
PERMIT: Instruction = (RETURN, 0, 0, ALLOW)
DENY: Instruction = (RETURN, 0, 0, FAIL | errno.EPERM)


class Program(ctypes.Structure):
    _fields_ = (("length", ctypes.c_ushort), ("instructions", ctypes.c_char_p))


def restrict() -> None:
    """Install the filter in this process and its future threads; raises OSError."""
    code = common() + pack(only_itself(os.getpid()))
    linux.prctl(linux.PR_SET_NO_NEW_PRIVS, 1)
    program = Program(len(code) // 8, code)
    linux.prctl(linux.PR_SET_SECCOMP, FILTER, ctypes.byref(program))


def pack(code: list[Instruction]) -> bytes:
    """Pack the instructions as the kernel expects them."""
    return b"".join(struct.pack("HBBI", *each) for each in code)


@cache
def common() -> bytes:
    """The part of the filter that is the same for all processes."""
    code = [(LOAD, 0, 0, ARCH), (EQUAL, 1, 0, ARCHES[linux.MACHINE]), (RETURN, 0, 0, KILL)]
    code += [(LOAD, 0, 0, NUMBER), (AT_LEAST, 0, 1, X32), DENY]
    for name in DENIED:
        if linux.number(name) >= 0:
            code += [(EQUAL, 0, 1, linux.number(name)), DENY]
    # glibc falls back to clone, whose flags can be inspected
    code += [(EQUAL, 0, 1, linux.number("clone3")), (RETURN, 0, 0, FAIL | errno.ENOSYS)]
    code += [(EQUAL, 0, 4, linux.number("clone")), (LOAD, 0, 0, FIRST_LOW)]
    code += [(ANY_BIT, 0, 1, CLONE_THREAD), PERMIT, DENY]
    return pack(code)


def only_itself(pid: int) -> list[Instruction]:
    """The part that lets process `pid` act only on itself, and allows everything else."""
    code: list[Instruction] = []
    for name in (*ONLY_ITSELF, *OR_NOBODY):
        other = pid if name in ONLY_ITSELF else 0
        code += [(EQUAL, 0, 7, linux.number(name)), (LOAD, 0, 0, FIRST_HIGH), (EQUAL, 0, 4, 0)]
        code += [(LOAD, 0, 0, FIRST_LOW), (EQUAL, 1, 0, pid), (EQUAL, 0, 1, other), PERMIT, DENY]
    return [*code, PERMIT]
