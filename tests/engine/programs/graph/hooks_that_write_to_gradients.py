import torch


def tried(x, result, write):
    x.register_hook(lambda g: write(g))
    try:
        result(x).backward()
    except RuntimeError as error:
        return type(error).__name__
    return x.grad


def leaf(*shape):
    return torch.full(shape, 3.0, requires_grad=True)


for shape in ((), (1,), (3,), (1, 2), (2, 1)):
    print(shape)
    print(tried(leaf(*shape), lambda x: x.sum(), lambda g: g.mul_(4)))
    print(tried(leaf(*shape), lambda x: (x * 2).sum(), lambda g: g.clamp_(max=1)))
    print(tried(leaf(*shape), lambda x: x.mean(), lambda g: g.mul_(4)))
    print(tried(leaf(*shape), lambda x: x.sum(-1, keepdim=True).sum(), lambda g: g.add_(1)))
