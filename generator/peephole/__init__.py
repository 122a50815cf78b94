"""Shorter equal sequences of program lines: found by enumeration, proven by symbolic execution.

`terms` knows which laws hold for the calculator's numbers, `symbolic` runs lines on terms, `search`
enumerates sequences and writes the table, `flow` says what a program still needs, and `rewrite.shorten`
applies the table.
"""
