"""Reading a file of test cases, and the listing that it names, from disk."""

from __future__ import annotations

from pathlib import Path

from hp15c import files
from hp15c.errors import InputError, Unsupported
from hp15c.inspect.cases import Suite, read_suite
from hp15c.listing import reader
from hp15c.listing.collection import Collection
from hp15c.listing.decoding import LARGEST
from hp15c.listing.program import Program
from hp15c.table.models import Model


def open_suite(path: Path, collection: Collection | None) -> tuple[Suite, Program]:
    """The cases in a TOML file and the program that they are for.

    The listing is a file beside the TOML file, or a name in the collection. InputError for a file that
    cannot be read or is no such file, ListingError for a listing with faults.
    """
    try:
        text = files.read_text(path, "a file of test cases", LARGEST)
    except OSError as error:
        raise InputError(f"{path}: {error.strerror}") from None
    suite = read_suite(text, str(path))
    model = suite.machine.model if suite.machine else Model.HP15C
    program = reader.read(_listing(path, suite.listing, model, collection), model).program
    if suite.machine is not None and program.model is not suite.machine.model:
        raise Unsupported(
            suite.machine.title,
            [f"{suite.listing} is a program for the HP-{program.model}; convert it first"],
        )
    return suite, program


def _listing(path: Path, name: str, model: Model, collection: Collection | None) -> Path:
    beside = path.parent / name
    if collection is None or beside.exists() or Path(name).name != name:
        return beside
    listing = collection.path(name, model)
    if listing is None:
        raise collection.unknown(name)
    return listing
