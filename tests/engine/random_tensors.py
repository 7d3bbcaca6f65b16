"""Writes random programs of tensor statements, for hypothesis: see grammar.txt."""

import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from tests.engine.sessions import Session

HOLE = re.compile(r"\{(\w+?)\}")
NAMES = [f"t{i}" for i in range(8)]
VALUES = [1.0, 2.0, -1.0, 0.5, 3.0, 0.0, -2.0, 1.5, 0.25, -0.5, 2.5, 4.0]
SHAPES = [(3,), (2, 3), (), (2,), (2, 2), (1,), (3, 2), (2, 1), (1, 3), (3, 3), (0,), (0, 3)]
SHAPES += [(2, 3, 2), (1, 1), (4,), (2, 0)]
CHOICES = {
    "outs": "exp sin tanh abs sqrt floor",
    "unary": "exp sin tanh sigmoid relu abs neg sqrt log reciprocal sign square cos floor",
    "activation": "relu gelu silu leaky_relu elu softplus hardtanh logsigmoid",
    "binary": "add sub mul div maximum minimum atan2 pow fmod true_divide",
    "arithmetic": "+ * - / * +",
    "comparison": "> <= == !=",
    "power": "2 3 0.5 -1 0 1",
    "extreme": "max min",
    "cumulative": "cumsum cumprod",
    "cast": "float double long bool",
    "dtype": "torch.float64 torch.float32 torch.int64",
    "flag": "True False",
    "number": "2 0.5 -1 0 1.5 3",
    "scalar": "2.0 -1.0 0.0",
    "label": "1 2 3",
    "size": "6.0 3.0 4.0 3 1.0",
}
MODES = ["torch.no_grad()"] * 6 + ["torch.enable_grad()", "torch.inference_mode()"]
MODES += ["torch.set_grad_enabled(False)", "torch.inference_mode(False)"]


def read_grammar(path: Path) -> list[tuple[int, list[str]]]:
    """Groups of statements with their weights."""
    groups: list[tuple[int, list[str]]] = []
    for line in path.read_text().splitlines():
        if line.startswith("["):
            groups.append((int(line[1:-1].split()[1]), []))
        elif line and not line.startswith("#"):
            copies, star, rest = line.partition("* ")
            times = int(copies) if star and copies.isdigit() else 1
            groups[-1][1].extend([rest if times > 1 else line] * times)
    return groups


GROUPS = read_grammar(Path(__file__).parent / "grammar.txt")
WEIGHTED = [lines for weight, lines in GROUPS for _ in range(weight)]


class Nothing(Exception):
    """There is no tensor that fits into a hole."""


