"""The order of arguments in old programs: the factor stands in the second place."""

from engine.warn import warn_once

OLD = {"add", "addcdiv", "addcmul", "sub"}


def in_new_order(name, positional, keywords, args, kwargs):
    """The arguments as they are written now; TypeError if there are simply too many."""
    old = name in OLD and len(args) == positional + 1
    if not old or not isinstance(args[1], bool | int | float | complex):
        raise TypeError(
            f"{name}() takes at most {positional} positional arguments, {len(args)} were given"
        )
    factor = keywords[0]
    warn_once("a factor in the second place is deprecated; give it by its name", stacklevel=4)
    return (args[0], *args[2:]), {**kwargs, factor: args[1]}
