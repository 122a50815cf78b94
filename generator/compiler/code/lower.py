"""From the compiler's tree to the control-flow graph: statements to blocks, names to values.

`floordiv` and `mod` become what the language says they are: INT(a ÷ b) and a − b × INT(a ÷ b). A call is
copied into its caller, or is a GSB, as `Choices` says. A call in the last place of an entry point is a jump
to code that all who end with it share.
"""

from __future__ import annotations

from dataclasses import replace

from generator.compiler.code.arrays import address, highest_reached, register_of
from generator.compiler.code.building import Building, Choices, Frame, Loop
from generator.compiler.code.graph import (
    BasicBlock,
    Branch,
    EntryPoint,
    FlagJump,
    Graph,
    GraphNode,
    GraphValue,
    Leave,
    values_across,
)
from generator.compiler.code.loops import counted_loop, counted_while, lower_chain
from generator.compiler.code.tables import (
    ABOVE_ZERO,
    ARRAYS,
    CLEARING,
    FLAGS,
    INSTRUCTIONS,
    KEYS,
    MATRICES,
    MODE_SET,
    SETTING_ROWS,
    STATISTICS,
    SUMS_HELD,
)
from generator.compiler.target.biased import is_counted_height
from generator.compiler.target.calling import CALLING
from generator.compiler.target.matrix_steps import lines_of
from generator.compiler.target.routines import NOWHERE
from generator.compiler.tree import ir
from generator.compiler.tree.cases import chain_of
from generator.compiler.tree.nodes import callees_first, changed_names, nodes, only_computes, read_names
from generator.language.matrix_lines import MATRIX_OPERATIONS, Lines
from generator.language.operations import (
    CHANGING_MATRICES,
    CHANGING_SUMS,
    EFFECTS,
    FLAG_OPERATIONS,
    HELD,
    KEYED,
    RUNS,
    result_count,
)
from hp15c.numbers.number import ZERO, Number

PI = Number.of("3.141592654")
"""The number that the key π brings to X."""


