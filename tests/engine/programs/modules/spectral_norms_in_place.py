"""Power iterations write to the vectors where they are: whoever holds these sees it."""

import torch
from torch import nn
from torch.nn.utils.parametrizations import spectral_norm

torch.manual_seed(0)
layer, x = spectral_norm(nn.Linear(3, 2)), torch.ones(3)
own = layer.parametrizations.weight[0]
u, state = own._u, layer.state_dict()
layer(x)
print(u is own._u, u, u._version, state)
layer.load_state_dict(state)
(layer(x) - layer(-x)).sum().backward()
print(u, u._version, layer.parametrizations.weight.original.grad)
node = layer.weight.grad_fn.next_functions[1][0]
print([node.name(), *(edge[0] and edge[0].name() for edge in node.next_functions)])

with torch.inference_mode():
    print(layer(x), u.is_inference())
    made = spectral_norm(nn.Linear(3, 2))
for mode in (True, False):
    try:
        print(made.train(mode)(x))
    except RuntimeError as error:
        print(mode, type(error).__name__)
