"""What `sys.getrefcount` counts besides those who hold an object, which depends on the Python.

Up to 3.13 an argument is a reference of its own; since 3.14 a call borrows that of the caller.
"""

import sys


def _counted(x):
    return sys.getrefcount(x)


def _costs():
    held = object()
    asking = sys.getrefcount(held) - 1
    return asking, _counted(held) - asking - 1


ASKING, PASSING = _costs()  # of the question itself, and of each call that handed the object on
