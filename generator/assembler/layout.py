"""The layout: the order of a program's sections in which its label searches pass the fewest bytes.

A search runs forward from its GTO or GSB, and round at the end of the program (BEHAVIOUR 4.3). Each byte that
it passes costs time (BEHAVIOUR 10.2). Sections that run on into the next stay together as a block. All blocks
but the first may change places, because R/S begins at line 001. The RTN of the last block may be left out,
for after the last line an RTN is implied (BEHAVIOUR 4.2). What a line does is read from the program lowered
once (`hp15c.core.code`).
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, pairwise

from generator.assembler.assembly import Assembly, Section, allocate_labels, label_uses
from generator.assembler.orders import BlockSearches, OrderCosts, best_order
from hp15c.core.code import Line, lower
from hp15c.listing.program import Program
from hp15c.table.instructions import OperandKind, Role, step
from hp15c.table.models import Model
from hp15c.timing import IMPLIED_RETURN, PER_BYTE, base_cost


@dataclass(frozen=True, slots=True)
class Traffic:
    """How often each line ran in a number of scorings, and how often a search led from a line to a label.

    Lines are numbered as in the program that was observed, from 001.
    """

    scorings: int
    runs: Mapping[int, int]
    jumps: Mapping[tuple[int, int], int]


@dataclass(frozen=True, slots=True)
class Arranged:
    """An assembly in its best order, the word times that it saves in a scoring, and how many were tried."""

    assembly: Assembly
    saved: float
    tried: int


@dataclass(frozen=True, slots=True)
class SectionBlock:
    """Sections that stay together, and their lines in the program as it stands."""

    sections: tuple[Section, ...]
    lines: tuple[Line, ...]

    @property
    def ends(self) -> bool:
        """Whether a run never goes on after it: it ends in an RTN or GTO that is not skipped."""
        *before, last = (None, *self.lines)
        if last is None or last.role not in (Role.JUMPS, Role.RETURNS):
            return False
        return before[-1] is None or not before[-1].step.may_skip

    @property
    def has_spare_return(self) -> bool:
        """Whether it ends with an RTN that would not be needed at the end of the program."""
        return self.ends and self.sections[-1].lines[-1] == "RTN"


def split_blocks(assembly: Assembly, model: Model) -> list[SectionBlock]:
    """The sections as blocks: those that run on into the next together with it."""
    lines = lower(assembly.program(model))
    blocks: list[SectionBlock] = []
    block = SectionBlock((), ())
    for placed in assembly.layout(model):
        own = lines[placed.first : placed.first + len(placed.steps)]
        block = SectionBlock((*block.sections, placed.section), (*block.lines, *own))
        if block.ends:
            blocks.append(block)
            block = SectionBlock((), ())
    return [*blocks, block] if block.sections else blocks


def arrange(
    assembly: Assembly,
    model: Model,
    traffic: Traffic | None = None,
    implied: bool = True,
    fast_labels: bool = False,
) -> Arranged:
    """The blocks of an assembly in the order that is best for this traffic.

    Without traffic they keep their order.

    `traffic` is that of the assembly's own program. With `implied`, an RTN at the very end is left out. When
    not all labels can be short, `fast_labels` gives the short ones to the labels that run most, otherwise to
    those that save most bytes.
    """
    closed = _with_final_return(assembly, model)
    blocks = split_blocks(closed, model)
    costs = _costs(closed.program(model), blocks, traffic, implied)
    given = tuple(range(len(blocks)))
    order, tried = given, 1
    if traffic is not None:
        order, tried = best_order(costs, lambda other: _same_targets(blocks, model, other))
    sections = tuple(part for block in order for part in blocks[block].sections)
    if implied and blocks[order[-1]].has_spare_return:
        sections = _without_return(sections)
    made = replace(assembly, sections=sections)
    if fast_labels and traffic is not None:
        made = replace(made, label_order=_short_first(assembly, model, traffic))
    saved = costs.of(given) - costs.of(order)
    return Arranged(made, saved / traffic.scorings if traffic is not None else 0.0, tried)


def _with_final_return(assembly: Assembly, model: Model) -> Assembly:
    """The assembly with the RTN that is implied at its end, so that its last block may stand anywhere."""
    if split_blocks(assembly, model)[-1].ends:
        return assembly
    *before, last = assembly.sections
    return replace(assembly, sections=(*before, replace(last, lines=(*last.lines, "RTN"))))


def _without_return(sections: tuple[Section, ...]) -> tuple[Section, ...]:
    """The sections without the RTN at the very end. A section that has only this RTN is left out."""
    *before, last = sections
    return (*before, replace(last, lines=last.lines[:-1])) if len(last.lines) > 1 else tuple(before)


def _costs(
    program: Program, blocks: Sequence[SectionBlock], traffic: Traffic | None, implied: bool
) -> OrderCosts:
    """The costs of orders of these blocks. Without traffic they are the sizes and last lines alone."""
    firsts = [block.lines[0].number for block in blocks]
    edges = [program.offsets[first - 1] for first in firsts] + [program.bytes]
    runs = traffic.runs if traffic is not None else {}
    gathered: Counter[tuple[int, int, int]] = Counter()
    for (line, label), count in (traffic.jumps if traffic is not None else {}).items():
        source, target = bisect_right(firsts, line) - 1, bisect_right(firsts, label) - 1
        begin, end = program.offsets[line], program.offsets[label - 1]
        gathered[source, target, (end - edges[target]) - (begin - edges[source])] += count
    saving = base_cost(step("RTN"), program.model) - IMPLIED_RETURN[program.model]
    return OrderCosts(
        tuple(end - begin for begin, end in pairwise(edges)),
        tuple(BlockSearches(*key, count) for key, count in gathered.items()),
        tuple(
            saving * runs.get(block.lines[-1].number, 0) + 1 if implied and block.has_spare_return else 0.0
            for block in blocks
        ),
        PER_BYTE[program.model],
    )


def _same_targets(blocks: Sequence[SectionBlock], model: Model, order: Sequence[int]) -> bool:
    """Whether every jump to a label that stands twice finds the same one as in the present order."""
    return _targets(blocks, model) == _targets([blocks[block] for block in order], model)


def _targets(blocks: Iterable[SectionBlock], model: Model) -> dict[tuple[int, str], int]:
    """For each jump and each label that it may search: the line where the label is found.

    Labels that stand once are left out: they are found from everywhere.
    """
    lines = tuple(chain.from_iterable(block.lines for block in blocks))
    program = Program(model=model, steps=tuple(line.step for line in lines))
    twice = {label for label, places in program.label_lines.items() if len(places) > 1}
    targets = {}
    for place, line in enumerate(lines, 1):
        if line.step.searches:
            for label in twice if line.step.operand == "I" else twice & {line.step.operand}:
                at = program.find_label(label, place + 1)
                assert at is not None
                targets[line.number, label] = lines[at - 1].number
    return targets


def _short_first(assembly: Assembly, model: Model, traffic: Traffic) -> tuple[str, ...]:
    """The names of labels that get short ones, the most run first. Empty where all of them are short."""
    labels = allocate_labels(assembly, model)
    if not any(label.startswith(".") for label in labels.values()):
        return ()
    names = {label: name for name, label in labels.items()}
    met: Counter[str] = Counter(label_uses(assembly).keys())
    for line in lower(assembly.program(model))[1:]:
        if line.step.names is OperandKind.LABEL and line.step.operand in names:
            met[names[line.step.operand]] += traffic.runs.get(line.number, 0)
    return tuple(name for name, _ in met.most_common())
