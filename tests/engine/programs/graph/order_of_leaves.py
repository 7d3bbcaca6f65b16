import torch
import torch.nn.functional as F

order = []


def leaves(count):
    order.clear()
    made = [torch.ones(1, requires_grad=True) for _ in range(count)]
    for i, leaf in enumerate(made):
        leaf.register_hook(lambda g, i=i: order.append(i))
    return made


for count in range(2, 12):
    torch.stack(leaves(count)).sum().backward()
    print(count, order)

a = leaves(5)
torch.cat([x * 2 if i % 2 else x for i, x in enumerate(a)]).prod().backward()
print(order)
a = leaves(6)
(torch.stack(a[:4]).sum() * torch.stack(a[2:]).exp().sum()).backward()
print(order)
a = leaves(7)
(torch.cat(a[::-1]).sum() + torch.stack([x.sin() for x in a]).sum()).backward()
print(order)
a = leaves(4)
torch.autograd.backward([*a, a[0] * a[3]], [torch.ones(1)] * 5)
print(order)
a = leaves(5)
torch.autograd.grad(torch.stack(a).prod(), [a[4], a[2]])
print(order)


class Total(torch.autograd.Function):
    @staticmethod
    def forward(ctx, *values):
        ctx.count = len(values)
        return sum(values)

    @staticmethod
    def backward(ctx, g):
        return tuple(g * i for i in range(ctx.count))


a = leaves(6)
for x in a:
    x.register_post_accumulate_grad_hook(lambda p: order.append(p.grad.item()))
Total.apply(*a).backward()
print(order)
a = leaves(5)
nodes = [(x * 1).grad_fn.next_functions[0][0] for x in a]
for i, node in enumerate(nodes):
    node.register_hook(lambda gi, go, i=i: order.append(-i))
Total.apply(a[0], a[1], a[2] + 1, a[3], a[4]).backward()
print(order)

layer = torch.nn.LSTM(2, 2, num_layers=2)
order.clear()
for name, p in layer.named_parameters():
    p.register_hook(lambda g, name=name: order.append(name))
layer(torch.ones(2, 1, 2))[0].sum().backward()
print(order)
order.clear()
net = torch.nn.Sequential(torch.nn.Conv1d(1, 2, 1), torch.nn.BatchNorm1d(2), torch.nn.Linear(3, 1))
for name, p in net.named_parameters():
    p.register_post_accumulate_grad_hook(lambda p, name=name: order.append(name))
F.relu(net(torch.rand(2, 1, 3))).sum().backward()
print(order)
