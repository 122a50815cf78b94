"""Two counts that are needed in one sum only become one count: `10 * correct + displaced`."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass

from generator.compiler.dependences.relations import Space
from generator.compiler.dependences.sets import isl
from generator.compiler.dependences.units import region
from generator.compiler.loops.candidates import Candidate
from generator.compiler.loops.equal_bodies import is_zero
from generator.compiler.loops.nests import FormRefused
from generator.compiler.tree import ir
from generator.compiler.tree.affine import constant, whole
from generator.compiler.tree.nodes import names_in, nodes
from generator.compiler.tree.rewriting import rewritten, single, unused_name
from generator.compiler.tree.substitution import replaced_node

MOST = 10**10


def join_counts(candidate: Candidate, function: str) -> Candidate:
    """The candidate with two counts of a function as one. FormRefused where that is not possible."""
    found = one_count(candidate.module.functions[function].body, candidate.module)
    return candidate.with_body(function, found.body, str(found))


@dataclass(frozen=True, slots=True)
class JoinedCounts:
    """The body with one count, and the joined names, each with the weight of one of its steps."""

    body: ir.Block
    name: str
    weights: tuple[tuple[str, int], ...]

    def __str__(self) -> str:
        counts = " and ".join(f"{name} by {weight}" for name, weight in self.weights)
        return f"one count instead of {len(self.weights)}: {counts}; the sums stay whole and below 1e10"


def one_count(body: ir.Block, module: ir.Module) -> JoinedCounts:
    """A body in which two counts are one. FormRefused when there are no two that allow it."""
    for node in nodes(body):
        weights = _sum(node)
        if weights and all(_only_counts(body, name, node) for name in weights):
            name = unused_name("tally", body, module)
            _exact(body, module, weights)
            return JoinedCounts(_replace(body, node, weights, name), name, tuple(weights.items()))
    raise FormRefused("no two counts end in one sum")


def _sum(node: ir.Node) -> dict[str, int]:
    """`a * x + y` as the weights of x and y."""
    match node:
        case ir.Operation("add", (ir.Operation("mul", (ir.Constant(factor), ir.Read(one))), ir.Read(other))):
            weight = whole(factor)
            return {one: weight, other: 1} if weight is not None and one != other else {}
    return {}


def step_of(statement: ir.Statement, names: Collection[str]) -> tuple[str, int] | None:
    """The name and the constant of `x = x + constant` for one of these names. None for another statement."""
    match single(statement) if isinstance(statement, ir.Assign) else None:
        case (ir.Name(name), ir.Operation("add", (ir.Read(old), ir.Constant(value)))) if name in names:
            size = whole(value)
            return (name, size) if old == name and size is not None else None
    return None


def _only_counts(body: ir.Block, name: str, total: object = ()) -> bool:
    """Whether a name starts once at 0, is counted, and is read in one sum at the end if there is one."""
    starts = [one for one in body if _is_start(one, name)]
    steps = [node for node in nodes(body) if isinstance(node, ir.Assign) and step_of(node, {name})]
    given, read = (names_in(body, *kinds)[name] for kinds in ((ir.Name, ir.For), (ir.Read,)))
    last = names_in(total, ir.Read)[name]
    return len(starts) == 1 and given == 1 + len(steps) and read == len(steps) + last


def _is_start(statement: ir.Statement, name: str) -> bool:
    one = single(statement)
    return one is not None and one[0] == ir.Name(name) and is_zero(one[1])


def counts_exactly(body: ir.Block, module: ir.Module, name: str, times: int = 1) -> bool:
    """Whether a local starts at 0 in a body, is only counted there by whole numbers, and stays so far below
    ten digits that each step might be done `times` times.
    """
    if name in module.registers or not _only_counts(body, name):
        return False
    try:
        _exact(body, module, {name: times})
    except FormRefused:
        return False
    return True


def _exact(body: ir.Block, module: ir.Module, weights: dict[str, int]) -> None:
    """Refuse sums that could need more than ten digits. The number of passes follows from their bounds."""
    space = Space(region(body, module))
    total = 0
    for unit in space.region.units:
        steps = [step_of(node, set(weights)) for node in nodes(unit.statement) if isinstance(node, ir.Assign)]
        size = sum(abs(weights[one[0]] * one[1]) for one in steps if one)
        if size:
            total += size * _count(space.domain(unit))
    if total >= MOST:
        raise FormRefused("the counts could grow beyond ten digits")


def _count(domain: isl.Set) -> int:
    """An upper bound of the number of instances, over all parameters."""
    flat = domain.project_out(isl.dim_type.param, 0, domain.dim(isl.dim_type.param))
    count = 1
    for position in range(flat.dim(isl.dim_type.set)):
        low, high = flat.dim_min_val(position), flat.dim_max_val(position)
        if not low.is_int() or not high.is_int():
            return MOST
        count *= high.to_python() - low.to_python() + 1
    return count


def _replace(body: ir.Block, total: ir.Node, weights: dict[str, int], name: str) -> ir.Block:
    started = False

    def change(statement: ir.Statement) -> ir.Block | None:
        nonlocal started
        if any(_is_start(statement, one) for one in weights):
            first, started = not started, True
            return (ir.Assign((ir.Name(name),), (constant(0),), place=statement.place),) if first else ()
        step = step_of(statement, set(weights))
        if step is None:
            return None
        value = ir.Operation("add", (ir.Read(name), constant(weights[step[0]] * step[1])))
        return (ir.Assign((ir.Name(name),), (value,), place=statement.place),)

    return replaced_node(rewritten(body, change), total, ir.Read(name))
