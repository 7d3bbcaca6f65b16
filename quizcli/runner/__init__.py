"""Where code runs: a child process, never this one.

The parent's half is `runner` (with `forking` and `fresh`); all else runs in the child, which is the
only place that imports the engine.
"""
