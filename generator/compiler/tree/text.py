"""The compiler's tree as text: the statements as a person writes them, with the source line of each.

Without the margin of line numbers the text is a program of the language again, and reading it gives an equal
tree.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from generator import language
from generator.compiler.tree import ir
from generator.compiler.tree.nodes import names_in, nodes
from generator.language.operations import BLINKING, FLAG_OPERATIONS

MARGIN: Final = 7
_SIGNS: Final = {
    "add": ("+", 1),
    "sub": ("-", 1),
    "mul": ("*", 2),
    "div": ("/", 2),
    "floordiv": ("//", 2),
    "mod": ("%", 2),
}
_MATRIX_SIGNS: Final = {
    "matrix_product": "@",
    "matrix_quotient": "/",
    "matrix_sum": "+",
    "matrix_difference": "-",
    "scaled": "*",
    "divided": "/",
    "raised": "+",
    "lowered": "-",
    "taken_from": "-",
}
_UNARY: Final = 3
_POWER: Final = 4
_ATOM: Final = 5

PlacedText = tuple[ir.Place | None, str]


def text(module: ir.Module) -> str:
    """The whole module, a line of text for each statement, the number of its source line before it."""
    lines = [*_heads(module)]
    for function in module.functions.values():
        if function.name not in module.routines:
            lines += [(None, ""), (None, ""), *_function(function, module)]
    return "".join(f"{_margin(place)}{line}".rstrip() + "\n" for place, line in lines)


def without_margin(shown: str) -> str:
    """The text without its line numbers: a source again."""
    return "".join(line[MARGIN:] + "\n" for line in shown.splitlines())


def _used_names(module: ir.Module) -> Iterator[str]:
    """The names of the language that a module uses."""
    yield "program"
    own = module.registers.keys() - set(module.sums)
    yield from ["matrix"] * bool(module.matrices) + ["routine"] * bool(module.routines)
    yield from ["register"] * bool(own) + ["array"] * bool(module.arrays) + ["sums"] * _names_sums(module)
    for node in nodes(tuple(one for one in module.functions.values() if one.name not in module.routines)):
        match node:
            case ir.Function(levels=levels) if levels:
                yield "recursive"
            case ir.Operation(name=name) if name in language.__all__:
                yield name
            case ir.Operation(name=name) if name in FLAG_OPERATIONS:
                yield name.partition("_")[0]
            case ir.Setting(name=name) | ir.Call(by=name) if name:
                yield name
            case ir.Return(error=int()):
                yield "CalculatorError"
            case ir.Ask() | ir.Pause() | ir.Assume():
                yield type(node).__name__.lower()


def _margin(place: ir.Place | None) -> str:
    return f"{place.line:>{MARGIN - 2}}  " if place else " " * MARGIN


def _heads(module: ir.Module) -> Iterator[PlacedText]:
    names = sorted(set(_used_names(module)))
    yield None, f"# {module.name}: {module.documentation.splitlines()[0]}" if module.documentation else "#"
    yield None, f"from generator.language import {', '.join(names)}"
    if _names_sums(module):
        yield None, f"{', '.join(module.sums)} = sums()"
    for register in module.registers.values():
        if register.name not in module.sums:
            yield register.place, _register(register)
    for array in module.arrays.values():
        yield array.place, _array(array)
    for name, letter in module.matrices.items():
        yield None, f'{name} = matrix("{letter}")'
    for name, one in module.routines.items():
        function = module.functions[name]
        given = f"arguments={len(function.parameters)}, results={function.results}"
        yield function.place, f'{name} = routine("{one.file}", "{one.label}", {given})'


def _names_sums(module: ir.Module) -> bool:
    """Whether the source gives the statistics registers names."""
    return bool(module.sums) and all(name.isidentifier() for name in module.sums)


def _register(register: ir.Register) -> str:
    if register.at is None:
        return f"{register.name} = register()"
    pin = register.at if register.at.isdigit() else f'"{register.at}"'
    return f"{register.name} = register({pin})"


def _array(array: ir.Array) -> str:
    pin = "" if array.at is None else f", at={array.at}"
    return f"{array.name} = array({array.length}{pin})"


def _function(function: ir.Function, module: ir.Module) -> Iterator[PlacedText]:
    if function.label:
        yield None, f'@program("{function.label}")'
    if function.levels:
        yield None, f"@recursive({function.levels})"
    yield function.place, f"def {function.name}({', '.join(function.parameters)}):"
    written = names_in(function.body, ir.Name)
    registers = [name for name in module.registers if name in written]
    if registers:
        yield None, _indent(1, f"global {', '.join(registers)}")
    yield from _block(function.body, 1)


def _indent(depth: int, line: str) -> str:
    return "    " * depth + line


def _block(block: ir.Block, depth: int) -> Iterator[PlacedText]:
    if not block:
        yield None, _indent(depth, "pass")
    for statement in block:
        for place, line in _statement(statement):
            yield place, _indent(depth, line)


def _statement(statement: ir.Statement) -> Iterator[PlacedText]:
    place = statement.place
    match statement:
        case ir.If():
            yield from _if(statement, "if")
        case ir.While(test=test, body=body):
            yield place, f"while {condition(test)}:"
            yield from _block(body, 1)
        case ir.For():
            yield place, f"for {statement.name} in {limits(statement)}:"
            yield from _block(statement.body, 1)
        case _:
            yield place, simple(statement)


def _if(statement: ir.If, word: str) -> Iterator[PlacedText]:
    yield statement.place, f"{word} {condition(statement.test)}:"
    yield from _block(statement.body, 1)
    match statement.orelse:
        case ():
            pass
        case (ir.If() as other,):
            yield from _if(other, "elif")
        case others:
            yield None, "else:"
            yield from _block(others, 1)


def limits(loop: ir.For) -> str:
    """The range of a loop as its source says it."""
    ends = [expression(loop.start), expression(loop.stop)]
    if loop.step != 1:
        ends.append(str(loop.step))
    elif ends[0] == "0":
        ends.pop(0)
    return f"range({', '.join(ends)})"


def simple(statement: ir.Statement) -> str:
    """The text of a statement that takes one line."""
    match statement:
        case ir.Assign(targets=targets, values=values):
            return f"{_targets(targets)} = {', '.join(map(expression, values))}"
        case ir.Unpack(targets=targets, value=value):
            return f"{_targets(targets)} = {expression(value)}"
        case ir.Evaluate(
            value=ir.Operation(name="set_element", operands=(value, row, column), matrices=(one,))
        ):
            return f"{one}[{expression(row)}, {expression(column)}] = {expression(value)}"
        case ir.Evaluate(ir.Operation(matrices=(into, *_)) as value) if value.name not in (
            "dim",
            "det",
        ):
            return f"{into}[:] = {_of_matrices(value)}"
        case ir.Evaluate(value=value):
            return expression(value)
        case ir.Break():
            return "break"
        case ir.Continue():
            return "continue"
        case ir.Return(error=int(number)):
            return f"raise CalculatorError({number})"
        case ir.Return(values=values):
            return f"return {', '.join(map(expression, values))}".rstrip()
        case ir.Pause(shown=shown):
            return f"pause({expression(shown)})"
        case ir.Setting(name=name, digits=digits):
            return f"{name}({'' if digits is None or name in BLINKING else digits})"
        case ir.Assume(condition=claim):
            return f"assume({condition(claim)})"
    raise TypeError(f"{type(statement).__name__} has a block")


def _targets(targets: tuple[ir.Target, ...]) -> str:
    return ", ".join(one.name if isinstance(one, ir.Name) else expression(one) for one in targets)


def expression(value: ir.Expression) -> str:
    """An expression as it is written, with the parentheses that it needs."""
    return _expression(value)[0]


def _expression(value: ir.Expression) -> tuple[str, int]:
    """The text of an expression, and how strongly its operator binds: a larger number binds more strongly."""
    match value:
        case ir.Constant(value=number):
            return str(number), _UNARY if number.negative else _ATOM
        case ir.Read(name=name):
            return name, _ATOM
        case ir.Element(array=array, index=index):
            return f"{array}[{expression(index)}]", _ATOM
        case ir.Ask(shown=shown):
            return f"ask({expression(shown)})", _ATOM
        case ir.Call(function=name, arguments=arguments):
            given = ", ".join(map(expression, arguments))
            return f"{value.by}({name}, {given})" if value.by else f"{name}({given})", _ATOM
        case ir.Operation():
            return _operation(value)


def _of_matrices(value: ir.Operation) -> str:
    """The text of what is assigned to a whole matrix."""
    names, numbers = list(value.matrices), [_in_parentheses(one, _UNARY) for one in value.operands]
    if value.name in ("inverse", "transpose"):
        return f"{value.name}({names[-1]})"
    if value.name == "negative":
        return f"-{names[0]}"
    parts = [*names[1:], *numbers]
    if value.name == "taken_from":
        parts.reverse()
    return f" {_MATRIX_SIGNS.get(value.name, '')} ".join(parts)


def _operation(value: ir.Operation) -> tuple[str, int]:
    if value.name == "element":
        row, column = map(expression, value.operands)
        return f"{value.matrices[0]}[{row}, {column}]", _ATOM
    if value.matrices:
        names = value.matrices if value.name != "det" else dict.fromkeys(reversed(value.matrices))
        return f"{value.name}({', '.join((*names, *map(expression, value.operands)))})", _ATOM
    match value.name, value.operands:
        case "neg", (operand,):
            return f"-{_in_parentheses(operand, _UNARY)}", _UNARY
        case "square", (operand,):
            return f"{_in_parentheses(operand, _ATOM)} ** 2", _POWER
        case "pow", (left, right):
            return f"{_in_parentheses(left, _ATOM)} ** {_in_parentheses(right, _UNARY)}", _POWER
        case name, () if name in FLAG_OPERATIONS:
            return name.replace("_", "(") + ")", _ATOM
        case "pi", ():
            return "pi", _ATOM
    if value.name in _SIGNS:
        sign, strength = _SIGNS[value.name]
        left, right = value.operands
        return f"{_in_parentheses(left, strength)} {sign} {_in_parentheses(right, strength + 1)}", strength
    return f"{value.name}({', '.join(map(expression, value.operands))})", _ATOM


def _in_parentheses(value: ir.Expression, strength: int) -> str:
    shown, binds = _expression(value)
    return shown if binds >= strength else f"({shown})"


def condition(one: ir.Condition) -> str:
    """The text of a condition."""
    match one:
        case ir.Compare(left=left, relation=relation, right=right):
            return f"{expression(left)} {relation} {expression(right)}"
        case ir.Truth(value=truth):
            return str(truth)
        case ir.Not(condition=inner):
            return f"not {_inner(inner)}"
        case ir.And(conditions=parts):
            return " and ".join(map(_inner, parts))
        case ir.Or(conditions=parts):
            return " or ".join(map(_inner, parts))


def _inner(one: ir.Condition) -> str:
    return f"({condition(one)})" if isinstance(one, ir.And | ir.Or) else condition(one)
