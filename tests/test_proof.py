"""Proofs on symbols agree with whole runs on digits, find what is wrong, and refuse the rest."""

from __future__ import annotations

import json
import random
from itertools import product
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner

import programs
from hp15c.engines import REASONS, select
from hp15c.instructions import step
from hp15c.number import Number
from hp15c.playing import loaded
from hp15c.program import Program
from programs.cli_prove import prove as command
from programs.codemaker import Seat, code_at, true_score
from programs.proof import digits
from programs.proof.digits import Refused, Symbol, Symbolic
from programs.proof.explore import prove
from programs.verify import agreement, started

FOLDER = Path(programs.__file__).parent
PROVABLE = sorted(
    path for path in FOLDER.glob("codemaker*.1?c") if "-small" in path.name or "-plain" in path.name
)
REFUSED = sorted(path for path in FOLDER.glob("codemaker*.1?c") if path not in PROVABLE)
SMALLEST = {"15c": "codemaker-two-loops-small.15c", "11c": "codemaker-plain.11c"}
LINES = 1_000
S1, S2, G1, G2 = Symbol("s", 0), Symbol("s", 1), Symbol("g", 0), Symbol("g", 1)


def never(one: Symbol, other: Symbol) -> bool:
    return one == other


def mutated(program: Program, chance: random.Random) -> Program:
    """A program with a line changed, exchanged or left out; labels and digits stay, so that it still runs."""
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


def whole_run(program: Program) -> tuple[bool, bool]:
    """Whether every pair of two digits 1 to 4 is scored rightly, and another guess after it.

    Each pair has a calculator of its own.
    Four digits are equal and unequal in all ways that there are with digits 1 to 4.
    """
    codes = [code_at(place, 2, 4) for place in range(16)]
    pairs = list(product(codes, repeat=2))
    secrets = [int(secret) for secret, _ in pairs]
    batch = select("source").batch(program, started(Seat().set, secrets, [loaded(program)] * len(secrets)))
    told = batch.run(LINES).reasons == REASONS.index("stop")
    right = []
    for turn, guesses in enumerate(([guess for _, guess in pairs], [guess[::-1] for guess, _ in pairs]), 1):
        numbers = np.array(list(map(int, guesses)))
        batch.enter(numbers)
        both = zip(guesses, secrets, strict=True)
        scores = np.array([true_score(guess, str(secret)).decimal for guess, secret in both])
        right.append(bool((told & agreement(Seat(), turn, numbers, scores, batch.run(LINES))).all()))
    return right[0], right[1]


def test_what_moves_with_a_number_is_known() -> None:
    number = Symbolic(1, (S1, S2, 5))
    assert str(digits.integer_part(number)) == "s1 s2 × 10^1"
    assert digits.fraction_part(number) == Number.of("0.5")
    assert digits.moved(digits.integer_part(number), -2) == Symbolic(-1, (S1, S2))
    assert digits.total(number, Number.of("300.4")) == Symbolic(2, (3, S1, S2, 9))
    assert digits.difference(number, number, never) == Number.of(0)
    assert digits.difference(number, Symbolic(0, (S2,)), never) == Symbolic(1, (S1, 0, 5))
    assert digits.integer_part(digits.logarithm(number)) == Number.of(1)
    assert digits.product(number, Number.of(0)) == Number.of(0)


def test_comparisons_are_decided_by_known_digits_or_by_a_pair() -> None:
    assert digits.unequal_place(Symbolic(0, (S1,)), Symbolic(0, (G1,)), never) == (S1, G1)
    assert digits.unequal_place(Symbolic(0, (S1,)), Symbolic(1, (S1,)), never) is False
    assert digits.unequal_place(Symbolic(0, (S1, 2)), Symbolic(0, (G1, 3)), never) is False
    assert digits.unequal_place(Symbolic(0, (S1,)), Symbolic(0, (G1,)), lambda *_: True) is True
    assert digits.unequal_place(Symbolic(0, (S1,)), Number.of(0), never) is False


