"""Options of `generate codemaker` that mean nothing beside one another."""

from __future__ import annotations

import click

LISTING = ("as_json", "output", "format_")
LIMITS = ("at_most_bytes", "at_most_seconds")
PLANS = ("model", "machine", "goal", "digits", "checks", "order_check")

BESIDE = {
    "walk": ("walks the model, without a listing", ("explain", "frontier", *LISTING, *LIMITS, *PLANS)),
    "explain": ("prints the reasons as text", ("frontier", *LISTING, *LIMITS)),
    "frontier": ("prints a table of the plans for every goal", (*LISTING, *LIMITS, "goal")),
}
"""For each option that prints something else than a listing: what it does, and the options that mean nothing
then.
"""

NEEDED = {"plot": "frontier", "verbose": "walk"}
"""Options that mean nothing without another one."""


def require_meaning() -> None:
    """UsageError for typed options of the command that is running which mean nothing, with what would do."""
    context = click.get_current_context()
    names = {str(one.name): max(one.opts, key=len) for one in context.command.params}
    typed = [
        name for name in names if context.get_parameter_source(name) is click.core.ParameterSource.COMMANDLINE
    ]
    for option, (does, others) in BESIDE.items():
        wrong = [names[one] for one in others if one in typed]
        if option in typed and wrong:
            raise click.UsageError(f"{names[option]} {does}: leave {' and '.join(wrong)} out")
    for option, other in NEEDED.items():
        if option in typed and other not in typed:
            raise click.UsageError(f"{names[option]} means nothing without {names[other]}: give that too")
