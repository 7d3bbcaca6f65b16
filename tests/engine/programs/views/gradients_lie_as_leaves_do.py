import torch


def rows(*shape):
    return torch.arange(float(torch.Size(shape).numel())).reshape(shape)


def strides_of_gradient(leaf, loss):
    leaf.requires_grad_()
    loss(leaf).backward()
    print(leaf.stride(), leaf.grad.stride())


strides_of_gradient(rows(2, 3).t(), lambda w: (w * 2).sum())
strides_of_gradient(rows(2, 3).t(), lambda w: w.sum())
strides_of_gradient(rows(2, 3).t(), lambda w: w[1].sum())
strides_of_gradient(rows(2, 3), lambda w: (w.t() * rows(3, 2)).sum())
strides_of_gradient(rows(4, 6)[:, ::2], lambda w: (w * 2).sum())
strides_of_gradient(rows(3).expand(2, 3), lambda w: (w * 2).sum())
strides_of_gradient(rows(2, 3, 4).permute(2, 0, 1), lambda w: w.exp().sum())
strides_of_gradient(rows(2, 3, 4), lambda w: w.cumsum(0).sum())
strides_of_gradient(rows(2, 3, 1, 2).contiguous(memory_format=torch.channels_last), torch.sum)

for by_columns in (False, True):
    a = (rows(3, 2).t() if by_columns else rows(2, 3)).requires_grad_()
    b = (rows(4, 3).t() if by_columns else rows(3, 4)).requires_grad_()
    for product in (a @ b, torch.addmm(rows(2, 4), a, b, alpha=2)):
        first, second = torch.autograd.grad(product.sin().sum(), (a, b), create_graph=True)
        print(first.stride(), second.stride(), first.grad_fn.name(), second.grad_fn.name())
    (a @ b).sum().backward()
    print(a.grad.stride(), b.grad.stride(), a.grad.is_contiguous())

weight = rows(3, 4).requires_grad_()
(rows(2, 3) @ weight).sum().backward()
print(weight.grad.view(-1))
linear = torch.nn.Linear(3, 4)
linear(rows(2, 5, 3)).sum().backward()
print(linear.weight.grad.stride())
