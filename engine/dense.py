"""What methods answer, or refuse, because every tensor is dense and in the CPU's memory."""

from engine.errors import refused, unsupported


def share_memory_(self):
    """The tensor itself."""
    self._shared = True
    return self


def is_shared(self):
    """Whether its memory was asked to be shared with other processes."""
    return getattr(self, "_shared", False)


def is_pinned(self, device=None):
    """False."""
    return False


def pin_memory(self, device=None):
    """Refused: only a machine with an accelerator pins memory."""
    raise RuntimeError("memory cannot be pinned: there is no accelerator")


_FALSE = property(lambda self: False)
_DEVICES = ["cuda", "mps", "xpu", "ipu", "xla", "mtia", "maia", "vulkan"]
_KINDS = ["meta", "mkldnn", "nested", "quantized", "sparse", "sparse_csr"]
_OF_SPARSE = ["coalesce", "is_coalesced", "indices", "values", "crow_indices", "col_indices"]

_ABSENT = [
    "chalf",
    "dequantize",
    "eig",
    "geqrf",
    "index",
    "int_repr",
    "istft",
    "lstsq",
    "lu_solve",
    "module_load",
    "nonzero_static",
    "orgqr",
    "ormqr",
    "q_per_channel_axis",
    "q_per_channel_scales",
    "q_per_channel_zero_points",
    "q_scale",
    "q_zero_point",
    "qscheme",
    "resize",
    "resize_as",
    "resize_as_sparse_",
    "row_indices",
    "slice_inverse",
    "smm",
    "solve",
    "sparse_resize_",
    "sspaddmm",
    "stft",
    "symeig",
    "to_mkldnn",
    "to_padded_tensor",
]

METHODS = {
    **{name: refused(name, unsupported, f"Tensor.{name}()") for name in _ABSENT},
    "is_shared": is_shared,
    "share_memory_": share_memory_,
    "is_pinned": is_pinned,
    "pin_memory": pin_memory,
    "sparse_dim": lambda self: 0,
    "dense_dim": lambda self: self._data.ndim,
    "name": property(lambda self: None),
    "is_cpu": property(lambda self: True),
    "xpu": refused("xpu", AssertionError, "tensors cannot be on xpu: the engine has only the CPU"),
    **{f"is_{name}": _FALSE for name in _DEVICES + _KINDS},
    **{
        name: refused(name, RuntimeError, f"{name}() is for sparse tensors, and this one is dense")
        for name in _OF_SPARSE
    },
}
