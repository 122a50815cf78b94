"""Programs called by name, and what the command line says about what it was given."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import ShellComplete
from click.testing import CliRunner, Result

import hp15c
from hp15c.errors import InputError
from hp15c.listing.collection import Collection
from hp15c.table.models import Model
from programs.shell import VERBS, main
from tests import ROOT
from tests.support.shares import firsts

SHIPPED = ROOT / "programs"


def call(*arguments: str) -> Result:
    return CliRunner().invoke(main, list(arguments))


def test_a_name_is_the_listing_for_the_model(tmp_path: Path) -> None:
    for name in ("a.15c", "a.11c", "b.11c", "b.txt"):
        (tmp_path / name).write_text("RTN\n")
    collection = Collection(tmp_path)
    assert collection.names() == ["a", "b"]
    assert collection.path("a", Model.HP15C) == tmp_path / "a.15c"
    assert collection.path("a", Model.HP11C) == tmp_path / "a.11c"
    assert collection.path("a.11c", Model.HP15C) == tmp_path / "a.11c"
    assert collection.path("b", Model.HP15C) == tmp_path / "b.11c"
    assert [collection.path(name, Model.HP15C) for name in ("c", "b.15c", "b.txt", "../a", "")] == [None] * 5


def test_the_nearest_name_is_offered() -> None:
    collection = Collection(SHIPPED)
    assert isinstance(collection.unknown("counter"), InputError)
    assert "did you mean 'counter'?" in str(collection.unknown("conuter.15c"))
    assert "hp15c list" in str(collection.unknown("qqq"))


def test_folders_in_the_folder_belong_to_it(tmp_path: Path) -> None:
    (tmp_path / "more").mkdir()
    for name in ("a.15c", "more/two_words.15c", "more/two_words.11c"):
        (tmp_path / name).write_text("RTN\n")
    collection = Collection(tmp_path)
    assert collection.names() == ["a", "two-words"]
    for name in ("two-words", "two_words", "two-words.15c"):
        assert collection.path(name, Model.HP15C) == tmp_path / "more" / "two_words.15c"
    assert collection.path("two-words", Model.HP11C) == tmp_path / "more" / "two_words.11c"
    assert collection.path("more/two_words", Model.HP15C) is None


@pytest.mark.parametrize(
    "verb", [("run", "--keys", "3 GSB A"), ("trace", "--limit", "9"), ("time",), ("check",), ("convert",)]
)
def test_a_name_does_what_its_file_does(verb: tuple[str, ...]) -> None:
    named = call(verb[0], "higher-lower", *verb[1:])
    filed = call(verb[0], str(SHIPPED / "higher-lower.15c"), *verb[1:])
    assert (named.exit_code, named.output) == (filed.exit_code, filed.output)
    assert named.exit_code in (0, 1)
    assert named.stdout


def test_verify_takes_a_name() -> None:
    told = json.loads(
        call("verify", "codemaker-small", "--digits", "1", "--all", "--engine", "reference", "--json").stdout
    )
    assert told["by_digits"]["1"] == told["by_digits"]["1"] | {"pairs": 1, "agreed": 1}


def test_a_file_wins_over_a_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("counter").write_text("LBL A\n7\nRTN\n")
    assert call("run", "counter").output == " 7.0000\n"


@pytest.mark.parametrize("verb", ["run", "check", "convert", "verify"])
def test_what_is_neither_file_nor_name(verb: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    refused = call(verb, "codemaker-smal")
    assert (refused.exit_code, refused.stdout) == (2, "")
    assert "did you mean 'codemaker-small'?" in refused.stderr
    assert call(verb, "none/counter").stderr == "Error: none/counter: No such file or directory\n"


def test_the_shell_completes_verbs_and_names() -> None:
    complete = ShellComplete(main, {"obj": SHIPPED}, "hp15c", "_HP15C_COMPLETE")
    assert [one.value for one in complete.get_completions([], "mas")] == ["mastermind"]
    items = complete.get_completions(["run"], "higher")
    assert [(one.type, one.value) for one in items] == [("file", "higher"), ("plain", "higher-lower")]


@pytest.mark.parametrize(
    ("arguments", "warned"),
    [
        (("check", "codebreaker.15c", "--model", "11C"), "for the HP-15C; --model 11C"),
        (("convert", "counter.11c", "--from-model", "15C"), "for the HP-11C; --from-model 15C"),
        (("check", "counter", "--model", "11C"), ""),
        (("check", "counter.11c"), ""),
        (("convert", "counter", "--model", "11C"), ""),
    ],
)
def test_a_model_that_the_listing_contradicts_is_said(arguments: tuple[str, ...], warned: str) -> None:
    said = call(*arguments).stderr
    assert warned in said
    assert ("changes nothing" in said) is bool(warned)


@pytest.mark.parametrize(
    ("keys", "shown", "warned"),
    [
        ("2 3 +", " 23.0000    ", "is pressed as the one number 23; two numbers need ENTER: \"2 ENTER 3\""),
        ("2 ENTER 3 +", " 5.0000     ", ""),
        ("7 STO 1 5 +", " 12.0000    ", ""),
        ("1 . 5 ENTER", " 1.5000     ", ""),
        ("7 STO 10 8 RCL .0", " 7.0000     ",
         'warning: "STO 10" is pressed as STO .0, register 10; register 1 and then the digit 0 is "STO 1 0"'),
        ("7 STO+12 RCL .2", " 7.0000     ", 'the digit 2 is "STO+ 1 2"'),
        ("7 STO 1 0 RCL 1", " 7.0000     ", ""),
    ],
)  # fmt: skip
def test_keys_that_may_mean_something_else_are_said(keys: str, shown: str, warned: str) -> None:
    told = call("press", keys)
    assert told.stdout == f"{shown}\n"
    assert warned in told.stderr
    assert bool(told.stderr) is bool(warned)


@pytest.mark.first
@pytest.mark.parametrize("short", firsts(["-h", "--help"]))
@pytest.mark.parametrize("verb", [(), ("generate",), ("mastermind",), ("run",), ("mastermind", "tree")])
def test_help_is_whole(verb: tuple[str, ...], short: str) -> None:
    """Each in a process of its own: click keeps a command's help option from its first use."""
    code = "import sys; sys.argv[0] = 'hp15c'; from programs.shell import main; main()"
    told = subprocess.run([sys.executable, "-c", code, *verb, short], capture_output=True, text=True)
    assert told.returncode == 0
    assert "Show this message" in told.stdout
    assert "..." not in told.stdout.replace("[ARGUMENTS]...", "")
    if not verb:
        assert all(f"  {name} " in told.stdout for name in VERBS)


