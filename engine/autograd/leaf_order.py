"""The order in which leaves that are complete at once get their gradients.

All leaves are equal to the queue of a pass, and come before every node. PyTorch's queue is a binary
heap, which does not keep the order of equals: which is next depends on how many others wait.
"""


def popped(leaves, waiting, ready):
    """The leaves in the order in which they are taken.

    `waiting` says of each how many nodes were ready when it came; now that are `ready`.
    """
    heap = []  # None stands for any node
    for number, leaf in enumerate(leaves):
        heap += [None] * (waiting[number] + number - len(heap))
        heap.append(leaf)
        _rise(heap, len(heap) - 1, leaf)
    heap += [None] * (ready + len(leaves) - len(heap))
    found = []
    while len(found) < len(leaves):
        found.append(heap[0])
        last = heap.pop()
        if heap:
            _sink(heap, last)
    return found


def _rise(heap, place, value):
    """Put a value in its place on the way up from `place`."""
    while value is not None and place and heap[(place - 1) // 2] is None:
        heap[place] = None
        place = (place - 1) // 2
    heap[place] = value


def _sink(heap, value):
    """Fill the top from below, of equals from the right, and put `value` where that ends."""
    place, size = 0, len(heap)
    while 2 * place + 1 < size:
        child = 2 * place + 2
        if child == size or (heap[child] is None and heap[child - 1] is not None):
            child -= 1
        heap[place], place = heap[child], child
    _rise(heap, place, value)
