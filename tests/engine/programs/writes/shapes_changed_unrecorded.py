import torch

for change in ("t_()", "unsqueeze_(0)", "squeeze_(0)", "transpose_(0, 1)"):
    for operation in (torch.neg, torch.exp):
        for view in (False, True):
            x = torch.ones(1, 3, requires_grad=True)
            y = operation(x)[:] if view else operation(x)
            with torch.no_grad():
                eval(f"y.{change}")
            print(change, tuple(y.shape), y.grad_fn.name(), y.requires_grad)
            try:
                (y * 2).sum().backward()
                print(x.grad)
            except RuntimeError:
                print("refused")
