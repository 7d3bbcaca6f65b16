"""Small training loops, and how much is left of them: `benchmarks.scale` and tests/engine use both.

A training is a function that does one step.
"""

import gc
import sys

PATIENCE = 200  # objects or blocks of memory that caches below the engine may take meanwhile


def growth(step, steps):
    """How many objects, and blocks of Python's memory, `steps` of training add.

    Caches fill up before, in a fifth as many steps.
    """
    for _ in range(steps // 5):
        step()
    before = _counted()
    for _ in range(steps):
        step()
    return tuple(after - earlier for earlier, after in zip(before, _counted(), strict=True))


def _counted():
    gc.collect()
    objects = len(gc.get_objects())
    return objects, sys.getallocatedblocks()


def _batches(m):
    """Batches of a DataLoader, for ever."""
    m.manual_seed(0)
    data = m.utils.data.TensorDataset(m.randn(32, 4), m.randn(32, 1))
    loader = m.utils.data.DataLoader(data, batch_size=8, shuffle=True)
    while True:
        yield from loader


def _net(m):
    return m.nn.Sequential(m.nn.Linear(4, 8), m.nn.ReLU(), m.nn.Dropout(0.1), m.nn.Linear(8, 1))


def _plain(m, optimizer_class, scheduler_class, **options):
    """An optimizer, a scheduler, a DataLoader, hooks, clipping."""
    batches, net = _batches(m), _net(m)
    optimizer = optimizer_class(net.parameters(), lr=0.01, **options)
    scheduler = scheduler_class(optimizer)
    net[0].register_forward_hook(lambda module, inputs, output: output * 1.0)
    net[3].register_full_backward_hook(lambda module, grad_in, grad_out: None)
    net[0].weight.register_hook(lambda grad: grad.clamp(-1, 1))
    net[3].weight.register_post_accumulate_grad_hook(lambda leaf: None)

    def step():
        x, y = next(batches)
        optimizer.zero_grad()
        hidden = net[0](x)
        hidden.retain_grad()
        hidden.register_hook(lambda grad: grad + hidden.detach() * 0)
        loss = m.nn.functional.mse_loss(net[1:](hidden), y)
        loss.backward()
        m.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimizer.step()
        scheduler.step()

    return step


def _penalised(m):
    """The gradient's norm as a part of the loss, a checkpoint, a Function, saved-tensor hooks."""

    class Scale(m.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            ctx.twice = 2 * x
            return x * x

        @staticmethod
        def backward(ctx, grad):
            (x,) = ctx.saved_tensors
            return grad * 2 * x

    batches, net = _batches(m), _net(m)
    optimizer = m.optim.SGD(net.parameters(), lr=0.001)

    def step():
        x, y = next(batches)
        x = x.clone().requires_grad_()
        with m.autograd.graph.saved_tensors_hooks(lambda t: t, lambda t: t):
            out = m.utils.checkpoint.checkpoint(net, x, use_reentrant=False)
        loss = m.nn.functional.mse_loss(Scale.apply(out), y)
        (slope,) = m.autograd.grad(loss, x, create_graph=True)
        optimizer.zero_grad()
        (loss + slope.pow(2).sum()).backward()
        optimizer.step()

    return step


def _written(m):
    """Views written to in place, and a pass that is retained and never freed."""
    weight = m.ones(4, requires_grad=True)

    def step():
        weight.grad = None
        base = weight * 2
        row = base.view(2, 2)[0]
        row.mul_(3)
        base[1:].add_(weight[1:])
        loss = (row.sum() + base.sum()) ** 2
        loss.backward(retain_graph=True)

    return step


TRAININGS = {
    "SGD": lambda m: _plain(m, m.optim.SGD, _steps(m), momentum=0.9),
    "Adam": lambda m: _plain(m, m.optim.Adam, _cosine(m)),
    "gradient penalty": _penalised,
    "views and writes": _written,
}


def _steps(m):
    return lambda optimizer: m.optim.lr_scheduler.StepLR(optimizer, 1000, gamma=0.9)


def _cosine(m):
    return lambda optimizer: m.optim.lr_scheduler.CosineAnnealingLR(optimizer, 1000)