def test_the_version_is_the_packages() -> None:
    assert call("-V").stdout == call("--version").stdout == f"hp15c, version {hp15c.__version__}\n"


def run_module(*arguments: str, path: Path) -> subprocess.CompletedProcess[str]:
    start = [sys.executable, "-S", "-m", "hp15c"]  # -S: what is installed beside the tests does not count
    libraries = [entry for entry in sys.path if entry.endswith("site-packages")]
    places = ":".join([str(path), str(ROOT), *libraries])
    env = {"PYTHONPATH": places}
    return subprocess.run(
        [*start, *arguments], cwd=path, env=env, capture_output=True, text=True, timeout=60, check=False
    )


def install(folder: Path) -> None:
    """What an installer writes beside the packages, so that the console script has a name."""
    installed = folder / "hp15c-1.dist-info"
    installed.mkdir()
    (installed / "METADATA").write_text("Metadata-Version: 2.1\nName: hp15c\nVersion: 1\n")
    (installed / "entry_points.txt").write_text("[console_scripts]\nhp15c = programs.shell:main\n")


@pytest.mark.slow
def test_the_module_is_the_installed_console_script(tmp_path: Path) -> None:
    install(tmp_path)
    done = run_module("press", "2 ENTER 3 +", path=tmp_path)
    assert (done.returncode, done.stdout, done.stderr) == (0, " 5.0000     \n", "")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("name", "arguments"),
    firsts(
        [
            ("solver.py", ("mastermind", "score", "11", "12")),
            ("solver/__init__.py", ("mastermind", "score", "11", "12")),
            ("programs.py", ("press", "2")),
        ]
    ),
)
def test_a_strangers_package_is_not_in_the_way(name: str, arguments: tuple[str, ...], tmp_path: Path) -> None:
    install(tmp_path)
    stranger = tmp_path / name
    stranger.parent.mkdir(exist_ok=True)
    stranger.write_text("raise SystemExit('a stranger was imported')\n")
    done = run_module(*arguments, path=tmp_path)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout


@pytest.mark.slow
def test_a_student_has_packages_of_these_names(tmp_path: Path) -> None:
    """`import hp15c` and the plugin of pytest take none of them, and the student's own are still found."""
    for name in ("solver", "generator", "programs"):
        (tmp_path / f"{name}.py").write_text("MINE = 1\n")
    script = (
        "from hp15c import Calculator\n"
        "import hp15c.shell.pytest_plugin, hp15c.shell.cli_convert\n"
        "calc = Calculator()\ncalc.press('2 ENTER 3 +')\n"
        "import solver, generator, programs\n"
        "print(calc.display.strip(), solver.MINE + generator.MINE + programs.MINE)\n"
    )
    (tmp_path / "homework.py").write_text(script)
    done = subprocess.run(
        [sys.executable, "homework.py"], cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.stdout, done.stderr) == ("5.0000 3\n", "")
