import copy
import pickle

import torch
import torch.nn as nn

torch.manual_seed(0)


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


class Scale(nn.modules.lazy.LazyModuleMixin, nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = nn.UninitializedParameter()
        self.register_buffer("seen", nn.UninitializedBuffer())

    def initialize_parameters(self, x, factor=1):
        print("shapes", factor, self.has_uninitialized_params())
        if self.has_uninitialized_params():
            self.weight.materialize(x.shape[-1:])
            self.seen.materialize((1,))
            nn.init.ones_(self.weight)
            self.seen.zero_()

    def forward(self, x, factor=1):
        return x * self.weight * factor


m = Scale()
m.register_forward_pre_hook(lambda mod, args: print("before", mod.has_uninitialized_params()))
print(m(torch.ones(2), factor=3), m(torch.ones(2)), type(m).__name__)


class Half(Scale):
    def initialize_parameters(self, x):
        self.weight.materialize(x.shape)


print(tried(lambda: Half()(torch.ones(2))))
lazy = nn.LazyLinear(3)
print(dict(lazy.state_dict()), lazy.weight.dtype, lazy.weight.requires_grad, lazy.weight.device)
full = nn.Linear(2, 3)
print(tried(lambda: full.load_state_dict(lazy.state_dict())))
print(lazy.load_state_dict(nn.LazyLinear(3).state_dict()), lazy.has_uninitialized_params())
print(lazy.load_state_dict(full.state_dict()), lazy.has_uninitialized_params(), lazy)
print(torch.equal(lazy(torch.ones(2)), full(torch.ones(2))), lazy)
lazy = pickle.loads(pickle.dumps(copy.deepcopy(nn.LazyLinear(2))))
print(lazy, lazy.weight, lazy(torch.ones(1, 4)).dtype, lazy)
lazy = copy.deepcopy(nn.LazyLinear(2).double())
print(lazy.weight.dtype, lazy(torch.ones(1, 4).double()).dtype)
print(pickle.loads(pickle.dumps(nn.LazyLinear(2).double())).weight.dtype)
p = nn.UninitializedParameter()
print(isinstance(p, nn.Parameter), type(p), p)
for f in (
    lambda: p + 1,
    lambda: p.clone(),
    lambda: torch.empty_like(p),
    lambda: p.numel(),
    lambda: p.dim(),
    lambda: p.shape,
    lambda: nn.utils.weight_norm(nn.LazyLinear(2)),
    lambda: nn.utils.spectral_norm(nn.LazyLinear(2)),
    lambda: torch.optim.Adagrad([p]),
):
    print(tried(f))
print(p.is_floating_point(), p.is_complex(), nn.LazyLinear(2, dtype=torch.float64).weight.dtype)
o = torch.optim.Adam([p], lr=0.1)
p.materialize((2,))
nn.init.zeros_(p)
p.sum().backward()
o.step()
print(p, type(p) is nn.Parameter)
for kind in (nn.LazyInstanceNorm1d, nn.LazyInstanceNorm2d, nn.LazyInstanceNorm3d):
    m = kind(affine=True)
    x = torch.arange(2.0 * 3 * 4).reshape(2, 3, *[1] * (int(kind.__name__[-2]) - 1), 4)
    print(m, m(x).shape, m, m.running_mean)
m = nn.LazyBatchNorm1d(bias=False)
print(m, m.double().running_mean.dtype, m.weight.dtype, m.bias)
print(m(torch.ones(2, 3).double()).dtype, m)
