import torch
import torch.nn as nn
from torch.nn.utils import parametrizations, parametrize


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


for norm in (parametrizations.weight_norm, parametrizations.spectral_norm):
    torch.manual_seed(0)
    net = nn.Linear(2, 2)
    opt = torch.optim.SGD(net.parameters(), lr=0.1)
    kept = net.weight
    norm(net)
    print([(n, p is kept) for n, p in net.named_parameters()])
    net(torch.ones(1, 2)).sum().backward()
    opt.zero_grad()
    print([(n, p.grad is None) for n, p in net.named_parameters()])
net = nn.Linear(2, 2)
parametrize.register_parametrization(net, "weight", nn.Identity())
print(tried(lambda: parametrizations.weight_norm(net)), tried(lambda: net(torch.ones(1, 2))))
print(tried(lambda: parametrizations.spectral_norm(nn.Flatten())))
net = nn.Linear(2, 2)
before = net.bias.detach().clone()
print((nn.utils.weight_norm(net, "bias").bias - before).abs().max() < 1e-6, net.bias_g.shape)
out, _ = torch.func.jvp(net, (torch.ones(1, 2),), (torch.ones(1, 2),))
print(out.grad_fn.name(), out.grad_fn.next_functions[0][0].name(), out._is_view())
net = nn.Linear(2, 1)
y = net(torch.ones(1, 2)).sum()
net.double()  # the graph of before leads to what the parameters were
print(torch.autograd.grad(y, list(net.parameters()), allow_unused=True))
net(torch.ones(1, 2).double()).sum().backward()
print(net.weight.grad)
