"""Runs code in a child process, never in this one.

The parent's half is `runner` (with `forking` and `fresh`); everything else runs in the child,
which alone imports the engine.
"""
