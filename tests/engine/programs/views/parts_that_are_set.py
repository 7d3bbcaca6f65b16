import torch


def tried(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return type(e).__name__


z = torch.zeros(2, dtype=torch.complex64)
z.real = 3
z.imag = torch.tensor([1.0, 2.0])
print(z, z._version)
w = torch.ones(2, requires_grad=True)
z = torch.zeros(2, dtype=torch.complex64)
z.real = w * 2
(z.abs() ** 2).sum().backward()
print(z, w.grad)
x = torch.ones(2)
x.real = 2
print(x)
print(tried(setattr, x, "imag", 2))
print(tried(setattr, w, "real", 2))
print(torch.ones(2, 3, 4).permute(2, 0, 1).dim_order(), torch.ones(2, 3).dim_order())
print(torch.empty(0).data_ptr(), torch.ones(3)[3:].data_ptr())