class Writer:
    """Fills the holes of statements with what fits the tensors that a session has so far."""

    def __init__(self, draw: Callable[[Any], Any], session: Session) -> None:
        self.draw, self.session = draw, session
        self.x: Any = None  # the tensor that was filled in last
        self.name = ""

    def pick(self, options: list[Any]) -> Any:
        """One of the options; the first is the simplest."""
        return options[self.draw(st.integers(0, len(options) - 1))] if len(options) > 1 else options[0]

    def statement(self) -> str:
        """A random statement; a new tensor where the session has none that one could be about."""
        try:
            return self.filled(self.pick(self.pick(WEIGHTED)))
        except Nothing:
            return self.filled(self.pick(GROUPS[0][1]))

    def filled(self, template: str) -> str:
        """The template with its holes filled, from left to right but for the new name."""
        line = HOLE.sub(lambda hole: self.fill(hole[1]), template)
        if self.session.torch.is_inference_mode_enabled():  # such leaves are of no use outside
            line = line.replace(".requires_grad_()", "").replace(", requires_grad=True", "")
        return line

    def fill(self, hole: str) -> str:
        """What goes into a hole."""
        if hole in CHOICES:
            return str(self.pick(CHOICES[hole].split()))
        return str(getattr(self, "hole_" + hole)())

    # ---- tensors ----------------------------------------------------------------------------

    def tensor(self, wanted: Callable[[Any], bool] = lambda x: True) -> str:
        """The name of a tensor that is wanted, now and then of any other."""
        tensors = dict(reversed(self.session.tensors().items()))
        names = [n for n, x in tensors.items() if wanted(x)]
        if not names or not self.draw(st.integers(0, 29)):
            names = list(tensors)
            if not names or self.draw(st.integers(0, 9)):
                raise Nothing
        self.name = self.pick(names)
        self.x = tensors[self.name]
        return self.name

    def other(self, wanted: Callable[[Any], bool]) -> str:
        """The same, but the tensor filled in before stays the one that counts."""
        before = self.x, self.name
        try:
            return self.tensor(wanted)
        finally:
            self.x, self.name = before

    def hole_new(self) -> str:
        """A name for a result: a new one as long as there are, now and then one in use."""
        free = [n for n in NAMES if n not in self.session.names]
        if free and self.draw(st.integers(0, 5)):
            return free[0]
        return self.pick(NAMES)

    hole_new2 = hole_new

    def hole_x(self) -> str:
        return self.tensor()

    def hole_any(self) -> str:
        return self.other(lambda x: True)

    def hole_f(self) -> str:
        return self.tensor(lambda x: x.is_floating_point())

    def hole_m(self) -> str:
        return self.tensor(lambda x: x.ndim == 2 and x.is_floating_point())

    def hole_g(self) -> str:
        return self.tensor(lambda x: x.requires_grad)

    def hole_leaf(self) -> str:
        return self.tensor(lambda x: x.requires_grad and not x._is_view() and x.is_leaf)

    def hole_v(self) -> str:
        return self.tensor(lambda x: x._is_view())

    def hole_g2(self) -> str:
        return self.other(lambda x: x.requires_grad)

    def hole_owner(self) -> str:
        """A tensor that may get another shape: no view, and none that others are views of."""
        used = {id(x._base) for x in self.session.tensors().values() if not x.is_inference()}
        x = self.x
        return self.other(lambda y: y is not x and not y._is_view() and id(y) not in used)

    def hole_z(self) -> str:
        shape, dtype = self.x.shape, self.x.dtype
        return self.other(lambda y: y.shape == shape and y.dtype == dtype and self.apart(y))

    def hole_f2(self) -> str:
        shape, dtype = self.x.shape, self.x.dtype
        return self.other(
            lambda y: y.dtype == dtype and _broadcast(y.shape, shape) and self.apart(y)
        )

    def apart(self, y: Any) -> bool:
        """Whether it has memory of its own, or is the last tensor itself, of several elements."""
        x = self.x
        if y is x:
            return bool(y.numel() > 1)
        return bool(y.untyped_storage().data_ptr() != x.untyped_storage().data_ptr())

    def hole_m2(self) -> str:
        shape = self.x.shape[-1:]
        return self.other(lambda y: y.ndim == 2 and y.shape[:1] == shape)

    def hole_y(self) -> str:
        """An operand: a tensor that broadcasts to the last one, or a number."""
        if not self.draw(st.integers(0, 2)):
            return self.fill("number")
        x = self.x
        return self.other(lambda y: _broadcast(y.shape, x.shape) and self.apart(y))

    def hole_inputs(self) -> str:
        name = self.other(lambda x: x.requires_grad)
        form = self.pick(["{0}", "[{0}]", "[{0}, {1}]"])
        return form.format(name, self.other(lambda x: x.requires_grad))

    def hole_loss(self) -> str:
        name = self.tensor(lambda x: x.requires_grad)
        if self.x.numel() == 1 and self.draw(st.integers(0, 4)):
            return name
        forms = ["{}.sum()", "{0}.sum()", "({0} * {0}).sum()", "{0}.mean()", "{0}.exp().sum()", "{}"]
        return self.pick(forms).format(name)

    hole_loss2 = hole_loss

    # ---- other things -------------------------------------------------------------------------

    def hole_values(self) -> str:
        """A tensor of given values."""
        shape = self.pick(SHAPES)
        start, dtype = self.draw(st.integers(0, 11)), self.pick(["", ", dtype=torch.float64"])
        if 0 in shape:
            return f"torch.zeros({shape}{dtype})"
        count = 0

        def nested(sizes: tuple[int, ...]) -> Any:
            nonlocal count
            if not sizes:
                count += 1
                return VALUES[(start + count) % len(VALUES)]
            return [nested(sizes[1:]) for _ in range(sizes[0])]

        return f"torch.tensor({nested(shape)}{dtype})"

    def hole_sizes(self) -> str:
        return str(self.pick(SHAPES))

    def hole_dim(self) -> int:
        return int(self.pick([0, -1, 1, -2][: max(2 * min(self.x.ndim, 2), 1)]))

    def hole_positions(self) -> str:
        return str(self.pick(["torch.tensor([0])", "torch.tensor([0, 0])", "torch.tensor([1, 0])"]))

    def hole_index(self) -> str:
        first = ["0", "-1", ":1", "1:", "...", "None", "[0]", "::2", "[0, 0]", "torch.tensor([0, 1])"]
        if self.x.ndim < 2:
            return str(self.pick(first if self.x.ndim else ["...", "None", "()", "0"]))
        return str(self.pick([*first, ":, 0", ":, 1:", "..., -1", "0, 1", ":, None", "0, :1", "1:, [0]"]))

    def hole_view(self) -> str:
        x = self.x
        size = x.numel()
        options = ["view(-1)", f"reshape({size})", "unsqueeze(0)", "squeeze()", "view_as(%s)" % self.name]
        options += ["unsqueeze(-1)", "t()", "T", f"expand(2, {', '.join(map(str, x.shape)) or 1})", "flatten()"]
        options += ["expand(3, -1)", "view(1, -1)", f"reshape({size}, 1)", f"view({size // 2}, 2)"]
        if x.ndim:
            options += [f"narrow({self.hole_dim()}, 0, 1)", f"select({self.hole_dim()}, 0)", "squeeze(0)"]
            options += ["movedim(0, -1)", "unfold(0, 1, 1)", "transpose(0, -1)"]
        if x.ndim > 1:
            options += ["diagonal()", "transpose(0, 1)", "permute(1, 0)", "mT"]
        return str(self.pick(options))

    def hole_pieces(self) -> str:
        return str(self.pick(["unbind()", "unbind({d})", "split(1)", "chunk(2, {d})", "split(1, {d})", "tensor_split(2)"])).format(
            d=self.hole_dim()
        )

    def hole_inplace(self) -> str:
        """An in-place method with its arguments."""
        options = ["mul_({y})", "add_({y})", "zero_()", "exp_()", "fill_({number})", "sub_({y})", "relu_()", "copy_({y})"]
        options += ["div_({y})", "pow_({power})", "clamp_(0, 1)", "sigmoid_()", "neg_()", "mul_({y}).add_({y})", "sqrt_()"]
        options += ["masked_fill_({x0} > 1, {number})", "addcmul_({z}, {z})", "square_()", "fill_({y})", "tanh_()", "zero_().add_({y})"]
        options += ["index_fill_({dim}, {positions}, 0)", "index_add_({dim}, {positions}, {z}.clone())", "lerp_({z}, 0.5)", "cumsum_({dim})"]
        options += ["index_copy_({dim}, {positions}, {z}.clone())", "index_put_(({positions},), {z}[:1].clone())", "scatter_({dim}, {positions}, 2)", "floor_()"]
        return self.filled(str(self.pick(options)))

    def hole_x0(self) -> str:
        return self.name

    def hole_reshaping(self) -> str:
        options = ["transpose_(0, -1)", "unsqueeze_(0)", "squeeze_()", "t_()"]
        options += ["resize_(1)"] if self.x.numel() else []
        return str(self.pick(options))

    def hole_badhook(self) -> str:
        return str(self.pick(["lambda g: g.sum()", "lambda g: 1", "lambda g: g.double()", "lambda g: g.detach()", "lambda g: g.clone()"]))


