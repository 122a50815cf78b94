"""Two ways of a test in one formula, and tests in a row in place of one inside the other.

if a > b:                           if x <= 200:                    if angle < 0:          if angle >= 360:
    d = a - b        d = abs(a - b)     y = 0       y = x - 200         angle += 360           angle -= 360
else:                               else:           if y < 0:       elif angle >= 360:     if angle < 0:
    d = b - a                           y = x - 200     y = 0           angle -= 360           angle += 360

if -c < x < c:     if abs(x) < c:     if leap(y): return 1     return leap(y)
                                      return 0

while x != y:                         while x != y:
    if x < y: x = ask(-1)                 away = x - y
    else: x = ask(1)                      x = ask(away / abs(away))

if pay > due:        least = max(due, pay)
    due = 0          due = least - pay
else:
    due -= pay

The digits are the same: a difference is 0 or has the sign that its comparison says, and a product with a
number above 0 keeps the sign, or counts as 0. What is computed on more ways than before cannot fail.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Final, cast

from generator.compiler.ranges.conditions import Known, compare, refine
from generator.compiler.ranges.interval import ANY, OPERATIONS, Interval, exactly
from generator.compiler.ranges.narrow import held_intervals
from generator.compiler.ranges.shorter import harmless, is_share
from generator.compiler.tree import ir
from generator.compiler.tree.affine import constant
from generator.compiler.tree.nodes import Piece, names_in, nodes, with_parts
from generator.compiler.tree.relations import HOLDS, MIRRORED, NEGATED
from generator.compiler.tree.rewriting import single, unused_name
from generator.compiler.tree.substitution import replaced_node, substitute
from hp15c.numbers.number import ONE, ZERO, Number

_IN_A_ROW: Final = ("<", "<=", ">", ">=")
"""The relations of tests in a row. Those of others may become a jump by number."""
_LARGEST: Final = Number.of("1e80")
"""A difference with a constant up to this size cannot overflow."""
_ANSWERS: Final = ((constant(1),), (constant(0),))
NewName = Callable[[str], str]
_SIGNS: Final = {number: number for number in map(Number.of, (-1, 0, 1))}


def join_ways(module: ir.Module) -> ir.Module:
    """A module with both ways of a test as one formula, and tests in a row, where possible."""
    answering = frozenset(name for name, one in module.functions.items() if _answers(one))
    functions = {
        name: replace(one, body=_join_block(_with_sizes(one.body), _names_for(one, module), answering))
        for name, one in module.functions.items()
    }
    joined = replace(module, functions=functions)
    functions = {name: _Signs(joined, one).function() for name, one in functions.items()}
    return replace(module, functions=functions)


def _names_for(function: ir.Function, module: ir.Module) -> NewName:
    """Gives names that a function and the registers of a module do not have."""
    return partial(unused_name, piece=(function.body, *map(ir.Name, function.parameters)), module=module)


def _with_sizes(piece: Piece) -> Piece:
    """A piece of the tree with |x| < c in place of -c < x < c, and |x| > c in place of x < -c or x > c."""
    made = with_parts(piece, _with_sizes)
    found = _of_size(made)
    return made if found is None else cast(Piece, found)


def _of_size(piece: object) -> ir.Compare | None:
    """One comparison of the size of a number in place of two of the number: `abs(x) < 3`. None for others."""
    match piece:
        case ir.And(conditions=(ir.Compare() as first, ir.Compare() as second)):
            within = True
        case ir.Or(conditions=(ir.Compare() as first, ir.Compare() as second)):
            within = False
        case _:
            return None
    for one, other in ((first, second), (second, first)):
        low, high = _larger(one), _larger(other)
        if low is None or high is None or low[2] != high[2]:
            continue
        (number, least), (most, same) = (low[:2], high[:2]) if within else (low[1::-1], high[1::-1])
        match least, most:
            case ir.Constant(value=below), ir.Constant(value=above) if below == -above and above >= ZERO:
                opposite = number == same and harmless(number)
            case _:
                opposite = False
        if opposite:
            size = ir.Operation("abs", (number,), place=first.place)
            relation: ir.Relation = "<" if within else ">"
            if low[2]:
                relation = "<=" if within else ">="
            return ir.Compare(size, relation, most, place=first.place)
    return None


def _answers(function: ir.Function) -> bool:
    """Whether a function gives 1 or 0 and nothing else."""
    ends = [one.values for one in nodes(function.body) if isinstance(one, ir.Return)]
    return bool(ends) and all(values in _ANSWERS for values in ends)


def _join_block(block: ir.Block, new_name: NewName, answering: frozenset[str]) -> ir.Block:
    """A block with its ways joined, the last ones first: what follows a way that returns is the other way."""
    made: ir.Block = ()
    for statement in reversed(block):
        inner = with_parts(statement, lambda part: _join_block(part, new_name, answering), ("body", "orelse"))
        found = None
        if isinstance(inner, ir.If):
            ends = not inner.orelse and _returns(inner.body)
            whole = replace(inner, orelse=made) if ends else inner
            found = _answer(whole, answering) or _of_test(whole, new_name)
            made = () if ends and found is not None else made
        made = (*((inner,) if found is None else found), *made)
    return block if made == block else made


def _returns(block: ir.Block) -> bool:
    return isinstance(next(reversed(block), None), ir.Return)


def _of_test(one: ir.If, new_name: NewName) -> ir.Block | None:
    """The statements in place of a test and its ways. None where they stay."""
    for change in (_in_a_row, _absolute, _added_or_taken, _sign, _not_below_zero):
        found = change(one, new_name)
        if found is not None:
            return found
    return None


# ways that give one value


@dataclass(frozen=True, slots=True)
class _Given:
    """A statement that gives a value: to a name, or as the result of a function."""

    value: ir.Expression
    statement: ir.Assign | ir.Return

    def with_value(self, value: ir.Expression) -> ir.Assign | ir.Return:
        """The statement with another value."""
        return replace(self.statement, values=(value,))

    @property
    def targets(self) -> frozenset[str]:
        """The name that gets the value, if one does."""
        return frozenset(names_in(self.statement, ir.Name))

    def by_steps(self, new_name: NewName, steps: Callable[[str], ir.Block]) -> ir.Block:
        """Statements that compute a value under a name, which is that of the statement if it has one."""
        match self.statement:
            case ir.Assign(targets=(ir.Name(name=name),)):
                return steps(name)
        name = new_name("value")
        return (*steps(name), self.with_value(ir.Read(name)))


def _value_given(block: ir.Block) -> _Given | None:
    match block:
        case (ir.Assign(targets=(ir.Name(),), values=(value,)) | ir.Return(values=(value,)) as statement,):
            return _Given(value, statement)
    return None


def _two(one: ir.If) -> tuple[_Given, ir.Expression] | None:
    """What a test gives where it holds, and the value that it gives in the same place where it does not."""
    first, second = _value_given(one.body), _value_given(one.orelse)
    match one:
        case ir.If(body=(ir.Assign(targets=(ir.Name(name=name),)),), orelse=()):
            return (first, ir.Read(name)) if first is not None else None
    if first is None or second is None or first.with_value(second.value) != second.statement:
        return None
    return first, second.value


def _larger(test: ir.Condition) -> tuple[ir.Expression, ir.Expression, bool] | None:
    """The larger and the smaller side of a comparison where it holds, and whether they may be equal there."""
    match test:
        case ir.Not(condition=ir.Compare(relation=relation) as inner):
            return _larger(replace(inner, relation=NEGATED[relation]))
        case ir.Compare(left=left, relation=">" | ">=" as relation, right=right):
            return left, right, relation == ">="
        case ir.Compare(left=left, relation="<" | "<=" as relation, right=right):
            return right, left, relation == "<="
    return None


def _answer(one: ir.If, answering: frozenset[str]) -> ir.Block | None:
    """The number that a function answers with, 1 or 0, in place of a test of that number: as it is, or added
    to another. None for another statement.
    """
    two = _two(one)
    test, wanted = (one.test.condition, ZERO) if isinstance(one.test, ir.Not) else (one.test, ONE)
    match test:
        case ir.Compare(left=ir.Call(by="") as call, relation="!=", right=right) if right == constant(0):
            values = ir.Constant(wanted), ir.Constant(ONE - wanted)
            if two is None or call.function not in answering:
                return None
            given, other = two
            if (given.value, other) == values:
                return (given.with_value(call),)
            if wanted == ONE and given.value == ir.Operation("add", (other, constant(1))):
                return (given.with_value(ir.Operation("add", (call, other), place=one.place)),)
    return None


def _absolute(one: ir.If, new_name: NewName) -> ir.Block | None:
    """ABS in place of a test that gives the larger one of a number and its negative. None for others."""
    sides, two = _larger(one.test), _two(one)
    if sides is None or two is None or not all(map(harmless, sides[:2])):
        return None
    larger, smaller, _ = sides
    difference, turned = (ir.Operation("sub", pair) for pair in ((larger, smaller), (smaller, larger)))
    ways: list[tuple[ir.Expression, ir.Expression, ir.Expression]] = [(difference, turned, difference)]
    if smaller == constant(0):
        ways.append((larger, ir.Operation("neg", (larger,)), larger))
    if larger == constant(0):
        ways.append((ir.Operation("neg", (smaller,)), smaller, smaller))
    given, other = two
    for holding, failing, number in ways:
        if (given.value, other) == (holding, failing):
            return (given.with_value(ir.Operation("abs", (number,), place=one.place)),)
    return None


def _added_or_taken(one: ir.If, new_name: NewName) -> ir.Block | None:
    """One sum with a number or its negative, where one way adds the constant of the test and the other
    subtracts it. None for another statement.
    """
    sides, two = _larger(one.test), _two(one)
    if sides is None or two is None:
        return None
    given, other = two
    match given.value, other:
        case (
            ir.Operation(name="add" | "sub" as name, operands=(number, ir.Constant() as by)),
            ir.Operation(name="add" | "sub" as opposite, operands=(same, again)),
        ) if name != opposite and (number, by) == (same, again) and {number, by} == {*sides[:2]}:
            step = new_name("step")
            turned = ir.Assign((ir.Name(step),), (ir.Operation("neg", (ir.Read(step),)),), place=one.place)
            ways = (turned,), ()
            body, orelse = ways if name == "sub" else ways[::-1]
            return (
                ir.Assign((ir.Name(step),), (by,), place=one.place),
                replace(one, body=body, orelse=orelse),
                given.with_value(ir.Operation("add", (number, ir.Read(step)), place=one.place)),
            )
    return None


def _sign(one: ir.If, new_name: NewName) -> ir.Block | None:
    """A sign by one division, in place of tests that give 1, 0 or -1. None for another statement."""
    match one.test:
        case ir.Compare(left=ir.Read() as number) | ir.Compare(right=ir.Read() as number):
            pass
        case _:
            return None
    found = {sign: _value_for((one,), number, sign) for sign in _SIGNS}
    given = found[ONE]
    if given is None or any(
        each is None or each.statement != given.with_value(ir.Constant(sign)) for sign, each in found.items()
    ):
        return None
    size = new_name("size")
    divided = ir.Operation("div", (number, ir.Read(size)), place=one.place)

    def steps(name: str) -> ir.Block:
        inside = ir.Assign((ir.Name(name),), (divided,), place=one.place)
        return (
            ir.Assign((ir.Name(size),), (ir.Operation("abs", (number,)),), place=one.place),
            ir.Assign((ir.Name(name),), (number,), place=one.place),
            ir.If(ir.Compare(ir.Read(size), "!=", constant(0)), (inside,), place=one.place),
        )

    return given.by_steps(new_name, steps)


def _value_for(block: ir.Block, number: ir.Read, sign: Number) -> _Given | None:
    """What a block of comparisons with 0 gives for a number of this sign. None where it does more."""
    match block:
        case (ir.If(test=ir.Compare(left=left, relation=relation, right=right)) as one, *rest):
            if left == constant(0):
                left, relation, right = right, MIRRORED[relation], left
            alone = not rest or (not one.orelse and _returns(one.body))
            if left != number or right != constant(0) or not alone:
                return None
            way = one.body if HOLDS[relation](sign, ZERO) else one.orelse or tuple(rest)
            return _value_for(way, number, sign)
    return _value_given(block)


class _Signs:
    """Writes 1 and -1 on two ways as the sign of a difference that is not 0, in one statement."""

    def __init__(self, module: ir.Module, function: ir.Function) -> None:
        self.module = module
        self.whole = function
        self.away = ir.Name(_names_for(function, module)("away"))

    def function(self) -> ir.Function:
        """The function with such statements."""
        return replace(self.whole, body=self._block(self.whole.body, None))

    def _block(self, block: ir.Block, known: ir.Condition | None) -> ir.Block:
        """A block that begins where a condition holds."""
        made: list[ir.Statement] = []
        for number, one in enumerate(block, 1):
            whole = one
            match block[number - 1 :]:
                case (ir.If(body=(ir.Return(),), orelse=()) as last, ir.Return() as end):
                    whole = replace(last, orelse=(end,))
            found = self._of_ways(whole, known) or self._of_call(one, known)
            known = None
            if found is not None:
                made += found
                if whole is not one:
                    break
                continue
            match one:
                case ir.While(test=test):
                    made.append(replace(one, body=self._block(one.body, test)))
                case ir.If(test=ir.Compare(relation=relation) as test):
                    other = replace(test, relation=NEGATED[relation])
                    body, orelse = self._block(one.body, test), self._block(one.orelse, other)
                    made.append(replace(one, body=body, orelse=orelse))
                    ends = isinstance(next(reversed(body), None), ir.Return | ir.Break | ir.Continue)
                    known = other if ends and not orelse else None
                case _:
                    made.append(with_parts(one, lambda part: self._block(part, None), ("body", "orelse")))
        return block if block == tuple(made) else tuple(made)

    def _of_ways(self, one: ir.Statement, known: ir.Condition | None) -> ir.Block | None:
        """The statements in place of a test of numbers that are known to differ, or of two tests whose third
        way is that they do not. None where they stay.
        """
        match one:
            case ir.If(ir.Compare(left, relation, right) as test, (first,), (ir.If(again, (second,), rest),)):
                opposite = replace(test, left=right, right=left), replace(test, relation=MIRRORED[relation])
                if relation not in ("<", ">") or again not in opposite:
                    return None
                same = replace(test, relation="==")
                found = self._sign(test, first, second, replace(test, relation="!="))
                return None if found is None else (replace(one, test=same, body=rest, orelse=found),)
            case ir.If(test=test, body=(first,), orelse=(second,)):
                return self._sign(test, first, second, known)
        return None

    def _of_call(self, one: ir.Statement, known: ir.Condition | None) -> ir.Block | None:
        """The statements in place of a call of a function that is nothing but such a test. None elsewhere."""
        for call in nodes(one) if isinstance(known, ir.Compare) and isinstance(one, ir.Assign) else ():
            function = self.module.functions[call.function] if isinstance(call, ir.Call) else self.whole
            match call, function.body:
                case ir.Call(by=""), (ir.If(test, (ir.Return((first,)),), (ir.Return((second,)),)),):
                    given = dict(zip(function.parameters, call.arguments, strict=True))
                    ways = [replaced_node(one, call, value) for value in (first, second)]
                    return self._sign(substitute(test, given), ways[0], ways[1], known)
        return None

    def _sign(
        self, test: ir.Condition, first: ir.Statement, second: ir.Statement, known: ir.Condition | None
    ) -> ir.Block | None:
        """The statements in place of a test and the statements of its ways, where a condition holds."""
        sides = _larger(test)
        if sides is None or not isinstance(known, ir.Compare) or known.relation != "!=":
            return None
        larger, smaller, _ = sides
        if {larger, smaller} != {known.left, known.right} or not self._is_safe(larger, smaller):
            return None
        away = ir.Read(self.away.name)
        sign = ir.Operation("div", (away, ir.Operation("abs", (away,))), place=first.place)
        for number, pair in ((ONE, (larger, smaller)), (-ONE, (smaller, larger))):
            statement = replaced_node(first, ir.Constant(number), sign)
            if statement != first and statement == replaced_node(second, ir.Constant(-number), sign):
                return ir.Assign((self.away,), (ir.Operation("sub", pair),), place=first.place), statement
        return None

    def _is_safe(self, *sides: ir.Expression) -> bool:
        """Whether a difference of locals and constants can neither overflow nor be too small for a number."""
        held = held_intervals(self.module, self.whole) | dict.fromkeys(self.whole.parameters, ANY)
        names = [one.name for one in sides if isinstance(one, ir.Read)]
        plain = all(isinstance(one, ir.Read | ir.Constant) for one in sides)
        return (plain and self.module.registers.keys().isdisjoint(names)) and any(
            one.size <= _LARGEST.decimal and (one.low >= 1 or one.high <= -1)
            for one in (_interval(side, held) for side in sides)
        )


def _not_below_zero(one: ir.If, new_name: NewName) -> ir.Block | None:
    """A shorter test, where one gives a share of a difference, or 0 if the difference is below 0. None for
    another statement.

    A difference with a constant cannot overflow. Before another one the lower number is raised to the other.
    """
    match one.orelse:
        case (ir.If() as inner, *rest) if inner.orelse or _returns(inner.body):
            nearer = replace(one, orelse=inner.body)
            made = _not_below_zero(nearer, new_name) if _follows(one.test, inner.test) else None
            return None if made is None else (replace(inner, body=made), *rest)
    compared, two = _larger(one.test), _two(one)
    if compared is None or two is None:
        return None
    (larger, smaller, equal), (given, other) = compared, two
    if given.value == constant(0):
        larger, smaller, share = smaller, larger, other
    elif other == constant(0):
        share, equal = given.value, not equal
    else:
        return None
    if not (is_share(share, larger, smaller) and harmless(larger)):
        return None
    sides = (larger, smaller)
    known = any(isinstance(one, ir.Constant) and abs(one.value) <= _LARGEST for one in sides)
    if not known and not (harmless(smaller) and names_in(smaller, ir.Read).keys().isdisjoint(given.targets)):
        return None
    first, least = (share, constant(0)) if known else sides
    relation: ir.Relation = "<=" if equal and not known else "<"

    def steps(name: str) -> ir.Block:
        raised = ir.Assign((ir.Name(name),), (least,), place=one.place)
        below = ir.If(ir.Compare(ir.Read(name), relation, least), (raised,), place=one.place)
        same = first == ir.Read(name)
        begun = () if same else (ir.Assign((ir.Name(name),), (first,), place=one.place),)
        rest = replaced_node(share, ir.Operation("sub", sides), ir.Operation("sub", (ir.Read(name), smaller)))
        return *begun, below, *(() if known else (ir.Assign((ir.Name(name),), (rest,), place=one.place),))

    return given.by_steps(new_name, steps)


def _follows(test: ir.Condition, other: ir.Condition) -> bool:
    """Whether a test that a number is not above a constant holds wherever another one does."""
    sides, others = _larger(test), _larger(other)
    match sides, others:
        case (
            (ir.Constant(value=limit), number, equal),
            (ir.Constant(value=wider), same, equal_too),
        ) if number == same:
            return wider > limit or (wider == limit and (equal_too or not equal))
    return False


# tests in a row


def _in_a_row(one: ir.If, new_name: NewName) -> ir.Block | None:
    """Two tests one after the other, in place of a second test that stands in the `else` of the first.

    The later of them cannot hold where the earlier one held. None where neither order has that.
    """
    match one.orelse:
        case (ir.If(orelse=()) as second,):
            for first, last in ((one, second), (second, one)):
                if all(map(_is_plain, (one, second))) and _excludes(first, last, first is second):
                    return replace(first, orelse=()), replace(last, orelse=())
    return None


def _is_plain(one: ir.If) -> bool:
    """Whether a way only gives a value to a name, after a test that cannot fail."""
    match one.test, one.body:
        case ir.Compare(left=left, relation=relation, right=right), (ir.Assign(targets=(ir.Name(),)),):
            return relation in _IN_A_ROW and harmless(left) and harmless(right)
    return False


def _excludes(first: ir.If, last: ir.If, changed: bool) -> bool:
    """Whether the last test fails after the way of the first, and, if `changed`, before it too."""
    known = refine({}, first.test, True, _interval)
    step = single(first.body[0])
    if known is None or step is None or (changed and not _fails(last.test, known)):
        return False
    target, value = step
    assert isinstance(target, ir.Name)
    return _fails(last.test, {**known, target.name: _interval(value, known)})


def _fails(test: ir.Condition, known: Known) -> bool:
    """Whether a comparison cannot hold."""
    assert isinstance(test, ir.Compare)
    interval_of = partial(_interval, known=known)
    return compare(test, interval_of(test.left), interval_of(test.right), interval_of) == ir.Truth(False)


def _interval(tree: ir.Expression, known: Known) -> Interval:
    """The interval of a value."""
    match tree:
        case ir.Constant(value=number):
            return exactly(number.decimal)
        case ir.Read(name=name):
            return known.get(name, ANY)
        case ir.Operation(name=name, operands=operands) if name in OPERATIONS:
            return OPERATIONS[name](*(_interval(one, known) for one in operands))
    return ANY
