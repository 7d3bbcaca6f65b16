import torch
from torch import nn
from torch.nn import functional as F


def attempt(call):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__)


def packing():
    return torch.autograd.graph.saved_tensors_hooks(
        lambda t: (print(tuple(t.shape), t.requires_grad), t)[1], lambda t: t
    )


torch.manual_seed(0)
x = torch.randn(3, 4, 2, requires_grad=True)
for first in (True, False):
    with packing():
        steps = nn.utils.rnn.pack_padded_sequence(x, [3] * (3 if first else 4), batch_first=first)
    print(steps.data.grad_fn.name(), [n.name() for n, _ in steps.data.grad_fn.next_functions])
    (grad,) = torch.autograd.grad((steps.data**3).sum(), x, create_graph=True)
    print([round(v, 3) for v in grad.flatten().tolist()])
    print(round(torch.autograd.grad(grad.sum(), x)[0].sum().item(), 3))
for _ in range(2):
    attempt(lambda: steps.data.sum().backward())

image = torch.randn(1, 2, 3, 3, requires_grad=True)
kernel, bias = torch.randn(2, 2, 1, 2, requires_grad=True), torch.ones(2, requires_grad=True)
for wanted in ([image], [kernel], [bias], [image, kernel, bias]):
    loss = F.conv2d(image, kernel, bias).sum()
    if len(wanted) == 1:
        with packing():
            found = torch.autograd.grad(loss, wanted, create_graph=True)
    else:
        found = torch.autograd.grad(loss, wanted, create_graph=True)
    for grad in found:
        print(grad.grad_fn.name(), [n and n.name() for n, _ in grad.grad_fn.next_functions])
        again = torch.autograd.grad(
            grad.sum(), [image, kernel, bias], allow_unused=True, retain_graph=True
        )
        print([None if g is None else round(g.sum().item(), 3) for g in again])

net = nn.Sequential(nn.LPPool2d(2, 2), nn.Conv2d(2, 2, 1))
net[0].register_full_backward_hook(lambda m, gi, go: print([g is None for g in (*gi, *go)]))
(grad,) = torch.autograd.grad(net(image).sum(), image, create_graph=True)
grad.norm().backward()

for value in (x.transpose(0, 1), x.detach().transpose(1, 2), x.detach()[:, :2], x):
    for weight in (None, torch.ones(value.shape[-1], requires_grad=True)):
        result = F.rms_norm(value, value.shape[-1:], weight)
        print(result.stride(), result.grad_fn and result.grad_fn.name())

layer = nn.Linear(2, 2)
layer.double()
layer.bias.requires_grad_(False)
loss = layer(torch.ones(1, 2).double()).sum()
attempt(lambda: torch.autograd.grad(loss, list(layer.parameters()), allow_unused=True))

for layer in (
    nn.utils.parametrizations.weight_norm(nn.Linear(3, 3)),
    nn.utils.parametrizations.spectral_norm(nn.Linear(3, 3)),
    nn.utils.parametrizations.orthogonal(nn.Linear(3, 3)),
):
    for value in (None, 3, torch.ones(3), torch.ones(4, 4), torch.ones(3, 3).double()):
        attempt(lambda: setattr(layer, "weight", value))
