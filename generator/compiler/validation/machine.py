"""A reader of listings on terms. It tells registers apart by what is known of their numbers."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from generator.compiler.validation import evaluation, memory, opaque, sizes
from generator.compiler.validation.knowledge import Knowledge
from hp15c.listing.program import Program
from hp15c.numbers.number import Number
from hp15c.table.instructions import ROWS, Role, Step
from hp15c.table.models import Model
from hp15c.terms import Outcome, TermState, Way, laws, outcomes
from hp15c.terms.reader import TermMachine
from hp15c.terms.term import FALSE, NOUGHT, OTHER, TRUE, UNIT, Term, constant, input_of
from hp15c.terms.uses import PLACES, Use

OVERFLOW_FLAG: Final = 9
_MAY_BLINK: Final = input_of("fresh flag 9", OTHER)
"""Flag 9 where there may have been an overflow. Nothing is known of it, so no line may ask for it."""
_ROUNDS: Final = 3


class KnowingMachine(TermMachine):
    """A calculator of terms whose facts are `Knowledge`."""

    @property
    def _knowledge(self) -> Knowledge:
        assert isinstance(self._facts, Knowledge)
        return self._facts

    def execute(self) -> Outcome:
        """See `TermMachine`. Lines with matrices, SOLVE and the integral are followed."""
        made = super().execute()
        if made.way is Way.HANDED_OVER and self.step.role is Role.EVALUATES:
            return self._evaluate() or made
        if made.way is Way.HANDED_OVER and str(self.step) == "DIM (i)":
            return self._make_registers() or made
        use = opaque.use_of(self.step, self._begun) if made.way is Way.HANDED_OVER else None
        return made if use is None else self._with_matrices(use)

    def _make_registers(self) -> Outcome | None:
        """DIM (i) with a known number, where no register goes. What is beyond the last one counts as 0."""
        state = self._begun
        highest, count = self._knowledge.normal(state.x).number, state.registers.whole
        if highest is None or count is None or not highest.is_integer or int(abs(highest)) + 1 < count:
            return None
        line = ((state.line or 0) + 1) % (len(self._program) + 1)
        registers = constant(int(abs(highest)) + 1)
        after = state._replace(line=line, registers=registers, entry=None, lift=TRUE)
        return Outcome(self._conditions(), after, Way.GOES_ON)

    def _with_matrices(self, use: Use) -> Outcome:
        """A line with matrices. The state of one that fails has the condition in X."""
        step, begun, known = self.step, self._begun, self._knowledge
        places = [*(opaque.PIECES[one] for one in opaque.pieces_of(step)), *opaque.pointers_of(step)]
        read = [memory.read(known, begun.memory, one) for one in places]
        levels = tuple(getattr(begun, name) for name in use.reads)
        operands = (*read, *levels)
        element = opaque.element(step, operands)
        failure = opaque.failure(step, operands)
        if element is not None and sizes.is_there(known, *element):
            failure = FALSE
        if self.holds(failure):
            error = opaque.error(step, levels)
            return Outcome(self._conditions(), begun._replace(x=failure), Way.FAILS, error)
        if element is not None and failure is not FALSE and sizes.is_placed(known, *element[1:]):
            self._facts = self._facts.and_(*sizes.inside(*element))
        changed = {
            level: getattr(begun, source) if source else opaque.result(step, level, operands)
            for level, source in zip(PLACES, use.after, strict=True)
        }
        cells = begun.memory
        for one, value in opaque.changed_matrices(step, operands).items():
            cells = memory.store(known, cells, opaque.PIECES[one], value)
        pointers, is_last = self._next_place(operands)
        for place, value in zip(opaque.POINTERS, pointers, strict=False):
            cells = memory.store(known, cells, place, value)
        further = 2 if is_last else 1
        line = (begun.line + further) % (len(self._program) + 1) if begun.line else begun.line
        after = TermState(**(begun._asdict() | changed))
        after = after._replace(line=line, entry=None, lift=TRUE, memory=cells, flags=self._open_flag_9(begun))
        return Outcome(self._conditions(), after, Way.GOES_ON)

    def _next_place(self, operands: tuple[Term, ...]) -> tuple[tuple[Term, ...], bool]:
        """What R0 and R1 hold after a line, if it changes them, and whether no element follows its own."""
        if not (self.step.user and sizes.is_placed(self._knowledge, *operands[1:3])):
            return opaque.pointers_behind(self.step, operands), self.holds(
                opaque.is_last(self.step, operands)
            )
        matrix, row, column = operands[:3]
        rows, columns = sizes.size_of(matrix)
        if not self.holds(laws.equal(column, columns)):
            return (row, laws.add(column, UNIT)), False
        if self.holds(laws.equal(row, rows)):
            return (UNIT, UNIT), True
        return (laws.add(row, UNIT), UNIT), False

    def _evaluate(self) -> Outcome | None:
        """SOLVE or the integral. None where it is not followed."""
        step, state = self.step, self._begun
        if state.entry is not None:
            state = state._replace(entry=None, lift=TRUE)
        state = state._replace(flags=self._open_flag_9(state))
        start = evaluation.begin_function(step, state, self._program.find_label(step.operand, self.line or 1))
        found = None if start is None else self._with_scratch(start)
        if start is None or found is None:
            return None
        ends, scratch = found
        limits, ways = (state.y, state.x), map(evaluation.end_of, ends)
        made = evaluation.evaluation(self._knowledge, step.name, limits, ways, state.format)
        if self.holds(made.fails):
            return Outcome(self._conditions(), state._replace(x=made.fails), Way.FAILS)
        line = ((state.line or 0) + (1 if self.holds(made.finds) else 2)) % (len(self._program) + 1)
        cells, begun = state.memory, state._replace(line=start.line)
        for place in scratch:
            cells = memory.store(self._knowledge, cells, place, made.value_left(f"R{place.whole}", begun))
        behind = state.with_places({one: made.value_left(one, begun) for one in PLACES})
        return Outcome(self._conditions(), behind._replace(line=line, lift=TRUE, memory=cells), Way.GOES_ON)

    def _with_scratch(self, start: TermState) -> tuple[list[Outcome], frozenset[Term]] | None:
        """The ends of a function, and the registers that it changes, on whose values it does not depend.

        None where that is not known.
        """
        known, scratch = self._knowledge, frozenset[Term]()
        for _ in range(_ROUNDS):
            cells = start.memory
            for place in scratch:
                cells = memory.store(known, cells, place, input_of(f"fresh R{place.whole}"))
            begun = start._replace(memory=cells)
            ends = evaluation.ends_of(
                known, begun, lambda state, here: outcomes(self._program, state, here, KnowingMachine)
            )
            changes = [memory.changed_registers(cells, one.state.memory) for one in ends or ()]
            changed = frozenset().union(*(one for one in changes if one is not None))
            if ends is None or None in changes:
                return None
            if changed <= scratch:
                return ends, scratch
            scratch |= changed
        return None

    def _open_flag_9(self, state: TermState) -> tuple[Term, ...]:
        """The flags of a state, where nothing is known of flag 9."""
        return (*state.flags[:OVERFLOW_FLAG], _MAY_BLINK, *state.flags[OVERFLOW_FLAG + 1 :])

    def which(self, whole: Term, choices: range) -> int:
        """See `Machine`. Of the ways of a jump by I those are left out that tests have excluded.

        They are told by the integer part of I, which is the number of the label where it is not below 0.
        """
        if whole.op != "magnitude" or self._facts.value(whole) is not None:
            return super().which(whole, choices)
        known = self._knowledge
        held = known.normal(laws.compute("INT", whole.args[0]))
        least = known.range(held).low
        if least is None or least < 0:
            return super().which(whole, choices)
        equal = {one: laws.equal(held, constant(Number.of(one))) for one in choices}
        left = [one for one in choices if known.truth(equal[one]) is not False] or [*choices[:1]]
        chosen = left[self._part(len(left))]
        self._facts = known.and_(equal[chosen])
        return chosen

    def clear_registers(self) -> None:
        """See `Machine`. Matrices stay. Registers whose number is known are written one by one, as by STO."""
        before, count = self.memory, self._registers.whole
        if count is None:
            super().clear_registers()
            self.memory = memory.with_matrices(self._knowledge, self.memory, before)
        for number in range(count or 0):
            self.memory = memory.store(self._knowledge, self.memory, constant(number), NOUGHT)

    def register(self, number: int | Term) -> Term:
        """See `Machine`."""
        return memory.read(self._knowledge, self.memory, self._address(number))

    def store(self, number: int | Term, value: Term) -> None:
        """See `Machine`."""
        self.memory = memory.store(self._knowledge, self.memory, self._address(number), value)

    def flag(self, number: int) -> Term:
        """See `Machine`."""
        found = super().flag(number)
        return self.hand_over() if found is _MAY_BLINK else found

    def saturate_if(self, condition: Term) -> None:
        """See `Machine`. Flag 9 only lets the display blink, and is not followed: it may be set or not."""
        if self.model is Model.HP15C:
            self._set_flag(OVERFLOW_FLAG, _MAY_BLINK)

    def _address(self, number: int | Term) -> Term:
        if isinstance(number, int):
            return constant(number)
        known = self._knowledge.value(number)
        return self._knowledge.normal(number) if known is None else constant(known)


def compare(relation: str, a: Term, b: Term) -> Term:
    """The condition that a stands in this relation to b: '==', '!=', '<', '<=', '>' or '>='."""
    found = {
        "==": lambda: laws.equal(a, b),
        "!=": lambda: laws.no(laws.equal(a, b)),
        "<": lambda: laws.below(a, b),
        "<=": lambda: laws.no(laws.below(b, a)),
        ">": lambda: laws.below(b, a),
        ">=": lambda: laws.no(laws.below(a, b)),
    }
    return found[relation]()


def ways_through(steps: tuple[Step, ...], state: TermState, known: Knowledge) -> Iterator[Outcome]:
    """The ways through some lines, to after the last one. A line that counts may leave out the next one."""
    program = Program(state.model, (*steps, Step(ROWS["RTN"])))
    waiting = [Outcome((), state._replace(line=1), Way.GOES_ON)]
    while waiting:
        one = waiting.pop()
        if one.way is not Way.GOES_ON:
            yield one
            continue
        if one.state.line == len(program):
            yield one._replace(state=one.state._replace(line=state.line))
            continue
        for way in outcomes(program, one.state, known.and_(*one.conditions), KnowingMachine):
            waiting.append(way._replace(conditions=(*one.conditions, *way.conditions)))
