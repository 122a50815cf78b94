"""The text formats of listings by name, and a program read from one or written in one of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path, PurePath
from typing import Final

from hp15c import files
from hp15c.errors import InputError
from hp15c.listing.decoding import encode
from hp15c.listing.program import Program
from hp15c.table.models import Model


@dataclass(frozen=True, slots=True)
class ListingFormat:
    """A format of listings. `commented` ones keep the comments of lines."""

    name: str
    what: str
    suffixes: tuple[str, ...]
    commented: bool = True

    def suffix(self, model: Model) -> str:
        """The end of the names of files in this format, for a program of the model."""
        return model.suffix if self.name == "simulator" else self.suffixes[0]

    def write(self, program: Program) -> str:
        """The program as text. Unsupported where the format cannot express it."""
        module = import_module(f"hp15c.listing.writers.{self.name}")
        write: Callable[[Program], str] = module.write
        return write(program)


FORMATS: Final = {
    format.name: format
    for format in (
        ListingFormat("simulator", "the HP-15C Simulator's text format", (".15c", ".11c")),
        ListingFormat("jrpn", "JRPN's export, HP-15C only", (".txt",)),
        ListingFormat("keycodes", "bare keycodes, one step a line", (".keys",)),
        ListingFormat("mnemonics", "mnemonics, one step a line", (".mnem",)),
        ListingFormat("symbolic", "mnemonics with names in place of labels, from the notes", (".sym",)),
        ListingFormat("markdown", "a Markdown table", (".md", ".markdown"), commented=False),
        ListingFormat("html", "a sheet with key caps to print", (".html", ".htm"), commented=False),
    )
}


def format_named(name: str) -> ListingFormat:
    """The format of a name. InputError naming them all when there is none."""
    try:
        return FORMATS[name.lower()]
    except KeyError:
        raise InputError(f"no format is called {name!r}; there are {', '.join(FORMATS)}") from None


def format_of_file(name: str) -> ListingFormat | None:
    """The format that a file name's suffix stands for. None when it stands for no format."""
    suffix = PurePath(name).suffix.lower()
    return next((format for format in FORMATS.values() if suffix in format.suffixes), None)


def format_for(output: str | None) -> ListingFormat:
    """The format for an output file: that of its suffix, or the simulator's where there is no suffix.

    InputError for a suffix that stands for no format.
    """
    named = format_of_file(output) if output else None
    if named is None and output and PurePath(output).suffix:
        known = ", ".join(suffix for format in FORMATS.values() for suffix in format.suffixes)
        suffix = PurePath(output).suffix
        raise InputError(f"{output}: no format has the suffix {suffix}; give --to, or one of {known}")
    return named or format_named("simulator")


def parse(text: str, model: str = "15C", source: str = "<text>") -> Program:
    """The program in a listing of any format. See `reader.parse`."""
    from hp15c.listing import reader

    return reader.parse(text, Model.of(model), source).program


def read(path: str | Path, model: str = "15C") -> Program:
    """The program in a file. See `reader.parse`."""
    from hp15c.listing import reader

    return reader.read(Path(path), Model.of(model)).program


def write(program: Program, format: str = "simulator") -> str:
    """The program in a format. InputError for an unknown one, Unsupported where that cannot express it."""
    return format_named(format).write(program)


def save(program: Program, path: str | Path, format: str | None = None, encoding: str = "utf-8") -> None:
    """Replace a file by the program in a format. Without one, the format that the file's name stands for.

    Raises InputError for an unknown format or encoding and for a file that cannot be written.
    """
    if format is None:
        chosen = format_of_file(str(path)) or format_named("simulator")
    else:
        chosen = format_named(format)
    data = encode(chosen.write(program), encoding)
    try:
        files.replace(path, data)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror or error}") from None


def table(program: Program) -> str:
    """The program as an HTML table of keys to press, for a notebook."""
    from hp15c.listing.writers.html import program_table

    return program_table(program)
