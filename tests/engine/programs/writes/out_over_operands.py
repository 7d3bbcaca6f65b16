import torch


def tried(name, f):
    try:
        print(name, f().tolist())
    except Exception as e:
        print(name, type(e).__name__)


def fresh(*shape):
    return torch.arange(torch.Size(shape).numel(), dtype=torch.float32).reshape(shape)


def set_(x, place, value):
    x[place] = value
    return x


for name, f in {
    "add a number": lambda x, part: torch.add(part, 1, out=x[1:]),
    "add": lambda x, part: torch.add(part, part, out=x[1:]),
    "exp": lambda x, part: torch.exp(part, out=x[1:]),
    "pow": lambda x, part: torch.pow(part, 2, out=x[1:]),
    "clamp": lambda x, part: torch.clamp(part, 1, 2, out=x[1:]),
    "cumsum": lambda x, part: torch.cumsum(part, 0, out=x[1:]),
    "where": lambda x, part: torch.where(part > 2, part, x[1:], out=x[1:]),
    "cat": lambda x, part: torch.cat([x[1:3], x[3:]], out=x[:5]),
    "cat itself": lambda x, part: torch.cat([x[:3], x[3:]], out=x),
    "stack": lambda x, part: torch.stack([x[:3], x[3:]], out=x.view(2, 3)),
    "gather": lambda x, part: torch.gather(x, 0, torch.tensor([1, 0]), out=x[:2]),
    "take": lambda x, part: torch.take(x, torch.tensor([1, 0]), out=x[:2]),
    "index_select": lambda x, part: torch.index_select(x, 0, torch.tensor([1, 0]), out=x[:2]),
    "masked_select": lambda x, part: torch.masked_select(x, x > 2, out=x[:3]),
    "outer": lambda x, part: torch.outer(x[:2], x[2:5], out=x.view(2, 3)),
    "the operand itself": lambda x, part: torch.add(x, 1, out=x),
    "the same part": lambda x, part: torch.mul(part, 2, out=part),
    "sigmoid of itself": lambda x, part: torch.sigmoid(x, out=x),
}.items():
    x = fresh(6)
    tried(name, lambda f=f, x=x: f(x, x[:-1]))
x = fresh(3, 3)
tried("max", lambda: torch.max(x, 0, out=(x[0], torch.empty(3, dtype=torch.long)))[0])

for shape, place in (
    ((1,), 0),
    ((1, 1), 0),
    ((1, 1), (0, 0)),
    ((1, 1), (slice(None), 0)),
    ((1, 1), (0, slice(None))),
    ((1, 1), slice(None)),
    ((1, 1, 1), 0),
    ((1, 1, 1), (0, 0)),
    ((1, 2), 0),
    ((2, 1), 0),
):
    x = fresh(*shape)
    tried(f"{shape} {place}", lambda x=x, place=place: set_(x, place, x))
z = torch.complex(torch.tensor([1.0]), torch.tensor([float("inf")]))
print(z.real, z.imag)
tried("arange", lambda: torch.arange(0, 64, 0.5, out=torch.empty(0, dtype=torch.long)))
x = torch.ones(2, requires_grad=True)
print(x.to("cpu", torch.float32, False, True).grad_fn is None, x.to("cpu").grad_fn is None)
