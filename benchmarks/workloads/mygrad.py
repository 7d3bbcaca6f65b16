"""MyGrad, which has tensors and losses, but neither modules nor second derivatives."""

import mygrad as mg
import numpy as np
from mygrad.nnet.activations import relu
from mygrad.nnet.losses import softmax_crossentropy
from mygrad.operation_base import Operation

from benchmarks.workloads import data
from benchmarks.workloads.adam import Adam


def workloads():
    """A table from a name to a function that prepares one step."""
    return {
        "scalar_chain": lambda: _chain,
        "mlp_step_small": lambda: _training(data.SMALL, _squared_error, _sgd),
        "mlp_step_mnist": lambda: _training(data.MNIST, softmax_crossentropy, _sgd),
        "mlp_mnist_adam": lambda: _training(data.MNIST, softmax_crossentropy, Adam()),
        "broadcast_ops": lambda: _mixed,
        "jacobian": _jacobian,
        "custom_function": _custom_function,
        "op_add_plain": lambda: _adds(True),
        "op_add_record": lambda: _adds(False),
    }


def _chain():
    w, b = mg.tensor(1.0001), mg.tensor(0.0001)
    y = w
    for _ in range(data.CHAIN // 2):
        y = y * w + b
    y.backward()
    return [float(w.grad), float(b.grad)]


def _mixed():
    x, y, z = map(mg.tensor, data.mixed())
    h = mg.tanh(x * y + z)
    (mg.exp(h * 0.1) * x + h).sum().backward()
    return [float(np.abs(t.grad).sum()) for t in (x, y, z)]


def _squared_error(out, y):
    return mg.mean((out - y) ** 2)


def _sgd(parameters, gradients):
    for p, g in zip(parameters, gradients, strict=True):
        p -= 0.0 * g


def _training(net, loss_of, update):
    x, y = data.examples(net)
    layers = [(mg.tensor(w), mg.tensor(b)) for w, b in data.weights(net)]
    parameters = [p for layer in layers for p in layer]

    def step():
        h = x
        for w, b in layers[:-1]:
            h = relu(h @ w + b)
        loss = loss_of(h @ layers[-1][0] + layers[-1][1], y)
        loss.backward()
        update([p.data for p in parameters], [p.grad for p in parameters])
        return [loss.item()]

    return step


def _jacobian():
    w, b, array = data.layer()
    x, rows = mg.tensor(array), np.empty((64, 64), np.float32)

    def step():
        for n in range(64):  # backward() clears the graph: one forward pass for each row
            mg.tanh(mg.matmul(w, x) + b)[n].backward()
            rows[n] = x.grad
        return rows

    return step


class Scale(Operation):
    """A user's own operation."""

    factor = np.float32(1.001)

    def __call__(self, x):
        """The forward pass."""
        self.variables = (x,)
        return x.data * self.factor

    def backward_var(self, grad, index, **_options):
        """The gradient of operand `index`."""
        return grad * self.factor


def _custom_function():
    x = mg.tensor(data.ten()[0])

    def step():
        y = x
        for _ in range(data.REPEATS):
            y = mg.execute_op(Scale, y)
        y.sum().backward()
        return [float(x.grad.sum())]

    return step


def _adds(constant):
    a, b = (mg.tensor(each, constant=constant) for each in data.ten())

    def step():
        for _ in range(data.REPEATS):
            c = a + b
        return [float(c.data.sum())]

    return step
