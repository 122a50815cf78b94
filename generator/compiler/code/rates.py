"""Quotients and products as percentages: % in place of ÷ and ×.

% moves the point of its rate and multiplies, so that the digits are those of the product.
"""

from __future__ import annotations

from generator.compiler.code.graph import Graph, GraphNode, GraphValue
from generator.compiler.target.entry import HUNDRED, hundredfold, is_typed, keys_of
from hp15c.numbers.number import ONE, Number


def has_rates(graph: Graph) -> bool:
    """Whether `take_rates` makes a difference."""
    return any(map(_is_hundredth, graph.nodes())) or bool(_chosen_rates(graph))


def take_rates(graph: Graph) -> None:
    """Write hundredths and products of a graph as percentages, in place.

    A hundredth of a number is that number of per cent of 1, which leaves the 1 in Y. A product with one of
    several constants, as the ways there decide, takes their hundredfold as its rate.
    """
    for node in graph.nodes():
        if _is_hundredth(node):
            node.line, node.inputs = "%", [graph.constant(ONE), node.inputs[0]]
    chosen = _chosen_rates(graph)
    for block in graph.blocks():
        for phi, values in block.phis.items():
            if phi in chosen:
                block.phis[phi] = [
                    one if one.number is None else graph.constant(hundredfold(one.number) or ONE)
                    for one in values
                ]
    for node in graph.nodes():
        if node.line == "×" and (rates := [one for one in node.inputs if one in chosen]):
            (other,) = (one for one in node.inputs if one not in rates)
            node.line, node.inputs = "%", [other, rates[0]]


def _is_hundredth(node: GraphNode) -> bool:
    return node.line == "÷" and node.inputs[1].number == HUNDRED


def _chosen_rates(graph: Graph) -> set[GraphValue]:
    """The phis of constants that only products use, if the hundredfold of these takes fewer keys."""
    phis = {phi: values for block in graph.blocks() for phi, values in block.phis.items()}
    chosen, left = set(phis), set[GraphValue]()
    while chosen != left:
        left = set(chosen)
        chosen = {phi for phi in left if all(one.number is not None or one in left for one in phis[phi])}
        chosen -= {one for phi in phis.keys() - chosen for one in phis[phi]}
        for block in graph.blocks():
            chosen.difference_update(block.terminator.inputs if block.terminator is not None else ())
            for node in block.nodes:
                factors = chosen.intersection(node.uses)
                others = [one for one in node.inputs if one not in factors]
                if node.line != "×" or len(others) != 1 or others[0].number is not None:
                    chosen -= factors
    numbers = {one.number for phi in chosen for one in phis[phi] if one.number is not None}
    rates = [hundredfold(one) for one in numbers]
    if any(one is None or not is_typed(keys_of(one)) for one in rates):
        return set()
    fewer = sum(map(_lines, rates)) < sum(map(_lines, numbers))
    return chosen if fewer else set()


def _lines(number: Number | None) -> int:
    return 0 if number is None else len(keys_of(number))
