"""`quizcli home`."""


def home() -> None:
    """Being written."""
