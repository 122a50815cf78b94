"""The model of the CodeMaker, what may be wished of one, and what a plan says."""
