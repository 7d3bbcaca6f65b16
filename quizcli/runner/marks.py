"""Instruments a program: adds calls that report where it is and what it bound.

`sys.settrace` would need no marks, but it would disturb what it watches: it calls Python code for
every function of the engine and keeps their variables alive, so that objects live longer.
"""

import ast
import warnings
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from types import CodeType
from typing import Any, Literal, NamedTuple, TypeVar

Kind = Literal["step", "loop", "definition", "call", "lambda"]
Function = ast.FunctionDef | ast.AsyncFunctionDef
CALLS = ("entered", "bound", "looped", "returned", "called", "left", "caught", "evaluated")
_SIGN = "\0quizcli:"  # occurs in no program
_SPELLED = (ast.Constant, ast.Tuple, ast.List, ast.Set, ast.Dict, ast.UnaryOp)


class Target(NamedTuple):
    """A binding target of a statement: a variable, or an attribute of its value."""

    text: str
    path: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Mark:
    """A reported statement: its lines, its depth within its function, its targets."""

    kind: Kind
    line: int
    last: int
    depth: int
    scope: int
    function: str
    targets: tuple[Target, ...] = ()


class Marked(NamedTuple):
    """An instrumented program, and its marks by number."""

    code: CodeType
    marks: list[Mark]


def marked(source: str, name: str, calls: Mapping[str, Callable[..., Any]]) -> Marked:
    """Compile the program with `calls` inserted: functions keyed by the names of CALLS."""
    marker = _Marker()
    tree = ast.parse(source, name)
    tree.body = marker.block(tree.body)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # its warnings were shown when it was first compiled
        code = compile(ast.fix_missing_locations(tree), name, "exec", dont_inherit=True)
    return Marked(_with_calls(code, {_SIGN + key: calls[key] for key in CALLS}), marker.marks)


def _with_calls(code: CodeType, calls: Mapping[str, Any]) -> CodeType:
    """Replace placeholder constants in the code by the functions they stand for."""

    def put(constant: Any) -> Any:
        if isinstance(constant, CodeType):
            return _with_calls(constant, calls)
        return calls.get(constant, constant) if type(constant) is str else constant

    return code.replace(co_consts=tuple(map(put, code.co_consts)))


class _Marker(ast.NodeTransformer):
    def __init__(self) -> None:
        self.marks: list[Mark] = []
        self.scopes = 0
        self.scope, self.function, self.depth = 0, "", 0

    def block(self, statements: list[ast.stmt]) -> list[ast.stmt]:
        """A block of statements, each preceded by a call that reports it."""
        rest = list(statements)
        kept: list[ast.stmt] = []
        while rest and _must_come_first(rest[0]):
            kept.append(rest.pop(0))
        for statement in rest:
            kept += self._statement(statement)
        return kept

    def visit_Lambda(self, node: ast.Lambda) -> ast.Lambda:
        scope, self.scopes = self.scope, self.scopes + 1
        self.scope = self.scopes
        number = self._mark(node, "lambda")
        body = self.visit(node.body)
        node.body = _call(node.body, "evaluated", _call(node.body, "entered", number), body)
        self.scope = scope
        return node

    # ---- statements ---------------------------------------------------------------------------

    def _statement(self, node: ast.stmt) -> list[ast.stmt]:
        match node:
            case ast.Try() | ast.TryStar():
                return [self._inside(node)]
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                return [_told(node, "entered", self._mark(node, "definition")), self._def(node)]
            case ast.ClassDef():
                return [_told(node, "entered", self._mark(node, "definition")), self._class(node)]
            case ast.Import() | ast.ImportFrom():
                return [_told(node, "entered", self._mark(node, "definition")), node]
            case ast.For() | ast.AsyncFor() | ast.While():
                return self._loop(node)
            case ast.With() | ast.AsyncWith():
                return self._with(node)
            case ast.Return(value=ast.expr() as value):
                number = self._mark(node, "step")
                node.value = _call(value, "returned", number, self.visit(value))
                return [_told(node, "entered", number), node]
        targets = tuple(_targets_of(node))
        number = self._mark(node, "step", targets)
        before, node = _told(node, "entered", number), self._inside(node)
        return [before, node, *([_told(node, "bound", number, *targets)] if targets else [])]

    def _loop(self, node: ast.For | ast.AsyncFor | ast.While) -> list[ast.stmt]:
        targets = () if isinstance(node, ast.While) else tuple(_names(node.target))
        number = self._mark(node, "loop", targets)
        before, first = _told(node, "entered", number), _told(node, "looped", number, *targets)
        self._inside(node)
        node.body.insert(0, first)
        return [before, node]

    def _with(self, node: ast.With | ast.AsyncWith) -> list[ast.stmt]:
        named = [item.optional_vars for item in node.items if item.optional_vars]
        targets = tuple(target for each in named for target in _names(each))
        number = self._mark(node, "step", targets)
        before, first = _told(node, "entered", number), _told(node, "bound", number, *targets)
        self._inside(node)
        if targets:
            node.body.insert(0, first)
        return [before, node]

    def _def(self, node: Function) -> Function:
        node.decorator_list = [self.visit(each) for each in node.decorator_list]
        node.args = self.visit(node.args)
        outer = self.scope, self.function, self.depth
        self.scopes += 1
        self.scope, self.function, self.depth = self.scopes, node.name, 0
        arguments = [Target(each.arg) for each in _arguments(node.args)]
        body = self.block(node.body)
        kept = [body.pop(0)] if _must_come_first(body[0]) else []
        names = tuple(each.text for each in arguments)
        number = self._mark(node, "call")
        begun = _told(node, "called", number, names, *arguments)
        ended = _told(node, "left", self.scope)
        whole = ast.Try(body or [ast.Pass()], [], [], [ended])
        node.body = [*kept, begun, _placed(whole, node)]
        self.scope, self.function, self.depth = outer
        return node

    def _class(self, node: ast.ClassDef) -> ast.ClassDef:
        """A class; directly in its body, only functions are reported."""
        node.body = [self._def(each) if isinstance(each, Function) else each for each in node.body]
        return node

    def _inside(self, node: Any) -> Any:
        """Instrument the expressions and blocks inside a statement."""
        for field, value in ast.iter_fields(node):
            if isinstance(value, ast.expr):
                setattr(node, field, self.visit(value))
            elif isinstance(value, list) and value:
                setattr(node, field, self._parts(value))
        return node

    def _parts(self, parts: list[Any]) -> list[Any]:
        if isinstance(parts[0], ast.stmt):
            self.depth += 1
            parts = self.block(parts)
            self.depth -= 1
            return parts
        return [self._part(each) if isinstance(each, ast.AST) else each for each in parts]

    def _part(self, node: ast.AST) -> ast.AST:
        if isinstance(node, ast.match_case):
            self._inside(node)
        elif isinstance(node, ast.ExceptHandler):
            self._inside(node)
            node.body.insert(0, _told(node, "caught"))
        else:
            node = self.visit(node)
        return node

    def _mark(self, node: Any, kind: Kind, targets: tuple[Target, ...] = ()) -> int:
        body = getattr(node, "body", None)
        last = body[0].lineno - 1 if isinstance(body, list) else node.end_lineno
        last = max(node.lineno, last)
        mark = Mark(kind, node.lineno, last, self.depth, self.scope, self.function, targets)
        self.marks.append(mark)
        return len(self.marks) - 1


