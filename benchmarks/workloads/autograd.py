"""HIPS autograd: functions are differentiated, not tensors."""

import autograd.numpy as anp
import numpy as np
from autograd import grad, jacobian, make_vjp, value_and_grad
from autograd.extend import defvjp, primitive

from benchmarks.workloads import data
from benchmarks.workloads.adam import Adam


def workloads():
    """A table from a name to a function that prepares one step."""
    return {
        "scalar_chain": lambda: lambda: list(grad(_chain, (0, 1))(1.0001, 0.0001)),
        "mlp_step_small": lambda: _training(data.SMALL, _squared_error, _sgd),
        "mlp_step_mnist": lambda: _training(data.MNIST, _cross_entropy, _sgd),
        "mlp_mnist_adam": lambda: _training(data.MNIST, _cross_entropy, Adam()),
        "broadcast_ops": lambda: lambda: _sizes(grad(_mixed, (0, 1, 2))(*data.mixed())),
        "double_backward": _double_backward,
        "jacobian": _jacobian,
        "custom_function": _custom_function,
        "op_add_plain": _plain_adds,
        "op_add_record": _recorded_adds,
    }


def _sizes(gradients):
    return [float(np.abs(g).sum()) for g in gradients]


def _chain(w, b):
    y = w
    for _ in range(data.CHAIN // 2):
        y = y * w + b
    return y


def _mixed(x, y, z):
    h = anp.tanh(x * y + z)
    return anp.sum(anp.exp(h * 0.1) * x + h)


def _output(parameters, x, activation):
    *hidden, (weight, bias) = zip(parameters[::2], parameters[1::2], strict=True)
    for w, b in hidden:
        x = activation(x @ w + b)
    return x @ weight + bias


def _parameters(net):
    return [array.copy() for pair in data.weights(net) for array in pair]


def _squared_error(out, y):
    return anp.mean((out - y) ** 2)


def _cross_entropy(out, labels):
    out = out - anp.max(out, axis=1, keepdims=True)
    logs = out - anp.log(anp.sum(anp.exp(out), axis=1, keepdims=True))
    return -anp.sum(logs * np.eye(out.shape[1], dtype=np.float32)[labels]) / len(labels)


def _sgd(parameters, gradients):
    for p, g in zip(parameters, gradients, strict=True):
        p -= 0.0 * g


def _training(net, loss_of, update):
    x, y = data.examples(net)
    parameters = _parameters(net)
    both = value_and_grad(lambda p: loss_of(_output(p, x, lambda h: anp.maximum(h, 0)), y))

    def step():
        loss, gradients = both(parameters)
        update(parameters, gradients)
        return [float(loss)]

    return step


def _double_backward():
    x, y = data.examples(data.SMALL)
    parameters = _parameters(data.SMALL)
    inner = grad(lambda p: _squared_error(_output(p, x, anp.tanh), y))
    outer = grad(lambda p: sum(anp.sum(g * g) for g in inner(p)))
    return lambda: _sizes(outer(parameters)[:5])


def _jacobian():
    w, b, x = data.layer()
    rows = jacobian(lambda v: anp.tanh(anp.dot(w, v) + b))
    return lambda: rows(x)


def _custom_function():
    factor = np.float32(1.001)
    scale = primitive(lambda x: x * factor)
    defvjp(scale, lambda _out, _x: lambda g: g * factor)

    def repeated(x):
        for _ in range(data.REPEATS):
            x = scale(x)
        return anp.sum(x)

    gradient, x = grad(repeated), data.ten()[0]
    return lambda: [float(gradient(x).sum())]


def _plain_adds():
    a, b = data.ten()

    def step():
        for _ in range(data.REPEATS):
            c = anp.add(a, b)
        return [float(c.sum())]

    return step


def _recorded_adds():
    a, b = data.ten()

    def adds(x):
        for _ in range(data.REPEATS):
            c = x + b
        return c

    return lambda: [float(make_vjp(adds)(a)[1].sum())]
