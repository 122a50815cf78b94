"""The units of a block: the statements that are moved as a whole, with domain, schedule and accesses."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from generator.compiler.dependences.accesses import LEAVING, Access, Reader
from generator.compiler.tree import ir
from generator.compiler.tree.affine import Affine, affine, condition_text
from generator.compiler.tree.nodes import changed_names, escaping_names, has_loop, leaves, nodes

_RESERVED = frozenset(
    (
        *("and", "or", "not", "exists", "mod", "div", "floor", "ceil", "floord", "ceild"),
        *("min", "max", "true", "false", "rat", "implies", "infty", "infinity", "NaN", "nan"),
    )
)


Meaning = Callable[[str], Affine | None]


def safe(name: str) -> str:
    """The name as isl can read it: in ASCII, and none of isl's own words."""
    return name if name.isascii() and name not in _RESERVED else "v_" + name.encode().hex()


@dataclass(frozen=True, slots=True)
class Unit:
    """A statement without counted loops, or the part of a loop besides its body, with the loops around it.

    `coordinates` are the variables of the loops, outermost first. `constraints` describe the domain, and
    `schedule` the time, as texts over the coordinates. `certain` is False when a condition around the unit is
    not a comparison of sums, or bounds of a loop are unknown: then the domain is too large. A unit that is
    `only_test` is the condition of its `if` without what stands in it. `meaning` gives the coordinate or
    parameter that a name in the statement stands for, None for other names.
    """

    number: int
    name: str
    statement: ir.Statement
    coordinates: tuple[str, ...]
    constraints: tuple[str, ...]
    schedule: tuple[str, ...]
    accesses: tuple[Access, ...]
    certain: bool = True
    only_test: bool = False
    meaning: Meaning = field(default=lambda _: None, compare=False, repr=False)

    @property
    def place(self) -> str:
        """The name of the unit in isl."""
        return f"u{self.number}"


