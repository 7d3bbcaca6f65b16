import torch


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


nan, inf = float("nan"), float("inf")
x = torch.tensor([3.0, nan, 1.0, nan])
print(torch.unique(x, return_inverse=True, return_counts=True))
print(torch.unique_consecutive(torch.tensor([nan, nan, 1.0]), return_counts=True))
print(torch.isin(x, torch.tensor([nan])), torch.equal(x, x), x == x)
print(torch.sort(x), torch.topk(x, 2), torch.argmax(x), torch.max(x, 0))
print(torch.median(x), torch.nanmedian(x), torch.mode(x))
print(tried(lambda: torch.histc(x)), torch.histc(x, bins=4, min=0, max=4))
print(tried(lambda: torch.histc(torch.tensor([1.0, inf]), bins=2)))
print(tried(lambda: torch.histc(torch.tensor([1.0, 2.0]), bins=2, min=2, max=1)))
print(tried(lambda: torch.histc(torch.tensor([1.0, 2.0]), bins=2, min=0, max=inf)))
print(torch.histc(torch.tensor([1.0, inf]), bins=2, max=3))
