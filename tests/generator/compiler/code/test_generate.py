"""The code generator against the language run as Python: same digits, same Errors, few lines."""

from __future__ import annotations

import linecache
import math
from collections.abc import Mapping
from functools import cache
from importlib import import_module
from typing import Any

import pytest

from generator.compiler.code import Effort, Generated, generate
from generator.compiler.code.building import Choices, choices_of
from generator.compiler.code.generate import CompileWay, Parts, generate_several, mix_entries
from generator.compiler.code.pieces import Piece
from generator.compiler.code.problem import Summary
from generator.compiler.code.scheduling import KnownSchedules
from generator.compiler.front import parse
from generator.compiler.tree.ir import Module
from generator.language.exact import make_exact
from generator.language.machine import PythonMachine, running_on
from generator.language.values import value
from hp15c import Calculator, CalculatorError, Model, Number
from hp15c.errors import Unsupported
from hp15c.table.instructions import REGISTERS
from tests.support.searched import searched

GCD = """
from generator.language import program

@program("A")
def gcd(a, b):
    while b != 0:
        a, b = b, a % b
    return a
"""

SIGNS = """
from generator.language import program

@program("A")
def sign(x):
    if x < 0:
        return -1
    if x > 0:
        return 1
    return 0
"""

KEPT = """
from generator.language import program, register, sqrt

total = register()
count = register(4)

@program("A")
def add(x):
    global total, count
    total += sqrt(x)
    count += 1
    return total / count

@program("B")
def forget():
    global total, count
    total = 0
    count = 0
"""

CALLED = """
from generator.language import program, exp

def f(x):
    return x * exp(x) / (1 + x)

@program("A")
def slope(x, h):
    return (f(x - 2 * h) - 8 * f(x - h) + 8 * f(x + h) - f(x + 2 * h)) / (12 * h)
"""

SUMS = """
from generator.language import program

@program("A")
def harmonic(n):
    total = 0
    for i in range(n, 0, -1):
        if i % 3 == 0 or 10 < i <= 12:
            continue
        total += 1 / i
    return total, n
"""

SOURCES = {"gcd": GCD, "signs": SIGNS, "kept": KEPT, "called": CALLED, "sums": SUMS}
ARGUMENTS = {
    "gcd": ([("A", ("12", "44"))], [("A", ("17", "0"))], [("A", ("-4", "6.5"))]),
    "signs": ([("A", ("-3",))], [("A", ("0",))], [("A", ("1e-99",))]),
    "kept": ([("A", ("4",)), ("A", ("2",)), ("B", ()), ("A", ("9",))], [("A", ("-1",))]),
    "called": ([("A", ("2", "0.0001"))], [("A", ("1", "0"))], [("A", ("-1", "2"))]),
    "sums": ([("A", ("0",))], [("A", ("1",))], [("A", ("20",))]),
}


def namespace(name: str) -> dict[str, Any]:
    """The module of a source, run as Python."""
    source, file = SOURCES[name], f"<{name}>"
    linecache.cache[file] = (len(source), None, source.splitlines(keepends=True), file)
    module: dict[str, Any] = {"__name__": name, "__file__": file}
    exec(compile(source, file, "exec"), module)
    make_exact(module)
    return module


def listing_results(calculator: Calculator, label: str, arguments: tuple[str, ...], count: int) -> object:
    """The results in X and below, or the Error."""
    for text in ("9", "8", "7", "6", *arguments):
        calculator.state.push(Number.of(text))
        calculator.state.lift = True
    calculator.run(label)
    return calculator.error or tuple(calculator.state.stack[:count][::-1])


def python_results(module: Mapping[str, Any], function: str, arguments: tuple[str, ...]) -> object:
    """The results that the function returns, or the Error."""
    try:
        found = module[function](*(value(one) for one in arguments))
    except CalculatorError as error:
        return str(error)
    return found if isinstance(found, tuple) else () if found is None else (found,)


@cache
def made(name: str, model: Model) -> Generated:
    """A program of the search for a source, made once."""
    return searched(parse(SOURCES[name]), model)


