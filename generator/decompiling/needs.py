"""Which values of a routine are needed, how often each is used, and where each is computed.

A value is needed when it is shown, returned, tested, kept in a register that outlives the run, or given to a
routine that needs it. The rest of what a listing computes is not written.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial

from generator.decompiling.events import BY_MATRIX, INDEX, Edge, Event, Flow, Node, value_in
from generator.decompiling.routines import ByWord, NotWritten
from generator.language.operations import RESULTS_OF_RUN
from generator.reading.flow import PLACES, stored_registers
from hp15c.graphs import reach
from hp15c.listing.program import Program
from hp15c.table.instructions import OperandKind
from hp15c.terms import TermState, input_of
from hp15c.terms.matrices import name_of
from hp15c.terms.term import OTHER, TRUE, Term
from hp15c.terms.text import OF_MODE

LEVELS = ("t", "z", "y", "x")
"""The levels in the order of parameters and results: the last one in X."""
_ORDER = ("last_x", "ti", "t", "zi", "z", "yi", "y", "xi", "x")
"""The places that a routine may give, in the order of its results."""
PURE = frozenset({"pair", "complex"})
"""Events that only compute."""


@dataclass
class Needs:
    """What a routine takes and gives, and its needed values.

    `uses` counts by how many places a value is used. `takes` are the levels that are its parameters, `gives`
    the places that it returns, `reads` the registers that it reads before it writes them. `below` are the
    stops after which Y, Z or T is used, `untyped` those after which the imaginary part of X is used, which
    a number that is keyed in does not have. `all` are the needs of all routines.
    """

    flow: Flow
    gives: tuple[str, ...] = ()
    takes: tuple[str, ...] = ()
    reads: frozenset[int] = frozenset()
    uses: dict[Term, int] = field(default_factory=dict)
    asked: dict[int, set[str]] = field(default_factory=dict)
    order: tuple[Node, ...] = ()
    below: set[str] = field(default_factory=set)
    untyped: set[str] = field(default_factory=set)
    all: Mapping[int, Needs] = field(default_factory=dict, compare=False)


def keyed_at(one: Needs) -> dict[int, int]:
    """How many numbers a person keys in at each stop after which more than X is used, by the stop's line.

    It is 0 where the program does not use what is keyed in, and 1 where it does. It is 2 where the program
    also stores Y after the stop: Y is then a first number that is keyed in, because the number that was shown
    would have been stored before the stop.
    """
    found = {}
    for node, event in one.flow.events.items():
        if event.kind == "ask" and node.mark in one.below:
            typed = event.gives["x"] in one.uses and node.mark not in one.untyped
            second = input_of(f"y@stop {node.mark}")
            stored = any(value is second for stores in one.flow.stores.values() for _, value in stores)
            found[node.line] = 1 + stored if typed else 0
    return found


def operands(term: Term) -> tuple[Term, ...]:
    """The operands of a term that are written. Those of a leaf are none."""
    if term.op in ("register", "input", "constant"):
        return ()
    is_square = term.op == "×" and term.args[0] is term.args[1]
    return term.args[:1] if is_square or term.op in OF_MODE else term.args


def place_of(leaf: Term) -> tuple[str, str]:
    """The place and the origin of a leaf: ("x", ""), ("r5", "012"), ("x", "call 012")."""
    if leaf.op == "register":
        number = leaf.args[1].whole
        assert number is not None
        return f"r{number}", ""
    place, _, where = str(leaf.payload).partition("@")
    return ("r-1" if place == "i" else place), where


def flag_word(place: str) -> int:
    """The number that stands for a flag among what is written by a word."""
    return -1 - int(place[5:])


def register_of(place: str) -> int | None:
    """The register that a place names, None for another place."""
    return int(place[1:]) if place[:1] == "r" and place[1:].lstrip("-").isdigit() else None


def value_at(state: TermState, place: str) -> Term:
    """What a place holds in a state. NotWritten for registers whose numbers are computed."""
    number = register_of(place)
    if number is not None:
        return value_in(state, number)
    if place.startswith("flag "):
        return state.flags[int(place[5:])]
    if place == "memory":
        raise NotWritten("registers whose numbers are computed")
    value: Term = getattr(state, place)
    return value


def only_written(program: Program) -> frozenset[int]:
    """The registers that a program writes and never recalls: a person reads them."""
    written: set[int] = set()
    read: set[int] = set()
    for one in program.steps:
        number = INDEX if one.operand == "I" and one.names is OperandKind.REGISTER else one.register
        if number is not None:
            (written if one.name.startswith("STO") else read).add(number)
        elif one.operand in ("I", "(i)"):
            read.add(INDEX)
    return frozenset(written - read)


Trying = Callable[[int, Callable[[], None]], None]


def settle(
    flows: Mapping[int, Flow], outputs: frozenset[int], trying: Trying
) -> tuple[Mapping[int, Needs], frozenset[int]]:
    """The needs of all routines, and the registers of the module: those that outlive a routine.

    `outputs` are registers that the program only writes. `trying` calls what may raise NotWritten for the
    routine that begins at a line.
    """
    needs = {start: Needs(flow, ("x",) if flow.routine.pressed else ()) for start, flow in flows.items()}
    for one in needs.values():
        one.order = tuple(reach([one.flow.first], one.flow.targets))
        one.all = needs
    shared = _settle(needs, outputs, trying)
    for one in needs.values():
        if one.flow.routine.pressed and _left_in_y(one):
            one.gives = tuple(place for place in ("last_x", *LEVELS) if place in (*one.gives, "y"))
    return needs, _settle(needs, shared, trying)


def _left_in_y(one: Needs) -> bool:
    """Whether a program computes what it leaves in Y for nothing else: a person reads it there."""
    ends = [edge.state for node in one.order for edge in one.flow.edges[node] if edge.target is None]
    used = {part for term in one.uses for part in (term, *operands(term))}
    return any(state.y is not state.x and _is_made(one, state.y, state, used) for state in ends)


def _is_made(one: Needs, term: Term, state: TermState, used: set[Term]) -> bool:
    """Whether a value is computed, is not among those that are used, and stands in no register."""
    if term in used or any(
        value_in(state, number) is term for number in (INDEX, *stored_registers(state.memory))
    ):
        return False
    if term.op != "input":
        return bool(operands(term))
    place, where = place_of(term)
    if where.startswith(("pair", "complex", "sums")):
        return True
    return where[:1].isdigit() and any(
        _is_made(one, value_at(before, place), before, used | {term}) for _, before in ways_to(one, where)
    )


def _settle(needs: Mapping[int, Needs], shared: frozenset[int], trying: Trying) -> frozenset[int]:
    """The registers of the module, found by counting until nothing changes."""
    while True:
        before = [(one.gives, one.takes) for one in needs.values()], shared
        for start in reversed(list(needs)):
            trying(start, partial(_count, needs[start], shared))
        for start, one in needs.items():
            asked = set(one.gives).union(*(other.asked.get(start, set()) for other in needs.values()))
            one.gives = tuple(place for place in _ORDER if place in asked)
            shared |= {number for place in asked if (number := register_of(place)) is not None} | one.reads
        if before == ([(one.gives, one.takes) for one in needs.values()], shared):
            return shared


def _count(one: Needs, shared: frozenset[int]) -> None:
    """Count the uses of all values, from what is shown, tested, stored and returned."""
    flow = one.flow
    one.uses, one.asked, one.below, one.untyped = {}, {}, set(), set()
    waiting: list[Term] = []
    for node in one.order:
        for root in _roots(one, node, shared):
            waiting.append(root)
    begun: dict[Term, str] = {}
    computed: set[Node] = set()
    while waiting:
        term = waiting.pop()
        one.uses[term] = one.uses.get(term, 0) + 1
        if one.uses[term] > 1:
            continue
        if term.op in ("input", "register"):
            waiting += _needs_of_leaf(one, term, begun, computed)
        else:
            waiting += operands(term)
    used = {place for place in begun.values() if place in _ORDER}
    one.takes = _contiguous(used) if used <= set(LEVELS) else tuple(one for one in _ORDER if one in used)
    one.reads = frozenset(number for place in begun.values() if (number := register_of(place)) is not None)
    flags = [place for place in begun.values() if place.startswith("flag")]
    if flags:
        reason = f"{flags[0]} is read before the program sets it"
        raise ByWord(reason, {*map(flag_word, flags)}, flow.routine.start)
    if "last_x" in begun.values():
        raise NotWritten("LAST X is read before the program sets it", flow.routine.start)


def _contiguous(places: set[str]) -> tuple[str, ...]:
    """The levels from the deepest one that is used down to X."""
    used = [place in places for place in LEVELS]
    return LEVELS[used.index(True) :] if any(used) else ()


def _roots(one: Needs, node: Node, shared: frozenset[int]) -> Iterator[Term]:
    """The values that a node needs by itself."""
    flow = one.flow
    event = flow.events.get(node)
    if event is not None and event.kind not in PURE | {"element"}:
        yield from given_values(event, one)
    elif event is not None and "value" in event.takes:
        yield from event.takes.values()
    for number, value in flow.stores.get(node, ()):
        if number in shared:
            yield value
    edges = flow.edges[node]
    if len(edges) > 1:
        yield edges[0].condition
    for edge in edges:
        if edge.target is None:
            yield from returned_values(one, edge)


def given_values(event: Event, one: Needs) -> list[Term]:
    """The values that an event is given: what a called routine takes, or what is shown."""
    if event.kind == "call" and not event.by:
        return [event.takes[place] for place in one.all[int(event.what)].takes]
    return list(event.takes.values())


def is_needed(event: Event, one: Needs) -> bool:
    """Whether something is written for an event: it does something, or what it gives is used."""
    acts = event.kind not in PURE and (event.kind != "element" or "value" in event.takes)
    return acts or any(leaf in one.uses for leaf in event.gives.values())


def returned_values(one: Needs, edge: Edge) -> list[Term]:
    """The values returned on a way that ends, each followed by its imaginary part in complex mode."""
    return [value_at(edge.state, place) for place in given_at_end(one, edge)]


def given_at_end(one: Needs, edge: Edge) -> list[str]:
    """The places returned on a way that ends. NotWritten where a routine uses values in complex mode."""
    if edge.state.complex is not TRUE or not one.flow.routine.pressed:
        return [*one.gives]
    if one.flow.routine.called or not {"x"} <= {*one.gives} <= {"y", "x"}:
        raise NotWritten(
            "what is returned in complex mode is used by another routine", one.flow.routine.start
        )
    return [part for place in one.gives for part in (place, f"{place}i")]


def _needs_of_leaf(one: Needs, leaf: Term, begun: dict[Term, str], computed: set[Node]) -> Iterable[Term]:
    """The values that a leaf needs: those on the ways that meet, or what an event takes.

    What an event takes for several results is used once. `computed` has the nodes of such events.
    """
    place, where = place_of(leaf)
    if not where:
        begun[leaf] = place
        return ()
    flow = one.flow
    kind, _, mark = where.partition(" ")
    if kind in ("call", "stop", "pair", "complex", "ran", "element", "counted", "flag", "matrix", "sums"):
        for node, event in flow.events.items():
            if node.mark == mark and leaf in event.gives.values():
                if event.kind == "call":
                    places = [name for name, value in event.gives.items() if value is leaf]
                    name = next((name for name in places if name in PLACES and name != "i"), places[0])
                    name = "r-1" if name == "i" else "x" if name == "found" else name
                    if event.by and name not in RESULTS_OF_RUN[event.by] and register_of(name) is None:
                        reason = f"{name.upper()} is used after SOLVE or the integral"
                        raise ByWord(reason, {node.line}, node.line)
                    if name.startswith("flag"):
                        reason = f"{name} is changed in a called routine"
                        raise ByWord(reason, (flag_word(name),), node.line)
                    by_run = event.by and name in RESULTS_OF_RUN[event.by]
                    one.asked.setdefault(int(event.what), set()).add("x" if by_run else name)
                if event.kind == "element":
                    return (event.takes["index"],)
                if event.kind not in PURE or node in computed:
                    return ()
                computed.add(node)
                return event.takes.values()
        if kind == "stop":
            one.below.add(mark)
            if place == "xi":
                one.untyped.add(mark)
            return ()
        raise AssertionError(f"no event gives {leaf}")
    values = [value_at(state, place) for _, state in ways_to(one, where)]
    if any(map(name_of, values)):
        start = flow.routine.start
        raise ByWord("a matrix or a number comes to this line", {BY_MATRIX - start}, start)
    return values


def ways_to(one: Needs, mark: str) -> list[tuple[Node | None, TermState]]:
    """The states that lead to the node of a mark, None for where the routine begins."""
    flow = one.flow
    node = next(node for node in one.order if node.mark == mark)
    found: list[tuple[Node | None, TermState]] = [
        (source, state) for source, state in flow.ways_to(node) if source in set(one.order)
    ]
    return [(None, flow.begun), *found] if node == flow.first else found


def met_values(one: Needs, term: Term) -> list[Term]:
    """The values on all ways that meet where a term has its name. There are none for another term."""
    place, where = place_of(term) if term.op == "input" else ("", "")
    return [value_at(state, place) for _, state in ways_to(one, where)] if where[:1].isdigit() else []


def is_condition(term: Term) -> bool:
    """Whether a term is a condition or a flag, not a number."""
    return bool(term.kind & OTHER)
