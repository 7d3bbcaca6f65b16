"""`quizcli topics`."""


def topics() -> None:
    """Being written."""
