"""From source text to the compiler's tree: Python's own `ast`, checked against the language.

`read` takes a file, `parse` a text. All faults of a file are raised together as one SourceError.
"""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final, cast

from generator.compiler.front.assigned import with_values
from generator.compiler.front.declarations import add_unnamed_sums, declarations
from generator.compiler.front.faults import Reporter, SourceError, refuse_deep_nesting
from generator.compiler.front.functions import count_results, function, report_nested_runs
from generator.compiler.front.made_nodes import call_at, place_at
from generator.compiler.front.nested_functions import with_moved_functions
from generator.compiler.front.own_lists import with_lists_as_arrays
from generator.compiler.front.routines import read_routines, report_clashes
from generator.compiler.front.saved_locals import keep_locals
from generator.compiler.front.shadows import HIDING, name_starred, with_free_names, with_own_scopes
from generator.compiler.front.shorthand import written_out
from generator.compiler.front.spelled_out import SpelledOut, with_keys
from generator.compiler.front.tables import length_of_zeroes
from generator.compiler.front.whole_arrays import WithElements
from generator.compiler.target.routines import registers_of
from generator.compiler.target.storage import NAMED
from generator.compiler.tree.ir import Array, Constant, Function, Module, Operation, Place, Register
from generator.compiler.tree.nodes import flags_used, nodes, uses_pointers
from generator.language.matrix_lines import FLAG, MATRIX_OPERATIONS, PLACED
from hp15c.errors import InputError
from hp15c.files import read_text
from hp15c.listing.decoding import LARGEST

__all__ = ["SourceError", "parse", "read"]

POINTERS: Final = {"0": "row", "1": "column"}
"""What R0 and R1 hold where a module goes through the elements of a matrix."""


def read(source: str | Path) -> Module:
    """The module in a file. InputError when it cannot be read, SourceError with all its faults."""
    try:
        return parse(read_text(source, "a Python module", LARGEST), str(source))
    except OSError as error:
        raise InputError(f"{source}: cannot be read: {error.strerror}") from None


def parse(text: str, name: str = "<text>") -> Module:
    """The module that a text holds. SourceError with all its faults. `name` is shown in faults."""
    with refuse_deep_nesting(name):
        return _module(text, name)


def _module(text: str, name: str) -> Module:
    report = Reporter(text, name)
    tree = written_out(_tree(text, report), report)
    names = declarations(tree, report)
    count_results(names, report)
    routines, called = read_routines(names.routines, name, report)
    functions = {
        one: called[one] if one in called else function(signature, names, report)
        for one, signature in names.functions.items()
    }
    functions = {name: with_values(one, names, report) for name, one in functions.items()}
    if not report.faults and not any(one.label for one in functions.values()):
        report.at(None, "the file has no entry point", 'write `@program("A")` before a function')
    if not report.faults:
        report_nested_runs(functions, report)
    report.finish()
    add_unnamed_sums(functions.values(), names)
    module = Module(
        Path(name).stem if name != "<text>" else "text",
        ast.get_docstring(tree) or "",
        names.registers,
        names.arrays,
        functions,
        text,
        names.sums,
        matrices=names.matrices,
        reserved=_reserve(functions.values()) | registers_of(routines.values()),
        routines=routines,
        path=name if name != "<text>" else "",
    )
    if routines:
        report_clashes(module, report)
    _report_flag(module, report)
    _report_pointers(module, report)
    module = keep_locals(module, report)
    report.finish()
    with _python_only(report):  # what Python finds out after it has made the tree
        compile(text, name, "exec")
    return module


def _report_flag(module: Module, report: Reporter) -> None:
    """Note the operations that use the flag of elements where the module uses that flag, too."""
    if int(FLAG) not in flags_used(module):
        return
    for node in nodes(module.bodies):
        known = MATRIX_OPERATIONS.get(node.name) if isinstance(node, Operation) else None
        if known is not None and any((row, FLAG) in known.lines for row in ("SF", "CF")):
            assert isinstance(node, Operation)
            message = f"{node.name} changes flag {FLAG}, which this module uses for something else"
            report.at(node.place, message, "use another flag there")


def _report_pointers(module: Module, report: Reporter) -> None:
    """Note names in R0 and R1 where a module goes through elements, whose row and column stand there."""
    if not uses_pointers(module):
        return
    pinned: list[Register | Array] = [*module.registers.values(), *module.arrays.values()]
    for one in pinned:
        at = one.at if isinstance(one, Register) else str(one.at)
        if at in POINTERS:
            message = (
                f"R{at} holds the {POINTERS[at]} of an element here, so that {one.name} cannot stand there"
            )
            report.at(one.place, message, f"leave the place of {one.name} out, or write another one")


def _reserve(functions: Iterable[Function]) -> frozenset[str]:
    """Registers that no code may use for its own values.

    R0 and R1 where operations work at the place that stands there, and those that `dim_registers` may take.
    """
    found: set[str] = set()
    for node in (node for one in functions for node in nodes(one.body) if isinstance(node, Operation)):
        if node.name in PLACED:
            found |= POINTERS.keys()
        elif node.name == "dim_registers":
            highest = node.operands[0]
            known = int(abs(highest.value)) if isinstance(highest, Constant) else 0
            found |= {*NAMED[max(known, 1) + 1 :]}
    return frozenset(found)


