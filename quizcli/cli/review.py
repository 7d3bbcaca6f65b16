"""`quizcli review`."""


def review() -> None:
    """Being written."""
