"""Word times that computing takes, metered while it is done (BEHAVIOUR 10).

The firmware adds, multiplies, divides and finds roots, logarithms and angles digit by digit. A function
costs the sum of its loops, each as often as it goes round. The loops of `working` and `functions` add their
costs to the `Meter` that their caller brings along.

One set of costs serves every function of both models. The costs were found from keys measured one by one.
Half of these are met within 0.6 percent. Of the measured programs only those of `timing` were used.
"""

from __future__ import annotations

from typing import Final

# The four operations and the square root, without their digits.
ADD: Final = 140
MULTIPLY: Final = 185
DIVIDE: Final = 132
ROOT: Final = 180

# A sum with an operand 0.
ADD_ZERO: Final = -18
# A sum whose second operand is the larger one.
ADD_EXCHANGED: Final = 5
# A sum of numbers with different signs.
ADD_SIGNS: Final = 8
# Each place that the smaller operand is shifted, after the first, and the most places that count.
SHIFT: Final = 9
MOST_SHIFTS: Final = 12

# Each leading digit that a difference loses, after the first two.
NORMALISED: Final = 6
NORMALISED_AT_ONCE: Final = 2

# Each unit of a digit of a multiplier, of a quotient or of a root.
ROUND: Final = 3
# Each place of the whole part in INT and FRAC.
SPLIT: Final = 8

ROOT_OF_ZERO: Final = 100

# Logarithms and exponentials go through a table of ln(1 + 10**-j), down and back. The costs are those of the
# function itself, of an entry passed on the way down, of one passed on the way back, of one taken, and of
# each place j further right. DECADE is the cost of a decade of the exponent.
LOGARITHM: Final = 110
LOGARITHM_ENTRY: Final = 11
LOGARITHM_BACK: Final = 33
LOGARITHM_TAKEN: Final = 12
LOGARITHM_PLACE: Final = 3
EXPONENTIAL: Final = 174
TOO_MANY_DECADES: Final = 40
NO_DIGIT: Final = -58
EXPONENTIAL_BACK: Final = 40
EXPONENTIAL_TAKEN: Final = 15
EXPONENTIAL_PLACE: Final = 3
DECADE: Final = 4

# Tangents and arc tangents go through a table of atan(10**-j) in the same way.
ROTATION_ENTRY: Final = 44
ROTATION_BACK: Final = 10
ROTATION_TAKEN: Final = 15
ROTATION_PLACE: Final = 4
# An arc tangent itself, without its quotient.
ARC: Final = -28
ARC_ENTRY: Final = 23
ARC_BACK: Final = 23
ARC_TAKEN: Final = 11
ARC_PLACE: Final = 5
# An arc brought from radians into degrees or grads, without the quotient.
TURNED: Final = 28
# Degrees from grads, against a product.
LESS_A_TENTH: Final = -62

# The angle of a point on an axis, on the negative half of the first, and of the origin.
ANGLE_ON_AXIS: Final = -50
ANGLE_OF_HALF_TURN: Final = -35
ANGLE_OF_NOTHING: Final = -120

# A sine of 0, which the firmware finds by an infinite cotangent.
SINE_OF_ZERO: Final = 155

# An angle brought into the first octant, in degrees or grads and in radians.
REDUCTION: Final = 50
REDUCTION_RAD: Final = 120
# An angle that is too small for that: below 10 degrees or grads, below 1 radian.
UNREDUCED: Final = {"DEG": 15, "RAD": 67, "GRD": 30}
# Each place of the angle, and each unit of the turns.
REDUCTION_PLACE: Final = 6
REDUCTION_TAKEN: Final = 2

# Each factor of a factorial.
FACTOR: Final = 8
# Each factor of permutations or combinations, without the sum that finds it. The HP-11C spends less on it.
CHOICE: Final = 70
LESS_ON_CHOICES: Final = 24
# The checks before permutations and combinations are refused: X and Y negative, below 1, a fraction.
CHOICE_CHECKS: Final = ((0, 15, 28), (36, 51, 64))
# Y is too large, Y is below X.
CHOICE_TOO_LARGE: Final = 75
CHOICE_TOO_FEW: Final = 25
# Each place of a number that is too large for a factorial.
MAGNITUDE: Final = 10
# Each step up to where the gamma function is known, and an argument that needs none.
GAMMA_SHIFT: Final = 140
GAMMA_UNSHIFTED: Final = 220

# The word times that the HP-11C saves on the sums and products of statistics.
LESS_ON_SUMS: Final = {"Σ+": 240, "Σ−": 240, "L.R.": 460, "ŷ,r": 640}

# What it saves beyond that of an Error when the Error comes after most of the computing.
LESS_ON_LATE_ERRORS: Final = 250
# The deviation of one point, which has no divisor.
ONE_POINT: Final = -83

# The inverse hyperbolic cosine of -1 and less is refused before it is computed to its end. This is the rest.
NEGATIVE_AREA: Final = 44

# A power of 0.
POWER_OF_ZERO: Final = 45

# A complex power, of real numbers, and of 0 when it is an error.
COMPLEX_POWER: Final = 500
REAL_POWER: Final = 630
NO_POWER_OF_ZERO: Final = 880
# A complex arc sine or arc cosine where the real part is 0.
ARC_OF_NOTHING: Final = 850

# SOLVE: each value of the function that does not change its sign.
SOLVE_SEARCHED: Final = 154
# SOLVE ends with a root between two neighbouring numbers.
SOLVE_ENDED: Final = 383
# SOLVE ends without a root.
SOLVE_FAILED: Final = 230


class Meter:
    """A counter of the word times of computing. Whoever computes brings one along."""

    __slots__ = ("spent",)

    def __init__(self) -> None:
        self.spent = 0
