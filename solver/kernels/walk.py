"""The walk over the guesses to rank: an odometer over prefixes, which are all pegs but the last two.

`solver.symmetry.Canonical` says which guesses are left out and why. Sets of colours are integers with bit n
for colour n.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from solver.kernels.kernel import kernel

MOST = 16
"""A number above the pegs and the colours of any game."""


class KernelSetting(NamedTuple):
    """A game, and which symmetries are used (see `solver.symmetry.Symmetries`)."""

    pegs: tuple[int, ...]
    """A zero for each peg: the length of a tuple is known when a kernel is compiled."""
    colours: int
    repeats: bool
    use_cases: bool
    use_pegs: bool


class KernelPast(NamedTuple):
    """The colours and pegs that the guesses so far leave interchangeable, as in `solver.symmetry.Past`."""

    played: int
    """The colours played."""
    twins: int
    """The twin of each peg, 4 bits a peg."""


_PLACES = (np.int64, (MOST,))
WALK = np.dtype(
    [
        ("stop", np.int64),  # 1 to end the ranking without a result
        ("every", np.int64),  # the colours of the region, and one for all others
        ("gone", np.int64),  # colours known absent. Only the lowest unused one of them may follow
        ("alike", np.int64),  # colours of the region that were never played, with the same rule
        ("choices", *_PLACES),  # by number: the colours that are tried on a peg, ascending
        ("numbers", *_PLACES),  # by colour: its number among the choices, -1 where it is none
        ("before", *_PLACES),  # by peg: the one before whose colour its own must not be below, or -1
        ("prefix", *_PLACES),  # by peg: the colour there
        ("cursor", *_PLACES),  # by peg: the number of the choice to be tried next
        ("used", *_PLACES),  # by peg: the colours of the pegs before it
        ("allowed", *_PLACES),  # by peg: the colours that may stand there
        ("marks", *_PLACES),  # by number of the choice: its next mark, as a row of the planes
        ("best", *_PLACES),  # by peg: the best guess so far
    ]
)
"""The state of a walk: its place, and the best guess so far."""


@kernel
def past_after(digits: Any, past: KernelPast, guess: int) -> KernelPast:
    """The past with this guess added."""
    played = past.played
    twins = 0
    for peg in range(digits.shape[1]):
        played |= 1 << digits[guess, peg]
        first = peg
        for other in range(peg - 1, -1, -1):
            same = past.twins >> 4 * other & 15 == past.twins >> 4 * peg & 15
            if same and digits[guess, other] == digits[guess, peg]:
                first = other
        twins |= first << 4 * peg
    return KernelPast(played, twins)


@kernel
def find_allowed(repeats: bool, walk: Any, peg: int) -> None:
    """Find the colours that may follow on this peg."""
    used = walk.used[peg]
    allowed = walk.every if repeats else walk.every & ~used
    unused = walk.gone & ~used
    allowed &= ~(unused & (unused - 1))
    unused = walk.alike & ~used
    allowed &= ~(unused & (unused - 1))
    before = walk.before[peg]
    if before >= 0:
        least = walk.prefix[before]
        allowed = allowed >> least << least
    walk.allowed[peg] = allowed


@kernel
def find_sets(setting: KernelSetting, digits: Any, members: Any, past: KernelPast, walk: Any) -> None:
    """Find which colours the members have, which are gone and which are alike."""
    present = 0
    for place in range(members.shape[0]):
        for peg in range(digits.shape[1]):
            present |= 1 << digits[members[place], peg]
    walk.every = (1 << setting.colours) - 1
    walk.gone = walk.alike = 0
    if setting.use_cases:
        gone = walk.every & ~present
        walk.alike = present & ~past.played
        if setting.repeats:
            walk.every = present | (gone & -gone)
        else:
            walk.gone = gone


@kernel
def begin_walk(setting: KernelSetting, digits: Any, members: Any, past: KernelPast, walk: Any) -> int:
    """Begin a walk over the guesses for a region. Returns the number of choices on a peg."""
    pegs = digits.shape[1]
    find_sets(setting, digits, members, past, walk)
    for peg in range(pegs):
        walk.before[peg] = -1
        if setting.use_pegs:
            for other in range(peg):
                if past.twins >> 4 * other & 15 == past.twins >> 4 * peg & 15:
                    walk.before[peg] = other
    choices = free = 0
    for colour in range(setting.colours):
        is_alike = walk.alike >> colour & 1
        free += is_alike
        walk.numbers[colour] = -1
        if walk.every >> colour & 1 and (free <= pegs or not is_alike):
            walk.numbers[colour] = choices
            walk.choices[choices] = colour
            choices += 1
    walk.used[0] = 0
    walk.cursor[0] = 0
    find_allowed(setting.repeats, walk, 0)
    return choices


@kernel
def next_prefix(repeats: bool, walk: Any, depth: int, last: int, choices: int) -> bool:
    """Walk on from this depth to the next prefix of `last` pegs. False when there is none."""
    while depth >= 0:
        if depth == last:
            return True
        at = walk.cursor[depth]
        while at < choices and not walk.allowed[depth] >> walk.choices[at] & 1:
            at += 1
        if at == choices:
            depth -= 1
            continue
        colour = walk.choices[at]
        walk.cursor[depth] = at + 1
        walk.prefix[depth] = colour
        walk.used[depth + 1] = walk.used[depth] | 1 << colour
        depth += 1
        walk.cursor[depth] = 0
        find_allowed(repeats, walk, depth)
    return False


@kernel
def is_code(repeats: bool, walk: Any, lane: int, choices: int, last: int) -> bool:
    """Whether the lane's guess is a code: without repeats it may not repeat a colour."""
    if repeats:
        return True
    a, b = walk.choices[lane // choices], walk.choices[lane % choices]
    return a != b and not (walk.used[last] >> a | walk.used[last] >> b) & 1


@kernel
def keep(walk: Any, lane: int, choices: int, last: int) -> None:
    """Take the guess of this lane as the best so far."""
    for peg in range(last):
        walk.best[peg] = walk.prefix[peg]
    walk.best[last] = walk.choices[lane // choices]
    walk.best[last + 1] = walk.choices[lane % choices]
