"""Sequences of keys as people press them, and as they should not: each shape exercises one part of the rules.

A shape is a function of a source of chance and a model that yields physical keys. The prefix grammar and the
instructions come from the table, so that a new instruction is pressed too.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Final

from hp15c.keys.keyboard import KEYS
from hp15c.table.instructions import Step
from hp15c.table.models import Model
from hp15c.table.prefixes import beginnings, complete
from hp15c.table.step import DIGITS, LETTER_KEYS, LETTERS, Keys, OperandKind, Role

Shape = Callable[[Random, Model], Iterator[str]]

PROGRAM_MODE: Final = ("43", "31")
CLEAR_PROGRAM: Final = ("42", "33")
ENTER: Final = "36"
STEP: Final = "21"
BACK_STEP: Final = ("43", "21")
RUN: Final = "31"
BACKSPACE: Final = "35"
USER: Final = ("42", "45")
HELD: Final = (300, 1_500, 5_000, 12_500)  # word times, about those at which a key begins to do something
INTERRUPTS: Final = (1, 5_000)  # word times after the start of a run
WITH_ON: Final = ("41+48", "41+30", "41+20", "41+40", "41+10")


@dataclass(frozen=True, slots=True)
class Case:
    """One sequence of keys for a model. When `held`, its last key stays down for about a second.

    A key may say how long it is held and when it comes, as in tests/support/odd.py: `45@5000`, `21~194`.
    """

    model: Model
    topic: str
    keys: tuple[str, ...]
    held: bool = False


@cache
def _steps(model: Model) -> tuple[tuple[Keys, Step], ...]:
    """Every sequence of keys that does something, with what it does."""
    return tuple(complete(model).items())


@cache
def _prefixes(model: Model) -> tuple[Keys, ...]:
    return tuple(sorted(beginnings(model)))


@cache
def _family(model: Model, *roles_or_names: Role | OperandKind) -> tuple[Keys, ...]:
    """The keys of all instructions with one of these roles or sorts of operand."""
    return tuple(
        keys
        for keys, step in _steps(model)
        if step.instruction.role in roles_or_names or step.instruction.names in roles_or_names
    )


def number(chance: Random, model: Model) -> Iterator[str]:
    """A number typed: mostly short, now and then with point, sign, exponent, or a correction."""
    yield from chance.choices(DIGITS, k=chance.choice((1, 1, 1, 2, 3, 10)))
    for likely, keys in ((0.2, ("48", "5")), (0.2, ("16",)), (0.1, ("26", *chance.choices(DIGITS, k=2)))):
        if chance.random() < likely:
            yield from keys
    if chance.random() < 0.05:
        yield from (BACKSPACE, *chance.choices(("48", "26", "16", BACKSPACE), k=2))


def instruction(chance: Random, model: Model) -> Iterator[str]:
    """Any instruction or command, memory losses left out."""
    yield from chance.choice(_steps(model))[0]


def prefix(chance: Random, model: Model) -> Iterator[str]:
    """A prefix and a key that may not follow it, or f and g in between."""
    yield from chance.choice(_prefixes(model))
    yield from chance.choices(("42", "43", BACKSPACE, "48"), k=chance.randrange(2))
    yield chance.choice(KEYS)


def uniform(chance: Random, model: Model) -> Iterator[str]:
    """One key, each as likely as any other."""
    yield chance.choice(KEYS)


def power(chance: Random, model: Model) -> Iterator[str]:
    """Off and on, or ON held with another key."""
    yield from chance.choice((("41", "41"), ("41", "41"), (chance.choice(WITH_ON),)))


def editing(chance: Random, model: Model) -> Iterator[str]:
    """Program mode: lines put in, looked at and taken out."""
    yield from PROGRAM_MODE
    for _ in range(chance.randrange(1, 8)):
        yield from chance.choice((_line, _line, _line, _move))(chance, model)
    yield from PROGRAM_MODE


def _line(chance: Random, model: Model) -> Iterator[str]:
    yield from chance.choice((number, instruction, _flow))(chance, model)


def _flow(chance: Random, model: Model) -> Iterator[str]:
    """A label, a jump, a call, a test or a counter. Labels mostly A, B, 1 and 2."""
    roles = (Role.LABEL, Role.JUMPS, Role.CALLS, Role.TESTS, Role.COUNTS, Role.RETURNS, Role.STOPS)
    keys = chance.choice(_family(model, chance.choice(roles)))
    if chance.random() < 0.7 and keys[-1] in (*DIGITS, *LETTER_KEYS.values()) and len(keys) > 1:
        keys = (*keys[:-1], chance.choice(("11", "12", "1", "2")))
    yield from keys


def _move(chance: Random, model: Model) -> Iterator[str]:
    line = ("22", "16" if model is Model.HP15C else "48", "0", "0", chance.choice(DIGITS))
    yield from chance.choice(((STEP,), BACK_STEP, (BACKSPACE,), line))


def stepping(chance: Random, model: Model) -> Iterator[str]:
    """SST and BST in run mode, with numbers and errors in between."""
    for _ in range(chance.randrange(1, 6)):
        yield from chance.choice(((STEP,), (STEP,), (STEP, STEP), BACK_STEP, chance.choices(DIGITS, k=1)))


def program(chance: Random, model: Model) -> Iterator[str]:
    """A program keyed in from the start, then run, stepped or called."""
    yield from (*PROGRAM_MODE, *CLEAR_PROGRAM, "42", "21", "11")
    for _ in range(chance.randrange(1, 12)):
        yield from chance.choice((_line, _flow))(chance, model)
    yield from PROGRAM_MODE
    yield from number(chance, model)
    yield from chance.choice(((ENTER,), ("32", "11"), ("42", "11"), (RUN,)))
    yield from chance.choice(((), (RUN,), (STEP, STEP), ("22", "11", RUN)))


def registers(chance: Random, model: Model) -> Iterator[str]:
    """Register arithmetic, counters and indirect addresses, mostly in R0, R1, I and (i)."""
    yield from number(chance, model)
    for _ in range(chance.randrange(1, 4)):
        keys = chance.choice(_family(model, OperandKind.REGISTER, Role.COUNTS))
        if chance.random() < 0.5 and keys[-1] in DIGITS and "48" not in keys:
            keys = (*keys[:-1], chance.choice("01"))
        yield from keys


def statistics(chance: Random, model: Model) -> Iterator[str]:
    """Points in and out, and what is computed from the sums, with sums of one's own now and then."""
    for _ in range(chance.randrange(4)):
        yield from number(chance, model)
        yield ENTER
        yield from number(chance, model)
        yield from chance.choice((("49",), ("49",), ("43", "49"), ("44", chance.choice("0234"))))
    yield from chance.choice(
        (("43", "0"), ("43", "48"), ("42", "49"), ("42", "48"), ("45", "49"), ("42", "32"))
    )


