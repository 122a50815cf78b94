"""Where blocks stand: the order of a program's sections in which its label searches pass the fewest bytes.

A search runs forward from its GTO or GSB, and round at the end of the program (BEHAVIOUR 4.3); each byte
that it passes costs time (BEHAVIOUR 10.2). Sections that run on into the next stay together as a block.
Blocks may change places, all but the first: R/S begins at line 001. The RTN of the last block may be left
out, for behind the last line an RTN is implied (BEHAVIOUR 4.2).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import permutations
from math import factorial

from generator.assembly import Assembly, Section, allocate_labels, label_uses, row_of
from hp15c.instructions import ROWS, Names, Role, Step, step
from hp15c.models import Model
from hp15c.timing import IMPLIED_RETURN, PER_BYTE, base_cost

MOST_ORDERS = 5040


@dataclass(frozen=True, slots=True)
class Traffic:
    """How often each line ran in so many scorings, and a search went from one line to another's label.

    Lines are those of the program that was watched, from 001.
    """

    scorings: int
    runs: Mapping[int, int]
    jumps: Mapping[tuple[int, int], int]


@dataclass(frozen=True, slots=True)
class Jump:
    """Searches from a block to a block: where the label is less where the search begins, in bytes of each."""

    source: int
    target: int
    shift: int
    count: int


@dataclass(frozen=True, slots=True)
class Blocks:
    """What the order of blocks decides: sizes in bytes, searches, and what each saves as the last block."""

    sizes: tuple[int, ...]
    jumps: tuple[Jump, ...] = ()
    ends: tuple[float, ...] = ()
    per_byte: float = 1.0

    def cost(self, order: Sequence[int]) -> float:
        """Word times of all searches in this order, less what the last block saves without its RTN."""
        last = order[-1]
        saved = self.ends[last] if self.ends else 0.0
        total = sum(self.sizes) - (1 if saved else 0)
        begin: dict[int, int] = {}
        place = 0
        for block in order:
            begin[block] = place
            place += self.sizes[block]
        passed = sum(
            jump.count * ((begin[jump.target] - begin[jump.source] + jump.shift) % total)
            for jump in self.jumps
        )
        return self.per_byte * passed - saved


@dataclass(frozen=True, slots=True)
class Arranged:
    """An assembly in its best order; word times a scoring saved by it, and how many orders were tried."""

    assembly: Assembly
    saved: float
    tried: int


def best_order(
    blocks: Blocks, legal: Callable[[Sequence[int]], bool] = lambda order: True
) -> tuple[tuple[int, ...], int]:
    """The cheapest legal order with block 0 first, and how many orders were tried; ties keep what was given.

    All orders when they are few, else the best of single moves and exchanges until none is better.
    """
    count = len(blocks.sizes)
    best = tuple(range(count))
    if factorial(max(0, count - 1)) <= MOST_ORDERS:
        tried = 0
        least = blocks.cost(best)
        for rest in permutations(range(1, count)):
            order = (0, *rest)
            tried += 1
            if (cost := blocks.cost(order)) < least and legal(order):
                best, least = order, cost
        return best, tried
    return _climb(blocks, legal, best)


def _climb(
    blocks: Blocks, legal: Callable[[Sequence[int]], bool], best: tuple[int, ...]
) -> tuple[tuple[int, ...], int]:
    least, tried = blocks.cost(best), 1
    while True:
        found = best
        for order in _neighbours(best):
            tried += 1
            if (cost := blocks.cost(order)) < least and legal(order):
                found, least = order, cost
        if found == best:
            return best, tried
        best = found


def _neighbours(order: tuple[int, ...]) -> Iterator[tuple[int, ...]]:
    """Orders one exchange or one move away; the first block stays."""
    places = range(1, len(order))
    for one in places:
        for other in places:
            if one < other:
                swapped = list(order)
                swapped[one], swapped[other] = swapped[other], swapped[one]
                yield tuple(swapped)
            if one != other:
                moved = [*order[:one], *order[one + 1 :]]
                moved.insert(other, order[one])
                yield tuple(moved)


def split(sections: Iterable[Section]) -> list[tuple[Section, ...]]:
    """The sections as blocks: those that run on into the next together with it."""
    found: list[tuple[Section, ...]] = []
    block: tuple[Section, ...] = ()
    for part in sections:
        block = (*block, part)
        if _ends(block):
            found.append(block)
            block = ()
    return [*found, block] if block else found


def arranged(
    assembly: Assembly,
    model: Model,
    traffic: Traffic | None = None,
    implied: bool = True,
    fast_labels: bool = False,
) -> Arranged:
    """The blocks of an assembly in the order that is best for this traffic; without traffic as they stand.

    `traffic` is that of the assembly's own program. `implied`: an RTN at the very end is left out.
    `fast_labels`: where not all labels can be short, those are that run most, not those that save most bytes.
    """
    parts = split(assembly.sections)
    closed = [*parts[:-1], _closed(parts[-1])]
    described = _blocks(assembly, closed, model, traffic, implied)
    given = tuple(range(len(closed)))
    order, tried = given, 1
    if traffic is not None:
        order, tried = best_order(described, lambda other: _same_targets(assembly, closed, model, other))
    sections = tuple(part for block in order for part in closed[block])
    if implied:
        sections = _open(sections)
    made = replace(assembly, sections=sections)
    if fast_labels and traffic is not None:
        made = replace(made, label_order=_short_first(assembly, model, traffic))
    saved = described.cost(given) - described.cost(order)
    return Arranged(made, saved / traffic.scorings if traffic is not None else 0.0, tried)


def _steps(block: Sequence[Section]) -> Iterator[Step]:
    """The lines of sections as steps: names of registers stay as they are, all labels are 0; no marks."""
    for text in (text for part in block for text in part.lines):
        name, operand = row_of(text)
        if name != "MARK":
            row = ROWS["digit" if name == "LINE" else name]
            yield Step(row, "0" if row.names is Names.LABEL and operand != "I" else operand)


def _ends(block: Sequence[Section]) -> bool:
    """Whether nothing runs on behind these sections: a last RTN or GTO that no conditional skips."""
    *before, last = (None, *_steps(block))
    if last is None or last.role not in (Role.JUMPS, Role.RETURNS):
        return False
    return not (len(before) > 1 and before[-1] is not None and before[-1].may_skip)


def _closed(block: tuple[Section, ...]) -> tuple[Section, ...]:
    """A block that may stand anywhere: with the RTN that is implied at the end of the program."""
    if _ends(block):
        return block
    return *block[:-1], replace(block[-1], lines=(*block[-1].lines, "RTN"))


def _open(sections: tuple[Section, ...]) -> tuple[Section, ...]:
    """The sections without an RTN at the very end, unless a conditional would skip it."""
    *rest, last = sections
    if not _ends(sections) or last.lines[-1] != "RTN":
        return sections
    return *rest, *((replace(last, lines=last.lines[:-1]),) if len(last.lines) > 1 else ())


@dataclass(slots=True)
class _Place:
    """Where a block's lines are: the number of the first, the byte before each and behind the last."""

    first: int
    offsets: list[int] = field(default_factory=lambda: [0])


