"""Proofs on symbols agree with whole runs on digits, find what is wrong, and refuse the rest."""

from __future__ import annotations

import random
import re
from dataclasses import replace
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

import programs
from hp15c import Calculator
from hp15c.core.playing import state_with
from hp15c.engines import REASONS, select
from hp15c.listing.program import Program
from hp15c.numbers.number import Number
from hp15c.state.state import State
from hp15c.table.instructions import Step, step
from hp15c.table.modes import AngleMode
from programs.codemaker import Seat, code_at, highest_told, true_score
from programs.proof import digits, explore, later_guesses
from programs.proof.blocks import Blocks
from programs.proof.digits import HeldValue, NotSymbolic, Symbol, SymbolicNumber
from programs.proof.ends import Fault
from programs.proof.explore import ListingProof, prove
from programs.proof.lines import DigitRegisters, KnownPairs, do
from programs.proof.named_registers import NamedRegisters
from programs.proof.ways import Way
from programs.verify import agreement, start_states
from tests.support.shares import few

FOLDER = Path(programs.__file__).parent
SHIPPED = sorted(FOLDER.glob("codemaker*.1?c"))
ANY_DIGITS = [path for path in SHIPPED if "-fast-4" not in path.name]
OF_FOUR = [path for path in SHIPPED if "-fast-4" in path.name]
KEEPS = FOLDER / "codemaker-fast-4.15c"
"""It puts the count of digit 2 back from a second register."""
SOME = [path for path in SHIPPED if path.name in ("codemaker-small.15c", "codemaker-plain.11c")]
CHANGED = {
    "codemaker-two-loops-small.15c": (12, 2, 4),
    "codemaker-plain.11c": (12, 2, 4),
    "codemaker-fast.15c": (5, 3, 3),
    "codemaker-two-loops-fast.15c": (5, 3, 3),
    "codemaker-two-loops-fast.11c": (12, 2, 4),
}
"""How many programs with a wrong line are made of these, and the codes: their digits, and the highest one."""
LINES = 5_000
"""More lines than a changed program runs that is right."""


def proven(path: Path, count: int) -> ListingProof:
    """The proof for the digits that a listing says its secrets may have."""
    program = Program.read(path)
    return prove(program, count, highest=highest_told(program.description, count))


S1, S2, G1, G2 = Symbol("s", 0), Symbol("s", 1), Symbol("g", 0), Symbol("g", 1)


def never(one: Symbol, other: Symbol) -> bool:
    return one == other


def arithmetic_sum(one: str, other: str) -> Number:
    """The sum on the calculator."""
    calculator = Calculator()
    calculator.press(f"{one.replace('e', ' EEX ')} ENTER {' '.join(other)} +")
    assert isinstance(calculator.x, Number)
    return calculator.x


def mutated(program: Program, chance: random.Random) -> Program:
    """A program with a line changed, exchanged or left out. Labels and digits stay, so that it still runs."""
    steps = list(program.steps)
    while True:
        place = chance.randrange(len(steps) - 1)
        if steps[place].name not in ("LBL", "digit", "RTN"):
            break
    kind = chance.randrange(3)
    if kind == 0:
        steps[place] = step(chance.choice(["ENTER", "R↓", "CLx", "x↔y", "INT", "FRAC", "CHS", "x=y", "x≠y"]))
    elif kind == 1:
        steps[place], steps[place + 1] = steps[place + 1], steps[place]
    else:
        del steps[place]
    return program.with_steps(tuple(steps))


def all_pairs(count: int, highest: int) -> list[tuple[str, str]]:
    """All pairs of codes of so many digits 1 to `highest`."""
    codes = [code_at(place, count, highest) for place in range(highest**count)]
    return [(secret, guess) for secret in codes for guess in codes]


