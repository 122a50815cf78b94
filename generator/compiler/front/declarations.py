"""Declarations of a module: imports, registers, arrays, constants and the heads of functions.

The statistics registers are declared by `sums()`, or there because a function uses them.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from typing import Final

from generator import language
from generator.compiler.front.faults import Reporter
from generator.compiler.front.literals import is_number
from generator.compiler.front.made_nodes import may_be_entry
from generator.compiler.front.matrices import declare_matrix
from generator.compiler.front.names import ModuleNames, Signature
from generator.compiler.front.refused import BUILTINS, CLASSES, EXPRESSIONS, STATEMENTS, instead_of
from generator.compiler.front.routines import declare_routine
from generator.compiler.tree.ir import Array, Function, Operation, Register
from generator.compiler.tree.nodes import nodes
from generator.language.operations import CHANGING_SUMS, OF_SUMS, SUMS
from hp15c.table.instructions import DIGITS, LETTERS, POINT_DIGITS
from hp15c.table.models import LIMITS, Model
from hp15c.table.step import REGISTERS, register_name

LABELS: Final = frozenset((*LETTERS, *DIGITS, *POINT_DIGITS))
OWN_OF_PYTHON: Final = ("abs", "divmod", "int", "max", "min", "range", "round")
MOST_ON_STACK: Final = 4
_REGISTERS: Final = frozenset(("I", *REGISTERS))
_HIGHEST: Final = 65
UNNAMED: Final = tuple(f"sum {number}" for number in range(SUMS))
"""The names of sums that the source does not name. No source can have them."""
_OF_ANGLES: Final = frozenset(("sin", "cos", "tan", "asin", "acos", "atan"))


def declarations(tree: ast.Module, report: Reporter) -> ModuleNames:
    """The meaning of the module's names."""
    names = ModuleNames()
    reader = _Declarations(names, report, tree)
    for node in tree.body:
        reader.statement(node)
    reader.check_pins()
    return names


