"""How the machine computes, family by family: pure functions over working numbers (MATH 1 to 14).

Unless a docstring says otherwise they take and give working numbers of thirteen digits; `working.pack`
delivers a result into a register. Results too large for a register have exponents of 100 and more;
`CalculatorError` is the machine's own "Error n".
"""
