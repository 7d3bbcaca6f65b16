"""The commands: options in, rooms called, exit code out."""
