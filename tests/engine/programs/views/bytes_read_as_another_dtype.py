"""What reads the memory of a tensor that requires grad as another dtype is of no graph."""

import torch


def told(x):
    print(x.dtype, x.requires_grad, x._is_view(), x.is_leaf, x.is_inference(), type(x).__name__)


x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * x
for tensor in (x, y, y[:1], torch.nn.Parameter(torch.ones(2)), torch.view_as_complex(y[None])):
    for dtype in (torch.int32, torch.uint8, torch.float32):
        told(tensor.view(dtype))
bits = y.view(torch.int32)
bits += 1 << 23
print(bits, bits._version, y, y._version)
y.sum().backward()
print(x.grad)

saved = x * 1
loss = (saved * saved).sum()
saved.view(torch.int32).zero_()
try:
    loss.backward()
except RuntimeError as error:
    print(type(error).__name__)

with torch.inference_mode():
    told(x.view(torch.int32))
    told(y[:1].view(torch.float16))
print(torch.func.grad(lambda x: (x * x.view(torch.int32)).sum())(torch.ones(2)))
