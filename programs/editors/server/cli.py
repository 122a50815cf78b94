"""The verb `lsp`: the language server for editors."""

from __future__ import annotations

import os
from importlib.util import find_spec

import click

from hp15c.shell.cli_shared import refuse


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

    # The server closes its streams at the end, which the command still needs.
    with os.fdopen(os.dup(0), "rb") as asked, os.fdopen(os.dup(1), "wb") as answered:
        server.start_io(asked, answered)
