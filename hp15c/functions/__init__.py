"""The functions of the machine, family by family, on working numbers (MATH 1 to 24).

Unless a docstring says otherwise the functions take and give working numbers of thirteen digits. Their only
side effect is that they add the word times of their loops to `effort.meter`. `working.pack` rounds a result
for a register. Results too large for a register have exponents of 100 and more. `CalculatorError` is the
machine's own "Error n".
"""
