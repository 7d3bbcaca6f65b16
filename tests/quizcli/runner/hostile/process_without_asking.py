# needs: seccomp
# outcome: finished
# prints: none
import _posixsubprocess
import os
import sys

read, write = os.pipe()
try:
    _posixsubprocess.fork_exec(
        [b"/bin/true"], [b"/bin/true"], True, (), None, None, -1, -1, -1, -1, -1, -1, read, write,
        False, False, 0, None, None, None, -1, None, *[False] * (sys.version_info < (3, 14)),
    )
    print("started")
except (OSError, PermissionError):
    print("none")
