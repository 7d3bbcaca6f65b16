"""`quizcli explain`."""


def explain() -> None:
    """Being written."""
