"""The displays of a game at the calculator, read back."""

from __future__ import annotations

import pytest

from programs.codemaker import Seat
from programs.protocol import wrong_protocol
from tests.programs.test_drawn import row


@pytest.mark.parametrize(
    ("machine", "said"),
    [
        ("1. then 321.11 (stop)", None),
        ("321.12 then 1. (stop)", "--answer pause"),
        ("321.12 (stop)", "0 pauses"),
        ("1. then 2. then 321.12 (stop)", "2 pauses"),
        ("3.0000 (stop)", "no answer"),
        ("1. then Error 4 (error)", "'error'"),
        ("running (limit)", "'limit'"),
    ],
)
def test_wrong_keys_are_told_from_a_wrong_score(machine: str, said: str | None) -> None:
    found = wrong_protocol(Seat(), [row(machine)])
    assert found is None if said is None else found is not None and said in found
    assert wrong_protocol(Seat(), [row(machine), row("1. then 321.10 (stop)")]) is None
    assert wrong_protocol(Seat(), []) is None
