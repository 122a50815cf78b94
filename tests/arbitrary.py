"""Hypothesis generators of what the calculator holds."""

from __future__ import annotations

from hypothesis import strategies as st

from hp15c.number import LOWEST_MANTISSA, MANTISSA_LIMIT, ZERO, Number
from hp15c.working import Working

# Short and all-nines mantissas find carries that random ones hardly ever meet.
_mantissas = st.one_of(
    st.integers(LOWEST_MANTISSA, MANTISSA_LIMIT - 1),
    st.integers(1, 99).map(lambda n: int(f"{n:<010}".replace(" ", "0"))),
    st.integers(1, 9).map(lambda n: MANTISSA_LIMIT - n),
    st.integers(0, 9).map(lambda n: LOWEST_MANTISSA + n),
)


def numbers(lowest: int = -99, greatest: int = 99) -> st.SearchStrategy[Number]:
    """User numbers with exponents in a range, and zero."""
    found = st.builds(Number, st.booleans(), st.integers(lowest, greatest), _mantissas)
    return st.one_of(found, found, found, st.just(ZERO))


def workings(lowest: int = -120, greatest: int = 120) -> st.SearchStrategy[Working]:
    """Working numbers of thirteen digits, not zero."""
    return st.builds(Working, st.booleans(), st.integers(lowest, greatest), st.integers(10**12, 10**13 - 1))
