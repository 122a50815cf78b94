"""The book: each row has one rule, and what is missing or too much is refused by name."""

from __future__ import annotations

import ast
import os
import shutil
import subprocess
import sys
from contextlib import nullcontext
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

import generator
import hp15c
from hp15c.operations.readable import HANDED_OVER as HANDLED
from hp15c.operations.rule_text import source
from hp15c.rules import book
from hp15c.rules.machine import Machine
from hp15c.table.instructions import TABLE, step, steps
from hp15c.table.models import Model
from hp15c.terms import begin, outcomes_of
from hp15c.timing import base_cost
from programs import proof
from tests import ROOT
from tests.support.random_rules import table_with_rules
from tests.support.source_trees import tree_of


def nothing(m: Machine[Any, Any]) -> None:
    """A rule that does nothing."""


def test_a_row_without_a_rule_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    book.check()
    monkeypatch.delitem(book.RULES, "x²")
    with pytest.raises(LookupError, match="without a rule in hp15c/rules: x²"):
        book.check()


def test_a_rule_without_a_row_is_refused() -> None:
    with pytest.raises(LookupError, match="no row of the table is called 'CLx²'"):
        book.rule({"CLx²": (200, 150)})(nothing)


def test_a_second_rule_is_refused() -> None:
    with pytest.raises(LookupError, match="'R↓' has two rules"):
        book.rule({"R↓": (253, 186)})(nothing)


def test_a_rule_that_skips_twice_on_one_way_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    def skip_twice(m: Machine[Any, Any]) -> None:
        m.skip_if(m.equal(m.x, m.y))
        m.skip_if(m.below(m.x, m.z))

    def skip_once(m: Machine[Any, Any]) -> None:
        m.skip_if(m.equal(m.x, m.y) if m.holds(m.below(m.x, m.z)) else m.known(True))

    one, model = step("x=0"), Model.HP15C
    for rule, is_good in ((skip_once, True), (skip_twice, False)):
        monkeypatch.setitem(book.RULES, "x=0", rule)
        for read in (lambda: source(one, model), lambda: outcomes_of(one, begin(model))):
            with nullcontext() if is_good else pytest.raises(LookupError, match="'x=0' skips twice"):
                assert read()


def test_each_rule_has_a_cost_for_each_model() -> None:
    assert set(book.COSTS) >= set(book.RULES)
    for model in Model:
        assert all(base_cost(one, model) > 0 for one in steps(model))


def test_commands_have_no_rules() -> None:
    assert set(book.RULES) == {row.name for row in TABLE if row.programmable}


def test_what_is_handed_over_has_a_function() -> None:
    assert set(HANDLED) >= book.HANDED_OVER


ONE_FILE: Final = """

def _square_below(m: Any) -> None:
    if m.holds(m.is_matrix(m.y)):
        m.fail(1)
    square, overflowed = m.compute("x²", m.y)
    m.overflow_if(overflowed)
    other, overflowed = m.compute("x²", m.t)
    m.overflow_if(overflowed)
    m.last_x, m.last_xi = m.x, m.xi
    m.y, m.t = square, other


"""
"""A rule that is written into the table, before its rows."""

ROW: Final = '    _row("CLx²", "44 35", costs=(300, 250, 100), rule=_square_below),\n'
READ: Final = """
from hp15c import Program
from hp15c.core import machine
from hp15c.engines import select
from hp15c.engines.lanes.lines import usual
from hp15c.engines.source.decimal_machine import is_written
from hp15c.numbers.number import Number
from hp15c.state.state import State
from hp15c.table.instructions import step
from hp15c.table.models import Model
from hp15c.terms import begin, outcomes, text
from generator.compiler.code.levels import sources
from generator.peephole.symbolic import KNOWN

one = step("CLx²")
for model in Model:
    state = State.fresh(model)
    state.stack[:2] = Number.of(3), Number.of(5)
    before = state.word_times
    state.program, state.line, state.running = Program.parse("CLx²", model=model), 1, True
    machine.run(state)
    assert [*map(str, state.stack[:2]), str(state.last_x)] == ["3", "25", "3"], state
    assert state.word_times > before + 250
    assert is_written(one, model)
    states = [state.copy() for _ in range(3)]
    for other, (y, t) in zip(states, ((2, "1e60"), ("-1e60", 3), (4, 5))):
        other.stack[1::2], other.line, other.running = (Number.of(y), Number.of(t)), 1, True
    batches = [select(engine).batch(state.program, states) for engine in ("reference", "lanes", "source")]
    assert [batch.run().handed_over for batch in batches[:2]] == [0, 0]
    batches[2].run()
    ends = [[batch.state(index) for index in range(3)] for batch in batches]
    assert ends[0] == ends[1] == ends[2], ends
assert usual(one) and sources("CLx²") == (0, -1, 2, -2, 0) and "CLx²" in KNOWN
program = Program.parse("CLx²")
assert [text(way.state.y) for way in outcomes(program, begin(program.model))] == ["y²"]
"""


