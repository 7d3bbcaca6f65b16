"""All ten workloads for PyTorch and for what has its interface."""

from benchmarks.workloads.data import (
    CHAIN,
    MNIST,
    REPEATS,
    SMALL,
    examples,
    layer,
    mixed,
    ten,
    weights,
)


def workloads(m):
    """A table from a name to a function that prepares one step; `m` is `torch` or `engine`."""
    return {
        "scalar_chain": lambda: _scalar_chain(m),
        "mlp_step_small": lambda: _training(m, SMALL, m.nn.functional.mse_loss, _sgd),
        "mlp_step_mnist": lambda: _training(m, MNIST, m.nn.functional.cross_entropy, _sgd),
        "mlp_mnist_adam": lambda: _training(m, MNIST, m.nn.functional.cross_entropy, _adam),
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


def _net(m, net, activation):
    layers = []
    for weight, bias in weights(net):
        layer = m.nn.Linear(*weight.shape)
        with m.no_grad():
            layer.weight.copy_(m.tensor(weight.T.copy()))
            layer.bias.copy_(m.tensor(bias))
        layers += [layer, activation()]
    return m.nn.Sequential(*layers[:-1])


def _sgd(m, parameters):
    return m.optim.SGD(parameters, lr=0.0)  # the work of a step without its effect: steps are alike


def _adam(m, parameters):
    return m.optim.Adam(parameters, lr=0.0)


def _training(m, net, loss_of, make_optimizer):
    model = _net(m, net, m.nn.ReLU)
    x, y = map(m.tensor, examples(net))
    optimizer = make_optimizer(m, list(model.parameters()))

    def step():
        optimizer.zero_grad()
        loss = loss_of(model(x), y)
        loss.backward()
        optimizer.step()
        return [loss.item()]

    return step


def _broadcast(m):
    x, y, z = (m.tensor(a, requires_grad=True) for a in mixed())

    def step():
        x.grad = y.grad = z.grad = None
        h = m.tanh(x * y + z)
        (m.exp(h * 0.1) * x + h).sum().backward()
        return [g.grad.abs().sum().item() for g in (x, y, z)]

    return step


def _double_backward(m):
    model = _net(m, SMALL, m.nn.Tanh)
    parameters = list(model.parameters())
    x, y = map(m.tensor, examples(SMALL))

    def step():
        for p in parameters:
            p.grad = None
        loss = m.nn.functional.mse_loss(model(x), y)
        grads = m.autograd.grad(loss, parameters, create_graph=True)
        sum((g * g).sum() for g in grads).backward()
        return [p.grad.abs().sum().item() for p in parameters[:5]]

    return step


def _jacobian(m):
    w, b, x = map(m.tensor, layer())

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

    x = m.tensor(ten()[0], requires_grad=True)

    def step():
        x.grad = None
        y = x
        for _ in range(REPEATS):
            y = Scale.apply(y)
        y.sum().backward()
        return [x.grad.sum().item()]

    return step


def _adds(m, requires_grad):
    a, b = (m.tensor(each, requires_grad=requires_grad) for each in ten())

    def step():
        for _ in range(REPEATS):
            c = a + b
        return [c.sum().item()]

    return step
