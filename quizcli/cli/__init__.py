"""The commands: each parses options, calls the other packages and returns an exit code."""
