"""Subclasses of Tensor: operations on their instances go through `__torch_function__`.

Nothing is looked for before somebody defines such a class. Then it gets methods of its own that
ask the protocol, and the functions of the package are exchanged for ones that look for instances.
"""

import functools
import sys
from types import FunctionType

from engine.errors import unsupported
from engine.ops.declare import OPS
from engine.tensor import Tensor, alias


class _State:
    asleep = 0  # in how many calls, one in the other, the protocol is not asked


class DisableTorchFunctionSubclass:
    """In the block, operations do to instances of subclasses what they do to tensors."""

    __module__ = "torch._C"

    def __enter__(self):
        _State.asleep += 1

    def __exit__(self, *error):
        _State.asleep -= 1


def disabled_torch_function(func, types, args=(), kwargs=None):
    """A `__torch_function__` that does what operations do to plain tensors."""
    with DisableTorchFunctionSubclass():
        return func(*args, **(kwargs or {}))


def torch_function(cls, func, types, args=(), kwargs=None):
    """What becomes of an operation on instances of a subclass: its results are instances, too."""
    if not all(issubclass(cls, t) for t in types):
        return NotImplemented
    result = disabled_torch_function(func, types, args, kwargs)
    return result if func in _PLAIN else _converted(result, cls)


def _converted(value, cls):
    if isinstance(value, Tensor):
        return value if isinstance(value, cls) else as_subclass(value, cls)
    if isinstance(value, tuple | list):
        parts = [_converted(v, cls) for v in value]
        return type(value)(*parts) if hasattr(value, "_fields") else type(value)(parts)
    return value


def as_subclass(self, cls):
    """The tensor as an instance of a subclass, which is a view of it."""
    result = OPS["_alias"](self)
    result.__class__ = cls
    return result


def make_subclass(cls, data, require_grad=False):
    """An instance of a subclass over the memory of a tensor, without its history."""
    result = alias(data)
    result.__class__ = cls
    result.requires_grad = require_grad
    return result


# ---- asking -------------------------------------------------------------------------------------


def overriding(values):
    """The types among the values, and the entries of sequences, that want to be asked."""
    found = []
    for value in values:
        for entry in value if type(value) in (tuple, list) else (value,):
            kind = type(entry)
            if kind not in found and _is_asked(kind):
                place = next((i for i, k in enumerate(found) if issubclass(kind, k)), len(found))
                found.insert(place, kind)  # subclasses first
    return found


def _is_asked(kind):
    if issubclass(kind, Tensor):
        return getattr(kind, "_asked", False)
    return hasattr(kind, "__torch_function__")


def _answer(func, types, args, kwargs):
    """What the first of the types says that knows what `func` does."""
    for kind in types:
        result = kind.__torch_function__(func, tuple(types), args, kwargs)
        if result is not NotImplemented:
            return result
    return NotImplemented


def ask(func, types, args, kwargs):
    """The same; a TypeError if none of them knows."""
    result = _answer(func, types, args, kwargs)
    if result is NotImplemented:
        names = ", ".join(t.__name__ for t in types)
        raise TypeError(f"no __torch_function__ of {names} knows {func.__name__}()")
    return result


def asking(func):
    """A function that asks the types of its arguments, if they want that."""

    @functools.wraps(func)
    def wrapper(*args, **kwargs):
        if not _State.asleep:
            types = overriding((*args, *kwargs.values()))
            if types:
                return ask(wrapper, types, args, kwargs)
        return func(*args, **kwargs)

    return wrapper


def _asking_method(name, func):
    forwards = Tensor.__dict__.get(_REFLECTED.get(name))
    call = _answer if name in _REFLECTED or name in _REFLECTED.values() else ask

    @functools.wraps(func)
    def method(self, *args, **kwargs):
        if _State.asleep:
            return func(self, *args, **kwargs)
        types = overriding((self, *args, *kwargs.values()))
        if forwards is not None and isinstance(args[0], Tensor):
            return call(forwards, types, (args[0], self), {})
        return call(func, types, (self, *args), kwargs)

    return method


