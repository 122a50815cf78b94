"""The instructions that ordinary Python executes in every reader (BEHAVIOUR 7 and 8)."""

from __future__ import annotations

from hp15c.rules.book import handed_over

handed_over({"MATRIX": (563, 0)}, "matrices")
handed_over({"DIM": (554, 0), "DIM I": (609, 0), "DIM (i)": (525, 0)})
handed_over({"STO MATRIX": (685, 0)})
handed_over({"RCL MATRIX": (260, 0, 160), "RCL RESULT": (290, 0, 160)}, "pushed")
handed_over({"RCL DIM": (424, 0, 160), "RCL DIM (i)": (334, 0)}, "pushed")
handed_over({"RESULT": (235, 0), "STO RESULT": (285, 0)})
handed_over({"STO g": (462, 0, 253), "STO g (i)": (405, 0), "RCL g": (449, 0, 125), "RCL g (i)": (362, 0)})
handed_over({"SOLVE": (1033, 0)})
handed_over({"∫": (1143, 0)})
