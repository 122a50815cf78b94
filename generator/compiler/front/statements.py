"""Statements: from Python's tree to the compiler's."""

from __future__ import annotations

import ast
from collections.abc import Sequence

from generator.compiler.front.conditions import condition, range_limits
from generator.compiler.front.expressions import Expressions
from generator.compiler.front.made_nodes import names_in
from generator.compiler.front.matrices import (
    assigned_matrix,
    is_element,
    is_whole,
    shown_matrix,
    stored_element,
)
from generator.compiler.front.refused import REFUSED_LIST, REFUSED_RAISE, STATEMENTS, holds_several
from generator.compiler.tree import ir
from generator.language.operations import ANGLE_MODES, BLINK_FLAG, BLINKING, EFFECTS, FLAGS, FORMATS, SETTINGS
from hp15c.numbers.number import ZERO


class Statements:
    """Makes the statements of one function. `declared` are the names that it declares as `global`.

    `count` is the number of its results.
    """

    def __init__(self, values: Expressions, declared: frozenset[str], count: int) -> None:
        self.values = values
        self.report = values.report
        self.names = values.names
        self.declared = declared
        self.count = count
        self.loops: list[str] = []
        self.made = 0

    def block(self, nodes: Sequence[ast.stmt]) -> ir.Block:
        """Statements in their order. What stands after return, break or continue is dropped."""
        made = [one for node in nodes for one in self.statement(node)]
        for position, one in enumerate(made):
            if isinstance(one, ir.Return | ir.Break | ir.Continue):
                return tuple(made[: position + 1])
        return tuple(made)

    def statement(self, node: ast.stmt) -> Sequence[ir.Statement]:
        """The statements that one statement of Python becomes.

        A faulty assignment still assigns its names.
        """
        before = len(self.report.faults)
        made = self._make(node)
        faulty = len(self.report.faults) > before
        if faulty and isinstance(node, ast.Assign) and holds_several(node.value):
            self.names.refused |= {one.id for one in node.targets if isinstance(one, ast.Name)}
        if made or not faulty:
            return made
        return [
            ir.Assign((ir.Name(one),), (ir.Constant(ZERO),))
            for one in sorted(names_in(ast.walk(node), ast.Store))
        ]

    def _make(self, node: ast.stmt) -> Sequence[ir.Statement]:
        place = self.report.place(node)
        match node:
            case ast.Pass() | ast.Global():
                return ()
            case ast.Expr(value):
                return self._expression(value)
            case ast.Assign():
                return self._assignment(node)
            case ast.AugAssign():
                return self._augmentation(node)
            case ast.If(test=test, body=body, orelse=orelse):
                decided = condition(test, self.values)
                return (ir.If(decided, self.block(body), self.block(orelse), place=place),)
            case ast.While(test=test, body=body):
                return (ir.While(condition(test, self.values), self.block(body), place=place),)
            case ast.For():
                return self._for(node)
            case ast.Break():
                return (ir.Break(place=place),)
            case ast.Continue():
                return (ir.Continue(place=place),)
            case ast.Return():
                return self._return(node)
            case ast.Raise():
                return self._raise(node)
        what, instead = STATEMENTS.get(type(node), ("this statement", ""))
        self.report.on(node, f"{what} is outside the language", instead)
        return self.block(node.body) if isinstance(node, ast.Try | ast.With) else ()

    # Assignments

    def target(self, node: ast.expr) -> ir.Target | None:
        """The target of an assignment. None, with a fault, when it cannot be assigned."""
        match node:
            case ast.Name(name):
                return ir.Name(name, place=self.report.place(node)) if self._writable(node) else None
            case ast.Subscript():
                element = self.values.element(node)
                if isinstance(element, ir.Operation):
                    self.report.on(node, "a matrix cannot be assigned here", "assign to a name first")
                return element if isinstance(element, ir.Element) else None
        if isinstance(node, ast.Tuple | ast.List):
            self.report.on(node, "parts within parts are outside the language", "write two assignments")
        else:
            self.values.refuse(node)
        return None

    def _writable(self, node: ast.Name) -> bool:
        name, kind = node.id, self.names.kind(node.id)
        if name in self.names.registers:
            if name not in self.declared:
                self.report.on(
                    node,
                    f"{name} is a register of the module",
                    f"say `global {name}` at the top of the function, or choose another name for a local",
                )
            return name in self.declared
        if kind and name not in self.declared:
            self.report.on(node, f"{name} is {kind}", "choose another name for the local")
        elif kind:
            self.report.on(
                node,
                f"{name} is {kind} and keeps its value",
                f"declare `{name} = register()`, which holds 0 at first",
            )
        return not kind

    def _assignment(self, node: ast.Assign) -> Sequence[ir.Statement]:
        first, rest = node.targets[0], node.targets[1:]
        if isinstance(first, ast.Tuple | ast.List):
            if rest:
                self.report.on(
                    node, "two signs = with several names are outside the language", "write two assignments"
                )
            return self._several(node, first.elts)
        if isinstance(first, ast.Subscript) and is_element(first, self.names):
            if not rest:
                return self._into_matrix(first, node.value)
            name = ast.copy_location(ast.Name(self._new_name(), ast.Store()), first)
            self.values.assigned |= {name.id}
            return self._assignment(ast.copy_location(ast.Assign([name, first, *rest], node.value), node))
        if isinstance(node.value, ast.List) and (isinstance(first, ast.Name) or not node.value.elts):
            own = ast.unparse(first)
            instead = f"say how long it becomes, `assume(len({own}) <= 10)`, and use its elements:"
            instead += f" `{own}[i]`, `sum({own})`, `for each in {own}`"
            if node.value.elts:
                instead = f"begin with `{own} = []`, and `{own}.append(...)` for each number, or use an array"
            self.report.on(node.value, REFUSED_LIST, instead)
            return ()
        value = self._assigned_value(node.value)
        place = self.report.place(node)
        target = self.target(first)
        made: list[ir.Statement] = []
        if rest and isinstance(target, ir.Element) and not isinstance(value, ir.Constant):
            kept = ir.Name(self._new_name(), place=place)
            made += self._store(kept, value)
            value = ir.Read(kept.name, place=place)
        if target:
            made += self._store(target, value)
        if isinstance(target, ir.Name) and not isinstance(value, ir.Constant):
            value = ir.Read(target.name, place=place)
        for node_of_target in rest:
            if isinstance(node_of_target, ast.Subscript) and is_element(node_of_target, self.names):
                made += stored_element(node_of_target, value, self.values)
            elif other := self.target(node_of_target):
                made += self._store(other, value)
        return made

    def _store(self, target: ir.Target, value: ir.Expression) -> Sequence[ir.Statement]:
        """`target = value`. An operation that changes what stays has a statement of its own kind."""
        if isinstance(value, ir.Operation) and value.name in EFFECTS:
            return (ir.Unpack((target,), value, place=value.place),)
        return (ir.Assign((target,), (value,), place=value.place),)

    def _into_matrix(self, target: ast.Subscript, node: ast.expr) -> Sequence[ir.Statement]:
        """The statements of an assignment to an element, `a[row, column] = value`, or to a whole matrix."""
        if is_whole(target):
            return assigned_matrix(target, node, self.values)
        value = self._assigned_value(node)
        if not (isinstance(value, ir.Operation) and value.name in EFFECTS):
            return stored_element(target, value, self.values)
        place = self.report.place(node)
        name = self._new_name()
        made = ir.Unpack((ir.Name(name, place=place),), value, place=place)
        return (made, *stored_element(target, ir.Read(name, place=place), self.values))

    def _assigned_value(self, node: ast.expr) -> ir.Expression:
        """The value of an assignment. Only there may an operation that changes what stays give a number."""
        if isinstance(node, ast.Call) and self.values.stands_alone(node):
            value = self.values.call(node)
            if self.values.results(value) == 1:
                return value
        return self.values.of(node)

    def _several(self, node: ast.Assign, elements: Sequence[ast.expr]) -> Sequence[ir.Statement]:
        place = self.report.place(node)
        inside = [one for one in elements if is_element(one, self.names)]
        if inside:
            return self._through_names(node, elements)
        if isinstance(node.value, ast.Tuple | ast.List):
            values = tuple(self.values.of(value) for value in node.value.elts)
            targets = tuple(self.target(element) for element in elements)
            if len(values) != len(targets):
                self.report.on(node, f"{len(targets)} names for {len(values)} values")
            elif None not in targets:
                return (ir.Assign(tuple(one for one in targets if one), values, place=place),)
            return ()
        targets = tuple(self.target(element) for element in elements)
        if not isinstance(node.value, ast.Call):
            refused = len(self.report.faults)
            self.values.of(node.value)
            if len(self.report.faults) == refused:
                self.report.on(node.value, f"one value for {len(targets)} names", "write a value for each")
            return ()
        value = self.values.call(node.value)
        if not isinstance(value, ir.Call | ir.Operation):
            return ()
        results = self.values.results(value)
        if results not in (len(targets), None):
            self.report.on(node.value, f"{results or 'no'} results for {len(targets)} names")
        return (
            (ir.Unpack(tuple(one for one in targets if one), value, place=place),)
            if None not in targets
            else ()
        )

    def _through_names(self, node: ast.Assign, elements: Sequence[ast.expr]) -> Sequence[ir.Statement]:
        """Several targets, some of them elements of matrices: values get names first."""
        names = [self._new_name() for _ in elements]
        targets: list[ast.expr] = [ast.copy_location(ast.Name(name, ast.Store()), one)
                                   for name, one in zip(names, elements, strict=True)]  # fmt: skip
        made = list(self._several(node, targets))
        for name, one in zip(names, elements, strict=True):
            value = ast.copy_location(ast.Name(name, ast.Load()), one)
            self.values.assigned |= {name}
            made += self._assignment(ast.copy_location(ast.Assign([one], value), node))
        return made

    def _augmentation(self, node: ast.AugAssign) -> Sequence[ir.Statement]:
        place = self.report.place(node)
        loaded = ast.copy_location(
            ast.Name(node.target.id, ast.Load()) if isinstance(node.target, ast.Name) else node.target,
            node.target,
        )
        combined = ast.copy_location(ast.BinOp(loaded, node.op, node.value), node)
        if isinstance(node.target, ast.Subscript) and is_element(node.target, self.names):
            if is_whole(node.target):
                matrix = ast.copy_location(ast.BinOp(node.target.value, node.op, node.value), node)
                return assigned_matrix(node.target, matrix, self.values)
            return stored_element(node.target, self.values.of(combined), self.values)
        value = self.values.of(combined)
        target = self.target(node.target)
        return (ir.Assign((target,), (value,), place=place),) if target else ()

    # Calls

    def _expression(self, node: ast.expr) -> Sequence[ir.Statement]:
        place = self.report.place(node)
        if isinstance(node, ast.Constant) and (isinstance(node.value, str) or node.value is ...):
            return ()
        if not isinstance(node, ast.Call):
            before = len(self.report.faults)
            if isinstance(node, ast.Compare | ast.BoolOp):
                condition(node, self.values)
            else:
                self.values.of(node)
            if len(self.report.faults) == before:
                self.report.on(node, "the value of this is not used", "assign it, or leave it out")
            return ()
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        meaning = "" if name in self.values.assigned else self.names.language.get(name, "")
        if meaning in ("pause", "assume"):
            return self._claim_or_pause(node, meaning)
        if meaning in ANGLE_MODES | SETTINGS:
            return self._setting_statement(node, meaning)
        if meaning == "show":
            return self._show(node)
        before = len(self.report.faults)
        value = self.values.call(node)
        if isinstance(value, ir.Call | ir.Ask) or (isinstance(value, ir.Operation) and value.name in EFFECTS):
            return (ir.Evaluate(value, place=place),)
        if len(self.report.faults) == before and name:
            self.report.on(node, f"the value of {name} is not used", "assign it, or leave it out")
        return ()

    def _claim_or_pause(self, node: ast.Call, meaning: str) -> Sequence[ir.Statement]:
        place = self.report.place(node)
        if len(node.args) != 1 or node.keywords:
            self.report.on(node, f"{meaning} takes 1 argument, not {len(node.args) + len(node.keywords)}")
            return ()
        if shown := shown_matrix(node.args[0], "pause", self.values):
            return (ir.Evaluate(shown, place=place),)
        if meaning == "pause":
            return (ir.Pause(self.values.of(node.args[0]), place=place),)
        return (ir.Assume(condition(node.args[0], self.values), place=place),)

    def _setting_statement(self, node: ast.Call, meaning: str) -> Sequence[ir.Statement]:
        place = self.report.place(node)
        if meaning in ANGLE_MODES | BLINKING:
            if node.args or node.keywords:
                self.report.on(node, f"{meaning} takes no argument")
            return (ir.Setting(meaning, BLINK_FLAG if meaning in BLINKING else None, place=place),)
        digits = node.args[0] if len(node.args) == 1 and not node.keywords else None
        number = digits.value if isinstance(digits, ast.Constant) else None
        most = 9 if meaning in FORMATS else FLAGS[-1]
        if not isinstance(number, int) or isinstance(number, bool) or not 0 <= number <= most:
            self.report.on(
                node,
                f"{meaning} takes one digit from 0 to {most}",
                f"write `{meaning}(4)`, and an if where it changes",
            )
            return ()
        return (ir.Setting(meaning, number, place=place),)

    def _show(self, node: ast.Call) -> Sequence[ir.Statement]:
        """The statements of `show(x, fix=2)`: the number is computed before the display is set."""
        place = self.report.place(node)
        formats = [one for one in node.keywords if one.arg in FORMATS]
        if len(node.args) != 1 or len(node.keywords) != len(formats) or len(formats) > 1:
            self.report.on(node, "show takes a number and one format", "write `show(x)` or `show(x, fix=2)`")
            return ()
        shown = self.values.of(node.args[0])
        made: list[ir.Statement] = []
        for one in formats:
            if not isinstance(shown, ir.Read | ir.Constant):
                name = self._new_name()
                made.append(ir.Assign((ir.Name(name, place=place),), (shown,), place=place))
                shown = ir.Read(name, place=place)
            call = ast.copy_location(ast.Call(node.func, [one.value], []), node)
            made += self._setting_statement(call, str(one.arg))
        return (*made, ir.Evaluate(ir.Ask(shown, place=place), place=place))

    # Control

    def _for(self, node: ast.For) -> Sequence[ir.Statement]:
        limits = range_limits(node.iter, self.values)
        several = isinstance(node.target, ast.Tuple | ast.List)
        target = None if several and limits is None else self.target(node.target)
        if target is not None and not isinstance(target, ir.Name):
            self.report.on(node.target, "a loop counts in a name, not in an element", "assign it in the body")
        elif target and target.name in self.declared:
            self.report.on(node.target, f"{target.name} is a register of the module", "count in a local name")
        place = self.report.place(node)
        loop = target.name if isinstance(target, ir.Name) else ""
        loop = f"{loop}:{place.line}" if loop in self.loops else loop
        self.loops.append(loop)
        body = self.block(node.body)
        if not isinstance(target, ir.Name) or limits is None:
            return ()
        return (ir.For(target.name, *limits, body, loop, place=place),)

    def _return(self, node: ast.Return) -> Sequence[ir.Statement]:
        place = self.report.place(node)
        if node.value is None:
            return (ir.Return(place=place),)
        if isinstance(node.value, ast.Tuple):
            return (ir.Return(tuple(self.values.of(one) for one in node.value.elts), place=place),)
        if shown := shown_matrix(node.value, "shown", self.values):
            return (ir.Return((shown,), place=place),)
        if not isinstance(node.value, ast.Call):
            return (ir.Return((self.values.of(node.value),), place=place),)
        value = self.values.call(node.value)
        results = self.values.results(value)
        if results == 0 and isinstance(value, ir.Call | ir.Operation):
            return (ir.Evaluate(value, place=place), ir.Return(place=place))
        alone = isinstance(value, ir.Operation) and value.name in EFFECTS
        if not results or (results == 1 and not alone) or not isinstance(value, ir.Call | ir.Operation):
            return (ir.Return((value,), place=place),)
        names = [self._new_name() for _ in range(results)]
        unpacked = ir.Unpack(tuple(ir.Name(name, place=place) for name in names), value, place=place)
        return (unpacked, ir.Return(tuple(ir.Read(name, place=place) for name in names), place=place))

    def _raise(self, node: ast.Raise) -> Sequence[ir.Statement]:
        """`raise CalculatorError(4)`: a jump to a label that is nowhere ends in Error 4, and in no other."""
        match node.exc:
            case ast.Call(ast.Name(name), [ast.Constant(4)], []) if (
                node.cause is None and self.names.language.get(name) == "CalculatorError"
            ):
                nothing = (ir.Constant(ZERO),) * self.count
                return (ir.Return(nothing, 4, place=self.report.place(node)),)
        self.report.on(node, *REFUSED_RAISE)
        return ()

    def _new_name(self) -> str:
        """A new name for a result that has no name in the source."""
        while True:
            self.made += 1
            name = f"result_{self.made}"
            if name not in self.values.assigned and not self.names.kind(name):
                return name
