"""Relations: which values of the source are where in the calculator, at a point that both reach together."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Final, NamedTuple

from generator.compiler.tree.ir import Module
from generator.compiler.tree.nodes import flags_used
from generator.compiler.validation import memory
from generator.compiler.validation.knowledge import Knowledge
from generator.compiler.validation.routines import with_registers
from generator.compiler.validation.source import Source
from generator.compiler.validation.states import Block, Frame, SourceState, calculator
from generator.compiler.validation.work import NotProved, Work
from hp15c.listing.program import Program
from hp15c.table.step import register_number
from hp15c.terms import TermState, begin, constant, laws
from hp15c.terms.substitution import Substitution
from hp15c.terms.term import Term, variables

STACK: Final = ("x", "y", "z", "t", "last_x")
COMPLEX_MODE: Final = "flag 8"
LOWER: Final = ("xi", "yi", "zi", "ti", "last_xi", "keeps_imaginary", COMPLEX_MODE)
"""The imaginary stack and complex mode. Between two runs all is 0 and off, or nothing is known of it."""
PLACES: Final = (*STACK, *LOWER[:-1], "i", "lift")
MODES: Final = ("format", "angle", "seed")
COUNT: Final = "registers"
"""The number of registers: a place where the listing has to make some by DIM (i)."""
ELEMENTS: Final = "elements"
"""The variable of the registers that are not named: those of arrays."""


class Mismatch(NotProved):
    """Raised where states do not satisfy a relation: in a name or place, or in a condition."""

    def __init__(self, text: str, name: str = "", fact: Term | None = None) -> None:
        super().__init__(text)
        self.name = name
        self.fact = fact


class Point(NamedTuple):
    """A place of the source, functions with their lines, and one of the listing with its pending returns."""

    source: tuple[tuple[str, int], ...]
    line: int
    returns: tuple[int, ...] = ()


IDLE: Final = Point((), 0)
"""The calculator waits for a label."""


@dataclass(frozen=True, slots=True)
class Relation:
    """What holds between the source and the calculator where both have arrived at a cut.

    `names` gives a variable or a term over variables for each name of the source, `places` for each place of
    the calculator. Local names may be left out. `facts` are conditions over the variables. The elements may
    have variables for those that the listing has not stored.
    """

    names: Mapping[str, Term]
    places: Mapping[str, Term]
    facts: tuple[Term, ...] = ()

    def variables(self) -> set[Term]:
        """All variables in the relation: those of names, places and facts."""
        return {
            one
            for pattern in (*self.names.values(), *self.places.values(), *self.facts)
            for one in variables(pattern)
        }


@dataclass(frozen=True, slots=True)
class Layout:
    """The registers: how many, and the first one of each array whose elements follow each other.

    At the beginning there are `begun`. Where there are fewer than all, DIM (i) makes all others. `flags` are
    those that the source sets or reads, so that it has them as the calculator does.
    """

    registers: int
    arrays: Mapping[str, Block]
    named: tuple[int, ...]
    flags: tuple[int, ...] = ()
    begun: int = 0

    @classmethod
    def of(cls, source: Source, begun: int, free: int) -> Layout:
        """The layout of a source. NotProved where arrays overlap, or do not fit with `free` registers."""
        taken: set[int] = set()
        registers = max([begun, *(start + length for start, length in source.arrays.values())])
        for name, (start, length) in source.arrays.items():
            block = set(range(start, start + length))
            if taken & block or start < 0 or length < 1 or registers > begun + free:
                raise NotProved(f"there is no room for the array {name} at R{start}")
            taken |= block
        named = tuple(one for one in range(registers) if one not in taken)
        return cls(registers, source.arrays, named, tuple(sorted(flags_used(source.module))), begun)

    @property
    def grows(self) -> bool:
        """Whether the listing makes registers."""
        return self.begun < self.registers


def fixed_places(module: Module, arrays: Mapping[str, Block]) -> dict[str, str]:
    """The place of each pinned register, and of each element of pinned arrays that are not in one piece.
    NotProved when an array is not where it is pinned.
    """
    found = {
        f"@{name}": "i" if one.at == "I" else f"R{register_number(one.at)}"
        for name, one in with_registers(module).registers.items()
        if one.at is not None
    }
    for name, array in module.arrays.items():
        if array.at is None:
            continue
        if name not in arrays:
            found |= {f"@{name}[{number}]": f"R{array.at + number}" for number in range(array.length)}
        elif arrays[name] != Block(array.at, array.length):
            raise NotProved(f"the array {name} is not at R{array.at}")
    return found


def names_of(state: SourceState, layout: Layout, known: Knowledge | None = None) -> dict[str, Term]:
    """All values of the source by name, where the elements depend on what is `known` of their registers."""
    found: dict[str, Term] = {f"@{name}": value for name, value in state.registers.items()}
    for depth, frame in enumerate(state.frames):
        found |= {f"{depth}.{name}": value for name, value in frame.names.items()}
        found |= {f"{depth}#{number}": value for number, value in enumerate(frame.operands)}
    found |= {name: getattr(state.modes, name) for name in MODES}
    found |= {flag_name(one): state.modes.flags[one] for one in layout.flags}
    return found | {ELEMENTS: in_arrays(state.memory, layout, known or Knowledge())}


def places_of(known: Knowledge, state: TermState, layout: Layout) -> dict[str, Term]:
    """All values of the calculator by place."""
    found: dict[str, Term] = {name: getattr(state, name) for name in (*PLACES, *MODES)}
    found |= {flag_name(number): flag for number, flag in enumerate(state.flags)}
    found |= {f"R{number}": memory.read(known, state.memory, constant(number)) for number in layout.named}
    if layout.grows:
        found[COUNT] = state.registers
    return found | {ELEMENTS: in_arrays(state.memory, layout, known)}


def in_arrays(held: Term, layout: Layout, known: Knowledge) -> Term:
    """A memory without the changes of named registers. It was cleared where all others have been changed."""
    above: list[tuple[Term, Term]] = []
    left = set(range(layout.registers)) - set(layout.named)
    while held.op == "stored":
        before, place, value = held.args
        if place.whole not in layout.named:
            above.append((place, value))
            at = known.normal(place).whole
            left.discard(-1 if at is None else at)
        held = before
    if above and not left:
        held = memory.with_matrices(Knowledge(), laws.zeros(), held)
    for place, value in reversed(above):
        if laws.register(held, place) is not value:
            held = memory.put(held, place, value)
    return held


def match(
    relation: Relation, known: Knowledge, source: SourceState, listing: TermState, layout: Layout
) -> None:
    """Raise NotProved, or Mismatch with what does not hold, unless states satisfy a relation."""
    held = {name: known.normal(value) for name, value in names_of(source, layout, known).items()}
    there = {place: known.normal(value) for place, value in places_of(known, listing, layout).items()}
    missing = held.keys() - relation.names.keys()
    if (
        relation.names.keys() - held.keys()
        or any(not is_local(name) for name in missing)
        or there.keys() != relation.places.keys()
    ):
        raise NotProved("a relation does not have the names of the source or the places of the calculator")
    if listing.entry is not None or not (layout.grows or listing.registers is constant(layout.registers)):
        raise NotProved("a number is being typed, or the number of registers has changed")
    meanings: dict[Term, Term] = {}
    for name, pattern in relation.names.items():
        if pattern.op == "input":
            _define(meanings, pattern, held[name], name)
    for place, pattern in relation.places.items():
        if pattern.op == "input" and pattern not in meanings:
            _define(meanings, pattern, there[place], place)
    for variable, register in free_elements(relation.names[ELEMENTS]):
        _define(meanings, variable, memory.read(known, held[ELEMENTS], register), ELEMENTS)
    if not relation.variables() <= meanings.keys():
        raise NotProved("a relation has a variable without a value")
    put_in = Substitution(meanings)
    for patterns, values in ((relation.names, held), (relation.places, there)):
        for name, pattern in patterns.items():
            made = put_in(pattern)
            if name == ELEMENTS:  # as a state has them: named registers are places of their own
                made = in_arrays(made, layout, known)
            if not known.equal(made, values[name]):
                raise Mismatch(f"{describe(name)} is not what the relation says", name)
    for fact in relation.facts:
        if known.truth(put_in(fact)) is not True:
            raise Mismatch("a condition of the relation does not hold", fact=fact)


def free_elements(elements: Term) -> Iterator[tuple[Term, Term]]:
    """The variables for elements that the listing has not stored, and their registers in the source."""
    while elements.op == "stored":
        elements, place, pattern = elements.args
        if pattern.op == "input":
            yield pattern, place


def flag_name(number: int) -> str:
    """The name of a flag, in the source and in the calculator."""
    return f"flag {number}"


def is_local(name: str) -> bool:
    """Whether it is a local name, which a relation may leave out: it is then not known."""
    return name[0].isdigit() and "." in name and not is_operand(name)


def is_operand(name: str) -> bool:
    """Whether it is a number that an expression of the source has computed and not used yet."""
    return name[0].isdigit() and "#" in name.split(".", 1)[0]


def _define(meanings: dict[Term, Term], pattern: Term, value: Term, name: str) -> None:
    if value.kind & ~pattern.kind:
        raise NotProved(f"{describe(name)} may be no number")
    meanings.setdefault(pattern, value)


def describe(name: str) -> str:
    """A name of the source or a place in words."""
    return name[1:] if name[0] == "@" else name.split(".", 1)[-1] if name[0].isdigit() else name


def states_of(
    point: Point, relation: Relation, source: Source, program: Program, layout: Layout, work: Work
) -> tuple[Knowledge, SourceState, TermState]:
    """What is known at a point, and the states of both sides that its relation describes."""
    names = dict(relation.names)
    frames = []
    for depth, (function, line) in enumerate(point.source):
        own = {name.split(".", 1)[1]: one for name, one in names.items() if name.startswith(f"{depth}.")}
        count = sum(name.startswith(f"{depth}#") for name in names)
        operands = tuple(names[f"{depth}#{number}"] for number in range(count))
        frames.append(Frame(function, line, own, operands))
    registers = {name[1:]: one for name, one in names.items() if name[0] == "@"}
    modes = calculator(program.model)
    set_in = {flag: names[flag_name(flag)] for flag in layout.flags}
    modes = modes._replace(
        format=names["format"],
        angle=names["angle"],
        seed=names["seed"],
        flags=tuple(set_in.get(number, flag) for number, flag in enumerate(modes.flags)),
    )
    held = SourceState(tuple(frames), registers, names[ELEMENTS], modes)
    listing = begin(program.model, point.line, registers=layout.registers, depth=0)
    places = dict(relation.places)
    cells = places.pop(ELEMENTS)
    for number in layout.named:
        cells = laws.store(cells, constant(number), places.pop(f"R{number}"))
    flags = tuple(places.pop(flag_name(number)) for number in range(len(listing.flags)))
    listing = TermState(**(listing._asdict() | places))._replace(
        memory=cells, flags=flags, returns=point.returns
    )
    return Knowledge(relation.facts, work), held, listing
