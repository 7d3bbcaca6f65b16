"""`torch.func`: functions that take functions and return others."""

from engine.absent import refusing
from engine.func.calling import (
    functional_call,
    replace_all_batch_norm_modules_,
    stack_module_state,
)
from engine.func.jacobians import hessian, jacfwd, jacrev
from engine.func.mapping import vmap
from engine.func.transforms import grad, grad_and_value, jvp, linearize, vjp

__all__ = [
    "functional_call",
    "grad",
    "grad_and_value",
    "hessian",
    "jacfwd",
    "jacrev",
    "jvp",
    "linearize",
    "replace_all_batch_norm_modules_",
    "stack_module_state",
    "vjp",
    "vmap",
]

__getattr__ = refusing(__name__)
