"""A compiler for kernels, from the subset of Python in which they are written to an object file, by LLVM.

A kernel is a function of numbers, arrays, records and tuples of these. It is translated once for each form
of its arguments, when a kernel that calls it is translated. Types follow from the arguments. A variable
keeps the type of its first value. What is constant, such as the length of a tuple, is computed while
translating.

Whole numbers have 64 bits, as in C, and a sign unless one of them is np.uint64. An index is not checked,
and only a constant counts from the end. A kernel does not call itself and makes no arrays. A name for an
array, a record or a tuple that is given in a loop or a branch holds there alone.
"""

from __future__ import annotations

import ast
import builtins
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

from llvmlite import binding, ir

from solver.kernels.expressions import Expressions
from solver.kernels.kernel import KERNELS
from solver.kernels.values import (
    BOOL,
    FLOAT,
    INT,
    PACKED_FROM,
    WORD,
    NotCompiled,
    Number,
    Packed,
    constant,
    form_of,
    is_constant,
    leaf_types,
    leaves,
    type_of,
    value_of,
)


def translate(kernel: Callable[[int], None], name: str) -> str:
    """LLVM's code of a kernel and all that it calls, with a function of this name.

    The kernel takes the address of a request. NotCompiled says where it does what cannot be compiled.
    """
    module = _Module()
    function = module.function(kernel, [("number", INT)])[0]
    function.name, function.linkage = name, "external"
    return str(module.module)


def machine_code(kernel: Callable[[int], None], name: str, has_loops_for_vectors: bool = False) -> bytes:
    """The code of a kernel as a function of this name, which takes the address of a request.

    LLVM unrolls loops or makes them loops over vectors, not both, which would take it half as long again and
    makes no code faster. Nor does a copy of a function at a call, unless that makes the code shorter.
    """
    binding.initialize_native_target()
    binding.initialize_native_asmprinter()
    target = binding.Target.from_default_triple().create_target_machine(
        cpu=binding.get_host_cpu_name(),
        features=binding.get_host_cpu_features().flatten(),
        opt=2,
        reloc="pic",
        codemodel="small",
    )
    module = binding.parse_assembly(translate(kernel, name))
    module.triple, module.data_layout = target.triple, str(target.target_data)
    options = binding.create_pipeline_tuning_options(speed_level=2)
    options.loop_vectorization = options.slp_vectorization = has_loops_for_vectors
    options.loop_unrolling = not has_loops_for_vectors
    options.inlining_threshold = 0
    builder = binding.create_pass_builder(target, options)
    builder.getModulePassManager().run(module, builder)
    code: bytes = target.emit_object(module)
    return code


@cache
def _functions(path: str) -> dict[int, ast.FunctionDef]:
    """The functions of a source, by the line where each begins with its decorators."""
    with open(path, encoding="utf-8") as source:
        tree = ast.parse(source.read())
    found = (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef))
    return {min([node.lineno, *(one.lineno for one in node.decorator_list)]): node for node in found}


class _Module:
    """A module of LLVM's, with the kernels that have been translated into it."""

    def __init__(self) -> None:
        self.module = ir.Module()
        self._done: dict[Any, tuple[Any, Any]] = {}

    def function(self, kernel: Any, forms: list[Any]) -> tuple[Any, Any]:
        """The function for arguments of these forms, and the form of its result."""
        key = kernel, tuple(forms)
        if key not in self._done:
            self._done[key] = _Translation(self, kernel, forms).write_function()
        return self._done[key]