def whole_run(program: Program, pairs: list[tuple[str, str]]) -> tuple[bool, bool]:
    """Whether every pair of a secret and a guess is scored rightly, and the same guess backwards after it.

    Each pair has a calculator of its own.
    """
    secrets = [int(secret) for secret, _ in pairs]
    batch = select("source").batch(
        program, start_states(Seat().set, secrets, [state_with(program)] * len(secrets))
    )
    told = batch.run(LINES).reasons == REASONS.index("stop")
    right = []
    for turn, guesses in enumerate(([guess for _, guess in pairs], [guess[::-1] for _, guess in pairs]), 1):
        numbers = np.array(list(map(int, guesses)))
        batch.enter(numbers)
        both = zip(guesses, secrets, strict=True)
        scores = np.array([true_score(guess, str(secret)).decimal for guess, secret in both])
        right.append(bool((told & agreement(Seat(), turn, numbers, scores, batch.run(LINES))).all()))
    return right[0], right[1]


def replaced(program: Program, place: int, *lines: Step) -> Program:
    """The program with other lines in place of one."""
    return program.with_steps((*program.steps[:place], *lines, *program.steps[place + 1 :]))


def test_what_moves_with_a_number_is_known() -> None:
    number = SymbolicNumber(1, (S1, S2, 5))
    assert str(digits.integer_part(number)) == "s1 s2 × 10^1"
    assert digits.fraction_part(number) == Number.of("0.5")
    assert digits.shift(digits.integer_part(number), -2) == SymbolicNumber(-1, (S1, S2))
    assert digits.total(number, Number.of("300.4")) == SymbolicNumber(2, (3, S1, S2, 9))
    assert digits.difference(number, number, never) == Number.of(0)
    assert digits.difference(number, SymbolicNumber(0, (S2,)), never) == SymbolicNumber(1, (S1, 0, 5))
    assert digits.integer_part(digits.logarithm(number)) == Number.of(1)
    assert digits.product(number, Number.of(0)) == Number.of(0)


def test_comparisons_are_decided_by_known_digits_or_by_a_pair() -> None:
    assert digits.unequal_place(SymbolicNumber(0, (S1,)), SymbolicNumber(0, (G1,)), never) == (S1, G1)
    assert digits.unequal_place(SymbolicNumber(0, (S1,)), SymbolicNumber(1, (S1,)), never) is False
    assert digits.unequal_place(SymbolicNumber(0, (S1, 2)), SymbolicNumber(0, (G1, 3)), never) is False
    assert digits.unequal_place(SymbolicNumber(0, (S1,)), SymbolicNumber(0, (G1,)), lambda *_: True) is True
    assert digits.unequal_place(SymbolicNumber(0, (S1,)), Number.of(0), never) is False


@pytest.mark.parametrize(
    "attempt",
    [
        lambda: digits.total(SymbolicNumber(0, (S1,)), Number.of(1)),
        lambda: digits.total(SymbolicNumber(0, (S1, 9)), Number.of("0.1")),
        lambda: digits.difference(Number.of(10), SymbolicNumber(0, (S1,)), never),
        lambda: digits.product(SymbolicNumber(0, (S1,)), Number.of(2)),
        lambda: digits.quotient(Number.of(10), SymbolicNumber(0, (S1,))),
        lambda: digits.unequal_place(SymbolicNumber(0, (S1,)), Number.of(3), never),
        lambda: digits.total(SymbolicNumber(9, (S1,)), SymbolicNumber(-1, (S2,))),
        lambda: digits.above(SymbolicNumber(0, (S1,)), SymbolicNumber(0, (S2,))),
        lambda: digits.logarithm(digits.code("s", 9)),
        lambda: digits.total(SymbolicNumber(0, (S1,)), Number.of(-1)),
    ],
)
def test_what_needs_more_is_refused(attempt: object) -> None:
    assert callable(attempt)
    with pytest.raises(NotSymbolic):
        attempt()


@pytest.mark.first
@pytest.mark.parametrize("path", few(ANY_DIGITS), ids=lambda path: path.name)
def test_a_shipped_listing_is_right_for_every_pair_of_three_digits(path: Path) -> None:
    for count in (1, 2, 3):
        proof = proven(path, count)
        assert (proof.fault, proof.later) == (None, True)


