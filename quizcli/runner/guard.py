"""The second net: audit hooks that refuse what a program must not do, with clear messages.

Where the kernel's protections hold (`confine`), the hooks only make refusals readable; elsewhere,
they stop ordinary Python code, but not code that is determined to get around them.
"""

import os
import sys
from collections.abc import Sequence
from typing import Any

from quizcli.runner.bare import detached

WRITES = {  # event: indices of its path arguments that are written
    **dict.fromkeys(("os.remove", "os.mkdir", "os.rmdir", "os.truncate", "os.chmod"), (0,)),
    **dict.fromkeys(("os.chown", "os.utime", "os.setxattr", "os.removexattr"), (0,)),
    "os.chflags": (0,),
    **dict.fromkeys(("os.rename", "os.link"), (0, 1)),
    "os.symlink": (1,),
}
READS = ("os.listdir", "os.scandir")
CHANGING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND


def arm(readable: Sequence[str], writable: str, *, graded: bool) -> None:
    """Guard this process from now on; this cannot be undone."""
    folders = Folders(readable, writable)
    own = os.getpid()

    def files(event: str, arguments: tuple[Any, ...]) -> None:
        if event == "open":
            folders.check_open(arguments[0], arguments[2])
        elif event in WRITES:
            for place in WRITES[event]:
                folders.check_write(arguments[place])
        elif event in READS:
            folders.check_read(arguments[0])
        elif event == "sqlite3.connect":
            folders.check_write(_database(arguments[0]))
        elif event == "os.kill" and arguments[0] != own:
            raise PermissionError("a program may not send signals to other processes")
        elif event == "resource.prlimit" and arguments[0] not in (0, own):
            raise PermissionError("a program may not change the limits of other processes")

    sys.addaudithook(files)
    if graded:
        sys.addaudithook(detached(_refuse_peeping))
    sys.addaudithook(detached(_refuse))


def refused(error: BaseException) -> bool:
    """Whether this guard raised `error`."""
    step = error.__traceback__
    while step is not None and step.tb_next is not None:
        step = step.tb_next
    return step is not None and step.tb_frame.f_code.co_filename == __file__


# A program that catches a refusal can reach the frame below. It holds only constants, so that
# there is nothing to change in it, and it runs `detached`.


def _refuse(event: str, arguments: tuple[Any, ...]) -> None:
    if event in {
        "os.exec",
        "os.fork",
        "os.forkpty",
        "os.posix_spawn",
        "os.spawn",
        "os.startfile",
        "os.system",
        "pty.spawn",
        "subprocess.Popen",
        "webbrowser.open",
    }:
        raise PermissionError("a program may not start other programs or processes")
    if event in {
        "socket.bind",
        "socket.connect",
        "socket.getaddrinfo",
        "socket.gethostbyaddr",
        "socket.gethostbyname",
        "socket.sendmsg",
        "socket.sendto",
        "syslog.syslog",
        "urllib.Request",
    }:
        raise PermissionError("a program may not use the network")
    if event == "socket.__new__" and arguments[1] in {2, 10, 23, 30}:  # IPv4 and IPv6 on any system
        raise PermissionError("a program may not use the network")
    if (
        event.startswith("ctypes.")
        or event in {"cpython.PyInterpreterState_New", "sys.addaudithook"}
        or (event == "import" and arguments[0].startswith("_test"))  # can break CPython
    ):
        raise PermissionError("a program may not reach into memory or the interpreter")
    if event == "os.killpg":
        raise PermissionError("a program may not send signals to other processes")


def _refuse_peeping(event: str, arguments: tuple[Any, ...]) -> None:
    if event in {
        "sys._current_exceptions",
        "sys._current_frames",
        "sys.monitoring.register_callback",
        "sys.setprofile",
        "sys.settrace",
    }:
        raise PermissionError("an answer may not watch or steer how it is judged")
    if (
        event == "object.__setattr__"
        and arguments[1] in {"__code__", "__defaults__", "__kwdefaults__"}
        and arguments[0].__code__.co_filename.endswith(".py")  # not one of the answer's functions
    ):
        raise PermissionError("an answer may not change functions that are not its own")


class Folders:
    """The folders a program may read and write."""

    def __init__(self, readable: Sequence[str], writable: str) -> None:
        self.writable = (os.path.realpath(writable), os.devnull)
        self.readable = (*readable, *self.writable)

    def check_open(self, path: Any, flags: Any) -> None:
        """Refuse to open a file outside these folders."""
        if isinstance(flags, int) and flags & CHANGING:
            self.check_write(path)
        else:
            self.check_read(path)

    def check_write(self, path: Any) -> None:
        """Refuse a path that the program may not write."""
        if not _within(path, self.writable):
            raise PermissionError("a program may not write outside its own temporary folder")

    def check_read(self, path: Any) -> None:
        """Refuse a path that the program may not read."""
        if not _within(path, self.readable):
            raise PermissionError("a program may not read what is not Python's or its own")


def _database(name: Any) -> str:
    """The path of an sqlite3 database, which may be given as a URI."""
    return os.fsdecode(name).removeprefix("file:").partition("?")[0]


def _within(path: Any, folders: Sequence[str]) -> bool:
    if path is None or isinstance(path, int):  # the current folder, or an open descriptor
        return True
    real = os.path.realpath(os.fsdecode(path))
    return any(real == each or real.startswith(each + os.sep) for each in folders)
