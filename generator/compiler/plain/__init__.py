"""Plain code: a module compiled statement by statement, whatever its size, with its names in registers.

The search of `generator.compiler.code` finds shorter code for what fits on the stack. This generator does not
search: each local has a register, each statement leaves nothing on the stack, and arrays are reached through
I. At each line it only knows which names X equals and where I points.
"""

from generator.compiler.plain.generate import PlainCode, generate

__all__ = ["PlainCode", "generate"]
