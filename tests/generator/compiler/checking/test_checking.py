"""The shipped sources against their published examples, as Python and as the compiler's tree."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from generator.compiler import front
from generator.compiler.checking.calls import EntryCall
from generator.compiler.checking.check import check
from generator.compiler.checking.examples import differences, examples, tolerance
from generator.compiler.checking.python_side import PythonSide
from generator.compiler.choosing import quick_code
from generator.compiler.code import generate
from hp15c.engines.source.engine import TranslatedRun
from hp15c.errors import InputError
from hp15c.numbers.number import Number
from hp15c.state.state import State, X
from programs.compiled_listings import FOLDERS, SOURCES
from tests.support.shares import few
from tests.support.tree_pairs import function, module_of
from tests.support.tree_side import TreeSide


@pytest.mark.first
@pytest.mark.parametrize("path", few(SOURCES), ids=lambda path: path.stem)
def test_examples_hold_for_the_source_run_as_python(path: Path) -> None:
    module = front.read(path)
    python, tree = PythonSide(module), TreeSide(module)
    compared = 0
    for sequence in examples(module, python.names):
        python.reset()
        tree.reset()
        for example in sequence:
            outcome = python.run(example.call)
            assert not differences(example, outcome, tolerance(python.names)), example.call
            assert tree.run(example.call) == outcome
            compared += len(example.expected)
    assert compared > 4


def test_a_wrong_example_is_seen() -> None:
    source = (
        (FOLDERS[0] / "digital_root.py").read_text("utf-8").replace('("4514",), ("5",)', '("4514",), ("6",)')
    )
    module = front.parse(source)
    python = PythonSide(module)
    (first, *_), *_ = examples(module, python.names)
    assert differences(first, python.run(first.call), 0) == ["X is 5, not 6"]


def test_how_a_run_ends() -> None:
    module = front.parse(
        "from generator.language import array, ask, assume, program, sqrt\n"
        "a = array(3)\n"
        '@program("A")\ndef root(x):\n    return sqrt(x)\n'
        '@program("B")\ndef element(i):\n    return a[i]\n'
        '@program("C")\ndef claim(n):\n    assume(n < 5)\n    return n\n'
        '@program("D")\ndef endless():\n    while True:\n        pass\n'
        '@program("E")\ndef asking(n):\n    return ask(n) + ask(2)\n'
    )
    for side in (PythonSide(module, operations=50), TreeSide(module, operations=50)):
        ends = [
            side.run(EntryCall(label, (Number.of(x),)))
            for label, x in (("A", 9), ("A", -1), ("B", 2), ("B", 3), ("B", "0.5"), ("C", 5))
        ]
        assert [one.end for one in ends] == ["results", "Error 0", "results", *["outside"] * 3]
        assert ends[0].results == (Number.of(3),)
        waiting = side.run(EntryCall("E", (Number.of(7),), (None,)))
        assert waiting.shown == (("ask", Number.of(7)), ("ask", Number.of(2)))
        assert waiting.end == "waiting"
        assert side.run(EntryCall("E", (Number.of(7),), (None, Number.of(4)))).results == (Number.of(11),)
    assert TreeSide(module, operations=50).run(EntryCall("D")).end == "too long"


SAME = 'from generator.language import program\n@program("A")\ndef same(x):\n    return x\n'
SQUARES = (
    "from generator.language import ask, pause, program, register\n"
    "p = register(1)\n"
    '@program("A")\ndef squares(x):\n    global p\n    pause(x)\n'
    "    p = ask(x ** 2)\n    return p - x, 1 / x\n"
)


def test_every_engine_runs_the_listing() -> None:
    module = front.parse(SQUARES)
    program = generate(module, effort=0).program
    found = check(module, program, 200, random.Random(3), engines=("reference", "source"))
    assert found.agrees, str(found.tally.disagreement)
    assert found.engines == ("reference", "source")
    assert {"results", "waiting", "Error 0"} <= found.tally.ends.keys()


def test_the_engine_that_disagrees_is_named_with_the_smallest_case(monkeypatch: pytest.MonkeyPatch) -> None:
    def wrong(run: TranslatedRun) -> State:
        state = right(run)
        if not state.running and state.real(X) > 2:
            state.stack[X] = Number.of(2)
        return state

    right = TranslatedRun.state
    monkeypatch.setattr(TranslatedRun, "state", wrong)
    module = front.parse(SAME)
    program = generate(module, effort=0).program
    found = check(module, program, 200, random.Random(3), engines=("reference", "source"))
    assert (found.engine, found.agrees) == ("source", False)
    assert found.tally.disagreement is not None
    (call,) = found.tally.disagreement.calls
    assert len(str(call.arguments[0])) < 4
    assert found.tally.disagreement.listing.results == (Number.of(2),), str(found.tally.disagreement)


def test_pinned_registers_and_elements_are_stored_and_compared() -> None:
    module = front.parse(
        "from generator.language import array, program, register\n"
        'a = array(3, at=8)\nr = register("I")\n'
        '@program("A")\ndef one(x):\n    global r\n    a[1] = a[0] + x\n    r = a[2]\n'
    )
    stored = {"8": Number.of(5), ".0": Number.of(7)}
    wanted = ((".0", Number.of(7)), ("8", Number.of(5)), ("9", Number.of(8)), ("I", Number.of(7)))
    for side in (PythonSide(module), TreeSide(module)):
        assert side.run(EntryCall("A", (Number.of(3),), (), stored)).registers == wanted
    program = generate(module, effort=0).program
    assert check(module, program, 20, random.Random(1), engines=("reference",)).agrees
    other = [one for one in program.steps if one.name != "STO" or one.operand != "9"]
    assert len(other) < len(program)
    found = check(module, program.with_steps(tuple(other)), 20, random.Random(1), engines=("reference",))
    assert not found.agrees


@pytest.mark.parametrize(
    ("table", "said"),
    [("EXAMPLES = 5", "EXAMPLES: 5 is no table"), ('TOLERANCE = "x"', "TOLERANCE: 'x' is no number")],
)
def test_a_table_of_another_form_is_a_fault(table: str, said: str) -> None:
    module = front.parse(
        f'from generator.language import program\n@program("A")\ndef one(x):\n    return x\n{table}\n',
        "mine.py",
    )
    names = PythonSide(module).names
    with pytest.raises(InputError, match=f"^mine.py: {said}"):
        (examples(module, names), tolerance(names))


@pytest.mark.slow
def test_drawn_calls_learn_what_a_program_takes() -> None:
    """Indices that are whole and small, in a claimed order, are found among all numbers."""
    module = front.parse(
        "from generator.language import array, assume, frac, program\na = array(3)\n"
        '@program("A")\ndef one(x, i, j):\n    assume(frac(i) == 0 and frac(j) == 0 and i < j)\n'
        "    assume(2000 <= x < 2100)\n    a[i] = x\n    a[j] = x + 1\n    return a[0] + a[1] - a[2]\n"
    )
    found = check(module, quick_code(module).program, 30, random.Random(1), engines=("reference",))
    assert found.agrees
    assert found.tally.compared == 30


def test_r10_of_an_example_is_register_point_0() -> None:
    source = (
        'from generator.language import program, register\nx = register(".0")\n'
        '@program("A")\ndef one():\n    global x\n    x += 1\n    return x\n'
        "ARGUMENTS = ('R10',)\nRESULTS = ('R10',)\nEXAMPLES = ((('2',), ('3',)),)\n"
    )
    module = front.parse(source)
    found = check(module, generate(module, effort=0).program, 0, random.Random(1), engines=("reference",))
    assert (found.examples, found.wrong) == (1, [])


def rows_of(tmp_path: Path, tables: str) -> list[EntryCall]:
    path = tmp_path / "sum.py"
    path.write_text(
        f'from generator.language import program, register\n\na = register("1")\n{tables}\n\n'
        '@program("A")\ndef total(x):\n    return a + x\n',
        "utf-8",
    )
    module = front.read(path)
    return [one.call for rows in examples(module, PythonSide(module).names) for one in rows]


@pytest.mark.parametrize("row", ['((), ("4",))', '(("3", "4"), ("4",))'])
def test_an_example_gives_what_its_entry_point_takes(row: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"entry point A takes 1 from the stack, [02] are given"):
        rows_of(tmp_path, f"EXAMPLES = [{row}]")


@pytest.mark.parametrize(
    ("tables", "named"),
    [
        ('ARGUMENTS = ("R1", "X")\nEXAMPLES = [(("3",), ("4",))]', "ARGUMENTS names 2 places"),
        ('RESULTS = ("X", "R1")\nEXAMPLES = [(("3",), ("4",))]', "RESULTS names 2 places"),
    ],
)
def test_a_row_has_as_many_numbers_as_there_are_places(tables: str, named: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=named):
        rows_of(tmp_path, tables)


def test_an_example_names_an_entry_point_that_is_there(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="there is no entry point 'C'"):
        rows_of(tmp_path, 'EXAMPLES = [("C", ("3",), ("3",))]')


def test_arguments_stand_in_registers_and_on_the_stack(tmp_path: Path) -> None:
    (call,) = rows_of(tmp_path, 'ARGUMENTS = ("R1", "X")\nEXAMPLES = [(("3", "4"), ("7",))]')
    assert call.arguments == (Number.of("4"),)
    assert call.stored == {"1": Number.of("3")}


def test_numbers_of_a_dialogue_have_enter_between_them(tmp_path: Path) -> None:
    rows = '("7 GSB A", ()), ("R/S", ()), ("5 R/S", ()), ("3 ENTER 4 R/S", ())'
    (call,) = rows_of(tmp_path, f"EXAMPLES = [[{rows}]]")
    assert call.arguments == (Number.of("7"),)
    assert call.answers == (None, Number.of("5"), (Number.of("3"), Number.of("4")))
    with pytest.raises(InputError, match="entry point A takes 1 from the stack, 2 are given"):
        rows_of(tmp_path, 'EXAMPLES = [[("7 ENTER 8 GSB A", ())]]')


@pytest.mark.parametrize("keys", ["7 8 GSB A", "7 ENTER GSB A", "7 A", "A", "7 CHS GSB A"])
def test_keys_of_a_dialogue_that_are_no_call_are_a_fault(keys: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="is no example; write"):
        rows_of(tmp_path, f'EXAMPLES = [[("{keys}", ())]]')


@pytest.mark.parametrize("line", ["pause({})", "ask({})", "return {}"])
def test_matrices_that_are_shown_are_compared(line: str) -> None:
    names = "ask, dim, matrix, pause, program"
    head = f"from generator.language import {names}\na = matrix('A')\nc = matrix('C')\n"
    text = head + "@program('A')\ndef f(x):\n    dim(a, 2, 2)\n    c[:] = a * x\n    "
    program = quick_code(front.parse(text + line.format("c"))).program
    for letter, agrees in (("c", True), ("a", False)):
        module = front.parse(text + line.format(letter))
        assert check(module, program, 10, random.Random(3), engines=("reference",)).agrees is agrees


@pytest.mark.parametrize(
    ("body", "x", "expected"),
    [
        ("return x * x + 1", 7, "50"),
        ("s = 0\nfor i in range(4):\n    a[i] = x + i\n    s += a[i]\nreturn s", 10, "46"),
        ("s = 0\nwhile x > 0:\n    x -= 3\n    if x == 1:\n        continue\n    s += x\nreturn s", 10, "9"),
        ("for i in range(9):\n    if i * i > x:\n        break\nreturn i", 20, "5"),
        ("if not (x > 1 and x < 5) or x == 3:\n    return 1\nreturn 2", 3, "1"),
    ],
)
def test_the_tree_as_it_stands(body: str, x: int, expected: str) -> None:
    side = TreeSide(module_of(function(body, "a")), operations=10_000)
    result = side.run(EntryCall("A", (Number.of(x),)))
    assert result.results == (Number.of(expected),)


TWO_ASKED = """from generator.language import array, ask, ask_two, program

held = array(4, at=2)


@program("A")
def a(x):
    {} = ask_two(x)
    held[1] = ask(second)
    return first - second
"""


def test_two_numbers_are_keyed_in_at_one_stop_on_both_sides() -> None:
    """The listing finds the first one in Y. One or none is outside of what the source claims."""
    module = front.parse(TWO_ASKED.format("first, second"))
    program = quick_code(module).program
    engines = ("reference", "source")
    report = check(module, program, 60, random.Random("two"), engines=engines)
    assert report.agrees
    assert report.tally.compared == 60
    other = front.parse(TWO_ASKED.format("second, first"))
    assert not check(other, program, 60, random.Random("two"), engines=engines).agrees


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("import no_such_module", "ModuleNotFoundError: No module named 'no_such_module'"),
        ("from typing import NoSuchName", "ImportError: cannot import name 'NoSuchName'"),
    ],
)
def test_an_import_that_fails_is_told_with_its_line(line: str, said: str) -> None:
    source = f'from generator.language import program\n{line}\n@program("A")\ndef f(x):\n    return x\n'
    with pytest.raises(InputError, match=f"^own:2: Python cannot run this line: {said}"):
        PythonSide(front.parse(source, "own"))
