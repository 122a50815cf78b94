"""Code generation: a module of the compiler's tree becomes a program that is short, or fast.

The tree is lowered to a graph of values (`lower`, `simplify`). A search schedules its blocks on the stack and
the registers (`problem`, `moves`, `search`). At its narrowest it goes one way through each block (`homes`,
`one_way`). The pieces are then put in order with labels and jumps
(`pieces`, `arrange`). Where code can be compiled in several ways, all are tried, and the best is kept
(`generate`).
"""

from generator.compiler.code.generate import CLOSE, generate, generate_several, narrowest
from generator.compiler.code.kept_searches import KeptTexts
from generator.compiler.code.naming import Generated
from generator.compiler.code.schedules import Effort

__all__ = ["CLOSE", "Effort", "Generated", "KeptTexts", "generate", "generate_several", "narrowest"]
