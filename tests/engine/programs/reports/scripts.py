import torch
import torch.nn as nn

print(torch.jit.is_scripting(), torch.jit.is_tracing())


@torch.jit.script
def f(x):
    return x * 2


print(f(torch.ones(2)))


@torch.jit.ignore
def g(x):
    return x


@torch.jit.unused
def h(x):
    return x


print(g(1), h(2))


class M(nn.Module):
    @torch.jit.export
    def k(s):
        return 1


print(M().k())
