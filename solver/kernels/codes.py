"""Compiled kernels for codes and scores: bare arrays in, bare arrays out, nothing checked.

codes[i, peg] is a colour, marks[i, peg] is colour * pegs + how many pegs before had that colour. So code i
has at least k + 1 pegs of colour q when one of its marks is q * pegs + k. A guess is loaded by setting
has[mark] to 1 for its marks. Then the hits of a secret are a sum over the secret's marks.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from solver.kernels.kernel import kernel


@kernel
def _appears(digits: Any, peg: int) -> bool:
    for before in range(peg):  # noqa: SIM110 - any() of a generator does not compile
        if digits[before] == digits[peg]:
            return True
    return False


@kernel
def list_codes(repeats: bool, digits: Any, tally: Any, codes: Any, marks: Any) -> None:
    """Fill `codes` and `marks` with all codes in order. `digits` (pegs,) and `tally` (colours,) are room."""
    pegs, colours = digits.shape[0], tally.shape[0]
    for peg in range(pegs):
        digits[peg] = 0 if repeats else peg
    for code in range(codes.shape[0]):
        for colour in range(colours):
            tally[colour] = 0
        for peg in range(pegs):
            colour = digits[peg]
            codes[code, peg] = colour
            marks[code, peg] = colour * pegs + tally[colour]
            tally[colour] += 1
        peg = pegs - 1
        while peg >= 0:
            digits[peg] += 1
            while not repeats and digits[peg] < colours and _appears(digits, peg):
                digits[peg] += 1
            if digits[peg] < colours:
                break
            peg -= 1
        for after in range(peg + 1, pegs):
            digits[after] = 0
            while not repeats and _appears(digits, after):
                digits[after] += 1


@kernel
def code_index(code: Any, colours: int, repeats: bool) -> int:
    """Where the code stands among all codes in lexicographic order."""
    index = 0
    used = 0
    for peg in range(code.shape[0]):
        colour = code[peg]
        if repeats:
            index = index * colours + colour
        else:
            lower = colour
            for other in range(colour):
                lower -= used >> other & 1
            index = index * (colours - peg) + lower
            used |= 1 << colour
    return index


@kernel
def load_guess(marks: Any, guess: int, has: Any) -> None:
    """Set has[mark] to 1 for the marks of the guess. `clear_guess` sets them back."""
    for peg in range(marks.shape[1]):
        has[marks[guess, peg]] = 1


@kernel
def clear_guess(marks: Any, guess: int, has: Any) -> None:
    """Set has[mark] back to 0 for the marks of the guess."""
    for peg in range(marks.shape[1]):
        has[marks[guess, peg]] = 0


@kernel
def ordinal_of(pegs: Any, codes: Any, marks: Any, guess: int, secret: int, has: Any) -> int:
    """The ordinal of the score of the guess against a secret. `load_guess` has put its marks into `has`."""
    black = 0
    hits = 0
    for peg in range(len(pegs)):
        black += codes[guess, peg] == codes[secret, peg]
        hits += has[marks[secret, peg]]
    return black * len(pegs) - black * (black - 1) // 2 + hits


@kernel
def find_telling(pegs: Any, codes: Any, marks: Any, members: Any, has: Any) -> tuple[int, int]:
    """The place of the first member that tells all members apart, or -1, and how many pairs were scored."""
    scored = 0
    for place in range(members.shape[0]):
        guess = members[place]
        load_guess(marks, guess, has)
        seen = 0
        apart = True
        for other in range(members.shape[0]):
            bit = 1 << ordinal_of(pegs, codes, marks, guess, members[other], has)
            scored += 1
            if seen & bit:
                apart = False
                break
            seen |= bit
        clear_guess(marks, guess, has)
        if apart:
            return place, scored
    return -1, scored


@kernel
def mix(state: Any, value: int) -> Any:
    """`solver.strategies.mix` on unsigned words."""
    z = state + np.uint64(0x9E3779B97F4A7C15) * np.uint64(value + 1)
    z = (z ^ (z >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    z = (z ^ (z >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return z ^ (z >> np.uint64(31))
