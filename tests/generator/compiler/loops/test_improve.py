"""Loops in other forms: the CodeMaker with two loops is merged. Each form computes what its source does."""

from __future__ import annotations

import random
from functools import cache

import pytest
from hypothesis import HealthCheck, assume, given, settings

from generator.compiler import front
from generator.compiler.checking.compare import CallTally, compare
from generator.compiler.checking.draws import CallDraws
from generator.compiler.checking.examples import examples
from generator.compiler.checking.python_side import PythonSide
from generator.compiler.checking.tree_side import TreeSide
from generator.compiler.driver import Compiled, Goal, compile_module
from generator.compiler.tree import ir
from generator.compiler.tree.nodes import nodes
from hp15c import Calculator
from hp15c.listing.program import Program
from hp15c.table.models import Model
from programs.codemaker import NumberAndKey, Seat
from programs.verify import Check, rectangles, run, samples
from tests import ROOT
from tests.support.compiler_programs import sources

pytest.importorskip("islpy")

from generator.compiler.loops import leaving, marks, merging, never, tally, unread
from generator.compiler.loops.candidates import Candidate
from generator.compiler.loops.claims import tried
from generator.compiler.loops.improve import forbidden, improve, mergeable
from generator.compiler.loops.proof import FormRefused, prove
from generator.compiler.loops.story import dependence_facts, dependence_lines

TWO_LOOPS = ROOT / "programs" / "compiled" / "codemaker_two_loops.py"
SEAT = Seat(guess=NumberAndKey("guess", "A"), fixed=(4, 4))
BY_HAND_LINES, BY_HAND_SECONDS, BEST_PLAN_SECONDS = 231, 98.7, 7.5
COUNTS = frozenset(("correct", "displaced"))


def source() -> str:
    return TWO_LOOPS.read_text("utf-8")


def shipped(name: str) -> Program:
    """A compiled listing that is shipped. Another test compares it with its source."""
    return Program.read(TWO_LOOPS.with_name(f"{name}.15c"))


def four() -> str:
    """The same for secrets of four digits only, which an `assume` says where length is used."""
    return TWO_LOOPS.with_name("codemaker_four_digits.py").read_text("utf-8")


def unordered() -> str:
    text = source().replace("program, register", "program, register, unordered")
    for name in "jk":
        text = text.replace(f"for {name} in range(length)", f"for {name} in unordered(range(length))")
    return text


@cache
def small() -> Compiled:
    return compile_module(front.parse(source()))


@cache
def fast() -> Compiled:
    return compile_module(front.parse(four()), Model.HP15C, "fast")


def pair(module: ir.Module) -> merging.LoopPair:
    body = module.functions["score"].body
    first, second = mergeable(body)
    return merging.pair(body[first], body[second])


def seconds(compiled: Compiled, digits: int, count: int) -> float:
    """The mean seconds of scoring seeded pairs on the calculator."""
    chance, calculator = random.Random(15), Calculator()
    calculator.load(compiled.program)
    total = 0.0
    for _ in range(count):
        secret, guess = ("".join(chance.choices("12345678"[:digits], k=digits)) for _ in range(2))
        calculator.press(secret)
        calculator.run("B")
        before = calculator.seconds
        calculator.press(guess)
        calculator.run("A")
        calculator.run()
        total += calculator.seconds - before
    return total / count


# the CodeMaker with two loops


def test_dependences_are_told_in_the_names_of_the_source() -> None:
    told = "\n".join(dependence_lines(front.parse(source())))
    for line in (
        "correct[i] -> displaced[i, k] through matched_secret (flow, output)",
        "correct[i] -> displaced[j, i] through matched_guess (flow, output)",
        "displaced[j, k] -> displaced[j, k'] through matched_secret for k' > k, distance (0, +)",
        "displaced[j, k] -> displaced[j', k] through matched_guess for j' > j, distance (+, 0)",
        "displaced[j, k] -> displaced[j', k'] through displaced for j' > j, distance (+, *)",
        "displaced[j, k] -> displaced[j, k'] through displaced for k' > k, distance (0, +)",
    ):
        assert line in told


def test_rows_keep_every_dependence_and_diagonals_do_not() -> None:
    module = front.parse(source())
    found = pair(module)
    assert "none leads backwards" in str(prove(merging.by_rows(found, module), module, COUNTS))
    with pytest.raises(
        FormRefused, match=r"displaced\[j, k\] -> displaced\[j, k'\] through matched_secret for k < k'"
    ):
        prove(merging.by_diagonals(found, module), module, COUNTS)
    assert "`unordered(range(...))` on j and k" in "\n".join(forbidden(module))