class _Declarations:
    def __init__(self, names: ModuleNames, report: Reporter, tree: ast.Module) -> None:
        self.names = names
        self.report = report
        pieces = [one for each in tree.body if not isinstance(each, ast.ClassDef) for one in ast.walk(each)]
        self.used = {one.id for one in pieces if isinstance(one, ast.Name)}
        self.parts = [one for one in pieces if isinstance(one, ast.Attribute)]

    def statement(self, node: ast.stmt) -> None:
        match node:
            case ast.ImportFrom(module="__future__", level=0):
                pass
            case ast.ImportFrom(module="generator.language", level=0):
                self._import(node)
            case ast.Import() | ast.ImportFrom():
                self._import_of_others(node)
            case ast.Assign(value=ast.Call(ast.Name(called))) if self.names.language.get(called) == "sums":
                declare_sums(node, self.names, self.report)
            case ast.Assign([ast.Name(name)], value):
                self._assignment(node, name, value)
            case ast.FunctionDef():
                self._function(node)
            case ast.Expr(ast.Constant(str())) | ast.Pass():
                pass
            case ast.If(test=ast.Compare(ast.Name("__name__"))):
                pass
            case _:
                self._refuse(node)

    def _refuse(self, node: ast.stmt) -> None:
        what, instead = STATEMENTS.get(
            type(node), ("this statement at the level of the module", "move it into a function")
        )
        if isinstance(node, ast.ClassDef):
            self.names.refused.add(node.name)
            said = " ".join(map(ast.unparse, (*node.bases, *node.decorator_list)))
            instead = next((hint for word, hint in CLASSES.items() if word in said), instead)
        self.report.on(node, f"{what} is outside the language", instead)

    def _import_of_others(self, node: ast.Import | ast.ImportFrom) -> None:
        """Refuse the import of another module, unless nothing but annotations uses its names.

        Where the language has a word of the same name, the imported name means that word from here on.
        """
        bound = {one.asname or one.name.partition(".")[0]: one.name for one in node.names}
        if not (bound.keys() & self.used or (isinstance(node, ast.ImportFrom) and node.level)):
            return
        parts = {one.attr for one in self.parts if isinstance(one.value, ast.Name) and one.value.id in bound}
        wanted = parts if isinstance(node, ast.Import) else {*bound.values()}
        known = [one for one in language.__all__ if one in wanted]
        for name, meant in bound.items():
            if meant in known:
                self.names.language[name] = meant
            elif meant not in BUILTINS:
                self.names.refused.add(name)
        what, instead = STATEMENTS[type(node)]
        if known:
            instead = f"write `from generator.language import {', '.join(known)}`"
            instead += f", and each name alone: `{known[0]}`" if parts else ""
            instead += ". Angles are degrees there, or radians after `rad()`" if _OF_ANGLES & {*known} else ""
        self.report.on(node, f"{what} is outside the language", instead)

    def _import(self, node: ast.ImportFrom) -> None:
        for alias in node.names:
            if alias.name not in language.__all__:
                instead = f"leave it out: Python has {alias.name} without an import"
                like = instead_of(alias.name, language.__all__, "define it in this file with def")
                hint = instead if alias.name in OWN_OF_PYTHON else BUILTINS.get(alias.name, like)
                self.report.on(alias, f"generator.language has no {alias.name}", hint)
            else:
                name = alias.asname or alias.name
                if self.names.language.get(name) != alias.name:
                    self._new(alias, name)
                self.names.language[name] = alias.name

    def _assignment(self, node: ast.Assign, name: str, value: ast.expr) -> None:
        self._new(node, name)
        called = value.func.id if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) else ""
        meaning = self.names.language.get(called, "")
        if meaning == "register":
            assert isinstance(value, ast.Call)
            place = self.report.place(node)
            self.names.registers[name] = Register(name, self._register(value), place=place)
        elif meaning == "array":
            assert isinstance(value, ast.Call)
            length, at = self._array(value)
            self.names.arrays[name] = Array(name, length, at, place=self.report.place(node))
        elif meaning == "matrix":
            assert isinstance(value, ast.Call)
            declare_matrix(node, name, value, self.names, self.report)
        elif meaning == "routine":
            assert isinstance(value, ast.Call)
            declared, head = declare_routine(name, value, self.report)
            self.names.routines[name] = declared
            self.names.functions[name] = Signature(head, tuple(one.arg for one in head.args.args))
        elif is_number(value):
            self.names.constants[name] = value
        else:
            if called in ("register", "array", "matrix", "routine"):
                self.report.on(
                    value, f"{called} is not known here", f"`from generator.language import {called}`"
                )
            else:
                self._literal(name, value)
            self.names.other.add(name)

    def _literal(self, name: str, value: ast.expr) -> None:
        """Check that a table of the module is written in literals: nothing is computed when it is read."""
        try:
            ast.literal_eval(value)
        except (ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
            refused = any(
                isinstance(one, ast.Name) and one.id in self.names.refused for one in ast.walk(value)
            )
            self.names.refused.add(name)
            if refused:
                return
            if isinstance(value, ast.Lambda | ast.ListComp):
                what, instead = EXPRESSIONS[type(value)]
                self.report.on(value, f"{what} is outside the language", instead)
                return
            instead = "compute it in a function"
            if isinstance(value, ast.BinOp) and isinstance(value.left, ast.List):
                instead = f"write `array({ast.unparse(value.right)})`, whose elements are 0 at first"
            self.report.on(value, "a value of the module must be written out", instead)

    def _new(self, node: ast.AST, name: str) -> None:
        kind = self.names.kind(name)
        if kind and kind != "a value of the module that is no number":
            self.report.on(node, f"{name} is {kind} already", "choose another name")

    def _register(self, node: ast.Call) -> str | None:
        if not node.args and not node.keywords:
            return None
        pins = [*node.args, *(one.value for one in node.keywords if one.arg == "at")]
        value = pins[0].value if len(pins) == 1 and isinstance(pins[0], ast.Constant) else None
        if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 20:
            return register_name(value)
        if isinstance(value, str) and value in _REGISTERS:
            return value
        self.report.on(
            node,
            "there is no such register to pin to",
            "write `register()` or `register(3)`; it holds 0 until a program stores a number in it",
        )
        return None

    def _array(self, node: ast.Call) -> tuple[int, int | None]:
        length = _whole(node.args[0]) if node.args else None
        pins = [*node.args[1:], *(one.value for one in node.keywords if one.arg == "at")]
        extra = [one for one in node.keywords if one.arg != "at"]
        at = _whole(pins[0]) if pins else None
        if not length or len(pins) > 1 or extra or (pins and at is None):
            self.report.on(
                node,
                "an array has a length that is written as a number",
                "write `array(8)` or `array(8, at=1)`",
            )
            return 1, None
        if (at or 0) + length > _HIGHEST + 1:
            self.report.on(node, f"there are no registers beyond {_HIGHEST}")
        return length, at

    def _function(self, node: ast.FunctionDef) -> None:
        self._new(node, node.name)
        arguments = node.args
        for one in (arguments.vararg, arguments.kwarg):
            if one:
                self.report.on(one, "a parameter with a star is outside the language", "name every parameter")
        for one in (*arguments.posonlyargs, *arguments.kwonlyargs):
            self.report.on(
                one,
                "/ and * between parameters are outside the language here",
                "leave them out, and give the arguments in their order",
            )
        for default in (*arguments.defaults, *(one for one in arguments.kw_defaults if one)):
            self.report.on(
                default,
                f"a default {'of an entry point' if may_be_entry(node) else 'that is no number'} "
                "is outside the language",
                "leave it out: its arguments are keyed in"
                if may_be_entry(node)
                else "give the argument in each call",
            )
        parameters = tuple(
            one.arg for one in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs)
        )
        for one in arguments.args:
            kind = self.names.kind(one.arg)
            if kind and kind != "a value of the module that is no number":
                self.report.on(one, f"{one.arg} is {kind}", "choose another name for the parameter")
        label, levels = self._read_decorators(node)
        if label and len(parameters) > MOST_ON_STACK:
            self.report.on(
                node.args.args[MOST_ON_STACK],
                "the stack holds four arguments",
                "pass the others in registers: `x = register(1)`",
            )
        self.names.functions[node.name] = Signature(node, parameters, label, levels=levels)

    def _read_decorators(self, node: ast.FunctionDef) -> tuple[str | None, int]:
        """The label of an entry point, and how many calls of a function that calls itself may be open at
        once. None and 0 without `@program` and `@recursive`.
        """
        labels: list[str | None] = []
        levels = 0
        for decorator in node.decorator_list:
            called = decorator.func if isinstance(decorator, ast.Call) else decorator
            meaning = self.names.language.get(called.id, "") if isinstance(called, ast.Name) else ""
            if meaning == "program":
                labels.append(self._entry(decorator))
            elif meaning == "recursive":
                given = decorator.args if isinstance(decorator, ast.Call) else []
                levels = levels or (len(given) == 1 and _whole(given[0])) or 0
                if not levels:
                    hint = "write `@recursive(7)`"
                    self.report.on(decorator, "the number of calls at once is not written", hint)
            else:
                name = ast.unparse(called).rpartition(".")[2]
                what = "another decorator than @program or @recursive is outside the language", "leave it out"
                if name in ("program", "recursive"):
                    hint = (
                        f"write `from generator.language import {name}`, and the name alone: `@{name}(...)`"
                    )
                    what = f"{ast.unparse(called)} is not known here", hint
                self.report.on(decorator, *what)
        if len(labels) > 1:
            self.report.on(node.decorator_list[1], f"{node.name} has two labels", "a program has one label")
        return labels[0] if labels else None, levels

    def _entry(self, node: ast.expr) -> str | None:
        arguments = node.args if isinstance(node, ast.Call) and not node.keywords else []
        value = arguments[0].value if len(arguments) == 1 and isinstance(arguments[0], ast.Constant) else None
        if not isinstance(value, str) or value not in LABELS:
            self.report.on(
                node, "a program has a label from A to E, 0 to 9 or .0 to .9", 'write `@program("A")`'
            )
            return None
        taken = [name for name, one in self.names.functions.items() if one.label == value]
        if taken:
            self.report.on(node, f"label {value} is that of {taken[0]} already", "choose another label")
        return value

    def check_pins(self) -> None:
        """Report a register that two names of the module are pinned to."""
        sums, owners = self.names.sums, dict[str, str]()
        pinned: list[tuple[Register | Array, str]] = [
            (one, one.at) for one in self.names.registers.values() if one.at and one.name not in sums
        ]
        for array in self.names.arrays.values():
            for number in range(array.at, array.at + array.length) if array.at is not None else ():
                pinned.append((array, register_name(number)))
        for owner, at in pinned:
            first = owners.setdefault(at, owner.name)
            if first != owner.name:
                both = f"{owner.name} and {first} are both in {at if at == 'I' else f'R{at}'}"
                self.report.at(owner.place, both, "pin one elsewhere")


