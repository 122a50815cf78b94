"""Guesses that are none, typed at every shipped CodeMaker: it does what its listing says, and no worse."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import pytest

import programs
from generator.codemaker.plan import Wish
from generator.planner.emit import description
from hp15c import Calculator
from hp15c.display.display import x_display
from hp15c.listing.program import Program
from hp15c.state.state import State
from hp15c.table.instructions import Step
from hp15c.table.models import Model
from tests.generator.planner.test_checks import families
from tests.support.shares import few

LISTINGS = sorted(Path(programs.__file__).parent.glob("codemaker*.1?c"))
SECRET = "2412"
AFTERWARDS = (("4423", "4,423.11"), ("2412", "2,412.40"), ("1111", "1,111.10"))

TOO_LONG = {
    "a first digit more": "24123",
    "a last digit more": "44444",
    "a register of the secret": "16514",
    "another register": "11412",
    "zeros after": "24000",
    "twice too long": "12345678",
    "six digits": "123456",
    "nine digits": "123456789",
    "ten digits": "1234567890",
    "negative and too long": "24431 CHS",
    "a power of ten": "EEX 5 0",
}
OVERFLOW = {"the largest": "1 EEX 9 8"}
NO_GUESS = {
    "negative": "2443 CHS",
    "negative and short": "1 CHS",
    "negative secret": "2412 CHS",
    "a fraction": "24.43",
    "half a digit more": "2443.5",
    "below 1": ".5",
    "small": "EEX CHS 5",
    "R/S with no new guess": "2443 R/S",
    "the same twice": "2443 R/S R/S",
}
UNUSUAL = {"digits above N": "9876", "nines": "9999", "short": "24", "nothing": "0", "zeros within": "2002"}
SCORES = {"9876": "9,876.00", "9999": "9,999.00", "24": "24.02", "0": "0.00", "2002": "2,002.20"}

KEPT = "A guess with more digits than N shows no true answer. It takes a turn; the secret is kept."
MULTIPLIED = (
    "A guess with more digits than N shows no true answer, and takes a turn. One above 10^97 may stop with"
    " Error 1: press ← g RTN, then guess again. The secret is kept."
)
RECALLED = (
    "A guess with more digits than N shows no true answer, or stops with Error 3 or on 9.999999 99:"
    " press ← g RTN, then guess again. The secret is kept."
)
COUNTED = (
    "A guess with more digits than N may stop with Error 3: press ← g RTN, then guess again;"
    " the secret is kept. If it shows a number, the secret may be spoiled: set or draw one with GSB."
)
COUNTED_LATE = (
    "A guess with more digits than N may stop with Error 3: press ← g RTN; the answer to the next guess"
    " may be wrong, those after it are right."
    " If it shows a number, the secret may be spoiled: set or draw one with GSB."
)
FRACTION = (
    "A negative guess, or a fraction (R/S with no new guess makes one), shows no true answer."
    " It takes a turn; the secret is kept."
)


@cache
def said(path: Path) -> str:
    """What the listing says of itself."""
    return Program.read(path).description


@cache
def typed(path: Path, keys: str) -> tuple[str, bool, tuple[bool, ...]]:
    """What shows after keys and R/S, whether that is an Error or the largest number, and what comes then.

    After an Error or the largest number, ← g RTN is pressed, as the listings say. The last item says which of
    the guesses afterwards are answered rightly.
    """
    return after(Program.read(path), keys)


def after(program: Program, keys: str) -> tuple[str, bool, tuple[bool, ...]]:
    """As `typed`, for any program."""
    calculator = Calculator(model=program.model)
    calculator.load(program)
    calculator.press(f"{SECRET} GSB B {keys} R/S")
    shown = calculator.display.strip()
    stuck = calculator.error is not None or shown.startswith("9.999999")
    if stuck:
        calculator.press("← g RTN")
    right = []
    for guess, answer in AFTERWARDS:
        calculator.press(f"{guess} R/S")
        right.append(calculator.display.strip() == answer)
    return shown, stuck, tuple(right)


def next_turn(path: Path, keys: str) -> str:
    """The turn that the pause shows after keys and R/S and one guess more."""
    calculator, paused = Calculator(model=path.suffix[1:].upper()), list[str]()
    calculator.load(Program.read(path))
    calculator.press(f"{SECRET} GSB B {keys} R/S 4423")

    def watch(state: State, _: int, done: Step) -> None:
        if done.name == "PSE":
            paused.append(x_display(state).strip())

    calculator.key_down("31")
    calculator.key_up(observer=watch)
    return paused[0]


every_listing = pytest.mark.parametrize("path", LISTINGS, ids=lambda path: path.name)


@pytest.mark.first
@every_listing
def test_each_listing_says_one_thing_of_a_guess_that_is_too_long(path: Path) -> None:
    lines = said(path).split("\n")
    assert sum(line in (KEPT, MULTIPLIED, RECALLED, COUNTED, COUNTED_LATE) for line in lines) == 1
    assert FRACTION in lines


@pytest.mark.slow
@every_listing
def test_too_many_digits_do_what_the_listing_says(path: Path) -> None:
    lines = said(path).split("\n")
    spoiled = judge(lines, {keys: typed(path, keys) for keys in (TOO_LONG | OVERFLOW).values()})
    assert (spoiled > 0) == (COUNTED in lines or COUNTED_LATE in lines)


def judge(lines: Sequence[str], typed: Mapping[str, tuple[str, bool, tuple[bool, ...]]]) -> int:
    """Compare the displays after guesses with too many digits with the sheet.

    Returns how many spoiled the secret.
    """
    spoiled = 0
    for keys, (shown, stuck, right) in typed.items():
        if KEPT in lines:
            assert (stuck, right) == (False, (True, True, True)), keys
        elif MULTIPLIED in lines:
            assert right == (True, True, True), keys
            assert not stuck or (keys in OVERFLOW.values() and shown == "Error 1"), keys
        elif RECALLED in lines:
            assert right == (True, True, True), (keys, shown)
        elif stuck:
            assert right[COUNTED_LATE in lines :] == (True, True, True)[COUNTED_LATE in lines :], (
                keys,
                shown,
            )
        else:
            spoiled += right != (True, True, True)
    return spoiled


@pytest.mark.slow
@every_listing
def test_a_listing_that_warns_of_error_3_stops_so(path: Path) -> None:
    errors = [typed(path, keys)[0].startswith("Error") for keys in TOO_LONG.values()]
    kept = KEPT in said(path).split("\n") or MULTIPLIED in said(path).split("\n")
    assert any(errors) == (not kept)


@pytest.mark.slow
@every_listing
@pytest.mark.parametrize("keys", NO_GUESS.values(), ids=NO_GUESS)
def test_a_guess_that_is_none_takes_a_turn_and_keeps_the_secret(path: Path, keys: str) -> None:
    shown, stuck, right = typed(path, keys)
    assert not stuck, shown
    assert right == (True, True, True)
    assert next_turn(path, keys) == f"{2 + keys.count('R/S')}."


@pytest.mark.first
@every_listing
@pytest.mark.parametrize("guess", few(UNUSUAL.values()), ids=UNUSUAL)
def test_an_unusual_guess_is_scored(path: Path, guess: str) -> None:
    assert typed(path, guess) == (SCORES[guess], False, (True, True, True))


@pytest.mark.slow
@pytest.mark.parametrize("digits", [None, 4])
@pytest.mark.parametrize("scheme", ["merged", "two-loops"])
@pytest.mark.parametrize("model", ["15C", "11C"])
def test_a_plan_of_each_family_does_what_its_sheet_says(model: str, scheme: str, digits: int | None) -> None:
    wish = Wish(Model.of(model), scheme, "fast", digits, "turn-first", False)
    for plan in families(wish):
        program, lines = plan.program(wish.model), description(wish, plan).split("\n")
        judge(lines, {keys: after(program, keys) for keys in (TOO_LONG | OVERFLOW).values()})
        for keys in NO_GUESS.values():
            assert after(program, keys)[1:] == (False, (True, True, True)), (plan.family, keys)
        for guess in UNUSUAL.values():
            assert after(program, guess) == (SCORES[guess], False, (True, True, True)), plan.family
