import numpy as np
import torch


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


array = np.arange(3.0, dtype=np.float32)
x = torch.from_dlpack(array)
x[0] = 7
lent = np.from_dlpack(x)
lent[1] = 9
print(array, x, lent.flags.writeable)
y = torch.ones(2)
z = torch.from_dlpack(y)
z[0] = 5
again = torch.utils.dlpack.from_dlpack(torch.utils.dlpack.to_dlpack(y))
print(y, z is y, z._version, y._version, again.data_ptr() == y.data_ptr())
leaf = torch.ones(1, requires_grad=True)
print(tried(lambda: np.from_dlpack(leaf)), tried(lambda: torch.from_dlpack(leaf * 2)))
print(tried(lambda: torch.from_dlpack(leaf.detach())), tried(lambda: torch.from_dlpack(5)))
print(tried(lambda: torch.from_dlpack(np.ones((2, 3)).T).stride()))
print(tried(lambda: np.from_dlpack(torch.tensor([1j]).conj())))

buffer = bytearray(b"\x01\x02\x03\x04")
b = torch.frombuffer(buffer, dtype=torch.uint8)
b[0] = 9
print(buffer, b, torch.frombuffer(buffer, dtype=torch.int16))
for options in (
    {"count": 2, "offset": 1},
    {"offset": 4},
    {"count": 9},
    {"count": 0},
    {"offset": -1},
    {"requires_grad": True},
    {"dtype": torch.float64},
    {"dtype": torch.int16, "offset": 1},
):
    print(tried(lambda: torch.frombuffer(buffer, **{"dtype": torch.uint8, **options})))
print(tried(lambda: torch.frombuffer(bytearray(8), dtype=torch.float32, requires_grad=True)))
print(tried(lambda: torch.frombuffer(b"ab", dtype=torch.uint8)))
print(tried(lambda: torch.frombuffer(5, dtype=torch.uint8)), tried(lambda: torch.frombuffer(b"a")))
