"""What the calculator asks of every program: registers for names, pointers into arrays, the keys of a number,
calls.
"""
