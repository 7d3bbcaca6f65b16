import torch


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


x = torch.tensor([1.0, 2.0, 3.0, 4.0], requires_grad=True)


def f(op):
    b = x * 1
    v = b.view(2, 2)
    op(b, v)
    return (
        torch.autograd.grad((b * torch.arange(4.0)).sum() + v.sum(), x)[0].tolist(),
        b.tolist(),
        v.grad_fn.name(),
        b.grad_fn.name(),
        b._version,
    )


print(f(lambda b, v: v.mul_(2)))
print(f(lambda b, v: b.mul_(2)))
print(f(lambda b, v: v[0].mul_(v[1].detach())))
print(f(lambda b, v: v.t().add_(1)))
print(f(lambda b, v: v.__setitem__((slice(None), 0), 0.0)))
print(f(lambda b, v: b.__setitem__(b > 2, 9.0)))
print(f(lambda b, v: b[::2].mul_(b[1::2].clone())))
print(tried(lambda: f(lambda b, v: b[::2].mul_(b[1::2]))))
print(f(lambda b, v: v.copy_(torch.ones(2, 2))))
print(f(lambda b, v: v.zero_()))
print(f(lambda b, v: v[0].copy_(v[1].clone())))
print(f(lambda b, v: v.clamp_(2, 3)))
print(f(lambda b, v: b.exp_()))
print(f(lambda b, v: v.sigmoid_()))
print(f(lambda b, v: b.unsqueeze_(0).squeeze_(0)))
print(f(lambda b, v: v.diagonal().mul_(3)))
print(f(lambda b, v: v.masked_fill_(v > 1, 0.0)))
print(f(lambda b, v: v.index_add_(0, torch.tensor([0]), torch.ones(1, 2))))
print(f(lambda b, v: v.addcmul_(v.detach(), v.detach())))
print(f(lambda b, v: b.transpose(0, 0).pow_(2)))
print(f(lambda b, v: b.data.mul_(5)))
print(f(lambda b, v: b.detach().mul_(5)))
