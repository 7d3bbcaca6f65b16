import torch


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


none = torch.ones(0, requires_grad=True)
print(torch.cat([none, none], dim=1), torch.cat([none], dim=3).shape)
torch.cat([none, none], dim=2).sum().backward()
print(none.grad, torch.cat([none, torch.ones(2, 1)], dim=1))
print(tried(lambda: torch.cat([torch.ones(2)], dim=1)))
torch.manual_seed(0)
print(tried(lambda: torch.normal(0, 1, 2)), tried(lambda: torch.normal(0.0, 1.0)))
print(torch.normal(0, 1, (2,)), torch.normal(0, 1, size=[2]), torch.normal(torch.zeros(2), 1))