def flags(chance: Random, model: Model) -> Iterator[str]:
    """Flags and the formats and modes that neighbour them. Flag 9 makes the display flash."""
    nine = ("43", "4", "9") if model is Model.HP15C else ("43", "4", "1")
    yield from chance.choice((nine, chance.choice(_family(model, OperandKind.FLAG, OperandKind.PLACES))))


def complex_numbers(chance: Random, model: Model) -> Iterator[str]:
    """Complex numbers, the keys that leave stack lift this way and that, and a number on top."""
    yield from number(chance, model)
    yield ENTER
    yield from number(chance, model)
    yield from ("42", "25")
    for _ in range(chance.randrange(4)):
        yield from chance.choice(
            ((ENTER,), ("43", "35"), (BACKSPACE,), ("49",), ("42", "30"), ("34",), ("42", "7", "2"))
        )
    yield from chance.choice((number, instruction))(chance, model)


def matrices(chance: Random, model: Model) -> Iterator[str]:
    """A matrix with dimensions and elements, sometimes decomposed, then matrix keys."""
    letter = LETTER_KEYS[chance.choice(LETTERS)]
    yield from (
        chance.choice("1223"),
        ENTER,
        chance.choice("1223"),
        "42",
        "23",
        letter,
        "42",
        "16",
        "1",
        *USER,
    )
    for _ in range(chance.randrange(6)):
        yield from (chance.choice(DIGITS), "44", letter)
    yield from (*USER, "45", "16", letter)
    for _ in range(chance.randrange(1, 4)):
        known = _family(model, OperandKind.MATRIX, OperandKind.ELEMENT, OperandKind.FUNCTION)
        four = (("40",), ("30",), ("20",), ("10",), ("15",), ("16",), ("45", "16", letter))
        yield from chance.choice((chance.choice(known), chance.choice(four), chance.choice(four)))


def functions(chance: Random, model: Model) -> Iterator[str]:
    """SOLVE and the integral of a short function, mostly from the keyboard."""
    yield from (*PROGRAM_MODE, *CLEAR_PROGRAM, "42", "21", "11")
    for _ in range(chance.randrange(1, 4)):
        yield from chance.choice(
            (("43", "11"), ("2", "30"), ("15",), ("23",), ("49",), ("36", "40"), ("45", "16", "12"))
        )
    yield from chance.choice(((), (RUN,), ("42", chance.choice(("10", "20")), "11")))
    yield from (*PROGRAM_MODE, *chance.choices(DIGITS, k=1), ENTER, *chance.choices(DIGITS, k=1))
    yield from ("42", chance.choice(("10", "20")), "11")


