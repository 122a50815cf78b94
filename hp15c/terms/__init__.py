"""Programs on terms: what lines do to a calculator of which only some is known.

`begin` is such a calculator, `outcomes` are the ways of its next line, `evaluate` puts numbers in, and `text`
writes a term as people do.
"""

from __future__ import annotations

from hp15c.terms.evaluate import Evaluation, evaluate
from hp15c.terms.facts import Facts
from hp15c.terms.reader import Outcome, Way, outcomes, outcomes_of
from hp15c.terms.state import TermState, begin
from hp15c.terms.term import Term, constant, input_of
from hp15c.terms.text import text

__all__ = [
    "Evaluation",
    "Facts",
    "Outcome",
    "Term",
    "TermState",
    "Way",
    "begin",
    "constant",
    "evaluate",
    "input_of",
    "outcomes",
    "outcomes_of",
    "text",
]
