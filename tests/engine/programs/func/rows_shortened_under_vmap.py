import torch
from torch.func import grad, vmap
from torch.nn import functional as F

rows, places = torch.full((4, 3), 2.0), torch.tensor([[0, 1], [1, 2]])
for call in (
    lambda: vmap(lambda i: F.embedding(i, rows, max_norm=1.0))(places),
    lambda: vmap(lambda i: F.embedding_bag(i[None], rows, max_norm=1.0))(places),
    lambda: vmap(grad(lambda w, i: F.embedding(i, w, max_norm=1.0).sum()), (None, 0))(rows, places),
    lambda: vmap(lambda w: F.embedding(places, w, max_norm=1.0))(torch.stack([rows, rows])),
    lambda: grad(lambda w: F.embedding(places, w, max_norm=1.0).sum())(rows),
):
    try:
        print(call())
    except Exception as error:
        print(type(error).__name__)
    print(rows.tolist())
