import torch
import torch.nn as nn
from torch.nn.utils.parametrizations import orthogonal


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


for shape, how in (
    ((3, 3), None),
    ((4, 2), None),
    ((2, 4), None),
    ((3, 3), "cayley"),
    ((4, 2), "matrix_exp"),
    ((2, 4), "cayley"),
    ((3, 3), "householder"),
):
    torch.manual_seed(0)
    layer = orthogonal(nn.Linear(*shape, bias=False), orthogonal_map=how)
    w = layer.weight.detach()
    print(shape, how, layer, w, torch.rand(1))
    few = w @ w.T if w.shape[0] <= w.shape[1] else w.T @ w
    print(
        (few - torch.eye(len(few))).abs().max() < 1e-05,
        [n for n, _ in layer.named_parameters()],
        list(layer.state_dict()),
    )
    optimizer = torch.optim.SGD(layer.parameters(), 0.02)
    for _ in range(3):
        optimizer.zero_grad()
        loss = (layer(torch.ones(2, shape[0])) ** 3).sum() + layer.weight[0, 0]
        loss.backward()
        optimizer.step()
        print(f"{loss.item():.3f}")
    w = layer.weight.detach()
    few = w @ w.T if w.shape[0] <= w.shape[1] else w.T @ w
    print((few - torch.eye(len(few))).abs().max() < 1e-05)
    q, _ = torch.linalg.qr(torch.randn(max(shape), max(shape)))
    layer.weight = q[: shape[1], : shape[0]]
    print((layer.weight - q[: shape[1], : shape[0]]).abs().max() < 1e-05)
print(
    tried(lambda: orthogonal(nn.Linear(2, 2), "bias")),
    tried(lambda: orthogonal(nn.Linear(2, 2), "nothing")),
    tried(lambda: orthogonal(nn.Linear(2, 2), orthogonal_map="foo")),
)
torch.manual_seed(1)
layer = orthogonal(nn.Linear(3, 3))
copy = orthogonal(nn.Linear(3, 3))
copy.load_state_dict(layer.state_dict())
print(copy.weight.equal(layer.weight))
torch.nn.utils.parametrize.remove_parametrizations(layer, "weight")
print(layer, type(layer.weight).__name__)
