"""The reader of listings on terms that tells registers apart by what is known of their numbers."""

from __future__ import annotations

from typing import Final

from generator.compiler.validation import memory
from generator.compiler.validation.knowledge import Knowledge
from hp15c.table.models import Model
from hp15c.terms.reader import TermMachine
from hp15c.terms.term import OTHER, Term, constant, input_of

OVERFLOW_FLAG: Final = 9


class KnowingMachine(TermMachine):
    """A calculator of terms whose facts are `Knowledge`."""

    @property
    def _knowledge(self) -> Knowledge:
        assert isinstance(self._facts, Knowledge)
        return self._facts

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
