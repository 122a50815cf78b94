"""The verbs of `hp15c mastermind`, driven as a user would."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
from pathlib import Path
from time import monotonic, sleep

import pytest
from click.testing import CliRunner, Result

from solver.codes import Game
from solver.shell.cli import mastermind, warn_if_long
from tests import ROOT

HEARS_CTRL_C = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
"""For a process of its own: one that was started in the background of a shell ignores Ctrl-C."""


def mm(*args: str, typed: str = "") -> Result:
    """Run one verb with `typed` on standard input."""
    return CliRunner().invoke(mastermind, list(args), input=typed)


def test_score_has_all_packings() -> None:
    shown = json.loads(mm("score", "4323", "2443", "--json").stdout)
    assert shown == {"black": 1, "white": 2, "ordinal": 7, "decimal": 12, "hex": 0x12}
    assert mm("score", "4323", "2443").stdout == "1 black, 2 white\n"


def test_score_counts_colours_from_zero_when_asked() -> None:
    assert json.loads(mm("score", "--zero", "0123", "3210", "--json").stdout)["decimal"] == 4
    refused = mm("score", "0123", "3210")
    assert refused.exit_code == 2
    assert '"0" on peg 1' in refused.stderr


def test_codes_of_unequal_length_are_refused() -> None:
    refused = mm("score", "123", "1234")
    assert refused.exit_code == 2
    assert refused.stderr.count("\n") == 1
    assert "4 characters" in refused.stderr


def test_the_name_that_a_tier_had_is_taken_with_a_notice() -> None:
    played = mm("tree", "1", "3", "--tier", "numba")
    assert played.exit_code == 0
    assert played.stderr.startswith("the tier numba is called llvm now\n")
    assert "numba" not in mm("tree", "1", "3", "--tier", "fortran").stderr


def test_score_takes_a_game() -> None:
    assert mm("score", "1122", "2211", "4", "6").stdout == "0 black, 4 white\n"
    for args, message in (
        (["1172", "2211", "4", "6"], '"7" on peg 3'),
        (["112", "221", "4", "6"], "3 characters"),
        (["1123", "3211", "4", "6", "--no-repeats"], "repeats"),
    ):
        refused = mm("score", *args)
        assert refused.exit_code == 2
        assert message in refused.stderr


def test_consistent_guesses_are_possible_ones(tmp_path: Path) -> None:
    """Every guess of the tree is found as a secret there, since a possible code makes a part of its own."""
    for tier in ("stdlib", "numpy"):
        path = tmp_path / f"{tier}.json"
        shown = mm("tree", "3", "5", "--consistent", "--tier", tier, "--out", str(path), "--json").stdout
        written = json.loads(path.read_text())
        assert sorted(written["guesses"]) == sorted(set(written["guesses"]))
        assert len(written["guesses"]) == 125
        assert (
            json.loads(mm("tree", "--verify", str(path), "--json").stdout)["total_turns"]
            == (json.loads(shown)["total_turns"])
        )
    advised = json.loads(mm("solve", "--history", "1122:10", "--consistent", "--json").stdout)
    assert advised["possible"] is True
    refused = mm("tree", "3", "3", "--strategy", "optimal", "--consistent")
    assert refused.exit_code == 2
    assert "other strategies" in refused.stderr


def test_patience_leaves_pieces_that_end_equal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    whole = json.loads(mm("tree", "3", "6", "--tier", "stdlib", "--json").stdout)
    shown = mm("tree", "3", "6", "--tier", "stdlib", "--patience", "0", "--json")
    [left] = tmp_path.iterdir()
    pieces = 1
    while shown.exit_code:
        assert shown.exit_code == 1
        assert "to go on" in shown.stderr
        seconds = "0.001" if pieces < 3 else "1000"
        shown = mm("tree", "--resume", left.name, "--tier", "stdlib", "--patience", seconds, "--json")
        pieces += 1
    assert pieces > 1
    assert json.loads(shown.stdout)["histogram"] == whole["histogram"]


def test_tree_of_knuth() -> None:
    shown = json.loads(mm("tree", "4", "6", "--strategy", "knuth", "--first", "1122", "--json").stdout)
    assert shown.pop("seconds") > 0
    assert shown.pop("scores") > 1296
    played = {"pegs": 4, "colours": 6, "repeats": True, "strategy": "knuth", "first": "1122"}
    totals = {"total_turns": 5801, "max_turns": 5, "histogram": [1, 6, 62, 533, 694]}
    assert shown == {**played, "rules": "published", **totals}


@pytest.mark.parametrize("tier", ["numpy", "stdlib"])
def test_options_of_tree_are_heeded(tier: str) -> None:
    args = ["tree", "3", "5", "--no-repeats", "--zero", "--first", "012", "--rules", "obvious-first"]
    shown = json.loads(mm(*args, "--strategy", "entropy", "--tier", tier, "--json").stdout)
    assert sum(shown["histogram"]) == 60
    assert shown["total_turns"] == sum(n * count for n, count in enumerate(shown["histogram"], 1))


def test_optimal_tree() -> None:
    pytest.importorskip("llvmlite", reason="optimal play needs the extra fast")
    shown = json.loads(mm("tree", "3", "3", "--strategy", "optimal", "--json").stdout)
    assert (shown["total_turns"], sum(shown["histogram"])) == (73, 27)
    limited = json.loads(mm("tree", "3", "4", "--strategy", "optimal", "--max-turns", "4", "--json").stdout)
    assert limited["max_turns"] == 4
    refused = mm("tree", "3", "4", "--strategy", "optimal", "--max-turns", "2")
    assert refused.exit_code == 2
    assert "more than 2 turns" in refused.stderr


def test_play_follows_typed_guesses() -> None:
    played = mm("play", "4", "6", "--secret", "3512", "--json", typed="1122\nHint\n3512\n1111\n")
    assert played.exit_code == 0
    assert "Found in 2 of 8 turns" in played.stderr
    assert json.loads(played.stdout)["won"] is True
    drawn = mm("play", typed="quit\n")
    assert "4 pegs, 6 colours" in drawn.stdout
    assert "The secret was" in drawn.stdout


def test_solve_goes_on_from_the_middle_of_a_game() -> None:
    shown = json.loads(mm("solve", "--history", "1122:10", "--json").stdout)
    assert (shown["guess"], shown["codes"], shown["possible"]) == ("1344", 256, True)
    assert sum(part["codes"] for part in shown["parts"]) == 256


def test_solve_ends_with_one_when_answers_contradict() -> None:
    contradicted = mm("solve", "--history", "1122:10 3345:11 1122:20", "--json")
    assert contradicted.exit_code == 1
    assert [(one["turn"], one["codes"]) for one in json.loads(contradicted.stdout)["changes"]] == [
        (1, 18),
        (3, 56),
    ]
    mended = mm("solve", "--history", "1122:10 3345:11 1122:20", typed="change 3 10\nquit\n")
    assert mended.exit_code == 0
    assert "4. I guess" in mended.stdout


@pytest.mark.first
@pytest.mark.parametrize(
    ("args", "message"),
    [
        (["tree", "4", "0"], "COLOURS"),
        (["tree", "10", "4"], "PEGS"),
        (["tree", "9", "15"], "38,443,359,375 codes"),
        (["tree", "4", "3", "--no-repeats"], "without repeats"),
        (["tree", "4", "6", "--first", "112"], "3 characters"),
        (["tree", "4", "6", "--first", "1172"], '"7" on peg 3'),
        (["tree", "4", "6", "--max-turns", "5"], "--strategy optimal"),
        (["tree", "9", "15", "--strategy", "optimal"], "38,443,359,375 codes"),
        (["tree", "4", "6", "--tier", "cuda"], "cuda"),
        (["tree", "4", "6", "--strategy", "optimal", "--tier", "stdlib"], "computed by compiled code"),
        (["tree", "4", "6", "--strategy", "optimal", "--seed", "1"], "--seed goes with --strategy random"),
        (["tree", "4", "6", "--seed", "1"], "--seed goes with --strategy random-consistent"),
        (["compare", "3", "3", "--strategies", "knuth,optimal", "--consistent"], "--consistent goes with"),
        (["score", "1234567890", "1"], 'the code "1234567890" has 10 pegs: at most 9'),
        (["solve", "--seed", "0"], "--seed goes with --strategy random-consistent"),
        (["tree", "4", "6", "--strategy", "optimal", "--rules", "published"], "--rules goes with a strategy"),
        (["play", "--strategy", "first-consistent", "--rules", "published"], "--rules goes with a strategy"),
        (["compare", "--strategies", "random-consistent", "--rules", "published"], "a strategy that ranks"),
        (["atlas", "3", "3", "--checkpoint", "/dev/full"], "/dev/full: this is no file that can keep"),
        (["compare", "3", "3", "--strategies", "knuth,luck"], '"luck" is none of knuth'),
        (["atlas", "3", "3", "--certificate", "x.xz", "--first", "123"], "a certificate is of the least"),
        (["atlas", "3", "3", "--seed", str(1 << 63)], "--seed"),
        (["tree", "4"], "PEGS and COLOURS"),
        (["tree", "4", "6", "--out", "tree.pdf"], ".json, .dot, .txt"),
        (["tree", "--verify", "nowhere.txt"], "nowhere.txt: No such file"),
        (["tree", "--resume", "nowhere.txt"], "nowhere.txt: No such file"),
        (["tree", "4", "6", "--strategy", "luck"], "luck"),
        (["play", "--secret", "11"], "2 characters"),
        (["play", "9", "15"], "38,443,359,375 codes"),
        (["solve", "--history", "1122:31"], "3 black, 1 white is impossible"),
        (["solve", "--history", "1111:11"], "no secret answers"),
        (["solve", "--turns", "0"], "--turns"),
        (["compare", "--strategies", "luck"], "luck"),
        (["compare", "--plot", "turns.bmp"], ".png"),
        (["bench", "--workers", "two"], "numbers are wanted"),
        (["bench", "--workers", "0"], "0 workers"),
        (["bench", "--workers", "1", "--chunks", "0"], "0 chunks"),
        (["bench", "--workers", "1", "--methods", "magic"], "magic"),
        (["bench", "--plot", "x.png"], "--workers"),
        (["bench", "--cluster", "local:0"], "local:N"),
        (["bench", "--chunks", "0"], "--chunks goes with --workers or --cluster"),
        (["bench", "--colours", "6"], "--colours goes with --workers or --cluster"),
        (["bench", "--cluster", "local:2", "--methods", "threads"], "--methods goes with --workers"),
        (["tree", "--resume", "nowhere.txt", "--strategy", "entropy"], "--strategy goes with a new game"),
        (["tree", "4", "6", "--out", "nowhere/tree.json"], "nowhere/tree.json: there is no folder"),
        (["atlas", "4"], "PEGS and COLOURS"),
        (["atlas", "9", "15"], "38,443,359,375 codes"),
        (["atlas", "4", "6", "--first", "1172"], '"7" on peg 3'),
        (["atlas", "4", "6", "--whether"], "--max-turns N"),
        (["atlas", "4", "6", "--resume"], "--checkpoint FILE"),
        (["atlas", "4", "6", "--memory", "8X"], "512M or 8G"),
        (["atlas", "4", "6", "--memory", "99999999999G"], "more than this machine has"),
        (["atlas", "4", "6", "--out", "nowhere/tree.json"], "nowhere/tree.json: there is no folder"),
        (["atlas", "4", "6", "--patience", "5"], "--patience goes with --all"),
        (["atlas", "4", "6", "--workers", "2", "--cluster", "local:2"], "--workers goes with this machine"),
        (["atlas", "4", "6", "--all"], "leave PEGS and COLOURS out"),
        (["atlas", "--checkpoint", "nowhere.json"], "--checkpoint goes with PEGS and COLOURS"),
        (["atlas", "--all", "--into", "nowhere/atlas.csv"], "nowhere/atlas.csv: there is no folder"),
        (["analyse", ""], "1122:10 3345:11"),
        (["analyse", "1122"], "not guess:answer"),
        (["analyse", "1122:10", "9", "15"], "9 are wanted"),
        (["analyse", "1122:10", "4", "11"], "14,641 codes"),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else "",
)
def test_bad_input_is_one_clear_error(args: list[str], message: str) -> None:
    refused = mm(*args)
    assert refused.exit_code == 2
    assert refused.stderr.splitlines()[-1].startswith("Error: ")
    assert message in refused.stderr
    assert not refused.stdout


@pytest.mark.slow
def test_a_cold_tree_imports_nothing_heavy() -> None:
    check = (
        "import sys; from solver.shell.cli import mastermind\n"
        "mastermind(['tree', '4', '6'], standalone_mode=False)\n"
        "assert not {'json', 'numpy', 'numba', 'rich', 'matplotlib', 'dask'} & set(sys.modules)"
    )
    subprocess.run([sys.executable, "-c", check], check=True, capture_output=True)


@pytest.mark.parametrize("form", ["json", "dot", "txt"])
def test_trees_are_written_read_and_verified(tmp_path: Path, form: str) -> None:
    path = tmp_path / f"tree.{form}"
    written = json.loads(mm("tree", "3", "4", "--tier", "stdlib", "--out", str(path), "--json").stdout)
    verified = json.loads(mm("tree", "--verify", str(path), "--json").stdout)
    assert verified | {"seconds": 0} == written | {"seconds": 0}
    assert list(tmp_path.iterdir()) == [path]


def test_a_tree_that_misses_a_secret_fails(tmp_path: Path) -> None:
    path = tmp_path / "tree.txt"
    mm("tree", "3", "4", "--tier", "stdlib", "--out", str(path))
    lines = path.read_text().splitlines()
    path.write_text("\n".join(lines[:-1]) + "\n")
    missed = mm("tree", "--verify", str(path))
    assert missed.exit_code == 1
    assert "the tree has no guess for that" in missed.stderr


def test_optimal_trees_are_verified_too(tmp_path: Path) -> None:
    pytest.importorskip("llvmlite", reason="optimal play needs the extra fast")
    path = tmp_path / "tree.txt"
    mm("tree", "3", "4", "--strategy", "optimal", "--out", str(path))
    assert json.loads(mm("tree", "--verify", str(path), "--json").stdout)["total_turns"] == 206


def test_openings_are_searched(tmp_path: Path) -> None:
    shown = json.loads(mm("tree", "3", "5", "--tier", "stdlib", "--first", "search", "--json").stdout)
    each = [
        json.loads(mm("tree", "3", "5", "--tier", "stdlib", "--first", first, "--json").stdout)["total_turns"]
        for first in ("111", "112", "123")
    ]
    assert shown["total_turns"] == min(each)


def test_ctrl_c_leaves_a_file_to_resume_from(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    whole = json.loads(mm("tree", "4", "5", "--tier", "stdlib", "--json").stdout)
    calls = []

    def interrupt(bar: object, done: int, total: int) -> None:
        calls.append(done)
        if len(calls) == 100:
            raise KeyboardInterrupt

    with monkeypatch.context() as pressed:
        pressed.setattr("solver.shell.cli_progress.Bar.__call__", interrupt)
        stopped = mm("tree", "4", "5", "--tier", "stdlib")
    assert stopped.exit_code == 1
    [left] = tmp_path.iterdir()
    assert f"tree --resume {left.name}" in stopped.stderr
    resumed = json.loads(mm("tree", "--resume", left.name, "--tier", "numpy", "--json").stdout)
    assert [resumed[key] for key in ("total_turns", "histogram")] == [
        whole["total_turns"],
        whole["histogram"],
    ]


@pytest.mark.slow
def test_games_that_were_killed_go_on_and_end_equal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As after a power cut: what is played is written while playing."""
    monkeypatch.chdir(tmp_path)
    code = (
        "import solver.shell.cli as cli; cli.Keeper.SECONDS = 0.05;"
        "cli.mastermind(['tree', '4', '8', '--tier', 'stdlib'])"
    )
    env = os.environ | {"PYTHONPATH": str(ROOT)}
    left = tmp_path / "mastermind-4p8c-knuth.resume.json"

    def made() -> int:
        return len(json.loads(left.read_text())["unfinished"]["guesses"]) if left.exists() else 0

    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.DEVNULL, env=env) as process:
        while process.poll() is None and made() < 100:
            sleep(0.01)
        process.kill()
    assert made() >= 100
    whole = json.loads(mm("tree", "4", "8", "--tier", "stdlib", "--json").stdout)
    resumed = json.loads(mm("tree", "--resume", left.name, "--tier", "stdlib", "--json").stdout)
    assert resumed["histogram"] == whole["histogram"]
    assert resumed["scores"] < whole["scores"]


