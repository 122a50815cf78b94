"""Checkpoints of proofs, written and read back."""

from __future__ import annotations

import json
import re

import pytest

from solver.codes import Game
from solver.optimal.checkpoint import count_finished, difference, heading, read, write
from solver.optimal.proof import GameProof
from solver.optimal.search import OptimalError


@pytest.mark.parametrize(
    ("change", "wrong"),
    [
        ({}, ""),
        ({"pegs": 4}, "of 4 pegs, 4 colours, seed 0 is not of 3 pegs, 4 colours, seed 0"),
        ({"turns": 1}, "of 3 pegs, 4 colours, 1 turn at most, seed 0"),
        ({"turns": 5, "whether": True}, "only whether 5 turns can do"),
        ({"seed": 7}, "of 3 pegs, 4 colours, seed 7 has another seed than 0"),
        ({"firsts": [{"guess": "412", "parts": []}]}, "another first guess too, 412"),
    ],
)
def test_a_proof_goes_on_from_its_own_checkpoint_only(change: dict[str, object], wrong: str) -> None:
    saved = GameProof(Game(3, 4)).contents() | change
    found = difference(saved, heading(Game(3, 4), 0, False, 0), ["111", "112", "123"])
    assert wrong in found
    assert bool(wrong) == bool(found)


@pytest.mark.parametrize(
    "change",
    [
        {"format": "another"},
        {"turns": None},
        {"pegs": "3"},
        {"pegs": 99},
        {"repeats": 1},
        {"firsts": None},
        {"firsts": [{"guess": "999", "parts": []}]},
        {"firsts": [{"guess": "123", "parts": [[0, 1]]}]},
        {"firsts": [{"guess": "123", "parts": [[0, "1", True]]}]},
    ],
)
def test_a_damaged_checkpoint_is_no_checkpoint(change: dict[str, object]) -> None:
    saved = GameProof(Game(3, 4)).contents()
    assert read(json.dumps(saved)) == saved
    for text in (json.dumps(saved | change), "", "[]", "1"):
        with pytest.raises(OptimalError, match="no checkpoint of a proof"):
            read(text)


def test_a_checkpoint_that_was_changed_is_refused() -> None:
    """Each number of the finished parts in turn is changed by two."""
    proof = GameProof(Game(3, 4))
    proof.run()
    saved = proof.contents()
    text = write(saved)
    assert read(text) == saved
    begin = text.index('"firsts"')
    changed = 0
    for one in re.finditer(r"\d+", text[begin : text.index('"digest"')]):
        place = begin + one.start()
        other = f"{text[:place]}{int(one[0]) ^ 2}{text[place + len(one[0]) :]}"
        with pytest.raises(OptimalError) as refused:
            read(other)
        changed += "was changed after it was written" in str(refused.value)
    assert changed > 20


def test_the_finished_parts_of_a_checkpoint_are_those_of_the_proof() -> None:
    proof = GameProof(Game(3, 5))
    seen = []
    proof.run(lambda now: seen.append((count_finished(now.contents()), now.parts)))
    assert len(seen) > 3
    assert all(counted == parts for counted, parts in seen)
    (first, parts), (last, _) = seen[0][0], seen[-1][0]
    assert 0 < first < last == parts
