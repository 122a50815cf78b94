"""An explanation as a notebook shows it."""

from __future__ import annotations

from dataclasses import dataclass

from generator.reading.explanation import Explanation
from generator.reading.explanation import explain as explained
from generator.reading.writing import as_html
from hp15c.listing.program import Program


@dataclass(frozen=True, slots=True)
class ShownExplanation:
    """An explanation that is a table in a notebook."""

    explanation: Explanation

    def _repr_html_(self) -> str:
        return "\n".join(as_html(self.explanation, self.explanation.lines))


def explain(program: Program) -> ShownExplanation:
    """Explain a program, as a table in a notebook."""
    return ShownExplanation(explained(program))
