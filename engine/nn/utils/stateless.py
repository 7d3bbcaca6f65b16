"""`torch.nn.utils.stateless`: the older address of `torch.func.functional_call`."""

import warnings

from engine.func import calling


def functional_call(
    module, parameters_and_buffers, args=None, kwargs=None, *, tie_weights=True, strict=False
):
    """`module(*args, **kwargs)` with the given tensors in the place of its own."""
    warnings.warn("use torch.func.functional_call()", FutureWarning, stacklevel=2)
    return calling.functional_call(
        module, parameters_and_buffers, args, kwargs, tie_weights=tie_weights, strict=strict
    )


__all__ = ["functional_call"]
