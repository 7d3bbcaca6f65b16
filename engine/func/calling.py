"""Modules called with other parameters than their own."""

import contextlib

from engine.ops.joining import stack

_NOTHING = object()


def functional_call(
    module, parameter_and_buffer_dicts, args=None, kwargs=None, *, tie_weights=True, strict=False
):
    """`module(*args, **kwargs)` with the given tensors in the place of its own."""
    tensors = _merged(parameter_and_buffer_dicts)
    if args is None:
        args = ()
    elif not isinstance(args, tuple):
        args = (args,)
    own = {**dict(module.named_parameters(remove_duplicate=False))}
    own.update(module.named_buffers(remove_duplicate=False))
    if strict and own.keys() != tensors.keys():
        raise RuntimeError(
            f"missing: {sorted(own.keys() - tensors.keys())}, "
            f"unexpected: {sorted(tensors.keys() - own.keys())}"
        )
    if tie_weights:
        tensors = _tied(own, tensors)
    with _swapped(module, tensors):
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
    return {**tied, **tensors}


@contextlib.contextmanager
def _swapped(module, tensors):
    before = []
    try:
        for name, value in tensors.items():
            path, _, last = name.rpartition(".")
            owner = module.get_submodule(path)
            table = owner._parameters if last in owner._parameters else owner._buffers
            before.append((table, last, table.get(last, _NOTHING)))
            table[last] = value
        yield
    finally:
        for table, last, value in reversed(before):
            if value is _NOTHING:
                del table[last]
            else:
                table[last] = value


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
