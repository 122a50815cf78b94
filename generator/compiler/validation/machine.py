"""The reader of listings on terms that tells registers apart by what is known of their numbers."""

from __future__ import annotations

from typing import Final

from generator.compiler.validation import memory, opaque
from generator.compiler.validation.knowledge import Knowledge
from hp15c.table.models import Model
from hp15c.terms import Outcome, TermState, Way
from hp15c.terms.handed import PLACES, Use
from hp15c.terms.reader import TermMachine
from hp15c.terms.term import OTHER, TRUE, Term, constant, input_of

OVERFLOW_FLAG: Final = 9


class KnowingMachine(TermMachine):
    """A calculator of terms whose facts are `Knowledge`."""

    @property
    def _knowledge(self) -> Knowledge:
        assert isinstance(self._facts, Knowledge)
        return self._facts

    def execute(self) -> Outcome:
        """See `TermMachine`. Lines with matrices are followed."""
        made = super().execute()
        use = opaque.use_of(self.step, self._begun) if made.way is Way.HANDED_OVER else None
        return made if use is None else self._with_matrices(use)

    def _with_matrices(self, use: Use) -> Outcome:
        """A line with matrices. The state of one that fails has the condition in X."""
        step, begun, known = self.step, self._begun, self._knowledge
        read = [memory.read(known, begun.memory, opaque.PIECES[one]) for one in opaque.pieces_of(step)]
        operands = (*read, *(getattr(begun, name) for name in use.reads))
        failure = opaque.failure(step, operands)
        if self.holds(failure):
            return Outcome(self._conditions(), begun._replace(x=failure), Way.FAILS)
        levels = {
            place: getattr(begun, source) if source else opaque.result(step, place, operands)
            for place, source in zip(PLACES, use.after, strict=True)
        }
        cells = begun.memory
        for one, value in opaque.changed(step, operands).items():
            cells = memory.store(known, cells, opaque.PIECES[one], value)
        flags = (*begun.flags[:OVERFLOW_FLAG], input_of("flag 9", OTHER), *begun.flags[OVERFLOW_FLAG + 1 :])
        line = ((begun.line or 0) + 1) % (len(self._program) + 1) if begun.line else begun.line
        after = TermState(**(begun._asdict() | levels))
        after = after._replace(line=line, entry=None, lift=TRUE, memory=cells, flags=flags)
        return Outcome(self._conditions(), after, Way.GOES_ON)

    def clear_registers(self) -> None:
        """See `Machine`. Matrices stay."""
        before = self.memory
        super().clear_registers()
        self.memory = memory.with_matrices(self._knowledge, self.memory, before)

    def register(self, number: int | Term) -> Term:
        """See `Machine`."""
        return memory.read(self._knowledge, self.memory, self._address(number))

    def store(self, number: int | Term, value: Term) -> None:
        """See `Machine`."""
        self.memory = memory.store(self._knowledge, self.memory, self._address(number), value)

    def saturate_if(self, condition: Term) -> None:
        """See `Machine`. Flag 9 only lets the display blink, and is not followed: it may be set or not."""
        if self.model is Model.HP15C:
            self._set_flag(OVERFLOW_FLAG, input_of("flag 9", OTHER))

    def _address(self, number: int | Term) -> Term:
        if isinstance(number, int):
            return constant(number)
        known = self._knowledge.value(number)
        return self._knowledge.normal(number) if known is None else constant(known)