@pytest.mark.parametrize(
    "attempt",
    [
        lambda: digits.total(Symbolic(0, (S1,)), Number.of(1)),
        lambda: digits.total(Symbolic(0, (S1, 9)), Number.of("0.1")),
        lambda: digits.difference(Number.of(10), Symbolic(0, (S1,)), never),
        lambda: digits.product(Symbolic(0, (S1,)), Number.of(2)),
        lambda: digits.quotient(Number.of(10), Symbolic(0, (S1,))),
        lambda: digits.unequal_place(Symbolic(0, (S1,)), Number.of(3), never),
        lambda: digits.total(Symbolic(9, (S1,)), Symbolic(-1, (S2,))),
        lambda: digits.above(Symbolic(0, (S1,)), Symbolic(0, (S2,))),
        lambda: digits.logarithm(digits.code("s", 9)),
        lambda: digits.total(Symbolic(0, (S1,)), Number.of(-1)),
    ],
)
def test_what_needs_more_is_refused(attempt: object) -> None:
    assert callable(attempt)
    with pytest.raises(Refused):
        attempt()


@pytest.mark.parametrize("path", PROVABLE, ids=lambda path: path.name)
def test_a_shipped_listing_is_right_for_every_pair_of_three_digits(path: Path) -> None:
    for count in (1, 2, 3):
        proof = prove(Program.read(path), count)
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


@pytest.mark.slow
@pytest.mark.parametrize("path", PROVABLE, ids=lambda path: path.name)
def test_a_shipped_listing_is_right_for_every_pair_of_four_digits(path: Path) -> None:
    assert prove(Program.read(path), 4).fault is None


@pytest.mark.slow
@pytest.mark.parametrize("name", ["codemaker-plain.11c", "codemaker-two-loops-small.15c"])
def test_a_shipped_listing_is_right_for_every_pair_of_five_digits(name: str) -> None:
    assert prove(Program.read(FOLDER / name), 5).fault is None


@pytest.mark.long
@pytest.mark.parametrize("count", [5, 6, 7])
@pytest.mark.parametrize("path", PROVABLE, ids=lambda path: path.name)
def test_a_shipped_listing_is_right_for_every_pair(path: Path, count: int) -> None:
    assert prove(Program.read(path), count).fault is None


@pytest.mark.parametrize("path", REFUSED, ids=lambda path: path.name)
def test_a_digit_as_an_address_is_refused(path: Path) -> None:
    with pytest.raises(Refused, match=r"line \d\d\d .*\(i\): a symbol is an address"):
        prove(Program.read(path), 4)


@pytest.mark.slow
@pytest.mark.parametrize("model", SMALLEST)
def test_what_is_proven_agrees_in_the_whole_run(model: str) -> None:
    """Programs with a wrong line: none is proven that has a wrong pair, and some are found wrong."""
    chance = random.Random(f"proof {model}")
    program = Program.read(FOLDER / SMALLEST[model])
    verdicts = []
    for _ in range(20):
        other = mutated(program, chance)
        try:
            proof = prove(other, 2)
        except Refused:
            verdicts.append("refused")
            continue
        verdicts.append("wrong" if proof.fault else "later" if proof.later else "first")
        first, second = whole_run(other)
        assert first == (proof.fault is None), proof.fault
        assert second or proof.fault or not proof.later
    assert {"wrong", "later"} <= set(verdicts)


def test_a_wrong_listing_is_found_with_a_pair_that_shows_it() -> None:
    program = Program.read(FOLDER / "codemaker-plain.11c")
    place = next(place for place, one in enumerate(program.steps) if str(one) == "x≠y")
    steps = (*program.steps[:place], step("x=y"), *program.steps[place + 1 :])
    fault = prove(program.with_steps(steps), 2).fault
    assert fault is not None
    assert fault.startswith("secret ")


def test_the_command_says_what_is_proven_and_what_is_not(tmp_path: Path) -> None:
    path = FOLDER / "codemaker-plain.11c"
    typed = CliRunner().invoke(command, [str(path), "--digits", "2", "--model", "11C"])
    assert (typed.exit_code, typed.output[:38]) == (0, "N = 2: right for all 81 × 81 pairs, at")
    shown = CliRunner().invoke(command, [str(path), "--digits", "1", "--json"])
    assert json.loads(shown.output)[0] == {
        "digits": 1,
        "ends": 2,
        "widest": 2,
        "lines": json.loads(shown.output)[0]["lines"],
        "fault": None,
        "later": True,
    }
    refused = CliRunner().invoke(command, [str(FOLDER / "codemaker-fast.15c"), "--digits", "2"])
    assert refused.exit_code == 2
    assert "N = 2 cannot be proven: line 226" in refused.stderr
    wrong = tmp_path / "wrong.11c"
    wrong.write_text(path.read_text("utf-8").replace("g FRAC", "g INT").replace("42 44", "43 44"), "utf-8")
    assert CliRunner().invoke(command, [str(wrong), "--digits", "2"]).exit_code in (1, 2)
