"""Random numbers that are drawn until one is accepted: PyTorch's methods, one element at a time.

Each function takes one element's parameters and the stream, and returns a float.
"""

import math

import numpy as np

_THIRD, _SQUEEZE = np.float32(1 / 3), float(np.float32(0.0331))  # PyTorch has them in float32


def _unit(stream):
    return float(stream.unit64(1)[0])


def gamma(shape, stream):
    """By Marsaglia and Tsang; a shape below 1 is raised by 1, and the result scaled down."""
    scale, one = 1.0, shape.dtype.type(1)
    if shape < 1:
        if shape == 0:
            return 0.0
        scale = (1 - _unit(stream)) ** float(one / shape)
        shape = shape + one
    d = float(shape - _THIRD)
    c = 1 / math.sqrt(9 * d)
    while True:
        x = float(stream.normals(1)[0])
        root = 1 + c * x
        if root <= 0:
            continue
        v = root**3
        u = 1 - _unit(stream)
        if u < 1 - _SQUEEZE * x**4 or math.log(u) < 0.5 * x * x + d * (1 - v + math.log(v)):
            return scale * d * v


def poisson(rate, stream):
    """By multiplying uniform numbers, or from a rate of 10 on by Hörmann's rejection."""
    if rate >= 10:
        return _large_poisson(rate, stream)
    count, product, limit = 0, 1.0, math.exp(-rate)
    while rate:
        product *= _unit(stream)
        if product <= limit:
            break
        count += 1
    return float(count)


def _large_poisson(rate, stream):
    log_rate = math.log(rate)
    b = 0.931 + 2.53 * math.sqrt(rate)
    a = -0.059 + 0.02483 * b
    inverse_alpha = 1.1239 + 1.1328 / (b - 3.4)
    accepted = 0.9277 - 3.6224 / (b - 2)
    while True:
        u, v = _unit(stream) - 0.5, _unit(stream)
        us = 0.5 - abs(u)
        k = math.floor((2 * a / us + b) * u + rate + 0.43)
        if us >= 0.07 and v <= accepted:
            return float(k)
        if k < 0 or (us < 0.013 and v > us):
            continue
        weight = math.log(v) + math.log(inverse_alpha) - math.log(a / (us * us) + b)
        if weight <= k * log_rate - rate - math.lgamma(k + 1):
            return float(k)


def binomial(count, p, stream):
    """By the waits between successes, or where these are many by Hörmann's rejection."""
    if count <= 0 or p <= 0:
        return 0.0
    if p >= 1:
        return count
    rare = min(p, 1 - p)
    draw = _many if count * rare >= 10 else _few
    drawn = draw(count, rare, stream)
    return drawn if p <= 0.5 else count - drawn


def _few(count, p, stream):
    trials, successes, scale = 0.0, 0, math.log1p(-p)
    while True:
        trials += math.ceil(math.log(_unit(stream)) / scale)
        if trials > count:
            return float(successes)
        successes += 1


def _many(count, p, stream):
    spread = math.sqrt(count * p * (1 - p))
    b = 1.15 + 2.53 * spread
    a = -0.0873 + 0.0248 * b + 0.01 * p
    c = count * p + 0.5
    accepted = 0.92 - 4.2 / b
    alpha = (2.83 + 5.1 / b) * spread
    odds, mode = p / (1 - p), math.floor((count + 1) * p)
    while True:
        u, v = _unit(stream) - 0.5, _unit(stream)
        us = 0.5 - abs(u)
        k = math.floor((2 * a / us + b) * u + c)
        if k < 0 or k > count:
            continue
        if us >= 0.07 and v <= accepted:
            return float(k)
        v = math.log(v * alpha / (a / (us * us) + b))
        bound = (mode + 0.5) * math.log((mode + 1) / (odds * (count - mode + 1)))
        bound += (count + 1) * math.log((count - mode + 1) / (count - k + 1))
        bound += (k + 0.5) * math.log(odds * (count - k + 1) / (k + 1))
        bound += _stirling(mode) + _stirling(count - mode) - _stirling(k) - _stirling(count - k)
        if v <= bound:
            return float(k)


def _stirling(k):
    """What Stirling's formula lacks of log k!."""
    return math.lgamma(k + 1) - (k + 0.5) * math.log(k + 1) + (k + 1) - 0.5 * math.log(2 * math.pi)
