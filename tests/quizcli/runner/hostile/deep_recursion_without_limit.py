# outcome: died memory raised timeout
import sys

sys.setrecursionlimit(10**9)


def down(n):
    return sorted([n], key=down)


down(0)