def test_what_was_kept_is_removed_when_all_is_played(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("solver.shell.cli.Keeper.SECONDS", 0.0)
    shown = mm("tree", "3", "4", "--tier", "stdlib")
    assert shown.exit_code == 0
    assert "kept in mastermind-3p4c-knuth.resume.json" in shown.stderr
    assert list(tmp_path.iterdir()) == []


def test_new_games_leave_the_file_of_an_earlier_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("solver.shell.cli.Keeper.SECONDS", 0.0)
    earlier = tmp_path / "mastermind-3p4c-knuth.resume.json"
    earlier.write_text("hours of work")
    shown = mm("tree", "3", "4", "--tier", "stdlib")
    assert "kept in mastermind-3p4c-knuth-2.resume.json" in shown.stderr
    assert list(tmp_path.iterdir()) == [earlier]
    assert earlier.read_text() == "hours of work"


def test_a_file_to_resume_from_has_a_name_that_every_system_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("solver.shell.cli.Keeper.SECONDS", 0.0)
    (tmp_path / "cubes.py").write_text("def by_cubes(parts, possible):\n    return sum(p**3 for p in parts)")
    shown = mm("tree", "2", "3", "--strategy", "cubes:by_cubes")
    assert "kept in mastermind-2p3c-cubes-by_cubes.resume.json" in shown.stderr


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminal")
def test_a_terminal_sees_a_bar_and_ctrl_c_works(tmp_path: Path) -> None:
    import pty

    own, theirs = pty.openpty()
    tree = "from solver.shell.cli import mastermind; mastermind(['tree', '4', '9', '--tier', 'stdlib'])"
    code = f"{HEARS_CTRL_C}; {tree}"
    env = os.environ | {"PYTHONPATH": str(ROOT), "TERM": "xterm"}
    with subprocess.Popen([sys.executable, "-c", code], stderr=theirs, cwd=tmp_path, env=env) as process:
        seen = b""
        while b"secrets found" not in seen:
            seen += os.read(own, 10_000)
        process.send_signal(signal.SIGINT)
        assert process.wait(120) == 1
    os.close(theirs)
    os.close(own)
    [left] = tmp_path.iterdir()
    assert left.name == "mastermind-4p9c-knuth.resume.json"
    assert len(json.loads(left.read_text())["unfinished"]["guesses"]) > 10


@pytest.mark.slow
@pytest.mark.each
@pytest.mark.skipif(sys.platform == "win32", reason="no pseudo-terminal")
@pytest.mark.parametrize("end", [b"\x03", b"\x04", b"quit\n"])
def test_a_game_at_a_terminal_ends_with_the_secret(end: bytes) -> None:
    import pty

    start = f"{HEARS_CTRL_C}; from solver.shell.cli import mastermind"
    code = f"{start}; mastermind(['play', '--secret', '3214'])"
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ["PYTHONPATH"] = str(ROOT)
        os.execv(sys.executable, [sys.executable, "-c", code])
    seen = typed = b""
    last = monotonic() + 120
    for awaited, then in ((b"> ", b"1122\n"), (b"0 black, 2 white\r\n> ", end), (b"secret was 3214", b"")):
        while awaited not in seen:
            assert monotonic() < last, seen
            if select.select([terminal], [], [], 2)[0]:
                seen += os.read(terminal, 10_000)
            else:  # a key pressed while a prompt is being drawn can be lost: press it again
                os.write(terminal, typed)
        typed = then
        os.write(terminal, typed)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    os.close(terminal)


def test_a_tree_that_is_verified_can_be_written_in_another_form(tmp_path: Path) -> None:
    first, second = tmp_path / "tree.json", tmp_path / "tree.dot"
    assert mm("tree", "3", "4", "--out", str(first)).exit_code == 0
    assert mm("tree", "--verify", str(first), "--out", str(second)).exit_code == 0
    assert json.loads(mm("tree", "--verify", str(second), "--json").stdout)["total_turns"] == 209
    other = mm("tree", "4", "6", "--verify", str(first))
    assert other.exit_code == 2
    assert "is of 3 pegs, 4 colours" in other.stderr
    assert mm("tree", "--verify", str(first), "--resume", str(first)).exit_code == 2


def test_the_time_of_a_large_game_is_estimated_before_it_is_played(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Measured, seconds of one core: 6 pegs, 11 colours 389, 7 pegs, 7 colours 197."""
    for game, said in ((Game(6, 11), "7 minutes"), (Game(7, 7), "3 minutes")):
        warn_if_long(game)
        assert f"about {said} of one core" in capsys.readouterr().err
    warn_if_long(Game(5, 12))
    assert capsys.readouterr().err == ""


def test_a_game_too_large_is_refused_before_its_time_is_estimated() -> None:
    refused = mm("tree", "9", "15")
    assert refused.exit_code == 2
    assert "would need" in refused.stderr
    assert "all games take about" not in refused.stderr


def test_a_line_without_an_end_is_refused() -> None:
    refused = mm("play", "4", "6", typed="0" * 20_000)
    assert refused.exit_code == 2
    assert refused.stderr == "Error: standard input: a line has 10,000 characters or more\n"
