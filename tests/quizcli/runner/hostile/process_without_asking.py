# needs: seccomp
# outcome: finished
# prints: none
import _posixsubprocess
import os

read, write = os.pipe()
try:
    _posixsubprocess.fork_exec(
        [b"/bin/true"], [b"/bin/true"], True, (), None, None, -1, -1, -1, -1, -1, -1, read, write,
        False, False, 0, None, None, None, -1, None, False,
    )
    print("started")
except (OSError, PermissionError):
    print("none")
