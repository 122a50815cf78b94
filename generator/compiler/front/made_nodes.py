"""Nodes of Python's tree that the compiler makes, with a place in the source, and the names in nodes."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from typing import Any, Final, TypeGuard, TypeVar

from generator.compiler.tree.ir import Relation
from generator.language.operations import EFFECTS, FUNCTIONS, OF_SEED

Tree = TypeVar("Tree", bound=ast.AST)
Part = ast.expr | list[ast.stmt]
"""What stands in the place of a name."""
RELATIONS: Final[dict[type[ast.cmpop], Relation]] = {
    ast.Eq: "==",
    ast.NotEq: "!=",
    ast.Lt: "<",
    ast.LtE: "<=",
    ast.Gt: ">",
    ast.GtE: ">=",
}
PURE: Final = (FUNCTIONS - EFFECTS - OF_SEED) | {"abs", "int"}
"""Functions that only compute."""
_LATE: Final = "late"
"""The attribute of names that are read after the other arguments of a call."""


def place_at(made: Tree, like: ast.AST) -> Tree:
    """A node, where all nodes in it that have no place get the place of another one."""
    for one in ast.walk(made):
        if "lineno" in one._attributes and not hasattr(one, "lineno"):
            ast.copy_location(one, like)
    return made


def parse_at(text: str, like: ast.AST, **parts: Part) -> list[ast.stmt]:
    """The statements of a text, all of them at the place of a piece of the source.

    `parts` stand in the place of names of the text: an expression, or the statements for a line of its own.
    """
    made = ast.parse(text)
    for one in ast.walk(made):
        if "lineno" in one._attributes:
            ast.copy_location(one, like)
    return place_at(Filled(parts).visit(made), like).body if parts else made.body


def expression_at(text: str, like: ast.AST, **parts: Part) -> ast.expr:
    """The expression of a text, at the place of a piece of the source. `parts` as in `parse_at`."""
    (made,) = parse_at(text, like, **parts)
    assert isinstance(made, ast.Expr)
    return made.value


def assignment_at(names: str | Sequence[str], value: ast.expr, like: ast.AST) -> ast.stmt:
    """An assignment to a name, or to several, at the place of a piece of the source."""
    target = several([names] if isinstance(names, str) else names, ast.Store())
    return place_at(ast.Assign([target], value), like)


def several(names: Sequence[str], context: ast.expr_context) -> ast.expr:
    """One name, or a tuple of them."""
    made: list[ast.expr] = [ast.Name(one, context) for one in names]
    return made[0] if len(made) == 1 else ast.Tuple(made, context)


def all_of(sign: ast.boolop, parts: list[ast.expr], like: ast.AST) -> ast.expr:
    """Conditions with `and` or `or` between them. One alone is itself."""
    return parts[0] if len(parts) == 1 else place_at(ast.BoolOp(sign, parts), like)


def loops_of(each: ast.GeneratorExp | ast.ListComp, body: list[ast.stmt]) -> list[ast.stmt]:
    """The loops and conditions of a comprehension around statements."""
    for part in reversed(each.generators):
        for condition in reversed(part.ifs):
            body = [ast.If(condition, body, [])]
        body = [ast.For(part.target, part.iter, body, [])]
    return body


def is_name(node: ast.AST, name: str) -> TypeGuard[ast.Name]:
    """Whether a node is this name."""
    return isinstance(node, ast.Name) and node.id == name


def all_names(node: ast.AST) -> set[str]:
    """The names that a piece of the source reads or assigns."""
    return {one.id for one in ast.walk(node) if isinstance(one, ast.Name)}


def names_in(pieces: Iterable[ast.AST], context: type[ast.expr_context]) -> set[str]:
    """The names that nodes of a tree read (`ast.Load`) or assign (`ast.Store`)."""
    return {one.id for one in pieces if isinstance(one, ast.Name) and isinstance(one.ctx, context)}


def declared_names(function: ast.AST) -> set[str]:
    """The names that a function declares as `global` or `nonlocal`."""
    says = (one for one in ast.walk(function) if isinstance(one, ast.Global | ast.Nonlocal))
    return {name for one in says for name in one.names}


def own_names(function: ast.FunctionDef) -> set[str]:
    """The names of a function that are its own: parameters, and what it assigns."""
    parts = list(ast.walk(function))
    return (names_in(parts, ast.Store) | parameters_in(parts)) - declared_names(function)


def functions_in(tree: ast.Module) -> list[ast.FunctionDef]:
    """The functions at the level of a module."""
    return [one for one in tree.body if isinstance(one, ast.FunctionDef)]


def values_in(tree: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    """The names that a module gives a value at its level, each with this value."""
    for one in tree.body:
        if isinstance(one, ast.Assign):
            yield from ((target.id, one.value) for target in one.targets if isinstance(target, ast.Name))


def parameters_in(pieces: Iterable[ast.AST]) -> set[str]:
    """The names of the parameters among the nodes of a tree."""
    return {one.arg for one in pieces if isinstance(one, ast.arg)}


def rename(function: ast.FunctionDef, new: Mapping[str, str], calls: Iterable[ast.AST] = ()) -> None:
    """Give names in a function new ones, in place, also where one of `calls` names its arguments by them."""
    for one in ast.walk(function):
        if isinstance(one, ast.Name):
            one.id = new.get(one.id, one.id)
        elif isinstance(one, ast.arg):
            one.arg = new.get(one.arg, one.arg)
    for one in calls:
        if isinstance(one, ast.Call) and is_name(one.func, function.name):
            for word in one.keywords:
                word.arg = new.get(word.arg or "", word.arg)


def free_name(name: str, taken: Container[str]) -> str:
    """This name, or one like it that is not taken."""
    while name in taken:
        name += "_"
    return name


def call_at(name: str, arguments: list[ast.expr], like: ast.AST) -> ast.Call:
    """A call of a function, at the place of a piece of the source."""
    return place_at(ast.Call(ast.Name(name, ast.Load()), arguments, []), like)


def function_at(name: str, parameters: list[str], body: list[ast.stmt], like: ast.AST) -> ast.FunctionDef:
    """A function that the source does not have, at the place where it is needed first."""
    arguments = ast.arguments([], [ast.arg(one) for one in parameters], None, [], [], None, [])
    return place_at(ast.FunctionDef(name, arguments, body, [], None), like)


def call_of_new(
    added: dict[str, ast.FunctionDef],
    name: str,
    parameters: list[str],
    text: str,
    arguments: list[ast.expr],
    like: ast.AST,
) -> ast.Call:
    """A call of a function with the statements of a text, which is `added` unless one of this name is."""
    if name not in added:
        added[name] = function_at(name, parameters, parse_at(text, like), like)
    return call_at(name, arguments, like)


def late_name(name: str, like: ast.AST) -> ast.expr:
    """A name that is an argument which the source does not have. It is read when the function begins, also
    where it stands before others.
    """
    made: ast.expr = place_at(ast.Name(name, ast.Load()), like)
    setattr(made, _LATE, True)
    return made


def is_late(node: ast.expr) -> bool:
    """Whether a name is read after the other arguments of its call."""
    return hasattr(node, _LATE)


def may_be_entry(function: ast.FunctionDef) -> bool:
    """Whether a function has another decorator than `@recursive`. Only an entry point has one."""
    words = (one.func if isinstance(one, ast.Call) else one for one in function.decorator_list)
    return any(ast.unparse(one) != "recursive" for one in words)


def functions_called(*parts: ast.AST, own: Container[str | None]) -> set[str]:
    """The functions that are called there, without those of the language that only compute. `own` are names
    that do not mean a word of the language.
    """
    calls = [one for part in parts for one in ast.walk(part) if isinstance(one, ast.Call)]
    return {name for one in calls if (name := ast.unparse(one.func)) in own or name not in PURE}


def calls_any(*parts: ast.expr) -> bool:
    """Whether something is called in these expressions."""
    return any(isinstance(one, ast.Call) for part in parts for one in ast.walk(part))


class Replaced(ast.NodeTransformer):
    """Puts other expressions in the place of some, by their identity."""

    def __init__(self, others: Mapping[ast.AST, ast.expr]) -> None:
        self.others = others

    def visit(self, node: ast.AST) -> Any:
        """What stands for a node."""
        return self.others.get(node) or super().visit(node)


class Filled(ast.NodeTransformer):
    """Puts expressions in the place of names, and statements in the place of a name on a line of its own."""

    def __init__(self, by_name: Mapping[str, Part]) -> None:
        self.by_name = by_name

    def visit_Name(self, node: ast.Name) -> Part:
        """What stands for a name."""
        return self.by_name.get(node.id, node)

    def visit_Expr(self, node: ast.Expr) -> ast.Expr | list[ast.stmt]:
        """A statement, or the statements for a name."""
        part = self.visit(node.value)
        if isinstance(part, list):
            return part
        node.value = part
        return node