def test_a_listing_that_forgets_its_secret_is_right_at_the_first_guess_only() -> None:
    """Before the answer shows, the register of the secret is cleared."""
    program = Program.read(FOLDER / "codemaker-plain.11c")
    texts = list(map(str, program.steps))
    kept = program.steps[texts.index("CLEAR REG") + 1].operand
    answer = texts.index("FIX 2")
    lines = (step("CLx"), step("STO", kept), step("R↓"))
    steps = (*program.steps[:answer], step("ENTER"), *lines, *program.steps[answer:])
    proof = prove(program.with_steps(steps), 2)
    assert (proof.fault, proof.later) == (None, False)


@pytest.mark.parametrize(("pairs", "fits"), [(13, True), (14, False)])
def test_lines_of_an_hp_11c_take_the_register_of_a_secret(pairs: int, fits: bool) -> None:
    """From 134 lines on there is no R9, in which this listing keeps the secret."""
    program = Program.read(FOLDER / "codemaker-plain.11c")
    longer = replaced(program, 1, *(step("R↓"), step("R↑")) * pairs, program.steps[1])
    if fits:
        assert (prove(longer, 1).fault, whole_run(longer, all_pairs(1, 9))) == (None, (True, True))
        return
    assert whole_run(longer, all_pairs(1, 9))[0] is False
    with pytest.raises(NotSymbolic, match="ends in Error 3"):
        prove(longer, 1)


@pytest.mark.slow
def test_a_count_put_back_from_a_second_register_is_followed() -> None:
    """The copy of another digit's count, or a copy taken too late, is right at the first guess only."""
    program = Program.read(KEEPS)
    texts = list(map(str, program.steps))
    copied = texts.index("STO .9") - 1
    assert texts[copied] == "RCL 2"
    put_back = texts.index("STO 2") - 1
    others = (
        replaced(program, copied, step("RCL", "1")),
        replaced(program, put_back, step("RCL", "3")),
        replaced(program, put_back, step("RCL", "2"), step("STO", ".9")),
    )
    chance = random.Random("a second register")
    pairs = chance.sample(all_pairs(4, 4), 200)
    for other in others:
        proof = prove(other, 4, highest=4)
        assert (proof.fault, proof.later) == (None, False)
        assert whole_run(other, pairs) == (True, False)
    assert (proven(KEEPS, 4).later, whole_run(program, pairs)) == (True, (True, True))


@pytest.mark.slow
@pytest.mark.parametrize("path", [*OF_FOUR, *SOME], ids=lambda path: path.name)
def test_a_shipped_listing_is_right_for_every_pair_of_four_digits(path: Path) -> None:
    proof = proven(path, 4)
    assert (proof.fault, proof.later) == (None, True)


@pytest.mark.long
@pytest.mark.parametrize("count", [4, 5, 6, 7])
@pytest.mark.parametrize("path", ANY_DIGITS, ids=lambda path: path.name)
def test_a_shipped_listing_is_right_for_every_pair(path: Path, count: int) -> None:
    proof = proven(path, count)
    assert (proof.fault, proof.later) == (None, True)


def test_registers_that_a_digit_names_are_treated_alike_or_refused() -> None:
    """INT in place of FRAC makes another number of register 2 than of the others."""
    program = Program.read(FOLDER / "codemaker-two-loops-fast.15c")
    place = list(map(str, program.steps)).index("STO 2")
    other = replaced(program, place - 1, step("INT"))
    with pytest.raises(NotSymbolic, match=r"ISG \(i\): .* registers 1 to 4 were not treated alike"):
        prove(other, 4, highest=4)


@pytest.mark.slow
def test_a_register_that_is_not_put_back_is_right_at_the_first_guess_only() -> None:
    """Before the first guess FRAC changes no count, so that it does not matter there."""
    program = Program.read(FOLDER / "codemaker-two-loops-fast.15c")
    other = replaced(program, list(map(str, program.steps)).index("STO 2"))
    proof = prove(other, 3, highest=3)
    assert (proof.fault, proof.later) == (None, False)
    assert whole_run(other, all_pairs(3, 3)) == (True, False)