class Lowering(Building):
    """A module that is being lowered to a graph: expressions, calls, conditions, statements."""

    __slots__ = ()

    # expressions

    def expression(self, tree: ir.Expression) -> GraphValue:
        """The value of an expression. Its nodes go to the end of the block."""
        if self.block is None:
            return self.graph.constant(ZERO)
        match tree:
            case ir.Constant(value=number):
                return self.one("π") if number == PI else self.graph.constant(number)
            case ir.Read(name=name):
                return self.read(name)
            case ir.Operation():
                return self.operation(tree)
            case ir.Call(function=function, arguments=arguments):
                return self.call(function, [self.expression(one) for one in arguments], tree.by)[0]
            case ir.Ask(shown=shown):
                value = self.expression(shown)
                return self.one("ask", value, effect=True)
            case ir.Element():
                return self.load(tree)

    def load(self, element: ir.Element) -> GraphValue:
        """The value of an element, from its register when the index is known, else by the number in I."""
        if at := register_of(self.module, element):
            return self.one("load", detail=at)
        return self.one("load", self.expression(address(self.module, element)), detail=element.array)

    def store(self, element: ir.Element, value: GraphValue) -> None:
        """Write a value into an array element: by its register where that is known, else by its index."""
        if at := register_of(self.module, element):
            node = self.node("store", value, results=0, effect=True, detail=at)
        else:
            index = self.expression(address(self.module, element))
            node = self.node("store", index, value, results=0, effect=True, detail=element.array)
        node.sets = frozenset({ARRAYS})

    def operation(self, tree: ir.Operation) -> GraphValue:
        """The value of an operation."""
        values = [self.expression(one) for one in tree.operands]
        self.place = tree.place or self.place
        match tree.name:
            case "floordiv":
                return self.one("INT", self.one("÷", *values))
            case "mod":
                left, right = values
                whole = self.one("INT", self.one("÷", left, right))
                return self.one("−", left, self.one("×", right, whole))
            case name if name in KEYED:
                return self.lower_keyed(tree, values).outputs[0]
            case "ran":
                return self.one("RAN#", effect=True)
            case name:
                detail = ABOVE_ZERO if is_counted_height(tree, self.module) else ""
                return self.one(INSTRUCTIONS[name], *values, detail=detail)

    def results(self, tree: ir.Call | ir.Operation) -> list[GraphValue]:
        """The values of an expression with several results, the last one in X."""
        if isinstance(tree, ir.Call):
            return self.call(tree.function, [self.expression(one) for one in tree.arguments], tree.by)
        values = [self.expression(one) for one in tree.operands]
        self.place = tree.place or self.place
        if tree.name in KEYED:
            return self.lower_keyed(tree, values).outputs
        count, effect = result_count(tree.name), tree.name in EFFECTS
        node = self.node(INSTRUCTIONS[tree.name], *values, results=count, effect=effect)
        if node.line in STATISTICS:
            with_sums(self, node, tree.name)
        return node.outputs

    def lower_keyed(self, tree: ir.Operation, values: list[GraphValue]) -> GraphNode:
        """Write an operation with matrices or complex numbers, as the lines that do it. Returns its node."""
        changes = tree.name in EFFECTS
        node = self.node(KEYS, *values, results=result_count(tree.name), effect=changes)
        node.lines = lines_of(self.module, tree)
        if tree.name in FLAG_OPERATIONS:
            node.reads = FLAGS
        if tree.name in MATRIX_OPERATIONS:
            node.sets, node.reads = frozenset({MATRICES} if changes else ()), MATRICES
        return node

    # calls

    def call(self, name: str, arguments: list[GraphValue], by: str = "") -> list[GraphValue]:
        """The results of a call: of a subroutine or of a copy. `by` is the word that calls it many times."""
        function = self.module.functions[name]
        if self.block is None:
            return [self.graph.constant(ZERO)] * function.results
        if name in self.choices.subroutines:
            return self.go_to_subroutine(function, arguments, by)
        return self.lower_copy(function, arguments)

    def go_to_subroutine(
        self, function: ir.Function, arguments: list[GraphValue], by: str = ""
    ) -> list[GraphValue]:
        """Call a function by GSB, and return its results. Its registers depend on the call."""
        assert self.block is not None
        results = RUNS[by] if by else function.results
        node = self.node("call", *arguments, results=results, effect=True, detail=function.name)
        (row, _), *more = CALLING[by]
        node.lines = ((row, function.name), *more)
        kept = not by and only_computes(self.module, function.name)
        node.sets = frozenset(modes_set(self.module, function.name)) | (set() if kept else {ARRAYS})
        node.reads = "display" if row == "∫" else ""
        used, assigned = effects(self.module, function.name)
        for name in sorted(used | assigned):
            node.before[name] = self.names.read("@" + name, self.block)
        for name in sorted(assigned):
            node.after[name] = GraphValue(name, node=node)
            self.names.write("@" + name, self.block, node.after[name])
        return node.outputs

    def lower_copy(self, function: ir.Function, arguments: list[GraphValue]) -> list[GraphValue]:
        """The results of a copy of the function at this place."""
        self.count += 1
        place = self.place
        frame = Frame(function, f"{function.name}{self.count}.", self.new_block("after"))
        self.frames.append(frame)
        for parameter, value in zip(function.parameters, arguments, strict=True):
            self.write(parameter, value)
        loops, self.loops = self.loops, []
        self.statements(function.body)
        if self.block is not None:
            self.leave([])
        self.loops = loops
        assert frame.leave is not None
        self.start(frame.leave)
        results = []
        if self.block is not None:
            results = [self.names.read(f"{frame.prefix}={i}", self.block) for i in range(function.results)]
        self.frames.pop()
        self.place = place
        return results or [self.graph.constant(ZERO)] * function.results

    def leave(self, values: list[GraphValue], joining: Lines = (), *, of_program: bool = False) -> None:
        """End the function with these results, as `return` does, where its end is reached.

        The lines `joining` make complex numbers of them. With `of_program` the whole program ends with them.
        """
        if self.block is None:
            return
        frame = self.frames[-1]
        if frame.leave is not None and not of_program:
            for i, value in enumerate(values):
                self.names.write(f"{frame.prefix}={i}", self.block, value)
            self.jump(frame.leave)
            return
        registers = {name: self.names.read("@" + name, self.block) for name in self.module.registers}
        kept = [] if of_program else [self.names.read(name, self.block) for name in self.below]
        self.end(Leave([*kept, *values], registers, place=self.place, joining=joining))

    def leave_by(self, call: ir.Call) -> None:
        """`return f(...)` in the last place of an entry point: go on in the code of f that all share."""
        function = self.module.functions[call.function]
        values = [self.expression(one) for one in call.arguments]
        if self.block is None:
            return
        if call.function not in self.shared:
            self.shared[call.function] = (self.new_block(call.function), f"{call.function}.")
        block, prefix = self.shared[call.function]
        for parameter, value in zip(function.parameters, values, strict=True):
            self.names.write(prefix + parameter, self.block, value)
        self.jump(block)

    def go_on_in(self, function: ir.Function, arguments: list[GraphValue]) -> None:
        """Leave an entry point whose function is a subroutine: go on there, with what the person typed."""
        registers = {name: self.graph.registers[name] for name in self.module.registers}
        self.end(Leave(arguments, registers, function.name, self.place))

    # conditions

    def condition(self, tree: ir.Condition, then: BasicBlock, orelse: BasicBlock) -> None:
        """End the block with a jump to `then` or `orelse`."""
        match tree:
            case ir.Truth(value=value):
                self.jump(then if value else orelse)
            case ir.Not(condition=inner):
                self.condition(inner, orelse, then)
            case ir.Compare(relation=relation) if flag := _flag_in(tree):
                ways = (then, orelse) if relation == "!=" else (orelse, then)
                self.end(FlagJump(flag, *ways, self.place))
            case ir.Compare(left=left, relation=relation, right=right):
                self.place = tree.place or self.place
                self.compare(self.expression(left), relation, self.expression(right), then, orelse)
            case ir.And(conditions=conditions) | ir.Or(conditions=conditions):
                self.several(conditions, isinstance(tree, ir.And), then, orelse)

    def compare(
        self, left: GraphValue, relation: ir.Relation, right: GraphValue, then: BasicBlock, orelse: BasicBlock
    ) -> None:
        """End the block with a comparison that goes to `then` where it holds and to `orelse` where not."""
        self.end(Branch(relation, left, right, then, orelse, self.place))

    def several(
        self, trees: tuple[ir.Condition, ...], every: bool, then: BasicBlock, orelse: BasicBlock
    ) -> None:
        """End the block with an `and` (`every`) or an `or`. The middle of a chain is evaluated once."""
        middle: tuple[ir.Expression, GraphValue] | None = None
        for number, tree in enumerate(trees):
            last = number == len(trees) - 1
            following = then if every else orelse
            if not last:
                following = self.new_block("and" if every else "or")
            on, off = (following, orelse) if every else (then, following)
            if isinstance(tree, ir.Compare) and not _flag_in(tree):
                self.place = tree.place or self.place
                left = middle[1] if middle and middle[0] is tree.left else self.expression(tree.left)
                right = self.expression(tree.right)
                middle = (tree.right, right)
                self.compare(left, tree.relation, right, on, off)
            else:
                self.condition(tree, on, off)
            if not last:
                self.start(following)

    # statements

    def statements(self, block: ir.Block) -> None:
        """Lower statements one after the other, up to one that leaves."""
        for statement in block:
            if self.block is None:
                return
            self.place = statement.place or self.place
            self.statement(statement)

    def statement(self, tree: ir.Statement) -> None:
        """Lower a statement."""
        match tree:
            case ir.Assign(targets=targets, values=values):
                self.assign(targets, [self.expression(one) for one in values])
            case ir.Unpack(targets=targets, value=value):
                self.assign(targets, self.results(value))
            case ir.Evaluate(value=value):
                if isinstance(value, ir.Ask):
                    self.expression(value)
                else:
                    self.results(value)
            case ir.If():
                self.branch(tree)
            case ir.While():
                self.while_loop(tree)
            case ir.For():
                counted_loop(self, tree)
            case ir.Break():
                self.jump(self.loops[-1].leave)
            case ir.Continue():
                self.jump(self.loops[-1].again)
            case ir.Return(error=int()):
                self.leave([], (("GTO", NOWHERE),), of_program=True)
            case ir.Return(values=values):
                self.lower_return(values)
            case ir.Pause(shown=shown):
                self.node("PSE", self.expression(shown), results=0, effect=True)
            case ir.Setting(name=name, digits=digits):
                detail = "" if digits is None else str(digits)
                self.node(SETTING_ROWS[name], results=0, effect=True, detail=detail)
            case ir.Assume():
                pass

    def lower_return(self, values: tuple[ir.Expression, ...]) -> None:
        """Lower a `return`. A call in the last place goes on in the function called."""
        match values:
            case (ir.Call(function=name, by="") as call,) if (
                self.frames[-1].leave is None and not self.below and name not in self.choices.subroutines
            ):
                self.leave_by(call)
            case (ir.Operation(name="held"), *_):
                parts = [half for one in values if isinstance(one, ir.Operation) for half in one.operands]
                self.leave([self.expression(one) for one in parts], KEYED[HELD[len(values)]].lines)
            case (ir.Operation(name="matrix_shown") as shown,):
                self.leave([], lines_of(self.module, shown))
            case _:
                self.leave([self.expression(one) for one in values])

    def assign(self, targets: tuple[ir.Target, ...], values: list[GraphValue]) -> None:
        """Give targets their values."""
        for target, value in zip(targets, values, strict=True):
            if isinstance(target, ir.Name):
                self.write(target.name, value)
            else:
                self.store(target, value)

    def branch(self, tree: ir.If) -> None:
        """Lower an `if`."""
        if self.choices.by_number and (chain := chain_of(tree)) is not None and lower_chain(self, chain):
            return
        then, orelse, after = self.new_block("then"), self.new_block("else"), self.new_block("after")
        self.condition(tree.test, then, orelse)
        for block, body in ((then, tree.body), (orelse, tree.orelse)):
            self.start(block)
            self.statements(body)
            self.jump(after)
        self.start(after)

    def while_loop(self, tree: ir.While) -> None:
        """Lower a `while`. Its test stands before each pass, or after it where the first is known."""
        if tree.counts and ir.name_counted(tree)[0] and self.choices.counters not in ("unused", "none"):
            counted_while(self, tree)
            return
        leave = self.new_block("after")
        self.depth += 1
        first, second = self.new_block("while"), self.new_block("again")
        loop = Loop(leave, second if tree.runs else first)
        self.jump(first)
        self.start(first, sealed=False)
        if not tree.runs:
            self.condition(tree.test, second, leave)
            self.start(second)
        self.run_through(tree.body, loop)
        if tree.runs:
            self.start(second)
        if tree.runs and self.block is not None:
            self.condition(tree.test, first, leave)
        self.close(first, loop)


