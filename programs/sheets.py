"""Facts about each shipped program: what it does, its example, its size and its time."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path
from typing import Any, Final

from generator.assembler.targets import register_count
from hp15c.calculator import Calculator
from hp15c.inspect.cases import Case, Suite, read_suite, suite_of_notes
from hp15c.inspect.session import Session
from hp15c.listing.collection import Collection, name_of
from hp15c.listing.program import Program
from hp15c.table.machines import OF_MODEL
from programs.groups import group_of, in_order

FOLDER: Final = Path(__file__).parent
LIMIT: Final = 100_000
_TEST: Final = "test:"


@dataclass(frozen=True, slots=True)
class Sheet:
    """A program on one page.

    `keys` and `shows` are an example, which is a test too. They are empty where the program has no test.
    `source` is the Python source, or None.
    """

    name: str
    group: str
    model: str
    title: str
    description: str
    keys: str
    shows: str
    lines: int
    bytes: int
    registers: int
    path: Path
    source: Path | None

    @property
    def size(self) -> str:
        """Lines, bytes and registers in words. The HP-11C's lines are its bytes."""
        size = f"{self.bytes} bytes, " if self.model == "15C" else ""
        return f"HP-{self.model}: {self.lines} lines, {size}{self.registers} registers for data"

    @property
    def seconds(self) -> float | None:
        """The time of the real machine for the example, which is played for it. None without an example."""
        program = Program.read(self.path)
        suite, case = example(program, self.path)
        return _seconds(program, suite, case) if case else None

    def to_json(self) -> dict[str, Any]:
        """The sheet as plain data. Paths are texts."""
        source = self.source and str(self.source)
        return asdict(self) | {"seconds": self.seconds, "path": str(self.path), "source": source}

    def found_by(self, words: str) -> bool:
        """Whether each of these words stands in the name, the group, the title or the description."""
        text = f"{self.name} {self.group} {self.title} {self.description}".lower()
        return all(word in text for word in words.lower().split())


def sheets() -> Iterator[Sheet]:
    """The sheets of all programs, in the order of the groups. The HP-15C's is before the HP-11C's."""
    named: dict[str, list[Path]] = {}
    for path in Collection(FOLDER).paths():
        named.setdefault(name_of(path), []).append(path)
    for name in in_order(named):
        yield from map(sheet, named[name])


@cache
def sheet(path: Path) -> Sheet:
    """The sheet of a program that comes with hp15c. ListingError when its file is no listing."""
    program = Program.read(path)
    suite, case = example(program, path)
    source = path.with_suffix(".py")
    return Sheet(
        name_of(path),
        group_of(name_of(path)),
        program.model.value,
        program.title.rstrip("."),
        "\n".join(line for line in program.description.splitlines() if not _is_test(line)),
        f"{suite.first} {case.keys}".strip() if case else "",
        " then ".join(case.shows) if case else "",
        len(program),
        program.bytes,
        register_count(program),
        path,
        source if source.is_file() else None,
    )


def example(program: Program, path: Path) -> tuple[Suite, Case | None]:
    """The first test of a program that shows something: of its notes, or of NAME_test.toml beside its file.

    InputError when that file is no suite of tests.
    """
    suite = suite_of_notes(program)
    beside = path.with_name(f"{path.stem}_test.toml")
    if not suite.cases and beside.is_file():
        suite = read_suite(beside.read_text("utf-8"), str(beside))
    return suite, next((case for case in suite.cases if case.shows), None)


def _is_test(line: str) -> bool:
    return line.strip().lower().startswith(_TEST)


def _seconds(program: Program, suite: Suite, case: Case) -> float:
    calculator = Calculator(machine=suite.machine or OF_MODEL[program.model])
    calculator.load(program)
    calculator.press(suite.first)
    before = calculator.seconds
    deque(Session(calculator, LIMIT).play(case.keys), maxlen=0)
    return calculator.seconds - before
