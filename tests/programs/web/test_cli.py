"""`hp15c serve` as it is started: the address it says, its memory, its refusals."""

from __future__ import annotations

import json
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from click.testing import CliRunner

from programs.web.cli import listen

pytest.importorskip("uvicorn", reason="the extra web is not installed")

from programs.web.cli import serve
from programs.web.sessions import Sessions


def post(address: str, data: object) -> dict[str, object]:
    request = urllib.request.Request(
        address, json.dumps(data).encode(), {"content-type": "application/json"}, method="POST"
    )
    with urllib.request.urlopen(request, timeout=120) as answer:
        found: dict[str, object] = json.load(answer)
        return found


@pytest.mark.slow
def test_started_used_and_ended_it_keeps_the_memory(tmp_path: Path) -> None:
    file = tmp_path / "memory.sqlite"
    start = "from programs.shell import main; main()"
    command = [sys.executable, "-c", start, "serve", "--port", "0", "--memory", str(file)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        said = process.stdout.readline()
        found = re.search(r"http://127\.0\.0\.1:\d+/", said)
        assert found, said
        session = post(found[0] + "api", {"model": "15C"})["session"]
        events = [["down", "4"], ["up", "4"], ["down", "2"], ["up", "2"]]
        assert post(f"{found[0]}api/{session}/keys", {"events": events})["text"] == " 42        "
        process.terminate()
    kept = Sessions(time.monotonic, file).find(str(session))
    assert kept is not None
    assert kept.desk.state.stack[0] == 42


@pytest.mark.slow
def test_ctrl_c_ends_it_without_a_word() -> None:
    command = [sys.executable, "-c", "from programs.shell import main; main()", "serve", "--port", "0"]
    with subprocess.Popen(
        [*command, "--no-memory"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        assert "Ctrl-C ends" in process.stdout.readline()
        time.sleep(0.5)
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=60) == ("", "")
    assert process.returncode == 0


def test_a_port_that_is_taken_is_one_clear_error() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        found = CliRunner().invoke(serve, ["--port", port])
    assert found.exit_code == 2
    assert port in found.output
    assert "Traceback" not in found.output


@pytest.mark.parametrize(
    ("options", "named"),
    [
        (["--host", "no.such.host.invalid"], "no.such.host.invalid"),
        (["--port", "99999"], "99999"),
        (["--idle", "0"], "idle"),
        (["--model", "12C"], "12C"),
        (["--lesson", "no-such-listing"], "no-such-listing"),
        (["--lesson", "-"], "--lesson"),
    ],
)
def test_bad_options_are_refused(options: list[str], named: str) -> None:
    found = CliRunner().invoke(serve, options)
    assert found.exit_code == 2
    assert named in found.output


def test_a_foreign_memory_file_is_refused_and_stays(tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.write_text("dear diary")
    found = CliRunner().invoke(serve, ["--port", "0", "--memory", str(file)])
    assert found.exit_code == 2
    assert "notes.txt" in found.output
    assert file.read_text() == "dear diary"


def test_help_says_what_the_page_can_do() -> None:
    found = CliRunner().invoke(serve, ["--help"]).output
    for word in ("Keys", "Programs", "breakpoint", "Mastermind", "--memory", "--idle", "127.0.0.1"):
        assert word in found


def test_a_port_that_is_taken_is_reported_at_once() -> None:
    with listen("127.0.0.1", 0) as first:
        assert first.getsockname()[1] > 0
        with pytest.raises(OSError, match="in use"):
            listen("127.0.0.1", first.getsockname()[1])


def test_an_address_of_another_computer_is_refused() -> None:
    with pytest.raises(OSError, match="assign"):
        listen("192.0.2.1", 0)
