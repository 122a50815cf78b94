"""`n in (1, 3, 5)` is `n == 1 or n == 3 or n == 5`, for a name and numbers that are written out."""

from __future__ import annotations

import ast


class WithComparisons(ast.NodeTransformer):
    """Writes tests for one of several numbers as comparisons, in place."""

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        """The comparisons in place of `in` or `not in`. Other comparisons stay."""
        match node:
            case ast.Compare(
                left=ast.Name(id=name),
                ops=[ast.In() | ast.NotIn() as op],
                comparators=[ast.Tuple(elts=several) | ast.List(elts=several) | ast.Set(elts=several)],
            ) if len(several) > 1 and all(isinstance(one, ast.Constant | ast.Name) for one in several):
                sign = ast.Eq() if isinstance(op, ast.In) else ast.NotEq()
                tests: list[ast.expr] = [
                    ast.Compare(ast.Name(name, ast.Load()), [sign], [one]) for one in several
                ]
                joined = ast.BoolOp(ast.Or() if isinstance(op, ast.In) else ast.And(), tests)
                for part in ast.walk(joined):
                    if not hasattr(part, "lineno"):
                        ast.copy_location(part, node)
                return joined
        self.generic_visit(node)
        return node
