"""Random keys with a grammar, and what must hold whatever they do: python -m tests.fuzz --seconds 60.

`shapes` makes the sequences, `properties` says what must hold, `shrinking` makes one that fails short.
"""
