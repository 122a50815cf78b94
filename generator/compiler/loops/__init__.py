"""Loop forms: other orders and shapes of loops that compute the same, proven or refused.

A form takes a block and gives another one, with *links*: which instance of the old block is which instance
of the new one. `proof.prove` checks a form without knowing how it was made: that every instance occurs once,
that it does the same, and that no dependence leads backwards in the new order.
"""
