"""Complex numbers, written out: a local that holds one becomes two locals, its real and its imaginary part.

What the calculator does in complex mode becomes an operation that takes parts and gives parts, in a statement
of its own before the one that uses them.
"""

from __future__ import annotations

import ast
from typing import Final

from generator.compiler.front.faults import Reporter
from generator.compiler.front.made_nodes import (
    all_names,
    assignment_at,
    call_at,
    declared_names,
    expression_at,
    free_name,
    functions_in,
    parse_at,
    place_at,
)
from generator.language.operations import EFFECTS, OF_COMPLEX, RUNS

WORD: Final = "complex_number"
_HELD: Final = "held"
_SHOWING: Final = {"ask": "complex_ask", "pause": "complex_pause"}
_PARTS: Final = ("real", "imag")
_TWO: Final[dict[type[ast.operator], str]] = {
    ast.Mult: "complex_product",
    ast.Div: "complex_quotient",
    ast.Pow: "complex_power",
}
_EFFECTS: Final = EFFECTS | RUNS.keys() | {"ask", "ran"}
_WRITE_BEFORE: Final = "assign it to a name in a statement before"

Pair = tuple[ast.expr, ast.expr]
Statements = list[ast.stmt]


def with_parts(tree: ast.Module, report: Reporter) -> None:
    """Write complex numbers out as pairs of numbers, in place. What cannot be written out is reported."""
    words: dict[str, str] = {}
    for one in tree.body:
        if isinstance(one, ast.ImportFrom) and one.module == "generator.language":
            words |= {alias.asname or alias.name: alias.name for alias in one.names}
    defined = {one.name for one in functions_in(tree)}
    if {WORD, _HELD} & {*words.values()}:
        taken = all_names(tree) | defined
        for function in functions_in(tree):
            _Parts(function, tree, words, defined, taken, report).write()
        ast.fix_missing_locations(tree)


