"""The claim `unordered(range(...))`: the dependences that it sets aside, and the test of the claim.

It claims that the order of a loop's passes changes no result of a program, although the passes conflict. That
cannot be shown from the dependences, so it is tried: the module is run with the claimed loops in other
orders, and every result must be the same.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product

from generator.compiler.checking.calls import EntryCall
from generator.compiler.checking.compare import CallDisagreement, CallTally, compare
from generator.compiler.checking.draws import CallDraws
from generator.compiler.checking.tree_side import TreeSide
from generator.compiler.loops.nests import title
from generator.compiler.loops.proof import FormRefused
from generator.compiler.tree import ir
from generator.compiler.tree.affine import constant
from generator.compiler.tree.nodes import nodes
from generator.compiler.tree.rewriting import rewritten, with_body
from generator.compiler.tree.substitution import minus
from hp15c.numbers.number import Number

SMALL_CALLS = 400
DRAWN_SEQUENCES = 100
LONGEST_NUMBER = 8
SEED = 15


@dataclass(frozen=True, slots=True)
class Tried:
    """The numbers of calls by which a claim was tried: all calls with small whole numbers, and drawn
    calls.
    """

    loops: tuple[str, ...]
    below: int
    small: int
    drawn: int

    def __str__(self) -> str:
        return (
            f"unordered {', '.join(self.loops)} is a claim: tried with loops turned round on {self.small} "
            f"calls, all with whole numbers below {self.below}, and on {self.drawn} drawn calls; "
            "no result changed"
        )


def claimed_loops(module: ir.Module, function: str) -> list[ir.For]:
    """The loops of a function that are claimed to be unordered."""
    body = module.functions[function].body
    return [node for node in nodes(body) if isinstance(node, ir.For) and node.unordered]


def try_claims(module: ir.Module, function: str) -> Tried:
    """Try the claims of a function. FormRefused, with the call, when a call contradicts a claim."""
    loops = claimed_loops(module, function)
    variants = [_turn(module, function, [loop]) for loop in loops]
    if len(loops) > 1:
        variants.append(_turn(module, function, loops))
    below, small = _small(module)
    drawn = list(_draws(module))
    for variant in variants:
        _same_results(module, variant, small)
        _same_results(module, variant, drawn)
    counts = [sum(map(len, sequences)) * len(variants) for sequences in (small, drawn)]
    return Tried(tuple(map(title, loops)), below, *counts)


def _same_results(module: ir.Module, variant: ir.Module, sequences: list[list[EntryCall]]) -> None:
    one, other, tally = TreeSide(module), TreeSide(variant), CallTally()
    for sequence in sequences:
        disagreement = compare(sequence, one, other, tally)
        if disagreement is not None:
            raise FormRefused(_contradiction(disagreement))


def _contradiction(disagreement: CallDisagreement) -> str:
    keys = "; ".join(map(str, disagreement.calls))
    other = disagreement.listing
    return f"the claim unordered does not hold: {keys} gives {disagreement.python}, in another order {other}"


def _turn(module: ir.Module, function: str, loops: list[ir.For]) -> ir.Module:
    """The module with loops from their last pass to their first."""
    names = {(loop.name, loop.loop) for loop in loops}

    def change(statement: ir.Statement) -> ir.Block | None:
        if not isinstance(statement, ir.For) or not statement.unordered or abs(statement.step) != 1:
            return None
        if (statement.name, statement.loop) not in names:
            return None
        step = constant(statement.step)
        start, stop = minus(statement.stop, step), minus(statement.start, step)
        return (replace(statement, start=start, stop=stop, step=-statement.step),)

    return with_body(module, function, rewritten(module.functions[function].body, change))


def _small(module: ir.Module) -> tuple[int, list[list[EntryCall]]]:
    """Sequences that call each entry point once, in the order of the source, with all whole numbers below a
    bound.
    """
    programs = [one for one in module.functions.values() if one.label]
    count = sum(len(one.parameters) for one in programs)
    below = max(2, int(SMALL_CALLS ** (1 / count))) if count else 1
    sequences = []
    for numbers in product(range(below), repeat=count):
        values = iter(map(Number.of, numbers))
        sequences.append(
            [EntryCall(str(one.label), tuple(next(values) for _ in one.parameters)) for one in programs]
        )
    return below, sequences


def _draws(module: ir.Module) -> Iterator[list[EntryCall]]:
    """Seeded calls: whole numbers of equal length with repeated digits, and other numbers."""
    chance = random.Random(SEED)
    programs = [one for one in module.functions.values() if one.label]
    draws = CallDraws(module, [], chance)
    for _ in range(DRAWN_SEQUENCES):
        length, most = chance.randint(1, LONGEST_NUMBER), chance.randint(1, 9)
        yield [
            EntryCall(str(one.label), tuple(_digits(chance, length, most) for _ in one.parameters))
            for one in programs
        ]
        yield draws.sequence()


def _digits(chance: random.Random, length: int, most: int) -> Number:
    return Number.of("".join(str(chance.randint(1, most)) for _ in range(length)))
