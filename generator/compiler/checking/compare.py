"""Compare two sides call by call, and make a disagreement as small as it gets."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Final

from generator.compiler.checking.calls import CallResult, EntryCall, Side
from hp15c.numbers.number import ONE, ZERO, Number

SKIPPED: Final = ("outside", "too long", "overflow")
MOST_TRIES: Final = 400


@dataclass(frozen=True, slots=True)
class CallDisagreement:
    """The calls that lead to a disagreement, and what the last one gave on both sides."""

    calls: tuple[EntryCall, ...]
    python: CallResult
    listing: CallResult

    def __str__(self) -> str:
        keys = "; ".join(map(str, self.calls))
        return f"{keys}\n  Python:  {self.python}\n  listing: {self.listing}"


@dataclass(slots=True)
class CallTally:
    """The number of calls compared, for each way in which the source ended, and the first disagreement."""

    compared: int = 0
    errors: int = 0
    skipped: int = 0
    disagreement: CallDisagreement | None = None
    ends: dict[str, int] = field(default_factory=dict)

    def note(self, end: str) -> None:
        """Count a call that ended in this way in the source."""
        self.ends[end] = self.ends.get(end, 0) + 1
        if end in SKIPPED:
            self.skipped += 1
        else:
            self.compared += 1
            self.errors += end.startswith("Error")


AgreedCalls = tuple[tuple[EntryCall, ...], tuple[CallResult, ...]]
"""Calls on the same memory, and the result of each."""


def compare(
    calls: Sequence[EntryCall],
    python: Side,
    listing: Side,
    tally: CallTally,
    agreed: list[AgreedCalls] | None = None,
) -> CallDisagreement | None:
    """Run calls on the same memory on both sides up to the first disagreement.

    A sequence ends after an Error, and where the source violates its own claims: from there on the memories
    of the two may differ. Calls whose results are equal are added to `agreed`.
    """
    python.reset()
    listing.reset()
    outcomes: list[CallResult] = []
    for position, call in enumerate(calls):
        wanted = python.run(call)
        tally.note(wanted.end)
        if wanted.end in SKIPPED:
            break
        given = listing.run(call)
        if given != wanted:
            return CallDisagreement(tuple(calls[: position + 1]), wanted, given)
        outcomes.append(wanted)
        if wanted.end != "results":
            break
    if agreed is not None and outcomes:
        agreed.append((tuple(calls[: len(outcomes)]), tuple(outcomes)))
    return None


def smallest(first: CallDisagreement, python: Side, listing: Side) -> CallDisagreement:
    """Make a disagreement smaller by simple changes: fewer calls and simpler numbers."""
    best, tries = first, 0

    def compare_again(calls: Sequence[EntryCall]) -> CallDisagreement | None:
        nonlocal tries
        tries += 1
        return compare(calls, python, listing, CallTally())

    while tries < MOST_TRIES:
        smaller = next(filter(None, map(compare_again, simpler(best.calls))), None)
        if smaller is None:
            break
        best = smaller
    return best


def simpler(calls: Sequence[EntryCall]) -> Iterator[tuple[EntryCall, ...]]:
    """Sequences of calls that are one step simpler than these."""
    for position in range(len(calls) - 1):
        yield (*calls[:position], *calls[position + 1 :])
    for position, call in enumerate(calls):
        for other in _simpler_call(call):
            yield (*calls[:position], other, *calls[position + 1 :])


def _simpler_call(call: EntryCall) -> Iterator[EntryCall]:
    for position, number in enumerate(call.arguments):
        for one in _simpler_number(number):
            yield replace(call, arguments=(*call.arguments[:position], one, *call.arguments[position + 1 :]))
    for at, number in call.stored.items():
        yield replace(call, stored={key: value for key, value in call.stored.items() if key != at})
        for one in _simpler_number(number):
            yield replace(call, stored={**call.stored, at: one})
    if call.answers:
        yield replace(call, answers=call.answers[:-1])
    for position, answer in enumerate(call.answers):
        if isinstance(answer, Number):
            yield replace(call, answers=(*call.answers[:position], None, *call.answers[position + 1 :]))


def _simpler_number(number: Number) -> Iterator[Number]:
    """Simpler numbers than this one: 0, 1, positive, whole, shorter."""
    seen = {number}
    digits = str(number.mantissa).rstrip("0") or "0"
    shorter = int(digits[:-1].ljust(10, "0"))
    changes: tuple[Callable[[], Number], ...] = (
        lambda: ZERO,
        lambda: ONE,
        lambda: abs(number),
        lambda: Number.of(int(number)) if number.exponent < 10 else number,
        lambda: Number(number.negative, number.exponent, shorter) if digits[1:] else number,
        lambda: Number(number.negative, 0, number.mantissa) if number.mantissa else number,
    )
    for position, change in enumerate(changes):
        one = change()
        simple_already = number in (ZERO, ONE) and position < 2
        if one not in seen and not simple_already:
            seen.add(one)
            yield one
