"""A root of x^3 - a x + b by Newton's rule: a ENTER b ENTER guess. Error 4 after 20 steps."""

from generator.language import CalculatorError, program


@program("A")
def root(a, b, x):
    for _ in range(20):
        step = (x**3 - a * x + b) / (3 * x**2 - a)
        x -= step
        if abs(step) < 1e-8:
            break
    else:
        raise CalculatorError(4)
    return x


EXAMPLES = ((("2", "-5", "2"), ("2.094551482",)),)
TOLERANCE = 1e-8
