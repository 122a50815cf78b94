"""Constants of several keys that are used often, kept in a local."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import partial

from generator.compiler.loops.candidates import Candidate
from generator.compiler.target.entry import keys_of
from generator.compiler.tree import ir
from generator.compiler.tree.nodes import nodes
from generator.compiler.tree.rewriting import rewritten, unused_name, with_body
from generator.compiler.tree.substitution import replaced_node
from hp15c.numbers.number import Number

LEAST_USES = 3


def pool_constants(candidate: Candidate) -> Candidate:
    """The candidate with constants that are used often in locals, in all functions."""
    module = candidate.module
    for name, function in module.functions.items():
        module = with_body(module, name, pool(function.body))
    if module == candidate.module:
        return candidate
    told = "constants that are used often stand in registers"
    return replace(candidate.with_module(module, told), name=f"{candidate.name}, constants in registers")


def pool(body: ir.Block) -> ir.Block:
    """A body with constants of several keys that are used often in a local, set at the start."""
    counts = Counter(one.value for one in _values(body) if len(keys_of(one.value)) > 1)
    for value, count in sorted(counts.items(), key=lambda item: -item[1]):
        if count >= LEAST_USES:
            name = unused_name("constant_" + _spelling(value), body)
            body = (
                ir.Assign((ir.Name(name),), (ir.Constant(value),)),
                *_put(body, ir.Constant(value), ir.Read(name)),
            )
    return body


def _spelling(value: Number) -> str:
    return "".join(letter if letter.isalnum() else "_" for letter in str(value))


def _values(body: ir.Block) -> Iterator[ir.Constant]:
    """The constants in values and conditions. Not those of indices and bounds, which the analyses read."""
    for node in nodes(_shell(body)):
        if isinstance(node, ir.Constant):
            yield node


def _shell(piece: object) -> object:
    """A piece with the places that keep their constants left out."""
    if isinstance(piece, tuple):
        return tuple(_shell(one) for one in piece)
    match piece:
        case ir.Element() | ir.Assume():
            return ()
        case ir.For():
            return _shell(piece.body)
        case ir.Assign():
            return _shell(piece.values)
        case ir.If():
            return (_shell(piece.test), _shell(piece.body), _shell(piece.orelse))
        case ir.While():
            return (_shell(piece.test), _shell(piece.body))
        case ir.Operation():
            return _shell(piece.operands)
        case ir.Compare():
            return (_shell(piece.left), _shell(piece.right))
        case ir.And() | ir.Or():
            return _shell(piece.conditions)
        case ir.Not():
            return _shell(piece.condition)
        case ir.Return():
            return _shell(piece.values)
        case ir.Pause():
            return _shell(piece.shown)
    return piece if isinstance(piece, ir.Constant) else ()


def _put(piece: ir.Block, old: ir.Constant, new: ir.Read) -> ir.Block:
    """A piece in which a constant in values and conditions is replaced by reads of a name."""
    put = partial(replaced_node, old=old, new=new, kept=(ir.Element,))

    def change(statement: ir.Statement) -> ir.Block | None:
        match statement:
            case ir.Assign(targets, values):
                return (ir.Assign(targets, put(values), place=statement.place),)
            case ir.If(test, body, orelse):
                return (ir.If(put(test), body, orelse, place=statement.place),)
            case ir.While(test, body):
                return (ir.While(put(test), body, place=statement.place),)
            case ir.Return(values):
                return (ir.Return(put(values), place=statement.place),)
            case ir.Pause(shown):
                return (ir.Pause(put(shown), place=statement.place),)
        return None

    return rewritten(piece, change)
