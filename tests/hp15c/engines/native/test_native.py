"""Machine code ends in the readable machine's States, line by line counted, and is kept for the next time."""

from __future__ import annotations

import ctypes
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests import ROOT

pytest.importorskip("llvmlite", reason="the native engine needs the extra fast")

import llvmlite.binding as llvm

from hp15c.engines import fastest, select
from hp15c.engines.lanes import arithmetic, build, costs, layout, vectors
from hp15c.engines.lanes.functions import LlvmModule, returns_two
from hp15c.engines.lanes.opcodes import decode
from hp15c.engines.native import engine
from hp15c.engines.native.engine import NativeBatch
from hp15c.engines.native.ways import Ways, on_all_ways, order
from hp15c.listing.program import Program
from hp15c.numbers.number import Number
from hp15c.state.state import State
from hp15c.table.models import Model
from tests.hp15c.engines.source.test_source import random_program, random_state
from tests.hp15c.engines.test_engines import agree
from tests.support.shares import few, firsts

OF_WORDS: dict[Callable[..., Any], int] = {
    arithmetic.add: 2,
    arithmetic.multiply: 3,
    arithmetic.divide: 2,
    arithmetic.integer_part: 1,
    arithmetic.fraction_part: 1,
    arithmetic.magnitude: 1,
    arithmetic.next_count: 2,
    costs.of_moving: 1,
    costs.of_sum: 2,
    costs.of_product: 2,
    costs.of_quotient: 2,
    costs.of_root: 1,
    arithmetic.square_root: 1,
    costs.of_splitting: 1,
    costs.of_counter: 2,
    costs.of_index: 3,
    costs.of_display: 3,
    costs.significant_digits: 1,
}
"""Functions of lanes that native compiles, and how many numbers each takes."""

Compiled = Callable[..., list[tuple[int, ...]]]


def compile_text(text: str) -> object:
    """The machine code of LLVM text, whose functions can be called by their addresses."""
    engine = llvm.create_mcjit_compiler(llvm.parse_assembly(f"{text}\n{vectors.DECLARED}"), build._machine())
    engine.finalize_object()
    return engine


@pytest.fixture(scope="module", params=["one lane", "side by side"])
def compiled(request: pytest.FixtureRequest) -> Compiled:
    """Calls a function of lanes by its LLVM text with rows of numbers, and gives its results for each."""
    wide = request.param == "side by side"
    if wide and not build.is_wide():
        pytest.skip("lanes run side by side by AVX-512 only")
    module, parts = LlvmModule(side_by_side=wide), []
    lanes, kind = (vectors.LANES, vectors.KIND) if wide else (1, "i64")
    for function, count in (OF_WORDS | {arithmetic.cut: 2, arithmetic.lacking: 1}).items():
        name, two = module.add(function), returns_two(function)
        result = f"{{ {kind}, {kind} }}" if two else kind
        given = range(count)
        parts += [f"define void @call.{function.__name__}(ptr %in, ptr %out) {{"]
        parts += [f"%at{n} = getelementptr {kind}, ptr %in, i64 {n}" for n in given]
        parts += [f"%v{n} = load {kind}, ptr %at{n}, align 8" for n in given]
        parts += [f"%result = call {result} @{name}({', '.join(f'{kind} %v{n}' for n in given)})"]
        for n in range(1 + two):
            value = f"%out{n}" if two else "%result"
            parts += [f"{value} = extractvalue {result} %result, {n}"] if two else []
            parts += [f"%to{n} = getelementptr {kind}, ptr %out, i64 {n}"]
            parts += [f"store {kind} {value}, ptr %to{n}, align 8"]
        parts += ["ret void", "}"]
    engine: Any = compile_text("\n".join([module.text, *parts]))

    def call(function: Callable[..., Any], rows: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
        kind = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_void_p)
        run = kind(engine.get_function_address(f"call.{function.__name__}"))
        results: list[tuple[int, ...]] = []
        for first in range(0, len(rows), lanes):
            some = rows[first : first + lanes]
            columns = np.array([*some, *[some[0]] * (lanes - len(some))], dtype=np.int64).T.copy()
            out = np.zeros((1 + returns_two(function), lanes), dtype=np.int64)
            run(columns.ctypes.data, out.ctypes.data)
            results += [tuple(one) for one in out.T[: len(some)].tolist()]
        return results

    return call


