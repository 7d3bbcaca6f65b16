"""`torch.compile` and `torch.compiler`: nothing is compiled, everything runs as it is written."""

from engine.nn.modules.module import Module


class OptimizedModule(Module):
    """What `torch.compile` returns for a module: the module as its one part, and its attributes."""

    __module__ = "torch._dynamo.eval_frame"

    def __init__(self, module):
        super().__init__()
        self._orig_mod = module

    def forward(self, *args, **kwargs):
        return self._orig_mod(*args, **kwargs)

    def __getattr__(self, name):
        found = super().__getattr__("_orig_mod")
        return found if name == "_orig_mod" else getattr(found, name)


def compile(
    model=None,
    *,
    fullgraph=False,
    dynamic=None,
    backend="inductor",
    mode=None,
    options=None,
    disable=False,
    recompile_limit=None,
):
    """The function itself, or the module in an OptimizedModule; also a decorator with options."""
    if mode is not None and options is not None:
        raise RuntimeError("compile() takes a mode or options, not both")
    if model is None:
        return lambda given: compile(given, fullgraph=fullgraph, disable=disable)
    if not callable(model):
        raise AssertionError(f"compile() takes a function or a module, not {type(model).__name__}")
    return OptimizedModule(model) if isinstance(model, Module) else model


def disable(fn=None, recursive=True, *, reason=None):
    """The function itself; also a decorator with options."""
    return (lambda given: given) if fn is None else fn


def is_compiling():
    """False."""
    return False


def is_dynamo_compiling():
    """False."""
    return False


def is_exporting():
    """False."""
    return False


def reset():
    """Nothing: nothing was compiled."""


def cudagraph_mark_step_begin():
    """Nothing: there are no graphs of a GPU."""


def allow_in_graph(fn):
    """The function itself."""
    return fn


__all__ = ["OptimizedModule", "compile", "disable", "is_compiling", "reset"]
