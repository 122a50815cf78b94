"""Bring an angle into one turn, in whatever angular mode is set.

Argument: an angle. Result: the same direction between 0 and a full turn (a negative multiple of a full
turn gives the full turn itself).

By hand: 36 lines, 36 bytes.
"""

from generator.language import acos, program


@program("A")
def reduced(angle):
    full_turn = 2 * acos(-1)
    if angle < 0:
        return angle + full_turn * (-angle // full_turn + 1)
    return angle % full_turn


EXAMPLES = (
    (("5000",), ("320",)),
    (("0",), ("0",)),
    (("359.9999",), ("359.9999",)),
    (("360",), ("0",)),
    (("720",), ("0",)),
    (("-1",), ("359",)),
    (("-360",), ("360",)),
    (("-361.5",), ("358.5",)),
    (("123.456",), ("123.456",)),
    (("-1e5",), ("80",)),
    (("1e-6",), ("1e-6",)),
    (("99999",), ("279",)),
)
