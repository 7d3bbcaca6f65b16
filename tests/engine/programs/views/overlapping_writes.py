"""Writes whose operands lie in the same memory: in full, in part, or not at all."""

import torch

STATEMENTS = """
x[0].add_(x[0])
x[0].add_(x[1])
x[:2].add_(x[1:])
x[:2].mul_(x[1:])
x.add_(x)
x[:,:3].add_(x[:,1:])
x.view(-1).copy_(x.view(-1))
x.view(-1)[1:].copy_(x.view(-1)[:-1])
x.view(-1)[::2].copy_(x.view(-1)[1::2])
x.view(-1)[:6].copy_(x.view(-1)[1:7])
x.add_(x[0])
x[0].add_(x.sum())
x.detach()[:2].add_(x[1:])
x.data[:2].add_(x[1:])
x[:2].masked_fill_(x[1:]>3,1)
x[:2].lerp_(x[1:],0.5)
x[:2].addcmul_(x[1:],x[1:])
x[:2].clamp_(x[1:])
x[0].copy_(x[:,0][:3].sum())
x[:,0].copy_(x[0,:3])
x[:2].scatter_(0,torch.tensor([[0]]),x[1:])
x[:2].cumsum_(0)
"""

for text in STATEMENTS.strip().split("\n"):
    x = torch.arange(12.0).reshape(3, 4)
    try:
        eval(text)
        print(text, "->", x.tolist())
    except Exception as error:
        print(text, "->", type(error).__name__)
