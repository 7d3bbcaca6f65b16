import torch

last = torch.channels_last
x = torch.arange(48.0).reshape(2, 3, 2, 4).requires_grad_()
y = x.contiguous(memory_format=last)
print(y.stride(), y.is_contiguous(), y.is_contiguous(memory_format=last), y.grad_fn.name())
print(x.is_contiguous(memory_format=last), y.contiguous(memory_format=last) is y)
print((y * 2).stride(), (x + y).stride(), y.clone().stride(), x.clone(memory_format=last).stride())
print(y.clone(memory_format=torch.contiguous_format).stride())
print(x.to(memory_format=last).stride(), x.to(memory_format=last).grad_fn.name())
print(x.double(memory_format=last).stride(), y.to(memory_format=last) is y)
print(y.to(torch.float64, memory_format=torch.contiguous_format).stride())
print(torch.empty_like(x, memory_format=last).stride(), torch.zeros_like(y).stride())
print(torch.empty(2, 3, 2, 4, memory_format=last).stride())
print(torch.zeros(2, 3, 2, 2, 2).contiguous(memory_format=torch.channels_last_3d).stride())
for refused in ("contiguous", "to", "clone"):
    try:
        getattr(torch.zeros(3), refused)(memory_format=last)
    except RuntimeError as error:
        print(refused, error)
try:
    x.t = x.transpose(0, 1).contiguous(memory_format=torch.preserve_format)
except RuntimeError as error:
    print(error)
print(torch.zeros(1, 3, 2, 2).contiguous(memory_format=last).stride())
print(torch.zeros(2, 1, 2, 2).contiguous(memory_format=last).stride())
print(torch.zeros(2, 1, 2, 2).clone(memory_format=last).stride())

conv = torch.nn.Conv2d(3, 4, 1).to(memory_format=last)
print(conv.weight.stride(), conv.bias.stride(), conv.weight.is_leaf)
print(conv(x).stride(), conv(y).stride(), torch.nn.Conv2d(3, 4, 1)(y).stride())
print(torch.nn.BatchNorm2d(3)(y).stride(), torch.nn.MaxPool2d(2)(y).stride())
print(torch.nn.AvgPool2d(2)(y).stride(), torch.cat([y, y], 1).stride())
print(torch.nn.functional.interpolate(y, scale_factor=2).stride())