def test_more_digits_than_the_listing_has_registers_for_are_refused() -> None:
    with pytest.raises(NotSymbolic, match="registers 1 to 9 were not treated alike"):
        prove(Program.read(FOLDER / "codemaker-fast.15c"), 2, highest=9)


def test_a_digit_to_which_the_listing_jumps_is_refused() -> None:
    program = Program.read(FOLDER / "codemaker-fast-4.15c")
    place = list(map(str, program.steps)).index("ISG (i)")
    other = program.with_steps((*program.steps[:place], step("GTO", "I"), *program.steps[place + 1 :]))
    with pytest.raises(NotSymbolic, match=r"GTO I: a symbol is an address or a place to go to"):
        prove(other, 4, highest=4)


def test_the_turn_is_a_number_that_is_counted_on_and_shown() -> None:
    counted = digits.total(Number.of("1e11"), digits.TurnPower(11, 0))
    assert counted == digits.TurnPower(11, 1)
    assert digits.quotient(counted, Number.of("1e11")) == digits.TurnPower()
    typed = digits.counted_up(digits.counted_up(digits.TurnPower(11, 0)))
    assert typed == digits.TurnPower(11, 0, 2)
    assert digits.total(typed, Number.of("1e11")) == digits.TurnPower(11, 1)
    assert Number.of("1e11") == arithmetic_sum("1e11", "49") != arithmetic_sum("1e11", "50")
    with pytest.raises(NotSymbolic):
        digits.shift(typed, -11)
    with pytest.raises(NotSymbolic):
        digits.total(digits.TurnPower(11), Number.of("1e10"))
    with pytest.raises(NotSymbolic):
        digits.counted_up(digits.TurnPower(0))


@pytest.mark.slow
def test_a_turn_that_goes_back_is_not_proven_for_later_guesses() -> None:
    """The turn of the second guess is 1 again."""
    program = Program.read(FOLDER / "codemaker-fast-4.15c")
    place = list(map(str, program.steps)).index("FIX 2")
    lines = (step("CLx"), step("STO", ".3"), step("R↓"))
    steps = (*program.steps[:place], step("ENTER"), *lines, *program.steps[place:])
    proof = prove(program.with_steps(steps), 4, highest=4)
    assert (proof.fault, proof.later) == (None, False)


@pytest.mark.slow
def test_a_turn_that_is_always_one_is_not_proven_for_later_guesses() -> None:
    """The register of the turn is overwritten with what it holds after the first guess."""
    program = Program.read(FOLDER / "codemaker-two-loops-fast.15c")
    other = replaced(program, list(map(str, program.steps)).index("RCL + 0"), step("ENTER"))
    proof = prove(other, 2, highest=2)
    assert (proof.fault, proof.later) == (None, False)
    assert whole_run(other, all_pairs(2, 2)) == (True, False)


def test_a_turn_that_stays_at_two_is_not_proven_for_later_guesses() -> None:
    """It shows 1, 2, 2, 2: only the third guess differs from a right listing."""
    program = Program.read(FOLDER / "codemaker-small.15c")
    place = list(map(str, program.steps)).index("RCL + 6")
    least = (program.steps[place], step("digit", "2"), step("x>y"), step("x↔y"))
    other = replaced(program, place, *least)
    proof = prove(other, 2)
    assert (proof.fault, proof.later) == (None, False)
    assert whole_run(other, all_pairs(2, 2)) == (True, True)


@pytest.mark.parametrize(
    "lines",
    ["RAN# 2 × INT STO + 0", "9 0 COS 1 0 × INT STO + 0 RAD"],
    ids=["random numbers", "the angle mode"],
)
def test_what_a_scoring_leaves_for_the_next_one_is_seen(lines: str) -> None:
    """The first answer is right. The second one is computed from the next random number, or in RAD."""
    program = Program.read(FOLDER / "codemaker-plain.15c")
    place = list(map(str, program.steps)).index("FIX 2") - 1
    more = Program.parse(lines, program.model).steps
    other = program.with_steps((*program.steps[:place], *more, *program.steps[place:]))
    proof = prove(other, 1)
    assert (proof.fault, proof.later) == (None, False)
    assert whole_run(other, all_pairs(1, 2)) == (True, False)


