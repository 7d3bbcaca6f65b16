import torch
import torch.nn as nn
import torch.nn.functional as F


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


w = tried
torch.manual_seed(0)


class Bad(nn.Module):
    def __init__(s):
        super().__init__()
        s.layers = [nn.Linear(2, 2)]
        s.t = torch.ones(2, requires_grad=True)
        s.d = {"a": nn.Linear(1, 1)}
        s.tup = (nn.Linear(1, 1),)


b = Bad()
print(len(list(b.parameters())), b, w(lambda: torch.optim.SGD(b.parameters(), 0.1)))
x = torch.randn(4, 3, requires_grad=True)
t = torch.tensor([0, 1, 2, 0])
print(
    tried(lambda: F.mse_loss(x.argmax(1).float(), t.float()).backward()),
    tried(lambda: (x > 0).float().sum().backward()),
    tried(lambda: x.round().sum().backward()),
    x.grad,
    tried(lambda: torch.tensor(x.sum().item(), requires_grad=True).backward()),
)
l = (
    torch.tensor([F.cross_entropy(x, t)], requires_grad=True)
    if False
    else torch.stack([F.cross_entropy(x, t)])
)
print(
    l.requires_grad,
    w(lambda: torch.tensor(x)),
    tried(lambda: torch.tensor([x.sum()]).requires_grad),
    w(lambda: torch.as_tensor([x.sum()]).requires_grad) if False else 0,
    w(lambda: x.clone().detach().requires_grad_(True).is_leaf),
    w(lambda: x.detach().numpy().shape),
    w(lambda: x.data.sum().requires_grad),
)
y = x * 2
print(w(lambda: y.grad), w(lambda: y.retain_grad()), y.is_leaf, w(lambda: x.sum().data.backward()))
y2 = x.float()
print(
    y2 is x,
    x.to(torch.float32) is x,
    x.double().is_leaf,
    nn.Parameter(x) is x,
    nn.Parameter(x).is_leaf,
    nn.Parameter(x.detach()).data_ptr() == x.data_ptr(),
    torch.ones(2).requires_grad_().double().is_leaf,
)
h = torch.zeros(1, 2)
rn = nn.RNNCell(3, 2)


def bptt():
    global h
    for i in range(2):
        h = rn(x[i : i + 1], h)
        h.sum().backward()


print(tried(bptt))
h = torch.zeros(1, 2)


def bptt2():
    global h
    for i in range(2):
        h = rn(x.detach()[i : i + 1], h.detach())
        h.sum().backward()


print(tried(bptt2))


def acc():
    tot = 0
    for i in range(3):
        tot = tot + (x[i] ** 2).sum()
    tot.backward()
    return tot.item() > 0


print(tried(acc))
o = torch.optim.SGD(rn.parameters(), 0.1)
h = torch.zeros(1, 2)


def stepbetween():
    a = rn(x.detach()[:1], h)
    b = rn(x.detach()[1:2], a)
    b.sum().backward(retain_graph=True)
    o.step()
    (b * 2).sum().backward()


print(tried(stepbetween))
m1, m2 = (nn.Linear(3, 3), nn.Linear(3, 1))
o1, o2 = (torch.optim.SGD(m1.parameters(), 0.1), torch.optim.SGD(m2.parameters(), 0.1))


def ac():
    z = m1(x.detach())
    q = m2(z)
    q.mean().backward(retain_graph=True)
    o2.step()
    (-q).mean().backward()
    o1.step()


print(tried(ac))
print(
    w(lambda: F.mse_loss(torch.ones(4, 1), torch.ones(4)).item()),
    w(lambda: F.l1_loss(torch.ones(2, 1), torch.ones(2)).item()),
    w(lambda: nn.Softmax()(torch.ones(2))),
    w(lambda: F.log_softmax(torch.ones(2, 2))),
    w(lambda: nn.LSTM(1, 1, dropout=0.5)),
    w(lambda: torch.nn.utils.clip_grad_norm([x], 1.0)),
    w(lambda: nn.init.xavier_uniform(torch.ones(2, 2))),
    w(lambda: F.tanh(torch.zeros(1))),
    w(lambda: F.sigmoid(torch.zeros(1))),
    w(lambda: nn.CrossEntropyLoss(size_average=False)),
    w(lambda: F.cross_entropy(x, t, reduce=False).shape),
    w(lambda: nn.MSELoss(reduction="foo")(x, x)),
    w(lambda: F.upsample(torch.ones(1, 1, 2), scale_factor=2).shape),
    w(lambda: torch.range(0, 2)),
    w(lambda: torch.symeig(torch.eye(2))),
    w(lambda: torch.ger(torch.ones(2), torch.ones(2))),
    w(lambda: torch.norm(torch.ones(2))),
    w(lambda: torch.div(torch.tensor(3), torch.tensor(2))),
    w(lambda: torch.floor_divide(torch.tensor(-3), 2)),
    w(lambda: torch.tensor(3).__floordiv__(2)),
    w(lambda: torch.ones(2).new(3).shape),
    w(lambda: torch.from_numpy(__import__("numpy").ones(2)).dtype),
    w(lambda: torch.optim.lr_scheduler.ReduceLROnPlateau(o, verbose=True)),
    w(lambda: torch.nonzero(torch.ones(2))),
    w(lambda: torch.ones(2).nonzero(as_tuple=True)),
    w(lambda: torch.ones(2)[torch.tensor([1, 0], dtype=torch.uint8)]),
    w(lambda: torch.ones(2, 2)[[[0], [1]]]),
    w(lambda: torch.where(torch.tensor([1, 0], dtype=torch.uint8), 1.0, 2.0)),
    w(lambda: torch.autograd.Variable(torch.ones(1))),
    w(lambda: x.volatile),
    w(lambda: torch.autograd.gradcheck(torch.sin, torch.ones(1, requires_grad=True))),
    w(lambda: nn.Transformer(4, 2, 1, 1, 4)(torch.ones(2, 1, 4), torch.ones(2, 1, 4)).shape),
    w(
        lambda: (
            nn.MultiheadAttention(4, 2)(
                torch.ones(2, 1, 4), torch.ones(2, 1, 4), torch.ones(2, 1, 4)
            )[0].shape
        )
    ),
    w(lambda: nn.Embedding(2, 2)(torch.tensor([[0, 1]], dtype=torch.int32)).shape),
    w(lambda: F.embedding(torch.tensor(0), torch.ones(2, 2))),
    w(lambda: nn.Linear(0, 2)),
    w(lambda: F.nll_loss(torch.zeros(1, 2, 2, 2), torch.zeros(1, 2, 2).long())),
    w(lambda: torch.std(torch.ones(1))),
    w(lambda: torch.tensor([1.0]).var()),
    w(lambda: torch.ones(0).mean()),
    w(lambda: torch.ones(0).max()),
    w(lambda: torch.ones(0).sum()),
    w(lambda: torch.ones(0).prod()),
    w(lambda: torch.ones(0).argmax()),
)