def effects(module: ir.Module, name: str) -> tuple[set[str], set[str]]:
    """The registers that a function and those that it calls read, and those that they assign."""
    body, registers = module.functions[name].body, module.registers.keys()
    return set(read_names(body, module) & registers), set(changed_names(body, module) & registers)


def modes_set(module: ir.Module, name: str) -> set[str]:
    """The modes that a function, or one that it calls, may change. The matrices are one of them."""
    found: set[str] = set()
    for one in callees_first(module, [name]):
        for node in nodes(module.functions[one].body):
            if isinstance(node, ir.Setting):
                found.add(MODE_SET[SETTING_ROWS[node.name]])
            elif isinstance(node, ir.Operation):
                found |= {MATRICES} if node.name in CHANGING_MATRICES else set()
                found |= {SUMS_HELD} if node.name in CHANGING_SUMS else set()
    return found


def _flag_in(tree: ir.Condition) -> str:
    """The flag whose state is a condition. Empty where it is another condition."""
    match tree:
        case ir.Compare(ir.Operation(name=name), "==" | "!=", ir.Constant(value=value)):
            return name[-1] if name in FLAG_OPERATIONS and value.is_zero else ""
    return ""


def with_sums(work: Building, node: GraphNode, name: str) -> None:
    """Let an operation read the sums, and write them if it changes them. The new n is its result.

    Sums that the program reads by name are values. The others are a mode, which is set and read.
    """
    changes = name in CHANGING_SUMS
    node.reads, node.sets = SUMS_HELD, frozenset({SUMS_HELD} if changes else ())
    if work.block is None:
        return
    sums = [(number, one) for number, one in enumerate(work.module.sums) if one in work.module.registers]
    if node.line != CLEARING:
        node.before = {one: work.names.read("@" + one, work.block) for _, one in sums}
    if not changes:
        return
    zero = work.graph.constant(ZERO)
    for number, one in sums:
        made = GraphValue(one, node=node)
        node.after[one] = zero if node.line == CLEARING else made if number else node.outputs[0]
        work.names.write("@" + one, work.block, node.after[one])


