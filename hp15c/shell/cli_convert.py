"""The verb `convert`: listings in other formats, for the other model, or in a calculator's memory."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path, PurePath
from typing import TYPE_CHECKING

import click

from hp15c.errors import InputError
from hp15c.listing.program import Program
from hp15c.listing.writers.formats import ListingFormat, format_for, format_named, format_of_file
from hp15c.shell.cli_files import Finding, for_each
from hp15c.shell.cli_shared import (
    FORMATS,
    LISTING,
    MODELS,
    json_option,
    listing_text,
    machine_option,
    put_into,
    read_listing,
    refuse_bad_input,
    refuse_existing,
    tell,
    with_warnings,
    write_output,
)
from hp15c.table.machines import Machine, choose
from hp15c.table.models import Model

if TYPE_CHECKING:
    from hp15c.listing.text import Listing


@click.command()
@click.argument("files", metavar="FILE...", type=LISTING, nargs=-1, required=True)
@click.option(
    "-o",
    "--output",
    type=click.Path(writable=True, allow_dash=True),
    help="The file to write, or a folder for files of the same names [default: standard output].",
)
@click.option(
    "--to", "--format", "format_name", type=FORMATS, help="The format [default: as the output is named]."
)
@click.option(
    "--into",
    "memory",
    type=click.Path(exists=True, dir_okay=False),
    metavar="MEMORY",
    help="Put the program into a copy of this memory: your DM15's dump, or your Collector's Edition's save.",
)
@click.option(
    "--model",
    type=MODELS,
    help="Move the program to this calculator's keycodes  [default: as the output is named].",
)
@machine_option
@click.option(
    "--from-model",
    type=MODELS,
    default="15C",
    show_default=True,
    help="The calculator, where the listing does not say.",
)
@click.option(
    "--encoding",
    type=click.Choice(["utf-8", "simulator"]),
    default="utf-8",
    show_default=True,
    help="simulator: UTF-16 with BOM and CRLF.",
)
@json_option
@refuse_bad_input
def convert(
    files: tuple[str, ...],
    output: str | None,
    format_name: str | None,
    memory: str | None,
    model: str | None,
    machine: Machine | None,
    from_model: str,
    encoding: str,
    as_json: bool,
) -> None:
    """Write the listing FILE in another format, or for the other calculator.

    Several files are written under their own names into the folder of -o, which is made where there is none:
    hp15c convert shelf/*.txt -o folder/ --to simulator. A file with a fault is named and does not stop the
    rest. A file with several programs gives one file for each, with a number after the name.

    With --into, everything else in the memory stays as it is: load the copy into the calculator it came from.
    With --machine, a program that this make's memory does not hold is refused. With --json the listing stands
    in the object, and in the output file if one is named. A comment that the new format cannot hold
    is named in a caution.
    """
    into_folder = len(files) > 1 or (output is not None and _is_folder(output))
    if memory is not None and (output is None or format_name or as_json or into_folder):
        raise click.UsageError(
            "--into writes a memory: give one FILE, -o and the new file, without --to and --json"
        )
    if into_folder and (output is None or output == "-"):
        raise click.UsageError("several files need a folder: -o FOLDER")
    if into_folder and output is not None and not _is_folder(output) and format_of_file(output):
        raise click.UsageError(f"{output}: this is the name of a listing, and several files need a folder")
    taken: dict[Path, str] = {}

    parts = _parts(files, from_model) if into_folder else {}

    def write_one(file: str) -> Finding:
        listing = parts[file]() if file in parts else read_listing(file, from_model, "from_model")
        target = None if machine is not None or memory is not None else Model.of_file(output)
        if model is not None and target is not None and model != target.value:
            raise InputError(f"{output}: this name is for the HP-{target}, and --model says {model}")
        program, doubts = _convert(listing.program, model or target, machine)
        format = _format(format_name, None if into_folder else output) if memory is None else None
        if program.comments and not (format and format.commented):
            numbers = ", ".join(f"{number:03d}" for number in program.comments)
            doubts.append(f"{file}: the new form holds no comments: those before {numbers} are left out")
        for doubt in doubts:
            tell(f"caution: {doubt}")
        if memory is not None or format is None:
            assert memory is not None
            put_into(memory, program, str(output))
            return Finding({}, "", "")
        place = _in_folder(str(output), file, format, program, taken) if into_folder else output
        text = format.write(program)
        if place not in (None, "-") or not (as_json or into_folder):
            write_output(text, None if place is None else str(place), encoding)
        facts = {
            "format": format.name,
            "model": program.model.value,
            "lines": len(program),
            "bytes": program.bytes,
            "cautions": doubts,
            "listing": text,
        }
        return Finding(facts, "", f"{place}, {len(program)} lines, {program.bytes} bytes")

    for_each(tuple(parts) or files, as_json, ("written", ""), write_one)


def _parts(names: tuple[str, ...], model: str) -> dict[str, Callable[[], Listing]]:
    """The reader of each listing by its name. A file with several programs gives one for each, numbered."""
    from hp15c.listing.reader import parse, split_programs

    def read(file: str, text: str, of: Model) -> Listing:
        return with_warnings(parse(text, of, file), file, of, "from_model")

    parts: dict[str, Callable[[], Listing]] = {}
    for file in dict.fromkeys(names):
        try:
            whole = listing_text(file, Model.of(model)) if file != "-" else ""
            texts = split_programs(whole, Model.of(model), file)
        except (InputError, OSError):
            texts = []
        if len(texts) < 2:
            found: dict[str, Callable[[], Listing]] = {file: partial(read_listing, file, model, "from_model")}
        else:
            path = PurePath(file)
            found = {
                str(path.with_name(f"{path.stem}-{number}{path.suffix}")): partial(read, file, text, of)
                for number, (text, of) in enumerate(texts, 1)
            }
        if twice := found.keys() & parts.keys():
            raise InputError(f"{min(twice)} is a file and a part of another one; convert them one by one")
        parts |= found
    return parts


def _is_folder(output: str) -> bool:
    return output.endswith(("/", "\\")) or Path(output).is_dir()


def _format(name: str | None, output: str | None) -> ListingFormat:
    """The format of the output. A memory is no format that can be written by itself."""
    return format_named(name) if name is not None else format_for(output)


def _convert(program: Program, model: str | None, machine: Machine | None) -> tuple[Program, list[str]]:
    """The program for the calculator that was asked for, and what a person has to know of it."""
    from hp15c.inspect.convert import cautions
    from hp15c.inspect.convert import convert as move

    doubts: list[str] = []
    if model is not None or machine is not None:
        target = choose(Model.of(model) if model else None, machine).model
        doubts = list(cautions(program, target))
        program = move(program, target, machine)
    return program, doubts


def _in_folder(
    output: str, file: str, format: ListingFormat, program: Program, taken: dict[Path, str]
) -> Path:
    """The path of a listing in the folder, which is made. InputError for a name taken by another file."""
    if file == "-":
        raise InputError("standard input has no name for a file in a folder: give -o FILE")
    folder = Path(output)
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / (PurePath(file).stem + format.suffix(program.model))
    if path in taken:
        raise InputError(f"{file}: {path} is made from {taken[path]} already; convert it by itself")
    refuse_existing(path)
    taken[path] = file
    return path
