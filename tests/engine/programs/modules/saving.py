import copy
import io
import pickle

import torch
from torch import nn


def tried(f):
    try:
        return f()
    except Exception as error:
        return type(error).__name__


def through_a_file(thing, **options):
    file = io.BytesIO()
    torch.save(thing, file)
    file.seek(0)
    return torch.load(file, **options)


torch.manual_seed(0)
model = nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2), nn.ReLU())
x = torch.ones(3, 2)
again = through_a_file(model.state_dict())
print(type(again).__name__, list(again), torch.equal(again["0.weight"], model[0].weight))
other = nn.Sequential(nn.Linear(2, 2), nn.BatchNorm1d(2), nn.ReLU())
print(other.load_state_dict(again), torch.equal(other(x), model(x)))
print(tried(lambda: through_a_file(model)))
whole = through_a_file(model, weights_only=False)
print(whole, torch.equal(whole[0].weight, model[0].weight), whole[0].weight is model[0].weight)
print(tried(lambda: pickle.loads(pickle.dumps(model)))[0].weight.requires_grad)

optimizer = torch.optim.Adam(model.parameters(), lr=0.1)
model(x).pow(2).sum().backward()
optimizer.step()
checkpoint = {"model": model.state_dict(), "optimizer": optimizer.state_dict(), "epoch": 3}
read = through_a_file(checkpoint)
print(list(read), read["epoch"], read["optimizer"]["state"][0])
print(read["optimizer"]["param_groups"])
resumed = torch.optim.Adam(other.parameters(), lr=1.0)
resumed.load_state_dict(read["optimizer"])
print(resumed.param_groups[0]["lr"], resumed.state[other[0].bias]["step"])

for thing in (
    torch.tensor([1.0, 2.0]),
    torch.tensor(3, dtype=torch.int64),
    torch.ones(2, requires_grad=True),
    nn.Parameter(torch.ones(1)),
    [torch.ones(1), {"a": (1, "b", None, 2.5, True)}],
    torch.float64,
    torch.Size([2, 3]),
):
    print(repr(through_a_file(thing)), repr(pickle.loads(pickle.dumps(thing))))
print(pickle.loads(pickle.dumps(torch.ones(1, requires_grad=True) * 2)))
print(tried(lambda: copy.deepcopy(torch.ones(1, requires_grad=True) * 2)))
leaf = torch.ones(2, requires_grad=True)
leaf.grad = torch.full((2,), 5.0)
print(copy.deepcopy(leaf).grad, pickle.loads(pickle.dumps(leaf)).grad, copy.copy(leaf).grad)
a = torch.ones(3)
views = through_a_file([a, a[:2], a])
views[0][0] = 7
print(views[0] is views[2], views[1])
