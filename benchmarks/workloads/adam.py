"""Adam in plain NumPy, for libraries without optimizers."""

import numpy as np


class Adam:
    """Kingma and Ba, 2014, algorithm 1; `lr` is 0 so that every step is alike."""

    def __init__(self, lr=0.0, betas=(0.9, 0.999), eps=1e-8):
        self.lr, self.betas, self.eps = lr, betas, eps
        self.moments, self.steps = None, 0

    def __call__(self, parameters, gradients):
        """Changes the arrays `parameters` in place."""
        one, two = self.betas
        self.moments = self.moments or [(np.zeros_like(p), np.zeros_like(p)) for p in parameters]
        self.steps += 1
        step, root = self.lr / (1 - one**self.steps), (1 - two**self.steps) ** 0.5
        for p, g, (m, v) in zip(parameters, gradients, self.moments, strict=True):
            m *= one
            m += (1 - one) * g
            v *= two
            v += (1 - two) * g * g
            p -= step * m / (np.sqrt(v) / root + self.eps)
