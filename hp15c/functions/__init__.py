"""The functions of the machine, family by family, on working numbers (MATH 1 to 24).

Unless a docstring says otherwise the functions take and give working numbers of thirteen digits. Those that
compute add the word times of their loops to the `Meter` that they get. That is their only side effect.
`working.pack` rounds a result for a register. Results too large for a register have exponents of 100 and
more. `CalculatorError` is the machine's own "Error n".
"""