def _tree(text: str, report: Reporter) -> ast.Module:
    with _python_only(report):
        tree = ast.parse(text)
        _join_parameters(tree)
        tree = _Plain().visit(tree)
        for one in ast.walk(tree):
            if isinstance(one, ast.Name) and HIDING in one.id:
                report.on(one, "a name with a raised prime is outside the language", "leave out the prime")
        name_starred(tree)
        with_keys(tree)
        with_lists_as_arrays(tree)
        with_own_scopes(tree)
        with_moved_functions(tree, report)
        with_free_names(tree)
        return cast(ast.Module, WithElements().visit(SpelledOut().visit(tree)))


@contextmanager
def _python_only(report: Reporter) -> Iterator[None]:
    """Note what Python itself refuses here. SourceError with it."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            yield
        return
    except SyntaxError as error:
        line, column = error.lineno or 1, max((error.offset or 1) - 1, 0)
        end = error.end_offset or 0
        width = end - 1 - column if error.end_lineno == line else 1
        written = (error.text or "").rstrip()
        hint = "write `x += 1` or `x -= 1`" if written.endswith(("++", "--")) else ""
        report.at(Place(line, column, column + max(width, 1)), f"this is not Python: {error.msg}", hint)
    except (RecursionError, MemoryError):
        report.at(
            None, "the file holds an expression that is too long or too deep", "write it as several lines"
        )
    except ValueError as error:
        report.at(None, f"this is not Python: {error}")
    report.finish()


class _Plain(ast.NodeTransformer):
    """Leaves out the annotations of a module, which say nothing to the compiler, gives each of its names an
    assignment of its own, and declares what holds 0 at first.
    """

    def visit_Module(self, node: ast.Module) -> ast.Module:
        """`A, B = 3, 4` is `A = 3` and `B = 4` at the level of the module. `total = 0` is a register where a
        function says `global total`, and `a = [0] * 5` is an array.
        """
        self.generic_visit(node)
        node.body = [each for one in node.body for each in _single_assignments(one)]
        said = {name for one in ast.walk(node) if isinstance(one, ast.Global) for name in one.names}
        own = {one.name for one in node.body if isinstance(one, ast.FunctionDef)}
        for one in [one for one in node.body if isinstance(one, ast.Assign)]:
            _write_booleans(one.value)
            match one:
                case ast.Assign([ast.Name(name)], ast.Constant(0)) if name in said:
                    made = call_at("register", [], one)
                case ast.Assign([ast.Name()], value) if length := length_of_zeroes(value):
                    made = call_at("array", [length], one)
                case _:
                    continue
            word = ast.unparse(made.func)
            if word not in own:
                one.value = made
                names = ast.ImportFrom("generator.language", [ast.alias(word)], 0)
                node.body.insert(node.body.index(one), place_at(names, one))
        return node

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        """`x: float = 3` is `x = 3`."""
        return ast.copy_location(ast.Assign([node.target], node.value) if node.value else ast.Pass(), node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.Subscript:
        """`(True, False)[i]` is `(1, 0)[i]`."""
        _write_booleans(node.value)
        self.generic_visit(node)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        """A function without the annotations of its results and parameters."""
        node.returns = None
        for one in ast.walk(node.args):
            if isinstance(one, ast.arg):
                one.annotation = None
        self.generic_visit(node)
        return node


def _join_parameters(tree: ast.Module) -> None:
    """Put the parameters of functions in one row, in place: those before a / come first, and those after a *
    last. They stay where a call gives one in a way that Python refuses, or where one without a default would
    follow one with a default.
    """
    parts = list(ast.walk(tree))
    calls = [one for one in parts if isinstance(one, ast.Call) and isinstance(one.func, ast.Name)]
    for given, name in ((one.args, one.name) for one in parts if isinstance(one, ast.FunctionDef)):
        placed = [*given.posonlyargs, *given.args]
        named = sorted(
            zip(given.kwonlyargs, given.kw_defaults, strict=True), key=lambda one: one[1] is not None
        )
        hidden = {one.arg for one in given.posonlyargs}
        own = [one for one in calls if ast.unparse(one.func) == name]
        good = all(
            len(one.args) <= len(placed) and not hidden & {each.arg for each in one.keywords} for one in own
        )
        if good and not given.vararg and (not given.defaults or all(default for _, default in named)):
            given.args = [*placed, *(one for one, _ in named)]
            given.defaults += [default for _, default in named if default]
            given.posonlyargs, given.kwonlyargs, given.kw_defaults = [], [], []


def _write_booleans(node: ast.expr) -> None:
    """Write 1 and 0 for True and False in a table of numbers, in place."""
    if isinstance(node, ast.Tuple | ast.List):
        for one in node.elts:
            if isinstance(one, ast.Constant) and isinstance(one.value, bool):
                one.value = int(one.value)


def _single_assignments(node: ast.stmt) -> list[ast.stmt]:
    match node:
        case ast.Assign([ast.Tuple(names)], ast.Tuple(values)) if len(names) == len(values) and not {
            *map(ast.unparse, names)
        } & {one.id for value in values for one in ast.walk(value) if isinstance(one, ast.Name)}:
            pairs = zip(names, values, strict=True)
            return [ast.copy_location(ast.Assign([name], value), name) for name, value in pairs]
        case ast.Assign([_, _, *_] as names, ast.Constant() as value):
            return [ast.copy_location(ast.Assign([name], value), name) for name in names]
    return [node]
