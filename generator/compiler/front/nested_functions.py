"""Functions within functions, and lambdas, as functions of the module.

    def area(r):                     def area(r):
        def scaled(x):                   return scaled(r, r) / 2
            return r * x
        return scaled(r) / 2         def scaled(r, x):
                                         return r * x

What such a function reads of the locals around it becomes arguments of each call, because Python reads them
when the function is called. SOLVE and the integral give a function nothing but their own number. So what it
reads stands in registers of the module, which get it before each statement with such a call. A local that
such a function declares as `nonlocal` becomes a register, too.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping

from generator.compiler.front.faults import Reporter
from generator.compiler.front.literals import is_number
from generator.compiler.front.made_nodes import (
    all_names,
    assignment_at,
    call_at,
    free_name,
    functions_in,
    is_name,
    late_name,
    names_in,
    own_names,
    parse_at,
    place_at,
    rename,
)
from generator.compiler.front.shadows import HIDING, name_within


def with_moved_functions(tree: ast.Module, report: Reporter) -> None:
    """Move functions within functions, and lambdas, to the level of the module, in place.

    What cannot be moved is reported.
    """
    _report_lambdas(tree, report)
    _Lambdas(all_names(tree)).visit(tree)
    outer = functions_in(tree)
    taken = {one.name for one in outer}
    registers: list[str] = []
    for one in outer:
        tree.body += _take_out(one, taken, registers, report)
    if registers:
        word, begin = f"register{HIDING}", tree.body[0]
        imported = ast.ImportFrom("generator.language", [ast.alias("register", word)], 0)
        made = [assignment_at(one, call_at(word, [], begin), begin) for one in registers]
        tree.body[1:1] = [place_at(one, begin) for one in (imported, *made)]


def _report_lambdas(tree: ast.Module, report: Reporter) -> None:
    """Report each lambda in a comprehension that reads what this comprehension counts."""
    for one in ast.walk(tree):
        if isinstance(one, ast.GeneratorExp | ast.ListComp):
            counted = {name for each in one.generators for name in names_in(ast.walk(each.target), ast.Store)}
            for short in (part for part in ast.walk(one) if isinstance(part, ast.Lambda)):
                given = {each.arg for each in short.args.args}
                if name := min(counted & names_in(ast.walk(short.body), ast.Load) - given, default=""):
                    message = f"a lambda that reads {name} of a comprehension is outside the language"
                    report.on(short, message, "write a for loop")
                    short.body = ast.copy_location(ast.Constant(0), short.body)


class _Lambdas(ast.NodeTransformer):
    """Writes lambdas as functions: one with a name where it stands, others before what is around them."""

    def __init__(self, taken: set[str]) -> None:
        self.taken = taken
        self.count = 0
        self.made: list[ast.stmt] = []
        self.inside = False

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        """Write out the lambdas in a function."""
        outside, self.made, self.inside = (self.made, self.inside), [], True
        self.generic_visit(node)
        at = 1 if ast.get_docstring(node) else 0
        node.body[at:at] = self.made
        self.made, self.inside = outside
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        """A lambda with a name is a function with this name."""
        match node:
            case ast.Assign([ast.Name(name)], ast.Lambda() as short):
                return self.visit(_function(name, short))  # type: ignore[no-any-return]
        return self.generic_visit(node)

    def visit_Lambda(self, node: ast.Lambda) -> ast.expr:
        """The name of the function that a lambda becomes."""
        self.generic_visit(node)
        if not self.inside or not all(map(is_number, node.args.defaults)):
            return node
        self.count += 1
        name = free_name(f"lambda_{self.count}", self.taken)
        self.made.append(_function(name, node))
        return ast.copy_location(ast.Name(name, ast.Load()), node)


def _function(name: str, short: ast.Lambda) -> ast.FunctionDef:
    return place_at(ast.FunctionDef(name, short.args, [ast.Return(short.body)], [], None), short)


class _Inner(ast.NodeTransformer):
    """Takes the functions out of the function `outer`. Those within them stay there."""

    def __init__(self, outer: ast.FunctionDef) -> None:
        self.outer = outer
        self.own = own_names(outer)
        self.found: list[ast.FunctionDef] = []

    def visit_FunctionDef(self, node: ast.FunctionDef) -> list[ast.stmt]:
        """Note a function, and leave nothing in its place but the values of its defaults."""
        self.found.append(node)
        return [ast.copy_location(ast.Pass(), node), *self._defaults(node)]

    def _defaults(self, node: ast.FunctionDef) -> list[ast.stmt]:
        """A default that reads a local is computed where the function is defined. A new local keeps it for
        all calls. It stays as it is where the function is used otherwise than in calls.
        """
        defaults = node.args.defaults
        parts = {id(one): one for each in (self.outer, *self.found) for one in ast.walk(each)}.values()
        uses = [one for one in parts if is_name(one, node.name)]
        calls = [one for one in parts if isinstance(one, ast.Call) and one.func in uses]
        reads = names_in((part for one in defaults for part in ast.walk(one)), ast.Load)
        if len(calls) < len(uses) or reads.isdisjoint(self.own):
            return []
        names = [one.arg for one in node.args.args]
        made = {
            name: ast.Assign([ast.Name(name_within(name, node.name, "for"), ast.Store())], value)
            for name, value in zip(names[-len(defaults) :], defaults, strict=True)
        }
        for call in calls:
            given = {*names[: len(call.args)], *(one.arg for one in call.keywords)}
            call.keywords += [
                place_at(ast.keyword(name, ast.Name(name_within(name, node.name, "for"), ast.Load())), call)
                for name in made
                if name not in given
            ]
        node.args.defaults = []
        return [place_at(one, node) for one in made.values()]


def _take_out(
    outer: ast.FunctionDef, taken: set[str], registers: list[str], report: Reporter
) -> list[ast.FunctionDef]:
    """The functions within a function, taken out: what they read are first parameters, or new registers."""
    _report_early_uses(outer, report)
    inner = _Inner(outer)
    inner.generic_visit(outer)
    within = [one for each in inner.found for one in _take_out(each, taken, registers, report)]
    taken -= {one.name for one in within}
    found = inner.found + within
    registers += _share(outer, found)
    own = own_names(outer)
    waiting: dict[str, ast.FunctionDef] = {}
    for one in found:
        if one.name in own | waiting.keys():
            report.on(one, f"{one.name} has two meanings in {outer.name}", "give each a name of its own")
        waiting[one.name] = one
    while waiting:
        ready = (name for name, one in waiting.items() if not _read(one) & waiting.keys() - {name})
        node = waiting.pop(next(ready, next(iter(waiting))))
        parts = [one for each in (outer, *found) for one in ast.walk(each)]
        uses = [one for one in parts if is_name(one, node.name)]
        calls = [one for one in parts if isinstance(one, ast.Call) and one.func in uses]
        around = sorted(_read(node) & own - own_names(node))
        for one in found:
            if node.name in _read(one):
                hiding = own_names(one) & {*around}
                rename(one, {name: name_within(name, one.name) for name in hiding}, parts)
        if around and len(calls) < len(uses):
            if not _keep(node, around, [outer, *found], uses):
                message = f"{node.name} reads {around[0]} of {outer.name}, which cannot be given to it here"
                instead = f"keep it in a register of the module: `{around[0]} = register()`"
                if any(one.id == outer.name for one in parts if isinstance(one, ast.Name)):
                    instead = f"call {outer.name} in a statement of its own"
                called = [call.func for call in calls]
                report.on(next(one for one in uses if one not in called), message, instead)
            registers += (name_within(one, node.name) for one in around)
            around = []
        node.args.args[:0] = [place_at(ast.arg(one), node) for one in around]
        for call in calls:
            call.args[:0] = [late_name(one, call) for one in around]
        node.name = free_name(f"{node.name}_of_{outer.name}" if node.name in taken else node.name, taken)
        taken.add(node.name)
        for use in uses:
            use.id = node.name
    return found


def _report_early_uses(outer: ast.FunctionDef, report: Reporter) -> None:
    """Report each use of an inner function at a place that a run may reach before its `def`."""
    own = [one for one in ast.walk(outer) if isinstance(one, ast.FunctionDef) and one is not outer]
    blocks = [getattr(part, name, []) for part in ast.walk(outer) for name in ("body", "orelse")]
    for block in (one for one in blocks if isinstance(one, list)):
        for place, one in enumerate(block):
            later = {id(node) for each in (*block[place:], *own) for node in ast.walk(each)}
            for node in ast.walk(outer) if one in own else ():
                read = isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id == one.name
                if read and id(node) not in later:
                    report.on(node, f"{one.name} may have no value here", "define it on every way before")


def _share(outer: ast.FunctionDef, found: list[ast.FunctionDef]) -> list[str]:
    """Put the locals that inner functions call `nonlocal` into registers. Returns the names of these
    registers.

    There are none in a function that calls itself. A local that has no value before the inner functions
    stays.
    """
    registers: dict[str, str] = {}
    given = {one.arg for one in outer.args.args}
    calls_itself = outer.name in all_names(outer)
    for function in found if not calls_itself else ():
        before = [one for one in outer.body if isinstance(one, ast.Assign) and one.lineno < function.lineno]
        begun = given | {ast.unparse(target) for one in before for target in one.targets}
        said = {name for one in ast.walk(function) if isinstance(one, ast.Nonlocal) for name in one.names}
        registers |= {name: name_within(name, outer.name) for name in sorted(said & begun)}
    for function in (outer, *found) if registers else ():
        hidden = own_names(function) if function is not outer else set()
        _Shared({name: at for name, at in registers.items() if name not in hidden}).visit(function)
    if registers:
        at = 1 if ast.get_docstring(outer) else 0
        outer.body[at:at] = _store(sorted(given & registers.keys()), registers, outer)
    return [*registers.values()]


class _Shared(ast.NodeTransformer):
    """Writes registers in the place of locals."""

    def __init__(self, registers: dict[str, str]) -> None:
        self.registers = registers

    def visit_Name(self, node: ast.Name) -> ast.Name:
        """The register for a name."""
        node.id = self.registers.get(node.id, node.id)
        return node

    def visit_Nonlocal(self, node: ast.Nonlocal) -> ast.stmt:
        """What is a register is `global`."""
        if not self.registers.keys() >= {*node.names}:
            return node
        return ast.copy_location(ast.Global([self.registers[one] for one in node.names]), node)


def _keep(
    node: ast.FunctionDef, around: list[str], inner: list[ast.FunctionDef], uses: list[ast.Name]
) -> bool:
    """Let a function read registers in place of these names, and set them before each statement that uses it.

    Returns whether that was possible for all uses.
    """
    registers = {name: name_within(name, node.name) for name in around}
    rename(node, registers)
    waiting = {id(one) for one in uses}
    for function in inner:
        for part in [one for one in ast.walk(function) if not isinstance(one, ast.expr)]:
            for block in (getattr(part, "body", []), getattr(part, "orelse", [])):
                for one in tuple(block):
                    heads = [each for each in ast.iter_child_nodes(one) if isinstance(each, ast.expr)]
                    inside = [each for head in heads for each in ast.walk(head)]
                    used = waiting & {*map(id, inside)}
                    changed = {each.target.id for each in inside if isinstance(each, ast.NamedExpr)}
                    again = inner[0].name in names_in(inside, ast.Load)  # a call that sets them, too
                    if used and changed.isdisjoint(around) and not (again or isinstance(one, ast.While)):
                        waiting -= used
                        at = next(place for place, each in enumerate(block) if each is one)
                        block[at:at] = _store(around, registers, one)
    return not waiting


def _store(names: list[str], registers: Mapping[str, str], like: ast.AST) -> list[ast.stmt]:
    """The statements that declare registers, and give those of some locals their numbers."""
    lines = (f"global {', '.join(registers.values())}", *(f"{registers[one]} = {one}" for one in names))
    return parse_at("\n".join(lines), like)


def _read(function: ast.FunctionDef) -> set[str]:
    return names_in(ast.walk(function), ast.Load)
