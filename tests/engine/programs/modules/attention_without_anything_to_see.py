import torch
import torch.nn.functional as F

torch.manual_seed(0)
q = torch.randn(2, 3, 4, requires_grad=True)
k = torch.randn(2, 3, 4)
nothing = -float("inf")
masks = {
    "nothing": torch.zeros(3, 3).bool(),
    "one row without anything": torch.tensor([[True, False, False], [False] * 3, [True] * 3]),
    "nothing, by numbers": torch.full((3, 3), nothing),
    "one row, by numbers": torch.tensor([[0.0, nothing, nothing], [nothing] * 3, [1.0, 2.0, 3.0]]),
}
for name, mask in masks.items():
    for p in (0.0, 0.5):
        torch.manual_seed(1)
        o = F.scaled_dot_product_attention(q, k, k, attn_mask=mask, dropout_p=p)
        (g,) = torch.autograd.grad(o.sum(), q)
        print(name, p, o[0], g[0])
print(torch.stack([o.softmax(-1) for o in (torch.full((2,), nothing), torch.ones(2))]))
node, names = (F.scaled_dot_product_attention(q, k, k, attn_mask=masks["nothing"]).grad_fn, [])
while node is not None:
    names.append(node.name())
    node = node.next_functions[0][0] if node.next_functions else None
print(names)
mask = torch.zeros(3, 3, requires_grad=True)
o = F.scaled_dot_product_attention(
    q[None], k[None], k[None], attn_mask=mask + masks["one row, by numbers"]
)
print(torch.autograd.grad(o.sum(), mask, create_graph=True))
print(
    torch.autograd.gradcheck(
        lambda q: F.scaled_dot_product_attention(
            q, q, q, attn_mask=masks["one row without anything"]
        ),
        q.detach().double().requires_grad_(),
    ),
    torch.autograd.gradgradcheck(
        lambda q: F.scaled_dot_product_attention(
            q, q, q, attn_mask=masks["one row without anything"]
        ),
        q.detach().double().requires_grad_(),
    ),
)
