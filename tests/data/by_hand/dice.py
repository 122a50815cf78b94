"""Dice: A throws one, B two. The seed stands in R0."""

from generator.language import frac, intpart, program, register

seed = register(0)


@program("A")
def one():
    global seed
    seed = frac(seed * 9821 + 0.211327)
    return intpart(6 * seed) + 1


@program("B")
def two():
    return one() + one()


EXAMPLES = (("A", (), ("2",)), [("B", (), ("6",))])
