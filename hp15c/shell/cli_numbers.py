"""Numbers that options take, with limits. What is no number is called so in the error."""

from __future__ import annotations

import click


class WholeNumber(click.IntRange):
    """A whole number between limits. `abc` is 'not a valid integer', where click says 'integer range'."""

    name = "integer"


class AnyNumber(click.FloatRange):
    """A number between limits. `abc` is 'not a valid number', where click says 'float range'."""

    name = "number"
