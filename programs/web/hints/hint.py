"""A hint: a guess of the solver, and how it was found."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import Any, Final

NONE_LEFT: Final = "no secret agrees with these answers: calculator and solver disagree"


@dataclass(frozen=True, slots=True)
class Hint:
    """A guess and how it was found.

    `remaining` secrets are left. `looked_at` of `guesses` codes were ranked as guesses. It is 0 where no
    ranking was needed. They were ranked by `judged_by` of the secrets. `is_best` tells that no guess ranks
    better by knuth (the smallest largest part). `counted` tells that `remaining` is exact. Otherwise at least
    that many are left.
    """

    guess: str
    remaining: int
    is_possible: bool
    is_best: bool
    looked_at: int
    guesses: int
    judged_by: int
    counted: bool = True

    def __str__(self) -> str:
        if self.remaining == 1:
            return f"1 secret remains: {self.guess}."
        many = f"{self.remaining:,}" if self.counted else f"At least {self.remaining:,}"
        kind = "which may be the secret" if self.is_possible else "which cannot be the secret but tells most"
        return f"{many} secrets remain. The solver guesses {self.guess}, {kind}: {self._how()}."

    def _how(self) -> str:
        if not self.looked_at:
            return "the best there is" if self.remaining == 2 else "the best first guess"
        if self.looked_at == self.guesses and self.is_best:
            return f"the best of all {self.guesses:,} guesses"
        if self.is_best:
            return "no guess can do better"
        judged = f", judged by {self.judged_by:,} of the secrets" if self.judged_by < self.remaining else ""
        return (
            f"the best of {self.looked_at:,} guesses looked at{judged}; there are {self.guesses:,},"
            " too many to try while you wait"
        )


@dataclass(frozen=True, slots=True)
class Worth:
    """The value of a guess in a finished game.

    `before` and `after` secrets were left. `parts` answers were possible, the largest left `largest` secrets.
    `best` is what the solver would have guessed, `best_largest` its largest part.
    """

    guess: str
    before: int
    after: int
    parts: int
    largest: int
    best: str
    best_largest: int

    def to_json(self) -> dict[str, Any]:
        """The guess as plain data for the page, with a sentence that says what it was worth."""
        return asdict(self) | {"said": str(self)}

    def __str__(self) -> str:
        left = "1 was" if self.after == 1 else f"{self.after:,} were"
        said = f"of {self.before:,} possible secrets {left} left"
        if self.before == 1:
            return "only one secret was possible"
        said = f"{said}, at worst it would have been {self.largest:,}"
        if self.largest <= self.best_largest:
            return f"{said}; no better guess was found"
        return f"{said}; after {self.best} at worst {self.best_largest:,}"