def lower(module: ir.Module, choices: Choices) -> dict[str, Graph]:
    """The graphs of a module: one for each subroutine by its name, and '' for its entry points.

    A subroutine keeps no more levels of the stack than its callers have values that wait for it.
    """
    work = Lowering(
        module, choices, Graph("", registers={name: GraphValue(name) for name in module.registers})
    )
    for function in module.functions.values():
        if function.label is not None:
            begin(work, function, function.label)
    finish(work)
    graphs = {"": work.graph}
    names = sorted(choices.subroutines - module.routines.keys())
    for name in filter(names.__contains__, reversed(callees_first(module, names))):
        waiting = max((values_across(graph, name) for graph in graphs.values() if choices.kept), default=0)
        kept = replace(choices, kept=min(choices.kept, waiting))
        graphs[name] = lower_subroutine(module, kept, module.functions[name])
    return {name: graphs[name] for name in [*names, ""]}


def finish(work: Lowering) -> None:
    """Lower each function whose code is shared by those that end with a call of it."""
    done: set[str] = set()
    while missing := [name for name in work.shared if name not in done]:
        function = work.module.functions[missing[0]]
        block, prefix = work.shared[missing[0]]
        done.add(missing[0])
        work.frames = [Frame(function, prefix)]
        work.start(block, sealed=False)
        work.statements(function.body)
        work.leave([])
    for block, _ in work.shared.values():
        work.names.seal(block)


