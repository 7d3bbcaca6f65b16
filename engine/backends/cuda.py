"""`torch.backends.cuda`: its switches; those of attention count on the CPU, too."""

import contextlib
import warnings


class _Matmul:
    allow_tf32 = False
    allow_fp16_reduced_precision_reduction = True
    allow_bf16_reduced_precision_reduction = True


matmul = _Matmul()


def is_built():
    """False."""
    return False


# ---- ways to compute attention: `flash` and `math` are there on the CPU ------------------------

ways = {"flash": True, "mem_efficient": True, "math": True, "cudnn": True}  # whether allowed


def _switch(way):
    def enable(enabled):
        ways[way] = bool(enabled)

    def enabled():
        return ways[way]

    enable.__doc__ = f"Allow or forbid the {way} way to compute attention."
    enabled.__doc__ = f"Whether the {way} way to compute attention is allowed."
    return enable, enabled


enable_flash_sdp, flash_sdp_enabled = _switch("flash")
enable_mem_efficient_sdp, mem_efficient_sdp_enabled = _switch("mem_efficient")
enable_math_sdp, math_sdp_enabled = _switch("math")
enable_cudnn_sdp, cudnn_sdp_enabled = _switch("cudnn")


@contextlib.contextmanager
def only(*allowed):
    """In the block, these ways and no others."""
    before = dict(ways)
    ways.update((way, way in allowed) for way in ways)
    try:
        yield {}
    finally:
        ways.update(before)


def sdp_kernel(enable_flash=True, enable_math=True, enable_mem_efficient=True, enable_cudnn=True):
    """In the block, attention is computed in these ways; `nn.attention.sdpa_kernel` came after."""
    warnings.warn("use torch.nn.attention.sdpa_kernel()", FutureWarning, stacklevel=2)
    given = (enable_flash, enable_mem_efficient, enable_math, enable_cudnn)
    return only(*(way for way, enabled in zip(ways, given, strict=True) if enabled))
