"""What the names of a kernel stand for while LLVM's code of it is written: numbers, arrays, records, tuples.

A constant of Python stands for itself. A tuple is Python's own, of such values.
"""

from __future__ import annotations

import operator
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from typing import Any

import numpy as np
from llvmlite import ir

Kind = Any
"""A dtype of numpy's: of a number, of the elements of an array, or of a record."""
INT, WORD, FLOAT, BOOL = map(np.dtype, ("i8", "u8", "f8", "?"))
PACKED_FROM = 12
"""A named tuple of more leaves than this is passed as the address of its leaves."""


class NotCompiled(Exception):
    """Raised when a kernel does what cannot be compiled."""


@dataclass(frozen=True, slots=True)
class Number:
    """A number that is known when the code runs."""

    kind: Kind
    value: Any


@dataclass(frozen=True, slots=True)
class Array:
    """A C-contiguous array: the address of its first element, and its lengths, numbers or constants."""

    kind: Kind
    data: Any
    shape: tuple[Any, ...]

    @property
    def itemsize(self) -> int:
        """The bytes of an element."""
        return int(self.kind.itemsize)


@dataclass(frozen=True, slots=True)
class Record:
    """A record: its address."""

    kind: Kind
    data: Any


@dataclass(frozen=True, slots=True)
class Place:
    """Where a number lies: the address of an element or a field."""

    kind: Kind
    data: Any


@dataclass(frozen=True, slots=True)
class Packed:
    """A named tuple whose leaves lie in memory that nobody changes. `form` is that of the tuple."""

    form: Any
    data: Any


def type_of(kind: Kind) -> Any:
    """The LLVM type of a number of this kind. A record is a number of bytes."""
    if kind == FLOAT:
        return ir.DoubleType()
    if kind.kind not in "iub":
        return ir.IntType(8)
    return ir.IntType(1 if kind == BOOL else 8 * kind.itemsize)


def constant(value: Any) -> Number:
    """A constant as a number. A plain int has 64 bits. NotCompiled for what is no number."""
    kind: Kind = getattr(value, "dtype", {bool: BOOL, int: INT, float: FLOAT}.get(type(value)))
    if kind is None:
        raise NotCompiled(f"{value!r} is no number")
    return Number(kind, ir.Constant(type_of(kind), float(value) if kind == FLOAT else int(value)))


def is_constant(value: Any) -> bool:
    """Whether a value is a number that is known while the code is written."""
    return isinstance(value, bool | int | float | np.generic)


def form_of(value: Any) -> Any:
    """The form of a value: all that is known of it now, without its leaves. Forms can be compared."""
    match value:
        case Number(kind):
            return "number", kind
        case Array(kind, _, shape):
            return "array", kind, tuple(length if isinstance(length, int) else None for length in shape)
        case Record(kind):
            return "record", kind
        case Packed(form):
            return "packed", form
        case tuple():
            return "tuple", type(value), tuple(map(form_of, value))
    return "number", constant(value).kind


def leaves(value: Any) -> list[Any]:
    """The numbers and addresses that a value consists of."""
    match value:
        case Number(_, number):
            return [number]
        case Array(_, data, shape):
            return [data, *(length.value for length in shape if isinstance(length, Number))]
        case Record(_, data) | Packed(_, data):
            return [data]
        case tuple():
            return [leaf for part in value for leaf in leaves(part)]
    return [constant(value).value]


def leaf_types(form: Any) -> list[Any]:
    """LLVM's types of the leaves of a value of this form."""
    match form:
        case "array", kind, lengths:
            return [type_of(kind).as_pointer(), *(ir.IntType(64) for length in lengths if length is None)]
        case "record", _:
            return [ir.IntType(8).as_pointer()]
        case "packed", inner:
            return [ir.LiteralStructType(leaf_types(inner)).as_pointer()]
        case "tuple", _, parts:
            return list(chain.from_iterable(map(leaf_types, parts)))
    return [type_of(form[1])]


def value_of(form: Any, given: Iterator[Any]) -> Any:
    """The value of this form, made of the next ones in `given`."""
    match form:
        case "array", kind, lengths:
            data = next(given)
            return Array(
                kind, data, tuple(Number(INT, next(given)) if one is None else one for one in lengths)
            )
        case "record", kind:
            return Record(kind, next(given))
        case "packed", inner:
            return Packed(inner, next(given))
        case "tuple", cls, parts:
            values = [value_of(part, given) for part in parts]
            return tuple(values) if cls is tuple else cls(*values)
    return Number(form[1], next(given))


