import torch
import torch.nn.functional as F

vector, matrix, places = torch.ones(2), torch.eye(2), torch.tensor([0, 3])


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


for f in (
    lambda: torch.split(tensor=vector, split_size_or_sections=1),
    lambda: torch.split(tensor=vector, split_size_or_sections=[1, 1], dim=0),
    lambda: torch.cdist(x1=matrix, x2=matrix),
    lambda: torch.cosine_similarity(x1=matrix, x2=matrix, dim=1),
    lambda: F.cosine_similarity(x1=matrix, x2=matrix),
    lambda: torch.tensordot(a=matrix, b=matrix, dims=1),
    lambda: torch.trapz(y=vector),
    lambda: torch.trapezoid(y=vector, x=torch.arange(2.0)),
    lambda: torch.cumulative_trapezoid(y=vector, dx=2.0),
    lambda: torch.vander(x=vector),
    lambda: torch.unravel_index(indices=places, shape=(2, 2)),
    lambda: torch.inverse(input=matrix),
    lambda: torch.det(input=matrix),
    lambda: torch.linalg.qr(A=matrix),
    lambda: torch.linalg.inv(A=matrix),
    lambda: torch.linalg.vecdot(x=vector, y=vector),
    lambda: torch.cdist(matrix, x2=matrix),
    lambda: torch.tensordot(matrix, b=matrix),
    lambda: torch.cdist(x2=matrix),
    lambda: torch.split(split_size_or_sections=1),
    lambda: torch.trapezoid(),
):
    print(tried(f))