# ---- what is put in -----------------------------------------------------------------------------


Placed = TypeVar("Placed", bound=ast.stmt | ast.expr)


def _call(place: Any, name: str, *arguments: Any) -> ast.Call:
    given = [each if isinstance(each, ast.expr) else _argument(each) for each in arguments]
    return _placed(ast.Call(ast.Constant(_SIGN + name), given, []), place)


def _argument(value: Any) -> ast.expr:
    if isinstance(value, Target):
        return ast.Name(value.text.partition(".")[0], ast.Load())
    return ast.Constant(value)


def _told(place: Any, name: str, *arguments: Any) -> ast.stmt:
    return _placed(ast.Expr(_call(place, name, *arguments)), place)


def _placed(node: Placed, place: Any) -> Placed:
    """The new node with the location of `place`, on its first line."""
    ast.copy_location(node, place)
    node.end_lineno, node.end_col_offset = node.lineno, node.col_offset
    return node


# ---- what a program has -------------------------------------------------------------------------


def _must_come_first(node: ast.stmt) -> bool:
    """Whether a statement must come first: docstrings and `from __future__` imports."""
    if isinstance(node, ast.ImportFrom):
        return node.module == "__future__"
    return (
        isinstance(node, ast.Expr)
        and isinstance(node.value, ast.Constant)
        and isinstance(node.value.value, str)
    )


def _targets_of(node: ast.stmt) -> Iterator[Target]:
    """The targets of an assignment; none where the value is spelled out."""
    match node:
        case ast.Assign(targets=targets, value=value):
            spelled = _is_spelled(value)
            for each in targets:
                yield from (name for name in _names(each) if name.path or not spelled)
        case ast.AugAssign(target=target) | ast.AnnAssign(target=target, value=ast.expr()):
            yield from _names(target)


def _names(node: ast.expr) -> Iterator[Target]:
    match node:
        case ast.Name(id=name):
            yield Target(name)
        case ast.Attribute():
            path = _path(node)
            if path:
                yield Target(".".join(path), path[1:])
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            for each in parts:
                yield from _names(each)
        case ast.Starred(value=value):
            yield from _names(value)


def _path(node: ast.expr) -> tuple[str, ...]:
    """The names in `a.b.c`; empty for any other expression."""
    if isinstance(node, ast.Name):
        return (node.id,)
    if isinstance(node, ast.Attribute):
        before = _path(node.value)
        return (*before, node.attr) if before else ()
    return ()


def _is_spelled(node: ast.expr) -> bool:
    """Whether a value is a literal in the program."""
    if not isinstance(node, _SPELLED):
        return False
    allowed = (*_SPELLED, ast.unaryop, ast.expr_context)
    return all(isinstance(each, allowed) for each in ast.walk(node))


def _arguments(arguments: ast.arguments) -> list[ast.arg]:
    more = [each for each in (arguments.vararg, arguments.kwarg) if each]
    return [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *more]
