"""Interview practice for the terminal whose answers are proved by running code."""

__version__ = "0.1.0"