def _asking_property(found):
    def get(self):
        if _State.asleep:
            return found.fget(self)
        return ask(found.__get__, [type(self)], (self,), {})

    def put(self, value):
        with DisableTorchFunctionSubclass():
            found.fset(self, value)

    return property(get, found.fset and put, found.fdel)


def _name_methods():
    """Let methods have the names by which the protocol knows them."""
    for name, found in Tensor.__dict__.items():
        if not isinstance(found, FunctionType):
            continue
        if name in _OPERATORS or found.__name__ not in Tensor.__dict__:
            found.__name__ = _OPERATORS.get(name, name)


# ---- a class is defined -------------------------------------------------------------------------

_ARITHMETIC = ("add", "sub", "mul", "pow", "matmul")
_OPERATORS = {
    **{f"__{name}__": name for name in (*_ARITHMETIC, "neg", "abs", "gt", "ge", "lt", "le")},
    **{f"__i{name}__": f"{name}_" for name in ("add", "sub", "mul")},
    **{f"__r{name}__": name for name in ("add", "mul", "matmul")},
    **{f"__r{name}__": f"__r{name}__" for name in ("sub", "pow")},
    "__itruediv__": "div_",
    "__truediv__": "div",
    "__rtruediv__": "__rdiv__",
    "__mod__": "remainder",
}
_REFLECTED = {f"__r{n}__": f"__{n}__" for n in (*_ARITHMETIC, "truediv", "mod", "floordiv")}
_NEVER = {"__init__", "__new__", "__hash__", "__torch_function__", "__init_subclass__"}
_NEVER |= {"__reduce_ex__", "__deepcopy__", "_renew", "_take_data", "as_subclass"}
_PLAIN = {Tensor.__dict__[n].__get__ for n in ("grad", "_base", "_grad_fn", "grad_fn")}
_MODULES = ("", ".autograd", ".nn.functional", ".linalg", ".fft", ".special")
_MAKING = {"tensor", "as_tensor", "asarray", "from_numpy", "is_tensor", "typename", "save", "load"}


def defined(cls, **kwargs):
    """`__init_subclass__` of Tensor: the class's instances are asked, unless it says otherwise."""
    super(Tensor, cls).__init_subclass__(**kwargs)
    if "__torch_dispatch__" in cls.__dict__:
        raise unsupported("classes of tensors with __torch_dispatch__", "use __torch_function__")
    if cls.__module__.partition(".")[0] in ("engine", "torch"):
        return
    cls._opening = f"{cls.__name__}("  # of the printed form
    if cls.__torch_function__ is disabled_torch_function:
        return
    cls._asked = True
    for name, found in Tensor.__dict__.items():
        if name in _NEVER or getattr(cls, name, None) is not found:
            continue
        if isinstance(found, property):
            setattr(cls, name, _asking_property(found))
        elif isinstance(found, FunctionType):
            setattr(cls, name, _asking_method(name, found))
    _exchange_functions()


_exchanged = []  # (names of a module, name, its own function), once there is a subclass


def _exchange_functions():
    """Let the functions of the package look for instances, from now on."""
    if _exchanged:
        return
    _name_methods()
    root = __name__.partition(".")[0]
    found = {}
    for end in _MODULES:
        names = vars(sys.modules[root + end])
        for name, value in list(names.items()):
            if isinstance(value, FunctionType) and name not in _MAKING and name[0] != "_":
                _exchanged.append((names, name, value))
                names[name] = found.setdefault(value, asking(value))


def exchange_back():
    """Give the package its own functions again, for who runs one program after another."""
    for names, name, value in _exchanged:
        names[name] = value
    _exchanged.clear()


def attach():
    """Give Tensor what subclasses need."""
    Tensor.__init_subclass__ = classmethod(defined)
    Tensor.__torch_function__ = classmethod(torch_function)
    Tensor._make_subclass = staticmethod(make_subclass)
    Tensor.as_subclass = as_subclass
