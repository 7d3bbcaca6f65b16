import torch
import torch.nn.functional as F

# What item() and tolist() tell of float32 is more than what is printed of a tensor
x = torch.tensor([0.1, 0.7, -1.3, 2.6, -0.4, 1.9, 3.3])
for f in ("exp", "expm1", "tanh", "sinh", "log10", "erf", "sigmoid"):
    print(f, getattr(torch, f)(x.abs()).tolist())
print(F.softmax(x[:5], 0).tolist(), F.log_softmax(x, 0).tolist())
print(F.softmax(torch.tensor([1.0, 2.0, 3.0]), 0).tolist(), torch.exp(torch.tensor(1.0)).item())
for n in range(2, 8):
    part = x[:n]
    print(n, part.sum().item(), part.mean().item(), part.std().item(), part.var().item())
print(x.cumsum(0).tolist(), (x**3).tolist())
rows = torch.stack([x, x / 3, x * 0.7, x.exp(), x.tanh()])
print(rows.sum().item(), rows.mean().item())
y = torch.tensor([0.3, -0.2, 0.9, 1.1, 0.0, -2.2, 0.6])
print(F.mse_loss(x, y).item(), F.l1_loss(x, y).item(), F.smooth_l1_loss(x, y).item())
targets = torch.tensor([0, 2, 1, 6, 3])
print(F.cross_entropy(rows, targets).item(), F.nll_loss(rows, targets).item())
w = x.clone().requires_grad_()
w.tanh().sum().backward()
print(w.grad.tolist())
w.grad = None
F.mse_loss(w, y).backward()
print(w.grad.tolist())
print([torch.full((n,), -0.0).sum().item() for n in (1, 2, 5, 9)], torch.full((1, 2), -0.0).sum(0))
