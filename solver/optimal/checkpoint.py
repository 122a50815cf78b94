"""The form of a proof's checkpoint: which proof it is of, and the parts with their values or bounds.

It also holds how many regions were searched for each part.
"""

from __future__ import annotations

import json
from collections.abc import Collection
from hashlib import sha256
from typing import Any, Final

from solver.codes import Game, GameError
from solver.kernels.request import NEVER
from solver.messages import number_of
from solver.optimal.search import OptimalError

FORM: Final = "hp15c optimal proof 1"

SavedProof = dict[str, Any]


def heading(game: Game, turns: int, whether: bool, seed: int) -> SavedProof:
    """The facts that tell a proof from others. `turns` is the limit of turns, 0 for none."""
    return {
        "format": FORM,
        "pegs": game.pegs,
        "colours": game.colours,
        "repeats": game.repeats,
        "whites": game.whites,
        "whether": whether,
        "turns": turns,
        "seed": seed,
    }


def write(saved: SavedProof) -> str:
    """The text of a checkpoint. Its digest shows what was changed since. Anybody can make a digest anew."""
    return json.dumps(saved | {"digest": _digest(saved)})


def _digest(saved: SavedProof) -> str:
    return sha256(json.dumps(saved, sort_keys=True).encode()).hexdigest()


def read(text: str) -> SavedProof:
    """The proof that a checkpoint holds. OptimalError for another text, and for one that was changed.

    Checkpoints of earlier versions do not name what they could not hold: games of black pegs alone,
    questions whether the turns are enough, and how many regions were searched for each part. Nor have they a
    digest.
    """
    try:
        kept: SavedProof = json.loads(text)
        changed = kept.pop("digest", _digest(kept)) != _digest(kept)
        saved: SavedProof = {"whites": True, "whether": False} | kept
        if saved["format"] != FORM or not all(type(saved[name]) is int for name in ("turns", "seed")):
            raise OptimalError("format")
        game = game_of(saved)
        for first in saved["firsts"]:
            game.parse(first["guess"])
            first["parts"] = [[*part, 0] if len(part) == 3 else part for part in first["parts"]]
            for ordinal, bound, exact, nodes in first["parts"]:
                if not type(ordinal) is type(bound) is type(nodes) is int or type(exact) is not bool:
                    raise OptimalError("parts")
    except (ValueError, KeyError, TypeError, AttributeError, RecursionError):
        raise OptimalError("this is no checkpoint of a proof") from None
    if changed:
        raise OptimalError("this checkpoint was changed after it was written")
    return saved


def game_of(saved: SavedProof) -> Game:
    """The game that is proved. GameError, KeyError or TypeError when there is none."""
    numbers, switches = ("pegs", "colours"), ("repeats", "whites")
    if any(type(saved[name]) is not int for name in numbers) or any(
        type(saved[name]) is not bool for name in switches
    ):
        raise GameError("no game")
    return Game(*(saved[name] for name in (*numbers, *switches)))


def describe(saved: SavedProof) -> str:
    """The proof in words: its game, its limit of turns, its seed."""
    turns, limit = saved["turns"], ""
    if turns:
        most = number_of(turns, "turn")
        limit = f", only whether {most} can do" if saved["whether"] else f", {most} at most"
    return f"{game_of(saved)}{limit}, seed {saved['seed']}"


def difference(saved: SavedProof, wanted: SavedProof, guesses: Collection[str] | None = None) -> str:
    """Why a proof does not go on from a saved one. Empty when it does.

    `wanted` is the `heading` of the proof, and `guesses` are its first guesses. A saved proof with further
    first guesses would lose them.
    """
    this = f"the saved proof of {describe(saved)}"
    if any(saved[name] != wanted[name] for name in wanted if name != "seed"):
        return f"{this} is not of {describe(wanted)}"
    if saved["seed"] != wanted["seed"]:
        return f"{this} has another seed than {wanted['seed']}: one proof has one seed"
    others = [
        first["guess"] for first in saved["firsts"] if guesses is not None and first["guess"] not in guesses
    ]
    return f"{this} has another first guess too, {others[0]}" if others else ""


def count_finished(saved: SavedProof) -> tuple[int, int]:
    """The number of parts that have a value or were given up, and the number of all parts."""
    size = game_of(saved).size
    firsts = [
        (size + sum(bound for _, bound, *_ in first["parts"]), first["parts"]) for first in saved["firsts"]
    ]
    best = min((total for total, parts in firsts if all(exact for _, _, exact, _ in parts)), default=NEVER)
    settled = [exact or total >= best for total, parts in firsts for _, _, exact, _ in parts]
    return sum(settled), len(settled)
