"""Certificates with something changed in their text are refused, or still say something that is true."""

from __future__ import annotations

import json
import random
from copy import deepcopy
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from generator.equality import certificate as files
from generator.equality.check import NotProved, check
from generator.equality.claims import Certificate
from generator.equality.search import Wish, prove
from hp15c import Program
from hp15c.errors import InputError
from hp15c.table.models import Model
from tests.support.changed_programs import shown_difference
from tests.support.shares import counts

_LOOP = "LBL A, STO 1, CLx, LBL 1, RCL 1, {}, +, DSE 1, GTO 1, R/S, RTN, LBL B, F? 0, GSB 2, RTN, LBL 2, SF 0"
_CALLS = "LBL A, GSB 1, {}, RTN, LBL 1, DSE I, GSB 2, RTN, LBL 2, DSE I, GSB 1, 2, ×, RTN, LBL 3, GTO I"
_SOLVE = "LBL A, FIX 3, SOLVE 1, RTN, RTN, LBL 1, {}, 2, −, RTN, LBL B, RCL MATRIX A, STO 2, MATRIX 9, RTN"
_BRANCH = "LBL A, STO 2, x<0, CHS, 2, RCL 2, {}, R/S, RCL 2, ×, SF 9, RTN, LBL B, RCL 2, RAN#, +, RTN"
CASES = tuple(
    (text.replace("{}", "x²"), text.replace("{}", "ENTER, ×"), text.replace("{}", "ABS"))
    for text in (_LOOP, _CALLS, _SOLVE, _BRANCH)
)
"""A program, one that does the same, and one that does not."""
_CONTRACT = ("format", "old", "new", "typed", "stops", "blinks", "assumed", "entries")


def program(lines: str) -> Program:
    return Program.parse("\n".join(lines.split(", ")))


@cache
def own(number: int) -> tuple[Program, Program, Program, str]:
    old, new, other = map(program, CASES[number])
    return old, new, other, files.write(prove(old, new, Wish(exact=number == 3)), old, new)


def places(found: Any) -> list[tuple[Any, Any]]:
    """All containers with a key, down to the values."""
    keys = list(found) if isinstance(found, dict) else range(len(found)) if isinstance(found, list) else []
    return [(found, key) for key in keys] + [one for key in keys for one in places(found[key])]


def with_a_change(text: str, chance: random.Random) -> str:
    """A certificate with one value changed, left out, taken twice, or taken from elsewhere."""
    found = json.loads(text)
    free = [(found, key) for key in found if key not in _CONTRACT]
    free += [one for _, key in free for one in places(found[key])]
    held, key = chance.choice([(held, key) for held, key in free if held is not found] or free)
    alike = [one[other] for one, other in free if type(one[other]) is type(held[key])]
    way = chance.randrange(4)
    if way == 0 and isinstance(held[key], bool):
        held[key] = not held[key]
    elif way == 0 and isinstance(held[key], int):
        held[key] += chance.choice((1, -1))
    elif way == 1:
        del held[key]
    elif way == 2 and isinstance(held, list):
        held.insert(chance.randint(0, len(held)), deepcopy(held[key]))
    else:
        held[key] = deepcopy(chance.choice(alike))
    return json.dumps(found)


def is_accepted(text: str, old: Program, new: Program) -> Certificate | None:
    try:
        found = files.read(text, old, new)
        check(found, old, new)
    except (InputError, NotProved):
        return None
    return found


@pytest.mark.first
@pytest.mark.parametrize("number", range(len(CASES)))
@pytest.mark.parametrize("count", counts(7, 60, 250))
def test_a_certificate_with_a_change_is_refused_or_true(number: int, count: int) -> None:
    """What is accepted is compared with the machine. For a program that differs nothing is accepted."""
    old, new, other, text = own(number)
    chance = random.Random(f"certificate {number}")
    for side in (old, new):
        assert shown_difference(side, other, files.read(text, old, new).observe, chance, 40)
    refused = 0
    for _ in range(count):
        changed = with_a_change(text, chance)
        found = is_accepted(changed, old, new)
        refused += found is None
        if found is not None:
            assert shown_difference(old, new, found.observe, chance, 5) is None, changed
        forged = changed.replace(files.fingerprint(new), files.fingerprint(other))
        assert is_accepted(forged, old, other) is None, changed
    assert refused > count // 4


def test_lines_that_take_registers_do_not_leave_those_to_r_9() -> None:
    """A certificate says so where each DIM (i) leaves them. 70 lines of an HP-11C take it (BEHAVIOUR 9.4)."""
    short, long = (Program.parse("LBL A\n" + "ENTER\n" * count, Model.HP11C) for count in (50, 68))
    check(replace(prove(short, short), ample=True), short, short)
    with pytest.raises(NotProved, match=r"R\.9"):
        check(replace(prove(long, long), ample=True), long, long)
