"""The programs besides the CodeMaker, each with its notes."""