@pytest.mark.slow
@pytest.mark.each
@pytest.mark.parametrize(
    ("name", "model"),
    [
        pytest.param(
            name,
            model,
            marks=[pytest.mark.slow] * (name in ("called", "sums")),
        )
        for name in SOURCES
        for model in Model
    ],
)
def test_listing_gives_what_python_gives(name: str, model: Model) -> None:
    tree = parse(SOURCES[name])
    generated = made(name, model)
    for session in ARGUMENTS[name]:
        module = namespace(name)
        calculator = Calculator(model)
        calculator.load(generated.program)
        with running_on(PythonMachine(model)):
            for label, arguments in session:
                function = next(one for one in tree.functions.values() if one.label == label)
                expected = python_results(module, function.name, arguments)
                assert listing_results(calculator, label, arguments, function.results) == expected
                if not calculator.error:
                    for register, place in generated.registers.items():
                        number = REGISTERS[place]
                        assert calculator.state.registers[number] == module[register]


@pytest.mark.slow
def test_lines_have_their_source_lines() -> None:
    generated = made("gcd", Model.HP15C)
    assert len(generated.sources) == len(generated.program)
    assert {6, 7, 8} & set(generated.sources)


@pytest.mark.parametrize(
    ("name", "most"), [("gcd", 14), ("signs", 14), pytest.param("sums", 45, marks=pytest.mark.slow)]
)
def test_programs_are_short(name: str, most: int) -> None:
    assert len(generate(parse(SOURCES[name]), effort=0).program) <= most


def test_a_negative_number_is_subtracted() -> None:
    module = parse(
        'from generator.language import program\n@program("A")\ndef one(x):\n    return x + -0.5\n'
    )
    steps = generate(module, Model.HP15C, effort=0).program.steps
    assert [str(one) for one in steps] == ["LBL A", ".", "5", "−", "RTN"]


@pytest.mark.slow
def test_a_loop_down_to_0_is_tested_against_0() -> None:
    module = parse(
        'from generator.language import program\n@program("A")\ndef one(x):\n    s = 0\n'
        "    for i in range(x, -1, -1):\n        s = s * 2 + i\n    return s\n"
    )
    names = [one.name for one in generate(module, Model.HP15C, effort=0).program.steps]
    assert {"x<0", "x≥0"} & set(names)
    assert "CHS" not in names


@pytest.mark.parametrize(("functions", "sets"), [(3, 8), (5, 32), (12, 26)])
def test_the_sets_of_functions_that_are_called_stay_few(functions: int, sets: int) -> None:
    head = "from generator.language import program\n"
    helpers = "".join(f"def f{one}(x):\n    return x * {one + 2}\n" for one in range(functions))
    called = " + ".join(f"f{one}(x) * f{one}(x + 1)" for one in range(functions))
    module = parse(f'{head}{helpers}@program("A")\ndef f(x):\n    return {called}\n')
    tried = {one.subroutines for one in choices_of(module, Model.HP15C)}
    assert len(tried) == sets
    assert {min(map(len, tried)), max(map(len, tried))} == {0, functions}


def test_a_search_without_time_builds_few_ways_and_finds_a_program(monkeypatch: pytest.MonkeyPatch) -> None:
    """A program for which room is found late has many ways, and each takes its time to build."""
    built: list[Choices] = []
    room = import_module("generator.compiler.code.generate")

    def lower(module: Module, choices: Choices) -> Any:
        built.append(choices)
        return as_before(module, choices)

    as_before = room.lower
    monkeypatch.setattr(room, "lower", lower)
    functions = "def g(x):\n    return x * x + 1\ndef h(x):\n    return g(x) + x\n"
    entry = '@program("A")\ndef f(x):\n    return h(x) * h(x + 2) - g(x / 3)\n'
    module = parse("from generator.language import program\n" + functions + entry)
    assert len([*choices_of(module, Model.HP15C)]) > 5
    assert generate_several([module], Model.HP15C, "small", Effort(until=0, clock=lambda: 1))
    assert len({one.subroutines for one in built}) == 2


