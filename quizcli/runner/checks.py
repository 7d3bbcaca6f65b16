"""Compiles a check into the body of a function, out of the answer's reach.

Code called by a check can inspect the check's frame. The names that a check assigns are therefore
local to a function, where (up to Python 3.12) they can be read but not changed; the names it takes
from the program are globals, and are compared afterwards.
"""

import ast
from collections.abc import Mapping
from types import CodeType, FunctionType
from typing import Any

CHECK = "<check>"
UNSET = ".unset"  # a name that no program can contain


def compile_check(source: str) -> CodeType:
    """Compile the check into a function whose parameters are the names it assigns."""
    module = compile(source, CHECK, "exec", ast.PyCF_ONLY_AST, dont_inherit=True)
    assert isinstance(module, ast.Module)
    compile(module, CHECK, "exec", dont_inherit=True)  # no `return` or `yield` outside a function
    given = _names_given(module)
    module.body = [_function([*given, UNSET], [*map(_forgotten, given), *module.body])]
    outer = compile(ast.fix_missing_locations(module), CHECK, "exec", dont_inherit=True)
    return next(constant for constant in outer.co_consts if isinstance(constant, CodeType))


def bind(code: CodeType, seen: dict[str, Any]) -> tuple[FunctionType, list[Any]]:
    """The check function with these names visible, and its arguments."""
    unset = object()
    names = code.co_varnames[: code.co_argcount]
    return FunctionType(code, seen), [seen.get(name, unset) for name in names]


def changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """The names that were changed."""
    same = before.keys() & after.keys()
    return sorted((before.keys() ^ after.keys()) | {n for n in same if before[n] is not after[n]})


def _names_given(module: ast.Module) -> list[str]:
    """The names that a check binds at its top level."""
    code = compile(_wrapped(module), CHECK, "exec", dont_inherit=True)
    inner = next(constant for constant in code.co_consts if isinstance(constant, CodeType))
    return sorted({*inner.co_varnames, *inner.co_cellvars})


def _wrapped(module: ast.Module) -> ast.Module:
    return ast.fix_missing_locations(ast.Module([_function([], module.body)], []))


def _function(names: list[str], body: list[ast.stmt]) -> ast.stmt:
    definition = ast.parse("def check(): pass").body[0]
    assert isinstance(definition, ast.FunctionDef)
    definition.args.args = [ast.arg(name) for name in names]
    definition.body = body or definition.body
    return definition


def _forgotten(name: str) -> ast.stmt:
    """Code for `if name is .unset: del name`, for a name that the program lacks."""
    is_unset = ast.Compare(_name(name), [ast.Is()], [_name(UNSET)])
    return ast.If(is_unset, [ast.Delete([ast.Name(name, ast.Del())])], [])


def _name(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())
