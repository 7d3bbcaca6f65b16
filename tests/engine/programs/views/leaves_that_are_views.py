"""A leaf may itself be a view: its views refuse recorded writes as those of any other leaf."""

import torch

base = torch.zeros(4)
leaf = base.view(2, 2).requires_grad_()
print(leaf.is_leaf, leaf._base is base)
w = torch.ones(2, requires_grad=True)
writes = {
    "leaf": lambda: leaf.add_(1),
    "row": lambda: leaf[0].add_(1),
    "reshaped": lambda: leaf.view(-1)[0].mul_(2),
    "by index": lambda: leaf.__setitem__(0, 5.0),
    "tracked value": lambda: leaf[1].copy_(w),
}
for name, write in writes.items():
    try:
        write()
        print(name, "written")
    except RuntimeError as error:
        print(name, type(error).__name__)
print(leaf.tolist(), base.requires_grad)

base.add_(1)
with torch.no_grad():
    leaf[0].add_(1)
print(leaf.tolist())
(leaf * leaf).sum().backward()
print(leaf.grad.tolist(), base.grad)

other = torch.zeros(3)
part = other[:2]
part.copy_(w * 2)
print(part.requires_grad, other.requires_grad, other.is_leaf)
