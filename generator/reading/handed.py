"""What is known behind a line that terms do not follow: matrices, SOLVE and the integral (BEHAVIOUR 7, 8)."""

from __future__ import annotations

from hp15c.core.code import Line
from hp15c.state.state import Descriptor
from hp15c.table.instructions import Role
from hp15c.terms import TermState, constant, handed, input_of, laws
from hp15c.terms.term import FALSE, MATRIX, NUMBER, TRUE, Term


def after_handing_over(line: Line, state: TermState, changed: frozenset[int] | None) -> TermState:
    """The state behind such a line, with a name for each value that it makes.

    `changed` are the registers that the function of SOLVE or an integral may change, None where any may be.
    """
    step, place = line.step, f"{line.number:03d}"
    use = handed.use_of(step, lift=state.lift is not FALSE)
    levels: dict[str, Term] = {}
    for name, source in zip(handed.PLACES, use.after, strict=True):
        made = input_of(f"{name}@{place}", NUMBER | MATRIX)
        if step.name == "RCL MATRIX":
            made = constant(Descriptor(step.operand))
        levels[name] = getattr(state, source) if source else made
    if line.role is not Role.EVALUATES:
        used = handed.registers_used(step)
        changed = None if used is None else frozenset(used)
    behind = TermState(**(state._asdict() | levels))._replace(lift=TRUE, entry=None)
    return _registers(behind, place, changed)


def _registers(state: TermState, place: str, changed: frozenset[int] | None) -> TermState:
    if changed is None:
        return state._replace(memory=input_of(f"memory@{place}", state.memory.kind))
    memory = state.memory
    for number in sorted(changed):
        memory = laws.stored(memory, constant(number), input_of(f"r{number}@{place}", memory.kind))
    return state._replace(memory=memory)
