"""Writes random programs of tensor statements, for hypothesis; grammar.txt says of what."""

import operator
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from tests.engine.grammar import HOLE, read_grammar
from tests.engine.sessions import Session

NAMES = [f"t{i}" for i in range(8)]
VALUES = [1.0, 2.0, -1.0, 0.5, 3.0, 0.0, -2.0, 1.5, 0.25, -0.5, 2.5, 4.0]
SHAPES = [(3,), (2, 3), (), (2,), (2, 2), (1,), (3, 2), (2, 1), (1, 3), (3, 3), (0,), (0, 3)]
SHAPES += [(2, 3, 2), (1, 1), (4,), (2, 0)]
DTYPES = ["int64", "bool", "float16", "complex64", "int32", "uint8", "complex128"]
CREATING = re.compile(r"create_graph(?!.*retain_graph)|retain_graph=\w+, create_graph")
NOWHERE = -1  # dimensions of no tensor: what may stand in any place

Wanted = Callable[[Any], bool]


class Nothing(Exception):
    """There is no tensor that fits into a hole."""


class Writer:
    """Fills the holes of statements with what fits the tensors that a session has so far.

    A hole that the grammar has a part for takes one of its lines; for any other there is a method
    `hole_...` here.
    """

    grammar = read_grammar(Path(__file__).parent / "grammar.txt")

    def __init__(self, draw: Callable[[Any], Any], session: Session) -> None:
        self.draw, self.session = draw, session
        self.x: Any = None  # the tensor that was filled in last
        self.name = ""

    def once_in(self, count: int) -> bool:
        """True once in so many times."""
        return not self.draw(st.integers(0, count - 1))

    def pick(self, options: list[Any]) -> Any:
        """One of the options; the first is the simplest."""
        return options[self.draw(st.integers(0, len(options) - 1))] if options[1:] else options[0]

    def statement(self) -> str:
        """A random statement; a new tensor where the session has none that one could be about."""
        try:
            return self.filled(self.pick(self.pick(self.grammar.statements)))
        except Nothing:
            return self.filled(self.pick(self.grammar.statements[0]))

    def filled(self, template: str) -> str:
        """The template with its holes filled, from left to right."""
        line = HOLE.sub(lambda hole: self.fill(hole[1]), template)
        if self.session.torch.is_inference_mode_enabled():  # such leaves are of no use outside
            line = line.replace(".requires_grad_()", "").replace(", requires_grad=True", "")
        return line

    def fill(self, hole: str) -> str:
        """What goes into a hole."""
        if hole not in self.grammar.parts:
            return str(getattr(self, "hole_" + hole)())
        dims = NOWHERE if self.x is None else self.x.ndim
        fitting = [part for least, part in self.grammar.parts[hole] if least < max(dims, 0)]
        return self.filled(str(self.pick(fitting)))

    # ---- tensors ----------------------------------------------------------------------------

    def tensor(self, wanted: Wanted = lambda x: True) -> str:
        """The name of a tensor that is wanted, now and then of any other."""
        tensors = dict(reversed(self.session.tensors().items()))
        names = [n for n, x in tensors.items() if wanted(x)]
        if not names or self.once_in(30):
            names = list(tensors)
            if not names or not self.once_in(10):
                raise Nothing
        self.name = self.pick(names)
        self.x = tensors[self.name]
        return self.name

    def other(self, wanted: Wanted = lambda x: True) -> str:
        """The same, but the tensor filled in before stays the one that counts."""
        before = self.x, self.name
        try:
            return self.tensor(wanted)
        finally:
            self.x, self.name = before

    def apart(self, y: Any) -> bool:
        """Whether it has memory of its own, or is the last tensor itself, of several elements."""
        if y is self.x:
            return bool(y.numel() > 1)
        return bool(y.untyped_storage().data_ptr() != self.x.untyped_storage().data_ptr())

    def hole_new(self) -> str:
        """A name for a result: a new one as long as there are, now and then one in use."""
        free = [n for n in NAMES if n not in self.session.names]
        if free and not self.once_in(6):
            return free[0]
        return str(self.pick(NAMES))

    hole_new2 = hole_new

    def hole_x(self) -> str:
        return self.tensor()

    def hole_any(self) -> str:
        return self.other()

    def hole_same(self) -> str:
        return self.name

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
        x = self.x
        alike = operator.attrgetter("shape", "dtype")
        return self.other(
            lambda y: (
                alike(y) == alike(x) and y.is_inference() == x.is_inference() and self.apart(y)
            )
        )

    def hole_f2(self) -> str:
        x = self.x
        return self.other(lambda y: y.dtype == x.dtype and _fits(y, x) and self.apart(y))

    def hole_m2(self) -> str:
        size = self.x.shape[-1:]
        return self.other(lambda y: y.ndim == 2 and y.shape[:1] == size)

    def hole_y(self) -> str:
        """An operand: a tensor that broadcasts to the last one, or a number."""
        if self.once_in(3):
            return self.fill("number")
        return self.other(lambda y: _fits(y, self.x) and self.apart(y))

    def hole_inputs(self) -> str:
        form = self.pick(["{0}", "[{0}]", "[{0}, {1}]"])
        return str(form.format(self.hole_g2(), self.hole_g2()))

    def hole_loss(self) -> str:
        name = self.hole_g()
        if self.x.numel() == 1 and not self.once_in(4):
            return name
        forms = ["{0}.sum()", "({0} * {0}).sum()", "{0}.mean()", "{0}.exp().sum()", "{0}"]
        return str(self.pick(forms).format(name))

    hole_loss2 = hole_loss

    # ---- numbers of the last tensor, and new values --------------------------------------------

    def hole_count(self) -> int:
        return int(self.x.numel())

    def hole_half(self) -> int:
        return int(self.x.numel()) // 2

    def hole_shape(self) -> str:
        return ", ".join(map(str, self.x.shape)) or "1"

    def hole_dim(self) -> int:
        return int(self.pick([0, -1, 1, -2][: max(2 * min(self.x.ndim, 2), 1)]))

    def hole_rows(self) -> str:
        return "[0, 1]" if self.x.shape[0] > 1 else "[0, 0]"

    def hole_sizes(self) -> str:
        return str(self.pick(SHAPES))

    def hole_rest(self) -> int:
        return int(self.x.shape[0]) - 1 if self.x.ndim else 0

    def hole_values(self) -> str:
        """A tensor of given values."""
        return self.made(self.pick(["", ", dtype=torch.float64"]))

    def hole_odd(self) -> str:
        """The same of a dtype that is rarer."""
        return self.made(f", dtype=torch.{self.pick(DTYPES)}")

    def made(self, dtype: str) -> str:
        """A tensor of given values, with this last argument."""
        shape = self.pick(SHAPES)
        if 0 in shape:
            return f"torch.zeros({shape}{dtype})"
        start = self.draw(st.integers(0, len(VALUES) - 1))
        values = iter(VALUES[start:] + VALUES * 2)
        return f"torch.tensor({_nested(shape, values)}{dtype})"