def results_of(function: Callable[..., Any], rows: list[tuple[int, ...]]) -> list[tuple[int, ...]]:
    """The results of a function of Python for each row, as rows of whole numbers."""
    found: list[Any] = [function(*row) for row in rows]
    return [tuple(map(int, one if returns_two(function) else (one,))) for one in found]


def words(chance: random.Random, count: int) -> list[int]:
    """Words of numbers of all sizes, many with few digits."""
    found = []
    for _ in range(count):
        mantissa = chance.randrange(10 ** chance.randint(1, 10))
        number = Number.of(f"{chance.choice('-+')}{mantissa}e{chance.choice((-12, -3, -1, 0, 0, 2, 60))}")
        found.append(layout.to_word(number))
    return found


def counters(chance: random.Random, count: int) -> list[int]:
    """Words of loop counters (whole parts near a new digit, goals and steps), and other numbers."""
    texts = []
    for _ in range(count):
        whole = max(0, 10 ** chance.randint(0, 9) + chance.randint(-12, 12))
        controls = "", ".004", f".{chance.randint(0, 99999):05d}", f".{chance.randint(0, 10**9):09d}"
        texts.append(f"{chance.choice(('', '', '', '-'))}{whole}{chance.choice(controls)}")
    small = [f"{chance.randint(0, 99999)}e-{chance.randint(3, 14)}" for _ in range(count // 4)]
    return [layout.to_word(Number.of(text)) for text in (*texts, *small, "1e10", "-1e10", "1.5e10")]


def nearly_opposite(x: int) -> list[int]:
    """Numbers whose sum with x loses leading digits, among them some with the exponent one lower."""
    if not x:
        return []
    mantissa = abs(x) & layout.MASK
    others = [mantissa + sign * 10**places for places in range(10) for sign in (-1, 0, 1)]
    valid = [other for other in others if arithmetic.LOWEST <= other < arithmetic.LIMIT]
    sizes = [abs(x) - mantissa + other for other in valid]
    sizes.append(abs(x) - mantissa - (1 << layout.SHIFT) + arithmetic.LIMIT - 1)
    return [-size if x > 0 else size for size in sizes]


def arguments(chance: random.Random, function: Callable[..., Any]) -> list[tuple[int, ...]]:
    """Numbers for a function of lanes: usual ones in rows of sixteen, and rare ones among them."""
    powers = [
        layout.to_word(Number.of(f"{chance.choice('-++')}1e{chance.randint(-99, 99)}")) for _ in range(20)
    ]
    numbers = [0, *words(chance, 60), *counters(chance, 60), *powers]
    pairs = [(x, y) for x in numbers for y in chance.sample([*numbers, *nearly_opposite(x)], 12)]
    pairs += [(layout.to_word(Number.of(n)), layout.UNIT) for n in range(1, 65)]
    match function:
        case arithmetic.divide | costs.of_quotient:
            return [(x, y) for x, y in pairs if y]
        case arithmetic.multiply:
            return [(x, y, chance.choice((0, -2))) for x, y in pairs]
        case arithmetic.next_count | costs.of_counter:
            return [(x, n) for x in [*counters(chance, 500), *numbers] for n in (0, 1)]
        case costs.of_index:
            return [(x, arithmetic.magnitude(x), n) for x in numbers for n in (0, 1)]
        case costs.of_display:
            return [
                (x, code, n) for x in numbers for code in (0, 2, 4, 9, 10, 16, 20, 36, 41) for n in (0, 1)
            ]
    if function in (arithmetic.square_root, costs.of_root):
        return [(abs(x),) for x, _ in pairs]
    return pairs if OF_WORDS[function] == 2 else [(x,) for x, _ in pairs]


@pytest.mark.parametrize("function", few(OF_WORDS), ids=lambda function: function.__name__)
def test_functions_of_lanes_are_the_same_by_llvm(compiled: Compiled, function: Callable[..., Any]) -> None:
    rows = arguments(random.Random(function.__name__), function)
    assert len(rows) > 200
    assert compiled(function, rows) == results_of(function, rows)


def test_digits_are_cut_at_their_edges(compiled: Compiled) -> None:
    chance, most = random.Random("edges"), 2**51
    rows: list[tuple[int, ...]] = []
    for places in range(16):
        power = 10**places
        near = [power * chance.randrange(1 + (most - 2) // power) for _ in range(20)]
        edges = {0, 1, most - 1, *(one + step for one in near for step in (-1, 0, 1))}
        rows += [(digits, places) for digits in edges if 0 <= digits < most]
    right = [(digits // 10**places,) for digits, places in rows]
    assert compiled(arithmetic.cut, rows) == right
    assert results_of(arithmetic.cut, rows) == results_of(arithmetic.cut_by_reals, rows) == right


def test_counting_the_places_that_lack(compiled: Compiled) -> None:
    for length in range(1, 11):
        rows = [(10 ** (length - 1),), (10**length - 1,), (5 * 10 ** (length - 1),)]
        assert compiled(arithmetic.lacking, rows) == [(10 - length,)] * 3


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


@pytest.mark.slow
@pytest.mark.parametrize("model", firsts(Model))
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


@pytest.mark.slow
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


@pytest.mark.slow
def test_a_loop_without_end_stops_at_the_limit() -> None:
    """Its rounds change nothing but the counters, so that LLVM counts them beforehand."""
    program = Program.parse("LBL A\n5\nINT\nSTO RAN#\n1/x\nRAD\nGTO A")
    batches = [
        select(name).batch(program, [State.fresh(Model.HP15C)] * 2) for name in ("native", "reference")
    ]
    for batch in batches:
        batch.enter(np.array([1, 5]), "A")
    agree("lanes", batches[0], batches[1], 2, (batches[0].run(300), batches[1].run(300)))


@pytest.mark.slow
def test_not_counting_changes_nothing_but_word_times() -> None:
    program = Program.parse("LBL A\nSTO I\nLBL 1\nRCL I\nLOG\nSTO + 1\nDSE I\nGTO 1\nRCL 1\nPSE\nRTN")
    states = []
    for counting in (True, False):
        batch = NativeBatch(program, [State.fresh(Model.HP15C)] * 2, counting=counting)
        batch.enter(np.array([3, 50]), "A")
        outcome = batch.run()
        states.append([batch.state(lane) for lane in range(2)])
        assert (outcome.word_times is not None) == counting
    assert states[0] == states[1]


def test_machine_code_is_kept(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(build, "_folder", lambda: tmp_path)
    program = Program.parse("LBL A\n1\n+\nRTN")
    engine.build.__wrapped__(program)
    kept = list(tmp_path.iterdir())
    assert len(kept) == 1

    def refuse(text: str, machine: object) -> None:
        raise AssertionError("compiled again")

    monkeypatch.setattr(build, "_optimize", refuse)
    assert engine.build.__wrapped__(program)[0]


def test_a_folder_that_cannot_be_written_is_no_fault(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(build, "_folder", lambda: tmp_path / "none")
    assert engine.build.__wrapped__(Program.parse("LBL A\n2\n+\nRTN"))[0]


@pytest.mark.slow
def test_a_computer_without_avx_512_runs_one_lane_after_the_other(monkeypatch: pytest.MonkeyPatch) -> None:
    features = [name.replace("+avx512", "-avx512") for name in build._processor()[1].split(",")]
    given = build._processor()[0], ",".join(features)
    monkeypatch.setattr(build, "_processor", lambda: given)
    monkeypatch.setattr("hp15c.engines.native.engine.is_wide", build.is_wide.__wrapped__)
    assert not build.is_wide.__wrapped__()
    program = Program.parse("LBL A\nSTO I\nLBL 1\nRCL I\nx²\nSTO + 2\nDSE I\nGTO 1\nRCL 2\nRTN")
    batch = side_by_side(program, [State.fresh(Model.HP15C)] * 70, [list(range(1, 71))])
    assert batch.state(2).x == Number.of(1 + 4 + 9)


def test_the_processor_is_the_one_that_numba_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NUMBA_CPU_NAME", "haswell")
    monkeypatch.setenv("NUMBA_CPU_FEATURES", "-avx512f")
    assert build._processor() == ("haswell", "-avx512f")


def test_lanes_are_chosen_for_short_jobs() -> None:
    assert (fastest(), fastest(10), fastest(10**6)) == ("lanes", "lanes", "native")


needs_vectors = pytest.mark.skipif(not build.is_wide(), reason="lanes run side by side by AVX-512 only")


def side_by_side(
    program: Program, states: list[State], numbers: list[list[int]], label: str = "A"
) -> NativeBatch:
    """Lanes of machine code side by side end as those of the interpreter do, run after run."""
    batch = NativeBatch(program, states, lines_first=0)
    other = select("lanes").batch(program, states)
    for place, given in enumerate(numbers):
        for one in (batch, other):
            one.enter(np.array(given), None if place else label)
        agree("lanes", batch, other, len(states), (batch.run(2000), other.run(2000)))
    return batch


TOGETHER = """LBL A,STO 1,CLx,STO 2,1,.,9,STO 5,3,STO I,LBL 1,RCL 1,FRAC,1,0,×,x≠y,CLx,STO + 2,
LSTx,INT,x>y,ISG 5,RCL + 2,x=y,STO (i),RCL (i),x≠0,STO + (i),+,2,%,x<0,CHS,STO − 1,F? 1,
ENTER,+,RCL 4,x≤y,ISG 5,SF 1,DSE I,GTO 1,RTN"""
APART = "LBL A,STO 1,LBL 1,RCL 1,3,x>y,GTO 2,−,STO 1,GTO 1,LBL 2,DSE 1,GSB 3,1/x,RTN,LBL 3,RCL 1,x≠0,1/x,RTN"

FAR_APART = "LBL A,x=0,GTO 2," + "1,+," * 60 + "LBL 2,RTN"
CALLED_APART = "LBL A,STO 1,3,DSE 1,x≤y,GSB 1,RCL 1,x≠0,GSB 1,RTN,LBL 1,CLx,x=y,RTN,ENTER,2,×,STO + 1,RTN"
COUNTED_APART = "LBL A,STO 1,DSE 1,ISG 2,ENTER,RCL 1,+,RTN"


@needs_vectors
@pytest.mark.slow
def test_lanes_side_by_side_end_as_others_do() -> None:
    program = Program.parse(TOGETHER.replace(",", "\n"))
    chance = random.Random("side by side")
    given = [[chance.choice((0, 1, 12, 4213, 99999, 1234567890)) for _ in range(70)] for _ in range(3)]
    batch = side_by_side(program, [State.fresh(Model.HP15C)] * 70, given)
    assert batch._fails == 0


@needs_vectors
@pytest.mark.slow
@pytest.mark.parametrize(
    ("text", "fails"), [(APART, 0), (FAR_APART, 2), (CALLED_APART, 0), (COUNTED_APART, 0)]
)
def test_lanes_that_go_apart_end_as_others_do(text: str, fails: int) -> None:
    """They run on side by side unless the places where they part and meet lie far from one another."""
    program = Program.parse(text.replace(",", "\n"))
    batch = side_by_side(program, [State.fresh(Model.HP15C)] * 66, [[lane % 7 for lane in range(66)]] * 2)
    assert batch._fails == fails


def test_a_loop_stands_together_in_the_order_of_places() -> None:
    ahead = {1: [2], 2: [3, 9], 3: [5, 4], 4: [5], 5: [2], 9: []}
    found = order(list(ahead), ahead)
    assert found[:2] == [1, 2]
    assert found[-1] == 9
    assert found.index(4) < found.index(5)


def test_what_all_ways_pass() -> None:
    ahead = {1: [2, 3], 2: [4], 3: [4, 5], 4: [6], 5: [6], 6: []}
    passed = on_all_ways(list(ahead), ahead)
    assert passed == {1: {1, 6}, 2: {2, 4, 6}, 3: {3, 6}, 4: {4, 6}, 5: {5, 6}, 6: {6}}


def test_lanes_meet_behind_the_shortest_way_aside() -> None:
    ways = Ways(decode(Program.parse(CALLED_APART.replace(",", "\n"))), [1], [])
    lines = {(place.line, place.returns) for place in ways.apart}
    assert {(14, (7,)), (14, (10,))} < lines
    assert not {7, 10} & {line for line, _ in lines}
    assert ways.deepest == 7


@needs_vectors
@pytest.mark.long
@pytest.mark.parametrize("name", ["small.15c", "fast.15c", "fast-4.15c", "plain.11c", "two-loops-fast.11c"])
def test_codemakers_side_by_side_end_as_others_do(name: str) -> None:
    text = (ROOT / "programs" / f"codemaker-{name}").read_text("utf-8")
    program, chance = Program.parse(text), random.Random(name)

    def codes(count: int) -> list[int]:
        return [int("".join(chance.choices("1234", k=4))) for _ in range(count)]

    turns = [codes(130), *(codes(130) if turn % 3 else codes(1) * 130 for turn in range(12))]
    side_by_side(program, [State.fresh(program.model)] * 130, turns, "B")


STEPS = """0 1 2 3 4 5 6 7 8 9 . ENTER CLx x↔y R↓ R↑ LSTx CHS + − × ÷ INT FRAC ABS x² 1/x % 10ˣ LOG π RAN# PSE
x=0 x≠0 x>0 x<0 x=y x≠y x>y x≤y x≥y RTN""".split()  # noqa: SIM905
STEPS += ["FIX 2", "SF 1", "CF 1", "F? 1", "GTO 1", "GTO 2", "GSB 2"]
STEPS += [
    f"{name} {register}"
    for name in (
        "STO",
        "RCL",
        "STO +",
        "STO −",
        "STO ×",
        "STO ÷",
        "RCL +",
        "RCL −",
        "RCL ×",
        "DSE",
        "ISG",
        "x↔",
    )
    for register in ("1", "2", "I", "(i)")
]
FEW = "0 1 2 3 4 -1 -2 10 12 0.5 3.00402 9.09909 123.45 1e5 1e-3 4213 99999 -3.25 1234567890 7e98".split()  # noqa: SIM905


@needs_vectors
@pytest.mark.long
@pytest.mark.parametrize("seed", range(60))
def test_random_lines_side_by_side_end_as_others_do(seed: int) -> None:
    chance = random.Random(f"wide {seed}")
    lines = ["LBL A", *chance.choices(STEPS, k=8), "LBL 1", *chance.choices(STEPS, k=8), "LBL 2", "RTN"]
    numbers = [Number.of(text) for text in chance.sample(FEW, 4)]
    states = [State.fresh(Model.HP15C) for _ in range(64)]
    for state in states:
        state.i = Number.of(chance.choice("1112"))
        state.stack[:] = chance.choices(numbers, k=4)
        state.registers[:3] = chance.choices(numbers, k=3)
    side_by_side(Program.parse("\n".join(lines)), states, [chance.choices((1, 2, 4213), k=64)])
