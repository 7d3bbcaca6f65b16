import torch
import torch.nn.functional as F
from torch.nn.attention import SDPBackend, sdpa_kernel


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


torch.manual_seed(0)
q = torch.randn(1, 2, 3, 4)
m = torch.zeros(3, 3)
print(list(SDPBackend.__members__), SDPBackend.MATH, int(SDPBackend.MATH.value))
for b in [
    *SDPBackend.__members__.values(),
    [SDPBackend.MATH, SDPBackend.FLASH_ATTENTION],
    [SDPBackend.EFFICIENT_ATTENTION, SDPBackend.CUDNN_ATTENTION],
    [],
]:

    def f(**k):
        with sdpa_kernel(b):
            return F.scaled_dot_product_attention(q, q, q, **k).sum().item() > -1000000000.0

    print(
        b,
        tried(f),
        tried(lambda: f(is_causal=True)),
        tried(lambda: f(attn_mask=m)),
        tried(lambda: f(dropout_p=0.5)),
        tried(lambda: f(attn_mask=m.bool())),
    )
print(
    tried(lambda: sdpa_kernel("x").__enter__()),
    tried(lambda: sdpa_kernel([SDPBackend.MATH], set_priority=True).__enter__()),
)
q.requires_grad_(False)
b = torch.backends.cuda
print(
    b.flash_sdp_enabled(),
    b.mem_efficient_sdp_enabled(),
    b.math_sdp_enabled(),
    b.cudnn_sdp_enabled(),
)
with sdpa_kernel(SDPBackend.MATH):
    print(
        b.flash_sdp_enabled(),
        b.mem_efficient_sdp_enabled(),
        b.math_sdp_enabled(),
        b.cudnn_sdp_enabled(),
    )
b.enable_flash_sdp(False)
print(b.flash_sdp_enabled())
b.enable_flash_sdp(True)
with sdpa_kernel(SDPBackend.MATH):
    with sdpa_kernel([SDPBackend.FLASH_ATTENTION, SDPBackend.MATH]):
        print(b.flash_sdp_enabled(), b.math_sdp_enabled())
    print(b.flash_sdp_enabled(), b.math_sdp_enabled())


@sdpa_kernel(SDPBackend.MATH)
def g():
    return (b.flash_sdp_enabled(), F.scaled_dot_product_attention(q, q, q).shape)


print(g(), b.flash_sdp_enabled())
with b.sdp_kernel(enable_flash=False, enable_math=True, enable_mem_efficient=False):
    print(b.flash_sdp_enabled(), b.math_sdp_enabled(), b.mem_efficient_sdp_enabled())
q.requires_grad_()
with sdpa_kernel(SDPBackend.EFFICIENT_ATTENTION):
    print(tried(lambda: F.scaled_dot_product_attention(q, q, q)))
with sdpa_kernel(SDPBackend.FLASH_ATTENTION):
    print(
        tried(lambda: F.scaled_dot_product_attention(q, q, q, attn_mask=m, dropout_p=0.1)),
        tried(lambda: F.scaled_dot_product_attention(q.double(), q.double(), q.double()).dtype),
        tried(lambda: F.scaled_dot_product_attention(q[0], q[0], q[0]).shape),
        tried(lambda: F.scaled_dot_product_attention(q.half(), q.half(), q.half()).dtype),
    )
