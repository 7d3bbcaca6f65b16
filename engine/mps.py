"""`torch.mps`: there is none."""


def is_available():
    """False."""
    return False


def device_count():
    """0."""
    return 0
