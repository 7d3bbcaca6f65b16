"""Parameters of many elements, in order and transposed, which steps pass over part by part."""

import torch

for make in (
    lambda p: torch.optim.Adam([p], lr=0.1, amsgrad=True),
    lambda p: torch.optim.AdamW([p], lr=0.1),
    lambda p: torch.optim.SGD([p], lr=0.1, momentum=0.9, nesterov=True),
):
    for transposed in (False, True):
        start = (torch.arange(70_000, dtype=torch.float64) % 97).view(350, 200)
        parameter = torch.nn.Parameter(start.t() if transposed else start)
        optimizer = make(parameter)
        for _ in range(3):
            optimizer.zero_grad()
            (parameter.sin() * parameter).mean().mul(1e5).backward()
            optimizer.step()
        flat = parameter.detach().t().reshape(-1)
        print(flat[::9001], flat[-1], flat.sum())
