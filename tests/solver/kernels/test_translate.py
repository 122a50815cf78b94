"""Kernels compiled and as plain Python: the same results. What cannot be compiled is said with its line."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any, NamedTuple

import numpy as np
import pytest

pytest.importorskip("llvmlite", reason="compiled code needs the extra fast")

from solver.kernels.kernel import array_at, kernel
from solver.kernels.translate import translate
from solver.kernels.values import NotCompiled
from tests.support.kernels import compiled

INT, WORD, BYTE, FLOAT = np.int64, np.uint64, np.uint8, np.float64
PLACE = np.dtype([("first", "i8"), ("small", "u1", (6,)), ("last", "u1")])


class Many(NamedTuple):
    """More than fits into registers."""

    a: int
    b: int
    c: int
    d: int
    e: int
    f: int
    g: int
    table: Any
    bytes: Any


@kernel
def arithmetic(a: int, b: int, out: Any) -> None:
    """Every operator on whole numbers."""
    out[0], out[1], out[2] = a // b, a % b, a * b - (a + b)
    out[3], out[4], out[5] = a & b, a | b, a ^ b
    out[6], out[7], out[8] = a >> 2, a << 3, ~a
    out[9], out[10], out[11] = -a, abs(a), a // 8
    out[12], out[13], out[14] = a % 8, min(a, b, 3), max(a, b, 3)
    out[15] = a < b <= 2 * b
    out[16] = (a if a > b else b) if a != 7 else 7
    out[17] = (a > 0 and b > 0) + 2 * (a > 0 or b > 0) + 4 * (not a)


@kernel
def first_above(numbers: Any, least: int) -> tuple[int, bool]:
    """The place of the first number above another, and whether there is one."""
    for place in range(len(numbers)):
        if numbers[place] <= least:
            continue
        if numbers[place] > least:
            return place, True
    return -1, False


@kernel
def without_a_break(numbers: Any, wanted: int) -> int:
    """Loops with `else`, `break` and a variable that the loop changes."""
    found = 0
    for number in numbers:
        if number == wanted:
            break
        found += 1
    else:
        found = -1
    total = 0
    for place in range(10, 0, -3):
        while place > 2:
            place -= 2
            total += place
    return found * 100 + total


@kernel
def mixed_words(word: Any, small: Any, out: Any) -> None:
    """Words without a sign, and small numbers that grow."""
    key = WORD(0)
    least = BYTE(255)
    for number in small:
        key ^= (word + WORD(number)) * WORD(0x9E3779B97F4A7C15)
        key = key >> WORD(3) | key << WORD(61)
        least = number if number < least else least
    out[0], out[1] = key, least
    total = INT(0)
    for number in small:
        total += number
    small[0] = total
    out[2] = total


@kernel
def use_records(places: Any, many: Many) -> int:
    """Records, arrays in them, and a tuple that is passed by its address."""
    total = 0
    for place in range(len(places)):
        one = places[place]
        one.first += many.g + many.table[place, 1]
        one.small[place] = one.first
        one.last = one.small[: place + 1][-1]
        total += one.last
    return total + sum_of(many, 1)


@kernel
def sum_of(many: Many, row: int) -> int:
    """Numbers of a packed tuple, and a row of its table."""
    total = many.a + many.b + many.c + many.d + many.e + many.f
    for number in many.table[row]:
        total += number
    return total + many.bytes[many.table[row, 0]]


@kernel
def make(table: Any, small: Any) -> tuple[Many, int]:
    """A tuple of many leaves that a kernel returns."""
    many = Many(1, 2, 3, 4, 5, 6, 7, table, small)
    return many, many.g


def serve_arithmetic(address: int) -> None:
    asked = array_at(address, (3,), INT)
    arithmetic(asked[0], asked[1], array_at(asked[2], (18,), INT))


@pytest.mark.slow
def test_operators_are_those_of_python() -> None:
    run = compiled(serve_arithmetic)
    random = Random(3)
    pairs = [(random.randint(-50, 50), random.choice([-9, -3, -1, 1, 2, 8, 13])) for _ in range(60)]
    for a, b in [*pairs, (7, 2), (0, 5)]:
        plain, fast = np.zeros((2, 18), INT)
        arithmetic(a, b, plain)
        run(a, b, fast)
        assert plain.tolist() == fast.tolist(), (a, b)


def serve_loops(address: int) -> None:
    asked = array_at(address, (4,), INT)
    numbers, out = array_at(asked[0], (asked[1],), INT), array_at(asked[3], (3,), INT)
    place, found = first_above(numbers, asked[2])
    out[0], out[1] = place, found
    out[2] = without_a_break(numbers, asked[2])


@pytest.mark.slow
def test_loops_are_left_as_in_python() -> None:
    run = compiled(serve_loops)
    numbers = np.array([4, 1, 9, 2, 6], INT)
    for least in (0, 4, 8, 9, 6):
        out = np.zeros(3, INT)
        run(numbers, len(numbers), least, out)
        assert out.tolist() == [*first_above(numbers, least), without_a_break(numbers, least)]


def serve_words(address: int) -> None:
    asked = array_at(address, (3,), INT)
    mixed_words(WORD(asked[0]), array_at(asked[1], (5,), BYTE), array_at(asked[2], (3,), WORD))


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore:overflow:RuntimeWarning")
def test_words_wrap_and_small_numbers_grow() -> None:
    plain, fast = np.zeros((2, 3), WORD)
    mixed_words(WORD(12345), np.array([200, 7, 90, 3, 250], BYTE), plain)
    compiled(serve_words)(12345, np.array([200, 7, 90, 3, 250], BYTE), fast)
    assert plain.tolist() == fast.tolist()
    assert fast[2] == 550


def serve_records(address: int) -> None:
    asked = array_at(address, (4,), INT)
    places = array_at(asked[0], (3,), PLACE)
    many, last = make(array_at(asked[1], (3, 2), INT), array_at(asked[2], (9,), BYTE))
    out = array_at(asked[3], (1,), INT)
    out[0] = use_records(places, many) * 10 + last


@pytest.mark.slow
def test_records_and_large_tuples_are_passed_by_their_addresses() -> None:
    table, small = np.arange(6, dtype=INT).reshape(3, 2), np.arange(20, 29, dtype=BYTE)
    places = [np.zeros(3, PLACE).view(np.recarray) for _ in range(2)]
    many, last = make(table, small)
    expected = use_records(places[0], many) * 10 + last
    out = np.zeros(1, INT)
    compiled(serve_records)(places[1], table, small, out)
    assert out[0] == expected
    assert places[1].tobytes() == places[0].tobytes()


def grows(address: int) -> None:
    count = 1
    count = count * 1.5
    array_at(address, (1,), FLOAT)[0] = count


def signs(address: int) -> None:
    word = array_at(address, (1,), WORD)
    word[0] = word[0] + array_at(address, (1,), INT)[0]


def renames(address: int) -> None:
    row = array_at(address, (1,), INT)
    for _ in range(2):
        row = array_at(row[0], (1,), INT)


def calls(address: int) -> None:
    print(address)


@pytest.mark.parametrize(
    ("broken", "text"), [(grows, "float64"), (signs, "sign"), (renames, "row"), (calls, "print")]
)
def test_what_cannot_be_compiled_is_said_with_its_line(broken: Callable[[int], None], text: str) -> None:
    with pytest.raises(NotCompiled, match=rf"line \d+ of .*test_translate\.{broken.__name__}: .*{text}"):
        translate(broken, "serve")
