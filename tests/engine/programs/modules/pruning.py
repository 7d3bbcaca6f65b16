import torch
from torch import nn
from torch.nn.utils import prune

torch.manual_seed(0)
m = nn.Linear(4, 3)
print(prune.is_pruned(m), prune.l1_unstructured(m, "weight", amount=0.4))
print(m.weight, m.weight_mask, m.weight.is_leaf, isinstance(m.weight, nn.Parameter))
print([n for n, _ in m.named_parameters()], [n for n, _ in m.named_buffers()], list(m.state_dict()))
print(next(iter(m._forward_pre_hooks.values())).amount)
m(torch.ones(2, 4)).sum().backward()
print(m.weight_orig.grad)
prune.random_unstructured(m, "weight", 3)
print(m.weight_mask, [type(h).__name__ for h in m._forward_pre_hooks.values()])
prune.ln_structured(m, "weight", 1, n=2, dim=0)
print(m.weight_mask, len(next(iter(m._forward_pre_hooks.values()))))
prune.random_structured(m, "weight", 0.3, dim=1)
print(m.weight_mask)
prune.l1_unstructured(m, "bias", 1, importance_scores=torch.tensor([3.0, 1.0, 2.0]))
print(m.bias, prune.is_pruned(m))
prune.remove(m, "weight")
print(m.weight, isinstance(m.weight, nn.Parameter), list(m.state_dict()))
net = nn.Sequential(nn.Linear(3, 2), nn.Tanh(), nn.Linear(2, 2))
prune.global_unstructured(
    [(net[0], "weight"), (net[2], "weight")], pruning_method=prune.L1Unstructured, amount=5
)
print(
    net[0].weight_mask,
    net[2].weight_mask,
    type(next(iter(net[0]._forward_pre_hooks.values()))).__name__,
)
prune.custom_from_mask(net[0], "bias", torch.tensor([1, 0]))
prune.identity(net[2], "bias")
print(net[0].bias, net[2].bias, prune.is_pruned(net))
print(net(torch.ones(1, 3)))
import pickle

print(pickle.loads(pickle.dumps(m))(torch.ones(4)), list(net.state_dict()))


class Half(prune.BasePruningMethod):
    PRUNING_TYPE = "unstructured"

    def compute_mask(self, t, default_mask):
        mask = default_mask.clone()
        mask.view(-1)[::2] = 0
        return mask


Half.apply(net[2], "bias")
print(net[2].bias)
print(prune.L1Unstructured(amount=2).prune(torch.tensor([3.0, -1, 2, 0.5])))


def tried(f, *a, **k):
    try:
        return f(*a, **k)
    except Exception as error:
        return type(error).__name__


print(
    tried(prune.l1_unstructured, m, "weight", 1.5),
    tried(prune.l1_unstructured, m, "weight", -1),
    tried(prune.l1_unstructured, m, "weight", "a"),
)
print(
    tried(prune.l1_unstructured, m, "weight", 100),
    list(m.state_dict()),
    prune.is_pruned(m),
    tried(prune.remove, m, "weight"),
)
print(
    tried(prune.random_structured, m, "bias", 1, 0),
    tried(prune.ln_structured, m, "weight", 1, 2, 5),
    tried(prune.l1_unstructured, m, "nothing", 1),
)
print(
    tried(prune.global_unstructured, [(m, "weight")], prune.LnStructured, amount=1, n=2),
    tried(prune.custom_from_mask, m, "weight", torch.ones(2)),
)
print(tried(prune.BasePruningMethod), tried(prune.PruningContainer().add_pruning_method, 3))
