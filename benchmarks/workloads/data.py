"""What every library computes with, and the marks that they all have to meet."""

from collections import namedtuple

import numpy as np

CHAIN = 10_000  # scalar operations
REPEATS = 1000  # of one small operation

Net = namedtuple("Net", "sizes batch classes")
SMALL = Net((2, 16, 16, 1), 32, False)
MNIST = Net((784, 256, 128, 10), 128, True)


def random(*shape, seed=0):
    """Normal float32 numbers."""
    return np.random.default_rng(seed).standard_normal(shape).astype(np.float32)


def weights(net):
    """A weight of shape (inputs, outputs) and a bias for each layer."""
    pairs = zip(net.sizes, net.sizes[1:], strict=False)
    return [
        (random(outputs, inputs, seed=n).T / np.float32(inputs**0.5), np.zeros(outputs, np.float32))
        for n, (inputs, outputs) in enumerate(pairs)
    ]


def examples(net):
    """A batch of inputs, and the classes or numbers that are wanted of it."""
    x = random(net.batch, net.sizes[0], seed=8)
    return x, np.arange(net.batch) % net.sizes[-1] if net.classes else random(net.batch, 1)


def mixed():
    """Operands of three shapes that broadcast to 256 by 256."""
    return random(256, 256), random(256, 1, seed=1), random(256, seed=2)


def layer():
    """Weight, bias and input of one layer, 64 wide."""
    return random(64, 64) / 8, random(64), random(64, seed=2)


def ten():
    """Two operands of ten elements."""
    return random(10), random(10, seed=1)
