"""`torch.nn.modules.utils`: one value for several dimensions, and prefixes of states."""

from collections.abc import Iterable


def _ntuple(n, name="parse"):
    """A function that gives back an iterable as a tuple, and another value `n` times."""

    def parse(x):
        return tuple(x) if isinstance(x, Iterable) else (x,) * n

    parse.__name__ = name
    return parse


_single, _pair = _ntuple(1, "_single"), _ntuple(2, "_pair")
_triple, _quadruple = _ntuple(3, "_triple"), _ntuple(4, "_quadruple")


def _reverse_repeat_tuple(t, n):
    """Each entry `n` times, the last first: the padding that `F.pad` takes."""
    return tuple(x for x in reversed(t) for _ in range(n))


def consume_prefix_in_state_dict_if_present(state_dict, prefix):
    """Take off, in place, the prefix of keys that `DataParallel` puts there."""
    whole = prefix.replace(".", "")  # what the metadata call the module that had the prefix
    for entries in (state_dict, getattr(state_dict, "_metadata", {})):
        for key in list(entries):
            if key.startswith(prefix) or (entries is not state_dict and key and key == whole):
                entries[key[len(prefix) :]] = entries.pop(key)


__all__ = ["consume_prefix_in_state_dict_if_present"]
