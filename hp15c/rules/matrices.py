"""The instructions that ordinary Python executes in every reader (BEHAVIOUR 7 and 8)."""

from __future__ import annotations

from hp15c.rules.book import handed_over

handed_over("MATRIX", "DIM", "RESULT", "STO MATRIX", "RCL MATRIX", "STO RESULT", "RCL RESULT", "RCL DIM")
handed_over("STO g", "RCL g", "SOLVE", "∫")
