import torch
import torch.nn.functional as F

inf = float("inf")


def gradients(f, *tensors):
    inputs = [t.clone().requires_grad_() for t in tensors]
    out = f(*inputs)
    weights = torch.arange(1.0, out.numel() + 1).reshape(out.shape)
    print(out.detach(), *torch.autograd.grad((out * weights).sum(), inputs))


a = torch.tensor([[0.0, 1.0], [1.0, 0.0], [2.0, 2.0], [0.0, 0.0]])
b = torch.tensor([[1.0, 0.0], [3.0, 2.0]])
for p in (0.0, 1.0, inf):
    gradients(lambda x, y: torch.cdist(x, y, p), a, b)
    gradients(lambda x: F.pdist(x, p), a)
gradients(lambda x: torch.linalg.vector_norm(x, inf, 1), a)
gradients(lambda x: torch.dist(x, b[:1], inf), a)

short = torch.tensor([[0.25, 0.5], [0.0, 0.0], [1e-9, 0.0]])
long = torch.tensor([[1.0, 2.0], [1.0, 0.0], [1.0, 0.0]])
for eps in (1e-8, 1.0, 4.0):
    gradients(lambda x, y: F.cosine_similarity(x, y, eps=eps), short, long)
gradients(lambda x: F.cosine_similarity(x, x, dim=0, eps=2.0), short)
gradients(lambda x: F.normalize(x, eps=4.0), short)
x = short.clone().requires_grad_()
length = F.cosine_similarity(x, long).grad_fn.next_functions[0][0].next_functions[0][0]
print([node.name() for node, _ in length.next_functions])

rows = torch.tensor([[0.5, -1.0, 2.0], [1.0, 1.0, 1.0]])
for correction in (0, 1, 3, 4, 5):
    gradients(lambda x: x.var(1, correction=correction), rows)
    gradients(lambda x: x.std(1, correction=correction), rows[:1])
gradients(lambda x: x.var(1), rows[:, :1])
gradients(lambda x: x.std(), rows[:1, :1])