def _broadcast(shape: Any, target: Any) -> bool:
    """Whether a tensor of `shape` fits in one of shape `target`."""
    pairs = zip(reversed(shape), reversed(target), strict=False)
    return len(shape) <= len(target) and all(a in (1, b) for a, b in pairs)


@st.composite
def programs(draw: Callable[[Any], Any], backend: str = "engine", longest: int = 25) -> tuple[str, list[str]]:
    """A program, and what it said on the backend that it was written along."""
    lines: list[str] = []
    with Session(backend) as session:
        writer = Writer(draw, session)
        deep = draw(st.booleans())
        if deep:
            lines.append("deeply()")
            session.run("deeply()")
        depth = 0
        for _ in range(draw(st.integers(3, longest))):
            mode = draw(st.integers(0, 11))
            if mode == 11 and depth < 2:
                manager = writer.pick(MODES)
                if session.enter(manager):
                    lines.append("    " * depth + f"with {manager}:")
                    depth += 1
            elif mode == 10 and depth and not lines[-1].endswith(":"):
                session.leave()
                depth -= 1
            line = writer.statement()
            if deep:
                line = re.sub(r"create_graph=\w+", "retain_graph=True", line)
            lines.append("    " * depth + line)
            session.run(line)
            if draw(st.integers(0, 2)):
                lines.append("    " * depth + "look()")
                session.run("look()")
        while depth:
            session.leave()
            depth -= 1
        lines.append("look()")
        session.run("look()")
        return "\n".join(lines), session.said