@dataclass(frozen=True, slots=True)
class BlockUnits:
    """The units of a block, the parameters that they name, and what is assumed of the parameters."""

    units: tuple[Unit, ...]
    parameters: frozenset[str]
    assumptions: tuple[str, ...]
    lengths: dict[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class _Around:
    """A place in the block during the walk: the loops and conditions around it, and what names mean there."""

    coordinates: tuple[str, ...] = ()
    constraints: tuple[str, ...] = ()
    schedule: tuple[str, ...] = ()
    variables: tuple[tuple[str, str], ...] = ()
    extra: tuple[Access, ...] = ()
    certain: bool = True


def region(block: ir.Block, module: ir.Module, outside: frozenset[str] = frozenset()) -> BlockUnits:
    """The units of a block. `outside` are locals that are read after it."""
    read_elsewhere = escaping_names(block, module) | outside | module.registers.keys()
    first = _walk(block, _UnitWalk(module, read_elsewhere))
    walk = _walk(block, _UnitWalk(module, read_elsewhere, first.whole))
    lengths = {name: array.length for name, array in module.arrays.items()}
    return BlockUnits(tuple(_name(walk.units)), frozenset(walk.parameters), tuple(walk.assumptions), lengths)


def _walk(block: ir.Block, walk: _UnitWalk) -> _UnitWalk:
    for statement in block:
        walk.changing = changed_names(statement, walk.module)
        walk.statement(statement, _Around())
        for name in walk.changing:
            walk.versions[name] = walk.versions.get(name, 0) + 1
    return walk


@dataclass(slots=True)
class _UnitWalk:
    """Walks a block. `whole` are the parameters known to be whole from the bounds of an earlier walk."""

    module: ir.Module
    escaping: frozenset[str]
    whole: set[str] = field(default_factory=set)
    units: list[Unit] = field(default_factory=list)
    parameters: set[str] = field(default_factory=set)
    assumptions: list[str] = field(default_factory=list)
    versions: dict[str, int] = field(default_factory=dict)
    changing: frozenset[str] = frozenset()
    clock: int = 0

    def meaning(self, around: _Around, *, before: bool = False) -> Meaning:
        """The meaning of a name: a coordinate, a parameter, or None when it changes meanwhile."""

        changing, versions = self.changing, dict(self.versions)

        def resolve(name: str) -> Affine | None:
            for variable, coordinate in reversed(around.variables):
                if variable == name:
                    return Affine(((coordinate, 1),)) if coordinate else None
            if name in changing and not before:
                return None
            version = versions.get(name, 0)
            parameter = safe(name) + (f"_{version + 1}" if version else "")
            self.parameters.add(parameter)
            return Affine(((parameter, 1),))

        return resolve

    def condition_meaning(self, around: _Around) -> Meaning:
        """The meaning of a name in a condition: a coordinate or a whole parameter, else None."""
        meaning = self.meaning(around)
        known = {*around.coordinates, *self.whole}

        def resolve(name: str) -> Affine | None:
            value = meaning(name)
            return value if value is not None and value.names <= known else None

        return resolve

    def reader(self, around: _Around) -> Reader:
        private = {variable for variable, coordinate in around.variables if coordinate}
        meaning, asked = self.meaning(around), self.condition_meaning(around)
        return Reader(self.module, meaning, asked, private.__contains__, around.certain)

    def unit(
        self, statement: ir.Statement, accesses: tuple[Access, ...], around: _Around, name: str = ""
    ) -> None:
        """Add a unit at the next point of time."""
        self.clock += 1
        schedule = (*around.schedule, str(self.clock))
        meaning = self.meaning(around)
        if not isinstance(statement, ir.For):
            for node in nodes(statement):
                if isinstance(node, ir.Read):
                    meaning(node.name)
        self.units.append(
            Unit(
                len(self.units),
                name or _subject(statement),
                statement,
                around.coordinates,
                around.constraints,
                schedule,
                (*around.extra, *accesses),
                around.certain,
                name == "if",
                meaning,
            )
        )

    def statement(self, statement: ir.Statement, around: _Around) -> None:
        match statement:
            case ir.For():
                self.loop(statement, around)
            case ir.If(test, body, orelse) if self.transparent(statement, around):
                if condition_text(test, self.condition_meaning(around)) is None:
                    self.unit(statement, tuple(self.reader(around).condition(test)), around, "if")
                self.branch(body, test, True, around)
                self.branch(orelse, test, False, around)
            case ir.Assume(condition):
                text = condition_text(condition, self.condition_meaning(around))
                if text is not None and not around.coordinates:
                    self.assumptions.append(text)
            case _:
                self.unit(statement, tuple(self.reader(around).statement(statement)), around)

    def transparent(self, statement: ir.If, around: _Around) -> bool:
        """Whether the statements in an `if` are units of their own, with its condition in their domains."""
        if leaves((statement,)):
            return has_loop(statement)
        return (
            has_loop(statement) or condition_text(statement.test, self.condition_meaning(around)) is not None
        )

    def branch(self, block: ir.Block, test: ir.Condition, holds: bool, around: _Around) -> None:
        text = condition_text(test, self.condition_meaning(around), holds=holds)
        inner = (
            replace(around, certain=False)
            if text is None
            else replace(around, constraints=(*around.constraints, text))
        )
        self.block(block, inner)

    def block(self, block: ir.Block, around: _Around) -> None:
        for statement in block:
            self.statement(statement, around)

    def loop(self, loop: ir.For, around: _Around) -> None:
        """Add the units of a loop: its bounds, its variable if that is read elsewhere, its body."""
        reads = [*self.reader(around).expression(loop.start), *self.reader(around).expression(loop.stop)]
        if reads:
            self.unit(loop, tuple(reads), around, "bounds of " + (loop.loop or loop.name))
        inner = self.inside(loop, around)
        if leaves(loop.body):
            reading = Access(LEAVING, False, "scalar", certain=False)
            inner = replace(inner, extra=(*inner.extra, reading))
        if loop.name in self.escaping:
            write = Access(loop.name, True, "scalar")
            self.unit(loop, (write,), inner, loop.loop or loop.name)
        self.block(loop.body, inner)

    def inside(self, loop: ir.For, around: _Around) -> _Around:
        """The loops and conditions around a loop's body: one more coordinate, between its bounds."""
        taken = around.coordinates
        coordinate = safe(loop.name)
        while coordinate in taken:
            coordinate += "_"
        constraints, certain = self.bounds(loop, coordinate, around)
        assigned = loop.name in changed_names(loop.body, self.module)
        self.clock += 1
        direction = coordinate if loop.step > 0 else f"-{coordinate}"
        return replace(
            around,
            coordinates=(*taken, coordinate),
            constraints=(*around.constraints, *constraints),
            schedule=(*around.schedule, str(self.clock), direction),
            variables=(*around.variables, (loop.name, "" if assigned else coordinate)),
            certain=around.certain and certain,
        )

    def bounds(self, loop: ir.For, coordinate: str, around: _Around) -> tuple[list[str], bool]:
        """Constraints of a loop's variable, and whether they describe it completely."""
        outermost = not around.coordinates
        meaning = self.meaning(around, before=outermost)
        ends: list[Affine | None] = []
        for bound, what in ((loop.start, "start"), (loop.stop, "stop")):
            value = affine(bound, meaning)
            if value is None and outermost:
                self.clock += 1
                value = Affine(((f"{what}_{self.clock}", 1),))
                self.parameters.update(value.names)
            if value is not None and outermost:
                self.whole |= value.names
            ends.append(value)
        start, stop = ends
        up = loop.step > 0
        constraints = []
        if start is not None:
            constraints.append(f"{coordinate} {'>=' if up else '<='} {start}")
            if abs(loop.step) > 1:
                constraints.append(f"({coordinate} - ({start})) mod {abs(loop.step)} = 0")
        if stop is not None:
            constraints.append(f"{coordinate} {'<' if up else '>'} {stop}")
        return constraints, start is not None and stop is not None


def _subject(statement: ir.Statement) -> str:
    """A name for a unit in the source's words: the last name that it assigns."""
    written = [
        target.name if isinstance(target, ir.Name) else target.array
        for node in nodes(statement)
        if isinstance(node, ir.Assign | ir.Unpack)
        for target in node.targets
    ]
    return written[-1] if written else type(statement).__name__.lower()


def _name(units: list[Unit]) -> list[Unit]:
    """The units with distinct names. A name that occurs twice gets its line number."""
    shown = [(unit.name, unit.coordinates) for unit in units]
    named = []
    for unit in units:
        place = unit.statement.place
        if shown.count((unit.name, unit.coordinates)) > 1 and place is not None:
            unit = replace(unit, name=f"{unit.name}:{place.line}")
        named.append(unit)
    return named
