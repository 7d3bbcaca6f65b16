"""Interview practice for the terminal, with answers proved by running code."""

__version__ = "0.1.0"
