"""The verb `lsp`: the language server for editors."""

from __future__ import annotations

import logging
import os
from importlib.util import find_spec

import click

from hp15c.shell.cli_shared import refuse

LONGEST_LINE = 300


class OneLine(logging.Formatter):
    """Says what went wrong with a message of the editor, and not where in Python that was found."""

    def format(self, record: logging.LogRecord) -> str:
        """The first line of what is reported, and the last one, which names the error."""
        told = record.getMessage().strip().splitlines() or [""]
        said = [str(record.exc_info[1])] if record.exc_info else told[1:][-1:]
        return ": ".join(line[:LONGEST_LINE] for line in [told[0], *said] if line)


@click.command("lsp")
def lsp() -> None:
    """Serve an editor over standard input and output: hp15c lsp

    An editor starts this by itself. It shows faults with their fixes, the stack beside each line, what a line
    does, and much else, for listings (.15c, .11c and mnemonics) and for Python modules of the compiler.
    `hp15c guide editor` has the settings for VS Code, Neovim, Helix, Emacs, Vim and Zed.

    \b
    Settings, as initialization options or under hp15c:
      stack   off, x, all or words: what is shown after each line (all)
    """
    if find_spec("pygls") is None:
        refuse("the language server needs pygls: pip install 'hp15c[lsp]'")
    from programs.editors.server.server import server

    log = logging.StreamHandler()
    log.setFormatter(OneLine())
    logging.basicConfig(handlers=[log])
    # The server closes its streams at the end, which the command still needs.
    with os.fdopen(os.dup(0), "rb") as asked, os.fdopen(os.dup(1), "wb") as answered:
        try:
            server.start_io(asked, answered)
        except OverflowError:
            refuse("standard input: a Content-Length is too large; an editor starts this by itself")
