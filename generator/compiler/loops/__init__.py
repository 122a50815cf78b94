"""Loop forms: other orders and shapes of loops that compute the same. Each is proven or refused.

A form takes a block and gives another one, with *links*. Links say which instance of the new block each
instance of the old one becomes. `proof.prove` checks a form without knowing how it was made: that every
instance occurs once, that it does the same, and that no dependence leads backwards in the new order.
"""
