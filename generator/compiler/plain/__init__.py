"""Plain code: a module statement by statement, for whatever size, with its names in registers.

The search of `generator.compiler.code` finds shorter code for what fits on the stack. This one only writes:
each local has a register, each statement leaves nothing on the stack, and arrays are reached through I.
What it knows of the moment is which names X equals and where I points.
"""

from generator.compiler.plain.generate import PlainCode, generate

__all__ = ["PlainCode", "generate"]
