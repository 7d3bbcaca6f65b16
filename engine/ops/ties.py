"""Which of equal elements sort, topk, kthvalue and mode pick.

Their indices are not defined where elements are equal, but programs print them. PyTorch takes what
its selection algorithms leave in place: the C++ library's introselect, and quickselect with the
median of three as pivot. For lines with equal elements the same steps are gone through here; all
other lines have one answer, and NumPy finds it faster.
"""

import numpy as np


def has_ties(ordered):
    """Whether any two neighbours in the last dimension of a sorted array are equal, or both NaN."""
    here, next_ = ordered[..., :-1], ordered[..., 1:]
    both = (here != here) & (next_ != next_)
    return ((here == next_) | both).any(axis=-1)


def nth_element(places, nth, less):
    """Reorder the list `places` so that the one at `nth` is where sorting would put it."""
    first, last = 0, len(places)
    while last - first > 3:
        cut = _partition(places, first, last, less)
        if cut <= nth:
            first = cut
        else:
            last = cut
    places[first:last] = insertion_sorted(places[first:last], less)


def _partition(places, first, last, less):
    """Split around the median of three; return where the second part begins."""
    middle = first + (last - first) // 2
    _median_to(places, first, first + 1, middle, last - 1, less)
    pivot, low, high = places[first], first + 1, last
    while True:
        while less(places[low], pivot):
            low += 1
        high -= 1
        while less(pivot, places[high]):
            high -= 1
        if low >= high:
            return low
        places[low], places[high] = places[high], places[low]
        low += 1


def _median_to(places, target, a, b, c, less):
    """Swap the median of three places to `target`."""
    x, y, z = places[a], places[b], places[c]
    if less(x, y):
        chosen = b if less(y, z) else c if less(x, z) else a
    else:
        chosen = a if less(x, z) else c if less(y, z) else b
    places[target], places[chosen] = places[chosen], places[target]


def insertion_sorted(part, less):
    """Sorted stably; what comes before the first goes there at once, which matters beside NaN."""
    done = []
    for place in part:
        at = len(done)
        if at and at < 16 and less(place, done[0]):
            at = 0
        while at and less(place, done[at - 1]):
            at -= 1
        done.insert(at, place)
    return done


def introsort(places, less):
    """Sort a list as the C++ library does: by partitions, short ones by insertion."""
    pending = [(0, len(places))]
    while pending:
        first, last = pending.pop()
        while last - first > 16:
            cut = _partition(places, first, last, less)
            pending.append((cut, last))
            last = cut
    return insertion_sorted(places, less)


def quick_select(places, k, above):
    """Reorder `places` so that the one at `k` is where sorting would put it."""
    left, right = 0, len(places) - 1

    def swap(a, b):
        places[a], places[b] = places[b], places[a]

    def ordered(a, b):
        if above(places[a], places[b]):
            swap(a, b)

    while right > left:
        if right == left + 1:
            ordered(left, right)
            return
        swap(left + (right - left) // 2, left + 1)
        ordered(left + 1, right)
        ordered(left, right)
        ordered(left + 1, left)
        low, high, pivot = left + 1, right, places[left]
        while True:
            low += 1
            while above(pivot, places[low]):
                low += 1
            high -= 1
            while above(places[high], pivot):
                high -= 1
            if high < low:
                break
            swap(low, high)
        swap(left, high)
        if high <= k:
            left = low
        if high >= k:
            right = high - 1


def less_in(line):
    """Whether the first place of two holds the smaller value; NaN is the largest."""
    values = line.tolist()

    def less(a, b):
        x, y = values[a], values[b]
        return (x == x and y != y) or x < y

    return less


def top_places(line, k, largest):
    """Where the first `k` of a line are, in the order in which PyTorch returns them."""
    smaller = less_in(line)
    before = (lambda a, b: smaller(b, a)) if largest else smaller
    places = list(range(len(line)))
    if k * 64 <= len(line):
        return _partially_sorted(places, k, before)
    nth_element(places, k - 1, before)
    return introsort(places[: k - 1], before) + places[k - 1 : k]


def _partially_sorted(places, k, before):
    """By a heap of the first `k`, into which the others are swapped if they come before its top."""
    heap = places[:k]
    for parent in range((k - 2) // 2, -1, -1):
        _sift(heap, parent, k, heap[parent], before)
    for place in places[k:]:
        if before(place, heap[0]):
            _sift(heap, 0, k, place, before)
    for size in range(k - 1, 0, -1):
        last, heap[size] = heap[size], heap[0]
        _sift(heap, 0, size, last, before)
    return heap


def _sift(heap, hole, size, value, before):
    """Move the hole down to a leaf, then `value` up from there."""
    top, child = hole, hole
    while child < (size - 1) // 2:
        child = 2 * (child + 1)
        if before(heap[child], heap[child - 1]):
            child -= 1
        heap[hole], hole = heap[child], child
    if size % 2 == 0 and child == (size - 2) // 2:
        child = 2 * (child + 1)
        heap[hole], hole = heap[child - 1], child - 1
    parent = (hole - 1) // 2
    while hole > top and before(heap[parent], value):
        heap[hole], hole = heap[parent], parent
        parent = (hole - 1) // 2
    heap[hole] = value


def kth_place(line, k):
    """Where PyTorch finds the `k`-th smallest of a line, counted from 0."""
    smaller = less_in(line)
    places = list(range(len(line)))
    quick_select(places, k, lambda a, b: smaller(b, a))
    return places[k]


def sorted_places(line, descending):
    """The order into which PyTorch sorts a line if it need not be stable."""
    smaller = less_in(line)
    return introsort(
        list(range(len(line))), (lambda a, b: smaller(b, a)) if descending else smaller
    )


def mode_place(line):
    """Where PyTorch finds the most frequent value of a line, the smallest of several."""
    values = line.tolist()

    def less(a, b):
        return values[a] < values[b]

    best = most = run = 0
    places = introsort(list(range(len(values))), less)
    for place, next_ in zip(places, [*places[1:], None], strict=True):
        run += 1
        if next_ is None or values[place] != values[next_]:
            if run > most:
                best, most = place, run
            run = 0
    return best


def corrected(chosen, x, ordered, pick):
    """Places `chosen` along the last dimension, with those of lines with ties picked anew.

    `ordered` are the sorted lines of `x`; `pick(line)` returns the places of one line.
    """
    tied = has_ties(ordered)
    if tied.any():  # rare, and then slow
        chosen = chosen.copy()
        for at in zip(*np.nonzero(np.atleast_1d(tied)), strict=True):
            at = at if x.ndim > 1 else ()
            chosen[at] = pick(x[at])
    return chosen
