"""Hypothesis generators of what the calculator holds."""

from __future__ import annotations

from hypothesis import strategies as st

from hp15c.listing.program import Program
from hp15c.numbers.number import LOWEST_MANTISSA, MANTISSA_LIMIT, ZERO, Number
from hp15c.numbers.working import Working
from hp15c.state.memory import fit_registers
from hp15c.state.state import State
from hp15c.table.instructions import Step, step, steps
from hp15c.table.models import Model

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


# What programs mostly do. The rest of the table is drawn from time to time.
_USUAL = (
    *("digit", "digit", "digit", ".", "CHS", "EEX", "ENTER", "+", "−", "×", "÷", "√x", "x²", "1/x", "%"),
    *("INT", "FRAC", "ABS", "STO", "RCL", "STO +", "STO −", "STO ×", "STO ÷", "RCL +", "RCL ÷", "x↔", "DSE"),
    *("ISG", "x↔y", "R↓", "R↑", "LSTx", "CLx", "x=0", "x≠0", "x≤y", "x>y", "x<0", "F?", "SF", "CF", "FIX"),
    *("PSE", "R/S", "RAN#", "π", "10ˣ", "LOG", "LBL", "GTO", "GSB", "RTN"),
)
_LABELS = ("A", "B", "1", "2")


def program_steps(model: Model) -> st.SearchStrategy[Step]:
    """One line: any step of the table, the usual ones more often, jumps mostly to few labels."""
    everything = steps(model)
    usual = [[one for one in everything if one.name == name] for name in _USUAL]
    return st.one_of(
        st.sampled_from([found for found in usual if found]).flatmap(st.sampled_from),
        st.builds(step, st.sampled_from(("LBL", "GTO", "GSB")), st.sampled_from(_LABELS)),
        st.sampled_from(everything),
    )


def programs(model: Model, longest: int = 40) -> st.SearchStrategy[Program]:
    """Programs that begin with LBL A."""
    lines = st.lists(program_steps(model), min_size=1, max_size=longest)
    return lines.map(lambda found: Program(model=model, steps=(step("LBL", "A"), *found)))


def cells() -> st.SearchStrategy[Number]:
    """What registers and levels hold: small integers, loop counters, numbers of every size."""
    counters = st.builds(
        lambda whole, goal, by: Number.of(f"{whole}.{goal:03d}{by:02d}"),
        st.integers(-3, 30),
        st.integers(0, 30),
        st.integers(0, 3),
    )
    return st.one_of(st.integers(-3, 24).map(Number.of), counters, numbers(-12, 12), numbers())


@st.composite
def running_states(draw: st.DrawFn, program: Program) -> State:
    """Calculators with numbers in them, the program loaded and running from some line."""
    state = State.fresh(program.model)
    state.program = program
    fit_registers(state)
    state.stack[:] = [draw(cells()) for _ in range(4)]
    filled = draw(st.lists(cells(), max_size=len(state.registers)))
    state.registers[: len(filled)] = filled
    state.i, state.last_x = draw(cells()), draw(cells())
    state.lift = draw(st.booleans())
    state.seed = draw(st.integers(0, 10**10 - 1))
    state.flags = set(draw(st.lists(st.integers(0, 1), max_size=2)))
    state.line = draw(st.integers(0, len(program)))
    state.running = True
    return state
