import torch

for f in ("bernoulli_", "uniform_", "normal_"):
    torch.manual_seed(0)
    a = torch.empty(3, 4).t()
    getattr(a, f)()
    print(f, a)
    torch.manual_seed(0)
    a = torch.empty(2, 3, 4).transpose(0, 1)
    getattr(a, f)()
    print(f, a)
    torch.manual_seed(0)
    a = torch.empty(3, 8)[:, ::2]
    getattr(a, f)()
    print(f, a)
torch.manual_seed(0)
x = torch.ones(3, 4).t()
print(torch.nn.functional.dropout(x, 0.5))
torch.manual_seed(0)
x = torch.ones(2, 3, 4).transpose(0, 1)
print(torch.nn.functional.dropout(x, 0.5), torch.nn.functional.dropout(x, 0.5).stride())
torch.manual_seed(0)
x = torch.ones(3, 8)[:, ::2]
print(torch.nn.functional.dropout(x, 0.5), torch.nn.functional.dropout(x, 0.5).stride())