@pytest.mark.slow
def test_diagonals_are_legal_with_the_claim() -> None:
    module = front.parse(unordered())
    proof = prove(merging.by_diagonals(pair(module), module), module, COUNTS, claims=True)
    assert proof.claims == ("j", "k")
    assert not list(improve(front.parse(source()), "small"))[-1].name.startswith("merged, diagonal")
    assert any(one.name.startswith("merged, diagonal") for one in improve(module, "small"))


def agrees(module: ir.Module, candidate: Candidate, count: int = 25) -> None:
    """Whether a candidate's tree computes what the source computes as Python."""
    python, tree = PythonSide(module), TreeSide(candidate.module, operations=10**6)
    sequences = examples(module, python.names)
    draws = CallDraws(module, sequences, random.Random(7))
    calls = [[one.call for one in sequence] for sequence in sequences]
    for sequence in (*calls, *(draws.sequence() for _ in range(count))):
        found = compare(sequence, python, tree, CallTally())
        assert found is None, f"{candidate.name}: {found}"


@pytest.mark.slow
@pytest.mark.parametrize("text", [source, four, unordered])
def test_all_candidates_compute_what_the_source_computes(text: object) -> None:
    assert callable(text)
    module = front.parse(text())
    found = list(improve(module, "small" if text is unordered else "fast"))
    assert len(found) >= 5
    for candidate in found:
        agrees(module, candidate)


@pytest.mark.slow
def test_two_loops_small() -> None:
    compiled = small()
    assert len(compiled.program) < BY_HAND_LINES
    assert seconds(compiled, 4, 5) < BY_HAND_SECONDS
    told = "\n".join(compiled.explanation)
    assert "Chosen for small: merged, row by row" in told
    assert "matched_secret[i] is still 0 at correct[i]" in told


@pytest.mark.slow
def test_four_digits_fast() -> None:
    compiled = fast()
    assert seconds(compiled, 4, 20) <= 2 * BEST_PLAN_SECONDS


@pytest.mark.parametrize(("digits", "drawn"), [(1, 0), (2, 0), (3, 0), (4, 500), (8, 60)])
def test_scores_are_the_solvers(digits: int, drawn: int) -> None:
    check = Check(small().program, SEAT)
    tallies = [run(check, piece) for piece in (samples(digits, drawn, 0) if drawn else rectangles(digits))]
    assert sum(one.pairs for one in tallies) == sum(one.agreed for one in tallies) > 0


@pytest.mark.slow
def test_scores_of_four_digits_fast_are_the_solvers() -> None:
    tallies = [run(Check(fast().program, SEAT), piece) for piece in samples(4, 1000, 0)]
    assert sum(one.pairs for one in tallies) == sum(one.agreed for one in tallies) == 1000


@pytest.mark.slow
def test_many_seeded_pairs() -> None:
    pytest.importorskip("numba")
    check = Check(shipped("codemaker_two_loops"), SEAT, "lanes")
    for digits in range(4, 9):
        for piece in samples(digits, 2_000, 0):
            tally = run(check, piece)
            assert tally.agreed == tally.pairs, tally.disagreements


@pytest.mark.long
@pytest.mark.parametrize("goal", ["small", "fast"])
def test_all_pairs_and_many_seeded_ones(goal: Goal) -> None:
    pytest.importorskip("numba")
    check = Check(compile_module(front.parse(source()), Model.HP15C, goal).program, SEAT, "lanes")
    for digits in range(4, 9):
        for piece in rectangles(4) if digits == 4 else samples(digits, 100_000, 0):
            tally = run(check, piece)
            assert tally.agreed == tally.pairs, tally.disagreements


@pytest.mark.long
def test_all_pairs_of_four_digits_fast() -> None:
    pytest.importorskip("numba")
    for piece in rectangles(4):
        tally = run(Check(fast().program, SEAT, "lanes"), piece)
        assert tally.agreed == tally.pairs, tally.disagreements


# claims


ORDER_MATTERS = """
from generator.language import array, program, unordered

a = array(5)


@program("A")
def f(x):
    for i in range(5):
        a[i] = x + i
    last = 0
    for j in unordered(range(5)):
        {body}
    return last
"""


