import torch
from torch import fft


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


def parts(t):
    values = torch.view_as_real(t.resolve_conj()) if t.is_complex() else t
    return [round(v + 1e-9, 3) + 0.0 for v in values.flatten().tolist()]


x = torch.tensor([1.0, 2.0, -1.0, 3.0, 0.5], dtype=torch.float64)
z = torch.complex(x, x.flip(0))
names = "fft ifft rfft irfft hfft ihfft fft2 ifft2 rfft2 irfft2 hfft2 ihfft2 fftn irfftn"
for name in names.split():
    function = getattr(fft, name)
    for start in (x, z):
        start = start if name[-1] not in "2n" else torch.stack([start, 2 * start, 1 - start])
        start = start.clone().requires_grad_()
        for options in ({}, {"norm": "ortho"}, {"norm": "forward"}, {"dim": 0}):

            def passes():
                y = function(start, **options)
                (g,) = torch.autograd.grad((y.abs() ** 2).mean(), start, create_graph=True)
                (again,) = torch.autograd.grad((g.abs() ** 2).sum(), start)
                return y.dtype, y.grad_fn.name(), parts(y), parts(g), parts(again)

            print(name, start.dtype, options, tried(passes))
for name in ("fft", "rfft", "irfft", "ihfft"):
    for n in (0, 1, 3, 8):
        print(name, n, tried(lambda: parts(getattr(fft, name)(x, n))))
pair = torch.stack([x, 2 * x])
for options in (dict(s=(2, 3)), dict(s=(3, -1)), dict(dim=(0, 0)), dict(s=(1, 1, 1)), dict(dim=())):
    print(options, tried(lambda: parts(fft.fftn(pair, **options))))
    print(options, tried(lambda: parts(fft.irfftn(pair, **options))))
print(fft.fftfreq(5), fft.fftfreq(4, 0.5), fft.rfftfreq(5), fft.fftfreq(3).dtype)
print(fft.fftshift(torch.arange(5)), fft.ifftshift(torch.arange(5)))
print(fft.fftshift(torch.arange(6).view(2, 3)), fft.fftshift(torch.arange(6).view(2, 3), dim=1))
print(
    tried(lambda: fft.fft(x, norm="half")),
    tried(lambda: fft.rfft(z)),
    tried(lambda: fft.fft(x, dim=1)),
)
print(fft.fft(torch.tensor([1, 2])), fft.fft(torch.tensor([True, False])).dtype)
# a circular convolution is a product of transforms
a, b = torch.arange(4.0), torch.tensor([1.0, 0.0, 0.0, 2.0], requires_grad=True)
c = fft.irfft(fft.rfft(a) * fft.rfft(b), n=4)
(g,) = torch.autograd.grad(c[0], b)
print(parts(c), parts(g), torch.autograd.gradcheck(fft.rfft, (x.requires_grad_(),)))
