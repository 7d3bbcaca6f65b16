import torch
import torch.nn.functional as F


def leaf(*shape):
    return torch.ones(shape, requires_grad=True)


def way(x):
    names, node = [], x.grad_fn
    while node is not None:
        names.append(node.name().rpartition("::")[2])
        node = node.next_functions[0][0] if node.next_functions else None
    print(*names, x.tolist())


weight, bias = leaf(3, 2), leaf(3)
for x in (leaf(2), leaf(1, 2), leaf(2, 1, 2), leaf(1, 1, 1, 2)):
    for b in (bias, bias[:], bias * 1, leaf(1).expand(3), leaf(3, 2)[:, 0], leaf(1, 3), None):
        way(F.linear(x, weight, b))
for x in (leaf(1).expand(2), leaf(2, 2).t(), leaf(2, 2, 2).transpose(0, 1), leaf(2, 4, 2)[:, ::2]):
    way(F.linear(x, weight, bias))
way(F.linear(leaf(2, 1, 2), leaf(2, 3).t(), bias))
