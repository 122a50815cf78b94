"""The verb `test`: the cases of listings, from TOML files or from the listings' own notes."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from hp15c.errors import InputError, printable
from hp15c.shell.cli_names import collection_of
from hp15c.shell.cli_shared import LISTING, json_option, model_option, read_listing, refuse_bad_input

if TYPE_CHECKING:
    from hp15c.inspect.cases import Result


@click.command("test")
@click.argument("files", nargs=-1, required=True, type=LISTING)
@click.option("--if-any", is_flag=True, help="Pass over listings whose notes hold no test case.")
@model_option
@json_option
@refuse_bad_input
def test(files: tuple[str, ...], if_any: bool, model: str, as_json: bool) -> None:
    """Press the keys of test cases and compare the displays with the expected ones.

    FILES are TOML files, or listings whose notes hold lines like

    \b
        Test: 3 GSB A shows 9.0000

    \b
    A TOML file names its listing and has cases:
        listing = "square.15c"
        [[case]]
        name = "a square"
        keys = "3 GSB A"
        shows = "9.0000"            (or a list: every display, pauses included)
        x = "9"                     (X to the last digit)
        registers = { "1" = "3" }
    Also at the top: machine = "ce", and first = "FIX 2", keys before each case.

    pytest collects the same files where this package is installed: test_*.toml and *_test.toml. Exit code 1
    when a case fails, 2 when a file cannot be used.
    """
    rows: list[dict[str, Any]] = []
    failed = total = 0
    for file in files:
        for result in _results(file, model, if_any):
            total += 1
            failed += not result.ok
            if as_json:
                rows.append(_facts(file, result))
            elif not result.ok:
                click.echo(printable(f"FAILED {file}\n" + _indent(result.explanation())))
    if as_json:
        click.echo(
            json.dumps({"cases": rows, "passed": total - failed, "failed": failed}, ensure_ascii=False)
        )
    else:
        click.echo(f"{total - failed} of {total} cases pass" if total != 1 else _result_of_one(total, failed))
    sys.exit(1 if failed else 0)


def _results(file: str, model: str, if_any: bool) -> list[Result]:
    """Every case of a file, tried."""
    from hp15c.inspect.cases import check_case, check_keys, open_suite, suite_of_notes

    if Path(file).suffix.lower() == ".toml":
        suite, program = open_suite(Path(file), collection_of(click.get_current_context()))
    else:
        suite, program = None, read_listing(file, model).program
    try:
        suite = suite or suite_of_notes(program)
        if not suite.cases and not if_any:
            raise InputError("its notes hold no line 'Test: KEYS shows DISPLAY'")
        check_keys(suite, program.model)
    except InputError as error:
        raise InputError(f"{file}: {error}") from None
    return [check_case(program, suite, case) for case in suite.cases]


def _facts(file: str, result: Result) -> dict[str, Any]:
    return {
        "file": file,
        "case": result.case.name,
        "keys": result.case.keys,
        "shown": list(result.shown),
        "ok": result.ok,
        "differences": [
            {"what": what, "expected": expected, "found": got} for what, expected, got in result.differences
        ],
    }


def _indent(text: str) -> str:
    return "\n".join(f"  {line}" for line in text.splitlines())


def _result_of_one(total: int, failed: int) -> str:
    return "the case fails" if failed else f"{total} case passes"
