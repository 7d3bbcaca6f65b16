"""`quizcli quiz`."""


def quiz() -> None:
    """Being written."""
