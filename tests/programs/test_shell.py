"""The console script: what holds for every verb, whatever its streams and its output files are."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
from click.testing import CliRunner

import programs.shell
from hp15c.listing.writers.formats import FORMATS
from programs.shell import VERBS, guard_outputs, main
from tests import ROOT
from tests.support.shares import few, rarely

START = f"'{sys.executable}' -c 'from programs.shell import VERBS, guard_outputs, main; main()'"
FULL = Path("/dev/full")
PLOTTED = "mastermind compare 2 2 --tier stdlib --strategies knuth --plot {}.svg"
WRITERS = (
    "convert counter -o {}.txt",
    "convert counter --to markdown -o {}.md",
    "generate counter -o {}.15c",
    "generate codemaker -o {}.15c",
    "compile {source} -o {}.15c",
    "mastermind tree 2 2 --tier stdlib --out {}.txt",
    PLOTTED,
)
SOURCE = 'from generator.language import program\n\n\n@program("A")\ndef double(x):\n    return x + x\n'
KEPT_ELSEWHERE = {"checkpoint", "state_file", "memory", "resume", "into"}
"""Files that a verb reads and goes on from. Each has a rule of its own."""


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
    few(["--help", "press 2", "convert programs/counter.15c", "generate counter", "mastermind score 11 12"]),
)
def test_output_that_cannot_be_written_is_one_clear_error(verb: str) -> None:
    done = shell(f"hp15c {verb} >/dev/full")
    assert (done.returncode, done.stderr) == (2, "Error: output: No space left on device\n")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("line", "code", "said"),
    few(
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


@pytest.mark.slow
@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="no /dev/zero here")
@pytest.mark.parametrize(
    ("line", "said"),
    few(
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


@pytest.mark.parametrize(
    "verb",
    [
        "press 2 --state {}",
        "prove counter counter --check {}",
        "equal counter counter --assume {}",
        "compile {}",
        "calc --read {}",
        "calc --memory {}",
        "verify codemaker-small --digits 1 --all --resume --checkpoint {}",
        "mastermind tree --verify {}",
        "mastermind tree --resume {}",
        "mastermind atlas 2 2 --resume --checkpoint {}",
        "test {}",
    ],
)
@pytest.mark.parametrize("content", [b"\xfe\x01", b"[" * 100_000, b"null", b""])
def test_a_file_of_another_kind_is_one_error_and_stays(verb: str, content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "kept.json"
    path.write_bytes(content)
    done = CliRunner().invoke(main, shlex.split(verb.format(path)))
    if content or "--assume" not in verb:
        assert done.exit_code == 2, done.output
        assert isinstance(done.exception, SystemExit)
        assert "Error: " in done.stderr
    assert path.read_bytes() == content
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize(
    "line",
    [
        "list --search loan --machines",
        "show counter --json --sheet",
        "show counter --python --explain",
        "guide start --man",
        "guide --raw --man",
        "explain counter --format html --json",
        "compile x.py --show ir --explain",
        "serve --no-memory --memory x",
        "verify --digits 3 --all --seed 0",
    ],
)
def test_options_of_which_one_would_be_ignored_are_refused(line: str) -> None:
    done = CliRunner().invoke(main, shlex.split(line))
    assert (done.exit_code, done.stdout) == (2, "")
    assert "exclude each other: give one of them" in done.stderr


def test_a_lack_of_memory_is_one_error(monkeypatch: pytest.MonkeyPatch) -> None:
    def ask_for_too_much() -> None:
        raise MemoryError

    monkeypatch.setattr("programs.sheets.sheets", ask_for_too_much)
    refused = CliRunner().invoke(main, ["list"])
    assert (refused.exit_code, refused.stderr) == (2, "Error: this takes more memory than there is\n")


def test_standard_input_stands_for_one_file() -> None:
    done = CliRunner().invoke(main, ["equal", "-", "-"], input="LBL A\nRTN\n")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "'-' can stand for one file only" in done.stderr


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


def commands(
    command: click.Command, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], click.Command]]:
    """Each command, groups included, after the words that lead to it."""
    yield path, command
    if isinstance(command, click.Group):
        context = click.Context(command)
        for name in command.list_commands(context):
            under = command.get_command(context, name)
            assert under is not None
            yield from commands(under, (*path, name))


def test_help_fits_a_terminal_of_80_columns() -> None:
    every = [path for path, _ in commands(main)]
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
    inside = CliRunner().invoke(main, [*verb[:-1], "help", *verb[-1:]])
    assert (inside.exit_code, inside.output) == (0, asked.output)


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


@pytest.mark.slow
def test_characters_that_a_locale_does_not_have_are_replaced() -> None:
    env = os.environ | {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0", "PYTHONIOENCODING": ""}
    code = "import sys; sys.argv[0] = 'hp15c'; from programs.shell import VERBS, guard_outputs, main; main()"
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


@pytest.mark.first
@pytest.mark.parametrize("engine", ["source", "lanes", "native"])
def test_run_takes_every_engine(engine: str) -> None:
    if engine != "source":
        pytest.importorskip("llvmlite")
    keys = ["run", "counter", "--keys", "1.003 GSB A"]
    told = CliRunner().invoke(main, [*keys, "--engine", engine])
    assert (told.exit_code, told.stdout) == (0, CliRunner().invoke(main, keys).stdout)


@pytest.mark.parametrize("line", rarely(WRITERS, "generate codemaker -o {}.15c", PLOTTED))
def test_a_file_that_exists_is_replaced_only_with_force(line: str, tmp_path: Path) -> None:
    source = tmp_path / "double.py"
    source.write_text(SOURCE, "utf-8")
    words = shlex.split(line.format(tmp_path / "mine", source=source))
    output = Path(words[-1])
    output.write_text("mine")
    refused = CliRunner().invoke(main, words)
    assert (refused.exit_code, output.read_text()) == (2, "mine")
    assert f"{output} exists already: --force replaces it" in refused.stderr
    assert CliRunner().invoke(main, [*words, "--force"]).exit_code == 0
    assert output.read_bytes() != b"mine"


@pytest.mark.parametrize("line", rarely(WRITERS, "generate codemaker -o {}.15c", PLOTTED))
def test_a_file_that_another_command_has_written_meanwhile_stays(
    line: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    source = tmp_path / "double.py"
    source.write_text(SOURCE, "utf-8")
    words = shlex.split(line.format(tmp_path / "mine", source=source))
    check = programs.shell._check_output

    def write_after_check(context: click.Context, option: click.Parameter, value: Any) -> Any:
        checked = check(context, option, value)
        Path(words[-1]).write_text("mine")
        return checked

    monkeypatch.setattr("programs.shell._check_output", write_after_check)
    refused = CliRunner().invoke(main, words)
    assert (refused.exit_code, Path(words[-1]).read_text()) == (2, "mine")
    assert "exists already: --force replaces it" in refused.stderr
    assert {one.name for one in tmp_path.iterdir()} <= {"double.py", Path(words[-1]).name}


def test_an_output_without_a_folder_is_refused_before_the_source_is_read(tmp_path: Path) -> None:
    source = tmp_path / "source.py"
    source.write_text("def (")
    output = tmp_path / "nowhere" / "mine.15c"
    done = shell(f"hp15c compile {source} -o {output}")
    said = f"Error: {output}: there is no folder {output.parent}; make it first\n"
    assert (done.returncode, done.stderr) == (2, said)


def test_the_file_that_is_read_is_not_replaced(tmp_path: Path) -> None:
    listing = tmp_path / "mine.txt"
    listing.write_text("LBL A\nx²\nRTN\n", "utf-8")
    link = tmp_path / "link.txt"
    link.symlink_to(listing)
    for output in (listing, link):
        result = CliRunner().invoke(main, ["convert", str(listing), "--to", "simulator", "-o", str(output)])
        assert result.exit_code == 2
    assert listing.read_text("utf-8") == "LBL A\nx²\nRTN\n"


@pytest.mark.slow
def test_a_folder_of_listings_is_made(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "shelf"
    assert CliRunner().invoke(main, ["generate", "listings", str(folder)]).exit_code == 0
    assert {"counter.15c", "codemaker-small.11c"} < {one.name for one in folder.iterdir()}


def test_nothing_is_written_into_a_folder_that_holds_one_of_the_listings(tmp_path: Path) -> None:
    mine = tmp_path / "counter.15c"
    mine.write_text("mine")
    refused = CliRunner().invoke(main, ["generate", "listings", str(tmp_path)])
    assert (refused.exit_code, mine.read_text()) == (2, "mine")
    assert list(tmp_path.iterdir()) == [mine]


@pytest.mark.parametrize("words", [["generate", "listings"], ["guide", "--notebooks"]])
def test_what_is_no_folder_is_refused_for_one(words: list[str]) -> None:
    refused = CliRunner().invoke(main, [*words, "/dev/null"])
    assert (refused.exit_code, refused.stderr) == (2, "Error: /dev/null: this is no folder; name a folder\n")


def test_a_table_goes_into_a_file_only_with_force(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("<!-- table -->\nold\n<!-- /table -->\n")
    result = CliRunner().invoke(main, ["generate", "table", "--pairs", "1", "--into", str(page)])
    assert (result.exit_code, "old" in page.read_text()) == (2, True)


@pytest.mark.parametrize(
    "words",
    [
        ["run", "no\x1b[31mfile.15c"],
        ["run", "no\x1b[31m"],
        ["check", "no\x1b[31mfile.15c", "counter"],
        ["compile", "no\x1b[31m.py"],
        ["generate", "no\x1b[31m"],
        ["generate", "counter", "-o", "nowhere\x1b[31m/a.15c"],
        ["no\x1b[31m"],
        ["run", "counter", "--no\x1b[31m"],
        ["press", "no\x1b[31m"],
        ["mastermind", "score", "12\x1b[31m", "1234"],
        ["mastermind", "tree", "2", "2", "--verify", "no\x1b[31m"],
        ["guide", "no\x1b[31m"],
        ["test", "no\x1b[31m_test.toml"],
        ["prove", "--check", "no\x1b[31m", "counter", "counter"],
    ],
    ids=" ".join,
)
def test_no_error_controls_the_terminal(words: list[str]) -> None:
    refused = CliRunner().invoke(main, words, color=True)
    assert refused.exit_code == 2
    assert refused.stderr
    assert "\x1b" not in refused.output


@pytest.mark.parametrize(
    "words",
    [
        ["mastermind", "atlas", "2", "2", "--checkpoint", "no\x1b[31m", "--resume"],
        ["mastermind", "atlas", "2", "2", "--certificate", "no\x1b[31m"],
        ["mastermind", "tree", "--verify", "tree\x1b[31m.txt"],
        ["test", "case\x1b[31m_test.toml"],
        ["guide", "--notebooks", "no\x1b[31m"],
    ],
    ids=" ".join,
)
def test_no_message_controls_the_terminal(
    words: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    case = f'listing = "{ROOT}/programs/counter.15c"\n[[case]]\nkeys = "1"\nshows = "2\\u001b[31m"\n'
    Path("case\x1b[31m_test.toml").write_text(case, "utf-8")
    CliRunner().invoke(main, ["mastermind", "tree", "2", "2", "--out", "tree\x1b[31m.txt"])
    tree = Path("tree\x1b[31m.txt")
    tree.write_text(tree.read_text("utf-8").rstrip().rpartition("\n")[0] + "\n", "utf-8")
    told = CliRunner().invoke(main, words, color=True).output
    assert "\ufffd[31m" in told
    assert "\x1b" not in told


def test_every_message_is_said_by_what_makes_it_harmless() -> None:
    """Each line that has a value in it and goes to standard error goes through `tell`."""
    found = {
        (path.relative_to(ROOT).as_posix(), line.strip())
        for package in ("hp15c", "generator", "solver", "programs")
        for path in (ROOT / package).rglob("*.py")
        for line in path.read_text("utf-8").splitlines()
        if "err=True" in line and "{" in line
    }
    assert found == set()


@pytest.mark.parametrize(
    "arguments",
    [
        ("explain", "counter", "-o", ""),
        ("convert", "counter", "-o", ""),
        ("mastermind", "tree", "2", "2", "-o", ""),
        ("press", "1", "--state", ""),
    ],
)
def test_an_empty_name_of_a_file_is_refused(arguments: tuple[str, ...]) -> None:
    told = CliRunner().invoke(main, arguments)
    assert (told.exit_code, told.stdout) == (2, "")
    assert "is empty" in told.stderr


def test_devices_and_standard_output_are_written_to() -> None:
    for output in ("-", "/dev/null"):
        assert CliRunner().invoke(main, ["convert", "counter", "--to", "jrpn", "-o", output]).exit_code == 0


def test_every_verb_that_writes_a_file_has_force() -> None:
    """An option that names a file to write is declared so that the rule sees it."""
    seen = {path[0] for path, command in commands(main) if path and not isinstance(command, click.Group)}
    assert seen >= VERBS.keys()
    for path, command in commands(main):
        if isinstance(command, click.Group):
            continue
        names = {one.name for one in command.params}
        for one in command.params:
            says = str(getattr(one, "help", "")).startswith(("Write", "Draw", "The file to write"))
            other = getattr(one, "is_flag", False) or isinstance(one.type, click.IntRange)
            if says and one.name not in KEPT_ELSEWHERE and not other:
                is_folder = getattr(one.type, "dir_okay", False) and not getattr(one.type, "file_okay", True)
                assert is_folder or getattr(one.type, "writable", False), f"{path}: {one.name}"
        if any(getattr(one.type, "writable", False) for one in command.params):
            assert "force" in names, path


def test_a_command_is_guarded_once() -> None:
    @click.command()
    @click.option("-o", "output", type=click.Path(writable=True))
    def write(output: str) -> None:
        """Write nothing."""

    assert guard_outputs(write) is guard_outputs(write)
    assert [one.name for one in write.params] == ["output", "force"]


def test_the_calculator_is_imported_only_by_verbs_that_need_it() -> None:
    program = (
        "import sys; from programs.shell import main;"
        "main(['mastermind', 'tree', '2', '2'], standalone_mode=False); print('hp15c' in sys.modules)"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert run.stdout.splitlines()[-1] == "False"
