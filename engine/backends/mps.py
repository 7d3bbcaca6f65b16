"""`torch.backends.mps`."""


def is_available():
    """False, as where PyTorch is built for the CPU."""
    return False


def is_built():
    """False."""
    return False
