# topic: signs of zeros in recorded gradients of complex numbers
import torch

for f in (
    lambda z: z.prod().abs(),
    lambda z: (z * z).sum().abs(),
    lambda z: (z**2).sum().real,
    lambda z: z.exp().sum().abs(),
    lambda z: z.sin().real.sum(),
    lambda z: (z @ z).abs(),
):
    z = torch.tensor([2.0, 3.0], dtype=torch.complex64, requires_grad=True)
    print(torch.autograd.grad(f(z), z, create_graph=True)[0].detach(), torch.autograd.grad(f(z), z))