def test_a_constant_in_x_becomes_the_next_one() -> None:
    module = parse(
        "from generator.language import program, register\nlow = register(3)\nhigh = register(4)\n"
        '@program("A")\ndef begin():\n    global low, high\n    low = 9e99\n    high = -9e99\n    return 0\n'
    )
    lines = [str(one) for one in generate(module).program.steps]
    assert lines == ["LBL A", "9", "EEX", "9", "9", "STO 3", "CHS", "STO 4", "0", "RTN"]


def test_a_loop_begins_at_the_label_of_its_entry() -> None:
    """The number that the loop needs is in X at the entry and after each pass."""
    module = parse(
        "from generator.language import ask, program\n"
        '@program("A")\ndef count(n):\n    while n > 0:\n        n -= ask(n * n)\n    return n\n'
    )
    lines = [str(one) for one in generate(module).program.steps]
    by_hand = ["LBL A", "TEST x≤0", "RTN", "STO 0", "x²", "R/S", "STO − 0", "RCL 0", "GTO A"]
    assert len(lines) <= len(by_hand), lines
    assert lines.count("LBL A") == sum(one.startswith("LBL") for one in lines)


def parts(costs: dict[str, float], scratch: int = 0) -> Parts:
    """The parts of a program with one piece for each entry point, named by what it costs."""
    entries = {(label,): [(cost, [Piece(f"{label}{cost}", ())])] for label, cost in costs.items()}
    return Parts([], entries, (("f", Summary(0, frozenset(range(scratch)))),))


def names_of(mixed: Parts) -> list[str]:
    return [several[0][1][0].name for several in mixed.entries.values()]


def test_each_entry_point_has_its_best_code_whatever_way_found_it() -> None:
    module = parse(SOURCES["gcd"])
    ways = [(0, CompileWay(Choices(counters=one), share=True)) for one in ("all", "up", "ahead")]
    found = dict(
        zip(ways, (parts({"A": 5, "B": 4}), parts({"A": 3, "B": 9}), parts({"A": 4, "B": 6})), strict=True)
    )
    ((way, mixed),) = mix_entries([module], found)
    assert (way, names_of(mixed)) == (ways[0], ["A3", "B4"])


def test_entry_points_of_ways_are_not_mixed_whose_subroutines_leave_other_registers_alone() -> None:
    module = parse(SOURCES["gcd"])
    ways = [(0, CompileWay(Choices(counters=one), share=True)) for one in ("all", "up")]
    found = dict(zip(ways, (parts({"A": 5, "B": 4}), parts({"A": 3, "B": 9}, scratch=1)), strict=True))
    assert not list(mix_entries([module], found))


def test_nothing_is_mixed_where_one_way_is_the_best_for_all() -> None:
    module = parse(SOURCES["gcd"])
    ways = [(0, CompileWay(Choices(counters=one), share=True)) for one in ("all", "up")]
    found = dict(zip(ways, (parts({"A": 3, "B": 4}), parts({"A": 3, "B": 9})), strict=True))
    assert not list(mix_entries([module], found))


@pytest.mark.parametrize(("best", "widths"), [(math.inf, 3), (5, 1)])
def test_forms_that_are_much_longer_than_another_are_not_searched_more_widely(
    best: float, widths: int
) -> None:
    known = KnownSchedules()
    found = generate_several([parse(GCD)], Model.HP15C, "small", Effort(), known=known, best=best)
    assert len(found[0].program) > 9
    assert max(map(len, known.searched.values())) == widths


def test_ways_without_a_program_get_less_patience_where_there_is_one_from_elsewhere(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    generating = import_module("generator.compiler.code.generate")
    monkeypatch.setattr(generating, "LESS_PATIENCE", 0)
    found = {optional: KnownSchedules() for optional in (False, True)}
    assert generate_several([parse(GCD)], Model.HP15C, "small", Effort(), known=found[False])
    with pytest.raises(Unsupported):
        generate_several([parse(GCD)], Model.HP15C, "small", Effort(), optional=True, known=found[True])
    assert found[False].searched
    assert not found[True].searched
