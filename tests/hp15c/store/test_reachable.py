"""No key leads to a state that loading would refuse. tests/hp15c/store/test_saved.py has what is refused."""

from __future__ import annotations

import pytest

from hp15c import Calculator
from hp15c.store import reachable
from tests.conformance import LIMIT, RECORDS, categories, read
from tests.support.shares import few

STRIDE = 97
FUZZ = [name for name in categories(RECORDS) if "fuzz" in name]


@pytest.mark.parametrize("name", few(FUZZ))
def test_states_on_the_way_have_no_faults(name: str) -> None:
    for record in read(RECORDS, name)[::STRIDE]:
        calculator = Calculator(record.get("model", "15C"))
        for key in record["keys"].split():
            calculator.key_down(key)
            assert not list(reachable.faults(calculator.state)), (record["keys"], key)
            calculator.key_up(LIMIT)
            assert not list(reachable.faults(calculator.state)), (record["keys"], key)
