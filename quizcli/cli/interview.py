"""`quizcli interview`."""


def interview() -> None:
    """Being written."""
