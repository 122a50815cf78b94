"""Names as in Python: what `import *` brings, and names of a function that hide those of the module."""

from __future__ import annotations

import ast
import re
from typing import Final

from generator import language
from generator.compiler.front.made_nodes import (
    declared_names,
    functions_in,
    names_in,
    parameters_in,
    rename,
    values_in,
)

HIDING: Final = "ʹ"
"""The letter at the end of a free name. A source may not have it, and texts for people leave it out."""


def name_within(name: str, function: str, join: str = "of") -> str:
    """The free name of what a function calls by a name: `x_of_f` in a listing, and x in a refusal."""
    return f"{name}{HIDING}_{join}_{function}{HIDING}"


def in_own_words(text: str) -> str:
    """A text with the names that the source has, in place of free ones."""
    return re.sub(rf"{HIDING}_\w+{HIDING}|{HIDING}", "", text)


def name_starred(tree: ast.Module) -> None:
    """Name in place what `from generator.language import *` brings and the module does not define itself."""
    defined = {one.name for one in functions_in(tree)} | {name for name, _ in values_in(tree)}
    for one in tree.body:
        match one:
            case ast.ImportFrom(module="generator.language", names=[ast.alias(name="*")], level=0):
                names = (name for name in language.__all__ if name not in defined)
                one.names = [ast.copy_location(ast.alias(name), one) for name in names]


def with_free_names(tree: ast.Module) -> None:
    """Give free names to parameters that hide a name of the module, and locals that hide a function, a number
    or a table.

    It works in place. A name that the function also calls, or declares as `global`, stays as it is. So does a
    local that hides a register or an array, because a `global` is likely to be missing there.
    """
    functions = {one.name: one for one in functions_in(tree)}
    imported = {
        alias.asname or alias.name
        for one in tree.body
        if isinstance(one, ast.ImportFrom)
        for alias in one.names
    }
    assigned = {name for name, _ in values_in(tree)}
    written = {name for name, one in values_in(tree) if not isinstance(one, ast.Call)}
    parts = [part for one in functions.values() for part in ast.walk(one)]
    for node in functions.values():
        hiding = _hiding_names(node, {*functions, *imported, *written}, assigned)
        rename(node, {one: one + HIDING for one in hiding}, parts if hiding else ())


def with_own_scopes(tree: ast.Module) -> None:
    """Give free names to what comprehensions name, in place, where the function around has that name, too.

    What its first loop runs over is computed outside: `sum(x for x in range(x))`.
    """
    for function in functions_in(tree):
        parts = list(ast.walk(function))
        inside: dict[int, ast.Name] = {}
        for one in parts:
            if isinstance(one, ast.GeneratorExp | ast.ListComp):
                outside = {id(part) for part in ast.walk(one.generators[0].iter)}
                own = names_in((part for each in one.generators for part in ast.walk(each.target)), ast.Store)
                for part in ast.walk(one):
                    if isinstance(part, ast.Name) and part.id in own and id(part) not in outside:
                        inside[id(part)] = part
        others = [one for one in parts if id(one) not in inside]
        taken = names_in(others, ast.Store) | parameters_in(others)
        for part in inside.values():
            part.id += HIDING * 2 * (part.id in taken | declared_names(function))


def _hiding_names(node: ast.FunctionDef, outer: set[str], assigned: set[str]) -> set[str]:
    """The names of a function that hide others of the module and may get another name."""
    parts = list(ast.walk(node))
    called = {one.func.id for one in parts if isinstance(one, ast.Call) and isinstance(one.func, ast.Name)}
    hiding = parameters_in(parts) & (outer | assigned) | names_in(parts, ast.Store) & outer
    return hiding - called - declared_names(node)
