import torch


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


x = torch.tensor([1.0, 2.0])
print(
    x.is_cpu,
    x.is_nonzero() if x.numel() == 1 else tried(lambda: x.is_nonzero()),
    torch.tensor(1.0).is_nonzero(),
    x.is_same_size(torch.ones(2)),
    torch.is_same_size(x, x),
    x.is_pinned(),
    x.is_shared(),
    x.share_memory_() is x,
    x.is_shared(),
    x.name,
    tried(lambda: x.pin_memory()),
    x.is_xpu,
    x.is_mkldnn,
    x.is_nested,
    x.dense_dim(),
    x.sparse_dim(),
    tried(lambda: x.coalesce()),
    tried(lambda: x.is_coalesced()),
    tried(lambda: x.indices()),
    tried(lambda: x.values()),
    x.apply_(lambda v: v + 1),
    x.map_(torch.ones(2), lambda a, b: a * b + 1),
    tried(lambda: torch.ones(2, requires_grad=True).apply_(lambda v: v)),
    torch.result_type(x, torch.ones(1, dtype=torch.int)),
    torch.detach(x),
    torch.is_signed(x),
    torch.get_device(x),
    tried(lambda: x.xpu()),
    x.reinforce if False else 0,
    x.index if False else 0,
    tried(lambda: torch.set_default_tensor_type(torch.DoubleTensor)),
    torch.tensor([1.0]).dtype,
    sep="\n",
)
torch.set_default_dtype(torch.float32)
