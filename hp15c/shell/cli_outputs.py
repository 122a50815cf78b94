"""The one rule for output files of all verbs: a file that exists is replaced only with --force.

A verb declares an output as a `click.Path` with `writable=True`. `programs.shell` adds the rest.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import Final

import click

FORCE: Final = "hp15c.force"
"""The key under which click's `meta` has whether the verb that is running was called with --force."""


def refuse_existing(path: str | os.PathLike[str]) -> None:
    """Raise UsageError for an output file that exists, unless the running verb was called with --force.

    '-' and devices are written to as they are.
    """
    if not click.get_current_context().meta.get(FORCE) and str(path) != "-" and Path(path).is_file():
        raise click.UsageError(f"{os.fspath(path)} exists already: --force replaces it, or name another file")
