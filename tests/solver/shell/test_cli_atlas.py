"""The verb `atlas`."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from solver.atlas import parse
from solver.codes import Game
from tests.solver.shell.test_cli import mm


def test_the_atlas_proves_a_game_and_goes_on_from_its_checkpoint(tmp_path: Path) -> None:
    pytest.importorskip("llvmlite", reason="optimal play needs the extra fast")
    kept, tree = str(tmp_path / "proof.json"), str(tmp_path / "tree.json")
    shown = json.loads(mm("atlas", "3", "4", "--checkpoint", kept, "--out", tree, "--json").stdout)
    assert (shown["total_turns"], sum(shown["histogram"])) == (206, 64)
    again = json.loads(mm("atlas", "3", "4", "--checkpoint", kept, "--resume", "--json").stdout)
    assert again["total_turns"] == 206
    assert mm("tree", "--verify", tree).exit_code == 0
    other = mm("atlas", "3", "5", "--checkpoint", kept, "--resume")
    assert other.exit_code == 2
    assert "not of 3 pegs, 5 colours" in other.stderr
    seeded = mm("atlas", "3", "4", "--checkpoint", kept, "--resume", "--seed", "1")
    assert (seeded.exit_code, "one proof has one seed" in seeded.stderr) == (2, True)
    (tmp_path / "proof.json").write_text("{}")
    assert "no checkpoint" in mm("atlas", "3", "4", "--checkpoint", kept, "--resume").stderr


def test_a_proof_overwrites_no_file_that_is_not_its_checkpoint(tmp_path: Path) -> None:
    pytest.importorskip("llvmlite", reason="optimal play needs the extra fast")
    other = tmp_path / "listing.15c"
    other.write_text("001 LBL A")
    refused = mm("atlas", "3", "4", "--checkpoint", str(other))
    assert (refused.exit_code, "no checkpoint of a proof" in refused.stderr) == (2, True)
    assert other.read_text() == "001 LBL A"
    folder = mm("atlas", "3", "4", "--checkpoint", str(tmp_path), "--resume")
    assert (folder.exit_code, "this is no file" in folder.stderr) == (2, True)


@pytest.mark.parametrize(
    ("proof", "told"),
    [
        (["3", "4"], "--resume goes on from it"),
        (["3", "5"], "not of 3 pegs, 5 colours"),
        (["3", "4", "--seed", "1"], "one proof has one seed"),
        (["3", "4", "--max-turns", "5"], "not of 3 pegs, 4 colours, 5 turns at most"),
        (["3", "4", "--first", "112"], "another first guess too, 111"),
    ],
)
def test_a_new_proof_overwrites_no_checkpoint(proof: list[str], told: str, tmp_path: Path) -> None:
    """The first guesses 111, 112 and 123 leave 3, 7 and 8 parts."""
    from solver.optimal.proof import GameProof

    kept = tmp_path / "proof.json"
    kept.write_text(json.dumps(GameProof(Game(3, 4)).contents()))
    before = kept.read_bytes()
    refused = mm("atlas", *proof, "--checkpoint", str(kept))
    assert (refused.exit_code, refused.stderr.count("\n")) == (2, 1)
    for words in (
        told,
        "of 3 pegs, 4 colours, seed 0",
        "0 of 18 parts finished",
        "name another file",
        "delete this one",
    ):
        assert words in refused.stderr
    assert kept.read_bytes() == before


@pytest.mark.parametrize("text", ["001 LBL A", '{"pegs": 4}', "pegs,colours\n4,6\n"])
def test_the_atlas_is_not_written_over_another_file(text: str, tmp_path: Path) -> None:
    other = tmp_path / "other.csv"
    other.write_text(text)
    refused = mm("atlas", "--all", "--into", str(other))
    assert (refused.exit_code, other.read_text()) == (2, text)
    assert f"{other}: this is no table of the atlas" in refused.stderr


def test_a_game_whose_tables_do_not_fit_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With 64 KiB the games before and after it still get their rows."""
    pytest.importorskip("llvmlite", reason="optimal play needs the extra fast")
    fitting, large = [Game(2, 2), Game(2, 3)], Game(4, 4)
    monkeypatch.setattr("solver.atlas.games", lambda: iter([fitting[0], large, fitting[1]]))
    monkeypatch.setattr("solver.optimal.board.free_memory", lambda: 1 << 16)
    table = tmp_path / "atlas.csv"
    made = mm("atlas", "--all", "--patience", "5", "--into", str(table))
    assert (made.exit_code, "4 pegs, 4 colours would need 256 codes" in made.stderr) == (0, True)
    assert [row.game for row in parse(table.read_text())] == fitting


def test_a_game_that_takes_longer_than_its_patience_is_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("llvmlite", reason="optimal play needs the extra fast")
    monkeypatch.setattr("solver.atlas.games", lambda: iter([Game(4, 4)]))
    table = tmp_path / "atlas.csv"
    made = mm("atlas", "--all", "--patience", "0", "--into", str(table))
    assert (made.exit_code, made.stderr, table.exists()) == (
        0,
        "4 pegs, 4 colours: not proved within 0 s\n",
        False,
    )


def test_whether_turns_are_enough_is_a_question_with_two_answers() -> None:
    pytest.importorskip("llvmlite", reason="optimal play needs the extra fast")
    enough, not_enough = (mm("atlas", "3", "4", "--whether", "--max-turns", turns) for turns in "43")
    assert (enough.exit_code, not_enough.exit_code) == (0, 1)
    assert not_enough.stdout == "3 pegs, 4 colours: 3 turns are not enough\n"
    shown = json.loads(mm("atlas", "3", "4", "--whether", "--max-turns", "3", "--json").stdout)
    assert (shown["turns"], shown["enough"]) == (3, False)


def test_memory_that_the_tables_alone_exceed_is_refused() -> None:
    pytest.importorskip("llvmlite", reason="optimal play needs the extra fast")
    refused = mm("atlas", "3", "4", "--memory", "1M")
    assert refused.exit_code == 2
    assert "allow at least" in refused.stderr


def test_a_game_that_is_too_large_is_refused_without_a_forecast() -> None:
    pytest.importorskip("llvmlite", reason="optimal play needs the extra fast")
    refused = mm("atlas", "9", "15")
    assert refused.exit_code == 2
    assert "at most 65,000 codes" in refused.stderr
    assert "may take days" not in refused.stderr


def test_an_unknown_strategy_is_told_how_an_own_one_is_named() -> None:
    refused = mm("tree", "3", "4", "--strategy", "my_rank")
    assert (refused.exit_code, "module:name" in refused.stderr) == (2, True)


def test_compiling_ahead_names_its_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("solver.shell.cli_atlas.find_spec", lambda name: None)
    refused = mm("compile", "--pegs", "4")
    assert (refused.exit_code, 'pip install "hp15c[fast]"' in refused.stderr) == (2, True)