@pytest.mark.parametrize(("field", "value"), [("angle", AngleMode.RAD), ("seed", 1)])
def test_ways_with_another_angle_mode_or_seed_are_not_joined(field: str, value: object) -> None:
    program, nothing = Program.read(FOLDER / "codemaker-plain.15c"), frozenset[int]()
    one, other = (
        Way(state_with(program), KnownPairs(), nothing, nothing, NamedRegisters(9)) for _ in range(2)
    )
    base = later_guesses.cells(one.state)
    assert one.key(base) == other.key(base)
    setattr(other.state, field, value)
    assert one.key(base) != other.key(base)


@pytest.mark.parametrize("line", ["SF I", "f I", "Re↔Im"])
def test_lines_that_may_turn_complex_mode_on_are_refused(line: str) -> None:
    program = Program.read(FOLDER / "codemaker-plain.15c")
    more = Program.parse(line, program.model).steps
    with pytest.raises(NotSymbolic, match="complex"):
        prove(program.with_steps((*program.steps, *more)), 1)


def test_a_group_of_digits_names_one_register() -> None:
    named = NamedRegisters(4).join(S1, None).join(G1, 0).join(S2, None).holding(0, Number.of(2))
    assert [(group.secret, group.holds) for group in named.groups] == [
        ((0,), Number.of(2)),
        ((1,), Number.of(0)),
    ]
    assert (named.find(G1), named.find(S2), named.find(G2)) == (0, 1, None)
    met = named.meet(NamedRegisters(4).join(S1, None).join(S2, None).holding(0, Number.of(2)))
    assert met.find(G1) is None
    assert [group.holds for group in named.without("s").groups] == [Number.of(2)]


def test_a_line_with_the_number_of_a_named_register_is_kept_for_later() -> None:
    cell = digits.fraction_part(HeldValue(3))
    assert isinstance(cell, HeldValue)
    assert cell.after(Number.of("2.001"), Number.of("3.004")) == Number.of("0.001")
    assert replace(cell, kept=True).after(Number.of("2.001"), Number.of("3.004")) == Number.of("0.004")
    with pytest.raises(NotSymbolic):
        digits.total(cell, Number.of(1))


def agreed_verdicts(name: str, count: int, highest: int, chance: random.Random, number: int) -> list[str]:
    """The verdicts on programs with a wrong line, each held to the whole run."""
    program = Program.read(FOLDER / name)
    pairs = all_pairs(count, highest)
    verdicts = []
    for _ in range(number):
        other = mutated(program, chance)
        try:
            proof = prove(other, count, highest=highest)
        except NotSymbolic:
            verdicts.append("refused")
            continue
        verdicts.append("wrong" if proof.fault else "later" if proof.later else "first")
        first, second = whole_run(other, pairs)
        assert first == (proof.fault is None), proof.fault
        assert second or proof.fault or not proof.later
    return verdicts


@pytest.mark.slow
@pytest.mark.parametrize("name", CHANGED)
def test_what_is_proven_agrees_in_the_whole_run(name: str) -> None:
    """Programs with a wrong line: none is proven that has a wrong pair, and some are found wrong."""
    number, count, highest = CHANGED[name]
    verdicts = agreed_verdicts(name, count, highest, random.Random(f"proof {name}"), number)
    assert {"wrong", "later"} <= set(verdicts)


@pytest.mark.long
@pytest.mark.parametrize("path", SHIPPED, ids=lambda path: path.name)
def test_more_of_what_is_proven_agrees_in_the_whole_run(path: Path) -> None:
    count, highest = (4, 4) if "-fast-4" in path.name else (3, 3) if "fast" in path.name else (2, 4)
    chance = random.Random(f"more {path.name}")
    number = 4 if count == 4 else 40
    verdicts = agreed_verdicts(path.name, count, highest, chance, number)
    assert "wrong" in verdicts


