"""Expressions: from Python's tree to the compiler's."""

from __future__ import annotations

import ast
from typing import Final

from generator import language
from generator.compiler.front.faults import Reporter
from generator.compiler.front.literals import is_number, literal, signed_number
from generator.compiler.front.made_nodes import all_names, is_late, names_in
from generator.compiler.front.matrices import (
    CALLED,
    MAKING,
    is_element,
    matrix_call,
    matrix_element,
    shown_matrix,
)
from generator.compiler.front.names import ModuleNames
from generator.compiler.front.refused import BUILTINS, EXPRESSIONS, KEEPING, OPERATORS, instead_of
from generator.compiler.tree.ir import Ask, Call, Constant, Element, Expression, Operation, Read
from generator.language.operations import (
    ANGLE_MODES,
    CHANGING_SUMS,
    COMPLEX_OPERATIONS,
    EFFECTS,
    FLAGS,
    FUNCTIONS,
    INTEGRALS,
    RUNS,
    SETTINGS,
    operand_count,
    result_count,
)
from hp15c.numbers.number import ZERO, Number

_BINARY: Final[dict[type[ast.operator], str]] = {
    ast.Add: "add",
    ast.Sub: "sub",
    ast.Mult: "mul",
    ast.Div: "div",
    ast.FloorDiv: "floordiv",
    ast.Mod: "mod",
    ast.Pow: "pow",
}
_OF_PYTHON: Final = {"abs": "abs", "int": "intpart"}
"""Functions of Python that are functions of the language."""
_ALONE: Final = ("pause", "show", "assume", *ANGLE_MODES, *SETTINGS)
_NO_VALUE: Final = dict.fromkeys(_ALONE, "write it as a statement of its own") | {
    "unordered": "it stands around a range: `for i in unordered(range(n))`",
    "register": "write it at the level of the module: `turn = register()`",
    "matrix": 'write it at the level of the module: `a = matrix("A")`',
    "array": "write it at the level of the module: `digits = array(8)`",
    "program": 'it is a decorator: `@program("A")`',
    "complex_number": "assign it to a local name, and use its parts",
    "routine": 'write it at the level of the module: `tax = routine("tax.15c", "B", arguments=1)`',
    "sums": "write it at the level of the module: `n, sum_x, sum_xx, sum_y, sum_yy, sum_xy = sums()`",
}