def _places(assembly: Assembly, blocks: Sequence[tuple[Section, ...]], model: Model) -> list[_Place]:
    laid = replace(assembly, sections=tuple(part for block in blocks for part in block)).layout(model)
    rows = iter(laid)
    found = []
    for block in blocks:
        own = [next(rows) for _ in block]
        place = _Place(own[0].first)
        for one in (one for placed in own for one in placed.steps):
            place.offsets.append(place.offsets[-1] + one.bytes(model))
        found.append(place)
    return found


def _blocks(
    assembly: Assembly,
    blocks: Sequence[tuple[Section, ...]],
    model: Model,
    traffic: Traffic | None,
    implied: bool,
) -> Blocks:
    places = _places(assembly, blocks, model)

    def where(line: int) -> tuple[int, int]:
        block = max(block for block, place in enumerate(places) if place.first <= line)
        return block, line - places[block].first

    gathered: Counter[tuple[int, int, int]] = Counter()
    runs: Mapping[int, int] = {}
    if traffic is not None:
        runs = traffic.runs
        for (line, label), count in traffic.jumps.items():
            (source, begin), (target, end) = where(line), where(label)
            shift = places[target].offsets[end] - places[source].offsets[begin + 1]
            gathered[source, target, shift] += count
    saving = base_cost(step("RTN"), model) - IMPLIED_RETURN[model]
    ends = tuple(
        saving * runs.get(place.first + len(place.offsets) - 2, 0) + 1
        if implied and _open(block) != block
        else 0.0
        for block, place in zip(blocks, places, strict=True)
    )
    jumps = tuple(Jump(*key, count) for key, count in gathered.items())
    return Blocks(tuple(place.offsets[-1] for place in places), jumps, ends, PER_BYTE[model])


def _same_targets(
    assembly: Assembly, blocks: Sequence[tuple[Section, ...]], model: Model, order: Sequence[int]
) -> bool:
    """Whether every jump finds the label that it finds as the blocks stand, where a label stands twice."""
    given = range(len(blocks))
    return _targets(assembly, blocks, model, given) == _targets(assembly, blocks, model, order)


def _targets(
    assembly: Assembly, blocks: Sequence[tuple[Section, ...]], model: Model, order: Iterable[int]
) -> dict[tuple[int, int, str], tuple[int, int]]:
    """For each jump, by block and place in it, and each label that it may look for: where that is found.

    Labels that stand once are left out: they are found from everywhere.
    """
    labels = allocate_labels(assembly, model)
    lines = [
        (block, place, *_label_of(text, labels))
        for block in order
        for place, text in enumerate(text for part in blocks[block] for text in part.lines)
    ]
    stand = Counter(label for *_, name, label in lines if name == "LBL")
    twice = {label for label, count in stand.items() if count > 1}
    found = {}
    for number, (block, place, name, label) in enumerate(lines):
        if name in ("", "LBL"):
            continue
        for wanted in twice if label == "I" else twice & {label}:
            ahead = [*lines[number + 1 :], *lines[: number + 1]]
            found[block, place, wanted] = next(
                (where[0], where[1]) for where in ahead if where[2:] == ("LBL", wanted)
            )
    return found


def _label_of(text: str, labels: Mapping[str, str]) -> tuple[str, str]:
    """The row and the label of a line that stands for, or jumps to, a label; empty texts for other lines."""
    name, operand = row_of(text)
    named = name in ROWS and ROWS[name].names is Names.LABEL
    return (name, labels.get(operand, operand)) if named else ("", "")


def _short_first(assembly: Assembly, model: Model, traffic: Traffic) -> tuple[str, ...]:
    """The names of labels that get short ones, the most run first; empty where all of them are short."""
    labels = allocate_labels(assembly, model)
    if not any(label.startswith(".") for label in labels.values()):
        return ()
    names = {label: name for name, label in labels.items()}
    steps = [one for placed in assembly.layout(model) for one in placed.steps]
    met: Counter[str] = Counter(label_uses(assembly).keys())
    for line, one in enumerate(steps, 1):
        if one.names is Names.LABEL and one.operand in names:
            met[names[one.operand]] += traffic.runs.get(line, 0)
    return tuple(name for name, _ in met.most_common())
