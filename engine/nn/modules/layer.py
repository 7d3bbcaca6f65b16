"""Modules that keep options and call a function with them."""

import inspect

from engine.nn import functional
from engine.nn.modules.module import Module

REQUIRED = inspect.Parameter.empty


class Layer(Module):
    """Base of what `layer` makes: options become attributes, and `forward` passes them on."""

    _options = _shown = _buffers_among = ()

    def __init__(self, *args, **kwargs):
        super().__init__()
        for key, value in self._bind(args, kwargs).items():
            if key in self._buffers_among:
                self.register_buffer(key, value)
            else:
                setattr(self, key, value)

    @classmethod
    def _bind(cls, args, kwargs):
        """The options by name, defaults included."""
        try:
            bound = cls._signature.bind(*args, **kwargs)
        except TypeError as error:
            raise TypeError(f"{cls.__name__}: {error}") from None
        bound.apply_defaults()
        return bound.arguments

    def _given(self):
        return {key: getattr(self, key) for key in self._options}

    def forward(self, input):
        return getattr(functional, self._function)(input, **self._given())

    def extra_repr(self):
        parts = []
        for key in self._shown:
            value = getattr(self, key)
            if key == "inplace":
                parts += ["inplace=True"] if value else []
            else:
                parts.append(f"{key}={value!r}")
        return ", ".join(parts)


def layer(name, function, where, *, base=Layer, shown=(), buffers=(), first_named=0, **options):
    """A module of that name at `torch.nn.modules.<where>` that calls `functional.<function>`.

    `shown` are the options it prints (`inplace` only where it is set), `buffers` those that are
    tensors; those from `first_named` on, if given, are passed by name only.
    """
    kinds = inspect.Parameter
    parameters = [
        kinds(
            key,
            kinds.KEYWORD_ONLY
            if first_named and i >= first_named - 1
            else kinds.POSITIONAL_OR_KEYWORD,
            default=default,
        )
        for i, (key, default) in enumerate(options.items())
    ]
    signature = inspect.Signature(parameters)
    body = {
        "__doc__": f"`{function}` as a module.",
        "__module__": f"torch.nn.modules.{where}",
        "__signature__": signature,
        "_signature": signature,
        "_function": function,
        "_options": tuple(options),
        "_shown": shown,
        "_buffers_among": buffers,
    }
    return type(name, (base,), body)
