"""The values of a routine at each of its lines, as terms, and what it does in which order.

Where several ways meet, what differs gets a name for its place, as in `generator.reading.flow`. Unlike there,
a routine goes on after a stop, and a line is looked at for each state of stack lift by itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from generator.decompiling.calls import behind_call, behind_run, uses_x
from generator.decompiling.complex_numbers import complex_result
from generator.decompiling.elements import NO_ARRAY, Access, access
from generator.decompiling.events import (
    BY_MATRIX,
    COUNTS,
    INDEX,
    POINTING,
    Edge,
    Event,
    Flow,
    Node,
    failing,
    sum_registers,
    value_in,
)
from generator.decompiling.matrix_values import is_matrix_line, matrix_line, walks
from generator.decompiling.routines import ByWord, Case, NotWritten, Routine, cases, ends_at_stop, with_matrix
from generator.language.operations import CHANGING_SUMS, INSTRUCTIONS, OF_SUMS, operand_count, result_count
from generator.reading.flow import IMAGINARY, LEVELS, merge, stored_registers
from generator.reading.parts import Graph
from hp15c.core.code import RETURN
from hp15c.listing.program import Program
from hp15c.numbers.number import Number
from hp15c.state.state import Descriptor
from hp15c.table.instructions import REGISTERS, OperandKind, Role, Step
from hp15c.terms import Outcome, TermState, Way, begin, constant, input_of, laws, outcomes
from hp15c.terms.matrices import name_of
from hp15c.terms.term import FALSE, NOUGHT, OTHER, TRUE, Term

MOST_VISITS: Final = 30
_SETTINGS: Final = ("FIX", "SCI", "ENG", "DEG", "RAD", "GRD")
_BLINKING: Final = {"SF": "blink", "CF": "steady"}
_FLAGS: Final = {"SF": "set_flag", "CF": "clear_flag"}
_RANDOM: Final = {"RAN#": "ran", "STO RAN#": "set_random", "RCL RAN#": "last_random"}
_PAIRS: Final = {"→P": "polar", "→R": "rect"}
_MORE: Final = {"search": "search_with_value", "integral": "integral_with_uncertainty"}
"""The words of the language for SOLVE and the integral, where also what they leave below X is used."""
MISSING: Final = 4
"""The number of the Error of a jump or a call whose label is nowhere (BEHAVIOUR 3.5)."""
_IN_COMPLEX: Final = 100
"""Minus this number, minus the line of a routine, stands for the routine called in complex mode."""
_REGISTERS: Final = 20


def _display(state: TermState) -> Mapping[str, Term]:
    """What a person sees: X, in complex mode with its imaginary part."""
    return {"x": state.x} | ({"xi": state.xi} if state.complex is TRUE else {})


def flow(follower: Follower) -> Flow:
    """Follow a routine. NotWritten for what the language does not have."""
    word = BY_MATRIX - follower.routine.start
    if word in follower.words or not any(one.names is OperandKind.MATRIX for one in follower.program.steps):
        return follower.follow()
    try:
        return follower.follow()
    except ByWord:
        raise
    except NotWritten as fault:
        raise ByWord(fault.reason, {word}, *fault.lines) from None


@dataclass
class Follower:
    """Follows a routine.

    `keyed` has for lines with stops how many numbers are keyed in there, up to two. It is asked for where
    more than X is used after a stop. `block` are the registers of the array. `words` are the lines and flags
    that are written by a word of the language: see `ByWord`.
    """

    program: Program
    graph: Graph
    routine: Routine
    known: Mapping[int, Flow]
    pressed: frozenset[int]
    keyed: Mapping[int, int]
    block: range = NO_ARRAY
    words: frozenset[int] = frozenset()

    def __post_init__(self) -> None:
        self._walks = walks(self.program)
        start = self.routine.start
        in_complex = -_IN_COMPLEX - start in self.words
        begun = begin(self.program.model, start, lift=True, depth=1, complex=in_complex)
        if self.routine.matrix:
            begun = begun._replace(x=constant(Descriptor(self.routine.matrix)))
        if self.routine.evaluated:
            begun = begun.with_places(dict.fromkeys(LEVELS, begun.x))
        self.flow = Flow(self.routine, Node(start, True, None, in_complex), begun)

    def follow(self) -> Flow:
        """Follow all ways until nothing new is learned."""
        found = self.flow
        begun = found.begun
        entry = "start"
        origins: dict[Node, dict[object, TermState]] = {found.first: {entry: begun}}
        visits: dict[Node, int] = {}
        found.before[found.first] = begun
        waiting = [found.first]
        while waiting:
            node = min(waiting, key=lambda one: (one.line == 0, one.line, one.mark))
            waiting.remove(node)
            found.events.pop(node, None)
            edges = self._edges(node, found.before[node]._replace(line=node.line))
            for old in found.edges.get(node, ()):
                if old.target is not None:
                    for key in [key for key in origins[old.target] if key != entry and key[0] == node]:  # type: ignore[index]
                        del origins[old.target][key]
            found.edges[node] = edges
            for place, edge in enumerate(edges):
                target = edge.target
                if target is None:
                    continue
                ways = origins.setdefault(target, {})
                ways[node, place] = edge.state
                visits[target] = visits.get(target, 0) + 1
                earlier = found.before.get(target) if visits[target] > MOST_VISITS else None
                joined = merge(target.mark, ways.values(), earlier)
                if joined != found.before.get(target):
                    found.before[target] = joined
                    if target not in waiting:
                        waiting.append(target)
        ends = [
            edge.state
            for node, edges in found.edges.items()
            for edge in edges
            if edge.target is None and node not in found.fails
        ]
        found.result = merge("the end", ends, None) if ends else None
        return found

    def _edges(self, node: Node, state: TermState) -> list[Edge]:
        line = self.graph.lines[node.line] if node.line else None
        step = line.step if line else RETURN
        role = step.role
        if node.line in self.routine.border:
            after = self._behind_call(state._replace(entry=None, lift=TRUE), node.line, node)
            return [] if after is None else [Edge(None, TRUE, after)]
        if is_matrix_line(step, state):
            return self._with_matrices(node, step, state)
        self._refuse(step, node.line)
        if labels := cases(self.program, step, state)[node.case :]:
            return self._by_number(node, labels[0], state._replace(entry=None, lift=TRUE))
        if step.searches and role is not Role.EVALUATES and line and line.target is None:
            self.flow.events[node] = Event("raise", f"{MISSING}")
            return []
        if role is Role.CALLS:
            return self._call(node, step, state)
        if role is Role.EVALUATES:
            return self._evaluate(node, step, state._replace(entry=None, lift=TRUE))
        element = access(step, state, self.block)
        if element is not None and role is Role.COUNTS:
            return self._count_element(node, step, element, state)
        if element is not None:
            return [self._edge(self._reach(node, element, state))]
        ways = [one for one in outcomes(self.program, state) if one.way is not Way.FAILS]
        if not ways:
            self.flow.fails.add(node)
            return [Edge(None, TRUE, state._replace(x=failing(step, state, node.line)))]
        if role is not Role.STOPS:
            ways = [one for one in ways if one.way is not Way.STOPS]  # overflow on the HP-11C
        if not ways:
            raise NotWritten("this line always stops at an overflow", node.line)
        if any(one.way is Way.HANDED_OVER for one in ways):
            raise NotWritten(f"{step} is not followed", node.line)
        if role is Role.RETURNS:
            return [Edge(None, TRUE, ways[0].state)]
        if role is Role.STOPS:
            return self._stop(node, ways[0].state)
        if role is Role.PAUSES:
            self.flow.events[node] = Event("pause", takes=_display(state))
        if step.name in _SETTINGS:
            self.flow.events[node] = Event(
                "set", step.name.lower() + (f" {step.operand}" if step.operand else "")
            )
        if step.names is OperandKind.FLAG and -1 - int(step.operand) in self.words:
            return self._use_flag(node, step, state, ways)
        if step.name in _BLINKING and step.operand == "9":
            self.flow.events[node] = Event("set", _BLINKING[step.name])
        if node.line in self.words and len(ways) > 1:
            return self._count(node, step, state)
        if ways[-1].state.complex is not FALSE and (known := self._of_complex(node, step, state, ways)):
            return [self._edge(known)]
        if step.instruction.sums:
            return [self._edge(self._with_sums(node, step, state, ways[-1].state))]
        if step.name in _PAIRS:
            return [self._edge(self._pair(node, step, state, ways[-1].state))]
        if step.name == "CLEAR REG":
            return [self._edge(self._clear(node, state, ways[-1].state))]
        if step.name in _RANDOM:
            return [self._edge(self._draw(node, _RANDOM[step.name], state, ways[-1].state))]
        self._note_stores(node, state, ways)
        return self._part(node, ways)

    def _with_matrices(self, node: Node, step: Step, state: TermState) -> list[Edge]:
        """The ways of a line with matrices: two where it depends on whether another element follows."""
        found = matrix_line(step, state, node.line, node.mark)
        if found.text:
            words = " ".join(found.words)
            self.flow.events[node] = Event("matrix", found.text, found.takes, found.gives, words)
        if found.follows is None:
            line = (node.line + 1 + found.skips) % (len(self.program) + 1)
            return [self._edge(found.after._replace(line=line))]
        return self._skip(node, found.after, laws.no(laws.equal(found.follows, NOUGHT)))

    def _refuse(self, step: Step, line: int) -> None:
        """Raise NotWritten for a step that the language does not have."""
        if step.name == "CLEAR REG" and self._walks and self.block:
            raise NotWritten("registers are cleared where R0 and R1 point to elements", line)
        if step.instruction.sums and set(sum_registers(self.program)) & set(self.block):
            raise NotWritten("the statistics registers among those that I names", line)
        if step.names is OperandKind.FLAG and step.operand == "9" and step.name not in _BLINKING:
            raise NotWritten("a test of flag 9", line)
        if step.operand == "I" and step.names in (OperandKind.FLAG, OperandKind.PLACES):
            raise NotWritten(f"{step} takes its number from I", line)
        if step.name == "RCL Σ+":
            raise NotWritten(f"the language has no word for {step}", line)

    def _by_number(self, node: Node, case: Case, state: TermState) -> list[Edge]:
        """The ways of a GTO I: one case after the other is tried. Where none fits it ends in Error 4."""
        condition, line = case
        other = Edge(node._replace(case=node.case + 1), laws.no(condition), state)
        found = [] if condition is FALSE else [self._edge(state._replace(line=line), condition)]
        return found if condition is TRUE else [*found, other]

    def _note_stores(self, node: Node, state: TermState, ways: list[Outcome]) -> None:
        after = ways[0].state
        found: list[tuple[int, Term]] = []
        for number in sorted(stored_registers(after.memory) | stored_registers(state.memory)):
            if value_in(after, number) is not value_in(state, number):
                found.append((number, value_in(after, number)))
        if after.i is not state.i:
            found.append((INDEX, after.i))
        step = self.graph.lines[node.line].step
        if step.names is OperandKind.REGISTER and step.name.startswith("STO") and not found:
            number = INDEX if step.operand == "I" else REGISTERS[step.operand]
            found.append((number, value_in(after, number)))
        if self._walks and (pointed := {f"{number}": value for number, value in found if number in POINTING}):
            self.flow.events[node] = Event("point", takes=pointed)
            found = [one for one in found if one[0] not in POINTING]
        self.flow.stores[node] = tuple(found)

    def _part(self, node: Node, ways: list[Outcome]) -> list[Edge]:
        """The ways of a line that computes, tests or jumps."""
        targets = {way.state.line for way in ways}
        if len(ways) == 1 or len(targets) == 1:
            if len(ways) > 1 and any(way.state != ways[0].state for way in ways):
                raise NotWritten("what this line does depends on more than the language says", node.line)
            return self._lift(ways[0].state)
        edges: list[Edge] = []
        for target in dict.fromkeys(way.state.line for way in ways):
            here = [way for way in ways if way.state.line == target]
            condition = laws.either(*(laws.both(*way.conditions) for way in here))
            edges.append(self._edge(here[0].state, condition))
        if len(edges) != 2:
            raise NotWritten("more than two ways lead on", node.line)
        return [edges[0], Edge(edges[1].target, laws.no(edges[0].condition), edges[1].state)]

    def _lift(self, state: TermState) -> list[Edge]:
        """The ways after a line: two where stack lift depends on a condition."""
        lift = state.lift
        if state.entry is not None or lift in (TRUE, FALSE) or lift.op == "input":
            return [self._edge(state)]
        ways = ((lift, TRUE), (laws.no(lift), FALSE))
        return [self._edge(state._replace(lift=known), condition) for condition, known in ways]

    def _edge(self, state: TermState, condition: Term = TRUE) -> Edge:
        """The way to the line of a state."""
        line = state.line
        assert line is not None
        lift = state.lift if state.entry is None else TRUE
        if state.complex not in (TRUE, FALSE):
            raise NotWritten("complex mode depends on the way to this line", line)
        if lift not in (TRUE, FALSE):
            raise NotWritten("whether a number is pushed up depends on the way to this line", line)
        matrix = name_of(state.x) if BY_MATRIX - self.routine.start in self.words else ""
        node = Node(line, lift is TRUE, state.entry, state.complex is TRUE, matrix)
        return Edge(node, condition, state)

    def _stop(self, node: Node, state: TermState) -> list[Edge]:
        if not self.routine.called and ends_at_stop(self.graph, node.line, self.pressed):
            self.flow.ends.add(node.line)
            return [Edge(None, TRUE, state)]
        where = f"stop {node.mark}"
        given = {name: input_of(f"{name}@{where}") for name in LEVELS}
        takes = _display(state)
        if state.complex is TRUE:
            given |= {name: input_of(f"{name}@{where}") for name in IMAGINARY}
        keyed = self.keyed.get(node.line)
        if keyed == 0:
            self.flow.events[node] = Event("ask", takes=takes)
            return [self._edge(state._replace(lift=TRUE, entry=None))]
        if keyed == 2:
            if state.complex is TRUE:
                raise NotWritten("two numbers are keyed in in complex mode", node.line)
            two = {name: given[name] for name in ("y", "x")}
            self.flow.events[node] = Event("ask", "ask_two", takes=takes, gives=two)
            after = state.with_places(two | {"z": state.x, "t": state.y})
            return [self._edge(after._replace(lift=TRUE, entry=None))]
        if keyed == 1:
            given |= {"y": state.x, "z": state.y, "t": state.z}
            given |= {"xi": NOUGHT, "yi": state.xi, "zi": state.yi, "ti": state.zi}
        self.flow.events[node] = Event("ask", takes=takes, gives={"x": given["x"]})
        return [self._edge(state.with_places(given)._replace(lift=TRUE, entry=None))]

    def _of_complex(self, node: Node, step: Step, before: TermState, ways: list[Outcome]) -> TermState | None:
        """The state after a line with complex results, which get names. None for another line."""
        found = complex_result(step, node.line, node.mark, before, ways[-1].state)
        if found is None:
            return None
        self.flow.events[node] = Event("complex", found.word, found.takes, found.gives)
        return ways[-1].state.with_places(found.places)

    def _pair(self, node: Node, step: Step, before: TermState, after: TermState) -> TermState:
        given = {name: input_of(f"{name}@pair {node.mark}") for name in ("x", "y")}
        name = _PAIRS[step.name]
        self.flow.events[node] = Event("pair", name, {"y": before.y, "x": before.x}, given)
        return after.with_places(given)

    def _with_sums(self, node: Node, step: Step, before: TermState, after: TermState) -> TermState:
        """The state after a line with the statistics sums, in which its results and the sums have names."""
        word = next(name for name in OF_SUMS | CHANGING_SUMS if INSTRUCTIONS[name] == step.name)
        count = result_count(word)
        gives = {name: input_of(f"{name}@sums {node.mark}") for name in ("y", "x")[2 - count :]}
        takes = {name: getattr(before, name) for name in ("y", "x")[2 - operand_count(word) :]}
        after = after.with_places(gives)
        memory = before.memory
        if word in CHANGING_SUMS:
            for number in sum_registers(self.program):
                gives[f"r{number}"] = input_of(f"r{number}@sums {node.mark}")
                memory = laws.store(memory, constant(number), gives[f"r{number}"])
        self.flow.events[node] = Event("sums", word, takes, gives)
        return after._replace(memory=memory)

    def _use_flag(self, node: Node, step: Step, before: TermState, ways: list[Outcome]) -> list[Edge]:
        """The ways of a line that sets, clears or tests a flag which keeps its state between runs."""
        if step.name in _FLAGS:
            self.flow.events[node] = Event("set", f"{_FLAGS[step.name]} {step.operand}")
            return [self._edge(ways[0].state._replace(flags=before.flags))]
        leaf = input_of(f"flag {step.operand}@flag {node.mark}", OTHER)
        self.flow.events[node] = Event("flag", step.operand, gives={"x": leaf})
        return self._skip(node, ways[0].state, leaf)

    def _count(self, node: Node, step: Step, before: TermState) -> list[Edge]:
        """The ways of DSE or ISG: the loop goes on, or it ends."""
        number = INDEX if step.operand == "I" else REGISTERS[step.operand]
        counter, ended = (input_of(f"{place}@pair {node.mark}") for place in (f"r{number}", "ended"))
        takes = {"counter": value_in(before, number)}
        self.flow.events[node] = Event("pair", COUNTS[step.name], takes, {"y": counter, "x": ended})
        self.flow.stores[node] = ((number, counter),)
        memory = laws.store(before.memory, constant(number), counter)
        after = {"i": counter} if number == INDEX else {"memory": memory}
        state = before.with_places(after)._replace(entry=None, lift=TRUE)
        return self._skip(node, state, laws.equal(ended, NOUGHT))[::-1]

    def _count_element(self, node: Node, step: Step, element: Access, before: TermState) -> list[Edge]:
        """The ways of DSE or ISG of an element of the array: the loop goes on, or it ends."""
        ended = input_of(f"ended@counted {node.mark}")
        takes = {"index": self._index(element)}
        self.flow.events[node] = Event("counted", COUNTS[step.name], takes, {"ended": ended})
        return self._skip(node, before._replace(entry=None, lift=TRUE), laws.equal(ended, NOUGHT))

    def _index(self, element: Access) -> Term:
        return laws.add(element.at, constant(Number.of(-self.block.start)))

    def _reach(self, node: Node, element: Access, before: TermState) -> TermState:
        """The state before a line with an element, for which one register stands during the line."""
        number = constant(element.stands_for)
        leaf = input_of(f"element@element {node.mark}")
        stands = before._replace(memory=laws.store(before.memory, number, leaf))
        if self.graph.lines[node.line].step.operand == "(i)":
            stands = stands._replace(i=constant(Number.of(element.stands_for)))
        ways = [one for one in outcomes(self.program, stands) if one.way is Way.GOES_ON]
        if len({one.state for one in ways}) != 1:
            raise NotWritten("what this line does depends on more than the language says", node.line)
        after = ways[0].state
        takes = {"index": self._index(element)}
        if (value := laws.register(after.memory, number)) is not leaf:
            takes["value"] = value
        self.flow.events[node] = Event("element", "", takes, {"element": leaf})
        return after._replace(memory=before.memory, i=before.i)

    def _clear(self, node: Node, before: TermState, after: TermState) -> TermState:
        """The state after CLEAR REG: each register holds a 0 of its own, so that ways that meet differ."""
        memory = before.memory
        alone = [number for number in range(_REGISTERS) if number not in self.block]
        for number in alone:
            memory = laws.store(memory, constant(number), NOUGHT)
        sums = sum_registers(self.program)
        if self.block:
            self.flow.events[node] = Event("clear")
        elif self._walks:
            self.flow.events[node] = Event("point", takes={f"{number}": NOUGHT for number in POINTING})
            alone = [number for number in alone if number not in POINTING]
        elif sums:
            changed = {f"r{number}": input_of(f"r{number}@sums {node.mark}") for number in sums}
            self.flow.events[node] = Event("sums", "clear_sums", gives=changed)
            alone = [number for number in alone if number not in sums]
        index = [INDEX] if after.i is NOUGHT else []
        self.flow.stores[node] = tuple((number, NOUGHT) for number in (*index, *alone))
        return after._replace(memory=memory)

    def _draw(self, node: Node, word: str, before: TermState, after: TermState) -> TermState:
        seed = {"seed": input_of(f"seed@{node.mark}", OTHER)}
        if word == "set_random":
            self.flow.events[node] = Event("ran", word, {"x": before.x})
            return after.with_places(seed)
        given = {"x": input_of(f"x@ran {node.mark}")}
        self.flow.events[node] = Event("ran", word, gives=given)
        return after.with_places(given | seed)

    def _call(self, node: Node, step: Step, state: TermState) -> list[Edge]:
        targets = self.graph.calls[node.line]
        state = state._replace(entry=None, lift=TRUE)
        if state.complex is TRUE and targets[0] not in self.pressed:
            word = -_IN_COMPLEX - targets[0]
            if word not in self.words:
                raise ByWord("a routine is called in complex mode", {word}, node.line)
        after = self._behind_call(state, targets[0], node)
        if after is None:
            return []
        return [self._edge(after._replace(line=self.graph.lines[node.line].after))]

    def _evaluate(self, node: Node, step: Step, state: TermState) -> list[Edge]:
        """The ways of SOLVE or the integral. Where SOLVE finds no root, the next line is left out."""
        target = next(iter(self.graph.calls[node.line]), 0)
        if not target:
            raise NotWritten(f"{step} finds no label", node.line)
        after = (node.line + 1) % (len(self.program) + 1)
        behind = self.graph.lines[after].step if after else RETURN
        skips = step.may_skip and not (behind.name == "CF" and behind.operand == "8")
        by = "integral" if not step.may_skip else "search" if skips else "solve"
        by = _MORE.get(by, by) if node.line in self.words else by
        made, state = behind_run(state, self._callee(target), node.mark, node.line, by)
        self.flow.events[node] = made
        if not skips:
            return [self._edge(state._replace(line=after))]
        return self._skip(node, state, laws.no(laws.equal(made.gives["found"], NOUGHT)))

    def _callee(self, target: int, line: int = 0) -> Flow:
        if target not in self.known:
            line = line or target
            raise NotWritten(f"the routine at line {line:03d} is not written", line)
        return self.known[target]

    def _skip(self, node: Node, state: TermState, condition: Term) -> list[Edge]:
        """The ways to the next line where a condition holds, and to the one after it."""
        lines = [(node.line + more) % (len(self.program) + 1) for more in (1, 2)]
        return [
            self._edge(state._replace(line=line), one)
            for line, one in zip(lines, (condition, laws.no(condition)), strict=True)
        ]

    def _behind_call(self, state: TermState, target: int, node: Node) -> TermState | None:
        """The state after a call. None where the called routine never returns."""
        callee = self._with_matrix(target, state, node.line)
        self.flow.events[node], after = behind_call(state, callee, node.mark, node.line)
        return after

    def _with_matrix(self, target: int, state: TermState, line: int) -> Flow:
        """The called routine, for the matrix in X if it uses that."""
        letter = name_of(state.x)
        if not letter or (target in self.known and not uses_x(self.known[target])):
            return self._callee(target)
        key = with_matrix(target, letter)
        if key not in self.words:
            raise ByWord("a matrix that a subroutine finds in X", {key}, line)
        return self._callee(key, target)
