import warnings

import numpy as np
import torch

warnings.simplefilter("ignore")


def tried(text):
    try:
        result = eval(text)
    except Exception as e:
        result = type(e).__name__
    print(text, "→", result)


t = torch.tensor([1.0, 2.0])
a = np.array([3.0, 4.0])
for operator in ["+", "-", "*", "/", "//", "%", "**", "@", "==", "<"]:
    tried(f"t {operator} a")
    tried(f"a {operator} t")
for call in ["torch.add(t, a)", "t.mul(a)", "torch.div(a, t)", "t.long() & (a > 3)"]:
    tried(call)
t += a
print(t)
t.requires_grad_()
for call in ["t + a", "a / t", "t + torch.from_numpy(a)", "t * np.float64(2)", "np.float32(2) - t"]:
    tried(call)

x = torch.tensor(2)
for call in """
    x * np.float64(2)
    np.float64(2) * x
    x.float() * np.sqrt(2.0)
    x / np.float64(3)
    x ** np.float64(0.5)
    np.float64(0.5) - x
    x + np.int64(1)
    x > np.float64(1.5)
    torch.add(x.float(), 1, alpha=np.float64(2))
    x + np.bool_(True)
    torch.tensor([True]) & np.bool_(True)
""".strip().splitlines():
    tried(call.strip())
