"""The ways to write a module's loops: candidates, each with what was done and why it is legal.

The driver compiles every candidate and keeps the one that is best for the goal.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace

from generator.assembler.targets import Goal
from generator.compiler.dependences.units import escaping
from generator.compiler.loops import leaving, marks, merging, never, tally, unread
from generator.compiler.loops.candidates import Candidate
from generator.compiler.loops.claims import tried
from generator.compiler.loops.folding import decided, pooled
from generator.compiler.loops.known import fixed
from generator.compiler.loops.order import title
from generator.compiler.loops.proof import Form, FormRefused, Link, prove
from generator.compiler.loops.unrolling import unrolled
from generator.compiler.tree import ir
from generator.compiler.tree.nodes import nodes
from generator.compiler.tree.rewriting import substitute_statement, with_body

MOST_WRITTEN_OUT = 100
"""The most nodes of the tree for loops written out with the goal `small`.

They are shorter where elements become registers.
"""


def improve(module: ir.Module, goal: Goal = "small") -> Iterator[Candidate]:
    """All candidates of a module, the source as it stands first."""
    yield Candidate("as it stands", module)
    if not any(isinstance(node, ir.For) for node in _bodies(module)):
        return
    known = _fixed(Candidate("with what is assumed", module))
    ways = [known, *_each_function(known, _in_sequence), *_each_function(known, _merged_by_rows)]
    ways += _each_function(known, _merged_by_diagonals)
    for candidate in ways:
        yield from _with_constants(candidate)
    if goal == "small" and module.arrays:
        for one in _unrolled(known):
            if sum(1 for _ in _bodies(one.module)) <= MOST_WRITTEN_OUT:
                yield one
    if goal == "fast":
        for candidate in (*ways, *_each_function(known, _to_unroll)):
            for one in _unrolled(candidate):
                yield from _with_constants(one)


def _with_constants(candidate: Candidate) -> Iterator[Candidate]:
    """A candidate, and the same with constants that are used often in locals."""
    if candidate.story:
        yield candidate
    module = candidate.module
    for name, function in module.functions.items():
        module = with_body(module, name, pooled(function.body))
    if module != candidate.module:
        told = "constants that are used often stand in registers"
        yield replace(candidate.told(module, told), name=f"{candidate.name}, constants in registers")


def _bodies(module: ir.Module) -> Iterator[ir.Node]:
    return nodes(tuple(one.body for one in module.functions.values()))


def _fixed(candidate: Candidate) -> Candidate:
    """The candidate with the values that `assume` fixes put in, in all functions."""
    for name, function in candidate.module.functions.items():
        body, names = fixed(function.body, candidate.module)
        if names:
            told = f"{name}: {', '.join(names)} is a constant, as assumed"
            candidate = candidate.told(with_body(candidate.module, name, body), told)
    return candidate


def _unrolled(candidate: Candidate) -> Iterator[Candidate]:
    """The module with loops written out: for each function that has some with constant bounds, and for all
    functions at once.
    """
    module, changed = candidate.module, []
    for name, function in candidate.module.functions.items():
        body, proofs = unrolled(function.body, module)
        if proofs:
            changed.append((name, decided(body), [f"{name}: {one}" for one in proofs]))
    for name, body, story in changed:
        one = candidate.told(with_body(module, name, body), *story)
        yield replace(one, name=f"{candidate.name}, {name} unrolled")
    if len(changed) > 1:
        whole = module
        for name, body, _ in changed:
            whole = with_body(whole, name, body)
        one = candidate.told(whole, *(line for _, _, story in changed for line in story))
        yield replace(one, name=f"{candidate.name}, unrolled")


Make = Callable[[Candidate, str], Candidate]


def _each_function(candidate: Candidate, make: Make) -> Iterator[Candidate]:
    """One way applied to every function that it fits. Functions that it does not fit are not mentioned."""
    made = candidate
    for name in candidate.module.functions:
        try:
            made = make(made, name)
        except FormRefused:
            continue
    if made is not candidate:
        yield made


def _in_sequence(candidate: Candidate, function: str) -> Candidate:
    """The loops after each other, the inner one left early, with folded marks and one count."""
    one = _left_early(_completed(candidate, function), function)
    return replace(_folded(_counted(one, function), function), name="one loop after the other")


def _to_unroll(candidate: Candidate, function: str) -> Candidate:
    """The same loops without passes that never do anything, because with loops written out each of these
    would take code.
    """
    one = _left_early(_without_diagonal(_completed(candidate, function), function), function)
    return replace(_folded(_counted(one, function), function), name="one loop after the other")


def _merged_by_rows(candidate: Candidate, function: str) -> Candidate:
    one = _merged(
        _folded(_counted(_completed(candidate, function), function), function), function, diagonal=False
    )
    return replace(one, name="merged, row by row")


def _merged_by_diagonals(candidate: Candidate, function: str) -> Candidate:
    one = _merged(
        _folded(_counted(_completed(candidate, function), function), function), function, diagonal=True
    )
    return replace(one, name="merged, diagonal by diagonal")


def forbidden(module: ir.Module) -> Iterator[str]:
    """The dependences that forbid the order by diagonals for two loops that could be merged, and the claim
    that would allow it.
    """
    for name, function in module.functions.items():
        try:
            first, second = mergeable(function.body)
            loops_paired = merging.pair(function.body[first], function.body[second])
            form = merging.by_diagonals(loops_paired, module)
        except FormRefused:
            continue
        try:
            prove(form, module, escaping(function.body[first:], module))
        except FormRefused as refused:
            loops = f"{title(loops_paired.outer)} and {title(loops_paired.inner)}"
            yield f"{name}: the two loops diagonal by diagonal would break {refused}."
            yield f"  `unordered(range(...))` on {loops} claims that this changes no result, and allows it."


def mergeable(body: ir.Block) -> tuple[int, int]:
    """The places of two loops that can be merged, with nothing but assignments of locals between."""
    for first, statement in enumerate(body):
        if not isinstance(statement, ir.For):
            continue
        second = next((n for n in range(first + 1, len(body)) if isinstance(body[n], ir.For)), None)
        if second is None or not all(isinstance(one, ir.Assign) for one in body[first + 1 : second]):
            continue
        try:
            merging.pair(statement, body[second])
        except FormRefused:
            continue
        return first, second
    raise FormRefused("there are no two loops that could be merged")


def _completed(candidate: Candidate, function: str) -> Candidate:
    """The candidate with the statements between the loops moved before them, and the first loop's condition
    completed to the second's.
    """
    module = candidate.module
    body = module.functions[function].body
    first, second = mergeable(body)
    between = body[first + 1 : second]
    story = []
    if between:
        form = _swapped(body[first], between)
        story.append(str(prove(form, module, escaping(body[first:], module))))
        body = (*body[:first], *between, body[first], *body[second:])
        first = second - 1
        module = with_body(module, function, body)
    pair = merging.pair(body[first], body[second])
    complete, facts = merging.same_body(pair, body, module)
    story += [str(fact) for fact in facts]
    body = (*body[:first], complete.first, *body[second:])
    return candidate.told(with_body(module, function, body), *story)


def _swapped(loop: ir.Statement, between: ir.Block) -> Form:
    """Assignments behind a loop in front of it."""
    assert isinstance(loop, ir.For)
    names = ", ".join(target.name for one in between if isinstance(one, ir.Assign)
                      for target in one.targets if isinstance(target, ir.Name))  # fmt: skip
    count = len(between)
    links = [Link(0, count, "[i] -> [i]"), *(Link(1 + n, n, "[] -> []") for n in range(count))]
    return Form(
        f"{names} set before the loop {title(loop)}", (loop, *between), (*between, loop), tuple(links)
    )


def _without_diagonal(candidate: Candidate, function: str) -> Candidate:
    """The nest without j == k, which the first loop has decided."""
    body = candidate.module.functions[function].body
    first, second = mergeable(body)
    pair = never.without_diagonal(merging.pair(body[first], body[second]))
    told = f"{title(pair.outer)} == {title(pair.inner)} is left out: the first loop has decided it"
    body = (*body[:second], pair.outer, *body[second + 1 :])
    return candidate.told(with_body(candidate.module, function, body), told)


def _counted(candidate: Candidate, function: str) -> Candidate:
    """Two counts as one, where that is possible."""
    try:
        joined = tally.joined(candidate.module.functions[function].body, candidate.module)
    except FormRefused:
        return candidate
    return candidate.told(with_body(candidate.module, function, joined.body), str(joined))


def _folded(candidate: Candidate, function: str) -> Candidate:
    """Every array of marks that can be folded into values."""
    for name in tuple(candidate.module.arrays)[::-1]:
        try:
            folded = marks.fold(candidate.module, function, name)
        except FormRefused:
            continue
        candidate = candidate.told(folded.module, str(folded))
    return candidate


def _left_early(candidate: Candidate, function: str) -> Candidate:
    """The inner loop of the nest is left after its work, and marks that are never read are removed."""
    module = candidate.module
    body = module.functions[function].body
    inner = next(
        (node for node in nodes(body) if isinstance(node, ir.For) and isinstance(node.body[0], ir.If)
         and len(node.body) == 1 and _inside(node, body)), None,
    )  # fmt: skip
    if inner is None:
        raise FormRefused("there is no inner loop")
    early = leaving.leave_early(inner)
    body = substitute_statement(body, inner, (early,))
    module = with_body(module, function, body)
    told = [f"the loop {title(inner)} is left after its work: its first condition can hold no more"]
    for array in module.arrays:
        if unread.fresh(array, module):
            shorter = unread.without_unread(body, module, array)
            if shorter != body:
                told.append(f"writes to {array} that are not read afterwards are left out")
                body, module = shorter, with_body(module, function, shorter)
    return candidate.told(module, *told)


def _inside(loop: ir.For, body: ir.Block) -> bool:
    """Whether a loop stands inside another one."""
    return any(
        isinstance(node, ir.For) and node is not loop and any(one is loop for one in nodes(node.body))
        for node in nodes(body)
    )


def _merged(candidate: Candidate, function: str, *, diagonal: bool) -> Candidate:
    """The two loops as one nest with one body, when no dependence forbids the order."""
    module = candidate.module
    body = module.functions[function].body
    first, second = mergeable(body)
    pair = merging.pair(body[first], body[second])
    form = merging.by_diagonals(pair, module) if diagonal else merging.by_rows(pair, module)
    outside = escaping(body[first:], module)
    story: list[str] = []
    try:
        proof = prove(form, module, outside)
    except FormRefused:
        proof = prove(form, module, outside, claims=True)
        story.append(str(tried(candidate.module, function)))
    same, _ = merging.same_body(pair, body, module)
    merged = merging.once(same, diagonal=diagonal)
    told = "the two bodies are equal where the first loop runs, so their code stands once"
    changed = with_body(module, function, (*body[:first], merged, *body[second + 1 :]))
    return candidate.told(changed, *story, str(proof), told)