def _nested(shape: tuple[int, ...], values: Any) -> Any:
    return [_nested(shape[1:], values) for _ in range(shape[0])] if shape else next(values)


def _fits(y: Any, x: Any) -> bool:
    """Whether y broadcasts to the shape of x."""
    pairs = zip(reversed(y.shape), reversed(x.shape), strict=False)
    return y.ndim <= x.ndim and all(a in (1, b) for a, b in pairs)


@st.composite
def programs(
    draw: Callable[[Any], Any],
    backend: str = "engine",
    longest: int = 25,
    kind: type[Writer] = Writer,
) -> tuple[str, list[str]]:
    """A program, and what it said on the backend that it was written along."""
    lines: list[str] = []
    with Session(backend) as session:
        writer = kind(draw, session)
        deep = draw(st.booleans())

        def run(statement: str) -> None:
            lines.extend("    " * len(session.entered) + line for line in statement.split("\n"))
            session.run(statement)

        if deep:
            run("deeply()")
        for _ in range(draw(st.integers(3, longest))):
            turn = draw(st.integers(0, 11))
            if turn == 11 and len(session.entered) < 2:
                mode = writer.fill("mode")
                lines.append("    " * len(session.entered) + f"with {mode}:")
                if not session.enter(mode):
                    lines.append("    " * len(session.entered) + "    pass")
            elif turn == 10 and session.entered and not lines[-1].endswith(":"):
                session.leave()
            line = writer.statement()
            run(CREATING.sub("retain_graph", line) if deep else line)
            if not writer.once_in(3):
                run("look()")
        while session.entered:
            session.leave()
        if lines[-1] != "look()":
            run("look()")
        return "\n".join(lines), session.said
