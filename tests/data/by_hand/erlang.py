"""Erlang B: traffic ENTER lines GSB A. Erlang C: traffic ENTER lines GSB B."""

from generator.language import program


@program("A")
def erlang_b(a, n):
    b = 1
    for k in range(1, n + 1):
        b = a * b / (k + a * b)
    return b


@program("B")
def erlang_c(a, n):
    b = erlang_b(a, n)
    return b / (1 - a / n * (1 - b))