class Writer:
    """Writes LLVM's code of what Python's operators do with values."""

    def __init__(self, builder: Any) -> None:
        self.builder = builder

    def entry_room(self, kind: Any) -> Any:
        """Memory of the function at hand for a value of one of LLVM's types."""
        with self.builder.goto_entry_block():
            return self.builder.alloca(kind)

    def cast(self, value: Any, kind: Kind) -> Number:
        """A number as one of this kind, as C converts it. NotCompiled for what is no number."""
        if is_constant(value):
            if kind.kind not in "iu":
                return constant(kind.type(value))
            return constant(np.array(int(value) % (1 << 64), WORD).astype(kind)[()])
        if not isinstance(value, Number):
            raise NotCompiled(f"{value!r} is no number")
        given, to, build = value.kind, type_of(kind), self.builder
        if given == kind:
            return value
        if kind == BOOL:
            zero = ir.Constant(value.value.type, 0)
            test = build.fcmp_unordered if given == FLOAT else build.icmp_signed
            return Number(BOOL, test("!=", value.value, zero))
        if kind == FLOAT:
            convert = build.sitofp if given.kind == "i" else build.uitofp
        elif given == FLOAT:
            convert = build.fptosi if kind.kind == "i" else build.fptoui
        elif to.width < value.value.type.width:
            convert = build.trunc
        else:
            convert = build.sext if given.kind == "i" else build.zext
        return Number(kind, value.value if to == value.value.type else convert(value.value, to))

    def number(self, value: Any) -> Any:
        """A number as a whole number of 64 bits of LLVM's."""
        return self.cast(value, INT if form_of(value)[1] != WORD else WORD).value

    def truth(self, value: Any) -> Any:
        """Whether a value counts as true: a constant or LLVM's bit."""
        return bool(value) if is_constant(value) or isinstance(value, tuple) else self.cast(value, BOOL).value

    def alike(self, *values: Any) -> tuple[Kind, list[Any]]:
        """Numbers as one kind in which to compute. NotCompiled for a word beside one with a sign."""
        kinds = [
            one.kind if isinstance(one, Number) else np.asarray(one).dtype
            for one in values
            if not isinstance(one, int)
        ] or [INT]
        if FLOAT in kinds:
            kind = FLOAT
        elif WORD in kinds:
            kind = WORD
            if any(one.kind == "i" for one in kinds):
                raise NotCompiled("a word of 64 bits beside a number with a sign")
        else:
            kind = INT
        return kind, [self.cast(value, kind).value for value in values]

    def binary(self, name: str, one: Any, other: Any) -> Any:
        """What one of Python's binary operators gives, named as in `ast`."""
        if is_constant(one) and is_constant(other):
            with np.errstate(over="ignore"):
                return _OPERATORS[name][0](one, other)
        if name in ("LShift", "RShift"):
            kind = form_of(one)[1]
            kind = WORD if kind == WORD else INT
            pair = [self.cast(value, kind).value for value in (one, other)]
        elif form_of(one)[1] == form_of(other)[1] == BOOL and name.startswith("Bit"):
            kind, pair = BOOL, [self.truth(one), self.truth(other)]
            pair = [self.cast(value, BOOL).value if is_constant(value) else value for value in pair]
        else:
            kind, pair = self.alike(one, other)
        if name in ("FloorDiv", "Mod"):
            return Number(kind, self._divide(name == "Mod", kind, *pair))
        _, whole, real = _OPERATORS[name]
        if name == "RShift" and kind == INT:
            whole = "ashr"
        return Number(kind, getattr(self.builder, real if kind == FLOAT else whole)(*pair))

    def _divide(self, rest: bool, kind: Kind, one: Any, by: Any) -> Any:
        """A division that rounds towards minus infinity, or its remainder."""
        build = self.builder
        if kind == FLOAT:
            raise NotCompiled("floats divided towards minus infinity")
        if kind == WORD:
            return build.urem(one, by) if rest else build.udiv(one, by)
        fixed = by.constant if isinstance(by, ir.Constant) else 0
        if fixed > 0 and fixed & (fixed - 1) == 0:
            bits = ir.Constant(by.type, fixed.bit_length() - 1)
            return build.and_(one, ir.Constant(by.type, fixed - 1)) if rest else build.ashr(one, bits)
        zero = ir.Constant(by.type, 0)
        left = build.srem(one, by)
        low = build.and_(
            build.icmp_signed("!=", left, zero), build.icmp_signed("<", build.xor(left, by), zero)
        )
        if rest:
            return build.add(left, build.select(low, by, zero))
        return build.sub(build.sdiv(one, by), build.zext(low, by.type))

    def compare(self, sign: str, one: Any, other: Any) -> Any:
        """The truth of a comparison, which `sign` writes as Python does."""
        kind, pair = self.alike(one, other)
        if kind == FLOAT:
            return Number(BOOL, self.builder.fcmp_ordered(sign, *pair))
        test = self.builder.icmp_unsigned if kind == WORD else self.builder.icmp_signed
        return Number(BOOL, test(sign, *pair))

    def extreme(self, sign: str, *values: Any) -> Any:
        """The least (by <) or the largest (by >) of some numbers."""
        best, *rest = values
        for value in rest:
            kind, (new, old) = self.alike(value, best)
            better = self.compare(sign, Number(kind, new), Number(kind, old)).value
            best = Number(kind, self.builder.select(better, new, old))
        return best

    def at(self, pointer: Any, place: Any) -> Any:
        """The address of the element at a place after a pointer. Places are not negative."""
        return self.builder.gep(pointer, [place], inbounds=True)

    def bytes_after(self, pointer: Any, offset: Any, kind: Any) -> Any:
        """The address at `offset` bytes after a pointer, as that of one of LLVM's types."""
        byte = self.builder.bitcast(pointer, ir.IntType(8).as_pointer())
        return self.builder.bitcast(self.at(byte, offset), kind.as_pointer())

    def field(self, record: Record, name: str) -> Any:
        """A field of a record: an array, a record, or the place of a number."""
        kind, offset = record.kind.fields[name][:2]
        base = kind.base
        data = self.bytes_after(record.data, ir.Constant(ir.IntType(64), offset), type_of(base))
        if kind.shape:
            return Array(base, data, kind.shape)
        return Record(kind, data) if kind.fields else Place(kind, data)

    def element(self, array: Array, places: tuple[Any, ...]) -> Any:
        """What an index of numbers and slices selects: an array, a record, or the place of a number.
        NotCompiled for a slice that is not contiguous.
        """
        offset: Any = 0
        shape: list[Any] = []
        for dimension, length in enumerate(array.shape):
            place = places[dimension] if dimension < len(places) else slice(None)
            if isinstance(place, slice):
                if shape and place != slice(None):
                    raise NotCompiled("a slice that is not contiguous")
                start = 0 if place.start is None else place.start
                shape.append(self.binary("Sub", length if place.stop is None else place.stop, start))
                place = start
            elif is_constant(place) and place < 0:
                place = self.binary("Add", length, place)
            if form_of(place) == ("number", WORD):
                place = self.cast(place, INT)
            if dimension:
                place = self.binary("Add", self.binary("Mult", offset, length), place)
            offset = place
        kind, step = array.kind, array.kind.itemsize if array.kind.fields else 1
        data = array.data
        if offset != 0:
            data = self.at(data, self.number(self.binary("Mult", offset, step)))
        if shape:
            return Array(kind, data, tuple(shape))
        return Record(kind, data) if kind.fields else Place(kind, data)

    def array(self, kind: Kind, data: Any, shape: tuple[Any, ...]) -> Array:
        """An array of this kind and shape whose data stand at an address."""
        lengths = (one if isinstance(one, int) else self.cast(one, INT) for one in shape)
        return Array(kind, data, tuple(lengths))

    def array_at(self, address: Any, shape: tuple[Any, ...], kind: Kind) -> Array:
        """The array of these lengths at an address that is a number."""
        data = self.builder.inttoptr(self.number(address), type_of(kind).as_pointer())
        return self.array(kind, data, shape)

    def words_of(self, array: Array, one: Any) -> Array:
        """The memory of an array of one dimension as words of the kind of `one`."""
        kind = form_of(one)[1]
        if kind == array.kind:
            return array
        length = self.binary("Mult", array.shape[0], array.kind.itemsize)
        data = self.builder.bitcast(array.data, type_of(kind).as_pointer())
        return self.array(kind, data, (self.binary("FloorDiv", length, kind.itemsize),))

    def read(self, place: Any) -> Any:
        """The value at what `field` or `element` gave."""
        return Number(place.kind, self.builder.load(place.data)) if isinstance(place, Place) else place

    def pack(self, value: Any) -> Packed:
        """A named tuple with its leaves written into memory of the function at hand."""
        form = form_of(value)
        room = self.entry_room(ir.LiteralStructType(leaf_types(form)))
        for number, leaf in enumerate(leaves(value)):
            self.builder.store(leaf, self._leaf(room, number))
        return Packed(form, room)

    def _leaf(self, room: Any, number: int) -> Any:
        numbers = [ir.Constant(ir.IntType(32), n) for n in (0, number)]
        return self.builder.gep(room, numbers, inbounds=True)

    def part(self, packed: Packed, name: str) -> Any:
        """A part of a packed tuple by its name."""
        _, cls, parts = packed.form
        place = cls._fields.index(name)
        first = sum(len(leaf_types(part)) for part in parts[:place])
        count = len(leaf_types(parts[place]))
        loaded = (self.builder.load(self._leaf(packed.data, first + n)) for n in range(count))
        return value_of(parts[place], loaded)


_OPERATORS = {
    "Add": (operator.add, "add", "fadd"),
    "Sub": (operator.sub, "sub", "fsub"),
    "Mult": (operator.mul, "mul", "fmul"),
    "Div": (operator.truediv, "", "fdiv"),
    "FloorDiv": (operator.floordiv, "", ""),
    "Mod": (operator.mod, "", ""),
    "BitAnd": (operator.and_, "and_", ""),
    "BitOr": (operator.or_, "or_", ""),
    "BitXor": (operator.xor, "xor", ""),
    "LShift": (operator.lshift, "shl", ""),
    "RShift": (operator.rshift, "lshr", ""),
}
"""What Python computes with constants, and LLVM's instructions for whole numbers and for floats."""
