"""The book of rules: what each instruction means, written once against an abstract machine.

`machine` has the operations of that machine. A rule is a small function over it, registered in `book` under
the names of its rows. Readers are machines: the terms reader (`hp15c.terms`) runs the rules on terms.
"""

from __future__ import annotations

from hp15c.rules import (  # noqa: F401  (importing a family registers its rules)
    flow,
    functions,
    matrices,
    registers,
    settings,
    stack,
    statistics,
)
from hp15c.rules.book import check

check()
