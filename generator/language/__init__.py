"""The language of programs that run as Python and compile to keystrokes.

A source file is an ordinary module that imports its names from here:

    from generator.language import program

    @program("A")
    def gcd(a, b):
        while b != 0:
            a, b = b, a % b
        return a

Run as Python it computes with the calculator's own arithmetic, digit for digit and Error for Error. `hp15c
compile` turns the same file into a listing.
"""

from generator.language.complex_numbers import complex_number, held
from generator.language.functions import (
    acos,
    acosh,
    asin,
    asinh,
    atan,
    atanh,
    comb,
    cos,
    cosh,
    count_down,
    count_up,
    exp,
    factorial,
    frac,
    from_hms,
    intpart,
    ln,
    log10,
    perm,
    pi,
    polar,
    ran,
    rect,
    rnd,
    sin,
    sinh,
    sqrt,
    tan,
    tanh,
    to_deg,
    to_hms,
    to_rad,
)
from generator.language.matrices import det, dim, inverse, matrix, size, transpose
from generator.language.memory import array, register
from generator.language.programs import program
from generator.language.runs import integral, search, solve
from generator.language.statements import (
    ask,
    assume,
    blink,
    clear_flag,
    deg,
    eng,
    fix,
    flag,
    grad,
    pause,
    rad,
    sci,
    set_flag,
    show,
    steady,
    unordered,
)
from generator.language.statistics import (
    clear_sums,
    estimate,
    linreg,
    mean,
    sdev,
    sum_minus,
    sum_plus,
    sums,
)
from generator.language.values import Real, Value

__all__ = [
    "Real",
    "Value",
    "acos",
    "acosh",
    "array",
    "asin",
    "asinh",
    "ask",
    "assume",
    "atan",
    "atanh",
    "blink",
    "clear_flag",
    "clear_sums",
    "comb",
    "complex_number",
    "cos",
    "cosh",
    "count_down",
    "count_up",
    "deg",
    "det",
    "dim",
    "eng",
    "estimate",
    "exp",
    "factorial",
    "fix",
    "flag",
    "frac",
    "from_hms",
    "grad",
    "held",
    "integral",
    "intpart",
    "inverse",
    "linreg",
    "ln",
    "log10",
    "matrix",
    "mean",
    "pause",
    "perm",
    "pi",
    "polar",
    "program",
    "rad",
    "ran",
    "rect",
    "register",
    "rnd",
    "sci",
    "sdev",
    "search",
    "set_flag",
    "show",
    "sin",
    "sinh",
    "size",
    "solve",
    "sqrt",
    "steady",
    "sum_minus",
    "sum_plus",
    "sums",
    "tan",
    "tanh",
    "to_deg",
    "to_hms",
    "to_rad",
    "transpose",
    "unordered",
]