class Expressions:
    """Makes expressions within one function. `assigned` are the names of its locals."""

    def __init__(self, names: ModuleNames, report: Reporter, assigned: frozenset[str]) -> None:
        self.names = names
        self.report = report
        self.assigned = assigned

    def fault(self, node: ast.AST, message: str, hint: str = "") -> Constant:
        """Note a fault at a node. Returns 0 in the place of what is faulty."""
        self.report.on(node, message, hint)
        return self.zero(node)

    def zero(self, node: ast.AST) -> Constant:
        """The number 0 at the place of a node."""
        return Constant(ZERO, place=self.report.place(node))

    def of(self, node: ast.expr) -> Expression:
        """An expression that gives one number. 0 in the place of a faulty one."""
        place = self.report.place(node)
        if is_number(node):
            return signed_number(node, self.report)
        match node:
            case ast.Constant():
                return literal(node, self.report)
            case ast.Name():
                return self._name(node)
            case ast.BinOp():
                return self._binary(node)
            case ast.UnaryOp(ast.UAdd(), operand):
                return self.of(operand)
            case ast.UnaryOp(ast.USub(), operand):
                return Operation("neg", (self.of(operand),), place=place)
            case ast.Subscript():
                return self.element(node)
            case ast.Call():
                return self._one_result(node)
            case ast.Compare() | ast.BoolOp() | ast.UnaryOp(ast.Not()):
                self.report.on(node, "a condition is no number", as_number(node))
        return self.refuse(node)

    def refuse(self, node: ast.expr) -> Expression:
        """Report a construct that the language does not have. Returns 0 in its place."""
        kind: type[ast.AST] = type(node.op) if isinstance(node, ast.UnaryOp | ast.BinOp) else type(node)
        words = EXPRESSIONS.get(kind) or OPERATORS.get(kind)
        if words:
            hint = words[1]
            if isinstance(node, ast.Attribute):
                read = names_in(ast.walk(node), ast.Load)
                if read & self.names.refused or (self.names.refused and node.attr not in BUILTINS):
                    return self.zero(node)
                known = node.attr in language.__all__
                own = f"import the name itself: `from generator.language import {node.attr}`"
                hint = own if known else BUILTINS.get(node.attr, hint)
                if node.attr in ("real", "imag") and isinstance(node.ctx, ast.Load):
                    hint = f"give it a name of its own before: `part = {ast.unparse(node)}`"
            self.report.on(node, f"{words[0]} is outside the language", hint)
        return self.zero(node)

    def element(self, node: ast.Subscript) -> Element | Operation | Constant:
        """`a[i]`: an element of an array of the module, or `a[i, j]` of a matrix."""
        if is_element(node, self.names):
            return matrix_element(node, self)
        if isinstance(node.slice, ast.Slice | ast.Tuple):
            what = "a slice" if isinstance(node.slice, ast.Slice) else "an index with several parts"
            hint = "write a for loop over the elements"
            return self.fault(node.slice, f"{what} is outside the language", hint)
        if not isinstance(node.value, ast.Name) or node.value.id not in self.names.arrays:
            name = node.value.id if isinstance(node.value, ast.Name) else ""
            if name in self.names.refused:
                return self.zero(node)
            instead = f"declare one at the level of the module: `{name or 'a'} = array(8)`"
            if isinstance(node.value, ast.Call):
                instead = (
                    f"give its results names first: `first, second = {ast.unparse(node.value.func)}(...)`"
                )
            if name in self.names.other:
                instead = "write `match` with a case for each index, or an array that a program fills"
            return self.fault(node.value, "this is no array", instead)
        index = self.of(node.slice)
        array = self.names.arrays[node.value.id]
        if isinstance(index, Constant) and not (
            index.value.is_integer and 0 <= index.value < Number.of(array.length)
        ):
            self.report.on(
                node.slice,
                f"{array.name} has no element {index.value}",
                f"its last one is {array.length - 1}",
            )
        return Element(array.name, index, place=self.report.place(node))

    def call(self, node: ast.Call) -> Expression:
        """A call, whatever number of results it has."""
        place, nothing = self.report.place(node), self.zero(node)
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        meaning = self._meaning_of(name)
        if meaning in {*CALLED, *MAKING}:
            return matrix_call(meaning, node, self)
        if meaning in RUNS:
            return self._run(meaning, node)
        if meaning == "ask" and node.args and (shown := shown_matrix(node.args[0], "ask", self)):
            return shown
        if isinstance(node.func, ast.Name) and name not in KEEPING and self._is_of_python(name):
            inner = next((one for one in ast.walk(node) if isinstance(one, ast.NamedExpr)), None)
            read = all_names(node)
            if inner is None and not read & self.names.refused:
                several = [one.func for one in node.args if isinstance(one, ast.Call)]
                called = [one for one in several if isinstance(one, ast.Name) and self._is_of_python(one.id)]
                first = next((one for one in called if one.id not in KEEPING), node.func)
                self._not_callable(first, first.id, "")
            return self.refuse(inner) if inner else nothing
        for keyword in node.keywords:
            star = keyword.arg is None
            self.report.on(
                keyword.value if star else keyword,
                f"{'**' if star else 'a named argument'} is outside the language",
                "name parameters of a function of this file, in their order where a call stands among them",
            )
        arguments = tuple(self.of(argument) for argument in node.args)
        if not isinstance(node.func, ast.Name):
            self.of(node.func) if isinstance(node.func, ast.Attribute) else self.report.on(
                node.func, "this cannot be called", "call a function of the file by its name"
            )
            return nothing
        if name in self.names.functions and name not in self.assigned:
            parameters = self.names.functions[name].parameters
            self._count(node, name, len(parameters))
            return Call(name, arguments, place=place)
        if meaning == "flag":
            return self.flag(node)
        if meaning == "ask":
            return Ask(arguments[0], place=place) if self._count(node, name, 1) else nothing
        if meaning == "abs" or meaning in FUNCTIONS or meaning in COMPLEX_OPERATIONS:
            if meaning in CHANGING_SUMS and len(arguments) == 1 < operand_count(meaning):
                return Operation(meaning, (nothing, *arguments), place=place)
            self._count(node, name, operand_count(meaning))
            return Operation(meaning, arguments, place=place)
        self._not_callable(node.func, name, meaning)
        return nothing

    def flag(self, node: ast.Call) -> Expression:
        """Whether a flag of the calculator is set, as 1 or 0."""
        match node.args:
            case [ast.Constant(int(number))] if not isinstance(number, bool) and number in FLAGS:
                return Operation(f"flag_{number}", (), place=self.report.place(node))
        return self.fault(node, f"flag takes one digit from 0 to {FLAGS[-1]}", "write `if flag(0):`")

    def _run(self, word: str, node: ast.Call) -> Expression:
        """The value of `solve(f, a, b)`, `integral(f, a, b)`, and of other words that run a function."""
        function = node.args[0] if len(node.args) == 3 and not node.keywords else None
        known = self.names.functions.get(function.id) if isinstance(function, ast.Name) else None
        ends = "two limits" if word in INTEGRALS else "two guesses"
        if known is None:
            what = f"{word} takes a function of the file and {ends}"
            return self.fault(node, what, f"write `{word}(f, a, b)`")
        if len(known.parameters) not in range(1, 5) or known.results not in (1, None):
            what = f"{word} wants a function with one to four parameters and one result"
            return self.fault(node, what, "keep other numbers in registers of the module")
        given = tuple(self.of(one) for one in node.args[1:])
        return Call(known.node.name, given, by=word, place=self.report.place(node))

    def results(self, value: Expression) -> int | None:
        """The number of values that a call gives. None where a fault hides it."""
        if isinstance(value, Call):
            return RUNS[value.by] if value.by else self.names.functions[value.function].results
        return result_count(value.name) if isinstance(value, Operation) else 1

    def stands_alone(self, node: ast.Call) -> bool:
        """Whether a call is an operation that changes what stays, or asks with a matrix."""
        meaning = self._meaning_of(node.func.id) if isinstance(node.func, ast.Name) else ""
        shown = node.args[0] if meaning == "ask" and node.args else None
        return meaning in EFFECTS or (isinstance(shown, ast.Name) and shown.id in self.names.matrices)

    def _one_result(self, node: ast.Call) -> Expression:
        value = self.call(node)
        results = self.results(value)
        name = node.func.id if isinstance(node.func, ast.Name) else "it"
        if isinstance(value, Operation) and value.name in EFFECTS:
            instead = f"write `x = {name}(...)` before, and x here" if results else "write it as a statement"
            self.report.on(node, f"{name} changes what stays, and stands alone", instead)
        elif results not in (1, None):
            instead = "assign them: `a, b = ...`" if results else "call it as a statement of its own"
            told = self.report.name_of_call(node, name)
            self.report.on(node, f"{told} gives {results or 'no'} results, not one", instead)
        return value

    def _meaning_of(self, name: str) -> str:
        """The name in the language that a called name stands for. '' when it stands for none."""
        if name in self.assigned:
            return ""
        if name in COMPLEX_OPERATIONS and not self.names.kind(name):
            return name
        if name in _OF_PYTHON and not self.names.kind(name):
            return _OF_PYTHON[name]
        return self.names.language.get(name, "")

    def _is_of_python(self, name: str) -> bool:
        """Whether a name is a function of Python or of its modules that nothing here has taken."""
        return name in BUILTINS and name not in self.assigned and not self.names.kind(name)

    def _count(self, node: ast.Call, name: str, wanted: int) -> bool:
        given = len(node.args)
        if given == wanted and not node.keywords:
            return True
        if not node.keywords and not any(isinstance(one, ast.Starred) for one in node.args):
            added = sum(map(is_late, node.args))
            wanted, given = wanted - added, given - added
            plural = "" if wanted == 1 else "s"
            instead = "write the number to show: `ask(0)`" if self._meaning_of(name) == "ask" else ""
            self.report.on(node, f"{name} takes {wanted} argument{plural}, not {given}", instead)
        return False

    def _not_callable(self, node: ast.Name, name: str, meaning: str) -> None:
        kind = "a local name" if name in self.assigned else self.names.kind(name)
        if name in self.names.refused:
            return
        if meaning in _NO_VALUE:
            self.report.on(node, f"{meaning} gives no number here", _NO_VALUE[meaning])
        elif kind:
            self.report.on(node, f"{name} is {kind} and cannot be called")
        elif self._is_of_python(name):
            self.report.on(node, f"Python's {name} is outside the language", BUILTINS[name])
        elif name in language.__all__:
            self.report.on(node, f"{name} is not known here", f"`from generator.language import {name}`")
        else:
            known = [*self.names.functions, *self.names.language]
            instead = instead_of(name, known, "define it in this file with def")
            self.report.on(node, f"there is no function {name}", instead)

    def _name(self, node: ast.Name) -> Expression:
        name, place = node.id, self.report.place(node)
        if name in self.assigned or name in self.names.registers:
            return Read(name, place=place)
        if name in self.names.constants:
            return Constant(signed_number(self.names.constants[name], self.report).value, place=place)
        if self.names.language.get(name) == "pi":
            return Operation("pi", (), place=place)
        kind = self.names.kind(name)
        if name in self.names.refused:
            return self.zero(node)
        if name in self.names.arrays:
            return self.fault(node, f"{name} is an array, no number", f"take one element: `{name}[0]`")
        if name in self.names.matrices:
            return self.fault(node, f"{name} is a matrix, no number", f"take one element: `{name}[1, 1]`")
        if kind:
            called = self.names.functions.get(name)
            given = "()" if called and not called.parameters else "(...)"
            call = f"call it: `{name}{given}`" if called or kind == "a name of the language" else ""
            told = f"{name} is {kind if kind.endswith('no number') else f'{kind}, no number'}"
            short = ast.get_source_segment(self.report.source, node) or ""
            if short.startswith("lambda"):
                told, call = "a lambda is a function, no number", f"call it: `({short}){given}`"
            return self.fault(node, told, call)
        if name == "pi":
            return self.fault(node, "pi is not known here", "`from generator.language import pi`")
        known = [*self.assigned, *self.names.registers, *self.names.constants]
        like = BUILTINS[name] if name == "e" else instead_of(name, known, "assign it first")
        return self.fault(node, f"nothing is called {name}", like)

    def _binary(self, node: ast.BinOp) -> Expression:
        name = _BINARY.get(type(node.op))
        left, right = self.of(node.left), self.of(node.right)
        place = self.report.place(node)
        if name is None:
            return self.refuse(node)
        if name == "pow" and isinstance(node.right, ast.Constant) and right == Constant(Number.of(2)):
            return Operation("square", (left,), place=place)
        return Operation(name, (left, right), place=place)


def as_number(node: ast.expr) -> str:
    """How to write the number 1 or 0 that Python would make of a condition."""
    match node:
        case ast.BoolOp():
            return f"give it a name first: `chosen = {ast.unparse(node)}`"
        case ast.UnaryOp(ast.Not(), ast.Name(name)):
            return f"write `1 if {name} == 0 else 0`"
    return f"write `1 if {ast.unparse(node)} else 0`"


def is_condition(node: ast.expr) -> bool:
    """Whether what is written here can only be a condition. `x and y` is one of two numbers in Python."""
    match node:
        case ast.Compare() | ast.UnaryOp(ast.Not()) | ast.Constant(bool()):
            return True
        case ast.BoolOp(values=parts):
            return all(map(is_condition, parts))
    return False
