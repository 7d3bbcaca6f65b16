"""`torch.backends.openmp`."""


def is_available():
    """True, as where PyTorch is built for the CPU."""
    return True
