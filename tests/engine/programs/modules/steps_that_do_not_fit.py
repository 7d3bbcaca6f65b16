import pickle

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.utils import parametrizations, parametrize, rnn
from torch.optim.swa_utils import AveragedModel, get_ema_multi_avg_fn

torch.manual_seed(0)


def tried(f, *args, **kwargs):
    try:
        return f(*args, **kwargs)
    except Exception as e:
        return type(e).__name__


# a parametrization that is refused leaves no trace
class Twice(nn.Module):
    def forward(self, x):
        return 2 * x

    def right_inverse(self, x):
        return x / 2


class Pair(Twice):
    def right_inverse(self, x):
        return x, x


class OneWay(Twice):
    def right_inverse(self, x):
        raise NotImplementedError


class Shorter(Twice):
    def right_inverse(self, x):
        return x[1:]


m = nn.Linear(2, 2)
parametrize.register_parametrization(m, "weight", Twice())
for kind in (Pair, Shorter, OneWay, Twice):
    done = tried(parametrize.register_parametrization, m, "weight", kind())
    print(kind.__name__, done if isinstance(done, str) else "done", len(m.parametrizations.weight))
# weights saved by the hook are taken over by the parametrization
old, new = nn.utils.weight_norm(nn.Linear(2, 3)), parametrizations.weight_norm(nn.Linear(2, 3))
print(new.load_state_dict(old.state_dict()), torch.equal(old(torch.ones(2)), new(torch.ones(2))))
# packed sequences in other dtypes
p = rnn.pack_sequence([torch.tensor([3.7, 2.0]), torch.tensor([1.0])])
for name in ("half", "double", "float", "long", "int", "short", "char", "byte"):
    print(getattr(p, name)().data)
print(p.to("cpu") is p, p.cpu() is p, p.to(torch.int64).data)
print(tried(rnn.pad_sequence, 5), tried(rnn.pack_padded_sequence, torch.zeros(0, 0), []))
print(rnn.pad_sequence(torch.tensor([[1, 2], [3, 4]])))


# averages of buffers, some of which are integers
class Counted(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(1))
        self.register_buffer("seen", torch.tensor(10))
        self.register_buffer("mean", torch.tensor(0.5))


m = Counted()
a = AveragedModel(m, multi_avg_fn=get_ema_multi_avg_fn(0.75), use_buffers=True)
for step in range(3):
    m.seen += 10
    m.mean += 1
    m.weight.data += 1
    a.update_parameters(m)
    print(dict(a.module.state_dict()))
# functions that are attributes of modules
for layer in (
    nn.TransformerEncoderLayer(4, 2, 8, dropout=0.0),
    nn.TransformerEncoderLayer(4, 2, 8, dropout=0.0, activation=F.gelu),
    nn.TripletMarginWithDistanceLoss(distance_function=F.pairwise_distance),
):
    again = pickle.loads(pickle.dumps(layer))
    x = torch.ones(1, 2, 4)
    args = (x, -x, 2 * x) if "Loss" in type(layer).__name__ else (x,)
    print(torch.equal(layer(*args), again(*args)), type(again).__name__)
