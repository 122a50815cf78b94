"""The root of the solver's errors: all that say what is wrong with an input or what is missing."""

from __future__ import annotations


class SolverError(ValueError):
    """Bad input, or something that is not installed. The message says what to do."""


class StrategyError(SolverError):
    """An unknown strategy or set of rules, or one's own that fails. The text says what and where."""
