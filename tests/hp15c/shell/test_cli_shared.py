"""What the verbs share: listings that are read, keys, and one line for each fault."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from hp15c import Program
from hp15c.listing.decoding import encode
from hp15c.shell.cli_shared import (
    FORCE,
    AnyNumber,
    WholeNumber,
    refuse_bad_input,
    refuse_existing,
    write_output,
)
from hp15c.table.models import Model
from programs.shell import main
from tests.hp15c.shell.conftest import AREA
from tests.hp15c.shell.test_cli import call


def test_a_listing_with_three_faults_names_all_three() -> None:
    result = call("check", "-", input=b"LBL A\nSINN\nRTN\nSTO 99\nFOO\n")
    assert result.exit_code == 2
    for line in ("<stdin>:2:", "<stdin>:4:", "<stdin>:5:"):
        assert line in result.output


def test_a_missing_file_is_one_line() -> None:
    result = call("run", "nowhere.15c")
    assert result.exit_code == 2
    assert "nowhere.15c" in result.output
    assert len(result.output.strip().splitlines()) == 1


def test_what_is_no_text_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "listing.15c"
    path.write_bytes(b"LBL A\n\x00\x01\x02RTN")
    result = call("check", str(path))
    assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
    assert "byte 7" in result.stderr


def test_a_program_too_deep_for_python_is_refused_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    def deeper() -> None:
        deeper()

    with pytest.raises(SystemExit) as ended:
        refuse_bad_input(deeper)()
    assert ended.value.code == 2
    shown = capsys.readouterr().err
    assert (shown.count("\n"), "too long for this verb" in shown) == (1, True)


def test_a_fault_sends_no_control_characters_to_the_terminal(tmp_path: Path) -> None:
    path = tmp_path / "listing.15c"
    path.write_text("LBL A\n\x1b[31mred\x9b2J " + "x" * 100 + "\n", "utf-8")
    shown = call("check", str(path)).stderr
    assert "\x1b" not in shown
    assert "\x9b" not in shown
    assert "\ufffd[31mred\ufffd2J" in shown


def test_notes_control_no_terminal_and_stay_whole_in_a_pipe(
    monkeypatch: pytest.MonkeyPatch, capfdbinary: pytest.CaptureFixture[bytes]
) -> None:
    written = []
    for terminal in (False, True):
        with open(os.dup(1), "w", encoding="utf-8") as out:
            monkeypatch.setattr(sys, "stdout", out)
            monkeypatch.setattr(out, "isatty", lambda here=terminal: here, raising=False)
            write_output("#T:\x1b[31mred\t1\nLBL A\n", None)
        written.append(capfdbinary.readouterr().out)
    assert written == [b"#T:\x1b[31mred\t1\nLBL A\n", "#T:\ufffd[31mred\t1\nLBL A\n".encode()]


def test_standard_input_may_be_utf_16(listing: str) -> None:
    data = encode(AREA, "simulator")
    result = CliRunner().invoke(main, ["run", "-", "--keys", "2 GSB A"], input=data)
    assert result.stdout == " 12.5664  (pause)\n 12.5664\n"


def test_an_empty_name_of_a_listing_is_refused() -> None:
    result = call("run", "")
    assert (result.exit_code, "name of the listing is empty" in result.stderr) == (2, True)


@pytest.mark.parametrize(
    "verb", [("page",), ("generate", "listings"), ("guide", "--site"), ("guide", "--notebooks")]
)
def test_an_empty_name_of_a_folder_is_refused(
    verb: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    result = call(*verb, "")
    assert (result.exit_code, "the name of the folder is empty" in result.stderr) == (2, True)
    assert not list(tmp_path.iterdir())


def test_a_program_larger_than_any_memory_is_told_without_advice(tmp_path: Path) -> None:
    path = tmp_path / "large.15c"
    path.write_text("LBL A\n" + "+\n" * 448, "utf-8")
    result = call("run", str(path))
    assert (result.exit_code, "takes 449 bytes, its memory holds 448" in result.stderr) == (2, True)


VERBS = [["generate", "counter"], ["convert", "counter"]]


@pytest.mark.parametrize("verb", VERBS)
@pytest.mark.parametrize("model", Model)
def test_the_name_of_the_output_says_the_model(tmp_path: Path, verb: list[str], model: Model) -> None:
    out = tmp_path / f"out.{model.value.lower()}"
    found = CliRunner().invoke(main, [*verb, "-o", str(out)])
    assert found.exit_code == 0, found.output
    assert Program.read(out).model is model


@pytest.mark.parametrize("verb", VERBS)
def test_a_name_that_contradicts_the_model_is_refused(tmp_path: Path, verb: list[str]) -> None:
    out = tmp_path / "out.11c"
    found = CliRunner().invoke(main, [*verb, "--model", "15C", "-o", str(out)])
    assert found.exit_code != 0
    assert "this name is for the HP-11C" in found.output
    assert not out.exists()


@pytest.mark.parametrize(
    ("kind", "said"),
    [(WholeNumber(1, 8), "not a valid integer."), (AnyNumber(0, min_open=True), "not a valid number.")],
)
def test_what_is_no_number_is_called_so(kind: WholeNumber | AnyNumber, said: str) -> None:
    command = click.Command("command", params=[click.Option(["--count"], type=kind)])
    for text, fault in (("abc", said), ("nan", said), ("0", "0"), ("2", "")):
        shown = CliRunner().invoke(command, ["--count", text])
        assert (shown.exit_code == 0) == (not fault)
        assert fault in shown.stderr


def test_a_file_that_exists_is_refused_unless_force_was_given(tmp_path: Path) -> None:
    mine = tmp_path / "mine.txt"
    mine.write_text("mine")
    with click.Context(click.Command("verb")) as context:
        refuse_existing(tmp_path / "new.txt")
        with pytest.raises(click.UsageError, match=r"mine\.txt exists already: --force replaces it"):
            refuse_existing(mine)
        context.meta[FORCE] = True
        refuse_existing(mine)


def test_standard_output_and_devices_are_no_files(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("-").write_text("a file of this name")
    with click.Context(click.Command("verb")):
        refuse_existing("-")
        refuse_existing("/dev/null")


@pytest.mark.parametrize(
    "verb", [("explain", "-"), ("decompile", "-"), ("equal", "-", "counter"), ("check", "--shorter", "-")]
)
def test_a_program_that_no_calculator_holds_is_refused_at_once(verb: tuple[str, ...]) -> None:
    refused = call(*verb, input="LBL A\n" + "1\n+\n" * 900 + "RTN\n")
    assert refused.exit_code == 2
    assert "<stdin>: the program takes 1,802 bytes, and no HP-15C has more than 1,603" in refused.stderr


def test_a_line_of_keys_without_an_end_is_refused() -> None:
    refused = call("run", "counter", "--keys", "-", input="1" * 2_000_000)
    assert refused.exit_code == 2
    assert refused.stderr == "Error: <stdin>: a line has 1,000,000 characters or more\n"


@pytest.mark.skipif(sys.platform == "win32", reason="a process is not interrupted there like this")
@pytest.mark.parametrize("verb", [["press", "-"], ["run", "-"]])
def test_ctrl_c_between_lines_of_keys_keeps_what_was_pressed(verb: list[str], tmp_path: Path) -> None:
    state = str(tmp_path / "calculator.json")
    command = [sys.executable, "-m", "hp15c", *verb, "--state", state]
    with subprocess.Popen(command, stdin=-1, stdout=-1, stderr=-1, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write("3 ENTER\n")
        process.stdin.flush()
        assert process.stdout.readline().strip() == "3.0000"
        time.sleep(0.2)  # it waits for the next line now
        process.send_signal(signal.SIGINT)
        told = process.communicate(timeout=60)[1]
    assert (process.returncode, told) == (0, "\n")
    assert call("press", "--state", state, "4 +").stdout.strip() == "7.0000"


def test_commands_with_one_state_file_follow_each_other(tmp_path: Path) -> None:
    state = tmp_path / "calculator.json"
    press = [sys.executable, "-m", "hp15c", "press", "--state", str(state)]
    with subprocess.Popen([*press, "-"], stdin=-1, stdout=-1, text=True) as first:
        assert first.stdin is not None
        assert first.stdout is not None
        first.stdin.write("3\n")
        first.stdin.flush()
        assert first.stdout.readline().strip() == "3"
        with subprocess.Popen([*press, "4 +"], stdout=-1, stderr=-1, text=True) as second:
            assert second.stderr is not None
            assert second.stderr.readline() == (
                f"{state}: another command has this calculator; waiting until it ends\n"
            )
            first.communicate("ENTER\n")
            assert second.communicate()[0].strip() == "7.0000"
    assert list(tmp_path.iterdir()) == [state]
