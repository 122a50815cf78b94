"""Word times that computing takes, metered while it is done (BEHAVIOUR 10).

The firmware adds, multiplies, divides and finds roots, logarithms and angles digit by digit, so that a
function costs what its loops cost, as often as they go round. The loops of `working` and `functions` add what
they cost to `meter.spent`; whoever wants the cost of a computation reads the meter before and after it.

One set of costs serves every function of both models. It was found from keys measured one by one, of which
half are met within 0.6 per cent; of measured programs only those of `timing` had a part in it.
"""

from __future__ import annotations

import threading
from typing import Final

# The four operations and the square root, apart from the digits that they go through.
ADD: Final = 140
MULTIPLY: Final = 185
DIVIDE: Final = 132
ROOT: Final = 180

# A sum: one operand 0; the second operand the larger; different signs; a place that the smaller is shifted
# by, after the first, up to where nothing of it is left.
ADD_ZERO: Final = -18
ADD_EXCHANGED: Final = 5
ADD_SIGNS: Final = 8
SHIFT: Final = 9
MOST_SHIFTS: Final = 12

# A unit of a digit of a multiplier, of a quotient or of a root; a place of the whole part in INT and FRAC.
ROUND: Final = 3
SPLIT: Final = 8

# The root of 0.
ROOT_OF_ZERO: Final = 100

# Logarithms and exponentials, over ln(1 + 10**-j): the frame, an entry of the table gone to on the way down
# and on the way back, an entry taken, and what each place j further right adds; a decade of the exponent.
LOGARITHM: Final = 110
LOGARITHM_ENTRY: Final = 11
LOGARITHM_BACK: Final = 33
LOGARITHM_TAKEN: Final = 12
LOGARITHM_PLACE: Final = 3
EXPONENTIAL: Final = 174
EXPONENTIAL_BACK: Final = 40
EXPONENTIAL_TAKEN: Final = 15
EXPONENTIAL_PLACE: Final = 3
DECADE: Final = 4

# Tangents and arc tangents, over atan(10**-j): the same, the frame of an arc beside its quotient; an arc
# brought from radians into degrees or grads, beside the quotient; degrees from grads, by less than a product.
ROTATION_ENTRY: Final = 44
ROTATION_BACK: Final = 10
ROTATION_TAKEN: Final = 15
ROTATION_PLACE: Final = 4
ARC: Final = -28
TURNED: Final = 28
LESS_A_TENTH: Final = -62
ARC_ENTRY: Final = 23
ARC_BACK: Final = 23
ARC_TAKEN: Final = 11
ARC_PLACE: Final = 5

# A sine of 0, which is found by way of an infinite cotangent.
SINE_OF_ZERO: Final = 155

# An angle brought into the first octant: degrees and grads, radians, and one too small for that (below 10
# degrees or grads, below 1); a place of it, and a unit of the turns.
REDUCTION: Final = 50
REDUCTION_RAD: Final = 120
UNREDUCED: Final = {"DEG": 15, "RAD": 67, "GRD": 30}
REDUCTION_PLACE: Final = 6
REDUCTION_TAKEN: Final = 2

# A factor of a factorial; one of permutations or combinations beside the sum that finds it, and what the
# HP-11C spends less on it; what is looked at before they are refused (of X and of Y: negative, below 1, a
# fraction; Y too large, Y below X); a place of a number that is too large for a factorial; a step up to where
# the gamma function is known.
FACTOR: Final = 8
CHOICE: Final = 70
LESS_ON_CHOICES: Final = 24
CHOICE_CHECKS: Final = ((34, 15, 28), (36, 51, 64))
CHOICE_TOO_LARGE: Final = 75
CHOICE_TOO_FEW: Final = 25
MAGNITUDE: Final = 10
GAMMA_SHIFT: Final = 140

# What the HP-11C spends less on the sums and products of statistics.
LESS_ON_SUMS: Final = {"Σ+": 240, "Σ−": 240, "L.R.": 460, "ŷ,r": 640}

# What the inverse hyperbolic cosine of -1 and less does not compute to its end before it is refused.
NEGATIVE_AREA: Final = 44

# A complex power of 0, where it is 0 and where it is an error.
POWER_OF_ZERO: Final = 3100
NO_POWER_OF_ZERO: Final = 880

# A complex power of real numbers; a complex arc sine or arc cosine where the real part is 0.
REAL_POWER: Final = 1090
ARC_OF_NOTHING: Final = 850


# SOLVE, beside its arithmetic: a value without a change of sign; the end between neighbouring numbers; an end
# without a root.
SOLVE_SEARCHED: Final = 154
SOLVE_ENDED: Final = 383
SOLVE_FAILED: Final = 230


class _Meter(threading.local):
    """Word times spent so far, by this thread."""

    spent: int = 0


meter: Final = _Meter()
