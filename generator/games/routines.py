"""A library of routines: sections with parameters, for any model's program.

Registers are data registers by number (10 is R.0). Labels and registers in the code may be names. The
assembly that uses a routine decides what they stand for. Names of labels end in the routine's `name`, so that
a program can hold the same routine twice. All run on both calculators.
"""

from __future__ import annotations

from generator.assembler.assembly import Section, section
from generator.assembler.printing import FinishedListing
from generator.games.sheet import Sheet, make
from hp15c.errors import InputError
from hp15c.table.models import Model

MOST = 999
KIT_FIRST, KIT_COUNT, KIT_COPY = 1, 4, 5


def digit_split(count: int, rest: str = "rest", name: str = "split") -> Section:
    """The lines that split X, a whole number of `count` digits, into R1 to R`count`, the leftmost in R1.

    `rest` is a register above them, or R0. Its content is lost, and that of I.
    """
    _check(1, count)
    return section(
        "Split a number into digits",
        f"""STO {rest}; {count}; STO I; LBL {name}; RCL {rest}; 10; ÷; INT; STO {rest}; LSTx; FRAC; 10; ×;
        STO (i); DSE I; GTO {name}""",
        f"X into R1 to R{count}",
    )


def digit_join(first: int, last: int, name: str = "join") -> Section:
    """The lines that join the digits in registers `first` to `last` to one number in X. They use I.

    The leftmost digit is in `first`.
    """
    return section(
        "Join digits into a number",
        f"{_counter(first, last)}; STO I; CLx; LBL {name}; 10; ×; RCL (i); +; ISG I; GTO {name}",
        f"R{first} to R{last} into X",
    )


def random_integer() -> Section:
    """The lines that put a random whole number from 1 to X into X: INT(X × RAN#) + 1."""
    return section("Random integer", "RAN#; ×; INT; 1; +", "1 to X")


def clear_block(first: int, last: int, name: str = "clear") -> Section:
    """The lines that put 0 into registers `first` to `last`. They use I."""
    return section(
        "Clear registers",
        f"{_counter(first, last)}; STO I; CLx; LBL {name}; STO (i); ISG I; GTO {name}",
        f"R{first} to R{last}",
    )


def copy_block(first: int, last: int, to: int, name: str = "copy") -> Section:
    """The lines that copy registers `first` to `last` into those from `to` on. They use I.

    InputError where a register would be overwritten before it is copied.
    """
    if first < to <= last:
        raise InputError(f"R{first} to R{last} cannot be copied to R{to}: they overlap")
    step, back = ("+", "−") if to >= first else ("−", "+")
    distance = abs(to - first)
    return section(
        "Copy registers",
        f"""{_counter(first, last)}; STO I; LBL {name}; RCL (i); RCL I; {distance}; {step}; STO I; R↓;
        STO (i); RCL I; {distance}; {back}; STO I; ISG I; GTO {name}""",
        f"R{first} to R{last} into R{to} and on",
    )


def _counter(first: int, last: int) -> str:
    """The number that makes ISG go from `first` to `last`."""
    _check(first, last)
    return f"{first}.{last:03d}"


def _check(first: int, last: int) -> None:
    if not 0 <= first <= last <= MOST:
        raise InputError(f"registers {first} to {last} are no block")


def routines(model: str = "15C") -> FinishedListing:
    """The library as one listing, to key in or to copy lines from."""
    last = KIT_FIRST + KIT_COUNT - 1
    parts = (
        section("Split", "LBL split-up"),
        digit_split(KIT_COUNT),
        section("End", "RTN"),
        section("Join", "LBL join-up"),
        digit_join(KIT_FIRST, last),
        section("End", "RTN"),
        section("Random", "LBL random"),
        random_integer(),
        section("End", "RTN"),
        section("Clear", "LBL clear-up"),
        clear_block(KIT_FIRST, last),
        section("End", "RTN"),
        section("Copy", "LBL copy-up"),
        copy_block(KIT_FIRST, last, KIT_COPY),
        section("End", "RTN"),
    )
    return make(
        Sheet(
            title="Routines: digits, random integers, blocks of registers",
            usage=(
                f"number GSB A: its last {KIT_COUNT} digits into R{KIT_FIRST} to R{last}, leftmost first.",
                f"GSB B: the digits in R{KIT_FIRST} to R{last} as one number.",
                "n GSB C: a random whole number from 1 to n.",
                f"GSB D: R{KIT_FIRST} to R{last} become 0.",
                f"GSB E: R{KIT_FIRST} to R{last} into R{KIT_COPY} to R{KIT_COPY + KIT_COUNT - 1}.",
            ),
            sections=parts,
            entries={"split-up": "A", "join-up": "B", "random": "C", "clear-up": "D", "copy-up": "E"},
            registers={"rest": ("0", "what is left of a number to split"), "index": ("I", "which register")},
            labels={
                "split-up": "split a number into digits",
                "join-up": "join digits into a number",
                "random": "random integer",
                "clear-up": "clear registers",
                "copy-up": "copy registers",
                "split": "next digit",
                "join": "next digit",
                "clear": "next register",
                "copy": "next register",
            },
        ),
        Model.of(model),
    )
