"""Conjugates are views: what is written to either side, histories, signs, copies, refusals."""

import copy
import pickle

import torch


def attempt(text, **names):
    try:
        print(text, "->", eval(text, globals(), names))
    except Exception as error:
        print(text, "->", type(error).__name__)


def path(t):
    names, node = [], t.grad_fn
    while node is not None:
        names.append(node.name().rpartition("::")[2])
        node = node.next_functions[0][0] if node.next_functions else None
    return " ".join(names)


x = torch.tensor([1 + 2j, 3 - 4j, 5j])
y = x.conj()
for text in """
y
y.is_conj(), torch.is_conj(y), x.is_conj(), y.is_neg(), y._is_view(), y._base is x
y.data_ptr() == x.data_ptr(), y.imag.data_ptr() == x.imag.data_ptr(), y.is_set_to(x)
y.clone().is_conj(), y.contiguous() is y, y.resolve_conj().is_conj(), y.conj_physical().is_conj()
y.detach().is_conj(), y.data.is_conj(), y[0].is_conj(), y.to(torch.complex128).is_conj()
y.conj().is_conj(), y.conj()._base is x, y.conj().data_ptr() == x.data_ptr()
y.imag, y.imag.is_neg(), torch.is_neg(y.imag), y.real.is_neg(), y.imag.is_conj(), x.imag.is_neg()
y.imag.resolve_neg().is_neg(), y.imag.clone().is_neg(), y.imag[0].is_neg(), x.resolve_conj() is x
torch.view_as_real(y)
y.numpy()
y.imag.numpy()
y.real.numpy(), y.numpy(force=True), y.resolve_conj().numpy(), y.tolist(), y[1].item()
y.view(torch.float32)
y.imag.view(torch.int32)
y.unbind()[0].is_conj(), y.chunk(2)[0].is_conj(), y.reshape(3, 1).is_conj()
y.expand(2, 3).is_conj()
y.diag().is_conj(), (-y).is_conj(), (y * 2).is_conj(), torch.zeros_like(y).is_conj()
torch.stack([y, y]).is_conj(), y @ x, torch.vdot(x, y), y.as_strided((2,), (2,))
torch.ones(2).conj().is_conj(), torch.ones(2).resolve_conj(), torch.ones(2).is_neg()
""".strip().splitlines():
    attempt(text)

copied, loaded = copy.deepcopy(y), pickle.loads(pickle.dumps(y))
print(copied, copied.is_conj(), loaded, loaded.is_conj())
print("writes")
for text in """
x.mul_(2)
y.add_(1j)
y.imag.mul_(3)
y.real.mul_(3)
y.__setitem__(0, 7 + 7j)
x[1:].zero_()
x.data.fill_(1 + 1j)
y.data.fill_(1 + 1j)
y.detach().copy_(torch.tensor([1j, 2, 3]))
torch.add(x, 1, out=y)
x.copy_(y)
y.conj().mul_(1j)
y.conj_physical_()
y += x
torch.view_as_real(x).add_(1)
""".strip().splitlines():
    exec(text)
    print(text, "->", x.tolist(), y.tolist(), x._version, y._version)
s = torch.tensor(1 + 1j)
t = s.conj()
s.mul_(2)
t.mul_(1j)
print(s, t, t.item())
parts = torch.arange(12.0)
z = torch.view_as_complex(parts[2:].view(5, 2)).conj()
parts.add_(1)
z.imag.zero_()
print(parts, z)
b = torch.tensor([[1 + 1j, 2], [3j, 4]])
for h in (b.mH, b.H, b.adjoint()):
    print(h, h.is_conj(), h.stride(), h._base is b)
k = b.mH.real
b.mul_(2)
k.add_(1)
print(b)

print("inference")
with torch.inference_mode():
    a = torch.tensor([1 + 1j, 2])
    c = a.conj()
    a.mul_(2)
    c[:1].mul_(1j)
    print(a, c, c.is_conj(), c._is_view(), c.is_inference())
    attempt("c._version", c=c)
attempt("a.mul_(2)", a=a)
print(a, c)
a = torch.tensor([1 + 1j, 2])
with torch.inference_mode():
    c = a.conj()
    a.mul_(2)
    print(c, c.is_conj(), c.is_inference(), c._version)

print("histories")
VIEWS = {
    "conj": lambda x: x.conj(),
    "conj, part": lambda x: x.conj()[0],
    "part, conj": lambda x: x[0].conj(),
    "part, conj, part": lambda x: x[0].conj()[0],
    "twice": lambda x: x.conj().conj(),
    "imaginary parts": lambda x: x.conj().imag,
    "real parts": lambda x: x.conj().real,
    "imaginary parts of itself": lambda x: x.imag,
    "adjoint": lambda x: x.mH,
    "pairs": lambda x: torch.view_as_real(x)[0],
}


def fresh():
    leaf = torch.tensor(
        [[1 + 2j, 3 - 4j], [5j, 6 + 1j]], dtype=torch.complex128, requires_grad=True
    )
    return leaf, leaf * 1


def rounded(t):
    return [
        [round(v, 6) + 0.0 for v in row] for row in torch.view_as_real(t).reshape(-1, 2).tolist()
    ]


for name, view in VIEWS.items():
    leaf, x = fresh()
    y = view(x)
    print(name, "|", path(y), "|", path(y.clone()))
    x.mul_(2j)
    print("  base written:", path(y), y._version)
    (y * y).sum().abs().backward()
    print("  ", rounded(leaf.grad))
    leaf, x = fresh()
    y = view(x)
    factor = (torch.ones_like(y) * (2 + 1j if y.is_complex() else 2)).requires_grad_()
    y.mul_(factor)
    print("  view written:", path(y), "|", path(x))
    ((x * x).sum().abs() + (y * 2).sum().abs()).backward()
    print("  ", rounded(leaf.grad), factor.grad.is_conj())
    leaf, x = fresh()
    y = view(x)
    y.mul_(factor)
    grads = torch.autograd.grad(((x * x).sum() * (1 + 1j)).real, [leaf, factor], create_graph=True)
    first = torch.autograd.grad(sum(g.abs().square().sum() for g in grads), leaf)[0]
    print("  ", rounded(first))

leaf, x = fresh()
attempt("leaf.conj().mul_(2)", leaf=leaf)
y = leaf.conj()
with torch.no_grad():
    y.mul_(2)
print(rounded(leaf.detach()), leaf._version, path(y))
for text in """
x * x; y.mul_(2)
y * y; x.mul_(2)
x * x; y.detach().mul_(2)
x * x; y.data.mul_(2)
y.sin(); x.imag.zero_()
""".strip().splitlines():
    leaf, x = fresh()
    y = x.conj()
    computed, write = text.split("; ")
    z = eval(computed)
    eval(write)
    attempt("z.sum().abs().backward()", z=z)
with torch.autograd.graph.allow_mutation_on_saved_tensors():
    for text in ("x.sin_()", "y.sin_()"):
        leaf, x = fresh()
        y = x.conj()
        z = (y**2).sum()
        eval(text)
        z.abs().backward()
        print(rounded(leaf.grad))
