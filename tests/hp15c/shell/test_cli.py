"""The calculator's verbs, as a person types them."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hp15c.core import machine
from hp15c.core.machine import Observer, Stop
from hp15c.state.state import State
from hp15c.table.instructions import Step
from programs.shell import VERBS, main
from tests.hp15c.shell.conftest import AREA


def call(*arguments: str, **options: object) -> Result:
    return CliRunner().invoke(main, list(arguments), **options)  # type: ignore[arg-type]


def test_press_shows_the_display() -> None:
    result = call("press", "25 ENTER 3.5 +")
    assert (result.exit_code, result.output) == (0, " 28.5000    \n")


def test_press_as_json_tells_numbers_as_text() -> None:
    shown = json.loads(call("press", "2 ENTER 3 +", "--json").output)
    assert shown["display"] == " 5.0000     "
    assert (shown["x"], shown["y"], shown["last_x"]) == ("5", "0", "3")
    assert shown["annunciators"] == []
    assert shown["error"] is None
    assert shown["blinking"] is False
    assert (shown["i"], shown["flags"]) == ("0", [])


def test_press_ends_with_1_when_an_error_shows() -> None:
    result = call("press", "0 1/x", "--json")
    assert result.exit_code == 1
    assert json.loads(result.output)["error"] == "Error 0"


def test_press_refuses_unknown_keys() -> None:
    result = call("press", "2 ENTER 3 SINN")
    assert result.exit_code == 2
    assert "SINN" in result.output
    assert "SIN" in result.output.replace("SINN", "")


@pytest.mark.parametrize(
    ("keys", "shown"),
    [
        (["1.5", "->H.MS"], " 1.3000     "),
        (["->H"], " 0.0000     "),
        (["7", "ENTER", "3", "-"], " 4.0000     "),
    ],
)
def test_keys_may_begin_with_a_minus(keys: list[str], shown: str) -> None:
    assert call("press", *keys).output == f"{shown}\n"


@pytest.mark.parametrize(
    ("keys", "hint"), [("-5", "press CHS for its sign"), ("--jsn", "no key or instruction")]
)
def test_what_begins_with_a_minus_and_is_no_key_is_refused(keys: str, hint: str) -> None:
    result = call("press", "2", keys)
    assert result.exit_code == 2
    assert hint in result.stderr


def test_comma_as_radix() -> None:
    assert call("press", "1234.5 ENTER", "--comma").output == " 1.234,5000  \n"


def test_run_prints_every_display_pauses_included(listing: str) -> None:
    result = call("run", listing, "--keys", "2 GSB A R/S")
    assert result.exit_code == 0
    assert result.output.splitlines() == [" 12.5664  (pause)", " 12.5664", " 25.1327"]


def test_run_as_json_gives_events(listing: str) -> None:
    facts = json.loads(call("run", listing, "--keys", "2 GSB A R/S", "--json").output)
    assert [(event["keys"], event["kind"]) for event in facts["events"]] == [
        ("2 GSB A", "pause"),
        ("", "stop"),
        ("R/S", "stop"),
    ]
    assert facts["events"][0]["seconds"] > 1
    assert facts["state"]["display"] == " 25.1327    "


def test_run_reads_standard_input() -> None:
    result = call("run", "-", "--keys", "3 GSB A", input=AREA.encode())
    assert result.output.splitlines()[-1] == " 28.2743"


def test_run_without_a_single_key_presses_none() -> None:
    listing = b"SF 0\nRTN\n"
    flags = {}
    for given in ([], ["--keys", ""]):
        told = call("run", "-", "--keys", "R/S", "--json", *given, input=listing).stdout
        flags[len(given)] = json.loads(told)["state"]["flags"]
    assert flags == {0: [0], 2: []}


def test_run_reads_lines_of_keys_from_standard_input(tmp_path: Path) -> None:
    result = call("run", "-", input=b"2 ENTER 3 +\n\n10 *\n")
    assert [line.strip() for line in result.output.splitlines()] == ["5.0000", "50.0000"]
    memory = str(tmp_path / "memory.json")
    call("run", "-", "--model", "11C", "--state", memory, input=b"7 STO 1\n")
    result = call("run", "-", "--state", memory, input=b"RCL 1 1 +\n")
    assert result.output.strip() == "8.0000"
    assert call("run", "-", input=b"1 ENTER 0 /\n").exit_code == 1


def test_run_stops_at_the_limit() -> None:
    result = call("run", "-", "--keys", "GSB A", "--limit", "1000", "--json", input=b"LBL A\nGTO A\n")
    assert result.exit_code == 1
    (event,) = json.loads(result.output)["events"]
    assert event["kind"] == "limit"


def test_run_ends_with_1_on_an_error() -> None:
    result = call("run", "-", "--keys", "0 GSB A 5", "--json", input=b"LBL A\n1/x\n")
    assert result.exit_code == 1
    facts = json.loads(result.output)
    assert [event["kind"] for event in facts["events"]] == ["error"]
    assert facts["events"][0]["display"] == "  Error  0 "


def test_run_with_a_state_is_continuous_memory(listing: str, tmp_path: Path) -> None:
    memory = str(tmp_path / "memory.json")
    call("run", listing, "--keys", "2 GSB A STO 5", "--state", memory)
    result = call("run", listing, "--keys", "RCL 5 R/S", "--state", memory)
    assert result.output.splitlines()[-1] == " 25.1327"


def test_a_foreign_state_file_is_refused_and_kept(listing: str, tmp_path: Path) -> None:
    foreign = tmp_path / "memory.json"
    foreign.write_text('{"something": "else"}', "utf-8")
    result = call("run", listing, "--keys", "R/S", "--state", str(foreign))
    assert result.exit_code == 2
    assert foreign.read_text("utf-8") == '{"something": "else"}'


def test_trace_names_lines_stack_and_registers() -> None:
    result = call("trace", "-", "--keys", "7 GSB A", input=b"LBL A\nSTO .3\nx\xc2\xb2\nRTN\n")
    lines = result.output.splitlines()
    assert lines[1].startswith("002-  44 .3")
    assert lines[1].endswith("R.3=7")
    assert "X 49" in lines[2]
    assert lines[-1] == "stop:  49.0000"


def test_time_adds_up_by_line(listing: str) -> None:
    facts = json.loads(call("time", listing, "--keys", "2 GSB A", "--by-line", "--json").output)
    assert facts["program_lines"] == 7
    assert facts["word_times"] > 4760
    assert facts["seconds"] == pytest.approx(facts["word_times"] / 3839, abs=0.001)
    assert [row["line"] for row in facts["by_line"]] == [1, 2, 3, 4, 5, 6, 7]
    assert sum(row["word_times"] for row in facts["by_line"]) <= facts["word_times"]


def test_check_names_what_is_wrong(tmp_path: Path) -> None:
    path = tmp_path / "wrong.txt"
    path.write_text("LBL A\nGTO 7\nRTN\n", "utf-8")
    result = call("check", str(path))
    assert result.exit_code == 1
    assert "7" in result.output


def test_check_says_what_keeps_it_from_the_other_model(listing: str) -> None:
    facts = json.loads(call("check", listing, "--json").output)
    assert facts["not_on_11c"] == []
    assert facts["bytes"] == 10


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_has_help(verb: str) -> None:
    result = call(verb, "--help")
    assert result.exit_code == 0
    assert "Usage" in result.output


def test_an_unknown_verb_names_the_nearest() -> None:
    result = call("conver")
    assert result.exit_code == 2
    assert "'convert'" in result.output


@pytest.mark.parametrize("verb", ["run", "time", "trace"])
def test_ctrl_c_stops_the_program_and_shows_where_it_is(
    verb: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "loop.15c"
    path.write_text("LBL A\n1\n+\nGTO A\n", "utf-8")
    run = machine.run

    def interrupted(state: State, limit: int, observer: Observer | None, **options: bool) -> Stop:
        def at_25(state: State, number: int, step: Step) -> None:
            if observer is not None:
                observer(state, number, step)
            if state.x == 25:
                signal.raise_signal(signal.SIGINT)

        return run(state, limit, at_25, **options)

    monkeypatch.setattr(machine, "run", interrupted)
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # the background of a shell ignores it
    result = call(verb, str(path), "--keys", "GSB A 7")
    signal.signal(signal.SIGINT, before)
    assert result.exit_code == 1
    assert result.stderr == "Stopped by a key.\n"
    standing = " 25.0000\nat line 004  X 25  Y 0  Z 0  T 0  LAST X 1\n"
    assert {"run": standing, "time": "99 program lines", "trace": "stop:  25.0000"}[verb] in result.stdout


def test_a_program_that_is_cut_off_ends_press_with_1(tmp_path: Path) -> None:
    state = str(tmp_path / "state.json")
    path = tmp_path / "loop.15c"
    path.write_text("LBL A\n1\n+\nGTO A\n", "utf-8")
    assert call("run", str(path), "--keys", "1", "--state", state).exit_code == 0
    result = call("press", "GSB A", "--limit", "30", "--state", state)
    assert result.exit_code == 1
    assert "30 lines" in result.stderr


def test_a_state_of_another_model_is_refused(tmp_path: Path) -> None:
    state = tmp_path / "state.json"
    assert call("press", "2", "--model", "11C", "--state", str(state)).exit_code == 0
    before = state.read_bytes()
    result = call("press", "3", "--model", "15C", "--state", str(state))
    assert result.exit_code == 2
    assert "HP-11C" in result.stderr
    assert state.read_bytes() == before
    assert call("press", "3", "--state", str(state)).stdout == " 23        \n"


def test_an_output_that_cannot_be_written_is_named(listing: str, tmp_path: Path) -> None:
    output = str(tmp_path / "nowhere" / "area.15c")
    result = call("convert", listing, "-o", output)
    said = f"Error: {output}: there is no folder {tmp_path / 'nowhere'}; make it first\n"
    assert (result.exit_code, result.stderr) == (2, said)


@pytest.mark.parametrize(
    ("keys", "named"),
    [("4 GSB Q", '"GSB Q"'), ("2 STO", '"STO"'), ("FOO 1", '"FOO"'), ("2 LBL 99", '"LBL 99"')],
)
def test_an_unknown_operand_is_named_with_its_mnemonic(keys: str, named: str) -> None:
    assert named in call("press", keys).stderr


@pytest.mark.parametrize("number", ["-5", "1e5", "2.5E-3"])
def test_sign_and_exponent_are_keys(number: str) -> None:
    result = call("press", "--", number)
    assert result.exit_code == 2
    assert f'"{number}"' in result.stderr
    assert "CHS" in result.stderr
    assert "EEX" in result.stderr


def test_trace_as_json(listing: str) -> None:
    shown = json.loads(call("trace", listing, "--keys", "2 GSB A", "--json").stdout)
    assert [line["mnemonic"] for line in shown["lines"][:3]] == ["f LBL A", "g x²", "g π"]
    assert [line["x"] for line in shown["lines"][:3]] == ["2", "4", "3.141592654"]
    assert [event["kind"] for event in shown["events"]] == ["pause", "stop"]
    assert shown["state"]["x"] == "12.56637062"


def test_a_state_file_in_no_folder_is_refused_before_the_run(listing: str, tmp_path: Path) -> None:
    for words in (("press", "2"), ("run", listing, "--keys", "2 GSB A")):
        result = call(*words, "--state", str(tmp_path / "nowhere" / "state.json"))
        assert (result.exit_code, result.stdout) == (2, "")
        assert "there is no folder" in result.stderr


def test_a_long_wrong_key_is_shown_in_part() -> None:
    result = call("press", "+" * 5000)
    assert (result.exit_code, len(result.stderr) < 150) == (2, True)


def test_time_reads_lines_of_keys_as_run_does(listing: str) -> None:
    at_once = json.loads(call("time", listing, "--keys", "2 GSB A", "--json").output)
    read = json.loads(call("time", listing, "--keys", "-", "--json", input="2\nGSB A\n").output)
    assert read == at_once
    assert read["program_lines"] > 0
