"""A step length that meets the strong Wolfe conditions (Nocedal and Wright, chapter 3)."""

from collections import namedtuple

import numpy as np

ENOUGH_DESCENT, FLAT_ENOUGH = 1e-4, 0.9


# A place on the line: how far along it is, and loss, gradient and slope there.
Point = namedtuple("Point", "at loss grad slope")


def strong_wolfe(evaluate, step, start, reach, tolerance, most):
    """The Point to go to from `start`, trying `step` first, with at most `most` evaluations.

    `evaluate(step)` gives a Point; `reach` is how far a step of 1 moves any parameter.
    """
    low, high, left = _bracket(evaluate, step, start, most)
    if high is None:
        return low
    return _narrow(evaluate, start, [low, high], reach, tolerance, left)


def _descends(point, start):
    return point.loss <= start.loss + ENOUGH_DESCENT * point.at * start.slope


def _is_flat(point, start):
    return abs(point.slope) <= -FLAT_ENOUGH * start.slope


def _bracket(evaluate, step, start, most):
    """Two points with a good one between them, or a good one and None; and what is left to try."""
    before, here = start, evaluate(step)
    for tried in range(most):
        rises = tried > 1 and here.loss >= before.loss
        if not _descends(here, start) or rises:
            return before, here, most - tried
        if _is_flat(here, start):
            return here, None, 0
        if here.slope >= 0:
            return before, here, most - tried
        bounds = (here.at + 0.01 * (here.at - before.at), here.at * 10)
        before, here = here, evaluate(_lowest(before, here, bounds))
    return start, here, 0


def _lowest(one, other, bounds=None):
    """Where the cubic through both points, with their slopes, is lowest within the bounds."""
    low, high = bounds or sorted((one.at, other.at))
    mean = one.slope + other.slope - 3 * (one.loss - other.loss) / (one.at - other.at)
    square = mean**2 - one.slope * other.slope
    if not square >= 0:
        return (low + high) / 2.0
    root = np.sqrt(square)
    near, far = (one, other) if one.at <= other.at else (other, one)
    share = (far.slope + root - mean) / (far.slope - near.slope + 2 * root)
    return min(max(far.at - (far.at - near.at) * share, low), high)


def _narrow(evaluate, start, ends, reach, tolerance, left):
    """The best point, after the bracket has been narrowed until a point is good enough."""
    slow = False
    low, high = _ordered(ends)
    for _ in range(left):
        if abs(ends[1].at - ends[0].at) * reach < tolerance:
            break
        step, slow = _kept_off(_lowest(*ends), [end.at for end in ends], slow)
        here = evaluate(step)
        if not _descends(here, start) or here.loss >= ends[low].loss:
            ends[high] = here
            low, high = _ordered(ends)
            continue
        good = _is_flat(here, start)
        if not good and here.slope * (ends[high].at - ends[low].at) >= 0:
            ends[high] = ends[low]
        ends[low] = here
        if good:
            break
    return ends[low]


def _ordered(ends):
    """The places of the lower and of the higher end."""
    return (0, 1) if ends[0].loss <= ends[1].loss else (1, 0)


def _kept_off(step, ends, slow):
    """The step, moved inwards where it is at an end or near one for the second time."""
    low, high = min(ends), max(ends)
    margin = 0.1 * (high - low)
    if min(high - step, step - low) >= margin:
        return step, False
    if slow or step >= high or step <= low:
        return (high - margin if abs(step - high) < abs(step - low) else low + margin), False
    return step, True
