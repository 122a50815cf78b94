"""What stands before a loop and again at its end stands once, at the head of the loop.

value = ask(0)                      count = 0
count = 0                           while True:
while value != 0:                       value = ask(count)
    count += 1                          if value == 0:
    value = ask(count)                      break
                                        count += 1

Questions that show other numbers become one, too: each way to it assigns what is shown.
"""

from __future__ import annotations

from dataclasses import replace

from generator.compiler.tree import ir
from generator.compiler.tree.nodes import changed_names, leaves, nodes, read_names, with_parts
from generator.compiler.tree.relations import NEGATED
from generator.compiler.tree.rewriting import single, unused_name, with_body
from generator.compiler.validation.backwards import SAFE

_SHOWN = "shown"


def with_common_heads(module: ir.Module) -> ir.Module:
    """A module with one head for such loops. It is the same object where there are none."""
    for name, function in module.functions.items():
        body = _block(function.body, module, unused_name(_SHOWN, function, module))
        if body != function.body:
            module = with_body(module, name, body)
    return module


def _block(block: ir.Block, module: ir.Module, shown: str) -> ir.Block:
    """A block, with its loops changed from the inside out. `shown` is a name that nothing else has."""
    made: ir.Block = ()
    for statement in block:
        inner = with_parts(statement, lambda one: _block(one, module, shown), ("body", "orelse"))
        found = None
        if isinstance(inner, ir.While) and not any(isinstance(one, ir.Continue) for one in nodes(inner)):
            found = _same(made, inner) or _question(made, inner, module, shown)
        made = found or (*made, inner)
    return made


def _same(before: ir.Block, loop: ir.While) -> ir.Block | None:
    """Statements and the loop after them, where the last of the statements are also those of each pass."""
    count = 0
    for one, other in zip(reversed(before), reversed(loop.body), strict=False):
        if one != other or leaves((one,)):
            break
        count += 1
    if not count:
        return None
    at = len(loop.body) - count
    return (*before[: len(before) - count], _turn(loop, loop.body[at:], loop.body[:at]))


def _turn(loop: ir.While, head: ir.Block, rest: ir.Block) -> ir.While:
    """The loop that begins each pass with a head, then tests, and then does the rest."""
    test = loop.test
    fails = replace(test, relation=NEGATED[test.relation]) if isinstance(test, ir.Compare) else ir.Not(test)
    leave = ir.If(fails, (ir.Break(place=loop.place),), place=loop.place)
    return ir.While(ir.Truth(True), (*head, leave, *rest), place=loop.place)


def _question(before: ir.Block, loop: ir.While, module: ir.Module, shown: str) -> ir.Block | None:
    """Statements and the loop after them, where both ask for the same name, maybe before other statements."""
    first, again = (_last_question(one, module, shown) for one in (before, loop.body))
    if first is None or again is None or first[2] != again[2]:
        return None
    (one, at, name), (other, then, _) = first, again
    shows: ir.Expression = ir.Read(shown, place=loop.place)
    value = _value(other[then])
    left = (*one[:at], *one[at + 1 :])
    stays = value is not None and not changed_names(other[then + 1 :], module) & read_names(value, module)
    if value is not None and stays and _holds(value, _value(one[at]), left, module):
        shows, one, other = value, left, (*other[:then], *other[then + 1 :])
    question = ir.Assign((ir.Name(name),), (ir.Ask(shows, place=loop.place),), place=loop.place)
    return (*one, _turn(loop, (question,), other))


def _last_question(block: ir.Block, module: ir.Module, shown: str) -> tuple[ir.Block, int, str] | None:
    """A block that assigns what its last question shows in place of asking, where that is, and the name that
    it asks for. What comes after neither needs the answer nor shows that it came first.
    """
    for at in reversed(range(len(block))):
        found = _assigns(block[at], shown)
        if found is not None:
            after = block[at + 1 :]
            needed = found[1] in changed_names(after, module) | read_names(after, module)
            return None if needed else ((*block[:at], found[0], *after), at, found[1])
        if not _is_silent(block[at], module):
            break
    return None


def _assigns(statement: ir.Statement, shown: str) -> tuple[ir.Statement, str] | None:
    """A statement that assigns what a question shows in place of asking, on each way, and its name."""
    match statement:
        case ir.Assign(targets=(ir.Name(name=name),), values=(ir.Ask(shown=value),)):
            return replace(statement, targets=(ir.Name(shown),), values=(value,)), name
        case ir.If(body=(*first, one), orelse=(*second, other)):
            ways = _assigns(one, shown), _assigns(other, shown)
            if ways[0] and ways[1] and ways[0][1] == ways[1][1]:
                made = replace(statement, body=(*first, ways[0][0]), orelse=(*second, ways[1][0]))
                return made, ways[0][1]
    return None


def _is_silent(statement: ir.Statement, module: ir.Module) -> bool:
    """Whether a statement changes a local only and cannot fail, so that it may come before a question."""
    match single(statement):
        case ir.Name(name=name), value if name not in module.registers:
            parts = [*nodes(value)]
            safe = all(one.name in SAFE for one in parts if isinstance(one, ir.Operation))
            return safe and all(isinstance(one, ir.Operation | ir.Read | ir.Constant) for one in parts)
    return False


def _value(statement: ir.Statement) -> ir.Expression | None:
    """The value of an assignment. None for another statement."""
    one = single(statement)
    return None if one is None else one[1]


def _holds(value: ir.Expression, wanted: ir.Expression | None, before: ir.Block, module: ir.Module) -> bool:
    """Whether a value is known to be another one after these statements: both are the same there, or a name
    that they have assigned it to.
    """
    if not isinstance(value, ir.Read):
        return value == wanted and isinstance(value, ir.Constant)
    last = next((one for one in reversed(before) if value.name in changed_names(one, module)), None)
    return (
        last is not None
        and isinstance(wanted, ir.Constant)
        and last == ir.Assign((ir.Name(value.name),), (wanted,))
    )
