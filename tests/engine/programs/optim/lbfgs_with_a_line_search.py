import torch


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


def rosen(q):
    return (1 - q[0]) ** 2 + 100 * (q[1] - q[0] ** 2) ** 2


for k in (
    dict(line_search_fn="strong_wolfe"),
    dict(line_search_fn="strong_wolfe", max_iter=3),
    dict(line_search_fn="strong_wolfe", history_size=2, max_iter=10),
):
    q = torch.tensor([-1.0, 1.5], dtype=torch.float64, requires_grad=True)
    o = torch.optim.LBFGS([q], **k)
    n = [0]

    def c():
        n[0] += 1
        o.zero_grad()
        l = rosen(q)
        l.backward()
        return l

    for _ in range(3):
        print(
            round(o.step(c).item(), 8),
            [round(v, 6) for v in q.tolist()],
            n,
            o.state[q]["func_evals"],
            o.state[q]["n_iter"],
        )
print(
    tried(
        lambda: torch.optim.LBFGS(
            [torch.tensor([1.0], requires_grad=True)], line_search_fn="foo"
        ).param_groups[0]["line_search_fn"]
    )
)
