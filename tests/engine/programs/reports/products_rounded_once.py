import torch

torch.manual_seed(0)
a, b, c = torch.randn(3, 12)
for value in (1, 0.5, -0.1):
    print(torch.addcmul(a, b, c, value=value).tolist())
    print(a.clone().addcmul_(b, c[0], value=value).tolist())
print(torch.addcmul(-torch.zeros(2), torch.ones(2), torch.zeros(2), value=0))