def _whole(node: ast.expr) -> int | None:
    value = node.value if isinstance(node, ast.Constant) else None
    return value if isinstance(value, int) and not isinstance(value, bool) and value >= 0 else None


def declare_sums(node: ast.Assign, names: ModuleNames, report: Reporter) -> None:
    """`n, sum_x, sum_xx, sum_y, sum_yy, sum_xy = sums()` at the level of the module."""
    target = node.targets[0]
    parts = target.elts if isinstance(target, ast.Tuple | ast.List) else [target]
    called = [one.id for one in parts if isinstance(one, ast.Name)]
    for one in called:
        if names.kind(one) or called.count(one) > 1:
            report.on(node, f"{one} is {names.kind(one) or 'there twice'}", "choose another name")
            return
    if names.sums or len(called) != SUMS or len(parts) != SUMS or len(node.targets) > 1:
        report.on(
            node,
            "the sums have names already" if names.sums else "the statistics are six sums",
            "write `n, sum_x, sum_xx, sum_y, sum_yy, sum_xy = sums()` once",
        )
        return
    _place_sums(tuple(called), names)


def add_unnamed_sums(functions: Iterable[Function], names: ModuleNames) -> None:
    """Add the six registers of a module that uses statistics and gives the sums no names."""
    used = any(
        isinstance(node, Operation) and node.name in CHANGING_SUMS | OF_SUMS
        for one in functions
        for node in nodes(one.body)
    )
    if used and not names.sums:
        _place_sums(UNNAMED, names)


def _place_sums(called: tuple[str, ...], names: ModuleNames) -> None:
    first = LIMITS[Model.HP15C].first_sum
    names.sums = called
    for number, name in enumerate(called, first):
        names.registers[name] = Register(name, str(number))
