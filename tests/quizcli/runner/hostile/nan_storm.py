# outcome: finished
# prints: True
import torch

x = torch.tensor([float("nan"), float("inf"), 0.0], requires_grad=True)
for _ in range(200):
    (x * 0 / x).sum().backward()
print(all(number != number for number in x.grad.tolist()))
