"""The verb `verify` as a person types it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from hp15c.listing.decoding import encode
from programs.cli import wrong_protocol
from programs.codemaker import Seat
from programs.shell import main
from programs.verify import samples
from tests.programs.test_drawn_secrets import row
from tests.support.naive_solver import naive_score

# A CodeMaker of one digit that is right in its first two turns and finds no match from the third on.
FORGETS = """STO 1, 1, STO + 0, RCL 0, FIX 0, PSE, 3, x≤y, GTO 1, RCL 1, 1, x=y, GTO 2,
LBL 1, RCL 1, FIX 2, RTN, LBL 2, RCL 1, ., 1, +, FIX 2, RTN, LBL A, LBL B, 0, STO 0, 1, RTN"""


def call(*arguments: str, **options: object) -> Result:
    return CliRunner().invoke(main, ["verify", *arguments], **options)  # type: ignore[arg-type]


@pytest.mark.slow
def test_pairs_are_counted_once_and_drawn_secrets_apart() -> None:
    shown = json.loads(call("--digits", "2", "--digits", "3", "--all", "--json").stdout)
    assert {n: (row["pairs"], row["agreed"]) for n, row in shown["by_digits"].items()} == {
        "2": (16, 16),
        "3": (729, 729),
    }
    assert shown["drawn"] == {"2": {"secrets": 20, "found": 20}, "3": {"secrets": 20, "found": 20}}
    assert shown["disagreements"] == []
    assert shown["complete"] is True


@pytest.mark.slow
def test_the_plain_run_checks_four_sizes() -> None:
    shown = json.loads(call("--json").stdout)
    assert {n: row["pairs"] for n, row in shown["by_digits"].items()} == {
        "1": 1,
        "2": 16,
        "3": 729,
        "4": 1000,
    }


def test_a_sample_is_as_large_as_asked() -> None:
    shown = json.loads(call("--digits", "3", "--sample", "77", "--seed", "5", "--json").stdout)
    assert shown["by_digits"]["3"]["pairs"] == shown["by_digits"]["3"]["agreed"] == 77


def test_a_large_sample_comes_in_pieces_that_differ() -> None:
    pieces = samples(4, 120, 3, most=50)
    assert [piece.size for piece in pieces] == [50, 50, 20]
    assert len({(piece.seed, piece.part) for piece in pieces}) == 3


@pytest.mark.parametrize("engine", ["reference", "source"])
def test_a_disagreement_tells_keys_that_show_it_again(engine: str, tmp_path: Path) -> None:
    file = tmp_path / "forgets.15c"
    file.write_text("\n".join(line.strip() for line in FORGETS.split(",")), "utf-8")
    path = str(file)
    # 60 pairs of one digit are played as three calculators with 20 turns each.
    result = call(path, "--digits", "1", "--sample", "60", "--engine", engine, "--json")
    assert result.exit_code == 1
    shown = json.loads(result.stdout)
    assert shown["by_digits"]["1"]["agreed"] < 60
    for one in shown["disagreements"]:
        keys = one["keys"]
        again = json.loads(CliRunner().invoke(main, ["run", path, "--keys", keys, "--json"]).stdout)
        pause, stop = (event["display"].strip() for event in again["events"][-2:])
        assert one["machine"] == f"{pause} then {stop} (stop)"
        turn = keys.count("R/S")
        black, white = naive_score(one["guess"], one["secret"])
        assert one["solver"] == f"{turn}. then {one['guess']}.{black}{white}"
        assert one["machine"] != f"{one['solver']} (stop)"
        assert turn >= 3


def test_a_listing_on_standard_input_may_be_utf_16() -> None:
    from generator.planner.emit import codemaker

    data = encode(codemaker().text, "simulator")
    assert call("-", "--digits", "2", "--all", input=data).exit_code == 0


@pytest.mark.parametrize(
    ("arguments", "named"),
    [
        (["nowhere.15c"], "nowhere.15c"),
        (["--all", "--sample", "3"], "--sample"),
        (["--resume"], "--checkpoint"),
        (["--digits", "8", "--all"], "--sample"),
        (["--set", "{secret} ENTER"], "{secret} ENTER"),
        (["--checkpoint", "nowhere/kept.json", "--digits", "1", "--all"], "nowhere/kept.json"),
    ],
)
def test_what_cannot_be_used_is_one_line(arguments: list[str], named: str) -> None:
    result = call(*arguments)
    assert result.exit_code == 2
    assert result.stderr.startswith("Error: ")
    assert result.stderr.count("\n") == 1
    assert named in result.stderr


def test_a_file_that_is_no_checkpoint_is_not_replaced(tmp_path: Path) -> None:
    path = tmp_path / "notes.txt"
    path.write_text("notes", "utf-8")
    result = call("--digits", "1", "--all", "--checkpoint", str(path))
    assert (result.exit_code, path.read_text("utf-8")) == (2, "notes")


def test_a_narrow_terminal_loses_no_digit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "25")
    shown = call("--digits", "3", "--all").stdout
    counted = json.loads(call("--digits", "3", "--all", "--json").stdout)["by_digits"]["3"]
    assert f"{counted['program_lines']:,}" in shown
    assert shown.count("729") == 2
    assert "…" not in shown


def test_another_make_has_room_for_a_longer_listing(tmp_path: Path) -> None:
    path = tmp_path / "long.15c"
    path.write_text(FORGETS.replace(",", "\n") + "\nSTO + .3" * 230, "utf-8")
    refused = call(str(path), "--digits", "1")
    assert refused.exit_code == 2
    assert "more than its 448" in refused.stderr
    taken = call(str(path), "--digits", "1", "--sample", "2", "--machine", "ce")
    assert "agreed" in taken.stdout
    other = call(str(path), "--machine", "11c")
    assert other.exit_code == 2
    assert "hp15c convert" in other.stderr


def test_a_listing_for_four_digits_is_checked_with_four_digits() -> None:
    shown = json.loads(call("codemaker-fast-4", "--sample", "50", "--engine", "source", "--json").stdout)
    assert list(shown["by_digits"]) == ["4"]
    for other in ("3", "5"):
        result = call("codemaker-fast-4", "--digits", other)
        assert (result.exit_code, result.stdout) == (2, "")
        assert f"not for {other} digits: its notes say that N is 4" in result.stderr


@pytest.mark.parametrize("option", [("--goal", "fast"), ("--scheme", "merged")])
def test_what_chooses_the_generated_listing_is_refused_beside_a_file(option: tuple[str, str]) -> None:
    result = call("codemaker-small", *option)
    assert (result.exit_code, result.stdout) == (2, "")
    assert f"{option[0]} chooses the CodeMaker that is generated" in result.stderr


def test_a_listing_for_four_digits_is_proven_for_four_digits() -> None:
    wrong = CliRunner().invoke(main, ["prove", "codemaker-fast-4", "--digits", "3"])
    assert (wrong.exit_code, wrong.stdout) == (2, "")
    assert "N is 4" in wrong.stderr


@pytest.mark.parametrize("name", ["LBL A\nx²\nRTN\nLBL B\nRTN\n", "LBL A\nRTN\nLBL B\nLBL 2\nGTO 2\n"])
def test_a_listing_that_cannot_play_is_found_before_all_pairs_are_played(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_run(*_: object, **__: object) -> None:
        raise AssertionError("all pairs are played")

    monkeypatch.setattr("programs.long_run.run_tasks", no_run)
    path = tmp_path / "other.txt"
    path.write_text(name, "utf-8")
    refused = call(str(path))
    assert refused.exit_code == 2
    assert "these are not the keys" in refused.stderr or "do these keys set its secret?" in refused.stderr


def test_a_proof_says_what_it_covers() -> None:
    told = CliRunner().invoke(main, ["prove", "codemaker-small", "--digits", "1"]).stdout
    keys = "'{secret} GSB B' and '{guess} R/S'"
    assert f"the keys {keys} from cleared memory, and the answer at the stop." in told
    assert "Not covered: secrets that the calculator draws" in told
    facts = json.loads(
        CliRunner().invoke(main, ["prove", "codemaker-small", "--digits", "1", "--json"]).stdout
    )
    assert facts[0]["not_covered"][0] == "secrets that the calculator draws"


def test_the_beginning_of_a_name_is_enough_for_a_hint() -> None:
    told = CliRunner().invoke(main, ["run", "codemaker"]).stderr
    assert "'codemaker-small'" in told
    assert "codebreaker" not in told


@pytest.mark.parametrize(
    ("machine", "said"),
    [
        ("1. then 321.11 (stop)", None),
        ("321.12 then 1. (stop)", "--answer pause"),
        ("321.12 (stop)", "0 pauses"),
        ("1. then 2. then 321.12 (stop)", "2 pauses"),
        ("3.0000 (stop)", "no answer"),
        ("1. then Error 4 (error)", "'error'"),
        ("running (limit)", "'limit'"),
    ],
)
def test_wrong_keys_are_told_from_a_wrong_score(machine: str, said: str | None) -> None:
    found = wrong_protocol(Seat(), [row(machine)])
    assert found is None if said is None else found is not None and said in found
    assert wrong_protocol(Seat(), [row(machine), row("1. then 321.10 (stop)")]) is None
    assert wrong_protocol(Seat(), []) is None
