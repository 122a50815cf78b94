"""The verb `prove`."""

from __future__ import annotations

import json
import sys
from dataclasses import asdict

import click

from hp15c.errors import InputError
from hp15c.shell.cli_shared import (
    FILE,
    LISTING,
    WholeNumber,
    json_array_option,
    model_option,
    read_listing,
    refuse,
    refuse_bad_input,
)
from programs.cli import guess_option, set_option

USUAL_DIGITS = (1, 2, 3, 4)
NOT_COVERED = ("secrets that the calculator draws", "the turn that the pause shows", "other digits")


@click.command()
@click.option(
    "--check",
    type=FILE,
    metavar="CERTIFICATE",
    help="Check a proof of `hp15c equal` for two listings, or of `hp15c compile` for a source and a listing.",
)
@click.argument("files", metavar="FILE...", type=LISTING, nargs=-1)
@model_option
@click.option(
    "--digits",
    type=WholeNumber(1, 8),
    multiple=True,
    help="N, the number of digits. It may be repeated. [default: 1 to 4, where its description allows them]",
)
@click.option(
    "--colours",
    type=WholeNumber(1, 9),
    metavar="C",
    help="Codes have digits 1 to C [default: as its description says of secrets, else 9].",
)
@set_option
@guess_option
@json_array_option
@refuse_bad_input
def prove(
    check: str | None,
    files: tuple[str, ...],
    model: str,
    digits: tuple[int, ...],
    colours: int | None,
    set_keys: str,
    guess_keys: str,
    as_json: bool,
) -> None:
    """Prove a CodeMaker right for all pairs of N digits, without running them one by one.

    The listing runs on numbers whose digits are symbols. Where it compares two digits it goes both ways.
    Where a digit names a register, as in the fast CodeMakers, it goes one way for each digit that it may be
    equal to. Ways with the same state are joined. If all digits name registers, it is only counted how many
    of them are equal, so that ways for different codes become the same. Where the next guess begins as the
    first did, the answers to all guesses are proven, and the output says so. A listing that needs the value
    of a digit, for example to jump to it, cannot be proven. `verify` can play it.

    Proven are the keys --set and --guess, and the answer at the stop, from cleared memory with one secret.
    Not covered are the drawing of secrets, the turn that the pause shows, digits beyond those named, and
    times. `verify` plays drawn secrets, turns and other digits. What a game leaves for the next secret is
    not covered either.

    With --check CERTIFICATE OLD NEW, a proof that two listings are equal is checked again. With --check
    CERTIFICATE SOURCE LISTING it is a proof that a compiled listing does what its source says.

    Exit code 0 when it is proven, 1 when an end is wrong, 2 when symbols do not allow a line.
    """
    from generator.compiler.driver import collection_off
    from programs.codemaker import Seat, digits_told, highest_told, read_start, require_digits
    from programs.proof.digits import NotSymbolic
    from programs.proof.explore import ListingProof, prove

    if check is not None:
        _check(check, files, model)
        return
    if len(files) != 1:
        refuse("name one listing to prove, or two files after --check CERTIFICATE")
    (file,) = files
    seat = Seat(set=read_start(set_keys, "secret"), guess=read_start(guess_keys, "guess"))
    program = read_listing(file, model).program
    require_digits(program.description, digits)
    told = digits_told(program.description)
    usual = tuple(told or USUAL_DIGITS)[: len(USUAL_DIGITS)]
    proofs: list[ListingProof] = []
    for count in dict.fromkeys(digits or usual):
        try:
            highest = colours or highest_told(program.description, count)
            with collection_off():  # the search for cycles would take a third of the time
                proofs.append(prove(program, count, seat, highest))
        except NotSymbolic as why:
            refuse(f"N = {count} cannot be proven: {why}")
        if not as_json:
            click.echo(_text(proofs[-1]))
    covers = f"the keys {set_keys!r} and {guess_keys!r} from cleared memory, and the answer at the stop"
    if as_json:
        scope = {"covers": covers, "not_covered": list(NOT_COVERED)}
        click.echo(json.dumps([asdict(one) | scope for one in proofs], ensure_ascii=False))
    else:
        click.echo(f"This covers {covers}. Not covered: {', '.join(NOT_COVERED)}; hp15c verify plays them.")
    sys.exit(1 if any(one.fault for one in proofs) else 0)


def _check(certificate: str, files: tuple[str, ...], model: str) -> None:
    """Check a certificate of two listings, or of a source and its listing. Exit code 1 for a false one."""
    from generator.compiler.validation.certificate import is_of_compile
    from generator.equality.certificate import data_of, read
    from generator.equality.check import NotProved, check
    from generator.equality.verdict import contract
    from hp15c.files import read_text

    if len(files) != 2:
        refuse("--check takes a certificate and two files, OLD and NEW or SOURCE and LISTING")
    content = read_text(certificate, "a certificate")
    if is_of_compile(content):
        _check_compiled(content, files[0], files[1], model)
        return
    try:
        data_of(content)  # before a file is looked at that may be for the other kind of certificate
    except InputError as error:
        raise InputError(f"{certificate}: {error}") from None
    old, new = (read_listing(file, model).program for file in files)
    found = read(content, old, new)
    try:
        check(found, old, new)
    except NotProved as why:
        click.echo(f"the certificate does not hold: {why}")
        sys.exit(1)
    click.echo(f"the certificate holds. {contract(found, old, new)}")


def _check_compiled(content: str, source: str, listing: str, model: str) -> None:
    """Check a certificate that a listing does what its source says."""
    from generator.compiler import front
    from generator.compiler.validation.certificate import read
    from generator.compiler.validation.check import check
    from generator.compiler.validation.verdict import contract
    from generator.compiler.validation.work import NotProved

    module, program = front.read(source), read_listing(listing, model).program
    found = read(content, module, program)
    try:
        check(found, module, program)
    except NotProved as why:
        click.echo(f"the certificate does not hold: {why}")
        sys.exit(1)
    click.echo(f"the certificate holds: {contract(module, program, found)}")


def _text(proof: object) -> str:
    from programs.proof.explore import ListingProof

    assert isinstance(proof, ListingProof)
    size = f"{proof.ends:,} ends, {proof.lines:,} lines"
    if proof.fault:
        return f"N = {proof.digits}: not right. {proof.fault} ({size})"
    when = "at every guess" if proof.later else "at the first guess"
    codes = f"{proof.highest**proof.digits:,}"
    pairs = f"all {codes} × {codes} pairs of digits 1 to {proof.highest}"
    return f"N = {proof.digits}: right for {pairs}, {when} ({size})"
