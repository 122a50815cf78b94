"""The console script: what holds for every verb, whatever its streams are."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from hp15c.listing.writers.formats import FORMATS
from programs.shell import main
from tests import ROOT
from tests.support.shares import fourths

START = f"'{sys.executable}' -c 'from programs.shell import main; main()'"
FULL = Path("/dev/full")


def shell(line: str) -> subprocess.CompletedProcess[str]:
    """Run a line of sh in which hp15c is the console script."""
    code = f'hp15c() {{ {START} "$@"; }}; {line}'
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    env.pop("PYTHONUNBUFFERED", None)  # output is held back, as it is for a user
    return subprocess.run(
        ["sh", "-c", code], cwd=ROOT, env=env, capture_output=True, text=True, timeout=60, check=False
    )


@pytest.mark.skipif(not FULL.exists(), reason="no /dev/full here")
@pytest.mark.parametrize(
    "verb",
    fourths(
        ["--help", "press 2", "convert programs/counter.15c", "generate counter", "mastermind score 11 12"]
    ),
)
def test_output_that_cannot_be_written_is_one_clear_error(verb: str) -> None:
    done = shell(f"hp15c {verb} >/dev/full")
    assert (done.returncode, done.stderr) == (2, "Error: output: No space left on device\n")


@pytest.mark.parametrize(
    ("line", "code", "said"),
    fourths(
        [
            ("convert programs/counter.15c >&-", 0, ""),
            ("run programs/counter.15c --keys FOO 2>&-", 2, ""),
            pytest.param(
                "verify --digits 1 --all --engine reference 2>&- >&-", 0, "", marks=pytest.mark.slow
            ),
            ("mastermind play --secret 1122 <&- >&-", 0, ""),
            ("check - <&-", 2, "no program line found"),
            ("mastermind tree --verify - <&-", 2, "a guess tree begins with"),
        ]
    ),
)
def test_closed_streams_are_empty(line: str, code: int, said: str) -> None:
    done = shell(f"hp15c {line}")
    assert done.returncode == code
    assert said in done.stderr
    assert "Traceback" not in done.stderr


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no /dev/zero here")
@pytest.mark.parametrize(
    ("line", "said"),
    fourths(
        [
            ("check /dev/zero", "too many for a listing"),
            ("check - </dev/zero", "too many for a listing"),
            ("press 2 --state /dev/zero", "not the saved state"),
        ]
    ),
)
def test_a_device_without_an_end_is_refused(line: str, said: str) -> None:
    done = shell(f"hp15c {line}")
    assert done.returncode == 2
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_ctrl_c_while_strategies_are_compared_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def pressed(self: object, members: object, past: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("solver.trees.stdlib_chooser.StdlibChooser.choose", pressed)
    result = CliRunner().invoke(main, ["mastermind", "compare", "3", "4", "--tier", "stdlib"])
    assert (result.exit_code, result.stdout) == (1, "")
    assert "Aborted" in result.stderr


@pytest.mark.parametrize("verb", [("convert", "programs/counter.15c"), ("generate", "counter")])
def test_json_is_all_that_is_printed(verb: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    for more in ((), ("-o", "-")):
        told = json.loads(CliRunner().invoke(main, [*verb, "--json", *more]).stdout)
        assert told["lines"] > 10
    refused = CliRunner().invoke(main, [*verb, "--json", "-o", str(ROOT / "none" / "x.15c")])
    assert (refused.exit_code, refused.stdout) == (2, "")


@pytest.mark.parametrize("more", [("--json",), ("--output", "x.15c"), ("--format", "jrpn")])
@pytest.mark.parametrize("text", [("--walk", "4323", "2443"), ("--explain",)])
def test_what_is_text_only_refuses_other_forms(text: tuple[str, ...], more: tuple[str, ...]) -> None:
    refused = CliRunner().invoke(main, ["generate", "codemaker", *text, *more])
    assert refused.exit_code == 2
    assert f"leave {more[0]} out" in refused.stderr


def commands(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """The words that lead to each command, groups included."""
    yield path
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            under = command.get_command(context, name)
            assert under is not None
            yield from commands(under, (*path, name))


def test_help_fits_a_terminal_of_80_columns() -> None:
    every = list(commands(main))
    assert ("mastermind", "tree") in every
    assert ("generate", "codemaker") in every
    for path in every:
        told = CliRunner().invoke(main, [*path, "--help"], prog_name="hp15c", terminal_width=80)
        assert told.exit_code == 0, path
        assert [line for line in told.stdout.splitlines() if len(line) > 80] == [], path


@pytest.mark.parametrize("verb", [("run",), ("mastermind", "tree"), ()])
def test_help_is_a_word_too(verb: tuple[str, ...]) -> None:
    asked = CliRunner().invoke(main, ["help", *verb])
    assert (asked.exit_code, asked.output) == (0, CliRunner().invoke(main, [*verb, "--help"]).output)
    assert "did you mean 'run'" in CliRunner().invoke(main, ["help", "rum"]).output


@pytest.mark.parametrize(
    ("line", "hint"),
    [
        ("rum", "there is no verb 'rum'; did you mean 'run'?"),
        ("generate codemakr", "there is no verb 'codemakr'; did you mean 'codemaker'?"),
        ("mastermind solv", "there is no verb 'solv'; did you mean 'solve'?"),
        ("mastermind assist", "there is no verb 'assist'; the verbs are analyse, atlas, bench, compare,"),
    ],
)
def test_every_group_names_the_nearest_verb(line: str, hint: str) -> None:
    refused = CliRunner().invoke(main, line.split())
    assert refused.exit_code == 2
    assert hint in refused.stderr


def test_characters_that_a_locale_does_not_have_are_replaced() -> None:
    env = os.environ | {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": ""}
    code = "import sys; sys.argv[0] = 'hp15c'; from programs.shell import main; main()"
    told = subprocess.run([sys.executable, "-c", code, "guide", "keys"], capture_output=True, env=env)
    assert told.returncode == 0
    assert b"Keys and how they are spelled" in told.stdout
    assert told.stderr == b""


@pytest.mark.parametrize(
    ("verb", "option", "names"),
    [
        (("run",), "--engine", ("reference", "source", "lanes", "native")),
        (("verify",), "--engine", ("reference", "source", "lanes", "native")),
        (("convert",), "--to", tuple(FORMATS)),
        (("compile",), "--format", tuple(FORMATS)),
        (("generate", "codemaker"), "--format", tuple(FORMATS)),
        (("generate", "counter"), "--to", tuple(FORMATS)),
    ],
)
def test_names_come_from_one_list(verb: tuple[str, ...], option: str, names: tuple[str, ...]) -> None:
    told = CliRunner().invoke(main, [*verb, "--help"], terminal_width=200).output
    assert option in told
    assert f"[{'|'.join(names)}]" in told


def test_a_listing_may_be_generated_with_named_labels() -> None:
    made = CliRunner().invoke(main, ["generate", "counter", "--format", "symbolic"])
    assert (made.exit_code, made.stdout.splitlines()[0]) == (0, "# HP-15C program with named labels")


@pytest.mark.parametrize("engine", ["source", "lanes", "native"])
def test_run_takes_every_engine(engine: str) -> None:
    if engine != "source":
        pytest.importorskip("numba")
    keys = ["run", "counter", "--keys", "1.003 GSB A"]
    told = CliRunner().invoke(main, [*keys, "--engine", engine])
    assert (told.exit_code, told.stdout) == (0, CliRunner().invoke(main, keys).stdout)
