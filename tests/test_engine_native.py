"""Machine code ends in the readable machine's States, line by line counted, and is kept for the next time."""

from __future__ import annotations

import ctypes
import random
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import pytest

pytest.importorskip("numba", reason="the native engine needs the extra fast")

import llvmlite.binding as llvm

from hp15c.engines import fastest, select
from hp15c.engines.lanes import arithmetic, costs, packed
from hp15c.engines.native import build, usual
from hp15c.engines.native.engine import ENGINE, NativeEngine
from hp15c.engines.native.functions import LlvmModule
from hp15c.engines.native.translate import _DECLARED
from hp15c.models import Model
from hp15c.number import Number
from hp15c.program import Program
from hp15c.state import State
from tests.test_engine_source import random_program, random_state
from tests.test_engines import agree

SHARED = (arithmetic.cut, arithmetic.lacking, usual.add_usual, arithmetic.multiply, arithmetic.divide)
OF_ONE = (arithmetic.integer_part, arithmetic.fraction_part, arithmetic.magnitude, arithmetic.seed_of)


@pytest.fixture(scope="module")
def functions() -> Callable[..., int]:
    """Calls a function of lanes by its LLVM text."""
    module = LlvmModule([*SHARED, *OF_ONE, costs.of_sum, costs.of_quotient, costs.significant_digits])
    text = "\n".join([module.text, _DECLARED]).replace("define internal", "define")
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(text), build._machine())
    engine.finalize_object()

    @cache
    def native(name: str, count: int) -> Callable[..., int]:
        kind = ctypes.CFUNCTYPE(ctypes.c_int64, *[ctypes.c_int64] * count)
        return kind(engine.get_function_address(name))

    def call(function: Callable[..., int], *values: int) -> int:
        return native(function.__name__, len(values))(*values)

    return call


def words(chance: random.Random, count: int) -> list[int]:
    """Words of numbers of all sizes, many with few digits."""
    found = []
    for _ in range(count):
        mantissa = chance.randrange(10 ** chance.randint(1, 10))
        number = Number.of(f"{chance.choice('-+')}{mantissa}e{chance.choice((-12, -3, -1, 0, 0, 2, 60))}")
        found.append(packed.to_word(number))
    return found


