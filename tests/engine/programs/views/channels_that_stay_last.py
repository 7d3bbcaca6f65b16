import torch
import torch.nn as nn

x = torch.arange(120.0).div(60).reshape(2, 4, 3, 5).contiguous(memory_format=torch.channels_last)
torch.manual_seed(0)
for m in (
    nn.GroupNorm(2, 4),
    nn.BatchNorm2d(4),
    nn.PixelShuffle(2),
    nn.PixelUnshuffle(1),
    nn.ChannelShuffle(2),
    nn.ZeroPad2d(1),
    nn.Upsample(scale_factor=2),
    nn.MaxPool2d(2),
    nn.AdaptiveAvgPool2d(2),
    nn.Conv2d(4, 4, 1, groups=2),
    nn.ConvTranspose2d(4, 3, 2),
):
    leaf = x.clone().requires_grad_()
    y, same = m(leaf), m(x.contiguous())
    y.sum().backward()
    last = y.is_contiguous(memory_format=torch.channels_last)
    print(type(m).__name__, y.shape, last, torch.allclose(y, same, atol=1e-2), leaf.grad.shape)
