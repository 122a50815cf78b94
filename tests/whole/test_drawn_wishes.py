"""Wishes drawn by chance: each CodeMaker that is made scores like the solver and does what its sheet says.

The wrong input of each is of twenty kinds. Where a guess is checked, none of it may count. Where it is not,
the sheet's sentences must hold.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import pytest

from generator.codemaker.mistakes import NO_ANSWER, LongGuess
from generator.codemaker.plan import CHECKS, GOALS, SCHEMES, SHOWS, Wish
from generator.planner.emit import EmittedCodeMaker, emit
from hp15c import Calculator
from hp15c.display.display import x_display
from hp15c.errors import Unsupported
from hp15c.listing.program import Program
from hp15c.state.state import State
from hp15c.table.instructions import Step
from hp15c.table.models import Model
from programs.codemaker import Colours, Seat, answer_display, true_score
from programs.forbidden_secrets import others
from programs.verify import Check, DrawnSecrets, Sample, Task, run

WISHES = 50
PAIRS = 150
SEED = "wishes"
MOST_DRAWN = 4
SHORT = 7


def drawn(chance: random.Random) -> Wish:
    """Any wish. One that cannot be fulfilled may come out too."""
    return Wish(
        model=chance.choice(list(Model)),
        scheme=chance.choice(SCHEMES),
        goal=chance.choice(GOALS),
        digits=chance.choice([None, None, *range(1, 9)]),
        show=chance.choice(SHOWS),
        colours=chance.choice([None, None, *range(1, 10)]),
        checks=chance.choice(CHECKS),
    )


@cache
def fulfilled(number: int) -> EmittedCodeMaker:
    """The listing of a drawn wish. Wishes that name what is missing are passed over."""
    chance = random.Random(f"{SEED} {number}")
    while True:
        wish = drawn(chance)
        try:
            return emit(wish)
        except Unsupported as refusal:
            if not refusal.reasons:
                raise


def sitting(program: Program, secret: str) -> Calculator:
    """A calculator with this program that was told this secret."""
    calculator = Calculator(model=program.model)
    calculator.load(program)
    calculator.press(f"{secret} GSB B")
    return calculator


def answers(calculator: Calculator, keys: str) -> tuple[str, ...]:
    """What PSE shows after keys and R/S, and what shows in the end."""
    paused: list[str] = []

    def watch(state: State, _: int, done: Step) -> None:
        if done.name == "PSE":
            paused.append(x_display(state).strip())

    calculator.press(keys)
    calculator.key_down("31")
    calculator.key_up(observer=watch)
    return (*paused, calculator.display.strip())


def rightly(secret: str, guess: str, turn: int, score_first: bool) -> tuple[str, ...]:
    """What PSE and the stop show when all is well."""
    shown = answer_display(guess, true_score(guess, secret)).strip()
    return (shown, f"{turn}.") if score_first else (f"{turn}.", shown)


def too_long(secret: str, digits: int) -> Iterator[str]:
    """Keys of guesses with more digits than N."""
    yield from (f"{secret}3", f"1{secret}", "4" * (digits + 1), f"{secret}0", "1" + "0" * digits)
    yield from ("1234567890", "EEX 5 0", f"1{secret} CHS" if digits < 8 else "123456789 CHS")
    yield "1 EEX 9 8"


def no_guess(secret: str) -> Iterator[str]:
    """Keys of guesses that are no whole positive number."""
    yield from (f"{secret} CHS", "1 CHS", "1.5", f"{secret}.5", ".5", "EEX CHS 5", ".5 CHS")


def unusual(secret: str, digits: int) -> Iterator[str]:
    """Guesses that are scored although they have other digits, or fewer."""
    yield from ("9" * digits, "0", secret[:1], "98765432"[:digits])


def tasks(made: EmittedCodeMaker) -> Iterator[Task]:
    """Pairs for each N, with all digits that the listing allows, and secrets that it draws."""
    said, plan = Colours.of_listing(made.program.description), made.plan
    for digits in (plan.fixed_digits,) if plan.fixed_digits else range(1, plan.most_digits + 1):
        yield Sample(digits, PAIRS, seed=1, colours=said.told)
        if digits <= MOST_DRAWN:
            yield DrawnSecrets(digits, colours=said.drawn)


def score_as_the_solver_does(made: EmittedCodeMaker, score_first: bool) -> None:
    """Pairs, drawn secrets, and what is said of digits that a secret may not have."""
    seat = Seat(answer="pause") if score_first else Seat()
    check = Check(made.program, seat, "source")
    every = list(tasks(made))
    for task in every:
        tally = run(check, task)
        assert (tally.agreed, tally.disagreements) == (tally.pairs, []), task
    numbers = sorted({task.digits for task in every if isinstance(task, Sample)})
    assert [row.text for row in others(check, numbers) if not row.holds] == []


def right_afterwards(calculator: Calculator, secret: str, score_first: bool, turn: int = 0) -> list[bool]:
    """For some guesses after wrong input whether they are answered rightly, in this turn and those after it.

    Turn 0: whatever the turn.
    """
    right = []
    for place, guess in enumerate((secret[::-1], secret, "1" * len(secret))):
        shown, wanted = answers(calculator, guess), rightly(secret, guess, turn + place, score_first)
        answer = 0 if score_first else -1
        right.append(shown == wanted if turn else shown[answer] == wanted[answer])
    return right


def takes_no_wrong_guess(made: EmittedCodeMaker, secret: str, keys: list[str], score_first: bool) -> None:
    """Each of these keys stops on 10^N at once, and counts no turn."""
    calculator = sitting(made.program, secret)
    for one in keys:
        assert answers(calculator, one) == (f"{10 ** len(secret):,}.",), one
    assert all(right_afterwards(calculator, secret, score_first, turn=1))


def does_what_the_sheet_says(made: EmittedCodeMaker, secret: str, keys: list[str], score_first: bool) -> None:
    """A guess with too many digits: stops, spoils or keeps as the sheet says."""
    lines = made.program.description.split("\n")
    (said,) = [one for one in LongGuess if one.value in lines]
    for one in keys:
        calculator = sitting(made.program, secret)
        shown = answers(calculator, one)
        stuck = calculator.error is not None or shown[-1].startswith("9.999999")
        if stuck:
            calculator.press("← g RTN")
        right = right_afterwards(calculator, secret, score_first)
        if said is LongGuess.KEPT:
            assert not stuck, one
            assert all(right), one
        elif said is LongGuess.MULTIPLIED:
            assert all(right), one
            assert not stuck or (one == "1 EEX 9 8" and shown[-1] == "Error 1"), (one, shown)
        elif said is LongGuess.RECALLED:
            assert all(right), (one, shown)
        elif stuck:
            assert all(right[said is LongGuess.COUNTED_LATE :]), (one, shown)


def counts_a_turn(made: EmittedCodeMaker, secret: str, keys: list[str], score_first: bool) -> None:
    """Each of these keys takes a turn, stops by itself and keeps the secret."""
    assert NO_ANSWER in made.program.description.split("\n")
    for one in keys:
        calculator = sitting(made.program, secret)
        answers(calculator, one)
        assert calculator.error is None, one
        assert all(right_afterwards(calculator, secret, score_first, turn=2)), one


@pytest.mark.parametrize(
    "number",
    [
        pytest.param(one, marks=pytest.mark.slow if one == SHORT else pytest.mark.long)
        for one in range(WISHES)
    ],
)
def test_a_drawn_wish(number: int) -> None:
    made = fulfilled(number)
    program, plan = made.program, made.plan
    score_first = "PSE shows guess" in program.description
    score_as_the_solver_does(made, score_first)
    chance = random.Random(f"input {number}")
    digits = plan.fixed_digits or chance.randint(1, plan.most_digits)
    highest = Colours.of_listing(program.description).told or digits
    secret = "".join(str(chance.randint(1, highest)) for _ in range(digits))
    long, wrong = list(too_long(secret, digits)), list(no_guess(secret))
    if plan.checks == "none":
        does_what_the_sheet_says(made, secret, long, score_first)
    else:
        takes_no_wrong_guess(made, secret, long[:-2] + long[-1:], score_first)
    if plan.checks == "all":
        takes_no_wrong_guess(made, secret, [*long, *wrong], score_first)
    else:
        counts_a_turn(made, secret, wrong, score_first)
    for guess in unusual(secret, digits):
        calculator = sitting(program, secret)
        assert answers(calculator, guess) == rightly(secret, str(int(guess)), 1, score_first), guess
