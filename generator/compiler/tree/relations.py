"""The relations of comparisons: when each holds, its opposite, its mirror, its sign."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Final

from generator.compiler.tree.ir import Relation
from hp15c.numbers.number import Number

HOLDS: Final[dict[Relation, Callable[[Number, Number], bool]]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
NEGATED: Final[dict[Relation, Relation]] = {
    "==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">",
}  # fmt: skip
"""The relation that holds where one does not: not a < b is a >= b."""

MIRRORED: Final[dict[Relation, Relation]] = {
    "==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<=",
}  # fmt: skip
"""The relation with the two sides exchanged: a < b is b > a."""

SIGNS: Final[dict[Relation, str]] = {"==": "=", "!=": "≠", "<": "<", ">": ">", "<=": "≤", ">=": "≥"}
"""The sign of a relation in the calculator's tests, as in x≤y."""
