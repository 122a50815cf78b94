"""Short forms of Python, written out with the statements that the language has.

Loops over numbers and values, `else` of a loop, assignments within conditions, `match`, and the expressions
of `short_expressions`. What is written out is Python's tree again, with the places of the source.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from typing import Final

from generator.compiler.front.booleans import Make, with_numbers
from generator.compiler.front.complex_numbers import with_parts
from generator.compiler.front.expressions import is_condition
from generator.compiler.front.faults import Reporter
from generator.compiler.front.inner_assignments import assigned_first, assigns_inside
from generator.compiler.front.literals import is_number
from generator.compiler.front.made_nodes import (
    all_names,
    all_of,
    assignment_at,
    call_at,
    calls_any,
    declared_names,
    function_at,
    functions_in,
    may_be_entry,
    names_in,
    own_names,
    parse_at,
    place_at,
)
from generator.compiler.front.number_loops import (
    Enclosing,
    calls,
    is_shorter_by_places,
    pass_of,
    search_by_rows,
    targets_of,
)
from generator.compiler.front.recursion import with_loops_for_tail_calls
from generator.compiler.front.repeated_groups import groups_from
from generator.compiler.front.short_expressions import ShortExpressions
from generator.compiler.front.tables import own_tables, rows_of

MOST_TWICE: Final = 3
"""The most statements of an else that stand twice, where two conditions lead to it."""
MANY_ROWS: Final = 4
"""The rows of a search through tables from which on each is a call."""


def written_out(tree: ast.Module, report: Reporter) -> ast.Module:
    """A module without short forms. Those that cannot be written out are reported."""
    tree = copy.deepcopy(tree)
    defined = {one.name: one for one in functions_in(tree)}
    writer = _Writer(tree, report, defined)
    for one in defined.values():
        writer.function(one)
    tree.body += writer.added.values()
    with_parts(tree, report)
    with_loops_for_tail_calls(tree)
    with_numbers(tree)
    return ast.fix_missing_locations(tree)


def own_blocks(body: list[ast.stmt]) -> Iterator[list[ast.stmt]]:
    """The blocks of a loop's body that belong to this loop, not to one inside it. The first is the body."""
    yield body
    for one in body:
        inner: list[list[ast.stmt]] = []
        if isinstance(one, ast.If):
            inner = [one.body, one.orelse]
        elif isinstance(one, ast.Match):
            inner = [case.body for case in one.cases]
        elif isinstance(one, ast.For | ast.While):
            inner = [one.orelse]
        for block in inner:
            yield from own_blocks(block)


def has_own(body: list[ast.stmt], *kinds: type[ast.stmt]) -> bool:
    """Whether a loop's body has a statement of these kinds, such as a `break`, that belongs to this loop."""
    return any(isinstance(one, kinds) for block in own_blocks(body) for one in block)


