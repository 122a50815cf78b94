"""Proofs that a listing does what its source says, for all inputs.

It shares no code with the passes of the compiler. It reads the tree after the front end, and the listing.
"""
