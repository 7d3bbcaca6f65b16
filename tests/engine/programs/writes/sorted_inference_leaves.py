"""Sorted leaves that were made in inference mode: the values are a copy, which is recorded."""

import torch

with torch.inference_mode():
    leaves = [
        torch.tensor(data, requires_grad=True)
        for data in ([2.0, 1.0], [[3.0, 1.0], [2.0, 4.0]], 5.0, [])
    ]

for leaf in leaves:
    values, places = leaf.sort(0)
    print(values, values.is_inference(), places)
    values.sum().backward()
    print(leaf.grad, leaf.sort(descending=True), leaf.msort(), leaf.argsort())
