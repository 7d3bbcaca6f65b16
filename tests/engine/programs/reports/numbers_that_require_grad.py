# topic: tensors that require grad are no numbers, so that no gradient is lost without a word
import torch
import torch.nn.functional as F

x = torch.ones(3)
learned = torch.tensor(2.0, requires_grad=True)
calls = (
    lambda p: torch.full((2,), p),
    lambda p: torch.full_like(x, p),
    lambda p: x.new_full((2,), p),
    lambda p: torch.arange(p),
    lambda p: torch.arange(0, 4, p),
    lambda p: F.pad(x, (1, 1), value=p),
    lambda p: F.dropout(x, p - 2),
    lambda p: torch.nn.Dropout(p - 2)(x),
    lambda p: torch.norm(x, p),
    lambda p: torch.linalg.vector_norm(x, p),
    lambda p: F.normalize(x[None], p),
    lambda p: torch.cdist(x[None], x[None], p),
    lambda p: torch.linspace(0, p, 3),
    lambda p: F.elu(x, p),
    lambda p: x.clamp(max=p),
    lambda p: torch.pow(x, p),
)
for call in calls:
    for number in (learned, learned * 1, learned.detach(), 2.0):
        try:
            print(call(number), end=" ")
        except TypeError as e:
            print(type(e).__name__, end=" ")
    print()
