import torch


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


s = torch.amp.GradScaler("cpu", init_scale=4.0, growth_interval=2)
w = torch.ones(2, requires_grad=True)
o = torch.optim.SGD([w], lr=0.1)
for i in range(5):
    o.zero_grad()
    l = (w * (2 if i != 3 else float("inf"))).sum()
    s.scale(l).backward()
    g = w.grad.clone()
    s.unscale_(o)
    print(g, w.grad, s.get_scale())
    s.step(o)
    s.update()
    print(w.data, s.get_scale(), s.state_dict())
print(tried(lambda: s.update()))
o.zero_grad()
s.scale((w * 2).sum()).backward()
s.unscale_(o)
print(tried(lambda: s.unscale_(o)))
s.step(o)
print(tried(lambda: s.step(o)))
print(tried(lambda: s.step(o, lambda: 1)))
s.update()
print(s.get_scale())
print(s.scale([torch.ones(1), torch.ones(2)]))
print(tried(lambda: s.scale(3)))
s.update(8.0)
s2 = torch.amp.GradScaler("cpu", init_scale=4.0)
s2.load_state_dict(s.state_dict())
print(s2.get_scale(), s.get_growth_factor(), s.get_backoff_factor(), s.get_growth_interval())
s2.set_growth_factor(3.0)
print(s2.state_dict())
print(s2.scale(torch.ones(2, requires_grad=True)))
w2 = torch.ones(2, requires_grad=True)
o2 = torch.optim.SGD([w2], lr=0.1)
print(tried(lambda: s2.step(o2)))
o.zero_grad()
s.scale((w * 2).sum()).backward()
print(s.step(o))
s.update()
torch.nn.utils.clip_grad_norm_([w], 1.0)
