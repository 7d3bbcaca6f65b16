import torch
import torch.nn as nn
import torch.nn.functional as F


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * x
for n, f in dict(
    fl=lambda: float(x),
    it=lambda: int(x),
    co=lambda: complex(x),
    index=lambda: [1][x],
    text_in=lambda: "a" in x,
    none_in=lambda: None in x,
    list_in=lambda: [1] in x,
    number_in=lambda: 1.0 in x,
    flag_none=lambda: torch.ones(2, requires_grad=None).requires_grad,
    flag_1=lambda: torch.ones(2, requires_grad=1),
    flag_tensor=lambda: torch.tensor([1.0], requires_grad=None),
    method_none=lambda: x.requires_grad_(None),
    method_1=lambda: x.requires_grad_(1),
    list_gradient=lambda: (x * 2).backward([1, 1]),
    text_gradient=lambda: y.backward(gradient="a"),
    too_few=lambda: torch.autograd.backward([y, y], [torch.ones(2)]),
    too_many=lambda: torch.autograd.grad(y, [x], [torch.ones(2), torch.ones(2)], retain_graph=True),
    no_inputs=lambda: torch.autograd.grad(y.sum(), []),
    nothing=lambda: torch.autograd.backward([]),
    linear_list=lambda: nn.Linear(2, 3)([1.0, 2.0]),
    linear_none=lambda: nn.Linear(2, 3)(None),
    mse_list=lambda: F.mse_loss(x, [1.0, 2.0]),
    conv_list=lambda: F.conv1d([1.0], x),
    loss_list=lambda: F.cross_entropy(x, [1]),
    loss_flags=lambda: nn.MSELoss(x, x),
    loss_weights=lambda: nn.CrossEntropyLoss(x, x),
    bce_shape=lambda: F.binary_cross_entropy(x.sigmoid(), torch.tensor([1])),
    pool_list=lambda: F.max_pool1d([1.0, 2.0], 2),
    select_list=lambda: x.index_select(0, [0]),
    mask_list=lambda: x.masked_fill([True, False], 0.0),
    lerp_text=lambda: x.lerp(x, "a"),
    fill_text=lambda: x.detach().fill_("a"),
    fill_list=lambda: x.detach().fill_([1]),
    type_text=lambda: x.type("a"),
    weights_list=lambda: torch.multinomial([1.0, 2.0], 1),
    drawn_float=lambda: torch.multinomial(x, 1.0),
    step_alone=lambda: torch.arange(3, step=1.0),
    step_beside_the_end=lambda: torch.arange(end=3, step=1.0),
    end_alone=lambda: torch.arange(end=3),
).items():
    print(n, tried(f))
print(
    torch.nn.functional.cross_entropy.__module__,
    torch.autograd.Function,
    torch.no_grad,
    torch.autograd.Variable,
)
