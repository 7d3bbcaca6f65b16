import torch
import torch.nn as nn


def tried(f, *args, **kwargs):
    try:
        return f(*args, **kwargs)
    except Exception as e:
        return type(e).__name__


torch.manual_seed(0)
for options in ({}, {"div_value": 2.0, "head_bias": True}):
    m = nn.AdaptiveLogSoftmaxWithLoss(16, 20, [5, 10, 15], **options)
    print(m, list(m.state_dict()), m.cutoffs, m.head_size, m.shortlist_size, m.n_clusters)
    x = torch.randn(8, 16, requires_grad=True)
    target = torch.tensor([0, 4, 5, 9, 10, 14, 15, 19])
    out = m(x, target)
    print(type(out).__name__, out._fields, out.output, out.loss)
    out.loss.backward()
    print(x.grad.sum(), [f"{p.grad.abs().sum():.4f}" for p in m.parameters()])
    scores = m.log_prob(x)
    print(scores.shape, scores.exp().sum(1), scores.gather(1, target[:, None]).squeeze())
    print(m.predict(x), m(x[0], target[0]), m(x[2], target[2]).output)
    only = m(x[:2], torch.tensor([1, 2]))
    print(only.output, only.loss)
m.reset_parameters()
print(f"{m.head.weight.sum():.4f}")
for cutoffs in ([], [5, 5], [5, 4], [0, 5], [5, 20], [2.5], [5, 19], [-1, 3]):
    print(cutoffs, isinstance(tried(nn.AdaptiveLogSoftmaxWithLoss, 16, 20, cutoffs), nn.Module))
for shapes in (((8, 16), (7,)), ((16,), (1,)), ((8, 16), ()), ((2, 3, 16), (2, 3))):
    x, t = torch.ones(shapes[0]), torch.zeros(shapes[1], dtype=torch.long)
    print(tried(m, x, t))
print(
    tried(m, torch.ones(1, 16), torch.tensor([20])), tried(m, torch.ones(1, 16), torch.tensor([-1]))
)
