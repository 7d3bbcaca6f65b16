"""Modules called with other parameters than their own."""

import contextlib

from engine.nn.modules.batchnorm import _BatchNorm
from engine.ops.joining import stack
from engine.tensor import Tensor

_NOTHING = object()


def functional_call(
    module, parameter_and_buffer_dicts, args=None, kwargs=None, *, tie_weights=True, strict=False
):
    """`module(*args, **kwargs)` with the given tensors in the place of its own."""
    given = _merged(parameter_and_buffer_dicts)
    if args is None:
        args = ()
    elif not isinstance(args, tuple):
        args = (args,)
    own = dict(module.named_parameters(remove_duplicate=False))
    own.update(module.named_buffers(remove_duplicate=False))
    tensors = _tied(own, given) if tie_weights else given
    if strict and own.keys() != tensors.keys():
        raise RuntimeError(
            f"missing: {sorted(own.keys() - tensors.keys())}, "
            f"unexpected: {sorted(tensors.keys() - own.keys())}"
        )
    with _swapped(module, tensors, given):
        return module(*args, **(kwargs or {}))


def _merged(dicts):
    if isinstance(dicts, dict):
        return dicts
    if not isinstance(dicts, tuple | list):
        raise ValueError(f"parameters are a dict or several, not {type(dicts).__name__}")
    if not all(isinstance(d, dict) for d in dicts):
        raise ValueError("parameters are a dict or several dicts")
    merged = {}
    for part in dicts:
        if not merged.keys().isdisjoint(part):
            raise ValueError(f"given twice: {sorted(merged.keys() & part.keys())}")
        merged.update(part)
    return merged


def _tied(own, tensors):
    """A tensor that the module knows by several names is replaced under all of them."""
    given = {}
    for name, value in tensors.items():
        if name in own and given.setdefault(id(own[name]), value) is not value:
            raise ValueError(f"{name!r} is tied to another name, which got another tensor")
    tied = {name: given[id(value)] for name, value in own.items() if id(value) in given}
    return {**tensors, **tied}


@contextlib.contextmanager
def _swapped(module, tensors, given):
    """Within, the module has these tensors; what it made of those `given` is put there again.

    They are put back in the same order: a module that has two names keeps what it was given.
    """
    before = {}
    try:
        for name, value in tensors.items():
            before[name] = _exchanged(module, name, value)
        yield
    finally:
        after = {name: _exchanged(module, name, value) for name, value in before.items()}
        given.update({name: after[name] for name in given.keys() & after.keys()})


def _exchanged(module, name, value):
    """Put a tensor in the place of what a module has under that name, which is returned."""
    path, _, last = name.rpartition(".")
    owner = module.get_submodule(path)
    _check_tensor(name, value)
    if not last:
        raise KeyError(f"{name!r} is not the name of a tensor")
    found = getattr(owner, last, _NOTHING)
    _check_tensor(name, found)
    for table in (owner._parameters, owner._buffers):
        if last in table:
            table[last] = value
            if value is _NOTHING:
                del table[last]
            return found
    if value is not _NOTHING:
        setattr(owner, last, value)
    elif found is not _NOTHING:
        delattr(owner, last)
    return found


def _check_tensor(name, value):
    if not isinstance(value, Tensor) and value is not None and value is not _NOTHING:
        raise TypeError(f"{name!r} is no tensor: it is a {type(value).__name__}")


def stack_module_state(models):
    """The parameters and the buffers of models of one kind, stacked, as two dicts."""
    if not models:
        raise RuntimeError("there are no models to stack")
    if any(model.training != models[0].training for model in models):
        raise RuntimeError("the models differ in training mode")
    if any(type(model) is not type(models[0]) for model in models):
        raise RuntimeError("the models differ in type")
    parameters = {
        name: _stacked([dict(m.named_parameters())[name] for m in models])
        for name, _ in models[0].named_parameters()
    }
    buffers = {
        name: stack([dict(m.named_buffers())[name] for m in models])
        for name, _ in models[0].named_buffers()
    }
    return parameters, buffers


def _stacked(parameters):
    """A leaf that requires grad as all of the parameters do."""
    wants = parameters[0].requires_grad
    if any(p.requires_grad != wants for p in parameters):
        raise RuntimeError("the models differ in which parameters require grad")
    return stack([p.detach() for p in parameters]).requires_grad_(wants)


def replace_all_batch_norm_modules_(root):
    """Let all batch norms in the module normalise by the batch alone: `vmap` has one a sample."""
    for module in root.modules():
        if isinstance(module, _BatchNorm) and module.track_running_stats:
            module.running_mean = module.running_var = module.num_batches_tracked = None
            module.track_running_stats = False
    return root
