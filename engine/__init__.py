"""A twin of PyTorch's eager autograd on NumPy: `import engine as torch`."""

from engine import autograd, methods
from engine.autograd.mode import (
    enable_grad,
    inference_mode,
    is_grad_enabled,
    is_inference_mode_enabled,
    no_grad,
    set_grad_enabled,
)
from engine.ops.declare import OPS as _OPS
from engine.tensor import Tensor

globals().update(_OPS)
