"""The model of the CodeMaker: two arrays, loops over their pairs, and a body that matches and marks.

A visit is a pair (j, k): digit j of the secret against digit k of the guess, both counted from 0 on the left.
A match on the main diagonal (j = k) is a right digit in its place, any other is a displaced one. Which orders
are right follows from the dependences alone. A plan is checked against them before it is printed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from typing import NamedTuple

from hp15c.errors import InputError

MOST_DIGITS = 8


class DigitPair(NamedTuple):
    """A visit: digit j of the secret, digit k of the guess."""

    j: int
    k: int

    @property
    def main(self) -> bool:
        """Whether it lies on the main diagonal."""
        return self.j == self.k


class OrderError(ValueError):
    """An order of visits that the dependences forbid. The message names every fault."""


def merged_pairs(digits: int) -> Iterator[DigitPair]:
    """The merged loop: diagonal by diagonal, j = on_diag, k = (diag + on_diag) mod N."""
    for diag in range(digits):
        for on_diag in range(digits):
            yield DigitPair(on_diag, (diag + on_diag) % digits)


def two_loops(digits: int) -> Iterator[DigitPair]:
    """The two loops: first every digit in its place, then each digit of the secret along the guess."""
    for place in range(digits):
        yield DigitPair(place, place)
    for j in range(digits):
        for k in range(digits):
            if j != k:
                yield DigitPair(j, k)


def mirror(order: Callable[[int], Iterable[DigitPair]]) -> Callable[[int], Iterator[DigitPair]]:
    """An order with the places counted from the right."""

    def pairs(digits: int) -> Iterator[DigitPair]:
        return (DigitPair(digits - 1 - j, digits - 1 - k) for j, k in order(digits))

    return pairs


SCHEMES = {"merged": merged_pairs, "two-loops": two_loops}


@cache
def visits(scheme: str, digits: int) -> tuple[DigitPair, ...]:
    """The pairs of a scheme in order."""
    return tuple(SCHEMES[scheme](digits))


def precedes(first: DigitPair, second: DigitPair) -> bool:
    """Whether `first` must come before `second`: a digit right in its place claims both its digits.

    Only pairs that share a digit touch the same mark. Off the main diagonal any order gives the same d,
    because how many digits are left to match does not depend on who matches whom.
    """
    return first.main and not second.main and (first.j == second.j or first.k == second.k)


@cache
def dependences(digits: int) -> tuple[tuple[DigitPair, DigitPair], ...]:
    """Every (earlier, later) that an order has to keep."""
    every = visits("merged", digits)
    return tuple((one, other) for one in every for other in every if precedes(one, other))


def faults(order: Sequence[DigitPair], digits: int) -> list[str]:
    """The faults of an order: pairs missing, visited twice or outside, and dependences that it breaks."""
    wanted = visits("merged", digits)
    place: dict[DigitPair, int] = {}
    faults = []
    for index, pair in enumerate(order):
        if pair not in wanted:
            faults.append(f"{tuple(pair)} is no pair of {digits} digits")
        elif pair in place:
            faults.append(f"{tuple(pair)} is visited twice")
        place.setdefault(pair, index)
    faults += [f"{tuple(pair)} is never visited" for pair in wanted if pair not in place]
    faults += [
        f"{tuple(later)} comes before {tuple(earlier)}, whose digit it may take"
        for earlier, later in dependences(digits)
        if place.get(earlier, -1) > place.get(later, len(order))
    ]
    return faults


def require_legal(order: Iterable[DigitPair], digits: int) -> None:
    """Raise OrderError, naming every fault, unless the order is legal."""
    faulty = faults(tuple(order), digits)
    if faulty:
        raise OrderError("; ".join(faulty))


def barriers(order: Sequence[DigitPair]) -> Iterator[tuple[DigitPair, ...]]:
    """The order cut into groups. Within a group no two visits touch the same digit.

    The visits of a group may run at the same time or in any order among themselves.
    """
    group: list[DigitPair] = []
    for pair in order:
        if any(pair.j == other.j or pair.k == other.k for other in group):
            yield tuple(group)
            group = []
        group.append(pair)
    if group:
        yield tuple(group)


@dataclass(frozen=True, slots=True)
class Visit:
    """One step of a walk: the pair, its two digits, whether it matched, and the marks after it.

    `secret_marks` and `guess_marks` are True where a digit is matched.
    """

    pair: DigitPair
    secret_digit: int
    guess_digit: int
    matched: bool
    secret_marks: tuple[bool, ...]
    guess_marks: tuple[bool, ...]
    right: int
    displaced: int


def digits_of(code: str, what: str, count: int | None = None) -> tuple[int, ...]:
    """The digits of a secret or a guess, padded on the left to `count`. InputError for anything else."""
    if not code.isascii() or not code.isdigit():
        raise InputError(f"the {what} {code!r} is not a whole number; write its digits, for example 4323")
    if len(code) > (count or MOST_DIGITS):
        limit = f"as the secret has {count}" if count else f"at most {MOST_DIGITS} fit the display"
        raise InputError(f"the {what} {code} has {len(code)} digits, {limit}")
    return tuple(map(int, code.rjust(count or 0, "0")))


def walk(
    secret: Sequence[int], guess: Sequence[int], order: Iterable[DigitPair], colours: int | None = None
) -> Iterator[Visit]:
    """The visits of an order, each with the marks and the score after it.

    Digits outside 1 to `colours`, or to N, never match.
    """
    digits, highest = len(secret), colours or len(secret)
    secret_marks, guess_marks = [False] * digits, [False] * digits
    right = displaced = 0
    for pair in order:
        j, k = pair
        s, g = secret[j], guess[k]
        matched = s == g and 1 <= s <= highest and not secret_marks[j] and not guess_marks[k]
        if matched:
            secret_marks[j] = guess_marks[k] = True
            right += pair.main
            displaced += not pair.main
        yield Visit(pair, s, g, matched, tuple(secret_marks), tuple(guess_marks), right, displaced)


def score(secret: Sequence[int], guess: Sequence[int], order: Iterable[DigitPair]) -> tuple[int, int]:
    """Digits right in their place, and right but displaced, as a walk along this order finds them."""
    right = displaced = 0
    for visit in walk(secret, guess, order):
        right, displaced = visit.right, visit.displaced
    return right, displaced
