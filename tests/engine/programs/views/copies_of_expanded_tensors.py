import torch

a = torch.arange(6.0, dtype=torch.float64).reshape(2, 3)
expanded = (
    a.T.broadcast_to((2, 3, 2)),
    a.broadcast_to((2, 2, 3)),
    a.T.unsqueeze(1).expand(3, 4, 2),
    a.T.expand(2, 3, 2).transpose(0, 1),
    a[:, :1].expand(2, 3),
    a[:, ::2],
    torch.zeros(2, 3, 4).transpose(0, 2)[::2],
)
copies = (
    torch.clone,
    torch.Tensor.float,
    torch.Tensor.bool,
    torch.empty_like,
    torch.exp,
    torch.neg,
    lambda x: x + 1,
    lambda x: x * 2.5,
    lambda x: x.to(torch.float64, copy=True),
    lambda x: x.to(torch.complex64),
)
for x in expanded:
    print(x.stride(), *[copy(x).stride() for copy in copies])

for shape in ((0, 3), (0,), (2, 0)):
    for joined in (lambda x: [x], lambda x: [x, x], lambda x: [x, torch.zeros(2, 3)]):
        x = torch.zeros(shape)
        try:
            print(torch.cat(joined(x), out=x).shape)
        except RuntimeError:
            print("RuntimeError")
