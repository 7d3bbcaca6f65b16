"""Checkpoints that keep chosen results: what a policy is asked, what is refused, the gradients."""

import functools
import warnings

import torch
import torch.nn.functional as F
from torch.utils.checkpoint import (
    CheckpointPolicy,
    checkpoint,
    checkpoint_sequential,
    create_selective_checkpoint_contexts,
)

warnings.simplefilter("ignore")
aten = torch.ops.aten
print(aten.mm.default, repr(aten.mm.default), aten.mm, repr(aten.mm), aten.mm.default.name())
print(aten.add.Tensor.name(), aten.mm.default == aten.mm.default, type(aten.mm.default).__name__)
print([p.name for p in CheckpointPolicy])


def attempt(label, f):
    try:
        print(label, "->", f())
    except Exception as error:
        print(label, "->", type(error).__name__)


def selective(fn, *args, policy, **options):
    contexts = functools.partial(create_selective_checkpoint_contexts, policy, **options)
    return checkpoint(fn, *args, use_reentrant=False, context_fn=contexts)


def block(x, w, b):
    hidden = F.relu(F.linear(x, w, b))
    return (torch.softmax(hidden @ w, -1) * x.exp()).sum(0, keepdim=True) ** 2


torch.manual_seed(0)
x = torch.randn(2, 3, requires_grad=True)
w = torch.randn(4, 3, requires_grad=True)
b = torch.randn(4, requires_grad=True)
expected = torch.autograd.grad(block(x, w, b).sum(), (x, w, b))
SAVED = [aten.mm.default, aten.addmm.default]
asked = []


def policy(ctx, op, *args, **kwargs):
    asked.append((str(op), ctx.is_recompute, type(ctx.op_output).__name__))
    return CheckpointPolicy.MUST_SAVE if op in SAVED else CheckpointPolicy.PREFER_RECOMPUTE


for kind in (
    policy,
    SAVED,
    lambda ctx, op, *args, **kwargs: op == aten.exp.default,
    lambda *args, **kwargs: CheckpointPolicy.PREFER_SAVE,
    lambda *args, **kwargs: CheckpointPolicy.MUST_RECOMPUTE,
):
    found = torch.autograd.grad(selective(block, x, w, b, policy=kind).sum(), (x, w, b))
    print([torch.equal(f, e) for f, e in zip(found, expected)])
for line in asked:
    print(*line)

OPERATIONS = """
x.sin().cos().exp() - x / 2
x.view(3, 2).t().reshape(6)[1:] * 2
x.mean() + x.mean(0) + x.sum(1).max() + x.max(0)[0]
x.exp().mul_(2).add_(1).sin()
torch.cat([x, x]).clone() + torch.stack([x, x]).transpose(0, 1).reshape(4, 3)
F.gelu(x) + F.silu(x) + torch.sigmoid(x) + torch.tanh(x).pow(3) + 2**x
F.layer_norm(x, (3,)) * F.log_softmax(x, -1)
F.mse_loss(x, x.detach() + 1) + x.var() + x.norm() + x.clamp(0, 1).sqrt().sum()
x.masked_fill(x > 0, 0.0).squeeze().unsqueeze(0).permute(1, 0, 2).expand(2, 1, 3)
torch.where(x > 0, x, -x).flip(0).cumsum(1).split(1)[0]
x.unsqueeze(0) @ x.unsqueeze(0).transpose(1, 2)
F.linear(x.view(1, 2, 3), w, b)
"""
for text in OPERATIONS.strip().splitlines():
    heard = []

    def hear(ctx, op, *args, **kwargs):
        heard.append(str(op))
        return True

    out = selective(lambda x: eval(text), x, policy=hear, allow_cache_entry_mutation=True)
    print(text, heard)
    attempt(
        "equal",
        lambda: torch.equal(
            *(torch.autograd.grad(o.sum(), x)[0] for o in (out, eval(text, globals())))
        ),
    )


def written(x):
    return x.sin().mul_(2).cos().exp()


sines = [aten.sin.default]
attempt("written", lambda: selective(written, x, policy=sines).sum().backward())
once = selective(lambda x: x.sin().cos().exp(), x, policy=sines)
once.sum().backward(retain_graph=True)
attempt("twice", lambda: once.sum().backward())
again = selective(lambda x: x.sin().cos().exp(), x, policy=[])
again.sum().backward(retain_graph=True)
attempt("nothing kept, twice", lambda: again.sum().backward())
calls = []


def changing(x):
    calls.append(0)
    return x.sin().exp().cos() if len(calls) == 1 else x.sin().cos().exp().cos()


attempt("another operation", lambda: selective(changing, x, policy=sines).sum().backward())
for given in ([aten.sin], ["sin"], 2):
    attempt(f"{given}", lambda: create_selective_checkpoint_contexts(given))
attempt("reentrant", lambda: checkpoint(block, x, w, b, use_reentrant=True, context_fn=lambda: 0))
attempt("no such operator", lambda: aten.no_such)
attempt("no such form", lambda: aten.mm.no_such)

dropped = torch.nn.Sequential(
    torch.nn.Linear(3, 4), torch.nn.Dropout(0.5), torch.nn.Linear(4, 3), torch.nn.ReLU()
)
for kept in ([], [aten.mul.Tensor], [aten.addmm.default, aten.relu.default]):
    torch.manual_seed(1)
    x.grad = None
    selective(dropped, x, policy=kept).sum().backward()
    print(x.grad)
outer = selective(
    lambda x: selective(lambda y: (y @ w.t()).sin(), x.exp(), policy=SAVED).cos(), x, policy=sines
)
print(torch.autograd.grad(outer.sum(), x)[0])
print(torch.autograd.grad((x.exp() @ w.t()).sin().cos().sum(), x)[0])
torch.manual_seed(1)
print(torch.autograd.grad(checkpoint_sequential(dropped, 2, x, use_reentrant=False).sum(), x)[0])
