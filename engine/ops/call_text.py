"""The text of the function that users call for one operation; put together once, when declared.

What the names in it stand for is in `engine.ops.compiled`, which also says why it is a text.
"""

from engine.ops.arguments import OLD
from engine.ops.op import MISSING
from engine.ops.outs import LOOKING_FIRST

_NAMES = {
    *("cls", "data", "forward", "modes", "new", "node"),
    *("operation", "result", "several", "t", "x"),
}
"""What the text itself names, which parameters of an operation so cannot be called."""

_ADDING = {
    "cumprod",
    "cumsum",
    "nansum",
    "prod",
    "sum",
}  # their `dtype` may be one without gradients


class CallText:
    """Puts the text together, with a `scope` of what it names of this operation alone."""

    def __init__(self, operation, creation):
        self.operation, self.view = operation, creation is not None
        self.names = operation.parameters
        self.first = self.names[0]
        self.old = operation.name in OLD  # whether it takes the arguments in another order, too
        if taken := _NAMES & set(self.names):
            raise TypeError(f"{operation.name}() cannot have parameters named {sorted(taken)}")
        self.inputs = [self.names[i] for i in operation.places]
        self.given = "(" + ", ".join(self.names) + ",)"
        self.out = "None" if self.view else "out"  # views take no such argument
        self.scope = {
            "cls": operation.node,
            "creation": creation,
            "defaults": operation.defaults,
            "forward": operation.forward,
        }

    def whole(self):
        """The definition of `apply`."""
        lines = self._head()
        if self.operation.variadic:
            lines += self._joined()
        else:
            lines += [*self._forward(), *self._result()]
        return "\n".join(
            ["def apply(" + self._signature() + "):", *("    " + x for x in lines), ""]
        )

    def _signature(self):
        parts = []
        pairs = zip(self.names, self.operation.defaults, strict=True)
        for place, (name, default) in enumerate(pairs):
            if place == self.operation.positional:
                parts.append("*old" if self.old else "*")
            parts.append(f"{name}=MISSING" if default is MISSING else f"{name}=defaults[{place}]")
        if self.view:
            return ", ".join([*parts, "**more"])
        starred = any(part.startswith("*") for part in parts)
        return ", ".join([*parts, *([] if starred else ["*"]), "out=None", "**more"])

    def _head(self):
        required = [
            n for n, d in zip(self.names, self.operation.defaults, strict=True) if d is MISSING
        ]
        not_usual = f"not isinstance({self.first}, Tensor)"
        if self.operation.variadic:
            not_usual = f"type({self.first}) not in (tuple, list) or not {self.first}"
            if self.operation.saved_names:
                raise TypeError(
                    f"{self.operation.name}() is on a sequence, and cannot save tensors"
                )
        numbers = " or ".join(f"isinstance({n}, Tensor)" for n in self.operation.numbers)
        counted = [
            f"if {numbers}:",
            f"    return slowly(with_numbers(operation, {self.given}), {self.out})",
        ]
        flags = " or ".join(f"type({n}) is not bool" for _, n in self.operation.flags)
        checked = [
            f"if {flags}:",
            f"    check_flags(operation.name, operation.flags, {self.given}, {{}})",
        ]
        old = ["if old:", f"    return slowly(reorder({self.given}, old, more), {self.out})"]
        return [
            *(old if self.old else []),
            f"if more or {required[-1]} is MISSING:",
            f"    return slowly(rebind({self.given}, more), {self.out})",
            *(counted if numbers else []),
            *(checked if flags else []),
            f"if {not_usual}:",
            f"    return slowly({self.given}, {self.out})",
        ]

    def _joined(self):
        """The whole for an operation on a sequence of tensors that saves nothing."""
        first = self.first
        arguments = ", ".join([f"_{first}", *self.names[1:]])
        return [
            "try:",
            f"    _{first} = [t._data for t in {first}]",
            "except AttributeError:",
            f"    return slowly({self.given}, out)",
            "try:",
            f"    data = forward({arguments})",
            "except complaints as error:",
            f"    raise refused(operation, error, {self.given}, out) from None",
            "result = new(Tensor)",
            "result._data = data",
            f"for t in {first}:",
            "    if t._requires:",
            "        if modes.grad and data.dtype.kind in 'fc':",
            *("            " + x for x in self._join_edges()),
            "        break",
            "if careful:",
            f"    settle(operation, {self.given}, (result,))",
            f"return result if out is None else {self._written()}",
        ]

    def _written(self):
        """The result stored in what was given as `out=`."""
        return f"write_out(out, result, operation.name, {self.given})"

    def _join_edges(self):
        first = self.first
        return [
            "node = new(cls)",
            "node._sequence = next_number()",
            f"node._edges = tuple([edge_of(t) if t._requires else None for t in {first}])",
            *self._kept(),
            "dtype = data.dtype",
            f"for x in _{first}:",
            "    if x.dtype is not dtype:",
            "        node._dtypes = tuple(",
            f"            [x.dtype if x.dtype.kind in 'fc' else None for x in _{first}]",
            "        )",
            "        break",
            "result._node, result._requires = node, True",
            self._if_kept(),
            f"    finish(node, result, given={self.given})",
        ]

    def _forward(self):
        """Arrays of whatever may be a tensor, then the forward function."""
        lines = [
            f"_{self.first} = " + (f"own({self.first})" if self.view else f"{self.first}._data")
        ]
        arguments = []
        for place, name in enumerate(self.names):
            default = self.operation.defaults[place]
            passed = name
            if place == 0:
                passed = f"_{name}"
            elif not self.view and (name in self._tensors() or default in (MISSING, None)):
                lines.append(f"_{name} = {name}._data if isinstance({name}, Tensor) else {name}")
                if name not in self.operation.formulas:  # perhaps a sequence of tensors
                    lines.append(f"if type(_{name}) is list or type(_{name}) is tuple:")
                    lines.append(f"    _{name} = array_of(_{name})")
                passed = f"_{name}"
            keyword = place >= self.operation.positional
            arguments.append(f"{name}={passed}" if keyword else passed)
        if self.operation.name in LOOKING_FIRST and not self.view:
            lines.append("if out is not None:")
            lines.append(f"    check_out(operation.name, out, {self.given})")
        return [
            *lines,
            "try:",
            f"    data = forward({', '.join(arguments)})",
            "except complaints as error:",
            f"    raise refused(operation, error, {self.given}, {self.out}) from None",
            "if isinstance(data, (tuple, list)):",
            f"    return several({self.given}, data, {self.out})",
        ]

    def _tensors(self):
        return {*self.operation.formulas, *self.operation.saves}

    def _result(self):
        lines = []
        if self.view:
            lines += [
                f"if {self.first}._inference:",
                f"    return share_view({self.given}, data)",
            ]
        lines += ["result = new(Tensor)", "result._data = data"]
        if self.inputs:
            lines += [f"wants_{n} = {self._wants(n)}" for n in self.inputs]
            wanted = " or ".join(f"wants_{n}" for n in self.inputs)
            lines += [f"if ({wanted}) and modes.grad and data.dtype.kind in 'fc':"]
            lines += ["    " + x for x in self._record()]
            if self.operation.name in _ADDING:
                lines += [f"elif ({wanted}) and modes.grad and dtype is not None:"]
                lines += ["    raise RuntimeError('integers and bools have no gradients')"]
        if self.view:
            rest = self.given.replace(f"({self.first}, ", "(", 1) if len(self.names) > 1 else "()"
            lines += [
                f"track_view(result, {self.first}, operation.step({rest}), creation)",
                "if careful:",
                f"    settle_views(operation, {self.given}, (result,))",
                "return result",
            ]
        else:
            lines += [
                "if careful:",
                f"    settle(operation, {self.given}, (result,))",
                f"return result if out is None else {self._written()}",
            ]
        return lines

    def _wants(self, name):
        """Whether an input requires grad."""
        if name == self.first:
            return f"{name}._requires"
        return f"isinstance({name}, Tensor) and {name}._requires"

    def _record(self):
        made = self._overloaded() if self.operation.overload else "cls"
        edges = ", ".join([f"edge_of({n}) if wants_{n} else None" for n in self.inputs])
        if self.operation.alone:
            pairs = ", ".join([f"({n}, wants_{n})" for n in self.inputs])
            edges = f"*[edge_of(x) for x, wants in ({pairs},) if wants]"
        return [
            f"node = new({made})",
            "node._sequence = next_number()",
            f"node._edges = ({edges},)",
            *self._saved(),
            *self._kept(),
            *self._metadata(),
            "result._node = node",
            "result._requires = True",
            self._if_kept(),
            f"    finish(node, result, given={self.given})",
        ]

    def _overloaded(self):
        """The class of the node; the first of each number is made by the operation."""
        self.scope |= {"nodes": self.operation.nodes, "overload": self.operation.overload}
        asked = ", ".join([self.names[i] for i in self.operation.overload_places])
        return f"nodes.get(overload({asked})) or operation.overloaded({self.given})"

    def _if_kept(self):
        """What is written to `out=` is not recorded in the end: nothing of it is packed."""
        return "if careful:" if self.view else "if careful and out is None:"

    def _saved(self):
        """What the formulas of the inputs that want gradients name, and nothing else."""
        names = self.operation.saved_names
        if not names:
            return []
        lines = []
        for place, name in enumerate(names):
            pairs = zip(self.inputs, self.operation.needs, strict=True)
            users = [f"wants_{n}" for n, needs in pairs if name in needs]
            value = "SavedResult(result)" if name == "result" else name
            wanted = "True" if self.operation.keeps_all else " or ".join(users)
            lines.append(f"saved{place} = {value} if {wanted} else None")
        some = " or ".join(f"saved{i} is not None" for i in range(len(names)))
        values = ", ".join(f"saved{i}" for i in range(len(names)))
        lines += [f"if {some}:", f"    node._saved = ({values},)"]
        if names != ["result"]:
            lines.append("    node._versions = versions_of(node._saved)")
        return lines

    def _metadata(self):
        """Shapes and dtypes of inputs, where gradients will not have them by themselves."""
        lines = ["dtype = data.dtype"]
        dtypes = [f"getattr(_{n}, 'dtype', dtype) is not dtype" for n in self.inputs]
        values = ", ".join(f"_{n}.dtype if wants_{n} else None" for n in self.inputs)
        lines += [f"if {' or '.join(dtypes)}:", f"    node._dtypes = ({values},)"]
        if len(self.inputs) == 1 or not self.operation.broadcasts:
            return lines
        shapes = [f"wants_{n} and _{n}.shape != shape" for n in self.inputs]
        values = ", ".join(f"_{n}.shape if wants_{n} else None" for n in self.inputs)
        lines += ["shape = data.shape", f"if {' or '.join(shapes)}:"]
        return [*lines, f"    node._shapes = ({values},)"]

    def _kept(self):
        values = []
        for name, keeper in zip(self.operation.kept_names, self.operation.keepers, strict=True):
            if name == f"{self.first}_shape":
                values.append(f"_{self.first}.shape")
            elif name == f"{self.first}_shapes":
                values.append(f"[x.shape for x in _{self.first}]")
            elif name in self.names:
                values.append(name)
            elif name.endswith("_strides"):
                values.append(f"_{name.replace('_strides', '.strides')}")
            else:
                self.scope[f"keep_{name}"] = keeper
                values.append(f"keep_{name}({self.given})")
        return [f"node._kept = ({', '.join(values)},)"] if values else []