def test_a_claim_that_does_not_hold_is_found() -> None:
    module = front.parse(ORDER_MATTERS.format(body="last = a[j]"))
    with pytest.raises(FormRefused, match=r"the claim unordered does not hold: .* gives .* in another order"):
        tried(module, "f")


def test_a_claim_that_holds_is_told_with_what_supports_it() -> None:
    module = front.parse(
        ORDER_MATTERS.format(body="last += 1 if False else 1").replace(" if False else 1", "")
    )
    assert "no result changed" in str(tried(module, "f"))


# single forms


def test_a_loop_is_left_early_only_when_its_condition_ends_with_its_work() -> None:
    module = front.parse(source())
    inner = pair(module).inner
    early = leaving.leave_early(inner)
    assert any(isinstance(node, ir.Break) for node in nodes(early))
    text = source().replace("matched_secret[j] = 1", "matched_secret[j] = 0")
    with pytest.raises(FormRefused, match="no condition in k ends"):
        leaving.leave_early(pair(front.parse(text)).inner)


def test_marks_are_folded_only_when_nothing_can_equal_them() -> None:
    module = front.parse(source().replace("guess[i] = rest % 10", "guess[i] = rest"))
    with pytest.raises(FormRefused):
        marks.fold(module, "score", "matched_guess")


def test_counts_are_joined_only_when_they_are_needed_in_one_sum() -> None:
    body = front.parse(source()).functions["score"].body
    found = tally.joined(body, front.parse(source()))
    assert dict(found.weights) == {"correct": 10, "displaced": 1}
    other = front.parse(source().replace("pause(turn)", "pause(correct)"))
    with pytest.raises(FormRefused):
        tally.joined(other.functions["score"].body, other)


def test_the_diagonal_is_left_out_only_when_the_first_loop_has_decided_it() -> None:
    module = front.parse(source())
    body = module.functions["score"].body
    complete, facts = merging.same_body(pair(module), body, module)
    assert len(facts) == 2
    without = never.without_diagonal(complete)
    assert any(isinstance(node, ir.Compare) and node.relation == "!=" for node in nodes(without.outer))
    with pytest.raises(FormRefused, match="not the same"):
        never.without_diagonal(pair(module))


def test_facts_end_where_somebody_writes() -> None:
    text = source().replace("    correct = 0\n", "    matched_secret[3] = 1\n    correct = 0\n", 1)
    module = front.parse(text)
    with pytest.raises(FormRefused, match="matched_secret is not known to be 0"):
        merging.same_body(pair(module), module.functions["score"].body, module)


def test_arrays_that_last_are_not_fresh() -> None:
    module = front.parse(source())
    assert unread.fresh("guess", module)
    assert not unread.fresh("secret", module)


def test_arrays_that_are_pinned_keep_what_the_source_leaves_in_them() -> None:
    module = front.parse(source().replace("matched_guess = array(8)", "matched_guess = array(8, at=4)"))
    assert not unread.fresh("matched_guess", module)
    with pytest.raises(FormRefused, match="matched_guess is pinned"):
        marks.fold(module, "score", "matched_guess")


@pytest.mark.slow
@settings(max_examples=8, deadline=None, derandomize=True, suppress_health_check=tuple(HealthCheck))
@given(sources())
def test_candidates_of_random_programs_agree(text: str) -> None:
    try:
        module = front.parse(text)
    except front.SourceError:
        assume(False)
    assume(
        any(isinstance(node, ir.For) for node in nodes(tuple(one.body for one in module.functions.values())))
    )
    for candidate in improve(module, "fast"):
        agrees(module, candidate, 4)


def test_the_dependences_as_data() -> None:
    """A sum that runs along an array: each pass reads what the one before it wrote."""
    module = front.parse(
        "from generator.language import array, program\n"
        "a = array(8)\n"
        '@program("A")\n'
        "def sums():\n"
        "    for i in range(1, 8):\n"
        "        a[i] = a[i] + a[i - 1]\n"
        "    return a[7]\n",
        "sums.py",
    )
    (one,) = dependence_facts(module)
    assert (one["kind"], one["through"], one["distance"], one["certain"]) == ("flow", "a", ["1"], True)
    assert one["source"] == one["sink"] == {"statement": "a", "coordinates": ["i"]}
    assert len(one["pieces"]) == 1
