"""The order in which leaves that are ready at the same time get their gradients.

In the queue of a pass, all leaves have equal priority and precede every node. PyTorch's queue is a
binary heap, which is not stable: which leaf is next depends on how many others wait.
"""


def popped(leaves, waiting, ready):
    """The leaves in the order in which they are taken.

    `waiting` is the number of ready nodes when each leaf arrived; now there are `ready`.
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
    """Sift a value up from `place`."""
    while value is not None and place and heap[(place - 1) // 2] is None:
        heap[place] = None
        place = (place - 1) // 2
    heap[place] = value


def _sink(heap, value):
    """Sift the hole at the top down, to the right among equals, and put `value` there."""
    place, size = 0, len(heap)
    while 2 * place + 1 < size:
        child = 2 * place + 2
        if child == size or (heap[child] is None and heap[child - 1] is not None):
            child -= 1
        heap[place], place = heap[child], child
    _rise(heap, place, value)
