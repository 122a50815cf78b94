"""Whether a listing is proved to do what its source says: all of it, the runs of some labels, or nothing."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from generator.compiler.checking.calls import EntryCall
from generator.compiler.front.tables import ENTRY_OF
from generator.compiler.tree.ir import Ask, Assume, Call, Element, For, Module, Operation
from generator.compiler.tree.nodes import nodes
from generator.compiler.validation.alternating import alternate
from generator.compiler.validation.backwards import Loops, loops_to_turn, turn_loops
from generator.compiler.validation.check import Certificate
from generator.compiler.validation.lines import SUMS, labels_of
from generator.compiler.validation.opaque import result_is_first
from generator.compiler.validation.relation import COMPLEX_MODE, COUNT, ELEMENTS, IDLE
from generator.compiler.validation.search import Search, Unproved
from generator.compiler.validation.sizes import elements_of
from generator.compiler.validation.work import USUAL_WORK, Work
from hp15c.listing.program import Program
from hp15c.table.machines import Machine
from hp15c.table.models import Model
from hp15c.terms.term import FALSE, variables


@dataclass(frozen=True, slots=True)
class Verdict:
    """How far a listing is proved: "proven", "partly" for some labels, or "none", and why in words.

    `reason` is the contract that is proved, or why there is no proof, with lines of source and listing.
    """

    proof: Literal["proven", "partly", "none"]
    reason: str
    certificate: Certificate | None = None


def validate(
    module: Module,
    program: Program,
    registers: Mapping[str, str],
    machine: Machine | None = None,
    calls: Sequence[Sequence[EntryCall]] = (),
    work: int = USUAL_WORK,
) -> Verdict:
    """Prove that a listing does what its source says, with at most `work` steps of work.

    `registers` says where names and elements are, and `calls` are sequences of calls to guess
    from. Neither is believed. Where loops may run backwards or numbers may alternate, the listing is compared
    with the source that has them so, and where that fails with the source as it stands.
    """
    found = Verdict("none", "")
    other = alternate(module)
    sources = [(module, False)] if other is module else [(other, True), (module, False)]
    ways = dict.fromkeys(
        (alternating, turned) for one, alternating in sources for turned in (loops_to_turn(one), ())
    )
    left = work
    for others, (alternating, turned) in zip(range(len(ways), 0, -1), ways, strict=True):
        share = Work(left // others)
        source = turn_loops(other if alternating else module, turned)
        search = Search(source, program, registers, machine, calls, share)
        try:
            verdict = _verdict(search, module, program, turned, alternating)
        except RecursionError:
            verdict = Verdict("none", "The terms of the values become too deep to follow.")
        left = max(0, left - share.done)
        if found.proof == "none" or verdict.proof == "proven":
            found = verdict
        if found.proof == "proven":
            break
    return found


def _verdict(search: Search, module: Module, program: Program, turned: Loops, alternating: bool) -> Verdict:
    found = search.certificate()
    reasons: dict[str, list[str]] = {}
    for label, unproved in search.unproved.items():
        reasons.setdefault(_why(unproved), []).append(label)
    if found is None:
        return Verdict("none", " ".join(reasons))
    found = replace(found, turned=turned, alternating=alternating)
    told = contract(module, program, found)
    if not reasons:
        return Verdict("proven", told, found)
    missing = [f"Not proved for label {', '.join(labels)}: {why}" for why, labels in reasons.items()]
    return Verdict("partly", " ".join((told, *missing)), found)


def _why(unproved: Unproved) -> str:
    """Why there is no proof, and where."""
    places = [
        f"line {unproved.source_line} of the source" if unproved.source_line else "",
        f"line {unproved.line:03d} of the listing" if unproved.line else "",
    ]
    where = " and ".join(filter(None, places))
    return f"{unproved.reason} ({where})." if where else f"{unproved.reason}."


def contract(module: Module, program: Program, certificate: Certificate) -> str:
    """What a certificate proves, in a few sentences."""
    own = (one for name, one in module.functions.items() if name not in module.routines)
    all_nodes = list(nodes(tuple(own)))
    found = [type(node) for node in all_nodes]
    unless, idle = [], certificate.relations[IDLE]
    if program.model is Model.HP15C and idle.places.get(COMPLEX_MODE) is FALSE:
        unless.append("complex mode is off when a label is pressed")
    if Assume in found:
        unless.append("the claims of `assume` hold")
    if any(one.levels for one in module.functions.values()):
        unless.append("no more calls are under way than `recursive` says")
    if Element in found or any(getattr(one, "name", "").startswith(ENTRY_OF) for one in all_nodes):
        unless.append("indices are whole and in their arrays")
    indices = (one.index for one in all_nodes if isinstance(one, Element))
    if any(isinstance(one, Operation) and one.name in SUMS for one in indices):
        unless.append("the parts of sums in indices are whole and at most 10⁹")
    if For in found:
        unless.append("ends of counted loops, and the parts of their sums, are whole and at most 10⁹")
    if module.matrices or any(isinstance(one, Call) and one.by for one in all_nodes):
        unless.append("the memory has room for matrices, SOLVE and the integral")
    elements = idle.names[ELEMENTS]
    if any(elements_of(one) is elements for one in idle.facts):
        unless.append("nobody gives a matrix another size between two runs")
    if result_is_first(elements) in idle.facts:
        unless.append("nobody chooses another RESULT than A")
    assumed = {variable for one in idle.facts for variable in variables(one)}
    if held := [name[1:] for name, one in idle.names.items() if name[0] == "@" and one in assumed]:
        unless.append(f"nobody stores into {' or '.join(held)} between two runs")
    if COUNT in idle.places:
        unless.append("the memory has room for these registers and all else that is used")
        unless.append("nobody moves registers by DIM (i) between two runs")
    if program.model is Model.HP11C:
        unless.append("nothing overflows")
    if len(certificate.labels) < len(labels_of(module)):
        unless.append("no other label is pressed before")
    keys = [f"GSB {label}" for label in certificate.labels]
    told = " and ".join(filter(None, (", ".join(keys[:-1]), keys[-1])))
    words = {one.name for one in all_nodes if isinstance(one, Operation)}
    typed = " A number, or none, is typed at each question." * (Ask in found or "complex_ask" in words)
    typed += " Two numbers are typed at each ask_two." * ("ask_two" in words)
    provided = f", where {', '.join(unless)}" if unless else ""
    return (
        f"{told} {'does' if len(keys) == 1 else 'do'} what the source does, digit for digit,"
        f" from cleared memory to the first Error{provided}.{typed}"
    )
