import warnings

import torch


def warned(f):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            result = f()
        except Exception as e:
            result = type(e).__name__
    return result, [w.category.__name__ for w in seen]


print(warned(lambda: torch.cuda.amp.GradScaler().is_enabled()))
print(warned(lambda: torch.amp.GradScaler("cuda").is_enabled()))
print(warned(lambda: torch.amp.GradScaler().is_enabled()))
s = torch.amp.GradScaler("cuda", enabled=False)
w = torch.ones(2, requires_grad=True)
o = torch.optim.SGD([w], lr=0.1)
l = (w * 2).sum()
print(s.scale(l) is l, s.get_scale(), s.state_dict())
s.scale(l).backward()
s.unscale_(o)
print(s.step(o))
s.update()
print(w, s.is_enabled())
