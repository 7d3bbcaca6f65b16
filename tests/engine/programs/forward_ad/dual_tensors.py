import torch
import torch.autograd.forward_ad as fwd


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


x, v = torch.tensor([1.0, 2.0, 3.0]), torch.tensor([1.0, 0.0, -2.0])
print(tried(lambda: fwd.make_dual(x, v)), tried(fwd.exit_dual_level))
print(fwd.unpack_dual(x).primal is x, fwd.unpack_dual(x).tangent)

with fwd.dual_level() as level:
    d = fwd.make_dual(x, v)
    print(level, d, d.grad_fn, d._is_view(), d._base is x, d.requires_grad)
    primal, tangent = fwd.unpack_dual(d)
    print(primal, tangent is v, fwd.unpack_dual(x).tangent)
    print(tried(fwd.enter_dual_level))
    print(
        tried(lambda: fwd.make_dual(x, v[:2])),
        tried(lambda: fwd.make_dual(x.long(), v)),
        tried(lambda: fwd.make_dual(x, v.long())),
        tried(lambda: fwd.make_dual(d, v)),
        tried(lambda: fwd.make_dual(x, d)),
        tried(lambda: fwd.make_dual(2.0, v)),
    )
    print(d * 3 + x, d * d, (d / x).exp(), d.sum(), d.mean(), d.max(0))
    print(torch.stack([d, x]), torch.cat([x, d]), torch.where(x > 1, d, x))
    print(d.view(3, 1), d.expand(2, 3), d[1:], d.unbind(), d.double(), d.clone())
    print(d.detach(), d.data, d.int(), d > 1, d.argmax(), d.sign(), d.sort(descending=True))
    print(torch.nn.functional.softmax(d, 0), torch.nn.functional.linear(d, torch.eye(3)))
    print(tried(lambda: torch.add(x, d, out=torch.empty(3))))
    with torch.no_grad():
        print(d * 2)
    with torch.inference_mode():
        print(d * 2, (d * 2).is_inference())
    with fwd._set_fwd_grad_enabled(False):
        print(d * 2, d)
    out = d.tanh()
print(d, out, fwd.unpack_dual(out).tangent)

with fwd.dual_level():
    d = fwd.make_dual(x.clone(), v.clone())
    view = d[:2]
    view *= 10
    print(d, view)
    d.add_(1).mul_(torch.tensor([0.0, 1.0, 2.0]))
    print(d, view)
    other = torch.zeros(3)
    other[1] = d[0]
    print(other)
    base = torch.ones(2, 3)
    row = base[1]
    row.copy_(d)
    print(base, row)
    row.mul_(2)
    print(base)
    d.zero_()
    print(d, view)
    d = fwd.make_dual(x.clone(), v.clone())
    d.eq_(x)
    print(d)
    d = fwd.make_dual(torch.ones(2, 3), torch.arange(6.0).view(2, 3))
    d.t_()
    print(d.shape, fwd.unpack_dual(d).tangent, d.transpose(0, 1))
    print(d.clone().detach_() * 2)
    late = torch.zeros(4)
    part = late[::2]
    late.add_(fwd.make_dual(torch.ones(4), torch.arange(4.0)))
    print(part, part.flip(0))
