"""DeZero, which needs a name that NumPy 2 dropped, and has no jacobian."""

import numpy as np

np.int = int

import dezero  # noqa: E402 - not without the name
import dezero.functions as F  # noqa: E402, N812 - its own name for them
from dezero.models import MLP  # noqa: E402

from benchmarks.workloads import data  # noqa: E402


def workloads():
    """A table from a name to a function that prepares one step."""
    sgd, adam = dezero.optimizers.SGD, dezero.optimizers.Adam
    return {
        "scalar_chain": lambda: _chain,
        "mlp_step_small": lambda: _training(data.SMALL, F.mean_squared_error, sgd(0.0)),
        "mlp_step_mnist": lambda: _training(data.MNIST, F.softmax_cross_entropy, sgd(0.0)),
        "mlp_mnist_adam": lambda: _training(data.MNIST, F.softmax_cross_entropy, adam(0.0)),
        "broadcast_ops": lambda: _mixed,
        "double_backward": _double_backward,
        "custom_function": _custom_function,
        "op_add_plain": _plain_adds,
        "op_add_record": lambda: _adds,
    }


def _chain():
    w, b = dezero.Variable(np.array(1.0001)), dezero.Variable(np.array(0.0001))
    y = w
    for _ in range(data.CHAIN // 2):
        y = y * w + b
    y.backward()
    return [float(w.grad.data), float(b.grad.data)]


def _mixed():
    x, y, z = map(dezero.Variable, data.mixed())
    h = F.tanh(x * y + z)
    F.sum(F.exp(h * 0.1) * x + h).backward()
    return [float(np.abs(t.grad.data).sum()) for t in (x, y, z)]


def _model(net, activation):
    model = MLP(net.sizes[1:], activation=activation)
    for layer, (weight, bias) in zip(model.layers, data.weights(net), strict=True):
        layer.W.data, layer.b.data = weight.copy(), bias.copy()
    return model


def _training(net, loss_of, optimizer):
    model = _model(net, F.relu)
    array, y = data.examples(net)
    x = dezero.Variable(array)
    optimizer.setup(model)

    def step():
        loss = loss_of(model(x), y)
        model.cleargrads()
        loss.backward()
        optimizer.update()
        return [float(loss.data)]

    return step


def _double_backward():
    model = _model(data.SMALL, F.tanh)
    array, y = data.examples(data.SMALL)
    x = dezero.Variable(array)
    parameters = [p for layer in model.layers for p in (layer.W, layer.b)]

    def step():
        model.cleargrads()
        F.mean_squared_error(model(x), y).backward(create_graph=True)
        gradients = [p.grad for p in parameters]
        model.cleargrads()
        sum(F.sum(g * g) for g in gradients).backward()
        return [float(np.abs(p.grad.data).sum()) for p in parameters[:5]]

    return step


class Scale(dezero.Function):
    """A user's own operation."""

    factor = np.float32(1.001)

    def forward(self, x):
        """The forward pass."""
        return x * self.factor

    def backward(self, gy):
        """The gradient of the operand."""
        return gy * self.factor


def _custom_function():
    x = dezero.Variable(data.ten()[0])

    def step():
        x.cleargrad()
        y = x
        for _ in range(data.REPEATS):
            y = Scale()(y)
        F.sum(y).backward()
        return [float(x.grad.data.sum())]

    return step


def _adds():
    a, b = map(dezero.Variable, data.ten())
    for _ in range(data.REPEATS):
        c = a + b
    return [float(c.data.sum())]


def _plain_adds():
    def step():
        with dezero.no_grad():
            return _adds()

    return step
