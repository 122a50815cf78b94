"""Listings whose secret is only drawn, and keys that are not those of the listing."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner, Result

import programs
from hp15c.errors import InputError
from hp15c.listing.program import Program
from hp15c.numbers.number import Number
from hp15c.state.state import State
from hp15c.table.instructions import step
from programs.codemaker import DrawingKeys, NumberAndKey, Seat, read_draw, read_registers
from programs.drawn_secrets import draw_state, secret_in
from programs.shell import main
from programs.verify import Check, Disagreement, DrawnSecrets, Sample, run

PROGRAM = Program.read(Path(programs.__file__).with_name("codemaker-small.15c"))
SECRET = next(name for name, note in PROGRAM.registers.items() if note == "the secret")


def asking() -> Program:
    """The CodeMaker with a stop after LBL A: it draws when N is keyed in and R/S pressed."""
    place = [str(one) for one in PROGRAM.steps].index("LBL A") + 1
    return PROGRAM.with_steps((*PROGRAM.steps[:place], step("R/S"), *PROGRAM.steps[place:]))


ASKING = asking()
SEAT = Seat(draw=DrawingKeys("GSB A {digits} R/S"), registers=read_registers(SECRET))


def hp15c(*args: str) -> Result:
    return CliRunner().invoke(main, args)


def test_a_drawn_secret_is_read_back_and_every_answer_agrees() -> None:
    tally = run(Check(ASKING, SEAT, "source"), Sample(3, 65, seed=2))
    assert (tally.pairs, tally.agreed) == (65, 65)


def test_the_drawn_secret_is_the_one_that_the_calculator_scores() -> None:
    """The read secret, keyed in as a guess, is answered N0. It is not the same for every seed."""
    from hp15c import Calculator

    found = set()
    for seed in (1, 2, 3_141_592_653):
        state = draw_state(ASKING, SEAT, 4, seed)
        secret = secret_in(state, SEAT.registers, 4)
        calculator = Calculator(state=state)
        calculator.press(f"{secret} R/S")
        assert calculator.display.strip() == f"{int(secret):,}.40"
        found.add(secret)
    assert len(found) > 1


def test_a_wrong_listing_is_found_with_keys_that_show_it_again() -> None:
    from hp15c import Calculator

    steps = tuple(step("FIX", "3") if str(one) == "FIX 2" else one for one in ASKING.steps)
    tally = run(Check(ASKING.with_steps(steps), SEAT, "source"), Sample(3, 2, seed=2))
    row = tally.disagreements[0]
    calculator = Calculator()
    calculator.load(ASKING.with_steps(steps))
    calculator.press(row.keys)
    assert row.machine == f"1. then {calculator.display.strip()} (stop)"


def test_secrets_drawn_by_any_keys_are_found_by_scoring_too() -> None:
    seat = Seat(draw=DrawingKeys("GSB A {n} R/S"))
    tally = run(Check(ASKING, seat, "source"), DrawnSecrets(2, seeds=3))
    assert tally.pairs == tally.agreed > 0


def test_a_secret_stands_in_one_register_or_a_digit_in_each() -> None:
    state = State()
    state.registers[1:4] = map(Number.of, (3, 1, 2))
    assert secret_in(state, (1, 2, 3), 3) == "312"
    assert secret_in(state, (1, 2, 3), 2) == "31"
    state.registers[5] = Number.of(412)
    assert secret_in(state, (5,), 3) == "412"
    for registers, digits in (((1, 2), 3), ((5,), 2), ((6,), 2), ((30,), 1), ((6, 7), 2)):
        with pytest.raises(InputError):
            secret_in(state, registers, digits)


@pytest.mark.parametrize(
    ("text", "found"), [("1-3", (1, 2, 3)), ("5", (5,)), ("r1, R3,.2", (1, 3, 12)), (".0-.2", (10, 11, 12))]
)
def test_registers_are_named_as_people_write_them(text: str, found: tuple[int, ...]) -> None:
    assert read_registers(text) == found


@pytest.mark.parametrize("text", ["", "3-1", "x", "-", "99"])
def test_what_names_no_registers_is_refused(text: str) -> None:
    with pytest.raises(InputError, match="names no registers"):
        read_registers(text)


def test_how_a_secret_is_drawn() -> None:
    assert read_draw("{n} GSB A") == NumberAndKey("n", "A")
    assert read_draw("GSB A {digits} R/S") == DrawingKeys("GSB A {digits} R/S")
    assert read_draw("GSB A").text(3) == "GSB A"
    for keys in ("GSB A {m}", "", "}"):
        with pytest.raises(InputError):
            read_draw(keys)


def test_keys_that_end_in_an_error_are_refused() -> None:
    with pytest.raises(InputError, match="Error 4"):
        draw_state(ASKING, Seat(draw=DrawingKeys("GSB E")), 3, 1)


def row(machine: str) -> Disagreement:
    return Disagreement("123", "321", machine, "1. then 321.12", "123 GSB B 321 R/S")


@pytest.mark.slow
def test_the_command(tmp_path: Path) -> None:
    file = str(tmp_path / "asks.15c")
    ASKING.write(file)
    some = (file, "--engine", "source", "--sample", "20", "--digits", "2")
    right = hp15c("verify", *some, "--draw", "GSB A {digits} R/S", "--secret-registers", SECRET)
    assert right.exit_code == 0, right.output
    swapped = hp15c("verify", *some, "--answer", "pause")
    assert swapped.exit_code == 2
    assert "not the keys of this listing" in swapped.output
    assert "--answer stop" in swapped.output
    assert hp15c("verify", *some, "--secret-registers", "1-3", "--all").exit_code == 2
    assert hp15c("verify", file, "--secret-registers", "1-3", "--digits", "4").exit_code == 2
