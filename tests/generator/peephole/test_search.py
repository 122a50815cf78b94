"""The search that makes the table."""

from __future__ import annotations

from itertools import product

import pytest

from generator.peephole.live_cells import visible
from generator.peephole.search import Alphabet, Enumeration
from generator.peephole.symbolic import ON, Op, Undetermined
from hp15c.table.models import Model

FEW = tuple((name, "") for name in ("ENTER", "x↔y", "R↓", "R↑", "+", "CHS", "LSTx"))


@pytest.mark.slow
def test_within_the_bound_every_sequence_is_brought_to_its_cheapest() -> None:
    """Brute force over a few operations: what is not the cheapest has a part that a row replaces."""
    made = Enumeration(Alphabet("a few", FEW, 4), Model.HP15C, True, "small")
    made.run()
    machine = made.machine
    for number, live in enumerate(made.lives):
        effects: dict[tuple[Op, ...], tuple[object, ...]] = {}
        prices: dict[tuple[object, ...], tuple[int, ...]] = {}
        for sequence in (one for length in range(5) for one in product(FEW, repeat=length)):
            try:
                effect = effects[sequence] = visible(machine, machine.run(sequence), live)
            except Undetermined:
                continue
            price = price_of(made, sequence)
            prices[effect] = min(price, prices.get(effect, price))
        for sequence, effect in effects.items():
            dear = price_of(made, sequence) > prices[effect]
            assert not (dear and made.irreducible.get((ON, sequence), 0) >> number & 1), (sequence, live)


def price_of(made: Enumeration, sequence: tuple[Op, ...]) -> tuple[int, ...]:
    return tuple(sum(made.costs[op][at] for op in sequence) for at in range(3))
