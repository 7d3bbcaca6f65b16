"""The workloads of `benchmarks.engine`: tables from a name to a function that prepares one step.

A step does the whole work once and returns numbers to compare.
"""

import itertools

import numpy as np

CHAIN = 10_000


def _random(*shape, seed=0):
    return np.random.default_rng(seed).standard_normal(shape).astype(np.float32)


# ---- PyTorch, and what has its interface --------------------------------------------------------


def torch_like(m):
    """All ten, for `torch` or `engine`."""
    return {
        "scalar_chain": lambda: _scalar_chain(m),
        "mlp_step_small": lambda: _training(m, (2, 16, 16, 1), 32, False, _sgd),
        "mlp_step_mnist": lambda: _training(m, (784, 256, 128, 10), 128, True, _sgd),
        "mlp_mnist_adam": lambda: _training(m, (784, 256, 128, 10), 128, True, _adam),
        "broadcast_ops": lambda: _broadcast(m),
        "double_backward": lambda: _double_backward(m),
        "jacobian": lambda: _jacobian(m),
        "custom_function": lambda: _custom_function(m),
        "op_add_plain": lambda: _adds(m, False),
        "op_add_record": lambda: _adds(m, True),
    }


def _scalar_chain(m):
    w = m.tensor(1.0001, dtype=m.float64, requires_grad=True)
    b = m.tensor(0.0001, dtype=m.float64, requires_grad=True)

    def step():
        w.grad = b.grad = None
        y = w
        for _ in range(CHAIN // 2):
            y = y * w + b
        y.backward()
        return [w.grad.item(), b.grad.item()]

    return step


def _net(m, sizes, activation):
    layers = []
    for place, (inputs, outputs) in enumerate(itertools.pairwise(sizes)):
        layer = m.nn.Linear(inputs, outputs)
        with m.no_grad():
            layer.weight.copy_(m.tensor(_random(outputs, inputs, seed=place) / inputs**0.5))
            layer.bias.zero_()
        layers += [layer, activation()]
    return m.nn.Sequential(*layers[:-1])


def _sgd(m, parameters):
    return m.optim.SGD(parameters, lr=0.0)  # the work of a step without its effect: steps are alike


def _adam(m, parameters):
    return m.optim.Adam(parameters, lr=0.0)


def _training(m, sizes, batch, classes, make_optimizer):
    net = _net(m, sizes, m.nn.ReLU)
    x = m.tensor(_random(batch, sizes[0], seed=8))
    y = m.tensor(np.arange(batch) % sizes[-1]) if classes else m.tensor(_random(batch, sizes[-1]))
    loss_of = m.nn.functional.cross_entropy if classes else m.nn.functional.mse_loss
    optimizer = make_optimizer(m, list(net.parameters()))

    def step():
        optimizer.zero_grad()
        loss = loss_of(net(x), y)
        loss.backward()
        optimizer.step()
        return [loss.item()]

    return step


def _broadcast(m):
    x, y, z = (
        m.tensor(a, requires_grad=True)
        for a in (_random(256, 256), _random(256, 1, seed=1), _random(256, seed=2))
    )

    def step():
        x.grad = y.grad = z.grad = None
        h = m.tanh(x * y + z)
        (m.exp(h * 0.1) * x + h).sum().backward()
        return [g.grad.abs().sum().item() for g in (x, y, z)]

    return step


def _double_backward(m):
    net = _net(m, (2, 16, 16, 1), m.nn.Tanh)
    parameters = list(net.parameters())
    x, y = m.tensor(_random(32, 2, seed=8)), m.tensor(_random(32, 1))

    def step():
        for p in parameters:
            p.grad = None
        loss = m.nn.functional.mse_loss(net(x), y)
        grads = m.autograd.grad(loss, parameters, create_graph=True)
        sum((g * g).sum() for g in grads).backward()
        return [parameters[0].grad.abs().sum().item()]

    return step


def _jacobian(m):
    w, b, x = m.tensor(_random(64, 64) / 8), m.tensor(_random(64)), m.tensor(_random(64, seed=2))

    def step():
        return m.autograd.functional.jacobian(lambda v: m.tanh(w @ v + b), x).numpy()

    return step


def _custom_function(m):
    class Scale(m.autograd.Function):
        @staticmethod
        def forward(ctx, x):
            ctx.save_for_backward(x)
            return x * 1.001

        @staticmethod
        def backward(ctx, g):
            (_,) = ctx.saved_tensors
            return g * 1.001

    x = m.tensor(_random(10), requires_grad=True)

    def step():
        x.grad = None
        y = x
        for _ in range(1000):
            y = Scale.apply(y)
        y.sum().backward()
        return [x.grad.sum().item()]

    return step


def _adds(m, requires_grad):
    a, b = (m.tensor(_random(10, seed=s), requires_grad=requires_grad) for s in (0, 1))

    def step():
        for _ in range(1000):
            c = a + b
        return [c.sum().item()]

    return step


# ---- peers --------------------------------------------------------------------------------------


def autograd():
    """HIPS autograd: functions are differentiated, not tensors."""
    import autograd.numpy as anp
    from autograd import grad, jacobian

    def chain(pair):
        y = pair[0]
        for _ in range(CHAIN // 2):
            y = y * pair[0] + pair[1]
        return y

    def mixed(arrays):
        x, y, z = arrays
        h = anp.tanh(x * y + z)
        return anp.sum(anp.exp(h * 0.1) * x + h)

    arrays = (_random(256, 256), _random(256, 1, seed=1), _random(256, seed=2))
    w, b, x = _random(64, 64) / 8, _random(64), _random(64, seed=2)
    rows = jacobian(lambda v: anp.tanh(w @ v + b))
    return {
        "scalar_chain": lambda: lambda: [float(g) for g in grad(chain)((1.0001, 0.0001))],
        "broadcast_ops": lambda: lambda: [float(np.abs(g).sum()) for g in grad(mixed)(arrays)],
        "jacobian": lambda: lambda: rows(x),
        "op_add_plain": lambda: lambda: _repeated_sum(anp.add, _random(10), _random(10, seed=1)),
    }


def _repeated_sum(add, a, b):
    for _ in range(1000):
        c = add(a, b)
    return [float(c.sum())]


def mygrad():
    """MyGrad."""
    import mygrad as mg

    def chain():
        w, b = mg.tensor(1.0001), mg.tensor(0.0001)
        y = w
        for _ in range(CHAIN // 2):
            y = y * w + b
        y.backward()
        return [float(w.grad), float(b.grad)]

    def mixed():
        x, y, z = (
            mg.tensor(a) for a in (_random(256, 256), _random(256, 1, seed=1), _random(256, seed=2))
        )
        h = mg.tanh(x * y + z)
        (mg.exp(h * 0.1) * x + h).sum().backward()
        return [float(np.abs(t.grad).sum()) for t in (x, y, z)]

    a, b = mg.tensor(_random(10)), mg.tensor(_random(10, seed=1))

    def adds():
        for _ in range(1000):
            c = a + b
        return [float(c.data.sum())]

    return {
        "scalar_chain": lambda: chain,
        "broadcast_ops": lambda: mixed,
        "op_add_record": lambda: adds,
    }


def dezero():
    """DeZero, which needs a name that NumPy 2 dropped."""
    np.int = int
    import dezero as dz
    import dezero.functions as functions

    def chain():
        w, b = dz.Variable(np.array(1.0001)), dz.Variable(np.array(0.0001))
        y = w
        for _ in range(CHAIN // 2):
            y = y * w + b
        y.backward()
        return [float(w.grad.data), float(b.grad.data)]

    def mixed():
        x, y, z = (
            dz.Variable(a)
            for a in (_random(256, 256), _random(256, 1, seed=1), _random(256, seed=2))
        )
        h = functions.tanh(x * y + z)
        functions.sum(functions.exp(h * 0.1) * x + h).backward()
        return [float(np.abs(t.grad.data).sum()) for t in (x, y, z)]

    a, b = dz.Variable(_random(10)), dz.Variable(_random(10, seed=1))

    def adds():
        for _ in range(1000):
            c = a + b
        return [float(c.data.sum())]

    return {
        "scalar_chain": lambda: chain,
        "broadcast_ops": lambda: mixed,
        "op_add_record": lambda: adds,
    }