@pytest.mark.slow
@pytest.mark.each
@pytest.mark.parametrize("name", ["codemaker-small.11c", "codemaker-fast.11c"])
def test_remembered_blocks_give_the_proof_that_single_lines_give(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    with_blocks = proven(FOLDER / name, 2)
    monkeypatch.setattr(Blocks, "result", lambda *_: None)
    assert proven(FOLDER / name, 2) == with_blocks


@pytest.mark.slow
@pytest.mark.each
@pytest.mark.parametrize("name", ["codemaker-fast.15c", "codemaker-two-loops-fast.11c"])
def test_counted_digits_and_pairs_of_digits_prove_the_same(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted = proven(FOLDER / name, 3)

    def refused(*_: object) -> ListingProof:
        raise NotSymbolic

    monkeypatch.setattr(explore, "_all_counted", refused)
    by_pairs = proven(FOLDER / name, 3)
    assert (by_pairs.fault, by_pairs.later) == (counted.fault, counted.later) == (None, True)
    assert by_pairs.ends > counted.ends
    assert counted.pairs == counted.highest**6


def test_a_block_does_to_other_numbers_what_its_lines_do() -> None:
    """It was remembered with other numbers in the cells that it only moves."""
    program = Program.read(FOLDER / "codemaker-small.15c")
    line = list(map(str, program.steps)).index("LBL 2") + 1

    def calculator(others: str) -> State:
        state = state_with(program)
        state.line, state.running, state.i = line, True, Number.of(2)
        numbers: list[Any] = [Number.of(one) for one in others.split()]
        state.stack[:], state.last_x = numbers[:4], numbers[4]
        state.registers[2] = cast("Any", SymbolicNumber(0, (S1, S2, 0, G1)))
        state.registers[5] = Number.of(3)
        return state

    known = Blocks(program)
    assert known.result(calculator("1 2 3 4 5")) is known.result(calculator("6 7 8 9 10"))
    quick, slow = calculator("6 7 8 9 10"), calculator("6 7 8 9 10")
    block = known.result(quick)
    assert block is not None
    block.apply(quick)
    for _ in range(block.lines):
        do(slow, KnownPairs(), DigitRegisters(NamedRegisters()))
    assert (later_guesses.cells(quick), quick.line, quick.lift) == (
        later_guesses.cells(slow),
        slow.line,
        slow.lift,
    )


def test_a_fault_of_counted_digits_shows_when_its_pair_is_played() -> None:
    program = Program.read(FOLDER / "codemaker-fast.15c")
    place = list(map(str, program.steps)).index("ISG (i)")
    other = replaced(program, place, step("DSE", "(i)"))
    fault = prove(other, 2, highest=2).fault
    assert fault is not None
    secret, guess = re.findall(r"[1-9]{2}", fault)[:2]
    assert Fault(secret, guess, "").shows(other, Seat(), 2)
    assert not Fault(secret, guess, "").shows(program, Seat(), 2)
    assert not Fault(secret, "13", "").shows(other, Seat(), 2)


@pytest.mark.parametrize("line", ["STO A", "MATRIX 1", "SF 8", "SOLVE A"])
def test_what_ways_would_share_is_refused(line: str) -> None:
    program = Program.read(FOLDER / "codemaker-small.15c")
    with pytest.raises(NotSymbolic, match=f"line 001 {line}: "):
        prove(replaced(program, 0, step(*line.split())), 2)


def test_a_wrong_listing_is_found_with_a_pair_that_shows_it() -> None:
    program = Program.read(FOLDER / "codemaker-plain.11c")
    place = next(place for place, one in enumerate(program.steps) if str(one) == "x≠y")
    steps = (*program.steps[:place], step("x=y"), *program.steps[place + 1 :])
    fault = prove(program.with_steps(steps), 2).fault
    assert fault is not None
    assert fault.startswith("secret ")
