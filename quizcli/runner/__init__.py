"""Where code runs: a child process, never this one. `child` is the only module that imports the engine."""
