import torch

A = torch.tensor([[1.0, 2.0], [3.0, 4.0], [5.0, 7.0]], dtype=torch.float64, requires_grad=True)
b = torch.tensor([1.0, 0.0, 2.0], dtype=torch.float64, requires_grad=True)
for driver in (None, "gels", "gelsy", "gelsd", "gelss"):
    with torch.no_grad():
        print(torch.linalg.lstsq(A, b, driver=driver))
        print(torch.linalg.lstsq(A, b[:, None], driver=driver))

found = torch.linalg.lstsq(A, b, driver="gels")
print(found.solution, found.residuals)
for g in torch.autograd.grad(found.solution.sum() + found.residuals.sum(), [A, b]):
    print(g)
found = torch.linalg.lstsq(A.T, b[:2])
print(found.solution, *torch.autograd.grad(found.solution.prod(), [A, b]))
with torch.no_grad():
    print(torch.linalg.lstsq(A.expand(2, 3, 2), torch.stack([b, b * 2])).solution)
    print(torch.linalg.lstsq(A[:2], b[:2]).rank)

for wrong in (lambda: torch.linalg.lstsq(A, b[:2]), lambda: torch.linalg.lstsq(A[0], b)):
    try:
        wrong()
    except RuntimeError:
        print("refused")
