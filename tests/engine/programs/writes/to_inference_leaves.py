import torch

for write in ("a.add_(2)", "a.mul_(2)", "a.sub_(1)", "a.div_(2)", "a.mul_(a)", "a.zero_()"):
    with torch.inference_mode():
        a = torch.tensor(1.0, requires_grad=True)
    try:
        exec(write)
    except RuntimeError:
        print(write, "is refused; a is", a.tolist())