class _Parts:
    """Writes out one function."""

    def __init__(
        self,
        node: ast.FunctionDef,
        tree: ast.Module,
        words: dict[str, str],
        defined: set[str],
        taken: set[str],
        report: Reporter,
    ) -> None:
        self.node, self.tree, self.words, self.report = node, tree, words, report
        self.defined, self.taken = defined, taken
        self.names: dict[str, tuple[str, str]] = {}
        self.before: Statements = []
        self.count = 0

    def write(self) -> None:
        """Write out the function in place."""
        self._find()
        self._check()
        self.node.body = self.block(self.node.body)

    def _find(self) -> None:
        """Find the locals that hold complex numbers: those to which one is assigned."""
        declared = declared_names(self.node)
        found = True
        while found:
            found = False
            given = (one for one in ast.walk(self.node) if isinstance(one, ast.Assign | ast.AugAssign))
            for one in given:
                for target in one.targets if isinstance(one, ast.Assign) else [one.target]:
                    for name, part in self._parts(target, one.value):
                        if name not in {*self.names, *declared} and self.is_complex(part):
                            self.names[name] = (self._free(f"{name}_real"), self._free(f"{name}_imag"))
                            found = True

    def _check(self) -> None:
        """Report a number that is assigned to a local which holds complex numbers."""
        for parameter in self.node.args.args:
            if parameter.arg in self.names:
                self.report.on(parameter, f"{parameter.arg} is a number, and holds a complex number later",
                               "choose another name for that")  # fmt: skip
        for one in ast.walk(self.node):
            if isinstance(one, ast.Assign):
                for target in one.targets:
                    for name, value in self._parts(target, one.value):
                        if name in self.names and not self.is_complex(value):
                            self.report.on(value, f"{name} holds complex numbers, and this is none",
                                           f"write `{name} = {WORD}(x, 0)`")  # fmt: skip
                if len(one.targets) > 1 and self.is_complex(one.value):
                    self.report.on(one, "two signs = with a complex number are outside the language",
                                   "write two assignments")  # fmt: skip

    def _parts(self, target: ast.expr, value: ast.expr) -> list[tuple[str, ast.expr]]:
        if isinstance(target, ast.Name):
            return [(target.id, value)]
        if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
            pairs = zip(target.elts, value.elts, strict=False)
            return [(one.id, part) for one, part in pairs if isinstance(one, ast.Name)]
        return []

    def _free(self, name: str) -> str:
        name = free_name(name, self.taken)
        self.taken.add(name)
        return name

    def is_complex(self, node: ast.expr) -> bool:
        """Whether an expression gives a complex number."""
        match node:
            case ast.Name(name):
                return name in self.names
            case ast.BinOp(left=left, right=right):
                return self.is_complex(left) or self.is_complex(right)
            case ast.UnaryOp(ast.USub() | ast.UAdd(), operand):
                return self.is_complex(operand)
            case ast.Call(ast.Name(name), arguments):
                word = self.words.get(name, "")
                return word == WORD or (word in OF_COMPLEX and any(map(self.is_complex, arguments)))
        return False

    # statements

    def block(self, body: Statements) -> Statements:
        """Statements, each after those that it needs. What one around them needs stays in `before`."""
        before, self.before = self.before, []
        made: Statements = []
        for one in body:
            calls = self._calls(one)
            written = self.statement(one)
            if calls and self.before and not self._is_alone(written):
                self.report.on(calls[0], "a call beside a complex number is outside the language",
                               _WRITE_BEFORE)  # fmt: skip
            made += [*self.before, *written]
            self.before = []
        self.before = before
        return made

    def _calls(self, node: ast.stmt) -> list[ast.Call]:
        """The calls in a statement, without those in its blocks, that have effects of their own."""
        match node:
            case ast.If(test=part) | ast.While(test=part) | ast.For(iter=part):
                pieces: list[ast.AST] = [part]
            case _:
                pieces = [node]
        return [
            one
            for piece in pieces
            for one in ast.walk(piece)
            if isinstance(one, ast.Call) and isinstance(one.func, ast.Name)
            and (one.func.id in self.defined or self.words.get(one.func.id) in _EFFECTS)
        ]  # fmt: skip

    def _is_alone(self, written: Statements) -> bool:
        """Whether one operation is all that a statement computes, so that nothing changes its order."""
        names = {half for pair in self.names.values() for half in pair}
        return len(self.before) == 1 and all(
            isinstance(one, ast.Assign)
            and isinstance(one.value, ast.Tuple)
            and all(isinstance(half, ast.Name) and half.id not in names for half in one.value.elts)
            for one in written
        )

    def statement(self, node: ast.stmt) -> Statements:
        """The statements that one becomes. What it needs before is in `before`."""
        match node:
            case ast.Assign([ast.Name() as target], value) if target.id in self.names:
                return [assignment_at(self.names[target.id], self._both(value), node)]
            case ast.Assign([ast.Tuple([_, _]) as both], value) if self.is_complex(value):
                return [place_at(ast.Assign([both], self._both(value)), node)]
            case ast.Assign([ast.Tuple(targets)], ast.Tuple(values)) if any(
                isinstance(one, ast.Name) and one.id in self.names for one in targets
            ) and len(targets) == len(values):
                return self._several(targets, values, node)
            case ast.AugAssign(ast.Name() as target) if target.id in self.names:
                loaded = ast.copy_location(ast.Name(target.id, ast.Load()), target)
                value = ast.copy_location(ast.BinOp(loaded, node.op, node.value), node)
                return [assignment_at(self.names[target.id], self._both(value), node)]
            case ast.Return(ast.expr() as value):
                parts = value.elts if isinstance(value, ast.Tuple) else [value]
                if any(map(self._is_held, parts)):
                    self._check_held(node, parts)
                    return [node]
                if any(map(self.is_complex, parts)):
                    given = [half for one in parts for half in self._halves(one)]
                    return [ast.copy_location(ast.Return(ast.Tuple(given, ast.Load())), node)]
            case ast.If():
                node.test = self._real(node.test)
                node.body, node.orelse = self.block(node.body), self.block(node.orelse)
                return [node]
            case ast.While():
                return [self._while(node)]
            case ast.For():
                node.iter = self._real(node.iter)
                node.body = self.block(node.body)
                return [node]
        return [self._parts_of_statement(node)]

    def _is_held(self, node: ast.expr) -> bool:
        match node:
            case ast.Call(ast.Name(word), [_, _]):
                return self.words.get(word) == _HELD
        return False

    def _check_held(self, node: ast.stmt, parts: list[ast.expr]) -> None:
        """Report a misplaced `held`. A program that is not called may return one or two numbers by it."""
        called = {one.func.id for one in ast.walk(self.tree)
                  if isinstance(one, ast.Call) and isinstance(one.func, ast.Name)}  # fmt: skip
        if len(parts) > 2 or not all(map(self._is_held, parts)):
            self.report.on(
                node, "held stands beside another number", "return one or two numbers, each by held"
            )
        elif self.node.name in called or not self.node.decorator_list:
            self.report.on(
                node, "held ends a function that others call", "return it from a program that none calls"
            )
        for one in parts:
            if isinstance(one, ast.Call):
                one.args = [self._real(half) for half in one.args]

    def _while(self, node: ast.While) -> ast.stmt:
        """A loop whose test needs statements tests at the start of each pass."""
        test = self._real(node.test)
        body = self.block(node.body)
        if self.before:
            leave = parse_at("if not TEST:\n    break", node, TEST=test)
            body = [*self.before, *leave, *body]
            test, self.before = ast.Constant(True), []
        node.test, node.body = place_at(test, node), body
        return node

    def _several(self, targets: list[ast.expr], values: list[ast.expr], node: ast.stmt) -> Statements:
        """The statements of `z, w = w, z`, where all parts are there before the first is assigned."""
        names: list[ast.expr] = []
        given: list[ast.expr] = []
        for target, value in zip(targets, values, strict=True):
            if isinstance(target, ast.Name) and target.id in self.names:
                names += [ast.Name(one, ast.Store()) for one in self.names[target.id]]
                given += self._pair(value)
            else:
                names.append(target)
                given.append(self._real(value))
        into = ast.Tuple(names, ast.Store())
        return [place_at(ast.Assign([into], ast.Tuple(given, ast.Load())), node)]

    def _parts_of_statement(self, node: ast.stmt) -> ast.stmt:
        """A statement that is no assignment of a complex number, with the parts that it uses."""
        for field, value in ast.iter_fields(node):
            if isinstance(value, ast.expr) and not isinstance(getattr(value, "ctx", None), ast.Store):
                setattr(node, field, self._real(value))
        return node

    # expressions

    def _real(self, node: ast.expr) -> ast.expr:
        """An expression that gives a number or a condition, with the complex numbers in it written out."""
        match node:
            case ast.Attribute(value, part) if part in _PARTS and self.is_complex(value):
                return self._pair(value)[_PARTS.index(part)]
            case ast.Call(ast.Name("abs"), [value]) if self.is_complex(value):
                name = self._new("size")
                call = call_at("complex_abs", list(self._pair(value)), node)
                self.before.append(assignment_at(name, call, node))
                return expression_at(name, node)
            case ast.Call(ast.Name(name), [ast.Call(args=parts) as inner]) if self.words.get(
                name
            ) in _SHOWING and self._is_held(inner):
                return call_at(_SHOWING[self.words[name]], [self._real(one) for one in parts], node)
            case ast.Compare(left, [ast.Eq() | ast.NotEq() as op], [right]) if self.is_complex(
                left
            ) or self.is_complex(right):
                return self._equal(self._pair(left), op, self._pair(right), node)
            case ast.BoolOp(values=[first, *others]):
                node.values = [self._real(first), *map(self._quiet, others)]
                return node
        if self.is_complex(node):
            self.report.on(
                node,
                "a complex number cannot stand here",
                "write its part, `z.real` or `z.imag`, or `abs(z)`",
            )
            return ast.copy_location(ast.Constant(0), node)
        for field, value in ast.iter_fields(node):
            if isinstance(value, ast.expr):
                setattr(node, field, self._real(value))
            elif isinstance(value, list):
                setattr(node, field, [self._real(one) if isinstance(one, ast.expr) else one for one in value])
        return node

    def _quiet(self, node: ast.expr) -> ast.expr:
        """A later part of a condition, which may not need statements before: it is not always reached."""
        count = len(self.before)
        made = self._real(node)
        if len(self.before) > count:
            self.report.on(node, "this is computed only where the part before it decides", _WRITE_BEFORE)
            del self.before[count:]
        return made

    def _equal(self, left: Pair, op: ast.cmpop, right: Pair, node: ast.expr) -> ast.expr:
        parts: list[ast.expr] = [
            ast.Compare(one, [op], [other]) for one, other in zip(left, right, strict=True)
        ]
        joined = ast.And() if isinstance(op, ast.Eq) else ast.Or()
        return place_at(ast.BoolOp(joined, parts), node)

    def _halves(self, node: ast.expr) -> list[ast.expr]:
        return list(self._pair(node)) if self.is_complex(node) else [self._real(node)]

    def _pair(self, node: ast.expr) -> Pair:
        """The parts of a complex number, which is real where the expression is."""
        match node:
            case ast.Name(name) if name in self.names:
                return self._read(self.names[name], node)
            case ast.BinOp(left, op, right) if self.is_complex(node):
                return self._operate(left, op, right, node)
            case ast.UnaryOp(op, operand) if self.is_complex(operand):
                real, imag = self._pair(operand)
                if isinstance(op, ast.UAdd):
                    return real, imag
                signed = [place_at(ast.UnaryOp(op, half), node) for half in (real, imag)]
                return signed[0], signed[1]
            case ast.Call(ast.Name(name), arguments) if self.is_complex(node):
                if self.words[name] != WORD:
                    return self._named_result(
                        f"complex_{self.words[name]}", list(self._pair(arguments[0])), node
                    )
                if len(arguments) == 2 and not node.keywords:
                    return self._real(arguments[0]), self._real(arguments[1])
                self.report.on(node, "a complex number has two parts", f"write `{name}(3, 4)`")
        return self._real(node), place_at(ast.Constant(0), node)

    def _both(self, node: ast.expr) -> ast.expr:
        """A tuple of the parts of a complex number."""
        return ast.Tuple(list(self._pair(node)), ast.Load())

    def _operate(self, left: ast.expr, op: ast.operator, right: ast.expr, node: ast.BinOp) -> Pair:
        if isinstance(op, ast.Pow) and isinstance(right, ast.Constant) and right.value == 2:
            return self._named_result("complex_square", list(self._pair(left)), node)
        if isinstance(op, ast.Div) and isinstance(left, ast.Constant) and left.value == 1:
            return self._named_result("complex_reciprocal", list(self._pair(right)), node)
        if isinstance(op, ast.Mult) and isinstance(left, ast.Name) and ast.dump(left) == ast.dump(right):
            return self._named_result("complex_product_with_itself", list(self._pair(left)), node)
        if type(op) in _TWO:
            halves, others = self._halves(left), self._halves(right)
            which = "_of_real" if len(halves) == 1 else "_by_real" if len(others) == 1 else ""
            return self._named_result(_TWO[type(op)] + which, [*halves, *others], node)
        one, other = self._pair(left), self._pair(right)
        if not isinstance(op, ast.Add | ast.Sub):
            self.report.on(node, "complex numbers have + - * / and **", "compute with their parts")
            return one
        real, imag = (
            place_at(ast.BinOp(first, op, second), node) for first, second in zip(one, other, strict=True)
        )
        return real, imag

    def _named_result(self, name: str, numbers: list[ast.expr], node: ast.expr) -> Pair:
        """The result of an operation under two names of its own."""
        names = self._new("real"), self._new("imag")
        self.before.append(assignment_at(names, call_at(name, numbers, node), node))
        return self._read(names, node)

    def _read(self, names: tuple[str, str], node: ast.expr) -> Pair:
        real, imag = (place_at(ast.Name(one, ast.Load()), node) for one in names)
        return real, imag

    def _new(self, part: str) -> str:
        self.count += 1
        return self._free(f"{part}_{self.count}")
