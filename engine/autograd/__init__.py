"""`torch.autograd`: gradients of tensors."""

from engine.absent import refusing
from engine.autograd import (
    anomaly_mode,
    forward_ad,
    function,
    functional,
    grad_mode,
    graph,
    profiler,
)
from engine.autograd.anomaly_mode import detect_anomaly, set_detect_anomaly
from engine.autograd.function import Function
from engine.autograd.grad_mode import (
    _force_original_view_tracking,
    enable_grad,
    inference_mode,
    is_grad_enabled,
    is_multithreading_enabled,
    is_view_replay_enabled,
    no_grad,
    set_grad_enabled,
    set_multithreading_enabled,
)
from engine.autograd.gradcheck import gradcheck, gradgradcheck
from engine.autograd.gradients import backward, grad
from engine.autograd.graph import preserve_version_counter as _unsafe_preserve_version_counter
from engine.autograd.saved import SavedTensor
from engine.autograd.variable import Variable

__all__ = [
    "Function",
    "SavedTensor",
    "Variable",
    "anomaly_mode",
    "backward",
    "detect_anomaly",
    "enable_grad",
    "forward_ad",
    "function",
    "functional",
    "grad",
    "grad_mode",
    "gradcheck",
    "gradgradcheck",
    "graph",
    "inference_mode",
    "is_grad_enabled",
    "is_multithreading_enabled",
    "is_view_replay_enabled",
    "no_grad",
    "profiler",
    "set_detect_anomaly",
    "set_grad_enabled",
    "set_multithreading_enabled",
]

__getattr__ = refusing(__name__)
