"""Errors: of what PyTorch can do and this engine cannot, and of linear algebra."""


class UnsupportedError(NotImplementedError):
    """The engine does not do this; the message names what was asked for."""


def unsupported(what, instead=""):
    """The error to raise for `what`, with a way out where there is one."""
    return UnsupportedError(f"the engine does not support {what}{'; ' if instead else ''}{instead}")


def refused(name, error, *message):
    """A function of that name that raises `error(*message)`, whatever it is given."""

    def refuse(*args, **kwargs):
        raise error(*message)

    refuse.__name__ = refuse.__qualname__ = name
    refuse.__doc__ = f"Refused: {error(*message)}."
    return refuse


class _LinAlgError(RuntimeError):
    """A matrix is singular, or an algorithm did not come to an end."""

    __module__ = "torch._C"


LinAlgError = _LinAlgError
