"""Texts that explain: a walk through the model, and the reasons for a plan."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from generator.codemaker.model import (
    DigitPair,
    Visit,
    barriers,
    dependences,
    digits_of,
    faults,
    require_legal,
    visits,
    walk,
)
from generator.codemaker.plan import Plan, Wish, require_colours
from generator.planner.planner import check_costs
from hp15c.display.display import display
from hp15c.errors import InputError
from hp15c.numbers.number import Number
from hp15c.state.state import State
from hp15c.table.models import Model
from hp15c.table.modes import Format, Notation


def as_displayed(number: str, decimals: int) -> str:
    """A number as the machine's display shows it in FIX."""
    state = State.fresh(Model.HP15C)
    state.x = Number.of(number)
    state.format = Format(Notation.FIX, decimals)
    return display(state).text.rstrip()


def walk_lines(
    secret: str,
    guess: str,
    scheme: str,
    show: str = "turn-first",
    details: bool = False,
    colours: int | None = None,
) -> Iterator[str]:
    """The lines of a walk: each visit, each match (with `details` the digits and marks), score and displays.

    The secret has digits 1 to `colours`, or to N. Raises InputError for texts that are no codes, OrderError
    when the order breaks a dependence.
    """
    hidden = digits_of(secret, "secret")
    count = len(hidden)
    require_colours(colours)
    highest = colours or count
    if not all(1 <= digit <= highest for digit in hidden):
        why = "a 0 never scores" if 0 in hidden else "--colours 9 allows digits up to 9"
        raise InputError(f"the secret {secret} has a digit that is not 1 to {highest}: {why}")
    tried = digits_of(guess, "guess", count)
    order = visits(scheme, count)
    require_legal(order, count)
    right = displaced = 0
    for visit in walk(hidden, tried, order, highest):
        yield from _visit(visit, details)
        right, displaced = visit.right, visit.displaced
    yield f"c = {right} right in place, d = {displaced} displaced"
    turn = as_displayed("1", 0)
    answer = as_displayed(f"{int(guess)}.{right}{displaced}", 2)
    first, last = (turn, answer) if show == "turn-first" else (answer, turn)
    yield f"PSE shows '{first}', the program stops on '{last}'"
    if count == 1:
        yield "checked: 1 pair, visited once"
        return
    yield f"checked: {len(order)} pairs, each visited once, the {count} of the main diagonal before any other"


def _visit(visit: Visit, details: bool) -> Iterator[str]:
    j, k = visit.pair
    text = f"({j}, {k})"
    if visit.matched:
        kind = "right in place" if visit.pair.main else "displaced"
        text += f"  match: {kind}"
    if details:
        text += f"  {visit.secret_digit} against {visit.guess_digit}"
        if visit.matched:
            text += f"; secret {_marks(visit.secret_marks)}, guess {_marks(visit.guess_marks)}"
            text += f"; c = {visit.right}, d = {visit.displaced}"
    yield text


def _marks(marks: tuple[bool, ...]) -> str:
    return "".join("x" if mark else "." for mark in marks)


def explain_lines(wish: Wish, ranking: Sequence[tuple[Plan, str]]) -> Iterator[str]:
    """The matrix of visits, the dependences, the barriers, and the choices after the best of a ranking."""
    plan, why = ranking[0]
    digits = wish.digits or 4
    order = tuple(plan.order(digits))
    yield f"Visits for N = {digits} in order (row: digit j of the secret, column: digit k of the guess)"
    yield from matrix_of_visits(order, digits)
    yield ""
    yield "Dependences: a digit right in its place claims both its digits before a displaced one may."
    ordered = sum(1 for _ in dependences(digits))
    yield f"  {ordered} pairs of visits are ordered: (j, j) before every (j, k) and (k, j)."
    yield "  Off the main diagonal any order gives the same score."
    yield f"  This order: {'; '.join(faults(order, digits)) or 'legal, every pair visited once'}."
    yield ""
    yield "Barriers: between them the visits touch different digits and may run independently."
    for number, group in enumerate(barriers(order), 1):
        yield f"  {number}: " + " ".join(f"({pair.j},{pair.k})" for pair in group)
    yield ""
    yield f"Plan: {plan.family}, the best of {len(ranking)} that fit: {why}."
    for choice in plan.choices:
        yield f"  - {choice}"
    yield ""
    yield "Checks of a guess (--checks), and what they cost this plan:"
    for text in check_costs(wish, plan):
        yield f"  {text}"
    yield ""
    yield "Tried: the best of each form of a family, and under it the best with each option of its choices."
    for form in dict.fromkeys((one.family, *one.picked) for one, _ in ranking):
        yield from family_lines([each for each in ranking if (each[0].family, *each[0].picked) == form])


def family_lines(ranking: Sequence[tuple[Plan, str]]) -> Iterator[str]:
    """A line for the best of some plans of the same choices, and one for each choice, with its options.

    `ranking` has the plans with their figures, the best first.
    """
    best, figures = ranking[0]
    picked = ", ".join(f"{choice} {option}" for choice, option in best.picked.items())
    yield f"  {best.family}: {figures}" + (f" ({picked})" if picked else "")
    for choice in best.picked:
        options = dict.fromkeys(plan.picked[choice] for plan, _ in ranking)
        if len(options) > 1:
            best_of_each = (
                f"{option}: {next(figures for plan, figures in ranking if plan.picked[choice] == option)}"
                for option in options
            )
            yield f"    {choice}: " + "; ".join(best_of_each)


def matrix_of_visits(order: tuple[DigitPair, ...], digits: int) -> Iterator[str]:
    """The number of the visit of each pair, with one row for each digit of the secret."""
    place = {pair: number for number, pair in enumerate(order, 1)}
    for j in range(digits):
        yield "  " + " ".join(f"{place.get(DigitPair(j, k), '-'):>3}" for k in range(digits))