def counters(chance: random.Random, count: int) -> list[int]:
    """Words of loop counters (whole parts near a new digit, goals and steps), and other numbers."""
    texts = []
    for _ in range(count):
        whole = max(0, 10 ** chance.randint(0, 9) + chance.randint(-12, 12))
        controls = "", ".004", f".{chance.randint(0, 99999):05d}", f".{chance.randint(0, 10**9):09d}"
        texts.append(f"{chance.choice(('', '', '', '-'))}{whole}{chance.choice(controls)}")
    small = [f"{chance.randint(0, 99999)}e-{chance.randint(3, 14)}" for _ in range(count // 4)]
    return [packed.to_word(Number.of(text)) for text in (*texts, *small)]


def test_the_usual_cases_give_what_arithmetic_gives() -> None:
    chance = random.Random("usual")
    powers = [
        packed.to_word(Number.of(f"{chance.choice('-++')}1e{chance.randint(-99, 99)}")) for _ in range(30)
    ]
    numbers = [0, *words(chance, 60), *counters(chance, 60), *powers]
    for x in numbers:
        for y in numbers:
            assert usual.add_usual(x, y) == arithmetic.add(x, y)
            assert usual.multiply_usual(x, y, -2) == arithmetic.multiply(x, y, -2)
            if y:
                assert usual.divide_usual(x, y) == arithmetic.divide(x, y)
    for counter in [0, *counters(chance, 3000), *words(chance, 500)]:
        for downwards in (False, True):
            assert usual.counted_usual(counter, downwards) == arithmetic.counted(counter, downwards)


def test_functions_of_lanes_are_the_same_by_llvm(functions: Callable[..., int]) -> None:
    chance = random.Random("native functions")
    pairs = list(zip(words(chance, 300), words(chance, 300), strict=True))
    for x, y in pairs:
        assert functions(arithmetic.add, x, y) == arithmetic.add(x, y)
        assert functions(usual.add_usual, x, y) == arithmetic.add(x, y)
        assert functions(arithmetic.multiply, x, y, 0) == arithmetic.multiply(x, y, 0)
        assert functions(costs.of_sum, x, y) == costs.of_sum(x, y)
        assert functions(costs.significant_digits, x) == costs.significant_digits(x)
        if y:
            assert functions(arithmetic.divide, x, y) == arithmetic.divide(x, y)
            assert functions(costs.of_quotient, x, y) == costs.of_quotient(x, y)
        for function in OF_ONE:
            assert functions(function, x) == function(x)


def test_division_by_powers_of_ten_at_their_edges(functions: Callable[..., int]) -> None:
    chance = random.Random("edges")
    for places in range(19):
        power = 10**places
        near = [power * chance.randrange(1 + (2**63 - 2) // power) for _ in range(20)]
        for digits in {0, 1, 2**63 - 1, *(one + step for one in near for step in (-1, 0, 1))}:
            if 0 <= digits < 2**63:
                assert functions(arithmetic.cut, digits, places) == digits // power


def test_counting_the_places_that_lack(functions: Callable[..., int]) -> None:
    for length in range(1, 11):
        for digits in (10 ** (length - 1), 10**length - 1, 5 * 10 ** (length - 1)):
            assert functions(arithmetic.lacking, digits) == 10 - length


def compare(chance: random.Random, model: Model, length: int, lanes: int) -> None:
    """A random program on many calculators, by machine code and by the readable machine."""
    program = random_program(chance, model, length)
    states = [random_state(chance, program) for _ in range(lanes)]
    for state in states:
        state.lift = True
    limit, stop_at_pause = chance.choice((150, 1000)), chance.random() < 0.5
    batch, reference = (select(name).batch(program, states) for name in ("native", "reference"))
    for _ in range(2):
        ends = batch.run(limit, stop_at_pause), reference.run(limit, stop_at_pause)
        agree("lanes", batch, reference, lanes, ends)


@pytest.mark.parametrize("model", Model)
def test_a_program_ends_as_the_machine_does(model: Model) -> None:
    compare(random.Random(f"native {model}"), model, 25, 12)


@pytest.mark.slow
@pytest.mark.parametrize("model", Model)
def test_programs_end_as_the_machine_does(model: Model) -> None:
    chance = random.Random(f"native some {model}")
    for _ in range(3):
        compare(chance, model, chance.choice((12, 40, 70)), 15)


@pytest.mark.long
@pytest.mark.parametrize("model", Model)
def test_many_programs_end_as_the_machine_does(model: Model) -> None:
    chance = random.Random(f"native many {model}")
    for _ in range(400):
        compare(chance, model, chance.choice((3, 12, 40, 90)), 25)


def test_jumps_by_i_calls_and_loops_stay_in_machine_code() -> None:
    lines = "LBL A,STO 0,LBL 1,8,CHS,STO I,GTO I,GSB 2,DSE 0,GTO 1,RCL 1,RTN,LBL 2,RCL 0,STO + 1,RTN"
    program = Program.parse(lines.replace(",", "\n"))
    batches = [
        select(name).batch(program, [State.fresh(Model.HP15C)] * 3) for name in ("native", "reference")
    ]
    for batch in batches:
        batch.enter(np.array([1, 5, 60]), "A")
    ends = batches[0].run(), batches[1].run()
    agree("lanes", batches[0], batches[1], 3, ends)


def test_not_counting_changes_nothing_but_word_times() -> None:
    program = Program.parse("LBL A\nSTO I\nLBL 1\nRCL I\nLOG\nSTO + 1\nDSE I\nGTO 1\nRCL 1\nPSE\nRTN")
    states = []
    for counting in (True, False):
        batch = NativeEngine(counting=counting).batch(program, [State.fresh(Model.HP15C)] * 2)
        batch.enter(np.array([3, 50]), "A")
        outcome = batch.run()
        states.append([batch.state(lane) for lane in range(2)])
        assert (outcome.word_times is not None) == counting
    assert states[0] == states[1]


def test_machine_code_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(build, "_folder", lambda: tmp_path)
    program = Program.parse("LBL A\n1\n+\nRTN")
    build.build.__wrapped__(program)
    kept = list(tmp_path.iterdir())
    assert len(kept) == 1

    def refuse(text: str, machine: object) -> None:
        raise AssertionError("compiled again")

    monkeypatch.setattr(build, "_optimized", refuse)
    assert build.build.__wrapped__(program).heads


def test_a_folder_that_cannot_be_written_is_no_fault(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(build, "_folder", lambda: tmp_path / "none")
    assert build.build.__wrapped__(Program.parse("LBL A\n2\n+\nRTN")).heads


def test_lanes_are_chosen_for_short_jobs() -> None:
    assert (fastest(), fastest(10), fastest(10**6)) == ("lanes", "lanes", "native")


def test_threads_change_nothing() -> None:
    program = Program.parse("LBL A\nSTO I\nLBL 1\nRCL I\nSTO + 1\nDSE I\nGTO 1\nRCL 1\nRTN")
    found = []
    for engine in (ENGINE, NativeEngine(threads=3)):
        batch = engine.batch(program, [State.fresh(Model.HP15C)] * 200)
        batch.enter(np.arange(1, 201), "A")
        found.append((batch.run().lines, [batch.state(lane) for lane in range(0, 200, 37)]))
    assert found[0] == found[1]
