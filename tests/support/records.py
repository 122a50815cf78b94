"""The measured records in tests/firmware, and how a function is held to them."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator, Sequence
from functools import cache
from typing import Any

from hp15c.errors import CalculatorError
from hp15c.numbers.number import Number
from hp15c.numbers.working import Working, pack
from hp15c.table.modes import AngleMode
from tests import TESTS

FIRMWARE = TESTS / "firmware"
ANGLE_KEYS = {"g 7": AngleMode.DEG, "g 8": AngleMode.RAD, "g 9": AngleMode.GRD}

Record = dict[str, Any]


@cache
def records(category: str) -> tuple[Record, ...]:
    """All records of one file of tests/firmware, by its name without .jsonl.gz."""
    with gzip.open(FIRMWARE / f"{category}.jsonl.gz", "rt", encoding="utf-8") as lines:
        return tuple(map(json.loads, lines))


def measured(category: str, op: str) -> Iterator[Record]:
    """The records of one function on both models. There must be some."""
    found = [r for name in (category, f"11c-{category}") for r in records(name) if r["op"] == op]
    assert found, f"no records of {op}"
    yield from found


def operand(record: Record, name: str = "x") -> Number:
    """An input of a record."""
    return Number.of(record["inputs"][name])


def disagreements(
    category: str, op: str, compute: Callable[[Record], Working | Sequence[Working]]
) -> list[tuple[str, str]]:
    """Where function and machine disagree, as record and what the function gave: X (and Y), or the error.

    Blinking stands for the overflow condition, which the HP-11C does not have.
    """
    wrong = []
    for record in measured(category, op):
        try:
            result = compute(record)
        except CalculatorError as error:
            if str(error) != record.get("error"):
                wrong.append((record["id"], str(error)))
            continue
        packed = [pack(w) for w in ([result] if isinstance(result, Working) else result)]
        agrees = (
            "error" not in record
            and all(Number.of(record[level]) == n for level, (n, _) in zip("xy", packed, strict=False))
            and ("model" in record or any(over for _, over in packed) == record.get("blinking", False))
        )
        if not agrees:
            wrong.append((record["id"], str(packed)))
    return wrong
