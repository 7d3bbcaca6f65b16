"""`torch.accelerator`: there is none."""


def is_available():
    """False."""
    return False


def device_count():
    """0."""
    return 0


def current_accelerator(check_available=False):
    """None: there is none."""
