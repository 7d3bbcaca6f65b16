"""Views taken in place: the tensor itself changes shape, and its history grows."""

import torch


def tell(text):
    a = torch.arange(6.0).reshape(2, 3).clone().requires_grad_()
    x, y = a.clone(), a.clone()
    scope = {"a": a, "x": x, "y": y, "part": y[:, :2], "row": y.unbind(0)[0]}
    try:
        r = eval(text, scope)
        inputs = [n.name() for n, _ in r.grad_fn.next_functions] if r.grad_fn else []
        node = r.grad_fn.name() if r.grad_fn else None
        print(text, "->", tuple(r.shape), r.stride(), node, inputs, r._version, r._is_view())
        if r.requires_grad:
            (r * torch.arange(1.0, r.numel() + 1).reshape(r.shape)).sum().backward()
            print("   ", a.grad.tolist(), r is x, x._version, y._version)
    except Exception as error:
        print(text, "->", type(error).__name__)


for text in """
x.t_()
x.transpose_(0, 1)
x.swapaxes_(0, -1)
x.swapdims_(0, 1)
x.unsqueeze_(1)
x.unsqueeze_(0).squeeze_()
x.unsqueeze_(0).squeeze_(0)
x.unsqueeze_(0).squeeze_((0,))
x.as_strided_((2, 2), (1, 2), 1)
x.mul_(2).t_().add_(1)
x.t_().t_()
a.t_()
a.detach().t_()
x.detach_()
part.t_()
row.unsqueeze_(0)
y[0].unsqueeze_(0)
x.resize_(2, 2)
x.detach().resize_(2, 2)
x.detach().clone().resize_(3, 4).shape.numel()
x.squeeze_(5)
x.unsqueeze_(-4)
""".strip().split("\n"):
    tell(text)

with torch.no_grad():
    b = torch.ones(2, 3, requires_grad=True)
    b.t_()
    print(b.shape, b.is_leaf, b._version)
x = torch.ones(2, 3, requires_grad=True)
y = x * 2
z = y.exp()
y.t_()
try:
    z.sum().backward()
    print(x.grad)
except RuntimeError:
    print("RuntimeError")
