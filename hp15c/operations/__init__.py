"""How the readable machine reads the book of rules, and what is handed over to ordinary Python: matrices,
SOLVE and the integral.
"""