def held_key(chance: Random, model: Model) -> Iterator[str]:
    """An instruction or any key whose last key stays down for a while."""
    *keys, last = chance.choice((instruction, uniform))(chance, model)
    yield from keys
    yield f"{last}@{chance.choice(HELD)}"


def interrupted(chance: Random, model: Model) -> Iterator[str]:
    """A run, and a key some time after its start."""
    yield from (*PROGRAM_MODE, *CLEAR_PROGRAM, "42", "21", "11")
    for _ in range(chance.randrange(1, 6)):
        yield from chance.choice((_line, _flow, _line))(chance, model)
    yield from chance.choice(((), ("22", "11"), ("32", "11"), ("32", "12", "42", "21", "12")))
    yield from PROGRAM_MODE
    for _ in range(chance.randrange(1, 4)):
        yield from chance.choice((("32", "11"), (RUN,), ("22", "11", RUN)))
        yield f"{chance.choice(KEYS)}~{chance.randrange(*INTERRUPTS)}"
        yield from chance.choice(((), (STEP,), BACK_STEP, (RUN,), PROGRAM_MODE))


def jumps_by_index(chance: Random, model: Model) -> Iterator[str]:
    """GTO I and GSB I with a number in I that is a label, a line, the last line, or none of these."""
    yield from (*PROGRAM_MODE, *CLEAR_PROGRAM)
    lines = chance.randrange(2, 9)
    for _ in range(lines):
        keys = chance.choice(
            (("32", "25"), ("22", "25"), ("42", "21", chance.choice("0123")), ("43", "32"), (RUN,), (ENTER,))
        )
        yield from chance.choice((keys, chance.choices(DIGITS, k=1)))
    yield from (*chance.choice((("32", "25"), ("22", "25"))), *PROGRAM_MODE)
    yield from (str(chance.randrange(lines + 2)), *chance.choice((("16",), ("16",), ())), "44", "25")
    then = ((RUN,), (STEP,), (STEP,), ("32", "25"), ("41", "41"), PROGRAM_MODE, BACK_STEP)
    for _ in range(chance.randrange(1, 5)):
        yield from chance.choice(then)


def unruly_functions(chance: Random, model: Model) -> Iterator[str]:
    """SOLVE and the integral of functions that fail, call themselves or each other, or end without RTN."""
    yield from (*PROGRAM_MODE, *CLEAR_PROGRAM)
    for label in chance.choice((("11",), ("11", "12"))):
        yield from ("42", "21", label)
        for _ in range(chance.randrange(4)):
            call = ("42", chance.choice(("10", "20")), chance.choice(("11", "12")))
            unruly = (("15",), ("45", "16", "11"), ("32", "11"), ("32", "12"), (RUN,), ("42", "25"), ("12",))
            yield from chance.choice((call, chance.choice(unruly), chance.choice(((ENTER,), ("43", "11")))))
        yield from chance.choice((("43", "32"), ()))
    yield from (*PROGRAM_MODE, *chance.choices(DIGITS, k=1), ENTER, *chance.choices(DIGITS, k=1))
    for _ in range(chance.randrange(1, 5)):
        start = ("42", chance.choice(("10", "20")), "11")
        yield from chance.choice((start, start, (STEP,), (STEP,), (RUN,), ("32", "11"), ("45@5000",)))


COMMON: Final[tuple[Shape, ...]] = (
    *(number, instruction, instruction, prefix, uniform, power, editing, stepping, program, registers),
    *(statistics, flags, held_key, interrupted, jumps_by_index),
)
SHAPES: Final[dict[Model, tuple[Shape, ...]]] = {
    Model.HP15C: (*COMMON, complex_numbers, complex_numbers, matrices, matrices, functions, unruly_functions),
    Model.HP11C: COMMON,
}
MOST_PIECES: Final = 8


def case(chance: Random, model: Model) -> Case:
    """One sequence: mostly pieces of one shape, with others among them."""
    main = chance.choice(SHAPES[model])
    keys: list[str] = []
    for _ in range(chance.randrange(1, MOST_PIECES)):
        shape = main if chance.random() < 0.6 else chance.choice(SHAPES[model])
        keys += shape(chance, model)
    return Case(model, f"fuzz: {main.__name__.replace('_', ' ')}", tuple(keys), chance.random() < 0.2)
