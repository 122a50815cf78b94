"""A module with shorter operations where the ranges of its values allow them.

Every function is walked as it would run, with an interval for each local and register. What holds on a way is
taken from `assume`, from conditions, and from the bounds of loops. A loop is walked until nothing changes.
What keeps growing is taken to be infinite. A function that others call is walked with what all calls give it,
and a call gives what the function then leaves. People may store into pinned registers between two runs. The
others hold what functions have stored.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import partial, reduce
from typing import Final

from generator.compiler.ranges.conditions import Known, compare, join_known, number_of, refine, without
from generator.compiler.ranges.interval import (
    ANY,
    EXACT_QUOTIENT,
    OPERATIONS,
    Interval,
    exactly,
    index_of_loop,
)
from generator.compiler.ranges.shorter import by_power_of_ten, count_round, shorter, with_whole_quotients
from generator.compiler.tree import ir
from generator.compiler.tree.affine import affine
from generator.compiler.tree.cases import compared_name
from generator.compiler.tree.nodes import changed_names, nodes
from generator.language.operations import EFFECTS
from hp15c.numbers.number import ONE

_GROWING: Final = 3
"""The number of passes over a loop after which an interval that still grows is taken to be infinite."""
_MOST_PASSES: Final = 20
_ENDS: Final = Interval(-EXACT_QUOTIENT, EXACT_QUOTIENT, whole=True)
"""What the ends of a counted loop may be."""
_SHORT: Final = 900
"""The end of ISG and DSE has three digits. A loop that counts registers adds their place, at most 65."""


def narrow_module(module: ir.Module) -> ir.Module:
    """The module with shorter operations. Its effect is the same as long as its assumptions hold."""
    return replace(module, functions=_walk_all(module, between_runs(module))[0])


def between_runs(module: ir.Module) -> Known:
    """The interval of each register whenever no function of the program runs, from cleared memory on.

    It has all values that the source ever stores there, also in runs that end in an Error. A person may store
    into pinned registers, and enter statistics, so nothing is known of those.
    """
    pinned = {name for name, one in module.registers.items() if one.at is not None}
    begun: Known = dict.fromkeys(module.registers.keys() - pinned - {*module.sums}, exactly(Decimal(0)))
    known = begun
    limits = {Decimal(one.length) for one in module.arrays.values()}
    limits |= {one.value.decimal for one in nodes(module.bodies) if isinstance(one, ir.Constant)}
    for count in range(_MOST_PASSES if known else 0):
        stored = _walk_all(module, known)[1]
        held = {name: one.join(stored.get(name, one)) for name, one in begun.items()}
        joined = join_known(known, held) or {}
        if joined == known:  # what is known stays, so what is held after one more run stays, too
            return held
        ends = limits if count < _MOST_PASSES / 2 else ()
        grows = count >= _GROWING
        known = {name: one.widen(known[name], ends) if grows else one for name, one in joined.items()}
    return {}


def _walk_all(module: ir.Module, between: Known) -> tuple[dict[str, ir.Function], dict[str, Interval]]:
    """The shorter functions, and the interval of what is stored in each name, begun with what is known."""
    walk = _RangeWalk(module)
    functions, before = dict(module.functions), None
    while walk.arguments != before:
        before = dict(walk.arguments)
        for name, one in module.functions.items():
            if one.label or name in walk.arguments:
                known = between if one.label else walk.arguments[name]
                functions[name] = replace(one, body=walk.function(one, known))
    return functions, walk.stored


def stored_intervals(module: ir.Module) -> dict[str, Interval]:
    """The interval of all values that the statements of a module store in each array."""
    walk = _RangeWalk(module)
    for one in module.functions.values():
        walk.function(one, {})
    return walk.stored


def held_intervals(module: ir.Module, function: ir.Function) -> dict[str, Interval]:
    """The interval of all values that a function assigns to each local, whatever it is called with."""
    walk = _RangeWalk(module)
    walk.function(function, {})
    return walk.stored


@dataclass(frozen=True, slots=True)
class _Exit:
    """The intervals of what a function returns, and of registers then."""

    results: tuple[Interval, ...]
    after: Known


@dataclass(slots=True)
class _Loop:
    """The intervals where a loop is left by `break`, and where `continue` goes on."""

    left: list[Known] = field(default_factory=list)
    again: list[Known] = field(default_factory=list)


@dataclass(slots=True)
class _RangeWalk:
    """A walk over functions.

    `arguments` are the intervals of parameters and registers with which functions are called, `exits` what
    calls give, and `grown` how often the arguments have changed.
    """

    module: ir.Module
    arguments: dict[str, Known] = field(default_factory=dict)
    exits: dict[str, _Exit] = field(default_factory=dict)
    grown: Counter[str] = field(default_factory=Counter)
    ends: list[_Exit] = field(default_factory=list)
    loops: list[_Loop] = field(default_factory=list)
    stored: dict[str, Interval] = field(default_factory=dict)

    def function(self, function: ir.Function, known: Known) -> ir.Block:
        """The shorter body of a function."""
        self.ends = []
        body, after = self.block(function.body, known)
        self.ends += [_Exit((), after)] if after is not None else []
        return body

    def call(self, name: str, given: Sequence[Interval], known: Known) -> _Exit:
        """What a call gives with these arguments, or with those of any other call of the function so far."""
        function = self.module.functions[name]
        before, now = self.arguments.get(name), dict[str, Interval]()
        if not function.label and not function.levels:
            now = {one: known[one] for one in known if one in self.module.registers}
            now |= dict(zip(function.parameters, given, strict=True))
        if before is not None:
            joined = join_known(before, now) or {}
            self.grown[name] += joined != before
            often = self.grown[name] > _MOST_PASSES
            now = {one: each.widen(before[one]) if often else each for one, each in joined.items()}
        if now != before:
            self.arguments[name] = now
            self.exits[name] = _Exit((ANY,) * function.results, {})  # for calls of itself
            self.exits[name] = self._exit(function, now)
        return self.exits[name]

    def _exit(self, function: ir.Function, known: Known) -> _Exit:
        """What a function leaves, wherever it ends."""
        inside = _RangeWalk(self.module, self.arguments, self.exits, self.grown)
        inside.function(function, known)
        made = inside.ends[0] if inside.ends else self.exits[function.name]
        for end in inside.ends[1:]:
            results = tuple(one.join(other) for one, other in zip(made.results, end.results, strict=False))
            made = _Exit(results, join_known(made.after, end.after) or {})
        return made

    def block(self, block: ir.Block, known: Known | None) -> tuple[ir.Block, Known | None]:
        """The statements of a block, shortened, and the intervals after them. None where no run comes."""
        made: list[ir.Statement] = []
        for statement in block:
            if known is None:
                made.append(statement)
                continue
            shortened, known = self.statement(statement, self._before(statement, known))
            made += shortened
        return tuple(made), known

    def _before(self, statement: ir.Statement, known: Known) -> Known:
        """The intervals while a statement's values are computed, without those that its own calls change."""
        if _lone_call(statement):
            return known
        match statement:
            case ir.If(test=test) | ir.While(test=test):
                piece: object = test
            case ir.For(start=start, stop=stop):
                piece = (start, stop)
            case _:
                piece = statement
        called = tuple(_calls(piece))
        return without(known, changed_names(called, self.module)) if called else known

    # statements

    def statement(self, statement: ir.Statement, known: Known) -> tuple[ir.Block, Known | None]:
        match statement:
            case ir.Assign(targets=targets, values=values):
                pairs = [self.value(one, known) for one in values]
                given = [interval for _, interval in pairs]
                after = self._know_reached(values, self._after(statement, known))
                aimed, after = self.targets(targets, given, after)
                made = replace(statement, targets=aimed, values=tuple(value for value, _ in pairs))
                of = partial(self.interval, known=known)
                return count_round(statement, self.module, of) or (made,), after
            case ir.Unpack(targets=targets, value=value):
                inner = self.value(value, known)[0]
                assert isinstance(inner, ir.Call | ir.Operation)
                given = self._results_of(value, len(targets))
                aimed, after = self.targets(targets, given, self._after(statement, known))
                return (replace(statement, targets=aimed, value=inner),), after
            case ir.Evaluate(value=value):
                effect = self.value(value, known)[0]
                assert isinstance(effect, ir.Call | ir.Ask | ir.Operation)
                return (replace(statement, value=effect),), self._after(statement, known)
            case ir.Return(values=values):
                pairs = [self.value(one, known) for one in values]
                self.ends.append(_Exit(tuple(interval for _, interval in pairs), known))
                return (replace(statement, values=tuple(value for value, _ in pairs)),), None
            case ir.Pause(shown=shown):
                return (replace(statement, shown=self.value(shown, known)[0]),), known
            case ir.Assume(condition=condition):
                return (statement,), refine(known, condition, True, self.interval) or known
            case ir.If():
                return self.branch(statement, known)
            case ir.While():
                return self.while_loop(statement, known)
            case ir.For():
                return self.for_loop(statement, known)
            case ir.Break():
                self.loops[-1].left.append(known)
                return (statement,), None
            case ir.Continue():
                self.loops[-1].again.append(known)
                return (statement,), None
        return (statement,), known

    def branch(self, statement: ir.If, known: Known) -> tuple[ir.Block, Known | None]:
        test, holds, fails = self.condition(statement.test, known)
        body, after = self.block(statement.body, holds) if holds is not None else ((), None)
        orelse, otherwise = self.block(statement.orelse, fails) if fails is not None else ((), None)
        if isinstance(test, ir.Truth):
            return (body, after) if test.value else (orelse, otherwise)
        if number := number_of(test, body, orelse, known):
            return number, join_known(after, otherwise)
        body = with_whole_quotients(body, test, holds=True)
        orelse = with_whole_quotients(orelse, test, holds=False)
        compared = _span(known.get(compared_name(test), ANY))
        made = replace(statement, test=test, body=body, orelse=orelse, compared=compared)
        return (made,), join_known(after, otherwise)

    def while_loop(self, loop: ir.While, known: Known) -> tuple[ir.Block, Known | None]:
        first = self.condition(loop.test, known)[0]
        if first == ir.Truth(False):
            return (), known
        called = changed_names(tuple(_calls(loop.test)), self.module)

        def into(head: Known) -> Known | None:
            return self.condition(loop.test, without(head, called))[1]

        head = self._head(loop.body, known, into)
        test, holds, left = self.condition(loop.test, without(head, called))
        body, _, inside = self._pass(loop.body, holds)
        left = reduce(join_known, inside.left, left)
        runs = first == ir.Truth(True) and test != ir.Truth(True)
        made = replace(loop, test=test, body=with_whole_quotients(body, test, holds=True), runs=runs)
        if not inside.again and self._counts(made, holds):
            above = known.get(ir.name_counted(made)[0], ANY).low >= 1
            made = replace(made, counts="from above 0" if above else "from anywhere")
        return (made,), left

    def _counts(self, loop: ir.While, known: Known | None) -> bool:
        """Whether a loop counts a whole number down to 0, so that DSE does the step and the test."""
        name, _ = ir.name_counted(loop)
        if not name or known is None:
            return False
        _, end, _ = self._pass(loop.body[:-1], known)
        counted = (end or {}).get(name, ANY)
        first = loop.test.conditions[0] if isinstance(loop.test, ir.And) else loop.test
        assert isinstance(first, ir.Compare)
        return counted.whole and (first.relation == ">" or counted.low >= 1)

    def _pass(self, body: ir.Block, known: Known | None) -> tuple[ir.Block, Known | None, _Loop]:
        """One pass of a loop: its shorter body, the intervals at its end, and those where it leaves."""
        inside = _Loop()
        self.loops.append(inside)
        made, after = self.block(body, known)
        self.loops.pop()
        return made, after, inside

    def _head(self, body: ir.Block, known: Known, into: Callable[[Known], Known | None]) -> Known:
        """The intervals at the head of a loop in every pass. `into` gives those at the start of a pass."""
        head = known
        for count in range(_MOST_PASSES):
            _, end, inside = self._pass(body, into(head))
            after = reduce(join_known, inside.again, join_known(head, end))
            assert after is not None
            if count >= _GROWING:
                after = {name: one.widen(head[name]) for name, one in after.items()}
            if after == head:
                return head
            head = after
        return without(known, changed_names(body, self.module))

    def for_loop(self, loop: ir.For, known: Known) -> tuple[ir.Block, Known | None]:
        (start, first), (stop, last) = self.value(loop.start, known), self.value(loop.stop, known)
        first, last = first.meet(_ENDS), last.meet(_ENDS)
        names = [one.name for one in (start, ir.without_added(stop)) if isinstance(one, ir.Read)]
        known = {**known, **{name: known.get(name, ANY).meet(_ENDS) for name in names}}
        runs = first.high < last.low if loop.step > 0 else first.low > last.high
        index = index_of_loop(first, last, loop.step)
        self.stored[loop.name] = index.join(self.stored.get(loop.name, index))

        def into(head: Known) -> Known:
            return {**head, loop.name: index}

        head = self._head(loop.body, known, into)
        body, after, inside = self._pass(loop.body, into(head))
        left = reduce(join_known, (after, *inside.again, *inside.left), None if runs else head)
        made = replace(loop, start=start, stop=stop, body=body, runs=runs)
        short = min(first.low, last.low) >= 0 and max(first.high, last.high) <= _SHORT
        return (replace(made, short=short, through=loop.step == 1 and _through(stop)),), left

    # values

    def targets(
        self, targets: Sequence[ir.Target], given: Sequence[Interval], known: Known
    ) -> tuple[tuple[ir.Target, ...], Known]:
        """Targets with shorter indices, and the intervals after them. Each is assigned before the next."""
        made: list[ir.Target] = []
        for target, interval in zip(targets, given, strict=True):
            name = target.array if isinstance(target, ir.Element) else target.name
            self.stored[name] = interval.join(self.stored.get(name, interval))
            if isinstance(target, ir.Element):
                made.append(replace(target, index=self.value(target.index, known)[0]))
                known = self._know_reached(target, known)
            else:
                made.append(target)
                known = {**known, name: interval} if isinstance(target, ir.Name) else known
        return tuple(made), known

    def _know_reached(self, piece: object, known: Known) -> Known:
        """The intervals after the elements in a piece were reached. Each index is in its array. Where a piece
        calls functions, which may change an index, they stay as they are.
        """
        elements = [one for one in nodes(piece) if isinstance(one, ir.Element)]
        for one in () if any(_calls(piece)) else elements:
            place = affine(one.index)
            if place is None or [factor for _, factor in place.factors] != [1]:
                continue
            name, last = place.factors[0][0], self.module.arrays[one.array].length - 1
            limits = Interval(Decimal(-place.constant), Decimal(last - place.constant), True)
            met = known.get(name, ANY).meet(limits)
            known = known if met.empty else {**known, name: met}
        return known

    def interval(self, tree: ir.Expression, known: Known) -> Interval:
        """The interval of a value."""
        return self.value(tree, known)[1]

    def value(self, tree: ir.Expression, known: Known) -> tuple[ir.Expression, Interval]:
        """A value in its shortest form, and its interval."""
        match tree:
            case ir.Constant(value=number):
                return tree, exactly(number.decimal)
            case ir.Read(name=name):
                return tree, known.get(name, ANY)
            case ir.Element(index=index):
                return replace(tree, index=self.value(index, known)[0]), ANY
            case ir.Ask(shown=shown):
                return replace(tree, shown=self.value(shown, known)[0]), ANY
            case ir.Call(function=function, arguments=arguments):
                pairs = [self.value(one, known) for one in arguments]
                called = replace(tree, arguments=tuple(one for one, _ in pairs))
                if tree.by:
                    self.call(function, [ANY] * len(self.module.functions[function].parameters), {})
                    return called, ANY
                exit = self.call(function, [interval for _, interval in pairs], known)
                return called, exit.results[-1] if exit.results else ANY
        pairs = [self.value(one, known) for one in tree.operands]
        intervals = [interval for _, interval in pairs]
        made = shorter(replace(tree, operands=tuple(one for one, _ in pairs)), intervals)
        if isinstance(made, ir.Operation) and intervals:
            made = by_power_of_ten(made, intervals[0])
        operation = OPERATIONS.get(tree.name)
        return made, ANY if operation is None else operation(*intervals)

    def _results_of(self, value: ir.Expression, count: int) -> list[Interval]:
        """The intervals of the results of a call that is all of a value, after the walk over it."""
        known = self.exits[value.function].results if isinstance(value, ir.Call) and not value.by else ()
        return list(known) if len(known) == count else [ANY] * count

    def _after(self, statement: ir.Statement, known: Known) -> Known:
        """The intervals after the call of a statement that is a call only, before it assigns."""
        call = _lone_call(statement)
        if call is None:
            return known
        changed = changed_names(call, self.module)
        left = self.exits[call.function].after
        return {**without(known, changed), **{one: left[one] for one in changed if one in left}}

    # conditions

    def condition(self, tree: ir.Condition, known: Known) -> tuple[ir.Condition, Known | None, Known | None]:
        """A condition in its shortest form, and the intervals where it holds and where it does not."""
        match tree:
            case ir.Truth(value=value):
                return tree, known if value else None, None if value else known
            case ir.Not(condition=inner):
                made, holds, fails = self.condition(inner, known)
                opposite = (
                    ir.Truth(not made.value) if isinstance(made, ir.Truth) else replace(tree, condition=made)
                )
                return opposite, fails, holds
            case ir.And(conditions=parts):
                return self._several(tree, parts, known, every=True)
            case ir.Or(conditions=parts):
                return self._several(tree, parts, known, every=False)
        left, one = self.value(tree.left, known)
        right, other = self.value(tree.right, known)
        made = compare(replace(tree, left=left, right=right), one, other, partial(self.interval, known=known))
        if isinstance(made, ir.Truth):
            return made, known if made.value else None, None if made.value else known
        holds = refine(known, tree, True, self.interval)
        fails = refine(known, tree, False, self.interval)
        return made, known if holds is None else holds, known if fails is None else fails

    def _several(
        self, tree: ir.And | ir.Or, parts: tuple[ir.Condition, ...], known: Known, *, every: bool
    ) -> tuple[ir.Condition, Known | None, Known | None]:
        """An `and` (`every`) or an `or` of these parts in its shortest form, what is known where it holds,
        and where not.

        Each part is judged by what is known where the parts before it have not decided.
        """
        made: list[ir.Condition] = []
        going: Known | None = known
        out: Known | None = None
        for part in parts:
            if going is None:
                break
            one, holds, fails = self.condition(part, going)
            called = changed_names(tuple(_calls(part)), self.module)
            holds, fails = (None if way is None else without(way, called) for way in (holds, fails))
            going, leaving = (holds, fails) if every else (fails, holds)
            out = join_known(out, leaving)
            if one != ir.Truth(every):
                made.append(one)
        first: ir.Condition = made[0] if made else ir.Truth(every)
        joins = (len(made) > 1 or len(made) == len(parts)) and first != ir.Truth(not every)
        shortest = replace(tree, conditions=tuple(made)) if joins else first
        return (shortest, going, out) if every else (shortest, out, going)


