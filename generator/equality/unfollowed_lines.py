"""Lines that terms do not follow, in both programs: what has to be equal there, and what comes after.

Such a line works with matrices or calls a function (SOLVE and the integral). The same instruction with equal
operands does the same. Its results get names, the same in both programs.

This module belongs to the checker of certificates and has to be believed with it.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from typing import Final

from generator.equality.claims import Pair, Place
from generator.equality.relation import MEMORY, Arrival, NotProved, deeper, register_of
from generator.language.operations import RETURNS_OF_RUN
from hp15c.listing.program import Program
from hp15c.state.cells import TOO_MANY, magnitude
from hp15c.table.instructions import Role, Step
from hp15c.terms import TermState, constant, input_of, laws, matrices, uses
from hp15c.terms.state import USUAL_REGISTERS
from hp15c.terms.term import FALSE, MATRIX, NOUGHT, NUMBER, OTHER, TRUE, Term
from hp15c.terms.uses import LEVELS
from hp15c.terms.uses import PLACES as STACK

COMPLEX: Final = ("xi", "yi", "zi", "ti", "last_xi", "keeps_imaginary")
FRESH: Final = "fresh "
"""The beginning of the names of values that come in on a way. Relations have none of them."""


def require_same_line(first: Step, second: Step, old: TermState, new: TermState) -> uses.Use:
    """What the line does with the levels. NotProved unless both instructions and operands are the same."""
    evaluates = first.role is Role.EVALUATES
    if evaluates and not old.complex is new.complex is FALSE:
        raise NotProved(f"{first} at {old.line:03d} is not followed in complex mode")
    alike = first.instruction == second.instruction and first.user == second.user
    letters = matrices.letter_of(first, old), matrices.letter_of(second, new)
    operands = letters if all(letters) else (first.operand, second.operand)
    if not alike or (operands[0] != operands[1] and not evaluates):
        raise NotProved(f"{first} stands at {old.line:03d}, but {second} at {new.line:03d}")
    both = _use(first, old), _use(second, new)
    resizing = is_resizing(first)
    by_index = evaluates or (first.operand in ("I", "(i)") and not all(letters) and not resizing)
    read = ["registers", "angle", "depth", *both[0].reads, *["format"] * evaluates, *["i"] * by_index]
    read += ["lift"] * (uses.EVERYTHING in both)
    for name in (*read, *(() if old.complex is FALSE else COMPLEX)):
        require_same(name, old, new, f"at {old.line:03d}")
    used = () if resizing else matrices.places_used(first, old)
    if used is None:
        require_same(MEMORY, old, new, f"at {old.line:03d}")
    require_same_registers(used or (), old, new, f"at {old.line:03d}")
    if matrices.uses_result(first) and old.matrices[0] is not new.matrices[0]:
        raise NotProved(f"RESULT differs at {old.line:03d}")
    # Only SOLVE and the integral call something, and so depend on the number of pending returns.
    same_depth = not evaluates or len(old.returns) == len(new.returns)
    if old.complex is not new.complex or not same_depth or both[0] != both[1]:
        raise NotProved(f"complex mode, pending returns or stack lift differ at {old.line:03d}")
    return both[0]


def refuse_misplaced_runs(
    programs: tuple[Program, Program],
    old: TermState,
    new: TermState,
    pending: Collection[tuple[int, int]],
) -> None:
    """Raise NotProved at SOLVE or an integral where a return to line 000 may be pending, because this passes
    for an integral that is under way. Another one then ends in Error 7, and SOLVE overwrites R3 and R6
    (BEHAVIOUR 8.1). `pending` are returns that the states may not name.
    """
    for which, (program, state) in enumerate(zip(programs, (old, new), strict=True)):
        if any(_is_to_end(program, line) for line in (*state.returns, *(pair[which] for pair in pending))):
            raise NotProved(f"a return to line 000 may be pending at {state.line:03d}")


def _is_to_end(program: Program, line: int) -> bool:
    """Whether a pending return leads to line 000. That of SOLVE or an integral leads behind its own line."""
    return line in (0, -len(program))


def states_behind(
    programs: tuple[Program, Program], old: TermState, new: TermState, mark: str, ample: bool
) -> Iterator[tuple[TermState, TermState]]:
    """The states with which both programs may go on after a line that terms do not follow.

    Its results have names that begin with `mark`. `ample` says that there are always the registers to R.9.
    NotProved where the line does not leave them.
    """
    one = programs[0].steps[(old.line or 1) - 1]
    if is_resizing(one):
        old, new = resize(old, new, mark, ample)
    alike = old.flags[9:] == new.flags[9:]
    for place in _places_behind(one, matrices.behind(one, old, mark).skips):
        yield (
            _result_state(programs[0], old, place, mark, mark if alike else f"{mark}old "),
            _result_state(programs[1], new, place, mark, mark if alike else f"{mark}new "),
        )


def require_same(name: str, old: TermState, new: TermState, where: str) -> None:
    if getattr(old, name) != getattr(new, name):
        raise NotProved(f"{name} differs {where}")


def require_same_registers(numbers: Iterable[int], old: TermState, new: TermState, where: str) -> None:
    for number in numbers:
        if register_of(old, number) is not register_of(new, number):
            raise NotProved(f"R{number} differs {where}")


def _use(one: Step, state: TermState) -> uses.Use:
    """What a line that terms do not follow does with the levels."""
    lift = {TRUE: True, FALSE: False}.get(state.lift)
    return uses.use_of(one, lift) if state.complex is FALSE else uses.EVERYTHING


def function_state(program: Program, state: TermState, mark: str) -> TermState:
    """The state in which SOLVE or an integral calls its function: all levels hold the same number.

    The function returns to the negative number of the line. The other levels of returns that the line takes
    count as pending before (BEHAVIOUR 8.1). NotProved when there is no such label.
    """
    line = state.line or 0
    target = program.find_label(program.steps[line - 1].operand, line)
    if target is None:
        raise NotProved(f"line {line:03d} finds no label")
    levels = dict.fromkeys(LEVELS, input_of(f"{mark}estimate")) | {"lift": TRUE}
    if program.steps[line - 1].name != "SOLVE":
        levels["last_x"] = input_of(f"{mark}last_x")  # the integral puts its estimate there
    depth = deeper(state.depth, RETURNS_OF_RUN - 1)
    return state.with_places(levels)._replace(line=target, returns=(*state.returns, -line), depth=depth)


def evaluated_once(pair: Pair, programs: tuple[Program, Program], old: TermState, new: TermState) -> Arrival:
    """The function of SOLVE or an integral returned. NotProved unless X is equal. The line goes on as it did
    when it began, with what the function left in registers and `uses.LEFT`.
    """
    if old.x is not new.x or old.lift is not new.lift:
        lines = f"{-pair.old.line:03d} and {-pair.new.line:03d}"
        raise NotProved(f"the functions of lines {lines} give different numbers")
    states = []
    for program, state in zip(programs, (old, new), strict=True):
        line = -(state.line or 0)
        levels = {name: input_of(f"{FRESH}{name}") for name in LEVELS}
        levels |= {name: getattr(state, of) for name, of in uses.LEFT[program.steps[line - 1].name].items()}
        depth = deeper(state.depth, 1 - RETURNS_OF_RUN)
        states.append(state.with_places(levels)._replace(line=line, depth=depth))
    return Arrival(Pair(place_of(states[0]), place_of(states[1])), states[0], states[1])


def _result_state(program: Program, state: TermState, place: int, mark: str, of_flags: str) -> TermState:
    """The state after a line that terms do not follow, `place` lines further, with names for its results.

    `of_flags` begins the names of flags from 9 on, which keep an overflow from before the line.
    """
    line, kind = state.line or 0, NUMBER | MATRIX
    one = program.steps[line - 1]
    named: dict[str, Term] = {"lift": TRUE} | imaginary_parts(state, mark)
    for name, source in zip(STACK, _use(one, state).after, strict=True):
        source = name if name in uses.LEFT.get(one.name, ()) else source
        plain = one.role is Role.EVALUATES and name in ("x", "y")
        plain = plain or matrices.gives_numbers(one)
        fresh = input_of(f"{mark}{name}", NUMBER if plain else kind)
        named[name] = getattr(state, source) if source else fresh
    memory, used = state.memory, () if is_resizing(one) else matrices.places_used(one, state)
    known = matrices.behind(one, state, mark)
    if used is None:
        memory = input_of(f"{mark}memory", kind)
    for number in used or ():
        kind = NUMBER if used == (0, 1) else NUMBER | MATRIX
        held = known.registers.get(number) or input_of(f"{mark}R{number}", kind)
        memory = laws.store(memory, constant(number), held)
    more = (input_of(f"{of_flags}flag {number}", OTHER) for number in range(9, len(state.flags)))
    if known.x is not None:
        named["x"] = known.x
    after, flags = (line + place) % (len(program) + 1), (*state.flags[:9], *more)
    state = state.with_places(named)._replace(matrices=known.matrices)
    return state._replace(memory=memory, flags=flags, line=after, entry=None)


def is_resizing(one: Step) -> bool:
    """Whether a line says how many registers there are."""
    return (one.name, one.operand) == ("DIM", "(i)")


def resize(old: TermState, new: TermState, mark: str, ample: bool) -> tuple[TermState, TermState]:
    """Both calculators with as many registers as X says, the same number in both. NotProved where both are
    taken to have registers to R.9, and may not have them then.

    Registers that there were keep what they hold, and new ones hold 0. Where it is not known how many there
    were or are, what a register holds after the line depends on these numbers and on what it held. So it is
    equal in both where that was equal, and nothing else is said of it.
    """
    highest = old.x.number
    known = None if highest is None else magnitude(highest)
    count = None if known is None or known >= TOO_MANY else max(1, known) + 1
    if ample and (count is None or count < USUAL_REGISTERS):
        raise NotProved(f"DIM (i) at {old.line:03d} may leave fewer registers than to R.9")
    before = old.registers.whole
    if count is not None and before is not None:
        return _with_zeros(old, before, count), _with_zeros(new, before, count)
    now = input_of(f"{mark}registers", OTHER) if count is None else constant(count)
    (base, numbers), (other_base, other_numbers) = map(laws.changes, (old.memory, new.memory))
    states = []
    for which, state in (("old ", old), ("new ", new)):
        memory = input_of(f"{mark}{'' if base is other_base else which}memory", NUMBER | MATRIX)
        for number in sorted(numbers | other_numbers):
            same = register_of(old, number) is register_of(new, number)
            held = input_of(f"{mark}{'' if same else which}R{number}", NUMBER | MATRIX)
            if ample and number < USUAL_REGISTERS:
                held = register_of(state, number)
            memory = laws.store(memory, constant(number), held)
        states.append(state._replace(memory=memory, registers=now))
    return states[0], states[1]


def _with_zeros(state: TermState, before: int, count: int) -> TermState:
    """A calculator with another number of registers. Those that it did not have hold 0."""
    memory = state.memory
    for number in range(before, count):
        memory = laws.store(memory, constant(number), NOUGHT)
    return state._replace(memory=memory, registers=constant(count))


def _places_behind(one: Step, skips: bool | None) -> tuple[int, ...]:
    """How many lines further a line may lead, with what is known of the element that follows."""
    if not one.may_skip or skips is False:
        return (1,)
    return (2,) if skips else (1, 2)


def imaginary_parts(state: TermState, mark: str) -> dict[str, Term]:
    """Names for the imaginary parts after a line that terms do not follow, none in real mode."""
    if state.complex is FALSE:
        return {}
    return {name: input_of(f"{mark}{name}", OTHER if name == COMPLEX[-1] else NUMBER) for name in COMPLEX}


def typed_ended(state: TermState) -> TermState:
    """A state in which no number is being typed any more."""
    return state if state.entry is None else state._replace(entry=None, lift=TRUE)


def place_of(state: TermState) -> Place:
    """Where a program is."""
    return Place(state.line or 0, state.returns)
