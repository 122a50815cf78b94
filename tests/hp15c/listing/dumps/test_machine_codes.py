"""The codes of program lines in memory."""

from __future__ import annotations

from hp15c.listing.dumps.machine_codes import keycodes
from hp15c.table.instructions import steps
from hp15c.table.models import Model


def test_every_instruction_has_one_code_of_its_length() -> None:
    """MEM tells how many bytes an instruction takes. A first byte that ends in f announces a second."""
    table = keycodes()
    known = {
        " ".join(step.keys(Model.HP15C)) + " u" * step.user: step.bytes(Model.HP15C)
        for step in steps(Model.HP15C)
    }
    assert set(table.values()) == set(known)
    assert len(table) == len(known)
    for code, keys in table.items():
        assert len(code) == 2 * known[keys], keys
        assert (code[1] == "f") == (known[keys] == 2), keys