@pytest.mark.slow
def test_an_instruction_is_one_file(tmp_path: Path) -> None:
    """A row with its rule and word times is known to the readable machine, the engines and all readers."""
    for package in ("hp15c", "generator"):
        shutil.copytree(ROOT / package, tmp_path / package, ignore=shutil.ignore_patterns("__pycache__"))
    path = tmp_path / "hp15c/table/instructions.py"
    table = path.read_text("utf-8").replace("import Final\n", "import Any, Final\n", 1)
    begun, rows = "TABLE: Final[tuple[Instruction, ...]] = (\n", '    _row("R↓"'
    assert table.count(begun) == table.count(rows) == 1
    path.write_text(table.replace(begun, ONE_FILE + begun).replace(rows, ROW + rows), "utf-8")
    command = [sys.executable, "-B", "-c", READ]
    subprocess.run(command, cwd=tmp_path, env=os.environ | {"PYTHONPATH": str(tmp_path)}, check=True)


@pytest.mark.parametrize(
    ("seed", "programs"),
    [
        pytest.param(1, 60, marks=pytest.mark.slow),
        *(pytest.param(n, 400, marks=pytest.mark.long) for n in (2, 3)),
    ],
)
def test_rules_of_any_form_agree_on_all_engines(seed: int, programs: int, tmp_path: Path) -> None:
    """An engine knows a new rule as it stands, or leaves it to the readable machine."""
    shutil.copytree(ROOT / "hp15c", tmp_path / "hp15c", ignore=shutil.ignore_patterns("__pycache__"))
    path = tmp_path / "hp15c/table/instructions.py"
    path.write_text(table_with_rules(path.read_text("utf-8"), seed, 60), "utf-8")
    command = [sys.executable, "-B", "-m", "tests.support.random_rules", str(seed), "60", str(programs)]
    folders = os.pathsep.join((str(tmp_path), str(ROOT)))
    subprocess.run(command, cwd=tmp_path, env=os.environ | {"PYTHONPATH": folders}, check=True)


FILES: Final = 3
"""So many source files at most name an instruction, beside the table and the listings' spellings."""


@cache
def words_in_strings(path: Path) -> frozenset[str]:
    """The words of all strings in a source file. No docstrings."""
    nodes = list(ast.walk(tree_of(path)))
    alone = {id(node.value) for node in nodes if isinstance(node, ast.Expr)}
    texts = [node.value for node in nodes if isinstance(node, ast.Constant) and id(node) not in alone]
    return frozenset(word for text in texts if isinstance(text, str) for word in text.split())


@cache
def sources() -> dict[Path, str]:
    """The text of each source file that is not of the table or of listings.

    The generator's plans and games are listings too.
    """
    packages = [Path(one.__file__).parent for one in (hp15c, generator, proof)]
    return {
        path: path.read_text("utf-8")
        for package in packages
        for path in package.rglob("*.py")
        if not {"table", "listing", "plans", "games"}.intersection(path.relative_to(ROOT).parts)
    }


@pytest.mark.slow
@pytest.mark.each
@pytest.mark.parametrize("name", ["x²", "R↓", "R↑", "x↔y", "LSTx", "ENTER", "CLx"])
def test_an_instruction_is_named_in_few_files(name: str) -> None:
    """The generator tells people to press ENTER, so only the calculator's own files are counted for it."""
    named = [path for path, text in sources().items() if name in text]
    if name == "ENTER":
        named = [path for path in named if path.is_relative_to(ROOT / "hp15c")]
    files = [path for path in named if name in words_in_strings(path)]
    assert 1 <= len(files) <= FILES, files


def test_at_most_a_tenth_of_the_rows_has_a_form_of_its_own_in_engines() -> None:
    rows = [row for row in TABLE if row.programmable]
    assert set(book.OWN_FORMS) <= {row.name for row in rows}
    assert len(book.OWN_FORMS) <= len(rows) / 10
    assert all(book.OWN_FORMS.values())
