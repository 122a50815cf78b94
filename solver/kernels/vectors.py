"""Vector registers of eight 64-bit words, and addresses of rows of arrays, while code is emitted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from llvmlite import ir

LANES = 8
WORD = ir.IntType(64)
VECTOR = ir.VectorType(WORD, LANES)
NONE = LANES
"""In the mask of a shuffle: the first lane of the second vector, which gives 0 if that is zero."""


def declare(builder: Any, name: str, result: Any, *arguments: Any) -> Any:
    """A function of LLVM's own, in the module that is written."""
    found = builder.module.globals.get(name)
    return found or ir.Function(builder.module, ir.FunctionType(result, arguments), name)


def room_for(builder: Any, kind: Any, value: Any = None) -> Any:
    """Memory of the function that is written for a value of this type, which may be given."""
    with builder.goto_entry_block():
        room = builder.alloca(kind)
    if value is not None:
        builder.store(value, room)
    return room


@contextmanager
def each(builder: Any, start: Any, stop: Any, step: int) -> Iterator[Any]:
    """A loop over numbers, which are known when the code runs."""
    room = room_for(builder, WORD, start)
    test, body, after = (builder.append_basic_block() for _ in range(3))
    builder.branch(test)
    builder.position_at_end(test)
    number = builder.load(room)
    builder.cbranch(builder.icmp_signed("<", number, stop), body, after)
    builder.position_at_end(body)
    yield number
    builder.store(builder.add(number, WORD(step), flags=["nsw"]), room)
    builder.branch(test)
    builder.position_at_end(after)


class Vector:
    """A vector register: the operators emit instructions."""

    def __init__(self, builder: Any, value: Any = None) -> None:
        """Without a value, a vector of zeros."""
        self.builder = builder
        self.value = ir.Constant(VECTOR, [0] * LANES) if value is None else value

    def __and__(self, other: Vector) -> Vector:
        return Vector(self.builder, self.builder.and_(self.value, other.value))

    def __or__(self, other: Vector) -> Vector:
        return Vector(self.builder, self.builder.or_(self.value, other.value))

    def __xor__(self, other: Vector) -> Vector:
        return Vector(self.builder, self.builder.xor(self.value, other.value))

    def __invert__(self) -> Vector:
        return Vector(self.builder, self.builder.not_(self.value))

    def __add__(self, other: Vector) -> Vector:
        return Vector(self.builder, self.builder.add(self.value, other.value))

    def __sub__(self, other: Vector) -> Vector:
        return Vector(self.builder, self.builder.sub(self.value, other.value))

    def popcount(self) -> Vector:
        """How many bits each word has set."""
        function = declare(self.builder, f"llvm.ctpop.v{LANES}i64", VECTOR, VECTOR)
        return Vector(self.builder, self.builder.call(function, [self.value]))

    def shuffle(self, other: Vector, lanes: list[int]) -> Vector:
        """The words with these numbers, of which `other` has LANES and up."""
        mask = ir.Constant(ir.VectorType(ir.IntType(32), LANES), lanes)
        return Vector(self.builder, self.builder.shuffle_vector(self.value, other.value, mask))


def lane_sums(vectors: list[Vector]) -> list[Vector]:
    """The sum of the words of each vector, LANES of them in a vector. What is over is zero."""
    if not vectors:
        return []
    zero = Vector(vectors[0].builder)
    full = [*vectors, *[zero] * (-len(vectors) % LANES)]
    return [_fold(full[start : start + LANES]) for start in range(0, len(full), LANES)]


def _fold(vectors: list[Vector]) -> Vector:
    """The sum of each of LANES vectors, one a lane: pairs are folded into one until one is left."""
    span = 1
    while len(vectors) > 1:
        source = [lane + (LANES if lane & span else 0) for lane in range(LANES)]
        low, high = [lane & ~span for lane in source], [lane | span for lane in source]
        pairs = zip(vectors[0::2], vectors[1::2], strict=True)
        vectors = [one.shuffle(other, low) + one.shuffle(other, high) for one, other in pairs]
        span *= 2
    return vectors[0]


def vector_at(builder: Any, pointer: Any, place: Any) -> Any:
    """The address of the vector that begins at this word after a pointer."""
    return builder.bitcast(builder.gep(pointer, [place]), VECTOR.as_pointer())


def load(builder: Any, pointer: Any, place: Any) -> Vector:
    """The vector that begins at this word after a pointer."""
    return Vector(builder, builder.load(vector_at(builder, pointer, place), align=8))


def store(vector: Vector, pointer: Any, place: Any) -> None:
    """Write a vector to the words from this one after a pointer."""
    builder = vector.builder
    builder.store(vector.value, vector_at(builder, pointer, place), align=8)


def prefetch(builder: Any, pointer: Any, words: int, to_write: bool = True) -> None:
    """Have `words` words after a pointer brought near, because they are written or read soon."""
    number, byte = ir.IntType(32), ir.IntType(8).as_pointer()
    function = declare(builder, "llvm.prefetch", ir.VoidType(), byte, number, number, number)
    keep, data = number(3), number(1)
    for word in range(0, words, LANES):
        place = builder.bitcast(builder.gep(pointer, [WORD(word)]), byte)
        builder.call(function, [place, number(int(to_write)), keep, data])