class _Translation(Expressions):
    """The translation of one kernel for arguments of some forms."""

    def __init__(self, module: _Module, kernel: Any, forms: list[Any]) -> None:
        code = kernel.__code__
        self.kernel = kernel
        self.tree = _functions(code.co_filename)[code.co_firstlineno]
        self.variables = _variables(self.tree)
        closed = zip(code.co_freevars, kernel.__closure__ or (), strict=True)
        known = {**vars(builtins), **kernel.__globals__, **{n: cell.cell_contents for n, cell in closed}}
        self.outside: set[str] = set()
        self.loops: list[tuple[Any, Any]] = []
        self.result: Any = None
        self.forms, self.types = forms, [kind for form in forms for kind in leaf_types(form)]
        kind = ir.FunctionType(ir.VoidType(), self.types)
        name = module.module.get_unique_name(f"kernel.{kernel.__name__}")
        self.function = ir.Function(module.module, kind, name)
        self.function.linkage = "internal"
        super().__init__(ir.IRBuilder(self.function.append_basic_block()), module.function, known)
        start = self.builder.append_basic_block()
        self.builder.branch(start)
        self.builder.position_at_end(start)

    def write_function(self) -> tuple[Any, Any]:
        """The function of LLVM's, and the form of its result."""
        given = iter(self.function.args)
        values = [value_of(form, given) for form in self.forms]
        for value in values:
            if isinstance(value, Packed):
                value.data.add_attribute("noalias")
        how = KERNELS.get(self.kernel)
        if how and how.emit:
            how.emit(self, *values)
        else:
            for argument, value in zip(self.tree.args.args, values, strict=True):
                self.bind(argument.arg, value)
            self.block(self.tree.body)
        if not self.builder.block.is_terminated:
            if self.result is None:
                self.builder.ret_void()
            else:
                self.builder.unreachable()
        if how and (how.inline or how.emit):
            self.function.attributes.add("alwaysinline" if how.inline else "noinline")
        if self.result is not None:
            function, returned = self.function, _result_type(self.result)
            function.ftype = ir.FunctionType(returned, self.types)
            function.type, function.return_value.type = function.ftype.as_pointer(), returned
        return self.function, self.result

    # names

    def bind(self, name: str, value: Any) -> None:
        """Give a value a name. NotCompiled for a name that means something else outside."""
        if name in self.variables and (is_constant(value) or isinstance(value, Number)):
            if name not in self.rooms:
                kind = constant(value).kind if is_constant(value) else _wide_kind(value.kind)
                self.rooms[name] = kind, self.entry_room(type_of(kind))
            kind, room = self.rooms[name]
            self.builder.store(self.convert(value, kind).value, room)
            return
        if name in self.outside and name in self.names:
            raise NotCompiled(f"{name} names something else in a loop or a branch")
        is_large = isinstance(value, tuple) and len(leaves(value)) > PACKED_FROM
        self.names[name] = self.pack(value) if is_large else value

    def convert(self, value: Any, kind: Any) -> Number:
        """A number as one of this kind. NotCompiled when the kind cannot hold all numbers of its own."""
        if isinstance(value, Number) and kind != value.kind:
            loses = (value.kind == FLOAT) > (kind == FLOAT) or WORD in (kind, value.kind)
            if loses or kind.itemsize < value.kind.itemsize:
                raise NotCompiled(f"a number of {value.kind} where {kind} is wanted")
        return self.cast(value, kind)

    @contextmanager
    def inside(self, block: Any) -> Iterator[None]:
        """Go on in a block of LLVM's. Names that are given there hold there alone."""
        names, outside = dict(self.names), self.outside
        self.outside = outside | names.keys()
        self.builder.position_at_end(block)
        yield
        self.names, self.outside = names, outside

    # statements

    def block(self, statements: list[ast.stmt]) -> None:
        """Translate statements up to the first that leaves their block."""
        for statement in statements:
            if self.builder.block.is_terminated:
                return
            try:
                getattr(self, f"_{type(statement).__name__.lower()}_statement")(statement)
            except (AttributeError, KeyError, NotCompiled, TypeError, ValueError) as error:
                if str(error).startswith("line "):
                    raise
                where = f"line {statement.lineno} of {self.kernel.__module__}.{self.kernel.__name__}"
                raise NotCompiled(f"{where}: {error}") from error

    def _assign_statement(self, node: ast.Assign) -> None:
        value = self.value(node.value)
        for target in node.targets:
            self.assign(target, value)

    def _augassign_statement(self, node: ast.AugAssign) -> None:
        target, operator = node.target, type(node.op).__name__
        if isinstance(target, ast.Name):
            self.bind(target.id, self.binary(operator, self.value(target), self.value(node.value)))
            return
        place = self.place(target)
        self.write(place, self.binary(operator, self.read(place), self.value(node.value)))

    def assign(self, target: ast.expr, value: Any) -> None:
        """Give a value to a name, a place or a tuple of these."""
        if isinstance(target, ast.Name):
            self.bind(target.id, value)
        elif isinstance(target, ast.Tuple):
            for each, part in zip(target.elts, value, strict=True):
                self.assign(each, part)
        else:
            self.write(self.place(target), value)

    def write(self, place: Any, value: Any) -> None:
        """Write a number to an element or a field."""
        self.builder.store(self.cast(value, place.kind).value, place.data)

    def _expr_statement(self, node: ast.Expr) -> None:
        if not isinstance(node.value, ast.Constant):
            self.value(node.value)

    def _return_statement(self, node: ast.Return) -> None:
        if node.value is None:
            self.builder.ret_void()
            return
        self.give(self.value(node.value))

    def give(self, value: Any) -> None:
        """Return a value from the function. NotCompiled when an earlier one had another form."""
        value = self._normal(value)
        if self.result is None:
            self.result = form_of(value)
        if form_of(value) != self.result:
            raise NotCompiled(f"returns {form_of(value)} after {self.result}")
        parts = leaves(value)
        if len(parts) == 1:
            self.builder.ret(parts[0])
        else:
            whole = ir.Constant(_result_type(self.result), ir.Undefined)
            for number, part in enumerate(parts):
                whole = self.builder.insert_value(whole, part, number)
            self.builder.ret(whole)

    def _normal(self, value: Any) -> Any:
        """A value in the form in which all results of a function are returned. Its memory ends with it."""
        if isinstance(value, Packed):
            cls = value.form[1]
            value = cls(*(self.part(value, name) for name in cls._fields))
        if isinstance(value, tuple):
            parts = map(self._normal, value)
            return tuple(parts) if type(value) is tuple else type(value)(*parts)
        return self.cast(value, _wide_kind(form_of(value)[1])) if form_of(value)[0] == "number" else value

    def _if_statement(self, node: ast.If) -> None:
        test = self.truth(self.value(node.test))
        then, other, after = (self.builder.append_basic_block() for _ in range(3))
        self.builder.cbranch(test, then, other)
        for block, statements in ((then, node.body), (other, node.orelse)):
            with self.inside(block):
                self.block(statements)
                self.end(after)
        self.builder.position_at_end(after)

    def _while_statement(self, node: ast.While) -> None:
        test, body, after = (self.builder.append_basic_block() for _ in range(3))
        self.end(test)
        self.builder.position_at_end(test)
        value = self.truth(self.value(node.test))
        if isinstance(value, bool):
            self.end(body if value else after)
        else:
            self.builder.cbranch(value, body, after)
        self._loop(node, body, test, after, after)

    def _loop(self, node: ast.While | ast.For, body: Any, again: Any, ended: Any, after: Any) -> None:
        """Translate the body of a loop, and its `else`, which follows when it has not been broken off."""
        with self.inside(body):
            self.loops.append((again, after))
            self.block(node.body)
            self.loops.pop()
            self.end(again)
        if node.orelse:
            with self.inside(ended):
                self.block(node.orelse)
                self.end(after)
        self.builder.position_at_end(after)

    def _for_statement(self, node: ast.For) -> None:
        over = self._range(node.iter)
        first, stop, step = over or (0, self.value(node.iter).shape[0], 1)
        room = self.entry_room(ir.IntType(64))
        self.builder.store(self.cast(first, INT).value, room)
        stop = self.cast(stop, INT)
        test, body, more, after = (self.builder.append_basic_block() for _ in range(4))
        ended = self.builder.append_basic_block() if node.orelse else after
        array = None if over else self.value(node.iter)
        self.end(test)
        self.builder.position_at_end(test)
        at = Number(INT, self.builder.load(room))
        self.builder.cbranch(self.compare("<" if step > 0 else ">", at, stop).value, body, ended)
        self.builder.position_at_end(more)
        step_by = ir.Constant(ir.IntType(64), step)
        self.builder.store(self.builder.add(self.builder.load(room), step_by, flags=["nsw"]), room)
        self.builder.branch(test)
        self.builder.position_at_end(body)
        names = dict(self.names)
        self.names.pop(getattr(node.target, "id", ""), None)
        self.assign(node.target, at if array is None else self.read(self.element(array, (at,))))
        self._loop(node, body, more, ended, after)
        self.names = names

    def _range(self, node: ast.expr) -> tuple[Any, Any, int] | None:
        """Where a range begins and ends, and its step. None for anything else."""
        if not isinstance(node, ast.Call) or self.value(node.func) is not range:
            return None
        given = [self.value(one) for one in node.args]
        first, stop, step = {1: (0, *given, 1), 2: (*given, 1), 3: (*given,)}[len(given)]
        return first, stop, step

    def _break_statement(self, node: ast.Break) -> None:
        self.builder.branch(self.loops[-1][1])

    def _continue_statement(self, node: ast.Continue) -> None:
        self.builder.branch(self.loops[-1][0])


def _count_stores(nodes: Iterable[ast.AST]) -> Counter[str]:
    """How often each name is given a value in some parts of a source."""
    return Counter(
        node.id
        for part in nodes
        for node in ast.walk(part)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    )


def _variables(tree: ast.FunctionDef) -> set[str]:
    """The names that are given more than one value. Loops that only count with the same name are one."""
    loops = _count_stores(node.target for node in ast.walk(tree) if isinstance(node, ast.For))
    stored = _count_stores([tree])
    arguments = [one.arg for one in tree.args.args]
    return {
        name
        for name, count in stored.items()
        if count - loops[name] + (name in arguments) + (loops[name] > 0) > 1
    }


def _wide_kind(kind: Any) -> Any:
    """The kind of a variable or a result for numbers of a kind."""
    return kind if kind in (BOOL, FLOAT, WORD) else INT


def _result_type(form: Any) -> Any:
    """LLVM's type of a result of this form."""
    types = leaf_types(form)
    return types[0] if len(types) == 1 else ir.LiteralStructType(types)
