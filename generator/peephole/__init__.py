"""Shorter equal sequences of program lines: found by enumeration, proven by symbolic execution.

`terms` has the laws of the calculator's numbers. `symbolic` runs lines on terms. `search` enumerates
sequences and writes the table. `flow` finds what a program still needs. `rewrite.shorten` applies the table.
"""