class _Writer(ShortExpressions, ast.NodeTransformer):
    """Writes out one function after the other."""

    def function(self, node: ast.FunctionDef) -> None:
        """Write out a function in place."""
        self.within, self.declared = node, declared_names(node)
        self.own_tables = own_tables(node, self.declared | {one.arg for one in node.args.args})
        self.named = {**self.module_tables, **self.own_tables}
        self.locals = own_names(node) - self.own_tables.keys()
        if not may_be_entry(node) and all(is_number(one) for one in node.args.defaults):
            node.args.defaults = []
        node.body = self.block(node.body)

    def block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        body = [each for one in body for each in self._without_inner(self._name_choices(one))]
        made: list[ast.stmt] = []
        at = 0
        while at < len(body):
            found = self._repeats_as_loop(body, at) or self._search_by_rows(body, at)
            count, result = found or (1, self.visit(body[at]))
            made += result if isinstance(result, list) else [result]
            at += count
        return made

    def _keep(self, word: str, value: ast.expr, begin: list[ast.stmt], like: ast.AST) -> ast.Name:
        """A new local that gets a value in the last of the statements `begin`."""
        name = self._new_local(word)
        begin.append(assignment_at(name, value, like))
        return ast.copy_location(ast.Name(name, ast.Load()), like)

    def _assigned_first(self, node: ast.expr) -> tuple[list[ast.stmt], ast.expr]:
        return assigned_first(node, self._new_local, self.fixed)

    def _without_inner(self, node: ast.stmt) -> list[ast.stmt]:
        """A statement with the assignments (:=) in its value before it, and parts within parts in names."""
        match node:
            case ast.Assign(
                [ast.Tuple(targets) | ast.List(targets)], ast.Tuple(values) | ast.List(values)
            ) if any(isinstance(one, ast.Tuple | ast.List) for one in targets) and len(targets) == len(
                values
            ):
                return self._without_inner_parts(targets, values, node)
            case ast.AugAssign(target=ast.Name(name) as target, value=value):
                before, _ = self._assigned_first(value)
                if before:
                    read = ast.BinOp(ast.Name(name, ast.Load()), node.op, value)
                    return self._without_inner(place_at(ast.Assign([target], read), node))
            case (
                ast.Assign(value=value)
                | ast.AnnAssign(value=ast.expr() as value)
                | ast.Return(ast.expr() as value)
                | ast.Expr(value)
            ):
                before, node.value = self._assigned_first(value)
                return [*before, node]
        return [node]

    def _name_choices(self, node: ast.stmt) -> ast.stmt:
        """A statement in which choices within an expression have names, where they may read a complex number,
        which is no argument of a function.
        """
        value = getattr(node, "test" if isinstance(node, ast.If | ast.While) else "value", None)
        waiting = [value] if self.complex and isinstance(value, ast.expr) else []
        while waiting:
            inside = waiting.pop()
            for field, one in [*ast.iter_fields(inside)]:
                for place, each in enumerate(one if isinstance(one, list) else [one]):
                    if isinstance(each, ast.IfExp):
                        chosen = ast.Name(self._new_local("choice"), ast.Store())
                        named = place_at(ast.NamedExpr(chosen, each), each)
                        setattr(inside, field, named) if each is one else one.__setitem__(place, named)
                    elif isinstance(each, ast.expr) and not isinstance(each, ast.Lambda):
                        waiting.append(each)
        return node

    def _without_inner_parts(
        self, targets: list[ast.expr], values: list[ast.expr], node: ast.Assign
    ) -> list[ast.stmt]:
        """`a, (b, c) = x, f(y)` with a name for each value, and one assignment of them all at the end."""
        made: list[ast.Assign] = []
        flat: list[ast.expr] = []
        named: list[str] = []
        for target, value in zip(targets, values, strict=True):
            inner = target.elts if isinstance(target, ast.Tuple | ast.List) else [target]
            names = [self._new_local("value") for _ in inner]
            into: list[ast.expr] = [ast.Name(one, ast.Store()) for one in names]
            made.append(ast.Assign([into[0] if inner == [target] else ast.Tuple(into, ast.Store())], value))
            flat, named = [*flat, *inner], [*named, *names]
        parts = ast.Tuple([ast.Name(one, ast.Load()) for one in named], ast.Load())
        made.append(ast.Assign([ast.Tuple(flat, ast.Store())], parts))
        return [each for one in made for each in self._without_inner(place_at(one, node))]

    def _repeats_as_loop(self, body: list[ast.stmt], place: int) -> tuple[int, list[ast.stmt]] | None:
        """How many statements from a place on repeat one group with other numbers, and the calls in their
        place.

        None where none do, or where calls are not shorter.
        """
        for groups in () if self.complex else groups_from(body, place):
            names = [self._new_local("number") for _ in groups.places]
            loop = place_at(groups.loop(names), body[place])
            made = self._calls_for_each(loop, groups.rows, groups.statements, keep=False)
            if made is not None:
                return len(groups.statements), made
            self.locals -= {*names}
        return None

    def _search_by_rows(self, body: list[ast.stmt], place: int) -> tuple[int, list[ast.stmt]] | None:
        """How many statements from a place on search through tables, with what follows, and the statements in
        their place.

        None where they do not begin with such a search.
        """
        named = {name: one for name, one in self.named.items() if name not in self.locals}
        found = None if self.complex else search_by_rows(body[place:], named, self.within, self._new_local)
        if found is None:
            return None
        count, rows = len(body) - place, found.loop.iter
        assert isinstance(rows, ast.Tuple)
        written, self.within = self.within, copy.copy(self.within)
        self.within.body = [*written.body, *found.first, *found.rest]
        numbers = [one.elts for one in rows.elts if isinstance(one, ast.Tuple)]
        wanted = len(numbers) >= MANY_ROWS
        moves = self._calls_for_each(found.loop, numbers, [found.loop], keep=True, wanted=wanted)
        self.within = written
        moves = self._passes(found.loop, numbers) if moves is None else moves
        return count, [*self.block(found.first), *moves, *self.block(found.rest)]

    # statements

    def visit_If(self, node: ast.If) -> list[ast.stmt]:
        if made := self._one_after_the_other(node):
            return self.block(made)
        before, test = self._assigned_first(node.test)
        node.test = self.visit(test)
        node.body, node.orelse = self.block(node.body), self.block(node.orelse)
        return [*self.block(before), node]

    def _one_after_the_other(self, node: ast.If) -> list[ast.stmt]:
        """An if with `and` before an assignment as two ifs, so that what is assigned is known in its body.
        The else stands twice, or after both ifs in a loop that they leave. Where a `break` or `continue` in
        them would leave that loop in place of another one, a name tells whether the else is missing.
        """
        match node.test:
            case ast.BoolOp(ast.And() as sign, [first, *others]) if assigns_inside(*others):
                inner = place_at(ast.If(all_of(sign, others, node), node.body, []), node)
                both = place_at(ast.If(first, [inner], node.orelse), node)
                if _may_stand_twice(node.orelse):
                    inner.orelse = copy.deepcopy(node.orelse)
                    return [both]
                both.orelse = []
                if has_own([node], ast.Break, ast.Continue):
                    missing = self._new_local("missing")
                    inner.body = [*parse_at(f"{missing} = 0", node), *node.body]
                    text = f"{missing} = 1\nBOTH\nif {missing}:\n    ELSE"
                    return parse_at(text, node, BOTH=[both], ELSE=node.orelse)
                inner.body = [*node.body, ast.Break()]
                text = "while True:\n    BOTH\n    ELSE\n    break"
                return parse_at(text, node, BOTH=[both], ELSE=node.orelse)
        return []

    def visit_Assign(self, node: ast.Assign) -> ast.AST | list[ast.stmt]:
        value = node.value
        if isinstance(node.targets[0], ast.Name) and node.targets[0].id in self.own_tables:
            return []
        if isinstance(value, ast.IfExp) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            return self._either(value, node, lambda one: ast.Assign(copy.deepcopy(node.targets), one))
        return self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST | list[ast.stmt]:
        """`count += x > 3` is an addition where the condition holds. Where one of both sides may change the
        other, the condition is a number.
        """
        alone = isinstance(node.target, ast.Name) and node.target.id in self.locals
        acts = assigns_inside(node.value) or (not alone and calls_any(node.target, node.value))
        if is_condition(node.value) and isinstance(node.op, ast.Add | ast.Sub) and not acts:
            test, node.value = node.value, place_at(ast.Constant(1), node.value)
            return self.visit_If(place_at(ast.If(test, [node], []), node))
        match node.target:
            case ast.Subscript(slice=index) if not isinstance(index, ast.Slice) and calls_any(
                index, node.value
            ):
                parts = index.elts if isinstance(index, ast.Tuple) else [index]
                begin: list[ast.stmt] = []
                places = [one if is_number(one) else self._keep("place", one, begin, node) for one in parts]
                place = ast.Tuple(places, ast.Load()) if isinstance(index, ast.Tuple) else places[0]
                read, stored = (
                    ast.Subscript(node.target.value, place, one) for one in (ast.Load(), ast.Store())
                )
                added = ast.Assign([stored], ast.BinOp(read, node.op, node.value))
                return self.block([*begin, place_at(added, node)])
        node.value = self._number(node.value)
        return self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> ast.AST | list[ast.stmt]:
        if isinstance(node.value, ast.IfExp):
            return self._either(node.value, node, ast.Return)
        return self.generic_visit(node)

    def _either(self, value: ast.IfExp, node: ast.stmt, make: Make) -> list[ast.stmt]:
        body, orelse = (ast.copy_location(make(one), node) for one in (value.body, value.orelse))
        return self.visit(ast.copy_location(ast.If(value.test, [body], [orelse]), node))  # type: ignore[no-any-return]

    def visit_While(self, node: ast.While) -> ast.AST | list[ast.stmt]:
        if not node.orelse and not assigns_inside(node.test):
            node.test, node.body = self.visit(node.test), self.block(node.body)
            return node
        if has_own(node.orelse, ast.Break, ast.Continue):
            return self._loop_and_else(node)
        match node.test:
            case ast.BoolOp(ast.And(), tests) if _may_stand_twice(node.orelse):
                pass
            case _:
                tests = [node.test]
        leaves = [
            ast.If(ast.UnaryOp(ast.Not(), one), [*copy.deepcopy(node.orelse), ast.Break()], [])
            for one in tests
        ]
        test = ast.copy_location(ast.Constant(True), node.test)
        return self.visit(  # type: ignore[no-any-return]
            place_at(ast.While(test, [*(place_at(one, node) for one in leaves), *node.body], []), node)
        )

    def visit_For(self, node: ast.For) -> ast.AST | list[ast.stmt]:
        rows = rows_of(node.iter, {name: one for name, one in self.named.items() if name not in self.locals})
        if rows and len(rows[0]) == len([*targets_of(node.target)]):
            return self._passes(node, rows)
        if passes := self._items(node):
            return passes
        match node.iter:
            case ast.Call(ast.Name("unordered"), [ast.Call(args=[_, _, by]) as counted]) if not (
                is_number(by) or "unordered" in {*self.locals, *self.fixed}
            ):
                node.iter = counted
        match node:
            case ast.For(
                target=ast.Name(),
                iter=ast.Call(ast.Name("range"), [first, end, step], []),
            ) if "range" not in {*self.locals, *self.fixed} and not self._stays(step, node, own=False):
                return self.block(self._by_steps(node, first, end, step))
        if not node.orelse:
            node.iter, node.body = self.visit(node.iter), self.block(node.body)
            return node
        return self._loop_and_else(node)

    def _stays(self, value: ast.expr, loop: ast.For, own: bool = True) -> bool:
        """Whether a value is a number or a name that a loop keeps: one of the module, or an `own` one."""
        match value:
            case ast.Name(name) if name in self.locals:
                return own and name not in names_in(ast.walk(loop), ast.Store)
            case ast.Name(name):
                return name in self.fixed
        return is_number(value)

    def _by_steps(self, node: ast.For, first: ast.expr, end: ast.expr, step: ast.expr) -> list[ast.stmt]:
        """A loop with a computed step as a `while`, downwards where a minus sign stands before the step."""
        turned = isinstance(step, ast.UnaryOp) and isinstance(step.op, ast.USub)
        sizes = [end, step.operand if turned and isinstance(step, ast.UnaryOp) else step]
        coming = self._new_local("coming")
        made = [assignment_at(coming, first, node)]
        for at, (name, value) in enumerate(zip(("end", "step"), sizes, strict=True)):
            if not self._stays(value, node):
                sizes[at] = self._keep(name, value, made, node)
        relation, sign = (">", "-") if turned else ("<", "+")
        body = f"TARGET = {coming}\n    {coming} {sign}= STEP\n    BODY"
        text = f"while {coming} {relation} END:\n    {body}\nelse:\n    ELSE"
        parts = {"BODY": node.body, "ELSE": node.orelse}
        return [*made, *parse_at(text, node, TARGET=node.target, END=sizes[0], STEP=sizes[1], **parts)]

    def _loop_and_else(self, node: ast.For | ast.While) -> list[ast.stmt]:
        """A loop and what stands in its else, which is left out where the loop ends in a break."""
        orelse, node.orelse = node.orelse, []
        if not has_own(node.body, ast.Break):
            return self.block([node, *orelse])
        name = self._new_local("whole")
        for block in own_blocks(node.body):
            noted = [
                [*parse_at(f"{name} = 0", one), one] if isinstance(one, ast.Break) else [one] for one in block
            ]
            block[:] = [each for both in noted for each in both]
        text = f"{name} = 1\nLOOP\nif {name} == 1:\n    ELSE"
        return self.block(parse_at(text, node, LOOP=[node], ELSE=orelse))

    def _items(self, node: ast.For) -> list[ast.stmt]:
        """A loop over a tuple of values as one over names that get them first. Nothing for another loop."""
        leaves = has_own(node.body, ast.Break, ast.Continue)
        if not isinstance(node.iter, ast.Tuple | ast.List) or not isinstance(node.target, ast.Name) or leaves:
            return []
        begin: list[ast.stmt] = []
        rows: list[list[ast.expr]] = [[self._keep("item", one, begin, node)] for one in node.iter.elts]
        return self.block(begin) + self._passes(node, rows)

    def _passes(self, node: ast.For, rows: list[list[ast.expr]]) -> list[ast.stmt]:
        """The passes of a loop over numbers one after the other: calls of one function, or written out."""
        if has_own(node.body, ast.Break, ast.Continue):
            return self._places(node, rows)
        called = None if self.complex else self._calls_for_each(node, rows, node.body, keep=True)
        if called is not None:
            return called + self.block(node.orelse)
        written = all(is_number(one) for row in rows for one in row)
        if written and not self.complex and is_shorter_by_places(node, rows):
            return self._places(node, rows)
        made: list[ast.stmt] = []
        for numbers in rows:
            for target, number in zip(targets_of(node.target), numbers, strict=True):
                made.append(place_at(ast.Assign([copy.deepcopy(target)], number), node))
            made += copy.deepcopy(node.body)
        return self.block([*made, *node.orelse])

    def _places(self, node: ast.For, rows: list[list[ast.expr]]) -> list[ast.stmt]:
        """The passes of a loop over numbers as a loop over the places of a table with them."""
        place = self._new_local("place")
        columns = zip(targets_of(node.target), zip(*rows, strict=True), strict=True)
        begin: list[ast.stmt] = []
        for target, numbers in columns:
            helper = self._entries(self._free(f"{target.id}_{self.count}"), list(numbers), node)
            value = call_at(helper, [ast.Name(place, ast.Load())], node)
            begin.append(place_at(ast.Assign([copy.deepcopy(target)], value), node))
        several = call_at("range", [ast.Constant(len(rows))], node)
        loop = ast.For(ast.Name(place, ast.Store()), several, [*begin, *node.body], node.orelse)
        made = self.visit(place_at(loop, node))
        return made if isinstance(made, list) else [made]

    def _calls_for_each(
        self,
        node: ast.For,
        rows: list[list[ast.expr]],
        written: list[ast.stmt],
        *,
        keep: bool,
        wanted: bool = False,
    ) -> list[ast.stmt] | None:
        """The passes of a loop as calls of one function. `written` are the statements that they stand for.
        None where calls are not shorter.
        """
        within = Enclosing(self.within, frozenset(self.locals), frozenset(self.declared))
        recursive = self.within.name in all_names(self.within)
        made = pass_of(
            node, len(rows), within, written, keep=keep and not recursive, wanted=wanted and not recursive
        )
        if made is None:
            return None
        name = self._free(f"for_each_{made.parameters[-made.numbers]}")
        self.taken.add(name)
        self.added[name] = function_at(name, list(made.parameters), self.block(made.body), node)
        return self.block([place_at(one, node) for one in calls(name, made, rows)])

    def visit_Match(self, node: ast.Match) -> ast.AST | list[ast.stmt]:
        subject = node.subject
        made: list[ast.stmt] = []
        guards = [case.guard for case in node.cases if case.guard]
        if not isinstance(subject, ast.Name) or calls_any(*guards) or assigns_inside(*guards):
            subject = self._keep("matched", subject, made, node)
        rest: list[ast.stmt] = []
        for case in reversed(node.cases):
            named: list[ast.stmt] = []
            if isinstance(case.pattern, ast.MatchAs) and case.pattern.name and not case.pattern.pattern:
                named = [assignment_at(case.pattern.name, subject, case.pattern)]
                case.pattern = ast.copy_location(ast.MatchAs(), case.pattern)
            test = self._pattern(case.pattern, subject)
            if test is None:
                self.report.on(case.pattern, "this pattern is outside the language",
                               "write numbers, with | between them, or _ for all others")  # fmt: skip
                test = place_at(copy.deepcopy(subject), case.pattern)
            if case.guard:
                guarded = [test, case.guard] if test is not _ANY else [case.guard]
                test = all_of(ast.And(), guarded, case.pattern)
            one = case.body if test is _ANY else [place_at(ast.If(test, case.body, rest), case.pattern)]
            rest = [*named, *one]
        return self.block([*made, *rest])

    def _pattern(self, pattern: ast.pattern, subject: ast.Name) -> ast.expr | None:
        """The condition under which a pattern fits.

        It is `_ANY` for a pattern that always does, and None for another kind.
        """
        match pattern:
            case ast.MatchValue(value=value) if is_number(value):
                return place_at(ast.Compare(copy.deepcopy(subject), [ast.Eq()], [value]), pattern)
            case ast.MatchAs(pattern=None, name=None):
                return _ANY
            case ast.MatchOr(patterns=patterns):
                tests = [self._pattern(one, subject) for one in patterns]
                if any(one is _ANY for one in tests):
                    return _ANY
                known = [one for one in tests if one is not None]
                return ast.BoolOp(ast.Or(), list(known)) if len(known) == len(tests) else None
        return None


def _may_stand_twice(body: list[ast.stmt]) -> bool:
    """Whether a few simple statements are all that stands there."""
    return len(body) <= MOST_TWICE and not any(hasattr(one, "body") for one in body)


_ANY: Final = ast.Constant(True)