def lower_subroutine(module: ir.Module, choices: Choices, function: ir.Function) -> Graph:
    """The graph of a function called by GSB, with the caller's levels below its arguments kept."""
    work = Lowering(module, choices, Graph(function.name))
    work.graph.registers = {name: GraphValue(name) for name in module.registers}
    room = 4 - max(len(function.parameters), function.results)
    work.below = [f"below{i}" for i in range(0 if function.levels else min(choices.kept, room))]
    begin(work, function, function.name)
    finish(work)
    return work.graph


def begin(work: Lowering, function: ir.Function, label: str) -> None:
    """Lower a function from its first line, its arguments on the stack."""
    prefix = f"{function.name}:"
    work.frames = [Frame(function, prefix)]
    block = work.new_block(function.name, sealed=True)
    work.block = block
    stack = []
    for name in [*work.below, *(prefix + parameter for parameter in function.parameters)]:
        value = GraphValue(name)
        work.names.write(name, block, value)
        stack.append(value)
    for name, value in work.graph.registers.items():
        work.names.write("@" + name, block, value)
    work.graph.entries.append(EntryPoint(label, block, stack, function.name))
    work.place = function.place
    if label != function.name and function.name in work.choices.subroutines:
        work.go_on_in(function, stack)
        return
    if highest := highest_reached(work.module, function):
        work.node("DIM", work.graph.constant(Number.of(highest)), results=0, effect=True)
    work.statements(function.body)
    work.leave([])
