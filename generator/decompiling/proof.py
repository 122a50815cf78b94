"""The proof that a decompiled module does what its listing does: it is compiled, and both are compared.

A proof takes indices to be in the array. With an array at the wrong registers that would say nothing, so a
module with an array also has to run with its indices inside (`runs_inside`).
"""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final

from generator.compiler import front
from generator.compiler.checking.check import sides
from generator.compiler.checking.compare import CallTally, compare
from generator.compiler.checking.draws import CallDraws
from generator.compiler.choosing import quick_code
from generator.compiler.ranges import narrow_module
from generator.compiler.target.sums import with_sums_of
from generator.compiler.tree.ir import Module
from generator.compiler.validation.verdict import validate
from generator.compiler.validation.work import USUAL_WORK
from generator.decompiling.module import Decompiled
from generator.decompiling.names import operand_of
from generator.equality.assumptions import assumptions
from generator.equality.check import NotProved
from generator.equality.search import Wish, prove
from generator.equality.verdict import contract
from generator.language.memory import StoredArray
from hp15c.errors import CalculatorError, InputError
from hp15c.listing.program import Program
from hp15c.table.instructions import step

WORK: Final = 3 * USUAL_WORK
"""The work that the comparison with the module may do: more than usual, because a person asked for it."""


@dataclass(frozen=True, slots=True)
class Proof:
    """The listing that a module compiles to, and whether the module is proved, or why not.

    `told` are the sentences that say so in the module.
    """

    compiled: Program | None
    proved: bool
    told: tuple[str, ...]


def proof(program: Program, made: Decompiled) -> Proof:
    """Prove that a decompiled module does what its listing does.

    It is compiled with one way through each block, and the two listings are compared. The second try is made
    without what the compiler concludes from ranges, where it computes in another way. Where neither shows it,
    the listing is compared with the module itself, as after a compilation: that proof knows ranges, and
    begins with cleared memory.
    """
    if not made.takes:
        return Proof(None, False, ("Nothing of this listing can be written in the language.",))
    try:
        module = with_sums_of(front.parse(made.text()), program.model)
    except InputError as fault:
        return Proof(None, False, (f"It does not compile, so nothing is proved: {fault}.",))
    listing = with_ends(program, made.ends)
    ends = f" R/S in line {_lines(made.ends)} is taken for RTN." if made.ends else ""
    ends += " Indices are taken to be whole and in the array." if made.names.block else ""
    inside = runs_inside(module, _with_label(listing, made)) if made.names.block else True
    if inside is None:
        ends += " No run was found that reaches an element other than 0,"
        ends += " so no run shows that the array is the right one."
    if inside is False:
        told = "It is not proved: no run was found that has its indices in the array and gives the same."
        return Proof(None, False, (told + ends,))
    what = "What is written is" if made.left_out else "It is"
    whole = "its part of the listing" if made.left_out else "its listing"
    compiled, faults = None, []
    for form in (narrow_module(module), module):
        try:
            code = quick_code(form, program.model).program
            compiled = compiled or code
            found = prove(listing, code, _wish(program, made))
        except (InputError, NotProved) as fault:
            faults.append(str(fault))
            continue
        told = f"{what} proved to be equal to {whole}. {contract(found, listing, code)}{ends}"
        return Proof(code, True, (told,))
    if compiled is None:
        return Proof(None, False, (f"It does not compile, so nothing is proved: {faults[0]}.",))
    verdict = validate(narrow_module(module), _with_label(listing, made), _places(made), work=WORK)
    if verdict.proof == "proven":
        return Proof(compiled, True, (f"{what} proved against {whole}. {verdict.reason}{ends}",))
    if any(one.searches and one.operand == "I" for one in program.steps):
        ends += " GTO I is written for numbers that name labels, not for negative ones, which name lines."
    return Proof(compiled, False, (f"It is not proved to be equal to its listing: {faults[0]}.{ends}",))


def _wish(program: Program, made: Decompiled) -> Wish:
    """What is to be proved: as many numbers are keyed in as the module takes."""
    stops = tuple((line % len(program) + 1, count) for line, count in sorted(made.keyed.items()))
    entries = {"" if label not in program.label_lines else label: label for label in made.takes}
    typed = {old: made.takes[new] for old, new in entries.items()}
    in_complex = any(one.name in ("I", "Re↔Im") or str(one) == "SF 8" for one in program.steps)
    return Wish(
        entries=entries,
        typed=typed,
        only=frozenset(entries),
        stops=stops,
        blinks=False,
        assumed=assumptions("flag 8 clear", program.model) if in_complex else (),
    )


def _with_label(listing: Program, made: Decompiled) -> Program:
    """A listing with a label before its first line, where R/S begins that."""
    labels = [step("LBL", one) for one in made.takes if one not in listing.label_lines]
    return listing.with_steps((*labels, *listing.steps)) if labels else listing


def _places(made: Decompiled) -> dict[str, str]:
    """The register of each name of the module and of each element of its array."""
    names = made.names
    elements = {f"{names.array}[{place}]": operand_of(number) for place, number in enumerate(names.block)}
    return elements | {name: operand_of(number) for number, name in names.registers.items()}


def _lines(numbers: Iterable[int]) -> str:
    return ", ".join(f"{line:03d}" for line in sorted(numbers))


def with_ends(program: Program, ends: frozenset[int]) -> Program:
    """A program with RTN in place of the stops at which it ends. It shows the same."""
    steps = [step("RTN") if line in ends else one for line, one in enumerate(program.steps, 1)]
    return program.with_steps(tuple(steps)) if ends else program


MOST_SEQUENCES: Final = 300


class _Watched(StoredArray):
    """An array that knows whether an element was reached that is not 0."""

    reached = False

    def __getitem__(self, index: Any) -> Any:
        found = super().__getitem__(index)
        self.reached = self.reached or not found.is_zero
        return found

    def __setitem__(self, index: Any, number: Any) -> None:
        super().__setitem__(index, number)
        self.reached = self.reached or not self[index].is_zero


def runs_inside(module: Module, listing: Program) -> bool | None:
    """Whether a drawn sequence of calls reaches elements that are not 0, and gives the same on both sides.

    The module runs as Python, the listing on a calculator. It is given up after MOST_SEQUENCES: then it is
    False where some calls gave something else, and None where none reached such an element.
    """
    python, calculator = sides(module, listing)
    watched = {name: _Watched(one.length, one.at) for name, one in module.arrays.items()}
    python.names.update(watched)
    draws = CallDraws(module, [], random.Random("inside the array"))
    differs = False
    for _ in range(MOST_SEQUENCES):
        for one in watched.values():
            one.reached = False
        tally = CallTally()
        calls = draws.sequence()
        try:
            if compare(calls, python, calculator, tally) is not None:
                differs = True
                continue
        except CalculatorError:  # a register that is not there is to hold a number before the call
            continue
        reached = any(one.reached for one in watched.values())
        draws.note(calls, tally.compared > 0)
        if tally.compared and not tally.skipped and not tally.errors and reached:
            return True
    return False if differs else None