# what is known


def _span(interval: Interval) -> ir.Span:
    """What is known of a number of an interval, in whole numbers."""
    low, high = (None if one.is_infinite() else one for one in (interval.low, interval.high))
    return ir.Span(
        interval.whole, None if low is None else math.ceil(low), None if high is None else math.floor(high)
    )


def _through(stop: ir.Expression) -> bool:
    """Whether the end of a loop is written as a number plus 1. That number is whole, because the end is."""
    match stop:
        case ir.Operation(name="add", operands=(last, ir.Constant(value=one))) if one == ONE:
            return not any(_calls(last))
    return False


def _calls(piece: object) -> Iterator[ir.Call | ir.Operation]:
    """The calls in a piece, and the operations that change what stays."""
    return (
        node
        for node in nodes(piece)
        if isinstance(node, ir.Call) or (isinstance(node, ir.Operation) and node.name in EFFECTS)
    )


def _lone_call(statement: ir.Statement) -> ir.Call | None:
    """The call of a function, where it is all that a statement computes. None for another statement."""
    match statement:
        case (
            ir.Assign(targets=(ir.Name(),), values=(ir.Call() as call,))
            | ir.Evaluate(value=ir.Call() as call)
            | ir.Unpack(value=ir.Call() as call)
        ) if not call.by and not any(_calls(call.arguments)):
            elements = isinstance(statement, ir.Unpack) and any(
                isinstance(one, ir.Element) for one in statement.targets
            )
            return None if elements else call
    return None
